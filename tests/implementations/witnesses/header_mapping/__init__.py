"""Traces that show misreadings of the header mapping, by subject."""
