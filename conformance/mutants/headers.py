"""Mutants of the header mapping: what a JMS send writes into the descriptor, the MQRFH2 and the message."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from mqtck.reference.chapters.header_mapping import BOUND
from mqtck.reference.chapters.message_expiry import TENTH
from mqtck.reference.state.intervals import Interval
from mqtck.reference.state.messages import Message
from mqtck.reference.state.state import State
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.constants import UNLIMITED, DeliveryMode, Persistence
from mqtck.reference.vocabulary.messages import JmsFolder, JmsHeader, PresetHeaders

from .parts import Execute, Mutant, Patch, answering, around, instead

EXPIRY: Final = "chapters.header_mapping.expiry_values"
HEADER: Final = "showing.sent_header"
FOLDER: Final = "showing.sent_folder"
CHOSEN_ID: Final = "showing.chosen_id"

_BITS: Final = 2**31
_SECOND: Final = 1000


# --- what the sender sees -----------------------------------------------------------------------------


def _header(change: Callable[[JmsHeader, Message, int], dict[str, Any]]) -> Patch:
    """Fields of the header that the sender sees, from what they should be, the message and the time."""

    def wrong(right: Callable[..., JmsHeader], state: State, message: Message, at: Interval) -> JmsHeader:
        seen = right(state, message, at)
        return replace(seen, **change(seen, message, at.latest))

    return around(HEADER, wrong)


def _folder(change: Callable[[JmsFolder, JmsHeader], dict[str, Any]]) -> Patch:
    def wrong(
        right: Callable[..., JmsFolder], state: State, message: Message, header: JmsHeader
    ) -> JmsFolder:
        folder = right(state, message, header)
        return replace(folder, **change(folder, header))

    return around(FOLDER, wrong)


def _sent(change: Callable[[PresetHeaders, JmsHeader], dict[str, Any]]) -> Callable[[Execute], Execute]:
    """The header after the send, with what the application had set on the message."""

    def changed(command: c.Command, outcome: o.Outcome) -> o.Outcome:
        preset = command.message.preset if isinstance(command, c.Send) else None
        if preset is None or not isinstance(outcome, o.Sent):
            return outcome
        return replace(outcome, header=replace(outcome.header, **change(preset, outcome.header)))

    return answering(changed)


def _preset_mode(right: Callable[..., Any], state: Any, command: c.Send) -> Any:
    tried = right(state, command)
    preset = command.message.preset and command.message.preset.delivery_mode
    if tried is None or preset not in tuple(DeliveryMode):
        return tried
    return tried._replace(delivery_mode=DeliveryMode(preset))


def _producers_mode(right: Callable[..., Any], state: Any, command: c.Send) -> Any:
    tried = right(state, command)
    return tried and tried._replace(delivery_mode=tried.producer.delivery_mode)


def _preset_priority(right: Callable[..., Any], state: Any, command: c.Send) -> Any:
    tried = right(state, command)
    preset = command.message.preset and command.message.preset.priority
    return tried if tried is None or preset is None else tried._replace(priority=preset)


# --- Expiry -------------------------------------------------------------------------------------------


def _life(change: Callable[[int, tuple[int, ...]], tuple[int, ...]]) -> Patch:
    """The values of Expiry for a time to live, from those that are right."""

    def wrong(right: Callable[[int], tuple[int, ...]], time_to_live: int) -> tuple[int, ...]:
        return change(time_to_live, right(time_to_live))

    return around(EXPIRY, wrong)


def _capped(time_to_live: int, values: tuple[int, ...]) -> tuple[int, ...]:
    return (_BITS - 1,) if time_to_live > BOUND + TENTH else values


def _wrapped(time_to_live: int, values: tuple[int, ...]) -> tuple[int, ...]:
    """The lower 32 bits, as they are."""
    tenths = time_to_live // TENTH
    return ((tenths + _BITS) % (2 * _BITS) - _BITS,) if tenths >= _BITS else values


def _without_element(sent: o.Sent, message: Message) -> o.Sent:
    large = (message.time_to_live or 0) > BOUND
    return replace(sent, folder=replace(sent.folder, expiration=None)) if large else sent


# --- ids ----------------------------------------------------------------------------------------------


def _one_id_an_object(execute: Execute) -> Execute:
    """A message object that is sent again shows the id of its first send."""
    ids: dict[str, str] = {}

    def wrong(command: c.Command) -> o.Outcome:
        outcome = execute(command)
        if not isinstance(command, c.Send) or not isinstance(outcome, o.Sent):
            return outcome
        message = command.message
        shown = ids.get(message.same_object_as or "", str(outcome.header.message_id))
        ids[message.label] = shown
        descriptor = replace(outcome.descriptor, message_id=shown[3:])
        return replace(outcome, header=replace(outcome.header, message_id=shown), descriptor=descriptor)

    return wrong


def _without_hinted_id(execute: Execute) -> Execute:
    hinted: set[str] = set()

    def wrong(command: c.Command) -> o.Outcome:
        outcome = execute(command)
        match command, outcome:
            case c.DisableMessageId(producer=producer), _:
                hinted.add(producer)
            case c.Send(producer=producer), o.Sent(header=header) if producer in hinted:
                return replace(outcome, header=replace(header, message_id=None))
            case _:
                pass
        return outcome

    return wrong


def _last_digit_changed(header: JmsHeader, *_: Any) -> dict[str, Any]:
    shown = str(header.message_id)
    return {"message_id": shown[:-1] + ("0" if shown[-1] != "0" else "1")}


MUTANTS: Final[tuple[Mutant, ...]] = (
    Mutant(
        "preset-delivery-mode-used",
        "Takes the delivery mode that the application set on the message.",
        ("HM-08",),
        (around("sending.sends.put_together", _preset_mode),),
    ),
    Mutant(
        "delivery-mode-of-the-send-ignored",
        "Takes the producer's delivery mode where the send has one of its own.",
        ("HM-08", "HM-10", "HM-11"),
        (around("sending.sends.put_together", _producers_mode),),
    ),
    Mutant(
        "delivery-mode-copied",
        "Writes the number of the delivery mode into MQMD.Persistence.",
        ("HM-10", "HM-11"),
        (instead("chapters.header_mapping.persistence", lambda mode: Persistence(int(mode))),),
    ),
    Mutant(
        "persistent-not-kept",
        "Maps both delivery modes to not persistent.",
        ("HM-10",),
        (instead("chapters.header_mapping.persistence", lambda _: Persistence.NOT_PERSISTENT),),
    ),
    Mutant(
        "everything-persistent",
        "Maps both delivery modes to persistent.",
        ("HM-11",),
        (instead("chapters.header_mapping.persistence", lambda _: Persistence.PERSISTENT),),
    ),
    Mutant(
        "expiration-relative",
        "Writes the time to live into JMSExpiration.",
        ("HM-14",),
        (_header(lambda _, one, __: {"expiration": one.time_to_live or 0}),),
    ),
    Mutant(
        "expiration-in-seconds",
        "Counts JMSExpiration in seconds.",
        ("HM-14",),
        (_header(lambda seen, *_: {"expiration": seen.expiration and seen.expiration // _SECOND}),),
    ),
    Mutant(
        "life-in-milliseconds",
        "Copies the time to live in milliseconds into Expiry.",
        ("HM-15", "HM-18"),
        (_life(lambda life, right: right if UNLIMITED in right else (life,)),),
    ),
    Mutant(
        "life-in-seconds",
        "Writes the time to live in seconds into Expiry.",
        ("HM-15", "HM-18"),
        (_life(lambda life, right: right if UNLIMITED in right else (max(1, life // _SECOND),)),),
    ),
    Mutant(
        "unlimited-as-zero",
        "Copies a time to live of 0 into Expiry.",
        ("HM-16", "EX-62"),
        (_life(lambda life, right: right if life else (0,)),),
    ),
    Mutant(
        "unlimited-as-the-largest",
        "Writes the largest Expiry for an unlimited life.",
        ("HM-16", "DD-28"),
        (_life(lambda life, right: right if life else (_BITS - 1,)),),
    ),
    Mutant(
        "expiration-element-of-the-unlimited",
        "Writes an expiration of 0 into the MQRFH2 where the life is unlimited.",
        ("HM-17",),
        (_folder(lambda _, header: {"expiration": header.expiration}),),
    ),
    Mutant(
        "life-in-32-bits",
        "Takes a time to live of more milliseconds than 32 bits hold for unlimited.",
        ("HM-18", "HM-15"),
        (_life(lambda life, right: (UNLIMITED,) if life >= _BITS else right),),
    ),
    Mutant(
        "large-life-capped",
        "Writes the largest Expiry where the life is longer.",
        ("HM-20",),
        (_life(_capped),),
    ),
    Mutant(
        "large-life-wrapped",
        "Writes the lower 32 bits of a life that Expiry cannot hold.",
        ("HM-20",),
        (_life(_wrapped),),
    ),
    Mutant(
        "bound-of-a-life-overflowing",
        "Adds a tenth to the longest life that Expiry holds, and writes what 32 bits make of it.",
        ("HM-22", "HM-20"),
        (_life(lambda life, right: (-_BITS,) if life == BOUND else right),),
    ),
    Mutant(
        "life-of-whole-seconds",
        "Cuts the time to live to whole seconds.",
        ("HM-23", "HM-15"),
        (_life(lambda life, right: (life // _SECOND * 10,) if life > _SECOND and life <= BOUND else right),),
    ),
    Mutant(
        "no-expiration-element-of-a-large-life",
        "Writes no expiration into the MQRFH2 where Expiry is unlimited because the life is so long.",
        ("HM-21",),
        (
            around(
                "sending.sends.preferred_sent",
                lambda right, state, message, at: _without_element(right(state, message, at), message),
            ),
        ),
    ),
    Mutant(
        "priority-shifted",
        "Maps the JMS priorities 0 to 9 onto 1 to 9.",
        ("HM-24",),
        (around("chapters.resolution.priority_at_send", lambda right, *of: max(1, right(*of))),),
    ),
    Mutant(
        "two-priorities",
        "Knows only normal and urgent messages, priorities 4 and 9.",
        ("HM-24",),
        (
            around(
                "chapters.resolution.priority_at_send",
                lambda right, *of: 4 + 5 * (right(*of) // 5),
            ),
        ),
    ),
    Mutant(
        "preset-priority-used",
        "Takes the priority that the application set on the message.",
        ("HM-24",),
        (around("sending.sends.put_together", _preset_priority),),
    ),
    Mutant(
        "one-id-for-an-object",
        "Shows the id of its first send where a message object is sent again.",
        ("HM-27", "HM-28"),
        execute=_one_id_an_object,
    ),
    Mutant(
        "ids-run-out",
        "Gives ids that repeat after every second message.",
        ("HM-27", "HM-28"),
        (around(CHOSEN_ID, lambda right, serial: right(serial % 2)),),
    ),
    Mutant(
        "id-of-another-message",
        "Shows the sender an id that is not that of the message.",
        ("HM-28", "HM-30"),
        (
            around(
                "sending.sends.preferred_sent",
                lambda right, *of: replace(
                    right(*of), header=replace(right(*of).header, **_last_digit_changed(right(*of).header))
                ),
            ),
        ),
    ),
    Mutant(
        "id-without-prefix",
        "Shows the hexadecimal digits of an id alone.",
        ("HM-30",),
        (_header(lambda seen, *_: {"message_id": str(seen.message_id)[3:]}),),
    ),
    Mutant(
        "id-cut-short",
        "Shows the first 20 bytes of an id.",
        ("HM-30", "HM-28"),
        (_header(lambda seen, *_: {"message_id": str(seen.message_id)[:-8]}),),
    ),
    Mutant(
        "no-id-when-disabled",
        "Follows the hint to do without message ids.",
        ("HM-31",),
        execute=_without_hinted_id,
    ),
    Mutant(
        "preset-id-kept",
        "Shows the sender the id that the application had set.",
        ("HM-32",),
        execute=_sent(lambda preset, seen: {"message_id": preset.message_id or seen.message_id}),
    ),
    Mutant(
        "timestamp-of-the-whole-second",
        "Cuts JMSTimestamp to whole seconds.",
        ("HM-34",),
        (_header(lambda _, __, now: {"timestamp": now - now % _SECOND}),),
    ),
    Mutant(
        "timestamp-element-of-the-delivery",
        "Writes the time of the delivery into the timestamp of the MQRFH2.",
        ("HM-35",),
        (_folder(lambda _, header: {"timestamp": header.delivery_time}),),
    ),
    Mutant(
        "no-timestamp-element",
        "Writes no timestamp into the MQRFH2.",
        ("HM-35",),
        (_folder(lambda *_: {"timestamp": None}),),
    ),
    Mutant(
        "preset-timestamp-kept",
        "Keeps a timestamp that the application had set.",
        ("HM-36", "HM-34"),
        execute=_sent(
            lambda preset, seen: {
                "timestamp": seen.timestamp if preset.timestamp is None else preset.timestamp
            }
        ),
    ),
)
