"""Worlds that notice what producers are told, and what they write."""

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import msgspec

from implementations.decisions.queue_manager import Check
from implementations.simulation.clients.sessions import Producer
from implementations.simulation.clients.writing import Sending
from implementations.simulation.queue_managers.queue_manager import QueueManager, Reason
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import NO_ID, Entry, LocalQueue, Message
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import absent
from mqtck.reference.vocabulary.commands import (
    Advance,
    Command,
    CreateProducer,
    DisableMessageId,
    Send,
    SendArguments,
    SetDeliveryMode,
    SetPriority,
)
from mqtck.reference.vocabulary.messages import QueueDestination, TopicDestination
from mqtck.reference.vocabulary.outcomes import Done, Outcome, Refused


class Afterwards(SimulatedWorld):
    """Decides otherwise from some command on."""

    after: type[Command]
    decision: str
    otherwise: Callable[..., object] = staticmethod(absent)
    begun = False

    def execute(self, command: Command) -> Outcome:
        if self.begun and isinstance(command, Send):
            with patch.object(self.client_decisions, self.decision, type(self).otherwise):
                return super().execute(command)
        self.begun = self.begun or isinstance(command, self.after)
        return super().execute(command)


class SendsWatched(SimulatedWorld):
    """Sends with other arguments than those given."""

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, Send) and (producer := self.calls.jms.producers.get(command.producer)):
            command = msgspec.structs.replace(command, arguments=self.understood(command, producer))
        return super().execute(command)

    def understood(self, command: Send, producer: Producer) -> SendArguments | None:
        """None: what the producer says."""
        raise NotImplementedError


class Setters(SimulatedWorld):
    """Some setters touch what another one has set."""

    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(outcome, Done) and isinstance(
            command, SetPriority | SetDeliveryMode | DisableMessageId
        ):
            self.touched(self.calls.jms.producers[command.producer])
        return outcome

    def touched(self, producer: Producer) -> None:
        raise NotImplementedError


AnyDestination = QueueDestination | TopicDestination


def destination_once(
    name: str,
    sentence: str,
    field: str,
    about: Callable[[Send, AnyDestination], str | None],
    *rules: str,
) -> None:
    """Takes a property of a destination as it was when the like was first sent to."""

    class Once(SimulatedWorld):
        def __init__(self, *parts: object) -> None:
            super().__init__(*parts)  # type: ignore[arg-type]
            self.known: dict[str, object] = {}

        def execute(self, command: Command) -> Outcome:
            if isinstance(command, Send):
                producer = self.calls.jms.producers.get(command.producer)
                named = command.destination or command.topic
                destination = named or (None if producer is None else producer.destination)
                like = None if destination is None else about(command, destination)
                if destination is not None and like is not None:
                    first = self.known.setdefault(like, getattr(destination, field))
                    once = msgspec.structs.replace(destination, **{field: first})
                    part = "topic" if isinstance(once, TopicDestination) else "destination"
                    command = msgspec.structs.replace(command, **{part: once})
            return super().execute(command)

    misreading(name, sentence, *rules)(Once)


def producer_of_topics(command: Send, destination: AnyDestination) -> str | None:
    return command.producer if isinstance(destination, TopicDestination) else None


class Noting(SimulatedWorld):
    """Knows which command it is about."""

    command: Command = Advance(0)

    def execute(self, command: Command) -> Outcome:
        self.command = command
        return super().execute(command)

    def over(self, entry: Entry) -> bool:
        return self.decisions.expired(entry.message, self.now())


def like(entry: Entry, other: Entry, field: str) -> None:
    """Give a staged message a field of another one."""
    delay, theirs = entry.message.delay, other.message.delay
    if delay is not None and theirs is not None:
        original = msgspec.structs.replace(delay.original, **{field: getattr(theirs.original, field)})
        delay = msgspec.structs.replace(delay, original=original)
        entry.message = msgspec.structs.replace(
            entry.message, delay=delay, **{field: getattr(original, field)}
        )


def object_shared(name: str, sentence: str, field: str, *rules: str) -> None:
    """What is staged refers to the object that was sent, which may be sent again."""

    class Shared(Noting):
        def __init__(self, *parts: object) -> None:
            super().__init__(*parts)  # type: ignore[arg-type]
            self.staged: dict[str, list[Entry]] = {}

        def execute(self, command: Command) -> Outcome:
            before = self._entries()
            outcome = super().execute(command)
            if isinstance(command, Send):
                label = command.message.same_object_as or command.message.label
                new = [entry for key, entry in self._entries().items() if key not in before]
                for entry in self.staged.get(label, ()) if new else ():
                    like(entry, new[0], field)
                self.staged.setdefault(label, []).extend(new)
            return outcome

        def _entries(self) -> dict[int, Entry]:
            queues = [manager.staging for manager in self.simulation.managers.values()]
            return {id(entry): entry for queue in queues for entry in queue.entries if entry.message.delay}

    misreading(name, sentence, *rules)(Shared)


