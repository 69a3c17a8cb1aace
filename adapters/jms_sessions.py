"""The JMS objects behind a session name: a Session, JMSContexts, and the producers made from them.

A session name stands for one Session (MessageProducer) and for one JMSContext (JMSProducer), each made
when first needed. Every further JMSProducer of a session that is not transacted gets a JMSContext of its
own on the same connection, because some brokers (Artemis) let all JMSProducers of a context share their
settings. Producers of a transacted session must share its transaction and so its context: there such
sharing shows.
"""

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, NamedTuple

from mqtck.adapters.jms_connections import Connections
from mqtck.adapters.jms_jvm import java_class
from mqtck.adapters.jms_older import newer
from mqtck.reference.vocabulary.commands import Acknowledgement, ProducerApi, SendArguments


class Producer(NamedTuple):
    """A MessageProducer or a JMSProducer, and what makes the messages for it.

    `destination` is what a JMSProducer, which has none of its own, names where a send names none.
    """

    api: ProducerApi
    java: Any
    messages: Any
    destination: Any | None

    def send(self, java_message: Any, destination: Any | None, arguments: SendArguments | None) -> None:
        """The form of send that has these arguments; a JMSProducer has none with a SendArguments."""
        match (self.api, destination, arguments):
            case (ProducerApi.JMS_PRODUCER, None, _):
                self.java.send(self.destination, java_message)
            case (ProducerApi.JMS_PRODUCER, _, _):
                self.java.send(destination, java_message)
            case (_, None, None):
                self.java.send(java_message)
            case (_, _, None):
                self.java.send(destination, java_message)
            case (_, None, SendArguments(delivery_mode, priority, time_to_live)):
                self.java.send(java_message, int(delivery_mode), priority, time_to_live)
            case (_, _, SendArguments(delivery_mode, priority, time_to_live)):
                self.java.send(destination, java_message, int(delivery_mode), priority, time_to_live)


class NamedSession:
    """One session name of a world.

    `connection` gives the world's connection, `connections` keeps others, and `closing` ends all.
    """

    def __init__(
        self,
        acknowledgement: Acknowledgement,
        connection: Callable[[], Any],
        factory: Any,
        package: str,
        connections: Connections,
        closing: ExitStack,
    ) -> None:
        modes = java_class(f"{package}.Session")
        self._transacted = acknowledgement is Acknowledgement.TRANSACTED
        self._mode = modes.SESSION_TRANSACTED if self._transacted else modes.AUTO_ACKNOWLEDGE
        self._connection = connection
        self._factory = factory
        self._connections = connections
        self._closing = closing
        self._session: Any | None = None
        self._context: Any | None = None

    def create_producer(self, api: ProducerApi, destination_from: Callable[[Any], Any | None]) -> Producer:
        """`destination_from` makes the Java destination with a Session or a JMSContext; None for none."""
        match api:
            case ProducerApi.MESSAGE_PRODUCER:
                session = self.session()
                return Producer(api, session.createProducer(destination_from(session)), session, None)
            case ProducerApi.JMS_PRODUCER:
                context = self._context_for_producer()
                return Producer(api, context.createProducer(), context, destination_from(context))

    def any_side(self) -> Any:
        """The Session or the JMSContext, whichever there is; both make consumers and destinations."""
        return self.session() if self._context is None else self._context

    def session(self) -> Any:
        """The Session, on the world's connection: durable subscriptions go by the client id of that."""
        if self._session is None:
            self._session = self._connection().createSession(self._transacted, self._mode)
            self._closing.callback(self._session.close)
        return self._session

    def commit(self) -> None:
        self.any_side()
        for side in self._sides():
            side.commit()

    def rollback(self) -> None:
        self.any_side()
        for side in self._sides():
            side.rollback()

    def _sides(self) -> tuple[Any, ...]:
        return tuple(side for side in (self._session, self._context) if side is not None)

    def _context_for_producer(self) -> Any:
        if self._context is None:
            with self._connections.opening():
                self._context = newer(self._factory, "createContext")(self._mode)
                self._connections.keep(self._context)
            return self._context
        if self._transacted:
            return self._context
        own = self._context.createContext(self._mode)
        self._closing.callback(own.close)
        return own
