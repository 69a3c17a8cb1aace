"""Right traces as recorders write them, worse than they happened: nobody is accused for it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.json import encode
from msgspec.structs import replace
from recorded import EARLY, accused, head, judge, judged, partly, record, shop, written

from implementations import wrong
from implementations.simulation.world import SimulatedAdapter
from mqtck.adapters.reference import Reference
from mqtck.conformance.execution.worlds import run_commands
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Advance,
    Command,
    Commit,
    CreateProducer,
    DefineLocalQueue,
    MqPut,
    OpenSession,
    QueueAttributes,
    Receive,
    Rollback,
    Send,
    SetDeliveryDelay,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import Report
from mqtck.reference.vocabulary.messages import (
    OutgoingMessage,
    QueueDestination,
    SeenMessage,
    TopicDestination,
)
from mqtck.reference.vocabulary.outcomes import Done, MessageReturned, NoMessage, Sent
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.publications import ReceivePublication
from mqtck.reference.vocabulary.recordings import Observed
from mqtck.reference.vocabulary.results import Verdict
from mqtck.reference.vocabulary.traces import Step, Trace, TraceHead, decode_lines

RIGHT = sorted((Path(__file__).parent / "right_traces").glob("*.jsonl"))
COMPLETE = {"producers": "all", "queues": ["ORDERS"]}
NOW = 1_795_286_260_000
NOT_ORDINARY = ("DLQ", "SYSTEM", "XMIT", "D.")


def without_advances(trace: Trace) -> Trace:
    """As a recorder on a real clock writes it, on which time passes by itself."""
    steps = tuple(one for one in trace.steps if not isinstance(one.command, Advance))
    return Trace(replace(trace.head, clock=ClockKind.REAL), steps)


def ordinary_queues(trace: Trace) -> tuple[str, ...]:
    defined = (one.command for one in trace.steps if isinstance(one.outcome, Done))
    names = {one.queue for one in defined if isinstance(one, DefineLocalQueue)}
    return tuple(sorted(name for name in names if not name.startswith(NOT_ORDINARY)))


def orders(reading: Callable[[int], int], **shown: int) -> list[str]:
    """An order with a delay of 2 s, received half a second later; `shown` is the time of its message."""
    producer = {"command": "create producer", "producer": "p"}
    delay = {"command": "set delivery delay", "producer": "p", "milliseconds": 2000}
    send = {"command": "send", "producer": "p", "message": {"label": "m"}, "destination": {"queue": "ORDERS"}}
    seen = {"outcome": "message returned", "message": {"body": "m", "header": shown}}
    done = {"outcome": "done"}
    calls: list[tuple[int, dict[str, Any], dict[str, Any]]] = [
        *((0, producer, done), (1, delay, done), (2, send, {"outcome": "sent", "header": shown})),
        (2502, {"command": "receive", "queue": "ORDERS"}, seen),
    ]
    return [record(call, answer, reading(NOW + at), reading(NOW + at)) for at, call, answer in calls]


def orders_in_seconds() -> list[str]:
    """Without any time of a message; their delay would be 2,000 s."""
    return orders(lambda at: at // 1000)


def orders_of_another_clock() -> list[str]:
    """Of one that began with the machine, an hour ago; the messages have times as ever."""
    return orders(lambda at: at - NOW + 3_600_000, timestamp=NOW + 2)


def orders_in_local_time() -> list[str]:
    return orders(lambda at: at + 2 * 3_600_000, timestamp=NOW + 2)


@pytest.mark.parametrize("file", RIGHT, ids=lambda file: file.stem)
def test_a_right_trace_recorded_on_a_real_clock_accuses_nobody(file: Path) -> None:
    trace = without_advances(decode_lines(file.read_bytes().splitlines(), file.name))
    queues = ordinary_queues(trace)
    heads = (trace.head, partly(trace, producers="all"), partly(trace, producers="all", queues=queues))
    for head_of in heads:
        found = judged(head_of, trace.steps)
        assert not found.findings, accused(found)


def test_a_get_that_is_backed_out_and_made_again_in_one_millisecond_is_in_doubt(tmp_path: Path) -> None:
    """Read once, it would have been backed out once, after which no message may be put out of the way."""
    commands: list[Command] = [
        *(DefineLocalQueue("ORDERS"), CreateProducer("p")),
        *(Send("p", OutgoingMessage("m"), QueueDestination("ORDERS")), Advance(5)),
        *(OpenSession("s", Acknowledgement.TRANSACTED),),
        *(Receive("ORDERS", session="s"), Rollback("s")) * 3,
        *(Advance(5), Receive("ORDERS")),
    ]
    trace = run_commands(SimulatedAdapter(), commands)
    recorded = [one for one in trace.steps if not isinstance(one.command, Advance)]
    recorded[-1] = replace(recorded[-1], outcome=NoMessage())
    steps = [encode(one).decode() for one in recorded]
    found = judge(written(tmp_path / "a.jsonl", [head(observed=COMPLETE), *steps]))
    assert not found.findings
    assert "only positions would tell" in found.undecided[0]
    numbered = [json.dumps({**json.loads(one), "position": place}) for place, one in enumerate(steps)]
    told = judge(written(tmp_path / "b.jsonl", [head(observed=COMPLETE), *numbered]))
    assert (told.findings, told.repeated) == ((), 0)
    assert "only positions would tell" not in "".join(told.undecided)


def test_a_session_that_is_opened_and_used_in_one_millisecond_is_open_then() -> None:
    """It was taken for opened behind its first get, which then belonged to no unit of work."""
    ready = (DefineLocalQueue("ORDERS"), CreateProducer("p"))
    gets = (Receive("ORDERS", session="s"), Rollback("s"), Receive("ORDERS"))
    sent = Send("p", OutgoingMessage("m"), QueueDestination("ORDERS"))
    commands = (*ready, sent, Advance(5), OpenSession("s", Acknowledgement.TRANSACTED), *gets)
    trace = without_advances(run_commands(SimulatedAdapter(), commands))
    found = judged(partly(trace, producers="all", queues=("ORDERS",)), trace.steps)
    assert not found.findings, accused(found)
    assert "EX-38" in found.exercised


def test_a_put_that_overlaps_a_delayed_send_may_fill_the_queue_behind_it() -> None:
    """A full queue refuses a delayed message (DD-112); a delayed message does not fill one."""
    ready = (DefineLocalQueue("ORDERS", QueueAttributes(max_depth=1)), CreateProducer("p"))
    sends = (SetDeliveryDelay("p", 3000), Send("p", OutgoingMessage("m"), QueueDestination("ORDERS")))
    trace = run_commands(
        SimulatedAdapter(), (*ready, *sends, Advance(2000), MqPut("ORDERS", OutgoingMessage("n")))
    )
    *before, send, put = without_advances(trace).steps
    head_of = replace(partly(trace, producers="all", queues=("ORDERS",)), clock=ClockKind.REAL)
    found = judged(head_of, [*before, replace(send, ended=put.ended + 5), put])
    assert not found.findings, accused(found)
    in_turn = judged(head_of, [*before, put, replace(send, started=put.ended + 5, ended=put.ended + 5)])
    assert "DD-112" in {one.breach.rules[0] for one in in_turn.findings}


TRANSACTED = Acknowledgement.TRANSACTED


@pytest.mark.parametrize("ends", [(), (Commit("other"),)])
def test_a_recorder_that_knows_no_commits_leaves_no_queue_complete(ends: tuple[Command, ...]) -> None:
    """A message that is seen was perhaps committed; where any commit was recorded, this one was not."""
    ready = (DefineLocalQueue("ORDERS"), OpenSession("s", TRANSACTED), CreateProducer("p", session="s"))
    sent = Send("p", OutgoingMessage("m"), QueueDestination("ORDERS"))
    opened = (OpenSession("other", TRANSACTED), *ends, SetDeliveryDelay("p", 2))
    trace = run_commands(
        SimulatedAdapter(), (*ready, *opened, sent, Commit("s"), Advance(5), Receive("ORDERS"))
    )
    steps = [one for one in without_advances(trace).steps if one.command != Commit("s")]
    real = replace(partly(trace, producers="all", queues=("ORDERS",)), clock=ClockKind.REAL)
    found = judged(real, steps)
    assert bool(found.findings) == bool(ends), accused(found)
    assert any("no commit or rollback" in why for why in found.undecided) == (not ends)


@pytest.mark.parametrize("made", [orders_in_seconds, orders_of_another_clock, orders_in_local_time])
def test_readings_that_are_not_of_the_clock_of_the_applications_are_told(
    tmp_path: Path, made: Callable[[], list[str]]
) -> None:
    found = judge(written(tmp_path / "a.jsonl", [head(), *made()]))
    assert not found.findings
    assert found.exercised == {}
    assert found.verdict is Verdict.INDETERMINATE
    assert any("reading" in problem.text for problem in found.problems)


def test_who_leaves_out_what_is_complete_and_defines_nothing_is_told_so(tmp_path: Path) -> None:
    """It was taken for a recording of everything, in which nobody has defined the queue (DD-75)."""
    whole = {name: value for name, value in json.loads(head()).items() if name != "observed"}
    found = judge(written(tmp_path / "a.jsonl", [json.dumps(whole), *shop(received=EARLY)]))
    assert not found.findings
    assert "the head has no `observed`" in found.undecided[0]
    defined = record({"command": "define local queue", "queue": "ORDERS"}, {"outcome": "done"}, 0, 0)
    of_all = judge(written(tmp_path / "b.jsonl", [json.dumps(whole), defined, *shop(received=EARLY)]))
    assert "DD-01" in of_all.violated


def test_a_recording_of_which_nothing_is_judged_says_why(tmp_path: Path) -> None:
    sends = [one for one in shop() if '"send"' in one]
    found = judge(written(tmp_path / "a.jsonl", [head(), *sends]))
    assert found.verdict is Verdict.INDETERMINATE
    assert "nothing in the records speaks about a rule" in found.undecided[0]


def test_a_reply_to_queue_that_stays_on_a_message_object_draws_reports_to_a_complete_queue() -> None:
    ready = (DefineLocalQueue("Q"), DefineLocalQueue("R"), CreateProducer("p"), SetTimeToLive("p", 2000))
    first = Send("p", OutgoingMessage("m", reply_to="R"), QueueDestination("Q"))
    asking = OutgoingMessage("n", report=Report.EXPIRATION_WITH_FULL_DATA, same_object_as="m")
    again = Send("p", asking, QueueDestination("Q"))
    later = (Advance(9000), Receive("Q"), Advance(9000), Receive("R"))
    trace = without_advances(run_commands(Reference(), (*ready, first, again, *later)))
    found = judged(partly(trace, producers="all", queues=("R",)), trace.steps)
    assert not found.findings, accused(found)


@pytest.mark.parametrize(("waited", "blamed"), [(1000, ["DD-117"]), (5000, [])])
def test_a_publication_before_it_is_due_is_found_without_its_subscriptions(
    waited: int, blamed: list[str]
) -> None:
    topic = TopicDestination("prices")
    steps = [
        Step(CreateProducer("p", topic=topic), Done(), 1, 1),
        Step(SetDeliveryDelay("p", 5000), Done(), 2, 2),
        Step(Send("p", OutgoingMessage("m")), Sent(), 10, 11),
        *(
            Step(command, MessageReturned(SeenMessage(body="m")), 10 + waited, 10 + waited)
            for command in (ReceivePublication("s"), Receive("S"))
        ),
    ]
    head_of = TraceHead(1, "shop", ClockKind.REAL, observed=Observed(producers="all"))
    found = judged(head_of, steps)
    assert [one.breach.rules[0] for one in found.findings] == blamed
    assert ("DD-117" in found.exercised) == (not blamed)
    for left_out in (0, 1):
        assert not judged(head_of, [*steps[:left_out], *steps[left_out + 1 :]]).findings


def test_delayed_publications_of_a_wrong_implementation_are_found_by_messages_alone() -> None:
    misreading = wrong.WRONG["publications without delay"]
    trace = without_advances(run_commands(misreading.factory(), misreading.witness))
    found = judged(partly(trace, producers="all"), trace.steps)
    assert {rule for one in found.findings for rule in one.breach.rules} & misreading.rules


@pytest.mark.parametrize(("waited", "blamed"), [(3500, []), (5000, ["EX-17"])])
def test_a_publication_after_its_life_is_found_without_its_subscriptions(
    waited: int, blamed: list[str]
) -> None:
    """Half a second too late may be what rounds a life."""
    steps = [
        Step(CreateProducer("p", topic=TopicDestination("prices")), Done(), 1, 1),
        Step(SetTimeToLive("p", 3000), Done(), 2, 2),
        Step(Send("p", OutgoingMessage("m")), Sent(), 10, 11),
        Step(ReceivePublication("s"), MessageReturned(SeenMessage(body="m")), 10 + waited, 10 + waited),
    ]
    head_of = TraceHead(1, "shop", ClockKind.REAL, observed=Observed(producers="all"))
    assert [one.breach.rules[0] for one in judged(head_of, steps).findings] == blamed
    assert not judged(head_of, [steps[0], *steps[2:]]).findings
