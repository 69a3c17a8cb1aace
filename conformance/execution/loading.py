"""How a process gets at an adapter, by the name of a function that loads it, and how it lets it go.

The command line knows how to make an adapter of what a user typed; other processes and the executors of a
cluster are told the name of its function, so that nothing here knows the command line.
"""

import importlib
from collections.abc import Callable

from mqtck.conformance.contract import Adapter

from .raised import said

Load = Callable[[str], Adapter]
"""A function that makes an adapter of the text that names it."""


class LoaderError(ValueError):
    """The loader's name does not lead to a function; the text says why."""


def loader_named(name: str) -> Load:
    """The function behind `package.module:function`. Raises LoaderError."""
    module, _, function = name.partition(":")
    try:
        found: Load = getattr(importlib.import_module(module), function)
    except (ImportError, AttributeError, ValueError) as error:
        raise LoaderError(
            f"The loader of adapters {name!r} cannot be imported ({error}); "
            "it must have the form package.module:function."
        ) from error
    return found


def closed(adapter: Adapter) -> str:
    """Close it, and say what went wrong in that; empty where nothing did."""
    try:
        adapter.close()
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever an adapter raises
        return said(error) or type(error).__name__
    return ""
