"""Misreadings of delivery delay, by subject."""
