"""Traces that show the faults of `wrong_made_anew`."""

from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    CreateProducer,
    DefineLocalQueue,
    GrantPut,
    MqGet,
    OpenSession,
    Send,
    SendArguments,
    SetDeadLetterQueue,
    SetDeliveryDelay,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode, Report
from mqtck.reference.vocabulary.messages import OutgoingMessage

from .witness_parts import (
    DISABLE,
    DISABLE_REPLY,
    ENABLE,
    EXCEPTION,
    EXPIRATION,
    LOOK,
    QUEUES,
    TO_Q,
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
    "reports without a dead-letter header": (*failed(EXCEPTION, DISABLE_REPLY), *LOOK),
    "discard read off what is passed on": (*failed(PASSED), *LOOK),
}
