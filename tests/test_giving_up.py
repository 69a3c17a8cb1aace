"""What never answers, or ends the adapter's process, is tried so many times only, and the rest goes on."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from campaign_adapters import LOADER

from mqtck.adapters.reference import Reference, ReferenceWorld
from mqtck.command_line.adapters import start_adapter
from mqtck.conformance.campaign.worker import Task, runs_of
from mqtck.conformance.execution import giving_up
from mqtck.conformance.execution.giving_up import CLOSING, MOST, GivingUp, Most
from mqtck.conformance.execution.worlds import Limits
from mqtck.conformance.scenarios import running as scenarios
from mqtck.conformance.scenarios.features import ScenarioText, read_feature
from mqtck.conformance.scenarios.running import ScenarioResult, run_features
from mqtck.reference.vocabulary.commands import Browse, Command, Send
from mqtck.reference.vocabulary.outcomes import AdapterError, Done, Fault, Outcome
from mqtck.reference.vocabulary.results import Verdict

HUNG = AdapterError(fault=Fault.HUNG, text="Send did not answer within 30 s.")
ENDED = AdapterError(fault=Fault.CRASHED, text="its process ended in Send (exit code 3)")
RAISED = AdapterError(fault=Fault.CRASHED, text="OSError: gone")


class Time:
    """A clock that the test sets, in seconds."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def after(*outcomes: Outcome) -> AdapterError | None:
    """What is said of a Send after these, each of which took a second."""
    clock = Time()
    failing = GivingUp(clock)
    for outcome in outcomes:
        clock.now += 1
        failing.note("Send", outcome, clock.now - 1)
    return failing.instead("Send")


@pytest.mark.parametrize("failure", [HUNG, ENDED], ids=["hung", "process ended"])
def test_failures_in_a_row_are_enough(failure: AdapterError) -> None:
    most = MOST[failure.fault].in_a_row
    assert after(*[failure] * (most - 1)) is None
    assert after(*[failure] * (most - 1), Done(), failure) is None
    given_up = after(*[failure] * most)
    assert given_up is not None
    assert given_up.fault is failure.fault
    assert given_up.text.startswith("Send was not tried: ")
    assert given_up.text.endswith(f", {most} times before.")


@pytest.mark.parametrize("failure", [HUNG, ENDED], ids=["hung", "process ended"])
def test_so_are_failures_between_answers(failure: AdapterError) -> None:
    most = MOST[failure.fault].in_all
    assert after(*[failure, Done()] * (most - 1)) is None
    assert after(*[failure, Done()] * most) is not None


def test_what_is_raised_costs_nothing_and_is_always_tried_again() -> None:
    assert after(*[RAISED] * 1000) is None


def test_another_command_is_tried() -> None:
    failing = GivingUp(Time())
    for _ in range(9):
        failing.failed("Send", Fault.HUNG, began=1)
    assert failing.instead("Send") is not None
    assert failing.instead("Browse") is None


def test_what_hangs_at_once_has_hung_once() -> None:
    clock = Time()
    failing = GivingUp(clock)
    for _ in range(100):
        clock.now = 30
        failing.failed("Send", Fault.HUNG, began=0)
    assert failing.instead("Send") is None


# --- in scenarios --------------------------------------------------------------------------------------

SENDING = """
Feature: Sending
  Scenario: {}
    Given a queue ORDERS
    And a MessageProducer for ORDERS
    When "order-1" is sent
    Then a browser shows "order-1" on ORDERS
"""
LOOKING = "Feature: Looking\n  Scenario: {}\n    Given a queue ORDERS\n    Then nothing is on ORDERS\n"


def texts(*features: str) -> list[ScenarioText]:
    return [
        scenario
        for number, feature in enumerate(features)
        for scenario in read_feature(feature.format(f"Number {number}"), "own.feature")
    ]


class Hanging(Reference):
    """Never comes back from commands of one class, or from closing, until it is released."""

    def __init__(self, at: type[Command] | None) -> None:
        super().__init__()
        self.at = at
        self.tried = 0
        self.released = threading.Event()

    def open_world(self) -> ReferenceWorld:
        adapter = self

        class World(ReferenceWorld):
            def execute(self, command: Command) -> Outcome:
                if adapter.at is not None and isinstance(command, adapter.at):
                    adapter.hang()
                return super().execute(command)

            def close(self) -> None:
                if adapter.at is None:
                    adapter.hang()

        return World(self.information.profile)

    def hang(self) -> None:
        self.tried += 1
        self.released.wait(60)


