"""Worlds that notice each attempt to deliver, and attempts after the first."""

# ruff: noqa: ARG002 - as in `decisions`

from collections.abc import Callable
from functools import partial
from typing import Any
from unittest.mock import patch

import msgspec

from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Delay, Entry, Message, UnitOfWork
from implementations.wrong.misreading import misreading
from mqtck.reference.vocabulary.constants import ReasonCode


class Attempts(SimulatedWorld):
    """Something else happens when a message is tried, or put to its target."""

    def change(self, manager: QueueManager) -> None:
        processor = manager.processor
        attempt, deliver = processor._attempt, processor._deliver

        def attempted(entry: Entry) -> None:
            self.attempt(manager, entry, attempt)

        def delivered(delay: Delay) -> ReasonCode | None:
            return self.deliver(manager, delay, deliver)

        processor._attempt = attempted  # type: ignore[method-assign]
        processor._deliver = delivered  # type: ignore[method-assign]

    def attempt(self, manager: QueueManager, entry: Entry, attempt: Any) -> None:
        attempt(entry)

    def deliver(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
        reason: ReasonCode | None = deliver(delay)
        return reason


class AtLaterAttempt(Attempts):
    """Delivers at a later attempt with a change."""

    def attempt(self, manager: QueueManager, entry: Entry, attempt: Any) -> None:
        if entry.failed_with is None:
            attempt(entry)
            return
        delivered = self.decisions.delivered

        def otherwise(delay: Delay, now: int, persistence: int, priority: int) -> Message:
            return self.changed(delivered(delay, now, persistence, priority), entry.message, now)

        with patch.object(self.decisions, "delivered", otherwise):
            attempt(entry)

    def changed(self, message: Message, staged: Message, now: int) -> Message:
        raise NotImplementedError


class NamesRemembered(Attempts):
    """Remembers the definition that a name had at the send."""

    def __init__(self, *parts: Any) -> None:
        self.known: dict[str, object] = {}
        super().__init__(*parts)

    def change(self, manager: QueueManager) -> None:
        super().change(manager)
        stage = manager.processor.stage

        def remembered(delay: Delay, unit: UnitOfWork | None) -> None:
            self.known[delay.original.message_id] = manager.definitions.get(delay.target)
            stage(delay, unit)

        manager.processor.stage = remembered  # type: ignore[method-assign]

    def deliver(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
        was, now = self.known.get(delay.original.message_id), manager.definitions.get(delay.target)
        if was is not None and was is not now and self.refuses(now):
            return ReasonCode.Q_DELETED
        return super().deliver(manager, delay, deliver)

    def refuses(self, definition: object) -> bool:
        raise NotImplementedError


def as_ever(delay: Delay, deliver: Any) -> Any:
    return deliver(delay)


class LaterAttempts(Attempts):
    """Does something else where a message is put to a target that has not taken it before."""

    failed_before = False

    def attempt(self, manager: QueueManager, entry: Entry, attempt: Any) -> None:
        self.failed_before = entry.failed_with is not None
        attempt(entry)

    def deliver(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
        later = partial(self.later, manager) if self.failed_before else as_ever
        reason: ReasonCode | None = later(delay, deliver)
        return reason

    def later(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
        raise NotImplementedError


Change = Callable[[Message], dict[str, Any]]


def on_the_way(
    name: str,
    sentence: str,
    rules: tuple[str, ...],
    way: Callable[[QueueManager, str], bool],
    change: Change,
) -> None:
    """A delayed message that is delivered on this way is changed."""

    class OnTheWay(Attempts):
        def deliver(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
            if way(manager, delay.target):
                other = msgspec.structs.replace(delay.original, **change(delay.original))
                delay = msgspec.structs.replace(delay, original=other)
            return super().deliver(manager, delay, deliver)

    misreading(name, sentence, *rules)(OnTheWay)
