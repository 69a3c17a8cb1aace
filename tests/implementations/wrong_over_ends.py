"""Misreadings that show where a queue manager ends and starts, and something else ends or waits meanwhile.

A life that is over while it is down, a unit of work that its end undoes, what is kept for its report.
"""

# ruff: noqa: ARG002 - a hook is offered all that it may need
from typing import Any

from msgspec.structs import replace

from mqtck.reference.vocabulary.commands import Command, Commit, MqBackout, Rollback, Usage
from mqtck.reference.vocabulary.constants import Feedback, Persistence, ReasonCode
from mqtck.reference.vocabulary.outcomes import Outcome

from .behaviour import Confirmations
from .misreading import misreading
from .objects import Delay, Entry, LocalQueue, Message, UnitOfWork
from .queue_manager import QueueManager
from .report_messages import delivery_report
from .world import SimulatedWorld

UNREPORTED = ("EX-21", "EX-26", "EX-39")


class Ends(SimulatedWorld):
    """Knows since when each queue manager has been down, and when it was last started."""

    def __init__(self, *parts: Any) -> None:
        self.down: dict[str, int] = {}
        self.up: dict[str, int] = {}
        super().__init__(*parts)

    def _end(self, manager: QueueManager) -> None:
        super()._end(manager)
        self.down[manager.name] = self.now()

    def _start(self, name: str) -> None:
        manager = self.simulation.managers[name]
        if not manager.running:
            self.up[name] = self.now()
            self.starts(manager)
        super()._start(name)
        self.has_started(manager)

    def starts(self, manager: QueueManager) -> None:
        """Before anything else is done."""

    def has_started(self, manager: QueueManager) -> None:
        """Afterwards."""

    def ended_while_down(self, manager: QueueManager, message: Message) -> bool:
        end, since = message.end_of_life, self.down.get(manager.name)
        return end is not None and since is not None and since < end <= self.up.get(manager.name, since)


# --- lives that are over while it is down ---------------------------------------------------------------


class Cleared(Ends):
    """Clears some queues at its start of what ended while it was down, and reports nothing of that."""

    def starts(self, manager: QueueManager) -> None:
        for queue in manager.local_queues():
            for entry in list(queue.entries) if self.clears(manager, queue) else ():
                if self.ended_while_down(manager, entry.message):
                    manager.take_off(queue, entry)

    def clears(self, manager: QueueManager, queue: LocalQueue) -> bool:
        raise NotImplementedError


def is_of_subscription(world: SimulatedWorld, queue: LocalQueue) -> bool:
    return any(one.queue == queue.name for one in world.simulation.hierarchy.subscriptions.values())


@misreading(
    "ended while down and unreported",
    "Clears queues at its start of what expired while it was down, without reports.",
    *UNREPORTED,
)
class TargetsCleared(Cleared):
    def clears(self, manager: QueueManager, queue: LocalQueue) -> bool:
        return (
            queue is not manager.staging
            and queue.name != manager.dead_letter_queue
            and queue.attributes.usage is Usage.NORMAL
            and not is_of_subscription(self, queue)
        )


@misreading(
    "dead letters ended while down and unreported",
    "Clears the dead-letter queue at its start of what expired while it was down, without reports.",
    *(*UNREPORTED, "EX-47", "X-16", "X-45"),
)
class DeadLettersCleared(Cleared):
    def clears(self, manager: QueueManager, queue: LocalQueue) -> bool:
        return queue.name == manager.dead_letter_queue


@misreading(
    "ended on the way while down and unreported",
    "Clears transmission queues at its start of what expired while it was down, without reports.",
    *(*UNREPORTED, "EX-20"),
)
class TransmissionCleared(Cleared):
    def clears(self, manager: QueueManager, queue: LocalQueue) -> bool:
        return queue.attributes.usage is Usage.TRANSMISSION


@misreading(
    "publications ended while down and unreported",
    "Clears what durable subscribers left at its start of what expired while it was down, without reports.",
    *UNREPORTED,
)
class PublicationsCleared(Cleared):
    def clears(self, manager: QueueManager, queue: LocalQueue) -> bool:
        return is_of_subscription(self, queue)


