"""Traces that show misreadings of dead letters where the put to the target fails."""

from implementations.witnesses.parts.clusters_and_zos import CLUSTER_OF_TWO_QUEUES
from implementations.witnesses.parts.common import (
    DISABLE,
    ENABLE,
    EXCEPTION,
    LOOK,
    QUEUES,
    REMOTE,
    TO_Q,
    Trace,
    delayed,
    failed,
    send,
)
from implementations.witnesses.parts.messages import dead_lettered
from implementations.witnesses.parts.queues import delayed_to
from implementations.witnesses.parts.sends import AT_QM2, DELAYED_TO_Q, DUE, PERSISTENT, crowd
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    CreateProducer,
    DefineLocalQueue,
    DeleteQueue,
    GrantPut,
    OpenSession,
    ReadDepth,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    Switch,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, Report


def refused_by_then(changes: AttributeChanges) -> Trace:
    """A target that does not take its message any more."""
    return (*QUEUES, *delayed(5000), AlterQueue("Q", changes), Advance(6000), Browse("Q"), Browse("DLQ"))


PASSED = int(Report.PASS_DISCARD_AND_EXPIRY)

TRACES: dict[str, Trace] = {
    "a clustered queue that is gone": (
        *(*QUEUES, *CLUSTER_OF_TWO_QUEUES, SetDeliveryDelay("p", 5000), send()),
        *(DeleteQueue("CQ"), DUE, Browse("DLQ")),
    ),
    "dead-letter header in capitals": delayed_to(
        "Orders", AlterQueue("Orders", AttributeChanges(put=Switch.DISABLED))
    ),
    "dead-letter queue that nobody may read": (
        *QUEUES,
        AlterQueue("DLQ", AttributeChanges(get=Switch.DISABLED)),
        *delayed(5000),
        DISABLE,
        DUE,
        Browse(STAGING_QUEUE),
        AlterQueue("DLQ", AttributeChanges(get=Switch.ENABLED)),
        Browse("DLQ"),
    ),
    "transmission queue that takes nothing": (
        *REMOTE,
        DefineLocalQueue("DLQ"),
        SetDeadLetterQueue("DLQ"),
        *delayed(5000),
        AlterQueue("XMIT", AttributeChanges(put=Switch.DISABLED)),
        DUE,
        Browse("DLQ"),
    ),
    "another queue manager's dead letters lost": (
        *AT_QM2,
        AlterQueue("Q", AttributeChanges(put=Switch.DISABLED), "QM2"),
        Advance(6000),
        Browse("DLQ", "QM2"),
    ),
    "target as it was at the send": (*QUEUES, *delayed(5000), DISABLE, Advance(6000), ReadDepth("Q")),
    "DEADQ of the first failure": (
        *QUEUES,
        DefineLocalQueue("DLQ2"),
        *delayed(5000),
        DISABLE,
        Advance(6000),
        ENABLE,
        send("n"),
        SetDeadLetterQueue("DLQ2"),
        DISABLE,
        Advance(6000),
        ReadDepth("DLQ2"),
    ),
    "discarded though not asked": failed(0),
    "thirty exception reports": (
        *(*PERSISTENT, SetDeliveryDelay("p", 5000), *crowd(EXCEPTION), DISABLE),
        *(Advance(8000), Browse("DLQ"), Browse("REPLY"), ReadDepth("REPLY")),
    ),
    "dead letters without reason": dead_lettered(),
    "no room for dead letters": (
        *QUEUES,
        *DELAYED_TO_Q,
        send("first"),
        send("second"),
        AlterQueue("Q", AttributeChanges(max_depth=1)),
        Advance(6000),
        ReadDepth("DLQ"),
        Browse("Q"),
    ),
    "DEADQ as it was": (
        *QUEUES,
        DefineLocalQueue("DLQ2"),
        *delayed(5000),
        SetDeadLetterQueue("DLQ2"),
        DISABLE,
        Advance(6000),
        Browse("DLQ"),
        Browse("DLQ2"),
    ),
    "dead-lettered under the sender's authority": (
        *(*QUEUES, GrantPut("clerk", "Q"), OpenSession("s", user="clerk")),
        *(CreateProducer("p", session="s", destination=TO_Q), SetDeliveryDelay("p", 5000), send()),
        *(DISABLE, Advance(6000), *LOOK),
    ),
    "DEADQ read once": (
        *(*QUEUES, DefineLocalQueue("OTHER"), CreateProducer("p", destination=TO_Q)),
        *(SetDeliveryDelay("p", 5000), send("k"), DISABLE, Advance(6000), ENABLE),
        *(SetDeadLetterQueue("OTHER"), send("m"), DISABLE, Advance(6000), *LOOK, Browse("OTHER")),
    ),
    "discard read off what is passed on": (*failed(PASSED), *LOOK),
    "put-disabled target filled": (
        *QUEUES,
        *delayed(5000),
        DISABLE,
        Advance(6000),
        Browse("Q"),
        Browse("DLQ"),
    ),
    "too long for its target by then": refused_by_then(AttributeChanges(max_message_length=0)),
    "full target filled": refused_by_then(AttributeChanges(max_depth=0)),
}
