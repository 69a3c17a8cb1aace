"""What is laid aside on a real clock: looked at again it would be as it is, and it costs nothing."""

import random
from typing import Final

import pytest
from watched_model import states_asked, work_done

from implementations.right.real_clock import random_late_adapter
from mqtck.adapters.reference import Reference
from mqtck.conformance.cases.generator import case, case_seed
from mqtck.conformance.contract import Adapter
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.observer import Observer
from mqtck.reference.chapters.staging_queue import runs
from mqtck.reference.internal_work import work
from mqtck.reference.internal_work.resting import roused
from mqtck.reference.state.intervals import Answer, Interval, Moment
from mqtck.reference.state.lateness import REPORT_TIME
from mqtck.reference.state.messages import Kind
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Never, OnQueue, Staged, Status
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Command,
    CreateProducer,
    DefineLocalQueue,
    GetMode,
    MqGet,
    MqPut,
    QueueAttributes,
    ReadDepth,
    Receive,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetTimeToLive,
    Switch,
)
from mqtck.reference.vocabulary.constants import Report
from mqtck.reference.vocabulary.messages import OutgoingMessage, PutDescriptor, QueueDestination
from mqtck.reference.vocabulary.profile import ClockKind

CASES = 30


def drawn(adapter: Adapter, number: int) -> tuple[Command, ...]:
    """A random case."""
    information = adapter.information
    seed = case_seed(5, number)
    return case(seed, information.abilities, information.clock, 80, profile=information.profile)


REPORTS: Final = (Report.EXPIRATION, Report.EXCEPTION, Report.COA, Report.DISCARD_MSG, Report(0))


def asking(label: str, report: Report) -> OutgoingMessage:
    return OutgoingMessage(label, report=int(report), reply_to="R")


def crowded(_: Adapter, number: int) -> tuple[Command, ...]:
    """Delayed messages for a queue with room for one, whose dead-letter queue has room for two."""
    draw = random.Random(number)  # noqa: S311 - reproducible choices, nothing secret
    commands: list[Command] = [
        DefineLocalQueue("R", QueueAttributes(max_depth=3)),
        DefineLocalQueue("Q", QueueAttributes(max_depth=1)),
        DefineLocalQueue("DEAD", QueueAttributes(max_depth=2)),
        SetDeadLetterQueue("DEAD"),
        CreateProducer("late"),
        SetDeliveryDelay("late", 300),
        CreateProducer("brief"),
        SetDeliveryDelay("brief", 300),
        SetTimeToLive("brief", 1500),
    ]
    for label in range(80):
        producer = draw.choice(("late", "late", "brief"))
        choices: tuple[Command, ...] = (
            Send(producer, OutgoingMessage(f"m{label}"), QueueDestination("Q")),
            Send(producer, asking(f"n{label}", draw.choice(REPORTS)), QueueDestination("Q")),
            Advance(draw.choice((10, 200, 400, 2000))),
            Advance(200),
            Receive(draw.choice(("Q", "R"))),
            ReadDepth("Q"),
            MqGet(draw.choice(("Q", "DEAD")), draw.choice((GetMode.DESTRUCTIVE, GetMode.BROWSE_FIRST))),
            AlterQueue("Q", AttributeChanges(put=draw.choice(tuple(Switch)))),
            AlterQueue("DEAD", AttributeChanges(max_depth=draw.choice((1, 2, 4)))),
        )
        commands.append(draw.choice(choices))
    return tuple(commands)


@pytest.fixture(scope="module", params=[drawn, crowded])
def visited(request: pytest.FixtureRequest) -> list[tuple[State, Interval]]:
    """The states before the commands of random cases on late implementations."""
    with states_asked() as seen:
        for number in range(CASES):
            adapter = random_late_adapter(number)
            information = adapter.information
            observer = Observer(information.clock, information.profile)
            for step in run_commands(adapter, request.param(adapter, number)).steps:
                observer.observe(step)
    return seen


def accepted(state: State) -> dict[int, frozenset[Status]]:
    """What may be of each message, whichever the reference prefers."""
    return {serial: frozenset(belief) for serial, belief in state.beliefs.items()}


def test_what_rests_would_be_as_it_is(visited: list[tuple[State, Interval]]) -> None:
    """All that is laid aside behind the work of a command is looked at once more."""
    looked = 0
    for state, at in visited:
        after = roused(work.caught_up(state, at))
        moment = Moment(Interval(at.latest, at.latest), Interval(at.latest, at.latest), 0)
        for resting in after.resting.values():
            for serial in resting.serials:
                looked += 1
                assert accepted(work.work(after, serial, moment)) == accepted(after)
    assert looked > CASES


