"""The pytest plugin, run as its users run it: in a process of its own, on the kit's own implementations."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mqtck.conformance.scenarios.features import load_features

TESTS = Path(__file__).parent
DELAY = TESTS.parent / "features" / "delivery_delay"
HOLDING = DELAY / "01_holding_back_a_message.feature"
GROUPS = DELAY / "04_groups_and_refused_sends.feature"
UNITS = DELAY / "05_units_of_work.feature"
ZOS = DELAY / "19_considerations_for_zos.feature"


def under_pytest(folder: Path, adapter: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run pytest with an adapter made by an expression over the kit's own implementations."""
    (folder / "some_adapter.py").write_text(
        f"import sys\nsys.path.insert(0, {str(TESTS)!r})\n"
        "from implementations import odd, right\n"
        "from implementations.wrong import WRONG\n"
        f"def make():\n    return {adapter}\n"
    )
    return subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "--adapter=some_adapter:make", "--strict-markers"),
            *("-p", "no:cacheprovider", "-rA", *arguments),
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_pytest_collects_the_packaged_features_and_passes_as_the_engine_does(tmp_path: Path) -> None:
    run = under_pytest(tmp_path, 'right.ADAPTERS["preferred"]()', "-m", "DD-01 or DD-25 or DD-45")
    wanted = [text for text in load_features() if text.rules & {"DD-01", "DD-25", "DD-45"}]
    assert run.returncode == 0, run.stdout
    assert f"{len(wanted)} passed" in run.stdout


def test_pytest_fails_with_what_was_expected_and_seen(tmp_path: Path) -> None:
    run = under_pytest(
        tmp_path,
        'WRONG["groups accepted"].factory()',
        str(GROUPS),
        *("-m", "DD-36", "-k", "number_of_a_group"),
    )
    assert run.returncode == 1, run.stdout
    assert "Violates DD-36" in run.stdout
    assert "expected: send is refused with MQRC_OPTIONS_ERROR (2046)" in run.stdout
    assert "seen:     every call was accepted" in run.stdout
    assert "Send producer 1, message (label order-1" in run.stdout
    assert "Again: pytest --adapter=some_adapter:make '" in run.stdout
    assert "5 failed" in run.stdout


def test_pytest_skips_what_is_unsupported_and_says_why(tmp_path: Path) -> None:
    run = under_pytest(tmp_path, 'odd.ODD["eight commands"]()', str(UNITS), "-m", "DD-44", "-v")
    assert run.returncode == 0, run.stdout
    assert "unsupported: The adapter has no transacted sessions" in run.stdout
    assert "skipped" in run.stdout


def test_pytest_tells_an_adapter_error_from_a_failure(tmp_path: Path) -> None:
    run = under_pytest(tmp_path, 'odd.ODD["crashes"]()', str(HOLDING), "-m", "DD-02")
    assert run.returncode == 1, run.stdout
    assert (
        "Adapter error: The adapter crashed: RuntimeError: the connection to the broker broke" in run.stdout
    )
    assert "1 error" in run.stdout
    assert "failed" not in run.stdout.splitlines()[-1]


ABSENT = """
from mqtck.adapters.reference import Reference
from mqtck.conformance.contract import AdapterUnavailable

class Absent(Reference):
    def open_world(self):
        raise AdapterUnavailable("start the broker first")
"""

LOOKING = "Feature: Own\n  Scenario: Two\n    Given a queue ORDERS\n    Then nothing is on ORDERS\n"


def test_pytest_tells_once_that_an_implementation_cannot_be_had(tmp_path: Path) -> None:
    """It was an error of each of its thousands of tests."""
    (tmp_path / "absent.py").write_text(ABSENT)
    run = under_pytest(tmp_path, '__import__("absent").Absent()', str(HOLDING))
    assert run.returncode == 4, run.stdout
    assert "some_adapter:make cannot be had: start the broker first" in run.stderr
    assert "Adapter error" not in run.stdout


@pytest.mark.parametrize(
    ("adapter", "code", "told"),
    [
        ('right.ADAPTERS["preferred"]()', 0, "1 passed"),
        ('__import__("absent").Absent()', 4, "start the broker first"),
    ],
    ids=["there", "not there"],
)
def test_pytest_xdist_does_not_run_every_scenario_in_each_process(
    adapter: str, code: int, told: str, tmp_path: Path
) -> None:
    (tmp_path / "own.feature").write_text(LOOKING)
    (tmp_path / "absent.py").write_text(ABSENT)
    run = under_pytest(tmp_path, adapter, "own.feature", "-n", "2")
    assert run.returncode == code, run.stdout
    assert told in run.stdout + run.stderr
    assert "scenarios run side by side by themselves, without -n" in run.stdout
    assert "INTERNALERROR" not in run.stdout + run.stderr


