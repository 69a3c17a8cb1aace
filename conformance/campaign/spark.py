"""A Spark session for a campaign: quiet, without a web page, small.

It is on the loopback address only, except with a master on another machine, which gets the kit and the
adapter's files along (`shipping`).

Java comes from `java`. What Spark and its Java process print goes to a log file in a temporary folder,
which is shown where they fail. The Java process is started once and ends with this one.
"""

import atexit
import logging
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mqtck.conformance.contract import AdapterUnavailable
from mqtck.conformance.java import find_java, spark_environment

from .folder import CampaignError
from .java_process import end, launched
from .plan import Code
from .shipping import elsewhere, python_of, settings_for

if TYPE_CHECKING:
    from pyspark import SparkContext
    from pyspark.sql import DataFrame, SparkSession

_LOG_SETTINGS: Final = """\
status = error
rootLogger.level = error
rootLogger.appenderRef.console.ref = console
appender.console.type = Console
appender.console.name = console
appender.console.target = SYSTEM_ERR
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = %d %p %c{1}: %m%n%ex
"""

LIGHT: Final = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xms192m -Xmn64m -XX:SurvivorRatio=2"
"""For Java: halves what a short session costs (41 s of processor time to 20), as the work is in Python; and
a small heap to begin with, which would fill with garbage part by part otherwise before any is collected. What
is read at the moment survives a collection among the young, and is not kept with the old because of that."""

SETTINGS: Final[Mapping[str, str]] = {
    "spark.app.name": "mqtck campaign",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.driver.memory": "1g",
    "spark.sql.shuffle.partitions": "4",
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.execution.arrow.maxRecordsPerBatch": "1024",
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.catalogImplementation": "in-memory",
    # Named, as a session of the same Java process would have what one before it was given.
    "spark.python.daemon.module": "pyspark.daemon",
    "spark.python.worker.reuse": "true",
    "spark.executor.extraJavaOptions": LIGHT,
    # Python workers start in the folder of the caller, whose `parse.py`, say, is not that of a library.
    "spark.executorEnv.PYTHONSAFEPATH": "1",
    # What Spark remembers of jobs that are over would grow with them.
    "spark.ui.retainedJobs": "50",
    "spark.ui.retainedStages": "50",
    "spark.ui.retainedTasks": "1000",
    "spark.sql.ui.retainedExecutions": "10",
    "spark.sql.codegen.cache.maxEntries": "50",
    # Rows are few and long: what Spark sets aside for many at once would grow the heap with each file read.
    "spark.sql.parquet.columnarReaderBatchSize": "256",
    "spark.buffer.pageSize": "1m",
}

_ON_LOOPBACK: Final = {"spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1"}
_LOOPBACK: Final = re.compile(r"//(127\.|localhost\b|\[::1\])")


class SparkFailure(CampaignError):  # noqa: N818 - a state of affairs: Spark cannot be had or gave up
    """Spark could not start or a job failed; the text has the last lines that it printed."""


ATTEMPTS: Final = 4
"""How often a task is tried: what kills a Python process now may not do so again."""


class WorkersDied(SparkFailure):
    """The Python process of a task died each time that the task was tried."""


def tried_again(master: str) -> str:
    """The master with the usual number of attempts also where Spark runs in one process."""
    local = re.fullmatch(r"local(?:\[([^,\]]+)\])?", master)
    return f"local[{local[1] or 1},{ATTEMPTS}]" if local else master


@contextmanager
def spark_session(
    master: str, settings: Mapping[str, str] | None = None, code: Code | None = None
) -> "Iterator[SparkSession]":
    """A session of its own; stopped at the end. Raises SparkFailure, also where there is no Java.

    `settings` come on top of `SETTINGS`. A cluster gets the kit and `code` along.
    """
    from pyspark import SparkConf, SparkContext  # noqa: PLC0415 - brings in what only a campaign needs

    conf = SparkConf().setMaster(tried_again(master))
    remote = elsewhere(master)
    for name, value in {
        **SETTINGS,
        **({} if remote and not _LOOPBACK.search(master) else _ON_LOOPBACK),
        **(settings_for(code or Code(), _folder()) if remote else {}),
        **(settings or {}),
        "spark.local.dir": str(_folder()),
        "spark.sql.warehouse.dir": str(_folder() / "warehouse"),
    }.items():
        conf.set(name, value)
    gateway = _gateway(conf, {} if conf.get("spark.driver.host") is None else {"SPARK_LOCAL_IP": "127.0.0.1"})
    # PySpark writes errors of queries to standard error by itself, a screenful each; they are raised too.
    logging.getLogger("SQLQueryContextLogger").setLevel(logging.CRITICAL)
    # So does Py4J, by the root logger and by its own, of a Ctrl-C while it waits for Java.
    logging.getLogger().addFilter(is_not_of_py4j)
    logging.getLogger("py4j").setLevel(logging.CRITICAL)
    try:
        python = python_of() if remote else sys.executable
        with _variables({"PYSPARK_PYTHON": python, "PYSPARK_DRIVER_PYTHON": sys.executable}):
            context = SparkContext(conf=conf, gateway=gateway)
        # Where Java dies this server would print a trace; that it died is told by what asked it.
        vars(context)[_SERVER].handle_error = lambda *_: None
        # A context of which the master's host is not known starts, and has stopped when the session asks.
        session = _session(context)
    except Exception as error:
        raise SparkFailure(_told(f"Spark did not start on {master}", error)) from error
    try:
        yield session
    finally:
        with _without_java(gateway):
            session.stop()


