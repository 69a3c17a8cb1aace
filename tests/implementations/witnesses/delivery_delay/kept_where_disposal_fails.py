"""Traces that show misreadings of messages that are kept because their disposal fails too."""

from implementations.witnesses.parts.channels import ALIAS_INSTEAD, INHIBITED, inhibit
from implementations.witnesses.parts.clusters_and_zos import QUEUE_OF_CLUSTER, at_z
from implementations.witnesses.parts.common import (
    DISABLE,
    DISABLE_DLQ,
    DISABLE_REPLY,
    DISCARD,
    ENABLE,
    ENABLE_DLQ,
    EXCEPTION,
    LOOK,
    QUEUES,
    TO_Q,
    WITHIN,
    P,
    Trace,
    delayed,
    failed,
    message,
    put,
    send,
)
from implementations.witnesses.parts.gets import LOOK_AT_DLQ
from implementations.witnesses.parts.messages import send_long
from implementations.witnesses.parts.queues import SHORT, after_restart, limit
from implementations.witnesses.parts.sends import (
    DELAY,
    DELAYED_BY_3_S,
    DUE,
    DUE_OF_3_S,
    EXPIRED,
    OWN,
    PRODUCER_TO_ALIAS,
    PRODUCER_TO_REMOTE,
    failed_on,
    producer_to,
    tried_again,
)
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Command,
    CreateProducer,
    DefineLocalQueue,
    DeleteQueue,
    EndQueueManager,
    MatchCorrelationId,
    MqBackout,
    MqGet,
    ReadDepth,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    StartQueueManager,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode
from mqtck.reference.vocabulary.messages import QueueDestination

NOT_TRIED_YET: Trace = (*QUEUES, SetDeadLetterQueue(None))


def dead_lettered(*changes: AlterQueue) -> Trace:
    """One message is dead-lettered, and another would be by a queue that has changed."""
    return (
        *(*QUEUES, *DELAYED_BY_3_S, send(), DISABLE, DUE_OF_3_S, ENABLE, *changes, send_long("m2"), DISABLE),
        *(DUE_OF_3_S, ReadDepth("DLQ"), ReadDepth(STAGING_QUEUE)),
    )


HOURS = Advance(7_200_000)
NO_DEAD_LETTERS = SetDeadLetterQueue(None)


def kept(way: Trace, *harm: Command) -> Trace:
    """Nobody takes the message."""
    return failed_on(way, 0, NO_DEAD_LETTERS, *harm)


def undone(way: Trace, *harm: Command) -> Trace:
    """Nobody takes the report about a persistent message."""
    return failed_on(way, EXCEPTION | DISCARD, NO_DEAD_LETTERS, DISABLE_REPLY, *harm)


def waiting(*ending: Command) -> Trace:
    """A message to the dead-letter queue, which is kept until something happens."""
    return (*P, SetDeadLetterQueue("Q"), DELAY, send(), *ending, HOURS, ReadDepth("Q"))


GONE: Trace = (DeleteQueue("Q"), DUE, DefineLocalQueue("Q"))

