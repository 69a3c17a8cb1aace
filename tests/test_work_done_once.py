"""What the model does not work out again: internal work that would change nothing, and answers kept.

Both are held to what the model says without them, on states that random cases lead to.
"""

import importlib
import pkgutil
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count, cycle, islice
from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace
from watched_model import states_asked, work_done

import mqtck.reference
from mqtck.adapters.reference import Reference
from mqtck.conformance.campaign.one_case import KINDS, CaseKind, run_case
from mqtck.conformance.execution.worlds import run_commands
from mqtck.reference import preference
from mqtck.reference.blame import absences, credit, latest
from mqtck.reference.blame import channels as channel_blame
from mqtck.reference.channels import channel_ends
from mqtck.reference.chapters import resolution
from mqtck.reference.internal_work import work
from mqtck.reference.queues import arrival_order, send_checks
from mqtck.reference.state.intervals import Interval
from mqtck.reference.state.messages import aim_of
from mqtck.reference.state.queue_keys import is_staging
from mqtck.reference.state.quiet import WITHOUT_EFFECT
from mqtck.reference.state.state import State
from mqtck.reference.vocabulary.commands import (
    Advance,
    Command,
    CreateProducer,
    DefineLocalQueue,
    DefineRemoteQueue,
    GetMode,
    MqGet,
    MqPut,
    QueueAttributes,
    ReadDepth,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetTimeToLive,
    StartChannel,
    Usage,
)
from mqtck.reference.vocabulary.constants import DEFAULT_DEAD_LETTER_QUEUE, Report
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination
from mqtck.reference.vocabulary.profile import EVERY_PROFILE

CASES = 15
COMMANDS = 60

LOOKED_AT = 12
"""How many queues of a state are asked about."""


def queues(state: State) -> list[tuple[str, ...]]:
    return [(place,) for place in (*state.queues, *state.definitions)[:LOOKED_AT]]


def names(state: State) -> list[tuple[str, ...]]:
    return [tuple(place.partition("/")[::2]) for (place,) in queues(state)]


def nothing_more(_: State) -> list[tuple[str, ...]]:
    return [()]


def ways(state: State) -> list[tuple[str, ...]]:
    """From every channel that was started to every queue."""
    return [(channel, *name) for channel in state.runs for name in names(state)]


KEPT: tuple[tuple[Any, Callable[[State], list[tuple[str, ...]]]], ...] = (
    (resolution.resolve, names),
    (resolution.resolved_key, names),
    (credit.whole_queue_seen, queues),
    (credit.nothing_returned, queues),
    (preference._seated, nothing_more),
    (absences.not_kept, queues),
    (absences.spoken_about, queues),
    (channel_blame._absences, queues),
    (latest.delayed, nothing_more),
    (latest.published, nothing_more),
    (latest.some_life_is_limited, nothing_more),
    (latest.known, nothing_more),
    (channel_ends.differing_terms, ways),
)


@pytest.fixture(scope="module")
def visited() -> list[tuple[State, Interval]]:
    """The states before the commands of random cases under every profile, and the time of the command.

    They are those of a campaign that are made of episodes or medleys, which are long.
    """
    with states_asked() as seen:
        long = (number for number in count() if KINDS[number % len(KINDS)] is not CaseKind.VARIATION)
        for profile, number in zip(cycle(EVERY_PROFILE), islice(long, CASES), strict=False):
            run_case(Reference(profile), 7, number, COMMANDS)
    assert len(seen) > CASES * COMMANDS
    return seen


class Recorder:
    """A state that notes which of its fields are read."""

    def __init__(self, state: State, read: set[str]) -> None:
        self._state = state
        self._read = read

    def __getattr__(self, name: str) -> Any:
        self._read.add(name)
        return getattr(self._state, name)


def all_kept() -> Iterator[Any]:
    for found in pkgutil.walk_packages(mqtck.reference.__path__, "mqtck.reference."):
        module = importlib.import_module(found.name)
        for value in vars(module).values():
            if hasattr(value, "fields") and hasattr(value, "__wrapped__"):
                yield value


def test_every_function_that_keeps_its_answers_is_tested_here() -> None:
    assert {one.__name__ for one in all_kept()} == {one.__name__ for one, _ in KEPT}


@pytest.mark.parametrize(("kept", "asked"), KEPT, ids=lambda one: getattr(one, "__name__", ""))
def test_kept_answers_are_those_worked_out_anew_from_the_fields_named(
    kept: Any,
    asked: Callable[[State], list[tuple[str, ...]]],
    visited: list[tuple[State, Interval]],
) -> None:
    read: set[str] = set()
    for state, _ in visited:
        recorder: Any = Recorder(state, read)
        for arguments in asked(state):
            assert kept(state, *arguments) == kept.__wrapped__(recorder, *arguments)
    assert read <= {"clock", "next_serial", *kept.fields}
    assert read, "the states told nothing"


