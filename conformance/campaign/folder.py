"""The folder of a campaign: what was asked, which parts are finished, and who is at work in it.

    plan.json       what decides the results (`Manifest`)
    cases.parquet/  the finished parts, one folder each, together one table for any reader of Parquet
    unfinished/     parts that are being written, and what was thrown away; never read
    result.json     counts and findings of the finished campaign
    lock            held by the campaign at work, empty when there is none

A part is written under `unfinished/` and counts once its folder was moved, in one step of the file
system, with a summary in it (`_part.json`). Whatever ends a campaign therefore leaves whole parts or none.

The folder must be one file system that the driver and all executors see. Left out: Windows, where nothing
holds a second campaign off.
"""

import hashlib
import importlib.metadata
import importlib.util
import os
import shutil
import socket
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import IO, Final, NamedTuple

import msgspec

from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.traces import UNREADABLE

from .emphasis import Emphasis, Seen

FORMAT_VERSION: Final = 2
"""Of `plan.json` and of the rows; changed whenever results of before cannot be continued."""

PLAN: Final = "plan.json"
RESULT: Final = "result.json"
_CASES: Final = "cases.parquet"
_UNFINISHED: Final = "unfinished"
_LOCK: Final = "lock"
_SUMMARY: Final = "_part.json"


class CampaignError(RuntimeError):
    """A campaign that cannot go on; the text says what is wrong and what would be right."""


class PlanError(CampaignError):
    """A plan that cannot be carried out as it is, or not in this folder."""


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that decides the results of a campaign.

    `kit` is the version of the kit with a digest of its code, `code` a digest of the adapter's own file,
    `part` the cases of a part, `answer_seconds` how long a command may take, `steering` its name, `rules`
    those that the scenarios of its cases are about.
    """

    mqtck_campaign: int
    kit: str
    adapter: str
    implementation: str
    clock: ClockKind
    abilities: tuple[str, ...]
    profiles: tuple[str, ...]
    code: str
    seed: int
    cases: int
    commands: int
    part: int
    sample_every: int
    answer_seconds: float
    steering: str
    rules: tuple[str, ...]


class Part(NamedTuple):
    """The cases `first` to `first + cases - 1`."""

    number: int
    first: int
    cases: int


class PartSummary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a finished part was drawn with and came to."""

    part: int
    emphasis: Emphasis
    seen: Seen


def parts_of(cases: int, part: int) -> Iterator[Part]:
    """The parts of a campaign of so many cases; all but the last have `part` of them."""
    for number, first in enumerate(range(0, cases, part)):
        yield Part(number, first, min(part, cases - first))


class CampaignFolder:
    """The folder while a campaign holds it; made by `held`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._attempt = path / _UNFINISHED / uuid.uuid4().hex

    @property
    def cases(self) -> Path:
        return self.path / _CASES

    def places(self, count: int) -> list[Path]:
        """Where the first so many parts are once they are finished."""
        return [self._place(number) for number in range(count)]

    def _place(self, number: int) -> Path:
        return self.cases / f"part={number:06}"

    def begin(self, manifest: Manifest) -> None:
        """Note the plan down, or see that it is the one that the folder holds. Raises PlanError."""
        with telling(self.path):
            _remove(self.path / _UNFINISHED)
            text = _read(self.path / PLAN)
            if text is None:
                if self.cases.exists():
                    raise PlanError(
                        f"The folder {self.path} holds cases without a {PLAN}, as older versions of mqtck "
                        f"left them; {_WAYS_OUT}"
                    )
            elif self.finished():
                _check_same(self.path, text, manifest)
            _write(self.path / PLAN, _pretty(manifest))

    def throw_away(self) -> None:
        """Forget the results of whatever campaign the folder holds."""
        with telling(self.path):
            if self.cases.exists():
                self._attempt.mkdir(parents=True, exist_ok=True)
                self.cases.rename(self._attempt / _CASES)
            for name in (PLAN, RESULT):
                (self.path / name).unlink(missing_ok=True)
            _remove(self.path / _UNFINISHED)

    def finished(self) -> list[int]:
        """The numbers of the finished parts, in order."""
        return sorted(int(folder.name.partition("=")[2]) for folder in self.cases.glob("part=*"))

    def summary(self, number: int) -> PartSummary:
        """Of a finished part. Raises CampaignError where it was spoilt."""
        folder = self._place(number)
        try:
            return msgspec.json.decode((folder / _SUMMARY).read_bytes(), type=PartSummary)
        except (OSError, *UNREADABLE) as error:
            raise CampaignError(
                f"The finished part {folder} lost its {_SUMMARY} or has another one ({error}); remove "
                "the folder of the part, and the same command runs it again."
            ) from error

    def place_for(self, part: Part) -> Path:
        """Where a part is written to before it is finished; nothing is there."""
        place = self._attempt / self._place(part.number).name
        with telling(self.path):
            _remove(place)
            place.parent.mkdir(parents=True, exist_ok=True)
        return place

    def finish(self, part: Part, summary: PartSummary) -> None:
        """Make a written part count, in one step."""
        place = self._attempt / self._place(part.number).name
        with telling(self.path):
            _write(place / _SUMMARY, _pretty(summary))
            for file in (*place.iterdir(), place):
                _settle(file)
            self.cases.mkdir(exist_ok=True)
            place.rename(self._place(part.number))
            _settle(self.cases)

    def close(self, result: bytes) -> None:
        """Write the result and clean up."""
        with telling(self.path):
            _write(self.path / RESULT, result)
            _remove(self.path / _UNFINISHED)


_WAYS_OUT: Final = (
    "name another folder with --output, or give --restart to throw its results away and begin anew."
)


@contextmanager
def held(path: Path) -> Iterator[CampaignFolder]:
    """The folder, made where it is missing and held against every other campaign.

    Raises PlanError where it cannot be written, CampaignError where another campaign is at work in it.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
        lock = (path / _LOCK).open("a+", encoding="utf-8")
    except OSError as error:
        raise PlanError(
            f"The output folder {path} cannot be made or written ({error.strerror}); name one that can."
        ) from error
    with lock:
        _hold(lock, path)
        try:
            yield CampaignFolder(path)
        finally:
            with suppress(OSError):
                lock.truncate(0)


