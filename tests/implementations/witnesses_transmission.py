"""Traces that show the faults of `wrong_transmission`."""

from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    DefineLocalQueue,
    GetMode,
    MqGet,
    MqPut,
    MqPut1,
    QueueAttributes,
    ReadDepth,
    Usage,
)
from mqtck.reference.vocabulary.constants import PASS_EXPIRATION
from mqtck.reference.vocabulary.environment import DefineImsBridgeQueue, SetEnforcementVariable, Visibility
from mqtck.reference.vocabulary.messages import ImsHeader, OutgoingMessage, PutDescriptor, TransmissionHeader

from .witness_parts import EXPIRATION, QUEUES, REMOTE, Q, Trace, delayed, put

EXPORTED: Trace = (*QUEUES, SetEnforcementVariable("True"))
BEYOND = 1_000_000_000
XMIT: Trace = (DefineLocalQueue("X", QueueAttributes(usage=Usage.TRANSMISSION)),)
BROWSED: Trace = (MqGet("XMIT", GetMode.BROWSE_FIRST),)


def behind(queue: str, separate: int, embedded: int, length: int | None = None) -> MqPut:
    header = TransmissionHeader("FAR", "QM2", embedded, length)
    return MqPut(queue, OutgoingMessage("m", transmission_header=header), PutDescriptor(expiry=separate))


def request(flags: int) -> Trace:
    message = OutgoingMessage("m", reply_to="REPLY", ims_header=ImsHeader(flags))
    return (
        *QUEUES,
        DefineImsBridgeQueue("IMS"),
        MqPut("IMS", message, PutDescriptor(expiry=600)),
        Advance(1000),
        Browse("REPLY"),
    )


OVER: Trace = (*Q, behind("Q", 600, 20), Advance(10_000), MqGet("Q"))

TRANSMISSION: dict[str, Trace] = {
    "limit never enforced": (*EXPORTED, put(expiry=BEYOND)),
    "zero accepted": (*EXPORTED, put(expiry=0)),
    "MQPUT1 not checked": (
        *EXPORTED,
        MqPut1("Q", OutgoingMessage("m"), PutDescriptor(expiry=BEYOND)),
    ),
    "limit itself refused": (*EXPORTED, put(expiry=999_999_999)),
    "limit in 31 bits": (*EXPORTED, put(expiry=2_147_483_647)),
    "unlimited refused": (*EXPORTED, put(expiry=-1)),
    "refused with another reason": (*EXPORTED, put(expiry=BEYOND)),
    "refused put reported": (*EXPORTED, put(expiry=BEYOND, report=EXPIRATION), ReadDepth("REPLY")),
    "variable of the shell": (
        *Q,
        put("a", BEYOND),
        SetEnforcementVariable("True", Visibility.SHELL_ONLY),
        put("b", BEYOND),
    ),
    "False turns it off": (*Q, SetEnforcementVariable("False"), put(expiry=BEYOND)),
    "embedded field unlimited": (*REMOTE, put(expiry=600), *BROWSED),
    "embedded field not decremented": (*REMOTE, put(expiry=600), Advance(20_000), *BROWSED),
    "embedded unlimited decremented": (*Q, behind("Q", 600, -1), Advance(10_000), MqGet("Q")),
    "embedded field below zero": OVER,
    "embedded field at least 1": OVER,
    "embedded field unlimited when over": OVER,
    "embedded field not checked": (*XMIT, SetEnforcementVariable("True"), behind("X", 600, 0)),
    "short header accepted": (*XMIT, behind("X", 600, 600, 123)),
    "fields that differ refused oddly": (*XMIT, behind("X", 600, 300)),
    "same fields refused": (*XMIT, behind("X", 600, 600)),
    "short header not returned": (*Q, behind("Q", 600, 600, 104), MqGet("Q")),
    "expired by the embedded field": OVER,
    "kept by the embedded field": (*Q, behind("Q", 20, 600), Advance(10_000), MqGet("Q")),
    "life of the send in the header": (*REMOTE, *delayed(5000, 60_000), Advance(10_000), *BROWSED),
    "reply as limited as its request": request(0),
    "reply gone with its request": (
        *request(0)[:-1],
        ReadDepth("REPLY"),
        Advance(60_000),
        MqGet("REPLY"),
    ),
    "replies never limited": request(PASS_EXPIRATION),
    "reply lives longer": request(PASS_EXPIRATION),
}
