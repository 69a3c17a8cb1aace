"""Misreadings in which a message, a producer or a report has something of another one before it.

What a message object was sent with stays on it; a buffer that is written only where there is something to
write keeps what was there; a producer begins with what another one was given.
"""

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, ClassVar

import msgspec

from mqtck.reference.vocabulary.commands import (
    Command,
    CreateProducer,
    MqBackout,
    Rollback,
    Send,
    SetPriority,
)
from mqtck.reference.vocabulary.constants import DEFAULT_PRIORITY
from mqtck.reference.vocabulary.outcomes import Done, Outcome, Refused

from .decisions import QueueManagerDecisions
from .misreading import misreading
from .objects import DeadLetter, Message, UnitOfWork
from .queue_manager import QueueManager, Reason
from .world import SimulatedWorld
from .writing import Sending

replace = msgspec.structs.replace
Kept = Callable[[Message, Message], Message]
"""A message that was just written, and the one before it, to what is sent."""

# --- message objects and buffers ------------------------------------------------------------------------


class Writing(SimulatedWorld):
    """Writes messages with something of one before."""

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.written: dict[str, Message] = {}
        writer = self.calls.jms.writer
        write = writer.write

        def with_former(manager: QueueManager, sending: Sending) -> tuple[Message, frozenset[Any]]:
            message, as_queue = write(manager, sending)
            former = self.former(sending)
            if former is not None:
                message = self.kept(message, former)
            self.written[sending.outgoing.label] = message
            return message, as_queue

        writer.write = with_former  # type: ignore[method-assign]

    def former(self, sending: Sending) -> Message | None:
        raise NotImplementedError

    def kept(self, message: Message, former: Message) -> Message:
        raise NotImplementedError


class OfItsObject(Writing):
    def former(self, sending: Sending) -> Message | None:
        return self.written.get(sending.outgoing.same_object_as or "")


class OfTheLast(Writing):
    def former(self, _: Sending) -> Message | None:
        return next(reversed(self.written.values()), None)


class OfTheReceived(Writing):
    received: Message | None = None

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        returned = self.calls._returned

        def noted(message: Message | None) -> Outcome:
            self.received = message or self.received
            return returned(message)

        self.calls._returned = noted  # type: ignore[method-assign]

    def former(self, _: Sending) -> Message | None:
        received, self.received = self.received, None
        return received


def _keeps(name: str, sentence: str, whose: type[Writing], what: Kept, *rules: str) -> None:
    class Keeps(whose):  # type: ignore[misc, valid-type]
        def kept(self, message: Message, former: Message) -> Message:
            return what(message, former)

    misreading(name, sentence, *rules)(Keeps)


def _life(message: Message, former: Message) -> Message:
    if former.end_of_life is None or message.end_of_life is not None:
        return message
    return replace(message, expiry=former.expiry, end_of_life=message.put_at + former.expiry * 100)


def _priority_element(message: Message, former: Message) -> Message:
    if message.header is None or former.header is None or former.header.priority is None:
        return message
    return replace(message, header=replace(message.header, priority=former.header.priority))


def _priority_element_not_written(message: Message, former: Message) -> Message:
    own = None if message.header is None else message.header.priority
    return message if own is not None else _priority_element(message, former)


def _report(message: Message, former: Message) -> Message:
    return replace(message, report=message.report or former.report) if message.reply_to else message


def _reply_manager(message: Message, former: Message) -> Message:
    if not message.reply_to or not former.reply_manager_field:
        return message
    return replace(message, reply_manager_field=former.reply_manager_field)


_keeps(
    *("life stays with the object", "Writes MQMD.Expiry of an object that is sent again where there is one."),
    *(OfItsObject, _life, "HM-16", "EX-05", "EX-10", "EX-17"),
)
_keeps(
    *("priority element stays with the object", "Leaves jms.Pri on an object that is sent again."),
    *(OfItsObject, _priority_element, "HM-25", "HM-26"),
)
_keeps(
    *("report options stay with the object", "Leaves the report options on an object that is sent again."),
    *(OfItsObject, _report, "EX-22", "DD-82", "EX-21"),
)
_keeps(
    *("reply-to queue manager stays with the object", "Leaves MQMD.ReplyToQMgr on an object sent again."),
    *(OfItsObject, _reply_manager, "HM-05"),
)
_keeps(
    *("priority element of the message before", "Leaves jms.Pri in its buffer where it writes none."),
    *(OfTheLast, _priority_element_not_written, "HM-25", "HM-26"),
)
_keeps(
    *("report options of the message before", "Leaves MQMD.Report in its buffer where nothing is asked for."),
    *(OfTheLast, _report, "EX-22", "DD-82", "EX-21"),
)
_keeps(
    *("report options of what was received", "Sends with the report options of what it has just received."),
    *(OfTheReceived, _report, "EX-22", "DD-82", "EX-21"),
)


