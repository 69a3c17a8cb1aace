"""A right implementation that refuses what the documents do not speak of: a browse in a unit of work."""

from collections.abc import Callable

from implementations.simulation.world import SimulatedAdapter, SimulatedWorld
from mqtck.reference.vocabulary.commands import Command, GetMode, MqGet, Syncpoint
from mqtck.reference.vocabulary.constants import ReasonCode
from mqtck.reference.vocabulary.outcomes import ErrorFamily, Outcome, Refused

BROWSES = frozenset({GetMode.BROWSE_FIRST, GetMode.BROWSE_NEXT, GetMode.BROWSE_FIRST_AND_LOCK})


class BrowsesOutside(SimulatedWorld):
    """What leaves its message where it is needs no unit of work."""

    def execute(self, command: Command) -> Outcome:
        match command:
            case MqGet(mode=mode, syncpoint=Syncpoint.WITHIN) if mode in BROWSES:
                return Refused(
                    ReasonCode.OPTIONS_ERROR, ErrorFamily.MQI, "a browse belongs to no unit of work"
                )
            case _:
                return super().execute(command)


REFUSALS: dict[str, Callable[[], SimulatedAdapter]] = {
    "browses outside units of work": lambda: SimulatedAdapter(
        name="browses outside units of work", world=BrowsesOutside
    ),
}
