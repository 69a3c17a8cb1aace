"""On a real clock nobody knows when a delayed message comes, nor so when it triggers its queue."""

import pytest
from test_lateness import rules_of_looks

from mqtck.reference.vocabulary.commands import Command, DefineLocalQueue, MqPut, QueueAttributes, ReadDepth
from mqtck.reference.vocabulary.messages import OutgoingMessage
from mqtck.reference.vocabulary.outcomes import DepthRead, Done, Outcome, Sent
from mqtck.reference.vocabulary.queue_attributes import DepthTrigger

Look = tuple[int, Command, Outcome]

PLAIN = DefineLocalQueue("ORDERS")


def triggering(depth: int) -> DefineLocalQueue:
    return DefineLocalQueue("ORDERS", QueueAttributes(trigger=DepthTrigger(depth, "INIT")))


def defined(at: int, depth: int) -> Look:
    return (at, triggering(depth), Done())


def put(at: int, label: str) -> Look:
    return (at, MqPut("ORDERS", OutgoingMessage(label)), Sent())


def orders(at: int, depth: int) -> Look:
    return (at, ReadDepth("ORDERS"), DepthRead(depth))


def triggers(at: int, depth: int) -> Look:
    return (at, ReadDepth("INIT"), DepthRead(depth))


def rules(first: DefineLocalQueue, looks: list[Look]) -> list[str]:
    return rules_of_looks([DefineLocalQueue("INIT"), first], looks)


@pytest.mark.parametrize(
    ("looks", "missed"),
    [
        ([triggers(100, 0), orders(7000, 1), triggers(7010, 0), triggers(7500, 1)], False),
        ([orders(100, 0), orders(7000, 1), triggers(7010, 0), triggers(7500, 1)], False),
        ([triggers(100, 0), orders(7000, 1), triggers(13_000, 0)], True),
        ([look for at in range(7000, 15_000, 1000) for look in (orders(at, 1), triggers(at + 10, 0))], True),
    ],
)
def test_a_message_that_comes_late_triggers_late(looks: list[Look], *, missed: bool) -> None:
    """X-39: the time for the trigger message begins when its message is seen."""
    assert rules(triggering(1), looks) == (["EX-36"] if missed else [])


@pytest.mark.parametrize(("later", "missed"), [(10, False), (6000, True)])
def test_what_was_there_before_may_have_come_last(later: int, *, missed: bool) -> None:
    """EX-36: the depth is reached when order-1 comes, however long after order-2."""
    looks = [put(100, "order-2"), orders(8000, 2), triggers(8000 + later, 0)]
    assert rules(triggering(2), looks) == (["EX-36"] if missed else [])


@pytest.mark.parametrize(("depth", "missed"), [(1, False), (2, True)])
def test_a_trigger_is_defined_on_a_queue_that_holds_a_message(depth: int, *, missed: bool) -> None:
    """EX-36: only what comes from then on fires it, and that may not have come yet."""
    looks = [put(-20, "order-0"), defined(-10, 2), orders(500, depth), triggers(9000, 0)]
    assert rules(PLAIN, looks) == (["EX-36"] if missed else [])
    open_whether = [put(-20, "order-0"), defined(-10, 1), orders(500, depth), triggers(9000, 0)]
    assert rules(PLAIN, open_whether) == []


@pytest.mark.parametrize("fired", [0, 1])
def test_a_trigger_is_defined_while_a_message_may_come(fired: int) -> None:
    """It has come before, or comes now."""
    assert rules(PLAIN, [triggers(5, 0), defined(10, 1), orders(500, 1), triggers(510, fired)]) == []


def test_a_trigger_is_defined_with_another_depth() -> None:
    """What came while the depth for it was higher has fired nothing."""
    looks = [put(100, "order-2"), put(200, "order-3"), defined(300, 2), orders(310, 2), triggers(9000, 0)]
    assert rules(triggering(3), looks) == []
