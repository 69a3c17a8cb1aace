"""Misreadings of units of work and of lives in one corner: what one loses, which gets look at no end."""

# ruff: noqa: ARG002 - as in `decisions`

from typing import Any, ClassVar
from unittest.mock import patch

from msgspec.structs import replace

from mqtck.reference.vocabulary.commands import (
    Command,
    Commit,
    GetMode,
    MqGet,
    MqPut,
    MqPut1,
    Receive,
    Rollback,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, Persistence, Report
from mqtck.reference.vocabulary.outcomes import MessageReturned, Outcome
from mqtck.reference.vocabulary.publications import ReceivePublication

from .decisions import Membership, QueueManagerDecisions
from .jms_client import Session
from .misreading import misreading
from .objects import NO_ID, AliasQueue, Entry, LocalQueue, Message, UnitOfWork
from .queue_manager import QueueManager
from .world import SimulatedWorld
from .wrong_in_some_calls import Row, looks, no, register, yes
from .wrong_in_some_units import InUnitOfWork
from .wrong_now_and_then import original

# --- what a unit of work loses ---------------------------------------------------------------------------


def lost_in_units(name: str, sentence: str, rules: tuple[str, ...], **lost: Any) -> None:
    """A misreading that commits delayed messages with other fields; `report` names options that are lost."""

    class Lost(InUnitOfWork):
        def before(self, command: Command, session: Session, staged: list[Entry]) -> None:
            for entry in staged:
                changes = dict(lost)
                if "report" in changes:
                    changes["report"] = entry.message.report & ~lost["report"]
                entry.message = original(entry.message, **changes)
                if "report" in changes:
                    entry.message = replace(entry.message, report=changes["report"])

    misreading(name, sentence, *rules)(Lost)


AS_SENT = ("DD-125", "DD-130", "X-42")
# fmt: off
lost_in_units("unit of work without exception reports", "Reports no failure of a unit of work.",
              ("DD-101", *AS_SENT), report=int(Report.EXCEPTION_WITH_FULL_DATA))
lost_in_units("unit of work without discards", "Discards nothing that was sent in a unit of work.",
              ("DD-97", *AS_SENT), report=int(Report.DISCARD_MSG))
lost_in_units("unit of work without PASS options", "Passes no ids of what was sent in a unit of work.",
              ("X-21", *AS_SENT), report=int(Report.PASS_MSG_ID | Report.PASS_CORREL_ID))
lost_in_units("unit of work without reply-to", "Commits delayed messages without the reply-to queue.",
              ("X-22", "X-42", "HM-04"), reply_to="", reply_manager_field="")
lost_in_units("unit of work without correlation id", "Commits delayed messages without MQMD.CorrelId.",
              ("X-03", "X-42", "HM-40", "HM-42", "HM-47"), correlation_id=NO_ID)
# fmt: on


@misreading(
    "one end for a unit of work",
    "Ends all messages of a unit of work with the first of them.",
    *("EX-23", "X-24", "X-06", "DD-79", "DD-80", "EX-05", "EX-10", "EX-17"),
)
class OneEnd(InUnitOfWork):
    def before(self, command: Command, session: Session, staged: list[Entry]) -> None:
        ends = [entry.message.end_of_life for entry in staged if entry.message.end_of_life is not None]
        for entry in staged:
            if entry.message.end_of_life is not None:
                entry.message = original(entry.message, end_of_life=min(ends))


class BesideOtherUnits(SimulatedWorld):
    """Ends the units of work of all sessions with that of one."""

    ending: ClassVar[type[Commit] | type[Rollback]]

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, Commit | Rollback) and isinstance(command, self.ending):
            ended = self.calls.jms.sessions.get(command.session)
            for session in self.calls.jms.sessions.values():
                if session is not ended and session.unit is not None:
                    self.end(session.unit)
        return super().execute(command)

    def end(self, unit: UnitOfWork) -> None:
        raise NotImplementedError


@misreading(
    "rollback of all sessions",
    "Rolls back with one session whatever others have sent.",
    *("DD-10", "DD-12", "DD-43", "DD-44", "X-54"),
)
class RollbackOfAll(BesideOtherUnits):
    ending = Rollback

    def end(self, unit: UnitOfWork) -> None:
        unit.rollback()


