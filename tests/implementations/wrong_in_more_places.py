"""Misreadings of lives and their reports in places, and beside options, of which few think.

An expiration report beside options of other families; requests whose life is over before the IMS bridge may
take them; what is backed out on a dead-letter queue or on its way; a recall that holds what it discards.
"""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

import msgspec

from mqtck.reference.vocabulary.constants import Report

from .behaviour import Behaviour
from .decisions import QueueManagerDecisions
from .misreading import misreading
from .objects import Entry, LocalQueue, Message, UnitOfWork
from .queue_manager import QueueManager
from .world import SimulatedWorld
from .wrong_now_and_then import original

AGES = ("EX-05", "EX-10")
LIVES = ("EX-01", "EX-04", "EX-17", "EX-18", *AGES)
REPORTED = ("EX-21", "EX-26", "DD-82", "X-12")

# --- options beside one another -------------------------------------------------------------------------


def _unreported(name: str, sentence: str, beside: Callable[[Message], bool]) -> None:
    """The end of such a message is not reported."""

    @misreading(name, sentence, *REPORTED)
    class Unreported(QueueManagerDecisions):
        def expiration_report_wanted(self, message: Message) -> bool:
            return super().expiration_report_wanted(message) and not beside(message)


def _never_delivered(message: Message) -> bool:
    return message.delay is not None and bool(message.report & Report.COD)


_unreported(
    "end unreported beside COA",
    "Reports no end of a message whose arrival is to be confirmed.",
    lambda message: bool(message.report & Report.COA),
)
_unreported(
    "end unreported beside PAN, NAN or activity",
    "Reports no end of a message that asks for notifications or for activity reports.",
    lambda message: bool(message.report & (Report.PAN | Report.NAN | Report.ACTIVITY)),
)
_unreported(
    "staged end unreported beside COD",
    "Reports no end of a staged message whose delivery is to be confirmed.",
    _never_delivered,
)


@misreading(
    "staged end reported for COD",
    "Reports the end of a staged message where its delivery is to be confirmed.",
    *("EX-22", "X-13", "DD-82", "DD-84"),
)
class StagedReportedForDelivery(QueueManagerDecisions):
    def expiration_report_wanted(self, message: Message) -> bool:
        return super().expiration_report_wanted(message) or _never_delivered(message)


# --- what is over before somebody may take it -------------------------------------------------------------


class Discarded(NamedTuple):
    """What is discarded for a get in this unit of work; `discard` does it as it should be done."""

    manager: QueueManager
    queue: LocalQueue
    entry: Entry
    unit: UnitOfWork | None
    discard: Callable[[LocalQueue, Entry, UnitOfWork | None], None]


def _discarding(
    name: str,
    sentence: str,
    where: Callable[[Discarded], bool],
    instead: Callable[[Discarded], None],
    *rules: str,
) -> None:
    """Something else is done instead of a discard there."""

    @misreading(name, sentence, *rules)
    class Discarding(SimulatedWorld):
        def change(self, manager: QueueManager) -> None:
            right = manager.discard

            def discard(queue: LocalQueue, entry: Entry, unit: UnitOfWork | None = None) -> None:
                one = Discarded(manager, queue, entry, unit, right)
                if where(one):
                    instead(one)
                else:
                    right(queue, entry, unit)

            manager.discard = discard  # type: ignore[method-assign]


def _at_the_bridge(one: Discarded) -> bool:
    return one.queue.name in one.manager.bridge_queues


def _recalled_in_unit(one: Discarded) -> bool:
    return one.unit is not None and one.queue is one.manager.staging


def _kept_alive(one: Discarded) -> None:
    one.entry.message = original(one.entry.message, end_of_life=None)


def _taken_off(one: Discarded) -> None:
    one.manager.take_off(one.queue, one.entry)


def _held(one: Discarded) -> None:
    assert one.unit is not None
    one.queue.hold(one.entry, one.unit)
    one.unit.at_commit.append(lambda: one.discard(one.queue, one.entry, None))
    one.unit.at_rollback.append(lambda: one.queue.give_back(one.entry))


def _reported_at_commit(one: Discarded) -> None:
    assert one.unit is not None
    one.manager.take_off(one.queue, one.entry)
    one.unit.at_commit.append(lambda: one.manager._report_expiration(one.entry.message))


_discarding(
    "expired request answered",
    "Answers a request for IMS whose life was over before its commit.",
    _at_the_bridge,
    _kept_alive,
    *("EX-17", "EX-25", "EX-23", "EX-60"),
)
_discarding(
    "expired request unreported",
    "Has the IMS bridge discard without a report what is over.",
    _at_the_bridge,
    _taken_off,
    *("EX-21", "EX-26", "EX-25"),
)
_discarding(
    "a recall holds the discard",
    "Puts back by backout what has expired on the staging queue.",
    _recalled_in_unit,
    _held,
    *("EX-38", "X-46", "EX-12", "DD-84"),
)
_discarding(
    "a recall holds the report",
    "Reports at the commit what a unit of work has found expired on the staging queue.",
    _recalled_in_unit,
    _reported_at_commit,
    *("EX-39", "X-46", "EX-21", "DD-82", "EX-26"),
)


# --- what comes back, and how much of it is left ------------------------------------------------------------


def _begun_anew(message: Message, now: int) -> Message:
    if message.end_of_life is None:
        return message
    return msgspec.structs.replace(message, end_of_life=now + message.expiry * 100)


@misreading(
    "life of a dead letter restarted by a backout",
    "Begins the life of a dead letter anew when its get is backed out.",
    *("EX-40", "EX-46", "EX-47", "X-16", *LIVES),
)
class DeadLetterAnew(QueueManagerDecisions):
    def given_back(self, message: Message, now: int) -> Message:
        return message if message.dead_letter is None else _begun_anew(message, now)


@misreading(
    "life on the way restarted by a backout",
    "Begins the life of a message on a transmission queue anew when its get is backed out.",
    *("EX-40", "EX-06", "EX-50", "EX-56", "X-48", *LIVES),
)
class OnItsWayAnew(QueueManagerDecisions):
    def given_back(self, message: Message, now: int) -> Message:
        return message if message.route is None else _begun_anew(message, now)


@misreading("0 on the way", "Shows 0 on a transmission queue for less than a tenth of a second.", "EX-19")
class ZeroOnTheWay(QueueManagerDecisions):
    def remaining_expiry(self, message: Message, now: int) -> int:
        if message.route is None or message.end_of_life is None:
            return super().remaining_expiry(message, now)
        return (message.end_of_life - now) // 100


@misreading(
    "gives up at the twentieth",
    "Finds nothing behind each twentieth message that it discards.",
    *("EX-15", "EX-16", "EX-12", "EX-04"),
)
class GivesUp(QueueManagerDecisions):
    def __init__(self, behaviour: Behaviour, random: Random) -> None:
        super().__init__(behaviour, random)
        self.discarded = 0

    def goes_on_after_discard(self) -> bool:
        self.discarded += 1
        return self.discarded % 20 != 0
