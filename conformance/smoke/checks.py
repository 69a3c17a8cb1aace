"""One thing that `mqtck smoke` tried, and what came of it."""

from typing import NamedTuple


class Check(NamedTuple):
    """One thing that was tried: whether it is `fine`, and what was `seen` that speaks against it.

    Of a thing that is fine `seen` is empty, or something worth knowing.
    """

    what: str
    fine: bool
    seen: str = ""
