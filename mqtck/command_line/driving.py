"""`mqtck run`, `campaign`, `replay` and `smoke`: the subcommands that drive adapters."""

import argparse
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from . import adapters
from .arguments import (
    OneList,
    Parser,
    Subparsers,
    add_command,
    add_master,
    add_methods,
    add_rules,
    add_seed,
    existing_file,
    folder,
    known_rules,
    names,
    process_count,
    share,
    whole_number,
)
from .asked_rules import tell_untestable
from .errors import ExitCode, UnavailableError, WrongUsageError
from .output import show, tell
from .reporting import (
    add_format,
    check_output,
    exit_code_of_report,
    exit_code_of_verdict,
    show_report,
    write_report,
)
from .trace_files import adapter_of, read_trace

if TYPE_CHECKING:
    from mqtck.conformance.campaign.coverage import Goal
    from mqtck.reference.vocabulary.results import ComplianceReport

    from .running import NamedAdapter

_CASES = 1000
"""Traces of a campaign."""

_CASES_UNTIL = 100_000
_PART_UNTIL = 250
"""Traces of a campaign that ends when enough was seen: at most, and of a part, after which it may end."""

_ADAPTER_HELP = (
    "a built-in name (see `mqtck adapters`), package.module:Class, path.py, path.py:Class, or exec:COMMAND"
)


def add_parsers(subparsers: "Subparsers[Parser]") -> None:
    _add_run(subparsers)
    _add_campaign(subparsers)
    _add_replay(subparsers)
    _add_smoke(subparsers)


def _add_run(subparsers: "Subparsers[Parser]") -> None:
    parser = add_command(
        subparsers,
        "run",
        _run,
        summary="judge implementations and write a compliance report",
        about="Judge implementations by features, stateful properties and a campaign; write a report of it.",
        example="mqtck run --adapter reference --adapter my_broker.py --rules DD-25,DD-27",
    )
    parser.add_argument(
        "--adapter",
        action="append",
        metavar="ADAPTER",
        help=f"{_ADAPTER_HELP}; may be repeated; default: reference",
    )
    add_rules(
        parser,
        "run only those scenarios of the features that are about these rules, in a campaign varied; what "
        "breaks other rules there or in the properties is reported too, but not that others conform, nor "
        "what scenarios about others would show of these; default: all",
    )
    add_methods(
        parser,
        default=None,
        usual=(
            "all for an implementation with a virtual clock, if all rules are asked for and there is a Java; "
            "else features,properties"
        ),
    )
    _add_profile(parser)
    add_seed(parser)
    parser.add_argument(
        "--processes",
        type=process_count,
        metavar="N",
        help=(
            "processes that share the features of an implementation with a virtual clock, each with an "
            "adapter of its own; default: one for each processor for a built-in adapter, 1 for another"
        ),
    )
    _add_output(
        parser,
        "conformance-report",
        "folder for the report and its replay files, which replace those of an earlier run",
    )
    add_format(parser)


def _add_campaign(subparsers: "Subparsers[Parser]") -> None:
    parser = add_command(
        subparsers,
        "campaign",
        _campaign,
        summary="judge an implementation by many random traces, on Spark",
        about=(
            "Generate random traces, execute and judge them on Spark; write the results and a report. "
            "A campaign that was stopped is continued by the same command."
        ),
        example="mqtck campaign --adapter reference --cases 10000 --master 'local[4]'",
    )
    _add_adapter(parser)
    _add_profile(parser)
    add_rules(
        parser,
        "only traces of scenarios that are about these rules, varied and beside others, except on a real "
        "clock; what breaks other rules is reported too; default: all",
    )
    add_seed(parser)
    parser.add_argument(
        "--cases",
        type=whole_number(1),
        metavar="N",
        help=f"traces; default: {_CASES}, or with --until at most {_CASES_UNTIL}",
    )
    _add_goal(parser)
    parser.add_argument(
        "--commands", type=whole_number(1), default=100, metavar="N", help="commands of a trace; default: 100"
    )
    add_master(parser)
    _add_parts(parser)
    _add_output(parser, "campaign-results", "folder for results, report and replay files")
    add_format(parser)


