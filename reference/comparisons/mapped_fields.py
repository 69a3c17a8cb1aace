"""The application's header fields in MQMD and MQRFH2, after the send and on the target.

Covers HM-01 to HM-07, HM-12, HM-13, HM-17, HM-19, HM-21, HM-25, HM-26, HM-28, HM-30, HM-35, HM-38 to HM-48,
X-03, X-27, X-40, X-42. The rules are small functions of `header_fields`, `destination_uris` and
`correlation`; here they meet what was observed. On the target each element is what the sender was shown,
where it was; of a publication, which is handed on in copies, the descriptor is not looked at (HM-48).
"""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from mqtck.reference.chapters.combined import of_written_end
from mqtck.reference.chapters.correlation import CorrelationForm, correlation_element, correlation_form
from mqtck.reference.chapters.correlation_fields import correl_id_fits, correlation_given, message_answers
from mqtck.reference.chapters.destination_uris import (
    Destination,
    details,
    is_uri,
    more_to_say,
    names,
    names_queue_manager,
    says_more,
)
from mqtck.reference.chapters.header_fields import (
    HeaderFields,
    delivery_mode_elements,
    expiration_element,
    expiration_type_fits,
    in_uri_form,
    priority_elements,
    type_element,
)
from mqtck.reference.chapters.header_mapping import BOUND, delivery_mode, plain_id
from mqtck.reference.state.messages import Known, Message
from mqtck.reference.state.queue_keys import key
from mqtck.reference.state.state import Remote, State
from mqtck.reference.structures.descriptor import ID_LENGTH
from mqtck.reference.vocabulary.constants import DEFAULT_PRIORITY, DestinationPersistence
from mqtck.reference.vocabulary.messages import Descriptor, JmsFolder, JmsHeader, QueueDestination

from .compared import Compared, equal
from .messages import delivery_mode_rules, one_end, slack_of_ends, told_none
from .received_fields import Shown, correlation_element_rules, published, received_fields, seen

_ELEMENTS = (
    "destination",
    "reply_to",
    "delivery_mode",
    "priority",
    "expiration",
    "expiration_type",
    "correlation_id",
    "type",
    "set",
    "format",
)

_RETURNED = (*_ELEMENTS, "timestamp")
"""That of the send is compared with what else the sender sees of the time (`mapping`)."""


def fields_as_sent(state: State, message: Message, shown: Shown) -> Iterator[Compared]:
    """What the send wrote, where the sender can see it."""
    fields = message.fields
    if fields is None:
        return
    if fields.for_jms:
        for element in _ELEMENTS:
            yield from _element(state, message, fields, element, shown)
        yield from _distinguished(state, fields, shown.folder)
    yield from _descriptor(state, message, fields, shown.descriptor)


def fields_as_returned(state: State, message: Message, shown: Shown) -> Iterator[Compared]:
    """What is on the target: as sent, also where it has been on the staging queue (X-03, X-27, X-42).

    Of the descriptor of a publication only where reports about it go behind a delay (X-22).
    """
    fields = message.fields
    if fields is None:
        return
    known = state.known[message.serial]
    if fields.for_jms:
        for element in _RETURNED:
            now = getattr(shown.folder, element)
            if not seen(now):
                continue
            was = getattr(known.folder, element)
            if element == "destination" and published(message):
                yield from _over_the_hop(message, element, _handed_on(state, fields, was, shown.folder))
            if not seen(was) or published(message):
                yield from _over_the_hop(message, element, _element(state, message, fields, element, shown))
            else:
                rules = (*_hop_rules(message, element), *_rules(state, message, fields, element))
                if rules:
                    yield equal(rules, f"{element} in the MQRFH2 as sent:", was, now)
    if not published(message):
        yield from _returned_descriptor(state, message, fields, known, shown.descriptor)
    elif message.delay:
        yield from _reply_to_fields(state, message, fields, shown.descriptor)
    if fields.for_jms:
        yield from received_fields(state, message, shown)


def as_published(message: Message, compared: Iterable[Compared]) -> Iterator[Compared]:
    """HM-48: the same holds for a publication, and where it does not, that is the first thing to say."""
    if not published(message):
        return iter(compared)
    return (replace(one, rules=("HM-48", *one.rules)) for one in compared)


def _hop_rules(message: Message, element: str) -> tuple[str, ...]:
    """X-42, and X-27 for a delivery mode that the definition of the queue decided."""
    if not message.delay:
        return ()
    assert message.fields is not None
    as_defined = message.fields.destination.persistence is DestinationPersistence.QUEUE_DEFINITION
    return ("X-27", "X-42") if element == "delivery_mode" and as_defined else ("X-42",)


