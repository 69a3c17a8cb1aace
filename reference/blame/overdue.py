"""Delayed messages that were due and have not been seen to come, on a real clock.

No such message is wrong: it is late, or never comes, and no look tells which. Here is said which they are,
and which rules they would speak about (DD-02 lets a message be late; by DD-12 it comes all the same). Left
out: messages that may have come to an end or to another queue meanwhile, and copies for other queue managers.
"""

from collections.abc import Iterator
from typing import NamedTuple

from mqtck.reference.state.intervals import Interval
from mqtck.reference.state.messages import Kind, Message
from mqtck.reference.state.queue_keys import is_staging, queue_name
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import OnQueue, Route, Staged

from .messages import not_delivered
from .publications import missing_copy_rules


class Awaited(NamedTuple):
    """A message that is `due` (ms) and was not seen on its target `queue` (a key), or by its `subscription`.

    If it has come it came no earlier than at `since` (ms), when that was looked at last. None: it had not
    come when that was looked at a moment ago, or cannot come.
    """

    serial: int
    queue: str
    subscription: str | None
    due: int
    since: int | None


def awaited(state: State) -> Iterator[Awaited]:
    """The messages that may be staged, or else on their targets."""
    for key, queue in state.queues.items():
        if is_staging(key):
            for serial in queue.residents:
                message = state.messages[serial]
                if message.due is not None and message.due.latest <= state.previous:
                    yield from _awaited(state, message, message.due.latest)


def _awaited(state: State, message: Message, due: int) -> Iterator[Awaited]:
    if message.kind is not Kind.APPLICATION or message.proxy is not None:
        return
    arrivals = []
    staged = False
    for status in state.beliefs[message.serial]:
        match status:
            case Staged(retrying=False):
                staged = True
            case OnQueue(queue=queue, arrival=arrival, route=Route.MOVED) if queue == message.first:
                arrivals.append(arrival.earliest)
            case _:
                return
    if staged:
        yield Awaited(message.serial, message.first, message.subscription, due, min(arrivals, default=None))


class Overdue(NamedTuple):
    """A message that a look has missed; `rules` are those that it speaks about if it never comes."""

    label: str
    queue: str
    rules: tuple[str, ...]


def overdue(state: State, since: int, by: int) -> dict[int, Overdue]:
    """By serial those that were missed so many ms after they were due and after the instant `since`."""
    found = {}
    for one in awaited(state):
        message = state.messages[one.serial]
        if one.since is not None and one.since >= max(since, one.due) + by:
            found[one.serial] = Overdue(message.label, queue_name(one.queue), _rules(state, message))
    return found


def _rules(state: State, message: Message) -> tuple[str, ...]:
    if message.topic is None:
        return (*not_delivered(state, message), "DD-02", "X-54")
    there = OnQueue(message.first, Interval(state.previous, state.previous), Route.MOVED)
    return (*missing_copy_rules(state, message, there), "DD-02")
