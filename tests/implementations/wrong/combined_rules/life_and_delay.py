"""Misreadings of life and delay together."""

# ruff: noqa: ARG002 - as in `decisions`

from typing import Any
from unittest.mock import patch

import msgspec
from msgspec.structs import replace

from implementations.decisions.client import ClientDecisions
from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Delay, Entry, Message
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.attempts import Attempts
from implementations.wrong.parts.calls import Row, publishes, register, sends
from implementations.wrong.parts.numbers import TENTH
from implementations.wrong.parts.receivers import STAGED, OfDelayed
from mqtck.reference.vocabulary.commands import Command, MqGet
from mqtck.reference.vocabulary.constants import UNLIMITED
from mqtck.reference.vocabulary.messages import SeenMessage, SeenTransmissionHeader
from mqtck.reference.vocabulary.outcomes import Done, Outcome
from mqtck.reference.vocabulary.publications import CloseSubscriber, Subscribe


def after_the_delay(now: int, time_to_live: int, delay: int) -> int | None:
    return None if time_to_live == 0 else now + time_to_live + delay


AGES = ("X-06", "DD-79", "DD-80", "EX-05", "EX-10", "EX-19")
SHIFT = 32


@misreading(
    "life compared in 32 bits", "Compares the low 32 bits of a life.", "X-08", "DD-25", "DD-26", "DD-28"
)
class LifeComparedInThirtyTwoBits(ClientDecisions):
    def conflict(self, time_to_live: int, delay: int) -> bool:
        return super().conflict(time_to_live % 2**SHIFT if time_to_live else 0, delay)


@misreading(
    "long lives not compared", "Takes a life that Expiry cannot hold for unlimited.", "X-08", "DD-25", "DD-26"
)
class LongLivesNotCompared(ClientDecisions):
    def conflict(self, time_to_live: int, delay: int) -> bool:
        return super().conflict(time_to_live, delay) and time_to_live < 214_748_364_700


@misreading(
    "format of the staging queue on the way",
    "Leaves the name of the delay header in the descriptor within the MQXQH.",
    *("X-31", "DD-10"),
)
class FormatOnTheWay(OfDelayed):
    def concerned(self, message: SeenMessage) -> bool:
        return isinstance(message.transmission_header, SeenTransmissionHeader)

    def changed(self, message: SeenMessage) -> SeenMessage:
        header = message.transmission_header
        assert isinstance(header, SeenTransmissionHeader)
        embedded = replace(header.descriptor, format=STAGED)
        return replace(message, transmission_header=replace(header, descriptor=embedded))


@misreading(
    "life of the send in the header",
    "Writes the life of the send into the header of a delayed message, though some of it has passed.",
    *("X-31", "EX-50", "EX-56"),
)
class LifeOfSendInHeader(QueueManagerDecisions):
    def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
        return msgspec.structs.replace(delay.original, put_at=now)

    def embedded_left(self, embedded: Message, now: int) -> int:
        if embedded.end_of_life is None:
            return UNLIMITED
        return max(0, embedded.expiry - (now - embedded.put_at) // 100)


# --- who looks --------------------------------------------------------------------------------------------


@misreading(
    "delay counted twice for an id", "Adds the delay to what is left of a life for who asks by an id.", *AGES
)
class DelayAddedForId(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if not (isinstance(command, MqGet) and command.match is not None):
            return super().execute(command)
        remaining = self.decisions.remaining_expiry

        def longer(message: Message, now: int) -> int:
            left = remaining(message, now)
            if left < 0 or message.timestamp is None or not message.delivery_time:
                return left
            return left + (message.delivery_time - message.timestamp) // 100

        with patch.object(self.decisions, "remaining_expiry", longer):
            return super().execute(command)


@misreading(
    "life stops while its subscriber is away",
    "Stops the clock of what waits for a durable subscriber while that is away.",
    *(*AGES, "EX-03", "EX-17"),
)
class LifeStopsWhileAway(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        self.away: dict[str, int] = {}
        super().__init__(*parts)

    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, CloseSubscriber):
            self.away[command.subscription] = self.now()
        elif isinstance(command, Subscribe) and isinstance(outcome, Done):
            since = self.away.pop(command.subscription, None)
            if since is not None:
                self.connected(command.subscription, since)
        return outcome

    def connected(self, name: str, since: int) -> None:
        subscription = self.simulation.hierarchy.subscriptions[name]
        queue = self.simulation.managers[subscription.queue_manager].local(subscription.queue)
        for entry in [] if queue is None else queue.entries:
            message = entry.message
            if message.end_of_life is not None:
                stood = self.now() - max(since, message.put_at)
                entry.message = replace(message, end_of_life=message.end_of_life + stood)


@misreading(
    "gone without a report when due near its end",
    "Drops without a report what has less than a tenth of a second to live when its delay is over.",
    *("X-53", "X-54", "DD-10", "DD-79", "DD-82", "EX-21", "EX-26"),
)
class GoneNearEnd(Attempts):
    def attempt(self, manager: QueueManager, entry: Entry, attempt: Any) -> None:
        end = entry.message.end_of_life
        if end is not None and 0 < end - manager.now < TENTH:
            manager.take_off(manager.staging, entry)
        else:
            attempt(entry)


# fmt: off
CLIENT: tuple[Row, ...] = (
    ("delayed publications end later", "Adds the delay to JMSExpiration of publications.",
     ("X-05", "HM-14", "HM-19"), sends(publishes), "expiration", after_the_delay),
)
# fmt: on
for one in CLIENT:
    register(one, "client_decisions")
