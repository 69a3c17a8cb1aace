"""What the model has answered lately, kept for whoever asks the very same again.

The reference as an implementation asks what may follow a command, and the judge of its trace comes to the
same states and asks the same of each. The model is pure, so the answer need not be worked out twice; nor
need what follows from the outcome, where it is an equal one. Only the same state object counts: comparing
states would cost more than asking. The states of another implementation's trace are never those of the
reference, so each of its commands is asked of the model as if this module were not there.

An answer is kept until `GENERATION` to twice as many others have come after it.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from .intervals import Interval
from .model import initial_state, possibilities
from .possibilities import Settled
from .state import State
from .vocabulary.commands import Command
from .vocabulary.outcomes import Outcome
from .vocabulary.profile import ClockKind, Profile

GENERATION: Final = 4096


@lru_cache(maxsize=16)
def beginning(clock: ClockKind, profile: Profile, start: int) -> State:
    """The one initial state for these, so that two who begin with it meet again in the states behind it."""
    return initial_state(clock, profile, start)


class Answer(NamedTuple):
    """The preferred possibility of a command, its outcome, and what follows from that."""

    state: State
    command: Command
    at: Interval
    outcome: Outcome
    settled: Settled


class Recollection:
    """Answers by the identity of their states; the state kept in the answer keeps its identity its own."""

    def __init__(self) -> None:
        self._fresh: dict[int, Answer] = {}
        self._old: dict[int, Answer] = {}

    def preferred(self, state: State, command: Command, at: Interval) -> Answer:
        """What the reference itself does, worked out; kept where nothing else was possible."""
        possible = possibilities(state, command, at)
        outcome = possible[0].prefer()
        answer = Answer(state, command, at, outcome, possible[0].settle(outcome))
        if len(self._fresh) >= GENERATION:
            self._old, self._fresh = self._fresh, {}
        if len(possible) == 1:
            self._fresh[id(state)] = answer
        return answer

    def settled(self, state: State, command: Command, at: Interval, outcome: Outcome) -> list[Settled]:
        """What each possibility makes of an outcome that was seen."""
        place = id(state)
        known = self._fresh.get(place) or self._old.get(place)
        if (
            known is not None
            and known.state is state
            and known.outcome == outcome
            and known.command == command
            and known.at == at
        ):
            return [known.settled]
        return [one.settle(outcome) for one in possibilities(state, command, at)]

    def forget(self) -> None:
        """Keep nothing more; what nobody will ask again only slows the machine down."""
        self._fresh, self._old = {}, {}


latest: Final = Recollection()
"""That of this process."""
