"""How the reference itself shows a message: the preferred look, where the documents leave latitude.

Bookkeeping for the reference as an implementation: the judge compares nothing with it. Chosen values (message
ids) are derived from serials, so that equal traces show equal values.
"""

from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from .chapters.correlation import PREFIX, correlation_element
from .chapters.correlation_fields import correlation_given, preferred_correl_id
from .chapters.destination_uris import destination_element, reply_element
from .chapters.header_fields import (
    delivery_mode_elements,
    expiration_element,
    priority_elements,
    type_element,
)
from .chapters.header_mapping import expiry_values
from .chapters.message_expiry import remaining_expiry
from .chapters.report_messages import SOME_DATA, DataWanted, data_wanted
from .comparisons.mapped_fields import reply_to_queue, reply_to_queue_managers
from .comparisons.transmission import with_header
from .state.intervals import Interval
from .state.messages import Kind, Known, Message
from .state.queue_keys import is_staging, key, owner, queue_name
from .state.state import State
from .state.statuses import Disposal, OnQueue, Route
from .vocabulary.constants import UNLIMITED, Feedback, MessageType, ReasonCode, Report
from .vocabulary.messages import (
    DeadLetterHeader,
    DelayHeader,
    Descriptor,
    JmsFolder,
    JmsHeader,
    OutgoingMessage,
    Protection,
    QueueDestination,
    SeenMessage,
    body_of,
)

EXPIRATION_TYPE: Final = "i8"
"""What the reference says of the type of jms.Exp (HM-19)."""


def chosen_id(serial: int) -> str:
    """The message id (48 hexadecimal digits) that the reference gives to this message."""
    return f"414d5120514d3120{serial:032x}"


def _own_id(message: Message) -> str:
    """The id that the sender saw, also for the copies of a publication."""
    return chosen_id(message.serial if message.publication is None else message.publication)


def staged_id(serial: int) -> str:
    """The new id of the staged copy (DD-59)."""
    return f"414d5120514d3144{serial:032x}"


def show(state: State, serial: int, queue_key: str, at: Interval) -> SeenMessage:
    """The message as the reference hands it to a get or browse on this queue."""
    message = state.messages[serial]
    match message.kind:
        case Kind.APPLICATION if is_staging(queue_key):
            return _staged(state, message, at)
        case Kind.APPLICATION | Kind.FAN_OUT:
            return with_header(state, message, queue_key, at, _application(state, message, queue_key, at))
        case Kind.TRIGGER:
            return SeenMessage(body="", descriptor=Descriptor(expiry=UNLIMITED))
        case Kind.REPLY:
            return _reply(state, message, at)
        case _:
            return _report(state, message, queue_key)


def sent_header(state: State, message: Message, at: Interval) -> JmsHeader:
    """What the sender sees after a JMS send (HM-14, HM-28, HM-34)."""
    time_to_live = message.time_to_live or 0
    expiration = at.latest + time_to_live if time_to_live else 0
    return _header(state, message, Known(timestamp=at.latest, expiration=expiration))


def _header(state: State, message: Message, known: Known) -> JmsHeader:
    """The fields as a client shows them, with the times that the send has set."""
    fields = message.fields
    assert fields is not None
    queue = isinstance(fields.destination, QueueDestination)
    shown = JmsHeader(
        message_id="ID:" + _own_id(message),
        timestamp=known.timestamp or 0,
        expiration=known.expiration or 0,
        delivery_time=(known.timestamp or 0) + message.delay,
        delivery_mode=int(message.delivery_mode or 0),
        priority=message.priority,
        reply_to=None if fields.reply is None else fields.reply.queue,
    )
    shown = _with_correlation_id(state, message, shown)
    if not fields.for_jms:
        return shown
    return replace(
        shown,
        type=fields.type,
        destination=fields.destination if queue else UNSET,
        topic=UNSET if queue else fields.destination,
        reply_destination=UNSET if fields.reply is None else fields.reply,
    )


def _with_correlation_id(state: State, message: Message, header: JmsHeader) -> JmsHeader:
    """JMSCorrelationID: the application's string, or the 24 bytes as an id."""
    given = correlation_given(state, message)
    if given is None:
        return replace(header, correlation_id=None)
    if correlation_element(given) is not None:
        return replace(header, correlation_id=str(given))
    digits = preferred_correl_id(state, message)
    return replace(header, correlation_id=PREFIX + digits, correlation_bytes=digits)


def sent_descriptor(state: State, message: Message) -> Descriptor:
    """MQMD as written: Expiry still whole (HM-15, EX-63)."""
    time_to_live = message.time_to_live
    reply = None if message.fields is None else message.fields.reply
    named = None if reply is None else reply_to_queue_managers(reply, message.queue_manager)
    return Descriptor(
        message_id=_own_id(message),
        correlation_id=preferred_correl_id(state, message),
        expiry=message.expiry[0] if time_to_live is None else expiry_values(time_to_live)[0],
        persistence=int(message.persistence),
        priority=message.priority,
        report=message.report,
        reply_to_queue=message.reply_to or "" if reply is None else reply_to_queue(reply),
        reply_to_queue_manager="" if named is None else named[-1],
    )


