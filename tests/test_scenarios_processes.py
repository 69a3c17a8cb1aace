"""Features shared out to processes: the same results as in one, whatever becomes of the processes."""

import os
import time
from contextlib import suppress
from functools import partial
from multiprocessing import current_process
from pathlib import Path
from typing import Any

import pytest
from test_running_apart import DYING, adapter, run

from mqtck.__main__ import main
from mqtck.adapters.reference import Reference
from mqtck.command_line.adapters import usual_processes
from mqtck.command_line.errors import ExitCode
from mqtck.conformance.contract import Adapter
from mqtck.conformance.execution.profiles import shared_out, under
from mqtck.conformance.judging.judge import judge_trace
from mqtck.conformance.scenarios.features import ScenarioText, load_features
from mqtck.conformance.scenarios.processes import NEIGHBOURS, Shared, processes, run_in_processes
from mqtck.conformance.scenarios.running import ScenarioResult, run_features
from mqtck.conformance.suite import features as suite
from mqtck.reference.vocabulary.profile import EVERY_PROFILE, Profile
from mqtck.reference.vocabulary.results import Verdict
from mqtck.reference.vocabulary.traces import encode_lines

MAIN = "MainProcess"
WRONG = """
# The reference, which forgets the delivery delay and fails at a priority.

from mqtck.adapters.reference import Reference, ReferenceWorld
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.outcomes import Done


class World(ReferenceWorld):
    def execute(self, command):
        match command:
            case c.SetDeliveryDelay():
                return Done()
            case c.SetPriority():
                raise OverflowError("too much")
        return super().execute(command)


class Wrong(Reference):
    def open_world(self):
        return World(self.information.profile)
"""
CHAPTERS = ("DD-3", "EX-1")
"""How the rules of the scenarios begin that are run here."""


class Ending(Reference):
    """Ends any process but the first one when it has opened so many worlds that it has sent results."""

    opened = 0

    def open_world(self) -> Any:
        self.opened += 1
        if self.opened > NEIGHBOURS + 20 and current_process().name != MAIN:
            os._exit(3)
        return super().open_world()


class Idle(Reference):
    """Opens a world in the first of two processes only when the other one has opened `enough`."""

    def __init__(self, folder: Path, enough: int, profile: Profile | None = None) -> None:
        super().__init__(profile)
        self.folder, self.enough = folder, enough

    def under(self, profile: Profile) -> "Idle":
        return type(self)(self.folder, self.enough, profile)

    def open_world(self) -> Any:
        if (self.folder / f"first-{os.getpid()}").exists():
            while len((self.folder / "opened").read_text()) < self.enough:
                time.sleep(0.01)
        else:
            with (self.folder / "opened").open("a") as opened:
                opened.write(".")
        return super().open_world()


def one_is_idle(folder: Path, enough: int) -> Adapter:
    with suppress(FileExistsError):
        (folder / "chosen").touch(exist_ok=False)
        (folder / f"first-{os.getpid()}").touch()
    return Idle(folder, enough)


class ClosingBadly(Reference):
    def close(self) -> None:
        raise RuntimeError("the broker does not stop")


def made_once() -> Adapter:
    if current_process().name != MAIN:
        raise OSError("port 1414 is in use")
    return Reference()


def leaving_a_file(folder: Path) -> Adapter:
    """Leaves a file named after its process."""
    (folder / f"{os.getpid()}").touch()
    return Reference()


@pytest.fixture(scope="module")
def shares() -> dict[Profile, list[ScenarioText]]:
    texts = [text for text in load_features() if any(rule.startswith(CHAPTERS) for rule in text.rules)]
    return shared_out(texts, EVERY_PROFILE)


@pytest.fixture(scope="module")
def alone(shares: dict[Profile, list[ScenarioText]]) -> tuple[tuple[Profile, ScenarioResult], ...]:
    return tuple(
        (profile, result)
        for profile, share in shares.items()
        for result in run_features(under(Reference(), profile), share, judge=judge_trace)
    )


def shared(make: Any, shares: dict[Profile, list[ScenarioText]], count: int = 2) -> Shared:
    with processes(make, count) as workers:
        return run_in_processes(workers, Reference(), shares, judge=judge_trace)


@pytest.mark.parametrize("count", [1, 3])
def test_what_processes_share_has_the_results_of_one(
    count: int,
    shares: dict[Profile, list[ScenarioText]],
    alone: tuple[tuple[Profile, ScenarioResult], ...],
) -> None:
    assert len(shares) == 4
    assert {result.verdict for _, result in alone} == {Verdict.CONFORMS}
    ran = shared(Reference, shares, count)
    assert ran == Shared(alone)
    written = [[encode_lines(result.trace) for _, result in results] for results in (ran.results, alone)]
    assert written[0] == written[1]


