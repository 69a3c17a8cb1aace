"""Scripts under a z/OS profile: what an administrator has done before anything else."""

from mqtck.conformance.execution.profiles import STAGING_ATTRIBUTES
from mqtck.reference.vocabulary.commands import DefineLocalQueue, DefineQueueManager
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER, STAGING_QUEUE
from mqtck.reference.vocabulary.outcomes import Refused
from mqtck.reference.vocabulary.profile import Version

from .scripts import HELD, Action, Check, Do, Expect, Finding, Handle, Record, Script, Undecided


def on_zos(script: Script) -> Script:
    """The script as it begins under a z/OS profile: an administrator has defined the staging queue (DD-55).

    So it is for QM1 and for each further queue manager of the profile's platform that knows delays.
    """
    begun: list[Action] = [*_staging_defined(DEFAULT_QUEUE_MANAGER, -1, 0)]
    for number, action in enumerate(script):
        begun.append(action)
        match action:
            case Do(DefineQueueManager(name=name, version=version, platform=None), _, line):
                if version >= Version(8, 0):
                    begun += _staging_defined(name, -2 - number, line)
            case _:
                pass
    return tuple(begun)


def _staging_defined(queue_manager: str, handle: Handle, line: int) -> tuple[Action, ...]:
    """A definition as the documents ask for it, and without it no verdict."""
    command = DefineLocalQueue(STAGING_QUEUE, STAGING_ATTRIBUTES, queue_manager)
    return Do(command, handle, line), Expect(_was_set_up(handle), line)


def _was_set_up(handle: Handle) -> Check:
    def check(record: Record) -> Finding:
        refused = isinstance(record.steps[handle].outcome, Refused)
        return Undecided("The staging queue could not be defined.") if refused else HELD

    return check
