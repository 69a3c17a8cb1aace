"""Text "Undelivered messages for AMS on z/OS": what a channel does with what it cannot deliver.

Three tables: `at_sender` (AM-02 to AM-04, AM-09 to AM-11, AM-24, AM-27, AM-28), `at_receiver` (AM-23,
AM-27, AM-28 and, where the dead-letter queue does not take the message, AM-09 and AM-10), and
`protection` for the put to the dead-letter queue (AM-05 to AM-08, AM-12 to AM-22). What they are asked
stands in `channel_decisions`, what follows for a whole batch in `channels.batches`. Where the text applies:
AM-01, `intercepted`. Left out: dead-letter handlers, which are applications (AM-25).

This cascade is not that of the delivery delay processor (`failure_to_put`; X-51): there the report options
decide and persistence comes last, here persistence and NPMSPEED decide and nobody asks the report options.
What the processor itself dead-letters falls under none of these rules (X-50).

Silent points, and what is accepted: a value of USEDLQ other than YES (AM-04: in retry, or discarded) where
there is a dead-letter queue, for without one AM-27 and AM-28 speak of every channel; no dead-letter
queue and NPMSPEED(NORMAL) for a non-persistent message (AM-09 against AM-28: either); what a
receiver does that does not dead-letter (AM-23 says "generally": in retry, or discarded); whether a
dead-letter queue is defined that DEADQ names and that is not there (AM-28 against AM-11 and AM-23); a
dead-letter queue's policy without toleration anywhere but at the receiver of AM-21 (AM-16 against AM-20:
protected by it, or the put fails; never in clear); a sender that has left the protection on (its own
bullet speaks of a message got and unprotected: AM-24's "generally" is all that binds, except that what is
persistent is never discarded because a dead-letter queue does not take it, AM-10); reasons in the
dead-letter header; exception reports; which length counts as too big, and whether the receiver's limit
does; whether the channel goes on behind a bad header where no dead-letter queue is defined.
"""

from enum import Enum
from typing import Final, NamedTuple, TypeVar

from mqtck.reference.state.channels import Policy
from mqtck.reference.state.state import QueueManager
from mqtck.reference.vocabulary.channels import (
    ChannelProtection,
    InitiatorPermission,
    NonPersistentSpeed,
    Toleration,
    UseDeadLetterQueue,
)
from mqtck.reference.vocabulary.profile import Platform, Version

from .failure_to_put import MessagePersistence

FIRST_VERSION: Final = Version(9, 1, 3)
"""Interception between servers came with it (AM-01)."""

GOES_ON: Final = frozenset({"AM-11", "AM-28"})
"""The rules by which a channel runs on behind what it has discarded."""


def intercepted(manager: QueueManager) -> bool:
    """AM-01: the text is about queue managers on z/OS from 9.1.3 on; a tester's channels use interception."""
    return manager.platform is Platform.ZOS and manager.version >= FIRST_VERSION


class DeadLetter(Enum):
    """The dead-letter queue at this end of the channel."""

    NOT_DEFINED = "not defined"
    FAILS = "does not take the message"
    TAKES = "takes the message"


class Fate(Enum):
    """What becomes of the message; backed out means with its batch, and the channel in retry."""

    DELIVERED = "delivered"
    DEAD_LETTERED = "dead-lettered"
    BACKED_OUT = "backed out"
    DISCARDED = "discarded"


class Row(NamedTuple):
    """The fates that are accepted, the preferred one first, and the rules, the most telling one first."""

    fates: tuple[Fate, ...]
    rules: tuple[str, ...]


Fates = tuple[Fate, ...]
_TO_QUEUE: Final[Fates] = (Fate.DEAD_LETTERED,)
_BACK: Final[Fates] = (Fate.BACKED_OUT,)
_AWAY: Final[Fates] = (Fate.DISCARDED,)
_BACK_OR_AWAY: Final[Fates] = (Fate.BACKED_OUT, Fate.DISCARDED)
_AWAY_OR_BACK: Final[Fates] = (Fate.DISCARDED, Fate.BACKED_OUT)
_TO_QUEUE_OR_BACK: Final[Fates] = (Fate.DEAD_LETTERED, Fate.BACKED_OUT)
_ANY: Final[Fates] = (Fate.DEAD_LETTERED, Fate.BACKED_OUT, Fate.DISCARDED)

Rules = tuple[str, ...]
Outcome = TypeVar("Outcome")
Table = tuple[tuple[tuple[object, ...], Outcome, Rules], ...]
"""The factors of a case (None: whatever it is), what follows, the rules; the first case that fits counts."""

ANY: Final = None
NO, YES = UseDeadLetterQueue.NO, UseDeadLetterQueue.YES
NORMAL, FAST = NonPersistentSpeed.NORMAL, NonPersistentSpeed.FAST
REMOVE: Final = ChannelProtection.REMOVE
NONE, FAILS, TAKES = DeadLetter.NOT_DEFINED, DeadLetter.FAILS, DeadLetter.TAKES
PERSISTENT, NOT_PERSISTENT = MessagePersistence.PERSISTENT, MessagePersistence.NOT_PERSISTENT

