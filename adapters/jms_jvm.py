"""The one JVM of this process, in which brokers and their clients run, through JPype.

A process can start a JVM once and never again. A broker that comes later gets its jars added to the
class path of the JVM that runs.
"""

import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from mqtck.conformance.contract import AdapterUnavailable
from mqtck.conformance.java import Java

# Worlds live for milliseconds and brokers for a minute or so: start-up counts, peak throughput does not.
_OPTIONS: Final = ("-Xrs", "-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")

# From these versions on Java warns on stderr of what JPype and brokers do, unless it is allowed.
_ALLOWANCES: Final = (
    (17, "--enable-native-access=ALL-UNNAMED"),
    (23, "--sun-misc-unsafe-memory-access=allow"),
)

_lock: Final = threading.Lock()
_added: Final[set[Path]] = set()


def start_jvm(java: Java, jars: Iterable[Path]) -> None:
    """Have a JVM run with these jars. Raises AdapterUnavailable where it does not start."""
    jpype = _jpype()
    wanted = tuple(jar.resolve() for jar in jars)  # else JPype looks for some below this folder
    with _lock:
        if jpype.isJVMStarted():
            for jar in wanted:
                if jar not in _added:
                    jpype.addClassPath(jar)
        else:
            allowed = (option for version, option in _ALLOWANCES if java.version >= version)
            try:
                jpype.startJVM(
                    *_OPTIONS,
                    *allowed,
                    jvmpath=java.jvm_library,
                    classpath=wanted,
                    convertStrings=False,
                    ignoreUnrecognized=True,
                    interrupt=True,  # with -Xrs: neither JPype nor the JVM takes Ctrl-C from Python
                )
            except (OSError, jpype.JVMNotSupportedException) as error:
                raise AdapterUnavailable(
                    f"The Java in {java.home} (named by {java.found_by}) does not start in this process: "
                    f"{error}. Point MQTCK_JAVA_HOME to another Java 17 or later."
                ) from error
        _added.update(wanted)


def java_class(name: str) -> Any:
    """A Java class by its full name. The JVM must run; raises TypeError where it has no such class."""
    return _jpype().JClass(name)


def java_bytes(data: bytes) -> Any:
    """A Java byte[] with these bytes, which are signed there."""
    jpype = _jpype()
    return jpype.JArray(jpype.JByte)([byte - 256 if byte > 127 else byte for byte in data])  # noqa: PLR2004 - the largest signed byte


def enter_jvm() -> None:
    """Let Java that this thread calls find classes: a client's own, and those of jars that came later.

    A thread that the JVM knows by a call from Python has no class loader, and the first one has none that
    knows of later jars. A client that loads classes by its thread (that of RabbitMQ does) would miss its own.
    """
    thread = java_class("java.lang.Thread").currentThread()
    loader = java_class("org.jpype.JPypeContext").getInstance().getClassLoader()
    if thread.getContextClassLoader() != loader:
        thread.setContextClassLoader(loader)


def leave_jvm() -> None:
    """Let the JVM forget the calling thread, which it knows since its first call into Java.

    A thread that ends without this stays on the JVM's books for ever. It may call into Java again.
    """
    jpype = _jpype()
    if jpype.isJVMStarted() and threading.current_thread() is not threading.main_thread():
        jpype.JClass("java.lang.Thread").detach()


def _jpype() -> Any:
    """Imported when a broker is wanted, and not before."""
    import jpype  # noqa: PLC0415

    return jpype
