"""Topics and subscriptions in the state of the model, and what stands for the copies of a publication.

Left out: who is next in a hierarchy (`state.State.neighbours`).
"""

from enum import StrEnum
from typing import NamedTuple

import msgspec

from mqtck.reference.vocabulary.publications import MessageDelivery

from .intervals import Interval


class Topic(NamedTuple):
    """A topic object."""

    topic_string: str
    persistent_delivery: MessageDelivery
    non_persistent_delivery: MessageDelivery


class Subscriber(StrEnum):
    """What ends a subscription: its being closed, its being unsubscribed, or its being deleted."""

    NON_DURABLE = "non-durable"
    DURABLE = "durable"
    ADMINISTRATIVE = "administrative"


class Subscription(msgspec.Struct, frozen=True, gc=False):
    """A subscription; `queue` is the key of the queue that gets its publications.

    `session` is that of its connected subscriber, `since` the time when it was made, `closed` when its
    subscriber was last disconnected. `told` are the queue managers of a hierarchy that certainly know of it.
    Of one that has ended, `since` is when it did, and `told` are those who know that.
    """

    kind: Subscriber
    queue_manager: str
    topic_string: str
    queue: str
    since: Interval
    session: str | None = None
    closed: Interval | None = None
    told: frozenset[str] = frozenset()


class Collective(NamedTuple):
    """What stands for all copies of a publication where a report is about any of them, and the first one."""

    serial: int
    first: int
