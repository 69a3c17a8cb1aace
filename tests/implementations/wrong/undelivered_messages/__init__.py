"""Misreadings of undelivered messages, by subject."""
