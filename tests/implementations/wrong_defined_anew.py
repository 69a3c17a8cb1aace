"""Misreadings of names that lead elsewhere, or nowhere, when a message is due; and of long delays.

And of a queue that is deleted and defined anew: it has something of the former one of its name.
"""

from msgspec.structs import replace

from mqtck.reference.vocabulary.commands import AlterQueue, Command, DefineLocalQueue, QueueAttributes
from mqtck.reference.vocabulary.constants import ReasonCode
from mqtck.reference.vocabulary.outcomes import Outcome, Refused

from .decisions import QueueManagerDecisions
from .misreading import misreading
from .objects import AliasQueue, Delay, LocalQueue, RemoteQueue, Route, UnitOfWork
from .queue_manager import QueueManager
from .world import SimulatedWorld

LOST = ("DD-10", "DD-12", "X-54")
A_MONTH = 30 * 86_400_000


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


@misreading(
    "beyond a month due at a restart",
    "Takes what is delayed by more than thirty days for due when it starts.",
    *("DD-95", "DD-01", "DD-06", "X-45"),
)
class BeyondAMonth(QueueManagerDecisions):
    def after_restart(self, delay: Delay, now: int) -> Delay:
        return replace(delay, due=now) if delay.milliseconds > A_MONTH else delay


# --- queues that are defined anew -----------------------------------------------------------------------


def keeps(name: str, field: str, *rules: str) -> None:
    """A queue that is defined anew keeps one attribute of the former queue of its name."""

    @misreading(f"{name} of the former queue", f"Gives a queue of a former name {name} as it was.", *rules)
    class Keeps(SimulatedWorld):
        def execute(self, command: Command) -> Outcome:
            known: dict[str, QueueAttributes] = self.__dict__.setdefault("known", {})
            match command:
                case DefineLocalQueue(queue=queue) if queue in known:
                    former = getattr(known[queue], field)
                    command = replace(command, attributes=replace(command.attributes, **{field: former}))
                case _:
                    pass
            outcome = super().execute(command)
            if isinstance(command, DefineLocalQueue | AlterQueue) and not isinstance(outcome, Refused):
                definition = self.simulation.managers[command.queue_manager].definition(command.queue)
                if isinstance(definition, LocalQueue):
                    known[command.queue] = definition.attributes
            return outcome


keeps("PUT", "put", "DD-110", "DD-28", "DD-37")
keeps("MAXDEPTH", "max_depth", "DD-112", "DD-39", "EX-35", "DD-28", "DD-37")
keeps("MAXMSGL", "max_message_length", "DD-111", "DD-28", "DD-37")
keeps("DEFPSIST", "default_persistence", "HM-08", "HM-10", "HM-13")
keeps("DEFPRTY", "default_priority", "HM-24", "DD-78")
keeps("MSGDLVSQ", "delivery_sequence", "X-28", "EX-16")
keeps("CLUSTER", "cluster", "DD-24", "DD-19", "DD-37")
keeps("DEFBIND", "default_binding", "DD-19", "DD-21", "DD-37")
