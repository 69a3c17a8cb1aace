"""Mutants of the header fields in MQMD and MQRFH2, and of what a delay leaves of them."""

import html
from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from mqtck.reference.chapters.destination_uris import Destination
from mqtck.reference.chapters.header_fields import in_uri_form
from mqtck.reference.state.intervals import Interval
from mqtck.reference.state.messages import Message
from mqtck.reference.state.state import State
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.commands import QueueAttributes
from mqtck.reference.vocabulary.constants import (
    DEFAULT_PRIORITY,
    STAGING_QUEUE,
    DeliveryMode,
    DestinationPersistence,
    Persistence,
)
from mqtck.reference.vocabulary.messages import (
    JmsFolder,
    JmsHeader,
    QueueDestination,
    SeenMessage,
    TopicDestination,
)

from .parts import Mutant, answering, around, instead

ID_LENGTH: Final = 24
DESTINATION: Final = "chapters.destination_uris.destination_element"
REPLY: Final = "chapters.destination_uris.reply_element"
ON_TARGET: Final = "showing._application"


# --- destinations --------------------------------------------------------------------------------------


def _name(destination: Destination) -> str:
    return destination.queue if isinstance(destination, QueueDestination) else destination.topic_string


def _plain(right: Callable[[Destination], str], destination: Destination) -> str:
    if isinstance(destination, QueueDestination):
        return right(QueueDestination(destination.queue))
    return right(destination)


def _without_priority(right: Callable[[Destination], str], reply: QueueDestination) -> str:
    return right(replace(reply, priority=QueueDestination("Q").priority))


# --- delivery mode and priority --------------------------------------------------------------------------


def _persistent_wins(
    right: Callable[..., DeliveryMode],
    destination: Destination,
    attributes: QueueAttributes,
    mode: DeliveryMode,
) -> DeliveryMode:
    if destination.persistence is DestinationPersistence.NON_PERSISTENT:
        return mode
    return right(destination, attributes, mode)


def _overrides_ignored(
    right: Callable[..., DeliveryMode],
    destination: Destination,
    attributes: QueueAttributes,
    mode: DeliveryMode,
) -> DeliveryMode:
    if destination.persistence is DestinationPersistence.QUEUE_DEFINITION:
        return right(destination, attributes, mode)
    return mode


def _mq_numbers(destination: Destination, mode: DeliveryMode) -> tuple[int, ...]:
    del destination
    return (int(Persistence.PERSISTENT if mode is DeliveryMode.PERSISTENT else Persistence.NOT_PERSISTENT),)


def _default_mode_for_queue(
    right: Callable[..., Any], destination: Destination, mode: DeliveryMode
) -> tuple[int | None, ...]:
    if destination.persistence is DestinationPersistence.QUEUE_DEFINITION:
        return (int(DeliveryMode.PERSISTENT),)
    elements: tuple[int | None, ...] = right(destination, mode)
    return elements


def _from_default(destination: Destination, priority: int) -> tuple[int, ...]:
    del destination
    return (0 if priority == DEFAULT_PRIORITY else priority,)


# --- over the staging hop ------------------------------------------------------------------------------


def _after_the_hop(change: Callable[[State, Message, str, SeenMessage], SeenMessage]) -> Any:
    """A change of what is on the target, for messages that were delayed."""

    def patched(
        right: Callable[..., SeenMessage], state: State, message: Message, queue_key: str, at: Interval
    ) -> SeenMessage:
        seen = right(state, message, queue_key, at)
        return change(state, message, queue_key, seen) if message.delay and message.fields else seen

    return around(ON_TARGET, patched)


def _own_id(state: State, message: Message, queue_key: str, seen: SeenMessage) -> SeenMessage:
    del state, message, queue_key
    descriptor = seen.descriptor
    return replace(seen, descriptor=replace(descriptor, correlation_id=descriptor.message_id))


def _no_correlation_id(state: State, message: Message, queue_key: str, seen: SeenMessage) -> SeenMessage:
    del state, message, queue_key
    return replace(seen, descriptor=replace(seen.descriptor, correlation_id="00" * ID_LENGTH))


def _mode_at_delivery(state: State, message: Message, queue_key: str, seen: SeenMessage) -> SeenMessage:
    attributes = state.definitions.get(queue_key)
    assert message.fields is not None
    as_defined = message.fields.destination.persistence is DestinationPersistence.QUEUE_DEFINITION
    if not as_defined or not isinstance(attributes, QueueAttributes):
        return seen
    return replace(seen, folder=replace(seen.folder, delivery_mode=int(attributes.default_persistence)))


def _folder(**values: Any) -> Any:
    return _after_the_hop(
        lambda _state, _message, _key, seen: replace(seen, folder=replace(seen.folder, **values))
    )


