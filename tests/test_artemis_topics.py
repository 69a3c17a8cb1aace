"""Apache Artemis and topics: who gets a delayed publication, and what JMS knows nothing of."""

import time

import pytest
from artemis_asked import BOTH_APIS, done, sent

from mqtck.adapters.artemis import Artemis
from mqtck.adapters.jms import JmsWorld
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Command,
    Commit,
    CreateProducer,
    DefineLocalQueue,
    OpenSession,
    ProducerApi,
    Receive,
    Rollback,
    Send,
    SetDeliveryDelay,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination, Retention, TopicDestination
from mqtck.reference.vocabulary.outcomes import MessageReturned, NoMessage, Refused, Unsupported
from mqtck.reference.vocabulary.publications import (
    CloseSubscriber,
    DefineSubscription,
    DefineTopic,
    Durability,
    MessageDelivery,
    ReceivePublication,
    Subscribe,
    Unsubscribe,
)

PRICES = TopicDestination("PRICES")


def subscribe(name: str, durability: Durability = Durability.NON_DURABLE) -> Subscribe:
    return Subscribe(name, "PRICES", durability, f"session of {name}")


def publications(world: JmsWorld, name: str, wait: int = 300) -> list[object]:
    """The bodies of what a subscriber gets until it gets nothing more."""
    found = []
    while isinstance(outcome := world.execute(ReceivePublication(name, wait)), MessageReturned):
        found.append(outcome.message.body)
    assert outcome == NoMessage()
    return found


@BOTH_APIS
def test_a_delayed_publication_is_for_those_who_are_subscribed_when_it_is_sent(
    world: JmsWorld, api: ProducerApi
) -> None:
    own = PRICES if api is ProducerApi.MESSAGE_PRODUCER else None
    done(world, CreateProducer("p", api, topic=own), SetDeliveryDelay("p", 1500))
    done(world, subscribe("early"), subscribe("durable", Durability.DURABLE))
    shown = sent(world, Send("p", OutgoingMessage("price"), topic=None if own else PRICES))
    assert shown.header.topic == PRICES
    done(world, subscribe("late"), CloseSubscriber("durable"))
    assert publications(world, "early", 0) == []
    time.sleep(2)
    done(world, subscribe("durable", Durability.DURABLE))
    assert publications(world, "early") == ["price"]
    assert publications(world, "durable") == ["price"]
    assert publications(world, "late") == []


def test_a_subscription_ends_when_it_is_unsubscribed_and_a_non_durable_one_when_it_is_closed(
    world: JmsWorld,
) -> None:
    done(world, CreateProducer("p", topic=PRICES))
    done(world, subscribe("a"), subscribe("b", Durability.DURABLE), CloseSubscriber("a"), Unsubscribe("b"))
    sent(world, Send("p", OutgoingMessage("price")))
    done(world, subscribe("a"), subscribe("b", Durability.DURABLE))
    assert publications(world, "a") == publications(world, "b") == []
    for command in (CloseSubscriber("nobody"), Unsubscribe("nobody"), ReceivePublication("nobody")):
        assert isinstance(world.execute(command), Refused)


def test_a_publication_that_is_rolled_back_is_there_again(world: JmsWorld) -> None:
    done(world, OpenSession("tx", Acknowledgement.TRANSACTED), CreateProducer("p", topic=PRICES))
    done(world, Subscribe("a", "PRICES", session="tx"))
    sent(world, Send("p", OutgoingMessage("price")))
    assert publications(world, "a") == ["price"]
    done(world, Rollback("tx"))
    assert publications(world, "a") == ["price"]
    done(world, Commit("tx"))
    assert publications(world, "a") == []


def test_a_queue_and_a_topic_of_one_name_are_two_places(world: JmsWorld) -> None:
    done(world, DefineLocalQueue("PRICES"), DefineTopic("PRICES", "PRICES"), subscribe("a"))
    done(
        world, CreateProducer("p", topic=PRICES), CreateProducer("q", destination=QueueDestination("PRICES"))
    )
    sent(world, Send("p", OutgoingMessage("price")))
    sent(world, Send("q", OutgoingMessage("order")))
    assert publications(world, "a") == ["price"]
    outcome = world.execute(Receive("PRICES"))
    assert isinstance(outcome, MessageReturned)
    assert outcome.message.body == "order"


class EitherKind:
    """A destination of a client that has one class for queues and topics, as some have."""

    def __init__(self, name: str | None) -> None:
        self._name = name

    def getQueueName(self) -> str | None:  # noqa: N802 - as in Java
        return self._name

    getTopicName = getQueueName  # noqa: N815 - as in Java


def test_a_destination_that_could_be_either_is_known_by_its_name(world: JmsWorld) -> None:
    done(world, DefineLocalQueue("PRICES"), DefineTopic("PRICES", "PRICES"))
    queue, topic = EitherKind(world._name("PRICES")), EitherKind(world._topic_name("PRICES"))
    assert (world._names_of.queue(queue), world._names_of.topic(queue)) == ("PRICES", None)
    assert (world._names_of.queue(topic), world._names_of.topic(topic)) == (None, "PRICES")
    assert (world._names_of.queue(EitherKind(None)), world._names_of.topic(EitherKind(None))) == (None, None)


def test_topics_of_one_world_are_not_those_of_another(artemis: Artemis, world: JmsWorld) -> None:
    other = artemis.open_world()
    try:
        done(world, subscribe("a"))
        done(other, subscribe("a"), CreateProducer("p", topic=PRICES))
        sent(other, Send("p", OutgoingMessage("price")))
        assert publications(world, "a") == []
        assert publications(other, "a") == ["price"]
    finally:
        other.close()


@pytest.mark.parametrize(
    "command",
    [
        DefineTopic("PRICES", "PRICES", MessageDelivery.ALL),
        DefineSubscription("s", "PRICES", "ORDERS"),
        Send("p", OutgoingMessage("m", retained=Retention.RETAIN_PUBLICATION), topic=PRICES),
    ],
    ids=lambda command: type(command).__name__,
)
def test_what_jms_knows_nothing_of_is_unsupported(world: JmsWorld, command: Command) -> None:
    done(world, CreateProducer("p"))
    assert isinstance(world.execute(command), Unsupported)


def test_a_world_that_closes_leaves_no_subscription_in_the_broker(artemis: Artemis) -> None:
    """Also where the broker does not end them with the topic, and none is known by another world's name."""
    assert artemis._server is not None
    control = artemis._server._server.getActiveMQServerControl()
    other = JmsWorld(artemis._server.broker._replace(delete_topic=lambda _name: None))

    def queues() -> set[str]:
        return {str(name) for name in control.getQueueNames()}

    before = queues()
    done(other, DefineTopic("T", "T"), subscribe("a", Durability.DURABLE), subscribe("b", Durability.DURABLE))
    done(other, CloseSubscriber("a"))
    assert sorted(name.rpartition(".")[2] for name in queues() - before) == ["a", "b"]
    other.close()
    assert queues() <= before
