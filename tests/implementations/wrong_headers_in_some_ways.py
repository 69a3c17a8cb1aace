"""Misreadings of one header field in one way to send: a form of it, a unit of work, what was before."""

import re
from collections.abc import Callable
from unittest.mock import patch

from mqtck.reference.vocabulary.commands import (
    Command,
    CreateProducer,
    ProducerApi,
    Rollback,
    Send,
    StartQueueManager,
)
from mqtck.reference.vocabulary.constants import DEFAULT_PRIORITY, DestinationPersistence
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination, TopicDestination
from mqtck.reference.vocabulary.outcomes import Outcome, Sent

from .client_decisions import ClientDecisions
from .jms_client import Producer
from .misreading import misreading
from .uris import Destination
from .world import SimulatedWorld
from .written_headers import TypeElements
from .wrong_headers_in_one_corner import PRESET, absent, preset_id, preset_mode, preset_timestamp
from .wrong_in_some_calls import (
    Row,
    long_form,
    named_on_send,
    non_persistent,
    register,
    sends,
    transacted,
)

ANY_WAY = ("HM-48",)
"""The notes hold for every send."""


def nulls(*_: object) -> bytes:
    return bytes(24)


def no(*_: object) -> bool:
    return False


def local_manager(_: object, manager: str) -> str:
    return manager


def of_jms_producer(_: object, producer: Producer) -> bool:
    return producer.api is ProducerApi.JMS_PRODUCER


def to_overriding(command: object, producer: Producer) -> bool:
    named = command.destination if isinstance(command, Send) else None
    destination = named or producer.destination
    return destination is not None and destination.persistence is not DestinationPersistence.AS_APPLICATION


# fmt: off
ROWS: tuple[Row, ...] = (
    ("preset id kept in the long form", "Returns an id that was set, in the long form of send.",
     ("HM-32", "HM-28", "HM-30", *ANY_WAY), sends(long_form), "returned_id", preset_id),
    ("preset timestamp kept in the long form", "Keeps a timestamp that was set, in the long form of send.",
     (*PRESET, *ANY_WAY), sends(long_form), "timestamp", preset_timestamp),
    ("preset timestamp kept in a unit of work", "Keeps a timestamp that was set, in a unit of work.",
     (*PRESET, *ANY_WAY), sends(transacted), "timestamp", preset_timestamp),
    ("preset mode used for a named destination",
     "Takes the delivery mode from the message where the send names its destination.",
     ("HM-08", "HM-10", "HM-11", *ANY_WAY), sends(named_on_send), "delivery_mode", preset_mode),
    ("text not in the descriptor of the non-persistent",
     "Leaves a string to the MQRFH2 where the message is not persistent.",
     ("HM-47", *ANY_WAY), sends(non_persistent), "text_bytes", nulls),
    ("bytes lost in a unit of work", "Leaves native bytes out in a unit of work.",
     ("HM-42", "HM-43", *ANY_WAY), sends(transacted), "native_bytes", nulls),
    ("no priority element for an overriding destination",
     "Writes no priority where the destination decides about the persistence.",
     ("HM-25", *ANY_WAY), sends(to_overriding), "priority_element", absent),
    ("reply-to manager local for a named destination",
     "Names the local queue manager for the reply where the send names its destination.",
     ("HM-05", *ANY_WAY), sends(named_on_send), "reply_manager", local_manager),
    ("message id as text in a unit of work", "Takes a message id for a string in a unit of work.",
     ("HM-40", "HM-41", *ANY_WAY), sends(transacted), "is_message_id", no),
)
# fmt: on

for one in ROWS:
    register(one, "client_decisions")


