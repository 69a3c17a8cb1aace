"""Misreadings of restarts, which a persistent message survives with all that it has."""

# ruff: noqa: ARG002 - as in `decisions`

from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.clients.sessions import Session
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import NO_ID, AliasQueue, Delay, Entry, Message, Subscription
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import begun_anew
from implementations.wrong.parts.calls import for_mqi
from implementations.wrong.parts.ends import Ends
from implementations.wrong.parts.messages import original
from implementations.wrong.parts.producers import Noting
from implementations.wrong.parts.restarts import AsFirstDefined, Restarted
from implementations.wrong.parts.units_of_work import InUnitOfWork
from mqtck.reference.vocabulary.commands import (
    Command,
    Commit,
    DefineAliasQueue,
    Send,
    SetDeadLetterQueue,
    StartQueueManager,
)
from mqtck.reference.vocabulary.constants import Persistence
from mqtck.reference.vocabulary.outcomes import Outcome, Sent


@misreading(
    "clustered messages lost at a restart",
    "Does not log what is staged for a clustered queue.",
    *("X-45", "DD-57", "DD-07", "DD-95", "DD-21"),
)
class ClusteredLost(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        survives = manager._survives

        def kept(message: Message) -> bool:
            clustered = message.delay is not None and manager.clusters.instances(message.delay.target)
            return survives(message) and not clustered

        manager._survives = kept  # type: ignore[method-assign]


@misreading(
    "logged outside units of work alone",
    "Starts again without what was sent in units of work.",
    *("X-45", "DD-95", "DD-86", "DD-10", "X-54"),
)
class LoggedOutsideUnits(InUnitOfWork):
    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.unlogged: list[Entry] = []

    def after(self, command: Command, session: Session, staged: list[Entry]) -> None:
        self.unlogged += staged

    def _end(self, manager: QueueManager) -> None:
        super()._end(manager)
        for entry in list(manager.staging.entries):
            if any(entry is one for one in self.unlogged):
                manager.take_off(manager.staging, entry)


@misreading(
    "alias as first defined after a restart",
    "Leads an alias to its first target when it starts.",
    *("X-45", "DD-74", "DD-49", "DD-10", "DD-12", "X-54"),
)
class AliasAsFirstDefined(AsFirstDefined):
    def note(self, command: Command) -> None:
        if isinstance(command, DefineAliasQueue):
            self.first.setdefault((command.queue_manager, command.queue), command.target)

    def again(self, manager: QueueManager) -> None:
        for (name, queue), target in self.first.items():
            if name == manager.name and isinstance(manager.definitions.get(queue), AliasQueue):
                manager.definitions[queue] = AliasQueue(queue, target)


@misreading(
    "DEADQ as first named after a restart",
    "Dead-letters on the queue that DEADQ named first when it has started again.",
    *("X-45", "DD-98", "X-54", "DD-99", "AM-18"),
)
class DeadqAsFirstNamed(AsFirstDefined):
    def note(self, command: Command) -> None:
        if isinstance(command, SetDeadLetterQueue):
            self.first.setdefault((command.queue_manager, ""), command.queue)

    def again(self, manager: QueueManager) -> None:
        if (manager.name, "") in self.first:
            manager.dead_letter_queue = self.first[manager.name, ""]


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


OVER_A_RESTART = ("X-45", "DD-95", "DD-10")


@misreading(
    "priority lost at restart", "Logs messages without their priority.", "X-45", "X-28", "DD-78", "HM-24"
)
class PriorityLostAtRestart(Restarted):
    def started_with(self, message: Message, down: int) -> Message:
        return original(message, priority=4)


@misreading(
    "header lost at restart",
    "Logs messages without their MQRFH2.",
    "X-45",
    "X-42",
    "HM-01",
    "HM-03",
    "HM-12",
    "HM-35",
    "X-41",
)
class HeaderLostAtRestart(Restarted):
    def started_with(self, message: Message, down: int) -> Message:
        return original(message, header=None)


@misreading(
    "ten outlive a restart",
    "Reads ten staged messages when it starts, and loses the others.",
    *("X-45", "DD-95", "DD-86", "DD-10", "X-54"),
)
class TenOutliveARestart(SimulatedWorld):
    def _start(self, name: str) -> None:
        manager = self.simulation.managers.get(name)
        if manager is not None and not manager.running:
            for entry in list(manager.staging.entries)[10:]:
                manager.take_off(manager.staging, entry)
        super()._start(name)


@misreading(
    "expiration element lost at restart",
    "Logs messages without the expiration of their MQRFH2.",
    *("X-45", "X-42", "HM-19", "X-06"),
)
class ExpirationLostAtRestart(Restarted):
    def started_with(self, message: Message, down: int) -> Message:
        header = (message if message.delay is None else message.delay.original).header
        if header is None:
            return message
        return original(message, header=msgspec.structs.replace(header, expiration=None))


@misreading(
    "unlimited after two restarts",
    "Logs staged messages without the end of their life when it has been restarted once.",
    *("X-45", "DD-79", "DD-80", "EX-05", "EX-10", "EX-19", "X-06"),
)
class UnlimitedAfterTwoRestarts(Noting):
    def __init__(self, *parts: object) -> None:
        super().__init__(*parts)  # type: ignore[arg-type]
        self.starts = 0
        after_restart = self.decisions.after_restart

        def second(delay: Delay, now: int) -> Delay:
            kept = after_restart(delay, now)
            if self.starts <= 1:
                return kept
            original = msgspec.structs.replace(kept.original, end_of_life=None, expiry=-1)
            return msgspec.structs.replace(kept, original=original)

        self.decisions.after_restart = second  # type: ignore[method-assign]

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, StartQueueManager):
            self.starts += 1
        return super().execute(command)


