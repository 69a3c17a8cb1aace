"""Note 9 of the Expiry text: messages with two Expiry fields, the second one inside an MQXQH.

Covers what a queue manager puts on a transmission queue for a remote queue (EX-49, EX-50, X-31), what it
checks when an application puts there itself (EX-51 to EX-55), and which of the two fields counts (EX-58).
The bytes are read and written in `structures.transmission`, which decides EX-56, EX-57 and EX-59; what is
seen is compared in `comparisons.transmission`.

Silent points, where every answer is accepted: a message without a header, or with a bad one, put to a
transmission queue (EX-51), and what a channel makes of it; the reason for which a header is refused (EX-53,
EX-54); differing fields, which the note allows and calls an error (EX-52, EX-55); a message of this format
put to a queue that is none for transmission, or to a remote queue; which of two differing fields counts
at the destination.
"""

from enum import Enum
from functools import lru_cache
from itertools import islice
from typing import Final

from msgspec.structs import replace

from mqtck.reference.chapters.message_expiry import life_end
from mqtck.reference.chapters.resolution import Resolved
from mqtck.reference.possibilities import Settled, breach, describe
from mqtck.reference.state.agenda import push
from mqtck.reference.state.intervals import FOREVER, Answer, Interval
from mqtck.reference.state.messages import NOWHERE, Kind, Message
from mqtck.reference.state.queue_keys import key
from mqtck.reference.state.state import Queue, State
from mqtck.reference.state.statuses import OnQueue, Route
from mqtck.reference.structures import transmission
from mqtck.reference.structures.descriptor import MessageDescriptor
from mqtck.reference.structures.fields import Coding, Encoding, Malformed
from mqtck.reference.vocabulary.commands import MqPut, MqPut1, QueueAttributes, Usage
from mqtck.reference.vocabulary.constants import UNLIMITED, ReasonCode
from mqtck.reference.vocabulary.messages import TransmissionHeader
from mqtck.reference.vocabulary.outcomes import Outcome

from .enforcement import Life, in_force, life_of, refused
from .send_checks import Obstacle

CODING: Final = Coding(Encoding.BIG_ENDIAN)
"""How the bytes are written here; nothing depends on it."""

LOOKED_AT: Final = 16
"""How many messages are looked at to tell whether one of them has a header that is cut off."""


class Shape(Enum):
    """What the data of a message begin with, as far as a queue manager can tell."""

    NONE = "no header"
    SHORT = "a header that ends before its Expiry field"
    CUT = "a header that ends behind its Expiry field"
    BAD = "something of the format that is no header"
    WHOLE = "a header"


@lru_cache(maxsize=256)
def data_of(header: TransmissionHeader) -> bytes:
    """The header as the application puts it, cut off where it says so."""
    packed = transmission.pack_transmission(
        transmission.TransmissionHeader(
            header.remote_queue,
            header.remote_queue_manager,
            MessageDescriptor(expiry=header.expiry),
        ),
        CODING,
    )
    written = header.structure_id.encode("ascii", "replace") + packed[4:]
    return written[: header.length]


@lru_cache(maxsize=256)
def shape_of(header: TransmissionHeader | None) -> Shape:
    """EX-49, EX-51, EX-54: whether there is a second Expiry field, and whether it is where it belongs."""
    if header is None:
        return Shape.NONE
    data = data_of(header)
    match transmission.embedded_expiry(data, CODING):
        case transmission.TooShort():
            return Shape.SHORT
        case Malformed():
            return Shape.BAD
        case _:
            return Shape.WHOLE if len(data) == transmission.LENGTH else Shape.CUT


# --- puts -------------------------------------------------------------------------------------------------


def direct(resolved: Resolved) -> bool:
    """Whether a put to this queue is one to a transmission queue by its own name."""
    return resolved.onward is None and resolved.attributes.usage is Usage.TRANSMISSION


WITHOUT_HEADER: Final = "a message without a whole header is on a transmission queue, of which no rule speaks"


def obstacle_of_jms(resolved: Resolved | None) -> Obstacle:
    """What a JMS client sends begins with no header: EX-51, and nothing is said of what becomes of it."""
    put_directly = resolved is not None and direct(resolved)
    return Obstacle(ReasonCode.HEADER_ERROR, Answer.UNSURE if put_directly else Answer.NO, ())


