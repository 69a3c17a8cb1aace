"""Every rule that a queue manager keeps, as one small method or attribute: what is decided, not how.

Those of publish/subscribe, clusters and z/OS stand in `decisions.publications` and
`decisions.clusters_and_zos`. Left-open matters are read from the `Behaviour`. A misreading overrides one of
these (see `wrong`).
Times are ms of the virtual clock, `expiry` is in tenths of a second.
"""

# ruff: noqa: ARG002 - a decision is offered all its factors; the right reading may need fewer
from collections.abc import Iterable
from enum import Enum
from random import Random
from typing import TypeVar

import msgspec

from implementations.behaviour.calls import DeadLetterReason, DepartureConfirmed, ExpiredWhenDue
from implementations.behaviour.whole import (
    Background,
    Behaviour,
    Confirmations,
    DelayedOrder,
    DueInstant,
    ExpiredDiscard,
    ExpiredInRetry,
    LastInstant,
    LaterAttempt,
    NonPersistentOverRestart,
    PassDiscardReport,
    RemainingExpiry,
    Retry,
    SameInstant,
    TransactedDelayFrom,
    TransmissionTime,
)
from implementations.decisions.channels import ChannelDecisions
from implementations.decisions.clusters_and_zos import ClusterZosDecisions
from implementations.decisions.publications import PublicationDecisions
from implementations.decisions.transmission import TransmissionDecisions
from implementations.state.lateness import PUNCTUAL, Lateness
from implementations.state.objects import DeadLetter, Delay, Message
from mqtck.reference.vocabulary.constants import UNLIMITED, Feedback, Persistence, ReasonCode, Report

UNEXPECTED_ERROR = 2195
"""MQRC_UNEXPECTED_ERROR."""

Item = TypeVar("Item")
SECOND = 1000
CLEANER_INTERVAL = 5 * SECOND
RETRY_INTERVALS = {
    Retry.EACH_SECOND: SECOND,
    Retry.EACH_MINUTE: 60 * SECOND,
    Retry.EACH_HOUR: 3600 * SECOND,
    Retry.AFTER_EACH_COMMAND: 60 * SECOND,
}


class Manner(Enum):
    """How a get looks at a message."""

    GET = "get"
    BROWSE = "browse"
    UNDER_CURSOR = "under cursor"


class Check(Enum):
    """What a delayed send asks of its target (DD-46, DD-75, DD-110 to DD-112)."""

    EXISTS = "exists"
    AUTHORITY = "authority"
    PUT_ENABLED = "put enabled"
    LENGTH = "length"
    FULLNESS = "fullness"


class Disposal(Enum):
    """What becomes of a message that its target does not take (DD-97, DD-98)."""

    DISCARD = "discard"
    DEAD_LETTER_QUEUE = "dead-letter queue"


class ReportTime(Enum):
    """When a report is put: DD-100, EX-37."""

    WITH_THE_DISCARD = "with the discard"
    BEFORE = "before"


class StagedInUnit(Enum):
    """When a delayed message of a unit of work reaches the staging queue: DD-43, DD-44."""

    AT_COMMIT = "at the commit"
    BEFORE_COMMIT = "at the send, removed by a rollback"
    AT_COMMIT_OR_ROLLBACK = "at the end of the unit of work, however it ends"


class Moved(Enum):
    """What became of a message whose time had come."""

    TO_TARGET = "to its target"
    NOT_TO_TARGET = "disposed of"


class Membership(Enum):
    """Whether a discard or its report belongs to the unit of work of the get: EX-38, EX-39."""

    OUTSIDE = "outside"
    INSIDE = "inside"


