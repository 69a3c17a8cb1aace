"""The report as JUnit XML: a test suite for each implementation, a test case for each rule.

A violated rule is a failure, an adapter error an error; a rule that is neither held nor broken is
skipped, with the reason. An implementation that could not be had is a suite with one skipped case.
"""

from collections import Counter
from xml.etree import ElementTree as ET  # writes only; nothing is parsed here

from mqtck.reference.vocabulary.results import (
    ComplianceReport,
    ImplementationReport,
    MissingImplementation,
    RuleResult,
    RuleVerdict,
)

from .summary import headline, in_reading_order, mark, missing_lines, name_of, reason, source_of, telling
from .text import one_line, printable

_KINDS = {RuleVerdict.VIOLATES: "failure", RuleVerdict.ADAPTER_ERROR: "error"}


def to_junit(report: ComplianceReport) -> str:
    """The whole report as one XML document with the root `testsuites`."""
    suites = [
        *(
            _missing(missing, line, report.made)
            for missing, line in zip(report.missing, missing_lines(report), strict=True)
        ),
        *(_suite(implementation, report) for implementation in report.implementations),
    ]
    root = ET.Element("testsuites", {"name": "mqtck", **_totals(suites)})
    root.extend(suites)
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _suite(report: ImplementationReport, whole: ComplianceReport) -> ET.Element:
    rules = in_reading_order(report.rules)
    seconds = sum(method.seconds for method in report.methods)
    suite = _element(
        "testsuite",
        name=name_of(report),
        timestamp=whole.made,
        time=f"{seconds:.3f}",
        **_counts(Counter(_kind(rule) for rule in rules)),
    )
    properties = ET.SubElement(suite, "properties")
    for name, value in (
        ("mqtck.headline", str(headline(report, whole.ledger))),
        ("mqtck.version", whole.kit_version),
        ("mqtck.adapter", report.implementation.adapter),
        ("mqtck.clock", report.implementation.clock.value),
        *(
            (f"mqtck.recorded.{number}", f"{recorded.question} {recorded.answer}")
            for number, recorded in enumerate(report.recorded, start=1)
        ),
    ):
        properties.append(_element("property", name=name, value=value))
    suite.extend(_case(rule, report.implementation.adapter) for rule in rules)
    return suite


def _case(rule: RuleResult, adapter: str) -> ET.Element:
    case = _element(
        "testcase",
        classname=f"{adapter}.{rule.rule.partition('-')[0]}",
        name=f"{rule.rule} {rule.statement}",
    )
    kind = _kind(rule)
    if kind == "skipped":
        case.append(_element("skipped", message=f"{rule.verdict}: {reason(rule)}"))
    elif kind:
        first = next(iter(telling(rule)), None)
        said = f"{mark(rule)}; expected {first.expected}; seen {first.seen}" if first else mark(rule)
        message = said if kind == "failure" else reason(rule)
        child = _element(kind, message=message, type=mark(rule) or rule.verdict.value)
        child.text = _story(rule)
        case.append(child)
    return case


def _story(rule: RuleResult) -> str:
    lines: list[str] = []
    for evidence in telling(rule):
        lines += [f"{evidence.method}: {source_of(evidence)} {evidence.title}".rstrip()]
        lines += [
            f"  {name}: {value}"
            for name, value in (
                ("expected", evidence.expected),
                ("seen", evidence.seen),
                ("reason", evidence.reason),
            )
            if value
        ]
        lines += [f"    {line}" for line in evidence.lines]
        lines += [f"  replay: {evidence.replay}"] if evidence.replay else []
    if rule.note is not None:
        lines += [f"IBM MQ's own client: {rule.note.alone} ({rule.note.compared})"]
    return printable("\n".join(lines))


def _missing(missing: MissingImplementation, line: str, made: str) -> ET.Element:
    suite = _element(
        "testsuite",
        name=f"{missing.adapter} (missing)",
        timestamp=made,
        time="0.000",
        **_counts(Counter({"skipped": 1})),
    )
    case = _element("testcase", classname=missing.adapter, name="the implementation can be had")
    case.append(_element("skipped", message=line))
    suite.append(case)
    return suite


def _kind(rule: RuleResult) -> str:
    """The JUnit element for the rule's verdict; empty for a case that passed."""
    return "" if rule.verdict is RuleVerdict.CONFORMS else _KINDS.get(rule.verdict, "skipped")


def _counts(kinds: Counter[str]) -> dict[str, str]:
    return {
        "tests": str(kinds.total()),
        "failures": str(kinds["failure"]),
        "errors": str(kinds["error"]),
        "skipped": str(kinds["skipped"]),
    }


def _totals(suites: list[ET.Element]) -> dict[str, str]:
    return {
        name: str(sum(int(suite.attrib[name]) for suite in suites))
        for name in ("tests", "failures", "errors", "skipped")
    }


def _element(tag: str, **attributes: str) -> ET.Element:
    return ET.Element(tag, {name: one_line(value) for name, value in attributes.items()})
