"""Misreadings of triggers, and of several reasons to refuse."""

from typing import Any
from unittest.mock import patch

import msgspec

from implementations.simulation.queue_managers import queue_manager
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.queue_managers.triggering import put_trigger_message
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import AliasQueue, Delay, LocalQueue
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.attempts import Attempts, LaterAttempts
from mqtck.reference.vocabulary.commands import Command, Commit, Send
from mqtck.reference.vocabulary.constants import ReasonCode
from mqtck.reference.vocabulary.outcomes import Outcome, Refused, Sent


@misreading(
    "two restrictions and another reason",
    "Tells of a group with a life below the delay that nothing of the kind is supported.",
    *("X-43", "DD-30", "DD-36"),
)
class AnotherReasonOfTwo(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if not isinstance(command, Send) or not isinstance(outcome, Refused) or command.arguments is None:
            return outcome
        delay = self.calls.jms.producers[command.producer].delay
        conflicts = self.client_decisions.conflict(command.arguments.time_to_live, delay)
        if command.message.group is None or not conflicts:
            return outcome
        return msgspec.structs.replace(outcome, reason=int(ReasonCode.FUNCTION_NOT_SUPPORTED))


@misreading("no trigger by the processor", "Triggers nothing with what the processor puts.", "X-39")
class NoTriggerByProcessor(Attempts):
    def deliver(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
        queue = manager.put_queue(delay.target)
        wanted = None if queue is None else queue.attributes
        if queue is None or wanted is None or wanted.trigger is None:
            return super().deliver(manager, delay, deliver)
        queue.attributes = msgspec.structs.replace(wanted, trigger=None)
        reason = super().deliver(manager, delay, deliver)
        queue.attributes = wanted
        return reason


@misreading(
    "no trigger by the processor through an alias",
    "Triggers nothing with what the processor puts through an alias.",
    "X-39",
)
class NoTriggerThroughAlias(NoTriggerByProcessor):
    def deliver(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
        if isinstance(manager.definitions.get(delay.target), AliasQueue):
            return super().deliver(manager, delay, deliver)
        return Attempts.deliver(self, manager, delay, deliver)


def _nothing(*_: object) -> None:
    """Triggers nothing."""


@misreading(
    "no trigger by what is overdue at the start",
    "Triggers nothing with what it delivers as it starts.",
    *("X-39", "EX-36"),
)
class NoTriggerAtStart(SimulatedWorld):
    def _start(self, name: str) -> None:
        with patch.object(queue_manager, "trigger", _nothing):
            super()._start(name)
            self.simulation.work()


@misreading(
    "no trigger by what is overdue at its commit",
    "Triggers nothing with what it delivers when a unit of work is committed.",
    *("X-39", "EX-36"),
)
class NoTriggerAtCommit(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if not isinstance(command, Commit):
            return super().execute(command)
        with patch.object(queue_manager, "trigger", _nothing):
            return super().execute(command)


@misreading(
    "no trigger at a later attempt", "Triggers no target that takes a message later.", "X-39", "EX-36"
)
class NotTriggeredLater(LaterAttempts):
    def later(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
        target = manager.put_queue(delay.target)
        assert target is not None
        before, target.triggered = target.triggered, True
        reason: ReasonCode | None = deliver(delay)
        target.triggered = before
        return reason


@misreading(
    "trigger before the delivery",
    "Triggers for a delayed message before it is put, also where its target does not take it.",
    *("X-39", "EX-36"),
)
class TriggerBeforeDelivery(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        deliver = manager.processor._deliver

        def triggering(delay: Delay) -> ReasonCode | None:
            queue = manager.put_queue(delay.target)
            wanted = None if queue is None else queue.attributes.trigger
            if queue is not None and wanted is not None and not queue.triggered:
                queue.triggered = True
                put_trigger_message(manager, wanted)
            return deliver(delay)

        manager.processor._deliver = triggering  # type: ignore[method-assign]


@misreading(
    "triggered by the send", "Triggers an application when a message for its queue is staged.", "X-39"
)
class TriggeredBySend(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, Send) and isinstance(outcome, Sent):
            producer = self.calls.jms.producers[command.producer]
            destination = command.destination or producer.destination
            queue = getattr(destination, "queue", None)
            manager = producer.session.manager
            target = None if queue is None else manager.local(queue)
            if producer.delay and isinstance(target, LocalQueue) and target.attributes.trigger is not None:
                put_trigger_message(manager, target.attributes.trigger)
        return outcome
