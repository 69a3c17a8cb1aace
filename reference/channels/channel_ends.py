"""The two ends of a channel and the terms under which it runs, as far as they decide about one message.

A channel may run under terms of which it is not known whether they have reached it yet (AM-18): DEADQ, the
policies, the attributes of its ends. Covers AM-01 (which ends the chapter is about), AM-03 (what is too big
for the channel) and NPMSPEED. What may become of the message then is in `channel_decisions`.
"""

from typing import Final, NamedTuple

from mqtck.reference.chapters.resolution import Resolved
from mqtck.reference.chapters.undelivered_messages import intercepted
from mqtck.reference.queues.send_checks import HEADER_ALLOWANCE
from mqtck.reference.state.channels import Terms
from mqtck.reference.state.intervals import Answer, answer
from mqtck.reference.state.messages import Message
from mqtck.reference.state.once import once
from mqtck.reference.state.queue_keys import key, owner
from mqtck.reference.state.state import State
from mqtck.reference.vocabulary.channels import ChannelAttributes, NonPersistentSpeed

from .channel_hops import Leg

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
    """The terms of a channel that differ in what decides about messages for one queue, the latest first."""
    found: list[Terms] = []
    considered: list[tuple[object, ...]] = []
    for terms in state.runs[transmission_queue].terms:
        counting = _what_counts(terms, transmission_queue, remote, name)
        if counting not in considered:
            considered.append(counting)
            found.append(terms)
    return tuple(found)


def _what_counts(terms: Terms, transmission_queue: str, remote: str, name: str) -> tuple[object, ...]:
    """What of the terms decides about a message; those of other channels and queues change all the time."""
    ends = (owner(transmission_queue), remote)
    counting: list[object] = [terms.senders.get(transmission_queue), terms.receivers.get(ends)]
    for end in ends:
        manager = terms.queue_managers.get(end)
        if manager is None:
            counting.append(None)
            continue
        dead_letter_policy = terms.policies.get(key(end, manager.dead_letter_queue or ""))
        counting += (intercepted(manager), manager.dead_letter_queue, dead_letter_policy)
    return (*counting, key(remote, name) in terms.policies)


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
