"""Right implementations, none of which may ever be accused."""

from implementations.right.named import ADAPTERS, OPEN, RIGHT, SWITCHES, random_adapter, random_behaviour

__all__ = ["ADAPTERS", "OPEN", "RIGHT", "SWITCHES", "random_adapter", "random_behaviour"]
