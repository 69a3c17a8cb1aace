"""Whom the judge blames for what brokers that are no IBM MQ were seen to do.

A queue in a table hands out what was delayed in the unit of work that sent it, and moves nothing: what is
due is simply there, whatever the queue could take by then. Another protocol has shorter texts and lives.
"""

import pytest

from mqtck.conformance.judging.judge import judge_trace
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode, ReasonCode, Report
from mqtck.reference.vocabulary.messages import (
    Descriptor,
    JmsHeader,
    OutgoingMessage,
    PutDescriptor,
    QueueDestination,
    SeenMessage,
    TopicDestination,
)
from mqtck.reference.vocabulary.outcomes import (
    DepthRead,
    Done,
    ErrorFamily,
    MessageReturned,
    NoMessage,
    Outcome,
    Refused,
    Sent,
)
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.publications import Durability, ReceivePublication, Subscribe
from mqtck.reference.vocabulary.traces import Step, Trace, TraceHead

REFUSED = Refused(reason=None, family=ErrorFamily.JMS_EXCEPTION, text="out of range")
BEGINNING = 1_700_000_000_000
YEARS = 400_000_000_000
TO = QueueDestination("Q")
SETUP = (
    (c.DefineLocalQueue("Q"), Done()),
    (c.OpenSession("s", c.Acknowledgement.TRANSACTED), Done()),
    (c.CreateProducer("p", destination=TO), Done()),
)
DELAYED = (*SETUP, (c.SetDeliveryDelay("p", 2000), Done()))
SEND = (c.Send("p", OutgoingMessage("m1")), Sent())
FULL = (c.AlterQueue("Q", c.AttributeChanges(max_depth=0)), Done())
LATER = (c.Advance(3000), Done())
M1 = MessageReturned(SeenMessage(body="m1"))


def blamed(*done: tuple[c.Command, Outcome]) -> tuple[str, ...]:
    """The rules of the only breach."""
    now, steps = BEGINNING, []
    for command, outcome in done:
        started = now
        now += command.milliseconds if isinstance(command, c.Advance) else 0
        steps.append(Step(command=command, outcome=outcome, started=started, ended=now))
    head = TraceHead(mqtck_trace=1, adapter="another broker", clock=ClockKind.VIRTUAL)
    (breach,) = judge_trace(Trace(head, tuple(steps))).breaches
    return breach.rules


def test_a_life_that_expiry_cannot_hold_is_refused() -> None:
    assert blamed(*SETUP, (c.SetTimeToLive("p", YEARS), REFUSED))[0] == "HM-20"
    assert blamed(*DELAYED, (c.SetTimeToLive("p", YEARS), REFUSED))[:3] == ("HM-20", "HM-18", "X-08")


def test_a_life_that_is_said_to_conflict_with_the_delay_was_compared_wrongly() -> None:
    conflict = Refused(reason=int(ReasonCode.EXPIRY_ERROR), family=ErrorFamily.JMS_EXCEPTION)
    assert blamed(*DELAYED, (c.SetTimeToLive("p", YEARS), conflict))[0] == "DD-25"


def test_a_life_shorter_than_that_is_refused() -> None:
    assert blamed(*SETUP, (c.SetTimeToLive("p", 5000), REFUSED))[0] == "DD-29"
    assert blamed(*DELAYED, (c.SetTimeToLive("p", 5000), REFUSED))[0] == "DD-25"


def returned_after_its_life(shown: SeenMessage, delay: int) -> tuple[str, ...]:
    """Sent to live for 3 s and got after 5.2 s, so that two small intervals are no reason (EX-09)."""
    lives = (c.SetDeliveryDelay("p", delay), Done()), (c.SetTimeToLive("p", 3000), Done())
    late = (c.Advance(5200), Done()), (c.Receive("Q"), MessageReturned(shown))
    return blamed(*SETUP, *lives, SEND, *late)


@pytest.mark.parametrize(
    ("shown", "delay", "rule"),
    [
        (SeenMessage(body="m1", descriptor=Descriptor(expiry=-1)), 2000, "DD-79"),
        (SeenMessage(body="m1", header=JmsHeader(expiration=0)), 2000, "DD-79"),
        (SeenMessage(body="m1", header=JmsHeader(expiration=BEGINNING + 6000)), 2000, "DD-79"),
        (SeenMessage(body="m1", header=JmsHeader(expiration=BEGINNING + 3000)), 2000, "EX-17"),
        (SeenMessage(body="m1"), 2000, "EX-17"),
        (SeenMessage(body="m1", header=JmsHeader(expiration=BEGINNING + 6000)), 0, "EX-17"),
    ],
)
def test_a_life_that_began_when_the_delay_was_over_is_no_expired_message_returned(
    shown: SeenMessage, delay: int, rule: str
) -> None:
    """As Apache ActiveMQ Classic does it with a delay of its scheduler, and shows it in JMSExpiration."""
    assert returned_after_its_life(shown, delay)[0] == rule


M2 = MessageReturned(SeenMessage(body="m2"))
NON_PERSISTENT = (c.SetDeliveryMode("p", DeliveryMode.NON_PERSISTENT), Done())
UPGRADED = (c.SetPriority("p", 9), Done())
DOWNGRADED = (c.SetPriority("p", 4), Done())
SEND_SECOND = (c.Send("p", OutgoingMessage("m2")), Sent())


