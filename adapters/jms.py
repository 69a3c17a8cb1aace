"""Any JMS broker as an implementation: the client commands, through jakarta.jms or javax.jms.

A broker is described by a `JmsBroker`: a connection factory, how queues come and go, and who tells their
depth. All worlds of an adapter live in one broker, and so do those of other processes if it is not
embedded: the names of a world have a prefix of their own there, and it deletes its queues at the end.
The clock is that of the JVM.

Left out: whatever JMS does not define, unless the broker's description adds it (`execute_further`).
Descriptors, RFH2 folders and dead-letter headers stay unset. A receive makes a consumer and closes it
again, so that no message waits in the buffer of a consumer where nobody else sees it.
"""

import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from typing import Any, Final

from mqtck.adapters.jms_broker import PLAIN_JMS, TOPICS, JmsBroker
from mqtck.adapters.jms_connections import PLAIN_SESSION, Connections, prefix_of_world
from mqtck.adapters.jms_jvm import enter_jvm, java_class, leave_jvm
from mqtck.adapters.jms_messages import NamesOf, fill, header_of, seen
from mqtck.adapters.jms_older import lacking, newer
from mqtck.adapters.jms_refusals import not_there, refusal
from mqtck.adapters.jms_sessions import NamedSession, Producer
from mqtck.adapters.jms_subscribers import Subscribers
from mqtck.reference.vocabulary.abilities import IMPLIED, Ability, abilities_needed
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Advance,
    Browse,
    Command,
    Commit,
    CreateProducer,
    DefineLocalQueue,
    DisableMessageId,
    OpenSession,
    ProducerApi,
    ReadDepth,
    Receive,
    Rollback,
    Send,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetPriority,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER
from mqtck.reference.vocabulary.messages import QueueDestination, TopicDestination
from mqtck.reference.vocabulary.outcomes import (
    Browsed,
    DepthRead,
    Done,
    MessageReturned,
    NoMessage,
    Outcome,
    Sent,
    Unsupported,
)
from mqtck.reference.vocabulary.publications import (
    AlterTopic,
    CloseSubscriber,
    DefineTopic,
    DeleteTopic,
    ReceivePublication,
    Subscribe,
    Unsubscribe,
)

__all__ = ["PLAIN_JMS", "TOPICS", "JmsBroker", "JmsWorld"]

_IN_TIME: Final = 100
"""Ms of a second wait, which shows whether the machine keeps the time."""

_TRIES_OF_A_SLOW_MACHINE: Final = 50

_DONE_HERE: Final = PLAIN_JMS | TOPICS | IMPLIED | {Ability.DEPTH, Ability.CORRELATION_BYTES}
"""What a world does itself. A command that needs anything else is never taken for one without it."""


