"""One case of a campaign: generated from its seed, executed, judged.

On a virtual clock most cases, as their numbers have it, are scenarios varied, and some are medleys of them,
instead of episodes. Of a campaign about some rules, no case is of episodes.

What goes wrong on the adapter's side is a verdict of its case, never an exception; so is a failure of the
judge itself, which leaves the case indeterminate and says so.
"""

import time
from collections.abc import Sequence
from enum import StrEnum
from functools import partial
from typing import Final, NamedTuple

from mqtck.conformance.cases.generator import EPISODES, Episode, case, case_seed
from mqtck.conformance.contract import FAILED, Adapter, Information
from mqtck.conformance.execution.worlds import DEFAULT_LIMITS, Limits, out_of_step, play
from mqtck.conformance.judging.judge import Judgement
from mqtck.conformance.judging.late_looks import LATE_OR_NEVER, Waiting, rules_missed
from mqtck.conformance.judging.observer import observer_of
from mqtck.conformance.medleys.medley import medley
from mqtck.conformance.medleys.variation import variation
from mqtck.reference.recollection import latest
from mqtck.reference.vocabulary.commands import Command
from mqtck.reference.vocabulary.outcomes import AdapterError, Outcome
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.results import Breach, Verdict
from mqtck.reference.vocabulary.traces import Trace


class CaseKind(StrEnum):
    """What a case is made of."""

    EPISODES = "episodes"
    MEDLEY = "medley"
    VARIATION = "variation"


KINDS: Final = (
    *(CaseKind.EPISODES, CaseKind.VARIATION, CaseKind.VARIATION, CaseKind.VARIATION),
    *(CaseKind.MEDLEY, CaseKind.VARIATION, CaseKind.VARIATION),
)
"""The kinds of the cases on a virtual clock, in turns. A variation is short, a fifth of the others or so.

Seven, so that who does each second case, or each fourth, has cases of all kinds.
"""

STEERED: Final = (
    CaseKind.EPISODES,
    CaseKind.VARIATION,
    CaseKind.EPISODES,
    CaseKind.MEDLEY,
    CaseKind.EPISODES,
)
"""The same where some episodes are to be drawn more often than others: only these can be steered."""

OF_RULES: Final = (CaseKind.VARIATION, CaseKind.VARIATION, CaseKind.MEDLEY)
"""The same where cases are to be about certain rules."""


class Material(NamedTuple):
    """What cases are made of.

    `rules`: those that the scenario of a variation, or the first one of a medley, may be about; all if empty.
    """

    episodes: tuple[Episode, ...] = EPISODES
    rules: tuple[str, ...] = ()

    @property
    def kinds(self) -> tuple[CaseKind, ...]:
        """The kinds of cases, in turns."""
        if self.rules:
            return OF_RULES
        return KINDS if self.episodes == EPISODES else STEERED


EVERYTHING: Final = Material()


class CaseRun(NamedTuple):
    """A case and what came of it.

    `reason` says why the verdict is neither yes nor no, or that the adapter failed behind a breach. `closing`
    is what went wrong in closing its world, empty where nothing did; `missed` are the rules of delayed
    messages that had not come when they were looked for last (`late_looks`).
    """

    number: int
    seed: int
    trace: Trace
    verdict: Verdict
    breaches: tuple[Breach, ...]
    exercised: frozenset[str]
    reason: str
    seconds: float
    closing: str = ""
    missed: frozenset[str] = frozenset()


def adapter_of(adapters: Sequence[Adapter], campaign_seed: int, number: int) -> Adapter:
    """Which of the adapters (one for each profile) a case is run on: as its seed has it."""
    return adapters[case_seed(campaign_seed, number) % len(adapters)]


def commands_of_case(
    information: Information,
    campaign_seed: int,
    number: int,
    commands: int,
    material: Material = EVERYTHING,
) -> tuple[Command, ...]:
    """What a case sends; one that is no variation, over many about `commands` on average.

    Episodes stand for scenarios where the adapter can do none. Raises ValueError as `case` does.
    """
    seed = case_seed(campaign_seed, number)
    abilities, profile = information.abilities, information.profile
    drawn: tuple[Command, ...] = ()
    if information.clock is ClockKind.VIRTUAL:
        kinds = material.kinds
        match kinds[number % len(kinds)]:
            case CaseKind.MEDLEY:
                drawn = medley(seed, abilities, profile, commands, material.rules)
            case CaseKind.VARIATION:
                drawn = variation(seed, abilities, profile, material.rules)
            case CaseKind.EPISODES:
                pass
    return drawn or case(seed, abilities, information.clock, commands, material.episodes, profile=profile)


def run_case(
    adapter: Adapter,
    campaign_seed: int,
    number: int,
    commands: int,
    limits: Limits = DEFAULT_LIMITS,
    material: Material = EVERYTHING,
    waiting: Waiting | None = None,
) -> CaseRun:
    """Generate, execute and judge one case.

    On a real clock its looks are repeated while something is late, if there is somebody `waiting`.
    """
    begun = time.perf_counter()
    information = adapter.information
    seed = case_seed(campaign_seed, number)
    drawn = commands_of_case(information, campaign_seed, number, commands, material)
    title = f"case {number} of campaign {campaign_seed}"
    further = None
    if waiting is not None and information.clock is ClockKind.REAL:
        further = partial(waiting.looks, profile=information.profile)
    trace, closing = play(adapter, drawn, limits=limits, title=title, further=further)
    breaches: tuple[Breach, ...] = ()
    exercised: frozenset[str] = frozenset()
    missed: frozenset[str] = frozenset()
    try:
        judgement, missed = _judged(trace, len(drawn))
    except Exception as error:  # noqa: BLE001 - a failure of the judge must not take the other cases along
        reason = f"the judge failed, which is a mistake of the kit: {type(error).__name__}: {error}"
    else:
        breaches, reason = judgement.breaches, judgement.indeterminate
        exercised = judgement.exercised - missed
    finally:
        latest.forget()
    failure = trace.steps[-1].outcome if trace.steps else None
    if out_of_step(failure, closing):
        breaches, exercised = (), frozenset()
    failed = _told_of_failure(failure, closing)
    if breaches:
        verdict, reason = Verdict.VIOLATES, failed or reason
    elif failed:
        verdict, reason = Verdict.ADAPTER_ERROR, failed
    else:
        reason = reason or (LATE_OR_NEVER if missed else "")
        verdict = Verdict.INDETERMINATE if reason else Verdict.CONFORMS
    seconds = time.perf_counter() - begun
    return CaseRun(number, seed, trace, verdict, breaches, exercised, reason, seconds, closing, missed)


def _told_of_failure(outcome: Outcome | None, closing: str) -> str:
    """What went wrong in the adapter's last call or in closing its world; empty where nothing did."""
    if isinstance(outcome, AdapterError):
        return f"{FAILED}{outcome.fault}: {outcome.text}"
    return f"{FAILED}failed at the end of the case: {closing}" if closing else ""


def _judged(trace: Trace, drawn: int) -> tuple[Judgement, frozenset[str]]:
    """The judgement of a case, and the rules that the messages speak about which are late or never come.

    Behind the commands that were drawn there are looks alone.
    """
    observer = observer_of(trace)
    if len(trace.steps) <= drawn:
        return observer.judgement(), frozenset()
    return observer.judgement(), rules_missed(observer, trace.steps[drawn - 1].ended)
