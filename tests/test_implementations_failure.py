"""The second implementation where a message cannot be put: explicit values, no model asked."""

import pytest
from second_implementation import (
    HOUR,
    NON_PERSISTENT,
    NOTHING_DISABLED,
    PERSISTENT,
    delayed,
    expiry,
    on_every_right_one,
)

from implementations.bench import Bench
from implementations.simulation.world import SimulatedAdapter
from implementations.witnesses.parts.common import Q, failed
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Command,
    DefineLocalQueue,
    SetDeadLetterQueue,
    Switch,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode, Feedback, MessageType, Report
from mqtck.reference.vocabulary.messages import DeadLetterHeader, DelayHeader

on_all_right_ones = on_every_right_one(0)


@pytest.fixture
def preferred() -> Bench:
    return Bench(SimulatedAdapter().open_world())


EXCEPTION, DISCARD = int(Report.EXCEPTION), int(Report.DISCARD_MSG)
DLQ_BAD = AlterQueue("DLQ", AttributeChanges(put=Switch.DISABLED))
DLQ_ONE = AlterQueue("DLQ", AttributeChanges(max_depth=1))
DLQ_OK = AlterQueue("DLQ", AttributeChanges())
REPLY_BAD = AlterQueue("REPLY", AttributeChanges(put=Switch.DISABLED))
REPLY_OK = AlterQueue("REPLY", AttributeChanges())
# report options, reply queue, dead-letter queue, then what the dead-letter, reply and staging queues hold
# for a persistent message, and for one that is not
CASCADE = [
    (0, REPLY_OK, DLQ_OK, (1, 0, 0), (1, 0, 0)),
    (0, REPLY_OK, DLQ_BAD, (0, 0, 1), (0, 0, 1)),
    (DISCARD, REPLY_OK, DLQ_OK, (0, 0, 0), (0, 0, 0)),
    (DISCARD, REPLY_BAD, DLQ_BAD, (0, 0, 0), (0, 0, 0)),
    (EXCEPTION, REPLY_OK, DLQ_OK, (1, 1, 0), (1, 1, 0)),
    (EXCEPTION, REPLY_OK, DLQ_ONE, (1, 1, 0), (1, 1, 0)),
    (EXCEPTION, REPLY_OK, DLQ_BAD, (0, 0, 1), (0, 0, 1)),
    (EXCEPTION, REPLY_BAD, DLQ_OK, (2, 0, 0), (2, 0, 0)),
    (EXCEPTION, REPLY_BAD, DLQ_ONE, (0, 0, 1), (1, 0, 0)),
    (EXCEPTION, REPLY_BAD, DLQ_BAD, (0, 0, 1), (0, 0, 1)),
    (EXCEPTION | DISCARD, REPLY_OK, DLQ_BAD, (0, 1, 0), (0, 1, 0)),
    (EXCEPTION | DISCARD, REPLY_BAD, DLQ_OK, (1, 0, 0), (1, 0, 0)),
    (EXCEPTION | DISCARD, REPLY_BAD, DLQ_BAD, (0, 0, 1), (0, 0, 0)),
]


@pytest.mark.parametrize(("report", "reply", "dead_letter", "persistent", "non_persistent"), CASCADE)
@pytest.mark.parametrize("mode", [PERSISTENT, NON_PERSISTENT])
@on_all_right_ones
def test_failure_cascade(
    any_right: Bench,
    report: int,
    reply: Command,
    dead_letter: Command,
    persistent: tuple[int, int, int],
    non_persistent: tuple[int, int, int],
    mode: DeliveryMode,
) -> None:
    """DD-97 to DD-105; what is kept arrives once when everything works again."""
    any_right.do(*failed(report, reply, dead_letter, delivery_mode=mode))
    expected = persistent if mode is PERSISTENT else non_persistent
    assert tuple(any_right.depth(queue) for queue in ("DLQ", "REPLY", STAGING_QUEUE)) == expected
    for queue in ("Q", "REPLY", "DLQ"):
        any_right.do(AlterQueue(queue, NOTHING_DISABLED))
    any_right.do(Advance(HOUR))
    assert any_right.depth(STAGING_QUEUE) == 0
    arrived = [seen for queue in ("Q", "DLQ") for seen in any_right.browsed(queue) if seen.body == "m"]
    if expected[2] == 1 and report & DISCARD == 0:
        assert len(arrived) == 1


@on_all_right_ones
def test_report_and_dead_letter_are_about_the_original(any_right: Bench) -> None:
    """DD-98, DD-101, X-17, X-20."""
    any_right.do(*failed(EXCEPTION))
    (dead,) = any_right.browsed("DLQ")
    (report,) = any_right.browsed("REPLY")
    assert (dead.body, dead.delay_header) == ("m", DelayHeader.ABSENT)
    header = dead.dead_letter_header
    assert isinstance(header, DeadLetterHeader)
    # The name may fill its field; which reason is given is open.
    assert header.destination_queue.rstrip() == "Q"
    assert header.reason in {2051, 2195}
    assert report.descriptor.correlation_id == dead.descriptor.message_id
    assert report.descriptor.message_type is MessageType.REPORT
    # Which reason it gives is open: that of the put, or one of the application's range.
    assert report.descriptor.feedback in {2051, 65536}


@on_all_right_ones
def test_expiry_on_the_staging_queue_is_reported_for_the_original(any_right: Bench) -> None:
    """DD-82, DD-83, DD-84, X-18: no dead-letter queue, so that the message waits on staging."""
    full_data = int(Report.EXPIRATION_WITH_FULL_DATA)
    any_right.do(*Q, DefineLocalQueue("REPLY"))
    sent = any_right.sent(*delayed("m", 5000, 8000, full_data))
    any_right.do(AlterQueue("Q", AttributeChanges(put=Switch.DISABLED)), Advance(6000))
    assert any_right.browsed("REPLY") == ()
    # Looked for at once: a report may have a life of its own of a minute.
    any_right.do(Advance(3000), Browse(STAGING_QUEUE))
    (report,) = any_right.browsed("REPLY")
    assert report.descriptor.feedback == Feedback.EXPIRATION
    assert report.descriptor.correlation_id == sent.descriptor.message_id
    assert (report.body, report.delay_header) == ("m", DelayHeader.ABSENT)
    any_right.do(AlterQueue("Q", NOTHING_DISABLED), Advance(HOUR))
    assert any_right.browsed("Q") == ()


@on_all_right_ones
def test_life_goes_on_on_the_dead_letter_queue(any_right: Bench) -> None:
    """EX-46, EX-47: 60 s of life, seen 15 s and 25 s after the put."""
    any_right.do(*Q, DefineLocalQueue("DLQ"), SetDeadLetterQueue("DLQ"), *delayed("m", 5000, 60000))
    any_right.do(AlterQueue("Q", AttributeChanges(put=Switch.DISABLED)), Advance(15000))
    values = [expiry(any_right.browsed("DLQ")[0])]
    any_right.do(Advance(10000))
    values.append(expiry(any_right.browsed("DLQ")[0]))
    assert 440 <= values[0] <= 460
    assert 340 <= values[1] <= 360
    any_right.do(Advance(36000))
    assert any_right.browsed("DLQ") == ()
