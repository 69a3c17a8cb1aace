"""What a campaign asks of Spark and ships to its executors, and what it tells of failures."""

import logging
import subprocess
import sys
import zipfile
from pathlib import Path

import pyspark.sql
import pytest
from python_processes import run_python

from mqtck.conformance.bench.campaign import PROCESSES, SparkShare
from mqtck.conformance.campaign import shipping as campaign_shipping
from mqtck.conformance.campaign import spark as campaign_spark
from mqtck.conformance.campaign.folder import CampaignError
from mqtck.conformance.campaign.plan import Code
from mqtck.conformance.campaign.running import WORKERS
from mqtck.conformance.campaign.shipping import elsewhere, python_of, settings_for
from mqtck.conformance.campaign.spark import SparkFailure, failure, is_not_of_py4j, spark_session, tried_again
from mqtck.conformance.shrinking.shapes import answer_of, shape_of
from mqtck.reference.vocabulary.commands import ReadDepth
from mqtck.reference.vocabulary.outcomes import DepthRead, Outcome, Refused
from mqtck.reference.vocabulary.profile import ClockKind, Profile
from mqtck.reference.vocabulary.results import Breach
from mqtck.reference.vocabulary.traces import FORMAT_VERSION, Step, Trace, TraceHead


@pytest.mark.parametrize(
    ("master", "asked"),
    [
        ("local", "local[1,4]"),
        ("local[3]", "local[3,4]"),
        ("local[*]", "local[*,4]"),
        ("local[2,1]", "local[2,1]"),
        ("spark://host:7077", "spark://host:7077"),
    ],
)
def test_a_task_is_tried_again_in_one_process_too(master: str, asked: str) -> None:
    assert tried_again(master) == asked


@pytest.mark.parametrize(
    ("master", "away"),
    [("local[2]", False), ("local-cluster[2,1,1024]", True), ("spark://h:1", True), ("yarn", True)],
)
def test_only_a_cluster_gets_code_along(master: str, away: bool) -> None:  # noqa: FBT001 - a column of a table
    assert elsewhere(master) is away


def test_the_python_of_executors_can_be_named() -> None:
    assert python_of({"PYSPARK_PYTHON": "/opt/python"}) == "/opt/python"
    assert python_of({}) == f"python{sys.version_info.major}.{sys.version_info.minor}"


