"""Channels with AMS on z/OS: what they take, where to, and what becomes of a batch."""
