"""One thing that `mqtck smoke` tried, and what came of it."""

from typing import NamedTuple


class Check(NamedTuple):
    """One thing that was tried: whether it is `fine`, and what was `seen` that speaks against it.

    Of a thing that is fine `seen` is empty, or something worth knowing.
    """

    what: str
    fine: bool
    seen: str = ""

    @property
    def mark(self) -> str:
        """A word in front of it; to call a remark ok would contradict it."""
        if not self.fine:
            return "FAIL"
        return "note" if self.seen else "ok"
