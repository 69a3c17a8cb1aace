"""z/OS: shared queues, the supplied sample, OPMODE, migration back and the older edition."""

import pytest
from by_hand import blamed, browsed, delayed_send, fine, judged, played, returned
from on_zos import DEPTH, GROUP, MANAGER, OLDER, QUEUE, REFUSED, STAGED, ZOS

from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Command,
    Connect,
    CreateProducer,
    DefineLocalQueue,
    EndQueueManager,
    MqGet,
    MqPut,
    OpenSession,
    ReadDepth,
    Receive,
    Send,
    SetDeliveryDelay,
    SetDeliveryMode,
    StartQueueManager,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode, ReasonCode, Report
from mqtck.reference.vocabulary.messages import (
    Descriptor,
    OutgoingMessage,
    PutDescriptor,
    QueueDestination,
    SeenMessage,
)
from mqtck.reference.vocabulary.outcomes import (
    Browsed,
    DepthRead,
    ErrorFamily,
    MessageReturned,
    NoMessage,
    Refused,
    SampleDefinitionRead,
)
from mqtck.reference.vocabulary.profile import Edition, Profile, Version
from mqtck.reference.vocabulary.zos import MigrateBack, OperationMode, ReadSampleDefinition, SetOperationMode

# --- shared queues ------------------------------------------------------------------------------------------

THERE = Receive("SHARED", "other")
DOWN, UP = EndQueueManager("ZQM1"), StartQueueManager("ZQM1")


def shared_send(mode: DeliveryMode = DeliveryMode.PERSISTENT) -> tuple[Command, ...]:
    return (
        CreateProducer("p", session="sender"),
        SetDeliveryDelay("p", 3000),
        SetDeliveryMode("p", mode),
        Send("p", OutgoingMessage("m1"), QueueDestination("SHARED")),
    )


def test_a_delayed_message_reaches_a_shared_queue_and_every_member_can_get_it() -> None:
    trace = played(*GROUP, *shared_send(), THERE, Advance(3001), THERE)
    assert fine(trace)
    assert {"DD-69", "DD-54"} <= judged(trace).exercised
    assert blamed(trace, {-1: NoMessage()}) == ("DD-69",)
    assert blamed(trace, {-3: returned()})[0] == "DD-01"


@pytest.mark.parametrize("reason", [None, ReasonCode.FUNCTION_NOT_SUPPORTED, ReasonCode.UNKNOWN_OBJECT_NAME])
def test_a_delayed_send_to_a_shared_queue_is_not_refused(reason: ReasonCode | None) -> None:
    trace = played(*GROUP, *shared_send())
    assert blamed(trace, {-1: Refused(reason, ErrorFamily.JMS_EXCEPTION)}) == ("DD-69",)


def test_what_a_member_discards_on_a_shared_queue_may_be_reported_to_the_sender_or_get_lost_on_the_way() -> (
    None
):
    """A report leaves from the member that discarded; no document says how it gets to another one (EX-21)."""
    reported = OutgoingMessage("m1", report=Report.EXPIRATION, reply_to="REPLY")
    trace = played(
        *(*GROUP, DefineLocalQueue("REPLY", queue_manager="ZQM1"), Connect("here", "ZQM1")),
        MqPut("SHARED", reported, PutDescriptor(expiry=20), connection="here"),
        *(Advance(5000), THERE, Browse("REPLY", "ZQM1")),
    )
    assert fine(trace)
    assert blamed(trace, {-1: Browsed(())}) == ()
    assert blamed(trace, {-2: returned()})[0] in {"EX-17", "EX-18"}


def test_it_is_staged_where_it_was_sent_and_nowhere_else() -> None:
    elsewhere = Browse(STAGING_QUEUE, "ZQM2")
    trace = played(*GROUP, *shared_send(), STAGED, ReadDepth(STAGING_QUEUE, "ZQM2"), elsewhere)
    assert [step.outcome for step in trace.steps[-3:]] == [DepthRead(1), DepthRead(0), Browsed(())]
    assert fine(trace)
    assert blamed(trace, {-3: DepthRead(0)}) == ("DD-70",)
    assert blamed(trace, {-2: DepthRead(1)}) == ("DD-70",)
    assert blamed(trace, {-1: browsed("m1")}) == ("DD-70",)


