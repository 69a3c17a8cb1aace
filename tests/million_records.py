"""Write a large recording in which one message of all comes too early: what `docs/recording.md` measures.

    python tests/million_records.py FILE [RECORDS] [TRACES]

Each trace is a queue to which orders are sent with a delay of two seconds, and from which another session
receives them half a second after they are due. In the middle of the middle trace one is received after
1,900 ms. Traces are written side by side, as a recorder of many queue managers would.
"""

import sys
from collections.abc import Iterator
from itertools import chain, count, islice
from pathlib import Path

HEAD = '{"mqtck_trace":1,"adapter":"the shop","clock":"real","observed":{"producers":"all"}}\n'
LINE = '{"trace":"%s","command":%s,"outcome":%s,"started":%d,"ended":%d}\n'
DONE = '{"outcome":"done"}'
PAUSE = 10
"""Milliseconds between two orders of a trace."""

DELAY, EARLY, WAIT = 2000, 1900, 2500


def lines(trace: str, planted: int) -> Iterator[str]:
    """The records of a trace without end; order `planted` is received too early."""
    yield LINE % (trace, '{"command":"create producer","producer":"p"}', DONE, 0, 1)
    delay = '{"command":"set delivery delay","producer":"p","milliseconds":%d}' % DELAY
    yield LINE % (trace, delay, DONE, 1, 2)
    for number in count(1):
        at = number * PAUSE
        send = (
            '{"command":"send","producer":"p","message":{"label":"order-%d"},"destination":{"queue":"ORDERS"}}'
        ) % number
        shown = '{"message_id":"ID:%048x","timestamp":%d,"expiration":0,"priority":4}'
        sent = f'{{"outcome":"sent","header":{shown % (number, at)}}}'
        yield LINE % (trace, send, sent, at, at + 1)
        before = number - WAIT // PAUSE
        if before >= 1:
            began = at + (5 if before != planted else 5 - WAIT + EARLY)
            message = '{"body":"order-%d","header":%s}' % (before, shown % (before, before * PAUSE))
            got = f'{{"outcome":"message returned","message":{message}}}'
            yield LINE % (trace, '{"command":"receive","queue":"ORDERS"}', got, began, began + 1)


def write(path: Path, records: int, traces: int) -> None:
    """So many records in so many traces."""
    each = -(-(records - 1) // traces)
    planted = each // 4
    streams = [lines(f"t{number}", planted if number == traces // 2 else 0) for number in range(traces)]
    side_by_side = chain.from_iterable(zip(*streams, strict=False))
    with path.open("w", encoding="ascii") as file:
        file.write(HEAD)
        file.writelines(islice(side_by_side, records - 1))


if __name__ == "__main__":
    arguments = [*sys.argv[1:], "1000000", "40"][:3] if len(sys.argv) < 4 else sys.argv[1:]
    write(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000, int(sys.argv[3]) if len(sys.argv) > 3 else 40)
