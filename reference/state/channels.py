"""The part of the state that channels and AMS add: policies, and what is known of a running channel."""

from typing import TYPE_CHECKING, NamedTuple

import msgspec
from immutables import Map

from mqtck.reference.vocabulary.channels import ChannelAttributes, InitiatorPermission, Toleration

from .intervals import Answer

if TYPE_CHECKING:
    from .state import QueueManager, Resident


class Safeguard(NamedTuple):
    """The AMS protection with which a channel has put a message, and the rules that say so.

    `policy` is the one that it is under, None in clear.
    """

    policy: str | None
    rules: tuple[str, ...] = ()


class Policy(NamedTuple):
    """An AMS policy, known by the key of the queue of its name."""

    toleration: Toleration
    initiator: InitiatorPermission


class Terms(NamedTuple):
    """What a channel may go by: attributes of its ends, DEADQ, policies, as they are or were since a start.

    `senders` are known by the key of the transmission queue, `receivers` by partner and queue manager.
    """

    senders: "Map[str, ChannelAttributes]"
    receivers: "Map[tuple[str, str], ChannelAttributes]"
    queue_managers: "Map[str, QueueManager]"
    policies: "Map[str, Policy]"


class Blockage(NamedTuple):
    """Messages that stop a channel: `answer` whether there are any, `chosen` what the reference says.

    `rules` are those by which they do; `culprits` the serials of those that certainly stop it.
    """

    answer: Answer = Answer.NO
    chosen: bool = False
    rules: tuple[str, ...] = ()
    culprits: frozenset[int] = frozenset()


class Ending(NamedTuple):
    """A message behind which a channel may end, as early as at the reading `since` (ms)."""

    serial: int
    priority: int
    since: int


class Run(msgspec.Struct, frozen=True, gc=False):
    """A sender channel since its last start.

    `waiting` is who was on the transmission queue then. `retrying` tells whether it is in retry,
    `blocked_until` is the last reading at which a message may have stopped it. `gone_on` are the rules
    by which it went on after a message that it discarded; `decided` the messages that rules of this
    chapter have decided last, the newest first; `started` and `stopped` the readings at its last start and
    stop. `going` is unsure once its queue manager has ended, or its queue could not be read: whether a
    channel starts again by itself is in none of the documents. `ending` are messages that it dead-letters, or
    may: that the channel goes on behind one is not written (AM-02).
    """

    terms: tuple[Terms, ...]
    waiting: "Map[int, Resident]"
    blockage: Blockage = Blockage()
    retrying: Answer = Answer.NO
    blocked_until: int = 0
    gone_on: tuple[str, ...] = ()
    decided: tuple[int, ...] = ()
    started: int = 0
    stopped: int = 0
    going: Answer = Answer.YES
    ending: frozenset[Ending] = frozenset()
