"""The separate descriptor of a message for which the queue manager made a transmission-queue header.

Note 9 of the Expiry text says of that descriptor only that its Expiry is the application's (EX-50). What the
application put stands in the descriptor inside the header; which of its other fields the separate one repeats
is said nowhere. So ids, type, feedback and report options of the separate one are never judged, and those of
the embedded one, where it is shown, take their place. Left out: what an application puts behind a header of
its own (`transmission_queues`), whose separate descriptor it wrote itself.
"""

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from .header_mapping import plain_id
from .message_state import Message
from .state import State
from .transmission_queues import is_transmission_queue
from .vocabulary.messages import Descriptor, SeenMessage, SeenTransmissionHeader, label_in


def recognisable(state: State, queue_key: str, seen: SeenMessage) -> SeenMessage:
    """What is shown, without that by which nobody can know what is behind a header of the queue manager.

    An id that some message is known to have may still be that of this one.
    """
    header = seen.transmission_header
    if header is None or not is_transmission_queue(state, queue_key) or _headed_by_application(state, seen):
        return seen
    separate, embedded = seen.descriptor, _embedded(seen)
    return replace(
        seen,
        descriptor=replace(
            separate,
            message_id=_known(state, embedded.message_id, separate.message_id),
            correlation_id=_known(state, embedded.correlation_id, separate.correlation_id),
            message_type=embedded.message_type,
            feedback=embedded.feedback,
            report=embedded.report,
        ),
        header=replace(
            seen.header,
            message_id=_known(state, UNSET, seen.header.message_id),
            correlation_id=_known(state, UNSET, seen.header.correlation_id),
            correlation_bytes=UNSET,
        ),
    )


def as_put(state: State, message: Message, queue_key: str, seen: SeenMessage) -> SeenMessage:
    """What is shown of a message, with the ids that it was put with or with none."""
    if message.transmission_header is not None or not is_transmission_queue(state, queue_key):
        return seen
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
    return (
        wanted is not None
        and is_transmission_queue(state, queue_key)
        and all(state.messages[serial].transmission_header is None for serial in wanted)
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
