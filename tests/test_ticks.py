"""By how many ms a real clock jumps is seen by how long it stands still, not by how far two readings are."""

from random import Random

import pytest

from implementations.right.real_clock import SimulatedClock
from mqtck.conformance.execution.ticks import FINE, tick_of


@pytest.mark.parametrize("begins_at", [0.0, 0.0095, 0.4])
@pytest.mark.parametrize("jumps", [10, 15.625, 100, 1000])
def test_a_coarse_clock_is_seen_to_be_coarse(jumps: float, begins_at: float) -> None:
    clock = SimulatedClock()
    clock.sleep(begins_at)
    tick = tick_of(lambda: int(clock.monotonic() * 1000 // jumps * jumps), clock)
    assert jumps <= tick <= jumps + 2


class Drowsy(SimulatedClock):
    """Of a busy machine, which now and then sleeps for much longer than it was asked to."""

    def __init__(self, seed: int, most: float) -> None:
        super().__init__()
        self._random = Random(seed)  # noqa: S311 - reproducible
        self._most = most

    def sleep(self, seconds: float, /) -> None:
        seldom = self._random.random() < 0.05
        super().sleep(seconds + (self._random.uniform(0, self._most) if seldom else 0))


@pytest.mark.parametrize("most", [0.02, 0.05, 0.5])
@pytest.mark.parametrize("jumps", [1, 10, 15.625, 100, 1000])
def test_on_a_busy_machine_a_coarse_clock_is_coarse_and_a_fine_one_fine(jumps: float, most: float) -> None:
    for seed in range(40):
        clock = Drowsy(seed, most)
        clock.sleep(seed / 1700)
        tick = tick_of(lambda clock=clock: int(clock.monotonic() * 1000 // jumps * jumps), clock)
        assert tick == FINE if jumps == FINE else jumps <= tick, (seed, tick)


@pytest.mark.parametrize("each", [0.0, 0.0004, 0.007, 0.4])
def test_a_clock_that_is_read_slowly_is_none_that_jumps(each: float) -> None:
    clock = SimulatedClock()

    def now() -> int:
        clock.sleep(each / 2)
        reading = int(clock.monotonic() * 1000)
        clock.sleep(each / 2)
        return reading

    assert tick_of(now, clock) == FINE


def test_of_a_clock_that_stands_still_nothing_is_said() -> None:
    clock = SimulatedClock()
    assert tick_of(lambda: 7, clock) == FINE
    assert 1 < clock.monotonic() < 10
