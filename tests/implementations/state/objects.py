"""Messages, queues, units of work: the things that the queue manager moves about.

A message is a frozen value; its place on a queue is an `Entry`, which changes. Times are milliseconds
of the virtual clock, `expiry` is in tenths of a second as in MQMD.
"""

from bisect import bisect_left, insort
from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

import msgspec

from implementations.state.written_headers import WrittenHeader
from mqtck.reference.vocabulary.commands import DeliverySequence, QueueAttributes
from mqtck.reference.vocabulary.constants import MessageType, ReasonCode
from mqtck.reference.vocabulary.messages import TransmissionHeader
from mqtck.reference.vocabulary.publications import Durability

NO_ID = "0" * 48
LENGTH_OF_DELAY_HEADER = 236


class Origin(Enum):
    """Who made a message: it decides which headers it has."""

    JMS = "JMS"
    MQI = "MQI"
    REPORT = "report"
    TRIGGER = "trigger"


class AsQueue(Enum):
    """What the sender left to the queue definition (DD-77, DD-78)."""

    PERSISTENCE = "persistence"
    PRIORITY = "priority"


class DeadLetter(msgspec.Struct, frozen=True, gc=False):
    """The dead-letter header."""

    reason: int
    destination: str


class Route(msgspec.Struct, frozen=True, gc=False):
    """The transmission header: where a message on a transmission queue goes."""

    queue: str
    queue_manager: str


class Publication:
    """What the copies of one publication have in common, wherever they are.

    `known` names the subscriptions that there were anywhere when it was published; `reported` holds what
    its staged copies have been reported for (feedback 0: an exception).
    """

    def __init__(self, topic_string: str, known: frozenset[str]) -> None:
        self.topic_string = topic_string
        self.known = known
        self.reported: set[int] = set()


class Subscription:
    """A subscription; `queue` names the queue to which it delivers, `consumer` is the session that reads.

    A managed queue belongs to its subscription and goes with it.
    """

    def __init__(self, name: str, topic_string: str, durability: Durability, place: "Place") -> None:
        self.name = name
        self.topic_string = topic_string
        self.durability = durability
        self.queue_manager = place.queue_manager
        self.queue = place.queue
        self.managed = place.managed is Managed.MANAGED
        self.consumer: object | None = None
        self.ended = False


class Managed(Enum):
    """Whether a subscription has a queue of its own."""

    MANAGED = "managed"
    PROVIDED = "provided"


class Place(msgspec.Struct, frozen=True):
    """Where a subscription delivers to."""

    queue_manager: str
    queue: str
    managed: Managed


class Proxy(msgspec.Struct, frozen=True):
    """A proxy subscription for a neighbour in the hierarchy; `queue` leads there."""

    neighbour: str
    topic_string: str
    queue: str


Tie = Subscription | Proxy
"""What a publication is matched with."""


class Message(msgspec.Struct, frozen=True):
    """What an application, the processor or a report puts.

    `put_at` is the start of the life, `end_of_life` its end (None: unlimited). `timestamp`, `expiration`
    and `delivery_time` are what the sender of a JMS message sees, `header` is the MQRFH2 (None: there is
    none), `own_header` an MQXQH of the application, `quoted` the MQRFH2 that a report repeats. Reports go to
    the queue `reply_to` of `reply_to_manager`, whatever the descriptor says of it. `protection` names the
    policies of the layers of AMS, the outermost first; `first_policy` stays when they are taken off.
    """

    body: str
    message_id: str
    correlation_id: str
    expiry: int
    put_at: int
    end_of_life: int | None
    persistence: int
    priority: int
    origin: Origin
    report: int = 0
    message_type: int = MessageType.DATAGRAM
    feedback: int = 0
    reply_to: str = ""
    reply_to_manager: str = ""
    reply_manager_field: str = ""
    timestamp: int | None = None
    expiration: int | None = None
    delivery_time: int = 0
    dead_letter: DeadLetter | None = None
    route: Route | None = None
    delay: "Delay | None" = None
    publication: Publication | None = None
    header: WrittenHeader | None = None
    own_header: TransmissionHeader | None = None
    ims_flags: int = 0
    protection: tuple[str, ...] = ()
    first_policy: str = ""
    quoted: WrittenHeader | None = None


class Delay(msgspec.Struct, frozen=True):
    """The delay header: the message as sent, where it goes, and when.

    `resolved` is the queue to which the name led at send, `instance` the queue manager that was chosen
    then for a clustered one, `remote` the definition of a remote one; `number` is that of the send. A copy
    of a publication is for a `tie`; `ties` are those of a publication that is staged as one.
    """

    original: Message
    target: str
    resolved: str
    sent: int
    milliseconds: int
    due: int
    user: str | None = None
    as_queue: frozenset[AsQueue] = frozenset()
    instance: str | None = None
    tie: Tie | None = None
    ties: tuple[Tie, ...] = ()
    number: int | None = None
    remote: "RemoteQueue | None" = None


