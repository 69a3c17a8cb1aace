"""Other documented readings of the chapter on channels, drawn at random: none of them is accused.

Each is the reference with the order of an accept-set turned, or with another habit where the documents say
nothing: when a channel in retry tries again, and when it takes notice of what was changed.
"""

from collections.abc import Callable
from typing import Any

import pytest

from mqtck.conformance.campaign_conservation import observed
from mqtck.conformance.cases import EPISODES, case, case_seed
from mqtck.conformance.execution import run_commands
from mqtck.conformance.mutants import Mutant, Patch, around, instead, mutant_adapter
from mqtck.reference.intervals import Answer
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


NOTICES_LATE = instead("channels.noticed", lambda state: state)
LAZY = around("channels.taken_up", lazily)

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
