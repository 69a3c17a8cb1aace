"""A small process that ends a program, and all that it has started, where the one who uses it is gone.

Whoever uses a program lets it end, or ends it. Where that one was killed itself, the program gets the end of
its input, and time; what still runs then would go on for ever.
"""

import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from typing import Final

_GUARD: Final = """
import os, signal, sys, time
group, patience = int(sys.argv[1]), float(sys.argv[2])
if os.read(0, 1):
    sys.exit()
until = time.monotonic() + patience
try:
    while time.monotonic() < until:
        os.killpg(group, 0)
        time.sleep(0.1)
    os.killpg(group, signal.SIGKILL)
except OSError:
    pass
"""


class Guard:
    """Watches over the process group of a program until all of it has ended."""

    def __init__(self, group: int, patience: float) -> None:
        """`patience`: seconds that the program may take to end behind the end of its input."""
        self._group = group
        self._lock = threading.Lock()
        self._watching = True
        self._process = subprocess.Popen(  # noqa: S603 - this Python
            [sys.executable, "-I", "-S", "-c", _GUARD, str(group), str(patience)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # what ends the group of this process does not end it
        )

    def end_all(self) -> None:
        """End the program and what it has started, once: later the number of the group may be another's."""
        with self._lock:
            if not self._watching:
                return
            self._watching = False
            with suppress(OSError):
                os.killpg(self._group, signal.SIGKILL)
            with suppress(OSError):
                self._process.communicate(b".")
