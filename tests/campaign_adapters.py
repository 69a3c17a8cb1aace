"""Adapters for the tests of campaigns, and the loader by which the tasks of Spark find them."""

import time
from itertools import count
from typing import Any

from msgspec import structs
from pyspark import TaskContext

from implementations.decisions.queue_manager import Item, QueueManagerDecisions
from implementations.odd import ODD
from implementations.right import ADAPTERS, random_adapter
from implementations.right.real_clock import RealClockAdapter, random_late_adapter
from implementations.simulation.world import SimulatedAdapter, SimulatedWorld
from implementations.wrong import WRONG
from mqtck.conformance.campaign.one_case import commands_of_case
from mqtck.conformance.contract import Adapter, Information, World
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.outcomes import Outcome
from mqtck.reference.vocabulary.profile import ClockKind

LOADER = "campaign_adapters:load"


class RealTimeWorld:
    """A simulated world whose clock runs by itself."""

    def __init__(self, world: SimulatedWorld) -> None:
        self._world = world
        self._epoch = world.now()
        self._begun = time.monotonic()

    def now(self) -> int:
        return self._epoch + int((time.monotonic() - self._begun) * 1000)

    def execute(self, command: c.Command) -> Outcome:
        self._world.execute(c.Advance(self.now() - self._world.now()))
        return self._world.execute(command)

    def close(self) -> None:
        self._world.close()


class RealTimeAdapter:
    """An implementation on a real clock that can do little and refuses nothing."""

    information = Information(
        name="simulator in real time",
        version="1",
        clock=ClockKind.REAL,
        abilities=frozenset({Ability.LOCAL_QUEUES, Ability.JMS, Ability.MESSAGE_PRODUCER}),
        side_by_side=50,
    )

    def __init__(self) -> None:
        self._simulated = SimulatedAdapter("simulator")

    def open_world(self) -> World:
        world = self._simulated.open_world()
        assert isinstance(world, SimulatedWorld)
        return RealTimeWorld(world)

    def close(self) -> None:
        self._simulated.close()


class _Lossy(QueueManagerDecisions):
    """Every third message is forgotten when it is due."""

    def simultaneous(self, items: list[Item]) -> list[Item]:
        return [item for item in items if item[1] % 3]


def lossy_adapter() -> RealClockAdapter:
    """On a simulated real clock an implementation of a few abilities that loses delayed messages."""
    lossy = RealClockAdapter(SimulatedAdapter("lossy", decisions=_Lossy))
    jms = {Ability.LOCAL_QUEUES, Ability.JMS, Ability.MESSAGE_PRODUCER, Ability.TOPICS}
    abilities = frozenset({*jms, Ability.BROWSE, Ability.DEPTH, Ability.DELIVERY_DELAY})
    lossy.information = structs.replace(lossy.information, abilities=abilities)
    return lossy


class Recorded:
    """An adapter that notes down whether it was closed."""

    closed = 0

    def __init__(self, inner: Adapter) -> None:
        self._inner = inner

    @property
    def information(self) -> Information:
        return self._inner.information

    def open_world(self) -> World:
        return self._inner.open_world()

    def close(self) -> None:
        type(self).closed += 1
        self._inner.close()


def load(spec: str) -> Any:
    """The loader of these tests, which the tasks import by its name."""
    kind, _, name = spec.partition(":")
    match kind:
        case "right":
            return Recorded(ADAPTERS[name]())
        case "combination":
            return random_adapter(int(name))
        case "late":
            return random_late_adapter(int(name))
        case "wrong":
            return Recorded(WRONG[name].factory())
        case "lossy":
            return lossy_adapter()
        case "odd":
            return ODD[name]()
        case "real":
            return RealTimeAdapter()
        case "idle":
            idle = RealTimeAdapter()
            idle.information = structs.replace(idle.information, abilities=frozenset({Ability.DEPTH}))
            return idle
        case "once":
            return _only_in_the_driver()
        case _:
            raise LookupError(spec)


def _only_in_the_driver() -> Any:
    """An adapter that cannot be loaded a second time, in another process."""
    if TaskContext.get() is not None:
        raise RuntimeError("no licence left for a second one")
    return Recorded(ADAPTERS["preferred"]())


def seed_of_receives(adapter: Adapter, cases: int, commands: int) -> int:
    """A seed of a campaign of which each case has a receive, and the first of each does not wait."""

    def at_once(seed: int, number: int) -> bool:
        drawn = commands_of_case(adapter.information, seed, number, commands)
        first = next((one for one in drawn if isinstance(one, c.Receive)), None)
        return first is not None and first.wait == 0

    return next(seed for seed in count() if all(at_once(seed, number) for number in range(cases)))
