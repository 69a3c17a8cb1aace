"""Right implementations whose looks differ where the documents do not speak of them.

A browse in a unit of work is refused, and so is a get from a transmission queue that a channel serves; or a
browse shows what a unit of work that is still open has got; or a browse cursor stands nowhere after another
get through its handle, a commit or a backout.
"""

from collections.abc import Callable

from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.world import SimulatedAdapter, SimulatedWorld
from mqtck.reference.vocabulary.commands import (
    TAKING,
    Command,
    GetMode,
    MqBackout,
    MqCommit,
    MqGet,
    Receive,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import ReasonCode
from mqtck.reference.vocabulary.outcomes import ErrorFamily, Outcome, Refused

BROWSES = frozenset({GetMode.BROWSE_FIRST, GetMode.BROWSE_NEXT, GetMode.BROWSE_FIRST_AND_LOCK})
OBJECT_IN_USE = 2042


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


class ServedByChannelsAlone(SimulatedWorld):
    """A channel that was started has its transmission queue for itself, but for browses."""

    def execute(self, command: Command) -> Outcome:
        match command:
            case MqGet(mode=mode) if mode in BROWSES:
                return super().execute(command)
            case MqGet(queue=queue) if self._is_served(queue):
                return Refused(OBJECT_IN_USE, ErrorFamily.MQI, f"a channel has {queue}")
            case Receive(queue=queue) if self._is_served(queue):
                return Refused(OBJECT_IN_USE, ErrorFamily.JMS_EXCEPTION, f"a channel has {queue}")
            case _:
                return super().execute(command)

    def _is_served(self, queue: str) -> bool:
        return any(queue in manager.channels.started for manager in self.simulation.managers.values())


class BrowsesWhatIsGot(QueueManagerDecisions):
    """A message is browsed until the unit of work that has got it is committed."""

    def browses_what_is_got(self) -> bool:
        return True


class ShortCursors(SimulatedWorld):
    """A browse cursor lasts until its handle takes, or seeks to take, a message, or a unit of work ends."""

    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        match command:
            case MqGet(queue=queue, mode=mode, connection=connection) if mode in TAKING:
                self._let_go(connection, queue)
            case MqCommit(connection=connection) | MqBackout(connection=connection):
                self._let_go(connection)
        return outcome

    def _let_go(self, connection: str, queue: str | None = None) -> None:
        opened = self.mqi.connections.get(connection)
        if opened is None:
            return
        behind = None if queue is None else opened.manager.local(queue)
        for name, handle in opened.handles.items():
            if queue is None or (behind is not None and behind.name == name):
                handle.cursor = handle.under = handle.locked = None


REFUSALS: dict[str, Callable[[], SimulatedAdapter]] = {
    "browses outside units of work": lambda: SimulatedAdapter(
        name="browses outside units of work", world=BrowsesOutside
    ),
    "keeps transmission queues to channels": lambda: SimulatedAdapter(
        name="keeps transmission queues to channels", world=ServedByChannelsAlone
    ),
    "keeps cursors for a short while": lambda: SimulatedAdapter(
        name="keeps cursors for a short while", world=ShortCursors
    ),
    "browses what is got": lambda: SimulatedAdapter(name="browses what is got", decisions=BrowsesWhatIsGot),
}
