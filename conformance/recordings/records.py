"""The records of one trace, read from its lines: its head, what is repeated, and where something is missing.

A line that cannot be read, and a hole in the numbers of a trace, is a loss: something happened there that is
not known. Exact repetitions of a record are read once; where a call may have been made again with the same
answer, because one was backed out in between, that is in doubt. Nothing is read below a head of another
version.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from mqtck.reference.vocabulary.commands import (
    EndQueueManager,
    MqBackout,
    MqGet,
    MqPut,
    MqPut1,
    Receive,
    Rollback,
    Send,
)
from mqtck.reference.vocabulary.misread import what_is_wrong
from mqtck.reference.vocabulary.nesting import JsonDecoder
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.publications import ReceivePublication
from mqtck.reference.vocabulary.recordings import Observed, Record
from mqtck.reference.vocabulary.traces import FORMAT_VERSION, UNREADABLE, TraceHead

from .clocks import Clocks
from .results import Line, Problem, place_of, shortened

UNKNOWN_HEAD: Final = TraceHead(
    mqtck_trace=FORMAT_VERSION, adapter="recording", clock=ClockKind.REAL, observed=Observed()
)
"""For a trace without a head, of which nothing is known to be complete."""

TOLD: Final = 20
"""Problems of one trace that are told with their place; the others are counted."""

_ONCE: Final = Send | MqPut | MqPut1 | Receive | MqGet | ReceivePublication
"""Calls that cannot be made twice at one reading with the same answer, or mean no more when they are."""

_BACKED_OUT: Final = Rollback | MqBackout | EndQueueManager
"""Calls behind which one of those may be made again with the same answer."""

_TELLING: Final = "whether it repeats that record or is another call, only positions would tell"


class _Any(msgspec.Struct, frozen=True):
    """The one field that tells a head."""

    mqtck_trace: int | None = None


_any_decoder = JsonDecoder[_Any](_Any)
_head_decoder = JsonDecoder[TraceHead](TraceHead)
_encoder = msgspec.json.Encoder()
_record_decoder = JsonDecoder[Record](Record)


class Loss(NamedTuple):
    """Something of the trace is missing before what is read next; `why` is for people."""

    why: str


class Doubt(NamedTuple):
    """Whether what is read next repeats a record or is another call is not known; `why` is for people."""

    why: str


class RecordReader:
    """Reads the lines of one trace, in order of their positions or beginnings.

    `file` is where it begins, `head_at` file and line of its head; `untold` counts the problems beyond those
    told, and `repeated` the records that were read before; `disordered` says why the order of all is not
    known, empty where it is.
    """

    def __init__(self, heads: Mapping[str, bytes], gaps: Mapping[str, tuple[int, ...]]) -> None:
        """With the heads and gaps that `judge_recording` is given."""
        self.file = ""
        self.head = UNKNOWN_HEAD
        self.head_at = ("", 0)
        self.problems: list[Problem] = []
        self.untold = 0
        self.repeated = 0
        self.disordered = ""
        self._heads = heads
        self._gaps = {file: list(numbers) for file, numbers in gaps.items() if numbers}
        self._headed = False
        self._other_version = False
        self._records = 0
        self._position: int | None = None
        self._last: Record | None = None
        self._at_this_instant: dict[int, str] = {}
        self._backed_out: set[int] = set()
        self._clocks = Clocks()

    @property
    def headless(self) -> bool:
        """Whether nothing was found that is or could be a head."""
        return self.head is UNKNOWN_HEAD and self.file not in self._heads

    @property
    def losing_files(self) -> tuple[str, ...]:
        """The files of which lines that may have been of this trace cannot be read."""
        return tuple(sorted(self._gaps))

    @property
    def lost_without_count(self) -> bool:
        """Whether so many lines cannot be read that it is not known which."""
        return any(0 in numbers for numbers in self._gaps.values())

    def problem(self, line: Line, text: str) -> None:
        """Tell what is wrong with a line."""
        if len(self.problems) < TOLD:
            self.problems.append(Problem(line.file, line.number, shortened(text)))
        else:
            self.untold += 1

    def read(self, line: Line) -> Iterator[Loss | Doubt | Record]:
        """The record of a line, if it has one that is new, behind what is lost before it."""
        if not self.file:
            self.file = line.file
            self.head, self.head_at = _head_or_unknown(self._heads.get(line.file)), (line.file, 1)
            self._other_version = self.head.mqtck_trace != FORMAT_VERSION
        gaps = self._gaps.get(line.file, [])
        while gaps and gaps[0] < line.number:
            yield Loss(f"{place_of(line.file, gaps.pop(0))}: not readable")
        try:
            if _is_head(line.raw):
                self._read_head(line)
                return
            record = _record_decoder.decode(line.raw)
        except UNREADABLE as error:
            self.problem(line, what_is_wrong(error, line.raw))
            yield Loss(f"{place_of(line.file, line.number)}: not readable")
            return
        real = self.head.clock is ClockKind.REAL
        if real and not self._other_version and (why := self._clocks.wrong(record)):
            self.problem(line, why)
            yield Loss(f"{place_of(line.file, line.number)}: not of the applications' clock")
        elif not self._other_version:
            yield from self._unless_repeated(record, line)

    def _read_head(self, line: Line) -> None:
        version = _any_decoder.decode(line.raw).mqtck_trace
        if version != FORMAT_VERSION:
            # Its records may look as usual and mean something else.
            self._other_version = True
            self.problem(
                line,
                f"format version {version}; this version of mqtck reads version {FORMAT_VERSION}, "
                "and judges no record below this head",
            )
            return
        head = _head_decoder.decode(line.raw)
        if self._headed:
            if head != self.head:
                self.problem(line, "another head of the same trace; the first one counts")
        elif self._records:
            self.problem(line, "a head behind records of its trace")
        else:
            self.head, self._headed, self._other_version = head, True, False
            self.head_at = (line.file, line.number)

    def _unless_repeated(self, record: Record, line: Line) -> Iterator[Loss | Doubt | Record]:
        """The record, if it was not read already, behind the positions that are missing before it."""
        last, self._last = self._last, record
        if last is not None and (record.position is None) is not (last.position is None):
            self._tell_disorder(line)
        if record.position is None:
            if self.head.clock is ClockKind.REAL and self._read_at_this_instant(record, last, line):
                if not self._perhaps_another(record, last, line):
                    self.repeated += 1
                    return
                place = place_of(line.file, line.number)
                yield Doubt(f"{place}: the same as before a backout at the same readings; {_TELLING}")
            if isinstance(record.command, _BACKED_OUT):
                self._backed_out |= self._at_this_instant.keys()
        else:
            before, self._position = self._position, record.position
            if record.position == before:
                if record != last:
                    self.problem(line, f"position {before} was given to another record before")
                else:
                    self.repeated += 1
                return
            if before is not None and record.position != before + 1:
                missing = record.position - before - 1
                between = f"between position {before} and {record.position}"
                yield Loss(f"{missing} record(s) {between} are missing")
        self._records += 1
        yield record

    def _tell_disorder(self, line: Line) -> None:
        if not self.disordered:
            self.disordered = "some records have a position, others have none: what came first is not known"
            self.problem(line, f"{self.disordered}; number all records of a trace, or none")

    def _read_at_this_instant(self, record: Record, last: Record | None, line: Line) -> bool:
        """Whether the record repeats one that began at the same reading.

        A message is sent once and got once, and the calls of one client stand in one file. Anything else may
        have been done again in the same millisecond, after something else was done.
        """
        if last is None or record.started != last.started:
            self._at_this_instant.clear()
            self._backed_out.clear()
        mark = _mark(record)
        file = self._at_this_instant.get(mark)
        self._at_this_instant.setdefault(mark, line.file)
        if file is None:
            return False
        return record == last or file != line.file or isinstance(record.command, _ONCE)

    def _perhaps_another(self, record: Record, last: Record | None, line: Line) -> bool:
        """Whether the record was perhaps not written again, but the call made again behind a backout."""
        mark = _mark(record)
        again = mark in self._backed_out and record != last and self._at_this_instant[mark] == line.file
        return again and isinstance(record.command, _ONCE)


def _mark(record: Record) -> int:
    return hash(_encoder.encode(record))


def _head_or_unknown(raw: bytes | None) -> TraceHead:
    """The head of a line; of one of another version, which may have any fields, the version alone."""
    if not raw:
        return UNKNOWN_HEAD
    try:
        return _head_decoder.decode(raw)
    except UNREADABLE:
        version = _any_decoder.decode(raw).mqtck_trace or FORMAT_VERSION
        return UNKNOWN_HEAD if version == FORMAT_VERSION else replace(UNKNOWN_HEAD, mqtck_trace=version)


def _is_head(raw: bytes) -> bool:
    return b'"mqtck_trace"' in raw and _any_decoder.decode(raw).mqtck_trace is not None
