"""Cases of a campaign that are made of scenarios: variations of one, and medleys, in which several meet."""

import hashlib
import os
import subprocess
import sys
from collections import Counter

import msgspec
import pytest
from test_cases import PLAIN_JMS

from implementations.right import ADAPTERS
from mqtck.adapters.reference import Reference
from mqtck.conformance.campaign import one_case
from mqtck.conformance.campaign.one_case import KINDS, STEERED, CaseKind, Material, commands_of_case
from mqtck.conformance.cases.draws import Draws, case_seed
from mqtck.conformance.cases.generator import EPISODES, case
from mqtck.conformance.execution.profiles import under
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.observer import observed
from mqtck.conformance.medleys.another import Otherwise, Things, as_another
from mqtck.conformance.medleys.going_on import going_on
from mqtck.conformance.medleys.medley import medley
from mqtck.conformance.medleys.parts import how_many, part
from mqtck.conformance.medleys.variation import variation
from mqtck.conformance.medleys.variations import table
from mqtck.conformance.medleys.variations.table import VARIATIONS, otherwise, varied
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.abilities import Ability, abilities_needed
from mqtck.reference.vocabulary.constants import DeliveryMode
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination
from mqtck.reference.vocabulary.outcomes import AdapterError
from mqtck.reference.vocabulary.profile import EVERY_PROFILE, ClockKind
from mqtck.reference.vocabulary.publications import CloseSubscriber, Durability, ReceivePublication, Subscribe
from mqtck.reference.vocabulary.validation import validated

ALL = frozenset(Ability)
NOTHING_BEFORE = Things({})

ORDERS = QueueDestination("ORDERS")
DEFINED = c.DefineLocalQueue("ORDERS")
CREATED = c.CreateProducer("producer 1", session="sender", destination=ORDERS)
DELAYED = c.SetDeliveryDelay("producer 1", 5000)
SENT = c.Send("producer 1", OutgoingMessage("order-1"))
AGAIN = c.Send("producer 1", OutgoingMessage("order-2", same_object_as="order-1", reply_to="ORDERS"))
SCENARIO = (DEFINED, CREATED, DELAYED, SENT, AGAIN, c.Receive("ORDERS", "receiver"))
RESTART = (c.EndQueueManager(), c.StartQueueManager())


def digest(abilities: frozenset[Ability]) -> str:
    summed = hashlib.sha256()
    for number in range(40):
        seed, profile = case_seed(3, number), EVERY_PROFILE[number % 4]
        summed.update(msgspec.json.encode(medley(seed, abilities, profile, 40)))
        summed.update(msgspec.json.encode(variation(seed, abilities, profile)))
    return summed.hexdigest()


