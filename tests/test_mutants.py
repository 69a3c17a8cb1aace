"""The mutants: each is a real change, is noticed, and is blamed on its rule; the judge stays as it is."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from types import FrameType, FunctionType
from typing import Any

import pytest

from mqtck.__main__ import main
from mqtck.command_line.errors import ExitCode
from mqtck.conformance.execution.profiles import inapplicable
from mqtck.conformance.judging import judge
from mqtck.conformance.judging.judge import judge_trace
from mqtck.conformance.ledger.rules import every_testable, linked, load
from mqtck.conformance.mutants import registry as mutants
from mqtck.conformance.mutants import trials
from mqtck.conformance.mutants.campaign import shown
from mqtck.conformance.mutants.loading import model_modules, patched_model
from mqtck.conformance.mutants.registry import (
    Mutant,
    MutantError,
    Patch,
    all_mutants,
    around,
    cannot_be_wrong,
    instead,
    mutant_adapter,
)
from mqtck.conformance.mutants.trials import (
    METHODS,
    Effort,
    Trial,
    Tried,
    by_campaign,
    fair,
    scenarios_for,
    scores,
    try_out,
)
from mqtck.conformance.scenarios.features import load_features
from mqtck.conformance.scenarios.running import run_features
from mqtck.reference import model, recollection
from mqtck.reference.chapters import message_expiry
from mqtck.reference.internal_work import status_transitions
from mqtck.reference.sending import sends
from mqtck.reference.state.intervals import Interval
from mqtck.reference.vocabulary.profile import Profile
from mqtck.reference.vocabulary.results import Method, Strength, Verdict

NONE = Mutant("none", "Does nothing wrong.", ("DD-01",))
SECONDS = Mutant(
    "s", "Takes Expiry for seconds.", ("EX-01",), (instead("chapters.message_expiry.TENTH", 1000),)
)


def the(name: str) -> Mutant:
    return next(mutant for mutant in all_mutants() if mutant.name == name)


# --- each mutant -----------------------------------------------------------------------------------


@pytest.mark.parametrize("mutant", all_mutants(), ids=lambda mutant: mutant.name)
def test_it_is_noticed_and_fairly_blamed(mutant: Mutant) -> None:
    tried = try_out(mutant, (Method.FEATURES,), Effort())
    trial = tried.methods[Method.FEATURES]
    assert trial.killed, f"{mutant.sentence}: survives. {trial.reason}"
    seen = f"{trial.source}: {trial.blamed}, judge {trial.judged}: {trial.expected}; {trial.seen}"
    assert trial.fair, f"{mutant.sentence}: {seen}"
    tagged = {one.location for one, _ in scenarios_for(mutant) if not one.rules.isdisjoint(mutant.rules)}
    assert trial.source in tagged, seen


def test_names_sentences_and_rules_are_in_order() -> None:
    ledger = load()
    names = [mutant.name for mutant in all_mutants()]
    assert len(set(names)) == len(names)
    for mutant in all_mutants():
        assert mutant.name == mutant.name.lower().replace(" ", "-").replace("_", "-"), mutant.name
        assert mutant.sentence[0].isupper(), mutant.sentence
        assert mutant.sentence.endswith("."), mutant.sentence
        assert mutant.sentence.count(". ") == 0, mutant.sentence
        assert mutant.rules, mutant.name
        assert all(ledger.rule(rule).testable for rule in mutant.rules), mutant.name
        assert len(set(mutant.rules)) == len(mutant.rules), mutant.name
        assert mutant.patches or mutant.execute is not None, mutant.name
    sentences = [mutant.sentence for mutant in all_mutants()]
    assert len(set(sentences)) == len(sentences)


# --- clones ------------------------------------------------------------------------------------------


def test_a_clone_without_a_patch_answers_as_the_reference_does() -> None:
    """In a quarter of the scenarios."""
    applicable = [scenario for scenario in load_features()[::4] if not inapplicable(scenario.tags, Profile())]
    results = run_features(mutant_adapter(NONE), applicable, judge=judge_trace)
    assert [one.scenario.location for one in results if one.verdict is not Verdict.CONFORMS] == []
    assert [one.scenario.location for one in results if one.judged.breaches] == []


def test_the_modules_of_the_judge_are_not_touched() -> None:
    before = {name: dict(vars(module)) for name, module in model_modules().items()}
    bodies = {
        id(value): (value.__code__, value.__globals__)
        for space in before.values()
        for value in space.values()
        if isinstance(value, FunctionType)
    }
    for mutant in all_mutants():
        patched_model(mutant)
    for name, module in model_modules().items():
        now = vars(module)
        assert now.keys() == before[name].keys()
        assert all(now[key] is before[name][key] for key in now), name
        for value in now.values():
            if isinstance(value, FunctionType):
                assert bodies[id(value)] == (value.__code__, value.__globals__), value
    assert judge.latest is recollection.latest
    assert recollection.possibilities is model.possibilities


def test_a_replacement_takes_effect_wherever_the_name_was_imported() -> None:
    wrong = instead("chapters.message_expiry.expired", never := lambda *_: None)
    clone = patched_model(Mutant("m", "Is wrong.", ("EX-17",), (wrong,)))
    space = clone.possibilities.__globals__["get"].__globals__
    assert space["expired"] is never
    working = clone.possibilities.__globals__["catch_up"].__globals__["next_statuses"]
    assert working.__globals__["expired"] is never
    assert status_transitions.expired is message_expiry.expired
    constant = patched_model(SECONDS).possibilities.__globals__["send"].__globals__["header_mapping"]
    assert constant.TENTH == constant.expiry_values.__globals__["TENTH"] == 1000
    assert sends.header_mapping.TENTH == 100


def test_two_patches_of_one_mutant_see_each_other() -> None:
    first = instead("chapters.message_expiry.TENTH", 1000)
    second = around("chapters.message_expiry.life_end", lambda right, put, expiry: right(put, expiry))
    clone = patched_model(Mutant("m", "Is wrong.", ("EX-01",), (first, second)))
    at = clone.possibilities.__globals__["Interval"](0, 0)
    life_end = clone.possibilities.__globals__["put"].__globals__["life_end"]
    assert life_end(at, (10,)).latest == 11_000
    assert message_expiry.life_end(at, (10,)) == Interval(0, 2000)


@pytest.mark.parametrize(
    ("target", "why"),
    [
        ("chapters.message_expiry.gone", "there is no chapters.message_expiry.gone in the reference"),
        ("nowhere.expired", "there is no nowhere.expired in the reference"),
        (
            "internal_work.status_transitions.expired",
            "expired is made in mqtck.reference.chapters.message_expiry; name it there",
        ),
        ("state.state.Message", "Message is a StructMeta"),
        ("vocabulary.constants.UNLIMITED", "there is no vocabulary"),
    ],
)
def test_a_patch_without_a_target_is_refused(target: str, why: str) -> None:
    with pytest.raises(MutantError, match=f"mutant m: .*{why}"):
        patched_model(Mutant("m", "Is wrong.", ("DD-01",), (instead(target, None),)))


@pytest.mark.parametrize(
    "patch",
    [
        instead("chapters.message_expiry.expired", lambda message: message is None),
        around("chapters.message_expiry.expired", lambda right, message: right(message, None)),
    ],
)
def test_a_replacement_that_does_not_fit_its_function_is_refused(patch: Patch) -> None:
    with pytest.raises(
        MutantError, match=r"mutant m: chapters\.message_expiry\.expired.* has changed: too many"
    ):
        patched_model(Mutant("m", "Is wrong.", ("DD-01",), (patch,)))


def test_two_mutants_of_one_name_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Chapter:
        MUTANTS = (NONE, NONE)

    monkeypatch.setattr(mutants, "CHAPTERS", (Chapter,))
    all_mutants.cache_clear()
    try:
        with pytest.raises(MutantError, match="two mutants are named none"):
            all_mutants()
    finally:
        all_mutants.cache_clear()


def test_a_clone_is_made_of_what_was_imported_before() -> None:
    """No file is read and no module executed again: a few calls for each name of the model."""
    names = sum(len(vars(module)) for module in model_modules().values())
    calls = Counter[str]()

    def note(frame: FrameType, event: str, called: Any) -> None:
        match event:
            case "call":
                calls["of Python functions"] += 1
                calls[frame.f_code.co_name] += 1
            case "c_call":
                calls[called.__name__] += 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        mutant_adapter(SECONDS).open_world().close()
    finally:
        sys.setprofile(before)
    assert not {"open", "compile", "exec", "<module>"} & set(calls)
    assert 0 < calls["of Python functions"] < 10 * names


# --- links and fairness --------------------------------------------------------------------------------


def test_rules_are_linked_both_ways_by_what_they_mention() -> None:
    assert "DD-31" in linked("DD-25")
    assert "DD-25" in linked("DD-31")
    assert "DD-25" not in linked("DD-25")
    assert all(rule in linked(other) for rule in load().rules for other in linked(rule))


def test_blame_is_fair_for_the_rule_itself_and_for_linked_ones() -> None:
    mutant = Mutant("m", "Is wrong.", ("DD-25",))
    assert fair(mutant, ("EX-01", "DD-25"))
    assert fair(mutant, ("DD-31",))
    assert not fair(mutant, ("EX-01",))


# --- trials ------------------------------------------------------------------------------------------


def test_nothing_wrong_survives_every_method(monkeypatch: pytest.MonkeyPatch) -> None:
    """By an eighth of the scenarios."""
    monkeypatch.setattr(trials, "scenarios_for", lambda mutant: scenarios_for(mutant)[::8])
    tried = try_out(NONE, METHODS, Effort(examples=15, seed=5))
    assert not tried.killed
    assert [trial.reason for trial in tried.methods.values()] == ["", "", ""]


@pytest.mark.parametrize("method", [Method.PROPERTIES, Method.CAMPAIGN])
def test_random_methods_find_a_mutant_and_shrink_the_finding(method: Method) -> None:
    trial = try_out(the("staged-without-delay"), (method,), Effort(examples=30)).methods[method]
    assert trial.killed
    assert trial.fair
    assert "DD-08" in trial.blamed
    assert 0 < trial.commands <= 8


def test_the_same_seed_gives_the_same_finding() -> None:
    one, other = (by_campaign(the("two-copies"), Effort(seed=3)) for _ in range(2))
    assert (one.killed, one.blamed, one.source, one.commands) == (
        other.killed,
        other.blamed,
        other.source,
        other.commands,
    )


def test_scores_count_kills_and_blame() -> None:
    killed = Trial(killed=True, fair=True, blamed=("DD-01",), commands=6)
    unfair = Trial(killed=True, blamed=("EX-01",), commands=8)
    alive = Trial(killed=False)
    result = scores(
        [
            Tried("a", "A.", ("DD-01",), {Method.FEATURES: killed, Method.CAMPAIGN: alive}),
            Tried("b", "B.", ("DD-01",), {Method.FEATURES: killed, Method.CAMPAIGN: unfair}),
            Tried("c", "C.", ("DD-02",), {Method.FEATURES: unfair, Method.CAMPAIGN: alive}),
            Tried("d", "D.", ("DD-02",), {Method.FEATURES: alive, Method.CAMPAIGN: alive}),
        ]
    )
    assert (result.killed, result.blamed, result.survivors, result.unfair) == (3, 2, ("d",), ("b", "c"))
    assert (result.methods[Method.FEATURES].killed, result.methods[Method.FEATURES].blamed) == (3, 2)
    assert result.methods[Method.CAMPAIGN].median_commands == 8
    counts = {rule: (one.mutants, one.killed, one.blamed) for rule, one in result.rules.items()}
    assert counts == {"DD-01": (2, 2, 2), "DD-02": (2, 1, 0)}
    assert result.rules["DD-01"].methods == {Method.FEATURES: 2, Method.CAMPAIGN: 1}
    assert result.rules["DD-02"].methods == {Method.FEATURES: 1, Method.CAMPAIGN: 0}
    assert result.methods[Method.CAMPAIGN].survivors == ("a", "c", "d")
    assert result.methods[Method.FEATURES].survivors == ("d",)


def test_a_method_that_misses_a_mutant_of_a_rule_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    missed = "fast-channel-discards-persistent-messages"
    options = ["--methods", "features,campaign", "--examples", "1", "--processes", "1"]
    assert main(["mutants", missed, *options]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "rule mutants killed by features killed by campaign" in told
    assert "AM-10 1 1 0" in told
    assert f"campaign alone lets survive: {missed}" in told


def test_the_campaign_goes_on_until_a_case_is_blamed_fairly() -> None:
    trial = by_campaign(the("groups-accepted"), Effort(examples=200, seed=1))
    assert trial.fair
    assert "DD-36" in trial.blamed
    assert trial.source == f"case {trial.cases - 1}, seed 1"
    assert trial.commands <= 4


def test_cases_that_cannot_show_a_mutant_are_left_out_and_change_nothing() -> None:
    """Of a mutant made of functions alone only those cases count in which one of them is called."""
    mutant = the("groups-accepted")
    fast = [one if isinstance(one, int) else one.finding.breach for one in shown(mutant, 3, range(200))]
    slow = replaced_by_answers(mutant)
    assert fast == [one if isinstance(one, int) else one.finding.breach for one in shown(slow, 3, range(200))]
    assert not all(isinstance(one, int) for one in fast)


def replaced_by_answers(mutant: Mutant) -> Mutant:
    """The same mutant, of which not only functions are known to be replaced."""
    return mutant._replace(execute=lambda execute: execute)


# --- the command ------------------------------------------------------------------------------------


def test_the_command_tells_who_was_killed_by_what(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mutants", "delay-in-hundredths", "--methods", "features"]) == 0
    told = capsys.readouterr().out
    assert "delay-in-hundredths" in told
    assert "features: 1 of 1 killed, 1 fairly blamed" in told


def test_the_command_gives_json_from_several_processes(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["mutants", "--rules", "DD-08", "--methods", "features", "--processes", "2", "--format", "json"]
    assert main(asked) == 0
    result = json.loads(capsys.readouterr().out)
    names = [mutant["name"] for mutant in result["mutants"]]
    assert names == [mutant.name for mutant in all_mutants() if "DD-08" in mutant.rules]
    assert (result["killed"], result["blamed"], result["survivors"]) == (len(names), len(names), [])
    assert {"name", "sentence", "rules", "methods"} <= set(result["mutants"][0])
    assert result["mutants"][0]["methods"]["features"]["fair"]
    assert result["rules"]["DD-08"]["killed"] == result["rules"]["DD-08"]["mutants"]


def test_ctrl_c_does_not_wait_for_what_is_under_way() -> None:
    """A terminal sends it to all processes; what each tries would go on for seconds, or a minute."""
    command = [sys.executable, "-m", "mqtck", "mutants", "--methods", "features", "--processes", "2"]
    # Tests that run in the background of a shell have it ignored, and so would what they start.
    heeded = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        started = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True
        )
    finally:
        signal.signal(signal.SIGINT, heeded)
    with started:
        assert started.stderr is not None
        first = started.stderr.readline()
        os.killpg(started.pid, signal.SIGINT)
        begun = time.monotonic()
        told = started.stderr.read()
        assert started.wait(60) == ExitCode.INTERRUPTED, first
    assert time.monotonic() - begun < 30
    assert told.splitlines()[-1] == "interrupted"
    assert "Traceback" not in told


def test_a_survivor_is_an_exit_code_of_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Chapter:
        MUTANTS = (NONE._replace(execute=lambda execute: execute),)

    monkeypatch.setattr(mutants, "CHAPTERS", (Chapter,))
    monkeypatch.setattr(trials, "scenarios_for", lambda mutant: scenarios_for(mutant)[:100])
    all_mutants.cache_clear()
    try:
        assert main(["mutants", "--methods", "features"]) == 1
    finally:
        all_mutants.cache_clear()
    ended = capsys.readouterr()
    assert "survivors: none" in ended.out
    assert "none survives" in ended.err


# --- the table: rules and mutants ------------------------------------------------------------------------


def test_every_binding_rule_has_a_mutant_of_its_own_or_is_excused() -> None:
    ledger = load()
    binding = {rule for rule in every_testable() if ledger.rule(rule).strength is Strength.MUST}
    broken = {mutant.rules[0] for mutant in all_mutants()}
    assert sorted(binding - broken - set(cannot_be_wrong())) == []
    assert sorted(set(cannot_be_wrong()) - set(every_testable())) == []
    assert sorted(set(cannot_be_wrong()) & broken) == []
    assert all(reason.endswith(".") for reason in cannot_be_wrong().values())
