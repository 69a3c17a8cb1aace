"""Worlds whose answers a test decides, for what the kit makes of them."""

from collections.abc import Callable
from typing import Any

from mqtck.conformance.contract import Information
from mqtck.conformance.execution.worlds import Execution, Limits
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import Advance, Command, DefineLocalQueue, ReadDepth, Receive
from mqtck.reference.vocabulary.profile import ClockKind

SHORT = Limits(answer=0.2)
DEFINE = DefineLocalQueue(queue="ORDERS")
DEPTH = ReadDepth(queue="ORDERS")
EPOCH = 1_000_000


class FakeWorld:
    """Answers by a function; its virtual clock is set by Advance, unless the function does otherwise."""

    def __init__(self, answer: Callable[["FakeWorld", Command], Any]) -> None:
        self.clock = EPOCH
        self.answer = answer
        self.calls: list[str] = []

    def now(self) -> int:
        self.calls.append("now")
        return self.clock

    def execute(self, command: Command) -> o.Outcome:
        self.calls.append(type(command).__name__)
        answer: o.Outcome = self.answer(self, command)
        return answer

    def close(self) -> None:
        self.calls.append("close")


def honest(world: FakeWorld, command: Command) -> o.Outcome:
    match command:
        case Advance(milliseconds=milliseconds):
            world.clock += milliseconds
            return o.Done()
        case ReadDepth():
            return o.DepthRead(depth=3)
        case Receive():
            return o.NoMessage()
        case _:
            return o.Done()


class FakeAdapter:
    """Opens fake worlds and remembers them."""

    def __init__(
        self, answer: Callable[[FakeWorld, Command], Any] = honest, clock: ClockKind = ClockKind.VIRTUAL
    ) -> None:
        self.answer = answer
        self.worlds: list[FakeWorld] = []
        self.information = Information(
            name="fake",
            version="1",
            clock=clock,
            abilities=frozenset(Ability) - {Ability.AUTHORITY},
        )

    def open_world(self) -> FakeWorld:
        self.worlds.append(FakeWorld(self.answer))
        return self.worlds[-1]

    def close(self) -> None:
        pass


def failing(answer: Callable[[FakeWorld, Command], Any], command: Command = DEPTH) -> o.AdapterError:
    """The adapter error with which a world that answers so ends."""
    driven = Execution(FakeAdapter(answer), limits=SHORT)
    outcome = driven.run(command).outcome
    driven.close()
    assert isinstance(outcome, o.AdapterError)
    return outcome


def moving(by: int, answer: o.Outcome) -> Callable[[FakeWorld, Command], o.Outcome]:
    def move(world: FakeWorld, _command: Command) -> o.Outcome:
        world.clock += by
        return answer

    return move
