"""Scenarios for adapters without a queue browser, the MQI or a JMS client: something else does the same."""

import pytest
from msgspec.structs import replace

from implementations import wrong
from implementations.right.real_clock import Machine, RealClockAdapter
from implementations.simulation.world import SimulatedAdapter
from mqtck.conformance.scenarios.abilities import scenario_abilities, scenario_ways
from mqtck.conformance.scenarios.features import load_features
from mqtck.conformance.scenarios.in_jms import in_jms
from mqtck.conformance.scenarios.in_mqi import in_mqi
from mqtck.conformance.scenarios.looks_otherwise import Looker, Ways, ways
from mqtck.conformance.scenarios.running import run_features, verdicts_by_rule
from mqtck.conformance.scenarios.scripts import Await, Do, commands_of
from mqtck.conformance.scenarios.steps.registry import compile_script
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.channels import DefinePolicy
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Command,
    Commit,
    Connect,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    DeleteQueue,
    DepthTrigger,
    EndQueueManager,
    MqBackout,
    MqCommit,
    MqGet,
    MqPut,
    OpenSession,
    QueueAttributes,
    ReadDepth,
    Receive,
    Rollback,
    Send,
    SetDeliveryMode,
    SetPriority,
    SetTimeToLive,
    StartQueueManager,
    Syncpoint,
    Usage,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode, Report
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination, SeenMessage
from mqtck.reference.vocabulary.outcomes import Browsed, Done, MessageReturned, NoMessage, Outcome, Refused
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.results import Verdict
from mqtck.reference.vocabulary.traces import Step

FEATURES = load_features()
LEAST = frozenset({Ability.LOCAL_QUEUES, Ability.JMS, Ability.MESSAGE_PRODUCER, Ability.DELIVERY_DELAY})
ADMINISTERED = LEAST | {
    *(Ability.JMS_PRODUCER, Ability.TRANSACTIONS, Ability.PUT_INHIBIT, Ability.QUEUE_LIMITS),
    *(Ability.DEAD_LETTER_QUEUE, Ability.REPORT_OPTIONS, Ability.ALIAS_QUEUES),
}
CHANNELS = frozenset(
    {
        *(Ability.LOCAL_QUEUES, Ability.MQI, Ability.REPORT_OPTIONS, Ability.DEAD_LETTER_QUEUE),
        *(Ability.REMOTE_QUEUES, Ability.OTHER_QUEUE_MANAGERS, Ability.DEPTH),
    }
)
NO_MQI_CALLS = frozenset(Ability) - {Ability.MQI}
NO_BROWSER = frozenset(Ability) - {Ability.BROWSE}
NO_MQI = NO_BROWSER - {Ability.MQI}
SOME_STAGING = ADMINISTERED - {Ability.QUEUE_LIMITS} | {Ability.MQI, Ability.STAGING_QUEUE, Ability.RESTART}