def _over_the_hop(message: Message, element: str, compared: Iterator[Compared]) -> Iterator[Compared]:
    """The same comparisons; for a message that was delayed the hop may have changed what was written."""
    hop = _hop_rules(message, element)
    for one in compared:
        rules = (*hop, *one.rules) if "X-27" in hop else (*one.rules, *hop)
        yield replace(one, rules=rules)


# --- elements of the MQRFH2 --------------------------------------------------------------------------


def _rules(state: State, message: Message, fields: HeaderFields, element: str) -> tuple[str, ...]:
    """The rules that speak of an element of this message; none where nothing is said."""
    as_defined = fields.destination.persistence is DestinationPersistence.QUEUE_DEFINITION
    match element:
        case "destination":
            return ("HM-01", "HM-03")
        case "reply_to":
            return () if fields.reply is None else ("HM-06", "HM-07")
        case "delivery_mode" if as_defined and published(message):
            return ()
        case "delivery_mode":
            return ("HM-13",) if as_defined else ("HM-12",)
        case "priority" if fields.priority_of_destination:
            return ()
        case "priority":
            return (
                ("HM-25",)
                if None not in priority_elements(fields.destination, message.priority)
                else ("HM-26",)
            )
        case "expiration" | "expiration_type":
            return (*_expiration_rules(message.time_to_live or 0), *of_written_end(message))
        case "correlation_id":
            given = correlation_given(state, message)
            return () if given is None else correlation_element_rules(message, given)
        case "timestamp":
            return ("HM-35", "X-41") if message.delay else ("HM-35",)
        case "type":
            return () if fields.type is None else ("HM-39",) if in_uri_form(fields.type) else ("HM-38",)
        case _:
            return ()


def _element(
    state: State, message: Message, fields: HeaderFields, element: str, shown: Shown
) -> Iterator[Compared]:
    """One element against what the mapping says of it."""
    value = getattr(shown.folder, element)
    rules = _rules(state, message, fields, element) if seen(value) else ()
    if not rules:
        return
    match element:
        case "destination":
            what = "JMSDestination in the MQRFH2"
            yield from _written_uri(rules, what, fields.destination, value)
            if _leads_elsewhere(state, message, fields.destination):
                yield from _written_queue_manager(what, fields.destination, value)
        case "reply_to":
            assert fields.reply is not None
            if value is None and not more_to_say(fields.reply):
                return
            what = "JMSReplyTo in the MQRFH2"
            yield from _written_uri(rules, what, fields.reply, value)
            if isinstance(value, str):
                more = says_more(value, fields.reply)
                yield Compared(("HM-06",), f"{what}: more than the name", "", value, more)
        case "delivery_mode":
            yield _delivery_mode_written(message, fields, rules, shown)
        case "priority":
            yield _priority_written(message, fields, rules, shown)
        case "expiration":
            expiration = _expiration(state, message, shown.header)
            if expiration is not None:
                expected = expiration_element(expiration)
                slack = slack_of_ends(message)
                near = _told_by_receiver(state, message) and one_end(expiration, value, slack)
                holds = near or value == expected
                yield Compared(rules, "the expiration in the MQRFH2", expected, value, holds)
        case "expiration_type":
            if message.time_to_live:
                fits = expiration_type_fits(value)
                yield Compared(rules, "the expiration in the MQRFH2 as an i8, not as", "", value, fits)
        case "correlation_id":
            given = correlation_given(state, message)
            assert given is not None
            yield equal(rules, "the correlation id in the MQRFH2", correlation_element(given), value)
        case "timestamp":
            known = state.known.get(message.serial, Known()).timestamp
            told = shown.header.timestamp if known is None else known
            if isinstance(told, int):
                yield equal(rules, "the timestamp in the MQRFH2", told, value)
        case "type":
            assert fields.type is not None
            if not in_uri_form(fields.type):
                yield equal(rules, "mcd.Type", type_element(fields.type), value)


def _delivery_mode_written(
    message: Message, fields: HeaderFields, rules: tuple[str, ...], shown: Shown
) -> Compared:
    """A wrong one that the descriptor has as well is written (HM-12): it is another that should count."""
    assert message.delivery_mode is not None
    accepted = delivery_mode_elements(fields.destination, message.delivery_mode)
    value = shown.folder.delivery_mode
    if value not in {*accepted, None} and value == delivery_mode(shown.descriptor.persistence):
        rules = delivery_mode_rules(message)
    return _one_of(rules, "the delivery mode in the MQRFH2", accepted, value)


