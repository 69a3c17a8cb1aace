"""Mutants of the delay itself: its clock, the hop over the staging queue, units of work."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from mqtck.reference.sending.send_controls import Attempted
from mqtck.reference.state.beliefs import add, learn
from mqtck.reference.state.intervals import Interval
from mqtck.reference.state.messages import Message
from mqtck.reference.state.queue_keys import key, owner
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Belief, OnQueue, Route, Staged, Status, Uncommitted
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.messages import DelayHeader, SeenMessage

from .changes import ATTEMPT, JMS_MESSAGE, staged_of
from .parts import Execute, Mutant, answering, around, instead

DUE: Final = "sending.sends.due_after_send"
ACCEPT: Final = "sending.puts.accept"
TRIED: Final = "sending.sends.put_together"

_TICK: Final = 5000
_SECOND: Final = 1000
_LARGEST: Final = 2**63 - 1
_NANOSECONDS: Final = 1_000_000


# --- the clock ----------------------------------------------------------------------------------------


def _in_ticks(at: Interval, delay: int) -> Interval | None:
    if not delay:
        return None
    due = at.plus(delay)
    return Interval(due.earliest // _TICK * _TICK, due.latest // _TICK * _TICK)


def _scaled(factor: float) -> Callable[[Interval, int], Interval | None]:
    def due(at: Interval, delay: int) -> Interval | None:
        return at.plus(max(1, int(delay * factor))) if delay else None

    return due


def _in_31_bits(at: Interval, delay: int) -> Interval | None:
    return at.plus(max(1, delay % 2**31)) if delay else None


def _in_nanoseconds(at: Interval, delay: int) -> Interval | None:
    if not delay:
        return None
    return at.plus(delay if (at.latest + delay) * _NANOSECONDS < _LARGEST else 1)


def _without(ignored: Callable[[c.Send, Attempted], bool]) -> Callable[..., Any]:
    """Some sends have no delay."""

    def wrong(
        right: Callable[[State, c.Send], Attempted | None], state: State, command: c.Send
    ) -> Attempted | None:
        tried = right(state, command)
        return tried if tried is None or not ignored(command, tried) else tried._replace(delay=0)

    return wrong


def _clock_from_setter(execute: Execute) -> Execute:
    """The world's time since its start is kept here, and when each producer's delay was set."""
    now = 0
    set_at: dict[str, tuple[int, int]] = {}

    def wrong(command: c.Command) -> o.Outcome:
        nonlocal now
        match command:
            case c.Advance(milliseconds=milliseconds):
                now += milliseconds
            case c.SetDeliveryDelay(producer=producer, milliseconds=milliseconds):
                set_at[producer] = (now, milliseconds)
            case c.Send(producer=producer) if producer in set_at:
                begun, delay = set_at[producer]
                if delay:
                    execute(c.SetDeliveryDelay(producer, max(0, delay - (now - begun))))
            case _:
                pass
        return execute(command)

    return wrong


# --- on the staging queue --------------------------------------------------------------------------------


def _not_staged(
    right: Callable[..., State], state: State, message: Message, unit: str | None, at: Interval
) -> State:
    return right(state, replace(message, due=None), unit, at)


def _depth_of_target_with_staged(right: Callable[[State, str], int], state: State, queue_key: str) -> int:
    parked = sum(message.first == queue_key for message in staged_of(state, owner(queue_key)))
    return right(state, queue_key) + parked


def _staged_without_delay(
    right: Callable[..., State], state: State, message: Message, unit: str | None, at: Interval
) -> State:
    jms = message.delivery_mode is not None
    due = at.plus(1) if jms and message.due is None and unit is None else message.due
    return right(state, replace(message, due=due), unit, at)


def _zero_ignored(right: Callable[..., Any], state: State, command: Any) -> Any:
    old = state.producers.get(command.producer)
    if isinstance(command, c.SetDeliveryDelay) and command.milliseconds == 0 and old is not None:
        return right(state, c.SetDeliveryDelay(command.producer, old.delay))
    return right(state, command)


def _client_memory(command: c.Command, outcome: o.Outcome) -> o.Outcome:
    match command, outcome:
        case c.ReadDepth(queue="SYSTEM.DDELAY.LOCAL.QUEUE"), o.DepthRead():
            return o.DepthRead(0)
        case c.Browse(queue="SYSTEM.DDELAY.LOCAL.QUEUE"), o.Browsed():
            return o.Browsed(())
        case _:
            return outcome


def _without_header(right: Callable[..., SeenMessage], *arguments: Any) -> SeenMessage:
    return replace(right(*arguments), delay_header=DelayHeader.ABSENT)


def _two_copies(
    right: Callable[..., Any], state: State, message: Message, status: Staged, moment: Any
) -> tuple[State, list[Status]]:
    state, steps = right(state, message, status, moment)
    first = next((step for step in steps if isinstance(step, OnQueue)), None)
    if first is not None and first.route is Route.MOVED and state.labels[message.label] == (message.serial,):
        copy = replace(message, serial=state.next_serial, due=None)
        state = add(state, copy, (first,))
    return state, steps


def _shown_as_the_original(
    right: Callable[..., SeenMessage], state: State, message: Message, queue_key: str, at: Interval
) -> SeenMessage:
    original = min(one.serial for one in state.messages.values() if one.label == message.label)
    return right(state, replace(message, serial=original), queue_key, at)


def _earliest(instant: Interval) -> tuple[int, int]:
    return instant.earliest, instant.latest


def _head_of_line(right: Callable[..., Message], state: State, *arguments: Any) -> Message:
    message = right(state, *arguments)
    waiting = [staged.due for staged in staged_of(state, message.queue_manager) if staged.due is not None]
    if message.due is None or not waiting:
        return message
    return replace(message, due=max(message.due, *waiting, key=_earliest))


def _with_the_first(right: Callable[..., Message], state: State, *arguments: Any) -> Message:
    message = right(state, *arguments)
    waiting = [staged.due for staged in staged_of(state, message.queue_manager) if staged.due is not None]
    if message.due is None or not waiting:
        return message
    return replace(message, due=min(message.due, *waiting, key=_earliest))


# --- units of work ----------------------------------------------------------------------------------------


def _on_target_in_unit(
    right: Callable[..., State], state: State, message: Message, unit: str | None, at: Interval
) -> State:
    state = right(state, message, unit, at)
    if unit is None or message.due is None:
        return state
    return learn(state, message.serial, (Uncommitted(unit, message.first),)) or state


def _staged_at_once(
    right: Callable[..., State], state: State, message: Message, unit: str | None, at: Interval
) -> State:
    return right(state, message, None if message.due is not None else unit, at)


def _staged_at_rollback(right: Callable[..., State], state: State, unit: str, at: Interval) -> State:
    put = state.units[unit].put if unit in state.units else ()
    state = right(state, unit, at)
    for serial in put:
        message = state.messages[serial]
        if message.due is not None:
            belief: Belief = (Staged(key(message.queue_manager, STAGING_QUEUE)),)
            state = learn(state, serial, belief) or state
    return state


MUTANTS: Final[tuple[Mutant, ...]] = (
    Mutant(
        "delivered-in-ticks",
        "Wakes every five seconds and moves whatever comes due before it wakes again.",
        ("DD-01", "DD-03", "DD-04", "DD-05"),
        (instead(DUE, _in_ticks),),
    ),
    Mutant(
        "delay-in-seconds",
        "Takes the delay for seconds.",
        ("DD-03", "DD-04", "DD-10", "DD-12"),
        (instead(DUE, _scaled(1000)),),
    ),
    Mutant(
        "delay-in-hundredths",
        "Shares one conversion with Expiry and waits a hundredth of the delay.",
        ("DD-03", "DD-01", "DD-04", "DD-05"),
        (instead(DUE, _scaled(0.01)),),
    ),
    Mutant(
        "delay-in-31-bits",
        "Keeps a delay in 31 bits of milliseconds.",
        ("DD-01", "DD-03", "DD-05"),
        (instead(DUE, _in_31_bits),),
    ),
    Mutant(
        "due-time-in-nanoseconds",
        "Reckons the end of a delay in nanoseconds, lets it overflow 64 bits, and takes it for long past.",
        ("DD-01", "DD-05"),
        (instead(DUE, _in_nanoseconds),),
    ),
    Mutant(
        "short-delays-ignored",
        "Delays by whole seconds, so a delay of less not at all.",
        ("DD-01", "DD-03", "DD-07"),
        (around(TRIED, _without(lambda _, tried: tried.delay < _SECOND)),),
    ),
    Mutant(
        "long-form-without-delay",
        "Forgets the delay in the long form of send.",
        ("DD-01", "DD-05", "DD-07", "DD-30"),
        (around(TRIED, _without(lambda send, _: send.arguments is not None)),),
    ),
    Mutant(
        "jms-producer-without-delay",
        "Ignores the delay of a JMSProducer.",
        ("DD-04", "DD-01", "DD-15"),
        (around(TRIED, _without(lambda _, tried: tried.producer.api is c.ProducerApi.JMS_PRODUCER)),),
    ),
    Mutant(
        "clock-from-setter",
        "Counts the delay from the call of the setter.",
        ("DD-05", "DD-01", "DD-25", "DD-30"),
        execute=_clock_from_setter,
    ),
    Mutant(
        "not-staged",
        "Puts a delayed message to its target at once.",
        ("DD-06", "DD-01", "DD-07"),
        (around(ACCEPT, _not_staged),),
    ),
    Mutant(
        "parked-on-target",
        "Parks delayed messages on the target and hides them from gets only, so that its depth counts them.",
        ("DD-06",),
        (around("preference.preferred_depth", _depth_of_target_with_staged),),
    ),
    Mutant(
        "kept-in-client-memory",
        "Holds delayed messages back in the client, so that nothing is on the staging queue.",
        ("DD-07", "DD-11"),
        execute=answering(_client_memory),
    ),
    Mutant(
        "staged-without-delay",
        "Sends every message over the staging queue, also without a delay.",
        ("DD-08",),
        (around(ACCEPT, _staged_without_delay),),
    ),
    Mutant(
        "delay-of-zero-ignored",
        "Keeps the former delay when the setter is called with 0.",
        ("DD-08", "DD-29", "DD-37"),
        (around("sending.producers.set_property", _zero_ignored),),
    ),
    Mutant(
        "staged-without-header",
        "Stages the application's data as they are.",
        ("DD-09",),
        (around("showing._staged", _without_header),),
    ),
    Mutant(
        "two-copies",
        "Delivers a delayed message twice.",
        ("DD-10",),
        (
            around(ATTEMPT, _two_copies),
            around("showing._application", _shown_as_the_original),
        ),
    ),
    Mutant(
        "head-of-line",
        "Waits on the oldest staged message, so that a long delay blocks a short one.",
        ("DD-12",),
        (around(JMS_MESSAGE, _head_of_line),),
    ),
    Mutant(
        "moved-with-the-first",
        "Moves all staged messages when the first of them comes due.",
        ("DD-12", "DD-01", "DD-05"),
        (around(JMS_MESSAGE, _with_the_first),),
    ),
    Mutant(
        "seen-in-its-own-unit",
        "Puts a delayed message of a unit of work on the target, where the same unit of work gets it.",
        ("DD-42",),
        (around(ACCEPT, _on_target_in_unit),),
    ),
    Mutant(
        "staged-before-commit",
        "Puts a delayed message of a unit of work on the staging queue at once.",
        ("DD-43", "DD-42", "DD-44"),
        (around(ACCEPT, _staged_at_once),),
    ),
    Mutant(
        "rolled-back-but-delivered",
        "Stages a delayed message when its unit of work ends, even by a rollback.",
        ("DD-44",),
        (around("administration.units_of_work.rolled_back", _staged_at_rollback),),
    ),
    Mutant(
        "delivered-at-commit",
        "Delivers a delayed message when its unit of work commits, due or not.",
        ("DD-45", "DD-01"),
        (instead("administration.units_of_work.due_after_commit", lambda _, at: at),),
    ),
)