# fmt: off
AT_SENDER: Final[Table[Fates]] = (
    # USEDLQ SPLPROT dead-letter NPMSPEED persistence
    ((NO,    ANY,    NONE,       ANY,     PERSISTENT),     _BACK,         ("AM-27",)),
    ((NO,    ANY,    NONE,       FAST,    NOT_PERSISTENT), _AWAY,         ("AM-28",)),
    ((NO,    ANY,    ANY,        ANY,     ANY),            _BACK_OR_AWAY, ("AM-04",)),
    ((YES,   ANY,    NONE,       ANY,     PERSISTENT),     _BACK,         ("AM-27", "AM-10")),
    ((YES,   ANY,    NONE,       FAST,    NOT_PERSISTENT), _AWAY,         ("AM-28", "AM-11")),
    ((YES,   ANY,    NONE,       NORMAL,  NOT_PERSISTENT), _BACK_OR_AWAY, ("AM-09", "AM-28")),
    ((YES,   REMOVE, TAKES,      ANY,     ANY),            _TO_QUEUE,     ("AM-02", "AM-03")),
    ((YES,   REMOVE, FAILS,      NORMAL,  ANY),            _BACK,         ("AM-09",)),
    ((YES,   REMOVE, FAILS,      FAST,    PERSISTENT),     _BACK,         ("AM-10",)),
    ((YES,   REMOVE, FAILS,      FAST,    NOT_PERSISTENT), _AWAY,         ("AM-11",)),
    ((YES,   ANY,    TAKES,      ANY,     ANY),            _ANY,          ("AM-24",)),
    ((YES,   ANY,    FAILS,      ANY,     PERSISTENT),     _BACK,         ("AM-10", "AM-24")),
    ((YES,   ANY,    FAILS,      ANY,     NOT_PERSISTENT), _BACK_OR_AWAY, ("AM-24",)),
)

AT_RECEIVER: Final[Table[Fates]] = (
    # USEDLQ dead-letter NPMSPEED persistence
    ((NO,    NONE,       ANY,     PERSISTENT),     _BACK,             ("AM-27",)),
    ((NO,    NONE,       FAST,    NOT_PERSISTENT), _AWAY,             ("AM-28",)),
    ((NO,    TAKES,      ANY,     ANY),            _ANY,              ()),
    ((NO,    ANY,        ANY,     ANY),            _BACK_OR_AWAY,     ()),
    ((YES,   NONE,       ANY,     PERSISTENT),     _BACK,             ("AM-27",)),
    ((YES,   NONE,       FAST,    NOT_PERSISTENT), _AWAY,             ("AM-28",)),
    ((YES,   NONE,       NORMAL,  NOT_PERSISTENT), _BACK_OR_AWAY,     ("AM-28",)),
    ((YES,   TAKES,      ANY,     PERSISTENT),     _TO_QUEUE_OR_BACK, ("AM-23",)),
    ((YES,   TAKES,      ANY,     NOT_PERSISTENT), _ANY,              ("AM-23",)),
    ((YES,   FAILS,      NORMAL,  PERSISTENT),     _BACK,             ("AM-09", "AM-10")),
    ((YES,   FAILS,      FAST,    PERSISTENT),     _BACK,             ("AM-10",)),
    ((YES,   FAILS,      NORMAL,  NOT_PERSISTENT), _BACK_OR_AWAY,     ("AM-09",)),
    ((YES,   FAILS,      FAST,    NOT_PERSISTENT), _AWAY_OR_BACK,     ("AM-11",)),
)
# fmt: on


def at_sender(
    use: UseDeadLetterQueue,
    protection: ChannelProtection,
    dead_letter: DeadLetter,
    speed: NonPersistentSpeed,
    persistence: MessagePersistence,
) -> Row:
    """What the sender does with a message that it cannot deliver, say because it is too big (AM-03)."""
    return Row(*_first(AT_SENDER, (use, protection, dead_letter, speed, persistence)))


def at_receiver(
    use: UseDeadLetterQueue,
    dead_letter: DeadLetter,
    speed: NonPersistentSpeed,
    persistence: MessagePersistence,
) -> Row:
    """What a receiver does with a message that its target queue does not take."""
    return Row(*_first(AT_RECEIVER, (use, dead_letter, speed, persistence)))


def _first(table: Table[Outcome], situation: tuple[object, ...]) -> tuple[Outcome, Rules]:
    for cells, outcome, rules in table:
        for cell, factor in zip(cells, situation, strict=True):
            if cell is not ANY and cell is not factor:
                break
        else:
            return outcome, rules
    raise AssertionError(f"the table has no row for {situation}")


# --- protection on the dead-letter queue -------------------------------------------------------------------


class NamedBy(Enum):
    """What DEADQ names: the queue of the system, or one of the administrator's."""

    SYSTEM = "SYSTEM.DEAD.LETTER.QUEUE"
    ADMINISTRATOR = "another queue"