def test_work_that_is_not_done_again_would_change_nothing(visited: list[tuple[State, Interval]]) -> None:
    """Whatever the notes say is quiet stays as it is where the work is done all the same."""
    spared = 0
    for state, at in visited:
        if state.overdue or state.runs:
            work.catch_up(state, at)
            work.catch_up(state, at)
        for notes, done in ((work.DONE, work.caught_up), (work.REDONE, work.reworked)):
            if state.previous == at.latest and notes.holds(state, at):
                spared += 1
                assert done(state, at) == state
    assert spared > CASES


def test_what_a_change_of_a_definition_left_alone_need_not_be_caught_up(
    visited: list[tuple[State, Interval]],
) -> None:
    """Around the change all open messages were considered, those among them that something stops."""
    spared = 0
    for state, at in visited:
        due = state.agenda is not None and state.agenda.time <= at.latest
        if state.overdue and not due and at.earliest == at.latest == state.previous:
            work.rework(state, at)
            if work.REDONE.holds(state, at):
                spared += 1
                assert work.caught_up(state, at) == state
    assert spared > CASES


def test_what_a_note_leaves_out_has_no_effect_on_internal_work(visited: list[tuple[State, Interval]]) -> None:
    """Internal work does the same where there are no clients, ids and the like."""
    unknown: dict[str, Any] = dict.fromkeys(WITHOUT_EFFECT - {"previous", "known", "labels"}, Map())
    looked = 0
    for state, at in visited:
        if not state.overdue:
            continue
        looked += 1
        bare = replace(work.caught_up(replace(state, **unknown), at), **unknown)
        assert bare == replace(work.caught_up(state, at), **unknown)
    assert looked > CASES


DAY = 86_400_000
CONFIRMED = Report.COA | Report.COD | Report.EXCEPTION
TRIED_AGAIN: tuple[Command, ...] = (
    DefineLocalQueue(DEFAULT_DEAD_LETTER_QUEUE),
    SetDeadLetterQueue(DEFAULT_DEAD_LETTER_QUEUE),
    DefineLocalQueue("X", QueueAttributes(usage=Usage.TRANSMISSION)),
    DefineRemoteQueue("RQ", "Q", "QM2", "X"),
    StartChannel("X"),
    CreateProducer("p", destination=QueueDestination("RQ")),
    SetDeliveryDelay("p", 300),
    SetTimeToLive("p", 400),
    Send("p", OutgoingMessage("m1", report=CONFIRMED, reply_to="R")),
)


def test_a_report_that_is_ruled_out_does_not_wake_its_message_again_and_again() -> None:
    """The work of three days is that of one where nothing more comes due."""
    counts = []
    for days in (1, 3):
        with work_done() as done:
            run_commands(Reference(), [*TRIED_AGAIN, Advance(days * DAY), ReadDepth("R")])
        counts.append(len(done))
    assert counts[1] <= counts[0] + 10


def test_a_staging_queue_knows_where_its_messages_are_to_go(visited: list[tuple[State, Interval]]) -> None:
    """The counts that it keeps are those of the messages on it."""
    staged = 0
    for state, _ in visited:
        for place, queue in state.queues.items():
            here = [state.messages[serial] for serial in queue.residents] if is_staging(place) else []
            assert dict(queue.aims) == Counter(aim_of(message) for message in here)
            staged += len(here)
    assert staged > CASES


def test_a_delayed_send_does_not_look_at_each_staged_message(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where more are staged than its target holds, their targets count, however many there are of each."""
    plain, asked = send_checks.delivery_targets, 0

    def counted(state: State, aim: Any) -> Any:
        nonlocal asked
        asked += 1
        return plain(state, aim)

    monkeypatch.setattr(send_checks, "delivery_targets", counted)
    run_commands(
        Reference(),
        [
            DefineLocalQueue("LARGE"),
            DefineLocalQueue("SMALL", QueueAttributes(max_depth=5)),
            CreateProducer("p"),
            SetDeliveryDelay("p", 5000),
            *(Send("p", OutgoingMessage(f"m{number}"), QueueDestination("LARGE")) for number in range(100)),
            Send("p", OutgoingMessage("last"), QueueDestination("SMALL")),
        ],
    )
    assert 0 < asked < 10


def test_a_browse_does_not_go_over_what_it_has_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fiftieth message of a browse is as near to its cursor as the second."""
    plain, steps = arrival_order._between, 0

    def counted(*arguments: Any) -> Iterator[int]:
        nonlocal steps
        for serial in plain(*arguments):
            steps += 1
            yield serial

    monkeypatch.setattr(arrival_order, "_between", counted)
    puts = [MqPut("Q", OutgoingMessage(f"m{number}")) for number in range(50)]
    counts = []
    for shown in (2, 50):
        looks = [MqGet("Q", GetMode.BROWSE_FIRST), *[MqGet("Q", GetMode.BROWSE_NEXT)] * (shown - 1)]
        steps = 0
        run_commands(Reference(), [DefineLocalQueue("Q"), *puts, *looks])
        counts.append(steps)
    assert counts[1] <= 25 * counts[0]
