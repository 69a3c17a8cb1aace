"""Misreadings of lives and their reports in places, and beside options, of which few think.

An expiration report beside options of other families; requests whose life is over before the IMS bridge may
take them; what is backed out on a dead-letter queue or on its way; a recall that holds what it discards.
"""

from collections.abc import Callable
from random import Random

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


@misreading(
    "end unreported beside COA", "Reports no end of a message whose arrival is to be confirmed.", *REPORTED
)
class UnreportedBesideArrival(QueueManagerDecisions):
    def expiration_report_wanted(self, message: Message) -> bool:
        return super().expiration_report_wanted(message) and not message.report & Report.COA


@misreading(
    "end unreported beside PAN, NAN or activity",
    "Reports no end of a message that asks for notifications or for activity reports.",
    *REPORTED,
)
class UnreportedBesideNotifications(QueueManagerDecisions):
    def expiration_report_wanted(self, message: Message) -> bool:
        others = Report.PAN | Report.NAN | Report.ACTIVITY
        return super().expiration_report_wanted(message) and not message.report & others


@misreading(
    "staged end unreported beside COD",
    "Reports no end of a staged message whose delivery is to be confirmed.",
    *REPORTED,
)
class StagedUnreportedBesideDelivery(QueueManagerDecisions):
    def expiration_report_wanted(self, message: Message) -> bool:
        passed_by = message.delay is not None and bool(message.report & Report.COD)
        return super().expiration_report_wanted(message) and not passed_by


@misreading(
    "staged end reported for COD",
    "Reports the end of a staged message where its delivery is to be confirmed.",
    *("EX-22", "X-13", "DD-82", "DD-84"),
)
class StagedReportedForDelivery(QueueManagerDecisions):
    def expiration_report_wanted(self, message: Message) -> bool:
        never_delivered = message.delay is not None and bool(message.report & Report.COD)
        return super().expiration_report_wanted(message) or never_delivered


# --- what is over before somebody may take it -------------------------------------------------------------

Discard = Callable[[LocalQueue, Entry, UnitOfWork | None], None]


class Discarding(SimulatedWorld):
    """Its queue managers discard in another way, which is given the right one."""

    def other(
        self,
        manager: QueueManager,
        discard: Discard,
        queue: LocalQueue,
        entry: Entry,
        unit: UnitOfWork | None,
    ) -> None:
        raise NotImplementedError

    def change(self, manager: QueueManager) -> None:
        discard = manager.discard

        def otherwise(queue: LocalQueue, entry: Entry, unit: UnitOfWork | None = None) -> None:
            self.other(manager, discard, queue, entry, unit)

        manager.discard = otherwise  # type: ignore[method-assign]


@misreading(
    "expired request answered",
    "Answers a request for IMS whose life was over before its commit.",
    *("EX-17", "EX-25", "EX-23", "EX-60"),
)
class ExpiredRequestAnswered(Discarding):
    def other(
        self,
        manager: QueueManager,
        discard: Discard,
        queue: LocalQueue,
        entry: Entry,
        unit: UnitOfWork | None,
    ) -> None:
        if queue.name in manager.bridge_queues:
            entry.message = original(entry.message, end_of_life=None)
        else:
            discard(queue, entry, unit)


@misreading(
    "expired request unreported",
    "Has the IMS bridge discard without a report what is over.",
    *("EX-21", "EX-26", "EX-25"),
)
class ExpiredRequestUnreported(Discarding):
    def other(
        self,
        manager: QueueManager,
        discard: Discard,
        queue: LocalQueue,
        entry: Entry,
        unit: UnitOfWork | None,
    ) -> None:
        if queue.name in manager.bridge_queues:
            manager.take_off(queue, entry)
        else:
            discard(queue, entry, unit)


@misreading(
    "a recall holds the discard",
    "Puts back by backout what has expired on the staging queue.",
    *("EX-38", "X-46", "EX-12", "DD-84"),
)
class RecallHoldsDiscard(Discarding):
    def other(
        self,
        manager: QueueManager,
        discard: Discard,
        queue: LocalQueue,
        entry: Entry,
        unit: UnitOfWork | None,
    ) -> None:
        if unit is None or queue is not manager.staging:
            discard(queue, entry, unit)
            return
        queue.hold(entry, unit)
        unit.at_commit.append(lambda: discard(queue, entry, None))
        unit.at_rollback.append(lambda: queue.give_back(entry))


@misreading(
    "a recall holds the report",
    "Reports at the commit what a unit of work has found expired on the staging queue.",
    *("EX-39", "X-46", "EX-21", "DD-82", "EX-26"),
)
class RecallHoldsReport(Discarding):
    def other(
        self,
        manager: QueueManager,
        discard: Discard,
        queue: LocalQueue,
        entry: Entry,
        unit: UnitOfWork | None,
    ) -> None:
        if unit is None or queue is not manager.staging:
            discard(queue, entry, unit)
            return
        manager.take_off(queue, entry)
        unit.at_commit.append(lambda: manager._report_expiration(entry.message))


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
