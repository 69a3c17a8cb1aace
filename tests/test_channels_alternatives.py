"""Other documented readings of the chapter on channels, drawn at random: none of them is accused.

Each is the reference with the order of an accept-set turned, or with another habit where the documents say
nothing: when a channel in retry tries again, and when it takes notice of what was changed.
"""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from mqtck.conformance.cases.generator import EPISODES, case, case_seed
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.observer import observed
from mqtck.conformance.mutants.registry import Mutant, Patch, around, instead, mutant_adapter
from mqtck.reference.channels.channel_decisions import Decision
from mqtck.reference.chapters.undelivered_messages import Fate
from mqtck.reference.state.intervals import Answer
from mqtck.reference.vocabulary.commands import Command, MqPut, MqPut1, Send
from mqtck.reference.vocabulary.constants import Report
from mqtck.reference.vocabulary.profile import ClockKind

CASES = 12
CHANNELS = tuple(episode for episode in EPISODES if episode.name.startswith("undelivered"))


def turned(table: str, places: int) -> Patch:
    """The accepted answers of a table with another one in front."""

    def wrong(right: Callable[..., Any], *situation: Any) -> Any:
        row = right(*situation)
        first = places % len(row[0])
        return type(row)((*row[0][first:], *row[0][:first]), *row[1:])

    return around(f"undelivered_messages.{table}", wrong)


def lazily(right: Callable[..., Any], state: Any, message: Any, status: Any, moment: Any) -> Any:
    """A channel in retry leaves everything where it is until it must have tried."""
    after, steps = right(state, message, status, moment)
    if after.runs[status.queue].retrying is Answer.NO or status not in steps:
        return after, steps
    return after, [status, *(step for step in steps if step != status)]


NOTICES_LATE = instead("channels.batches.noticed", lambda state: state)
LAZY = around("channels.taking_up.taken_up", lazily)

READINGS = {
    "senders and receivers that keep or discard": (turned("at_sender", 1), turned("at_receiver", 1)),
    "receivers that discard": (turned("at_receiver", 2),),
    "policies that make puts fail": (turned("protection", 1),),
    "all of them": (turned("at_sender", 1), turned("at_receiver", 1), turned("protection", 1)),
    "changes count from the next start": (NOTICES_LATE,),
    "an attempt once an hour": (LAZY,),
    "late and lazy": (NOTICES_LATE, LAZY, turned("at_receiver", 1)),
}


@pytest.mark.parametrize("name", READINGS)
def test_another_reading_is_not_accused(name: str) -> None:
    adapter = mutant_adapter(Mutant("another-reading", "Reads it otherwise.", ("AM-23",), READINGS[name]))
    for number in range(CASES):
        commands = case(case_seed(49, number), adapter.information.abilities, ClockKind.VIRTUAL, 60, CHANNELS)
        judgement = observed(run_commands(adapter, commands))
        assert not judgement.breaches, f"case {number}: {judgement.breaches[:1]}"
        assert not judgement.indeterminate, f"case {number}: {judgement.indeterminate}"


def discarding(right: Callable[..., Any], *situation: Any) -> Any:
    """What its sender wants to be discarded is discarded, not dead-lettered."""
    found = right(*situation)
    if all(decision.fate is not Fate.DEAD_LETTERED for decision in found):
        return found
    return (Decision(Fate.DISCARDED), *found)


def unwanted(command: Command) -> Command:
    """The same command with a message that is to be discarded if it cannot be delivered."""
    if not isinstance(command, MqPut | MqPut1 | Send):
        return command
    return replace(command, message=replace(command.message, report=Report.DISCARD_MSG))


def test_what_a_sender_wants_to_be_discarded_may_be_gone() -> None:
    """MQRO_DISCARD_MSG stands in other documents than the chapter, which knows dead-letter queues alone."""
    patches = (around("channel_decisions.decisions", discarding),)
    adapter = mutant_adapter(Mutant("unwanted-discarded", "Discards the unwanted.", ("AM-02",), patches))
    for number in range(CASES):
        commands = case(case_seed(49, number), adapter.information.abilities, ClockKind.VIRTUAL, 60, CHANNELS)
        judgement = observed(run_commands(adapter, map(unwanted, commands)))
        assert not judgement.breaches, f"case {number}: {judgement.breaches[:1]}"
        assert not judgement.indeterminate, f"case {number}: {judgement.indeterminate}"