class ByName(SimulatedWorld):
    """Leaves properties of a destination out where some sends write it."""

    element: str
    concerned: Callable[[object, Producer], bool]

    def execute(self, command: Command) -> Outcome:
        producer = self.calls.jms.producers.get(command.producer) if isinstance(command, Send) else None
        if producer is None or not type(self).concerned(command, producer):
            return super().execute(command)
        right = getattr(self.client_decisions, self.element)

        def by_name(destination: Destination, manager: str) -> str | None:
            if isinstance(destination, TopicDestination):
                return right(TopicDestination(destination.topic_string), manager)  # type: ignore[no-any-return]
            plain = QueueDestination(destination.queue, queue_manager=destination.queue_manager)
            return right(plain, manager)  # type: ignore[no-any-return]

        with patch.object(self.client_decisions, self.element, by_name):
            return super().execute(command)


@misreading(
    "reply-to by name of a JMSProducer",
    "Leaves the properties of JMSReplyTo to a MessageProducer.",
    "HM-06",
    *ANY_WAY,
)
class ReplyByName(ByName):
    element = "reply_element"
    concerned = staticmethod(of_jms_producer)


@misreading(
    "destination by name where the send names it",
    "Leaves the properties of a destination out that the send names.",
    *("HM-01", "HM-02", *ANY_WAY),
)
class DestinationByName(ByName):
    element = "destination_element"
    concerned = staticmethod(named_on_send)


class Afterwards(SimulatedWorld):
    """Decides otherwise from some command on."""

    after: type[Command]
    decision: str
    otherwise: Callable[..., object] = staticmethod(absent)
    begun = False

    def execute(self, command: Command) -> Outcome:
        if self.begun and isinstance(command, Send):
            with patch.object(self.client_decisions, self.decision, type(self).otherwise):
                return super().execute(command)
        self.begun = self.begun or isinstance(command, self.after)
        return super().execute(command)


@misreading(
    "no mode element behind a rollback", "Writes no delivery mode after a rollback.", "HM-12", *ANY_WAY
)
class NoModeBehindRollback(Afterwards):
    after = Rollback
    decision = "mode_element"


@misreading("no expiration behind a restart", "Writes no expiration after a restart.", "HM-19", *ANY_WAY)
class NoExpirationBehindRestart(Afterwards):
    after = StartQueueManager
    decision = "expiration_element"


@misreading("no type at the second send", "Writes the JMSType of the first message alone.", "HM-38", *ANY_WAY)
class NoTypeAtSecondSend(SimulatedWorld):
    def __init__(self, decisions: object, client: ClientDecisions) -> None:
        super().__init__(decisions, client)  # type: ignore[arg-type]
        self.sent: set[str] = set()

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, CreateProducer):
            self.sent.discard(command.producer)
        if not isinstance(command, Send) or command.producer not in self.sent:
            outcome = super().execute(command)
            if isinstance(command, Send) and isinstance(outcome, Sent):
                self.sent.add(command.producer)
            return outcome
        with patch.object(self.client_decisions, "type_elements", lambda _: TypeElements()):
            return super().execute(command)


def first_property(uri: str | None) -> str | None:
    return uri and re.split("[&;]", uri)[0]


@misreading("one property of a destination", "Writes one property of a destination.", "HM-02", "HM-01")
class OnePropertyOfDestination(ClientDecisions):
    def destination_element(self, destination: Destination, manager: str) -> str | None:
        return first_property(super().destination_element(destination, manager))


@misreading("one property of a reply-to", "Writes one property of JMSReplyTo.", "HM-06", "HM-07")
class OnePropertyOfReply(ClientDecisions):
    def reply_element(self, reply: QueueDestination, manager: str) -> str | None:
        return first_property(super().reply_element(reply, manager))


@misreading(
    "preset priority instead of the default",
    "Takes the priority from the message where the producer has the default.",
    *("HM-24", *ANY_WAY),
)
class PresetInsteadOfDefault(ClientDecisions):
    def priority(self, chosen: int, message: OutgoingMessage) -> int:
        preset = None if message.preset is None else message.preset.priority
        return preset if preset is not None and chosen == DEFAULT_PRIORITY else chosen
