"""`mqtck report`: a report that was made, in another form."""

import argparse

from .arguments import EXIT_CODES_OF_A_PAGE, Parser, Subparsers, add_command, file, folder
from .errors import ExitCode, WrongUsageError
from .output import show

_FORMS = ("terminal", "markdown", "html", "junit", "json")


def add_parsers(subparsers: "Subparsers[Parser]") -> None:
    parser = add_command(
        subparsers,
        "report",
        _report,
        summary="show or write a report in another form",
        about=(
            "Read a report.json and print it in another form, or write all forms to a folder. "
            "Ends with 0 when that was done, whatever the report says."
        ),
        example="mqtck report conformance-report/report.json --format markdown",
        exit_codes=EXIT_CODES_OF_A_PAGE,
    )
    parser.add_argument("file", type=file, metavar="FILE", help="a report.json")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--to", type=folder, metavar="FOLDER", help="write all forms to this folder")
    where.add_argument("--format", choices=_FORMS, default="terminal", help="default: terminal")


def _report(arguments: argparse.Namespace) -> ExitCode:
    from mqtck.reports.forms import Form, ReportError, read_json, render, write_all  # noqa: PLC0415

    try:
        report = read_json(arguments.file)
        if arguments.to is None:
            show(render(report, Form(arguments.format)))
        else:
            show("\n".join(str(path) for path in write_all(report, arguments.to)))
    except ReportError as error:
        raise WrongUsageError(str(error)) from error
    return ExitCode.CONFORMS
