"""Traces that show the faults of `wrong_where_limits_meet`."""

from mqtck.reference.vocabulary.clusters import DefaultBinding, JoinCluster
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Command,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    DefineSharedQueue,
    DeleteQueue,
    GetMode,
    MqBackout,
    MqGet,
    OpenSession,
    QueueAttributes,
    ReadDepth,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    Switch,
    Usage,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination
from mqtck.reference.vocabulary.profile import Platform

from .witness_parts import (
    DISABLE,
    DISABLE_REPLY,
    DISCARD,
    EXCEPTION,
    LOOK,
    QUEUES,
    TO_Q,
    WITHIN,
    P,
    Trace,
    message,
    put,
    send,
)

DELAY = SetDeliveryDelay("p", 5000)
DUE = Advance(6000)
NO_PUT = AttributeChanges(put=Switch.DISABLED)
LONG = Send("p", OutgoingMessage("m", 5000))
HOURS = Advance(7_200_000)
NO_DEAD_LETTERS = SetDeadLetterQueue(None)


def limit(queue: str, depth: int | None = None, length: int | None = None) -> AlterQueue:
    return AlterQueue(queue, AttributeChanges(max_depth=depth, max_message_length=length))


def inhibit(queue: str) -> AlterQueue:
    return AlterQueue(queue, NO_PUT)


def to(queue: str) -> Trace:
    """A producer with a delay."""
    return (CreateProducer("p", destination=QueueDestination(queue)), DELAY)


ALIAS: Trace = (*QUEUES, DefineAliasQueue("A", "Q"), *to("A"))
REMOTE: Trace = (
    *(*QUEUES, DefineLocalQueue("X", QueueAttributes(usage=Usage.TRANSMISSION))),
    *(DefineRemoteQueue("R", "STOCK", "QM9", "X"), *to("R")),
)
CLUSTER: Trace = (
    JoinCluster("SALES"),
    DefineLocalQueue("C", QueueAttributes(cluster="SALES", default_binding=DefaultBinding.NOT_FIXED)),
    *(*QUEUES, *to("C")),
)
ANEW: Trace = (DeleteQueue("Q"), DefineLocalQueue("Q2"), DefineAliasQueue("Q", "Q2"), inhibit("Q2"))
OWN: Trace = (*QUEUES, *to("Q"))


def failed(way: Trace, report: int, *harm: Command) -> Trace:
    return (*way, send(report=report), *harm, DUE, *LOOK)


def kept(way: Trace, *harm: Command) -> Trace:
    """Nobody takes the message."""
    return failed(way, 0, NO_DEAD_LETTERS, *harm)


def undone(way: Trace, *harm: Command) -> Trace:
    """Nobody takes the report about a persistent message."""
    return failed(way, EXCEPTION | DISCARD, NO_DEAD_LETTERS, DISABLE_REPLY, *harm)


def too_long(way: Trace, queue: str) -> Trace:
    """A limit of length comes over a message that is staged."""
    return (*way, LONG, limit(queue, None, 1000), DUE, *LOOK, ReadDepth(queue))


def at_z(report: int, changes: AttributeChanges, *fixtures: Command) -> Trace:
    """A message for a shared queue, which is altered during the delay."""
    asked = OutgoingMessage("m", 5000, report=report, reply_to="REPLY" if report else None)
    return (
        DefineQueueManager("Z", platform=Platform.ZOS, queue_sharing_group="G"),
        *(DefineLocalQueue(queue, queue_manager="Z") for queue in (STAGING_QUEUE, "REPLY", "DLQ")),
        *(DefineSharedQueue("Q", "G"), SetDeadLetterQueue("DLQ", "Z"), OpenSession("z", queue_manager="Z")),
        *(CreateProducer("p", session="z", destination=TO_Q), DELAY, *fixtures, Send("p", asked)),
        *(AlterQueue("Q", changes, "Z"), DUE),
        *(Browse(queue, "Z") for queue in ("Q", "REPLY", "DLQ", STAGING_QUEUE)),
    )


def report_stuck(*fixtures: Command) -> Trace:
    """The queue behind the name to which the report goes takes nothing."""
    asked = OutgoingMessage("m", report=EXCEPTION | DISCARD, reply_to="A")
    return (*OWN, *fixtures, Send("p", asked), DISABLE, DUE, *LOOK)


def backed_out(*harm: Command) -> Trace:
    got = MqGet("Q", GetMode.DESTRUCTIVE, None, WITHIN)
    return (*P, DELAY, send(), DUE, got, *harm, MqBackout(), ReadDepth("Q"))


def waiting(*ending: Command) -> Trace:
    """A message to the dead-letter queue, which is kept until something happens."""
    return (*P, SetDeadLetterQueue("Q"), DELAY, send(), *ending, HOURS, ReadDepth("Q"))


