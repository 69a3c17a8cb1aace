"""Text "Expiry (MQLONG)": the life of a message, and chapter "Expiry interval" of delivery delay.

Covers what life a put gives (EX-01 to EX-03, EX-23, EX-62, DD-79), what remains of it at a get (EX-05,
EX-09, EX-10, EX-19, DD-80, DD-81), and when a message has expired (EX-04, EX-11, EX-17, EX-18). The
discards themselves are internal work (`status_transitions`) or the effect of a get (`gets`). Left out: the
two descriptors of a transmission queue header, the IMS bridge, enforcement of the maximum (EX-27 to EX-33).
The last two functions say what the reference itself takes for true; no verdict depends on them.

Nothing is asked of a queue manager by EX-07 (a channel may subtract transmission time; the tolerance
covers it), EX-08 (an application that forwards may lower the value) and EX-45 (an application chooses the
life of its reply): whatever life an application puts is the life that counts.

The documents call the expiration approximate without saying how far; the kit allows ten tenths of a second
either way (EX-09), which is also why an end of life is an interval. Time is taken off for each queue on which
a message waits (EX-05, EX-06, DD-79), and a small interval need not be on any of them. So what was not taken
off may add up, to a second for each queue of the way. How many transmission queues there are between two
queue managers nobody says; two are allowed for, more where definitions lead over more, and any number where
they lead back home.
"""

from typing import Final

from msgspec.structs import replace

from mqtck.reference.state.intervals import FOREVER, Answer, Interval, reached
from mqtck.reference.state.messages import Kind, Message
from mqtck.reference.vocabulary.constants import UNLIMITED

TOLERANCE: Final = 1000
"""Milliseconds by which an expiration may be off (EX-09, DD-81)."""

TENTH: Final = 100
"""Milliseconds in a tenth of a second (EX-01)."""

TRANSMISSION_QUEUES: Final = 2
"""On how many of these a message may wait that leaves its queue manager, if on no more that are known."""


def life_end(put: Interval, expiry: tuple[int, ...]) -> Interval | None:
    """When a message put then with one of these values (tenths) ends its life; None for never.

    EX-01, EX-02: the value counts tenths. EX-03: from the put on. EX-23: also inside a unit of work.
    EX-62: unlimited stays unlimited.
    """
    limited = [value for value in expiry if value != UNLIMITED]
    if not limited:
        return None
    earliest = max(put.earliest, put.earliest + min(limited) * TENTH - TOLERANCE)
    latest = put.latest + max(limited) * TENTH + TOLERANCE
    return Interval(earliest, FOREVER if UNLIMITED in expiry else latest)


def expired(message: Message, at: Interval) -> Answer:
    """Whether its life is over: no get and no browse returns it then (EX-17, EX-18, DD-84)."""
    if message.life_end is None:
        return Answer.NO
    return reached(replace(message.life_end, latest=last_end(message, message.life_end)), at)


def last_end(message: Message, life_end: Interval) -> int:
    """The latest instant (ms) at which its life may end, wherever it has waited (EX-09)."""
    return life_end.latest + small_intervals(message)


def small_intervals(message: Message) -> int:
    """Ms that need not be taken off on the queues where it may have waited before the last one (EX-09).

    These are the staging queue and, where it leaves its queue manager, transmission queues.
    """
    leaves = (
        message.onward is not None
        or message.proxy is not None
        or message.kind is Kind.FAN_OUT
        or message.transmission_header is not None
        or bool(message.instances)
    )
    return TOLERANCE * ((message.delay > 0) + (max(TRANSMISSION_QUEUES, 1 + message.hops) if leaves else 0))


def remaining(message: Message, at: Interval) -> tuple[int, int] | None:
    """The least and the most that Expiry may show (tenths) at a get or browse; None if unlimited.

    EX-05, EX-10, EX-23, DD-79: the value put less all time since the put, delay and unit of work
    included. EX-09, DD-81: approximate, but never more than was put. EX-19: at least 1.
    """
    limited = [value for value in message.expiry if value != UNLIMITED]
    if not limited:
        return None
    longest = at.latest - message.sent.earliest
    shortest = max(0, at.earliest - message.sent.latest)
    least = min(limited) - -(-(longest + TOLERANCE) // TENTH)
    most = max(limited) - (shortest - TOLERANCE - small_intervals(message)) // TENTH
    return max(1, least), max(1, min(max(limited), most))


def nominally_expired(message: Message, at: Interval) -> bool:
    """Expired by the plain sum, without the tolerance that the judge grants."""
    if message.life_end is None or message.expiry[0] == UNLIMITED:
        return False
    return at.earliest >= message.sent.earliest + message.expiry[0] * TENTH


def remaining_expiry(message: Message, at: Interval) -> int:
    """Remaining life in tenths, at least 1 (EX-19); -1 if unlimited (EX-62)."""
    if message.expiry[0] == UNLIMITED:
        return UNLIMITED
    return max(1, message.expiry[0] - (at.earliest - message.sent.earliest) // TENTH)
