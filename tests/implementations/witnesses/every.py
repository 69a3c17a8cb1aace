"""All traces, each by the name of the misreading that it shows."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages

from implementations import witnesses
from implementations.witnesses.parts.common import Trace


def _modules() -> Iterator[dict[str, Trace]]:
    for found in walk_packages(witnesses.__path__, f"{witnesses.__name__}."):
        if found.name != __name__:
            yield getattr(import_module(found.name), "TRACES", {})


WITNESSES: dict[str, Trace] = {}
for _traces in _modules():
    if twice := WITNESSES.keys() & _traces.keys():
        raise ValueError(f"two traces are named {twice}")
    WITNESSES.update(_traces)
