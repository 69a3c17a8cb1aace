"""Traces that show misreadings of life and delay together."""

from implementations.witnesses.parts.common import (
    EXPIRATION,
    QUEUES,
    REMOTE,
    WATCHED,
    P,
    Q,
    Trace,
    delayed,
    send,
)
from implementations.witnesses.parts.gets import BROWSED
from implementations.witnesses.parts.publications import ALICE, AVAILABLE, PUBLISHER
from implementations.witnesses.parts.sends import DELAY, LIFE, SENDING
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    CreateProducer,
    MatchMessageId,
    MqGet,
    ReadDepth,
    SetDeliveryDelay,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.messages import TopicDestination
from mqtck.reference.vocabulary.publications import CloseSubscriber, DefineTopic, ReceivePublication

LIFE_BEYOND_TENTHS = 214_748_364_800
"""Ms: more than Expiry can hold."""

TRACES: dict[str, Trace] = {
    "life compared in 32 bits": (
        *P,
        SetDeliveryDelay("p", 5000),
        SetTimeToLive("p", (1 << 32) + 1000),
        send(),
    ),
    "long lives not compared": (
        *P,
        SetDeliveryDelay("p", 2 * LIFE_BEYOND_TENTHS),
        SetTimeToLive("p", LIFE_BEYOND_TENTHS),
        send(),
    ),
    "format of the staging queue on the way": (
        *(*REMOTE, *SENDING, send("twin"), MqGet("XMIT")),
        *(*delayed(5000), Advance(6000), MqGet("XMIT")),
    ),
    "life of the send in the header": (*REMOTE, *delayed(5000, 60_000), Advance(10_000), *BROWSED),
    "delay counted twice for an id": (
        *(*Q, *delayed(10_000, 60_000), Advance(11_000), MqGet("Q", match=MatchMessageId("m"))),
    ),
    "life stops while its subscriber is away": (
        *(DefineTopic("T", "T", AVAILABLE, AVAILABLE), ALICE),
        *(CreateProducer("p", topic=TopicDestination("T")), SetTimeToLive("p", 60_000)),
        *(SetDeliveryDelay("p", 1000), send(), CloseSubscriber("alice"), Advance(20_000)),
        *(ALICE, ReceivePublication("alice")),
    ),
    "gone without a report when due near its end": (
        *(*QUEUES, *delayed(4050, 4100, EXPIRATION), Advance(6000)),
        *(Browse(STAGING_QUEUE), Browse("Q"), ReadDepth("Q"), *WATCHED),
    ),
    "delayed publications end later": (*PUBLISHER, LIFE, DELAY, send()),
}
