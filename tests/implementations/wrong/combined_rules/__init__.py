"""Misreadings of rules that meet, by subject."""
