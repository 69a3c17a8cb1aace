"""Misreadings of the resolution of a target: once at the send, once at the due time."""

# ruff: noqa: ARG002 - as in `decisions`

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any
from unittest.mock import patch
from urllib.parse import unquote

import msgspec
from msgspec.structs import replace

from implementations.decisions.publications import FanOut
from implementations.decisions.queue_manager import Check, QueueManagerDecisions
from implementations.simulation.clients.sessions import Producer, Session
from implementations.simulation.queue_managers.queue_manager import Definition, QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import AliasQueue, AsQueue, Delay, Entry, LocalQueue, Message, RemoteQueue
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import all_but
from implementations.wrong.parts.attempts import AtLaterAttempt, Attempts, NamesRemembered
from implementations.wrong.parts.calls import (
    Call,
    Row,
    long_form,
    named_on_send,
    non_persistent,
    queue_of,
    register,
    reporting,
    sends,
    transacted,
    unasked,
)
from implementations.wrong.parts.messages import original
from implementations.wrong.parts.restarts import Rebuilt, Restarted, SinceCreation
from implementations.wrong.parts.rules import LOST
from implementations.wrong.parts.units_of_work import InUnitOfWork
from mqtck.reference.vocabulary.commands import Command, Commit, DefineRemoteQueue
from mqtck.reference.vocabulary.constants import ReasonCode
from mqtck.reference.vocabulary.outcomes import Done, Outcome

TARGET = ("DD-74", "DD-49", "DD-10", "X-54")


def as_defined(manager: QueueManager, message: Message) -> Message:
    """With the persistence and the priority that the queue defines now, where they are left to it."""
    delay = message.delay
    if delay is None:
        return message
    persistence, priority = manager.defaults(delay.target)
    changes: dict[str, object] = {}
    if AsQueue.PERSISTENCE in delay.as_queue:
        changes["persistence"] = persistence
    if AsQueue.PRIORITY in delay.as_queue:
        changes["priority"] = priority
    return original(message, **changes)


@misreading(
    "queue definition after a restart",
    "Takes persistence and priority of the queue anew after a restart.",
    *("DD-77", "DD-78", "X-27", "X-28", "X-45"),
)
class QueueDefinitionAfterRestart(Restarted):
    def _start(self, name: str) -> None:
        self.starting = self.simulation.managers.get(name)
        super()._start(name)

    def started_with(self, message: Message, down: int) -> Message:
        return message if self.starting is None else as_defined(self.starting, message)


@misreading(
    "remote by then refused",
    "Resolves a name for the second time to local queues alone.",
    *("DD-74", "DD-49", "X-31", "X-54"),
)
class RemoteByThen(NamesRemembered):
    def refuses(self, definition: object) -> bool:
        return isinstance(definition, RemoteQueue)


@misreading(
    "lost to another queue before its commit",
    "Commits nothing for a queue that is another one than at the send.",
    *("DD-74", "DD-49", "DD-38", "DD-43", "DD-45", *LOST),
)
class LostToAnotherQueue(SimulatedWorld):
    def __init__(self, *parts: object) -> None:
        self.meant: dict[str, Definition | None] = {}
        super().__init__(*parts)  # type: ignore[arg-type]

    def execute(self, command: Command) -> Outcome:
        session = self.calls.jms.sessions.get(command.session) if isinstance(command, Commit) else None
        unit = None if session is None else session.unit
        manager = None if session is None else session.manager
        own = [one for one in manager.staging.entries if one.putter is unit] if manager and unit else []
        outcome = super().execute(command)
        if manager is not None and isinstance(outcome, Done):
            for entry in own:
                if self._is_for_another(manager, entry):
                    manager.take_off(manager.staging, entry)
        for one in self.simulation.managers.values():
            for entry in one.staging.entries:
                delay = entry.message.delay
                if delay:
                    self.meant.setdefault(delay.original.message_id, one.definitions.get(delay.target))
        return outcome

    def _is_for_another(self, manager: QueueManager, entry: Entry) -> bool:
        delay = entry.message.delay
        if delay is None or delay.original.message_id not in self.meant:
            return False
        return self.meant[delay.original.message_id] is not manager.definitions.get(delay.target)


