"""What a JMS client may keep from its application: messages whose JMSExpiration has passed.

Where MQMD.Expiry is unlimited because the time to live is too long for it (HM-20), the queue manager never
ends the life of a message that tells when it ends (HM-21). Silent point: what the client that receives such a
message does with it then, as the text on header mapping covers sends only (chapter 9, item 29). It may return
it, or discard it unseen, with a report if one was asked for (EX-26) or as any message that is got; a queue
browser may leave it out, or discard it as well (EX-13). MQGET returns it (EX-62). So may a client do with a
message whose Expiry, which is approximate (EX-09), ends a little later than its JMSExpiration says.
"""

from msgspec.structs import replace

from mqtck.reference.chapters.header_mapping import jms_expiration_passed, over_by_its_header
from mqtck.reference.chapters.message_expiry import expired
from mqtck.reference.queues.get_requests import Reader, Request, visible
from mqtck.reference.reporting.generated_reports import expiration_report
from mqtck.reference.state.beliefs import learn
from mqtck.reference.state.clients import UnitOfWork
from mqtck.reference.state.intervals import Answer, Interval, Moment
from mqtck.reference.state.messages import Message
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Cause, Disposal, Ended, Held, OnQueue, Staged, Status, Uncommitted
from mqtck.reference.vocabulary.commands import GetMode

from .late_discards import discarding


def withheld(state: State, serial: int, request: Request, at: Interval) -> State | None:
    """The state after a client may have found this message too old to show; None where it has to show it."""
    if not _may_withhold(state, serial, request, at):
        return None
    browses = request.mode is not GetMode.DESTRUCTIVE
    belief = state.beliefs[serial]
    if not any(visible(status, request) for status in belief):
        return state if browses else None
    going = discarding(state, serial, request)
    state, ends = _discarded(state, serial, request, at)
    if browses:
        return learn(state, serial, tuple(dict.fromkeys((*belief, *ends))))
    learned = learn(state, serial, (*ends, *going))
    return replace(learned, overdue=learned.overdue.set(serial, None)) if learned and going else learned


def perhaps_withheld(state: State, serial: int, request: Request, at: Interval) -> State:
    """The state after a get that may have met this message, whose place before another one is open."""
    belief = state.beliefs[serial]
    if not _may_withhold(state, serial, request, at) or not any(visible(one, request) for one in belief):
        return state
    after, ends = _discarded(state, serial, request, at)
    return learn(after, serial, tuple(dict.fromkeys((*belief, *ends)))) or state


def _may_withhold(state: State, serial: int, request: Request, at: Interval) -> bool:
    return request.reader is Reader.JMS_CLIENT and _too_old(state, state.messages[serial], request, at)


def _discarded(state: State, serial: int, request: Request, at: Interval) -> tuple[State, tuple[Status, ...]]:
    """The message as a client may have left it that has met it, and the report about that."""
    message, belief = state.messages[serial], state.beliefs[serial]
    state = expiration_report(state, message, Moment(at, at, 0), list(belief))
    if request.mode is not GetMode.DESTRUCTIVE:
        return state, (Ended(Cause.EXPIRED),)
    ends: list[Status] = [Ended(Cause.EXPIRED), Ended(Cause.CONSUMED)]
    if request.within is not None:
        there = (status for status in belief if visible(status, request))
        held = (one for one in there if isinstance(one, Staged | OnQueue | Uncommitted))
        ends += [Held(request.within, one) for one in held]
        unit = state.units.get(request.within, UnitOfWork())
        taken = replace(unit, got=(*unit.got, serial))
        state = replace(state, units=state.units.set(request.within, taken))
    return state, tuple(ends)


def _too_old(state: State, message: Message, request: Request, at: Interval) -> bool:
    """Whether its JMSExpiration may have passed before the queue manager discards it.

    What stands behind a dead-letter or a delay header is not read for that.
    """
    if over_by_its_header(message, at.latest):
        return True
    if request.mode is not GetMode.DESTRUCTIVE or expired(message, at) is Answer.YES:
        return False
    belief = state.beliefs[message.serial]
    return jms_expiration_passed(message, at.latest) and all(map(_begins_with_its_own, belief))


def _begins_with_its_own(status: Status) -> bool:
    """Whether the header of the application is the first one, unless it is gone already."""
    match status:
        case OnQueue(disposal=disposal) | Ended(disposal=disposal, staged=None):
            return disposal is Disposal.NOT_DISPOSED
        case _:
            return False
