"""Commands of the chapters on z/OS: queue-sharing groups, the supplied definition, mode and migration.

That a queue manager runs on z/OS, and its group, is said by `DefineQueueManager`. The staging queue is
defined there like any local queue; it is not there by default (DD-56).
"""

from enum import StrEnum

from .base import CommandBase, QueueName
from .constants import DEFAULT_QUEUE_MANAGER, STAGING_QUEUE
from .profile import Version


class OperationMode(StrEnum):
    """OPMODE of version 8.0: whether functions that hinder a migration back are available."""

    COMPATIBILITY = "compatibility"
    NEW_FUNCTION = "new function"


class SetOperationMode(CommandBase, frozen=True):
    """End the queue manager and start it under this OPMODE; sessions and connections to it are gone."""

    mode: OperationMode
    queue_manager: QueueName = DEFAULT_QUEUE_MANAGER


class MigrateBack(CommandBase, frozen=True):
    """Bring a queue manager back to an earlier version; it runs again when the command returns.

    Sessions and connections to it are gone.
    """

    version: Version
    queue_manager: QueueName = DEFAULT_QUEUE_MANAGER


class ReadSampleDefinition(CommandBase, frozen=True):
    """The definition of the staging queue that the implementation supplies as a sample (CSQ4INSG)."""

    queue: QueueName = STAGING_QUEUE
    queue_manager: QueueName = DEFAULT_QUEUE_MANAGER


ZosFixture = SetOperationMode | MigrateBack
ZosInspection = ReadSampleDefinition
