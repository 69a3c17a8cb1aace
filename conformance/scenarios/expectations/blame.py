"""Which rule is broken by a message that turns up where it should not: its own history tells.

A scenario closes its world with a look that finds nothing, whatever it is about. What is found there after
all is not always its business: a message that was rolled back, or has expired, breaks the rule that speaks
of this, and that rule is blamed. A scenario that is itself about it (`about`) keeps its own rules.

One without a delay that was rolled back breaks DD-41, which takes an ordinary unit of work for granted.

Not told here, and so blamed on the scenario's rules: a message without a delay that was taken already (no
document speaks of it), one that is due (out of turn, or twice on its way), and one that has expired by the
scenario's reckoning but does not show it: there the implementation may have reckoned otherwise, and the
scenario says with what. Of a delayed one it is the delay that was left out.
"""

from typing import Final, NamedTuple

from msgspec import UNSET

from mqtck.conformance.scenarios.scripts import Handle, Record
from mqtck.reference.vocabulary.commands import AlterQueue, Browse, GetMode, MqBackout, MqGet, Rollback
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.messages import SeenMessage
from mqtck.reference.vocabulary.outcomes import Browsed, Done, MessageReturned
from mqtck.reference.vocabulary.queue_attributes import Switch
from mqtck.reference.vocabulary.traces import Step

from .calls import was_refused
from .sendings import Phase, Sending, Waiting, due_after, is_publication, is_report, label_of

HARDLY_ANY: Final = 10
"""Tenths of a life to come that a message may show which its implementation takes for expired (EX-09)."""


class Blame(NamedTuple):
    """The rules to blame, why, and which rules of a scenario speak of the same."""

    rules: tuple[str, ...]
    why: str
    about: frozenset[str] = frozenset()


def _about(*rules: str) -> frozenset[str]:
    return frozenset(rules)


_UNITS: Final = _about(*(f"DD-4{digit}" for digit in range(1, 6)), "X-23", "X-54", "EX-25")
_HOLDING: Final = _about(
    *("DD-01", "DD-03", "DD-04", "DD-05", "DD-06", "DD-12", "DD-45", "DD-69", "DD-95", "DD-117", "DD-118"),
    *("X-31", "X-32", "X-39", "X-45"),
)
_ENDS: Final = _about("EX-17", "EX-18", "EX-34", "EX-41", "EX-25", "X-23")
_LIVES: Final = _about(
    *(f"DD-{number}" for number in range(79, 85)),
    *("EX-23", "EX-25", "HM-14"),
    *("X-05", "X-06", "X-08", "X-11", "X-23", "X-24", "X-45"),
)

# fmt: off
TWICE: Final =       Blame(("DD-10",), "was delivered already", _about("DD-115", "DD-116"))
STAGED: Final =      Blame(("DD-08",), "was sent without a delay", _about("DD-07"))
RECALLED: Final =    Blame(("DD-61",), "was recalled", _about("X-46"))
ROLLED_BACK: Final = Blame(("DD-44",), "was rolled back", _UNITS)
UNDONE_IN_VAIN: Final = Blame(("DD-41",), "was rolled back", _UNITS | {"EX-24"})
UNCOMMITTED: Final = Blame(("DD-43",), "is not committed", _UNITS)
BEFORE_ITS_COMMIT: Final = Blame(("DD-45",), "is not committed", _UNITS)
IN_ITS_OWN_UNIT: Final = Blame(("DD-42",), "is not committed", _UNITS - {"DD-41"})
REFUSED: Final =     Blame(("DD-32",), "was refused", _about("DD-38", "DD-47", "DD-75"))
TOO_EARLY: Final =   Blame(("DD-01",), "is still delayed", _HOLDING)
SHOWN_EARLY: Final = Blame(("DD-06",), "is still delayed", _HOLDING)
SHOWN_TWICE: Final = Blame(("DD-06",), "is shown on the staging queue as well", _HOLDING)
EXPIRED: Final =     Blame(("EX-17",), "has expired", _ENDS)
SHOWN_EXPIRED: Final = Blame(("EX-18",), "has expired", _ENDS)
BEGUN_ANEW: Final =  Blame(("DD-79",), "has expired, though it shows an end that is to come", _LIVES)
INHIBITED: Final =   Blame(("DD-114",), "cannot have been put there any more", _about(
    "DD-49", "DD-97", "DD-98", "DD-99", "DD-100", "DD-112", "DD-113", "X-37"))
# fmt: on


def blame_for(
    record: Record, handle: Handle, messages: tuple[SeenMessage, ...], waiting: tuple[Waiting, ...]
) -> Blame | None:
    """Whom to blame for what was found; None where that is what the scenario is about."""
    sendings = tuple(each.sending for each in waiting)
    for message in messages:
        label = None if is_report(message) else label_of(record, message, sendings)
        for each in waiting:
            if each.sending.label == label and (found := _blame(record, handle, message, each)) is not None:
                return found
    return None


