"""Misreadings of limits where two of them meet: a name that leads on and the procedure of a failure, say.

Each rule is kept by itself: whoever wrote these treats a failure right for a queue that was named by its own
name, asks a queue for room whenever something comes to it, and tries again what nobody took.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ClassVar
from unittest.mock import patch

from msgspec.structs import replace

from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    Command,
    Commit,
    DefineLocalQueue,
    MqBackout,
    MqCommit,
    MqGet,
    Receive,
    SetDeadLetterQueue,
    StartQueueManager,
    Switch,
)
from mqtck.reference.vocabulary.constants import ReasonCode
from mqtck.reference.vocabulary.outcomes import Outcome

from .decisions import Disposal
from .misreading import misreading
from .objects import AliasQueue, Delay, Entry, LocalQueue, Message, RemoteQueue, UnitOfWork
from .queue_manager import QueueManager, Reason
from .world import SimulatedWorld

LOST = ("DD-10", "DD-12", "X-54")
FAILED = ("DD-97", "DD-98", "DD-114", "DD-49", "DD-74", "X-37")
KEPT = ("DD-99", "DD-104", "DD-07", *LOST)
NO_LIMIT = 1_000_000_000


# --- names that lead on ---------------------------------------------------------------------------------

Concerns = Callable[[QueueManager, Delay], bool]
Procedure = Callable[[Entry, Delay, ReasonCode], None]
Fault = Callable[[QueueManager, Procedure, Entry, Delay, ReasonCode], None]


def aliased(manager: QueueManager, delay: Delay) -> bool:
    return delay.tie is None and isinstance(manager.definitions.get(delay.target), AliasQueue)


def remote(manager: QueueManager, delay: Delay) -> bool:
    return delay.tie is None and isinstance(manager.definitions.get(delay.target), RemoteQueue)


def clustered(manager: QueueManager, delay: Delay) -> bool:
    return delay.tie is None and bool(manager.clusters.instances(delay.target))


def shared(manager: QueueManager, delay: Delay) -> bool:
    return delay.tie is None and manager.shares(delay.target)


def an_alias_by_now(manager: QueueManager, delay: Delay) -> bool:
    return aliased(manager, delay) and delay.resolved == delay.target


def deciding(decision: str, answer: object) -> Fault:
    """With one decision made whatever it is about."""

    def fault(
        manager: QueueManager, dispose: Procedure, entry: Entry, delay: Delay, reason: ReasonCode
    ) -> None:
        with patch.object(manager.decisions, decision, lambda _: answer):
            dispose(entry, delay, reason)

    return fault


not_discarded = deciding("disposal", Disposal.DEAD_LETTER_QUEUE)
not_reported = deciding("exception_report_wanted", answer=False)
not_undone = deciding("rolls_back", answer=False)


def dropped(manager: QueueManager, _: Procedure, entry: Entry, __: Delay, ___: ReasonCode) -> None:
    manager.take_off(manager.staging, entry)


def not_kept(
    manager: QueueManager, dispose: Procedure, entry: Entry, delay: Delay, reason: ReasonCode
) -> None:
    dispose(entry, delay, reason)
    manager.take_off(manager.staging, entry)


def otherwise(name: str, sentence: str, concerns: Concerns, fault: Fault, *rules: str) -> None:
    """A misreading that treats the failure of some messages in another way."""

    @misreading(name, sentence, *rules, *FAILED)
    class Otherwise(SimulatedWorld):
        def change(self, manager: QueueManager) -> None:
            dispose = manager.processor._dispose

            def disposed(entry: Entry, delay: Delay, reason: ReasonCode) -> None:
                if concerns(manager, delay):
                    fault(manager, dispose, entry, delay, reason)
                else:
                    dispose(entry, delay, reason)

            manager.processor._dispose = disposed  # type: ignore[method-assign]


REPORTED = ("DD-101", "DD-125", "DD-130", "X-17", "X-42")
# fmt: off
otherwise("discard option behind an alias", "Dead-letters what it should discard behind an alias.",
          aliased, not_discarded)
otherwise("discard option behind a remote queue", "Dead-letters what it should discard on its way.",
          remote, not_discarded)
otherwise("discard option in a cluster", "Dead-letters what it should discard in a cluster.",
          clustered, not_discarded)
otherwise("discard option of a name that became an alias",
          "Dead-letters what it should discard behind a new alias.", an_alias_by_now, not_discarded)
otherwise("failure unreported behind an alias", "Reports no failure behind an alias.",
          aliased, not_reported, *REPORTED)
otherwise("failure unreported behind a remote queue", "Reports no failure behind a remote queue.",
          remote, not_reported, *REPORTED)
otherwise("failure unreported in a cluster", "Reports no failure in a cluster.",
          clustered, not_reported, *REPORTED)
otherwise("failure unreported of a name that became an alias", "Reports no failure behind a new alias.",
          an_alias_by_now, not_reported, *REPORTED)
otherwise("dropped in a cluster", "Drops what a clustered queue does not take.", clustered, dropped, *KEPT)
otherwise("dropped behind a name that became an alias",
          "Drops what the queue behind a new alias does not take.", an_alias_by_now, dropped, *KEPT)
otherwise("not kept behind an alias", "Keeps nothing behind an alias.", aliased, not_kept, *KEPT)
otherwise("not kept behind a remote queue", "Keeps nothing behind a remote queue.", remote, not_kept, *KEPT)
otherwise("not kept in a cluster", "Keeps nothing in a cluster.", clustered, not_kept, *KEPT)
otherwise("not undone behind an alias", "Undoes nothing behind an alias.", aliased, not_undone, *KEPT)
otherwise("not undone behind a remote queue", "Undoes nothing on the way.", remote, not_undone, *KEPT)
otherwise("not undone in a cluster", "Undoes nothing in a cluster.", clustered, not_undone, *KEPT)
otherwise("failure unreported of a shared queue", "Reports no failure of a shared queue.",
          shared, not_reported, *REPORTED)
otherwise("not kept for a shared queue", "Keeps nothing for a shared queue.", shared, not_kept, *KEPT)
otherwise("not undone for a shared queue", "Undoes nothing for a shared queue.", shared, not_undone, *KEPT)
# fmt: on


def heedless(concerns: Concerns, name: str, sentence: str, **limits: int) -> None:
    """A misreading that puts some messages to their target whatever limit of it they meet."""

    @misreading(name, sentence, *FAILED, "DD-111", "DD-112", "EX-35", "X-53", "DD-10", "DD-06")
    class Heedless(SimulatedWorld):
        def change(self, manager: QueueManager) -> None:
            deliver = manager.processor._deliver

            def delivered(delay: Delay) -> ReasonCode | None:
                queue = manager.put_queue(delay.target)
                if queue is None or not concerns(manager, delay):
                    return deliver(delay)
                attributes = queue.attributes
                queue.attributes = replace(attributes, **limits)
                try:
                    return deliver(delay)
                finally:
                    queue.attributes = attributes

            manager.processor._deliver = delivered  # type: ignore[method-assign]


# fmt: off
heedless(aliased, "overfull behind an alias", "Overfills the queue behind an alias.", max_depth=NO_LIMIT)
heedless(remote, "overfull transmission queue", "Overfills the transmission queue.", max_depth=NO_LIMIT)
heedless(clustered, "overfull in a cluster", "Overfills a clustered queue.", max_depth=NO_LIMIT)
heedless(shared, "overfull shared queue", "Overfills a shared queue.", max_depth=NO_LIMIT)
heedless(aliased, "too long behind an alias", "Delivers what is too long for the queue behind an alias.",
         max_message_length=NO_LIMIT)
heedless(remote, "too long for a transmission queue", "Delivers what is too long for the transmission queue.",
         max_message_length=NO_LIMIT)
heedless(clustered, "too long in a cluster", "Delivers what is too long for a clustered queue.",
         max_message_length=NO_LIMIT)
heedless(shared, "too long for a shared queue", "Delivers what is too long for a shared queue.",
         max_message_length=NO_LIMIT)
# fmt: on


def report_lost(kind: type[AliasQueue] | type[RemoteQueue], name: str, sentence: str) -> None:
    """A misreading that has no other place for some reports than their reply-to queue."""

    @misreading(name, sentence, "DD-103", "DD-101", "DD-104", *FAILED)
    class ReportLost(SimulatedWorld):
        def change(self, manager: QueueManager) -> None:
            put_report = manager.put_report

            def put(report: Message, about: Message, unit: UnitOfWork | None = None) -> Reason:
                reason = put_report(report, about, unit)
                return None if isinstance(manager.definitions.get(about.reply_to), kind) else reason

            manager.put_report = put  # type: ignore[method-assign]


report_lost(AliasQueue, "report lost behind an alias", "Drops a report that finds no room behind an alias.")
report_lost(
    RemoteQueue, "report lost on its way", "Drops a report that finds no room on its transmission queue."
)


# --- more than MAXDEPTH -----------------------------------------------------------------------------------


@contextmanager
def full_at_its_limit_alone(queue: LocalQueue | None) -> Iterator[None]:
    """As if a queue were full that holds as many messages as MAXDEPTH says, and neither fewer nor more."""
    attributes = None if queue is None else queue.attributes
    if queue is None or attributes is None or len(queue.entries) <= attributes.max_depth:
        yield
        return
    queue.attributes = replace(attributes, max_depth=NO_LIMIT)
    try:
        yield
    finally:
        queue.attributes = attributes


OVERFULL = ("DD-112", "DD-114", "DD-39", "EX-35", "X-53", *LOST)


@misreading(
    "target above its limit", "Delivers to a queue that holds more than MAXDEPTH.", *FAILED, *OVERFULL
)
class TargetAboveItsLimit(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        deliver = manager.processor._deliver

        def delivered(delay: Delay) -> ReasonCode | None:
            with full_at_its_limit_alone(manager.put_queue(delay.target)):
                return deliver(delay)

        manager.processor._deliver = delivered  # type: ignore[method-assign]


@misreading(
    "reply-to queue above its limit", "Reports to a queue that holds more than MAXDEPTH.", "DD-103", *OVERFULL
)
class ReplyQueueAboveItsLimit(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        put_report = manager.put_report

        def put(report: Message, about: Message, unit: UnitOfWork | None = None) -> Reason:
            with full_at_its_limit_alone(manager.put_queue(about.reply_to)):
                return put_report(report, about, unit)

        manager.put_report = put  # type: ignore[method-assign]


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


@misreading(
    "staging queue above its limit",
    "Stages on a queue that holds more than MAXDEPTH.",
    *("DD-53", "DD-38", *OVERFULL),
)
class StagingQueueAboveItsLimit(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        refusal = manager.processor.refusal

        def refused(length: int, unit: UnitOfWork | None, copies: int = 1) -> Reason:
            with full_at_its_limit_alone(manager.staging):
                return refusal(length, unit, copies)

        manager.processor.refusal = refused  # type: ignore[method-assign]


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


def given_back(forbids: Callable[[LocalQueue, Entry], bool], name: str, sentence: str) -> None:
    """A misreading in which a backout puts what was got as if it were new."""

    @misreading(name, sentence, "EX-40", "DD-61", "DD-45", "DD-42", *LOST)
    class GivenBack(SimulatedWorld):
        def execute(self, command: Command) -> Outcome:
            queues = [
                (one, queue) for one in self.simulation.managers.values() for queue in one.local_queues()
            ]
            held = [
                (manager, queue, entry)
                for manager, queue in (queues if isinstance(command, MqBackout) else ())
                for entry in queue.entries
                if entry.getter is not None
            ]
            outcome = super().execute(command)
            for manager, queue, entry in held:
                if entry.getter is None and entry.on_queue and forbids(queue, entry):
                    manager.take_off(queue, entry)
            return outcome


def above_its_limit(queue: LocalQueue, _: Entry) -> bool:
    return len(queue.entries) > queue.attributes.max_depth


def inhibited(queue: LocalQueue, _: Entry) -> bool:
    return queue.attributes.put is Switch.DISABLED


def too_short(queue: LocalQueue, entry: Entry) -> bool:
    return len(entry.message.body) > queue.attributes.max_message_length


# fmt: off
put_back(above_its_limit, "put back to a full staging queue", "Loses what it keeps on a full staging queue.")
put_back(inhibited, "put back to an inhibited staging queue", "Loses what it keeps on an inhibited queue.")
put_back(too_short, "put back to a short staging queue", "Loses what it keeps that is too long by then.")
given_back(above_its_limit, "given back to a full queue", "Loses what is backed out to a full queue.")
given_back(inhibited, "given back to an inhibited queue", "Loses what is backed out to an inhibited queue.")
given_back(too_short, "given back to a short queue", "Loses what is backed out and too long by then.")
# fmt: on


# --- what ends the wait of a message that is kept ----------------------------------------------------------


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
