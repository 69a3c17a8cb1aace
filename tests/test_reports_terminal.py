"""The report on a terminal: each reason once, how to see it again, and what is left out is counted."""

import re

import msgspec
from sample_report import sample

from mqtck.reference.vocabulary.results import (
    Evidence,
    Method,
    MethodSummary,
    RuleVerdict,
    Verdict,
)
from mqtck.reports.markdown import to_markdown
from mqtck.reports.page import to_html
from mqtck.reports.summary import in_one_line, reasons, reasons_in_part
from mqtck.reports.terminal import to_terminal


def test_the_terminal_shows_each_reason_of_adapter_errors_once_and_how_to_see_it_again() -> None:
    whole = sample()
    report = whole.implementations[1]
    (hung,) = (rule for rule in report.rules if rule.rule == "DD-44")
    told = msgspec.structs.replace(hung.evidence[0], replay="mqtck replay hung.jsonl --adapter artemis")
    rules = tuple(
        msgspec.structs.replace(rule, verdict=RuleVerdict.ADAPTER_ERROR, evidence=(told,))
        if rule.rule in {"DD-44", "DD-45"}
        else rule
        for rule in report.rules
    )
    report = msgspec.structs.replace(report, rules=rules)
    text = to_terminal(msgspec.structs.replace(whole, implementations=(report,)))
    rows = [line for line in text.splitlines() if line.startswith("the adapter hung in Rollback")]
    assert [row.split("  ")[-1].strip() for row in rows] == ["DD-44, DD-45"]
    assert text.count("mqtck replay hung.jsonl --adapter artemis") == 1
    last = in_one_line(report, whole.ledger)
    assert re.search(r"^\d+ of \d+ rules judged, .*; violates: .*DD-25.*; adapter error: DD-44, DD-45", last)


def test_the_last_line_names_a_few_rules_and_counts_the_others() -> None:
    report = sample().implementations[1]
    failed = tuple(msgspec.structs.replace(rule, verdict=RuleVerdict.ADAPTER_ERROR) for rule in report.rules)
    last = in_one_line(msgspec.structs.replace(report, rules=failed[:216]), 325)
    assert last.endswith(", DD-11, DD-12 and 204 more")
    last = in_one_line(msgspec.structs.replace(report, rules=failed[:12]), 325)
    assert last.endswith(", DD-11, DD-12")


def test_the_terminal_counts_what_it_leaves_out_of_many_reasons() -> None:
    whole = sample()
    report = whole.implementations[1]
    rules = tuple(
        msgspec.structs.replace(
            rule, verdict=RuleVerdict.UNSUPPORTED, missing_abilities=(f"calls of {rule.rule}",), evidence=()
        )
        for rule in report.rules[:40]
    )
    whole = msgspec.structs.replace(
        whole, implementations=(msgspec.structs.replace(report, rules=rules),), ledger=40
    )
    text, page = to_terminal(whole), to_markdown(whole)
    whys = [f"The adapter has no calls of {rule.rule}." for rule in rules]
    assert sum(why in text for why in whys) == 12
    assert re.search(r"^28 other reasons, in the other forms of the +28 rules$", text, re.MULTILINE)
    assert [why for why in whys if why not in page] == []


def test_errors_that_differ_in_the_names_of_worlds_alone_are_told_once() -> None:
    whole = sample()
    report = whole.implementations[1]
    failed = [
        Evidence(
            Method.FEATURES, Verdict.ADAPTER_ERROR, "here", reason=f"no queue 'w{number}-Q' at 0x{number}ab"
        )
        for number in range(8, 13)
    ]
    rules = tuple(
        msgspec.structs.replace(rule, verdict=RuleVerdict.ADAPTER_ERROR, evidence=(evidence,))
        for rule, evidence in zip(report.rules, failed, strict=False)
    )
    report = msgspec.structs.replace(report, rules=rules)
    ((why, named),) = reasons(report, RuleVerdict.ADAPTER_ERROR)
    assert why == failed[0].reason
    assert len(named) == len(failed)