_SERVER: Final = "_accumulatorServer"


def is_not_of_py4j(record: logging.LogRecord) -> bool:
    """Whether a line of the root logger is by somebody else; what Py4J tells there is raised as well."""
    return Path(record.pathname).parent.name != "py4j"


def _session(context: "SparkContext") -> "SparkSession":
    """The session of a context, which is stopped where there is none."""
    from pyspark.sql import SparkSession  # noqa: PLC0415

    try:
        return SparkSession(context)
    except Exception:
        with suppress(Exception):
            context.stop()
        raise


@contextmanager
def interpreted(spark: "SparkSession") -> Iterator[None]:
    """Spark compiles no queries of the block: for a few rows that costs more than it saves.

    Where the block fails the session is of no more use.
    """
    spark.conf.set(_COMPILED, "false")
    yield
    spark.conf.unset(_COMPILED)


_COMPILED: Final = "spark.sql.codegen.wholeStage"


class Jobs:
    """The jobs of a session that run at once, each in a thread of its own and about one part."""

    def __init__(self, spark: "SparkSession") -> None:
        self.spark = spark
        self.cores: int = spark.sparkContext.defaultParallelism
        self._tracker = spark.sparkContext.statusTracker()
        self._running: dict[str, int] = {}

    @contextmanager
    def telling(self, number: int, cases: int, folder: Path) -> Iterator[None]:
        """Jobs of the block belong to the part of this number. Raises SparkFailure for what they raise."""
        group = f"part {number}"
        self.spark.sparkContext.setJobGroup(group, f"mqtck campaign, part {number}")
        self._running[group] = cases
        try:
            yield
        except Exception as error:
            raise failure(error, folder) from error
        finally:
            self._running.pop(group, None)

    @property
    def under_way(self) -> float:
        """About how many cases of the running parts are done, by their tasks; 0 where Spark cannot say."""
        done = 0.0
        with suppress(Exception):
            for group, cases in tuple(self._running.items()):
                for job in self._tracker.getJobIdsForGroup(group)[:1]:
                    known = self._tracker.getJobInfo(job)
                    stages = [self._tracker.getStageInfo(stage) for stage in known.stageIds] if known else []
                    done += sum(cases * stage.numCompletedTasks / stage.numTasks for stage in stages if stage)
        return done

    def cancel(self) -> None:
        self.spark.sparkContext.cancelAllJobs()


def mapped_in_arrow(frame: "DataFrame", work: "Callable[..., Any]", schema: str) -> "DataFrame":
    """`DataFrame.mapInArrow`, also where pandas is missing.

    PySpark 4 asks for pandas before it makes any vectorized function, those on Arrow batches too, which
    never use it. The kit leaves pandas out, so the question is not asked.
    """
    from pyspark.sql.pandas import functions  # noqa: PLC0415

    with _ASKING:
        asked = vars(functions)[_QUESTION]
        setattr(functions, _QUESTION, lambda: None)
        try:
            return frame.mapInArrow(work, schema)
        finally:
            setattr(functions, _QUESTION, asked)


_QUESTION: Final = "require_minimum_pandas_version"
_ASKING: Final = threading.Lock()

_DISK: Final = ("No space left on device", "Disk quota exceeded", "File too large", "Read-only file system")

_NOT_BEGUN: Final = re.compile(r"Error from python worker:\n(.*\S.*?)\nPYTHONPATH was:", re.DOTALL)
"""What Spark adds in the middle of its own error; the last line of the group is that of the worker."""


