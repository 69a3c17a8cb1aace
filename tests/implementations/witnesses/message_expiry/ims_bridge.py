"""Traces that show misreadings of the expiry of replies from the IMS bridge."""

from implementations.witnesses.parts.common import QUEUES, Trace
from mqtck.reference.vocabulary.commands import Advance, Browse, DefineLocalQueue, MqGet, MqPut, ReadDepth
from mqtck.reference.vocabulary.constants import PASS_EXPIRATION
from mqtck.reference.vocabulary.environment import DefineImsBridgeQueue
from mqtck.reference.vocabulary.messages import ImsHeader, OutgoingMessage, PutDescriptor


def request_with_flags(flags: int) -> Trace:
    """A request to IMS with these flags, and its reply."""
    outgoing = OutgoingMessage("m", reply_to="REPLY", ims_header=ImsHeader(flags))
    return (
        DefineImsBridgeQueue("IMS"),
        DefineLocalQueue("REPLY"),
        MqPut("IMS", outgoing, PutDescriptor(expiry=600)),
        Advance(1000),
        Browse("REPLY"),
    )


def request(flags: int) -> Trace:
    message = OutgoingMessage("m", reply_to="REPLY", ims_header=ImsHeader(flags))
    return (
        *QUEUES,
        DefineImsBridgeQueue("IMS"),
        MqPut("IMS", message, PutDescriptor(expiry=600)),
        Advance(1000),
        Browse("REPLY"),
    )


TRACES: dict[str, Trace] = {
    "flags for IMS compared as a whole": request_with_flags(PASS_EXPIRATION | 0x8),
    "any flag for IMS passes the life": request_with_flags(0x8),
    "reply as limited as its request": request(0),
    "replies never limited": request(PASS_EXPIRATION),
    "reply lives longer": request(PASS_EXPIRATION),
    "reply gone with its request": (
        *request(0)[:-1],
        ReadDepth("REPLY"),
        Advance(60_000),
        MqGet("REPLY"),
    ),
}
