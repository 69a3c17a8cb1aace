"""Misreadings of the authority that is asked for at a delayed send."""

# ruff: noqa: ARG002 - as in `decisions`

from contextlib import AbstractContextManager
from typing import Any
from unittest.mock import patch

from implementations.decisions.queue_manager import Check, QueueManagerDecisions
from implementations.simulation.clients import jms_client
from implementations.simulation.clients.sessions import Session
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import AliasQueue, Delay, LocalQueue
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import NotAsked, all_but
from implementations.wrong.parts.calls import (
    Row,
    non_persistent,
    register,
    reporting,
    sends,
    simplified,
    transacted,
    unasked,
)
from implementations.wrong.parts.restarts import SinceCreation
from implementations.wrong.parts.units_of_work import lost_at_commit
from mqtck.reference.vocabulary.commands import (
    Command,
    CreateProducer,
    GrantPut,
    OpenSession,
    RevokePut,
    Send,
    StartQueueManager,
)
from mqtck.reference.vocabulary.constants import ReasonCode
from mqtck.reference.vocabulary.messages import QueueDestination
from mqtck.reference.vocabulary.outcomes import Done, Outcome, Refused, Sent

AUTHORITY = ("DD-46", "DD-47")


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


def allowed_no_more(manager: QueueManager, delay: Delay) -> bool:
    return delay.user is not None and (delay.user, delay.target) not in manager.authorities


# fmt: off
lost_at_commit(allowed_no_more, "lost to a revocation before its commit",
               "Commits nothing that its sender may not put any more.", *AUTHORITY, "DD-50")
# fmt: on


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


class ForSomeSends(SimulatedWorld):
    """Does something else for sends to some queues."""

    def otherwise(self, command: Send, queue: QueueDestination) -> bool:
        raise NotImplementedError

    def sent_otherwise(self, command: Send) -> Outcome:
        raise NotImplementedError

    def execute(self, command: Command) -> Outcome:
        producer = self.calls.jms.producers.get(command.producer) if isinstance(command, Send) else None
        if not isinstance(command, Send) or producer is None:
            return super().execute(command)
        destination = command.destination or producer.destination
        if isinstance(destination, QueueDestination) and self.otherwise(command, destination):
            return self.sent_otherwise(command)
        return super().execute(command)


@misreading(
    "authority not asked where the queue manager is named",
    "Lets everybody put to a queue that is named with its queue manager.",
    *("DD-46", "DD-47", "DD-32"),
)
class NamedWithItsManager(ForSomeSends):
    def otherwise(self, command: Send, queue: QueueDestination) -> bool:
        return queue.queue_manager is not None

    def sent_otherwise(self, command: Send) -> Outcome:
        with patch.object(jms_client, "may_put", lambda *_: True):
            return SimulatedWorld.execute(self, command)


@misreading(
    "authority missed once",
    "Lets a user put to a queue that has been told once that it may not.",
    *("DD-46", "DD-47", "DD-32"),
)
class MissedOnce(ForSomeSends):
    def __init__(self, *parts: Any) -> None:
        self.refused: set[tuple[str, str]] = set()
        super().__init__(*parts)

    def otherwise(self, command: Send, queue: QueueDestination) -> bool:
        return (command.producer, queue.queue) in self.refused

    def sent_otherwise(self, command: Send) -> Outcome:
        with patch.object(jms_client, "may_put", lambda *_: True):
            return SimulatedWorld.execute(self, command)

    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, Send) and isinstance(outcome, Refused):
            own = self.calls.jms.producers[command.producer].destination
            named = command.destination or own
            if isinstance(named, QueueDestination) and outcome.reason == ReasonCode.NOT_AUTHORIZED:
                self.refused.add((command.producer, named.queue))
        return outcome


@misreading(
    "user of the last session",
    "Has one user, the one of the session that was opened last.",
    *("DD-46", "DD-47"),
)
class UserOfTheLast(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, OpenSession) and isinstance(outcome, Done):
            for session in self.calls.jms.sessions.values():
                session.user = command.user
        return outcome


@misreading("authority not at send", "Asks for authority on the staging queue only.", "DD-46", "DD-47")
class AuthorityNotAtSend(QueueManagerDecisions):
    checks_at_send = QueueManagerDecisions.checks_at_send - {Check.AUTHORITY}


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


@misreading("authority of no typed messages", "Stages a typed message for anybody.", "DD-46", "DD-47")
class AuthorityNotAsked(NotAsked):
    check = Check.AUTHORITY


