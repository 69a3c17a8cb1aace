"""Misreadings of JMSPriority."""

# ruff: noqa: ARG002 - as in `decisions`

from typing import Any

import msgspec

from implementations.decisions.client import ClientDecisions
from implementations.simulation.clients.sessions import Producer
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Message
from implementations.state.uris import Destination
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import absent, changed, nothing
from implementations.wrong.parts.calls import Row, delayed, publishes, register, sends, simplified, transacted
from implementations.wrong.parts.producers import (
    AnyDestination,
    LongFormIgnored,
    OfItsObject,
    OfTheLast,
    SendsWatched,
    begins,
    destination_once,
    keeps_of,
    producer_of_topics,
)
from implementations.wrong.parts.restarts import Shared, keeps
from implementations.wrong.parts.rules import ANY_WAY
from mqtck.reference.vocabulary.commands import (
    Command,
    Receive,
    Send,
    SendArguments,
    SetDeliveryDelay,
    SetPriority,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import DEFAULT_PRIORITY, DestinationPersistence
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination, TopicDestination
from mqtck.reference.vocabulary.outcomes import Done, MessageReturned, Outcome, Refused


def published_in_long_form(command: Send | SetDeliveryDelay | SetTimeToLive, producer: Producer) -> bool:
    return isinstance(command, Send) and command.arguments is not None and publishes(command, producer)


def default_priority(*_: object) -> int:
    return 4


@misreading("priority shifted", "Maps JMSPriority 0 to 9 onto 1 to 9.", "HM-24")
class PriorityShifted(ClientDecisions):
    def priority(self, chosen: int, message: OutgoingMessage) -> int:
        return max(1, chosen)


@misreading(
    "priority of a session",
    "Keeps the priority with the session.",
    *("HM-24", "HM-25", "X-28"),
)
class PriorityOfSession(Shared):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, SetPriority) and isinstance(outcome, Done):
            for producer in self.of_session(self.calls.jms.producers[command.producer]):
                producer.priority = command.priority
        return outcome


@misreading(
    "priority of the first send",
    "Sends a message object again with the priority of its first send.",
    *("HM-24", "HM-25"),
)
class PriorityOfFirstSend(ClientDecisions):
    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.sent: dict[str, int] = {}

    def priority(self, chosen: int, message: OutgoingMessage) -> int:
        first = self.sent.get(message.same_object_as or "", chosen)
        self.sent[message.label] = first
        return first


keeps("DEFPRTY", "default_priority", "HM-24", "DD-78")


@misreading("priority 1 not written", "Writes every priority but 1.", "HM-25")
class PriorityOneNotWritten(ClientDecisions):
    def priority_element(self, chosen: int, priority: int, destination: Destination) -> int | None:
        return None if chosen == 1 else super().priority_element(chosen, priority, destination)


def to_overriding(command: object, producer: Producer) -> bool:
    named = command.destination if isinstance(command, Send) else None
    destination = named or producer.destination
    return destination is not None and destination.persistence is not DestinationPersistence.AS_APPLICATION


@misreading(
    "preset priority instead of the default",
    "Takes the priority from the message where the producer has the default.",
    *("HM-24", *ANY_WAY),
)
class PresetInsteadOfDefault(ClientDecisions):
    def priority(self, chosen: int, message: OutgoingMessage) -> int:
        preset = None if message.preset is None else message.preset.priority
        return preset if preset is not None and chosen == DEFAULT_PRIORITY else chosen


@misreading(
    "priority 0 of the long form is none", "Takes priority 0 of the long form for none given.", "HM-24"
)
class PriorityOrProducers(SendsWatched):
    def understood(self, command: Send, producer: Producer) -> SendArguments | None:
        given = command.arguments
        if given is None:
            return None
        return msgspec.structs.replace(given, priority=given.priority or producer.priority)


@misreading(
    "priority 4 of the long form is none",
    "Takes the default priority in the long form for none given.",
    *("HM-24", "HM-25", "HM-26"),
)
class DefaultPriorityOrProducers(SendsWatched):
    def understood(self, command: Send, producer: Producer) -> SendArguments | None:
        given = command.arguments
        if given is None or given.priority != DEFAULT_PRIORITY:
            return given
        return msgspec.structs.replace(given, priority=producer.priority)


