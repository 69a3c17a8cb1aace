"""Comparisons: every observed field of a message against what the documents say of it.

Covers body and headers unchanged by the staging hop (DD-10, DD-83, DD-130), remaining expiry (EX-05,
EX-10, EX-19, EX-62, DD-79, DD-80, EX-46), persistence, priority, ids and times (DD-77, DD-78, HM-08 to
HM-36), the staged copy (DD-09, DD-59, DD-60, X-01, X-04) and what combines them for a delayed message
(X-02, X-05 to X-08, X-16, X-17, X-28, X-41). Reports are compared in `reports`.
A comparison names the rules that decide it, whether it holds or not; a field that was not observed is
not compared.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from mqtck.reference.chapters.combined import of_failure, of_life, of_staged_copy, outlived_a_restart
from mqtck.reference.chapters.correlation_fields import NO_ID
from mqtck.reference.chapters.header_mapping import ROUNDING, plain_id
from mqtck.reference.chapters.message_expiry import TENTH, TOLERANCE, remaining, small_intervals
from mqtck.reference.chapters.report_messages import IGNORED, passed_on_untouched
from mqtck.reference.chapters.resolution import may_be_target
from mqtck.reference.queues.enforcement import contested
from mqtck.reference.queues.transmission_queues import descriptor_rules
from mqtck.reference.state.intervals import Interval
from mqtck.reference.state.messages import Message
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Belief, OnQueue, Route, Staged
from mqtck.reference.vocabulary.constants import (
    PRIORITY_AS_QUEUE_DEFINITION,
    STAGING_QUEUE,
    UNLIMITED,
    DestinationPersistence,
    Feedback,
    MessageType,
    Report,
)
from mqtck.reference.vocabulary.messages import (
    DeadLetterHeader,
    DelayHeader,
    Descriptor,
    OutgoingMessage,
    SeenMessage,
    body_of,
    is_body_of,
)

from .beginnings import begins_otherwise
from .channels import (
    EXPIRY_RULES,
    dead_lettered_by_channel,
    in_retry_rules,
    kept_rules,
    on_system_queue,
    put_by_channel,
    still_shown,
)
from .compared import Compared, equal

_MINUTE: Final = (600,)
"""The life of the worked example, in tenths (EX-02)."""

ONE_END: Final = TOLERANCE + 2 * TENTH
"""Ms by which two ends of one life may differ: rounding to tenths comes on top of the tolerance."""


def staged_copy(state: State, message: Message, seen: SeenMessage, at: Interval) -> Iterator[Compared]:
    """DD-09, DD-59, DD-60: header, new message id, the original id as correlation id.

    Which id is the original one of a copy of a publication is open; that of its publisher is not a new one.
    The new id is one alone: each look shows the same, until the message is due, and no other message that
    waits has it. Whether one that is put back then gets another is said nowhere.
    """
    original = state.known[message.serial].message_id
    given = original if message.publication is None else state.known[message.publication].message_id
    descriptor = seen.descriptor
    if isinstance(seen.delay_header, DelayHeader):
        yield equal(("DD-09",), "delay header", DelayHeader.PRESENT, seen.delay_header)
    if isinstance(descriptor.message_id, str) and given is not None:
        fresh = plain_id(descriptor.message_id) not in {given, NO_ID}
        yield Compared(("DD-59",), "a new message id, not", given, descriptor.message_id, fresh)
    staged_id = state.known[message.serial].staged_id
    waits = message.due is not None and at.latest < message.due.earliest
    if isinstance(descriptor.message_id, str) and staged_id is not None and waits and message.topic is None:
        yield equal(("DD-59",), "the new message id as before,", staged_id, plain_id(descriptor.message_id))
    if isinstance(descriptor.message_id, str) and message.topic is None:
        alone = not _also_that_of_another(state, message, descriptor.message_id, at)
        yield Compared(
            ("DD-59",), "a message id that no other staged copy has", "", descriptor.message_id, alone
        )
    shown = descriptor.correlation_id
    if isinstance(shown, str) and original is not None:
        rules = ("DD-60", *of_staged_copy(message))
        yield equal(rules, "correlation id", original, plain_id(shown))
    elif isinstance(shown, str) and message.topic is None:
        other = plain_id(shown) != NO_ID and state.ids.get(plain_id(shown)) is None
        yield Compared(("DD-60", "X-04"), "a correlation id of its own, not", "", shown, other)
    yield from _expiry(message, descriptor, at, ("DD-79", "EX-05", *of_life(state, message)))


def _also_that_of_another(state: State, message: Message, shown: str, at: Interval) -> bool:
    """Whether a message that certainly waits on the staging queue has shown this id as that of its copy."""
    other = state.staged_ids.get(plain_id(shown))
    if other is None or other == message.serial:
        return False
    due = state.messages[other].due
    waits = due is not None and at.latest < due.earliest
    return waits and all(isinstance(status, Staged) for status in state.beliefs[other])


class _Hop(NamedTuple):
    """How a message came to a queue: the rules of what is left of it on the way, and of its life.

    `rules` are empty for one that no JMS client has sent, or that a channel has put there. It was
    `dead_lettered` by the delivery delay processor.
    """

    rules: tuple[str, ...]
    of_life: tuple[str, ...]
    dead_lettered: bool


def _hop_of(state: State, message: Message, queue_key: str, by_channel: tuple[OnQueue, ...]) -> _Hop:
    """`by_channel` are the ways in which a channel may have put it there."""
    belief = state.beliefs[message.serial]
    delayed = message.delay > 0
    if by_channel:
        return _Hop((), EXPIRY_RULES, dead_lettered=False)
    if _dead_lettered_here(belief, queue_key):
        of_a_copy = () if message.topic is None else ("DD-123",)
        return _Hop((*of_a_copy, "DD-98", "X-17"), ("EX-46", "EX-47", "X-16"), dead_lettered=True)
    rules = ("DD-10",) if delayed else ("DD-08",) if message.delivery_mode is not None else ()
    if _by_route(belief, queue_key, Route.TRANSFERRED):
        life = (*in_retry_rules(state, message.serial), "EX-06", "EX-05", "EX-10")
    elif _by_route(belief, queue_key, Route.COMMITTED):
        life = ("EX-23", "DD-79", "EX-05") if delayed else ("EX-23", "EX-05")
    elif delayed:
        life = ("DD-79", "DD-80", "EX-05", "EX-10", *of_life(state, message))
    else:
        life = ("EX-05", "EX-10", "EX-03")
    return _Hop(rules, life, dead_lettered=False)


def application_message(
    state: State, message: Message, queue_key: str, seen: SeenMessage, at: Interval
) -> Iterator[Compared]:
    """A message on its target or on a dead-letter queue."""
    delayed = message.delay > 0
    belief = state.beliefs[message.serial]
    channel = put_by_channel(state, message.serial, queue_key)
    hop, rules, dead_lettered = _hop_of(state, message, queue_key, channel)
    if channel:
        yield from dead_lettered_by_channel(state, message, channel, seen)
    yield from on_system_queue(state, message, queue_key, seen)
    if dead_lettered:
        yield from _dead_lettered(state, message, seen)
    if isinstance(seen.body, str) and hop:
        sent = OutgoingMessage(label=message.label, length=message.length)
        yield Compared(hop, "body", repr(body_of(sent)), repr(seen.body), is_body_of(seen.body, sent))
    if isinstance(seen.delay_header, DelayHeader) and delayed:
        yield equal(("DD-10",), "delay header", DelayHeader.ABSENT, seen.delay_header)
    headed = isinstance(seen.dead_letter_header, DeadLetterHeader) and message.topic is None
    if headed and delayed and _only_moved(belief, queue_key):
        yield Compared(
            ("DD-10", "X-17"), "no dead-letter header", "", "one of a target that took it", holds=False
        )
    if seen.descriptor.message_type == MessageType.REPORT and hop:
        yield Compared(hop, "the message as sent", "", "a message of type report", holds=False)
    moved = delayed and message.topic is None
    if (dead_lettered or (moved and hop)) and isinstance(seen.descriptor.feedback, int):
        yield equal(hop, "MQMD.Feedback as sent", int(Feedback.NONE), seen.descriptor.feedback)
    rules = (*descriptor_rules(state, message, queue_key), *rules)
    yield from _expiry(message, seen.descriptor, at, rules)
    kept = ("X-17",) if dead_lettered else kept_rules(state, message.serial) if channel else ()
    for one in _persistence_and_priority(message, seen):
        if kept or one.rules:
            yield replace(one, rules=(*kept, *one.rules))
    if begins_otherwise(state, message, queue_key, seen):
        seen = replace(seen, header=replace(seen.header, timestamp=UNSET, expiration=UNSET))
    if message.delivery_mode is not None:
        yield from _ids_and_times(state, message, seen, at)
    if delayed:
        reported = dead_lettered or isinstance(seen.dead_letter_header, DeadLetterHeader)
        carried_out = Report.EXCEPTION_WITH_FULL_DATA if reported else Report.NONE
        yield from _after_the_hop(state, message, seen, at, carried_out)


def _after_the_hop(
    state: State, message: Message, seen: SeenMessage, at: Interval, carried_out: Report
) -> Iterator[Compared]:
    """What a delayed message brings from its send: DD-130, X-02, X-06, X-41, X-45."""
    known, descriptor, header = state.known[message.serial], seen.descriptor, seen.header
    restarted = ("X-45",) if outlived_a_restart(state, message) else ()
    if isinstance(descriptor.report, int):
        unlisted = IGNORED & ~passed_on_untouched(state.profile.edition)
        options = descriptor.report & ~unlisted
        sent = still_shown(message.report & ~unlisted, options, carried_out)
        changed = sent ^ options
        carried_out_alone = bool(unlisted or (changed and not changed & IGNORED))
        rules = ("DD-125",) if carried_out_alone else ("DD-130", "DD-125")
        yield equal((*rules, *restarted), "report options", f"{sent:#x}", f"{options:#x}")
    if isinstance(descriptor.message_id, str) and known.message_id is not None:
        yield equal(("X-02", "DD-10"), "message id", known.message_id, plain_id(descriptor.message_id))
    if message.fields is not None and not message.fields.for_jms:
        return
    if isinstance(header.timestamp, int) and known.timestamp is None:
        sent_at = message.sent.around(ROUNDING[state.clock])
        within = sent_at.earliest <= header.timestamp <= sent_at.latest
        expected = f"{sent_at.earliest} to {sent_at.latest}"
        yield Compared(("X-41", "HM-34"), "JMSTimestamp from", expected, header.timestamp, within)
    yield from _two_ends(message, seen, at)


def _two_ends(message: Message, seen: SeenMessage, at: Interval) -> Iterator[Compared]:
    """X-06: Expiry and JMSExpiration tell of one and the same end, unless Expiry may not hold it (X-09)."""
    expiry, header, element = seen.descriptor.expiry, seen.header.expiration, seen.folder.expiration
    written = element if isinstance(element, int) else header
    limited = message.time_to_live and not contested(message.time_to_live)
    if isinstance(expiry, int) and expiry > 0 and isinstance(written, int) and limited:
        end = at.plus(expiry * TENTH)
        slack = slack_of_ends(message)
        holds = end.earliest - slack <= written <= end.latest + slack
        yield Compared(("X-06",), "an end of life, by Expiry, of about", written, end.earliest, holds)


def _by_route(belief: Belief, queue_key: str, route: Route) -> bool:
    return any(
        isinstance(status, OnQueue) and status.queue == queue_key and status.route is route
        for status in belief
    )


def _dead_lettered_here(belief: Belief, queue_key: str) -> bool:
    """Not as an arrival from the staging queue, which a dead-letter queue that is the target gets as well."""
    routes = {status.route for status in belief if isinstance(status, OnQueue) and status.queue == queue_key}
    return Route.DEAD_LETTERED in routes and Route.MOVED not in routes


def _only_moved(belief: Belief, queue_key: str) -> bool:
    """It can have come from the staging queue alone, and as a message that its target took."""
    routes = {status.route for status in belief if isinstance(status, OnQueue) and status.queue == queue_key}
    return routes == {Route.MOVED}


def _dead_lettered(state: State, message: Message, seen: SeenMessage) -> Iterator[Compared]:
    """DD-98: a dead-letter header with a reason. X-17: for the target, never for the staging queue.

    Silent: which of its names a target has there that was reached by an alias or a remote queue.
    """
    header = seen.dead_letter_header
    if header is None:
        yield Compared(("DD-98", *of_failure(message)), "a dead-letter header", "", "none", holds=False)
    if not isinstance(header, DeadLetterHeader):
        return
    if header.reason == 0:
        yield Compared(("DD-98",), "a reason in the dead-letter header", "", "0", holds=False)
    shown = header.destination_queue
    if isinstance(shown, str):
        holds = shown != STAGING_QUEUE and may_be_target(state, message, shown)
        if message.siblings:
            return  # which of the copies it is does not show
        yield Compared(("X-17", "DD-98"), "a dead-letter header for", message.name, shown, holds)


def _expiry(
    message: Message, descriptor: Descriptor, at: Interval, rules: tuple[str, ...]
) -> Iterator[Compared]:
    """Remaining life in tenths (EX-05, EX-10, EX-19, EX-62, DD-79, DD-80)."""
    shown = descriptor.expiry
    if not isinstance(shown, int) or message.expiry[0] < UNLIMITED:
        return  # What other negative values are taken for is not said (chapter 9, item 18).
    bounds = remaining(message, at)
    if UNLIMITED in message.expiry and (bounds is None or shown == UNLIMITED):
        combined = tuple(rule for rule in rules if rule in {"X-07", "X-08"})
        yield Compared(("EX-62", *combined), "Expiry", UNLIMITED, shown, shown == UNLIMITED)
    elif bounds is None or shown == UNLIMITED:
        yield Compared((*rules, "EX-19"), "a limited life in Expiry", "", shown, holds=False)
    elif shown < 1:
        yield Compared(("EX-19", *rules), "Expiry above 0, in tenths", "", shown, holds=False)
    else:
        holds = bounds[0] <= shown <= bounds[1]
        yield Compared(
            (*rules, "EX-19"),
            "Expiry in tenths from",
            f"{bounds[0]} to {bounds[1]}",
            shown,
            holds,
            _latitude(message, rules),
        )


def _latitude(message: Message, rules: tuple[str, ...]) -> tuple[str, ...]:
    """EX-09, DD-81: approximate. EX-07: less after a channel. EX-02: the example of 600 for a minute."""
    found: tuple[str, ...] = ("EX-09",)
    found += ("DD-81",) if message.delay else ()
    found += ("EX-07",) if "EX-06" in rules else ()
    return (*found, "EX-02") if message.expiry == _MINUTE else found


def _persistence_and_priority(message: Message, seen: SeenMessage) -> Iterator[Compared]:
    descriptor, header = seen.descriptor, seen.header
    jms = message.delivery_mode is not None
    if message.topic is not None:
        descriptor = Descriptor()
    if isinstance(descriptor.persistence, int) and jms:
        rules = _persistence_rules(message)
        yield equal(rules, "persistence", int(message.persistence), descriptor.persistence)
    if isinstance(header.delivery_mode, int) and jms:
        rules = delivery_mode_rules(message)
        yield equal(rules, "JMSDeliveryMode", int(message.delivery_mode or 0), header.delivery_mode)
    overridden = message.fields and message.fields.priority_of_destination
    # What a client reads in spite of the descriptor, where the destination decides, is open.
    decided = overridden and isinstance(descriptor.priority, int)
    for shown in (descriptor.priority, header.priority if jms and not decided else None):
        if isinstance(shown, int):
            yield equal(_priority_rules(message), "priority", message.priority, shown)


def _persistence_rules(message: Message) -> tuple[str, ...]:
    """What says that a persistence stays: DD-77 of one that the queue's definition decided, else last."""
    rules = (*delivery_mode_rules(message), "HM-10", "HM-11")
    if not message.delay:
        return rules
    return ("DD-77", *rules) if "HM-13" in rules else (*rules, "DD-77")


