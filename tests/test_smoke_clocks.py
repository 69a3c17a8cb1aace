"""`mqtck smoke`: how a real clock is read, and whether messages are stamped by the same one."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from test_smoke import told

from mqtck.conformance.contract import World
from mqtck.conformance.smoke.running import try_out


class ReadOtherwise:
    """A world on a real clock, of which the kit is given other readings."""

    def __init__(self, inner: World, read: Callable[[int], int]) -> None:
        self._inner = inner
        self._read = read
        self.execute = inner.execute
        self.close = inner.close

    def now(self) -> int:
        return self._read(self._inner.now())


def read_otherwise(read: Callable[[int], int]) -> Any:
    from campaign_adapters import RealTimeAdapter  # noqa: PLC0415 - brings in Spark

    class Adapter(RealTimeAdapter):
        def open_world(self) -> World:
            return ReadOtherwise(super().open_world(), read)

    return Adapter()


def test_a_clock_that_jumps_is_told_and_how_to_read_it() -> None:
    (coarse,) = told(read_otherwise(lambda now: now // 100 * 100))
    assert re.match(r"now\(\) jumps by about \d+ ms;.* Read it to the ms, from the clock that JMS", coarse)


def test_a_clock_as_coarse_as_that_of_a_system_is_worth_a_note() -> None:
    findings = try_out(read_otherwise(lambda now: int(now // 15.625 * 15.625)))
    (note,) = (one for one in findings if one.what == "the real clock is read to the ms")
    assert note.fine
    assert "jumps by about 1" in note.seen


@pytest.mark.parametrize(
    ("ahead", "seen"),
    [
        (3000, "JMSTimestamp of smoke-1 lies 3000 ms before the reading before the send, "),
        (-3000, "JMSTimestamp of smoke-1 lies 3000 ms after the reading behind the send, "),
    ],
)
def test_another_clock_than_that_of_the_timestamps_is_told(ahead: int, seen: str) -> None:
    (other,) = told(read_otherwise(lambda now: now + ahead))
    expected, shown = re.compile(r"\d+ ms").sub("some ms", seen), re.compile(r"\d+ ms").sub("some ms", other)
    assert shown.startswith(expected)
    assert "now() must read the clock that the sending client stamps messages by" in other
