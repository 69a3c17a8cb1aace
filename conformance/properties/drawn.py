"""What the stateful properties draw: values of the draws, their strategies, and tables for them.

Delays and lives are few and lie around one another, so that their boundaries are met often.
"""

from enum import Enum
from typing import Any, Final

import msgspec
from hypothesis import strategies as st

from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.constants import DeliveryMode, Report
from mqtck.reference.vocabulary.messages import PresetHeaders, TransmissionHeader

VIRTUAL_DELAYS: Final = (0, 0, 2000, 2000, 5000, 10_000)
_REAL_DELAYS: Final = (0, 1000, 1500)
OFFSETS: Final = (-1, 0, 1, 100, 1000)
"""Ms before or behind an instant at which something ought to change."""

USERS: Final = ("user1", "user2")
MISSING: Final = "MISSING"
"""The name of a queue that is never defined."""

PRESET: Final = PresetHeaders(
    message_id=f"ID:{0xABCDEF:048x}", timestamp=1, delivery_mode=1, priority=1, expiration=1
)


class Change(Enum):
    """What an administrator does, and a session that is opened."""

    SMALL_QUEUE = "define a small queue"
    INHIBIT = "inhibit puts"
    ENABLE = "enable puts"
    NO_ROOM = "allow no message"
    ROOM = "allow many messages"
    SHORT = "allow short messages only"
    DEFAULTS = "persistent and priority 7 by default"
    DEAD_LETTER_QUEUE = "name another dead-letter queue"
    NO_DEAD_LETTER_QUEUE = "name no dead-letter queue"
    ALIAS = "define or retarget an alias"
    RESTART = "restart the queue manager"
    PROCESSOR_FAILURE = "fail the delivery delay processor"
    GRANT = "grant put authority"
    REVOKE = "revoke put authority"
    SESSION = "open a transacted session"
    STAGING_GET_OFF = "inhibit gets from the staging queue"
    STAGING_GET_ON = "enable gets from the staging queue"
    STAGING_PUT_OFF = "inhibit puts to the staging queue"
    STAGING_PUT_TOGGLE = "inhibit puts to the staging queue and enable them"


NEEDED: Final = {
    Change.SMALL_QUEUE: Ability.QUEUE_LIMITS,
    Change.INHIBIT: Ability.PUT_INHIBIT,
    Change.ENABLE: Ability.PUT_INHIBIT,
    Change.NO_ROOM: Ability.QUEUE_LIMITS,
    Change.ROOM: Ability.QUEUE_LIMITS,
    Change.SHORT: Ability.QUEUE_LIMITS,
    Change.DEFAULTS: Ability.QUEUE_DEFAULTS,
    Change.DEAD_LETTER_QUEUE: Ability.DEAD_LETTER_QUEUE,
    Change.NO_DEAD_LETTER_QUEUE: Ability.DEAD_LETTER_QUEUE,
    Change.ALIAS: Ability.ALIAS_QUEUES,
    Change.RESTART: Ability.RESTART,
    Change.PROCESSOR_FAILURE: Ability.PROCESSOR_FAULTS,
    Change.GRANT: Ability.AUTHORITY,
    Change.REVOKE: Ability.AUTHORITY,
    Change.SESSION: Ability.TRANSACTIONS,
    Change.STAGING_GET_OFF: Ability.STAGING_QUEUE,
    Change.STAGING_GET_ON: Ability.STAGING_QUEUE,
    Change.STAGING_PUT_OFF: Ability.STAGING_QUEUE,
    Change.STAGING_PUT_TOGGLE: Ability.STAGING_QUEUE,
}
STAGING_ALTERATIONS: Final = {
    Change.STAGING_GET_OFF: (c.AttributeChanges(get=c.Switch.DISABLED),),
    Change.STAGING_GET_ON: (c.AttributeChanges(get=c.Switch.ENABLED),),
    Change.STAGING_PUT_OFF: (c.AttributeChanges(put=c.Switch.DISABLED),),
    Change.STAGING_PUT_TOGGLE: (
        c.AttributeChanges(put=c.Switch.DISABLED),
        c.AttributeChanges(put=c.Switch.ENABLED),
    ),
}
"""What stops and starts the delivery delay processor on z/OS (DD-89, DD-92 to DD-94)."""
ALTERATIONS: Final = {
    Change.INHIBIT: c.AttributeChanges(put=c.Switch.DISABLED),
    Change.ENABLE: c.AttributeChanges(put=c.Switch.ENABLED),
    Change.NO_ROOM: c.AttributeChanges(max_depth=0),
    Change.ROOM: c.AttributeChanges(max_depth=5000),
    Change.SHORT: c.AttributeChanges(max_message_length=1),
    Change.DEFAULTS: c.AttributeChanges(default_persistence=DeliveryMode.PERSISTENT, default_priority=7),
}


