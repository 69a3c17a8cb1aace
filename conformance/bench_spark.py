"""What Spark costs: the same cases by tasks on `local[n]` and by n plain processes, once both are running.

Both do what a task of a campaign does (`campaign_worker.run_task`): generate, execute, judge and make rows;
Spark also writes them, as it does in a campaign. The cases are shared out alike, in the same pieces.
"""

import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pyarrow as pa  # type: ignore[import-untyped]

from .campaign_spark import SETTINGS, failure, mapped_in_arrow, spark_session
from .campaign_worker import SPARK_SCHEMA, Task, run_task

PIECES: Final = 4
"""Tasks for each process, so that none of them ends long after the others."""


def spark_efficiency(cases: int, commands: int, processes: int, *, adapter: str = "reference") -> float:
    """Cases a second on Spark, as a share of those of plain processes.

    Raises SparkFailure, or AdapterUnavailable without Java.
    """
    task = Task(adapter, "mqtck.command_line.adapters:load_adapter", tuple(sys.path), 1, commands, 0)
    pieces = PIECES * processes
    share = -(-cases // pieces)
    plain = _plain_seconds(
        task, [range(place * share, (place + 1) * share) for place in range(pieces)], processes
    )
    return round(plain / _spark_seconds(task, share, pieces, processes), 2)


def _plain_seconds(task: Task, shares: Sequence[range], processes: int) -> float:
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        _all_of(pool, task, [range(20)] * processes)
        begun = time.perf_counter()
        _all_of(pool, task, shares)
        return time.perf_counter() - begun


def _all_of(pool: ProcessPoolExecutor, task: Task, shares: Sequence[range]) -> None:
    for future in [pool.submit(_run, task, share) for share in shares]:
        future.result()


def _run(task: Task, numbers: range) -> int:
    """The rows of some cases, made and counted."""
    batch = pa.RecordBatch.from_arrays([pa.array(numbers, pa.int64())], ["id"])
    return sum(rows.num_rows for rows in run_task(task, [batch]))


def _spark_seconds(task: Task, share: int, pieces: int, processes: int) -> float:
    settings = {**SETTINGS, "spark.python.worker.reuse": "true"}
    with (
        TemporaryDirectory(prefix="mqtck-bench-") as folder,
        spark_session(f"local[{processes}]", settings) as spark,
    ):

        def run(cases: int, tasks: int, name: str) -> float:
            begun = time.perf_counter()
            rows = mapped_in_arrow(spark.range(0, cases, 1, tasks), partial(run_task, task), SPARK_SCHEMA)
            try:
                rows.write.option("compression", "zstd").parquet(str(Path(folder) / name))
            except Exception as error:
                raise failure(error) from error
            return time.perf_counter() - begun

        run(20 * processes, processes, "begun")
        return run(share * pieces, pieces, "measured")
