"""Misreadings of those who send, in one corner: several subscribers, refusals, sessions, queue managers."""

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from mqtck.reference.vocabulary.commands import (
    Command,
    CreateProducer,
    EndQueueManager,
    FailDelayProcessor,
    Send,
    SetDeliveryDelay,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import ReasonCode
from mqtck.reference.vocabulary.outcomes import Done, Outcome, Refused, Sent

from .misreading import misreading
from .objects import Message, RemoteQueue
from .world import SimulatedWorld
from .wrong_now_and_then import original

LOST = ("DD-10", "DD-12", "X-54")

# --- copies of publications ------------------------------------------------------------------------------


class SecondCopy(SimulatedWorld):
    """Stages something else for all but the first subscription."""

    def execute(self, command: Command) -> Outcome:
        managers = self.simulation.managers.values()
        before = {id(entry) for manager in managers for entry in manager.staging.entries}
        outcome = super().execute(command)
        for manager in managers if isinstance(command, Send) else ():
            staged = [entry for entry in manager.staging.entries if id(entry) not in before]
            for entry in staged[1:]:
                if entry.message.delay is not None and entry.message.delay.tie is not None:
                    entry.message = self.changed(entry.message)
        return outcome

    def changed(self, message: Message) -> Message:
        raise NotImplementedError


@misreading(
    "second copy not persistent",
    "Stages the first copy of a publication alone as persistent.",
    *("X-42", "HM-08", "HM-10", "DD-115", "X-45", "X-54"),
)
class SecondCopyNotPersistent(SecondCopy):
    def changed(self, message: Message) -> Message:
        return replace(original(message, persistence=0), persistence=0)


@misreading(
    "second copy cut",
    "Stages the whole of a publication for the first subscription.",
    "DD-10",
    "DD-115",
    "X-42",
)
class SecondCopyCut(SecondCopy):
    def changed(self, message: Message) -> Message:
        return original(message, body=message.body[:50])


# --- other producers, sessions and queue managers ----------------------------------------------------------


Refusals = Callable[[Send, Refused], bool]


def next_refused(
    name: str, sentence: str, rules: tuple[str, ...], leaves: Refusals, decider: str, decision: str
) -> None:
    """A misreading that remembers a refusal for one send too many."""

    class Next(SimulatedWorld):
        def __init__(self, *parts: Any) -> None:
            self.refused: set[str] = set()
            super().__init__(*parts)

        def execute(self, command: Command) -> Outcome:
            if isinstance(command, Send) and command.producer in self.refused:
                self.refused.discard(command.producer)
                producer = self.calls.jms.producers.get(command.producer)
                delayed = producer is not None and producer.delay > 0
                with patch.object(getattr(self, decider), decision, lambda *_: delayed):
                    return super().execute(command)
            outcome = super().execute(command)
            if isinstance(command, Send) and isinstance(outcome, Refused) and leaves(command, outcome):
                self.refused.add(command.producer)
            return outcome

    misreading(name, sentence, *rules)(Next)


next_refused(
    "refused after a group",
    "Takes the message after a refused one of a group for one of the group.",
    ("DD-37", "DD-36"),
    lambda command, _: command.message.group is not None,
    "client_decisions",
    "group_refused",
)
next_refused(
    "refused after a conflict",
    "Compares the delay once more with a life that was refused.",
    ("DD-28", "DD-29", "DD-25", "DD-26"),
    lambda _, outcome: outcome.reason == ReasonCode.EXPIRY_ERROR,
    "client_decisions",
    "conflict",
)
next_refused(
    "refused after one to be retained",
    "Takes the publication after a refused one for one to be retained.",
    ("DD-34", "DD-33"),
    lambda command, _: command.message.retained is not None,
    "decisions",
    "retained_refused",
)


@misreading(
    "life compared until the first send",
    "Compares life and delay until a producer has sent something.",
    *("DD-25", "DD-26", "DD-30", "DD-31"),
)
class ComparedUntilFirstSend(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        self.sent: set[str] = set()
        super().__init__(*parts)

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, Send | SetTimeToLive | SetDeliveryDelay) and command.producer in self.sent:
            with patch.object(self.client_decisions, "conflict", lambda *_: False):
                return super().execute(command)
        outcome = super().execute(command)
        if isinstance(command, CreateProducer):
            self.sent.discard(command.producer)
        elif isinstance(command, Send) and isinstance(outcome, Sent):
            self.sent.add(command.producer)
        return outcome


@misreading(
    "long form compared in seconds",
    "Compares life and delay in seconds where the life comes with the send.",
    *("DD-25", "DD-26", "DD-30"),
)
class LongFormInSeconds(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if not isinstance(command, Send) or command.arguments is None:
            return super().execute(command)
        with patch.object(
            self.client_decisions, "conflict", lambda life, delay: life > 0 and life // 1000 < delay // 1000
        ):
            return super().execute(command)


@misreading(
    "ends with another queue manager",
    "Ends the processors of all queue managers with that of one.",
    *("DD-95", "DD-86", *LOST),
)
class EndsWithAnother(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, EndQueueManager) and isinstance(outcome, Done):
            for manager in self.simulation.managers.values():
                if manager.name != command.queue_manager:
                    manager.processor.end()
        return outcome


@misreading(
    "fails with another queue manager",
    "Stops for good when the processor of another queue manager fails.",
    *("DD-96", *LOST),
)
class FailsWithAnother(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, FailDelayProcessor) and isinstance(outcome, Done):
            for manager in self.simulation.managers.values():
                if manager.name != command.queue_manager:
                    manager.processor.end()
        return outcome


@misreading(
    "dropped when its queue manager ends",
    "Drops what is staged for a queue manager that ends.",
    *LOST,
)
class DroppedWithItsQueueManager(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, EndQueueManager) and isinstance(outcome, Done):
            for manager in self.simulation.managers.values():
                for entry in list(manager.staging.entries):
                    delay = entry.message.delay
                    way = None if delay is None else manager.definitions.get(delay.target)
                    if isinstance(way, RemoteQueue) and way.route.queue_manager == command.queue_manager:
                        manager.take_off(manager.staging, entry)
        return outcome
