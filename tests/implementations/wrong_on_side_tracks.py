"""Misreadings beside the usual way: direct puts in syncpoint, and what is lost of a dead letter."""

from msgspec.structs import replace

from mqtck.reference.vocabulary.commands import Command, MqPut, MqPut1, StartQueueManager, Syncpoint
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, UNLIMITED
from mqtck.reference.vocabulary.outcomes import Outcome

from .decisions import QueueManagerDecisions
from .misreading import misreading
from .objects import Message
from .world import SimulatedWorld
from .wrong_in_some_calls import Row, no, register


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
