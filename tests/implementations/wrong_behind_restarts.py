"""Misreadings that show behind a restart, or by what becomes of a message that its target does not take."""

from typing import Any

from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    Command,
    DefineAliasQueue,
    SetDeadLetterQueue,
    StartQueueManager,
    Switch,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, Persistence, ReasonCode, Report
from mqtck.reference.vocabulary.outcomes import Done, Outcome
from mqtck.reference.vocabulary.publications import AlterTopic

from .decisions import Disposal, QueueManagerDecisions
from .misreading import misreading
from .objects import AliasQueue, Delay, Entry, Message, UnitOfWork
from .queue_manager import QueueManager
from .topics import TopicObject
from .world import SimulatedWorld
from .wrong_for_some import Attempts

SECOND = 1000

# --- restarts --------------------------------------------------------------------------------------------


@misreading(
    "just delivered and staged again",
    "Finds in its log after a restart what was moved in the last seconds before.",
    *("DD-10", "X-45", "X-54", "DD-95", "DD-12"),
)
class StagedAgain(Attempts):
    def __init__(self, *parts: Any) -> None:
        self.moved: list[tuple[str, int, Message]] = []
        super().__init__(*parts)

    def attempt(self, manager: QueueManager, entry: Entry, attempt: Any) -> None:
        attempt(entry)
        if not entry.on_queue and entry.message.persistence == Persistence.PERSISTENT:
            self.moved.append((manager.name, manager.now, entry.message))

    def _start(self, name: str) -> None:
        manager = self.simulation.managers[name]
        moved, self.moved = self.moved, []
        super()._start(name)
        for where, when, message in moved:
            if where == name and manager.now - when < 3 * SECOND:
                manager.enter(manager.staging, message, None)


@misreading(
    "tried again twice after a restart",
    "Stages what it could not dispose of a second time when it starts.",
    *("DD-10", "X-45", "X-54", "DD-99", "DD-95"),
)
class TriedAgainTwice(SimulatedWorld):
    def _start(self, name: str) -> None:
        manager = self.simulation.managers[name]
        failed = [entry.message for entry in manager.staging.entries if entry.failed_with is not None]
        super()._start(name)
        for message in failed:
            manager.enter(manager.staging, message, None)


class AsFirstDefined(SimulatedWorld):
    """Has something as it was first defined when a queue manager starts."""

    def __init__(self, *parts: Any) -> None:
        self.first: dict[tuple[str, str], Any] = {}
        super().__init__(*parts)

    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(outcome, Done):
            self.note(command)
            if isinstance(command, StartQueueManager):
                self.again(self.simulation.managers[command.queue_manager])
        return outcome

    def note(self, command: Command) -> None:
        raise NotImplementedError

    def again(self, manager: QueueManager) -> None:
        raise NotImplementedError


@misreading(
    "alias as first defined after a restart",
    "Leads an alias to its first target when it starts.",
    *("X-45", "DD-74", "DD-49", "DD-10", "DD-12", "X-54"),
)
class AliasAsFirstDefined(AsFirstDefined):
    def note(self, command: Command) -> None:
        if isinstance(command, DefineAliasQueue):
            self.first.setdefault((command.queue_manager, command.queue), command.target)

    def again(self, manager: QueueManager) -> None:
        for (name, queue), target in self.first.items():
            if name == manager.name and isinstance(manager.definitions.get(queue), AliasQueue):
                manager.definitions[queue] = AliasQueue(queue, target)


@misreading(
    "DEADQ as first named after a restart",
    "Dead-letters on the queue that DEADQ named first when it has started again.",
    *("X-45", "DD-98", "X-54", "DD-99", "AM-18"),
)
class DeadqAsFirstNamed(AsFirstDefined):
    def note(self, command: Command) -> None:
        if isinstance(command, SetDeadLetterQueue):
            self.first.setdefault((command.queue_manager, ""), command.queue)

    def again(self, manager: QueueManager) -> None:
        if (manager.name, "") in self.first:
            manager.dead_letter_queue = self.first[manager.name, ""]


