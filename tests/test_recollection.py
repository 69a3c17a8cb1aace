"""Answers of the model that are kept: only for the very same question, and never in place of judging."""

import pytest

from mqtck.adapters.reference import EPOCH, Reference
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.judge import judge_trace
from mqtck.reference import recollection
from mqtck.reference.model import possibilities
from mqtck.reference.possibilities import Possibility
from mqtck.reference.recollection import GENERATION, MOST_OF_ONE, Recollection, beginning
from mqtck.reference.state.intervals import Interval
from mqtck.reference.state.state import State
from mqtck.reference.vocabulary.commands import (
    Advance,
    Command,
    CreateProducer,
    DefineLocalQueue,
    ReadDepth,
    Send,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination
from mqtck.reference.vocabulary.outcomes import DepthRead
from mqtck.reference.vocabulary.profile import ClockKind, Profile
from mqtck.reference.vocabulary.traces import Step, Trace

AT = Interval(EPOCH, EPOCH)
COMMANDS: tuple[Command, ...] = (
    DefineLocalQueue("Q"),
    CreateProducer("p"),
    Send("p", OutgoingMessage("m"), QueueDestination("Q")),
    Advance(1000),
    ReadDepth("Q"),
)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Command]:
    """The commands that the model itself is asked about from now on."""
    seen: list[Command] = []

    def counting(state: State, command: Command, at: Interval) -> tuple[Possibility, ...]:
        seen.append(command)
        return possibilities(state, command, at)

    monkeypatch.setattr(recollection, "possibilities", counting)
    return seen


def fresh_state() -> State:
    beginning.cache_clear()
    return beginning(ClockKind.VIRTUAL, Profile(), EPOCH)


def test_the_same_question_is_worked_out_once(asked: list[Command]) -> None:
    kept, state = Recollection(), fresh_state()
    answer = kept.preferred(state, COMMANDS[0], AT)
    assert kept.settled(state, COMMANDS[0], AT, answer.outcome) == [answer.settled]
    assert asked == [COMMANDS[0]]


@pytest.mark.parametrize(
    ("command", "at", "other_state"),
    [
        (ReadDepth("DEV.QUEUE.2"), AT, False),
        (ReadDepth("Q"), Interval(EPOCH, EPOCH + 1), False),
        (ReadDepth("Q"), AT, True),
    ],
    ids=["another command", "another time", "an equal state that is another one"],
)
def test_another_question_is_worked_out_anew(
    asked: list[Command], command: Command, at: Interval, *, other_state: bool
) -> None:
    kept, state = Recollection(), fresh_state()
    answer = kept.preferred(state, ReadDepth("Q"), AT)
    kept.settled(fresh_state() if other_state else state, command, at, answer.outcome)
    assert asked == [ReadDepth("Q"), command]


def test_another_outcome_is_judged(asked: list[Command]) -> None:
    kept, state = Recollection(), fresh_state()
    state = kept.preferred(state, DefineLocalQueue("Q"), AT).settled.states[0]
    assert kept.preferred(state, ReadDepth("Q"), AT).outcome == DepthRead(depth=0)
    (settled,) = kept.settled(state, ReadDepth("Q"), AT, DepthRead(depth=7))
    assert settled.open == "expected a depth of at most 0 of QM1:Q, seen 7, which breaks no rule for certain"
    assert len(asked) == 3


def test_what_is_kept_is_bounded(asked: list[Command]) -> None:
    kept, state = Recollection(), fresh_state()
    first = kept.preferred(state, DefineLocalQueue("Q"), AT)
    later = first.settled.states[0]
    for _ in range(2 * GENERATION):
        later = kept.preferred(later, ReadDepth("Q"), AT).settled.states[0]
        later = later.__class__(**{name: getattr(later, name) for name in later.__struct_fields__})
    count = len(asked)
    kept.settled(state, DefineLocalQueue("Q"), AT, first.outcome)
    assert len(asked) == count + 1


def test_traces_that_begin_alike_are_worked_out_alike_once(asked: list[Command]) -> None:
    recollection.latest.forget()
    one, other = (
        run_commands(Reference(), COMMANDS),
        run_commands(Reference(), (*COMMANDS[:3], ReadDepth("Q"))),
    )
    assert asked == [*COMMANDS, ReadDepth("Q")]
    assert [step.outcome for step in other.steps[:3]] == [step.outcome for step in one.steps[:3]]
    assert not judge_trace(one).breaches + judge_trace(other).breaches
    assert len(asked) == len(COMMANDS) + 1


def test_of_one_state_a_bounded_number_of_answers_is_kept(asked: list[Command]) -> None:
    kept, state = Recollection(), fresh_state()
    questions = [ReadDepth(f"Q{number}") for number in range(MOST_OF_ONE + 1)]
    first = [kept.preferred(state, question, AT) for question in questions]
    assert [kept.preferred(state, question, AT) for question in questions[:-1]] == first[:-1]
    assert len(asked) == len(questions)
    kept.preferred(state, questions[-1], AT)
    assert len(asked) == len(questions) + 1


def test_the_judge_of_the_reference_asks_nothing_twice(asked: list[Command]) -> None:
    recollection.latest.forget()
    judgement = judge_trace(run_commands(Reference(), COMMANDS))
    assert not judgement.breaches
    assert asked == list(COMMANDS)


def test_a_trace_with_one_wrong_answer_is_judged_like_any_other() -> None:
    trace = run_commands(Reference(), COMMANDS)
    last = trace.steps[-1]
    wrong = Step(last.command, DepthRead(depth=0), last.started, last.ended)
    judgement = judge_trace(Trace(trace.head, (*trace.steps[:-1], wrong)))
    assert [breach.seen for breach in judgement.breaches] == ["0"]
