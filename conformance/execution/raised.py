"""What an adapter raised, in words, with the line of its author's own code that it comes from.

That line is the innermost one outside the kit, Python's library and installed packages. Failures are grouped
by their texts, also over machines, so of the file only its name is told.
"""

import sys
import traceback
from pathlib import PurePath
from types import FrameType
from typing import Final

_LIBRARIES: Final = frozenset({"mqtck", *sys.stdlib_module_names})
_INSTALLED: Final = frozenset({"site-packages", "dist-packages"})


def told(error: BaseException) -> str:
    """What was raised and where, as `KeyError: 'p' (my_broker.py:41)`."""
    name, text, place = type(error).__name__, said(error), own_line(error)
    whole = f"{name}: {text}" if text else name
    return f"{whole} ({place})" if place else whole


def said(error: BaseException) -> str:
    """Its own text; of one that fails to tell it, that it does."""
    try:
        return str(error)
    except Exception as another:  # noqa: BLE001 - it is the adapter's own code that runs here
        return f"its text cannot be told, as that raises {type(another).__name__}"


def own_line(error: BaseException) -> str:
    """The author's file and line, or those of an installed package; empty where there is neither."""
    foreign = [
        (PurePath(frame.f_code.co_filename), line)
        for frame, line in traceback.walk_tb(error.__traceback__)
        if not _in_a_library(frame)
    ]
    own = [place for place in foreign if _INSTALLED.isdisjoint(place[0].parts)]
    for file, line in (own or foreign)[-1:]:
        return f"{file.name}:{line}"
    return ""


def _in_a_library(frame: FrameType) -> bool:
    """Whether a frame is of the kit, of Python's library, or of generated code (a method of a dataclass)."""
    made = frame.f_code.co_filename.startswith("<")
    return made or str(frame.f_globals.get("__name__")).partition(".")[0] in _LIBRARIES
