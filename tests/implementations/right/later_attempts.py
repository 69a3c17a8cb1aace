"""Right implementations whose processor makes up its mind anew at each later attempt (DD-99).

After commands it tries the target or the disposal by turns; as time passes it tries one of the two alone. So
what it has kept for hours may be gone between one look and the next.
"""

from collections.abc import Callable
from random import Random

from implementations.behaviour.whole import Behaviour, Retry
from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.world import SimulatedAdapter, SimulatedWorld
from mqtck.reference.vocabulary.commands import Advance, Command
from mqtck.reference.vocabulary.outcomes import Outcome


class TargetAsTimePasses(QueueManagerDecisions):
    """After commands it tries the disposal each time that as many attempts as `turn` have been made.

    `time_passes` tells whether the attempt is one of those that time brings.
    """

    time_passes = False
    turn = 2

    def __init__(self, behaviour: Behaviour, random: Random) -> None:
        super().__init__(behaviour, random)
        self._attempts = 0

    def disposal_only_later(self) -> bool:
        return self.other_in_turn()

    def target_only_later(self) -> bool:
        return True

    def other_in_turn(self) -> bool:
        """Whether it is the turn of what time does not bring."""
        if self.time_passes:
            return False
        self._attempts += 1
        return self._attempts % self.turn == 0


class DisposalAsTimePasses(TargetAsTimePasses):
    def disposal_only_later(self) -> bool:
        return not self.other_in_turn()


class LaterAttemptsWorld(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        assert isinstance(self.decisions, TargetAsTimePasses)
        self.decisions.time_passes = isinstance(command, Advance)
        return super().execute(command)


def _adapter(name: str, decisions: type[TargetAsTimePasses]) -> SimulatedAdapter:
    return SimulatedAdapter(
        name=name,
        behaviour=Behaviour(retry=Retry.AFTER_EACH_COMMAND),
        world=LaterAttemptsWorld,
        decisions=decisions,
    )


LATER_ATTEMPTS: dict[str, Callable[[], SimulatedAdapter]] = {
    "tries the target as time passes, and either after a command": lambda: _adapter(
        "tries the target as time passes, and either after a command", TargetAsTimePasses
    ),
    "tries the disposal as time passes, and either after a command": lambda: _adapter(
        "tries the disposal as time passes, and either after a command", DisposalAsTimePasses
    ),
}
