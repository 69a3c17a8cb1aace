"""Worlds that show receivers something else."""

from typing import Any

from msgspec.structs import replace

from implementations.simulation.world import SimulatedWorld
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.calls import Calls
from mqtck.reference.vocabulary.commands import Command, Send, SetDeliveryDelay
from mqtck.reference.vocabulary.messages import SeenMessage
from mqtck.reference.vocabulary.outcomes import Browsed, MessageReturned, Outcome

STAGED = "MQDELAY"
"""The format of a delay header, which has none that is documented."""


class Receivers(SimulatedWorld):
    """Shows messages otherwise than they were sent."""

    def execute(self, command: Command) -> Outcome:
        match super().execute(command):
            case MessageReturned(message=message):
                return MessageReturned(self.shown(message))
            case Browsed(messages=messages):
                return Browsed(tuple(map(self.shown, messages)))
            case outcome:
                return outcome

    def shown(self, message: SeenMessage) -> SeenMessage:
        raise NotImplementedError


class TimestampAnew(Receivers):
    """Writes the MQRFH2 of some messages again, with the time of the day."""

    def shown(self, message: SeenMessage) -> SeenMessage:
        if not isinstance(message.folder.timestamp, int) or not self.concerned(message):
            return message
        return replace(message, folder=replace(message.folder, timestamp=self.now()))

    def concerned(self, message: SeenMessage) -> bool:
        raise NotImplementedError


class OfDelayed(Receivers):
    """Shows delayed messages, and reports about them, otherwise than others."""

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.delays: dict[str, int] = {}
        self.delayed: set[str] = set()

    def execute(self, command: Command) -> Outcome:
        match command:
            case SetDeliveryDelay(producer=producer, milliseconds=delay):
                self.delays[producer] = delay
            case Send(producer=producer, message=message) if self.delays.get(producer):
                self.delayed.add(message.label)
        return super().execute(command)

    def shown(self, message: SeenMessage) -> SeenMessage:
        return self.changed(message) if message.body in self.delayed and self.concerned(message) else message

    def concerned(self, message: SeenMessage) -> bool:
        raise NotImplementedError

    def changed(self, message: SeenMessage) -> SeenMessage:
        return replace(message, descriptor=replace(message.descriptor, format=STAGED))


def shown_in(name: str, sentence: str, concerned: Calls, lost: dict[str, Any], *rules: str) -> None:
    """A misreading that shows other fields of the descriptor in some gets or browses."""

    @misreading(name, sentence, *rules)
    class Shown(Receivers):
        asked = False

        def execute(self, command: Command) -> Outcome:
            self.asked = concerned(self, command)
            return super().execute(command)

        def shown(self, message: SeenMessage) -> SeenMessage:
            return replace(message, descriptor=replace(message.descriptor, **lost)) if self.asked else message
