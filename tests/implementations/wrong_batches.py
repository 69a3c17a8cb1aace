"""Misreadings of batches of a channel, of what is tried again or handed on, and of policies that change."""

# ruff: noqa: ARG002 - as in `decisions`
from typing import Any, ClassVar

import msgspec

from mqtck.reference.vocabulary.channels import DefinePolicy, DeletePolicy, NonPersistentSpeed
from mqtck.reference.vocabulary.commands import Command, StartChannel
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER
from mqtck.reference.vocabulary.outcomes import Done, Outcome

from .decisions import QueueManagerDecisions
from .decisions_channels import End, Trouble, Undelivered
from .misreading import misreading
from .objects import NO_ID, Entry, LocalQueue, Message, UnitOfWork
from .queue_manager import QueueManager
from .world import SimulatedWorld

FOR_EVER = 10**15


@misreading(
    "everything discarded after a discard",
    "Discards whatever cannot be delivered once it has discarded something.",
    *("AM-10", "AM-11", "AM-27"),
)
class EverythingDiscarded(QueueManagerDecisions):
    discarded = False

    def undelivered(
        self, end: End, trouble: Trouble, persistence: int, speed: NonPersistentSpeed
    ) -> Undelivered:
        if self.discarded:
            return Undelivered.DISCARDED
        fate = super().undelivered(end, trouble, persistence, speed)
        self.discarded = fate is Undelivered.DISCARDED
        return fate


class Delivered(SimulatedWorld):
    """Leaves somewhere what a batch has put there and is backed out."""

    def left_there(self, message: Message) -> bool:
        raise NotImplementedError

    def change(self, manager: QueueManager) -> None:
        channels = manager.channels
        back_out = channels._back_out

        def leaving(queue: LocalQueue, unit: UnitOfWork, failed: Entry) -> None:
            put = [
                (owner, there, entry.message)
                for owner in self.simulation.managers.values()
                for there in owner.local_queues()
                for entry in there.entries
                if entry.putter is unit and self.left_there(entry.message)
            ]
            back_out(queue, unit, failed)
            for owner, there, message in put:
                owner.enter(there, message, None)

        channels._back_out = leaving  # type: ignore[method-assign]


@misreading(
    "delivered and backed out",
    "Leaves at the target what it backs out with its batch.",
    *("AM-09", "AM-10", "AM-27"),
)
class DeliveredAndBackedOut(Delivered):
    def left_there(self, message: Message) -> bool:
        return message.dead_letter is None


@misreading(
    "dead-lettered and backed out",
    "Leaves on the dead-letter queue what it backs out with its batch.",
    *("AM-02", "AM-09", "AM-10", "AM-27"),
)
class DeadLetteredAndBackedOut(Delivered):
    def left_there(self, message: Message) -> bool:
        return message.dead_letter is not None


@misreading(
    "in retry for good",
    "Leaves a channel in retry until it is started.",
    *("AM-09", "AM-10", "AM-27", "AM-02", "X-54"),
)
class InRetryForGood(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        for manager in self.simulation.managers.values():
            for channel in manager.channels.started.values():
                if channel.again is not None:
                    channel.again = self.now() + FOR_EVER
        return outcome


@misreading("policies as first defined", "Keeps the first definition of a policy.", "AM-20", "AM-21", "AM-16")
class PoliciesAsFirstDefined(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, DefinePolicy):
            manager = self.simulation.managers.get(command.queue_manager)
            if manager is not None and command.policy in manager.channels.policies:
                return Done()
        return super().execute(command)


@misreading(
    "deleted policies used", "Goes by policies that have been deleted.", "AM-08", "AM-14", "AM-15", "AM-19"
)
class DeletedPoliciesUsed(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        return Done() if isinstance(command, DeletePolicy) else super().execute(command)


@misreading(
    "policies by the beginning of a name",
    "Takes the policy of a queue whose name begins like that of the dead-letter queue.",
    *("AM-08", "AM-14", "AM-15", "AM-18", "AM-19"),
)
class PoliciesByBeginning(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, StartChannel):
            for manager in self.simulation.managers.values():
                queue, policies = manager.dead_letter_queue, manager.channels.policies
                like = [one for one in policies if queue and (one.startswith(queue) or queue.startswith(one))]
                if queue and queue not in policies and like:
                    policies[queue] = msgspec.structs.replace(policies[like[0]], policy=queue)
        return super().execute(command)


# --- what is handed on ------------------------------------------------------------------------------------


class HandedOn(QueueManagerDecisions):
    """Loses something between two queue managers."""

    lost: ClassVar[dict[str, Any]]

    def after_hop(self, message: Message, now: int) -> Message:
        return msgspec.structs.replace(super().after_hop(message, now), **self.lost)


@misreading(
    "another id behind a channel", "Gives a message a new id at another queue manager.", "HM-28", "X-02"
)
class AnotherIdBehindChannel(HandedOn):
    lost: ClassVar[dict[str, Any]] = {"message_id": "c4" * 24}


@misreading(
    "no correlation id behind a channel", "Leaves MQMD.CorrelId on the transmission queue.", "HM-47", "X-03"
)
class NoCorrelationBehindChannel(HandedOn):
    lost: ClassVar[dict[str, Any]] = {"correlation_id": NO_ID}


@misreading(
    "dead letters of channels unreported",
    "Takes the report options from what a channel dead-letters.",
    *("X-47", "EX-47", "EX-21", "EX-26"),
)
class DeadLettersOfChannelsUnreported(QueueManagerDecisions):
    def mca_copy(self, message: Message, now: int) -> Message:
        return msgspec.structs.replace(message, report=0)


class HeaderHandedOn(QueueManagerDecisions):
    """Changes the MQRFH2 between two queue managers."""

    def after_hop(self, message: Message, now: int) -> Message:
        hopped = super().after_hop(message, now)
        if hopped.header is None or hopped.header.timestamp is None:
            return hopped
        shown = self.timestamp(hopped.header.timestamp, now)
        return msgspec.structs.replace(hopped, header=msgspec.structs.replace(hopped.header, timestamp=shown))

    def timestamp(self, written: int, now: int) -> int:
        raise NotImplementedError


@misreading(
    "timestamp in seconds behind a channel",
    "Cuts the timestamp in the MQRFH2 to seconds at another queue manager.",
    *("HM-35", "HM-34", "X-41", "X-42"),
)
class SecondsBehindChannel(HeaderHandedOn):
    def timestamp(self, written: int, now: int) -> int:
        return written - written % 1000


@misreading(
    "timestamp of the channel",
    "Writes into the MQRFH2 when a message has come to another queue manager.",
    *("HM-35", "HM-34", "X-41", "X-42"),
)
class TimestampOfChannel(HeaderHandedOn):
    def timestamp(self, written: int, now: int) -> int:
        return now


@misreading(
    "reply-to manager of the channel",
    "Names in MQMD.ReplyToQMgr the queue manager from which a message comes.",
    *("HM-05", "X-22", "X-42"),
)
class ReplyManagerOfChannel(QueueManagerDecisions):
    def after_hop(self, message: Message, now: int) -> Message:
        hopped = super().after_hop(message, now)
        if hopped.header is None or not hopped.reply_manager_field:
            return hopped
        return msgspec.structs.replace(hopped, reply_manager_field=DEFAULT_QUEUE_MANAGER)
