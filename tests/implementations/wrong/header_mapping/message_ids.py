"""Misreadings of JMSMessageID."""

# ruff: noqa: ARG002 - as in `decisions`

from collections.abc import Iterator
from itertools import count
from typing import Any, ClassVar

from msgspec.structs import replace

from implementations.decisions.client import ClientDecisions, IdHint
from implementations.simulation.world import SimulatedWorld
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import nothing
from implementations.wrong.parts.calls import (
    Row,
    delayed,
    long_form,
    publishes,
    register,
    sends,
    simplified,
    transacted,
)
from implementations.wrong.parts.channels import HandedOn
from implementations.wrong.parts.receivers import Receivers
from implementations.wrong.parts.rules import ANY_WAY
from mqtck.reference.vocabulary.commands import Command, Commit, Rollback, Send
from mqtck.reference.vocabulary.constants import DeliveryMode, Persistence
from mqtck.reference.vocabulary.messages import OutgoingMessage, SeenMessage, TopicDestination
from mqtck.reference.vocabulary.outcomes import Outcome


@misreading("five ids", "Has five message ids, one after the other.", "HM-27", "HM-28", "HM-31", "HM-48")
class FiveIds(ClientDecisions):
    many: ClassVar[int] = 5
    given: tuple[str, ...] = ()

    def assigned_id(self, new_id: str, message: OutgoingMessage, earlier: str | None) -> str:
        self.given = (*self.given, new_id)
        return self.given[(len(self.given) - 1) % self.many]


@misreading(
    "another id behind a channel", "Gives a message a new id at another queue manager.", "HM-28", "X-02"
)
class AnotherIdBehindChannel(HandedOn):
    lost: ClassVar[dict[str, Any]] = {"message_id": "c4" * 24}


def preset_id(shown: str, message: OutgoingMessage, _: IdHint) -> str:
    return (message.preset and message.preset.message_id) or shown


def hint_followed(shown: str, _: object, hint: IdHint) -> str | None:
    return None if hint is IdHint.DISABLED else shown


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
    "ids begin again at the second restart", "Counts ids anew when it starts again.", "HM-27", "X-02", "X-54"
)
class IdsBeginAgainLater(Counted):
    starts = 0

    def _start(self, name: str) -> None:
        self.starts += 1
        if self.starts > 1:
            self.count = 0
        super()._start(name)


