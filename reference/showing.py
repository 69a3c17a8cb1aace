"""How the reference itself shows a message: the preferred look, where the documents leave latitude.

Bookkeeping for the reference as an implementation; the judge never uses it. Chosen values (message ids)
are derived from serials, so that equal traces show equal values.
"""

from .header_mapping import expiry_values
from .intervals import Interval
from .message_expiry import TENTH
from .report_messages import data_wanted
from .state import Kind, Message, OnQueue, Route, State
from .vocabulary.constants import (
    STAGING_QUEUE,
    UNLIMITED,
    Feedback,
    MessageType,
    ReasonCode,
    Report,
)
from .vocabulary.messages import (
    DeadLetterHeader,
    DelayHeader,
    Descriptor,
    JmsFolder,
    JmsHeader,
    OutgoingMessage,
    SeenMessage,
    body_of,
)

_NO_ID = "0" * 48


def chosen_id(serial: int) -> str:
    """The message id (48 hexadecimal digits) that the reference gives to this message."""
    return f"414d5120514d3120{serial:032x}"


def staged_id(serial: int) -> str:
    """The new id of the staged copy (DD-59)."""
    return f"414d5120514d3144{serial:032x}"


def nominally_expired(message: Message, at: Interval) -> bool:
    """Expired by the plain sum, without the tolerance that the judge grants."""
    if message.life_end is None or message.expiry[0] == UNLIMITED:
        return False
    return at.earliest >= message.sent.earliest + message.expiry[0] * TENTH


