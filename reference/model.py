"""The model: every documented possibility for every command.

`possibilities(state, command, at)` is pure and deterministic; time is the interval `at` between the two
readings around the command, in ms. Mostly there is one possibility, which is symbolic: it prefers one
outcome and settles whatever outcome was seen (`possibilities.Possibility`). The reference as an
implementation takes the first possibility and its preferred outcome every time.
"""

from collections.abc import Callable
from typing import Final

from .administration.default_dead_letter_queue import with_and_without
from .administration.fixtures import fixture, new_queue_manager
from .administration.sessions import of_its_session, open_session
from .administration.subscription_fixtures import alter_subscriptions
from .administration.units_of_work import commit, roll_back
from .channels.channel_status import read_channel_status
from .chapters.header_fields import Correlation
from .chapters.resolution import leads_into_cluster, nested, resolved_key
from .chapters.supplied_sample import read_sample_definition
from .chapters.tampering import recorded_only
from .getting.gets import by_user, cursor_left, get
from .getting.inspections import browse, read_depth
from .internal_work import ims_bridge_replies
from .internal_work.work import catch_up
from .possibilities import Possibility, Settled, describe, may_be_refused, not_covered, undefined, unexpected
from .preference import preferred_depth
from .queues.enforcement import set_variable
from .queues.get_requests import Match, Reader, Request
from .queues.separate_descriptors import ids_are_open
from .sending.kept_as_shown import kept_as_shown
from .sending.producers import create_producer, set_property, unknown_producer
from .sending.publishing import publish
from .sending.puts import put
from .sending.send_controls import Attempted, undefined_time
from .sending.sends import put_together, send, send_elsewhere
from .state.callers import connected_to, jms_unit, mqi_unit, session_of, unit_of_receives
from .state.intervals import Interval
from .state.messages import Kind
from .state.queue_keys import is_staging, key
from .state.state import State
from .state.unsure_producers import apart
from .vocabulary.channels import ReadChannelStatus
from .vocabulary.commands import (
    Advance,
    Browse,
    Command,
    Commit,
    CreateProducer,
    DefineQueueManager,
    DisableMessageId,
    MatchCorrelationId,
    MatchMessageId,
    MqBackout,
    MqCommit,
    MqGet,
    MqPut,
    MqPut1,
    OpenSession,
    ReadDepth,
    Receive,
    Rollback,
    Send,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetPriority,
    SetTimeToLive,
    Syncpoint,
)
from .vocabulary.constants import DEFAULT_QUEUE_MANAGER, ReasonCode, Report
from .vocabulary.environment import DefineImsBridgeQueue, SetEnforcementVariable
from .vocabulary.messages import QueueDestination, TopicDestination
from .vocabulary.outcomes import Done, NoMessage, Outcome, Refused
from .vocabulary.profile import ClockKind, Profile
from .vocabulary.publications import (
    AlterTopic,
    CloseSubscriber,
    DefineSubscription,
    DefineTopic,
    DeleteTopic,
    JoinHierarchy,
    ReceivePublication,
    Subscribe,
    Unsubscribe,
)
from .vocabulary.zos import ReadSampleDefinition

_NO_MESSAGE: Final = int(ReasonCode.NO_MSG_AVAILABLE)


def initial_state(clock: ClockKind, profile: Profile, start: int) -> State:
    """A fresh implementation at a reading of its clock: one queue manager with its system queues."""
    empty = State(clock=clock, profile=profile, previous=start)
    first = DefineQueueManager(DEFAULT_QUEUE_MANAGER, profile.version)
    return new_queue_manager(empty, first, Interval(start, start))


def possibilities(state: State, command: Command, at: Interval) -> tuple[Possibility, ...]:
    """What may follow the command, the preferred possibility first."""
    managers = [getattr(command, field, None) for field in ("queue_manager", "parent")]
    unknown = [name for name in managers if name is not None and name not in state.queue_managers]
    # A variable may be set before its queue manager is created.
    if unknown and not isinstance(command, SetEnforcementVariable):
        return (_unknown_manager(state, unknown[0]),)
    # What an advance lets come due is worked out by whatever comes next, with all the time that has passed.
    begun = Interval(at.earliest, at.earliest) if isinstance(command, Advance) else at

    def possible(one: State) -> tuple[Possibility, ...]:
        return with_and_without(one, command, lambda each: _possibility(catch_up(each, begun), command, at))

    readings = apart(state, getattr(command, "producer", ""))
    return tuple(each for one in readings for each in possible(one))


