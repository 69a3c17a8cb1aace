"""Implementations behind a pipe (`exec:COMMAND`): the verdicts are the same, and every fault is told."""

import json
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from mqtck.__main__ import main
from mqtck.adapters import pipe
from mqtck.adapters.pipe import Pipe, PipeError
from mqtck.adapters.reference import Reference
from mqtck.command_line.adapters import load_adapter, start_adapter
from mqtck.command_line.errors import CommandError, ExitCode, UnavailableError, WrongUsageError
from mqtck.conformance.campaign.one_case import run_case
from mqtck.conformance.execution.giving_up import GivingUp
from mqtck.conformance.execution.profiles import offered, under
from mqtck.conformance.execution.worlds import Limits, run_commands
from mqtck.conformance.scenarios.features import load_features
from mqtck.conformance.scenarios.running import run_features
from mqtck.conformance.smoke.running import end_of_process, try_out
from mqtck.reference.vocabulary.commands import Advance, Command, DefineLocalQueue, OpenSession, Receive
from mqtck.reference.vocabulary.outcomes import AdapterError, Done, Fault, NoMessage
from mqtck.reference.vocabulary.results import Verdict

TESTS = Path(__file__).parent
PLAIN = shlex.join([sys.executable, str(TESTS / "plain_program.py")])
FEW = ("--methods", "features", "--profile", "multiplatforms", "--rules")
LOOP = """
import json, os, sys, time
for line in sys.stdin:
    call = json.loads(line)
    said = {key: call[key] for key in ("world",) if key in call}
    kind = call.get("command", {}).get("command", call["call"])
    if kind == "information":
        abilities = ["local queues", "JMS client", "MessageProducer"]
        said["information"] = {"name": "Loop", "version": "1", "clock": CLOCK,
                               "abilities": abilities, "side_by_side": SIDE}
    elif kind == "open_world":
        said["now"] = 0
    elif call["call"] == "execute":
        said["outcome"] = {"outcome": "no message" if kind == "receive" else "done"}
    FAULT
    print(json.dumps(said), flush=True)
"""


def served(expression: str, *words: str) -> str:
    """The command line that serves an adapter in Python."""
    return shlex.join([sys.executable, str(TESTS / "served.py"), expression, *words])


@pytest.fixture
def piped() -> Iterator[Callable[[str], Pipe]]:
    """Starts programs, which end with the test."""
    made: list[Pipe] = []

    def start(command: str) -> Pipe:
        made.append(Pipe(command))
        return made[-1]

    yield start
    for one in made:
        one.close()


@pytest.fixture
def faulty(tmp_path: Path) -> Iterator[Callable[..., Pipe]]:
    """Starts a loop with a fault in it."""
    made: list[Pipe] = []

    def start(fault: str, clock: str = "virtual", side: int = 1) -> Pipe:
        path = tmp_path / "loop.py"
        text = LOOP.replace("FAULT", fault).replace("CLOCK", repr(clock)).replace("SIDE", str(side))
        path.write_text(text)
        made.append(Pipe(shlex.join([sys.executable, str(path)])))
        return made[-1]

    yield start
    for one in made:
        one.close()


QUEUE, LOOK = DefineLocalQueue("ORDERS"), Receive("ORDERS")


def last(adapter: Any, *commands: Command, limits: Limits = Limits(answer=20)) -> Any:  # noqa: B008 - a value
    """The outcome of the last command that was run."""
    return run_commands(adapter, commands, limits=limits).steps[-1].outcome


# --- the same as in process ----------------------------------------------------------------------------


@pytest.mark.parametrize("words", [(), ("serial",)], ids=["many worlds at once", "a plain loop"])
def test_random_cases_are_the_same_behind_a_pipe(words: tuple[str, ...], piped: Any) -> None:
    there, here = piped(served("reference.Reference()", *words)), Reference()
    assert there.information == here.information
    assert offered(there) == offered(here)
    for number, profile in enumerate(offered(here)):
        pair = [run_case(under(adapter, profile), 1, number, 40) for adapter in (there, here)]
        assert pair[0].trace == pair[1].trace
        assert pair[0].verdict is Verdict.CONFORMS


