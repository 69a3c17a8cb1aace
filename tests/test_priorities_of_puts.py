"""The priority of a message that was put by MQPUT: no document says what becomes of it; HM-24 is of JMS."""

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
from mqtck.reference.vocabulary.outcomes import Browsed, MessageReturned, Outcome
from mqtck.reference.vocabulary.traces import Trace

QUEUE = DefineLocalQueue("Q")
PUT = (MqPut("Q", message("m"), PutDescriptor(priority=7)),)
SENT = (CreateProducer("p", destination=TO_Q), Send("p", message("m"), arguments=SendArguments(2, 7, 0)))
DELAYED = (SENT[0], SetDeliveryDelay("p", 1000), SENT[1], Advance(3000))


def lowered(outcome: Outcome) -> Outcome:
    """The outcome of the look with priority 0."""

    def low(seen: Any) -> Any:
        return replace(seen, descriptor=replace(seen.descriptor, priority=0))

    match outcome:
        case MessageReturned(message=seen):
            return MessageReturned(low(seen))
        case Browsed(messages=(seen,)):
            return Browsed((low(seen),))
        case _:
            raise AssertionError(outcome)


def looked_at(sends: tuple[Command, ...], look: Command) -> Trace:
    return played(QUEUE, *sends, look)


@pytest.mark.parametrize("look", [MqGet("Q"), Browse("Q")])
@pytest.mark.parametrize(("sends", "rules"), [(PUT, ()), (SENT, ("HM-24",)), (DELAYED, ("DD-78",))])
def test_only_of_a_message_sent_by_jms_a_rule_says_that_it_stays(
    sends: tuple[Command, ...], rules: tuple[str, ...], look: Command
) -> None:
    trace = looked_at(sends, look)
    assert fine(trace)
    assert blamed(trace, {-1: lowered(trace.steps[-1].outcome)}) == rules
