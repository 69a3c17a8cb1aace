"""Mutants of the two Expiry fields behind a transmission header, and of the IMS bridge."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from mqtck.reference.chapters.message_expiry import TENTH
from mqtck.reference.queues.send_checks import Obstacle
from mqtck.reference.queues.transmission_queues import Shape
from mqtck.reference.state.intervals import Answer, Interval
from mqtck.reference.state.messages import Message
from mqtck.reference.state.state import State
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.constants import UNLIMITED, ReasonCode
from mqtck.reference.vocabulary.messages import (
    Descriptor,
    SeenMessage,
    SeenTransmissionHeader,
    TransmissionHeader,
)

from .parts import Mutant, answering, around, instead

SHOWN: Final = "comparisons.transmission.with_header"
SHORTEST: Final = 124
"""Bytes up to the end of the embedded Expiry."""


# --- two Expiry fields: the put --------------------------------------------------------------------------


def _unlimited_inconsistent(right: Callable[[int, int], Obstacle], expiry: int, embedded: int) -> Obstacle:
    obstacle = right(expiry, embedded)
    return replace(obstacle, refusal=Answer.YES) if UNLIMITED in {expiry, embedded} else obstacle


def _strange_reason(right: Callable[[int, int], Obstacle], expiry: int, embedded: int) -> Obstacle:
    obstacle = right(expiry, embedded)
    differs = obstacle.refusal is Answer.UNSURE
    return Obstacle(ReasonCode.HEADER_ERROR, Answer.YES, obstacle.rules) if differs else obstacle


def _not_an_obstacle(right: Callable[..., Obstacle], *arguments: Any) -> Obstacle:
    return replace(right(*arguments), refusal=Answer.NO, counted=Answer.NO)


def _short_taken(right: Callable[[Shape], Obstacle], shape: Shape) -> Obstacle:
    return right(Shape.WHOLE if shape is Shape.SHORT else shape)


# --- two Expiry fields: the get --------------------------------------------------------------------------


def _by_queue_manager(change: Callable[[Message, SeenMessage], SeenMessage]) -> Callable[..., SeenMessage]:
    """What the queue manager puts in front of a message for a remote queue is wrong."""

    def wrong(right: Callable[..., SeenMessage], state: State, message: Message, *rest: Any) -> SeenMessage:
        shown = right(state, message, *rest)
        headed = isinstance(shown.transmission_header, SeenTransmissionHeader)
        return change(message, shown) if headed and message.transmission_header is None else shown

    return wrong


def _embedded(shown: SeenMessage, expiry: int) -> SeenMessage:
    header = shown.transmission_header
    assert isinstance(header, SeenTransmissionHeader)
    return replace(shown, transmission_header=replace(header, descriptor=Descriptor(expiry=expiry)))


def _without_header(message: Message, shown: SeenMessage) -> SeenMessage:
    del message
    return replace(shown, transmission_header=None)


def _unlimited_inside(message: Message, shown: SeenMessage) -> SeenMessage:
    del message
    return _embedded(shown, UNLIMITED)


def _unlimited_outside(message: Message, shown: SeenMessage) -> SeenMessage:
    del message
    return replace(shown, descriptor=replace(shown.descriptor, expiry=UNLIMITED))


def _as_put(message: Message, shown: SeenMessage) -> SeenMessage:
    return _embedded(shown, message.expiry[0])


def _as_sent_with_delay(message: Message, shown: SeenMessage) -> SeenMessage:
    return _embedded(shown, message.expiry[0]) if message.delay else shown


def _not_waited(right: Callable[..., Any], own: TransmissionHeader, waited: int) -> Any:
    del waited
    return right(own, 0)


def _not_on_normal_queues(
    right: Callable[..., SeenMessage],
    state: State,
    message: Message,
    queue_key: str,
    at: Interval,
    *rest: Any,
) -> SeenMessage:
    shown = right(state, message, queue_key, at, *rest)
    definition = state.definitions[queue_key]
    own = message.transmission_header
    normal = isinstance(definition, c.QueueAttributes) and definition.usage is c.Usage.NORMAL
    return _embedded(shown, own.expiry) if own is not None and own.length is None and normal else shown


def _unlimited_reduced(right: Callable[[int, int], int], expiry: int, waited: int) -> int:
    return expiry - waited if expiry == UNLIMITED else right(expiry, waited)


def _floor(least: int) -> Callable[..., int]:
    """An embedded Expiry that has elapsed becomes another number."""

    def wrong(right: Callable[[int, int], int], expiry: int, waited: int) -> int:
        return least if expiry > 0 and waited >= expiry else right(expiry, waited)

    return wrong


def _below_zero(right: Callable[[int, int], int], expiry: int, waited: int) -> int:
    return expiry - waited if expiry > 0 else right(expiry, waited)


def _ends_with_header(right: Callable[..., bool], message: Message, at: Interval) -> bool:
    own = message.transmission_header
    if own is None or own.expiry < 1:
        return right(message, at)
    return right(message, at) or at.earliest >= message.sent.earliest + own.expiry * TENTH


def _lives_with_header(right: Callable[..., bool], message: Message, at: Interval) -> bool:
    own = message.transmission_header
    if own is None:
        return right(message, at)
    return right(replace(message, expiry=(own.expiry,)), at)


def _no_short_data(command: c.Command, outcome: o.Outcome) -> o.Outcome:
    """Refuses to return them, as it might have refused to take them."""
    match command, outcome:
        case c.MqGet() | c.Receive(), o.MessageReturned(
            message=SeenMessage(transmission_header=SeenTransmissionHeader(length=int() as length))
        ) if length < SHORTEST:
            return o.Refused(reason=int(ReasonCode.HEADER_ERROR), family=o.ErrorFamily.MQI)
        case _:
            return outcome


def _filled_up(command: c.Command, outcome: o.Outcome) -> o.Outcome:
    """Makes room for the field."""
    match command, outcome:
        case c.MqGet() | c.Receive(), o.MessageReturned(
            message=SeenMessage(transmission_header=SeenTransmissionHeader(length=int() as length)) as message
        ) if length < SHORTEST:
            header = SeenTransmissionHeader(descriptor=Descriptor(expiry=UNLIMITED), length=SHORTEST)
            return o.MessageReturned(replace(message, transmission_header=header))
        case _:
            return outcome


# --- the IMS bridge --------------------------------------------------------------------------------------


def _always(answer: bool) -> Callable[[Message], bool]:  # noqa: FBT001 - the function's whole answer
    return lambda _: answer


MUTANTS: Final[tuple[Mutant, ...]] = (
    Mutant(
        "bare-on-the-transmission-queue",
        "Puts a message for a remote queue on the transmission queue as it is.",
        ("EX-50",),
        (around(SHOWN, _by_queue_manager(_without_header)),),
    ),
    Mutant(
        "initial-value-inside",
        "Leaves the Expiry in a header that it writes at its initial value.",
        ("EX-50", "EX-56", "X-31"),
        (around(SHOWN, _by_queue_manager(_unlimited_inside)),),
    ),
    Mutant(
        "initial-value-outside",
        "Moves the Expiry of a message for a remote queue into the header.",
        ("EX-50", "EX-56", "X-31"),
        (around(SHOWN, _by_queue_manager(_unlimited_outside)),),
    ),
    Mutant(
        "two-inconsistent-unlimited",
        "Takes unlimited beside unlimited for inconsistent.",
        ("EX-55", "EX-52"),
        (around("queues.transmission_queues.difference_obstacle", _unlimited_inconsistent),),
    ),
    Mutant(
        "inconsistent-for-another-reason",
        "Refuses two fields that differ as an error of the header.",
        ("EX-55", "EX-52"),
        (around("queues.transmission_queues.difference_obstacle", _strange_reason),),
    ),
    Mutant(
        "header-unread-at-put",
        "Does not look at the Expiry in a header that an application wrote.",
        ("EX-53",),
        (around("queues.transmission_queues.embedded_obstacle", _not_an_obstacle),),
    ),
    Mutant(
        "short-header-taken",
        "Takes data onto a transmission queue that end before the Expiry field.",
        ("EX-54",),
        (around("queues.transmission_queues._malformed", _short_taken),),
    ),
    Mutant(
        "header-does-not-age",
        "Reduces the Expiry of the separate descriptor alone.",
        ("EX-56", "EX-59", "EX-50", "X-31"),
        (
            around("comparisons.transmission._own_shown", _not_waited),
            around(SHOWN, _by_queue_manager(_as_put)),
        ),
    ),
    Mutant(
        "header-ages-in-transmission-only",
        "Leaves a header as it is on a queue that is not for transmission.",
        ("EX-56", "EX-59"),
        (around(SHOWN, _not_on_normal_queues),),
    ),
    Mutant(
        "unlimited-counts-down",
        "Reduces an unlimited Expiry in a header like any other number.",
        ("EX-56",),
        (around("structures.transmission.reduced", _unlimited_reduced),),
    ),
    Mutant(
        "short-data-not-returned",
        "Refuses to return a message whose data end before the Expiry in the header.",
        ("EX-57",),
        execute=answering(_no_short_data),
    ),
    Mutant(
        "short-data-filled-up",
        "Lengthens data that are too short to write an Expiry into them.",
        ("EX-57",),
        execute=answering(_filled_up),
    ),
    Mutant(
        "first-end-counts",
        "Discards a message as soon as either of its two lives is over.",
        ("EX-58", "EX-59", "EX-04"),
        (around("chapters.message_expiry.nominally_expired", _ends_with_header),),
    ),
    Mutant(
        "header-decides",
        "Judges by the Expiry in the header whether a message has expired.",
        ("EX-58", "EX-59", "EX-17"),
        (around("chapters.message_expiry.nominally_expired", _lives_with_header),),
    ),
    Mutant(
        "elapsed-is-unlimited",
        "Sets an Expiry in a header that has elapsed to -1.",
        ("EX-59", "EX-56"),
        (around("structures.transmission.reduced", _floor(UNLIMITED)),),
    ),
    Mutant(
        "elapsed-is-one",
        "Keeps an Expiry in a header above 0, as it keeps the other one.",
        ("EX-59", "EX-56"),
        (around("structures.transmission.reduced", _floor(1)),),
    ),
    Mutant(
        "elapsed-is-negative",
        "Goes on subtracting when an Expiry in a header has come to 0.",
        ("EX-59", "EX-56"),
        (around("structures.transmission.reduced", _below_zero),),
    ),
    Mutant(
        "whole-life-inside",
        "Writes the whole life of a delayed message into the header, and what is left beside it.",
        ("X-31", "EX-50", "EX-56"),
        (around(SHOWN, _by_queue_manager(_as_sent_with_delay)),),
    ),
    Mutant(
        "reply-inherits",
        "Passes the expiry of a request to IMS to its reply without being asked.",
        ("EX-60",),
        (instead("chapters.ims_bridge.passes_expiration", _always(True)),),  # noqa: FBT003
    ),
    Mutant(
        "flag-unread",
        "Makes every reply of the IMS bridge unlimited, with MQIIH_PASS_EXPIRATION as well.",
        ("EX-61",),
        (instead("chapters.ims_bridge.passes_expiration", _always(False)),),  # noqa: FBT003
    ),
)
