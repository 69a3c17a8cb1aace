"""Rules that combine chapters (family X): which of them a situation is about.

Most of these rules follow from rules of single chapters, and are decided where those are: delay and
life in `message_expiry`, ids in `comparisons`, the failure cascade in `failure_to_put`. What is left for
this module is to tell when a combination is what a step is about, so that a breach names it beside the
elementary rule, and a step that goes well counts for it. Covers X-01 to X-08, X-11 to X-14, X-16 to
X-26, X-28, X-29, X-32 to X-35, X-37, X-39, X-41, X-44 to X-46, X-53 to X-55. X-43 is decided in `sends`.
Left out: remote queues (X-31), publications (X-30, X-36, X-38, X-52), channels (X-47 to X-51), and what
concerns the whole MQRFH2 (X-27, X-40, X-42).

Silent points: whether a message has outlived a restart if its queue manager kept it in memory meanwhile; what
a report inherits beside ids and data (`twins`).
"""

from mqtck.reference.state.messages import Kind, Message
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Belief, Cause, Disposal, Ended, Staged, Uncommitted
from mqtck.reference.vocabulary.constants import Persistence, Report

from .header_mapping import BOUND
from .message_expiry import TENTH
from .report_messages import asks_for, passed_on_untouched

Rules = tuple[str, ...]


# --- facts ---------------------------------------------------------------------------------------------


def lives_as_long_as_delayed(message: Message) -> bool:
    """X-53: the last instant of its life is the first at which it may be delivered."""
    return message.delay > 0 and message.time_to_live == message.delay


def overridden(message: Message) -> bool:
    """X-29: the destination, not the send, has decided about persistence."""
    return message.requested is not None and message.requested is not message.delivery_mode


def committed_after_delay(message: Message) -> bool:
    """X-24: the delay was over when the unit of work was committed."""
    committed = message.committed
    return (
        message.delay > 0
        and committed is not None
        and committed.earliest > message.sent.latest + message.delay
    )


def committed_after_life(message: Message) -> bool:
    """X-23: the life was over when the unit of work was committed."""
    committed, end = message.committed, message.life_end
    return message.delay > 0 and committed is not None and end is not None and committed.earliest > end.latest


def outlived_a_restart(state: State, message: Message) -> bool:
    """X-45: a persistent delayed message, and a queue manager that was started again since its send."""
    manager = state.queue_managers.get(message.queue_manager)
    started = None if manager is None else manager.started
    return (
        message.delay > 0
        and message.persistence is Persistence.PERSISTENT
        and started is not None
        and started >= message.sent.latest
    )


def expired_while_staged(belief: Belief) -> Staged | None:
    """X-12, X-18: how the message waited on the staging queue, if it certainly ended its life there."""
    first = belief[0]
    certain = all(
        isinstance(status, Ended) and status.cause is Cause.EXPIRED and status.staged is not None
        for status in belief
    )
    return first.staged if certain and isinstance(first, Ended) else None


def expired_when_disposed(belief: Belief) -> bool:
    """X-16, X-55: it certainly ended its life on the dead-letter queue."""
    return all(
        isinstance(status, Ended) and status.cause is Cause.EXPIRED and status.disposal is Disposal.DISPOSED
        for status in belief
    )


# --- the message ---------------------------------------------------------------------------------------


def of_acceptance(message: Message) -> Rules:
    """X-08, X-11: a send whose life is extremely long, or extremely short, and a delay."""
    time_to_live = message.time_to_live or 0
    if time_to_live > BOUND and message.delay:
        return ("X-08",)
    return ("X-11",) if 0 < time_to_live < TENTH else ()


def of_written_end(message: Message) -> Rules:
    """Beside the expiration in the MQRFH2 of a delayed message: X-07 without an end, X-08 beyond Expiry."""
    if not message.delay:
        return ()
    if not message.time_to_live:
        return ("X-07",)
    return ("X-08",) if message.time_to_live > BOUND else ()


def of_staged_copy(message: Message) -> Rules:
    """X-01: the sender's id leads to the copy. X-04: also where it was to have none."""
    return ("X-01", "X-04") if message.hinted else ("X-01",)


