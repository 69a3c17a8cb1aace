"""Wrong implementations: one misreading each, with the rules to blame and a trace that shows it.

The folders are the chapters of the features, their modules the subjects; a misreading is where the first of
its rules belongs. `parts` holds what several are made of.
"""

from collections.abc import Callable
from importlib import import_module
from pkgutil import walk_packages
from typing import NamedTuple

from implementations.simulation.world import SimulatedAdapter
from implementations.witnesses.every import WITNESSES
from implementations.witnesses.parts.common import Trace
from implementations.wrong.misreading import MISREADINGS

for _module in walk_packages(__path__, f"{__name__}."):
    import_module(_module.name)


class Wrong(NamedTuple):
    """`rules` may fairly be blamed: the rule and its near relatives. `witness` shows the fault."""

    sentence: str
    rules: frozenset[str]
    factory: Callable[[], SimulatedAdapter]
    witness: Trace


WRONG: dict[str, Wrong] = {
    name: Wrong(wrong.sentence, wrong.rules, wrong.factory, WITNESSES[name])
    for name, wrong in MISREADINGS.items()
}