class SendingKind(Enum):
    """What else is particular about a send."""

    PLAIN = "plain"
    GROUPED = "grouped"
    PRESET = "with preset header fields"
    WITHOUT_ID = "with message ids disabled"
    LONG = "long"
    TO_MISSING = "to a queue that is not there"
    AS_DEFINED = "persistence and priority as the queue is defined"
    AS_USER = "as a user who may need authority"
    WITH_TEXT = "with a type and a correlation id of text"
    WITH_BYTES = "with a correlation id of bytes"
    WITH_ID = "with the id of a message as its correlation id"
    OVERRIDDEN = "to a destination that is persistent"


FIELDS: Final[dict[SendingKind, tuple[Ability, dict[str, Any]]]] = {
    SendingKind.WITH_TEXT: (
        Ability.APPLICATION_HEADERS,
        {"jms_type": "a < b & c > d", "correlation_text": "Bestellung für Zoë, Nummer 17"},
    ),
    SendingKind.WITH_BYTES: (Ability.CORRELATION_BYTES, {"correlation_bytes": "00ff80" * 9}),
    SendingKind.WITH_ID: (Ability.JMS, {"correlation_id": f"{0xABCDEF:048x}"}),
}
"""What the application sets on a message of these kinds, and the ability that it takes."""


class Sending(msgspec.Struct, frozen=True):
    """A producer and a send, as drawn; None leaves a setting or a long form of send out."""

    api: c.ProducerApi
    delay: int = 0
    life: int = 0
    life_first: bool = False
    own_life: int | None = None
    mode: DeliveryMode | None = None
    priority: int | None = None
    report: int = 0
    kind: SendingKind = SendingKind.PLAIN


class Doomed(msgspec.Struct, frozen=True):
    """A send whose target is inhibited before the due time; `slots` of a new dead-letter queue, or none."""

    delay: int
    life: int
    mode: DeliveryMode
    report: int
    slots: int | None
    reply_to: str


def delay_on_real_clock(delay: int) -> int:
    """A short delay in place of one that was drawn; one that is short already stays."""
    if delay in _REAL_DELAYS:
        return delay
    return _REAL_DELAYS[VIRTUAL_DELAYS.index(delay) % len(_REAL_DELAYS)]


lives: Final = st.sampled_from(
    (
        *(0, 0, 0, 1500, 1999, 2000, 2001, 4999, 5000, 5001, 9999, 12_000, 20_000),
        *(50, 214_748_364_600, 214_748_364_800, 3_000_000_000),
    )
)
expiries: Final = st.sampled_from((-1, 5, 20, 50, 200, 999_999_999))
extreme_expiries: Final = st.sampled_from((0, 1, 999_999_999, 1_000_000_000))
variables: Final = st.sampled_from((None, None, "True", "False", "0", ""))
"""What AMQ_ENFORCE_MAX_EXPIRY_ERROR is exported as from the beginning, if at all."""

headers: Final = st.builds(
    TransmissionHeader,
    remote_queue=st.just("STOCK"),
    remote_queue_manager=st.just("QM9"),
    expiry=st.sampled_from((-1, 5, 20, 50, 600)),
    length=st.sampled_from((None, None, None, 0, 104, 123, 124)),
)
delays: Final = st.sampled_from(VIRTUAL_DELAYS)
kinds: Final = st.sampled_from(tuple(SendingKind))
modes: Final = st.sampled_from(tuple(DeliveryMode))
syncpoints: Final = st.sampled_from(tuple(c.Syncpoint))
reports: Final = st.sampled_from(
    tuple(
        int(options)
        for options in (
            *(Report.NONE, Report.NONE, Report.DISCARD_MSG, Report.EXPIRATION, Report.EXCEPTION),
            *(Report.EXCEPTION | Report.DISCARD_MSG, Report.EXCEPTION_WITH_FULL_DATA),
            *(Report.EXPIRATION_WITH_FULL_DATA, Report.EXPIRATION | Report.EXCEPTION),
            Report.COA | Report.COD | Report.PAN | Report.NAN | Report.ACTIVITY,
        )
    )
)
sendings: Final = st.builds(
    Sending,
    api=st.sampled_from(tuple(c.ProducerApi)),
    delay=delays,
    life=lives,
    life_first=st.booleans(),
    own_life=st.none() | lives,
    mode=st.none() | modes,
    priority=st.none() | st.integers(0, 9),
    report=reports,
    kind=kinds,
)
doomed_sends: Final = st.builds(
    Doomed,
    delay=st.sampled_from((2000, 5000)),
    life=st.sampled_from((0, 0, 5001, 20_000)),
    mode=modes,
    report=reports,
    slots=st.none() | st.sampled_from((0, 1, 2, 5000)),
    reply_to=st.sampled_from(("R1", "R1", MISSING)),
)
