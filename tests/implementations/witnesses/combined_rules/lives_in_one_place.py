"""Traces that show lives that begin anew, stand still or do not end in one place alone."""

from implementations.witnesses.parts.channels import (
    DEADQ_A,
    IN_RETRY,
    INHIBITED,
    NORMAL,
    PAIR,
    A,
    B,
    ends,
)
from implementations.witnesses.parts.clusters_and_zos import NOT_FIXED, cluster_of_two
from implementations.witnesses.parts.common import (
    DISABLE,
    ENABLE,
    REMOTE,
    TO_Q,
    WITHIN,
    P,
    Q,
    Trace,
    send,
)
from implementations.witnesses.parts.publications import FAR, NEWS, S, topic
from implementations.witnesses.parts.sends import HOUR, NON_PERSISTENT
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Command,
    CreateProducer,
    DefineLocalQueue,
    EndQueueManager,
    MqBackout,
    MqGet,
    MqPut,
    Receive,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetPriority,
    SetTimeToLive,
    StartChannel,
    StartQueueManager,
    Switch,
)
from mqtck.reference.vocabulary.constants import Persistence
from mqtck.reference.vocabulary.messages import (
    OutgoingMessage,
    PutDescriptor,
    QueueDestination,
    TransmissionHeader,
)

LIFE = SetTimeToLive("p", 60_000)
DELAY_OF_15_S = SetDeliveryDelay("p", 15_000)
QM2_IS_DOWN: Trace = (EndQueueManager("QM2"), Advance(40_000), StartQueueManager("QM2"), Advance(1000))
TO_CLUSTER: Trace = (
    *(*cluster_of_two(NOT_FIXED), CreateProducer("p", destination=QueueDestination("CQ"))),
    *(LIFE, DELAY_OF_15_S),
)


def to_remote(expiry: int, label: str = "m", length: int | None = None) -> MqPut:
    descriptor = PutDescriptor(expiry=expiry, persistence=Persistence.PERSISTENT)
    return MqPut("RQ", OutgoingMessage(label, length), descriptor, connection="a")


def behind_header(separate: int, embedded: int) -> Trace:
    outgoing = OutgoingMessage("m", transmission_header=TransmissionHeader("FAR", "QM2", embedded))
    return (*Q, MqPut("Q", outgoing, PutDescriptor(expiry=separate)))


def expired_while_down(place: Trace, *looks: Command) -> Trace:
    """Two messages, both over by the start of the queue manager."""
    return (
        *(*place, SetTimeToLive("p", 6000), SetDeliveryDelay("p", 3000), send("n"), SetPriority("p", 9)),
        *(send(), EndQueueManager(), Advance(12_000), StartQueueManager(), *looks),
    )


TRACES: dict[str, Trace] = {
    "lives of what is not persistent begun anew on the way into a cluster": (
        *(*TO_CLUSTER, NON_PERSISTENT, send(), *QM2_IS_DOWN, Browse("CQ", "QM2")),
    ),
    "lives begun anew on the way down a hierarchy": (
        *(*FAR, *topic(), Advance(1000), CreateProducer("p", topic=NEWS), LIFE, DELAY_OF_15_S, send()),
        *(*QM2_IS_DOWN, Browse("S", "QM2")),
    ),
    "lives begun anew when a channel tries again": (
        *(*IN_RETRY, DEADQ_A, AlterQueue("D", INHIBITED, A), to_remote(144_000, length=40_000)),
        *(StartChannel("X", A), Advance(HOUR), AlterQueue("D", AttributeChanges(put=Switch.ENABLED), A)),
        *(Advance(2 * HOUR), Browse("D", A)),
    ),
    "life of the third of a batch begun anew": (
        *(*PAIR, *ends(NORMAL), *(to_remote(1200, label) for label in ("m1", "m2", "m3"))),
        *(Advance(40_000), StartChannel("X", A), Advance(1000), Browse("T", B)),
    ),
    "unlimited on the dead-letter queue of a member": (
        *(*TO_CLUSTER, DefineLocalQueue("DLQ", queue_manager="QM2"), SetDeadLetterQueue("DLQ", "QM2")),
        *(send(), AlterQueue("CQ", INHIBITED, "QM2"), Advance(17_000), Browse("DLQ", "QM2")),
    ),
    "Expiry in the header as put after a backout": (
        *(*behind_header(600, 400), MqGet("Q", syncpoint=WITHIN), MqBackout(), Advance(20_000)),
        MqGet("Q"),
    ),
    "Expiry in the header as put if it is the longer one": (
        *(*behind_header(300, 600), Advance(10_000), MqGet("Q")),
    ),
    "of priority 9 moved though expired": expired_while_down(P, Receive("Q")),
    "for a remote queue moved though expired": expired_while_down(
        (*REMOTE, CreateProducer("p", destination=TO_Q)), MqGet("XMIT")
    ),
    "for a subscriber moved though expired": expired_while_down(
        (*topic(), *S, CreateProducer("p", topic=NEWS)), Receive("S")
    ),
    "moved though expired when tried before": (
        *(*P, SetTimeToLive("p", 8000), SetDeliveryDelay("p", 3000), send(), DISABLE, Advance(4000)),
        *(ENABLE, EndQueueManager(), Advance(12_000), StartQueueManager(), Receive("Q")),
    ),
    "the second moved though expired": expired_while_down(P, Receive("Q")),
}