def _add_goal(parser: Parser) -> None:
    """When a campaign ends before all its cases."""
    parser.add_argument(
        "--until",
        choices=("covered",),
        help="draw more often what was seldom seen, and end when enough was seen",
    )
    parser.add_argument(
        "--covered-share",
        type=share,
        metavar="SHARE",
        help="how much of the rules and answers that can be reached is enough; default: 0.95",
    )
    parser.add_argument(
        "--covered-times",
        type=whole_number(1),
        metavar="N",
        help="how often each must have been seen; default: 10",
    )


def _add_parts(parser: Parser) -> None:
    """How a campaign is divided, and what becomes of parts that are there already."""
    parser.add_argument(
        "--part",
        type=whole_number(1),
        metavar="N",
        help="traces of a part, which is finished as a whole and never run again; default: by their length",
    )
    parser.add_argument(
        "--partitions",
        type=whole_number(1),
        metavar="N",
        help="tasks that share a part, each with an adapter of its own; default: by the processors",
    )
    parser.add_argument(
        "--restart",
        dest="existing",
        action="store_const",
        const="replace",
        default="continue",
        help="discard what the output folder holds of a campaign, and begin anew",
    )


def _add_replay(subparsers: "Subparsers[Parser]") -> None:
    parser = add_command(
        subparsers,
        "replay",
        _replay,
        summary="execute and judge a saved trace again",
        about="Execute the commands of a saved trace once more and judge what comes of it.",
        example="mqtck replay conformance-report/replays/artemis/NAME.jsonl --adapter artemis",
    )
    parser.add_argument("file", type=existing_file, metavar="FILE", help="a trace in JSON lines")
    parser.add_argument(
        "--adapter",
        metavar="ADAPTER",
        help=f"{_ADAPTER_HELP}; default: the one that the trace was made with",
    )


def _add_smoke(subparsers: "Subparsers[Parser]") -> None:
    parser = add_command(
        subparsers,
        "smoke",
        _smoke,
        summary="check whether an adapter keeps the contract",
        about="Try an adapter with a few commands: its clock, its abilities and its answers.",
        example="mqtck smoke --adapter my_broker.py",
        exit_codes="exit codes: 0 the adapter keeps the contract, 2 it does not, 64 wrong usage",
    )
    _add_adapter(parser)


def _add_adapter(parser: Parser) -> None:
    parser.add_argument(
        "--adapter",
        default="reference",
        metavar="ADAPTER",
        help=f"{_ADAPTER_HELP}; default: reference",
    )


def _add_profile(parser: Parser) -> None:
    parser.add_argument(
        "--profile",
        action=OneList,
        type=names,
        default=(),
        metavar="NAME,...",
        help=(
            "platforms (and -8.0 for the older edition of the documents) to judge by, such as z/os or "
            "multiplatforms-8.0; default: all that an adapter offers"
        ),
    )


def _add_output(parser: Parser, usual: str, what: str) -> None:
    parser.add_argument(
        "--output", type=folder, default=Path(usual), metavar="FOLDER", help=f"{what}; default: {usual}"
    )


def _run(arguments: argparse.Namespace) -> ExitCode:
    from mqtck.reference.vocabulary.results import Method, MissingImplementation  # noqa: PLC0415

    from . import running  # noqa: PLC0415 - brings in what judges

    rules = frozenset(known_rules(arguments.rules or ()))
    tell_untestable(rules, arguments.methods)
    check_output(arguments.output)
    missing: list[MissingImplementation] = []
    closing: dict[str, str] = {}
    with ExitStack() as stack:
        started = []
        for spec in dict.fromkeys(arguments.adapter or ["reference"]):
            try:
                started.append(stack.enter_context(_started(spec, closing)))
            except UnavailableError as error:
                tell(str(error))
                missing.append(MissingImplementation(adapter=error.adapter, why=error.why))
        report = running.run(
            started,
            missing=missing,
            rules=rules,
            methods=None if arguments.methods is None else frozenset(map(Method, arguments.methods)),
            profiles=arguments.profile,
            seed=arguments.seed,
            output=arguments.output,
            tell=tell,
            processes=arguments.processes,
        )
    return _finish(running.with_closing(report, closing), arguments)


