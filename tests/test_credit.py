"""Credit: a right answer speaks about the rules that it could have broken, and about no other."""

import pytest
from msgspec.structs import replace

from implementations.right.small_intervals import INTERVALS
from mqtck.adapters.reference import Reference
from mqtck.conformance.contract import Adapter
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.judge import judge_trace
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Advance,
    Browse,
    Command,
    Commit,
    CreateProducer,
    DefineLocalQueue,
    DefineQueueManager,
    EndQueueManager,
    FailDelayProcessor,
    MqGet,
    MqPut,
    OpenSession,
    ProducerApi,
    ReadDepth,
    Receive,
    Rollback,
    Send,
    SetDeliveryDelay,
    SetPriority,
    SetTimeToLive,
    StartQueueManager,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, Report
from mqtck.reference.vocabulary.messages import (
    GroupMembership,
    JmsFolder,
    OutgoingMessage,
    PutDescriptor,
    QueueDestination,
)
from mqtck.reference.vocabulary.outcomes import MessageReturned, Outcome, Sent
from mqtck.reference.vocabulary.profile import Version

Q, R = "ORDERS", "REPLIES"
DELAYED: tuple[Command, ...] = (
    DefineLocalQueue(Q),
    DefineLocalQueue(R),
    CreateProducer("p"),
    SetDeliveryDelay("p", 5000),
)


def spoken_of(*commands: Command, by: Adapter | None = None) -> frozenset[str]:
    """The rules that the judge counts as exercised by what a right implementation answers (the reference)."""
    judgement = judge_trace(run_commands(by or Reference(), commands))
    assert not judgement.breaches
    assert not judgement.indeterminate
    return judgement.exercised


def sent(report: int = 0, reply_to: str | None = None, producer: str = "p") -> Send:
    return Send(producer, OutgoingMessage("m", report=report, reply_to=reply_to), QueueDestination(Q))


RESTART = (EndQueueManager(), StartQueueManager())


@pytest.mark.parametrize(
    ("between", "rule"), [(RESTART, "DD-95"), ((FailDelayProcessor(),), "DD-96")], ids=["restart", "failure"]
)
def test_a_delivery_after_a_restart_bears_out_that_the_processor_is_back(
    between: tuple[Command, ...], rule: str
) -> None:
    delivery = (Advance(6000), Receive(Q))
    assert rule in spoken_of(*DELAYED, sent(), *between, *delivery)
    assert rule not in spoken_of(*DELAYED, sent(), *delivery)
    assert rule not in spoken_of(*DELAYED, *between, CreateProducer("q"), sent(producer="q"), *delivery)
    assert rule not in spoken_of(*DELAYED, sent(), Advance(6000), *between, Receive(Q))


def test_a_delivery_uses_the_latitude_in_time_and_an_empty_queue_does_not() -> None:
    assert "DD-02" in spoken_of(*DELAYED, sent(), Advance(6000), Receive(Q))
    assert "DD-02" not in spoken_of(*DELAYED, sent(), Advance(4000), Receive(Q))


@pytest.mark.parametrize("look", [ReadDepth(STAGING_QUEUE), Browse(STAGING_QUEUE), MqGet(STAGING_QUEUE)])
def test_what_was_refused_is_on_no_queue_only_where_somebody_looks(look: Command) -> None:
    grouped = OutgoingMessage("m", group=GroupMembership("g", 1))
    refused = (*DELAYED, Send("p", grouped, QueueDestination(Q)))
    assert "DD-32" in spoken_of(*refused, look)
    assert "DD-32" not in spoken_of(*refused)


def test_a_restriction_holds_for_both_apis_where_a_jms_producer_was_refused() -> None:
    def refused(api: ProducerApi) -> frozenset[str]:
        return spoken_of(
            DefineLocalQueue(Q),
            CreateProducer("p", api),
            SetTimeToLive("p", 3000),
            SetDeliveryDelay("p", 5000),
            sent(),
        )

    assert "DD-15" in refused(ProducerApi.JMS_PRODUCER)
    assert "DD-15" not in refused(ProducerApi.MESSAGE_PRODUCER)


