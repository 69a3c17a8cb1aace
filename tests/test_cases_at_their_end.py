"""What a case ends with: everything comes due, and every queue is looked at or emptied."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

import pytest
from drawn_cases import ALL, NEVER_DUE, drawn

from mqtck.conformance.cases.generator import Chapter, case_seed, chapter_of
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER, STAGING_QUEUE

A_DAY = 86_400_000
"""Ms: what is delayed for longer may be due before the case comes to its end, and is not waited for where a
channel may be trying again and again meanwhile."""


def test_a_case_ends_with_a_look_at_every_queue_after_everything_is_due() -> None:
    waited_for = []
    for commands in drawn(50):
        last = max(number for number, command in enumerate(commands) if isinstance(command, c.Advance))
        behind = commands[last + 1 :]
        looked_at = {(d.queue_manager, d.queue) for d in behind if isinstance(d, c.ReadDepth)}
        gone = {command.queue for command in commands if isinstance(command, c.DeleteQueue)}
        defined = {
            (command.queue_manager, command.queue)
            for command in commands
            if isinstance(command, c.DefineLocalQueue)
            and (command.queue not in gone or command.queue == STAGING_QUEUE)
        }
        assert defined | {(DEFAULT_QUEUE_MANAGER, STAGING_QUEUE)} <= looked_at
        sends = list(sends_with_delay(commands))
        short = max((delay for _, delay in sends if delay <= A_DAY), default=0)
        assert commands[last].milliseconds > short  # type: ignore[union-attr]
        for behind_send, delay in sends:
            comes = sum(one.milliseconds for one in behind_send if isinstance(one, c.Advance)) > delay
            assert comes or delay > A_DAY
            waited_for += [comes] if delay > A_DAY else []
    assert waited_for.count(True) > 3 * waited_for.count(False)


NO_LOOKS = ALL - {Ability.BROWSE, Ability.DEPTH}


def gets_behind_the_last_wait(commands: tuple[c.Command, ...]) -> dict[tuple[str, str], int]:
    """How many destructive gets there are, by queue manager and queue."""
    last = max(number for number, command in enumerate(commands) if isinstance(command, c.Advance))
    at = {"session": "QM1", "connection": "QM1"}
    gets: dict[tuple[str, str], int] = {}
    for number, command in enumerate(commands):
        match command:
            case c.OpenSession(session=name, queue_manager=manager):
                at[name] = manager
            case c.Connect(connection=name, queue_manager=manager):
                at[name] = manager
            case c.Receive(queue=queue, session=name) if number > last:
                place = at.get(name, "QM1"), queue
                gets[place] = gets.get(place, 0) + 1
            case c.MqGet(queue=queue, mode=c.GetMode.DESTRUCTIVE, connection=name) if number > last:
                place = at.get(name, "QM1"), queue
                gets[place] = gets.get(place, 0) + 1
    return gets


@pytest.mark.parametrize("without", [frozenset(), {Ability.MQI}, {Ability.JMS}], ids=["none", "MQI", "JMS"])
def test_where_nothing_browses_a_case_ends_with_gets_from_every_queue(without: frozenset[Ability]) -> None:
    abilities = NO_LOOKS - without
    elsewhere = 0
    for commands in drawn(60, abilities=abilities):
        gone = {command.queue for command in commands if isinstance(command, c.DeleteQueue)}
        gets = gets_behind_the_last_wait(commands)
        for command in commands:
            if isinstance(command, c.DefineLocalQueue) and command.queue not in gone | {STAGING_QUEUE}:
                place = (command.queue_manager, command.queue)
                assert gets.get(place, 0) > 4, place
                elsewhere += place[0] != DEFAULT_QUEUE_MANAGER
    assert elsewhere > 10


def test_where_nothing_browses_gets_do_over_connections_for_nothing_else() -> None:
    lookers: set[str] = set()
    for commands in drawn(60, abilities=NO_LOOKS):
        for command in commands:
            if isinstance(command, c.MqPut | c.MqPut1 | c.MqCommit | c.MqBackout):
                assert "looker" not in command.connection
            elif isinstance(command, c.MqGet) and "looker" in command.connection:
                lookers.add(command.connection)
                assert command.syncpoint is c.Syncpoint.OUTSIDE
    assert {"looker0", "looker1"} < lookers


def test_a_message_is_given_back_in_a_unit_of_work_that_ends_at_once() -> None:
    looked = 0
    for commands in drawn(60, abilities=NO_LOOKS - {Ability.MQI}):
        given_back: dict[str, int] = {}
        for command, following in pairwise(commands):
            if isinstance(command, c.Receive) and command.session.startswith("peeker"):
                assert following == c.Rollback(command.session)
                given_back[command.queue] = given_back.get(command.queue, 0) + 1
        looked += len(given_back)
        assert max(given_back.values(), default=0) <= 2
    assert looked > 60


def test_channels_are_looked_at_without_a_browser_too() -> None:
    chapters = {chapter_of(case_seed(1, number), NO_LOOKS) for number in range(100)}
    assert Chapter.CHANNELS in chapters


def sends_with_delay(commands: Sequence[c.Command]) -> Iterable[tuple[Sequence[c.Command], int]]:
    """What comes behind each send, and its delay in ms.

    What is set behind the last send of a producer delays nothing.
    """
    delays: dict[str, int] = {}
    for number, command in enumerate(commands):
        match command:
            case c.SetDeliveryDelay(producer=producer, milliseconds=milliseconds):
                delays[producer] = milliseconds
            case c.Send(producer=producer) if delays.get(producer, 0) < NEVER_DUE:
                yield commands[number:], delays.get(producer, 0)
