"""Misreadings of times to live that suffice for the delay, and are no error."""

from typing import Any
from unittest.mock import patch

from implementations.decisions.client import ClientDecisions
from implementations.simulation.world import SimulatedWorld
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.calls import Row, long_form, register, sends
from implementations.wrong.parts.producers import next_refused
from mqtck.reference.vocabulary.commands import Command, Send, SetDeliveryDelay, SetTimeToLive
from mqtck.reference.vocabulary.constants import ReasonCode
from mqtck.reference.vocabulary.outcomes import Outcome


@misreading("TTL 0 below the delay", "Takes a time to live of 0 for less than the delay.", "DD-28")
class UnlimitedBelowDelay(ClientDecisions):
    def conflict(self, time_to_live: int, delay: int) -> bool:
        return 0 <= time_to_live < delay


@misreading(
    "conflict with the life of an earlier send",
    "Compares a delay with the life that came with the send before.",
    *("DD-29", "DD-26", "DD-28", "DD-25"),
)
class ConflictWithLifeOfSend(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.lives: dict[str, int] = {}

    def execute(self, command: Command) -> Outcome:
        match command:
            case Send(producer=producer, arguments=arguments) if arguments is not None:
                self.lives[producer] = arguments.time_to_live
            case SetDeliveryDelay(producer=producer) if producer in self.lives:
                conflict, life = self.client_decisions.conflict, self.lives[producer]
                with patch.object(self.client_decisions, "conflict", lambda _, delay: conflict(life, delay)):
                    return super().execute(command)
            case _:
                pass
        return super().execute(command)


def below(time_to_live: int, delay: int) -> bool:
    return time_to_live < delay


next_refused(
    "refused after a conflict",
    "Compares the delay once more with a life that was refused.",
    ("DD-28", "DD-29", "DD-25", "DD-26"),
    lambda _, outcome: outcome.reason == ReasonCode.EXPIRY_ERROR,
    "client_decisions",
    "conflict",
)


@misreading(
    "a life stays beside a delay",
    "Keeps the time to live of a producer with a delay when it is set to 0.",
    *("DD-28", "HM-16", "HM-15", "X-07"),
)
class LifeStays(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, SetTimeToLive) and command.milliseconds == 0:
            producer = self.calls.jms.producer(command.producer)
            if producer.delay and producer.time_to_live:
                command = SetTimeToLive(command.producer, producer.time_to_live)
        return super().execute(command)


# fmt: off
CLIENT: tuple[Row, ...] = (
    ("life of 0 in the long form refused", "Takes 0 in the long form of send for less than the delay.",
     ("DD-28", "DD-30"), sends(long_form), "conflict", below),
)
# fmt: on
for one in CLIENT:
    register(one, "client_decisions")
