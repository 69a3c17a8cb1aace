"""Due times, and delayed messages that the processor moves or forgets."""

from collections.abc import Iterable

from implementations.decisions.clusters_and_zos import Halt
from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Delay, Entry
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.rules import LOST, STOPPED
from implementations.wrong.parts.targets import Concerns
from mqtck.reference.vocabulary.commands import AlterQueue, Command, Switch
from mqtck.reference.vocabulary.outcomes import Outcome


class DueAtSomeValues(QueueManagerDecisions):
    """Keeps the instant at which a message is due in a way that not every instant fits."""

    def due(self, sent: int, committed: int, milliseconds: int, staged: Iterable[Delay]) -> int:
        return self.kept(super().due(sent, committed, milliseconds, staged), sent)

    def kept(self, due: int, sent: int) -> int:
        raise NotImplementedError


def goes_on(halt: Halt, concerns: Concerns, name: str, sentence: str, *rules: str) -> None:
    """A misreading in which some messages are moved though the processor is stopped."""

    @misreading(name, sentence, *rules, *STOPPED)
    class GoesOn(SimulatedWorld):
        def change(self, manager: QueueManager) -> None:
            processor = manager.processor
            control, work, next_instant = processor._control, processor.work, processor.next_instant
            if control is None:
                return

            def mine() -> list[tuple[int, Entry]]:
                staged = [(entry, entry.message.delay) for entry in manager.staging.entries]
                return [
                    (delay.due, entry)
                    for entry, delay in staged
                    if control.halt is halt and entry.available and delay and concerns(manager, delay)
                ]

            def worked() -> bool:
                done = work()
                for due, entry in mine():
                    if due <= manager.now and entry.failed_with is None:
                        processor._attempt(entry)
                        done |= not entry.on_queue
                return done

            def next_of_all() -> int | None:
                instants = [due for due, _ in mine() if due > manager.now]
                usual = next_instant()
                return min(instants if usual is None else [*instants, usual], default=None)

            processor.work = worked  # type: ignore[method-assign]
            processor.next_instant = next_of_all  # type: ignore[method-assign]


def started_by(command: Command, kind: type[Command], attribute: str) -> bool:
    if not isinstance(command, kind):
        return False
    return not isinstance(command, AlterQueue) or getattr(command.changes, attribute) is Switch.ENABLED


def forgotten_by_start(
    kind: type[Command], attribute: str, concerns: Concerns, name: str, sentence: str, *rules: str
) -> None:
    """A misreading in which a start of the processor forgets some messages; the attribute is the switch."""

    @misreading(name, sentence, *rules, *LOST, "DD-115")
    class Forgotten(SimulatedWorld):
        doing: Command | None = None

        def execute(self, command: Command) -> Outcome:
            self.doing = command
            return super().execute(command)

        def change(self, manager: QueueManager) -> None:
            processor = manager.processor
            restart = processor.restart

            def restarted() -> None:
                restart()
                if self.doing is not None and started_by(self.doing, kind, attribute):
                    staged = [(id(entry), entry.message.delay) for entry in manager.staging.entries]
                    processor.forget({entry for entry, delay in staged if delay and concerns(manager, delay)})

            processor.restart = restarted  # type: ignore[method-assign]
