"""`mqtck mutants`: the kit's own proof, one wrong implementation after the other."""

import argparse
import os
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from .arguments import (
    Parser,
    Subparsers,
    add_command,
    add_methods,
    add_rules,
    add_seed,
    file,
    known_rules,
    process_count,
    whole_number,
)
from .errors import ExitCode, WrongUsageError
from .output import show, table, tell

if TYPE_CHECKING:
    from mqtck.conformance.mutants.trials import Effort, Scores, Trial, Tried
    from mqtck.reference.vocabulary.results import Method

_EXIT_CODES = (
    "exit codes: 0 each mutant is killed and fairly blamed by a method, 1 some are not, 64 wrong usage\n"
    "Blame is fair where it names a rule of the mutant's or one that the ledger links to it."
)


def add_parsers(subparsers: "Subparsers[Parser]") -> None:
    parser = add_command(
        subparsers,
        "mutants",
        _mutants,
        summary="test the kit itself: break the reference and see that it notices",
        about=(
            "Make the reference wrong in one way each, and see whether features, properties and random "
            "cases notice and blame the right rule."
        ),
        example="mqtck mutants --rules DD-28 --methods features,campaign",
        exit_codes=_EXIT_CODES,
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="mutants to try; default: all")
    add_rules(parser, "only the mutants that break these rules")
    add_methods(parser, remark=" (here without Spark)")
    parser.add_argument(
        "--examples",
        type=whole_number(1),
        default=200,
        metavar="N",
        help="random examples or cases for each mutant; default: 200",
    )
    add_seed(parser)
    parser.add_argument(
        "--processes",
        type=process_count,
        default=os.cpu_count() or 1,
        metavar="N",
        help="processes that share the mutants; default: one for each processor",
    )
    parser.add_argument("--format", choices=("text", "json"), default="text", help="default: text")
    parser.add_argument("--output", type=file, metavar="FILE", help="write it there and not to the terminal")


def _mutants(arguments: argparse.Namespace) -> ExitCode:
    import msgspec  # noqa: PLC0415 - not needed for --help

    from mqtck.conformance.mutants.trials import Effort, scores  # noqa: PLC0415
    from mqtck.reference.vocabulary.results import Method  # noqa: PLC0415

    chosen = _chosen(tuple(arguments.names), known_rules(arguments.rules or ()))
    _check_output(arguments.output)
    methods = tuple(Method(name) for name in arguments.methods)
    effort = Effort(examples=arguments.examples, seed=arguments.seed)
    tried: list[Tried] = []
    for one in _tried(chosen, methods, effort, arguments.processes):
        tried.append(one)
        flaw = _flaw(one)
        if flaw or len(tried) % 20 == 0:
            tell(f"{len(tried)} of {len(chosen)}: {one.name}{flaw}")
    result = scores(tried)
    if arguments.format == "json":
        _give(msgspec.json.format(msgspec.json.encode(result), indent=1).decode(), arguments.output)
    else:
        _give(_told(result, methods), arguments.output)
    return ExitCode.CONFORMS if result.blamed == len(tried) else ExitCode.VIOLATES


def _chosen(wanted: tuple[str, ...], rules: tuple[str, ...]) -> tuple[str, ...]:
    """The names of the mutants to try. Raises WrongUsageError where there is none."""
    from mqtck.conformance.mutants.registry import all_mutants  # noqa: PLC0415 - not needed for --help

    known = {mutant.name: mutant for mutant in all_mutants()}
    for name in wanted:
        if name not in known:
            near = get_close_matches(name, known, n=1)
            hint = f"; the nearest is {near[0]}" if near else ""
            raise WrongUsageError(f"no mutant is called {name!r}{hint}.")
    chosen = wanted or tuple(known)
    breaking = tuple(name for name in chosen if not rules or set(rules) & set(known[name].rules))
    if not breaking:
        if wanted:
            raise WrongUsageError(f"none of these mutants breaks {' or '.join(rules)}.")
        raise WrongUsageError(f"no mutant breaks {' or '.join(rules)}; see `mqtck rules {rules[0]}`.")
    return breaking


