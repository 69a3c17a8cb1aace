"""Profiles: what an adapter offers, what applies under each, and results of several as one report."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from implementations import right
from implementations.wrong import WRONG
from mqtck.__main__ import main
from mqtck.adapters.reference import Reference, ReferenceWorld
from mqtck.command_line.errors import WrongUsageError
from mqtck.command_line.replaying import replay
from mqtck.command_line.running import NamedAdapter, run
from mqtck.conformance.campaign.one_case import adapter_of, run_case
from mqtck.conformance.cases.generator import case, case_seed
from mqtck.conformance.contract import Adapter, Information, World
from mqtck.conformance.execution.profiles import (
    ProfileError,
    chosen,
    for_trace,
    inapplicable,
    offered,
    once_each,
    shared_out,
    under,
)
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.properties.running import run_properties
from mqtck.conformance.scenarios.features import load_features, read_feature
from mqtck.conformance.scenarios.running import run_features
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    Advance,
    Command,
    DefineLocalQueue,
    FailDelayProcessor,
    Receive,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.outcomes import Done, Outcome, Refused
from mqtck.reference.vocabulary.profile import EVERY_PROFILE, ClockKind, Edition, Platform, Profile, Version
from mqtck.reference.vocabulary.results import Method, RuleVerdict, Verdict

MULTIPLATFORMS, ZOS, OLDER, OLDER_ZOS = EVERY_PROFILE


def test_profiles_have_names_of_their_own() -> None:
    assert [profile.name for profile in EVERY_PROFILE] == [
        "multiplatforms",
        "z/os",
        "multiplatforms-8.0",
        "z/os-8.0",
    ]
    assert Profile() == MULTIPLATFORMS
    assert Profile(Platform.ZOS, Version(8, 0), Edition.VERSION_8_0) == OLDER_ZOS


def test_the_reference_offers_them_all() -> None:
    assert offered(Reference()) == EVERY_PROFILE
    for profile in EVERY_PROFILE:
        assert under(Reference(), profile).information.profile == profile
    assert offered(under(Reference(), ZOS)) == (ZOS, MULTIPLATFORMS, OLDER, OLDER_ZOS)


def test_an_adapter_that_says_nothing_of_profiles_has_its_own() -> None:
    simulator = right.ADAPTERS["preferred"]()
    assert offered(simulator) == (MULTIPLATFORMS,)
    assert under(simulator, MULTIPLATFORMS) is simulator
    assert chosen(simulator, ()) == chosen(simulator, ("all",)) == (MULTIPLATFORMS,)
    with pytest.raises(ProfileError, match=r"does not offer the profile z/os; it offers multiplatforms\."):
        under(simulator, ZOS)
    with pytest.raises(ProfileError, match=r"has no profile z/os; it offers multiplatforms\."):
        chosen(simulator, ("z/os",))
    assert for_trace(simulator, ZOS) is simulator


@pytest.mark.parametrize("profile", [OLDER, OLDER_ZOS], ids=lambda profile: profile.name)
def test_by_the_older_edition_the_processor_may_act_on_any_report_option(profile: Profile) -> None:
    """That edition breaks off before its list of those that are passed on untouched (DD-126 to DD-130).

    Each under half of the scenarios.
    """
    adapter = right.ADAPTERS["acts on all options"]().under(profile)
    scenarios = [one for one in load_features() if not inapplicable(one.tags, profile)]
    half = scenarios[(OLDER, OLDER_ZOS).index(profile) :: 2]
    accused = [one.scenario.location for one in run_features(adapter, half) if one.breaches]
    assert accused == []


def test_profiles_are_chosen_by_name_in_the_order_of_the_offer() -> None:
    assert chosen(Reference(), ()) == EVERY_PROFILE
    assert chosen(Reference(), ("z/os-8.0", "multiplatforms")) == (MULTIPLATFORMS, OLDER_ZOS)


class Liar(Reference):
    """Lists profiles and makes others."""

    def under(self, profile: Profile) -> Reference:
        del profile
        return Reference(OLDER)


def test_an_adapter_must_make_the_profile_that_it_is_asked_for() -> None:
    with pytest.raises(ProfileError, match="was asked for the profile z/os and made one"):
        under(Liar(), ZOS)


@pytest.mark.parametrize(
    ("tags", "applicable"),
    [
        ((), EVERY_PROFILE),
        (("multiplatforms",), (MULTIPLATFORMS, OLDER)),
        (("z/os",), (ZOS, OLDER_ZOS)),
        (("edition-8.0",), (OLDER, OLDER_ZOS)),
        (("edition-later",), (MULTIPLATFORMS, ZOS)),
        (("z/os", "edition-8.0"), (OLDER_ZOS,)),
        (("DD-01",), EVERY_PROFILE),
    ],
)
def test_tags_say_which_profiles_a_scenario_is_about(
    tags: tuple[str, ...], applicable: tuple[Profile, ...]
) -> None:
    assert tuple(one for one in EVERY_PROFILE if not inapplicable(frozenset(tags), one)) == applicable


def test_the_reason_names_the_profile() -> None:
    reason = inapplicable(frozenset({"multiplatforms"}), ZOS)
    assert reason == "not applicable: the profile z/os is not @multiplatforms"


def test_every_scenario_is_shared_out_once_for_each_profile_that_it_is_about() -> None:
    scenarios = load_features()
    shares = shared_out(scenarios, EVERY_PROFILE)
    for scenario in scenarios:
        under_these = tuple(profile for profile, share in shares.items() if scenario in share)
        assert under_these == tuple(one for one in EVERY_PROFILE if not inapplicable(scenario.tags, one))
    alone = shared_out(scenarios, (ZOS,))
    assert len(alone[ZOS]) == len(scenarios), "what is about no profile is still told of"


def test_every_scenario_is_dealt_once_under_the_first_profile_that_it_is_about() -> None:
    scenarios = load_features()
    shares = once_each(scenarios, EVERY_PROFILE)
    assert sum(map(len, shares.values())) == len(scenarios)
    assert all(not inapplicable(one.tags, profile) for profile, share in shares.items() for one in share)
    kept = {profile.name for profile, share in shares.items() if share}
    assert kept == {"multiplatforms", "multiplatforms-8.0"}, "no scenario is about z/OS alone"


# --- scenarios -------------------------------------------------------------------------------------------

FEATURE = """
Feature: Own

  @DD-01 @multiplatforms
  Rule: On one platform alone

    Scenario: Apart
      Given a queue ORDERS
      And a MessageProducer for ORDERS with a delivery delay of 2 s
      When "order-1" is sent
      And the delivery delay of "order-1" is over
      Then "order-1" is delivered to ORDERS
      And nothing else is on ORDERS

  @DD-01
  Rule: On any platform

    Scenario: Anywhere
      Given a queue manager OTHER of version 8.0 to which the application connects
      And a queue ORDERS
      And a MessageProducer for ORDERS with a delivery delay of 2 s
      When "order-1" is sent
      And the delivery delay of "order-1" is over
      Then "order-1" is delivered to ORDERS
      And nothing else is on ORDERS
