"""Traces that show misreadings of messages that expire while they are got or locked."""

from implementations.witnesses.parts.channels import inhibit
from implementations.witnesses.parts.clusters_and_zos import on_shared
from implementations.witnesses.parts.common import (
    DISABLE,
    QUEUES,
    REMOTE,
    WITHIN,
    P,
    Q,
    Trace,
    delayed,
    message,
    put,
    send,
)
from implementations.witnesses.parts.gets import GET, GET_IN_UNIT, LOCK, UNDER
from implementations.witnesses.parts.queues import ALIAS, limit
from implementations.witnesses.parts.sends import DELAY, DUE, OVER, RESTART, persistent
from mqtck.reference.vocabulary.commands import (
    DEFAULT_CONNECTION,
    Advance,
    Browse,
    Command,
    GetMode,
    MqBackout,
    MqCommit,
    MqGet,
    ReadDepth,
    Send,
    SendArguments,
    SetDeadLetterQueue,
    SetDeliveryDelay,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode

HELD: Trace = (*QUEUES, SetDeadLetterQueue(None), *delayed(3000, 20_000), DISABLE, Advance(4000))
DEAD: Trace = (*QUEUES, *delayed(3000, 20_000), DISABLE, Advance(4000))


def locked(queue: str, connection: str = DEFAULT_CONNECTION) -> Trace:
    """A lock that outlasts its message."""
    return (
        MqGet(queue, LOCK, connection=connection),
        Advance(30_000),
        MqGet(queue, UNDER, connection=connection),
    )


def backed_out(*harm: Command) -> Trace:
    got = MqGet("Q", GetMode.DESTRUCTIVE, None, WITHIN)
    return (*P, DELAY, send(), DUE, got, *harm, MqBackout(), ReadDepth("Q"))


TRACES: dict[str, Trace] = {
    "life of what JMS does not log restarted by a backout": (
        *(*P, Send("p", message(), arguments=SendArguments(DeliveryMode.NON_PERSISTENT, 4, 60_000))),
        *(GET_IN_UNIT, Advance(20_000), MqBackout(), MqGet("Q")),
    ),
    "life restarted by a backout": (
        *Q,
        put(expiry=20),
        MqGet("Q", syncpoint=WITHIN),
        Advance(5000),
        MqBackout(),
        MqGet("Q"),
    ),
    "lock protects": (
        *Q,
        put(expiry=20),
        MqGet("Q", GetMode.BROWSE_FIRST_AND_LOCK),
        Advance(5000),
        MqGet("Q", GetMode.UNDER_CURSOR),
    ),
    "2033 under the cursor": (
        *Q,
        put(expiry=20),
        MqGet("Q", GetMode.BROWSE_FIRST_AND_LOCK),
        Advance(5000),
        MqGet("Q", GetMode.UNDER_CURSOR),
    ),
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
    "next message under the cursor": (
        *(*Q, put(expiry=20), put("n"), MqGet("Q", GetMode.BROWSE_FIRST_AND_LOCK), Advance(5000)),
        MqGet("Q", GetMode.UNDER_CURSOR),
    ),
    "clock stops in a unit of work": (
        *(*Q, put(expiry=40), MqGet("Q", syncpoint=WITHIN), Advance(6000), MqBackout(), GET),
    ),
    "no unit of work behind a commit": (
        *(*Q, put("m", 600), put("m2", 600), GET_IN_UNIT, MqCommit(), GET_IN_UNIT, MqBackout(), Browse("Q")),
    ),
    "a commit takes what was given back": (
        *(*P, SetDeliveryDelay("p", 5000), send(), Advance(6000), MqGet("Q", syncpoint=WITHIN)),
        *(MqBackout(), MqCommit(), MqGet("Q")),
    ),
    "backout of two": (
        *(
            *Q,
            put("m", 600),
            put("m2", 600),
            put("m3", 600),
            GET_IN_UNIT,
            GET_IN_UNIT,
            GET_IN_UNIT,
            MqBackout(),
        ),
        Browse("Q"),
    ),
    "life begun anew where the end undoes a get": (
        *(
            *QUEUES,
            persistent(expiry=600),
            Advance(5000),
            GET_IN_UNIT,
            Advance(15_000),
            *RESTART,
            Browse("Q"),
        ),
    ),
    "given back to a full queue": backed_out(limit("Q", 0)),
    "given back to an inhibited queue": backed_out(inhibit("Q")),
    "given back to a short queue": backed_out(limit("Q", None, 0)),
    "2033 under the cursor of a shared queue": (*on_shared(100), *locked("SQ", "c")),
    "2033 under the cursor of the staging queue": (*HELD, *locked(STAGING_QUEUE)),
    "2033 under the cursor of dead letters": (*DEAD, *locked("DLQ")),
    "2033 under the cursor of an alias": (
        *(*Q, ALIAS, put(expiry=20), MqGet("A", GetMode.BROWSE_FIRST_AND_LOCK), OVER),
        MqGet("A", GetMode.UNDER_CURSOR),
    ),
}
