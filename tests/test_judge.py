"""The judge tells the truth: independent right implementations are not accused, wrong ones are caught.

The implementations stand in tests/implementations: a simulated queue manager that was written from the
ledger without the reference model, with switches for documented alternatives and for misreadings.
"""

import pytest

from implementations import right, wrong
from implementations.simulation.world import ABILITIES
from mqtck.adapters.reference import Reference
from mqtck.conformance.cases.generator import case, case_seed
from mqtck.conformance.contract import Adapter
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.judge import Judgement, judge_trace
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Command,
    CreateProducer,
    DefineLocalQueue,
    OpenSession,
    ReadDepth,
    Receive,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
)
from mqtck.reference.vocabulary.messages import JmsHeader, OutgoingMessage, QueueDestination, SeenMessage
from mqtck.reference.vocabulary.outcomes import (
    Browsed,
    DepthRead,
    Done,
    MessageReturned,
    NoMessage,
    Outcome,
    Sent,
)
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.traces import FORMAT_VERSION, Step, Trace, TraceHead
from mqtck.reference.vocabulary.zos import ReadSampleDefinition

ALL = ABILITIES
CASES = 5
"""Random traces for each right implementation."""

START = 1_000_000

TO_THE_DEAD_LETTER_QUEUE: tuple[Command, ...] = (
    DefineLocalQueue("DLQ"),
    SetDeadLetterQueue("DLQ"),
    CreateProducer("p"),
    SetDeliveryDelay("p", 5000),
    Send("p", OutgoingMessage("order-1"), QueueDestination("DLQ")),
    AlterQueue("DLQ", AttributeChanges(max_depth=0)),
    Advance(6000),
    AlterQueue("DLQ", AttributeChanges(max_depth=5000)),
    Advance(7_200_000),
    Browse("DLQ"),
)
"""A later attempt may begin with the target or with the disposal that failed; here both lead to one queue."""


def random_case(index: int) -> tuple[Command, ...]:
    return case(case_seed(2026, index), ABILITIES, ClockKind.VIRTUAL, 60)


def as_real(trace: Trace) -> Trace:
    """The same trace as a real clock might show it: each call may have begun when the last one ended."""
    head = TraceHead(mqtck_trace=FORMAT_VERSION, adapter="real", clock=ClockKind.REAL)
    ended = [trace.steps[0].started, *(step.ended for step in trace.steps[:-1])]
    return Trace(
        head,
        tuple(
            Step(step.command, step.outcome, before, step.ended)
            for before, step in zip(ended, trace.steps, strict=True)
        ),
    )


def accused(judgement: Judgement) -> str:
    return "; ".join(f"step {b.step}: {b.rules} {b.expected} / {b.seen}" for b in judgement.breaches)


@pytest.mark.parametrize("name", list(right.ADAPTERS))
def test_a_right_implementation_is_not_accused(name: str) -> None:
    for index in range(CASES):
        judgement = judge_trace(run_commands(right.ADAPTERS[name](), random_case(index)))
        assert not judgement.breaches, f"case {index}: {accused(judgement)}"
        assert not judgement.indeterminate or name in right.OPEN, f"case {index}: {judgement.indeterminate}"


@pytest.mark.parametrize("adapter", [right.ADAPTERS["preferred"](), Reference()])
def test_a_target_that_is_the_dead_letter_queue_gets_messages_in_either_way(
    adapter: Adapter,
) -> None:
    judgement = judge_trace(run_commands(adapter, TO_THE_DEAD_LETTER_QUEUE))
    assert not judgement.breaches, accused(judgement)
    assert not judgement.indeterminate


@pytest.mark.parametrize("seed", range(30))
def test_any_combination_of_documented_alternatives_is_right(seed: int) -> None:
    for index in range(seed * 5, seed * 5 + 5):
        judgement = judge_trace(run_commands(right.random_adapter(seed), random_case(index)))
        assert not judgement.breaches, f"case {index}: {accused(judgement)}"


@pytest.mark.parametrize("name", list(right.ADAPTERS))
def test_what_is_right_on_a_virtual_clock_is_right_on_a_real_one(name: str) -> None:
    for index in range(100, 103):
        trace = run_commands(right.ADAPTERS[name](), random_case(index))
        judgement = judge_trace(as_real(trace))
        assert not judgement.breaches, f"case {index}: {accused(judgement)}"


@pytest.mark.parametrize("name", list(wrong.WRONG))
def test_a_wrong_implementation_is_caught_and_the_right_rule_blamed(name: str) -> None:
    misreading = wrong.WRONG[name]
    judgement = judge_trace(run_commands(misreading.factory(), misreading.witness))
    assert judgement.breaches, f"{misreading.sentence}: not caught. {judgement.indeterminate}"
    blamed = {rule for breach in judgement.breaches for rule in breach.rules}
    assert blamed & misreading.rules, f"{misreading.sentence}: {accused(judgement)}"