class JmsWorld:
    """One world in a shared broker. Opening one costs nothing; the connection comes with the first use."""

    def __init__(self, broker: JmsBroker) -> None:
        self._broker = broker
        self._prefix = prefix_of_world()
        self._clock = java_class("java.lang.System")
        self._java_exception = java_class("java.lang.Exception")
        self._not_implemented = java_class("java.lang.UnsupportedOperationException")
        self._lacking = lacking()
        self._closing = ExitStack()
        self._connections = Connections(self._closing, broker.connection_factory)
        self._connection: Any | None = None
        self._browsing: Any | None = None
        self._queues: set[str] = set()
        self._topics: set[str] = set()
        self._plain: dict[str, str] = {}
        self._destinations: dict[str, Any] = {}
        self._topic_destinations: dict[str, Any] = {}
        self._subscribers = Subscribers(self._prefix)
        self._names_of = NamesOf(self._queue_name_of, self._topic_name_of)
        self._sessions: dict[str, NamedSession] = {}
        self._producers: dict[str, Producer] = {}
        self._sent: dict[str, Any] = {}
        self._ids: dict[str, str] = {}

    def now(self) -> int:
        return int(self._clock.currentTimeMillis())

    def execute(self, command: Command) -> Outcome:
        if unsupported := self._unsupported(command):
            return unsupported
        enter_jvm()
        try:
            return self._do(command)
        except self._java_exception as exception:
            refused = refusal(exception, self._broker.package)
            # A client without delivery delay, say. What a send may not be given is refused in this way too.
            if isinstance(exception, self._not_implemented) and not isinstance(command, Send):
                return Unsupported(ability=f"call {type(command).__name__}", why=refused.text)
            self._connections.refused(refused.text)
            return refused
        except self._lacking as missing:
            return Unsupported(ability=f"call {type(command).__name__}", why=str(missing))
        except OverflowError as error:
            return Unsupported(ability="numbers that large", why=f"no Java client can pass it: {error}")

    def close(self) -> None:
        """Close what is open, the last first; then delete the queues, whatever is on them."""
        enter_jvm()
        self._subscribers.end()
        with suppress(self._java_exception):
            self._closing.close()
        for queue in self._queues:
            with suppress(self._java_exception):
                self._broker.delete_queue(self._name(queue))
        if (delete_topic := self._broker.delete_topic) is not None:
            for topic in self._topics:
                with suppress(self._java_exception):
                    delete_topic(self._topic_name(topic))
        leave_jvm()

    def _unsupported(self, command: Command) -> Unsupported | None:
        """What no plain JMS broker can do, including what the abilities do not tell apart."""
        if missing := abilities_needed(command) - self._broker.abilities - IMPLIED:
            return Unsupported(ability=min(missing), why="not a part of plain JMS, nor added for this broker")
        match command:
            case (
                DefineLocalQueue(queue_manager=queue_manager)
                | Browse(queue_manager=queue_manager)
                | ReadDepth(queue_manager=queue_manager)
            ) if queue_manager != DEFAULT_QUEUE_MANAGER:
                return Unsupported(ability=Ability.OTHER_QUEUE_MANAGERS, why=f"there is no {queue_manager}")
            case Receive(queue=queue) | Browse(queue=queue) | ReadDepth(queue=queue) if (
                queue.startswith("SYSTEM.") and queue not in self._queues
            ):
                return Unsupported(ability=Ability.DEAD_LETTER_QUEUE, why=f"there is no {queue}")
            case Send(producer=name, arguments=arguments) if (
                arguments is not None
                and name in self._producers
                and self._producers[name].api is ProducerApi.JMS_PRODUCER
            ):
                return Unsupported(ability=Ability.MESSAGE_PRODUCER, why="a JMSProducer has no such send")
            case Send(message=message) if message.reply_to not in {None, *self._queues}:
                # Some brokers refuse to name a queue that does not exist; that is no answer to the send.
                return Unsupported(ability=Ability.LOCAL_QUEUES, why=f"there is no {message.reply_to}")
            case _:
                return None

    def _do(self, command: Command) -> Outcome:
        further = abilities_needed(command) - _DONE_HERE
        match command:
            case DefineLocalQueue(queue=queue):
                self._broker.create_queue(self._name(queue))
                self._queues.add(queue)
                if further:
                    return self._broker.execute_further(command, self._name)
            case OpenSession() | CreateProducer() | DefineTopic() | AlterTopic() | Send() if further:
                return self._broker.execute_further(command, self._name)
            case OpenSession(session=name, acknowledgement=acknowledgement):
                self._open_session(name, acknowledgement)
            case CreateProducer(producer=name, api=api, session=session):
                self._producers[name] = self._session(session).create_producer(
                    api, lambda side: self._target(command.destination or command.topic, side)
                )
            case DefineTopic(topic_string=topic):
                self._define_topic(topic)
            case AlterTopic() | DeleteTopic():
                pass  # a topic object of attributes that JMS does not know
            case Subscribe(topic_string=topic, session=session):
                side = self._session(session).session()
                return self._subscribers.subscribe(command, side, self._topic(topic, side))
            case CloseSubscriber(subscription=name):
                return self._subscribers.close(name)
            case Unsubscribe(subscription=name):
                return self._subscribers.unsubscribe(name)
            case ReceivePublication(subscription=name, wait=wait):
                return self._receive_publication(name, wait)
            case (
                SetDeliveryDelay(producer=name)
                | SetTimeToLive(producer=name)
                | SetPriority(producer=name)
                | SetDeliveryMode(producer=name)
                | DisableMessageId(producer=name)
                | Send(producer=name)
            ):
                if (producer := self._producers.get(name)) is None:
                    return not_there(f"There is no producer {name}.")
                return self._with_producer(producer, command)
            case Commit(session=name):
                self._session(name).commit()
            case Rollback(session=name):
                self._session(name).rollback()
            case Receive(queue=queue, session=session, wait=wait):
                return self._receive(queue, session, wait)
            case Browse(queue=queue):
                return self._browse(queue)
            case ReadDepth(queue=queue):
                return self._depth(queue)
            case Advance(milliseconds=milliseconds):
                time.sleep(milliseconds / 1000)
            case _:
                return self._broker.execute_further(command, self._name)
        return Done()

    def _with_producer(self, producer: Producer, command: Command) -> Outcome:
        match command:
            case SetDeliveryDelay(milliseconds=milliseconds):
                newer(producer.java, "setDeliveryDelay")(milliseconds)
            case SetTimeToLive(milliseconds=milliseconds):
                producer.java.setTimeToLive(milliseconds)
            case SetPriority(priority=priority):
                producer.java.setPriority(priority)
            case SetDeliveryMode(delivery_mode=delivery_mode):
                producer.java.setDeliveryMode(int(delivery_mode))
            case DisableMessageId():
                producer.java.setDisableMessageID(True)
            case Send():
                return self._send(producer, command)
        return Done()

    def _send(self, producer: Producer, command: Send) -> Outcome:
        message = command.message
        destination = self._target(command.destination or command.topic, producer.messages)
        if message.same_object_as is None:
            java_message = producer.messages.createTextMessage()
        elif (java_message := self._sent.get(message.same_object_as)) is None:
            return not_there(f"There is no message object of {message.same_object_as}.")
        answered = None if message.correlates_with is None else self._ids.get(message.correlates_with)
        if message.correlates_with is not None and answered is None:
            return Unsupported(
                ability=Ability.APPLICATION_HEADERS,
                why=f"{message.correlates_with} was given no JMSMessageID",
            )
        self._sent[message.label] = java_message
        reply_to = None if message.reply_to is None else QueueDestination(message.reply_to)
        fill(java_message, message, self._target(reply_to, producer.messages), answered)
        producer.send(java_message, destination, command.arguments)
        header = header_of(java_message, self._names_of)
        if isinstance(header.message_id, str):
            self._ids[message.label] = header.message_id
        return Sent(header=header)

    def _receive(self, queue: str, session: str, wait: int) -> Outcome:
        side = self._session(session).any_side()
        consumer = side.createConsumer(self._destination(queue, side))
        try:
            return self._received(consumer, wait)
        finally:
            consumer.close()

    def _receive_publication(self, subscription: str, wait: int) -> Outcome:
        consumer = self._subscribers.consumer(subscription)
        if consumer is None:
            return not_there(f"There is no connected subscriber {subscription}.")
        return self._received(consumer, wait)

    def _received(self, consumer: Any, wait: int) -> Outcome:
        at_least = max(wait, self._broker.shortest_wait)
        message = consumer.receive(at_least) if at_least > 0 else consumer.receiveNoWait()
        for _ in range(_TRIES_OF_A_SLOW_MACHINE if self._broker.shortest_wait else 0):
            if message is not None:
                break
            # Fetched in the background: only a machine that keeps the time has certainly fetched by now.
            began = time.monotonic()
            message = consumer.receive(_IN_TIME)
            if time.monotonic() - began < 1.5 * _IN_TIME / 1000:
                break
        if message is None:
            return NoMessage()
        return MessageReturned(message=seen(message, self._names_of))

    def _browse(self, queue: str) -> Outcome:
        if self._browsing is None:
            self._browsing = self._open_browsing_connection().createSession(*PLAIN_SESSION)
            self._closing.callback(self._browsing.close)
        browser = self._browsing.createBrowser(self._destination(queue, self._browsing))
        try:
            messages = tuple(seen(message, self._names_of) for message in _all(browser.getEnumeration()))
        finally:
            browser.close()
        return Browsed(messages=messages)

    def _depth(self, queue: str) -> Outcome:
        if self._broker.read_depth is None:
            return Unsupported(ability=Ability.DEPTH, why="this broker does not tell")
        if queue not in self._queues:
            return not_there(f"There is no queue {queue}.")
        return DepthRead(depth=self._broker.read_depth(self._name(queue)))

    def _open_browsing_connection(self) -> Any:
        if self._broker.browser_factory is None:
            return self._open_connection()
        with self._connections.opening():
            connection = self._broker.browser_factory.createConnection()
            self._connections.keep(connection)
            connection.start()
        return connection

    def _open_connection(self) -> Any:
        if self._connection is None:
            with self._connections.opening():
                connection = self._broker.connection_factory.createConnection()
                self._connections.keep(connection)
                if self._broker.create_topic is not None:
                    connection.setClientID(self._prefix)
                connection.start()
            self._connection = connection
        return self._connection

    def _open_session(self, name: str, acknowledgement: Acknowledgement) -> NamedSession:
        opened = NamedSession(
            acknowledgement,
            self._open_connection,
            self._broker.connection_factory,
            self._broker.package,
            self._connections,
            self._closing,
        )
        self._sessions[name] = opened
        return opened

    def _session(self, name: str) -> NamedSession:
        return self._sessions.get(name) or self._open_session(name, Acknowledgement.AUTOMATIC)

    def _destination(self, queue: str, side: Any) -> Any:
        """The Java object for a queue of this world, made once by a Session or a JMSContext."""
        if queue not in self._destinations:
            self._destinations[queue] = side.createQueue(self._name(queue))
        return self._destinations[queue]

    def _define_topic(self, topic: str) -> None:
        if topic not in self._topics and self._broker.create_topic is not None:
            self._broker.create_topic(self._topic_name(topic))
            self._topics.add(topic)

    def _topic(self, topic: str, side: Any) -> Any:
        """The Java object for a topic of this world, which exists from its first use on."""
        self._define_topic(topic)
        if topic not in self._topic_destinations:
            self._topic_destinations[topic] = side.createTopic(self._topic_name(topic))
        return self._topic_destinations[topic]

    def _target(self, destination: QueueDestination | TopicDestination | None, side: Any) -> Any | None:
        match destination:
            case QueueDestination(queue=queue):
                return self._destination(queue, side)
            case TopicDestination(topic_string=topic):
                return self._topic(topic, side)
            case None:
                return None

    def _name(self, queue: str) -> str:
        return self._in_broker(self._prefix, queue)

    def _in_broker(self, prefix: str, name: str) -> str:
        """As the broker spells it, which is remembered."""
        spelled = prefix + self._broker.spelled(name)
        self._plain[spelled] = name
        return spelled

    def _queue_name_of(self, destination: Any) -> str | None:
        """The name in this world; None for no destination, or one that is no queue."""
        name = _told(destination, "getQueueName")
        if name is None or (hasattr(destination, "getTopicName") and self._is_topic(name)):
            return None
        return self._plain.get(name, name.removeprefix(self._prefix))

    def _topic_name(self, topic: str) -> str:
        """Apart from the queues, of which one may have the same name."""
        return self._in_broker(f"{self._prefix}topic.", topic)

    def _topic_name_of(self, destination: Any) -> str | None:
        """The name in this world; None for no destination, or one that is no topic."""
        name = _told(destination, "getTopicName")
        if name is None or (hasattr(destination, "getQueueName") and not self._is_topic(name)):
            return None
        return self._plain.get(name, name.removeprefix(f"{self._prefix}topic."))

    def _is_topic(self, name: str) -> bool:
        """By the name alone: some clients have one Java class for queues and topics."""
        return name in map(self._topic_name, self._topics)


def _told(destination: Any, getter: str) -> str | None:
    if destination is None or not hasattr(destination, getter):
        return None
    name = getattr(destination, getter)()
    return None if name is None else str(name)


def _all(enumeration: Any) -> Iterator[Any]:
    while enumeration.hasMoreElements():
        yield enumeration.nextElement()
