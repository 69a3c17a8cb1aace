"""Steering: what was seen too seldom is drawn more often, the same everywhere, until enough was seen."""

import os
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from implementations.right import ADAPTERS
from mqtck.__main__ import main
from mqtck.conformance.campaign.coverage import (
    BONUS,
    Covering,
    Goal,
    Reach,
    coverage_of,
    emphasis_for,
    reach_of,
)
from mqtck.conformance.campaign.emphasis import Emphasis, Seen, emphasised
from mqtck.conformance.campaign.one_case import Material, run_case
from mqtck.conformance.campaign.plan import CampaignPlan
from mqtck.conformance.campaign.running import run_campaign
from mqtck.conformance.cases.generator import EPISODES, Episode
from mqtck.conformance.ledger.annotations import unreached
from mqtck.conformance.shrinking.shapes import answer_of
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.profile import EVERY_PROFILE, ClockKind

PLAIN_JMS = frozenset(
    {
        *(Ability.LOCAL_QUEUES, Ability.JMS, Ability.MESSAGE_PRODUCER, Ability.DELIVERY_DELAY),
        *(Ability.BROWSE, Ability.MESSAGE_GROUPS),
    }
)
GROUPED = Reach(
    frozenset({"DD-01", "DD-36", "Send: Refused MQRC_OPTIONS_ERROR"}),
    (
        ("delayed", frozenset({"DD-01"})),
        ("message_groups", frozenset({"DD-01", "DD-36", "Send: Refused MQRC_OPTIONS_ERROR"})),
    ),
)
USUAL = {episode.name: episode.weight for episode in EPISODES}


def seen(**counts: int) -> Seen:
    """So often each rule, by its name with an underscore, and each answer as often as DD-36."""
    rules = {name.replace("_", "-"): count for name, count in counts.items()}
    return Seen(rules=rules, outcomes={"Send: Refused MQRC_OPTIONS_ERROR": rules.get("DD-36", 0)})


@cache
def plain() -> Covering:
    return Covering(Goal(0.9, 2), PLAIN_JMS, ClockKind.VIRTUAL, EVERY_PROFILE[:1])


# --- the plan of a part, from counts -------------------------------------------------------------------


def test_what_is_missing_is_drawn_more_often_where_it_is_reached() -> None:
    weights = dict(emphasis_for(GROUPED, Goal(1.0, 10), seen(DD_01=10)).weights)
    assert weights == {"message_groups": USUAL["message_groups"] + BONUS * sum(USUAL.values())}


def test_the_more_an_episode_reaches_of_what_is_missing_the_more_often_it_is_drawn() -> None:
    weights = dict(emphasis_for(GROUPED, Goal(1.0, 10), Seen()).weights)
    bonus = {name: weight - USUAL[name] for name, weight in weights.items()}
    assert bonus["message_groups"] > 3 * bonus["delayed"] > 0
    assert sum(bonus.values()) <= BONUS * sum(USUAL.values())


def test_where_nothing_is_missing_that_an_episode_reaches_weights_are_the_usual_ones() -> None:
    assert emphasis_for(GROUPED, Goal(1.0, 10), seen(DD_01=10, DD_36=10)) == Emphasis()
    lost = Reach(GROUPED.wanted | {"X-54"}, GROUPED.by_episode)
    assert emphasis_for(lost, Goal(1.0, 10), seen(DD_01=10, DD_36=10)) == Emphasis()


def test_coverage_is_the_share_of_what_was_seen_often_enough() -> None:
    coverage = coverage_of(GROUPED, Goal(1.0, 10), seen(DD_01=11, DD_36=9))
    assert (coverage.seen, coverage.wanted) == (1, 3)
    assert coverage.missing == ("DD-36", "Send: Refused MQRC_OPTIONS_ERROR")
    assert str(coverage) == "1 of 3 rules and answers seen often enough (33.3%)"


# --- what there is to see --------------------------------------------------------------------------------


def test_only_what_the_abilities_allow_and_random_traces_reach_is_wanted() -> None:
    reach = reach_of(PLAIN_JMS, ClockKind.VIRTUAL, EVERY_PROFILE[:1])
    assert {"DD-01", "DD-36"} <= reach.wanted
    assert not reach.wanted & {*unreached(), "AM-02", "DD-93", "EX-33"}
    assert "Send: Refused MQRC_OPTIONS_ERROR" in reach.wanted
    assert not any(item.startswith("MqPut") for item in reach.wanted)
    assert "DD-36" in dict(reach.by_episode)["message_groups"]
    assert "DD-36" not in dict(reach.by_episode)["long_lives"]


def test_the_plan_of_a_part_is_the_same_in_a_process_with_another_hash_seed() -> None:
    code = (
        "from test_campaign_coverage import *; "
        "print(plain().next_part(Seen(rules={'DD-01': 3, 'DD-08': 1})).weights)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": "77", "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    here = plain().next_part(Seen(rules={"DD-01": 3, "DD-08": 1}))
    assert here is not None
    assert done.stdout.strip() == str(here.weights)
    assert emphasised(here) != EPISODES


def test_steered_parts_come_to_the_goal_which_ends_the_campaign() -> None:
    adapter = ADAPTERS["preferred"]()
    rules, outcomes = Counter[str](), Counter[str]()
    emphasis: Emphasis | None = Emphasis()
    number = 0
    while emphasis is not None:
        assert number < 400, plain().coverage(Seen(rules=rules, outcomes=outcomes)).missing
        for _ in range(20):
            run = run_case(adapter, 1, number, 40, material=Material(_possible(emphasis)))
            rules.update(run.exercised)
            outcomes.update(
                f"{type(one.command).__name__}: {answer_of(one.outcome)}" for one in run.trace.steps
            )
            number += 1
        emphasis = plain().next_part(Seen(rules=rules, outcomes=outcomes))
    assert plain().coverage(Seen(rules=rules, outcomes=outcomes)).share >= plain().goal.share


def _possible(emphasis: Emphasis) -> tuple[Episode, ...]:
    return tuple(episode for episode in emphasised(emphasis) if episode.is_for(PLAIN_JMS))


# --- a whole campaign, and the command line --------------------------------------------------------------


def test_a_campaign_ends_with_the_part_that_covers_enough(tmp_path: Path) -> None:
    plan = CampaignPlan(
        adapter="right:preferred",
        loader="campaign_adapters:load",
        output=str(tmp_path),
        cases=400,
        commands=40,
        part=20,
        master="local[2]",
    )
    steering = Covering(Goal(0.3, 1), PLAIN_JMS, ClockKind.VIRTUAL, EVERY_PROFILE[:1])
    result = run_campaign(plan, steering=steering)
    assert 40 <= result.cases < 400
    exercised = {rule: count.exercised for rule, count in result.rules.items()}
    assert steering.coverage(Seen(rules=exercised, outcomes=result.outcomes)).share >= 0.3


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (
            ["--covered-share", "0.5"],
            "--covered-share says when enough is covered; it goes with --until covered",
        ),
        (["--covered-times", "5"], "--covered-times says when enough is covered"),
        (["--until", "covered", "--covered-share", "95"], "'95' is not a share"),
        (["--until", "covered", "--covered-share", "0"], "'0' is not a share"),
        (["--until", "bored"], "invalid choice"),
        (["--until", "covered", "--rules", "DD-25"], "--rules and --until do not go together"),
    ],
)
def test_wrong_usage_is_told(
    options: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["campaign", "--output", str(tmp_path), *options]) == 64
    assert told in capsys.readouterr().err
