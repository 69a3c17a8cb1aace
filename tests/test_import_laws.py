"""Who may know whom: the design's laws, read from the imports of every module."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = ("reference", "conformance", "adapters", "reports")

VOCABULARY = "mqtck.reference.vocabulary"
CONTRACT = "mqtck.conformance.contract"
JAVA = "mqtck.conformance.java"

MAY_IMPORT = {
    "reference": ("mqtck.reference",),
    "conformance": ("mqtck.reference", "mqtck.conformance", "mqtck.features"),
    "adapters": (VOCABULARY, CONTRACT, JAVA, "mqtck.adapters"),
    "reports": (VOCABULARY, "mqtck.reports"),
}
"""The parts of the kit that each folder may know."""

MAY_KNOW = {
    "contract":      "",
    "java":          "contract",
    "ledger":        "",
    "judging":       "",
    "execution":     "contract",
    "cases":         "execution",
    "shrinking":     "contract execution judging",
    "scenarios":     "contract ledger execution judging",
    "medleys":       "execution cases scenarios",
    "pytest_plugin": "scenarios",
    "smoke":         "contract execution",
    "properties":    "contract execution judging shrinking cases",
    "campaign":      "contract java ledger execution judging shrinking cases scenarios medleys",
    "mutants":       "contract ledger execution judging shrinking cases scenarios properties campaign",
    "suite":         "contract ledger execution judging scenarios properties campaign",
    "recordings":    "ledger judging scenarios campaign suite",
    "rule_index":    "ledger scenarios mutants",
    "bench":         "contract execution judging scenarios properties campaign",
}  # fmt: skip
"""What each part of `conformance/` may know of the others: nothing that stands below it here."""

CASES_MAY_KNOW = {
    "__init__":   "",
    "draws":      "",
    "draft":      "draws",
    "chapters":   "draft",
    "vocabulary": "draws draft",
    "episodes":   "draws draft vocabulary",
    "tables":     "chapters episodes",
    "generator":  "draws draft chapters vocabulary tables",
}  # fmt: skip
"""What each part of `conformance/cases/` may know of the others. Of the episodes, only the tables know."""

PARTS_OF_THE_REFERENCE = (
    ("vocabulary",),
    ("structures", "state"),
    ("possibilities", "preference"),
    ("chapters",),
    ("queues",),
    ("comparisons",),
    ("blame", "showing"),
    ("reporting",),
    ("topics", "channels"),
    ("getting",),
    ("internal_work",),
    ("sending",),
    ("administration",),
    ("model",),
    ("recollection",),
)
"""The parts of the reference; each may know those of the rows above it."""

STATE_MAY_KNOW = {"chapters.delay_processor", "chapters.destination_uris", "chapters.header_fields"}
"""Three chapters of which the state keeps values, though it stands above them."""

KNOWS_THE_MODEL = {"adapters/reference.py"}
"""The reference's own adapter is the one adapter that knows the model."""

ONLY = {"reference": {"msgspec", "immutables"}}
"""Libraries outside the standard one, where a folder is limited."""


