"""Traces that show misreadings of discards and their reports, which no unit of work takes back."""

from implementations.witnesses.parts.clusters_and_zos import (
    PUT_OFF,
    SHARED_IN_UNIT,
    STAGING,
    TO_Z,
    Z,
    on_shared,
)
from implementations.witnesses.parts.common import EXPIRATION, QUEUES, TRANSACTED, WITHIN, Q, Trace, put, send
from implementations.witnesses.parts.gets import GET_IN_UNIT, LOOK_AT_REPLY, ONE_IN_UNIT
from implementations.witnesses.parts.publications import published, topic
from implementations.witnesses.parts.queues import ALIAS
from implementations.witnesses.parts.sends import DUE, EXPIRING, OVER, RESTART, dead, persistent
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Commit,
    Connect,
    DefineLocalQueue,
    MqBackout,
    MqGet,
    ReadDepth,
    Receive,
    Rollback,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.publications import Durability, ReceivePublication, Subscribe

NON_DURABLE = Durability.NON_DURABLE
TWO: Trace = (
    *(
        *topic(),
        TRANSACTED,
        Subscribe("a", "news", NON_DURABLE, "t"),
        Subscribe("b", "news", NON_DURABLE, "t"),
    ),
    *(*published(), DUE, ReceivePublication("a"), ReceivePublication("b")),
)
AGAIN: Trace = (ReceivePublication("a"), ReceivePublication("b"))


def _recalled(*then: Advance | MqBackout | Browse | ReadDepth) -> Trace:
    """A unit of work finds on the staging queue what is over."""
    return (
        *(*Z, STAGING, *TO_Z, DefineLocalQueue("REPLY", queue_manager="Z"), SetTimeToLive("p", 8_000)),
        *(send(report=EXPIRATION), PUT_OFF, Advance(10_000), Connect("z", "Z")),
        *(MqGet(STAGING_QUEUE, syncpoint=WITHIN, connection="z"), *then),
    )


ALIAS_IN_UNIT = MqGet("A", syncpoint=WITHIN)

TRACES: dict[str, Trace] = {
    "rollback of one subscriber": (*TWO, Rollback("t"), *AGAIN),
    "commit of one subscriber": (*TWO, Commit("t"), *AGAIN),
    "given back by a non-durable subscriber": (
        *(*topic(), TRANSACTED, Subscribe("a", "news", NON_DURABLE, "t")),
        *(*published(), DUE, ReceivePublication("a"), Rollback("t"), ReceivePublication("a")),
    ),
    "discard in the unit of work": (
        *Q,
        put("e", expiry=20),
        put("l"),
        Advance(5000),
        MqGet("Q", syncpoint=WITHIN),
        MqBackout(),
        ReadDepth("Q"),
    ),
    "report in the unit of work": (
        *QUEUES,
        put("e", expiry=20, report=EXPIRATION),
        Advance(5000),
        MqGet("Q", syncpoint=WITHIN),
        Browse("REPLY"),
    ),
    "a recall holds the discard": _recalled(MqBackout("z"), ReadDepth(STAGING_QUEUE, "Z")),
    "a recall holds the report": _recalled(*(Browse("REPLY", "Z"), Advance(5_000)) * 725),
    "report repeated at the backout": (
        *(*QUEUES, EXPIRING, Advance(5000), MqGet("Q", syncpoint=WITHIN), MqBackout(), *LOOK_AT_REPLY),
    ),
    "discards undone by the end": (
        *(
            *QUEUES,
            persistent("m1", expiry=20),
            persistent("m2"),
            Advance(4000),
            GET_IN_UNIT,
            Browse("REPLY"),
        ),
        *(*RESTART, MqGet("Q"), MqGet("Q"), Browse("REPLY")),
    ),
    "second discard in the unit of work": (
        *Q,
        put("first", 10),
        put("second", 10),
        put(),
        DUE,
        MqGet("Q", syncpoint=WITHIN),
        MqBackout(),
        ReadDepth("Q"),
    ),
    "JMS unit of work holds the discard": (
        *(*Q, put(expiry=20), put("n"), TRANSACTED, Advance(5000), Receive("Q", "t"), Rollback("t")),
        ReadDepth("Q"),
    ),
    "JMS unit of work holds the report": (
        *(*QUEUES, EXPIRING, TRANSACTED, Advance(5000), Receive("Q", "t"), Browse("REPLY")),
    ),
    "the unit of work holds the discard from a shared queue": (
        *(*on_shared(20), OVER, SHARED_IN_UNIT, MqBackout("c"), ReadDepth("SQ", "Z")),
    ),
    "the unit of work of an alias holds the report": (
        *(*QUEUES, ALIAS, put(expiry=20, report=EXPIRATION), OVER, ALIAS_IN_UNIT),
        *(Browse("REPLY"), ReadDepth("Q")),
    ),
    "the unit of work holds the discard of one asked for": (
        *(*Q, put(expiry=20), OVER, ONE_IN_UNIT, MqBackout(), ReadDepth("Q")),
    ),
    "the unit of work holds the report of dead letters": (*dead(6000, EXPIRATION), Browse("REPLY")),
}
