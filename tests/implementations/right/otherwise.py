"""Right implementations that go their own ways where the documents say nothing, in what `Behaviour` has not.

Each overrides a part of the simulator, as a misreading does, but keeps every rule: lives and their ends in
whole tenths and seconds, or begun ones, ids of another form and fields of full length, reports of a form and
a life of their own, a longest delay, depths without what is not committed yet, messages that come back behind
the others, the order of what is committed together, correlation ids of subscriptions, expired messages that
go at a start, a backout threshold of two, ends of lives that a receiver works out.
"""

from collections.abc import Callable, Iterator
from functools import partial
from hashlib import sha256
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec

from implementations.behaviour.whole import Behaviour, ConflictReportedBy, LaterAttempt, RemainingExpiry
from implementations.decisions.queue_manager import Moved, QueueManagerDecisions
from implementations.simulation import showing
from implementations.simulation.fixtures import local_queue
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedAdapter, SimulatedWorld
from implementations.state.objects import Delay, Entry, LocalQueue, Message, Origin, Tie, UnitOfWork
from mqtck.reference.vocabulary.commands import (
    Command,
    Commit,
    DeliverySequence,
    MqBackout,
    MqCommit,
    ReadDepth,
    Rollback,
    Send,
    StartQueueManager,
)
from mqtck.reference.vocabulary.constants import UNLIMITED, Feedback, Persistence, ReasonCode, Report
from mqtck.reference.vocabulary.messages import DeadLetterHeader, Descriptor, JmsHeader, SeenMessage
from mqtck.reference.vocabulary.outcomes import Browsed, DepthRead, MessageReturned, Outcome, Refused, Sent
from mqtck.reference.vocabulary.profile import Edition

DAY = 86_400_000
TEN_SECONDS = 10_000
NINE_TENTHS = 900
UNLISTED = Report.COA_WITH_FULL_DATA | Report.COD_WITH_FULL_DATA | Report.PAN | Report.NAN | Report.ACTIVITY
UNBOUNDED = 1_000_000_000
"""MAXDEPTH of a queue that a subscription has of its own."""
NAME, FORMAT = 48, 8
"""Lengths of the fields of MQMD and MQDLH for names of queues, and for formats."""


