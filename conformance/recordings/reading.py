"""Recordings as files: their records as rows, piece by piece.

A file of JSON lines (also gzipped: `.gz`) or of Parquet (`.parquet`) is read in pieces, so that many can
read one file at once. Each record becomes a `Row`: the key of its trace, its order there, its place. A
line without an id belongs to the head above it. First every piece is looked through (`survey`): how many
lines it has, which head goes on behind it, and which lines no program can read; then it is read.
"""

import codecs
import gzip
import math
import re
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Final, NamedTuple, cast

import msgspec

from mqtck.reference.vocabulary.misread import what_is_wrong
from mqtck.reference.vocabulary.nesting import JsonDecoder
from mqtck.reference.vocabulary.traces import UNREADABLE

from .parquet import parquet_rows, row_groups
from .results import Line, Problem, shortened

PIECE: Final = 32 << 20
"""Bytes of a file that are read by one task."""

LONGEST_LINE: Final = 16 << 20
"""Bytes beyond which a line is not read."""

TOLD: Final = 50
"""Problems of a piece that are told."""

GAPS: Final = 200
"""Broken lines of a piece that are known one by one; of more nothing is known before or behind them."""

FIRST: Final = -(1 << 62)
"""The order of a head: before every record."""

_OPENING: Final = (b"{", b"[")
"""A first line that is nothing else begins a document that was written for people to read."""

_SEVERAL_LINES: Final = (
    "begins one JSON document over several lines; a recording is JSON lines, with the head and each record "
    "on a line of its own"
)


class Piece(NamedTuple):
    """A part of a file: bytes of JSON lines from `start` on (all of a gzipped file), or a row group."""

    file: str
    start: int
    end: int


class Survey(NamedTuple):
    """What one look at a piece told: its lines, the first line as a head, the last head, what is broken.

    `read` counts the heads and records among its lines, `heads` the heads without an id; `last` is the key
    suffix of the last head: its id, or None for one without; `any_head` whether there was one. `gaps` are the
    broken lines, of some trace or of any.
    """

    lines: int
    read: int
    heads: int
    last: str | None
    any_head: bool
    first_head: bytes
    problems: tuple[Problem, ...]
    gaps: tuple["Gap", ...]
    untold: int


class Gap(NamedTuple):
    """A line that cannot be read: its number, and the key of its trace; empty where it may be of any."""

    number: int
    key: str


class Start(NamedTuple):
    """Where reading a piece begins: the number of its first line, and the key of the head above it."""

    number: int
    ordinal: int
    key: str


class Row(NamedTuple):
    """A record of a trace, ordered by `order`, by when its call `ended`, and then by where it stood.

    Of calls of one client that began in the same millisecond, the one that was over in it came first.
    """

    key: str
    order: int
    ended: int
    file: str
    number: int
    raw: bytes


class _Glance(msgspec.Struct, frozen=True):
    """What must be known of a line to put it where it belongs."""

    trace: str | None = None
    position: int | None = None
    started: int | None = None
    ended: object = None
    mqtck_trace: int | None = None


_glance = JsonDecoder[_Glance](_Glance)
_GZIP: Final = b"\x1f\x8b"
_ID: Final = re.compile(rb'"trace"\s*:\s*("(?:[^"\\]|\\.)*")')


def pieces_of(file: str, size: int = PIECE) -> list[Piece]:
    """The pieces of a file, in order."""
    if file.endswith(".parquet"):
        return [Piece(file, group, group + 1) for group in range(row_groups(file))]
    length = Path(file).stat().st_size
    if file.endswith(".gz") or length <= size:
        return [Piece(file, 0, length)]
    return [Piece(file, start, min(start + size, length)) for start in range(0, length, size)]


# --- reading ------------------------------------------------------------------------------------------


def survey(piece: Piece) -> Survey:
    """Look through a piece: what to know before it is read."""
    lines = read = heads = untold = 0
    gaps: list[Gap] = []
    last: str | None = None
    any_head = False
    first_head = b""
    problems: list[Problem] = []
    beginning = True
    within_document = False
    for number, raw, broken in _raw_lines(piece):
        lines = number
        if not broken and not raw.strip():
            continue
        first, beginning = beginning, False
        match broken or _glanced(raw):
            case _Glance(mqtck_trace=None):
                read += 1
                within_document = False
            case _Glance(trace=trace):
                read += 1
                within_document = False
                any_head, last = True, trace
                heads += trace is None
                if first and trace is None:
                    first_head = raw
            case str(why):
                if first and raw.strip() in _OPENING:
                    within_document = True
                    problems.append(Problem(piece.file, number, _SEVERAL_LINES))
                elif not within_document:
                    untold += _tell(problems, Problem(piece.file, number, why))
                _add_gap(gaps, Gap(number, _named(raw)))
    return Survey(lines, read, heads, last, any_head, first_head, tuple(problems), tuple(gaps), untold)


def _glanced(raw: bytes) -> _Glance | str:
    """What tells where a line belongs, or why it is neither a head nor a record."""
    try:
        glance = _glance.decode(raw)
    except UNREADABLE as error:
        return shortened(what_is_wrong(error))
    if glance.mqtck_trace is None and glance.started is None:
        return "neither a head (mqtck_trace) nor a record (command, outcome, started, ended)"
    return glance


