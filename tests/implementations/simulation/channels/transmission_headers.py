"""MQXQH in front of a message: written by an application, or by the queue manager on the way.

EX-50 to EX-59. Left out: two of them, one behind the other, where an application puts its own to a remote
queue: the queue manager's alone is looked at then.
"""

from typing import TYPE_CHECKING

import msgspec

from implementations.behaviour.calls import HeaderOnNormalQueue
from implementations.decisions.transmission import END_OF_EMBEDDED_EXPIRY
from implementations.state.objects import LocalQueue, Message, Route
from mqtck.reference.vocabulary.commands import Usage
from mqtck.reference.vocabulary.messages import Descriptor, SeenTransmissionHeader, TransmissionHeader

if TYPE_CHECKING:
    from implementations.decisions.queue_manager import QueueManagerDecisions
    from implementations.simulation.queue_managers.queue_manager import QueueManager

STRUCTURE = "XQH "
LENGTH = 428
END_OF_QUEUE = 56
END_OF_QUEUE_MANAGER = 104


def refusal(name: str, message: Message, manager: "QueueManager") -> int | None:
    """Why a direct put to a transmission queue fails (EX-51 to EX-55)."""
    queue, decisions, header = manager.resolve(name), manager.decisions, message.own_header
    if not isinstance(queue, LocalQueue):
        return None
    checked = manager.behaviour.header_on_normal_queue is HeaderOnNormalQueue.CHECKED
    if queue.attributes.usage is Usage.NORMAL and (header is None or not checked):
        return None
    if header is None or header.structure_id != STRUCTURE:
        return decisions.header_failure() if decisions.headless_refused() else None
    if header.length is not None and decisions.cut_off_refused(header.length):
        return decisions.header_failure()
    if header.length is not None and header.length < END_OF_EMBEDDED_EXPIRY:
        return None
    if decisions.embedded_refused(header.expiry, manager.enforcement.limit()):
        return decisions.header_failure()
    if decisions.differing_refused(message.expiry, header.expiry):
        return decisions.expiry_failure()
    return None


def seen_header(
    message: Message, now: int, decisions: "QueueManagerDecisions"
) -> SeenTransmissionHeader | None | msgspec.UnsetType:
    """As it is shown; unset where what stands there cannot be read."""
    if message.route is not None:
        expiry, end_of_life = decisions.written_expiry(message)
        left = decisions.embedded_left(
            msgspec.structs.replace(message, expiry=expiry, end_of_life=end_of_life), now
        )
        return _whole(message.route.queue, message.route.queue_manager, left)
    header = message.own_header
    if header is None:
        return None
    if header.structure_id != STRUCTURE:
        return msgspec.UNSET
    left = decisions.embedded_left(embedded(message, decisions), now)
    whole = _whole(header.remote_queue, header.remote_queue_manager, left)
    if header.length is None:
        return whole
    shown = {"length": header.length}
    return msgspec.structs.replace(
        whole,
        **shown,
        remote_queue=whole.remote_queue if header.length >= END_OF_QUEUE else msgspec.UNSET,
        remote_queue_manager=whole.remote_queue_manager
        if header.length >= END_OF_QUEUE_MANAGER
        else msgspec.UNSET,
        descriptor=whole.descriptor if header.length >= END_OF_EMBEDDED_EXPIRY else Descriptor(),
    )


def embedded(message: Message, decisions: "QueueManagerDecisions") -> Message:
    """The message with the life of the field in its own header."""
    header = message.own_header
    assert header is not None
    end = decisions.end_of_life(message.put_at, header.expiry)
    return msgspec.structs.replace(message, expiry=header.expiry, end_of_life=end)


def _whole(queue: str, queue_manager: str, expiry: int) -> SeenTransmissionHeader:
    return SeenTransmissionHeader(queue, queue_manager, Descriptor(expiry=expiry), LENGTH)


def own_route(header: TransmissionHeader | None) -> Route | None:
    """Where a channel takes a message behind an application's own header; nowhere without a whole one."""
    if header is None or header.length is not None or header.structure_id != STRUCTURE:
        return None
    return Route(header.remote_queue, header.remote_queue_manager)
