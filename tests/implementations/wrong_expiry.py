"""Misreadings of Expiry: the clock, the value shown, who is returned, who is discarded, reports."""

# ruff: noqa: ARG002 - as in `decisions`
import msgspec

from mqtck.reference.vocabulary.commands import Command, ReadDepth
from mqtck.reference.vocabulary.constants import UNLIMITED, ReasonCode, Report
from mqtck.reference.vocabulary.outcomes import DepthRead, Outcome

from .client_decisions import ClientDecisions
from .decisions import Manner, Membership, QueueManagerDecisions, ReportTime
from .misreading import misreading
from .objects import Delay, Message
from .world import SimulatedWorld


def begun_anew(message: Message, now: int) -> Message:
    end = None if message.end_of_life is None else now + message.expiry * 100
    return msgspec.structs.replace(message, put_at=now, end_of_life=end)


# --- the clock --------------------------------------------------------------------------------------


@misreading(
    "life restarted at delivery",
    "Begins the life of a delayed message at its delivery.",
    *("DD-79", "DD-80", "DD-81", "DD-84", "EX-04", "EX-10", "EX-17"),
)
class LifeRestartedAtDelivery(QueueManagerDecisions):
    def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
        return begun_anew(delay.original, now)


@misreading(
    "delay subtracted twice",
    "Takes the delay off the remaining life once more at delivery.",
    *("DD-79", "DD-80", "DD-81", "EX-04", "EX-10"),
)
class DelaySubtractedTwice(QueueManagerDecisions):
    def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
        end = delay.original.end_of_life
        if end is None:
            return delay.original
        return msgspec.structs.replace(delay.original, end_of_life=end - delay.milliseconds)


@misreading(
    "expiry in seconds",
    "Takes Expiry for seconds.",
    *("EX-01", "EX-02", "EX-04", "EX-05", "EX-09", "EX-10", "EX-17", "EX-18"),
)
class ExpiryInSeconds(QueueManagerDecisions):
    def end_of_life(self, put_at: int, expiry: int) -> int | None:
        return None if expiry == UNLIMITED else put_at + expiry * 1000


@misreading(
    "life from commit",
    "Begins the life of a transacted message at its commit.",
    *("EX-23", "EX-25", "EX-17", "DD-79", "X-23", "X-24"),
)
class LifeFromCommit(QueueManagerDecisions):
    def committed(self, message: Message, now: int) -> Message:
        if message.dead_letter is not None:
            return message
        if message.delay is None:
            return begun_anew(message, now)
        original = begun_anew(message.delay.original, now)
        delay = msgspec.structs.replace(message.delay, original=original)
        return msgspec.structs.replace(begun_anew(message, now), delay=delay)


@misreading(
    "life restarted by a backout",
    "Begins the life of a message anew when its get is backed out.",
    *("EX-40", "EX-17", "EX-10", "EX-04"),
)
class LifeRestartedByBackout(QueueManagerDecisions):
    def given_back(self, message: Message, now: int) -> Message:
        return begun_anew(message, now)


@misreading("commit of the expired", "Fails a commit that holds an expired message.", "EX-24")
class CommitOfTheExpired(QueueManagerDecisions):
    def commit_refused(self, message: Message, now: int) -> bool:
        return self.expired(message, now)


@misreading(
    "life restarted by a channel", "Begins the life anew at each hop.", "EX-06", "EX-05", "EX-10", "EX-17"
)
class LifeRestartedByChannel(QueueManagerDecisions):
    def after_hop(self, message: Message, now: int) -> Message:
        return begun_anew(message, now)


@misreading(
    "unlimited on the dead-letter queue",
    "Dead-letters a message with unlimited life.",
    *("EX-46", "EX-47", "X-16"),
)
class UnlimitedOnDeadLetterQueue(QueueManagerDecisions):
    def dead_letter_copy(self, message: Message, reason: int, destination: str, now: int) -> Message:
        copy = super().dead_letter_copy(message, reason, destination, now)
        return msgspec.structs.replace(copy, expiry=UNLIMITED, end_of_life=None)


