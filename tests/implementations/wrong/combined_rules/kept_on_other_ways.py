"""Misreadings of what a message keeps on ways other than to a local queue by its own name."""

# ruff: noqa: ARG002 - as in `decisions`

from typing import Any, ClassVar

from msgspec.structs import replace

from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import AliasQueue, Delay, Entry, LocalQueue, Message
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.attempts import Change, on_the_way
from implementations.wrong.parts.messages import Delivered
from implementations.wrong.parts.receivers import OfDelayed
from implementations.wrong.parts.targets import to_remote
from implementations.wrong.parts.units_of_work import GivenBack
from mqtck.reference.vocabulary.constants import (
    DEFAULT_PRIORITY,
    DEFAULT_QUEUE_MANAGER,
    Feedback,
    Persistence,
)
from mqtck.reference.vocabulary.messages import Descriptor, SeenMessage, SeenTransmissionHeader

# --- the descriptor in a transmission-queue header --------------------------------------------------------


class Embedded(OfDelayed):
    """Writes another descriptor into the header in front of a delayed message."""

    fields: ClassVar[dict[str, Any]]

    def concerned(self, message: SeenMessage) -> bool:
        return isinstance(message.transmission_header, SeenTransmissionHeader)

    def changed(self, message: SeenMessage) -> SeenMessage:
        header = message.transmission_header
        assert isinstance(header, SeenTransmissionHeader)
        descriptor: Descriptor = replace(header.descriptor, **self.fields)
        return replace(message, transmission_header=replace(header, descriptor=descriptor))


@misreading(
    "not persistent by the header of a transmission queue",
    "Puts a delayed message to a transmission queue behind a descriptor that says it is not persistent.",
    *("X-42", "X-31", "DD-77", "HM-08", "HM-09", "HM-10"),
)
class NotPersistentByHeader(Embedded):
    fields: ClassVar[dict[str, Any]] = {"persistence": int(Persistence.NOT_PERSISTENT)}


@misreading(
    "default priority in the header of a transmission queue",
    "Puts a delayed message to a transmission queue behind a descriptor with the default priority.",
    *("X-42", "X-31", "DD-78", "HM-24", "X-28"),
)
class DefaultPriorityInHeader(Embedded):
    fields: ClassVar[dict[str, Any]] = {"priority": DEFAULT_PRIORITY}


# --- the queue manager of the reply-to queue --------------------------------------------------------------

REPLY_MANAGER = ("X-22", "HM-05", "X-42")


def nobody(_: Message) -> dict[str, Any]:
    return {"reply_manager_field": ""}


def local(message: Message) -> dict[str, Any]:
    return {"reply_manager_field": message.reply_manager_field and DEFAULT_QUEUE_MANAGER}


def to_alias(manager: QueueManager, name: str) -> bool:
    return isinstance(manager.definitions.get(name), AliasQueue)


def to_shared(manager: QueueManager, name: str) -> bool:
    return manager.shares(name)


def to_clustered(manager: QueueManager, name: str) -> bool:
    return bool(manager.clusters.instances(manager.final_name(name)))


_WAYS = {
    "an alias": to_alias,
    "a shared queue": to_shared,
    "a clustered queue": to_clustered,
    "a remote queue": to_remote,
}
_CHANGES: dict[str, Change] = {"no": nobody, "the local": local}
for _way, _concerned in _WAYS.items():
    for _whom, _change in _CHANGES.items():
        on_the_way(
            f"{_way}: {_whom} reply-to queue manager",
            f"Names {_whom} queue manager for replies to what it delivers to {_way}.",
            REPLY_MANAGER,
            _concerned,
            _change,
        )


@misreading(
    "reply-to queue manager lost when a get is backed out",
    "Puts back a message without the queue manager of its reply-to queue.",
    *REPLY_MANAGER,
)
class ReplyManagerLostWhenBackedOut(GivenBack):
    def given_back(self, queue: LocalQueue, entry: Entry) -> None:
        entry.message = replace(entry.message, reply_manager_field="")


# --- persistence that the destination decided -------------------------------------------------------------


def by_destination(message: Message) -> bool:
    header = message.header
    return header is not None and "persistence" in (header.destination or "")


BY_TOPIC = ("HM-09", "HM-48", "HM-08", "X-42")


class CopyPersistence(SimulatedWorld):
    """Copies of publications without a delay are not as persistent as the topic object has them."""

    persistence: ClassVar[int]

    def change(self, manager: QueueManager) -> None:
        enter = manager.enter

        def entered(queue: LocalQueue, message: Message, *others: Any) -> None:
            copy = message.publication is not None and message.delay is None
            if copy and by_destination(message):
                message = replace(message, persistence=self.persistence)
            enter(queue, message, *others)

        manager.enter = entered  # type: ignore[method-assign]


@misreading(
    "copies not persistent", "Hands on as not persistent what a topic object made persistent.", *BY_TOPIC
)
class CopiesNotPersistent(CopyPersistence):
    persistence: ClassVar[int] = int(Persistence.NOT_PERSISTENT)


@misreading("copies persistent", "Hands on as persistent what a topic object made not persistent.", *BY_TOPIC)
class CopiesPersistent(CopyPersistence):
    persistence: ClassVar[int] = int(Persistence.PERSISTENT)


class DelayedCopyPersistence(QueueManagerDecisions):
    """The same behind a delay."""

    persistence: ClassVar[int]

    def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
        message = super().delivered(delay, now, persistence, priority)
        copy = delay.tie is not None and by_destination(message)
        return replace(message, persistence=self.persistence) if copy else message


@misreading(
    "delayed copies not persistent",
    "Delivers as not persistent a delayed publication that its topic object made persistent.",
    *BY_TOPIC,
)
class DelayedCopiesNotPersistent(DelayedCopyPersistence):
    persistence: ClassVar[int] = int(Persistence.NOT_PERSISTENT)


@misreading(
    "delayed copies persistent",
    "Delivers as persistent a delayed publication that its topic object made not persistent.",
    *BY_TOPIC,
)
class DelayedCopiesPersistent(DelayedCopyPersistence):
    persistence: ClassVar[int] = int(Persistence.PERSISTENT)


# --- what kind of message it is ---------------------------------------------------------------------------


@misreading(
    "delivered with a feedback",
    "Delivers a delayed message with a feedback that says that it has arrived.",
    *("X-42", "DD-10", "X-17", "DD-98"),
)
class DeliveredWithFeedback(Delivered):
    lost: ClassVar[dict[str, Any]] = {"feedback": int(Feedback.COA)}