# fmt: off
unasked(Check.AUTHORITY,   "of the non-persistent", sends(non_persistent), "DD-46", "DD-47")
# fmt: on

AUTHORITY_FOR_DELAY_0 = ("DD-46", "DD-47", "DD-28", "DD-37")


class Shut(set[tuple[str, str]]):
    """Authorities to which none can be added."""

    def add(self, element: tuple[str, str]) -> None:
        """Nothing."""


@misreading(
    "refused for good",
    "Grants no authority any more once a call was refused for want of it.",
    *AUTHORITY_FOR_DELAY_0,
)
class RefusedForGood(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(outcome, Refused) and outcome.reason == ReasonCode.NOT_AUTHORIZED:
            for manager in self.simulation.managers.values():
                manager.authorities = Shut(manager.authorities)
        return outcome


@misreading("not granted again", "Grants no authority that was taken back before.", *AUTHORITY_FOR_DELAY_0)
class NotGrantedAgain(SimulatedWorld):
    revoked: frozenset[tuple[str, str, str]] = frozenset()

    def execute(self, command: Command) -> Outcome:
        match command:
            case RevokePut():
                self.revoked |= {(command.user, command.queue, command.queue_manager)}
            case GrantPut() if (command.user, command.queue, command.queue_manager) in self.revoked:
                return Done()
        return super().execute(command)


# --- authority --------------------------------------------------------------------------------------------


class Authorities(SimulatedWorld):
    """Asks otherwise who may put to a queue."""

    def may_put(self, session: Session, queue: str) -> bool:
        raise NotImplementedError

    def execute(self, command: Command) -> Outcome:
        if not isinstance(command, Send | CreateProducer):
            return super().execute(command)
        asked = jms_client.may_put
        with patch.object(
            jms_client,
            "may_put",
            lambda session, queue: asked(session, queue) or self.may_put(session, queue),
        ):
            return super().execute(command)


AUTHORITY_AT_SEND = ("DD-46", "DD-47", "DD-32")


@misreading(
    "authority of aliases not asked", "Lets everybody put to the name of an alias.", *AUTHORITY_AT_SEND
)
class AliasesNotAsked(Authorities):
    def may_put(self, session: Session, queue: str) -> bool:
        return isinstance(session.manager.definitions.get(queue), AliasQueue)


@misreading(
    "authority of queues elsewhere not asked",
    "Lets everybody put to a queue that is not one of its own.",
    *AUTHORITY_AT_SEND,
)
class ElsewhereNotAsked(Authorities):
    def may_put(self, session: Session, queue: str) -> bool:
        definition = session.manager.definitions.get(queue)
        return not isinstance(definition, LocalQueue | AliasQueue)


@misreading(
    "authority by the beginning of a name",
    "Takes the authority to a queue for that to all whose names begin so.",
    *AUTHORITY_AT_SEND,
)
class ByTheBeginning(Authorities):
    def may_put(self, session: Session, queue: str) -> bool:
        granted = session.manager.authorities
        return any(user == session.user and queue.startswith(name) for user, name in granted)


@misreading(
    "authority of any queue manager",
    "Knows users and queues by their names, whichever queue manager they belong to.",
    *AUTHORITY_AT_SEND,
)
class OfAnyQueueManager(Authorities):
    def may_put(self, session: Session, queue: str) -> bool:
        managers = self.simulation.managers.values()
        return any((session.user, queue) in manager.authorities for manager in managers)


@misreading(
    "authority back with a restart",
    "Has the authorities again after a restart that were taken back.",
    *AUTHORITY_AT_SEND,
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


# fmt: off
QUEUE_MANAGER: tuple[Row, ...] = (
    ("authority with reports not asked", "Asks for authority where a message asks for no report.",
     ("DD-46", "DD-47"), sends(reporting), "checks_at_send", all_but(Check.AUTHORITY)),
    ("authority in a unit of work not asked", "Asks for authority outside units of work alone.",
     ("DD-46", "DD-47"), sends(transacted), "checks_at_send", all_but(Check.AUTHORITY)),
    ("JMSProducer's authority not asked", "Asks for authority for a MessageProducer alone.",
     ("DD-46", "DD-47"), sends(simplified), "checks_at_send", all_but(Check.AUTHORITY)),
)
# fmt: on
for one in QUEUE_MANAGER:
    register(one, "decisions")
