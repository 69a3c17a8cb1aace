"""Traces that show the faults of `wrong_made_anew` and `wrong_headers_made_anew`."""

from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    CreateProducer,
    DefineLocalQueue,
    GrantPut,
    MqGet,
    OpenSession,
    Receive,
    Send,
    SendArguments,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetPriority,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode, Report
from mqtck.reference.vocabulary.messages import OutgoingMessage, PresetHeaders

from .witness_parts import (
    DISABLE,
    ENABLE,
    EXPIRATION,
    LOOK,
    QUEUES,
    TO_Q,
    P,
    Q,
    Trace,
    failed,
    message,
    send,
)

PASSED = int(Report.PASS_DISCARD_AND_EXPIRY)
TWIN_AND_STAGED: Trace = (
    *(*QUEUES, SetDeadLetterQueue(None), CreateProducer("p")),
    Send("p", message("twin", EXPIRATION), TO_Q, SendArguments(DeliveryMode.NON_PERSISTENT, 7, 2000)),
    *(Advance(3000), MqGet("Q"), MqGet("REPLY"), SetDeliveryDelay("p", 5000)),
    Send("p", message("m", EXPIRATION), TO_Q, SendArguments(DeliveryMode.NON_PERSISTENT, 7, 8000)),
    *(DISABLE, Advance(9000), Browse(STAGING_QUEUE), MqGet("REPLY")),
)
"""A message that expires on its target, and one that expires on the staging queue, of priority 7 both."""
DEAD: Trace = (
    *(*QUEUES, CreateProducer("p", destination=TO_Q), SetDeliveryDelay("p", 5000)),
    Send("p", OutgoingMessage("m", report=EXPIRATION, reply_to="REPLY", jms_type="invoice")),
    *(DISABLE, Advance(6000), *LOOK),
)

MADE_ANEW: dict[str, Trace] = {
    "staged reported persistently": TWIN_AND_STAGED,
    "staged reported with the default priority": TWIN_AND_STAGED,
    "dead letters without MQRFH2": DEAD,
    "dead letters say that they were sent to the dead-letter queue": DEAD,
    "reason as the feedback": DEAD,
    "reply queue in the dead-letter header": DEAD,
    "dead-lettered under the sender's authority": (
        *(*QUEUES, GrantPut("clerk", "Q"), OpenSession("s", user="clerk")),
        *(CreateProducer("p", session="s", destination=TO_Q), SetDeliveryDelay("p", 5000), send()),
        *(DISABLE, Advance(6000), *LOOK),
    ),
    "DEADQ read once": (
        *(*QUEUES, DefineLocalQueue("OTHER"), CreateProducer("p", destination=TO_Q)),
        *(SetDeliveryDelay("p", 5000), send("k"), DISABLE, Advance(6000), ENABLE),
        *(SetDeadLetterQueue("OTHER"), send("m"), DISABLE, Advance(6000), *LOOK, Browse("OTHER")),
    ),
    "discard read off what is passed on": (*failed(PASSED), *LOOK),
}

# --- headers --------------------------------------------------------------------------------------------

NAMED: Trace = (
    *(*Q, CreateProducer("p"), SetPriority("p", 7)),
    Send("p", message(), TO_Q, SendArguments(DeliveryMode.NON_PERSISTENT, 0, 20_000)),
    Receive("Q"),
)


def typed(jms_type: str) -> Trace:
    return (*P, Send("p", OutgoingMessage("m", jms_type=jms_type)), Receive("Q"))


HEADERS_MADE_ANEW: dict[str, Trace] = {
    "long form to a named queue by the producer": NAMED,
    "priority 0 of the long form is none": NAMED,
    "preset expiration makes the life": (
        *(*P, Send("p", OutgoingMessage("m", preset=PresetHeaders(expiration=9_999_999_999_999)))),
        Receive("Q"),
    ),
    "types of a byte a character": typed("注文, 3 € für 🛒"),
    "types of 128 characters": typed("1234567890" * 30),
    "blanks of types made one": typed("the   new  invoice"),
    "digits taken for an id": (
        *(*P, Send("p", OutgoingMessage("m", correlation_text="0123456789abcdef" * 3)), Receive("Q")),
    ),
    "priority 4 for receivers": NAMED,
}
