"""Messages with two Expiry fields: what a put checks, and what a queue manager writes itself."""

from typing import Any

import msgspec
import pytest
from by_hand import blamed, fine, judged, played
from msgspec.structs import replace
from two_expiries import (
    ACCEPTED,
    EXPORTED,
    FORWARD,
    SECONDS,
    both,
    header,
    last_message,
    put,
    refusal,
    showing,
)

from mqtck.reference.comparisons.transmission import embedded_bounds
from mqtck.reference.queues.transmission_queues import Shape, data_of, shape_of
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Command,
    CreateProducer,
    MqPut1,
    ReadDepth,
    Send,
    SetDeliveryDelay,
    SetTimeToLive,
    StartChannel,
)
from mqtck.reference.vocabulary.messages import (
    OutgoingMessage,
    PutDescriptor,
    QueueDestination,
    SeenMessage,
    TransmissionHeader,
)
from mqtck.reference.vocabulary.outcomes import Browsed, DepthRead, Outcome, Refused, Sent

# --- the rules --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("length", "shape"),
    [
        (None, Shape.WHOLE),
        (427, Shape.CUT),
        (124, Shape.CUT),
        (123, Shape.SHORT),
        (120, Shape.SHORT),
        (0, Shape.SHORT),
    ],
)
def test_where_a_header_may_end(length: int | None, shape: Shape) -> None:
    """The Expiry of the embedded descriptor fills the bytes 120 to 123 of 428."""
    own = header(600, length=length)
    assert shape_of(own) is shape
    assert len(data_of(own)) == (428 if length is None else length)


def test_what_is_no_header() -> None:
    assert shape_of(None) is Shape.NONE
    assert shape_of(header(600, structure_id="DLH ")) is Shape.BAD


@pytest.mark.parametrize(
    ("expiry", "waited", "bounds"),
    [
        (600, (10_000, 10_000), (490, 510)),
        (600, (0, 0), (590, 600)),
        (20, (5000, 5000), (0, 0)),
        (20, (2500, 2500), (0, 5)),
        (600, (5000, 10_000), (490, 560)),
    ],
)
def test_what_is_left_in_the_header(expiry: int, waited: tuple[int, int], bounds: tuple[int, int]) -> None:
    assert embedded_bounds(expiry, waited) == bounds


@pytest.mark.parametrize(
    "fields",
    [
        {"length": 428},
        {"length": -1},
        {"structure_id": "XQH"},
        {"expiry": 1 << 31},
        {"remote_queue": "Q" * 49},
    ],
)
def test_headers_that_cannot_be(fields: dict[str, Any]) -> None:
    given = {"remote_queue": "Q", "remote_queue_manager": "QM2", **fields}
    with pytest.raises(msgspec.ValidationError, match=next(iter(fields))):
        msgspec.convert(given, TransmissionHeader)


# --- put to a remote queue (EX-50, EX-56, X-31) ------------------------------------------------------------


@pytest.mark.parametrize(("expiry", "left"), [(600, 500), (-1, -1)])
def test_a_queue_manager_writes_the_same_value_twice(expiry: int, left: int) -> None:
    trace = played(*FORWARD, put("ORDERS", expiry), Advance(10 * SECONDS), Browse("TO.QM2"))
    assert both(trace) == (left, left)
    assert last_message(trace).descriptor.format == "MQXMIT"
    assert fine(trace)
    assert {"EX-50", "EX-56"} <= judged(trace).exercised


@pytest.mark.parametrize(
    ("separate", "embedded", "rules"),
    [
        (500, 600, {"EX-56"}),
        (600, 600, {"EX-50"}),
        (500, -1, {"EX-50"}),
        (-1, 500, {"EX-50"}),
        (500, 0, {"EX-50"}),
        (509, 496, {"EX-50"}),
    ],
)
def test_fields_of_a_queue_manager_that_are_wrong(separate: int, embedded: int, rules: set[str]) -> None:
    trace = played(*FORWARD, put("ORDERS", 600), Advance(10 * SECONDS), Browse("TO.QM2"))
    assert rules & set(blamed(trace, showing(trace, separate, embedded)))


