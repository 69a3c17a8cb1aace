"""Implementations behind a pipe (`exec:COMMAND`): the verdicts are the same as in process."""

import json
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from pipe_programs import FEW, LOOP, PLAIN, TESTS, served

from mqtck.__main__ import main
from mqtck.adapters.pipe import Pipe
from mqtck.adapters.reference import Reference
from mqtck.command_line.errors import ExitCode
from mqtck.conformance.campaign.one_case import run_case
from mqtck.conformance.execution.profiles import offered, under
from mqtck.conformance.scenarios.features import load_features
from mqtck.conformance.scenarios.running import run_features
from mqtck.reference.vocabulary.commands import Advance
from mqtck.reference.vocabulary.results import Verdict


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