def _priority_rules(message: Message) -> tuple[str, ...]:
    """What says that a priority stays; of a message of MQPUT nothing does.

    DD-78 and X-28 speak of one that the definition of the queue decided: of another they come last.
    """
    if message.delivery_mode is None:
        return ()
    if not message.delay or message.topic is not None:
        return ("HM-24",)
    fields = message.fields
    as_defined = fields is not None and fields.destination.priority == PRIORITY_AS_QUEUE_DEFINITION
    return ("DD-78", "HM-24", "X-28") if as_defined else ("HM-24", "DD-78", "X-28")


def delivery_mode_rules(message: Message) -> tuple[str, ...]:
    """Who decides: the send or producer (HM-08), the destination (HM-09), or the queue (X-27, HM-13)."""
    match message.fields and message.fields.destination.persistence:
        case None | DestinationPersistence.AS_APPLICATION:
            return ("HM-08",)
        case DestinationPersistence.QUEUE_DEFINITION:
            return ("X-27", "HM-13", "HM-08")
        case _:
            return ("HM-09", "HM-08")


def _ids_and_times(state: State, message: Message, seen: SeenMessage, at: Interval) -> Iterator[Compared]:
    """HM-14, HM-28, HM-34, HM-35; for a delayed message X-02, X-05, X-41.

    Which id a copy of a publication has is open, that it has one is not (HM-27, HM-48).
    """
    known, header = state.known[message.serial], seen.header
    kept, lives, times = (("X-02",), ("X-05",), ("X-41",)) if message.delay else ((), (), ())
    shown = header.message_id
    # Who does without ids because of the hint does so for receivers as well.
    heeded = ("HM-31",) if shown is None and message.hinted else ()
    if not isinstance(shown, UnsetType) and known.message_id is not None:
        rules: tuple[str, ...] = (*heeded, "HM-28", *kept)
        yield equal(rules, "JMSMessageID", known.message_id, None if shown is None else plain_id(shown))
    elif shown is None:
        rules = (*heeded, *(("HM-27", *kept) if message.topic is None else ("HM-48", "HM-27")))
        yield Compared(rules, "a JMSMessageID", "", "none", holds=False)
    if message.fields is not None and not message.fields.for_jms:
        return
    if isinstance(header.timestamp, int) and known.timestamp is not None:
        rules = ("HM-35", "HM-34", *times)
        yield equal(rules, "JMSTimestamp", known.timestamp, header.timestamp)
    if isinstance(header.expiration, int) and known.expiration is not None:
        rules = ("HM-14", *lives)
        written, element = known.folder.expiration, seen.folder.expiration
        if isinstance(written, int) and (element is None or isinstance(element, int)) and element != written:
            # What a client reads from a header that has lost it says nothing of the send.
            rules = (*(("X-42",) if message.delay else ()), "HM-19", *rules)
        if not contested(message.time_to_live or 0) and not told_none(message, header.expiration):
            slack = slack_of_ends(message) + at.latest - at.earliest
            yield _told_end(rules, known.expiration, header.expiration, slack)


