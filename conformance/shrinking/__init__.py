"""Shrinking: the fewest and plainest commands that still show a breach."""
