"""Misreadings of the order on a queue, and of its limits."""

from msgspec.structs import replace

from mqtck.reference.vocabulary.commands import Command, DefineLocalQueue, DeliverySequence
from mqtck.reference.vocabulary.outcomes import Outcome

from .misreading import misreading
from .world import SimulatedWorld


@misreading("arrival alone", "Knows no order on a queue but that of arrival.", "X-28", "EX-16")
class ArrivalAlone(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, DefineLocalQueue):
            in_order = replace(command.attributes, delivery_sequence=DeliverySequence.FIFO)
            command = replace(command, attributes=in_order)
        return super().execute(command)
