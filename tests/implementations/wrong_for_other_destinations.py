"""Misreadings for some destinations: messages for the MQI, names of other kinds, other queue managers.

What is right for a local queue of the first queue manager, which JMS applications read, is wrong for another
destination.
"""

# ruff: noqa: ARG002 - as in `decisions`

from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from mqtck.reference.vocabulary.commands import (
    Command,
    CreateProducer,
    GrantPut,
    RevokePut,
    Send,
    SetDeliveryDelay,
    SetTimeToLive,
    StartQueueManager,
)
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER, Persistence, ReasonCode
from mqtck.reference.vocabulary.messages import QueueDestination, TargetClient
from mqtck.reference.vocabulary.outcomes import Outcome, Sent
from mqtck.reference.vocabulary.publications import AlterTopic, DefineTopic, Durability

from . import jms_client
from .decisions import Check, QueueManagerDecisions
from .jms_client import Producer, Session
from .misreading import misreading
from .objects import NO_ID, AliasQueue, Delay, LocalQueue, Message, Proxy, Subscription, Tie
from .queue_manager import QueueManager
from .world import SimulatedWorld
from .written_headers import TypeElements
from .wrong_for_some import Attempts
from .wrong_in_some_calls import CONFLICT, Row, no, register, sends

# --- messages for applications of the MQI ----------------------------------------------------------------


def for_mqi(command: Send | SetDeliveryDelay | SetTimeToLive, producer: Producer) -> bool:
    """A message whose readers know no JMS."""
    named = command.destination if isinstance(command, Send) else None
    destination = named or producer.destination
    return isinstance(destination, QueueDestination) and destination.target_client is TargetClient.MQ


# fmt: off
CLIENT: tuple[Row, ...] = (
    ("conflict of a message for the MQI accepted", "Compares life and delay of messages for JMS alone.",
     CONFLICT, sends(for_mqi), "conflict", no),
    ("group for the MQI accepted", "Takes a group with a delay where no JMS application reads it.",
     ("DD-36",), sends(for_mqi), "group_refused", no),
)
QUEUE_MANAGER: tuple[Row, ...] = (
    ("binding of messages for the MQI not asked", "Asks DEFBIND for messages for JMS alone.",
     ("DD-19", "DD-20"), sends(for_mqi), "binding_refused", no),
)
# fmt: on
for one in CLIENT:
    register(one, "client_decisions")
for one in QUEUE_MANAGER:
    register(one, "decisions")