def modules(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def imported(path: Path) -> Iterator[str]:
    """The absolute names of all modules that a file imports, anywhere in it."""
    package = ["mqtck", *path.relative_to(ROOT).parent.parts]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            yield ".".join([*base, *([node.module] if node.module else [])])


@pytest.mark.parametrize(
    "path",
    [path for folder in FOLDERS for path in modules(folder)],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_a_module_knows_only_what_its_folder_may_know(path: Path) -> None:
    name = str(path.relative_to(ROOT))
    folder = path.relative_to(ROOT).parts[0]
    allowed = MAY_IMPORT[folder] + (("mqtck.reference",) if name in KNOWS_THE_MODEL else ())
    for module in imported(path):
        if module.split(".")[0] == "mqtck":
            known = module.startswith(tuple(f"{one}." for one in allowed)) or module in allowed
            assert known, f"{name} imports {module}; {folder}/ may know {', '.join(allowed)}"


@pytest.mark.parametrize("path", modules("conformance"), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_part_of_conformance_knows_only_the_parts_above_it(path: Path) -> None:
    part, *inside = path.relative_to(ROOT / "conformance").with_suffix("").parts
    for module in imported(path):
        if module.startswith("mqtck.conformance.") and (known := module.split(".")[2]) != part:
            assert known in MAY_KNOW[part].split(), f"{'/'.join([part, *inside])} imports {module}"


@pytest.mark.parametrize("path", modules("conformance/scenarios"), ids=lambda path: path.stem)
def test_scenarios_never_ask_the_model(path: Path) -> None:
    """Features and model are two oracles: what both need is in the vocabulary, or stands in each."""
    asked = {one for one in imported(path) if one.startswith("mqtck.reference.")}
    assert [one for one in asked if not one.startswith("mqtck.reference.vocabulary")] == []


@pytest.mark.parametrize("path", modules("conformance/cases"), ids=lambda path: path.stem)
def test_a_part_of_the_cases_knows_only_the_parts_above_it(path: Path) -> None:
    """An episode knows no other one's module: what two of them need is in the vocabulary."""
    part, *inside = path.relative_to(ROOT / "conformance/cases").with_suffix("").parts
    for module in imported(path):
        if module.startswith("mqtck.conformance.cases."):
            known = module.split(".")[3]
            allowed = CASES_MAY_KNOW[part].split() + ([part] if part != "episodes" else [])
            assert known in allowed, f"{'/'.join([part, *inside])} imports {module}"


def test_no_part_of_conformance_knows_one_that_is_built_on_it() -> None:
    above: set[str] = set()
    for part, known in MAY_KNOW.items():
        assert above.issuperset(known.split()), f"{part} knows a part that stands below it"
        above.add(part)


@pytest.mark.parametrize("path", modules("reference"), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_part_of_the_reference_knows_only_the_parts_above_it(path: Path) -> None:
    part = path.relative_to(ROOT / "reference").with_suffix("").parts[0]
    above = {name for row in _rows_above(part) for name in row}
    for module in imported(path):
        if not module.startswith("mqtck.reference."):
            continue
        known = module.split(".")[2]
        kept = part == "state" and module.removeprefix("mqtck.reference.") in STATE_MAY_KNOW
        assert known == part or known in above or kept, f"{path.relative_to(ROOT)} imports {module}"


def _rows_above(part: str) -> tuple[tuple[str, ...], ...]:
    row = next((index for index, parts in enumerate(PARTS_OF_THE_REFERENCE) if part in parts), 0)
    return PARTS_OF_THE_REFERENCE[:row]


@pytest.mark.parametrize("path", modules("reference"), ids=lambda path: str(path.relative_to(ROOT)))
def test_the_reference_needs_the_standard_library_msgspec_and_immutables(path: Path) -> None:
    import sys  # noqa: PLC0415 - the list of the standard library

    for module in imported(path):
        top = module.split(".")[0]
        fine = top in sys.stdlib_module_names or top in ONLY["reference"] or top == "mqtck"
        assert fine, f"{path.name} imports {module}"


@pytest.mark.parametrize("path", modules("reference"), ids=lambda path: str(path.relative_to(ROOT)))
def test_the_reference_has_no_clock_no_chance_and_no_files(path: Path) -> None:
    forbidden = {"time", "datetime", "random", "secrets", "os", "io", "pathlib", "socket", "threading"}
    assert not forbidden & {module.split(".")[0] for module in imported(path)}


def test_the_law_would_notice_an_adapter_that_knows_the_model(tmp_path: Path) -> None:
    assert "mqtck.reference.model" not in MAY_IMPORT["adapters"]
    source = tmp_path / "x.py"
    source.write_text("from mqtck.reference.model import possibilities\n", encoding="utf-8")
    tree = ast.parse(source.read_text(encoding="utf-8"))
    names = [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert names == ["mqtck.reference.model"]
    assert not names[0].startswith(MAY_IMPORT["adapters"])


def test_modules_stay_readable() -> None:
    """About 400 lines at most; a new idea gets a new module."""
    long = {
        str(path.relative_to(ROOT)): lines
        for folder in (*FOLDERS, "mqtck")
        for path in modules(folder)
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > 450
    }
    assert not long
