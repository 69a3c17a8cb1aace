"""Keys of queues in the state: one text for a queue manager and a queue of its, cheap to compare.

No name has a colon in it (names of MQ consist of letters, digits, and `. / _ %`), so a key can be taken apart
again, and is read by people in what a verdict says. No rule of the documents lives here.
"""

from typing import Final

from mqtck.reference.vocabulary.constants import STAGING_QUEUE

_BETWEEN: Final = ":"
_SHARED: Final = "group "
_STAGING_END: Final = _BETWEEN + STAGING_QUEUE


def key(queue_manager: str, queue: str) -> str:
    """The key of a queue in the state."""
    return f"{queue_manager}{_BETWEEN}{queue}"


def shared_key(queue_sharing_group: str, queue: str) -> str:
    """The key of a shared queue: that of no queue manager."""
    return key(_SHARED + queue_sharing_group, queue)


def transit_key(queue_manager: str) -> str:
    """The key of the queue on which messages for queues of a cluster leave a queue manager."""
    return key(queue_manager, "SYSTEM.CLUSTER.TRANSMIT.QUEUE")


def is_shared(queue_key: str) -> bool:
    return queue_key.startswith(_SHARED)


def is_staging(queue_key: str) -> bool:
    """Whether it is the staging queue of some queue manager."""
    return queue_key.endswith(_STAGING_END)


def owner(queue_key: str) -> str:
    """The queue manager that has the queue."""
    return queue_key.partition(_BETWEEN)[0]


def queue_name(queue_key: str) -> str:
    """The queue without its queue manager; nothing where the text is no key."""
    return queue_key.partition(_BETWEEN)[2]


def owner_and_name(queue_key: str) -> tuple[str, str]:
    queue_manager, _, queue = queue_key.partition(_BETWEEN)
    return queue_manager, queue
