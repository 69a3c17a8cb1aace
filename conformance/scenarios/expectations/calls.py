"""Checks of calls: which are accepted, which are refused, with which reason and by which exception.

A check is a pure function of the steps seen so far, made for a script; it finds `Held`, `Broken`,
`NotObserved` or `Undecided`. Checks of queues stand in `queues`, checks of the fields of a message in
`messages`.
"""

from collections.abc import Callable, Iterable

from msgspec import UNSET

from mqtck.conformance.judging.narration import said_outcome, said_reason
from mqtck.conformance.scenarios.scripts import (
    HELD,
    Broken,
    Check,
    CheckResult,
    Handle,
    Held,
    NotObserved,
    Record,
    Subject,
    Undecided,
)
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.traces import Step

from .sendings import Sending, due_after

CheckOfHandle = Callable[[Handle], Check]


def set_up(handle: Handle) -> Check:
    """A fixture stands. Where it was refused nothing is learnt."""

    def check(record: Record) -> CheckResult:
        step = record.steps[handle]
        if isinstance(step.outcome, o.Refused):
            command = type(step.command).__name__
            return Undecided(f"The scenario could not be set up: {command} was {seen_in(step)}.")
        return HELD

    return check


def before_due(handle: Handle, sending: Sending) -> Check:
    """The step ended while the message was delayed; on a real clock it may have taken too long."""

    def check(record: Record) -> CheckResult:
        due = due_after(record, sending)
        if due is not None and handle in record.steps and record.steps[handle].ended >= due:
            return Undecided(f'This took too long: "{sending.label}" may have been due already.')
        return HELD

    return check


def accepted(handle: Handle, name: str) -> Check:
    """The call went through, as the scenario says."""

    def check(record: Record) -> CheckResult:
        step = record.steps.get(handle)
        if step is not None and isinstance(step.outcome, o.Refused):
            return Broken(f"{name} is accepted", seen_in(step), handle)
        return HELD

    return check


def went_on(handle: Handle, name: str) -> Check:
    """The call went through, which the scenario takes for granted; where it did not, nothing is learnt.

    That a call must be accepted is the business of the scenarios that say so.
    """

    def check(record: Record) -> CheckResult:
        step = record.steps.get(handle)
        if step is not None and isinstance(step.outcome, o.Refused):
            return Undecided(f"The scenario could not go on: {name} was {seen_in(step)}.")
        return HELD

    return check


def refused(
    calls: tuple[tuple[Handle, str], ...],
    at: frozenset[str],
    reasons: frozenset[int] = frozenset(),
) -> Check:
    """One of the calls named `at` is refused, for one of the reasons where any are given.

    The answer is the name of the call that was refused. Where another call was refused before one of them
    was reached, nothing is learnt.
    """
    wanted = f"{' or '.join(sorted(at))} is refused" + (
        f" with {' or '.join(said_reason(reason) for reason in sorted(reasons))}" if reasons else ""
    )

    def check(record: Record) -> CheckResult:
        for handle, name in calls:
            step = record.steps.get(handle)
            if step is None or not isinstance(step.outcome, o.Refused):
                continue
            seen = f"{name} was {seen_in(step)}"
            if name not in at:
                to_come = {later for after, later in calls if after > handle}
                if to_come & at:
                    return Undecided(f"The scenario could not go on: {seen}.")
                return Broken(wanted, seen, handle)
            if not reasons:
                return Held(name)
            if step.outcome.reason is UNSET:
                return NotObserved("the reason code of a refusal")
            if step.outcome.reason in reasons:
                return Held(name)
            return Broken(wanted, seen, handle, subject=Subject.REASON)
        return Broken(wanted, "every call was accepted", calls[-1][0])

    return check


def granted(check: Check) -> Check:
    """What is taken for granted: where it is not as expected, nothing is learnt of what follows."""

    def check_granted(record: Record) -> CheckResult:
        result = check(record)
        if isinstance(result, Broken):
            return Undecided(f"The scenario could not go on: expected {result.expected}; seen {result.seen}.")
        return result

    return check_granted


def accepted_or_refused(
    calls: tuple[tuple[Handle, str], ...], at: frozenset[str], reasons: frozenset[int] = frozenset()
) -> Check:
    """Either every call is accepted, or one of those named `at` is refused; the answer says which."""
    is_refused = refused(calls, at, reasons)

    def check(record: Record) -> CheckResult:
        if not any(was_refused(record, handle) for handle, _ in calls):
            return Held("accepted")
        result = is_refused(record)
        return Held(f"{result.answer} refused") if isinstance(result, Held) else result

    return check


def family_of_refusal(handles: Iterable[Handle], family: o.ErrorFamily) -> Check:
    """The refusal surfaced as an exception of this family."""
    calls = tuple(handles)

    def check(record: Record) -> CheckResult:
        for handle in calls:
            step = record.steps.get(handle)
            if step is None or not isinstance(step.outcome, o.Refused):
                continue
            if step.outcome.family is UNSET:
                return NotObserved("the exception of a refusal")
            if step.outcome.family is family:
                return HELD
            return Broken(f"a {family}", seen_in(step), handle, subject=Subject.EXCEPTION)
        return Broken(f"a {family}", "every call was accepted", calls[-1] if calls else None)

    return check


def reason_of_refusal(handles: Iterable[Handle]) -> Check:
    """Holds for any reason; the answer is the reason, to be recorded."""
    calls = tuple(handles)

    def check(record: Record) -> CheckResult:
        for handle in calls:
            step = record.steps.get(handle)
            if step is not None and isinstance(step.outcome, o.Refused):
                reason = step.outcome.reason
                return Held("no reason code" if reason in {UNSET, None} else said_reason(reason))
        return Held("not refused")

    return check


def was_refused(record: Record, handle: Handle) -> bool:
    step = record.steps.get(handle)
    return step is not None and isinstance(step.outcome, o.Refused)


def seen_in(step: Step) -> str:
    text = step.outcome.text if isinstance(step.outcome, o.Refused) else ""
    return said_outcome(step.outcome) + (f" ({text})" if text else "")
