"""`mqtck bench`: how fast the kit itself is, measured."""

import argparse
import os
from typing import TYPE_CHECKING, Final

from .arguments import Parser, Subparsers, add_command, process_count
from .errors import CommandError, ExitCode
from .output import show, show_json, table, tell

if TYPE_CHECKING:
    from mqtck.conformance.bench.running import Bench

_ABOUT = """\
Measure how fast random cases are generated, executed on the reference and judged. Every figure is
measured by this run; it takes about three minutes, and other work on the machine makes it slower.

  checked_commands_per_second  generated, executed and judged by all processes together
  over_hypothesis              as a multiple of Hypothesis' RuleBasedStateMachine, in one process each
  spark_efficiency             a campaign on local[2] as a share of two plain processes
  depth_ratio                  a command on a queue of 100,000 messages, as a multiple of one of 10
  length_ratio                 a command in a trace of 100,000, as a multiple of one in a trace of 100
  features_s                   every scenario of the features once, in seconds and by all processes
  features_every_profile_s     every scenario under each profile that it is about, likewise"""

_EXIT_CODES: Final = "exit codes: 0 measured, 2 could not be measured, 64 wrong usage"


def add_parsers(subparsers: "Subparsers[Parser]") -> None:
    parser = add_command(
        subparsers,
        "bench",
        _bench,
        summary="measure how fast the kit itself is",
        about=_ABOUT,
        example="mqtck bench --format json",
        exit_codes=_EXIT_CODES,
    )
    parser.add_argument(
        "--processes",
        type=process_count,
        default=os.cpu_count() or 1,
        metavar="N",
        help="for checked_commands_per_second and the features; default: one for each processor",
    )
    parser.add_argument("--quick", action="store_true", help="measure little: a look in seconds, no proof")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="default: text")


def _bench(arguments: argparse.Namespace) -> ExitCode:
    import msgspec  # noqa: PLC0415 - not needed for --help

    from mqtck.conformance.bench.running import QUICK, Size, Subject, bench  # noqa: PLC0415
    from mqtck.conformance.bench.traffic import BenchError  # noqa: PLC0415
    from mqtck.conformance.contract import AdapterUnavailable  # noqa: PLC0415

    from .adapters import load_adapter  # noqa: PLC0415

    size = msgspec.structs.replace(QUICK if arguments.quick else Size(), processes=arguments.processes)
    try:
        result = bench(Subject(load_adapter, "reference"), size, tell)
    except (BenchError, AdapterUnavailable) as error:
        raise CommandError(f"the benchmark ended: {error}") from error
    if arguments.format == "json":
        show_json(msgspec.to_builtins(result))
    else:
        show(_told(result))
    return ExitCode.CONFORMS


def _told(result: "Bench") -> str:
    several = f"{result.processes} processes" if result.processes > 1 else "one process"
    spark = "not measured" if result.spark_efficiency is None else f"{result.spark_efficiency:.2f}"
    rows = [
        ("checked commands a second", f"{result.checked_commands_per_second:,}", several),
        ("times as many as Hypothesis", f"{result.over_hypothesis:.1f}", "one process each"),
        ("Spark's share of plain processes", spark, "2 processes"),
        ("cost at depth 100,000 over 10", f"{result.depth_ratio:.2f}", "one process"),
        ("cost in a trace of 100,000 over 100", f"{result.length_ratio:.2f}", "one process"),
        ("seconds for all features", f"{result.features_s:.1f}", several),
        ("and under every profile", f"{result.features_every_profile_s:.1f}", several),
    ]
    made = table(("measured", "figure", "on"), rows, (None, None, None))
    return "\n".join([made, *result.notes])