# --- publications ----------------------------------------------------------------------------------------


def _topic_folder(**values: Any) -> Any:
    """A change of what is written into the MQRFH2 of a publication."""

    def patched(
        right: Callable[..., JmsFolder], state: State, message: Message, header: JmsHeader
    ) -> JmsFolder:
        folder = right(state, message, header)
        assert message.fields is not None
        is_topic = isinstance(message.fields.destination, TopicDestination)
        return replace(folder, **values) if is_topic else folder

    return around("showing.sent_folder", patched)


def _no_correl_id(right: Callable[[State, Message], str], state: State, message: Message) -> str:
    is_topic = message.fields is not None and isinstance(message.fields.destination, TopicDestination)
    return "00" * ID_LENGTH if is_topic else right(state, message)


# --- what the receiver reads -----------------------------------------------------------------------------


def _uri_shortened(command: c.Command, outcome: o.Outcome) -> o.Outcome:
    """A type that is a URI comes back as the last part of its path."""
    del command
    match outcome:
        case o.MessageReturned(message=message) if isinstance(message.header.type, str):
            if in_uri_form(message.header.type):
                last = message.header.type.rpartition("/")[2].partition("?")[0]
                return o.MessageReturned(replace(message, header=replace(message.header, type=last)))
            return outcome
        case _:
            return outcome


