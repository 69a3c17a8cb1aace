"""The JMS adapter with a client of JMS 1.1: that of Artemis, of which only what JMS 1.1 has can be called."""

from collections.abc import Iterator
from typing import Any, Final

import pytest
from artemis_asked import ORDERS, browsed, depth, done, received, sent

from mqtck.adapters.artemis import Artemis
from mqtck.adapters.jms import JmsWorld
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Commit,
    CreateProducer,
    DefineLocalQueue,
    OpenSession,
    ProducerApi,
    Rollback,
    Send,
    SetDeliveryDelay,
    SetPriority,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage, TopicDestination
from mqtck.reference.vocabulary.outcomes import MessageReturned, Outcome, Unsupported
from mqtck.reference.vocabulary.publications import (
    CloseSubscriber,
    Durability,
    ReceivePublication,
    Subscribe,
    Unsubscribe,
)

NEW_IN_JMS_2_0: Final = {
    "createContext",
    "createDurableConsumer",
    "createSharedConsumer",
    "createSharedDurableConsumer",
    "getBody",
    "getDeliveryDelay",
    "getJMSDeliveryTime",
    "setDeliveryDelay",
    "setJMSDeliveryTime",
}
MADE_BY: Final = ("create", "receive", "nextElement", "getEnumeration")


class Older:
    """A Java object without what JMS 2.0 added, and so is whatever it makes."""

    def __init__(self, java: Any) -> None:
        self.java = java

    def __getattr__(self, name: str) -> Any:
        if name in NEW_IN_JMS_2_0:
            raise AttributeError(name)
        member = getattr(self.java, name)

        def call(*arguments: Any) -> Any:
            if name == "createSession" and len(arguments) != len(("transacted", "acknowledgeMode")):
                raise TypeError(name)
            made = member(*(one.java if isinstance(one, Older) else one for one in arguments))
            return Older(made) if name.startswith(MADE_BY) and made is not None else made

        return call


@pytest.fixture
def world(artemis: Artemis) -> Iterator[JmsWorld]:
    assert artemis._server is not None
    broker = artemis._server.broker
    assert broker.browser_factory is not None
    older = broker._replace(
        connection_factory=Older(broker.connection_factory), browser_factory=Older(broker.browser_factory)
    )
    opened = JmsWorld(older)
    done(opened, DefineLocalQueue("ORDERS"))
    yield opened
    opened.close()


def body_of_publication(world: JmsWorld, subscription: str) -> object:
    outcome: Outcome = world.execute(ReceivePublication(subscription))
    return outcome.message.body if isinstance(outcome, MessageReturned) else outcome


def test_messages_are_sent_browsed_counted_and_received(world: JmsWorld) -> None:
    done(world, CreateProducer("p", destination=ORDERS), SetPriority("p", 7))
    header = sent(world, Send("p", OutgoingMessage("m"))).header
    assert header.priority == 7
    assert not isinstance(header.delivery_time, int)
    assert (browsed(world), depth(world), received(world)) == (["m"], 1, "m")


def test_a_transacted_session_commits_and_rolls_back(world: JmsWorld) -> None:
    done(
        world,
        OpenSession("t", Acknowledgement.TRANSACTED),
        CreateProducer("p", destination=ORDERS, session="t"),
    )
    sent(world, Send("p", OutgoingMessage("lost")))
    done(world, Rollback("t"))
    sent(world, Send("p", OutgoingMessage("kept")))
    assert received(world) is None
    done(world, Commit("t"))
    assert [received(world), received(world)] == ["kept", None]


def test_a_durable_subscriber_gets_what_came_while_it_was_away(world: JmsWorld) -> None:
    subscribe = Subscribe("s", "PRICES", durability=Durability.DURABLE)
    done(world, subscribe, CloseSubscriber("s"), CreateProducer("p", topic=TopicDestination("PRICES")))
    sent(world, Send("p", OutgoingMessage("m")))
    done(world, subscribe)
    assert body_of_publication(world, "s") == "m"
    done(world, Unsubscribe("s"))


def test_what_came_with_jms_2_0_is_said_to_be_missing(world: JmsWorld) -> None:
    done(world, CreateProducer("p", destination=ORDERS))
    assert isinstance(world.execute(SetDeliveryDelay("p", 1000)), Unsupported)
    assert isinstance(world.execute(CreateProducer("j", ProducerApi.JMS_PRODUCER)), Unsupported)
