"""The other side of a pipe: a program that serves an adapter written in Python, one line of JSON a call.

`python served.py EXPRESSION [serial]`; the expression makes the adapter and may use the modules of tests.
With `serial` it is a plain loop: one call at a time, as the simplest program would be.
"""

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import Any

import msgspec

from mqtck.conformance.execution.profiles import under
from mqtck.reference.vocabulary.commands import Command
from mqtck.reference.vocabulary.profile import Profile


def answer(adapter: Any, worlds: dict[int, Any], call: dict[str, Any]) -> dict[str, Any]:
    """What is answered to a call, without its world."""
    match call:
        case {"call": "information"}:
            return {"information": adapter.information}
        case {"call": "open_world", "world": number, "profile": profile}:
            worlds[number] = under(adapter, msgspec.convert(profile, Profile)).open_world()
            return {"now": worlds[number].now()}
        case {"call": "execute", "world": number, "command": command}:
            outcome = worlds[number].execute(msgspec.convert(command, Command))
            return {"outcome": outcome, "now": worlds[number].now()}
        case {"call": "now", "world": number}:
            return {"now": worlds[number].now()}
        case {"call": "close", "world": number}:
            worlds.pop(number).close()
            return {}
    return {"error": f"no such call: {call}"}


def serve(adapter: Any, run: Callable[..., object]) -> None:
    """Answer until the input ends."""
    worlds: dict[int, Any] = {}
    lock = Lock()

    def respond(call: dict[str, Any]) -> None:
        try:
            said = answer(adapter, worlds, call)
        except Exception as error:  # noqa: BLE001 - told to the kit
            said = {"error": f"{type(error).__name__}: {error}"}
        if "world" in call:
            said["world"] = call["world"]
        with lock:
            sys.stdout.buffer.write(msgspec.json.encode(said) + b"\n")
            sys.stdout.buffer.flush()

    for line in sys.stdin.buffer:
        run(respond, msgspec.json.decode(line))


def main() -> None:
    sys.path.insert(0, str(Path(__file__).parent))
    names = ("campaign_adapters", "mqtck.adapters.reference")
    modules = {name.rpartition(".")[2]: import_module(name) for name in names}
    adapter = eval(sys.argv[1], modules)  # noqa: S307 - what the test says
    if sys.argv[2:] == ["serial"]:
        serve(adapter, lambda work, call: work(call))
    else:
        with ThreadPoolExecutor(adapter.information.side_by_side) as threads:
            serve(adapter, threads.submit)
    adapter.close()


if __name__ == "__main__":
    main()
