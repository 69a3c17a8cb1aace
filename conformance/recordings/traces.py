"""Recorded traces judged: one trace after the other, each as a stream of its records.

A record that cannot be read, and a hole in the numbers of a trace, is a gap: something happened there
that is not known. What was complete until then is not complete any more, and the rest of that trace is
judged message by message (`messages`); queues that were recorded completely are judged by
every rule until then (`queues`). Exact repetitions of a record are read once.
"""

import heapq
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import msgspec

from mqtck.reference.vocabulary.commands import Browse, MqGet, MqPut, MqPut1, Receive, Send
from mqtck.reference.vocabulary.misread import what_is_wrong
from mqtck.reference.vocabulary.outcomes import (
    AdapterError,
    NoMessage,
    Outcome,
    Refused,
    Unsupported,
    says_that_nothing_was_found,
)
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.publications import ReceivePublication
from mqtck.reference.vocabulary.recordings import EVERY, Observed, Record
from mqtck.reference.vocabulary.results import Breach, Verdict
from mqtck.reference.vocabulary.traces import FORMAT_VERSION, UNREADABLE, Step, Trace, TraceHead, encode_lines

from .declared import Mentions
from .messages import MessageJudge
from .orders import Breached, OrderedJudge, Recorded
from .queues import Entangled, Projection
from .results import Finding, Judged, Line, Problem, shortened
from .shrinking import Window, plain, shrunk
from .slips import Slips
from .worlds import Found

UNKNOWN_HEAD: Final = TraceHead(
    mqtck_trace=FORMAT_VERSION, adapter="recording", clock=ClockKind.REAL, observed=Observed()
)
"""For a trace without a head, of which nothing is known to be complete."""

TOLD: Final = 20
"""Problems of one trace that are told with their place; the others are counted."""

_head_decoder = msgspec.json.Decoder(TraceHead)
_encoder = msgspec.json.Encoder()
_record_decoder = msgspec.json.Decoder(Record)


def judge_recording(
    name: str, lines: Iterable[Line], heads: Mapping[str, bytes], gaps: Mapping[str, tuple[int, ...]]
) -> Judged:
    """Judge one trace from its lines, in order of their positions or beginnings.

    `heads` has the line, by file, that is the head of traces without one; `gaps` are, by file, the numbers
    in order of lines that may have been of this trace and cannot be read (0: many of them).
    """
    judging = _Judging(name, heads, gaps)
    for line in lines:
        judging.read(line)
    return judging.judged()


