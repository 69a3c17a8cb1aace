"""Messages that are changed on their way: delivered, dead-lettered, reported on."""

# ruff: noqa: ARG002 - as in `decisions`

from collections.abc import Callable
from typing import Any, ClassVar

import msgspec

from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Delay, Message, Origin, UnitOfWork
from mqtck.reference.vocabulary.commands import Command, Send
from mqtck.reference.vocabulary.constants import ReasonCode
from mqtck.reference.vocabulary.outcomes import Outcome


class Beside(QueueManagerDecisions):
    """Does not see one option where another one is set."""

    exception_hidden_by = 0
    expiration_hidden_by = 0

    def exception_report_wanted(self, report: int) -> bool:
        return super().exception_report_wanted(report) and not report & self.exception_hidden_by

    def expiration_report_wanted(self, message: Message) -> bool:
        return super().expiration_report_wanted(message) and not message.report & self.expiration_hidden_by


class DeadLetters(SimulatedWorld):
    """Dead-letters something else than the message, or not at all; reports and messages alike."""

    def change(self, manager: QueueManager) -> None:
        put, stage = manager.dead_letter, manager.processor.stage

        def dead_letter(
            message: Message, reason: int, destination: str, unit: UnitOfWork | None = None
        ) -> ReasonCode | None:
            return self.dead_lettered(manager, put, (message, reason, destination, unit))

        def staged(delay: Delay, unit: UnitOfWork | None) -> None:
            self.staged(delay)
            stage(delay, unit)

        manager.dead_letter = dead_letter  # type: ignore[method-assign]
        manager.processor.stage = staged  # type: ignore[method-assign]

    def staged(self, delay: Delay) -> None:
        """What is to be remembered of a message when it is staged."""

    def dead_lettered(
        self, manager: QueueManager, put: Callable[..., ReasonCode | None], call: tuple[Any, ...]
    ) -> ReasonCode | None:
        """None: it is there; a reason: the queue does not take it."""
        message, reason, destination, unit = call
        changed = self.changed(manager, message, reason) if message.origin is Origin.JMS else message
        return put(changed, reason, self.destination(message, destination), unit)

    def changed(self, manager: QueueManager, message: Message, reason: int) -> Message:
        return message

    def destination(self, message: Message, destination: str) -> str:
        return destination


def original(message: Message, **changes: object) -> Message:
    """A message with the changes, and so the one that it is a staged copy of."""
    if message.delay is None:
        return msgspec.structs.replace(message, **changes)
    sent = msgspec.structs.replace(message.delay.original, **changes)
    delay = msgspec.structs.replace(message.delay, original=sent)
    life = {key: value for key, value in changes.items() if key == "end_of_life"}
    return msgspec.structs.replace(message, delay=delay, **life)


class Delivered(QueueManagerDecisions):
    """Loses something between the staging queue and the target."""

    lost: ClassVar[dict[str, Any]]

    def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
        message = super().delivered(delay, now, persistence, priority)
        return msgspec.structs.replace(message, **self.lost)


class Reports(SimulatedWorld):
    """Makes other reports, or none; `about` is the message that one is about."""

    def change(self, manager: QueueManager) -> None:
        put = manager.put_report

        def put_report(report: Message, about: Message, unit: UnitOfWork | None = None) -> ReasonCode | None:
            other = self.reported(manager, report, about)
            return put(other, about, unit) if isinstance(other, Message) else other

        manager.put_report = put_report  # type: ignore[method-assign]

    def reported(self, manager: QueueManager, report: Message, about: Message) -> Message | ReasonCode | None:
        """None: it is dropped; a reason: its queue does not take it."""
        raise NotImplementedError


class DeadLettersCopied(QueueManagerDecisions):
    """Dead-letters something else."""

    def dead_letter_copy(self, message: Message, reason: int, destination: str, now: int) -> Message:
        copy = super().dead_letter_copy(message, reason, destination, now)
        return copy if message.origin is Origin.REPORT else self.changed(copy, now)

    def changed(self, copy: Message, now: int) -> Message:
        raise NotImplementedError


class SecondCopy(SimulatedWorld):
    """Stages something else for all but the first subscription."""

    def execute(self, command: Command) -> Outcome:
        managers = self.simulation.managers.values()
        before = {id(entry) for manager in managers for entry in manager.staging.entries}
        outcome = super().execute(command)
        for manager in managers if isinstance(command, Send) else ():
            staged = [entry for entry in manager.staging.entries if id(entry) not in before]
            for entry in staged[1:]:
                if entry.message.delay is not None and entry.message.delay.tie is not None:
                    entry.message = self.changed(entry.message)
        return outcome

    def changed(self, message: Message) -> Message:
        raise NotImplementedError
