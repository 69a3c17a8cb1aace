"""The calls on one world: readings of its clock, waits, and answers that are checked before use.

A `Driver` turns each command into a `Step`; whatever the adapter does wrong in that is in the step. The kit
waits by the clock of the driver, which is the machine's. One that is simulated beside the implementation, so
that both tell one time, makes hours on a real clock pass in a moment; the tests of the kit do that.
"""

import threading
from collections.abc import Callable, MutableMapping
from typing import Final, NamedTuple, Protocol
from weakref import WeakKeyDictionary

import msgspec

from mqtck.conformance.contract import Adapter, World
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.answers import answers_to
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.traces import Step, outcome_decoder

from .clocks import MACHINE, Clock
from .raised import told
from .ticks import FINE, tick_of
from .wrong_fields import shown, wrong_fields

CLOCK_SLACK: Final = 1000
"""Ms by which a real clock may differ from the machine's own over one wait."""

_SHOWN: Final = 400
"""Characters of an answer that is none, with what is wrong with it where that is told."""

_encoder = msgspec.json.Encoder()


class Driver(Protocol):
    """Makes the calls on one world, which the first step opens; whatever goes wrong is in the step."""

    @property
    def clock(self) -> Clock:
        """That by which is waited for something in this world."""
        ...

    def step(self, command: c.Command) -> Step: ...

    def close(self) -> str:
        """What went wrong in closing the world, empty where nothing did."""
        ...


def driver_of(adapter: Adapter) -> Driver:
    """A driver of a fresh world: the adapter's own where it has worlds elsewhere (`apart`)."""
    make: Callable[[], Driver] | None = getattr(adapter, "driver", None)
    if make is not None:
        return make()
    return WorldDriver(adapter.open_world, adapter.information.clock, tick=_known_tick(adapter))


class Tick:
    """By how many ms the clock of an adapter's worlds jumps; None until the first one was watched."""

    def __init__(self) -> None:
        self.milliseconds: int | None = None


_ticks: Final[MutableMapping[Adapter, Tick]] = WeakKeyDictionary()


def _known_tick(adapter: Adapter) -> Tick:
    try:
        return _ticks.setdefault(adapter, Tick())
    except TypeError:
        # It cannot be referred to weakly, or has no hash: each of its worlds is watched.
        return Tick()


class _ClockLieError(Exception):
    pass


class WorldDriver:
    """The calls on a world, all made by one thread; `kind` is what the world's own clock is.

    Where a real clock is coarse, a step ended by the last ms for which it shows that reading.
    """

    def __init__(
        self,
        open_world: Callable[[], World],
        kind: ClockKind,
        clock: Clock = MACHINE,
        *,
        tick: Tick | None = None,
    ) -> None:
        self.clock = clock
        self._tick = tick or Tick()
        self._open_world = open_world
        self._virtual = kind is ClockKind.VIRTUAL
        self._world: World | None = None
        self._last: int | None = None

    def step(self, command: c.Command) -> Step:
        started = ended = self._last or 0
        beyond = 0
        outcome: o.Outcome
        try:
            if self._world is None:
                self._world = self._open_world()
            beyond = self._beyond(self._world)
            started = ended = _reading(self._world)
            self._check_between(started)
            if self._virtual or not isinstance(command, c.Advance):
                outcome = validated(command, self._world.execute(command))
                ended = _reading(self._world)
                self._check_within(command, started, ended)
            else:
                ended = _let_pass(self._world, started, command.milliseconds, beyond, self.clock)
                outcome = o.Done()
        except _ClockLieError as lie:
            outcome, ended = o.AdapterError(fault=o.Fault.CLOCK, text=str(lie)), started
        except BaseException as error:  # noqa: BLE001 - whatever the adapter raises is its failure
            pass_on_interruption(error)
            outcome, ended = o.AdapterError(fault=o.Fault.CRASHED, text=told(error)), started
        self._last = ended
        return Step(command=command, outcome=outcome, started=started, ended=ended + beyond)

    def _beyond(self, world: World) -> int:
        """How many ms later than its reading a clock may be."""
        if self._virtual:
            return 0
        if self._tick.milliseconds is None:
            self._tick.milliseconds = tick_of(lambda: _reading(world), self.clock)
        return self._tick.milliseconds - FINE

    def close(self) -> str:
        if self._world is None:
            return ""
        try:
            self._world.close()
        except BaseException as error:  # noqa: BLE001 - as in step
            pass_on_interruption(error)
            return f"closing the world raised {told(error)}"
        return ""

    def _check_between(self, now: int) -> None:
        if self._last is None or now == self._last:
            return
        if now < self._last:
            raise _ClockLieError(f"The clock went back by {self._last - now} ms between two commands.")
        if self._virtual:
            raise _ClockLieError(f"The virtual clock moved by {now - self._last} ms between two commands.")

    def _check_within(self, command: c.Command, started: int, ended: int) -> None:
        passed, name = ended - started, type(command).__name__
        told = command.milliseconds if isinstance(command, c.Advance) else 0
        if self._virtual and passed != told:
            raise _ClockLieError(f"The virtual clock moved by {passed} ms in {name}; it was told {told} ms.")
        if passed < 0:
            raise _ClockLieError(f"The clock went back by {-passed} ms in {name}.")


