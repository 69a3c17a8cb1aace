"""What a producer may hold instead: a setter that was refused leaves the old value or the new one (DD-31).

Whoever sees several producers refuse would have to think of every combination. So states in which one
producer alone holds something else are kept as one, and are taken apart again where that producer is used.
Left out: whose session a producer belongs to and where it leads, which is the same in all of them.
"""

from typing import Final

from msgspec.structs import replace

from mqtck.reference.vocabulary.constants import DEFAULT_DELIVERY_MODE

from .clients import Producer, Settings
from .state import State


def apart(state: State, name: str) -> tuple[State, ...]:
    """The state by each of what this producer may hold."""
    producer = state.producers.get(name)
    if producer is None or not producer.otherwise:
        return (state,)
    every = (_held(producer), *producer.otherwise)
    return tuple(_holding(state, name, (one,)) for one in every)


def together(states: tuple[State, ...], name: str) -> tuple[State, ...]:
    """States, each once, of which those are one that differ in nothing but what this producer holds."""
    if len(states) == 1 or any(name not in state.producers for state in states):
        return states
    found: list[tuple[State, State, tuple[Settings, ...]]] = []
    for state in states:
        producer = state.producers[name]
        held = (_held(producer), *producer.otherwise)
        rest = _holding(state, name, (NOTHING,))
        for place, (first, known, before) in enumerate(found):
            if known == rest:
                found[place] = (first, known, tuple(dict.fromkeys((*before, *held))))
                break
        else:
            found.append((state, rest, held))
    return tuple(_holding(state, name, held) for state, _, held in found)


NOTHING: Final = Settings(0, 0, 0, DEFAULT_DELIVERY_MODE, hinted=False, spoilt=False)
"""In place of what it holds, where the rest of two states is compared."""


def _held(producer: Producer) -> Settings:
    return Settings(*(getattr(producer, field) for field in Settings._fields))


def _holding(state: State, name: str, held: tuple[Settings, ...]) -> State:
    """The same state, in which the producer holds the first of these, or perhaps one of the others."""
    producer = replace(state.producers[name], **held[0]._asdict(), otherwise=held[1:])
    return replace(state, producers=state.producers.set(name, producer))
