"""Every form of the report says the same, and none is broken by what an implementation answered."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import jsonschema
import pytest
from sample_report import hostile, sample

from mqtck.reference.vocabulary.results import (
    ComplianceReport,
    ImplementationReport,
    MissingImplementation,
    RuleResult,
    RuleVerdict,
)
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
from mqtck.reports.markdown import to_markdown
from mqtck.reports.summary import Deviation, Share, deviation, headline, in_reading_order, mark, reason
from mqtck.reports.terminal import to_terminal
from mqtck.reports.text import markdown, markdown_code, one_line, printable

MISSING = (MissingImplementation(adapter="openmq", why="its jars cannot be had: no network"),)
HOSTILE = {
    "control characters": "a\x00b\x07c\x1b[31mred\x1b[0m\x7f\x9b",
    "half of a pair": "a\ud800b",
    "not for XML": "a\ufffe\uffffb",
    "direction": "abc\u202edef\u2028ghi\u2029",
    "markup": "</pre></details><script>alert(1)</script><img src=x onerror='alert(2)'>]]>&lt;&#0;<!--",
    "quotes": '"\'><b onmouseover="x">',
    "markdown": "a|b\n# title\n```\n~~~ | `x` ``y`` *b* _c_ [l](m) <i> \\",
    "template": "{{ 7 * 7 }}{% raw %}{# gone #}",
    "lines": "one\r\ntwo\rthree\n\n\nfour\tfive",
    "long word": "x" * 5000,
    "long text": "word " * 2000,
    "empty": "",
}


def implementation(report: ComplianceReport, name: str) -> ImplementationReport:
    return next(one for one in report.implementations if one.implementation.name == name)


def result(report: ImplementationReport, rule_id: str) -> RuleResult:
    return next(rule for rule in report.rules if rule.rule == rule_id)


# --- summary ---------------------------------------------------------------------------------------


def test_the_headline_counts_judged_of_all_then_conforming_of_judged() -> None:
    found = headline(implementation(sample(), "Artemis"), 325)
    assert found.judged == Share(136, 325)
    assert found.judged_of_testable == Share(136, 304)
    assert found.conforming == Share(133, 136)
    judged, conforming = str(found).split("), ")
    assert judged == "136 of 325 rules judged (41 %; 136 of 304 that can be tested"
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


def test_violations_come_first_and_among_them_those_that_break_jms() -> None:
    ordered = in_reading_order(implementation(sample(), "Artemis").rules)
    assert [rule.rule for rule in ordered[:6]] == ["DD-01", "DD-06", "DD-25", "DD-44", "DD-42", "DD-02"]
    assert {rule.verdict for rule in ordered[-185:]} == {RuleVerdict.NOT_JUDGED}
    assert len(ordered) == 325


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


# --- JUnit -----------------------------------------------------------------------------------------


def parsed(text: str) -> ET.Element:
    return ET.fromstring(text)  # noqa: S314 - the kit wrote it


def cases(suite: ET.Element) -> dict[str, ET.Element]:
    return {case.attrib["name"].split()[0]: case for case in suite.findall("testcase")}


def test_junit_has_a_suite_for_each_implementation_and_a_case_for_each_rule() -> None:
    root = parsed(render(sample(), Form.JUNIT))
    suites = root.findall("testsuite")
    assert [suite.attrib["tests"] for suite in suites] == ["325", "325"]
    assert [len(cases(suite)) for suite in suites] == [325, 325]
    reference, artemis = suites
    assert (reference.attrib["failures"], reference.attrib["errors"]) == ("0", "0")
    assert (artemis.attrib["failures"], artemis.attrib["errors"]) == ("3", "1")
    assert artemis.attrib["skipped"] == str(325 - 3 - 1 - 133)
    assert len(artemis.findall("testcase/skipped")) == 325 - 3 - 1 - 133
    assert root.attrib["failures"] == "3"


def test_junit_tells_what_was_accepted_seen_and_how_to_see_it_again() -> None:
    artemis = parsed(render(sample(), Form.JUNIT)).findall("testsuite")[1]
    failure = cases(artemis)["DD-25"].find("failure")
    assert failure is not None
    assert failure.attrib["type"] == "differs from IBM MQ"
    assert "seen the send returned normally" in failure.attrib["message"]
    assert "replay: mqtck replay conformance-report/replays/DD-25.jsonl" in (failure.text or "")
    assert "setTimeToLive 3000" in (failure.text or "")


@pytest.mark.parametrize(
    ("rule_id", "tag", "message"),
    [
        ("DD-07", "skipped", "unsupported: no staging queue that can be inspected"),
        ("DD-42", "skipped", "indeterminate: the machine was too slow to tell"),
        ("DD-44", "error", "the adapter hung in Rollback"),
        ("AM-01", "skipped", "not judged: nothing that was run exercised it"),
    ],
)
def test_junit_never_makes_a_failure_of_what_is_none(rule_id: str, tag: str, message: str) -> None:
    artemis = parsed(render(sample(), Form.JUNIT)).findall("testsuite")[1]
    found = cases(artemis)[rule_id].find(tag)
    assert found is not None
    assert found.attrib["message"] == message
    assert cases(artemis)[rule_id].find("failure") is None


def test_junit_skips_an_implementation_that_is_missing_and_says_why() -> None:
    first = parsed(render(sample(missing=MISSING), Form.JUNIT)).findall("testsuite")[0]
    skipped = first.find("testcase/skipped")
    assert skipped is not None
    assert "its jars cannot be had" in skipped.attrib["message"]


# --- HTML ------------------------------------------------------------------------------------------

VOID = {"meta", "input", "br", "link", "img", "hr"}


class Page(HTMLParser):
    """The page's tags, checked to be balanced, and the text of each rule."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.rules: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag == "details":
            self.rules.append("")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag, f"</{tag}> closes another element, line {self.getpos()[0]}"

    def handle_data(self, data: str) -> None:
        if "script" in self.open or "style" in self.open:
            return
        self.text += data
        if "details" in self.open:
            self.rules[-1] += data


