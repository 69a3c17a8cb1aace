"""A send whose sender was shown a wrong life, delivery mode or priority: the message may go on with that.

That the send is wrong has been said by then (HM-08, HM-09, HM-14 to HM-24). What was shown is most likely
what was put, and a message that keeps it breaks no further rule on its way: what follows is judged by both,
and by the better of them. Left out: other fields, which are compared with what the sender was shown anyway.
"""

from typing import Final

from msgspec.structs import replace

from mqtck.reference.chapters.header_mapping import delivery_mode, expiry_values, persistence
from mqtck.reference.chapters.message_expiry import life_end
from mqtck.reference.internal_work.work import schedule
from mqtck.reference.possibilities import Possibility, Settled
from mqtck.reference.state.messages import Message
from mqtck.reference.state.state import State
from mqtck.reference.vocabulary.constants import UNLIMITED, DeliveryMode
from mqtck.reference.vocabulary.outcomes import Outcome, Sent

_OF_THE_LIFE: Final = frozenset({*(f"HM-{number}" for number in range(14, 24)), "X-11"})
_OF_THE_MODE: Final = frozenset({"HM-08", "HM-09", "HM-10", "HM-11", "X-27"})
_OF_THE_PRIORITY: Final = frozenset({"HM-24"})
_ALL: Final = _OF_THE_LIFE | _OF_THE_MODE | _OF_THE_PRIORITY


def kept_as_shown(state: State, possible: Possibility) -> Possibility:
    """The same possibility of a send in this state, with the states in which its message is as shown."""

    def settle(outcome: Outcome) -> Settled:
        settled = possible.settle(outcome)
        wrong = {rule for breach in settled.breaches for rule in breach.rules}
        if not isinstance(outcome, Sent) or wrong.isdisjoint(_ALL):
            return settled
        further = (_as_shown(one, state.next_serial, outcome, wrong) for one in settled.states)
        return replace(settled, states=tuple(dict.fromkeys((*settled.states, *further))))

    return replace(possible, settle=settle)


def _as_shown(state: State, sent: int, outcome: Sent, wrong: set[str]) -> State:
    """The state with the message, or the publication and its copies, as the sender was shown it."""
    for serial in (sent, *state.copies.get(sent, ())):
        if (message := state.messages.get(serial)) is not None:
            if not wrong.isdisjoint(_OF_THE_LIFE):
                message = _living(message, outcome)
            if not wrong.isdisjoint(_OF_THE_MODE):
                message = _in_mode(message, outcome)
            if not wrong.isdisjoint(_OF_THE_PRIORITY):
                message = _with_priority(message, outcome)
            state = schedule(replace(state, messages=state.messages.set(serial, message)), message)
    return state


def _living(message: Message, outcome: Sent) -> Message:
    """By the descriptor, or else by the end that the client says, 0 for none."""
    shown, end = outcome.descriptor.expiry, outcome.header.expiration
    match shown, end:
        case int(), _ if shown == UNLIMITED or shown > 0:
            expiry: tuple[int, ...] = (shown,)
        case _, int() if not end or end > message.sent.latest:
            expiry = expiry_values(max(0, end - message.sent.latest))
        case _:
            return message
    lasting = UNLIMITED in expiry and not (isinstance(end, int) and end)
    time_to_live = 0 if lasting else message.time_to_live
    return replace(message, expiry=expiry, life_end=life_end(message.sent, expiry), time_to_live=time_to_live)


def _in_mode(message: Message, outcome: Sent) -> Message:
    """By the descriptor, which is what is put; where that does not show, by what the client says."""
    mode = delivery_mode(outcome.descriptor.persistence)
    if mode is None and outcome.header.delivery_mode in tuple(DeliveryMode):
        mode = DeliveryMode(outcome.header.delivery_mode)
    if mode is None:
        return message
    return replace(message, delivery_mode=mode, persistence=persistence(mode))


def _with_priority(message: Message, outcome: Sent) -> Message:
    shown = (outcome.descriptor.priority, outcome.header.priority)
    wrong = (one for one in shown if isinstance(one, int) and one in range(10) and one != message.priority)
    return replace(message, priority=next(wrong, message.priority))
