"""Misreadings of the life of a message, in tenths of a second."""

# ruff: noqa: ARG002 - as in `decisions`

from typing import Any
from unittest.mock import patch

import msgspec
from msgspec.structs import replace

from implementations.decisions.client import ClientDecisions
from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import NO_ID, AliasQueue, Message
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import unending
from implementations.wrong.parts.calls import (
    Row,
    at_other_queue_managers,
    at_shared_queues,
    both,
    by_an_alias,
    by_id,
    in_syncpoint,
    in_unit,
    jms_browser,
    jms_receive,
    looks,
    matched,
    of_staging,
    put_in_syncpoint,
    register,
    staged,
    subscriber,
    under_cursor,
    under_cursor_in_syncpoint,
    with_a_lock,
)
from implementations.wrong.parts.messages import original
from implementations.wrong.parts.numbers import DAY, LARGEST_LONG, as_float
from implementations.wrong.parts.restarts import Restarted
from implementations.wrong.parts.rules import AGES, LIVES
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    Browse,
    Command,
    GetMode,
    MqGet,
    MqPut,
    MqPut1,
    Receive,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, UNLIMITED
from mqtck.reference.vocabulary.outcomes import Done, MessageReturned, Outcome


@misreading(
    "remaining life as a float",
    "Shows what is left of a life as a float of 32 bits has it.",
    *("EX-09", "EX-05", "EX-10", "HM-18"),
)
class RemainingAsFloat(QueueManagerDecisions):
    def remaining_expiry(self, message: Message, now: int) -> int:
        return as_float(super().remaining_expiry(message, now))


@misreading(
    "largest number unlimited",
    "Takes the largest number that Expiry holds for unlimited.",
    *("EX-62", "EX-05", "EX-10", "EX-03", "EX-19"),
)
class LargestUnlimited(QueueManagerDecisions):
    def end_of_life(self, put_at: int, expiry: int) -> int | None:
        return None if expiry == LARGEST_LONG else super().end_of_life(put_at, expiry)


@misreading(
    "expiry in seconds",
    "Takes Expiry for seconds.",
    *("EX-01", "EX-02", "EX-04", "EX-05", "EX-09", "EX-10", "EX-17", "EX-18"),
)
class ExpiryInSeconds(QueueManagerDecisions):
    def end_of_life(self, put_at: int, expiry: int) -> int | None:
        return in_seconds(put_at, expiry)


SECOND = 10
"""Tenths."""


def put1(command: Command) -> bool:
    return isinstance(command, MqPut1)


def in_seconds(put_at: int, expiry: int) -> int | None:
    return None if expiry == UNLIMITED else put_at + expiry * 1000


def whole_life(message: Message, _: int) -> int:
    return message.expiry


@misreading(
    "browse of staged messages taken off their lives",
    "Takes the time that a staged message has waited off its life for good when it is browsed.",
    *("EX-05", "EX-10", "DD-79", "X-46", "X-06", "EX-19", "EX-17", "DD-10"),
)
class BrowseOfStagedDeducts(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, Browse) and command.queue == STAGING_QUEUE:
            for entry in self.simulation.managers[command.queue_manager].staging.entries:
                message, now = entry.message, self.now()
                if message.end_of_life is not None and message.end_of_life > now:
                    end = message.end_of_life - (now - message.put_at)
                    entry.message = msgspec.structs.replace(message, end_of_life=end)
        return outcome


@misreading(
    "life stops while down",
    "Stops the clock of lives while it is down.",
    "EX-05",
    "EX-10",
    "EX-17",
    "EX-19",
    "DD-79",
    "X-45",
)
class LifeStopsWhileDown(Restarted):
    def started_with(self, message: Message, down: int) -> Message:
        end = message.end_of_life
        return message if end is None else original(message, end_of_life=end + down)


