"""Traces that show misreadings of a restart that forgets some of what was defined before it."""

from implementations.witnesses.parts.common import TO_Q, Q, Trace, message, send
from implementations.witnesses.parts.messages import NON_PERSISTENT_FORM
from implementations.witnesses.parts.publications import ALICE, ALL, PUBLISHER_TO_T
from implementations.witnesses.parts.queues import limit
from implementations.witnesses.parts.sends import DELAY, RESTART
from mqtck.reference.vocabulary.commands import CreateProducer, GrantPut, OpenSession, ReadDepth, Send
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.publications import DefineTopic

SENDING: Trace = (CreateProducer("p", destination=TO_Q), DELAY, send(), ReadDepth(STAGING_QUEUE))

TRACES: dict[str, Trace] = {
    "MAXDEPTH forgotten at a restart": (*Q, limit("Q", 0), *RESTART, *SENDING),
    "limits of the staging queue forgotten at a restart": (
        *(*Q, limit(STAGING_QUEUE, 0), *RESTART, *SENDING),
    ),
    "authorities forgotten at a restart": (
        *(*Q, GrantPut("alice", "Q"), GrantPut("alice", STAGING_QUEUE), *RESTART),
        *(OpenSession("s", user="alice"), CreateProducer("p", session="s", destination=TO_Q), DELAY, send()),
    ),
    "topic objects forgotten at a restart": (
        *(DefineTopic("T", "T", ALL, ALL), *RESTART, ALICE, *PUBLISHER_TO_T),
        Send("p", message(), arguments=NON_PERSISTENT_FORM),
    ),
}
