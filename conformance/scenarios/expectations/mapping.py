"""Checks of the application's header fields: URIs, the bytes of a correlation id, a JMS receiver's view.

The mapping is about the send. What a JMS receiver sees is asked only where the header as written cannot
be seen (`jms_receiver_sees`): where it can, the scenarios that look at it decide.
"""

import re
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import unquote

from msgspec import UNSET, UnsetType

from mqtck.conformance.scenarios.scripts import (
    HELD,
    Broken,
    Check,
    CheckResult,
    Handle,
    Held,
    NotObserved,
    Record,
)
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.commands import Send
from mqtck.reference.vocabulary.constants import DEAD_LETTER_FORMAT, TRANSMISSION_FORMAT
from mqtck.reference.vocabulary.messages import (
    Descriptor,
    QueueDestination,
    SeenMessage,
    SeenTransmissionHeader,
    TopicDestination,
)

from .correlation_ids import CORRELATION_ID, gave_none, made_alike
from .lives import slack_of_ends
from .messages import Field, field_of
from .sendings import Sending, id_bytes

WRITTEN: Final[dict[str, tuple[Field, ...]]] = {
    "JMSDestination": (("folder", "destination"),),
    "JMSReplyTo": (("folder", "reply_to"), ("descriptor", "reply_to_queue")),
    "JMSCorrelationID": (("folder", "correlation_id"),),
    "JMSType": (("folder", "type"),),
    "JMSExpiration": (("folder", "expiration"),),
}
"""Where a header field stands as written; any of these decides in place of the receiver's view."""

LARGEST_LIFE: Final = 214_748_364_700
"""Ms of life that Expiry may hold (HM-18, HM-22)."""

TIMES: Final = frozenset({"timestamp", "expiration"})
"""The elements in which a message and its twin differ."""


_NAME_CHARACTERS: Final = "A-Za-z0-9._%"


def is_uri_naming(handle: Handle, name: str, field: Field, queue: str, scheme: str = "queue") -> Check:
    """The field is a URI of this scheme in which this queue or topic is named; how is not looked at."""
    wanted = f"{name} is a URI that names {queue}"
    # A name that a "/" follows is that of a queue manager.
    return _uri(handle, name, field, wanted, rf"(?i:{scheme}):\S+", rf"{re.escape(queue)}(?!/)")


def is_uri_naming_or_none(handle: Handle, name: str, field: Field, queue: str) -> Check:
    """The field is not there, or is a URI in which this queue is named."""
    named = is_uri_naming(handle, name, field, queue)

    def check(record: Record) -> CheckResult:
        return HELD if field_of(record.steps[handle].outcome, field) is None else named(record)

    return check


def names_queue_manager(handle: Handle, name: str, field: Field, manager: str) -> Check:
    """The name of this queue manager stands in the field, a URI, as a whole."""
    return _uri(handle, name, field, f"{name} is a URI that names {manager}", r"[\s\S]*", re.escape(manager))


def _uri(handle: Handle, name: str, field: Field, wanted: str, form: str, named: str) -> Check:
    """The field is a text of this form, and the name stands in it as a whole, be it escaped or not."""
    whole = rf"(?<![{_NAME_CHARACTERS}]){named}(?![{_NAME_CHARACTERS}])"

    def check(record: Record) -> CheckResult:
        value = field_of(record.steps[handle].outcome, field)
        if value is UNSET:
            return NotObserved(name)
        if (
            isinstance(value, str)
            and re.fullmatch(form, value)
            and any(re.search(whole, spelled) for spelled in (value, unquote(value)))
        ):
            return HELD
        return Broken(wanted, f"{name} {value}", handle)

    return check


def begins_with(handle: Handle, name: str, field: Field, start: str) -> Check:
    """A field in hexadecimal begins with these bytes; what follows is not looked at."""

    def check(record: Record) -> CheckResult:
        value = field_of(record.steps[handle].outcome, field)
        if value is UNSET:
            return NotObserved(name)
        if isinstance(value, str) and value.startswith(start):
            return HELD
        return Broken(f"{name} that begins with {start}", f"{name} {value}", handle)

    return check


