"""Odd adapters, for the kit's own tests: they fail as adapters, not as implementations of the rules.

Crashes, hangs, clocks that lie, memory that is lost, nonsense for answers, missing methods, a
constructor that raises, and one that can do eight commands only.
"""

import threading
from collections.abc import Callable
from typing import cast

from implementations.decisions.client import ClientDecisions
from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.shared import EPOCH
from implementations.simulation.world import SimulatedAdapter, SimulatedWorld
from mqtck.conformance.contract import AdapterUnavailable, Information
from mqtck.reference.vocabulary.abilities import Ability, abilities_needed
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Command,
    CreateProducer,
    DefineLocalQueue,
    Receive,
    Send,
    SetDeliveryDelay,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.outcomes import Browsed, DepthRead, Done, Outcome, Unsupported
from mqtck.reference.vocabulary.profile import ClockKind

HANG_SECONDS = 3600.0


class CrashingWorld(SimulatedWorld):
    """Raises in every receive."""

    def execute(self, command: Command) -> Outcome:
        match command:
            case Receive():
                raise RuntimeError("the connection to the broker broke")
            case _:
                return super().execute(command)


class HangingWorld(SimulatedWorld):
    """Does not come back from a receive for an hour, unless it is closed; the thread may be abandoned."""

    def __init__(self, decisions: QueueManagerDecisions, client: ClientDecisions) -> None:
        super().__init__(decisions, client)
        self._closed = threading.Event()

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, Receive):
            self._closed.wait(HANG_SECONDS)
        return super().execute(command)

    def close(self) -> None:
        self._closed.set()
        super().close()


class StandingClockWorld(SimulatedWorld):
    """Says that it has advanced, and has not."""

    def execute(self, command: Command) -> Outcome:
        return Done() if isinstance(command, Advance) else super().execute(command)


class BackwardClockWorld(SimulatedWorld):
    """Its clock goes back by each advance."""

    def now(self) -> int:
        return EPOCH - (super().now() - EPOCH)


class FastClockWorld(SimulatedWorld):
    """Each reading of the clock is a second later, without an advance."""

    readings = 0

    def now(self) -> int:
        self.readings += 1
        return super().now() + 1000 * self.readings


class ForgetfulWorld(SimulatedWorld):
    """Forgets everything but the time after each command."""

    def __init__(self, decisions: QueueManagerDecisions, client: ClientDecisions) -> None:
        super().__init__(decisions, client)
        self._inner = SimulatedWorld(decisions, client)

    def now(self) -> int:
        return self._inner.now()

    def execute(self, command: Command) -> Outcome:
        time = self._inner.now()
        self._inner = SimulatedWorld(self.decisions, self.client_decisions)
        self._inner.simulation.now = time
        return self._inner.execute(command)


class WrongTypeWorld(SimulatedWorld):
    """Answers every send with a plain text."""

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, Send):
            return cast("Outcome", "OK")
        return super().execute(command)


class WrongClassWorld(SimulatedWorld):
    """Answers a send with a depth and a receive with a browse."""

    def execute(self, command: Command) -> Outcome:
        match command:
            case Send():
                return DepthRead(7)
            case Receive():
                return Browsed(())
            case _:
                return super().execute(command)


class NothingWorld(SimulatedWorld):
    """Answers nothing at all."""

    def execute(self, command: Command) -> Outcome:
        super().execute(command)
        return cast("Outcome", None)


class UnopenableAdapter(SimulatedAdapter):
    """Cannot open a world."""

    def open_world(self) -> SimulatedWorld:
        raise ConnectionError("no more connections")


class UnavailableAdapter(SimulatedAdapter):
    """Says in an orderly way that its implementation is not there."""

    def open_world(self) -> SimulatedWorld:
        raise AdapterUnavailable("the broker does not answer on its port; start it first")


class NoCloseWorld(SimulatedWorld):
    """Raises when it is closed."""

    def close(self) -> None:
        raise RuntimeError("closed already")


class RaisingConstructor:
    """Cannot be made."""

    def __init__(self) -> None:
        raise OSError("the installation of the broker is incomplete")


class LacksOpenWorld:
    """Has information and close, and no way to open a world."""

    information = SimulatedAdapter("lacks open_world").information

    def close(self) -> None:
        """Nothing is held."""


class LacksInformation:
    """Opens worlds and says nothing of itself."""

    def open_world(self) -> SimulatedWorld:
        return SimulatedAdapter().open_world()

    def close(self) -> None:
        """Nothing is held."""


EIGHT_COMMANDS = (
    CreateProducer,
    SetDeliveryDelay,
    SetTimeToLive,
    Send,
    Receive,
    Browse,
    DefineLocalQueue,
    Advance,
)


class EightCommandWorld(SimulatedWorld):
    """Knows eight commands."""

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, EIGHT_COMMANDS):
            return super().execute(command)
        missing = [str(ability) for ability in sorted(abilities_needed(command))]
        return Unsupported(
            ability=", ".join(missing) or type(command).__name__,
            why="not one of the eight commands of this adapter",
        )


class EightCommandAdapter(SimulatedAdapter):
    """A useful adapter that can do very little."""

    def __init__(self) -> None:
        super().__init__(name="eight commands", world=EightCommandWorld)
        self.information = Information(
            name="eight commands",
            version="1",
            clock=ClockKind.VIRTUAL,
            abilities=frozenset(
                {Ability.JMS, Ability.LOCAL_QUEUES, Ability.MESSAGE_PRODUCER, Ability.BROWSE}
            ),
            side_by_side=1000,
        )


def _odd(name: str, world: type[SimulatedWorld]) -> Callable[[], SimulatedAdapter]:
    return lambda: SimulatedAdapter(name=name, world=world)


ODD: dict[str, Callable[[], object]] = {
    "crashes": _odd("crashes", CrashingWorld),
    "hangs": _odd("hangs", HangingWorld),
    "standing clock": _odd("standing clock", StandingClockWorld),
    "backward clock": _odd("backward clock", BackwardClockWorld),
    "fast clock": _odd("fast clock", FastClockWorld),
    "forgets": _odd("forgets", ForgetfulWorld),
    "wrong type": _odd("wrong type", WrongTypeWorld),
    "wrong class": _odd("wrong class", WrongClassWorld),
    "answers nothing": _odd("answers nothing", NothingWorld),
    "cannot open": UnopenableAdapter,
    "unavailable": UnavailableAdapter,
    "cannot close": _odd("cannot close", NoCloseWorld),
    "raises when made": RaisingConstructor,
    "lacks open_world": LacksOpenWorld,
    "lacks information": LacksInformation,
    "eight commands": EightCommandAdapter,
}
