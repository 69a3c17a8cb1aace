"""The connections of a world to its broker, whether they still hold, and what keeps worlds apart there.

Some brokers end the connection of a call that they refuse (RabbitMQ does, as AMQP has it). That call was
refused; but what the client says of a dead connection afterwards is no answer of the broker, and nothing
is to be concluded from it. Nor is anything where the broker is not there at all: where no connection can be
opened, nothing was asked, and where none can be opened any more, nothing was answered.

Leaves out a connection that breaks while nothing is refused: it shows at the next call. A broker that is
there again by then has refused that call.
"""

import itertools
import os
import secrets
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Final

from mqtck.adapters.jms_jvm import java_class
from mqtck.adapters.jms_refusals import told

_AUTO_ACKNOWLEDGE: Final = 1
"""As javax.jms.Session and jakarta.jms.Session have it."""

_NOT_TRANSACTED: Final = False

PLAIN_SESSION: Final = (_NOT_TRANSACTED, _AUTO_ACKNOWLEDGE)
"""The arguments of createSession for one that is not transacted, in the form that JMS 1.1 has too."""

_tokens: Final[dict[int, str]] = {}
"""By process id, as a process that is forked has this module with what its parent had in it."""

_numbers: Final = itertools.count(1)


def prefix_of_world() -> str:
    """What the names of one world begin with in the broker, its client id too; no other world has it.

    Several processes may have worlds in one broker at once (a campaign has), each forked from another or
    not, and what a killed run left there must not be met by the next. It is short, since names of IBM MQ are.
    """
    token = _tokens.setdefault(os.getpid(), secrets.token_hex(4))
    return f"w{token}.{next(_numbers)}."


class BrokenConnectionError(ConnectionError):
    """A call that was not made, for want of a connection; the text has what came of that."""


class Connections:
    """What was opened, each a Connection or a JMSContext with one of its own; `closing` ends them.

    `factory` is the ConnectionFactory by which to find out whether the broker is there.
    """

    def __init__(self, closing: ExitStack, factory: Any) -> None:
        self._closing = closing
        self._factory = factory
        self._opened: list[Any] = []
        self._broken_by = ""

    def keep(self, opened: Any) -> None:
        self._opened.append(opened)
        self._closing.callback(opened.close)

    @contextmanager
    def opening(self) -> Iterator[None]:
        """Around all that opens a connection. Raises BrokenConnectionError if none can be had.

        What a client does not implement stays what it is.
        """
        try:
            yield
        except java_class("java.lang.UnsupportedOperationException"):
            raise
        except java_class("java.lang.Exception") as exception:
            raise BrokenConnectionError(
                f"no connection to the broker can be opened: {told(exception)}"
            ) from exception

    def refused(self, text: str) -> None:
        """A call was refused with this text. Raises BrokenConnectionError if it could not be made at all."""
        if self._broken_by:
            raise BrokenConnectionError(
                f"the connection to the broker was broken by an earlier call ({self._broken_by}); now: {text}"
            )
        if not all(_holds(opened) for opened in self._opened):
            self._broken_by = text
            self._find_the_broker(text)

    def _find_the_broker(self, text: str) -> None:
        try:
            with self.opening():
                connection = self._factory.createConnection()
                try:
                    connection.start()
                finally:
                    connection.close()
        except BrokenConnectionError as gone:
            raise BrokenConnectionError(f"the connection to the broker broke ({text}); now {gone}") from gone


def _holds(opened: Any) -> bool:
    """By a session, for which most clients ask the broker; all refuse one when they know of the end."""
    try:
        if hasattr(opened, "createSession"):
            opened.createSession(*PLAIN_SESSION).close()
        else:
            context = opened.createContext(_AUTO_ACKNOWLEDGE)
            context.createTextMessage()  # a context may make its session at the first use only
            context.close()
    except java_class("java.lang.Exception"):
        return False
    return True
