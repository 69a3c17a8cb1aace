"""Progress of a Spark job, told now and then while it runs."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

EVERY: Final = 5.0
"""Seconds between two lines."""


@contextmanager
def telling_progress(spark: "SparkSession", tasks: int, tell: Callable[[str], None]) -> Iterator[None]:
    """Tell how many tasks are done, every few seconds, as long as the block runs."""
    over = threading.Event()
    begun = time.monotonic()
    tracker = spark.sparkContext.statusTracker()

    def watch() -> None:
        while not over.wait(EVERY):
            done = 0
            for stage in tracker.getActiveStageIds():
                information = tracker.getStageInfo(stage)
                done += information.numCompletedTasks if information else 0
            tell(f"campaign: {done} of {tasks} tasks done after {time.monotonic() - begun:.0f} s")

    watcher = threading.Thread(target=watch, name="mqtck progress", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()
