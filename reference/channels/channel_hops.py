"""Where a channel takes a message: to its first queue manager, and behind that over one more channel.

Covers EX-06 and EX-20 for a message that has several transmission queues before it. Where the name of a
remote queue leads to a transmission queue there, the message goes on from it. Left out: what a channel makes
of the message (`channel_decisions`).

Silent point: whether a definition counts when the message comes or when it goes on; what is seen to have
been in force when it came counts, and where that was several, its way is open.
"""

from enum import Enum
from typing import Final

from msgspec.structs import replace

from mqtck.reference.queues.transmission_queues import perhaps_without_header
from mqtck.reference.state.messages import NOWHERE, Message
from mqtck.reference.state.queue_keys import owner
from mqtck.reference.state.state import State

ROUND: Final = 1000
"""Transmission queues that a message may come to behind the first one, if its way leads round."""


class Leg(Enum):
    """Whether a channel takes a message from where it was put, or one behind another has it."""

    FIRST = "from the queue manager of the put"
    LATER = "from one that another channel has brought it to"


def leg_of(state: State, message: Message, transmission_queue: str) -> Leg:
    """Whether the message was put to this transmission queue, or came to it over a channel."""
    hops = state.hops.get(message.serial, ())
    return Leg.LATER if any(queue == transmission_queue for queue, _ in hops) else Leg.FIRST


def leads_to(state: State, message: Message, transmission_queue: str) -> str:
    """The remote queue that a message on this transmission queue is meant for; empty where that is open."""
    later = dict(state.hops.get(message.serial, ()))
    if transmission_queue in later:
        return later[transmission_queue]
    first = transmission_queue == message.first or owner(transmission_queue) == message.queue_manager
    return (message.onward or "") if first else ""


def may_lead_to(state: State, message: Message, transmission_queue: str) -> tuple[str, ...]:
    """Where the message is meant for, the preferred first.

    DD-74: what the name led to at the send is tolerated.
    """
    onward = leads_to(state, message, transmission_queue)
    before = message.onward_before
    if before is None or onward != message.onward:
        return (onward,)
    if before == NOWHERE and not perhaps_without_header(message, transmission_queue):
        return (onward,)
    return (onward, before)


def led(state: State, message: Message, queue: str, onward: str) -> State:
    """The state in which it is known where a message goes on to that a channel takes to the next one.

    What the definitions have led to that were in force when it came counts; of several it is open which. One
    that comes home may go round, over the same queues once more, and nobody counts how often.
    """
    later = dict(state.hops.get(message.serial, ()))
    known = later.get(queue, onward)
    later[queue] = known if known == onward else ""
    hops = tuple(later.items())
    if hops == state.hops.get(message.serial):
        return state
    comes_home = any(owner(one) == message.queue_manager for one in later)
    farther = replace(state.messages[message.serial], hops=ROUND if comes_home else len(hops))
    messages = state.messages.set(message.serial, farther)
    return replace(state, hops=state.hops.set(message.serial, hops), messages=messages)
