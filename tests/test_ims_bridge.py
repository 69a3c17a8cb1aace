"""Replies of the IMS bridge: unlimited, unless the request asks for its expiry to be passed."""

from typing import Any

import msgspec
import pytest
from by_hand import blamed, fine, judged, played
from msgspec.structs import replace

from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Command,
    DefineLocalQueue,
    MqGet,
    MqPut,
    ReadDepth,
    SetDeadLetterQueue,
)
from mqtck.reference.vocabulary.constants import PASS_EXPIRATION, MessageType, Report
from mqtck.reference.vocabulary.environment import DefineImsBridgeQueue
from mqtck.reference.vocabulary.messages import (
    Descriptor,
    ImsHeader,
    OutgoingMessage,
    PutDescriptor,
    SeenMessage,
)
from mqtck.reference.vocabulary.outcomes import Browsed, DepthRead, MessageReturned, NoMessage, Outcome
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.traces import FORMAT_VERSION, Trace, TraceHead

FIXTURES = (DefineImsBridgeQueue("BRIDGE"), DefineLocalQueue("R"))
SECONDS = 1000
PASSING = ImsHeader(PASS_EXPIRATION)


def request(expiry: int = 600, header: ImsHeader | None = PASSING, **fields: Any) -> MqPut:
    message = OutgoingMessage("m1", reply_to="R", ims_header=header, **fields)
    return MqPut("BRIDGE", message, PutDescriptor(expiry=expiry))


def reply(expiry: int) -> MessageReturned:
    return MessageReturned(SeenMessage(body="m1", descriptor=Descriptor(expiry=expiry, feedback=0)))


def answered(put: MqPut, wait: int = 10, look: Command | None = None) -> Trace:
    return played(*FIXTURES, put, Advance(wait * SECONDS), look or MqGet("R"))


def expiry_of(trace: Trace) -> object:
    outcome = trace.steps[-1].outcome
    assert isinstance(outcome, MessageReturned), outcome
    return outcome.message.descriptor.expiry


# --- unlimited by default (EX-60) ---------------------------------------------------------------------------


@pytest.mark.parametrize("header", [None, ImsHeader(), ImsHeader(0x2), ImsHeader(0x80)])
@pytest.mark.parametrize("expiry", [600, -1])
def test_a_reply_is_unlimited(header: ImsHeader | None, expiry: int) -> None:
    trace = answered(request(expiry, header))
    assert expiry_of(trace) == -1
    assert fine(trace)
    assert "EX-60" in judged(trace).exercised
    for wrong in (600, 500, 0, 1):
        assert blamed(trace, {-1: reply(wrong)}) == ("EX-60",)


def test_an_unlimited_reply_outlives_its_request() -> None:
    trace = answered(request(50, ImsHeader()), wait=2, look=ReadDepth("R"))
    later = (*(step.command for step in trace.steps), Advance(100 * SECONDS), MqGet("R"))
    again = played(*later)
    assert expiry_of(again) == -1
    assert fine(again)


# --- passed on request (EX-61) ------------------------------------------------------------------------------


@pytest.mark.parametrize("flags", [0x1, 0x3, 0x81])
def test_the_rest_of_the_life_is_passed(flags: int) -> None:
    trace = answered(request(600, ImsHeader(flags)))
    assert expiry_of(trace) == 500
    assert fine(trace)
    assert "EX-61" in judged(trace).exercised


@pytest.mark.parametrize("expiry", [500, 481, 491, 509, 550, 600])
def test_how_the_expiry_is_computed_is_open(expiry: int) -> None:
    """The bridge may have answered at the end of the wait, and may pass what the request was put with.

    It may also count in seconds, when it takes the request and when it puts the reply.
    """
    trace = answered(request(600))
    assert fine(trace, {-1: reply(expiry)})


@pytest.mark.parametrize("expiry", [-1, 0, 470, 601, 6000])
def test_what_is_passed_is_limited_positive_and_of_the_request(expiry: int) -> None:
    trace = answered(request(600))
    assert blamed(trace, {-1: reply(expiry)}) == ("EX-61",)


def test_a_reply_that_waits_has_less_and_less() -> None:
    looks = (Advance(SECONDS), MqGet("R"))
    trace = played(*FIXTURES, request(600), Advance(SECONDS), Browse("R"), Advance(30 * SECONDS), *looks)
    assert expiry_of(trace) == 280
    assert fine(trace)
    assert blamed(trace, {-1: reply(600)}) == ("EX-61",)


@pytest.mark.parametrize("expiry", [-1, 600])
def test_what_is_passed_of_an_unlimited_request_is_open(expiry: int) -> None:
    trace = answered(request(-1))
    assert expiry_of(trace) == -1
    assert fine(trace, {-1: reply(expiry)})


