"""Depth triggering: a message on the initiation queue when a queue has become so deep."""

from typing import TYPE_CHECKING

from implementations.behaviour.whole import TriggerAgain
from implementations.state.objects import NO_ID, LocalQueue, Message, Origin
from mqtck.reference.vocabulary.commands import DepthTrigger
from mqtck.reference.vocabulary.constants import UNLIMITED

if TYPE_CHECKING:
    from implementations.simulation.queue_managers.queue_manager import QueueManager


def trigger(manager: "QueueManager", queue: LocalQueue) -> None:
    """A message has come."""
    wanted = queue.attributes.trigger
    if wanted is not None and not queue.triggered:
        live = sum(not manager.decisions.expired(entry.message, manager.now) for entry in queue.entries)
        if manager.decisions.trigger_depth(manager.depth(queue), live) >= wanted.depth:
            queue.triggered = True
            put_trigger_message(manager, wanted)


def trigger_again(manager: "QueueManager", queue: LocalQueue) -> None:
    """A message has gone."""
    wanted = queue.attributes.trigger
    if (
        wanted is not None
        and manager.behaviour.trigger_again is TriggerAgain.EACH_TIME
        and manager.depth(queue) < wanted.depth
    ):
        queue.triggered = False


def put_trigger_message(manager: "QueueManager", wanted: DepthTrigger) -> None:
    persistence, priority = manager.defaults(wanted.initiation_queue)
    message = Message(
        body="",
        message_id=manager.new_id(),
        correlation_id=NO_ID,
        expiry=UNLIMITED,
        put_at=manager.now,
        end_of_life=None,
        persistence=persistence,
        priority=priority,
        origin=Origin.TRIGGER,
    )
    manager.simulation.soon(
        manager.decisions.lateness.trigger,
        manager,
        lambda: manager.put(wanted.initiation_queue, message),
    )
