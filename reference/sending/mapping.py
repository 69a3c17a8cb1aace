"""What the sender sees after a JMS send, compared with the header mapping text.

Covers HM-08 to HM-11, HM-14 to HM-18, HM-20, HM-22 to HM-24, HM-27, HM-28, HM-30 to HM-32, HM-34 to HM-36,
X-05, X-08, X-11; with `comparisons.mapped_fields` the whole text. The rules are in `header_mapping`;
here they meet what was observed. What a client shows or puts of a delivery mode or priority that the queue's
definition is to decide may be "as the queue defines", and its own view of that mode is open; that of a
priority that the destination decides may be what the application said.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from mqtck.reference.chapters.combined import of_acceptance
from mqtck.reference.chapters.header_mapping import (
    BOUND,
    ROUNDING,
    delivery_mode,
    plain_id,
    well_formed_message_id,
)
from mqtck.reference.chapters.message_expiry import TENTH
from mqtck.reference.comparisons.compared import Compared, bearing_out, equal, sifted
from mqtck.reference.comparisons.mapped_fields import as_published, fields_as_sent
from mqtck.reference.comparisons.messages import delivery_mode_rules
from mqtck.reference.comparisons.received_fields import Shown, published
from mqtck.reference.state.clients import Producer
from mqtck.reference.state.intervals import Interval
from mqtck.reference.state.messages import Known, Message
from mqtck.reference.state.state import State
from mqtck.reference.vocabulary.constants import (
    PRIORITY_AS_QUEUE_DEFINITION,
    UNLIMITED,
    DeliveryMode,
    DestinationPersistence,
    Persistence,
)
from mqtck.reference.vocabulary.messages import JmsFolder, PresetHeaders
from mqtck.reference.vocabulary.outcomes import Sent
from mqtck.reference.vocabulary.results import Breach

from .send_controls import Attempted


def sent_findings(
    state: State,
    message: Message,
    tried: Attempted,
    outcome: Sent,
    at: Interval,
) -> tuple[tuple[Breach, ...], frozenset[str]]:
    """What in the outcome of a JMS send is not as documented, and the rules that were compared."""
    preset = tried.message.preset or PresetHeaders()

    def compared() -> Iterator[Compared]:
        yield from _ids(state, preset, tried.producer, outcome)
        yield from _times(message, preset, outcome, at.around(ROUNDING[state.clock]))
        yield from _values(message, preset, outcome)
        yield from _priorities(message, tried.priority, outcome)
        yield from _expiration(message, outcome)
        shown = Shown(outcome.header, outcome.descriptor, outcome.folder)
        yield from fields_as_sent(state, message, shown)

    return sifted(as_published(message, compared()))


def _ids(state: State, preset: PresetHeaders, producer: Producer, outcome: Sent) -> Iterator[Compared]:
    shown = outcome.header.message_id
    hinted = ("HM-31",) if producer.hinted else ()
    if shown is None:
        yield Compared((*hinted, "HM-28", "HM-27"), "a message id", "", "none", holds=False)
    if not isinstance(shown, str):
        return
    if preset.message_id is not None:
        overwritten = plain_id(shown) != plain_id(preset.message_id)
        what = "JMSMessageID other than"
        by_extensions_alone = ("HM-33",) if isinstance(outcome.descriptor.message_id, str) else ()
        yield Compared(("HM-32",), what, preset.message_id, shown, overwritten, by_extensions_alone)
    formed = well_formed_message_id(shown)
    yield Compared(("HM-30",), '"ID:" and 48 hexadecimal digits', "", shown, formed)
    plain = plain_id(shown)
    fresh = plain not in state.ids and set(plain) != {"0"}
    yield Compared((*hinted, "HM-27", "HM-28"), "an id not used before", "", shown, fresh)
    descriptor = outcome.descriptor.message_id
    if isinstance(descriptor, str):
        yield equal(("HM-30", "HM-28"), "the bytes of MQMD.MsgId", plain_id(descriptor), plain)


def _times(message: Message, preset: PresetHeaders, outcome: Sent, at: Interval) -> Iterator[Compared]:
    timestamp, expiration = outcome.header.timestamp, outcome.header.expiration
    for_jms = message.fields is None or message.fields.for_jms
    if isinstance(timestamp, int):
        rules = ("HM-34",) if preset.timestamp is None else ("HM-36", "HM-34")
        within = at.earliest <= timestamp <= at.latest
        yield Compared(rules, "JMSTimestamp from", f"{at.earliest} to {at.latest}", timestamp, within)
    if isinstance(expiration, int) and message.time_to_live:
        ends = at.plus(message.time_to_live)
        within = ends.earliest <= expiration <= ends.latest
        bounds = f"{ends.earliest} to {ends.latest}"
        rules = ("HM-14", "X-05") if message.delay else ("HM-14",)
        yield Compared(rules, "JMSExpiration from", bounds, expiration, within)
    written = outcome.folder.timestamp
    if isinstance(timestamp, int) and for_jms and (written is None or isinstance(written, int)):
        yield equal(("HM-35",), "the timestamp in the MQRFH2", timestamp, written)
    elif for_jms and isinstance(written, int):
        bounds = f"{at.earliest} to {at.latest}"
        within = at.earliest <= written <= at.latest
        yield Compared(("HM-35", "HM-34"), "the timestamp in the MQRFH2 from", bounds, written, within)


def _values(message: Message, preset: PresetHeaders, outcome: Sent) -> Iterator[Compared]:
    header, descriptor = outcome.header, outcome.descriptor
    assert message.delivery_mode is not None
    destination = None if message.fields is None else message.fields.destination
    as_defined = destination is not None and (
        destination.persistence is DestinationPersistence.QUEUE_DEFINITION
    )
    if isinstance(header.delivery_mode, int) and not as_defined:
        rules = delivery_mode_rules(message)
        yield equal(rules, "JMSDeliveryMode", int(message.delivery_mode), header.delivery_mode)
    topic = published(message)
    if isinstance(descriptor.persistence, int) and not (
        as_defined and (topic or descriptor.persistence == Persistence.AS_Q_DEF)
    ):
        rule = "HM-10" if message.delivery_mode is DeliveryMode.PERSISTENT else "HM-11"
        rules = (rule, "HM-08") if preset.delivery_mode is None else ("HM-08", rule)
        deciding = tuple(one for one in delivery_mode_rules(message) if one in {"HM-09", "X-27"})
        own = header.delivery_mode
        if own != message.delivery_mode and own == delivery_mode(descriptor.persistence):
            rules = ("HM-08",)  # It is mapped as it should be: another one should have been used.
        rules = (*deciding, *rules)
        yield equal(rules, "MQMD.Persistence", int(message.persistence), descriptor.persistence)


def _priorities(message: Message, given: int, outcome: Sent) -> Iterator[Compared]:
    """HM-24; DD-78, where the queue decides and the message waits for its second resolution.

    `given` is what the application said: its own view, perhaps, where the destination decides.
    """
    fields = message.fields
    by_queue = fields is not None and fields.destination.priority == PRIORITY_AS_QUEUE_DEFINITION
    own: object = outcome.header.priority
    if fields is not None and fields.priority_of_destination and own == given != message.priority:
        own = None
    for shown in (own, outcome.descriptor.priority):
        if isinstance(shown, int) and not (
            by_queue and (published(message) or shown == PRIORITY_AS_QUEUE_DEFINITION)
        ):
            rules = ("DD-78", "HM-24", "X-28") if by_queue and message.delay else ("HM-24",)
            yield bearing_out(("HM-24",), equal(rules, "priority", message.priority, shown))


def _expiration(message: Message, outcome: Sent) -> Iterator[Compared]:
    """HM-15, HM-16, HM-18, HM-20, HM-22, HM-23: Expiry in the descriptor, less what the call itself took."""
    shown = outcome.descriptor.expiry
    time_to_live = message.time_to_live or 0
    values = message.expiry
    if isinstance(shown, int):
        limited = [value for value in values if value != UNLIMITED]
        spent = -((message.sent.earliest - message.sent.latest) // TENTH)
        a_little_less = bool(limited) and shown > 0 and min(limited) - spent <= shown <= max(limited)
        holds = shown in values or a_little_less
        expected = " or ".join(map(str, values))
        rules = (*_expiry_rules(time_to_live), *of_acceptance(message))
        yield Compared(tuple(dict.fromkeys(rules)), "MQMD.Expiry", expected, shown, holds)


def _expiry_rules(time_to_live: int) -> tuple[str, ...]:
    if time_to_live == 0:
        return ("HM-16",)
    if time_to_live < TENTH:
        return ("X-11", "HM-23")
    if time_to_live > BOUND:
        return ("HM-20",)
    if time_to_live == BOUND:
        return ("HM-22",)
    return ("HM-15", "HM-18") if time_to_live % TENTH == 0 else ("HM-15", "HM-18", "HM-23")


def bind_sent(state: State, serial: int, outcome: Sent) -> State:
    """Bind what the implementation chose: id, timestamp, expiration."""
    header = outcome.header
    shown: object = header.message_id
    if not isinstance(shown, str):
        shown = outcome.descriptor.message_id
    message_id = plain_id(shown) if isinstance(shown, str) else None
    known = Known(
        message_id=message_id,
        timestamp=header.timestamp if isinstance(header.timestamp, int) else None,
        expiration=header.expiration if isinstance(header.expiration, int) else None,
        descriptor=outcome.descriptor,
        folder=outcome.folder,
    )
    state = _bind_notations(replace(state, known=state.known.set(serial, known)), serial, outcome.folder)
    if message_id is None or message_id in state.ids:
        return state
    return replace(state, ids=state.ids.set(message_id, serial))


def _bind_notations(state: State, serial: int, folder: JmsFolder) -> State:
    """Keep how destinations were written; the first reading of a text stays (HM-02, HM-06)."""
    fields = state.messages[serial].fields
    if fields is None:
        return state
    for text, destination in ((folder.destination, fields.destination), (folder.reply_to, fields.reply)):
        if isinstance(text, str) and destination is not None and text not in state.notations:
            state = replace(state, notations=state.notations.set(text, destination))
    return state
