"""What the sender sees after a JMS send, compared with the header mapping text.

Covers HM-08, HM-10, HM-11, HM-14 to HM-18, HM-20 to HM-22, HM-24, HM-27, HM-28, HM-30 to HM-32, HM-34 to
HM-36, X-01. The rules themselves are in `header_mapping`; here they meet what was observed.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from .header_mapping import BOUND, plain_id, well_formed_message_id
from .intervals import Interval
from .message_expiry import TENTH
from .possibilities import breach
from .state import Known, Message, Producer, State
from .vocabulary.constants import UNLIMITED
from .vocabulary.messages import OutgoingMessage, PresetHeaders
from .vocabulary.outcomes import Sent
from .vocabulary.results import Breach


def sent_breaches(
    state: State,
    message: Message,
    outgoing: OutgoingMessage,
    producer: Producer,
    outcome: Sent,
    at: Interval,
) -> tuple[Breach, ...]:
    """Everything in the outcome of a JMS send that is not as documented."""
    preset = outgoing.preset or PresetHeaders()
    return (
        *_ids(state, preset, producer, outcome),
        *_times(message, preset, outcome, at),
        *_values(message, preset, outcome),
        *_expiration(message, outcome),
    )


def _ids(state: State, preset: PresetHeaders, producer: Producer, outcome: Sent) -> Iterator[Breach]:
    shown = outcome.header.message_id
    if shown is None:
        rules = ("HM-31",) if producer.hinted else ("HM-28", "HM-27")
        yield breach(rules, "a message id", "none")
    if not isinstance(shown, str):
        return
    if preset.message_id is not None and shown == preset.message_id:
        yield breach(("HM-32",), "the preset JMSMessageID overwritten", shown)
    if not well_formed_message_id(shown):
        yield breach(("HM-30",), '"ID:" and 48 hexadecimal digits', shown)
    if plain_id(shown) in state.ids or set(plain_id(shown)) == {"0"}:
        yield breach(("HM-27", "HM-31") if producer.hinted else ("HM-27",), "an id not used before", shown)
    descriptor = outcome.descriptor.message_id
    if isinstance(descriptor, str) and plain_id(descriptor) != plain_id(shown):
        yield breach(("HM-30", "HM-28"), f"the bytes of MQMD.MsgId {descriptor}", shown)


def _times(message: Message, preset: PresetHeaders, outcome: Sent, at: Interval) -> Iterator[Breach]:
    timestamp, expiration = outcome.header.timestamp, outcome.header.expiration
    if isinstance(timestamp, int) and not at.earliest <= timestamp <= at.latest:
        rules = ("HM-36", "HM-34") if timestamp == preset.timestamp else ("HM-34",)
        yield breach(rules, f"JMSTimestamp from {at.earliest} to {at.latest}", timestamp)
    time_to_live = message.time_to_live
    if isinstance(expiration, int) and time_to_live:
        ends = at.plus(time_to_live)
        if not ends.earliest <= expiration <= ends.latest:
            yield breach(
                ("HM-14", "X-05"), f"JMSExpiration from {ends.earliest} to {ends.latest}", expiration
            )
    folder = outcome.folder
    written = folder.timestamp is None or isinstance(folder.timestamp, int)
    if isinstance(timestamp, int) and written and folder.timestamp != timestamp:
        yield breach(("HM-35",), f"the timestamp {timestamp} in the MQRFH2", folder.timestamp)


def _values(message: Message, preset: PresetHeaders, outcome: Sent) -> Iterator[Breach]:
    header, descriptor = outcome.header, outcome.descriptor
    assert message.delivery_mode is not None
    if isinstance(header.delivery_mode, int) and header.delivery_mode != message.delivery_mode:
        yield breach(("HM-08",), f"JMSDeliveryMode {message.delivery_mode:d}", header.delivery_mode)
    if isinstance(descriptor.persistence, int) and descriptor.persistence != message.persistence:
        preset_used = preset.delivery_mode is not None
        rule = "HM-10" if message.delivery_mode.name == "PERSISTENT" else "HM-11"
        rules = ("HM-08", rule) if preset_used else (rule, "HM-08")
        yield breach(rules, f"MQMD.Persistence {message.persistence:d}", descriptor.persistence)
    for shown in (header.priority, descriptor.priority):
        if isinstance(shown, int) and shown != message.priority:
            yield breach(("HM-24",), f"priority {message.priority}", shown)
            return


def _expiration(message: Message, outcome: Sent) -> Iterator[Breach]:
    """HM-15 to HM-18, HM-20 to HM-22: Expiry in the descriptor and the element in the MQRFH2."""
    shown, element = outcome.descriptor.expiry, outcome.folder.expiration
    time_to_live = message.time_to_live or 0
    limited = time_to_live > 0
    if isinstance(shown, int) and not (
        shown in message.expiry
        or (shown > 0 and shown in range(min(message.expiry) - 9, max(message.expiry) + 1))
    ):
        if not limited:
            rules: tuple[str, ...] = ("HM-16",)
        elif time_to_live < TENTH:
            rules = ("X-11", "HM-23")
        elif time_to_live > BOUND:
            rules = ("HM-20",)
        else:
            rules = ("HM-15", "HM-18")
        yield breach(rules, f"MQMD.Expiry {' or '.join(map(str, message.expiry))}", shown)
    if not limited and isinstance(element, int):
        yield breach(("HM-17",), "no expiration in the MQRFH2", element)
    over = UNLIMITED in message.expiry
    header = outcome.header.expiration
    written = element is None or isinstance(element, int)
    if limited and over and written and isinstance(header, int) and element != header:
        yield breach(("HM-21", "HM-22"), f"the expiration {header} in the MQRFH2", element)


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
    )
    state = replace(state, known=state.known.set(serial, known))
    if message_id is None or message_id in state.ids:
        return state
    return replace(state, ids=state.ids.set(message_id, serial))
