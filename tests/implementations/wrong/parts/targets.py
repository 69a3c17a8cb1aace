"""Delayed messages for targets of one kind, and faults with those alone."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from unittest.mock import patch

from msgspec.structs import replace

from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import AliasQueue, Delay, Entry, LocalQueue, RemoteQueue
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.numbers import NO_LIMIT
from implementations.wrong.parts.rules import FAILED
from mqtck.reference.vocabulary.commands import Switch
from mqtck.reference.vocabulary.constants import ReasonCode

Concerns = Callable[[QueueManager, Delay], bool]


def published(_: QueueManager, delay: Delay) -> bool:
    return delay.tie is not None


def shared(manager: QueueManager, delay: Delay) -> bool:
    return delay.tie is None and manager.shares(delay.target)


def remote(manager: QueueManager, delay: Delay) -> bool:
    return isinstance(manager.definitions.get(delay.target), RemoteQueue)


def aliased(manager: QueueManager, delay: Delay) -> bool:
    return isinstance(manager.definitions.get(delay.target), AliasQueue)


def to_remote(manager: QueueManager, name: str) -> bool:
    return isinstance(manager.definitions.get(name), RemoteQueue)


Procedure = Callable[[Entry, Delay, ReasonCode], None]
Fault = Callable[[QueueManager, Procedure, Entry, Delay, ReasonCode], None]


def to_an_alias(manager: QueueManager, delay: Delay) -> bool:
    return delay.tie is None and isinstance(manager.definitions.get(delay.target), AliasQueue)


def to_a_remote_queue(manager: QueueManager, delay: Delay) -> bool:
    return delay.tie is None and isinstance(manager.definitions.get(delay.target), RemoteQueue)


def clustered(manager: QueueManager, delay: Delay) -> bool:
    return delay.tie is None and bool(manager.clusters.instances(delay.target))


def an_alias_by_now(manager: QueueManager, delay: Delay) -> bool:
    return to_an_alias(manager, delay) and delay.resolved == delay.target


def deciding(decision: str, answer: object) -> Fault:
    """With one decision made whatever it is about."""

    def fault(
        manager: QueueManager, dispose: Procedure, entry: Entry, delay: Delay, reason: ReasonCode
    ) -> None:
        with patch.object(manager.decisions, decision, lambda _: answer):
            dispose(entry, delay, reason)

    return fault


def otherwise(name: str, sentence: str, concerns: Concerns, fault: Fault, *rules: str) -> None:
    """A misreading that treats the failure of some messages in another way."""

    @misreading(name, sentence, *rules, *FAILED)
    class Otherwise(SimulatedWorld):
        def change(self, manager: QueueManager) -> None:
            dispose = manager.processor._dispose

            def disposed(entry: Entry, delay: Delay, reason: ReasonCode) -> None:
                if concerns(manager, delay):
                    fault(manager, dispose, entry, delay, reason)
                else:
                    dispose(entry, delay, reason)

            manager.processor._dispose = disposed  # type: ignore[method-assign]


@contextmanager
def full_at_its_limit_alone(queue: LocalQueue | None) -> Iterator[None]:
    """As if a queue were full that holds as many messages as MAXDEPTH says, and neither fewer nor more."""
    attributes = None if queue is None else queue.attributes
    if queue is None or attributes is None or len(queue.entries) <= attributes.max_depth:
        yield
        return
    queue.attributes = replace(attributes, max_depth=NO_LIMIT)
    try:
        yield
    finally:
        queue.attributes = attributes


def above_its_limit(queue: LocalQueue, _: Entry) -> bool:
    return len(queue.entries) > queue.attributes.max_depth


def inhibited(queue: LocalQueue, _: Entry) -> bool:
    return queue.attributes.put is Switch.DISABLED


def too_short(queue: LocalQueue, entry: Entry) -> bool:
    return len(entry.message.body) > queue.attributes.max_message_length