class _Judging:
    """One trace on its way through the judges."""

    def __init__(self, name: str, heads: Mapping[str, bytes], gaps: Mapping[str, tuple[int, ...]]) -> None:
        self._name = name
        self._head = UNKNOWN_HEAD
        self._heads = heads
        self._gaps = {file: list(numbers) for file, numbers in gaps.items() if numbers}
        self._file = ""
        self._records = 0
        self._repeated = 0
        self._problems: list[Problem] = []
        self._untold = 0
        self._undecided: list[str] = []
        self._findings: list[Finding] = []
        self._in_doubt: list[tuple[Finding, Recorded]] = []
        self._blamed: set[str] = set()
        self._exercised: set[str] = set()
        self._headed = False
        self._head_at = ("", 0)
        self._mentions = Mentions(None)
        self._position: int | None = None
        self._last: Record | None = None
        self._at_this_instant: dict[int, str] = {}
        self._whole: OrderedJudge | None = None
        self._projection: Projection | None = None
        self._messages: MessageJudge | None = None
        self._slips = Slips()
        self._window = Window()
        self._held: list[tuple[int, int, Recorded]] = []
        self._lossy = False

    # --- reading ---------------------------------------------------------------------------------------

    def read(self, line: Line) -> None:
        if not self._file:
            self._file = line.file
            self._head, self._head_at = _head_or_unknown(self._heads.get(line.file)), (line.file, 1)
        gaps = self._gaps.get(line.file, ())
        while gaps and gaps[0] < line.number:
            self._lost(f"{line.file}, line {gaps.pop(0)}: not readable")
        try:
            if _is_head(line.raw):
                self._read_head(line)
                return
            record = _record_decoder.decode(line.raw)
        except UNREADABLE as error:
            self._problem(line, what_is_wrong(error, line.raw))
            self._lost(f"{line.file}, line {line.number}: not readable")
            return
        if self._same_as_before(record, line):
            return
        self._step(record, line)

    def _read_head(self, line: Line) -> None:
        head = _head_decoder.decode(line.raw)
        if head.mqtck_trace != FORMAT_VERSION:
            self._problem(line, f"format version {head.mqtck_trace}; this mqtck reads {FORMAT_VERSION}")
        elif self._headed:
            if head != self._head:
                self._problem(line, "another head of the same trace; the first one counts")
        elif self._records:
            self._problem(line, "a head behind records of its trace")
        else:
            self._head, self._headed = head, True
            self._head_at = (line.file, line.number)

    def _same_as_before(self, record: Record, line: Line) -> bool:
        """Whether this record was read already. Notes a gap where positions are missing before it."""
        last, self._last = self._last, record
        if record.position is None:
            same = self._head.clock is ClockKind.REAL and self._read_at_this_instant(record, last, line)
            self._repeated += same
            return same
        before, self._position = self._position, record.position
        if before is None or record.position == before + 1:
            return False
        if record.position == before:
            if record != last:
                self._problem(line, f"position {before} was given to another record before")
            else:
                self._repeated += 1
            return True
        missing = record.position - before - 1
        self._lost(f"{missing} record(s) between position {before} and {record.position} are missing")
        return False

    def _read_at_this_instant(self, record: Record, last: Record | None, line: Line) -> bool:
        """Whether the record repeats one that began at the same reading.

        A message is sent once and got once, and the calls of one client stand in one file. Anything else may
        have been done again in the same millisecond, after something else was done.
        """
        if last is None or record.started != last.started:
            self._at_this_instant.clear()
        mark = hash(_encoder.encode(record))
        file = self._at_this_instant.get(mark)
        self._at_this_instant.setdefault(mark, line.file)
        if file is None:
            return False
        return record == last or file != line.file or isinstance(record.command, _ONCE)

    def _problem(self, line: Line, text: str) -> None:
        if len(self._problems) < TOLD:
            self._problems.append(Problem(line.file, line.number, shortened(text)))
        else:
            self._untold += 1

    def _lost(self, why: str) -> None:
        """A gap: nothing is complete behind it."""
        self._lossy = True
        if self._records == 0:
            self._note(why)
            return
        if self._whole is not None:
            self._stop(f"{why}; what follows is judged message by message")
        else:
            self._note(why)
        self._release(None)
        if self._messages is not None:
            self._messages.lost()

    def _note(self, why: str) -> None:
        if len(self._undecided) < TOLD:
            self._undecided.append(why)

    # --- judging ---------------------------------------------------------------------------------------

    def _start(self, started: int) -> None:
        observed = self._head.observed
        self._mentions = Mentions(observed)
        if self._head is UNKNOWN_HEAD and self._file not in self._heads:
            self._note(f"{self._file}: no head (mqtck_trace), so that nothing is known to be complete")
        if any(0 in numbers for numbers in self._gaps.values()):
            observed = Observed()
        if observed is not None and observed.queues and self._gaps:
            # What was lost may have been written long after it happened.
            self._note(f"{', '.join(sorted(self._gaps))}: records were lost, so that no queue is complete")
            observed = msgspec.structs.replace(observed, queues=())
        if not self._lossy and (observed is None or observed.queues):
            self._whole = OrderedJudge(self._head, started)
            if observed is not None:
                self._projection = Projection(observed, self._head.profile.platform)
        if observed is not None or self._lossy:
            self._messages = MessageJudge(self._head.profile, observed or Observed(producers=EVERY))

    def _step(self, record: Record, line: Line) -> None:
        step = Step(record.command, _outcome_of(record), record.started, record.ended)
        if self._records == 0:
            self._start(step.started)
        self._mentions.see(step.command)
        recorded = Recorded(step, self._records, line.file, line.number)
        self._records += 1
        if isinstance(step.outcome, Unsupported | AdapterError):
            return
        for slip in self._slips.seen(step):
            self._problem(line, slip.text)
            if slip.ends and self._whole is not None:
                self._stop(f"{line.file}, line {line.number}: {slip.text}; the rest is judged by message")
        if self._whole is not None:
            self._observe_whole(recorded)
        if self._messages is not None:
            self._release(step.started)
            key = step.ended if _is_sighting(step) else step.started
            heapq.heappush(self._held, (key, recorded.place, recorded))

    def _observe_whole(self, recorded: Recorded) -> None:
        assert self._whole is not None
        step: Step | None = recorded.step
        try:
            if self._projection is not None:
                step = self._projected(self._projection, recorded)
            if step is None:
                return
            recorded = recorded._replace(step=step)
            self._window.add(recorded)
            self._take(self._whole.observe(recorded))
        except Entangled as why:
            self._stop(f"{recorded.file}, line {recorded.number}: {why}; the rest is judged by message")
            return
        except Exception as error:  # noqa: BLE001 - what no implementation can have done
            self._stop(f"{recorded.file}, line {recorded.number}: {_impossible(error)}")
            return
        if self._whole.stopped:
            self._stop(f"{recorded.file}, up to line {recorded.number}: {self._whole.stopped}")

    def _projected(self, projection: Projection, recorded: Recorded) -> Step | None:
        """The step as far as it concerns the complete queues, one less for each that proves not to be.

        Raises Entangled.
        """
        while True:
            try:
                projection.settle(recorded.step.started)
                return projection.projected(recorded.step)
            except Entangled as why:
                self._without(projection, why)
                place = f"{recorded.file}, line {recorded.number}"
                self._note(f"{place}: {why}; the messages of {why.queue} are judged by themselves")

    def _without(self, projection: Projection, why: Entangled) -> None:
        """Go on without the queue that is not complete. Raises Entangled where none is left."""
        if why.queue is not None and why.since is not None:
            self._take_back(why.queue, why.since)
        if why.queue is None or not projection.without(why.queue):
            raise why
        assert self._whole is not None
        self._whole.forget(why.queue)

    def _take_back(self, queue: str, since: int) -> None:
        """A send that overlaps a look may come behind it; until then what was found there was in doubt."""
        for finding, at in self._in_doubt:
            command = at.step.command
            if getattr(command, "queue", None) == queue and at.step.ended >= since:
                self._findings.remove(finding)
                self._blamed.discard(finding.breach.rules[0])
        self._in_doubt = [one for one in self._in_doubt if one[0] in self._findings]

    def _stop(self, why: str) -> None:
        """Judge nothing as completely recorded from here on, only messages by themselves."""
        assert self._whole is not None
        self._exercised |= self._whole.exercised
        self._whole = None
        self._window = Window()
        self._note(why)
        if self._messages is None:
            self._messages = MessageJudge(self._head.profile, Observed(producers=EVERY))

    def _release(self, until: int | None) -> None:
        """Judge the messages of what was certainly before; None: of all that is held."""
        while self._held and (until is None or self._held[0][0] <= until):
            _, _, recorded = heapq.heappop(self._held)
            assert self._messages is not None
            try:
                for found in self._messages.observe(recorded.step):
                    self._found(found, recorded)
            except Exception as error:  # noqa: BLE001 - what no implementation can have done
                self._note(f"{recorded.file}, line {recorded.number}: {_impossible(error)}")

    def _take(self, breached: Iterator[Breached]) -> None:
        for one in breached:
            if one.breach.rules[0] not in self._blamed:
                self._blamed.add(one.breach.rules[0])
                trace = shrunk(self._head, self._window, one)
                self._add(one.breach, one.at, trace)
                self._in_doubt.append((self._findings[-1], one.at))

    def _found(self, found: Found, recorded: Recorded) -> None:
        if found.breach.rules[0] not in self._blamed:
            self._blamed.add(found.breach.rules[0])
            head = msgspec.structs.replace(self._head, observed=Observed(producers=EVERY))
            self._add(found.breach, recorded, plain(Trace(head, found.steps), found.breach))

    def _add(self, breach: Breach, at: Recorded, trace: Trace) -> None:
        text = encode_lines(trace).decode()
        numbered = msgspec.structs.replace(breach, step=len(trace.steps))
        self._findings.append(Finding(numbered, at.file, at.number, text))

    def _settle(self, projection: Projection) -> None:
        """Check at the end that what was seen was sent."""
        while True:
            try:
                projection.settle(None)
            except Entangled as why:
                try:
                    self._without(projection, why)
                except Entangled:
                    self._stop(f"{self._file}: {why}")
                    return
                self._note(f"{self._file}: {why}; the messages of {why.queue} are judged by themselves")
            else:
                return

    def judged(self) -> Judged:
        if self._whole is not None and self._projection is not None:
            self._settle(self._projection)
        if self._whole is not None:
            try:
                self._take(self._whole.finish())
            except Exception as error:  # noqa: BLE001 - what no implementation can have done
                self._note(f"{self._file}: {_impossible(error)}")
            if self._whole.stopped:
                self._note(self._whole.stopped)
            self._exercised |= self._whole.exercised
        self._release(None)
        if self._messages is not None:
            self._exercised |= self._messages.exercised
        unclear = self._undecided or self._problems
        verdict = Verdict.INDETERMINATE if unclear else Verdict.CONFORMS
        return Judged(
            name=self._name,
            file=self._file,
            adapter=self._head.adapter,
            clock=self._head.clock,
            records=self._records,
            verdict=Verdict.VIOLATES if self._findings else verdict,
            findings=tuple(self._findings),
            exercised=tuple(sorted(self._exercised)),
            undecided=tuple(self._undecided),
            problems=tuple(self._problems),
            repeated=self._repeated,
            untold=self._untold,
            declared=self._mentions.declared(*self._head_at),
        )