def _hold(lock: IO[str], path: Path) -> None:
    """The system lets go of it when this process ends, however it ends."""
    try:
        import fcntl  # noqa: PLC0415 - missing on Windows
    except ImportError:
        return
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.seek(0)
        who = lock.read().strip() or "another process"
        raise CampaignError(
            f"Another campaign is at work in {path} ({who}); wait for its end, or name another folder with "
            "--output."
        ) from error
    with suppress(OSError):
        lock.truncate(0)
        lock.write(f"process {os.getpid()} on {socket.gethostname()}\n")
        lock.flush()


@contextmanager
def telling(path: Path) -> Iterator[None]:
    """Failures of the file system as a CampaignError."""
    try:
        yield
    except OSError as error:
        raise CampaignError(
            f"The folder {path} cannot be written ({error.strerror or error}); see to it and give the same "
            "command again: it continues where it stopped."
        ) from error


def _check_same(path: Path, text: bytes, manifest: Manifest) -> None:
    """Raise PlanError where the folder holds parts of another plan."""
    try:
        before: dict[str, object] = msgspec.json.decode(text, type=dict[str, object])
    except UNREADABLE as error:
        raise PlanError(f"The {PLAN} in {path} cannot be read ({error}); {_WAYS_OUT}") from error
    now = msgspec.json.decode(msgspec.json.encode(manifest), type=dict[str, object])
    if before == now:
        return
    version = before.get("mqtck_campaign")
    if version != FORMAT_VERSION:
        raise PlanError(
            f"The folder {path} holds results in format {version!r}, and this mqtck continues format "
            f"{FORMAT_VERSION} only; {_WAYS_OUT}"
        )
    if before.get("kit") != now["kit"]:
        raise PlanError(
            f"The folder {path} holds results of mqtck {before.get('kit')}, this is {now['kit']}, and the "
            f"two may generate and judge differently; {_WAYS_OUT}"
        )
    name = next(name for name in (*now, *before) if before.get(name) != now.get(name))
    told = _MEANING.get(name, f"{name} {_brief(before.get(name))}, not {_brief(now.get(name))}")
    raise PlanError(
        f"The folder {path} holds a campaign with {told}; give the plan that it was begun with to continue "
        f"it, {_WAYS_OUT}"
    )


_MEANING: Final[Mapping[str, str]] = {
    "code": "an adapter whose files have changed since",
    "abilities": "an adapter of other abilities",
}


def _brief(value: object) -> str:
    return f"{value}"[:80] if value not in ("", None, []) else "none"


_KIT: Final = (
    ("reference", "*.py"),
    ("conformance", "*.py"),
    ("adapters", "*.py"),
    ("features", "*.feature"),
)
"""The files that decide what becomes of a case."""


@cache
def kit() -> str:
    """The version of the kit, and a digest of what generates, executes and judges."""
    digest = hashlib.sha256()
    for name, files in _KIT:
        package = importlib.util.find_spec(f"mqtck.{name}")
        for folder in (package.submodule_search_locations or ()) if package else ():
            for file in sorted(Path(folder).rglob(files)):
                digest.update(file.relative_to(folder).as_posix().encode())
                digest.update(file.read_bytes())
    return f"{importlib.metadata.version('mqtck')}+{digest.hexdigest()[:12]}"


# --- files ---------------------------------------------------------------------------------------------


def _pretty(value: msgspec.Struct) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n"


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def _write(path: Path, content: bytes) -> None:
    """A file that is complete or not there at all, also after a loss of power."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with temporary.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise


def _settle(path: Path) -> None:
    """See that what was written to a file or a folder is on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _remove(folder: Path) -> None:
    """As far as it goes: the Java process of a killed campaign may write to its own attempt for a moment."""
    shutil.rmtree(folder, ignore_errors=True)
