"""Misreadings of the staging queue: its name and its limits."""

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import msgspec

from implementations.decisions.queue_manager import Check, QueueManagerDecisions
from implementations.simulation.clients.sessions import Producer
from implementations.simulation.queue_managers.queue_manager import QueueManager, Reason
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import AliasQueue, LocalQueue, UnitOfWork
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import all_but
from implementations.wrong.parts.calls import Row, publishes, register, sends, transacted
from implementations.wrong.parts.others import typed
from implementations.wrong.parts.producers import Noting, read_once
from implementations.wrong.parts.restarts import Rebuilt
from implementations.wrong.parts.rules import LOST, OVERFULL
from implementations.wrong.parts.targets import full_at_its_limit_alone
from mqtck.reference.vocabulary.commands import AlterQueue, Browse, Command, ReadDepth, Send
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, ReasonCode
from mqtck.reference.vocabulary.outcomes import Done, ErrorFamily, Outcome, Refused


@misreading(
    "limits of the first send",
    "Looks MAXDEPTH and MAXMSGL of the staging queue up once.",
    *("DD-53", "DD-39", "DD-38"),
)
class LimitsOfTheFirst(Rebuilt):
    def rebuild(self, manager: QueueManager) -> None:
        refusal = manager._refusal
        known: list[Any] = []

        def refuses(queue: LocalQueue | None, *arguments: Any) -> Any:
            if queue is None or queue is not manager.staging:
                return refusal(queue, *arguments)
            known.append(queue.attributes)
            limits = (known[0].max_depth, known[0].max_message_length)
            then = msgspec.structs.replace(
                queue.attributes, max_depth=limits[0], max_message_length=limits[1]
            )
            with patch.object(queue, "attributes", then):
                return refusal(queue, *arguments)

        manager._refusal = refuses  # type: ignore[method-assign]


@misreading(
    "staging queue of another name",
    "Stages on a queue that is not called SYSTEM.DDELAY.LOCAL.QUEUE.",
    *("DD-51", "DD-52", "DD-07"),
)
class StagingQueueOfAnotherName(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, Browse | ReadDepth) and command.queue == STAGING_QUEUE:
            return Refused(ReasonCode.UNKNOWN_OBJECT_NAME, ErrorFamily.JMS_EXCEPTION)
        return super().execute(command)


@misreading("staging limits ignored", "Overfills the staging queue.", "DD-53", "DD-39", "DD-38")
class StagingLimitsIgnored(QueueManagerDecisions):
    checks_on_staging = QueueManagerDecisions.checks_on_staging - {Check.FULLNESS, Check.LENGTH}


