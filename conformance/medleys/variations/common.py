"""What variations have in common: what one is, and the queues on which the messages of a scenario stay."""

from collections.abc import Callable, Iterator
from typing import Final

from mqtck.conformance.cases.draws import Draws
from mqtck.reference.vocabulary.commands import Command, DefineLocalQueue, MqPut, MqPut1, Usage
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
