"""Rules that combine chapters: twins, absences, and the checks that features use for them."""

from collections.abc import Iterable

import msgspec
import pytest
from msgspec.structs import replace

from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.right import ADAPTERS
from implementations.simulation.world import SimulatedAdapter
from implementations.state.objects import Message as SimulatedMessage
from implementations.witnesses.parts.common import DISABLE, EXPIRATION, QUEUES, TO_Q
from mqtck.conformance.contract import Adapter
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.judge import Judgement, judge_trace
from mqtck.conformance.scenarios.expectations import combined as b
from mqtck.conformance.scenarios.expectations.sendings import Sending
from mqtck.conformance.scenarios.expectations.twins import if_any, is_like_its_twin, look
from mqtck.conformance.scenarios.features import FeatureError
from mqtck.conformance.scenarios.scripts import Broken, CheckResult, Held, NotObserved, Record, Undecided
from mqtck.conformance.scenarios.steps.combined import series
from mqtck.reference.chapters.header_fields import HeaderFields
from mqtck.reference.comparisons.twins import characters_expected, same
from mqtck.reference.state.intervals import Interval
from mqtck.reference.state.messages import InFront, Kind, Look, Message, Source
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Advance,
    Browse,
    Command,
    CreateProducer,
    DefineLocalQueue,
    GetMode,
    MqGet,
    MqPut,
    OpenSession,
    ReadDepth,
    Receive,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetTimeToLive,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, Feedback, MessageType, Report
from mqtck.reference.vocabulary.messages import (
    DelayHeader,
    Descriptor,
    JmsHeader,
    OutgoingMessage,
    PutDescriptor,
    QueueDestination,
    SeenMessage,
    TargetClient,
    body_of,
)
from mqtck.reference.vocabulary.outcomes import Browsed, DepthRead, MessageReturned, NoMessage, Outcome, Sent
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.traces import Step

WITH_DATA = int(Report.EXPIRATION_WITH_DATA)
SETUP: tuple[Command, ...] = (*QUEUES, SetDeadLetterQueue(None), DefineLocalQueue("TWIN"))
TWIN: tuple[Command, ...] = (
    CreateProducer("t", destination=QueueDestination("TWIN")),
    SetTimeToLive("t", 2000),
    Send("t", OutgoingMessage("twin", 500, WITH_DATA, "REPLY")),
    Advance(5000),
    Receive("TWIN"),
    Receive("REPLY"),
)
"""An undelayed message expires, and is reported."""

TWIN_OF_A_PROGRAM: tuple[Command, ...] = (
    MqPut("TWIN", OutgoingMessage("twin", 500, WITH_DATA, "REPLY"), PutDescriptor(expiry=20)),
    *TWIN[-3:],
)
"""The same without an MQRFH2 in front of its data."""

DELAYED: tuple[Command, ...] = (
    CreateProducer("p", destination=TO_Q),
    SetTimeToLive("p", 6000),
    SetDeliveryDelay("p", 3000),
    Send("p", OutgoingMessage("order", 500, WITH_DATA, "REPLY")),
    DISABLE,
    Advance(10_000),
    Browse(STAGING_QUEUE),
    Receive("REPLY"),
)
"""A delayed message with the same options expires on the staging queue, and is reported."""


class StrangeTwins(QueueManagerDecisions):
    """Correlates reports about messages that were never delayed by an id of its own."""

    def reported_as(self, message: SimulatedMessage) -> SimulatedMessage:
        about = super().reported_as(message)
        return about if message.delay else msgspec.structs.replace(about, message_id="9" * 48)


class ShorterWhenDelayed(QueueManagerDecisions):
    """Copies less of the data of a delayed message into its report."""

    def reported_as(self, message: SimulatedMessage) -> SimulatedMessage:
        about = super().reported_as(message)
        return msgspec.structs.replace(about, body=about.body[:50]) if message.delay else about


def judged(adapter: Adapter, *commands: Command) -> Judgement:
    return judge_trace(run_commands(adapter, commands))


def blamed(judgement: Judgement) -> set[str]:
    return {rule for breach in judgement.breaches for rule in breach.rules}


