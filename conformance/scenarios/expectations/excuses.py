"""What excuses a look at a queue: it came too early or too late to tell, or met something else than it seems.

What excuses a look follows from the lives and delays of the script's messages and from what the looks before
it showed. On a virtual clock nothing is too early or too late unless the script itself makes it so.
"""

from typing import Final

from msgspec import UNSET

from mqtck.conformance.scenarios.scripts import HELD, CheckResult, Handle, Record, Undecided
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.environment import DefineImsBridgeQueue
from mqtck.reference.vocabulary.messages import SeenMessage
from mqtck.reference.vocabulary.publications import ReceivePublication
from mqtck.reference.vocabulary.traces import Step

from .sendings import Phase, Sending, Waiting, due_after, expired_from, id_bytes, sent_id

_WAITING = (c.Receive, ReceivePublication)

AT_ONCE: Final = 20_000
"""Ms in which a message without a delay comes on a real clock, also one that is got again after a backout."""

_OTHERS_HAVE_A_HAND: Final = (c.DefineQueueManager, DefineImsBridgeQueue)
"""Where a script has these, another queue manager or a bridge may keep a message for any time."""


def telling(record: Record, step: Step, waiting: tuple[Waiting, ...]) -> CheckResult:
    """Whether an absence was looked for early (or late) enough to mean what the scenario says."""
    for sending, phase in waiting:
        if phase is Phase.DELAYED and perhaps_due(record, step, sending):
            return Undecided(f'This took too long: "{sending.label}" may have been due already.')
        if phase is Phase.EXPIRED and not is_over(record, step, sending, 0):
            return Undecided(f'"{sending.label}" may not have expired yet.')
    return HELD


def perhaps_due(record: Record, step: Step, sending: Sending) -> bool:
    due = due_after(record, sending)
    return due is not None and step.ended >= due


def is_over(record: Record, step: Step, sending: Sending, tolerance: int) -> bool:
    """Whether its life was over so many ms before the step, or never was any."""
    end = expired_from(record, sending)
    return end is None or step.started >= end + tolerance


def had_to_come(record: Record, handle: Handle, sending: Sending | None, queue: str) -> bool:
    """Whether the message was put to this very queue without a delay, and was waited for long enough.

    Late may be what is delayed (DD-02), what another queue manager hands on, and what a queue manager makes.
    """
    step = record.steps[handle]
    return (
        sending is not None
        and not sending.delay
        and sending.queue == queue
        and due_after(record, sending) is not None
        and step.ended - record.since.get(handle, step.started) >= AT_ONCE
        and not any(isinstance(known.command, _OTHERS_HAVE_A_HAND) for known in record.steps.values())
    )


def got_unknown(record: Record, handle: Handle) -> bool:
    """Whether an earlier get from the queue returned a message that nothing tells from others."""
    ids = {sent_id(step.outcome) for step in record.steps.values() if isinstance(step.outcome, o.Sent)}
    queue = getattr(record.steps[handle].command, "queue", None)
    return any(
        step.outcome.message.body is UNSET and ids.isdisjoint(_ids(step.outcome.message))
        for other, step in record.steps.items()
        if other < handle and isinstance(step.outcome, o.MessageReturned)
        if getattr(step.command, "queue", None) == queue
    )


def _ids(message: SeenMessage) -> set[str]:
    shown = (id_bytes(message.header.message_id), id_bytes(message.descriptor.message_id))
    return {one for one in shown if one is not None}


def waited_in_vain(record: Record, handle: Handle) -> int:
    """How many earlier looks at the same place waited, for what need not come, and saw nothing."""
    place = _place(record.steps[handle])
    return sum(
        isinstance(step.outcome, o.NoMessage) and _place(step) == place
        for other, step in record.steps.items()
        if other < handle and isinstance(step.command, _WAITING) and step.command.wait
    )


def _place(step: Step) -> object:
    return getattr(step.command, "queue", None) or getattr(step.command, "subscription", None)
