"""Misreadings of MQRO_DISCARD_MSG where the put to the target fails."""

# ruff: noqa: ARG002 - as in `decisions`

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from implementations.decisions.queue_manager import Disposal, QueueManagerDecisions
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import AliasQueue, Delay, Entry, LocalQueue, Message, Origin
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.attempts import Attempts
from implementations.wrong.parts.messages import original
from implementations.wrong.parts.numbers import NO_LIMIT
from implementations.wrong.parts.restarts import Restarted
from implementations.wrong.parts.rules import AS_SENT, FAILED, FAILED_OR_LOST, FAILURES, OVERFULL
from implementations.wrong.parts.targets import (
    Concerns,
    aliased,
    an_alias_by_now,
    clustered,
    deciding,
    full_at_its_limit_alone,
    otherwise,
    published,
    shared,
    to_a_remote_queue,
    to_an_alias,
)
from implementations.wrong.parts.units_of_work import lost_in_units
from mqtck.reference.vocabulary.commands import Switch, Usage
from mqtck.reference.vocabulary.constants import ReasonCode, Report


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
    "dead-lettered though discard was asked",
    "Ignores the discard option.",
    *("DD-97", "DD-125"),
)
class DeadLetteredThoughDiscard(QueueManagerDecisions):
    def disposal(self, report: int) -> Disposal:
        return Disposal.DEAD_LETTER_QUEUE


@misreading("discard by equality", "Asks whether the options are MQRO_DISCARD_MSG.", "DD-97", "DD-125")
class DiscardByEquality(QueueManagerDecisions):
    def disposal(self, report: int) -> Disposal:
        return Disposal.DISCARD if report == Report.DISCARD_MSG else Disposal.DEAD_LETTER_QUEUE


# fmt: off
lost_in_units("unit of work without discards", "Discards nothing that was sent in a unit of work.",
              ("DD-97", *AS_SENT), report=int(Report.DISCARD_MSG))
# fmt: on