@pytest.fixture
def hanging() -> Iterator[Any]:
    made: list[Hanging] = []

    def make(at: type[Command] | None) -> Hanging:
        made.append(Hanging(at))
        return made[-1]

    yield make
    for one in made:
        one.released.set()


def told(results: tuple[ScenarioResult, ...]) -> list[str]:
    """In a word: whether it conforms, failed, or was not tried."""
    return [
        "conforms"
        if result.verdict is Verdict.CONFORMS
        else "not tried"
        if giving_up.NOT_TRIED in result.reason
        else str(result.verdict)
        for result in results
    ]


@pytest.mark.parametrize("at", [Send, Browse, None], ids=["Send", "Browse", "closing"])
def test_scenarios_of_an_adapter_that_hangs_come_to_an_end(at: type[Command] | None, hanging: Any) -> None:
    adapter = hanging(at)
    limits = Limits(answer=0.6, giving_up=GivingUp())
    plan = texts(*[SENDING] * 5, *[LOOKING] * 2, *[SENDING] * 2)
    results = told(run_features(adapter, plan, limits=limits))
    looks = ["not tried" if at is None else "conforms"] * 2
    assert results == [*["adapter error"] * 3, *["not tried"] * 2, *looks, *["not tried"] * 2]
    # Each is tried a second time, with every command watched.
    assert adapter.tried == 2 * MOST[Fault.HUNG].in_a_row


def test_cases_of_an_adapter_that_hangs_come_to_an_end(hanging: Any) -> None:
    adapter = hanging(Send)
    task = Task("", LOADER, (), 1, 40, sample_every=0, profiles=("multiplatforms",), answer_seconds=0.2)
    runs = list(runs_of(task, adapter, iter(range(30))))
    assert adapter.tried == MOST[Fault.HUNG].in_a_row
    failed = [run for run in runs if run.verdict is Verdict.ADAPTER_ERROR]
    assert len(failed) > 2 * adapter.tried
    assert [run.reason.startswith("the adapter hung: Send did not answer") for run in failed[:3]] == [
        True
    ] * 3
    assert all(run.reason.startswith("the adapter hung: Send was not tried: ") for run in failed[3:])


# --- processes that end --------------------------------------------------------------------------------

DYING = """
import os
from pathlib import Path
from msgspec.structs import replace
from mqtck.adapters.reference import Reference, ReferenceWorld
from mqtck.reference.vocabulary.commands import Send
from mqtck.reference.vocabulary.profile import ClockKind

with Path(__file__).with_suffix(".made").open("a") as made:
    made.write("x")

class World(ReferenceWorld):
    def execute(self, command):
        if isinstance(command, Send):
            os._exit(3)
        return super().execute(command)

class Dying(Reference):
    information = replace(Reference.information, clock=ClockKind.CLOCK, side_by_side=SIDE)
    def open_world(self):
        return World(self.information.profile)
"""


@pytest.mark.parametrize(("clock", "side", "most"), [("VIRTUAL", 1, 12), ("REAL", 32, 20)])
def test_scenarios_that_end_the_process_come_to_an_end(
    clock: str, side: int, most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(MOST, Fault.CRASHED, Most(4, 100, "the process of the adapter has ended in it"))
    monkeypatch.setattr(scenarios, "ALIKE", 4)
    path = tmp_path / "dying.py"
    path.write_text(DYING.replace("CLOCK", clock).replace("SIDE", str(side)))
    adapter = start_adapter(str(path))
    try:
        plan = texts(*[SENDING] * 60, *[LOOKING] * 2)
        results = run_features(adapter, plan, limits=Limits(giving_up=GivingUp()))
    finally:
        adapter.close()
    assert [result.verdict for result in results[-2:]] == [Verdict.CONFORMS] * 2
    assert {result.verdict for result in results[:-2]} == {Verdict.ADAPTER_ERROR}
    assert all("process" in result.reason for result in results[:-2])
    assert len(path.with_suffix(".made").read_text()) <= most
    assert CLOSING not in " ".join(result.reason for result in results)