@misreading(
    "report of what ended while down without passed ids",
    "Reports what expired staged while it was down from its log, which has the message id alone.",
    *("X-12", "X-21", "DD-82", "X-45"),
)
class IdsNotPassed(Ends):
    def change(self, manager: QueueManager) -> None:
        put = manager.put_report

        def put_bare(report: Message, about: Message, unit: UnitOfWork | None = None) -> ReasonCode | None:
            delay = about.delay
            if (
                report.feedback == Feedback.EXPIRATION
                and delay is not None
                and self.ended_while_down(manager, about)
            ):
                original = delay.original.message_id
                report = replace(report, message_id=manager.new_id(), correlation_id=original)
            return put(report, about, unit)

        manager.put_report = put_bare  # type: ignore[method-assign]


# --- units of work that the end undoes ------------------------------------------------------------------


class Undone(Ends):
    """Does something with a message whose get the end of the queue manager undoes."""

    def _end(self, manager: QueueManager) -> None:
        held = [(queue, one) for queue in manager.local_queues() for one in queue.entries if one.getter]
        super()._end(manager)
        for queue, entry in held:
            if entry.on_queue:
                self.undone(manager, queue, entry)

    def undone(self, manager: QueueManager, queue: LocalQueue, entry: Entry) -> None:
        raise NotImplementedError


@misreading(
    "life begun anew where the end undoes a get",
    "Puts back whole, at its end, what a unit of work has got.",
    *("EX-40", "EX-03", "EX-05", "EX-10", "EX-19"),
)
class BegunAnew(Undone):
    def undone(self, manager: QueueManager, queue: LocalQueue, entry: Entry) -> None:
        message = entry.message
        if message.end_of_life is not None:
            entry.message = replace(message, end_of_life=self.now() + message.expiry * 100)


@misreading(
    "dead letters lost where the end undoes a get",
    "Loses at its end the dead letters that a unit of work has got.",
    *("X-54", "X-45", "X-37", "DD-98"),
)
class DeadLettersLost(Undone):
    def undone(self, manager: QueueManager, queue: LocalQueue, entry: Entry) -> None:
        if entry.message.dead_letter is not None:
            manager.take_off(queue, entry)


@misreading(
    "delivery confirmed where the end undoes a get",
    "Confirms as delivered, at its end, what a unit of work has got.",
    *("X-32", "DD-127"),
)
class ConfirmedAtEnd(Undone):
    def __init__(self, decisions: Any, client: Any) -> None:
        decisions.behaviour = replace(decisions.behaviour, confirmations=Confirmations.AT_TARGET)
        super().__init__(decisions, client)

    def undone(self, manager: QueueManager, queue: LocalQueue, entry: Entry) -> None:
        if self.decisions.confirms_delivery(entry.message):
            manager.send_report(delivery_report(entry.message, manager), entry.message)


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
    "backed out and lost at a restart",
    "Finds in its log after a restart that a message was got whose get was backed out.",
    *("X-54", "X-45", "DD-10", "DD-12", "DD-95"),
)
class BackedOutAndLost(Ends):
    def __init__(self, *parts: Any) -> None:
        self.backed_out: list[Entry] = []
        super().__init__(*parts)

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, Rollback | MqBackout):
            self.backed_out += [one for queue in self.queues() for one in queue.entries if one.getter]
        return super().execute(command)

    def queues(self) -> list[LocalQueue]:
        managers = self.simulation.managers.values()
        return [queue for manager in managers for queue in manager.local_queues()]

    def starts(self, manager: QueueManager) -> None:
        for queue in manager.local_queues():
            for entry in list(queue.entries):
                if any(entry is one for one in self.backed_out):
                    manager.take_off(queue, entry)


