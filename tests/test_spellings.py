"""What adapters and implementations write in several ways is the same to the kit, and accuses nobody."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from drawn_cases import drawn
from msgspec import UNSET

from mqtck.adapters.reference import Reference
from mqtck.conformance.contract import Information, World
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.observer import observed
from mqtck.conformance.scenarios.features import load_features
from mqtck.conformance.scenarios.running import run_features
from mqtck.reference.vocabulary.commands import Command
from mqtck.reference.vocabulary.messages import (
    DeadLetterHeader,
    Descriptor,
    JmsFolder,
    JmsHeader,
    Protection,
    SeenTransmissionHeader,
)
from mqtck.reference.vocabulary.outcomes import Outcome
from mqtck.reference.vocabulary.results import Verdict

Spelling = Callable[[str | None], str | None]


def filled(length: int, filling: str) -> Spelling:
    return lambda text: None if text is None else text.ljust(length, filling)


def in_capitals(text: str | None) -> str | None:
    return None if text is None else text.upper()


def as_uri(text: str | None) -> str | None:
    return None if text is None else f"queue://QM1/{text}?persistence=2"


def empty(text: str | None) -> str | None:
    return "" if text is None else text


def of_fixed_length(filling: str) -> dict[tuple[type, str], Spelling]:
    name = filled(48, filling)
    return {
        (Descriptor, "reply_to_queue"): name,
        (Descriptor, "reply_to_queue_manager"): name,
        (Descriptor, "format"): filled(8, filling),
        (DeadLetterHeader, "destination_queue"): name,
        (SeenTransmissionHeader, "remote_queue"): name,
        (SeenTransmissionHeader, "remote_queue_manager"): name,
        (Protection, "policy"): name,
    }


SPELLINGS: dict[str, dict[tuple[type, str], Spelling]] = {
    "filled with blanks, ids in capitals, empty where absent": {
        **of_fixed_length(" "),
        (Descriptor, "message_id"): in_capitals,
        (Descriptor, "correlation_id"): in_capitals,
        (JmsHeader, "correlation_bytes"): in_capitals,
        (JmsHeader, "reply_to"): empty,
        (JmsHeader, "type"): empty,
        (JmsHeader, "correlation_id"): empty,
        (JmsFolder, "reply_to"): empty,
        (JmsFolder, "correlation_id"): empty,
        (JmsFolder, "type"): empty,
        (JmsFolder, "set"): empty,
    },
    "filled with zero bytes, queues as URIs": {**of_fixed_length("\0"), (JmsHeader, "reply_to"): as_uri},
}


def spelt(value: Any, spellings: dict[tuple[type, str], Spelling]) -> Any:
    """The value built anew, as its adapter would have built it."""
    if isinstance(value, tuple):
        return tuple(spelt(one, spellings) for one in value)
    if not isinstance(value, msgspec.Struct):
        return value
    fields = {name: spelt(getattr(value, name), spellings) for name in value.__struct_fields__}
    for (kind, name), spelling in spellings.items():
        if isinstance(value, kind) and fields[name] is not UNSET:
            fields[name] = spelling(fields[name])
    return type(value)(**fields)


class SpellingWorld:
    def __init__(self, world: World, spellings: dict[tuple[type, str], Spelling]) -> None:
        self.world, self.spellings = world, spellings

    def now(self) -> int:
        return self.world.now()

    def execute(self, command: Command) -> Outcome:
        outcome: Outcome = spelt(self.world.execute(command), self.spellings)
        return outcome

    def close(self) -> None:
        self.world.close()


class SpellingAdapter:
    """The reference, which is right, behind an adapter that writes in its own way."""

    def __init__(self, spellings: dict[tuple[type, str], Spelling]) -> None:
        self.reference, self.spellings = Reference(), spellings

    @property
    def information(self) -> Information:
        return msgspec.structs.replace(self.reference.information, profiles=())

    def open_world(self) -> World:
        return SpellingWorld(self.reference.open_world(), self.spellings)


@pytest.mark.parametrize("name", SPELLINGS)
def test_no_spelling_is_a_violation(name: str) -> None:
    """Each in a sixth of the scenarios."""
    adapter = SpellingAdapter(SPELLINGS[name])
    share = list(SPELLINGS).index(name) % 6
    results = run_features(adapter, load_features()[share::6])
    verdicts = {one.verdict for one in results}
    assert verdicts == {Verdict.CONFORMS, Verdict.UNSUPPORTED}
    assert sum(one.verdict is Verdict.CONFORMS for one in results) > 500
    for commands in drawn(40):
        assert observed(run_commands(adapter, commands)).breaches == ()


@pytest.mark.parametrize(
    ("shown", "kept"),
    [
        (Descriptor(reply_to_queue="R1\0garbage\0"), Descriptor(reply_to_queue="R1")),
        (Descriptor(format="MQSTR   "), Descriptor(format="MQSTR")),
        (Descriptor(reply_to_queue=" " * 48), Descriptor(reply_to_queue="")),
        (Descriptor(correlation_id="0A" * 24), Descriptor(correlation_id="0a" * 24)),
        (JmsHeader(reply_to="queue:///A%2FB"), JmsHeader(reply_to="A/B")),
        (JmsHeader(reply_to="queue://QM7/R1?priority=3"), JmsHeader(reply_to="R1")),
        (JmsHeader(reply_to="queue"), JmsHeader(reply_to="queue")),
        (JmsFolder(correlation_id=""), JmsFolder(correlation_id=None)),
    ],
)
def test_values_are_equal_however_they_were_written(shown: msgspec.Struct, kept: msgspec.Struct) -> None:
    assert shown == kept
    read = msgspec.json.decode(msgspec.json.encode(msgspec.to_builtins(shown)), type=type(shown))
    assert read == kept


def test_what_a_name_holds_is_not_touched() -> None:
    assert Descriptor(reply_to_queue="R 1").reply_to_queue == "R 1"
    assert JmsHeader(message_id="ID:0A").message_id == "ID:0A"
    assert JmsHeader(correlation_id="Order A ").correlation_id == "Order A "
    assert JmsHeader(reply_to="topic://A").reply_to == "topic://A"