def _told_end(rules: tuple[str, ...], told: int, shown: int, slack: int) -> Compared:
    """X-05: about the end that the sender was told; a client may work it out from the rest of the life."""
    holds = told == shown or one_end(told, shown, slack)
    return Compared(rules, "JMSExpiration of about", told, shown, holds)


def told_none(message: Message, shown: int) -> bool:
    """HM-20, X-05: whether a client may have worked out that there is no end, from an unlimited Expiry.

    The text about the header is about the send. What was written is compared where it is shown.
    """
    return not shown and UNLIMITED in message.expiry


def slack_of_ends(message: Message) -> int:
    """Ms by which the end that a client wrote at a send and that of Expiry may differ.

    Where the send took long, its client may have read the time long before the queue manager put the message.
    """
    return ONE_END + small_intervals(message) + message.sent.latest - message.sent.earliest


def one_end(told: int, shown: object, slack: int) -> bool:
    """Whether two instants may be one end of a life, which differ by at most `slack` ms."""
    return isinstance(shown, int) and min(told, shown) > 0 and abs(told - shown) <= slack


def trigger_message(message: Message, seen: SeenMessage) -> Iterator[Compared]:
    """EX-48, X-39: trigger messages never expire, whatever the life of the message that fired them."""
    if isinstance(seen.descriptor.expiry, int):
        rules = ("EX-48", "X-39") if message.delay else ("EX-48",)
        yield equal(rules, "Expiry", UNLIMITED, seen.descriptor.expiry)
