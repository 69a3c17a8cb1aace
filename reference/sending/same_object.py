"""A message object that is sent again: whether the reply-to queue of its earlier send has stayed on it.

That is open for every field of the header (`OutgoingMessage.same_object_as`), and for most of them the
comparisons accept either. Where reports go depends on the reply-to queue, so that both are followed where
reports are asked for, unless what the sender sees tells, over any number of sends in between. The options for
reports are those of the later send. Likewise its id of the message that it answered: by that it may be found,
and pass it on to its reports. And a correlation id of which nothing is said may be refused again, where its
earlier send was refused.
"""

from msgspec import UNSET
from msgspec.structs import replace

from mqtck.reference.chapters.report_messages import ANY_REPORT
from mqtck.reference.state.state import State
from mqtck.reference.vocabulary.messages import QueueDestination
from mqtck.reference.vocabulary.outcomes import Sent

from .send_controls import Attempted, has_open_correlation_id


def as_object_says(state: State, tried: Attempted, outcome: Sent) -> tuple[Attempted, ...]:
    """The send as the message says it, and as it is with the reply-to queue that may have stayed."""
    kept = with_kept_reply(state, tried)
    if kept is tried or not tried.message.report & ANY_REPORT:
        return (tried,)
    match _shown(outcome):
        case "" | None:
            return (tried,)
        case str():
            return (kept,)
        case _:
            return (tried, kept)


def with_kept_reply(state: State, tried: Attempted) -> Attempted:
    """The send with the reply-to queue of the earlier one, where the message says nothing of its own."""
    message = tried.message
    reply = None if message.same_object_as is None else _earlier_reply(state, message.same_object_as)
    if message.reply_to is not None or reply is None:
        return tried
    again = replace(message, reply_to=reply.queue, reply_destination=reply)
    return tried._replace(message=again)


def correlation_is_open(state: State, tried: Attempted) -> bool:
    """Whether its correlation id, or one that may have stayed from a refused send, is one of no rule."""
    earlier = state.labels.get(tried.message.same_object_as or "", ())
    kept = any(state.messages[serial].open_correlation for serial in earlier)
    return kept or has_open_correlation_id(tried.message)


def answered_earlier(state: State, label: str) -> tuple[int, ...]:
    """The messages that the object has answered, or may have: their id may have stayed on it."""
    earlier = state.labels.get(label, ())
    return tuple(
        answered for answered, replies in state.replies.items() if not set(earlier).isdisjoint(replies)
    )


def _earlier_reply(state: State, label: str) -> QueueDestination | None:
    for serial in state.labels.get(label, ()):
        message = state.messages[serial]
        if message.fields is not None:
            return message.fields.reply or message.fields.stayed
        plain = None if message.reply_to is None else QueueDestination(message.reply_to)
        return message.refused_reply or plain
    return None


def _shown(outcome: Sent) -> object:
    """The reply-to queue that the sender sees; UNSET where nothing shows it."""
    written = outcome.descriptor.reply_to_queue
    return written if written is not UNSET else outcome.header.reply_to
