"""Recordings judged on Spark: files read piece by piece, grouped by trace, judged in tasks, aggregated.

Every trace is judged by one task as a stream, in the order that the sort of its partition gives. The
result of a trace is a row; rows are written as Parquet and aggregated in Spark SQL, so that the driver
holds no more than what it tells. Of the findings of one rule a task keeps the records of the smallest.
"""

import sys
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import groupby, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
import pyarrow as pa

from mqtck.conformance.campaign.shipping import elsewhere
from mqtck.conformance.campaign.spark import failure, mapped_in_arrow, spark_session
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.results import Breach, Verdict

from .declared import Declared
from .judging import TOLD, Input, Named, Recordings, judge_trace_of, looked_through, names_unknown, size_of
from .progress import EVERY, Tell, telling
from .reading import Piece, Row, Survey, pieces_of, rows, survey
from .results import Finding, Judged, Problem

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

ROWS_AT_ONCE: Final = 1024
PARTITION: Final = 64 << 20
"""Bytes of input that one task of judging gets, about."""

LITTLE_TO_SURVEY: Final = 256 << 20
"""Bytes that are looked through sooner than Spark would start to."""

_PROBLEM: Final = pa.struct([("file", pa.string()), ("number", pa.int64()), ("text", pa.string())])
_FINDING: Final = pa.struct(
    [
        ("rules", pa.list_(pa.string())),
        ("expected", pa.string()),
        ("seen", pa.string()),
        ("step", pa.int64()),
        ("file", pa.string()),
        ("number", pa.int64()),
        ("trace", pa.string()),
    ]
)
_DECLARED: Final = pa.struct(
    [
        *[(name, pa.string()) for name in ("file", "kind", "name", "nearest")],
        ("number", pa.int64()),
        ("mentioned", pa.bool_()),
    ]
)
_TRACES: Final = pa.schema(
    [
        ("name", pa.string()),
        ("file", pa.string()),
        ("adapter", pa.string()),
        ("clock", pa.string()),
        ("records", pa.int64()),
        ("verdict", pa.string()),
        ("findings", pa.list_(_FINDING)),
        ("exercised", pa.list_(pa.string())),
        ("missed", pa.list_(pa.string())),
        ("undecided", pa.list_(pa.string())),
        ("problems", pa.list_(_PROBLEM)),
        ("repeated", pa.int64()),
        ("untold", pa.int64()),
        ("declared", pa.list_(_DECLARED)),
    ]
)
_SQL_TRACES: Final = (
    "name string, file string, adapter string, clock string, records bigint, verdict string, "
    "findings array<struct<rules:array<string>,expected:string,seen:string,step:bigint,file:string,"
    "number:bigint,trace:string>>, exercised array<string>, missed array<string>, "
    "undecided array<string>, problems array<struct<file:string,number:bigint,text:string>>, "
    "repeated bigint, untold bigint, declared array<struct<file:string,kind:string,name:string,"
    "nearest:string,number:bigint,mentioned:boolean>>"
)
_ROWS: Final = pa.schema(
    [
        ("key", pa.string()),
        ("order", pa.int64()),
        ("ended", pa.int64()),
        ("file", pa.string()),
        ("number", pa.int64()),
        ("raw", pa.binary()),
    ]
)
_SQL_ROWS: Final = "key string, order bigint, ended bigint, file string, number bigint, raw binary"
_SURVEYS: Final = pa.schema([("piece", pa.int64()), ("survey", pa.binary())])
_SQL_SURVEYS: Final = "piece bigint, survey binary"


