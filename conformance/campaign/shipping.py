"""What executors of a cluster get along: the kit, the libraries that its tasks import, the adapter's files.

Two archives, which Spark unpacks beside each executor and its Python processes find by their path: the
libraries, kept in the cache as they are large and seldom change, and the code. An executor needs Java,
Spark and the same Python (3.11, 3.12, ...) for the same kind of machine; the command `python3.11` or what
PYSPARK_PYTHON names. Left out: what an adapter imports from installed packages, which must be installed
there as well.
"""

import hashlib
import importlib.metadata
import importlib.util
import os
import platform
import re
import sys
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from mqtck.conformance.java import cache_folder

from .folder import CampaignError
from .plan import Code

LIBRARIES: Final = ("gherkin-official", "immutables", "msgspec", "pyarrow", "pytest-bdd")
"""What the tasks of a campaign import; two of them read the scenarios that cases are made of."""

CODE_FOLDER: Final = "mqtck-code"
_LIBRARY_FOLDER: Final = "mqtck-libraries"
_PARTS: Final = ("", "reference", "features", "conformance", "adapters", "reports")
_NOT_NEEDED: Final = re.compile(
    r"(^|/)(__pycache__|include|tests)/|/(lib)?(arrow)?_?(flight|s3|s3fs)[^/]*$|\.(pxd|pxi|pyx|pyi)$"
)


def elsewhere(master: str) -> bool:
    """Whether tasks run in processes that do not share the folders of this one.

    Those of Spark's `local-cluster` are on this machine, each in a working folder of its own.
    """
    return not master.startswith("local") or master.startswith("local-cluster")


def settings_for(code: Code, folder: Path, environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The settings of a session that bring all of it to the executors; `folder` takes the code.

    Raises CampaignError where an archive cannot be written, AdapterUnavailable without a cache folder.
    """
    archives = (f"{_libraries(environment)}#{_LIBRARY_FOLDER}", f"{_code(code, folder)}#{CODE_FOLDER}")
    return {
        "spark.archives": ",".join(archives),
        "spark.executorEnv.PYTHONPATH": os.pathsep.join((CODE_FOLDER, _LIBRARY_FOLDER)),
    }


def python_of(environment: Mapping[str, str] = os.environ) -> str:
    """The Python that executors are asked for."""
    return environment.get("PYSPARK_PYTHON") or f"python{sys.version_info.major}.{sys.version_info.minor}"


def _libraries(environment: Mapping[str, str]) -> Path:
    distributions = [importlib.metadata.distribution(name) for name in sorted(_required(LIBRARIES))]
    named = " ".join(f"{one.name}-{one.version}" for one in distributions)
    build = f"{named} {sys.implementation.cache_tag} {platform.platform()} {_NOT_NEEDED.pattern}"
    digest = hashlib.sha256(build.encode()).hexdigest()[:12]
    archive = cache_folder(environment) / "libraries-for-spark" / f"{digest}.zip"
    if not archive.is_file():
        files = [
            (file.as_posix(), Path(str(file.locate())))
            for one in distributions
            for file in one.files or ()
            if not file.as_posix().startswith("..")
        ]
        _write(archive, files)
    return archive


def _required(names: Iterable[str]) -> set[str]:
    """The libraries and all that they require here."""
    found: set[str] = set()
    left = list(names)
    while left:
        name = canonicalize_name(left.pop())
        if name in found:
            continue
        found.add(name)
        wanted = map(Requirement, importlib.metadata.requires(name) or ())
        left += [one.name for one in wanted if one.marker is None or one.marker.evaluate({"extra": ""})]
    return found


def _code(code: Code, folder: Path) -> Path:
    archive = folder / "code.zip"
    _write(archive, (*_kit(), *((name, Path(path)) for name, path in code.files)))
    return archive


def _kit() -> Iterator[tuple[str, Path]]:
    """The files of the kit by their names in one package, wherever its folders are."""
    for part in _PARTS:
        package = importlib.util.find_spec(f"mqtck.{part}".rstrip("."))
        for place in (package.submodule_search_locations or ()) if package else ():
            for file in sorted(Path(place).rglob("*")):
                if file.is_file():
                    yield (Path("mqtck") / part / file.relative_to(place)).as_posix(), file


def _write(archive: Path, files: Iterable[tuple[str, Path]]) -> None:
    """An archive that is complete or not there at all; a name that comes twice is taken once."""
    temporary = archive.with_name(f".{archive.name}.{os.getpid()}.part")
    written: set[str] = set()
    try:
        archive.parent.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as made:
            for name, path in files:
                if name not in written and path.is_file() and not _NOT_NEEDED.search(name):
                    written.add(name)
                    made.write(path, name)
        temporary.replace(archive)
    except OSError as error:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise CampaignError(
            f"The code for the executors cannot be packed into {archive} ({error.strerror or error})."
        ) from error
