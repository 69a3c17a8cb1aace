"""Traces that show misreadings of the message and correlation ids of staged messages."""

from implementations.witnesses.parts.common import TO_Q, P, Q, Trace, delayed, message, put, send
from implementations.witnesses.parts.messages import NON_PERSISTENT_FORM, TO_REMOTE
from implementations.witnesses.parts.publications import S, published, topic
from implementations.witnesses.parts.sends import DELAY
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    CreateProducer,
    DefineAliasQueue,
    MatchCorrelationId,
    MatchMessageId,
    MqGet,
    Receive,
    Send,
    SetDeliveryDelay,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination

OWN_ID = "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8"

TRACES: dict[str, Trace] = {
    "staged copy keeps its id": (*Q, *delayed(5000), Browse(STAGING_QUEUE)),
    "staged id anew at each look": (
        *(*Q, *delayed(5000), Browse(STAGING_QUEUE)),
        *(Advance(1000), Browse(STAGING_QUEUE)),
    ),
    "staged correlation id kept": (
        *Q,
        *delayed(5000),
        MqGet(STAGING_QUEUE, match=MatchCorrelationId("m")),
    ),
    "staged id delivered": (*Q, *delayed(5000), Advance(6000), Receive("Q")),
    "no correlation id for an alias": (
        *Q,
        DefineAliasQueue("A", "Q"),
        CreateProducer("p", destination=QueueDestination("A")),
        SetDeliveryDelay("p", 5000),
        send(),
        Browse(STAGING_QUEUE),
    ),
    "answer recalled for its question": (
        *(*Q, put("m1"), CreateProducer("p", destination=TO_Q), SetDeliveryDelay("p", 5000)),
        *(Send("p", OutgoingMessage("m2", correlates_with="m1")),),
        *(MqGet(STAGING_QUEUE, match=MatchCorrelationId("m1")), Browse(STAGING_QUEUE)),
    ),
    "staged as sent for a remote queue": (*TO_REMOTE, Browse(STAGING_QUEUE)),
    "staged publications keep their id": (*topic(), *S, *published(), Browse(STAGING_QUEUE)),
    "staged under the id of the first send": (
        *P,
        send("first"),
        SetDeliveryDelay("p", 5000),
        Send("p", OutgoingMessage("m", same_object_as="first")),
        Browse(STAGING_QUEUE),
    ),
    "staged correlation id kept where there is one": (
        *P,
        DELAY,
        Send("p", OutgoingMessage("m", correlation_id=OWN_ID)),
        Browse(STAGING_QUEUE),
    ),
    "staged id new for the persistent alone": (
        *P,
        DELAY,
        Send("p", message(), arguments=NON_PERSISTENT_FORM),
        Browse(STAGING_QUEUE),
    ),
    "staged found by the original id": (*Q, *delayed(5000), MqGet(STAGING_QUEUE, match=MatchMessageId("m"))),
}
