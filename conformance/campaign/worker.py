"""The part of a campaign that runs in the tasks of Spark: numbers of cases in, rows of results out.

A task sets one adapter up, runs its cases and closes the adapter. On a virtual clock one case follows
the other; on a real one as many run side by side as the adapter allows, each in a thread of its own.

A trace is long, so only some are kept: a sample by number, each that shows a breach of its rule and shape
with fewer commands than the ones before it in the task, the first in which a rule is missed (`late_looks`),
and the first in which the adapter failed. The smallest of a campaign is therefore always kept, however the
cases are shared out. Nothing else grows with the number of cases.
"""

import gc
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from itertools import accumulate, chain, islice
from typing import Any, Final, NamedTuple

import pyarrow as pa

from mqtck.conformance.contract import Adapter
from mqtck.conformance.execution.garbage import collect_seldom
from mqtck.conformance.execution.giving_up import GivingUp
from mqtck.conformance.execution.loading import loader_named
from mqtck.conformance.execution.profiles import chosen, under
from mqtck.conformance.execution.work_threads import WorkThread
from mqtck.conformance.execution.worlds import DEFAULT_LIMITS, Limits
from mqtck.conformance.judging.late_looks import Waiting
from mqtck.conformance.shrinking.shapes import answer_of, shape_of
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.results import Verdict
from mqtck.reference.vocabulary.traces import Trace, encode_lines

from .emphasis import Emphasis, emphasised
from .one_case import CaseRun, Material, adapter_of, run_case

ROWS_AT_ONCE: Final = 256
CLOSING_SECONDS: Final = 30.0
"""How long an adapter may take to close; one in a process of its own gives up before."""

_BREACH: Final = pa.struct(
    [
        ("rule", pa.string()),
        ("rules", pa.list_(pa.string())),
        ("expected", pa.string()),
        ("seen", pa.string()),
        ("step", pa.int32()),
        ("position", pa.int32()),
        ("shape", pa.string()),
    ]
)
_ANSWERS: Final = pa.struct(
    [
        ("command", pa.string()),
        ("outcome", pa.string()),
        ("count", pa.int32()),
        ("milliseconds", pa.int64()),
        ("longest", pa.int64()),
    ]
)
SCHEMA: Final = pa.schema(
    [
        ("number", pa.int64()),
        ("seed", pa.string()),
        ("commands", pa.int32()),
        ("verdict", pa.string()),
        ("breaches", pa.list_(_BREACH)),
        ("exercised", pa.list_(pa.string())),
        ("missed", pa.list_(pa.string())),
        ("reason", pa.string()),
        ("seconds", pa.float64()),
        ("mix", pa.list_(_ANSWERS)),
        ("trace", pa.string()),
    ]
)
"""One row a case; `seed` in hexadecimal, `position` 0 for the first breach of the case. `mix` has the
commands by kind and answer, `milliseconds` and `longest` those that they took on the adapter's clock."""

SPARK_SCHEMA: Final = (
    "number bigint, seed string, commands int, verdict string, "
    "breaches array<struct<rule:string,rules:array<string>,expected:string,seen:string,step:int,"
    "position:int,shape:string>>, exercised array<string>, missed array<string>, reason string, "
    "seconds double, mix array<struct<command:string,outcome:string,count:int,milliseconds:bigint,"
    "longest:bigint>>, trace string"
)


class Task(NamedTuple):
    """What each task needs to know; sent along with its code.

    `loader` is `package.module:function`, the function from the adapter's text to a started adapter;
    `path` the folders that the driver imports from; `profiles` names those to draw from, all if empty;
    `answer_seconds` is how long a command may take before it counts as hung; `rules` are those that the
    scenarios of its cases are about, any if empty.
    """

    adapter: str
    loader: str
    path: tuple[str, ...]
    seed: int
    commands: int
    sample_every: int
    profiles: tuple[str, ...] = ()
    answer_seconds: float = DEFAULT_LIMITS.answer
    emphasis: Emphasis = Emphasis()
    rules: tuple[str, ...] = ()