@misreading(
    "lost with what else its unit of work has sent",
    "Logs no unit of work in which something is not persistent.",
    *("X-45", "X-54", "DD-10", "DD-12", "DD-95"),
)
class LostWithItsUnit(Ends):
    def __init__(self, *parts: Any) -> None:
        self.unlogged: set[str] = set()
        super().__init__(*parts)

    def execute(self, command: Command) -> Outcome:
        session = self.calls.jms.sessions.get(command.session) if isinstance(command, Commit) else None
        if session is not None and session.unit is not None:
            staged = [one.message for one in session.manager.staging.entries if one.putter is session.unit]
            if any(message.persistence != Persistence.PERSISTENT for message in staged):
                self.unlogged |= {message.message_id for message in staged}
        return super().execute(command)

    def starts(self, manager: QueueManager) -> None:
        for entry in list(manager.staging.entries):
            if entry.message.message_id in self.unlogged:
                manager.take_off(manager.staging, entry)


@misreading(
    "what waits for those away lost at a restart",
    "Keeps in memory alone what was delivered for durable subscribers that are away.",
    *("X-45", "DD-10", "DD-107", "DD-115", "DD-116", "DD-76"),
)
class LostForThoseAway(Ends):
    def starts(self, manager: QueueManager) -> None:
        for queue in manager.local_queues():
            if queue.name in self.left:
                for entry in list(queue.entries):
                    manager.take_off(queue, entry)

    def _end(self, manager: QueueManager) -> None:
        subscriptions = self.simulation.hierarchy.subscriptions.values()
        self.left = {one.queue for one in subscriptions if one.consumer is None and one.managed}
        super()._end(manager)


# --- messages that are kept for their reports -----------------------------------------------------------


class KeptForReport(Ends):
    """Notes what is kept because its report fits nowhere."""

    def __init__(self, *parts: Any) -> None:
        self.kept: list[tuple[QueueManager, Entry]] = []
        super().__init__(*parts)

    def change(self, manager: QueueManager) -> None:
        dispose = manager.processor._dispose

        def disposed(entry: Entry, delay: Delay, reason: ReasonCode) -> None:
            dispose(entry, delay, reason)
            if entry.on_queue and entry.failed_with is None:
                self.keep(manager, entry)

        manager.processor._dispose = disposed  # type: ignore[method-assign]

    def keep(self, manager: QueueManager, entry: Entry) -> None:
        self.kept.append((manager, entry))


@misreading(
    "kept for its report and lost at a restart",
    "Takes what it has undone for want of a place for a report for done when it starts.",
    *("DD-104", "X-45", "X-37", "X-54", "DD-95"),
)
class LostAtRestart(KeptForReport):
    def starts(self, manager: QueueManager) -> None:
        for where, entry in self.kept:
            if where is manager and entry.on_queue:
                manager.take_off(manager.staging, entry)


def ending(entry: Entry, end: int | None, expiry: int) -> None:
    """Give a staged message another end, on the staging queue and at its target."""
    delay = entry.message.delay
    assert delay is not None
    original = replace(delay.original, end_of_life=end, expiry=expiry)
    message = replace(entry.message, end_of_life=end, expiry=expiry)
    entry.message = replace(message, delay=replace(delay, original=original))


@misreading(
    "kept for its report without an end",
    "Keeps for ever what it has undone for want of a place for a report.",
    *("X-18", "DD-104", "DD-79", "DD-84", "EX-17", "EX-05", "EX-10", "EX-19"),
)
class KeptWithoutEnd(KeptForReport):
    def keep(self, manager: QueueManager, entry: Entry) -> None:
        ending(entry, None, -1)


@misreading(
    "life begun anew where it is kept for its report",
    "Begins a life anew with each disposal that it undoes for want of a place for a report.",
    *("DD-79", "DD-80", "DD-104", "X-06", "EX-05", "EX-10", "EX-19"),
)
class BegunAnewWhenKept(KeptForReport):
    def keep(self, manager: QueueManager, entry: Entry) -> None:
        message = entry.message
        if message.end_of_life is not None:
            ending(entry, manager.now + message.expiry * 100, message.expiry)
