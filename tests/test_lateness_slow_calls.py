"""On a real clock: what a JMS client or a slow machine is late with, after its look or its slowest call."""

import pytest

from mqtck.conformance.judging.judge import judge_trace
from mqtck.reference.state.lateness import DISCARD_TIME, REPORT_TIME
from mqtck.reference.vocabulary.commands import (
    Advance,
    Command,
    CreateProducer,
    DefineLocalQueue,
    MqGet,
    MqPut,
    ReadDepth,
    Receive,
    Send,
    SendArguments,
)
from mqtck.reference.vocabulary.constants import DeliveryMode, Report
from mqtck.reference.vocabulary.messages import OutgoingMessage, PutDescriptor, QueueDestination
from mqtck.reference.vocabulary.outcomes import DepthRead, Done, NoMessage, Outcome, Sent
from mqtck.reference.vocabulary.profile import ClockKind, Profile
from mqtck.reference.vocabulary.traces import Step, Trace, TraceHead

START = 1_700_000_000_000
LIFE = 2000


def blamed(*calls: tuple[Command, Outcome, int]) -> list[str]:
    """Whom the judge blames first, each time; a call is given with the ms that it took."""
    now, steps = START, []
    for command, outcome, took in calls:
        steps.append(Step(command, outcome, now, now + took))
        now += took
    judged = judge_trace(Trace(TraceHead(1, "somebody", ClockKind.REAL, Profile()), tuple(steps)))
    assert not judged.indeterminate
    return [breach.rules[0] for breach in judged.breaches]


def defined(*queues: str) -> tuple[tuple[Command, Outcome, int], ...]:
    return tuple((DefineLocalQueue(queue), Done(), 1) for queue in queues)


def waited(milliseconds: int) -> tuple[Command, Outcome, int]:
    return Advance(milliseconds), Done(), milliseconds


LIVED = waited(LIFE + 20)
"""That long, and a moment."""

SENT = (
    *defined("Q"),
    (CreateProducer("p", destination=QueueDestination("Q")), Done(), 1),
    (
        Send(
            "p",
            OutgoingMessage("m"),
            arguments=SendArguments(DeliveryMode.NON_PERSISTENT, priority=0, time_to_live=LIFE),
        ),
        Sent(),
        10,
    ),
)
COUNTED = (ReadDepth("Q"), DepthRead(1), 1)


def test_what_a_jms_client_has_found_expired_may_count_for_a_moment() -> None:
    found = (Receive("Q"), NoMessage(), 10)
    assert blamed(*SENT, LIVED, found, COUNTED) == []
    assert blamed(*SENT, LIVED, found, waited(DISCARD_TIME - 20), COUNTED) == []
    assert blamed(*SENT, LIVED, found, waited(DISCARD_TIME + 20), COUNTED) == ["EX-12"]


def put(report: int = 0) -> tuple[Command, Outcome, int]:
    message = OutgoingMessage("m", report=report, reply_to="R" if report else None)
    return MqPut("Q", message, PutDescriptor(expiry=LIFE // 100)), Sent(), 1


@pytest.mark.parametrize(("took", "rules"), [(1, ["EX-12"]), (900, ["EX-12"]), (2000, ["EX-12"]), (9000, [])])
def test_a_discard_may_be_as_late_as_a_call_before_was_slow(took: int, rules: list[str]) -> None:
    slow = (MqPut("S", OutgoingMessage("s"), PutDescriptor()), Sent(), took)
    found = (MqGet("Q"), NoMessage(), 1)
    begun = (*defined("Q", "S"), slow, put(), LIVED, found)
    assert blamed(*begun, waited(DISCARD_TIME + 5000), COUNTED) == rules


@pytest.mark.parametrize(("later", "rules"), [(DISCARD_TIME - 100, []), (DISCARD_TIME + 100, ["EX-12"])])
def test_it_may_be_so_where_the_call_came_in_between(later: int, rules: list[str]) -> None:
    slow = (MqPut("S", OutgoingMessage("s"), PutDescriptor()), Sent(), 4000)
    found = (MqGet("Q"), NoMessage(), 1)
    assert blamed(*defined("Q", "S"), put(), LIVED, found, slow, waited(later), COUNTED) == rules


@pytest.mark.parametrize(("beyond", "rules"), [(0, ["EX-21"]), (9000, [])])
def test_a_report_may_be_as_late_as_time_passed_beyond_what_was_asked(beyond: int, rules: list[str]) -> None:
    """A receive that takes long may have waited for its message, and tells nothing."""
    idle = (Advance(100), Done(), 100 + beyond)
    long = (Receive("S", wait=9000), NoMessage(), 20_000)
    begun = (*defined("Q", "R", "S"), idle, long, put(Report.EXPIRATION), LIVED)
    found = ((MqGet("Q"), NoMessage(), 1), waited(REPORT_TIME + 1000))
    assert blamed(*begun, *found, (ReadDepth("R"), DepthRead(0), 1)) == rules
