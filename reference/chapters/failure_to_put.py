"""Chapter "Failure to put to target queue": what the delivery delay processor does with a due message.

The procedure is one table, `procedure`, of seven factors (DD-97 to DD-109, X-37). A copy of a
publication differs in two points: one without a subscriber is discarded silently, and one that the
dead-letter queue does not take is discarded too (DD-109) where a message for a queue is kept (DD-99). The
chapter's checks at the send stand in `send_checks`.

Silent points: the interval between attempts; whether a later attempt begins with the target again or
only with the disposal that failed (both accepted); the reason in the dead-letter header and the
feedback of the exception report; what happens to a report that nobody can be sent; for publications
what `tolerated` adds.
"""

from enum import Enum
from typing import NamedTuple

from mqtck.reference.state.messages import Message
from mqtck.reference.vocabulary.constants import Persistence, Report


class Target(Enum):
    USABLE = "takes the message"
    UNUSABLE = "does not take it"
    GONE = "no subscriber any more"


class Action(Enum):
    """What the report options ask for (DD-97, DD-98)."""

    DISCARD = "discard"
    DEAD_LETTER = "dead-letter"


class Slots(Enum):
    """How many more messages the dead-letter queue takes: none also where it is not there."""

    NONE = 0
    ONE = 1
    SEVERAL = 2


class Asked(Enum):
    """Whether an exception report is requested."""

    YES = "report requested"
    NO = "no report requested"


class ReplyQueue(Enum):
    USABLE = "takes the report"
    UNUSABLE = "does not take it"


class MessagePersistence(Enum):
    """Of a message that has been put; here it decides only at the last step (DD-104, DD-105)."""

    PERSISTENT = "persistent"
    NOT_PERSISTENT = "not persistent"


def persistence_of(message: Message) -> MessagePersistence:
    """Never as the queue defines it: that was settled by the put."""
    if message.persistence is Persistence.PERSISTENT:
        return MessagePersistence.PERSISTENT
    return MessagePersistence.NOT_PERSISTENT


class Destination(Enum):
    """Whom the message is for: DD-99 speaks of queues, DD-109 of subscribers."""

    QUEUE = "a queue"
    SUBSCRIBER = "a subscriber"


class Fate(Enum):
    """What becomes of the message."""

    DELIVERED = "delivered"
    DISCARDED = "discarded"
    DEAD_LETTERED = "dead-lettered"
    RETRIED = "kept and put later"
    SILENCED = "discarded silently"
    ABANDONED = "discarded because the dead-letter queue does not take it"


class ReportFate(Enum):
    """What becomes of the exception report."""

    NONE = "not generated"
    SENT = "on the reply-to queue"
    DEAD_LETTERED = "on the dead-letter queue"
    DROPPED = "discarded"


class Row(NamedTuple):
    fate: Fate
    report: ReportFate
    rules: tuple[str, ...]


def requested_action(report: int) -> Action:
    """DD-97, DD-98: discard needs the option; the dead-letter queue is the default."""
    return Action.DISCARD if report & Report.DISCARD_MSG else Action.DEAD_LETTER


