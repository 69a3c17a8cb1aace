"""Campaigns: many random cases generated, executed and judged on Spark, and what came of them.

A case depends on the campaign's seed, its number and the emphasis of its part alone, so the same plan gives
the same cases and, on a virtual clock, the same results whatever the partitions, the master and the
interruptions. Cases are run in parts (`parts`); the rows of a part, one a case
(`worker.SCHEMA`), come to the driver as Arrow and are written as Parquet (`rows`), and
those of all parts are aggregated in Spark SQL (`aggregation`). Of the breaches of one
rule and shape the one shown with the fewest commands is kept, and shrunk here by executing it again
(`findings`).

A campaign that was stopped is continued by the same call: finished parts are not run again. One that had
come to its end is only counted and shrunk once more.
"""

import re
import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from msgspec.structs import replace

from mqtck.conformance.contract import Adapter
from mqtck.conformance.execution.loading import loader_named
from mqtck.conformance.judging.late_looks import Missed
from mqtck.conformance.medleys.parts import rules_with_scenarios
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.results import Verdict
from mqtck.reference.vocabulary.traces import Trace, decode_lines

from .aggregation import (
    counts_of,
    first_failed,
    first_missed,
    latencies_of,
    reasons_of,
    seconds_of,
    smallest_of,
)
from .apart import Surviving, WorkOfTasks, executing
from .emphasis import UNSTEERED, Emphasis, Seen, Steering
from .findings import CampaignFinding, findings_of
from .folder import CampaignFolder, Manifest, Part, PartSummary, held, parts_of, telling
from .parts import Parts, Work, run_parts
from .plan import (
    CampaignPlan,
    CampaignResult,
    Existing,
    RuleCount,
    check,
    check_abilities,
    manifest_of,
    partitions_of,
)
from .progress import Progress, line
from .rows import seen_in, write
from .shipping import CODE_FOLDER, elsewhere
from .spark import Jobs, failure, interpreted, mapped_in_arrow, spark_session
from .worker import SPARK_SCHEMA, Task, close_quietly

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

Tell = Callable[[str], None]
_Told = TypeVar("_Told", CampaignFinding, Missed)


class CampaignInterrupted(KeyboardInterrupt):
    """Ctrl-C; the text says what is done and how to go on."""


def run_campaign(
    plan: CampaignPlan,
    tell: Tell | None = None,
    steering: Steering = UNSTEERED,
    adapter: Adapter | None = None,
) -> CampaignResult:
    """Run it, or what is left of it.

    `adapter` is the plan's where it is made already; the caller closes it. What is executed in the tasks
    of Spark is made there.

    Raises PlanError or CampaignError, SparkFailure, AdapterUnavailable, CampaignInterrupted, and what the
    loader raises.
    """
    say: Tell = tell or (lambda _: None)
    check(plan)
    begun = time.perf_counter()
    with held(Path(plan.output).resolve()) as folder:
        made = loader_named(plan.loader)(plan.adapter) if adapter is None else adapter
        try:
            check_abilities(plan, made)
            manifest = manifest_of(plan, made, steering)
            if plan.existing is Existing.REPLACE:
                folder.throw_away()
            folder.begin(manifest)
            result = _run(plan, manifest, made, folder, steering, say)
        finally:
            if adapter is None:
                close_quietly(made)
        result = replace(result, seconds=time.perf_counter() - begun)
        folder.close(result.lasting())
    return result


