"""The judging jobs as a user runs them: whole commands on adapters good and bad."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from campaign_adapters import lossy_adapter

from implementations import odd, right
from implementations.right.real_clock import RealClockAdapter
from implementations.simulation.world import SimulatedAdapter, SimulatedWorld
from mqtck.adapters.reference import Reference
from mqtck.command_line.replaying import replay
from mqtck.command_line.replays import Replays, slug
from mqtck.command_line.running import JobResult, NamedAdapter, run, smoke
from mqtck.conformance.campaign.one_case import run_case
from mqtck.conformance.contract import Adapter
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.late_looks import Waiting
from mqtck.conformance.ledger.rules import load
from mqtck.conformance.scenarios.features import load_features
from mqtck.conformance.scenarios.running import run_scenario
from mqtck.reference.vocabulary.commands import (
    Advance,
    Command,
    CreateProducer,
    DefineLocalQueue,
    Receive,
    Send,
    SetDeliveryDelay,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination
from mqtck.reference.vocabulary.outcomes import Outcome
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.results import ComplianceReport, Method, RuleVerdict, Verdict
from mqtck.reference.vocabulary.traces import FORMAT_VERSION, Trace, TraceHead, decode_lines
from mqtck.reports.forms import Form, render

TESTS = Path(__file__).parent

EIGHT = '''
from implementations.odd import EightCommandAdapter


class Small(EightCommandAdapter):
    """Only the adapter's class is public here."""
