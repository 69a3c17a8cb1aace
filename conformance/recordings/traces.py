"""Recorded traces judged: one trace after the other, each as a stream of its records.

Where something is missing (`records`), what was complete until then is not complete any more, and the rest of
that trace is judged message by message (`messages`); queues that were recorded completely are judged by every
rule until then (`queues`).
"""

import heapq
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import msgspec

from mqtck.conformance.judging.late import told
from mqtck.reference.blame.overdue import Overdue
from mqtck.reference.vocabulary.commands import (
    Browse,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    DefineSharedQueue,
    MqGet,
    Receive,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.environment import DefineImsBridgeQueue
from mqtck.reference.vocabulary.outcomes import (
    AdapterError,
    NoMessage,
    Outcome,
    Refused,
    Unsupported,
    says_that_nothing_was_found,
)
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.publications import DefineTopic, ReceivePublication
from mqtck.reference.vocabulary.recordings import EVERY, Observed, Record
from mqtck.reference.vocabulary.results import Breach, Verdict
from mqtck.reference.vocabulary.traces import Step, Trace, encode_lines

from .commuting import LookAtQueue, Put
from .declared import Mentions
from .messages import MessageJudge
from .orders import Breached, OrderedJudge, Recorded
from .queues import Entangled, Projection
from .records import Doubt, Loss, RecordReader
from .results import Finding, Judged, Line, place_of
from .shrinking import Window, plain, shrunk
from .slips import Slips
from .worlds import Found

_LATE: Final = (
    "the head has no `observed`, so that everything should be recorded from a fresh queue manager on, and a "
    "queue is used that nothing defines; nothing is taken for complete (`mqtck judge --recording` tells of "
    "`observed`)"
)

_DEFINITIONS: Final = (
    DefineLocalQueue
    | DefineSharedQueue
    | DefineAliasQueue
    | DefineRemoteQueue
    | DefineImsBridgeQueue
    | DefineQueueManager
    | DefineTopic
)
"""Calls with which the record of a fresh queue manager begins, before anything is put or looked at."""

_NOT_KNOWN: Final = "no producer is known until one is created"

TOLD: Final = 20
"""Reasons why something of one trace was not decided; others are not told."""


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
    """One trace on its way through the judges.

    `whole` judges what was recorded completely, as long as it is: all that happened, or what `projection`
    makes of it for some queues. `messages` judges messages by themselves, where not all is complete; what
    overlaps is held back for it until the calls before are known.
    """

    def __init__(self, name: str, heads: Mapping[str, bytes], gaps: Mapping[str, tuple[int, ...]]) -> None:
        self._name = name
        self._reader = RecordReader(heads, gaps)
        self._records = 0
        self._undecided: list[str] = []
        self._findings: list[Finding] = []
        self._in_doubt: list[tuple[Finding, Recorded]] = []
        self._blamed: set[str] = set()
        self._exercised: set[str] = set()
        self._mentions = Mentions(None)
        self._whole: OrderedJudge | None = None
        self._projection: Projection | None = None
        self._messages: MessageJudge | None = None
        self._slips = Slips()
        self._window = Window()
        self._held: list[tuple[int, int, Recorded]] = []
        self._missed: set[str] = set()
        self._lossy = False
        self._defined = False

    def read(self, line: Line) -> None:
        for found in self._reader.read(line):
            if isinstance(found, Loss):
                self._lost(found.why)
            elif isinstance(found, Doubt):
                self._doubted(found.why)
            else:
                self._step(found, line)

    def _lost(self, why: str) -> None:
        """Nothing is complete behind a loss."""
        self._lossy = True
        if self._records == 0:
            self._note(why)
            return
        if self._whole is not None:
            self._stop(f"{why}; what follows is judged message by message, and {_NOT_KNOWN}")
        else:
            self._note(f"{why}; {_NOT_KNOWN}")
        self._release(None)
        if self._messages is not None:
            self._messages.lost()

    def _doubted(self, why: str) -> None:
        """What was complete is not known any more to be; of a message by itself it makes no difference."""
        if self._whole is not None:
            self._stop(f"{why}; the rest is judged by message")

    def _note(self, why: str) -> None:
        if len(self._undecided) < TOLD:
            self._undecided.append(why)

    def _start(self, started: int) -> None:
        reader = self._reader
        observed = reader.head.observed
        self._mentions = Mentions(observed)
        if reader.headless:
            self._note(f"{reader.file}: no head (mqtck_trace), so that nothing is known to be complete")
        if reader.lost_without_count:
            self._note(f"{', '.join(reader.losing_files)}: too many records were lost to judge any")
            observed = Observed()
        if observed is not None and observed.queues and reader.losing_files:
            # What was lost may have been written long after it happened.
            self._note(f"{', '.join(reader.losing_files)}: records were lost, so that no queue is complete")
            observed = msgspec.structs.replace(observed, queues=())
        if not self._lossy and (observed is None or observed.queues):
            self._whole = OrderedJudge(self._reader.head, started)
            if observed is not None:
                self._projection = Projection(observed, self._reader.head.profile.platform)
        if observed is not None or self._lossy:
            self._messages = MessageJudge(self._reader.head.profile, observed or Observed(producers=EVERY))

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
            self._reader.problem(line, slip.text)
            if slip.ends and self._whole is not None:
                self._stop(f"{place_of(line.file, line.number)}: {slip.text}; the rest is judged by message")
        if self._whole is not None and self._begins_late(step):
            self._messages = MessageJudge(self._reader.head.profile, Observed())
            self._stop(f"{place_of(line.file, line.number)}: {_LATE}")
        if self._whole is not None:
            self._observe_whole(recorded)
        if self._messages is not None:
            self._release(step.started)
            key = step.ended if _is_sighting(step) else step.started
            heapq.heappush(self._held, (key, recorded.place, recorded))

    def _begins_late(self, step: Step) -> bool:
        """Whether the head says that everything is recorded, and a queue is used before any was defined.

        The kit's own traces begin with a fresh implementation; what they show has a title or rules.
        """
        head = self._reader.head
        if self._defined or head.observed is not None or head.clock is not ClockKind.REAL:
            return False
        self._defined = isinstance(step.command, _DEFINITIONS)
        used = isinstance(step.command, Put | LookAtQueue) and not isinstance(step.outcome, Refused)
        fresh = head.title or head.rules or getattr(step.command, "queue", None) == STAGING_QUEUE
        return used and not fresh and getattr(step.command, "topic", None) is None

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
            self._stop(f"{place_of(recorded.file, recorded.number)}: {why}; the rest is judged by message")
            return
        except Exception as error:  # noqa: BLE001 - what no implementation can have done
            self._stop(f"{place_of(recorded.file, recorded.number)}: {_impossible(error)}")
            return
        if self._whole.stopped:
            self._stop(f"up to {place_of(recorded.file, recorded.number)}: {self._whole.stopped}")

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
                place = place_of(recorded.file, recorded.number)
                self._note(f"{place}: {why}; the messages of {why.queue} are judged by themselves")

    def _without(self, projection: Projection, why: Entangled) -> None:
        """Go on without the queue that is not complete. Raises Entangled where none is left."""
        for queue, since in projection.unexplained():
            if queue == why.queue:
                self._take_back(projection, queue, since)
        if why.queue is not None and why.since is not None:
            self._take_back(projection, why.queue, why.since)
        if why.queue is None or not projection.without(why.queue):
            raise why
        assert self._whole is not None
        self._whole.forget(why.queue)

    def _take_back(self, projection: Projection, queue: str, since: int) -> None:
        """A send that overlaps a look may come behind it; until then what was found there was in doubt."""
        for finding, at in self._in_doubt:
            if projection.is_about(at.step.command, queue) and at.step.ended >= since:
                self._findings.remove(finding)
                self._blamed.discard(finding.breach.rules[0])
        self._in_doubt = [one for one in self._in_doubt if one[0] in self._findings]

    def _stop(self, why: str) -> None:
        """Judge nothing as completely recorded from here on, only messages by themselves."""
        assert self._whole is not None
        if self._projection is not None:
            for queue, since in self._projection.unexplained():
                self._take_back(self._projection, queue, since)
        self._exercised |= self._whole.exercised
        self._whole = None
        self._window = Window()
        self._note(why)
        if self._messages is None:
            self._messages = MessageJudge(self._reader.head.profile, Observed(producers=EVERY))

    def _release(self, until: int | None) -> None:
        """Judge the messages of what was certainly before; None: of all that is held."""
        while self._held and (until is None or self._held[0][0] <= until):
            _, _, recorded = heapq.heappop(self._held)
            assert self._messages is not None
            try:
                for found in self._messages.observe(recorded.step):
                    self._found(found, recorded)
            except Exception as error:  # noqa: BLE001 - what no implementation can have done
                self._note(f"{place_of(recorded.file, recorded.number)}: {_impossible(error)}")

    def _take(self, breached: Iterator[Breached]) -> None:
        for one in breached:
            if self._projection is not None and not self._projection.counts(one.at.step.command):
                continue
            if one.breach.rules[0] not in self._blamed:
                self._blamed.add(one.breach.rules[0])
                trace = shrunk(self._reader.head, self._window, one)
                self._add(one.breach, one.at, trace)
                self._in_doubt.append((self._findings[-1], one.at))

    def _found(self, found: Found, recorded: Recorded) -> None:
        if found.breach.rules[0] not in self._blamed:
            self._blamed.add(found.breach.rules[0])
            head = msgspec.structs.replace(self._reader.head, observed=Observed(producers=EVERY))
            self._add(found.breach, recorded, plain(Trace(head, found.steps), found.breach))

    def _add(self, breach: Breach, at: Recorded, trace: Trace) -> None:
        text = encode_lines(
            Trace(msgspec.structs.replace(trace.head, rules=breach.rules), trace.steps)
        ).decode()
        numbered = msgspec.structs.replace(breach, step=len(trace.steps))
        self._findings.append(Finding(numbered, at.file, at.number, text))

    def _settle(self, projection: Projection) -> None:
        """Check at the end that what was seen was sent."""
        file = self._reader.file
        while True:
            try:
                projection.settle(None)
            except Entangled as why:
                try:
                    self._without(projection, why)
                except Entangled:
                    self._stop(f"{file}: {why}")
                    return
                self._note(f"{file}: {why}; the messages of {why.queue} are judged by themselves")
            else:
                return

    def _tell_of_late(self, overdue: tuple[Overdue, ...]) -> None:
        """Messages that are late or never come leave their rules undecided."""
        self._missed = {rule for one in overdue for rule in one.rules}
        if why := told(overdue):
            self._note(f"{self._reader.file}: {why}")

    def _forget(self, why: str) -> None:
        """What was found in a wrong order says nothing."""
        self._findings.clear()
        self._exercised.clear()
        self._missed.clear()
        self._undecided.clear()
        self._note(f"{self._reader.file}: {why}")

    def judged(self) -> Judged:
        if self._whole is not None and self._projection is not None:
            self._settle(self._projection)
        if self._whole is not None:
            try:
                self._take(self._whole.finish())
            except Exception as error:  # noqa: BLE001 - what no implementation can have done
                self._note(f"{self._reader.file}: {_impossible(error)}")
            if self._whole.stopped:
                self._note(self._whole.stopped)
            self._exercised |= self._whole.exercised
            self._tell_of_late(self._whole.overdue)
        self._release(None)
        if self._messages is not None:
            self._exercised |= self._messages.exercised
        if self._reader.disordered:
            self._forget(self._reader.disordered)
        unclear = self._undecided or self._reader.problems
        verdict = Verdict.INDETERMINATE if unclear else Verdict.CONFORMS
        return Judged(
            name=self._name,
            file=self._reader.file,
            adapter=self._reader.head.adapter,
            clock=self._reader.head.clock,
            records=self._records,
            verdict=Verdict.VIOLATES if self._findings else verdict,
            findings=tuple(self._findings),
            exercised=tuple(sorted(self._exercised - self._missed)),
            missed=tuple(sorted(self._missed)),
            undecided=tuple(self._undecided),
            problems=tuple(self._reader.problems),
            repeated=self._reader.repeated,
            untold=self._reader.untold,
            declared=self._mentions.declared(*self._reader.head_at),
        )


def _impossible(error: Exception) -> str:
    """Of records that cannot be what happened, such as a call on a queue manager that was never defined."""
    return f"cannot be followed from here on ({type(error).__name__}: {error})"


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