class QueueManagerDecisions(
    PublicationDecisions, ClusterZosDecisions, TransmissionDecisions, ChannelDecisions
):
    """The right reading; `behaviour` settles what is left open, `random` the order that is.

    `lateness` is how late what is left to a moment on a real clock happens.
    """

    checks_at_send = frozenset(Check)  # DD-46, DD-75, DD-110 to DD-112
    checks_at_delivery = frozenset({Check.PUT_ENABLED, Check.LENGTH, Check.FULLNESS})  # DD-50
    checks_on_staging = frozenset(Check)  # DD-39, DD-53
    discard_in_unit_of_work = Membership.OUTSIDE  # EX-38
    report_in_unit_of_work = Membership.OUTSIDE  # EX-39
    reason_under_cursor = ReasonCode.NO_MSG_UNDER_CURSOR  # EX-41
    exception_report_time = ReportTime.WITH_THE_DISCARD  # DD-100
    copies_delivered = 1  # DD-10
    staged_in_unit = StagedInUnit.AT_COMMIT  # DD-43, DD-44

    lateness: Lateness = PUNCTUAL

    def __init__(self, behaviour: Behaviour, random: Random) -> None:
        self.behaviour = behaviour
        self.random = random

    # --- life ---------------------------------------------------------------------------------------

    def end_of_life(self, put_at: int, expiry: int) -> int | None:
        """EX-01, EX-62. An expiry of 0 that was let through ended before it began (X-11)."""
        match expiry:
            case -1:
                return None
            case 0:
                return put_at - 1
            case _:
                return put_at + expiry * 100

    def first_expired_instant(self, message: Message) -> int | None:
        if message.end_of_life is None:
            return None
        alive_at_the_end = self.behaviour.last_instant is LastInstant.ALIVE
        return message.end_of_life + 1 if alive_at_the_end else message.end_of_life

    def expired(self, message: Message, now: int) -> bool:
        first = self.first_expired_instant(message)
        return first is not None and now >= first

    def returnable(self, message: Message, now: int, manner: Manner) -> bool:
        """EX-17, EX-18; a lock protects from nothing (EX-41)."""
        return not self.expired(message, now)

    def discards(self, manner: Manner) -> bool:
        """A get of any manner discards the expired messages that it would have returned (EX-12, EX-13)."""
        return True

    def goes_on_after_discard(self) -> bool:
        """One get discards all expired messages ahead of the first live one (EX-15, EX-16)."""
        return True

    def discards_in_passing(self) -> bool:
        """Whether a get also discards expired messages that it would not have returned (EX-14)."""
        return self.behaviour.expired_discard is not ExpiredDiscard.WHEN_A_GET_WOULD_RETURN_IT

    def browses_what_is_got(self) -> bool:
        """Whether a browse shows what a unit of work that is still open has got: silent."""
        return False

    def remaining_expiry(self, message: Message, now: int) -> int:
        """EX-10, EX-19: at least 1, or unlimited."""
        if message.end_of_life is None:
            return UNLIMITED
        left = message.end_of_life - now
        match self.behaviour.remaining_expiry:
            case RemainingExpiry.EXACT:
                tenths = left // 100
            case RemainingExpiry.ROUNDED_UP:
                tenths = -(-left // 100)
            case RemainingExpiry.ONE_TENTH_LOWER:
                tenths = left // 100 - 1
            case RemainingExpiry.SMALL_NOT_DEDUCTED:
                tenths = message.expiry if now - message.put_at < SECOND else left // 100
        return max(1, tenths)

    def committed(self, message: Message, now: int) -> Message:
        """A message as it is after the commit of its put: the life began at the put (EX-23)."""
        return message

    def commit_refused(self, message: Message, now: int) -> bool:
        """An expired message does not disturb the commit (EX-24)."""
        return False

    def given_back(self, message: Message, now: int) -> Message:
        """A message as it is after the rollback of its get: its life has gone on (EX-40)."""
        return message

    def after_hop(self, message: Message, now: int) -> Message:
        """A message as a channel hands it on: the life goes on (EX-06); EX-07 lets it lose a little."""
        if (
            self.behaviour.transmission_time is TransmissionTime.NOTHING
            or message.end_of_life is None
            or message.end_of_life - now <= SECOND
        ):
            return message
        return msgspec.structs.replace(message, end_of_life=message.end_of_life - 100)

    def expiration_report_wanted(self, message: Message) -> bool:
        """EX-21, EX-22."""
        return message.report & Report.EXPIRATION != 0

    def expiration_report_time(self) -> ReportTime:
        """EX-37: with the discard, not at the end of the life."""
        return ReportTime.WITH_THE_DISCARD

    def reported_as(self, message: Message) -> Message:
        """The message that a report is about: the one that the application sent (DD-82, DD-83)."""
        return message if message.delay is None else message.delay.original

    # --- delay --------------------------------------------------------------------------------------

    def goes_to_staging(self, milliseconds: int) -> bool:
        """DD-07, DD-08."""
        return milliseconds != 0

    def due(self, sent: int, committed: int, milliseconds: int, staged: Iterable[Delay]) -> int:
        """DD-05, DD-12, DD-45: its own delay only, whatever else is staged."""
        from_commit = self.behaviour.transacted_delay_from is TransactedDelayFrom.COMMIT
        return (committed if from_commit else sent) + milliseconds

    def moved_from(self, delay: Delay) -> int:
        """The first instant at which the message may be moved (DD-01)."""
        return delay.due if self.behaviour.due_instant is DueInstant.GETTABLE else delay.due + 1

    def after_restart(self, delay: Delay, now: int) -> Delay:
        """The due time survives (DD-95)."""
        return delay

    def staged_copy(self, original: Message, new_id: str, delay: Delay) -> Message:
        """DD-09, DD-59, DD-60."""
        return msgspec.structs.replace(
            original, message_id=new_id, correlation_id=original.message_id, delay=delay
        )

    def simultaneous(self, items: list[Item]) -> list[Item]:
        """The order of messages that fall due at one instant, given in order of their arrival."""
        match self.behaviour.same_instant:
            case SameInstant.FIRST_STAGED_FIRST:
                return items
            case SameInstant.LAST_STAGED_FIRST:
                return items[::-1]
            case SameInstant.RANDOM:
                return self.random.sample(items, len(items))

    def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
        """The message on its target: as sent (DD-77 to DD-79, DD-130).

        `persistence` and `priority` are what the target's definition says now.
        """
        return delay.original

    def lane(self, delay: Delay | None) -> int:
        """Among messages of one priority the lower lane goes first."""
        return 0 if delay is not None and self.behaviour.delayed_order is DelayedOrder.AHEAD else 1

    # --- failure to put to the target (DD-97 to DD-105) --------------------------------------------

    def resolves_again(self) -> bool:
        """The name is resolved a second time at delivery (DD-74)."""
        return True

    def counts_as_delivered(self, reason: ReasonCode | None) -> bool:
        """Any failure to put leads to the failure path (DD-49, DD-114)."""
        return reason is None

    def disposal(self, report: int) -> Disposal:
        return Disposal.DISCARD if report & Report.DISCARD_MSG else Disposal.DEAD_LETTER_QUEUE

    def exception_report_wanted(self, report: int) -> bool:
        return report & Report.EXCEPTION != 0

    def rolls_back(self, persistence: int) -> bool:
        """The report fits nowhere: the disposal is undone for a persistent message alone."""
        return persistence == Persistence.PERSISTENT

    def tries_dead_letter_queue(self, report: int) -> bool:
        """Whether an unsendable report goes to the dead-letter queue (DD-103, X-34)."""
        passed_on = Report.PASS_DISCARD_AND_EXPIRY | Report.DISCARD_MSG
        return (
            report & passed_on != passed_on
            or self.behaviour.pass_discard_report is PassDiscardReport.DEAD_LETTER_QUEUE
        )

    def dead_letter_copy(self, message: Message, reason: int, destination: str, now: int) -> Message:
        """The life goes on (EX-46, EX-47)."""
        if self.behaviour.dead_letter_reason is DeadLetterReason.ONE_FOR_ALL:
            reason = UNEXPECTED_ERROR
        return msgspec.structs.replace(message, dead_letter=DeadLetter(reason, destination))

    def keeps_after_failed_disposal(self, persistence: int) -> bool:
        """DD-99."""
        return True

    def disposal_only_later(self) -> bool:
        return self.behaviour.later_attempt is LaterAttempt.DISPOSAL_ONLY

    def target_only_later(self) -> bool:
        """Put later, and not disposed of again: with one of both open neither is wrong (DD-99)."""
        return self.behaviour.later_attempt is LaterAttempt.TARGET_ONLY

    def disposed_though_expired(self) -> bool:
        return self.behaviour.expired_in_retry is ExpiredInRetry.DISPOSED_FIRST

    def moved_though_expired(self) -> bool:
        """DD-84: tolerated, as the target never hands it out."""
        return self.behaviour.expired_when_due is ExpiredWhenDue.MOVED

    def retry_interval(self) -> int:
        return RETRY_INTERVALS[self.behaviour.retry]

    # --- the rest -----------------------------------------------------------------------------------

    def trigger_depth(self, depth: int, live: int) -> int:
        """Expired messages that are still there count (EX-36); `live` is the depth without them."""
        return depth

    def survives_restart(self, message: Message) -> bool:
        return (
            message.persistence == Persistence.PERSISTENT
            or self.behaviour.non_persistent_over_restart is NonPersistentOverRestart.KEPT
        )

    def recovers(self) -> bool:
        """DD-96."""
        return True

    def confirms_arrival(self, message: Message) -> bool:
        """COA: never for the staging hop (DD-126)."""
        return (
            message.report & Report.COA != 0
            and message.delay is None
            and message.dead_letter is None
            and self.behaviour.confirmations not in {Confirmations.NONE, Confirmations.DEPARTURE_ALONE}
        )

    def confirms_delivery(self, message: Message) -> bool:
        """COD: for a get by an application (DD-127); on recall it is left open (X-33)."""
        if message.report & Report.COD == 0 or message.dead_letter is not None:
            return False
        if self.behaviour.departure_confirmed is DepartureConfirmed.NEVER:
            return False
        match self.behaviour.confirmations:
            case Confirmations.NONE:
                return False
            case Confirmations.AT_TARGET | Confirmations.DEPARTURE_ALONE:
                return message.delay is None
            case Confirmations.AT_TARGET_AND_RECALL:
                return True

    def processor_reports(self, report: int, moved: Moved) -> tuple[Feedback, ...]:
        """None of the four families that the processor passes through (DD-126 to DD-129)."""
        return ()

    def works_at_once(self) -> bool:
        return self.behaviour.background is Background.AT_ONCE
