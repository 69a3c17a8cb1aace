"""Traces that show misreadings of the two Expiry fields of a message on a transmission queue."""

from msgspec import structs
from msgspec.structs import replace

from implementations.witnesses.parts.common import REMOTE, Q, Trace, delayed, put
from implementations.witnesses.parts.gets import BROWSED, LOCK, UNDER
from implementations.witnesses.parts.queues import XMIT, limit
from implementations.witnesses.parts.sends import EXPORTED, HOURS, RESTART
from mqtck.reference.vocabulary.commands import (
    Advance,
    DefineAliasQueue,
    DefineLocalQueue,
    GetMode,
    MqCommit,
    MqGet,
    MqPut,
    MqPut1,
    QueueAttributes,
    Syncpoint,
    Usage,
)
from mqtck.reference.vocabulary.constants import Persistence
from mqtck.reference.vocabulary.environment import SetEnforcementVariable
from mqtck.reference.vocabulary.messages import OutgoingMessage, PutDescriptor, TransmissionHeader


def behind(queue: str, separate: int, embedded: int, length: int | None = None) -> MqPut:
    header = TransmissionHeader("FAR", "QM2", embedded, length)
    return MqPut(queue, OutgoingMessage("m", transmission_header=header), PutDescriptor(expiry=separate))


TO_ALIAS: Trace = (*XMIT, DefineAliasQueue("A", "X"), SetEnforcementVariable("True"))
NO_LIFE = OutgoingMessage("m", transmission_header=TransmissionHeader("FAR", "QM2", 0))


def in_syncpoint(put: MqPut) -> Trace:
    return (replace(put, syncpoint=Syncpoint.WITHIN), MqCommit(), MqGet("X"))


LOGGED = MqPut(
    "Q",
    OutgoingMessage("m", transmission_header=TransmissionHeader("FAR", "QM2", 400)),
    PutDescriptor(expiry=600, persistence=Persistence.PERSISTENT),
)
OVER: Trace = (*Q, behind("Q", 600, 20), Advance(10_000), MqGet("Q"))

TRACES: dict[str, Trace] = {
    "lives of a header begun anew at a restart": (
        *(*Q, LOGGED, Advance(10_000), *RESTART, Advance(10_000), MqGet("Q")),
    ),
    "largest number in a header accepted": (
        *(*XMIT, SetEnforcementVariable("True"), behind("X", 600, (1 << 31) - 1)),
    ),
    "embedded 0 not checked": (
        DefineLocalQueue("X", QueueAttributes(usage=Usage.TRANSMISSION)),
        SetEnforcementVariable("True"),
        MqPut(
            "X",
            OutgoingMessage("m", transmission_header=TransmissionHeader("FAR", "QM2", 0)),
            PutDescriptor(expiry=600),
        ),
    ),
    "header not checked behind an alias": (*TO_ALIAS, MqPut("A", NO_LIFE, PutDescriptor(expiry=600))),
    "header of MQPUT1 not checked behind an alias": (
        *TO_ALIAS,
        MqPut1("A", NO_LIFE, PutDescriptor(expiry=600)),
    ),
    "header of a browse not over": (
        *Q,
        structs.replace(
            put(expiry=600),
            message=OutgoingMessage("m", transmission_header=TransmissionHeader("FAR", "QM2", 20)),
        ),
        *(Advance(8000), MqGet("Q", GetMode.BROWSE_FIRST)),
    ),
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
    "embedded field not checked in syncpoint": (*EXPORTED, *XMIT, *in_syncpoint(behind("X", 600, 0))),
    "short header accepted in syncpoint": (*XMIT, *in_syncpoint(behind("X", 600, 600, 100))),
    "header untouched under the cursor": (
        *Q,
        MqPut(
            "Q",
            OutgoingMessage("m", transmission_header=TransmissionHeader("STOCK", "QM9", 300)),
            PutDescriptor(expiry=600),
        ),
        *(MqGet("Q", LOCK), Advance(10_000), MqGet("Q", UNDER)),
    ),
    "short header not returned in syncpoint": (
        *(*Q, behind("Q", 600, 600, 104), MqGet("Q", syncpoint=Syncpoint.WITHIN)),
    ),
    "short header not returned by a browse": (
        *(*Q, behind("Q", 600, 600, 104), MqGet("Q", GetMode.BROWSE_FIRST)),
    ),
    "empty header not returned": (*Q, behind("Q", 600, 600, 0), MqGet("Q")),
    "both fields begun anew at a later attempt": (
        *(*REMOTE, *delayed(5000, 36_000_000), limit("XMIT", 0), Advance(6000), limit("XMIT", 10)),
        *(HOURS, *BROWSED),
    ),
}