TRACES: dict[str, Trace] = {
    "DEADQ kept when blanked": (
        *QUEUES,
        *delayed(5000),
        SetDeadLetterQueue(None),
        DISABLE,
        Advance(6000),
        Browse("DLQ"),
    ),
    "given up after a failed disposal": (
        *failed(0, DISABLE_DLQ),
        ENABLE,
        ENABLE_DLQ,
        Advance(3_600_000),
        *LOOK,
    ),
    "non-persistent given up": (
        *failed(0, DISABLE_DLQ, delivery_mode=DeliveryMode.NON_PERSISTENT),
        ENABLE,
        ENABLE_DLQ,
        Advance(3_600_000),
        *LOOK,
    ),
    "exception report before the disposal": failed(EXCEPTION, DISABLE_DLQ),
    "no more attempts behind a recall": (
        *(*QUEUES, *delayed(2000), DISABLE, DISABLE_DLQ, Advance(3000)),
        *(MqGet(STAGING_QUEUE, match=MatchCorrelationId("m"), syncpoint=WITHIN), Advance(1000), MqBackout()),
        *(Browse(STAGING_QUEUE), ENABLE, ENABLE_DLQ, Advance(7_200_000), *LOOK),
    ),
    "one kept message at a time": (
        *(*QUEUES, SetDeadLetterQueue(None), CreateProducer("p", destination=TO_Q)),
        *(SetDeliveryDelay("p", 5000), send("m1"), send("m2"), DISABLE, Advance(60_000), ENABLE),
        *(SetDeadLetterQueue("DLQ"), Advance(7_200_000), ReadDepth(STAGING_QUEUE)),
    ),
    "given up after a restart": after_restart(0, DISABLE_DLQ),
    "not tried again after a restart": (
        *tried_again(),
        EndQueueManager(),
        StartQueueManager(),
        ENABLE,
        ENABLE_DLQ,
        Advance(7_200_000),
        *LOOK_AT_DLQ,
    ),
    "stopped by a failed disposal": (
        *tried_again(),
        ENABLE,
        ENABLE_DLQ,
        Advance(7_200_000),
        *LOOK_AT_DLQ,
    ),
    "priority 0 after a failure": (*tried_again(), ENABLE, ENABLE_DLQ, Advance(7_200_000), *LOOK_AT_DLQ),
    "report twice": (*EXPIRED, MqGet("Q"), Browse("REPLY")),
    "MAXMSGL of dead letters read once": dead_lettered(AlterQueue("DLQ", SHORT)),
    "MAXDEPTH of dead letters read once": dead_lettered(AlterQueue("DLQ", AttributeChanges(max_depth=1))),
    "dead-letter queue above its limit": (
        *(*QUEUES, CreateProducer("q", destination=QueueDestination("DLQ")), *producer_to("Q")),
        *(Send("q", message("n")), Send("q", message("o")), limit("DLQ", 1), send(), DISABLE, DUE, *LOOK),
    ),
    "dropped in a cluster": failed_on(QUEUE_OF_CLUSTER, 0, inhibit("C")),
    "dropped behind a name that became an alias": failed_on(OWN, 0, *ALIAS_INSTEAD),
    "not kept behind an alias": kept(PRODUCER_TO_ALIAS, DISABLE),
    "not kept behind a remote queue": kept(PRODUCER_TO_REMOTE, inhibit("X")),
    "not kept in a cluster": kept(QUEUE_OF_CLUSTER, inhibit("C")),
    "not undone behind an alias": undone(PRODUCER_TO_ALIAS, DISABLE),
    "not undone behind a remote queue": undone(PRODUCER_TO_REMOTE, inhibit("X")),
    "not undone in a cluster": undone(QUEUE_OF_CLUSTER, inhibit("C")),
    "not kept for a shared queue": at_z(0, INHIBITED, SetDeadLetterQueue(None, "Z")),
    "not undone for a shared queue": at_z(
        EXCEPTION | DISCARD, INHIBITED, SetDeadLetterQueue(None, "Z"), AlterQueue("REPLY", INHIBITED, "Z")
    ),
    "put back to a full staging queue": kept(OWN, DISABLE, limit(STAGING_QUEUE, 0)),
    "put back to an inhibited staging queue": kept(OWN, DISABLE, inhibit(STAGING_QUEUE)),
    "put back to a short staging queue": kept(OWN, DISABLE, limit(STAGING_QUEUE, None, 0)),
    "kept until a definition changes": waiting(put("n"), limit("Q", 1), DUE, MqGet("Q")),
    "kept until an attribute changes": waiting(*GONE),
    "kept for ever without a target": waiting(*GONE),
    "given up without a queue": (
        *NOT_TRIED_YET,
        *delayed(5000),
        DISABLE,
        Advance(6000),
        ENABLE,
        SetDeadLetterQueue("DLQ"),
        Advance(7_200_000),
        *LOOK_AT_DLQ,
    ),
    "given up at an unusable queue": (
        *QUEUES,
        *delayed(5000),
        DISABLE,
        DISABLE_DLQ,
        Advance(6000),
        ENABLE,
        ENABLE_DLQ,
        Advance(7_200_000),
        *LOOK_AT_DLQ,
    ),
}
