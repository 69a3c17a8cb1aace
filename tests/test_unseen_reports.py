"""Confirmations of units of work: when they are made, and whether they count before, no document says."""

import pytest

from mqtck.conformance.judging.judge import Judgement, judge_trace
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Command,
    CreateProducer,
    DefineLocalQueue,
    GetMode,
    MqBackout,
    MqCommit,
    MqGet,
    MqPut,
    PutDescriptor,
    QueueAttributes,
    ReadDepth,
    Send,
    SetDeliveryDelay,
    Switch,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import Feedback, ReasonCode, Report
from mqtck.reference.vocabulary.messages import (
    Descriptor,
    JmsHeader,
    OutgoingMessage,
    QueueDestination,
    SeenMessage,
)
from mqtck.reference.vocabulary.outcomes import (
    Browsed,
    DepthRead,
    Done,
    MessageReturned,
    NoMessage,
    Outcome,
    Refused,
    Sent,
)
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.traces import Step, Trace, TraceHead

ORDER_ID = f"{1:048x}"
QUEUES = (DefineLocalQueue("ORDERS"), Done()), (DefineLocalQueue("REPLIES"), Done())
OVER = (
    (DefineLocalQueue("STOCK"), Done()),
    (
        MqPut(
            "STOCK",
            OutgoingMessage("stock-1", report=Report.EXPIRATION, reply_to="REPLIES"),
            PutDescriptor(10),
        ),
        Sent(),
    ),
)


def judged(*calls: tuple[Command, Outcome]) -> Judgement:
    now, steps = 0, []
    for command, outcome in calls:
        started, now = now, now + (command.milliseconds if isinstance(command, Advance) else 0)
        steps.append(Step(command, outcome, started, now))
    return judge_trace(
        Trace(TraceHead(mqtck_trace=1, adapter="by hand", clock=ClockKind.VIRTUAL), tuple(steps))
    )


def order(report: int, syncpoint: Syncpoint = Syncpoint.OUTSIDE, expiry: int = 50) -> tuple[Command, Outcome]:
    message = OutgoingMessage("order-1", report=report, reply_to="REPLIES")
    seen = Sent(descriptor=Descriptor(message_id=ORDER_ID))
    return MqPut("ORDERS", message, PutDescriptor(expiry), syncpoint), seen


def test_a_confirmation_that_counts_does_not_say_that_something_expired_was_discarded() -> None:
    got = MqGet("ORDERS", syncpoint=Syncpoint.WITHIN), MessageReturned(SeenMessage(body="order-1"))
    depths = (ReadDepth("REPLIES"), DepthRead(1)), (ReadDepth("STOCK"), DepthRead(1))
    asked = judged(*QUEUES, *OVER, order(Report.COD), (Advance(2000), Done()), got, *depths)
    assert asked.breaches == ()
    unasked = judged(*QUEUES, *OVER, order(Report.NONE), (Advance(2000), Done()), got, *depths)
    assert unasked.breaches[0].rules[0] == "EX-37"


@pytest.mark.parametrize("report", [Report.COA, Report.COA_WITH_FULL_DATA])
def test_a_confirmation_of_an_uncommitted_put_may_take_the_last_place(report: int) -> None:
    small = DefineLocalQueue("REPLIES", QueueAttributes(max_depth=1)), Done()
    full = MqPut("REPLIES", OutgoingMessage("reply-1")), Refused(reason=int(ReasonCode.Q_FULL))
    asked = judged(QUEUES[0], small, order(report, Syncpoint.WITHIN), full)
    assert (asked.breaches, asked.indeterminate) == ((), "")
    unasked = judged(QUEUES[0], small, order(Report.NONE, Syncpoint.WITHIN), full)
    assert [breach.rules[0] for breach in unasked.breaches] == ["EX-35"]


def test_a_confirmation_made_at_once_stays_when_the_get_is_backed_out_and_the_message_expires() -> None:
    confirmed = Descriptor(feedback=int(Feedback.COD), correlation_id=ORDER_ID, message_type=4)
    calls = (
        (MqGet("ORDERS", syncpoint=Syncpoint.WITHIN), MessageReturned(SeenMessage(body="order-1"))),
        (MqBackout(), Done()),
        (Advance(6000), Done()),
        (MqGet("ORDERS"), NoMessage()),
        (MqGet("REPLIES"), MessageReturned(SeenMessage(body="", descriptor=confirmed))),
    )
    assert judged(*QUEUES, order(Report.COD), *calls).breaches == ()
    never_got = judged(*QUEUES, order(Report.COD), *calls[2:])
    assert never_got.breaches[0].rules == ("EX-22",)


