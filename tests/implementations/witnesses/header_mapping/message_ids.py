"""Traces that show misreadings of JMSMessageID."""

from implementations.witnesses.parts.common import TO_Q, TP, P, Trace, message, send
from implementations.witnesses.parts.messages import ABROAD, IN_FULL, LONG_FORM, PRESET
from implementations.witnesses.parts.publications import PUBLISHER, published, topic
from implementations.witnesses.parts.sends import DELAY, SIMPLIFIED, UNIT
from mqtck.reference.vocabulary.commands import (
    Browse,
    Commit,
    CreateProducer,
    DefineLocalQueue,
    DefineQueueManager,
    DisableMessageId,
    EndQueueManager,
    MqGet,
    OpenSession,
    Receive,
    Rollback,
    Send,
    SendArguments,
    StartQueueManager,
)
from mqtck.reference.vocabulary.constants import DeliveryMode
from mqtck.reference.vocabulary.messages import OutgoingMessage, PresetHeaders
from mqtck.reference.vocabulary.publications import ReceivePublication, Subscribe

AGAIN: Trace = (EndQueueManager(), StartQueueManager(), CreateProducer("p", destination=TO_Q))

TRACES: dict[str, Trace] = {
    "five ids": (*P, *(send(f"m{number}") for number in range(6))),
    "another id behind a channel": ABROAD,
    "ids begin again at the second restart": (
        *(*P, send(), *AGAIN, send("n"), *AGAIN, send("o"), Browse("Q")),
    ),
    "id of the millisecond": (*P, send("one"), send("two")),
    "ids again after 256": (*P, *(send(f"m{number}") for number in range(260))),
    "ids of each queue manager": (
        *(*P, send(), DefineQueueManager("QM2"), DefineLocalQueue("Q", queue_manager="QM2")),
        *(OpenSession("s2", queue_manager="QM2"), CreateProducer("p2", session="s2", destination=TO_Q)),
        Send("p2", message("m2")),
    ),
    "no id for receivers of the non-persistent": (
        *P,
        Send("p", message(), arguments=SendArguments(DeliveryMode.NON_PERSISTENT, 4, 0)),
        Receive("Q"),
    ),
    "another id in the descriptor of the persistent": (*P, send(), MqGet("Q")),
    "no id for subscribers": (*topic(), Subscribe("a", "news"), *published(0), ReceivePublication("a")),
    "preset id kept": (
        *P,
        Send("p", OutgoingMessage("m", preset=PresetHeaders(message_id="ID:" + "ab" * 24))),
    ),
    "no id when disabled": (*P, DisableMessageId("p"), send()),
    "id used twice": (*P, send("m"), Send("p", OutgoingMessage("n", same_object_as="m"))),
    "id without prefix": (*P, send()),
    "id cut short": (*P, send()),
    "id of another message": (*P, send(), Receive("Q")),
    "ids begin again at a restart": (
        *(*P, send(), EndQueueManager(), StartQueueManager(), CreateProducer("p", destination=TO_Q)),
        *(send("n"), Browse("Q")),
    ),
    "ids of a rollback used again": (*UNIT, send(), Rollback("t"), send("n"), Commit("t")),
    "one id for a unit of work": (*UNIT, send(), send("n"), Commit("t")),
    "preset id kept in a unit of work": (*UNIT, PRESET, Commit("t"), Receive("Q")),
    "preset id kept in the long form": (*P, Send("p", IN_FULL, arguments=LONG_FORM)),
    "JMSProducer without id when disabled": (*SIMPLIFIED, DisableMessageId("p"), send()),
    "delayed without id when disabled": (*SIMPLIFIED, DELAY, DisableMessageId("p"), send()),
    "no id before the commit": (*UNIT, send(), Commit("t")),
    "publications without id when disabled": (*PUBLISHER, DisableMessageId("p"), send()),
    "unit of work without id when disabled": (*TP, DisableMessageId("p"), send()),
}
