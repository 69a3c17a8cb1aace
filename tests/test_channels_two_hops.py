"""Messages that two channels take to their queue, one behind the other (EX-06, EX-20)."""

from collections.abc import Mapping

import pytest
from by_hand import blamed, browsed, edited, fine, judged, played
from msgspec.structs import replace
from test_judge import as_real

from implementations import right
from mqtck.adapters.reference import Reference
from mqtck.conformance.contract import Adapter
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.judge import judge_trace
from mqtck.reference.vocabulary.channels import ChannelAttributes, DefineReceiverChannel, DefineSenderChannel
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    Browse,
    Command,
    CreateProducer,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    MqPut,
    QueueAttributes,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetTimeToLive,
    StartChannel,
    Switch,
    Usage,
)
from mqtck.reference.vocabulary.constants import DEFAULT_DEAD_LETTER_QUEUE
from mqtck.reference.vocabulary.messages import OutgoingMessage, PutDescriptor, QueueDestination
from mqtck.reference.vocabulary.outcomes import Browsed
from mqtck.reference.vocabulary.profile import EVERY_PROFILE, Platform, Profile
from mqtck.reference.vocabulary.queue_attributes import AttributeChanges

TRANSMITS = QueueAttributes(usage=Usage.TRANSMISSION)
WAY: tuple[Command, ...] = (
    DefineQueueManager("QM2"),
    DefineQueueManager("QM3"),
    DefineLocalQueue("Q", queue_manager="QM3"),
    DefineLocalQueue("TO.QM3", TRANSMITS, queue_manager="QM2"),
    DefineRemoteQueue("BETWEEN", "Q", "QM3", "TO.QM3", queue_manager="QM2"),
    DefineLocalQueue("TO.QM2", TRANSMITS),
    DefineRemoteQueue("FAR", "BETWEEN", "QM2", "TO.QM2"),
)
FIRST, SECOND = StartChannel("TO.QM2"), StartChannel("TO.QM3", queue_manager="QM2")
PUT = MqPut("FAR", OutgoingMessage("m1"), PutDescriptor(expiry=600))
BETWEEN, AT_THE_END = Browse("TO.QM3", "QM2"), Browse("Q", "QM3")
ELSEWHERE = (
    DefineLocalQueue("R", queue_manager="QM3"),
    DefineRemoteQueue("BETWEEN", "R", "QM3", "TO.QM3", queue_manager="QM2"),
)

TRACES: Mapping[str, tuple[Command, ...]] = {
    "one after the other": (
        *(*WAY, FIRST, PUT, Advance(1000), BETWEEN, SECOND, Advance(1000), BETWEEN, AT_THE_END),
    ),
    "at once": (*WAY, FIRST, SECOND, PUT, Advance(1000), BETWEEN, AT_THE_END, Advance(1000), AT_THE_END),
    "expired between": (*WAY, FIRST, PUT, Advance(70_000), SECOND, Advance(1000), AT_THE_END, BETWEEN),
    "delayed": (
        *(*WAY, FIRST, SECOND, CreateProducer("p", destination=QueueDestination("FAR"))),
        *(SetDeliveryDelay("p", 5000), SetTimeToLive("p", 60_000), Send("p", OutgoingMessage("m1"))),
        *(AT_THE_END, Advance(6000), Advance(1000), AT_THE_END),
    ),
    "defined anew before it came": (
        *(*WAY, PUT, *ELSEWHERE, FIRST, SECOND, Advance(1000), Advance(1000)),
        *(AT_THE_END, Browse("R", "QM3")),
    ),
}


@pytest.mark.parametrize("name", TRACES)
@pytest.mark.parametrize("adapter", [Reference(), *(make() for make in right.ADAPTERS.values())])
def test_who_delivers_over_two_channels_is_not_accused(adapter: Adapter, name: str) -> None:
    trace = run_commands(adapter, TRACES[name])
    for one in (trace, as_real(trace)):
        judgement = judge_trace(one)
        assert (judgement.breaches, judgement.indeterminate) == ((), "")


MANAGERS = ("QM1", "QM2", "QM3")
LARGE = MqPut("FAR", OutgoingMessage("m1", 40_000), PutDescriptor(expiry=600))
EVERY_QUEUE = (
    *(Browse("TO.QM2"), BETWEEN, AT_THE_END),
    *(Browse(DEFAULT_DEAD_LETTER_QUEUE, manager) for manager in MANAGERS),
)


@pytest.mark.parametrize("profile", EVERY_PROFILE, ids=lambda profile: profile.name)
@pytest.mark.parametrize(
    ("second", "stops", "left_at"),
    [
        (ChannelAttributes(), AlterQueue("Q", AttributeChanges(put=Switch.DISABLED), "QM3"), "QM3"),
        (ChannelAttributes(max_message_length=20_000), Advance(1), "QM2"),
    ],
    ids=["the last queue takes nothing", "the second channel is too small"],
)
def test_what_does_not_get_to_the_end_is_dead_lettered_where_it_stands(
    profile: Profile, second: ChannelAttributes, stops: Command, left_at: str
) -> None:
    """Every queue is looked at, those that the message has left and those that it never reached."""
    way = (
        *(*WAY, *(SetDeadLetterQueue(DEFAULT_DEAD_LETTER_QUEUE, manager) for manager in MANAGERS), stops),
        *(DefineSenderChannel("TO.QM2"), DefineReceiverChannel("QM1", "QM2")),
        *(DefineSenderChannel("TO.QM3", second, "QM2"), DefineReceiverChannel("QM2", "QM3")),
        *(FIRST, SECOND, LARGE, Advance(1000), Advance(1000), *EVERY_QUEUE),
    )
    trace = run_commands(Reference().under(profile), way)
    for one in (trace, as_real(trace)):
        judgement = judge_trace(one)
        assert (judgement.breaches, judgement.indeterminate) == ((), "")
    last = trace.steps[-3 + MANAGERS.index(left_at)].outcome
    assert isinstance(last, Browsed)
    assert bool(last.messages) is (profile.platform is Platform.ZOS), "the chapter is about z/OS alone"


def test_a_message_that_is_lost_on_the_second_channel_is_missed() -> None:
    trace = played(*TRACES["one after the other"])
    assert fine(trace)
    assert blamed(trace, {-1: browsed()})[0] in {"EX-04", "EX-06"}


def test_the_life_does_not_begin_anew_on_the_second_transmission_queue() -> None:
    trace = played(*WAY, FIRST, PUT, Advance(20_000), SECOND, Advance(1000), AT_THE_END)
    shown = trace.steps[-1].outcome
    assert isinstance(shown, Browsed)
    (message,) = shown.messages
    anew = replace(message, descriptor=replace(message.descriptor, expiry=590))
    assert fine(trace)
    assert "EX-06" in judged(trace, {-1: Browsed((anew,))}).breaches[0].rules


def test_nothing_expired_comes_over_the_second_channel() -> None:
    trace = played(*TRACES["expired between"])
    found = judged(edited(trace, {-2: browsed("m1")})).breaches
    assert {"EX-18", "EX-20"} & set(found[0].rules)


def test_where_it_goes_on_to_is_open_where_that_was_defined_anew_behind_it() -> None:
    """Whether the name counts when it comes or when it goes is said of no channel."""
    trace = played(*WAY, FIRST, PUT, Advance(1000), *ELSEWHERE, SECOND, Advance(1000), Browse("R", "QM3"))
    for seen in (browsed(), browsed("m1")):
        assert not judged(trace, {-1: seen}).breaches