def _campaign(arguments: argparse.Namespace) -> ExitCode:
    from mqtck.conformance.campaign.plan import Existing  # noqa: PLC0415

    from . import running  # noqa: PLC0415 - brings in what judges

    rules = frozenset(known_rules(arguments.rules or ()))
    if rules and arguments.until is not None:
        raise WrongUsageError("--rules and --until do not go together: scenarios cannot be steered.")
    if rules:
        tell_untestable(rules, ("campaign",))
    check_output(arguments.output)
    goal = _goal(arguments)
    closing: dict[str, str] = {}
    with _started(arguments.adapter, closing) as adapter:
        report = running.campaign(
            adapter,
            rules=rules,
            profiles=arguments.profile,
            seed=arguments.seed,
            cases=arguments.cases or (_CASES if goal is None else _CASES_UNTIL),
            commands=arguments.commands,
            master=arguments.master,
            output=arguments.output,
            tell=tell,
            part=arguments.part or (None if goal is None else _PART_UNTIL),
            partitions=arguments.partitions,
            existing=Existing(arguments.existing),
            goal=goal,
        )
    return _finish(running.with_closing(report, closing), arguments)


def _goal(arguments: argparse.Namespace) -> "Goal | None":
    """What is enough, if that ends the campaign. Raises WrongUsageError."""
    from mqtck.conformance.campaign.coverage import Goal  # noqa: PLC0415 - brings in what judges

    asked = {"share": arguments.covered_share, "times": arguments.covered_times}
    given = {name: value for name, value in asked.items() if value is not None}
    if arguments.until is None and given:
        option = f"--covered-{next(iter(given))}"
        raise WrongUsageError(f"{option} says when enough is covered; it goes with --until covered.")
    return None if arguments.until is None else Goal(**given)


def _replay(arguments: argparse.Namespace) -> ExitCode:
    from .replaying import replay  # noqa: PLC0415 - brings in what judges

    trace = read_trace(arguments.file)
    with _started(arguments.adapter or adapter_of(trace, arguments.file), {}) as adapter:
        answer = replay(trace, adapter, tell=tell)
    show(answer.text)
    return exit_code_of_verdict(answer.verdict)


def _smoke(arguments: argparse.Namespace) -> ExitCode:
    from mqtck.conformance.contract import AdapterUnavailable  # noqa: PLC0415

    from . import running  # noqa: PLC0415 - brings in what judges

    answer = None
    if arguments.adapter not in adapters.BUILT_IN:
        with _started(arguments.adapter, {}) as apart:
            answer = running.end_of_process(apart)
    if answer is None:
        # In this process: what is looked at are the objects that the adapter answers with.
        adapter = running.NamedAdapter(arguments.adapter, adapters.load_adapter(arguments.adapter))
        try:
            answer = running.smoke(adapter, tell=tell)
        except AdapterUnavailable as error:
            raise UnavailableError(arguments.adapter, str(error)) from error
    show(answer.text)
    return exit_code_of_verdict(answer.verdict)


@contextmanager
def _started(spec: str, closing: dict[str, str]) -> "Iterator[NamedAdapter]":
    """A started adapter, stopped at the end; that it fails to stop is told, and put into `closing`."""
    from mqtck.conformance.contract import AdapterUnavailable  # noqa: PLC0415
    from mqtck.conformance.execution.loading import closed  # noqa: PLC0415

    from .running import NamedAdapter  # noqa: PLC0415

    adapter = adapters.start_adapter(spec)
    try:
        yield NamedAdapter(spec, adapter)
    except AdapterUnavailable as error:
        raise UnavailableError(spec, str(error)) from error
    finally:
        if problem := closed(adapter):
            closing[spec] = problem
            tell(f"adapter {spec} failed while it was closed: {problem}")


def _finish(report: "ComplianceReport", arguments: argparse.Namespace) -> ExitCode:
    """Write the report, print it, and say how it went."""
    from mqtck.reports.summary import in_one_line  # noqa: PLC0415
    from mqtck.reports.text import one_line  # noqa: PLC0415

    show_report(report, arguments.format, write_report(report, arguments.output))
    for one in report.implementations:
        tell(one_line(f"{one.implementation.adapter}: {in_one_line(one, report.ledger)}"))
    return exit_code_of_report(report)
