"""Misreadings of message expiry, by subject."""
