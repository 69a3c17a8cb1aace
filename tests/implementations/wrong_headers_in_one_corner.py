"""Misreadings of the header mapping in one corner: one value, one form of send, one kind of name."""

import re
from typing import Any
from urllib.parse import quote

import msgspec

from mqtck.reference.vocabulary.commands import Command, Commit, Rollback, Send, SetDeliveryMode
from mqtck.reference.vocabulary.constants import DeliveryMode
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination, TopicDestination
from mqtck.reference.vocabulary.outcomes import Done, Outcome

from .client_decisions import ClientDecisions, IdHint
from .misreading import misreading
from .uris import Destination
from .world import SimulatedWorld
from .written_headers import CorrelationForm, TypeElements
from .wrong_in_other_calls import delayed
from .wrong_in_some_calls import (
    Row,
    long_form,
    named_on_send,
    publishes,
    register,
    sends,
    transacted,
)

FIELD = 48
"""Characters of a name in a descriptor."""

# --- one value ------------------------------------------------------------------------------------------


@misreading("priority 1 not written", "Writes every priority but 1.", "HM-25")
class PriorityOneNotWritten(ClientDecisions):
    def priority_element(self, chosen: int, priority: int, destination: Destination) -> int | None:
        return None if chosen == 1 else super().priority_element(chosen, priority, destination)


class Texts(ClientDecisions):
    """Writes a correlation id otherwise than it was given."""

    def correlation_element(self, form: CorrelationForm, given: str) -> str | None:
        element = super().correlation_element(form, given)
        return element and self.written(element)

    def written(self, text: str) -> str:
        raise NotImplementedError


@misreading("digits as a number", "Writes a correlation id of digits as a number.", "HM-46")
class DigitsAsNumber(Texts):
    def written(self, text: str) -> str:
        return str(int(text)) if text.isascii() and text.isdigit() else text


@misreading("blanks collapsed", "Writes one blank for several.", "HM-46")
class BlanksCollapsed(Texts):
    def written(self, text: str) -> str:
        return re.sub(" +", " ", text)


@misreading(
    "bytes that are characters written",
    "Takes bytes that are characters for a string of the application.",
    "HM-45",
)
class CharactersAreText(ClientDecisions):
    def correlation_element(self, form: CorrelationForm, given: str) -> str | None:
        if form is CorrelationForm.NATIVE:
            native = bytes.fromhex(given).decode("latin-1")
            if native.isascii() and native.isprintable():
                return native
        return super().correlation_element(form, given)


class Types(ClientDecisions):
    """Writes JMSType otherwise than it was given."""

    def type_elements(self, jms_type: str | None) -> TypeElements:
        elements = super().type_elements(jms_type)
        return msgspec.structs.replace(elements, type=elements.type and self.written(elements.type))

    def written(self, text: str) -> str:
        raise NotImplementedError


@misreading("type of 48 characters", "Cuts JMSType like a name of the descriptor.", "HM-38")
class TypeOfSomeCharacters(Types):
    def written(self, text: str) -> str:
        return text[:FIELD]


@misreading("type with apostrophes marked", "Leaves apostrophes of JMSType marked up.", "HM-38")
class TypeWithMarkedApostrophes(Types):
    def written(self, text: str) -> str:
        return text.replace("'", "&apos;")


@misreading("tabs as blanks", "Writes a blank for a tab of JMSType.", "HM-38")
class TabsAsBlanks(Types):
    def written(self, text: str) -> str:
        return text.replace("\t", " ")


# --- destinations ---------------------------------------------------------------------------------------


@misreading(
    "topic by name alone", "Leaves the properties of a topic out of its URI.", "HM-48", "HM-02", "HM-01"
)
class TopicByNameAlone(ClientDecisions):
    def destination_element(self, destination: Destination, manager: str) -> str | None:
        if isinstance(destination, TopicDestination):
            destination = TopicDestination(destination.topic_string)
        return super().destination_element(destination, manager)


@misreading(
    "topic by its last level", "Names the last level of a topic string.", "HM-48", "HM-01", "HM-02", "HM-03"
)
class TopicByLastLevel(ClientDecisions):
    def destination_element(self, destination: Destination, manager: str) -> str | None:
        if isinstance(destination, TopicDestination):
            destination = TopicDestination(destination.topic_string.rpartition("/")[2])
        return super().destination_element(destination, manager)


@misreading(
    "destination of 47 characters", "Cuts the name of a destination by one.", "HM-01", "HM-02", "HM-03"
)
class DestinationCut(ClientDecisions):
    def destination_element(self, destination: Destination, manager: str) -> str | None:
        if isinstance(destination, QueueDestination):
            destination = msgspec.structs.replace(destination, queue=destination.queue[: FIELD - 1])
        return super().destination_element(destination, manager)


@misreading("reply-to queue of 47 characters", "Ends MQMD.ReplyToQ with a null.", "HM-04")
class ReplyQueueCut(ClientDecisions):
    def reply_queue(self, reply: QueueDestination) -> str:
        return super().reply_queue(reply)[: FIELD - 1]


@misreading(
    "reply-to by the last part of its name",
    "Names in the URI of JMSReplyTo what stands behind the last slash of the name of the queue.",
    *("HM-06", "HM-07"),
)
class ReplyByLastPart(ClientDecisions):
    def reply_element(self, reply: QueueDestination, manager: str) -> str | None:
        last = msgspec.structs.replace(reply, queue=reply.queue.rpartition("/")[2])
        return super().reply_element(last, manager)