@pytest.mark.parametrize(
    ("name", "abilities"),
    [
        ("long messages live on", LEAST),
        ("what expires is dead-lettered", ADMINISTERED),
        ("expiry taken for an exception", ADMINISTERED),
        ("departure reported at expiry", ADMINISTERED),
        ("one report a call", ADMINISTERED),
        ("expired returned by an alias", ADMINISTERED),
        ("alias reports nothing", ADMINISTERED),
        ("alias shows the whole life", ADMINISTERED),
        ("NAN of a discard", ADMINISTERED),
        ("received again with the same rest", ADMINISTERED),
        ("given up without a queue", ADMINISTERED),
        ("no expiration report with discard", ADMINISTERED),
        ("JMS unit of work holds the report", ADMINISTERED),
        ("dead letters near their end unlimited", ADMINISTERED),
        ("correlation id lost at restart", SOME_STAGING),
        ("expired on a transmission queue unreported", CHANNELS),
        ("no expiration report at a later attempt", SOME_STAGING),
        ("discard behind a kept message", SOME_STAGING),
        ("dead letters near their end unlimited", SOME_STAGING),
        ("policy at senders alone", frozenset(Ability) - {Ability.BROWSE}),
        ("report to a short queue dropped", ADMINISTERED),
        ("message id as text in a unit of work", LEAST | {Ability.TRANSACTIONS, Ability.APPLICATION_HEADERS}),
        ("own expired message returned", frozenset({Ability.LOCAL_QUEUES, Ability.MQI})),
        ("report repeated at the backout", SOME_STAGING - {Ability.TRANSACTIONS}),
        ("staged reported persistently", SOME_STAGING - {Ability.TRANSACTIONS}),
        ("staged reported with the default priority", SOME_STAGING - {Ability.TRANSACTIONS}),
        ("policies of both ends", NO_MQI_CALLS),
        ("one dead letter a batch", NO_MQI_CALLS),
        ("receiver's USEDLQ at the sender", NO_MQI_CALLS),
        ("delivered and backed out", NO_MQI_CALLS),
        ("dead-lettered for good", NO_MQI_CALLS),
        ("remote life begun by the commit", NO_MQI_CALLS),
        ("shared queues show the whole life", NO_MQI_CALLS),
        ("room made unreported", NO_MQI_CALLS),
        ("life of what JMS does not log restarted by a backout", NO_MQI_CALLS),
        ("trigger with one that is over", NO_MQI_CALLS),
        ("a clustered queue that is gone", NO_BROWSER),
        ("not undone where the target is gone", NO_BROWSER),
        ("life restarted by a channel", CHANNELS),
        ("unlimited behind a channel", CHANNELS),
    ],
)
def test_a_fault_is_found_without_a_browser_and_without_the_mqi(
    name: str, abilities: frozenset[Ability]
) -> None:
    misreading = wrong.WRONG[name]
    adapter = misreading.factory()
    adapter.information = replace(adapter.information, abilities=abilities)
    results = run_features(adapter, [one for one in FEATURES if one.rules & misreading.rules])
    blamed = {
        rule
        for result in results
        for rule, verdict in verdicts_by_rule(result).items()
        if verdict is Verdict.VIOLATES
    }
    assert blamed & misreading.rules


def test_the_least_adapter_is_judged_by_more_than_what_is_written_for_it() -> None:
    adapter = SimulatedAdapter()
    adapter.information = replace(adapter.information, abilities=LEAST)
    others = [one for one in FEATURES if not scenario_abilities(one) <= LEAST]
    conforming = [one for one in run_features(adapter, others) if one.verdict is Verdict.CONFORMS]
    # What a setter refuses need not be sent any more, wherever it would have been sent to.
    sent = [one for one in conforming if "refuses" not in one.scenario.name]
    assert all(any(way <= LEAST for way in scenario_ways(one.scenario)) for one in sent)
    assert len(sent) > 15


# --- looks ------------------------------------------------------------------------------------------------

Q = DefineLocalQueue("Q")
FULL = QueueAttributes(max_depth=1)


def numbered(*commands: Command) -> dict[int, Command]:
    return dict(enumerate(commands))


@pytest.mark.parametrize(
    ("commands", "receives"),
    [
        ((Q, Browse("Q")), {1}),
        ((Q, Browse("Q"), Browse("R"), Browse("Q")), {1, 2, 3}),
        ((Q, Browse("Q"), Receive("R")), {1}),
        ((Q, Browse("Q"), Receive("Q")), set()),
        ((Q, Browse("Q"), ReadDepth("Q")), set()),
        ((Q, Browse("Q"), Advance(1), Browse("Q")), {3}),
        ((Q, Browse(STAGING_QUEUE)), set()),
        ((Q, Browse("Q", "QM2")), {1}),
        ((Q, Browse("Q", "QM2"), Browse("Q"), ReadDepth("Q")), {1}),
        ((Q, Browse("Q", "QM2"), Browse("Q"), ReadDepth("Q", "QM2")), {2}),
        ((DefineQueueManager("QM2"), Q, Browse("Q", "QM2"), Receive("Q", "s")), set()),
        ((DefineLocalQueue("X", QueueAttributes(usage=Usage.TRANSMISSION)), Browse("X"), Browse("Q")), {2}),
        ((DefineAliasQueue("A", "Q"), Browse("A"), Browse("Q")), set()),
        ((DefinePolicy("Q"), Q, Browse("Q")), set()),
        ((DefineRemoteQueue("F", "Q", "QM2", "X"), DefineLocalQueue("Q", FULL), Browse("Q")), set()),
        ((Q, Send("p", OutgoingMessage("m", report=Report.COD, reply_to="R")), Browse("Q")), set()),
        ((Q, AlterQueue("Q", AttributeChanges(max_depth=1)), Browse("Q"), Browse("R")), {3}),
        ((Q, AlterQueue("Q", AttributeChanges(max_message_length=1)), Browse("Q"), Browse("R")), {2, 3}),
        ((Q, AlterQueue("Q", AttributeChanges(max_depth=1)), Browse("Q"), Browse("Q")), {2, 3}),
    ],
)
def test_messages_are_taken_only_where_nothing_depends_on_them(
    commands: tuple[Command, ...], receives: set[int]
) -> None:
    assert ways(numbered(*commands), NO_MQI) == Ways(by_receives=frozenset(receives))


