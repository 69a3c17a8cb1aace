"""Misreadings of the message and correlation ids of staged messages."""

# ruff: noqa: ARG002 - as in `decisions`

from typing import Any

import msgspec
from msgspec.structs import replace

from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.queue_managers.getting import Matches
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import NO_ID, Delay, Entry, Message, UnitOfWork
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.targets import to_remote
from mqtck.reference.vocabulary.commands import (
    Browse,
    Command,
    MatchCorrelationId,
    MatchMessageId,
    MqGet,
    Send,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, Persistence
from mqtck.reference.vocabulary.outcomes import Outcome


@misreading(
    "staged copy keeps its id", "Stages the message under its own message id.", "DD-59", "DD-60", "DD-61"
)
class StagedCopyKeepsItsId(QueueManagerDecisions):
    def staged_copy(self, original: Message, new_id: str, delay: Delay) -> Message:
        return super().staged_copy(original, original.message_id, delay)


@misreading(
    "staged correlation id kept",
    "Leaves the application's correlation id on the staged copy.",
    *("DD-60", "DD-61"),
)
class StagedCorrelationIdKept(QueueManagerDecisions):
    def staged_copy(self, original: Message, new_id: str, delay: Delay) -> Message:
        return msgspec.structs.replace(original, message_id=new_id, delay=delay)


@misreading(
    "staged id delivered",
    "Delivers the staged copy's message and correlation ids.",
    *("DD-59", "DD-60", "HM-28", "X-02", "X-03"),
)
class StagedIdDelivered(QueueManagerDecisions):
    def staged_copy(self, original: Message, new_id: str, delay: Delay) -> Message:
        staged = super().staged_copy(original, new_id, delay)
        ids = {"message_id": new_id, "correlation_id": original.message_id}
        delivered = msgspec.structs.replace(original, **ids)
        return msgspec.structs.replace(staged, delay=msgspec.structs.replace(delay, original=delivered))


@misreading(
    "no correlation id for an alias",
    "Stages what is for the queue behind an alias without a correlation id.",
    *("DD-60", "DD-61", "X-01"),
)
class NoCorrelationIdForAnAlias(QueueManagerDecisions):
    def staged_copy(self, original: Message, new_id: str, delay: Delay) -> Message:
        copy = super().staged_copy(original, new_id, delay)
        return copy if delay.resolved == delay.target else replace(copy, correlation_id=NO_ID)


@misreading(
    "answer recalled for its question",
    "Recalls a staged message also by the correlation id that its application has given it.",
    *("DD-60", "DD-61", "DD-10", "X-54"),
)
class AnswerRecalled(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        matches = self.mqi._matches

        def either(wanted: Any) -> Matches:
            right = matches(wanted)
            if not isinstance(wanted, MatchCorrelationId):
                return right
            asked = self.mqi.ids.get(wanted.of)
            return lambda message: (
                right(message)
                or (message.delay is not None and message.delay.original.correlation_id == asked)
            )

        self.mqi._matches = either  # type: ignore[method-assign]


@misreading(
    "staged as sent for a remote queue",
    "Stages with its own ids what is for another queue manager.",
    *("DD-59", "DD-60", "DD-61", "X-01"),
)
class StagedAsSent(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        enter = manager.enter

        def entered(queue: Any, message: Message, unit: UnitOfWork | None, *position: Any) -> Entry:
            delay = message.delay
            if delay is not None and queue is manager.staging and to_remote(manager, delay.target):
                ids = {
                    "message_id": delay.original.message_id,
                    "correlation_id": delay.original.correlation_id,
                }
                message = msgspec.structs.replace(message, **ids)
            return enter(queue, message, unit, *position)

        manager.enter = entered  # type: ignore[method-assign]


@misreading(
    "staged publications keep their id", "Stages the copies of a publication under its message id.", "DD-59"
)
class StagedPublicationsKeepTheirId(QueueManagerDecisions):
    def staged_copy(self, original: Message, new_id: str, delay: Delay) -> Message:
        copied_id = new_id if delay.tie is None else original.message_id
        return super().staged_copy(original, copied_id, delay)


@misreading(
    "staged under the id of the first send",
    "Stages a message object that is sent again under the id that it had first.",
    *("DD-60", "DD-61", "X-01", "HM-32"),
)
class StagedUnderFirstId(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        managers = self.simulation.managers.values()
        before = {id(entry) for manager in managers for entry in manager.staging.entries}
        outcome = super().execute(command)
        first = command.message.same_object_as if isinstance(command, Send) else None
        known = None if first is None else self.mqi.ids.get(first)
        if known is not None:
            for manager in managers:
                for entry in manager.staging.entries:
                    if id(entry) not in before:
                        entry.message = replace(entry.message, correlation_id=known)
        return outcome


# --- staged copies and what is delivered ------------------------------------------------------------------


@misreading(
    "staged correlation id kept where there is one",
    "Leaves the application's correlation id, where there is one, on the staged copy.",
    *("DD-60", "DD-61", "X-01"),
)
class CorrelationIdKept(QueueManagerDecisions):
    def staged_copy(self, original: Message, new_id: str, delay: Delay) -> Message:
        copy = super().staged_copy(original, new_id, delay)
        own = original.correlation_id
        return copy if own == NO_ID else msgspec.structs.replace(copy, correlation_id=own)


@misreading(
    "staged id new for the persistent alone",
    "Stages under its own message id what is not persistent.",
    *("DD-59", "DD-60", "DD-61"),
)
class IdNewForPersistent(QueueManagerDecisions):
    def staged_copy(self, original: Message, new_id: str, delay: Delay) -> Message:
        own = original.persistence == Persistence.NOT_PERSISTENT
        return super().staged_copy(original, original.message_id if own else new_id, delay)


@misreading(
    "staged found by the original id",
    "Finds a staged message by its original id as message id, too.",
    *("DD-59", "DD-61", "DD-60"),
)
class FoundByOriginalId(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if (
            isinstance(command, MqGet)
            and command.queue == STAGING_QUEUE
            and isinstance(command.match, MatchMessageId)
        ):
            command = msgspec.structs.replace(command, match=MatchCorrelationId(command.match.of))
        return super().execute(command)


@misreading(
    "staged id anew at each look",
    "Makes up the message id of a staged copy whenever it shows it.",
    "DD-59",
)
class IdAnewAtEachLook(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, Browse) and command.queue == STAGING_QUEUE:
            manager = self.simulation.running(command.queue_manager)
            for entry in manager.staging.entries:
                entry.message = replace(entry.message, message_id=manager.new_id())
        return super().execute(command)
