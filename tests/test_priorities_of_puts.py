"""The priority of a message that was put by MQPUT: no document says what becomes of it; HM-24 is of JMS.

DD-78 is of one that the definition of the queue decided.
"""

from typing import Any

import pytest
from by_hand import blamed, fine, played
from msgspec.structs import replace

from implementations.witnesses.parts.common import TO_Q, message
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Command,
    CreateProducer,
    DefineLocalQueue,
    MqGet,
    MqPut,
    PutDescriptor,
    Send,
    SendArguments,
    SetDeliveryDelay,
)
from mqtck.reference.vocabulary.constants import PRIORITY_AS_QUEUE_DEFINITION
from mqtck.reference.vocabulary.outcomes import Browsed, MessageReturned, Outcome
from mqtck.reference.vocabulary.traces import Trace

QUEUE = DefineLocalQueue("Q")
PUT = (MqPut("Q", message("m"), PutDescriptor(priority=7)),)
SENT = (CreateProducer("p", destination=TO_Q), Send("p", message("m"), arguments=SendArguments(2, 7, 0)))
DELAYED = (SENT[0], SetDeliveryDelay("p", 1000), SENT[1], Advance(3000))
BY_QUEUE = CreateProducer("p", destination=replace(TO_Q, priority=PRIORITY_AS_QUEUE_DEFINITION))
AS_DEFINED = (BY_QUEUE, *DELAYED[1:])


def with_another(outcome: Outcome) -> Outcome:
    """The outcome of the look with priority 1."""

    def other(seen: Any) -> Any:
        return replace(seen, descriptor=replace(seen.descriptor, priority=1))

    match outcome:
        case MessageReturned(message=seen):
            return MessageReturned(other(seen))
        case Browsed(messages=(seen,)):
            return Browsed((other(seen),))
        case _:
            raise AssertionError(outcome)


def looked_at(sends: tuple[Command, ...], look: Command) -> Trace:
    return played(QUEUE, *sends, look)


@pytest.mark.parametrize("look", [MqGet("Q"), Browse("Q")])
@pytest.mark.parametrize(
    ("sends", "rules"), [(PUT, ()), (SENT, ("HM-24",)), (DELAYED, ("HM-24",)), (AS_DEFINED, ("DD-78",))]
)
def test_only_of_a_message_sent_by_jms_a_rule_says_that_it_stays(
    sends: tuple[Command, ...], rules: tuple[str, ...], look: Command
) -> None:
    trace = looked_at(sends, look)
    assert fine(trace)
    assert blamed(trace, {-1: with_another(trace.steps[-1].outcome)}) == rules
