"""Checks of looks that take nothing from a queue: what a browse shows, and how many messages are counted."""

from typing import Final

from mqtck.conformance.judging.narration import said_outcome
from mqtck.conformance.scenarios.scripts import (
    HELD,
    Broken,
    Check,
    CheckResult,
    Handle,
    Held,
    NotObserved,
    Record,
    Undecided,
)
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.profile import ClockKind

from .calls import seen_in
from .excuses import telling
from .queues import listed, not_early
from .sendings import EXPIRY_TOLERANCE, Phase, Sending, Waiting, label_of, perhaps_over

LOOKS: Final = (c.Receive, c.Browse, c.MqGet)
"""The commands that discard what they come across (EX-12, EX-13)."""


def depth(handle: Handle, count: range, queue: str, waiting: tuple[Waiting, ...]) -> Check:
    """The depth lies in the range, at a time at which no delayed message can have come or gone."""
    wanted = f"depth {_range(count)} on {queue}"

    def check(record: Record) -> CheckResult:
        step = record.steps[handle]
        seen: int
        match step.outcome:
            case o.DepthRead(depth=seen):
                pass
            case o.Browsed(messages=messages):
                seen = len(messages)
            case _:
                return Broken(wanted, seen_in(step), handle)
        delayed = tuple(each for each in waiting if each.phase is Phase.DELAYED)
        if isinstance(late := telling(record, step, delayed), Undecided):
            return late
        return Held(str(seen)) if seen in count else Broken(wanted, f"{seen}", handle)

    return check


def discards_are_done(handle: Handle, count: range, queue: str) -> Check:
    """On a real clock a discard may take a moment behind the look that causes it: slow, never wrong.

    Undecided while a depth is above the range and the last look at the queue was less than a second ago.
    """

    def check(record: Record) -> CheckResult:
        step = record.steps[handle]
        if record.clock is ClockKind.VIRTUAL or not isinstance(step.outcome, o.DepthRead):
            return HELD
        looks = [
            each.ended
            for each in record.steps.values()
            if isinstance(each.command, LOOKS) and each.command.queue == queue
        ]
        under_way = step.started < max(looks, default=-EXPIRY_TOLERANCE) + EXPIRY_TOLERANCE
        if under_way and step.outcome.depth > count[-1]:
            return Undecided(f"What was discarded of {queue} may count for a moment.")
        return HELD

    return check


def _range(count: range) -> str:
    return f"{count[0]}" if len(count) == 1 else f"{count[0]} to {count[-1]}"


def shown(
    handle: Handle,
    labels: tuple[str, ...],
    queue: str,
    waiting: tuple[Waiting, ...],
    sent: tuple[Sending, ...] = (),
) -> Check:
    """A browse shows these messages, in any order, and no others; `sent` are those that may expire."""
    wanted = f"{listed(labels)} on {queue}"

    def check(record: Record) -> CheckResult:
        step = record.steps[handle]
        if not isinstance(step.outcome, o.Browsed):
            return Broken(wanted, seen_in(step), handle)
        delayed = tuple(each for each in waiting if each.phase is Phase.DELAYED)
        if isinstance(late := telling(record, step, delayed), Undecided):
            return late
        sendings = tuple(each.sending for each in waiting)
        found = [label_of(record, message, sendings) for message in step.outcome.messages]
        if None in found:
            return NotObserved("the body of a message")
        if sorted(map(str, found)) == sorted(labels):
            return HELD
        for sending in sent:
            if sending.label not in found and perhaps_over(record, handle, sending):
                return Undecided(f'This took too long: "{sending.label}" may have expired already.')
        return Broken(wanted, said_outcome(step.outcome), handle)

    return check


def shown_or_nothing(handle: Handle, label: str, queue: str, sending: Sending) -> Check:
    """A browse shows this message, not before it was due, or nothing; the answer says which."""
    wanted = f'"{label}" on {queue}, or nothing'

    def check(record: Record) -> CheckResult:
        outcome = record.steps[handle].outcome
        match outcome:
            case o.Browsed(messages=()):
                return Held("no")
            case o.Browsed(messages=(message,)):
                found = label_of(record, message, (sending,))
                if found is None:
                    return NotObserved("the body of a message")
                if found != label:
                    return Broken(wanted, said_outcome(outcome), handle)
                early = not_early(record, handle, sending)
                return Held("yes") if isinstance(early, Held) else early
            case _:
                return Broken(wanted, said_outcome(outcome), handle)

    return check
