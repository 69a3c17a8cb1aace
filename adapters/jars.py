"""The jars of a broker: pinned, fetched once by Apache Ivy, kept in the user's cache folder.

Ivy comes with PySpark and knows the public Maven repository by itself. What may be told from outside:

- a folder of jars that replaces the download (each set of jars names its variable),
- MQTCK_MAVEN_REPOSITORY: the address of another Maven repository, say a company's mirror,
- MQTCK_IVY_SETTINGS: a settings file for Ivy, where an address alone does not do,
- MQTCK_TRUST_STORE: a Java certificate store that knows the repository's certificate.

A jar is used only with the checksum that is pinned here. Jars in a folder of the user's own are the
user's choice and are not compared.
"""

import hashlib
import importlib.resources
import importlib.util
import os
import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final, NamedTuple
from xml.sax.saxutils import quoteattr

from mqtck.conformance.contract import AdapterUnavailable
from mqtck.conformance.java import Java, cache_folder, trust_store

Progress = Callable[[str], None]

_DOWNLOAD_SECONDS: Final = 900
_JARS_A_LINE: Final = 10
_PATTERN: Final = "[artifact]-[revision](-[classifier]).[ext]"

# What Ivy or Java prints, and what that says of the repository; the first that is found is told.
_FAILURES: Final = (
    (
        re.compile(r"PKIX|SSLHandshake|certificate"),
        "its certificate is not trusted; set MQTCK_TRUST_STORE to a Java certificate store that knows it",
    ),
    (
        re.compile(r"Host \S+ not found|UnknownHost|Connection refused|timed out|unreachable"),
        "it cannot be reached; connect to the network, or set MQTCK_MAVEN_REPOSITORY to one that can be",
    ),
    (
        re.compile(r"UNRESOLVED DEPENDENCIES|FAILED DOWNLOADS"),
        "it does not have all of them; set MQTCK_MAVEN_REPOSITORY to one that has",
    ),
)


class JarSet(NamedTuple):
    """The jars of one program.

    `pinned` maps the file name of every jar to its SHA-256 in hexadecimal. `variable` names a folder of
    jars to use instead, and `indispensable` what must be among those: names without version.
    """

    title: str
    group: str
    artifact: str
    version: str
    pinned: Mapping[str, str]
    variable: str
    indispensable: tuple[str, ...]


def pinned_sums(list_name: str) -> Mapping[str, str]:
    """A list of checksums that travels with the package, in the format of sha256sum: name to sum."""
    text = (importlib.resources.files("mqtck.adapters") / "jars" / list_name).read_text(encoding="utf-8")
    pairs = (line.split() for line in text.splitlines())
    return {name: checksum for checksum, name in pairs}


def find_jars(
    wanted: JarSet,
    java: Java,
    environment: Mapping[str, str] = os.environ,
    progress: Progress | None = None,
) -> tuple[Path, ...]:
    """The jars, fetched if need be; `java` runs Ivy, `progress` is told how it goes (default: stderr).

    Raises AdapterUnavailable, with nothing half written, where they cannot be had.
    """
    if named := environment.get(wanted.variable):
        return _jars_of_the_user(wanted, Path(named))
    folder = cache_folder(environment) / "jars" / f"{wanted.artifact}-{wanted.version}"
    if not folder.is_dir():
        _fetch(wanted, java, folder, environment, progress or _to_stderr)
    elif problem := _problem(wanted, folder):
        raise AdapterUnavailable(f"{problem}; delete the folder {folder}, and it will be fetched again.")
    return tuple(folder / name for name in sorted(wanted.pinned))


def own_version(wanted: JarSet, environment: Mapping[str, str] = os.environ) -> str:
    """The version that will be used: the pinned one, or what the user's own jars say in their names."""
    if named := environment.get(wanted.variable):
        told = (
            re.fullmatch(rf"{re.escape(wanted.indispensable[0])}-(\d.*)\.jar", jar.name)
            for jar in sorted(Path(named).glob("*.jar"))
        )
        return next((match[1] for match in told if match), "of your own jars")
    return wanted.version


def _jars_of_the_user(wanted: JarSet, folder: Path) -> tuple[Path, ...]:
    jars = tuple(sorted(folder.glob("*.jar")))
    names = [jar.name for jar in jars]
    missing = [
        artifact
        for artifact in wanted.indispensable
        if not any(re.fullmatch(rf"{re.escape(artifact)}-\d.*\.jar", name) for name in names)
    ]
    if missing:
        raise AdapterUnavailable(
            f"{wanted.variable} names {folder}, which lacks the jar of {', '.join(missing)}; it must be a "
            f"folder that holds all jars of {wanted.title}. Unset it to have them fetched."
        )
    return jars


def _problem(wanted: JarSet, folder: Path) -> str | None:
    """What is wrong with a folder of fetched jars: the first missing or changed one."""
    for name, checksum in wanted.pinned.items():
        try:
            found = hashlib.sha256((folder / name).read_bytes()).hexdigest()
        except FileNotFoundError:
            return f"{wanted.title}: the jar {name} is missing in {folder}"
        except OSError as error:
            return f"{wanted.title}: the jar {folder / name} cannot be read ({error.strerror})"
        if found != checksum:
            return f"{wanted.title}: {name} has the wrong checksum (SHA-256 {found}, pinned is {checksum})"
    return None


