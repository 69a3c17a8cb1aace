"""Messages with two Expiry fields: what waiting does to both, and which counts at the destination."""

import pytest
from by_hand import blamed, fine, judged, played
from msgspec.structs import replace
from two_expiries import EXPORTED, FORWARD, NORMAL, SECONDS, both, header, last_message, put, refusal, showing

from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Command,
    DefineLocalQueue,
    GetMode,
    MqBackout,
    MqCommit,
    MqGet,
    MqPut,
    ReadDepth,
    Receive,
    StartChannel,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import Report
from mqtck.reference.vocabulary.messages import (
    Descriptor,
    OutgoingMessage,
    PutDescriptor,
    SeenMessage,
    SeenTransmissionHeader,
    TransmissionHeader,
)
from mqtck.reference.vocabulary.outcomes import (
    Browsed,
    DepthRead,
    MessageReturned,
    NoMessage,
    Outcome,
    Refused,
    Sent,
)

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
    over = played(NORMAL, put("Q", 20, header(600)), Advance(6 * SECONDS), MqGet("Q"))
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


def test_which_of_two_messages_cut_off_alike_was_returned_is_not_guessed() -> None:
    """The urgent one was; the other one is gone at the end since its life is over."""
    own = header(600, length=50)
    urgent = MqPut("Q", OutgoingMessage("m2", transmission_header=own), PutDescriptor(priority=5))
    taken = MqGet("Q", GetMode.BROWSE_NEXT), MqGet("Q", GetMode.UNDER_CURSOR)
    trace = played(NORMAL, put("Q", 30, own), urgent, *taken, Advance(10 * SECONDS), MqGet("Q"))
    assert isinstance(trace.steps[-1].outcome, NoMessage)
    bare = MessageReturned(SeenMessage(body="", transmission_header=SeenTransmissionHeader(length=50)))
    assert fine(trace, {-4: bare, -3: bare})


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
