"""Apache Artemis, embedded: a broker in this process, reached over the in-VM transport.

A fresh broker is started with the first world and stopped by `close`. It keeps nothing on disk, has no
security, never pages, creates no queue and no topic by itself, and redelivers without limit. Depth is
what the broker says: delayed messages wait on the target queue itself and are counted.

Left out: a restart (worlds share the broker), deletion of queues (delayed messages wait on the queue and
would go with it), inhibited puts (a blocked address refuses no send), limits of a queue (an address
counts delayed messages too, and no length can be set). There is no staging queue.

Its client answers a receive without a wait with nothing, though others wait, where the first message expires
between the broker and the client. It takes a life that ends within the very millisecond, so that one run
shows a violation of EX-15 and the next does not.
"""

import itertools
import threading
from typing import Any, Final

from mqtck.adapters.jars import JarSet, find_jars, own_version, pinned_sums
from mqtck.adapters.jms_broker import PLAIN_JMS, TOPICS, JmsBroker
from mqtck.adapters.jms_embedded import EmbeddedAdapter
from mqtck.adapters.jms_jvm import java_class, start_jvm
from mqtck.conformance.contract import AdapterUnavailable, Information
from mqtck.conformance.java import find_java
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.profile import ClockKind

ABILITIES: Final = PLAIN_JMS | TOPICS | {Ability.DEPTH, Ability.CORRELATION_BYTES}
SIDE_BY_SIDE: Final = 200

_VERSION: Final = "2.56.0"
_EXPIRY_SCAN_MS: Final = 500
"""How often the broker looks for expired messages; its default of 30 s outlasts every scenario."""

_SETTLING_MS: Final = 10_000
_UNLIMITED: Final = -1

_numbers: Final = itertools.count()
_running: Final[set["_Server"]] = set()
_lock: Final = threading.Lock()


def artemis_jars() -> JarSet:
    """The jars of the broker and of its client."""
    return JarSet(
        title=f"Apache Artemis {_VERSION}",
        group="org.apache.artemis",
        artifact="artemis-jakarta-server",
        version=_VERSION,
        pinned=pinned_sums("artemis.sha256"),
        variable="MQTCK_ARTEMIS_JARS",
        indispensable=("artemis-server", "artemis-jakarta-client", "jakarta.jms-api"),
    )


class Artemis(EmbeddedAdapter["_Server"]):
    """The adapter, made without arguments."""

    def __init__(self) -> None:
        super().__init__(_Server)

    @property
    def information(self) -> Information:
        return Information(
            name="Apache Artemis",
            version=own_version(artemis_jars()),
            clock=ClockKind.REAL,
            abilities=ABILITIES,
            side_by_side=SIDE_BY_SIDE,
        )


class _Server:
    """A running broker with an acceptor of its own, so that several can run in one process."""

    def __init__(self) -> None:
        java = find_java()
        start_jvm(java, find_jars(artemis_jars(), java))
        core = "org.apache.activemq.artemis"
        # Before the first class that logs is loaded: without a logger, SLF4J complains on stderr.
        java_class("java.lang.System").setProperty("slf4j.internal.verbosity", "ERROR")
        address = f"vm://{next(_numbers)}"
        self._embedded = java_class(f"{core}.core.server.embedded.EmbeddedActiveMQ")()
        self._embedded.setConfiguration(_configuration(address))
        try:
            self._embedded.start()
        except java_class("java.lang.Exception") as exception:
            raise AdapterUnavailable(f"Apache Artemis does not start: {exception}") from exception
        self._server = self._embedded.getActiveMQServer()
        self._queue = java_class(f"{core}.api.core.QueueConfiguration")
        self._anycast = java_class(f"{core}.api.core.RoutingType").ANYCAST
        self._multicast = java_class(f"{core}.api.core.RoutingType").MULTICAST
        self._address = java_class(f"{core}.core.server.impl.AddressInfo")
        self._string = java_class(f"{core}.api.core.SimpleString")
        self._latch = java_class(f"{core}.utils.FutureLatch")
        self._client = java_class(f"{core}.api.core.client.ActiveMQClient")
        self._connector = java_class(f"{core}.core.remoting.impl.invm.InVMConnector")
        self.broker = JmsBroker(
            connection_factory=_connection_factory(address),
            create_queue=self._create_queue,
            delete_queue=self._delete_queue,
            read_depth=self._read_depth,
            abilities=ABILITIES,
            shortest_wait=0,
            browser_factory=_browser_factory(address),
            create_topic=self._create_topic,
            delete_topic=self._delete_topic,
        )
        with _lock:
            _running.add(self)

    def stop(self) -> None:
        """Stop, and end the pools of idle threads if no other broker of this process uses them."""
        self._embedded.stop()
        with _lock:
            _running.discard(self)
            if not _running:
                self._client.clearThreadPools()
                self._connector.resetThreadPool()

    def _create_queue(self, name: str) -> None:
        queue = self._queue.of(name).setRoutingType(self._anycast).setAutoCreateAddress(True)
        self._server.createQueue(queue)

    def _delete_queue(self, name: str) -> None:
        check_consumers, remove_consumers, delete_address = False, True, True
        self._server.destroyQueue(
            self._string.of(name), None, check_consumers, remove_consumers, delete_address
        )

    def _create_topic(self, name: str) -> None:
        self._server.addAddressInfo(self._address(self._string.of(name), self._multicast))

    def _delete_topic(self, name: str) -> None:
        """With the queues of its durable subscriptions."""
        force = True
        self._server.removeAddressInfo(self._string.of(name), None, force)

    def _read_depth(self, name: str) -> int:
        # A send may return a moment before its message is counted: let the queue finish what it has begun.
        queue = self._server.locateQueue(self._string.of(name))
        latch = self._latch()
        queue.getExecutor().execute(latch)
        if not latch.await_(_SETTLING_MS):
            raise TimeoutError(f"Apache Artemis left work on {name} undone for {_SETTLING_MS} ms.")
        return int(queue.getMessageCount())


def _configuration(address: str) -> Any:
    core = "org.apache.activemq.artemis.core"
    settings = java_class(f"{core}.settings.impl.AddressSettings")()
    settings.setAutoCreateQueues(False).setAutoCreateAddresses(False)
    settings.setAutoDeleteQueues(False).setAutoDeleteAddresses(False)
    settings.setMaxDeliveryAttempts(_UNLIMITED).setMaxSizeBytes(_UNLIMITED)
    configuration = java_class(f"{core}.config.impl.ConfigurationImpl")()
    configuration.setPersistenceEnabled(False).setSecurityEnabled(False).setJMXManagementEnabled(False)
    configuration.setGlobalMaxSize(_UNLIMITED).setMaxDiskUsage(_UNLIMITED).setCriticalAnalyzer(False)
    configuration.setMessageExpiryScanPeriod(_EXPIRY_SCAN_MS)
    configuration.addAddressSetting("#", settings)
    configuration.addAcceptorConfiguration("in-vm", address)
    return configuration


def _browser_factory(address: str) -> Any:
    """Left as it comes: without a buffer a browser of 2.56 ends at the first expired message."""
    return java_class("org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory")(address)


def _connection_factory(address: str) -> Any:
    """Calls return when the broker has done the work, and no message waits in a client's buffer."""
    factory = java_class("org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory")(address)
    factory.setBlockOnDurableSend(True)
    factory.setBlockOnNonDurableSend(True)
    factory.setBlockOnAcknowledge(True)
    factory.setConsumerWindowSize(0)
    return factory
