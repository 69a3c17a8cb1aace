"""Commands about what surrounds a queue manager: the enforcement variable, and the IMS bridge."""

from enum import StrEnum

from .base import CommandBase, QueueName
from .constants import DEFAULT_QUEUE_MANAGER


class Visibility(StrEnum):
    """Whether a variable of the shell is seen by the processes that it starts (EX-32)."""

    EXPORTED = "exported"
    SHELL_ONLY = "not exported"


class SetEnforcementVariable(CommandBase, frozen=True):
    """AMQ_ENFORCE_MAX_EXPIRY_ERROR, for the queue manager and its applications alike.

    A value of None removes the variable; otherwise it stays, over restarts of the queue manager too. The
    implementation restarts what it must to take it up: no message is lost by that, sessions and connections
    go on, and the kit asks for it only while no unit of work is open and no message is locked. A fresh
    implementation does not have the variable.
    """

    value: str | None
    visibility: Visibility = Visibility.EXPORTED
    queue_manager: QueueName = DEFAULT_QUEUE_MANAGER


class DefineImsBridgeQueue(CommandBase, frozen=True):
    """A queue that the IMS bridge reads: each request on it is answered to its reply-to queue.

    One that exists already is left as it is, with its messages.
    The transaction behind it echoes: the body of the reply is that of the request, its correlation id
    the request's message id. On a virtual clock the bridge has answered, at the latest, when the next
    advance returns; on a real one it takes its time. Requests are put by MQPUT or MQPUT1. Whoever looks at
    the queue sees a local queue like any other.
    """

    queue: QueueName
    queue_manager: QueueName = DEFAULT_QUEUE_MANAGER


EnvironmentFixture = SetEnforcementVariable | DefineImsBridgeQueue
