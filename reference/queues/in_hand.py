"""Which messages may be in an attempt to put them where they are for, and so not where they wait.

Of one that no queue takes (DD-99, DD-104) no document says how often that is tried again, nor how long each
attempt takes; a channel may have its messages in hand for long, and its batch be backed out. On a real clock
such a message need not count meanwhile for the queue where it waits, whose place is free for another, and it
may come back there on top of that one. On a virtual clock nothing is seen halfway. What looks tell of such a
message is left to `between_queues`. No rule of the documents lives here.
"""

from mqtck.reference.chapters.staging_queue import runs
from mqtck.reference.state.intervals import Answer
from mqtck.reference.state.lateness import LOOKS_IN_VAIN, REPORT_TIME
from mqtck.reference.state.queue_keys import is_staging
from mqtck.reference.state.seats import place
from mqtck.reference.state.state import LooksInVain, Queue, State
from mqtck.reference.state.statuses import OnQueue, Staged, Status
from mqtck.reference.vocabulary.profile import ClockKind


def waits(state: State, status: Status) -> bool:
    """Whether a channel may have a message with this status in hand: it runs, or was stopped just now."""
    if not isinstance(status, OnQueue) or status.queue not in state.runs:
        return False
    ends = state.runs[status.queue].stopped + REPORT_TIME + state.slow
    return status.queue in state.channels or state.previous <= ends


def is_lost(missed: LooksInVain | None) -> bool:
    """Whether too many looks have missed a message for it to be in hand each time."""
    return missed is not None and missed.looks > LOOKS_IN_VAIN


def may_be_tried(state: State, serial: int) -> bool:
    """Whether a channel reads where a message is, or it is staged, due, and the processor may run."""
    belief = state.beliefs[serial]
    return all(waits(state, status) for status in belief) or (
        is_due(state, serial) and all(isinstance(status, Staged) for status in belief)
    )


def is_due(state: State, serial: int) -> bool:
    """Whether a message may be due, and the processor of its queue manager run."""
    message = state.messages[serial]
    due = message.due is not None and message.due.earliest <= state.previous
    return due and runs(state, message.queue_manager) is not Answer.NO


def perhaps_away(state: State, queue_key: str) -> int:
    """How many of the messages that are certainly on a queue may leave their places free just now.

    They may be in the middle of an attempt to put them elsewhere.
    """
    if state.clock is ClockKind.VIRTUAL or not (is_staging(queue_key) or queue_key in state.runs):
        return 0
    residents = state.queues.get(queue_key, Queue()).residents
    return sum(
        resident.certain and may_be_tried(state, serial) and not is_lost(state.in_hand.get(serial))
        for serial, resident in residents.items()
    )


def perhaps_back_later(state: State, queue_key: str) -> int:
    """How many messages a depth may not have counted that are back on the queue behind an attempt."""
    if state.clock is ClockKind.VIRTUAL:
        return 0
    return perhaps_away(state, queue_key) + sum(
        any(place(status) == queue_key for status in state.beliefs[serial])
        and (queue_key in state.runs or is_due(state, serial))
        for serial in state.queues.get(queue_key, Queue()).unsure
    )