# --- the judge and twins ---------------------------------------------------------------------------------


def test_how_a_report_about_an_undelayed_message_is_correlated_is_not_judged() -> None:
    judgement = judged(SimulatedAdapter(decisions=StrangeTwins), *SETUP, *TWIN)
    assert not judgement.breaches
    assert not judgement.indeterminate


def test_a_report_about_a_delayed_message_is_measured_by_its_twin() -> None:
    judgement = judged(SimulatedAdapter(decisions=StrangeTwins), *SETUP, *TWIN, *DELAYED)
    assert "X-12" in blamed(judgement)
    assert "as of its twin" in judgement.breaches[0].expected


def test_without_a_twin_the_words_of_the_rules_count() -> None:
    assert not judged(SimulatedAdapter(decisions=StrangeTwins), *SETUP, *DELAYED).breaches


def test_a_report_has_as_many_data_as_that_about_its_twin() -> None:
    alone = judged(SimulatedAdapter(decisions=ShorterWhenDelayed), *SETUP, *DELAYED)
    beside = judged(SimulatedAdapter(decisions=ShorterWhenDelayed), *SETUP, *TWIN, *DELAYED)
    other = judged(SimulatedAdapter(decisions=ShorterWhenDelayed), *SETUP, *TWIN_OF_A_PROGRAM, *DELAYED)
    assert not alone.breaches
    assert not other.breaches
    assert {"X-12", "DD-83"} <= blamed(beside)


@pytest.mark.parametrize("name", ["preferred", "tells no reasons", "tries only the disposal again"])
def test_right_reports_are_like_those_about_their_twins(name: str) -> None:
    judgement = judged(ADAPTERS[name](), *SETUP, *TWIN, *DELAYED)
    assert not judgement.breaches
    assert {"X-12", "X-14", "X-18", "X-22"} <= judgement.exercised


@pytest.mark.parametrize(
    ("shown", "of", "asked", "expected"),
    [
        (100, 500, 500, 100),
        (100, 500, 60, 60),
        (100, 500, 5000, 100),
        (20, 20, 20, 20),
        (20, 20, 10, 10),
        (20, 20, 5000, None),
        (None, 20, 20, None),
    ],
)
def test_a_twin_tells_how_many_data_there_are(
    shown: int | None, of: int, asked: int, expected: int | None
) -> None:
    look = Look(None, None, shown, of, InFront.NOTHING, life=None)
    subject = Message(1, "m", asked, Kind.APPLICATION, "QM1", "Q", "QM1:Q", Interval(0, 0))
    assert characters_expected(look, subject, Kind.EXPIRATION) == expected


FOR_JMS = HeaderFields(QueueDestination("Q"))
FOR_OTHERS = HeaderFields(QueueDestination("Q", target_client=TargetClient.MQ))


@pytest.mark.parametrize(
    ("in_front", "shown", "fields", "expected"),
    [
        # Nothing in front of the twin's: what a header takes is unknown.
        (InFront.NOTHING, 100, None, 100),
        (InFront.NOTHING, 100, FOR_OTHERS, None),
        (InFront.NOTHING, 100, FOR_JMS, None),
        # A destination for other than JMS programs: perhaps an MQRFH2, of another length.
        (InFront.PERHAPS_AN_MQRFH2, 40, FOR_OTHERS, None),
        (InFront.PERHAPS_AN_MQRFH2, 100, FOR_OTHERS, 100),
        (InFront.PERHAPS_AN_MQRFH2, 100, FOR_JMS, None),
        # Behind an MQRFH2 all that is ever shown: headers are not counted.
        (InFront.AN_MQRFH2, 40, FOR_JMS, None),
        (InFront.AN_MQRFH2, 100, FOR_JMS, 100),
        (InFront.AN_MQRFH2, 100, None, 100),
    ],
)
def test_headers_may_take_some_of_the_data_of_a_report(
    in_front: InFront, shown: int, fields: HeaderFields | None, expected: int | None
) -> None:
    look = Look(None, None, shown, 500, in_front, life=None)
    put = Message(1, "m", 500, Kind.APPLICATION, "QM1", "Q", "QM1:Q", Interval(0, 0))
    subject = msgspec.structs.replace(put, report=WITH_DATA, fields=fields)
    assert characters_expected(look, subject, Kind.EXPIRATION) == expected