def _possibility(state: State, command: Command, at: Interval) -> Possibility:
    match command:
        case Send(producer=producer):
            return of_its_session(state, producer, lambda known: _send(known, command, at))
        case Receive(queue=queue, session=session):
            return _receive(state, queue, session, at)
        case Browse(queue=queue, queue_manager=manager):
            queue_key = resolved_key(state, manager, queue)
            found = recorded_only(state, queue_key, browse(state, queue_key, at, manager))
            return _by_name(state, manager, queue, found)
        case ReadDepth(queue=queue, queue_manager=manager):
            queue_key = resolved_key(state, manager, queue)
            found = read_depth(state, queue_key, preferred_depth(state, queue_key))
            return _by_name(state, manager, queue, recorded_only(state, queue_key, found))
        case MqPut() | MqPut1():
            return put(state, command, at)
        case MqGet():
            return _mq_get(state, command, at)
        case CreateProducer():
            return create_producer(state, command)
        case SetDeliveryDelay() | SetTimeToLive() | SetPriority() | SetDeliveryMode() | DisableMessageId():
            return of_its_session(state, command.producer, lambda known: set_property(known, command))
        case OpenSession():
            return open_session(state, command, at)
        case Commit(session=session):
            return commit(state, jms_unit(session), at)
        case Rollback(session=session):
            return roll_back(state, jms_unit(session), at)
        case MqCommit(connection=connection):
            return commit(state, mqi_unit(connection), at)
        case MqBackout(connection=connection):
            return roll_back(state, mqi_unit(connection), at)
        case Advance():
            return _nothing_returned(state)
        case DefineTopic() | AlterTopic() | DeleteTopic() | DefineSubscription() | JoinHierarchy():
            return alter_subscriptions(state, command, at)
        case Subscribe() | CloseSubscriber() | Unsubscribe():
            return alter_subscriptions(state, command, at)
        case ReceivePublication(subscription=name):
            return _receive_publication(state, name, at)
        case ReadSampleDefinition():
            return read_sample_definition(state, command)
        case ReadChannelStatus(transmission_queue=queue, queue_manager=manager):
            return read_channel_status(state, key(manager, queue))
        case SetEnforcementVariable():
            return set_variable(state, command)
        case DefineImsBridgeQueue():
            return ims_bridge_replies.define(state, command)
        case _:
            return fixture(state, command, at)


def _nothing_returned(after: State) -> Possibility:
    def settle(outcome: Outcome) -> Settled:
        return Settled((after,)) if isinstance(outcome, Done) else unexpected(after, outcome)

    return Possibility(prefer=Done, settle=settle)


def _unknown_manager(state: State, name: str) -> Possibility:
    """Nothing is said of what an implementation does for a queue manager that nobody has defined.

    Whoever refuses has done nothing.
    """

    def settle(outcome: Outcome) -> Settled:
        if isinstance(outcome, Refused):
            return Settled((state,))
        return Settled((state,), open=f"there is no queue manager {name}: {describe(outcome)}")

    return Possibility(prefer=lambda: Refused(text=f"no queue manager {name}"), settle=settle)


def _receive(state: State, queue: str, session: str, at: Interval) -> Possibility:
    manager = session_of(state, session).queue_manager
    request = Request(
        queue_key=resolved_key(state, manager, queue),
        unit=jms_unit(session),
        within=unit_of_receives(state, session),
        through=manager,
        reader=Reader.JMS_CLIENT,
    )
    found = recorded_only(state, request.queue_key, get(state, request, at))
    return by_user(state, session_of(state, session).user, _by_name(state, manager, queue, found))


def _by_name(state: State, manager: str, queue: str, look: Possibility) -> Possibility:
    """A look at the queue behind a name. Where an alias of an alias, or into a cluster, leads is open."""
    doubtful = nested(state, manager, queue) or leads_into_cluster(state, manager, queue)
    return may_be_refused(state, look) if doubtful else look


def _send(state: State, command: Send, at: Interval) -> Possibility:
    tried = put_together(state, command)
    if tried is None:
        return unknown_producer(state)
    if why := undefined_time(tried, at):
        return undefined(state, why)
    possible = kept_as_shown(state, _send_to(state, command, tried, at))
    named = (tried.producer.destination or tried.producer.topic) and (command.destination or command.topic)
    return may_be_refused(state, possible) if named else possible


def _send_to(state: State, command: Send, tried: Attempted, at: Interval) -> Possibility:
    match tried.destination:
        case TopicDestination():
            return publish(state, tried, at)
        case QueueDestination(queue_manager=other) if other not in {None, "", tried.session.queue_manager}:
            return send_elsewhere(state, tried, at, not_covered(state, command))
        case QueueDestination():
            return send(state, tried, at)


def _receive_publication(state: State, name: str, at: Interval) -> Possibility:
    """A receive through a subscriber; nothing is said of one that is not connected."""
    subscription = state.subscriptions.get(name)
    if subscription is None or subscription.session is None:
        return unknown_producer(state)
    session = subscription.session
    request = Request(
        subscription.queue,
        unit=jms_unit(session),
        within=unit_of_receives(state, session),
        reader=Reader.JMS_CLIENT,
    )
    return by_user(state, session_of(state, session).user, get(state, request, at))


