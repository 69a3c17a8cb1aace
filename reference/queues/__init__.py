"""Queues: whether one takes a message, holds it back, shows it to a get, and triggers."""
