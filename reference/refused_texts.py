"""Sends that are refused without a reason: whether a text of the application may be what is to blame.

Covers HM-38, HM-42, HM-43 and HM-46 where a client or a queue manager cannot take every character or byte.
One that cannot refuses messages of all kinds, and would be held to break whatever rule says that this very
send succeeds. HM-44 says so itself of the ids that are too long.

Silent points: which characters are the difficult ones; those of ASCII are taken for harmless, but no bytes.
"""

from .header_mapping import may_be_refused_for_size
from .intervals import Answer
from .send_controls import Attempted
from .state import Message, State
from .statuses import Cause, Ended
from .structures.descriptor import ID_LENGTH
from .vocabulary.messages import OutgoingMessage, TopicDestination

_REFUSED = (Ended(Cause.REFUSED),)


def text_rules(message: OutgoingMessage) -> tuple[str, ...]:
    """The rules that say of its difficult texts that they are written."""
    correlation = () if (message.correlation_text or "").isascii() else ("HM-46",)
    kind = () if (message.jms_type or "").isascii() else ("HM-38",)
    return (*correlation, *kind, *_byte_rules(len(message.correlation_bytes or "") // 2))


def _byte_rules(length: int) -> tuple[str, ...]:
    if 0 < length < ID_LENGTH:
        return ("HM-43", "HM-42")
    return ("HM-42",) if length == ID_LENGTH else ()


def at_fault(state: State, tried: Attempted) -> Answer:
    """No where the same texts were accepted before, yes where a like message without them was.

    Nor is the text to blame where the life may be refused for its size (X-09, X-11).
    """
    sent = tried.message
    if sent.same_object_as is not None:
        before = state.labels.get(sent.same_object_as, ())
        again = bool(before) and all(state.beliefs[serial] == _REFUSED for serial in before)
        return Answer.UNSURE if again else Answer.NO
    if not text_rules(sent) or may_be_refused_for_size(tried.time_to_live):
        return Answer.NO
    accepted = [message for serial, message in state.messages.items() if state.beliefs[serial] != _REFUSED]
    if any(_has_texts_of(message, sent) for message in accepted):
        return Answer.NO
    return Answer.YES if any(_like(message, tried) for message in accepted) else Answer.UNSURE


def _has_texts_of(message: Message, sent: OutgoingMessage) -> bool:
    if message.fields is None:
        return False
    given = None if sent.correlation_bytes is None else bytes.fromhex(sent.correlation_bytes)
    if given and message.fields.correlation != given:
        return False
    wanted = [
        (text, shown)
        for text, shown in (
            (sent.correlation_text, message.fields.correlation),
            (sent.jms_type, message.fields.type),
        )
        if not (text or "").isascii()
    ]
    return all(text == shown for text, shown in wanted)


def _like(message: Message, tried: Attempted) -> bool:
    """Sent to the same sort of destination, with or without a delay and an end of life as this one."""
    if message.fields is None:
        return False
    return (message.topic is not None, message.delay > 0, not message.time_to_live) == (
        isinstance(tried.destination, TopicDestination),
        tried.delay > 0,
        not tried.time_to_live,
    )
