"""Traces that show misreadings of lives of messages that are put in units of work."""

from msgspec import structs

from implementations.witnesses.parts.common import (
    EXPIRATION,
    QUEUES,
    REMOTE,
    TO_Q,
    TP,
    TRANSACTED,
    WITHIN,
    Q,
    Trace,
    message,
    put,
    send,
)
from implementations.witnesses.parts.gets import GET
from implementations.witnesses.parts.messages import asked
from implementations.witnesses.parts.publications import TO_T, TOPIC_T_AND_S
from implementations.witnesses.parts.sends import DUE, UNIT
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Advance,
    Browse,
    Commit,
    CreateProducer,
    MqCommit,
    MqGet,
    MqPut,
    OpenSession,
    ReadDepth,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.messages import PutDescriptor
from mqtck.reference.vocabulary.publications import DefineSubscription


def in_syncpoint(expiry: int) -> Trace:
    return (structs.replace(put(expiry=expiry), syncpoint=WITHIN), Advance(10_000), MqCommit())


UNCOMMITTED: Trace = (
    *QUEUES,
    structs.replace(put(expiry=20, report=EXPIRATION), syncpoint=WITHIN),
    Advance(5000),
)


TRACES: dict[str, Trace] = {
    "units of work swept at a look at the depth": (
        *UNCOMMITTED,
        ReadDepth("Q"),
        Advance(1000),
        Browse("REPLY"),
    ),
    "units of work swept at a put": (*UNCOMMITTED, put("n"), Advance(1000), Browse("REPLY")),
    "life from commit": (
        *Q,
        MqPut("Q", message(), PutDescriptor(expiry=200), WITHIN),
        Advance(10000),
        MqCommit(),
        MqGet("Q"),
    ),
    "commit of the expired": (
        *Q,
        MqPut("Q", message(), PutDescriptor(expiry=20), WITHIN),
        Advance(5000),
        MqCommit(),
    ),
    "JMS life from the commit": (
        *(*UNIT, SetTimeToLive("p", 20_000), send(), Advance(10_000), Commit("t"), GET),
    ),
    "one expired drops all": (
        *Q,
        MqPut("Q", message(), PutDescriptor(expiry=20), WITHIN),
        MqPut("Q", message("n"), syncpoint=WITHIN),
        *(Advance(6000), MqCommit(), GET),
    ),
    "remote life begun by the commit": (*REMOTE, *in_syncpoint(200), MqGet("XMIT")),
    "life of a publication begun by the commit": (
        *(*TOPIC_T_AND_S, DefineSubscription("s", "T", "S"), OpenSession("t", Acknowledgement.TRANSACTED)),
        *(CreateProducer("p", session="t", topic=TO_T), SetTimeToLive("p", 20_000), send()),
        *(Advance(10_000), Commit("t"), MqGet("S")),
    ),
    "one life for the puts of a unit of work": (
        *(*Q, MqPut("Q", message(), PutDescriptor(expiry=600), WITHIN), Advance(20_000)),
        *(MqPut("Q", message("m2"), PutDescriptor(expiry=600), WITHIN), MqCommit(), Browse("Q")),
    ),
    "one life for the sends of a session": (
        *(*Q, TRANSACTED, CreateProducer("p", session="t", destination=TO_Q), SetTimeToLive("p", 60_000)),
        *(send(), Advance(20_000), send("m2"), Commit("t"), Browse("Q")),
    ),
    "one end for a unit of work": (
        *TP,
        SetTimeToLive("p", 20_000),
        send("first"),
        SetTimeToLive("p", 60_000),
        send(),
        Commit("t"),
        DUE,
        Browse("Q"),
    ),
    "own expired message discarded": (
        *QUEUES,
        MqPut("Q", asked(EXPIRATION), PutDescriptor(expiry=10), syncpoint=WITHIN),
        DUE,
        MqGet("Q", syncpoint=WITHIN),
        Browse("REPLY"),
    ),
}
