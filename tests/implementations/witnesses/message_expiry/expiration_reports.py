"""Traces that show misreadings of expiration reports: whether, where to and what is in them."""

from implementations.witnesses.parts.common import (
    DISABLE,
    EXPIRATION,
    LOOK,
    QUEUES,
    REMOTE,
    TO_Q,
    WATCHED,
    Q,
    Trace,
    delayed,
    message,
    put,
    send,
)
from implementations.witnesses.parts.gets import GET, LOOK_AT_REPLY
from implementations.witnesses.parts.messages import asked, dead_lettered_with_life, late, request
from implementations.witnesses.parts.publications import ALICE, AVAILABLE, READER
from implementations.witnesses.parts.queues import DLQ_DISABLED, ELSEWHERE
from implementations.witnesses.parts.sends import (
    COD,
    DELAY,
    DOWN,
    DUE,
    EXPIRED_BEHIND_RESTART,
    EXPIRING,
    REPLY,
    RESTART,
    persistent,
    staged,
)
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    MqGet,
    MqPut,
    ReadDepth,
    Receive,
    Send,
    SendArguments,
    SetDeadLetterQueue,
    SetTimeToLive,
    StartChannel,
)
from mqtck.reference.vocabulary.constants import DeliveryMode, Persistence, Report
from mqtck.reference.vocabulary.messages import OutgoingMessage, PutDescriptor, TopicDestination
from mqtck.reference.vocabulary.publications import DefineTopic, ReceivePublication

LATE_AND_EXPIRING: Trace = (
    *late(asked(EXPIRATION, reply_to="ANSWERS"), life=9000),
    DISABLE,
    Advance(12_000),
    *LOOK,
)
PAN = int(Report.PAN)
COA = int(Report.COA)


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


TRACES: dict[str, Trace] = {
    "no expiration report": (
        *QUEUES,
        put(expiry=20, report=EXPIRATION),
        Advance(5000),
        MqGet("Q"),
        Browse("REPLY"),
    ),
    "expiration report only without data": (
        *QUEUES,
        put(expiry=20, report=int(Report.EXPIRATION_WITH_FULL_DATA)),
        Advance(5000),
        MqGet("Q"),
        Browse("REPLY"),
    ),
    "expired request unreported": request(EXPIRATION),
    "expiration report of another message": (
        *(*QUEUES, DefineLocalQueue("OTHER"), EXPIRING, MqPut("Q", OutgoingMessage("n", reply_to="OTHER"))),
        *(Advance(5000), GET, *LOOK_AT_REPLY, Browse("OTHER")),
    ),
    "expiration reports dead-lettered besides": (
        *(*QUEUES, put(expiry=20, report=EXPIRATION), Advance(5000), MqGet("Q"), MqGet("REPLY")),
        ReadDepth("DLQ"),
    ),
    "expiration report of the persistent": (
        *QUEUES,
        MqPut(
            "Q", message(report=EXPIRATION), PutDescriptor(expiry=20, persistence=Persistence.NOT_PERSISTENT)
        ),
        Advance(5000),
        Receive("Q"),
        Browse("REPLY"),
    ),
    "dead letters unreported": (
        *dead_lettered_with_life(DeliveryMode.PERSISTENT, 20_000),
        Advance(22_000),
        Browse("DLQ"),
        Browse("REPLY"),
    ),
    "reports without feedback": (
        *(*QUEUES, put("m", 20, int(Report.EXPIRATION_WITH_FULL_DATA)), Advance(5000)),
        *(MqGet("Q"), Browse("REPLY")),
    ),
    "no expiration reports after a restart": (*EXPIRED_BEHIND_RESTART, Browse("REPLY")),
    "expired on a transmission queue unreported": (
        *REMOTE,
        DefineLocalQueue("REPLY"),
        put(expiry=20, report=EXPIRATION),
        Advance(7000),
        StartChannel("XMIT"),
        Advance(1000),
        Browse("XMIT"),
        Browse("REPLY"),
    ),
    "expired publications unreported": (
        *READER,
        SetTimeToLive("p", 2000),
        send(report=EXPIRATION),
        Advance(5000),
        ReceivePublication("alice"),
        Browse("REPLY"),
    ),
    "expiration report behind an alias dropped": (
        *DLQ_DISABLED,
        DefineAliasQueue("ANSWERS", "REPLY"),
        *LATE_AND_EXPIRING,
        Browse("REPLY"),
    ),
    "expiration report elsewhere dropped": (
        *DLQ_DISABLED,
        *ELSEWHERE,
        *LATE_AND_EXPIRING,
        ReadDepth("QM2"),
    ),
    "expired back at restart": (
        *QUEUES,
        MqPut("Q", asked(EXPIRATION), PutDescriptor(expiry=10, persistence=Persistence.PERSISTENT)),
        DUE,
        GET,
        Browse("REPLY"),
        *RESTART,
        GET,
        Browse("REPLY"),
    ),
    "end unreported beside COA": _reported(EXPIRATION | COA),
    "end unreported beside PAN, NAN or activity": _reported(EXPIRATION | PAN),
    "staged end unreported beside COD": staged(EXPIRATION | COD),
    "ended while down and unreported": (
        *(*QUEUES, persistent(expiry=40), Advance(1000), *DOWN),
        *(Browse("Q"), ReadDepth("Q"), Browse("REPLY")),
    ),
    "dead letters ended while down and unreported": (
        *(*QUEUES, *delayed(2000, 8000, EXPIRATION), DISABLE, Advance(4000), ReadDepth("DLQ"), *DOWN),
        *(Browse("DLQ"), ReadDepth("DLQ"), Browse("REPLY")),
    ),
    "ended on the way while down and unreported": (
        *(*REMOTE, DefineLocalQueue("REPLY"), persistent(expiry=40), *DOWN, Advance(2000)),
        *(StartChannel("XMIT"), Advance(2000), ReadDepth("XMIT"), Browse("REPLY")),
    ),
    "publications ended while down and unreported": (
        *(DefineTopic("T", "T", AVAILABLE, AVAILABLE), DefineLocalQueue("REPLY"), ALICE),
        *(CreateProducer("p", topic=TopicDestination("T")), SetTimeToLive("p", 4000)),
        *(send(report=EXPIRATION), Advance(1000), *DOWN),
        *(ALICE, ReceivePublication("alice"), Advance(1000), Browse("REPLY")),
    ),
    "staged end of the lowest priority unreported": (
        *(*QUEUES, SetDeadLetterQueue(None), CreateProducer("p", destination=TO_Q), DELAY),
        Send("p", message(report=EXPIRATION), arguments=SendArguments(DeliveryMode.PERSISTENT, 0, 8000)),
        *(DISABLE, DUE, *WATCHED),
    ),
}
