"""Sends that are refused without a reason: whether a text of the application may be what is to blame.

Covers HM-38, HM-42, HM-43 and HM-46 where a client or a queue manager cannot take every character or byte.
One that cannot refuses messages of all kinds, and would be held to break whatever rule says that this very
send succeeds. HM-44 itself says of ids that are too long that they are no failure.

Silent points: which characters are the difficult ones; those of ASCII are taken for harmless, but no bytes.
"""

from typing import NamedTuple

from mqtck.reference.chapters.header_mapping import may_be_refused_for_size
from mqtck.reference.state.intervals import Answer
from mqtck.reference.state.messages import Message
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Cause, Ended
from mqtck.reference.structures.descriptor import ID_LENGTH
from mqtck.reference.vocabulary.constants import DeliveryMode, Persistence
from mqtck.reference.vocabulary.messages import TopicDestination

from .send_controls import Attempted

_REFUSED = (Ended(Cause.REFUSED),)


class _Suspect(NamedTuple):
    """A field of a message that not everybody may be able to send, and the rules that say that it is."""

    rules: tuple[str, ...]
    field: str
    value: str | bytes


def text_rules(state: State, tried: Attempted) -> tuple[str, ...]:
    """The rules that say of its difficult texts that they are written, but for those accepted before."""
    return tuple(rule for suspect in _suspects(state, tried) for rule in suspect.rules)


def at_fault(state: State, tried: Attempted) -> Answer:
    """No where the same texts were accepted before, yes where a like message without them was.

    Which of two texts is to blame nothing tells, nor whether one is for a producer that may go by what there
    was when it was created. Nor is it a text where the life may be refused for its size (X-09, X-11); whether
    it was one, if the refusal is not as it should be for that, is open as well.
    """
    sent = tried.message
    if sent.same_object_as is not None:
        before = state.labels.get(sent.same_object_as, ())
        if all(state.beliefs[serial] == _REFUSED for serial in before):
            # The object has such a text from then, or there is none to send.
            return Answer.UNSURE
    match _suspects(state, tried):
        case ():
            return Answer.NO
        case (_Suspect(rules=("HM-44",)),):
            return Answer.NO
        case _ if tried.led_nowhere:
            return Answer.UNSURE
        case _ if may_be_refused_for_size(tried.time_to_live):
            return Answer.NO
        case (_,):
            return Answer.YES if any(_like(message, tried) for message in _accepted(state)) else Answer.UNSURE
        case _:
            return Answer.UNSURE


def _suspects(state: State, tried: Attempted) -> tuple[_Suspect, ...]:
    found, sent = [], tried.message
    if not (sent.correlation_text or "").isascii():
        found.append(_Suspect(("HM-46",), "correlation", sent.correlation_text or ""))
    if sent.correlation_bytes:
        given = bytes.fromhex(sent.correlation_bytes)
        found.append(_Suspect(_byte_rules(len(given)), "correlation", given))
    if not (sent.jms_type or "").isascii():
        found.append(_Suspect(("HM-38",), "type", sent.jms_type or ""))
    known = [message.fields for message in _accepted(state) if _taken(message, tried)] if found else []
    return tuple(one for one in found if all(getattr(each, one.field, None) != one.value for each in known))


def _byte_rules(length: int) -> tuple[str, ...]:
    if length > ID_LENGTH:
        return ("HM-44",)
    return ("HM-42",) if length == ID_LENGTH else ("HM-43", "HM-42")


def _accepted(state: State) -> list[Message]:
    return [message for serial, message in state.messages.items() if state.beliefs[serial] != _REFUSED]


def _taken(message: Message, tried: Attempted) -> bool:
    """Whether a queue manager took what the client accepted: few wait for it where nothing is persistent."""
    like_this = tried.delivery_mode is DeliveryMode.NON_PERSISTENT
    return like_this or message.persistence is not Persistence.NOT_PERSISTENT


def _like(message: Message, tried: Attempted) -> bool:
    """Sent to the same sort of destination, with or without a delay and an end of life as this one."""
    if message.fields is None:
        return False
    return (message.topic is not None, message.delay > 0, not message.time_to_live) == (
        isinstance(tried.destination, TopicDestination),
        tried.delay > 0,
        not tried.time_to_live,
    )