def run_task_of_spark(task: Task, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """`run_task` in a process that has nothing else to do.

    After each task Spark has the garbage collector look at all objects, the modules of the kit too, which
    takes longer than some cases. They are out of its sight then, and in its sight while a task runs.
    """
    collect_seldom()
    gc.unfreeze()
    try:
        yield from run_task(task, batches)
    finally:
        gc.freeze()


def run_task(task: Task, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Batches of case numbers (column 0) to batches of results."""
    sys.path.extend(folder for folder in task.path if folder not in sys.path)
    adapter = loader_named(task.loader)(task.adapter)
    try:
        yield from batches_of(task, runs_of(task, adapter, numbers_of(batches)))
    finally:
        close_quietly(adapter)


def close_quietly(adapter: Adapter) -> None:
    """Close it where the cases are judged already: that of the driver tells what goes wrong in that.

    One that hangs in that is left behind, as the campaign would never end otherwise.
    """
    thread = WorkThread.have()
    with suppress(Exception, SystemExit):
        thread.call(adapter.close, CLOSING_SECONDS)
    thread.let_go()


def numbers_of(batches: Iterable[pa.RecordBatch]) -> Iterator[int]:
    """The numbers of cases in batches (column 0)."""
    return (number for batch in batches for number in batch.column(0).to_pylist())


def batches_of(task: Task, runs: Iterator[CaseRun]) -> Iterator[pa.RecordBatch]:
    """Batches of results."""
    rows = _rows(task, runs)
    while some := list(islice(rows, ROWS_AT_ONCE)):
        yield batch_of(some)


def runs_of(task: Task, adapter: Adapter, numbers: Iterator[int]) -> Iterator[CaseRun]:
    """The cases in the order of their numbers."""
    adapters = [under(adapter, profile) for profile in chosen(adapter, task.profiles)]
    limits = Limits(task.answer_seconds, GivingUp())
    material = Material(emphasised(task.emphasis), task.rules)
    waiting = Waiting()

    def run(number: int) -> CaseRun:
        on = adapter_of(adapters, task.seed, number)
        return run_case(on, task.seed, number, task.commands, limits, material, waiting)

    information = adapter.information
    if information.clock is ClockKind.VIRTUAL:
        yield from map(run, numbers)
        return
    with ThreadPoolExecutor(max(1, information.side_by_side)) as threads:
        begun: list[Future[CaseRun]] = []
        for number in numbers:
            begun.append(threads.submit(run, number))
            if len(begun) > 2 * information.side_by_side:
                yield begun.pop(0).result()
        for one in begun:
            yield one.result()


class _Row(NamedTuple):
    run: CaseRun
    trace: str | None


def _rows(task: Task, runs: Iterator[CaseRun]) -> Iterator[_Row]:
    smallest: dict[tuple[str, str], tuple[int, int, int]] = {}
    missed: set[str] = set()
    failed = False
    for run in runs:
        fails = run.verdict is Verdict.ADAPTER_ERROR
        telling = not run.missed <= missed or (fails and not failed)
        missed |= run.missed
        failed |= fails
        for position, breach in enumerate(run.breaches):
            kind = breach.rules[0], shape_of(run.trace, breach)
            size = size_of(position, breach.step or 0, run.number)
            if kind not in smallest or size < smallest[kind]:
                smallest[kind] = size
                telling = True
        keep = telling or (task.sample_every > 0 and run.number % task.sample_every == 0)
        yield _Row(run, encode_lines(run.trace).decode() if keep else None)


def size_of(position: int, step: int, number: int) -> tuple[int, int, int]:
    """By what findings of one rule are compared: first breaches of a case before others, then length."""
    return (min(position, 1), step, number)


def batch_of(rows: Sequence[_Row]) -> pa.RecordBatch:
    """Rows of `SCHEMA`, column by column: a fifth of the time that row by row takes."""
    runs = [row.run for row in rows]
    breaches = [[(run, place, breach) for place, breach in enumerate(run.breaches)] for run in runs]
    mixes = [_mix(run.trace) for run in runs]
    each_breach = list(chain.from_iterable(breaches))
    each_entry = [(*kind, *counts) for mix in mixes for kind, counts in mix]
    exercised = [sorted(run.exercised) for run in runs]
    missed = [sorted(run.missed) for run in runs]
    columns = [
        pa.array([run.number for run in runs], pa.int64()),
        pa.array([f"{run.seed:016x}" for run in runs], pa.string()),
        pa.array([len(run.trace.steps) for run in runs], pa.int32()),
        pa.array([run.verdict.value for run in runs], pa.string()),
        _listed(
            breaches,
            _structs(
                _BREACH,
                (
                    [breach.rules[0] for _, _, breach in each_breach],
                    [breach.rules for _, _, breach in each_breach],
                    [breach.expected for _, _, breach in each_breach],
                    [breach.seen for _, _, breach in each_breach],
                    [breach.step for _, _, breach in each_breach],
                    [place for _, place, _ in each_breach],
                    [shape_of(run.trace, breach) for run, _, breach in each_breach],
                ),
            ),
        ),
        _listed(exercised, pa.array(list(chain.from_iterable(exercised)), pa.string())),
        _listed(missed, pa.array(list(chain.from_iterable(missed)), pa.string())),
        pa.array([run.reason for run in runs], pa.string()),
        pa.array([run.seconds for run in runs], pa.float64()),
        _listed(mixes, _structs(_ANSWERS, tuple(zip(*each_entry, strict=True)) or ((),) * 5)),
        pa.array([row.trace for row in rows], pa.string()),
    ]
    return pa.RecordBatch.from_arrays(columns, schema=SCHEMA)


def _listed(lists: Sequence[Sequence[Any]], values: pa.Array) -> pa.Array:
    """The values, one behind the other, as the lists that they come from."""
    ends = accumulate(map(len, lists), initial=0)
    return pa.ListArray.from_arrays(pa.array(ends, pa.int32()), values)


def _structs(kind: pa.DataType, columns: Sequence[Sequence[Any]]) -> pa.Array:
    fields = [kind.field(place) for place in range(kind.num_fields)]
    arrays = [pa.array(column, field.type) for column, field in zip(columns, fields, strict=True)]
    return pa.StructArray.from_arrays(arrays, fields=fields)


def _mix(trace: Trace) -> list[tuple[tuple[str, str], list[int]]]:
    """The commands of a trace by kind and answer: how many, ms that they took, ms that the longest took."""
    found: dict[tuple[str, str], list[int]] = {}
    for step in trace.steps:
        took = step.ended - step.started
        kind = type(step.command).__name__, answer_of(step.outcome)
        entry = found.get(kind)
        if entry is None:
            found[kind] = [1, took, took]
        else:
            entry[0] += 1
            if took:
                entry[1] += took
                entry[2] = max(entry[2], took)
    return sorted(found.items())
