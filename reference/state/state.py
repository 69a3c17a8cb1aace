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
from msgspec.structs import replace

from mqtck.reference.chapters.delay_processor import Processor
from mqtck.reference.chapters.destination_uris import Destination
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
from .statuses import Belief, OnQueue, Staged
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

    What was put before its last start has a serial number below `recovered`.
    `why` holds the rules by which the delivery delay processor runs, or does not, since `since`;
    `dead_letter_queues` are those that DEADQ has named before.
    """

    version: Version
    running: bool = True
    dead_letter_queue: str | None = None
    started: int | None = None
    recovered: int = 0
    processor_failed: int | None = None
    platform: Platform = Platform.MULTIPLATFORMS
    queue_sharing_group: str | None = None
    clusters: frozenset[str] = frozenset()
    processor: Processor = Processor.STARTED
    why: tuple[str, ...] = ()
    since: int = 0
    operation_mode: OperationMode | None = None
    dead_letter_queues: frozenset[str] = frozenset()

    def dead_lettering_to(self, queue: str | None) -> "QueueManager":
        """The queue manager with DEADQ set; what was dead-lettered before stays where it is."""
        named = self.dead_letter_queue
        before = self.dead_letter_queues if named is None else self.dead_letter_queues | {named}
        return replace(self, dead_letter_queue=queue, dead_letter_queues=before)


class Room(NamedTuple):
    """For how many messages a queue has room, counted up to what matters (`resting`).

    `sure`: certainly; `beside_one`: beside a message that is perhaps there; `most`: at most.
    """

    sure: int
    beside_one: int
    most: int


class Resting(NamedTuple):
    """The messages that are laid aside as long as these are the rooms of the queues that they may come to.

    Of reports: the names of the queues that have little room.
    """

    rooms: tuple[Room | str, ...]
    serials: "Map[int, None]"


class LooksInVain(NamedTuple):
    """So many looks have not found a message where it waits; the last that counts was at `latest` (ms)."""

    latest: int
    looks: int


# --- the state -------------------------------------------------------------------------------------


class State(msgspec.Struct, frozen=True, gc=False):
    """All that is known. Queues are known by their keys (`queue_keys`), messages by their serials."""

    clock: ClockKind
    profile: Profile
    previous: int
    """The latest reading (ms) of the command before."""

    slow: int = 0
    """Ms: so much later internal work may be, as a call that waits for nothing took so long (`slowness`)."""

    # What is defined.

    queue_managers: "Map[str, QueueManager]" = Map()
    definitions: "Map[str, Definition]" = Map()
    redirected: "Map[str, int]" = Map()
    """The names that have led elsewhere before, with the serial of the first message sent after that."""

    presumed: frozenset[str] = frozenset()
    """The dead-letter queues of the usual name that nobody has defined or named, as if they were there."""

    by_itself: Answer = Answer.UNSURE
    """Whether a queue manager has a dead-letter queue of the usual name that nobody has defined."""

    authorities: frozenset[tuple[str, str]] = frozenset()
    """Users, and the queues to which they may put."""

    perhaps_gone: frozenset[tuple[str, str]] = frozenset()
    """Of these, the ones for a name that has been deleted since: they may have gone with it."""

    variables: "Map[str, Variable]" = Map()
    """The enforcement variables, by queue manager."""

    bridges: frozenset[str] = frozenset()
    """The queues that the IMS bridge reads."""

    channels: frozenset[str] = frozenset()
    """The transmission queues whose channel is started and not stopped."""

    senders: "Map[str, ChannelAttributes]" = Map()
    receivers: "Map[tuple[str, str], ChannelAttributes]" = Map()
    policies: "Map[str, Policy]" = Map()
    topics: "Map[str, Topic]" = Map()
    subscriptions: "Map[str, Subscription]" = Map()
    former: "Map[str, Subscriber]" = Map()
    """The subscriptions that have ended."""

    neighbours: "Map[str, tuple[str, ...]]" = Map()
    """Who is next to a queue manager in a hierarchy."""

    left: "Map[str, Subscription]" = Map()
    """The subscriptions that have ended in a hierarchy."""

    rerouted: int = 0
    """When (ms) a way through a hierarchy was last made or cut."""

    # What clients hold.

    sessions: "Map[str, Session]" = Map()
    connections: "Map[str, str]" = Map()
    """The MQI connections that were opened, with their queue managers."""

    producers: "Map[str, Producer]" = Map()
    units: "Map[str, UnitOfWork]" = Map()
    cursors: "Map[tuple[str, str], Cursor]" = Map()
    locks: "Map[int, str]" = Map()
    """The locked messages, with the unit of work of whoever has locked each."""

    # Messages, and what is known of them.

    queues: "Map[str, Queue]" = Map()
    messages: "Map[int, Message]" = Map()
    beliefs: "Map[int, Belief]" = Map()
    known: "Map[int, Known]" = Map()
    next_serial: int = 1
    children: "Map[int, tuple[int, ...]]" = Map()
    """What the queue manager makes about a message: reports, replies of the IMS bridge, copies elsewhere."""

    activities_asked: "Map[int, None]" = Map()
    """The messages about which each activity may be reported (MQRO_ACTIVITY)."""

    labels: "Map[str, tuple[int, ...]]" = Map()
    """The messages of a label: a publication comes before its copies."""

    copies: "Map[int, tuple[int, ...]]" = Map()
    """The copies of a publication."""

    collectives: "Map[tuple[int, Kind], Collective]" = Map()
    """What stands for all copies of a publication, by the kind of report that is about any of them."""

    retained: "Map[str, tuple[int, ...]]" = Map()
    """The publications that may be the retained one of a topic, by `queue manager:topic string`."""

    ids: "Map[str, int]" = Map()
    staged_ids: "Map[str, int]" = Map()
    """The message ids of their own that staged copies have shown, but for those of publications."""

    notations: "Map[str, Destination]" = Map()
    """Texts that were seen in an MQRFH2, with the destinations that they stand for."""

    replies: "Map[int, tuple[int, ...]]" = Map()
    """The messages that an application sent in answer to one."""

    # What internal work is still to be done.

    agenda: Agenda | None = None
    overdue: "Map[int, None]" = Map()
    """The messages whose internal work may be done at any time."""

    resting: "Map[str, Resting]" = Map()
    """Those for which that would change nothing, by the queue that they are for."""

    unsettled: "Map[int, None]" = Map()
    """Those whose belief depends on the definitions that are in force."""

    # What channels have done.

    runs: "Map[str, Run]" = Map()
    """The channels that were ever started, by transmission queue."""

    decided: "Map[int, tuple[str, ...]]" = Map()
    """The rules by which a channel has decided on a message."""

    hops: "Map[int, tuple[tuple[str, str], ...]]" = Map()
    """The transmission queues that channels have brought a message to, and where it goes on from each."""

    # What was seen, and counts for what is seen later.

    twins: "Map[tuple[Kind, int], Look]" = Map()
    """Looks of reports about undelayed messages, by kind and options (see the module of that name)."""

    patterns: "Map[Pattern, frozenset[str]]" = Map()
    """Formats of such messages and reports (see the module `formats`)."""

    taken_before: "Map[tuple[str, str, int], None]" = Map()
    """The puts (queue manager, call, Expiry) that were accepted without an enforcement variable."""

    rejected: "Map[str, int]" = Map()
    """The latest put that was refused for its life, by reply-to queue."""

    perished: "Map[str, int]" = Map()
    """How many messages may have expired, by the queue that each was first for."""

    recalled: "Map[int, None]" = Map()
    """The messages that were got before they were due."""

    counted: "Map[int, tuple[Staged, ...]]" = Map()
    """On a real clock, the messages of which a depth alone tells that they have come.

    Each with the statuses that it has if that depth was wrong, and counted it though it was staged.
    """

    in_hand: "Map[int, LooksInVain]" = Map()
    """The looks that have not found a waiting message since one has found it (`between_queues`)."""

    passed: "Map[int, tuple[str, ...]]" = Map()
    """The messages that a look has not shown, and so found expired, with the rules by which it discards them.

    Left out where it was a get that would have returned the message (EX-12).
    """

    backouts: "Map[int, int]" = Map()
    """How many times a get of the message was backed out."""

    confirmable: "Map[int, int]" = Map()
    """How many times a browse has shown, or a get in a unit of work has got, a message that asks for a COD.

    Whether the one is a delivery, without a delay, and when the other is one, no document here says.
    """

    made_at_once: "Map[int, tuple[OnQueue, ...]]" = Map()
    """Where confirmations may be that were made before the commit of what they confirm, by their subject."""

    tampered: frozenset[str] = frozenset()
    """The staging queues of which nothing more can be said (see the module `tampering`)."""

    # How an implementation does what is left open; empty as long as nothing has shown it.

    overriding: "Map[tuple[str, str], Answer]" = Map()
    """Whether the priority of a destination counts, by API and kind of destination."""

    own_defaults: "Map[str, Answer]" = Map()
    """Whether a name that leads on has defaults of its own, by the kind of its definition."""

    opened_early: Answer | None = None
    """Whether what a producer's destination led to at its creation counts."""
