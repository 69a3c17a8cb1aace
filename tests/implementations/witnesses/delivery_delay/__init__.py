"""Traces that show misreadings of delivery delay, by subject."""
