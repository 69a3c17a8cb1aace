"""The second implementation answers as the ledger says: explicit values, no model asked.

What no right implementation may differ in is asked of all named right ones and of twenty-five drawn at
random; the rest of the preferred one alone.
"""

import pytest
from second_implementation import HOUR, PERSISTENT, bench, delayed, expiry, on_every_right_one

from implementations.behaviour.whole import Behaviour, Confirmations, ExpiredDiscard
from implementations.bench import Bench
from implementations.simulation.world import SimulatedAdapter
from implementations.witnesses.parts.common import P, Q, Trace, put
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Advance,
    Commit,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    DeleteQueue,
    DepthTrigger,
    EndQueueManager,
    GetMode,
    MatchCorrelationId,
    MqBackout,
    MqGet,
    MqPut,
    OpenSession,
    ProducerApi,
    QueueAttributes,
    Receive,
    Rollback,
    Send,
    SendArguments,
    SetDeliveryDelay,
    SetTimeToLive,
    StartChannel,
    StartQueueManager,
    Syncpoint,
    Usage,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, Report
from mqtck.reference.vocabulary.messages import DelayHeader, OutgoingMessage, PutDescriptor, QueueDestination
from mqtck.reference.vocabulary.outcomes import Done, ErrorFamily, MessageReturned, NoMessage, Refused, Sent
from mqtck.reference.vocabulary.profile import Version

on_all_right_ones = on_every_right_one(0)


@pytest.fixture
def preferred() -> Bench:
    return Bench(SimulatedAdapter().open_world())


# --- delay ------------------------------------------------------------------------------------------


@on_all_right_ones
def test_worked_example_leaves_about_fifty_tenths(any_right: Bench) -> None:
    """DD-80: 20 s of life, 5 s of delay, got 10 s after the delivery."""
    sent = any_right.sent(*Q, *delayed("m", 5000, 20000))
    any_right.do(Advance(2500))
    assert isinstance(any_right.do(Receive("Q")), NoMessage)
    any_right.do(Advance(2500 + 10000))
    seen = any_right.got(Receive("Q"))
    assert 40 <= expiry(seen) <= 60
    assert seen.header.message_id == sent.header.message_id
    assert isinstance(seen.header.timestamp, int)
    assert isinstance(seen.header.expiration, int)
    # A receiver may work it out of what is left of the life.
    assert abs(seen.header.expiration - (seen.header.timestamp + 20000)) <= 100
    assert isinstance(any_right.do(Receive("Q")), NoMessage)


@on_all_right_ones
def test_delayed_message_is_on_the_staging_queue_alone(any_right: Bench) -> None:
    """DD-06, DD-07, DD-09, DD-59, DD-60."""
    sent = any_right.sent(*Q, *delayed("m", 5000))
    (staged,) = any_right.browsed(STAGING_QUEUE)
    assert staged.delay_header is DelayHeader.PRESENT
    assert staged.descriptor.correlation_id == sent.descriptor.message_id
    assert staged.descriptor.message_id != sent.descriptor.message_id
    assert (any_right.depth("Q"), any_right.depth(STAGING_QUEUE)) == (0, 1)
    any_right.do(Advance(6000))
    (seen,) = any_right.browsed("Q")
    assert seen.delay_header is DelayHeader.ABSENT
    assert seen.descriptor.message_id == sent.descriptor.message_id
    assert (any_right.depth("Q"), any_right.depth(STAGING_QUEUE)) == (1, 0)


@on_all_right_ones
def test_each_delay_runs_by_itself_for_both_apis(any_right: Bench) -> None:
    """DD-04, DD-05, DD-12."""
    any_right.do(*P, CreateProducer("j", ProducerApi.JMS_PRODUCER))
    any_right.do(SetDeliveryDelay("p", 20000), SetDeliveryDelay("j", 3000), Advance(6000))
    any_right.do(Send("p", OutgoingMessage("long")))
    any_right.do(Send("j", OutgoingMessage("short"), QueueDestination("Q")))
    assert isinstance(any_right.do(Advance(2000), Receive("Q")), NoMessage)
    any_right.do(Advance(2000))
    assert any_right.got(Receive("Q")).body == "short"
    any_right.do(Advance(HOUR))
    assert any_right.got(Receive("Q")).body == "long"


