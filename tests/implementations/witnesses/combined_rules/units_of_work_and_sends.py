"""Traces that show misreadings of units of work, failures to put and ways to send, each in one corner."""

from implementations.witnesses.parts.clusters_and_zos import CLUSTER_OF_TWO_QUEUES
from implementations.witnesses.parts.common import (
    DISABLE,
    EXPIRATION,
    QUEUES,
    TO_Q,
    TP,
    TRANSACTED,
    WITHIN,
    P,
    Q,
    Trace,
    message,
    send,
)
from implementations.witnesses.parts.publications import SUBSCRIBED_TO_T, TO_T, TOPIC_T_AND_S
from implementations.witnesses.parts.queues import XMIT
from implementations.witnesses.parts.sends import DELAY, DUE, RESTART
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Commit,
    CreateProducer,
    DefineLocalQueue,
    DeleteQueue,
    MqGet,
    MqPut,
    MqPut1,
    Receive,
    Rollback,
    Send,
    SetDeliveryDelay,
    SetPriority,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import PASS_EXPIRATION, STAGING_QUEUE
from mqtck.reference.vocabulary.environment import DefineImsBridgeQueue, SetEnforcementVariable
from mqtck.reference.vocabulary.messages import (
    ImsHeader,
    OutgoingMessage,
    PutDescriptor,
    QueueDestination,
    TransmissionHeader,
)
from mqtck.reference.vocabulary.publications import DefineSubscription

TWO_MONTHS = 60 * 86_400_000
LIFE = SetTimeToLive("p", 60_000)
TO_B = QueueDestination("B")


def request(label: str, flags: int) -> MqPut:
    outgoing = OutgoingMessage(label, reply_to="REPLY", ims_header=ImsHeader(flags))
    return MqPut("IMS", outgoing, PutDescriptor(expiry=600))


TRACES: dict[str, Trace] = {
    "the second rollback of a session in vain": (
        *(*TP, send("n"), Rollback("t"), send(), Rollback("t"), Commit("t"), Browse(STAGING_QUEUE)),
        *(DUE, Browse("Q")),
    ),
    "publications not rolled back": (
        *(*TOPIC_T_AND_S, DefineSubscription("s", "T", "S"), TRANSACTED),
        *(CreateProducer("p", session="t", topic=TO_T), DELAY, send(), Rollback("t"), Commit("t")),
        *(Browse(STAGING_QUEUE), DUE, Browse("S")),
    ),
    "the second of a unit of work lives from its commit": (
        *(*Q, DefineLocalQueue("B"), TRANSACTED, CreateProducer("p", session="t"), LIFE, DELAY),
        *(Send("p", message("n"), TO_B), Send("p", message(), TO_Q), Advance(20_000), Commit("t")),
        *(Advance(1000), Receive("B"), Receive("Q")),
    ),
    "lives begun anew while a unit of work is open": (
        *(*P, LIFE, SetDeliveryDelay("p", 20_000), DefineLocalQueue("B")),
        *(MqPut("B", message("n"), syncpoint=WITHIN), send(), Advance(21_000), Receive("Q")),
    ),
    "lives begun anew on the way into a cluster": (
        *(*CLUSTER_OF_TWO_QUEUES, LIFE, SetDeliveryDelay("p", 20_000), send(), Advance(22_000)),
        Browse("CQ"),
    ),
    "MQPUT1 outside units of work": (
        *(*QUEUES, MqPut1("Q", message(report=EXPIRATION), PutDescriptor(expiry=20), WITHIN)),
        *(Advance(5000), MqGet("Q"), Advance(1000), Browse("REPLY")),
    ),
    "dropped where neither the target nor a dead-letter queue is there": (
        *(*P, DELAY, send(), DeleteQueue("Q"), DUE, Browse(STAGING_QUEUE)),
    ),
    "early behind one that could not be put": (
        *(*P, DefineLocalQueue("B"), CreateProducer("other", destination=TO_B)),
        *(SetDeliveryDelay("other", 30_000), Send("other", message("n")), DELAY, send(), DISABLE, DUE),
        *(Advance(1000), Browse("B")),
    ),
    "delay of a publication in 31 bits": (
        *(*SUBSCRIBED_TO_T, SetDeliveryDelay("p", TWO_MONTHS), send(), Advance(TWO_MONTHS - 1000)),
        Browse("S"),
    ),
    "delay of a unit of work in 31 bits": (
        *(
            *TP,
            SetDeliveryDelay("p", TWO_MONTHS),
            send(),
            Advance(1000),
            Commit("t"),
            Advance(TWO_MONTHS - 2000),
        ),
        Browse("Q"),
    ),
    "header of an unlimited message not checked": (
        *(*XMIT, SetEnforcementVariable("True")),
        MqPut("X", OutgoingMessage("m", transmission_header=TransmissionHeader("FAR", "QM2", 0))),
    ),
    "flags of the first request": (
        *(*QUEUES, DefineImsBridgeQueue("IMS"), request("n", PASS_EXPIRATION), request("m", 0)),
        *(Advance(1000), Browse("REPLY")),
    ),
    "delays of the lowest priority begun anew": (
        *(*P, SetPriority("p", 0), DELAY, send(), Advance(3000), *RESTART, Advance(3000), Browse("Q")),
    ),
}
