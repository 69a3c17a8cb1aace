"""What the second implementation checks and writes at send, with the ledger's own values."""

import pytest
from second_implementation import on_every_right_one

from implementations.bench import Bench
from implementations.witnesses.parts.common import AS_QUEUE, QUEUES, P, Q, delayed, failed, put
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Command,
    Commit,
    CreateProducer,
    DefineLocalQueue,
    DeleteQueue,
    DisableMessageId,
    FailDelayProcessor,
    GrantPut,
    MqBackout,
    MqCommit,
    MqGet,
    MqPut,
    OpenSession,
    QueueAttributes,
    Receive,
    RevokePut,
    Send,
    SetDeliveryDelay,
    SetPriority,
    Switch,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode, Persistence, Report
from mqtck.reference.vocabulary.messages import (
    GroupMembership,
    OutgoingMessage,
    PresetHeaders,
    PutDescriptor,
    QueueDestination,
)
from mqtck.reference.vocabulary.outcomes import Done, ErrorFamily, MessageReturned, NoMessage, Refused, Sent

TO_Q = QueueDestination("Q")
WITHIN = Syncpoint.WITHIN


CHECKS: dict[str, tuple[tuple[Command, ...], int]] = {
    "unknown (DD-75)": ((DeleteQueue("Q"),), 2085),
    "put-disabled (DD-110)": ((AlterQueue("Q", AttributeChanges(put=Switch.DISABLED)),), 2051),
    "too long (DD-111)": ((AlterQueue("Q", AttributeChanges(max_message_length=500)),), 2030),
    "full (DD-112)": ((put("first"), AlterQueue("Q", AttributeChanges(max_depth=1))), 2053),
    "staging full (DD-39, DD-53)": ((AlterQueue(STAGING_QUEUE, AttributeChanges(max_depth=0)),), 2053),
}


on_all_right_ones = on_every_right_one(100)


@pytest.mark.parametrize("check", CHECKS)
@on_all_right_ones
def test_delayed_send_is_checked(any_right: Bench, check: str) -> None:
    """Refused at send, in the right family, nothing staged; the reason is the preferred one or related."""
    fixtures, reason = CHECKS[check]
    any_right.do(*Q, *fixtures, CreateProducer("p"), SetDeliveryDelay("p", 5000))
    refused = any_right.do(Send("p", OutgoingMessage("m", length=1000), TO_Q))
    assert isinstance(refused, Refused)
    assert refused.family is ErrorFamily.JMS_EXCEPTION
    assert refused.reason in (reason, None, 2031, 2052)
    assert any_right.depth(STAGING_QUEUE) == 0


@on_all_right_ones
def test_undelayed_put_to_a_queue_that_refuses(any_right: Bench) -> None:
    for (fixtures, reason), queue in zip(list(CHECKS.values())[:4], "ABCD", strict=True):
        world = Bench(any_right.world)
        world.do(DefineLocalQueue("Q"), *fixtures)
        outcome = world.do(MqPut("Q", OutgoingMessage(queue, length=1000)))
        assert isinstance(outcome, Refused)
        assert outcome.family is ErrorFamily.MQI
        assert outcome.reason in (reason, None, 2031, 2052)
        world.do(AlterQueue("Q", AttributeChanges(max_depth=5000)), MqGet("Q"), DeleteQueue("Q"))


@on_all_right_ones
def test_authority_is_asked_at_send_and_never_again(any_right: Bench) -> None:
    """DD-46, DD-47, DD-50."""
    any_right.do(*Q, OpenSession("s", user="ann"), CreateProducer("p", session="s"))
    any_right.do(SetDeliveryDelay("p", 5000))
    assert isinstance(any_right.do(Send("p", OutgoingMessage("no"), TO_Q)), Refused)
    any_right.do(GrantPut("ann", "Q"), GrantPut("ann", STAGING_QUEUE), Advance(6000))
    assert any_right.depth("Q") == 0
    any_right.sent(Send("p", OutgoingMessage("yes"), TO_Q))
    any_right.do(RevokePut("ann", "Q"), Advance(6000))
    assert any_right.got(Receive("Q")).body == "yes"


