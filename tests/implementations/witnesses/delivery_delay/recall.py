"""Traces that show misreadings of the recall of a message from the staging queue."""

from implementations.witnesses.parts.common import EXPIRATION, QUEUES, TO_Q, WITHIN, Q, Trace, delayed, send
from implementations.witnesses.parts.messages import ORIGINAL, RECALL_IN_UNIT, alike, asked, late
from implementations.witnesses.parts.sends import DELAYED_BY_3_S, DUE, DUE_OF_3_S, RESTART
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Command,
    CreateProducer,
    GetMode,
    MatchCorrelationId,
    MqBackout,
    MqCommit,
    MqGet,
    ReadDepth,
    Receive,
    SetDeliveryDelay,
    SetDeliveryMode,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode


def recalled(*gets: Command) -> Trace:
    return (*Q, *delayed(5000), *gets, DUE, Browse("Q"))


TRACES: dict[str, Trace] = {
    "recalled comes back at restart": (
        *Q,
        *delayed(5000),
        MqGet(STAGING_QUEUE, match=ORIGINAL),
        *RESTART,
        Browse(STAGING_QUEUE),
    ),
    "moved during a recall": (*Q, *delayed(5000), RECALL_IN_UNIT, Advance(6000), Receive("Q")),
    "moved during a recall unless persistent": (
        *(*Q, CreateProducer("p", destination=TO_Q), SetDeliveryMode("p", DeliveryMode.NON_PERSISTENT)),
        *(SetDeliveryDelay("p", 5000), send(), RECALL_IN_UNIT, DUE, Receive("Q")),
    ),
    "a recall ends the timer": (
        *Q,
        *delayed(5000),
        RECALL_IN_UNIT,
        Advance(6000),
        MqBackout(),
        Advance(3_600_000),
        Receive("Q"),
    ),
    "recall of one recalls all": (
        *Q,
        *delayed(5000),
        send("other"),
        MqGet(STAGING_QUEUE, match=MatchCorrelationId("m")),
        Advance(6000),
        Receive("Q"),
    ),
    "recalled but delivered": (
        *Q,
        *delayed(5000),
        MqGet(STAGING_QUEUE, match=MatchCorrelationId("m")),
        Advance(6000),
        Receive("Q"),
    ),
    "recalled in a unit of work but delivered": (
        *Q,
        *delayed(5000),
        MqGet(STAGING_QUEUE, match=ORIGINAL, syncpoint=WITHIN),
        MqCommit(),
        Browse(STAGING_QUEUE),
    ),
    "recall reported as expired": (
        *QUEUES,
        *late(asked(EXPIRATION), life=9000),
        MqGet(STAGING_QUEUE, match=ORIGINAL),
        Browse("REPLY"),
    ),
    "recall of a correlation id": (
        *(*QUEUES, *DELAYED_BY_3_S, alike("m"), alike("m2")),
        *(
            MqGet(STAGING_QUEUE, match=MatchCorrelationId("m")),
            DUE_OF_3_S,
            ReadDepth("Q"),
            ReadDepth(STAGING_QUEUE),
        ),
    ),
    "recalled under the cursor but delivered": recalled(
        MqGet(STAGING_QUEUE, GetMode.BROWSE_FIRST), MqGet(STAGING_QUEUE, GetMode.UNDER_CURSOR)
    ),
    "recalled without an id but delivered": recalled(MqGet(STAGING_QUEUE)),
    "recalled by a receive but delivered": recalled(Receive(STAGING_QUEUE)),
    "recalled for good under the cursor": recalled(
        MqGet(STAGING_QUEUE, GetMode.BROWSE_FIRST),
        MqGet(STAGING_QUEUE, GetMode.UNDER_CURSOR, syncpoint=WITHIN),
        MqBackout(),
    ),
    "kept for a cursor": recalled(MqGet(STAGING_QUEUE, GetMode.BROWSE_FIRST)),
    "open recall committed at the end": recalled(
        MqGet(STAGING_QUEUE, match=ORIGINAL, syncpoint=WITHIN), *RESTART
    ),
}
