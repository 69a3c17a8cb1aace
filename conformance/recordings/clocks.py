"""Readings that are not those of the applications' clock, told by what the messages themselves show.

A recorder may read a clock that began when its machine did, or count seconds, or take a local time for that
of UTC. Held against the system, each would make its messages late or early, or wrongly stamped. So such a
record is told and not judged.

- A JMSTimestamp of this century beside a reading that is far from it: two clocks, or other units.
- A reading that is one of these years in seconds, also where no message shows a time.
- The first JMSTimestamp that a sender sees is whole half hours away from the readings, as between time
  zones. Which of both is wrong nobody can tell then; once one was right, a later one is judged.

Left out: other units without any time in the messages.
"""

from typing import Final

from mqtck.reference.vocabulary.outcomes import Browsed, MessageReturned, Outcome, Sent
from mqtck.reference.vocabulary.recordings import LEAST_STAMP, Record

_OF_THE_EPOCH: Final = 100_000_000_000
"""Ms below which a reading is of no year in which messages were sent."""

_SECONDS: Final = range(1_500_000_000, 2_200_000_000)
"""Seconds of the years 2017 to 2039; as ms they are 17 to 26 days."""

_HALF_AN_HOUR: Final = 1_800_000
_ZONES: Final = 28
"""Half hours between the time zones that are farthest from UTC and UTC itself."""

_NEAR: Final = 2000

_EXPECTED: Final = "readings are those of the applications' clock, in ms since the epoch"


class Clocks:
    """Looks at the records of one trace, in turn."""

    def __init__(self) -> None:
        self._agreed = False

    def wrong(self, record: Record) -> str:
        """Why a record has no readings of the applications' clock; empty where nothing shows that."""
        reading = record.ended
        stamps = _stamps(record.outcome)
        if stamps and abs(reading) < _OF_THE_EPOCH and min(stamps) > LEAST_STAMP:
            return f"the JMSTimestamp {min(stamps)} is not of the clock that reads {reading}; {_EXPECTED}"
        if reading in _SECONDS:
            return f"ended ({reading}) is perhaps a reading in seconds; {_EXPECTED}"
        if isinstance(record.outcome, Sent) and stamps and not self._agreed:
            halves, rest = _half_hours(stamps[0] - record.started)
            if 0 < abs(halves) <= _ZONES and abs(rest) <= _NEAR:
                hours = f"{halves / 2:+g} h"
                return f"the JMSTimestamp {stamps[0]} is {hours} from the reading, as in another time zone"
            self._agreed = halves == 0
        return ""


def _half_hours(difference: int) -> tuple[int, int]:
    """The nearest number of half hours, and what is beyond it in ms."""
    halves = (difference + _HALF_AN_HOUR // 2) // _HALF_AN_HOUR
    return halves, difference - halves * _HALF_AN_HOUR


def _stamps(outcome: Outcome) -> list[int]:
    match outcome:
        case Sent(header=header):
            headers = [header]
        case MessageReturned(message=message):
            headers = [message.header]
        case Browsed(messages=messages):
            headers = [message.header for message in messages]
        case _:
            return []
    return [header.timestamp for header in headers if isinstance(header.timestamp, int)]
