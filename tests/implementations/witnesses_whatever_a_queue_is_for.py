"""Traces that show the faults of `wrong_whatever_a_queue_is_for`."""

from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    Browse,
    Command,
    CreateProducer,
    DefineLocalQueue,
    DeleteQueue,
    MqGet,
    QueueAttributes,
    ReadDepth,
    Send,
    Switch,
    Usage,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, Report
from mqtck.reference.vocabulary.messages import OutgoingMessage, TopicDestination
from mqtck.reference.vocabulary.publications import DefineSubscription

from .witness_parts import DISABLE, DISABLE_REPLY, DISCARD, EXCEPTION, LOOK, QUEUES, Trace, send
from .witnesses_publications import topic
from .witnesses_where_limits_meet import (
    ALIAS,
    CLUSTER,
    DELAY,
    DUE,
    LONG,
    NO_PUT,
    OWN,
    REMOTE,
    failed,
    inhibit,
    limit,
)

TRANSMISSION = QueueAttributes(usage=Usage.TRANSMISSION)
NO_GET = AttributeChanges(get=Switch.DISABLED)
GET = AttributeChanges(get=Switch.ENABLED)


SUBSCRIBED: Trace = (
    *(*QUEUES, *topic(), DefineLocalQueue("S"), DefineSubscription("s", "news", "S")),
    *(CreateProducer("p", topic=TopicDestination("news")), DELAY),
)


def copied(*harm: Command, length: int | None = None) -> Trace:
    """A copy for the queue S."""
    published = Send("p", OutgoingMessage("m", length))
    return (*SUBSCRIBED, published, *harm, DUE, ReadDepth("S"), ReadDepth("DLQ"))


def refused(changes: AttributeChanges) -> Trace:
    """A send to a clustered queue that takes nothing."""
    return (*CLUSTER, AlterQueue("C", changes), LONG, ReadDepth(STAGING_QUEUE))


ASKED = OutgoingMessage("m", 5000, report=int(Report.EXCEPTION_WITH_FULL_DATA) | DISCARD, reply_to="REPLY")

WHATEVER_A_QUEUE_IS_FOR: dict[str, Trace] = {
    "unreadable transmission queue": (*failed(REMOTE, 0, AlterQueue("X", NO_GET)), ReadDepth("X")),
    "unreadable behind an alias": (*ALIAS, send(), AlterQueue("Q", NO_GET), DUE, ReadDepth("Q")),
    "unreadable queue of a subscription": copied(AlterQueue("S", NO_GET)),
    "unreadable reply-to queue": (
        *(*OWN, send(report=EXCEPTION | DISCARD), DISABLE, AlterQueue("REPLY", NO_GET), DUE),
        *(ReadDepth("REPLY"), AlterQueue("REPLY", GET), *LOOK),
    ),
    "first queue of a subscription": (
        *(*copied(), MqGet("S"), DeleteQueue("S"), DefineLocalQueue("S")),
        *(send("n"), DUE, Browse("S")),
    ),
    "first transmission queue": (
        *(*REMOTE, send(), DUE, MqGet("X"), DeleteQueue("X"), DefineLocalQueue("X", TRANSMISSION)),
        *(send("n"), DUE, ReadDepth("X")),
    ),
    "PUT of a clustered queue": refused(NO_PUT),
    "MAXMSGL of a clustered queue": refused(AttributeChanges(max_message_length=1000)),
    "MAXDEPTH of a clustered queue": refused(AttributeChanges(max_depth=0)),
    "copy overfills the dead-letter queue": copied(inhibit("S"), limit("DLQ", 0)),
    "copy too long for the dead-letter queue": copied(inhibit("S"), limit("DLQ", None, 1000), length=5000),
    "report too long for the dead-letter queue": (
        *(*OWN, DISABLE_REPLY, limit("DLQ", None, 1000), Send("p", ASKED), DISABLE, DUE, *LOOK),
    ),
}
