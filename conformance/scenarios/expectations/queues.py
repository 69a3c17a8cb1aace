"""Checks of what gets return from a queue and what they do not: deliveries and absence."""

from collections.abc import Iterable
from typing import Final

from msgspec import UNSET

from mqtck.conformance.judging.late import NAMED
from mqtck.conformance.judging.narration import said_message, said_reason
from mqtck.conformance.scenarios.scripts import (
    HELD,
    Broken,
    Check,
    CheckResult,
    Handle,
    Held,
    Missed,
    NotObserved,
    Record,
    Subject,
    Undecided,
)
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.messages import SeenMessage
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.results import first_few
from mqtck.reference.vocabulary.traces import Step

from .blame import TOO_EARLY, blame_for
from .calls import seen_in, was_refused
from .excuses import got_unknown, had_to_come, is_over, perhaps_due, telling, waited_in_vain
from .lives import tolerance_seen
from .sendings import Phase, Sending, Waiting, due_after, due_by, is_publication, label_of, perhaps_over

LATENESS: Final = 5000
"""Ms after its due time for which a delayed message may be on its way without being held up."""

# --- deliveries --------------------------------------------------------------------------------------


def delivered(
    handle: Handle, label: str, queue: str, sending: Sending | None, waiting: tuple[Waiting, ...] = ()
) -> Check:
    """The get returned this message, and not before it was due.

    `waiting` are those that may be on the queue as well; one that should be delayed longer may be due first
    on a machine that is slow.
    """
    wanted = f'"{label}" on {queue}'

    def check(record: Record) -> CheckResult:
        step = record.steps[handle]
        match step.outcome:
            case o.MessageReturned(message=message):
                known = ((sending,) if sending else ()) + tuple(each.sending for each in waiting)
                found = label_of(record, message, known)
                if found is None:
                    return NotObserved("the body of a message")
                early = any(_is_early(record, step, one) for one in waiting if one.sending.label == found)
                if found != label and not early and _perhaps_late(record, handle, sending):
                    return Undecided(f"{wanted} may be late: {said_message(message)} came first.")
                if found != label:
                    return _unwanted(record, handle, (message,), waiting, wanted, Subject.MESSAGE)
                return not_early(record, handle, sending)
            case o.NoMessage() if record.clock is ClockKind.REAL:
                if sending is not None and perhaps_over(record, handle, sending):
                    return Undecided(f"{wanted} was waited for in vain; its life may be over.")
                if isinstance(step.command, c.Receive) and not step.command.wait:
                    return Undecided(f"{wanted} was not there yet, which is late or never.")
                if had_to_come(record, handle, sending, queue):
                    return Broken(wanted, seen_in(step), handle, subject=Subject.MESSAGE)
                return Missed(f"{wanted} was waited for in vain, which is late or never.")
            case _:
                return Broken(wanted, seen_in(step), handle, subject=Subject.MESSAGE)

    return check


def waited_for(waiting: Handle, later: Handle, label: str, queue: str, sending: Sending) -> Check:
    """The get that waited returned this message; where none waits, as on a virtual clock, the later one."""
    by_first, by_second = (delivered(handle, label, queue, sending) for handle in (waiting, later))

    def check(record: Record) -> CheckResult:
        first, second = (record.steps[handle].outcome for handle in (waiting, later))
        in_vain = record.clock is ClockKind.REAL and isinstance(second, o.NoMessage)
        return by_second(record) if isinstance(first, o.NoMessage) and not in_vain else by_first(record)

    return check


def _perhaps_late(record: Record, handle: Handle, sending: Sending | None) -> bool:
    """On a real clock a delayed message may still be on its way when another one, which is there, is got.

    Not for ever: one that waits for another's longer delay is held up (DD-12). Or its life is over already.
    """
    if record.clock is not ClockKind.REAL or sending is None:
        return False
    if perhaps_over(record, handle, sending):
        return True
    if not sending.delay:
        return False
    due = due_by(record, sending)
    if due is None:
        return False
    now, sent = record.steps[handle].started, record.steps[sending.send].ended
    # What calls take says how slow the machine is, and it may be as slow with its own work.
    slow = now - sent - _waited_since(record, sent, handle)
    return now - due < LATENESS + 2 * slow


def _is_early(record: Record, step: Step, waiting: Waiting) -> bool:
    """Whether it cannot have overtaken another: its own delay is not over."""
    return waiting.phase is Phase.DELAYED and not perhaps_due(record, step, waiting.sending)


