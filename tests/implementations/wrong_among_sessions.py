"""Misreadings of subscribers that share a session, go on in another one, or end with what they gave back."""

from mqtck.reference.vocabulary.commands import Command, Commit, Rollback
from mqtck.reference.vocabulary.outcomes import Done, MessageReturned, Outcome
from mqtck.reference.vocabulary.publications import Durability, ReceivePublication, Subscribe

from .misreading import misreading
from .objects import Entry, Subscription, UnitOfWork
from .world import SimulatedWorld

GIVEN_BACK = ("EX-38", "EX-40", "DD-10", "DD-12", "DD-115", "X-52", "X-54")


class _LastAlone(SimulatedWorld):
    """Has a unit of work for each subscriber, and ends that of the last one as the session asks."""

    def __init__(self, *parts: object) -> None:
        self.units: dict[str, dict[str, UnitOfWork]] = {}
        super().__init__(*parts)  # type: ignore[arg-type]

    def others(self, unit: UnitOfWork) -> None:
        """What becomes of those of the other subscribers."""
        raise NotImplementedError

    def concerns(self, command: Command) -> bool:
        """Whether this end of a unit of work is misread."""
        raise NotImplementedError

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, ReceivePublication):
            session = self.calls.subscribers.session_of(command.subscription)
            if session is not None and session.unit is not None:
                name = next(name for name, one in self.calls.jms.sessions.items() if one is session)
                units, whole = self.units.setdefault(name, {}), session.unit
                session.unit = own = UnitOfWork()
                outcome = super().execute(command)
                session.unit = whole
                if isinstance(outcome, MessageReturned):
                    earlier = units.pop(command.subscription, UnitOfWork())
                    earlier.at_commit += own.at_commit
                    earlier.at_rollback += own.at_rollback
                    units[command.subscription] = earlier
                return outcome
        if isinstance(command, Commit | Rollback):
            units = self.units.pop(command.session, {})
            for number, unit in enumerate(reversed(units.values())):
                if number and self.concerns(command):
                    self.others(unit)
                else:
                    unit.commit() if isinstance(command, Commit) else unit.rollback()
        return super().execute(command)


@misreading(
    "rollback of one subscriber",
    "Gives back at a rollback what the last subscriber of the session received, and no other.",
    *GIVEN_BACK,
)
class RollbackOfOne(_LastAlone):
    def concerns(self, command: Command) -> bool:
        return isinstance(command, Rollback)

    def others(self, unit: UnitOfWork) -> None:
        unit.commit()


@misreading(
    "commit of one subscriber",
    "Takes off at a commit what the last subscriber of the session received, and no other.",
    *GIVEN_BACK,
    "EX-11",
)
class CommitOfOne(_LastAlone):
    def concerns(self, command: Command) -> bool:
        return isinstance(command, Commit)

    def others(self, unit: UnitOfWork) -> None:
        unit.rollback()


@misreading(
    "copies gone in another session",
    "Drops the copies for a durable subscriber that goes on in another session.",
    *("DD-107", "DD-115", "DD-116", "DD-10", "DD-76", "X-52", "X-54"),
)
class CopiesGoneInAnotherSession(SimulatedWorld):
    def __init__(self, *parts: object) -> None:
        self.sessions: dict[str, str] = {}
        super().__init__(*parts)  # type: ignore[arg-type]

    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, Subscribe) and isinstance(outcome, Done):
            before = self.sessions.get(command.subscription, command.session)
            self.sessions[command.subscription] = command.session
            if before != command.session:
                self._drop(self.calls.subscribers.subscriptions[command.subscription])
        return outcome

    def _drop(self, subscription: Subscription) -> None:
        for manager in self.simulation.managers.values():
            for entry in list(manager.staging.entries):
                if entry.message.delay is not None and entry.message.delay.tie is subscription:
                    manager.take_off(manager.staging, entry)


@misreading(
    "given back by a non-durable subscriber",
    "Loses what a non-durable subscriber has received and rolled back.",
    *GIVEN_BACK,
)
class GivenBackByNonDurable(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        held: list[tuple[Subscription, Entry]] = []
        if isinstance(command, Rollback):
            session = self.calls.jms.sessions.get(command.session)
            unit = None if session is None else session.unit
            held = [
                (subscription, entry)
                for subscription in self.calls.subscribers.subscriptions.values()
                if subscription.durability is Durability.NON_DURABLE and not subscription.ended
                for entry in self._queue(subscription)
                if unit is not None and entry.getter is unit
            ]
        outcome = super().execute(command)
        for subscription, entry in held:
            manager = self.simulation.managers[subscription.queue_manager]
            queue = manager.local(subscription.queue)
            if queue is not None and entry.on_queue:
                manager.take_off(queue, entry)
        return outcome

    def _queue(self, subscription: Subscription) -> list[Entry]:
        queue = self.simulation.managers[subscription.queue_manager].local(subscription.queue)
        return [] if queue is None else list(queue.entries)
