"""Channels: what goes from one queue manager to the next."""
