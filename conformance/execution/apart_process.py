"""The other side of `apart`: a process of its own that runs an adapter as lines of JSON tell it.

Standard input and output are taken for the lines as soon as the process runs; an adapter that reads finds
nothing there, and what it prints goes to standard error. Each world has a thread of its own, in which all
calls on it are made. The process closes the adapter and ends when its input ends, so also with the one that
started it.
"""

import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import IO, Final

import msgspec

from mqtck.conformance.contract import Adapter, AdapterUnavailable, Information
from mqtck.reference.vocabulary.commands import Command
from mqtck.reference.vocabulary.profile import Profile
from mqtck.reference.vocabulary.traces import Step

from .drivers import Driver, driver_of
from .loading import loader_named
from .profiles import offered, under
from .raised import told
from .worlds import first_failure

ENDING_SECONDS: Final = 20.0
"""How long closing the adapter and what it leaves running may hold the end of the process."""


class Beginning(msgspec.Struct, frozen=True):
    """The first line: what loads the adapter, and the folders to import from."""

    loader: str
    adapter: str
    path: tuple[str, ...]


class Open(msgspec.Struct, frozen=True, tag=True, array_like=True):
    """A world of this number under a profile; not answered."""

    world: int
    profile: Profile


class Do(msgspec.Struct, frozen=True, tag=True, array_like=True):
    """Answered by `Did`."""

    world: int
    command: Command


class Leave(msgspec.Struct, frozen=True, tag=True, array_like=True):
    """Close a world; answered by `Left`."""

    world: int


class Ready(msgspec.Struct, frozen=True, tag=True, array_like=True):
    """The first answer: the adapter under each of its profiles, its own first."""

    informations: tuple[Information, ...]


class Unready(msgspec.Struct, frozen=True, tag=True, array_like=True):
    """The first answer where the adapter cannot be made, and why; `kind` is the class of what was raised."""

    why: str
    kind: str


class Did(msgspec.Struct, frozen=True, tag=True, array_like=True):
    """What came of a command."""

    world: int
    step: Step


class Left(msgspec.Struct, frozen=True, tag=True, array_like=True):
    """What went wrong in closing a world, empty where nothing did."""

    world: int
    problem: str


class Attempt(msgspec.Struct, frozen=True, tag=True, array_like=True):
    """Open and close a world of this number, to see whether the implementation can be had."""

    world: int


class Attempted(msgspec.Struct, frozen=True, tag=True, array_like=True):
    """Why the adapter says it cannot be had, or what else went wrong; both empty where nothing did."""

    world: int
    unavailable: str
    failed: str


class Closed(msgspec.Struct, frozen=True, tag=True, array_like=True):
    """What went wrong in closing the adapter, empty where nothing did; the first problem counts."""

    problem: str


Request = Open | Do | Leave | Attempt
Answer = Ready | Unready | Did | Left | Attempted | Closed

_Orders = SimpleQueue[Do | Leave]


def main() -> None:
    """Serve until the input ends."""
    with os.fdopen(os.dup(0), "rb") as requests:
        say = _speaker(os.dup(1))
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(2, 1)
        adapter = _made(requests.readline(), say)
        if adapter is not None:
            _serve(adapter, requests, say)
    closed = threading.Event()
    ending = threading.Timer(ENDING_SECONDS, _give_up, (say, closed))
    ending.daemon = True
    ending.start()
    if adapter is not None:
        try:
            adapter.close()
        except BaseException as error:  # noqa: BLE001 - whatever it is, it is told
            say(Closed(f"closing the adapter raised {told(error)}"))
        else:
            say(Closed(""))
    closed.set()


def _give_up(say: Callable[[Answer], None], closed: threading.Event) -> None:
    """Tell what holds the process, and end it: whoever has closed in time is not to look for it there."""
    held = f"within {ENDING_SECONDS:g} s"
    say(
        Closed(
            f"it closed, but what it left running (a thread, say) did not end {held}"
            if closed.is_set()
            else f"the adapter did not close {held}"
        )
    )
    os._exit(1)


def _made(line: bytes, say: Callable[[Answer], None]) -> Adapter | None:
    try:
        beginning = msgspec.json.decode(line, type=Beginning)
        sys.path.extend(folder for folder in beginning.path if folder not in sys.path)
        adapter = loader_named(beginning.loader)(beginning.adapter)
        say(Ready(tuple(under(adapter, profile).information for profile in offered(adapter))))
    except BaseException as error:  # noqa: BLE001 - whatever it is, it is told
        say(Unready(str(getattr(error, "why", error)), type(error).__name__))
        return None
    return adapter


def _serve(adapter: Adapter, requests: IO[bytes], say: Callable[[Answer], None]) -> None:
    decoder = msgspec.json.Decoder(Request)
    worlds: dict[int, _Orders] = {}
    for line in requests:
        match decoder.decode(line):
            case Open(world=world, profile=profile):
                worlds[world] = SimpleQueue()
                told = (world, driver_of(under(adapter, profile)), worlds[world], say)
                threading.Thread(target=_live, args=told, daemon=True).start()
            case Do(world=world) as order:
                worlds[world].put(order)
            case Leave(world=world) as order:
                worlds.pop(world).put(order)
            case Attempt(world=world):
                threading.Thread(target=_attempt, args=(world, adapter, say), daemon=True).start()


def _live(world: int, driver: Driver, orders: _Orders, say: Callable[[Answer], None]) -> None:
    """One world from its first command to its end."""
    while isinstance(order := orders.get(), Do):
        say(Did(world, driver.step(order.command)))
    say(Left(world, driver.close()))


def _attempt(world: int, adapter: Adapter, say: Callable[[Answer], None]) -> None:
    unavailable = failed = ""
    try:
        # The process that waits for this answer tells that it takes long.
        failed = first_failure(adapter, lambda _: None)
    except AdapterUnavailable as error:
        unavailable = str(error)
    say(Attempted(world, unavailable, failed))


def _speaker(answers: int) -> Callable[[Answer], None]:
    """Writes each answer at once, whole lines of several threads one behind the other."""
    encoder = msgspec.json.Encoder()
    lock = threading.Lock()

    def say(answer: Answer) -> None:
        line = memoryview(encoder.encode(answer) + b"\n")
        with lock, suppress(BrokenPipeError):
            while line:
                line = line[os.write(answers, line) :]

    return say