def _run(
    plan: CampaignPlan,
    manifest: Manifest,
    adapter: Adapter,
    folder: CampaignFolder,
    steering: Steering,
    say: Tell,
) -> CampaignResult:
    """Execute what is missing, then count all of it."""
    finished = Parts(folder.finished(), folder.summary)
    total = -(-plan.cases // manifest.part)
    say(
        f"campaign: {many(plan.cases, 'case')} of about {many(plan.commands, 'command')} in "
        f"{many(total, 'part')}; starting Spark on {plan.master}"
    )
    match len(finished):
        case 0:
            pass
        case all_of_them if all_of_them == total:
            say("campaign: all parts were finished before; they are counted again, and nothing is executed")
        case some:
            say(f"campaign: {some} of {total} parts were finished before and are not run again")
    try:
        with spark_session(plan.master, WORKERS[manifest.clock], plan.code) as spark:
            with interpreted(spark):
                count = _run_parts(spark, plan, manifest, folder, finished, steering, say)
            say(f"campaign: {line(finished.seen, plan.cases)}; counting")
            result, smallest = _counted(spark, folder.places(count), manifest.clock)
    except KeyboardInterrupt as error:
        raise CampaignInterrupted(
            f"interrupted with {len(folder.finished())} of {total} parts finished; the same command continues"
        ) from error
    with executing(adapter, plan.loader, plan.adapter, result.reasons) as executed:
        findings = findings_of(executed, manifest.clock, result.shapes, smallest, plan.shrink_attempts, say)
    return replace(
        result,
        findings=tuple(_named(finding, plan.adapter) for finding in findings),
        missed=tuple(_named(missed, plan.adapter) for missed in result.missed),
        failed=None if result.failed is None else _by(plan.adapter, result.failed),
    )


WORKERS: Final[Mapping[ClockKind, Mapping[str, str]]] = {
    ClockKind.VIRTUAL: {"spark.python.daemon.module": "mqtck.conformance.campaign.forking"},
    # A worker in which a broker ran must go with its task.
    ClockKind.REAL: {"spark.python.worker.reuse": "false"},
}
"""Settings of Spark for the Python processes of tasks. Those on a virtual clock make cases of scenarios."""


def _named(told: _Told, adapter: str) -> _Told:
    """With the text that names the adapter, as a replay needs it."""
    return replace(told, trace=_by(adapter, told.trace))


def _by(adapter: str, trace: Trace) -> Trace:
    return Trace(replace(trace.head, adapter=adapter), trace.steps)


def many(number: int, of: str) -> str:
    """So many of something, in words."""
    return f"{number:,} {of}" if number == 1 else f"{number:,} {of}s"


def _run_parts(
    spark: "SparkSession",
    plan: CampaignPlan,
    manifest: Manifest,
    folder: CampaignFolder,
    finished: Parts,
    steering: Steering,
    say: Tell,
) -> int:
    """Generate, execute, judge, write. Returns how many parts belong to the campaign."""
    remote = elsewhere(plan.master)
    task = Task(
        plan.code.adapter.replace("{folder}", CODE_FOLDER) if remote and plan.code.adapter else plan.adapter,
        plan.loader,
        () if remote else tuple(sys.path),
        plan.seed,
        plan.commands,
        plan.sample_every,
        manifest.profiles,
        plan.answer_seconds,
        rules=rules_with_scenarios(plan.rules),
    )
    jobs = Jobs(spark)
    progress = Progress(plan.cases, finished.seen.cases, say)
    return run_parts(
        parts_of(plan.cases, manifest.part),
        steering,
        finished,
        Work(
            partial(_execute, jobs, plan, manifest.clock, folder, task, Surviving(say)),
            lambda: progress.look(finished.seen, lambda: jobs.under_way),
            jobs.cancel,
        ),
    )


def _execute(
    jobs: Jobs,
    plan: CampaignPlan,
    clock: ClockKind,
    folder: CampaignFolder,
    task: Task,
    surviving: Surviving,
    part: Part,
    emphasis: Emphasis,
) -> PartSummary:
    """Run one part and commit it; in a thread of its own."""
    tasks = partitions_of(plan, clock, part.cases, jobs.cores)

    def execute(work: WorkOfTasks) -> Seen:
        place = folder.place_for(part)
        with jobs.telling(part.number, part.cases, folder.path):
            numbers = jobs.spark.range(part.first, part.first + part.cases, 1, tasks)
            rows = mapped_in_arrow(numbers, work, SPARK_SCHEMA).toArrow()
        with telling(folder.path):
            write(rows, place)
        return seen_in(rows)

    summary = PartSummary(
        part.number, emphasis, surviving.run(part, task._replace(emphasis=emphasis), execute)
    )
    folder.finish(part, summary)
    return summary


def _rows(spark: "SparkSession", places: list[Path]) -> "DataFrame":
    """The rows of some parts. Spark takes paths as patterns."""
    literal = [re.sub(r"([\\\[\]{}*?,])", r"\\\1", str(place)) for place in places]
    return spark.read.schema(SPARK_SCHEMA).parquet(*literal)


def _counted(
    spark: "SparkSession", places: list[Path], clock: ClockKind
) -> tuple[CampaignResult, dict[tuple[str, str], str]]:
    """The result without its findings, and the trace of the smallest breach of each rule and shape."""
    try:
        cases = _rows(spark, places)
        counts = counts_of(cases)
        failed = first_failed(cases)
        result = CampaignResult(
            clock=clock,
            cases=counts.seen.cases,
            commands=counts.seen.commands,
            seconds=0.0,
            verdicts={Verdict(name): count for name, count in counts.seen.verdicts.items()},
            rules={
                rule: RuleCount(counts.seen.rules.get(rule, 0), counts.violated.get(rule, 0))
                for rule in sorted({*counts.seen.rules, *counts.violated})
            },
            reasons=reasons_of(cases),
            command_mix=dict(counts.command_mix),
            findings=(),
            missed=tuple(
                Missed(rule, counts.missed[rule], decode_lines(lines.encode().splitlines(), rule))
                for rule, lines in first_missed(cases).items()
            ),
            failed=None if failed is None else decode_lines(failed.encode().splitlines(), "a failure"),
            outcomes=dict(counts.seen.outcomes),
            shapes=counts.shapes,
            case_seconds=seconds_of(cases),
            latencies=latencies_of(cases),
        )
        return result, smallest_of(cases)
    except Exception as error:
        raise failure(error) from error