def page(report: ComplianceReport) -> Page:
    text = render(report, Form.HTML)
    assert text.lstrip().startswith("<!DOCTYPE html>")
    found = Page()
    found.feed(text)
    found.close()
    assert found.open == []
    return found


def test_the_page_is_balanced_and_needs_nothing_from_elsewhere() -> None:
    found = page(sample(missing=MISSING))
    assert not [tag for tag, _ in found.tags if tag in {"link", "img", "iframe", "object", "base"}]
    assert not [attributes for _, attributes in found.tags if "src" in attributes]
    links = [attributes["href"] for tag, attributes in found.tags if tag == "a"]
    anchors = {f"#{attributes['id']}" for _, attributes in found.tags if "id" in attributes}
    assert set(links) <= anchors
    assert "http" not in render(sample(), Form.HTML).replace("http-equiv", "")


def test_the_page_has_every_rule_of_every_implementation_in_reading_order() -> None:
    report = sample()
    found = page(report)
    ids = [text.split()[0] for text in found.rules]
    expected = [rule.rule for one in report.implementations for rule in in_reading_order(one.rules)]
    assert ids == expected


def test_the_page_tells_of_a_violation_all_that_is_known() -> None:
    violation = page(sample()).rules[325 + 2]
    for text in (
        "DD-25",
        "violates",
        "differs from IBM MQ",
        "A time to live below the delay is refused",
        "restrictions.feature:41",
        "refused with MQRC_EXPIRY_ERROR (2013) at setTimeToLive or at the send",
        "the send returned normally",
        "producer P: setTimeToLive 3000 -> done",
        "mqtck replay conformance-report/replays/DD-25.jsonl --adapter artemis",
        "JMSCC0113",
    ):
        assert text in violation


def test_the_page_has_a_filter_for_each_verdict() -> None:
    found = page(sample())
    boxes = {attributes["value"] for tag, attributes in found.tags if attributes.get("type") == "checkbox"}
    shown = {attributes["data-verdict"] for tag, attributes in found.tags if tag == "details"}
    assert boxes == {verdict.value for verdict in RuleVerdict}
    assert shown <= boxes


