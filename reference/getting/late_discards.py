"""What a look has found expired and may for a moment still count: on a real clock a discard takes time.

Covers EX-12, EX-13 and EX-35 for whatever finds the message, be it the queue manager or a JMS client.
"""

from mqtck.reference.queues.get_requests import Request, visible
from mqtck.reference.state.beliefs import may_be_over
from mqtck.reference.state.lateness import DISCARD_TIME
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Belief, Discarding, OnQueue, Staged
from mqtck.reference.vocabulary.profile import ClockKind


def discarding(state: State, serial: int, request: Request) -> Belief:
    """EX-12, EX-13 on a real clock: what the look has found expired may count for a moment still."""
    if state.clock is ClockKind.VIRTUAL:
        return ()
    over = may_be_over(state, state.messages[serial], state.beliefs[serial])
    if over is None or over > state.previous:
        return ()
    return tuple(
        Discarding(status, state.previous + DISCARD_TIME)
        for status in state.beliefs[serial]
        if isinstance(status, Staged | OnQueue) and visible(status, request)
    )
