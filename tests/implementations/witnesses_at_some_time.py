"""Traces that show the faults of `wrong_in_some_units` and `wrong_at_some_time`."""

from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Commit,
    CreateProducer,
    DeleteQueue,
    EndQueueManager,
    FailDelayProcessor,
    GrantPut,
    MatchCorrelationId,
    MqCommit,
    MqGet,
    OpenSession,
    Receive,
    RevokePut,
    Rollback,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    StartChannel,
    StartQueueManager,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.messages import GroupMembership, OutgoingMessage

from .witness_parts import (
    AS_QUEUE,
    DISABLE,
    ENABLE,
    QUEUES,
    REMOTE,
    TO_Q,
    TP,
    TRANSACTED,
    WITHIN,
    Q,
    Trace,
    delayed,
    message,
    send,
)
from .witnesses_clusters_zos import END, GET_OFF, GET_ON, ON_Z, PUT_OFF, PUT_ON, RESTART, SEEN

HOURS = Advance(2 * 3_600_000)
OUTAGE: Trace = (EndQueueManager(), StartQueueManager())
RECALL = MatchCorrelationId("m")
ALTERED = AlterQueue("Q", AttributeChanges(default_priority=8))
AS_DEFINED = Send("p", message(), AS_QUEUE)
LATE: Trace = (
    *Q,
    SetDeadLetterQueue("Q"),
    *delayed(5000, 36_000_000),
    DISABLE,
    Advance(60_000),
    ENABLE,
    HOURS,
    Browse("Q"),
)
"""Whether the target or the disposal is tried again, it leads to Q."""

NO_ROOM = AlterQueue(STAGING_QUEUE, AttributeChanges(max_depth=0))

IN_SOME_UNITS: dict[str, Trace] = {
    "one due time for a unit of work": (
        *TP,
        send("short"),
        SetDeliveryDelay("p", 60_000),
        send("long"),
        Commit("t"),
        Advance(10_000),
        Browse("Q"),
    ),
    "undelayed wait for the delayed": (
        *TP,
        send("delayed"),
        SetDeliveryDelay("p", 0),
        send("undelayed"),
        Commit("t"),
        Browse("Q"),
    ),
    "queue definition at the commit": (
        *Q,
        TRANSACTED,
        CreateProducer("p", session="t"),
        SetDeliveryDelay("p", 5000),
        AS_DEFINED,
        ALTERED,
        Commit("t"),
        Advance(9000),
        Browse("Q"),
    ),
    "last of a unit of work rolled back": (
        *TP,
        send("one"),
        send("two"),
        Rollback("t"),
        Browse(STAGING_QUEUE),
    ),
    "commit refused in part": (*TP, send("one"), send("two"), NO_ROOM, Commit("t"), Browse(STAGING_QUEUE)),
    "unit of work open after a refused commit": (
        *TP,
        send("one"),
        NO_ROOM,
        Commit("t"),
        AlterQueue(STAGING_QUEUE, AttributeChanges(max_depth=9)),
        Commit("t"),
        Browse(STAGING_QUEUE),
    ),
    "overdue rolled back in vain": (*TP, send(), Advance(9000), Rollback("t"), Browse("Q")),
    "second message of a unit of work staged at once": (
        *TP,
        send("one"),
        send("two"),
        Browse(STAGING_QUEUE),
    ),
    "a refusal rolls back": (*TP, send("one"), DISABLE, send("two"), Commit("t"), Browse(STAGING_QUEUE)),
    "staged in a unit of work before it is refused": (
        *TP,
        Send("p", OutgoingMessage("m", group=GroupMembership("g", 1))),
        Commit("t"),
        Browse(STAGING_QUEUE),
    ),
    "open unit of work committed at the end": (*TP, send(), *OUTAGE, Browse(STAGING_QUEUE)),
    "own message unseen beside a delayed one": (
        *TP,
        send("delayed"),
        SetDeliveryDelay("p", 0),
        send("undelayed"),
        Receive("Q", "t"),
    ),
    "recalled in a unit of work but delivered": (
        *Q,
        *delayed(5000),
        MqGet(STAGING_QUEUE, match=RECALL, syncpoint=WITHIN),
        MqCommit(),
        Browse(STAGING_QUEUE),
    ),
}

AT_SOME_TIME: dict[str, Trace] = {
    "recalled comes back at restart": (
        *Q,
        *delayed(5000),
        MqGet(STAGING_QUEUE, match=RECALL),
        *OUTAGE,
        Browse(STAGING_QUEUE),
    ),
    "logged outside units of work alone": (*TP, send(), Commit("t"), *OUTAGE, Browse(STAGING_QUEUE)),
    "queue definition after a restart": (
        *Q,
        CreateProducer("p"),
        SetDeliveryDelay("p", 5000),
        AS_DEFINED,
        AlterQueue("Q", AttributeChanges(default_priority=8)),
        *OUTAGE,
        Advance(6000),
        Browse("Q"),
    ),
    "authority after a restart": (
        *Q,
        GrantPut("alice", "Q"),
        GrantPut("alice", STAGING_QUEUE),
        OpenSession("s", user="alice"),
        CreateProducer("p", session="s", destination=TO_Q),
        SetDeliveryDelay("p", 5000),
        send(),
        RevokePut("alice", "Q"),
        *OUTAGE,
        Advance(6000),
        Browse("Q"),
    ),
    "not startable after a start in vain": (*ON_Z, GET_OFF, *RESTART, Advance(10_000), GET_ON, *END),
    "all at once when gets are enabled": (*ON_Z, GET_OFF, Advance(1000), GET_ON, *SEEN),
    "all at once when puts are enabled": (*ON_Z, PUT_OFF, Advance(1000), PUT_ON, *SEEN),
    "kept ones forgotten after a failure": (
        *QUEUES,
        SetDeadLetterQueue(None),
        *delayed(5000),
        DISABLE,
        Advance(6000),
        FailDelayProcessor(),
        Browse(STAGING_QUEUE),
    ),
    "delivered late as staged": LATE,
    "a new life at a later attempt": LATE,
    "the queue of the send": (
        *Q,
        *delayed(5000),
        DeleteQueue("Q"),
        *Q,
        Advance(6000),
        Browse("Q"),
    ),
    "remote by then refused": (
        *Q,
        *delayed(5000),
        DeleteQueue("Q"),
        *REMOTE,
        Advance(6000),
        Browse("XMIT"),
    ),
    "remote with a new id": (
        *REMOTE,
        *delayed(5000),
        StartChannel("XMIT"),
        Advance(6000),
        Browse("FAR", "QM2"),
    ),
}