def test_scenarios_on_a_real_clock_run_side_by_side(piped: Any) -> None:
    adapter = piped(served("campaign_adapters.RealTimeAdapter()"))
    about = [text for text in load_features() if text.rules & {"DD-01", "EX-04"}]
    results = run_features(adapter, about)
    assert {result.verdict for result in results} <= {Verdict.CONFORMS, Verdict.UNSUPPORTED}
    assert any(result.verdict is Verdict.CONFORMS for result in results)


def test_worlds_of_several_threads_do_not_mix(piped: Any) -> None:
    adapter = piped(served("reference.Reference()"))

    def now(milliseconds: int) -> int:
        world = adapter.open_world()
        before: int = world.now()
        for _ in range(20):
            world.execute(Advance(milliseconds))
        world.close()
        return int(world.now()) - before

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(now, range(1, 41))) == [20 * number for number in range(1, 41)]


def test_a_program_that_knows_nothing_of_the_kit_is_judged(tmp_path: Path) -> None:
    verdicts = []
    for words in ("", " early"):
        output = tmp_path / f"output{words}"
        main(["run", "--adapter", f"exec:{PLAIN}{words}", "--output", str(output), *FEW, "DD-01,DD-02"])
        report = json.loads((output / "report.json").read_bytes())["implementations"][0]
        assert report["implementation"]["name"] == "Plain program"
        verdicts.append({rule["rule"]: rule["verdict"] for rule in report["rules"]}["DD-01"])
    assert verdicts == ["conforms", "violates"]


def test_a_campaign_runs_on_it(tmp_path: Path) -> None:
    spec = f"exec:{served('reference.Reference()', 'serial')}"
    plan = ("--cases", "6", "--commands", "10", "--master", "local[2]", "--output", str(tmp_path / "output"))
    assert main(["campaign", "--adapter", spec, *plan]) == ExitCode.CONFORMS


def test_smoke_tries_it_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["smoke", "--adapter", f"exec:{PLAIN}"]) == ExitCode.CONFORMS
    assert "FAIL" not in capsys.readouterr().out


def test_smoke_tells_first_what_ends_the_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "ending.py"
    fault = "if kind == 'create producer': sys.exit(3)"
    path.write_text(LOOP.replace("FAULT", fault).replace("CLOCK", "'virtual'").replace("SIDE", "1"))
    command = shlex.join([sys.executable, str(path)])
    assert main(["smoke", "--adapter", f"exec:{command}"]) == ExitCode.CANNOT_TELL
    told = "the process of the adapter goes on: PipeError: its process ended in CreateProducer (exit code 3)"
    assert capsys.readouterr().out.splitlines() == [f"FAIL  {told}"]


def test_a_program_that_ended_leaves_nothing_behind_that_fails_later(tmp_path: Path) -> None:
    """Python tells, on demand or always, of a file that cannot be written when it is thrown away."""
    path = tmp_path / "ending.py"
    fault = "if kind == 'create producer': sys.exit(3)"
    path.write_text(LOOP.replace("FAULT", fault).replace("CLOCK", "'virtual'").replace("SIDE", "1"))
    adapter = f"exec:{shlex.join([sys.executable, str(path)])}"
    command = [sys.executable, "-X", "dev", "-W", "ignore", "-m", "mqtck", "smoke", "--adapter", adapter]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == ExitCode.CANNOT_TELL
    assert run.stderr == ""


