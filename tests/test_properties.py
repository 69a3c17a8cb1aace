"""Stateful properties: right implementations pass, wrong ones are found, and findings can be replayed."""

import os
import subprocess
import sys
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import settings
from msgspec.structs import replace

from implementations.odd import ODD
from implementations.right import ADAPTERS
from implementations.wrong import WRONG
from mqtck.adapters.reference import Reference
from mqtck.conformance.contract import Adapter, World
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.observer import Observer, observed
from mqtck.conformance.properties.episodes import Episodes
from mqtck.conformance.properties.running import BreachFound, machine_for, run_properties
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination, SeenMessage
from mqtck.reference.vocabulary.outcomes import DepthRead, Done, MessageReturned, Outcome, Sent
from mqtck.reference.vocabulary.profile import EVERY_PROFILE, ClockKind, Profile
from mqtck.reference.vocabulary.results import Breach
from mqtck.reference.vocabulary.traces import Step, decode_lines

STARTED = 1000


def test_nothing_is_left_in_the_folder_that_one_is_in(tmp_path: Path) -> None:
    run = (
        "from mqtck.adapters.reference import Reference\n"
        "from mqtck.conformance.properties.running import run_properties\n"
        "run_properties(Reference(), examples=2, steps=5)\n"
    )
    environment = {name: text for name, text in os.environ.items() if not name.startswith("HYPOTHESIS_")}
    subprocess.run([sys.executable, "-c", run], cwd=tmp_path, env=environment, check=True)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["preferred", "counts from the commit"])
def test_right_implementations_pass(name: str) -> None:
    result = run_properties(ADAPTERS[name](), examples=40, steps=25)
    assert result.findings == ()
    assert result.reasons == {}
    assert result.cases >= 30
    assert result.commands > 3000
    assert result.exercised


@pytest.mark.parametrize(
    "name",
    ["TTL 0 below the delay", "id without prefix", "expired browsed"],
)
def test_wrong_implementations_are_found_and_shrunk(name: str) -> None:
    """A coarse mistake breaks many rules, so the misread one need not be the first that is found."""
    wrong = WRONG[name]
    result = run_properties(wrong.factory(), examples=100, steps=30, most_findings=3)
    blamed = {rule for breach, _ in result.findings for rule in breach.rules}
    assert blamed & wrong.rules
    assert min(len(trace.steps) for _, trace in result.findings) <= 10


class _WithoutUnder:
    """Lists several profiles and has no `under`."""

    def __init__(self) -> None:
        self._inner = ADAPTERS["preferred"]()
        self.information = replace(self._inner.information, profiles=EVERY_PROFILE)

    def open_world(self) -> World:
        return self._inner.open_world()

    def close(self) -> None:
        self._inner.close()


def test_an_adapter_that_makes_none_for_its_profiles_fails_and_says_why() -> None:
    result = run_properties(_WithoutUnder(), examples=20, steps=5)
    assert result.findings == ()
    assert 0 < result.adapter_errors == sum(result.reasons.values())
    assert all("has no method `under`" in reason for reason in result.reasons)


def test_a_finding_shows_the_breach_again_when_it_is_replayed() -> None:
    adapter = WRONG["id without prefix"].factory()
    ((breach, trace),) = run_properties(adapter, examples=40, most_findings=1).findings
    again = run_commands(adapter, [step.command for step in trace.steps])
    assert [found.rules for found in observed(again).breaches] == [breach.rules]
    assert breach.step == len(trace.steps)


def test_ignored_rules_do_not_fail() -> None:
    adapter = WRONG["id without prefix"].factory()
    ((breach, _),) = run_properties(adapter, examples=40, most_findings=1).findings
    others = run_properties(adapter, examples=40, ignored=frozenset(breach.rules[:1])).findings
    assert breach.rules[0] not in {found.rules[0] for found, _ in others}


def test_the_same_seed_gives_the_same_run() -> None:
    first, second, other = (
        run_properties(WRONG["not staged"].factory(), examples=20, campaign_seed=number, most_findings=1)
        for number in (4, 4, 5)
    )
    assert (first.findings, first.commands, first.exercised) == (
        second.findings,
        second.commands,
        second.exercised,
    )
    assert other.commands != first.commands


