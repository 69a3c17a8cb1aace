"""Draws: the pseudo-random numbers of a case, the same on every machine and Python.

SplitMix64 in plain integer arithmetic. Nothing else in a case is random: no hash, no clock, no order of
a set. A bound shares the 64 bits out by multiplication; its bias is below 2**-40 for bounds of a case.
"""

from collections.abc import Sequence
from typing import Final, TypeVar

Item = TypeVar("Item")

_MASK: Final = (1 << 64) - 1
_STEP: Final = 0x9E3779B97F4A7C15
_FIRST_FACTOR: Final = 0xBF58476D1CE4E5B9
_SECOND_FACTOR: Final = 0x94D049BB133111EB


def mixed(number: int) -> int:
    """A 64-bit number with its bits mixed; different numbers give different results."""
    number &= _MASK
    number = ((number ^ (number >> 30)) * _FIRST_FACTOR) & _MASK
    number = ((number ^ (number >> 27)) * _SECOND_FACTOR) & _MASK
    return number ^ (number >> 31)


class Draws:
    """A stream of numbers from one 64-bit seed."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1."""
        self._state = state = (self._state + _STEP) & _MASK
        state = ((state ^ (state >> 30)) * _FIRST_FACTOR) & _MASK
        state = ((state ^ (state >> 27)) * _SECOND_FACTOR) & _MASK
        return ((state ^ (state >> 31)) * bound) >> 64

    def between(self, least: int, most: int) -> int:
        """A number from `least` to `most`, both included."""
        return least + self.below(most - least + 1)

    def one_of(self, items: Sequence[Item]) -> Item:
        return items[self.below(len(items))]

    def chance(self, percent: int) -> bool:
        """True so many times of a hundred."""
        return self.below(100) < percent


def case_seed(campaign_seed: int, index: int) -> int:
    """The seed of one case of a campaign: 64 bits, different for every index."""
    return mixed(mixed(campaign_seed) + (index + 1) * _STEP)
