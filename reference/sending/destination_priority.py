"""Whether the priority that a destination names wins over that of the send: left open (chapter 9, item 29).

That a destination may say "as the queue defines" is documented (DD-78), and that its delivery mode wins
(HM-09); of a priority of its own no document says whether it counts. The reference lets it win, as the
product's own client does. What an implementation does is taken to be the same for all sends through one API
to destinations of one kind: it stays open until a message shows its priority.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from mqtck.reference.possibilities import Settled
from mqtck.reference.state.intervals import Answer
from mqtck.reference.state.state import State
from mqtck.reference.vocabulary.constants import PRIORITY_AS_APPLICATION
from mqtck.reference.vocabulary.messages import QueueDestination, TopicDestination

from .send_controls import Attempted


def that_counts(state: State, tried: Attempted) -> QueueDestination | TopicDestination:
    """The destination of a send with the priority that counts, which may be left to the application."""
    if state.overriding.get(_kind(tried)) is Answer.NO and _of_its_own(tried):
        return replace(tried.destination, priority=PRIORITY_AS_APPLICATION)
    return tried.destination


def readings(state: State, tried: Attempted) -> tuple[State, ...]:
    """The state by each reading that is still open, the preferred one first."""
    kind = _kind(tried)
    if not _of_its_own(tried) or tried.destination.priority == tried.priority or kind in state.overriding:
        return (state,)
    answers = (Answer.YES, Answer.NO)
    return tuple(replace(state, overriding=state.overriding.set(kind, answer)) for answer in answers)


def joined(settled: Iterable[Settled]) -> Settled:
    """What follows by the readings with the fewest breaches."""
    every = list(settled)
    fewest = min(len(one.breaches) for one in every)
    best = [one for one in every if len(one.breaches) == fewest]
    return replace(best[0], states=tuple(state for one in best for state in one.states))


def _of_its_own(tried: Attempted) -> bool:
    """Whether the destination names one of the ten priorities."""
    return tried.destination.priority >= 0


def _kind(tried: Attempted) -> tuple[str, str]:
    return tried.producer.api, type(tried.destination).__name__