def test_ids_from_nowhere_are_alike_and_unlike_all_others() -> None:
    own: frozenset[Source] = frozenset()
    assert same(own, own)
    assert not same(own, frozenset({Source.MESSAGE_ID}))
    assert same(frozenset({Source.NOTHING, Source.CORRELATION_ID}), frozenset({Source.NOTHING}))


# --- the judge and what is not there -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "queue", "rule"),
    [(0, "REPLY", "X-13"), (EXPIRATION, "Q", "X-18"), (int(Report.COD), "REPLY", "X-33")],
)
def test_an_empty_queue_speaks_about_a_message_that_expired(options: int, queue: str, rule: str) -> None:
    send = Send("p", OutgoingMessage("order", report=options, reply_to="REPLY"))
    commands = (*SETUP, *DELAYED[:3], send, *DELAYED[4:7])
    assert rule not in judged(ADAPTERS["preferred"](), *commands).exercised
    assert rule in judged(ADAPTERS["preferred"](), *commands, Receive(queue)).exercised


def test_a_unit_of_work_finds_its_own_undelayed_message() -> None:
    put = MqPut("Q", OutgoingMessage("m"), syncpoint=Syncpoint.WITHIN, connection="c")
    get = MqGet("Q", syncpoint=Syncpoint.WITHIN, connection="c")
    trace = run_commands(ADAPTERS["preferred"](), (DefineLocalQueue("Q"), put, get))
    assert "DD-41" in judge_trace(trace).exercised
    lost = msgspec.structs.replace(trace.steps[-1], outcome=NoMessage(reason=2033))
    hidden = judge_trace(msgspec.structs.replace(trace, steps=(*trace.steps[:-1], lost)))
    assert blamed(hidden) == {"DD-41"}


LOCKING = GetMode.BROWSE_FIRST_AND_LOCK


def test_a_unit_of_work_need_not_find_its_own_message_under_its_own_lock() -> None:
    """Only of a get under its cursor it is said that it returns what the caller has locked."""
    put = MqPut("Q", OutgoingMessage("m"), syncpoint=Syncpoint.WITHIN, connection="c")
    get = MqGet("Q", syncpoint=Syncpoint.WITHIN, connection="c")
    trace = run_commands(ADAPTERS["preferred"](), (DefineLocalQueue("Q"), put, get))
    begun, got = trace.steps[:-1], trace.steps[-1]
    locked = msgspec.structs.replace(got, command=msgspec.structs.replace(get, mode=LOCKING))
    hidden = msgspec.structs.replace(got, outcome=NoMessage(reason=2033))
    assert not judge_trace(msgspec.structs.replace(trace, steps=(*begun, locked, hidden))).breaches
    assert blamed(judge_trace(msgspec.structs.replace(trace, steps=(*begun, hidden)))) == {"DD-41"}


def test_another_session_need_not_find_it() -> None:
    commands = (
        DefineLocalQueue("Q"),
        OpenSession("t", Acknowledgement.TRANSACTED),
        CreateProducer("p", session="t", destination=TO_Q),
        Send("p", OutgoingMessage("m")),
        Receive("Q"),
    )
    judgement = judged(ADAPTERS["preferred"](), *commands)
    assert not judgement.breaches
    assert "DD-41" not in judgement.exercised


# --- the checks of features ------------------------------------------------------------------------------

ID = "a" * 48
APPLICATION = "c" * 48
SENDING = Sending("order", "Q", 0, delay=3000, life=6000)
TWINS = Sending("twin", "T", 1, life=6000)


