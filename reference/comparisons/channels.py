"""How a message must look that a channel has put to a dead-letter queue: protection, header, data, life.

Covers the protection that `channel_decisions` has found possible (AM-05 to AM-08, AM-12 to AM-19), one
layer of it (AM-17), the dead-letter header in clear in front of it (AM-26; AM-02 and AM-03 for its being
there), and the descriptor behind it, which is that of the put (X-47; AM-02 moves the message, no other one).
What is not shown is not compared; where nothing is said of the protection, neither.

Silent: which name of its destination the dead-letter header tells, and what a look finds of an MQRFH2 behind
the header of AMS. The one is compared with nothing but blanks, the other not at all. A reply-to queue manager
that the put has left blank may be filled in on the way, and the exception report that was asked for may be
asked for no more.
"""

from collections.abc import Iterator

from msgspec import UNSET

from mqtck.reference.chapters.header_mapping import plain_id
from mqtck.reference.state.channels import Safeguard
from mqtck.reference.state.messages import Message
from mqtck.reference.state.queue_keys import queue_name
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Disposal, OnQueue, Route
from mqtck.reference.vocabulary.constants import (
    DEFAULT_DEAD_LETTER_QUEUE,
    Feedback,
    MessageType,
    Persistence,
    Report,
)
from mqtck.reference.vocabulary.messages import (
    DeadLetterHeader,
    JmsFolder,
    OutgoingMessage,
    Protection,
    SeenMessage,
    body_of,
    is_body_of,
)

from .compared import Compared, equal

EXPIRY_RULES = ("X-47", "EX-46", "EX-47")
"""The life goes on, whatever a channel does to the protection of the message."""

ONE_LAYER = 1
RESOLVED = (Persistence.PERSISTENT, Persistence.NOT_PERSISTENT)
"""What a put may have shown that leaves nothing to a definition."""


IN_RETRY = frozenset({"AM-09", "AM-10", "AM-27"})


def in_retry_rules(state: State, serial: int) -> tuple[str, ...]:
    """X-48: of a message that a channel in retry may have backed out."""
    return ("X-48",) if IN_RETRY.intersection(state.decided.get(serial, ())) else ()


def put_by_channel(state: State, serial: int, queue_key: str) -> tuple[OnQueue, ...]:
    """The ways in which a channel may have put the message to this dead-letter queue."""
    return tuple(
        status
        for status in state.beliefs[serial]
        if isinstance(status, OnQueue)
        and status.queue == queue_key
        and status.disposal is Disposal.BY_CHANNEL
    )


def dead_lettered_by_channel(
    state: State, message: Message, ways: tuple[OnQueue, ...], seen: SeenMessage
) -> Iterator[Compared]:
    """A message on the dead-letter queue of one of the ends of a channel."""
    guards = tuple(way.safeguard for way in ways if way.safeguard is not None)
    if not state.decided.get(message.serial):
        return
    if not isinstance(seen.dead_letter_header, DeadLetterHeader) and _delivered(
        state, message, ways[0].queue
    ):
        return
    yield from _header(state, message, guards, seen)
    if message.transmission_header is None:
        yield from _descriptor(state, message, seen)
        if isinstance(seen.body, str):
            sent = OutgoingMessage(label=message.label, length=message.length)
            rules = guards[0].rules[:1] if guards else kept_rules(state, message.serial)
            same = is_body_of(seen.body, sent)
            yield Compared(rules, "the data as sent,", repr(body_of(sent)), repr(seen.body), same)
    if len(guards) == len(ways):
        yield from _protection(guards, seen)


def _delivered(state: State, message: Message, queue_key: str) -> bool:
    """Whether the message may be on this queue as its target, which is the dead-letter queue as well."""
    return any(
        isinstance(status, OnQueue)
        and status.queue == queue_key
        and status.disposal is not Disposal.BY_CHANNEL
        for status in state.beliefs[message.serial]
    )


def kept_rules(state: State, serial: int) -> tuple[str, ...]:
    """X-47 of a message of a channel with interception: the descriptor is not set anew."""
    decided = state.decided.get(serial, ())
    return ("X-47", *(rule for rule in decided if rule == "AM-02")) if decided else ()


def still_shown(sent: int, shown: int, carried_out: int) -> int:
    """The report options that a dead letter shows, of which those that were carried out may be gone.

    Whether such an option is still there is said nowhere.
    """
    return sent if shown & carried_out else sent & ~carried_out


