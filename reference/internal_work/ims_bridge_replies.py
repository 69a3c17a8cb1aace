"""What the IMS bridge does with its requests: takes them from its queue, and answers them.

What a reply may show is said in `ims_bridge`. Silent point: what becomes of a reply that the reply-to queue
does not take, whether the bridge tries again, and whether the request stays on its queue until then.
"""

from msgspec.structs import replace

from mqtck.reference.chapters.ims_bridge import reply_expiry, reply_life
from mqtck.reference.chapters.message_expiry import expired, nominally_expired
from mqtck.reference.chapters.resolution import resolve
from mqtck.reference.possibilities import Possibility, Settled, not_carried_out
from mqtck.reference.queues.clusters import that_may_take
from mqtck.reference.queues.room import dead_letter_queue
from mqtck.reference.queues.send_checks import full, too_long
from mqtck.reference.queues.triggering import perhaps_triggered
from mqtck.reference.reporting.generated_reports import confirmation_reports, expiration_report
from mqtck.reference.state.agenda import push
from mqtck.reference.state.beliefs import NEVER, add, learn, merged
from mqtck.reference.state.intervals import Answer, Interval, Moment
from mqtck.reference.state.messages import Demand, Kind, Message
from mqtck.reference.state.queue_keys import key, transit_key
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Cause, Coming, Disposal, Ended, OnQueue, Route, Status
from mqtck.reference.vocabulary.commands import QueueAttributes, Switch
from mqtck.reference.vocabulary.environment import DefineImsBridgeQueue
from mqtck.reference.vocabulary.outcomes import Done, Outcome, Refused


def define(state: State, command: DefineImsBridgeQueue) -> Possibility:
    """The queue is there, and the bridge reads it from now on."""
    queue_key = key(command.queue_manager, command.queue)
    after = replace(
        state,
        definitions=state.definitions.set(queue_key, QueueAttributes()),
        bridges=state.bridges | {queue_key},
    )

    def settle(outcome: Outcome) -> Settled:
        if isinstance(outcome, Done):
            return Settled((after,))
        return Settled((state,)) if isinstance(outcome, Refused) else not_carried_out(state, outcome)

    return Possibility(prefer=Done, settle=settle)


def taken_by_bridge(
    state: State, request: Message, status: OnQueue, moment: Moment
) -> tuple[State, list[Status]]:
    """Where a request may be by now, and the reply to it that may be there.

    EX-25: what was committed after its life is not answered, though the end of its life was before that.
    """
    moment = _once_there(moment, status)
    over = expired(request, moment.instant)
    steps: list[Status] = []
    if over is not Answer.YES:
        state = _replied(confirmation_reports(state, request, moment), request, moment)
        steps.append(Ended(Cause.ANSWERED, status.disposal))
    if not moment.passed or NEVER in state.beliefs[request.serial] or _perhaps_kept(state, request, moment):
        # A report that may not have been made so far may come yet.
        steps.append(status)
    if over is not Answer.NO:
        state = expiration_report(state, request, moment, [status])
        end = Ended(Cause.EXPIRED, status.disposal)
        steps.insert(0 if nominally_expired(request, moment.instant) else len(steps), end)
    return state, steps


def _perhaps_kept(state: State, request: Message, moment: Moment) -> bool:
    """Whether the bridge may leave the request where it is, as its reply is perhaps not to be put."""
    if request.reply_to is None:
        return True
    places = _places(state, request, moment)
    return any(isinstance(place, Coming | Ended) for place in places)


def _once_there(moment: Moment, status: OnQueue) -> Moment:
    """The moment, or when the request came to its queue, if that was later."""
    since, instant = status.arrival.earliest, moment.instant
    return replace(moment, instant=Interval(max(since, instant.earliest), max(since, instant.latest)))


def _replied(state: State, request: Message, moment: Moment) -> State:
    """The reply may be on the reply-to queue from this moment on; it is, once the request was answered."""
    if request.reply_to is None:
        return state
    places = _places(state, request, moment)
    for child in state.children.get(request.serial, ()):
        if state.messages[child].kind is Kind.REPLY:
            if NEVER not in state.beliefs[child]:
                return state
            later = _put_at(state.messages[child], request, moment)
            state = replace(state, messages=state.messages.set(child, later))
            known = state.beliefs[child]
            if any(isinstance(status, Coming) for status in known):
                places = [place for place in places if not isinstance(place, Coming)]
            learned = learn(state, child, merged([*known, *places]))
            assert learned is not None
            return perhaps_triggered(learned, later, places, moment.instant)
    reply = _put_at(_reply(state, request), request, moment)
    state = add(state, reply, merged([NEVER, *places]))
    state = perhaps_triggered(state, reply, places, moment.instant)
    if reply.life_end is None:
        return state
    return replace(state, agenda=push(state.agenda, reply.life_end.earliest, reply.serial))


def _reply(state: State, request: Message) -> Message:
    resolved = resolve(state, request.queue_manager, request.reply_to or "")
    return Message(
        serial=state.next_serial,
        label="",
        length=request.length,
        kind=Kind.REPLY,
        queue_manager=request.queue_manager,
        name=request.reply_to or "",
        first="",
        sent=request.sent,
        persistence=request.persistence,
        priority=request.priority,
        subject=request.serial,
        demand=Demand.NEEDED,
        onward=None if resolved is None else resolved.onward,
        instances=() if resolved is None else resolved.instances,
    )


def _put_at(reply: Message, request: Message, moment: Moment) -> Message:
    """EX-61: its life counts from the put of the request at the earliest, from the answer at the latest."""
    sent = Interval(request.sent.earliest, moment.instant.latest)
    return replace(reply, sent=sent, expiry=reply_expiry(request), life_end=reply_life(request, sent))


def _places(state: State, request: Message, moment: Moment) -> list[Status]:
    """Where the reply may be."""
    resolved = resolve(state, request.queue_manager, request.reply_to or "")
    dead_letter = dead_letter_queue(state, request.queue_manager)
    elsewhere: list[Status] = [Ended(Cause.DROPPED)]
    if dead_letter is not None:
        there = OnQueue(dead_letter.local, moment.instant, Route.GENERATED, Disposal.DISPOSED)
        elsewhere.append(there)
    if resolved is not None and resolved.instances:
        able = that_may_take(state, request.queue_manager, resolved.instances)
        ways = (*able, transit_key(request.queue_manager))
        return [*(OnQueue(queue, moment.instant, Route.GENERATED) for queue in ways), *elsewhere]
    if resolved is None:
        return elsewhere
    here = OnQueue(resolved.local, moment.instant, Route.GENERATED)
    # Once it was not taken, the bridge may try again at any time.
    later = Coming((here,))
    if resolved.attributes.put is Switch.DISABLED:
        return [*elsewhere, later]
    filled = full(state, resolved.local, resolved.attributes)
    refusal = max(filled, too_long(request.length, resolved.attributes))
    return [here] if refusal is Answer.NO else [here, *elsewhere, later]
