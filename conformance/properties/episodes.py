"""Episodes of the campaign as steps of the state machine, with Hypothesis as the source of their draws.

The campaign's generator (`cases`) knows topics, channels, clusters, z/OS, transmission queues and the IMS
bridge; the machine draws its episodes, a few commands at a time, between its own steps. What an episode
draws is drawn from Hypothesis, so that a failing example shrinks within episodes too.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from hypothesis import strategies as st

from mqtck.conformance.cases.draft import Draft, Steps
from mqtck.conformance.cases.draws import Draws
from mqtck.conformance.cases.generator import EPISODES, drain
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import Command
from mqtck.reference.vocabulary.profile import ClockKind, Profile

AT_ONCE: Final = 3
"""Episodes that run interleaved."""

_RESERVED: Final = {"Q": 2, "R": 1, "A": 2}
"""How many names of each kind the example itself uses: no episode may define them anew."""

_BY_NAME: Final = {episode.name: episode for episode in EPISODES}


class DrawsOfAnExample(Draws):
    """Numbers that Hypothesis draws while there is `data` to draw from, and a fixed stream behind that."""

    __slots__ = ("data",)

    def __init__(self) -> None:
        super().__init__(0)
        self.data: st.DataObject | None = None

    def below(self, bound: int) -> int:
        if self.data is None:
            return super().below(bound)
        return self.data.draw(st.integers(0, bound - 1))


class Episodes:
    """The episodes of one example: those under way, and the draft that they share with it."""

    def __init__(self, abilities: frozenset[Ability], clock: ClockKind, profile: Profile) -> None:
        self._draws = DrawsOfAnExample()
        self.draft = Draft(self._draws, abilities, clock, profile)
        for kind, count in _RESERVED.items():
            for _ in range(count):
                self.draft.name(kind)
        self.told = False
        self._running: list[Steps[None]] = []

    def possible(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Those of these episodes that the implementation has the abilities for."""
        return tuple(name for name in names if _BY_NAME[name].is_for(self.draft.abilities))

    @property
    def under_way(self) -> bool:
        return bool(self._running)

    def begin(self, name: str) -> None:
        """Have one more episode, in the place of the oldest where there are many."""
        self.told = True
        self._running = [*self._running[-(AT_ONCE - 1) :], _BY_NAME[name].story(self.draft)]

    def forget(self) -> None:
        """After a restart nothing that was under way goes on."""
        self._running = []

    def commands(self, place: int, most: int, data: st.DataObject) -> Iterator[Command]:
        """The next commands of an episode under way: `most` single ones or runs that belong together.

        Where Hypothesis has nothing more to draw, the draft tells of what was never done, so that no last
        looks are to be had.
        """
        whole = False
        story = self._running[place % len(self._running)]
        epoch = self.draft.epoch
        self._draws.data = data
        try:
            taken = 0
            for item in islice(story, most):
                taken += 1
                yield from item if isinstance(item, tuple) else (item,)
            if self.draft.epoch != epoch:
                self._running = [story]
            if taken < most:
                self._running.remove(story)
            whole = True
        finally:
            self._draws.data = None
            self.told = self.told and whole

    def last_looks(self) -> Iterator[Command]:
        """The drain of a case, where episodes were told."""
        if self.told:
            for item in drain(self.draft):
                yield from item if isinstance(item, tuple) else (item,)
