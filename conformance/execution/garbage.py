"""How often Python looks for garbage.

The values of the kit are immutable and hold no cycles, so almost everything goes when nothing refers to it
any more. Looking for cycles among them as often as Python does by itself costs one command in twenty.
"""

import gc
from typing import Final

ALLOCATIONS: Final = 1_000_000
"""How many more objects there are when the collector begins; Python's own is 700."""


def collect_seldom() -> None:
    """Look for garbage less often, in this process from now on."""
    gc.set_threshold(ALLOCATIONS)