def test_a_non_persistent_message_that_overtakes_is_returned_before_the_first() -> None:
    """Apache ActiveMQ Classic keeps an order among messages of one delivery mode alone, as JMS allows it."""
    assert blamed(*SETUP, SEND, NON_PERSISTENT, SEND_SECOND, (c.Receive("Q"), M2))[0] == "EX-15"
    two = (UPGRADED, SEND, DOWNGRADED, NON_PERSISTENT, SEND_SECOND)
    assert blamed(*SETUP, *two, (c.Receive("Q"), M2))[0] == "X-28"


def test_the_order_of_priorities_is_promised_for_queues_and_not_for_subscribers() -> None:
    subscribed = (
        (Subscribe("s", "T", durability=Durability.DURABLE), Done()),
        (c.CreateProducer("p", topic=TopicDestination("T")), Done()),
    )
    two = (UPGRADED, SEND, DOWNGRADED, NON_PERSISTENT, SEND_SECOND)
    assert blamed(*subscribed, *two, (ReceivePublication("s"), M2))[0] == "EX-15"


@pytest.mark.parametrize(
    ("message", "rule"),
    [
        (OutgoingMessage("m1", correlation_text="x" * 300), "HM-46"),
        (OutgoingMessage("m1", jms_type="x" * 300), "HM-38"),
        (OutgoingMessage("m1", correlation_text="x", jms_type="x"), "DD-08"),
    ],
)
def test_a_long_text_is_refused(message: OutgoingMessage, rule: str) -> None:
    assert blamed(*SETUP, (c.Send("p", message), REFUSED))[0] == rule


def test_what_is_delayed_is_got_in_the_unit_of_work_that_sent_it() -> None:
    own = (
        (c.CreateProducer("q", session="s", destination=TO), Done()),
        (c.SetDeliveryDelay("q", 2000), Done()),
        (c.Send("q", OutgoingMessage("m1")), Sent()),
    )
    assert blamed(*SETUP, *own, LATER, (c.Receive("Q", session="s"), M1))[0] == "DD-42"


def test_what_a_queue_could_not_take_is_there_all_the_same() -> None:
    assert blamed(*DELAYED, SEND, FULL, LATER, (c.ReadDepth("Q"), DepthRead(1)))[:2] == ("DD-114", "DD-99")
    assert blamed(*DELAYED, SEND, FULL, LATER, (c.Receive("Q"), M1))[:2] == ("DD-114", "DD-99")


def test_a_report_that_no_correlation_id_finds_says_nothing_about_the_staging_queue() -> None:
    """DD-60 and DD-61 are about what is staged; a broker without delays has nothing of that kind."""
    message = OutgoingMessage("m1", report=int(Report.EXPIRATION), reply_to="R")
    expired = (
        *((c.DefineLocalQueue("Q"), Done()), (c.DefineLocalQueue("R"), Done())),
        (c.MqPut("Q", message, PutDescriptor(expiry=20)), Sent()),
        *(LATER, (c.MqGet("Q"), NoMessage())),
    )
    found = blamed(*expired, (c.MqGet("R", match=c.MatchCorrelationId("m1")), NoMessage()))
    assert found[0] == "EX-21"
    assert not {"DD-60", "DD-61"} & set(found)


def test_a_report_option_that_is_lost_is_blamed_on_the_rule_about_its_kind() -> None:
    """DD-130 speaks of those that the processor ignores, DD-125 of those that it carries out."""
    options = Report.COA | Report.EXPIRATION

    def shown(report: Report) -> tuple[str, ...]:
        message = OutgoingMessage("m1", report=options, reply_to="REPLIES")
        seen = SeenMessage(body="m1", descriptor=Descriptor(report=report))
        sent = (c.Send("p", message), Sent())
        replies = (c.DefineLocalQueue("REPLIES"), Done())
        return blamed(*DELAYED, replies, sent, LATER, (c.MqGet("Q"), MessageReturned(seen)))

    assert shown(Report.EXPIRATION)[0] == "DD-130"
    assert shown(Report.COA)[0] == "DD-125"


def test_a_queue_that_is_full_though_nothing_is_on_the_target_is_the_staging_queue() -> None:
    """X-26: on which what has expired may take the room, but not where its depth is 0."""
    staging = (c.AlterQueue(STAGING_QUEUE, c.AttributeChanges(max_depth=1)), Done())
    life = (c.SetTimeToLive("p", 2500), Done())
    failing = (c.AlterQueue("Q", c.AttributeChanges(put=c.Switch.DISABLED)), Done())
    other = (c.DefineLocalQueue("EMPTY"), Done())
    another = (c.CreateProducer("other", destination=QueueDestination("EMPTY")), Done())
    later = (c.SetDeliveryDelay("other", 2000), Done())
    counted = (c.ReadDepth(STAGING_QUEUE), DepthRead(0))
    full = (c.Send("other", OutgoingMessage("m2")), Refused(reason=ReasonCode.Q_FULL))
    rules = blamed(*DELAYED, staging, life, SEND, failing, other, another, later, LATER, counted, full)
    assert rules[:2] == ("X-26", "EX-35")