def record(*outcomes: Outcome, clock: ClockKind = ClockKind.VIRTUAL) -> Record:
    """The two sends, and then what was seen, at 1 s each."""
    sends = [Send("p", OutgoingMessage(label, 20, correlation_id=APPLICATION)) for label in ("order", "twin")]
    sent = [Sent(JmsHeader(message_id=f"ID:{one}")) for one in (ID, "b" * 48)]
    steps = [Step(command, outcome, 0, 0) for command, outcome in zip(sends, sent, strict=True)]
    steps += [Step(Receive("REPLY"), outcome, 1000, 1000) for outcome in outcomes]
    return Record(clock, dict(enumerate(steps)))


def report(correlation_id: str, body: str = "", **fields: object) -> MessageReturned:
    descriptor = Descriptor(
        message_id="d" * 48,
        correlation_id=correlation_id,
        message_type=int(MessageType.REPORT),
        feedback=int(Feedback.EXPIRATION),
    )
    return MessageReturned(SeenMessage(body=body, descriptor=msgspec.structs.replace(descriptor, **fields)))


def compared(about_order: Outcome, about_twin: Outcome) -> CheckResult:
    return is_like_its_twin(2, SENDING, 3, TWINS)(record(about_order, about_twin))


def test_reports_are_alike_each_by_its_own_message() -> None:
    finding = compared(report(ID), report("b" * 48))
    assert isinstance(finding, Held)
    assert "MQMD.CorrelId: the message id of the message" in finding.answer


@pytest.mark.parametrize(
    ("about_order", "about_twin"),
    [
        (report("b" * 48), report("b" * 48)),
        (report("e" * 48), report("b" * 48)),
        (report(APPLICATION), report("b" * 48)),
        (report(ID, "order:............."), report("b" * 48, "twin")),
        (report(ID, "something"), report("b" * 48, "")),
        (report(ID, expiry=20), report("b" * 48, expiry=-1)),
        (report(ID, message_type=8), report("b" * 48)),
        (report(ID, format="MQHRF2"), report("b" * 48, format="MQSTR")),
        (report(ID, priority=0), report("b" * 48, priority=7)),
        (report(ID, report=0x1000000), report("b" * 48, report=0)),
    ],
)
def test_reports_are_not_alike(about_order: Outcome, about_twin: Outcome) -> None:
    assert isinstance(compared(about_order, about_twin), Broken)


@pytest.mark.parametrize(
    ("shown", "of_twin", "verdict"),
    [
        (0, 60, Held),
        (50, 60, Held),
        (50, 100, Broken),
        (0, 100, Broken),
    ],
)
def test_an_mqrfh2_of_another_length_may_leave_less_of_the_data(
    shown: int, of_twin: int, verdict: type[CheckResult]
) -> None:
    sends = [Send("p", OutgoingMessage(label, 500, WITH_DATA)) for label in ("order", "twin")]
    sent = [Sent(JmsHeader(message_id=f"ID:{one}")) for one in (ID, "b" * 48)]
    bodies = [body_of(sends[0].message)[:shown], body_of(sends[1].message)[:of_twin]]
    reports = [report(ID, bodies[0]), report("b" * 48, bodies[1])]
    pairs = zip((*sends, Receive("REPLY"), Receive("TWINS.REPLY")), (*sent, *reports), strict=True)
    steps = [Step(command, outcome, 0, 0) for command, outcome in pairs]
    finding = is_like_its_twin(2, SENDING, 3, TWINS)(Record(ClockKind.VIRTUAL, dict(enumerate(steps))))
    assert isinstance(finding, verdict)


def test_a_delay_header_in_one_report_alone_is_a_difference() -> None:
    plain = report("b" * 48)
    without = MessageReturned(msgspec.structs.replace(plain.message, delay_header=DelayHeader.ABSENT))
    with_header = MessageReturned(
        msgspec.structs.replace(report(ID).message, delay_header=DelayHeader.PRESENT)
    )
    assert isinstance(compared(with_header, without), Broken)
    assert isinstance(compared(with_header, plain), Held)


def test_what_one_of_them_does_not_show_is_not_compared() -> None:
    bare = MessageReturned(SeenMessage())
    assert isinstance(compared(bare, report("b" * 48)), NotObserved)


