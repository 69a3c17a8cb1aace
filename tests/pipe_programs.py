"""Programs behind a pipe that the tests start: one that knows nothing of the kit, a loop, a served one."""

import shlex
import sys
from pathlib import Path

TESTS = Path(__file__).parent
PLAIN = shlex.join([sys.executable, str(TESTS / "plain_program.py")])
FEW = ("--methods", "features", "--profile", "multiplatforms", "--rules")
LOOP = """
import json, os, sys, time
for line in sys.stdin:
    call = json.loads(line)
    said = {key: call[key] for key in ("world",) if key in call}
    kind = call.get("command", {}).get("command", call["call"])
    if kind == "information":
        abilities = ["local queues", "JMS client", "MessageProducer"]
        said["information"] = {"name": "Loop", "version": "1", "clock": CLOCK,
                               "abilities": abilities, "side_by_side": SIDE}
    elif kind == "open_world":
        said["now"] = 0
    elif call["call"] == "execute":
        said["outcome"] = {"outcome": "no message" if kind == "receive" else "done"}
    FAULT
    print(json.dumps(said), flush=True)
"""


def served(expression: str, *words: str) -> str:
    """The command line that serves an adapter in Python."""
    return shlex.join([sys.executable, str(TESTS / "served.py"), expression, *words])
