"""Misreadings of what is staged in one corner: recalls, definitions, restarts, producers, other places."""

# ruff: noqa: ARG002 - as in `decisions`

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    Command,
    CreateProducer,
    EndQueueManager,
    FailDelayProcessor,
    GetMode,
    MqGet,
    OpenSession,
    Receive,
    Send,
    SetDeliveryDelay,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, UNLIMITED, Persistence, ReasonCode
from mqtck.reference.vocabulary.messages import DelayHeader, SeenMessage
from mqtck.reference.vocabulary.outcomes import Browsed, Done, MessageReturned, Outcome, Refused, Sent

from .jms_client import Session
from .misreading import misreading
from .objects import AliasQueue, AsQueue, Delay, Entry, Message, RemoteQueue, Subscription
from .queue_manager import QueueManager
from .world import SimulatedWorld
from .wrong_at_some_time import AtLaterAttempt
from .wrong_for_some import Attempts
from .wrong_in_some_units import as_defined
from .wrong_now_and_then import original

LOST = ("DD-10", "DD-12", "X-54")
Recalls = Callable[[Command], bool]

# --- recalls -------------------------------------------------------------------------------------------


def under_cursor(command: Command) -> bool:
    return isinstance(command, MqGet) and command.mode is GetMode.UNDER_CURSOR


def the_first(command: Command) -> bool:
    return isinstance(command, MqGet) and command.mode is GetMode.DESTRUCTIVE and command.match is None


def by_a_receive(command: Command) -> bool:
    return isinstance(command, Receive)


def delivered_though_recalled(name: str, sentence: str, recalls: Recalls) -> None:
    """A misreading that times the delay in memory, and hears of other recalls than these alone."""

    class Delivered(SimulatedWorld):
        def __init__(self, *parts: Any) -> None:
            self.timers: list[tuple[QueueManager, Delay]] = []
            super().__init__(*parts)

        def execute(self, command: Command) -> Outcome:
            staged = [
                (manager, entry)
                for manager in self.simulation.managers.values()
                for entry in manager.staging.entries
            ]
            outcome = super().execute(command)
            of_staging = isinstance(command, MqGet | Receive) and command.queue == STAGING_QUEUE
            if of_staging and recalls(command) and isinstance(outcome, MessageReturned):
                self.timers += [
                    (manager, entry.message.delay)
                    for manager, entry in staged
                    if not entry.on_queue and entry.message.delay is not None
                ]
            for manager, delay in self.timers:
                if delay.due <= self.now():
                    manager.processor._deliver(delay)
            self.timers = [(manager, delay) for manager, delay in self.timers if delay.due > self.now()]
            return outcome

    misreading(name, sentence, "DD-61", *LOST)(Delivered)


delivered_though_recalled(
    "recalled under the cursor but delivered",
    "Hears of recalls by an id alone, not by a cursor.",
    under_cursor,
)
delivered_though_recalled(
    "recalled without an id but delivered", "Hears of recalls by an id alone.", the_first
)
delivered_though_recalled(
    "recalled by a receive but delivered", "Hears of recalls by the MQI alone.", by_a_receive
)


@misreading(
    "open recall committed at the end",
    "Commits an open recall when the queue manager ends.",
    *("DD-61", "DD-95", "X-45", *LOST),
)
class OpenRecallCommitted(SimulatedWorld):
    def _end(self, manager: QueueManager) -> None:
        held = [entry for entry in manager.staging.entries if entry.getter is not None]
        super()._end(manager)
        for entry in held:
            if entry.on_queue:
                manager.take_off(manager.staging, entry)


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