@pytest.mark.parametrize("hash_seed", ["0", "12345"])
def test_a_seed_gives_the_same_case_in_another_process(hash_seed: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from test_medleys import *; print(digest(ALL), digest(PLAIN_JMS))"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.stdout.split() == [digest(ALL), digest(PLAIN_JMS)]


@pytest.mark.parametrize("abilities", [ALL, PLAIN_JMS, frozenset({Ability.LOCAL_QUEUES, Ability.MQI})])
def test_only_what_an_adapter_can_do_is_sent(abilities: frozenset[Ability]) -> None:
    for number in range(60):
        seed, profile = case_seed(4, number), EVERY_PROFILE[number % 4]
        for made in (medley(seed, abilities, profile, 40), variation(seed, abilities, profile)):
            assert made
            for command in made:
                assert abilities_needed(command) <= abilities, command
                validated(command)


def test_an_adapter_for_which_there_is_no_scenario_has_no_such_case() -> None:
    assert medley(1, frozenset({Ability.BROWSE}), EVERY_PROFILE[0], 40) == ()
    assert variation(1, frozenset({Ability.BROWSE}), EVERY_PROFILE[0]) == ()


def test_medleys_are_about_as_long_as_they_should_be() -> None:
    lengths = [len(medley(case_seed(5, number), ALL, EVERY_PROFILE[0], 100)) for number in range(200)]
    assert 80 < sum(lengths) / len(lengths) < 140


def test_the_kinds_of_cases_take_turns_on_a_virtual_clock_alone() -> None:
    information = Reference().information
    abilities, profile = information.abilities, information.profile
    real = msgspec.structs.replace(information, clock=ClockKind.REAL, abilities=PLAIN_JMS)
    for number, kind in enumerate(KINDS * 2):
        seed = case_seed(1, number)
        made = {
            CaseKind.EPISODES: case(seed, abilities, ClockKind.VIRTUAL, 40),
            CaseKind.MEDLEY: medley(seed, abilities, profile, 40),
            CaseKind.VARIATION: variation(seed, abilities, profile),
        }
        assert [one for one in made if made[one] == commands_of_case(information, 1, number, 40)] == [kind]
        assert commands_of_case(real, 1, number, 40) == case(seed, PLAIN_JMS, ClockKind.REAL, 40)
    assert {*KINDS} == {*CaseKind}


@pytest.mark.parametrize("kinds", [KINDS, STEERED])
@pytest.mark.parametrize("step", [2, 3, 4, 6, 8])
def test_who_does_each_second_case_has_cases_of_all_kinds(step: int, kinds: tuple[CaseKind, ...]) -> None:
    for first in range(step):
        assert {kinds[number % len(kinds)] for number in range(first, 80, step)} == {*CaseKind}


def test_a_steered_part_has_more_of_the_episodes_that_it_steers() -> None:
    information, seed = Reference().information, case_seed(1, 2)
    (often, *others) = EPISODES
    steered = (often._replace(weight=2 * often.weight), *others)
    episodes = case(seed, information.abilities, ClockKind.VIRTUAL, 40, steered)
    assert STEERED[2] is CaseKind.EPISODES is not KINDS[2]
    assert commands_of_case(information, 1, 2, 40, Material(steered)) == episodes
    assert commands_of_case(information, 1, 2, 40) != episodes
    assert {*STEERED} == {*CaseKind}


def test_who_can_do_no_scenario_gets_episodes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(one_case, "medley", lambda *_: ())
    monkeypatch.setattr(one_case, "variation", lambda *_: ())
    information = Reference().information
    for number in range(len(KINDS)):
        episodes = case(case_seed(1, number), information.abilities, ClockKind.VIRTUAL, 40)
        assert commands_of_case(information, 1, number, 40) == episodes


def test_neither_the_reference_nor_right_implementations_are_accused() -> None:
    adapters = [under(Reference(), profile) for profile in EVERY_PROFILE]
    adapters += [make() for make in ADAPTERS.values()]
    undecided: Counter[bool] = Counter()
    for number in range(6 * len(adapters)):
        adapter = adapters[number % len(adapters)]
        information = adapter.information
        seed, abilities, profile = case_seed(6, number), information.abilities, information.profile
        made = variation(seed, abilities, profile) if number % 4 else medley(seed, abilities, profile, 60)
        trace = run_commands(adapter, made)
        assert not isinstance(trace.steps[-1].outcome, AdapterError), (information.name, number)
        judgement = observed(trace)
        assert not judgement.breaches, (information.name, number, judgement.breaches)
        undecided[bool(judgement.indeterminate)] += 1
    assert undecided[True] < undecided[False] / 10


# --- the parts ---------------------------------------------------------------------------------------------


def test_messages_have_other_labels_wherever_they_are_named() -> None:
    *_, first, second, _ = as_another(SCENARIO, Otherwise(2, frozenset()), NOTHING_BEFORE)
    assert first == c.Send("producer 1", OutgoingMessage("order-1 2"))
    assert isinstance(second, c.Send)
    assert (second.message.label, second.message.same_object_as) == ("order-2 2", "order-1 2")


def test_names_of_queues_are_others_in_destinations_and_reply_to_fields_too() -> None:
    renamed = as_another(SCENARIO, Otherwise(2, frozenset({"queue"})), NOTHING_BEFORE)
    assert renamed[0] == c.DefineLocalQueue("ORDERS.2")
    assert renamed[1] == c.CreateProducer(
        "producer 1", session="sender", destination=QueueDestination("ORDERS.2")
    )
    assert isinstance(renamed[4], c.Send)
    assert renamed[4].message.reply_to == "ORDERS.2"
    assert renamed[5] == c.Receive("ORDERS.2", "receiver")


def test_a_scenario_elsewhere_has_sessions_of_its_own_there() -> None:
    made = as_another(SCENARIO, Otherwise(2, frozenset(), "QM9"), NOTHING_BEFORE)
    assert made[:3] == (
        c.DefineQueueManager("QM9"),
        c.OpenSession("sender 2", queue_manager="QM9"),
        c.OpenSession("receiver 2", queue_manager="QM9"),
    )
    assert made[3] == c.DefineLocalQueue("ORDERS", queue_manager="QM9")


@pytest.mark.parametrize(
    ("before", "others"),
    [
        ((c.OpenSession("sender", c.Acknowledgement.TRANSACTED), CREATED), {"sender 2", "producer 1 2"}),
        ((c.CreateProducer("producer 1", session="sender"),), {"sender", "producer 1 2"}),
        ((c.DefineAliasQueue("ORDERS", "SALES"), CREATED), {"sender", "producer 1 2"}),
        ((DEFINED, c.DefineAliasQueue("ORDERS", "SALES"), CREATED), {"sender", "producer 1 2"}),
        ((DEFINED, CREATED), {"sender", "producer 1"}),
    ],
    ids=["transacted", "without a destination", "an alias", "an alias later on", "alike"],
)
def test_names_that_stand_for_something_else_already_are_others(
    before: tuple[c.Command, ...], others: set[str]
) -> None:
    made = as_another(SCENARIO, Otherwise(2, frozenset()), Things.of(before))
    created = next(one for one in made if isinstance(one, c.CreateProducer))
    assert {created.session, created.producer} == others


def test_what_is_there_is_not_made_again() -> None:
    opened = c.OpenSession("sender", c.Acknowledgement.TRANSACTED)
    assert going_on((opened, CREATED, opened, CREATED, SENT)) == (opened, CREATED, SENT)


def test_what_an_ended_queue_manager_has_taken_along_is_made_again_as_it_was_set() -> None:
    opened = c.OpenSession("sender", c.Acknowledgement.TRANSACTED)
    begun = (opened, CREATED, c.SetPriority("producer 1", 7), DELAYED)
    later = c.SetDeliveryDelay("producer 1", 8000)
    assert going_on((*begun, later, *RESTART, SENT, AGAIN)) == (
        *(*begun, later, *RESTART),
        *(opened, CREATED, c.SetPriority("producer 1", 7), later),
        *(SENT, AGAIN),
    )


def test_a_subscriber_is_there_again_before_it_receives() -> None:
    subscribed = Subscribe("alice", "PRICES", Durability.DURABLE, session="reader")
    received = ReceivePublication("alice")
    assert going_on((subscribed, *RESTART, received)) == (subscribed, *RESTART, subscribed, received)
    closed = (subscribed, CloseSubscriber("alice"))
    assert going_on((*closed, subscribed, received)) == (*closed, subscribed, received)


def test_nothing_is_asked_of_a_queue_manager_that_is_ended() -> None:
    end, start = RESTART
    assert going_on((DEFINED, CREATED, end, SENT, end, start, start, AGAIN)) == (
        *(DEFINED, CREATED, end, start),
        *(CREATED, AGAIN),
    )


def test_nothing_is_altered_of_a_name_that_leads_elsewhere() -> None:
    alias, altered = c.DefineAliasQueue("ORDERS", "VAULT"), c.AlterQueue("ORDERS", c.AttributeChanges())
    deleted, remote = c.DeleteQueue("ORDERS"), c.DefineRemoteQueue("ORDERS", "VAULT", "QM2", "QM2")
    made = (DEFINED, altered, deleted, alias, altered, deleted, DEFINED, altered, deleted, remote, altered)
    assert going_on(made) == (
        *(DEFINED, altered, deleted, alias, deleted, DEFINED, altered, deleted, remote),
    )


# --- variations --------------------------------------------------------------------------------------------

PUT = c.MqPut("ORDERS", OutgoingMessage("order-1"))
GOT = c.MqGet("ORDERS")
REPLACED = c.MqPut1("ORDERS", OutgoingMessage("order-1"))


def by(name: str, *commands: c.Command) -> list[c.Command]:
    """The commands with a variation, without what some draws alone put in between."""
    ending = (c.Commit, c.Rollback, c.MqCommit, c.MqBackout)
    return [one for one in VARIATIONS[name](Draws(1), commands) if not isinstance(one, ending)]


@pytest.mark.parametrize("name", list(VARIATIONS))
def test_a_variation_is_drawn_and_may_be_executed(name: str) -> None:
    changed = 0
    for place in range(how_many()):
        commands = part(place, ALL, EVERY_PROFILE[0])
        other = tuple(VARIATIONS[name](Draws(place), commands))
        changed += other != commands
        labels = [one.message.label for one in other if isinstance(one, c.Send | c.MqPut | c.MqPut1)]
        before = [one.message.label for one in commands if isinstance(one, c.Send | c.MqPut | c.MqPut1)]
        assert len(set(labels)) == len(labels) or len(set(before)) < len(before)
        if place % 10 == 0:
            for command in other:
                validated(command)
    assert changed > 30


@pytest.mark.parametrize(("where", "named"), [("QM1", "QM1"), ("QM2", None)])
def test_a_queue_manager_is_named_only_where_all_sessions_are(where: str, named: str | None) -> None:
    scenario = (c.OpenSession("sender", queue_manager=where), CREATED, SENT)
    _, created, _ = VARIATIONS["the queue manager named"](Draws(1), scenario)
    assert isinstance(created, c.CreateProducer)
    assert created.destination == QueueDestination("ORDERS", queue_manager=named)


def test_what_asks_for_other_abilities_is_not_varied() -> None:
    few = frozenset({Ability.LOCAL_QUEUES, Ability.JMS, Ability.MESSAGE_PRODUCER, Ability.DELIVERY_DELAY})
    for seed in range(50):
        made = varied(Draws(seed), SCENARIO, few)
        assert all(abilities_needed(one) <= few | abilities_needed(AGAIN) for one in made)
        assert not {type(one) for one in otherwise(Draws(seed), (DEFINED,), few, 3)} & {c.MqPut, c.MqGet}


def test_a_unit_of_work_is_around_every_call_of_a_session_that_it_finds_unopened() -> None:
    transacted = c.Acknowledgement.TRANSACTED
    assert by("units of work", *SCENARIO) == [
        *(DEFINED, c.OpenSession("sender", transacted), CREATED, DELAYED, SENT, AGAIN),
        *(c.OpenSession("receiver", transacted), c.Receive("ORDERS", "receiver")),
    ]
    within = c.Syncpoint.WITHIN
    assert by("units of work", PUT, GOT) == [
        msgspec.structs.replace(PUT, syncpoint=within),
        msgspec.structs.replace(GOT, syncpoint=within),
    ]


def test_a_jms_producer_names_its_destination_on_each_send() -> None:
    made = by("a JMSProducer", CREATED, SENT)
    assert made == [
        c.CreateProducer("producer 1", c.ProducerApi.JMS_PRODUCER, "sender"),
        c.Send("producer 1", OutgoingMessage("order-1"), ORDERS),
    ]


def test_mqput1_stands_for_mqput_and_the_other_way_round() -> None:
    assert by("MQPUT1 for MQPUT", PUT, REPLACED, GOT) == [REPLACED, PUT, GOT]


def test_a_transmission_queue_is_no_dead_letter_queue() -> None:
    attributes = c.QueueAttributes(usage=c.Usage.TRANSMISSION)
    assert by("dead letters", c.DefineLocalQueue("TO.QM2", attributes)) == [
        c.DefineLocalQueue("TO.QM2", attributes)
    ]


def test_every_variation_is_drawn_and_the_common_ones_more_often() -> None:
    drawn = Counter(Draws(seed).one_of(table._NAMES) for seed in range(3000))
    assert drawn.keys() == VARIATIONS.keys()
    common = [drawn.pop(name) for name in table._COMMON]
    assert min(common) > 1.5 * max(drawn.values())


def test_of_one_variation_there_is_one() -> None:
    """A second message that lies there would have the name of the first."""
    for seed in range(200):
        made = otherwise(Draws(seed), SCENARIO, ALL, 3)
        assert made != SCENARIO
        labels = [one.message.label for one in made if isinstance(one, c.Send | c.MqPut | c.MqPut1)]
        assert len(labels) == len({*labels})


def test_what_is_sent_to_an_alias_is_got_from_its_queue() -> None:
    alias = c.DefineAliasQueue("ALIAS.OF.ORDERS", "ORDERS")
    made = by("an alias", DEFINED, CREATED, SENT, PUT, REPLACED, GOT)
    assert made == [
        *(DEFINED, alias),
        msgspec.structs.replace(CREATED, destination=QueueDestination("ALIAS.OF.ORDERS")),
        SENT,
        msgspec.structs.replace(PUT, queue="ALIAS.OF.ORDERS"),
        msgspec.structs.replace(REPLACED, queue="ALIAS.OF.ORDERS"),
        GOT,
    ]


def test_no_alias_has_a_name_that_is_too_long() -> None:
    long = c.DefineLocalQueue("Q" * 40)
    assert by("an alias", long, c.MqPut(long.queue, SENT.message)) == [
        long,
        c.MqPut(long.queue, SENT.message),
    ]


def test_the_long_form_says_what_the_producer_was_set_to() -> None:
    set_to = (c.SetPriority("producer 1", 7), c.SetTimeToLive("producer 1", 9000))
    *_, sent = by("the long form", CREATED, *set_to, SENT)
    assert isinstance(sent, c.Send)
    assert sent.arguments == c.SendArguments(DeliveryMode.PERSISTENT, 7, 9000)


def test_a_get_under_the_cursor_is_behind_a_browse() -> None:
    browsed, got = by("under the cursor", GOT)
    assert isinstance(browsed, c.MqGet)
    assert browsed.mode in {c.GetMode.BROWSE_FIRST, c.GetMode.BROWSE_FIRST_AND_LOCK}
    assert got == msgspec.structs.replace(GOT, mode=c.GetMode.UNDER_CURSOR)


def test_each_interface_stands_in_for_the_other() -> None:
    received, got = by("the other interface", GOT, c.Receive("ORDERS"))
    assert isinstance(received, c.Receive)
    assert got == msgspec.structs.replace(GOT, connection="receiver of all")


def test_what_is_switched_to_and_fro_is_as_it_was_switched() -> None:
    off = c.AlterQueue("ORDERS", c.AttributeChanges(put=c.Switch.DISABLED))
    on = c.AlterQueue("ORDERS", c.AttributeChanges(put=c.Switch.ENABLED))
    deep = c.AlterQueue("ORDERS", c.AttributeChanges(max_depth=1))
    assert by("to and fro", off, deep)[:3] == [off, on, off]
    assert by("to and fro", off, deep)[-2:] == [off, deep]


def test_what_is_defined_anew_has_what_it_was_altered_to() -> None:
    shallow = c.AlterQueue("ORDERS", c.AttributeChanges(max_depth=1))
    off = c.AlterQueue("ORDERS", c.AttributeChanges(put=c.Switch.DISABLED))
    elsewhere = c.AlterQueue("ORDERS", c.AttributeChanges(max_depth=1), "QM2")
    assert by("defined for altered", DEFINED, shallow, elsewhere, off) == [
        DEFINED,
        c.DefineLocalQueue("ORDERS", c.QueueAttributes(max_depth=1)),
        elsewhere,
        c.DefineLocalQueue("ORDERS", c.QueueAttributes(max_depth=1, put=c.Switch.DISABLED)),
    ]


def test_an_alias_is_where_the_sender_is() -> None:
    there = c.DefineLocalQueue("ORDERS", queue_manager="QM2")
    session = c.OpenSession("sender", queue_manager="QM2")
    connection, put = c.Connect("c2", "QM2"), c.MqPut("ORDERS", SENT.message, connection="c2")
    made = by("an alias", there, session, CREATED, connection, put, PUT)
    assert made == [
        *(there, c.DefineAliasQueue("ALIAS.OF.ORDERS", "ORDERS", "QM2")),
        *(session, msgspec.structs.replace(CREATED, destination=QueueDestination("ALIAS.OF.ORDERS"))),
        *(connection, msgspec.structs.replace(put, queue="ALIAS.OF.ORDERS")),
        PUT,
    ]


def test_each_member_of_a_group_has_an_alias_of_a_shared_queue() -> None:
    members = [c.DefineQueueManager(name, queue_sharing_group="QSG1") for name in ("ZQM1", "ZQM2")]
    shared = c.DefineSharedQueue("ORDERS", "QSG1")
    assert by("an alias", *members, shared)[3:] == [
        c.DefineAliasQueue("ALIAS.OF.ORDERS", "ORDERS", member.name) for member in members
    ]


def test_a_queue_of_a_cluster_elsewhere_has_an_alias_here_too() -> None:
    clustered = c.DefineLocalQueue("ORDERS", c.QueueAttributes(cluster="SHOPS"), "QM2")
    assert by("an alias", clustered)[1:] == [
        c.DefineAliasQueue("ALIAS.OF.ORDERS", "ORDERS", "QM2"),
        c.DefineAliasQueue("ALIAS.OF.ORDERS", "ORDERS"),
    ]


def test_more_time_passes_but_no_years() -> None:
    longest = c.Advance(200 * 24 * 3_600_000)
    for seed in range(20):
        waits = [*VARIATIONS["longer waits"](Draws(seed), (c.Advance(5000), longest))]
        assert [type(one) for one in waits] == [c.Advance, c.Advance]
        assert isinstance(waits[0], c.Advance)
        assert waits[0].milliseconds >= 5000
        assert waits[1] == longest
