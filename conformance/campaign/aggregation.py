"""What came of a campaign, in Spark SQL over the rows of its parts.

Everything is counted in one pass: each row is taken apart into (kind, name, number) and added up, so that
the driver gets as many numbers as there are names, however many cases there were. Orders depend on the
results alone, never on how Spark shared the work out.
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from mqtck.conformance.contract import ENDED, FAILED
from mqtck.reference.vocabulary.results import Verdict

from .emphasis import Seen

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


class Latency(msgspec.Struct, frozen=True):
    """How long commands of a kind took on the adapter's own clock; on a virtual one only advances do."""

    commands: int
    mean_ms: float
    longest_ms: int


class CaseSeconds(msgspec.Struct, frozen=True):
    """How long cases took on the clock of the machine, generated and judged: median and so on."""

    median: float
    ninety_percent: float
    longest: float


class Shape(msgspec.Struct, frozen=True):
    """Breaches of one rule that look alike, and in how many cases they were seen."""

    rule: str
    shape: str
    cases: int


class Counts(NamedTuple):
    """By rule: in how many cases it was broken, and waited for in vain; `command_mix`: commands by kind."""

    seen: Seen
    violated: Mapping[str, int]
    missed: Mapping[str, int]
    shapes: tuple[Shape, ...]
    command_mix: Mapping[str, int]


def _entry(kind: str, name: str, number: str = "1") -> str:
    return f"named_struct('kind', '{kind}', 'name', {name}, 'number', CAST({number} AS BIGINT))"


_COUNTED: Final = f"""
    SELECT kind, name, sum(number) AS number FROM (
        SELECT inline(concat(
            array(
                {_entry("cases", "''")},
                {_entry("commands", "''", "commands")},
                {_entry("verdict", "verdict")}
            ),
            transform(exercised, rule -> {_entry("rule", "rule")}),
            transform(missed, rule -> {_entry("missed", "rule")}),
            transform(array_distinct(breaches.rule), rule -> {_entry("violated", "rule")}),
            transform(
                array_distinct(transform(breaches, breach -> concat(breach.rule, ' ', breach.shape))),
                shape -> {_entry("shape", "shape")}
            ),
            transform(
                mix, entry -> {_entry("outcome", "concat(entry.command, ': ', entry.outcome)", "entry.count")}
            )
        ))
        FROM {{cases}}
    ) GROUP BY kind, name
"""  # noqa: S608 - put together from texts of this module
_UNANSWERED: Final = (
    r"(hung: \\w+) (?:did not answer within \\S+ s|was not tried: it did not answer, \\d+ times before)\\."
)
"""Which of the cases that ask for what is never answered waited for it hangs on how tasks share the cases."""

_REASONS: Final = rf"""
    SELECT CASE WHEN contains(reason, '{ENDED}') THEN concat(reason, ', first at case ', min(number))
                ELSE reason END AS reason,
           count(*) AS cases
    FROM (
        SELECT number, regexp_replace(
            regexp_replace(reason, '^step [0-9]+: ', ''), '{_UNANSWERED}',
            '$1 did not answer, or was not tried again by a task in which it did not.'
        ) AS reason
        FROM {{cases}} WHERE reason <> ''
    )
    GROUP BY reason ORDER BY startswith(reason, '{FAILED}') DESC, cases DESC, reason LIMIT 100
"""  # noqa: S608 - put together from texts of the kit
_SMALLEST: Final = """
    SELECT rule, shape, trace FROM (
        SELECT breach.rule AS rule, breach.shape AS shape, trace,
               row_number() OVER (
                   PARTITION BY breach.rule, breach.shape
                   ORDER BY least(breach.position, 1), breach.step, number
               ) AS place
        FROM (
            SELECT number, trace, explode(breaches) AS breach FROM {cases} WHERE trace IS NOT NULL
        )
    ) WHERE place = 1
"""
"""The order is `worker.size_of`: the tasks have kept the trace of each smallest one by it."""

