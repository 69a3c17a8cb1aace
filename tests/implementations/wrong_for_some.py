"""Misreadings that are right but for some messages: by length, priority, ids, or whom they are for."""

# ruff: noqa: ARG002 - as in `decisions`
from collections.abc import Iterable
from typing import Any
from unittest.mock import patch

import msgspec

from mqtck.reference.vocabulary.commands import (
    Command,
    CreateProducer,
    MatchCorrelationId,
    MatchMessageId,
    MqGet,
    Send,
    SetDeliveryDelay,
    SetTimeToLive,
    Switch,
)
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER, STAGING_QUEUE, Persistence, ReasonCode
from mqtck.reference.vocabulary.messages import QueueDestination, TargetClient, TopicDestination
from mqtck.reference.vocabulary.outcomes import Outcome, Refused

from .decisions import Check, QueueManagerDecisions
from .jms_client import Producer
from .misreading import misreading
from .objects import NO_ID, AliasQueue, Delay, Entry, Message
from .queue_manager import QueueManager
from .world import SimulatedWorld
from .wrong_in_other_calls import Call, all_but
from .wrong_in_some_calls import Row, no, register, sends

STAGED = ("DD-01", "DD-05", "DD-06", "DD-07")
LONG = 4096

# --- some delays ------------------------------------------------------------------------------------


@misreading("delay in 32 bits", "Keeps a delay in 32 bits of ms.", "DD-01", "DD-03", "DD-05")
class DelayInThirtyTwoBits(QueueManagerDecisions):
    def due(self, sent: int, committed: int, milliseconds: int, staged: Iterable[Delay]) -> int:
        return super().due(sent, committed, milliseconds % 2**32, staged)


@misreading("delay of 1 ms ignored", "Delays by more than 1 ms alone.", *STAGED)
class OneMillisecondIgnored(QueueManagerDecisions):
    def goes_to_staging(self, milliseconds: int) -> bool:
        return milliseconds > 1


@misreading("delay below a tenth ignored", "Delays by a tenth of a second or more.", *STAGED)
class BelowTenthIgnored(QueueManagerDecisions):
    def goes_to_staging(self, milliseconds: int) -> bool:
        return milliseconds >= 100