@misreading(
    "topics as first defined after a restart",
    "Has topics as they were before they were altered when it starts.",
    *("DD-120", "DD-121", "DD-122", "DD-38"),
)
class TopicsAsFirstDefined(AsFirstDefined):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, AlterTopic):
            topics = self.simulation.managers[command.queue_manager].topics
            if command.topic in topics.objects:
                self.first.setdefault((command.queue_manager, command.topic), topics.objects[command.topic])
        return super().execute(command)

    def note(self, command: Command) -> None:
        """Before the alteration, not after it."""

    def again(self, manager: QueueManager) -> None:
        for (name, topic), before in self.first.items():
            if name == manager.name and isinstance(manager.topics.objects.get(topic), TopicObject):
                manager.topics.objects[topic] = before


# --- failures --------------------------------------------------------------------------------------------


@misreading(
    "discards beside passed-on options not carried out",
    "Takes MQRO_DISCARD_MSG beside MQRO_PASS_DISCARD_AND_EXPIRY for an option of the report.",
    *("DD-97", "DD-125", "X-37", "X-54"),
)
class DiscardForReport(QueueManagerDecisions):
    def disposal(self, report: int) -> Disposal:
        return super().disposal(report & ~Report.DISCARD_MSG if self.passed(report) else report)

    def passed(self, report: int) -> bool:
        return report & Report.PASS_DISCARD_AND_EXPIRY != 0


@misreading(
    "dead-letter header of twenty characters",
    "Names the target in the dead-letter header as far as it goes.",
    *("X-17", "DD-98"),
)
class TwentyCharacters(QueueManagerDecisions):
    def dead_letter_copy(self, message: Message, reason: int, destination: str, now: int) -> Message:
        return super().dead_letter_copy(message, reason, destination[:20], now)


@misreading(
    "dead-letter queue that nobody may read",
    "Takes a dead-letter queue with GET(DISABLED) for one that cannot be used.",
    *("DD-98", "DD-99", "X-37", "X-54"),
)
class UnreadDeadLetterQueue(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        dead_letter = manager.dead_letter

        def reluctant(
            message: Message, reason: int, destination: str, unit: UnitOfWork | None = None
        ) -> ReasonCode | None:
            queue = manager.local(manager.dead_letter_queue or "")
            if queue is not None and queue.attributes.get is Switch.DISABLED:
                return ReasonCode.GET_INHIBITED
            return dead_letter(message, reason, destination, unit)

        manager.dead_letter = reluctant  # type: ignore[method-assign]


@misreading(
    "header on the dead-letter queue always",
    "Puts a dead-letter header in front of what was sent to the dead-letter queue.",
    *("X-17", "DD-10"),
)
class HeaderAlways(Attempts):
    def deliver(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
        if delay.tie is None and delay.target == manager.dead_letter_queue:
            return manager.dead_letter(delay.original, ReasonCode.PUT_INHIBITED, delay.target)
        reason: ReasonCode | None = deliver(delay)
        return reason


@misreading(
    "transmission queue that takes nothing",
    "Gives up what a transmission queue does not take.",
    *("DD-98", "X-54", "DD-99", "X-37", "DD-114"),
)
class GivenUpOnTheWay(Attempts):
    def deliver(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
        reason: ReasonCode | None = deliver(delay)
        elsewhere = manager.resolve(delay.target) is not manager.put_queue(delay.target)
        return None if elsewhere and delay.tie is None else reason


# --- z/OS ------------------------------------------------------------------------------------------------


@misreading(
    "not persistent and not kept with GET disabled",
    "Lets go of messages that are not persistent when GET is disabled on the staging queue.",
    *("DD-89", "DD-92", "X-54", "DD-10", "DD-12"),
)
class NotKeptWithGetDisabled(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        disabled = isinstance(command, AlterQueue) and command.changes.get is Switch.DISABLED
        if disabled and isinstance(command, AlterQueue) and command.queue == STAGING_QUEUE:
            manager = self.simulation.managers[command.queue_manager]
            for entry in list(manager.staging.entries):
                if entry.message.persistence != Persistence.PERSISTENT:
                    manager.take_off(manager.staging, entry)
        return outcome
