"""Features under pytest: one test a scenario, collected and walked through by pytest-bdd.

Each feature file becomes a module of tests that `pytest_bdd.scenario` has made, so that names, parameters,
marks (a rule tag is a mark: `-m DD-25`), `-k` and the hooks of pytest-bdd are those that its users know.
The steps are those of the kit's one registry, as pytest-bdd steps that do nothing: a scenario with waits
cannot be executed in its own test, or a suite would take the sum of all waits. Instead all collected
scenarios are executed side by side when the collection is finished, by the same engine as `mqtck run`, and
each test then walks to the step at which its scenario stopped and reports there:

- a violation fails, with what was accepted, what was seen and the trace;
- what is unsupported or cannot be told is skipped, with the reason;
- an adapter error is an error of the test's setup, told apart from a failure.

An implementation that cannot be had is told once, and no test runs. As each process of pytest-xdist would
execute all scenarios, on an adapter of its own, its `-n` is left out.
"""

import importlib
import shlex
import types
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import pytest
import pytest_bdd
from pytest_bdd.scenario import make_python_name

from mqtck.conformance.contract import Adapter, AdapterUnavailable
from mqtck.conformance.execution.giving_up import GivingUp
from mqtck.conformance.execution.loading import closed
from mqtck.conformance.execution.worlds import Limits, check_available
from mqtck.conformance.judging.judge import judge_trace
from mqtck.reference.vocabulary.results import Breach, Verdict

from .features import FeatureError, ScenarioText, check_names, read_feature
from .running import ScenarioResult, judged_breaches, run_features
from .steps.registry import compile_script, definitions

SCENARIO: Final = pytest.StashKey[ScenarioText]()
RESULT: Final = pytest.StashKey[ScenarioResult]()
PACKAGED: Final = Path(str(files("mqtck.features"))).resolve()


def turn_on(config: pytest.Config, name: str) -> None:
    """Collect features, by default the packaged ones, and run them on the adapter of that name.

    Raises pytest.UsageError at once where there is no such adapter: collecting takes a while.
    """
    with _finding_adapters() as adapters:
        adapters.check_adapter(name)
    config.pluginmanager.register(importlib.import_module(__name__), "mqtck features")
    config.pluginmanager.register(_Runner(name, _in_one_process(config)), "mqtck runner")
    if config.args_source is not pytest.Config.ArgsSource.ARGS:
        config.args = [str(PACKAGED)]


def _in_one_process(config: pytest.Config) -> str:
    """Leave out what would distribute the tests; what is told of that, nothing where nothing would."""
    if not getattr(config.option, "tx", None) or config.option.dist == "no":
        return ""
    config.option.dist, config.option.tx = "no", []
    return "; scenarios run side by side by themselves, without -n"


def started(name: str, config: pytest.Config) -> Adapter:
    """The adapter of that name, in a process of its own where it is not built in, as in `mqtck run`.

    In this one under -s, --pdb and --trace, with which somebody steps through it.
    """
    stepping = config.option.capture == "no" or config.option.usepdb or config.option.trace
    with _finding_adapters() as adapters:
        adapter: Adapter = (adapters.load_adapter if stepping else adapters.start_adapter)(name)
    return adapter


@contextmanager
def _finding_adapters() -> Iterator[types.ModuleType]:
    """The command line's way to find adapters, needed here alone; what it raises, as pytest tells it."""
    errors = importlib.import_module("mqtck.command_line.errors")
    try:
        yield importlib.import_module("mqtck.command_line.adapters")
    except errors.CommandError as error:
        raise pytest.UsageError(str(error)) from None


# --- collection --------------------------------------------------------------------------------------


class FeatureFile(pytest.Module):
    """A feature file as a module of tests."""

    def _getobj(self) -> types.ModuleType:
        """The module; tests are named after the titles of their scenarios."""
        module = types.ModuleType(self.path.stem)
        module.__file__ = str(self.path)
        self._titles: dict[str, str] = {}
        self._scenarios = self._read()
        for title in dict.fromkeys(scenario.title for scenario in self._scenarios):
            name = f"test_{make_python_name(title)}"
            while name in self._titles:
                name += "_"
            self._titles[name] = title
            walk = pytest_bdd.scenario(self.path.name, title, features_base_dir=str(self.path.parent))
            setattr(module, name, walk(lambda: None))
        return module

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        """The tests, each with the scenario, or row of an outline, that it stands for."""
        items = tuple(super().collect())
        rows = {(scenario.title, scenario.row): scenario for scenario in self._scenarios}
        for item in items:
            assert isinstance(item, pytest.Function)
            example: Any = {}
            if hasattr(item, "callspec"):
                example = item.callspec.params["_pytest_bdd_example"]
            item.stash[SCENARIO] = rows[self._titles[item.originalname], tuple(example.values())]
        return items

    def _read(self) -> tuple[ScenarioText, ...]:
        """The scenarios, compiled as well, so that a mistake in the file is an error of its collection."""
        path = self.path.resolve()
        root = PACKAGED if path.is_relative_to(PACKAGED) else path.parent
        try:
            scenarios = read_feature(path.read_text(encoding="utf-8"), str(path.relative_to(root)))
            check_names(scenarios)
            for scenario in scenarios:
                compile_script(scenario)
        except FeatureError as error:
            raise self.CollectError(str(error)) from None
        for tag in sorted(frozenset[str]().union(*(scenario.tags for scenario in scenarios))):
            self.config.addinivalue_line("markers", f"{tag}: a tag of {path.name}")
        return scenarios


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> FeatureFile | None:
    """Every feature file, wherever it lies."""
    if file_path.suffix == ".feature":
        return FeatureFile.from_parent(parent, path=file_path)
    return None


