"""What a message with two Expiry fields must look like: EX-50, EX-56, EX-57, EX-59, X-31.

The separate descriptor is compared in `messages`; here is what stands in the header. A field that was not
observed is not compared.

Silent points: how far the two fields may lie apart where they began as one (the waiting time is taken off
both, but small intervals need not be, which is said of a value and not of all alike, and rounding may differ:
a tenth of a second is allowed for, what the put and the get took, and as much of the wait as is small);
whether the time before the commit of a put, or between a get and its backout, is time of waiting for the
field in the header.
"""

from collections.abc import Iterator
from typing import Final

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from mqtck.reference.chapters.message_expiry import TENTH, TOLERANCE, remaining
from mqtck.reference.queues.transmission_queues import (
    CODING,
    Shape,
    data_of,
    own_header,
    put_by_queue_manager,
    shape_of,
)
from mqtck.reference.state.intervals import Interval
from mqtck.reference.state.messages import Message
from mqtck.reference.state.queue_keys import owner_and_name
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import OnQueue, Route
from mqtck.reference.structures import transmission
from mqtck.reference.vocabulary.constants import TRANSMISSION_FORMAT, UNLIMITED
from mqtck.reference.vocabulary.messages import (
    Descriptor,
    SeenMessage,
    SeenTransmissionHeader,
    TransmissionHeader,
)

from .compared import Compared, equal

APART: Final = 1
"""Tenths by which rounding may part two fields that are the same."""


def header_looks(
    state: State, message: Message, queue_key: str, seen: SeenMessage, at: Interval
) -> Iterator[Compared]:
    """Everything observed of the header in front of a message, where one must be there."""
    own = own_header(message, queue_key)
    if own is not None:
        yield from _put_by_application(state, message, own, seen, at)
    elif put_by_queue_manager(state, message, queue_key):
        yield from _put_by_queue_manager(message, seen, at)


# --- a header of the queue manager ------------------------------------------------------------------------


def _put_by_queue_manager(message: Message, seen: SeenMessage, at: Interval) -> Iterator[Compared]:
    """EX-50, X-31: in front of the data stands a header, and its Expiry is that of the message."""
    rules: tuple[str, ...] = ("X-31", "EX-50") if message.delay else ("EX-50",)
    header = seen.transmission_header
    if header is None:
        yield Compared(("EX-50",), "a transmission-queue header", "", "none", holds=False)
    if not isinstance(header, SeenTransmissionHeader) or not isinstance(header.descriptor.expiry, int):
        return
    embedded, separate = header.descriptor.expiry, seen.descriptor.expiry
    yield _rest_of_life(message, embedded, at, rules)
    if isinstance(separate, int):
        unlimited = {embedded == UNLIMITED, separate == UNLIMITED}
        apart = _meanwhile(message, at) + _small_interval(message, at)
        agree = len(unlimited) == 1 and abs(embedded - separate) <= APART + apart / TENTH
        both = (*rules, "EX-56")
        yield Compared(both, "in the header the same Expiry,", separate, embedded, agree)


def _meanwhile(message: Message, at: Interval) -> int:
    """Ms that may pass between the two looks at the clock at a put, and between those at a get."""
    return message.sent.latest - message.sent.earliest + at.latest - at.earliest


def _small_interval(message: Message, at: Interval) -> int:
    """Ms of the wait that may have been taken off one field and not off the other (EX-09)."""
    return min(TOLERANCE, at.earliest - message.sent.latest) if at.earliest > message.sent.latest else 0


def _rest_of_life(message: Message, embedded: int, at: Interval, rules: tuple[str, ...]) -> Compared:
    bounds = remaining(message, at)
    what = "in the header an Expiry"
    if bounds is None or (embedded == UNLIMITED and UNLIMITED in message.expiry):
        return equal(rules, what, UNLIMITED, embedded)
    least = bounds[0] if bounds[0] > 1 else 0
    holds = least <= embedded <= bounds[1]
    kept = ("EX-56", *rules) if embedded > bounds[1] and not message.delay else (*rules, "EX-56")
    return Compared(kept, what, f"from {least} to {bounds[1]}", embedded, holds)


# --- a header of the application --------------------------------------------------------------------------


def _put_by_application(
    state: State, message: Message, own: TransmissionHeader, seen: SeenMessage, at: Interval
) -> Iterator[Compared]:
    shape = shape_of(own)
    header = seen.transmission_header
    if shape is Shape.BAD:
        return
    if shape in {Shape.SHORT, Shape.CUT}:
        yield from _cut_off(own, seen)
    elif header is None:
        yield Compared(("EX-56",), "the transmission-queue header", "", "none", holds=False)
    if isinstance(header, SeenTransmissionHeader) and shape is not Shape.SHORT:
        yield from _waited(state, message, own, header.descriptor.expiry, at)


