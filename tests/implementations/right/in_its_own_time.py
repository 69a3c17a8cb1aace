"""A right implementation that acts where it comes to it, and writes what nobody has asked for.

A get is confirmed when it is made, whatever becomes of its unit of work; the processor looks again an hour
later for what an application had got when it was due; a message without a correlation id is given one of its
own; the descriptor of a sender keeps what is left to the queue; a dead letter has lost the option of the
exception report that was made about it.
"""

from collections.abc import Callable
from heapq import heappush
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from implementations.behaviour.whole import Behaviour, Confirmations
from implementations.simulation.clients.writing import Correlation, Writer
from implementations.simulation.queue_managers.getting import Getter
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedAdapter, SimulatedWorld
from implementations.state.objects import NO_ID, Entry, Message
from mqtck.reference.vocabulary.commands import Command, Send
from mqtck.reference.vocabulary.constants import (
    PRIORITY_AS_QUEUE_DEFINITION,
    DestinationPersistence,
    Persistence,
    Report,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination
from mqtck.reference.vocabulary.outcomes import Outcome, Sent

HOUR = 3_600_000

_take, _correlation = Getter.take, Writer._correlation


class InItsOwnTime(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self._ids_given = 0

    def change(self, manager: QueueManager) -> None:
        processor, dead_letter = manager.processor, manager.dead_letter
        work, watch, restart = processor.work, processor.watch, processor.restart
        missed: set[int] = set()

        def worked() -> bool:
            due = [entry for instant, _, entry in processor._due if instant <= manager.now]
            missed.update(id(entry) for entry in due if entry.on_queue and not entry.available)
            return work()

        def watched(entry: Entry) -> None:
            if id(entry) in missed:
                number = manager.simulation.number()
                heappush(processor._retries, (manager.now + HOUR, number, entry))
            else:
                watch(entry)

        def restarted() -> None:
            missed.clear()
            restart()

        def dead_lettered(message: Message, *about: Any) -> Any:
            done = int(Report.EXCEPTION_WITH_FULL_DATA)
            return dead_letter(replace(message, report=message.report & ~done), *about)

        processor.work = worked  # type: ignore[method-assign]
        processor.watch = watched  # type: ignore[method-assign]
        processor.restart = restarted  # type: ignore[method-assign]
        manager.dead_letter = dead_lettered  # type: ignore[method-assign]

    def execute(self, command: Command) -> Outcome:
        def correlated(writer: Writer, outgoing: OutgoingMessage) -> Correlation:
            found = _correlation(writer, outgoing)
            given = outgoing.correlation_bytes or outgoing.correlation_id or outgoing.correlates_with
            if given or outgoing.correlation_text or found.field != NO_ID:
                return found
            self._ids_given += 1
            return Correlation(f"{self._ids_given:048x}")

        with patch.object(Getter, "take", _taken), patch.object(Writer, "_correlation", correlated):
            outcome = super().execute(command)
        if isinstance(command, Send) and isinstance(outcome, Sent):
            producer = self.calls.jms.producers.get(command.producer)
            return _left_to_queue(outcome, command.destination or (producer and producer.destination))
        return outcome


def _taken(getter: Getter, entry: Entry) -> Message:
    if getter.unit is None:
        return _take(getter, entry)
    confirm = getter._confirm
    getter._confirm = _unconfirmed  # type: ignore[method-assign]
    message = _take(getter, entry)
    confirm(message)
    return message


def _unconfirmed(_: Message) -> None:
    """It was confirmed at the get."""


def _left_to_queue(sent: Sent, destination: object) -> Sent:
    if not isinstance(destination, QueueDestination):
        return sent
    descriptor = sent.descriptor
    if destination.persistence is DestinationPersistence.QUEUE_DEFINITION:
        descriptor = replace(descriptor, persistence=int(Persistence.AS_Q_DEF))
    if destination.priority == PRIORITY_AS_QUEUE_DEFINITION:
        descriptor = replace(descriptor, priority=PRIORITY_AS_QUEUE_DEFINITION)
    return replace(sent, descriptor=descriptor)


OWN_TIME: dict[str, Callable[[], SimulatedAdapter]] = {
    "acts in its own time": lambda: SimulatedAdapter(
        name="acts in its own time",
        behaviour=Behaviour(confirmations=Confirmations.AT_TARGET),
        world=InItsOwnTime,
    ),
}
