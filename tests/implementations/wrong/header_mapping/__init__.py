"""Misreadings of the header mapping, by subject."""