def of_life(state: State, message: Message) -> Rules:
    """Beside the remaining life of a delayed message: X-07, X-08, X-24, X-45."""
    if not message.delay:
        return ()
    time_to_live = message.time_to_live or 0
    return (
        *(("X-07",) if not time_to_live else ()),
        *(("X-08",) if time_to_live > BOUND else ()),
        *(("X-24",) if committed_after_delay(message) else ()),
        *(("X-45",) if outlived_a_restart(state, message) else ()),
    )


def of_a_life_that_is_over(message: Message) -> Rules:
    """Beside EX-17, where a get returns what it must not: X-11, X-23."""
    return (
        *(("X-11",) if message.time_to_live is not None and 0 < message.time_to_live < TENTH else ()),
        *(("X-23",) if committed_after_life(message) else ()),
    )


def of_delivery(state: State, message: Message) -> Rules:
    """Beside DD-10: one message, one end, also over a restart (X-45, X-53, X-54)."""
    if not message.delay:
        return ()
    return (
        "X-54",
        *(("X-53",) if lives_as_long_as_delayed(message) else ()),
        *(("X-45",) if outlived_a_restart(state, message) else ()),
    )


def of_failure(message: Message) -> Rules:
    """Beside DD-97 to DD-105: the whole table (X-37), and by which persistence it is read (X-29)."""
    return ("X-37", "X-29") if overridden(message) else ("X-37",)


# --- reports ---------------------------------------------------------------------------------------------


def of_report(state: State, report: Message, subject: Message) -> Rules:
    """What a report about a delayed message is about, beside the rule that asks for it."""
    if not subject.delay:
        return ()
    belief = state.beliefs[subject.serial]
    match report.kind:
        case Kind.EXPIRATION:
            return of_expiration(subject, belief)
        case Kind.EXCEPTION:
            both = asks_for(subject, Kind.EXPIRATION) and subject.life_end is not None
            pair = ("X-55",) if both else ()
            dropped = ("X-34",) if subject.report & Report.PASS_DISCARD_AND_EXPIRY else ()
            return ("X-22", *of_failure(subject), *pair, *dropped)
        case Kind.COA | Kind.COD:
            return ("X-32",)
        case _:
            return ()


def of_expiration(subject: Message, belief: Belief) -> Rules:
    """X-12, X-14, X-18, X-22, X-23, X-53, X-55: where and how the life of a delayed message has ended."""
    staged = expired_while_staged(belief)
    twice = asks_for(subject, Kind.EXCEPTION) and expired_when_disposed(belief)
    return (
        *(("X-12", "X-14", "X-22") if staged is not None else ()),
        *(("X-18",) if staged is not None and staged.retrying else ()),
        *(("X-23",) if committed_after_life(subject) else ()),
        *(("X-53",) if lives_as_long_as_delayed(subject) else ()),
        *(("X-55",) if twice else ()),
    )


def of_early_report(message: Message | None, belief: Belief) -> Rules:
    """An expiration report that came too soon: before the end (X-14), before the commit (X-23)."""
    if message is None or not message.delay:
        return ()
    if any(isinstance(status, Uncommitted) for status in belief):
        return ("EX-25", "X-23")
    return ("X-14", "X-53") if lives_as_long_as_delayed(message) else ("X-14",)


def original_demanded(state: State, report: Message, subject: Message) -> bool:
    """Whether a rule says what the ids and data of this report are, rather than other documents.

    X-12, X-19 to X-21, X-32, X-55: reports about a delayed message that was not simply on its target. Whether
    it expired on the staging queue or on the dead-letter queue may be unknown. By the older edition, which
    lists no option that the processor ignores, a confirmation may be about the staged copy.
    """
    if not subject.delay:
        return False
    if report.kind in {Kind.COA, Kind.COD}:
        return bool(passed_on_untouched(state.profile.edition))
    if report.kind is not Kind.EXPIRATION:
        return True
    return all(
        isinstance(status, Ended)
        and status.cause is Cause.EXPIRED
        and (status.staged is not None or status.disposal is Disposal.DISPOSED)
        for status in state.beliefs[subject.serial]
    )