def _fetch(
    wanted: JarSet, java: Java, folder: Path, environment: Mapping[str, str], progress: Progress
) -> None:
    """Into a folder beside, then all at once under the right name."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".fetching-", dir=folder.parent) as name:
            workshop = Path(name)
            progress(f"{wanted.title}: fetching {len(wanted.pinned)} jars, once, into {folder}")
            _run_ivy(wanted, java, workshop, environment, progress)
            if problem := _problem(wanted, workshop / "jars"):
                raise AdapterUnavailable(
                    f"{problem}; nothing was kept. {_instead(wanted)}"  # a mirror may serve something else
                )
            try:
                (workshop / "jars").rename(folder)
            except OSError:
                # Another process was first: its jars are as good, if they are whole.
                if not folder.is_dir() or _problem(wanted, folder):
                    raise
    except OSError as error:
        raise AdapterUnavailable(
            f"{wanted.title} cannot be kept in {folder.parent} ({error.strerror}); set MQTCK_CACHE to a "
            f"folder that can be written. {_instead(wanted)}"
        ) from error


def _run_ivy(
    wanted: JarSet, java: Java, workshop: Path, environment: Mapping[str, str], progress: Progress
) -> None:
    """Resolve into `workshop`/jars. Raises AdapterUnavailable with what Ivy's output means."""
    command = _ivy_command(wanted, java, workshop, environment)
    try:
        process = subprocess.Popen(  # noqa: S603 - the user's own Java
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
    except OSError as error:
        raise AdapterUnavailable(
            f"{wanted.title} could not be fetched: {java.executable} cannot be started ({error.strerror})."
        ) from error
    watchdog = threading.Timer(_DOWNLOAD_SECONDS, process.kill)
    watchdog.start()
    try:
        assert process.stdout is not None
        lines = list(_watched(process.stdout, wanted, progress))
        status = process.wait()
    finally:
        watchdog.cancel()
        process.kill()
        process.wait()
    if status != 0:
        raise AdapterUnavailable(
            f"{wanted.title} could not be fetched from the Maven repository: {_meaning(lines)}. "
            f"{_instead(wanted)}"
        )


def _watched(output: Iterable[str], wanted: JarSet, progress: Progress) -> Iterable[str]:
    """Passes the lines on; tells of every tenth jar that is found and that is fetched."""
    total = len(wanted.pinned)
    counts = {"found": 0, "[SUCCESSFUL": 0}
    words = {"found": "found", "[SUCCESSFUL": "fetched"}
    for line in output:
        first = line.split(maxsplit=1)[0] if line.strip() else ""
        if first in counts:
            counts[first] += 1
            if counts[first] % _JARS_A_LINE == 0 or counts[first] == total:
                progress(f"{wanted.title}: {words[first]} {counts[first]} of {total} jars")
        yield line


def _ivy_command(
    wanted: JarSet, java: Java, workshop: Path, environment: Mapping[str, str]
) -> list[str | Path]:
    store = trust_store(java, environment)
    trust = [f"-Djavax.net.ssl.trustStore={store}"] if store else []
    settings = _ivy_settings(workshop, environment)
    named_settings: list[str | Path] = [] if settings is None else ["-settings", settings]
    return [
        java.executable,
        *trust,
        f"-Divy.default.ivy.user.dir={workshop / 'home'}",
        "-jar",
        _ivy(),
        *named_settings,
        *("-cache", workshop / "cache"),
        *("-dependency", wanted.group, wanted.artifact, wanted.version),
        *("-confs", "default"),
        *("-retrieve", f"{workshop / 'jars'}/{_PATTERN}"),
    ]


def _ivy_settings(workshop: Path, environment: Mapping[str, str]) -> Path | None:
    if named := environment.get("MQTCK_IVY_SETTINGS"):
        if not Path(named).is_file():
            raise AdapterUnavailable(
                f"MQTCK_IVY_SETTINGS names {named}, which is no file; it must be a settings file for "
                "Apache Ivy."
            )
        return Path(named)
    if address := environment.get("MQTCK_MAVEN_REPOSITORY"):
        settings = workshop / "ivysettings.xml"
        settings.write_text(
            '<ivysettings><settings defaultResolver="repository"/><resolvers>'
            f'<ibiblio name="repository" m2compatible="true" root={quoteattr(address)}/>'
            "</resolvers></ivysettings>",
            encoding="utf-8",
        )
        return settings
    return None


def _ivy() -> Path:
    """The jar of Apache Ivy in PySpark, which is not imported for it."""
    spark = importlib.util.find_spec("pyspark")
    for folder in (spark and spark.submodule_search_locations) or ():
        for jar in sorted(Path(folder).glob("jars/ivy-*.jar")):
            return jar
    raise AdapterUnavailable(
        "Apache Ivy, which fetches the jars, was not found; it comes with the Python package pyspark: "
        "install that."
    )


def _meaning(lines: list[str]) -> str:
    text = "".join(lines)
    for pattern, meaning in _FAILURES:
        if pattern.search(text):
            return meaning
    last = next((line.strip() for line in reversed(lines) if line.strip()), "it said nothing")
    return f"Apache Ivy failed, its last words were: {last}"


def _instead(wanted: JarSet) -> str:
    return f"A folder that holds the jars can be named in {wanted.variable}."


def _to_stderr(line: str) -> None:
    print(line, file=sys.stderr, flush=True)  # noqa: T201 - the progress of a download
