"""The reference model as an implementation: a virtual clock, and the preferred outcome every time."""

from typing import Final, Self

from msgspec.structs import replace

from mqtck.conformance.contract import Information
from mqtck.reference.recollection import beginning, latest
from mqtck.reference.state.intervals import Interval
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import Advance, Command
from mqtck.reference.vocabulary.outcomes import Outcome
from mqtck.reference.vocabulary.profile import EVERY_PROFILE, ClockKind, Profile

EPOCH: Final = 1_700_000_000_000
"""Where the virtual clock of every world starts, in ms."""


class ReferenceWorld:
    """One fresh state of the model."""

    def __init__(self, profile: Profile) -> None:
        self._now = EPOCH
        self._state = beginning(ClockKind.VIRTUAL, profile, EPOCH)

    def now(self) -> int:
        return self._now

    def execute(self, command: Command) -> Outcome:
        started = self._now
        if isinstance(command, Advance):
            self._now += command.milliseconds
        answer = latest.preferred(self._state, command, Interval(started, self._now))
        self._state = answer.settled.states[0]
        return answer.outcome

    def close(self) -> None:
        """Nothing is held."""


class Reference:
    """The embedded default: has every ability, is always right by definition of the kit."""

    information = Information(
        name="reference model",
        version="0.1.0",
        clock=ClockKind.VIRTUAL,
        abilities=frozenset(Ability),
        profile=EVERY_PROFILE[0],
        side_by_side=1000,
        profiles=EVERY_PROFILE,
    )

    def __init__(self, profile: Profile | None = None) -> None:
        if profile is not None:
            self.information = replace(self.information, profile=profile)

    def under(self, profile: Profile) -> Self:
        return type(self)(profile)

    def open_world(self) -> ReferenceWorld:
        return ReferenceWorld(self.information.profile)

    def close(self) -> None:
        """Nothing is held."""
