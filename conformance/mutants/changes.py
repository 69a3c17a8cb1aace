"""Changes that several mutants share: what is staged, and what happens to a message at its delivery."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec.structs import replace

from mqtck.reference.chapters.message_expiry import life_end
from mqtck.reference.state.intervals import Interval
from mqtck.reference.state.messages import Message
from mqtck.reference.state.queue_keys import key
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import OnQueue, Route, Staged, Status
from mqtck.reference.vocabulary.constants import STAGING_QUEUE

from .parts import Patch, around

ATTEMPT: Final = "internal_work.delivery_attempts.attempt"
JMS_MESSAGE: Final = "sending.sends._jms_message"


def staged_of(state: State, manager: str) -> Iterator[Message]:
    """The messages on the staging queue of a queue manager, the oldest first."""
    queue = state.queues.get(key(manager, STAGING_QUEUE))
    for serial in sorted(queue.residents) if queue is not None else ():
        if isinstance(state.beliefs[serial][0], Staged):
            yield state.messages[serial]


def at_delivery(
    change: Callable[[State, Message, OnQueue], Message],
) -> Callable[..., tuple[State, list[Status]]]:
    """For `around(ATTEMPT, ...)`: a message is changed when it is put to its target."""

    def wrong(
        right: Callable[..., tuple[State, list[Status]]], state: State, message: Message, *rest: Any
    ) -> tuple[State, list[Status]]:
        state, steps = right(state, message, *rest)
        for step in steps:
            if isinstance(step, OnQueue) and step.route is Route.MOVED:
                changed = change(state, message, step)
                return replace(state, messages=state.messages.set(message.serial, changed)), steps
        return state, steps

    return wrong


def begun_anew(state: State, serial: int, at: Interval) -> State:
    """The life of a message begins again."""
    message = state.messages[serial]
    again = replace(message, sent=at, life_end=life_end(at, message.expiry))
    return replace(state, messages=state.messages.set(serial, again))


def clock_moved(by: Callable[[Message], int]) -> tuple[Patch, ...]:
    """Lives are counted from so many ms later than the put, for who is returned and for what is shown."""

    def wrong(right: Callable[[Message, Interval], Any], message: Message, at: Interval) -> Any:
        return right(replace(message, sent=message.sent.plus(by(message))), at)

    return around("chapters.message_expiry.nominally_expired", wrong), around(
        "chapters.message_expiry.remaining_expiry", wrong
    )


def clock_running(times: float) -> tuple[Patch, ...]:
    """Lives last so many times as long as they should, and what is shown counts accordingly."""

    def wrong(right: Callable[[Message, Interval], Any], message: Message, at: Interval) -> Any:
        begun = message.sent.earliest
        passed = int((at.earliest - begun) / times)
        return right(message, Interval(begun + passed, begun + passed))

    return around("chapters.message_expiry.nominally_expired", wrong), around(
        "chapters.message_expiry.remaining_expiry", wrong
    )
