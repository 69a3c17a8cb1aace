"""Mutants of the reports about delayed messages, and of the failure cascade as a whole."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from mqtck.reference.chapters.failure_to_put import Fate, MessagePersistence, ReportFate, Row, Slots, Target
from mqtck.reference.chapters.report_messages import asks_for
from mqtck.reference.showing import chosen_id, staged_id
from mqtck.reference.state.intervals import Moment
from mqtck.reference.state.messages import Kind, Message
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Status
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.constants import (
    STAGING_QUEUE,
    DeliveryMode,
    Feedback,
    MessageType,
    ReasonCode,
    Report,
)
from mqtck.reference.vocabulary.messages import DeadLetterHeader, DelayHeader, Descriptor, SeenMessage

from .combined_headers import with_descriptor
from .parts import Execute, Mutant, Patch, around

REPORT: Final = "showing._report"

ShowReport = Callable[[State, Message, str], SeenMessage]


# --- reports -----------------------------------------------------------------------------------------------


def _reported(
    kind: Kind, change: Callable[[SeenMessage, Message], SeenMessage], option: Report = Report.NONE
) -> Patch:
    """Reports of this kind about delayed messages, with this option where one is given, look otherwise."""

    def shown(right: ShowReport, state: State, report: Message, queue_key: str) -> SeenMessage:
        seen = right(state, report, queue_key)
        subject = state.messages[report.subject or 0]
        concerned = report.kind is kind and subject.delay and subject.report & option == option
        return change(seen, subject) if concerned else seen

    return around(REPORT, shown)


def _correlated_by_staged_id(seen: SeenMessage, subject: Message) -> SeenMessage:
    return with_descriptor(seen, correlation_id=staged_id(subject.serial))


def _correlated_by_message_id(seen: SeenMessage, subject: Message) -> SeenMessage:
    return with_descriptor(seen, correlation_id=chosen_id(subject.serial))


def _with_delay_header(seen: SeenMessage, _: Message) -> SeenMessage:
    return replace(seen, body=f"delay header {seen.body}", delay_header=DelayHeader.PRESENT)


def _as_a_failure(seen: SeenMessage, _: Message) -> SeenMessage:
    return with_descriptor(seen, feedback=int(ReasonCode.PUT_INHIBITED))


def _without_life(seen: SeenMessage, _: Message) -> SeenMessage:
    return with_descriptor(seen, expiry=0)


def _unasked_when_delayed(right: Callable[..., bool], message: Message, kind: Kind) -> bool:
    return right(message, kind) or (kind is Kind.EXPIRATION and message.delay > 0)


def _one_report_a_message(
    right: Callable[..., State], state: State, message: Message, moment: Moment, steps: list[Status]
) -> State:
    if asks_for(message, Kind.EXCEPTION):
        return state
    return right(state, message, moment, steps)


def _confirming(option: Report, feedback: Feedback, looks: type[c.Receive] | type[c.Browse]) -> Any:
    """Whoever looks at an empty reply-to queue finds that the staging queue has confirmed a message."""

    def make(execute: Execute) -> Execute:
        delayed: set[str] = set()
        confirmed: dict[str, SeenMessage] = {}

        def wrong(command: c.Command) -> o.Outcome:
            outcome = execute(command)
            match command, outcome:
                case c.SetDeliveryDelay(producer=producer), _:
                    delayed.add(producer)
                case c.Send(producer=producer, message=message), o.Sent(header=header) if (
                    producer in delayed and message.report & option and message.reply_to is not None
                ):
                    correlation = str(header.message_id).removeprefix("ID:")
                    descriptor = Descriptor(
                        message_id="f" * 48,
                        correlation_id=correlation,
                        message_type=int(MessageType.REPORT),
                        feedback=int(feedback),
                    )
                    confirmed[message.reply_to] = SeenMessage(body="", descriptor=descriptor)
                case c.Receive(queue=queue), o.NoMessage() if looks is c.Receive and queue in confirmed:
                    return o.MessageReturned(confirmed.pop(queue))
                case c.Browse(queue=queue), o.Browsed(messages=messages) if (
                    looks is c.Browse and queue in confirmed
                ):
                    return o.Browsed((*messages, confirmed[queue]))
                case _:
                    pass
            return outcome

        return wrong

    return make


# --- the failure cascade -----------------------------------------------------------------------------


def _dead_letter_queue_last(right: Callable[..., Row], *factors: Any) -> Row:
    """Asks for persistence before it has tried to dead-letter the message."""
    row = right(*factors)
    target, _, slots, _, _, persistence, _ = factors
    if target is Target.UNUSABLE and slots is Slots.NONE and persistence is MessagePersistence.NOT_PERSISTENT:
        return row._replace(fate=Fate.DISCARDED, report=ReportFate.NONE)
    return row


def _by_the_send(right: Callable[[Message], MessagePersistence], message: Message) -> MessagePersistence:
    if message.requested is None:
        return right(message)
    persistent = message.requested is DeliveryMode.PERSISTENT
    return MessagePersistence.PERSISTENT if persistent else MessagePersistence.NOT_PERSISTENT


def _for_the_staging_queue(right: Callable[..., Any], *arguments: Any) -> DeadLetterHeader | None:
    header = right(*arguments)
    return None if header is None else replace(header, destination_queue=STAGING_QUEUE)


MUTANTS: Final[tuple[Mutant, ...]] = (
    Mutant(
        "expired-copy-reported",
        "Reports the staged copy, not the original, when a staged message expires.",
        ("X-12", "DD-82", "X-18", "X-22", "X-53", "X-55"),
        (_reported(Kind.EXPIRATION, _correlated_by_staged_id),),
    ),
    Mutant(
        "delayed-expiry-reported-unasked",
        "Reports the expiry of every delayed message.",
        ("X-13", "EX-22"),
        (around("chapters.report_messages.asks_for", _unasked_when_delayed),),
    ),
    Mutant(
        "dead-lettered-from-staging",
        "Names the staging queue in the dead-letter header.",
        ("X-17", "DD-98"),
        (around("showing._dead_letter_header", _for_the_staging_queue),),
    ),
    Mutant(
        "expiry-reported-as-failure",
        "Reports a delayed message that expires as one that could not be put.",
        ("X-18", "DD-82", "X-22", "X-12", "X-53", "X-55"),
        (_reported(Kind.EXPIRATION, _as_a_failure),),
    ),
    Mutant(
        "exception-report-with-delay-header",
        "Copies the staged data, delay header included, into exception reports.",
        ("X-19", "DD-101"),
        (_reported(Kind.EXCEPTION, _with_delay_header, Report.EXCEPTION_WITH_FULL_DATA),),
    ),
    Mutant(
        "failed-copy-reported",
        "Correlates exception reports by the id of the staged copy.",
        ("X-20", "DD-101"),
        (_reported(Kind.EXCEPTION, _correlated_by_staged_id),),
    ),
    Mutant(
        "staged-correlation-passed-on",
        "Passes the correlation id of the staged copy on to exception reports.",
        ("X-21", "DD-125"),
        (_reported(Kind.EXCEPTION, _correlated_by_message_id, Report.PASS_CORREL_ID),),
    ),
    Mutant(
        "persistence-as-sent-decides",
        "Goes by the delivery mode of the send when a report fits nowhere, not by that of the message.",
        ("X-29", "DD-104", "DD-105"),
        (around("chapters.failure_to_put.persistence_of", _by_the_send),),
    ),
    Mutant(
        "arrival-on-staging-confirmed",
        "Confirms the arrival of a message on the staging queue.",
        ("X-32", "DD-126"),
        execute=_confirming(Report.COA, Feedback.COA, c.Receive),
    ),
    Mutant(
        "discard-confirmed-as-delivery",
        "Confirms the delivery of a staged message that was discarded.",
        ("X-33", "DD-127", "X-32"),
        execute=_confirming(Report.COD, Feedback.COD, c.Browse),
    ),
    Mutant(
        "report-with-expiry-0",
        "Puts reports that inherit a life with an Expiry of 0.",
        ("X-35", "EX-19", "DD-125"),
        (_reported(Kind.EXCEPTION, _without_life, Report.PASS_DISCARD_AND_EXPIRY),),
    ),
    Mutant(
        "persistence-asked-first",
        "Drops a non-persistent message where the dead-letter queue takes nothing.",
        ("X-37", "DD-99", "DD-105", "DD-101"),
        (around("chapters.failure_to_put.procedure", _dead_letter_queue_last),),
    ),
    Mutant(
        "one-report-a-message",
        "Reports no message twice, not even as dead-lettered and later as expired.",
        ("X-55", "EX-21", "DD-82", "X-18"),
        (around("reporting.generated_reports.expiration_report", _one_report_a_message),),
    ),
)
