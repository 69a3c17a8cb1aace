"""Traces that show the faults of `wrong_headers`."""

from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    CreateProducer,
    DefineLocalQueue,
    QueueAttributes,
    Receive,
    Send,
    SendArguments,
    SetDeliveryDelay,
    SetPriority,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import DeliveryMode, DestinationPersistence
from mqtck.reference.vocabulary.messages import (
    OutgoingMessage,
    QueueDestination,
    TargetClient,
    TopicDestination,
)
from mqtck.reference.vocabulary.publications import ReceivePublication, Subscribe

from .witness_parts import TO_Q, P, Q, Trace, send

DETAILED = QueueDestination("Q", DestinationPersistence.PERSISTENT, 7)
AS_DEFINED = QueueDestination("Q", DestinationPersistence.QUEUE_DEFINITION)
REPLY = QueueDestination("REPLY", DestinationPersistence.PERSISTENT, 7, "QM7", target_client=TargetClient.MQ)
REPLY_BY_QUEUE = QueueDestination("REPLY", DestinationPersistence.QUEUE_DEFINITION)
REPLIES: Trace = (*P, DefineLocalQueue("REPLY"))
NOT_PERSISTENT = SendArguments(DeliveryMode.NON_PERSISTENT, 4, 0)
ID = "414d51204f544845522020202020202001020304050607ff"


def sent(**fields: str) -> Trace:
    """A message with these fields, sent without a delay and received."""
    return (*P, Send("p", OutgoingMessage("m", **fields)), Receive("Q"))  # type: ignore[arg-type]


def with_delay(message: OutgoingMessage, destination: QueueDestination = TO_Q) -> Trace:
    return (
        CreateProducer("p", destination=destination),
        SetDeliveryDelay("p", 5000),
        Send("p", message),
        Advance(6000),
        Receive("Q"),
    )


REPLY_NAMED: Trace = (
    *REPLIES,
    Send("p", OutgoingMessage("m", reply_to="REPLY", reply_destination=REPLY)),
    Receive("Q"),
)
REPLY_PLAIN: Trace = (*REPLIES, Send("p", OutgoingMessage("m", reply_to="REPLY")), Receive("Q"))
REPLY_AS_DEFINED: Trace = (
    *REPLIES,
    Send("p", OutgoingMessage("m", reply_to="REPLY", reply_destination=REPLY_BY_QUEUE)),
    Receive("Q"),
)
PUBLISHED: Trace = (
    Subscribe("s", "prices"),
    CreateProducer("p", topic=TopicDestination("prices")),
    send(),
    ReceivePublication("s"),
)
DEFINED_OTHERWISE: Trace = (
    DefineLocalQueue("Q", QueueAttributes(default_persistence=DeliveryMode.PERSISTENT)),
    CreateProducer("p", destination=AS_DEFINED),
    Send("p", OutgoingMessage("m"), arguments=NOT_PERSISTENT),
    Receive("Q"),
)
REDEFINED: Trace = (
    *Q,
    CreateProducer("p", destination=AS_DEFINED),
    SetDeliveryDelay("p", 5000),
    send(),
    AlterQueue("Q", AttributeChanges(default_persistence=DeliveryMode.PERSISTENT)),
    Advance(6000),
    Receive("Q"),
)
DETAILED_SENT: Trace = (
    *Q,
    CreateProducer("p", destination=DETAILED),
    Send("p", OutgoingMessage("m"), arguments=NOT_PERSISTENT),
    Receive("Q"),
)
LIMITED: Trace = (*P, SetTimeToLive("p", 20_000), send(), Receive("Q"))

HEADERS: dict[str, Trace] = {
    "no destination element": (*P, send()),
    "staging queue as destination": (*P, send()),
    "destination by name alone": (*P, send("m"), CreateProducer("p", destination=DETAILED), send("n")),
    "destination without scheme": (*P, send()),
    "no header for topics": PUBLISHED,
    "no reply-to queue": REPLY_PLAIN,
    "reply-to queue as URI": REPLY_PLAIN,
    "reply-to manager always local": REPLY_NAMED,
    "reply-to manager left out": REPLY_NAMED,
    "reply-to by name alone": REPLY_NAMED,
    "reply-to persistence of the queue left out": REPLY_AS_DEFINED,
    "no reply-to element": REPLY_PLAIN,
    "reply-to without scheme": REPLY_PLAIN,
    "destination's delivery mode ignored": DETAILED_SENT,
    "no delivery mode element": (*P, send()),
    "persistence as delivery mode element": (*P, send()),
    "overruled delivery mode written": DETAILED_SENT,
    "delivery mode belied": DEFINED_OTHERWISE,
    "delivery mode as at delivery": REDEFINED,
    "no priority element": (*P, SetPriority("p", 7), send()),
    "low priorities not written": (*P, SetPriority("p", 0), send()),
    "default priority written as 0": (*P, send()),
    "expiration in 32 bits": LIMITED,
    "expiration as i4": LIMITED,
    "no type": sent(jms_type="invoice"),
    "type as format": sent(jms_type="invoice"),
    "type cut at marks": sent(jms_type="a < b & c"),
    "message id as text": sent(correlation_id=ID),
    "message id backwards": sent(correlation_id=ID),
    "message id written as well": sent(correlation_id=ID),
    "bytes as a C string": sent(correlation_bytes="00ff" * 12),
    "bytes of seven bits": sent(correlation_bytes="80ff" * 12),
    "bytes padded with blanks": sent(correlation_bytes="0102"),
    "bytes padded in front": sent(correlation_bytes="0102"),
    "last bytes kept": sent(correlation_bytes="01" * 12 + "02" * 24),
    "bytes written as well": sent(correlation_bytes="0102"),
    "text cut short": sent(correlation_text="1234567890" * 6),
    "text not written": sent(correlation_text="order 17"),
    "text in Latin-1": sent(correlation_text="Bestellung für Zoë"),
    "text in UTF-16": sent(correlation_text="order 17"),
    "text not in the descriptor": sent(correlation_text="order 17"),
    "correlation id lost on the way": (*Q, *with_delay(OutgoingMessage("m", correlation_bytes="0102"))),
    "header lost on the way": (*Q, *with_delay(OutgoingMessage("m", jms_type="invoice"))),
    "staging queue named at delivery": (*Q, *with_delay(OutgoingMessage("m"))),
}
