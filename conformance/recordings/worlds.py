"""The small worlds in which recorded messages are judged (`messages`), and what is put there.

A world is a judge of a fresh implementation with queues that have room for everything. What of a message
hangs on things that were perhaps not seen is not put there.
"""

import re
from enum import Enum
from typing import Final, NamedTuple, TypeVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from mqtck.conformance.judging.judge import Judge
from mqtck.reference.chapters.header_mapping import plain_id
from mqtck.reference.vocabulary.commands import (
    Command,
    CreateProducer,
    DefineLocalQueue,
    GetMode,
    MqGet,
    QueueAttributes,
    Receive,
    Send,
)
from mqtck.reference.vocabulary.constants import (
    DEFAULT_QUEUE_MANAGER,
    LARGEST_ENFORCED_EXPIRY,
    STAGING_QUEUE,
    MessageType,
    ReasonCode,
)
from mqtck.reference.vocabulary.messages import (
    Descriptor,
    JmsHeader,
    OutgoingMessage,
    QueueDestination,
    SeenMessage,
    body_of,
)
from mqtck.reference.vocabulary.outcomes import Done, Outcome, Refused, Sent
from mqtck.reference.vocabulary.profile import ClockKind, Platform, Profile
from mqtck.reference.vocabulary.results import Breach
from mqtck.reference.vocabulary.traces import Step

from .definitions import UNDECIDED, Decided, decided_by, definition, without_definition

Shown = TypeVar("Shown", SeenMessage, Sent)

LONGEST: Final = 1_000_000
"""Characters of a message that fits into every queue of the small world."""

LONGEST_LIFE: Final = 100 * LARGEST_ENFORCED_EXPIRY
"""Milliseconds of life below which no environment variable makes a difference."""

SHORTEST_LIFE: Final = 100

WORLDS: Final = 256
"""Small worlds that are kept for further messages."""

ROOMY: Final = QueueAttributes(max_depth=999_999_999)

BEYOND: Final = frozenset(
    (
        *("DD-02", "DD-07", "DD-11", "DD-24", "DD-51", "DD-52", "DD-84", "EX-11"),
        *("EX-12", "EX-13", "EX-34", "EX-39", "X-53", "X-54"),
    )
)
"""Rules about what else is there or not, which a message by itself does not bear out."""

NEVER_KNOWN: Final = ("retained", "same_object_as", "correlates_with", "transmission_header", "ims_header")
"""Fields of a message that hang on something beside the message."""


_NAMED_URI: Final = re.compile("^queue://[^/]+/")


class Hop(Enum):
    """Whether a message waits on the staging queue before it comes to its target."""

    STAGED = "staged"
    DIRECT = "direct"


class Fields(Enum):
    """What decides on persistence and priority of a message."""

    OF_THE_SEND = "the send and its producer"
    OF_A_DEFINITION = "the definition of a queue, which was perhaps not seen"


class Found(NamedTuple):
    """A breach and the steps that show it, as recorded; the last one is the step that breaks the rule."""

    breach: Breach
    steps: tuple[Step, ...]


class Producer:
    """A producer of which all calls are known: its settings in force, and small worlds with them."""

    def __init__(self, profile: Profile, created: Step) -> None:
        self.setup: tuple[Step, ...] = (created,)
        self._profile = profile
        self._worlds: dict[tuple[str, ...], Judge] = {}

    @property
    def destination(self) -> QueueDestination | None:
        created = self.setup[0].command
        assert isinstance(created, CreateProducer)
        return created.destination

    def set(self, step: Step) -> tuple[Breach, ...]:
        """Take a setter up; the breaches that it shows. What an accepted one sets replaces what was set."""
        if isinstance(step.outcome, Done):
            kept = (one for one in self.setup if type(one.command) is not type(step.command))
            self.setup = (*kept, step)
        else:
            self.setup = (*self.setup, step)
        self._worlds.clear()
        judge = world_with(self._profile, queue_names(self.destination), step.started)
        before = [len(judge.observe(one)) for one in self.setup[:-1]]
        return judge.observe(self.setup[-1]) if not any(before) else ()

    def world(self, queues: tuple[str, ...], at: int) -> Judge:
        """A small world in which the producer is set as it is."""
        if queues not in self._worlds:
            if len(self._worlds) >= WORLDS:
                self._worlds.clear()
            judge = world_with(self._profile, queues, min(at, self.setup[0].started))
            for step in self.setup:
                judge.observe(step)
            self._worlds[queues] = judge
        return self._worlds[queues].fork()