def pytest_collect_directory(path: Path, parent: pytest.Collector) -> pytest.Dir | None:
    """The packaged features are a folder of files, not a package with set-up code."""
    if path.resolve().is_relative_to(PACKAGED):
        return pytest.Dir.from_parent(parent, path=path)
    return None


# --- execution ---------------------------------------------------------------------------------------


class _Runner:
    """Executes what was collected, once."""

    def __init__(self, name: str, told: str) -> None:
        self._name = name
        self._told = told
        self._results: tuple[ScenarioResult, ...] = ()
        self._closing = ""

    def pytest_report_header(self) -> str:
        return f"mqtck adapter: {self._name}{self._told}"

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Run all scenarios that are left after selection, side by side."""
        items = [item for item in session.items if SCENARIO in item.stash]
        if not items or session.config.option.collectonly:
            return
        try:
            check_names(item.stash[SCENARIO] for item in items)
        except FeatureError as error:
            raise pytest.UsageError(str(error)) from None
        adapter = started(self._name, session.config)
        try:
            scenarios = [item.stash[SCENARIO] for item in items]
            limits = Limits(giving_up=GivingUp())
            check_available(adapter, lambda _: None)
            results = run_features(adapter, scenarios, judge=judge_trace, limits=limits)
        except AdapterUnavailable as error:
            raise pytest.UsageError(f"{self._name} cannot be had: {error}") from None
        finally:
            self._closing = closed(adapter)
        for item, result in zip(items, results, strict=True):
            item.stash[RESULT] = result
        self._results = results

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """An adapter that does not close as it should is no success, whatever its scenarios were."""
        if self._closing and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """What the judge saw beside the scenarios, the first finding of each kind; what failed at the end."""
        if self._closing:
            terminalreporter.section("adapter error")
            terminalreporter.line(f"The adapter failed while it was closed: {self._closing}")
        found: dict[tuple[str, ...], tuple[Breach, ScenarioResult]] = {}
        for result in self._results:
            for breach in result.found_by_judge:
                if breach not in judged_breaches(result):
                    found.setdefault(breach.rules, (breach, result))
        if found:
            terminalreporter.section("seen beside the scenarios")
        for breach, result in found.values():
            terminalreporter.line(
                f"Violates {', '.join(breach.rules)}, first seen in {result.scenario.location}: "
                f"expected {breach.expected}; seen {breach.seen}"
            )


# --- reporting ---------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def _adapter_error(request: pytest.FixtureRequest) -> None:
    """An adapter that failed is an error of the setup: it says nothing about the implementation."""
    result = request.node.stash.get(RESULT, None)
    if result is not None and result.verdict is Verdict.ADAPTER_ERROR:
        pytest.fail("\n".join((f"Adapter error: {result.reason}", *result.lines)), pytrace=False)


def pytest_bdd_before_step_call(request: pytest.FixtureRequest, scenario: Any, step: Any) -> None:
    """Report at the step at which the scenario stopped."""
    result = request.node.stash.get(RESULT, None)
    if result is None or result.line is None or scenario.steps[result.line] is not step:
        return
    if result.verdict is Verdict.VIOLATES:
        pytest.fail(violation(request, result, result.breaches), pytrace=False)
    if not judged_breaches(result):
        pytest.skip(f"{result.verdict}: {result.reason}")


def pytest_bdd_after_scenario(request: pytest.FixtureRequest) -> None:
    """A violation that only the judge saw has no step to be reported at."""
    result = request.node.stash.get(RESULT, None)
    if result is not None and result.verdict is not Verdict.VIOLATES and judged_breaches(result):
        pytest.fail(violation(request, result, judged_breaches(result)), pytrace=False)


def violation(request: pytest.FixtureRequest, result: ScenarioResult, breaches: Iterable[Breach]) -> str:
    """A violation for people: rules, what was accepted, what was seen, the trace, and how to run it again."""
    adapter = request.config.getoption("--adapter")
    again = f"pytest --adapter={adapter} {shlex.quote(f'{request.node.path}::{request.node.name}')}"
    told = [
        line
        for breach in breaches
        for line in (
            f"Violates {', '.join(breach.rules) or 'the scenario'}",
            f"  expected: {breach.expected}",
            f"  seen:     {breach.seen}",
        )
    ]
    return "\n".join((*told, "", result.scenario.location, *result.lines, "", f"Again: {again}"))


# --- steps -------------------------------------------------------------------------------------------
# Every wording of the registry as a pytest-bdd step that does nothing.

for _definition in definitions():
    pytest_bdd.step(_definition.parser)(lambda: None)
