"""The simulator on a simulated real clock: the waits of the kit and the time of the world are one number.

Hours pass in a moment, and a machine may be as slow as a seed likes: calls take time before and behind the
moment at which they do something, and time passes between them. Internal work is done while it passes, as
late as `Lateness` says. Each world has a clock of its own, so that as many as one likes stand side by side.
What an adapter reads of that clock may jump by many ms, and so may the timestamps of messages (`Coarse`).
"""

from collections.abc import Callable
from copy import copy
from enum import Enum
from itertools import count
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from implementations.right.named import random_behaviour
from implementations.simulation.world import PROFILES, SimulatedAdapter, SimulatedWorld
from implementations.state.lateness import random_lateness
from mqtck.conformance.contract import World
from mqtck.conformance.execution.drivers import WorldDriver
from mqtck.reference.vocabulary.commands import Advance, Command, Receive
from mqtck.reference.vocabulary.outcomes import Browsed, MessageReturned, NoMessage, Outcome, Sent
from mqtck.reference.vocabulary.profile import ClockKind, Profile
from mqtck.reference.vocabulary.publications import ReceivePublication
from mqtck.reference.vocabulary.traces import Step

LOOKS_EACH = 0.01
"""Seconds between two looks of a receive that waits."""


class Machine(Enum):
    """How long calls take, as shares of all calls and the most seconds that they take."""

    IDLE = ((1.0, 0.0),)
    USUAL = ((0.7, 0.0005), (0.25, 0.003), (0.045, 0.06), (0.005, 1.5))
    BUSY = ((0.6, 0.01), (0.25, 1.0), (0.15, 8.0))


class SimulatedClock:
    """Seconds that pass when somebody lets them pass; as the kit's `Clock`."""

    def __init__(self) -> None:
        self._now = 0.0

    def monotonic(self) -> float:
        return self._now

    def sleep(self, seconds: float, /) -> None:
        self._now += max(seconds, 0)


class Pace:
    """What a machine takes for something, drawn anew each time."""

    def __init__(self, machine: Machine, clock: SimulatedClock, random: Random) -> None:
        self._shares, self._most = zip(*machine.value, strict=True)
        self._clock = clock
        self._random = random

    def pause(self) -> None:
        (most,) = self._random.choices(self._most, self._shares)
        self._clock.sleep(self._random.uniform(0, most))


class Coarse(NamedTuple):
    """By how many ms the readings jump that the kit is given, and those that messages are stamped by."""

    readings: float = 1
    stamps: float = 1


class RealClockWorld:
    """A simulated world whose time is that of the clock."""

    def __init__(self, world: SimulatedWorld, clock: SimulatedClock, pace: Pace, coarse: Coarse) -> None:
        self._world = world
        self._clock = clock
        self._pace = pace
        self._coarse = coarse
        self._epoch = world.now()

    def now(self) -> int:
        return int(self._now() // self._coarse.readings * self._coarse.readings)

    def _now(self) -> int:
        return self._epoch + int(self._clock.monotonic() * 1000)

    def execute(self, command: Command) -> Outcome:
        self._pace.pause()
        wait = command.wait if isinstance(command, Receive | ReceivePublication) else 0
        until = self._clock.monotonic() + wait / 1000
        outcome = self._executed(command)
        while isinstance(outcome, NoMessage) and self._clock.monotonic() < until:
            self._clock.sleep(LOOKS_EACH)
            outcome = self._executed(command)
        self._pace.pause()
        return outcome

    def _executed(self, command: Command) -> Outcome:
        self._world.execute(Advance(self._now() - self._world.now()))
        return self._stamped(self._world.execute(command))

    def _stamped(self, outcome: Outcome) -> Outcome:
        match outcome:
            case Sent():
                return self._stamped_part(outcome)
            case MessageReturned(message=message):
                return MessageReturned(self._stamped_part(message))
            case Browsed(messages=messages):
                return Browsed(tuple(map(self._stamped_part, messages)))
            case _:
                return outcome

    def _stamped_part(self, seen: Any) -> Any:
        """With all that its sender's clock has told earlier by the same time."""
        stamp = seen.header.timestamp if isinstance(seen.header.timestamp, int) else seen.folder.timestamp
        if not isinstance(stamp, int):
            return seen
        ahead = stamp - int(stamp // self._coarse.stamps * self._coarse.stamps)
        parts = {"header": seen.header, "folder": seen.folder}
        return replace(seen, **{name: _earlier(part, ahead) for name, part in parts.items()})

    def close(self) -> None:
        self._world.close()


def _earlier(part: Any, milliseconds: int) -> Any:
    told = {name: getattr(part, name) for name in ("timestamp", "expiration")}
    changed = {name: value - milliseconds for name, value in told.items() if isinstance(value, int) and value}
    return replace(part, **changed)


class _Driver(WorldDriver):
    """Calls with pauses between them."""

    def __init__(self, open_world: Callable[[], World], clock: SimulatedClock, pace: Pace) -> None:
        super().__init__(open_world, ClockKind.REAL, clock)
        self._pace = pace

    def step(self, command: Command) -> Step:
        self._pace.pause()
        return super().step(command)


class RealClockAdapter:
    """Any simulated implementation, right or wrong, on a simulated real clock."""

    def __init__(
        self,
        inner: SimulatedAdapter,
        machine: Machine = Machine.USUAL,
        seed: int = 0,
        coarse: Coarse = Coarse(),  # noqa: B008 - it is immutable
    ) -> None:
        self._inner = inner
        self._coarse = coarse
        self._machine = machine
        self._seed = seed
        self._worlds = count()
        self.information = replace(inner.information, clock=ClockKind.REAL, side_by_side=1)

    def driver(self) -> WorldDriver:
        """Of a world with a clock of its own."""
        clock = SimulatedClock()
        seed = f"pace {self._seed} {next(self._worlds)}"
        pace = Pace(self._machine, clock, Random(seed))  # noqa: S311 - reproducible
        return _Driver(lambda: self._world(clock, pace), clock, pace)

    def _world(self, clock: SimulatedClock, pace: Pace) -> RealClockWorld:
        return RealClockWorld(self._inner.open_world(), clock, pace, self._coarse)

    def open_world(self) -> World:
        raise NotImplementedError("Its worlds are driven by `driver`, which tells the kit their time.")

    def under(self, profile: Profile) -> "RealClockAdapter":
        other = copy(self)
        other._inner = self._inner.under(profile)
        other.information = replace(self.information, profile=profile)
        return other

    def close(self) -> None:
        self._inner.close()


def random_late_adapter(seed: int) -> RealClockAdapter:
    """A right implementation, as late and on as slow a machine as the seed says, under any profile."""
    inner = SimulatedAdapter(
        name=f"right and late {seed}",
        behaviour=random_behaviour(seed),
        seed=seed,
        lateness=random_lateness(seed),
        profile=PROFILES[seed % len(PROFILES)],
    )
    machines = (Machine.USUAL, Machine.USUAL, Machine.BUSY)
    return RealClockAdapter(inner, machines[seed % len(machines)], seed)