DYING = """
import os
from mqtck.adapters.reference import Reference, ReferenceWorld
from mqtck.reference.vocabulary.commands import AlterQueue

class World(ReferenceWorld):
    def execute(self, command):
        if isinstance(command, AlterQueue):
            os._exit(3)
        return super().execute(command)

class Dying(Reference):
    def open_world(self):
        return World(self.information.profile)

class Unclosed(Reference):
    def close(self):
        os._exit(4)
"""


def test_pytest_goes_on_behind_a_scenario_that_ends_the_process_of_the_adapter(tmp_path: Path) -> None:
    (tmp_path / "dying.py").write_text(DYING)
    (tmp_path / "own.feature").write_text(
        "Feature: Own\n"
        "  Scenario: One\n    Given a queue ORDERS\n    When ORDERS is altered to PUT(DISABLED)\n"
        "  Scenario: Two\n    Given a queue ORDERS\n    Then nothing is on ORDERS\n"
    )
    run = under_pytest(tmp_path, '__import__("dying").Dying()', "own.feature")
    assert run.returncode == 1, run.stdout + run.stderr
    assert "its process ended in AlterQueue (exit code 3)" in run.stdout
    assert "1 passed, 1 error" in run.stdout


def test_pytest_steps_through_an_adapter_in_its_own_process(tmp_path: Path) -> None:
    (tmp_path / "own.feature").write_text(LOOKING)
    adapter = 'print("made in", __import__("os").getppid()) or right.ADAPTERS["preferred"]()'
    alone = under_pytest(tmp_path, adapter, "own.feature")
    assert "made in" not in alone.stdout
    stepped = under_pytest(tmp_path, adapter, "own.feature", "-s")
    assert alone.returncode == stepped.returncode == 0, stepped.stdout + stepped.stderr
    assert f"made in {os.getpid()}" in stepped.stdout


def test_pytest_tells_that_an_adapter_does_not_close(tmp_path: Path) -> None:
    (tmp_path / "dying.py").write_text(DYING)
    (tmp_path / "own.feature").write_text(LOOKING)
    run = under_pytest(tmp_path, '__import__("dying").Unclosed()', "own.feature")
    assert run.returncode == 1, run.stdout + run.stderr
    assert "1 passed" in run.stdout
    assert "The adapter failed while it was closed: its process ended in closing" in run.stdout


def test_pytest_runs_features_from_any_folder(tmp_path: Path) -> None:
    (tmp_path / "own.feature").write_text(
        "@house-rule\nFeature: Own\n"
        "  Scenario: Mine\n    Given a queue ORDERS\n    Then nothing is on ORDERS\n"
    )
    run = under_pytest(tmp_path, 'right.ADAPTERS["preferred"]()', "own.feature", "-v")
    assert run.returncode == 0, run.stdout + run.stderr
    assert "own.feature::test_mine" in run.stdout


def test_pytest_refuses_a_feature_with_two_scenarios_of_one_name(tmp_path: Path) -> None:
    (tmp_path / "own.feature").write_text(
        "Feature: Own\n"
        "  Rule: A\n    Scenario: Mine\n      When 1 s passes\n"
        "  Rule: B\n    Scenario: Mine\n      When 2 s pass\n"
    )
    run = under_pytest(tmp_path, 'right.ADAPTERS["preferred"]()', "own.feature")
    assert run.returncode == 2, run.stdout
    assert 'the scenario "Mine" has the name of the one at own.feature:3' in run.stdout


def test_pytest_refuses_an_unknown_adapter_in_one_sentence(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "--adapter=nowhere", "-m", "DD-02"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 4
    assert "ERROR: " in run.stderr
    assert "nowhere" in run.stderr
    assert "Traceback" not in run.stderr + run.stdout


def test_without_an_adapter_the_plugin_is_light() -> None:
    heavy = ("pytest_bdd", "gherkin", "msgspec", "hypothesis", "mqtck.conformance.scenarios.features")
    check = (
        "import sys, mqtck.conformance.pytest_plugin\n"
        f"print([name for name in {heavy!r} if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_pytest_skips_what_is_about_another_profile(tmp_path: Path) -> None:
    run = under_pytest(tmp_path, 'right.ADAPTERS["preferred"]()', str(ZOS), "-m", "DD-68")
    assert run.returncode == 0, run.stdout
    assert "6 skipped" in run.stdout
    assert "not applicable: the profile multiplatforms is not @edition-8.0" in run.stdout
