"""Traces that show misreadings of expiration reports before the discard, or without an option."""

from implementations.witnesses.parts.common import EXCEPTION, EXPIRATION, QUEUES, Trace, message, put, send
from implementations.witnesses.parts.gets import GET, LOOK_AT_REPLY
from implementations.witnesses.parts.sends import ASKING, COD, staged
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    DefineLocalQueue,
    MqGet,
    ReadDepth,
    Receive,
    Send,
)
from mqtck.reference.vocabulary.constants import Report
from mqtck.reference.vocabulary.messages import OutgoingMessage

ANSWERED = OutgoingMessage("m2", reply_to="REPLY")
OVER: Trace = (Advance(5000), Browse("Q"), Browse("REPLY"))

TRACES: dict[str, Trace] = {
    "staged end reported for COD": staged(COD),
    "departure reported at expiry": (
        *(*QUEUES, put(expiry=20, report=int(Report.COD)), Advance(5000), GET, *LOOK_AT_REPLY),
    ),
    "expiration report unasked": (
        *QUEUES,
        put(expiry=20, report=int(Report.PASS_CORREL_ID)),
        Advance(5000),
        MqGet("Q"),
        Browse("REPLY"),
    ),
    "expiry taken for an exception": (
        *QUEUES,
        put(expiry=20, report=EXCEPTION),
        Advance(5000),
        MqGet("Q"),
        Browse("REPLY"),
    ),
    "report before the discard": (
        *QUEUES,
        put(expiry=20, report=EXPIRATION),
        Advance(5000),
        Browse("REPLY"),
        ReadDepth("Q"),
    ),
    "report options stay with the object": (
        *(
            *ASKING,
            send(report=EXPIRATION),
            Send("p", OutgoingMessage("m2", reply_to="REPLY", same_object_as="m")),
        ),
        *OVER,
    ),
    "report options of the message before": (*ASKING, send(report=EXPIRATION), Send("p", ANSWERED), *OVER),
    "report options of what was received": (
        *(*ASKING, DefineLocalQueue("B"), Send("p", message(report=EXPIRATION)), Receive("Q")),
        *(Send("p", ANSWERED), *OVER),
    ),
}
