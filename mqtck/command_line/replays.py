"""Replay files: the traces that a report names, kept below it with the command lines that replay them.

`files.txt` beside them lists what the kit has written there. So the next run into the same folder can remove
what an earlier one has left, and nothing else.
"""

import re
import shlex
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from mqtck.reference.vocabulary.traces import Trace, encode_lines

from .errors import WrongUsageError

FOLDER: Final = "replays"
LIST: Final = "files.txt"

LONGEST: Final = 40
"""Characters of a file name that are taken from a title."""

_LISTED: Final = re.compile(r"[a-z0-9-]+/[a-z0-9-]+\.jsonl")
"""A file as the list has it: the folder of its adapter, and its name."""


def slug(text: str) -> str:
    """A text as a file name, different for different texts also where it is cut."""
    plain = re.sub(r"[^A-Za-z0-9]+", "-", text).strip("-").lower()
    if len(plain) <= LONGEST:
        return plain
    return f"{plain[:LONGEST].rstrip('-')}-{zlib.crc32(text.encode()):08x}"


class Replays:
    """The replay files of one run, in a folder that may hold those of an earlier one."""

    def __init__(self, output: Path) -> None:
        """Raises WrongUsageError where the list of an earlier run cannot be read."""
        self._folder = output / FOLDER
        self._list = self._folder / LIST
        self._saved: set[str] = set()
        try:
            listed = self._list.read_text(encoding="utf-8").splitlines() if self._list.is_file() else []
        except (OSError, UnicodeDecodeError) as error:
            raise WrongUsageError(f"{self._list} cannot be read ({error}); remove it.") from error
        self._earlier = {name for name in listed if _LISTED.fullmatch(name)}

    def saver(self, spec: str) -> Callable[[str, Trace], str]:
        """Keeps traces of an adapter under their names, and answers with the line that replays them.

        Raises WrongUsageError where it cannot write, at once and when a trace is kept.
        """
        folder = self._folder / slug(spec)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise _unwritable(folder, error) from error

        def save(name: str, trace: Trace) -> str:
            head = replace(trace.head, adapter=spec, title=trace.head.title or name)
            path = folder / f"{slug(name)}.jsonl"
            self._write(path, encode_lines(replace(trace, head=head)))
            return f"mqtck replay {shlex.quote(str(path))} --adapter {shlex.quote(spec)}"

        return save

    def _write(self, path: Path, lines: bytes) -> None:
        """Listed as soon as it is there, as a run may be stopped."""
        name = f"{path.parent.name}/{path.name}"
        try:
            path.write_bytes(lines)
            if name not in self._saved and name not in self._earlier:
                with self._list.open("a", encoding="utf-8") as listed:
                    listed.write(f"{name}\n")
        except OSError as error:
            raise _unwritable(path, error) from error
        self._saved.add(name)

    def forget_earlier(self) -> None:
        """Remove what an earlier run has left that this one has not written again. Raises WrongUsageError."""
        try:
            for name in sorted(self._earlier - self._saved):
                path = self._folder / name
                path.unlink(missing_ok=True)
                if path.parent.is_dir() and not any(path.parent.iterdir()):
                    path.parent.rmdir()
            if self._earlier:
                self._list.write_text("".join(f"{name}\n" for name in sorted(self._saved)), encoding="utf-8")
        except OSError as error:
            raise _unwritable(self._folder, error) from error


def _unwritable(path: Path, error: OSError) -> WrongUsageError:
    return WrongUsageError(f"{path} cannot be written ({error.strerror}); name another folder with --output.")
