"""Sessions and producers of the JMS client, and what the destination of a producer led to at its creation."""

from typing import NamedTuple

from implementations.decisions.client import IdHint
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.state.objects import (
    AliasQueue,
    UnitOfWork,
)
from mqtck.reference.vocabulary.commands import (
    ProducerApi,
)
from mqtck.reference.vocabulary.constants import (
    DEFAULT_DELIVERY_MODE,
    DEFAULT_PRIORITY,
)
from mqtck.reference.vocabulary.messages import QueueDestination, TopicDestination


class Session:
    def __init__(self, manager: QueueManager, user: str | None, unit: UnitOfWork | None) -> None:
        self.manager = manager
        self.user = user
        self.unit = unit
        self.api = ProducerApi.MESSAGE_PRODUCER

    def end(self) -> None:
        """The unit of work is rolled back, and consumers are gone with their non-durable subscriptions."""
        if self.unit is not None:
            self.unit.rollback()
        for subscription in self.manager.simulation.hierarchy.subscriptions.values():
            if subscription.consumer is self:
                self.manager.topics.disconnect(subscription)


class Opened(NamedTuple):
    """What the destination of a producer led to at its creation: behind an alias, and with which defaults."""

    queue: str
    alias: bool
    defaults: tuple[int, int]


class Producer:
    def __init__(
        self,
        api: ProducerApi,
        session: Session,
        destination: QueueDestination | TopicDestination | None,
    ) -> None:
        self.api = api
        self.session = session
        self.destination = destination
        self.delay = 0
        self.largest_delay = 0
        self.delay_set_at = 0
        self.time_to_live = 0
        self.priority = DEFAULT_PRIORITY
        self.delivery_mode = DEFAULT_DELIVERY_MODE
        self.id_hint = IdHint.ENABLED
        self.opened: Opened | None = None
        self.closed = False


def opened_by(manager: QueueManager, queue: str) -> Opened | None:
    if manager.put_queue(queue) is None:
        return None
    alias = isinstance(manager.definitions.get(queue), AliasQueue)
    return Opened(manager.final_name(queue), alias, manager.defaults(queue))


def still_open(manager: QueueManager, producer: Producer) -> Opened | None:
    """What a producer has opened, where that queue is there."""
    opened = producer.opened
    return None if opened is None or manager.put_queue(opened.queue) is None else opened
