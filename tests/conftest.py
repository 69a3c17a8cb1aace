"""A broker for the modules that use a real one: one a module, a world of its own for each test.

That a machine is busy fails no test: Hypothesis is not to look at the time. One process more than there are
cores runs them, as one in five seconds of a test is spent waiting, for Java to start or a real clock.

Java starts sooner for what `spark_archive` makes, where all tests are run.
"""

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import spark_archive
from artemis_asked import opened_with_orders, running
from hypothesis import HealthCheck, settings

from mqtck.adapters.artemis import Artemis
from mqtck.adapters.jms import JmsWorld
from mqtck.conformance.execution.garbage import collect_seldom

settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")
collect_seldom()

ARCHIVE = "MQTCK_TESTS_SPARK_ARCHIVE"


def pytest_configure(config: pytest.Config) -> None:
    """Begin with the archive in the process that the others start from: for a few tests it costs too much."""
    of_all_tests = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    if ARCHIVE in os.environ or config.option.collectonly or not of_all_tests:
        return
    folder = TemporaryDirectory(prefix="mqtck-spark-archive-", ignore_cleanup_errors=True)
    archive = Path(folder.name, "spark.jsa")
    making = spark_archive.in_the_making(archive)
    os.environ[ARCHIVE] = str(archive)

    def end() -> None:
        with suppress(ProcessLookupError):
            os.killpg(making.pid, signal.SIGKILL)
        making.wait()
        folder.cleanup()

    config.add_cleanup(end)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """The Java processes of the test may use the archive where it is there by now."""
    if (archive := os.environ.get(ARCHIVE)) and spark_archive.used(Path(archive)):
        del os.environ[ARCHIVE]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """How many processes `--numprocesses=auto` stands for."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(scope="module")
def artemis() -> Iterator[Artemis]:
    yield from running(Artemis(), "Apache Artemis")


@pytest.fixture
def world(artemis: Artemis) -> Iterator[JmsWorld]:
    yield from opened_with_orders(artemis)