@misreading(
    "time of a lock taken twice",
    "Takes the time that a message has waited off its life for good when it is locked.",
    *("EX-05", "EX-10", "EX-04", "EX-40", "EX-41", "EX-12"),
)
class TimeOfLockTakenTwice(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        locks = isinstance(command, MqGet) and command.mode is GetMode.BROWSE_FIRST_AND_LOCK
        if isinstance(command, MqGet) and locks and isinstance(outcome, MessageReturned):
            connection = self.mqi.connection(command.connection)
            queue = connection.manager.local(command.queue)
            entry = None if queue is None else connection.handles[queue.name].locked
            if queue is not None and entry is not None and entry.message.end_of_life is not None:
                waited = self.now() - entry.message.put_at
                end = entry.message.end_of_life - waited
                entry.message = msgspec.structs.replace(entry.message, end_of_life=end)
                connection.manager.became_available(queue, entry)
        return outcome


@misreading(
    "recalled again with the same rest",
    "Shows the second time what it has shown of a staged message the first time.",
    *("EX-05", "EX-10", "DD-79", "X-46"),
)
class SameRest(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        self.shown: dict[object, Any] = {}
        super().__init__(*parts)

    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        of_staging = isinstance(command, MqGet) and command.queue == STAGING_QUEUE
        if not of_staging or not isinstance(outcome, MessageReturned):
            return outcome
        descriptor = outcome.message.descriptor
        rest = self.shown.setdefault(descriptor.message_id, descriptor.expiry)
        return replace(outcome, message=replace(outcome.message, descriptor=replace(descriptor, expiry=rest)))


# --- the value shown --------------------------------------------------------------------------------------


@misreading(
    "expiry not decremented",
    "Shows the Expiry that was put, however much later.",
    *("EX-05", "EX-10", "DD-79", "DD-80"),
)
class ExpiryNotDecremented(QueueManagerDecisions):
    def remaining_expiry(self, message: Message, now: int) -> int:
        return message.expiry


@misreading("expiry elapsed", "Shows the time that has passed.", "EX-10", "EX-19", "EX-05", "EX-62")
class ExpiryElapsed(QueueManagerDecisions):
    def remaining_expiry(self, message: Message, now: int) -> int:
        return (now - message.put_at) // 100


@misreading(
    "unlimited decremented",
    "Decrements MQEI_UNLIMITED like any other number.",
    *("EX-62", "EX-19", "DD-28", "HM-16", "X-07"),
)
class UnlimitedDecremented(QueueManagerDecisions):
    def remaining_expiry(self, message: Message, now: int) -> int:
        if message.end_of_life is not None:
            return super().remaining_expiry(message, now)
        return UNLIMITED - (now - message.put_at) // 100


@misreading("put alters the expiry", "Gives the caller of MQPUT a changed Expiry.", "EX-63")
class PutAltersExpiry(ClientDecisions):
    def returned_expiry(self, given: int) -> int:
        return given if given == UNLIMITED else 0


class LaterInSyncpoint(SimulatedWorld):
    """Gives back the caller's Expiry with a tenth less, for the time that the put took."""

    def execute(self, command: Command) -> Outcome:
        if not put_in_syncpoint(command):
            return super().execute(command)
        with patch.object(self.client_decisions, "returned_expiry", _a_tenth_less):
            return super().execute(command)


def _a_tenth_less(given: int) -> int:
    return given if given == UNLIMITED else given - 1


misreading(
    "put in syncpoint alters the expiry", "Gives the caller of a put in syncpoint a changed Expiry.", "EX-63"
)(LaterInSyncpoint)


# --- the value and its end --------------------------------------------------------------------------------


@misreading("rounded up to seconds", "Rounds what is left of a life up to whole seconds.", "EX-09", *AGES)
class RoundedUp(QueueManagerDecisions):
    def remaining_expiry(self, message: Message, now: int) -> int:
        left = super().remaining_expiry(message, now)
        return left if left == UNLIMITED else -(-left // SECOND) * SECOND


@misreading("life in 31 bits of ms", "Keeps a life in 31 bits of ms.", *LIVES)
class LifeInThirtyOneBits(QueueManagerDecisions):
    def end_of_life(self, put_at: int, expiry: int) -> int | None:
        if expiry <= 0:
            return super().end_of_life(put_at, expiry)
        return put_at + (expiry * 100 + 2**31) % 2**32 - 2**31


@misreading("life by the time of day", "Takes the times of day for the time that has passed.", *LIVES)
class LifeByTimeOfDay(QueueManagerDecisions):
    def expired(self, message: Message, now: int) -> bool:
        end = message.end_of_life
        return end is not None and self._passed(message, now) >= end - message.put_at

    def remaining_expiry(self, message: Message, now: int) -> int:
        end = message.end_of_life
        if end is None:
            return UNLIMITED
        return max(1, (end - message.put_at - self._passed(message, now)) // 100)

    def _passed(self, message: Message, now: int) -> int:
        return now % DAY - message.put_at % DAY


@misreading(
    "ends forgotten when a queue is altered", "Forgets when messages end whose queue is altered.", *LIVES
)
class EndsForgotten(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, AlterQueue) and isinstance(outcome, Done):
            queue = self.simulation.managers[command.queue_manager].local(command.queue)
            for entry in [] if queue is None else queue.entries:
                entry.message = original(entry.message, end_of_life=None)
        return outcome


# --- lives ------------------------------------------------------------------------------------------------


def alone(message: Message) -> bool:
    """Neither delayed nor a report."""
    return message.delay is None and not message.feedback


def living_on(name: str, sentence: str, kept: Any) -> None:
    """A misreading by which some messages do not expire."""

    class LivingOn(QueueManagerDecisions):
        def expired(self, message: Message, now: int) -> bool:
            return not (alone(message) and kept(message)) and super().expired(message, now)

    misreading(name, sentence, "EX-04", "EX-11", "EX-17", "EX-18")(LivingOn)


living_on(
    "replies live on", "Keeps what has a correlation id.", lambda message: message.correlation_id != NO_ID
)
living_on("long messages live on", "Keeps what is long.", lambda message: len(message.body) > 4096)


@misreading(
    "no life behind an alias",
    "Heeds no Expiry of what is put by way of an alias.",
    *("EX-01", "EX-04", "EX-05", "EX-10", "EX-17"),
)
class NoLifeBehindAlias(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, MqPut | MqPut1):
            manager = self.mqi.connection(command.connection).manager
            if isinstance(manager.definitions.get(command.queue), AliasQueue):
                with patch.object(self.decisions, "end_of_life", lambda *_: None):
                    return super().execute(command)
        return super().execute(command)


@misreading(
    "received again with the same rest",
    "Shows a JMS client of a message what it has shown of it before.",
    *("EX-05", "EX-10"),
)
class ReceivedAgain(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        self.shown: dict[object, Any] = {}
        super().__init__(*parts)

    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if not isinstance(command, Receive) or not isinstance(outcome, MessageReturned):
            return outcome
        descriptor = outcome.message.descriptor
        rest = self.shown.setdefault(descriptor.message_id, descriptor.expiry)
        return replace(outcome, message=replace(outcome.message, descriptor=replace(descriptor, expiry=rest)))


# fmt: off
QUEUE_MANAGER: tuple[Row, ...] = (
    ("matched get shows the whole life", "Shows the Expiry that was put to a get by an id.",
     AGES, looks(matched), "remaining_expiry", whole_life),
    ("receive shows the whole life", "Shows the Expiry that was put to a JMS client.",
     AGES, looks(jms_receive), "remaining_expiry", whole_life),
    ("lock shows the whole life", "Shows the Expiry that was put to a browse that locks.",
     AGES, looks(with_a_lock), "remaining_expiry", whole_life),
    ("subscriber shows the whole life", "Shows the Expiry that was put to a subscriber.",
     (*AGES, "DD-79"), looks(subscriber), "remaining_expiry", whole_life),
    ("recall shows the whole life", "Shows the Expiry that was put to a get from the staging queue.",
     (*AGES, "X-46", "DD-79"), looks(of_staging), "remaining_expiry", whole_life),
    ("MQPUT1 unlimited", "Heeds Expiry in MQPUT alone.",
     ("EX-01", "EX-04", "EX-10", "EX-17", "EX-05"), looks(put1), "end_of_life", unending),
    ("MQPUT1 in seconds", "Takes Expiry for seconds in MQPUT1 alone.",
     ("EX-01", "EX-04", "EX-10", "EX-17", "EX-05"), looks(put1), "end_of_life", in_seconds),
    ("put in syncpoint unlimited", "Heeds Expiry outside units of work alone.",
     ("EX-01", "EX-04", "EX-10", "EX-17", "EX-23", "EX-05"), looks(put_in_syncpoint), "end_of_life",
     unending),
    ("get in syncpoint shows the whole life", "Shows the Expiry that was put in a unit of work.",
     AGES, looks(in_syncpoint), "remaining_expiry", whole_life),
    ("get under the cursor shows the whole life", "Shows the Expiry that was put under the cursor.",
     AGES, looks(under_cursor), "remaining_expiry", whole_life),
    ("browser shows the whole life", "Shows the Expiry that was put in a JMS browser.",
     AGES, looks(jms_browser), "remaining_expiry", whole_life),
    ("shared queues show the whole life", "Shows the Expiry that was put to who looks at a shared queue.",
     AGES, at_shared_queues, "remaining_expiry", whole_life),
    ("another queue manager shows the whole life", "Shows the Expiry that was put at another queue manager.",
     AGES, at_other_queue_managers, "remaining_expiry", whole_life),
    ("cursor in syncpoint shows the whole life", "Shows in a unit of work the Expiry put under the cursor.",
     AGES, under_cursor_in_syncpoint, "remaining_expiry", whole_life),
    (
        "alias shows the whole life",
        "Shows the Expiry that was put to who asks by an alias.",
        ("EX-05", "EX-10"),
        by_an_alias,
        "remaining_expiry",
        whole_life,
    ),
    ("an id in syncpoint shows the whole life", "Shows units of work that ask by id the Expiry put.",
     AGES, both(by_id, in_unit), "remaining_expiry", whole_life),
    ("recall in syncpoint shows the whole life", "Shows a unit of work the Expiry put of what it recalls.",
     (*AGES, "X-46", "DD-79"), both(staged, in_unit), "remaining_expiry", whole_life),
)
# fmt: on
for one in QUEUE_MANAGER:
    register(one, "decisions")
