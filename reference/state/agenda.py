"""A persistent heap of wake-up times: nested tuples, so that an old state keeps its own agenda.

A leftist heap; push and pop cost the logarithm of the size. An entry is (time in ms, serial).
"""

import msgspec


class Agenda(msgspec.Struct, frozen=True, gc=False):
    """A non-empty heap; None is the empty one."""

    time: int
    serial: int
    rank: int
    left: "Agenda | None"
    right: "Agenda | None"


def push(agenda: Agenda | None, time: int, serial: int) -> Agenda:
    return _merge(agenda, Agenda(time, serial, 1, None, None))  # type: ignore[return-value]


def pop(agenda: Agenda) -> Agenda | None:
    """The heap without its first entry."""
    return _merge(agenda.left, agenda.right)


def _merge(one: Agenda | None, other: Agenda | None) -> Agenda | None:
    if one is None:
        return other
    if other is None:
        return one
    if (other.time, other.serial) < (one.time, one.serial):
        one, other = other, one
    merged = _merge(one.right, other)
    left = one.left
    assert merged is not None
    if left is None or left.rank < merged.rank:
        left, merged = merged, left
    return Agenda(one.time, one.serial, 1 + (merged.rank if merged else 0), left, merged)