@misreading("priority 4 for receivers", "Shows every receiver JMSPriority 4.", *("HM-24", "DD-78", "X-28"))
class PriorityForReceivers(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if not isinstance(command, Receive) or not isinstance(outcome, MessageReturned):
            return outcome
        header = msgspec.structs.replace(outcome.message.header, priority=DEFAULT_PRIORITY)
        return MessageReturned(msgspec.structs.replace(outcome.message, header=header))


@misreading("setPriority ignored", "Heeds the priority of the long form alone.", "HM-24", "HM-25")
class SetPriorityIgnored(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        return Done() if isinstance(command, SetPriority) else super().execute(command)


@misreading("priority in two classes", "Knows normal and expedited messages alone.", "HM-24", "X-28")
class PriorityInTwoClasses(ClientDecisions):
    def priority(self, chosen: int, message: OutgoingMessage) -> int:
        return 9 if chosen > 4 else 4


def _priority_element(message: Message, former: Message) -> Message:
    if message.header is None or former.header is None or former.header.priority is None:
        return message
    return changed(message, header=changed(message.header, priority=former.header.priority))


def _priority_element_not_written(message: Message, former: Message) -> Message:
    own = None if message.header is None else message.header.priority
    return message if own is not None else _priority_element(message, former)


keeps_of(
    *("priority element stays with the object", "Leaves jms.Pri on an object that is sent again."),
    *(OfItsObject, _priority_element, "HM-25", "HM-26"),
)
keeps_of(
    *("priority element of the message before", "Leaves jms.Pri in its buffer where it writes none."),
    *(OfTheLast, _priority_element_not_written, "HM-25", "HM-26"),
)


@misreading("long form's priority ignored", "Heeds setPriority alone.", "HM-24", "HM-25")
class LongFormsPriorityIgnored(LongFormIgnored):
    def heeded(self, said: SendArguments, own: SendArguments) -> SendArguments:
        return msgspec.structs.replace(said, priority=own.priority)


@misreading("priority 0 for none", "Takes priority 0 for no priority.", "HM-24", "HM-25")
class PriorityZeroForNone(ClientDecisions):
    def priority(self, chosen: int, message: Any) -> int:
        return super().priority(chosen, message) or DEFAULT_PRIORITY


@misreading("priority 0 not written", "Writes every other priority.", "HM-25")
class PriorityZeroNotWritten(ClientDecisions):
    def priority_element(self, chosen: int, priority: int, destination: Destination) -> int | None:
        return super().priority_element(chosen, priority, destination) or None


# --- delivery mode and priority ---------------------------------------------------------------------------


@misreading("no priority element", "Writes no priority.", "HM-25")
class NoPriorityElement(ClientDecisions):
    def priority_element(self, chosen: int, priority: int, destination: Destination) -> int | None:
        return None


@misreading("low priorities not written", "Writes priorities above the default alone.", "HM-25")
class LowPrioritiesNotWritten(ClientDecisions):
    def priority_element(self, chosen: int, priority: int, destination: Destination) -> int | None:
        return chosen if chosen > 4 else None


@misreading("default priority written as 0", "Writes 0 for the default priority.", "HM-26", "HM-25")
class DefaultPriorityAsZero(ClientDecisions):
    def priority_element(self, chosen: int, priority: int, destination: Destination) -> int | None:
        return 0 if chosen == 4 else chosen


# --- found once -------------------------------------------------------------------------------------------


def _producer_of_queues(command: Send, destination: AnyDestination) -> str | None:
    return command.producer if isinstance(destination, QueueDestination) else None


def _topic(_: Send, destination: AnyDestination) -> str | None:
    return destination.topic_string if isinstance(destination, TopicDestination) else None


_PRIORITY = ("HM-24", "HM-25", "HM-26", "HM-48", "X-28", "HM-02", "DD-78")
destination_once(
    "priority of a producer's first topic",
    "Lets the priority of the topic that a producer first published to decide for the others.",
    *("priority", producer_of_topics, *_PRIORITY),
)
destination_once(
    "priority of a topic as first published to",
    "Lets the priority of the destination that first named a topic decide for the others that name it.",
    *("priority", _topic, *_PRIORITY),
)
destination_once(
    "priority of a producer's first queue",
    "Lets the priority of the queue that a producer first sent to decide for the others.",
    *("priority", _producer_of_queues, *_PRIORITY),
)

# --- producers --------------------------------------------------------------------------------------------


begins("priority", "priority", "HM-24")


@misreading("default priority not set", "Ignores setPriority(4).", "HM-24", "HM-25")
class DefaultPriorityNotSet(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, SetPriority) and command.priority == DEFAULT_PRIORITY:
            return Done()
        return super().execute(command)


@misreading(
    "priority of a refused long form stays",
    "Gives a producer the priority of the long form of a send that it refuses.",
    "HM-24",
)
class RefusedPriorityStays(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, Send) and isinstance(outcome, Refused) and command.arguments is not None:
            producer = self.calls.jms.producers.get(command.producer)
            if producer is not None:
                producer.priority = command.arguments.priority
        return outcome


# fmt: off
CLIENT: tuple[Row, ...] = (
    ("long form of a publication without its priority", "Publishes in the long form with priority 4.",
     ("HM-24", "HM-48"), sends(published_in_long_form), "priority", default_priority),
    ("no priority element for an overriding destination",
     "Writes no priority where the destination decides about the persistence.",
     ("HM-25", *ANY_WAY), sends(to_overriding), "priority_element", absent),
    ("JMSProducer of default priority", "Heeds setPriority of a MessageProducer alone.",
     ("HM-24",), sends(simplified), "priority", default_priority),
    ("unit of work of default priority", "Heeds a priority outside units of work alone.",
     ("HM-24",), sends(transacted), "priority", default_priority),
    ("delayed of default priority", "Stages with the default priority.",
     ("HM-24", "X-28", "X-42"), sends(delayed), "priority", default_priority),
    ("publications without priority element", "Writes a priority for queues alone.",
     ("HM-25", "HM-48"), sends(publishes), "priority_element", nothing),
    ("publications of default priority", "Publishes with the default priority.",
     ("HM-24", "HM-48"), sends(publishes), "priority", default_priority),
)
# fmt: on
for one in CLIENT:
    register(one, "client_decisions")
