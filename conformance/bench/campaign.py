"""What Spark costs a campaign: its share of the speed of plain processes, and memory by number of cases.

All numbers of one call come from one run on one machine, so that ratios among them mean something. Memory
is read from /proc, so it is measured on Linux only.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from mqtck.conformance.campaign.folder import CampaignError
from mqtck.conformance.execution.garbage import collect_seldom

PROCESSES: Final = 2
"""Plain processes that a campaign on as many cores is compared with."""

_PARTS: Final = 6
"""As many as show a steady state. They are a little smaller than those that a campaign makes by itself (some
1,000 cases), so that what Spark costs each of them weighs a little more than it does there."""

_SEED: Final = 1


class SparkShare(msgspec.Struct, frozen=True):
    """Checked commands a second of a campaign on local[2], of two plain processes, and the ratio."""

    campaign: float
    plain: float

    @property
    def efficiency(self) -> float:
        return self.campaign / self.plain


class Memory(msgspec.Struct, frozen=True):
    """The most memory (MiB, resident) that each kind of process of a campaign has had, and its size."""

    cases: int
    commands: int
    driver_python: float
    driver_java: float
    worker: float


class _Measured(msgspec.Struct, frozen=True):
    """What a campaign in a process of its own says of itself."""

    rate: float
    memory: Memory


def spark_share(cases: int = 4800, commands: int = 100) -> SparkShare:
    """Generate, execute and judge the same seeds on Spark and in plain processes.

    The campaign is measured once it runs, in the steady state between its first part and its last but
    one, and the plain processes once they have judged a few cases, half of them before the campaign and
    half behind it. They look for garbage as seldom as the tasks of a campaign do.
    """
    half = cases // 2
    first = _plain(0, half, commands)
    campaign = _campaign(cases, commands, _PARTS).rate
    second = _plain(half, cases, commands)
    return SparkShare(campaign, (first[0] + second[0]) / (first[1] + second[1]))


def memory_of(cases: int, commands: int = 100, parts: int = _PARTS) -> Memory:
    """What a campaign of so many cases needs at most."""
    return _campaign(cases, commands, parts).memory


# --- plain processes -----------------------------------------------------------------------------------

_PLAIN: Final = """
import sys
from mqtck.conformance.bench.campaign import plain_share
plain_share(*map(int, sys.argv[1:]))
"""


def plain_share(first: int, end: int, step: int, commands: int) -> None:
    """The part of one process: says that it is ready, waits for a line, says what it did."""
    from mqtck.conformance.campaign.one_case import adapter_of, run_case  # noqa: PLC0415 - the process's own
    from mqtck.conformance.execution.loading import loader_named  # noqa: PLC0415
    from mqtck.conformance.execution.profiles import chosen, under  # noqa: PLC0415

    collect_seldom()
    loaded = loader_named(_LOADER)(_ADAPTER)
    adapters = [under(loaded, profile) for profile in chosen(loaded, ())]

    def judged(number: int) -> int:
        run = run_case(adapter_of(adapters, _SEED, number), _SEED, number, commands)
        return len(run.trace.steps)

    for number in range(first, min(end, first + 20)):
        judged(number)
    print(0, flush=True)  # noqa: T201 - the answer to the process that waits
    sys.stdin.readline()
    print(sum(judged(number) for number in range(first, end, step)), flush=True)  # noqa: T201
    loaded.close()


_ADAPTER: Final = "reference"
_LOADER: Final = "mqtck.command_line.adapters:load_adapter"


def _plain(first: int, end: int, commands: int) -> tuple[int, float]:
    """Commands and seconds of all processes together."""
    processes = [
        subprocess.Popen(  # noqa: S603 - this Python
            [sys.executable, "-c", _PLAIN, *map(str, (first + one, end, PROCESSES, commands))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for one in range(PROCESSES)
    ]
    for process in processes:
        _answer(process)
    begun = time.perf_counter()
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    done = sum(_answer(process) for process in processes)
    took = time.perf_counter() - begun
    for process in processes:
        process.communicate()
    return done, took


def _answer(process: "subprocess.Popen[str]") -> int:
    assert process.stdout is not None
    return int(process.stdout.readline())


# --- a campaign ----------------------------------------------------------------------------------------

_CAMPAIGN: Final = """
import sys
from mqtck.conformance.bench.campaign import measured_campaign
measured_campaign(*map(int, sys.argv[1:]))
"""


def _campaign(cases: int, commands: int, parts: int) -> _Measured:
    """In a process of its own, so that what it needs at most is its own."""
    done = subprocess.run(  # noqa: S603 - this Python
        [sys.executable, "-c", _CAMPAIGN, *map(str, (cases, commands, parts))],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    if done.returncode:
        told = done.stderr.decode(errors="replace").strip().splitlines()
        raise CampaignError(told[-1] if told else f"The campaign ended with exit code {done.returncode}.")
    return msgspec.json.decode(done.stdout.splitlines()[-1], type=_Measured)


def measured_campaign(cases: int, commands: int, parts: int) -> None:
    """Run a campaign and print what was measured, as JSON.

    Raises CampaignError where the reference itself is accused: what was measured was no success then.
    """
    from mqtck.conformance.campaign.plan import CampaignPlan  # noqa: PLC0415
    from mqtck.conformance.campaign.running import run_campaign  # noqa: PLC0415 - the process's own

    peaks: dict[str, float] = {}

    def look(_: str) -> None:
        for kind, peak in _peaks().items():
            peaks[kind] = max(peak, peaks.get(kind, 0.0))

    with tempfile.TemporaryDirectory(prefix="mqtck-bench-") as output:
        plan = CampaignPlan(
            adapter=_ADAPTER,
            output=output,
            seed=_SEED,
            cases=cases,
            commands=commands,
            part=-(-cases // parts),
            master=f"local[{PROCESSES}]",
        )
        result = run_campaign(plan, look)
        look("")  # Counting may take most, and nothing is told at its end; Java is still there.
        rate = _steady(Path(output))
    if result.findings:
        rules = ", ".join(dict.fromkeys(finding.breach.rules[0] for finding in result.findings))
        raise CampaignError(f"The reference itself is accused of {rules}; see it with `mqtck campaign`.")
    memory = Memory(
        cases,
        result.commands,
        peaks.get("driver", 0.0),
        peaks.get("java", 0.0),
        peaks.get("worker", 0.0),
    )
    sys.stdout.buffer.write(msgspec.json.encode(_Measured(rate, memory)) + b"\n")


def _steady(output: Path) -> float:
    """Commands a second between the first commit of a part and the last but one; 0 where there is none."""
    from mqtck.conformance.campaign.folder import PartSummary  # noqa: PLC0415 - as above

    commits = sorted(
        (path.stat().st_mtime, msgspec.json.decode(path.read_bytes(), type=PartSummary).seen.commands)
        for path in output.glob("cases.parquet/part=*/_part.json")
    )
    if len(commits) < 3:  # noqa: PLR2004 - the first, the last, and what lies between them
        return 0.0
    (begun, _), *between, _ = commits
    return sum(commands for _, commands in between) / (between[-1][0] - begun)


def _peaks() -> Mapping[str, float]:
    """The most that this process, Spark's Java and the largest Python process below it have had, in MiB."""
    parents = {pid: parent for pid in _processes() if (parent := _parent(pid)) is not None}
    found = {"driver": _peak(os.getpid())}
    java = [pid for pid, parent in parents.items() if parent == os.getpid()]
    for one in java:
        found["java"] = max(found.get("java", 0.0), _peak(one))
    below = set(java)
    while more := {pid for pid, parent in parents.items() if parent in below} - below:
        below |= more
    # Java starts other programs too, which are copies of itself for a moment.
    python = [pid for pid in below.difference(java) if _name(pid).startswith("python")]
    found["worker"] = max(map(_peak, python), default=0.0)
    return found


def _processes() -> list[int]:
    return [int(path.name) for path in Path("/proc").glob("[0-9]*")]


def _parent(pid: int) -> int | None:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[1])
    except (OSError, IndexError):
        return None


def _name(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/comm").read_text(encoding="utf-8")
    except OSError:
        return ""


def _peak(pid: int) -> float:
    try:
        lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM:")), 0.0)
