"""Scripts under a z/OS profile: what an administrator has done before anything else."""

from mqtck.conformance.execution.profiles import STAGING_ATTRIBUTES
from mqtck.reference.vocabulary.commands import (
    Command,
    Connect,
    DefineLocalQueue,
    DefineQueueManager,
    OpenSession,
)
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER, STAGING_QUEUE
from mqtck.reference.vocabulary.outcomes import Refused
from mqtck.reference.vocabulary.profile import Version

from .scripts import (
    HELD,
    Action,
    Await,
    Check,
    CheckResult,
    Do,
    Expect,
    Handle,
    LookOut,
    Record,
    Script,
    Undecided,
)


def on_zos(script: Script) -> Script:
    """The script as it begins under a z/OS profile: an administrator has defined the staging queue (DD-55).

    So it is for each further queue manager of the profile's platform that knows delays, and for QM1 if
    anything happens there: a scenario that is all about another queue manager does not depend on it.
    """
    begun: list[Action] = [*_staging_defined(DEFAULT_QUEUE_MANAGER, -1, 0)] if _at_default(script) else []
    for number, action in enumerate(script):
        begun.append(action)
        match action:
            case Do(DefineQueueManager(name=name, version=version, platform=None), _, line):
                if version >= Version(8, 0):
                    begun += _staging_defined(name, -2 - number, line)
            case _:
                pass
    return tuple(begun)


def _at_default(script: Script) -> bool:
    """Whether a command is for QM1; a session or connection that nobody opens is opened there."""
    opened: set[tuple[str, str]] = set()
    for action in script:
        match action:
            case Do(command=command) | Await(command=command) | LookOut(command=command):
                opened |= _opens(command)
                if getattr(command, "queue_manager", None) == DEFAULT_QUEUE_MANAGER:
                    return True
                if not _goes_through(command) <= opened:
                    return True
            case _:
                pass
    return False


def _opens(command: Command) -> set[tuple[str, str]]:
    match command:
        case OpenSession(session=name):
            return {("session", name)}
        case Connect(connection=name):
            return {("connection", name)}
        case _:
            return set()


def _goes_through(command: Command) -> set[tuple[str, str]]:
    """The session or connection of a call; a producer's is that of its creation."""
    names = ((kind, getattr(command, kind, None)) for kind in ("session", "connection"))
    return {(kind, name) for kind, name in names if name is not None}


def _staging_defined(queue_manager: str, handle: Handle, line: int) -> tuple[Action, ...]:
    """A definition as the documents ask for it, and without it no verdict."""
    command = DefineLocalQueue(STAGING_QUEUE, STAGING_ATTRIBUTES, queue_manager)
    return Do(command, handle, line), Expect(_was_set_up(handle), line)


def _was_set_up(handle: Handle) -> Check:
    def check(record: Record) -> CheckResult:
        refused = isinstance(record.steps[handle].outcome, Refused)
        return Undecided("The staging queue could not be defined.") if refused else HELD

    return check
