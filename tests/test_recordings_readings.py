"""A reading that is not of the applications' clock is told, until one was seen to be right."""

import pytest

from mqtck.conformance.recordings.clocks import Clocks
from mqtck.reference.vocabulary.commands import Send
from mqtck.reference.vocabulary.messages import JmsHeader, OutgoingMessage
from mqtck.reference.vocabulary.outcomes import Sent
from mqtck.reference.vocabulary.recordings import Record

NOW = 1_750_000_000_000
HOUR = 3_600_000
SEND = Send("p", OutgoingMessage("a"))


def sent(stamp: int) -> Record:
    """A send that shows this JMSTimestamp, in ms beyond its reading."""
    return Record(SEND, Sent(header=JmsHeader(timestamp=NOW + stamp)), NOW, NOW + 1)


@pytest.mark.parametrize("stamp", [HOUR, -HOUR, 14 * HOUR, HOUR // 2, HOUR + 2000])
def test_a_first_stamp_of_another_time_zone_is_told(stamp: int) -> None:
    assert "from the reading, as in another time zone" in Clocks().wrong(sent(stamp))


@pytest.mark.parametrize("stamp", [0, 2001, HOUR + 2001, 15 * HOUR])
def test_what_no_time_zone_explains_is_judged(stamp: int) -> None:
    assert Clocks().wrong(sent(stamp)) == ""


@pytest.mark.parametrize(("first", "told"), [(0, False), (15 * HOUR, True)])
def test_only_behind_a_stamp_of_its_own_clock_a_later_one_is_judged(first: int, told: bool) -> None:  # noqa: FBT001
    clocks = Clocks()
    assert clocks.wrong(sent(first)) == ""
    assert bool(clocks.wrong(sent(HOUR))) is told
