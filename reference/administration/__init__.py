"""Fixtures, sessions and units of work: what is defined, opened and ended."""