def _property(name: str, sentence: str, field: str, *rules: str) -> None:
    """A property of the message object that is sent again, of which the new message says nothing."""

    class Keeps(SimulatedWorld):
        def execute(self, command: Command) -> Outcome:
            if isinstance(command, Send):
                known = self.__dict__.setdefault("objects", {})
                message = command.message
                kept = getattr(known.get(message.same_object_as), field, None)
                if getattr(message, field) is None and kept is not None:
                    message = replace(message, **{field: kept})
                known[message.label] = message
                command = replace(command, message=message)
            return super().execute(command)

    misreading(name, sentence, *rules)(Keeps)


_property(
    *("group stays with the object", "Leaves the group on a message object that is sent again alone."),
    *("group", "DD-37", "DD-24"),
)
_property(
    *("retention stays with the object", "Leaves JMS_IBM_RETAIN on a message object that is sent again."),
    *("retained", "DD-34", "DD-37"),
)

# --- producers ------------------------------------------------------------------------------------------


def _begins(field: str, what: str, *rules: str) -> None:
    class Begins(SimulatedWorld):
        def execute(self, command: Command) -> Outcome:
            outcome = super().execute(command)
            if isinstance(command, CreateProducer) and not isinstance(outcome, Refused):
                producers = self.calls.jms.producers
                new = producers[command.producer]
                for other in producers.values():
                    if other is not new and other.session is new.session:
                        setattr(new, field, getattr(other, field))
            return outcome

    misreading(
        f"a producer begins with the {what} of another",
        f"Gives a new producer the {what} that another one of its session has by then.",
        *rules,
    )(Begins)


_begins("time_to_live", "life", "HM-16")
_begins("priority", "priority", "HM-24")
_begins("delivery_mode", "mode", "HM-08", "HM-10", "HM-11")


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


# --- ids ------------------------------------------------------------------------------------------------


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


# --- units of work, reports, dead letters ---------------------------------------------------------------


@misreading(
    "a commit takes what was given back",
    "Takes off with a commit what the unit of work before it has got and given back.",
    *("EX-40", "DD-10", "DD-12", "X-54", "DD-61"),
)
class CommitTakesWhatWasGivenBack(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        unit = self._unit(command)
        gets = [] if unit is None else [one for one in unit.at_commit if "Getter" in one.__qualname__]
        outcome = super().execute(command)
        if unit is not None:
            unit.at_commit.extend(gets)
        return outcome

    def _unit(self, command: Command) -> UnitOfWork | None:
        match command:
            case Rollback(session=name):
                session = self.calls.jms.sessions.get(name)
                return None if session is None else session.unit
            case MqBackout(connection=name):
                connection = self.mqi.connections.get(name)
                return None if connection is None else connection.unit
            case _:
                return None


@misreading(
    "disposed of at last and unreported",
    "Reports no message that it could not dispose of at first.",
    *("DD-101", "DD-98", "DD-114", "DD-99", "X-37"),
)
class DisposedUnreported(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        put = manager.put_report

        def put_of_the_first_time(report: Message, about: Message, unit: UnitOfWork | None = None) -> Reason:
            for entry in manager.staging.entries:
                delay = entry.message.delay
                if delay is not None and entry.failed_with is not None and delay.original is about:
                    return None
            return put(report, about, unit)

        manager.put_report = put_of_the_first_time  # type: ignore[method-assign]


@misreading(
    "dead-letter header of the first",
    "Names in each dead-letter header the queue of the first dead letter.",
    *("X-17", "DD-98"),
)
class DestinationOfTheFirst(QueueManagerDecisions):
    first: str | None = None

    def dead_letter_copy(self, message: Message, reason: int, destination: str, now: int) -> Message:
        self.first = self.first or destination
        copy = super().dead_letter_copy(message, reason, destination, now)
        return replace(copy, dead_letter=DeadLetter(reason, self.first))