def test_what_is_shipped_is_enough_to_load_an_adapter(tmp_path: Path) -> None:
    """In a Python that has nothing but the archives on its path."""
    adapter = tmp_path / "mine.py"
    adapter.write_text("from mqtck.adapters.reference import Reference\nclass Mine(Reference): pass\n")
    code = Code("{folder}/mine.py", (("mine.py", str(adapter)),))
    settings = settings_for(code, tmp_path, {"MQTCK_CACHE": str(tmp_path / "cache")})
    folders = []
    for archive in settings["spark.archives"].split(","):
        path, _, name = archive.partition("#")
        with zipfile.ZipFile(path) as packed:
            packed.extractall(tmp_path / "executor" / name)
        folders.append(name)
    assert sorted(settings["spark.executorEnv.PYTHONPATH"].split(":")) == sorted(folders)
    script = (
        "from mqtck.conformance.execution.loading import loader_named\n"
        "made = loader_named('mqtck.command_line.adapters:load_adapter')('mqtck-code/mine.py')\n"
        "import mqtck, pyarrow; print(mqtck.__file__, pyarrow.__file__, type(made).__name__)"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", script],
        cwd=tmp_path / "executor",
        env={"PYTHONPATH": settings["spark.executorEnv.PYTHONPATH"]},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    kit, arrow, name = done.stdout.split()
    assert name == "Mine"
    assert "/executor/mqtck-code/" in f"/executor/{kit}"
    assert "mqtck-libraries/" in arrow


def test_an_archive_that_cannot_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign_shipping, "_libraries", lambda _: tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(CampaignError, match="cannot be packed"):
        settings_for(Code(), tmp_path / "file")


NOT_BEGUN = """: org.apache.spark.SparkException: Exception thrown in awaitResult:
\tat x
Caused by: y
Error from python worker:
  Traceback (most recent call last):
    import parse
  AttributeError: no Parser
PYTHONPATH was:
  /x
\tat z"""


@pytest.mark.parametrize(
    ("raised", "told"),
    [
        ("java.io.IOException: No space left on device\n\tat x", "(no space left on device); see to it"),
        ("Caused by: java.io.FileNotFoundException: (Read-only file system)", "(read-only file system)"),
        ("Python worker exited unexpectedly (crashed)\n\tat", "A Python process that ran the adapter died"),
        (
            "An error occurred\n  Traceback (most recent call last):\nTraceback:\n  x\nKeyError: 3",
            "KeyError: 3",
        ),
        (
            "An error occurred while calling o1.parquet.\n: java.io.IOException: Cannot run program\n\tat x",
            "A Spark job failed: java.io.IOException: Cannot run program",
        ),
        (
            "[FAILED_READ_FILE.FILE_NOT_EXIST] Encountered error while reading file:///x. SQLSTATE: KD001",
            "the output folder must be one that they share",
        ),
        (NOT_BEGUN, "A Python process of Spark could not begin: AttributeError: no Parser"),
        ("", "RuntimeError"),
    ],
)
def test_a_failed_job_is_told_in_a_sentence(raised: str, told: str, tmp_path: Path) -> None:
    said = str(failure(RuntimeError(raised), tmp_path))
    assert told in said
    assert "\n" not in said


@pytest.mark.parametrize(("path", "told"), [("/x/py4j/java_gateway.py", False), ("/x/my_broker.py", True)])
def test_py4j_tells_nothing_by_itself(path: str, told: bool) -> None:  # noqa: FBT001 - a column of a table
    """A Ctrl-C while Java is waited for would be a screenful of its trace."""
    text = "Exception while sending command."
    assert is_not_of_py4j(logging.LogRecord("root", logging.ERROR, path, 1, text, None, None)) is told


@pytest.mark.parametrize(
    ("outcome", "kind"),
    [
        (DepthRead(3), "DepthRead"),
        (Refused(reason=2013), "Refused MQRC_EXPIRY_ERROR"),
        (Refused(reason=99999), "Refused 99999"),
        (Refused(reason=None), "Refused without a reason"),
        (Refused(), "Refused"),
    ],
)
def test_answers_are_told_apart_by_kind_and_reason(outcome: Outcome, kind: str) -> None:
    assert answer_of(outcome) == kind
    head = TraceHead(FORMAT_VERSION, "x", ClockKind.VIRTUAL, Profile())
    trace = Trace(head, (Step(ReadDepth("Q"), outcome, 0, 0),))
    assert shape_of(trace, Breach(("DD-1",), "a", "b", step=1)) == f"ReadDepth: {kind}"
    assert shape_of(trace, Breach(("DD-1",), "a", "b")) == ""


def test_the_share_of_spark_is_a_ratio() -> None:
    assert PROCESSES == 2
    assert SparkShare(campaign=90.0, plain=100.0).efficiency == pytest.approx(0.9)


def test_a_master_that_does_not_answer_is_a_failure_of_spark(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spark starts without it, and has stopped by the time that a session is asked for."""
    real = pyspark.sql.SparkSession

    def stopped(_: object) -> None:
        raise RuntimeError("Cannot call methods on a stopped SparkContext.\nand 50 lines more")

    monkeypatch.setattr(pyspark.sql, "SparkSession", stopped)
    with pytest.raises(SparkFailure, match=r"Spark did not start on local\[1\]: Cannot call methods on a "):
        spark_session("local[1]").__enter__()
    monkeypatch.setattr(pyspark.sql, "SparkSession", real)
    with spark_session("local[1]") as spark:
        assert spark.range(3).count() == 3


@pytest.mark.skipif(sys.platform != "linux", reason="the threads of libraries are listed in /proc")
def test_no_thread_runs_in_the_process_that_forks() -> None:
    listed = "print('pyarrow' in sys.modules, len(os.listdir('/proc/self/task')))"
    assert run_python(f"import os, sys; import mqtck.conformance.campaign.forking; {listed}") == "False 1\n"


@pytest.mark.parametrize(("clock", "read"), [(ClockKind.VIRTUAL, True), (ClockKind.REAL, False)])
def test_tasks_begin_with_the_scenarios_where_they_make_cases_of_them(clock: ClockKind, read: bool) -> None:  # noqa: FBT001 - a column of a table
    def begun_with(_: int) -> bool:
        features = sys.modules.get("mqtck.conformance.scenarios.features")
        return features is not None and vars(features)["_packaged"].cache_info().currsize == 1

    with spark_session("local[1]", WORKERS[clock]) as spark:
        assert spark.sparkContext.parallelize([0], 1).map(begun_with).collect() == [read]


MASTERS = "All masters are unresponsive! Giving up."
LOG = f"""\
WARN StatusConsoleListener: the use of package scanning is deprecated
Using Spark's default log4j profile: org/apache/spark/log4j2-defaults.properties
Setting default log level to "WARN".
To adjust logging level use sc.setLogLevel(newLevel). For SparkR, use setLogLevel(newLevel).
2026-11-30 00:37:39,339 ERROR StandaloneSchedulerBackend: {MASTERS}
2026-11-30 00:37:40,000 ERROR SparkContext: Error initializing SparkContext.
\tat org.apache.spark.SparkContext.<init>(SparkContext.scala:1)
"""


@pytest.mark.parametrize(
    ("log", "raised", "told"),
    [
        (LOG, "An error occurred while calling None.org.X.\n: java.lang.Y\n\tat z", [MASTERS]),
        (LOG, "the gateway is gone", ["the gateway is gone", MASTERS]),
        ("", "An error occurred while calling None.org.X.", ["An error occurred while calling None.org.X."]),
        ("Error: no heap\n", "Java exited", ["Java exited", "Error: no heap"]),
    ],
)
def test_of_what_spark_prints_the_lines_are_told_that_say_something(
    log: str, raised: str, told: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "spark.log").write_text(log)
    monkeypatch.setattr(campaign_spark, "_folder", lambda: tmp_path)
    text = campaign_spark._told("It did not start", Exception(raised))
    assert text.removeprefix("It did not start: ").split("\n  ") == told
