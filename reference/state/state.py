"""The state of the model: immutable values, everything unknown kept as unknown.

Three things are open again and again: when internal work happens, in which order simultaneous work
happens, and which documented alternative is taken. One state carries them all: times are intervals
(`intervals`), and what is known of a message is a *belief*, the tuple of the statuses it may have.
Mostly a belief has one status. A report message exists if and only if the message that it is about has
come to a certain end; that coupling is kept in `beliefs`.

Left out: several states for one trace are needed only where an alternative touches more than one
message (a producer after a failed setter); see `model`.
"""

from typing import NamedTuple

import msgspec
from immutables import Map

from mqtck.reference.delay_processor import Processor
from mqtck.reference.destination_uris import Destination
from mqtck.reference.vocabulary.channels import ChannelAttributes
from mqtck.reference.vocabulary.commands import QueueAttributes
from mqtck.reference.vocabulary.profile import ClockKind, Platform, Profile, Version
from mqtck.reference.vocabulary.zos import OperationMode

from .agenda import Agenda
from .channels import Policy, Run
from .clients import Cursor, Producer, Session, UnitOfWork
from .expiry import Variable
from .intervals import Answer
from .messages import Aim, Kind, Known, Look, Message, Pattern
from .statuses import Belief, Staged
from .subscriptions import Collective, Subscriber, Subscription, Topic

# --- queues ----------------------------------------------------------------------------------------


class Lane(msgspec.Struct, frozen=True, gc=False):
    """The serials of one priority in order of arrival: positions head to tail - 1, with gaps."""

    head: int
    tail: int
    slots: "Map[int, int]"
    certain: int


class Resident(msgspec.Struct, frozen=True, gc=False):
    """Where in a queue a message stands, and whether it is certainly there and counts."""

    lane: int
    position: int
    certain: bool


class Queue(msgspec.Struct, frozen=True, gc=False):
    """What may be on a local queue.

    `at_most` bounds the number of messages from above, where a depth that was read says more than the
    beliefs do. `unsure_arrival` is the message that came last, where it may not have fired the trigger.
    `triggers` are the trigger messages, by the messages that have or may have fired them. `aims` counts the
    residents of a staging queue by where they are to go.
    """

    residents: "Map[int, Resident]" = Map()
    unsure: "Map[int, None]" = Map()
    lanes: "Map[int, Lane]" = Map()
    at_most: int = 1 << 62
    armed: Answer = Answer.YES
    unsure_arrival: int | None = None
    triggers: "Map[int, int]" = Map()
    aims: "Map[Aim, int]" = Map()

    @property
    def fewest(self) -> int:
        return len(self.residents) - len(self.unsure)

    @property
    def most(self) -> int:
        return min(len(self.residents), self.at_most)

    def most_without(self, unsure: int) -> int:
        """The most messages that may be there beside so many of the unsure ones."""
        return min(len(self.residents) - unsure, self.at_most)


class Alias(NamedTuple):
    target: str


class Remote(NamedTuple):
    queue: str
    queue_manager: str
    transmission_queue: str


Definition = QueueAttributes | Alias | Remote


class QueueManager(msgspec.Struct, frozen=True, gc=False):
    """`started` and `processor_failed` are when it was last started again, and when that last failed.

    `why` holds the rules by which the delivery delay processor runs, or does not, since `since`.
    """

    version: Version
    running: bool = True
    dead_letter_queue: str | None = None
    started: int | None = None
    processor_failed: int | None = None
    platform: Platform = Platform.MULTIPLATFORMS
    queue_sharing_group: str | None = None
    clusters: frozenset[str] = frozenset()
    processor: Processor = Processor.STARTED
    why: tuple[str, ...] = ()
    since: int = 0
    operation_mode: OperationMode | None = None


class Room(NamedTuple):
    """For how many messages a queue has room, counted up to what matters (`resting`).

    `sure`: certainly; `beside_one`: beside a message that is perhaps there; `most`: at most.
    """

    sure: int
    beside_one: int
    most: int


class Resting(NamedTuple):
    """The messages that are laid aside as long as these are the rooms of the queues that they may come to."""

    rooms: tuple[Room, ...]
    serials: "Map[int, None]"


class Missed(NamedTuple):
    """So many looks have not found a message where it waits; the last that counts was at `latest` (ms)."""

    latest: int
    looks: int


# --- the state -------------------------------------------------------------------------------------