GONE: Trace = (DeleteQueue("Q"), DUE, DefineLocalQueue("Q"))

WHERE_LIMITS_MEET: dict[str, Trace] = {
    "discard option behind an alias": failed(ALIAS, DISCARD, DISABLE),
    "discard option behind a remote queue": failed(REMOTE, DISCARD, inhibit("X")),
    "discard option in a cluster": failed(CLUSTER, DISCARD, inhibit("C")),
    "discard option of a name that became an alias": failed(OWN, DISCARD, *ANEW),
    "failure unreported behind an alias": failed(ALIAS, EXCEPTION, DISABLE),
    "failure unreported behind a remote queue": failed(REMOTE, EXCEPTION, inhibit("X")),
    "failure unreported in a cluster": failed(CLUSTER, EXCEPTION, inhibit("C")),
    "failure unreported of a name that became an alias": failed(OWN, EXCEPTION, *ANEW),
    "dropped in a cluster": failed(CLUSTER, 0, inhibit("C")),
    "dropped behind a name that became an alias": failed(OWN, 0, *ANEW),
    "not kept behind an alias": kept(ALIAS, DISABLE),
    "not kept behind a remote queue": kept(REMOTE, inhibit("X")),
    "not kept in a cluster": kept(CLUSTER, inhibit("C")),
    "not undone behind an alias": undone(ALIAS, DISABLE),
    "not undone behind a remote queue": undone(REMOTE, inhibit("X")),
    "not undone in a cluster": undone(CLUSTER, inhibit("C")),
    "failure unreported of a shared queue": at_z(EXCEPTION, NO_PUT),
    "not kept for a shared queue": at_z(0, NO_PUT, SetDeadLetterQueue(None, "Z")),
    "not undone for a shared queue": at_z(
        EXCEPTION | DISCARD, NO_PUT, SetDeadLetterQueue(None, "Z"), AlterQueue("REPLY", NO_PUT, "Z")
    ),
    "overfull shared queue": at_z(0, AttributeChanges(max_depth=0)),
    "too long for a shared queue": at_z(0, AttributeChanges(max_message_length=1000)),
    "overfull behind an alias": failed(ALIAS, 0, limit("Q", 0)),
    "overfull transmission queue": (*failed(REMOTE, 0, limit("X", 0)), ReadDepth("X")),
    "overfull in a cluster": (*failed(CLUSTER, 0, limit("C", 0)), ReadDepth("C")),
    "too long behind an alias": too_long(ALIAS, "Q"),
    "too long for a transmission queue": too_long(REMOTE, "X"),
    "too long in a cluster": too_long(CLUSTER, "C"),
    "report lost behind an alias": report_stuck(DefineAliasQueue("A", "REPLY"), DISABLE_REPLY),
    "report lost on its way": report_stuck(
        DefineLocalQueue("X", QueueAttributes(put=Switch.DISABLED, usage=Usage.TRANSMISSION)),
        DefineRemoteQueue("A", "STOCK", "QM9", "X"),
    ),
    "target above its limit": failed(OWN, 0, put("n"), put("o"), limit("Q", 1)),
    "reply-to queue above its limit": (
        *(*QUEUES, CreateProducer("q", destination=QueueDestination("REPLY")), *to("Q")),
        *(Send("q", message("n")), Send("q", message("o")), limit("REPLY", 1)),
        *(send(report=EXCEPTION | DISCARD), DISABLE, DUE, *LOOK),
    ),
    "dead-letter queue above its limit": (
        *(*QUEUES, CreateProducer("q", destination=QueueDestination("DLQ")), *to("Q")),
        *(Send("q", message("n")), Send("q", message("o")), limit("DLQ", 1), send(), DISABLE, DUE, *LOOK),
    ),
    "staging queue above its limit": (
        *(*P, DELAY, send(), send("n"), limit(STAGING_QUEUE, 1), send("o"), ReadDepth(STAGING_QUEUE)),
    ),
    "put back to a full staging queue": kept(OWN, DISABLE, limit(STAGING_QUEUE, 0)),
    "put back to an inhibited staging queue": kept(OWN, DISABLE, inhibit(STAGING_QUEUE)),
    "put back to a short staging queue": kept(OWN, DISABLE, limit(STAGING_QUEUE, None, 0)),
    "given back to a full queue": backed_out(limit("Q", 0)),
    "given back to an inhibited queue": backed_out(inhibit("Q")),
    "given back to a short queue": backed_out(limit("Q", None, 0)),
    "kept until a definition changes": waiting(put("n"), limit("Q", 1), DUE, MqGet("Q")),
    "kept until an attribute changes": waiting(*GONE),
    "kept for ever without a target": waiting(*GONE),
}