def test_a_report_that_is_not_there_is_no_difference() -> None:
    assert isinstance(compared(NoMessage(), report("b" * 48)), Undecided)
    check = if_any(is_like_its_twin(2, SENDING, 3, TWINS), 2, 3)
    assert check(record(NoMessage(), report("b" * 48))) == Held("no such reports")


def test_an_inherited_life_is_described_by_the_rest_of_its_message() -> None:
    seen = record(report(ID, expiry=50))
    assert isinstance(seen.steps[2].outcome, MessageReturned)
    aspects = {aspect.name: aspect.words for aspect in look(seen, 2, seen.steps[2].outcome.message, SENDING)}
    assert aspects["MQMD.Expiry"] == {"the rest of the life of the message"}


@pytest.mark.parametrize(("last", "count"), [("order-1", 1), ("order-20", 20)])
def test_a_series_of_labels_is_counted(last: str, count: int) -> None:
    assert len(series("order-1", last)) == count


@pytest.mark.parametrize(("first", "last"), [("order-2", "order-1"), ("order-1", "bill-2"), ("order", "x")])
def test_what_is_no_series_is_said(first: str, last: str) -> None:
    with pytest.raises(FeatureError, match="no series of labels"):
        series(first, last)


def depths(*numbers: int, clock: ClockKind = ClockKind.VIRTUAL) -> CheckResult:
    steps = {place: Step(ReadDepth("Q"), DepthRead(depth), 0, 0) for place, depth in enumerate(numbers)}
    return b.depths_add_up(tuple(steps), ("Q",) * len(steps), 20)(Record(clock, steps))


def test_depths_add_up_or_not() -> None:
    assert depths(7, 13) == Held("7 + 13")
    assert isinstance(depths(7, 14), Broken)
    assert isinstance(depths(7, 12), Broken)
    assert isinstance(depths(7, 12, clock=ClockKind.REAL), Undecided)


def ends(expiry: object, told: object) -> CheckResult:
    message = SeenMessage(
        header=JmsHeader(expiration=told),  # type: ignore[arg-type]
        descriptor=Descriptor(expiry=expiry),  # type: ignore[arg-type]
    )
    return b.same_end(2)(record(MessageReturned(message)))


@pytest.mark.parametrize(("expiry", "told"), [(50, 6000), (41, 6000), (59, 6000), (-1, 0)])
def test_two_clocks_tell_of_one_end(expiry: int, told: int) -> None:
    assert isinstance(ends(expiry, told), Held)


@pytest.mark.parametrize(("expiry", "told"), [(20, 6000), (80, 6000), (-1, 6000), (50, 0)])
def test_two_clocks_tell_of_two_ends(expiry: int, told: int) -> None:
    assert isinstance(ends(expiry, told), Broken)


def test_a_send_that_took_long_may_tell_of_ends_as_far_apart() -> None:
    """Its client reads the time first, and its queue manager puts the message when it comes."""
    message = SeenMessage(header=JmsHeader(expiration=6000), descriptor=Descriptor(expiry=80))
    recorded = record(MessageReturned(message), clock=ClockKind.REAL)
    assert isinstance(b.same_end(2)(recorded), Broken)
    slow = dict(recorded.steps) | {0: replace(recorded.steps[0], ended=3000)}
    assert isinstance(b.same_end(2)(Record(ClockKind.REAL, slow)), Held)


def staged_with(*ids: str) -> CheckResult:
    messages: Iterable[SeenMessage] = (
        SeenMessage(body=label, descriptor=Descriptor(correlation_id=one))
        for label, one in zip(("order", "twin"), ids, strict=False)
    )
    browse = Step(Browse(STAGING_QUEUE), Browsed(tuple(messages)), 0, 0)
    steps = {**record().steps, 2: browse}
    return b.different_correlation_ids(2, (SENDING, TWINS))(Record(ClockKind.VIRTUAL, steps))


def test_staged_copies_are_told_apart_by_correlation_id() -> None:
    assert isinstance(staged_with(ID, "b" * 48), Held)
    assert isinstance(staged_with(ID, ID), Broken)
    assert isinstance(staged_with(ID, "0" * 48), Broken)
