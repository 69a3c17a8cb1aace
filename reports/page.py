"""The report as one HTML page that needs nothing else: styles and the few lines of script are inside it."""

from functools import cache
from importlib.resources import files

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup

from mqtck.reference.vocabulary.results import ComplianceReport

from .summary import (
    ORDER,
    Deviation,
    deviation,
    headline,
    in_reading_order,
    mark,
    meaning,
    missing_lines,
    name_of,
    reason,
    scenarios_that_break,
    scenarios_that_told,
    source_of,
    telling,
    verdict_counts,
)
from .text import one_line, printable


def to_html(report: ComplianceReport) -> str:
    """The whole report as one page; every text in it is escaped."""
    return _template().render(report=report)


@cache
def _template() -> Template:
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, finalize=_finished
    )
    environment.filters.update(one_line=one_line)
    environment.globals.update(
        ORDER=ORDER,
        Deviation=Deviation,
        deviation=deviation,
        headline=headline,
        in_reading_order=in_reading_order,
        mark=mark,
        meaning=meaning,
        missing_lines=missing_lines,
        name_of=name_of,
        source_of=source_of,
        reason=reason,
        scenarios_that_break=scenarios_that_break,
        scenarios_that_told=scenarios_that_told,
        telling=telling,
        verdict_counts=verdict_counts,
    )
    source = (files(__package__) / "templates" / "report.html").read_text(encoding="utf-8")
    return environment.from_string(source)


def _finished(value: object) -> object:
    """What the template puts out: every text made printable, but for what the template itself wrote."""
    return printable(value) if isinstance(value, str) and not isinstance(value, Markup) else value
