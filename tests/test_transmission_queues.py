"""Messages with two Expiry fields: what a put checks, what a get shows, which field counts."""

from typing import Any

import msgspec
import pytest
from hand_made import blamed, fine, judged, played
from msgspec.structs import replace

from mqtck.reference.transmission_comparisons import embedded_bounds
from mqtck.reference.transmission_queues import Shape, data_of, shape_of
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Command,
    CreateProducer,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    MqBackout,
    MqCommit,
    MqGet,
    MqPut,
    MqPut1,
    QueueAttributes,
    ReadDepth,
    Receive,
    Send,
    SetDeliveryDelay,
    SetTimeToLive,
    StartChannel,
    Syncpoint,
    Usage,
)
from mqtck.reference.vocabulary.constants import Report
from mqtck.reference.vocabulary.environment import SetEnforcementVariable
from mqtck.reference.vocabulary.messages import (
    Descriptor,
    OutgoingMessage,
    PutDescriptor,
    QueueDestination,
    SeenMessage,
    SeenTransmissionHeader,
    TransmissionHeader,
)
from mqtck.reference.vocabulary.outcomes import (
    Browsed,
    DepthRead,
    ErrorFamily,
    MessageReturned,
    NoMessage,
    Outcome,
    Refused,
    Sent,
)
from mqtck.reference.vocabulary.traces import Trace

ACCEPTED = Sent(descriptor=Descriptor(message_id=f"{0xABC:048x}"))
FORWARD = (
    DefineQueueManager("QM2"),
    DefineLocalQueue("STOCK", queue_manager="QM2"),
    DefineLocalQueue("TO.QM2", QueueAttributes(usage=Usage.TRANSMISSION)),
    DefineRemoteQueue("ORDERS", "STOCK", "QM2", "TO.QM2"),
)
NORMAL = DefineLocalQueue("Q")
EXPORTED = SetEnforcementVariable("True")
SECONDS = 1000


def refusal(reason: int = 2142) -> Refused:
    return Refused(reason=reason, family=ErrorFamily.MQI)


def header(expiry: int = -1, **fields: Any) -> TransmissionHeader:
    return TransmissionHeader("STOCK", "QM2", expiry, **fields)


def put(
    queue: str, separate: int = -1, own: TransmissionHeader | None = None, label: str = "m1", **fields: Any
) -> MqPut:
    message = OutgoingMessage(label, transmission_header=own, **fields)
    return MqPut(queue, message, PutDescriptor(expiry=separate))


def last_message(trace: Trace) -> SeenMessage:
    match trace.steps[-1].outcome:
        case MessageReturned(message=message) | Browsed(messages=(message,)):
            return message
        case outcome:
            raise AssertionError(outcome)


def both(trace: Trace) -> tuple[object, object]:
    """The Expiry of the separate and of the embedded descriptor of the message shown last."""
    message = last_message(trace)
    assert isinstance(message.transmission_header, SeenTransmissionHeader)
    return message.descriptor.expiry, message.transmission_header.descriptor.expiry


def showing(trace: Trace, separate: int, embedded: int) -> dict[int, Outcome]:
    """The last answer with these two fields."""
    message = last_message(trace)
    assert isinstance(message.transmission_header, SeenTransmissionHeader)
    changed = replace(
        message,
        descriptor=replace(message.descriptor, expiry=separate),
        transmission_header=replace(message.transmission_header, descriptor=Descriptor(expiry=embedded)),
    )
    shown = trace.steps[-1].outcome
    return {-1: Browsed((changed,)) if isinstance(shown, Browsed) else MessageReturned(changed)}


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
        (500, 495, {"EX-50"}),
    ],
)
def test_fields_of_a_queue_manager_that_are_wrong(separate: int, embedded: int, rules: set[str]) -> None:
    trace = played(*FORWARD, put("ORDERS", 600), Advance(10 * SECONDS), Browse("TO.QM2"))
    assert rules & set(blamed(trace, showing(trace, separate, embedded)))


@pytest.mark.parametrize(
    ("separate", "embedded"), [(500, 500), (491, 491), (509, 509), (500, 499), (499, 500)]
)
def test_expiration_is_approximate_in_both_fields(separate: int, embedded: int) -> None:
    trace = played(*FORWARD, put("ORDERS", 600), Advance(10 * SECONDS), Browse("TO.QM2"))
    assert fine(trace, showing(trace, separate, embedded))


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
    "own", [None, header(600, length=124), header(600, length=427), header(600, structure_id="????")]
)
def test_how_a_put_without_a_whole_header_is_answered_is_open(own: TransmissionHeader | None) -> None:
    trace = played(*FORWARD, put("TO.QM2", 600, own))
    assert fine(trace, {-1: refusal()})
    assert fine(trace, {-1: refusal(2085)})
    assert not blamed(trace, {-1: ACCEPTED})


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


# --- on a normal queue (EX-56 to EX-59) ---------------------------------------------------------------------