def _descriptor(state: State, message: Message, seen: SeenMessage) -> Iterator[Compared]:
    """What was seen of it at the put; life, priority and the persistence of JMS are compared elsewhere."""
    if message.topic is not None:
        return
    known, shown = state.known[message.serial], seen.descriptor
    put = known.descriptor
    rules = kept_rules(state, message.serial)
    if known.message_id is not None and isinstance(shown.message_id, str):
        same = plain_id(shown.message_id) == known.message_id
        yield Compared(rules, "message id as put,", known.message_id, shown.message_id, same)
    if isinstance(put.correlation_id, str) and isinstance(shown.correlation_id, str):
        same = put.correlation_id == shown.correlation_id
        yield Compared(rules, "MQMD.CorrelId as put,", put.correlation_id, shown.correlation_id, same)
    if put.persistence in RESOLVED and isinstance(shown.persistence, int):
        yield equal(rules, "persistence as put,", put.persistence, shown.persistence)
    if not message.delay and isinstance(shown.report, int):
        options = still_shown(message.report, shown.report, Report.EXCEPTION_WITH_FULL_DATA)
        yield equal(rules, "report options as put,", f"{options:#x}", f"{shown.report:#x}")
    if isinstance(shown.feedback, int):
        yield equal(rules, "MQMD.Feedback as put,", int(Feedback.NONE), shown.feedback)
    if isinstance(shown.message_type, int):
        kept = shown.message_type != MessageType.REPORT
        yield Compared(rules, "the message as put", "", "a message of type report", kept)
    if isinstance(put.reply_to_queue, str) and isinstance(shown.reply_to_queue, str):
        yield equal(rules, "reply-to queue as put,", put.reply_to_queue, shown.reply_to_queue)
    manager = put.reply_to_queue_manager
    if isinstance(manager, str) and manager and isinstance(shown.reply_to_queue_manager, str):
        yield equal(rules, "reply-to queue manager as put,", manager, shown.reply_to_queue_manager)
    if seen.protection is None:
        yield from _folder(known.folder, seen.folder, rules)


def _folder(put: JmsFolder, shown: JmsFolder, rules: tuple[str, ...]) -> Iterator[Compared]:
    """The MQRFH2 is part of the data that are moved; behind protection it need not be seen."""
    for element in put.__struct_fields__:
        was, now = getattr(put, element), getattr(shown, element)
        if was is not None and UNSET not in {was, now}:
            yield equal(rules, f"{element} in the MQRFH2 as put,", was, now)


def on_system_queue(state: State, message: Message, queue_key: str, seen: SeenMessage) -> Iterator[Compared]:
    """AM-06: a policy of that name does not protect what an application puts there either."""
    if queue_key != message.first or queue_key not in state.policies or message.delay:
        return
    ways = {
        status.route
        for status in state.beliefs[message.serial]
        if isinstance(status, OnQueue) and status.queue == queue_key
    }
    if queue_name(queue_key) == DEFAULT_DEAD_LETTER_QUEUE and ways <= {Route.DIRECT, Route.COMMITTED}:
        shown = seen.protection
        if shown is None or isinstance(shown, Protection):
            under = "none" if shown is None else f"under {shown.policy}"
            yield Compared(("AM-06",), "protection:", "none", under, shown is None)


def _header(
    state: State, message: Message, guards: tuple[Safeguard, ...], seen: SeenMessage
) -> Iterator[Compared]:
    """AM-26: readable whatever protects the data behind it; of messages in clear AM-02 speaks alone."""
    shown = seen.dead_letter_header
    own = tuple(rule for rule in state.decided[message.serial] if rule in ("AM-02", "AM-03"))
    shielded = bool(guards) and all(guard.policy is not None for guard in guards)
    rules = ("AM-26", *own) if shielded else own
    if not rules:
        return
    if shown is None:
        yield Compared(rules, "a dead-letter header", "", "none", holds=False)
        return
    if not isinstance(shown, DeadLetterHeader):
        return
    if isinstance(shown.destination_queue, str) and message.transmission_header is None:
        named = bool(shown.destination_queue)
        yield Compared(rules, "a destination in the dead-letter header", "", "none", named)
    if isinstance(shown.reason, int):
        reason = tuple(dict.fromkeys((*rules[:1], *(rule for rule in own if rule == "AM-03"))))
        yield Compared(reason, "a reason in the dead-letter header, not", 0, shown.reason, shown.reason != 0)


def _protection(guards: tuple[Safeguard, ...], seen: SeenMessage) -> Iterator[Compared]:
    shown = seen.protection
    if shown is None:
        clear = [guard for guard in guards if guard.policy is None]
        rules = (clear or list(guards))[0].rules
        yield Compared(rules, "protection:", _wanted(guards), "none", bool(clear))
    elif isinstance(shown, Protection):
        under = [guard for guard in guards if guard.policy is not None]
        fitting = [
            guard for guard in under if not isinstance(shown.policy, str) or shown.policy == guard.policy
        ]
        rules = (fitting or under or list(guards))[0].rules
        yield Compared(rules, "protection:", _wanted(guards), f"under {shown.policy}", bool(fitting))
        if under and isinstance(shown.layers, int):
            layered = tuple(dict.fromkeys(("AM-17", *rules)))
            yield equal(layered, "layers of protection:", ONE_LAYER, shown.layers)


def _wanted(guards: tuple[Safeguard, ...]) -> str:
    ways = dict.fromkeys("none" if guard.policy is None else f"under {guard.policy}" for guard in guards)
    return " or ".join(ways)
