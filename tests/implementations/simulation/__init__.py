"""The simulator: a world of queue managers, channels and clients, which acts as decided."""