def test_while_the_owner_is_down_nobody_delivers() -> None:
    trace = played(*GROUP, *shared_send(), DOWN, Advance(60_000), THERE, UP, Advance(1), THERE)
    assert isinstance(trace.steps[-4].outcome, NoMessage)
    assert fine(trace)
    assert "DD-71" in judged(trace).exercised
    assert blamed(trace, {-4: returned(), -1: NoMessage()})[0] == "DD-71"
    assert blamed(trace, {-1: NoMessage()}) == ("DD-71",)


def test_a_non_persistent_message_is_lost_or_kept_when_the_owner_ends() -> None:
    send = shared_send(DeliveryMode.NON_PERSISTENT)
    trace = played(*GROUP, *send, DOWN, UP, Advance(3001), THERE, STAGED)
    assert isinstance(trace.steps[-2].outcome, NoMessage)
    assert fine(trace)
    assert fine(trace, {-2: returned()})


def test_a_restart_elsewhere_does_not_touch_what_is_staged() -> None:
    send = shared_send(DeliveryMode.NON_PERSISTENT)
    restart = (EndQueueManager("ZQM2"), StartQueueManager("ZQM2"), OpenSession("other", queue_manager="ZQM2"))
    trace = played(*GROUP, *send, *restart, Advance(3001), THERE)
    assert fine(trace)
    assert blamed(trace, {-1: NoMessage()}) == ("DD-69",)


# --- MQI at other queue managers --------------------------------------------------------------------------


def test_a_connection_works_at_its_own_queue_manager() -> None:
    commands = (
        *GROUP,
        DefineLocalQueue("ORDERS"),
        QUEUE,
        Connect("here", "ZQM1"),
        MqPut("ORDERS", OutgoingMessage("m1"), connection="here"),
        MqPut("SHARED", OutgoingMessage("m2"), connection="here"),
        ReadDepth("ORDERS"),
        DEPTH,
        MqGet("ORDERS", connection="here"),
        Connect("there", "ZQM2"),
        MqGet("SHARED", connection="there"),
    )
    trace = played(*commands)
    assert [step.outcome for step in trace.steps[-5:-3]] == [DepthRead(0), DepthRead(1)]
    assert fine(trace)
    assert blamed(trace, {-1: NoMessage()})


# --- the supplied sample, OPMODE, migration --------------------------------------------------------------


SAMPLE = ReadSampleDefinition(queue_manager="ZQM1")
GOOD = SampleDefinitionRead(index_type="NONE", delivery_sequence="FIFO", harden_backout=True, active=False)


@pytest.mark.parametrize(
    ("sample", "newer", "older"),
    [
        (GOOD, (), ()),
        (SampleDefinitionRead(), (), ()),
        (SampleDefinitionRead("none", "fifo", harden_backout=True, storage_class="ANY", active=True), (), ()),
        (SampleDefinitionRead("CORRELID", "FIFO", harden_backout=True), ("DD-62",), ("DD-62",)),
        (SampleDefinitionRead("NONE", "PRIORITY", harden_backout=True), ("DD-63",), ("DD-63",)),
        (SampleDefinitionRead("NONE", None, harden_backout=True), ("DD-63",), ("DD-63",)),
        (SampleDefinitionRead("NONE", "FIFO", harden_backout=False), ("DD-65",), ()),
    ],
)
def test_what_the_supplied_sample_must_say(
    sample: SampleDefinitionRead, newer: tuple[str, ...], older: tuple[str, ...]
) -> None:
    assert blamed(played(MANAGER, SAMPLE), {-1: sample}) == newer
    assert blamed(played(MANAGER, SAMPLE, profile=OLDER), {-1: sample}) == older


