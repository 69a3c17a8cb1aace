"""Depths: what the judge makes of a refusal, and of those that count what is staged or being discarded."""

import msgspec
import pytest

from mqtck.adapters.reference import Reference
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.judge import Judgement, judge_trace
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Advance,
    Browse,
    Command,
    CreateProducer,
    DefineLocalQueue,
    EndQueueManager,
    OpenSession,
    ReadDepth,
    Receive,
    Rollback,
    Send,
    SetDeliveryDelay,
    SetPriority,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import Report
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination, SeenMessage
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
from mqtck.reference.vocabulary.traces import FORMAT_VERSION, Step, Trace, TraceHead

ORDERS = DefineLocalQueue("ORDERS")


def refused(*commands: Command) -> Judgement:
    """What is said where the depth of ORDERS is asked for last, and refused."""
    played = run_commands(Reference(), (*commands, ReadDepth("ORDERS")))
    last = msgspec.structs.replace(played.steps[-1], outcome=Refused(reason=2085))
    return judge_trace(Trace(played.head, (*played.steps[:-1], last)))


@pytest.mark.parametrize("commands", [(), (ORDERS, EndQueueManager())], ids=["no queue", "ended"])
def test_a_depth_that_nobody_can_tell_may_be_refused(commands: tuple[Command, ...]) -> None:
    judgement = refused(*commands)
    assert (judgement.breaches, judgement.indeterminate) == ((), "")


def test_of_a_depth_that_could_be_told_no_rule_speaks() -> None:
    assert "no rule speaks" in refused(ORDERS).indeterminate


Call = tuple[Command, Outcome, int, int]
"""A command, its outcome, and the readings of a real clock (ms) before and after it."""


def on_a_real_clock(*calls: Call) -> Judgement:
    steps = tuple(Step(command, outcome, started, ended) for command, outcome, started, ended in calls)
    head = TraceHead(mqtck_trace=FORMAT_VERSION, adapter="by hand", clock=ClockKind.REAL)
    return judge_trace(Trace(head, steps))


def blamed(judgement: Judgement) -> list[str]:
    assert judgement.indeterminate == ""
    return [breach.rules[0] for breach in judgement.breaches]


def sent(started: int, ended: int, *settings: Command, label: str = "m1") -> tuple[Call, ...]:
    """A send to ORDERS by a producer of its own that has these settings."""
    begun: list[Command] = [CreateProducer(f"p-{label}"), *settings]
    before: list[Call] = [(command, Done(), started, started) for command in begun]
    command = Send(f"p-{label}", OutgoingMessage(label), QueueDestination("ORDERS"))
    return (*before, (command, Sent(), started, ended))


DEFINED: tuple[Call, ...] = ((ORDERS, Done(), 0, 1),)
SHOWN = MessageReturned(SeenMessage(body="m1"))


def test_a_message_that_only_a_depth_has_seen_was_counted_too_soon() -> None:
    """The send took 1.5 s: the depth may be right, until the browser shows nothing. Nothing else is wrong."""
    judgement = on_a_real_clock(
        *DEFINED,
        *sent(1000, 2500, SetDeliveryDelay("p-m1", 2000)),
        (ReadDepth("ORDERS"), DepthRead(1), 3100, 3110),
        (Browse("ORDERS"), Browsed(()), 3200, 3700),
        (Receive("ORDERS"), SHOWN, 4600, 4700),
        (ReadDepth("ORDERS"), DepthRead(0), 4800, 4801),
    )
    assert blamed(judgement) == ["DD-06"]


def test_so_it_was_where_the_message_is_late() -> None:
    judgement = on_a_real_clock(
        *DEFINED,
        *sent(1000, 1010, SetDeliveryDelay("p-m1", 2000)),
        (ReadDepth("ORDERS"), DepthRead(1), 3100, 3110),
        (Browse("ORDERS"), Browsed(()), 3200, 3210),
        (Receive("ORDERS"), SHOWN, 3300, 3310),
        (ReadDepth("ORDERS"), DepthRead(0), 3400, 3410),
    )
    assert blamed(judgement) == ["DD-06"]


def test_a_message_that_was_counted_may_have_expired_or_come_later() -> None:
    """The browser shows nothing: expired meanwhile, or counted too soon. Nobody is accused of either."""
    settings = (SetTimeToLive("p-m1", 3000), SetDeliveryDelay("p-m1", 2000))
    counted = (
        *DEFINED,
        *sent(1000, 2500, *settings),
        (ReadDepth("ORDERS"), DepthRead(1), 3100, 3110),
        (Browse("ORDERS"), Browsed(()), 3200, 3700),
    )
    assert blamed(on_a_real_clock(*counted, (Receive("ORDERS"), SHOWN, 4600, 4700))) == []
    assert blamed(on_a_real_clock(*counted, (Receive("ORDERS"), NoMessage(), 4600, 4700))) == []


