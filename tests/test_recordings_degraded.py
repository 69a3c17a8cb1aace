"""Right traces as recorders write them, worse than they happened: nobody is accused for it."""

import json
from pathlib import Path

import pytest
from msgspec.json import encode
from msgspec.structs import replace
from recorded import accused, head, judge, judged, partly, written

from implementations.simulation.world import SimulatedAdapter
from mqtck.conformance.execution.worlds import run_commands
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Advance,
    Command,
    CreateProducer,
    DefineLocalQueue,
    MqPut,
    OpenSession,
    QueueAttributes,
    Receive,
    Rollback,
    Send,
    SetDeliveryDelay,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination
from mqtck.reference.vocabulary.outcomes import Done, NoMessage
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.traces import Trace, decode_lines

RIGHT = sorted((Path(__file__).parent / "right_traces").glob("*.jsonl"))
COMPLETE = {"producers": "all", "queues": ["ORDERS"]}
NOT_ORDINARY = ("DLQ", "SYSTEM", "XMIT", "D.")


def without_advances(trace: Trace) -> Trace:
    """As a recorder on a real clock writes it, on which time passes by itself."""
    steps = tuple(one for one in trace.steps if not isinstance(one.command, Advance))
    return Trace(replace(trace.head, clock=ClockKind.REAL), steps)


def ordinary_queues(trace: Trace) -> tuple[str, ...]:
    defined = (one.command for one in trace.steps if isinstance(one.outcome, Done))
    names = {one.queue for one in defined if isinstance(one, DefineLocalQueue)}
    return tuple(sorted(name for name in names if not name.startswith(NOT_ORDINARY)))


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
