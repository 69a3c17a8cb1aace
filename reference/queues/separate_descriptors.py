"""The separate descriptor of a message for which the queue manager made a transmission-queue header.

Note 9 of the Expiry text says of that descriptor only that its Expiry is the application's (EX-50). What the
application put stands in the descriptor inside the header; which of its other fields the separate one repeats
is said nowhere. So ids, type, feedback, report options, reply-to queue, persistence and priority of the
separate one are never judged, and those of the embedded one, where it is shown, take their place: a
persistence or a priority that it leaves to a queue says nothing. So too on the dead-letter queue of
a sending end, which may put there what it has got, header and all (AM-02 and AM-24 say that it is moved, not
in which form). Left out: what an application puts behind a header of its own (`transmission_queues`), whose
separate descriptor it wrote itself.
"""

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from mqtck.reference.chapters.header_mapping import plain_id
from mqtck.reference.state.messages import Message
from mqtck.reference.state.queue_keys import owner
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Disposal, OnQueue
from mqtck.reference.vocabulary.constants import PRIORITY_AS_QUEUE_DEFINITION, Persistence
from mqtck.reference.vocabulary.messages import Descriptor, SeenMessage, SeenTransmissionHeader, label_in

from .transmission_queues import is_transmission_queue

_RESOLVED = (Persistence.PERSISTENT, Persistence.NOT_PERSISTENT)


def recognisable(state: State, queue_key: str, seen: SeenMessage) -> SeenMessage:
    """What is shown, without that by which nobody can know what is behind a header of the queue manager.

    An id that some message is known to have may still be that of this one.
    """
    header = seen.transmission_header
    dead_lettered = isinstance(header, SeenTransmissionHeader) and seen.dead_letter_header is not None
    if header is None or not (is_transmission_queue(state, queue_key) or dead_lettered):
        return seen
    if _headed_by_application(state, seen):
        return seen
    separate, embedded = seen.descriptor, _embedded(seen)
    return replace(
        seen,
        descriptor=replace(
            _without_separate(separate, embedded),
            message_id=_known(state, embedded.message_id, separate.message_id),
            correlation_id=_known(state, embedded.correlation_id, separate.correlation_id),
        ),
        header=replace(
            seen.header,
            message_id=_known(state, UNSET, seen.header.message_id),
            correlation_id=_known(state, UNSET, seen.header.correlation_id),
            correlation_bytes=UNSET,
            reply_to=UNSET,
            delivery_mode=UNSET,
            priority=UNSET,
        ),
    )


def as_put(state: State, message: Message, queue_key: str, seen: SeenMessage) -> SeenMessage:
    """What is shown of a message, with the ids that it was put with or with none."""
    if message.transmission_header is not None:
        return seen
    if not is_transmission_queue(state, queue_key):
        if seen.transmission_header is None or not _put_by_sending_end(state, message, queue_key):
            return seen
        seen = replace(seen, descriptor=_without_separate(seen.descriptor, _embedded(seen)))
    embedded = _embedded(seen)
    return replace(
        seen,
        descriptor=replace(
            seen.descriptor, message_id=embedded.message_id, correlation_id=embedded.correlation_id
        ),
        header=replace(seen.header, message_id=UNSET, correlation_id=UNSET, correlation_bytes=UNSET),
    )


def ids_are_open(state: State, queue_key: str, wanted: tuple[int, ...] | None) -> bool:
    """Whether a match by the id of one of these on this queue may or may not find it."""
    if wanted is None:
        return False
    messages = [state.messages[serial] for serial in wanted]
    if any(message.transmission_header is not None for message in messages):
        return False
    return is_transmission_queue(state, queue_key) or any(
        _put_by_sending_end(state, message, queue_key) for message in messages
    )


def _put_by_sending_end(state: State, message: Message, queue_key: str) -> bool:
    """Whether an end that took it from a transmission queue may have put it to this dead-letter queue."""
    if message.onward is None or owner(queue_key) == owner(message.onward):
        return False
    return any(
        isinstance(status, OnQueue) and status.queue == queue_key and status.disposal is Disposal.BY_CHANNEL
        for status in state.beliefs[message.serial]
    )


def _without_separate(separate: Descriptor, embedded: Descriptor) -> Descriptor:
    """The separate descriptor with what the embedded one says instead of all that it need not repeat."""
    return replace(
        separate,
        message_type=embedded.message_type,
        feedback=embedded.feedback,
        report=embedded.report,
        reply_to_queue=embedded.reply_to_queue,
        reply_to_queue_manager=embedded.reply_to_queue_manager,
        persistence=embedded.persistence if embedded.persistence in _RESOLVED else UNSET,
        priority=embedded.priority if embedded.priority != PRIORITY_AS_QUEUE_DEFINITION else UNSET,
    )


def _embedded(seen: SeenMessage) -> Descriptor:
    header = seen.transmission_header
    return header.descriptor if isinstance(header, SeenTransmissionHeader) else Descriptor()


def _known(state: State, embedded: str | UnsetType, shown: str | None | UnsetType) -> str | UnsetType:
    if isinstance(embedded, str):
        return embedded
    return shown if isinstance(shown, str) and plain_id(shown) in state.ids else UNSET


def _headed_by_application(state: State, seen: SeenMessage) -> bool:
    """Whether the data or the id tell that an application wrote the header."""
    known = (
        list(state.labels.get(label_in(seen.body, state.labels), ())) if isinstance(seen.body, str) else []
    )
    if isinstance(seen.descriptor.message_id, str):
        found = state.ids.get(plain_id(seen.descriptor.message_id))
        known += [] if found is None else [found]
    return any(state.messages[serial].transmission_header is not None for serial in known)