@pytest.mark.parametrize(
    ("separate", "embedded"),
    [(500, 500), (491, 491), (509, 509), (500, 499), (499, 500), (500, 509), (509, 500)],
)
def test_expiration_is_approximate_in_both_fields(separate: int, embedded: int) -> None:
    trace = played(*FORWARD, put("ORDERS", 600), Advance(10 * SECONDS), Browse("TO.QM2"))
    assert fine(trace, showing(trace, separate, embedded))


def test_without_a_wait_no_small_interval_parts_the_two_fields() -> None:
    """EX-50: both are as the application has set one."""
    trace = played(*FORWARD, put("ORDERS", 600), Browse("TO.QM2"))
    assert "EX-50" in blamed(trace, showing(trace, 600, 597))


@pytest.mark.parametrize(("separate", "embedded"), [(600, -1), (-1, 600)])
def test_unlimited_is_unlimited_in_both_fields(separate: int, embedded: int) -> None:
    trace = played(*FORWARD, put("ORDERS"), Advance(10 * SECONDS), Browse("TO.QM2"))
    assert blamed(trace, showing(trace, separate, embedded))


def test_a_message_for_a_remote_queue_needs_a_header() -> None:
    trace = played(*FORWARD, put("ORDERS", 600), Browse("TO.QM2"))
    without = replace(last_message(trace), transmission_header=None)
    assert blamed(trace, {-1: Browsed((without,))}) == ("EX-50",)
    assert fine(trace, {-1: Browsed((SeenMessage(body="m1"),))})


def delayed(delay: int, time_to_live: int) -> tuple[Command, ...]:
    return (
        CreateProducer("p"),
        SetTimeToLive("p", time_to_live),
        SetDeliveryDelay("p", delay),
        Send("p", OutgoingMessage("m1"), QueueDestination("ORDERS")),
    )


def test_a_delayed_message_has_the_rest_of_its_life_in_both_fields() -> None:
    trace = played(*FORWARD, *delayed(5000, 60_000), Advance(10 * SECONDS), Browse("TO.QM2"))
    assert both(trace) == (500, 500)
    assert fine(trace)
    assert "X-31" in judged(trace).exercised
    for separate, embedded in ((500, 600), (600, 600), (550, 550), (500, 550), (500, -1)):
        assert "X-31" in blamed(trace, showing(trace, separate, embedded)), (separate, embedded)
    assert fine(trace, showing(trace, 508, 508))


def test_nothing_is_on_the_transmission_queue_before_the_delay_is_over() -> None:
    trace = played(*FORWARD, *delayed(5000, 60_000), Advance(3 * SECONDS), Browse("TO.QM2"))
    assert fine(trace)
    assert "X-31" in judged(trace).exercised
    breach = judged(trace, {-1: Browsed((SeenMessage(body="m1"),))}).breaches[0]
    assert "X-31" in breach.rules


def test_no_header_is_left_at_the_destination() -> None:
    moved = (StartChannel("TO.QM2"), Advance(SECONDS), Browse("STOCK", queue_manager="QM2"))
    assert fine(played(*FORWARD, put("ORDERS", 600), *moved))
    assert fine(played(*FORWARD, put("TO.QM2", 600, header(600)), *moved))


# --- put to a transmission queue (EX-51 to EX-55) -----------------------------------------------------------


@pytest.mark.parametrize("expiry", [1, 600, 999_999_999, -1])
def test_equal_valid_fields_are_accepted(expiry: int) -> None:
    trace = played(*FORWARD, EXPORTED, put("TO.QM2", expiry, header(expiry)))
    assert isinstance(trace.steps[-1].outcome, Sent)
    assert fine(trace)
    assert blamed(trace, {-1: refusal(2013)}) == ("EX-55",)


