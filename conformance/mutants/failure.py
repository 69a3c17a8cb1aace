"""Mutants of the failure to put: disposal, exception report, what is undone, what is tried again."""

from collections.abc import Callable
from typing import Any, Final

from mqtck.reference.chapters.failure_to_put import Action, Asked, Fate, MessagePersistence, ReportFate, Row
from mqtck.reference.state.messages import Kind, Message
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Staged, Status
from mqtck.reference.vocabulary.constants import Report

from .changes import ATTEMPT
from .parts import Mutant, around, instead

PROCEDURE: Final = "chapters.failure_to_put.procedure"
ASKS: Final = "chapters.report_messages.asks_for"


def _rows(change: Callable[[Row, tuple[Any, ...]], Row]) -> Callable[..., Row]:
    """The right row of the procedure, changed."""

    def wrong(right: Callable[..., Row], *factors: Any) -> Row:
        return change(right(*factors), factors)

    return wrong


def _given_up(row: Row, factors: tuple[Any, ...]) -> Row:
    del factors
    gone = row.fate is Fate.RETRIED and row.rules[0] == "DD-99"
    return row._replace(fate=Fate.DISCARDED) if gone else row


def _non_persistent_given_up(row: Row, factors: tuple[Any, ...]) -> Row:
    return _given_up(row, factors) if MessagePersistence.NOT_PERSISTENT in factors else row


def _reported_though_kept(row: Row, factors: tuple[Any, ...]) -> Row:
    asked = Asked.YES in factors
    return row._replace(report=ReportFate.SENT) if row.fate is Fate.RETRIED and asked else row


def _dropped_report(row: Row, factors: tuple[Any, ...]) -> Row:
    del factors
    unsent = row.report is ReportFate.DEAD_LETTERED
    return row._replace(report=ReportFate.DROPPED) if unsent else row


def _kept_for_its_report(row: Row, factors: tuple[Any, ...]) -> Row:
    del factors
    unsent = row.report is ReportFate.DEAD_LETTERED
    return row._replace(fate=Fate.RETRIED, report=ReportFate.NONE) if unsent else row


def _persistent_lost(row: Row, factors: tuple[Any, ...]) -> Row:
    if row.rules[0] != "DD-104":
        return row
    fate = Fate.DISCARDED if Action.DISCARD in factors else Fate.DEAD_LETTERED
    return row._replace(fate=fate, report=ReportFate.DROPPED)


def _non_persistent_kept(row: Row, factors: tuple[Any, ...]) -> Row:
    del factors
    return Row(Fate.RETRIED, ReportFate.NONE, row.rules) if "DD-105" in row.rules else row


def _split_reversed(row: Row, factors: tuple[Any, ...]) -> Row:
    return _non_persistent_kept(_persistent_lost(row, factors), factors)


def _never_again(
    right: Callable[..., Any], state: State, message: Message, status: Staged, moment: Any
) -> Any:
    return (state, [status]) if status.retrying else right(state, message, status, moment)


def _only(kind: Kind, wanted: Callable[[Message, bool], bool]) -> Callable[..., bool]:
    """Whether reports of this kind are made, from the message and whether one is asked for."""

    def wrong(right: Callable[[Message, Kind], bool], message: Message, asked: Kind) -> bool:
        found = right(message, asked)
        return wanted(message, found) if asked is kind else found

    return wrong


def _kept_status_reported(right: Callable[[Kind, Status], bool], kind: Kind, status: Status) -> bool:
    """Lets an exception report exist while its subject is kept."""
    waiting = isinstance(status, Staged) and status.retrying
    return right(kind, status) or (kind is Kind.EXCEPTION and waiting)


MUTANTS: Final[tuple[Mutant, ...]] = (
    Mutant(
        "discard-ignored",
        "Dead-letters an undeliverable message although its discard was asked for.",
        ("DD-97", "DD-125"),
        (instead("chapters.failure_to_put.requested_action", lambda _: Action.DEAD_LETTER),),
    ),
    Mutant(
        "discarded-unasked",
        "Discards an undeliverable message although the dead-letter queue is the default.",
        ("DD-98", "DD-114"),
        (instead("chapters.failure_to_put.requested_action", lambda _: Action.DISCARD),),
    ),
    Mutant(
        "given-up",
        "Drops a message that neither its target nor the dead-letter queue takes.",
        ("DD-99",),
        (around(PROCEDURE, _rows(_given_up)),),
    ),
    Mutant(
        "non-persistent-given-up",
        "Keeps only persistent messages when neither target nor dead-letter queue takes them.",
        ("DD-99",),
        (around(PROCEDURE, _rows(_non_persistent_given_up)),),
    ),
    Mutant(
        "never-tried-again",
        "Keeps a message that could not be disposed of, and never tries again.",
        ("DD-99",),
        (around(ATTEMPT, _never_again),),
    ),
    Mutant(
        "reported-before-disposal",
        "Sends the exception report first and disposes of the message then, if that works.",
        ("DD-100", "DD-101"),
        (
            around(PROCEDURE, _rows(_reported_though_kept)),
            around("state.generation.is_generated", _kept_status_reported),
        ),
    ),
    Mutant(
        "no-exception-report",
        "Never reports a failure to put.",
        ("DD-101", "DD-125"),
        (around(ASKS, _only(Kind.EXCEPTION, lambda *_: False)),),
    ),
    Mutant(
        "no-report-of-a-discard",
        "Reports a failure to put only when it dead-letters the message.",
        ("DD-101", "DD-125"),
        (
            around(
                ASKS,
                _only(
                    Kind.EXCEPTION, lambda message, asked: asked and not message.report & Report.DISCARD_MSG
                ),
            ),
        ),
    ),
    Mutant(
        "exception-report-unasked",
        "Reports every failure to put to whoever named a reply-to queue.",
        ("DD-102",),
        (around(ASKS, _only(Kind.EXCEPTION, lambda message, _: message.reply_to is not None)),),
    ),
    Mutant(
        "unsendable-report-dropped",
        "Drops an exception report that its queue does not take.",
        ("DD-103",),
        (around(PROCEDURE, _rows(_dropped_report)),),
    ),
    Mutant(
        "kept-for-its-report",
        "Keeps the message until its exception report can be sent to the reply-to queue.",
        ("DD-103", "DD-97", "DD-98"),
        (around(PROCEDURE, _rows(_kept_for_its_report)),),
    ),
    Mutant(
        "persistent-lost",
        "Lets the disposal of a persistent message stand although its report fits nowhere.",
        ("DD-104",),
        (around(PROCEDURE, _rows(_persistent_lost)),),
    ),
    Mutant(
        "non-persistent-kept",
        "Undoes the disposal of a non-persistent message because its report fits nowhere.",
        ("DD-105",),
        (around(PROCEDURE, _rows(_non_persistent_kept)),),
    ),
    Mutant(
        "persistence-reversed",
        "Confuses persistent and non-persistent where the report fits nowhere.",
        ("DD-104", "DD-105"),
        (around(PROCEDURE, _rows(_split_reversed)),),
    ),
)
