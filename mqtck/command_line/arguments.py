"""Argument parsing shared by the subcommands: a parser that raises instead of exiting, and checked values.

Values that need the ledger are checked when a subcommand runs, so that nothing is read for `--help`.
"""

import argparse
import os
import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import NoReturn

from .errors import ExitCode, WrongUsageError

Handler = Callable[[argparse.Namespace], ExitCode]

METHODS = ("features", "properties", "campaign")
QUICK_METHODS = ("features", "properties")
"""What is done unless told otherwise; a campaign takes its time."""


_MOST_PROCESSES = 64
_MOST_FOR_EACH_PROCESSOR = 4


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are `WrongUsageError`, in one sentence."""

    def __init__(self, **settings: object) -> None:
        settings.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(**settings, allow_abbrev=False)  # type: ignore[arg-type]
        self.register("action", None, Once)

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Unknown arguments are an error of the subcommand that got them, so that its own help is named."""
        known, others = super().parse_known_args(args, namespace)
        if others:
            self.error(f"unrecognized arguments: {' '.join(others)}{self._meant(others[0])}")
        return known, others

    def _meant(self, other: str) -> str:
        """What an argument that is not known seems to stand for."""
        options = [option for option in self._option_string_actions if option.startswith("--")]
        if other.startswith("-"):
            # Without the dashes, which all have: --adapter is not like --master.
            names_of_options = [option.removeprefix("--") for option in options]
            near = get_close_matches(other.partition("=")[0].lstrip("-"), names_of_options, n=1, cutoff=0.65)
            return f"; did you mean --{near[0]}?" if near else ""
        return f"; an adapter is given as --adapter {other}" if "--adapter" in options else ""

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """The nearest of the choices stands behind an error where there is one."""
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            near = get_close_matches(str(value), [str(one) for one in action.choices or ()], n=1)
            if near:
                raise argparse.ArgumentError(action, f"{error.message}; did you mean {near[0]}?") from None
            raise

    def error(self, message: str) -> NoReturn:
        end = "" if message.endswith("?") else ";"
        raise WrongUsageError(f"{self.prog}: {message.rstrip('.')}{end} see `{self.prog} --help`.")