def jms_receiver_sees(
    handle: Handle, send: Handle, name: str, wanted: str, fits: Callable[[Any], bool]
) -> Check:
    """What the client shows in this header field, unless it can be seen what was written."""

    def check(record: Record) -> CheckResult:
        outcome, sent = record.steps[handle].outcome, record.steps[send].outcome
        if any(field_of(one, field) is not UNSET for one in (outcome, sent) for field in WRITTEN[name]):
            return Held("what was written can be seen, and decides")
        value = _header_field(outcome, name)
        if value is UNSET:
            return NotObserved(name)
        if fits(value):
            return HELD
        return Broken(f"{name} {_with_its_blanks(wanted)}", f"{name} {_with_its_blanks(value)}", handle)

    return check


def _with_its_blanks(value: object) -> object:
    """A text whose blanks a table would not show, in quotation marks."""
    folded = not isinstance(value, str) or value == " ".join(value.split())
    return value if folded else f'"{value}"'


def _header_field(outcome: object, name: str) -> Any:
    """The field; a JMSDestination that is a topic has one of its own."""
    topic = field_of(outcome, ("header", "topic"))
    if name == "JMSDestination" and topic is not UNSET:
        return topic
    attribute = {
        "JMSDestination": "destination",
        "JMSReplyTo": "reply_to",
        "JMSCorrelationID": "correlation_id",
        "JMSType": "type",
        "JMSExpiration": "expiration",
    }[name]
    return field_of(outcome, ("header", attribute))


def same_value(expected: str) -> Callable[[Any], bool]:
    """The text itself, or the same id in letters of the other case."""

    def fits(value: Any) -> bool:
        is_id = re.fullmatch("ID:[0-9a-f]{48}", expected) is not None
        return value == expected or (is_id and id_bytes(value) == id_bytes(expected))

    return fits


def names_queue(queue: str) -> Callable[[Any], bool]:
    def fits(value: Any) -> bool:
        return isinstance(value, QueueDestination) and value.queue == queue

    return fits


def names_topic(topic: str) -> Callable[[Any], bool]:
    def fits(value: Any) -> bool:
        return isinstance(value, TopicDestination) and value.topic_string == topic

    return fits


def as_shown_to_sender(handle: Handle, send: Handle, name: str, other_send: Handle, other: str) -> Check:
    """A JMS receiver sees in one field what the sender of a message was shown in another.

    JMSExpiration about as the sender: it may be made of what is left of the life (X-05). Of a life that is
    unlimited for the queue manager (HM-20) nothing is left that could be told.
    """

    def check(record: Record) -> CheckResult:
        sent = record.steps[other_send]
        expected = _header_field_of_sender(sent.outcome, other)
        if expected is UNSET:
            return NotObserved(f"{other} after the send")
        step = record.steps[handle]
        unlimited = name == "JMSExpiration" and expected - sent.ended > LARGEST_LIFE
        if unlimited and _header_field(step.outcome, name) == 0:
            return NotObserved(f"{name} as written")
        slack = slack_of_ends(record) + step.ended - step.started

        def fits(value: Any) -> bool:
            if isinstance(value, int) and isinstance(expected, int):
                return value == expected or (min(value, expected) > 0 and abs(value - expected) <= slack)
            return value == expected or (
                id_bytes(value) is not None and id_bytes(value) == id_bytes(expected)
            )

        return jms_receiver_sees(handle, send, name, str(expected), fits)(record)

    return check


def _header_field_of_sender(outcome: object, name: str) -> Any:
    attribute = {"JMSMessageID": "message_id", "JMSExpiration": "expiration"}[name]
    return field_of(outcome, ("header", attribute))


