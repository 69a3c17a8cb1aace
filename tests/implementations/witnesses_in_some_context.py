"""Traces that show the faults of `wrong_in_some_context`."""

from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Commit,
    CreateProducer,
    EndQueueManager,
    MqGet,
    Rollback,
    Send,
    SendArguments,
    SetDeliveryDelay,
    SetTimeToLive,
    StartQueueManager,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode
from mqtck.reference.vocabulary.messages import OutgoingMessage

from .witness_parts import EXPIRATION, QUEUES, TO_Q, TRANSACTED, P, Q, Trace, delayed, put, send

SHORT = SetDeliveryDelay("p", 733)
LONG_FORM = SendArguments(DeliveryMode.PERSISTENT, 4, 0)
SEEN: Trace = (Browse("Q"), Browse(STAGING_QUEUE))
IN_UNIT: Trace = (*Q, TRANSACTED, CreateProducer("p", session="t", destination=TO_Q))
AGAIN: Trace = (EndQueueManager(), StartQueueManager())
EXPIRED: Trace = (put(expiry=20), Advance(4000), MqGet("Q"))

IN_SOME_CONTEXT: dict[str, Trace] = {
    "short delays in a unit of work ignored": (*IN_UNIT, SHORT, send(), Commit("t"), *SEEN),
    "short delays to destinations of the send ignored": (
        *(*Q, CreateProducer("p"), SHORT),
        *(Send("p", OutgoingMessage("m"), TO_Q), *SEEN),
    ),
    "short delays of the long form ignored": (
        *(*P, SHORT, Send("p", OutgoingMessage("m"), arguments=LONG_FORM), *SEEN),
    ),
    "short delays of typed messages ignored": (
        *(*P, SHORT, Send("p", OutgoingMessage("m", jms_type="invoice")), *SEEN),
    ),
    "conflict of correlating long forms accepted": (
        *(*P, SetDeliveryDelay("p", 5000)),
        Send(
            "p",
            OutgoingMessage("m", correlation_text="order 17"),
            arguments=SendArguments(DeliveryMode.PERSISTENT, 4, 3000),
        ),
    ),
    "no delays behind a rollback": (
        *(*IN_UNIT, SHORT, send("first"), Rollback("t")),
        *(send(), Commit("t"), *SEEN),
    ),
    "expired returned behind a rollback": (*IN_UNIT, send("first"), Rollback("t"), *EXPIRED),
    "short delays ignored behind a restart": (*Q, *AGAIN, *delayed(733), *SEEN),
    "no conflict behind a restart": (
        *(*Q, *AGAIN, CreateProducer("p", destination=TO_Q), SetDeliveryDelay("p", 5000)),
        *(SetTimeToLive("p", 3000), send()),
    ),
    "nothing reported behind a restart": (
        *(*QUEUES, *AGAIN, put(expiry=20, report=EXPIRATION), Advance(4000), MqGet("Q")),
        *(Browse("Q"), Browse("REPLY")),
    ),
    "expired returned behind a commit": (*IN_UNIT, send("first"), Commit("t"), MqGet("Q"), *EXPIRED),
}
