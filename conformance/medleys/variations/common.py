"""What variations have in common, with one another and with medleys."""

from collections.abc import Callable, Iterator
from typing import Final

from mqtck.conformance.cases.draws import Draws
from mqtck.reference.vocabulary.commands import (
    Command,
    DefineLocalQueue,
    EndQueueManager,
    MqPut,
    MqPut1,
    StartQueueManager,
    Usage,
)
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER, STAGING_QUEUE

Commands = tuple[Command, ...]
Variation = Callable[[Draws, Commands], Iterator[Command]]

PUTS: Final = (MqPut, MqPut1)

HALF: Final = 50
QUARTER: Final = 25
"""Of a hundred, for what is done now and then."""


def queues_of(commands: Commands) -> tuple[str, ...]:
    """Queues of the scenario at its own queue manager, for messages to stay on.

    Not transmission queues, from which a channel would take what is kept there, back to where it failed.
    """
    return tuple(
        one.queue
        for one in commands
        if isinstance(one, DefineLocalQueue)
        and one.queue_manager == DEFAULT_QUEUE_MANAGER
        and one.queue != STAGING_QUEUE
        and one.attributes.usage is Usage.NORMAL
    )


def restarted(draws: Draws, commands: Commands, queue_manager: str) -> Commands:
    """The queue manager is ended and started again at once, somewhere in the second half."""
    place = draws.between(len(commands) // 2, len(commands))
    return (
        *commands[:place],
        EndQueueManager(queue_manager),
        StartQueueManager(queue_manager),
        *commands[place:],
    )
