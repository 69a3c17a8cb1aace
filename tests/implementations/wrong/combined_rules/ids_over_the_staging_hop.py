"""Misreadings of the ids of a message over the staging hop."""

# ruff: noqa: ARG002 - as in `decisions`

from collections.abc import Callable
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.state.objects import NO_ID, AliasQueue, Delay, Message, RemoteQueue
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.attempts import AtLaterAttempt, Attempts
from implementations.wrong.parts.messages import Delivered
from implementations.wrong.parts.receivers import Receivers
from implementations.wrong.parts.units_of_work import lost_in_units
from mqtck.reference.vocabulary.commands import Command, Send
from mqtck.reference.vocabulary.constants import UNLIMITED, Persistence, ReasonCode
from mqtck.reference.vocabulary.messages import SeenMessage
from mqtck.reference.vocabulary.outcomes import Outcome


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


@misreading(
    "correlation id lost on the way",
    "Delivers a delayed message with its own id in MQMD.CorrelId, as it was staged.",
    *("X-03", "X-42", "HM-40", "HM-42", "HM-47", "DD-60"),
)
class CorrelationIdLost(QueueManagerDecisions):
    def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
        return msgspec.structs.replace(delay.original, correlation_id=delay.original.message_id)


@misreading(
    "correlation id of the message before",
    "Leaves in place the correlation id that it has delivered last, where a message has none.",
    *("X-03", "X-42"),
)
class CorrelationIdLeft(QueueManagerDecisions):
    last = NO_ID

    def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
        message = super().delivered(delay, now, persistence, priority)
        if message.correlation_id != NO_ID:
            self.last = message.correlation_id
        return msgspec.structs.replace(message, correlation_id=self.last)


@misreading("delivered with another id", "Gives a delayed message a new id at its target.", "X-02", "HM-28")
class DeliveredWithAnotherId(Delivered):
    lost: ClassVar[dict[str, Any]] = {"message_id": "c1" * 24}


@misreading(
    "correlation id of the copy for an object sent again",
    "Leaves the id of the message in MQMD.CorrelId where a delayed message object was sent before.",
    *("X-03", "X-42"),
)
class CopysCorrelationId(Receivers):
    again: frozenset[str] = frozenset()

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, Send) and command.message.same_object_as is not None:
            self.again |= {command.message.label}
        return super().execute(command)

    def shown(self, message: SeenMessage) -> SeenMessage:
        if message.body not in self.again:
            return message
        staged = message.descriptor.message_id
        return replace(message, descriptor=replace(message.descriptor, correlation_id=staged))


def delivered_by(
    name: str, sentence: str, rules: tuple[str, ...], kind: type, changed: Callable[[Message], Message]
) -> None:
    """A misreading that changes what it puts by way of an alias or a remote queue."""

    class OnTheWay(Attempts):
        def deliver(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
            if isinstance(manager.definitions.get(delay.target), kind):
                delay = replace(delay, original=changed(delay.original))
            return super().deliver(manager, delay, deliver)

    misreading(name, sentence, *rules)(OnTheWay)


def as_staged(message: Message) -> Message:
    return replace(message, correlation_id=message.message_id)


def made_unlimited(message: Message) -> Message:
    return replace(message, expiry=UNLIMITED, end_of_life=None)


def of_priority_zero(message: Message) -> Message:
    return replace(message, priority=0)


def persistent(message: Message) -> Message:
    return replace(message, persistence=int(Persistence.PERSISTENT))


def unreported(message: Message) -> Message:
    return replace(message, report=0)


def without_reply(message: Message) -> Message:
    return replace(message, reply_to="", reply_manager_field="")


WAYS: tuple[tuple[str, str, tuple[str, ...], type, Callable[[Message], Message]], ...] = (
    (
        "alias: as staged",
        "Delivers with the staged correlation id behind an alias.",
        ("X-03", "X-42", "HM-40", "HM-42", "HM-47"),
        AliasQueue,
        as_staged,
    ),
    (
        "alias: unlimited",
        "Delivers without an end behind an alias.",
        ("DD-79", "DD-80", "X-06", "EX-05", "EX-10"),
        AliasQueue,
        made_unlimited,
    ),
    (
        "remote: as staged",
        "Sends the staged correlation id to another queue manager.",
        ("X-03", "X-42", "HM-40", "HM-42", "HM-47"),
        RemoteQueue,
        as_staged,
    ),
    (
        "remote: unreported",
        "Takes the report options from what goes to another queue manager.",
        ("DD-125", "DD-130", "X-42"),
        RemoteQueue,
        unreported,
    ),
    (
        "remote: no reply-to",
        "Takes the reply-to queue from what goes to another queue manager.",
        ("X-22", "X-42", "HM-04"),
        RemoteQueue,
        without_reply,
    ),
    (
        "remote: priority 0",
        "Sends with priority 0 to another queue manager.",
        ("X-28", "X-42", "DD-78", "HM-24"),
        RemoteQueue,
        of_priority_zero,
    ),
    (
        "remote: persistent",
        "Makes persistent what goes to another queue manager.",
        ("DD-77", "X-27", "X-42", "HM-08", "HM-10"),
        RemoteQueue,
        persistent,
    ),
)


for way in WAYS:
    delivered_by(*way)

# fmt: off
lost_in_units("unit of work without correlation id", "Commits delayed messages without MQMD.CorrelId.",
              ("X-03", "X-42", "HM-40", "HM-42", "HM-47"), correlation_id=NO_ID)
# fmt: on