@misreading(
    "targets of messages for the MQI not looked at",
    "Stages a message for the MQI whatever its target could take now.",
    *("DD-110", "DD-111", "DD-112", "DD-39", "DD-38"),
)
class TargetsForMqiNotLookedAt(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        producer = self.calls.jms.producers.get(command.producer) if isinstance(command, Send) else None
        if isinstance(command, Send) and producer is not None and for_mqi(command, producer):
            checks = frozenset({Check.EXISTS, Check.AUTHORITY})
            with patch.object(self.decisions, "checks_at_send", checks):
                return super().execute(command)
        return super().execute(command)


@misreading(
    "staged messages for the MQI lost at restart",
    "Logs staged messages for JMS alone.",
    *("X-45", "DD-95", "X-54", "DD-10", "DD-12"),
)
class ForMqiLostAtRestart(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        self.for_mqi: set[str] = set()
        super().__init__(*parts)

    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, Send) and isinstance(outcome, Sent):
            producer = self.calls.jms.producers[command.producer]
            if for_mqi(command, producer):
                self.for_mqi.add(self.calls.jms.ids[command.message.label])
        return outcome

    def _end(self, manager: QueueManager) -> None:
        super()._end(manager)
        for entry in list(manager.staging.entries):
            delay = entry.message.delay
            if delay is not None and delay.original.message_id in self.for_mqi:
                manager.take_off(manager.staging, entry)


@misreading(
    "no correlation id for an alias",
    "Stages what is for the queue behind an alias without a correlation id.",
    *("DD-60", "DD-61", "X-01"),
)
class NoCorrelationIdForAnAlias(QueueManagerDecisions):
    def staged_copy(self, original: Message, new_id: str, delay: Delay) -> Message:
        copy = super().staged_copy(original, new_id, delay)
        return copy if delay.resolved == delay.target else replace(copy, correlation_id=NO_ID)


# --- authority -------------------------------------------------------------------------------------------


class Authorities(SimulatedWorld):
    """Asks otherwise who may put to a queue."""

    def may_put(self, session: Session, queue: str) -> bool:
        raise NotImplementedError

    def execute(self, command: Command) -> Outcome:
        if not isinstance(command, Send | CreateProducer):
            return super().execute(command)
        asked = jms_client._may_put
        with patch.object(
            jms_client,
            "_may_put",
            lambda session, queue: asked(session, queue) or self.may_put(session, queue),
        ):
            return super().execute(command)


AUTHORITY = ("DD-46", "DD-47", "DD-32")


@misreading("authority of aliases not asked", "Lets everybody put to the name of an alias.", *AUTHORITY)
class AliasesNotAsked(Authorities):
    def may_put(self, session: Session, queue: str) -> bool:
        return isinstance(session.manager.definitions.get(queue), AliasQueue)


@misreading(
    "authority of queues elsewhere not asked",
    "Lets everybody put to a queue that is not one of its own.",
    *AUTHORITY,
)
class ElsewhereNotAsked(Authorities):
    def may_put(self, session: Session, queue: str) -> bool:
        definition = session.manager.definitions.get(queue)
        return not isinstance(definition, LocalQueue | AliasQueue)


@misreading(
    "authority by the beginning of a name",
    "Takes the authority to a queue for that to all whose names begin so.",
    *AUTHORITY,
)
class ByTheBeginning(Authorities):
    def may_put(self, session: Session, queue: str) -> bool:
        granted = session.manager.authorities
        return any(user == session.user and queue.startswith(name) for user, name in granted)


@misreading(
    "authority of any queue manager",
    "Knows users and queues by their names, whichever queue manager they belong to.",
    *AUTHORITY,
)
class OfAnyQueueManager(Authorities):
    def may_put(self, session: Session, queue: str) -> bool:
        managers = self.simulation.managers.values()
        return any((session.user, queue) in manager.authorities for manager in managers)


@misreading(
    "authority back with a restart",
    "Has the authorities again after a restart that were taken back.",
    *AUTHORITY,
)
class BackWithRestart(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        self.granted: dict[str, set[tuple[str, str]]] = {}
        super().__init__(*parts)

    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        match command:
            case GrantPut():
                granted = self.granted.setdefault(command.queue_manager, set())
                granted.add((command.user, command.queue))
            case StartQueueManager():
                manager = self.simulation.managers[command.queue_manager]
                manager.authorities.update(self.granted.get(manager.name, set()))
            case RevokePut():
                pass
        return outcome


# --- other queue managers --------------------------------------------------------------------------------


@misreading(
    "namesake of the first queue manager",
    "Delivers to the queue of that name on the first queue manager, where there is one.",
    *("DD-10", "DD-49", "DD-74", "DD-12", "X-54", "DD-06"),
)
class NamesakeOfTheFirst(Attempts):
    def deliver(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
        first = self.simulation.managers[DEFAULT_QUEUE_MANAGER]
        if delay.tie is None and isinstance(first.definitions.get(delay.target), LocalQueue):
            return first.put(delay.target, delay.original)
        reason: ReasonCode | None = deliver(delay)
        return reason


@misreading(
    "topics of the first queue manager",
    "Asks the topics of the first queue manager what a publication needs.",
    *("DD-120", "DD-121", "DD-122", "DD-38"),
)
class TopicsOfTheFirst(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, DefineTopic | AlterTopic):
            first = self.simulation.managers[DEFAULT_QUEUE_MANAGER].topics.objects
            for manager in self.simulation.managers.values():
                manager.topics.objects.update(first)
        return outcome


@misreading(
    "non-persistent publications stay in their queue manager",
    "Passes persistent publications alone to a queue manager below.",
    *("DD-118", "DD-115", "DD-116", "DD-10"),
)
class NonPersistentStay(Attempts):
    def deliver(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
        original = delay.original
        if isinstance(delay.tie, Proxy) and original.persistence != Persistence.PERSISTENT:
            return None
        reason: ReasonCode | None = deliver(delay)
        return reason


@misreading(
    "type stays in its queue manager",
    "Passes publications without their JMSType to a queue manager below.",
    *("X-42", "HM-38", "HM-48", "DD-118"),
)
class TypeStays(Attempts):
    def deliver(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
        header = delay.original.header
        if isinstance(delay.tie, Proxy) and header is not None:
            without = replace(header, mcd=TypeElements())
            delay = replace(delay, original=replace(delay.original, header=without))
        reason: ReasonCode | None = deliver(delay)
        return reason


# --- many subscribers ------------------------------------------------------------------------------------


@misreading(
    "five subscribers at most",
    "Stages copies for the first five subscribers alone.",
    *("DD-115", "DD-116", "DD-07", "DD-76", "X-52"),
)
class FiveSubscribers(QueueManagerDecisions):
    def served(self, matching: list[Tie]) -> list[Tie]:
        return super().served(matching)[:5]


@misreading(
    "one durable subscriber of a topic",
    "Stages one copy for all durable subscribers of a topic.",
    *("DD-115", "DD-116", "DD-07", "DD-76", "X-52", "DD-107"),
)
class OneDurableSubscriber(QueueManagerDecisions):
    def served(self, matching: list[Tie]) -> list[Tie]:
        served: dict[object, Tie] = {}
        for tie in super().served(matching):
            durable = isinstance(tie, Subscription) and tie.managed and tie.durability is Durability.DURABLE
            served.setdefault(Durability.DURABLE if durable else tie.queue, tie)
        return list(served.values())