GROUP = GroupMembership("g", 1)


@pytest.mark.parametrize(
    ("delay", "group", "expected"), [(5000, GROUP, 2046), (0, GROUP, 0), (5000, None, 0)]
)
@on_all_right_ones
def test_groups_and_delay_exclude_each_other(
    any_right: Bench, delay: int, group: GroupMembership | None, expected: int
) -> None:
    """DD-36, DD-37."""
    any_right.do(*P, SetDeliveryDelay("p", delay))
    outcome = any_right.do(Send("p", OutgoingMessage("m", group=group)))
    assert isinstance(outcome, Refused if expected else Sent)
    assert not isinstance(outcome, Refused) or outcome.reason == expected


@on_all_right_ones
def test_preset_headers_are_overwritten(any_right: Bench) -> None:
    """HM-08, HM-10, HM-24, HM-28, HM-30 to HM-32, HM-34 to HM-36."""
    preset = PresetHeaders(
        message_id="ID:" + "0" * 48, timestamp=1, delivery_mode=1, priority=9, expiration=2
    )
    any_right.do(*P, DisableMessageId("p"), SetPriority("p", 0), SetDeliveryDelay("p", 5000), Advance(1234))
    sent = any_right.sent(Send("p", OutgoingMessage("m", preset=preset)))
    now = any_right.world.now()
    assert isinstance(sent.header.message_id, str)
    assert sent.header.message_id.lower() == f"id:{sent.descriptor.message_id}".lower()
    assert sent.descriptor.message_id != "0" * 48
    assert (sent.header.timestamp, sent.folder.timestamp, sent.header.expiration) == (now, now, 0)
    any_right.do(Advance(6000))
    seen = any_right.got(Receive("Q"))
    assert (seen.descriptor.persistence, seen.descriptor.priority) == (Persistence.PERSISTENT, 0)
    assert (seen.header.delivery_mode, seen.header.priority) == (DeliveryMode.PERSISTENT, 0)
    assert (seen.header.message_id, seen.folder.timestamp) == (sent.header.message_id, now)


@on_all_right_ones
def test_message_object_sent_again_has_another_id(any_right: Bench) -> None:
    """HM-27."""
    first = any_right.sent(*P, Send("p", OutgoingMessage("m")))
    second = any_right.sent(Send("p", OutgoingMessage("n", same_object_as="m")))
    assert first.header.message_id != second.header.message_id


@on_all_right_ones
def test_queue_definition_counts_at_the_first_resolution(any_right: Bench) -> None:
    """DD-77, DD-78."""
    before = QueueAttributes(default_persistence=DeliveryMode.PERSISTENT, default_priority=3)
    after = AttributeChanges(default_persistence=DeliveryMode.NON_PERSISTENT, default_priority=8)
    any_right.do(DefineLocalQueue("Q", before), CreateProducer("p", destination=AS_QUEUE))
    any_right.do(SetDeliveryDelay("p", 5000), Send("p", OutgoingMessage("m")), AlterQueue("Q", after))
    any_right.do(Advance(6000))
    seen = any_right.got(Receive("Q"))
    assert (seen.descriptor.persistence, seen.descriptor.priority) == (Persistence.PERSISTENT, 3)


@on_all_right_ones
def test_processor_recovers(any_right: Bench) -> None:
    """DD-96."""
    any_right.do(*Q, *delayed(5000), FailDelayProcessor(), Advance(6000))
    assert any_right.got(Receive("Q")).body == "m"


@on_all_right_ones
def test_deleted_target_leads_to_the_dead_letter_queue(any_right: Bench) -> None:
    """DD-49, DD-98."""
    any_right.do(*QUEUES, *delayed(5000), DeleteQueue("Q"), Advance(6000))
    assert [seen.body for seen in any_right.browsed("DLQ")] == ["m"]


