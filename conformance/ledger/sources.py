"""Sources: the texts that the ledger was made from, by length and SHA-256, and whether they are still those.

Covers the five source texts, the three files of the ledger as it was written, and the data of it that
come with the package. The texts themselves do not come along: who has them compares a folder with
`check`. Lengths are in bytes. `data/sources.json` holds the sums; it changes only together with
what was read into the ledger.
"""

import hashlib
from enum import StrEnum
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple

import msgspec


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    sha256: str
    length: int


class Sources(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The source texts, the written ledger, and the data that were made of it."""

    texts: tuple[Source, ...]
    ledger: tuple[Source, ...]
    shipped: tuple[Source, ...]


class Condition(StrEnum):
    UNCHANGED = "unchanged"
    CHANGED = "changed"
    MISSING = "missing"


class Checked(NamedTuple):
    """One file compared; `length` is what it is now, None where it is missing."""

    source: Source
    condition: Condition
    length: int | None

    def __str__(self) -> str:
        match self.condition:
            case Condition.CHANGED:
                return f"changed, {self.length} bytes where there were {self.source.length}"
            case condition:
                return str(condition)


_TEXTS_FOLDER: Final = "source"


@cache
def sources() -> Sources:
    """The sums that came with the package."""
    text = (files(__package__) / "data" / "sources.json").read_bytes()
    return msgspec.json.decode(text, type=Sources)


def check(folder: Path) -> tuple[Checked, ...]:
    """Every source text and every file of the written ledger, as it is in a folder.

    The texts are looked for in the folder's `source` and in the folder itself. Raises OSError for a file
    that is there and cannot be read.
    """
    found = sources()
    texts = tuple(
        _compared(text, folder / _TEXTS_FOLDER / text.name, folder / text.name) for text in found.texts
    )
    return texts + tuple(_compared(part, folder / part.name) for part in found.ledger)


def check_shipped() -> tuple[Checked, ...]:
    """The data of the ledger that came with the package."""
    folder = files(__package__) / "data"
    return tuple(_judged(one, (folder / one.name).read_bytes()) for one in sources().shipped)


def _compared(source: Source, *places: Path) -> Checked:
    for place in places:
        if place.is_file():
            return _judged(source, place.read_bytes())
    return Checked(source, Condition.MISSING, None)


def _judged(source: Source, content: bytes) -> Checked:
    same = hashlib.sha256(content).hexdigest() == source.sha256
    return Checked(source, Condition.UNCHANGED if same else Condition.CHANGED, len(content))
