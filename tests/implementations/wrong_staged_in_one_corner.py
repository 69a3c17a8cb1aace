"""Misreadings of what is staged in one corner: recalls, definitions, ways to a target, restarts."""

# ruff: noqa: ARG002 - as in `decisions`

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from mqtck.reference.vocabulary.commands import AlterQueue, Command, GetMode, MqGet, Receive, Send, Syncpoint
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, UNLIMITED, Persistence, ReasonCode
from mqtck.reference.vocabulary.messages import DelayHeader, SeenMessage
from mqtck.reference.vocabulary.outcomes import Browsed, Done, MessageReturned, Outcome

from .misreading import misreading
from .objects import AliasQueue, AsQueue, Delay, Entry, Message, RemoteQueue, Subscription
from .queue_manager import QueueManager
from .world import SimulatedWorld
from .wrong_at_some_time import AtLaterAttempt
from .wrong_for_some import Attempts
from .wrong_in_some_units import as_defined

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
    "recalled for good under the cursor",
    "Leaves what is recalled under the cursor out of the unit of work.",
    *("DD-61", *LOST),
)
class RecalledForGood(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, MqGet) and under_cursor(command) and command.queue == STAGING_QUEUE:
            command = replace(command, syncpoint=Syncpoint.OUTSIDE)
        return super().execute(command)


@misreading(
    "kept for a cursor",
    "Moves no message on which the cursor of a browse stands.",
    *("DD-61", *LOST),
)
class KeptForCursor(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        attempt = manager.processor._attempt

        def unless_browsed(entry: Entry) -> None:
            if not any(handle.under is entry for handle in manager.handles(manager.staging)):
                attempt(entry)

        manager.processor._attempt = unless_browsed  # type: ignore[method-assign]


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
