"""Messages in front of whose MQRFH2 stands something else: another header, or the protection of AMS.

The mapping (HM-14, HM-34, HM-35) is about what a send writes into MQMD and MQRFH2. None of the documents
says what a JMS client makes of a message that begins with a dead-letter header, a transmission-queue header
or the header of AMS: it may look behind that, or know of MQMD alone. So JMSTimestamp, JMSExpiration and
whatever else comes from the MQRFH2 are not judged there; what is written is, and what JMS reads in MQMD.
"""

from msgspec import UNSET

from mqtck.reference.queues.transmission_queues import is_transmission_queue
from mqtck.reference.state.messages import Message
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Belief, OnQueue, Route
from mqtck.reference.vocabulary.messages import (
    DeadLetterHeader,
    Protection,
    SeenMessage,
    SeenTransmissionHeader,
)


def begins_otherwise(state: State, message: Message, queue_key: str, seen: SeenMessage) -> bool:
    """Whether its data may begin with something else than its MQRFH2, be that shown or not."""
    belief = state.beliefs[message.serial]
    return (
        headed_by_dead_letter(belief, queue_key, seen)
        or isinstance(seen.transmission_header, SeenTransmissionHeader)
        or is_transmission_queue(state, queue_key)
        or _protected(message, belief, queue_key, seen)
    )


def headed_by_dead_letter(belief: Belief, queue_key: str, seen: SeenMessage) -> bool:
    """Whether it may begin with a dead-letter header, be that shown or not."""
    return isinstance(seen.dead_letter_header, DeadLetterHeader) or any(
        isinstance(status, OnQueue) and status.route is Route.DEAD_LETTERED and status.queue == queue_key
        for status in belief
    )


def _protected(message: Message, belief: Belief, queue_key: str, seen: SeenMessage) -> bool:
    if seen.protection is not UNSET:
        return isinstance(seen.protection, Protection)
    return message.policy is not None or any(
        isinstance(status, OnQueue)
        and status.queue == queue_key
        and status.safeguard is not None
        and status.safeguard.policy is not None
        for status in belief
    )
