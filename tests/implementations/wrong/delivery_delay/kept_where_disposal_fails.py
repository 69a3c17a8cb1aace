"""Misreadings of messages that are kept because their disposal fails too."""

# ruff: noqa: ARG002 - as in `decisions`

from collections.abc import Callable
from typing import Any, ClassVar

import msgspec

from implementations.decisions.queue_manager import QueueManagerDecisions, ReportTime
from implementations.simulation.queue_managers.queue_manager import QueueManager, Reason
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Delay, Entry, LocalQueue, Message, UnitOfWork
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import forgotten_at_restart, no
from implementations.wrong.parts.calls import Row, register
from implementations.wrong.parts.messages import original
from implementations.wrong.parts.producers import Noting, read_once
from implementations.wrong.parts.rules import FAILED, LOST, OVERFULL
from implementations.wrong.parts.targets import (
    Procedure,
    above_its_limit,
    an_alias_by_now,
    clustered,
    deciding,
    full_at_its_limit_alone,
    inhibited,
    otherwise,
    shared,
    to_a_remote_queue,
    to_an_alias,
    too_short,
)
from implementations.wrong.parts.units_of_work import GivenBack
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    Command,
    Commit,
    DefineLocalQueue,
    MqCommit,
    MqGet,
    Receive,
    SetDeadLetterQueue,
    StartQueueManager,
)
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER, Persistence, ReasonCode
from mqtck.reference.vocabulary.outcomes import Done, Outcome


@misreading(
    "DEADQ kept when blanked", "Goes on with the queue that DEADQ named before it was blank.", "DD-99"
)
class DeadqKept(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, SetDeadLetterQueue) and command.queue is None:
            return Done()
        return super().execute(command)


@misreading(
    "given up after a failed disposal",
    "Drops a message that neither its target nor the dead-letter queue takes.",
    *("DD-99", "X-36", "X-54"),
)
class GivenUpAfterFailedDisposal(QueueManagerDecisions):
    def keeps_after_failed_disposal(self, persistence: int) -> bool:
        return False


@misreading(
    "non-persistent given up",
    "Carries the rule of the channels over: keeps only persistent messages when the disposal fails.",
    *("DD-99", "X-36", "X-54"),
)
class NonPersistentGivenUp(QueueManagerDecisions):
    def keeps_after_failed_disposal(self, persistence: int) -> bool:
        return persistence == Persistence.PERSISTENT


@misreading(
    "exception report before the disposal",
    "Reports first and disposes then, again at each attempt.",
    *("DD-100", "DD-101", "DD-103"),
)
class ExceptionReportBeforeDisposal(QueueManagerDecisions):
    exception_report_time = ReportTime.BEFORE


def without_dead_letter_queue(world: SimulatedWorld, _: Command) -> bool:
    return world.simulation.managers[DEFAULT_QUEUE_MANAGER].dead_letter_queue is None


def with_dead_letter_queue(world: SimulatedWorld, command: Command) -> bool:
    return not without_dead_letter_queue(world, command)


RETRIED = ("DD-99", "X-54", "X-36")


@misreading(
    "no more attempts behind a recall",
    "Tries no more what no queue took, once a unit of work has recalled it and given it back.",
    *("DD-99", "DD-61", "X-37", "X-54", "DD-10", "DD-49", "DD-98", "DD-114"),
)
class NoMoreAttempts(GivenBack):
    def __init__(self, *parts: Any) -> None:
        self.forgotten: list[Entry] = []
        super().__init__(*parts)

    def given_back(self, queue: LocalQueue, entry: Entry) -> None:
        if entry.failed_with is not None:
            self.forgotten.append(entry)

    def change(self, manager: QueueManager) -> None:
        attempt = manager.processor._attempt

        def attempted(entry: Entry) -> None:
            if not any(entry is one for one in self.forgotten):
                attempt(entry)

        manager.processor._attempt = attempted  # type: ignore[method-assign]


