"""Traces that show misreadings of restarts, with some messages alone or some of what they have."""

from implementations.witnesses.combined_rules.kept_on_other_ways import ASKING
from implementations.witnesses.parts.common import (
    DISABLE,
    DISCARD,
    EXCEPTION,
    EXPIRATION,
    QUEUES,
    Command,
    P,
    Trace,
    message,
)
from implementations.witnesses.parts.messages import PERSISTENT_FORM, asked
from implementations.witnesses.parts.publications import SUBSCRIBED_TO_T
from implementations.witnesses.parts.sends import DELAY, DUE, FOR_MQI, RESTART
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    Browse,
    CreateProducer,
    DefineLocalQueue,
    Send,
    SetDeadLetterQueue,
    Switch,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, Report
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination

TO_Q = CreateProducer("p", destination=QueueDestination("Q"))
DEAD_LETTERS: Trace = (DefineLocalQueue("DLQ"), SetDeadLetterQueue("DLQ"))
DISABLE_S = AlterQueue("S", AttributeChanges(put=Switch.DISABLED))


def staged(outgoing: OutgoingMessage, *afterwards: Command) -> Trace:
    """A persistent delayed message m for Q, whose producer is p."""
    return (*QUEUES, TO_Q, DELAY, Send("p", outgoing, arguments=PERSISTENT_FORM), *afterwards)


TRACES: dict[str, Trace] = {
    "dead-lettered with the staged ids after a restart": (
        *staged(asked(), *RESTART, DISABLE, DUE, Browse("DLQ")),
    ),
    "correlation id of a dead letter lost at a restart": (
        *staged(asked(), DISABLE, DUE, *RESTART, Browse("DLQ")),
    ),
    "MQRO_DISCARD_MSG of a publication lost at a restart": (
        *(*SUBSCRIBED_TO_T, *DEAD_LETTERS, DELAY),
        *(Send("p", message(report=DISCARD), arguments=PERSISTENT_FORM), *RESTART, DISABLE_S, DUE),
        *(Browse("DLQ"), Browse(STAGING_QUEUE)),
    ),
    "MQRO_DISCARD_MSG of a message for the MQI lost at a restart": (
        *(*FOR_MQI, *DEAD_LETTERS, Send("p", message(report=DISCARD), arguments=PERSISTENT_FORM)),
        *(*RESTART, DISABLE, DUE, Browse("DLQ"), Browse(STAGING_QUEUE)),
    ),
    "MQRO_DISCARD_MSG beside MQRO_EXPIRATION lost at a restart": (
        *staged(message(report=DISCARD | EXPIRATION), *RESTART, DUE, Browse("Q")),
    ),
    "MQRO_PASS_DISCARD_AND_EXPIRY lost at a restart": (
        *staged(message(report=EXCEPTION | Report.PASS_DISCARD_AND_EXPIRY), *RESTART, DUE, Browse("Q")),
    ),
    "ReplyToQMgr of a staged message lost at a restart": staged(ASKING, *RESTART, DUE, Browse("Q")),
    "ReplyToQMgr lost at a restart": (
        *(*P, Send("p", ASKING, arguments=PERSISTENT_FORM), *RESTART, Browse("Q")),
    ),
}
