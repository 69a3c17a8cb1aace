"""The second implementation's own laws: which of its parts may know which, and where a trace stands."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from implementations.witnesses.every import WITNESSES

SIMULATOR = Path(__file__).parent / "implementations"

MAY_KNOW = {
    "behaviour":  "",
    "state":      "behaviour",
    "decisions":  "behaviour state",
    "simulation": "behaviour state decisions",
    "right":      "behaviour state decisions simulation",
    "witnesses":  "",
    "wrong":      "behaviour state decisions simulation witnesses",
}  # fmt: skip
"""What each part may know of the others."""

OF_THE_KIT = ("mqtck.reference.vocabulary", "mqtck.conformance.contract", "mqtck.conformance.execution")
"""What it may know of the kit: nothing of the model, or the two could not disagree."""


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: imports are absolute here"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def subjects(part: str) -> dict[str, str]:
    """The modules of the chapters, and their text."""
    return {
        str(path.relative_to(SIMULATOR / part)): path.read_text(encoding="utf-8")
        for path in (SIMULATOR / part).glob("*/*.py")
        if path.parent.name != "parts" and path.stem != "__init__"
    }


@pytest.mark.parametrize("part", MAY_KNOW)
def test_a_part_knows_only_those_above_it(part: str) -> None:
    known = {part, *MAY_KNOW[part].split()}
    for path in (SIMULATOR / part).rglob("*.py"):
        for module in imported(path):
            if module.startswith("implementations."):
                assert module.split(".")[1] in known, f"{path.relative_to(SIMULATOR)} imports {module}"


@pytest.mark.parametrize("path", sorted(SIMULATOR.rglob("*.py")), ids=lambda path: path.stem)
def test_it_knows_nothing_of_the_model(path: Path) -> None:
    for module in imported(path):
        if module.startswith("mqtck."):
            assert module.startswith(OF_THE_KIT), f"{path.relative_to(SIMULATOR)} imports {module}"


def test_the_trace_of_a_misreading_is_in_the_module_of_the_same_name() -> None:
    wrong, witnesses = subjects("wrong"), subjects("witnesses")
    assert wrong.keys() == witnesses.keys()
    for name in WITNESSES:
        text = f'"{name}"'
        stands = {module for module, source in wrong.items() if text in source}
        shown = {module for module, source in witnesses.items() if f"{text}:" in source}
        assert not stands or stands == shown, name


def test_its_modules_stay_readable() -> None:
    """About 400 lines at most; a new subject gets a new module."""
    long = {
        str(path.relative_to(SIMULATOR)): lines
        for path in SIMULATOR.rglob("*.py")
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > 450
    }
    assert not long