@misreading(
    "commit of all sessions",
    "Commits with one session whatever others have sent.",
    *("DD-43", "DD-44", "DD-42", "X-54"),
)
class CommitOfAll(BesideOtherUnits):
    ending = Commit

    def end(self, unit: UnitOfWork) -> None:
        unit.commit()


@misreading(
    "rolled back and back at restart",
    "Has a message in its log still that was rolled back.",
    *("DD-44", "DD-43", "X-45", "X-54"),
)
class BackAtRestart(InUnitOfWork):
    def __init__(self, *parts: Any) -> None:
        self.logged: list[tuple[str, Message]] = []
        super().__init__(*parts)

    def before(self, command: Command, session: Session, staged: list[Entry]) -> None:
        if isinstance(command, Rollback):
            persistent = [entry.message for entry in staged if entry.message.persistence]
            self.logged += [(session.manager.name, message) for message in persistent]

    def _start(self, name: str) -> None:
        manager = self.simulation.managers[name]
        for where, message in self.logged:
            if where == name and not self.decisions.expired(message, self.now()):
                manager.enter(manager.staging, message, None)
        self.logged = [(where, message) for where, message in self.logged if where != name]
        super()._start(name)


# --- lives -------------------------------------------------------------------------------------------------


def alone(message: Message) -> bool:
    """Neither delayed nor a report."""
    return message.delay is None and not message.feedback


def living_on(name: str, sentence: str, kept: Any) -> None:
    """A misreading by which some messages do not expire."""

    class LivingOn(QueueManagerDecisions):
        def expired(self, message: Message, now: int) -> bool:
            return not (alone(message) and kept(message)) and super().expired(message, now)

    misreading(name, sentence, "EX-04", "EX-11", "EX-17", "EX-18")(LivingOn)


living_on(
    "replies live on", "Keeps what has a correlation id.", lambda message: message.correlation_id != NO_ID
)
living_on("long messages live on", "Keeps what is long.", lambda message: len(message.body) > 4096)


@misreading(
    "no life behind an alias",
    "Heeds no Expiry of what is put by way of an alias.",
    *("EX-01", "EX-04", "EX-05", "EX-10", "EX-17"),
)
class NoLifeBehindAlias(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, MqPut | MqPut1):
            manager = self.mqi.connection(command.connection).manager
            if isinstance(manager.definitions.get(command.queue), AliasQueue):
                with patch.object(self.decisions, "end_of_life", lambda *_: None):
                    return super().execute(command)
        return super().execute(command)


def no_last_tenth(message: Message, now: int) -> int:
    return -1 if message.end_of_life is None else (message.end_of_life - now) // 100


def under_cursor(command: Command) -> bool:
    return isinstance(command, MqGet) and command.mode is GetMode.UNDER_CURSOR


def under_cursor_in_syncpoint(command: Command) -> bool:
    return under_cursor(command) and isinstance(command, MqGet) and command.syncpoint is Syncpoint.WITHIN


def of_staging(command: Command) -> bool:
    return isinstance(command, MqGet) and command.queue == STAGING_QUEUE


def of_subscriber(command: Command) -> bool:
    return isinstance(command, ReceivePublication)


def browse_next(command: Command) -> bool:
    return isinstance(command, MqGet) and command.mode is GetMode.BROWSE_NEXT


def by_id(command: Command) -> bool:
    return isinstance(command, MqGet) and command.match is not None


# fmt: off
ROWS: tuple[Row, ...] = (
    ("0 under the cursor", "Shows 0 under the cursor for less than a tenth of a second.",
     ("EX-19",), looks(under_cursor), "remaining_expiry", no_last_tenth),
    ("0 of a recall", "Shows 0 of a staged message for less than a tenth of a second.",
     ("EX-19", "X-46"), looks(of_staging), "remaining_expiry", no_last_tenth),
    ("0 to a subscriber", "Shows 0 to a subscriber for less than a tenth of a second.",
     ("EX-19",), looks(of_subscriber), "remaining_expiry", no_last_tenth),
    ("expired under the cursor in syncpoint", "Returns what has expired under the cursor in a unit of work.",
     ("EX-17", "EX-41", "EX-34"), looks(under_cursor_in_syncpoint), "returnable", yes),
    ("browse next reports nothing", "Discards without a report in a continued browse.",
     ("EX-21", "EX-13"), looks(browse_next), "expiration_report_wanted", no),
    ("get by id stops at the expired", "Finds nothing by an id that a first message has had, which is over.",
     ("EX-17", "EX-12", "EX-04", "EX-15"), looks(by_id), "goes_on_after_discard", no),
)
# fmt: on
for one in ROWS:
    register(one, "decisions")


