"""Misreadings of lives on the way, in replies and triggers, and on dead-letter queues."""

# ruff: noqa: ARG002 - as in `decisions`

from typing import Any

import msgspec
from msgspec.structs import replace

from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.queue_managers.clusters import CLUSTER_TRANSMISSION_QUEUE
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Entry, LocalQueue, Message, Origin
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import begun_anew
from implementations.wrong.parts.messages import DeadLettersCopied
from implementations.wrong.parts.units_of_work import GivenBack
from mqtck.reference.vocabulary.commands import (
    Command,
    EndQueueManager,
    MqGet,
    MqPut,
    MqPut1,
    StartQueueManager,
)
from mqtck.reference.vocabulary.constants import UNLIMITED
from mqtck.reference.vocabulary.outcomes import MessageReturned, Outcome, Sent


@misreading(
    "reply inherits",
    "Gives what is put without an end the rest of the life that the connection got last.",
    *("EX-45", "EX-44", "EX-62", "EX-64"),
)
class ReplyInherits(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.last: dict[str, int] = {}

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, MqPut | MqPut1) and command.descriptor.expiry == UNLIMITED:
            rest = self.last.pop(command.connection, UNLIMITED)
            limited = msgspec.structs.replace(command.descriptor, expiry=rest)
            outcome = super().execute(msgspec.structs.replace(command, descriptor=limited))
            if not isinstance(outcome, Sent):
                return outcome
            shown = msgspec.structs.replace(outcome.descriptor, expiry=UNLIMITED)
            return msgspec.structs.replace(outcome, descriptor=shown)
        outcome = super().execute(command)
        if isinstance(command, MqGet) and isinstance(outcome, MessageReturned):
            rest = outcome.message.descriptor.expiry
            self.last[command.connection] = rest if isinstance(rest, int) else UNLIMITED
        return outcome


@misreading(
    "dead letters ended in a unit of work and unreported",
    "Drops without a report a dead letter that a unit of work gives back when its life is over.",
    *("EX-47", "EX-21", "EX-26", "EX-39", "EX-40", "DD-82", "EX-04"),
)
class DeadLettersDropped(GivenBack):
    def given_back(self, queue: LocalQueue, entry: Entry) -> None:
        if entry.message.dead_letter is not None and self.decisions.expired(entry.message, self.now()):
            queue.remove(entry)


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
    "trigger message limited", "Gives a trigger message the life of an ordinary one.", "EX-48", "X-39"
)
class TriggerMessageLimited(QueueManagerDecisions):
    def remaining_expiry(self, message: Message, now: int) -> int:
        return 600 if message.origin is Origin.TRIGGER else super().remaining_expiry(message, now)


@misreading(
    "unlimited behind a channel",
    "Lets a channel forget the end of a life.",
    "EX-06",
    "EX-05",
    "EX-17",
    "EX-10",
)
class UnlimitedBehindChannel(QueueManagerDecisions):
    def after_hop(self, message: Message, now: int) -> Message:
        return msgspec.structs.replace(message, expiry=UNLIMITED, end_of_life=None)


@misreading(
    "dead letters near their end unlimited",
    "Dead-letters without an end what would end in two seconds.",
    *("EX-46", "EX-47", "EX-17", "X-16", "DD-98"),
)
class DeadLettersNearEnd(DeadLettersCopied):
    def changed(self, copy: Message, now: int) -> Message:
        near = copy.end_of_life is not None and copy.end_of_life - now < 2000
        return msgspec.structs.replace(copy, end_of_life=None) if near else copy


# --- the clock --------------------------------------------------------------------------------------------


@misreading(
    "life of JMS restarted by a channel",
    "Begins the life of a message of JMS anew at each hop.",
    *("EX-06", "EX-05", "EX-10", "EX-17"),
)
class LifeOfJmsRestartedByChannel(QueueManagerDecisions):
    def after_hop(self, message: Message, now: int) -> Message:
        hopped = super().after_hop(message, now)
        return begun_anew(hopped, now) if message.origin is Origin.JMS else hopped


@misreading(
    "life restarted by a channel", "Begins the life anew at each hop.", "EX-06", "EX-05", "EX-10", "EX-17"
)
class LifeRestartedByChannel(QueueManagerDecisions):
    def after_hop(self, message: Message, now: int) -> Message:
        return begun_anew(message, now)


@misreading(
    "life stands still until a member of the cluster is up",
    "Takes nothing off the life of what waits for a member of a cluster that is down.",
    *("EX-06", "EX-05", "EX-10", "DD-79"),
)
class StandsStill(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.ended: dict[str, int] = {}

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, EndQueueManager):
            self.ended[command.queue_manager] = self.now()
        if isinstance(command, StartQueueManager):
            self._live_on(self.now() - self.ended.pop(command.queue_manager, self.now()))
        return super().execute(command)

    def _live_on(self, waited: int) -> None:
        for manager in self.simulation.managers.values():
            queue = manager.local(CLUSTER_TRANSMISSION_QUEUE)
            for entry in () if queue is None else queue.entries:
                end = entry.message.end_of_life
                if end is not None:
                    entry.message = msgspec.structs.replace(entry.message, end_of_life=end + waited)


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