def test_a_message_that_was_shown_has_come() -> None:
    judgement = on_a_real_clock(
        *DEFINED,
        *sent(1000, 1010, SetDeliveryDelay("p-m1", 2000)),
        (ReadDepth("ORDERS"), DepthRead(1), 3100, 3110),
        (Browse("ORDERS"), Browsed((SeenMessage(body="m1"),)), 3200, 3210),
        (Browse("ORDERS"), Browsed(()), 3300, 3310),
    )
    assert blamed(judgement) == ["DD-10"]


def test_so_it_was_where_a_message_of_lower_priority_is_returned_first() -> None:
    urgent = (SetDeliveryDelay("p-m2", 2000), SetPriority("p-m2", 7))
    judgement = on_a_real_clock(
        *DEFINED,
        *sent(10, 20),
        *sent(1000, 2500, *urgent, label="m2"),
        (ReadDepth("ORDERS"), DepthRead(2), 3100, 3110),
        (Receive("ORDERS"), SHOWN, 3200, 3300),
        (ReadDepth("ORDERS"), DepthRead(0), 3400, 3410),
    )
    assert blamed(judgement) == ["DD-06"]


def test_of_what_was_due_when_it_was_counted_the_priority_was_not_heeded() -> None:
    """Seen with a broker that knows no priorities: its depth was 0, and rose when the messages were due."""
    urgent = (SetDeliveryDelay("p-m2", 2000), SetPriority("p-m2", 7))
    judgement = on_a_real_clock(
        *DEFINED,
        *sent(1000, 1010, SetDeliveryDelay("p-m1", 2000)),
        *sent(1020, 1030, *urgent, label="m2"),
        (ReadDepth("ORDERS"), DepthRead(0), 3040, 3041),
        (ReadDepth("ORDERS"), DepthRead(2), 3240, 3241),
        (Receive("ORDERS"), SHOWN, 3250, 3260),
        (Receive("ORDERS"), MessageReturned(SeenMessage(body="m2")), 3270, 3280),
    )
    assert blamed(judgement) == ["X-28"]


def test_a_message_that_has_come_is_not_passed_over() -> None:
    urgent = (SetDeliveryDelay("p-m2", 2000), SetPriority("p-m2", 7))
    judgement = on_a_real_clock(
        *DEFINED,
        *sent(10, 20),
        *sent(1000, 2500, *urgent, label="m2"),
        (ReadDepth("ORDERS"), DepthRead(2), 5600, 5610),
        (Receive("ORDERS"), SHOWN, 5700, 5710),
    )
    assert blamed(judgement) == ["X-28"]


def test_a_depth_that_counts_an_expired_message_while_it_is_staged_counts_a_staged_one() -> None:
    """The send itself was wrong (DD-25); the depth has nothing to do with the backout before it."""
    judgement = on_a_real_clock(
        *DEFINED,
        *sent(10, 20, SetTimeToLive("p-m1", 60_000)),
        (OpenSession("tx1", Acknowledgement.TRANSACTED), Done(), 30, 31),
        (Receive("ORDERS", session="tx1"), SHOWN, 40, 50),
        (Rollback("tx1"), Done(), 60, 70),
        *sent(1000, 1600, SetDeliveryDelay("p-m2", 1500), SetTimeToLive("p-m2", 500), label="m2"),
        (Browse("ORDERS"), Browsed((SeenMessage(body="m1"),)), 1700, 2200),
        (ReadDepth("ORDERS"), DepthRead(2), 2210, 2220),
    )
    assert blamed(judgement) == ["DD-25", "DD-06"]


LOOKS: list[tuple[tuple[Command, Outcome], str]] = [
    ((Receive("ORDERS"), NoMessage()), "EX-12"),
    ((Browse("ORDERS"), Browsed(())), "EX-13"),
]


@pytest.mark.parametrize(("look", "rule"), LOOKS, ids=["receive", "browse"])
@pytest.mark.parametrize(
    ("moment", "times"),
    [(3120, 0), (4115, 0), (4125, 1)],
    ids=["at once", "within the second", "later"],
)
def test_a_discard_may_take_a_moment_on_a_real_clock(
    look: tuple[Command, Outcome], rule: str, moment: int, times: int
) -> None:
    """The look ends at 3120 ms, behind the life. A second later the message has to be gone."""
    judgement = on_a_real_clock(
        *DEFINED,
        *sent(10, 20, SetTimeToLive("p-m1", 1000)),
        (*look, 3110, 3120),
        (ReadDepth("ORDERS"), DepthRead(1), moment, moment + 1),
    )
    assert blamed(judgement) == times * [rule]


