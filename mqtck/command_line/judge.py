"""`mqtck judge`: recordings of a live system, judged without an adapter."""

import argparse
import importlib.resources
import shlex
import time
from pathlib import Path
from typing import TYPE_CHECKING

from .arguments import Parser, Subparsers, add_command, add_master, folder
from .errors import CommandError, ExitCode, WrongUsageError
from .output import show, tell
from .reporting import (
    add_format,
    check_output,
    compliance_report,
    exit_code_of_verdict,
    show_report,
    write_report,
)

if TYPE_CHECKING:
    from mqtck.conformance.recordings.judging import Named, Recordings
    from mqtck.reference.vocabulary.traces import Trace


_OUTPUT = Path("judge-report")
_FINDINGS = "findings"


def add_parsers(subparsers: "Subparsers[Parser]") -> None:
    parser = add_command(
        subparsers,
        "judge",
        _judge,
        summary="judge what was recorded from a live system",
        about=(
            "Judge recorded traces, in JSON lines or Parquet: no adapter, and what was not recorded is "
            "unknown, never wrong. `mqtck judge --recording` tells how to record."
        ),
        example="mqtck judge recordings/ 'more/2026-11-*.jsonl.gz' day.parquet",
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="files, folders, or patterns in quotes")
    parser.add_argument(
        "--recording",
        action=_ShowPage,
        nargs=0,
        default=argparse.SUPPRESS,
        help="print how to record, and exit",
    )
    parser.add_argument(
        "--spark",
        choices=("auto", "always", "never"),
        default="auto",
        help="judge on Spark; auto: where there is much to read; default: auto",
    )
    add_master(parser)
    parser.add_argument(
        "--output",
        type=folder,
        metavar="FOLDER",
        help="folder for the report; default: judge-report, or judge-report/again where what is judged is a "
        "finding of judge-report",
    )
    add_format(parser)


class _ShowPage(argparse.Action):
    """As `--help`, it needs none of the other arguments."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        page = importlib.resources.files("mqtck.conformance") / "RECORDING.md"
        show(page.read_text(encoding="utf-8").rstrip())
        parser.exit()


def _judge(arguments: argparse.Namespace) -> ExitCode:
    from mqtck.conformance.recordings.files import InputError  # noqa: PLC0415
    from mqtck.conformance.recordings.judging import LITTLE, judge_here, named  # noqa: PLC0415
    from mqtck.conformance.recordings.report import told_of  # noqa: PLC0415
    from mqtck.reports.text import one_line  # noqa: PLC0415

    if arguments.output is not None:
        check_output(arguments.output)
    try:
        found = named(arguments.files)
    except InputError as error:
        raise WrongUsageError(str(error)) from error
    if arguments.output is None:
        arguments.output = _usual_output(found)
        check_output(arguments.output)
    if not found.files:
        told = (f"{problem.file} is {problem.text}" for problem in found.problems)
        raise WrongUsageError(f"{'; '.join(told)}.")
    begun = time.perf_counter()
    on_spark = arguments.spark == "always" or (arguments.spark == "auto" and found.size > LITTLE)
    recordings = _on_spark(found, arguments.master, arguments.output) if on_spark else judge_here(found)
    summed_up = _write(recordings, found, time.perf_counter() - begun, arguments)
    for problem in recordings.problems:
        tell(one_line(told_of(problem)))
    for why in recordings.undecided:
        tell(one_line(f"not decided: {why}"))
    if recordings.untold:
        tell(f"and {recordings.untold} more of these")
    tell(one_line(summed_up))
    return exit_code_of_verdict(recordings.verdict)


def _usual_output(found: "Named") -> Path:
    """The report about a finding that is judged again does not take the place of the one that it is of."""
    return _OUTPUT / "again" if _are_findings(found, _OUTPUT) else _OUTPUT


def _are_findings(found: "Named", output: Path) -> bool:
    """Whether any of the files is a finding that the folder holds."""
    findings = (output / _FINDINGS).resolve()
    return any(Path(file).resolve().parent == findings for file in found.files)


def _on_spark(found: "Named", master: str, output: Path) -> "Recordings":
    from mqtck.conformance.campaign.spark import SparkFailure  # noqa: PLC0415 - brings in Spark
    from mqtck.conformance.contract import AdapterUnavailable  # noqa: PLC0415
    from mqtck.conformance.recordings.spark import judge_on_spark  # noqa: PLC0415

    tell(f"judging on Spark, {master}")
    try:
        return judge_on_spark(found, master, output, tell)
    except (SparkFailure, AdapterUnavailable) as error:
        raise CommandError(
            f"{str(error).rstrip('.')}. Or judge in this process alone, with --spark never."
        ) from error


def _write(recordings: "Recordings", found: "Named", seconds: float, arguments: argparse.Namespace) -> str:
    """Write the report in all its forms and print one; returns what came of it in a line."""
    from mqtck.conformance.recordings.report import detail, report_on  # noqa: PLC0415
    from mqtck.reports.summary import in_one_line  # noqa: PLC0415

    findings = _Findings(arguments.output / _FINDINGS)
    try:
        part = report_on(recordings, seconds, findings.save)
        report = compliance_report([part])
        paths = write_report(report, arguments.output)
        if not _are_findings(found, arguments.output):
            findings.forget_others()
    except OSError as error:
        raise WrongUsageError(f"{findings.folder} cannot be written ({error.strerror}).") from error
    show_report(report, arguments.format, paths)
    return f"recordings, {detail(recordings)}: {in_one_line(part, report.ledger)}"


class _Findings:
    """The folder of the findings, one file for each rule."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._saved: set[str] = set()

    def save(self, rule: str, trace: "Trace") -> str:
        """Keep a trace, and give the command line that judges it again. Raises OSError."""
        from mqtck.reference.vocabulary.traces import encode_lines  # noqa: PLC0415

        path = self.folder / f"{rule}.jsonl"
        self._saved.add(rule)
        self.folder.mkdir(parents=True, exist_ok=True)
        path.write_bytes(encode_lines(trace))
        return f"mqtck judge {shlex.quote(str(path))}"

    def forget_others(self) -> None:
        """Remove what an earlier judgement has left of rules that nothing was saved of. Raises OSError."""
        from mqtck.conformance.ledger.rules import load  # noqa: PLC0415

        for rule in load().rules.keys() - self._saved:
            (self.folder / f"{rule}.jsonl").unlink(missing_ok=True)
