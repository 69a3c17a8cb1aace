"""Misreadings of what changes between two calls: creation and send, send and commit, setters and long form.

What holds when a producer is created, or when its message is sent in a unit of work, is taken for what holds
from then on; what has changed by the commit is a reason to lose a message without a word.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from mqtck.reference.vocabulary.commands import Command, Commit, CreateProducer, Send
from mqtck.reference.vocabulary.constants import ReasonCode
from mqtck.reference.vocabulary.messages import QueueDestination
from mqtck.reference.vocabulary.outcomes import Done, Outcome, Sent

from .decisions import Check
from .jms_client import Producer, Session
from .misreading import misreading
from .objects import Delay, Entry, LocalQueue
from .queue_manager import Definition, QueueManager
from .world import SimulatedWorld

LOST = ("DD-10", "DD-12", "X-54")
AUTHORITY = ("DD-46", "DD-47")
CONFLICT = ("DD-30", "DD-25", "DD-26", "DD-31")


# --- as it was when the producer was created ------------------------------------------------------------


class SinceCreation(SimulatedWorld):
    """Notes something when a producer is created for a queue, and goes by it at its delayed sends."""

    def __init__(self, *parts: object) -> None:
        super().__init__(*parts)  # type: ignore[arg-type]
        self.noted: dict[str, object] = {}

    def execute(self, command: Command) -> Outcome:
        producer = self.calls.jms.producers.get(command.producer) if isinstance(command, Send) else None
        own = None if producer is None else producer.destination
        if producer is not None and producer.delay and isinstance(own, QueueDestination):
            assert isinstance(command, Send)
            with self.going_by(producer.session, own.queue, self.noted[command.producer]):
                return super().execute(command)
        outcome = super().execute(command)
        if isinstance(command, CreateProducer) and command.destination and isinstance(outcome, Done):
            session = self.calls.jms.session(command.session)
            self.noted[command.producer] = self.found(session, command.destination.queue)
        return outcome

    def found(self, session: Session, queue: str) -> object:
        """What is there at the creation."""
        raise NotImplementedError

    def going_by(self, session: Session, queue: str, noted: Any) -> AbstractContextManager[object]:
        """As it is during a delayed send."""
        raise NotImplementedError


class _Authority(SinceCreation):
    def found(self, session: Session, queue: str) -> bool:
        return (session.user, queue) in session.manager.authorities


@misreading("authority when created", "Lets who was allowed to create a producer send for ever.", *AUTHORITY)
class AuthorityWhenCreated(_Authority):
    def going_by(self, session: Session, queue: str, noted: Any) -> AbstractContextManager[object]:
        granted = {(str(session.user), queue)} if noted else set[tuple[str, str]]()
        return patch.object(session.manager, "authorities", session.manager.authorities | granted)


@misreading(
    "no authority when created",
    "Lets nobody send who was not allowed to when the producer was created.",
    *(*AUTHORITY, "DD-28", "DD-37"),
)
class NoAuthorityWhenCreated(_Authority):
    def going_by(self, session: Session, queue: str, noted: Any) -> AbstractContextManager[object]:
        missing = set[tuple[str, str]]() if noted else {(str(session.user), queue)}
        return patch.object(session.manager, "authorities", session.manager.authorities - missing)


def attribute_when_created(field: str, name: str, sentence: str, *rules: str) -> None:
    """A misreading that reads one attribute of the target when a producer is created for it."""

    @misreading(name, sentence, "DD-38", "DD-28", "DD-37", *rules)
    class AttributeWhenCreated(SinceCreation):
        def found(self, session: Session, queue: str) -> object:
            target = session.manager.put_queue(queue)
            return None if target is None else getattr(target.attributes, field)

        def going_by(self, session: Session, queue: str, noted: Any) -> AbstractContextManager[object]:
            target = session.manager.put_queue(queue)
            if target is None or noted is None:
                return nullcontext()
            return patch.object(target, "attributes", replace(target.attributes, **{field: noted}))


# fmt: off
attribute_when_created("put", "PUT when created", "Reads PUT when a producer is created.", "DD-110")
attribute_when_created("max_message_length", "MAXMSGL when created",
                       "Reads MAXMSGL when a producer is created.", "DD-111")
attribute_when_created("max_depth", "MAXDEPTH when created",
                       "Reads MAXDEPTH when a producer is created.", "DD-112", "DD-39")
# fmt: on


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


# --- what has changed by the commit ----------------------------------------------------------------------

Gone = Callable[[QueueManager, Delay], bool]


def lost_at_commit(gone: Gone, name: str, sentence: str, *rules: str) -> None:
    """A misreading that loses some delayed messages at their commit, which succeeds."""

    @misreading(name, sentence, *rules, "DD-38", "DD-43", "DD-45", "DD-114", "DD-98", *LOST)
    class LostAtCommit(SimulatedWorld):
        def execute(self, command: Command) -> Outcome:
            session = self.calls.jms.sessions.get(command.session) if isinstance(command, Commit) else None
            if session is None:
                return super().execute(command)
            manager = session.manager
            own = [one for one in manager.staging.entries if one.putter and one.putter is session.unit]
            lost = [one for one in own if one.message.delay and gone(manager, one.message.delay)]
            outcome = super().execute(command)
            for entry in lost if isinstance(outcome, Done) else ():
                manager.take_off(manager.staging, entry)
            return outcome


def allowed_no_more(manager: QueueManager, delay: Delay) -> bool:
    return delay.user is not None and (delay.user, delay.target) not in manager.authorities


def refused_now(check: Check) -> Gone:
    def refused(manager: QueueManager, delay: Delay) -> bool:
        there = manager.put_queue(delay.target) is not None
        length = len(delay.original.body)
        return there and manager.refusal(delay.target, length, frozenset({check})) is not None

    return refused


def deleted_since(manager: QueueManager, delay: Delay) -> bool:
    return manager.put_queue(delay.target) is None


# fmt: off
lost_at_commit(allowed_no_more, "lost to a revocation before its commit",
               "Commits nothing that its sender may not put any more.", *AUTHORITY, "DD-50")
lost_at_commit(refused_now(Check.PUT_ENABLED), "lost to PUT(DISABLED) before its commit",
               "Commits nothing for a queue that is disabled by then.", "DD-110")
lost_at_commit(refused_now(Check.LENGTH), "lost to MAXMSGL before its commit",
               "Commits nothing that is too long for its queue by then.", "DD-111")
lost_at_commit(refused_now(Check.FULLNESS), "lost to MAXDEPTH before its commit",
               "Commits nothing for a queue that is full by then.", "DD-112")
lost_at_commit(deleted_since, "lost to a deletion before its commit",
               "Commits nothing for a queue that is gone by then.", "DD-49", "DD-74", "X-37")
# fmt: on


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


@misreading("authority at the commit", "Asks for authority when a unit of work is committed.", *AUTHORITY)
class AuthorityAtCommit(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        producer = self.calls.jms.producers.get(command.producer) if isinstance(command, Send) else None
        unit = None if producer is None else producer.session.unit
        own = None if producer is None else producer.destination
        if producer is None or unit is None or not producer.delay or producer.session.user is None:
            return super().execute(command)
        assert isinstance(command, Send)
        named = command.destination or own
        manager, user = producer.session.manager, producer.session.user
        if not isinstance(named, QueueDestination):
            return super().execute(command)
        asked = (user, named.queue)
        with patch.object(manager, "authorities", manager.authorities | {asked}):
            outcome = super().execute(command)
        if isinstance(outcome, Sent):
            unit.checks.append(lambda: None if asked in manager.authorities else ReasonCode.NOT_AUTHORIZED)
        return outcome


# --- setters and the long form of send --------------------------------------------------------------------


class UntoldBySetters(SimulatedWorld):
    """Its setters tell no conflict, which a send does (DD-31)."""

    def __init__(self, *parts: object) -> None:
        super().__init__(*parts)  # type: ignore[arg-type]
        self.client_decisions.setter_reports_conflict = lambda: False  # type: ignore[method-assign]

    def execute(self, command: Command) -> Outcome:
        producer = self.calls.jms.producers.get(command.producer) if isinstance(command, Send) else None
        if producer is None or not isinstance(command, Send):
            return super().execute(command)
        return self.sent(command, producer, 0 < producer.time_to_live < producer.delay)

    def sent(self, command: Send, producer: Producer, at_odds: bool) -> Outcome:  # noqa: FBT001 - of the producer
        raise NotImplementedError

    def untold(self, command: Send) -> Outcome:
        """Send though life and delay conflict."""
        with patch.object(self.client_decisions, "conflict", lambda *_: False):
            return super().execute(command)


@misreading(
    "life of the setter in the long form",
    "Sends with the life of the setter where that conflicts with the delay.",
    *(*CONFLICT, "DD-10", "DD-28", "HM-15", "X-54"),
)
class LifeOfTheSetter(UntoldBySetters):
    def sent(self, command: Send, producer: Producer, at_odds: bool) -> Outcome:  # noqa: FBT001 - of the producer
        if not at_odds or command.arguments is None:
            return SimulatedWorld.execute(self, command)
        own = replace(command.arguments, time_to_live=producer.time_to_live)
        return self.untold(replace(command, arguments=own))


@misreading(
    "conflict that a long form has ended",
    "Tells no conflict of the setters any more once the long form has gone well.",
    *CONFLICT,
)
class EndedByLongForm(UntoldBySetters):
    def sent(self, command: Send, producer: Producer, at_odds: bool) -> Outcome:  # noqa: FBT001 - of the producer
        done = getattr(producer, "ended", False)
        outcome = self.untold(command) if done and at_odds else SimulatedWorld.execute(self, command)
        if at_odds and command.arguments is not None and isinstance(outcome, Sent):
            producer.ended = True  # type: ignore[attr-defined]
        return outcome


@misreading(
    "long form unchecked behind setters that conflict",
    "Compares no life of the long form where the setters conflict already.",
    *CONFLICT,
)
class UncheckedLongForm(UntoldBySetters):
    def sent(self, command: Send, _: Producer, at_odds: bool) -> Outcome:  # noqa: FBT001 - of the producer
        unchecked = at_odds and command.arguments is not None
        return self.untold(command) if unchecked else SimulatedWorld.execute(self, command)
