"""The reference model once more, with something in it replaced, beside the one that the judge uses.

A clone has a copy of every module of `mqtck.reference` but the vocabulary, and in it a copy of every
function, bound to the copied modules; classes and values are shared, so that states, commands and
outcomes are of the same types on both sides. A replacement takes effect under every name by which the
clone's modules know the replaced one, and in their tables. No file is read and no module executed again:
a clone takes about a millisecond. The real modules are never touched.

Not replaced: what a module has computed from a constant when it was imported, and what methods of shared
classes use; a patch that would need the latter is an error (`MutantError`).
"""

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from threading import Lock
from types import CellType, FunctionType, ModuleType
from typing import Any, NamedTuple

from immutables import Map

from mqtck.conformance.contract import Information
from mqtck.reference.possibilities import Possibility
from mqtck.reference.state.intervals import Interval
from mqtck.reference.state.state import State
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import Advance, Command
from mqtck.reference.vocabulary.outcomes import Outcome
from mqtck.reference.vocabulary.profile import EVERY_PROFILE, ClockKind, Profile

from .parts import Mutant, MutantError, Patch

EPOCH = 1_700_000_000_000
"""Where the virtual clock of every world starts, in ms."""

_REFERENCE = "mqtck.reference"
_PREFIX = f"{_REFERENCE}."
_SHARED = f"{_PREFIX}vocabulary"


class Model(NamedTuple):
    """The two functions by which a model is used."""

    initial_state: Callable[[ClockKind, Profile, int], State]
    possibilities: Callable[[State, Command, Interval], tuple[Possibility, ...]]


class MutantWorld:
    """A fresh state of a mutant; like the reference it takes the preferred outcome every time."""

    def __init__(self, model: Model, mutant: Mutant, profile: Profile) -> None:
        self._model = model
        self._now = EPOCH
        self._state = model.initial_state(ClockKind.VIRTUAL, profile, EPOCH)
        self._wrong = self._right if mutant.execute is None else mutant.execute(self._right)

    def now(self) -> int:
        return self._now

    def execute(self, command: Command) -> Outcome:
        return self._wrong(command)

    def _right(self, command: Command) -> Outcome:
        started = self._now
        if isinstance(command, Advance):
            self._now += command.milliseconds
        possible = self._model.possibilities(self._state, command, Interval(started, self._now))[0]
        outcome = possible.prefer()
        self._state = possible.settle(outcome).states[0]
        return outcome

    def close(self) -> None:
        """Nothing is held."""


class MutantAdapter:
    """A mutant as an implementation, of any profile; its model is made with the first world."""

    def __init__(self, mutant: Mutant, profile: Profile = EVERY_PROFILE[0]) -> None:
        self.information = Information(
            name=f"mutant {mutant.name}",
            version="0.1.0",
            clock=ClockKind.VIRTUAL,
            abilities=frozenset(Ability),
            profile=profile,
            side_by_side=1000,
            profiles=EVERY_PROFILE,
        )
        self._mutant = mutant
        self._model: Model | None = None
        self._lock = Lock()

    def under(self, profile: Profile) -> "MutantAdapter":
        """The same mutant, its model shared, under another profile."""
        other = MutantAdapter(self._mutant, profile)
        other._model = self._patched()
        return other

    def open_world(self) -> MutantWorld:
        return MutantWorld(self._patched(), self._mutant, self.information.profile)

    def _patched(self) -> Model:
        with self._lock:
            if self._model is None:
                self._model = patched_model(self._mutant)
            return self._model

    def close(self) -> None:
        """Nothing is held."""


def patched_model(mutant: Mutant) -> Model:
    """The functions of a clone with the mutant's patches. Raises MutantError."""
    try:
        model = _Clone(mutant.patches).modules[f"{_PREFIX}model"]
    except MutantError as error:
        raise MutantError(f"mutant {mutant.name}: {error}") from None
    return Model(model.initial_state, model.possibilities)


@cache
def model_modules() -> dict[str, ModuleType]:
    """The modules of the reference by full name, without the vocabulary."""
    found = pkgutil.walk_packages(importlib.import_module(_REFERENCE).__path__, _PREFIX)
    names = [one.name for one in found if not one.name.startswith(_SHARED)]
    return {name: importlib.import_module(name) for name in names}


