"""Channels: what waits on a transmission queue goes over to the partner, in order.

The cluster transmission queue is served by itself; there a message that cannot go holds up no other.
"""

from typing import TYPE_CHECKING

import msgspec

from implementations.behaviour.transmission import LifeBehindHeader
from implementations.decisions.channels import End
from implementations.simulation.channels.transmission_headers import embedded, own_route
from implementations.simulation.queue_managers.clusters import CLUSTER_TRANSMISSION_QUEUE
from implementations.state.objects import Entry, LocalQueue, Message
from mqtck.reference.vocabulary.commands import Switch

if TYPE_CHECKING:
    from implementations.simulation.queue_managers.queue_manager import QueueManager


def run_channel(manager: "QueueManager", name: str) -> bool:
    """Send what can be sent; True if there was anything."""
    queue = manager.local(name)
    if queue is None or queue.attributes.get is Switch.DISABLED:
        return False
    worked = False
    for entry in [entry for entry in queue.entries if entry.available]:
        if manager.decisions.expired(entry.message, manager.now):
            manager.discard(queue, entry)
        elif not transmit(manager, queue, entry):
            if name == CLUSTER_TRANSMISSION_QUEUE:
                continue
            return worked
        worked = True
    return worked


def transmit(manager: "QueueManager", queue: LocalQueue, entry: Entry) -> bool:
    """Over the channel, to the target or to the dead-letter queue at the other end."""
    route = entry.message.route or own_route(entry.message.own_header)
    if route is not None and queue.name == CLUSTER_TRANSMISSION_QUEUE:
        route = manager.clusters.route(route)
    partner = None if route is None else manager.simulation.managers.get(route.queue_manager)
    if route is None or partner is None or not partner.running:
        return False
    message = manager.decisions.after_hop(unpacked(manager, entry.message), manager.now)
    reason = partner.put(route.queue, message, instance=partner.name)
    at = partner if manager.decisions.dead_letters_undefined_at() is End.RECEIVER else manager
    if reason is not None and at.dead_letter(message, reason, route.queue) is not None:
        return False
    manager.take_off(queue, entry)
    return True


def unpacked(manager: "QueueManager", message: Message) -> Message:
    """Without the header; behind one of an application the life may be that of either field."""
    if message.route is not None:
        return msgspec.structs.replace(message, route=None)
    if manager.behaviour.life_behind_header is LifeBehindHeader.EMBEDDED:
        message = embedded(message, manager.decisions)
    return msgspec.structs.replace(message, own_header=None)
