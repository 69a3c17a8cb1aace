"""What goes wrong with an implementation behind a pipe (`exec:COMMAND`): every fault is told."""

import shlex
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pipe_programs import LOOP

from mqtck.adapters import pipe_program
from mqtck.adapters.pipe import Pipe
from mqtck.adapters.pipe_program import PipeError
from mqtck.command_line.adapters import load_adapter, start_adapter
from mqtck.command_line.errors import CommandError, UnavailableError, WrongUsageError
from mqtck.conformance.contract import OUT_OF_STEP
from mqtck.conformance.execution.giving_up import GivingUp
from mqtck.conformance.execution.worlds import Limits, play, run_commands
from mqtck.conformance.smoke.running import end_of_process, try_out
from mqtck.reference.vocabulary.commands import Advance, Command, DefineLocalQueue, OpenSession, Receive
from mqtck.reference.vocabulary.outcomes import AdapterError, Done, Fault, NoMessage


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


def last(adapter: Any, *commands: Command, limits: Limits = Limits(answer=20)) -> Any:  # noqa: B008 - a value
    """The outcome of the last command that was run."""
    return run_commands(adapter, commands, limits=limits).steps[-1].outcome


QUEUE, LOOK = DefineLocalQueue("ORDERS"), Receive("ORDERS")


def test_a_file_that_may_not_be_executed_is_no_missing_program(tmp_path: Path) -> None:
    (tmp_path / "broker.js").write_text("")
    with pytest.raises(WrongUsageError, match=r"broker.js may not be executed; begin with what runs it"):
        start_adapter(f"exec:{tmp_path / 'broker.js'}")


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
        (
            'print(\'{"information": {"side_by_sid": 5}}\', flush=True); input(); input()',
            "unknown field `side_by_sid` .*; did you mean side_by_side?",
        ),
        (
            'print(\'{"information": {"witout": []}}\', flush=True); input(); input()',
            "unknown field `witout` .*; did you mean without?",
        ),
        (
            'print(\'{"information": {"colour": "red"}}\', flush=True); input(); input()',
            "unknown field `colour` .*; information has name, version, clock, abilities, profile, side",
        ),
        (
            "print('{\"informaton\": {}}', flush=True); input(); input()",
            "unknown field `informaton`; did you mean information?",
        ),
        (
            "print('Starting broker v1 ...', flush=True); input(); input()",
            "standard output is for answers alone, and everything else belongs on standard error",
        ),
        (
            'import os; os.write(1, b\'{"error": "caf\\xe9"}\\n\'); input(); input()',
            "answers are UTF-8, and byte 14 is 0xe9",
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
    program = pipe_program.Program([sys.executable, "-c", f"print({line!r}, flush=True); input(); input()"])
    try:
        until = time.monotonic() + 30
        while not program._before_all and time.monotonic() < until:
            time.sleep(0.01)
        with pytest.raises(PipeError, match=told):
            program.introduced()
    finally:
        program.kill()


def test_a_program_that_says_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipe_program, "STARTING_SECONDS", 0.5)
    with pytest.raises(PipeError, match=r"information was not answered within 0\.5 s"):
        Pipe("sleep 60")


def test_an_answer_without_an_end_of_line_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipe_program, "STARTING_SECONDS", 1.5)
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
        (
            "if kind == 'receive': said['outcome'] = {'outcome': 'sent', 'colour': 0}",
            Fault.NONSENSE,
            "'sent' has header, descriptor",
        ),
        (
            "if kind == 'receive': said['outcome'] = {'outcome': 'refused', 'x': 'x' * 999}",
            Fault.NONSENSE,
            "xxx … (",
        ),
        (
            'if kind == \'receive\': os.write(1, b\'{"world":1,"outcome":"\\xe9"}\\n\'); continue',
            Fault.NONSENSE,
            "answers are UTF-8",
        ),
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


LATE = """if kind == 'receive':
        if not globals().get('late'):
            late = True
            print(json.dumps(said), flush=True)
        time.sleep(0.1)"""
"""Receives take a while; the first one is answered at once as well."""


def test_an_answer_that_comes_again_later_is_told_by_the_answer_to_closing_the_world(tmp_path: Path) -> None:
    """Each call behind it has the answer to the one before."""
    path = tmp_path / "late.py"
    path.write_text(LOOP.replace("FAULT", LATE).replace("CLOCK", "'virtual'").replace("SIDE", "1"))
    adapter = Pipe(shlex.join([sys.executable, str(path)]))
    played = play(adapter, [QUEUE, LOOK, LOOK])
    assert [type(step.outcome) for step in played.trace.steps] == [Done, NoMessage, NoMessage]
    assert f"{OUT_OF_STEP} behind a call before; closing the world was answered with" in played.closing
    with pytest.raises(PipeError, match="a line of answer too many behind closing the world"):
        adapter.close()


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
    monkeypatch.setattr(pipe_program, "STUCK_SECONDS", 0.1)
    adapter = faulty("kind == 'open session' and time.sleep(600)", side=side)
    hung = last(adapter, QUEUE, OpenSession("s"), limits=Limits(answer=0.5))
    assert isinstance(hung, AdapterError)
    assert hung.fault is Fault.HUNG
    assert last(adapter, QUEUE, LOOK) == NoMessage()


def test_a_program_that_hangs_again_and_again_is_given_up_in_that_alone(
    faulty: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipe_program, "STUCK_SECONDS", 0.1)
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


@pytest.mark.parametrize("side", [1, 5])
@pytest.mark.parametrize("number", [99, 0])
def test_an_answer_of_a_world_that_is_not_open_is_told_at_once(number: int, side: int, faulty: Any) -> None:
    """It was waited for as long as for a call that hangs."""
    adapter = faulty(f"if kind == 'receive': said['world'] = {number}", side=side)
    failed = last(adapter, QUEUE, LOOK)
    assert isinstance(failed, AdapterError)
    assert failed.fault is Fault.CRASHED
    assert f"Receive was answered with a line that is no answer (it names world {number}, " in failed.text
    assert last(adapter, QUEUE, QUEUE) == Done()


def test_so_is_one_of_a_world_that_was_closed(faulty: Any) -> None:
    """As of a program that counts no worlds."""
    adapter = faulty("if 'world' in said: said['world'] = 1")
    assert last(adapter, QUEUE, LOOK) == NoMessage()
    failed = last(adapter, QUEUE, LOOK)
    assert isinstance(failed, AdapterError)
    assert "(it names world 1, which is not open)" in failed.text
