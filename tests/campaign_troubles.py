"""Adapters in files for tests of campaigns: one that is wrong and does odd things when it is told to."""

from pathlib import Path
from zlib import crc32

HELPER = '''
"""Beside the adapter, and imported by it."""

from mqtck.reference.vocabulary.constants import ReasonCode

WRONG_REASON = int(ReasonCode.GET_INHIBITED)
worlds = []
"A world each that was opened in this process; the module of the adapter is made anew for each task."
'''

WRONG = '''
"""The reference with another reason for a life below the delay; what it does besides is told by files."""

import os
import signal
import time
from pathlib import Path

from {helper} import WRONG_REASON, worlds
from pyspark import TaskContext

from mqtck.adapters.reference import Reference, ReferenceWorld
from mqtck.reference.vocabulary.constants import ReasonCode
from mqtck.reference.vocabulary.outcomes import Refused

ORDERS = Path({orders!r})


def once(order):
    """Whether this process is the one that carries an order out."""
    try:
        (ORDERS / order).unlink()
    except FileNotFoundError:
        return False
    return True


class World(ReferenceWorld):
    def __init__(self, profile):
        super().__init__(profile)
        worlds.append(None)
        if TaskContext.get() is None:
            return
        while len(worlds) > 12 and (ORDERS / "hold").exists():
            time.sleep(0.02)
        if len(worlds) > 5 and once("kill the Python process"):
            os.kill(os.getpid(), signal.SIGKILL)
        if len(worlds) > 5 and once("kill the executor"):
            daemon = Path(f"/proc/{{os.getppid()}}/stat").read_text()
            os.kill(int(daemon.rpartition(")")[2].split()[1]), signal.SIGKILL)

    def execute(self, command):
        outcome = super().execute(command)
        match outcome:
            case Refused(reason=ReasonCode.EXPIRY_ERROR):
                return Refused(reason=WRONG_REASON, family=outcome.family)
        return outcome


class Wrong(Reference):
    def open_world(self):
        return World(self.information.profile)
'''


def wrong_adapter(folder: Path) -> tuple[str, Path]:
    """The adapter and the folder of its orders: empty files, by name."""
    orders = folder / "orders"
    orders.mkdir(parents=True)
    # A name of its own: a process that has imported one would take it for that of another folder.
    helper = f"helper_of_wrong_{crc32(bytes(folder)):08x}"
    (folder / f"{helper}.py").write_text(HELPER)
    adapter = folder / "wrong.py"
    adapter.write_text(WRONG.format(orders=str(orders), helper=helper))
    return str(adapter), orders
