"""Features shared out to processes: on a virtual clock nothing is waited for but the processor.

Each process makes the adapter for itself and runs one group of scenarios after another, under all the
profiles that they are about; whichever has done its group is given the next, for some take many times as
long as others. What a process that ends by itself, or cannot make the adapter, leaves behind is run in this
one, so that nothing is lost and each verdict is the one of a run in one process. Each process counts for
itself what is given up (`giving_up`), so commands that end the adapter's process again and again are tried
more often.

Left out: real clocks, on which scenarios wait side by side in one process (`running`).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Final, NamedTuple

from mqtck.conformance.contract import Adapter
from mqtck.conformance.execution.children import be_a_child, starting
from mqtck.conformance.execution.garbage import collect_seldom
from mqtck.conformance.execution.giving_up import GivingUp
from mqtck.conformance.execution.loading import closed
from mqtck.conformance.execution.profiles import under
from mqtck.conformance.execution.worlds import Limits
from mqtck.reference.vocabulary.profile import Profile
from mqtck.reference.vocabulary.traces import UnreadTrace, encode_lines

from .features import ScenarioText
from .running import Judge, Progress, ScenarioResult, run_features

NEIGHBOURS: Final = 60
"""Scenarios that go to one process together, at most: neighbours begin alike, and share answers of the model.

More at once would keep one process busy when the others have nothing left to do.
"""

_AHEAD: Final = 2
"""Groups that a process is told in advance, so that it need not wait for the next."""

Make = Callable[[], Adapter]
"""Makes the adapter in another process too: a function of a module, or a `partial` of one."""

Shares = Mapping[Profile, Sequence[ScenarioText]]


class Shared(NamedTuple):
    """Results in the order of the profiles and of their scenarios, and what went wrong beside them.

    `left` says why scenarios were run here that another process was to run; `closing` what went wrong as
    adapters were closed in other processes.
    """

    results: tuple[tuple[Profile, ScenarioResult], ...]
    left: tuple[str, ...] = ()
    closing: tuple[str, ...] = ()


class _Part(NamedTuple):
    """A group of scenarios under one profile; `places` are theirs in the share of the profile."""

    profile: Profile
    places: tuple[int, ...]
    texts: tuple[ScenarioText, ...]


class _Task(NamedTuple):
    """All groups that there are. A process is then told by their numbers which are its own, and None at last.

    Numbers are so short that sending them never waits for a process that itself waits to send its results.
    """

    groups: tuple[tuple[_Part, ...], ...]
    judge: Judge | None


class _Ran(NamedTuple):
    profile: Profile
    places: tuple[int, ...]
    results: tuple[ScenarioResult, ...]


class _Failed(NamedTuple):
    why: str


class _GroupDone(NamedTuple):
    """Another one can be done, besides those that were told in advance."""


class _Ended(NamedTuple):
    """All is done; `closing` is what went wrong in closing the adapter."""

    closing: str


class _Worker(NamedTuple):
    process: BaseProcess
    connection: Connection


Workers = Sequence[_Worker]
"""What `processes` has started."""


@contextmanager
def processes(make: Make, count: int) -> Iterator[Workers]:
    """Processes for one run. They are still starting when the caller goes on, who can read features then."""
    workers = [_started(make) for _ in range(count)]
    try:
        yield workers
    finally:
        for worker in workers:
            worker.process.terminate()
            worker.process.join()
            worker.connection.close()


def run_in_processes(
    workers: Workers,
    adapter: Adapter,
    shares: Shares,
    *,
    judge: Judge | None = None,
    progress: Progress | None = None,
) -> Shared:
    """Run the share of each profile in the `workers`; `adapter` runs what these leave behind.

    `progress` is called as results come. Raises FeatureError as `run_features` does, though perhaps after
    some scenarios were run.
    """
    done: dict[tuple[Profile, int], ScenarioResult] = {}

    def note(ran: _Ran) -> None:
        for place, result in zip(ran.places, ran.results, strict=True):
            done[ran.profile, place] = result
            if progress is not None:
                progress(result)

    task = _Task(_groups(shares, len(workers)), judge)
    for worker in workers:
        _tell(worker.connection, task)
    left, closing = _followed(workers, iter(range(len(task.groups))), note)
    limits = Limits(giving_up=GivingUp())
    for profile, share in shares.items():
        places = tuple(place for place in range(len(share)) if (profile, place) not in done)
        if places:
            texts = [share[place] for place in places]
            results = run_features(under(adapter, profile), texts, judge=judge, limits=limits)
            note(_Ran(profile, places, results))
    ordered = tuple(
        (profile, done[profile, place]) for profile, share in shares.items() for place in range(len(share))
    )
    return Shared(ordered, left, closing)


def _groups(shares: Shares, count: int) -> tuple[tuple[_Part, ...], ...]:
    """A scenario goes to one process under every profile, which compiles it once."""
    dealt = list(dict.fromkeys(text for share in shares.values() for text in share))
    together = min(NEIGHBOURS, -(-len(dealt) // count)) or 1
    group_of = {text: place // together for place, text in enumerate(dealt)}
    groups: list[list[_Part]] = [[] for _ in range(0, len(dealt), together)]
    for profile, share in shares.items():
        mine: list[list[tuple[int, ScenarioText]]] = [[] for _ in groups]
        for place, text in enumerate(share):
            mine[group_of[text]].append((place, text))
        for group, own in zip(groups, mine, strict=True):
            group.append(_Part(profile, tuple(place for place, _ in own), tuple(text for _, text in own)))
    return tuple(map(tuple, groups))


def _started(make: Make) -> _Worker:
    # Spawned, not forked: threads that run in this process would not be there.
    context = get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_work, args=(there, make), daemon=True)
    with starting():
        process.start()
    there.close()
    return _Worker(process, here)


def _tell(connection: Connection, what: _Task | int | None) -> None:
    try:
        connection.send(what)
    except OSError:
        return  # It has ended, as is noticed when its results are read.


def _followed(
    workers: Workers, numbers: Iterator[int], note: Callable[[_Ran], None]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Deal out the groups and read what the workers send until all have ended.

    Returns why some were left behind, and what failed in closing.
    """
    open_ones = {worker.connection: worker.process for worker in workers}
    left: list[str] = []
    closing: list[str] = []
    for connection in list(open_ones) * _AHEAD:
        _tell(connection, next(numbers, None))
    while open_ones:
        for ready in wait(list(open_ones)):
            assert isinstance(ready, Connection)
            match _received(ready):
                case _Ran() as ran:
                    note(ran)
                case _GroupDone():
                    _tell(ready, next(numbers, None))
                case _Ended(problem):
                    closing += [problem] if problem else []
                    del open_ones[ready]
                case _Failed(why):
                    left.append(why)
                    del open_ones[ready]
                case None:
                    process = open_ones.pop(ready)
                    process.join()
                    left.append(f"it ended by itself (exit code {process.exitcode})")
    return tuple(left), tuple(closing)


