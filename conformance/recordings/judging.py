"""Recorded files judged, and what came of all their traces: in this process, or on Spark.

Little is judged here, much on Spark (`spark`), with the same results: the counts, the
findings, and of the findings of one rule the one that is shown. What a file had that could not be read is
told with its place, and the rest is judged.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.results import Verdict

from .declared import Declared, never_mentioned, told
from .files import files_named
from .reading import Gap, Piece, Row, Start, Survey, lines_of, pieces_of, rows, starts, survey
from .results import Finding, Judged, Problem
from .traces import judge_recording

LITTLE: Final = 20 << 20
"""Bytes that are judged in this process; compressed ones count ten times."""

TOLD: Final = 100
"""Problems, and reasons why something is undecided, that are told; the others are counted."""


_NO_RECORD: Final = "no record is in what was given; a recording has a head and one record a line"
_NOTHING: Final = "nothing in the records speaks about a rule; `mqtck judge --recording` tells what it takes"


class Input(msgspec.Struct, frozen=True):
    """What there is to judge, looked through.

    `pieces` with where each begins; `heads` counts, by file, for traces without one; `gaps` are, by file,
    the lines that cannot be read.
    """

    pieces: tuple[tuple[Piece, Start], ...]
    heads: dict[str, bytes]
    gaps: dict[str, tuple[Gap, ...]]
    problems: tuple[Problem, ...]
    untold: int


class Recordings(msgspec.Struct, frozen=True):
    """What came of recorded files.

    `violated` counts the traces in which a rule was blamed, `exercised` those that spoke about it, `missed`
    those in which it was waited for in vain; `findings` has one for each rule blamed, the most frequent
    first.
    """

    files: int
    traces: int
    records: int
    adapters: tuple[str, ...]
    clocks: tuple[ClockKind, ...]
    verdicts: dict[Verdict, int]
    exercised: dict[str, int]
    violated: dict[str, int]
    missed: dict[str, int]
    findings: tuple[Finding, ...]
    undecided: tuple[str, ...]
    problems: tuple[Problem, ...]
    repeated: int
    untold: int

    @property
    def verdict(self) -> Verdict:
        if self.findings:
            return Verdict.VIOLATES
        if self.problems or self.undecided or not self.exercised:
            return Verdict.INDETERMINATE
        return Verdict.CONFORMS


class Named(NamedTuple):
    """Files to judge and what was wrong with the names."""

    files: tuple[str, ...]
    problems: tuple[Problem, ...]

    @property
    def size(self) -> int:
        """Bytes to read, about."""
        return sum(
            Path(file).stat().st_size * (10 if file.endswith((".gz", ".parquet")) else 1)
            for file in self.files
        )


def named(names: Sequence[str]) -> Named:
    """The files behind names of files, folders and patterns. Raises InputError."""
    files, problems = files_named(names)
    return Named(tuple(files), tuple(problems))


def looked_through(found: Named, surveyed: Sequence[tuple[Piece, Survey]]) -> Input:
    """What the surveys of all pieces tell together."""
    by_file: dict[str, list[tuple[Piece, Survey]]] = {file: [] for file in found.files}
    for piece, one in surveyed:
        by_file[piece.file].append((piece, one))
    pieces: list[tuple[Piece, Start]] = []
    heads: dict[str, bytes] = {}
    gaps: dict[str, tuple[Gap, ...]] = {}
    problems = list(found.problems)
    untold = 0
    for file, of_one in by_file.items():
        begun = starts([piece for piece, _ in of_one], [one for _, one in of_one])
        pieces += zip([piece for piece, _ in of_one], begun, strict=True)
        if of_one and of_one[0][1].first_head:
            heads[file] = of_one[0][1].first_head
        if not any(one.lines for _, one in of_one):
            problems.append(Problem(file, 0, "empty; a recording has a head and one record a line"))
        for (_, one), start in zip(of_one, begun, strict=True):
            problems += [
                msgspec.structs.replace(each, number=each.number + start.number - 1) for each in one.problems
            ]
            untold += one.untold
            if one.gaps:
                offset = start.number - 1
                moved = (gap._replace(number=gap.number and gap.number + offset) for gap in one.gaps)
                gaps[file] = (*gaps.get(file, ()), *moved)
        if file in gaps and not any(one.read for _, one in of_one):
            # Of what stands nowhere among records it does not matter how much it is.
            gaps[file] = tuple(gap for gap in gaps[file] if gap.number)
    return Input(tuple(pieces), heads, gaps, tuple(problems), untold)


def judge_trace_of(key: str, some: Iterable[Row], given: Input) -> Judged | None:
    """Judge one trace from its rows in order; None where no record is in it."""
    gaps = {
        file: tuple(sorted(gap.number for gap in found if gap.key in {"", key}))
        for file, found in given.gaps.items()
    }
    judged = judge_recording(key, lines_of(iter(some)), given.heads, gaps)
    return judged if judged.records or judged.problems else None


def judge_here(found: Named) -> Recordings:
    """Judge files in this process."""
    pieces = [piece for file in found.files for piece in pieces_of(file)]
    given = looked_through(found, [(piece, survey(piece)) for piece in pieces])
    traces: dict[str, list[Row]] = {}
    for piece, start in given.pieces:
        for row in rows(piece, start):
            traces.setdefault(row.key, []).append(row)
    judged = []
    for key in sorted(traces):
        ordered = sorted(traces.pop(key), key=lambda row: row[1:5])
        one = judge_trace_of(key, ordered, given)
        if one is not None:
            judged.append(one)
    return together(found, given, judged)


def together(found: Named, given: Input, judged: Sequence[Judged]) -> Recordings:
    """The results of all traces as one."""
    exercised = Counter(rule for one in judged for rule in one.exercised)
    violated = Counter(each.breach.rules[0] for one in judged for each in one.findings)
    missed = Counter(rule for one in judged for rule in one.missed)
    smallest: dict[str, Finding] = {}
    for each in sorted((each for one in judged for each in one.findings), key=size_of):
        smallest.setdefault(each.breach.rules[0], each)
    unknown = names_unknown(each for one in judged for each in one.declared)
    problems = sorted({*given.problems, *unknown, *(each for one in judged for each in one.problems)})
    undecided = sorted({why for one in judged for why in one.undecided})
    if judged and not (exercised or violated or problems or undecided):
        undecided = [_NOTHING]
    if not judged and not problems:
        undecided = [_NO_RECORD]
    untold = given.untold + sum(one.untold for one in judged)
    untold += max(0, len(problems) - TOLD) + max(0, len(undecided) - TOLD)
    return Recordings(
        files=len(found.files),
        traces=len(judged),
        records=sum(one.records for one in judged),
        adapters=tuple(sorted({one.adapter for one in judged})),
        clocks=tuple(sorted({one.clock for one in judged})),
        verdicts=dict(sorted(Counter(one.verdict for one in judged).items())),
        exercised=dict(sorted(exercised.items())),
        violated=dict(sorted(violated.items())),
        missed=dict(sorted(missed.items())),
        findings=tuple(smallest[rule] for rule in sorted(smallest, key=lambda rule: (-violated[rule], rule))),
        undecided=tuple(undecided[:TOLD]),
        problems=tuple(problems[:TOLD]),
        repeated=sum(one.repeated for one in judged),
        untold=untold,
    )


def names_unknown(declared: Iterable[Declared]) -> list[Problem]:
    """What is told of names that are declared complete and that no trace under their head mentions."""
    return [Problem(one.file, one.number, told(one)) for one in never_mentioned(declared)]


def size_of(finding: Finding) -> tuple[int, str, int]:
    """By what findings of one rule are compared: the shortest trace is shown."""
    return finding.breach.step or 0, finding.file, finding.number
