"""The JMS adapter against a second real broker, Apache ActiveMQ Classic; its client has no delivery delay."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from artemis_asked import (
    BOTH_APIS,
    ORDERS,
    browsed,
    depth,
    done,
    opened_with_orders,
    received,
    running,
    sent,
)
from python_processes import run_python

from mqtck.adapters.activemq import ActiveMQ, broker_jars, client_jars
from mqtck.adapters.jms import JmsWorld
from mqtck.conformance.contract import AdapterUnavailable
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    CreateProducer,
    DefineLocalQueue,
    OpenSession,
    ProducerApi,
    ReadDepth,
    Receive,
    Rollback,
    Send,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetPriority,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import DeliveryMode
from mqtck.reference.vocabulary.messages import GroupMembership, OutgoingMessage, TopicDestination
from mqtck.reference.vocabulary.outcomes import DepthRead, Done, MessageReturned, Outcome, Unsupported
from mqtck.reference.vocabulary.publications import Durability, ReceivePublication, Subscribe


@pytest.fixture(scope="module")
def activemq() -> Iterator[ActiveMQ]:
    yield from running(ActiveMQ(), "Apache ActiveMQ Classic")


@pytest.fixture
def world(activemq: ActiveMQ) -> Iterator[JmsWorld]:
    yield from opened_with_orders(activemq)


@BOTH_APIS
def test_a_message_comes_back_as_it_was_sent(world: JmsWorld, api: ProducerApi) -> None:
    done(
        world, DefineLocalQueue("REPLIES"), CreateProducer("p", api, destination=ORDERS), SetPriority("p", 7)
    )
    message = OutgoingMessage("m", length=300_000, reply_to="REPLIES", group=GroupMembership("g", 3))
    header = sent(world, Send("p", message)).header
    outcome = world.execute(Receive("ORDERS"))
    assert isinstance(outcome, MessageReturned)
    assert isinstance(outcome.message.body, str)
    assert len(outcome.message.body) == 300_000
    assert outcome.message.header.message_id == header.message_id
    assert outcome.message.header.reply_to == "REPLIES"
    assert outcome.message.header.priority == 7


@BOTH_APIS
def test_delivery_delay_is_said_to_be_missing(world: JmsWorld, api: ProducerApi) -> None:
    assert ActiveMQ().information.without == {Ability.DELIVERY_DELAY}
    done(world, CreateProducer("p", api, destination=ORDERS))
    assert isinstance(world.execute(SetDeliveryDelay("p", 1000)), Unsupported)


def test_the_queue_goes_by_priority_and_every_look_sees_all(world: JmsWorld) -> None:
    done(world, CreateProducer("p", destination=ORDERS))
    for priority in range(10):
        done(world, SetPriority("p", priority))
        sent(world, Send("p", OutgoingMessage(f"m{priority}")))
        assert depth(world) == priority + 1
    expected = [f"m{priority}" for priority in range(9, -1, -1)]
    assert browsed(world) == expected
    assert [received(world) for _ in range(10)] == expected
    assert (browsed(world), received(world), depth(world)) == ([], None, 0)


def test_it_keeps_an_order_among_messages_of_one_delivery_mode_alone(world: JmsWorld) -> None:
    done(world, CreateProducer("p", destination=ORDERS))
    for mode in (DeliveryMode.NON_PERSISTENT, DeliveryMode.PERSISTENT):
        done(world, SetDeliveryMode("p", mode))
        for number in (1, 2):
            sent(world, Send("p", OutgoingMessage(f"{mode.name} {number}")))
    taken = [received(world) for _ in range(4)]
    for mode in (DeliveryMode.NON_PERSISTENT, DeliveryMode.PERSISTENT):
        of_one = [body for body in taken if body is not None and body.startswith(mode.name)]
        assert of_one == [f"{mode.name} 1", f"{mode.name} 2"]


def test_what_has_expired_is_gone_and_soon_no_longer_counted(world: JmsWorld) -> None:
    done(world, CreateProducer("p", destination=ORDERS), SetTimeToLive("p", 100))
    sent(world, Send("p", OutgoingMessage("m")))
    time.sleep(0.2)
    assert received(world) is None
    deadline = time.monotonic() + 20
    while depth(world) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert depth(world) == 0


def test_a_message_is_redelivered_without_limit_and_at_once(world: JmsWorld) -> None:
    """By default it goes to a dead-letter queue after seven attempts, each a second after the last."""
    done(world, CreateProducer("p", destination=ORDERS), OpenSession("t", Acknowledgement.TRANSACTED))
    sent(world, Send("p", OutgoingMessage("m")))
    for _ in range(12):
        assert received(world, session="t") == "m"
        done(world, Rollback("t"))
    assert browsed(world) == ["m"]


def test_a_durable_subscriber_gets_what_was_published(world: JmsWorld) -> None:
    prices = TopicDestination("PRICES")
    done(world, Subscribe("s", "PRICES", durability=Durability.DURABLE), CreateProducer("p", topic=prices))
    sent(world, Send("p", OutgoingMessage("m")))
    outcome = world.execute(ReceivePublication("s"))
    assert isinstance(outcome, MessageReturned)
    assert outcome.message.body == "m"


def test_worlds_side_by_side_do_not_see_each_other(activemq: ActiveMQ) -> None:
    def alone(number: int) -> list[str | None]:
        opened = activemq.open_world()
        done(opened, DefineLocalQueue("ORDERS"), CreateProducer("p", destination=ORDERS))
        sent(opened, Send("p", OutgoingMessage(f"m{number}")))
        found = [received(opened), received(opened)]
        opened.close()
        return found

    with ThreadPoolExecutor(10) as pool:
        assert list(pool.map(alone, range(40))) == [[f"m{number}", None] for number in range(40)]


@pytest.mark.usefixtures("activemq")
def test_a_second_broker_works_beside_the_first_and_after_it() -> None:
    outcomes: list[Outcome] = []
    for _ in range(2):
        second = ActiveMQ()
        opened = second.open_world()
        outcomes += [opened.execute(command) for command in (DefineLocalQueue("Q"), ReadDepth("Q"))]
        opened.close()
        second.close()
    assert outcomes == [Done(), DepthRead(0)] * 2


@pytest.mark.usefixtures("activemq")
@pytest.mark.parametrize("ending", ["adapter.close()", "pass"], ids=["closed", "forgotten"])
def test_the_process_ends_and_the_broker_says_nothing(ending: str) -> None:
    program = (
        "from mqtck.adapters.activemq import ActiveMQ\n"
        "from mqtck.reference.vocabulary.commands import DefineLocalQueue, Receive\n"
        "adapter = ActiveMQ()\n"
        "world = adapter.open_world()\n"
        "world.execute(DefineLocalQueue('Q'))\n"
        "print(type(world.execute(Receive('Q'))).__name__)\n"
        "world.close()\n"
        f"{ending}\n"
    )
    assert run_python(program) == "NoMessage\n"


def test_the_information_is_there_without_java() -> None:
    program = (
        "import sys\n"
        "from mqtck.adapters.activemq import ActiveMQ\n"
        "information = ActiveMQ().information\n"
        "print(information.name, information.clock.value, 'jpype' in sys.modules)\n"
    )
    assert run_python(program) == "Apache ActiveMQ Classic real False\n"


def test_every_jar_is_pinned() -> None:
    for jars in (broker_jars(), client_jars()):
        assert f"{jars.artifact}-{jars.version}.jar" in jars.pinned
        assert all(len(checksum) == 64 for checksum in jars.pinned.values())
    assert not broker_jars().pinned.keys() & client_jars().pinned.keys()


def test_jars_that_cannot_be_had_make_the_adapter_unavailable(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MQTCK_ACTIVEMQ_JARS", str(tmp_path))
    with pytest.raises(AdapterUnavailable, match="lacks the jar of activemq-broker"):
        ActiveMQ().open_world()
