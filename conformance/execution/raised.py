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
    text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    place = own_line(error)
    return f"{text} ({place})" if place else text


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
