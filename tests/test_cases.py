"""Generated cases: the same everywhere, only what an adapter can do, and sensible as commands."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterable
from functools import wraps

import msgspec
import pytest
from drawn_cases import ALL, NEVER_DUE, drawn

from implementations.right import ADAPTERS
from mqtck.conformance.cases.draft import REAL_BUDGET, Draft, Steps
from mqtck.conformance.cases.draws import Draws
from mqtck.conformance.cases.generator import EPISODES, Chapter, Episode, case, case_seed, chapter_of
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.observer import observed
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.abilities import Ability, abilities_needed
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.environment import DefineImsBridgeQueue
from mqtck.reference.vocabulary.profile import EVERY_PROFILE, ClockKind
from mqtck.reference.vocabulary.publications import DefineTopic

PLAIN_JMS = frozenset(
    {
        Ability.LOCAL_QUEUES,
        Ability.JMS,
        Ability.MESSAGE_PRODUCER,
        Ability.JMS_PRODUCER,
        Ability.TRANSACTIONS,
        Ability.BROWSE,
        Ability.MESSAGE_GROUPS,
        Ability.DELIVERY_DELAY,
    }
)
PINNED = ["5fb93efcf91f5497", "47f0a5cd58430a68"]
PINNED_REAL = "c06853d4a2580d82"
"""The beginnings of digests of a few cases: all abilities, few abilities, a real clock."""


YEAR = 365 * 86_400_000

encoder = msgspec.json.Encoder()


def digest(cases: Iterable[tuple[c.Command, ...]]) -> str:
    summed = hashlib.sha256()
    for commands in cases:
        summed.update(encoder.encode(commands))
    return summed.hexdigest()


def test_the_numbers_are_those_of_the_published_generator() -> None:
    """SplitMix64 with the seed 1234567, as other implementations of it give them."""
    draws = Draws(1234567)
    assert [draws.below(1 << 64) for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_draws_keep_to_their_bounds() -> None:
    draws = Draws(7)
    numbers = [draws.between(3, 5) for _ in range(300)]
    assert set(numbers) == {3, 4, 5}
    assert {draws.one_of("ab") for _ in range(50)} == {"a", "b"}
    assert 100 < sum(draws.chance(20) for _ in range(1000)) < 300
    assert not any(draws.chance(0) for _ in range(100))


def test_every_case_has_a_seed_of_its_own() -> None:
    seeds = {case_seed(campaign, number) for campaign in range(3) for number in range(1000)}
    assert len(seeds) == 3000
    assert all(0 <= seed < 1 << 64 for seed in seeds)


@pytest.mark.parametrize("hash_seed", ["0", "12345"])
def test_a_seed_gives_the_same_case_in_another_process(hash_seed: str) -> None:
    code = (
        "from test_cases import *; "
        "print(digest(drawn(20)), digest(drawn(20, abilities=PLAIN_JMS)), "
        "digest([case(case_seed(5, 0), PLAIN_JMS, ClockKind.REAL, 30)]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    here = (
        digest(drawn(20)),
        digest(drawn(20, abilities=PLAIN_JMS)),
        digest([case(case_seed(5, 0), PLAIN_JMS, ClockKind.REAL, 30)]),
    )
    assert done.stdout.split() == list(here)


def test_cases_are_those_of_other_machines_and_pythons() -> None:
    """Where the generator is changed on purpose, old seeds mean other cases, and the changelog says so."""
    assert [digest(drawn(5))[:16], digest(drawn(5, abilities=PLAIN_JMS))[:16]] == PINNED
    assert digest([case(case_seed(5, 0), PLAIN_JMS, ClockKind.REAL, 30)])[:16] == PINNED_REAL


def test_different_seeds_give_different_cases() -> None:
    assert len({digest([commands]) for commands in drawn(50)}) == 50


def test_a_case_asks_only_for_what_the_adapter_can_do() -> None:
    draws = Draws(3)
    for number in range(150):
        some = frozenset(ability for ability in Ability if draws.chance(60))
        abilities = some | {Ability.LOCAL_QUEUES, Ability.JMS, Ability.MESSAGE_PRODUCER}
        for command in case(number, abilities, ClockKind.VIRTUAL, 60):
            assert abilities_needed(command) <= abilities


def test_an_adapter_of_mqi_calls_alone_gets_cases() -> None:
    abilities = frozenset({Ability.LOCAL_QUEUES, Ability.MQI})
    kinds = {
        type(command) for number in range(20) for command in case(number, abilities, ClockKind.VIRTUAL, 40)
    }
    assert {c.MqPut, c.MqGet, c.Advance} <= kinds
    assert c.Send not in kinds


def test_no_case_without_the_least_abilities() -> None:
    with pytest.raises(ValueError, match="local queues and a JMS client"):
        case(1, frozenset({Ability.LOCAL_QUEUES, Ability.DEPTH}), ClockKind.VIRTUAL, 10)


def test_every_command_of_the_vocabulary_is_drawn() -> None:
    kinds = {
        type(command)
        for profile in (EVERY_PROFILE[0], EVERY_PROFILE[-1])
        for commands in drawn(300, profile=profile)
        for command in commands
    }
    assert kinds == set(c.Command.__args__)


def test_every_episode_has_a_name_of_its_own() -> None:
    names = [episode.name for episode in EPISODES]
    assert len(set(names)) == len(names)


def noting(episode: Episode, begun: set[str]) -> Episode:
    @wraps(episode.story)
    def story(draft: Draft) -> Steps[None]:
        begun.add(episode.name)
        return episode.story(draft)

    return episode._replace(story=story)


def test_every_episode_is_drawn() -> None:
    begun: set[str] = set()
    episodes = tuple(noting(episode, begun) for episode in EPISODES)
    for number in range(1500):
        case(case_seed(1, number), ALL, ClockKind.VIRTUAL, 60, episodes)
    assert begun == {episode.name for episode in EPISODES if episode.is_for(ALL)}


def test_episodes_can_be_steered() -> None:
    groups = next(episode for episode in EPISODES if episode.name == "message_groups")
    steered = case(1, ALL, ClockKind.VIRTUAL, 40, (groups._replace(weight=1),))
    sends = [command for command in steered if isinstance(command, c.Send)]
    assert sends
    assert all(send.message.group is not None for send in sends)


def test_a_case_is_mostly_about_one_chapter_and_every_chapter_has_its_turn() -> None:
    seeds = [case_seed(1, number) for number in range(400)]
    chapters = [chapter_of(seed, ALL) for seed in seeds]
    assert set(chapters) == {None, *Chapter} - {Chapter.ANY}
    assert 50 < chapters.count(None) < 150
    about_topics = [
        case(seed, ALL, ClockKind.VIRTUAL, 60)
        for seed, chapter in zip(seeds, chapters, strict=True)
        if chapter is Chapter.TOPICS
    ]
    with_topics = [any(isinstance(one, DefineTopic) for one in commands) for commands in about_topics]
    # A short case may be over behind an episode of another chapter.
    assert with_topics.count(False) <= 1


def test_no_chapter_is_drawn_of_which_the_adapter_can_do_nothing() -> None:
    chapters = {chapter_of(case_seed(1, number), PLAIN_JMS) for number in range(300)}
    assert Chapter.CLIENT in chapters
    assert not chapters & {Chapter.ZOS, Chapter.CHANNELS, Chapter.TOPICS, Chapter.ENFORCEMENT, Chapter.ANY}


def test_cases_are_short_and_long_and_of_the_length_asked_for_on_average() -> None:
    lengths = []
    for commands in drawn(200, commands=400):
        last = max(number for number, command in enumerate(commands) if isinstance(command, c.Advance))
        lengths.append(last)
    assert min(lengths) < 150
    assert max(lengths) > 750
    assert 350 < sum(lengths) / len(lengths) < 480


def test_a_selection_of_episodes_that_has_no_commands_still_ends() -> None:
    on_zos = tuple(episode for episode in EPISODES if episode.name == "operation_mode")
    assert case(1, ALL, ClockKind.VIRTUAL, 40, on_zos, profile=EVERY_PROFILE[0])


def test_labels_and_names_are_new_and_producers_exist() -> None:
    for commands in drawn(150):
        producers: dict[str, c.CreateProducer] = {}
        labels: set[str] = set()
        for command in commands:
            match command:
                case c.CreateProducer(producer=name):
                    assert name not in producers
                    producers[name] = command
                case c.SetDeliveryDelay(producer=name) | c.SetTimeToLive(producer=name):
                    assert name in producers
                case c.Send(producer=name, message=message):
                    creation = producers[name]
                    created = creation.destination or creation.topic
                    assert (created is None) == ((command.destination or command.topic) is not None)
                    if creation.api is c.ProducerApi.JMS_PRODUCER:
                        assert created is None
                        assert command.arguments is None
                    assert message.same_object_as is None or message.same_object_as in labels
                    assert message.label not in labels
                    labels.add(message.label)
                case c.MqPut(message=message) | c.MqPut1(message=message):
                    assert message.label not in labels
                    labels.add(message.label)


def test_sessions_of_units_of_work_are_opened_first_and_die_with_the_queue_manager() -> None:
    for commands in drawn(150):
        opened: dict[str, str] = {}
        sessions: dict[str, str] = {}
        for command in commands:
            match command:
                case c.OpenSession(session=session, queue_manager=manager):
                    opened[session] = manager
                case c.CreateProducer(producer=producer, session=session):
                    sessions[producer] = session
                case c.Commit(session=session) | c.Rollback(session=session):
                    assert session in opened
                case c.EndQueueManager(queue_manager=manager):
                    gone = {name for name, at in sessions.items() if opened.get(at, "QM1") == manager}
                    sessions = {name: at for name, at in sessions.items() if name not in gone}
                    opened = {name: at for name, at in opened.items() if at != manager}
                case c.Send(producer=producer):
                    assert producer in sessions


def test_nothing_is_asked_of_a_queue_manager_that_is_down() -> None:
    seen = 0
    for commands in drawn(300):
        down: set[str] = set()
        at = {"session": "QM1", "connection": "QM1"}
        for command in commands:
            if isinstance(command, c.StartQueueManager):
                down.remove(command.queue_manager)
            match command:
                case c.OpenSession(session=name, queue_manager=manager):
                    at[name] = manager
                case c.Connect(connection=name, queue_manager=manager):
                    at[name] = manager
                case c.Receive(session=name) | c.MqGet(connection=name):
                    manager = at.get(name, "QM1")
                case _:
                    manager = getattr(command, "queue_manager", "QM1")
            assert manager not in down or isinstance(command, c.Advance)
            if isinstance(command, c.EndQueueManager):
                down.add(command.queue_manager)
                seen += 1
    assert seen > 10


def test_looks_go_to_queues_that_are_there() -> None:
    for commands in drawn(200):
        there = {STAGING_QUEUE, "SYSTEM.DEAD.LETTER.QUEUE"}
        for command in commands:
            match command:
                case (
                    c.DefineLocalQueue(queue=queue)
                    | c.DefineSharedQueue(queue=queue)
                    | c.DefineAliasQueue(queue=queue)
                    | c.DefineRemoteQueue(queue=queue)
                    | DefineImsBridgeQueue(queue=queue)
                ):
                    there.add(queue)
                case c.DeleteQueue(queue=queue, queue_manager="QM1"):
                    there.remove(queue)
                case c.ReadDepth(queue=queue) | c.Browse(queue=queue) | c.Receive(queue=queue):
                    assert queue in there


def test_episodes_in_the_place_of_others_are_drawn_only_where_those_cannot_be() -> None:
    instead = [episode for episode in EPISODES if episode.without is not None]
    assert len(instead) > 3
    for episode in instead:
        assert not episode.is_for(ALL)
        assert episode.is_for(ALL - {episode.without})
        assert case(1, ALL - {episode.without}, ClockKind.VIRTUAL, 40, (episode,))
        with pytest.raises(ValueError, match="No case can be made"):
            case(1, ALL, ClockKind.VIRTUAL, 40, (episode,))


def test_cases_for_a_real_clock_are_short() -> None:
    waits = []
    for number in range(150):
        commands = case(case_seed(2, number), PLAIN_JMS, ClockKind.REAL, 25)
        waits.append(sum(command.milliseconds for command in commands if isinstance(command, c.Advance)))
        delays = {command.milliseconds for command in commands if isinstance(command, c.SetDeliveryDelay)}
        assert all(delay == 0 or 1000 <= delay <= 3000 or delay >= NEVER_DUE for delay in delays)
    assert max(waits) <= REAL_BUDGET
    assert max(waits) > REAL_BUDGET // 2


def test_no_years_pass_at_once_while_somebody_tries_again_and_again() -> None:
    """An implementation that tries every few seconds would be busy for hours."""
    years = 0
    for commands in drawn(500):
        retried = False
        for command in commands:
            retried = retried or isinstance(command, c.StartChannel | c.AlterQueue | c.DeleteQueue)
            if isinstance(command, c.Advance) and command.milliseconds > YEAR:
                assert not retried
                years += 1
    assert years


def test_boundaries_are_drawn() -> None:
    """Lives at D - 1, D and D + 1, at the limit of MQMD.Expiry, and depths at MAXDEPTH."""
    differences: set[int] = set()
    lives: set[int] = set()
    for commands in drawn(400):
        settings: dict[str, dict[type, int]] = {}
        for command in commands:
            if isinstance(command, c.SetDeliveryDelay | c.SetTimeToLive):
                settings.setdefault(command.producer, {})[type(command)] = command.milliseconds
            elif isinstance(command, c.Send):
                values = settings.get(command.producer, {})
                delay, life = values.get(c.SetDeliveryDelay, 0), values.get(c.SetTimeToLive, 0)
                lives.add(life)
                if delay and life:
                    differences.add(life - delay)
    assert {-1, 0, 1, 100} <= differences
    assert {214_748_364_600, 214_748_364_700, 214_748_364_800} <= lives


def test_an_implementation_that_is_right_passes_and_all_is_judged() -> None:
    adapter = ADAPTERS["preferred"]()
    for number, commands in enumerate(drawn(150, abilities=adapter.information.abilities)):
        judgement = observed(run_commands(adapter, commands))
        assert judgement.breaches == (), f"case {number}"
        assert judgement.indeterminate == "", f"case {number}"
