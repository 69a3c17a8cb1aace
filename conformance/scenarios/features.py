"""Features as values: the packaged Gherkin files, read and compiled into scenarios.

The reading is that of gherkin-official (its parser and its compiler of pickles). A scenario outline
becomes one scenario a row, named after the row as well. A name stands for one scenario only: readers,
reports and pytest-bdd (which silently drops the first of two) go by it.
Rule ids are the tags of the form `@DD-25` on the feature, the rule, the scenario or the examples.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final, NamedTuple

RULE_TAG: Final = re.compile(r"(?:DD|EX|AM|HM|X)-\d{2,3}")


class FeatureError(Exception):
    """A feature that cannot be read or run; the text says where and what would be right."""


class StepText(NamedTuple):
    """A step as it stands in the file, with the values of its row filled in."""

    keyword: str
    text: str
    line: int
    table: tuple[tuple[str, ...], ...] = ()

    def __str__(self) -> str:
        return f"{self.keyword} {self.text}"


class ScenarioText(NamedTuple):
    """One scenario, or one row of an outline.

    `title` is the name as it stands in the file, with its placeholders. `feature` is the file's path
    below the folder of features, `line` the scenario's line in it, `row` the values of the row and
    `row_line` its line (the scenario's own where there is no row).
    """

    name: str
    title: str
    feature: str
    feature_title: str
    rule_title: str
    rules: frozenset[str]
    tags: frozenset[str]
    steps: tuple[StepText, ...]
    line: int
    row_line: int
    row: tuple[str, ...] = ()

    @property
    def location(self) -> str:
        """File and line, as a report names a scenario."""
        return f"{self.feature}:{self.row_line}"


def load_features(folder: Path | None = None) -> tuple[ScenarioText, ...]:
    """All scenarios below a folder, by default the packaged ones, in the order of files and lines.

    Raises FeatureError for a file that is not Gherkin and for two scenarios of one name.
    """
    if folder is None:
        return _packaged()
    if not folder.is_dir():
        raise FeatureError(f"{folder}: no such folder of features.")
    return _below(folder)


@cache
def _packaged() -> tuple[ScenarioText, ...]:
    """They do not change while a process runs, and reading them takes as long as running many of them."""
    return read_packaged()


def read_packaged() -> tuple[ScenarioText, ...]:
    """The packaged ones, read anew. Raises what `load_features` does."""
    return _below(files("mqtck.features"))


def _below(root: Traversable) -> tuple[ScenarioText, ...]:
    scenarios = tuple(
        scenario
        for name, file in sorted(_feature_files(root, ""))
        for scenario in read_feature(file.read_text(encoding="utf-8"), name)
    )
    check_names(scenarios)
    return scenarios


def scenarios_by_rule(scenarios: Iterable[ScenarioText]) -> dict[str, tuple[ScenarioText, ...]]:
    """The scenarios that carry each rule's tag, in the order of the features."""
    found: dict[str, list[ScenarioText]] = {}
    for scenario in scenarios:
        for rule_id in scenario.rules:
            found.setdefault(rule_id, []).append(scenario)
    return {rule_id: tuple(listed) for rule_id, listed in found.items()}


def check_names(scenarios: Iterable[ScenarioText]) -> None:
    """Raise FeatureError where two scenarios, or two outlines, have one name."""
    names: dict[str, ScenarioText] = {}
    titles: dict[str, ScenarioText] = {}
    for scenario in scenarios:
        other = names.setdefault(scenario.name, scenario)
        outline = titles.setdefault(scenario.title, scenario)
        if other is not scenario:
            raise _same_name(scenario, scenario.name, other)
        if (outline.feature, outline.line) != (scenario.feature, scenario.line):
            raise _same_name(scenario, scenario.title, outline)


def _same_name(scenario: ScenarioText, name: str, other: ScenarioText) -> FeatureError:
    return FeatureError(
        f'{scenario.location}: the scenario "{name}" has the name of the one at {other.location}; '
        "every scenario needs a name of its own."
    )


def _feature_files(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    for entry in folder.iterdir():
        name = f"{path}{entry.name}"
        if entry.is_dir():
            yield from _feature_files(entry, f"{name}/")
        elif entry.name.endswith(".feature"):
            yield name, entry


def read_feature(text: str, name: str) -> tuple[ScenarioText, ...]:
    """The scenarios of one feature.

    Raises FeatureError, naming file and line, for what is not Gherkin and for a scenario in which
    nothing would be run: one without steps (a line with a misspelt keyword below its name is a
    description to Gherkin), and examples without rows.
    """
    from gherkin.errors import ParserError  # noqa: PLC0415 - only who reads features needs it
    from gherkin.parser import Parser  # noqa: PLC0415
    from gherkin.pickles.compiler import Compiler  # noqa: PLC0415

    try:
        document: dict[str, Any] = dict(Parser().parse(text))
    except ParserError as error:
        raise FeatureError(f"{name}: {error}".replace("Parser errors:\n", "")) from error
    if not document.get("feature"):
        raise FeatureError(f"{name}: there is no Feature in it.")
    document["uri"] = name
    nodes = _Nodes(document["feature"])
    nodes.check(name)
    return tuple(nodes.scenario(pickle, name) for pickle in Compiler().compile(document))  # type: ignore[arg-type]


class _Nodes:
    """The syntax tree by id, to find again where a pickle comes from."""

    def __init__(self, feature: Any) -> None:
        self.feature = feature
        self.scenarios: dict[str, tuple[Any, str]] = {}
        self.steps: dict[str, Any] = {}
        self.rows: dict[str, Any] = {}
        for child in feature["children"]:
            if rule := child.get("rule"):
                for inner in rule["children"]:
                    self._add(inner, rule["name"])
            else:
                self._add(child, "")

    def _add(self, child: Any, rule: str) -> None:
        node = child.get("scenario") or child["background"]
        self.steps.update((step["id"], step) for step in node["steps"])
        if "scenario" in child:
            self.scenarios[node["id"]] = (node, rule)
            for examples in node["examples"]:
                self.rows.update((row["id"], row) for row in examples["tableBody"])

    def check(self, file: str) -> None:
        for node, _ in self.scenarios.values():
            at = f'{file}:{node["location"]["line"]}: the scenario "{node["name"]}"'
            if not node["steps"]:
                raise FeatureError(
                    f"{at} has no step; a step begins with Given, When, Then, And or But, "
                    "every other line below the name is a description."
                )
            if not all(examples["tableBody"] for examples in node["examples"]):
                raise FeatureError(f"{at} has examples without a row; each row is run as a scenario.")

    def scenario(self, pickle: Any, file: str) -> ScenarioText:
        node, rule = self.scenarios[pickle["astNodeIds"][0]]
        row = self.rows[pickle["astNodeIds"][1]] if pickle["astNodeIds"][1:] else None
        values = tuple(cell["value"] for cell in row["cells"]) if row else ()
        tags = frozenset(tag["name"].removeprefix("@") for tag in pickle["tags"])
        named = [value for value in values if value not in pickle["name"]]
        return ScenarioText(
            name=f"{pickle['name']} ({', '.join(named)})" if named else pickle["name"],
            title=node["name"],
            feature=file,
            feature_title=self.feature["name"],
            rule_title=rule,
            rules=frozenset(filter(RULE_TAG.fullmatch, tags)),
            tags=tags,
            steps=tuple(self._step(step) for step in pickle["steps"]),
            line=node["location"]["line"],
            row_line=(row or node)["location"]["line"],
            row=values,
        )

    def _step(self, step: Any) -> StepText:
        node = self.steps[step["astNodeIds"][0]]
        rows = step.get("argument", {}).get("dataTable", {}).get("rows", ())
        return StepText(
            keyword=node["keyword"].strip(),
            text=step["text"],
            line=node["location"]["line"],
            table=tuple(tuple(cell["value"] for cell in row["cells"]) for row in rows),
        )
