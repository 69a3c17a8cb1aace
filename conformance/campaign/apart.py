"""Campaigns on adapters that end their process: the rest of the cases is judged all the same.

A part whose Python processes die, as often as Spark tries a task, is run once more with the adapter of each
task in a process of its own (`apart`), and so are the parts after it. A case in which that process ends is
run again alone in fresh ones. Where they end too, the case is an adapter error that says so; else it was the
work of a case before it or of the machine, and the case has the verdict that it has alone. So a verdict
depends neither on the cases that share a task nor on how often a campaign was stopped.
"""

import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from mqtck.conformance.contract import ENDED, Adapter
from mqtck.conformance.execution.apart import Apart
from mqtck.conformance.execution.giving_up import NOT_TRIED
from mqtck.reference.vocabulary.outcomes import AdapterError, Fault
from mqtck.reference.vocabulary.profile import ClockKind

from .folder import Part
from .one_case import CaseRun
from .spark import ATTEMPTS, WorkersDied
from .worker import Task, batches_of, close_quietly, numbers_of, run_task_of_spark, runs_of

if TYPE_CHECKING:
    import pyarrow as pa

    from .emphasis import Seen

TIMES_ALONE: Final = 2
"""How often a case is run alone in a fresh process before it is said to end it."""

WorkOfTasks = Callable[[Iterable["pa.RecordBatch"]], Iterator["pa.RecordBatch"]]


class Surviving:
    """Runs parts in the processes of Spark until these die; from then on in processes of their own."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._dying = threading.Event()

    def run(self, part: Part, task: Task, write: "Callable[[WorkOfTasks], Seen]") -> "Seen":
        """What `write`, which executes and writes the part with the work that it is given, returns."""
        if not self._dying.is_set():
            try:
                return write(partial(run_task_of_spark, task))
            except WorkersDied:
                self._dying.set()
                self._tell(
                    f"campaign: the Python processes of part {part.number} died, {ATTEMPTS} times; it is run "
                    "again with the adapter in processes of its own, which is slower and tells what ends them"
                )
        return write(partial(run_apart, task))


def run_apart(task: Task, batches: "Iterable[pa.RecordBatch]") -> "Iterator[pa.RecordBatch]":
    """As `worker.run_task`, with the adapter in a process of its own. Raises ApartError."""
    sys.path.extend(folder for folder in task.path if folder not in sys.path)
    adapter = Apart(task.loader, task.adapter, ())
    try:
        yield from batches_of(task, survivors(task, adapter, numbers_of(batches)))
    finally:
        close_quietly(adapter)


def survivors(task: Task, adapter: Apart, numbers: Iterator[int]) -> Iterator[CaseRun]:
    """A run for every case; those in which the process ended come last."""
    suspects: list[_Suspect] = []
    one_by_one = adapter.information.clock is ClockKind.VIRTUAL
    first = one_by_one
    for run in runs_of(task, adapter, numbers):
        fault = _fault(run)
        if fault is None:
            suspects.append(_Suspect(run, int(first)))
        else:
            yield run
        first = one_by_one and fault in {None, Fault.HUNG}
        if first:
            adapter.renew()
    for suspect in suspects:
        yield _alone(task, adapter, suspect)


class _Suspect(NamedTuple):
    """A case in which the process ended, and how often it did so alone in a fresh process."""

    run: CaseRun
    alone: int


def _alone(task: Task, adapter: Apart, suspect: _Suspect) -> CaseRun:
    """The run of a case in fresh processes."""
    run = suspect.run
    for _ in range(TIMES_ALONE - suspect.alone):
        adapter.renew()
        (run,) = runs_of(task, adapter, iter((suspect.run.number,)))
        if _fault(run) is not None:
            break
    return run


def _fault(run: CaseRun) -> Fault | Literal[""] | None:
    """How the adapter failed in a case, empty where it did not or was not asked; None: its process ended."""
    if run.closing:
        return None if run.closing.startswith(ENDED) else ""
    failure = run.trace.steps[-1].outcome if run.trace.steps else None
    if not isinstance(failure, AdapterError):
        return ""
    if NOT_TRIED in failure.text:
        return ""
    return None if failure.text.startswith(ENDED) else failure.fault


@contextmanager
def executing(adapter: Adapter, loader: str, spec: str, reasons: Iterable[str]) -> Iterator[Adapter]:
    """The adapter to execute findings on here: in a process of its own where cases have ended theirs."""
    if isinstance(adapter, Apart) or not any(ENDED in reason for reason in reasons):
        yield adapter
        return
    apart = Apart(loader, spec, ())
    try:
        yield apart
    finally:
        close_quietly(apart)