class Tenths(QueueManagerDecisions):
    """A life ends with the tenth of a second, a get shows whole seconds of it (EX-09, DD-81)."""

    def end_of_life(self, put_at: int, expiry: int) -> int | None:
        end = super().end_of_life(put_at, expiry)
        return end if end is None or expiry == 0 else -(-end // 100) * 100

    def remaining_expiry(self, message: Message, now: int) -> int:
        left = super().remaining_expiry(message, now)
        return left if left < 0 else max(1, left // 10 * 10)


class EarlierTenths(QueueManagerDecisions):
    """A life ends with the tenth of a second before (EX-09)."""

    def end_of_life(self, put_at: int, expiry: int) -> int | None:
        end = super().end_of_life(put_at, expiry)
        return end if end is None or expiry <= 1 else end // 100 * 100


class BegunSeconds(QueueManagerDecisions):
    """A second of a life that has begun has passed, for the IMS bridge as well (EX-09, EX-61)."""

    def remaining_expiry(self, message: Message, now: int) -> int:
        if message.end_of_life is None:
            return UNLIMITED
        passed = message.expiry * 100 - (message.end_of_life - now)
        return max(1, message.expiry - (passed // 1000 + 1) * 10)


class NoSmallIntervals(QueueManagerDecisions):
    """Less than a second is not deducted: a life ends that much later, and shows no more than at its put."""

    def end_of_life(self, put_at: int, expiry: int) -> int | None:
        end = super().end_of_life(put_at, expiry)
        return end if end is None or expiry == 0 else end + NINE_TENTHS

    def remaining_expiry(self, message: Message, now: int) -> int:
        left = super().remaining_expiry(message, now)
        return min(left, message.expiry) if left > 0 else left


class ActsOnAllOptions(QueueManagerDecisions):
    """By the older edition, which lists no option that the processor would not act on, it acts on all."""

    def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
        message = super().delivered(delay, now, persistence, priority)
        if self.profile.edition is Edition.LATER:
            return message
        return msgspec.structs.replace(message, report=message.report & ~int(UNLISTED))

    def processor_reports(self, report: int, moved: Moved) -> tuple[Feedback, ...]:
        if self.profile.edition is Edition.LATER:
            return ()
        notified = Report.PAN if moved is Moved.TO_TARGET else Report.NAN
        made = {
            Report.COD: Feedback.COD,
            Report.ACTIVITY: Feedback.ACTIVITY,
            notified: _NOTIFICATIONS[notified],
        }
        return tuple(feedback for option, feedback in made.items() if report & option)


_NOTIFICATIONS = {Report.PAN: Feedback.PAN, Report.NAN: Feedback.NAN}


class CopiesThatFit(QueueManagerDecisions):
    """A delayed publication goes to those of its subscribers whose copies find room to be staged."""

    def all_copies_or_none(self) -> bool:
        return False


class OtherForms(SimulatedWorld):
    """Random ids shown in capitals, fields of full length, no delivery time, a correlation id of zeros."""

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        random = Random(5)  # noqa: S311 - reproducible choices, nothing secret
        self.simulation.new_id = lambda _: random.randbytes(24).hex()  # type: ignore[method-assign]

    def execute(self, command: Command) -> Outcome:
        with (
            patch.object(showing, "_descriptor", partial(_full_length, showing._descriptor)),
            patch.object(showing, "_header", partial(_bare, showing._header)),
            patch.object(showing, "DeadLetterHeader", _padded),
        ):
            return super().execute(command)


def _full_length(shown: Callable[..., Descriptor], message: Message, expiry: int) -> Descriptor:
    right = shown(message, expiry)
    return msgspec.structs.replace(
        right,
        message_id=str(right.message_id).upper(),
        correlation_id=str(right.correlation_id).upper(),
        reply_to_queue=str(right.reply_to_queue).ljust(NAME),
        reply_to_queue_manager=str(right.reply_to_queue_manager).ljust(NAME),
        format=right.format.ljust(FORMAT) if isinstance(right.format, str) else right.format,
    )


def _padded(reason: int, destination_queue: str) -> DeadLetterHeader:
    return DeadLetterHeader(reason, destination_queue.ljust(NAME))


def _bare(shown: Callable[..., JmsHeader], *arguments: Any) -> JmsHeader:
    right = shown(*arguments)
    changes: dict[str, Any] = {"delivery_time": 0, "type": right.type or ""}
    if right.correlation_id is None:
        changes |= {"correlation_id": f"ID:{'0' * 48}", "correlation_bytes": "0" * 48}
    return msgspec.structs.replace(right, **changes)


class OwnReports(SimulatedWorld):
    """Reports are not persistent, of the lowest priority, live for ten seconds, and tell one reason.

    One that its queue does not take is put on the dead-letter queue as it is (DD-103).
    """

    def change(self, manager: QueueManager) -> None:
        put, dead_letter = manager.put_report, manager.dead_letter

        def put_bare(
            message: Message, reason: int, destination: str, unit: UnitOfWork | None = None
        ) -> ReasonCode | None:
            if message.origin is not Origin.REPORT or manager.dead_letter_queue is None:
                return dead_letter(message, reason, destination, unit)
            return manager.put(manager.dead_letter_queue, message, unit)

        def put_own(report: Message, about: Message, unit: Any = None) -> Any:
            if report.origin is not Origin.REPORT:
                return put(report, about, unit)
            feedback = report.feedback if report.feedback < 2000 else 65_536
            changed = msgspec.structs.replace(
                report, persistence=int(Persistence.NOT_PERSISTENT), priority=0, feedback=feedback
            )
            if report.end_of_life is None:
                end = self.now() + TEN_SECONDS
                changed = msgspec.structs.replace(changed, expiry=TEN_SECONDS // 100, end_of_life=end)
            return put(changed, about, unit)

        manager.put_report = put_own  # type: ignore[method-assign]
        manager.dead_letter = put_bare  # type: ignore[method-assign]


class LongestDelay(SimulatedWorld):
    """No delay is longer than a day: chapter 9, item 3."""

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, Send):
            producer = self.calls.jms.producers.get(command.producer)
            if producer is not None and producer.delay > DAY:
                return Refused(reason=None, family=self.calls.family(command), text="too long a delay")
        return super().execute(command)


class CommittedAlone(SimulatedWorld):
    """What is not committed is in no depth; what comes back comes last; what has expired goes at each start.

    Of what is committed together the last comes first. Copies of publications have the correlation id of
    their subscription.
    """

    def change(self, manager: QueueManager) -> None:
        copy, stage = manager.topics.put_copy, manager.processor.stage

        def put_copy(tie: Tie, message: Message, unit: Any) -> Any:
            return copy(tie, _of_subscription(message, tie), unit)

        def stage_copy(delay: Any, unit: Any) -> None:
            if delay.tie is not None:
                original = _of_subscription(delay.original, delay.tie)
                delay = msgspec.structs.replace(delay, original=original)
            stage(delay, unit)

        manager.topics.put_copy = put_copy  # type: ignore[method-assign]
        manager.processor.stage = stage_copy  # type: ignore[method-assign]

    def _depth(self, command: ReadDepth) -> Outcome:
        queue = local_queue(self._manager(command.queue_manager), command.queue)
        return DepthRead(sum(entry.putter is None for entry in queue.entries))

    def execute(self, command: Command) -> Outcome:
        held = self._held() if isinstance(command, Rollback | MqBackout) else []
        put = self._put() if isinstance(command, Commit | MqCommit) else []
        outcome = super().execute(command)
        for queue, entry in (*held, *reversed(put)):
            if entry.available:
                queue.move(entry, queue.key(entry.message, 1, self.simulation.number()))
        if isinstance(command, StartQueueManager | Commit | MqCommit):
            for manager in self.simulation.managers.values():
                self._clear(manager)
        return outcome

    def _held(self) -> list[tuple[LocalQueue, Entry]]:
        return [(queue, entry) for queue, entry in self._entries() if entry.getter is not None]

    def _put(self) -> list[tuple[LocalQueue, Entry]]:
        return [(queue, entry) for queue, entry in self._entries() if entry.putter is not None]

    def _entries(self) -> Iterator[tuple[LocalQueue, Entry]]:
        for manager in self.simulation.managers.values():
            for queue in manager.local_queues():
                yield from ((queue, entry) for entry in queue.entries)

    def _clear(self, manager: QueueManager) -> None:
        for queue in manager.local_queues() if manager.running else ():
            for entry in list(queue.entries):
                if entry.available and self.decisions.expired(entry.message, self.now()):
                    manager.discard(queue, entry)


class PutsAway(CommittedAlone):
    """A message is put out of the way when its get is backed out a second time: to DEADQ, or out of sight."""

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self._backed_out: list[Entry] = []

    def execute(self, command: Command) -> Outcome:
        held = self._held()
        outcome = super().execute(command)
        for queue, entry in held:
            if entry.available and not isinstance(command, Commit | MqCommit):
                if any(one is entry for one in self._backed_out):
                    self._put_away(queue, entry)
                self._backed_out.append(entry)
        return outcome

    def _put_away(self, queue: LocalQueue, entry: Entry) -> None:
        for manager in self.simulation.managers.values():
            if queue in manager.local_queues():
                manager.take_off(queue, entry)
                there = manager.dead_letter_queue
                if there is not None and manager.local(there) not in {None, queue}:
                    manager.put(there, entry.message)


class WorksOut(SimulatedWorld):
    """JMSExpiration as a receiver sees it is made of what is left of the life (X-05).

    Its JMSCorrelationID is that of the descriptor, whatever the header says. A sender sees the priority that
    it has said itself, also where its destination decides.
    Exception reports and confirmations have the rest of the life of their message, whether asked to or not.
    What is published comes to each subscriber in the order of its arrival, whatever its priority.
    """

    def change(self, manager: QueueManager) -> None:
        put = manager.put_report

        def put_inheriting(report: Message, about: Message, unit: Any = None) -> Any:
            end = about.end_of_life
            inherits = report.origin is Origin.REPORT and report.feedback != Feedback.EXPIRATION
            if inherits and end is not None and end > self.now():
                left = manager.decisions.remaining_expiry(about, self.now())
                report = msgspec.structs.replace(report, expiry=left, end_of_life=end)
            return put(report, about, unit)

        define = manager.define_local

        def define_fifo(queue: LocalQueue) -> None:
            if queue.attributes.max_depth == UNBOUNDED:
                fifo = DeliverySequence.FIFO
                queue.attributes = msgspec.structs.replace(queue.attributes, delivery_sequence=fifo)
            define(queue)

        manager.put_report = put_inheriting  # type: ignore[method-assign]
        manager.define_local = define_fifo  # type: ignore[method-assign]

    def execute(self, command: Command) -> Outcome:
        match super().execute(command):
            case MessageReturned(message=message):
                return MessageReturned(self._worked_out(message))
            case Browsed(messages=messages):
                return Browsed(tuple(self._worked_out(message) for message in messages))
            case Sent(header=JmsHeader(priority=int())) as sent if isinstance(command, Send):
                return self._with_own_priority(sent, command)
            case outcome:
                return outcome

    def _with_own_priority(self, sent: Sent, command: Send) -> Sent:
        given = command.arguments or self.calls.jms.producer(command.producer)
        return msgspec.structs.replace(
            sent, header=msgspec.structs.replace(sent.header, priority=given.priority)
        )

    def _worked_out(self, seen: SeenMessage) -> SeenMessage:
        if isinstance(seen.header.correlation_bytes, str):
            native = f"ID:{seen.header.correlation_bytes}"
            seen = msgspec.structs.replace(
                seen, header=msgspec.structs.replace(seen.header, correlation_id=native)
            )
        end, left = seen.header.expiration, seen.descriptor.expiry
        if not isinstance(end, int) or not isinstance(left, int) or not end:
            return seen
        # An Expiry that is unlimited, as it cannot hold the life, makes no end (HM-20).
        worked_out = 0 if left == UNLIMITED else self.now() + left * 100
        header = msgspec.structs.replace(seen.header, expiration=worked_out)
        return msgspec.structs.replace(seen, header=header)


def _of_subscription(message: Message, tie: Tie) -> Message:
    name = str(getattr(tie, "name", tie))
    return msgspec.structs.replace(message, correlation_id=sha256(name.encode()).hexdigest()[:48])


OTHERWISE: dict[str, Callable[[], SimulatedAdapter]] = {
    "counts in tenths": lambda: SimulatedAdapter(name="counts in tenths", decisions=Tenths),
    "counts in earlier tenths": lambda: SimulatedAdapter(
        name="counts in earlier tenths", decisions=EarlierTenths
    ),
    "counts begun seconds": lambda: SimulatedAdapter(name="counts begun seconds", decisions=BegunSeconds),
    "deducts no small intervals": lambda: SimulatedAdapter(
        name="deducts no small intervals", decisions=NoSmallIntervals
    ),
    "acts on all options": lambda: SimulatedAdapter(name="acts on all options", decisions=ActsOnAllOptions),
    "stages the copies that fit": lambda: SimulatedAdapter(
        name="stages the copies that fit", decisions=CopiesThatFit
    ),
    "shows other forms": lambda: SimulatedAdapter(name="shows other forms", world=OtherForms),
    "makes reports of its own": lambda: SimulatedAdapter(
        name="makes reports of its own",
        # What it tried in vain is dead-lettered, with a report, also where the target is open again.
        behaviour=Behaviour(later_attempt=LaterAttempt.DISPOSAL_ONLY),
        world=OwnReports,
    ),
    "knows a longest delay": lambda: SimulatedAdapter(
        name="knows a longest delay",
        # It says so before it looks at the life.
        behaviour=Behaviour(conflict_reported_by=ConflictReportedBy.SEND),
        world=LongestDelay,
    ),
    "counts what is committed": lambda: SimulatedAdapter(
        name="counts what is committed", world=CommittedAlone
    ),
    "puts away what is backed out": lambda: SimulatedAdapter(
        name="puts away what is backed out", world=PutsAway
    ),
    "works out what it shows": lambda: SimulatedAdapter(
        name="works out what it shows",
        behaviour=Behaviour(remaining_expiry=RemainingExpiry.ONE_TENTH_LOWER),
        world=WorksOut,
    ),
}
