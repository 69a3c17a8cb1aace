"""Misreadings beside the usual way: puts in syncpoint, and dead letters and reports that lack something.

Also what the delivery delay processor makes of the options that it passes on, where no target takes the
message, or a remote one does.
"""

from unittest.mock import patch

from msgspec.structs import replace

from mqtck.reference.vocabulary.commands import Command, MqPut, MqPut1, StartQueueManager, Syncpoint
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, UNLIMITED, Feedback, Report
from mqtck.reference.vocabulary.outcomes import Outcome

from .decisions import Check, Moved, QueueManagerDecisions
from .misreading import misreading
from .objects import Delay, Message, RemoteQueue, UnitOfWork
from .queue_manager import QueueManager, Reason
from .report_messages import arrival_report, plain_report
from .world import SimulatedWorld
from .wrong_in_some_calls import Calls, Row, long_form, named_on_send, no, non_persistent, register, sends


def put_in_syncpoint(_: SimulatedWorld, command: Command) -> bool:
    return isinstance(command, MqPut | MqPut1) and command.syncpoint is Syncpoint.WITHIN


IN_SYNCPOINT: tuple[Row, ...] = (
    (
        "embedded field not checked in syncpoint",
        "Takes any Expiry in a header that is put in syncpoint.",
        ("EX-53",),
        put_in_syncpoint,
        "embedded_refused",
        no,
    ),
    (
        "short header accepted in syncpoint",
        "Takes a header that ends before its Expiry in syncpoint.",
        ("EX-54",),
        put_in_syncpoint,
        "cut_off_refused",
        no,
    ),
)
for one in IN_SYNCPOINT:
    register(one, "decisions")


def unasked(check: Check, how: str, concerned: Calls, *rules: str) -> None:
    """A misreading that does not ask this of the target in some sends."""
    name, sentence = f"{check.value} not asked {how}", f"Does not ask for {check.value} {how}."
    register((name, sentence, rules, concerned, "checks_at_send", frozenset(Check) - {check}), "decisions")


# fmt: off
unasked(Check.PUT_ENABLED, "of the non-persistent", sends(non_persistent), "DD-110")
unasked(Check.LENGTH,      "of the non-persistent", sends(non_persistent), "DD-111")
unasked(Check.AUTHORITY,   "of the non-persistent", sends(non_persistent), "DD-46", "DD-47")
unasked(Check.EXISTS,      "of the non-persistent", sends(non_persistent), "DD-75")
unasked(Check.EXISTS,      "by the long form",      sends(long_form),      "DD-75")
unasked(Check.EXISTS,      "where a send names it", sends(named_on_send),  "DD-75")
# fmt: on


@misreading(
    "dead letters without reply-to queue manager",
    "Dead-letters without MQMD.ReplyToQMgr.",
    *("X-17", "X-22", "X-47", "AM-02", "HM-05"),
)
class NoReplyManager(QueueManagerDecisions):
    def dead_letter_copy(self, message: Message, reason: int, destination: str, now: int) -> Message:
        copy = super().dead_letter_copy(message, reason, destination, now)
        return replace(copy, reply_manager_field="")


@misreading(
    "dead letters unlimited after a restart",
    "Lets dead letters live for ever after a restart.",
    *("EX-46", "EX-47", "X-16", "X-47"),
)
class UnlimitedAfterRestart(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, StartQueueManager):
            for manager in self.simulation.managers.values():
                for queue in manager.local_queues():
                    for entry in queue.entries:
                        if entry.message.dead_letter is not None:
                            entry.message = replace(entry.message, expiry=UNLIMITED, end_of_life=None)
        return outcome


@misreading(
    "publications dead-lettered for the staging queue",
    "Names the staging queue as the destination of a publication that it dead-letters.",
    *("X-17", "DD-123"),
)
class ForStagingQueue(QueueManagerDecisions):
    def dead_letter_copy(self, message: Message, reason: int, destination: str, now: int) -> Message:
        named = STAGING_QUEUE if message.publication is not None else destination
        return super().dead_letter_copy(message, reason, named, now)


@misreading(
    "reports without feedback", "Leaves the feedback of reports at 0.", "EX-21", "DD-82", "DD-101", "DD-125"
)
class NoFeedback(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        right = QueueManager.put_report

        def bare(
            manager: QueueManager, report: Message, about: Message, unit: UnitOfWork | None = None
        ) -> Reason:
            return right(manager, replace(report, feedback=int(Feedback.NONE)), about, unit)

        with patch.object(QueueManager, "put_report", bare):
            return super().execute(command)


@misreading(
    "arrival reported of what expires staged",
    "Confirms the arrival of what it discards from the staging queue as expired.",
    *("DD-126", "X-32"),
)
class ArrivalReported(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        report = manager._report_expiration

        def both(message: Message) -> None:
            report(message)
            if message.delay is not None and message.report & Report.COA:
                manager.send_report(arrival_report(message.delay.original, manager), message)

        manager._report_expiration = both  # type: ignore[method-assign]


@misreading(
    "refusal reported of what is discarded silently",
    "Notifies the sender of a publication that a subscriber who is gone has refused it.",
    *("DD-128", "DD-106"),
)
class RefusalReported(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:

        def passed(original: Message, moved: Moved) -> None:
            gone = original.publication is not None and moved is Moved.NOT_TO_TARGET
            if gone and original.report & Report.NAN:
                manager.send_report(plain_report(original, Feedback.NAN, manager), original)

        manager.processor._passed_through = passed  # type: ignore[method-assign]


@misreading(
    "options taken off for a remote queue",
    "Takes the report options that it ignores off a message for a remote queue.",
    *("DD-130", "DD-125"),
)
class OptionsTakenOff(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        deliver = manager.processor._deliver

        def bare(delay: Delay) -> Reason:
            if isinstance(manager.definitions.get(delay.target), RemoteQueue):
                report = delay.original.report & ~(Report.PAN | Report.NAN)
                delay = replace(delay, original=replace(delay.original, report=report))
            return deliver(delay)

        manager.processor._deliver = bare  # type: ignore[method-assign]


def forgotten(name: str, sentence: str, decision: str, *rules: str) -> None:
    """A misreading that decides so no more after a restart."""

    class Forgotten(SimulatedWorld):
        restarted = False

        def execute(self, command: Command) -> Outcome:
            self.restarted = self.restarted or isinstance(command, StartQueueManager)
            if not self.restarted:
                return super().execute(command)
            with patch.object(self.decisions, decision, no):
                return super().execute(command)

    misreading(name, sentence, *rules)(Forgotten)


# fmt: off
forgotten("no exception reports after a restart", "Makes no exception report any more after a restart.",
          "exception_report_wanted", "DD-101", "DD-103", "DD-104", "DD-125", "X-37", "X-45")
forgotten("disposal stands after a restart", "Undoes no disposal any more after a restart.",
          "rolls_back", "DD-104", "X-37")
forgotten("given up after a restart", "Keeps no message any more that nobody takes after a restart.",
          "keeps_after_failed_disposal", "DD-99", "X-37")
forgotten("unsendable reports dropped after a restart", "Dead-letters no report any more after a restart.",
          "tries_dead_letter_queue", "DD-103", "X-37")
forgotten("no expiration reports after a restart", "Makes no expiration report any more after a restart.",
          "expiration_report_wanted", "EX-21", "DD-82", "X-45")
forgotten("gets discard nothing after a restart", "Passes what has expired in gets after a restart.",
          "discards", "EX-12", "EX-13", "EX-15", "X-45")
# fmt: on