def _mq_get(state: State, command: MqGet, at: Interval) -> Possibility:
    unit = mqi_unit(command.connection)
    manager = connected_to(state, command.connection)
    queue_key = resolved_key(state, manager, command.queue)
    wanted, rules = _matching(state, command, queue_key)
    open_ids = command.match is not None and _published(state, command.match.of)
    separate = ids_are_open(state, queue_key, wanted)
    if separate and isinstance(command.match, MatchCorrelationId):
        wanted = (*(wanted or ()), *state.labels.get(command.match.of, ())[:1])
    request = Request(
        queue_key=queue_key,
        unit=unit,
        within=unit if command.syncpoint is Syncpoint.WITHIN else None,
        mode=command.mode,
        wanted=wanted,
        rules=rules,
        through=manager,
        match=Match.OPEN if open_ids else Match.KNOWN,
    )
    found = recorded_only(state, queue_key, get(state, request, at))
    found = _by_name(state, manager, command.queue, found)
    either = command.match is not None and (
        _answered_by_either_id(state, command.match.of) or _perhaps_answered(state, command.match.of)
    )
    if separate or either:
        return _perhaps_nothing(state, request, found, found.prefer)
    return _perhaps_nothing(state, request, found, _nothing) if open_ids else found


def _nothing() -> Outcome:
    return NoMessage(reason=_NO_MESSAGE)


def _perhaps_nothing(
    state: State, request: Request, found: Possibility, prefer: Callable[[], Outcome]
) -> Possibility:
    """Which ids the copies of a publication have is open, and so whether a match finds one.

    So are those of the separate descriptor in front of a header of the queue manager, and whether the
    IMS bridge passes ids on to its replies where that is asked for.
    """

    def settle(outcome: Outcome) -> Settled:
        nothing = isinstance(outcome, NoMessage)
        return Settled((cursor_left(state, request),)) if nothing else found.settle(outcome)

    return Possibility(prefer=prefer, settle=settle)


def _matching(state: State, command: MqGet, queue_key: str) -> tuple[tuple[int, ...] | None, tuple[str, ...]]:
    """The serials that a match option admits: DD-59, DD-60 for the ids of staged copies, X-02 on a target."""
    staging = is_staging(queue_key)
    match command.match:
        case None:
            return None, ()
        case MatchMessageId(of=label) | MatchCorrelationId(of=label) if _published(state, label):
            return None, ()
        case MatchMessageId(of=label) if not staging and label in state.labels:
            serial = state.labels[label][0]
            passed_on = state.messages[serial].report & Report.PASS_MSG_ID
            rules = ("X-02",) if state.messages[serial].delay else ()
            return (serial, *(state.children.get(serial, ()) if passed_on else ())), rules
        case MatchMessageId():
            return (), ("DD-59",)
        case MatchCorrelationId(of=label) if label in state.labels:
            serial = state.labels[label][0]
            if staging:
                return (serial,), ("DD-61", "DD-60")
            return _correlated(state, serial), ()
        case MatchCorrelationId():
            return (), ()


def _published(state: State, label: str) -> bool:
    """Whether the label is that of a publication, of which it is open which ids its copies have."""
    return label in state.labels and state.messages[state.labels[label][0]].topic is not None


def _answers_of_the_bridge(state: State, serial: int) -> tuple[int, ...]:
    children = state.children.get(serial, ())
    return tuple(child for child in children if state.messages[child].kind is Kind.REPLY)


def _answered_by_either_id(state: State, label: str) -> bool:
    """Whether this is a request that asks the IMS bridge to pass its ids on, instead of its own (X-40)."""
    serials = state.labels.get(label, ())[:1]
    passing = Report.PASS_CORREL_ID | Report.PASS_MSG_ID
    return any(
        state.messages[serial].report & passing and _answers_of_the_bridge(state, serial)
        for serial in serials
    )


def _perhaps_answered(state: State, label: str) -> bool:
    """Whether an object that was sent again may have kept this id as its correlation id."""
    replies = (one for serial in state.labels.get(label, ())[:1] for one in state.replies.get(serial, ()))
    answers = (state.messages[reply].fields for reply in replies)
    return any(fields is not None and fields.correlation is Correlation.OPEN for fields in answers)


def _correlated(state: State, serial: int) -> tuple[int, ...]:
    """What has the id of this message as its correlation id: reports about it, and replies to it (X-40).

    The option that passes the correlation id on takes a report away, and adds those about replies.
    """

    def reports(about: int, passed_on: int) -> tuple[int, ...]:
        passes = state.messages[about].report & Report.PASS_CORREL_ID
        return state.children.get(about, ()) if passes == passed_on else ()

    answers = _answers_of_the_bridge(state, serial)
    replies = (*state.replies.get(serial, ()), *answers)
    about_replies = (one for reply in replies for one in reports(reply, Report.PASS_CORREL_ID))
    return tuple(dict.fromkeys((*reports(serial, 0), *replies, *about_replies)))