class Once(argparse.Action):
    """Stores a value, and refuses a second one of the same option: argparse would drop the first silently."""

    said = "takes one; it was given more than once"

    def __call__(
        self,
        parser: argparse.ArgumentParser,  # noqa: ARG002 - argparse gives it
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        given = vars(namespace).setdefault("options_given", set())
        if option_string is not None and self.dest in given:
            raise argparse.ArgumentError(self, self.said)
        given.add(self.dest)
        setattr(namespace, self.dest, values)


class OneList(Once):
    said = "takes one list, its names separated by commas; it was given more than once"


Subparsers = argparse._SubParsersAction  # noqa: SLF001 - argparse gives the type no public name


_EXIT_CODES = (
    "exit codes: 0 conforms, 1 violates, 2 cannot tell or adapter error, 64 wrong usage,\n"
    "130 interrupted (Ctrl-C)"
)

EXIT_CODES_OF_A_PAGE = "exit codes: 0 shown, 64 wrong usage"
"""Of the subcommands that judge nothing."""


def add_command(
    subparsers: "Subparsers[Parser]",
    name: str,
    handler: Handler,
    *,
    summary: str,
    about: str,
    example: str,
    exit_codes: str = _EXIT_CODES,
) -> Parser:
    """A subcommand with its help: a summary line, a paragraph, and an example of a call."""
    parser = subparsers.add_parser(
        name, help=summary, description=about, epilog=f"example:\n  {example}\n\n{exit_codes}"
    )
    parser.set_defaults(handler=handler)
    return parser


def whole_number(least: int) -> Callable[[str], int]:
    """A parser of whole numbers not below `least`."""

    def parse(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if number < least:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of {least} or more")
        return number

    return parse


def process_count(text: str) -> int:
    """A number of processes; many more than there are processors only take each other's time and memory."""
    number = whole_number(1)(text)
    most = max(_MOST_PROCESSES, _MOST_FOR_EACH_PROCESSOR * (os.cpu_count() or 1))
    if number > most:
        raise argparse.ArgumentTypeError(f"{text!r} are too many for this machine; give {most} at most")
    return number


def add_master(parser: Parser) -> None:
    parser.add_argument(
        "--master",
        type=_spark_master,
        default="local[*]",
        metavar="URL",
        help="Spark master; default: local[*]",
    )


def _spark_master(text: str) -> str:
    """The URL of a Spark master, in a form that Spark knows."""
    if not re.fullmatch(
        r"local(\[(\*|[1-9]\d*)(, *[1-9]\d*)?\])?|local-cluster\[.+\]|(spark|k8s)://.+|yarn", text
    ):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no Spark master; give local[N], spark://HOST:PORT, k8s://URL or yarn"
        )
    return text


def share(text: str) -> float:
    """A share of a whole: above 0, at most 1."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a share; give a number above 0 and up to 1")
    return number


def names(text: str) -> tuple[str, ...]:
    """A list separated by commas, or blanks as well, without repetitions and in the order given."""
    found = tuple(dict.fromkeys(re.findall(r"[^,\s]+", text)))
    if not found:
        raise argparse.ArgumentTypeError(f"{text!r} names nothing; separate names by commas")
    return found


def methods(text: str) -> tuple[str, ...]:
    """Methods by their names."""
    chosen = names(text)
    unknown = [name for name in chosen if name not in METHODS]
    if unknown:
        raise argparse.ArgumentTypeError(f"{', '.join(unknown)}: methods are {', '.join(METHODS)}")
    return chosen


def add_methods(
    parser: Parser,
    *,
    remark: str = "",
    default: tuple[str, ...] | None = QUICK_METHODS,
    usual: str = ",".join(QUICK_METHODS),
) -> None:
    """The option `--methods`; a remark stands behind the names in its help, and `usual` tells the default."""
    parser.add_argument(
        "--methods",
        action=OneList,
        type=methods,
        default=default,
        metavar="NAME,...",
        help=f"of {','.join(METHODS)}{remark}; default: {usual}",
    )


def add_rules(parser: Parser, told: str) -> None:
    """The option `--rules`, with its help."""
    parser.add_argument("--rules", action=OneList, type=names, metavar="ID,...", help=told)


def add_seed(parser: Parser) -> None:
    parser.add_argument(
        "--seed", type=whole_number(0), default=1, metavar="N", help="seed of all random choices; default: 1"
    )


def folder(text: str) -> Path:
    """The path of a folder, be it there or not; an empty text (an unset variable, say) is none."""
    if not text:
        raise argparse.ArgumentTypeError("'' names no folder; give . for the one you are in")
    return Path(text)


def file(text: str) -> Path:
    """The path of a file, be it there or not; an empty text (an unset variable, say) is none."""
    if not text:
        raise argparse.ArgumentTypeError("'' names no file")
    return Path(text)


def existing_file(text: str) -> Path:
    """The path of an existing file."""
    path = file(text)
    if not path.is_file():
        state = "is a folder, not a file" if path.is_dir() else "does not exist"
        raise argparse.ArgumentTypeError(f"{text} {state}")
    return path


def known_rules(ids: tuple[str, ...]) -> tuple[str, ...]:
    """The rule ids in their usual form, case put right. Raises WrongUsageError for an id of no rule."""
    from mqtck.conformance.ledger.rules import UnknownRuleError, load  # noqa: PLC0415 - reads the ledger

    ledger = load()
    try:
        return tuple(
            ledger.rule(rule_id.upper() if rule_id.upper() in ledger.rules else rule_id).id for rule_id in ids
        )
    except UnknownRuleError as error:
        raise WrongUsageError(str(error)) from None
