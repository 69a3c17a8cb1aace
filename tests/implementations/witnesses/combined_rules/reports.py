"""Traces that show misreadings of reports about delayed messages."""

from implementations.witnesses.parts.common import (
    DISABLE,
    DISCARD,
    EXCEPTION,
    EXPIRATION,
    QUEUES,
    REMOTE,
    TO_Q,
    WITHIN,
    P,
    Trace,
    delayed,
    message,
    send,
)
from implementations.witnesses.parts.gets import GET_IN_UNIT
from implementations.witnesses.parts.messages import ASKED_IN_UNIT, CORRELATION, asked, failing, hopped, late
from implementations.witnesses.parts.sends import DELAY, DOWN, DUE, RESTART, WITH_FULL_DATA
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    CreateProducer,
    DefineLocalQueue,
    EndQueueManager,
    MqBackout,
    MqCommit,
    MqGet,
    ReadDepth,
    Receive,
    Send,
    SendArguments,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetTimeToLive,
    StartChannel,
    StartQueueManager,
    Switch,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode, Report
from mqtck.reference.vocabulary.messages import OutgoingMessage

TWIN_AND_STAGED: Trace = (
    *(*QUEUES, SetDeadLetterQueue(None), CreateProducer("p")),
    Send("p", message("twin", EXPIRATION), TO_Q, SendArguments(DeliveryMode.NON_PERSISTENT, 7, 2000)),
    *(Advance(3000), MqGet("Q"), MqGet("REPLY"), SetDeliveryDelay("p", 5000)),
    Send("p", message("m", EXPIRATION), TO_Q, SendArguments(DeliveryMode.NON_PERSISTENT, 7, 8000)),
    *(DISABLE, Advance(9000), Browse(STAGING_QUEUE), MqGet("REPLY")),
)
"""A message that expires on its target, and one that expires on the staging queue, of priority 7 both."""
CONFIRMED = int(Report.COA | Report.COD)
CONFIRMED_AND_PUT_BACK: Trace = (
    *(*QUEUES, CreateProducer("p", destination=TO_Q), SetDeliveryDelay("p", 5000)),
    *(Send("p", message(report=CONFIRMED)), Advance(6000)),
    *(MqGet("Q", syncpoint=WITHIN), MqBackout(), MqGet("Q", syncpoint=WITHIN), MqBackout(), Receive("Q")),
    *(ReadDepth("REPLY"), Browse("REPLY")),
)
REPORTED_IN_FULL: Trace = (
    *(*QUEUES, CreateProducer("p", destination=TO_Q), SetTimeToLive("p", 2000)),
    *(send("twin", WITH_FULL_DATA), Advance(5000), MqGet("Q"), MqGet("REPLY")),
    *(*delayed(5000, report=Report.EXCEPTION_WITH_FULL_DATA | DISCARD), DISABLE, DUE, MqGet("REPLY")),
)
"""An undelayed message is reported as expired, and a delayed one as failed."""
PASSED = Report.EXPIRATION | Report.PASS_CORREL_ID
IDS = OutgoingMessage("m", report=int(PASSED), reply_to="REPLY", correlation_id="41" * 24)
PASS_ALL = int(Report.EXCEPTION | Report.PASS_MSG_ID | Report.PASS_CORREL_ID)


def reported(options: int, *during: AlterQueue | EndQueueManager | StartQueueManager) -> Trace:
    """A message with a correlation id whose target does not take it."""
    asked = OutgoingMessage("m", report=options, reply_to="REPLY", correlation_id=CORRELATION)
    return (
        *QUEUES,
        *P[1:],
        SetDeliveryDelay("p", 3000),
        Send("p", asked),
        *during,
        Advance(4000),
        Browse("REPLY"),
    )


TRACES: dict[str, Trace] = {
    "delivery confirmed by a channel": (
        *(*REMOTE, DefineLocalQueue("REPLY"), CreateProducer("p", destination=TO_Q), DELAY),
        *(send(report=int(Report.COD)), Advance(6000), StartChannel("XMIT"), Advance(1000)),
        Browse("REPLY"),
    ),
    "correlation id of a text not passed on": (
        *QUEUES,
        CreateProducer("p", destination=TO_Q),
        DELAY,
        Send(
            "p",
            OutgoingMessage(
                "m",
                report=Report.EXCEPTION | Report.PASS_CORREL_ID,
                reply_to="REPLY",
                correlation_text="order 17 of the day, cake",
            ),
        ),
        AlterQueue("Q", AttributeChanges(put=Switch.DISABLED)),
        Advance(6000),
        Browse("REPLY"),
    ),
    "delivery confirmed of what ended while down": (
        *(*QUEUES, *delayed(2000, 5000, int(Report.COD)), Advance(3000)),
        *(EndQueueManager(), Advance(5000), StartQueueManager()),
        *(Browse("Q"), Advance(1000), Browse("REPLY")),
    ),
    "staged reported persistently": TWIN_AND_STAGED,
    "staged reported with the default priority": TWIN_AND_STAGED,
    "arrival confirmed again": CONFIRMED_AND_PUT_BACK,
    "delivery confirmed at each get": (
        *(*QUEUES, *delayed(5000, report=int(Report.COD)), Advance(6000), GET_IN_UNIT, MqCommit()),
        Browse("REPLY"),
    ),
    "delivered without reply-to": hopped(),
    "report of what ended while down without passed ids": (
        *(*QUEUES, CreateProducer("p", destination=TO_Q), SetTimeToLive("p", 5000)),
        *(SetDeliveryDelay("p", 3000), Send("p", IDS), DISABLE, *DOWN, Advance(1000)),
        *(Browse(STAGING_QUEUE), Browse("REPLY")),
    ),
    "PASS_CORREL_ID ignored with a discard": failing(asked(EXCEPTION, DISCARD, Report.PASS_CORREL_ID)),
    "PASS_CORREL_ID ignored for the non-persistent": failing(
        asked(EXCEPTION, Report.PASS_CORREL_ID), mode=DeliveryMode.NON_PERSISTENT
    ),
    "reply-to queue of the message before": (
        *(*QUEUES, *delayed(5000, report=EXCEPTION), Advance(1000), send("later")),
        *(Advance(6000), MqGet("Q"), MqGet("Q")),
    ),
    "unit of work without PASS options": ASKED_IN_UNIT,
    "unit of work without reply-to": ASKED_IN_UNIT,
    "correlation id not passed beside a life": reported(PASS_ALL | Report.PASS_DISCARD_AND_EXPIRY, DISABLE),
    "message id not passed beside a life": reported(PASS_ALL | Report.PASS_DISCARD_AND_EXPIRY, DISABLE),
    "passed ids forgotten by a restart": reported(
        PASS_ALL, DISABLE, EndQueueManager("QM1"), StartQueueManager("QM1")
    ),
    "arrivals confirmed again at the start": (
        *(*QUEUES, *late(asked(Report.COA)), Advance(6000), Browse("REPLY"), *RESTART, Browse("REPLY")),
    ),
    "delivery confirmed of expired dead letters": (
        *(*QUEUES, *late(asked(Report.COD), life=10_000), DISABLE, Advance(20_000), Browse("DLQ")),
        *(Advance(1000), Browse("REPLY")),
    ),
    "correlation id not passed to confirmations of delayed messages": (
        *(*QUEUES, *late(asked(Report.COD, Report.PASS_CORREL_ID)), Advance(6000), Receive("Q")),
        Browse("REPLY"),
    ),
    "format of the staging queue in exception reports": REPORTED_IN_FULL,
    "MQRFH2 left out of exception reports": REPORTED_IN_FULL,
}
