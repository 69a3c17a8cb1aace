"""Reports: the summary, texts that cannot do harm, and what is written and read back."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest
from msgspec.structs import replace
from sample_report import MISSING, RULES, TESTABLE, TTL_BELOW_DELAY, implementation, result, sample

from mqtck.reference.vocabulary.results import RuleResult, RuleVerdict, Verdict
from mqtck.reports.forms import (
    FILES,
    Form,
    ReportError,
    check_writable,
    read_json,
    render,
    schema,
    to_json,
    write_all,
)
from mqtck.reports.summary import (
    Deviation,
    Share,
    deviation,
    headline,
    in_reading_order,
    mark,
    reason,
    reasons,
    source_of,
    telling,
)
from mqtck.reports.text import markdown, markdown_code, one_line, printable

# --- summary ---------------------------------------------------------------------------------------


def test_the_headline_counts_judged_of_all_then_conforming_of_judged() -> None:
    found = headline(implementation(sample(), "Artemis"), RULES)
    assert found.judged == Share(136, RULES)
    assert found.judged_of_testable == Share(136, TESTABLE)
    assert found.conforming == Share(133, 136)
    judged, conforming = str(found).split("), ")
    assert judged == f"136 of {RULES} rules judged ({13600 // RULES} %; 136 of {TESTABLE} that can be tested"
    assert conforming == "133 of 136 judged rules conform (97 %)"


@pytest.mark.parametrize(
    ("share", "percentage"),
    [
        (Share(0, 140), "0 %"),
        (Share(1, 325), "under 1 %"),
        (Share(324, 325), "99 %"),
        (Share(325, 325), "100 %"),
        (Share(0, 0), "none"),
    ],
)
def test_a_percentage_never_says_all_or_nothing_where_it_is_not(share: Share, percentage: str) -> None:
    assert share.percentage == percentage


def test_implementations_stand_in_every_form_in_the_order_in_which_they_were_given() -> None:
    """Two forms beside each other are read line by line."""
    report = sample()
    turned = replace(report, implementations=report.implementations[::-1])
    for form in Form:
        for one in (report, turned):
            first, second = (found.implementation.name for found in one.implementations)
            text = render(one, form)
            told = '"name": "{}"' if form is Form.JSON else "{} 2.56.0"
            for found in (text.index, text.rindex):
                assert found(told.format(first)) < found(told.format(second)), form


def test_violations_come_first_and_among_them_those_that_break_jms() -> None:
    ordered = in_reading_order(implementation(sample(), "Artemis").rules)
    assert [rule.rule for rule in ordered[:5]] == ["DD-01", "DD-06", "DD-25", "DD-44", "DD-42"]
    assert {rule.verdict for rule in ordered[140 - RULES :]} == {RuleVerdict.NOT_JUDGED}
    assert len(ordered) == RULES
    broken = [
        msgspec.structs.replace(rule, verdict=RuleVerdict.VIOLATES)
        for rule in sorted(ordered, key=lambda rule: rule.rule)
        if rule.rule in {"DD-06", "DD-25", "DD-42"}
    ]
    assert [rule.rule for rule in in_reading_order(broken)] == ["DD-42", "DD-06", "DD-25"]


@pytest.mark.parametrize(
    ("rule_id", "kind", "text"),
    [
        ("DD-01", Deviation.BREAKS_JMS, "breaks JMS (JMS 2.0 3.4.13, 7.9)"),
        ("DD-06", Deviation.MAY_BREAK_JMS, "may break JMS (JMS 2.0 4.1.6, 7.9: only what a browser"),
        ("DD-25", Deviation.DIFFERS_FROM_IBM_MQ, "differs from IBM MQ"),
    ],
)
def test_a_violation_says_whether_it_breaks_jms(rule_id: str, kind: Deviation, text: str) -> None:
    rule = result(implementation(sample(), "Artemis"), rule_id)
    assert deviation(rule) is kind
    assert mark(rule).startswith(text)


def test_the_evidence_that_made_the_verdict_comes_first() -> None:
    (one, *_) = sample().implementations
    given = tuple(replace(TTL_BELOW_DELAY, verdict=verdict) for verdict in reversed(Verdict))
    told = [evidence.verdict for evidence in telling(replace(result(one, "DD-25"), evidence=given))]
    assert told[:3] == [Verdict.VIOLATES, Verdict.ADAPTER_ERROR, Verdict.INDETERMINATE]


def test_the_reason_of_most_rules_comes_first() -> None:
    (one, *_) = sample().implementations
    undecided = {"DD-01": "late", "DD-02": "open", "DD-03": "open"}

    def undecided_result(rule: str, why: str) -> RuleResult:
        evidence = replace(TTL_BELOW_DELAY, verdict=Verdict.INDETERMINATE, reason=why)
        return replace(result(one, rule), verdict=RuleVerdict.INDETERMINATE, evidence=(evidence,))

    report = replace(one, rules=tuple(undecided_result(*told) for told in undecided.items()))
    assert reasons(report, RuleVerdict.INDETERMINATE) == (("open", ("DD-02", "DD-03")), ("late", ("DD-01",)))


def test_only_a_violation_is_marked() -> None:
    assert mark(result(implementation(sample(), "Reference"), "DD-01")) == ""


def test_a_verdict_that_is_neither_yes_nor_no_has_a_reason() -> None:
    artemis = implementation(sample(), "Artemis")
    assert reason(result(artemis, "DD-42")) == "the machine was too slow to tell"
    assert reason(result(artemis, "DD-07")) == "no staging queue that can be inspected"
    assert reason(result(artemis, "AM-01")) == "nothing that was run exercised it"
    assert reason(result(artemis, "DD-01")) == ""


# --- texts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain Ünïcode 漢 🙂", "plain Ünïcode 漢 🙂"),
        ("\x1b[31m", "\\x1b[31m"),
        ("\ud800", "\\ud800"),
        ("a\u202eb", "a\\u202eb"),
        ("a\r\nb\tc", "a\nb    c"),
        ("\U000e0001", "\\U000e0001"),
    ],
)
def test_what_cannot_be_seen_is_escaped(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_evidence_names_its_profile_where_it_has_one() -> None:
    assert source_of(TTL_BELOW_DELAY) == "restrictions.feature:41"
    on_zos = replace(TTL_BELOW_DELAY, profile="z/os")
    assert source_of(on_zos) == "restrictions.feature:41, profile z/os"


def test_a_table_cell_is_one_line() -> None:
    assert one_line(" a\n\n b\tc ") == "a b c"


def test_markdown_in_a_text_is_escaped() -> None:
    assert markdown("a|b `c` <d> *e* [f](g) & _h_ i_j") == (
        r"a\|b \`c\` \<d\> \*e\* \[f\](g) &amp; \_h\_ i_j"
    )


def test_code_is_fenced_by_more_backticks_than_it_holds() -> None:
    assert markdown_code("a `` b | c") == r"``` a `` b \| c ```"
    assert markdown_code(r"a\|b") == r"` a\\\|b `"


# --- JSON ------------------------------------------------------------------------------------------


def test_the_schema_is_a_schema_and_the_report_keeps_to_it() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())
    jsonschema.Draft202012Validator(schema()).validate(json.loads(to_json(sample(missing=MISSING))))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("mqtck_report",), "one"),
        (("implementations", 0, "rules", 0, "verdict"), "maybe"),
        (("implementations", 0, "implementation", "clock"), 5),
        (("something_else",), 1),
    ],
)
def test_the_schema_refuses_what_is_no_report(path: tuple[str | int, ...], value: object) -> None:
    plain = json.loads(to_json(sample()))
    target: Any = plain
    for step in path[:-1]:
        target = target[step]
    target[path[-1]] = value
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(schema()).validate(plain)


def test_a_written_report_reads_back_as_it_was(tmp_path: Path) -> None:
    report = sample(missing=MISSING)
    write_all(report, tmp_path)
    assert read_json(tmp_path / "report.json") == report


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "not complete JSON"),
        (to_json(sample()).encode()[:5000], "not complete JSON .* cut off"),
        (b"\xff\xfe", "not complete JSON"),
        (b"[1, 2]", "not a compliance report; a report.json has the field mqtck_report"),
        (b'{"mqtck_report": 99}', "report version 99; this mqtck reads version 1"),
        (b'{"mqtck_report": 1}', "not a compliance report of version 1: .*missing required field"),
    ],
)
def test_a_file_that_is_no_report_is_refused(tmp_path: Path, content: bytes, said: str) -> None:
    file = tmp_path / "report.json"
    file.write_bytes(content)
    with pytest.raises(ReportError, match=f"report.json: {said}"):
        read_json(file)


def test_a_file_that_is_not_there_is_said_to_be_so(tmp_path: Path) -> None:
    with pytest.raises(ReportError, match=r"none.json: cannot be read \(No such file"):
        read_json(tmp_path / "none.json")


# --- writing ---------------------------------------------------------------------------------------


def test_all_forms_are_written_to_a_folder_that_is_made(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    paths = write_all(sample(), folder)
    assert [path.name for path in paths] == list(FILES)
    assert sorted(path.name for path in folder.iterdir()) == sorted(FILES)
    assert all(path.read_text(encoding="utf-8") for path in paths)


def test_a_report_takes_the_place_of_an_older_one(tmp_path: Path) -> None:
    write_all(sample(), tmp_path)
    write_all(sample(missing=MISSING), tmp_path)
    assert read_json(tmp_path / "report.json").missing == MISSING


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("here first")
    with pytest.raises(ReportError, match=r"cannot be written to .*file.* Name a folder"):
        write_all(sample(), tmp_path / "file" / "below")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_nothing_is_half_written_where_one_file_cannot_be(tmp_path: Path) -> None:
    folder = tmp_path / "report"
    (folder / "junit.xml").mkdir(parents=True)
    (folder / "report.json").write_text("the old one")
    with pytest.raises(ReportError, match=r"a folder stands in its place \(.*junit.xml\)"):
        write_all(sample(), folder)
    assert sorted(path.name for path in folder.iterdir()) == ["junit.xml", "report.json"]
    assert (folder / "report.json").read_text() == "the old one"


def test_nothing_is_left_of_a_write_that_failed_half_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Path.write_text

    def full(self: Path, data: str, **settings: Any) -> int:
        if "report.html" in self.name:
            real(self, data[:100], **settings)
            raise OSError(28, "No space left on device", str(self))
        return real(self, data, **settings)

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(ReportError, match="No space left on device"):
        write_all(sample(), tmp_path / "new" / "report")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_checked_without_being_made(tmp_path: Path) -> None:
    check_writable(tmp_path / "new" / "report")
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "file").write_text("")
    with pytest.raises(ReportError, match="not a folder"):
        check_writable(tmp_path / "file" / "below")


def test_a_folder_that_has_a_report_is_told_with_the_file_that_is_meant(tmp_path: Path) -> None:
    write_all(sample(), tmp_path)
    with pytest.raises(ReportError, match=r"Is a directory.*; did you mean .*/report\.json\?"):
        read_json(tmp_path)
