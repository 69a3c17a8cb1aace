"""What describes a JMS broker to the adapter of any (`jms`): how to connect, and how queues come and go.

Leaves out what a world of the adapter does with it.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import Command
from mqtck.reference.vocabulary.outcomes import Outcome, Unsupported

PLAIN_JMS: Final = frozenset(
    {
        Ability.LOCAL_QUEUES,
        Ability.JMS,
        Ability.MESSAGE_PRODUCER,
        Ability.JMS_PRODUCER,
        Ability.TRANSACTIONS,
        Ability.BROWSE,
        Ability.MESSAGE_GROUPS,
        Ability.APPLICATION_HEADERS,
    }
)
"""What JMS 2.0 itself gives, with a broker that creates queues on demand."""

TOPICS: Final = frozenset({Ability.TOPICS, Ability.DURABLE_SUBSCRIPTIONS})
"""What JMS 2.0 gives besides, with a broker that creates topics on demand."""

NameInBroker = Callable[[str], str]
"""From the name of a queue in its world to its name in the broker."""


def _nothing_further(command: Command, _names: NameInBroker) -> Outcome:
    return Unsupported(ability=f"the command {type(command).__name__}")


class JmsBroker(NamedTuple):
    """A running broker, as the worlds need it. Names of queues are those in the broker.

    `connection_factory` is a Java object, `package` that of its API. `read_depth` counts every message
    that is on a queue, delayed ones too; None where the broker does not tell. `abilities` is PLAIN_JMS
    with what this broker adds; `execute_further` does the commands that need those: a DefineLocalQueue once
    the queue is there, which it gives its attributes, and all of any other (a send, say, of what is to be
    retained). `browser_factory` is
    the connection factory for queue browsers, where consumers are set up in a way of their own. Topics
    come and go like queues, where the abilities name them. `spelled` gives a name that the broker allows,
    and no two the same, where it does not allow every character that a queue of IBM MQ or a topic string
    may have (`/`, `%`, ...). `shortest_wait` is how long, in ms, a receive waits that need not wait: most
    clients fetch messages in the background, and their receiveNoWait finds nothing until some have come,
    which is late on a busy machine. 0 is for those that ask the broker.

    The connection factory is to be set up so that each call returns when the broker has done the work: also
    an acknowledgement, which else is missed by the depth that is read next, and so that nothing is fetched
    ahead: a consumer that is closed in a transaction may keep what it has fetched until that ends. Not so
    the `browser_factory`: the browser of some clients (that of Qpid on a busy machine, that of Artemis) ends
    too soon where nothing is fetched ahead.
    """

    connection_factory: Any
    create_queue: Callable[[str], None]
    delete_queue: Callable[[str], None]
    read_depth: Callable[[str], int] | None = None
    abilities: frozenset[Ability] = PLAIN_JMS
    execute_further: Callable[[Command, NameInBroker], Outcome] = _nothing_further
    shortest_wait: int = 500
    package: str = "jakarta.jms"
    browser_factory: Any | None = None
    create_topic: Callable[[str], None] | None = None
    delete_topic: Callable[[str], None] | None = None
    spelled: Callable[[str], str] = str
