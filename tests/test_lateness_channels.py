"""What a running channel has in its hands on a real clock is for a moment on no queue."""

from collections.abc import Callable

import pytest

from mqtck.conformance.judging.observer import observed
from mqtck.conformance.scenarios.expectations.failure import holds
from mqtck.conformance.scenarios.expectations.sendings import Sending
from mqtck.conformance.scenarios.scripts import Broken, Missed, Record
from mqtck.reference.vocabulary.channels import DefineReceiverChannel, DefineSenderChannel
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    Browse,
    Command,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    MqPut,
    QueueAttributes,
    ReadDepth,
    StartChannel,
    Switch,
    Usage,
)
from mqtck.reference.vocabulary.constants import Persistence
from mqtck.reference.vocabulary.messages import OutgoingMessage, PutDescriptor, SeenMessage
from mqtck.reference.vocabulary.outcomes import Browsed, DepthRead, Done, Outcome, Sent
from mqtck.reference.vocabulary.profile import ClockKind, Platform, Profile
from mqtck.reference.vocabulary.traces import Step, Trace, TraceHead

Look = tuple[int, Command, Outcome]

ORDER = (SeenMessage(body="order-1"),)
TEN_TIMES = range(10, 56_000, 6000)
"""Looks, each behind the time that a channel may have a message in its hands."""

REFUSING = AlterQueue("STOCK", AttributeChanges(put=Switch.DISABLED), queue_manager="QM2")


def waiting(at: int, messages: int) -> tuple[Look, ...]:
    """A look at the transmission queue."""
    return ((at, Browse("TO.QM2"), Browsed(ORDER[:messages])),)


def counted(at: int, depth: int) -> tuple[Look, ...]:
    return ((at, ReadDepth("TO.QM2"), DepthRead(depth)),)


def arrived(at: int, messages: int) -> tuple[Look, ...]:
    """A look at the target."""
    return ((at, Browse("STOCK", queue_manager="QM2"), Browsed(ORDER[:messages])),)


def in_all(at: int, depth: int) -> tuple[Look, ...]:
    return ((at, ReadDepth("STOCK", queue_manager="QM2"), DepthRead(depth)),)


def rules_of(looks: tuple[Look, ...], *before: Command) -> list[str]:
    """What a judge says of looks so many ms after the start of the channel."""
    commands: list[Command] = [
        DefineQueueManager("QM2"),
        DefineLocalQueue("STOCK", queue_manager="QM2"),
        DefineLocalQueue("TO.QM2", QueueAttributes(usage=Usage.TRANSMISSION)),
        DefineRemoteQueue("ORDERS", "STOCK", "QM2", "TO.QM2"),
        DefineSenderChannel("TO.QM2"),
        DefineReceiverChannel("QM1", "QM2"),
        *before,
    ]
    descriptor = PutDescriptor(expiry=6000, persistence=Persistence.PERSISTENT)
    put = MqPut("ORDERS", OutgoingMessage("order-1"), descriptor)
    steps = [Step(command, Done(), 0, 0) for command in commands]
    steps += [Step(put, Sent(), 0, 0), Step(StartChannel("TO.QM2"), Done(), 0, 0)]
    steps += [Step(command, outcome, at, at) for at, command, outcome in looks]
    head = TraceHead(1, "by hand", ClockKind.REAL, Profile(Platform.ZOS))
    return [breach.rules[0] for breach in observed(Trace(head, tuple(steps))).breaches]


@pytest.mark.parametrize(
    ("looks", "rules"),
    [
        (waiting(10, 0) + arrived(20, 0) + arrived(200, 1), []),
        (counted(10, 0) + in_all(20, 0) + in_all(200, 1), []),
        (waiting(10, 0) + arrived(20, 0) + waiting(200, 1) + arrived(400, 1), []),
        (waiting(10, 0) + arrived(20, 1) + arrived(30, 0), ["EX-04"]),
        (
            tuple(look for at in TEN_TIMES for look in waiting(at, 0) + arrived(at + 10, 0)),
            ["EX-04"],
        ),
        (
            tuple(look for at in TEN_TIMES for look in counted(at, 0) + in_all(at + 10, 0)),
            ["EX-04"],
        ),
    ],
)
def test_a_message_is_in_the_hands_of_a_channel(looks: tuple[Look, ...], rules: list[str]) -> None:
    """AM-10: its batch may even be backed out; but it is not lost (EX-04)."""
    assert rules_of(looks) == rules


@pytest.mark.parametrize("look", [waiting, counted])
@pytest.mark.parametrize(("times", "rules"), [(1, []), (2, []), (8, []), (9, ["AM-27"])])
def test_a_channel_in_retry_tries_a_message(
    look: Callable[[int, int], tuple[Look, ...]], times: int, rules: list[str]
) -> None:
    """AM-27: it is on the transmission queue, but for the moments of attempts, however many there are."""
    in_vain = [look(at, 0) for at in range(10_000, 10_000 + 6000 * times, 6000)]
    looks = [look(100, 1), *in_vain, *([look(60_000, 1), look(60_100, 0)] if not rules else [])]
    assert rules_of(tuple(one for each in looks for one in each), REFUSING) == rules


ANOTHER = MqPut("ORDERS", OutgoingMessage("order-2"), PutDescriptor(persistence=Persistence.PERSISTENT))
ROOM_FOR_ONE = AlterQueue("TO.QM2", AttributeChanges(max_depth=1))


@pytest.mark.parametrize("others", [1, 2])
def test_what_is_in_hand_leaves_its_place_free(others: int) -> None:
    """The channel may take each that is put meanwhile into its hands; all count when its batch is back."""
    looks: tuple[Look, ...] = ((10, ROOM_FOR_ONE, Done()), *[(20, ANOTHER, Sent())] * others)
    assert rules_of((*looks, *counted(40, 1 + others)), REFUSING) == []


@pytest.mark.parametrize(
    ("clock", "wanted", "shown", "finding"),
    [
        (ClockKind.REAL, (), ORDER, Missed),
        (ClockKind.REAL, ("order-1",), (), Missed),
        (ClockKind.VIRTUAL, ("order-1",), (), Broken),
        (ClockKind.VIRTUAL, (), ORDER, Broken),
    ],
)
def test_a_scenario_waits_for_what_a_channel_has_not_sent_yet(
    clock: ClockKind, wanted: tuple[str, ...], shown: tuple[SeenMessage, ...], finding: type
) -> None:
    steps = {
        0: Step(DefineLocalQueue("TO.QM2", QueueAttributes(usage=Usage.TRANSMISSION)), Done(), 0, 0),
        1: Step(MqPut("ORDERS", OutgoingMessage("order-1")), Sent(), 0, 0),
        2: Step(StartChannel("TO.QM2"), Done(), 0, 0),
        3: Step(Browse("TO.QM2"), Browsed(shown), 1000, 1000),
    }
    waits = holds(3, "TO.QM2", wanted, (Sending("order-1", "ORDERS", send=1, delay=0),))
    assert isinstance(waits(Record(clock, steps)), finding)
