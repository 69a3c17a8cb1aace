"""Traces that show misreadings of undelivered messages, by subject."""
