"""What a look makes known of a message: that it was there, or what contradicts what was known of it before.

No rule of the documents lives here, but for what a look causes itself (EX-37).
"""

from msgspec.structs import replace

from mqtck.reference.state.beliefs import learn
from mqtck.reference.state.messages import Kind
from mqtck.reference.state.seats import place
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Belief, Ended

from .between_queues import back_again


def narrow(state: State, serial: int, here: Belief) -> State:
    """The state once a look has shown the message: it has one of these statuses, and has not ended."""
    there = tuple(status for status in here if not isinstance(status, Ended))
    return back_again(learn(state, serial, there) or state, serial)


def force(state: State, serial: int, belief: Belief) -> State:
    """Set what was seen, also where it contradicts what was known (that is a breach already)."""
    learned = learn(state, serial, belief)
    if learned is not None:
        return learned
    cut = replace(state, children=state.children.delete(serial)) if serial in state.children else state
    return learn(cut, serial, belief) or state


def caused_by_look(state: State, serial: int, queue_key: str) -> bool:
    """Whether this may be a report about a message that the look itself has discarded from the same queue.

    EX-37 asks that it exists then, and nothing says that the look has to come across it. That is only about
    what expires: another report is there before anybody looks. One about a publication may be about any of
    its copies (X-52).
    """
    report = state.messages[serial]
    if report.kind is not Kind.EXPIRATION or report.subject is None:
        return False
    publication = state.messages[report.subject].publication
    subjects = (report.subject,) if publication is None else state.copies[publication]
    return any(place(status) == queue_key for subject in subjects for status in state.beliefs[subject])