def _priority_written(
    message: Message, fields: HeaderFields, rules: tuple[str, ...], shown: Shown
) -> Compared:
    """The same of a priority (HM-25)."""
    accepted = priority_elements(fields.destination, message.priority)
    value = shown.folder.priority
    used = DEFAULT_PRIORITY if value is None else value
    if value not in accepted and used == shown.descriptor.priority:
        rules = ("HM-24",)
    return _one_of(rules, "the priority in the MQRFH2", accepted, value)


def _one_of(rules: tuple[str, ...], what: str, accepted: tuple[object, ...], value: object) -> Compared:
    return Compared(rules, what, " or ".join(map(str, accepted)), value, value in accepted)


def _written_uri(
    rules: tuple[str, ...], what: str, destination: Destination, value: object
) -> Iterator[Compared]:
    """There, a URI, and about this destination (HM-01, HM-03; HM-06, HM-07)."""
    name = destination.queue if isinstance(destination, QueueDestination) else destination.topic_string
    if not isinstance(value, str):
        yield Compared(rules[:1], f"{what} naming", name, value, holds=False)
        return
    yield Compared(rules[1:], f"{what} as a URI", "", value, is_uri(value))
    yield Compared(rules[:1], f"{what} naming", name, value, names(value, destination) or not is_uri(value))


def _leads_elsewhere(state: State, message: Message, destination: Destination) -> bool:
    """Whether the queue is a remote one. Where the receiver is at home, no name and its own are the same."""
    match destination:
        case QueueDestination(queue=queue):
            return isinstance(state.definitions.get(key(message.queue_manager, queue)), Remote)
        case _:
            return False


def _written_queue_manager(what: str, destination: Destination, value: object) -> Iterator[Compared]:
    """HM-02: of a destination that names its queue manager and is read at another one."""
    match destination:
        case QueueDestination(queue_manager=str() as manager) if isinstance(value, str) and manager:
            named = names_queue_manager(value, manager) or not names(value, destination)
            yield Compared(("HM-02", "HM-01"), f"{what} naming", manager, value, named)


def _distinguished(state: State, fields: HeaderFields, folder: JmsFolder) -> Iterator[Compared]:
    """HM-02, HM-06: what says the same of two destinations that differ lets nobody rebuild both."""
    for text, destination, rules in (
        (folder.destination, fields.destination, ("HM-02", "HM-01")),
        (folder.reply_to, fields.reply, ("HM-06",)),
    ):
        if isinstance(text, str) and destination is not None and text in state.notations:
            other = state.notations[text]
            same = details(other) == details(destination)
            yield Compared(rules, "a text for this destination that is not also that of", other, text, same)


def _handed_on(state: State, fields: HeaderFields, was: object, folder: JmsFolder) -> Iterator[Compared]:
    """HM-02: a copy of a publication still tells what the publisher's text told beside the name.

    It may be spelled otherwise than there.
    """
    now, what = folder.destination, "JMSDestination in the MQRFH2"
    if isinstance(was, str) and isinstance(now, str) and says_more(was, fields.destination):
        more = says_more(now, fields.destination)
        yield Compared(("HM-02", "HM-01"), f"{what}: more than the name, as in", was, now, more)
    yield from _distinguished(state, fields, folder)


def _expiration(state: State, message: Message, header: JmsHeader) -> int | None:
    """JMSExpiration as the send set it, where that was shown, or a receiver did not work it out of Expiry."""
    if not message.time_to_live:
        return 0
    known = state.known.get(message.serial, Known()).expiration
    if known is not None:
        return known
    shown = header.expiration
    return shown if isinstance(shown, int) and not told_none(message, shown) else None


def _told_by_receiver(state: State, message: Message) -> bool:
    """Whether JMSExpiration was shown by a receiver alone, whose client may have worked it out (X-05)."""
    known = state.known.get(message.serial)
    return known is not None and known.expiration is None


def _expiration_rules(time_to_live: int) -> tuple[str, ...]:
    """HM-17 without an end, HM-19 where Expiry holds it, HM-21 beyond."""
    if not time_to_live:
        return ("HM-17",)
    if time_to_live == BOUND:
        return ("HM-22", "HM-19", "HM-21")
    return ("HM-19",) if time_to_live < BOUND else ("HM-21",)