@misreading(
    "life restarted on the dead-letter queue",
    "Dead-letters a message with the life that it had when it was put.",
    *("EX-46", "EX-47", "X-16"),
)
class RestartedOnDeadLetterQueue(QueueManagerDecisions):
    def dead_letter_copy(self, message: Message, reason: int, destination: str, now: int) -> Message:
        return begun_anew(super().dead_letter_copy(message, reason, destination, now), now)


@misreading(
    "life restarted for a dead letter that was kept",
    "Dead-letters what it had to keep for half a minute or more with the life that it had when it was put.",
    *("EX-46", "EX-47", "X-16"),
)
class RestartedAfterRetry(QueueManagerDecisions):
    def dead_letter_copy(self, message: Message, reason: int, destination: str, now: int) -> Message:
        copy = super().dead_letter_copy(message, reason, destination, now)
        return copy if now < message.put_at + 30_000 else begun_anew(copy, now)


# --- the value shown --------------------------------------------------------------------------------


@misreading(
    "expiry not decremented",
    "Shows the Expiry that was put, however much later.",
    *("EX-05", "EX-10", "DD-79", "DD-80"),
)
class ExpiryNotDecremented(QueueManagerDecisions):
    def remaining_expiry(self, message: Message, now: int) -> int:
        return message.expiry


@misreading("expiry elapsed", "Shows the time that has passed.", "EX-10", "EX-19", "EX-05", "EX-62")
class ExpiryElapsed(QueueManagerDecisions):
    def remaining_expiry(self, message: Message, now: int) -> int:
        return (now - message.put_at) // 100


@misreading("expiry zero", "Rounds the last tenth down to an Expiry of 0.", "EX-19")
class ExpiryZero(QueueManagerDecisions):
    def remaining_expiry(self, message: Message, now: int) -> int:
        return UNLIMITED if message.end_of_life is None else max(0, message.end_of_life - now) // 100


@misreading(
    "unlimited decremented",
    "Decrements MQEI_UNLIMITED like any other number.",
    *("EX-62", "EX-19", "DD-28", "HM-16", "X-07"),
)
class UnlimitedDecremented(QueueManagerDecisions):
    def remaining_expiry(self, message: Message, now: int) -> int:
        if message.end_of_life is not None:
            return super().remaining_expiry(message, now)
        return UNLIMITED - (now - message.put_at) // 100


@misreading("put alters the expiry", "Gives the caller of MQPUT a changed Expiry.", "EX-63")
class PutAltersExpiry(ClientDecisions):
    def returned_expiry(self, given: int) -> int:
        return given if given == UNLIMITED else 0


# --- who is returned and who is discarded -----------------------------------------------------------


@misreading("expired returned", "Returns an expired message to a get.", "EX-17", "EX-04", "EX-34", "EX-01")
class ExpiredReturned(QueueManagerDecisions):
    def returnable(self, message: Message, now: int, manner: Manner) -> bool:
        return manner is Manner.GET or super().returnable(message, now, manner)


@misreading("expired browsed", "Returns an expired message to a browse.", "EX-18", "EX-34", "EX-04")
class ExpiredBrowsed(QueueManagerDecisions):
    def returnable(self, message: Message, now: int, manner: Manner) -> bool:
        return manner is Manner.BROWSE or super().returnable(message, now, manner)


@misreading("lock protects", "Lets a lock keep a message from expiring.", "EX-41", "EX-17")
class LockProtects(QueueManagerDecisions):
    def returnable(self, message: Message, now: int, manner: Manner) -> bool:
        return manner is Manner.UNDER_CURSOR or super().returnable(message, now, manner)


@misreading("2033 under the cursor", "Answers 2033 for an expired message under the cursor.", "EX-41")
class NoMessageUnderCursor(QueueManagerDecisions):
    reason_under_cursor = ReasonCode.NO_MSG_AVAILABLE


@misreading(
    "stops at the first expired",
    "Discards one expired message and then finds none, though a live one is behind it.",
    *("EX-15", "EX-16", "EX-12"),
)
class StopsAtTheFirstExpired(QueueManagerDecisions):
    def goes_on_after_discard(self) -> bool:
        return False