class Attempts(SimulatedWorld):
    """Something else happens when a message is tried, or put to its target."""

    def change(self, manager: QueueManager) -> None:
        processor = manager.processor
        attempt, deliver = processor._attempt, processor._deliver

        def attempted(entry: Entry) -> None:
            self.attempt(manager, entry, attempt)

        def delivered(delay: Delay) -> ReasonCode | None:
            return self.deliver(manager, delay, deliver)

        processor._attempt = attempted  # type: ignore[method-assign]
        processor._deliver = delivered  # type: ignore[method-assign]

    def attempt(self, manager: QueueManager, entry: Entry, attempt: Any) -> None:
        attempt(entry)

    def deliver(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
        reason: ReasonCode | None = deliver(delay)
        return reason


@misreading(
    "low priorities wait",
    "Holds a message back as long as one of a higher priority is staged.",
    *("DD-12", "DD-10", "DD-05"),
)
class LowPrioritiesWait(Attempts):
    def attempt(self, manager: QueueManager, entry: Entry, attempt: Any) -> None:
        others = [one.message.delay for one in manager.staging.entries if one.message.delay is not None]
        ahead = [
            one.due
            for one in others
            if one.original.priority > entry.message.priority and one.due > manager.now
        ]
        if not ahead:
            attempt(entry)
            return
        delay = msgspec.structs.replace(entry.message.delay, due=max(ahead))
        entry.message = msgspec.structs.replace(entry.message, delay=delay)
        manager.processor.watch(entry)


# --- which messages are delayed ---------------------------------------------------------------------


def priority_of(command: Call, producer: Producer) -> int:
    own = command.arguments if isinstance(command, Send) else None
    return own.priority if own else producer.priority


def lowest(command: Call, producer: Producer) -> bool:
    return priority_of(command, producer) == 0


def highest(command: Call, producer: Producer) -> bool:
    return priority_of(command, producer) == 9


def destination_of(command: Call, producer: Producer) -> QueueDestination | TopicDestination | None:
    named = (command.destination or command.topic) if isinstance(command, Send) else None
    return named or producer.destination


def queue_of(command: Call, producer: Producer) -> str | None:
    destination = destination_of(command, producer)
    return destination.queue if isinstance(destination, QueueDestination) else None


def native(command: Call, producer: Producer) -> bool:
    destination = destination_of(command, producer)
    return isinstance(destination, QueueDestination) and destination.target_client is TargetClient.MQ


def replies(command: Call, _: Producer) -> bool:
    return isinstance(command, Send) and command.message.correlates_with is not None


def elsewhere(_: Call, producer: Producer) -> bool:
    return producer.session.manager.name != DEFAULT_QUEUE_MANAGER


def behind_an_alias(command: Call, producer: Producer) -> bool:
    definition = producer.session.manager.definitions.get(queue_of(command, producer) or "")
    return producer.delay > 0 and isinstance(definition, AliasQueue)


def for_nobody(command: Call, producer: Producer) -> bool:
    destination = destination_of(command, producer)
    topics = producer.session.manager.topics
    return isinstance(destination, TopicDestination) and not topics.matching(destination.topic_string)


# fmt: off
ROWS: tuple[Row, ...] = (
    ("lowest priority without delay", "Takes priority 0 for a wish not to wait.",
     STAGED, sends(lowest), "goes_to_staging", no),
    ("highest priority without delay", "Sends at once what has priority 9.",
     STAGED, sends(highest), "goes_to_staging", no),
    ("native messages without delay", "Delays messages with an MQRFH2 alone.",
     STAGED, sends(native), "goes_to_staging", no),
    ("replies without delay", "Sends replies at once.",
     STAGED, sends(replies), "goes_to_staging", no),
    ("another queue manager without delay", "Delays on the first queue manager alone.",
     (*STAGED, "DD-11"), sends(elsewhere), "goes_to_staging", no),
    ("existence behind an alias not asked", "Takes an alias for a queue that exists.",
     ("DD-75", "DD-38"), sends(behind_an_alias), "checks_at_send", all_but(Check.EXISTS)),
    ("retained accepted without a subscriber", "Delays what is to be retained where nobody subscribes.",
     ("DD-33",), sends(for_nobody), "retained_refused", no),
)
# fmt: on
for one in ROWS:
    register(one, "decisions")


@misreading("first queue alone delayed", "Delays for the first queue that a producer sends to.", *STAGED)
class FirstQueueAlone(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.first: dict[int, str | None] = {}

    def execute(self, command: Command) -> Outcome:
        producer = self.calls.jms.producers.get(command.producer) if isinstance(command, Send) else None
        if not isinstance(command, Send) or producer is None:
            return super().execute(command)
        queue = queue_of(command, producer)
        if self.first.setdefault(id(producer), queue) == queue:
            return super().execute(command)
        with patch.object(self.decisions, "goes_to_staging", no):
            return super().execute(command)


@misreading(
    "object keeps its delay",
    "Delays a message object that is sent again without a delay as it was delayed before.",
    *("DD-08", "DD-05", "HM-32"),
)
class ObjectKeepsDelay(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.delays: dict[str | None, int] = {}

    def execute(self, command: Command) -> Outcome:
        producer = self.calls.jms.producers.get(command.producer) if isinstance(command, Send) else None
        if not isinstance(command, Send) or producer is None:
            return super().execute(command)
        own = producer.delay
        producer.delay = own or self.delays.get(command.message.same_object_as, 0)
        outcome = super().execute(command)
        self.delays[command.message.label] = producer.delay
        producer.delay = own
        return outcome


@misreading(
    "delay gone with a refused send", "Forgets the delay when a send is refused.", "DD-05", "DD-01", "DD-07"
)
class DelayGoneWithRefusal(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        producer = self.calls.jms.producers.get(command.producer) if isinstance(command, Send) else None
        if producer is not None and isinstance(outcome, Refused):
            producer.delay = 0
        return outcome


@misreading(
    "conflict with a former life",
    "Compares a delay with the shortest life that the producer ever had.",
    *("DD-26", "DD-28", "DD-25"),
)
class ConflictWithFormerLife(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.shortest: dict[str, int] = {}

    def execute(self, command: Command) -> Outcome:
        match command:
            case CreateProducer(producer=producer):
                self.shortest.pop(producer, None)
            case SetTimeToLive(producer=producer, milliseconds=life) if life:
                self.shortest[producer] = min(life, self.shortest.get(producer, life))
            case SetDeliveryDelay(producer=producer) if producer in self.shortest:
                conflict, shortest = self.client_decisions.conflict, self.shortest[producer]
                with patch.object(
                    self.client_decisions, "conflict", lambda _, delay: conflict(shortest, delay)
                ):
                    return super().execute(command)
            case _:
                pass
        return super().execute(command)


@misreading(
    "conflict with the life of an earlier send",
    "Compares a delay with the life that came with the send before.",
    *("DD-29", "DD-26", "DD-28", "DD-25"),
)
class ConflictWithLifeOfSend(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.lives: dict[str, int] = {}

    def execute(self, command: Command) -> Outcome:
        match command:
            case Send(producer=producer, arguments=arguments) if arguments is not None:
                self.lives[producer] = arguments.time_to_live
            case SetDeliveryDelay(producer=producer) if producer in self.lives:
                conflict, life = self.client_decisions.conflict, self.lives[producer]
                with patch.object(self.client_decisions, "conflict", lambda _, delay: conflict(life, delay)):
                    return super().execute(command)
            case _:
                pass
        return super().execute(command)


# --- staged copies and what is delivered ------------------------------------------------------------


@misreading(
    "staged correlation id kept where there is one",
    "Leaves the application's correlation id, where there is one, on the staged copy.",
    *("DD-60", "DD-61", "X-01"),
)
class CorrelationIdKept(QueueManagerDecisions):
    def staged_copy(self, original: Message, new_id: str, delay: Delay) -> Message:
        copy = super().staged_copy(original, new_id, delay)
        own = original.correlation_id
        return copy if own == NO_ID else msgspec.structs.replace(copy, correlation_id=own)


@misreading(
    "staged id new for the persistent alone",
    "Stages under its own message id what is not persistent.",
    *("DD-59", "DD-60", "DD-61"),
)
class IdNewForPersistent(QueueManagerDecisions):
    def staged_copy(self, original: Message, new_id: str, delay: Delay) -> Message:
        own = original.persistence == Persistence.NOT_PERSISTENT
        return super().staged_copy(original, original.message_id if own else new_id, delay)


@misreading("long messages cut", "Cuts a delayed message after 4096 characters.", "DD-10", "X-42")
class LongMessagesCut(QueueManagerDecisions):
    def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
        message = super().delivered(delay, now, persistence, priority)
        return msgspec.structs.replace(message, body=message.body[:LONG])


@misreading(
    "staged found by the original id",
    "Finds a staged message by its original id as message id, too.",
    *("DD-59", "DD-61", "DD-60"),
)
class FoundByOriginalId(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if (
            isinstance(command, MqGet)
            and command.queue == STAGING_QUEUE
            and isinstance(command.match, MatchMessageId)
        ):
            command = msgspec.structs.replace(command, match=MatchCorrelationId(command.match.of))
        return super().execute(command)


@misreading(
    "get-disabled target failed",
    "Takes a target that is disabled for gets for one that takes nothing.",
    *("DD-10", "DD-98", "DD-114", "X-54"),
)
class GetDisabledTargetFailed(Attempts):
    def deliver(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
        queue = manager.put_queue(delay.target)
        if queue is not None and queue.attributes.get is Switch.DISABLED:
            return ReasonCode.GET_INHIBITED
        return super().deliver(manager, delay, deliver)
