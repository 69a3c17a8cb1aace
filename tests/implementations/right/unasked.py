"""A right implementation that writes what nobody has asked for, where the documents leave it open.

A message without a correlation id is given one in MQMD.CorrelId; the descriptor that a sender is shown keeps
what is left to the queue.
"""

from collections.abc import Callable
from itertools import count

from msgspec.structs import replace

from implementations.decisions.client import ClientDecisions
from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.world import SimulatedAdapter, SimulatedWorld
from mqtck.reference.vocabulary.commands import Command, Send
from mqtck.reference.vocabulary.constants import (
    PRIORITY_AS_QUEUE_DEFINITION,
    DestinationPersistence,
    Persistence,
)
from mqtck.reference.vocabulary.messages import CORRELATION_FORMS, OutgoingMessage, QueueDestination
from mqtck.reference.vocabulary.outcomes import Outcome, Sent


class WritesUnasked(SimulatedWorld):
    def __init__(self, decisions: QueueManagerDecisions, client: ClientDecisions) -> None:
        super().__init__(decisions, client)
        self._ids = count(1)

    def execute(self, command: Command) -> Outcome:
        if not isinstance(command, Send):
            return super().execute(command)
        producer = self.calls.jms.producers.get(command.producer)
        outcome = super().execute(replace(command, message=self._with_id(command.message)))
        match outcome, command.destination or (producer and producer.destination):
            case Sent(), QueueDestination() as destination:
                return _left_to_queue(outcome, destination)
            case _:
                return outcome

    def _with_id(self, message: OutgoingMessage) -> OutgoingMessage:
        """As bytes, of which nothing is written in the MQRFH2 (HM-45)."""
        if any(getattr(message, form) is not None for form in CORRELATION_FORMS):
            return message
        return replace(message, correlation_bytes=f"{next(self._ids):048x}")


def _left_to_queue(sent: Sent, destination: QueueDestination) -> Sent:
    descriptor = sent.descriptor
    if destination.persistence is DestinationPersistence.QUEUE_DEFINITION:
        descriptor = replace(descriptor, persistence=int(Persistence.AS_Q_DEF))
    if destination.priority == PRIORITY_AS_QUEUE_DEFINITION:
        descriptor = replace(descriptor, priority=PRIORITY_AS_QUEUE_DEFINITION)
    return replace(sent, descriptor=descriptor)


UNASKED: dict[str, Callable[[], SimulatedAdapter]] = {
    "writes what nobody asked for": lambda: SimulatedAdapter(
        name="writes what nobody asked for", world=WritesUnasked
    ),
}