def test_the_witnesses_accuse_nobody_who_is_right() -> None:
    for name, misreading in wrong.WRONG.items():
        judgement = judge_trace(run_commands(right.ADAPTERS["preferred"](), misreading.witness))
        assert not judgement.breaches, f"{name}: {accused(judgement)}"


def real(*steps: tuple[Command, Outcome, int, int]) -> Judgement:
    head = TraceHead(mqtck_trace=FORMAT_VERSION, adapter="hand-made", clock=ClockKind.REAL)
    return judge_trace(Trace(head, tuple(Step(c, o, START + a, START + b) for c, o, a, b in steps)))


def sent_with_delay(
    milliseconds: int, started: int, ended: int
) -> tuple[tuple[Command, Outcome, int, int], ...]:
    return (
        (DefineLocalQueue("ORDERS"), Done(), 0, 1),
        (CreateProducer("p"), Done(), 1, 2),
        (SetDeliveryDelay("p", milliseconds), Done(), 2, 3),
        (
            Send("p", OutgoingMessage("order-1"), QueueDestination("ORDERS")),
            Sent(JmsHeader(message_id="ID:" + "1" * 48)),
            started,
            ended,
        ),
    )


ORDER = MessageReturned(SeenMessage(body="order-1"))


def test_on_a_real_clock_lateness_is_never_wrong() -> None:
    judgement = real(
        *sent_with_delay(2000, 10, 20),
        (Receive("ORDERS"), NoMessage(), 3_600_000, 3_600_010),
        (Receive("ORDERS"), ORDER, 7_200_000, 7_200_010),
    )
    assert not judgement.breaches
    assert not judgement.indeterminate


def test_a_lower_bound_is_measured_from_before_the_send() -> None:
    early = real(*sent_with_delay(2000, 10, 1500), (Receive("ORDERS"), ORDER, 1990, 2009))
    undecidable = real(*sent_with_delay(2000, 10, 1500), (Receive("ORDERS"), ORDER, 1990, 2010))
    assert early.breaches[0].rules[0] == "DD-01"
    assert not undecidable.breaches


def test_a_message_is_not_there_twice_whatever_the_clock() -> None:
    judgement = real(
        *sent_with_delay(2000, 10, 20),
        (Receive("ORDERS"), ORDER, 5000, 5001),
        (Receive("ORDERS"), ORDER, 6000, 6001),
    )
    assert judgement.breaches[0].rules[0] == "DD-10"


def test_what_a_browser_showed_is_on_the_queue_and_not_on_the_staging_queue() -> None:
    steps = (
        *sent_with_delay(2000, 10, 20),
        (Browse("ORDERS"), Browsed((SeenMessage(body="order-1"),)), 5000, 5001),
    )
    assert not real(*steps).breaches
    gone = real(*steps, (ReadDepth("ORDERS"), DepthRead(0), 5002, 5003))
    assert gone.breaches[0].rules[0] == "DD-10"


def test_a_rule_is_blamed_once_in_a_trace_and_the_step_is_named() -> None:
    judgement = real(
        *sent_with_delay(60_000, 10, 20),
        (ReadDepth("ORDERS"), DepthRead(1), 30, 31),
        (ReadDepth("ORDERS"), DepthRead(1), 40, 41),
    )
    assert [(breach.rules[0], breach.step) for breach in judgement.breaches] == [("DD-06", 5)]


def test_an_advance_alone_changes_nothing() -> None:
    steps = sent_with_delay(2000, 10, 20)
    judgement = real(*steps, (Advance(5000), Done(), 20, 5020))
    assert not judgement.breaches
    assert judgement.most_states == 1


@pytest.mark.parametrize(
    "command",
    [
        DefineLocalQueue("Q", queue_manager="QM9"),
        Browse("Q", queue_manager="QM9"),
        OpenSession("s", queue_manager="QM9"),
        ReadSampleDefinition(queue_manager="QM9"),
    ],
    ids=lambda command: type(command).__name__,
)
def test_what_is_done_at_a_queue_manager_that_nobody_has_defined_leaves_the_trace_undecided(
    command: Command,
) -> None:
    """Shrinking leaves definitions out, and some implementations do without."""
    head = TraceHead(mqtck_trace=FORMAT_VERSION, adapter="lenient", clock=ClockKind.VIRTUAL)
    judgement = judge_trace(Trace(head=head, steps=(Step(command, Done(), START, START),)))
    assert judgement.breaches == ()
    assert "no queue manager QM9" in judgement.indeterminate