@pytest.mark.parametrize(("separate", "embedded"), [(600, 300), (300, 600), (600, -1), (-1, 600)])
def test_fields_that_differ_are_accepted_or_refused_with_2013(separate: int, embedded: int) -> None:
    trace = played(*FORWARD, EXPORTED, put("TO.QM2", separate, header(embedded)))
    assert fine(trace)
    assert fine(trace, {-1: refusal(2013)})
    assert blamed(trace, {-1: refusal(2142)}) == ("EX-52",)
    assert "EX-55" in judged(trace).exercised


@pytest.mark.parametrize("embedded", [0, 1_000_000_000])
@pytest.mark.parametrize("reason", [2013, 2142, 2001])
def test_an_invalid_field_in_the_header_is_refused(embedded: int, reason: int) -> None:
    trace = played(*FORWARD, EXPORTED, put("TO.QM2", 600, header(embedded)))
    assert isinstance(trace.steps[-1].outcome, Refused)
    assert fine(trace, {-1: refusal(reason)})
    assert blamed(trace, {-1: ACCEPTED}) == ("EX-53",)


@pytest.mark.parametrize("embedded", [0, 1_000_000_000, -2])
@pytest.mark.parametrize("answer", [ACCEPTED, refusal(2013), refusal(2142)])
def test_without_enforcement_what_is_invalid_in_the_header_is_open(embedded: int, answer: Outcome) -> None:
    trace = played(*FORWARD, put("TO.QM2", 600, header(embedded)))
    assert fine(trace, {-1: answer})


@pytest.mark.parametrize("length", [0, 8, 104, 123])
@pytest.mark.parametrize("fixture", [(), (EXPORTED,)])
def test_data_too_short_for_the_field_are_refused(length: int, fixture: tuple[Command, ...]) -> None:
    trace = played(*FORWARD, *fixture, put("TO.QM2", 600, header(600, length=length)))
    assert isinstance(trace.steps[-1].outcome, Refused)
    assert fine(trace, {-1: refusal(2010)})
    assert blamed(trace, {-1: ACCEPTED}) == ("EX-54",)


@pytest.mark.parametrize(
    "own",
    [
        None,
        header(600, length=124),
        header(600, length=427),
        header(600, structure_id="????"),
        header(600, length=100, structure_id="????"),
    ],
)
def test_how_a_put_without_a_whole_header_is_answered_is_open(own: TransmissionHeader | None) -> None:
    trace = played(*FORWARD, put("TO.QM2", 600, own))
    assert fine(trace, {-1: refusal()})
    assert fine(trace, {-1: refusal(2085)})
    assert not blamed(trace, {-1: ACCEPTED})


@pytest.mark.parametrize("delay", [0, 2000])
@pytest.mark.parametrize("answer", [Sent(), Refused(reason=2142)], ids=["accepted", "refused"])
def test_how_a_send_to_a_transmission_queue_is_answered_is_open(delay: int, answer: Outcome) -> None:
    """A JMS client puts no header in front."""
    producer = CreateProducer("p", destination=QueueDestination("TO.QM2"))
    trace = played(*FORWARD, producer, SetDeliveryDelay("p", delay), Send("p", OutgoingMessage("order-1")))
    assert not blamed(trace, {-1: answer})


def test_what_becomes_of_a_message_without_a_header_is_not_judged() -> None:
    trace = played(*FORWARD, put("TO.QM2", 600), StartChannel("TO.QM2"), Advance(1000), ReadDepth("TO.QM2"))
    judgement = judged(trace, {-4: ACCEPTED, -1: DepthRead(0)})
    assert not judgement.breaches
    assert "header" in judgement.indeterminate


def test_mqput1_is_checked_as_well() -> None:
    message = OutgoingMessage("m1", transmission_header=header(0))
    trace = played(*FORWARD, EXPORTED, MqPut1("TO.QM2", message, PutDescriptor(expiry=600)))
    assert blamed(trace, {-1: ACCEPTED}) == ("EX-53",)


def test_the_separate_field_is_checked_first_of_all() -> None:
    trace = played(*FORWARD, EXPORTED, put("TO.QM2", 0, header(0)))
    assert blamed(trace, {-1: ACCEPTED}) == ("EX-27",)
