"""Apache Artemis starts and stops: several brokers, and processes that come to their end."""

import pytest
from artemis_asked import ORDERS, done, received, sent
from python_processes import run_python

from mqtck.adapters.artemis import Artemis
from mqtck.adapters.jms import JmsWorld
from mqtck.conformance.contract import AdapterUnavailable
from mqtck.reference.vocabulary.commands import (
    CreateProducer,
    DefineLocalQueue,
    ReadDepth,
    Send,
    SetDeliveryDelay,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage
from mqtck.reference.vocabulary.outcomes import DepthRead, Done, Outcome


@pytest.mark.usefixtures("artemis")
def test_a_second_broker_works_beside_the_first_and_after_it() -> None:
    outcomes: list[Outcome] = []
    for _ in range(2):
        second = Artemis()
        opened = second.open_world()
        outcomes += [opened.execute(command) for command in (DefineLocalQueue("Q"), ReadDepth("Q"))]
        opened.close()
        second.close()
    assert outcomes == [Done(), DepthRead(0)] * 2


def test_a_world_survives_the_end_of_another_broker(artemis: Artemis, world: JmsWorld) -> None:
    second = Artemis()
    second.open_world().close()
    second.close()
    done(world, CreateProducer("p", destination=ORDERS), SetDeliveryDelay("p", 50))
    sent(world, Send("p", OutgoingMessage("m")))
    assert received(world, wait=20_000) == "m"
    assert artemis.information.name == "Apache Artemis"


def test_the_information_is_there_without_java() -> None:
    program = (
        "import sys\n"
        "from mqtck.adapters.artemis import Artemis\n"
        "information = Artemis().information\n"
        "print(information.name, information.clock.value, 'jpype' in sys.modules)\n"
    )
    assert run_python(program) == "Apache Artemis real False\n"


@pytest.mark.usefixtures("artemis")
@pytest.mark.parametrize("ending", ["adapter.close()", "pass"], ids=["closed", "forgotten"])
def test_the_process_ends_and_the_broker_says_nothing(ending: str) -> None:
    program = (
        "from mqtck.adapters.artemis import Artemis\n"
        "from mqtck.reference.vocabulary.commands import DefineLocalQueue, Receive\n"
        "adapter = Artemis()\n"
        "world = adapter.open_world()\n"
        "world.execute(DefineLocalQueue('Q'))\n"
        "print(type(world.execute(Receive('Q'))).__name__)\n"
        f"{ending}\n"
    )
    assert run_python(program) == "NoMessage\n"


def test_jars_that_cannot_be_had_make_the_adapter_unavailable(
    monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    monkeypatch.setenv("MQTCK_ARTEMIS_JARS", str(tmp_path))
    with pytest.raises(AdapterUnavailable, match="lacks the jar of artemis-server"):
        Artemis().open_world()