class SentMessage(NamedTuple):
    """An accepted message: how it was sent, where to, and the small world behind its send."""

    queue: str
    steps: tuple[Step, ...]
    world: Judge
    message: OutgoingMessage
    hop: Hop
    id: str | None
    fields: Fields
    decided: Decided

    def after(self, descriptor: Descriptor) -> "SentMessage":
        """The message after its descriptor was shown to its sender or on its target."""
        jms = isinstance(self.steps[-1].command, Send)
        if self.fields is Fields.OF_THE_SEND or not jms:
            return self
        return self._replace(decided=self.decided.or_else(decided_by(descriptor)))


def world_with(
    profile: Profile, queues: tuple[str, ...], start: int, attributes: QueueAttributes = ROOMY
) -> Judge:
    """A judge of a fresh implementation with queues that have room for everything."""
    judge = Judge(ClockKind.REAL, profile, start)
    names = [*dict.fromkeys(name for name in queues if name and name != STAGING_QUEUE)]
    if profile.platform is Platform.ZOS:
        names.append(STAGING_QUEUE)
    for name in names:
        judge.observe(Step(DefineLocalQueue(name, attributes), Done(), start, start))
    return judge


def as_decided(profile: Profile, sent: SentMessage, seen: SeenMessage) -> Judge:
    """The small world behind a send, in which the queue has defined what the message is known to have got.

    `seen` is what is to be judged there: where it shows nothing of that, the definition does not matter.
    """
    if not decided_by(seen.descriptor):
        return sent.world.fork()
    queues = (sent.queue, sent.message.reply_to or "")
    attributes = definition(sent.decided, ROOMY)
    world = world_with(profile, queues, sent.steps[0].started, attributes)
    for step in (*sent.steps[:-1], as_sender_sees(sent.steps[-1], sent.queue, sent.fields)):
        world.observe(step)
    return world


def as_sender_sees(step: Step, queue: str, fields: Fields) -> Step:
    """A send with what its sender saw, as far as it can be compared."""
    if not isinstance(step.outcome, Sent):
        return step
    named = with_known_name(step.outcome)
    plain = replace(named, header=without_bare_destinations(named.header, step.command, queue))
    return replace(step, outcome=without_definition(plain) if fields is Fields.OF_A_DEFINITION else plain)


def queue_names(destination: QueueDestination | None, reply_to: str | None = None) -> tuple[str, ...]:
    return (destination.queue if destination else "", reply_to or "")


def is_here(destination: QueueDestination | None) -> bool:
    """Whether a destination is on the sender's queue manager, as far as its name tells."""
    return destination is None or destination.queue_manager in {None, "", DEFAULT_QUEUE_MANAGER}


def stands_alone(message: OutgoingMessage) -> bool:
    """Whether nothing about the message hangs on other messages, queue managers or programs."""
    reply = message.reply_destination
    return (
        all(getattr(message, name) is None for name in NEVER_KNOWN)
        and is_here(reply)
        and (message.length is None or message.length <= LONGEST)
    )


def tells(outcome: Outcome) -> bool:
    """Whether a refusal tells about the call; any other reason may have a cause that was not seen."""
    return isinstance(outcome, Refused) and outcome.reason == ReasonCode.EXPIRY_ERROR


def is_get(command: Command) -> bool:
    match command:
        case Receive():
            return True
        case MqGet(mode=mode):
            return mode in (GetMode.DESTRUCTIVE, GetMode.UNDER_CURSOR)
        case _:
            return False


