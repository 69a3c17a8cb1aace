"""`mqtck smoke` tells the one thing that would break scores of rules."""

from collections.abc import Callable

import pytest
from answered_otherwise import Answer, Otherwise, as_ever
from msgspec.structs import replace

from implementations.right import ADAPTERS
from mqtck.adapters.reference import EPOCH, Reference, ReferenceWorld
from mqtck.conformance.smoke.one_cause import one_cause
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary import outcomes as o


def depth_from_one(world: ReferenceWorld, command: c.Command) -> o.Outcome:
    match as_ever(world, command):
        case o.DepthRead(depth=depth):
            return o.DepthRead(depth + 1)
        case outcome:
            return outcome


def no_delay(world: ReferenceWorld, command: c.Command) -> o.Outcome:
    return o.Done() if isinstance(command, c.SetDeliveryDelay) else as_ever(world, command)


def delay_in_seconds(world: ReferenceWorld, command: c.Command) -> o.Outcome:
    if isinstance(command, c.SetDeliveryDelay):
        command = replace(command, milliseconds=command.milliseconds * 1000)
    return as_ever(world, command)


def new_ids(world: ReferenceWorld, command: c.Command) -> o.Outcome:
    match as_ever(world, command):
        case o.MessageReturned(message=message):
            header = replace(message.header, message_id="ID:" + "ab" * 24)
            return o.MessageReturned(replace(message, header=header))
        case outcome:
            return outcome


def shown_by_sends(change: Callable[[o.Sent], o.Sent]) -> Answer:
    def answer(world: ReferenceWorld, command: c.Command) -> o.Outcome:
        outcome = as_ever(world, command)
        return change(outcome) if isinstance(outcome, o.Sent) else outcome

    return answer


@shown_by_sends
def expiry_in_seconds(sent: o.Sent) -> o.Sent:
    shown = sent.descriptor.expiry
    assert isinstance(shown, int)
    return replace(sent, descriptor=replace(sent.descriptor, expiry=shown // 10))


@shown_by_sends
def jms_expiration_in_seconds(sent: o.Sent) -> o.Sent:
    shown = sent.header.expiration
    assert isinstance(shown, int)
    return replace(sent, header=replace(sent.header, expiration=shown // 1000))


@shown_by_sends
def half_the_pace(sent: o.Sent) -> o.Sent:
    shown = sent.header.timestamp
    assert isinstance(shown, int)
    return replace(sent, header=replace(sent.header, timestamp=EPOCH + (shown - EPOCH) // 2))


def told(adapter: Reference) -> dict[str, str]:
    return {check.what: check.seen for check in one_cause(adapter) if check.seen}


@pytest.mark.parametrize(
    ("answer", "what", "seen"),
    [
        (depth_from_one, "a depth counts from 0", "of no message and of one it was 1 and 2"),
        (expiry_in_seconds, "a message has the life that was set", "MQMD.Expiry is 60 with"),
        (jms_expiration_in_seconds, "a message has the life that was set", "ms behind JMSTimestamp"),
        (no_delay, "a delay is as long as it was set", "was there after 2000 ms"),
        (delay_in_seconds, "a delay is as long as it was set", "was not there after 6000 ms"),
        (new_ids, "a message keeps its id", "and its receiver ID:abab"),
        (half_the_pace, "time passes at the pace of the clock", "went on by 15000 ms in 30000 ms"),
    ],
)
def test_what_is_otherwise_is_told(answer: Answer, what: str, seen: str) -> None:
    found = told(Otherwise(answer))
    assert seen in found[what]
    assert found[what].endswith("scores of rules may be violated for this one reason")


@pytest.mark.parametrize("name", ADAPTERS)
def test_of_a_right_implementation_nothing_is_told(name: str) -> None:
    checks = list(one_cause(ADAPTERS[name]()))
    assert checks
    assert [check.seen for check in checks if check.seen] == []
