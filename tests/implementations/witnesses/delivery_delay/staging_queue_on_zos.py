"""Traces that show misreadings of the staging queue on z/OS, which somebody has to define."""

from implementations.witnesses.parts.clusters_and_zos import ALIAS_AT_Z, END, ON_Z, QUEUE, TO_Z, Z
from implementations.witnesses.parts.common import TO_Q, Trace, message, send
from implementations.witnesses.parts.publications import AVAILABLE
from implementations.witnesses.parts.sends import NON_PERSISTENT
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Command,
    CreateProducer,
    DefineLocalQueue,
    OpenSession,
    Send,
    SendArguments,
    SetDeliveryDelay,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode
from mqtck.reference.vocabulary.messages import QueueDestination, TopicDestination
from mqtck.reference.vocabulary.profile import Version
from mqtck.reference.vocabulary.publications import DefineTopic, Subscribe
from mqtck.reference.vocabulary.zos import MigrateBack, OperationMode, ReadSampleDefinition, SetOperationMode

SAMPLE: Trace = (*Z, ReadSampleDefinition(queue_manager="Z"))
# On the older edition the queue manager that is always there runs on z/OS.
OLDER: Trace = (DefineLocalQueue(STAGING_QUEUE), DefineLocalQueue("Q"))
TO_OLDER: Trace = (CreateProducer("p", destination=TO_Q), SetDeliveryDelay("p", 5000), send())
MIGRATED: Trace = (
    *OLDER,
    *TO_OLDER,
    MigrateBack(Version(7, 1)),
    Advance(6000),
    Browse("Q"),
    Browse(STAGING_QUEUE),
)


def unstaged(place: Trace, *settings: Command, by: Send | None = None) -> Trace:
    """The same without a staging queue."""
    return (
        *(*Z, *place, OpenSession("z", queue_manager="Z")),
        CreateProducer("p", session="z", destination=QueueDestination("Q")),
        *(SetDeliveryDelay("p", 5000), *settings, by or send()),
    )


TRACES: dict[str, Trace] = {
    "sent by another name without staging queue": unstaged(ALIAS_AT_Z),
    "sent lightly without staging queue": unstaged(QUEUE, NON_PERSISTENT),
    "sent at length without staging queue": unstaged(
        QUEUE, by=Send("p", message(), arguments=SendArguments(DeliveryMode.PERSISTENT, 4, 0))
    ),
    "no staging queue needed for topics": (
        *(*ON_Z[:1], DefineTopic("T", "T", AVAILABLE, AVAILABLE, "Z"), OpenSession("s", queue_manager="Z")),
        *(Subscribe("a", "T", session="s"), CreateProducer("p", session="s", topic=TopicDestination("T"))),
        *(SetDeliveryDelay("p", 3000), send()),
    ),
    "staging queue by default": (*Z, *TO_Z, send(), *END),
    "sent without staging queue": (*Z, *TO_Z, send(), Browse("Q", "Z")),
    "sample with an index": SAMPLE,
    "sample by priority": SAMPLE,
    "sample not hardened": SAMPLE,
    "staged messages gone with the mode": (
        *(*OLDER, *TO_OLDER, SetOperationMode(OperationMode.COMPATIBILITY)),
        *(Advance(6000), Browse("Q")),
    ),
    "gated by the mode": (*OLDER, SetOperationMode(OperationMode.COMPATIBILITY), *TO_OLDER),
    "delivered by an earlier release": MIGRATED,
    "deleted by a migration": MIGRATED,
}