def _tell(problems: list[Problem], problem: Problem) -> bool:
    """Add a problem unless enough are told; whether it is left untold."""
    if len(problems) >= TOLD:
        return True
    problems.append(problem)
    return False


def _add_gap(gaps: list[Gap], gap: Gap) -> None:
    """Behind the last gap that is known by itself, one more stands for all that follow."""
    if len(gaps) < GAPS:
        gaps.append(gap)
    elif len(gaps) == GAPS:
        gaps.append(Gap(0, ""))


def _named(raw: bytes) -> str:
    """The key of the trace that a broken line names, if it does."""
    found = _ID.search(raw)
    return _key_of_trace(_text(found.group(1))) if found else ""


def starts(pieces: Sequence[Piece], surveys: Sequence[Survey]) -> list[Start]:
    """Where each piece of one file begins."""
    number, ordinal, key = 1, 0, ""
    found = []
    for piece, one in zip(pieces, surveys, strict=True):
        key = key or _key_of_file(piece.file, 0)
        found.append(Start(number, ordinal, key))
        number += one.lines
        ordinal += one.heads
        if one.any_head:
            key = _key_of_file(piece.file, ordinal) if one.last is None else _key_of_trace(one.last)
    return found


def rows(piece: Piece, start: Start) -> Iterator[Row]:
    """The records of a piece, heads too, without the lines that `survey` could not read."""
    ordinal, key = start.ordinal, start.key
    for number, raw, broken in _raw_lines(piece):
        place = start.number + number - 1
        if broken or not raw.strip():
            continue
        try:
            glance = _glance.decode(raw)
        except UNREADABLE:
            continue
        if glance.mqtck_trace is not None:
            ordinal += glance.trace is None
            key = _key_of_file(piece.file, ordinal) if glance.trace is None else _key_of_trace(glance.trace)
            yield Row(key, FIRST, FIRST, piece.file, place, raw)
        elif glance.started is not None:
            order = glance.started if glance.position is None else glance.position
            ended = glance.ended if glance.position is None and isinstance(glance.ended, int) else order
            belongs = key if glance.trace is None else _key_of_trace(glance.trace)
            yield Row(belongs, _bounded(order), _bounded(ended), piece.file, place, raw)


def _bounded(number: int) -> int:
    return max(FIRST + 1, min(number, -FIRST))


def _text(quoted: bytes) -> str:
    try:
        return str(msgspec.json.decode(quoted))
    except UNREADABLE:
        return quoted.decode("utf-8", "replace")


def _key_of_file(file: str, ordinal: int) -> str:
    return f"file {file}" if ordinal <= 1 else f"file {file}, trace {ordinal}"


def _key_of_trace(trace: str) -> str:
    return f"trace {trace}"


def lines_of(some: Iterator[Row]) -> Iterator[Line]:
    for row in some:
        yield Line(row.file, row.number, row.raw)


# --- JSON lines ---------------------------------------------------------------------------------------


def _raw_lines(piece: Piece) -> Iterator[tuple[int, bytes, str]]:
    """Lines: number within the piece, bytes, and why they cannot be read if so."""
    if piece.file.endswith(".parquet"):
        yield from parquet_rows(piece.file, piece.start)
        return
    number = 0
    try:
        with _stream(piece.file) as stream:
            for number, (raw, broken) in enumerate(_lines_in(stream, piece), start=1):
                marked = number == 1 and piece.start == 0
                line, why = _unmarked(raw, broken) if marked else (raw, broken)
                yield number, line.rstrip(b"\r\n"), why
    except (OSError, EOFError, zlib.error) as error:
        why = getattr(error, "strerror", None) or str(error)
        yield number + 1, b"", f"cannot be read from here on ({why})"


def _lines_in(stream: IO[bytes], piece: Piece) -> Iterator[tuple[bytes, str]]:
    """The lines that begin in a piece, each with why it cannot be read if so."""
    left = math.inf if piece.file.endswith(".gz") else piece.end - piece.start
    if piece.start:
        # From the byte before it: the rest of a line that began in the piece before is skipped.
        stream.seek(piece.start - 1)
        left -= _skip(stream) - 1
    while left > 0 and (raw := stream.readline(LONGEST_LINE)):
        left -= len(raw)
        if len(raw) >= LONGEST_LINE and not raw.endswith(b"\n"):
            left -= _skip(stream)
            yield raw[:4096], f"longer than {LONGEST_LINE >> 20} MB"
        else:
            yield raw, ""


def _unmarked(raw: bytes, broken: str) -> tuple[bytes, str]:
    """The first line of a file without the mark that some programs write before UTF-8."""
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return raw, "UTF-16; a recording is written in UTF-8"
    if raw.startswith(_GZIP):
        return raw, "gzipped; the name of such a file ends in .gz"
    return raw.removeprefix(codecs.BOM_UTF8), broken


def _stream(file: str) -> IO[bytes]:
    return cast("IO[bytes]", gzip.open(file) if file.endswith(".gz") else Path(file).open("rb"))


def _skip(stream: IO[bytes]) -> int:
    """Read to the end of a line; how many bytes that were."""
    skipped = 0
    while chunk := stream.readline(1 << 16):
        skipped += len(chunk)
        if chunk.endswith(b"\n"):
            break
    return skipped