@pytest.mark.parametrize("own", [header(600), header(0), header(600, length=50), header(structure_id="????")])
def test_a_normal_queue_may_refuse_the_format(own: TransmissionHeader) -> None:
    trace = played(NORMAL, EXPORTED, put("Q", 600, own))
    assert isinstance(trace.steps[-1].outcome, Sent)
    assert fine(trace)
    assert fine(trace, {-1: refusal(2110)})


@pytest.mark.parametrize("queue", ["Q", "TO.QM2"])
@pytest.mark.parametrize(
    ("separate", "embedded", "wait", "left"),
    [
        (600, 600, 10, (500, 500)),
        (600, 300, 10, (500, 200)),
        (600, 20, 5, (550, 0)),
        (-1, 20, 5, (-1, 0)),
        (600, -1, 10, (500, -1)),
        (-1, -1, 10, (-1, -1)),
    ],
)
def test_both_fields_are_reduced_by_the_wait(
    queue: str, separate: int, embedded: int, wait: int, left: tuple[int, int]
) -> None:
    waited = (Advance(wait * SECONDS), MqGet(queue))
    trace = played(NORMAL, *FORWARD, put(queue, separate, header(embedded)), *waited)
    assert both(trace) == left
    assert last_message(trace).body == "m1"
    assert fine(trace)
    assert "EX-56" in judged(trace).exercised


@pytest.mark.parametrize(
    ("separate", "embedded", "shown", "rule"),
    [
        (600, 600, (500, 600), "EX-56"),
        (600, 600, (500, 400), "EX-56"),
        (600, -1, (500, -101), "EX-56"),
        (600, -1, (500, 0), "EX-56"),
        (600, 20, (500, -80), "EX-59"),
        (600, 20, (500, -1), "EX-59"),
        (600, 20, (500, 1), "EX-59"),
        (600, 20, (500, 20), "EX-59"),
        (600, 300, (500, 0), "EX-56"),
        (600, 300, (600, 200), "EX-56"),
    ],
)
def test_fields_that_waited_wrongly(separate: int, embedded: int, shown: tuple[int, int], rule: str) -> None:
    trace = played(NORMAL, put("Q", separate, header(embedded)), Advance(10 * SECONDS), MqGet("Q"))
    assert blamed(trace, showing(trace, *shown)) == (rule,)


def test_the_header_itself_stays() -> None:
    trace = played(NORMAL, put("Q", 600, header(600)), Advance(SECONDS), MqGet("Q"))
    without = replace(last_message(trace), transmission_header=None)
    assert blamed(trace, {-1: MessageReturned(without)}) == ("EX-56",)


def test_the_separate_field_alone_decides_about_the_end() -> None:
    over = played(NORMAL, put("Q", 20, header(600)), Advance(5 * SECONDS), MqGet("Q"))
    assert isinstance(over.steps[-1].outcome, NoMessage)
    assert fine(over)
    assert blamed(over, {-1: MessageReturned(SeenMessage(body="m1"))}) == ("EX-58",)
    alive = played(NORMAL, put("Q", -1, header(20)), Advance(5 * SECONDS), MqGet("Q"))
    assert fine(alive)
    assert "EX-58" in judged(alive).exercised
    assert blamed(alive, {-1: NoMessage(reason=2033)}) == ("EX-58",)
    counted = played(NORMAL, put("Q", 600, header(20)), Advance(5 * SECONDS), ReadDepth("Q"))
    assert blamed(counted, {-1: DepthRead(0)}) == ("EX-58",)


def test_the_end_of_the_separate_field_is_reported() -> None:
    reported = put("Q", 20, header(600), report=int(Report.EXPIRATION_WITH_FULL_DATA), reply_to="R")
    trace = played(NORMAL, DefineLocalQueue("R"), reported, Advance(5 * SECONDS), MqGet("Q"), Browse("R"))
    assert fine(trace)
    assert blamed(trace, {-1: Browsed(())}) == ("EX-21",)
    too_early = put("Q", 600, header(20), report=int(Report.EXPIRATION), reply_to="R")
    trace = played(NORMAL, DefineLocalQueue("R"), too_early, Advance(5 * SECONDS), ReadDepth("R"))
    assert fine(trace)
    assert blamed(trace, {-1: DepthRead(1)})


def test_time_in_a_unit_of_work_may_count_and_may_not() -> None:
    committed = MqPut(
        "Q",
        OutgoingMessage("m1", transmission_header=header(600)),
        PutDescriptor(expiry=600),
        Syncpoint.WITHIN,
        "c",
    )
    trace = played(NORMAL, committed, Advance(10 * SECONDS), MqCommit("c"), MqGet("Q"))
    assert fine(trace, showing(trace, 500, 500))
    assert fine(trace, showing(trace, 500, 600))
    assert blamed(trace, showing(trace, 500, 400)) == ("EX-56",)
    held = MqGet("Q", syncpoint=Syncpoint.WITHIN, connection="c")
    trace = played(
        NORMAL, put("Q", 600, header(600)), held, Advance(10 * SECONDS), MqBackout("c"), MqGet("Q")
    )
    assert fine(trace, showing(trace, 500, 600))
    assert fine(trace, showing(trace, 500, 500))


