"""Traces that show the faults of `wrong_shown_to_receivers`."""

from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    CreateProducer,
    MqGet,
    Receive,
    Send,
    SendArguments,
    SetDeadLetterQueue,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode, Report
from mqtck.reference.vocabulary.messages import OutgoingMessage
from mqtck.reference.vocabulary.publications import ReceivePublication, Subscribe

from .witness_parts import (
    DISABLE,
    EXCEPTION,
    QUEUES,
    REMOTE,
    TO_Q,
    P,
    Trace,
    delayed,
    failed,
    message,
    send,
)
from .witnesses_publications import published, topic

SENDING: Trace = (CreateProducer("p", destination=TO_Q),)
TWIN: Trace = (*P, send("twin"))
FULL = int(Report.EXPIRATION_WITH_FULL_DATA)
REPORTED: Trace = (
    *(*QUEUES, SetDeadLetterQueue(None), *SENDING, SetTimeToLive("p", 2000), send("twin", FULL)),
    *(Advance(5000), MqGet("Q"), MqGet("REPLY")),
    *(*delayed(3000, 6000, FULL), DISABLE, Advance(10_000), Browse(STAGING_QUEUE), MqGet("REPLY")),
)
"""An undelayed message is reported in full, and a delayed one that has expired on the staging queue."""

SHOWN_TO_RECEIVERS: dict[str, Trace] = {
    "timestamp element of the arrival": (*P, *delayed(5000), Advance(6000), Receive("Q")),
    "timestamp element of the receipt": (
        *topic(),
        Subscribe("a", "news"),
        *published(0),
        Advance(2000),
        ReceivePublication("a"),
    ),
    "timestamp element of the burial": (*failed(0), Browse("DLQ")),
    "no id for receivers of the non-persistent": (
        *P,
        Send("p", message(), arguments=SendArguments(DeliveryMode.NON_PERSISTENT, 4, 0)),
        Receive("Q"),
    ),
    "another id in the descriptor of the persistent": (*P, send(), MqGet("Q")),
    "correlation id of the copy for an object sent again": (
        *(*P, *delayed(5000), Send("p", OutgoingMessage("again", same_object_as="m"))),
        *(Advance(6000), MqGet("Q"), MqGet("Q")),
    ),
    "reply-to queue of the message before": (
        *(*QUEUES, *delayed(5000, report=EXCEPTION), Advance(1000), send("later")),
        *(Advance(6000), MqGet("Q"), MqGet("Q")),
    ),
    "format of the staging queue on the target": (
        *TWIN,
        MqGet("Q"),
        *delayed(5000),
        Advance(6000),
        MqGet("Q"),
    ),
    "format of the staging queue on the dead-letter queue": (
        *(*QUEUES, *TWIN, MqGet("Q"), *delayed(5000), DISABLE, Advance(6000), MqGet("DLQ")),
    ),
    "format of the staging queue in reports": REPORTED,
    "timestamp element of the report": REPORTED,
    "format of the staging queue on the way": (
        *(*REMOTE, *SENDING, send("twin"), MqGet("XMIT")),
        *(*delayed(5000), Advance(6000), MqGet("XMIT")),
    ),
    "no id for subscribers": (*topic(), Subscribe("a", "news"), *published(0), ReceivePublication("a")),
}
