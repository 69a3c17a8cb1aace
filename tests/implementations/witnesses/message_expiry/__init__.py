"""Traces that show misreadings of message expiry, by subject."""