def sent_folder(state: State, message: Message, header: JmsHeader) -> JmsFolder:
    """The MQRFH2; a message for a target client that is not JMS has none (HM-01 to HM-47)."""
    fields = message.fields
    assert fields is not None
    if not fields.for_jms:
        return JmsFolder()
    assert message.delivery_mode is not None
    given = correlation_given(state, message)
    expiration = expiration_element(header.expiration or 0)
    return JmsFolder(
        expiration=expiration,
        expiration_type=None if expiration is None else EXPIRATION_TYPE,
        timestamp=header.timestamp,
        destination=destination_element(fields.destination),
        reply_to=None if fields.reply is None else reply_element(fields.reply),
        delivery_mode=delivery_mode_elements(fields.destination, message.delivery_mode)[0],
        priority=priority_elements(fields.destination, message.priority)[0],
        correlation_id=None if given is None else correlation_element(given),
        type=None if fields.type is None else type_element(fields.type),
        set=None,
        format=None,
    )


def _application(state: State, message: Message, queue_key: str, at: Interval) -> SeenMessage:
    known = state.known[message.serial]
    header, folder = JmsHeader(), JmsFolder()
    if message.fields is not None:
        header = _header(state, message, known)
        folder = sent_folder(state, message, header)
    return SeenMessage(
        body=body_of(OutgoingMessage(label=message.label, length=message.length)),
        header=header,
        descriptor=_on_queue(sent_descriptor(state, message), message, at),
        folder=folder,
        dead_letter_header=_dead_letter_header(state, message, queue_key),
        delay_header=DelayHeader.ABSENT,
        protection=_protection(state, message, queue_key),
    )


def _protection(state: State, message: Message, queue_key: str) -> Protection | None:
    """As put by the application, or as a channel has put it on."""
    policy = message.policy
    for status in state.beliefs[message.serial]:
        if isinstance(status, OnQueue) and status.queue == queue_key and status.safeguard is not None:
            policy = status.safeguard.policy
            break
    return None if policy is None else Protection(policy=policy, layers=1)


def _on_queue(descriptor: Descriptor, message: Message, at: Interval) -> Descriptor:
    return replace(
        descriptor,
        expiry=remaining_expiry(message, at),
        message_type=int(MessageType.DATAGRAM),
        feedback=int(Feedback.NONE),
    )


def _dead_letter_header(state: State, message: Message, queue_key: str) -> DeadLetterHeader | None:
    for status in state.beliefs[message.serial]:
        if isinstance(status, OnQueue) and status.queue == queue_key and status.route is Route.DEAD_LETTERED:
            target = queue_name(message.onward or message.name) or message.name
            by_channel = status.disposal is Disposal.BY_CHANNEL
            here = owner(queue_key) == message.queue_manager
            reason = ReasonCode.MSG_TOO_BIG_FOR_CHANNEL if by_channel and here else ReasonCode.PUT_INHIBITED
            return DeadLetterHeader(
                reason=int(reason), destination_queue=target if by_channel else message.name
            )
    return None


def _staged(state: State, message: Message, at: Interval) -> SeenMessage:
    descriptor = _on_queue(sent_descriptor(state, message), message, at)
    return SeenMessage(
        body=body_of(OutgoingMessage(label=message.label, length=message.length)),
        descriptor=Descriptor(
            message_id=staged_id(message.serial),
            correlation_id=_own_id(message),
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
        case DataWanted.ALL:
            data = body
        case DataWanted.SOME:
            data = body[:SOME_DATA]
        case DataWanted.NONE:
            data = ""
    passes_message_id = subject.report & Report.PASS_MSG_ID
    passes_correlation_id = subject.report & Report.PASS_CORREL_ID
    original = _own_id(subject)
    correlation = preferred_correl_id(state, subject) if passes_correlation_id else original
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


def _reply(state: State, reply: Message, at: Interval) -> SeenMessage:
    """What the IMS bridge answers: the data of the request, correlated by its message id."""
    assert reply.subject is not None
    request = state.messages[reply.subject]
    return SeenMessage(
        body=body_of(OutgoingMessage(label=request.label, length=request.length)),
        descriptor=Descriptor(
            message_id=chosen_id(reply.serial),
            correlation_id=chosen_id(request.serial),
            expiry=remaining_expiry(reply, at),
            persistence=int(reply.persistence),
            priority=reply.priority,
            message_type=int(MessageType.REPLY),
            feedback=int(Feedback.NONE),
        ),
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
    reply = key(report.queue_manager, report.name)
    if queue_key == reply:
        return None
    return DeadLetterHeader(reason=int(ReasonCode.PUT_INHIBITED), destination_queue=report.name)
