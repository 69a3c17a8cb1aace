"""DD-59: the new id of a staged message is one alone, which each look at it shows until it is due."""

from msgspec.structs import replace

from mqtck.adapters.reference import Reference
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.judge import judge_trace
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    CreateProducer,
    DefineLocalQueue,
    Send,
    SetDeliveryDelay,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination, SeenMessage
from mqtck.reference.vocabulary.outcomes import Browsed
from mqtck.reference.vocabulary.traces import Trace

LOOKED_AT_TWICE = run_commands(
    Reference(),
    (
        DefineLocalQueue("Q"),
        CreateProducer("p"),
        SetDeliveryDelay("p", 5000),
        Send("p", OutgoingMessage("m"), QueueDestination("Q")),
        Browse(STAGING_QUEUE),
        Advance(1000),
        Browse(STAGING_QUEUE),
    ),
)


def with_last_id(message_id: str) -> Trace:
    *before, last = LOOKED_AT_TWICE.steps
    assert isinstance(last.outcome, Browsed)
    seen: SeenMessage = last.outcome.messages[0]
    other = replace(seen, descriptor=replace(seen.descriptor, message_id=message_id))
    return replace(LOOKED_AT_TWICE, steps=(*before, replace(last, outcome=Browsed((other,)))))


def test_the_same_id_at_each_look_is_right() -> None:
    assert not judge_trace(LOOKED_AT_TWICE).breaches


def test_another_id_at_the_second_look_is_wrong() -> None:
    breaches = judge_trace(with_last_id("ab" * 24)).breaches
    assert [breach.rules for breach in breaches] == [("DD-59",)]