@misreading("reply-to queue escaped", "Escapes the name in MQMD.ReplyToQ as in a URI.", "HM-04")
class ReplyQueueEscaped(ClientDecisions):
    def reply_queue(self, reply: QueueDestination) -> str:
        return quote(super().reply_queue(reply), safe="")


# --- ids --------------------------------------------------------------------------------------------------


class Counted(SimulatedWorld):
    """Counts its ids, and begins again where it should not."""

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.count = 0
        self.kept = 0
        self.simulation.new_id = self.counted  # type: ignore[method-assign]

    def counted(self, queue_manager: str) -> str:
        self.count += 1
        return (b"AMQ " + queue_manager[:12].ljust(12).encode() + self.count.to_bytes(8)).hex()


@misreading(
    "ids begin again at a restart", "Counts ids from the start of the queue manager.", "HM-27", "X-02", "X-54"
)
class IdsBeginAgain(Counted):
    def _start(self, name: str) -> None:
        self.count = 0
        super()._start(name)


@misreading("ids of a rollback used again", "Gives ids again that a rollback has freed.", "HM-27")
class IdsOfRollback(Counted):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, Rollback):
            self.count = self.kept
        outcome = super().execute(command)
        if isinstance(command, Commit):
            self.kept = self.count
        return outcome


@misreading("one id for a unit of work", "Gives all messages of a unit of work one id.", "HM-27")
class OneIdForUnit(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.first: str | None = None
        assign = self.client_decisions.assigned_id

        def assigned(new_id: str, message: OutgoingMessage, earlier: str | None) -> str:
            own = assign(new_id, message, earlier)
            if not self.within:
                return own
            self.first = self.first or own
            return self.first

        self.within = False
        self.client_decisions.assigned_id = assigned  # type: ignore[method-assign]

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, Commit | Rollback):
            self.first = None
        producer = self.calls.jms.producers.get(command.producer) if isinstance(command, Send) else None
        self.within = producer is not None and producer.session.unit is not None
        return super().execute(command)


# --- what is remembered -----------------------------------------------------------------------------------


@misreading(
    "non-persistent for good",
    "Does not go back to PERSISTENT when a producer has been told NON_PERSISTENT.",
    *("HM-08", "HM-10", "HM-12"),
)
class NonPersistentForGood(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, SetDeliveryMode) and command.delivery_mode is DeliveryMode.PERSISTENT:
            return Done()
        return super().execute(command)


@misreading(
    "correlation id stays with the object",
    "Writes the first string of a message object when it is sent again with another.",
    *("HM-46", "HM-47", "X-03"),
)
class CorrelationStays(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.texts: dict[str, str | None] = {}

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, Send):
            message = command.message
            before = self.texts.get(message.same_object_as or "")
            if before and message.correlation_text:
                message = msgspec.structs.replace(message, correlation_text=before)
                command = msgspec.structs.replace(command, message=message)
            self.texts[message.label] = message.correlation_text
        return super().execute(command)


# --- one form of send ---------------------------------------------------------------------------------------


def as_chosen(chosen: int, _: object) -> int:
    return chosen


def absent(*_: object) -> None:
    return None


def preset_mode(chosen: int, message: OutgoingMessage) -> int:
    mode = None if message.preset is None else message.preset.delivery_mode
    return chosen if mode is None else mode


def preset_timestamp(now: int, message: OutgoingMessage) -> int:
    timestamp = None if message.preset is None else message.preset.timestamp
    return now if timestamp is None else timestamp


def preset_id(shown: str, message: OutgoingMessage, _: IdHint) -> str:
    return (message.preset and message.preset.message_id) or shown


MODES = ("HM-09", "HM-10", "HM-11", "HM-12")
PRESET = ("HM-36", "HM-34")

# fmt: off
ROWS: tuple[Row, ...] = (
    ("destination overruled in a unit of work", "Lets a transacted producer win over the destination.",
     MODES, sends(transacted), "mode_of_destination", as_chosen),
    ("destination of the send overruled", "Heeds the persistence of a producer's own destination alone.",
     MODES, sends(named_on_send), "mode_of_destination", as_chosen),
    ("destination overruled with a delay", "Lets a send with a delay win over the destination.",
     (*MODES, "X-42"), sends(delayed), "mode_of_destination", as_chosen),
    ("destination overruled by the long form", "Lets the long form of send win over the destination.",
     MODES, sends(long_form), "mode_of_destination", as_chosen),
    ("topic overruled", "Lets a publish win over the topic object.",
     ("HM-48", *MODES), sends(publishes), "mode_of_destination", as_chosen),
    ("no mode element in a unit of work", "Writes no delivery mode in a unit of work.",
     ("HM-12",), sends(transacted), "mode_element", absent),
    ("preset mode used with a delay", "Takes the delivery mode from the message where there is a delay.",
     ("HM-08", "HM-10", "X-42"), sends(delayed), "delivery_mode", preset_mode),
    ("preset mode of publications used", "Takes the delivery mode of a publication from the message.",
     ("HM-08", "HM-10", "HM-48"), sends(publishes), "delivery_mode", preset_mode),
    ("preset timestamp kept with a delay", "Keeps a timestamp that was set where there is a delay.",
     (*PRESET, "X-41"), sends(delayed), "timestamp", preset_timestamp),
    ("preset timestamp of publications kept", "Keeps a timestamp that was set on a publication.",
     (*PRESET, "HM-48"), sends(publishes), "timestamp", preset_timestamp),
    ("preset id kept in a unit of work", "Returns an id that was set, in a unit of work.",
     ("HM-32", "HM-28", "HM-30"), sends(transacted), "returned_id", preset_id),
)
# fmt: on

for one in ROWS:
    register(one, "client_decisions")