def test_gets_browse_anywhere_unless_an_open_handle_counts() -> None:
    looked = (Q, Browse(STAGING_QUEUE), Advance(1), Browse("Q"))
    assert ways(numbered(*looked), NO_BROWSER) == Ways(by_gets=frozenset({1, 3}))
    assert ways(numbered(*looked), frozenset(Ability)) == Ways()
    trigger = DefineLocalQueue("T", QueueAttributes(trigger=DepthTrigger(2, "I")))
    assert ways(numbered(trigger, *looked), NO_BROWSER) == Ways()
    deleted = (Q, Browse("Q"), Browse("R"), DeleteQueue("Q"), DefineLocalQueue("Q"), Browse("Q"))
    assert ways(numbered(*deleted), NO_BROWSER) == Ways(by_gets=frozenset({2, 5}))
    aliased = (DefineAliasQueue("A", "Q"), *deleted)
    assert ways(numbered(*aliased), NO_BROWSER) == Ways()


def test_a_connection_is_another_after_a_restart_and_what_fails_is_passed_on() -> None:
    sent: list[Command] = []
    answers: list[Outcome] = [MessageReturned(SeenMessage(body="m")), NoMessage(), NoMessage(), Refused()]

    def run(command: Command) -> Step:
        sent.append(command)
        return Step(command, answers.pop(0), len(sent), len(sent))

    looker = Looker(run, Ways(by_gets=frozenset({1, 2, 3})))
    shown = looker.look(Browse("Q"), 1)
    assert shown == Step(sent[0], Browsed((SeenMessage(body="m"),)), 1, 2)
    looker.note(EndQueueManager())
    assert looker.look(Browse("Q"), 2) == Step(sent[2], Browsed(()), 3, 3)
    failed = looker.look(Browse("Q"), 3)
    assert failed is not None
    assert failed.outcome == Refused()
    connections = [command.connection for command in sent if isinstance(command, MqGet)]
    assert connections[0] == connections[1] != connections[2] == connections[3]


def test_messages_elsewhere_are_received_by_a_session_there() -> None:
    sent: list[Command] = []
    answers: list[Outcome] = [Done(), MessageReturned(SeenMessage(body="m")), NoMessage(), NoMessage()]

    def run(command: Command) -> Step:
        sent.append(command)
        return Step(command, answers.pop(0), 0, 0)

    looker = Looker(run, Ways(by_receives=frozenset({1, 2})))
    first, again = looker.look(Browse("Q", "QM2"), 1), looker.look(Browse("Q", "QM2"), 2)
    assert first == again
    assert first is not None
    assert first.outcome == Browsed((SeenMessage(body="m"),))
    session = "looker 0 at QM2"
    assert sent == [OpenSession(session, queue_manager="QM2"), *(Receive("Q", session),) * 3]