"""


def test_what_is_not_applicable_is_unsupported_and_says_so() -> None:
    apart, anywhere = run_features(Reference(ZOS), read_feature(FEATURE, "own.feature"))
    assert apart.verdict is Verdict.UNSUPPORTED
    assert apart.reason.startswith("not applicable: the profile z/os")
    assert apart.trace.steps == ()
    assert anywhere.verdict is Verdict.CONFORMS, anywhere.reason


def test_on_zos_a_scenario_begins_with_a_staging_queue_for_each_queue_manager() -> None:
    _, anywhere = run_features(Reference(ZOS), read_feature(FEATURE, "own.feature"))
    defined = [
        step.command.queue_manager
        for step in anywhere.trace.steps
        if isinstance(step.command, DefineLocalQueue) and step.command.queue == STAGING_QUEUE
    ]
    assert defined == ["OTHER"]
    _, on_multiplatforms = run_features(Reference(), read_feature(FEATURE, "own.feature"))
    assert not any(
        isinstance(step.command, DefineLocalQueue) and step.command.queue == STAGING_QUEUE
        for step in on_multiplatforms.trace.steps
    )


def test_on_zos_a_scenario_about_two_queue_managers_begins_with_two_staging_queues() -> None:
    both = FEATURE.replace(
        "Given a queue manager OTHER", "Given a queue BILLS\n      And a queue manager OTHER"
    )
    _, anywhere = run_features(Reference(ZOS), read_feature(both, "own.feature"))
    defined = [
        step.command.queue_manager
        for step in anywhere.trace.steps
        if isinstance(step.command, DefineLocalQueue) and step.command.queue == STAGING_QUEUE
    ]
    assert defined == ["QM1", "OTHER"]


def test_on_zos_a_staging_queue_that_is_there_by_default_is_found() -> None:
    """It cannot be defined for QM1 then, which must not hide the fault where all happens elsewhere."""
    adapter = WRONG["staging queue by default"].factory().under(ZOS)
    about = [scenario for scenario in load_features() if "DD-56" in scenario.rules]
    assert "DD-56" in {
        rule for result in run_features(adapter, about) for breach in result.breaches for rule in breach.rules
    }


class StubbornWorld:
    """Lets nobody define the staging queue."""

    def __init__(self, world: ReferenceWorld) -> None:
        self._world = world

    def now(self) -> int:
        return self._world.now()

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, DefineLocalQueue) and command.queue == STAGING_QUEUE:
            return Refused(text="no")
        return self._world.execute(command)

    def close(self) -> None:
        self._world.close()


class Stubborn(Reference):
    def open_world(self) -> World:  # type: ignore[override]
        return StubbornWorld(super().open_world())


def test_without_the_administrators_definition_nothing_is_learnt() -> None:
    (_, anywhere) = run_features(Stubborn(ZOS), read_feature(FEATURE, "own.feature"))
    assert anywhere.verdict is Verdict.INDETERMINATE
    assert anywhere.reason == "The staging queue could not be defined."


# --- reports of several profiles --------------------------------------------------------------------------


class Recovering(Reference):
    """Wrong on z/OS alone: another error does not stop the processor."""

    def under(self, profile: Profile) -> "Recovering":
        return Recovering(profile)

    def open_world(self) -> World:  # type: ignore[override]
        return RecoveringWorld(super().open_world())


class RecoveringWorld(StubbornWorld):
    def execute(self, command: Command) -> Outcome:
        return Done() if isinstance(command, FailDelayProcessor) else self._world.execute(command)


def judged(adapter: Adapter, folder: Path, profiles: tuple[str, ...], *rules: str):  # type: ignore[no-untyped-def]  # noqa: ANN201
    report = run(
        [NamedAdapter("under test", adapter)],
        missing=[],
        rules=frozenset(rules),
        methods=frozenset({Method.FEATURES}),
        seed=1,
        output=folder,
        tell=lambda _: None,
        profiles=profiles,
    )
    (one,) = report.implementations
    return one, {rule.rule: rule for rule in one.rules}


def test_results_of_several_profiles_are_merged_and_findings_name_theirs(tmp_path: Path) -> None:
    report, rules = judged(Recovering(), tmp_path, (), "DD-90", "DD-96", "DD-67")
    assert report.implementation.profiles == EVERY_PROFILE
    assert rules["DD-96"].verdict is RuleVerdict.CONFORMS, "its scenarios apply to Multiplatforms"
    assert rules["DD-67"].verdict is RuleVerdict.CONFORMS, "its scenarios apply to the older edition"
    assert rules["DD-90"].verdict is RuleVerdict.VIOLATES
    profiles = {piece.profile for piece in rules["DD-90"].evidence}
    assert profiles <= {profile.name for profile in EVERY_PROFILE}
    assert profiles
    replays = {piece.replay for piece in rules["DD-90"].evidence}
    assert len(replays) == len(rules["DD-90"].evidence), "each profile keeps a trace of its own"


def test_one_profile_alone_is_not_named_beside_its_findings(tmp_path: Path) -> None:
    report, rules = judged(Reference(), tmp_path, ("z/os",), "DD-95", "DD-86")
    assert report.implementation.profile == ZOS
    assert report.implementation.profiles == ()
    assert rules["DD-86"].verdict is RuleVerdict.CONFORMS
    assert rules["DD-95"].verdict is RuleVerdict.UNSUPPORTED
    assert {piece.profile for piece in rules["DD-86"].evidence} == {""}
    assert "not applicable: the profile z/os" in rules["DD-95"].evidence[0].reason


def test_a_profile_that_is_not_offered_is_refused_before_anything_runs(tmp_path: Path) -> None:
    with pytest.raises(WrongUsageError, match="has no profile z/os"):
        judged(right.ADAPTERS["preferred"](), tmp_path, ("z/os",), "DD-01")
    assert list(tmp_path.iterdir()) == []


def test_the_command_line_takes_profiles(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["run", "--profile", "z/os,z/os-8.0", "--rules", "DD-86", "--methods", "features"]
    assert main([*arguments, "--output", str(tmp_path / "report")]) == 0
    assert "profiles z/os, z/os-8.0" in " ".join(capsys.readouterr().out.split())
    report = json.loads((tmp_path / "report" / "report.json").read_bytes())
    assert len(report["implementations"][0]["implementation"]["profiles"]) == 2
    for name in ("report.html", "report.md", "junit.xml"):
        assert "z/os-8.0" in (tmp_path / "report" / name).read_text()
    assert main(["run", "--profile", "atari", "--output", str(tmp_path / "none")]) == 64
    assert "reference model has no profile atari; it offers multiplatforms, z/os" in capsys.readouterr().err


def test_a_replay_is_of_the_profile_of_the_trace() -> None:
    commands = [DefineLocalQueue("Q"), Receive("Q")]
    trace = run_commands(Reference(ZOS), commands)
    assert trace.head.profile == ZOS
    staged = replace(trace.head, title="on z/OS")
    answer = replay(
        type(trace)(staged, trace.steps), NamedAdapter("reference", Reference()), tell=lambda _: None
    )
    assert answer.verdict is Verdict.CONFORMS


# --- random methods ---------------------------------------------------------------------------------------


def test_a_case_on_zos_begins_with_the_staging_queue() -> None:
    abilities = Reference().information.abilities
    drawn = case(1, abilities, ClockKind.VIRTUAL, 20, profile=ZOS)
    first = drawn[0]
    assert isinstance(first, DefineLocalQueue)
    assert first.queue == STAGING_QUEUE
    assert case(1, abilities, ClockKind.VIRTUAL, 20)[0] != first


def test_the_profile_of_a_case_follows_from_its_seed() -> None:
    adapters = [under(Reference(), profile) for profile in EVERY_PROFILE]
    drawn = [adapter_of(adapters, 5, number).information.profile for number in range(100)]
    assert set(drawn) == set(EVERY_PROFILE)
    assert drawn == [EVERY_PROFILE[case_seed(5, number) % 4] for number in range(100)]


@pytest.mark.parametrize("profile", EVERY_PROFILE, ids=lambda profile: profile.name)
def test_random_cases_of_every_profile_accuse_nobody(profile: Profile) -> None:
    adapter = under(Reference(), profile)
    undecided = []
    for number in range(60):
        done = run_case(adapter, 11, number, 60)
        assert done.trace.head.profile == profile
        assert done.verdict in {Verdict.CONFORMS, Verdict.INDETERMINATE}, (number, done.breaches)
        undecided += [done.reason] if done.verdict is Verdict.INDETERMINATE else []
    # Of what no rule speaks hardly a case meets anything.
    assert len(undecided) <= 1, undecided


class Counting(Reference):
    """Tells for which profiles worlds were opened."""

    seen: list[str]

    def __init__(self, profile: Profile = MULTIPLATFORMS, seen: list[str] | None = None) -> None:
        super().__init__(profile)
        self.seen = [] if seen is None else seen

    def under(self, profile: Profile) -> "Counting":
        return Counting(profile, self.seen)

    def open_world(self) -> ReferenceWorld:
        self.seen.append(self.information.profile.name)
        return super().open_world()


def test_properties_draw_the_profile() -> None:
    adapter = Counting()
    result = run_properties(adapter, examples=30, steps=8)
    assert result.findings == ()
    assert set(adapter.seen) == {profile.name for profile in EVERY_PROFILE}
    one = Counting()
    run_properties(one, examples=10, steps=5, profiles=(ZOS,))
    assert set(one.seen) == {"z/os"}


# --- adapters of one profile ---------------------------------------------------------------------------


def test_information_that_lists_no_profiles_has_the_usual_one() -> None:
    information = Information("n", "1", ClockKind.REAL, frozenset({Ability.JMS}))
    assert information.profiles == ()
    assert information.profile == Profile()


def test_an_adapter_of_one_profile_is_judged_under_it(tmp_path: Path) -> None:
    report, rules = judged(right.ADAPTERS["preferred"](), tmp_path, (), "DD-01", "DD-67")
    assert report.implementation.profiles == ()
    assert rules["DD-01"].verdict is RuleVerdict.CONFORMS
    assert rules["DD-67"].verdict is RuleVerdict.UNSUPPORTED
    trace = run_commands(right.ADAPTERS["preferred"](), [Advance(1), FailDelayProcessor()])
    assert [step.outcome for step in trace.steps] == [Done(), Done()]
