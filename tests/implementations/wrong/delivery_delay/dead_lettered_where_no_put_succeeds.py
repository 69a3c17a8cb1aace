"""Misreadings of dead letters where the put to the target fails."""

# ruff: noqa: ARG002 - as in `decisions`

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

from implementations.decisions.queue_manager import Check, Disposal, QueueManagerDecisions
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Delay, Entry, Message, UnitOfWork
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.attempts import Attempts
from implementations.wrong.parts.calls import Row, looks, register
from implementations.wrong.parts.messages import DeadLetters
from implementations.wrong.parts.numbers import ENOUGH
from implementations.wrong.parts.restarts import Rebuilt
from mqtck.reference.vocabulary.commands import Advance, Command, SetDeadLetterQueue, Switch
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER, ReasonCode, Report
from mqtck.reference.vocabulary.outcomes import Done, Outcome


@misreading(
    "a clustered queue that is gone",
    "Takes a message for delivered where no instance of its clustered queue is left.",
    *("DD-98", "DD-114", "DD-49", "X-37", "X-54"),
)
class ClusteredQueueGone(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        deliver = manager.processor._deliver

        def delivered(delay: Delay) -> ReasonCode | None:
            reason = deliver(delay)
            nowhere = reason is ReasonCode.UNKNOWN_OBJECT_NAME and manager.clusters.memberships
            return None if nowhere else reason

        manager.processor._deliver = delivered  # type: ignore[method-assign]


@misreading(
    "dead-letter header in capitals",
    "Names the target in the dead-letter header in capitals.",
    *("DD-98", "X-17", "EX-46"),
)
class DeadLetterInCapitals(QueueManagerDecisions):
    def dead_letter_copy(self, message: Message, reason: int, destination: str, now: int) -> Message:
        return super().dead_letter_copy(message, reason, destination.upper(), now)


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
    "transmission queue that takes nothing",
    "Gives up what a transmission queue does not take.",
    *("DD-98", "X-54", "DD-99", "X-37", "DD-114"),
)
class GivenUpOnTheWay(Attempts):
    def deliver(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
        reason: ReasonCode | None = deliver(delay)
        elsewhere = manager.resolve(delay.target) is not manager.put_queue(delay.target)
        return None if elsewhere and delay.tie is None else reason


@misreading(
    "another queue manager's dead letters lost",
    "Has a dead-letter queue on the first queue manager alone, and drops elsewhere what is for one.",
    *("DD-98", "X-54"),
)
class DeadLettersElsewhereLost(Attempts):
    def attempt(self, manager: QueueManager, entry: Entry, attempt: Any) -> None:
        if manager.name == DEFAULT_QUEUE_MANAGER or manager.dead_letter_queue is None:
            attempt(entry)
            return
        with patch.object(manager, "dead_letter", lambda *_: None):
            attempt(entry)


@misreading(
    "target as it was at the send",
    "Keeps the attributes of the target with the message.",
    *("DD-98", "DD-114", "DD-49", "DD-97"),
)
class TargetAsAtTheSend(Rebuilt):
    def rebuild(self, manager: QueueManager) -> None:
        processor = manager.processor
        delay_of, deliver = processor.delay, processor._deliver
        kept: dict[str, Any] = {}

        def delay(original: Any, target: str, milliseconds: int) -> Delay:
            queue = manager.local(target)
            kept[original.message_id] = queue and queue.attributes
            return delay_of(original, target, milliseconds)

        def delivers(delay: Delay) -> ReasonCode | None:
            queue, attributes = manager.local(delay.target), kept.get(delay.original.message_id)
            if queue is None or attributes is None:
                return deliver(delay)
            with patch.object(queue, "attributes", attributes):
                return deliver(delay)

        processor.delay = delay  # type: ignore[method-assign]
        processor._deliver = delivers  # type: ignore[method-assign]


@misreading("DEADQ of the first failure", "Looks DEADQ up once.", "DD-98", "DD-99", "AM-18")
class DeadqOfTheFirst(Rebuilt):
    def rebuild(self, manager: QueueManager) -> None:
        dead_letter = manager.dead_letter
        known: list[str | None] = []

        def dead_letters(*arguments: Any) -> Any:
            known.append(manager.dead_letter_queue)
            with patch.object(manager, "dead_letter_queue", known[0]):
                return dead_letter(*arguments)

        manager.dead_letter = dead_letters  # type: ignore[method-assign]


@misreading(
    "discarded though not asked",
    "Discards an undeliverable message although the dead-letter queue is the default.",
    *("DD-98", "DD-114", "X-54"),
)
class DiscardedThoughNotAsked(QueueManagerDecisions):
    def disposal(self, report: int) -> Disposal:
        return Disposal.DISCARD


@misreading(
    "thirty exception reports",
    "Has room for thirty exception reports to be sent.",
    *("DD-98", "DD-100", "DD-101", "DD-99"),
)
class ThirtyExceptionReports(QueueManagerDecisions):
    wanted = 0

    def exception_report_wanted(self, report: int) -> bool:
        if not super().exception_report_wanted(report):
            return False
        self.wanted += 1
        return self.wanted <= ENOUGH


def time_passes(command: Command) -> bool:
    return isinstance(command, Advance)


AT_DELIVERY = frozenset({Check.PUT_ENABLED, Check.LENGTH, Check.FULLNESS})


@misreading(
    "dead letters without reason", "Leaves the reason of a dead-letter header at 0.", "DD-98", "AM-26"
)
class DeadLettersWithoutReason(QueueManagerDecisions):
    def dead_letter_copy(self, message: Message, reason: int, destination: str, now: int) -> Message:
        return super().dead_letter_copy(message, 0, destination, now)


@misreading("no room for dead letters", "Loses what it should put to the dead-letter queue.", "DD-98")
class NoRoomForDeadLetters(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        manager.dead_letter = lambda *_: None  # type: ignore[method-assign]


@misreading(
    "DEADQ as it was", "Disposes of what is staged as DEADQ said at the send.", "DD-98", "DD-99", "DD-103"
)
class DeadLetterQueueAsItWas(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, SetDeadLetterQueue):
            manager = self.simulation.managers.get(command.queue_manager)
            if manager is not None and manager.staging.entries:
                return Done()
        return super().execute(command)


# --- dead letters -----------------------------------------------------------------------------------------


@misreading(
    "dead-lettered under the sender's authority",
    "Dead-letters a message only if its sender may put to the dead-letter queue.",
    *("DD-98", "DD-50", "DD-114", "X-54"),
)
class UnderAuthority(DeadLetters):
    def __init__(self, *parts: Any) -> None:
        self.senders: dict[str, str | None] = {}
        super().__init__(*parts)

    def staged(self, delay: Delay) -> None:
        self.senders[delay.original.message_id] = delay.user

    def dead_lettered(
        self, manager: QueueManager, put: Callable[..., ReasonCode | None], call: tuple[Any, ...]
    ) -> ReasonCode | None:
        user = self.senders.get(call[0].message_id)
        if user is not None and (user, manager.dead_letter_queue) not in manager.authorities:
            return ReasonCode.NOT_AUTHORIZED
        return put(*call)


@misreading(
    "DEADQ read once",
    "Goes on to dead-letter to the queue that DEADQ named first.",
    *("DD-98", "DD-99", "DD-114", "X-54"),
)
class ReadOnce(DeadLetters):
    def __init__(self, *parts: Any) -> None:
        self.first: dict[str, str] = {}
        super().__init__(*parts)

    def dead_lettered(
        self, manager: QueueManager, put: Callable[..., ReasonCode | None], call: tuple[Any, ...]
    ) -> ReasonCode | None:
        named = manager.dead_letter_queue
        if named is None:
            return put(*call)
        manager.dead_letter_queue = self.first.setdefault(manager.name, named)
        try:
            return put(*call)
        finally:
            manager.dead_letter_queue = named


@misreading(
    "discard read off what is passed on",
    "Takes MQRO_PASS_DISCARD_AND_EXPIRY for the wish to discard the message.",
    *("DD-98", "DD-114", "X-54"),
)
class DiscardByPassing(QueueManagerDecisions):
    def disposal(self, report: int) -> Disposal:
        asks = report & (Report.DISCARD_MSG | Report.PASS_DISCARD_AND_EXPIRY)
        return Disposal.DISCARD if asks else Disposal.DEAD_LETTER_QUEUE


# fmt: off
QUEUE_MANAGER: tuple[Row, ...] = (
    ("put-disabled target filled", "Delivers to a target that is put-disabled by then.",
     ("DD-98", "DD-97", "DD-49", "DD-114"), looks(time_passes), "checks_at_delivery",
     AT_DELIVERY - {Check.PUT_ENABLED}),
    ("too long for its target by then", "Delivers what is too long for its target by then.",
     ("DD-98", "DD-97", "DD-49", "DD-114"), looks(time_passes), "checks_at_delivery",
     AT_DELIVERY - {Check.LENGTH}),
    ("full target filled", "Delivers to a target that is full by then.",
     ("DD-98", "DD-97", "DD-49", "DD-114", "EX-35"), looks(time_passes), "checks_at_delivery",
     AT_DELIVERY - {Check.FULLNESS}),
)
# fmt: on
for one in QUEUE_MANAGER:
    register(one, "decisions")