def test_the_page_about_adapters_shows_lines_that_are_understood() -> None:
    """The calls of its example, answered by the program that the tests have."""
    page = (TESTS.parent / "adapters" / "CONTRACT.md").read_text(encoding="utf-8")
    block = page.split("```json\n", 1)[1].split("```", 1)[0]
    pairs = [line.split("  ", 1) for line in block.strip().splitlines()]
    calls = [text.strip() for arrow, text in pairs if arrow == "→"]
    answers = [json.loads(text) for arrow, text in pairs if arrow == "←"]
    run = subprocess.run(
        shlex.split(PLAIN), input="\n".join(calls) + "\n", capture_output=True, text=True, check=True
    )
    said = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(said) == len(answers) == len(calls)
    for number, answer in enumerate(answers[1:], start=1):
        assert said[number] == answer
    assert set(answers[0]["information"]) <= set(said[0]["information"]) | {"side_by_side"}


# --- faults --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("", "names no command"),
        ("'open", "No closing quotation; quote the command as for a shell"),
        ("no-such-program-here --x", "there is no program no-such-program-here here"),
    ],
)
def test_a_command_that_is_none_is_wrong_usage(command: str, told: str) -> None:
    with pytest.raises(WrongUsageError, match=told):
        start_adapter(f"exec:{command}")


@pytest.mark.parametrize(
    ("program", "told"),
    [
        ("", r"made: PipeError: its process ended in information \(exit code 0\)"),
        ("raise SystemExit(3)", r"its process ended in information \(exit code 3\)"),
        ("import os; os.kill(os.getpid(), 9)", r"its process ended in information \(SIGKILL\)"),
        ("print('hello'); input(); input()", "information was answered with a line that is no answer"),
        ("input(); print('{}', flush=True); input()", "information was answered without one"),
        ('input(); print(\'{"error": "no licence"}\', flush=True); input()', "PipeError: no licence"),
        (
            'print(\'{"information": {"name": "x"}}\', flush=True); input(); input()',
            "missing required field",
        ),
        (
            'print(\'{"information": {"abilities": ["quue depth"]}}\', flush=True); input(); input()',
            "Invalid enum value 'quue depth' .*; did you mean queue depth",
        ),
    ],
)
def test_a_program_that_does_not_say_what_it_is_is_told(program: str, told: str) -> None:
    with pytest.raises(CommandError, match=told):
        load_adapter("exec:" + shlex.join([sys.executable, "-c", program]))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("hello", "information was answered with a line that is no answer"),
        ('{"information": {"name": "x"}}', "missing required field"),
        ('{"information": null, "now": 0}', "information was answered with a line that is no answer"),
    ],
)
def test_what_a_program_writes_before_it_is_asked_is_told_as_what_it_writes_behind(
    line: str, told: str
) -> None:
    """Its first line may come before the call is made, and was lost then: the answer was waited for."""
    program = pipe._Program([sys.executable, "-c", f"print({line!r}, flush=True); input(); input()"])
    try:
        until = time.monotonic() + 30
        while not program._before_all and time.monotonic() < until:
            time.sleep(0.01)
        with pytest.raises(PipeError, match=told):
            program.introduced()
    finally:
        program.kill()


def test_a_program_that_says_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipe, "STARTING_SECONDS", 0.5)
    with pytest.raises(PipeError, match=r"information was not answered within 0\.5 s"):
        Pipe("sleep 60")


def test_an_answer_without_an_end_of_line_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipe, "STARTING_SECONDS", 1.5)
    told = (
        r"information was not answered within 1\.5 s; characters came, but no end of line behind them: {}\."
    )
    with pytest.raises(PipeError, match=told):
        Pipe("sh -c 'printf {}; sleep 60'")


def test_an_implementation_that_cannot_be_had_says_so() -> None:
    program = 'input(); print(\'{"unavailable": "start the broker first"}\', flush=True); input()'
    with pytest.raises(UnavailableError, match="start the broker first"):
        load_adapter("exec:" + shlex.join([sys.executable, "-c", program]))


