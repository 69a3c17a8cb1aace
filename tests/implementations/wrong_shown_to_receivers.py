"""Misreadings of what receivers are shown: right at the send, and another thing when the message is got."""

from typing import Any

from msgspec.structs import replace

from mqtck.reference.vocabulary.commands import Command, Send, SetDeliveryDelay
from mqtck.reference.vocabulary.constants import DeliveryMode, MessageType, Persistence
from mqtck.reference.vocabulary.messages import (
    DeadLetterHeader,
    DelayHeader,
    SeenMessage,
    SeenTransmissionHeader,
    TopicDestination,
)
from mqtck.reference.vocabulary.outcomes import Browsed, MessageReturned, Outcome

from .misreading import misreading
from .world import SimulatedWorld

STAGED = "MQDELAY"
"""The format of a delay header, which has none that is documented."""


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


class OfDelayed(Receivers):
    """Shows delayed messages, and reports about them, otherwise than others."""

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.delays: dict[str, int] = {}
        self.delayed: set[str] = set()

    def execute(self, command: Command) -> Outcome:
        match command:
            case SetDeliveryDelay(producer=producer, milliseconds=delay):
                self.delays[producer] = delay
            case Send(producer=producer, message=message) if self.delays.get(producer):
                self.delayed.add(message.label)
        return super().execute(command)

    def shown(self, message: SeenMessage) -> SeenMessage:
        return self.changed(message) if message.body in self.delayed and self.concerned(message) else message

    def concerned(self, message: SeenMessage) -> bool:
        raise NotImplementedError

    def changed(self, message: SeenMessage) -> SeenMessage:
        return replace(message, descriptor=replace(message.descriptor, format=STAGED))


@misreading(
    "format of the staging queue on the target",
    "Takes the delay header off a message and leaves its name in MQMD.Format.",
    *("X-42", "DD-10"),
)
class StagedFormat(OfDelayed):
    def concerned(self, message: SeenMessage) -> bool:
        return message.delay_header is DelayHeader.ABSENT and message.dead_letter_header is None


@misreading(
    "format of the staging queue on the dead-letter queue",
    "Puts a dead-letter header in front of a message and leaves the name of the delay header in MQMD.Format.",
    *("X-17", "DD-98"),
)
class BuriedFormat(OfDelayed):
    def concerned(self, message: SeenMessage) -> bool:
        return isinstance(message.dead_letter_header, DeadLetterHeader)


@misreading(
    "format of the staging queue in reports",
    "Takes the delay header off the data of a report and leaves its name in MQMD.Format.",
    *("DD-83", "X-12", "X-19"),
)
class ReportedFormat(OfDelayed):
    def concerned(self, message: SeenMessage) -> bool:
        return message.descriptor.message_type == MessageType.REPORT


@misreading(
    "timestamp element of the report",
    "Writes into the MQRFH2 of a delayed message when it was reported.",
    *("DD-83", "X-12", "X-19"),
)
class TimestampOfReport(ReportedFormat):
    def changed(self, message: SeenMessage) -> SeenMessage:
        return replace(message, folder=replace(message.folder, timestamp=self.now()))


@misreading(
    "format of the staging queue on the way",
    "Leaves the name of the delay header in the descriptor within the MQXQH.",
    *("X-31", "DD-10"),
)
class FormatOnTheWay(OfDelayed):
    def concerned(self, message: SeenMessage) -> bool:
        return isinstance(message.transmission_header, SeenTransmissionHeader)

    def changed(self, message: SeenMessage) -> SeenMessage:
        header = message.transmission_header
        assert isinstance(header, SeenTransmissionHeader)
        embedded = replace(header.descriptor, format=STAGED)
        return replace(message, transmission_header=replace(header, descriptor=embedded))
