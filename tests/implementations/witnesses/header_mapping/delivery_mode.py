"""Traces that show misreadings of JMSDeliveryMode."""

from implementations.witnesses.parts.common import AS_QUEUE, TO_Q, TRANSACTED, P, Q, Trace, message, send
from implementations.witnesses.parts.messages import (
    IN_FULL,
    LONG_FORM,
    NAMED,
    NON_PERSISTENT_FORM,
    PRESET,
    SEND_IN_LONG_FORM,
    hopped,
    to_q,
)
from implementations.witnesses.parts.publications import PUBLISHER_OF_PRICES, published_to
from implementations.witnesses.parts.queues import q
from implementations.witnesses.parts.sends import (
    AS_DEFINED,
    BY_Q,
    DELAY,
    DELETE_Q,
    DETAILED,
    NAMED_ON_SEND,
    OF_SESSION,
    OVERRIDING,
    OVERRIDING_FOR_MQI,
    SIMPLIFIED,
    TWO_PRODUCERS,
    UNIT,
    UNIT_WITH_REPLY,
)
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Commit,
    CreateProducer,
    DefineLocalQueue,
    QueueAttributes,
    Receive,
    Rollback,
    Send,
    SendArguments,
    SetDeliveryMode,
)
from mqtck.reference.vocabulary.constants import DeliveryMode, DestinationPersistence
from mqtck.reference.vocabulary.messages import (
    OutgoingMessage,
    PresetHeaders,
    QueueDestination,
    TopicDestination,
)
from mqtck.reference.vocabulary.publications import ReceivePublication

DEFINED_OTHERWISE: Trace = (
    DefineLocalQueue("Q", QueueAttributes(default_persistence=DeliveryMode.PERSISTENT)),
    CreateProducer("p", destination=AS_DEFINED),
    Send("p", OutgoingMessage("m"), arguments=NON_PERSISTENT_FORM),
    Receive("Q"),
)
DETAILED_SENT: Trace = (
    *Q,
    CreateProducer("p", destination=DETAILED),
    Send("p", OutgoingMessage("m"), arguments=NON_PERSISTENT_FORM),
    Receive("Q"),
)
TO_LOWERED = CreateProducer("p", destination=OVERRIDING)
IN_UNIT_TO_LOWERED: Trace = (*Q, TRANSACTED, CreateProducer("p", session="t", destination=OVERRIDING))
FIRST_IN_LONG_FORM = Send(
    "p", message("first"), arguments=SendArguments(DeliveryMode.NON_PERSISTENT, 7, 60_000)
)
PERSISTENT = Send("p", OutgoingMessage("m"), arguments=SendArguments(DeliveryMode.PERSISTENT, 7, 60_000))

TRACES: dict[str, Trace] = {
    "delivery mode copied": (*P, send(), Receive("Q")),
    "preset delivery mode used": (
        *P,
        Send("p", OutgoingMessage("m", preset=PresetHeaders(delivery_mode=1))),
        Receive("Q"),
    ),
    "delivery mode of a session": (
        *TWO_PRODUCERS,
        SetDeliveryMode("other", DeliveryMode.NON_PERSISTENT),
        send(),
        Browse("Q"),
    ),
    "DEFPSIST of the former queue": (
        *(q(default_persistence=DeliveryMode.NON_PERSISTENT), DELETE_Q),
        *(q(default_persistence=DeliveryMode.PERSISTENT), CreateProducer("p")),
        *(to_q(destination=AS_QUEUE), Browse("Q")),
    ),
    "non-persistent for good": (
        *(*P, SetDeliveryMode("p", DeliveryMode.NON_PERSISTENT), send()),
        *(SetDeliveryMode("p", DeliveryMode.PERSISTENT), send("n"), Browse("Q")),
    ),
    "persistence of a destination kept": (
        *(DefineLocalQueue("Q"), CreateProducer("p"), Send("p", message("m"), OVERRIDING)),
        *(Send("p", message("n"), TO_Q), Browse("Q")),
    ),
    "no mode element behind a rollback": (*UNIT_WITH_REPLY, send("k"), Rollback("t"), send("m")),
    "long form to a named queue by the producer": NAMED,
    "persistence of a producer's first topic": published_to(
        TopicDestination("T", DestinationPersistence.PERSISTENT),
        TopicDestination("T", DestinationPersistence.NON_PERSISTENT),
    ),
    "long form lasts": (*P, FIRST_IN_LONG_FORM, send("next")),
    "a producer begins with the mode of another": (
        *(*P, SetDeliveryMode("p", DeliveryMode.NON_PERSISTENT), *OF_SESSION[len(P) :], *BY_Q),
    ),
    "long form's mode ignored": (*P, SEND_IN_LONG_FORM, Browse("Q")),
    "setDeliveryMode ignored": (*P, SetDeliveryMode("p", DeliveryMode.NON_PERSISTENT), send(), Browse("Q")),
    "default delivery mode not written": (*P, PERSISTENT, Browse("Q")),
    "delivered persistent": hopped(arguments=SendArguments(DeliveryMode.NON_PERSISTENT, 4, 0)),
    "destination's delivery mode ignored": DETAILED_SENT,
    "no delivery mode element": (*P, send()),
    "persistence as delivery mode element": (*P, send()),
    "overruled delivery mode written": DETAILED_SENT,
    "delivery mode belied": DEFINED_OTHERWISE,
    "destination overruled in a unit of work": (*IN_UNIT_TO_LOWERED, send(), Commit("t"), Receive("Q")),
    "destination of the send overruled": (
        *(*Q, CreateProducer("p"), Send("p", OutgoingMessage("m"), OVERRIDING), Receive("Q")),
    ),
    "destination for the MQI overruled": (
        *(
            *NAMED_ON_SEND,
            Send("p", OutgoingMessage("m"), OVERRIDING_FOR_MQI, NON_PERSISTENT_FORM),
            Receive("Q"),
        ),
    ),
    "object sent again by a JMSProducer persistent": (
        *(*SIMPLIFIED, SetDeliveryMode("p", DeliveryMode.NON_PERSISTENT), send()),
        *(Send("p", OutgoingMessage("m2", same_object_as="m")), Browse("Q")),
    ),
    "destination overruled with a delay": (*Q, TO_LOWERED, DELAY, send(), Advance(6000), Receive("Q")),
    "destination overruled by the long form": (
        *(*Q, CreateProducer("p", destination=QueueDestination("Q", DestinationPersistence.PERSISTENT))),
        *(Send("p", OutgoingMessage("m"), arguments=NON_PERSISTENT_FORM), Receive("Q")),
    ),
    "no mode element in a unit of work": (*UNIT, send(), Commit("t"), Receive("Q")),
    "preset mode used with a delay": (*P, DELAY, PRESET, Advance(6000), Receive("Q")),
    "preset mode of publications used": (*PUBLISHER_OF_PRICES, PRESET, ReceivePublication("s")),
    "preset mode used for a named destination": (*NAMED_ON_SEND, Send("p", IN_FULL, TO_Q, LONG_FORM)),
    "delayed not persistent": (*SIMPLIFIED, DELAY, send(), Advance(6000), Browse("Q")),
}