def test_a_life_equal_to_the_delay_is_its_own_rule() -> None:
    assert "DD-27" in spoken_of(*DELAYED, SetTimeToLive("p", 5000), sent())
    assert "DD-27" not in spoken_of(*DELAYED, SetTimeToLive("p", 5001), sent())


@pytest.mark.parametrize(("version", "spoken"), [(Version(7, 5), True), (Version(8, 0), False)])
def test_no_delay_on_a_queue_manager_before_8_0(version: Version, *, spoken: bool) -> None:
    rules = spoken_of(
        DefineQueueManager("OLD", version),
        OpenSession("s", queue_manager="OLD"),
        CreateProducer("p", session="s"),
        SetDeliveryDelay("p", 0),
    )
    assert ("DD-18" in rules) is spoken


def test_before_the_commit_nobody_sees_the_message_on_the_staging_queue() -> None:
    before = (
        DefineLocalQueue(Q),
        OpenSession("s", Acknowledgement.TRANSACTED),
        CreateProducer("p", session="s"),
        SetDeliveryDelay("p", 5000),
        sent(),
    )
    assert "DD-43" in spoken_of(*before, Browse(STAGING_QUEUE))
    assert "DD-43" not in spoken_of(*before, Commit("s"), Browse(STAGING_QUEUE))
    assert "DD-43" not in spoken_of(*before, Rollback("s"), Browse(STAGING_QUEUE))


@pytest.mark.parametrize(
    ("report", "rule"),
    [
        (Report.COA, "DD-126"),
        (Report.COD, "DD-127"),
        (Report.PAN, "DD-128"),
        (Report.NAN, "DD-128"),
        (Report.ACTIVITY, "DD-129"),
    ],
)
def test_an_empty_reply_queue_speaks_of_the_reports_that_were_asked_for(report: Report, rule: str) -> None:
    ignored = {"DD-126", "DD-127", "DD-128", "DD-129"}
    asked = spoken_of(*DELAYED, sent(int(report), R), Advance(1000), ReadDepth(R))
    assert ignored & asked == {rule}
    assert not ignored & spoken_of(*DELAYED, sent(int(report), R), Advance(1000), ReadDepth(Q))


LIFE = PutDescriptor(expiry=20)


def test_past_its_life_a_message_may_be_gone_and_is_not_returned() -> None:
    put = (DefineLocalQueue(Q), MqPut(Q, OutgoingMessage("m"), LIFE))
    assert {"EX-11", "EX-34"} <= spoken_of(*put, Advance(6000), MqGet(Q))
    assert not {"EX-11", "EX-34"} & spoken_of(*put, MqGet(Q))


def test_a_positive_and_an_unlimited_life_are_two_choices_of_a_replying_application() -> None:
    lives = {"EX-42", "EX-43", "EX-44", "EX-64"}
    assert lives & spoken_of(DefineLocalQueue(Q), MqPut(Q, OutgoingMessage("m"), LIFE)) == {"EX-42", "EX-43"}
    assert lives & spoken_of(DefineLocalQueue(Q), MqPut(Q, OutgoingMessage("m"))) == {"EX-44", "EX-64"}


def test_the_example_of_a_minute_is_borne_out_by_a_life_of_600_tenths_alone() -> None:
    def lives(tenths: int) -> frozenset[str]:
        return spoken_of(
            DefineLocalQueue(Q), MqPut(Q, OutgoingMessage("m"), PutDescriptor(tenths)), Browse(Q)
        )

    assert "EX-02" in lives(600)
    assert "EX-02" not in lives(601)


