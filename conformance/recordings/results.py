"""What goes into the judge of recordings and what comes out: lines as read, and what was made of a trace.

Left out: what came of all traces together (`judging`).
"""

from typing import Final, NamedTuple

import msgspec

from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.results import Breach, Verdict

from .declared import Declared

LONGEST_TEXT: Final = 300
"""Characters of what is told of one problem: a hostile line may stand in it."""


class Line(NamedTuple):
    """A line of a file (or a row of a Parquet file) as it was read; numbers count from 1."""

    file: str
    number: int
    raw: bytes


class Problem(msgspec.Struct, frozen=True, order=True):
    """Something that could not be read; `number` is 0 where the whole file is meant."""

    file: str
    number: int
    text: str


class Finding(msgspec.Struct, frozen=True):
    """A breach, where it was read, and a short trace that shows it, as JSON lines."""

    breach: Breach
    file: str
    number: int
    trace: str


class Judged(msgspec.Struct, frozen=True):
    """What the judge says of one recorded trace.

    `undecided` tells why a part of it was judged message by message or not at all, and what was waited for in
    vain; `missed` are the rules of that. `repeated` counts the records that were read before; `untold` the
    problems beyond those told. `declared` are the names that its head declares complete: some other trace
    under that head may know those that this one does not.
    """

    name: str
    file: str
    adapter: str
    clock: ClockKind
    records: int
    verdict: Verdict
    findings: tuple[Finding, ...]
    exercised: tuple[str, ...]
    missed: tuple[str, ...]
    undecided: tuple[str, ...]
    problems: tuple[Problem, ...]
    repeated: int = 0
    untold: int = 0
    declared: tuple[Declared, ...] = ()


def place_of(file: str, number: int) -> str:
    """A line, or a row of a Parquet file, as it is told."""
    return f"{file}, {'row' if file.endswith('.parquet') else 'line'} {number}"


def shortened(text: str) -> str:
    """What is told of a problem."""
    return text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]} ..."