def test_no_example_starts_when_the_budget_is_over() -> None:
    result = run_properties(ADAPTERS["preferred"](), examples=30, budget=0.0)
    assert (result.cases, result.commands) == (0, 0)
    assert result.not_begun > 0


@pytest.mark.parametrize("name", ["crashes", "answers nothing", "fast clock", "cannot open"])
def test_an_adapter_that_fails_is_a_reason_not_an_exception(name: str) -> None:
    make: Callable[[], Any] = ODD[name]
    result = run_properties(make(), examples=5, steps=5)
    assert sum(result.reasons.values()) >= 1
    assert all(reason.startswith("the adapter ") for reason in result.reasons)


def test_an_adapter_of_few_commands_is_enough() -> None:
    make: Callable[[], Any] = ODD["eight commands"]
    result = run_properties(make(), examples=20, steps=15)
    assert result.commands > 20
    assert not any("crashed" in reason for reason in result.reasons)


def test_the_machine_runs_under_unittest_and_tells_what_it_found(tmp_path: Path) -> None:
    adapter: Adapter = WRONG["TTL 0 below the delay"].factory()
    machine = machine_for(adapter, spec="mine.py", replays=tmp_path)
    machine.TestCase.settings = settings(machine.TestCase.settings, derandomize=True, database=None)
    outcome = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(machine.TestCase).run(outcome)
    ((_, text),) = outcome.failures
    assert BreachFound.__name__ in text
    assert "DD-28" in text
    assert "expected the setter succeeds" in text
    assert "SetDeliveryDelay producer" in text
    file = tmp_path / "DD-28.jsonl"
    assert f"Replay: mqtck replay {file} --adapter mine.py" in text
    trace = decode_lines(file.read_bytes().splitlines(), str(file))
    assert "DD-28" in {breach.rules[0] for breach in observed(trace).breaches}
    setters = [step for step in trace.steps if not isinstance(step.command, c.ReadDepth)]
    assert len(setters) < 15, "Hypothesis has shrunk it"


