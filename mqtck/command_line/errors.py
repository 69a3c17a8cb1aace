"""What a command ends with: exit codes, and the errors that are told in one sentence.

A `CommandError` is for the user of the command line: `main` prints its text and ends with its exit
code, never with a traceback. Anything else that is raised is a bug of the kit.
"""

from enum import IntEnum


class ExitCode(IntEnum):
    """Exit codes of every subcommand; those above 128 are a shell's for what a signal has ended."""

    CONFORMS = 0
    VIOLATES = 1
    CANNOT_TELL = 2
    WRONG_USAGE = 64
    HUNG_UP = 129
    INTERRUPTED = 130
    PIPE_CLOSED = 141
    TERMINATED = 143


class CommandError(Exception):
    """An end that the user should know about. The text says what is wrong, where, and what would be right."""

    exit_code = ExitCode.CANNOT_TELL


class WrongUsageError(CommandError):
    """Something that was given on the command line, or a file named there, is not what it should be."""

    exit_code = ExitCode.WRONG_USAGE


class UnavailableError(CommandError):
    """The implementation behind an adapter cannot be started here; `why` is the adapter's own text."""

    def __init__(self, adapter: str, why: str) -> None:
        super().__init__(f"{adapter} cannot be had: {why}")
        self.adapter = adapter
        self.why = why
