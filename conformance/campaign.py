"""Campaigns: many random cases generated, executed and judged on Spark, and what came of them.

A case depends on the campaign's seed and its number alone, so the same plan gives the same cases and, on
a virtual clock, the same results whatever the partitions and the master. Results are written as Parquet,
one row a case (`campaign_worker.SCHEMA`), and aggregated in Spark SQL. Of the breaches of one rule the
one shown with the fewest commands is kept; on a virtual clock it is shrunk here by executing it again.

Left out: resuming a stopped campaign, steering towards what was not covered.
"""

import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.results import Breach, Verdict
from mqtck.reference.vocabulary.traces import Trace, decode_lines

from .campaign_shrinking import ATTEMPTS, Finding, finding_in, shrunk
from .cases import case
from .contract import Adapter

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

Tell = Callable[[str], None]

FINDINGS: Final = 50
"""Rules whose breaches are shown with a trace."""

CASES_OF_A_TASK: Final = 500
"""Cases of a partition on a virtual clock, where the plan does not say how many partitions there are."""


class CampaignPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to run. `commands` counts the commands of a case without its drain.

    `loader` is `package.module:function`, a function from the text `adapter` to a started adapter, which
    the tasks import. `partitions` None: one on a real clock, else one for some hundred cases.
    `sample_every`: the trace of every such case is kept in the results (0: of none). `profiles`: names of
    those that the cases draw from, all that the adapter offers if empty.
    """

    adapter: str
    output: str
    loader: str = "mqtck.command_line.adapters:load_adapter"
    seed: int = 1
    cases: int = 1000
    commands: int = 100
    partitions: int | None = None
    master: str = "local[*]"
    sample_every: int = 1000
    shrink_attempts: int = ATTEMPTS
    profiles: tuple[str, ...] = ()


class RuleCount(msgspec.Struct, frozen=True):
    """In how many cases a rule spoke about a step, and in how many it was broken."""

    exercised: int
    violated: int


class CampaignResult(msgspec.Struct, frozen=True):
    """What came of a campaign.

    `reasons` counts the cases that were not judged to their end, by why. `findings` has the shortest
    trace found for each rule that was blamed first, the most frequent rule first; `command_mix` counts
    commands by kind.
    """

    clock: ClockKind
    cases: int
    commands: int
    seconds: float
    verdicts: dict[Verdict, int]
    rules: dict[str, RuleCount]
    reasons: dict[str, int]
    command_mix: dict[str, int]
    findings: tuple[tuple[Breach, Trace], ...]

    @property
    def indeterminate(self) -> int:
        return self.verdicts.get(Verdict.INDETERMINATE, 0)


class CampaignError(RuntimeError):
    """A plan that cannot be carried out; the text says what is wrong and what would be right."""


def run_campaign(plan: CampaignPlan, tell: Tell | None = None) -> CampaignResult:
    """Run it. Raises CampaignError, SparkFailure or AdapterUnavailable, and what the loader raises."""
    from .campaign_spark import SETTINGS, spark_session  # noqa: PLC0415 - lazily, as Spark itself
    from .campaign_worker import loader_named  # noqa: PLC0415

    say: Tell = tell or (lambda _: None)
    _check(plan)
    begun = time.perf_counter()
    adapter = loader_named(plan.loader)(plan.adapter)
    try:
        clock = adapter.information.clock
        _check_abilities(plan, adapter)
        # A worker in which a broker ran must go with its task.
        reuse = "true" if clock is ClockKind.VIRTUAL else "false"
        say(f"campaign: starting Spark on {plan.master}")
        with spark_session(plan.master, {**SETTINGS, "spark.python.worker.reuse": reuse}) as spark:
            _execute(spark, plan, clock, say)
            aggregated = _aggregated(spark.read.parquet(_cases_folder(plan)))
        findings = tuple(_told(adapter, clock, plan, raw, say) for raw in aggregated["findings"])
    finally:
        adapter.close()
    return CampaignResult(
        clock=clock,
        cases=aggregated["cases"],
        commands=aggregated["commands"],
        seconds=time.perf_counter() - begun,
        verdicts=aggregated["verdicts"],
        rules=aggregated["rules"],
        reasons=aggregated["reasons"],
        command_mix=aggregated["command_mix"],
        findings=tuple((found.breach, found.trace) for found in findings),
    )


def _check(plan: CampaignPlan) -> None:
    for name, value, least in (
        ("cases", plan.cases, 1),
        ("commands", plan.commands, 1),
        ("partitions", 1 if plan.partitions is None else plan.partitions, 1),
        ("seed", plan.seed, 0),
    ):
        if value < least:
            raise CampaignError(f"A campaign with {name} {value} cannot run; {name} is at least {least}.")
    if plan.seed >= 1 << 64:
        raise CampaignError(f"The seed {plan.seed} is too large; a seed has 64 bits.")
    try:
        Path(plan.output).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CampaignError(
            f"The output folder {plan.output} cannot be made ({error.strerror}); name one that can."
        ) from error


def _check_abilities(plan: CampaignPlan, adapter: Adapter) -> None:
    information = adapter.information
    try:
        case(plan.seed, information.abilities, information.clock, 1)
    except ValueError as error:
        raise CampaignError(f"The adapter {plan.adapter} cannot be judged by a campaign. {error}") from error


def _cases_folder(plan: CampaignPlan) -> str:
    return str(Path(plan.output).resolve() / "cases.parquet")


def partitions_of(plan: CampaignPlan, clock: ClockKind) -> int:
    """How many tasks share the cases."""
    if plan.partitions is not None:
        return min(plan.partitions, plan.cases)
    return 1 if clock is ClockKind.REAL else max(1, -(-plan.cases // CASES_OF_A_TASK))


def _execute(spark: "SparkSession", plan: CampaignPlan, clock: ClockKind, say: Tell) -> None:
    """Generate, execute, judge, write."""
    from .campaign_spark import failure, mapped_in_arrow  # noqa: PLC0415
    from .campaign_worker import SPARK_SCHEMA, Task, run_task  # noqa: PLC0415

    task = Task(
        plan.adapter, plan.loader, tuple(sys.path), plan.seed, plan.commands, plan.sample_every, plan.profiles
    )
    partitions = partitions_of(plan, clock)
    numbers = spark.range(0, plan.cases, 1, partitions)
    results = mapped_in_arrow(numbers, partial(run_task, task), SPARK_SCHEMA)
    say(f"campaign: {plan.cases} cases of about {plan.commands} commands in {partitions} tasks")
    with _progress(spark, partitions, say):
        try:
            results.write.mode("overwrite").option("compression", "zstd").parquet(_cases_folder(plan))
        except Exception as error:
            raise failure(error) from error


def _progress(spark: "SparkSession", partitions: int, say: Tell) -> Any:
    from .campaign_progress import telling_progress  # noqa: PLC0415

    return telling_progress(spark, partitions, say)


# --- aggregation ---------------------------------------------------------------------------------------

_TOTALS: Final = "SELECT count(*) AS cases, coalesce(sum(commands), 0) AS commands FROM cases"
_VERDICTS: Final = "SELECT verdict, count(*) AS cases FROM cases GROUP BY verdict"
_REASONS: Final = "SELECT reason, count(*) AS cases FROM cases WHERE reason <> '' GROUP BY reason"
_EXERCISED: Final = """
    SELECT rule, count(*) AS cases FROM (SELECT explode(exercised) AS rule FROM cases) GROUP BY rule
