"""Mutants."""

from typing import Final

from .mutant_parts import Mutant

MUTANTS: Final[tuple[Mutant, ...]] = ()