def test_a_message_that_is_being_discarded_is_not_returned() -> None:
    judgement = on_a_real_clock(
        *DEFINED,
        *sent(10, 20, SetTimeToLive("p-m1", 1000)),
        (Receive("ORDERS"), NoMessage(), 3110, 3120),
        (Receive("ORDERS"), SHOWN, 3130, 3140),
    )
    assert blamed(judgement) == ["EX-17"]


def test_what_is_being_discarded_and_counted_twice_leaves_the_depth_undecided() -> None:
    judgement = on_a_real_clock(
        *DEFINED,
        *sent(10, 20, SetTimeToLive("p-m1", 1000)),
        (Receive("ORDERS"), NoMessage(), 3110, 3120),
        (ReadDepth("ORDERS"), DepthRead(2), 3130, 3140),
    )
    assert judgement.breaches == ()
    assert "breaks no rule for certain" in judgement.indeterminate


@pytest.mark.parametrize(
    ("moment", "rules"),
    [(3130, []), (9200, ["EX-21"])],
    ids=["at once", "later"],
)
def test_so_may_the_report_of_the_discard(moment: int, rules: list[str]) -> None:
    asked = OutgoingMessage("m1", reply_to="REPLIES", report=Report.EXPIRATION)
    judgement = on_a_real_clock(
        *DEFINED,
        (DefineLocalQueue("REPLIES"), Done(), 1, 2),
        (CreateProducer("p-m1"), Done(), 5, 6),
        (SetTimeToLive("p-m1", 1000), Done(), 7, 8),
        (Send("p-m1", asked, QueueDestination("ORDERS")), Sent(), 10, 20),
        (Receive("ORDERS"), NoMessage(), 3110, 3120),
        (ReadDepth("REPLIES"), DepthRead(0), moment, moment + 1),
    )
    assert blamed(judgement) == rules


def test_what_was_blamed_before_explains_another_depth_on_a_real_clock() -> None:
    """Two staged messages are counted, behind a third that was delivered, and so might have come twice."""
    delayed = (SetDeliveryDelay("p-m1", 5000),)
    later = (SetDeliveryDelay("p-m2", 60_000),)
    quick = (SetDeliveryDelay("p-m3", 1000),)
    judgement = on_a_real_clock(
        *DEFINED,
        *sent(10, 20, *delayed),
        *sent(30, 40, *later, label="m2"),
        (ReadDepth("ORDERS"), DepthRead(2), 50, 60),
        *sent(70, 80, *quick, label="m3"),
        (Receive("ORDERS"), MessageReturned(SeenMessage(body="m3")), 2000, 2010),
        (ReadDepth("ORDERS"), DepthRead(2), 2020, 2030),
    )
    assert blamed(judgement) == ["DD-06"]


def test_an_expired_message_that_stays_is_likelier_than_a_second_copy_of_one_that_came() -> None:
    """Seen with a broker that discards behind no get: the message that was got last is not there twice."""
    delayed = (SetDeliveryDelay("p-m2", 1000),)
    judgement = on_a_real_clock(
        *DEFINED,
        *sent(10, 20, SetTimeToLive("p-m1", 1000)),
        *sent(30, 40, *delayed, label="m2"),
        (Receive("ORDERS"), MessageReturned(SeenMessage(body="m2")), 4000, 4010),
        (Receive("ORDERS"), NoMessage(), 4020, 4030),
        (ReadDepth("ORDERS"), DepthRead(1), 6000, 6010),
    )
    assert blamed(judgement) == ["EX-12"]


@pytest.mark.parametrize("delay", [0, 1000])
def test_a_queue_that_discards_by_jmsexpiration_is_told_of_the_unlimited_expiry(delay: int) -> None:
    """Such a mock loses nothing by JMS: where a time to live is too long for Expiry, it differs from MQ."""
    life = 300_000_000_000
    played = run_commands(
        Reference(),
        (
            ORDERS,
            CreateProducer("p"),
            SetTimeToLive("p", life),
            SetDeliveryDelay("p", delay),
            Send("p", OutgoingMessage("m1"), QueueDestination("ORDERS")),
            Advance(life + 2000),
            ReadDepth("ORDERS"),
        ),
    )
    assert played.steps[-1].outcome == DepthRead(1)
    last = msgspec.structs.replace(played.steps[-1], outcome=DepthRead(0))
    judgement = judge_trace(Trace(played.head, (*played.steps[:-1], last)))
    assert [breach.rules[:2] for breach in judgement.breaches] == [("HM-20", "EX-62")]
