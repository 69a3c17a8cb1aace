"""Misreadings that show where something comes late, or is looked for by somebody who was away or holds it."""

# ruff: noqa: ARG002 - as in `decisions`
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from mqtck.reference.vocabulary.commands import Command, Commit, MatchCorrelationId, MqGet
from mqtck.reference.vocabulary.outcomes import Done, Outcome
from mqtck.reference.vocabulary.publications import CloseSubscriber, Subscribe

from . import queue_manager
from .behaviour import Confirmations
from .getting import Matches
from .misreading import misreading
from .objects import Delay, Entry, LocalQueue, Message
from .queue_manager import QueueManager
from .report_messages import delivery_report
from .world import SimulatedWorld
from .wrong_for_some import Attempts
from .zos import Access

TENTH = 100
AGES = ("X-06", "DD-79", "DD-80", "EX-05", "EX-10", "EX-19")

# --- triggers -------------------------------------------------------------------------------------------


def _nothing(*_: object) -> None:
    """Triggers nothing."""


@misreading(
    "no trigger by what is overdue at the start",
    "Triggers nothing with what it delivers as it starts.",
    *("X-39", "EX-36"),
)
class NoTriggerAtStart(SimulatedWorld):
    def _start(self, name: str) -> None:
        with patch.object(queue_manager, "trigger", _nothing):
            super()._start(name)
            self.simulation.work()


