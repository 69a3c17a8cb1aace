"""Producers: creating them and setting their delay, time to live, priority and delivery mode.

Covers DD-15 to DD-18, DD-22, DD-25 to DD-29, DD-31, and DD-67 where a setter could be gated. A
failed setter leaves the producer with the old value or the new one; both are kept as states.
"""

from msgspec.structs import replace

from mqtck.reference.blame.credit import accepted_conflict, delay_set, restricted
from mqtck.reference.chapters.client_restrictions import (
    exception_family,
    expiry_conflict,
    may_be_too_long,
    supports_delay,
)
from mqtck.reference.chapters.header_mapping import BOUND, may_be_refused_for_size, too_short_for_a_tenth
from mqtck.reference.chapters.resolution import resolve
from mqtck.reference.chapters.staging_queue import older_edition_counts
from mqtck.reference.possibilities import Possibility, Settled, breach, describe, perhaps_begun, unexpected
from mqtck.reference.queues.clusters import restriction
from mqtck.reference.queues.send_checks import may_send
from mqtck.reference.state.callers import session_of
from mqtck.reference.state.clients import Producer
from mqtck.reference.state.intervals import Answer
from mqtck.reference.state.state import State
from mqtck.reference.vocabulary.commands import (
    CreateProducer,
    DisableMessageId,
    ProducerApi,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetPriority,
    Setter,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import ReasonCode
from mqtck.reference.vocabulary.outcomes import Done, ErrorFamily, Outcome, Refused
from mqtck.reference.vocabulary.results import Breach

from .first_resolution import opened


def create_producer(state: State, command: CreateProducer) -> Possibility:
    """Creating a producer may already report what a later send would (DD-47, DD-75)."""
    manager = session_of(state, command.session).queue_manager
    found = opened(state, manager, command.destination)
    producer = Producer(command.session, command.api, command.destination, command.topic, opened=found)
    created = replace(
        state,
        producers=state.producers.set(command.producer, producer),
        sessions=state.sessions.set(command.session, session_of(state, command.session)),
    )

    def settle(outcome: Outcome) -> Settled:
        if isinstance(outcome, Done):
            return Settled((created,))
        if isinstance(outcome, Refused) and _may_report_early(state, command):
            return Settled((state,), exercised=frozenset({"DD-47", "DD-75"}))
        if isinstance(outcome, Refused) and outcome.reason == ReasonCode.OPTIONS_ERROR:
            return too_early(state, producer, outcome)
        # What is left of a producer where another one was asked for under its name is not said.
        return (perhaps_begun if command.producer in state.producers else unexpected)(state, outcome)

    return Possibility(prefer=Done, settle=settle)


def set_property(state: State, command: Setter) -> Possibility:
    """The setters; only those of delay and time to live may be refused (DD-17, DD-25, DD-26, DD-31)."""
    old = state.producers.get(command.producer)
    if old is None:
        return unknown_producer(state)
    new = _set(old, command)
    after = replace(state, producers=state.producers.set(command.producer, new))
    version = state.queue_managers[session_of(state, old.session).queue_manager].version
    conflict = conflict_at_setter(command, new)
    if isinstance(command, SetDeliveryDelay) and not supports_delay(version, command.milliseconds):
        return _function_not_supported(state, after, command, conflict)

    def prefer() -> Outcome:
        if conflict is Answer.YES:
            return Refused(reason=int(ReasonCode.EXPIRY_ERROR), family=exception_family(old.api))
        return Done()

    def settle(outcome: Outcome) -> Settled:
        match outcome:
            case Done():
                kept_for_send = {"DD-22"} if _unsuitable(state, new) else set[str]()
                exercised = accepted_conflict(conflict) | delay_set(version, command) | kept_for_send
                return Settled((after,), exercised=exercised)
            case Refused() if isinstance(command, SetDeliveryDelay) and may_be_too_long(command.milliseconds):
                return Settled((_spoilt(state, command.producer), _spoilt(after, command.producer)))
            case Refused() if _silent(command, old):
                return Settled((_spoilt(state, command.producer), _spoilt(after, command.producer)))
            case Refused() if conflict is not Answer.NO:
                rules = _conflict_rules(command)
                breaches = refusal_breaches(outcome, old.api, ReasonCode.EXPIRY_ERROR, rules)
                exercised = accepted_conflict(conflict).union(rules) | restricted(old.api)
                open_states = (_spoilt(state, command.producer), _spoilt(after, command.producer))
                return Settled(open_states, breaches, exercised=exercised)
            case Refused() if _is_open(old, command, outcome):
                return Settled((_spoilt(state, command.producer), _spoilt(after, command.producer)))
            case Refused(reason=ReasonCode.OPTIONS_ERROR) if _unsuitable(state, new):
                return too_early(state, new, outcome)
            case Refused() if _gated_by_opmode(state, old):
                return _settle_gated(state, after, old, outcome)
            case Refused():
                rules_now = _control_rules(command, new, outcome)
                found = breach(rules_now, "the setter succeeds", describe(outcome))
                # What was refused against a rule has most likely no effect: no second fault is looked for.
                return Settled((state,), (found,)) if found.rules else unexpected(state, outcome)
            case _:
                return unexpected(after, outcome)

    return Possibility(prefer=prefer, settle=settle)


def _set(producer: Producer, command: Setter) -> Producer:
    """What a producer holds once the setter has succeeded; that ids are not needed is a hint (HM-31)."""
    match command:
        case SetDeliveryDelay(milliseconds=delay):
            return replace(producer, delay=delay, delay_last=True)
        case SetTimeToLive(milliseconds=time_to_live):
            return replace(producer, time_to_live=time_to_live, delay_last=False)
        case SetPriority(priority=priority):
            return replace(producer, priority=priority)
        case SetDeliveryMode(delivery_mode=delivery_mode):
            return replace(producer, delivery_mode=delivery_mode)
        case DisableMessageId():
            return replace(producer, hinted=True)


def _conflict_rules(command: Setter) -> tuple[str, ...]:
    """The rules of a setter that reports a conflict of delay and time to live."""
    return ("DD-26", "DD-31") if isinstance(command, SetDeliveryDelay) else ("DD-25", "DD-31")


def _spoilt(state: State, producer: str) -> State:
    """DD-31: what a producer holds after a refused setter is open, and so is whether it still sends."""
    # Which setter came last is as open; what differs in nothing else is one state.
    known = replace(state.producers[producer], spoilt=True, delay_last=False)
    return replace(state, producers=state.producers.set(producer, known))


def conflict_at_setter(command: Setter, new: Producer) -> Answer:
    """DD-25, DD-26: whether the setter called last may report a conflict, with either API (DD-15)."""
    if isinstance(command, SetDeliveryDelay | SetTimeToLive):
        return expiry_conflict(new.time_to_live, new.delay)
    return Answer.NO


def _unsuitable(state: State, producer: Producer) -> bool:
    """Whether a delayed send of this producer to its own destination is refused for its DEFBIND."""
    if producer.destination is None:
        return False
    queue_manager = session_of(state, producer.session).queue_manager
    delay = max(producer.delay, 1)
    return restriction(state, queue_manager, producer.destination.queue, delay)[0] is not Answer.NO


def too_early(state: State, producer: Producer, outcome: Refused) -> Settled:
    """DD-22: DEFBIND is the business of the send, not of creating or setting a producer."""
    if not _unsuitable(state, producer):
        return unexpected(state, outcome)
    found = breach(("DD-22", "DD-19"), "only the send is refused for DEFBIND", describe(outcome))
    return Settled((state,), (found,))


def _gated_by_opmode(state: State, producer: Producer) -> bool:
    """Whether OPMODE was set: DD-67 says for version 8.0 that it does not matter, elsewhere it is open."""
    queue_manager = session_of(state, producer.session).queue_manager
    return state.queue_managers[queue_manager].operation_mode is not None


def _settle_gated(state: State, after: State, producer: Producer, outcome: Refused) -> Settled:
    if not older_edition_counts(state, session_of(state, producer.session).queue_manager):
        return Settled((state, after))
    return Settled((state, after), (breach(("DD-67",), "the setter succeeds", describe(outcome)),))


def _may_report_early(state: State, command: CreateProducer) -> bool:
    """A missing queue or authority may be found when the producer is created (DD-47, DD-75)."""
    session = session_of(state, command.session)
    if not state.queue_managers[session.queue_manager].running:
        return True
    if command.destination is None:
        return False
    queue_manager, queue = session.queue_manager, command.destination.queue
    resolved = resolve(state, queue_manager, queue)
    return resolved is None or may_send(state, session.user, queue_manager, queue, resolved) is not Answer.YES


def unknown_producer(state: State) -> Possibility:
    """A producer that was not created, or whose queue manager ended: nothing is said of it."""

    def settle(outcome: Outcome) -> Settled:
        if isinstance(outcome, Refused):
            return Settled((state,))
        return Settled((state,), open=f"no producer of that name, or no destination: {describe(outcome)}")

    return Possibility(
        prefer=lambda: Refused(family=ErrorFamily.OTHER, text="no such producer, or no destination"),
        settle=settle,
    )


def _silent(command: Setter, old: Producer) -> bool:
    """Negative values, given or held: no document speaks of them."""
    if not isinstance(command, SetDeliveryDelay | SetTimeToLive):
        return False
    return min(command.milliseconds, old.delay, old.time_to_live) < 0


def _is_open(old: Producer, command: Setter, outcome: Refused) -> bool:
    """DD-31: what is refused behind a refused setter, but for a delay of 0 as unsupported (DD-18)."""
    unsupported = outcome.reason == ReasonCode.FUNCTION_NOT_SUPPORTED
    of_no_delay = unsupported and isinstance(command, SetDeliveryDelay) and command.milliseconds == 0
    return (old.spoilt and not of_no_delay) or _too_short_or_long(old, command, outcome)


def _too_short_or_long(old: Producer, command: Setter, outcome: Refused) -> bool:
    """X-09, X-11: a life that makes the send fail with 2013 may do so where it is set, a short one anyhow."""
    if not isinstance(command, SetTimeToLive) or not may_be_refused_for_size(command.milliseconds):
        return False
    anyhow = not old.delay and too_short_for_a_tenth(command.milliseconds)
    return anyhow or outcome.reason == ReasonCode.EXPIRY_ERROR


def _control_rules(command: Setter, new: Producer, outcome: Refused) -> tuple[str, ...]:
    """Which rule says that this setter must succeed."""
    match command:
        case SetDeliveryDelay(milliseconds=delay) if (
            outcome.reason == ReasonCode.FUNCTION_NOT_SUPPORTED and delay > 0
        ):
            return ("DD-17", *_api_rules(new.api))
        case SetTimeToLive(milliseconds=0) if new.delay:
            return ("DD-28",)
        case SetTimeToLive(milliseconds=life) if life > BOUND and outcome.reason != ReasonCode.EXPIRY_ERROR:
            return ("HM-20", "HM-18", *(("X-08", "DD-25") if new.delay else ("DD-29",)))
        case SetTimeToLive() if not new.delay:
            return ("DD-29",)
        case SetDeliveryDelay(milliseconds=0):
            return ("DD-18", "DD-29")
        case SetDeliveryDelay() if not new.time_to_live:
            return ("DD-28", *_api_rules(new.api))
        case SetDeliveryDelay() | SetTimeToLive():
            return ("DD-25", "DD-26", *_api_rules(new.api))
        case _:
            return ()


def _api_rules(api: ProducerApi) -> tuple[str, ...]:
    return ("DD-03",) if api is ProducerApi.MESSAGE_PRODUCER else ("DD-04",)


def _function_not_supported(
    state: State, after: State, command: SetDeliveryDelay, conflict: Answer
) -> Possibility:
    """DD-17: the setter itself fails on a queue manager before 8.0.

    Where something else is wrong with the delay as well, which of the two is told is open (X-43).
    """
    reason = ReasonCode.FUNCTION_NOT_SUPPORTED
    producer = state.producers[command.producer]
    undefined = producer.spoilt or _silent(command, producer) or may_be_too_long(command.milliseconds)

    def settle(outcome: Outcome) -> Settled:
        match outcome:
            case Refused():
                conflicts = conflict is not Answer.NO and outcome.reason == ReasonCode.EXPIRY_ERROR
                named = None if undefined or conflicts else reason
                breaches = refusal_breaches(outcome, producer.api, named, ("DD-17",))
                told = {"X-43"} if conflicts else {"DD-17"} if named else set[str]()
                open_states = (_spoilt(state, command.producer), _spoilt(after, command.producer))
                return Settled(open_states, breaches, exercised=restricted(producer.api) | told)
            case Done():
                found = breach(("DD-17",), f"{reason.mq_name} ({reason:d})", "the setter succeeds")
                return Settled((after,), (found,))
            case _:
                return unexpected(state, outcome)

    return Possibility(
        prefer=lambda: Refused(reason=int(reason), family=exception_family(producer.api)),
        settle=settle,
    )


def refusal_breaches(
    outcome: Refused, api: ProducerApi, reason: ReasonCode | None, rules: tuple[str, ...]
) -> tuple[Breach, ...]:
    """What is wrong with a refusal: its reason where the documents name one, and its family (DD-16)."""
    found: list[Breach] = []
    searched = outcome.reason is None or isinstance(outcome.reason, int)
    if reason is not None and searched and outcome.reason != reason:
        found.append(breach(rules, f"refused with {reason.mq_name} ({reason:d})", describe(outcome)))
    family = exception_family(api)
    if isinstance(outcome.family, ErrorFamily) and outcome.family is not family:
        other = outcome.family is ErrorFamily.OTHER
        seen = "an error of another kind" if other else f"a {outcome.family}"
        found.append(breach(("DD-16", "DD-15"), f"a {family}", seen))
    return tuple(found)
