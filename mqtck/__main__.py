"""The program `mqtck`. Each subcommand imports what it needs when it runs, so that help is instant."""

import errno
import os
import sys
import threading
import traceback
from collections.abc import Sequence

from mqtck import __version__
from mqtck.command_line import adapters, bench, driving, judge, mutants, report, rules
from mqtck.command_line.arguments import Handler, Parser
from mqtck.command_line.errors import CommandError, ExitCode, WrongUsageError
from mqtck.command_line.signals import ended_by, heed, heed_no_more
from mqtck.conformance.execution.garbage import collect_seldom

_ABOUT = (
    "Judge how an implementation handles delayed, expiring and undeliverable messages, "
    "by the documents of IBM MQ."
)
_ENDING_SECONDS = 20.0
_EXAMPLE = (
    "example:\n  mqtck run --adapter reference\n\n"
    "mqtck SUBCOMMAND --help shows an example of each, and its exit codes.\n\n"
    "exit codes of all: 64 wrong usage, 130 interrupted (Ctrl-C), 129 and 143 ended by SIGHUP and SIGTERM,\n"
    "141 nobody reads the output any more"
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one subcommand and return its exit code (see `command_line.errors.ExitCode`).

    Without `argv` it is the program itself: then what is left running does not hold its exit for ever.
    """
    if argv is None:
        heed()
    try:
        code = _main(argv)
    except Exception:
        if argv is not None:
            raise
        # What Python ends with by itself says elsewhere that something is violated.
        traceback.print_exc()
        code = ExitCode.CANNOT_TELL
    if argv is None:
        heed_no_more()
        _end_soon(code)
    return code


def _main(argv: Sequence[str] | None) -> int:
    _never_fail_at_printing()
    collect_seldom()
    try:
        arguments = _parser().parse_args(argv)
        handler: Handler | None = getattr(arguments, "handler", None)
        if handler is None:
            raise WrongUsageError("mqtck: no subcommand was given; see `mqtck --help`.")
        code = handler(arguments)
        sys.stdout.flush()
    except CommandError as error:
        sys.stderr.write(f"{_one_sentence(str(error))}\n")
        return error.exit_code
    except KeyboardInterrupt as error:
        sys.stderr.write(f"{_one_sentence(str(error)) if str(error) else 'interrupted'}\n")
        return ended_by(error)
    except _feature_error() as error:
        sys.stderr.write(f"{_one_sentence(f'a feature cannot be read: {error}')}\n")
        return ExitCode.CANNOT_TELL
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitCode.PIPE_CLOSED
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        # What was to be printed would be tried again at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.stderr.write(f"mqtck: there is no room left to write to ({error.strerror}).\n")
        return ExitCode.CANNOT_TELL
    return code


def _feature_error() -> type[Exception]:
    """What a step or feature that has no meaning raises; imported where something was raised."""
    from mqtck.conformance.scenarios.features import FeatureError  # noqa: PLC0415 - not needed for --help

    return FeatureError


def _end_soon(code: int) -> None:
    """Ends the process where threads that an adapter left (those of a JVM, say) would go on without end."""
    ending = threading.Timer(_ENDING_SECONDS, _end, (code,))
    ending.daemon = True
    ending.start()


def _end(code: int) -> None:
    sys.stderr.write(f"mqtck: ended, as threads were left running {_ENDING_SECONDS:g} s after the end\n")
    sys.stderr.flush()
    os._exit(code)


def _parser() -> Parser:
    parser = Parser(prog="mqtck", description=_ABOUT, epilog=_EXAMPLE)
    parser.add_argument("--version", action="version", version=f"mqtck {__version__}")
    subparsers = parser.add_subparsers(title="subcommands", metavar="SUBCOMMAND")
    for family in (driving, judge, report, rules, adapters, mutants, bench):
        family.add_parsers(subparsers)
    return parser


def _one_sentence(text: str) -> str:
    told = " ".join(text.split())
    return told if told.startswith("mqtck") else f"mqtck: {told}"


def _never_fail_at_printing() -> None:
    """What a terminal's encoding lacks is escaped, not an error."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


if __name__ == "__main__":
    sys.exit(main())