def is_report(descriptor: Descriptor) -> bool:
    """Whether feedback or type show that a message is a report; where neither was recorded, nothing does."""
    return descriptor.message_type == MessageType.REPORT or descriptor.feedback not in {UNSET, 0}


def is_reply(descriptor: Descriptor) -> bool:
    """Whether the type shows a reply, which carries its request's data: no send of a trace has this type."""
    return descriptor.message_type == MessageType.REPLY


def tells_whether_report(descriptor: Descriptor) -> bool:
    """Whether feedback or type was recorded; without, a report looks like the message that it is about."""
    return isinstance(descriptor.feedback, int) or isinstance(descriptor.message_type, int)


def comparable(seen: SeenMessage, sent: SentMessage, queue: str) -> SeenMessage:
    """What was seen of a message, as far as it can be compared: elsewhere only that it was there."""
    if queue not in {sent.queue, STAGING_QUEUE}:
        return SeenMessage(body=body_of(sent.message))
    if sent.fields is Fields.OF_A_DEFINITION:
        seen = without_definition(seen, sent.decided if queue == sent.queue else UNDECIDED)
    seen = with_known_name(seen)
    seen = replace(seen, header=without_bare_destinations(seen.header, sent.steps[-1].command, sent.queue))
    if _begins_otherwise(seen):
        # What a JMS client makes of it is no rule's, but for what it reads in MQMD.
        read = seen.header
        kept = JmsHeader(message_id=read.message_id, delivery_mode=read.delivery_mode, priority=read.priority)
        seen = replace(seen, header=kept)
    return replace(seen, protection=UNSET, dead_letter_header=UNSET, transmission_header=UNSET)


def _begins_otherwise(seen: SeenMessage) -> bool:
    """Whether a header or protection stands in front of its MQRFH2."""
    return any(
        one not in {UNSET, None}
        for one in (seen.protection, seen.dead_letter_header, seen.transmission_header)
    )


def id_of(header: JmsHeader, descriptor: Descriptor) -> str | None:
    for shown in (header.message_id, descriptor.message_id):
        if isinstance(shown, str) and shown:
            return plain_id(shown)
    return None


def without_bare_destinations(header: JmsHeader, command: Command, queue: str) -> JmsHeader:
    """What was seen, without destinations that show no more than the right name.

    The recorder may have left out their properties.
    """
    if header.destination == QueueDestination(queue):
        header = replace(header, destination=UNSET)
    reply_to = command.message.reply_to if isinstance(command, Send) else None
    if reply_to is not None and header.reply_destination == QueueDestination(reply_to):
        header = replace(header, reply_destination=UNSET)
    return header


def with_known_name(seen: Shown) -> Shown:
    """What was seen, with the name by which the kit knows the queue manager instead of its own.

    Which that is a recording need not tell. A message that names another one is not judged (`stands_alone`).
    """
    header, descriptor, folder = seen.header, seen.descriptor, seen.folder
    manager = descriptor.reply_to_queue_manager
    if isinstance(manager, str) and manager:
        descriptor = replace(descriptor, reply_to_queue_manager=DEFAULT_QUEUE_MANAGER)
    to, reply_to = _uri_here(folder.destination), _uri_here(folder.reply_to)
    return replace(
        seen,
        header=replace(
            header,
            destination=_here(header.destination),
            reply_destination=_here(header.reply_destination),
        ),
        descriptor=descriptor,
        folder=replace(folder, destination=to, reply_to=reply_to),
    )


def _here(shown: QueueDestination | UnsetType) -> QueueDestination | UnsetType:
    if shown is UNSET or not shown.queue_manager:
        return shown
    return replace(shown, queue_manager=DEFAULT_QUEUE_MANAGER)


def _uri_here(shown: str | UnsetType | None) -> str | UnsetType | None:
    return _NAMED_URI.sub(f"queue://{DEFAULT_QUEUE_MANAGER}/", shown) if isinstance(shown, str) else shown
