"""Clients in the state of the model: sessions, producers, units of work, and browse cursors.

Left out: which messages a unit of work holds back, which is a belief (`statuses`).
"""

from typing import NamedTuple

import msgspec
from immutables import Map

from mqtck.reference.vocabulary.commands import Acknowledgement, ProducerApi, QueueAttributes
from mqtck.reference.vocabulary.constants import (
    DEFAULT_DELIVERY_MODE,
    DEFAULT_PRIORITY,
    DeliveryMode,
    ReasonCode,
)
from mqtck.reference.vocabulary.messages import QueueDestination, TopicDestination

from .intervals import Answer


class Session(msgspec.Struct, frozen=True, gc=False):
    queue_manager: str
    acknowledgement: Acknowledgement = Acknowledgement.AUTOMATIC
    user: str | None = None


class Leading(NamedTuple):
    """How a name leads to a queue: by what kind of definition ("" for the queue itself), and to which."""

    kind: str
    attributes: QueueAttributes


class Opened(NamedTuple):
    """What a producer's own destination led to when it was created; the queues as keys, also in a cluster."""

    local: str
    onward: str | None
    way: Leading
    instances: tuple[str, ...] = ()


class Settings(NamedTuple):
    """What the setters of a producer change; the fields have the names that they have there."""

    delay: int
    time_to_live: int
    priority: int
    delivery_mode: DeliveryMode
    hinted: bool
    spoilt: bool


class Producer(msgspec.Struct, frozen=True, gc=False):
    """`hinted` once the hint to leave out ids was given; `spoilt` once a setter was refused (DD-31).

    `otherwise` is what it may hold instead (`unsure_producers`).
    `opened` is what its own destination led to at the creation; `outdated` once that was deleted since, or
    the name defined to lead elsewhere. `renewed` is the name of its session if that was opened again since:
    `session` then names the former one. `delay_last` if the delay was set behind the time to live.
    """

    session: str
    api: ProducerApi
    destination: QueueDestination | None = None
    topic: TopicDestination | None = None
    delay: int = 0
    time_to_live: int = 0
    priority: int = DEFAULT_PRIORITY
    delivery_mode: DeliveryMode = DEFAULT_DELIVERY_MODE
    hinted: bool = False
    spoilt: bool = False
    otherwise: tuple[Settings, ...] = ()
    outdated: bool = False
    opened: Opened | None = None
    renewed: str | None = None
    delay_last: bool = False


class Owed(NamedTuple):
    """A refusal of a send in a unit of work, for its commit where the send did not tell it (DD-38).

    `name` is the queue that was named; None where it is the staging queue that has no room for all.
    """

    reason: ReasonCode
    rules: tuple[str, ...]
    queue_manager: str
    name: str | None
    user: str | None
    length: int


class UnitOfWork(msgspec.Struct, frozen=True, gc=False):
    """The open unit of work of a session or connection: serials put and got in it, in order.

    `doomed` are the rules by which its commit must fail, if the publish did not; `owed` are refusals that
    it owes as long as what was in the way still is. `doubtful` where something may have been in the way of
    a send, or where one was refused: its commit may then fail. `published` are the topics to which something
    was published in it without a delay, `unasked` the queues that its sends may not have asked for room.
    """

    put: tuple[int, ...] = ()
    got: tuple[int, ...] = ()
    doomed: tuple[str, ...] = ()
    owed: tuple[Owed, ...] = ()
    doubtful: bool = False
    published: tuple[str, ...] = ()
    unasked: tuple[str, ...] = ()


class Cursor(msgspec.Struct, frozen=True, gc=False):
    """A browse cursor: what it has shown since it was reset, and the message under it.

    `stands` tells whether it is on that message still: where a browse that finds nothing leaves it is silent.
    """

    shown: "Map[int, None]" = Map()
    under: int | None = None
    stands: Answer = Answer.YES