@misreading(
    "one kept message at a time",
    "Tries again what it kept first, and never what it kept beside that.",
    *("DD-99", "DD-10", "X-54"),
)
class FirstKept(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        processor = manager.processor
        retry = processor._retry

        def retried(entry: Entry) -> None:
            if not any(waiting is not entry for _, _, waiting in processor._retries):
                retry(entry)

        processor._retry = retried  # type: ignore[method-assign]


forgotten_at_restart(
    "given up after a restart",
    "Keeps no message any more that nobody takes after a restart.",
    "keeps_after_failed_disposal",
    "DD-99",
    "X-37",
)


@misreading(
    "not tried again after a restart",
    "Forgets at a restart what could not be disposed of.",
    *("DD-99", "X-45", "X-54", "DD-95"),
)
class NotTriedAgainAfterRestart(SimulatedWorld):
    def _end(self, manager: QueueManager) -> None:
        super()._end(manager)
        for entry in list(manager.staging.entries):
            if entry.failed_with is not None:
                manager.take_off(manager.staging, entry)


@misreading(
    "stopped by a failed disposal",
    "Takes a failed disposal for an error that ends the processor.",
    *("DD-99", "DD-12", "DD-10", "X-54"),
)
class StoppedByFailedDisposal(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        for manager in self.simulation.managers.values():
            if any(entry.failed_with is not None for entry in manager.staging.entries):
                manager.processor.end()
        return outcome


@misreading(
    "priority 0 after a failure",
    "Delivers with priority 0 what failed once.",
    *("DD-99", "X-28", "X-42", "HM-24"),
)
class LaterWithPriorityZero(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        for manager in self.simulation.managers.values():
            for entry in manager.staging.entries:
                if entry.failed_with is not None:
                    entry.message = original(entry.message, priority=0)
        return outcome


@misreading("report twice", "Makes each report two times.", "DD-100", "DD-101", "EX-21", "DD-82", "X-55")
class ReportTwice(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        put = manager.put_report

        def twice(report: Message, about: Message, unit: Any = None) -> Any:
            reason = put(report, about, unit)
            if reason is None:
                put(msgspec.structs.replace(report, message_id=manager.new_id()), about, unit)
            return reason

        manager.put_report = twice  # type: ignore[method-assign]


def _dead_letters(_: Noting, manager: QueueManager, queue: LocalQueue) -> bool:
    return queue.name == manager.dead_letter_queue


read_once(
    *("MAXMSGL of dead letters read once", "Asks the dead-letter queue once how long a message may be."),
    *("max_message_length", _dead_letters, "DD-99", "DD-98", "DD-114", "X-37"),
)
read_once(
    *("MAXDEPTH of dead letters read once", "Asks the dead-letter queue once how much it takes."),
    *("max_depth", _dead_letters, "DD-99", "DD-98", "DD-114", "X-37"),
)
KEPT = ("DD-99", "DD-104", "DD-07", *LOST)


@misreading(
    "dead-letter queue above its limit",
    "Dead-letters to a queue that holds more than MAXDEPTH.",
    *("DD-99", *FAILED, *OVERFULL),
)
class DeadLetterQueueAboveItsLimit(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        dead_letter = manager.dead_letter

        def put(message: Message, reason: int, destination: str, unit: UnitOfWork | None = None) -> Reason:
            with full_at_its_limit_alone(manager.put_queue(manager.dead_letter_queue or "")):
                return dead_letter(message, reason, destination, unit)

        manager.dead_letter = put  # type: ignore[method-assign]


# --- names that lead on -----------------------------------------------------------------------------------


not_undone = deciding("rolls_back", answer=False)


def dropped(manager: QueueManager, _: Procedure, entry: Entry, __: Delay, ___: ReasonCode) -> None:
    manager.take_off(manager.staging, entry)


def not_kept(
    manager: QueueManager, dispose: Procedure, entry: Entry, delay: Delay, reason: ReasonCode
) -> None:
    dispose(entry, delay, reason)
    manager.take_off(manager.staging, entry)


# fmt: off
otherwise("dropped in a cluster", "Drops what a clustered queue does not take.", clustered, dropped, *KEPT)
otherwise("dropped behind a name that became an alias",
          "Drops what the queue behind a new alias does not take.", an_alias_by_now, dropped, *KEPT)
# fmt: on

otherwise("not kept behind an alias", "Keeps nothing behind an alias.", to_an_alias, not_kept, *KEPT)

otherwise(
    "not kept behind a remote queue",
    "Keeps nothing behind a remote queue.",
    to_a_remote_queue,
    not_kept,
    *KEPT,
)

# fmt: off
otherwise("not kept in a cluster", "Keeps nothing in a cluster.", clustered, not_kept, *KEPT)
# fmt: on

otherwise("not undone behind an alias", "Undoes nothing behind an alias.", to_an_alias, not_undone, *KEPT)

otherwise(
    "not undone behind a remote queue", "Undoes nothing on the way.", to_a_remote_queue, not_undone, *KEPT
)

# fmt: off
otherwise("not undone in a cluster", "Undoes nothing in a cluster.", clustered, not_undone, *KEPT)
otherwise("not kept for a shared queue", "Keeps nothing for a shared queue.", shared, not_kept, *KEPT)
otherwise("not undone for a shared queue", "Undoes nothing for a shared queue.", shared, not_undone, *KEPT)
# fmt: on


# --- what has its place already ---------------------------------------------------------------------------


def put_back(forbids: Callable[[LocalQueue, Entry], bool], name: str, sentence: str) -> None:
    """A misreading that gets a message for each attempt, and puts it back as if it were new."""

    @misreading(name, sentence, *KEPT, "DD-104")
    class PutBack(SimulatedWorld):
        def change(self, manager: QueueManager) -> None:
            retry = manager.processor._retry

            def retried(entry: Entry) -> None:
                if forbids(manager.staging, entry):
                    manager.take_off(manager.staging, entry)
                else:
                    retry(entry)

            manager.processor._retry = retried  # type: ignore[method-assign]


# fmt: off
put_back(above_its_limit, "put back to a full staging queue", "Loses what it keeps on a full staging queue.")
put_back(inhibited, "put back to an inhibited staging queue", "Loses what it keeps on an inhibited queue.")
put_back(too_short, "put back to a short staging queue", "Loses what it keeps that is too long by then.")
# fmt: on


# --- what ends the wait of a message that is kept ---------------------------------------------------------


class Woken(SimulatedWorld):
    """Tries again what nobody took when one of these commands tells of a change, and not else."""

    tells: ClassVar[tuple[type, ...]] = ()

    def __init__(self, *parts: object) -> None:
        self.changes = 0
        super().__init__(*parts)  # type: ignore[arg-type]

    def execute(self, command: Command) -> Outcome:
        self.changes += isinstance(command, self.tells)
        return super().execute(command)

    def change(self, manager: QueueManager) -> None:
        attempt, tried = manager.processor._attempt, dict[Entry, int]()

        def attempted(entry: Entry) -> None:
            if tried.get(entry) == self.changes and not manager.decisions.expired(entry.message, manager.now):
                manager.processor._retry(entry)
                return
            attempt(entry)
            tried[entry] = self.changes

        manager.processor._attempt = attempted  # type: ignore[method-assign]


def woken_by(tells: tuple[type, ...], name: str, sentence: str) -> None:
    misreading(name, sentence, *KEPT)(type("WokenBy", (Woken,), {"tells": tells}))


_BY_GETS = (MqGet, MqCommit, Receive, Commit)
woken_by(
    (AlterQueue, DefineLocalQueue, SetDeadLetterQueue, StartQueueManager),
    "kept until a definition changes",
    "Tries again what nobody took when a definition has changed, and not when somebody has made room.",
)
woken_by(
    (AlterQueue, StartQueueManager, *_BY_GETS),
    "kept until an attribute changes",
    "Tries again what nobody took when an attribute has changed or there is room, not when a queue has come.",
)


@misreading(
    "kept for ever without a target", "Keeps for ever what found no queue and no dead-letter queue.", *KEPT
)
class KeptForEver(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        retry = manager.processor._retry

        def retried(entry: Entry) -> None:
            delay = entry.message.delay
            if delay is None or manager.put_queue(delay.target) is not None:
                retry(entry)

        manager.processor._retry = retried  # type: ignore[method-assign]


# fmt: off
QUEUE_MANAGER: tuple[Row, ...] = (
    ("given up without a queue", "Drops a message whose target fails where there is no dead-letter queue.",
     RETRIED, without_dead_letter_queue, "keeps_after_failed_disposal", no),
    ("given up at an unusable queue", "Drops a message that the dead-letter queue does not take.",
     RETRIED, with_dead_letter_queue, "keeps_after_failed_disposal", no),
)
# fmt: on
for one in QUEUE_MANAGER:
    register(one, "decisions")