def test_each_result_is_told_once_as_it_comes(shares: dict[Profile, list[ScenarioText]]) -> None:
    told: list[ScenarioResult] = []
    with processes(Reference, 2) as workers:
        run_in_processes(workers, Reference(), shares, progress=told.append)
    assert len(told) == sum(map(len, shares.values()))
    assert {result.scenario for result in told} == {text for share in shares.values() for text in share}


def test_each_process_has_an_adapter_of_its_own(
    tmp_path: Path, shares: dict[Profile, list[ScenarioText]]
) -> None:
    shared(partial(leaving_a_file, tmp_path), shares)
    made = {int(file.name) for file in tmp_path.iterdir()}
    assert len(made) == 2
    assert os.getpid() not in made


def test_who_has_done_its_groups_does_those_of_another(
    tmp_path: Path,
    shares: dict[Profile, list[ScenarioText]],
    alone: tuple[tuple[Profile, ScenarioResult], ...],
) -> None:
    (tmp_path / "opened").touch()
    # All but the groups that the idle one was told in advance.
    enough = len(alone) - 2 * NEIGHBOURS * len(shares)
    assert enough > len(alone) / 2 + NEIGHBOURS * len(shares)
    assert shared(partial(one_is_idle, tmp_path, enough), shares) == Shared(alone)


def test_what_a_process_that_ends_leaves_behind_is_run_here(
    shares: dict[Profile, list[ScenarioText]], alone: tuple[tuple[Profile, ScenarioResult], ...]
) -> None:
    assert len(next(iter(shares.values()))) > 2 * (NEIGHBOURS + 20)
    ran = shared(Ending, shares)
    assert ran.results == alone
    assert ran.left == ("it ended by itself (exit code 3)",) * 2


def test_an_adapter_that_can_be_made_once_only_runs_all_of_them(
    shares: dict[Profile, list[ScenarioText]], alone: tuple[tuple[Profile, ScenarioResult], ...]
) -> None:
    ran = shared(made_once, shares)
    assert ran.results == alone
    assert ran.left == ("it could not make the adapter: port 1414 is in use",) * 2


def test_what_goes_wrong_in_closing_is_told(
    shares: dict[Profile, list[ScenarioText]], alone: tuple[tuple[Profile, ScenarioResult], ...]
) -> None:
    assert shared(ClosingBadly, shares) == Shared(alone, closing=("the broker does not stop",) * 2)


def without_seconds(report: dict[str, Any]) -> dict[str, Any]:
    for method in report["methods"]:
        del method["seconds"]
    return report


def test_a_report_is_the_same_whether_processes_share_the_features(tmp_path: Path) -> None:
    options = ("--methods", "features", "--rules", "DD-01,DD-25,DD-36", "--processes")
    (code, in_one), (again, in_two) = (run(tmp_path, WRONG, *options, count) for count in ("1", "2"))
    assert code == again == ExitCode.VIOLATES
    assert "OverflowError" in in_one["methods"][0]["detail"]
    assert without_seconds(in_one) == without_seconds(in_two)


def test_closing_that_fails_elsewhere_is_an_adapter_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (
        "from mqtck.adapters.reference import Reference\n\n\n"
        "class Mine(Reference):\n"
        "    def close(self):\n"
        "        raise RuntimeError('the broker does not stop')\n"
    )
    code, report = run(tmp_path, text, "--methods", "features", "--rules", "DD-25", "--processes", "2")
    (features,) = report["methods"]
    assert features["verdicts"]["adapter error"] == 3
    assert "the adapter failed at the end of all: " in features["detail"]
    assert "the broker does not stop" in features["detail"]
    assert code == ExitCode.CANNOT_TELL
    assert "failed while it was closed" in capsys.readouterr().err


def test_a_number_of_processes_is_at_least_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--processes", "0", "--output", str(tmp_path / "output")]) == ExitCode.WRONG_USAGE
    assert "--processes: '0' is not a whole number of 1 or more" in capsys.readouterr().err


def test_a_number_of_processes_beyond_all_measure_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """They were all started before anything was told."""
    for command in ("run", "bench", "mutants"):
        assert main([command, "--processes", "100000"]) == ExitCode.WRONG_USAGE
        assert "'100000' are too many for this machine; give " in capsys.readouterr().err
    assert not any(tmp_path.iterdir())


def test_there_are_no_more_processes_than_scenarios(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counts: list[int] = []

    def counted(make: Any, count: int) -> Any:
        counts.append(count)
        return processes(make, 2)

    monkeypatch.setattr(suite, "processes", counted)
    options = ("--methods", "features", "--rules", "DD-27", "--output", str(tmp_path / "output"))
    main(["run", *options, "--processes", "64"])
    assert counts == [sum("DD-27" in text.rules for text in load_features())]


def test_one_s_own_adapter_is_made_once_unless_the_user_says_so(tmp_path: Path) -> None:
    assert usual_processes("reference") == (os.cpu_count() or 1)
    assert usual_processes(adapter(tmp_path, DYING)) == usual_processes("exec:./mine") == 1
