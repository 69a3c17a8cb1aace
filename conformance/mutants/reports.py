"""Mutants of report messages: which options the delivery delay processor acts on, and expiration reports."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from mqtck.reference.chapters.message_expiry import nominally_expired
from mqtck.reference.chapters.resolution import resolved_key
from mqtck.reference.queues.get_requests import Request
from mqtck.reference.showing import staged_id
from mqtck.reference.state.beliefs import add, learn
from mqtck.reference.state.intervals import Interval, Moment
from mqtck.reference.state.messages import Kind, Message
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Cause, Ended, OnQueue, Route, Staged, Status
from mqtck.reference.vocabulary.constants import Feedback, MessageType, ReasonCode, Report
from mqtck.reference.vocabulary.messages import DelayHeader, SeenMessage

from .changes import ATTEMPT
from .parts import Mutant, Patch, around, instead

ASKS: Final = "chapters.report_messages.asks_for"
EXPIRATION: Final = "reporting.generated_reports.expiration_report"

_IGNORED: Final = int(
    Report.COA_WITH_FULL_DATA | Report.COD_WITH_FULL_DATA | Report.PAN | Report.NAN | Report.ACTIVITY
)
_EXPIRATIONS: Final = int(Report.EXPIRATION_WITH_FULL_DATA)
_ID_OPTIONS: Final = int(Report.PASS_MSG_ID | Report.PASS_CORREL_ID)


# --- options that the processor must not act on -----------------------------------------------------------


def _reported(state: State, message: Message, at: Interval) -> State:
    """One confirmation more, on the reply-to queue, unless there was one before."""
    known = (state.messages[child].kind for child in state.children.get(message.serial, ()))
    if message.reply_to is None or Kind.COD in known:
        return state
    reply = resolved_key(state, message.queue_manager, message.reply_to)
    report = Message(
        serial=state.next_serial,
        label="",
        length=0,
        kind=Kind.COD,
        queue_manager=message.queue_manager,
        name=message.reply_to,
        first="",
        sent=at,
        priority=message.priority,
        subject=message.serial,
    )
    return add(state, report, (OnQueue(reply, at, Route.GENERATED),))


def _on_staging(option: Report) -> Callable[..., State]:
    def wrong(
        right: Callable[..., State], state: State, message: Message, unit: str | None, at: Interval
    ) -> State:
        state = right(state, message, unit, at)
        staged = message.due is not None and unit is None
        return _reported(state, message, at) if staged and message.report & option else state

    return wrong


def _at_the_move(option: Report, *, failed: bool) -> Callable[..., Any]:
    """Where the message has this option, a report when it is moved, or when that fails."""

    def wrong(
        right: Callable[..., Any], state: State, message: Message, status: Staged, moment: Moment
    ) -> tuple[State, list[Status]]:
        state, steps = right(state, message, status, moment)
        moved = any(isinstance(step, OnQueue) and step.route is Route.MOVED for step in steps)
        if message.report & option and moved is not failed:
            state = _reported(state, message, moment.instant)
        return state, steps

    return wrong


def _confirmed(feedback: int) -> tuple[Patch, ...]:
    """Confirmations exist by themselves, with this feedback."""

    def triggers(right: Callable[..., bool], kind: Kind, status: Status) -> bool:
        return kind is Kind.COD or right(kind, status)

    def shown(right: Callable[[Kind], int], kind: Kind) -> int:
        return feedback if kind is Kind.COD else right(kind)

    def asks(right: Callable[[Message, Kind], bool], message: Message, kind: Kind) -> bool:
        return kind not in (Kind.COA, Kind.COD) and right(message, kind)

    return (
        around("state.generation.is_generated", triggers),
        around("showing._feedback", shown),
        around(ASKS, asks),
        instead("comparisons.shown_kinds.kind_fits", lambda *_: True),
    )


def _stripped(right: Callable[..., SeenMessage], state: State, message: Message, *rest: Any) -> SeenMessage:
    seen = right(state, message, *rest)
    if not message.delay:
        return seen
    return replace(seen, descriptor=replace(seen.descriptor, report=message.report & ~_IGNORED))


# --- what reports look like ------------------------------------------------------------------------------


def _subject_changed(change: Callable[[Message], Message]) -> Callable[..., SeenMessage]:
    """The report as it would be about another message."""

    def wrong(
        right: Callable[..., SeenMessage], state: State, report: Message, queue_key: str
    ) -> SeenMessage:
        subject = change(state.messages[report.subject or 0])
        state = replace(state, messages=state.messages.set(subject.serial, subject))
        return right(state, report, queue_key)

    return wrong


def _of_the_staged_copy(
    right: Callable[..., SeenMessage], state: State, report: Message, queue_key: str
) -> SeenMessage:
    seen = right(state, report, queue_key)
    subject = state.messages[report.subject or 0]
    if not subject.delay:
        return seen
    return replace(seen, descriptor=replace(seen.descriptor, correlation_id=staged_id(subject.serial)))


def _with_delay_header(
    right: Callable[..., SeenMessage], state: State, report: Message, queue_key: str
) -> SeenMessage:
    seen = right(state, report, queue_key)
    delayed = state.messages[report.subject or 0].delay > 0
    return replace(seen, delay_header=DelayHeader.PRESENT) if delayed else seen


def _with_reason(right: Callable[[Kind], int], kind: Kind) -> int:
    return int(ReasonCode.EXPIRY_ERROR) if kind is Kind.EXPIRATION else right(kind)


# --- when an expiration report is made ----------------------------------------------------------------------


def _asks_expiration(wanted: Callable[[Message], bool]) -> Patch:
    def wrong(right: Callable[[Message, Kind], bool], message: Message, kind: Kind) -> bool:
        return wanted(message) if kind is Kind.EXPIRATION else right(message, kind)

    return around(ASKS, wrong)


def _option(message: Message) -> bool:
    return bool(message.report & Report.EXPIRATION)


def _unless(silent: Callable[[Message, list[Status]], bool]) -> Patch:
    """No expiration report of these messages with these statuses."""

    def wrong(
        right: Callable[..., State], state: State, message: Message, moment: Moment, steps: list[Status]
    ) -> State:
        return state if silent(message, steps) else right(state, message, moment, steps)

    return around(EXPIRATION, wrong)


def _before_discard(right: Callable[..., bool], kind: Kind, status: Status) -> bool:
    """Expiration reports exist from when they are thought of, which is the end of the life."""
    return kind is Kind.EXPIRATION or right(kind, status)


def _lost_in_unit(
    right: Callable[..., State], state: State, serial: int, request: Request, at: Interval
) -> State:
    state = right(state, serial, request, at)
    if request.within is None or state.beliefs[serial] != (Ended(Cause.EXPIRED),):
        return state
    for child in state.children.get(serial, ()):
        state = learn(state, child, (Ended(Cause.DROPPED),)) or state
    return state


def _reported_again(right: Callable[..., State], state: State, unit: str, at: Interval) -> State:
    """What is rolled back and has expired by then is reported, though it was never there (EX-25)."""
    put = state.units[unit].put if unit in state.units else ()
    state = right(state, unit, at)
    for serial in put:
        message = state.messages[serial]
        if _option(message) and nominally_expired(message, at):
            state = _reported(state, message, at)
    return state


def _of_type_datagram(
    right: Callable[[State, Message, str], SeenMessage], state: State, report: Message, queue_key: str
) -> SeenMessage:
    seen = right(state, report, queue_key)
    return replace(seen, descriptor=replace(seen.descriptor, message_type=int(MessageType.DATAGRAM)))


MUTANTS: Final[tuple[Mutant, ...]] = (
    Mutant(
        "coa-on-staging",
        "Confirms the arrival on the staging queue.",
        ("DD-126",),
        (around("sending.puts.accept", _on_staging(Report.COA)), *_confirmed(Feedback.COA)),
    ),
    Mutant(
        "cod-by-the-processor",
        "Confirms the processor's own get from the staging queue.",
        ("DD-127",),
        (around(ATTEMPT, _at_the_move(Report.COD, failed=False)), *_confirmed(Feedback.COD)),
    ),
    Mutant(
        "pan-by-the-processor",
        "Notifies the sender that the move to the target worked.",
        ("DD-128",),
        (around(ATTEMPT, _at_the_move(Report.PAN, failed=False)), *_confirmed(Feedback.PAN)),
    ),
    Mutant(
        "nan-by-the-processor",
        "Notifies the sender that the move to the target failed.",
        ("DD-128",),
        (around(ATTEMPT, _at_the_move(Report.NAN, failed=True)), *_confirmed(Feedback.NAN)),
    ),
    Mutant(
        "activity-by-the-processor",
        "Reports the hop over the staging queue as an activity.",
        ("DD-129",),
        (around("sending.puts.accept", _on_staging(Report.ACTIVITY)), *_confirmed(Feedback.ACTIVITY)),
    ),
    Mutant(
        "ignored-options-stripped",
        "Takes the report options that it ignores off the message.",
        ("DD-130",),
        (around("showing._application", _stripped),),
    ),
    Mutant(
        "id-options-ignored",
        "Makes every report with the default ids.",
        ("DD-125", "X-21", "DD-82", "DD-101"),
        (
            around(
                "showing._report",
                _subject_changed(lambda one: replace(one, report=one.report & ~_ID_OPTIONS)),
            ),
        ),
    ),
    Mutant(
        "report-of-the-staged-copy",
        "Correlates reports with the staged copy, not with the message that was sent.",
        ("DD-82", "DD-101", "DD-125"),
        (around("showing._report", _of_the_staged_copy),),
    ),
    Mutant(
        "delay-header-in-the-report",
        "Leaves the delay header in reports about staged messages.",
        ("DD-83", "DD-82"),
        (around("showing._report", _with_delay_header),),
    ),
    Mutant(
        "no-report-from-staging",
        "Discards a message that expires on the staging queue without a report.",
        ("DD-82", "EX-26"),
        (_unless(lambda _, steps: any(isinstance(step, Staged) for step in steps)),),
    ),
    Mutant(
        "no-expiration-report",
        "Never reports an expiry.",
        ("EX-21", "DD-82", "EX-26", "EX-39"),
        (_asks_expiration(lambda _: False),),
    ),
    Mutant(
        "plain-expiration-report-alone",
        "Knows only the expiration option without data.",
        ("EX-21", "DD-82", "DD-125"),
        (_asks_expiration(lambda one: one.report & _EXPIRATIONS == Report.EXPIRATION),),
    ),
    Mutant(
        "expiration-report-with-a-reason",
        "Puts a reason code into the feedback of an expiration report.",
        ("EX-21", "DD-82"),
        (around("showing._feedback", _with_reason),),
    ),
    Mutant(
        "report-of-type-datagram",
        "Leaves MsgType of a report at its initial value.",
        ("DD-101", "EX-21", "DD-82"),
        (around("showing._report", _of_type_datagram),),
    ),
    Mutant(
        "expiration-report-unasked",
        "Reports an expiry to whoever named a reply-to queue.",
        ("EX-22",),
        (_asks_expiration(lambda _: True),),
    ),
    Mutant(
        "expiry-taken-for-an-exception",
        "Reports an expiry also where exception reports were asked for.",
        ("EX-22",),
        (_asks_expiration(lambda one: bool(one.report & (Report.EXPIRATION | Report.EXCEPTION))),),
    ),
    Mutant(
        "no-report-from-channels",
        "Discards an expired message on a transmission queue without a report.",
        ("EX-26", "EX-21"),
        (_unless(lambda message, _: message.onward is not None),),
    ),
    Mutant(
        "reported-before-the-discard",
        "Reports at the end of the life and leaves the message on its queue.",
        ("EX-37",),
        (around("state.generation.is_generated", _before_discard),),
    ),
    Mutant(
        "report-lost-in-a-unit-of-work",
        "Makes no report where a get in a unit of work discards a message.",
        ("EX-39", "EX-21"),
        (around("getting.not_found.absent", _lost_in_unit),),
    ),
    Mutant(
        "reported-though-rolled-back",
        "Reports the expiry of a message whose put is rolled back.",
        ("EX-25",),
        (
            around("administration.units_of_work.rolled_back", _reported_again),
            *_confirmed(Feedback.EXPIRATION),
        ),
    ),
)