@on_all_right_ones
def test_recall_by_correlation_id_cancels_one_message(any_right: Bench) -> None:
    """DD-61."""
    any_right.do(*Q, *delayed("m", 5000), *delayed("n", 5000))
    assert any_right.got(MqGet(STAGING_QUEUE, match=MatchCorrelationId("m"))).body == "m"
    any_right.do(Advance(6000))
    assert [seen.body for seen in any_right.browsed("Q")] == ["n"]


@on_all_right_ones
def test_delay_zero_goes_straight_to_the_target(any_right: Bench) -> None:
    """DD-08, DD-29."""
    any_right.do(*P, SetDeliveryDelay("p", 5000), SetDeliveryDelay("p", 0), SetTimeToLive("p", 1000))
    any_right.sent(Send("p", OutgoingMessage("m")))
    assert (any_right.depth("Q"), any_right.depth(STAGING_QUEUE)) == (1, 0)


def transacted(label: str = "m", time_to_live: int = 0) -> Trace:
    return (
        *Q,
        OpenSession("t", Acknowledgement.TRANSACTED),
        CreateProducer("p", session="t", destination=QueueDestination("Q")),
        SetDeliveryDelay("p", 3000),
        SetTimeToLive("p", time_to_live),
        Send("p", OutgoingMessage(label)),
    )


@on_all_right_ones
def test_transacted_send_is_staged_by_the_commit(any_right: Bench) -> None:
    """DD-42, DD-43, DD-45."""
    any_right.do(*transacted(time_to_live=60000), Advance(10000))
    assert any_right.browsed(STAGING_QUEUE) == ()
    assert isinstance(any_right.do(Receive("Q", "t")), NoMessage)
    any_right.do(Commit("t"), Advance(5000))
    seen = any_right.got(Receive("Q"))
    assert 440 <= expiry(seen) <= 460


@on_all_right_ones
def test_rolled_back_send_is_never_delivered(any_right: Bench) -> None:
    """DD-44."""
    any_right.do(*transacted(), Rollback("t"), Advance(HOUR))
    assert any_right.browsed(STAGING_QUEUE) == any_right.browsed("Q") == ()


@on_all_right_ones
def test_commit_after_the_end_of_life_is_normal(any_right: Bench) -> None:
    """EX-24, EX-25, X-23."""
    any_right.do(*transacted(time_to_live=8000), Advance(12000))
    assert any_right.do(Commit("t")) == Done()
    assert isinstance(any_right.do(Advance(HOUR), Receive("Q")), NoMessage)


@on_all_right_ones
def test_due_time_survives_a_restart(any_right: Bench) -> None:
    """DD-95."""
    any_right.do(*Q, *delayed("m", 20000), Advance(5000), EndQueueManager(), Advance(5000))
    any_right.do(StartQueueManager(), Advance(5000))
    assert isinstance(any_right.do(Receive("Q")), NoMessage)
    any_right.do(Advance(6000))
    assert any_right.got(Receive("Q")).body == "m"


@on_all_right_ones
def test_target_is_resolved_again_at_delivery(any_right: Bench) -> None:
    """DD-74: a local queue is deleted and an alias takes its name."""
    any_right.do(*Q, DefineLocalQueue("M"), *delayed("m", 5000))
    any_right.do(DeleteQueue("Q"), DefineAliasQueue("Q", "M"), Advance(6000))
    assert [seen.body for seen in any_right.browsed("M")] == ["m"]


# --- restrictions -----------------------------------------------------------------------------------

CONFLICTS = [
    (5000, 3000, Refused),
    (5000, 4999, Refused),
    (5050, 5049, Refused),
    (5000, 5001, Sent),
    (5000, 0, Sent),
    (0, 1000, Sent),
    (5000, 300_000_000_000, Sent),
]