@pytest.mark.parametrize(
    ("fault", "kind", "told"),
    [
        ("kind == 'receive' and os._exit(3)", Fault.CRASHED, "its process ended in Receive (exit code 3)"),
        ("kind == 'receive' and os.kill(os.getpid(), 11)", Fault.CRASHED, "ended in Receive (SIGSEGV)"),
        ("if kind == 'receive': said['error'] = 'no room'", Fault.CRASHED, "PipeError: no room"),
        ("if kind == 'receive': print('hm')", Fault.CRASHED, "a line that is no answer"),
        ("if kind == 'receive': print('{\"outcome\":' + '[' * 100_000)", Fault.CRASHED, "no answer"),
        ("if kind == 'receive': sys.stdout.buffer.write(bytes([255, 10]))", Fault.CRASHED, "no answer"),
        ("if kind == 'receive': said['outcome'] = {'outcome': 'yes'}", Fault.NONSENSE, "Invalid value 'yes'"),
        ("if kind == 'receive': del said['outcome']", Fault.NONSENSE, "no outcome"),
        ("if kind == 'receive': said['outcome'] = {'outcome': 'done'}", Fault.NONSENSE, "Done()"),
        ("if kind == 'receive': said['now'] = 70", Fault.CLOCK, "moved by 70 ms in Receive"),
    ],
)
def test_what_goes_wrong_is_an_adapter_error_there_and_the_next_world_is_fine(
    fault: str, kind: Fault, told: str, faulty: Any
) -> None:
    adapter = faulty(fault)
    failed = last(adapter, QUEUE, LOOK)
    assert isinstance(failed, AdapterError)
    assert failed.fault is kind
    assert told in failed.text
    assert last(adapter, QUEUE, QUEUE) == Done()


TWICE = "if kind == {kind!r}: os.write(1, (json.dumps({first}) + chr(10)).encode() * {times}); {rest}"
"""What is written at once is there at once."""


@pytest.mark.parametrize("side", [1, 5])
@pytest.mark.parametrize(
    ("first", "times"),
    [
        ("said", 2),
        ("said", 4),
        ("{key: said[key] for key in said if key != 'world'}", 2),
    ],
)
def test_a_call_that_is_answered_twice_is_an_adapter_error(
    side: int, first: str, times: int, faulty: Any
) -> None:
    fault = TWICE.format(kind="receive", first=first, times=times, rest="continue")
    adapter = faulty(fault, side=side)
    failed = last(adapter, QUEUE, LOOK, QUEUE)
    assert isinstance(failed, AdapterError)
    assert (failed.fault, "a line of answer too many" in failed.text) == (Fault.CRASHED, True)
    assert last(adapter, QUEUE, QUEUE) == Done()


def test_an_answer_that_comes_again_behind_the_next_call_is_told_by_the_one_behind(faulty: Any) -> None:
    """It cannot be told from the answer to that call, which is left over then."""
    adapter = faulty(
        "if kind == 'receive': os.write(1, (json.dumps(said) + chr(10)).encode() * calls)\n"
        "    calls = 2 if kind == 'receive' else 1\n"
        "    if kind == 'receive': continue"
    )
    failed = last(adapter, QUEUE, LOOK, LOOK, QUEUE)
    assert isinstance(failed, AdapterError)
    assert "a line of answer too many behind Receive" in failed.text


def test_that_the_last_call_was_answered_twice_is_told_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "twice.py"
    fault = TWICE.format(kind="close", first="said", times=2, rest="continue")
    path.write_text(LOOP.replace("FAULT", fault).replace("CLOCK", "'virtual'").replace("SIDE", "1"))
    adapter = Pipe(shlex.join([sys.executable, str(path)]))
    assert last(adapter, QUEUE, LOOK) == NoMessage()
    with pytest.raises(PipeError, match="a line of answer too many behind closing the world"):
        adapter.close()


@pytest.mark.parametrize("side", [1, 5])
def test_a_program_that_hangs_is_left_for_a_fresh_one(
    side: int, faulty: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipe, "STUCK_SECONDS", 0.1)
    adapter = faulty("kind == 'open session' and time.sleep(600)", side=side)
    hung = last(adapter, QUEUE, OpenSession("s"), limits=Limits(answer=0.5))
    assert isinstance(hung, AdapterError)
    assert hung.fault is Fault.HUNG
    assert last(adapter, QUEUE, LOOK) == NoMessage()