class Found(Enum):
    """The message as it is when it cannot be delivered."""

    PROTECTED = "protected"
    UNPROTECTED = "in clear, since this sender takes protection off"
    NEVER_PROTECTED = "in clear at a receiver, without a policy of the putter and without SPLPROT(ASPOLICY)"
    CLEAR = "in clear otherwise"


class Put(Enum):
    """How the message stands on the dead-letter queue, if it does."""

    AS_IS = "as it is"
    BY_POLICY = "under the policy of the dead-letter queue"
    FAILS = "not at all, the put fails"


class Covering(NamedTuple):
    """The ways that are accepted, the preferred one first, and the rules, the most telling one first."""

    puts: tuple[Put, ...]
    rules: tuple[str, ...]


class PolicyOfName(Enum):
    """The policy of the dead-letter queue's name, by its toleration."""

    NONE = "none"
    TOLERANT = "tolerates unprotected messages"
    STRICT = "does not tolerate them"


Puts = tuple[Put, ...]
_AS_IS: Final[Puts] = (Put.AS_IS,)
_POLICY: Final[Puts] = (Put.BY_POLICY,)
_POLICY_OR_FAIL: Final[Puts] = (Put.BY_POLICY, Put.FAILS)
_FAIL: Final[Puts] = (Put.FAILS,)
_FAIL_OR_POLICY: Final[Puts] = (Put.FAILS, Put.BY_POLICY)
_AS_IS_OR_FAIL: Final[Puts] = (Put.AS_IS, Put.FAILS)

SYSTEM, OURS = NamedBy.SYSTEM, NamedBy.ADMINISTRATOR
PROTECTED, REMOVED, NEVER = Found.PROTECTED, Found.UNPROTECTED, Found.NEVER_PROTECTED
NO_POLICY, TOLERANT, STRICT = PolicyOfName
BARRED: Final = InitiatorPermission.NOT_PERMITTED

# fmt: off
PROTECTION: Final[Table[Puts]] = (
    # DEADQ   message    policy     initiator
    ((SYSTEM, PROTECTED, NO_POLICY, ANY),    _AS_IS,          ("AM-12",)),
    ((SYSTEM, PROTECTED, ANY,       ANY),    _AS_IS,          ("AM-12", "AM-06")),
    ((SYSTEM, REMOVED,   NO_POLICY, ANY),    _AS_IS,          ("AM-05", "AM-13")),
    ((SYSTEM, REMOVED,   ANY,       ANY),    _AS_IS,          ("AM-06", "AM-05", "AM-13")),
    ((SYSTEM, ANY,       NO_POLICY, ANY),    _AS_IS,          ("AM-13",)),
    ((SYSTEM, ANY,       ANY,       ANY),    _AS_IS,          ("AM-06", "AM-13")),
    ((OURS,   PROTECTED, NO_POLICY, ANY),    _AS_IS,          ("AM-14", "AM-19", "AM-18")),
    ((OURS,   REMOVED,   NO_POLICY, ANY),    _AS_IS,          ("AM-08", "AM-15", "AM-18")),
    ((OURS,   ANY,       NO_POLICY, ANY),    _AS_IS,          ("AM-15", "AM-19", "AM-18")),
    ((OURS,   PROTECTED, ANY,       BARRED), _AS_IS_OR_FAIL,  ("AM-17", "AM-22")),
    ((OURS,   PROTECTED, ANY,       ANY),    _AS_IS,          ("AM-17",)),
    ((OURS,   NEVER,     STRICT,    ANY),    _FAIL,           ("AM-20", "AM-21")),
    ((OURS,   REMOVED,   ANY,       BARRED), _FAIL_OR_POLICY, ("AM-22", "AM-07")),
    ((OURS,   ANY,       ANY,       BARRED), _FAIL_OR_POLICY, ("AM-22", "AM-16")),
    ((OURS,   REMOVED,   STRICT,    ANY),    _POLICY_OR_FAIL, ("AM-07", "AM-20")),
    ((OURS,   ANY,       STRICT,    ANY),    _POLICY_OR_FAIL, ("AM-16", "AM-20")),
    ((OURS,   REMOVED,   TOLERANT,  ANY),    _POLICY,         ("AM-07", "AM-16", "AM-18")),
    ((OURS,   ANY,       TOLERANT,  ANY),    _POLICY,         ("AM-16", "AM-18")),
)
# fmt: on


def protection(named: NamedBy, found: Found, policy: Policy | None) -> Covering:
    """How a channel puts a message to a dead-letter queue, by the policy of its name, if there is one.

    AM-18: of the name in DEADQ, not of the target's or the transmission queue's.
    """
    match policy:
        case None:
            by_name = PolicyOfName.NONE
        case Policy(toleration=Toleration.ON):
            by_name = PolicyOfName.TOLERANT
        case _:
            by_name = PolicyOfName.STRICT
    initiator = None if policy is None else policy.initiator
    return Covering(*_first(PROTECTION, (named, found, by_name, initiator)))