_FIRST_MISSED: Final = """
    SELECT rule, min_by(trace, number) AS first
    FROM (SELECT number, trace, explode(missed) AS rule FROM {cases} WHERE trace IS NOT NULL)
    GROUP BY rule ORDER BY rule
"""
_FIRST_FAILED: Final = f"""
    SELECT min_by(trace, number) AS first FROM {{cases}}
    WHERE verdict = '{Verdict.ADAPTER_ERROR}' AND trace IS NOT NULL
"""  # noqa: S608 - put together from texts of the kit
_LATENCIES: Final = """
    SELECT entry.command AS command, sum(entry.count) AS commands,
           sum(entry.milliseconds) AS milliseconds, max(entry.longest) AS longest
    FROM (SELECT explode(mix) AS entry FROM {cases}) GROUP BY entry.command ORDER BY entry.command
"""
_SECONDS: Final = """
    SELECT percentile_approx(seconds, array(0.5, 0.9)) AS shares, max(seconds) AS longest FROM {cases}
"""


def counts_of(cases: "DataFrame") -> Counts:
    """All counts of some rows."""
    kinds: dict[str, dict[str, int]] = {}
    for row in _rows(cases, _COUNTED):
        kinds.setdefault(row["kind"], {})[row["name"]] = int(row["number"])
    kinds = {kind: dict(sorted(names.items())) for kind, names in kinds.items()}
    outcomes = kinds.get("outcome", {})
    mix: dict[str, int] = {}
    for name, number in outcomes.items():
        command = name.partition(":")[0]
        mix[command] = mix.get(command, 0) + number
    shapes = [
        Shape(rule, shape, number)
        for name, number in kinds.get("shape", {}).items()
        for rule, _, shape in (name.partition(" "),)
    ]
    return Counts(
        seen=Seen(
            cases=kinds.get("cases", {}).get("", 0),
            commands=kinds.get("commands", {}).get("", 0),
            rules=kinds.get("rule", {}),
            verdicts=kinds.get("verdict", {}),
            outcomes=outcomes,
        ),
        violated=kinds.get("violated", {}),
        missed=kinds.get("missed", {}),
        shapes=tuple(sorted(shapes, key=lambda shape: (-shape.cases, shape.rule, shape.shape))),
        command_mix=mix,
    )


def reasons_of(cases: "DataFrame") -> dict[str, int]:
    """Why cases were not judged to their end, without the step: a hundred, failures of the adapter first."""
    return {row["reason"]: row["cases"] for row in _rows(cases, _REASONS)}


def smallest_of(cases: "DataFrame") -> dict[tuple[str, str], str]:
    """For each rule that was blamed first and each shape, the shortest trace that shows it, in JSON lines."""
    return {(row["rule"], row["shape"]): row["trace"] for row in _rows(cases, _SMALLEST)}


def first_missed(cases: "DataFrame") -> dict[str, str]:
    """For each rule that was waited for in vain the trace of the first such case, in JSON lines."""
    return {row["rule"]: row["first"] for row in _rows(cases, _FIRST_MISSED)}


def first_failed(cases: "DataFrame") -> str | None:
    """The trace of the first case in which the adapter failed, in JSON lines."""
    row = next(_rows(cases, _FIRST_FAILED))
    first: str | None = row["first"]
    return first


def latencies_of(cases: "DataFrame") -> dict[str, Latency]:
    """By kind of command."""
    return {
        row["command"]: Latency(
            row["commands"], round(row["milliseconds"] / row["commands"], 3), row["longest"]
        )
        for row in _rows(cases, _LATENCIES)
    }


def seconds_of(cases: "DataFrame") -> CaseSeconds:
    (row,) = _rows(cases, _SECONDS)
    median, ninety_percent = row["shares"]
    return CaseSeconds(round(median, 6), round(ninety_percent, 6), round(row["longest"], 6))


def _rows(cases: "DataFrame", query: str) -> Iterator[Any]:
    return iter(cases.sparkSession.sql(query, cases=cases).collect())