@pytest.mark.parametrize("profile", [ZOS, OLDER])
def test_the_reference_supplies_a_right_sample(profile: Profile) -> None:
    assert fine(played(ReadSampleDefinition(), profile=profile))


def test_there_is_no_sample_on_multiplatforms() -> None:
    assert fine(played(ReadSampleDefinition()))


HOME = (DefineLocalQueue("ORDERS"), DefineLocalQueue(STAGING_QUEUE))


@pytest.mark.parametrize("mode", list(OperationMode))
def test_opmode_does_not_gate_the_feature_in_version_8(mode: OperationMode) -> None:
    commands = (*HOME, SetOperationMode(mode), *delayed_send("ORDERS", 3000))
    trace = played(*commands, Advance(3001), Receive("ORDERS"), profile=OLDER)
    assert fine(trace)
    assert "DD-67" in judged(trace).exercised
    assert blamed(trace, {-3: REFUSED, -1: NoMessage()}) == ("DD-67",)
    assert blamed(trace, {-4: REFUSED})[0] == "DD-67"


def test_opmode_is_open_elsewhere() -> None:
    commands = (*HOME, SetOperationMode(OperationMode.COMPATIBILITY), *delayed_send("ORDERS", 3000))
    trace = played(*commands, profile=ZOS)
    assert fine(trace, {-1: REFUSED})
    assert fine(trace, {-2: REFUSED, -1: REFUSED})


def test_migration_back_leaves_staged_messages_where_they_are() -> None:
    commands = (*HOME, *delayed_send("ORDERS", 3000), MigrateBack(Version(7, 1)))
    looks = (ReadDepth(STAGING_QUEUE), Receive("ORDERS"))
    trace = played(*commands, Advance(60_000), *looks, profile=OLDER)
    assert fine(trace)
    assert "DD-68" in judged(trace).exercised
    assert blamed(trace, {-2: DepthRead(0)}) == ("DD-68",)
    assert blamed(trace, {-1: returned()}) == ("DD-68",)


def test_migration_back_is_open_elsewhere() -> None:
    commands = (*HOME, *delayed_send("ORDERS", 3000), MigrateBack(Version(7, 1)), Advance(60_000))
    trace = played(*commands, Receive("ORDERS"), profile=ZOS)
    assert judged(trace, {-1: returned()}).breaches == ()


def test_after_migration_back_there_is_no_delay() -> None:
    commands = (*HOME, MigrateBack(Version(7, 1)), *delayed_send("ORDERS", 3000))
    trace = played(*commands, profile=OLDER)
    refused = trace.steps[-2].outcome
    assert isinstance(refused, Refused)
    assert refused.reason == ReasonCode.FUNCTION_NOT_SUPPORTED
    assert fine(trace)


# --- the older edition ----------------------------------------------------------------------------------


def test_by_the_older_edition_ignored_report_options_are_not_judged() -> None:
    """Its list of them is missing; so their reports, and the bits, say nothing."""
    coa = OutgoingMessage("m1", report=int(Report.COA), reply_to="REPLIES")
    commands = (
        DefineLocalQueue("ORDERS"),
        DefineLocalQueue("REPLIES"),
        CreateProducer("p"),
        SetDeliveryDelay("p", 3000),
        Send("p", coa, QueueDestination("ORDERS")),
        ReadDepth("REPLIES"),
        Advance(3001),
        Receive("ORDERS"),
    )
    stripped = MessageReturned(SeenMessage(body="m1", descriptor=Descriptor(report=0)))
    early, without = {-3: DepthRead(1)}, {-1: stripped}
    newer = played(*commands)
    assert blamed(newer, early)[0] == "DD-126"
    assert blamed(newer, without) == ("DD-130",)
    older = played(*commands, profile=Profile(version=Version(8, 0), edition=Edition.VERSION_8_0))
    assert fine(older)
    assert blamed(older, early) == ()
    assert fine(older, without)