class _Clone:
    def __init__(self, patches: Iterable[Patch]) -> None:
        originals = model_modules()
        self.modules = {name: ModuleType(name) for name in originals}
        self._known: dict[int, Any] = {
            id(original): self.modules[name] for name, original in originals.items()
        }
        copies = []
        for name, original in originals.items():
            for value in vars(original).values():
                if isinstance(value, FunctionType) and value.__module__ == name:
                    copies.append(_bound(value, vars(self.modules[name])))
                    self._known[id(value)] = copies[-1]
        constants = [constant for patch in patches if (constant := self._patch(patch)) is not None]
        for name, original in originals.items():
            for key, value in vars(original).items():
                vars(self.modules[name])[key] = value if key.startswith("__") else self._renewed(value)
        for copy in copies:
            for cell in copy.__closure__ or ():
                cell.cell_contents = self._renewed(cell.cell_contents)
        for key, right, wrong in constants:
            for name, original in originals.items():
                if vars(original).get(key) is right:
                    vars(self.modules[name])[key] = wrong

    def _patch(self, patch: Patch) -> tuple[str, object, object] | None:
        """Replace a function for all that is made from now on; answer what a constant is replaced by."""
        right, name = _found(patch.target)
        if isinstance(right, FunctionType):
            _check_methods(patch.target, right)
            self._known[id(right)] = patch.make(self._known[id(right)])
            return None
        return name, right, patch.make(right)

    def _renewed(self, value: Any) -> Any:
        """The value with the clone's functions and modules in it; itself where it holds none."""
        if id(value) in self._known:
            return self._known[id(value)]
        match value:
            case tuple() | list() | frozenset():
                renewed = [self._renewed(one) for one in value]
                if all(new is old for new, old in zip(renewed, value, strict=True)):
                    return value
                make = getattr(type(value), "_make", type(value))
                return make(renewed)
            case dict() | Map():
                changed = {key: self._renewed(one) for key, one in value.items()}
                same = all(changed[key] is one for key, one in value.items())
                return value if same else type(value)(changed)
            case _ if hasattr(value, "cache_info") and id(value.__wrapped__) in self._known:
                return cache(self._known[id(value.__wrapped__)])
            case _:
                return value


def _bound(function: FunctionType, space: dict[str, Any]) -> FunctionType:
    """A copy of a function that looks its names up in another module."""
    cells = tuple(CellType(cell.cell_contents) for cell in function.__closure__ or ())
    copy = FunctionType(function.__code__, space, function.__name__, function.__defaults__, cells)
    copy.__kwdefaults__ = function.__kwdefaults__
    copy.__module__, copy.__doc__ = function.__module__, function.__doc__
    return copy


def replaced(target: str) -> Any:
    """What a patch of this target replaces. Raises MutantError where there is no such thing."""
    return _found(target)[0]


def _found(target: str) -> tuple[Any, str]:
    """What a patch replaces, and its name in its module. Raises MutantError."""
    module, _, name = target.rpartition(".")
    home = model_modules().get(f"{_PREFIX}{module}")
    if home is None or name not in vars(home):
        raise MutantError(f"there is no {target} in the reference; a target is package.module.name.")
    value = vars(home)[name]
    if isinstance(value, type | ModuleType):
        raise MutantError(f"{target} is a {type(value).__name__}; functions, tables and constants can go.")
    if isinstance(value, FunctionType) and value.__module__ != home.__name__:
        raise MutantError(f"{target} is made in {value.__module__}; name it there.")
    return value, name


def _check_methods(target: str, right: FunctionType) -> None:
    """Raise MutantError where a method of a class, which clones share, uses the function."""
    for name, module in model_modules().items():
        kinds = (value for value in vars(module).values() if isinstance(value, type))
        for kind in kinds:
            if kind.__module__ == name and any(vars(module).get(one) is right for one in _names_used(kind)):
                raise MutantError(f"{target} is used by the class {kind.__name__}, which clones share.")


def _names_used(kind: type) -> Iterator[str]:
    """The names of its module that the methods and properties of a class look up."""
    for method in vars(kind).values():
        function = getattr(method, "fget", getattr(method, "__func__", method))
        if isinstance(function, FunctionType):
            yield from function.__code__.co_names
