"""One world driven command by command: what its clock may and may not do."""

from collections.abc import Callable
from typing import Any

import pytest
from fake_worlds import DEFINE, DEPTH, EPOCH, FakeAdapter, FakeWorld, failing, honest, moving

from implementations.right.real_clock import SimulatedClock
from mqtck.conformance.execution.drivers import WorldDriver
from mqtck.conformance.execution.worlds import Execution, Watch
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.commands import Advance, Command
from mqtck.reference.vocabulary.profile import ClockKind


@pytest.mark.parametrize(
    ("command", "by", "answer", "why"),
    [
        (DEPTH, 1, o.DepthRead(depth=0), "moved by 1 ms in ReadDepth; it was told 0 ms"),
        (DEPTH, -1, o.DepthRead(depth=0), "moved by -1 ms in ReadDepth"),
        (Advance(milliseconds=100), 99, o.Done(), "moved by 99 ms in Advance; it was told 100 ms"),
        (Advance(milliseconds=100), 0, o.Done(), "moved by 0 ms in Advance; it was told 100 ms"),
    ],
)
def test_a_virtual_clock_moves_as_it_is_told(command: Command, by: int, answer: o.Outcome, why: str) -> None:
    error = failing(moving(by, answer), command)
    assert error.fault is o.Fault.CLOCK
    assert why in error.text


@pytest.mark.parametrize("watch", [Watch.EACH_COMMAND, Watch.NONE])
def test_a_virtual_clock_stands_between_commands(watch: Watch) -> None:
    adapter = FakeAdapter()
    driven = Execution(adapter, watch=watch)
    driven.run(DEFINE)
    adapter.worlds[0].clock += 7
    outcome = driven.run(DEFINE).outcome
    assert isinstance(outcome, o.AdapterError)
    assert outcome.fault is o.Fault.CLOCK
    assert "moved by 7 ms between two commands" in outcome.text


def test_a_reading_is_a_whole_number() -> None:
    def spoil(world: FakeWorld, _command: Command) -> o.Outcome:
        world.clock = 0.5  # type: ignore[assignment]
        return o.DepthRead(depth=0)

    error = failing(spoil)
    assert error.fault is o.Fault.CLOCK
    assert "now() gave 0.5" in error.text


class RealWorld(FakeWorld):
    """Its clock is the one that the kit waits by, at `speed`, plus what the test adds."""

    def __init__(self, answer: Callable[[FakeWorld, Command], Any], clock: SimulatedClock) -> None:
        super().__init__(answer)
        self.clock = 0
        self.speed = 1.0
        self.machine = clock

    def now(self) -> int:
        return EPOCH + self.clock + int(self.machine.monotonic() * 1000 * self.speed)


class RealAdapter(FakeAdapter):
    def __init__(self, answer: Callable[[FakeWorld, Command], Any] = honest, speed: float = 1.0) -> None:
        super().__init__(answer, ClockKind.REAL)
        self.clock = SimulatedClock()
        self.speed = speed

    def driver(self) -> WorldDriver:
        return WorldDriver(self.open_world, ClockKind.REAL, self.clock)

    def open_world(self) -> FakeWorld:
        world = RealWorld(self.answer, self.clock)
        world.speed = self.speed
        self.worlds.append(world)
        return world


def test_on_a_real_clock_the_kit_waits_itself() -> None:
    adapter = RealAdapter()
    step = Execution(adapter).run(Advance(milliseconds=7_200_000))
    assert step.outcome == o.Done()
    assert step.ended >= step.started + 7_200_000
    assert adapter.clock.monotonic() == pytest.approx(7200, abs=1)
    assert adapter.worlds[0].calls == []


@pytest.mark.parametrize("speed", [0.0, 0.1, 20.0])
def test_a_real_clock_keeps_step_with_the_machine(speed: float) -> None:
    outcome = Execution(RealAdapter(speed=speed)).run(Advance(milliseconds=3000)).outcome
    assert isinstance(outcome, o.AdapterError)
    assert outcome.fault is o.Fault.CLOCK
    assert "ms passed" in outcome.text


class Halting(SimulatedClock):
    """A machine that halts the kit for some seconds whenever it has looked so many times at its own clock."""

    def __init__(self, every: int, halts: float) -> None:
        super().__init__()
        self.looks = 0
        self.every = every
        self.halts = halts

    def monotonic(self) -> float:
        self.looks += 1
        if self.looks % self.every == 0:
            self.sleep(self.halts)
        seen = super().monotonic()
        if self.looks % self.every == 1:
            self.sleep(self.halts)
        return seen


@pytest.mark.parametrize("every", [2, 3, 5])
def test_that_the_kit_was_halted_is_not_a_lie_of_the_clock(every: int) -> None:
    adapter = RealAdapter()
    adapter.clock = Halting(every, 3.0)
    step = Execution(adapter).run(Advance(milliseconds=20_000))
    assert step.outcome == o.Done()


def test_a_real_clock_does_not_go_back() -> None:
    outcome = Execution(RealAdapter(moving(-5000, o.DepthRead(depth=0)))).run(DEPTH).outcome
    assert isinstance(outcome, o.AdapterError)
    assert outcome.fault is o.Fault.CLOCK
    assert "went back" in outcome.text


class CoarseWorld(RealWorld):
    """Its clock jumps by two and a half seconds."""

    def now(self) -> int:
        return super().now() // 2500 * 2500


class CoarseAdapter(RealAdapter):
    def open_world(self) -> FakeWorld:
        self.worlds.append(CoarseWorld(self.answer, self.clock))
        return self.worlds[-1]


def within_a_step(adapter: CoarseAdapter, seconds: float) -> Execution:
    """A world in use, so many seconds after its clock has jumped."""
    driven = Execution(adapter)
    driven.run(DEFINE)
    adapter.clock.sleep(2.5 - adapter.clock.monotonic() % 2.5 + seconds)
    return driven


@pytest.mark.parametrize("seconds", [0.1, 1.2, 2.4])
def test_what_a_coarse_clock_reads_may_be_later_by_up_to_a_step(seconds: float) -> None:
    adapter = CoarseAdapter()
    driven = within_a_step(adapter, seconds)
    step = driven.run(DEFINE)
    assert step.ended == pytest.approx(step.started + 2500, abs=5)
    assert step.started <= EPOCH + adapter.clock.monotonic() * 1000 <= step.ended


@pytest.mark.parametrize("seconds", [0.1, 1.2, 2.4])
def test_by_a_coarse_clock_at_least_what_was_asked_for_passes(seconds: float) -> None:
    adapter = CoarseAdapter()
    driven = within_a_step(adapter, seconds)
    before = adapter.clock.monotonic()
    step = driven.run(Advance(milliseconds=2000))
    assert step.outcome == o.Done()
    assert 2 <= adapter.clock.monotonic() - before <= 5
    assert step.started <= EPOCH + before * 1000 <= step.ended - 2000