@misreading(
    "defaults of the first send",
    "Looks DEFPSIST and DEFPRTY of a queue up once.",
    *("DD-77", "DD-78", "X-27", "X-28", "HM-24"),
)
class DefaultsOfTheFirst(Rebuilt):
    def rebuild(self, manager: QueueManager) -> None:
        defaults = manager.defaults
        known: dict[str, tuple[int, int]] = {}
        manager.defaults = lambda name: known.setdefault(name, defaults(name))  # type: ignore[method-assign]


@misreading("alias of the first send", "Resolves an alias once.", "DD-74", "DD-49", "DD-10")
class AliasOfTheFirst(Rebuilt):
    def rebuild(self, manager: QueueManager) -> None:
        final_name = manager.final_name
        known: dict[str, str] = {}

        def final(name: str) -> str:
            if not isinstance(manager.definitions.get(name), AliasQueue):
                return final_name(name)
            return known.setdefault(name, final_name(name))

        manager.final_name = final  # type: ignore[method-assign]


@misreading(
    "resolved once",
    "Does not follow an alias that has taken the name of the target since the send.",
    *("DD-74", "DD-49"),
)
class ResolvedOnce(QueueManagerDecisions):
    def resolves_again(self) -> bool:
        return False


def behind_an_alias(command: Call, producer: Producer) -> bool:
    definition = producer.session.manager.definitions.get(queue_of(command, producer) or "")
    return producer.delay > 0 and isinstance(definition, AliasQueue)


@misreading(
    "queue definition at the commit",
    "Takes persistence and priority of the queue at the commit.",
    *("DD-77", "DD-78", "X-27", "X-28"),
)
class QueueDefinitionAtCommit(InUnitOfWork):
    def before(self, command: Command, session: Session, staged: list[Entry]) -> None:
        for entry in staged:
            entry.message = as_defined(session.manager, entry.message)


# fmt: off
unasked(Check.EXISTS,      "of the non-persistent", sends(non_persistent), "DD-75")
unasked(Check.EXISTS,      "by the long form",      sends(long_form),      "DD-75")
unasked(Check.EXISTS,      "where a send names it", sends(named_on_send),  "DD-75")
# fmt: on


@misreading(
    "matched at the due time",
    "Delays the publish itself and looks for subscriptions when the delay is over.",
    *("DD-76", "DD-115", "DD-116"),
)
class MatchedAtTheDueTime(QueueManagerDecisions):
    fan_out = FanOut.ONE_COPY_MATCHED_LATE


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


