"""The IMS bridge: it takes requests off its queues and answers each to its reply-to queue.

The transaction behind it echoes. The documents have it on z/OS; here it is wherever it is asked for. Left
out: replies that their queue does not take, which are dropped.
"""

from typing import TYPE_CHECKING

import msgspec

from implementations.state.objects import CallRefusedError, LocalQueue, Message, Origin
from mqtck.reference.vocabulary.commands import QueueAttributes
from mqtck.reference.vocabulary.constants import MessageType
from mqtck.reference.vocabulary.environment import DefineImsBridgeQueue

if TYPE_CHECKING:
    from implementations.simulation.queue_managers.queue_manager import QueueManager


def define_bridge_queue(command: DefineImsBridgeQueue, manager: "QueueManager") -> None:
    if manager.definition(command.queue) is not None:
        raise CallRefusedError(None, f"there is a queue {command.queue} already")
    manager.define_local(LocalQueue(command.queue, QueueAttributes()))
    manager.bridge_queues.append(command.queue)


def answer_requests(manager: "QueueManager") -> bool:
    """True if there were any."""
    worked = False
    for name in manager.bridge_queues:
        queue = manager.local(name)
        for entry in [] if queue is None else list(queue.entries):
            if queue is None or not entry.available:
                continue
            if manager.decisions.expired(entry.message, manager.now):
                manager.discard(queue, entry)
            else:
                reason = manager.put_report(_reply(entry.message, manager), entry.message)
                if reason is not None and manager.decisions.keeps_unanswered():
                    continue
                manager.take_off(queue, entry)
            worked = True
    return worked


def _reply(request: Message, manager: "QueueManager") -> Message:
    now = manager.now
    expiry = manager.decisions.reply_expiry(request.ims_flags, request, now)
    return msgspec.structs.replace(
        request,
        message_id=manager.new_id(),
        correlation_id=request.message_id,
        expiry=expiry,
        put_at=now,
        end_of_life=manager.decisions.end_of_life(now, expiry),
        origin=Origin.MQI,
        report=0,
        message_type=MessageType.REPLY,
        reply_to="",
        reply_manager_field="",
        ims_flags=0,
        header=None,
        own_header=None,
        route=None,
    )