def _blame(record: Record, handle: Handle, message: SeenMessage, found: Waiting) -> Blame | None:
    step, (sending, phase) = record.steps[handle], found
    staged = _queue(step) == STAGING_QUEUE
    match phase:
        case _ if staged and not sending.delay and sending.queue != STAGING_QUEUE:
            return STAGED
        case Phase.EXPIRED:
            return _past_its_life(step, message, sending)
        case Phase.NEVER_SENT if not sending.delay and _was_rolled_back(record, handle, sending):
            return UNDONE_IN_VAIN
        case _ if not sending.delay:
            return None
        case Phase.TAKEN if not is_publication(sending) or _was_taken(record, handle, sending):
            return TWICE
        case Phase.GONE:
            return RECALLED
        case Phase.NEVER_SENT:
            return REFUSED if was_refused(record, sending.send) else ROLLED_BACK
        case Phase.UNCOMMITTED if staged:
            return UNCOMMITTED
        case Phase.UNCOMMITTED:
            return IN_ITS_OWN_UNIT if _session(step) == sending.unit else BEFORE_ITS_COMMIT
        case Phase.DELAYED if not staged:
            return SHOWN_EARLY if leaves_it(step) else TOO_EARLY
        case Phase.DUE if _was_taken(record, handle, sending):
            return TWICE
        case Phase.DUE if _queue(step) == sending.queue and _was_inhibited(record, handle, sending):
            return SHOWN_TWICE if leaves_it(step) and is_staged(record, handle, sending) else INHIBITED
        case _:
            return None


def _past_its_life(step: Step, message: SeenMessage, sending: Sending) -> Blame | None:
    """By what it shows of its life, in its descriptor or its header. Where it shows none, nothing tells."""
    left, end = message.descriptor.expiry, message.header.expiration
    if left is UNSET and end is UNSET:
        return None
    over = end is not UNSET and 0 < end <= step.started if left is UNSET else 0 <= left <= HARDLY_ANY
    if over:
        return SHOWN_EXPIRED if leaves_it(step) else EXPIRED
    return BEGUN_ANEW if sending.delay else None


def _was_taken(record: Record, handle: Handle, sending: Sending) -> bool:
    """Whether the same subscriber, or somebody from the same queue, has taken it before."""
    place = _place(record.steps[handle])
    return any(
        label_of(record, step.outcome.message, (sending,)) == sending.label
        for other, step in record.steps.items()
        if other < handle and isinstance(step.outcome, MessageReturned)
        if _place(step) == place and not leaves_it(step) and not is_report(step.outcome.message)
    )


def _was_rolled_back(record: Record, handle: Handle, sending: Sending) -> bool:
    """Whether its unit of work was rolled back before the look, and not only its commit was refused."""
    return not was_refused(record, sending.send) and any(
        sending.send < other < handle and isinstance(step.outcome, Done)
        for other, step in record.steps.items()
        if isinstance(step.command, Rollback | MqBackout)
    )


def _was_inhibited(record: Record, handle: Handle, sending: Sending) -> bool:
    """Whether nothing could be put to its queue from before it was due until the look."""
    due = due_after(record, sending)
    since = None
    for place, step in record.steps.items():
        match step.command:
            case AlterQueue(queue=queue, changes=changes) if queue == sending.queue and place < handle:
                closed = changes.put is Switch.DISABLED or changes.max_depth == 0
                since = (step.ended if since is None else since) if closed else None
            case _:
                pass
    return due is not None and since is not None and since < due


def is_staged(record: Record, handle: Handle, sending: Sending) -> bool:
    """Whether the last browse of the staging queue before the look has shown it."""
    browses = [
        step.outcome
        for place, step in sorted(record.steps.items())
        if place < handle and isinstance(step.command, Browse) and _queue(step) == STAGING_QUEUE
    ]
    return (
        bool(browses)
        and isinstance(browses[-1], Browsed)
        and any(label_of(record, message, (sending,)) == sending.label for message in browses[-1].messages)
    )


def _queue(step: Step) -> str:
    return getattr(step.command, "queue", "")


def _place(step: Step) -> tuple[str, str]:
    return _queue(step), getattr(step.command, "subscription", "")


def _session(step: Step) -> str:
    return getattr(step.command, "session", "")


def leaves_it(step: Step) -> bool:
    """Whether the look leaves a message where it is."""
    match step.command:
        case MqGet(mode=mode):
            return mode not in {GetMode.DESTRUCTIVE, GetMode.UNDER_CURSOR}
        case command:
            return isinstance(command, Browse)