def test_what_is_due_and_may_wait_is_looked_at_or_rests(visited: list[tuple[State, Interval]]) -> None:
    """What was seen not to have come may come next."""
    looked = 0
    for state, at in visited:
        after = work.caught_up(state, at)
        rests = {serial for resting in after.resting.values() for serial in resting.serials}
        for serial, belief in after.beliefs.items():
            message = after.messages[serial]
            due = message.due is not None and message.due.earliest <= at.latest
            staged = any(isinstance(status, Staged) for status in belief)
            if due and staged and runs(after, message.queue_manager) is not Answer.NO:
                looked += 1
                assert serial in rests or serial in after.overdue
    assert looked > CASES


def looks_in(before: list[Command], used: list[Command]) -> int:
    """How often internal work looks at a message in the commands behind those of before."""
    steps = run_commands(Reference(), [*before, *used]).steps
    observer = Observer(ClockKind.REAL, Reference().information.profile)
    for step in steps[: len(before)]:
        assert not observer.observe(step)
    with work_done() as done:
        for step in steps[len(before) :]:
            assert not observer.observe(step)
    return len(done)


def looks_beside(backlog: int, room: int, report: Report, *setup: Command) -> int:
    """How often internal work looks at a message while a queue is used beside a backlog for another."""
    attributes = QueueAttributes(max_depth=room)
    commands: list[Command] = [*setup, DefineLocalQueue("BACKLOG", attributes), DefineLocalQueue("Q")]
    commands += [CreateProducer("late"), SetDeliveryDelay("late", 1000), CreateProducer("plain")]
    commands += [
        Send("late", asking(f"b{number}", report), QueueDestination("BACKLOG")) for number in range(backlog)
    ]
    commands += [Advance(5000), ReadDepth("Q"), ReadDepth("Q")]
    used: list[Command] = []
    for number in range(10):
        sent = Send("plain", OutgoingMessage(f"m{number}"), QueueDestination("Q"))
        used += [sent, Advance(1), Receive("Q"), ReadDepth("Q")]
    return looks_in(commands, used)


DEAD: Final = (DefineLocalQueue("DEAD", QueueAttributes(max_depth=2)), SetDeadLetterQueue("DEAD"))


@pytest.mark.parametrize(
    ("room", "report", "setup"),
    [
        (1000, Report(0), ()),
        (1000, Report.EXCEPTION, ()),
        (5, Report(0), ()),
        (5, Report.EXPIRATION, DEAD),
    ],
    ids=[
        "with room for all",
        "with room for all that ask for exception reports",
        "for a full queue",
        "for a full queue with a full dead-letter queue",
    ],
)
def test_a_backlog_that_nobody_gets_costs_no_work(
    room: int, report: Report, setup: tuple[Command, ...]
) -> None:
    assert looks_beside(100, room, report, *setup) == looks_beside(10, room, report, *setup)


def looks_beside_reports(about: int, report: Report, passing: int) -> int:
    """How often internal work looks at a message while a queue is used beside reports that nobody gets."""
    commands: list[Command] = [DefineLocalQueue(name) for name in ("R", "BACKLOG", "Q")]
    descriptor = PutDescriptor(expiry=5)
    commands += [MqPut("BACKLOG", asking(f"b{number}", report), descriptor) for number in range(about)]
    commands += [Advance(passing), ReadDepth("Q"), ReadDepth("Q")]
    used: list[Command] = []
    for number in range(10):
        used += [MqPut("Q", OutgoingMessage(f"m{number}")), Advance(1), MqGet("Q"), ReadDepth("Q")]
    return looks_in(commands, used)


@pytest.mark.parametrize(
    ("report", "passing"),
    [(Report.COA, 100), (Report.COA | Report.COD, 100), (Report.EXPIRATION, 20_000)],
    ids=["of arrivals a moment ago", "of arrivals, and of deliveries that may come", "of expired messages"],
)
def test_reports_that_nobody_gets_cost_no_work(report: Report, passing: int) -> None:
    assert looks_beside_reports(100, report, passing) == looks_beside_reports(10, report, passing)


def test_a_confirmation_that_nobody_saw_has_come_or_never_does_when_it_is_late() -> None:
    """DD-130: five seconds later it is on its way no longer."""
    commands = (DefineLocalQueue("R"), DefineLocalQueue("Q"), MqPut("Q", asking("m", Report.COA)))
    steps = run_commands(Reference(), [*commands, Advance(100), Advance(REPORT_TIME), ReadDepth("Q")]).steps
    with states_asked() as seen:
        observer = Observer(ClockKind.REAL, Reference().information.profile)
        for step in steps:
            observer.observe(step)
    (state, at), *_ = seen[-1:]
    after = work.caught_up(state, at)
    (confirmation,) = (serial for serial, one in after.messages.items() if one.kind is Kind.COA)
    assert {type(status) for status in after.beliefs[confirmation]} == {Never, OnQueue}
    assert not after.resting
    assert not after.overdue