def _waited_since(record: Record, begun: int, until: Handle) -> int:
    """Ms for which the scenario has let time pass or waited for a message since this reading."""
    earlier = (step for handle, step in record.steps.items() if handle != until and step.ended > begun)
    return sum(min(_told_to_wait(step.command), step.ended - max(step.started, begun)) for step in earlier)


def _told_to_wait(command: c.Command) -> int:
    match command:
        case c.Advance(milliseconds=milliseconds):
            return milliseconds
        case c.Receive(wait=wait):
            return wait
        case _:
            return 0


def _late_or_never(came: int, missing: frozenset[str]) -> str:
    named = first_few([f'"{label}"' for label in sorted(missing)], NAMED)
    return f"{came} of {came + len(missing)} messages came; late or never: {named}."


def delivered_in_any_order(
    handles: tuple[Handle, ...],
    labels: frozenset[str],
    queue: str,
    sendings: tuple[Sending, ...],
    waiting: tuple[Waiting, ...],
) -> Check:
    """The gets returned these messages, each once and none before it was due. The answer is the order.

    `waiting` are those that may be on the queue as well.
    """
    others = tuple(each for each in waiting if each.sending.label not in labels)
    known = (*sendings, *(each.sending for each in others))
    wanted = f"{listed(sorted(labels))} on {queue}, in whatever order"

    def check(record: Record) -> CheckResult:
        found: list[str] = []
        for handle in handles:
            step = record.steps[handle]
            match step.outcome:
                case o.MessageReturned(message=message):
                    label = label_of(record, message, known)
                    if label is None:
                        return NotObserved("the body of a message")
                    if label not in labels - set(found):
                        taken = (Waiting(each, Phase.TAKEN) for each in sendings if each.label in found)
                        there = (*taken, *others)
                        return _unwanted(record, handle, (message,), there, wanted, Subject.MESSAGE)
                    found.append(label)
                    own = next((one for one in sendings if one.label == label), None)
                    if not isinstance(early := not_early(record, handle, own), Held):
                        return early
                case o.NoMessage() if record.clock is ClockKind.REAL:
                    if any(perhaps_over(record, handle, sending) for sending in sendings):
                        return Undecided(f"Only {listed(found)} came; the life of the rest may be over.")
                    rest = [sending for sending in sendings if sending.label in labels - set(found)]
                    if any(had_to_come(record, handle, sending, queue) for sending in rest):
                        return Broken(wanted, f"{listed(found)}, then {seen_in(step)}", handle)
                    return Missed(_late_or_never(len(found), labels - set(found)))
                case _:
                    return Broken(wanted, f"{listed(found)}, then {seen_in(step)}", handle)
        return Held(listed(found))

    return check


def not_early(record: Record, handle: Handle, sending: Sending | None) -> CheckResult:
    if sending is None:
        return HELD
    ended, due = record.steps[handle].ended, due_after(record, sending)
    if due is None:
        return Broken(f'"{sending.label}" not before the commit', "it was there", handle)
    if ended < due:
        return Broken(
            f'"{sending.label}" no earlier than {sending.delay} ms after its send and not before its commit',
            f"it was there {due - ended} ms earlier",
            handle,
            about=TOO_EARLY.about,
        )
    return Held(f"at most {ended - due} ms after it was due") if sending.delay else HELD


def nothing(handle: Handle, queue: str, waiting: tuple[Waiting, ...]) -> Check:
    """The get or browse found nothing, at a time at which that means something."""
    wanted = f"nothing on {queue}"

    def check(record: Record) -> CheckResult:
        step = record.steps[handle]
        match step.outcome:
            case o.NoMessage() | o.Browsed(messages=()):
                return telling(record, step, waiting)
            case o.MessageReturned(message=message):
                return _unwanted(record, handle, (message,), waiting, wanted, Subject.NOTHING)
            case o.Browsed(messages=messages):
                return _unwanted(record, handle, messages, waiting, wanted, Subject.NOTHING)
            case _:
                return Broken(wanted, seen_in(step), handle)

    return check


