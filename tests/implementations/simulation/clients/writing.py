"""How the JMS client writes a message: descriptor and MQRFH2 (HM-01 to HM-48)."""

import re
from collections.abc import Mapping

import msgspec

from implementations.behaviour.calls import OtherIdText
from implementations.behaviour.headers import DestinationPriority
from implementations.behaviour.whole import TypeWithReplyTo
from implementations.decisions.client import ClientDecisions
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.state.objects import NO_ID, AsQueue, CallRefusedError, Message, Origin
from implementations.state.uris import Destination
from implementations.state.written_headers import CorrelationForm, WrittenHeader
from mqtck.reference.vocabulary.commands import SendArguments
from mqtck.reference.vocabulary.constants import (
    PRIORITY_AS_APPLICATION,
    PRIORITY_AS_QUEUE_DEFINITION,
    MessageType,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination, body_of


class Sending(msgspec.Struct, frozen=True):
    """One send or publish; `defaults` are MQPER_* and priority of the definition, `delay` is in ms."""

    destination: Destination
    defaults: tuple[int, int]
    outgoing: OutgoingMessage
    arguments: SendArguments
    delay: int


class Correlation(msgspec.Struct, frozen=True):
    """MQMD.CorrelId in hexadecimal, and the element."""

    field: str = NO_ID
    element: str | None = None


class Writer:
    """`ids` remembers what the send of each label returned, in hexadecimal."""

    def __init__(self, decisions: ClientDecisions, ids: Mapping[str, str]) -> None:
        self.decisions = decisions
        self.ids = ids

    def write(self, manager: QueueManager, sending: Sending) -> tuple[Message, frozenset[AsQueue]]:
        """The message, and what its sender left to the definition."""
        decisions, now = self.decisions, manager.now
        destination, outgoing, arguments = sending.destination, sending.outgoing, sending.arguments
        as_queue = set()
        chosen = decisions.delivery_mode(arguments.delivery_mode, outgoing)
        mode = decisions.mode_of_destination(chosen, destination)
        if mode is None:
            persistence = sending.defaults[0]
            as_queue.add(AsQueue.PERSISTENCE)
        else:
            persistence = decisions.persistence(mode)
        match destination.priority:
            case value if value == PRIORITY_AS_APPLICATION:
                priority = decisions.priority(arguments.priority, outgoing)
            case value if value == PRIORITY_AS_QUEUE_DEFINITION:
                priority = sending.defaults[1]
                as_queue.add(AsQueue.PRIORITY)
            case _ if decisions.behaviour.destination_priority is DestinationPriority.DOES_NOT:
                priority = decisions.priority(arguments.priority, outgoing)
            case overriding_priority:
                priority = overriding_priority
        expiry = manager.enforcement.life_of_jms(decisions.expiry(arguments.time_to_live))
        reply = _reply(outgoing)
        request = reply and decisions.behaviour.type_with_reply_to is TypeWithReplyTo.REQUEST
        correlation = self._correlation(outgoing)
        timestamp = decisions.timestamp(now, outgoing)
        expiration = decisions.expiration(now, arguments.time_to_live, sending.delay)
        header = WrittenHeader(
            destination=decisions.destination_element(destination, manager.name),
            reply_to=None if reply is None else decisions.reply_element(reply, manager.name),
            delivery_mode=decisions.mode_element(chosen, mode, persistence, destination),
            priority=decisions.priority_element(arguments.priority, priority, destination),
            correlation_id=correlation.element,
            mcd=decisions.type_elements(outgoing.jms_type),
            expiration=decisions.expiration_element(expiration),
            expiration_type=None if expiration is None else decisions.expiration_type(),
            timestamp=timestamp,
        )
        message = Message(
            body=body_of(outgoing),
            message_id=decisions.assigned_id(
                manager.new_id(), outgoing, self.ids.get(outgoing.same_object_as or "")
            ),
            correlation_id=correlation.field,
            expiry=expiry,
            put_at=now,
            end_of_life=manager.decisions.end_of_life(now, expiry),
            persistence=persistence,
            priority=priority,
            origin=Origin.JMS,
            report=outgoing.report,
            message_type=MessageType.REQUEST if request else MessageType.DATAGRAM,
            reply_to="" if reply is None else decisions.reply_queue(reply),
            reply_to_manager=(reply and reply.queue_manager) or manager.name,
            reply_manager_field="" if reply is None else decisions.reply_manager(reply, manager.name),
            timestamp=timestamp,
            expiration=expiration,
            delivery_time=now + sending.delay,
            header=header if decisions.has_header(destination) else None,
        )
        return message, frozenset(as_queue)

    def _correlation(self, outgoing: OutgoingMessage) -> Correlation:
        decisions = self.decisions
        text = outgoing.correlation_text
        if outgoing.correlation_bytes is not None:
            native = outgoing.correlation_bytes
            element = decisions.correlation_element(CorrelationForm.NATIVE, native)
            return Correlation(decisions.native_bytes(bytes.fromhex(native)).hex(), element)
        if outgoing.correlation_id is not None:
            text = f"ID:{outgoing.correlation_id}"
        elif outgoing.correlates_with in self.ids:
            text = decisions.shown_id(self.ids[outgoing.correlates_with])
        if not text:
            return Correlation()
        if decisions.is_message_id(text):
            element = decisions.correlation_element(CorrelationForm.MESSAGE_ID, text)
            return Correlation(decisions.id_bytes(text).hex(), element)
        if text.startswith("ID:") and decisions.behaviour.other_id_text is not OtherIdText.TEXT:
            return Correlation(_other_id(text, decisions.behaviour.other_id_text))
        element = decisions.correlation_element(CorrelationForm.TEXT, text)
        return Correlation(decisions.text_bytes(text).hex(), element)


def _reply(outgoing: OutgoingMessage) -> QueueDestination | None:
    if outgoing.reply_to is None:
        return None
    return outgoing.reply_destination or QueueDestination(outgoing.reply_to)


def _other_id(text: str, reading: OtherIdText) -> str:
    """In hexadecimal, of a text that begins as a message id and is none."""
    digits = text.removeprefix("ID:")
    if reading is OtherIdText.REFUSED or not re.fullmatch("([0-9a-fA-F]{2}){0,24}", digits):
        raise CallRefusedError(None, f"{text} is no message id")
    return digits.lower().ljust(len(NO_ID), "0")