Kept = Callable[[Message, Message], Message]
"""A message that was just written, and the one before it, to what is sent."""


class Writing(SimulatedWorld):
    """Writes messages with something of one before."""

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.written: dict[str, Message] = {}
        writer = self.calls.jms.writer
        write = writer.write

        def with_former(manager: QueueManager, sending: Sending) -> tuple[Message, frozenset[Any]]:
            message, as_queue = write(manager, sending)
            former = self.former(sending)
            if former is not None:
                message = self.kept(message, former)
            self.written[sending.outgoing.label] = message
            return message, as_queue

        writer.write = with_former  # type: ignore[method-assign]

    def former(self, sending: Sending) -> Message | None:
        raise NotImplementedError

    def kept(self, message: Message, former: Message) -> Message:
        raise NotImplementedError


class OfItsObject(Writing):
    def former(self, sending: Sending) -> Message | None:
        return self.written.get(sending.outgoing.same_object_as or "")


class OfTheLast(Writing):
    def former(self, _: Sending) -> Message | None:
        return next(reversed(self.written.values()), None)


def keeps_of(name: str, sentence: str, whose: type[Writing], what: Kept, *rules: str) -> None:
    class Keeps(whose):  # type: ignore[misc, valid-type]
        def kept(self, message: Message, former: Message) -> Message:
            return what(message, former)

    misreading(name, sentence, *rules)(Keeps)


def begins(field: str, what: str, *rules: str) -> None:
    class Begins(SimulatedWorld):
        def execute(self, command: Command) -> Outcome:
            outcome = super().execute(command)
            if isinstance(command, CreateProducer) and not isinstance(outcome, Refused):
                producers = self.calls.jms.producers
                new = producers[command.producer]
                for other in producers.values():
                    if other is not new and other.session is new.session:
                        setattr(new, field, getattr(other, field))
            return outcome

    misreading(
        f"a producer begins with the {what} of another",
        f"Gives a new producer the {what} that another one of its session has by then.",
        *rules,
    )(Begins)


class LongFormIgnored(SimulatedWorld):
    """Heeds what the producer has, not one thing that the send says."""

    def execute(self, command: Command) -> Outcome:
        if not isinstance(command, Send) or command.arguments is None:
            return super().execute(command)
        producer = self.calls.jms.producers.get(command.producer)
        if producer is None:
            return super().execute(command)
        own = SendArguments(producer.delivery_mode, producer.priority, producer.time_to_live)
        arguments = self.heeded(command.arguments, own)
        return super().execute(msgspec.structs.replace(command, arguments=arguments))

    def heeded(self, said: SendArguments, own: SendArguments) -> SendArguments:
        raise NotImplementedError


Refusals = Callable[[Send, Refused], bool]


def next_refused(
    name: str, sentence: str, rules: tuple[str, ...], leaves: Refusals, decider: str, decision: str
) -> None:
    """A misreading that remembers a refusal for one send too many."""

    class Next(SimulatedWorld):
        def __init__(self, *parts: Any) -> None:
            self.refused: set[str] = set()
            super().__init__(*parts)

        def execute(self, command: Command) -> Outcome:
            if isinstance(command, Send) and command.producer in self.refused:
                self.refused.discard(command.producer)
                producer = self.calls.jms.producers.get(command.producer)
                delayed = producer is not None and producer.delay > 0
                with patch.object(getattr(self, decider), decision, lambda *_: delayed):
                    return super().execute(command)
            outcome = super().execute(command)
            if isinstance(command, Send) and isinstance(outcome, Refused) and leaves(command, outcome):
                self.refused.add(command.producer)
            return outcome

    misreading(name, sentence, *rules)(Next)


def read_once(name: str, sentence: str, field: str, of_whom: Callable[..., bool], *rules: str) -> None:
    """Takes an attribute of a queue as it was when it was asked for first."""

    class ReadOnce(Noting):
        def change(self, manager: QueueManager) -> None:
            refusal = manager._refusal
            known: dict[int, tuple[object, LocalQueue]] = {}

            def as_first_read(
                queue: LocalQueue | None, length: int, checks: frozenset[Check], reserved: int = 0
            ) -> Reason:
                if queue is None or not of_whom(self, manager, queue):
                    return refusal(queue, length, checks, reserved)
                now = queue.attributes
                first, _ = known.setdefault(id(queue), (getattr(now, field), queue))
                queue.attributes = msgspec.structs.replace(now, **{field: first})
                try:
                    return refusal(queue, length, checks, reserved)
                finally:
                    queue.attributes = now

            manager._refusal = as_first_read  # type: ignore[method-assign]

    misreading(name, sentence, *rules)(ReadOnce)


def correlated(message: Message) -> str:
    original = message.correlation_id if message.delay is None else message.delay.original.correlation_id
    return "" if original == NO_ID else original
