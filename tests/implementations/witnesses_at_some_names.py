"""Traces that show the faults of `wrong_at_some_names`."""

from mqtck.reference.vocabulary.channels import DefinePolicy, Toleration
from mqtck.reference.vocabulary.clusters import DefaultBinding
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    CreateProducer,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    QueueAttributes,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    StartChannel,
    Switch,
    Usage,
)
from mqtck.reference.vocabulary.messages import GroupMembership, OutgoingMessage, QueueDestination

from .witness_parts import OLD, QUEUES, P, Trace, send
from .witnesses_channels import PAIR, A, ends, long
from .witnesses_clusters_zos import clustered

LONG = "ORDERS.OF.ALL.SHOPS.IN.TOWN.AND.IN.THE.COUNTRY.A"
DIGITS = "414d51204f524445522d494400000000000000000000cafe"
OPEN = DefaultBinding.ON_OPEN
INHIBITED = AlterQueue("Orders", AttributeChanges(put=Switch.DISABLED))


def to(queue: str, *meanwhile: AlterQueue) -> Trace:
    """A delayed message to a queue of this name."""
    return (
        *(*QUEUES, DefineLocalQueue(queue), CreateProducer("p", destination=QueueDestination(queue))),
        *(SetDeliveryDelay("p", 5000), send(), *meanwhile),
        *(Advance(6000), Browse(queue), Browse("DLQ")),
    )


def elsewhere(queue: str) -> Trace:
    return (
        *(DefineQueueManager("QM2"), DefineLocalQueue(queue, queue_manager="QM2")),
        DefineLocalQueue("X", QueueAttributes(usage=Usage.TRANSMISSION)),
        *(DefineRemoteQueue("R", queue, "QM2", "X"), CreateProducer("p", destination=QueueDestination("R"))),
        *(SetDeliveryDelay("p", 5000), send(), Advance(6000), StartChannel("X"), Advance(1000)),
        Browse(queue, "QM2"),
    )


def undeliverable(queue: str) -> Trace:
    """A message that is too long for the channel, for a dead-letter queue of this name with a policy."""
    return (
        *(*PAIR, *ends(), DefineLocalQueue(queue, queue_manager=A), SetDeadLetterQueue(queue, A)),
        *(DefinePolicy(queue, Toleration.ON, queue_manager=A), long()),
        *(StartChannel("X", A), Advance(1000), Browse(queue, A)),
    )


def with_header(message: OutgoingMessage) -> Trace:
    return (*P, Send("p", message), Browse("Q"))


AT_SOME_NAMES: dict[str, Trace] = {
    "staged target in capitals": to("Orders"),
    "staged target unescaped": to("ORDERS%2FEU"),
    "staged target behind a slash": to("ORDERS/EU"),
    "staged target without its last stop": to("ORDERS."),
    "remote queue in capitals": elsewhere("Stock"),
    "DEADQ of 47 characters": undeliverable(LONG),
    "dead-letter header in capitals": to(
        "Orders", AlterQueue("Orders", AttributeChanges(put=Switch.DISABLED))
    ),
    "reply-to queue in capitals": (
        DefineLocalQueue("Replies"),
        *with_header(OutgoingMessage("m", reply_to="Replies")),
    ),
    "any SYSTEM a queue of the system": undeliverable("SYSTEMS.FAILED"),
    "SYSTEM anywhere a queue of the system": undeliverable("FAILED.SYSTEM.OLD"),
    "id found in a text": with_header(OutgoingMessage("m", correlation_text=f"about ID:{DIGITS}")),
    "null for no text": with_header(OutgoingMessage("m", correlation_text="null")),
    "bytes without blanks of EBCDIC": with_header(OutgoingMessage("m", correlation_bytes="c1" + "40" * 23)),
    "types of digits as numbers": with_header(OutgoingMessage("m", jms_type="007")),
    "five ids": (*P, *(send(f"m{number}") for number in range(6))),
    "tenth of a group accepted": (
        *(*P, SetDeliveryDelay("p", 5000)),
        Send("p", OutgoingMessage("m", group=GroupMembership("g", 10))),
    ),
    "delay of less than a tenth on version 7": (*OLD, SetDeliveryDelay("p", 1)),
    "binding with a short delay accepted": clustered(OPEN, 1),
    "binding with a long delay accepted": clustered(OPEN, 3_600_000),
}
