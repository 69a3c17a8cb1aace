"""How a wrong implementation is written down: a class that overrides one decision, and a sentence.

The class derives from `QueueManagerDecisions`, `ClientDecisions` or `SimulatedWorld`; everything else
is the simulator with the preferred behaviour. The `profile` of decisions is that of the adapter.
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple, TypeVar

from implementations.decisions.client import ClientDecisions
from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.world import SimulatedAdapter, SimulatedWorld

Part = TypeVar("Part", bound=type[QueueManagerDecisions] | type[ClientDecisions] | type[SimulatedWorld])


class Misreading(NamedTuple):
    """`rules` are those that may fairly be blamed: the rule and its near relatives."""

    sentence: str
    rules: frozenset[str]
    factory: Callable[[], SimulatedAdapter]


MISREADINGS: dict[str, Misreading] = {}


def misreading(name: str, sentence: str, *rules: str) -> Callable[[Part], Part]:
    """Register a class under a name; names are unique."""

    def register(part: Part) -> Part:
        if name in MISREADINGS:
            raise ValueError(f"two misreadings are named {name!r}")
        MISREADINGS[name] = Misreading(sentence, frozenset(rules), partial(_adapter, name, part))
        return part

    return register


def _adapter(
    name: str, part: type[QueueManagerDecisions] | type[ClientDecisions] | type[SimulatedWorld]
) -> SimulatedAdapter:
    if issubclass(part, QueueManagerDecisions):
        return SimulatedAdapter(name=name, decisions=part, profile=part.profile)
    if issubclass(part, ClientDecisions):
        return SimulatedAdapter(name=name, client=part)
    return SimulatedAdapter(name=name, world=part)
