"""Sessions and connections that are opened, and what is left behind where one is opened again under its name.

Silent points, in all of which whatever is seen is accepted: whether producers and subscribers of the former
session live on, in that one or in the new one; what becomes of its unit of work, at once or later; whether
the former connection keeps its locks and its browse cursors; whether the former one is gone where the new one
is refused. Left out: a unit of work with delayed, published, clustered or reported messages or on a queue
with a trigger, of which too much would be open.
"""

from collections.abc import Callable

from msgspec.structs import replace

from mqtck.reference.possibilities import Possibility, Settled, perhaps_begun, unexpected
from mqtck.reference.sending.producers import unknown_producer
from mqtck.reference.state.beliefs import learn
from mqtck.reference.state.callers import PLAIN, jms_unit
from mqtck.reference.state.clients import Producer, Session, UnitOfWork
from mqtck.reference.state.intervals import Answer, Interval
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import LEFT_BEHIND, Held, Status, Uncommitted
from mqtck.reference.vocabulary.commands import Acknowledgement, OpenSession, QueueAttributes
from mqtck.reference.vocabulary.outcomes import Done, Outcome, Refused, Sent

from .subscription_fixtures import disconnected


def open_session(state: State, command: OpenSession, at: Interval) -> Possibility:
    """A session of that name that was in use is gone or not, and so is what belongs to it."""
    name = command.session
    opened = Session(command.queue_manager, command.acknowledgement, command.user)
    left, silent = left_behind(state, jms_unit(name))

    def settle(outcome: Outcome) -> Settled:
        if isinstance(outcome, Done):
            after = _renewed(left, name, opened)
            after = replace(after, sessions=after.sessions.set(name, opened))
            closed = _unsubscribed(after, name, at)
            return Settled((after,) if closed is after else (after, closed), open=silent)
        if isinstance(outcome, Refused) and name not in state.sessions:
            return Settled((state,))
        alone = left is state and _unsubscribed(state, name, at) is state
        if isinstance(outcome, Refused) and state.sessions[name] == PLAIN and alone:
            return Settled((_renewed(state, name, PLAIN),))
        return perhaps_begun(state, outcome)

    return Possibility(prefer=Done, settle=settle)


def _unsubscribed(state: State, session: str, at: Interval) -> State:
    """The same with the subscribers of a session disconnected."""
    for name, subscription in list(state.subscriptions.items()):
        if subscription.session == session:
            state = disconnected(state, name, at)
    return state


def _renewed(state: State, name: str, opened: Session) -> State:
    """The producers of a session that is opened again: it goes on under another name, if it does."""
    left = {one: producer for one, producer in state.producers.items() if producer.session == name}
    if not left:
        return state
    former, known = name, state.sessions[name]
    if known != opened or known.acknowledgement is Acknowledgement.TRANSACTED:
        while former in state.sessions:
            former += ", before"
    producers = state.producers
    for one, producer in left.items():
        producers = producers.set(one, replace(producer, session=former, renewed=name))
    return replace(state, producers=producers, sessions=state.sessions.set(former, known))


def of_its_session(state: State, producer: str, call: Callable[[State], Possibility]) -> Possibility:
    """A call of a producer. Where its session was opened again it may be gone with the former one.

    Or it lives on in that one, or belongs to the new one: once it has sent, one of both is possible. A setter
    tells nothing of that: it may be carried out without the queue manager.
    """
    known = state.producers.get(producer)
    if known is None or known.renewed is None:
        return call(state)
    sessions = dict.fromkeys(one for one in (known.session, known.renewed) if one in state.sessions)
    bound = [replace(known, session=session, renewed=None) for session in sessions]
    calls = [call(replace(state, producers=state.producers.set(producer, one))) for one in bound]

    def settle(outcome: Outcome) -> Settled:
        if isinstance(outcome, Refused):
            return Settled((state,))
        if not calls:
            return unexpected(state, outcome)
        found = [one.settle(outcome) for one in calls]
        fewest = min(len(one.breaches) for one in found)
        likely = [one for one in found if len(one.breaches) == fewest]
        states = tuple(after for one in likely for after in one.states)
        if not isinstance(outcome, Sent):
            # But for the session they are the same.
            states = tuple(_unsure_still(after, producer, known) for after in states[:1])
        return replace(
            likely[0],
            states=states,
            exercised=frozenset.intersection(*(one.exercised for one in likely)),
        )

    return Possibility(prefer=unknown_producer(state).prefer, settle=settle)


def _unsure_still(state: State, name: str, known: Producer) -> State:
    """The state in which a producer belongs to whichever session it did, as set by now."""
    producer = replace(state.producers[name], session=known.session, renewed=known.renewed)
    return replace(state, producers=state.producers.set(name, producer))


def left_behind(state: State, unit: str) -> tuple[State, str]:
    """The state where a session or connection is opened again, and why nothing can be said of what follows.

    Its unit of work is open still, or was committed or backed out, or will be: see
    `status_transitions.left_open`.
    """
    work = state.units.get(unit, UnitOfWork())
    state = _let_go(state, unit)
    if not (work.put or work.got):
        return state, ""
    if any(_much_is_open(state, serial) for serial in (*work.put, *work.got)):
        return state, f"the {unit} was opened again within a unit of work"
    state = replace(state, units=state.units.delete(unit))
    for serial in (*work.put, *work.got):
        belief = tuple(dict.fromkeys(_without_owner(status) for status in state.beliefs[serial]))
        state = learn(state, serial, belief) or state
        state = replace(state, overdue=state.overdue.set(serial, None))
    return state, ""


def _without_owner(status: Status) -> Status:
    return status._replace(session=LEFT_BEHIND) if isinstance(status, Uncommitted | Held) else status


def _much_is_open(state: State, serial: int) -> bool:
    """Whether a message has more consequences, when its unit of work ends, than being there or not."""
    message = state.messages[serial]
    attributes = state.definitions.get(message.first)
    return bool(
        message.delay
        or message.report
        or message.subject is not None
        or message.topic is not None
        or message.instances
        or message.onward is not None
        or not isinstance(attributes, QueueAttributes)
        or attributes.trigger is not None
        or state.children.get(serial)
    )


def _let_go(state: State, unit: str) -> State:
    """Locks and cursors of a connection that is opened again: perhaps they are still there."""
    cursors, locks = state.cursors, state.locks
    for handle, cursor in state.cursors.items():
        if handle[0] == unit:
            cursors = cursors.set(handle, replace(cursor, stands=Answer.UNSURE))
    for serial, owner in state.locks.items():
        if owner == unit:
            locks = locks.set(serial, LEFT_BEHIND)
    if cursors is state.cursors and locks is state.locks:
        return state
    return replace(state, cursors=cursors, locks=locks)
