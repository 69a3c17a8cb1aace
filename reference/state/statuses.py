"""Where a message may be: its status, and its belief, the tuple of the statuses that it may have.

A belief has the preferred status first; mostly it has one. What is added and learned is in `beliefs`.
"""

from enum import StrEnum
from typing import Final, NamedTuple

from .channels import Safeguard
from .intervals import Interval


class Route(StrEnum):
    """How a message came to the queue on which it is; decides what is known of its place in the order."""

    DIRECT = "put directly"
    COMMITTED = "put in a unit of work"
    MOVED = "moved from the staging queue"
    TRANSFERRED = "sent over a channel"
    DEAD_LETTERED = "dead-lettered"
    GENERATED = "generated as a report"
    RETURNED = "returned by a backout"
    FOUND = "seen again after it had been missed"


class Cause(StrEnum):
    """Why a message is nowhere any more."""

    CONSUMED = "got by an application"
    EXPIRED = "expired and discarded"
    DISCARDED = "discarded because it could not be put"
    ROLLED_BACK = "rolled back"
    REFUSED = "refused at the send"
    LOST = "not kept over a restart"
    MISSED = "not seen where it had to be, which is a breach already"
    DROPPED = "a report that fits nowhere"
    ANSWERED = "answered by the IMS bridge"
    SILENCED = "discarded silently because its subscriber is gone"
    ABANDONED = "a publication that fits nowhere"
    PUBLISHED = "published, so that the copies of the subscribers stand for it"
    FORWARDED = "distributed by another queue manager"
    UNDELIVERABLE = "discarded by a channel that could not deliver it"


class Disposal(StrEnum):
    """Whether the failure procedure for a put to the target has been carried out on the message, by whom."""

    NOT_DISPOSED = "not disposed"
    DISPOSED = "disposed"
    BY_CHANNEL = "disposed of by a channel"


LEFT_BEHIND: Final = "left behind"
"""Stands for the session or connection of a unit of work or lock whose name another one has taken."""


class Uncommitted(NamedTuple):
    """Put in a unit of work that is still open; `queue` is where it goes at commit."""

    session: str
    queue: str


class Staged(NamedTuple):
    """On the staging queue; `retrying` once a disposal has failed (DD-99).

    `missed` where the processor may have looked for it in vain when it was due, as an application had it.
    """

    queue: str
    retrying: bool = False
    missed: bool = False


class OnQueue(NamedTuple):
    """On a queue since some instant of `arrival`; `safeguard` where a channel put it and rules tell how."""

    queue: str
    arrival: Interval
    route: Route
    disposal: Disposal = Disposal.NOT_DISPOSED
    safeguard: Safeguard | None = None


class Held(NamedTuple):
    """Got in a unit of work that is still open."""

    session: str
    was: "Staged | OnQueue | Uncommitted"


class Discarding(NamedTuple):
    """Found expired by a look, on a real clock; not to be had any more, but perhaps still counted.

    The discard is certainly done at `until` (ms): lateness is slow, never wrong.
    """

    was: "Staged | OnQueue"
    until: int


class Ended(NamedTuple):
    """Nowhere any more; `staged` tells how it waited where it expired on the staging queue."""

    cause: Cause
    disposal: Disposal = Disposal.NOT_DISPOSED
    staged: Staged | None = None


class Coming(NamedTuple):
    """A message that, on a real clock, is not yet where it will be: in one of `places`.

    It is certainly there at `until` (ms; None where it may still be generated): lateness is slow, never
    wrong. Mostly a report or trigger message; one that the delivery delay processor has in its hands was
    `staged` before, and each attempt may find another place for it. On any clock, a report that may be on its
    way back from another queue manager.
    """

    places: "tuple[OnQueue | Ended | Staged, ...]"
    until: int | None = None
    staged: Staged | None = None


class Never(NamedTuple):
    """A report that was not generated (so far)."""


Status = Uncommitted | Staged | OnQueue | Held | Discarding | Ended | Coming | Never


Belief = tuple[Status, ...]
