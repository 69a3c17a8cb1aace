"""Misreadings of discards and their reports, which no unit of work takes back."""

from typing import Any
from unittest.mock import patch

from implementations.decisions.queue_manager import Membership, QueueManagerDecisions
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Entry, LocalQueue, Message, Subscription, UnitOfWork
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.calls import (
    Row,
    aliases,
    at_shared_queues,
    both,
    by_id,
    dead_letters,
    in_unit,
    jms_receive,
    looks,
    register,
)
from implementations.wrong.parts.ends import Discarded, Ends, discarding
from mqtck.reference.vocabulary.commands import Command, Commit, Rollback
from mqtck.reference.vocabulary.constants import Persistence
from mqtck.reference.vocabulary.outcomes import MessageReturned, Outcome
from mqtck.reference.vocabulary.publications import Durability, ReceivePublication

GIVEN_BACK = ("EX-38", "EX-40", "DD-10", "DD-12", "DD-115", "X-52", "X-54")


class _LastAlone(SimulatedWorld):
    """Has a unit of work for each subscriber, and ends that of the last one as the session asks."""

    def __init__(self, *parts: object) -> None:
        self.units: dict[str, dict[str, UnitOfWork]] = {}
        super().__init__(*parts)  # type: ignore[arg-type]

    def others(self, unit: UnitOfWork) -> None:
        """What becomes of those of the other subscribers."""
        raise NotImplementedError

    def concerns(self, command: Command) -> bool:
        """Whether this end of a unit of work is misread."""
        raise NotImplementedError

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, ReceivePublication):
            session = self.calls.subscribers.session_of(command.subscription)
            if session is not None and session.unit is not None:
                name = next(name for name, one in self.calls.jms.sessions.items() if one is session)
                units, whole = self.units.setdefault(name, {}), session.unit
                session.unit = own = UnitOfWork()
                outcome = super().execute(command)
                session.unit = whole
                if isinstance(outcome, MessageReturned):
                    earlier = units.pop(command.subscription, UnitOfWork())
                    earlier.at_commit += own.at_commit
                    earlier.at_rollback += own.at_rollback
                    units[command.subscription] = earlier
                return outcome
        if isinstance(command, Commit | Rollback):
            units = self.units.pop(command.session, {})
            for number, unit in enumerate(reversed(units.values())):
                if number and self.concerns(command):
                    self.others(unit)
                else:
                    unit.commit() if isinstance(command, Commit) else unit.rollback()
        return super().execute(command)


@misreading(
    "rollback of one subscriber",
    "Gives back at a rollback what the last subscriber of the session received, and no other.",
    *GIVEN_BACK,
)
class RollbackOfOne(_LastAlone):
    def concerns(self, command: Command) -> bool:
        return isinstance(command, Rollback)

    def others(self, unit: UnitOfWork) -> None:
        unit.commit()


@misreading(
    "commit of one subscriber",
    "Takes off at a commit what the last subscriber of the session received, and no other.",
    *GIVEN_BACK,
    "EX-11",
)
class CommitOfOne(_LastAlone):
    def concerns(self, command: Command) -> bool:
        return isinstance(command, Commit)

    def others(self, unit: UnitOfWork) -> None:
        unit.rollback()


