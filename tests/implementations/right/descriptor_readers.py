"""Right JMS clients that know of a message what its MQMD tells, where its data do not begin with the MQRFH2.

None of the documents says that a client looks behind a dead-letter header, a transmission-queue header or the
header of AMS (see `mqtck.reference.comparisons.beginnings`).
"""

from collections.abc import Callable

from msgspec import UNSET
from msgspec.structs import replace

from implementations.simulation.world import SimulatedAdapter, SimulatedWorld
from implementations.state.objects import NO_ID
from mqtck.reference.vocabulary.commands import Command
from mqtck.reference.vocabulary.messages import (
    DeadLetterHeader,
    JmsHeader,
    Protection,
    SeenMessage,
    SeenTransmissionHeader,
)
from mqtck.reference.vocabulary.outcomes import Browsed, MessageReturned, Outcome

HUNDREDTH = 10
"""Ms that MQMD.PutTime counts."""
HEADS = (DeadLetterHeader, SeenTransmissionHeader, Protection)


class DescriptorReader(SimulatedWorld):
    """JMSTimestamp in hundredths of a second, no JMSExpiration, neither JMSType nor JMSDestination."""

    def execute(self, command: Command) -> Outcome:
        match super().execute(command):
            case MessageReturned(message=message):
                return MessageReturned(self._as_read(message))
            case Browsed(messages=messages):
                return Browsed(tuple(self._as_read(message) for message in messages))
            case outcome:
                return outcome

    def _as_read(self, seen: SeenMessage) -> SeenMessage:
        heads = (seen.dead_letter_header, seen.transmission_header, seen.protection)
        by_jms = seen.header.message_id is not UNSET
        if not by_jms or not any(isinstance(head, HEADS) for head in heads):
            return seen
        header, native = seen.header, seen.descriptor.correlation_id
        correlation = None if native == NO_ID else native
        read = JmsHeader(
            message_id=header.message_id,
            timestamp=int(header.timestamp or 0) // HUNDREDTH * HUNDREDTH,
            expiration=0,
            delivery_time=0,
            delivery_mode=int(seen.descriptor.persistence or 0) + 1,
            priority=seen.descriptor.priority,
            correlation_id=f"ID:{correlation}" if isinstance(correlation, str) else None,
            correlation_bytes=correlation,
            reply_to=seen.descriptor.reply_to_queue or None,
            type=None,
        )
        return replace(seen, header=read)


READERS: dict[str, Callable[[], SimulatedAdapter]] = {
    "reads no header behind another": lambda: SimulatedAdapter(
        name="reads no header behind another", world=DescriptorReader
    ),
}