@misreading("browse discards nothing", "Passes expired messages in a browse.", "EX-13")
class BrowseDiscardsNothing(QueueManagerDecisions):
    def discards(self, manner: Manner) -> bool:
        return manner is not Manner.BROWSE


@misreading("get discards nothing", "Passes expired messages in a get.", "EX-12", "EX-15", "EX-16")
class GetDiscardsNothing(QueueManagerDecisions):
    def discards(self, manner: Manner) -> bool:
        return manner is not Manner.GET


@misreading("discard in the unit of work", "Backs a discard out with the get that caused it.", "EX-38")
class DiscardInUnitOfWork(QueueManagerDecisions):
    discard_in_unit_of_work = Membership.INSIDE


@misreading(
    "report in the unit of work", "Holds the expiration report back until the commit.", "EX-39", "EX-21"
)
class ReportInUnitOfWork(QueueManagerDecisions):
    report_in_unit_of_work = Membership.INSIDE


@misreading(
    "expired not counted",
    "Leaves expired messages out of the depth, while they fill the queue.",
    *("EX-35", "EX-34"),
)
class ExpiredNotCounted(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, ReadDepth) and isinstance(outcome, DepthRead):
            queue = self.simulation.managers[command.queue_manager].local(command.queue)
            entries = [] if queue is None else queue.entries
            return DepthRead(sum(not self.decisions.expired(entry.message, self.now()) for entry in entries))
        return outcome


@misreading("expired do not trigger", "Leaves expired messages out of the trigger depth.", "EX-36")
class ExpiredDoNotTrigger(QueueManagerDecisions):
    def trigger_depth(self, depth: int, live: int) -> int:
        return live


# --- expiration reports -----------------------------------------------------------------------------


@misreading("no expiration report", "Never reports an expiry.", "EX-21", "EX-26", "EX-39", "DD-82", "DD-125")
class NoExpirationReport(QueueManagerDecisions):
    def expiration_report_wanted(self, message: Message) -> bool:
        return False


@misreading("expiration report only without data", "Knows only the plain option.", "EX-21", "DD-82", "DD-125")
class ExpirationReportOnlyPlain(QueueManagerDecisions):
    def expiration_report_wanted(self, message: Message) -> bool:
        return message.report & Report.EXPIRATION_WITH_FULL_DATA == Report.EXPIRATION


@misreading(
    "no expiration report from staging",
    "Lets the processor discard expired messages without the report.",
    *("DD-82", "EX-26", "EX-21", "DD-125"),
)
class NoExpirationReportFromStaging(QueueManagerDecisions):
    def expiration_report_wanted(self, message: Message) -> bool:
        return message.delay is None and super().expiration_report_wanted(message)


@misreading("expiration report unasked", "Reports an expiry that nobody asked about.", "EX-22", "X-13")
class ExpirationReportUnasked(QueueManagerDecisions):
    def expiration_report_wanted(self, message: Message) -> bool:
        return True


@misreading(
    "expiry taken for an exception",
    "Reports an expiry where exception reports were asked for.",
    *("EX-22", "X-13"),
)
class ExpiryTakenForException(QueueManagerDecisions):
    def expiration_report_wanted(self, message: Message) -> bool:
        return message.report & (Report.EXPIRATION | Report.EXCEPTION) != 0


@misreading(
    "report before the discard", "Reports at the end of the life, not at the discard.", "EX-37", "EX-35"
)
class ReportBeforeDiscard(QueueManagerDecisions):
    def expiration_report_time(self) -> ReportTime:
        return ReportTime.BEFORE


@misreading(
    "delay header in the report", "Leaves the delay header in reports of staged messages.", "DD-83", "DD-82"
)
class DelayHeaderInReport(QueueManagerDecisions):
    def reported_as(self, message: Message) -> Message:
        if message.delay is None:
            return message
        return msgspec.structs.replace(message.delay.original, delay=message.delay)


@misreading(
    "report of the staged copy",
    "Makes reports with the ids of the staged copy.",
    *("DD-82", "DD-101", "DD-125", "X-12", "X-20"),
)
class ReportOfStagedCopy(QueueManagerDecisions):
    def reported_as(self, message: Message) -> Message:
        return msgspec.structs.replace(message, delay=None)