MUTANTS: Final = (
    Mutant(
        "destination-not-written",
        "Writes no destination into the MQRFH2.",
        ("HM-01", "HM-02", "HM-03"),
        (instead(DESTINATION, lambda _: None),),
    ),
    Mutant(
        "destination-is-another",
        "Writes the dead-letter queue for a destination whatever it is.",
        ("HM-01", "HM-02"),
        (around(DESTINATION, lambda right, _: right(QueueDestination("SYSTEM.DEAD.LETTER.QUEUE"))),),
    ),
    Mutant(
        "destination-without-properties",
        "Writes the name of a destination, and of its properties none.",
        ("HM-02",),
        (around(DESTINATION, _plain),),
    ),
    Mutant(
        "destination-as-a-name",
        "Writes the destination as its bare name.",
        ("HM-03",),
        (instead(DESTINATION, _name),),
    ),
    Mutant(
        "reply-queue-not-copied",
        "Leaves MQMD.ReplyToQ blank.",
        ("HM-04",),
        (instead("comparisons.mapped_fields.reply_to_queue", lambda _: ""),),
    ),
    Mutant(
        "reply-queue-in-lower-case",
        "Writes the reply-to queue in lower case.",
        ("HM-04",),
        (instead("comparisons.mapped_fields.reply_to_queue", lambda reply: reply.queue.lower()),),
    ),
    Mutant(
        "reply-queue-manager-always-local",
        "Fills in the local queue manager for the one that a reply-to names.",
        ("HM-05",),
        (instead("comparisons.mapped_fields.reply_to_queue_managers", lambda _, local: (local,)),),
    ),
    Mutant(
        "reply-queue-manager-blank",
        "Leaves MQMD.ReplyToQMgr blank whatever the reply-to names.",
        ("HM-05",),
        (instead("comparisons.mapped_fields.reply_to_queue_managers", lambda *_: ("",)),),
    ),
    Mutant(
        "reply-not-written",
        "Writes no reply-to into the MQRFH2.",
        ("HM-06", "HM-07"),
        (instead(REPLY, lambda _: None),),
    ),
    Mutant(
        "reply-without-properties",
        "Copies the name of a reply-to, and of its properties none.",
        ("HM-06",),
        (around(REPLY, _plain),),
    ),
    Mutant(
        "reply-without-priority",
        "Loses the priority of a reply-to.",
        ("HM-06",),
        (around(REPLY, _without_priority),),
    ),
    Mutant(
        "reply-as-a-name",
        "Writes the reply-to as name and properties that are no URI.",
        ("HM-07",),
        (around(REPLY, lambda right, reply: right(reply).removeprefix("queue:///")),),
    ),
    Mutant(
        "destination-does-not-override",
        "Goes by the send even where the destination decides persistence.",
        ("HM-09",),
        (around("chapters.resolution.delivery_mode_at_send", _overrides_ignored),),
    ),
    Mutant(
        "destination-only-makes-persistent",
        "Lets a destination make a message persistent and never the opposite.",
        ("HM-09",),
        (around("chapters.resolution.delivery_mode_at_send", _persistent_wins),),
    ),
    Mutant(
        "delivery-mode-not-written",
        "Writes no delivery mode into the MQRFH2.",
        ("HM-12",),
        (instead("chapters.header_fields.delivery_mode_elements", lambda *_: (None,)),),
    ),
    Mutant(
        "delivery-mode-in-mq-numbers",
        "Writes the delivery mode in the numbers of MQMD.Persistence.",
        ("HM-12", "HM-13"),
        (instead("chapters.header_fields.delivery_mode_elements", _mq_numbers),),
    ),
    Mutant(
        "delivery-mode-guessed",
        "Writes PERSISTENT where the definition of the queue decides.",
        ("HM-13", "X-27"),
        (around("chapters.header_fields.delivery_mode_elements", _default_mode_for_queue),),
    ),
    Mutant(
        "expiration-in-32-bits",
        "Writes the lower 32 bits of the expiration into the MQRFH2.",
        ("HM-19", "HM-21"),
        (instead("chapters.header_fields.expiration_element", lambda value: value % (1 << 32) or None),),
    ),
    Mutant(
        "expiration-not-written",
        "Writes no expiration into the MQRFH2.",
        ("HM-19", "HM-21"),
        (instead("chapters.header_fields.expiration_element", lambda _: None),),
    ),
    Mutant(
        "expiration-as-i4",
        "Says of the expiration in the MQRFH2 that it is an i4.",
        ("HM-19", "HM-21"),
        (instead("showing.EXPIRATION_TYPE", "i4"),),
    ),
    Mutant(
        "priority-not-written",
        "Writes no priority into the MQRFH2.",
        ("HM-25",),
        (instead("chapters.header_fields.priority_elements", lambda *_: (None,)),),
    ),
    Mutant(
        "priority-0-not-written",
        "Takes priority 0 for none that would have to be written.",
        ("HM-25",),
        (instead("chapters.header_fields.priority_elements", lambda _, priority: (priority or None,)),),
    ),
    Mutant(
        "default-priority-written-as-0",
        "Writes 0 for the default priority.",
        ("HM-26",),
        (instead("chapters.header_fields.priority_elements", _from_default),),
    ),
    Mutant(
        "type-not-written",
        "Writes no type into mcd.Type.",
        ("HM-38",),
        (instead("chapters.header_fields.type_element", lambda _: None),),
    ),
    Mutant(
        "type-escaped-twice",
        "Leaves the marks of XML in mcd.Type.",
        ("HM-38",),
        (instead("chapters.header_fields.type_element", html.escape),),
    ),
    Mutant(
        "uri-type-shortened",
        "Shows of a type that is a URI only the last part.",
        ("HM-39", "HM-38"),
        execute=answering(_uri_shortened),
    ),
    Mutant(
        "correlation-id-is-the-original-id",
        "Leaves the original message id in MQMD.CorrelId when a delay is over.",
        ("X-03",),
        (_after_the_hop(_own_id),),
    ),
    Mutant(
        "correlation-id-lost-on-the-way",
        "Clears MQMD.CorrelId of a delayed message.",
        ("X-03",),
        (_after_the_hop(_no_correlation_id),),
    ),
    Mutant(
        "delivery-mode-decided-at-delivery",
        "Writes the delivery mode that the queue defines when the delay is over.",
        ("X-27",),
        (_after_the_hop(_mode_at_delivery),),
    ),
    Mutant(
        "destination-is-the-staging-queue",
        "Shows the staging queue as the destination of a message that was delayed.",
        ("X-42", "HM-01", "HM-02"),
        (_folder(destination=f"queue:///{STAGING_QUEUE}"),),
    ),
    Mutant(
        "type-lost-on-the-way",
        "Loses mcd.Type during a delay.",
        ("X-42", "HM-38"),
        (_folder(type=None),),
    ),
    Mutant(
        "priority-lost-on-the-way",
        "Loses the priority in the MQRFH2 during a delay.",
        ("X-42", "HM-25"),
        (_folder(priority=None),),
    ),
    Mutant(
        "reply-lost-on-the-way",
        "Loses the reply-to in the MQRFH2 during a delay.",
        ("X-42", "HM-06"),
        (_folder(reply_to=None),),
    ),
    Mutant(
        "expiration-lost-on-the-way",
        "Loses the expiration in the MQRFH2 during a delay.",
        ("X-42", "HM-19", "HM-21"),
        (_folder(expiration=None),),
    ),
    Mutant(
        "publication-without-type",
        "Writes the type of a message for a queue, and of a publication none.",
        ("HM-48", "HM-38"),
        (_topic_folder(type=None),),
    ),
    Mutant(
        "publication-without-correlation-id",
        "Leaves MQMD.CorrelId of a publication empty.",
        ("HM-48", "HM-40", "HM-47"),
        (around("chapters.correlation_fields.preferred_correl_id", _no_correl_id),),
    ),
    Mutant(
        "publication-for-a-queue",
        "Writes the destination of a publication as if the topic were a queue.",
        ("HM-48", "HM-01"),
        (_topic_folder(destination="queue:///PRICES"),),
    ),
)