@misreading(
    "received again with the same rest",
    "Shows a JMS client of a message what it has shown of it before.",
    *("EX-05", "EX-10"),
)
class ReceivedAgain(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        self.shown: dict[object, Any] = {}
        super().__init__(*parts)

    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if not isinstance(command, Receive) or not isinstance(outcome, MessageReturned):
            return outcome
        descriptor = outcome.message.descriptor
        rest = self.shown.setdefault(descriptor.message_id, descriptor.expiry)
        return replace(outcome, message=replace(outcome.message, descriptor=replace(descriptor, expiry=rest)))


@misreading(
    "own expired message returned",
    "Returns to a unit of work what it has put itself, however long ago.",
    *("EX-17", "EX-25", "EX-04"),
)
class OwnExpired(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        own = {entry.message.message_id for _, _, entry in self.put_by_itself(command)}
        right = self.decisions.returnable
        with patch.object(
            self.decisions,
            "returnable",
            lambda message, *rest: message.message_id in own or right(message, *rest),
        ):
            return super().execute(command)

    def put_by_itself(self, command: Command) -> list[tuple[QueueManager, LocalQueue, Entry]]:
        """What the unit of work of a get has put itself, and not committed."""
        unit = self._unit(command)
        return [
            (manager, queue, entry)
            for manager in self.simulation.managers.values()
            for queue in manager.local_queues()
            for entry in queue.entries
            if unit is not None and entry.putter is unit
        ]

    def _unit(self, command: Command) -> UnitOfWork | None:
        match command:
            case MqGet(syncpoint=Syncpoint.WITHIN, connection=connection):
                return self.mqi.connection(connection).unit
            case Receive(session=session):
                return self.calls.jms.session(session).unit
            case _:
                return None


@misreading(
    "own expired message discarded",
    "Discards before its commit what an application has put and then looked for in one unit of work.",
    *("EX-25", "EX-21", "X-23"),
)
class OwnExpiredDiscarded(OwnExpired):
    def execute(self, command: Command) -> Outcome:
        for manager, queue, entry in self.put_by_itself(command):
            if self.decisions.expired(entry.message, manager.now):
                manager.discard(queue, entry)
        return SimulatedWorld.execute(self, command)


@misreading(
    "second discard in the unit of work",
    "Backs out with a get all but the first of the discards that it has caused.",
    *("EX-38", "EX-12", "EX-15"),
)
class SecondDiscardInside(SimulatedWorld):
    discards = 0

    def execute(self, command: Command) -> Outcome:
        self.discards = 0
        return super().execute(command)

    def change(self, manager: QueueManager) -> None:
        discard = manager.discard

        def counted(queue: LocalQueue, entry: Entry, unit: UnitOfWork | None = None) -> None:
            self.discards += 1
            inside = Membership.INSIDE if self.discards > 1 else Membership.OUTSIDE
            with patch.object(self.decisions, "discard_in_unit_of_work", inside):
                discard(queue, entry, unit)

        manager.discard = counted  # type: ignore[method-assign]


@misreading(
    "expired back at restart",
    "Has a message in its log still that was discarded at its end, and reports it again.",
    *("EX-21", "EX-37", "EX-38", "X-45", "DD-82", "EX-12"),
)
class ExpiredBackAtRestart(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        self.logged: list[tuple[str, str, Message]] = []
        super().__init__(*parts)

    def change(self, manager: QueueManager) -> None:
        discarded = manager._discarded

        def logged(queue: LocalQueue, entry: Entry, unit: UnitOfWork | None) -> None:
            was_there = entry.on_queue
            discarded(queue, entry, unit)
            if was_there and entry.message.persistence == Persistence.PERSISTENT:
                self.logged.append((manager.name, queue.name, entry.message))

        manager._discarded = logged  # type: ignore[method-assign]

    def _start(self, name: str) -> None:
        manager = self.simulation.managers[name]
        back = [(queue, message) for where, queue, message in self.logged if where == name]
        self.logged = [one for one in self.logged if one[0] != name]
        for queue_name, message in back:
            queue = manager.local(queue_name)
            if queue is not None:
                manager.enter(queue, message, None)
        super()._start(name)