@misreading(
    "first transmission queue",
    "Puts messages to the transmission queue that had the name first, which is gone.",
    *FAILED_OR_LOST,
)
class FirstTransmissionQueue(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        deliver, first = manager.processor._deliver, dict[str, LocalQueue]()

        def delivered(delay: Delay) -> ReasonCode | None:
            queue = manager.put_queue(delay.target)
            if queue is None or queue.attributes.usage is not Usage.TRANSMISSION:
                return deliver(delay)
            return deliver(delay) if first.setdefault(queue.name, queue) is queue else None

        manager.processor._deliver = delivered  # type: ignore[method-assign]


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


# --- attempts ---------------------------------------------------------------------------------------------


@misreading(
    "discard behind a kept message",
    "Disposes of nothing as long as an earlier message for the same target is kept.",
    *FAILURES,
    *("DD-12", "DD-10"),
)
class DiscardBehindKept(Attempts):
    def attempt(self, manager: QueueManager, entry: Entry, attempt: Any) -> None:
        target = entry.message.delay.target if entry.message.delay else ""
        kept = [
            one
            for one in manager.staging.entries
            if one.key < entry.key
            and one.failed_with is not None
            and one.message.delay is not None
            and one.message.delay.target == target
        ]
        if kept:
            entry.failed_with = ReasonCode.PUT_INHIBITED
            manager.processor._retry(entry)
        else:
            attempt(entry)


@misreading(
    "dropped behind an alias",
    "Drops a message where the queue behind an alias does not take it.",
    *FAILURES,
)
class DroppedBehindAlias(Attempts):
    def deliver(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
        reason = super().deliver(manager, delay, deliver)
        behind = isinstance(manager.definitions.get(delay.target), AliasQueue)
        return None if behind and manager.resolve(delay.target) is not None else reason


@misreading(
    "given up at a short queue",
    "Drops a message that is too long for the dead-letter queue.",
    *FAILURES,
)
class GivenUpAtShortQueue(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        dead_letter: Callable[..., ReasonCode | None] = manager.dead_letter

        def given_up(message: Message, *rest: Any) -> ReasonCode | None:
            reason = dead_letter(message, *rest)
            dropped = reason is ReasonCode.MSG_TOO_BIG_FOR_Q and message.origin is not Origin.REPORT
            return None if dropped else reason

        manager.dead_letter = given_up  # type: ignore[method-assign]


@misreading(
    "discarded comes back at restart",
    "Has a message in its log still that it has discarded as asked.",
    *("DD-97", "DD-10", "DD-95", "X-45", "X-54", "X-37"),
)
class DiscardedComesBack(Restarted):
    def __init__(self, *parts: Any) -> None:
        self.discarded: list[tuple[str, Message]] = []
        super().__init__(*parts)

    def change(self, manager: QueueManager) -> None:
        dispose = manager.processor._dispose

        def logged(entry: Entry, delay: Delay, reason: ReasonCode) -> None:
            dispose(entry, delay, reason)
            asked = self.decisions.disposal(delay.original.report) is Disposal.DISCARD
            if asked and not entry.on_queue and delay.tie is None and delay.original.persistence:
                self.discarded.append((manager.name, entry.message))

        manager.processor._dispose = logged  # type: ignore[method-assign]

    def _start(self, name: str) -> None:
        manager = self.simulation.managers[name]
        for where, message in self.discarded:
            if where == name and not self.decisions.expired(message, self.now()):
                manager.enter(manager.staging, message, None)
        self.discarded = [(where, message) for where, message in self.discarded if where != name]
        super()._start(name)

    def started_with(self, message: Message, down: int) -> Message:
        return original(message)


# --- GET(DISABLED) ----------------------------------------------------------------------------------------


def unreadable(
    concerns: Callable[[QueueManager, Delay], bool], name: str, sentence: str, *rules: str
) -> None:
    """A misreading that delivers nothing to some queues that are disabled for gets."""

    @misreading(name, sentence, *FAILED_OR_LOST, *rules)
    class Unreadable(SimulatedWorld):
        def change(self, manager: QueueManager) -> None:
            deliver = manager.processor._deliver

            def delivered(delay: Delay) -> ReasonCode | None:
                queue = manager.put_queue(delay.target)
                disabled = queue is not None and queue.attributes.get is Switch.DISABLED
                return ReasonCode.GET_INHIBITED if disabled and concerns(manager, delay) else deliver(delay)

            manager.processor._deliver = delivered  # type: ignore[method-assign]


def on_its_way(manager: QueueManager, delay: Delay) -> bool:
    queue = manager.put_queue(delay.target)
    return queue is not None and queue.attributes.usage is Usage.TRANSMISSION


# fmt: off
unreadable(on_its_way, "unreadable transmission queue",
           "Puts nothing on its way by a queue with GET(DISABLED).")
unreadable(aliased, "unreadable behind an alias", "Puts nothing by an alias of a queue with GET(DISABLED).")
unreadable(published, "unreadable queue of a subscription",
           "Puts no copy to a queue with GET(DISABLED).", "DD-115", "DD-116", "DD-123", "X-52")
# fmt: on


# --- names that lead on -----------------------------------------------------------------------------------


not_discarded = deciding("disposal", Disposal.DEAD_LETTER_QUEUE)
otherwise(
    "discard option behind an alias",
    "Dead-letters what it should discard behind an alias.",
    to_an_alias,
    not_discarded,
)

otherwise(
    "discard option behind a remote queue",
    "Dead-letters what it should discard on its way.",
    to_a_remote_queue,
    not_discarded,
)

# fmt: off
otherwise("discard option in a cluster", "Dead-letters what it should discard in a cluster.",
          clustered, not_discarded)
otherwise("discard option of a name that became an alias",
          "Dead-letters what it should discard behind a new alias.", an_alias_by_now, not_discarded)
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


heedless(to_an_alias, "overfull behind an alias", "Overfills the queue behind an alias.", max_depth=NO_LIMIT)

heedless(
    to_a_remote_queue, "overfull transmission queue", "Overfills the transmission queue.", max_depth=NO_LIMIT
)

# fmt: off
heedless(clustered, "overfull in a cluster", "Overfills a clustered queue.", max_depth=NO_LIMIT)
heedless(shared, "overfull shared queue", "Overfills a shared queue.", max_depth=NO_LIMIT)
# fmt: on

heedless(
    to_an_alias,
    "too long behind an alias",
    "Delivers what is too long for the queue behind an alias.",
    max_message_length=NO_LIMIT,
)

heedless(
    to_a_remote_queue,
    "too long for a transmission queue",
    "Delivers what is too long for the transmission queue.",
    max_message_length=NO_LIMIT,
)

# fmt: off
heedless(clustered, "too long in a cluster", "Delivers what is too long for a clustered queue.",
         max_message_length=NO_LIMIT)
heedless(shared, "too long for a shared queue", "Delivers what is too long for a shared queue.",
         max_message_length=NO_LIMIT)
# fmt: on