def _received(connection: Connection) -> _Ran | _GroupDone | _Ended | _Failed | None:
    """The next message; None where the process has ended."""
    try:
        message: _Ran | _GroupDone | _Ended | _Failed = connection.recv()
    except (EOFError, OSError):
        return None
    return message


def _work(connection: Connection, make: Make) -> None:
    """What a process does: make the adapter, run what it is given, and close the adapter."""
    be_a_child()
    collect_seldom()
    try:
        task: _Task = connection.recv()
    except (EOFError, OSError):
        return  # Whoever has started this one is gone.
    with suppress(BrokenPipeError, EOFError):
        # Also later it may be gone.
        _serve(connection, make, task)


def _serve(connection: Connection, make: Make, task: _Task) -> None:
    try:
        adapter = make()
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever an adapter raises
        connection.send(_Failed(f"it could not make the adapter: {error}"))
        return
    try:
        _run_groups(connection, adapter, task)
    finally:
        problem = closed(adapter)
    connection.send(_Ended(problem))


def _run_groups(connection: Connection, adapter: Adapter, task: _Task) -> None:
    """Run the groups whose numbers come, until None does, and send the results of each."""
    limits = Limits(giving_up=GivingUp())
    while (number := connection.recv()) is not None:
        for profile, places, texts in task.groups[number]:
            results = run_features(under(adapter, profile), texts, judge=task.judge, limits=limits)
            connection.send(_Ran(profile, places, tuple(map(_unread, results))))
        connection.send(_GroupDone())


def _unread(result: ScenarioResult) -> ScenarioResult:
    """With its trace as lines, as whoever takes the results would take time from the processes to read it."""
    return result._replace(kept=UnreadTrace(encode_lines(result.trace)))