def judge_on_spark(
    found: Named, master: str, output: Path, tell: Tell = lambda _: None, every: float = EVERY
) -> Recordings:
    """Judge files on Spark; a row for each trace goes to `output`. Raises SparkFailure.

    How far it has come is told after so many seconds each.
    """
    if elsewhere(master):
        # Executors have other working folders.
        found = found._replace(files=tuple(str(Path(file).resolve()) for file in found.files))
    pieces = [piece for file in found.files for piece in pieces_of(file)]
    settings = {"spark.app.name": "mqtck judge"}
    path = () if elsewhere(master) else tuple(sys.path)
    with spark_session(master, settings) as spark, telling(spark, tell, every):
        try:
            little = found.size <= LITTLE_TO_SURVEY
            surveyed = [(one, survey(one)) for one in pieces] if little else _surveyed(spark, pieces, path)
            given = looked_through(found, surveyed)
            read = mapped_in_arrow(_numbers(spark, len(pieces)), partial(_read, given, path), _SQL_ROWS)
            tasks = max(spark.sparkContext.defaultParallelism, found.size // PARTITION)
            grouped = read.repartition(tasks, "key").sortWithinPartitions(
                "key", "order", "ended", "file", "number"
            )
            traces = mapped_in_arrow(grouped, partial(_judge, given, path), _SQL_TRACES)
            folder = str(output.resolve() / "traces.parquet")
            traces.write.mode("overwrite").option("compression", "zstd").parquet(folder)
            return _aggregated(spark.read.parquet(folder), found, given)
        except Exception as error:
            raise failure(error) from error


def _numbers(spark: "SparkSession", count: int) -> "DataFrame":
    return spark.range(0, count, 1, max(1, count))


def _surveyed(
    spark: "SparkSession", pieces: list[Piece], path: tuple[str, ...]
) -> list[tuple[Piece, Survey]]:
    work = partial(_survey, pieces, path)
    frame = mapped_in_arrow(_numbers(spark, len(pieces)), work, _SQL_SURVEYS)
    told = {
        row["piece"]: msgspec.msgpack.decode(bytes(row["survey"]), type=Survey) for row in frame.collect()
    }
    return [(piece, told[number]) for number, piece in enumerate(pieces)]


# --- in the tasks -------------------------------------------------------------------------------------


def _found_by(path: tuple[str, ...]) -> None:
    sys.path.extend(folder for folder in path if folder not in sys.path)


def _survey(
    pieces: list[Piece], path: tuple[str, ...], batches: Iterable[pa.RecordBatch]
) -> Iterator[pa.RecordBatch]:
    _found_by(path)
    for batch in batches:
        told = [
            {"piece": number, "survey": msgspec.msgpack.encode(survey(pieces[number]))}
            for number in batch.column(0).to_pylist()
        ]
        yield pa.RecordBatch.from_pylist(told, schema=_SURVEYS)


def _read(given: Input, path: tuple[str, ...], batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Numbers of pieces to the records in them."""
    _found_by(path)
    for batch in batches:
        for number in batch.column(0).to_pylist():
            found = rows(*given.pieces[number])
            while some := list(islice(found, ROWS_AT_ONCE)):
                yield pa.RecordBatch.from_arrays(
                    [
                        pa.array(column, field.type)
                        for column, field in zip(zip(*some, strict=True), _ROWS, strict=True)
                    ],
                    schema=_ROWS,
                )


def _judge(
    given: Input, path: tuple[str, ...], batches: Iterable[pa.RecordBatch]
) -> Iterator[pa.RecordBatch]:
    """Records, sorted by trace and order, to a row for each trace."""
    _found_by(path)
    smallest: dict[str, tuple[int, str, int]] = {}
    ordered = (Row(*fields) for batch in batches for fields in zip(*map(_plain, batch.columns), strict=True))
    judged = (judge_trace_of(key, some, given) for key, some in groupby(ordered, lambda row: row.key))
    told = (_row(one, smallest) for one in judged if one is not None)
    while some := list(islice(told, 64)):
        yield pa.RecordBatch.from_pylist(some, schema=_TRACES)


def _plain(column: pa.Array) -> list[Any]:
    values: list[Any] = column.to_pylist()
    return values


def _row(judged: Judged, smallest: dict[str, tuple[int, str, int]]) -> dict[str, Any]:
    """The row of a trace; of a finding that is not the smallest of its rule so far without its records."""
    row: dict[str, Any] = msgspec.to_builtins(judged)
    row["findings"] = []
    for finding in judged.findings:
        breach, size = finding.breach, size_of(finding)
        keep = size <= smallest.get(breach.rules[0], size)
        if keep:
            smallest[breach.rules[0]] = size
        row["findings"].append(
            {
                "rules": breach.rules,
                "expected": breach.expected,
                "seen": breach.seen,
                "step": breach.step,
                "file": finding.file,
                "number": finding.number,
                "trace": finding.trace if keep else "",
            }
        )
    return row


# --- aggregation --------------------------------------------------------------------------------------

_TOTALS: Final = """
    SELECT count(*) AS traces, coalesce(sum(records), 0) AS records, coalesce(sum(repeated), 0) AS repeated,
           coalesce(sum(untold), 0) AS untold, sort_array(collect_set(adapter)) AS adapters,
           sort_array(collect_set(clock)) AS clocks
    FROM traces
"""
_COUNTS: Final = """
    SELECT kind, name, count(*) AS traces FROM (
        SELECT 'verdict' AS kind, verdict AS name FROM traces
        UNION ALL SELECT 'exercised', explode(exercised) FROM traces
        UNION ALL SELECT 'missed', explode(missed) FROM traces
        UNION ALL SELECT 'violated', rule FROM found
    ) GROUP BY kind, name
"""
_FOUND: Final = """
    SELECT finding.rules[0] AS rule, finding FROM (SELECT explode(findings) AS finding FROM traces)
"""
_SMALLEST: Final = """
    SELECT rule, finding FROM (
        SELECT rule, finding, row_number() OVER (
            PARTITION BY rule ORDER BY finding.step, finding.file, finding.number
        ) AS place FROM found
    ) WHERE place = 1
"""
_TOLD: Final = """
    SELECT * FROM (
        SELECT *, row_number() OVER (PARTITION BY kind ORDER BY file, number, text) AS place,
               count(*) OVER (PARTITION BY kind) AS every
        FROM (
            SELECT DISTINCT 'problem' AS kind, problem.file AS file, problem.number AS number,
                   problem.text AS text
            FROM (SELECT explode(problems) AS problem FROM traces)
            UNION SELECT 'undecided', '', 0, explode(undecided) FROM traces
        )
    ) WHERE place <= :told
"""
_UNKNOWN: Final = """
    SELECT one.file, one.number, one.kind, one.name, max(one.nearest) AS nearest, false AS mentioned
    FROM (SELECT explode(declared) AS one FROM traces)
    GROUP BY one.file, one.number, one.kind, one.name HAVING NOT bool_or(one.mentioned)
"""


def _aggregated(traces: "DataFrame", found: Named, given: Input) -> Recordings:
    """The same as `judging.together`, from rows."""
    traces.createOrReplaceTempView("traces")
    spark = traces.sparkSession
    spark.sql(_FOUND).createOrReplaceTempView("found")

    totals = spark.sql(_TOTALS).collect()[0]
    counts: dict[str, dict[str, int]] = {"verdict": {}, "exercised": {}, "missed": {}, "violated": {}}
    for row in sorted(spark.sql(_COUNTS).collect()):
        counts[row["kind"]][row["name"]] = row["traces"]
    violated = counts["violated"]
    smallest = {row["rule"]: _finding(row["finding"]) for row in spark.sql(_SMALLEST).collect()}
    told = sorted(spark.sql(_TOLD, args={"told": TOLD}).collect(), key=lambda row: row["place"])
    of_traces = [Problem(row["file"], row["number"], row["text"]) for row in told if row["kind"] == "problem"]
    undecided = [row["text"] for row in told if row["kind"] == "undecided"]
    unknown = names_unknown(Declared(**row.asDict()) for row in spark.sql(_UNKNOWN).collect())
    problems = sorted({*given.problems, *unknown, *of_traces})
    every = {row["kind"]: int(row["every"]) for row in told}
    untold = given.untold + int(totals["untold"])
    untold += max(0, len(problems) - len(of_traces) + every.get("problem", 0) - TOLD)
    untold += max(0, every.get("undecided", 0) - TOLD)
    return Recordings(
        files=len(found.files),
        traces=int(totals["traces"]),
        records=int(totals["records"]),
        adapters=tuple(totals["adapters"]),
        clocks=tuple(ClockKind(clock) for clock in totals["clocks"]),
        verdicts={Verdict(name): count for name, count in counts["verdict"].items()},
        exercised=counts["exercised"],
        violated=violated,
        missed=counts["missed"],
        findings=tuple(smallest[rule] for rule in sorted(smallest, key=lambda rule: (-violated[rule], rule))),
        undecided=tuple(undecided),
        problems=tuple(problems[:TOLD]),
        repeated=int(totals["repeated"]),
        untold=untold,
    )


def _finding(row: Any) -> Finding:
    breach = Breach(tuple(row["rules"]), row["expected"], row["seen"], step=row["step"])
    return Finding(breach, row["file"], row["number"], row["trace"])
