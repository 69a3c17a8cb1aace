"""`mqtck judge --master`: a cluster whose executors have nothing of the kit says the same as this process."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from recorded import as_parquet, head, shop, written
from spark_cluster import cluster

from mqtck.__main__ import main
from mqtck.command_line.errors import ExitCode
from mqtck.conformance.campaign.shipping import python_of

SECONDS = 300
EARLY = 1500

SCRIPT = """
import sys
from mqtck.__main__ import main
from mqtck.conformance.recordings import spark as recordings_spark
# However little there is, executors look through it too.
recordings_spark.LITTLE_TO_SURVEY = 0
sys.exit(main(sys.argv[1:]))
"""


def told(report: Path) -> dict[str, Any]:
    """What a report says of the recordings, without times and the places of files that it wrote."""
    (part,) = json.loads((report / "report.json").read_text())["implementations"]
    for method in part["methods"]:
        del method["seconds"]
    for rule in part["rules"]:
        for evidence in rule.get("evidence", ()):
            evidence.pop("replay", None)
    found: dict[str, Any] = part
    return found


def test_a_cluster_judges_recordings_with_the_code_that_is_shipped_to_it(tmp_path: Path) -> None:
    """Named from the working folder, which is not that of the executors."""
    data = tmp_path / "data"
    data.mkdir()
    mixed = [line for n in range(5) for line in shop(trace=f"t{n}", received=EARLY if n % 2 else 2500)]
    written(data / "a.jsonl", [head(), *mixed[::-1], "{"])
    written(data / "b.jsonl", [head(), *shop(received=EARLY), head(), *shop()])
    day = data / "day.parquet"
    day.mkdir()
    as_parquet(day / "part-0.parquet", shop(received=EARLY, count=9), head=[head(), *[None] * 19])
    as_parquet(day / "part-1.parquet", shop(), trace=["t1"] * 4 + ["u"] * 4)
    (day / "_SUCCESS").touch()
    assert main(["judge", str(data), "--spark", "never", "--output", str(tmp_path / "here")]) == 1
    python = Path(sys.base_prefix) / "bin" / python_of({})
    for module in ("mqtck", "msgspec", "pyarrow"):
        bare = subprocess.run(
            [python, "-c", f"import {module}"], cwd=tmp_path, check=False, stderr=subprocess.DEVNULL, env={}
        )
        assert bare.returncode == 1, "an executor would find it by itself"
    with cluster(tmp_path) as master:
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, "judge", "data", "--spark", "always", "--master", master],
            cwd=tmp_path,
            env={**os.environ, "PYTHONHASHSEED": "7"},
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    assert done.returncode == ExitCode.VIOLATES, done.stderr
    assert f"judging on Spark, {master}" in done.stderr
    here, there = tmp_path / "here", tmp_path / "judge-report"
    assert told(there) == told(here)
    finding = Path("findings") / "DD-01.jsonl"
    assert (there / finding).read_bytes() == (here / finding).read_bytes()
