"""Episodes show what they are for: in a few of their cases, a mutant that rare circumstances give away."""

import pytest

from mqtck.conformance.cases.generator import EPISODES, case, case_seed
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.conservation import observed
from mqtck.conformance.mutants.registry import all_mutants, mutant_adapter
from mqtck.conformance.mutants.trials import fair
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.profile import ClockKind

ALL = frozenset(Ability)
CASES = 150


@pytest.mark.parametrize(
    ("episode", "name"),
    [
        ("publishing", "publication-without-type"),
        ("nowhere_to_go", "publication-tried-again"),
        ("failed_target", "reports-to-the-name-here"),
        ("nobody_left", "dead-lettered-with-its-report"),
        ("undelivered_once", "sender-leaves-the-system-queue-protected"),
        ("undelivered_once", "fast-channel-discards-persistent-messages"),
        ("undelivered_once", "policy-without-toleration-tolerates"),
        ("another_dead_letter_queue", "channel-remembers-its-first-deadq"),
        ("kept_in_retry", "retry-stops-the-clock"),
        ("report_nowhere", "persistence-as-sent-decides"),
        ("stopped_once", "started-by-half-a-toggle"),
        ("recalled_too_late", "expired-taken-back"),
        ("never_due", "due-time-in-nanoseconds"),
    ],
)
def test_an_episode_gives_away_a_mutant_that_few_circumstances_show(episode: str, name: str) -> None:
    mutant = next(one for one in all_mutants() if one.name == name)
    adapter = mutant_adapter(mutant)
    alone = tuple(one for one in EPISODES if one.name == episode)
    for number in range(CASES):
        drawn = case(case_seed(1, number), ALL, ClockKind.VIRTUAL, 40, alone)
        breaches = observed(run_commands(adapter, drawn)).breaches
        if any(fair(mutant, breach.rules) for breach in breaches):
            return
    pytest.fail(f"{CASES} cases of {episode} do not show {name}.")
