"""The benchmark of the kit itself: how fast random cases are generated, executed and judged.

All figures are measured by the run that gives them. Ratios compare two things measured one after the other
in processor seconds, so that other work on the machine weighs on both alike; `checked_commands_per_second`,
`spark_efficiency`, `features_s` and `features_every_profile_s` are by the clock on the wall. Whatever is
measured is judged as in a campaign; the benchmark ends with an error where the judge is not content
(`BenchError`).

Left out: memory, and how fast another implementation answers.
"""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor
from functools import partial
from statistics import median
from subprocess import CalledProcessError
from typing import NamedTuple

import msgspec

from mqtck.conformance.campaign.one_case import adapter_of, run_case
from mqtck.conformance.contract import Adapter
from mqtck.conformance.execution.garbage import collect_seldom
from mqtck.conformance.execution.loading import Load
from mqtck.conformance.execution.pools import process_pool, results
from mqtck.conformance.execution.profiles import offered, once_each, shared_out, under
from mqtck.conformance.judging.judge import judge_trace
from mqtck.conformance.scenarios.features import ScenarioText, read_packaged
from mqtck.conformance.scenarios.processes import Shares, processes, run_in_processes
from mqtck.conformance.scenarios.running import overall
from mqtck.reference.vocabulary.profile import Profile
from mqtck.reference.vocabulary.results import Verdict

from .traffic import ROUND, BenchError, Traffic

Tell = Callable[[str], None]

Dealt = Callable[[Sequence[ScenarioText], tuple[Profile, ...]], Shares]
"""Which scenarios are run under which profiles."""

COMMANDS = 80
"""Commands of a random case without its drain, as in `mqtck run`."""


class Size(msgspec.Struct, frozen=True):
    """How much is measured.

    `seconds` each process runs cases, `examples` are those of Hypothesis; `deep` messages stand on the queue,
    and a fifth as many on the staging queue, against `shallow` ones, for `turns` rounds of traffic each;
    `long` commands make a trace against `short` ones; `spark_cases` are run on Spark and without it.
    """

    seconds: float = 12.0
    examples: int = 80
    shallow: int = 10
    deep: int = 100_000
    turns: int = 30
    short: int = 100
    long: int = 100_000
    spark_cases: int = 4800
    processes: int = 2


QUICK = Size(seconds=1.0, examples=4, deep=500, turns=5, long=1000, spark_cases=240)
"""Enough to see that everything can be measured."""


class Bench(msgspec.Struct, frozen=True):
    """What was measured; None where it could not be, and `notes` says why."""

    checked_commands_per_second: int
    over_hypothesis: float
    spark_efficiency: float | None
    depth_ratio: float
    length_ratio: float
    features_s: float
    features_every_profile_s: float
    processes: int
    notes: tuple[str, ...] = ()


class Subject(NamedTuple):
    """The adapter that is measured, as another process can have it too: a function and its text."""

    load: Load
    spec: str


def bench(subject: Subject, size: Size, tell: Tell) -> Bench:
    """Measure everything. Raises BenchError, and what loading the adapter raises."""
    tell(f"cases in {size.processes} processes for {size.seconds:g} s")
    commands = throughput(subject, size)
    adapter = subject.load(subject.spec)
    try:
        tell(f"the same against {size.examples} examples of Hypothesis")
        over = over_hypothesis(adapter, size)
        tell(f"a queue of {size.deep:,} messages against one of {size.shallow}")
        depth = depth_ratio(adapter, size)
        tell(f"a trace of {size.long:,} commands against traces of {size.short}")
        length = length_ratio(adapter, size)
        tell(f"all features in {size.processes} processes")
        features = features_seconds(subject, adapter, size.processes, once_each)
        tell("the same under every profile that they are about")
        every_profile = features_seconds(subject, adapter, size.processes, shared_out)
    finally:
        adapter.close()
    tell(f"a campaign of {size.spark_cases} cases on Spark against the same in two processes")
    efficiency, notes = _spark_efficiency(size)
    return Bench(
        checked_commands_per_second=round(commands),
        over_hypothesis=round(over, 1),
        spark_efficiency=efficiency,
        depth_ratio=round(depth, 2),
        length_ratio=round(length, 2),
        features_s=round(features, 1),
        features_every_profile_s=round(every_profile, 1),
        processes=size.processes,
        notes=notes,
    )


# --- random cases ----------------------------------------------------------------------------------------


class _Share(NamedTuple):
    """What one process does: the cases whose numbers leave `rest` when divided by `of`."""

    subject: Subject
    seconds: float
    rest: int
    of: int


def throughput(subject: Subject, size: Size) -> float:
    """Commands generated, executed and judged a second by all processes together."""
    count = size.processes
    with process_pool(count) as pool:
        # What a process imports is paid for by its first cases.
        try:
            list(results(pool, _rate, [_Share(subject, 0.5, rest, count) for rest in range(count)]))
            shares = [_Share(subject, size.seconds, rest, count) for rest in range(count)]
            return sum(results(pool, _rate, shares))
        except BrokenExecutor as error:
            raise BenchError("a process that ran cases ended by itself") from error


