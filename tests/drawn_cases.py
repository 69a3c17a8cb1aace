"""Cases for tests of the generator."""

from collections.abc import Iterable

from mqtck.conformance.cases.generator import case, case_seed
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.profile import EVERY_PROFILE, ClockKind, Profile

ALL = frozenset(Ability)

NEVER_DUE = 3_155_760_000_000
"""Ms: no case waits for what is delayed so long."""


def drawn(
    count: int, commands: int = 60, abilities: frozenset[Ability] = ALL, profile: Profile = EVERY_PROFILE[0]
) -> Iterable[tuple[c.Command, ...]]:
    return (
        case(case_seed(1, number), abilities, ClockKind.VIRTUAL, commands, profile=profile)
        for number in range(count)
    )
