"""What Java knows of Spark's classes, kept for the Java processes of all tests: they start in half the time.

Made once, while the first tests run, by a small campaign whose Java process writes it when it ends (40 s of
one core in all, 180 MB). It is moved to its place whole, since Java dies of half of one; where none can be
made the tests do without.
"""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

OPTIONS = "SPARK_SUBMIT_OPTS"
"""Spark gives Java the options in this variable."""


def in_the_making(archive: Path) -> "subprocess.Popen[bytes]":
    """The process that makes it; what it leaves behind where it is killed is in the archive's folder."""
    return subprocess.Popen(
        [sys.executable, __file__, str(archive)],
        env={**os.environ, "TMPDIR": str(archive.parent)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def used(archive: Path) -> bool:
    """Whether it is there; Java processes that start from now on use it then."""
    if archive.is_file():
        os.environ[OPTIONS] = f"-XX:SharedArchiveFile={archive}"
        return True
    return False


def _make(archive: Path) -> None:
    from pyspark import SparkContext  # noqa: PLC0415

    from mqtck.command_line.adapters import load_adapter  # noqa: PLC0415
    from mqtck.conformance.campaign.plan import CampaignPlan  # noqa: PLC0415
    from mqtck.conformance.campaign.running import run_campaign  # noqa: PLC0415

    unfinished = archive.with_suffix(".unfinished")
    os.environ[OPTIONS] = f"-XX:ArchiveClassesAtExit={unfinished}"
    load_adapter("reference")
    with TemporaryDirectory() as output:
        run_campaign(
            CampaignPlan(adapter="reference", output=output, cases=2, commands=20, master="local[2]")
        )
    java = SparkContext._gateway.proc
    java.stdin.close()
    if java.wait() == 0 and unfinished.is_file():
        unfinished.rename(archive)


if __name__ == "__main__":
    _make(Path(sys.argv[1]))