"""
_VIOLATED: Final = """
    SELECT breach.rule AS rule, count(*) AS cases
    FROM (SELECT explode(breaches) AS breach FROM cases) GROUP BY breach.rule
"""
_MIX: Final = """
    SELECT entry.command AS command, sum(entry.count) AS commands
    FROM (SELECT explode(mix) AS entry FROM cases) GROUP BY entry.command
"""
_SMALLEST: Final = """
    SELECT rule, trace FROM (
        SELECT breach.rule AS rule, trace,
               row_number() OVER (
                   PARTITION BY breach.rule ORDER BY least(breach.position, 1), breach.step, number
               ) AS place
        FROM (SELECT number, trace, explode(breaches) AS breach FROM cases)
    ) WHERE place = 1
"""
"""The order is `campaign_worker.size_of`: the tasks have kept the trace of each smallest one by it."""


def _aggregated(cases: "DataFrame") -> dict[str, Any]:
    """Counts and the smallest finding of each rule, in an order that depends on the results alone."""
    cases.createOrReplaceTempView("cases")
    spark = cases.sparkSession

    def counted(query: str) -> dict[str, int]:
        return {str(key): int(count) for key, count in sorted(map(tuple, spark.sql(query).collect()))}

    totals = spark.sql(_TOTALS).collect()[0]
    exercised, violated = counted(_EXERCISED), counted(_VIOLATED)
    smallest = {row["rule"]: row["trace"] for row in spark.sql(_SMALLEST).collect()}
    frequent = sorted(smallest, key=lambda rule: (-violated[rule], rule))
    return {
        "cases": int(totals["cases"]),
        "commands": int(totals["commands"]),
        "verdicts": {Verdict(name): count for name, count in counted(_VERDICTS).items()},
        "reasons": _without_places(counted(_REASONS)),
        "command_mix": counted(_MIX),
        "rules": {
            rule: RuleCount(exercised.get(rule, 0), violated.get(rule, 0))
            for rule in sorted({*exercised, *violated})
        },
        "findings": [(rule, smallest[rule]) for rule in frequent[:FINDINGS]],
    }


def _without_places(reasons: dict[str, int]) -> dict[str, int]:
    """Reasons without the number of the step that they start with, added up."""
    merged: dict[str, int] = {}
    for reason, count in reasons.items():
        head, _, rest = reason.partition(": ")
        what = rest if head.startswith("step ") and rest else reason
        merged[what] = merged.get(what, 0) + count
    return dict(sorted(merged.items(), key=lambda item: (-item[1], item[0])))


def _told(adapter: Adapter, clock: ClockKind, plan: CampaignPlan, raw: tuple[str, str], say: Tell) -> Finding:
    """A finding cut behind its breach, shrunk where that costs no waiting."""
    rule, lines = raw
    trace = decode_lines(lines.encode().splitlines(), f"the case that breaks {rule}")
    found = finding_in(trace, rule)
    assert found is not None, "judging the same trace again gives the same breaches"
    if clock is ClockKind.VIRTUAL and plan.shrink_attempts > 0:
        before = len(found.trace.steps)
        found = shrunk(adapter, found, plan.shrink_attempts)
        say(f"campaign: {rule} from {before} to {len(found.trace.steps)} commands")
    head = msgspec.structs.replace(found.trace.head, adapter=plan.adapter, rules=found.breach.rules)
    return Finding(found.breach, Trace(head, found.trace.steps))