def pass_on_interruption(error: BaseException) -> None:
    """Ctrl-C comes to the main thread alone; anywhere else it is the adapter that raises it."""
    if isinstance(error, KeyboardInterrupt) and threading.current_thread() is threading.main_thread():
        raise error


def _reading(world: World) -> int:
    reading: object = world.now()
    if type(reading) is not int:
        raise _ClockLieError(f"now() gave {reading!r}; it must be a whole number of milliseconds.")
    return reading


class _Sighting(NamedTuple):
    """A reading of a world's clock (ms), and the seconds of the kit's own before and after it."""

    reading: int
    before: float
    after: float


def _sighted(world: World, clock: Clock) -> _Sighting:
    before = clock.monotonic()
    return _Sighting(_reading(world), before, clock.monotonic())


def _let_pass(world: World, started: int, milliseconds: int, beyond: int, clock: Clock) -> int:
    """Wait until so many ms after `started` have passed by the world's clock; the reading then.

    It is compared with the kit's own clock. `beyond` is how many ms later than its reading it may be. A busy
    machine may halt the kit at any point: between two sightings passes what the kit's clock allows at all.
    """
    until = started + beyond + milliseconds
    first = _sighted(world, clock)
    while True:
        now = _sighted(world, clock)
        moved = now.reading - first.reading
        least = round((now.before - first.after) * 1000)
        most = round((now.after - first.before) * 1000)
        slack = CLOCK_SLACK + beyond
        if not least - slack <= moved <= most + slack:
            waited = least if moved < least else most
            raise _ClockLieError(f"now() moved by {moved} ms while {waited} ms passed.")
        if now.reading >= until:
            return now.reading
        clock.sleep(min((until - now.reading) / 1000, CLOCK_SLACK / 1000))


def validated(command: c.Command, answer: object) -> o.Outcome:
    """The answer, or an adapter error that says why it is none for this command."""
    possible = answers_to(command)
    if type(answer) not in possible:
        names = ", ".join(kind.__name__ for kind in possible)
        return _nonsense(command, f"{_with_kind(answer)}; possible are {names}")
    try:
        again: o.Outcome = outcome_decoder.decode(_encoder.encode(answer))
    except (msgspec.MsgspecError, TypeError, ValueError, RecursionError) as error:
        where = "" if "`$" in str(error) else _wrong_in(answer)
        return _nonsense(command, f"an invalid {type(answer).__name__}: {error}{where}")
    if again != answer:
        changes = "that changes when written and read again"
        return _nonsense(command, f"a {type(answer).__name__} {changes}{_wrong_in(answer)}")
    if o.NoMessage in possible and isinstance(again, o.Refused) and o.says_that_nothing_was_found(again):
        return _nonsense(command, f"Refused({again.reason}); where a get finds nothing that is NoMessage")
    return again


def _with_kind(answer: object) -> str:
    """An answer and its type, which the answers of the vocabulary begin with themselves."""
    text, kind = shown(answer, _SHOWN), type(answer).__name__
    return text if text.startswith(f"{kind}(") else f"{text} ({kind})"


def _wrong_in(answer: object) -> str:
    """The fields that are to blame by their types, not their values: failures are grouped by their texts."""
    fields = (
        dict.fromkeys(one.about for one in wrong_fields(answer)) if isinstance(answer, msgspec.Struct) else ()
    )
    return f" ({'; '.join(fields)})" if fields else ""


def _nonsense(command: c.Command, what: str) -> o.AdapterError:
    return o.AdapterError(fault=o.Fault.NONSENSE, text=f"{type(command).__name__} was answered with {what}.")