def test_what_was_received_is_taken_for_shown_again() -> None:
    answers: list[Outcome] = [MessageReturned(SeenMessage(body="m")), NoMessage(), NoMessage()]
    looker = Looker(lambda command: Step(command, answers.pop(0), 0, 0), Ways(by_receives=frozenset({1, 2})))
    assert looker.look(Browse("Q"), 1) == looker.look(Browse("Q"), 2)
    assert looker.look(Browse("Q"), 3) is None


# --- a JMS client in the place of the MQI -------------------------------------------------------------------


def script_of(title: str, clock: ClockKind = ClockKind.VIRTUAL) -> tuple[Command, ...]:
    scenario = next(one for one in FEATURES if one.name == title)
    script = in_jms(compile_script(scenario), scenario.rules, LEAST | {Ability.DEPTH}, clock)
    return tuple(commands_of(script).values())


def test_a_put_becomes_a_send_with_the_life_of_its_expiry() -> None:
    assert script_of("After a get that found only an expired message the queue is empty") == (
        DefineLocalQueue("ORDERS"),
        CreateProducer(
            "producer of order-1", session="putting application", destination=QueueDestination("ORDERS")
        ),
        SetTimeToLive("producer of order-1", 2000),
        Send("producer of order-1", OutgoingMessage("order-1")),
        Advance(3001),
        Receive("ORDERS", "getting application"),
        ReadDepth("ORDERS"),
    )


@pytest.mark.parametrize(
    "title",
    [
        'A get with MQMO_MATCH_MSG_ID of "order-1" discards the expired message with that id',
        "MQMD.Expiry goes down while the queue manager is down as well",
    ],
)
def test_what_is_not_the_same_is_left_as_it_is_or_has_an_equal(title: str) -> None:
    commands = script_of(title)
    persistent = "is down" in title
    assert any(isinstance(command, MqPut) for command in commands) is not persistent


def in_words(*commands: Command) -> tuple[Command, ...]:
    """What a JMS client that can do all but the MQI says instead."""
    script = tuple(Do(command, handle, 0) for handle, command in enumerate(commands))
    said = in_jms(script, frozenset(), NO_MQI_CALLS, ClockKind.VIRTUAL)
    return tuple(commands_of(said).values())


def test_calls_in_syncpoint_are_those_of_a_transacted_session_and_the_others_of_one_beside_it() -> None:
    within, m = Syncpoint.WITHIN, OutgoingMessage("m")
    said = in_words(Q, MqPut("Q", m, syncpoint=within), MqGet("Q"), MqCommit(), MqBackout())
    outside = "connection outside units of work"
    assert said == (
        Q,
        OpenSession("connection", Acknowledgement.TRANSACTED),
        CreateProducer("producer of m", session="connection", destination=QueueDestination("Q")),
        Send("producer of m", m),
        Receive("Q", outside),
        Commit("connection"),
        Rollback("connection"),
    )


def test_who_gets_a_message_of_its_own_open_unit_of_work_is_no_jms_client() -> None:
    put = MqPut("Q", OutgoingMessage("m"), syncpoint=Syncpoint.WITHIN)
    get = MqGet("Q", syncpoint=Syncpoint.WITHIN)
    assert in_words(put, get) == (put, get)
    assert not any(isinstance(one, MqPut | MqGet) for one in in_words(put, MqCommit(), get))


def test_a_unit_of_work_has_a_new_session_after_the_end_of_its_queue_manager() -> None:
    said = in_words(Q, MqCommit(), MqCommit(), EndQueueManager(), StartQueueManager(), MqCommit())
    transacted = OpenSession("connection", Acknowledgement.TRANSACTED)
    assert said == (
        *(Q, transacted, Commit("connection"), Commit("connection")),
        *(EndQueueManager(), StartQueueManager(), transacted, Commit("connection")),
    )


def test_a_connection_elsewhere_is_a_session_there_and_a_channel_sees_the_same_persistence() -> None:
    remote = DefineRemoteQueue("FAR", "Q", "QM2", "XMIT")
    put = MqPut("FAR", OutgoingMessage("m"), connection="there")
    said = in_words(Connect("there", "QM2"), remote, put, MqGet("Q", connection="there"))
    assert said == (
        OpenSession("there", queue_manager="QM2"),
        remote,
        CreateProducer("producer of m", session="there", destination=QueueDestination("FAR")),
        SetDeliveryMode("producer of m", DeliveryMode.NON_PERSISTENT),
        Send("producer of m", put.message),
        Receive("Q", "there"),
    )


