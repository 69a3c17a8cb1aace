"""When a rule of the state machine may be drawn, and for what: shared by its single steps and its stories."""

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from mqtck.reference.vocabulary.abilities import Ability


def of(attribute: str) -> st.SearchStrategy[Any]:
    """One of the names that the example keeps under this attribute."""
    return st.runner().flatmap(lambda machine: st.sampled_from(tuple(getattr(machine.example, attribute))))


def when(*abilities: Ability, having: str = "queues") -> Callable[[Any], bool]:
    """Whether the implementation can do it and the example has something to do it with."""

    def possible(machine: Any) -> bool:
        example = machine.example
        return example.running and example.can(*abilities) and bool(getattr(example, having))

    return possible


def virtually(*abilities: Ability) -> Callable[[Any], bool]:
    """Whether there are queues to send to as well, and time costs nothing."""
    possible = when(*abilities, having="targets")

    def without_waiting(machine: Any) -> bool:
        return bool(machine.example.virtual) and possible(machine)

    return without_waiting
