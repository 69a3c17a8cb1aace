"""What is left."""

from implementations.simulation.clients.sessions import Producer
from implementations.simulation.world import SimulatedWorld
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.calls import Row
from mqtck.reference.vocabulary.commands import Command, Send, SetDeliveryDelay, SetTimeToLive
from mqtck.reference.vocabulary.outcomes import Outcome


def yes(*_: object) -> bool:
    return True


CONFLICT = ("DD-25", "DD-26", "DD-30", "DD-31")
OVER = ("EX-17", "EX-18", "EX-34")


def typed(command: Send | SetDeliveryDelay | SetTimeToLive, _: Producer) -> bool:
    return isinstance(command, Send) and command.message.jms_type is not None


def any_call(*_: object) -> bool:
    return True


def register_behind(row: Row, decider: str, *first: type[Command]) -> None:
    """A misreading from the first of these commands on."""
    name, sentence, rules, _, decision, otherwise = row

    class BehindIt(SimulatedWorld):
        def execute(self, command: Command) -> Outcome:
            outcome = super().execute(command)
            if isinstance(command, first):
                setattr(getattr(self, decider), decision, otherwise)
            return outcome

    misreading(name, sentence, *rules)(BehindIt)
