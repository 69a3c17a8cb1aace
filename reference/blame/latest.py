"""The latest messages, beyond which credit does not look, found once for all queues that are asked about."""

from typing import Final

from mqtck.reference.state.messages import Kind, Message
from mqtck.reference.state.once import once
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Status

LATEST: Final = 8
"""How many messages are considered to tell which rules a whole queue bears out."""

LOOKED_AT: Final = 16
"""How many are, to tell which rules an empty queue speaks about."""


def _latest(state: State, many: int) -> list[Message]:
    numbers = range(max(1, state.next_serial - many), state.next_serial)
    return [message for serial in numbers if (message := state.messages.get(serial)) is not None]


@once("messages", "next_serial")
def delayed(state: State) -> tuple[Message, ...]:
    """The delayed messages of applications among them."""
    latest = _latest(state, LOOKED_AT)
    return tuple(message for message in latest if message.kind is Kind.APPLICATION and message.delay)


@once("messages", "next_serial")
def published(state: State) -> tuple[Message, ...]:
    """The publications and their copies among them."""
    return tuple(message for message in _latest(state, LOOKED_AT) if message.topic is not None)


@once("messages", "next_serial")
def some_life_is_limited(state: State) -> bool:
    """Whether one of them may expire, or has."""
    return any(message.life_end is not None for message in _latest(state, LOOKED_AT))


@once("messages", "beliefs", "next_serial")
def known(state: State) -> tuple[tuple[Message, Status], ...]:
    """The messages of applications whose status is known, with it."""
    beliefs = [
        (message, state.beliefs.get(message.serial, ()))
        for message in _latest(state, LATEST)
        if message.kind is Kind.APPLICATION
    ]
    return tuple((message, belief[0]) for message, belief in beliefs if len(belief) == 1)
