"""A standalone Spark cluster on the loopback address, started from the pip package: a master, two workers."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pyspark
from spark_archive import OPTIONS

from mqtck.conformance.campaign.spark import LIGHT
from mqtck.conformance.java import find_java, spark_environment

HOME = Path(pyspark.__file__).parent
WORKERS = 2
_SECONDS = 120


@contextmanager
def cluster(folder: Path) -> Iterator[str]:
    """The URL of the master. Nothing of this environment is on the path of the workers but Python itself."""
    environment = {
        "PATH": os.pathsep.join((str(Path(sys.base_prefix) / "bin"), "/usr/bin", "/bin")),
        "SPARK_HOME": str(HOME),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "PYTHONNOUSERSITE": "1",
        "SPARK_DAEMON_JAVA_OPTS": f"{LIGHT} {os.environ.get(OPTIONS, '')}",
        **spark_environment(find_java()),
    }
    with ExitStack() as stack:
        master = stack.enter_context(_started(folder / "master.log", environment, "master.Master"))
        url = _found(master, folder / "master.log", r"Starting Spark master at (spark://\S+)")
        for number in range(WORKERS):
            log = folder / f"worker-{number}.log"
            options = ("--cores", "1", "--memory", "1g", "--work-dir", str(folder / f"work-{number}"), url)
            worker = stack.enter_context(_started(log, environment, "worker.Worker", *options))
            _found(worker, log, r"(Successfully registered) with master")
        yield url


@contextmanager
def _started(
    log: Path, environment: dict[str, str], name: str, *options: str
) -> Iterator["subprocess.Popen[bytes]"]:
    command = [str(HOME / "bin" / "spark-class"), f"org.apache.spark.deploy.{name}"]
    address = ["--host", "127.0.0.1", "--port", "0", "--webui-port", "0"]
    with (
        log.open("wb") as output,
        subprocess.Popen(
            [*command, *address, *options],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=log.parent,
        ) as process,
    ):
        try:
            yield process
        finally:
            process.terminate()


def _found(process: "subprocess.Popen[bytes]", log: Path, pattern: str) -> str:
    """What a process says in its log, as soon as it says it."""
    end = time.monotonic() + _SECONDS
    while time.monotonic() < end and process.poll() is None:
        if said := re.search(pattern, log.read_text(errors="replace")):
            return said[1]
        time.sleep(0.1)
    raise AssertionError(log.read_text(errors="replace")[-3000:])
