"""An adapter of few abilities: what it cannot do is unsupported, by name, and never a failure."""

from collections import Counter
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from mqtck.adapters.reference import Reference
from mqtck.conformance.campaign.one_case import run_case
from mqtck.conformance.cases.generator import case
from mqtck.conformance.contract import Information, World
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.observer import observed
from mqtck.conformance.ledger.rules import every_testable, load
from mqtck.conformance.scenarios.abilities import one_as_written
from mqtck.conformance.scenarios.features import load_features
from mqtck.conformance.scenarios.running import run_features, run_scenario
from mqtck.conformance.suite.evidence import Found, rule_results
from mqtck.conformance.suite.plan import Plan
from mqtck.conformance.suite.running import judge_adapter
from mqtck.reference.vocabulary.abilities import IMPLIED, Ability
from mqtck.reference.vocabulary.commands import (
    Command,
    DefineLocalQueue,
    DeliverySequence,
    MqGet,
    MqPut,
    QueueAttributes,
    SetDeliveryDelay,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.messages import OutgoingMessage, PutDescriptor
from mqtck.reference.vocabulary.outcomes import ErrorFamily, Outcome, Refused, Unsupported
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.results import (
    REPORT_FORMAT_VERSION,
    ComplianceReport,
    Evidence,
    ImplementationReport,
    Method,
    RuleResult,
    RuleVerdict,
    Verdict,
)
from mqtck.reports.markdown import to_markdown
from mqtck.reports.page import to_html
from mqtck.reports.summary import reason, reasons
from mqtck.reports.terminal import to_terminal

FEW = frozenset({Ability.LOCAL_QUEUES, Ability.JMS, Ability.MESSAGE_PRODUCER})


class Few(Reference):
    """The reference behind an adapter that can send and receive, and nothing else."""

    information = Information(name="few", version="1", clock=ClockKind.VIRTUAL, abilities=FEW)


def judged(*methods: Method, rules: frozenset[str] = frozenset()) -> ImplementationReport:
    plan = Plan("few", "none:none", frozenset(methods), rules, seed=1, output=Path("nowhere"))
    return judge_adapter(Few(), plan, lambda _: None, lambda _name, _trace: "mqtck replay x")


@pytest.fixture(scope="module")
def report() -> ImplementationReport:
    return judged(Method.FEATURES)


def result(report: ImplementationReport, rule: str) -> RuleResult:
    return next(one for one in report.rules if one.rule == rule)


@pytest.mark.parametrize(
    ("rule", "missing"),
    [
        ("DD-04", ("JMSProducer",)),
        ("DD-42", ("transacted sessions",)),
        (
            "DD-07",
            ("queue browser", "staging queue that can be inspected"),
        ),
        ("EX-42", ("MQI calls",)),
        ("DD-96", ("fault injection for the delivery delay processor",)),
    ],
)
def test_a_rule_that_needs_more_is_unsupported_and_names_what_is_missing(
    report: ImplementationReport, rule: str, missing: tuple[str, ...]
) -> None:
    found = result(report, rule)
    assert found.verdict is RuleVerdict.UNSUPPORTED
    assert found.missing_abilities == missing
    assert reason(found) == f"The adapter has no {', no '.join(found.missing_abilities)}."


def test_every_testable_rule_conforms_or_is_unsupported_by_name(report: ImplementationReport) -> None:
    allowed = {RuleVerdict.CONFORMS, RuleVerdict.UNSUPPORTED}
    for rule in every_testable():
        found = result(report, rule)
        assert found.verdict in allowed, rule
        assert (found.verdict is RuleVerdict.UNSUPPORTED) is bool(found.missing_abilities), rule


def test_what_needs_no_more_is_judged(report: ImplementationReport) -> None:
    assert result(report, "DD-01").verdict is RuleVerdict.CONFORMS
    assert result(report, "DD-25").missing_abilities == ()


def test_every_form_names_the_missing_ability(report: ImplementationReport) -> None:
    whole = ComplianceReport(REPORT_FORMAT_VERSION, "1", "2026-01-01", 325, (report,))
    for text in (to_terminal(whole), to_markdown(whole), to_html(whole)):
        assert "The adapter has no transacted sessions." in " ".join(text.split())


def test_the_terminal_shows_each_reason_once_with_its_rules(report: ImplementationReport) -> None:
    found = dict(reasons(report, RuleVerdict.UNSUPPORTED))
    assert {"DD-42", "DD-44"} <= set(found["The adapter has no transacted sessions."])
    listed = [rule for rules in found.values() for rule in rules]
    unable = [one.rule for one in report.rules if one.verdict is RuleVerdict.UNSUPPORTED]
    assert sorted(listed) == sorted(unable)


def test_without_the_features_a_rule_is_unsupported_all_the_same() -> None:
    report = judged()
    assert result(report, "DD-42").verdict is RuleVerdict.UNSUPPORTED
    assert result(report, "DD-01").verdict is RuleVerdict.NOT_JUDGED


def test_a_rule_that_was_not_asked_for_is_not_judged() -> None:
    report = judged(rules=frozenset({"DD-42"}))
    assert result(report, "DD-42").verdict is RuleVerdict.UNSUPPORTED
    assert result(report, "DD-07").verdict is RuleVerdict.NOT_JUDGED


MISSING = {"DD-42": ("transacted sessions",)}


def verdict(found: tuple[Found, ...], counts: dict[str, dict[Method, int]]) -> RuleVerdict:
    results = rule_results(load(), {}, found, counts, MISSING)
    return next(one.verdict for one in results if one.rule == "DD-42")


def test_what_random_traces_say_in_passing_does_not_replace_a_missing_ability() -> None:
    counts = {"DD-42": {Method.CAMPAIGN: 7}}
    assert verdict((), counts) is RuleVerdict.UNSUPPORTED


def test_a_violation_that_random_traces_show_stays_one() -> None:
    wrong = Found("DD-42", Evidence(Method.CAMPAIGN, Verdict.VIOLATES, "seed 1"))
    assert verdict((wrong,), {}) is RuleVerdict.VIOLATES


BY_PRIORITY = replace(
    Reference.information, profiles=(), abilities=frozenset(Ability) - {Ability.DELIVERY_SEQUENCE}
)
"""An implementation that has limits of a queue, and hands out by priority whatever MSGDLVSQ says."""


class ByPriority(Reference):
    information = BY_PRIORITY


def test_an_implementation_without_msgdlvsq_is_not_asked_for_it_by_scenarios() -> None:
    queues = [
        one
        for one in load_features()
        if any("a queue ORDERS with MSGDLVSQ(FIFO)" in step.text for step in one.steps)
    ]
    assert len(queues) >= 5
    assert {one.verdict for one in run_features(ByPriority(), queues)} == {Verdict.UNSUPPORTED}


def test_an_implementation_without_msgdlvsq_is_not_asked_for_it_by_random_traces() -> None:
    drawn = {
        command.attributes.delivery_sequence
        for number in range(100)
        for command in case(number, BY_PRIORITY.abilities, ClockKind.VIRTUAL, 60)
        if isinstance(command, DefineLocalQueue) and command.queue != STAGING_QUEUE
    }
    assert drawn == {DeliverySequence.PRIORITY}


def test_who_takes_fifo_queues_and_hands_out_by_priority_is_found() -> None:
    put = [MqPut("Q", OutgoingMessage("low"), PutDescriptor(priority=1))]
    put += [MqPut("Q", OutgoingMessage("high"), PutDescriptor(priority=9))]
    fifo = DefineLocalQueue("Q", QueueAttributes(delivery_sequence=DeliverySequence.FIFO))
    plain = DefineLocalQueue("Q")
    shown = run_commands(Reference(), [plain, *put, MqGet("Q")])
    claimed = replace(shown, steps=(replace(shown.steps[0], command=fifo), *shown.steps[1:]))
    assert observed(shown).breaches == ()
    assert [breach.rules for breach in observed(claimed).breaches] == [("EX-15", "EX-16")]


# --- a client without delivery delay -------------------------------------------------------------------


class WithoutDelay(Reference):
    """A JMS client of before JMS 2.0: its producers have no setDeliveryDelay."""

    information = replace(Reference.information, profiles=(), without=IMPLIED)

    def open_world(self) -> World:
        world = super().open_world()
        execute = world.execute

        def without_delay(command: Command) -> Outcome:
            assert not isinstance(command, SetDeliveryDelay), "nothing asks for what it is without"
            return execute(command)

        world.execute = without_delay  # type: ignore[method-assign]
        return world


def test_a_jms_client_has_a_delivery_delay_unless_its_adapter_says_otherwise() -> None:
    assert Few.information.abilities == FEW | IMPLIED
    assert replace(Few.information, without=IMPLIED).abilities == FEW
    mqi = Information("mqi", "1", ClockKind.VIRTUAL, frozenset({Ability.MQI}))
    assert mqi.abilities == {Ability.MQI}
    told = (
        b'"name":"x","version":"1","clock":"virtual","abilities":["JMS client"],"without":["delivery delay"]'
    )
    assert msgspec.json.decode(b"{%b}" % told, type=Information).abilities == {Ability.JMS}


def test_without_delivery_delay_the_rest_is_judged() -> None:
    plan = Plan("x", "none:none", frozenset({Method.FEATURES}), frozenset(), seed=1, output=Path("nowhere"))
    report = judge_adapter(WithoutDelay(), plan, lambda _: None, lambda _name, _trace: "mqtck replay x")
    found = {rule: result(report, rule) for rule in every_testable()}
    assert {one.verdict for one in found.values()} == {RuleVerdict.CONFORMS, RuleVerdict.UNSUPPORTED}
    for rule in ("DD-01", "DD-25", "DD-59", "DD-61", "DD-98", "X-05", "X-54"):
        assert found[rule].missing_abilities == ("delivery delay",), rule
    for rule in ("DD-08", "EX-12", "HM-14", "HM-28", "AM-02"):
        assert found[rule].verdict is RuleVerdict.CONFORMS, rule
    delayed = {one.rule for one in report.rules if "delivery delay" in one.missing_abilities}
    assert {rule[:2] for rule in delayed} == {"DD", "EX", "X-"}, "no header, no channel"


class WithoutTimeToLive(Reference):
    """There is no ability of that name: the adapter says so where it is asked for one."""

    information = Information(
        name="without a time to live",
        version="1",
        clock=ClockKind.VIRTUAL,
        abilities=FEW | {Ability.BROWSE},
    )

    def open_world(self) -> World:
        world = super().open_world()
        execute = world.execute

        def without_lives(command: Command) -> Outcome:
            return Unsupported("time to live") if isinstance(command, SetTimeToLive) else execute(command)

        world.execute = without_lives  # type: ignore[method-assign]
        return world


@pytest.mark.parametrize("rule", ["DD-25", "DD-26", "EX-18", "DD-80"])
def test_why_a_rule_is_unsupported_is_what_the_adapter_answered_rather_than_what_longer_scenarios_need(
    rule: str,
) -> None:
    """Most scenarios of these rules ask for a restart, a queue for dead letters or the other API first."""
    rules = frozenset({rule})
    plan = Plan("x", "none:none", frozenset({Method.FEATURES}), rules, seed=1, output=Path("nowhere"))
    report = judge_adapter(WithoutTimeToLive(), plan, lambda _: None, lambda _name, _trace: "mqtck replay x")
    assert result(report, rule).verdict is RuleVerdict.UNSUPPORTED
    assert reason(result(report, rule)) == "The adapter has no time to live."


class RefusesDelays(Reference):
    """No delay is short enough for it, and it has nothing but queues."""

    information = Information("refuses delays", "1", ClockKind.VIRTUAL, FEW)

    def open_world(self) -> World:
        world = super().open_world()
        execute = world.execute

        def refused(command: Command) -> Outcome:
            short = not isinstance(command, SetDeliveryDelay) or not command.milliseconds
            return execute(command) if short else Refused(reason=2045, family=ErrorFamily.JMS_EXCEPTION)

        world.execute = refused  # type: ignore[method-assign]
        return world


def test_a_scenario_that_stops_before_it_asks_for_what_is_missing_is_unsupported() -> None:
    """Had it gone on, it could not have told either."""
    restarted = [one for one in load_features() if "DD-95" in one.rules]
    results = [run_scenario(RefusesDelays(), one, judge=None) for one in restarted]
    assert {result.verdict for result in results} == {Verdict.UNSUPPORTED}
    assert all(result.reason.startswith("The adapter has no ") for result in results)
    abilities = RefusesDelays.information.abilities
    held_back = (one for one in load_features() if "DD-01" in one.rules and one_as_written((one,), abilities))
    assert run_scenario(RefusesDelays(), next(held_back)).verdict is Verdict.INDETERMINATE


def test_without_delivery_delay_random_traces_are_judged() -> None:
    """None is accused; one of them subscribes between a publish and its commit, of which no rule speaks."""
    verdicts = Counter(run_case(WithoutDelay(), 5, number, 60).verdict for number in range(40))
    assert verdicts.keys() <= {Verdict.CONFORMS, Verdict.INDETERMINATE}
    assert verdicts[Verdict.CONFORMS] > 35
