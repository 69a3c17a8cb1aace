"""Traces that show misreadings of JMSDestination and JMSReplyTo."""

from implementations.witnesses.parts.common import REMOTE, TO_Q, P, Q, Trace, send
from implementations.witnesses.parts.messages import AGAIN_IN_FULL, IN_FULL, with_header
from implementations.witnesses.parts.sends import (
    ASKING,
    DETAILED,
    NAMED_ON_SEND,
    OVERRIDING,
    OVERRIDING_FOR_MQI,
    QUEUES_OF_BOTH,
)
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    CreateProducer,
    DefineLocalQueue,
    ProducerApi,
    Receive,
    Send,
    StartChannel,
)
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER, DestinationPersistence
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination, TargetClient

BY_JMS_PRODUCER: Trace = (*QUEUES_OF_BOTH, CreateProducer("p", ProducerApi.JMS_PRODUCER))
TWO_PROPERTIES = QueueDestination("Q", DestinationPersistence.NON_PERSISTENT, 7)
REPLY = QueueDestination("REPLY", DestinationPersistence.PERSISTENT, 7, "QM7", target_client=TargetClient.MQ)
REPLY_BY_QUEUE = QueueDestination("REPLY", DestinationPersistence.QUEUE_DEFINITION)
REPLIES: Trace = (*P, DefineLocalQueue("REPLY"))
REPLY_NAMED: Trace = (
    *REPLIES,
    Send("p", OutgoingMessage("m", reply_to="REPLY", reply_destination=REPLY)),
    Receive("Q"),
)
REPLY_PLAIN: Trace = (*REPLIES, Send("p", OutgoingMessage("m", reply_to="REPLY")), Receive("Q"))
REPLY_AS_DEFINED: Trace = (
    *REPLIES,
    Send("p", OutgoingMessage("m", reply_to="REPLY", reply_destination=REPLY_BY_QUEUE)),
    Receive("Q"),
)
SMALL = QueueDestination("REPLY", queue_manager="Shop.qm_7")
LONG_NAME = "N" * 48
LONG_REPLY = Send("p", OutgoingMessage("m", reply_to=LONG_NAME))
ODD_NAME = "N/%"
ODD_REPLY = Send("p", OutgoingMessage("m", reply_to=ODD_NAME))
ELSEWHERE = QueueDestination("R", queue_manager="QM7")
HERE = QueueDestination("Q", queue_manager=DEFAULT_QUEUE_MANAGER)

TRACES: dict[str, Trace] = {
    "reply-to queue in capitals": (
        DefineLocalQueue("Replies"),
        *with_header(OutgoingMessage("m", reply_to="Replies")),
    ),
    "reply-to manager of the channel": (
        *(*REMOTE, CreateProducer("p", destination=TO_Q)),
        Send("p", OutgoingMessage("m", reply_to="R", reply_destination=ELSEWHERE)),
        *(StartChannel("XMIT"), Advance(1000), Browse("FAR", "QM2")),
    ),
    "priority 0 of a destination not written": (
        *Q,
        CreateProducer("p"),
        Send("p", OutgoingMessage("m"), TO_Q),
        Send("p", OutgoingMessage("n"), QueueDestination("Q", priority=0)),
    ),
    "reply-to by name of a JMSProducer": (
        *(*BY_JMS_PRODUCER, Send("p", IN_FULL, TO_Q), Send("p", AGAIN_IN_FULL, TO_Q)),
    ),
    "destination by name where the send names it": (
        *(*NAMED_ON_SEND, Send("p", IN_FULL, TO_Q), Send("p", AGAIN_IN_FULL, OVERRIDING)),
    ),
    "one property of a destination": (
        *(*Q, CreateProducer("p", destination=TWO_PROPERTIES), send()),
        *(CreateProducer("q", destination=OVERRIDING), Send("q", OutgoingMessage("n"))),
    ),
    "one property of a reply-to": (
        *(*P, Send("p", OutgoingMessage("m", reply_to="Q", reply_destination=TWO_PROPERTIES))),
        Send("p", OutgoingMessage("n", reply_to="Q", reply_destination=OVERRIDING)),
    ),
    "replies to another queue manager": (
        *P,
        Send("p", OutgoingMessage("m", reply_to="REPLY")),
        Receive("Q"),
    ),
    "reply-to queue manager stays with the object": (
        *ASKING[:-1],
        Send(
            "p",
            OutgoingMessage(
                "m", reply_to="REPLY", reply_destination=QueueDestination("REPLY", queue_manager="QM7")
            ),
        ),
        Send("p", OutgoingMessage("m2", reply_to="REPLY", same_object_as="m")),
        Browse("Q"),
    ),
    "destinations without their queue manager": (
        *(*REMOTE, CreateProducer("p", destination=HERE), Send("p", OutgoingMessage("m"))),
    ),
    "no destination element": (*P, send()),
    "staging queue as destination": (*P, send()),
    "destination by name alone": (*P, send("m"), CreateProducer("p", destination=DETAILED), send("n")),
    "destination without scheme": (*P, send()),
    "no reply-to queue": REPLY_PLAIN,
    "reply-to queue as URI": REPLY_PLAIN,
    "reply-to manager always local": REPLY_NAMED,
    "reply-to manager left out": REPLY_NAMED,
    "reply-to by name alone": REPLY_NAMED,
    "reply-to persistence of the queue left out": REPLY_AS_DEFINED,
    "no reply-to element": REPLY_AS_DEFINED,
    "reply-to without scheme": REPLY_PLAIN,
    "destination of 47 characters": (
        *(DefineLocalQueue(LONG_NAME), CreateProducer("p", destination=QueueDestination(LONG_NAME)), send()),
    ),
    "reply-to queue of 47 characters": (*P, DefineLocalQueue(LONG_NAME), LONG_REPLY, Receive("Q")),
    "reply-to by the last part of its name": (*P, DefineLocalQueue(ODD_NAME), ODD_REPLY, Receive("Q")),
    "reply-to queue escaped": (*P, DefineLocalQueue(ODD_NAME), ODD_REPLY, Receive("Q")),
    "reply-to manager local for a named destination": (*NAMED_ON_SEND, Send("p", IN_FULL, TO_Q)),
    "reply-to manager local for the MQI": (*NAMED_ON_SEND, Send("p", IN_FULL, OVERRIDING_FOR_MQI)),
    "queue manager of a reply-to in capitals": (
        *(*REPLIES, Send("p", OutgoingMessage("m", reply_to="REPLY", reply_destination=SMALL)), Receive("Q")),
    ),
}