def procedure(
    target: Target,
    action: Action,
    slots: Slots,
    asked: Asked,
    reply: ReplyQueue,
    persistence: MessagePersistence,
    destination: Destination = Destination.QUEUE,
) -> Row:
    """One attempt for one due message. Factors after the deciding one do not matter."""
    # fmt: off
    match (target, action, slots, asked, reply, persistence):
        case (Target.USABLE, _, _, _, _, _):
            return Row(Fate.DELIVERED, ReportFate.NONE, ("DD-10",))
        case (Target.GONE, _, _, Asked.NO, _, _):
            return Row(Fate.SILENCED, ReportFate.NONE, ("DD-106", "DD-107"))
        case (Target.GONE, _, _, Asked.YES, ReplyQueue.USABLE, _):
            return Row(Fate.SILENCED, ReportFate.SENT, ("DD-106", "DD-107", "DD-108"))
        case (Target.GONE, _, Slots.ONE | Slots.SEVERAL, _, _, _):
            return Row(Fate.SILENCED, ReportFate.DEAD_LETTERED, ("DD-106", "DD-107", "X-38"))
        case (Target.GONE, _, Slots.NONE, _, _, _):
            return Row(Fate.SILENCED, ReportFate.DROPPED, ("DD-106", "DD-107"))
        case (_, Action.DEAD_LETTER, Slots.NONE, _, _, _) if destination is Destination.SUBSCRIBER:
            return Row(Fate.ABANDONED, ReportFate.NONE, ("DD-109", "X-36"))
        case (_, Action.DEAD_LETTER, Slots.NONE, _, _, _):
            return Row(Fate.RETRIED, ReportFate.NONE, ("DD-99", "DD-100"))
        case (_, Action.DISCARD, _, Asked.NO, _, _):
            return Row(Fate.DISCARDED, ReportFate.NONE, ("DD-97", "DD-102"))
        case (_, Action.DEAD_LETTER, _, Asked.NO, _, _):
            return Row(Fate.DEAD_LETTERED, ReportFate.NONE, ("DD-98", "DD-102"))
        case (_, Action.DISCARD, _, Asked.YES, ReplyQueue.USABLE, _):
            return Row(Fate.DISCARDED, ReportFate.SENT, ("DD-97", "DD-101"))
        case (_, Action.DEAD_LETTER, _, Asked.YES, ReplyQueue.USABLE, _):
            return Row(Fate.DEAD_LETTERED, ReportFate.SENT, ("DD-98", "DD-101"))
        case (_, Action.DISCARD, Slots.ONE | Slots.SEVERAL, _, _, _):
            return Row(Fate.DISCARDED, ReportFate.DEAD_LETTERED, ("DD-97", "DD-103"))
        case (_, Action.DEAD_LETTER, Slots.SEVERAL, _, _, _):
            return Row(Fate.DEAD_LETTERED, ReportFate.DEAD_LETTERED, ("DD-98", "DD-103"))
        case (_, _, _, _, _, MessagePersistence.PERSISTENT):
            return Row(Fate.RETRIED, ReportFate.NONE, ("DD-104", "DD-100"))
        case (_, Action.DISCARD, _, _, _, MessagePersistence.NOT_PERSISTENT):
            return Row(Fate.DISCARDED, ReportFate.DROPPED, ("DD-97", "DD-105"))
        case (_, Action.DEAD_LETTER, _, _, _, MessagePersistence.NOT_PERSISTENT):
            return Row(Fate.DEAD_LETTERED, ReportFate.DROPPED, ("DD-98", "DD-105"))
    # fmt: on


def tolerated(
    main: Row, slots: Slots, asked: Asked, reply: ReplyQueue, persistence: MessagePersistence
) -> tuple[Row, ...]:
    """What the documents leave open for a copy of a publication, beside the row of the table.

    X-36: whether a report about one that the dead-letter queue did not take is made; if so, and it fits
    nowhere either, a persistent copy may be kept for its sake (DD-104). X-38: the steps of
    the report about one that was discarded silently, once the reply-to queue does not take it.
    """
    # fmt: off
    match (main.fate, main.report, slots, asked, reply, persistence):
        case (Fate.ABANDONED, _, _, Asked.YES, ReplyQueue.USABLE, _):
            return (Row(Fate.ABANDONED, ReportFate.SENT, ("X-36",)),)
        case (Fate.ABANDONED, _, _, Asked.YES, ReplyQueue.UNUSABLE, MessagePersistence.PERSISTENT):
            return (
                Row(Fate.ABANDONED, ReportFate.DEAD_LETTERED, ("X-36",)),
                Row(Fate.RETRIED, ReportFate.NONE, ("DD-104", "X-36")),
            )
        case (Fate.ABANDONED, _, _, Asked.YES, ReplyQueue.UNUSABLE, _):
            return (Row(Fate.ABANDONED, ReportFate.DEAD_LETTERED, ("X-36",)),)
        case (Fate.SILENCED, ReportFate.DEAD_LETTERED, _, _, _, _):
            return (Row(Fate.SILENCED, ReportFate.DROPPED, ("X-38",)),)
        case (Fate.SILENCED, ReportFate.DROPPED, _, _, _, MessagePersistence.PERSISTENT):
            return (Row(Fate.RETRIED, ReportFate.NONE, ("X-38",)),)
        case _:
            return ()
    # fmt: on


def may_drop_report(report: int) -> bool:
    """X-34: a report that inherits discard may be dropped instead of going to the dead-letter queue."""
    both = Report.PASS_DISCARD_AND_EXPIRY | Report.DISCARD_MSG
    return report & both == both
