"""A broker for the modules that use a real one: one a module, a world of its own for each test.

That a machine is busy fails no test: Hypothesis is not to look at the time. One process more than there are
cores runs them, as one in five seconds of a test is spent waiting, for Java to start or a real clock.
"""

import os
from collections.abc import Iterator

import pytest
from artemis_asked import opened_with_orders, running
from hypothesis import HealthCheck, settings

from mqtck.adapters.artemis import Artemis
from mqtck.adapters.jms import JmsWorld

settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")


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
