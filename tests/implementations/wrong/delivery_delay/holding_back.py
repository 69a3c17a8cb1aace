"""Misreadings of when a message may be had, and that nobody sees it on its queue before."""

# ruff: noqa: ARG002 - as in `decisions`

from collections.abc import Callable, Iterable
from heapq import heapify
from typing import Any

from implementations.decisions.client import ClientDecisions, DelaySetting
from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Delay, Entry, Message, UnitOfWork
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.calls import Row, register, sends, simplified
from implementations.wrong.parts.delays import DueAtSomeValues
from implementations.wrong.parts.numbers import DAY, HOUR, MINUTE, SECOND, seconds_of_32_bits
from implementations.wrong.parts.producers import correlated
from implementations.wrong.parts.units_of_work import OtherUnits
from mqtck.reference.vocabulary.commands import Command, ReadDepth
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.outcomes import DepthRead, Outcome

CENTURY = 3_155_760_000_000
YEAR_2100 = 4_102_444_800_000
THREE_YEARS = 99_999_999_900


@misreading("delay of three years at most", "Keeps a delay as an Expiry of that size.", "DD-01", "DD-03")
class DelayOfThreeYears(QueueManagerDecisions):
    def due(self, sent: int, committed: int, milliseconds: int, staged: Iterable[Delay]) -> int:
        return super().due(sent, committed, min(milliseconds, THREE_YEARS), staged)


@misreading(
    "commit stages again",
    "Stages with a commit what the last one has staged.",
    *("DD-07", "DD-43", "X-54", "DD-10"),
)
class CommitStagesAgain(OtherUnits):
    def commit(self, unit: UnitOfWork, end: Any) -> None:
        again: list[tuple[QueueManager, Entry]] = getattr(self, "last", [])
        self.last = self.staged_in(unit)
        end(unit)
        for manager, entry in again:
            manager.enter(manager.staging, entry.message, None)


@misreading("delay in seconds", "Takes the delay for seconds.", "DD-03", "DD-04", "DD-05", "DD-10", "DD-12")
class DelayInSeconds(QueueManagerDecisions):
    def due(self, sent: int, committed: int, milliseconds: int, staged: Iterable[Delay]) -> int:
        return sent + milliseconds * 1000


@misreading(
    "delay in hundredths",
    "Shares one conversion with Expiry and waits a hundredth of the delay.",
    *("DD-01", "DD-03", "DD-04", "DD-05", "DD-06", "DD-07"),
)
class DelayInHundredths(QueueManagerDecisions):
    def due(self, sent: int, committed: int, milliseconds: int, staged: Iterable[Delay]) -> int:
        return sent + milliseconds // 100


@misreading("not staged", "Puts a delayed message to its target at once.", "DD-01", "DD-06", "DD-07", "DD-42")
class NotStaged(QueueManagerDecisions):
    def goes_to_staging(self, milliseconds: int) -> bool:
        return False