@misreading(
    "given back by a non-durable subscriber",
    "Loses what a non-durable subscriber has received and rolled back.",
    *GIVEN_BACK,
)
class GivenBackByNonDurable(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        held: list[tuple[Subscription, Entry]] = []
        if isinstance(command, Rollback):
            session = self.calls.jms.sessions.get(command.session)
            unit = None if session is None else session.unit
            held = [
                (subscription, entry)
                for subscription in self.calls.subscribers.subscriptions.values()
                if subscription.durability is Durability.NON_DURABLE and not subscription.ended
                for entry in self._queue(subscription)
                if unit is not None and entry.getter is unit
            ]
        outcome = super().execute(command)
        for subscription, entry in held:
            manager = self.simulation.managers[subscription.queue_manager]
            queue = manager.local(subscription.queue)
            if queue is not None and entry.on_queue:
                manager.take_off(queue, entry)
        return outcome

    def _queue(self, subscription: Subscription) -> list[Entry]:
        queue = self.simulation.managers[subscription.queue_manager].local(subscription.queue)
        return [] if queue is None else list(queue.entries)


@misreading("discard in the unit of work", "Backs a discard out with the get that caused it.", "EX-38")
class DiscardInUnitOfWork(QueueManagerDecisions):
    discard_in_unit_of_work = Membership.INSIDE


@misreading(
    "report in the unit of work", "Holds the expiration report back until the commit.", "EX-39", "EX-21"
)
class ReportInUnitOfWork(QueueManagerDecisions):
    report_in_unit_of_work = Membership.INSIDE


def _recalled_in_unit(one: Discarded) -> bool:
    return one.unit is not None and one.queue is one.manager.staging


def _held(one: Discarded) -> None:
    assert one.unit is not None
    one.queue.hold(one.entry, one.unit)
    one.unit.at_commit.append(lambda: one.discard(one.queue, one.entry, None))
    one.unit.at_rollback.append(lambda: one.queue.give_back(one.entry))


def _reported_at_commit(one: Discarded) -> None:
    assert one.unit is not None
    one.manager.take_off(one.queue, one.entry)
    one.unit.at_commit.append(lambda: one.manager._report_expiration(one.entry.message))


discarding(
    "a recall holds the discard",
    "Puts back by backout what has expired on the staging queue.",
    _recalled_in_unit,
    _held,
    *("EX-38", "X-46", "EX-12", "DD-84"),
)
discarding(
    "a recall holds the report",
    "Reports at the commit what a unit of work has found expired on the staging queue.",
    _recalled_in_unit,
    _reported_at_commit,
    *("EX-39", "X-46", "EX-21", "DD-82", "EX-26"),
)


@misreading(
    "report repeated at the backout",
    "Repeats at a backout the reports about what the unit of work had discarded.",
    *("EX-39", "EX-38", "EX-21", "EX-37"),
)
class ReportRepeated(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        discarded = manager._discarded

        def noted(queue: LocalQueue, entry: Entry, unit: UnitOfWork | None) -> None:
            there = entry.on_queue
            discarded(queue, entry, unit)
            if there and unit is not None:
                unit.at_rollback.append(lambda: manager._report_expiration(entry.message))

        manager._discarded = noted  # type: ignore[method-assign]


@misreading(
    "discards undone by the end",
    "Has again at its start what an open unit of work had discarded.",
    *("EX-38", "EX-37", "EX-39"),
)
class DiscardsUndone(Ends):
    def __init__(self, *parts: Any) -> None:
        self.discarded: list[tuple[LocalQueue, Message, UnitOfWork]] = []
        super().__init__(*parts)

    def change(self, manager: QueueManager) -> None:
        discarded = manager._discarded

        def noted(queue: LocalQueue, entry: Entry, unit: UnitOfWork | None) -> None:
            discarded(queue, entry, unit)
            if unit is not None and entry.message.persistence == Persistence.PERSISTENT:
                self.discarded.append((queue, entry.message, unit))

        manager._discarded = noted  # type: ignore[method-assign]

    def _end(self, manager: QueueManager) -> None:
        self.discarded = [one for one in self.discarded if one[2].at_commit]
        super()._end(manager)

    def has_started(self, manager: QueueManager) -> None:
        for queue, message, _ in self.discarded:
            if manager.definitions.get(queue.name) is queue:
                manager.enter(queue, message, None)
        self.discarded = []


@misreading(
    "second discard in the unit of work",
    "Backs out with a get all but the first of the discards that it has caused.",
    *("EX-38", "EX-12", "EX-15"),
)
class SecondDiscardInside(SimulatedWorld):
    discards = 0

    def execute(self, command: Command) -> Outcome:
        self.discards = 0
        return super().execute(command)

    def change(self, manager: QueueManager) -> None:
        discard = manager.discard

        def counted(queue: LocalQueue, entry: Entry, unit: UnitOfWork | None = None) -> None:
            self.discards += 1
            inside = Membership.INSIDE if self.discards > 1 else Membership.OUTSIDE
            with patch.object(self.decisions, "discard_in_unit_of_work", inside):
                discard(queue, entry, unit)

        manager.discard = counted  # type: ignore[method-assign]


# fmt: off
QUEUE_MANAGER: tuple[Row, ...] = (
    ("JMS unit of work holds the discard", "Backs a discard out with the session whose receive caused it.",
     ("EX-38", "EX-39", "EX-12"), looks(jms_receive), "discard_in_unit_of_work", Membership.INSIDE),
    ("JMS unit of work holds the report", "Keeps a report back until the session commits.",
     ("EX-39", "EX-21"), looks(jms_receive), "report_in_unit_of_work", Membership.INSIDE),
    ("the unit of work holds the discard from a shared queue", "Puts back on a shared queue what was over.",
     ("EX-38", "EX-12", "EX-37"), both(at_shared_queues, in_unit), "discard_in_unit_of_work",
     Membership.INSIDE),
    ("the unit of work of an alias holds the report", "Reports with the commit what it discards by an alias.",
     ("EX-39", "EX-21", "EX-37"), both(aliases, in_unit), "report_in_unit_of_work", Membership.INSIDE),
    ("the unit of work holds the discard of one asked for", "Puts back by backout what was found by id.",
     ("EX-38", "EX-12", "EX-37"), both(by_id, in_unit), "discard_in_unit_of_work", Membership.INSIDE),
    ("the unit of work holds the report of dead letters", "Reports a dead letter that is over at the commit.",
     ("EX-39", "EX-21", "EX-37"), both(dead_letters, in_unit), "report_in_unit_of_work", Membership.INSIDE),
)
# fmt: on
for one in QUEUE_MANAGER:
    register(one, "decisions")
