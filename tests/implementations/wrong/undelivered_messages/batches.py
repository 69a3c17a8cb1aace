"""Misreadings of batches that are backed out because the dead-letter queue takes nothing."""

# ruff: noqa: ARG002 - as in `decisions`

from collections.abc import Sequence
from unittest.mock import patch

import msgspec

from implementations.decisions.channels import End, Trouble, Undelivered
from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.channels.channels import Channel
from implementations.simulation.channels.message_channel_agents import Failed, Terms
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import LocalQueue, Message, UnitOfWork
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.channels import Agent, DeliveredInBatch, Fates, Put, at_channels, number
from implementations.wrong.parts.rules import BACK
from implementations.wrong.parts.units_of_work import BackedOut
from mqtck.reference.vocabulary.channels import ChannelProtection, NonPersistentSpeed
from mqtck.reference.vocabulary.commands import Command
from mqtck.reference.vocabulary.constants import Persistence
from mqtck.reference.vocabulary.outcomes import Outcome

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


@misreading(
    "delivered and backed out",
    "Leaves at the target what it backs out with its batch.",
    *("AM-09", "AM-10", "AM-27"),
)
class DeliveredAndBackedOut(DeliveredInBatch):
    def left_there(self, message: Message) -> bool:
        return message.dead_letter is None


@misreading(
    "rest of a fast batch delivered",
    "Backs out what a fast channel has delivered first in its batch, and leaves the rest at the target.",
    "AM-10",
)
class RestOfFastBatch(DeliveredInBatch):
    def left(self, queue: LocalQueue, put: Sequence[Put]) -> list[Put]:
        senders = (manager.channels.senders.get(queue.name) for manager in self.simulation.managers.values())
        speeds = {sender.non_persistent_speed for sender in senders if sender is not None}
        return [] if NonPersistentSpeed.NORMAL in speeds else list(put[1:])


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


