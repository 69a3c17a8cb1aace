"""Misreadings that are right except in one corner: for another producer, queue manager or application, the
second time, after a restart, or where two limits meet.
"""

from typing import ClassVar
from unittest.mock import patch

from msgspec.structs import replace

from implementations.decisions.queue_manager import Check, QueueManagerDecisions
from implementations.decisions.transmission import Limit
from implementations.simulation.queue_managers.queue_manager import QueueManager, Reason
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Delay, Entry, LocalQueue, Message, UnitOfWork
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import no
from implementations.wrong.parts.restarts import AsFirstDefined, RestartOfChannels, Shared
from mqtck.reference.vocabulary.commands import (
    Command,
    DefineLocalQueue,
    MqCommit,
    ProducerApi,
    Send,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetPriority,
    Switch,
)
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER, UNLIMITED, ReasonCode
from mqtck.reference.vocabulary.outcomes import Done, Outcome

# --- another queue manager, another producer, another application ------------------------------------------


@misreading(
    "waits for the first queue manager",
    "Moves nothing on other queue managers while the first one is down.",
    *("DD-10", "DD-12", "X-54"),
)
class WaitsForTheFirst(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        attempt = manager.processor._attempt

        def while_it_is_up(entry: Entry) -> None:
            if self.simulation.managers[DEFAULT_QUEUE_MANAGER].running:
                attempt(entry)

        manager.processor._attempt = while_it_is_up  # type: ignore[method-assign]


class OfOneApi(Shared):
    """What one JMSProducer is given, all of its JMSContext have."""

    setter: ClassVar[type[Command]]
    field: ClassVar[str]

    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, self.setter) and isinstance(outcome, Done):
            given = self.calls.jms.producers[command.producer]
            for producer in self.of_session(given) if given.api is ProducerApi.JMS_PRODUCER else ():
                setattr(producer, self.field, getattr(given, self.field))
        return outcome


@misreading(
    "priority of a JMSContext",
    "Keeps the priority of its JMSProducers with the JMSContext.",
    *("HM-24", "HM-25"),
)
class PriorityOfContext(OfOneApi):
    setter = SetPriority
    field = "priority"


@misreading(
    "delivery mode of a JMSContext",
    "Keeps the delivery mode of its JMSProducers with the JMSContext.",
    *("HM-08", "HM-10", "HM-11", "HM-12"),
)
class DeliveryModeOfContext(OfOneApi):
    setter = SetDeliveryMode
    field = "delivery_mode"


@misreading(
    "a delay of 0 for all of a session",
    "Takes the delay from every producer of a session when one is given a delay of 0.",
    *("DD-01", "DD-03", "DD-04", "DD-05", "DD-07"),
)
class NoDelayForAll(Shared):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, SetDeliveryDelay) and command.milliseconds == 0:
            for producer in self.of_session(self.calls.jms.producers[command.producer]):
                producer.delay = 0
        return outcome


@misreading(
    "a commit of all applications",
    "Commits the units of work of all connections with that of one.",
    *("EX-25", "EX-23", "EX-22", "EX-40", "EX-21"),
)
class CommitOfAll(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, MqCommit):
            manager = self.mqi.connection(command.connection).manager
            for connection in self.mqi.connections.values():
                if connection.manager is manager:
                    connection.unit.commit()
        return super().execute(command)


# --- sends that name their queue manager -------------------------------------------------------------------


class NamedQueueManager(SimulatedWorld):
    """Sends otherwise where the destination names the queue manager as well."""

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, Send) and command.destination and command.destination.queue_manager:
            return self.named(command)
        return super().execute(command)

    def named(self, command: Send) -> Outcome:
        raise NotImplementedError


@misreading(
    "life not compared where the queue manager is named",
    "Compares life and delay where a destination names a queue alone.",
    *("DD-25", "DD-26", "DD-30", "DD-31"),
)
class NamedNotCompared(NamedQueueManager):
    def named(self, command: Send) -> Outcome:
        with patch.object(self.client_decisions, "conflict", no):
            return SimulatedWorld.execute(self, command)

    def execute(self, command: Command) -> Outcome:
        with patch.object(self.client_decisions, "setter_reports_conflict", no):
            return super().execute(command)


@misreading(
    "target not looked at where the queue manager is named",
    "Looks at a target where a destination names a queue alone.",
    *("DD-110", "DD-111", "DD-112", "DD-38", "DD-39"),
)
class NamedNotLookedAt(NamedQueueManager):
    def named(self, command: Send) -> Outcome:
        with patch.object(self.decisions, "checks_at_send", frozenset({Check.EXISTS, Check.AUTHORITY})):
            return SimulatedWorld.execute(self, command)


# --- where limits meet -------------------------------------------------------------------------------------


