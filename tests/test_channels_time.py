"""Undelivered messages of channels: a channel in retry, lives that go on, and reports."""

from two_ends import (
    FLEETING,
    INHIBITED,
    LASTING,
    LONG,
    PASSING,
    REMOVE,
    RETRYING,
    START,
    A,
    B,
    Ends,
    Seen,
    blamed,
    dead,
    judged,
    named,
    put,
    queues,
    shown,
    unusable,
)

from mqtck.adapters.reference import Reference
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.judge import Judgement, judge_trace
from mqtck.reference.vocabulary.channels import ChannelAttributes, DefineSenderChannel
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Command,
    MqPut,
    ReadDepth,
    StopChannel,
    Switch,
)
from mqtck.reference.vocabulary.constants import Feedback, MessageType, Report
from mqtck.reference.vocabulary.messages import Descriptor, SeenMessage
from mqtck.reference.vocabulary.outcomes import Browsed, DepthRead, Outcome
from mqtck.reference.vocabulary.traces import Step, Trace


def in_retry(expiry: int = -1, report: int = 0) -> tuple[Command, ...]:
    message = put("m1", LONG, LASTING, expiry, report)
    return (*Ends().commands(), *queues(), message, put("m2", kept=LASTING), START, Advance(1000))


REPAIR = (DefineSenderChannel("X", ChannelAttributes(protection=REMOVE), A), StopChannel("X", A), START)


def test_a_channel_in_retry_may_try_again_at_any_time_and_has_after_an_hour() -> None:
    enabled = AlterQueue("FAILED", AttributeChanges(put=Switch.ENABLED), A)
    before = (*Ends().commands(), *queues(), *unusable(A))
    repaired = (*before, put("m1", LONG, LASTING), put("m2", kept=LASTING), START, Advance(1000), enabled)
    for seen in (
        Seen(here=(dead(),), stock=(shown("m2"),)),
        Seen(waits=(shown("m1", length=LONG), shown("m2")), status=RETRYING),
    ):
        assert blamed(judged((*repaired, Advance(1_000_000)), seen)) == ()
    stuck = Seen(waits=(shown("m1", length=LONG), shown("m2")))
    assert blamed(judged((*repaired, Advance(3_600_000)), stuck))[0] == "AM-02"


def test_a_changed_deadq_reaches_a_channel_at_its_next_start_at_the_latest() -> None:
    named_later = (*in_retry(), *named(A), Advance(7_200_000))
    stuck = Seen(waits=(shown("m1", length=LONG), shown("m2")))
    moved = Seen(here=(dead(),), stock=(shown("m2"),))
    assert blamed(judged(named_later, stuck)) == ()
    assert blamed(judged(named_later, moved)) == ()
    again = (*named_later, StopChannel("X", A), START)
    assert blamed(judged(again, moved)) == ()
    assert blamed(judged(again, stuck))[0] == "AM-02"


def test_what_expired_while_the_channel_was_in_retry_is_never_delivered() -> None:
    commands = (*in_retry(100), Advance(20_000), *REPAIR)
    delivered = Seen(stock=(shown("m1", length=LONG, expiry=1), shown("m2")))
    assert blamed(judged(commands, delivered))[0] == "X-48"
    assert blamed(judged(commands, Seen(stock=(shown("m2"),)))) == ()


def test_backed_out_messages_do_not_begin_their_lives_anew() -> None:
    commands = (*in_retry(600), Advance(20_000), *REPAIR)
    fresh = Seen(stock=(shown("m1", length=LONG, expiry=600), shown("m2")))
    right = Seen(stock=(shown("m1", length=LONG, expiry=380), shown("m2")))
    assert blamed(judged(commands, fresh)) == ("X-48",)
    assert blamed(judged(commands, right)) == ()


def test_a_message_that_is_not_fetched_any_more_does_not_stop_the_channel_for_ever() -> None:
    """The hour counts from the end of its life."""
    commands = (*in_retry(100), Advance(7_200_000))
    assert blamed(judged(commands, Seen(stock=(shown("m2"),)))) == ()
    assert blamed(judged(commands, Seen(waits=(shown("m2"),)))) == ("AM-27",)


def test_what_a_receiver_could_not_deliver_at_first_is_kept_until_it_can() -> None:
    """AM-27, and not only EX-04: lost in the first attempt, it is missed where the second has put it."""
    enabled = AlterQueue("STOCK", AttributeChanges(put=Switch.ENABLED), B)
    unable = (*PASSING.commands(), INHIBITED, put("m1", kept=LASTING, expiry=6000), START, Advance(2000))
    commands = (*unable, enabled, StopChannel("X", A), START)
    assert blamed(judged(commands, Seen(stock=(shown("m1", expiry=5980),)))) == ()
    assert blamed(judged(commands, Seen()))[0] == "AM-27"


def report_about(commands: tuple[Command, ...], feedback: int) -> SeenMessage:
    """A report on REPLIES about the only message asked for one."""
    played = run_commands(Reference(), commands)
    sent = next(
        step.outcome
        for step in played.steps
        if isinstance(step.command, MqPut) and step.command.message.report
    )
    about = sent.descriptor.message_id  # type: ignore[union-attr]
    return SeenMessage(
        body="",
        descriptor=Descriptor(
            correlation_id=about, message_type=int(MessageType.REPORT), feedback=feedback, expiry=-1
        ),
    )


def with_reports(commands: tuple[Command, ...], outcome: Outcome, look: Command) -> Judgement:
    played = run_commands(Reference(), (*commands, Advance(1000)))
    now = played.steps[-1].ended
    return judge_trace(Trace(played.head, (*played.steps, Step(look, outcome, now, now))))


DISCARDED = (
    *Ends().commands(),
    *queues(),
    put("m1", LONG, FLEETING, 6000, int(Report.EXPIRATION | Report.EXCEPTION)),
    START,
)


def test_nobody_reports_that_a_discarded_message_has_expired() -> None:
    look = Browse("REPLIES", A)
    expired = Browsed((report_about(DISCARDED, Feedback.EXPIRATION),))
    assert blamed(with_reports(DISCARDED, expired, look)) == ("X-49",)
    assert "X-49" in with_reports(DISCARDED, Browsed(()), look).exercised
    only_expiration = (
        *Ends().commands(),
        *queues(),
        put("m1", LONG, FLEETING, 6000, int(Report.EXPIRATION)),
        START,
    )
    counted = with_reports(only_expiration, DepthRead(1), ReadDepth("REPLIES", A))
    assert "X-49" in counted.breaches[0].rules


def test_an_exception_report_of_a_channel_is_open() -> None:
    exception = Browsed((report_about(DISCARDED, 2218),))
    for outcome in (exception, Browsed(())):
        judgement = with_reports(DISCARDED, outcome, Browse("REPLIES", A))
        assert not judgement.breaches
        assert not judgement.indeterminate
    for depth in (0, 1):
        assert not with_reports(DISCARDED, DepthRead(depth), ReadDepth("REPLIES", A)).breaches
