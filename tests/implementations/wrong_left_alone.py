"""Misreadings that touch what is to be left as it is.

A setter that begins anew, a session or a queue manager that takes those of others along, a commit or a
restart that makes something else of a message, a look that leaves undone what a get does.
"""

# ruff: noqa: ARG002 - as in `decisions`

from typing import Any

import msgspec

from mqtck.reference.vocabulary.commands import (
    Command,
    Commit,
    DisableMessageId,
    EndQueueManager,
    GetMode,
    MatchCorrelationId,
    MqCommit,
    MqGet,
    MqPut,
    MqPut1,
    SetDeliveryMode,
    SetPriority,
    Usage,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, ReasonCode, Report
from mqtck.reference.vocabulary.messages import QueueDestination, SeenTransmissionHeader
from mqtck.reference.vocabulary.outcomes import Done, MessageReturned, Outcome
from mqtck.reference.vocabulary.publications import MessageDelivery

from .behaviour_publications import AsParent
from .client_decisions import ClientDecisions
from .decisions import Check
from .jms_client import Producer, Session
from .misreading import misreading
from .objects import Delay, Entry, LocalQueue, Message, Proxy, RemoteQueue, Tie, UnitOfWork
from .queue_manager import QueueManager
from .report_messages import exception_report
from .staged_copies import drop_other_copies
from .topics import Delivery
from .world import SimulatedWorld
from .wrong_now_and_then import Restarted, original
from .wrong_reports_in_one_corner import Reports

COMMITTED = ("EX-23", "EX-05", "EX-50", "EX-56")
OVER_A_RESTART = ("X-45", "DD-95", "DD-10")

# --- setters and sessions ------------------------------------------------------------------------------


class Setters(SimulatedWorld):
    """Some setters touch what another one has set."""

    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(outcome, Done) and isinstance(
            command, SetPriority | SetDeliveryMode | DisableMessageId
        ):
            self.touched(self.calls.jms.producers[command.producer])
        return outcome

    def touched(self, producer: Producer) -> None:
        raise NotImplementedError


@misreading(
    "no delay behind another setter",
    "Forgets the delay when the priority, the delivery mode or the hint about ids is set.",
    *("DD-01", "DD-03", "DD-04", "DD-07"),
)
class DelayForgotten(Setters):
    def touched(self, producer: Producer) -> None:
        producer.delay = 0


@misreading(
    "no life behind another setter",
    "Forgets the time to live when the priority, the delivery mode or the hint about ids is set.",
    *("HM-14", "HM-15", "X-05"),
)
class LifeForgotten(Setters):
    def touched(self, producer: Producer) -> None:
        producer.time_to_live = 0


@misreading(
    "authority once for a session",
    "Remembers with a session to which queues its user may put.",
    *("DD-46", "DD-47"),
)
class AuthorityRemembered(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        allowed: set[tuple[int, str]] = set()
        opened = self.calls.jms._open_destination

        def open_destination(
            session: Session, queue: str, checks: frozenset[Check], led: str | None = None
        ) -> None:
            known = (id(session), queue) in allowed
            opened(session, queue, checks - {Check.AUTHORITY} if known else checks, led)
            allowed.add((id(session), queue))

        self.calls.jms._open_destination = open_destination  # type: ignore[method-assign]


@misreading(
    "units of work end with another queue manager",
    "Rolls all units of work back when any queue manager ends.",
    *("DD-10", "DD-12", "DD-45", "X-54"),
)
class UnitsEnd(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, EndQueueManager):
            for session in self.calls.jms.sessions.values():
                if session.unit is not None:
                    session.unit.rollback()
        return super().execute(command)


# --- topics --------------------------------------------------------------------------------------------


@misreading(
    "the topmost topic decides",
    "Takes PMSGDLV and NPMSGDLV from the topic above, whatever the topic itself says.",
    *("DD-122", "DD-120", "DD-121"),
)
class TopmostTopic(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        topics = manager.topics

        def delivery(topic_string: str, _: AsParent) -> Delivery:
            above = [one for one in topics.objects.values() if topic_string.startswith(one.topic_string)]
            top = min(above, key=lambda one: len(one.topic_string), default=None)
            return (MessageDelivery.ALL_AVAILABLE,) * 2 if top is None else top.delivery

        topics.delivery = delivery  # type: ignore[method-assign]


@misreading(
    "a copy for a deserted neighbour",
    "Stages a copy for each neighbour in the hierarchy, whether or not anybody is subscribed there.",
    *("DD-116", "DD-118"),
)
class DesertedNeighbours(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        topics = manager.topics
        matching = topics.matching

        def all_neighbours(topic_string: str, came_from: str = "") -> list[Tie]:
            ties = matching(topic_string, came_from)
            served = {tie.neighbour for tie in ties if isinstance(tie, Proxy)} | {came_from}
            others = [one for one in topics.hierarchy.neighbours(manager.name) if one not in served]
            return [*ties, *(Proxy(one, topic_string, topics._queue_to(one)) for one in others)]

        topics.matching = all_neighbours  # type: ignore[method-assign]


@misreading(
    "one copy recalled, none delivered",
    "Takes the copies of all subscribers off the staging queue when one is got there.",
    *("DD-115", "DD-76", "DD-10", "DD-61", "X-52"),
)
class AllRecalled(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        take_off = manager.take_off

        def taken_off(queue: LocalQueue, entry: Entry) -> None:
            take_off(queue, entry)
            delay = entry.message.delay
            if delay is not None and delay.original.publication is not None and manager.now < delay.due:
                drop_other_copies(manager, delay.original)

        manager.take_off = taken_off  # type: ignore[method-assign]


@misreading(
    "abandoned publications reported unasked",
    "Reports to whoever is named as reply-to that no queue takes a publication.",
    *("DD-102", "DD-101", "X-37"),
)
class ReportedUnasked(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        dispose = manager.processor._dispose

        def disposed(entry: Entry, delay: Delay, reason: ReasonCode) -> None:
            sent = delay.original
            if delay.tie is not None and not sent.report & Report.EXCEPTION:
                manager.put_report(exception_report(sent, reason, manager), sent)
            dispose(entry, delay, reason)

        manager.processor._dispose = disposed  # type: ignore[method-assign]


@misreading(
    "one kept message at a time",
    "Tries again what it kept first, and never what it kept beside that.",
    *("DD-99", "DD-10", "X-54"),
)
class FirstKept(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        processor = manager.processor
        retry = processor._retry

        def retried(entry: Entry) -> None:
            if not any(waiting is not entry for _, _, waiting in processor._retries):
                retry(entry)

        processor._retry = retried  # type: ignore[method-assign]


# --- reports ------------------------------------------------------------------------------------------


@misreading(
    "expiration reports dead-lettered besides",
    "Puts an expiration report to the dead-letter queue as well as to its own.",
    *("EX-21", "EX-12", "EX-13", "EX-15", "EX-16", "DD-103"),
)
class DeadLetteredBesides(Reports):
    def reported(self, manager: QueueManager, report: Message, about: Message) -> Message:
        if about.reply_to and about.dead_letter is None:
            manager.dead_letter(report, ReasonCode.NOT_AUTHORIZED, about.reply_to)
        return report


# --- gets ----------------------------------------------------------------------------------------------


class SparingGets(SimulatedWorld):
    """Some gets discard nothing."""

    command: Command | None = None

    def execute(self, command: Command) -> Outcome:
        self.command = command
        return super().execute(command)

    def change(self, manager: QueueManager) -> None:
        discard = manager.discard

        def discarded(queue: LocalQueue, entry: Entry, unit: UnitOfWork | None = None) -> None:
            if not (isinstance(self.command, MqGet) and self.spares(self.command)):
                discard(queue, entry, unit)

        manager.discard = discarded  # type: ignore[method-assign]

    def spares(self, command: MqGet) -> bool:
        raise NotImplementedError


@misreading(
    "nothing discarded under the cursor",
    "Leaves on its queue what has expired under the cursor.",
    *("EX-12", "EX-13", "EX-15", "EX-16"),
)
class UnderTheCursor(SparingGets):
    def spares(self, command: MqGet) -> bool:
        return command.mode is GetMode.UNDER_CURSOR


@misreading(
    "nothing discarded by correlation id",
    "Leaves on its queue what has expired and is asked for by its correlation id.",
    *("EX-12", "EX-13", "EX-15", "EX-16"),
)
class ByCorrelationId(SparingGets):
    def spares(self, command: MqGet) -> bool:
        return isinstance(command.match, MatchCorrelationId) and command.queue != STAGING_QUEUE


@misreading(
    "header of a browse not over",
    "Shows a browse an Expiry of 1 in the header where it is over.",
    *("EX-59", "EX-56"),
)
class NotOverForBrowses(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        browses = isinstance(command, MqGet) and command.mode is not GetMode.DESTRUCTIVE
        if not browses or not isinstance(outcome, MessageReturned):
            return outcome
        header = outcome.message.transmission_header
        if not isinstance(header, SeenTransmissionHeader) or header.descriptor.expiry != 0:
            return outcome
        written = msgspec.structs.replace(header.descriptor, expiry=1)
        shown = msgspec.structs.replace(header, descriptor=written)
        return MessageReturned(msgspec.structs.replace(outcome.message, transmission_header=shown))


# --- puts, and their commits ---------------------------------------------------------------------------


class BegunByCommits(SimulatedWorld):
    """Some lives begin with the commit."""

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, Commit | MqCommit):
            for manager in self.simulation.managers.values():
                for queue in manager.local_queues():
                    for entry in queue.entries:
                        if entry.putter is not None and self.begins(queue, entry.message):
                            end = self.now() + entry.message.expiry * 100
                            entry.message = msgspec.structs.replace(entry.message, end_of_life=end)
        return super().execute(command)

    def begins(self, queue: LocalQueue, message: Message) -> bool:
        raise NotImplementedError


@misreading(
    "remote life begun by the commit",
    "Begins the life of a message on a transmission queue with its commit.",
    *COMMITTED,
)
class RemoteLife(BegunByCommits):
    def begins(self, queue: LocalQueue, message: Message) -> bool:
        return message.end_of_life is not None and queue.attributes.usage is Usage.TRANSMISSION


@misreading(
    "life of a publication begun by the commit",
    "Begins the life of a publication with its commit.",
    *COMMITTED,
)
class PublishedLife(BegunByCommits):
    def begins(self, queue: LocalQueue, message: Message) -> bool:
        return message.end_of_life is not None and message.publication is not None and message.delay is None


class Puts(SimulatedWorld):
    """Some puts by the MQI go another way."""

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, MqPut | MqPut1):
            return self.put(command)
        return super().execute(command)

    def put(self, command: MqPut | MqPut1) -> Outcome:
        return super().execute(command)


@misreading(
    "limit not enforced for remote queues",
    "Takes any Expiry where the queue is a remote one.",
    *("EX-27", "EX-28", "EX-29", "EX-31"),
)
class RemoteUnlimited(Puts):
    def put(self, command: MqPut | MqPut1) -> Outcome:
        manager = self.mqi.connection(command.connection).manager
        remote = isinstance(manager.definitions.get(command.queue), RemoteQueue)
        variable = manager.enforcement.variable
        manager.enforcement.variable = None if remote else variable
        try:
            return super().put(command)
        finally:
            manager.enforcement.variable = variable


# --- restarts ------------------------------------------------------------------------------------------


@misreading(
    "long messages cut at restart", "Logs the first hundred characters of a message.", *OVER_A_RESTART
)
class CutAtRestart(Restarted):
    def started_with(self, message: Message, down: int) -> Message:
        return original(message, body=message.body[:100])


@misreading(
    "reply-to queue manager lost at restart",
    "Logs the name of the reply-to queue, and not of its queue manager.",
    *("X-45", "X-22", "DD-101", "DD-100", "DD-102", "X-37"),
)
class ReplyManagerLost(Restarted):
    def started_with(self, message: Message, down: int) -> Message:
        return original(message, reply_to_manager="")


@misreading(
    "life of a publication begun anew at restart",
    "Logs a publication with the life that it was sent with.",
    *("X-45", "DD-79", "DD-80", "EX-05"),
)
class PublishedLifeAtRestart(Restarted):
    def started_with(self, message: Message, down: int) -> Message:
        if message.publication is None or message.end_of_life is None:
            return message
        return original(message, end_of_life=self.now() + message.expiry * 100)


# --- headers -------------------------------------------------------------------------------------------


@misreading(
    "replies to another queue manager",
    "Writes another queue manager into the URI of JMSReplyTo than the destination names.",
    *("HM-06", "HM-07", "X-42"),
)
class OtherReplyManager(ClientDecisions):
    def reply_element(self, reply: QueueDestination, manager: str) -> str | None:
        return super().reply_element(msgspec.structs.replace(reply, queue_manager="QM8"), manager)