@pytest.mark.parametrize("queue", ["Q", "TO.QM2"])
def test_a_header_cut_behind_the_field_is_reduced_too(queue: str) -> None:
    trace = played(NORMAL, *FORWARD, put(queue, 600, header(600, length=200)))
    if queue == "TO.QM2":
        assert isinstance(trace.steps[-1].outcome, Refused)
        return
    trace = played(NORMAL, put("Q", 600, header(600, length=200)), Advance(10 * SECONDS), MqGet("Q"))
    assert both(trace) == (500, 500)
    assert fine(trace)
    assert blamed(trace, showing(trace, 500, 600)) == ("EX-56",)


@pytest.mark.parametrize("length", [0, 50, 60, 104, 123])
@pytest.mark.parametrize("look", [MqGet("Q"), Receive("Q"), Browse("Q")])
def test_short_data_come_back_as_they_were_put(length: int, look: Command) -> None:
    trace = played(NORMAL, put("Q", 600, header(300, length=length)), Advance(10 * SECONDS), look)
    message = last_message(trace)
    assert message.body == ""
    assert isinstance(message.transmission_header, SeenTransmissionHeader)
    assert message.transmission_header.length == length
    assert message.descriptor.expiry == 500
    assert fine(trace)
    assert "EX-57" in judged(trace).exercised

    def answer(changed: SeenMessage) -> dict[int, Outcome]:
        return {-1: Browsed((changed,)) if isinstance(look, Browse) else MessageReturned(changed)}

    assert blamed(trace, {-1: refusal(2190)}) == ("EX-57",)
    longer = replace(message.transmission_header, length=124)
    assert "EX-57" in blamed(trace, answer(replace(message, transmission_header=longer)))
    assert "EX-57" in blamed(trace, answer(replace(message, body="m1")))
    assert fine(trace, answer(SeenMessage(body="")))
    assert fine(trace, answer(replace(message, transmission_header=None)))
    missing: Outcome = Browsed(()) if isinstance(look, Browse) else NoMessage(reason=2033)
    assert blamed(trace, {-1: missing}) == ("EX-57",)


def test_the_names_in_a_header_that_is_cut_are_those_that_were_put() -> None:
    trace = played(NORMAL, put("Q", 600, header(300, length=104)), MqGet("Q"))
    shown = last_message(trace).transmission_header
    assert isinstance(shown, SeenTransmissionHeader)
    assert (shown.remote_queue, shown.remote_queue_manager) == ("STOCK", "QM2")
    changed = replace(last_message(trace), transmission_header=replace(shown, remote_queue="OTHER"))
    assert blamed(trace, {-1: MessageReturned(changed)}) == ("EX-57",)


def test_two_short_messages_are_told_apart_by_their_length() -> None:
    first = put("Q", 600, header(300, length=50))
    second = put("Q", 300, header(300, length=60), label="m2")
    trace = played(NORMAL, first, second, Advance(10 * SECONDS), MqGet("Q"), MqGet("Q"), MqGet("Q"))
    assert fine(trace)
    turned_round = {-2: trace.steps[-3].outcome, -3: trace.steps[-2].outcome}
    assert blamed(trace, turned_round)


def test_what_is_not_observed_is_not_compared() -> None:
    trace = played(NORMAL, put("Q", 600, header(20)), Advance(5 * SECONDS), MqGet("Q"))
    assert fine(trace, {-1: MessageReturned(SeenMessage(body="m1"))})
    bare = SeenMessage(body="m1", transmission_header=SeenTransmissionHeader())
    assert fine(trace, {-1: MessageReturned(bare)})


# --- on the way ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("left", [500, 200])
def test_which_of_two_fields_counts_at_the_destination_is_open(left: int) -> None:
    trace = played(
        *FORWARD,
        put("TO.QM2", 600, header(300)),
        Advance(9 * SECONDS),
        StartChannel("TO.QM2"),
        Advance(SECONDS),
        Browse("STOCK", queue_manager="QM2"),
    )
    shown = SeenMessage(body="m1", descriptor=Descriptor(expiry=left))
    assert fine(trace, {-1: Browsed((shown,))})
    later = (*(step.command for step in trace.steps[:-1]), Advance(25 * SECONDS), trace.steps[-1].command)
    assert fine(played(*later), {-1: Browsed(())})
    assert fine(played(*later), {-1: Browsed((SeenMessage(body="m1"),))})


def test_a_header_behind_a_header_is_not_judged() -> None:
    trace = played(*FORWARD, put("ORDERS", 600, header(600)))
    judgement = judged(trace)
    assert not judgement.breaches
    assert judgement.indeterminate
    assert fine(trace, {-1: refusal()})