def _as_id(given: str | bytes) -> str:
    """For people: text as it was given, bytes as the 24 that are written (HM-42 to HM-44)."""
    return f"of {given!r}" if isinstance(given, str) else given[:ID_LENGTH].ljust(ID_LENGTH, b"\0").hex()


# --- MQMD --------------------------------------------------------------------------------------------


def _descriptor(
    state: State, message: Message, fields: HeaderFields, descriptor: Descriptor
) -> Iterator[Compared]:
    """HM-04, HM-05 and the correlation id."""
    yield from _reply_to_fields(state, message, fields, descriptor)
    shown = descriptor.correlation_id
    given = correlation_given(state, message)
    fits = correl_id_fits(given, shown) if isinstance(shown, str) and given is not None else None
    if given is not None and fits is not None:
        yield Compared(_correl_id_rules(message, given), "MQMD.CorrelId", _as_id(given), shown, fits)


def _returned_descriptor(
    state: State, message: Message, fields: HeaderFields, known: Known, descriptor: Descriptor
) -> Iterator[Compared]:
    """The same on the target, and its id (behind a delay: X-02); X-03 where a delay put that in its place.

    What stands there where the application has set nothing is open; it is what its sender was shown.
    """
    if not message.delay and isinstance(descriptor.message_id, str) and known.message_id is not None:
        yield equal(("HM-28", "HM-30"), "MQMD.MsgId", known.message_id, plain_id(descriptor.message_id))
    written, reply_to = known.descriptor.reply_to_queue, descriptor.reply_to_queue
    if message.delay and fields.reply is None and isinstance(written, str) and isinstance(reply_to, str):
        yield equal(("X-22", "X-42"), "MQMD.ReplyToQ as sent:", written, reply_to)
    shown, was = descriptor.correlation_id, known.descriptor.correlation_id
    given = correlation_given(state, message)
    if not isinstance(shown, str) or given is None or not message.delay:
        yield from _descriptor(state, message, fields, descriptor)
        if message.delay and given is None and isinstance(shown, str) and isinstance(was, str):
            yield equal(("X-03", "X-42"), "MQMD.CorrelId as sent:", was, shown)
        return
    yield from _reply_to_fields(state, message, fields, descriptor)
    fits = correl_id_fits(given, shown)
    if isinstance(was, str):
        fits = shown == was
    if fits is not None:
        rules = _correl_id_rules(message, given)
        lost_on_the_way = isinstance(was, str) or plain_id(shown) == known.message_id
        rules = ("X-03", *rules) if lost_on_the_way else (*rules, "X-03")
        yield Compared(rules, "MQMD.CorrelId", _as_id(given), shown, fits)


def _reply_to_fields(
    state: State, message: Message, fields: HeaderFields, descriptor: Descriptor
) -> Iterator[Compared]:
    """HM-04; HM-05, where a blank queue manager may have been filled in.

    The local definition of a remote queue stands for another queue: nothing is said of it.
    """
    reply = fields.reply
    if reply is None or _leads_elsewhere(state, message, reply):
        return
    queue, manager = descriptor.reply_to_queue, descriptor.reply_to_queue_manager
    if isinstance(queue, str):
        rules = ("HM-04", "X-22") if message.delay else ("HM-04",)
        yield equal(rules, "MQMD.ReplyToQ", reply_to_queue(reply), queue)
    if isinstance(manager, str):
        accepted = reply_to_queue_managers(reply, message.queue_manager)
        rules = ("HM-05", "X-22") if message.delay else ("HM-05",)
        yield _one_of(rules, "MQMD.ReplyToQMgr", accepted, manager)


def reply_to_queue(reply: QueueDestination) -> str:
    """HM-04: the name of the queue."""
    return reply.queue


def reply_to_queue_managers(reply: QueueDestination, local: str) -> tuple[str, ...]:
    """HM-05: the one that the destination names; where it names none, the put may fill in the local one."""
    return (reply.queue_manager,) if reply.queue_manager else ("", local)


def _correl_id_rules(message: Message, given: str | bytes) -> tuple[str, ...]:
    match given:
        case str() if message_answers(message):
            return ("X-40", "HM-40")
        case str() if correlation_form(given) is CorrelationForm.PROVIDER_ID:
            return ("HM-40",)
        case str():
            return ("HM-47",)
        case bytes() if len(given) == ID_LENGTH:
            return ("HM-42",)
        case bytes():
            return ("HM-43",) if len(given) < ID_LENGTH else ("HM-44",)