def test_a_depth_says_nothing_of_delayed_messages_where_none_is_delayed() -> None:
    undelayed = (DefineLocalQueue(Q), CreateProducer("p"), sent())
    assert "DD-06" not in spoken_of(*undelayed, ReadDepth(Q))
    later = Send("p", OutgoingMessage("later"), QueueDestination(Q))
    assert "DD-06" in spoken_of(*undelayed, SetDeliveryDelay("p", 5000), later, ReadDepth(Q))


@pytest.mark.parametrize(
    ("look", "rules"),
    [(Receive(Q), {"EX-12", "EX-17"}), (Browse(Q), {"EX-13", "EX-18"})],
    ids=lambda one: type(one).__name__ if isinstance(one, Command) else "",
)
def test_a_look_bears_out_that_expired_messages_are_not_returned_only_where_something_can_expire(
    look: Command, rules: set[str]
) -> None:
    """An implementation without a time to live would conform otherwise."""
    undelayed = (DefineLocalQueue(Q), CreateProducer("p"), SetTimeToLive("p", 5000), sent())
    assert spoken_of(*undelayed, Advance(6000), look) >= rules
    unlimited = (*DELAYED, sent(), look, Advance(6000), look, look)
    assert not {"EX-12", "EX-13", "EX-17", "EX-18"} & spoken_of(*unlimited)


OF_THE_END = {"EX-11", "EX-12", "EX-13", "EX-17", "EX-18", "EX-25", "EX-34", "DD-84"}


@pytest.mark.parametrize("look", [Receive(Q), Browse(Q), MqGet(Q)], ids=lambda one: type(one).__name__)
@pytest.mark.parametrize("delay", [0, 1000], ids="delay {} ms".format)
def test_a_message_that_is_shown_a_little_after_its_end_bears_out_nothing_of_it(
    look: Command, delay: int
) -> None:
    """It is within what is tolerated; with credit for it, who counts a life from the commit on conformed."""
    late = INTERVALS["ends lives almost a second late"]
    in_unit_of_work = (
        DefineLocalQueue(Q),
        OpenSession("s", Acknowledgement.TRANSACTED),
        CreateProducer("p", session="s"),
        SetTimeToLive("p", 2000),
        SetDeliveryDelay("p", delay),
        sent(),
    )
    shown = spoken_of(*in_unit_of_work, Advance(2500), Commit("s"), look, by=late())
    assert not OF_THE_END & shown
    absent = spoken_of(*in_unit_of_work, Advance(3500), Commit("s"), look, by=late())
    assert {"EX-11", "EX-34"} <= absent


@pytest.mark.parametrize(
    ("message", "rule"),
    [
        (OutgoingMessage("m", reply_to=R), "HM-06"),
        (OutgoingMessage("m", correlation_text=f"ID:{'0a' * 24}"), "HM-41"),
    ],
    ids=["reply to", "correlation id"],
)
def test_what_a_receiver_could_have_from_the_descriptor_bears_out_nothing_of_the_header(
    message: OutgoingMessage, rule: str
) -> None:
    """A round trip looks alike whether or not anything was written into the MQRFH2."""
    trace = run_commands(Reference(), (*DELAYED[:3], Send("p", message, QueueDestination(Q)), Receive(Q)))
    hidden = tuple(replace(step, outcome=without_header(step.outcome)) for step in trace.steps)
    judgements = [judge_trace(one) for one in (trace, replace(trace, steps=hidden))]
    assert [rule in judgement.exercised for judgement in judgements] == [True, False]


def without_header(outcome: Outcome) -> Outcome:
    """As an adapter shows it that sees no MQRFH2."""
    match outcome:
        case Sent():
            return replace(outcome, folder=JmsFolder())
        case MessageReturned(message=seen):
            return MessageReturned(replace(seen, folder=JmsFolder()))
        case _:
            return outcome


def test_what_is_written_into_the_header_bears_out_that_it_is_whatever_the_descriptor_says() -> None:
    urgent = (*DELAYED[:3], SetPriority("p", 7), sent())
    assert {"HM-12", "HM-25"} <= spoken_of(*urgent)
