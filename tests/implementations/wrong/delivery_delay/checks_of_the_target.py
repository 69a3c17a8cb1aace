"""Misreadings of what is asked of the target at a delayed send, and not again later."""

from typing import Any
from unittest.mock import patch

from implementations.decisions.queue_manager import Check, QueueManagerDecisions
from implementations.simulation.clients.sessions import Producer
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Delay, LocalQueue
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import NotAsked, all_but
from implementations.wrong.parts.calls import (
    Call,
    Row,
    for_mqi,
    non_persistent,
    register,
    sends,
    transacted,
    unasked,
)
from implementations.wrong.parts.producers import Noting, read_once
from implementations.wrong.parts.restarts import keeps
from implementations.wrong.parts.targets import Concerns
from implementations.wrong.parts.units_of_work import lost_at_commit
from mqtck.reference.vocabulary.commands import Advance, Command, Send
from mqtck.reference.vocabulary.constants import Persistence, Report
from mqtck.reference.vocabulary.outcomes import Outcome

FULL = ("DD-112", "DD-39")


class FullOtherwise(SimulatedWorld):
    """Counts the messages on the target of a delayed send in another way."""

    def counted(self, queue: LocalQueue) -> int:
        raise NotImplementedError

    def execute(self, command: Command) -> Outcome:
        producer = self.calls.jms.producers.get(command.producer) if isinstance(command, Send) else None
        if producer is None or not producer.delay:
            return super().execute(command)
        staging = producer.session.manager.staging

        def depth(_: QueueManager, queue: LocalQueue) -> int:
            return len(queue.entries) if queue is staging else self.counted(queue)

        with patch.object(QueueManager, "depth", depth):
            return super().execute(command)


@misreading("full by equality", "Takes a queue for full that holds exactly MAXDEPTH.", *FULL)
class FullByEquality(FullOtherwise):
    def counted(self, queue: LocalQueue) -> int:
        depth = len(queue.entries)
        return 0 if depth > queue.attributes.max_depth else depth


@misreading("full by the persistent", "Counts the persistent messages on a target.", *FULL)
class FullByPersistent(FullOtherwise):
    def counted(self, queue: LocalQueue) -> int:
        return sum(entry.message.persistence == Persistence.PERSISTENT for entry in queue.entries)


