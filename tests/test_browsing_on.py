"""Browsing on: the reference shows no message again before its cursor has been set back."""

from mqtck.adapters.reference import Reference
from mqtck.conformance.execution.worlds import run_commands
from mqtck.reference.vocabulary.commands import (
    Command,
    DefineLocalQueue,
    GetMode,
    MatchMessageId,
    MqGet,
    MqPut,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage
from mqtck.reference.vocabulary.outcomes import MessageReturned, NoMessage, Outcome

ORDER = MatchMessageId("order-1")
BROWSES = (GetMode.BROWSE_FIRST, GetMode.BROWSE_NEXT, GetMode.BROWSE_FIRST)


def browsed(match: MatchMessageId | None) -> list[type[Outcome]]:
    commands: list[Command] = [
        DefineLocalQueue("ORDERS"),
        MqPut("ORDERS", OutgoingMessage("order-1")),
        *(MqGet("ORDERS", mode, match) for mode in BROWSES),
    ]
    steps = run_commands(Reference(), commands).steps
    return [type(step.outcome) for step in steps if isinstance(step.command, MqGet)]


def test_nothing_comes_behind_the_only_message() -> None:
    assert browsed(None) == [MessageReturned, NoMessage, MessageReturned]


def test_nor_behind_the_only_one_that_is_asked_for() -> None:
    assert browsed(ORDER) == [MessageReturned, NoMessage, MessageReturned]
