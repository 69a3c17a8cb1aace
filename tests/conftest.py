"""A broker for the modules that use a real one: one a module, a world of its own for each test.

That a machine is busy fails no test: Hypothesis is not to look at the time.
"""

from collections.abc import Iterator

import pytest
from artemis_asked import done
from hypothesis import HealthCheck, settings

from mqtck.adapters.artemis import Artemis
from mqtck.adapters.jms import JmsWorld
from mqtck.conformance.contract import AdapterUnavailable
from mqtck.reference.vocabulary.commands import DefineLocalQueue

settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")


@pytest.fixture(scope="module")
def artemis() -> Iterator[Artemis]:
    adapter = Artemis()
    try:
        adapter.open_world().close()
    except AdapterUnavailable as why:
        pytest.skip(f"no Apache Artemis here: {why}")
    yield adapter
    adapter.close()


@pytest.fixture
def world(artemis: Artemis) -> Iterator[JmsWorld]:
    opened = artemis.open_world()
    done(opened, DefineLocalQueue("ORDERS"))
    yield opened
    opened.close()
