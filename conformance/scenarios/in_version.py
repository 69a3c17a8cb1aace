"""Scripts under a profile of another version than the latest.

A queue manager on z/OS of which a scenario does not say the version is of that of the profile, as the default
one is: rules that are the same in both editions of the documents are asked of both versions.
"""

from msgspec.structs import replace

from mqtck.reference.vocabulary.commands import DefineQueueManager
from mqtck.reference.vocabulary.profile import Platform, Version

from .scripts import Action, Do, Script


def in_version(script: Script, version: Version) -> Script:
    """The script with the queue managers on z/OS of the latest version made to be of this one."""
    return tuple(_in_version(action, version) for action in script)


def _in_version(action: Action, version: Version) -> Action:
    match action:
        case Do(command=DefineQueueManager(platform=Platform.ZOS, version=latest) as command) if (
            latest == Version()
        ):
            return action._replace(command=replace(command, version=version))
        case _:
            return action
