"""Traces that show misreadings of MQRO_DISCARD_MSG where the put to the target fails."""

from implementations.witnesses.parts.channels import ALIAS_INSTEAD, inhibit
from implementations.witnesses.parts.clusters_and_zos import QUEUE_OF_CLUSTER, at_z
from implementations.witnesses.parts.common import (
    DISABLE,
    DISCARD,
    ENABLE,
    EXCEPTION,
    LOOK,
    QUEUES,
    Trace,
    delayed,
    failed,
    message,
    put,
    send,
)
from implementations.witnesses.parts.messages import ASKED_IN_UNIT, SEND_LONG, asked, failing, late
from implementations.witnesses.parts.publications import copied
from implementations.witnesses.parts.queues import DLQ_DISABLED, NO_GET, limit
from implementations.witnesses.parts.sends import (
    DUE,
    OWN,
    PRODUCER_TO_ALIAS,
    PRODUCER_TO_REMOTE,
    RESTART,
    failed_on,
)
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    DefineAliasQueue,
    DefineLocalQueue,
    DeleteQueue,
    MqGet,
    QueueAttributes,
    ReadDepth,
    Usage,
)
from mqtck.reference.vocabulary.constants import Report
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination

TRANSMISSION = QueueAttributes(usage=Usage.TRANSMISSION)


def too_long(way: Trace, queue: str) -> Trace:
    """A limit of length comes over a message that is staged."""
    return (*way, SEND_LONG, limit(queue, None, 1000), DUE, *LOOK, ReadDepth(queue))


TRACES: dict[str, Trace] = {
    "discards beside passed-on options not carried out": (
        *QUEUES,
        *delayed(5000, 0, DISCARD | Report.PASS_DISCARD_AND_EXPIRY),
        DISABLE,
        DUE,
        *LOOK,
    ),
    "dead-lettered though discard was asked": failed(DISCARD),
    "discard by equality": failed(DISCARD | EXCEPTION),
    "unit of work without discards": ASKED_IN_UNIT,
    "first transmission queue": (
        *(
            *PRODUCER_TO_REMOTE,
            send(),
            DUE,
            MqGet("X"),
            DeleteQueue("X"),
            DefineLocalQueue("X", TRANSMISSION),
        ),
        *(send("n"), DUE, ReadDepth("X")),
    ),
    "target above its limit": failed_on(OWN, 0, put("n"), put("o"), limit("Q", 1)),
    "discard behind a kept message": (
        *DLQ_DISABLED,
        *late(OutgoingMessage("kept")),
        *late(asked(DISCARD), delay=6000),
        DISABLE,
        Advance(7000),
        *LOOK,
    ),
    "dropped behind an alias": (
        *QUEUES,
        DefineAliasQueue("A", "Q"),
        *late(message(), QueueDestination("A")),
        DISABLE,
        DUE,
        *LOOK,
    ),
    "given up at a short queue": failing(
        message(), AlterQueue("DLQ", AttributeChanges(max_message_length=0))
    ),
    "discarded comes back at restart": (
        *QUEUES,
        *late(asked(DISCARD)),
        DISABLE,
        DUE,
        ENABLE,
        *RESTART,
        DUE,
        *LOOK,
    ),
    "unreadable transmission queue": (
        *failed_on(PRODUCER_TO_REMOTE, 0, AlterQueue("X", NO_GET)),
        ReadDepth("X"),
    ),
    "unreadable behind an alias": (*PRODUCER_TO_ALIAS, send(), AlterQueue("Q", NO_GET), DUE, ReadDepth("Q")),
    "unreadable queue of a subscription": copied(AlterQueue("S", NO_GET)),
    "discard option behind an alias": failed_on(PRODUCER_TO_ALIAS, DISCARD, DISABLE),
    "discard option behind a remote queue": failed_on(PRODUCER_TO_REMOTE, DISCARD, inhibit("X")),
    "discard option in a cluster": failed_on(QUEUE_OF_CLUSTER, DISCARD, inhibit("C")),
    "discard option of a name that became an alias": failed_on(OWN, DISCARD, *ALIAS_INSTEAD),
    "overfull behind an alias": failed_on(PRODUCER_TO_ALIAS, 0, limit("Q", 0)),
    "overfull transmission queue": (*failed_on(PRODUCER_TO_REMOTE, 0, limit("X", 0)), ReadDepth("X")),
    "overfull in a cluster": (*failed_on(QUEUE_OF_CLUSTER, 0, limit("C", 0)), ReadDepth("C")),
    "overfull shared queue": at_z(0, AttributeChanges(max_depth=0)),
    "too long behind an alias": too_long(PRODUCER_TO_ALIAS, "Q"),
    "too long for a transmission queue": too_long(PRODUCER_TO_REMOTE, "X"),
    "too long in a cluster": too_long(QUEUE_OF_CLUSTER, "C"),
    "too long for a shared queue": at_z(0, AttributeChanges(max_message_length=1000)),
}
