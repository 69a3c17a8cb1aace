"""Steering towards what a campaign has not seen yet, and the end of it when enough was seen.

What there is to see (`Reach`) are the rules that random traces reach and for which the abilities suffice,
and the kinds of answers, by kind of command, that the reference gave in a few cases of each episode. The same
cases tell which episode reaches what. The plan of a part is a pure function of that and of the counts of
earlier parts: an episode is drawn the more often, the more it reaches of what was seen too seldom. All
sums are of whole numbers, so that every machine comes to the same weights.

An implementation may be right and give other answers than the reference, or lack what a rule needs in some
message; so a share is asked for, and a campaign ends with its last case if that is not reached.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from mqtck.conformance.cases.generator import EPISODES, Chapter, Episode, case, case_seed
from mqtck.conformance.ledger.annotations import unreached
from mqtck.conformance.ledger.rules import every_testable
from mqtck.conformance.scenarios.abilities import needs
from mqtck.conformance.scenarios.features import ScenarioText, load_features
from mqtck.conformance.shrinking.shapes import answer_of
from mqtck.reference.model import initial_state, possibilities
from mqtck.reference.state.intervals import Interval
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import Advance, Command
from mqtck.reference.vocabulary.profile import ClockKind, Profile

from .emphasis import Emphasis, Seen

BONUS: Final = 2
"""How many times the usual weights of all episodes are shared out among those that reach what is missing."""

_PROBES: Final = 2
"""Cases of each episode under each profile."""

_COMMANDS: Final = 50
_SEED: Final = 5
_FRACTION: Final = 1000
_LOOKS: Final = tuple(episode for episode in EPISODES if episode.chapter is Chapter.ANY)


class Goal(NamedTuple):
    """Enough: this share of what there is to see, each so many times (cases of a rule, answers of a kind)."""

    share: float = 0.95
    times: int = 10


class Reach(NamedTuple):
    """What there is to see, and which episodes show it, in the order of the episodes."""

    wanted: frozenset[str]
    by_episode: tuple[tuple[str, frozenset[str]], ...]


class Coverage(NamedTuple):
    """How much of it was seen often enough, and what was not, in alphabetical order."""

    seen: int
    wanted: int
    missing: tuple[str, ...]

    @property
    def share(self) -> float:
        return self.seen / self.wanted if self.wanted else 1.0

    def __str__(self) -> str:
        return f"{self.seen} of {self.wanted} rules and answers seen often enough ({self.share:.1%})"


class Covering:
    """Steers a campaign until enough was seen."""

    def __init__(
        self,
        goal: Goal,
        abilities: frozenset[Ability],
        clock: ClockKind,
        profiles: tuple[Profile, ...],
    ) -> None:
        self.goal = goal
        self._reach = reach_of(abilities, clock, profiles)

    @property
    def name(self) -> str:
        return f"until {self.goal.share:g} covered {self.goal.times} times"

    def next_part(self, seen: Seen) -> Emphasis | None:
        """None as soon as the goal is reached."""
        if self.coverage(seen).share >= self.goal.share:
            return None
        return emphasis_for(self._reach, self.goal, seen)

    def coverage(self, seen: Seen) -> Coverage:
        return coverage_of(self._reach, self.goal, seen)


def coverage_of(reach: Reach, goal: Goal, seen: Seen) -> Coverage:
    missing = tuple(sorted(item for item in reach.wanted if _count(seen, item) < goal.times))
    return Coverage(len(reach.wanted) - len(missing), len(reach.wanted), missing)


def emphasis_for(reach: Reach, goal: Goal, seen: Seen) -> Emphasis:
    """The weights of the episodes of the next part; the usual ones where nothing that is missing is known."""
    lacking = {
        item: goal.times - count for item in reach.wanted if (count := _count(seen, item)) < goal.times
    }
    ways = {item: sum(item in items for _, items in reach.by_episode) for item in lacking}
    scores = {
        name: sum(lacking[item] * _FRACTION // ways[item] for item in sorted(items & lacking.keys()))
        for name, items in reach.by_episode
    }
    total = sum(scores.values())
    if not total:
        return Emphasis()
    usual = {episode.name: episode.weight for episode in EPISODES}
    bonus = BONUS * sum(usual.values())
    return Emphasis(
        tuple((name, usual[name] + bonus * score // total) for name, score in scores.items() if score)
    )


def _count(seen: Seen, item: str) -> int:
    return seen.rules.get(item, 0) + seen.outcomes.get(item, 0)


# --- what there is to see --------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def reach_of(abilities: frozenset[Ability], clock: ClockKind, profiles: tuple[Profile, ...]) -> Reach:
    """What can be seen of an implementation with these abilities and profiles; takes some seconds."""
    rules = _rules(abilities)
    by_episode = []
    for episode in EPISODES:
        if episode.chapter is not Chapter.ANY and episode.is_for(abilities):
            reached = _reached(episode, abilities, clock, profiles)
            by_episode.append(
                (episode.name, frozenset(item for item in reached if _is_answer(item) or item in rules))
            )
    answers = frozenset(item for _, items in by_episode for item in items if _is_answer(item))
    return Reach(rules | answers, tuple(by_episode))


def _is_answer(item: str) -> bool:
    return ": " in item


def _rules(abilities: frozenset[Ability]) -> frozenset[str]:
    """Those that random traces reach, as far as their scenarios show what they need."""
    about: dict[str, list[ScenarioText]] = {}
    for scenario in load_features():
        for rule in scenario.rules:
            about.setdefault(rule, []).append(scenario)
    reachable = [rule for rule in every_testable() if rule not in unreached()]
    needed = {rule: needs(about.get(rule, ())) for rule in reachable}
    return frozenset(rule for rule, need in needed.items() if need is not None and need.met_by(abilities))


def _reached(
    episode: Episode, abilities: frozenset[Ability], clock: ClockKind, profiles: Iterable[Profile]
) -> frozenset[str]:
    """The rules and answers of a few cases of this episode, and looks."""
    reached: set[str] = set()
    for profile in profiles:
        for number in range(_PROBES):
            seed = case_seed(_SEED, number)
            commands = case(seed, abilities, clock, _COMMANDS, (episode, *_LOOKS), profile=profile)
            reached |= _seen(commands, profile)
    return frozenset(reached)


def _seen(commands: Iterable[Command], profile: Profile) -> set[str]:
    """What the reference shows, on a virtual clock, taking the preferred possibility every time."""
    now = 0
    state = initial_state(ClockKind.VIRTUAL, profile, now)
    seen: set[str] = set()
    for command in commands:
        started = now
        if isinstance(command, Advance):
            now += command.milliseconds
        possible = possibilities(state, command, Interval(started, now))[0]
        outcome = possible.prefer()
        settled = possible.settle(outcome)
        state = settled.states[0]
        seen |= settled.exercised
        seen.add(f"{type(command).__name__}: {answer_of(outcome)}")
    return seen