class State(msgspec.Struct, frozen=True, gc=False):
    """All that is known. For the keys of queues see `queue_keys`.

    `connections` are the MQI connections that were opened, with their queue managers.
    `previous` is the latest reading of the command before. `overdue` are the messages whose internal
    work may be done at any time, `resting` those for which that would change nothing, by the queue that they
    are for; `unsettled` those whose belief depends on definitions in force.
    `notations` are texts that were seen in an MQRFH2, with the destinations that they stand for;
    `answers` are the replies to a message, by its serial. `runs` are the channels that were started,
    `decided` the rules by which one has decided on a message, `hops` the transmission queues that one has
    brought a message to, each with the remote queue that it is meant for there.
    `twins` are looks of reports about undelayed messages, by kind and options (see the module of that name);
    `patterns` are formats of such messages and reports (see the module `formats`).

    `variables` are the enforcement variables by queue manager, `taken_before` the puts (queue manager,
    call, Expiry) that were accepted without one, `rejected` the latest put by reply-to queue that was
    refused for its life. `bridges` are the queues that the IMS bridge reads.
    `labels` gives the messages of a label, a publication before its copies (`copies`, by publication).
    `former` names the subscriptions that ended; `retained` the publications that may be the retained
    one of a topic, by `queue manager:topic string`; `neighbours` who is next in the hierarchy, `left` the
    subscriptions that ended in one, `rerouted` when a way through one was last made or cut (ms).
    `perished` counts, by the queue that each was first for, the messages that may have expired; `recalled`
    are those got before they were due. `counted` are the messages that have come if a depth is right, and
    only then, with the statuses that they have if it counts what is staged; on a real clock alone.
    `in_hand` tells of the looks that have not found a waiting message since one found it (`between_queues`).
    `passed` are those known to have expired as a look has passed them, with the rules by which it discards
    them, where a get that would have returned them is not all (EX-13, EX-16). `backouts` counts those of
    gets.
    `confirmable` are those without a delay that ask for a COD and that a browse has shown, or a get in a unit
    of work: whether, and when, that is a delivery no document here says.
    `overriding` tells whether priorities of destinations count, by API and kind of destination;
    `own_defaults` whether a name that leads on has defaults of its own, by kind of its definition;
    `opened_early` whether what a producer's destination led to at its creation counts, where that is known.
    `tampered` are the staging queues of which nothing more can be said (see the module `tampering`).
    """

    clock: ClockKind
    profile: Profile
    previous: int
    queue_managers: "Map[str, QueueManager]" = Map()
    definitions: "Map[str, Definition]" = Map()
    queues: "Map[str, Queue]" = Map()
    channels: frozenset[str] = frozenset()
    authorities: frozenset[tuple[str, str]] = frozenset()
    sessions: "Map[str, Session]" = Map()
    connections: "Map[str, str]" = Map()
    producers: "Map[str, Producer]" = Map()
    units: "Map[str, UnitOfWork]" = Map()
    cursors: "Map[tuple[str, str], Cursor]" = Map()
    locks: "Map[int, str]" = Map()
    messages: "Map[int, Message]" = Map()
    beliefs: "Map[int, Belief]" = Map()
    known: "Map[int, Known]" = Map()
    children: "Map[int, tuple[int, ...]]" = Map()
    labels: "Map[str, tuple[int, ...]]" = Map()
    ids: "Map[str, int]" = Map()
    notations: "Map[str, Destination]" = Map()
    answers: "Map[int, tuple[int, ...]]" = Map()
    agenda: Agenda | None = None
    overdue: "Map[int, None]" = Map()
    resting: "Map[str, Resting]" = Map()
    unsettled: "Map[int, None]" = Map()
    twins: "Map[tuple[Kind, int], Look]" = Map()
    patterns: "Map[Pattern, frozenset[str]]" = Map()
    next_serial: int = 1
    variables: "Map[str, Variable]" = Map()
    taken_before: "Map[tuple[str, str, int], None]" = Map()
    rejected: "Map[str, int]" = Map()
    bridges: frozenset[str] = frozenset()
    topics: "Map[str, Topic]" = Map()
    subscriptions: "Map[str, Subscription]" = Map()
    former: "Map[str, Subscriber]" = Map()
    copies: "Map[int, tuple[int, ...]]" = Map()
    collectives: "Map[tuple[int, Kind], Collective]" = Map()
    retained: "Map[str, tuple[int, ...]]" = Map()
    neighbours: "Map[str, tuple[str, ...]]" = Map()
    left: "Map[str, Subscription]" = Map()
    rerouted: int = 0
    senders: "Map[str, ChannelAttributes]" = Map()
    receivers: "Map[tuple[str, str], ChannelAttributes]" = Map()
    policies: "Map[str, Policy]" = Map()
    runs: "Map[str, Run]" = Map()
    decided: "Map[int, tuple[str, ...]]" = Map()
    hops: "Map[int, tuple[tuple[str, str], ...]]" = Map()
    perished: "Map[str, int]" = Map()
    recalled: "Map[int, None]" = Map()
    counted: "Map[int, tuple[Staged, ...]]" = Map()
    in_hand: "Map[int, Missed]" = Map()
    passed: "Map[int, tuple[str, ...]]" = Map()
    confirmable: "Map[int, None]" = Map()
    backouts: "Map[int, int]" = Map()
    overriding: "Map[tuple[str, str], Answer]" = Map()
    own_defaults: "Map[str, Answer]" = Map()
    opened_early: Answer | None = None
    tampered: frozenset[str] = frozenset()