def _rate(share: _Share) -> float:
    """Commands a second of one process."""
    collect_seldom()
    adapter = share.subject.load(share.subject.spec)
    try:
        begun = time.perf_counter()
        commands = _cases(adapter, share.rest, share.of, lambda: time.perf_counter() - begun < share.seconds)
        return commands / (time.perf_counter() - begun)
    finally:
        adapter.close()


def _cases(adapter: Adapter, first: int, step: int, going_on: Callable[[], bool]) -> int:
    """Run cases and count their commands. Raises BenchError where one is not right."""
    adapters = [under(adapter, profile) for profile in offered(adapter)]
    commands, number = 0, first
    while going_on():
        run = run_case(adapter_of(adapters, 1, number), 1, number, COMMANDS)
        if run.verdict in {Verdict.VIOLATES, Verdict.ADAPTER_ERROR}:
            raise BenchError(f"case {number} of campaign 1: {run.verdict} {run.reason}".rstrip())
        commands += len(run.trace.steps)
        number += step
    return commands


def over_hypothesis(adapter: Adapter, size: Size) -> float:
    """How many times as many commands as Hypothesis' state machine, in one process each.

    The machine is that of the properties without its invariant, which reads depths that nobody draws.
    """
    from .hypothesis import commands_of  # noqa: PLC0415 - brings in Hypothesis

    def of_hypothesis(seed: int) -> int:
        return commands_of(adapter, size.examples // 2, seed)

    def of_the_kit(seed: int) -> int:
        until = time.process_time() + size.seconds / 4
        return _cases(adapter, seed, 1, lambda: time.process_time() < until)

    # The first turn pays for imports and is not counted.
    commands_of(adapter, 2, 0)
    kit = hypothesis = 0.0
    for turn in (1, 2):
        kit += _processor_rate(of_the_kit, turn)
        hypothesis += _processor_rate(of_hypothesis, turn)
    return kit / hypothesis


def _processor_rate(work: Callable[[int], int], seed: int) -> float:
    begun = time.process_time()
    commands = work(seed)
    return commands / (time.process_time() - begun)


# --- depth and length ------------------------------------------------------------------------------------


def depth_ratio(adapter: Adapter, size: Size) -> float:
    """What a command costs on a deep queue, as a multiple of the cost on a shallow one."""
    shallow, deep = Traffic(adapter), Traffic(adapter)
    shallow.fill(size.shallow)
    deep.fill(size.deep)
    shallow.rounds(2)
    deep.rounds(2)
    turns = [(_seconds(deep, 1), _seconds(shallow, 1)) for _ in range(size.turns)]
    return median(one for one, _ in turns) / median(other for _, other in turns)


def length_ratio(adapter: Adapter, size: Size) -> float:
    """What a command costs in a long trace, as a multiple of the cost in short ones.

    Only rounds are measured, which have the same commands in both, not the fixtures, which cost less and
    are a good part of a short trace. While the long trace grows, short ones are run in turns with it.
    """
    long = Traffic(adapter)
    rounds_of_short = max(1, (size.short - long.commands) // ROUND)
    at_once = max(1, size.long // ROUND // 20)
    in_long = in_short = 0.0
    of_long = of_short = 0
    while long.commands < size.long:
        in_long += _seconds(long, at_once)
        of_long += at_once
        for _ in range(5):
            in_short += _seconds(Traffic(adapter), rounds_of_short)
            of_short += rounds_of_short
    return (in_long / of_long) / (in_short / of_short)


def _seconds(traffic: Traffic, rounds: int) -> float:
    begun = time.process_time()
    traffic.rounds(rounds)
    return time.process_time() - begun


# --- features and Spark ----------------------------------------------------------------------------------


def features_seconds(subject: Subject, adapter: Adapter, count: int, dealt: Dealt) -> float:
    """How long the suite of features takes as `dealt` among the profiles, reading and judging included.

    The `count` processes that share it, as in `mqtck run`, are started within that time.
    """
    begun = time.perf_counter()
    with processes(partial(subject.load, subject.spec), count) as workers:
        shares = dealt(read_packaged(), offered(adapter))
        ran = run_in_processes(workers, adapter, shares, judge=judge_trace)
    for profile, result in ran.results:
        if overall(result) is Verdict.VIOLATES:
            raise BenchError(f"{result.scenario.location} is violated under {profile.name}")
    return time.perf_counter() - begun


def _spark_efficiency(size: Size) -> tuple[float | None, tuple[str, ...]]:
    from .campaign import spark_share  # noqa: PLC0415 - its processes bring in Spark

    try:
        return round(spark_share(size.spark_cases, COMMANDS).efficiency, 2), ()
    except (CalledProcessError, ValueError, OSError) as error:
        return None, (f"spark_efficiency was not measured: {error}",)
