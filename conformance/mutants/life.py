"""Mutants of the expiry interval of delayed messages: what the wait on the staging queue does to a life."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from mqtck.reference.state.intervals import Interval, Moment
from mqtck.reference.state.messages import Message
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Ended, OnQueue, Staged, Status
from mqtck.reference.vocabulary.constants import UNLIMITED

from .changes import clock_moved
from .parts import Mutant, around


def _delayed_never_expires(right: Callable[..., bool], message: Message, at: Interval) -> bool:
    return not message.delay and right(message, at)


def _expired_at_once(right: Callable[..., bool], message: Message, at: Interval) -> bool:
    """Half of the life belongs to the staging queue."""
    if not message.delay or message.expiry[0] == UNLIMITED:
        return right(message, at)
    return right(replace(message, sent=message.sent.plus(-message.expiry[0] * 50)), at)


def _not_discarded_on_staging(
    right: Callable[..., tuple[State, list[Status]]],
    state: State,
    message: Message,
    steps: list[Status],
    moment: Moment,
) -> tuple[State, list[Status]]:
    """What has expired on the staging queue waits there for its target as if it had not."""
    if message.delay and any(isinstance(step, Staged) for step in steps):
        return state, [step for step in steps if not isinstance(step, Ended)]
    return right(state, message, steps, moment)


def _without_life(message: Message) -> Message:
    return replace(message, expiry=(UNLIMITED,), life_end=None)


def _unlimited_when_delayed(right: Callable[..., Message], state: State, *rest: Any) -> Message:
    message = right(state, *rest)
    return _without_life(message) if message.delay else message


def _unlimited_when_moved(
    right: Callable[..., Any], state: State, message: Message, *rest: Any
) -> tuple[State, list[Status]]:
    state, steps = right(state, message, *rest)
    if any(isinstance(step, OnQueue) for step in steps):
        messages = state.messages.set(message.serial, _without_life(message))
        state = replace(state, messages=messages)
    return state, steps


MUTANTS: Final[tuple[Mutant, ...]] = (
    Mutant(
        "life-begun-at-delivery",
        "Begins the life of a delayed message when its delay is over.",
        ("DD-79", "DD-80", "DD-84", "EX-03", "EX-17"),
        clock_moved(lambda message: message.delay),
    ),
    Mutant(
        "delay-taken-off-twice",
        "Takes the delay off the life of a delayed message once more.",
        ("DD-80", "DD-79", "EX-04", "EX-05"),
        clock_moved(lambda message: -message.delay),
    ),
    Mutant(
        "delayed-never-expires",
        "Returns a delayed message however long its life is over.",
        ("DD-84", "DD-79", "EX-17", "DD-82"),
        (around("chapters.message_expiry.nominally_expired", _delayed_never_expires),),
    ),
    Mutant(
        "life-ignored-when-delayed",
        "Gives every delayed message an unlimited life.",
        ("DD-79", "HM-15"),
        (around("sending.sends._jms_message", _unlimited_when_delayed),),
    ),
    Mutant(
        "life-lost-at-delivery",
        "Delivers what comes from the staging queue with an unlimited life.",
        ("DD-79", "DD-80", "EX-19"),
        (around("internal_work.delivery_attempts.attempt", _unlimited_when_moved),),
    ),
    Mutant(
        "half-a-life-when-delayed",
        "Discards a delayed message when half of its life is over.",
        ("DD-79", "EX-04"),
        (around("chapters.message_expiry.nominally_expired", _expired_at_once),),
    ),
    Mutant(
        "delivered-though-expired",
        "Keeps a message that expires on the staging queue, and returns it when its target takes it.",
        ("DD-84", "DD-82"),
        (
            around("internal_work.status_transitions._perhaps_expired", _not_discarded_on_staging),
            around("internal_work.delivery_attempts.attempt", _unlimited_when_moved),
        ),
    ),
)
