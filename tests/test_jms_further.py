"""What the description of a JMS broker adds: no command that needs it is taken for one without it."""

import pytest

from mqtck.adapters.artemis import Artemis
from mqtck.adapters.jms import JmsWorld
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    Command,
    CreateProducer,
    DefineLocalQueue,
    OpenSession,
    QueueAttributes,
    ReadDepth,
    Send,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination, Retention
from mqtck.reference.vocabulary.outcomes import DepthRead, Done, Outcome, Unsupported
from mqtck.reference.vocabulary.publications import AlterTopic, DefineTopic, MessageDelivery

FURTHER = frozenset(
    {
        Ability.QUEUE_LIMITS,
        Ability.AUTHORITY,
        Ability.RETAINED_PUBLICATIONS,
        Ability.DESTINATION_PROPERTIES,
        Ability.TOPIC_DELIVERY,
    }
)
LIMITED = DefineLocalQueue("ORDERS", QueueAttributes(max_depth=1))
NEEDING_MORE = (
    OpenSession("s", user="alice"),
    CreateProducer("p", destination=QueueDestination("ORDERS", priority=7)),
    Send("q", OutgoingMessage("m", retained=Retention.RETAIN_PUBLICATION), QueueDestination("ORDERS")),
    DefineTopic("T", "PRICES", MessageDelivery.ALL, MessageDelivery.ALL),
    AlterTopic("T", MessageDelivery.ALL, MessageDelivery.ALL),
)


@pytest.mark.parametrize("command", [LIMITED, *NEEDING_MORE], ids=lambda command: type(command).__name__)
def test_a_command_that_needs_an_added_ability_is_done_by_the_description_or_by_nobody(
    artemis: Artemis, command: Command
) -> None:
    assert artemis._server is not None
    plain = artemis._server.broker
    asked: list[Command] = []

    def further(told: Command, _name: object) -> Outcome:
        asked.append(told)
        return Done()

    able = plain._replace(abilities=plain.abilities | FURTHER)
    for broker, outcome, reached in (
        (able._replace(execute_further=further), Done, [command]),
        (able, Unsupported, []),
    ):
        asked.clear()
        world = JmsWorld(broker)
        assert isinstance(world.execute(command), outcome)
        assert asked == reached
        world.close()


def test_a_queue_is_there_when_its_attributes_are_asked_for(artemis: Artemis) -> None:
    assert artemis._server is not None
    plain = artemis._server.broker
    depths: list[Outcome] = []

    def further(_told: Command, _name: object) -> Outcome:
        depths.append(world.execute(ReadDepth("ORDERS")))
        return Done()

    able = plain._replace(abilities=plain.abilities | FURTHER, execute_further=further)
    world = JmsWorld(able)
    assert world.execute(LIMITED) == Done()
    assert depths == [DepthRead(0)]
    world.close()
