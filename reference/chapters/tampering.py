"""Staging queues of which nothing more can be said: those with messages that nobody has delayed.

They are put there by hand, or led there by a definition. The staging queue is for the delivery delay
processor, and direct access for maintenance (DD-58). What becomes of a put to it no document says (DD-14),
nor what the processor makes of such a message, of those behind it, and of room that it takes. So once one may
be there, looks at that queue are recorded and not judged, what is staged may be moved or not, delayed sends
may be refused, and where such a message turns up is nobody's fault. So it is where the queue was deleted on
Multiplatforms, on which it is there without anybody's doing (DD-52).
"""

from msgspec.structs import replace

from mqtck.reference.possibilities import Possibility, Settled
from mqtck.reference.state.queue_keys import key
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import OnQueue
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.outcomes import MessageReturned, Outcome


def tampered(state: State, queue_manager: str) -> bool:
    """Whether something else than delayed messages may have come to this queue manager's staging queue."""
    return key(queue_manager, STAGING_QUEUE) in state.tampered


def came_to_staging(state: State, serial: int) -> bool:
    """Whether this is such a message, or a report about one."""
    subject = state.messages[serial].subject
    return _strange(state, serial) or (subject is not None and _strange(state, subject))


def _strange(state: State, serial: int) -> bool:
    return state.messages[serial].first in state.tampered or any(
        isinstance(status, OnQueue) and status.queue in state.tampered for status in state.beliefs[serial]
    )


def recorded_only(state: State, queue_key: str, look: Possibility) -> Possibility:
    """A look at a queue: of a staging queue that holds such a message nothing that it shows is judged."""
    if queue_key not in state.tampered:
        return look

    def settle(outcome: Outcome) -> Settled:
        # What is got is gone; what is not shown may be there all the same.
        return Settled(look.settle(outcome).states if isinstance(outcome, MessageReturned) else (state,))

    return replace(look, settle=settle)
