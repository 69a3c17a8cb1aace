"""The Python files that an adapter consists of, for the executors of a cluster that do not have them."""

import re
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from .adapters import BUILT_IN, EXEC

if TYPE_CHECKING:
    from mqtck.conformance.campaign.plan import Code


def code_of(spec: str) -> "Code":
    """The Python files of an adapter that is not built in, with those beside it that it has imported.

    For an adapter that was loaded before. Of an adapter of an installed package, and of a program, that is
    nothing: these are installed wherever the adapter is to run.
    """
    from mqtck.conformance.campaign.plan import Code  # noqa: PLC0415

    if spec in BUILT_IN or spec.startswith(EXEC):
        return Code()
    if file := re.fullmatch(r"(?P<path>.+\.py)(?P<name>:\w+)?", spec):
        path = Path(file["path"]).resolve()
        beside = {name: found for name, found in _own_modules() if found.is_relative_to(path.parent)}
        files = {**_named(beside, path.parent), path.name: str(path)}
        return Code(f"{{folder}}/{path.name}{file['name'] or ''}", tuple(sorted(files.items())))
    package = spec.partition(":")[0].partition(".")[0]
    members = {name: found for name, found in _own_modules() if name.partition(".")[0] == package}
    root = getattr(sys.modules.get(package), "__file__", None)
    if root is None or not members:
        return Code()
    above = Path(root).resolve().parent
    return Code("", tuple(sorted(_named(members, above.parent if _is_package(root) else above).items())))


def _own_modules() -> Iterator[tuple[str, Path]]:
    """What was imported from neither the standard library nor an installed package nor the kit."""
    kinds = ("stdlib", "platstdlib", "purelib", "platlib")
    installed = {Path(sysconfig.get_path(kind)).resolve() for kind in kinds}
    for name, module in sorted(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if file and file.endswith(".py") and name.partition(".")[0] != "mqtck" and name != "__main__":
            path = Path(file).resolve()
            if not installed.intersection(path.parents):
                yield name, path


def _named(modules: dict[str, Path], folder: Path) -> dict[str, str]:
    """Files by their names below a folder."""
    return {
        path.relative_to(folder).as_posix(): str(path)
        for path in modules.values()
        if path.is_relative_to(folder)
    }


def _is_package(file: str) -> bool:
    return Path(file).name == "__init__.py"