@misreading(
    "a lowered limit clears",
    "Drops of the staging queue what is beyond its lowered limits.",
    *("DD-53", *LOST),
)
class LoweredLimitClears(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        of_staging = isinstance(command, AlterQueue) and command.queue == STAGING_QUEUE
        if of_staging and isinstance(outcome, Done):
            for manager in self.simulation.managers.values():
                attributes = manager.staging.attributes
                for place, entry in enumerate(list(manager.staging.entries)):
                    too_long = len(entry.message.body) > attributes.max_message_length
                    if too_long or place >= attributes.max_depth:
                        manager.take_off(manager.staging, entry)
        return outcome


def _staging(_: Noting, manager: QueueManager, queue: LocalQueue) -> bool:
    return queue is manager.staging


read_once(
    *("MAXDEPTH of the staging queue read once", "Asks the staging queue once how much it takes."),
    *("max_depth", _staging, "DD-53", "DD-39", "DD-38", "DD-37", "DD-28", "DD-112", "EX-35"),
)


@misreading(
    "staging queue above its limit",
    "Stages on a queue that holds more than MAXDEPTH.",
    *("DD-53", "DD-38", *OVERFULL),
)
class StagingQueueAboveItsLimit(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        refusal = manager.processor.refusal

        def refused(length: int, unit: UnitOfWork | None, copies: int = 1) -> Reason:
            with full_at_its_limit_alone(manager.staging):
                return refusal(length, unit, copies)

        manager.processor.refusal = refused  # type: ignore[method-assign]


Concerns = Callable[[SimulatedWorld, Send, Producer], bool]
LIMITS = ("DD-53", "DD-39", "DD-38", "X-53")


def behind_an_alias(_: SimulatedWorld, command: Send, producer: Producer) -> bool:
    destination = command.destination or producer.destination
    name = getattr(destination, "queue", None)
    return isinstance(producer.session.manager.definitions.get(name), AliasQueue)


def in_a_unit(_: SimulatedWorld, command: Send, producer: Producer) -> bool:
    return transacted(command, producer)


def published(_: SimulatedWorld, command: Send, producer: Producer) -> bool:
    return publishes(command, producer)


def not_asked(name: str, sentence: str, concerns: Concerns, check: Check) -> None:
    """A misreading that does not ask the staging queue for one thing at some sends, nor at their commit."""

    class NotAsked(SimulatedWorld):
        def execute(self, command: Command) -> Outcome:
            producer = self.calls.jms.producers.get(command.producer) if isinstance(command, Send) else None
            if not isinstance(command, Send) or producer is None or not concerns(self, command, producer):
                return super().execute(command)
            decisions, unit = producer.session.manager.decisions, producer.session.unit
            asked = decisions.checks_on_staging
            before = 0 if unit is None else len(unit.checks)
            decisions.checks_on_staging = asked - {check}
            try:
                outcome = super().execute(command)
            finally:
                decisions.checks_on_staging = asked
            if unit is not None and check is Check.FULLNESS:
                del unit.checks[before:]
            return outcome

    misreading(name, sentence, *LIMITS)(NotAsked)


# fmt: off
not_asked("staging depth behind an alias", "Overfills the staging queue for aliases.",
          behind_an_alias, Check.FULLNESS)
not_asked("staging length behind an alias", "Stages what is too long for the staging queue behind an alias.",
          behind_an_alias, Check.LENGTH)
not_asked("staging depth in a unit of work", "Overfills the staging queue at a commit.",
          in_a_unit, Check.FULLNESS)
not_asked("staging length in a unit of work", "Stages what is too long for the staging queue at a commit.",
          in_a_unit, Check.LENGTH)
not_asked("staging depth for publications", "Overfills the staging queue with copies.",
          published, Check.FULLNESS)
not_asked("staging length for publications", "Stages copies that are too long for the staging queue.",
          published, Check.LENGTH)
# fmt: on


# --- limits -----------------------------------------------------------------------------------------------


def clustered(_: SimulatedWorld, command: Send, producer: Producer) -> bool:
    name = getattr(command.destination or producer.destination, "queue", "")
    return bool(producer.session.manager.clusters.instances(name))


def shared(_: SimulatedWorld, command: Send, producer: Producer) -> bool:
    name = getattr(command.destination or producer.destination, "queue", "")
    return producer.session.manager.shares(name)


# fmt: off
not_asked("staging depth in a cluster", "Overfills the staging queue for clustered queues.",
          clustered, Check.FULLNESS)
not_asked("staging length in a cluster", "Stages what is too long for a clustered queue.",
          clustered, Check.LENGTH)
not_asked("staging depth for shared queues", "Overfills the staging queue for shared queues.",
          shared, Check.FULLNESS)
not_asked("staging length for shared queues", "Stages what is too long for a shared queue.",
          shared, Check.LENGTH)
# fmt: on

# fmt: off
QUEUE_MANAGER: tuple[Row, ...] = (
    ("length on the staging queue in a unit of work not asked",
     "Asks for MAXMSGL of the staging queue outside units of work.",
     ("DD-53", "DD-38"), sends(transacted), "checks_on_staging", all_but(Check.LENGTH)),
    ("length on the staging queue of publications not asked",
     "Asks for MAXMSGL of the staging queue where a message is for a queue.",
     ("DD-53", "DD-38"), sends(publishes), "checks_on_staging", all_but(Check.LENGTH)),
    ("staging limits ignored by typed messages", "Overfills the staging queue with typed messages.",
     ("DD-53", "DD-39"), sends(typed), "checks_on_staging", frozenset({Check.EXISTS})),
)
# fmt: on
for one in QUEUE_MANAGER:
    register(one, "decisions")
