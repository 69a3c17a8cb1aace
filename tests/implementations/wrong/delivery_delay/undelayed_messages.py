"""Misreadings of messages without a delay, which are never staged."""

from typing import Any

from implementations.decisions.client import ClientDecisions, DelaySetting
from implementations.simulation.clients.sessions import Session
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Entry
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.restarts import Shared
from implementations.wrong.parts.units_of_work import InUnitOfWork
from mqtck.reference.vocabulary.commands import Command, Commit, Send, SetDeliveryDelay
from mqtck.reference.vocabulary.outcomes import Done, Outcome


@misreading(
    "delay of 0 ignored",
    "Keeps the former delay when the setter is called with 0.",
    *("DD-08", "DD-29", "DD-05"),
)
class DelayOfZeroIgnored(ClientDecisions):
    def effective_delay(self, setting: DelaySetting) -> int:
        return setting.milliseconds or setting.largest


@misreading(
    "object keeps its delay",
    "Delays a message object that is sent again without a delay as it was delayed before.",
    *("DD-08", "DD-05", "HM-32"),
)
class ObjectKeepsDelay(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.delays: dict[str | None, int] = {}

    def execute(self, command: Command) -> Outcome:
        producer = self.calls.jms.producers.get(command.producer) if isinstance(command, Send) else None
        if not isinstance(command, Send) or producer is None:
            return super().execute(command)
        own = producer.delay
        producer.delay = own or self.delays.get(command.message.same_object_as, 0)
        outcome = super().execute(command)
        self.delays[command.message.label] = producer.delay
        producer.delay = own
        return outcome


@misreading(
    "undelayed wait for the delayed",
    "Keeps an undelayed message back with the delayed ones of its unit of work.",
    *("DD-08", "DD-41"),
)
class UndelayedWait(InUnitOfWork):
    def before(self, command: Command, session: Session, staged: list[Entry]) -> None:
        manager, unit, now = session.manager, session.unit, self.now()
        delays = [entry.message.delay for entry in staged if entry.message.delay is not None]
        last = max((delay.sent + delay.milliseconds for delay in delays), default=now)
        if not isinstance(command, Commit) or unit is None or last <= now:
            return
        for queue in manager.local_queues():
            for entry in list(queue.entries):
                if entry.putter is unit and entry.message.delay is None and queue is not manager.staging:
                    manager.take_off(queue, entry)
                    delay = manager.processor.delay(entry.message, queue.name, last - now)
                    manager.processor.stage(delay, unit)


@misreading(
    "delay of a session",
    "Keeps the delay with the session.",
    *("DD-08", "DD-05", "DD-04", "DD-01", "DD-07"),
)
class DelayOfSession(Shared):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, SetDeliveryDelay) and isinstance(outcome, Done):
            for producer in self.of_session(self.calls.jms.producers[command.producer]):
                producer.delay = command.milliseconds
        return outcome


@misreading("every tenth lost", "Loses every tenth message that is sent.", "DD-08", "DD-10", "X-54")
class EveryTenthLost(SimulatedWorld):
    sent = 0

    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        self.sent += isinstance(command, Send)
        if isinstance(command, Send) and self.sent % 10 == 0:
            for manager in self.simulation.managers.values():
                for queue in manager.local_queues():
                    lost = [one for one in queue.entries if one.message.message_id == self._id(command)]
                    for entry in lost:
                        manager.take_off(queue, entry)
        return outcome

    def _id(self, command: Send) -> str | None:
        return self.calls.jms.ids.get(command.message.label)
