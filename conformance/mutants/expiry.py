"""Mutants of Expiry: its clock, the value shown, who is returned and who is discarded."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from mqtck.reference.chapters.message_expiry import TENTH, nominally_expired
from mqtck.reference.possibilities import Possibility
from mqtck.reference.state.intervals import Interval
from mqtck.reference.state.messages import Demand, Message
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import OnQueue, Route, Status
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.constants import UNLIMITED, ReasonCode
from mqtck.reference.vocabulary.messages import Descriptor

from .changes import ATTEMPT, begun_anew, clock_moved, clock_running
from .parts import Execute, Mutant, answering, around

SHOWN: Final = "chapters.message_expiry.remaining_expiry"
EXPIRED: Final = "chapters.message_expiry.nominally_expired"
COMMIT_PUT: Final = "administration.units_of_work._commit_put"

_START: Final = 1_700_000_000_000
_DAY: Final = 864_000
"""A day in tenths."""


def _only_for(which: Callable[[Message], bool], change: Callable[..., Any]) -> Callable[..., Any]:
    """For functions of (message, at): the change for some messages alone."""

    def wrong(right: Callable[..., Any], message: Message, at: Interval) -> Any:
        return change(right, message, at) if which(message) else right(message, at)

    return wrong


def _arriving(by: Route, change: Callable[[State, int, Interval], State]) -> Callable[..., Any]:
    """For functions that find the next places of a message: it is changed when it arrives by that route."""

    def wrong(
        right: Callable[..., Any], state: State, message: Message, status: Status, moment: Any
    ) -> tuple[State, list[Status]]:
        state, steps = right(state, message, status, moment)
        if any(isinstance(step, OnQueue) and step.route is by for step in steps):
            state = change(state, message.serial, moment.instant)
        return state, steps

    return wrong


# --- the clock ----------------------------------------------------------------------------------------


def _half_a_life(right: Callable[..., bool], message: Message, at: Interval) -> bool:
    if message.expiry[0] == UNLIMITED:
        return False
    return right(replace(message, expiry=(max(1, message.expiry[0] // 2),)), at)


def _restarted_at_commit(right: Callable[..., State], state: State, serial: int, at: Interval) -> State:
    return right(begun_anew(state, serial, at), serial, at)


def _restarted_by_backout(right: Callable[..., State], state: State, unit: str, at: Interval) -> State:
    got = state.units[unit].got if unit in state.units else ()
    state = right(state, unit, at)
    for serial in got:
        state = begun_anew(state, serial, at)
    return state


def _commit_refused(right: Callable[..., Possibility], state: State, unit: str, at: Interval) -> Possibility:
    put = state.units[unit].put if unit in state.units else ()
    if not any(nominally_expired(state.messages[serial], at) for serial in put):
        return right(state, unit, at)
    refused = o.Refused(int(ReasonCode.EXPIRY_ERROR), o.ErrorFamily.MQI)
    possible = right(state, unit, at)
    return Possibility(lambda: refused, lambda _: possible.settle(refused))


# --- the value shown --------------------------------------------------------------------------------


def _limited(change: Callable[[Message, Interval], int]) -> Callable[..., int]:
    """What is shown of a limited life."""

    def wrong(right: Callable[..., int], message: Message, at: Interval) -> int:
        return right(message, at) if message.expiry[0] == UNLIMITED else change(message, at)

    return wrong


def _elapsed(message: Message, at: Interval) -> int:
    return (at.earliest - message.sent.earliest) // TENTH


def _rounded_down(message: Message, at: Interval) -> int:
    return max(0, (message.expiry[0] * TENTH - (at.earliest - message.sent.earliest)) // TENTH)


def _unlimited_decremented(right: Callable[..., int], message: Message, at: Interval) -> int:
    return right(message, at) - (_elapsed(message, at) if message.expiry[0] == UNLIMITED else 0)


def _unlimited_as_zero(right: Callable[..., int], message: Message, at: Interval) -> int:
    return 0 if message.expiry[0] == UNLIMITED else right(message, at)


def _overwritten(right: Callable[..., Descriptor], state: State, message: Message) -> Descriptor:
    seen = right(state, message)
    mqi = message.time_to_live is None
    return replace(seen, expiry=0) if mqi and message.expiry[0] != UNLIMITED else seen


def _day_long(right: Callable[..., Any], state: State, command: Any, at: Interval) -> Any:
    """The default descriptor with a life in it."""
    if command.descriptor.expiry == UNLIMITED:
        command = replace(command, descriptor=replace(command.descriptor, expiry=_DAY))
    return right(state, command, at)


def _limited_life_refused(command: c.Command, outcome: o.Outcome) -> o.Outcome:
    limited = isinstance(command, c.MqPut | c.MqPut1) and command.descriptor.expiry != UNLIMITED
    return o.Refused(int(ReasonCode.EXPIRY_ERROR), o.ErrorFamily.MQI) if limited else outcome


def _zero_filled(execute: Execute) -> Execute:
    def wrong(command: c.Command) -> o.Outcome:
        if isinstance(command, c.MqPut | c.MqPut1) and command.descriptor.expiry == UNLIMITED:
            return o.Refused(int(ReasonCode.EXPIRY_ERROR), o.ErrorFamily.MQI)
        return execute(command)

    return wrong


# --- the dead-letter queue ------------------------------------------------------------------------------


def _unlimited(state: State, serial: int, _: Interval) -> State:
    message = replace(state.messages[serial], expiry=(UNLIMITED,), life_end=None)
    return replace(state, messages=state.messages.set(serial, message))


def _stopped(state: State, serial: int, at: Interval) -> State:
    """What is left of its life is kept; the demand, which means nothing for such a message, marks it."""
    message = state.messages[serial]
    if message.expiry[0] == UNLIMITED:
        return state
    left = max(1, message.expiry[0] - _elapsed(message, at))
    stopped = replace(message, expiry=(left,), life_end=None, demand=Demand.OPTIONAL)
    return replace(state, messages=state.messages.set(serial, stopped))


def _is_stopped(message: Message) -> bool:
    return message.demand is Demand.OPTIONAL


MUTANTS: Final[tuple[Mutant, ...]] = (
    Mutant(
        "expiry-in-seconds",
        "Takes Expiry for seconds.",
        ("EX-01", "EX-02", "EX-04", "EX-05", "EX-10", "EX-17"),
        clock_running(10),
    ),
    Mutant(
        "expiry-in-hundredths",
        "Takes Expiry for hundredths of a second.",
        ("EX-02", "EX-01", "EX-04", "EX-05", "EX-10"),
        clock_running(0.1),
    ),
    Mutant(
        "expiry-counted-from-the-start",
        "Counts Expiry from the start of the queue manager, not from the put.",
        ("EX-03", "EX-01", "EX-04", "EX-05"),
        clock_moved(lambda message: _START - message.sent.earliest),
    ),
    Mutant(
        "discarded-at-half-time",
        "Discards a message when half of its life is over.",
        ("EX-04", "EX-01"),
        (around(EXPIRED, _half_a_life),),
    ),
    Mutant(
        "expiry-not-decremented",
        "Shows the Expiry that was put, however much later.",
        ("EX-05", "EX-10", "DD-79", "DD-80"),
        (around(SHOWN, _limited(lambda message, _: message.expiry[0])),),
    ),
    Mutant(
        "expiry-growing",
        "Shows more life left than was put, the longer the message waits.",
        ("EX-09", "EX-05", "EX-10"),
        (around(SHOWN, _limited(lambda message, at: message.expiry[0] + _elapsed(message, at))),),
    ),
    Mutant(
        "expiry-elapsed",
        "Shows the time that has passed.",
        ("EX-10", "EX-05", "EX-19"),
        (around(SHOWN, _limited(lambda message, at: max(1, _elapsed(message, at)))),),
    ),
    Mutant(
        "life-restarted-by-a-channel",
        "Begins the life anew when a channel delivers the message.",
        ("EX-06", "EX-05", "EX-10"),
        (
            around(
                "internal_work.status_transitions._next_transferred", _arriving(Route.TRANSFERRED, begun_anew)
            ),
        ),
    ),
    Mutant(
        "expiry-rounded-to-zero",
        "Shows the last tenth of a life as an Expiry of 0.",
        ("EX-19",),
        (around(SHOWN, _limited(_rounded_down)),),
    ),
    Mutant(
        "unlimited-shown-as-zero",
        "Shows an unlimited life as an Expiry of 0.",
        ("EX-19", "EX-62"),
        (around(SHOWN, _unlimited_as_zero),),
    ),
    Mutant(
        "unlimited-decremented",
        "Decrements MQEI_UNLIMITED like any other number.",
        ("EX-62",),
        (around(SHOWN, _unlimited_decremented),),
    ),
    Mutant(
        "put-alters-expiry",
        "Gives the caller of MQPUT a changed Expiry.",
        ("EX-63",),
        (around("showing.sent_descriptor", _overwritten),),
    ),
    Mutant(
        "default-life-of-a-day",
        "Gives a message that is put with the defaults a life of one day.",
        ("EX-64", "EX-62", "EX-63"),
        (around("sending.puts.put", _day_long),),
    ),
    Mutant(
        "defaults-filled-with-zero",
        "Has 0 for the default of Expiry, and refuses it.",
        ("EX-64", "EX-44", "EX-62"),
        execute=_zero_filled,
    ),
    Mutant(
        "explicit-life-refused",
        "Takes only messages with an unlimited life.",
        ("EX-43", "EX-42", "EX-01", "EX-63"),
        execute=answering(_limited_life_refused),
    ),
    Mutant(
        "life-from-commit",
        "Begins the life of a message at the commit of its put.",
        ("EX-23", "EX-25", "DD-79"),
        (around(COMMIT_PUT, _restarted_at_commit),),
    ),
    Mutant(
        "commit-of-the-expired-refused",
        "Fails a commit that holds an expired message.",
        ("EX-24",),
        (around("administration.units_of_work.commit", _commit_refused),),
    ),
    Mutant(
        "life-restarted-by-a-backout",
        "Begins the life of a message anew when its get is backed out.",
        ("EX-40", "EX-17", "EX-10"),
        (around("administration.units_of_work.rolled_back", _restarted_by_backout),),
    ),
    Mutant(
        "unlimited-on-the-dead-letter-queue",
        "Dead-letters a message with an unlimited life.",
        ("EX-46", "EX-47"),
        (around(ATTEMPT, _arriving(Route.DEAD_LETTERED, _unlimited)),),
    ),
    Mutant(
        "life-restarted-on-the-dead-letter-queue",
        "Dead-letters a message with the life that it had when it was put.",
        ("EX-46", "EX-47"),
        (around(ATTEMPT, _arriving(Route.DEAD_LETTERED, begun_anew)),),
    ),
    Mutant(
        "life-stopped-on-the-dead-letter-queue",
        "Stops the life of a message when it is dead-lettered.",
        ("EX-47",),
        (
            around(ATTEMPT, _arriving(Route.DEAD_LETTERED, _stopped)),
            around(EXPIRED, _only_for(_is_stopped, lambda *_: False)),
            around(SHOWN, _only_for(_is_stopped, lambda _, message, __: message.expiry[0])),
        ),
    ),
)
