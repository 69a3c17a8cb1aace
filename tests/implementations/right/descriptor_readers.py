"""Right JMS clients that know of a message what its MQMD tells, where its data do not begin with an MQRFH2.

None of the documents says that a client looks behind a dead-letter header, a transmission-queue header or the
header of AMS (see `mqtck.reference.comparisons.beginnings`), nor what JMSTimestamp and JMSExpiration are
where a message was sent to a destination that applications of the MQI read.
"""

from collections.abc import Callable

from msgspec import UNSET
from msgspec.structs import replace

from implementations.behaviour.headers import NativeHeader
from implementations.behaviour.whole import PREFERRED
from implementations.decisions.client import ClientDecisions
from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.world import SimulatedAdapter, SimulatedWorld
from implementations.state.objects import NO_ID
from mqtck.reference.vocabulary.commands import Browse, Command, Receive
from mqtck.reference.vocabulary.constants import UNLIMITED
from mqtck.reference.vocabulary.messages import (
    DeadLetterHeader,
    Descriptor,
    JmsFolder,
    JmsHeader,
    Protection,
    QueueDestination,
    SeenMessage,
    SeenTransmissionHeader,
)
from mqtck.reference.vocabulary.outcomes import Browsed, MessageReturned, Outcome, Sent

HUNDREDTH = 10
"""Ms that MQMD.PutTime counts."""
TENTH = 100
"""Ms that MQMD.Expiry counts."""
BETWEEN = 57
"""Ms: a world begins between two hundredths."""
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
        put_time = int(seen.header.timestamp or 0) // HUNDREDTH * HUNDREDTH
        return replace(seen, header=_read(seen, put_time))


def _read(seen: SeenMessage, put_time: int) -> JmsHeader:
    """What a JMS client can know who reads the MQMD alone."""
    native = seen.descriptor
    correlation = None if native.correlation_id == NO_ID else native.correlation_id
    return JmsHeader(
        message_id=seen.header.message_id,
        timestamp=put_time,
        expiration=0,
        delivery_time=0,
        delivery_mode=int(native.persistence or 0) + 1,
        priority=native.priority,
        correlation_id=f"ID:{correlation}" if isinstance(correlation, str) else None,
        correlation_bytes=correlation,
        reply_to=native.reply_to_queue or None,
        type=None,
    )


class ReaderOfPutTime(SimulatedWorld):
    """Where there is no MQRFH2, JMSTimestamp is MQMD.PutTime, JMSExpiration what is left of the life."""

    def __init__(self, decisions: QueueManagerDecisions, client: ClientDecisions) -> None:
        super().__init__(decisions, client)
        self.simulation.advance(BETWEEN)
        self._put_times: dict[object, int] = {}

    def execute(self, command: Command) -> Outcome:
        match super().execute(command):
            case (
                Sent(
                    descriptor=Descriptor(message_id=message_id), folder=JmsFolder(timestamp=None)
                ) as outcome
            ):
                self._put_times[message_id] = self.now() // HUNDREDTH * HUNDREDTH
                return outcome
            case MessageReturned(message=message) if isinstance(command, Receive):
                return MessageReturned(self._as_read(message, command.queue))
            case Browsed(messages=messages) if isinstance(command, Browse):
                return Browsed(tuple(self._as_read(message, command.queue) for message in messages))
            case outcome:
                return outcome

    def _as_read(self, seen: SeenMessage, queue: str) -> SeenMessage:
        native = seen.descriptor
        put_time = self._put_times.get(native.message_id)
        if put_time is None:
            return seen
        reply = native.reply_to_queue
        manager = native.reply_to_queue_manager or None
        read = replace(
            _read(seen, put_time),
            expiration=self.end_of_life(native),
            destination=QueueDestination(queue),
            reply_destination=QueueDestination(reply, queue_manager=manager) if reply else UNSET,
        )
        return replace(seen, header=read)

    def end_of_life(self, native: Descriptor) -> int:
        limited = isinstance(native.expiry, int) and native.expiry != UNLIMITED
        return self.now() + int(native.expiry or 0) * TENTH if limited else 0


class ReaderOfNoLife(ReaderOfPutTime):
    """Where there is no MQRFH2, no end of the life is known: JMSExpiration is 0."""

    def end_of_life(self, native: Descriptor) -> int:  # noqa: ARG002
        return 0


READERS: dict[str, Callable[[], SimulatedAdapter]] = {
    "reads no header behind another": lambda: SimulatedAdapter(
        name="reads no header behind another", world=DescriptorReader
    ),
    "reads put times": lambda: SimulatedAdapter(
        name="reads put times",
        behaviour=replace(PREFERRED, native_header=NativeHeader.LEFT_OUT),
        world=ReaderOfPutTime,
    ),
    "reads no life": lambda: SimulatedAdapter(
        name="reads no life",
        behaviour=replace(PREFERRED, native_header=NativeHeader.LEFT_OUT),
        world=ReaderOfNoLife,
    ),
}
