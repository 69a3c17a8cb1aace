"""Traces that show misreadings of exception reports that no queue takes."""

from implementations.witnesses.parts.common import (
    DISABLE,
    DISABLE_DLQ,
    DISABLE_REPLY,
    DISCARD,
    EXCEPTION,
    LOOK,
    QUEUES,
    TO_Q,
    Trace,
    failed,
    message,
    send,
)
from implementations.witnesses.parts.messages import asked, failing
from implementations.witnesses.parts.queues import after_restart, limit, limit_at
from implementations.witnesses.parts.sends import DELAY, DUE, OWN, RESTART, kept, producer_to
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Command,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineRemoteQueue,
    DeleteQueue,
    QueueAttributes,
    Send,
    SetDeliveryDelay,
    Switch,
    Usage,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode, Report
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination


def undone(*harm: Command) -> Trace:
    """A persistent message that is discarded, and no queue that takes its report."""
    asked = OutgoingMessage("m", 5000, report=EXCEPTION | DISCARD, reply_to="REPLY")
    return (
        *(*QUEUES, DISABLE_DLQ, DISABLE_REPLY, CreateProducer("p", destination=TO_Q)),
        *(SetDeliveryDelay("p", 5000), Send("p", asked), *harm, Advance(6000), Browse(STAGING_QUEUE)),
    )


def report_stuck(*fixtures: Command) -> Trace:
    """The queue behind the name to which the report goes takes nothing."""
    asked = OutgoingMessage("m", report=EXCEPTION | DISCARD, reply_to="A")
    return (*OWN, *fixtures, Send("p", asked), DISABLE, DUE, *LOOK)


TRACES: dict[str, Trace] = {
    "report to a short queue dropped": (
        *QUEUES,
        AlterQueue("REPLY", AttributeChanges(max_message_length=1)),
        CreateProducer("p", destination=TO_Q),
        DELAY,
        send(report=int(Report.EXCEPTION_WITH_FULL_DATA) | DISCARD),
        Send("p", OutgoingMessage("n", 500, int(Report.EXCEPTION_WITH_FULL_DATA) | DISCARD, "REPLY")),
        DISABLE,
        Advance(6000),
        Browse("DLQ"),
    ),
    "unsendable report dropped": failed(EXCEPTION, DISABLE_REPLY),
    "persistent lost": failed(EXCEPTION | DISCARD, DISABLE_REPLY, DISABLE_DLQ),
    "non-persistent kept": failed(
        EXCEPTION | DISCARD, DISABLE_REPLY, DISABLE_DLQ, delivery_mode=DeliveryMode.NON_PERSISTENT
    ),
    "split reversed": failed(EXCEPTION | DISCARD, DISABLE_REPLY, DISABLE_DLQ),
    "disposal stands after a restart": after_restart(EXCEPTION | DISCARD, DISABLE_REPLY, DISABLE_DLQ),
    "unsendable reports dropped after a restart": after_restart(EXCEPTION | DISCARD, DISABLE_REPLY),
    "kept for its report and lost at a restart": kept(0, (*RESTART, Browse(STAGING_QUEUE))),
    "undone but for its room": failed(EXCEPTION, DISABLE_REPLY, limit("DLQ", 1)),
    "report for its own target dropped": failing(asked(EXCEPTION, DISCARD, reply_to="Q")),
    "report lost behind an alias": report_stuck(DefineAliasQueue("A", "REPLY"), DISABLE_REPLY),
    "report lost on its way": report_stuck(
        DefineLocalQueue("X", QueueAttributes(put=Switch.DISABLED, usage=Usage.TRANSMISSION)),
        DefineRemoteQueue("A", "STOCK", "QM9", "X"),
    ),
    "reply-to queue above its limit": (
        *(*QUEUES, CreateProducer("q", destination=QueueDestination("REPLY")), *producer_to("Q")),
        *(Send("q", message("n")), Send("q", message("o")), limit("REPLY", 1)),
        *(send(report=EXCEPTION | DISCARD), DISABLE, DUE, *LOOK),
    ),
    "not undone where the target is full": undone(limit_at("Q", 0)),
    "not undone where the target is short": undone(limit_at("Q", None, 1000)),
    "not undone where the target is gone": undone(DeleteQueue("Q")),
}
