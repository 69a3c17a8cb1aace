"""Right implementations: each behaves otherwise where the documents leave that open.

None of them may ever be accused. `random_behaviour` draws any combination.
"""

from collections.abc import Callable
from enum import StrEnum
from functools import partial
from random import Random
from typing import get_type_hints

import msgspec

from implementations.behaviour.whole import Behaviour
from implementations.right.behaviours import RIGHT
from implementations.right.confirmations import CONFIRMATIONS
from implementations.right.dead_letters import DEAD_LETTERS
from implementations.right.descriptor_readers import READERS
from implementations.right.later_attempts import LATER_ATTEMPTS
from implementations.right.message_objects import MESSAGE_OBJECTS
from implementations.right.otherwise import OTHERWISE
from implementations.right.own_puts import OWN_PUTS
from implementations.right.refusals import REFUSALS
from implementations.right.restarts import RESTARTS
from implementations.right.small_intervals import INTERVALS
from implementations.right.subscriptions import SUBSCRIPTIONS
from implementations.right.transmission_headers import TRANSMISSION_HEADERS
from implementations.right.unasked import UNASKED
from implementations.simulation.world import SimulatedAdapter

_OWN, _INHERITED = set(vars(Behaviour)["__annotations__"]), get_type_hints(Behaviour)
SWITCHES: dict[str, type[StrEnum]] = {
    **{name: values for name, values in _INHERITED.items() if name in _OWN},
    **_INHERITED,
}
"""Those of the special chapters come last, so that a seed draws the others as it did without them."""


NOT_DRAWN = {"further_checks", "header_on_normal_queue"}
"""What refuses calls that many scenarios need: those are undecided then. Named ones alone take it."""


OPEN = frozenset({"keeps transmission queues to channels", "reports gets as activities"})
"""Those of which a judge says now and then that no rule speaks of what they do, and decides no more."""


def random_behaviour(seed: int) -> Behaviour:
    """A right behaviour, each switch drawn independently; the same for the same seed."""
    random = Random(seed)  # noqa: S311 - reproducible choices, nothing secret
    drawn = {name: values for name, values in SWITCHES.items() if name not in NOT_DRAWN}
    choice = {name: random.choice(list(values)).value for name, values in drawn.items()}
    return msgspec.convert(choice, Behaviour)


def random_adapter(seed: int) -> SimulatedAdapter:
    """The simulator with `random_behaviour(seed)`, its own choices drawn from the same seed."""
    return SimulatedAdapter(name=f"right {seed}", behaviour=random_behaviour(seed), seed=seed)


ADAPTERS: dict[str, Callable[[], SimulatedAdapter]] = {
    **{name: partial(SimulatedAdapter, name=name, behaviour=behaviour) for name, behaviour in RIGHT.items()},
    **OTHERWISE,
    **READERS,
    **INTERVALS,
    **TRANSMISSION_HEADERS,
    **OWN_PUTS,
    **UNASKED,
    **MESSAGE_OBJECTS,
    **LATER_ATTEMPTS,
    **REFUSALS,
    **RESTARTS,
    **DEAD_LETTERS,
    **CONFIRMATIONS,
    **SUBSCRIPTIONS,
}
