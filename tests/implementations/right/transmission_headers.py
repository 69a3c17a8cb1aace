"""Right implementations whose messages on a transmission queue have a descriptor of their own in front.

None of the documents says what, beside Expiry, the separate descriptor repeats of the one that is embedded in
the header, nor whether a sender takes the header off what it moves to a dead-letter queue.
"""

from collections.abc import Callable

from msgspec import UNSET
from msgspec.structs import replace

from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.world import SimulatedAdapter, SimulatedWorld
from implementations.state.objects import Message
from mqtck.reference.vocabulary.commands import Command
from mqtck.reference.vocabulary.constants import MessageType
from mqtck.reference.vocabulary.messages import SeenMessage, SeenTransmissionHeader
from mqtck.reference.vocabulary.outcomes import Browsed, MessageReturned, Outcome

MARK = "ee" * 8
"""What the ids of separate descriptors begin with."""


class DescriptorInFront(SimulatedWorld):
    """It has an id of its own, that of the message as its correlation id, and asks for nothing."""

    def execute(self, command: Command) -> Outcome:
        match super().execute(command):
            case MessageReturned(message=message):
                return MessageReturned(_fronted(message))
            case Browsed(messages=messages):
                return Browsed(tuple(_fronted(message) for message in messages))
            case outcome:
                return outcome


def _fronted(seen: SeenMessage) -> SeenMessage:
    header, put = seen.transmission_header, seen.descriptor
    if not isinstance(header, SeenTransmissionHeader) or header.descriptor.message_id is UNSET:
        return seen
    own = MARK + str(put.message_id)[len(MARK) :]
    descriptor = replace(
        put,
        message_id=own,
        correlation_id=put.message_id,
        report=0,
        message_type=MessageType.DATAGRAM,
        feedback=0,
        priority=0,
        reply_to_queue="",
        reply_to_queue_manager="",
    )
    by_jms = seen.header.message_id is not UNSET
    read = replace(seen.header, message_id=f"ID:{own}") if by_jms else seen.header
    return replace(seen, descriptor=descriptor, header=read)


class MovedAsItWaited(QueueManagerDecisions):
    """Behind the dead-letter header stands that of the transmission queue."""

    def moved_by_sender(self, message: Message, waiting: Message) -> Message:
        return replace(message, route=waiting.route, own_header=waiting.own_header)


TRANSMISSION_HEADERS: dict[str, Callable[[], SimulatedAdapter]] = {
    "writes descriptors in front": lambda: SimulatedAdapter(
        name="writes descriptors in front", world=DescriptorInFront
    ),
    "dead-letters headers as well": lambda: SimulatedAdapter(
        name="dead-letters headers as well", decisions=MovedAsItWaited
    ),
    "dead-letters descriptors in front": lambda: SimulatedAdapter(
        name="dead-letters descriptors in front", world=DescriptorInFront, decisions=MovedAsItWaited
    ),
}
