"""Misreadings of what a get returns: nothing expired, and never an Expiry of 0."""

from typing import Any
from unittest.mock import patch

import msgspec

from implementations.decisions.queue_manager import Manner, QueueManagerDecisions
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import AliasQueue, Entry, LocalQueue, Message, Subscription, UnitOfWork
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import no
from implementations.wrong.parts.calls import (
    KindOfCall,
    Row,
    aliases,
    at_other_queue_managers,
    at_shared_queues,
    both,
    browse_next,
    by_an_alias,
    dead_letters,
    in_syncpoint,
    in_unit,
    jms_browser,
    jms_receive,
    looks,
    matched,
    of_staging,
    register,
    subscriber,
    under_cursor,
    under_cursor_in_syncpoint,
    with_a_lock,
)
from implementations.wrong.parts.ends import Discarded, at_the_bridge, discarding
from implementations.wrong.parts.messages import original
from implementations.wrong.parts.others import OVER, any_call, register_behind, yes
from mqtck.reference.vocabulary.commands import (
    Browse,
    Command,
    Commit,
    MatchCorrelationId,
    MatchMessageId,
    MqGet,
    Receive,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, UNLIMITED
from mqtck.reference.vocabulary.outcomes import Outcome
from mqtck.reference.vocabulary.publications import Durability, ReceivePublication


def _begun_anew(manager: QueueManager, subscription: Subscription) -> None:
    retained = manager.topics.retained.get(subscription.topic_string)
    if retained is not None:
        end, now = retained.end_of_life, manager.now
        end = None if end is None else now + end - retained.put_at
        copy = msgspec.structs.replace(retained, put_at=now, end_of_life=end)
        manager.topics.put_copy(subscription, copy, None)


@misreading(
    "a new life for what is retained",
    "Gives a new subscriber the retained publication with the life that it was published with.",
    *("EX-17", "EX-04", "EX-05", "EX-10", "EX-03", "EX-19"),
)
class NewLifeForRetained(SimulatedWorld):
    def __init__(self, *parts: object) -> None:
        super().__init__(*parts)  # type: ignore[arg-type]
        self.calls.subscribers._send_retained = _begun_anew  # type: ignore[method-assign]


@misreading("expiry zero", "Rounds the last tenth down to an Expiry of 0.", "EX-19")
class ExpiryZero(QueueManagerDecisions):
    def remaining_expiry(self, message: Message, now: int) -> int:
        return UNLIMITED if message.end_of_life is None else max(0, message.end_of_life - now) // 100


@misreading("expired returned", "Returns an expired message to a get.", "EX-17", "EX-04", "EX-34", "EX-01")
class ExpiredReturned(QueueManagerDecisions):
    def returnable(self, message: Message, now: int, manner: Manner) -> bool:
        return manner is Manner.GET or super().returnable(message, now, manner)


@misreading("expired browsed", "Returns an expired message to a browse.", "EX-18", "EX-34", "EX-04")
class ExpiredBrowsed(QueueManagerDecisions):
    def returnable(self, message: Message, now: int, manner: Manner) -> bool:
        return manner is Manner.BROWSE or super().returnable(message, now, manner)


def _kept_alive(one: Discarded) -> None:
    one.entry.message = original(one.entry.message, end_of_life=None)


discarding(
    "expired request answered",
    "Answers a request for IMS whose life was over before its commit.",
    at_the_bridge,
    _kept_alive,
    *("EX-17", "EX-25", "EX-23", "EX-60"),
)


@misreading("0 on the way", "Shows 0 on a transmission queue for less than a tenth of a second.", "EX-19")
class ZeroOnTheWay(QueueManagerDecisions):
    def remaining_expiry(self, message: Message, now: int) -> int:
        if message.route is None or message.end_of_life is None:
            return super().remaining_expiry(message, now)
        return (message.end_of_life - now) // 100


def floored(message: Message, now: int) -> int:
    return UNLIMITED if message.end_of_life is None else max(0, message.end_of_life - now) // 100


def by_message_id(command: Command) -> bool:
    return isinstance(command, MqGet) and isinstance(command.match, MatchMessageId)


def received_in_a_unit_of_work(world: SimulatedWorld, command: Command) -> bool:
    if not isinstance(command, Receive):
        return False
    session = world.calls.jms.sessions.get(command.session)
    return session is not None and session.unit is not None


def by_correlation_id(command: Command) -> bool:
    return isinstance(command, MqGet) and isinstance(command.match, MatchCorrelationId)


# fmt: off
BEHIND_COMMITS: tuple[tuple[Row, str], ...] = (
    (("expired returned behind a commit", "Returns what has expired when a session has committed before.",
      (*OVER, "EX-25"), any_call, "returnable", yes), "decisions"),
)
# fmt: on


for behind, who in BEHIND_COMMITS:
    register_behind(behind, who, Commit)


def zero(call: KindOfCall, name: str, sentence: str) -> None:
    """A misreading in which one call shows 0 on a dead-letter queue for less than a second of life."""

    @misreading(name, sentence, "EX-19")
    class Zero(SimulatedWorld):
        def __init__(self, *parts: Any) -> None:
            super().__init__(*parts)
            remaining = self.decisions.remaining_expiry
            self.doing: Command | None = None

            def shown(message: Message, now: int) -> int:
                end = message.end_of_life
                nearly = message.dead_letter is not None and end is not None and end - now < 1000
                return 0 if nearly and isinstance(self.doing, call) else remaining(message, now)

            self.decisions.remaining_expiry = shown  # type: ignore[method-assign]

        def execute(self, command: Command) -> Outcome:
            self.doing = command
            return super().execute(command)


zero(Browse, "0 of a dead letter to a browser", "Shows a client 0 when it browses dead letters.")
zero(Receive, "0 of a dead letter to a receiver", "Shows a client 0 when it receives a dead letter.")


def by_aliases(world: SimulatedWorld, command: Command) -> bool:
    if not isinstance(command, MqGet | Receive | Browse):
        return False
    managers = world.simulation.managers.values()
    return any(isinstance(manager.definitions.get(command.queue), AliasQueue) for manager in managers)


def whole_tenths(message: Message, now: int) -> int:
    """0 in the last of them."""
    return UNLIMITED if message.end_of_life is None else (message.end_of_life - now) // 100


@misreading(
    "0 on a dead-letter queue",
    "Shows 0 of a dead letter for less than a tenth of a second.",
    *("EX-19", "EX-46", "EX-47"),
)
class ZeroOfDeadLetters(QueueManagerDecisions):
    def remaining_expiry(self, message: Message, now: int) -> int:
        if message.dead_letter is None or message.end_of_life is None:
            return super().remaining_expiry(message, now)
        return (message.end_of_life - now) // 100


def no_last_tenth(message: Message, now: int) -> int:
    return -1 if message.end_of_life is None else (message.end_of_life - now) // 100


def gets_under_cursor_in_syncpoint(command: Command) -> bool:
    return under_cursor(command) and isinstance(command, MqGet) and command.syncpoint is Syncpoint.WITHIN


def gets_from_staging(command: Command) -> bool:
    return isinstance(command, MqGet) and command.queue == STAGING_QUEUE


@misreading(
    "own expired message returned",
    "Returns to a unit of work what it has put itself, however long ago.",
    *("EX-17", "EX-25", "EX-04"),
)
class OwnExpired(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        own = {entry.message.message_id for _, _, entry in self.put_by_itself(command)}
        right = self.decisions.returnable
        with patch.object(
            self.decisions,
            "returnable",
            lambda message, *rest: message.message_id in own or right(message, *rest),
        ):
            return super().execute(command)

    def put_by_itself(self, command: Command) -> list[tuple[QueueManager, LocalQueue, Entry]]:
        """What the unit of work of a get has put itself, and not committed."""
        unit = self._unit(command)
        return [
            (manager, queue, entry)
            for manager in self.simulation.managers.values()
            for queue in manager.local_queues()
            for entry in queue.entries
            if unit is not None and entry.putter is unit
        ]

    def _unit(self, command: Command) -> UnitOfWork | None:
        match command:
            case MqGet(syncpoint=Syncpoint.WITHIN, connection=connection):
                return self.mqi.connection(connection).unit
            case Receive(session=session):
                return self.calls.jms.session(session).unit
            case _:
                return None


def by_jms(_: SimulatedWorld, command: Command) -> bool:
    return isinstance(command, Receive)


def durable(world: SimulatedWorld, command: Command) -> bool:
    if not isinstance(command, ReceivePublication):
        return False
    return world.calls.subscribers.subscriptions[command.subscription].durability is Durability.DURABLE


# fmt: off
QUEUE_MANAGER: tuple[Row, ...] = (
    ("0 in a JMS browser", "Shows 0 in a browser for less than a tenth of a second.",
     ("EX-19",), looks(jms_browser), "remaining_expiry", floored),
    ("0 in syncpoint", "Shows 0 in a unit of work for less than a tenth of a second.",
     ("EX-19",), looks(in_syncpoint), "remaining_expiry", floored),
    ("0 to a JMS client", "Shows 0 to a JMS client for less than a tenth of a second.",
     ("EX-19",), looks(jms_receive), "remaining_expiry", floored),
    ("expired returned by message id", "Returns an expired message that is asked for by message id.",
     OVER, looks(by_message_id), "returnable", yes),
    ("expired browsed with a lock", "Shows expired messages to a browse that locks.",
     OVER, looks(with_a_lock), "returnable", yes),
    ("expired returned in syncpoint", "Returns expired messages in a unit of work.",
     OVER, looks(in_syncpoint), "returnable", yes),
    ("expired received in a unit of work", "Lets a transacted session receive an expired message.",
     OVER, received_in_a_unit_of_work, "returnable", yes),
    ("expired returned by correlation id", "Returns an expired message that is asked for by correlation id.",
     (*OVER, "X-46"), looks(by_correlation_id), "returnable", yes),
    ("expired browsed on staging", "Shows expired messages on the staging queue.",
     (*OVER, "X-46"), looks(of_staging), "returnable", yes),
    ("expired received by a subscriber", "Lets a subscriber receive an expired publication.",
     OVER, looks(subscriber), "returnable", yes),
    ("expired browsed next", "Looks at the life with the first browse alone.",
     OVER, looks(browse_next), "returnable", yes),
    ("expired received", "Lets a JMS client receive an expired message.",
     OVER, looks(jms_receive), "returnable", yes),
    ("expired returned from shared queues", "Returns what has expired on a shared queue.",
     OVER, at_shared_queues, "returnable", yes),
    ("0 on shared queues", "Shows 0 on a shared queue for less than a tenth of a second.",
     ("EX-19",), at_shared_queues, "remaining_expiry", whole_tenths),
    ("0 by an alias", "Shows 0 to who asks by an alias for less than a tenth of a second.",
     ("EX-19",), by_aliases, "remaining_expiry", whole_tenths),
    ("0 at another queue manager", "Shows 0 at another queue manager for less than a tenth of a second.",
     ("EX-19",), at_other_queue_managers, "remaining_expiry", whole_tenths),
    ("0 under the cursor in syncpoint", "Shows a unit of work 0 of the last tenth under the cursor.",
     ("EX-19",), under_cursor_in_syncpoint, "remaining_expiry", whole_tenths),
    (
        "expired returned by an alias",
        "Returns what has expired to who asks by an alias.",
        ("EX-17", "EX-18", "EX-34"),
        by_an_alias,
        "returnable",
        yes,
    ),
    ("expired returned in syncpoint from shared queues", "Gives a unit of work what is over there.",
     OVER, both(at_shared_queues, in_unit), "returnable", yes),
    ("0 in syncpoint at shared queues", "Shows a unit of work 0 of the last tenth on a shared queue.",
     ("EX-19",), both(at_shared_queues, in_unit), "remaining_expiry", whole_tenths),
    ("0 under the cursor", "Shows 0 under the cursor for less than a tenth of a second.",
     ("EX-19",), looks(under_cursor), "remaining_expiry", no_last_tenth),
    ("0 of a recall", "Shows 0 of a staged message for less than a tenth of a second.",
     ("EX-19", "X-46"), looks(gets_from_staging), "remaining_expiry", no_last_tenth),
    ("0 to a subscriber", "Shows 0 to a subscriber for less than a tenth of a second.",
     ("EX-19",), looks(subscriber), "remaining_expiry", no_last_tenth),
    ("expired under the cursor in syncpoint", "Returns what has expired under the cursor in a unit of work.",
     ("EX-17", "EX-41", "EX-34"), looks(gets_under_cursor_in_syncpoint), "returnable", yes),
    ("get by id stops at the expired", "Finds nothing by an id that a first message has had, which is over.",
     ("EX-17", "EX-12", "EX-04", "EX-15"), looks(matched), "goes_on_after_discard", no),
    ("0 to durable subscribers", "Shows a durable subscriber 0 of the last tenth of a second.",
     ("EX-19",), durable, "remaining_expiry", whole_tenths),
    ("expired dead letters returned in syncpoint", "Gives a unit of work dead letters that have expired.",
     (*OVER, "EX-47"), both(dead_letters, in_unit), "returnable", yes),
    ("expired returned to a JMS client by an alias", "Gives a JMS client by an alias what has expired.",
     OVER, both(aliases, by_jms), "returnable", yes),
    ("0 elsewhere in syncpoint", "Shows 0 of the last tenth of a second in units of work elsewhere.",
     ("EX-19",), both(at_other_queue_managers, in_unit), "remaining_expiry", whole_tenths),
)
# fmt: on
for one in QUEUE_MANAGER:
    register(one, "decisions")