def reply_destination_as_sent(handle: Handle, sending: Sending) -> Check:
    """JMSReplyTo with all its properties, and no other queue manager than the one that was named, if one was.

    A queue manager that was not named may have been filled in, and one that was need not stand in the URI.
    """

    def check(record: Record) -> CheckResult:
        sent = record.steps[sending.send]
        assert isinstance(sent.command, Send)
        wanted = sent.command.message.reply_destination
        assert wanted is not None
        value = field_of(record.steps[handle].outcome, ("header", "reply_destination"))
        broken = Broken(f"JMSReplyTo {wanted}", f"JMSReplyTo {value}", handle)
        if isinstance(value, QueueDestination) and _leads_elsewhere(value, wanted):
            return broken
        if any(
            field_of(one, ("folder", "reply_to")) is not UNSET
            for one in (sent.outcome, record.steps[handle].outcome)
        ):
            return Held("what was written can be seen, and decides")
        if value is UNSET:
            return NotObserved("JMSReplyTo with its properties")
        same = isinstance(value, QueueDestination) and _properties(value) == _properties(wanted)
        return HELD if same else broken

    return check


def _leads_elsewhere(seen: QueueDestination, wanted: QueueDestination) -> bool:
    """Whether it names another queue manager."""
    return bool(wanted.queue_manager) and seen.queue_manager not in {None, "", wanted.queue_manager}


def _properties(destination: QueueDestination) -> tuple[object, ...]:
    return (destination.queue, destination.persistence, destination.priority, destination.target_client)


def header_as_of_twin(handle: Handle, twin: Handle, sent: Handle | None = None) -> Check:
    """All elements of the two headers agree, and of the descriptors some fields.

    These are the format, the correlation id, the reply-to queue, persistence and priority. On a transmission
    queue they are those in the descriptor behind the transmission-queue header: nothing is said of the ids in
    the one in front of it. In front of a dead-letter header the format may be that of such a header. Where
    the twin was `sent` without a correlation id, it is open what stands in the descriptor
    (`correlation_ids`).
    """

    def check(record: Record) -> CheckResult:
        one, other = record.steps[handle].outcome, record.steps[twin].outcome
        if not isinstance(one, o.MessageReturned) or not isinstance(other, o.MessageReturned):
            return NotObserved("two messages")
        fields = [("folder", name) for name in one.message.folder.__struct_fields__ if name not in TIMES]
        pairs = [(field, field_of(one, field), field_of(other, field)) for field in fields]
        mine, others = _own_descriptor(one.message), _own_descriptor(other.message)
        pairs += [
            (("descriptor", name), getattr(mine, name), getattr(others, name))
            for name in ("correlation_id", "reply_to_queue", "persistence", "priority")
        ]
        pairs.append((("descriptor", "format"), _format(mine), _format(others)))
        shown = [pair for pair in pairs if UNSET not in pair]
        bare = sent is not None and gave_none(record.steps[sent].command)
        alike = bare and made_alike(one.message, other.message, mine, others)
        for field, value, expected in shown:
            if field == CORRELATION_ID and alike:
                continue
            if value != expected and _parts(field, value) != _parts(field, expected):
                return Broken(f"{field[1]} {expected}, as without a delay", f"{value}", handle)
        return HELD if shown else NotObserved("the header behind the descriptor")

    return check


def _own_descriptor(message: SeenMessage) -> Descriptor:
    """The descriptor of the message itself: behind a transmission-queue header it is the embedded one."""
    match message.transmission_header:
        case SeenTransmissionHeader(descriptor=embedded):
            return embedded
    hidden = message.descriptor.format == TRANSMISSION_FORMAT
    return Descriptor() if hidden else message.descriptor


def _format(descriptor: Descriptor) -> str | UnsetType:
    """The MQMD.Format of the message, where no dead-letter header in front of it hides that."""
    return UNSET if descriptor.format == DEAD_LETTER_FORMAT else descriptor.format


def _parts(field: tuple[str, str], value: object) -> object:
    """The properties behind the name in a URI, which tell the same in any order; else the value itself."""
    if field not in {("folder", "destination"), ("folder", "reply_to")} or not isinstance(value, str):
        return value
    name, _, properties = value.partition("?")
    return name, sorted(properties.split("&"))