@misreading(
    "discarded in retry without a report",
    "Reports nothing of what a channel in retry finds expired at a later attempt.",
    *("X-48", "EX-21"),
)
class UnreportedInRetry(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        right = manager.channels._attempt

        def attempt(name: str, channel: Channel) -> bool:
            if channel.again is None:
                return right(name, channel)
            with patch.object(self.decisions, "expiration_report_wanted", lambda _: False):
                return right(name, channel)

        manager.channels._attempt = attempt  # type: ignore[method-assign]


@at_channels(
    "given up at its second attempt",
    "Discards what it cannot deliver a second time where there is no dead-letter queue.",
    "AM-27",
)
class GivenUp(Fates):
    def fate(self, failed: Failed, trouble: Trouble, terms: Terms) -> Undelivered | None:
        if trouble is not Trouble.NO_QUEUE:
            return None
        again = failed.message.message_id in self.met
        self.met[failed.message.message_id] = True
        return Undelivered.DISCARDED if again else None


@misreading("batch lost with a stop", "Drops what waits in retry when its channel is stopped.", *BACK)
class LostWhenStopped(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        right = manager.channels.stop

        def stop(channel: str) -> None:
            started: Channel | None = manager.channels.started.get(channel)
            queue = manager.local(channel)
            if started is not None and started.again is not None and queue is not None:
                for entry in list(queue.entries):
                    manager.take_off(queue, entry)
            right(channel)

        manager.channels.stop = stop  # type: ignore[method-assign]


@at_channels(
    "what it leaves protected is lost",
    "Discards what fits on no dead-letter queue, at a sender that takes no protection off.",
    "AM-10",
)
class LeftProtectedAndLost(Fates):
    def fate(self, failed: Failed, trouble: Trouble, terms: Terms) -> Undelivered | None:
        passing = terms.sender.protection is ChannelProtection.PASS_THROUGH
        return Undelivered.DISCARDED if passing and trouble is Trouble.NOT_PUT else None


@misreading(
    "full queue like none",
    "Discards where the dead-letter queue fails, as where there is none.",
    "AM-09",
    "AM-10",
)
class FullQueueLikeNone(QueueManagerDecisions):
    def undelivered(
        self, end: End, trouble: Trouble, persistence: int, speed: NonPersistentSpeed
    ) -> Undelivered:
        if trouble is Trouble.NOT_PUT and end is End.SENDER:
            return Undelivered.DISCARDED
        return super().undelivered(end, trouble, persistence, speed)


# --- the dead-letter queue --------------------------------------------------------------------------------


@misreading(
    "normal speed ignored",
    "Discards non-persistent messages that are not dead-lettered whatever NPMSPEED.",
    "AM-09",
)
class NormalSpeedIgnored(QueueManagerDecisions):
    def undelivered(
        self, end: End, trouble: Trouble, persistence: int, speed: NonPersistentSpeed
    ) -> Undelivered:
        return super().undelivered(end, trouble, persistence, NonPersistentSpeed.FAST)


@misreading(
    "fast channel loses persistent messages",
    "Discards even persistent messages that a fast channel cannot dead-letter.",
    *("AM-10", "AM-27"),
)
class FastChannelLosesPersistent(QueueManagerDecisions):
    def undelivered(
        self, end: End, trouble: Trouble, persistence: int, speed: NonPersistentSpeed
    ) -> Undelivered:
        if speed is NonPersistentSpeed.FAST:
            persistence = int(Persistence.NOT_PERSISTENT)
        return super().undelivered(end, trouble, persistence, speed)


@misreading(
    "fast channel keeps all",
    "Backs the batch out for non-persistent messages on a fast channel too.",
    *("AM-11", "AM-28"),
)
class FastChannelKeepsAll(QueueManagerDecisions):
    def undelivered(
        self, end: End, trouble: Trouble, persistence: int, speed: NonPersistentSpeed
    ) -> Undelivered:
        return Undelivered.BACK


@misreading("stops after a discard", "Stops the channel after a discarded message.", "AM-11", "AM-28")
class StopsAfterDiscard(QueueManagerDecisions):
    def goes_on(self) -> bool:
        return False


@misreading(
    "rest of the batch kept moving",
    "Backs out the one message that cannot be delivered, not its batch.",
    *("AM-09", "AM-10", "AM-27"),
)
class RestOfBatchMoves(QueueManagerDecisions):
    def backs_out_batch(self) -> bool:
        return False


@misreading(
    "sender without a queue keeps all",
    "Backs the batch out where a fast sender has no dead-letter queue for what is not persistent.",
    *("AM-11", "AM-28"),
)
class SenderWithoutQueueKeepsAll(QueueManagerDecisions):
    def undelivered(
        self, end: End, trouble: Trouble, persistence: int, speed: NonPersistentSpeed
    ) -> Undelivered:
        if trouble is Trouble.NO_QUEUE and end is End.SENDER:
            return Undelivered.BACK
        return super().undelivered(end, trouble, persistence, speed)


# --- what becomes of the rest -----------------------------------------------------------------------------


@at_channels(
    "lost where the dead-letter queue is too small",
    "Discards what is too long for the dead-letter queue.",
    *("AM-09", "AM-10"),
)
class LostWhereTooSmall(Fates):
    def fate(self, failed: Failed, trouble: Trouble, terms: Terms) -> Undelivered | None:
        queue = self.dead_letter_queue(failed, terms)
        small = queue is not None and len(failed.message.body) > queue.attributes.max_message_length
        return Undelivered.DISCARDED if small and failed.end is End.SENDER else None


@at_channels(
    "receiver loses at a full queue",
    "Discards where that of a receiver is full.",
    "AM-10",
    "AM-23",
)
class ReceiverLoses(Fates):
    def fate(self, failed: Failed, trouble: Trouble, terms: Terms) -> Undelivered | None:
        queue = self.dead_letter_queue(failed, terms)
        full = queue is not None and len(queue.entries) >= queue.attributes.max_depth
        return Undelivered.DISCARDED if full and failed.end is End.RECEIVER else None


@at_channels(
    "oldest dead letter makes room",
    "Drops the oldest message of a full dead-letter queue for a new one.",
    *("AM-10", "AM-02", "AM-26"),
)
class OldestMakesRoom(Agent):
    def _dead_letter(self, failed: Failed, terms: Terms, unit: UnitOfWork | None) -> Trouble | None:
        trouble = super()._dead_letter(failed, terms, unit)
        name = terms.dead_letter_queues[number(failed.end)]
        manager = self.manager if failed.end is End.SENDER else failed.partner
        queue = None if name is None else manager.local(name)
        if trouble is not Trouble.NOT_PUT or queue is None:
            return trouble
        if not 0 < queue.attributes.max_depth <= len(queue.entries):
            return trouble
        manager.take_off(queue, queue.entries[0])
        return super()._dead_letter(failed, terms, unit)


@misreading("priority 0 in retry", "Backs out with priority 0.", *BACK, "HM-24")
class PriorityInRetry(BackedOut):
    def changed(self, message: Message, now: int) -> Message:
        return msgspec.structs.replace(message, priority=0)