# --- all forms -------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", [Form.TERMINAL, Form.MARKDOWN])
def test_a_missing_implementation_is_in_the_first_lines(form: Form) -> None:
    first = "\n".join(render(sample(missing=MISSING), form).splitlines()[:3])
    assert "openmq is missing from this report: its jars cannot be had: no network" in first


def test_a_missing_implementation_is_the_first_thing_on_the_page() -> None:
    text = page(sample(missing=MISSING)).text
    assert text.index("openmq is missing") < text.index("rules judged")


@pytest.mark.parametrize("form", [Form.TERMINAL, Form.MARKDOWN, Form.HTML, Form.JUNIT])
def test_every_form_has_headline_violations_and_recorded_answers(form: Form) -> None:
    text = re.sub(r"\s+", " ", render(sample(), form).replace("\\", ""))
    assert "136 of 325 rules judged (41 %; 136 of 304 that can be tested)" in text
    assert "mqtck replay conformance-report/replays/DD-25.jsonl --adapter artemis" in text
    assert "differs from IBM MQ" in text
    assert "Is a negative delivery delay refused?" in text
    assert "accepted, delivered at once" in text


@pytest.mark.parametrize("form", Form)
def test_a_report_of_nothing_can_be_shown(form: Form) -> None:
    empty = ComplianceReport(
        mqtck_report=1, kit_version="0.1.0", made="now", ledger=325, implementations=(), missing=MISSING
    )
    assert "openmq" in render(empty, form)


@pytest.mark.parametrize("form", Form)
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_no_text_puts_a_raw_control_character_into_a_form(form: Form, text: str) -> None:
    rendered = render(hostile(text), form)
    rendered.encode("utf-8")
    assert re.findall(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u202e\ufffe]", rendered) == (
        re.findall("[\u202e\x7f\x9b\ufffe]", rendered) if form is Form.JSON else []
    )


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_no_text_breaks_the_page_or_comes_alive_in_it(text: str) -> None:
    found = page(hostile(text))
    assert [tag for tag, _ in found.tags].count("script") == 1
    assert not [tag for tag, _ in found.tags if tag in {"img", "b", "i"}]
    assert not [name for _, attributes in found.tags for name in attributes if name.startswith("on")]
    assert one_line(text) in one_line(found.text)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_no_text_breaks_the_xml(text: str) -> None:
    suites = parsed(render(hostile(text), Form.JUNIT)).findall("testsuite")
    assert [len(suite.findall("testcase")) for suite in suites] == [1, 325]


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_no_text_breaks_a_table_of_the_markdown(text: str) -> None:
    lines = to_markdown(hostile(text)).splitlines()
    tables: list[list[int]] = [[]]
    titles: list[str] = []
    fence = ""
    for line in lines:
        if fence or line.startswith("```"):
            run = re.match("`*", line)
            assert run
            fence = run[0] if not fence else "" if line == fence else fence
        elif line.startswith("| "):
            cells = len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) - 1
            tables[-1].append(cells)
        else:
            titles += [line] if line.startswith("# ") else []
            tables.append([])
    assert fence == ""
    widths = [set(table) for table in tables if table]
    assert [sorted(width) for width in widths] == [[8], [5], [4], [7]]
    assert titles == ["# Compliance report"]


@pytest.mark.parametrize("width", [60, 80, 100, 160])
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_no_text_makes_a_terminal_line_too_long(text: str, width: int) -> None:
    lines = to_terminal(hostile(text), width).splitlines()
    assert [line for line in lines if len(line) > width and not line.startswith("  DD-25: ")] == []


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_report_reads_back(tmp_path: Path, text: str) -> None:
    report = hostile(text)
    write_all(report, tmp_path)
    again = read_json(tmp_path / "report.json")
    plain = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema()).validate(plain)
    if "\ud800" not in text:
        assert again == report
    else:
        assert again.made == "a\\ud800b"