def test_a_program_that_hangs_again_and_again_is_given_up_in_that_alone(
    faulty: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipe, "STUCK_SECONDS", 0.1)
    adapter = faulty("kind == 'open session' and time.sleep(600)")
    limits = Limits(answer=0.5, giving_up=GivingUp())
    texts = [last(adapter, QUEUE, OpenSession("s"), limits=limits).text for _ in range(5)]
    assert ["was not tried" in text for text in texts] == [False] * 3 + [True] * 2
    assert last(adapter, QUEUE, LOOK, limits=limits) == NoMessage()


def test_what_it_leaves_running_does_not_hold_up_the_end(faulty: Any) -> None:
    leave = "import subprocess; subprocess.Popen(['sleep', '60'])"
    adapter = faulty(f"if kind == 'receive': {leave}; os._exit(5)")
    failed = last(adapter, QUEUE, LOOK)
    assert isinstance(failed, AdapterError)
    assert "its process ended in Receive (exit code 5)" in failed.text


def test_how_it_ends_is_told(tmp_path: Path) -> None:
    path = tmp_path / "ending.py"
    path.write_text(
        LOOP.replace("FAULT", "").replace("CLOCK", "'virtual'").replace("SIDE", "1") + "sys.exit(4)\n"
    )
    adapter = Pipe(shlex.join([sys.executable, str(path)]))
    with pytest.raises(PipeError, match="it ended with exit code 4 behind the end of its input"):
        adapter.close()


def test_a_real_clock_is_read_when_it_is_asked_for(faulty: Any) -> None:
    adapter = faulty("said['now'] = round(time.time() * 1000)", clock="real")
    trace = run_commands(adapter, [QUEUE, Advance(120)])
    assert trace.steps[-1].outcome == Done()
    assert trace.steps[-1].ended - trace.steps[-1].started >= 120


TIMES_AS_TEXTS = """
import json, sys
for line in sys.stdin:
    call = json.loads(line)
    if call["call"] == "information":
        said = {"name": "x", "version": "1", "clock": "virtual"}
        said["abilities"] = ["local queues", "JMS client", "MessageProducer"]
        print(json.dumps({"information": said}), flush=True)
        continue
    answer = {"world": call["world"], "now": "0" if call["call"] == "execute" else 0}
    if call["call"] == "execute":
        answer["outcome"] = {"outcome": "done"}
    print(json.dumps(answer), flush=True)
"""


def test_lines_that_are_all_garbled_in_one_way_are_told_once(tmp_path: Path) -> None:
    """It was told of each command, and that it should have been refused."""
    (tmp_path / "x.py").write_text(TIMES_AS_TEXTS)
    program = Pipe(f"{sys.executable} {tmp_path / 'x.py'}")
    try:
        wrong = [one for one in try_out(program) if not one.fine and "can be read" in one.what]
    finally:
        program.close()
    assert len(wrong) == 1
    assert "(Expected `int`, got `str` - at `$.now`)" in wrong[0].seen
    assert "Refused" not in wrong[0].seen


def test_what_went_wrong_before_a_program_ended_is_told_too(tmp_path: Path) -> None:
    """The kit goes on behind a broken answer; a program may end of what was not called because of it."""
    ends = "    if 'producer' in str(call.get('command')): exit(1)\n    answer ="
    text = TIMES_AS_TEXTS.replace("    answer =", ends)
    (tmp_path / "x.py").write_text(text)
    told = end_of_process(Pipe(f"{sys.executable} {tmp_path / 'x.py'}"))
    assert told.startswith("PipeError: its process ended in CreateProducer (exit code 1); before that: ")
    assert "DefineLocalQueue was answered with a line that is no answer" in told
