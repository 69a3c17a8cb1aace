"""`mqtck smoke` compares what an adapter claims with what it answers."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from test_smoke import Spoilt, told

from mqtck.adapters.reference import Reference, ReferenceWorld
from mqtck.conformance.smoke.running import try_out
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.abilities import Ability


class Answering(Reference):
    """As an adapter that says of some calls that it cannot do them."""

    def __init__(self, cannot: Callable[[c.Command], bool]) -> None:
        super().__init__()
        self.information = msgspec.structs.replace(self.information, profiles=())
        self.cannot = cannot

    def open_world(self) -> ReferenceWorld:
        return AnsweringWorld(self)


class AnsweringWorld(ReferenceWorld):
    def __init__(self, adapter: Answering) -> None:
        super().__init__(adapter.information.profile)
        self._cannot = adapter.cannot

    def execute(self, command: c.Command) -> o.Outcome:
        return o.Unsupported("that") if self._cannot(command) else super().execute(command)


def test_an_ability_of_which_nothing_is_there_is_told_and_nothing_is_said_of_its_answers() -> None:
    mqi = c.MqPut | c.MqPut1 | c.MqGet | c.MqCommit | c.MqBackout | c.Connect
    findings = try_out(Answering(lambda command: isinstance(command, mqi)))
    (lacking,) = (one.seen for one in findings if not one.fine)
    assert lacking == (
        "all calls of Ability.MQI (MQI calls) were answered with Unsupported "
        "(Connect, MqBackout, MqCommit, MqGet, MqPut, MqPut1); leave it out of Information.abilities"
    )
    assert "answers about MQI calls can be read" not in [one.what for one in findings]


def test_nothing_is_said_of_delayed_messages_where_there_are_none() -> None:
    adapter = Answering(lambda _: False)
    said = "answers about delayed messages can be read"
    assert said in [one.what for one in try_out(adapter)]
    without = frozenset({Ability.DELIVERY_DELAY})
    abilities = adapter.information.abilities - without
    adapter.information = msgspec.structs.replace(adapter.information, abilities=abilities, without=without)
    assert said not in [one.what for one in try_out(adapter)]


@pytest.mark.parametrize(
    ("ability", "commands"),
    [
        (Ability.BROWSE, c.Browse),
        (Ability.DEPTH, c.ReadDepth),
        (Ability.DELETE_QUEUE, c.DeleteQueue),
        (Ability.DEAD_LETTER_QUEUE, c.SetDeadLetterQueue),
        (Ability.RESTART, c.EndQueueManager | c.StartQueueManager),
    ],
)
def test_each_ability_is_told_that_is_not_there(ability: Ability, commands: Any) -> None:
    seen = told(Answering(lambda command: isinstance(command, commands)))
    assert any(f"all calls of Ability.{ability.name} " in one for one in seen)


def test_a_delay_that_every_client_is_taken_to_have_is_named_elsewhere() -> None:
    (seen,) = told(Answering(lambda command: isinstance(command, c.SetDeliveryDelay)))
    assert seen.endswith("(SetDeliveryDelay); name it in Information.without")


def test_what_an_adapter_has_in_part_is_not_told() -> None:
    """Some reports, some limits of queues, delays of one producer: the rest is Unsupported."""

    def cannot(command: c.Command) -> bool:
        match command:
            case c.Send(message=message) if message.report or message.group:
                return True
            case c.AlterQueue() | c.MqGet(mode=c.GetMode.BROWSE_FIRST_AND_LOCK):
                return True
            case c.SetDeliveryDelay(producer="j"):
                return True
            case _:
                return False

    assert told(Answering(cannot)) == []


class Forgetful(Reference):
    """Names neither its queues nor its producers."""

    information = msgspec.structs.replace(
        Reference.information, profiles=(), abilities=frozenset({Ability.JMS, Ability.BROWSE})
    )


def test_a_forgotten_ability_is_told_with_the_place_where_to_name_it() -> None:
    assert told(Forgetful())[0] == (
        "Information.abilities does not have Ability.LOCAL_QUEUES (local queues) and Ability.JMS_PRODUCER "
        "(JMSProducer), so that not even these were sent"
    )


@pytest.mark.parametrize(
    ("abilities", "lacking"),
    [
        ({Ability.LOCAL_QUEUES}, "Ability.JMS (JMS client) or Ability.MQI (MQI calls)"),
        (
            {Ability.BROWSE},
            "Ability.LOCAL_QUEUES (local queues) and Ability.JMS (JMS client) or Ability.MQI (MQI calls)",
        ),
    ],
)
def test_without_any_api_both_are_named(abilities: set[Ability], lacking: str) -> None:
    class Silent(Reference):
        information = msgspec.structs.replace(
            Reference.information, profiles=(), abilities=frozenset(abilities)
        )

    assert told(Silent())[0] == (
        f"Information.abilities does not have {lacking}, so that not even these were sent"
    )


def with_bodies(spoilt: Callable[[str], str]) -> Spoilt:
    def spoil(_: c.Command, outcome: Any) -> object:
        match outcome:
            case o.MessageReturned(message=message) if isinstance(message.body, str):
                return o.MessageReturned(msgspec.structs.replace(message, body=spoilt(message.body)))
            case _:
                return outcome

    return Spoilt(spoil)


def test_a_body_that_is_marked_though_its_label_is_long_enough_is_told() -> None:
    (seen,) = told(with_bodies(lambda body: "smoke-long:" if body == "smoke-long" else body))
    assert seen == (
        "of a message with length 4 the body is 'smoke-long:', of 11; it should be the label, which is "
        "longer, and nothing else (body_of)"
    )


def test_a_body_that_is_not_padded_is_told() -> None:
    (seen,) = told(with_bodies(lambda body: body.partition(":")[0]))
    assert seen == (
        "of a message with length 200 the body is 'smoke-long', of 10; it should be the label, a colon, and "
        "dots up to that many characters (body_of)"
    )