@misreading(
    "parked on the target",
    "Parks delayed messages on the target and hides them from gets only, so that its depth counts them.",
    "DD-06",
)
class ParkedOnTarget(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if (
            isinstance(command, ReadDepth)
            and isinstance(outcome, DepthRead)
            and command.queue != STAGING_QUEUE
        ):
            manager = self.simulation.managers[command.queue_manager]
            parked = manager.processor.staged_for(manager.put_queue(command.queue))
            return DepthRead(outcome.depth + parked)
        return outcome


@misreading("delay in 32 bits", "Keeps a delay in 32 bits of ms.", "DD-01", "DD-03", "DD-05")
class DelayInThirtyTwoBits(QueueManagerDecisions):
    def due(self, sent: int, committed: int, milliseconds: int, staged: Iterable[Delay]) -> int:
        return super().due(sent, committed, milliseconds % 2**32, staged)


def in_32_bits(setting: DelaySetting) -> int:
    return setting.milliseconds % 2**32


@misreading(
    "one timer for one end",
    "Moves all messages whose lives end at one instant when the first of them is due.",
    *("DD-01", "DD-12", "DD-05", "DD-06", "DD-07", "DD-10"),
)
class OneTimerForOneEnd(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        processor = manager.processor
        watch = processor.watch

        def watch_together(entry: Entry) -> None:
            watch(entry)
            end = entry.message.end_of_life
            alike = [item for item in processor._due if end and item[2].message.end_of_life == end]
            first = min((item[0] for item in alike), default=0)
            processor._due = [(first, *item[1:]) if item in alike else item for item in processor._due]
            heapify(processor._due)

        processor.watch = watch_together  # type: ignore[method-assign]


@misreading("delay in 31 bits", "Keeps a delay in 31 bits of ms.", "DD-01", "DD-03", "DD-05")
class DelayInThirtyOneBits(QueueManagerDecisions):
    def due(self, sent: int, committed: int, milliseconds: int, staged: Iterable[Delay]) -> int:
        return super().due(sent, committed, milliseconds % 2**31, staged)


@misreading(
    "a millisecond early", "Delivers in the last millisecond of the delay.", "DD-01", "DD-06", "DD-07"
)
class MillisecondEarly(QueueManagerDecisions):
    def moved_from(self, delay: Delay) -> int:
        return super().moved_from(delay) - 1


@misreading(
    "delays beyond a minute in tenths",
    "Counts delays beyond a minute in whole tenths of a second.",
    *("DD-01", "DD-03", "DD-04"),
)
class DelaysBeyondMinuteInTenths(ClientDecisions):
    def effective_delay(self, setting: DelaySetting) -> int:
        delay = super().effective_delay(setting)
        return delay if delay <= 60_000 else delay // 100 * 100


def _one_timer(name: str, sentence: str, alike: Callable[[Message], str]) -> None:
    """The first that is due takes all of a kind with it."""

    class OneTimer(SimulatedWorld):
        def change(self, manager: QueueManager) -> None:
            processor = manager.processor
            watch = processor.watch

            def watch_together(entry: Entry) -> None:
                watch(entry)
                shared = alike(entry.message)
                of_kind = [item for item in processor._due if shared and alike(item[2].message) == shared]
                first = min((item[0] for item in of_kind), default=0)
                processor._due = [(first, *item[1:]) if item in of_kind else item for item in processor._due]
                heapify(processor._due)

            processor.watch = watch_together  # type: ignore[method-assign]

    misreading(name, sentence, "DD-01", "DD-12", "DD-05", "DD-06", "DD-07", "DD-10")(OneTimer)


_one_timer(
    "one timer for a correlation id",
    "Moves all messages of one correlation id when the first of them is due.",
    correlated,
)
_one_timer(
    "one timer for a reply-to queue",
    "Moves all messages with one reply-to queue when the first of them is due.",
    lambda message: message.reply_to,
)


@misreading("long delays in minutes", "Counts delays beyond an hour in whole minutes.", "DD-01", "DD-03")
class LongDelaysInMinutes(ClientDecisions):
    def effective_delay(self, setting: DelaySetting) -> int:
        delay = super().effective_delay(setting)
        return delay if delay <= HOUR else delay // MINUTE * MINUTE


# --- delays -----------------------------------------------------------------------------------------------


@misreading(
    "due in seconds of 32 bits",
    "Keeps the second at which a message is due in 32 bits without a sign.",
    *("DD-01", "DD-03", "DD-05"),
)
class DueOf32Bits(DueAtSomeValues):
    def kept(self, due: int, sent: int) -> int:
        return seconds_of_32_bits(due)


@misreading(
    "due in a year of two digits",
    "Keeps the year in which a message is due without its century.",
    *("DD-01", "DD-03", "DD-05"),
)
class DueOfTwoDigits(DueAtSomeValues):
    def kept(self, due: int, sent: int) -> int:
        return due if due < YEAR_2100 else due - CENTURY


@misreading(
    "due at a time of day",
    "Adds a delay of less than a day to the time of day, and so moves at once what is due behind midnight.",
    *("DD-01", "DD-03", "DD-05"),
)
class DueAtTimeOfDay(DueAtSomeValues):
    def kept(self, due: int, sent: int) -> int:
        return due if due - sent >= DAY else sent // DAY * DAY + due % DAY


# --- due times --------------------------------------------------------------------------------------------


class Due(QueueManagerDecisions):
    """Counts from another instant, or for another time."""

    def due(self, sent: int, committed: int, milliseconds: int, staged: Iterable[Delay]) -> int:
        return super().due(*self.counted(sent, committed, milliseconds), staged)

    def counted(self, sent: int, committed: int, milliseconds: int) -> tuple[int, int, int]:
        raise NotImplementedError


@misreading("delay in whole seconds", "Cuts a delay to whole seconds.", "DD-01", "DD-03", "DD-05", "DD-06")
class DelayInWholeSeconds(Due):
    def counted(self, sent: int, committed: int, milliseconds: int) -> tuple[int, int, int]:
        return sent, committed, max(1, milliseconds // SECOND * SECOND)


@misreading(
    "delay in whole tenths", "Cuts a delay to tenths of a second.", "DD-01", "DD-03", "DD-05", "DD-06"
)
class DelayInWholeTenths(Due):
    def counted(self, sent: int, committed: int, milliseconds: int) -> tuple[int, int, int]:
        return sent, committed, max(1, milliseconds // 100 * 100)


@misreading("sent at a whole second", "Counts from the second in which a message is sent.", "DD-01", "DD-05")
class SentAtWholeSecond(Due):
    def counted(self, sent: int, committed: int, milliseconds: int) -> tuple[int, int, int]:
        return sent // SECOND * SECOND, committed // SECOND * SECOND, milliseconds


@misreading(
    "one timer for all",
    "Lets a message go with those that are staged already, though it is due later.",
    *("DD-01", "DD-05", "DD-12", "DD-06"),
)
class OneTimerForAll(QueueManagerDecisions):
    def due(self, sent: int, committed: int, milliseconds: int, staged: Iterable[Delay]) -> int:
        own = super().due(sent, committed, milliseconds, staged)
        return min([own, *(delay.due for delay in staged if delay.due > sent)])


# fmt: off
CLIENT: tuple[Row, ...] = (
    ("JMSProducer's delay in 32 bits", "Keeps the delay of a JMSProducer in 32 bits of ms.",
     ("DD-01", "DD-04", "DD-05"), sends(simplified), "effective_delay", in_32_bits),
)
# fmt: on
for one in CLIENT:
    register(one, "client_decisions")