def test_a_confirmation_of_a_get_behind_a_delay_may_be_made_at_once_as_well() -> None:
    confirmed = Descriptor(feedback=int(Feedback.COD), correlation_id=ORDER_ID, message_type=4)
    message = OutgoingMessage("order-1", report=Report.COD, reply_to="REPLIES")
    delayed = (
        (CreateProducer("p", destination=QueueDestination("ORDERS")), Done()),
        (SetDeliveryDelay("p", 2000), Done()),
        (Send("p", message), Sent(header=JmsHeader(message_id=f"ID:{ORDER_ID}"))),
        (Advance(3000), Done()),
    )
    got = MqGet("ORDERS", syncpoint=Syncpoint.WITHIN), MessageReturned(SeenMessage(body="order-1"))
    browsed = MqGet("ORDERS", GetMode.BROWSE_FIRST), got[1]
    report = MqGet("REPLIES"), MessageReturned(SeenMessage(body="", descriptor=confirmed))
    assert judged(*QUEUES, *delayed, got, report).breaches == ()
    assert judged(*QUEUES, *delayed, browsed, report).breaches[0].rules[0] == "DD-127"


CONFIRMED = SeenMessage(
    body="", descriptor=Descriptor(feedback=int(Feedback.COD), correlation_id=ORDER_ID, message_type=4)
)
DELAYED: tuple[tuple[Command, Outcome], ...] = (
    (CreateProducer("p", destination=QueueDestination("ORDERS")), Done()),
    (SetDeliveryDelay("p", 2000), Done()),
    (
        Send("p", OutgoingMessage("order-1", report=Report.COD, reply_to="REPLIES")),
        Sent(header=JmsHeader(message_id=f"ID:{ORDER_ID}")),
    ),
    (Advance(3000), Done()),
)
GOT: tuple[Command, Outcome] = (
    MqGet("ORDERS", syncpoint=Syncpoint.WITHIN),
    MessageReturned(SeenMessage(body="order-1")),
)


@pytest.mark.parametrize("sent", [(order(Report.COD),), DELAYED], ids=["undelayed", "delayed"])
@pytest.mark.parametrize(
    "look",
    [(MqGet("REPLIES"), MessageReturned(CONFIRMED)), (Browse("REPLIES"), Browsed((CONFIRMED,)))],
    ids=["got", "browsed"],
)
def test_a_confirmation_that_is_seen_before_its_get_is_committed_leaves_nothing_undecided(
    sent: tuple[tuple[Command, Outcome], ...], look: tuple[Command, Outcome]
) -> None:
    for end in MqCommit(), MqBackout():
        judgement = judged(*QUEUES, *sent, GOT, look, (end, Done()))
        assert (judgement.breaches, judgement.indeterminate) == ((), "")
    other = Browse("ORDERS"), Browsed((CONFIRMED,))
    misplaced = judged(*QUEUES, *sent, GOT, other)
    assert misplaced.breaches == ()
    assert "a confirmation of delivery not on QM1:ORDERS" in misplaced.indeterminate


def test_each_get_behind_a_backout_may_have_made_a_confirmation() -> None:
    report = MqGet("REPLIES"), MessageReturned(CONFIRMED)
    again = (GOT, (MqBackout(), Done()), GOT, (MqCommit(), Done()), report, report)
    assert judged(*QUEUES, *DELAYED, *again).breaches == ()
    twice = judged(*QUEUES, *DELAYED, GOT, (MqCommit(), Done()), report, report)
    assert twice.breaches[0].rules[0] == "DD-127"


@pytest.mark.parametrize(
    ("body", "blamed"),
    [("", ("DD-102", "DD-128")), ("order-2", ("DD-10", "X-54"))],
    ids=["report", "message"],
)
def test_what_shows_no_data_and_nothing_of_itself_is_a_report_and_not_a_message(
    body: str, blamed: tuple[str, ...]
) -> None:
    asked = int(Report.NAN | Report.DISCARD_MSG)
    calls = (
        (CreateProducer("p", destination=QueueDestination("ORDERS")), Done()),
        (SetDeliveryDelay("p", 2000), Done()),
        (Send("p", OutgoingMessage("order-1", report=asked, reply_to="REPLIES")), Sent()),
        (AlterQueue("ORDERS", AttributeChanges(put=Switch.DISABLED)), Done()),
        (Advance(3000), Done()),
        (Browse("REPLIES"), Browsed((SeenMessage(body=body),))),
    )
    breach = judged(*QUEUES, *calls).breaches[0]
    assert breach.rules[: len(blamed)] == blamed