def _impossible(error: Exception) -> str:
    """Of records that cannot be what happened, such as a call on a queue manager that was never defined."""
    return f"cannot be followed from here on ({type(error).__name__}: {error})"


def _head_or_unknown(raw: bytes | None) -> TraceHead:
    try:
        return _head_decoder.decode(raw) if raw else UNKNOWN_HEAD
    except UNREADABLE:
        return UNKNOWN_HEAD


def _is_head(raw: bytes) -> bool:
    return b'"mqtck_trace"' in raw[:4096] and msgspec.json.decode(raw, type=_Any).mqtck_trace is not None


class _Any(msgspec.Struct, frozen=True):
    """The one field that tells a head."""

    mqtck_trace: int | None = None


def _outcome_of(record: Record) -> Outcome:
    """The outcome, with `NoMessage` for the refusal by which the MQI says that a get found nothing."""
    match record.command, record.outcome:
        case (Receive() | MqGet() | ReceivePublication(), Refused(reason=int(reason)) as refused) if (
            says_that_nothing_was_found(refused)
        ):
            return NoMessage(reason)
        case _, outcome:
            return outcome


def _is_sighting(step: Step) -> bool:
    return isinstance(step.command, Receive | MqGet | Browse)


_ONCE: Final = Send | MqPut | MqPut1 | Receive | MqGet | ReceivePublication
"""Calls that cannot be made twice at one reading with the same answer, or mean no more when they are."""
