"""Misreadings of the delay itself: due time, staging, checks at send, delivery, restart."""

# ruff: noqa: ARG002 - as in `decisions`
from collections.abc import Iterable

import msgspec

from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Command,
    MqGet,
    ReadDepth,
    Receive,
    Send,
    SendArguments,
)
from mqtck.reference.vocabulary.constants import (
    DEFAULT_QUEUE_MANAGER,
    STAGING_QUEUE,
    DeliveryMode,
    Feedback,
    ReasonCode,
    Report,
)
from mqtck.reference.vocabulary.messages import DelayHeader
from mqtck.reference.vocabulary.outcomes import (
    Browsed,
    DepthRead,
    ErrorFamily,
    MessageReturned,
    Outcome,
    Refused,
)

from .decisions import Check, Moved, QueueManagerDecisions, StagedInUnit
from .misreading import misreading
from .objects import AsQueue, Delay, Message
from .world import SimulatedWorld


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


@misreading(
    "head of the line",
    "Moves staged messages in the order of their arrival, so that a long delay blocks a short one.",
    *("DD-12", "DD-10", "DD-05"),
)
class HeadOfTheLine(QueueManagerDecisions):
    def due(self, sent: int, committed: int, milliseconds: int, staged: Iterable[Delay]) -> int:
        return max([sent + milliseconds, *(delay.due for delay in staged)])


@misreading("two copies", "Delivers a delayed message twice.", "DD-10", "X-54")
class TwoCopies(QueueManagerDecisions):
    copies_delivered = 2


