"""Every form of the report says the same, and none is broken by what an implementation answered."""

import json
import re
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import jsonschema
import pytest
from sample_report import MISSING, RULES, TESTABLE, hostile, sample

from mqtck.reference.vocabulary.results import (
    ComplianceReport,
    RuleVerdict,
)
from mqtck.reports.forms import Form, read_json, render, schema, write_all
from mqtck.reports.markdown import to_markdown
from mqtck.reports.summary import in_reading_order
from mqtck.reports.terminal import to_terminal
from mqtck.reports.text import one_line

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


@pytest.mark.parametrize("form", [form for form in Form if form is not Form.JSON])
def test_what_the_products_client_did_is_compared_with_the_documents_not_with_what_was_seen(
    form: Form,
) -> None:
    written = to_terminal(sample(), 1000) if form is Form.TERMINAL else render(sample(), form)
    text = " ".join(written.split())
    noted = [
        rule.note
        for rule in sample().implementations[1].rules
        if rule.note and rule.verdict is RuleVerdict.VIOLATES
    ]
    assert noted
    for note in noted:
        assert f"this client beside the documents: {note.remark}" in text
    assert "IBM MQ's own client" in text, "no client of the product that is judged"


# --- JUnit -----------------------------------------------------------------------------------------


def parsed(text: str) -> ET.Element:
    return ET.fromstring(text)  # noqa: S314 - the kit wrote it


def cases(suite: ET.Element) -> dict[str, ET.Element]:
    return {case.attrib["name"].split()[0]: case for case in suite.findall("testcase")}


def test_junit_has_a_suite_for_each_implementation_and_a_case_for_each_rule() -> None:
    root = parsed(render(sample(), Form.JUNIT))
    suites = root.findall("testsuite")
    assert [suite.attrib["tests"] for suite in suites] == [str(RULES)] * 2
    assert [len(cases(suite)) for suite in suites] == [RULES, RULES]
    reference, artemis = suites
    assert (reference.attrib["failures"], reference.attrib["errors"]) == ("0", "0")
    assert (artemis.attrib["failures"], artemis.attrib["errors"]) == ("3", "1")
    assert artemis.attrib["skipped"] == str(RULES - 3 - 1 - 133)
    assert len(artemis.findall("testcase/skipped")) == RULES - 3 - 1 - 133
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


def test_each_table_of_the_page_has_a_caption_and_each_header_says_what_it_heads() -> None:
    """A screen reader tells them."""
    tags = page(sample()).tags
    count = sum(tag == "table" for tag, _ in tags)
    assert count >= 3
    assert [after for (tag, _), (after, _) in pairwise(tags) if tag == "table"] == ["caption"] * count
    assert {attributes.get("scope") for tag, attributes in tags if tag == "th"} == {"col"}


def test_the_page_has_every_rule_of_every_implementation_in_reading_order() -> None:
    report = sample()
    found = page(report)
    ids = [text.split()[0] for text in found.rules]
    expected = [rule.rule for one in report.implementations for rule in in_reading_order(one.rules)]
    assert ids == expected


def test_the_page_tells_of_a_violation_all_that_is_known() -> None:
    violation = page(sample()).rules[RULES + 2]
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
    assert f"136 of {RULES} rules judged ({13600 // RULES} %; 136 of {TESTABLE} that can be tested)" in text
    assert "mqtck replay conformance-report/replays/DD-25.jsonl --adapter artemis" in text
    assert "differs from IBM MQ" in text
    assert "Is a negative delivery delay refused?" in text
    assert "accepted, delivered at once" in text


@pytest.mark.parametrize("form", Form)
def test_a_report_of_nothing_can_be_shown(form: Form) -> None:
    empty = ComplianceReport(
        mqtck_report=1, kit_version="0.1.0", made="now", ledger=RULES, implementations=(), missing=MISSING
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
    assert [len(suite.findall("testcase")) for suite in suites] == [1, RULES]


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
    assert [sorted(width) for width in widths] == [[7], [5], [4], [7]]
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
