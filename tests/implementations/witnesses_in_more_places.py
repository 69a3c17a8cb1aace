"""Traces that show the faults of `wrong_in_more_places`."""

from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Connect,
    DefineLocalQueue,
    MqBackout,
    MqCommit,
    MqGet,
    MqPut,
    ReadDepth,
    Send,
    SetDeadLetterQueue,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, Report
from mqtck.reference.vocabulary.environment import DefineImsBridgeQueue
from mqtck.reference.vocabulary.messages import OutgoingMessage, PutDescriptor

from .witness_parts import (
    DISABLE,
    EXPIRATION,
    QUEUES,
    REMOTE,
    WATCHED,
    WITHIN,
    P,
    Q,
    Trace,
    delayed,
    message,
    put,
    send,
)
from .witnesses_clusters_zos import PUT_OFF, STAGING, TO_Z, Z

PAN, COA, COD = int(Report.PAN), int(Report.COA), int(Report.COD)
REPLY = DefineLocalQueue("REPLY")


def _reported(report: int) -> Trace:
    """A message that is over, discarded by a get, and looked for until a report of its own may have ended."""
    return (
        *Q,
        REPLY,
        put("m", 20, report),
        Advance(5_000),
        MqGet("Q"),
        *(Advance(5_000), Browse("REPLY")) * 725,
    )


def _staged(report: int) -> Trace:
    return (
        *(*QUEUES, SetDeadLetterQueue(None), *delayed(5000, 8000, report), DISABLE, Advance(6000)),
        *WATCHED,
    )


def _request(report: int) -> Trace:
    """A request to the IMS bridge that is committed when its life is over."""
    request = OutgoingMessage("m", report=report, reply_to="REPLY")
    return (
        *(REPLY, DefineImsBridgeQueue("I"), MqPut("I", request, PutDescriptor(expiry=20), syncpoint=WITHIN)),
        *(Advance(5_000), MqCommit(), *(Advance(5_000), Browse("REPLY")) * 725),
    )


def _recalled(*then: Advance | MqBackout | Browse | ReadDepth) -> Trace:
    """A unit of work finds on the staging queue what is over."""
    return (
        *(*Z, STAGING, *TO_Z, DefineLocalQueue("REPLY", queue_manager="Z"), SetTimeToLive("p", 8_000)),
        *(send(report=EXPIRATION), PUT_OFF, Advance(10_000), Connect("z", "Z")),
        *(MqGet(STAGING_QUEUE, syncpoint=WITHIN, connection="z"), *then),
    )


IN_MORE_PLACES: dict[str, Trace] = {
    "end unreported beside COA": _reported(EXPIRATION | COA),
    "end unreported beside PAN, NAN or activity": _reported(EXPIRATION | PAN),
    "staged end unreported beside COD": _staged(EXPIRATION | COD),
    "staged end reported for COD": _staged(COD),
    "expired request answered": _request(0),
    "expired request unreported": _request(EXPIRATION),
    "a recall holds the discard": _recalled(MqBackout("z"), ReadDepth(STAGING_QUEUE, "Z")),
    "a recall holds the report": _recalled(*(Browse("REPLY", "Z"), Advance(5_000)) * 725),
    "life of a dead letter restarted by a backout": (
        *(*QUEUES, *delayed(5000, 60_000), DISABLE, Advance(6_000), MqGet("DLQ", syncpoint=WITHIN)),
        *(Advance(30_000), MqBackout(), MqGet("DLQ")),
    ),
    "life on the way restarted by a backout": (
        *(
            *REMOTE,
            put("m", 600),
            MqGet("XMIT", syncpoint=WITHIN),
            Advance(20_000),
            MqBackout(),
            MqGet("XMIT"),
        ),
    ),
    "0 on the way": (*REMOTE, put("m", 20), Advance(1950), Browse("XMIT")),
    "gives up at the twentieth": (
        *(*P, SetTimeToLive("p", 5000), *(Send("p", message(f"m{number}")) for number in range(20))),
        *(SetTimeToLive("p", 0), Send("p", message("n")), Advance(10_000), MqGet("Q")),
    ),
}
