"""Looks: whether a message that was shown, and is known, looks as it must.

What there is to compare is in the other modules here, one for each kind of message or part of it. Values that
the implementation chose are bound in this one, when they are first seen.
"""

from collections.abc import Iterator
from itertools import chain

from msgspec.structs import replace

from mqtck.reference.chapters.header_mapping import plain_id
from mqtck.reference.queues.get_requests import Request
from mqtck.reference.queues.separate_descriptors import as_put
from mqtck.reference.state.intervals import Interval
from mqtck.reference.state.messages import Kind, Message
from mqtck.reference.state.queue_keys import is_staging
from mqtck.reference.state.state import State
from mqtck.reference.vocabulary.messages import JmsHeader, SeenMessage
from mqtck.reference.vocabulary.results import Breach

from .beginnings import begins_otherwise, headed_by_dead_letter
from .bridge_replies import reply_looks
from .channels import put_by_channel
from .compared import Compared, sifted
from .formats import formats_learnt, formats_of_message, report_formats_learnt
from .mapped_fields import as_published, fields_as_returned
from .messages import application_message, staged_copy, trigger_message
from .received_fields import Shown
from .reports import report_message
from .transmission import header_looks
from .twins import remembered


def inspect(
    state: State, serial: int, request: Request, seen: SeenMessage, at: Interval
) -> tuple[State, tuple[Breach, ...], frozenset[str]]:
    """The state with chosen values bound, what about the message is wrong, and the rules compared."""
    message, queue_key, reader = state.messages[serial], request.queue_key, request.reader
    seen = as_put(state, message, queue_key, seen)
    match message.kind:
        case Kind.APPLICATION if is_staging(queue_key):
            found = sifted(staged_copy(state, message, seen, at))
            state = _bind_staged(state, serial, seen)
        case Kind.APPLICATION | Kind.FAN_OUT:
            compared = application_message(state, message, queue_key, seen, at)
            fields = _fields(state, message, queue_key, seen)
            headers = header_looks(state, message, queue_key, seen, at)
            formats = formats_of_message(state, message, queue_key, seen, reader)
            found = sifted(chain(compared, fields, headers, formats))
            state = formats_learnt(_bind(state, serial, seen), message, queue_key, seen, reader)
        case Kind.TRIGGER:
            found = sifted(trigger_message(message, seen))
        case Kind.REPLY:
            found = sifted(reply_looks(state, message, seen, at))
        case _:
            found = sifted(report_message(state, message, queue_key, seen, at, reader))
            assert message.subject is not None
            subject = state.messages[message.subject]
            if subject.onward is None and subject.transmission_header is None:
                # What a report says of data behind a transmission-queue header is no measure for others.
                state = remembered(state, message, subject, queue_key, seen, at)
                state = report_formats_learnt(state, message, queue_key, seen, reader)
    return state, *found


def _fields(state: State, message: Message, queue_key: str, seen: SeenMessage) -> Iterator[Compared]:
    """The application's header fields, on the target and on the dead-letter queue (X-17)."""
    if not headed_by_dead_letter(state.beliefs[message.serial], queue_key, seen):
        read = JmsHeader() if begins_otherwise(state, message, queue_key, seen) else seen.header
        shown = Shown(read, seen.descriptor, seen.folder)
        return as_published(message, fields_as_returned(state, message, shown))
    if put_by_channel(state, message.serial, queue_key) or not message.delay:
        return iter(())
    return _behind_dead_letter_header(state, message, seen)


def _behind_dead_letter_header(state: State, message: Message, seen: SeenMessage) -> Iterator[Compared]:
    """X-17: the delivery delay processor dead-letters the message as it was sent, its MQRFH2 included.

    So it does the copy of a publication, of whose descriptor the reply-to queue alone is looked at (HM-48).
    What shows no dead-letter header may have come to its target, where that is the dead-letter queue too.
    """
    written = Shown(JmsHeader(), seen.descriptor, seen.folder)
    of_entry = ("X-17", "DD-98")
    for one in fields_as_returned(state, message, written):
        rules = (*one.rules, *of_entry) if seen.dead_letter_header is None else (*of_entry, *one.rules)
        yield replace(one, rules=rules)


def _bind(state: State, serial: int, seen: SeenMessage) -> State:
    """Bind the message id of an application message that the sender did not show.

    Not that of a copy of a publication: its ids are open, and it may be taken for another copy.
    """
    known = state.known[serial]
    shown: object = seen.descriptor.message_id
    if not isinstance(shown, str):
        shown = seen.header.message_id
    published = state.messages[serial].topic is not None
    if known.message_id is not None or not isinstance(shown, str) or published:
        return state
    value = plain_id(shown)
    return replace(
        state,
        known=state.known.set(serial, replace(known, message_id=value)),
        ids=state.ids if value in state.ids else state.ids.set(value, serial),
    )


def _bind_staged(state: State, serial: int, seen: SeenMessage) -> State:
    known = state.known[serial]
    shown = seen.descriptor.message_id
    if known.staged_id is not None or not isinstance(shown, str):
        return state
    value = plain_id(shown)
    state = replace(state, known=state.known.set(serial, replace(known, staged_id=value)))
    if state.messages[serial].topic is not None:
        # It may be taken for another copy.
        return state
    return replace(state, staged_ids=state.staged_ids.set(value, serial))
