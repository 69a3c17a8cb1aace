"""The campaign method on mutants: random cases one after the other in this process, without Spark.

Generator, judge and shrinker are the campaign's. A case on which a mutant answers as the reference does is
not judged: the reference is right by definition, and the judge's own tests hold it to that. Nor is a case
executed in which the reference calls none of the functions that the mutant replaces: a function that is
not called cannot be noticed. So a thousand cases take seconds for a mutant that few of them concern.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from types import FunctionType
from typing import Any, Final, NamedTuple

from mqtck.conformance.campaign.one_case import adapter_of, commands_of_case
from mqtck.conformance.contract import Adapter
from mqtck.conformance.execution.profiles import under
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.observer import observed
from mqtck.conformance.shrinking.shrinking import Finding, finding_in
from mqtck.reference.vocabulary.commands import Command
from mqtck.reference.vocabulary.outcomes import Outcome
from mqtck.reference.vocabulary.profile import EVERY_PROFILE

from .loading import replaced
from .parts import Mutant, around
from .registry import all_mutants, mutant_adapter

COMMANDS: Final = 60
"""Commands of a case."""


class Shown(NamedTuple):
    """A case that shows a mutant: its number, what the judge blames first, and the trace up to there."""

    number: int
    finding: Finding


class _Right(NamedTuple):
    """A case as the reference answers it, and the functions that mutants replace, of those called."""

    commands: tuple[Command, ...]
    outcomes: tuple[Outcome, ...]
    called: frozenset[str]


def shown(mutant: Mutant, seed: int, numbers: Iterable[int]) -> Iterator[Shown | int]:
    """Each case that shows the mutant; the number of each case that does not."""
    adapters = _under_every_profile(mutant)
    targets = _functions(mutant)
    for number in numbers:
        right = _right(seed, number)
        if targets is not None and targets.isdisjoint(right.called):
            yield number
            continue
        trace = run_commands(adapter_of(adapters, seed, number), right.commands, title=f"case {number}")
        if tuple(step.outcome for step in trace.steps) == right.outcomes:
            yield number
            continue
        breaches = observed(trace).breaches
        if not breaches:
            yield number
            continue
        first = min(breaches, key=lambda breach: breach.step or 0)
        finding = finding_in(trace, first.rules[0])
        assert finding is not None, "the judge says the same of the same trace"
        yield Shown(number, finding)


def _under_every_profile(mutant: Mutant) -> list[Adapter]:
    adapter = mutant_adapter(mutant)
    return [under(adapter, profile) for profile in EVERY_PROFILE]


def _functions(mutant: Mutant) -> frozenset[str] | None:
    """The functions that alone make the mutant; None where something else does."""
    targets = frozenset(patch.target for patch in mutant.patches)
    plain = mutant.execute is None and all(_is_function(target) for target in targets)
    return targets if plain else None


def _is_function(target: str) -> bool:
    return isinstance(replaced(target), FunctionType)


@cache
def _right(seed: int, number: int) -> _Right:
    adapters, called = _recorder()
    adapter = adapter_of(adapters, seed, number)
    commands = commands_of_case(adapter.information, seed, number, COMMANDS)
    called.clear()
    outcomes = tuple(step.outcome for step in run_commands(adapter, commands).steps)
    return _Right(commands, outcomes, frozenset(called))


@cache
def _recorder() -> tuple[list[Adapter], set[str]]:
    """The reference, under every profile, and where it notes down which replaceable functions it calls."""
    called: set[str] = set()

    def noting(target: str) -> Callable[..., Any]:
        def noted(right: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
            called.add(target)
            return right(*arguments, **named)

        return noted

    targets = dict.fromkeys(
        patch.target for mutant in all_mutants() for patch in mutant.patches if _is_function(patch.target)
    )
    patches = tuple(around(target, noting(target)) for target in targets)
    return _under_every_profile(Mutant("none", "Notes down what it calls.", (), patches)), called