@misreading(
    "full and inhibited taken for neither",
    "Finds a queue that is inhibited or full, and not one that is both.",
    *("DD-110", "DD-112", "DD-38", "DD-39"),
)
class BothTakenForNeither(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        refusal = manager._refusal

        def either(
            queue: LocalQueue | None, length: int, checks: frozenset[Check], reserved: int = 0
        ) -> Reason:
            inhibited = queue is not None and queue.attributes.put is Switch.DISABLED
            full = refusal(queue, 0, frozenset({Check.FULLNESS}), reserved) is not None
            neither = checks - {Check.PUT_ENABLED, Check.FULLNESS} if inhibited and full else checks
            return refusal(queue, length, neither, reserved)

        manager._refusal = either  # type: ignore[method-assign]


@misreading(
    "early for a life that ends soon",
    "Moves a message a second early whose life ends within a second of its delay.",
    *("DD-01", "DD-06", "DD-10", "DD-05"),
)
class EarlyForItsLife(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        delayed = manager.processor.delay

        def in_time(original: Message, target: str, milliseconds: int) -> Delay:
            delay = delayed(original, target, milliseconds)
            soon = 0 < original.expiry * 100 - milliseconds < 1000
            return replace(delay, due=delay.due - 1000) if soon else delay

        manager.processor.delay = in_time  # type: ignore[method-assign]


@misreading(
    "expired and dead-lettered",
    "Dead-letters an expired message as well that its target would not take.",
    *("DD-84", "DD-82", "DD-98", "EX-17", "EX-47", "X-12", "X-45"),
)
class ExpiredAndDeadLettered(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        discard = manager.discard

        def both(queue: LocalQueue, entry: Entry, unit: UnitOfWork | None = None) -> None:
            delay = entry.message.delay
            discard(queue, entry, unit)
            target = None if delay is None else manager.put_queue(delay.target)
            if delay is not None and target is not None and target.attributes.put is Switch.DISABLED:
                unlimited = replace(delay.original, expiry=UNLIMITED, end_of_life=None)
                manager.dead_letter(unlimited, ReasonCode.PUT_INHIBITED, delay.target)

        manager.discard = both  # type: ignore[method-assign]


@misreading(
    "unreported where the target is the dead-letter queue",
    "Makes no exception report about a message whose target is the dead-letter queue.",
    *("DD-101", "DD-125", "DD-97"),
)
class TargetIsDeadLetterQueue(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        report = manager.processor._report

        def elsewhere(about: Message, delay: Delay, reason: int, unit: UnitOfWork) -> bool:
            return delay.target == manager.dead_letter_queue or report(about, delay, reason, unit)

        manager.processor._report = elsewhere  # type: ignore[method-assign]


@misreading(
    "unreported where the report goes to the dead-letter queue",
    "Makes no exception report to the queue that is the dead-letter queue.",
    *("DD-101", "DD-125", "DD-97"),
)
class ReportToDeadLetterQueue(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        report = manager.processor._report

        def elsewhere(about: Message, delay: Delay, reason: int, unit: UnitOfWork) -> bool:
            there = about.reply_to == manager.dead_letter_queue
            return there or report(about, delay, reason, unit)

        manager.processor._report = elsewhere  # type: ignore[method-assign]


# --- large values, and the second time ---------------------------------------------------------------------


@misreading(
    "a life of more than 31 bits unreported",
    "Makes no expiration report about a life of more milliseconds than fit into 31 bits.",
    *("EX-21", "EX-26"),
)
class LongLifeUnreported(QueueManagerDecisions):
    def expiration_report_wanted(self, message: Message) -> bool:
        return message.expiry * 100 < 1 << 31 and super().expiration_report_wanted(message)


@misreading(
    "a bad header refused once",
    "Checks the Expiry in the header of a message until it has refused one.",
    *("EX-53", "EX-55", "EX-27"),
)
class BadHeaderRefusedOnce(QueueManagerDecisions):
    refused = False

    def embedded_refused(self, embedded: int, limit: Limit) -> bool:
        refused = not self.refused and super().embedded_refused(embedded, limit)
        self.refused = self.refused or refused
        return refused


class AttributeAsFirstDefined(AsFirstDefined):
    """Has an attribute of a queue as it was first defined when the queue manager starts."""

    field: ClassVar[str]

    def note(self, command: Command) -> None:
        if isinstance(command, DefineLocalQueue):
            first = getattr(command.attributes, self.field)
            self.first.setdefault((command.queue_manager, command.queue), first)

    def again(self, manager: QueueManager) -> None:
        for (name, queue), value in self.first.items():
            found = manager.local(queue) if name == manager.name else None
            if found is not None:
                found.attributes = replace(found.attributes, **{self.field: value})


@misreading(
    "DEFPSIST as first defined after a restart",
    "Has DEFPSIST of a queue as it was first defined when it starts again.",
    *("DD-77", "HM-08", "HM-10", "X-45"),
)
class PersistenceAsFirstDefined(AttributeAsFirstDefined):
    field = "default_persistence"


@misreading(
    "DEFPRTY as first defined after a restart",
    "Has DEFPRTY of a queue as it was first defined when it starts again.",
    *("DD-78", "HM-24", "X-45"),
)
class PriorityAsFirstDefined(AttributeAsFirstDefined):
    field = "default_priority"


@misreading(
    "DEADQ forgotten at the second start",
    "Has no dead-letter queue when it has started for the second time.",
    *("X-45", "DD-98", "DD-10", "DD-12"),
)
class DeadqForgotten(RestartOfChannels):
    started = 0

    def forget(self, manager: QueueManager) -> None:
        self.started += 1
        if self.started == 2:
            manager.dead_letter_queue = None