def test_a_trace_that_cannot_be_saved_is_told_all_the_same(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    machine = machine_for(WRONG["TTL 0 below the delay"].factory(), replays=blocked / "folder")
    outcome = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(machine.TestCase).run(outcome)
    assert "the trace could not be saved to" in outcome.failures[0][1]


# --- conservation --------------------------------------------------------------------------------------


def watched(*steps: tuple[c.Command, Outcome], clock: ClockKind = ClockKind.VIRTUAL) -> list[Breach]:
    """The breaches of conservation in a trace; the judge's own are left out."""
    observer = Observer(clock, Profile())
    found = []
    for command, outcome in steps:
        found += observer.observe(Step(command, outcome, STARTED, STARTED))
    return [breach for breach in found if breach.rules[0] == "X-54" or "MAXDEPTH" in breach.expected]


def put(label: str, report: int = 0) -> tuple[c.Command, Outcome]:
    return c.MqPut("Q", OutgoingMessage(label, report=report)), Sent()


def depth(queue: str, number: int) -> tuple[c.Command, Outcome]:
    return c.ReadDepth(queue), DepthRead(number)


DEFINED = (
    (c.DefineLocalQueue("Q", c.QueueAttributes(max_depth=2)), Done()),
    (c.DefineLocalQueue("P"), Done()),
)
TAKEN = (c.MqGet("Q"), MessageReturned(SeenMessage(body="a")))


def test_a_message_on_two_queues_at_once_is_found() -> None:
    ((rules, expected, _, step),) = (
        (found.rules, found.expected, found.seen, found.step)
        for found in watched(*DEFINED, put("a"), depth("Q", 1), depth("P", 1))
    )
    assert rules[0] == "X-54" or "DD-10" in rules
    assert step == 5
    assert expected


def test_depths_of_different_instants_are_not_added_up() -> None:
    moved = (c.Advance(1000), Done())
    assert watched(*DEFINED, put("a"), depth("Q", 1), moved, depth("P", 0), depth("Q", 1)) == []


def test_a_consumed_message_no_longer_counts() -> None:
    assert watched(*DEFINED, put("a"), TAKEN, depth("Q", 0)) == []
    within = c.MqGet("Q", syncpoint=c.Syncpoint.WITHIN)
    held = (within, TAKEN[1])
    assert watched(*DEFINED, put("a"), held, depth("Q", 1)) == []


def test_reports_are_messages_of_their_own() -> None:
    assert watched(*DEFINED, put("a", report=0x1000000), depth("Q", 1), depth("P", 1)) == []


def test_nothing_is_added_up_on_a_real_clock() -> None:
    assert watched(*DEFINED, put("a"), depth("Q", 1), depth("P", 1), clock=ClockKind.REAL) == []


def test_a_depth_below_zero_or_above_maxdepth_is_found() -> None:
    assert watched(*DEFINED, depth("Q", -1))
    assert watched(*DEFINED, put("a"), put("b"), put("c"), depth("Q", 3))
    raised = (c.AlterQueue("Q", c.AttributeChanges(max_depth=3)), Done())
    assert watched(*DEFINED, raised, put("a"), put("b"), put("c"), depth("Q", 3)) == []


def test_a_send_that_was_refused_is_no_accepted_message() -> None:
    from mqtck.reference.vocabulary.outcomes import Refused  # noqa: PLC0415

    sent = (c.Send("p", OutgoingMessage("m"), QueueDestination("Q")), Refused(reason=2053))
    found = watched(*DEFINED, (c.CreateProducer("p"), Done()), sent, depth("P", 0), depth("Q", 1))
    assert len(found) == 1


CHAPTERS = {
    "channels": {f"AM-{number:02}" for number in range(1, 29)},
    "topics": {f"DD-{number}" for number in range(106, 125)},
    "clusters": {"DD-19", "DD-20", "DD-21", "DD-22"},
    "z/OS": {"DD-86", "DD-89", "DD-90", "DD-91", "DD-92", "DD-93"},
    "transmission queues": {f"EX-{number}" for number in range(50, 60)},
}


def test_examples_tell_episodes_of_every_chapter() -> None:
    result = run_properties(Reference(), examples=100, steps=30, campaign_seed=3)
    assert result.findings == ()
    missing = [chapter for chapter, rules in CHAPTERS.items() if not rules & result.exercised.keys()]
    assert missing == []


def test_what_an_episode_does_wrong_is_shrunk_within_it() -> None:
    """Only an episode publishes; its draws shrink as those of the machine do."""
    wrong = WRONG["one copy for all subscribers"]
    found = []
    for seed in range(11, 15):  # One of them may draw too few publications.
        result = run_properties(wrong.factory(), examples=100, steps=30, most_findings=3, campaign_seed=seed)
        found += [trace for breach, trace in result.findings if set(breach.rules) & wrong.rules]
        if found:
            break
    assert found
    assert min(len(trace.steps) for trace in found) <= 25


class _RunsDry:
    """Something to draw from that ends, as Hypothesis does in the middle of a rule."""

    def __init__(self, left: int) -> None:
        self._left = left

    def draw(self, _: object) -> int:
        self._left -= 1
        if self._left < 0:
            raise EOFError
        return 0


def test_where_nothing_more_is_drawn_no_looks_follow_at_what_was_never_set_up() -> None:
    ended = 0
    for left in range(60):
        episodes = Episodes(frozenset(Ability), ClockKind.VIRTUAL, Profile())
        episodes.begin("undelivered_once")
        done = []
        try:
            done += episodes.commands(0, 99, cast("Any", _RunsDry(left)))
        except EOFError:
            ended += 1
        looks = list(episodes.last_looks())
        managers = {"QM1", *(command.name for command in done if isinstance(command, c.DefineQueueManager))}
        assert {getattr(look, "queue_manager", "QM1") for look in looks} <= managers, left
    assert ended > 30
