"""Misreadings of what receivers are shown: right at the send, and another thing when the message is got."""

from msgspec.structs import replace

from mqtck.reference.vocabulary.commands import Command, Send
from mqtck.reference.vocabulary.constants import DeliveryMode, Persistence
from mqtck.reference.vocabulary.messages import DeadLetterHeader, SeenMessage, TopicDestination
from mqtck.reference.vocabulary.outcomes import Browsed, MessageReturned, Outcome

from .misreading import misreading
from .world import SimulatedWorld


class Receivers(SimulatedWorld):
    """Shows messages otherwise than they were sent."""

    def execute(self, command: Command) -> Outcome:
        match super().execute(command):
            case MessageReturned(message=message):
                return MessageReturned(self.shown(message))
            case Browsed(messages=messages):
                return Browsed(tuple(map(self.shown, messages)))
            case outcome:
                return outcome

    def shown(self, message: SeenMessage) -> SeenMessage:
        raise NotImplementedError


class TimestampAnew(Receivers):
    """Writes the MQRFH2 of some messages again, with the time of the day."""

    def shown(self, message: SeenMessage) -> SeenMessage:
        if not isinstance(message.folder.timestamp, int) or not self.concerned(message):
            return message
        return replace(message, folder=replace(message.folder, timestamp=self.now()))

    def concerned(self, message: SeenMessage) -> bool:
        raise NotImplementedError


@misreading(
    "timestamp element of the arrival",
    "Writes into the MQRFH2 when a delayed message has come.",
    *("X-42", "X-41", "HM-35"),
)
class TimestampOfArrival(TimestampAnew):
    def concerned(self, message: SeenMessage) -> bool:
        return message.header.delivery_time != message.header.timestamp


@misreading(
    "timestamp element of the receipt",
    "Writes into the MQRFH2 of a publication when it is received.",
    *("HM-35", "HM-48"),
)
class TimestampOfReceipt(TimestampAnew):
    def concerned(self, message: SeenMessage) -> bool:
        return isinstance(message.header.topic, TopicDestination)


@misreading(
    "timestamp element of the burial",
    "Writes into the MQRFH2 when a message was dead-lettered.",
    *("X-17", "X-42", "X-41", "HM-35", "DD-98"),
)
class TimestampOfBurial(TimestampAnew):
    def concerned(self, message: SeenMessage) -> bool:
        return isinstance(message.dead_letter_header, DeadLetterHeader)


@misreading(
    "no id for receivers of the non-persistent",
    "Shows receivers no JMSMessageID of what is not persistent.",
    *("HM-28", "HM-27", "HM-31", "X-02"),
)
class NoIdForReceivers(Receivers):
    def shown(self, message: SeenMessage) -> SeenMessage:
        if message.header.delivery_mode != DeliveryMode.NON_PERSISTENT:
            return message
        return replace(message, header=replace(message.header, message_id=None))


@misreading(
    "another id in the descriptor of the persistent",
    "Gives what is persistent an id in its descriptor that nobody was told.",
    *("HM-28", "HM-30", "HM-27"),
)
class AnotherIdInDescriptor(Receivers):
    def shown(self, message: SeenMessage) -> SeenMessage:
        descriptor = message.descriptor
        if descriptor.persistence != Persistence.PERSISTENT or not isinstance(descriptor.message_id, str):
            return message
        return replace(message, descriptor=replace(descriptor, message_id=descriptor.message_id[::-1]))


@misreading(
    "correlation id of the copy for an object sent again",
    "Leaves the id of the message in MQMD.CorrelId where a delayed message object was sent before.",
    *("X-03", "X-42"),
)
class CopysCorrelationId(Receivers):
    again: frozenset[str] = frozenset()

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, Send) and command.message.same_object_as is not None:
            self.again |= {command.message.label}
        return super().execute(command)

    def shown(self, message: SeenMessage) -> SeenMessage:
        if message.body not in self.again:
            return message
        staged = message.descriptor.message_id
        return replace(message, descriptor=replace(message.descriptor, correlation_id=staged))


@misreading(
    "reply-to queue of the message before",
    "Moves messages with one descriptor, in which the reply-to queue of the last one that had one stays.",
    *("X-22", "X-42"),
)
class ReplyQueueOfTheOneBefore(Receivers):
    before = ""

    def shown(self, message: SeenMessage) -> SeenMessage:
        named = message.descriptor.reply_to_queue
        if not isinstance(named, str):
            return message
        self.before = named or self.before
        return replace(message, descriptor=replace(message.descriptor, reply_to_queue=self.before))


@misreading(
    "no id for subscribers",
    "Shows subscribers no JMSMessageID.",
    *("HM-27", "HM-48", "HM-28", "HM-31"),
)
class NoIdForSubscribers(Receivers):
    def shown(self, message: SeenMessage) -> SeenMessage:
        if not isinstance(message.header.topic, TopicDestination):
            return message
        return replace(message, header=replace(message.header, message_id=None))
