"""Apache ActiveMQ Classic, embedded: a broker in this process, reached over its in-VM transport.

A fresh broker is started with the first world and stopped by `close`. It keeps nothing on disk, has no
security, goes by priority, and redelivers without limit and at once. Depth is what the broker says.

Left out: delivery delay, which its JMS client does not support (its scheduler has one of its own, by a
property of the message, after which the life of the message begins anew); ids of bytes, which its client
takes for characters; limits of a queue, inhibited puts and a restart. There is no staging queue.

It creates a queue where one is used that does not exist, and cannot be told not to. It keeps an order only
among messages of one delivery mode, as JMS allows it. A world that is left open keeps the process
for half a minute at its end, by an idle thread of its client.
"""

import itertools
from pathlib import Path
from typing import Any, Final

from mqtck.adapters.jars import JarSet, find_jars, own_version, pinned_sums
from mqtck.adapters.jms_broker import PLAIN_JMS, TOPICS, JmsBroker
from mqtck.adapters.jms_embedded import EmbeddedAdapter
from mqtck.adapters.jms_jvm import java_class, start_jvm
from mqtck.conformance.contract import AdapterUnavailable, Information
from mqtck.conformance.java import Java, find_java
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.profile import ClockKind

ABILITIES: Final = PLAIN_JMS | TOPICS | {Ability.DEPTH}
SIDE_BY_SIDE: Final = 100

_VERSION: Final = "6.3.1"
_EXPIRY_SCAN_MS: Final = 500
"""How often the broker looks for expired messages; its default of 30 s outlasts every scenario."""

_UNLIMITED: Final = -1
_AT_ONCE: Final = 0

_numbers: Final = itertools.count()


def _jars(artifact: str, *indispensable: str) -> JarSet:
    return JarSet(
        title=f"Apache ActiveMQ Classic {_VERSION}",
        group="org.apache.activemq",
        artifact=artifact,
        version=_VERSION,
        pinned=pinned_sums(f"{artifact}.sha256"),
        variable="MQTCK_ACTIVEMQ_JARS",
        indispensable=indispensable,
    )


def broker_jars() -> JarSet:
    """The jars of the broker; Ivy does not see that it depends on those of the client."""
    return _jars("activemq-broker", "activemq-broker", "activemq-openwire-legacy")


def client_jars() -> JarSet:
    """The jars of the client, which the broker uses too."""
    return _jars("activemq-client", "activemq-client", "jakarta.jms-api")


def _all_jars(java: Java) -> tuple[Path, ...]:
    return tuple(dict.fromkeys((*find_jars(broker_jars(), java), *find_jars(client_jars(), java))))


class ActiveMQ(EmbeddedAdapter["_Server"]):
    """The adapter, made without arguments."""

    def __init__(self) -> None:
        super().__init__(_Server)

    @property
    def information(self) -> Information:
        return Information(
            name="Apache ActiveMQ Classic",
            version=own_version(broker_jars()),
            clock=ClockKind.REAL,
            abilities=ABILITIES,
            without=frozenset({Ability.DELIVERY_DELAY}),
            side_by_side=SIDE_BY_SIDE,
        )


class _Server:
    """A running broker with a name of its own, so that several can run in one process."""

    def __init__(self) -> None:
        java = find_java()
        start_jvm(java, _all_jars(java))
        # Before the first class that logs is loaded: without a logger, SLF4J complains on stderr.
        java_class("java.lang.System").setProperty("slf4j.internal.verbosity", "ERROR")
        name = f"mqtck-{next(_numbers)}"
        self._service = _service(name)
        try:
            self._service.start()
        except java_class("java.lang.Exception") as exception:
            raise AdapterUnavailable(f"Apache ActiveMQ Classic does not start: {exception}") from exception
        self._administrator = self._service.getAdminConnectionContext()
        self._queue = java_class("org.apache.activemq.command.ActiveMQQueue")
        self._topic = java_class("org.apache.activemq.command.ActiveMQTopic")
        self.broker = JmsBroker(
            connection_factory=_connection_factory(name),
            create_queue=lambda queue: self._add(self._queue(queue)),
            delete_queue=lambda queue: self._remove(self._queue(queue)),
            read_depth=self._read_depth,
            abilities=ABILITIES,
            shortest_wait=0,
            browser_factory=_browser_factory(name),
            create_topic=lambda topic: self._add(self._topic(topic)),
            delete_topic=lambda topic: self._remove(self._topic(topic)),
        )

    def stop(self) -> None:
        self._service.stop()
        self._service.waitUntilStopped()

    def _add(self, destination: Any) -> None:
        if_temporary = False
        self._service.getBroker().addDestination(self._administrator, destination, if_temporary)

    def _remove(self, destination: Any) -> None:
        self._service.getBroker().removeDestination(self._administrator, destination, _AT_ONCE)

    def _read_depth(self, name: str) -> int:
        statistics = self._service.getDestination(self._queue(name)).getDestinationStatistics()
        return int(statistics.getMessages().getCount())


def _service(name: str) -> Any:
    service = java_class("org.apache.activemq.broker.BrokerService")()
    service.setBrokerName(name)
    service.setPersistent(False)
    service.setUseJmx(False)
    service.setUseShutdownHook(False)
    service.setAdvisorySupport(False)
    region = "org.apache.activemq.broker.region.policy"
    policies = java_class(f"{region}.PolicyMap")()
    policies.setDefaultEntry(_policy(region))
    service.setDestinationPolicy(policies)
    return service


def _policy(region: str) -> Any:
    dead_letters = java_class(f"{region}.SharedDeadLetterStrategy")()
    dead_letters.setProcessExpired(False)
    policy = java_class(f"{region}.PolicyEntry")()
    policy.setPrioritizedMessages(True)
    policy.setExpireMessagesPeriod(_EXPIRY_SCAN_MS)
    policy.setProducerFlowControl(False)
    policy.setDeadLetterStrategy(dead_letters)
    return policy


def _browser_factory(name: str) -> Any:
    """Left as it comes: without a buffer a browser shows nothing."""
    factory = java_class("org.apache.activemq.ActiveMQConnectionFactory")
    return factory(f"vm://{name}?create=false")


def _connection_factory(name: str) -> Any:
    """Calls return when the broker has done the work, and no message waits in a client's buffer."""
    factory = _browser_factory(name)
    factory.setAlwaysSyncSend(True)
    factory.setSendAcksAsync(False)
    factory.setOptimizeAcknowledge(False)
    factory.setMessagePrioritySupported(True)
    factory.getPrefetchPolicy().setAll(0)
    redelivery = factory.getRedeliveryPolicy()
    redelivery.setMaximumRedeliveries(_UNLIMITED)
    redelivery.setInitialRedeliveryDelay(_AT_ONCE)
    redelivery.setRedeliveryDelay(_AT_ONCE)
    return factory
