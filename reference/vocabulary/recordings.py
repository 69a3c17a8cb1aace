"""Recordings: traces of a live system, written by somebody else's program.

A recording is one file or many, of JSON lines or of Parquet. A line is a head (`traces.TraceHead`), or a
`Record`: a step with, where several traces stand in one file, the id of its trace. What was not recorded
is unknown; the head tells what was recorded completely (`Observed`).
"""

from typing import Annotated, Final, Literal

import msgspec

from .base import Name, QueueName
from .commands import Command
from .outcomes import Outcome, Sent

Reading = Annotated[int, msgspec.Meta(ge=-(1 << 53), le=1 << 53)]
Position = Annotated[int, msgspec.Meta(ge=0, le=1 << 53)]

EVERY: Final = "all"
LAST_READING: Final = 253_402_300_799_999
"""Ms: the end of the year 9999. A clock that is read in smaller units is far beyond it."""

_MINUTE: Final = 60
LEAST_STAMP: Final = 1_000_000_000_000
"""Ms: of the year 2001. Less may be a reading of a clock that begins elsewhere."""


class Observed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a recording tells completely; of all else it tells only what stands in it.

    `producers`: all calls on these producers, from their creation on ("all": on each whose creation is
    recorded). `queues` (of QM1): all that anybody did to these queues and with their messages, from when
    they were empty on, and all that concerns their queue manager as a whole: its dead-letter queue, its
    ends and starts, its staging queue's definition.
    """

    producers: tuple[Name, ...] | Literal["all"] = ()
    queues: tuple[QueueName, ...] = ()

    def producer(self, name: str) -> bool:
        """Whether all calls on this producer are recorded."""
        return self.producers == EVERY or name in self.producers


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A step with its place: the id of its trace, and its number there.

    A number counts the records of the trace one by one, in the order in which the calls began: a hole is
    a record that was lost. Without numbers the readings order the records. The readings (ms) are those of
    one clock, before and after the call.
    """

    command: Command
    outcome: Outcome
    started: Reading
    ended: Reading
    trace: str | None = None
    position: Position | None = None

    def __post_init__(self) -> None:
        if abs(self.ended) > LAST_READING:
            raise ValueError(f"ended ({self.ended}) is no reading in ms; is it one in microseconds?")
        if isinstance(self.outcome, Sent) and _is_of_seconds(self.ended, self.outcome.header.timestamp):
            raise ValueError(f"ended ({self.ended}) is no reading in ms; is it one in seconds?")
        if self.ended < self.started:
            raise ValueError(f"ended ({self.ended}) is before started ({self.started})")


def _is_of_seconds(reading: int, stamp: object) -> bool:
    """Whether a JMSTimestamp of the call, which is in ms, says the same time as the reading in seconds."""
    return isinstance(stamp, int) and stamp > LEAST_STAMP and abs(stamp // 1000 - reading) <= _MINUTE
