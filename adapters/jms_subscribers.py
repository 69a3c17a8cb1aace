"""Subscribers of a world: consumers of topics, each by the name of its subscription.

A durable subscription is an unshared one, known to the broker by the client id of the world's connection
and that name, which has the world's prefix, too: some clients (RabbitMQ's) do without the client id. A
subscriber stays connected from the subscribe on; what it is not given stays with the broker.
"""

from contextlib import suppress
from typing import Any, NamedTuple

from mqtck.adapters.jms_jvm import java_class
from mqtck.adapters.jms_refusals import not_there
from mqtck.reference.vocabulary.outcomes import Done, Outcome
from mqtck.reference.vocabulary.publications import Durability, Subscribe


class Subscription(NamedTuple):
    """A consumer, None where it is disconnected, with the session that it belongs to."""

    session: Any
    consumer: Any | None
    durability: Durability


class Subscribers:
    """All subscriptions of a world that have not ended. `prefix` is that of its names in the broker."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._known: dict[str, Subscription] = {}

    def subscribe(self, command: Subscribe, session: Any, topic: Any) -> Outcome:
        """A new consumer, durable or not; a durable one goes on where it was known."""
        name, durability = command.subscription, command.durability
        known = self._known.get(name)
        if known is not None and known.consumer is not None:
            return not_there(f"The subscriber {name} is connected already.")
        durable = durability is Durability.DURABLE
        consumer = (
            session.createDurableSubscriber(topic, self._prefix + name)
            if durable
            else session.createConsumer(topic)
        )
        self._known[name] = Subscription(session, consumer, durability)
        return Done()

    def consumer(self, name: str) -> Any | None:
        """The connected consumer of that name, None where there is none."""
        known = self._known.get(name)
        return None if known is None else known.consumer

    def close(self, name: str) -> Outcome:
        """Disconnect: only a durable subscription stays."""
        known = self._known.get(name)
        if known is None or known.consumer is None:
            return not_there(f"There is no connected subscriber {name}.")
        known.consumer.close()
        if known.durability is Durability.DURABLE:
            self._known[name] = known._replace(consumer=None)
        else:
            del self._known[name]
        return Done()

    def unsubscribe(self, name: str) -> Outcome:
        """End a subscription; a connected consumer is closed first."""
        known = self._known.pop(name, None)
        if known is None:
            return not_there(f"There is no subscription {name}.")
        if known.consumer is not None:
            known.consumer.close()
        if known.durability is Durability.DURABLE:
            known.session.unsubscribe(self._prefix + name)
        return Done()

    def end(self) -> None:
        """End them all, since a durable one would stay with the broker; what it refuses is left there."""
        for name in tuple(self._known):
            with suppress(java_class("java.lang.Exception")):
                self.unsubscribe(name)