@pytest.mark.parametrize(("delay", "life", "expected"), CONFLICTS)
@pytest.mark.parametrize("order", ["delay first", "life first", "life on the send"])
@on_all_right_ones
def test_life_below_the_delay_is_refused_at_the_send_at_the_latest(
    any_right: Bench, delay: int, life: int, expected: type, order: str
) -> None:
    """DD-25 to DD-31."""
    setters: Trace = (SetDeliveryDelay("p", delay), SetTimeToLive("p", life))
    arguments = None
    match order:
        case "life first":
            setters = setters[::-1]
        case "life on the send":
            setters = (SetDeliveryDelay("p", delay),)
            arguments = SendArguments(PERSISTENT, 4, life)
    any_right.do(*P)
    outcomes = [any_right.do(setter) for setter in setters]
    if all(outcome == Done() for outcome in outcomes):
        outcomes.append(any_right.do(Send("p", OutgoingMessage("m"), arguments=arguments)))
    assert isinstance(outcomes[-1], expected)
    if isinstance(outcomes[-1], Refused):
        assert (outcomes[-1].reason, outcomes[-1].family) == (2013, ErrorFamily.JMS_EXCEPTION)
        assert any_right.depth(STAGING_QUEUE) == any_right.depth("Q") == 0


@on_all_right_ones
def test_delay_needs_version_eight(any_right: Bench) -> None:
    """DD-16, DD-17, DD-18."""
    any_right.do(DefineQueueManager("QM7", Version(7, 5)), OpenSession("s", queue_manager="QM7"))
    any_right.do(CreateProducer("j", ProducerApi.JMS_PRODUCER, "s"))
    refused = any_right.do(SetDeliveryDelay("j", 1))
    assert isinstance(refused, Refused)
    assert (refused.reason, refused.family) == (2298, ErrorFamily.JMS_RUNTIME_EXCEPTION)
    assert any_right.do(SetDeliveryDelay("j", 0)) == Done()


LIVES = [(0, -1), (100, 1), (60000, 600), (99_999_999_900, 999_999_999), (214_748_364_800, -1)]


@pytest.mark.parametrize(("time_to_live", "tenths"), LIVES)
@on_all_right_ones
def test_time_to_live_becomes_expiry(any_right: Bench, time_to_live: int, tenths: int) -> None:
    """HM-14 to HM-18, HM-20, HM-21."""
    sent = any_right.sent(*P, SetTimeToLive("p", time_to_live), Send("p", OutgoingMessage("m")))
    assert sent.descriptor.expiry == tenths
    expected = None if time_to_live == 0 else any_right.world.now() + time_to_live
    assert sent.folder.expiration == expected
    assert sent.header.expiration == (expected or 0)
    assert sent.folder.timestamp == sent.header.timestamp == any_right.world.now()


# --- expiry -----------------------------------------------------------------------------------------


@on_all_right_ones
def test_expired_messages_fill_the_queue_as_long_as_they_count(any_right: Bench) -> None:
    """EX-35: depth and fullness agree."""
    any_right.do(DefineLocalQueue("Q", QueueAttributes(max_depth=2)))
    any_right.do(put("e1", expiry=20), put("e2", expiry=20), Advance(7000))
    depth = any_right.depth("Q")
    outcome = any_right.do(put("l"))
    if isinstance(outcome, Refused):
        assert outcome.reason in (2053, None)
        assert (depth, any_right.depth("Q")) == (2, 2)
    assert depth in (0, 1, 2)
    assert isinstance(any_right.do(MqGet("Q")), MessageReturned if isinstance(outcome, Sent) else NoMessage)


@on_all_right_ones
def test_get_discards_outside_its_unit_of_work(any_right: Bench) -> None:
    """EX-15, EX-38, EX-39."""
    any_right.do(*Q, DefineLocalQueue("REPLY"), put("e", expiry=20, report=int(Report.EXPIRATION)))
    any_right.do(put("l"), Advance(7000))
    assert any_right.got(MqGet("Q", syncpoint=Syncpoint.WITHIN)).body == "l"
    assert any_right.depth("REPLY") == 1
    any_right.do(MqBackout())
    assert (any_right.depth("Q"), any_right.depth("REPLY")) == (1, 1)


