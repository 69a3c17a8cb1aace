"""Which function decides a rule: the functions of the reference that name it.

Read from the source, not from what runs: a function names a rule by its id in its docstring or in a
text of its own, a table outside of functions by a text in it (told as `module:NAME`), a class by its
docstring. A module that names a rule in its own docstring is told where no function anywhere does, unless
it says there that it leaves the rule out. Ranges such as DD-25 to DD-31 name every rule between. The chapters
come first, and functions that blame or credit a rule behind those that decide it. The vocabulary and the
structures of bytes decide nothing.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Final

_ID: Final = re.compile(r"\b(DD|EX|AM|HM|X)-(\d{2,3})(?:\s+to\s+(?:\1-)?(\d{2,3}))?\b")
_LEFT_OUT: Final = re.compile(r"Left out:.*?(?:\.\s|\.$|\n\n)", re.DOTALL)
_DECIDE_NOTHING: Final = ("vocabulary", "structures")
_COMES_FIRST: Final = "chapters."
_COMES_LAST: Final = "blame."


@cache
def deciding_functions() -> Mapping[str, tuple[str, ...]]:
    """`module:function` of every function that names a rule, by rule, in the order of the source."""
    found: dict[str, dict[str, None]] = {}
    for name, source in sorted(_modules(), key=lambda module: _place_in_order(module[0])):
        for rule_id, place in naming(name, source):
            found.setdefault(rule_id, {})[place] = None
    return MappingProxyType({rule_id: _functions_first(tuple(places)) for rule_id, places in found.items()})


def _place_in_order(module: str) -> int:
    return module.startswith(_COMES_LAST) - module.startswith(_COMES_FIRST)


def _functions_first(places: tuple[str, ...]) -> tuple[str, ...]:
    """The functions alone, or the modules where there is none."""
    return tuple(place for place in places if ":" in place) or places


def naming(module: str, source: str) -> Iterator[tuple[str, str]]:
    """Each rule that a module names, with the place: `module:function`, or `module` alone."""
    tree = ast.parse(source)
    for node in tree.body:
        if place := _place(node):
            yield from ((rule_id, f"{module}:{place}") for rule_id in _rules_in(node))
    covered = _LEFT_OUT.sub("", ast.get_docstring(tree) or "")
    yield from ((rule_id, module) for rule_id in rules_named(covered))


def rules_named(text: str) -> tuple[str, ...]:
    """The rule ids in a text, ranges written out."""
    found: dict[str, None] = {}
    for family, first, last in _ID.findall(text):
        for number in range(int(first), int(last or first) + 1):
            found[f"{family}-{number:02d}"] = None
    return tuple(found)


def _place(node: ast.stmt) -> str:
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return name
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
        case _:
            return ""


def _rules_in(node: ast.stmt) -> Iterator[str]:
    """The rules in docstrings and texts of a definition, those of inner functions included."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
            yield from rules_named(inner.value)


def _modules() -> Iterator[tuple[str, str]]:
    """Name within the reference, and source, of every module of it that may decide a rule."""
    yield from sorted(_under(files("mqtck.reference"), ""))


def _under(folder: Traversable, path: str) -> Iterator[tuple[str, str]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            if entry.name not in _DECIDE_NOTHING:
                yield from _under(entry, f"{path}{entry.name}.")
        elif entry.name.endswith(".py") and entry.name != "__init__.py":
            yield f"{path}{entry.name.removesuffix('.py')}", entry.read_text(encoding="utf-8")
