"""What the model has answered lately, kept for whoever asks the very same again.

The reference as an implementation asks what may follow a command, and the judge of its trace comes to the
same states and asks the same of each; and many scenarios begin alike. The model is pure, so the answer need
not be worked out twice; nor need what follows from the outcome, where it is an equal one. Only the same
state object counts: comparing states would cost more than asking. The states of another implementation's
trace are never those of the reference, but for the one that both begin with, so each of its commands is
asked of the model as if this module were not there.

The answers of a state are kept until those of `GENERATION` to twice as many others have come after them.
"""

from functools import lru_cache
from typing import Final

import msgspec

from .model import initial_state, possibilities
from .possibilities import Settled
from .state.intervals import Interval
from .state.state import State
from .vocabulary.commands import Command
from .vocabulary.outcomes import Outcome
from .vocabulary.profile import ClockKind, Profile

GENERATION: Final = 4096

MOST_OF_ONE: Final = 100
"""Answers of one state: comparing the question with more of them would cost more than asking."""


@lru_cache(maxsize=16)
def beginning(clock: ClockKind, profile: Profile, start: int) -> State:
    """The one initial state for these, so that two who begin with it meet again in the states behind it."""
    return initial_state(clock, profile, start)


class Remembered(msgspec.Struct, frozen=True, gc=False):
    """The preferred possibility of a command, its outcome, and what follows from that."""

    state: State
    command: Command
    at: Interval
    outcome: Outcome
    settled: Settled


class Recollection:
    """Answers by the identity of their states, which each answer holds: no other can come to have it."""

    def __init__(self) -> None:
        self._fresh: dict[int, list[Remembered]] = {}
        self._old: dict[int, list[Remembered]] = {}

    def preferred(self, state: State, command: Command, at: Interval) -> Remembered:
        """What the reference itself does, worked out; kept where nothing else was possible."""
        place = id(state)
        known = self._of(place, state)
        for answer in known:
            if answer.command == command and answer.at == at:
                return answer
        possible = possibilities(state, command, at)
        outcome = possible[0].prefer()
        answer = Remembered(state, command, at, outcome, possible[0].settle(outcome))
        if len(possible) > 1:
            return answer
        if known:
            if len(known) < MOST_OF_ONE:
                known.append(answer)
            return answer
        if len(self._fresh) >= GENERATION:
            self._old, self._fresh = self._fresh, {}
        self._fresh[place] = [answer]
        return answer

    def settled(self, state: State, command: Command, at: Interval, outcome: Outcome) -> list[Settled]:
        """What each possibility makes of an outcome that was seen."""
        for answer in self._of(id(state), state):
            if answer.outcome == outcome and answer.command == command and answer.at == at:
                return [answer.settled]
        return [one.settle(outcome) for one in possibilities(state, command, at)]

    def _of(self, place: int, state: State) -> list[Remembered]:
        """The answers of this very state."""
        known = self._fresh.get(place)
        if known is None:
            known = self._old.pop(place, None)
            if known is None:
                return []
            # What is asked for again is kept for longer.
            self._fresh[place] = known
        return known if known[0].state is state else []

    def forget(self) -> None:
        """Keep nothing more; what nobody will ask again only slows the machine down."""
        self._fresh, self._old = {}, {}


latest: Final = Recollection()
"""That of this process."""
