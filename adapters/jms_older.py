"""Clients of JMS 1.1, which lack what JMS 2.0 added: contexts, delivery delay, a message's delivery time.

Such a client comes with the interfaces of JMS 1.1, which do not have the method, or with those of JMS 2.0,
which promise one that it does not have. What JMS 1.1 has a form for is called in that form everywhere.
"""

from collections.abc import Callable
from typing import Any

from mqtck.adapters.jms_jvm import java_class


class NotInThisClientError(NotImplementedError):
    """A call that could not be made, as the client does not have it."""


def newer(java: Any, name: str) -> Callable[..., Any]:
    """A method that came with JMS 2.0. Where a client has none, this or the call raises."""
    method = getattr(java, name, None)
    if method is None:
        raise NotInThisClientError(f"this client has no {name}; it came with JMS 2.0")
    found: Callable[..., Any] = method
    return found


def lacking() -> tuple[type[BaseException], ...]:
    """What is raised for what a client does not have or does not do. The JVM must run."""
    return (
        NotInThisClientError,
        java_class("java.lang.AbstractMethodError"),
        java_class("java.lang.UnsupportedOperationException"),
    )
