"""Misreadings of the target as it is opened at the due time, without authority."""

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

from implementations.decisions.queue_manager import Check, QueueManagerDecisions
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import AliasQueue, Delay, LocalQueue, RemoteQueue, Route, UnitOfWork
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.attempts import Attempts, NamesRemembered
from implementations.wrong.parts.producers import Noting
from implementations.wrong.parts.rules import LOST
from implementations.wrong.parts.units_of_work import lost_at_commit
from mqtck.reference.vocabulary.commands import Advance
from mqtck.reference.vocabulary.constants import Persistence, ReasonCode, Report


@misreading(
    "authority after a restart", "Asks for the sender's authority again after a restart.", "DD-50", "X-45"
)
class AuthorityAfterRestart(Attempts):
    restarted = False

    def _start(self, name: str) -> None:
        super()._start(name)
        self.restarted = True

    def deliver(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
        checks = frozenset(Check) if self.restarted else self.decisions.checks_at_delivery
        with patch.object(self.decisions, "checks_at_delivery", checks):
            return super().deliver(manager, delay, deliver)


@misreading(
    "the queue of the send",
    "Takes a queue that was deleted and defined again for another one.",
    *("DD-49", "DD-74", "DD-10", "X-54", "DD-98"),
)
class QueueOfSend(NamesRemembered):
    def refuses(self, definition: object) -> bool:
        return isinstance(definition, LocalQueue)


def deleted_since(manager: QueueManager, delay: Delay) -> bool:
    return manager.put_queue(delay.target) is None


# fmt: off
lost_at_commit(deleted_since, "lost to a deletion before its commit",
               "Commits nothing for a queue that is gone by then.", "DD-49", "DD-74", "X-37")
# fmt: on


def gone_with(kind: type[AliasQueue] | type[RemoteQueue], name: str, sentence: str) -> None:
    """A misreading that loses what was sent to such a definition when that is deleted."""

    @misreading(name, sentence, "DD-49", "DD-74", "DD-98", "DD-114", "X-37", *LOST)
    class GoneWith(SimulatedWorld):
        def change(self, manager: QueueManager) -> None:
            sent: set[str] = set()
            stage, deliver = manager.processor.stage, manager.processor._deliver

            def staged(delay: Delay, unit: UnitOfWork | None) -> None:
                if isinstance(manager.definitions.get(delay.target), kind):
                    sent.add(delay.original.message_id)
                stage(delay, unit)

            def delivered(delay: Delay) -> ReasonCode | None:
                gone = delay.target not in manager.definitions and delay.original.message_id in sent
                return None if gone else deliver(delay)

            manager.processor.stage = staged  # type: ignore[method-assign]
            manager.processor._deliver = delivered  # type: ignore[method-assign]


gone_with(AliasQueue, "gone with its alias", "Loses what was sent to an alias that has been deleted.")
gone_with(RemoteQueue, "gone with its remote queue", "Loses what was sent to a remote queue that is deleted.")


@misreading(
    "gone with the way of its remote queue",
    "Loses what was sent to a remote queue that leads elsewhere by the time.",
    *("DD-49", "DD-74", *LOST),
)
class GoneWithItsWay(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        routes: dict[str, Route] = {}
        stage, deliver = manager.processor.stage, manager.processor._deliver

        def staged(delay: Delay, unit: UnitOfWork | None) -> None:
            definition = manager.definitions.get(delay.target)
            if isinstance(definition, RemoteQueue):
                routes[delay.original.message_id] = definition.route
            stage(delay, unit)

        def delivered(delay: Delay) -> ReasonCode | None:
            definition = manager.definitions.get(delay.target)
            route = routes.get(delay.original.message_id)
            elsewhere = isinstance(definition, RemoteQueue) and route not in (None, definition.route)
            return None if elsewhere else deliver(delay)

        manager.processor.stage = staged  # type: ignore[method-assign]
        manager.processor._deliver = delivered  # type: ignore[method-assign]


@misreading("authority at delivery", "Asks for the sender's authority again at delivery.", "DD-50")
class AuthorityAtDelivery(QueueManagerDecisions):
    checks_at_delivery = QueueManagerDecisions.checks_at_delivery | {Check.AUTHORITY}


Delayed = Callable[[QueueManager, Delay], bool]


def _not_persistent(_: QueueManager, delay: Delay) -> bool:
    return delay.original.persistence == Persistence.NOT_PERSISTENT


def _for_a_remote_queue(manager: QueueManager, delay: Delay) -> bool:
    return isinstance(manager.definitions.get(delay.target), RemoteQueue)


def _to_be_discarded(_: QueueManager, delay: Delay) -> bool:
    return bool(delay.original.report & Report.DISCARD_MSG)


def authority_at_delivery(asked: Delayed, name: str, sentence: str) -> None:
    """A misreading that asks for the sender's authority again at the delivery of some messages."""

    @misreading(name, sentence, "DD-50")
    class AuthorityOfSome(Attempts):
        def deliver(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
            checks = self.decisions.checks_at_delivery
            again = checks | {Check.AUTHORITY} if asked(manager, delay) else checks
            with patch.object(self.decisions, "checks_at_delivery", again):
                return super().deliver(manager, delay, deliver)


# fmt: off
for row in (
    (_not_persistent, "authority at the delivery of the non-persistent",
     "Asks for the sender's authority again where a message is not persistent."),
    (_for_a_remote_queue, "authority at the delivery to a remote queue",
     "Asks for the sender's authority again where a message is for another queue manager."),
    (_to_be_discarded, "authority at the delivery of what may be discarded",
     "Asks for the sender's authority again where a message has MQRO_DISCARD_MSG."),
):
    authority_at_delivery(*row)
# fmt: on


@misreading(
    "deleted target ignored",
    "Drops a delayed message whose target has gone by the due time.",
    *("DD-49", "DD-98", "DD-99", "DD-114", "X-54"),
)
class DeletedTargetIgnored(QueueManagerDecisions):
    def counts_as_delivered(self, reason: ReasonCode | None) -> bool:
        return reason in (None, ReasonCode.UNKNOWN_OBJECT_NAME)


@misreading(
    "target before it was deleted",
    "Delivers to the queue that had the name at the first delivery.",
    *("DD-49", "DD-74", "DD-10", "DD-12", "X-54", "DD-98"),
)
class TargetBeforeDeletion(Noting):
    def change(self, manager: QueueManager) -> None:
        landing = manager._landing
        known: dict[str, LocalQueue] = {}

        def first(queue: LocalQueue | RemoteQueue | None) -> LocalQueue | None:
            found = landing(queue)
            if found is None or not isinstance(self.command, Advance):
                return found
            return known.setdefault(found.name, found)

        manager._landing = first  # type: ignore[method-assign]
