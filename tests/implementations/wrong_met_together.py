"""Misreadings that show where two things meet: a shared queue and an end, a cursor and a unit of work.

Or a refusal and all that a message has besides, a confirmation and a backout, a later attempt and a header.
"""

# ruff: noqa: ARG002 - as in `decisions`

from functools import partial
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from mqtck.reference.vocabulary.commands import (
    Browse,
    Command,
    GetMode,
    MqGet,
    Receive,
    Send,
    SetDeliveryDelay,
    SetTimeToLive,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import (
    DEFAULT_QUEUE_MANAGER,
    UNLIMITED,
    DestinationPersistence,
    ReasonCode,
    Report,
)
from mqtck.reference.vocabulary.messages import CORRELATION_FORMS, QueueDestination
from mqtck.reference.vocabulary.outcomes import Outcome

from .behaviour import Confirmations
from .client_decisions import ClientDecisions
from .decisions import Check, QueueManagerDecisions
from .getting import Getter
from .jms_client import Producer
from .misreading import misreading
from .objects import AliasQueue, Delay, Entry, LocalQueue, Message
from .queue_manager import QueueManager
from .report_messages import arrival_report
from .world import SimulatedWorld
from .written_headers import TypeElements
from .wrong_for_some import Attempts
from .wrong_in_some_calls import AGES, OVER, Row, no, register, sends, whole_life, yes

# --- expired messages, and where or how somebody looks --------------------------------------------------


def at_shared_queues(world: SimulatedWorld, command: Command) -> bool:
    shared = {name for _, name in world.simulation.shared}
    return isinstance(command, MqGet | Receive | Browse) and command.queue in shared


def by_aliases(world: SimulatedWorld, command: Command) -> bool:
    if not isinstance(command, MqGet | Receive | Browse):
        return False
    managers = world.simulation.managers.values()
    return any(isinstance(manager.definitions.get(command.queue), AliasQueue) for manager in managers)


def at_other_queue_managers(world: SimulatedWorld, command: Command) -> bool:
    if not isinstance(command, MqGet):
        return False
    return world.mqi.connection(command.connection).manager.name != DEFAULT_QUEUE_MANAGER


def under_cursor_in_syncpoint(_: SimulatedWorld, command: Command) -> bool:
    return (
        isinstance(command, MqGet)
        and command.mode is GetMode.UNDER_CURSOR
        and command.syncpoint is Syncpoint.WITHIN
    )


def whole_tenths(message: Message, now: int) -> int:
    """0 in the last of them."""
    return UNLIMITED if message.end_of_life is None else (message.end_of_life - now) // 100


# --- what a message has besides -------------------------------------------------------------------------


def with_reply_to(command: Send | SetDeliveryDelay | SetTimeToLive, _: Producer) -> bool:
    return isinstance(command, Send) and command.message.reply_to is not None


def correlating(command: Send | SetDeliveryDelay | SetTimeToLive, _: Producer) -> bool:
    return isinstance(command, Send) and any(getattr(command.message, form) for form in CORRELATION_FORMS)


def overriding(command: Send | SetDeliveryDelay | SetTimeToLive, producer: Producer) -> bool:
    named = command.destination if isinstance(command, Send) else None
    destination = named or producer.destination
    return isinstance(destination, QueueDestination) and destination.persistence in {
        DestinationPersistence.PERSISTENT,
        DestinationPersistence.NON_PERSISTENT,
    }


# fmt: off
QUEUE_MANAGER: tuple[Row, ...] = (
    ("expired returned from shared queues", "Returns what has expired on a shared queue.",
     OVER, at_shared_queues, "returnable", yes),
    ("shared queues show the whole life", "Shows the Expiry that was put to who looks at a shared queue.",
     AGES, at_shared_queues, "remaining_expiry", whole_life),
    ("nothing discarded on shared queues", "Passes expired messages on a shared queue.",
     ("EX-12", "EX-13", "EX-15"), at_shared_queues, "discards", no),
    ("one discarded on shared queues", "Finds nothing behind a message that has expired on a shared queue.",
     ("EX-12", "EX-15", "EX-16"), at_shared_queues, "goes_on_after_discard", no),
    ("nothing reported of shared queues", "Discards without a report on a shared queue.",
     ("EX-21", "EX-12", "EX-13"), at_shared_queues, "expiration_report_wanted", no),
    ("0 on shared queues", "Shows 0 on a shared queue for less than a tenth of a second.",
     ("EX-19",), at_shared_queues, "remaining_expiry", whole_tenths),
    ("0 by an alias", "Shows 0 to who asks by an alias for less than a tenth of a second.",
     ("EX-19",), by_aliases, "remaining_expiry", whole_tenths),
    ("0 at another queue manager", "Shows 0 at another queue manager for less than a tenth of a second.",
     ("EX-19",), at_other_queue_managers, "remaining_expiry", whole_tenths),
    ("another queue manager shows the whole life", "Shows the Expiry that was put at another queue manager.",
     AGES, at_other_queue_managers, "remaining_expiry", whole_life),
    ("cursor in syncpoint shows the whole life", "Shows in a unit of work the Expiry put under the cursor.",
     AGES, under_cursor_in_syncpoint, "remaining_expiry", whole_life),
    ("nothing reported of the cursor in syncpoint", "Discards without a report under a unit's cursor.",
     ("EX-21", "EX-39", "EX-41"), under_cursor_in_syncpoint, "expiration_report_wanted", no),
    ("0 under the cursor in syncpoint", "Shows a unit of work 0 of the last tenth under the cursor.",
     ("EX-19",), under_cursor_in_syncpoint, "remaining_expiry", whole_tenths),
    ("binding of overriding destinations not asked", "Asks DEFBIND where the application decides the rest.",
     ("DD-19", "DD-20"), sends(overriding), "binding_refused", no),
    ("retained publications that correlate accepted", "Delays what is to be retained if it correlates.",
     ("DD-33",), sends(correlating), "retained_refused", no),
)
CLIENT: tuple[Row, ...] = (
    ("group with a reply-to accepted", "Takes a message of a group with a delay if it wants a reply.",
     ("DD-36",), sends(with_reply_to), "group_refused", no),
)
# fmt: on
for one in QUEUE_MANAGER:
    register(one, "decisions")
for one in CLIENT:
    register(one, "client_decisions")


class NotAsked(SimulatedWorld):
    """Does not ask one thing of a target where the message has a JMSType."""

    check: Check

    def execute(self, command: Command) -> Outcome:
        if not isinstance(command, Send) or command.message.jms_type is None:
            return super().execute(command)
        with patch.object(self.decisions, "checks_at_send", frozenset(Check) - {self.check}):
            return super().execute(command)


@misreading("inhibited for no typed messages", "Stages a typed message for an inhibited queue.", "DD-110")
class InhibitionNotAsked(NotAsked):
    check = Check.PUT_ENABLED


@misreading("no typed message too long", "Stages a typed message that is too long for its queue.", "DD-111")
class LengthNotAsked(NotAsked):
    check = Check.LENGTH


@misreading("full for no typed messages", "Stages a typed message for a full queue.", "DD-112", "DD-39")
class FullnessNotAsked(NotAsked):
    check = Check.FULLNESS


@misreading("authority of no typed messages", "Stages a typed message for anybody.", "DD-46", "DD-47")
class AuthorityNotAsked(NotAsked):
    check = Check.AUTHORITY


# --- confirmations --------------------------------------------------------------------------------------

ONCE = ("X-32", "DD-126", "DD-127")


class Confirming(SimulatedWorld):
    """Confirms arrivals and deliveries at the target, and something else besides."""

    def __init__(self, decisions: QueueManagerDecisions, client: ClientDecisions) -> None:
        decisions.behaviour = replace(decisions.behaviour, confirmations=Confirmations.AT_TARGET)
        super().__init__(decisions, client)


@misreading("arrival confirmed again", "Confirms the arrival of what is backed out.", *ONCE)
class ArrivalConfirmedAgain(Confirming):
    arriving = False

    def change(self, manager: QueueManager) -> None:
        arrived, available = manager._arrived, manager.became_available

        def arriving(queue: LocalQueue, entry: Entry) -> None:
            self.arriving = True
            arrived(queue, entry)
            self.arriving = False

        def became_available(queue: LocalQueue, entry: Entry) -> None:
            available(queue, entry)
            message = entry.message
            if not self.arriving and message.report & Report.COA and message.delay is None:
                manager.send_report(arrival_report(message, manager), message)

        manager._arrived = arriving  # type: ignore[method-assign]
        manager.became_available = became_available  # type: ignore[method-assign]


@misreading(
    "delivery confirmed at each get", "Confirms the delivery at the get, and at the commit again.", *ONCE
)
class DeliveryConfirmedAtEachGet(Confirming):
    def execute(self, command: Command) -> Outcome:
        take = Getter.take

        def taken(getter: Getter, entry: Entry) -> Message:
            if getter.unit is not None and entry.message.delay is None:
                getter._confirm(entry.message)
            return take(getter, entry)

        with patch.object(Getter, "take", taken):
            return super().execute(command)


# --- failures -------------------------------------------------------------------------------------------


class LaterAttempts(Attempts):
    """Does something else where a message is put to a target that has not taken it before."""

    failed_before = False

    def attempt(self, manager: QueueManager, entry: Entry, attempt: Any) -> None:
        self.failed_before = entry.failed_with is not None
        attempt(entry)

    def deliver(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
        later = partial(self.later, manager) if self.failed_before else _as_ever
        reason: ReasonCode | None = later(delay, deliver)
        return reason

    def later(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
        raise NotImplementedError


def _as_ever(delay: Delay, deliver: Any) -> Any:
    return deliver(delay)


class OtherLater(LaterAttempts):
    """Puts something else."""

    def later(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
        reason: ReasonCode | None = deliver(replace(delay, original=self.other(delay.original)))
        return reason

    def other(self, message: Message) -> Message:
        raise NotImplementedError


LATER = ("X-42", "DD-99", "DD-10")


@misreading("type lost at a later attempt", "Puts messages without their JMSType later.", *LATER, "HM-38")
class TypeLostLater(OtherLater):
    def other(self, message: Message) -> Message:
        header = message.header and replace(message.header, mcd=TypeElements())
        return replace(message, header=header)


@misreading("body cut at a later attempt", "Puts the first fifty characters of a message later.", *LATER)
class BodyCutLater(OtherLater):
    def other(self, message: Message) -> Message:
        return replace(message, body=message.body[:50])


@misreading(
    "no trigger at a later attempt", "Triggers no target that takes a message later.", "X-39", "EX-36"
)
class NotTriggeredLater(LaterAttempts):
    def later(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
        target = manager.put_queue(delay.target)
        assert target is not None
        before, target.triggered = target.triggered, True
        reason: ReasonCode | None = deliver(delay)
        target.triggered = before
        return reason


@misreading(
    "dead-lettered publications without their header",
    "Dead-letters publications without the MQRFH2 with which they were sent.",
    *("X-17", "X-42", "DD-123", "DD-98"),
)
class PublicationsWithoutHeader(QueueManagerDecisions):
    def dead_letter_copy(self, message: Message, reason: int, destination: str, now: int) -> Message:
        copy = super().dead_letter_copy(message, reason, destination, now)
        return copy if message.publication is None else replace(copy, header=None)
