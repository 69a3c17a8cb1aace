"""Commands about clusters: who belongs to one. The queues' CLUSTER and DEFBIND are queue attributes."""

from enum import StrEnum

from .base import CommandBase, QueueName
from .constants import DEFAULT_QUEUE_MANAGER


class DefaultBinding(StrEnum):
    """DEFBIND: when an instance of a clustered queue is chosen."""

    ON_OPEN = "on open"
    NOT_FIXED = "not fixed"
    ON_GROUP = "on group"


class JoinCluster(CommandBase, frozen=True):
    """Make a queue manager a member of a cluster.

    It then sees every queue that a member has defined with that CLUSTER; channels between members run.
    """

    cluster: QueueName
    queue_manager: QueueName = DEFAULT_QUEUE_MANAGER


ClusterFixture = JoinCluster
