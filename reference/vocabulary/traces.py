"""Traces: commands with their outcomes and the clock readings around them, as values and as JSON lines.

The file format: the first line is a `TraceHead`, every further line one `Step`. A line is complete or
the file is refused; nothing is guessed. The format has a version, raised when a reader of the old one
would misread the new one. A recording (`recordings`) may hold many traces and tells what it covers.
"""

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, Final

import msgspec

from .commands import Command
from .misread import what_is_wrong
from .nesting import JsonDecoder, decoded
from .outcomes import Outcome
from .profile import ClockKind, Profile
from .recordings import Observed, Record
from .schemas import DIALECT, schemas

FORMAT_VERSION = 1


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """One command, its outcome, and the readings (ms) of the client's clock before and after it.

    On a virtual clock both readings are equal, except around an `Advance`.
    """

    command: Command
    outcome: Outcome
    started: int
    ended: int


class TraceHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Under which profile and clock a trace was made, by which adapter, and what it shows.

    `trace` is the id of the trace in a recording of several. `observed` None: everything that happened
    to the implementation stands in the trace, from a fresh one on; else what a recording tells completely.
    """

    mqtck_trace: int
    adapter: str
    clock: ClockKind
    profile: Profile = Profile()
    title: str = ""
    rules: tuple[str, ...] = ()
    trace: str | None = None
    observed: Observed | None = None


class Trace(msgspec.Struct, frozen=True):
    """A head and the steps below it.

    It is pickled as its lines. Fields are taken for defaulted if they *are* the default, not if they are
    equal to it, and plain pickling would make copies.
    """

    head: TraceHead
    steps: tuple[Step, ...]

    def __reduce__(self) -> tuple[Callable[[bytes], "Trace"], tuple[bytes]]:
        return _from_another_process, (encode_lines(self),)


class UnreadTrace:
    """A trace as its lines, read when somebody asks for it: of thousands only few are looked at."""

    def __init__(self, lines: bytes) -> None:
        self.lines = lines

    @cached_property
    def trace(self) -> Trace:
        return _from_another_process(self.lines)

    def __eq__(self, other: object) -> bool:
        return self.trace == (other.trace if isinstance(other, UnreadTrace) else other)

    def __hash__(self) -> int:
        return hash(self.trace)


class TraceError(ValueError):
    """A trace file that cannot be read; the text says which line and what would be right."""


_encoder = msgspec.json.Encoder()
UNREADABLE: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What decoding bytes as JSON raises: texts that are not UTF-8 and deep nesting have errors of their own."""

_head_decoder = JsonDecoder[TraceHead](TraceHead)
_step_decoder = JsonDecoder[Step](Step)
command_decoder = msgspec.json.Decoder(Command)
outcome_decoder = msgspec.json.Decoder(Outcome)


def encode_lines(trace: Trace) -> bytes:
    """A trace as JSON lines, each ended by a newline."""
    return b"".join(_encoder.encode(part) + b"\n" for part in (trace.head, *trace.steps))


def _from_another_process(lines: bytes) -> Trace:
    return decode_lines(lines.splitlines(), "a trace of another process")


def decode_lines(lines: Iterable[bytes], source: str) -> Trace:
    """The trace in JSON lines (with or without newline). Raises TraceError naming `source` and line."""
    head: TraceHead | None = None
    steps: list[Step] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        if head is None:
            head = _decode_head(line, f"{source}, line {number}")
            continue
        try:
            steps.append(_step_decoder.decode(line))
        except UNREADABLE as error:
            wrong = what_is_wrong(error, line)
            raise TraceError(
                f"{source}, line {number}: {wrong}{'' if wrong.endswith('?') else '.'} "
                "Each line after the first must be one complete step (command, outcome, started, ended); "
                "the file may be cut off or edited."
            ) from error
    if head is None:
        raise TraceError(f"{source}: empty; the first line must be the head of a trace.")
    return Trace(head=head, steps=tuple(steps))


def _decode_head(line: bytes, where: str) -> TraceHead:
    try:
        version = decoded(line)["mqtck_trace"]
    except (*UNREADABLE, TypeError, KeyError) as error:
        raise TraceError(f"{where}: not the head of a trace (a JSON object with mqtck_trace).") from error
    if version != FORMAT_VERSION:
        raise TraceError(
            f"{where}: format version {version!r}; this version of mqtck reads version {FORMAT_VERSION}."
        )
    try:
        return _head_decoder.decode(line)
    except UNREADABLE as error:
        raise TraceError(f"{where}: {what_is_wrong(error)}.") from error


def json_schema() -> dict[str, Any]:
    """The JSON Schema of the kinds of line in a trace file, and so of every command and outcome."""
    kinds, definitions = schemas([TraceHead, Step, Record])
    return {
        "$schema": DIALECT,
        "title": "A line of an mqtck trace",
        "anyOf": kinds,
        "$defs": definitions,
    }