def test_an_adapter_that_failed_beside_rules_that_all_conform_is_told() -> None:
    """It is why the exit code is 2."""
    whole = sample()
    report = whole.implementations[1]
    (rule,) = [rule for rule in report.rules if rule.rule == "DD-12"]
    seen = (
        Evidence(Method.FEATURES, Verdict.CONFORMS, "here"),
        Evidence(Method.FEATURES, Verdict.INDETERMINATE, "there", reason="late"),
        Evidence(Method.FEATURES, Verdict.ADAPTER_ERROR, "elsewhere", reason="the adapter hung in Send"),
    )
    rule = msgspec.structs.replace(rule, verdict=RuleVerdict.CONFORMS, evidence=seen)
    methods = (MethodSummary(Method.FEATURES, 3, 9, 1.0, {Verdict.CONFORMS: 1, Verdict.ADAPTER_ERROR: 2}),)
    report = msgspec.structs.replace(report, rules=(rule,), methods=methods)
    assert in_one_line(report, 325).endswith("; the adapter failed in 2 scenarios or cases")
    shown = to_terminal(msgspec.structs.replace(whole, implementations=(report,)), 200)
    assert "No violation was found, but the adapter failed in 2 scenarios or cases." in shown
    unjudged = msgspec.structs.replace(
        report, rules=(msgspec.structs.replace(rule, verdict=RuleVerdict.UNSUPPORTED),)
    )
    shown = to_terminal(msgspec.structs.replace(whole, implementations=(unjudged,)), 200)
    assert "Nothing was judged, but the adapter failed in 2 scenarios or cases." in shown
    assert reasons_in_part(report) == (("the adapter hung in Send", ("DD-12",)),)


def test_a_rule_that_conforms_where_a_scenario_did_not_tell_is_said_to_conform_in_part() -> None:
    """A short delay held up by a long one may be lateness; that it was seen is not kept back."""
    whole = sample()
    report = whole.implementations[1]
    seen = (
        Evidence(Method.FEATURES, Verdict.CONFORMS, "here"),
        Evidence(Method.FEATURES, Verdict.INDETERMINATE, "there", reason='"order-2" may be late.'),
    )
    (rule,) = [rule for rule in report.rules if rule.rule == "DD-12"]
    rule = msgspec.structs.replace(rule, verdict=RuleVerdict.CONFORMS, evidence=seen)
    report = msgspec.structs.replace(report, rules=(rule,))
    assert reasons_in_part(report) == (('"order-2" may be late.', ("DD-12",)),)
    whole = msgspec.structs.replace(whole, implementations=(report,), ledger=1)
    assert re.search(r'^"order-2" may be late\. +DD-12$', to_terminal(whole), re.MULTILINE)
    assert "in part, as a scenario did not tell" in to_markdown(whole)


def test_a_rule_that_few_of_its_scenarios_tell_of_is_said_to_conform_by_so_many() -> None:
    """An adapter may lack what its other scenarios need."""
    whole = sample()
    told = {
        "DD-11": {Verdict.CONFORMS: 2, Verdict.UNSUPPORTED: 2},
        "DD-12": {Verdict.CONFORMS: 1, Verdict.INDETERMINATE: 1, Verdict.UNSUPPORTED: 13},
        "DD-13": {Verdict.UNSUPPORTED: 5},
    }
    rules = tuple(
        msgspec.structs.replace(
            rule,
            verdict=RuleVerdict.UNSUPPORTED if rule.rule == "DD-13" else RuleVerdict.CONFORMS,
            evidence=(),
            told_by_scenarios=told[rule.rule],
        )
        for rule in whole.implementations[1].rules
        if rule.rule in told
    )
    report = msgspec.structs.replace(whole.implementations[1], rules=rules)
    whole = msgspec.structs.replace(whole, implementations=(report,), ledger=3)
    headline = "2 of 2 judged rules conform (100 %), 1 of them by fewer than half of their scenarios"
    terminal, markdown, page = to_terminal(whole, 200), to_markdown(whole), to_html(whole)
    assert all(headline in form for form in (terminal, markdown, page))
    assert "conforms by fewer than half of its scenarios:\nDD-12 (1 of 15)\n" in terminal
    assert "by 2 of 4 scenarios" in markdown
    assert "by 1 of 15 scenarios" in markdown
    assert "0 of 5" not in markdown
    assert all(f"{share} scenarios that were tried" in page for share in ("2 of 4", "1 of 15", "0 of 5"))


def test_however_many_implementations_there_are_each_has_a_column_of_the_overview() -> None:
    whole = sample()
    many = [
        msgspec.structs.replace(
            whole.implementations[0],
            implementation=msgspec.structs.replace(
                whole.implementations[0].implementation, name=f"broker{number}"
            ),
        )
        for number in range(50)
    ]
    text = to_terminal(msgspec.structs.replace(whole, implementations=tuple(many)), 60)
    heads = [line for line in text.splitlines() if line.startswith("rules ")]
    shown = [word for word in " ".join(heads).split() if word.startswith("broker")]
    assert shown == [f"broker{number}" for number in range(50)]
    assert max(map(len, heads)) <= 60
