"""Text "Mapping JMS header fields at send() or publish()": what a send writes and shows.

Covers delivery mode, expiration, priority, message id and timestamp in MQMD and for the sender (HM-08 to
HM-11, HM-14 to HM-18, HM-20 to HM-24, HM-27 to HM-36). The MQRFH2 is in `header_fields`, the correlation id
in `correlation`, destinations are in `destination_uris`.

Silent points: a time to live of exactly 214748364.7 s (HM-22), rounding to tenths (HM-23, X-11), and
values above 999999999 tenths, which the Expiry text refuses (X-09): all readings are accepted.
"""

import re
from typing import Final

from mqtck.reference.state.messages import Message
from mqtck.reference.vocabulary.constants import LARGEST_ENFORCED_EXPIRY, UNLIMITED, DeliveryMode, Persistence
from mqtck.reference.vocabulary.profile import ClockKind

from .message_expiry import TENTH

ROUNDING: Final = {ClockKind.VIRTUAL: 0, ClockKind.REAL: 1}
"""Ms by which two readings of a clock may differ, as one may be rounded and the other cut (HM-14, HM-34)."""

BOUND: Final = 214_748_364_700
"""Milliseconds of time to live from which on Expiry cannot hold it (HM-18, HM-20, HM-22)."""

_MESSAGE_ID: Final = re.compile(r"ID:[0-9a-fA-F]{48}\Z")
_EITHER_FORM: Final = re.compile(r"(?:ID:)?([0-9a-fA-F]{48})")


def expiry_values(time_to_live: int) -> tuple[int, ...]:
    """The values of MQMD.Expiry (tenths) accepted for a time to live (ms), preferred first.

    HM-15, HM-16, HM-18, HM-20; HM-22 at the bound; HM-23 and X-11 for the rounding.
    """
    down, up = time_to_live // TENTH, -(-time_to_live // TENTH)
    if time_to_live == 0:
        return (UNLIMITED,)
    if time_to_live < TENTH:
        return (1, 0)
    if time_to_live > BOUND + TENTH:
        return (UNLIMITED,)
    if time_to_live > BOUND - TENTH:
        values = [value for value in (down, up) if value <= BOUND // TENTH]
        return (*dict.fromkeys(values), UNLIMITED) if time_to_live <= BOUND else (UNLIMITED, *values)
    return tuple(dict.fromkeys((down, up)))


def may_be_refused_for_size(time_to_live: int) -> bool:
    """Whether 2013 is tolerated because Expiry would be 0 or above 999999999 tenths (X-09, X-11)."""
    too_large = LARGEST_ENFORCED_EXPIRY * TENTH < time_to_live < BOUND + TENTH
    return too_large or too_short_for_a_tenth(time_to_live)


def too_short_for_a_tenth(time_to_live: int) -> bool:
    """X-11: Expiry would be 0 if cut down; what becomes of such a send is open."""
    return 0 < time_to_live < TENTH


def persistence(delivery_mode: DeliveryMode) -> Persistence:
    """HM-10, HM-11: the two enumerations have different numbers."""
    match delivery_mode:
        case DeliveryMode.PERSISTENT:
            return Persistence.PERSISTENT
        case DeliveryMode.NON_PERSISTENT:
            return Persistence.NOT_PERSISTENT


def delivery_mode(shown: object) -> DeliveryMode | None:
    """The delivery mode of a persistence in a descriptor (HM-10, HM-11); None for anything else."""
    return next((mode for mode in DeliveryMode if persistence(mode) == shown), None)


def well_formed_message_id(message_id: str) -> bool:
    """HM-30: "ID:" and 48 hexadecimal digits; the case of the letters is open."""
    return _MESSAGE_ID.match(message_id) is not None


def plain_id(message_id: str) -> str:
    """A message id for comparison, whether shown as JMSMessageID or as the 24 bytes of MQMD.MsgId."""
    found = _EITHER_FORM.fullmatch(message_id)
    return message_id if found is None else found[1].lower()


def over_by_its_header(message: Message, at: int) -> bool:
    """HM-14, HM-20, HM-21: whether its JMSExpiration may have passed though its Expiry never ends."""
    return UNLIMITED in message.expiry and jms_expiration_passed(message, at)


def jms_expiration_passed(message: Message, at: int) -> bool:
    """HM-14: whether its JMSExpiration, as a client reads it, may have passed."""
    life = message.time_to_live
    return (
        life is not None
        and life > 0
        and message.fields is not None
        and message.fields.for_jms
        and at >= message.sent.earliest + life
    )
