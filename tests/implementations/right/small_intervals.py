"""Right implementations whose lives end later or earlier than others' (EX-05, EX-06, EX-09).

Some deduct whole intervals alone, on each queue for itself. What is left of an interval when a message goes
on, from the staging queue to its target, over a channel or to the dead-letter queue, is not deducted, so that
the parts of several queues add up to more than a second. One ends each life almost a second late, and rounds
up what is no whole tenth; another one almost a second early. Some deduct them from one of the two Expiry
fields on a transmission queue, and tenths from the other.
"""

from collections.abc import Callable
from random import Random

from msgspec.structs import replace

from implementations.behaviour.whole import Behaviour, Rounding
from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.queue_managers.queue_manager import ANYWHERE, QueueManager
from implementations.simulation.world import SimulatedAdapter, SimulatedWorld
from implementations.state.objects import Entry, LocalQueue, Message, Origin, Position, UnitOfWork

SECOND, ALMOST_A_SECOND, EIGHT_TENTHS, TENTH = 1000, 990, 800, 100
APPLICATIONS = {Origin.JMS, Origin.MQI}


class IntervalsOfEachQueue(QueueManagerDecisions):
    """`arrivals` tells since when each message has been where it is; what is deducted are `interval` ms."""

    interval = SECOND

    def __init__(self, behaviour: Behaviour, random: Random) -> None:
        super().__init__(behaviour, random)
        self.arrivals: dict[str, int] = {}

    def arrived(self, message: Message, now: int) -> Message:
        """The message as it comes to a queue, without what was not deducted on the last one."""
        if message.origin not in APPLICATIONS or message.end_of_life is None:
            return message
        since = self.arrivals.get(_original_id(message))
        self.arrivals[_original_id(message)] = now
        if since is None:
            return message
        return replace(message, end_of_life=message.end_of_life + (now - since) % self.interval)

    def first_expired_instant(self, message: Message) -> int | None:
        right = super().first_expired_instant(message)
        since = self._since(message)
        if right is None or since is None:
            return right
        return since - (since - right) // self.interval * self.interval

    def remaining_expiry(self, message: Message, now: int) -> int:
        since = self._since(message)
        if since is None:
            return super().remaining_expiry(message, now)
        left = super().remaining_expiry(message, now - (now - since) % self.interval)
        return left if left < 0 else min(left, message.expiry)

    def _since(self, message: Message) -> int | None:
        return self.arrivals.get(_original_id(message)) if message.origin in APPLICATIONS else None


class WholeSecondsInDescriptor(QueueManagerDecisions):
    """Whole seconds are deducted in the separate descriptor, tenths in the one behind it."""

    def remaining_expiry(self, message: Message, now: int) -> int:
        left = super().remaining_expiry(message, now)
        return left if left < 0 else min(message.expiry, left + _begun_second(message, now))

    def embedded_left(self, embedded: Message, now: int) -> int:
        return 0 if self.expired(embedded, now) else super().remaining_expiry(embedded, now)


class WholeSecondsInHeader(QueueManagerDecisions):
    """The other way round."""

    def embedded_left(self, embedded: Message, now: int) -> int:
        left = super().embedded_left(embedded, now)
        return left if left < 1 else min(embedded.expiry, left + _begun_second(embedded, now))


class EndsLate(QueueManagerDecisions):
    def first_expired_instant(self, message: Message) -> int | None:
        right = super().first_expired_instant(message)
        return right if right is None or message.expiry == 0 else right + ALMOST_A_SECOND


class EndsEarly(QueueManagerDecisions):
    def first_expired_instant(self, message: Message) -> int | None:
        right = super().first_expired_instant(message)
        return None if right is None else max(message.put_at, right - ALMOST_A_SECOND)


def _begun_second(message: Message, now: int) -> int:
    """Tenths of the wait since the last whole second."""
    return (now - message.put_at) % SECOND // TENTH


def _original_id(message: Message) -> str:
    return message.message_id if message.delay is None else message.delay.original.message_id


class EightTenthsOfEachQueue(IntervalsOfEachQueue):
    interval = EIGHT_TENTHS


class IntervalsOfEachQueueWorld(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        enter, decisions = manager.enter, manager.decisions
        assert isinstance(decisions, IntervalsOfEachQueue)

        def enter_later(
            queue: LocalQueue, message: Message, unit: UnitOfWork | None, place: Position = ANYWHERE
        ) -> Entry:
            return enter(queue, decisions.arrived(message, self.now()), unit, place)

        manager.enter = enter_later  # type: ignore[method-assign]


INTERVALS: dict[str, Callable[[], SimulatedAdapter]] = {
    "deducts whole seconds on each queue": lambda: SimulatedAdapter(
        name="deducts whole seconds on each queue",
        world=IntervalsOfEachQueueWorld,
        decisions=IntervalsOfEachQueue,
    ),
    "deducts eight tenths at a time on each queue": lambda: SimulatedAdapter(
        name="deducts eight tenths at a time on each queue",
        world=IntervalsOfEachQueueWorld,
        decisions=EightTenthsOfEachQueue,
    ),
    "deducts whole seconds in the descriptor alone": lambda: SimulatedAdapter(
        name="deducts whole seconds in the descriptor alone", decisions=WholeSecondsInDescriptor
    ),
    "deducts whole seconds in the header alone": lambda: SimulatedAdapter(
        name="deducts whole seconds in the header alone", decisions=WholeSecondsInHeader
    ),
    "ends lives almost a second late": lambda: SimulatedAdapter(
        name="ends lives almost a second late",
        behaviour=Behaviour(rounding=Rounding.CEILING),
        decisions=EndsLate,
    ),
    "ends lives almost a second early": lambda: SimulatedAdapter(
        name="ends lives almost a second early", decisions=EndsEarly
    ),
}