'''


def quiet(_: str) -> None:
    """Progress that nobody reads."""


def judged(adapter: Adapter, folder: Path, *rules: str) -> ComplianceReport:
    return run(
        [NamedAdapter("under test", adapter)],
        missing=[],
        rules=frozenset(rules),
        methods=frozenset({Method.FEATURES}),
        seed=1,
        output=folder,
        tell=quiet,
    )


def mqtck(*arguments: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "mqtck", *arguments],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(TESTS), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_run_on_the_reference_judges_its_scope_and_keeps_replays(tmp_path: Path) -> None:
    report = judged(Reference(), tmp_path, "DD-25", "EX-17")
    rules = {rule.rule: rule for rule in report.implementations[0].rules}
    assert rules["DD-25"].verdict is RuleVerdict.CONFORMS
    assert rules["EX-17"].verdict is RuleVerdict.CONFORMS
    assert len(rules) == len(load().rules)
    evidence = rules["DD-25"].evidence[0]
    assert evidence.replay.startswith("mqtck replay ")
    path = Path(evidence.replay.split()[2])
    assert decode_lines(path.read_bytes().splitlines(), "x").head.adapter == "under test"


def test_a_run_leaves_only_the_replays_of_its_own_and_what_is_not_the_kits(tmp_path: Path) -> None:
    judged(Reference(), tmp_path, "DD-25")
    folder = tmp_path / "replays"
    earlier = set(folder.rglob("*.jsonl"))
    own = next(iter(earlier)).with_name("mine.jsonl")
    own.write_text("kept by hand", encoding="utf-8")
    (folder / "files.txt").open("a", encoding="utf-8").write("../report.jsonl\n")
    (tmp_path / "report.jsonl").write_text("listed by hand", encoding="utf-8")
    report = judged(Reference(), tmp_path, "EX-17")
    left = set(folder.rglob("*.jsonl"))
    assert earlier
    assert not earlier & left
    assert own in left
    assert (tmp_path / "report.jsonl").exists()
    named = {
        Path(evidence.replay.split()[2])
        for rule in report.implementations[0].rules
        for evidence in rule.evidence
        if evidence.replay
    }
    assert named <= left


def test_replays_of_a_run_that_was_stopped_are_known_to_the_next_one(tmp_path: Path) -> None:
    trace = run_commands(Reference(), (DefineLocalQueue("Q"),))
    Replays(tmp_path).saver("a")("stopped", trace)
    finished = Replays(tmp_path)
    finished.saver("b")("finished", trace)
    finished.forget_earlier()
    assert [str(file.relative_to(tmp_path)) for file in tmp_path.rglob("*.jsonl")] == [
        "replays/b/finished.jsonl"
    ]
    assert not (tmp_path / "replays" / "a").exists()


def test_a_wrong_implementation_violates_with_expected_and_seen(tmp_path: Path) -> None:
    from implementations import wrong  # noqa: PLC0415

    report = judged(wrong.WRONG["groups accepted"].factory(), tmp_path, "DD-36")
    result = next(rule for rule in report.implementations[0].rules if rule.rule == "DD-36")
    assert result.verdict is RuleVerdict.VIOLATES
    assert "2046" in result.evidence[0].expected
    assert result.note is not None
    assert result.evidence[0].lines


class OverflowingWorld(SimulatedWorld):
    """Has no room for a delay of more than 62 bits."""

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, SetDeliveryDelay) and command.milliseconds >= 1 << 62:
            raise OverflowError("too large")
        return super().execute(command)


def test_a_scenario_that_crashes_the_adapter_is_told_where_its_rule_conforms_in_others(
    tmp_path: Path,
) -> None:
    report = judged(SimulatedAdapter(name="overflows", world=OverflowingWorld), tmp_path, "DD-01")
    (features,) = report.implementations[0].methods
    rules = {rule.rule: rule.verdict for rule in report.implementations[0].rules}
    assert rules["DD-01"] is RuleVerdict.CONFORMS
    assert features.verdicts[Verdict.ADAPTER_ERROR] > 0
    assert re.search(
        r"The adapter crashed: OverflowError: too large \(test_running\.py:\d+\) \(delivery_delay/",
        features.detail,
    )
    assert features.detail in " ".join(render(report, Form.MARKDOWN).split())


def test_a_replay_executes_and_judges_again() -> None:
    commands = [
        DefineLocalQueue("Q"),
        CreateProducer("p"),
        SetDeliveryDelay("p", 5000),
        Send("p", OutgoingMessage("m"), QueueDestination("Q")),
        Advance(4000),
        Receive("Q"),
    ]
    from implementations import wrong  # noqa: PLC0415

    trace = run_commands(Reference(), commands, title="a delayed message")
    good = replay(trace, NamedAdapter("reference", Reference()), tell=quiet)
    assert good.verdict is Verdict.CONFORMS
    assert "a delayed message" in good.text
    assert good.text.endswith("conforms: no rule is violated")
    early = NamedAdapter("wrong", wrong.WRONG["delay in hundredths"].factory())
    again = replay(trace, early, tell=quiet)
    assert again.verdict is Verdict.VIOLATES, again.text


def test_a_replay_tells_what_is_refused_that_the_file_has_as_accepted() -> None:
    """As of a recording that does not say which queues there were."""
    commands = [
        DefineLocalQueue("Q"),
        CreateProducer("p"),
        Send("p", OutgoingMessage("m"), QueueDestination("Q")),
    ]
    trace = run_commands(Reference(), commands)
    recorded = msgspec.structs.replace(trace, steps=trace.steps[1:])
    answer = replay(recorded, NamedAdapter("reference", Reference()), tell=quiet)
    assert answer.verdict is Verdict.CONFORMS
    assert answer.text.endswith("no rule is violated; refused here, and accepted in the file: step 2")


@pytest.mark.parametrize(("about", "told"), [((), False), (("DD-01",), False), (("DD-15",), True)])
def test_a_replay_tells_where_only_a_scenario_blames_the_rule(about: tuple[str, ...], told: bool) -> None:  # noqa: FBT001 - a column of a table
    """The report says: to see DD-15 again; and another rule was all that was seen."""
    from implementations import wrong  # noqa: PLC0415

    commands = [
        DefineLocalQueue("Q"),
        CreateProducer("p"),
        SetDeliveryDelay("p", 5000),
        Send("p", OutgoingMessage("m"), QueueDestination("Q")),
        Advance(4000),
        Receive("Q"),
    ]
    trace = run_commands(Reference(), commands)
    saved = msgspec.structs.replace(trace, head=msgspec.structs.replace(trace.head, rules=about))
    early = NamedAdapter("my broker.py", wrong.WRONG["delay in hundredths"].factory())
    answer = replay(saved, early, tell=quiet)
    assert "violates DD-01" in answer.text
    way = "mqtck run --rules DD-15 --methods features --adapter 'my broker.py'"
    assert answer.text.endswith(way) is told
    assert ("none of it is DD-15" in answer.text) is told


def test_a_replay_that_shows_what_the_judge_saw_before_shows_what_the_file_is_about() -> None:
    """A scenario about one rule is saved for another, too, which its judge has found broken."""
    from implementations import wrong  # noqa: PLC0415

    early = NamedAdapter("my broker.py", wrong.WRONG["delay in hundredths"].factory())
    delayed = [
        CreateProducer("p"),
        SetDeliveryDelay("p", 5000),
        Send("p", OutgoingMessage("m"), QueueDestination("Q")),
    ]
    trace = run_commands(early.adapter, [DefineLocalQueue("Q"), *delayed, Advance(4000), Receive("Q")])
    saved = msgspec.structs.replace(trace, head=msgspec.structs.replace(trace.head, rules=("DD-75",)))
    answer = replay(saved, early, tell=quiet)
    assert "violates DD-01" in answer.text
    assert "none of it is" not in answer.text


@pytest.mark.parametrize("clock", ClockKind)
def test_what_a_replay_on_a_real_clock_does_not_show_another_may(clock: ClockKind) -> None:
    """What was seen between two ticks of whatever discards is not always seen again."""
    from implementations import wrong  # noqa: PLC0415

    commands = [
        DefineLocalQueue("Q"),
        CreateProducer("p"),
        SetDeliveryDelay("p", 30_000),
        Send("p", OutgoingMessage("m"), QueueDestination("Q")),
        Receive("Q"),
    ]
    early: Adapter = wrong.WRONG["not staged"].factory()
    if clock is ClockKind.REAL:
        early = RealClockAdapter(early)
    trace = run_commands(Reference(), commands)
    saved = msgspec.structs.replace(trace, head=msgspec.structs.replace(trace.head, rules=("EX-12",)))
    answer = replay(saved, NamedAdapter("my_broker.py", early), tell=quiet)
    assert "violates DD-01" in answer.text
    assert "none of it is EX-12" in answer.text
    on_a_real_clock = clock is ClockKind.REAL
    assert ("Another replay on this real clock may show it" in answer.text) is on_a_real_clock


def test_a_replay_of_nothing_tells_nothing() -> None:
    """As is kept of a scenario that the adapter cannot begin, or left of a file that was cut off."""
    head = TraceHead(mqtck_trace=FORMAT_VERSION, adapter="reference", clock=ClockKind.VIRTUAL)
    trace = Trace(head=head, steps=())
    answer = replay(trace, NamedAdapter("reference", Reference()), tell=quiet)
    assert answer == JobResult(Verdict.INDETERMINATE, "cannot tell: the trace has no commands")


def test_a_replay_on_a_real_clock_looks_as_long_as_the_run_did() -> None:
    """A depth that has to be right a second after the look is asked for again and again."""
    from implementations import wrong  # noqa: PLC0415

    keeps = RealClockAdapter(wrong.WRONG["browse discards nothing"].factory())
    title = "After a browser that found only an expired message the queue is empty"
    (scenario,) = (one for one in load_features() if one.name == title)
    found = run_scenario(keeps, scenario)
    assert found.verdict is Verdict.VIOLATES, found
    again = replay(found.trace, NamedAdapter("keeps what has expired", keeps), tell=quiet)
    assert again.verdict is Verdict.VIOLATES, again.text
    assert "violates EX-13" in again.text


def test_smoke_passes_right_adapters() -> None:
    for adapter in (Reference(), right.ADAPTERS["preferred"]()):
        answer = smoke(NamedAdapter("x", adapter), tell=quiet)
        assert answer.verdict is Verdict.CONFORMS, answer.text


@pytest.mark.parametrize(
    ("name", "tells"),
    [
        ("crashes", "FAIL"),
        ("standing clock", "clock"),
        ("backward clock", "clock"),
        ("fast clock", "clock"),
        ("forgets", "FAIL"),
        ("answers nothing", "FAIL"),
        ("wrong class", "FAIL"),
    ],
)
def test_smoke_tells_what_is_wrong_with_an_adapter(name: str, tells: str) -> None:
    answer = smoke(NamedAdapter(name, odd.ODD[name]()), tell=quiet)  # type: ignore[arg-type]
    assert answer.verdict is not Verdict.CONFORMS
    assert tells in answer.text


def test_an_adapter_of_eight_commands_in_a_file_is_judged(tmp_path: Path) -> None:
    (tmp_path / "small.py").write_text(EIGHT, encoding="utf-8")
    done = mqtck(
        "run", "--adapter", "small.py:Small", "--methods", "features", "--format", "json", cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    verdicts = {rule["rule"]: rule["verdict"] for rule in report["implementations"][0]["rules"]}
    assert verdicts["DD-01"] == "conforms"
    assert verdicts["DD-25"] == "conforms"
    assert verdicts["DD-60"] == "unsupported"
    assert (tmp_path / "conformance-report" / "report.html").is_file()


def test_a_broker_that_cannot_be_had_is_named_first_and_the_rest_is_judged(tmp_path: Path) -> None:
    empty = tmp_path / "jars"
    empty.mkdir()
    done = mqtck(
        "run",
        "--adapter",
        "reference",
        "--adapter",
        "artemis",
        "--methods",
        "features",
        "--rules",
        "DD-25",
        cwd=tmp_path,
        MQTCK_ARTEMIS_JARS=str(empty),
    )
    assert done.returncode == 2
    first_lines = "\n".join(done.stdout.splitlines()[:6])
    assert "artemis" in first_lines
    assert "jars" in first_lines
    assert "reference model" in done.stdout
    assert "Traceback" not in done.stderr


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file", encoding="utf-8")
    for folder in ("taken", "/proc/mqtck"):
        done = mqtck("run", "--methods", "features", "--rules", "DD-25", "--output", folder, cwd=tmp_path)
        assert done.returncode == 64, done.stderr
        assert "Traceback" not in done.stderr
        assert folder in done.stderr


def test_names_of_files() -> None:
    assert slug("package.module:Class") == "package-module-class"
    assert "/" not in slug("../../etc/passwd")
    rows = [slug(f"A producer with a delay refuses too short a life (row {n})") for n in range(50)]
    assert len(set(rows)) == 50


def test_a_run_without_java_leaves_out_the_campaign_and_says_so_first(tmp_path: Path) -> None:
    methods = ("--methods", "features,campaign")
    done = mqtck("run", "--rules", "DD-25", *methods, cwd=tmp_path, MQTCK_JAVA_HOME="/nowhere")
    assert done.returncode == 2, done.stderr
    why = "the campaign is missing from this report: Spark needs Java. No Java 17 or later: MQTCK_JAVA_HOME"
    assert done.stdout.startswith(why)
    report = json.loads((tmp_path / "conformance-report" / "report.json").read_text(encoding="utf-8"))
    (part,) = report["implementations"]
    verdicts = {rule["rule"]: rule["verdict"] for rule in part["rules"]}
    assert verdicts["DD-25"] == "conforms"
    assert [method["method"] for method in part["methods"]] == ["features"]


def test_a_campaign_alone_without_java_is_refused(tmp_path: Path) -> None:
    done = mqtck("campaign", "--cases", "2", cwd=tmp_path, MQTCK_JAVA_HOME="/nowhere")
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith("mqtck: Spark needs Java. No Java 17 or later: MQTCK_JAVA")


def test_a_replay_on_a_real_clock_names_what_never_came() -> None:
    lossy = lossy_adapter()
    waiting = Waiting()
    runs = (run_case(lossy, 1, number, 16, waiting=waiting) for number in range(80))
    missed = next(run for run in runs if run.missed)
    answer = replay(missed.trace, NamedAdapter("lossy", lossy), tell=quiet)
    assert answer.verdict is Verdict.INDETERMINATE, answer.text
    assert "cannot tell: delayed messages had not come 10 s after they were due" in answer.text
