"""Misreadings at some time: after a restart, at a later attempt, where a name has changed by then."""

# ruff: noqa: ARG002 - as in `decisions`
from typing import Any
from unittest.mock import patch

import msgspec

from mqtck.reference.vocabulary.commands import Command, FailDelayProcessor, GetMode, MqGet, Syncpoint
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, Persistence, ReasonCode
from mqtck.reference.vocabulary.outcomes import MessageReturned, Outcome

from .decisions import Check
from .jms_client import Session
from .misreading import misreading
from .objects import (
    Delay,
    Entry,
    LocalQueue,
    Message,
    RemoteQueue,
    UnitOfWork,
)
from .queue_manager import QueueManager
from .world import SimulatedWorld
from .wrong_for_some import Attempts
from .wrong_in_other_calls import gets_enabled, puts_enabled
from .wrong_in_some_calls import Row, looks, no, register
from .wrong_in_some_units import InUnitOfWork, as_defined
from .wrong_now_and_then import Restarted

# --- restarts ---------------------------------------------------------------------------------------


@misreading(
    "recalled comes back at restart",
    "Has a recalled message in its log still.",
    *("DD-61", "X-45", "X-54", "DD-10", "DD-95"),
)
class RecalledComesBack(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.recalled: list[tuple[str, Message]] = []

    def execute(self, command: Command) -> Outcome:
        before = [
            (manager.name, entry)
            for manager in self.simulation.managers.values()
            for entry in manager.staging.entries
        ]
        outcome = super().execute(command)
        if (
            isinstance(command, MqGet)
            and command.queue == STAGING_QUEUE
            and (command.mode, command.syncpoint) == (GetMode.DESTRUCTIVE, Syncpoint.OUTSIDE)
            and isinstance(outcome, MessageReturned)
        ):
            self.recalled += [(name, entry.message) for name, entry in before if not entry.on_queue]
        return outcome

    def _start(self, name: str) -> None:
        for where, message in self.recalled:
            manager = self.simulation.managers[where]
            alive = not self.decisions.expired(message, self.now())
            if where == name and alive and message.persistence == Persistence.PERSISTENT:
                manager.enter(manager.staging, message, None)
        self.recalled = [(where, message) for where, message in self.recalled if where != name]
        super()._start(name)


@misreading(
    "logged outside units of work alone",
    "Starts again without what was sent in units of work.",
    *("X-45", "DD-95", "DD-86", "DD-10", "X-54"),
)
class LoggedOutsideUnits(InUnitOfWork):
    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.unlogged: list[Entry] = []

    def after(self, command: Command, session: Session, staged: list[Entry]) -> None:
        self.unlogged += staged

    def _end(self, manager: QueueManager) -> None:
        super()._end(manager)
        for entry in list(manager.staging.entries):
            if any(entry is one for one in self.unlogged):
                manager.take_off(manager.staging, entry)


@misreading(
    "queue definition after a restart",
    "Takes persistence and priority of the queue anew after a restart.",
    *("DD-77", "DD-78", "X-27", "X-28", "X-45"),
)
class QueueDefinitionAfterRestart(Restarted):
    def _start(self, name: str) -> None:
        self.starting = self.simulation.managers.get(name)
        super()._start(name)

    def started_with(self, message: Message, down: int) -> Message:
        return message if self.starting is None else as_defined(self.starting, message)


@misreading(
    "authority after a restart", "Asks for the sender's authority again after a restart.", "DD-50", "X-45"
)
class AuthorityAfterRestart(Attempts):
    restarted = False

    def _start(self, name: str) -> None:
        super()._start(name)
        self.restarted = True

    def deliver(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
        checks = frozenset(Check) if self.restarted else self.decisions.checks_at_delivery
        with patch.object(self.decisions, "checks_at_delivery", checks):
            return super().deliver(manager, delay, deliver)


@misreading(
    "not startable after a start in vain",
    "Never starts a processor that could not be started with the queue manager.",
    *("DD-92", "DD-91", "DD-87", "DD-86"),
)
class NotStartable(SimulatedWorld):
    def _start(self, name: str) -> None:
        super()._start(name)
        control = self.simulation.managers[name].processor._control
        if control is not None and control.halt is not None:
            control.changed = no  # type: ignore[method-assign, assignment]


def at_once(delay: Delay, now: int) -> Delay:
    return msgspec.structs.replace(delay, due=now)


# fmt: off
ROWS: tuple[Row, ...] = (
    ("all at once when gets are enabled", "Delivers everything when GET is enabled again.",
     ("DD-92", "DD-01", "DD-06", "DD-07"), looks(gets_enabled), "after_restart", at_once),
    ("all at once when puts are enabled", "Delivers everything when PUT is enabled again.",
     ("DD-94", "DD-93", "DD-01", "DD-06", "DD-07"), looks(puts_enabled), "after_restart", at_once),
)
# fmt: on
for one in ROWS:
    register(one, "decisions")


# --- failures and later attempts --------------------------------------------------------------------


@misreading(
    "kept ones forgotten after a failure",
    "Forgets with a failure of the processor what could not be disposed of.",
    *("DD-96", "DD-99", "X-54"),
)
class KeptForgotten(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, FailDelayProcessor):
            manager = self.simulation.managers.get(command.queue_manager)
            for entry in [] if manager is None else list(manager.staging.entries):
                if manager is not None and entry.failed_with is not None:
                    manager.take_off(manager.staging, entry)
        return outcome


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


@misreading(
    "delivered late as staged",
    "Delivers at a later attempt with the ids of the staged copy.",
    *("X-02", "X-03", "X-42", "DD-99", "DD-59"),
)
class DeliveredLateAsStaged(AtLaterAttempt):
    def changed(self, message: Message, staged: Message, now: int) -> Message:
        return msgspec.structs.replace(
            message, message_id=staged.message_id, correlation_id=staged.correlation_id
        )


@misreading(
    "a new life at a later attempt",
    "Begins the life anew at a later attempt.",
    *("DD-79", "DD-80", "EX-05", "EX-10", "EX-17", "X-06"),
)
class NewLifeAtLaterAttempt(AtLaterAttempt):
    def changed(self, message: Message, staged: Message, now: int) -> Message:
        end = self.decisions.end_of_life(now, message.expiry)
        return msgspec.structs.replace(message, put_at=now, end_of_life=end)


# --- what a name leads to by then -------------------------------------------------------------------


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


@misreading(
    "the queue of the send",
    "Takes a queue that was deleted and defined again for another one.",
    *("DD-49", "DD-74", "DD-10", "X-54", "DD-98"),
)
class QueueOfSend(NamesRemembered):
    def refuses(self, definition: object) -> bool:
        return isinstance(definition, LocalQueue)


@misreading(
    "remote by then refused",
    "Resolves a name for the second time to local queues alone.",
    *("DD-74", "DD-49", "X-31", "X-54"),
)
class RemoteByThen(NamesRemembered):
    def refuses(self, definition: object) -> bool:
        return isinstance(definition, RemoteQueue)


@misreading(
    "remote with a new id",
    "Gives a delayed message a new id on its way to a remote queue.",
    *("X-02", "X-42", "HM-28"),
)
class RemoteWithNewId(Attempts):
    def deliver(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
        if not isinstance(manager.definitions.get(delay.target), RemoteQueue):
            return super().deliver(manager, delay, deliver)
        sent = msgspec.structs.replace(delay.original, message_id=manager.new_id())
        return super().deliver(manager, msgspec.structs.replace(delay, original=sent), deliver)
