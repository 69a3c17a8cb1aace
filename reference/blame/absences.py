"""Absences: which rules an empty queue speaks about.

That nothing is there is what many rules come to: nothing before the end of a delay (DD-01, DD-03 to DD-05,
DD-42), nothing of a message that is kept (DD-99), no report before its time, none that was not asked for,
no second one, none about a put that was refused (EX-30). Nothing is decided here: a step that found nothing,
and was right, counts for these rules, and for X-13, X-14, X-18, X-23, X-31 to X-33, X-37, X-39, X-53, X-54.

Only few messages are looked at, so that a get costs the same at any depth.
"""

from collections.abc import Iterator

from mqtck.reference.chapters.combined import expired_while_staged, lives_as_long_as_delayed
from mqtck.reference.chapters.report_messages import asks_for
from mqtck.reference.chapters.resolution import dead_letter_key, resolved_key
from mqtck.reference.state.messages import Kind, Message
from mqtck.reference.state.once import once
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Cause, Disposal, Ended, OnQueue, Staged, Uncommitted

from . import channels as channel_blame
from .kept_back import kept_back
from .latest import delayed, published
from .publications import absence_rules
from .triggers import triggers_at


@once(
    *("messages", "beliefs", "children", "queues", "definitions", "queue_managers", "previous"),
    *("rejected", "runs", "decided", "hops", "former", "copies", "tampered"),
)
def spoken_about(state: State, queue_key: str) -> frozenset[str]:
    """The rules of which an empty queue, or one without these messages, is a consequence."""
    found = set(kept_back(state, queue_key)) | channel_blame.absence_rules(state, queue_key)
    found |= {"EX-30"} if queue_key in state.rejected else set()
    for message in delayed(state):
        found.update(_about(state, message, queue_key))
    return frozenset(found) | not_kept(state, queue_key)


@once("messages", "beliefs", "queue_managers", "former", "copies")
def not_kept(state: State, queue_key: str) -> frozenset[str]:
    """The rules by which copies of publications are not there, as this queue shows."""
    copies = published(state)
    return frozenset(rule for copy in copies for rule in absence_rules(state, copy.serial, queue_key))


def _about(state: State, message: Message, queue_key: str) -> Iterator[str]:
    if message.reply_to and resolved_key(state, message.queue_manager, message.reply_to) == queue_key:
        yield from _no_report(state, message)
    elif queue_key in (message.first, dead_letter_key(state, message.queue_manager)):
        yield from _no_message(state, message)
    elif triggers_at(state, message, queue_key) and any(
        isinstance(status, Staged | Uncommitted) for status in state.beliefs[message.serial]
    ):
        yield "X-39"


def _no_report(state: State, message: Message) -> Iterator[str]:
    """Nothing on the reply-to queue."""
    belief = state.beliefs[message.serial]
    wants = {kind for kind in Kind if asks_for(message, kind)}
    match belief:
        case (Uncommitted(),) if Kind.EXPIRATION in wants:
            yield "X-23"
        case (Staged(),) if wants & {Kind.COA, Kind.COD}:
            yield "X-32"
        case (Staged(),) if Kind.EXPIRATION in wants:
            yield "X-14"
        case (Ended(cause=Cause.CONSUMED, disposal=Disposal.NOT_DISPOSED),) if lives_as_long_as_delayed(
            message
        ):
            yield "X-53"
        case (Ended(cause=Cause.DISCARDED),):
            yield "X-37"
        case _ if expired_while_staged(belief) is not None:
            yield from ("X-33",) if Kind.COD in wants else ()
            yield from ("X-13",) if Kind.EXPIRATION not in wants else ()


def _no_message(state: State, message: Message) -> Iterator[str]:
    """Nothing on the target or on the dead-letter queue."""
    belief = state.beliefs[message.serial]
    staged = expired_while_staged(belief)
    match belief:
        case (Ended(cause=Cause.DISCARDED),) | (Staged(retrying=True),):
            yield "X-37"
        case (Ended(cause=Cause.CONSUMED),) | (OnQueue(),):
            yield "X-54"
        case _ if staged is not None:
            yield "X-18" if staged.retrying else "X-54"
            yield from ("X-13",) if not asks_for(message, Kind.EXPIRATION) else ()