def test_beside_messages_of_a_jms_client_a_put_has_the_priority_that_a_queue_has_by_default() -> None:
    said = in_words(
        Q, Send("p", OutgoingMessage("n"), QueueDestination("Q")), MqPut("Q", OutgoingMessage("m"))
    )
    assert SetPriority("producer of m", 0) in said


@pytest.mark.parametrize(
    ("length", "limit", "sends"),
    [(2000, 5000, 1), (3001, 5000, 0), (5000, 5000, 0), (5001, 5000, 1), (None, 50, 0)],
)
def test_a_header_of_jms_does_not_change_what_fits(length: int | None, limit: int, sends: int) -> None:
    short = DefineLocalQueue("Q", QueueAttributes(max_message_length=limit))
    said = in_words(short, MqPut("Q", OutgoingMessage("m", length=length)))
    assert sum(isinstance(command, Send) for command in said) == sends


@pytest.mark.parametrize(("report", "sends"), [(Report.EXPIRATION, 1), (Report.EXPIRATION_WITH_DATA, 0)])
def test_nor_what_a_report_holds_of_a_message(report: Report, sends: int) -> None:
    said = in_words(Q, MqPut("Q", OutgoingMessage("m", length=2000, report=report, reply_to="Q")))
    assert sum(isinstance(command, Send) for command in said) == sends


LONG = "After 57 s a get of a message with an expiry of 600 tenths shows about 30 tenths"


@pytest.mark.parametrize("clock", list(ClockKind))
def test_on_a_real_clock_nobody_waits_long_for_what_the_mqi_would_show(clock: ClockKind) -> None:
    is_put = any(isinstance(command, MqPut) for command in script_of(LONG, clock))
    assert is_put is (clock is ClockKind.REAL)


def test_no_script_changes_for_who_has_the_mqi() -> None:
    script = compile_script(FEATURES[0])
    assert in_jms(script, FEATURES[0].rules, frozenset(Ability), ClockKind.VIRTUAL) is script


# --- MQI calls in the place of a JMS client -----------------------------------------------------------------

HERE = "10 s on a transmission queue are missing at the destination"


def test_what_is_received_elsewhere_is_got_over_a_connection_there() -> None:
    scenario = next(one for one in FEATURES if one.name == HERE)
    script = in_mqi(compile_script(scenario), frozenset({Ability.MQI}))
    gets = [
        command for command in commands_of(script).values() if isinstance(command, Connect | MqGet | Receive)
    ]
    assert gets[0] == Connect("receiver at QM2", "QM2")
    assert gets[1:] == [MqGet("STOCK", connection="receiver at QM2")] * 2
    # MQGET does not wait: on a real clock it is tried until the message has come.
    tried = [action.command for action in script if isinstance(action, Await)]
    assert tried == gets[1:2]


@pytest.mark.parametrize("machine", list(Machine))
def test_who_has_no_jms_client_is_not_accused_on_a_real_clock(machine: Machine) -> None:
    inner = SimulatedAdapter()
    inner.information = replace(inner.information, abilities=CHANNELS)
    scenarios = [one for one in FEATURES if in_mqi(script := compile_script(one), CHANNELS) is not script]
    results = run_features(RealClockAdapter(inner, machine, seed=2), scenarios)
    assert Verdict.VIOLATES not in {result.verdict for result in results}
    assert len(scenarios) > 5


def test_no_script_changes_for_who_has_a_jms_client_nor_where_one_sends() -> None:
    script = compile_script(next(one for one in FEATURES if one.name == HERE))
    assert in_mqi(script, frozenset(Ability)) is script
    sending = compile_script(next(one for one in FEATURES if any("is sent" in s.text for s in one.steps)))
    assert in_mqi(sending, frozenset({Ability.MQI})) is sending
