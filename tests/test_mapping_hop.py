"""The header mapping over the staging queue, in replies and in reports."""

from typing import Any

import pytest
from header_traces import (
    AS_DEFINED,
    BYTES,
    ID,
    LONG_BYTES,
    NEWS,
    ORDERS,
    PLAIN,
    PROVIDER,
    TEXT,
    at_receipt,
    at_send,
    blamed,
    delayed,
    only_jms,
    only_receipts,
    publication,
    trace_of,
    with_outcomes,
)
from msgspec import UNSET
from msgspec.structs import replace

from mqtck.conformance.judging.judge import judge_trace
from mqtck.reference.chapters.correlation_fields import passed_on_fits
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    MatchCorrelationId,
    MqGet,
    Receive,
    Send,
    SetDeliveryDelay,
    SetTimeToLive,
    Switch,
)
from mqtck.reference.vocabulary.constants import DeliveryMode, Report
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination
from mqtck.reference.vocabulary.outcomes import MessageReturned, NoMessage, Outcome, Sent
from mqtck.reference.vocabulary.traces import Step, Trace

# --- over the staging hop --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("message", "values", "rule"),
    [
        (TEXT, {"destination": "queue:///SYSTEM.DDELAY.LOCAL.QUEUE"}, "X-42"),
        (TEXT, {"destination": None}, "X-42"),
        (TEXT, {"destination": "queue://QM1/ORDERS"}, "X-42"),
        (TEXT, {"reply_to": None}, "X-42"),
        (TEXT, {"type": None}, "X-42"),
        (TEXT, {"correlation_id": None}, "X-42"),
        (TEXT, {"delivery_mode": 1}, "X-42"),
        (PROVIDER, {"correlation_id": "ID:" + ID}, "X-42"),
        (PLAIN, {"type": "added"}, "X-42"),
    ],
)
def test_what_the_hop_changes_is_blamed_on_the_hop(
    message: OutgoingMessage, values: dict[str, Any], rule: str
) -> None:
    trace = delayed(message)
    if message is PLAIN:
        trace = at_send(trace, "folder", type=None)
    assert blamed(at_receipt(trace, "folder", **values))[0] == rule


@pytest.mark.parametrize("message", [TEXT, PROVIDER, BYTES, LONG_BYTES])
def test_a_correlation_id_that_is_not_restored(message: OutgoingMessage) -> None:
    trace = delayed(message)
    original = next(one.outcome for one in trace.steps if isinstance(one.outcome, Sent)).descriptor.message_id
    assert blamed(at_receipt(trace, "descriptor", correlation_id=original)) == ["X-03"]
    assert blamed(at_receipt(trace, "descriptor", correlation_id="00" * 24)) == ["X-03"]
    assert blamed(at_receipt(only_receipts(trace), "descriptor", correlation_id=original)) == ["X-03"]


def test_a_wrong_write_is_not_blamed_on_the_hop_as_well() -> None:
    values = {"type": "INVOICE"}
    assert blamed(at_receipt(at_send(delayed(TEXT), "folder", **values), "folder", **values)) == ["HM-38"]


def as_altered() -> Trace:
    """DEFPSIST is NO at the send, and altered during the delay."""
    return trace_of(
        SetDeliveryDelay("p", 2000),
        Send("p", PLAIN, AS_DEFINED),
        AlterQueue("ORDERS", AttributeChanges(default_persistence=DeliveryMode.PERSISTENT)),
        Advance(3000),
        Receive("ORDERS"),
    )


def test_a_mode_that_is_decided_again_at_the_delivery() -> None:
    assert blamed(as_altered()) == []
    assert blamed(at_receipt(as_altered(), "folder", delivery_mode=2)) == ["X-27"]
    assert blamed(at_receipt(only_receipts(as_altered()), "folder", delivery_mode=2)) == ["X-27"]
    assert blamed(at_receipt(only_receipts(as_altered()), "folder", delivery_mode=1)) == []
    assert blamed(at_receipt(only_jms(as_altered()), "header", delivery_mode=2)) == ["X-27"]


# --- replies ---------------------------------------------------------------------------------------


def reply(delay: int = 0) -> Trace:
    return trace_of(
        Send("p", OutgoingMessage("request"), ORDERS),
        SetDeliveryDelay("p", delay),
        Send("p", OutgoingMessage("m", correlates_with="request"), QueueDestination("REPLIES")),
        Advance(delay + 1000),
        MqGet("REPLIES", match=MatchCorrelationId("request")),
        Receive("ORDERS"),
    )