@on_all_right_ones
def test_passed_options_stay_and_cause_no_report_of_the_staging_hop(any_right: Bench) -> None:
    """DD-126 to DD-130."""
    options = int(Report.PAN | Report.NAN | Report.ACTIVITY | Report.COA | Report.COD)
    any_right.do(*QUEUES, *delayed(5000, 0, options), Advance(4000))
    assert any_right.depth("REPLY") == 0
    any_right.do(Advance(2000))
    reports = [seen.descriptor.feedback for seen in any_right.browsed("REPLY")]
    assert reports in ([], [259])
    seen = any_right.got(Receive("Q"))
    assert seen.descriptor.report == options
    assert seen.descriptor.message_type in (1, 8)


@on_all_right_ones
def test_id_options_take_the_original_ids(any_right: Bench) -> None:
    """DD-125, X-21."""
    any_right.do(*failed(int(Report.EXCEPTION | Report.PASS_MSG_ID | Report.PASS_CORREL_ID)))
    (dead,) = any_right.browsed("DLQ")
    (report,) = any_right.browsed("REPLY")
    assert report.descriptor.message_id == dead.descriptor.message_id
    assert report.descriptor.correlation_id == dead.descriptor.correlation_id


@pytest.mark.parametrize("option", [Report.EXCEPTION, Report.COA, Report.PASS_CORREL_ID])
@on_all_right_ones
def test_expiry_is_reported_on_request_only(any_right: Bench, option: Report) -> None:
    """EX-22."""
    any_right.do(*QUEUES, put(expiry=20, report=int(option)), MqGet("REPLY"), Advance(7000), MqGet("Q"))
    assert (any_right.depth("Q"), any_right.depth("REPLY")) == (0, 0)


@on_all_right_ones
def test_report_comes_with_the_discard(any_right: Bench) -> None:
    """EX-37: a report tells that the message is gone."""
    any_right.do(*QUEUES, put(expiry=20, report=int(Report.EXPIRATION)), Advance(3000))
    assert any_right.depth("Q") + any_right.depth("REPLY") == 1
    any_right.do(Browse("Q"))
    assert (any_right.depth("Q"), any_right.depth("REPLY")) == (0, 1)


@on_all_right_ones
def test_value_of_expiry(any_right: Bench) -> None:
    """EX-10, EX-19, EX-23, EX-40, EX-62, EX-63."""
    any_right.do(*Q)
    sent = any_right.sent(MqPut("Q", OutgoingMessage("m"), PutDescriptor(expiry=200), WITHIN))
    assert sent.descriptor.expiry == 200
    any_right.do(Advance(10000), MqCommit())
    seen = any_right.got(MqGet("Q", syncpoint=WITHIN))
    assert isinstance(seen.descriptor.expiry, int)
    assert 90 <= seen.descriptor.expiry <= 110
    assert any_right.do(Advance(12000), MqBackout(), MqGet("Q")) == NoMessage(2033)
    any_right.do(put("short", expiry=20), Advance(950))
    assert any_right.got(MqGet("Q")).descriptor.expiry in range(1, 21)
    any_right.do(put("forever"), Advance(1_000_000))
    assert any_right.got(MqGet("Q")).descriptor.expiry == -1


@on_all_right_ones
def test_unit_of_work_gets_its_own_undelayed_put(any_right: Bench) -> None:
    """DD-41."""
    any_right.do(*Q, OpenSession("t", Acknowledgement.TRANSACTED))
    any_right.do(CreateProducer("p", session="t", destination=TO_Q), Send("p", OutgoingMessage("m")))
    assert isinstance(any_right.do(Receive("Q")), NoMessage)
    assert isinstance(any_right.do(Receive("Q", "t")), MessageReturned)
    assert any_right.do(Commit("t")) == Done()
    assert any_right.depth("Q") == 0
