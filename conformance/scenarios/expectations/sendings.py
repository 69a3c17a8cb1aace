"""What a script knows of its messages: where each was sent, when it is due and over, and how it is told.

What a real clock can tell. A lower bound is strict and is counted from before the call of the send: a
message that a call returned which *ended* before send-begun + delay came too early. A call that ended
later can neither prove nor disprove it: undecided, the machine was too slow. There is no upper bound:
what has not come yet is late, undecided, never wrong. That a message has expired counts only where the
call began after send-ended + life, and, before a message found is held against anybody, a second later
still, or a few (`lives`). On a virtual clock all of this is exact.
"""

import re
from collections.abc import Iterable
from enum import Enum
from typing import Any, Final, NamedTuple

from msgspec import UNSET

from mqtck.conformance.scenarios.scripts import Handle, Record
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.constants import Feedback, MessageType
from mqtck.reference.vocabulary.messages import SeenMessage, label_in
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.traces import Step

TENTH: Final = 100
"""Ms in a tenth of a second, the unit of Expiry."""

EXPIRY_TOLERANCE: Final = 1000
"""Ms: expiry is approximate (EX-09, DD-81)."""

ROUNDING: Final = {ClockKind.VIRTUAL: 0, ClockKind.REAL: 1}
"""Ms by which two readings of one clock may differ, as one may be rounded and the other cut."""


class Fate(Enum):
    """What the script has seen become of a message."""

    OPEN = "open"
    TAKEN = "taken"
    NEVER_SENT = "never sent"
    GONE = "gone"


class Sending(NamedTuple):
    """A message of the script; `queue` is where it was sent to, a queue or a `topic_place`.

    `delay` and `life` are in ms, as its producer had them when it was sent; `sent_at` and `committed_at` are
    ms by the script's own reckoning.
    """

    label: str
    queue: str
    send: Handle
    delay: int = 0
    life: int | None = None
    unit: str | None = None
    commit: Handle | None = None
    sent_at: int = 0
    committed_at: int = 0
    fate: Fate = Fate.OPEN


_SENDS: Final = (c.Send, c.MqPut, c.MqPut1)

_ID: Final = re.compile("[0-9a-fA-F]{48}")
"""24 bytes as text."""


def longest_send(record: Record) -> int:
    """Ms that the longest send or put took."""
    steps = record.steps.values()
    return max((duration(step) for step in steps if isinstance(step.command, _SENDS)), default=0)


def since_first_send(record: Record, handle: Handle) -> int:
    """Ms from the beginning of the first send or put to that of this call."""
    began = record.steps[handle].started
    sends = (step.started for step in record.steps.values() if isinstance(step.command, _SENDS))
    return began - min(sends, default=began)


def duration(step: Step) -> int:
    """Ms between the readings before and after a call."""
    return step.ended - step.started


_TOPIC: Final = "topic "


def topic_place(topic: str) -> str:
    """Where a publication goes (`Sending.queue`), as distinct from a queue of the same name."""
    return f"{_TOPIC}{topic}"


def is_publication(sending: Sending) -> bool:
    """Whether it was published, so that there may be several copies of it."""
    return sending.queue.startswith(_TOPIC)


def topic_at(place: str) -> str:
    """The topic of such a place; of a queue its name."""
    return place.removeprefix(_TOPIC)


class Phase(Enum):
    """Where a message stands by the script's own reckoning of time."""

    UNCOMMITTED = "uncommitted"
    DELAYED = "delayed"
    DUE = "due"
    EXPIRED = "expired"
    TAKEN = "taken"
    NEVER_SENT = "never sent"
    GONE = "gone"


class Waiting(NamedTuple):
    """A message that may be found somewhere."""

    sending: Sending
    phase: Phase


def _committed(record: Record, sending: Sending) -> bool:
    """Whether it was sent, and its commit made: that is left out behind a call that was refused."""
    made = sending.commit is None or sending.commit in record.steps
    return sending.unit is None and sending.send in record.steps and made


def due_after(record: Record, sending: Sending) -> int | None:
    """The reading before which the message cannot have been due; None while it is not committed."""
    if not _committed(record, sending):
        return None
    earliest = record.steps[sending.send].started + sending.delay
    if sending.commit is None:
        return earliest
    return max(earliest, record.steps[sending.commit].started)


def due_by(record: Record, sending: Sending) -> int | None:
    """The reading by which the message was due at the latest; None while it is not committed."""
    if not _committed(record, sending):
        return None
    latest = record.steps[sending.send].ended + sending.delay
    if sending.commit is None:
        return latest
    return max(latest, record.steps[sending.commit].ended)


def perhaps_over(record: Record, handle: Handle, sending: Sending) -> bool:
    """Whether on a real clock, where calls take time, a life may be over by the end of this step (EX-09)."""
    if record.clock is not ClockKind.REAL or sending.life is None or sending.send not in record.steps:
        return False
    end = record.steps[sending.send].started + sending.life - EXPIRY_TOLERANCE
    return record.steps[handle].ended >= end


def expired_from(record: Record, sending: Sending) -> int | None:
    """The reading from which the message is certainly past its life; None where it has no end, or no send."""
    if sending.life is None or sending.send not in record.steps:
        return None
    return record.steps[sending.send].ended + sending.life


def label_of(record: Record, message: SeenMessage, sendings: Iterable[Sending]) -> str | None:
    """The label of a message: from its body or, where that is not shown, by the id of its send."""
    if message.body is not UNSET:
        return label_in(message.body, {sending.label for sending in sendings})
    seen = id_bytes(message.header.message_id) or id_bytes(message.descriptor.message_id)
    for sending in sendings:
        sent = record.steps.get(sending.send)
        if seen and sent is not None and isinstance(sent.outcome, o.Sent) and seen == sent_id(sent.outcome):
            return sending.label
    return None


def is_report(message: SeenMessage) -> bool:
    """Whether its feedback says so, or else its type; its data may be those of another message."""
    descriptor = message.descriptor
    if descriptor.feedback is not UNSET:
        return descriptor.feedback != Feedback.NONE
    return descriptor.message_type is not UNSET and descriptor.message_type == MessageType.REPORT


def sent_id(sent: o.Sent) -> str | None:
    """The message id that the sender was given, in lower-case hexadecimal; None where it is not shown."""
    return id_bytes(sent.header.message_id) or id_bytes(sent.descriptor.message_id)


def id_bytes(shown_id: Any) -> str | None:
    """An id as lower-case hexadecimal digits, with or without "ID:" in front; None for none."""
    if not isinstance(shown_id, str) or not shown_id:
        return None
    return shown_id.removeprefix("ID:").lower()


def correlated_by(message: SeenMessage) -> str | None:
    """The id by which a report is correlated; None where that does not show.

    Of a report with data a client may show, as JMSCorrelationID, the text in the MQRFH2 among them, which is
    that of the message that it is about (HM-46): it tells nothing of the report.
    """
    shown = message.header.correlation_id
    is_id = isinstance(shown, str) and (shown.startswith("ID:") or _ID.fullmatch(shown))
    return id_bytes(message.descriptor.correlation_id) or (id_bytes(shown) if is_id else None)
