"""How late internal work may be on a real clock before the judge calls it missing. All in ms.

The documents promise no moment for any of it, and a liveness limit is all that a judge can have: what comes
later than this is told as never having come. On a virtual clock nothing is late: when an `Advance` returns,
all that has come due is done, but for what has failed before (`RETRY_TIME`). A delivery is no breach however
late it is (DD-02).

All of it is for an implementation that answers at once. One that has needed longer for a call (`SLOW_CALL`)
may be later by as much.
"""

from typing import Final

SLOW_CALL: Final = 1000
"""A call that waits for nothing and takes longer tells of a machine on which all else is as late."""

DISCARD_TIME: Final = 1000
"""From the look that finds a message expired to its discard; until then a depth counts it (EX-12, EX-35)."""

REPORT_TIME: Final = 5000
"""From an event to what the queue manager makes of it: a report (EX-37), a trigger message (X-39).

So long may a channel, too, have in its hands what then counts on one of two queues, on both or on neither.
"""

DELIVERY_TIME: Final = 1000
"""From a due time on: for so long a depth that counts the message does not prove that it has come (DD-06)."""

MOVE_TIME: Final = 1000
"""From the look that finds a message gone from its staging queue to its arrival (`between_queues`)."""

LOOKS_IN_VAIN: Final = 8
"""Looks, each more than `MOVE_TIME` behind the one before, that may all meet attempts to put a message."""

RETRY_TIME: Final = 3_600_000
"""Of a virtual clock: within it what has failed is tried again once at least, by the adapter contract."""

REPORT_LIFE: Final = 10_000
"""Ms that a report lives at least which inherits no life: none is named (ledger, chapter 9, item 21)."""
