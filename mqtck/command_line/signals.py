"""Signals that end the program in order, as Ctrl-C does.

SIGTERM comes from `timeout`, or where a container or a job of a scheduler is stopped, SIGHUP where a terminal
is closed. Without this they would end the program where it stands: processes that it has started would go on,
and its temporary files stay. The second one does so all the same.
"""

import signal
from types import FrameType
from typing import Final

from .errors import ExitCode

_HEEDED: Final = {
    name: code
    for name, code in (("SIGTERM", ExitCode.TERMINATED), ("SIGHUP", ExitCode.HUNG_UP))
    if hasattr(signal, name)
}


class Ended(KeyboardInterrupt):
    """A signal of this name has come."""

    def __init__(self, name: str) -> None:
        super().__init__(f"ended by {name}")
        self.exit_code = _HEEDED[name]


def heed() -> None:
    """Have these signals raise `Ended`, except where they are ignored, as `nohup` has it."""
    for name in _HEEDED:
        number = signal.Signals[name]
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _end)


def heed_no_more() -> None:
    """All is told; another Ctrl-C ends what is being cleaned up, and would print a trace."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def _end(number: int, _: FrameType | None) -> None:
    signal.signal(number, signal.SIG_DFL)
    raise Ended(signal.Signals(number).name)


def ended_by(error: BaseException) -> ExitCode:
    """The exit code of an interruption, whatever has been told instead of it."""
    while not isinstance(error, Ended):
        if error.__cause__ is None:
            return ExitCode.INTERRUPTED
        error = error.__cause__
    return error.exit_code
