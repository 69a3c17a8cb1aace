"""Write a large recording in which one message of all comes too early: what RECORDING.md measures.

    python tests/million_records.py FILE RECORDS TRACES

Each trace is a queue to which orders are sent with a delay of two seconds, and from which another session
receives them half a second after they are due. In the middle trace one order is received after 1,900 ms.
Traces are written side by side, as a recorder of many queue managers would.
"""

import sys
from collections.abc import Iterator
from itertools import chain, count, islice
from pathlib import Path
from typing import Any, Final

import msgspec

HEAD: Final = {"mqtck_trace": 1, "adapter": "the shop", "clock": "real", "observed": {"producers": "all"}}
PAUSE: Final = 10
"""Milliseconds between two orders of a trace."""

DELAY: Final = 2000
WAITED: Final = 2500
EARLY: Final = 1900

Fields = dict[str, Any]


def line(trace: str, command: Fields, outcome: Fields, at: int) -> bytes:
    fields = {"trace": trace, "command": command, "outcome": outcome, "started": at, "ended": at + 1}
    return msgspec.json.encode(fields) + b"\n"


def header(number: int) -> Fields:
    return {"message_id": f"ID:{number:048x}", "timestamp": number * PAUSE, "expiration": 0, "priority": 4}


def lines(trace: str, planted: int) -> Iterator[bytes]:
    """The records of a trace, without end; the order of the number `planted` is received too early."""
    done = {"outcome": "done"}
    yield line(trace, {"command": "create producer", "producer": "p"}, done, 0)
    yield line(trace, {"command": "set delivery delay", "producer": "p", "milliseconds": DELAY}, done, 1)
    for number in count(1):
        at = number * PAUSE
        message = {"label": f"order-{number}"}
        send = {"command": "send", "producer": "p", "message": message, "destination": {"queue": "ORDERS"}}
        yield line(trace, send, {"outcome": "sent", "header": header(number)}, at)
        before = number - WAITED // PAUSE
        if before >= 1:
            seen = {"body": f"order-{before}", "header": header(before)}
            began = before * PAUSE + (EARLY if before == planted else WAITED) + PAUSE // 2
            get = {"command": "receive", "queue": "ORDERS"}
            yield line(trace, get, {"outcome": "message returned", "message": seen}, began)


def write(path: Path, records: int, traces: int) -> None:
    """So many records in so many traces."""
    planted = records // traces // 4
    streams = [lines(f"t{number}", planted if number == traces // 2 else 0) for number in range(traces)]
    side_by_side = chain.from_iterable(zip(*streams, strict=False))
    with path.open("wb") as file:
        file.write(msgspec.json.encode(HEAD) + b"\n")
        file.writelines(islice(side_by_side, records))


if __name__ == "__main__":
    write(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
