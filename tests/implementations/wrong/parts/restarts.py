"""Worlds that notice the end and the start of a queue manager."""

from contextlib import AbstractContextManager
from typing import Any

from msgspec.structs import replace

from implementations.simulation.clients.sessions import Producer, Session
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import LocalQueue, Message
from implementations.wrong.misreading import misreading
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    Command,
    CreateProducer,
    DefineLocalQueue,
    QueueAttributes,
    Send,
    StartQueueManager,
)
from mqtck.reference.vocabulary.messages import QueueDestination
from mqtck.reference.vocabulary.outcomes import Done, Outcome, Refused


class AsFirstDefined(SimulatedWorld):
    """Has something as it was first defined when a queue manager starts."""

    def __init__(self, *parts: Any) -> None:
        self.first: dict[tuple[str, str], Any] = {}
        super().__init__(*parts)

    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(outcome, Done):
            self.note(command)
            if isinstance(command, StartQueueManager):
                self.again(self.simulation.managers[command.queue_manager])
        return outcome

    def note(self, command: Command) -> None:
        raise NotImplementedError

    def again(self, manager: QueueManager) -> None:
        raise NotImplementedError


class SinceCreation(SimulatedWorld):
    """Notes something when a producer is created for a queue, and goes by it at its delayed sends."""

    def __init__(self, *parts: object) -> None:
        super().__init__(*parts)  # type: ignore[arg-type]
        self.noted: dict[str, object] = {}

    def execute(self, command: Command) -> Outcome:
        producer = self.calls.jms.producers.get(command.producer) if isinstance(command, Send) else None
        own = None if producer is None else producer.destination
        if producer is not None and producer.delay and isinstance(own, QueueDestination):
            assert isinstance(command, Send)
            with self.going_by(producer.session, own.queue, self.noted[command.producer]):
                return super().execute(command)
        outcome = super().execute(command)
        if isinstance(command, CreateProducer) and command.destination and isinstance(outcome, Done):
            session = self.calls.jms.session(command.session)
            self.noted[command.producer] = self.found(session, command.destination.queue)
        return outcome

    def found(self, session: Session, queue: str) -> object:
        """What is there at the creation."""
        raise NotImplementedError

    def going_by(self, session: Session, queue: str, noted: Any) -> AbstractContextManager[object]:
        """As it is during a delayed send."""
        raise NotImplementedError


class Rebuilt(SimulatedWorld):
    """Has queue managers that are built in another way."""

    def change(self, manager: QueueManager) -> None:
        self.rebuild(manager)

    def rebuild(self, manager: QueueManager) -> None:
        raise NotImplementedError


class RestartOfChannels(SimulatedWorld):
    """Forgets something when a queue manager starts."""

    def forget(self, manager: QueueManager) -> None:
        raise NotImplementedError

    def _start(self, name: str) -> None:
        super()._start(name)
        self.forget(self.simulation.managers[name])


def keeps(name: str, field: str, *rules: str) -> None:
    """A queue that is defined anew keeps one attribute of the former queue of its name."""

    @misreading(f"{name} of the former queue", f"Gives a queue of a former name {name} as it was.", *rules)
    class Keeps(SimulatedWorld):
        def execute(self, command: Command) -> Outcome:
            known: dict[str, QueueAttributes] = self.__dict__.setdefault("known", {})
            match command:
                case DefineLocalQueue(queue=queue) if queue in known:
                    former = getattr(known[queue], field)
                    command = replace(command, attributes=replace(command.attributes, **{field: former}))
                case _:
                    pass
            outcome = super().execute(command)
            if isinstance(command, DefineLocalQueue | AlterQueue) and not isinstance(outcome, Refused):
                definition = self.simulation.managers[command.queue_manager].definition(command.queue)
                if isinstance(definition, LocalQueue):
                    known[command.queue] = definition.attributes
            return outcome


class Shared(SimulatedWorld):
    """What one producer is given, all of its session have."""

    def of_session(self, producer: Producer) -> list[Producer]:
        return [one for one in self.calls.jms.producers.values() if one.session is producer.session]


class Restarted(SimulatedWorld):
    """Makes something else of the messages when the queue manager starts again."""

    def _end(self, manager: QueueManager) -> None:
        self.ended = self.now()
        super()._end(manager)

    def _start(self, name: str) -> None:
        manager = self.simulation.managers.get(name)
        if manager is not None and not manager.running:
            for queue in manager.local_queues():
                for entry in queue.entries:
                    entry.message = self.started_with(entry.message, self.now() - self.ended)
        super()._start(name)

    def started_with(self, message: Message, down: int) -> Message:
        raise NotImplementedError
