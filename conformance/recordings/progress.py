"""How far a job on Spark has come, told now and then: judging gigabytes takes its time.

Left out: how long it will still take. Traces are of very different lengths.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pyspark import StatusTracker
    from pyspark.sql import SparkSession

Tell = Callable[[str], None]

EVERY: Final = 5.0
"""Seconds between two looks."""


@contextmanager
def telling(spark: "SparkSession", tell: Tell, every: float = EVERY) -> Iterator[None]:
    """Tells of the stages of the block that are under way, where more of a stage is done than before."""
    over = threading.Event()
    tracker = spark.sparkContext.statusTracker()
    watch = threading.Thread(target=_watch, args=(tracker, tell, over, every), daemon=True)
    watch.start()
    try:
        yield
    finally:
        over.set()
        watch.join()


def _watch(tracker: "StatusTracker", tell: Tell, over: threading.Event, every: float) -> None:
    told = ""
    while not over.wait(every):
        with suppress(Exception):
            # Spark may be ending; then there is nothing to tell.
            said = "; ".join(_under_way(tracker))
            if said and said != told:
                tell(said)
                told = said


def _under_way(tracker: "StatusTracker") -> Iterator[str]:
    for number in tracker.getActiveStageIds():
        stage = tracker.getStageInfo(number)
        if stage is not None:
            yield f"stage {number} on Spark: {stage.numCompletedTasks} of {stage.numTasks} tasks done"
