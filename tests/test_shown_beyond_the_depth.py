"""A browser shows at most as many messages as its queue may hold, whichever have found room (EX-35)."""

import pytest
from by_hand import delayed_send, edited, played, shown

from mqtck.conformance.judging.observer import observed
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Command,
    DefineLocalQueue,
    MqBackout,
    MqGet,
    MqPut,
    QueueAttributes,
    SetDeadLetterQueue,
    Syncpoint,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage
from mqtck.reference.vocabulary.outcomes import Browsed, Sent

BOTH = Browsed(messages=(shown("m1"), shown("m2")))
DELAYED = (
    *delayed_send("ORDERS", 1000, label="m1"),
    *delayed_send("ORDERS", 1000, label="m2"),
    Advance(2000),
)
"""Due at one instant: which of the two finds room is open."""

DEAD_LETTERS = (DefineLocalQueue("FAILED"), SetDeadLetterQueue("FAILED"))


def orders(depth: int) -> Command:
    return DefineLocalQueue("ORDERS", QueueAttributes(max_depth=depth))


@pytest.mark.parametrize("others", [(), DEAD_LETTERS], ids=["kept", "dead-lettered"])
def test_two_messages_on_a_queue_for_one_are_blamed(others: tuple[Command, ...]) -> None:
    trace = played(orders(1), *others, *DELAYED, Browse("ORDERS"))
    assert observed(trace).breaches == ()
    (breach,) = observed(edited(trace, {-1: BOTH})).breaches
    assert breach.rules == ("EX-35", "DD-112")
    assert (breach.expected, breach.seen) == ("at most MAXDEPTH, 1", "2 messages are shown")


def test_a_queue_that_may_hold_less_by_now_keeps_what_it_has() -> None:
    trace = played(orders(2), *DELAYED, AlterQueue("ORDERS", AttributeChanges(max_depth=1)), Browse("ORDERS"))
    assert observed(edited(trace, {-1: BOTH})).breaches == ()


def test_what_was_got_in_a_unit_of_work_may_come_back_on_top() -> None:
    first, second = (MqPut("ORDERS", OutgoingMessage(label)) for label in ("m1", "m2"))
    got = MqGet("ORDERS", syncpoint=Syncpoint.WITHIN, connection="c1")
    trace = played(orders(1), first, got, second, MqBackout("c1"), Browse("ORDERS"))
    assert observed(edited(trace, {3: Sent(), -1: BOTH})).breaches == ()
