"""How slow an implementation, or the machine that it shares, has shown itself to be on a real clock.

A call that waits for nothing takes no time worth the name. Where one took seconds, what an implementation
does by itself may have been held up as long: so much later it may be (`lateness`). Left out are calls that
may have waited for a message.
"""

from msgspec.structs import replace

from mqtck.reference.vocabulary.commands import Advance, Command, MqGet, Receive
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.publications import ReceivePublication

from .intervals import Interval
from .lateness import SLOW_CALL
from .state import State


def slowed(state: State, command: Command, at: Interval) -> State:
    """The state after a call that took so long; the slowest one counts."""
    if state.clock is ClockKind.VIRTUAL:
        return state
    took = at.latest - at.earliest - _waited(command, at)
    return replace(state, slow=took) if took > max(state.slow, SLOW_CALL) else state


def _waited(command: Command, at: Interval) -> int:
    """Ms that the call may have let pass, as it was asked to."""
    match command:
        case Advance(milliseconds=milliseconds):
            return milliseconds
        case Receive() | MqGet() | ReceivePublication():
            return at.latest - at.earliest
        case _:
            return 0
