"""The two ends of a channel and the terms under which it runs, as far as they decide about one message.

A channel may run under terms of which it is not known whether they have reached it yet (AM-18): DEADQ, the
policies, the attributes of its ends. Covers AM-01 (which ends the chapter is about), AM-03 (what is too big
for the channel) and NPMSPEED. What may become of the message then is in `channel_decisions`.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from mqtck.reference.chapters.resolution import Resolved
from mqtck.reference.chapters.undelivered_messages import intercepted
from mqtck.reference.queues.send_checks import HEADER_ALLOWANCE
from mqtck.reference.state.channels import Policy, Terms
from mqtck.reference.state.intervals import Answer, answer
from mqtck.reference.state.messages import Message
from mqtck.reference.state.once import once
from mqtck.reference.state.queue_keys import key, owner
from mqtck.reference.state.state import QueueManager, State
from mqtck.reference.vocabulary.channels import ChannelAttributes, NonPersistentSpeed

from .channel_hops import Leg

if TYPE_CHECKING:
    from immutables import Map

Name = TypeVar("Name")
Value = TypeVar("Value")

PROTECTION_ALLOWANCE: Final = 10_000
"""Characters that AMS may add to a message; within them it is open whether it is too big (AM-03)."""


class End(NamedTuple):
    """One end of a channel under some terms; `attributes` is None where the chapter does not apply."""

    manager: str
    attributes: ChannelAttributes | None
    terms: Terms


class Way(NamedTuple):
    """A message, the transmission queue that it is on, and where the channel takes it: its key, resolved."""

    message: Message
    transmission_queue: str
    target: Resolved | None
    onward: str
    leg: Leg

    @property
    def remote(self) -> str:
        return owner(self.onward)

    @property
    def policy_is_known(self) -> bool:
        """What one channel has made of the protection, the next one finds: nothing here says what that is."""
        return self.leg is Leg.FIRST


@once("runs")
def differing_terms(state: State, transmission_queue: str, remote: str, name: str) -> tuple[Terms, ...]:
    """The terms of a channel that differ in what decides about messages for one queue, the latest first.

    Each change may have reached it without another one, whichever came first.
    """
    known = state.runs[transmission_queue].terms
    latest = known[0]
    if len(known) == 1:
        return known
    sides = (owner(transmission_queue), remote)
    senders = _different(terms.senders.get(transmission_queue) for terms in known)
    receivers = _different(terms.receivers.get(sides) for terms in known)
    here, there = ([terms.queue_managers.get(end) for terms in known] for end in sides)
    managers = (_different(here, _what_counts), _different(there, _what_counts))
    names = dict.fromkeys((key(remote, name), *_dead_letter_policies(sides, managers)))
    return tuple(
        Terms(
            _with(latest.senders, transmission_queue, sender),
            _with(latest.receivers, sides, receiver),
            _with(_with(latest.queue_managers, sides[0], one), sides[1], other),
            reduce(lambda so_far, policy: _with(so_far, *policy), chosen, latest.policies),
        )
        for sender, receiver, one, other, chosen in product(
            senders, receivers, *managers, _policies(known, names)
        )
    )


def _policies(
    known: tuple[Terms, ...], names: Iterable[str]
) -> Iterator[tuple[tuple[str, Policy | None], ...]]:
    """Each combination of what the policies of these names were."""
    return product(
        *([(name, one) for one in _different(terms.policies.get(name) for terms in known)] for name in names)
    )


def _dead_letter_policies(
    sides: tuple[str, str], managers: tuple[list[QueueManager | None], list[QueueManager | None]]
) -> list[str]:
    """The names of the policies of the queues that are or were dead-letter queues of the two."""
    return [
        key(end, manager.dead_letter_queue or "")
        for end, possible in zip(sides, managers, strict=True)
        for manager in possible
        if manager is not None
    ]


def _what_counts(manager: QueueManager | None) -> object:
    """What of a queue manager decides about a message; much else of it changes all the time."""
    return None if manager is None else (intercepted(manager), manager.dead_letter_queue)


def _different(values: Iterable[Value], by: Callable[[Value], object] = lambda value: value) -> list[Value]:
    """One of each, in their order."""
    found: dict[object, Value] = {}
    for value in values:
        found.setdefault(by(value), value)
    return list(found.values())


def _with(known: "Map[Name, Value]", name: Name, value: Value | None) -> "Map[Name, Value]":
    """The map with this entry, or without one of that name."""
    if known.get(name) == value:
        return known
    return known.delete(name) if value is None else known.set(name, value)


def too_big(way: Way, terms: Terms) -> Answer:
    """AM-03: too big for the channel.

    Which length counts is open, the data's or that of what is sent, protection included; and whether a
    receiver that takes less than its sender is a limit of the channel too.
    """
    message = way.message
    sender = terms.senders.get(way.transmission_queue, ChannelAttributes())
    receiver = terms.receivers.get(_partners(way), sender)
    lowest = min(sender.max_message_length, receiver.max_message_length)
    clear = message.policy is None and way.policy_is_known
    allowance = HEADER_ALLOWANCE if clear else PROTECTION_ALLOWANCE
    return answer(message.length > sender.max_message_length, message.length + allowance > lowest)


def speeds(terms: Terms, way: Way) -> tuple[NonPersistentSpeed, ...]:
    """NPMSPEED of the channel: of both its ends, where they differ."""
    sender = terms.senders.get(way.transmission_queue, ChannelAttributes())
    receiver = terms.receivers.get(_partners(way), sender)
    return tuple(dict.fromkeys((sender.non_persistent_speed, receiver.non_persistent_speed)))


def _partners(way: Way) -> tuple[str, str]:
    return owner(way.transmission_queue), way.remote


def ends(way: Way, terms: Terms) -> tuple[End, End]:
    """AM-01: an end counts where the tester has defined it and its queue manager is one of the chapter's."""
    sending, receiving = _partners(way)
    sender = terms.senders.get(way.transmission_queue)
    receiver = terms.receivers.get((sending, receiving))
    if not intercepted(terms.queue_managers[sending]):
        sender = None
    if receiving not in terms.queue_managers or not intercepted(terms.queue_managers[receiving]):
        receiver = None
    return End(sending, sender, terms), End(receiving, receiver, terms)
