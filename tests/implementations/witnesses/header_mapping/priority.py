"""Traces that show misreadings of JMSPriority."""

from implementations.witnesses.parts.common import AS_QUEUE, P, Q, Trace, message, send
from implementations.witnesses.parts.messages import (
    IN_FULL,
    LONG_FORM,
    NAMED,
    SEND_AGAIN,
    SEND_IN_LONG_FORM,
    to_q,
)
from implementations.witnesses.parts.publications import NEWS, PUBLISHER, TO_T, published_to, sent_to, topic
from implementations.witnesses.parts.queues import q
from implementations.witnesses.parts.sends import (
    ANY,
    BY_Q,
    DELAY,
    DELETE_Q,
    NAMED_ON_SEND,
    OF_SESSION,
    OVERRIDING,
    SIMPLIFIED,
    TWO_PRODUCERS,
    UNIT,
)
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Commit,
    CreateProducer,
    Receive,
    Send,
    SendArguments,
    SetDeliveryDelay,
    SetPriority,
)
from mqtck.reference.vocabulary.constants import DeliveryMode
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination, TopicDestination

TRACES: dict[str, Trace] = {
    "priority shifted": (*P, SetPriority("p", 0), send(), Receive("Q")),
    "priority of a session": (*TWO_PRODUCERS, SetPriority("other", 8), send(), Browse("Q")),
    "priority of the first send": (
        *P,
        SetPriority("p", 2),
        send("first"),
        SetPriority("p", 8),
        Send("p", OutgoingMessage("m", same_object_as="first")),
        Browse("Q"),
    ),
    "DEFPRTY of the former queue": (
        *(q(default_priority=2), DELETE_Q, q(default_priority=7), CreateProducer("p")),
        *(to_q(destination=AS_QUEUE), Browse("Q")),
    ),
    "priority 1 not written": (*P, SetPriority("p", 1), send(), Receive("Q")),
    "preset priority instead of the default": (*P, Send("p", IN_FULL)),
    "priority 0 of the long form is none": NAMED,
    "priority 4 of the long form is none": (
        *(*P, SetPriority("p", 7)),
        Send("p", OutgoingMessage("m"), arguments=SendArguments(DeliveryMode.PERSISTENT, 4, 0)),
    ),
    "priority 4 for receivers": NAMED,
    "setPriority ignored": (*P, SetPriority("p", 7), send()),
    "priority in two classes": (*P, SetPriority("p", 2), send()),
    "priority element stays with the object": (
        *(*P, SetPriority("p", 2), send(), SetPriority("p", 8), SEND_AGAIN, Browse("Q")),
    ),
    "priority element of the message before": (
        *(*P, SetPriority("p", 8), send(), SetPriority("p", 4), send("m2"), Browse("Q")),
    ),
    "long form's priority ignored": (*P, SEND_IN_LONG_FORM, Browse("Q")),
    "priority 0 for none": (*P, SetPriority("p", 0), send(), Browse("Q")),
    "priority 0 not written": (*P, SetPriority("p", 0), send(), Browse("Q")),
    "no priority element": (*P, SetPriority("p", 7), send()),
    "low priorities not written": (*P, SetPriority("p", 0), send()),
    "default priority written as 0": (*P, send()),
    "priority of a producer's first topic": published_to(TopicDestination("T", priority=7), TO_T),
    "priority of a topic as first published to": published_to(TopicDestination("T", priority=7), TO_T),
    "priority of a producer's first queue": (
        *(*Q, *ANY, sent_to("m", QueueDestination("Q", priority=7)), sent_to("m2", QueueDestination("Q"))),
        Browse("Q"),
    ),
    "a producer begins with the priority of another": (
        *(*P, SetPriority("p", 7), *OF_SESSION[len(P) :], *BY_Q),
    ),
    "default priority not set": (*P, SetPriority("p", 7), SetPriority("p", 4), send(), Browse("Q")),
    "priority of a refused long form stays": (
        *(*P, SetDeliveryDelay("p", 5000)),
        *(Send("p", message(), arguments=SendArguments(DeliveryMode.PERSISTENT, 7, 1000)), send("m2")),
        *(Advance(6000), Browse("Q")),
    ),
    "long form of a publication without its priority": (
        *topic(),
        CreateProducer("p", topic=NEWS),
        Send("p", OutgoingMessage("m"), arguments=SendArguments(DeliveryMode.PERSISTENT, 7, 0)),
    ),
    "no priority element for an overriding destination": (
        *(*NAMED_ON_SEND, Send("p", IN_FULL, OVERRIDING, LONG_FORM)),
    ),
    "JMSProducer of default priority": (*SIMPLIFIED, SetPriority("p", 7), send(), Browse("Q")),
    "unit of work of default priority": (*UNIT, SetPriority("p", 7), send(), Commit("t"), Browse("Q")),
    "delayed of default priority": (
        *SIMPLIFIED,
        SetPriority("p", 7),
        DELAY,
        send(),
        Advance(6000),
        Browse("Q"),
    ),
    "publications without priority element": (*PUBLISHER, SetPriority("p", 7), send(), Browse("S")),
    "publications of default priority": (*PUBLISHER, SetPriority("p", 7), send(), Browse("S")),
}