class Position(NamedTuple):
    """Where a message comes to stand on a queue: its lane, and its number if it has one of its own."""

    lane: int = 1
    number: int | None = None


class Entry:
    """A message on a queue. Available when nobody's unit of work holds it, and it is not about to go.

    `leaving` says that it was found expired: it is no longer got, and counts until it is discarded.
    `failed_with` is why the target did not take a staged message whose disposal failed as well.
    """

    __slots__ = ("failed_with", "getter", "key", "leaving", "message", "on_queue", "putter")

    def __init__(self, message: Message, key: tuple[int, int, int]) -> None:
        self.message = message
        self.key = key
        self.putter: UnitOfWork | None = None
        self.getter: UnitOfWork | None = None
        self.on_queue = True
        self.leaving = False
        self.failed_with: ReasonCode | None = None

    @property
    def available(self) -> bool:
        return self.on_queue and not self.leaving and self.putter is None and self.getter is None


class LocalQueue:
    """A local queue in delivery order: by priority or first in first out."""

    def __init__(self, name: str, attributes: QueueAttributes) -> None:
        self.name = name
        self.attributes = attributes
        self.entries: list[Entry] = []
        self.held_for_gets = 0
        self.triggered = False

    def key(self, message: Message, lane: int, sequence: int) -> tuple[int, int, int]:
        """The place in delivery order; a lower lane goes ahead within a priority."""
        if self.attributes.delivery_sequence is DeliverySequence.PRIORITY:
            return (-message.priority, lane, sequence)
        return (0, lane, sequence)

    def insert(self, entry: Entry) -> None:
        insort(self.entries, entry, key=_key)
        entry.on_queue = True

    def remove(self, entry: Entry) -> None:
        if entry.on_queue:
            del self.entries[bisect_left(self.entries, entry.key, key=_key)]
            entry.on_queue = False
            if entry.getter is not None:
                self.held_for_gets -= 1

    def move(self, entry: Entry, key: tuple[int, int, int]) -> None:
        self.remove(entry)
        entry.key = key
        self.insert(entry)

    def hold(self, entry: Entry, getter: "UnitOfWork") -> None:
        entry.getter = getter
        self.held_for_gets += 1

    def give_back(self, entry: Entry) -> None:
        if entry.on_queue:
            self.held_for_gets -= 1
        entry.getter = None


def _key(entry: Entry) -> tuple[int, int, int]:
    return entry.key


class AliasQueue:
    def __init__(self, name: str, target: str) -> None:
        self.name = name
        self.target = target


class RemoteQueue:
    def __init__(self, name: str, route: Route, transmission_queue: str) -> None:
        self.name = name
        self.route = route
        self.transmission_queue = transmission_queue


class CallRefusedError(Exception):
    """A call that fails in an orderly way; None where the documents know no reason."""

    def __init__(self, reason: int | None, text: str = "") -> None:
        super().__init__(reason, text)
        self.reason = reason
        self.text = text


class CommitRefusedError(Exception):
    """A unit of work that could not be committed; it has been rolled back."""

    def __init__(self, reason: ReasonCode) -> None:
        super().__init__(reason)
        self.reason = reason


class UnitOfWork:
    """What happens at commit, what at rollback, and what is asked before a commit."""

    def __init__(self) -> None:
        self.checks: list[Callable[[], ReasonCode | None]] = []
        self.at_commit: list[Callable[[], None]] = []
        self.at_rollback: list[Callable[[], None]] = []
        self.awaiting_staging = 0

    def commit(self) -> None:
        """Raises CommitRefusedError, after a rollback, where a check objects."""
        for check in self.checks:
            reason = check()
            if reason is not None:
                self.rollback()
                raise CommitRefusedError(reason)
        for action in self._end(self.at_commit):
            action()

    def rollback(self) -> None:
        for action in reversed(self._end(self.at_rollback)):
            action()

    def _end(self, actions: list[Callable[[], None]]) -> list[Callable[[], None]]:
        chosen = list(actions)
        self.checks.clear()
        self.at_commit.clear()
        self.at_rollback.clear()
        self.awaiting_staging = 0
        return chosen


class Handle:
    """A connection's open queue: browse cursor, the message under it, and the lock."""

    __slots__ = ("cursor", "locked", "under")

    def __init__(self) -> None:
        self.cursor: tuple[int, int, int] | None = None
        self.under: Entry | None = None
        self.locked: Entry | None = None