@misreading(
    "queue that is missing once",
    "Remembers of a name that no queue has it.",
    *("DD-75", "DD-28", "DD-37", "DD-49", "DD-74"),
)
class MissingOnce(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        put_queue = manager.put_queue
        missing: set[str] = set()

        def remembered(name: str) -> LocalQueue | None:
            queue = put_queue(name)
            if queue is None:
                missing.add(name)
            return None if name in missing else queue

        manager.put_queue = remembered  # type: ignore[method-assign]


@misreading(
    "priority 0 decided anew",
    "Takes priority 0 for none when it moves a message, and the queue's instead.",
    *("DD-78", "X-28", "HM-24", "X-42"),
)
class PriorityZeroDecidedAnew(QueueManagerDecisions):
    def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
        original = super().delivered(delay, now, persistence, priority)
        return replace(original, priority=original.priority or priority)


# --- names of queues --------------------------------------------------------------------------------------


def staged_for(name: str, sentence: str, spelled: Callable[[str], str]) -> None:
    """A misreading that spells the target in the delay header in its own way."""

    class Spelled(SimulatedWorld):
        def change(self, manager: QueueManager) -> None:
            rightly = manager.processor.delay

            def delay(original: Message, target: str, milliseconds: int) -> Delay:
                one = rightly(original, target, milliseconds)
                return replace(one, target=spelled(one.target), resolved=spelled(one.resolved))

            manager.processor.delay = delay  # type: ignore[method-assign]

    misreading(name, sentence, *TARGET)(Spelled)


# fmt: off
staged_for("staged target in capitals", "Writes the target into the delay header in capitals.", str.upper)
staged_for("staged target unescaped", "Takes the target in the delay header for part of a URI.", unquote)
staged_for("staged target behind a slash", "Takes what stands behind a slash for the name of the target.",
           lambda name: name.rpartition("/")[2])
staged_for("staged target without its last stop", "Trims the target in the delay header.",
           lambda name: name.rstrip("."))
# fmt: on


@misreading("remote queue in capitals", "Writes the name of a remote queue in capitals into MQXQH.", *TARGET)
class RemoteInCapitals(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, DefineRemoteQueue):
            command = replace(command, remote_queue=command.remote_queue.upper())
        return super().execute(command)


# --- as it was when the producer was created --------------------------------------------------------------


class _Definition(SinceCreation):
    def found(self, session: Session, queue: str) -> Definition | None:
        return session.manager.definitions.get(queue)


@misreading(
    "missing when created",
    "Finds no queue at a send that was not there when the producer was created.",
    *("DD-75", "DD-74", "DD-28", "DD-37"),
)
class MissingWhenCreated(_Definition):
    def going_by(self, session: Session, queue: str, noted: Any) -> AbstractContextManager[object]:
        definitions = session.manager.definitions
        kept = {name: one for name, one in definitions.items() if noted is not None or name != queue}
        return patch.object(session.manager, "definitions", kept)


@misreading(
    "there when created",
    "Accepts what is sent to a queue that was there when the producer was created.",
    *("DD-75", "DD-38"),
)
class ThereWhenCreated(_Definition):
    def going_by(self, session: Session, queue: str, noted: Any) -> AbstractContextManager[object]:
        definitions = session.manager.definitions
        known = definitions if noted is None or queue in definitions else {**definitions, queue: noted}
        return patch.object(session.manager, "definitions", known)


@misreading(
    "queue of the creation",
    "Delivers to the queue that had the name when the producer was created, which is gone.",
    *("DD-74", "DD-49", *LOST),
)
class QueueOfTheCreation(_Definition):
    @contextmanager
    def going_by(self, session: Session, queue: str, noted: Any) -> Iterator[None]:
        manager = session.manager
        another = isinstance(noted, LocalQueue) and manager.definitions.get(queue) is not noted
        stage = manager.processor.stage

        def staged(delay: Delay, unit: Any) -> None:
            stage(replace(delay, target=f"{queue} that is gone") if another else delay, unit)

        with patch.object(manager.processor, "stage", staged):
            yield

    def change(self, manager: QueueManager) -> None:
        deliver = manager.processor._deliver

        def delivered(delay: Delay) -> ReasonCode | None:
            return None if delay.target.endswith(" that is gone") else deliver(delay)

        manager.processor._deliver = delivered  # type: ignore[method-assign]


# --- checks at send and at delivery -----------------------------------------------------------------------


@misreading("existence not checked", "Accepts a delayed send to a queue that does not exist.", "DD-75")
class ExistenceNotChecked(QueueManagerDecisions):
    checks_at_send = QueueManagerDecisions.checks_at_send - {Check.EXISTS}


@misreading("persistence at delivery", "Takes the queue's persistence at the second resolution.", "DD-77")
class PersistenceAtDelivery(QueueManagerDecisions):
    def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
        if AsQueue.PERSISTENCE not in delay.as_queue:
            return delay.original
        return msgspec.structs.replace(delay.original, persistence=persistence)


@misreading("priority at delivery", "Takes the queue's priority at the second resolution.", "DD-78")
class PriorityAtDelivery(QueueManagerDecisions):
    def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
        if AsQueue.PRIORITY not in delay.as_queue:
            return delay.original
        return msgspec.structs.replace(delay.original, priority=priority)


# fmt: off
QUEUE_MANAGER: tuple[Row, ...] = (
    ("existence behind an alias not asked", "Takes an alias for a queue that exists.",
     ("DD-75", "DD-38"), sends(behind_an_alias), "checks_at_send", all_but(Check.EXISTS)),
    ("existence with reports not asked", "Asks whether there is a target where a message asks for no report.",
     ("DD-75", "DD-38"), sends(reporting), "checks_at_send", all_but(Check.EXISTS)),
    ("existence in a unit of work not asked", "Asks whether there is a target outside units of work alone.",
     ("DD-75", "DD-38"), sends(transacted), "checks_at_send", all_but(Check.EXISTS)),
)
# fmt: on
for one in QUEUE_MANAGER:
    register(one, "decisions")
