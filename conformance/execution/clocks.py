"""The clock by which the kit waits: the machine's own, or one that is simulated beside the implementation."""

import time
from typing import Final, Protocol


class Clock(Protocol):
    """How the kit waits; in seconds, as the module `time` has it."""

    def monotonic(self) -> float: ...

    def sleep(self, seconds: float, /) -> None: ...


MACHINE: Final[Clock] = time