def _check_output(path: Path | None) -> None:
    if path is not None and (path.is_dir() or not path.absolute().parent.is_dir()):
        raise WrongUsageError(f"{path} cannot be written; name a file in an existing folder.")


def _tried(
    chosen: tuple[str, ...], methods: "tuple[Method, ...]", effort: "Effort", processes: int
) -> "Iterator[Tried]":
    """What came of each mutant, in their order."""
    from mqtck.conformance.execution.pools import process_pool, results  # noqa: PLC0415 - not needed for --help

    tried = partial(try_mutant, methods=methods, effort=effort)
    if processes == 1 or len(chosen) == 1:
        yield from map(tried, chosen)
        return
    with process_pool(min(processes, len(chosen))) as pool:
        yield from results(pool, tried, chosen)


def try_mutant(name: str, methods: "tuple[Method, ...]", effort: "Effort") -> "Tried":
    """The work of one process for one mutant."""
    from mqtck.conformance.mutants.registry import all_mutants  # noqa: PLC0415
    from mqtck.conformance.mutants.trials import try_out  # noqa: PLC0415 - imported once in each process

    mutant = next(mutant for mutant in all_mutants() if mutant.name == name)
    return try_out(mutant, methods, effort)


def _give(text: str, path: Path | None) -> None:
    if path is None:
        show(text)
        return
    try:
        path.write_text(text if text.endswith("\n") else f"{text}\n", encoding="utf-8")
    except OSError as error:
        raise WrongUsageError(f"{path} cannot be written ({error.strerror}); name another file.") from error
    tell(f"written: {path}")


def _flaw(one: "Tried") -> str:
    if not one.killed:
        return " survives"
    unfair = [f"{method}: {', '.join(one.methods[method].blamed)}" for method in one.unfairly]
    return f" is blamed unfairly by {'; '.join(unfair)}" if unfair else ""


def _told(result: "Scores", methods: "Iterable[Method]") -> str:
    methods = tuple(methods)
    rows = [
        (one.name, one.sentence, one.rules[0], *(_cell(one.methods[method]) for method in methods))
        for one in result.mutants
    ]
    widths = (30, 40, None, *(34 for _ in methods))
    headers = ("mutant", "what it gets wrong", "rule", *(method.value for method in methods))
    lines = [table(headers, rows, widths), ""]
    lines += _weak_rules(result, methods)
    for method, score in result.methods.items():
        length = (
            "" if score.median_commands is None else f", {score.median_commands:g} commands in the median"
        )
        lines.append(
            f"{method.value}: {score.killed} of {score.mutants} killed, {score.blamed} fairly blamed{length}"
        )
        if score.survivors:
            lines.append(f"{method.value} alone lets survive: {', '.join(score.survivors)}")
    lines.append(
        f"all methods: {result.killed} of {len(result.mutants)} killed, {result.blamed} fairly blamed, "
        f"{len(result.rules)} rules"
    )
    if result.survivors:
        lines.append(f"survivors: {', '.join(result.survivors)}")
    if result.unfair:
        lines.append(f"blamed unfairly by a method: {', '.join(result.unfair)}")
    return "\n".join(lines)


def _weak_rules(result: "Scores", methods: "Iterable[Method]") -> list[str]:
    """A table of the rules on which a method alone misses a mutant."""
    methods = tuple(methods)
    rows = [
        (rule, score.mutants, *(score.methods[method] for method in methods))
        for rule, score in result.rules.items()
        if any(score.methods[method] < score.mutants for method in methods)
    ]
    if not rows:
        return []
    headers = ("rule", "mutants", *(f"killed by {method.value}" for method in methods))
    return [table(headers, [tuple(map(str, row)) for row in rows], (None,) * len(headers)), ""]


def _cell(trial: "Trial") -> str:
    if not trial.killed:
        return "survives" + (f" ({trial.reason})" if trial.reason else "")
    rules = ", ".join(trial.blamed)
    return f"{rules}{'' if trial.fair else ' (unfair)'}; {trial.commands} commands"