def failure(error: Exception, folder: Path | None = None) -> SparkFailure:
    """What to tell of a job that failed; `folder` is where it wrote to.

    That is the last line of a Python error, the exception of a Java error, and the first line of any other.
    """
    text = str(error)
    disk = next((trouble for trouble in _DISK if trouble in text), None)
    if disk is not None and folder is not None:
        return SparkFailure(
            f"Results cannot be written to {folder} or Spark's temporary folder {_folder()} "
            f"({disk.lower()}); see to it and give the same command again: it continues where it stopped."
        )
    if "Python worker exited unexpectedly" in text:
        return WorkersDied(
            f"A Python process that ran the adapter died, {ATTEMPTS} times in the same task: something in "
            "the adapter ends it, or the machine is out of memory. The same command continues."
        )
    if began := _NOT_BEGUN.search(text):
        why = began[1].rstrip().splitlines()[-1].strip()
        return SparkFailure(f"A Python process of Spark could not begin: {why}")
    if _java_has_died(error):
        return SparkFailure(
            "The Java process of Spark died: something ended it, or the machine is out of memory. "
            "The same command continues."
        )
    if "[PATH_NOT_FOUND]" in text:
        return SparkFailure(
            f"Finished parts are no longer where they were written ({text.splitlines()[0]}). "
            "The same command runs them again."
        )
    if "FAILED_READ_FILE.FILE_NOT_EXIST" in text:
        return SparkFailure(
            "The executors do not see the results that the driver wrote: the output folder must be one that "
            "they share. Name such a folder, or move this one there, and the same command continues."
        )
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith((" ", "\t"))]
    in_python = any(line.startswith("Traceback") for line in lines)
    in_java = [line.removeprefix(": ") for line in lines if line.startswith(": ")]
    told = lines[-1:] if in_python else in_java or lines
    return SparkFailure(f"A Spark job failed: {told[0] if told else type(error).__name__}")


def _java_has_died(error: Exception) -> bool:
    """Whether that is behind an error; the system may take a moment to say so."""
    from py4j.protocol import Py4JError  # noqa: PLC0415
    from pyspark import SparkContext  # noqa: PLC0415

    gateway = SparkContext._gateway  # noqa: SLF001
    if gateway is None or not isinstance(error, (Py4JError, ConnectionError)):
        return False
    with suppress(subprocess.TimeoutExpired):
        return isinstance(gateway.proc.wait(_DYING_SECONDS), int)
    return False


_DYING_SECONDS: Final = 1.0


def _gateway(conf: Any, variables: Mapping[str, str]) -> Any:
    """The running Java process of Spark, started on first use with its output in a log file."""
    from pyspark import SparkContext  # noqa: PLC0415

    running = SparkContext._gateway  # noqa: SLF001 - there is no public way to ask
    if running is not None:
        return running
    folder = _folder()
    settings = folder / "log4j2.properties"
    settings.write_text(_LOG_SETTINGS, encoding="utf-8")
    java_options = f"-Dlog4j2.configurationFile={settings} -Djava.io.tmpdir={folder} {LIGHT}"
    conf.set("spark.driver.extraJavaOptions", java_options)
    try:
        environment = {**spark_environment(find_java()), **variables}
    except AdapterUnavailable as error:
        raise SparkFailure(f"Spark needs Java. {error}") from error
    with (folder / _LOG).open("ab") as log, _variables(environment):
        try:
            gateway = launched(conf, {"stdout": log, "stderr": log})
        except Exception as error:
            raise SparkFailure(_told("Java did not start for Spark", error)) from error
    atexit.register(end, gateway.proc)
    return gateway


@contextmanager
def _without_java(gateway: Any) -> Iterator[None]:
    """Where the Java process has died there is nothing to stop, and the next session starts another."""
    from pyspark import SparkContext  # noqa: PLC0415

    try:
        yield
    except Exception:
        if gateway.proc.poll() is None:
            raise
        SparkContext._gateway = SparkContext._jvm = SparkContext._active_spark_context = None  # noqa: SLF001


_LOG: Final = "spark.log"


@cache
def _folder() -> Path:
    """A temporary folder that lives as long as this process."""
    folder = Path(tempfile.mkdtemp(prefix="mqtck-spark-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _told(text: str, error: Exception) -> str:
    """The text, the error, and the last lines of the log that tell something.

    What Spark itself has logged of a failure tells more than the call of Py4J that met it.
    """
    log = _folder() / _LOG
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines() if log.is_file() else []
    logged = [_LOGGED.sub("", line) for line in lines if _LOGGED.match(line)]
    said = logged or [line for line in lines if line.strip()]
    told = list(dict.fromkeys(line for line in said if not _NOISE.search(line)))[-8:]
    first = (str(error).strip() or type(error).__name__).splitlines()[0]
    if not logged or not told or not first.startswith(_OF_PY4J):
        told.insert(0, first)
    return f"{text}: " + "\n  ".join(told)


_NOISE: Final = re.compile(
    r"WARN|\tat |To adjust logging level|Setting default log level|Using Spark's default|"
    r"Error initializing SparkContext"
)
_LOGGED: Final = re.compile(r"^\S+ \S+ ERROR \w+: ")
"""What stands before the text of a line, as `_LOG_SETTINGS` has it."""

_OF_PY4J: Final = "An error occurred while calling"


@contextmanager
def _variables(values: Mapping[str, str]) -> Iterator[None]:
    """Environment variables for a while."""
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