@misreading(
    "staged under the id of the first send",
    "Stages a message object that is sent again under the id that it had first.",
    *("DD-60", "DD-61", "X-01", "HM-32"),
)
class StagedUnderFirstId(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        managers = self.simulation.managers.values()
        before = {id(entry) for manager in managers for entry in manager.staging.entries}
        outcome = super().execute(command)
        first = command.message.same_object_as if isinstance(command, Send) else None
        known = None if first is None else self.mqi.ids.get(first)
        if known is not None:
            for manager in managers:
                for entry in manager.staging.entries:
                    if id(entry) not in before:
                        entry.message = replace(entry.message, correlation_id=known)
        return outcome


# --- definitions ---------------------------------------------------------------------------------------


@misreading(
    "queue definition at a later attempt",
    "Takes persistence and priority of the queue anew when it tries again.",
    *("DD-77", "DD-78", "DD-99", "HM-24", "X-27", "X-28"),
)
class DefinitionAtLaterAttempt(AtLaterAttempt):
    def attempt(self, manager: QueueManager, entry: Entry, attempt: Any) -> None:
        self.trying = manager
        super().attempt(manager, entry, attempt)

    def changed(self, message: Message, staged: Message, now: int) -> Message:
        delay = as_defined(self.trying, staged).delay
        return message if delay is None else delay.original


@misreading(
    "queue definition behind a new alias",
    "Takes persistence and priority of the queue to which the name has come to lead.",
    *("DD-77", "DD-78", "HM-24", "X-27", "X-28"),
)
class DefinitionBehindNewAlias(Attempts):
    def deliver(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
        if isinstance(manager.definitions.get(delay.target), AliasQueue) and delay.resolved == delay.target:
            persistence, priority = manager.defaults(delay.target)
            message = delay.original
            if AsQueue.PERSISTENCE in delay.as_queue:
                message = replace(message, persistence=persistence)
            if AsQueue.PRIORITY in delay.as_queue:
                message = replace(message, priority=priority)
            delay = replace(delay, original=message)
        return super().deliver(manager, delay, deliver)


def on_the_way(
    name: str, sentence: str, rules: tuple[str, ...], kind: type, changed: Callable[[Message], Message]
) -> None:
    """A misreading that changes what it puts by way of an alias or a remote queue."""

    class OnTheWay(Attempts):
        def deliver(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
            if isinstance(manager.definitions.get(delay.target), kind):
                delay = replace(delay, original=changed(delay.original))
            return super().deliver(manager, delay, deliver)

    misreading(name, sentence, *rules)(OnTheWay)


def as_staged(message: Message) -> Message:
    return replace(message, correlation_id=message.message_id)


def unlimited(message: Message) -> Message:
    return replace(message, expiry=UNLIMITED, end_of_life=None)


def of_priority_zero(message: Message) -> Message:
    return replace(message, priority=0)


def persistent(message: Message) -> Message:
    return replace(message, persistence=int(Persistence.PERSISTENT))


def unreported(message: Message) -> Message:
    return replace(message, report=0)


def without_reply(message: Message) -> Message:
    return replace(message, reply_to="", reply_manager_field="")


# fmt: off
WAYS: tuple[tuple[str, str, tuple[str, ...], type, Callable[[Message], Message]], ...] = (
    ("alias: as staged", "Delivers with the staged correlation id behind an alias.",
     ("X-03", "X-42", "HM-40", "HM-42", "HM-47"), AliasQueue, as_staged),
    ("alias: unlimited", "Delivers without an end behind an alias.",
     ("DD-79", "DD-80", "X-06", "EX-05", "EX-10"), AliasQueue, unlimited),
    ("remote: as staged", "Sends the staged correlation id to another queue manager.",
     ("X-03", "X-42", "HM-40", "HM-42", "HM-47"), RemoteQueue, as_staged),
    ("remote: unreported", "Takes the report options from what goes to another queue manager.",
     ("DD-125", "DD-130", "X-42"), RemoteQueue, unreported),
    ("remote: no reply-to", "Takes the reply-to queue from what goes to another queue manager.",
     ("X-22", "X-42", "HM-04"), RemoteQueue, without_reply),
    ("remote: priority 0", "Sends with priority 0 to another queue manager.",
     ("X-28", "X-42", "DD-78", "HM-24"), RemoteQueue, of_priority_zero),
    ("remote: persistent", "Makes persistent what goes to another queue manager.",
     ("DD-77", "X-27", "X-42", "HM-08", "HM-10"), RemoteQueue, persistent),
)
# fmt: on
for way in WAYS:
    on_the_way(*way)


@misreading(
    "a lowered limit clears",
    "Drops of the staging queue what is beyond its lowered limits.",
    *("DD-53", *LOST),
)
class LoweredLimitClears(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        of_staging = isinstance(command, AlterQueue) and command.queue == STAGING_QUEUE
        if of_staging and isinstance(outcome, Done):
            for manager in self.simulation.managers.values():
                attributes = manager.staging.attributes
                for place, entry in enumerate(list(manager.staging.entries)):
                    too_long = len(entry.message.body) > attributes.max_message_length
                    if too_long or place >= attributes.max_depth:
                        manager.take_off(manager.staging, entry)
        return outcome


# --- restarts ------------------------------------------------------------------------------------------


class HeaderStays(SimulatedWorld):
    """Shows a delay header of some messages on their targets."""

    def __init__(self, *parts: Any) -> None:
        self.marked: set[str] = set()
        super().__init__(*parts)

    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        match outcome:
            case MessageReturned(message=message):
                return replace(outcome, message=self._shown(message))
            case Browsed(messages=messages):
                return replace(outcome, messages=tuple(map(self._shown, messages)))
            case _:
                return outcome

    def _shown(self, message: SeenMessage) -> SeenMessage:
        if message.descriptor.message_id in self.marked:
            return replace(message, delay_header=DelayHeader.PRESENT)
        return message

    def mark(self, message: Message) -> None:
        if message.delay is not None:
            self.marked.add(message.delay.original.message_id)


@misreading(
    "delay header stays after a restart",
    "Leaves the delay header on what it has staged before a restart.",
    *("DD-10", "X-42", "X-45", "DD-95"),
)
class HeaderStaysAfterRestart(HeaderStays):
    def _start(self, name: str) -> None:
        for entry in self.simulation.managers[name].staging.entries:
            self.mark(entry.message)
        super()._start(name)


@misreading(
    "delay header stays after a failure",
    "Leaves the delay header on what it delivers at a later attempt.",
    *("DD-10", "X-42", "DD-99"),
)
class HeaderStaysAfterFailure(HeaderStays):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        for manager in self.simulation.managers.values():
            for entry in manager.staging.entries:
                if entry.failed_with is not None:
                    self.mark(entry.message)
        return outcome


@misreading(
    "copies for those away lost at restart",
    "Loses at a restart the copies for subscribers that are away.",
    *("X-45", "DD-95", "DD-107", "DD-115", "DD-10", "X-54"),
)
class CopiesForThoseAway(SimulatedWorld):
    def _end(self, manager: QueueManager) -> None:
        ties = {entry: entry.message.delay and entry.message.delay.tie for entry in manager.staging.entries}
        away = [
            entry
            for entry, tie in ties.items()
            if isinstance(tie, Subscription) and tie.managed and tie.consumer is None and not tie.ended
        ]
        super()._end(manager)
        for entry in away:
            if entry.on_queue:
                manager.take_off(manager.staging, entry)


# --- copies of publications ------------------------------------------------------------------------------


class SecondCopy(SimulatedWorld):
    """Stages something else for all but the first subscription."""

    def execute(self, command: Command) -> Outcome:
        managers = self.simulation.managers.values()
        before = {id(entry) for manager in managers for entry in manager.staging.entries}
        outcome = super().execute(command)
        for manager in managers if isinstance(command, Send) else ():
            staged = [entry for entry in manager.staging.entries if id(entry) not in before]
            for entry in staged[1:]:
                if entry.message.delay is not None and entry.message.delay.tie is not None:
                    entry.message = self.changed(entry.message)
        return outcome

    def changed(self, message: Message) -> Message:
        raise NotImplementedError


@misreading(
    "second copy not persistent",
    "Stages the first copy of a publication alone as persistent.",
    *("X-42", "HM-08", "HM-10", "DD-115", "X-45", "X-54"),
)
class SecondCopyNotPersistent(SecondCopy):
    def changed(self, message: Message) -> Message:
        return replace(original(message, persistence=0), persistence=0)


@misreading(
    "second copy cut",
    "Stages the whole of a publication for the first subscription.",
    "DD-10",
    "DD-115",
    "X-42",
)
class SecondCopyCut(SecondCopy):
    def changed(self, message: Message) -> Message:
        return original(message, body=message.body[:50])


# --- other producers, sessions and queue managers ----------------------------------------------------------


Refusals = Callable[[Send, Refused], bool]


def next_refused(
    name: str, sentence: str, rules: tuple[str, ...], leaves: Refusals, decider: str, decision: str
) -> None:
    """A misreading that remembers a refusal for one send too many."""

    class Next(SimulatedWorld):
        def __init__(self, *parts: Any) -> None:
            self.refused: set[str] = set()
            super().__init__(*parts)

        def execute(self, command: Command) -> Outcome:
            if isinstance(command, Send) and command.producer in self.refused:
                self.refused.discard(command.producer)
                producer = self.calls.jms.producers.get(command.producer)
                delayed = producer is not None and producer.delay > 0
                with patch.object(getattr(self, decider), decision, lambda *_: delayed):
                    return super().execute(command)
            outcome = super().execute(command)
            if isinstance(command, Send) and isinstance(outcome, Refused) and leaves(command, outcome):
                self.refused.add(command.producer)
            return outcome

    misreading(name, sentence, *rules)(Next)


next_refused(
    "refused after a group",
    "Takes the message after a refused one of a group for one of the group.",
    ("DD-37", "DD-36"),
    lambda command, _: command.message.group is not None,
    "client_decisions",
    "group_refused",
)
next_refused(
    "refused after a conflict",
    "Compares the delay once more with a life that was refused.",
    ("DD-28", "DD-29", "DD-25", "DD-26"),
    lambda _, outcome: outcome.reason == ReasonCode.EXPIRY_ERROR,
    "client_decisions",
    "conflict",
)
next_refused(
    "refused after one to be retained",
    "Takes the publication after a refused one for one to be retained.",
    ("DD-34", "DD-33"),
    lambda command, _: command.message.retained is not None,
    "decisions",
    "retained_refused",
)


@misreading(
    "life compared until the first send",
    "Compares life and delay until a producer has sent something.",
    *("DD-25", "DD-26", "DD-30", "DD-31"),
)
class ComparedUntilFirstSend(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        self.sent: set[str] = set()
        super().__init__(*parts)

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, Send | SetTimeToLive | SetDeliveryDelay) and command.producer in self.sent:
            with patch.object(self.client_decisions, "conflict", lambda *_: False):
                return super().execute(command)
        outcome = super().execute(command)
        if isinstance(command, CreateProducer):
            self.sent.discard(command.producer)
        elif isinstance(command, Send) and isinstance(outcome, Sent):
            self.sent.add(command.producer)
        return outcome


@misreading(
    "long form compared in seconds",
    "Compares life and delay in seconds where the life comes with the send.",
    *("DD-25", "DD-26", "DD-30"),
)
class LongFormInSeconds(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if not isinstance(command, Send) or command.arguments is None:
            return super().execute(command)
        with patch.object(
            self.client_decisions, "conflict", lambda life, delay: life > 0 and life // 1000 < delay // 1000
        ):
            return super().execute(command)


class OfSession(SimulatedWorld):
    """Does something when a session is closed, which opening it anew does."""

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, OpenSession):
            session = self.calls.jms.sessions.get(command.session)
            if session is not None:
                self.closes(session)
        return super().execute(command)

    def closes(self, session: Session) -> None:
        raise NotImplementedError


@misreading(
    "closing commits",
    "Commits what is open when a session is closed.",
    *("DD-43", "DD-44", "DD-42", "DD-45", "X-54"),
)
class ClosingCommits(OfSession):
    def closes(self, session: Session) -> None:
        if session.unit is not None:
            session.unit.commit()


@misreading(
    "ends with another queue manager",
    "Ends the processors of all queue managers with that of one.",
    *("DD-95", "DD-86", *LOST),
)
class EndsWithAnother(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, EndQueueManager) and isinstance(outcome, Done):
            for manager in self.simulation.managers.values():
                if manager.name != command.queue_manager:
                    manager.processor.end()
        return outcome


@misreading(
    "fails with another queue manager",
    "Stops for good when the processor of another queue manager fails.",
    *("DD-96", *LOST),
)
class FailsWithAnother(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, FailDelayProcessor) and isinstance(outcome, Done):
            for manager in self.simulation.managers.values():
                if manager.name != command.queue_manager:
                    manager.processor.end()
        return outcome


@misreading(
    "dropped when its queue manager ends",
    "Drops what is staged for a queue manager that ends.",
    *LOST,
)
class DroppedWithItsQueueManager(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, EndQueueManager) and isinstance(outcome, Done):
            for manager in self.simulation.managers.values():
                for entry in list(manager.staging.entries):
                    delay = entry.message.delay
                    way = None if delay is None else manager.definitions.get(delay.target)
                    if isinstance(way, RemoteQueue) and way.route.queue_manager == command.queue_manager:
                        manager.take_off(manager.staging, entry)
        return outcome