def _waited(
    state: State, message: Message, own: TransmissionHeader, shown: int | UnsetType, at: Interval
) -> Iterator[Compared]:
    """EX-56: reduced by the wait; unlimited stays so. EX-59: exactly 0 once it has elapsed."""
    what = "in the header an Expiry"
    if not isinstance(shown, int):
        return
    if own.expiry == UNLIMITED:
        yield equal(("EX-56",), what, UNLIMITED, shown)
    if own.expiry < 1:
        return
    least, most = embedded_bounds(own.expiry, _waiting(state, message, at))
    elapsed = most == 0
    rules = ("EX-59", "EX-56") if elapsed or shown < 0 else ("EX-56", "EX-59")
    also = ("EX-58",) if elapsed and own.expiry != message.expiry[0] else ()
    expected = "of 0" if elapsed else f"from {least} to {most}"
    yield Compared(rules, what, expected, shown, least <= shown <= most, also)


def embedded_bounds(expiry: int, waited: tuple[int, int]) -> tuple[int, int]:
    """The least and the most that is left of it, by the longest and the shortest wait (ms).

    EX-56: approximately so much less. EX-59: never below 0.
    """
    shortest, longest = waited
    least = transmission.reduced(expiry, -(-(longest + TOLERANCE) // TENTH))
    return least, transmission.reduced(expiry, max(0, (shortest - TOLERANCE) // TENTH))


def _waiting(state: State, message: Message, at: Interval) -> tuple[int, int]:
    """For how long (ms) the message has waited, at the least and at the most."""
    since = message.sent.latest
    for status in state.beliefs[message.serial]:
        if isinstance(status, OnQueue) and status.route in {Route.COMMITTED, Route.RETURNED}:
            since = max(since, status.arrival.latest)
    return max(0, at.earliest - since), at.latest - message.sent.earliest


def _cut_off(own: TransmissionHeader, seen: SeenMessage) -> Iterator[Compared]:
    """EX-57: what is too short is returned all the same, and as it was put."""
    data = data_of(own)
    header = seen.transmission_header
    yield Compared(("EX-57",), "the message", "", "the message", holds=True)
    if isinstance(seen.body, str):
        yield equal(("EX-57",), "the data behind the header", "''", repr(seen.body))
    if not isinstance(header, SeenTransmissionHeader):
        return
    if isinstance(header.length, int):
        yield equal(("EX-57",), "a header of bytes", len(data), header.length)
    rest = _names(data)
    for name, kept, shown in (
        ("RemoteQName", rest.remote_queue, header.remote_queue),
        ("RemoteQMgrName", rest.remote_queue_manager, header.remote_queue_manager),
    ):
        if isinstance(kept, str) and isinstance(shown, str):
            yield equal(("EX-57",), name, kept, shown)


# --- how the reference shows it ---------------------------------------------------------------------------

_NAME: Final = 48
_FIRST_NAME: Final = 8
_SECOND_NAME: Final = _FIRST_NAME + _NAME


def _names(data: bytes) -> SeenTransmissionHeader:
    """The names in a header, as far as they are there to their last byte."""

    def name(start: int) -> str | UnsetType:
        end = start + _NAME
        return data[start:end].decode("utf-8", "replace").rstrip(" ") if len(data) >= end else UNSET

    return SeenTransmissionHeader(name(_FIRST_NAME), name(_SECOND_NAME), length=len(data))


def with_header(
    state: State, message: Message, queue_key: str, at: Interval, shown: SeenMessage
) -> SeenMessage:
    """The message as the reference shows it, with the header that is in front of it there."""
    own = own_header(message, queue_key)
    if own is not None:
        body = "" if own.length is not None else shown.body
        header = _own_shown(own, (at.earliest - message.sent.earliest) // TENTH)
    elif put_by_queue_manager(state, message, queue_key):
        manager, name = owner_and_name(message.onward or "")
        body = shown.body
        copy = replace(shown.descriptor, format=UNSET)
        header = SeenTransmissionHeader(name, manager, copy, transmission.LENGTH)
    else:
        return shown
    descriptor = replace(shown.descriptor, format=TRANSMISSION_FORMAT)
    return replace(shown, body=body, descriptor=descriptor, transmission_header=header)


def _own_shown(own: TransmissionHeader, waited: int) -> SeenTransmissionHeader | UnsetType:
    """EX-56, EX-57, EX-59: the bytes as they were put, after so many tenths."""
    data = transmission.after_waiting(data_of(own), waited, CODING)
    shape = shape_of(own)
    if shape is Shape.BAD:
        return UNSET
    left = transmission.embedded_expiry(data, CODING)
    descriptor = Descriptor(expiry=left) if isinstance(left, int) else Descriptor()
    return replace(_names(data), descriptor=descriptor)