def header_obstacles(
    state: State, queue_manager: str, command: MqPut | MqPut1, resolved: Resolved | None
) -> list[Obstacle]:
    """What about the header stands in the way of a put."""
    header = command.message.transmission_header
    if resolved is None:
        return []
    if not direct(resolved):
        return [] if header is None else [Obstacle(ReasonCode.HEADER_ERROR, Answer.UNSURE, ())]
    shape = shape_of(header)
    found = [_malformed(Shape.NONE if shape is Shape.SHORT and not _begins_as_one(header) else shape)]
    if header is not None and shape in {Shape.WHOLE, Shape.CUT}:
        found.append(embedded_obstacle(header.expiry, in_force(state, queue_manager)))
        found.append(difference_obstacle(command.descriptor.expiry, header.expiry))
    return [obstacle for obstacle in found if obstacle.refusal is not Answer.NO]


_MALFORMED: Final = {
    # EX-51: a message must begin with a header; what else is refused is open. EX-54: data too short are.
    Shape.NONE: (Answer.UNSURE, "EX-51", Answer.YES),
    Shape.SHORT: (Answer.YES, "EX-54", Answer.YES),
    Shape.CUT: (Answer.UNSURE, "EX-51", Answer.YES),
    Shape.BAD: (Answer.UNSURE, "EX-51", Answer.NO),
    Shape.WHOLE: (Answer.NO, "EX-51", Answer.NO),
}
"""By shape: whether a direct put to a transmission queue is refused, why, and what the reference does."""


def _begins_as_one(header: TransmissionHeader | None) -> bool:
    """Whether data that are too short are those of a header; of the length of others nothing is said."""
    return header is not None and transmission.LAYOUT.identifier.startswith(data_of(header)[:4])


def _malformed(shape: Shape) -> Obstacle:
    refusal, rule, counted = _MALFORMED[shape]
    return Obstacle(ReasonCode.HEADER_ERROR, refusal, (rule,), counted=counted)


def embedded_obstacle(expiry: int, enforced: Answer) -> Obstacle:
    """EX-53: the Expiry in the header is checked as that of the message is; the reason is open."""
    life = life_of(expiry)
    rules = () if life is Life.NEGATIVE else ("EX-53",)
    return Obstacle(ReasonCode.EXPIRY_ERROR, refused(life, enforced), rules)


def difference_obstacle(expiry: int, embedded: int) -> Obstacle:
    """EX-52, EX-55: two values that differ may be accepted, and may be refused as inconsistent."""
    refusal = Answer.NO if expiry == embedded else Answer.UNSURE
    return Obstacle(ReasonCode.EXPIRY_ERROR, refusal, ("EX-52", "EX-55"))


def header_must_be_taken(header: TransmissionHeader | None) -> tuple[str, ...]:
    """EX-52, EX-55: nothing is inconsistent about two valid values that are the same."""
    return () if header is None else ("EX-55", "EX-52", "EX-53")


def not_followed(command: MqPut | MqPut1, resolved: Resolved) -> str:
    """Why what follows an accepted put cannot be judged; empty where it can."""
    header = command.message.transmission_header
    if direct(resolved) and shape_of(header) in {Shape.NONE, Shape.CUT, Shape.SHORT}:
        return WITHOUT_HEADER
    if resolved.onward is not None and header is not None:
        return "a header stands behind a header, which no rule speaks of"
    return ""


def meant_for(header: TransmissionHeader | None, resolved: Resolved) -> str | None:
    """The remote queue that a message on a transmission queue is meant for, as a key."""
    if header is None or not direct(resolved) or shape_of(header) is not Shape.WHOLE:
        return resolved.onward
    return key(header.remote_queue_manager, header.remote_queue)


# --- messages on queues -----------------------------------------------------------------------------------


def is_transmission_queue(state: State, queue_key: str) -> bool:
    definition = state.definitions.get(queue_key)
    return isinstance(definition, QueueAttributes) and definition.usage is Usage.TRANSMISSION