@misreading("staged without header", "Stages the application's data as they are.", "DD-09")
class StagedWithoutHeader(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if not isinstance(outcome, Browsed):
            return outcome
        bare = [msgspec.structs.replace(seen, delay_header=DelayHeader.ABSENT) for seen in outcome.messages]
        return Browsed(tuple(bare))


@misreading(
    "staging queue of another name",
    "Stages on a queue that is not called SYSTEM.DDELAY.LOCAL.QUEUE.",
    *("DD-51", "DD-52", "DD-07"),
)
class StagingQueueOfAnotherName(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, Browse | ReadDepth) and command.queue == STAGING_QUEUE:
            return Refused(ReasonCode.UNKNOWN_OBJECT_NAME, ErrorFamily.JMS_EXCEPTION)
        return super().execute(command)


@misreading(
    "staged before it is refused",
    "Stages first and validates then, so that a refused message is delivered.",
    *("DD-32", "X-54"),
)
class StagedBeforeItIsRefused(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if (
            isinstance(command, Send)
            and isinstance(outcome, Refused)
            and outcome.reason in (ReasonCode.EXPIRY_ERROR, ReasonCode.OPTIONS_ERROR)
        ):
            ungrouped = msgspec.structs.replace(command.message, group=None)
            unlimited = SendArguments(DeliveryMode.PERSISTENT, 4, 0)
            super().execute(msgspec.structs.replace(command, message=ungrouped, arguments=unlimited))
        return outcome


@misreading(
    "resolved once",
    "Does not follow an alias that has taken the name of the target since the send.",
    *("DD-74", "DD-49"),
)
class ResolvedOnce(QueueManagerDecisions):
    def resolves_again(self) -> bool:
        return False


@misreading(
    "staged copy keeps its id", "Stages the message under its own message id.", "DD-59", "DD-60", "DD-61"
)
class StagedCopyKeepsItsId(QueueManagerDecisions):
    def staged_copy(self, original: Message, new_id: str, delay: Delay) -> Message:
        return super().staged_copy(original, original.message_id, delay)


@misreading(
    "staged correlation id kept",
    "Leaves the application's correlation id on the staged copy.",
    *("DD-60", "DD-61"),
)
class StagedCorrelationIdKept(QueueManagerDecisions):
    def staged_copy(self, original: Message, new_id: str, delay: Delay) -> Message:
        return msgspec.structs.replace(original, message_id=new_id, delay=delay)


@misreading(
    "staged id delivered",
    "Delivers the staged copy's message and correlation ids.",
    *("DD-59", "DD-60", "HM-28", "X-02", "X-03"),
)
class StagedIdDelivered(QueueManagerDecisions):
    def staged_copy(self, original: Message, new_id: str, delay: Delay) -> Message:
        staged = super().staged_copy(original, new_id, delay)
        ids = {"message_id": new_id, "correlation_id": original.message_id}
        delivered = msgspec.structs.replace(original, **ids)
        return msgspec.structs.replace(staged, delay=msgspec.structs.replace(delay, original=delivered))


@misreading(
    "staged before commit",
    "Puts a delayed message of a unit of work on the staging queue at once.",
    *("DD-43", "DD-42", "DD-45"),
)
class StagedBeforeCommit(QueueManagerDecisions):
    staged_in_unit = StagedInUnit.BEFORE_COMMIT


@misreading(
    "rolled back but delivered",
    "Stages a delayed message when its unit of work ends, even by a rollback.",
    *("DD-44", "X-54"),
)
class RolledBackButDelivered(QueueManagerDecisions):
    staged_in_unit = StagedInUnit.AT_COMMIT_OR_ROLLBACK


@misreading(
    "delivered at commit",
    "Delivers a delayed message as soon as its unit of work commits, due or not.",
    *("DD-45", "DD-01", "DD-05", "DD-06", "DD-07"),
)
class DeliveredAtCommit(QueueManagerDecisions):
    def due(self, sent: int, committed: int, milliseconds: int, staged: Iterable[Delay]) -> int:
        return committed if committed > sent else sent + milliseconds


@misreading(
    "recall of one recalls all",
    "Empties the staging queue when one message is got from it.",
    *("DD-61", "DD-10", "X-54"),
)
class RecallOfOneRecallsAll(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if (
            isinstance(command, MqGet | Receive)
            and command.queue == STAGING_QUEUE
            and isinstance(outcome, MessageReturned)
        ):
            manager = self.simulation.managers[DEFAULT_QUEUE_MANAGER]
            for entry in [entry for entry in manager.staging.entries if entry.available]:
                manager.take_off(manager.staging, entry)
        return outcome


@misreading(
    "recalled but delivered",
    "Times the delay in memory, so that a message got from the staging queue is delivered all the same.",
    *("DD-61", "DD-10", "X-54"),
)
class RecalledButDelivered(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        manager = self.simulation.managers[DEFAULT_QUEUE_MANAGER]
        before = {id(entry): entry.message.delay for entry in manager.staging.entries}
        outcome = super().execute(command)
        if (
            isinstance(command, MqGet | Receive)
            and command.queue == STAGING_QUEUE
            and isinstance(outcome, MessageReturned)
        ):
            left = {id(entry) for entry in manager.staging.entries}
            recalled = [delay for key, delay in before.items() if key not in left and delay is not None]
            self.recalled = [*getattr(self, "recalled", []), *recalled]
        if isinstance(command, Advance):
            for delay in [delay for delay in getattr(self, "recalled", []) if delay.due <= self.now()]:
                manager.put(delay.target, delay.original)
                self.recalled.remove(delay)
        return outcome


# --- checks at send and at delivery -----------------------------------------------------------------


@misreading("authority at delivery", "Asks for the sender's authority again at delivery.", "DD-50")
class AuthorityAtDelivery(QueueManagerDecisions):
    checks_at_delivery = QueueManagerDecisions.checks_at_delivery | {Check.AUTHORITY}


@misreading("authority not at send", "Asks for authority on the staging queue only.", "DD-46", "DD-47")
class AuthorityNotAtSend(QueueManagerDecisions):
    checks_at_send = QueueManagerDecisions.checks_at_send - {Check.AUTHORITY}


@misreading("put-disabled not checked", "Accepts a delayed send to a put-disabled queue.", "DD-110")
class PutDisabledNotChecked(QueueManagerDecisions):
    checks_at_send = QueueManagerDecisions.checks_at_send - {Check.PUT_ENABLED}


@misreading("fullness not checked", "Accepts a delayed send to a full queue.", "DD-112", "DD-39")
class FullnessNotChecked(QueueManagerDecisions):
    checks_at_send = QueueManagerDecisions.checks_at_send - {Check.FULLNESS}


@misreading("length not checked", "Accepts a delayed send that is too long for its target.", "DD-111")
class LengthNotChecked(QueueManagerDecisions):
    checks_at_send = QueueManagerDecisions.checks_at_send - {Check.LENGTH}


@misreading("existence not checked", "Accepts a delayed send to a queue that does not exist.", "DD-75")
class ExistenceNotChecked(QueueManagerDecisions):
    checks_at_send = QueueManagerDecisions.checks_at_send - {Check.EXISTS}


@misreading("staging limits ignored", "Overfills the staging queue.", "DD-53", "DD-39", "DD-38")
class StagingLimitsIgnored(QueueManagerDecisions):
    checks_on_staging = QueueManagerDecisions.checks_on_staging - {Check.FULLNESS, Check.LENGTH}


@misreading(
    "deleted target ignored",
    "Drops a delayed message whose target has gone by the due time.",
    *("DD-49", "DD-98", "DD-99", "DD-114", "X-54"),
)
class DeletedTargetIgnored(QueueManagerDecisions):
    def counts_as_delivered(self, reason: ReasonCode | None) -> bool:
        return reason in (None, ReasonCode.UNKNOWN_OBJECT_NAME)


@misreading("persistence at delivery", "Takes the queue's persistence at the second resolution.", "DD-77")
class PersistenceAtDelivery(QueueManagerDecisions):
    def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
        if AsQueue.PERSISTENCE not in delay.as_queue:
            return delay.original
        return msgspec.structs.replace(delay.original, persistence=persistence)


@misreading("priority at delivery", "Takes the queue's priority at the second resolution.", "DD-78")
class PriorityAtDelivery(QueueManagerDecisions):
    def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
        if AsQueue.PRIORITY not in delay.as_queue:
            return delay.original
        return msgspec.structs.replace(delay.original, priority=priority)


# --- restart ----------------------------------------------------------------------------------------


@misreading("lost at restart", "Keeps staged messages in memory only.", "DD-95", "DD-07", "DD-10", "X-54")
class LostAtRestart(QueueManagerDecisions):
    def survives_restart(self, message: Message) -> bool:
        return message.delay is None


@misreading("delay restarted", "Begins the delay anew when the queue manager starts.", "DD-95", "DD-10")
class DelayRestarted(QueueManagerDecisions):
    def after_restart(self, delay: Delay, now: int) -> Delay:
        return msgspec.structs.replace(delay, due=now + delay.milliseconds)


@misreading(
    "delivered at restart",
    "Delivers all staged messages when the queue manager starts.",
    *("DD-95", "DD-01", "DD-06", "DD-07"),
)
class DeliveredAtRestart(QueueManagerDecisions):
    def after_restart(self, delay: Delay, now: int) -> Delay:
        return msgspec.structs.replace(delay, due=now)


@misreading("processor stays down", "Does not start the processor again after a failure.", "DD-96", "DD-10")
class ProcessorStaysDown(QueueManagerDecisions):
    def recovers(self) -> bool:
        return False


# --- the report options that the processor passes through ------------------------------------------


@misreading("COA on staging", "Confirms the arrival on the staging queue.", "DD-126")
class CoaOnStaging(QueueManagerDecisions):
    def confirms_arrival(self, message: Message) -> bool:
        return message.report & Report.COA != 0 and message.delay is not None


@misreading("COD by the processor", "Confirms the processor's own get.", "DD-127")
class CodByTheProcessor(QueueManagerDecisions):
    def processor_reports(self, report: int, moved: Moved) -> tuple[Feedback, ...]:
        return (Feedback.COD,) if report & Report.COD else ()


@misreading("PAN and NAN by the processor", "Notifies of success and failure of the move.", "DD-128")
class NotificationByTheProcessor(QueueManagerDecisions):
    def processor_reports(self, report: int, moved: Moved) -> tuple[Feedback, ...]:
        if moved is Moved.TO_TARGET:
            return (Feedback.PAN,) if report & Report.PAN else ()
        return (Feedback.NAN,) if report & Report.NAN else ()


@misreading("activity report by the processor", "Reports the staging hop as an activity.", "DD-129")
class ActivityByTheProcessor(QueueManagerDecisions):
    def processor_reports(self, report: int, moved: Moved) -> tuple[Feedback, ...]:
        return (Feedback.ACTIVITY,) if report & Report.ACTIVITY else ()


@misreading("ignored options stripped", "Takes the ignored report options off the message.", "DD-130")
class IgnoredOptionsStripped(QueueManagerDecisions):
    def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
        ignored = (
            Report.COA_WITH_FULL_DATA | Report.COD_WITH_FULL_DATA | Report.PAN | Report.NAN | Report.ACTIVITY
        )
        return msgspec.structs.replace(delay.original, report=delay.original.report & ~int(ignored))