@misreading(
    "targets of messages for the MQI not looked at",
    "Stages a message for the MQI whatever its target could take now.",
    *("DD-110", "DD-111", "DD-112", "DD-39", "DD-38"),
)
class TargetsForMqiNotLookedAt(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        producer = self.calls.jms.producers.get(command.producer) if isinstance(command, Send) else None
        if isinstance(command, Send) and producer is not None and for_mqi(command, producer):
            checks = frozenset({Check.EXISTS, Check.AUTHORITY})
            with patch.object(self.decisions, "checks_at_send", checks):
                return super().execute(command)
        return super().execute(command)


A_DAY = 86_400_000


def discardable(command: Call, _: Producer) -> bool:
    return isinstance(command, Send) and bool(command.message.report & Report.DISCARD_MSG)


def for_weeks(_: Call, producer: Producer) -> bool:
    return producer.delay > A_DAY


WHO_AND_WHERE = frozenset({Check.EXISTS, Check.AUTHORITY})
OF_THE_TARGET = ("DD-110", "DD-111", "DD-112", "DD-38", "DD-39")
# fmt: off
unasked(Check.PUT_ENABLED, "of the non-persistent", sends(non_persistent), "DD-110")
unasked(Check.LENGTH,      "of the non-persistent", sends(non_persistent), "DD-111")
# fmt: on


@misreading("two hundred characters too many", "Takes messages that are a little too long.", "DD-111")
class TwoHundredTooMany(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        refusal = manager._refusal

        def generous(queue: Any, length: int, *others: Any) -> Any:
            return refusal(queue, max(0, length - 200), *others)

        manager._refusal = generous  # type: ignore[method-assign]


def _sending(world: Noting, manager: QueueManager, queue: LocalQueue) -> bool:
    return isinstance(world.command, Send) and queue is not manager.staging


def _delivering(world: Noting, _: QueueManager, __: LocalQueue) -> bool:
    return isinstance(world.command, Advance)


read_once(
    *("MAXMSGL read once at the send", "Asks a queue once how long a message may be that is sent."),
    *("max_message_length", _sending, "DD-111", "DD-38"),
)
read_once(
    *("MAXMSGL read once at the delivery", "Asks a queue once how long a message may be that is delivered."),
    *("max_message_length", _delivering, "DD-114", "DD-49", "DD-97", "DD-98"),
)

# --- what has changed by the commit -----------------------------------------------------------------------


def refused_now(check: Check) -> Concerns:
    def refused(manager: QueueManager, delay: Delay) -> bool:
        there = manager.put_queue(delay.target) is not None
        length = len(delay.original.body)
        return there and manager.refusal(delay.target, length, frozenset({check})) is not None

    return refused


# fmt: off
lost_at_commit(refused_now(Check.PUT_ENABLED), "lost to PUT(DISABLED) before its commit",
               "Commits nothing for a queue that is disabled by then.", "DD-110")
lost_at_commit(refused_now(Check.LENGTH), "lost to MAXMSGL before its commit",
               "Commits nothing that is too long for its queue by then.", "DD-111")
lost_at_commit(refused_now(Check.FULLNESS), "lost to MAXDEPTH before its commit",
               "Commits nothing for a queue that is full by then.", "DD-112")
# fmt: on


# --- queues that are defined anew -------------------------------------------------------------------------


keeps("PUT", "put", "DD-110", "DD-28", "DD-37")
keeps("MAXDEPTH", "max_depth", "DD-112", "DD-39", "EX-35", "DD-28", "DD-37")
keeps("MAXMSGL", "max_message_length", "DD-111", "DD-28", "DD-37")

# --- checks at send and at delivery -----------------------------------------------------------------------


@misreading("put-disabled not checked", "Accepts a delayed send to a put-disabled queue.", "DD-110")
class PutDisabledNotChecked(QueueManagerDecisions):
    checks_at_send = QueueManagerDecisions.checks_at_send - {Check.PUT_ENABLED}


@misreading("fullness not checked", "Accepts a delayed send to a full queue.", "DD-112", "DD-39")
class FullnessNotChecked(QueueManagerDecisions):
    checks_at_send = QueueManagerDecisions.checks_at_send - {Check.FULLNESS}


@misreading("length not checked", "Accepts a delayed send that is too long for its target.", "DD-111")
class LengthNotChecked(QueueManagerDecisions):
    checks_at_send = QueueManagerDecisions.checks_at_send - {Check.LENGTH}


# --- what a message has besides ---------------------------------------------------------------------------


@misreading("inhibited for no typed messages", "Stages a typed message for an inhibited queue.", "DD-110")
class InhibitionNotAsked(NotAsked):
    check = Check.PUT_ENABLED


@misreading("no typed message too long", "Stages a typed message that is too long for its queue.", "DD-111")
class LengthNotAsked(NotAsked):
    check = Check.LENGTH


@misreading("full for no typed messages", "Stages a typed message for a full queue.", "DD-112", "DD-39")
class FullnessNotAsked(NotAsked):
    check = Check.FULLNESS


# fmt: off
QUEUE_MANAGER: tuple[Row, ...] = (
    ("target of the discardable not asked", "Takes any message that may be discarded, if there is a target.",
     OF_THE_TARGET, sends(discardable), "checks_at_send", WHO_AND_WHERE),
    ("target in weeks not asked", "Takes any message for a target whose delay is longer than a day.",
     OF_THE_TARGET, sends(for_weeks), "checks_at_send", WHO_AND_WHERE),
    ("put-disabled in a unit of work not asked", "Asks for PUT of the target outside units of work alone.",
     ("DD-110", "DD-38"), sends(transacted), "checks_at_send", all_but(Check.PUT_ENABLED)),
    ("length in a unit of work not asked", "Asks for MAXMSGL of the target outside units of work.",
     ("DD-111", "DD-38"), sends(transacted), "checks_at_send", all_but(Check.LENGTH)),
    ("fullness in a unit of work not asked", "Asks whether the target is full outside units of work.",
     ("DD-112", "DD-38", "DD-39"), sends(transacted), "checks_at_send", all_but(Check.FULLNESS)),
    ("fullness for the non-persistent not asked", "Asks whether the target is full for persistent messages.",
     ("DD-112", "DD-38", "DD-39"), sends(non_persistent), "checks_at_send", all_but(Check.FULLNESS)),
)
# fmt: on
for one in QUEUE_MANAGER:
    register(one, "decisions")