def put_by_queue_manager(state: State, message: Message, queue_key: str) -> bool:
    """EX-50: whether the message is on its way to a remote queue, behind a header of the queue manager."""
    if message.onward is None or message.transmission_header is not None:
        return False
    if not is_transmission_queue(state, queue_key) or perhaps_without_header(message, queue_key):
        return False
    routes = {
        status.route
        for status in state.beliefs[message.serial]
        if isinstance(status, OnQueue) and status.queue == queue_key
    }
    return bool(routes) and routes <= _BEHIND_A_HEADER


_BEHIND_A_HEADER: Final = frozenset({Route.DIRECT, Route.COMMITTED, Route.MOVED, Route.RETURNED})
"""The ways on which a message comes to the transmission queue that its name leads to.

By others it may come there without a header of that kind: to one that is a dead-letter queue as well, say.
"""


def perhaps_without_header(message: Message, queue_key: str) -> bool:
    """Whether its name led to this queue itself at one time, and through it to a remote queue at another."""
    return message.onward_before == NOWHERE and message.first == queue_key


def own_header(message: Message, queue_key: str) -> TransmissionHeader | None:
    """The header that the application put in front of the data, where the message still is."""
    return message.transmission_header if queue_key == message.first else None


def descriptor_rules(state: State, message: Message, queue_key: str) -> tuple[str, ...]:
    """Which rules the Expiry of the separate descriptor bears out where there is a second one."""
    if own_header(message, queue_key) is not None:
        return ("EX-56",)
    if not put_by_queue_manager(state, message, queue_key):
        return ()
    return ("X-31", "EX-50", "EX-56") if message.delay else ("EX-50", "EX-56")


def eligibility_rules(message: Message) -> tuple[str, ...]:
    """EX-58: the life of the message is that of the separate descriptor, whatever the header has."""
    header = message.transmission_header
    if header is None or shape_of(header) in {Shape.SHORT, Shape.BAD}:
        return ()
    return ("EX-58",) if header.expiry != message.expiry[0] else ()


def missing_header_rules(message: Message) -> tuple[str, ...]:
    """Why a message with a header of its own must be there: EX-57 where it is cut off, EX-58 else."""
    shape = shape_of(message.transmission_header)
    return ("EX-57",) if shape is Shape.SHORT else eligibility_rules(message)


def short_message_on(state: State, queue_key: str) -> bool:
    """EX-57: whether a get may come across a header that ends before its Expiry field."""
    residents = state.queues.get(queue_key, Queue()).residents
    headers = (state.messages[serial].transmission_header for serial in islice(residents, LOOKED_AT))
    return any(shape_of(header) is Shape.SHORT for header in headers)


def unreadable(state: State, outcome: Outcome) -> Settled:
    """EX-57: data too short to hold a second Expiry field are no reason to refuse a get."""
    found = breach(("EX-57",), "a message, however short its data are", describe(outcome))
    return Settled((state,), (found,))


def cut_off_on(state: State, queue_key: str, length: object) -> list[int]:
    """The messages of a queue whose header is cut off, after so many bytes if that was seen, in order.

    They have no body by which to know them.
    """
    residents = state.queues.get(queue_key, Queue()).residents
    return [
        serial
        for serial in residents
        if (header := state.messages[serial].transmission_header) is not None
        and header.length is not None
        and (not isinstance(length, int) or length == header.length)
    ]


def unwrapped(state: State, message: Message) -> tuple[State, Message]:
    """Which of two differing fields counts at the destination is open: from the channel on, either."""
    header = message.transmission_header
    if header is None or message.kind is not Kind.APPLICATION or len(message.expiry) > 1:
        return state, message
    if header.expiry == message.expiry[0] or shape_of(header) is not Shape.WHOLE:
        return state, message
    either = (*message.expiry, header.expiry)
    end = life_end(message.sent, either)
    if min(value for value in either if value != UNLIMITED) <= 0:
        end = Interval(message.sent.earliest, FOREVER)
    message = replace(message, expiry=either, life_end=end)
    agenda = state.agenda if end is None else push(state.agenda, end.earliest, message.serial)
    return replace(state, messages=state.messages.set(message.serial, message), agenda=agenda), message
