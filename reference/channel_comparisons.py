"""How a message must look that a channel has put to a dead-letter queue: protection, header, data, life.

Covers the protection that `channel_decisions` has found possible (AM-05 to AM-08, AM-12 to AM-19), one
layer of it (AM-17), and the dead-letter header in clear in front of it (AM-26; AM-02 and AM-03 for its
being there). What is not shown is not compared; where nothing is said of the protection, neither.
"""

from collections.abc import Iterator
from typing import NamedTuple

from .channel_state import Safeguard
from .state import Message, State
from .statuses import Disposal, OnQueue
from .vocabulary.messages import (
    DeadLetterHeader,
    OutgoingMessage,
    Protection,
    SeenMessage,
    body_of,
    is_body_of,
)

EXPIRY_RULES = ("X-47", "EX-46", "EX-47")
"""The life goes on, whatever a channel does to the protection of the message."""

ONE_LAYER = 1


IN_RETRY = frozenset({"AM-09", "AM-10", "AM-27"})


def in_retry_rules(state: State, serial: int) -> tuple[str, ...]:
    """X-48: of a message that a channel in retry may have backed out."""
    return ("X-48",) if IN_RETRY.intersection(state.decided.get(serial, ())) else ()


class Look(NamedTuple):
    """What was to be seen and what was; as `comparisons.Compared`."""

    rules: tuple[str, ...]
    what: str
    expected: object
    seen: object
    holds: bool


def put_by_channel(state: State, serial: int, queue_key: str) -> tuple[OnQueue, ...]:
    """The ways in which a channel may have put the message to this dead-letter queue."""
    return tuple(
        status
        for status in state.beliefs[serial]
        if isinstance(status, OnQueue)
        and status.queue == queue_key
        and status.disposal is Disposal.BY_CHANNEL
    )


def dead_lettered_by_channel(
    state: State, message: Message, ways: tuple[OnQueue, ...], seen: SeenMessage
) -> Iterator[Look]:
    """A message on the dead-letter queue of one of the ends of a channel."""
    guards = tuple(way.safeguard for way in ways if way.safeguard is not None)
    if not state.decided.get(message.serial):
        return
    yield from _header(state, message, guards, seen)
    if len(guards) < len(ways):
        return
    yield from _protection(guards, seen)
    if isinstance(seen.body, str) and message.transmission_header is None:
        sent = OutgoingMessage(label=message.label, length=message.length)
        same = is_body_of(seen.body, sent)
        yield Look(guards[0].rules[:1], "the data as sent,", repr(body_of(sent)), repr(seen.body), same)


def _header(
    state: State, message: Message, guards: tuple[Safeguard, ...], seen: SeenMessage
) -> Iterator[Look]:
    """AM-26: readable whatever protects the data behind it; of messages in clear AM-02 speaks alone."""
    shown = seen.dead_letter_header
    own = tuple(rule for rule in state.decided[message.serial] if rule in ("AM-02", "AM-03"))
    shielded = bool(guards) and all(guard.policy is not None for guard in guards)
    rules = ("AM-26", *own) if shielded else own
    if not rules:
        return
    if shown is None:
        yield Look(rules, "a dead-letter header", "", "none", holds=False)
    elif isinstance(shown, DeadLetterHeader) and isinstance(shown.reason, int):
        reason = tuple(dict.fromkeys((*rules[:1], *(rule for rule in own if rule == "AM-03"))))
        yield Look(reason, "a reason in the dead-letter header, not", 0, shown.reason, shown.reason != 0)


def _protection(guards: tuple[Safeguard, ...], seen: SeenMessage) -> Iterator[Look]:
    shown = seen.protection
    if shown is None:
        clear = [guard for guard in guards if guard.policy is None]
        rules = (clear or list(guards))[0].rules
        yield Look(rules, "protection:", _wanted(guards), "none", bool(clear))
    elif isinstance(shown, Protection):
        under = [guard for guard in guards if guard.policy is not None]
        fitting = [
            guard for guard in under if not isinstance(shown.policy, str) or shown.policy == guard.policy
        ]
        rules = (fitting or under or list(guards))[0].rules
        yield Look(rules, "protection:", _wanted(guards), f"under {shown.policy}", bool(fitting))
        if under and isinstance(shown.layers, int):
            layered = tuple(dict.fromkeys(("AM-17", *rules)))
            yield Look(layered, "layers of protection:", ONE_LAYER, shown.layers, shown.layers == ONE_LAYER)


def _wanted(guards: tuple[Safeguard, ...]) -> str:
    ways = dict.fromkeys("none" if guard.policy is None else f"under {guard.policy}" for guard in guards)
    return " or ".join(ways)
