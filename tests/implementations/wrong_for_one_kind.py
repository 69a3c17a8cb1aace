"""Misreadings of how z/OS stops and starts the processor, for one kind of message alone.

Whoever wrote these keeps the rules of stopping and starting for a persistent message to a queue of its own
name. What is sent otherwise goes on when the processor is stopped, is forgotten when it starts, or needs no
staging queue.
"""

from collections.abc import Callable

from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    Command,
    FailDelayProcessor,
    Send,
    StartQueueManager,
    Switch,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode, Persistence
from mqtck.reference.vocabulary.outcomes import Outcome
from mqtck.reference.vocabulary.profile import Platform

from .decisions_clusters_zos import Halt
from .jms_client import Producer
from .misreading import misreading
from .objects import AliasQueue, Delay, Entry, RemoteQueue
from .queue_manager import QueueManager
from .world import SimulatedWorld

Concerns = Callable[[QueueManager, Delay], bool]
LOST = ("DD-10", "DD-12", "X-54")
STOPPED = ("DD-01", "DD-10", "DD-117")


def published(_: QueueManager, delay: Delay) -> bool:
    return delay.tie is not None


def not_persistent(_: QueueManager, delay: Delay) -> bool:
    return delay.original.persistence != Persistence.PERSISTENT


def shared(manager: QueueManager, delay: Delay) -> bool:
    return delay.tie is None and manager.shares(delay.target)


def remote(manager: QueueManager, delay: Delay) -> bool:
    return isinstance(manager.definitions.get(delay.target), RemoteQueue)


def aliased(manager: QueueManager, delay: Delay) -> bool:
    return isinstance(manager.definitions.get(delay.target), AliasQueue)


def urgent(_: QueueManager, delay: Delay) -> bool:
    return delay.original.priority == 9


def mortal(_: QueueManager, delay: Delay) -> bool:
    return delay.original.end_of_life is not None


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


NO_GET, NO_PUT, ERROR = Halt.NOT_AVAILABLE, Halt.PUT_DISABLED, Halt.ERROR
# fmt: off
goes_on(NO_GET, published, "publications gone on with without gets",
        "Delivers publications though GET is disabled.", "DD-89")
goes_on(NO_GET, aliased, "aliases gone on with without gets",
        "Delivers to aliases though GET is disabled.", "DD-89")
goes_on(NO_PUT, not_persistent, "non-persistent ones gone on with without puts",
        "Delivers what is not persistent though PUT is disabled.", "DD-94")
goes_on(NO_PUT, shared, "shared queues gone on with without puts",
        "Delivers to shared queues though PUT is disabled.", "DD-94")
goes_on(ERROR, remote, "remote queues gone on with after an error",
        "Delivers to remote queues after another error.", "DD-90")
goes_on(ERROR, urgent, "the urgent gone on with after an error",
        "Delivers what is urgent after another error.", "DD-90")
# fmt: on


def started_by(command: Command, kind: type[Command], attribute: str) -> bool:
    if not isinstance(command, kind):
        return False
    return not isinstance(command, AlterQueue) or getattr(command.changes, attribute) is Switch.ENABLED


def forgotten(
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


# fmt: off
forgotten(FailDelayProcessor, "", published, "publications forgotten by a failure",
          "Forgets publications when the processor fails.", "DD-96")
forgotten(FailDelayProcessor, "", aliased, "aliases forgotten by a failure",
          "Forgets what is for an alias when the processor fails.", "DD-96")
forgotten(StartQueueManager, "", remote, "remote queues forgotten by a start",
          "Forgets what is for a remote queue when the queue manager starts.", "DD-95", "DD-86", "X-45")
forgotten(AlterQueue, "get", shared, "shared queues forgotten by GET",
          "Forgets what is for a shared queue when GET is enabled.", "DD-92")
forgotten(AlterQueue, "put", published, "publications forgotten by PUT",
          "Forgets publications when PUT is enabled.", "DD-93", "DD-94")
forgotten(AlterQueue, "put", mortal, "the mortal forgotten by PUT",
          "Forgets what has a limited life when PUT is enabled.", "DD-93", "DD-94")
# fmt: on

ConcernsSend = Callable[[Send, Producer], bool]


def named_otherwise(command: Send, producer: Producer) -> bool:
    name = getattr(command.destination or producer.destination, "queue", None)
    return isinstance(producer.session.manager.definitions.get(name), AliasQueue | RemoteQueue)


def lightly(_: Send, producer: Producer) -> bool:
    return producer.delivery_mode is DeliveryMode.NON_PERSISTENT


def at_length(command: Send, _: Producer) -> bool:
    return command.arguments is not None


def unstaged(concerns: ConcernsSend, name: str, sentence: str) -> None:
    """A misreading in which some sends on z/OS are done at once where nobody has defined a staging queue."""

    @misreading(name, sentence, "DD-56", "DD-38", "DD-01", "DD-07", "DD-88")
    class Unstaged(SimulatedWorld):
        def execute(self, command: Command) -> Outcome:
            producer = self.calls.jms.producers.get(command.producer) if isinstance(command, Send) else None
            if not isinstance(command, Send) or producer is None or not concerns(command, producer):
                return super().execute(command)
            manager = producer.session.manager
            if manager.platform is not Platform.ZOS or manager.definition(STAGING_QUEUE) is not None:
                return super().execute(command)
            delay, producer.delay = producer.delay, 0
            try:
                return super().execute(command)
            finally:
                producer.delay = delay


unstaged(named_otherwise, "sent by another name without staging queue", "Needs none behind another name.")
unstaged(lightly, "sent lightly without staging queue", "Needs none for what is not persistent.")
unstaged(at_length, "sent at length without staging queue", "Needs none for the long form of send.")