@on_all_right_ones
def test_lock_does_not_protect(any_right: Bench) -> None:
    """EX-41."""
    any_right.do(*Q, put(expiry=20), MqGet("Q", GetMode.BROWSE_FIRST_AND_LOCK), Advance(5000))
    assert any_right.do(MqGet("Q", GetMode.UNDER_CURSOR)) == NoMessage(2034)


def test_get_in_priority_order_discards_what_is_ahead(preferred: Bench) -> None:
    """EX-16: the five messages of the ledger; those behind the live one stay."""
    preferred.do(*Q)
    for label, life, priority in (("a", 20, 9), ("b", 20, 5), ("l", -1, 5), ("c", 20, 5), ("d", 20, 1)):
        preferred.do(put(label, life, priority=priority))
    preferred.do(Advance(5000))
    assert preferred.got(MqGet("Q")).body == "l"
    assert preferred.depth("Q") == 2


def test_expired_message_triggers_by_depth(preferred: Bench) -> None:
    """EX-36, EX-48."""
    preferred.do(DefineLocalQueue("INIT"))
    preferred.do(DefineLocalQueue("Q", QueueAttributes(trigger=DepthTrigger(2, "INIT"))))
    preferred.do(put("e", expiry=20), Advance(5000))
    assert preferred.depth("INIT") == 0
    preferred.do(put("l"))
    assert expiry(preferred.got(MqGet("INIT"))) == -1


@on_all_right_ones
def test_life_goes_on_over_a_channel(any_right: Bench) -> None:
    """EX-06: ten seconds on the transmission queue."""
    any_right.do(DefineQueueManager("QM2"), DefineLocalQueue("FAR", queue_manager="QM2"))
    any_right.do(DefineLocalQueue("X", QueueAttributes(usage=Usage.TRANSMISSION)))
    any_right.do(DefineRemoteQueue("R", "FAR", "QM2", "X"))
    any_right.do(MqPut("R", OutgoingMessage("m"), PutDescriptor(expiry=600)), Advance(10000))
    assert any_right.browsed("FAR", "QM2") == ()
    any_right.do(StartChannel("X"), Advance(1000))
    (seen,) = any_right.browsed("FAR", "QM2")
    assert 480 <= expiry(seen) <= 500


@pytest.mark.parametrize("discard", ExpiredDiscard)
def test_when_an_expired_message_goes(discard: ExpiredDiscard) -> None:
    """EX-11, EX-14: the depth after the end, after the cleaner's turn, and after a get."""
    run = bench(Behaviour(expired_discard=discard))
    run.do(*Q, put(expiry=20), Advance(2000))
    depths = [run.depth("Q"), run.do(Advance(3000)) and run.depth("Q")]
    expected = {
        ExpiredDiscard.AT_ITS_END: [0, 0],
        ExpiredDiscard.EVERY_FIVE_SECONDS: [1, 0],
        ExpiredDiscard.WHEN_A_GET_PASSES_IT: [1, 1],
        ExpiredDiscard.WHEN_A_GET_WOULD_RETURN_IT: [1, 1],
    }
    assert depths == expected.get(discard, depths)
    assert run.do(MqGet("Q")) == NoMessage(2033)
    assert run.depth("Q") == 0


def test_confirmations_come_from_the_target(preferred: Bench) -> None:
    """DD-126, DD-127, DD-130, X-32: bits as sent; reports, if any, once and not before the delay ends."""
    options = int(Report.COA | Report.COD)
    for run, expected in (
        (preferred, []),
        (bench(Behaviour(confirmations=Confirmations.AT_TARGET)), [259, 260]),
    ):
        run.do(*Q, DefineLocalQueue("REPLY"), *delayed("m", 5000, 0, options), Advance(4000))
        assert run.browsed("REPLY") == ()
        run.do(Advance(2000))
        assert run.got(Receive("Q")).descriptor.report == options
        assert [seen.descriptor.feedback for seen in run.browsed("REPLY")] == expected
