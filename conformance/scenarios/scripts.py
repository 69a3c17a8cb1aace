"""Scripts: a scenario as pure data, which `interpreter` runs on an adapter.

A **script** is a tuple of actions. `Do` sends a fixed command under a number, its **handle**; `Await`
sends one again and again on a real clock while it is undecided whether what is expected has come, and
`LookOut` on a virtual one while time passes; `Expect` judges what was seen so far with a pure function of
the `Record`. Actions run in order and stop at the first that does not hold, so a check is made as soon as
its steps exist.

What a check may find: `Held`, `Broken` (a violation), `NotObserved` (the adapter does not show it, so the
script is unsupported), `Undecided` (a real clock was too slow to tell). See `expectations` for the checks.

A `Do` that names earlier handles in `unless_refused` is left out when one of them was refused or left
out: an application does not go on with a call that failed. Its step is then missing from the record.
"""

from collections.abc import Callable, Mapping
from enum import Enum, auto
from types import MappingProxyType
from typing import Final, NamedTuple

from mqtck.reference.vocabulary.commands import Advance, Command
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.traces import Step

Handle = int


class Held(NamedTuple):
    """The expectation holds; `answer` says which of several accepted ways was taken."""

    answer: str = ""


class Subject(Enum):
    """What a check is about, where that is one thing."""

    NOTHING = auto()
    """That nothing is there."""
    MESSAGE = auto()
    REPORT = auto()
    REASON = auto()
    """The reason of a refusal."""
    EXCEPTION = auto()
    """The family of an exception."""
    ANYTHING = auto()


class Broken(NamedTuple):
    """What was accepted, what was seen, and in which step.

    `rules` are those to blame where the break is not what the scenario is about; one that is tagged with
    some of `about` is, and these of its own rules are blamed. `field` is that which is wrong, as a feature
    names it; empty where it is something else. `subject` is what was expected.
    """

    expected: str
    seen: str
    step: Handle | None = None
    rules: tuple[str, ...] = ()
    about: frozenset[str] = frozenset()
    field: str = ""
    subject: Subject = Subject.ANYTHING


class NotObserved(NamedTuple):
    """What the adapter does not show."""

    what: str


class Undecided(NamedTuple):
    why: str


class Missed(Undecided):
    """What was waited for as long as anything is has not come on a real clock: it is late, or never."""


CheckResult = Held | Broken | NotObserved | Undecided
HELD: Final = Held()


class Record(NamedTuple):
    """The steps seen so far by handle; a step that was left out is missing.

    `since` is when what is sent again and again was sent first, by handle.
    """

    clock: ClockKind
    steps: Mapping[Handle, Step]
    since: Mapping[Handle, int] = MappingProxyType({})


Check = Callable[[Record], CheckResult]


class Do(NamedTuple):
    """Send a command once. `line` is the place of the Gherkin step in its scenario, from 0."""

    command: Command
    handle: Handle
    line: int
    unless_refused: tuple[Handle, ...] = ()


class Await(NamedTuple):
    """Send a command once; on a real clock again and again, for a while, as long as `check` is undecided."""

    command: Command
    handle: Handle
    line: int
    check: Check


class LookOut(NamedTuple):
    """Let ms of a virtual clock pass, trying to get a message now and then: it may not stay for ever.

    `glances` go before each get, as some discard what has expired only when they come across it. `between`
    are the handles of the passing of time and of the glances. The first of the glances, that at the staging
    queue, is left out for the first `alone` ms: what works there by itself is to discard it.
    """

    command: Command
    handle: Handle
    line: int
    check: Check
    milliseconds: int
    glances: tuple[Command, ...]
    between: tuple[Handle, ...]
    alone: int = 0


class Expect(NamedTuple):
    check: Check
    line: int


class Note(NamedTuple):
    """Record the answer of the last expectation that had one, under a question."""

    question: str
    line: int


class NeedVirtualClock(NamedTuple):
    """The script makes sense only where the kit sets the clock."""

    line: int


Action = Do | Await | LookOut | Expect | Note | NeedVirtualClock
Script = tuple[Action, ...]


def commands_of(script: Script) -> dict[Handle, Command]:
    """What it sends, by handle; what is sent again and again while time passes, before what comes then."""
    sent: dict[Handle, Command] = {}
    for action in script:
        match action:
            case Do() | Await():
                sent[action.handle] = action.command
            case LookOut(between=(passing, *glances)):
                sent |= dict(zip(glances, action.glances, strict=True))
                sent[action.handle] = action.command
                sent[passing] = Advance(milliseconds=action.milliseconds)
            case _:
                pass
    return sent
