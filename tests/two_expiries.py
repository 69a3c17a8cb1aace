"""Messages with a transmission-queue header, and the Expiry of both descriptors of the one shown last."""

from typing import Any

from msgspec.structs import replace

from mqtck.reference.vocabulary.commands import (
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    MqPut,
    QueueAttributes,
    Usage,
)
from mqtck.reference.vocabulary.environment import SetEnforcementVariable
from mqtck.reference.vocabulary.messages import (
    Descriptor,
    OutgoingMessage,
    PutDescriptor,
    SeenMessage,
    SeenTransmissionHeader,
    TransmissionHeader,
)
from mqtck.reference.vocabulary.outcomes import Browsed, ErrorFamily, MessageReturned, Outcome, Refused, Sent
from mqtck.reference.vocabulary.traces import Trace

ACCEPTED = Sent(descriptor=Descriptor(message_id=f"{0xABC:048x}"))
FORWARD = (
    DefineQueueManager("QM2"),
    DefineLocalQueue("STOCK", queue_manager="QM2"),
    DefineLocalQueue("TO.QM2", QueueAttributes(usage=Usage.TRANSMISSION)),
    DefineRemoteQueue("ORDERS", "STOCK", "QM2", "TO.QM2"),
)
NORMAL = DefineLocalQueue("Q")
EXPORTED = SetEnforcementVariable("True")
SECONDS = 1000


def refusal(reason: int = 2142) -> Refused:
    return Refused(reason=reason, family=ErrorFamily.MQI)


def header(expiry: int = -1, **fields: Any) -> TransmissionHeader:
    return TransmissionHeader("STOCK", "QM2", expiry, **fields)


def put(
    queue: str, separate: int = -1, own: TransmissionHeader | None = None, label: str = "m1", **fields: Any
) -> MqPut:
    message = OutgoingMessage(label, transmission_header=own, **fields)
    return MqPut(queue, message, PutDescriptor(expiry=separate))


def last_message(trace: Trace) -> SeenMessage:
    match trace.steps[-1].outcome:
        case MessageReturned(message=message) | Browsed(messages=(message,)):
            return message
        case outcome:
            raise AssertionError(outcome)


def both(trace: Trace) -> tuple[object, object]:
    """The Expiry of the separate and of the embedded descriptor of the message shown last."""
    message = last_message(trace)
    assert isinstance(message.transmission_header, SeenTransmissionHeader)
    return message.descriptor.expiry, message.transmission_header.descriptor.expiry


def showing(trace: Trace, separate: int, embedded: int) -> dict[int, Outcome]:
    """The last answer with these two fields."""
    message = last_message(trace)
    assert isinstance(message.transmission_header, SeenTransmissionHeader)
    changed = replace(
        message,
        descriptor=replace(message.descriptor, expiry=separate),
        transmission_header=replace(message.transmission_header, descriptor=Descriptor(expiry=embedded)),
    )
    shown = trace.steps[-1].outcome
    return {-1: Browsed((changed,)) if isinstance(shown, Browsed) else MessageReturned(changed)}