@misreading(
    "lost with what else its unit of work has sent",
    "Logs no unit of work in which something is not persistent.",
    *("X-45", "X-54", "DD-10", "DD-12", "DD-95"),
)
class LostWithItsUnit(Ends):
    def __init__(self, *parts: Any) -> None:
        self.unlogged: set[str] = set()
        super().__init__(*parts)

    def execute(self, command: Command) -> Outcome:
        session = self.calls.jms.sessions.get(command.session) if isinstance(command, Commit) else None
        if session is not None and session.unit is not None:
            staged = [one.message for one in session.manager.staging.entries if one.putter is session.unit]
            if any(message.persistence != Persistence.PERSISTENT for message in staged):
                self.unlogged |= {message.message_id for message in staged}
        return super().execute(command)

    def starts(self, manager: QueueManager) -> None:
        for entry in list(manager.staging.entries):
            if entry.message.message_id in self.unlogged:
                manager.take_off(manager.staging, entry)


@misreading(
    "what waits for those away lost at a restart",
    "Keeps in memory alone what was delivered for durable subscribers that are away.",
    *("X-45", "DD-10", "DD-107", "DD-115", "DD-116", "DD-76"),
)
class LostForThoseAway(Ends):
    def starts(self, manager: QueueManager) -> None:
        for queue in manager.local_queues():
            if queue.name in self.left:
                for entry in list(queue.entries):
                    manager.take_off(queue, entry)

    def _end(self, manager: QueueManager) -> None:
        subscriptions = self.simulation.hierarchy.subscriptions.values()
        self.left = {one.queue for one in subscriptions if one.consumer is None and one.managed}
        super()._end(manager)


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


@misreading(
    "life begun anew when the queue manager ends",
    "Logs staged messages with the life that they were sent with.",
    *("X-45", "DD-79", "EX-04", "EX-05", "EX-10", "EX-17", "EX-19", "X-06"),
)
class LifeBegunAnewAtTheEnd(SimulatedWorld):
    def _end(self, manager: QueueManager) -> None:
        super()._end(manager)
        for entry in manager.staging.entries:
            delay = entry.message.delay
            if delay is not None:
                delay = replace(delay, original=begun_anew(delay.original, self.now()))
                entry.message = replace(begun_anew(entry.message, self.now()), delay=delay)


# --- restarts ---------------------------------------------------------------------------------------------


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


class Logged(Restarted):
    """Logs messages without something."""

    lost: ClassVar[dict[str, Any]]

    def started_with(self, message: Message, down: int) -> Message:
        return original(message, **self.lost)


@misreading("correlation id lost at restart", "Logs messages without MQMD.CorrelId.", "X-45", "X-03", "X-42")
class CorrelationLostAtRestart(Logged):
    lost: ClassVar[dict[str, Any]] = {"correlation_id": NO_ID}

    def started_with(self, message: Message, down: int) -> Message:
        return super().started_with(message, down) if message.delay is not None else message


@misreading(
    "reply-to lost at restart", "Logs messages without the reply-to queue.", "X-45", "X-22", "X-42", "HM-04"
)
class ReplyToLostAtRestart(Logged):
    lost: ClassVar[dict[str, Any]] = {"reply_to": "", "reply_manager_field": ""}


@misreading(
    "report options lost at restart",
    "Logs messages without the report options.",
    *("X-45", "DD-125", "DD-130", "DD-101", "EX-21", "X-42"),
)
class OptionsLostAtRestart(Logged):
    lost: ClassVar[dict[str, Any]] = {"report": 0}


@misreading(
    "unlimited after a restart",
    "Logs messages without the end of their lives.",
    *("X-45", "DD-79", "EX-05", "EX-10", "EX-17", "X-06"),
)
class UnlimitedAfterRestart(Logged):
    lost: ClassVar[dict[str, Any]] = {"end_of_life": None}


@misreading("another id after a restart", "Gives messages new ids when it starts.", "X-45", "X-02", "HM-28")
class AnotherIdAfterRestart(Restarted):
    def started_with(self, message: Message, down: int) -> Message:
        return original(message, message_id="c3" * 24) if message.delay is not None else message


@misreading("not persistent after a restart", "Logs that nothing is persistent.", "X-45", "HM-10", "X-42")
class NotPersistentAfterRestart(Logged):
    lost: ClassVar[dict[str, Any]] = {"persistence": int(Persistence.NOT_PERSISTENT)}


@misreading(
    "delay of a subscriber's copy begins anew",
    "Begins the delay of a copy for a subscriber anew as it starts.",
    *("X-45", "DD-95", "DD-01", "DD-10", "DD-12", "DD-115", "DD-117", "X-54"),
)
class DelayOfCopyAnew(QueueManagerDecisions):
    def after_restart(self, delay: Delay, now: int) -> Delay:
        return delay if delay.original.publication is None else replace(delay, due=now + delay.milliseconds)


@misreading("lost at the second restart", "Outlives one restart.", "X-45", "DD-10", "DD-95", "X-54")
class LostAtSecondRestart(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.survivors: set[int] = set()

    def _end(self, manager: QueueManager) -> None:
        super()._end(manager)
        for queue in manager.local_queues():
            for entry in list(queue.entries):
                if id(entry) in self.survivors:
                    manager.take_off(queue, entry)
                self.survivors.add(id(entry))