def only_reply(trace: Trace, part: str, **values: Any) -> Trace:
    """The trace with other values in the send of the reply."""

    def change(step: Step) -> Step:
        if isinstance(step.command, Send) and step.command.message.label == "m":
            assert isinstance(step.outcome, Sent)
            changed = replace(step.outcome, **{part: replace(getattr(step.outcome, part), **values)})
            return Step(step.command, changed, step.started, step.ended)
        return step

    return Trace(trace.head, tuple(change(step) for step in trace.steps))


@pytest.mark.parametrize("delay", [0, 3000])
def test_a_reply_carries_the_bytes_of_the_request(delay: int) -> None:
    trace = reply(delay)
    assert blamed(trace) == []
    assert blamed(only_reply(trace, "descriptor", correlation_id="00" * 24))[0] == "X-40"
    assert blamed(only_reply(trace, "folder", correlation_id="ID:" + ID))[0] == "X-40"


@pytest.mark.parametrize("delay", [0, 3000])
def test_a_reply_is_got_by_that_id_and_must_be(delay: int) -> None:
    trace = reply(delay)

    def lost(step: Step) -> Step:
        wrong = NoMessage() if isinstance(step.command, MqGet) else step.outcome
        return Step(step.command, wrong, step.started, step.ended)

    judged = judge_trace(Trace(trace.head, tuple(lost(step) for step in trace.steps)))
    assert judged.breaches


def test_an_id_that_was_not_seen_is_not_compared() -> None:
    def hidden(outcome: Outcome) -> Outcome:
        if not isinstance(outcome, Sent):
            return outcome
        header = replace(outcome.header, message_id=UNSET)
        return Sent(header, replace(outcome.descriptor, message_id=UNSET), outcome.folder)

    trace = with_outcomes(reply(), hidden)
    assert blamed(only_reply(trace, "descriptor", correlation_id="00" * 24)) == []


def test_a_request_that_was_refused_has_no_id_to_answer() -> None:
    trace = trace_of(
        AlterQueue("ORDERS", AttributeChanges(put=Switch.DISABLED)),
        Send("p", OutgoingMessage("request"), ORDERS),
        Send("p", OutgoingMessage("m", correlates_with="request"), QueueDestination("REPLIES")),
        MqGet("REPLIES", match=MatchCorrelationId("request")),
        MqGet("REPLIES"),
    )
    assert isinstance(trace.steps[-3].outcome, Sent)
    assert [type(step.outcome) for step in trace.steps[-2:]] == [NoMessage, MessageReturned]
    assert blamed(trace) == []


def test_a_report_passes_on_the_string_of_the_application() -> None:
    message = OutgoingMessage(
        "m",
        report=int(Report.EXPIRATION | Report.PASS_CORREL_ID),
        reply_to="REPLIES",
        correlation_text="order 17",
    )
    trace = trace_of(
        SetTimeToLive("p", 4000),
        SetDeliveryDelay("p", 2000),
        Send("p", message, ORDERS),
        Advance(9000),
        Receive("ORDERS"),
        Receive("REPLIES"),
    )
    assert isinstance(trace.steps[-1].outcome, MessageReturned)
    assert blamed(trace) == []
    assert blamed(at_receipt(trace, "descriptor", correlation_id=b"order 17".hex() + "20" * 16)) == []


@pytest.mark.parametrize(
    ("message", "shown", "fits"),
    [
        (OutgoingMessage("m", correlation_text="order 17"), b"order 17".hex() + "20" * 16, True),
        (OutgoingMessage("m", correlation_text="order 17"), "00" * 24, False),
        (BYTES, "80ff00" + "00" * 21, True),
        (BYTES, "80ff00" + "20" * 21, False),
        (PLAIN, "00" * 24, True),
        (PLAIN, "11" * 24, None),
        (OutgoingMessage("m", same_object_as="l"), "11" * 24, None),
        (OutgoingMessage("m", correlation_text="ID:17"), "11" * 24, None),
    ],
)
def test_which_correlation_id_a_report_passes_on(message: OutgoingMessage, shown: str, fits: object) -> None:
    state, subject, _, _ = publication(message, NEWS)
    assert passed_on_fits(state, subject, shown) is fits
