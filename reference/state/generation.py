"""Which reports the queue manager generates about a message, by what has become of it.

Bookkeeping of the coupling between a report and its subject (`beliefs`): which end a kind of report tells of.
Whether a report was asked for is not asked here.
"""

from .messages import Kind
from .statuses import Cause, Coming, Discarding, Disposal, Ended, Held, OnQueue, Status


def is_generated(kind: Kind, status: Status) -> bool:
    """Whether a subject with this status has had this report generated."""
    match status:
        case Held(was=was) | Discarding(was=was):
            return is_generated(kind, was)
        case Ended(cause=Cause.EXPIRED) if kind is Kind.EXPIRATION:
            return True
        case OnQueue(disposal=disposal) | Ended(disposal=disposal) if kind is Kind.CHANNEL_EXCEPTION:
            return disposal is Disposal.BY_CHANNEL
        case Ended(cause=Cause.DISCARDED | Cause.SILENCED) if kind is Kind.EXCEPTION:
            return True
        case Ended(cause=Cause.FORWARDED) if kind is Kind.FAN_OUT:
            return True
        case OnQueue(disposal=disposal) | Ended(disposal=disposal) if kind is Kind.EXCEPTION:
            return disposal is Disposal.DISPOSED
        case OnQueue(disposal=Disposal.NOT_DISPOSED) if kind is Kind.COA:
            return True
        case Ended(cause=Cause.CONSUMED, disposal=disposal) if kind is Kind.COA:
            return disposal is not Disposal.DISPOSED
        case Ended(cause=Cause.LOST | Cause.MISSED, disposal=Disposal.NOT_DISPOSED) if kind is Kind.COA:
            return True
        case Ended(cause=Cause.CONSUMED) if kind is Kind.COD:
            return True
        case Ended(cause=Cause.ANSWERED):
            return kind in (Kind.REPLY, Kind.COA, Kind.COD)
        case Ended(cause=Cause.EXPIRED, disposal=Disposal.NOT_DISPOSED, staged=None) if kind is Kind.COA:
            return True
        case _:
            return False


def may_be_generated(kind: Kind, status: Status) -> Status | None:
    """What is left of the status where this report may have been generated; None where it was not.

    A subject on its way may have come to a place meanwhile, and no further attempt is made then.
    """
    if not isinstance(status, Coming):
        return status if is_generated(kind, status) else None
    places = tuple(place for place in status.places if is_generated(kind, place))
    return status._replace(places=places, staged=None) if places else None