@misreading(
    "no trigger by what is overdue at its commit",
    "Triggers nothing with what it delivers when a unit of work is committed.",
    *("X-39", "EX-36"),
)
class NoTriggerAtCommit(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if not isinstance(command, Commit):
            return super().execute(command)
        with patch.object(queue_manager, "trigger", _nothing):
            return super().execute(command)


# --- what is given back ---------------------------------------------------------------------------------


class GivenBack(SimulatedWorld):
    """Does something with a message that a unit of work gives back."""

    def execute(self, command: Command) -> Outcome:
        give_back = LocalQueue.give_back

        def given_back(queue: LocalQueue, entry: Entry) -> None:
            give_back(queue, entry)
            self.given_back(queue, entry)

        with patch.object(LocalQueue, "give_back", given_back):
            return super().execute(command)

    def given_back(self, queue: LocalQueue, entry: Entry) -> None:
        raise NotImplementedError


@misreading(
    "dead letters ended in a unit of work and unreported",
    "Drops without a report a dead letter that a unit of work gives back when its life is over.",
    *("EX-47", "EX-21", "EX-26", "EX-39", "EX-40", "DD-82", "EX-04"),
)
class DeadLettersDropped(GivenBack):
    def given_back(self, queue: LocalQueue, entry: Entry) -> None:
        if entry.message.dead_letter is not None and self.decisions.expired(entry.message, self.now()):
            queue.remove(entry)


@misreading(
    "no more attempts behind a recall",
    "Tries no more what no queue took, once a unit of work has recalled it and given it back.",
    *("DD-99", "DD-61", "X-37", "X-54", "DD-10", "DD-49", "DD-98", "DD-114"),
)
class NoMoreAttempts(GivenBack):
    def __init__(self, *parts: Any) -> None:
        self.forgotten: list[Entry] = []
        super().__init__(*parts)

    def given_back(self, queue: LocalQueue, entry: Entry) -> None:
        if entry.failed_with is not None:
            self.forgotten.append(entry)

    def change(self, manager: QueueManager) -> None:
        attempt = manager.processor._attempt

        def attempted(entry: Entry) -> None:
            if not any(entry is one for one in self.forgotten):
                attempt(entry)

        manager.processor._attempt = attempted  # type: ignore[method-assign]


# --- who looks ------------------------------------------------------------------------------------------


@misreading(
    "delay counted twice for an id", "Adds the delay to what is left of a life for who asks by an id.", *AGES
)
class DelayAddedForId(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if not (isinstance(command, MqGet) and command.match is not None):
            return super().execute(command)
        remaining = self.decisions.remaining_expiry

        def longer(message: Message, now: int) -> int:
            left = remaining(message, now)
            if left < 0 or message.timestamp is None or not message.delivery_time:
                return left
            return left + (message.delivery_time - message.timestamp) // 100

        with patch.object(self.decisions, "remaining_expiry", longer):
            return super().execute(command)


@misreading(
    "life stops while its subscriber is away",
    "Stops the clock of what waits for a durable subscriber while that is away.",
    *(*AGES, "EX-03", "EX-17"),
)
class LifeStopsWhileAway(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        self.away: dict[str, int] = {}
        super().__init__(*parts)

    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, CloseSubscriber):
            self.away[command.subscription] = self.now()
        elif isinstance(command, Subscribe) and isinstance(outcome, Done):
            since = self.away.pop(command.subscription, None)
            if since is not None:
                self.connected(command.subscription, since)
        return outcome

    def connected(self, name: str, since: int) -> None:
        subscription = self.simulation.hierarchy.subscriptions[name]
        queue = self.simulation.managers[subscription.queue_manager].local(subscription.queue)
        for entry in [] if queue is None else queue.entries:
            message = entry.message
            if message.end_of_life is not None:
                stood = self.now() - max(since, message.put_at)
                entry.message = replace(message, end_of_life=message.end_of_life + stood)


@misreading(
    "answer recalled for its question",
    "Recalls a staged message also by the correlation id that its application has given it.",
    *("DD-60", "DD-61", "DD-10", "X-54"),
)
class AnswerRecalled(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        matches = self.mqi._matches

        def either(wanted: Any) -> Matches:
            right = matches(wanted)
            if not isinstance(wanted, MatchCorrelationId):
                return right
            asked = self.mqi.ids.get(wanted.of)
            return lambda message: (
                right(message)
                or (message.delay is not None and message.delay.original.correlation_id == asked)
            )

        self.mqi._matches = either  # type: ignore[method-assign]


@misreading(
    "gone without a report when due near its end",
    "Drops without a report what has less than a tenth of a second to live when its delay is over.",
    *("X-53", "X-54", "DD-10", "DD-79", "DD-82", "EX-21", "EX-26"),
)
class GoneNearEnd(Attempts):
    def attempt(self, manager: QueueManager, entry: Entry, attempt: Any) -> None:
        end = entry.message.end_of_life
        if end is not None and 0 < end - manager.now < TENTH:
            manager.take_off(manager.staging, entry)
        else:
            attempt(entry)


# --- ends of something else -----------------------------------------------------------------------------


@misreading(
    "delivery confirmed of what ended while down",
    "Confirms at its start the delivery of what expired on its target while it was down.",
    *("X-32", "DD-127", "EX-22"),
)
class ConfirmedAtStart(SimulatedWorld):
    def __init__(self, decisions: Any, client: Any) -> None:
        decisions.behaviour = replace(decisions.behaviour, confirmations=Confirmations.AT_TARGET)
        super().__init__(decisions, client)

    def _start(self, name: str) -> None:
        super()._start(name)
        manager = self.simulation.managers[name]
        for queue in manager.local_queues():
            for message in [entry.message for entry in queue.entries]:
                if self.decisions.expired(message, self.now()) and self.decisions.confirms_delivery(message):
                    manager.send_report(delivery_report(message, manager), message)


@misreading(
    "subscription that ended before the commit served",
    "Delivers a copy whose subscription had ended before its unit of work was committed.",
    *("DD-106", "DD-107", "DD-76"),
)
class EndedBeforeCommit(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        self.served: list[object] = []
        super().__init__(*parts)

    def execute(self, command: Command) -> Outcome:
        session = self.calls.jms.sessions.get(command.session) if isinstance(command, Commit) else None
        for entry in [] if session is None else session.manager.staging.entries:
            tie = entry.message.delay and entry.message.delay.tie
            if session is not None and entry.putter is session.unit and getattr(tie, "ended", False):
                self.served.append(tie)
        return super().execute(command)

    def change(self, manager: QueueManager) -> None:
        unreachable = manager.processor._unreachable

        def unless_served(delay: Delay) -> bool:
            return unreachable(delay) and not any(delay.tie is tie for tie in self.served)

        manager.processor._unreachable = unless_served  # type: ignore[method-assign]


@misreading(
    "ended behind a halt and unreported",
    "Begins again on z/OS without what expired meanwhile, and reports nothing of that.",
    *("DD-82", "DD-92", "EX-21", "EX-26", "EX-39", "EX-04", "X-14"),
)
class EndedBehindHalt(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        changed = manager.processor.staging_changed

        def cleared(before: Access) -> None:
            for entry in list(manager.staging.entries):
                if entry.available and self.decisions.expired(entry.message, manager.now):
                    manager.take_off(manager.staging, entry)
            changed(before)

        manager.processor.staging_changed = cleared  # type: ignore[method-assign]
