"""The state of the model: immutable values, everything unknown kept as unknown."""