@misreading(
    "id of the millisecond", "Makes ids of the time alone.", "HM-27", "HM-28", "DD-59", "X-04", "X-54"
)
class IdOfTheMillisecond(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        self.simulation.new_id = lambda _: f"414d5120{self.now():040x}"  # type: ignore[method-assign]
        return super().execute(command)


class Counting(SimulatedWorld):
    """Ids of a mark, a name and a number."""

    numbers: ClassVar[int] = 1 << 63
    named: ClassVar[bool] = True

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        counts: dict[str, Iterator[int]] = {}

        def new_id(queue_manager: str) -> str:
            number = next(counts.setdefault(queue_manager, count(1))) % self.numbers
            name = (queue_manager if self.named else "")[:12].ljust(12).encode()
            return (b"AMQ " + name + number.to_bytes(8, "big")).hex()

        self.simulation.new_id = new_id  # type: ignore[method-assign]


@misreading("ids again after 256", "Counts ids in a byte.", "HM-27", "HM-28")
class IdsInByte(Counting):
    numbers: ClassVar[int] = 256


@misreading("ids of each queue manager", "Counts ids for each queue manager from 1.", "HM-27", "HM-28")
class IdsOfEach(Counting):
    named: ClassVar[bool] = False


@misreading(
    "no id for receivers of the non-persistent",
    "Shows receivers no JMSMessageID of what is not persistent.",
    *("HM-28", "HM-27", "HM-31", "X-02"),
)
class NoIdForReceivers(Receivers):
    def shown(self, message: SeenMessage) -> SeenMessage:
        if message.header.delivery_mode != DeliveryMode.NON_PERSISTENT:
            return message
        return replace(message, header=replace(message.header, message_id=None))


@misreading(
    "another id in the descriptor of the persistent",
    "Gives what is persistent an id in its descriptor that nobody was told.",
    *("HM-28", "HM-30", "HM-27"),
)
class AnotherIdInDescriptor(Receivers):
    def shown(self, message: SeenMessage) -> SeenMessage:
        descriptor = message.descriptor
        if descriptor.persistence != Persistence.PERSISTENT or not isinstance(descriptor.message_id, str):
            return message
        return replace(message, descriptor=replace(descriptor, message_id=descriptor.message_id[::-1]))


@misreading(
    "no id for subscribers",
    "Shows subscribers no JMSMessageID.",
    *("HM-27", "HM-48", "HM-28", "HM-31"),
)
class NoIdForSubscribers(Receivers):
    def shown(self, message: SeenMessage) -> SeenMessage:
        if not isinstance(message.header.topic, TopicDestination):
            return message
        return replace(message, header=replace(message.header, message_id=None))


# --- header mapping ---------------------------------------------------------------------------------------


@misreading("preset id kept", "Shows the sender the id that the application set.", "HM-32", "HM-28", "HM-30")
class PresetIdKept(ClientDecisions):
    def returned_id(self, shown: str, message: OutgoingMessage, hint: IdHint) -> str | None:
        preset = message.preset.message_id if message.preset is not None else None
        return preset or shown


@misreading("no id when disabled", "Follows the hint to do without ids.", "HM-31", "HM-28", "HM-30")
class NoIdWhenDisabled(ClientDecisions):
    def returned_id(self, shown: str, message: OutgoingMessage, hint: IdHint) -> str | None:
        return None if hint is IdHint.DISABLED else shown


@misreading("id used twice", "Sends a message object again under its first id.", "HM-27", "HM-32", "HM-28")
class IdUsedTwice(ClientDecisions):
    def assigned_id(self, new_id: str, message: OutgoingMessage, earlier: str | None) -> str:
        return earlier or new_id


@misreading("id without prefix", "Shows the hexadecimal digits alone.", "HM-30", "HM-28")
class IdWithoutPrefix(ClientDecisions):
    def shown_id(self, message_id: str) -> str:
        return message_id


@misreading("id cut short", "Shows the first 20 bytes of the id.", "HM-30", "HM-28")
class IdCutShort(ClientDecisions):
    def shown_id(self, message_id: str) -> str:
        return f"ID:{message_id[:40]}"


@misreading("id of another message", "Shows the sender an id that is not the message's.", "HM-28", "HM-30")
class IdOfAnotherMessage(ClientDecisions):
    def returned_id(self, shown: str, message: OutgoingMessage, hint: IdHint) -> str | None:
        return shown[:-1] + ("0" if shown[-1] != "0" else "1")


# --- ids --------------------------------------------------------------------------------------------------


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


# fmt: off
CLIENT: tuple[Row, ...] = (
    ("preset id kept in a unit of work", "Returns an id that was set, in a unit of work.",
     ("HM-32", "HM-28", "HM-30"), sends(transacted), "returned_id", preset_id),
    ("preset id kept in the long form", "Returns an id that was set, in the long form of send.",
     ("HM-32", "HM-28", "HM-30", *ANY_WAY), sends(long_form), "returned_id", preset_id),
    ("JMSProducer without id when disabled", "Follows the hint to do without ids of a JMSProducer.",
     ("HM-31", "HM-28", "HM-30"), sends(simplified), "returned_id", hint_followed),
    ("delayed without id when disabled", "Follows the hint to do without ids where there is a delay.",
     ("HM-31", "HM-28", "HM-30", "X-04", "X-01"), sends(delayed), "returned_id", hint_followed),
    ("no id before the commit", "Returns the id of a message no sooner than it is committed.",
     ("HM-28", "HM-27", "HM-30"), sends(transacted), "returned_id", nothing),
    ("publications without id when disabled", "Follows the hint to do without ids for topics.",
     ("HM-31", "HM-28", "HM-30", "HM-48"), sends(publishes), "returned_id", hint_followed),
    ("unit of work without id when disabled", "Follows the hint to do without ids in a unit of work.",
     ("HM-31", "HM-28", "HM-30"), sends(transacted), "returned_id", hint_followed),
)
# fmt: on
for one in CLIENT:
    register(one, "client_decisions")
