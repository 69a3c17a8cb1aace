"""Reports of the subcommands that judge: put together, written, printed, and what they mean as an exit code.

`mqtck report`, which shows a report that was made before, has a module of its own.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from mqtck import __version__

from .arguments import Parser
from .errors import ExitCode, WrongUsageError
from .output import show, tell

if TYPE_CHECKING:
    from mqtck.reference.vocabulary.results import (
        ComplianceReport,
        ImplementationReport,
        MissingImplementation,
        Verdict,
    )


def add_format(parser: Parser) -> None:
    """The option `--format`: what is printed of a report that is written in all forms."""
    parser.add_argument(
        "--format",
        choices=("terminal", "json"),
        default="terminal",
        help="what is printed; default: terminal",
    )


def check_output(folder: Path) -> None:
    """Refuse a folder that cannot be written before anything runs, not after. Raises WrongUsageError."""
    from mqtck.reports.forms import ReportError, check_writable  # noqa: PLC0415 - not needed for --help

    try:
        check_writable(folder)
    except ReportError as error:
        raise WrongUsageError(str(error)) from error


def compliance_report(
    implementations: "Iterable[ImplementationReport]", missing: "Iterable[MissingImplementation]" = ()
) -> "ComplianceReport":
    """A report of now, by this version of the kit, on all rules of the ledger."""
    from mqtck.conformance.ledger.rules import load  # noqa: PLC0415 - reads the ledger
    from mqtck.reference.vocabulary.results import REPORT_FORMAT_VERSION, ComplianceReport  # noqa: PLC0415

    return ComplianceReport(
        mqtck_report=REPORT_FORMAT_VERSION,
        kit_version=__version__,
        made=datetime.now(UTC).isoformat(timespec="seconds"),
        ledger=len(load().rules),
        implementations=tuple(implementations),
        missing=tuple(missing),
    )


def write_report(report: "ComplianceReport", folder: Path) -> tuple[Path, ...]:
    """Write the report in all its forms; the paths. Raises WrongUsageError."""
    from mqtck.reports.forms import ReportError, write_all  # noqa: PLC0415 - not needed for --help

    try:
        return write_all(report, folder)
    except ReportError as error:
        raise WrongUsageError(str(error)) from error


def show_report(report: "ComplianceReport", form: str, paths: Iterable[Path]) -> None:
    """Print the report in one form, and tell where it was written."""
    from mqtck.reports.forms import Form, render  # noqa: PLC0415 - not needed for --help

    show(render(report, Form(form)))
    for path in paths:
        tell(f"written: {path}")


def exit_code_of_report(report: "ComplianceReport") -> ExitCode:
    """Violates where any rule is violated; cannot tell where something else than conforming stood in the way.

    Unsupported rules stand in no way, but a report in which nothing was judged does.
    """
    from mqtck.reference.vocabulary.results import RuleVerdict, Verdict  # noqa: PLC0415

    verdicts = [rule.verdict for one in report.implementations for rule in one.rules]
    if RuleVerdict.VIOLATES in verdicts:
        return ExitCode.VIOLATES
    unclear = {RuleVerdict.INDETERMINATE, RuleVerdict.ADAPTER_ERROR}
    methods = [method for one in report.implementations for method in one.methods]
    if any(method.verdicts.get(Verdict.ADAPTER_ERROR) for method in methods):
        return ExitCode.CANNOT_TELL
    if report.missing or unclear.intersection(verdicts) or RuleVerdict.CONFORMS not in verdicts:
        return ExitCode.CANNOT_TELL
    return ExitCode.CONFORMS


def exit_code_of_verdict(verdict: "Verdict") -> ExitCode:
    """Of one trace, one adapter that was tried, or all recordings together."""
    from mqtck.reference.vocabulary.results import Verdict  # noqa: PLC0415

    match verdict:
        case Verdict.CONFORMS:
            return ExitCode.CONFORMS
        case Verdict.VIOLATES:
            return ExitCode.VIOLATES
        case _:
            return ExitCode.CANNOT_TELL