def remaining_expiry(message: Message, at: Interval) -> int:
    """Remaining life in tenths, at least 1 (EX-19); -1 if unlimited (EX-62)."""
    if message.expiry[0] == UNLIMITED:
        return UNLIMITED
    return max(1, message.expiry[0] - (at.earliest - message.sent.earliest) // TENTH)


def show(state: State, serial: int, queue_key: str, at: Interval) -> SeenMessage:
    """The message as the reference hands it to a get or browse on this queue."""
    message = state.messages[serial]
    match message.kind:
        case Kind.APPLICATION if queue_key.endswith("/" + STAGING_QUEUE):
            return _staged(message, at)
        case Kind.APPLICATION:
            return _application(state, message, queue_key, at)
        case Kind.TRIGGER:
            return SeenMessage(body="", descriptor=Descriptor(expiry=UNLIMITED))
        case _:
            return _report(state, message, queue_key)


def sent_header(message: Message, at: Interval) -> JmsHeader:
    """What the sender sees after a JMS send (HM-14, HM-28, HM-34)."""
    time_to_live = message.time_to_live or 0
    return JmsHeader(
        message_id="ID:" + chosen_id(message.serial),
        timestamp=at.latest,
        expiration=at.latest + time_to_live if time_to_live else 0,
        delivery_time=at.latest + message.delay,
        delivery_mode=int(message.delivery_mode or 0),
        priority=message.priority,
        correlation_id=None if message.correlation_id is None else "ID:" + message.correlation_id,
        reply_to=message.reply_to,
    )


def sent_descriptor(message: Message) -> Descriptor:
    """MQMD as written: Expiry still whole (HM-15, EX-63)."""
    time_to_live = message.time_to_live
    expiry = message.expiry[0] if time_to_live is None else expiry_values(time_to_live)[0]
    return Descriptor(
        message_id=chosen_id(message.serial),
        correlation_id=message.correlation_id or _NO_ID,
        expiry=expiry,
        persistence=int(message.persistence),
        priority=message.priority,
        report=message.report,
        reply_to_queue=message.reply_to or "",
    )


def sent_folder(header: JmsHeader) -> JmsFolder:
    """HM-17, HM-21, HM-35: no expiration element without one."""
    return JmsFolder(expiration=header.expiration or None, timestamp=header.timestamp)


def _application(state: State, message: Message, queue_key: str, at: Interval) -> SeenMessage:
    known = state.known[message.serial]
    jms = message.delivery_mode is not None
    header, folder = JmsHeader(), JmsFolder()
    if jms:
        sent = sent_header(message, at)
        header = JmsHeader(
            message_id=sent.message_id,
            timestamp=known.timestamp or 0,
            expiration=known.expiration or 0,
            delivery_time=(known.timestamp or 0) + message.delay,
            delivery_mode=sent.delivery_mode,
            priority=message.priority,
            correlation_id=sent.correlation_id,
            reply_to=message.reply_to,
        )
        folder = sent_folder(header)
    return SeenMessage(
        body=body_of(OutgoingMessage(label=message.label, length=message.length)),
        header=header,
        descriptor=_replace_expiry(sent_descriptor(message), message, at),
        folder=folder,
        dead_letter_header=_dead_letter_header(state, message, queue_key),
        delay_header=DelayHeader.ABSENT,
    )


def _replace_expiry(descriptor: Descriptor, message: Message, at: Interval) -> Descriptor:
    return Descriptor(
        message_id=descriptor.message_id,
        correlation_id=descriptor.correlation_id,
        expiry=remaining_expiry(message, at),
        persistence=descriptor.persistence,
        priority=descriptor.priority,
        report=descriptor.report,
        message_type=int(MessageType.DATAGRAM),
        feedback=int(Feedback.NONE),
        reply_to_queue=descriptor.reply_to_queue,
    )


def _dead_letter_header(state: State, message: Message, queue_key: str) -> DeadLetterHeader | None:
    for status in state.beliefs[message.serial]:
        if isinstance(status, OnQueue) and status.queue == queue_key and status.route is Route.DEAD_LETTERED:
            return DeadLetterHeader(reason=int(ReasonCode.PUT_INHIBITED), destination_queue=message.name)
    return None


def _staged(message: Message, at: Interval) -> SeenMessage:
    descriptor = _replace_expiry(sent_descriptor(message), message, at)
    return SeenMessage(
        body=body_of(OutgoingMessage(label=message.label, length=message.length)),
        descriptor=Descriptor(
            message_id=staged_id(message.serial),
            correlation_id=chosen_id(message.serial),
            expiry=descriptor.expiry,
            persistence=descriptor.persistence,
            priority=descriptor.priority,
            report=descriptor.report,
        ),
        dead_letter_header=None,
        delay_header=DelayHeader.PRESENT,
    )


def _report(state: State, report: Message, queue_key: str) -> SeenMessage:
    assert report.subject is not None
    subject = state.messages[report.subject]
    body = body_of(OutgoingMessage(label=subject.label, length=subject.length))
    match data_wanted(subject, report.kind):
        case "all":
            data = body
        case "some":
            data = body[:100]
        case _:
            data = ""
    passes_message_id = subject.report & Report.PASS_MSG_ID
    passes_correlation_id = subject.report & Report.PASS_CORREL_ID
    original = chosen_id(subject.serial)
    correlation = subject.correlation_id or _NO_ID if passes_correlation_id else original
    message_id = original if passes_message_id else chosen_id(report.serial)
    return SeenMessage(
        body=data,
        header=JmsHeader(message_id="ID:" + message_id, correlation_id="ID:" + correlation),
        descriptor=Descriptor(
            message_id=message_id,
            correlation_id=correlation,
            expiry=UNLIMITED,
            persistence=int(report.persistence),
            priority=report.priority,
            message_type=int(MessageType.REPORT),
            feedback=_feedback(report.kind),
        ),
        dead_letter_header=_report_dead_letter_header(report, queue_key),
        delay_header=DelayHeader.ABSENT,
    )


def _feedback(kind: Kind) -> int:
    match kind:
        case Kind.EXPIRATION:
            return int(Feedback.EXPIRATION)
        case Kind.COA:
            return int(Feedback.COA)
        case Kind.COD:
            return int(Feedback.COD)
        case _:
            return int(ReasonCode.PUT_INHIBITED)


def _report_dead_letter_header(report: Message, queue_key: str) -> DeadLetterHeader | None:
    reply = f"{report.queue_manager}/{report.name}"
    if queue_key == reply:
        return None
    return DeadLetterHeader(reason=int(ReasonCode.PUT_INHIBITED), destination_queue=report.name)
