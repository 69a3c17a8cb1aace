"""The adapter of a JMS broker in this process, which starts with the first world and is stopped by `close`.

Leaves out which broker that is: its server describes itself (`jms_broker`) and knows how to stop.
"""

import atexit
import threading
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from mqtck.adapters.jms import JmsWorld
from mqtck.adapters.jms_broker import JmsBroker


class Server(Protocol):
    """A running broker. It is started by being made, which raises AdapterUnavailable where it cannot be."""

    broker: JmsBroker

    def stop(self) -> None: ...


AnyServer = TypeVar("AnyServer", bound=Server)


class EmbeddedAdapter(Generic[AnyServer]):
    """What every such adapter does. Made at no cost; Java starts with the first world."""

    def __init__(self, start: Callable[[], AnyServer]) -> None:
        self._start = start
        self._starting = threading.Lock()
        self._server: AnyServer | None = None

    def open_world(self) -> JmsWorld:
        """Raises AdapterUnavailable where Java or the jars cannot be had."""
        with self._starting:
            if self._server is None:
                self._server = self._start()
                atexit.register(self.close)  # idle threads of a broker would hold the exit for a minute
        return JmsWorld(self._server.broker)

    def close(self) -> None:
        with self._starting:
            if self._server is not None:
                self._server.stop()
                self._server = None
                atexit.unregister(self.close)
