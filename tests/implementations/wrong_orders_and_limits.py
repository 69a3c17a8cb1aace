"""Misreadings of the order on a queue, and of its limits."""

from typing import Any

from msgspec.structs import replace

from mqtck.reference.vocabulary.commands import Command, DefineLocalQueue, DeliverySequence
from mqtck.reference.vocabulary.outcomes import Outcome

from .misreading import misreading
from .queue_manager import QueueManager
from .world import SimulatedWorld


@misreading("arrival alone", "Knows no order on a queue but that of arrival.", "X-28", "EX-16")
class ArrivalAlone(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, DefineLocalQueue):
            in_order = replace(command.attributes, delivery_sequence=DeliverySequence.FIFO)
            command = replace(command, attributes=in_order)
        return super().execute(command)


@misreading("two hundred characters too many", "Takes messages that are a little too long.", "DD-111")
class TwoHundredTooMany(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        refusal = manager._refusal

        def generous(queue: Any, length: int, *others: Any) -> Any:
            return refusal(queue, max(0, length - 200), *others)

        manager._refusal = generous  # type: ignore[method-assign]


@misreading("no room for dead letters", "Loses what it should put to the dead-letter queue.", "DD-98")
class NoRoomForDeadLetters(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        manager.dead_letter = lambda *_: None  # type: ignore[method-assign]
