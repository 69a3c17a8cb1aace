"""What subscribers do: subscribe, close, unsubscribe, receive; and subscriptions that are defined."""

from implementations.decisions.queue_manager import Manner
from implementations.simulation.clients.jms_client import JmsClient
from implementations.simulation.clients.sessions import Session
from implementations.simulation.queue_managers.getting import Getter
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.shared import Simulation
from implementations.state.objects import CallRefusedError, Message, Subscription
from mqtck.reference.vocabulary.publications import (
    DefineSubscription,
    Durability,
    ReceivePublication,
    Subscribe,
)


class Subscribers:
    def __init__(self, simulation: Simulation, client: JmsClient) -> None:
        self.simulation = simulation
        self.client = client
        self.subscriptions = simulation.hierarchy.subscriptions

    def subscribe(self, command: Subscribe) -> None:
        session = self.client.session(command.session)
        known = self.subscriptions.get(command.subscription)
        if known is not None and not known.ended:
            if known.consumer is not None or command.durability is Durability.NON_DURABLE:
                raise CallRefusedError(None, f"there is a subscriber {command.subscription} already")
            if (known.topic_string, known.queue_manager) == (command.topic_string, session.manager.name):
                known.consumer = session
                return
            self._manager(known).topics.end(known)
        subscription = session.manager.topics.subscribe(
            command.subscription, command.topic_string, command.durability
        )
        subscription.consumer = session
        self._send_retained(session.manager, subscription)

    def define(self, command: DefineSubscription, manager: QueueManager) -> None:
        known = self.subscriptions.get(command.subscription)
        if known is not None and not known.ended:
            raise CallRefusedError(None, f"there is a subscription {command.subscription} already")
        subscription = manager.topics.subscribe(
            command.subscription, command.topic_string, Durability.DURABLE, command.queue
        )
        self._send_retained(manager, subscription)

    def _send_retained(self, manager: QueueManager, subscription: Subscription) -> None:
        retained = manager.topics.retained.get(subscription.topic_string)
        if retained is not None and not manager.decisions.expired(retained, manager.now):
            manager.topics.put_copy(subscription, retained, None)

    def close(self, name: str) -> None:
        subscription = self.subscriptions.get(name)
        if subscription is None or subscription.consumer is None:
            raise CallRefusedError(None, f"there is no connected subscriber {name}")
        self._manager(subscription).topics.disconnect(subscription)

    def unsubscribe(self, name: str) -> None:
        subscription = self.subscriptions.get(name)
        if subscription is None or subscription.ended:
            raise CallRefusedError(None, f"there is no subscription {name}")
        manager = self._manager(subscription)
        if not manager.running:
            raise CallRefusedError(None, f"{manager.name} does not run")
        manager.topics.end(subscription)

    def receive(self, command: ReceivePublication) -> Message | None:
        subscription = self.subscriptions.get(command.subscription)
        session = None if subscription is None else subscription.consumer
        if subscription is None or not isinstance(session, Session):
            raise CallRefusedError(None, f"there is no connected subscriber {command.subscription}")
        queue = session.manager.local(subscription.queue)
        assert queue is not None
        getter = Getter(session.manager, queue, session.unit)
        entry = getter.find(Manner.GET)
        return None if entry is None else getter.take(entry)

    def session_of(self, name: str) -> Session | None:
        subscription = self.subscriptions.get(name)
        session = None if subscription is None else subscription.consumer
        return session if isinstance(session, Session) else None

    def _manager(self, subscription: Subscription) -> QueueManager:
        return self.simulation.managers[subscription.queue_manager]
