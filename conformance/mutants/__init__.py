"""Mutants: the reference made wrong in one way each, and whether the kit notices."""