def test_a_reply_to_an_unlimited_request_may_have_a_life_that_ends() -> None:
    days = 3 * 24 * 3600
    trace, depth = answered(request(-1), wait=days), answered(request(-1), wait=days, look=ReadDepth("R"))
    assert expiry_of(trace) == -1
    assert fine(trace)
    assert fine(trace, {-1: NoMessage()})
    assert fine(depth, {-1: DepthRead(0)})


def test_a_passed_life_ends() -> None:
    trace = played(*FIXTURES, request(50), Advance(SECONDS), ReadDepth("R"), Advance(9 * SECONDS), MqGet("R"))
    assert isinstance(trace.steps[-1].outcome, NoMessage)
    assert fine(trace)


# --- the bridge ---------------------------------------------------------------------------------------------


def test_a_request_is_gone_when_it_was_answered() -> None:
    trace = answered(request(), look=MqGet("BRIDGE"))
    assert isinstance(trace.steps[-1].outcome, NoMessage)
    assert fine(trace)


def test_a_request_whose_life_is_over_is_not_answered() -> None:
    """On a virtual clock the bridge may have been quicker; both are right."""
    expired = played(*FIXTURES, request(20, ImsHeader()), Advance(60 * SECONDS), MqGet("R"))
    assert fine(expired, {-1: NoMessage(reason=2033)})
    assert fine(expired, {-1: reply(-1)})


def test_nobody_is_answered_without_a_reply_to_queue() -> None:
    message = OutgoingMessage("m1", ims_header=PASSING)
    trace = played(*FIXTURES, MqPut("BRIDGE", message), Advance(SECONDS), ReadDepth("R"))
    assert trace.steps[-1].outcome == DepthRead(0)
    assert fine(trace)


def test_a_missing_reply_is_no_business_of_these_rules() -> None:
    judgement = judged(answered(request()), {-1: NoMessage(reason=2033)})
    assert not judgement.breaches
    assert judgement.indeterminate


def test_the_bridge_gets_like_an_application() -> None:
    """Confirmations of the request may come, and nobody is accused of them."""
    trace = played(*FIXTURES, request(600, report=int(Report.COD)), Advance(SECONDS), Browse("R"))
    answer = SeenMessage(body="m1", descriptor=Descriptor(expiry=590, feedback=0))
    confirmation = SeenMessage(body="", descriptor=Descriptor(feedback=260, message_type=4))
    assert fine(trace, {-1: Browsed((answer,))})
    assert fine(trace, {-1: Browsed((confirmation, answer))})


def test_several_requests_are_told_apart() -> None:
    second = MqPut("BRIDGE", OutgoingMessage("m2", reply_to="R"), PutDescriptor(expiry=600))
    trace = played(*FIXTURES, request(600), second, Advance(10 * SECONDS), Browse("R"))
    outcome = trace.steps[-1].outcome
    assert isinstance(outcome, Browsed)
    assert {message.body: message.descriptor.expiry for message in outcome.messages} == {"m1": 500, "m2": -1}
    assert fine(trace)


@pytest.mark.parametrize(
    ("seen", "rules"),
    [(NoMessage(reason=2033), ()), (reply(500), ()), (reply(-1), ("EX-61",)), (reply(300), ("EX-61",))],
)
def test_on_a_real_clock_the_bridge_takes_its_time(seen: Outcome, rules: tuple[str, ...]) -> None:
    trace = answered(request(600))
    head = TraceHead(mqtck_trace=FORMAT_VERSION, adapter="by hand", clock=ClockKind.REAL)
    steps = (*trace.steps[:-1], trace.steps[-1].__class__(MqGet("R"), seen, *_last(trace)))
    assert blamed(Trace(head, steps), {}) == rules


def _last(trace: Trace) -> tuple[int, int]:
    step = trace.steps[-1]
    return step.started, step.ended


def test_flags_that_cannot_be() -> None:
    with pytest.raises(msgspec.ValidationError, match="flags"):
        msgspec.convert({"flags": -1}, ImsHeader)


def test_a_reply_that_no_queue_took_and_that_is_dead_lettered_later_is_not_taken_for_its_request() -> None:
    """Whether the bridge tries again is silent, and so is the type of its reply."""
    put = MqPut(
        "BRIDGE", OutgoingMessage("m1", reply_to="MISSING", ims_header=ImsHeader()), PutDescriptor(600)
    )
    commands = (*FIXTURES, put, Advance(3 * SECONDS), SetDeadLetterQueue("R"), Advance(SECONDS), Browse("R"))
    shown = Descriptor(expiry=-1, feedback=0, message_type=MessageType.REPLY)
    for kind in (MessageType.REPLY, MessageType.REQUEST):
        seen = SeenMessage(body="m1", descriptor=replace(shown, message_type=kind))
        assert blamed(played(*commands), {-1: Browsed((seen,))}) == ()
