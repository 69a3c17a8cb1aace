"""Exception reports of channels, of which no document says anything: none, one, or one at each attempt."""

import pytest

from mqtck.conformance.judging.judge import judge_trace
from mqtck.reference.vocabulary.channels import DefineReceiverChannel, DefineSenderChannel
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    Browse,
    Command,
    Connect,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    MqGet,
    MqPut,
    QueueAttributes,
    ReadDepth,
    Receive,
    StartChannel,
    Switch,
    Usage,
)
from mqtck.reference.vocabulary.constants import Feedback, MessageType, Persistence, Report
from mqtck.reference.vocabulary.messages import Descriptor, OutgoingMessage, PutDescriptor, SeenMessage
from mqtck.reference.vocabulary.outcomes import Browsed, DepthRead, Done, MessageReturned, Outcome, Sent
from mqtck.reference.vocabulary.profile import ClockKind, Platform, Profile
from mqtck.reference.vocabulary.traces import Step, Trace, TraceHead

Look = tuple[Command, Outcome]

PUT_INHIBITED = Descriptor(message_type=MessageType.REPORT, feedback=2051)
EXPIRED = Descriptor(message_type=MessageType.REPORT, feedback=Feedback.EXPIRATION)
ORDER = SeenMessage(body="order-1")
BOTH = Report.EXCEPTION | Report.EXPIRATION


def got(seen: SeenMessage, queue: str = "REPLIES") -> Look:
    return Receive(queue), MessageReturned(seen)


def counted(depth: int) -> Look:
    return ReadDepth("REPLIES"), DepthRead(depth)


REPAIRED: list[Look] = [
    (AlterQueue("STOCK", AttributeChanges(put=Switch.ENABLED), queue_manager="QM2"), Done()),
    (Connect("there", queue_manager="QM2"), Done()),
    (MqGet("STOCK", connection="there"), MessageReturned(ORDER)),
]


def rules_of(report: int, looks: list[Look], clock: ClockKind) -> list[str]:
    """What a judge says of looks while a batch of one message is backed out again and again."""
    refusing = AlterQueue("STOCK", AttributeChanges(put=Switch.DISABLED), queue_manager="QM2")
    commands: list[Command] = [
        DefineQueueManager("QM2"),
        DefineLocalQueue("STOCK", queue_manager="QM2"),
        DefineLocalQueue("REPLIES"),
        DefineLocalQueue("TO.QM2", QueueAttributes(usage=Usage.TRANSMISSION)),
        DefineRemoteQueue("ORDERS", "STOCK", "QM2", "TO.QM2"),
        DefineSenderChannel("TO.QM2"),
        DefineReceiverChannel("QM1", "QM2"),
        refusing,
    ]
    message = OutgoingMessage("order-1", report=report, reply_to="REPLIES")
    put = MqPut("ORDERS", message, PutDescriptor(persistence=Persistence.PERSISTENT))
    each = 2000 if clock is ClockKind.REAL else 0
    steps = [Step(command, Done(), 0, 0) for command in commands]
    steps += [Step(put, Sent(), 0, 0), Step(StartChannel("TO.QM2"), Done(), 0, 0)]
    steps += [
        Step(command, outcome, each * number, each * number)
        for number, (command, outcome) in enumerate(looks, 1)
    ]
    head = TraceHead(1, "by hand", clock, Profile(Platform.ZOS))
    return [breach.rules[0] for breach in judge_trace(Trace(head, tuple(steps))).breaches]


@pytest.mark.parametrize("clock", ClockKind)
@pytest.mark.parametrize(
    ("report", "looks"),
    [
        (BOTH, [counted(3)]),
        (BOTH, [(Browse("REPLIES"), Browsed((SeenMessage(body="", descriptor=PUT_INHIBITED),) * 2))]),
        (BOTH, [counted(1), got(SeenMessage(body="", descriptor=PUT_INHIBITED))]),
        (Report.EXCEPTION, [got(SeenMessage(body="", descriptor=PUT_INHIBITED))] * 3),
        (Report.EXCEPTION, [got(SeenMessage(body=""))] * 3),
        (Report.EXCEPTION_WITH_FULL_DATA, [got(SeenMessage(body="order-1", descriptor=PUT_INHIBITED))] * 3),
        (Report.EXCEPTION_WITH_FULL_DATA, [got(ORDER)] * 3),
        (BOTH, [*REPAIRED, counted(2)]),
    ],
)
def test_a_channel_may_report_each_attempt(report: int, looks: list[Look], clock: ClockKind) -> None:
    assert rules_of(report, looks, clock) == []


@pytest.mark.parametrize("clock", ClockKind)
@pytest.mark.parametrize(
    ("report", "looks", "rules"),
    [
        (Report.NONE, [got(SeenMessage(body="", descriptor=PUT_INHIBITED))], ["DD-102"]),
        (Report.EXPIRATION, [counted(1)], ["EX-37"]),
        (BOTH, [got(SeenMessage(body="", descriptor=EXPIRED))], ["EX-22"]),
        (Report.EXCEPTION_WITH_FULL_DATA, REPAIRED[1:], ["AM-27"]),
    ],
)
def test_what_is_no_report_of_a_channel_is_held_against_somebody(
    report: int, looks: list[Look], rules: list[str], clock: ClockKind
) -> None:
    assert rules_of(report, looks, clock) == rules
