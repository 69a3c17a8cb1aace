"""Campaigns about some rules: their cases are scenarios of these, varied and beside others."""

from pathlib import Path

import msgspec
import pytest
from campaign_adapters import RealTimeAdapter
from command_line_calls import ADAPTER, write

from implementations.wrong import WRONG
from mqtck.__main__ import main
from mqtck.adapters.reference import Reference
from mqtck.conformance.campaign.folder import PlanError
from mqtck.conformance.campaign.one_case import OF_RULES, CaseKind, Material, commands_of_case, run_case
from mqtck.conformance.campaign.plan import CampaignPlan, profiles_about
from mqtck.conformance.campaign.running import run_campaign
from mqtck.conformance.cases.draws import Draws
from mqtck.conformance.contract import Adapter
from mqtck.conformance.medleys import medley as medleys
from mqtck.conformance.medleys import variation as variations
from mqtck.conformance.medleys.parts import part, place_of_one, places_about, rules_with_scenarios
from mqtck.conformance.scenarios.features import load_features
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import Command
from mqtck.reference.vocabulary.profile import Profile

RULES = ("DD-25", "EX-40")
ABOUT = places_about(RULES)
INFORMATION = Reference().information


def test_the_scenarios_of_rules_are_all_that_carry_the_tag_of_one() -> None:
    tagged = {place for place, one in enumerate(load_features()) if {*RULES} & {*one.rules}}
    assert tagged
    assert tagged == ABOUT
    assert places_about(["DD-25"]) < ABOUT
    assert rules_with_scenarios(["AM-01", "DD-25"]) == ("DD-25",)


def test_each_rule_is_drawn_as_often_as_others_however_many_scenarios_it_has() -> None:
    few, many = "AM-15", "DD-101"
    assert 2 * len(places_about([few])) < len(places_about([many]))
    draws = Draws(1)
    drawn = [place_of_one(draws, (few, many)) for _ in range(2000)]
    assert 900 < sum(place in places_about([few]) for place in drawn) < 1100
    assert {*drawn} == places_about([few, many])


def test_cases_vary_the_scenarios_asked_for_or_begin_a_medley_with_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[int] = []

    def noting(place: int, abilities: frozenset[Ability], profile: Profile) -> tuple[Command, ...]:
        drawn.append(place)
        return part(place, abilities, profile)

    for module in (medleys, variations):
        monkeypatch.setattr(module, "part", noting)
    met: set[int] = set()
    for number in range(60):
        drawn.clear()
        assert commands_of_case(INFORMATION, 1, number, 40, Material(rules=RULES))
        fruitful = [place for place in drawn if place in ABOUT]
        met.update(fruitful)
        if OF_RULES[number % len(OF_RULES)] is CaseKind.MEDLEY:
            assert drawn[0] in ABOUT
            assert len(drawn) > 1
        else:
            assert drawn == fruitful
    assert len(met) > len(ABOUT) / 2


@pytest.mark.parametrize(
    "name",
    [
        "authority by the beginning of a name",
        "dead letters unlimited after a restart",
        "expired returned by an alias",
        "tenth of a group accepted",
    ],
)
def test_three_dozen_cases_find_what_is_wrong_about_the_rule_in_a_corner(name: str) -> None:
    wrong = WRONG[name]
    adapter, material = wrong.factory(), Material(rules=tuple(sorted(wrong.rules)))
    runs = (run_case(adapter, 1, number, 40, material=material) for number in range(36))
    assert any(breach.rules[0] in wrong.rules for run in runs for breach in run.breaches)


def plan(folder: Path, *rules: str) -> CampaignPlan:
    return CampaignPlan(
        adapter="right:preferred",
        loader="campaign_adapters:load",
        output=str(folder),
        cases=30,
        commands=30,
        master="local[2]",
        rules=rules,
    )


def test_a_campaign_about_a_rule_speaks_of_it_in_most_cases(tmp_path: Path) -> None:
    result = run_campaign(plan(tmp_path, "DD-25"))
    assert result.findings == ()
    assert result.rules["DD-25"].exercised > result.cases / 2
    with pytest.raises(PlanError, match=r"holds a campaign with rules .*DD-25.*, not .*DD-27"):
        run_campaign(plan(tmp_path, "DD-27"))


class OfNothing(Reference):
    information = msgspec.structs.replace(INFORMATION, abilities=frozenset({Ability.BROWSE}))


@pytest.mark.parametrize(
    ("adapter", "rules", "profiles", "told"),
    [
        (RealTimeAdapter(), ("DD-25",), (), "alone on a real clock, where cases are not of scenarios"),
        (Reference(), ("AM-01",), (), "No scenario is about AM-01, so no campaign is"),
        (OfNothing(), ("DD-25", "DD-27"), (), "lacks an ability for each scenario about DD-25, DD-27"),
        (Reference(), ("DD-67",), ("multiplatforms",), "or none of them holds for multiplatforms"),
    ],
)
def test_what_no_case_can_be_of_is_told(
    adapter: Adapter, rules: tuple[str, ...], profiles: tuple[str, ...], told: str
) -> None:
    with pytest.raises(PlanError, match=told):
        profiles_about(rules, "mine", adapter, profiles)


def test_cases_are_under_the_profiles_alone_that_the_rules_are_about() -> None:
    assert profiles_about(("DD-67",), "mine", Reference(), ()) == ("multiplatforms-8.0", "z/os-8.0")
    assert profiles_about(("DD-67",), "mine", Reference(), ("z/os-8.0", "z/os")) == ("z/os-8.0",)
    assert len(profiles_about(("DD-67", "DD-25"), "mine", Reference(), ())) == 4


# --- the command line --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "code", "told"),
    [
        ("DD-25", 64, "cannot be judged by a campaign"),
        ("DD-999", 64, "DD-999"),
        ("AM-01", 2, "nothing is to be run. AM-01 cannot be tested"),
    ],
)
def test_a_campaign_about_rules_that_cannot_be_is_refused(
    rules: str, code: int, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ("--adapter", write(tmp_path, ADAPTER), "--rules", rules, "--output", str(tmp_path / "out"))
    assert main(["campaign", *asked]) == code
    assert told in capsys.readouterr().err


def test_a_run_does_without_a_campaign_that_can_be_about_none_of_its_rules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ("--adapter", write(tmp_path, ADAPTER), "--rules", "DD-25", "--output", str(tmp_path / "out"))
    main(["run", *asked, "--methods", "features,campaign"])
    written = capsys.readouterr()
    assert "no campaign: The adapter" in written.err
    assert "\nfeatures " in written.out
