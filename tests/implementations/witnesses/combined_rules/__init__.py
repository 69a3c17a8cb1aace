"""Traces that show misreadings of rules that meet, by subject."""
