"""A world with short words for what tests do again and again."""

from msgspec.structs import replace

from implementations.behaviour.whole import LifeOfOtherReport
from implementations.simulation.world import SimulatedAdapter, SimulatedWorld
from implementations.witnesses.parts.common import Trace
from mqtck.reference.vocabulary.commands import Browse, Command, ReadDepth
from mqtck.reference.vocabulary.messages import SeenMessage
from mqtck.reference.vocabulary.outcomes import Browsed, DepthRead, Done, MessageReturned, Outcome, Sent


class Bench:
    def __init__(self, world: SimulatedWorld, *fixtures: Command) -> None:
        self.world = world
        self.do(*fixtures)

    def do(self, *commands: Command) -> Outcome:
        outcomes = [self.world.execute(command) for command in commands]
        return outcomes[-1] if outcomes else Done()

    def sent(self, *commands: Command) -> Sent:
        outcome = self.do(*commands)
        assert isinstance(outcome, Sent), outcome
        return outcome

    def got(self, command: Command) -> SeenMessage:
        outcome = self.do(command)
        assert isinstance(outcome, MessageReturned), outcome
        return outcome.message

    def browsed(self, queue: str, queue_manager: str = "QM1") -> tuple[SeenMessage, ...]:
        outcome = self.do(Browse(queue, queue_manager))
        assert isinstance(outcome, Browsed), outcome
        return outcome.messages

    def depth(self, queue: str) -> int:
        outcome = self.do(ReadDepth(queue))
        assert isinstance(outcome, DepthRead), outcome
        return outcome.depth


def outcomes(adapter: SimulatedAdapter, trace: Trace) -> list[Outcome]:
    """What a fresh world of the adapter answers, command by command."""
    world = adapter.open_world()
    return [world.execute(command) for command in trace]


def with_lasting_reports(adapter: SimulatedAdapter) -> SimulatedAdapter:
    """The same, but that its reports live without end: for who looks for them an hour later."""
    adapter.behaviour = replace(adapter.behaviour, life_of_other_report=LifeOfOtherReport.UNLIMITED)
    return adapter
