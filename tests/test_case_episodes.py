"""Episodes show what they are for: in a few of their cases, what rare circumstances give away."""

import pytest
from msgspec.structs import replace

from implementations import right, wrong
from mqtck.conformance.cases.generator import EPISODES, case, case_seed
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.observer import observed
from mqtck.conformance.mutants.registry import all_mutants, mutant_adapter
from mqtck.conformance.mutants.trials import fair
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.constants import UNLIMITED
from mqtck.reference.vocabulary.messages import DeadLetterHeader, SeenMessage
from mqtck.reference.vocabulary.outcomes import MessageReturned
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.traces import Step

ALL = frozenset(Ability)
UNDELAYED = frozenset(
    {
        *(Ability.LOCAL_QUEUES, Ability.MQI, Ability.DEAD_LETTER_QUEUE),
        *(Ability.REMOTE_QUEUES, Ability.OTHER_QUEUE_MANAGERS),
    }
)
CASES = 150


@pytest.mark.parametrize(
    ("episode", "name"),
    [
        ("subscribers_come_and_go", "publication-without-type"),
        ("copies_that_nothing_takes", "publication-tried-again"),
        ("failed_target", "reports-to-the-name-here"),
        ("all_subscribers_gone", "dead-lettered-with-its-report"),
        ("undelivered_once", "sender-leaves-the-system-queue-protected"),
        ("undelivered_once", "fast-channel-discards-persistent-messages"),
        ("undelivered_once", "policy-without-toleration-tolerates"),
        ("another_dead_letter_queue", "channel-remembers-its-first-deadq"),
        ("kept_in_retry", "retry-stops-the-clock"),
        ("report_undeliverable", "persistence-as-sent-decides"),
        ("processor_stopped_once", "started-by-half-a-toggle"),
        ("recalled_too_late", "expired-taken-back"),
        ("delayed_for_centuries", "due-time-in-nanoseconds"),
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


@pytest.mark.parametrize(
    ("episode", "name"),
    [
        ("one_session_for_several", "rollback of one subscriber"),
        ("one_session_for_several", "commit of one subscriber"),
        ("one_session_for_several", "given back by a non-durable subscriber"),
        ("resumed_in_another_session", "copies gone in another session"),
        ("staging_limits_on_every_way", "staging depth behind an alias"),
        ("staging_limits_on_every_way", "staging length in a unit of work"),
        ("staging_limits_on_every_way", "staging length for publications"),
        ("commit_refused_by_staging_limits", "refused commit stages the first"),
        ("name_deleted", "gone with its alias"),
        ("name_deleted", "gone with its remote queue"),
        ("remote_queue_redirected", "gone with the way of its remote queue"),
        ("remote_queue_redirected_behind_a_channel", "gone with the way of its remote queue"),
        ("delayed_for_months_over_a_restart", "beyond a month due at a restart"),
        ("undelivered_once", "sender without a queue keeps all"),
        ("changed_since_creation", "authority when created"),
        ("changed_since_creation", "no authority when created"),
        ("changed_since_creation", "MAXDEPTH when created"),
        ("changed_since_creation", "missing when created"),
        ("changed_since_creation", "queue of the creation"),
        ("changed_before_commit", "lost to a revocation before its commit"),
        ("changed_before_commit", "lost to MAXMSGL before its commit"),
        ("changed_before_commit", "lost to a deletion before its commit"),
        ("changed_before_commit", "authority at the commit"),
        ("setters_in_conflict", "conflict that a long form has ended"),
        ("setters_in_conflict", "long form unchecked behind setters that conflict"),
    ],
)
def test_an_episode_gives_away_an_implementation_that_is_wrong_in_its_corner(episode: str, name: str) -> None:
    misreading = wrong.WRONG[name]
    alone = tuple(one for one in EPISODES if one.name == episode)
    for number in range(CASES):
        drawn = case(case_seed(1, number), ALL, ClockKind.VIRTUAL, 10, alone)
        breaches = observed(run_commands(misreading.factory(), drawn)).breaches
        if any(misreading.rules & set(breach.rules) for breach in breaches):
            return
    pytest.fail(f"{CASES} cases of {episode} do not show {name}.")


def _unlimited(step: Step) -> Step:
    """The same, where it shows a dead letter of a limited life, with none."""
    match step.outcome:
        case MessageReturned(message=SeenMessage(dead_letter_header=DeadLetterHeader()) as seen):
            shown = replace(seen, descriptor=replace(seen.descriptor, expiry=UNLIMITED))
            return replace(step, outcome=MessageReturned(shown))
        case _:
            return step


def test_where_nothing_is_delayed_a_channel_makes_the_dead_letters() -> None:
    blamed = set()
    for number in range(CASES):
        drawn = case(case_seed(1, number), UNDELAYED, ClockKind.VIRTUAL, 40)
        trace = run_commands(right.ADAPTERS["dead-letters and discards"](), drawn)
        assert observed(trace).breaches == ()
        altered = replace(trace, steps=tuple(map(_unlimited, trace.steps)))
        blamed.update(rule for found in observed(altered).breaches for rule in found.rules)
    assert "EX-46" in blamed