def _unwanted(
    record: Record,
    handle: Handle,
    messages: tuple[SeenMessage, ...],
    waiting: tuple[Waiting, ...],
    wanted: str,
    subject: Subject,
) -> CheckResult:
    """A message was found where none should be: wrong, unless the clock excuses it."""
    step = record.steps[handle]
    sendings = tuple(each.sending for each in waiting)
    labels = {label_of(record, message, sendings) for message in messages}
    for sending, phase in waiting:
        if sending.label not in labels and None not in labels:
            continue
        if phase is Phase.DELAYED and perhaps_due(record, step, sending):
            return Undecided(f'This took too long: "{sending.label}" may have been due already.')
        if phase is Phase.GONE and is_publication(sending) and record.clock is ClockKind.REAL:
            return Undecided(f'Another copy of "{sending.label}" may not have been moved yet.')
        if phase is Phase.EXPIRED and not is_over(record, step, sending, tolerance_seen(record, sending)):
            return Undecided(f'"{sending.label}" may not have expired yet.')
    if record.clock is ClockKind.REAL and got_unknown(record, handle):
        return Undecided(
            "Which message was got before is not shown; on a slow machine it may be another one."
        )
    if record.clock is ClockKind.REAL and len(messages) <= waited_in_vain(record, handle):
        return Undecided("What need not come, and was waited for in vain, may have come late.")
    return _blamed(record, handle, messages, waiting, wanted, subject)


def _blamed(
    record: Record,
    handle: Handle,
    messages: tuple[SeenMessage, ...],
    waiting: tuple[Waiting, ...],
    wanted: str,
    subject: Subject,
) -> Broken:
    """What was found is wrong; the rule of its own history is blamed where that tells."""
    seen = "; ".join(said_message(message) for message in messages)
    blamed = blame_for(record, handle, messages, waiting)
    if blamed is None:
        return Broken(wanted, seen, handle, subject=subject)
    seen = f"{seen}, which {blamed.why}"
    return Broken(wanted, seen, handle, blamed.rules, blamed.about, subject=subject)


def delivered_or_nothing(handle: Handle, label: str, queue: str, sending: Sending) -> Check:
    """The get returned this message or none; none where its send was refused. The answer says which."""
    is_delivered = delivered(handle, label, queue, sending)

    def check(record: Record) -> CheckResult:
        step = record.steps[handle]
        if isinstance(step.outcome, o.NoMessage):
            return Held("not delivered")
        if sending.send not in record.steps or was_refused(record, sending.send):
            return Broken(f"nothing on {queue}, as the send was refused", seen_in(step), handle)
        result = is_delivered(record)
        return Held("delivered") if isinstance(result, Held) else result

    return check


def delivered_to_one(
    handles: tuple[Handle, ...], queues: tuple[str, ...], label: str, sending: Sending
) -> Check:
    """Exactly one of the gets returned this message, the others nothing; the answer is the queue."""
    wanted = f'"{label}" on one of {", ".join(queues)}'

    def check(record: Record) -> CheckResult:
        found = []
        for handle, queue in zip(handles, queues, strict=True):
            if isinstance(record.steps[handle].outcome, o.NoMessage):
                continue
            result = delivered(handle, label, queue, sending)(record)
            if not isinstance(result, Held):
                return result
            found.append(queue)
        match found:
            case [queue]:
                return Held(queue)
            case [] if record.clock is ClockKind.REAL:
                return Undecided(f"{wanted} was waited for in vain, which is late or never.")
            case _:
                return Broken(wanted, f"found on {', '.join(found) or 'none'}", handles[-1])

    return check


def get_failed(handle: Handle, reason: int, expired: tuple[Waiting, ...]) -> Check:
    """The get failed with this reason; a message that it returned instead may be excused by the clock."""
    wanted = f"no message, with {said_reason(reason)}"

    def check(record: Record) -> CheckResult:
        step = record.steps[handle]
        match step.outcome:
            case o.NoMessage(reason=seen) | o.Refused(reason=seen):
                if seen is UNSET:
                    return NotObserved("the reason code of a get")
                if seen == reason:
                    return telling(record, step, expired)
                return Broken(wanted, f"no message, with {said_reason(seen)}", handle, subject=Subject.REASON)
            case o.MessageReturned(message=message):
                return _unwanted(record, handle, (message,), expired, wanted, Subject.NOTHING)
            case _:
                return Broken(wanted, seen_in(step), handle)

    return check


def in_time(check: Check) -> Check:
    """What does not hold yet on a real clock may still come: late, never wrong."""

    def check_in_time(record: Record) -> CheckResult:
        result = check(record)
        if record.clock is ClockKind.REAL and isinstance(result, Broken):
            return Missed(
                f"Late or never: expected {result.expected}; seen {result.seen} when last looked at."
            )
        return result

    return check_in_time


def listed(labels: Iterable[str]) -> str:
    return ", ".join(f'"{label}"' for label in labels) or "nothing"
