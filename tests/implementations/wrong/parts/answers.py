"""Decisions that are wrong whatever is asked."""

from unittest.mock import patch

import msgspec

from implementations.decisions.queue_manager import Check
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Delay, Message
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.numbers import A_THOUSAND_YEARS
from mqtck.reference.vocabulary.commands import Command, Send, StartQueueManager
from mqtck.reference.vocabulary.outcomes import Outcome


def begun_anew(message: Message, now: int) -> Message:
    end = None if message.end_of_life is None else now + message.expiry * 100
    return msgspec.structs.replace(message, put_at=now, end_of_life=end)


def as_chosen(chosen: int, _: object) -> int:
    return chosen


def absent(*_: object) -> None:
    return None


def no(*_: object) -> bool:
    return False


def unending(*_: object) -> None:
    return None


nothing = unending


def forgotten(delay: Delay, _: int) -> Delay:
    return msgspec.structs.replace(delay, due=delay.due + A_THOUSAND_YEARS)


def overdue_forgotten(delay: Delay, now: int) -> Delay:
    return forgotten(delay, now) if delay.due <= now else delay


def all_but(check: Check) -> frozenset[Check]:
    return frozenset(Check) - {check}


class NotAsked(SimulatedWorld):
    """Does not ask one thing of a target where the message has a JMSType."""

    check: Check

    def execute(self, command: Command) -> Outcome:
        if not isinstance(command, Send) or command.message.jms_type is None:
            return super().execute(command)
        with patch.object(self.decisions, "checks_at_send", frozenset(Check) - {self.check}):
            return super().execute(command)


changed = msgspec.structs.replace


def forgotten_at_restart(name: str, sentence: str, decision: str, *rules: str) -> None:
    """A misreading that decides so no more after a restart."""

    class Forgotten(SimulatedWorld):
        restarted = False

        def execute(self, command: Command) -> Outcome:
            self.restarted = self.restarted or isinstance(command, StartQueueManager)
            if not self.restarted:
                return super().execute(command)
            with patch.object(self.decisions, decision, no):
                return super().execute(command)

    misreading(name, sentence, *rules)(Forgotten)
