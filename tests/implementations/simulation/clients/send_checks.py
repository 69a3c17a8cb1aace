"""What a send or put may not be, and what may be asked beyond the documents: see `behaviour.calls`."""

from implementations.behaviour.calls import CallBehaviour, FurtherChecks, ReportToNobody
from implementations.decisions.publications import PublicationKind
from implementations.decisions.queue_manager import Check
from implementations.simulation.clients.sessions import Session
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.state.objects import CallRefusedError
from mqtck.reference.vocabulary.constants import ReasonCode, Report
from mqtck.reference.vocabulary.messages import OutgoingMessage

MISSING_REPLY_TO_QUEUE = 2027
"""MQRC_MISSING_REPLY_TO_Q."""

BEYOND = "is asked about beyond what is documented"
"""What the text of a refusal ends with that the documents allow, but do not name."""

ANY_REPORT = (
    Report.EXCEPTION_WITH_FULL_DATA
    | Report.EXPIRATION_WITH_FULL_DATA
    | Report.COA_WITH_FULL_DATA
    | Report.COD_WITH_FULL_DATA
)


def check_reply_queue(behaviour: CallBehaviour, outgoing: OutgoingMessage) -> None:
    """A report may need somebody to go to (X-22)."""
    needed = behaviour.report_to_nobody is ReportToNobody.REFUSED
    if needed and outgoing.report & ANY_REPORT and outgoing.reply_to is None:
        raise CallRefusedError(MISSING_REPLY_TO_QUEUE, "a report without a reply-to queue")


def may_put(session: Session, queue: str) -> bool:
    return session.user is None or (session.user, queue) in session.manager.authorities


def check_further(session: Session, outgoing: OutgoingMessage, length: int) -> None:
    """A delayed send may be refused that could be staged and delivered (DD-113)."""
    manager = session.manager
    match manager.behaviour.further_checks:
        case FurtherChecks.NONE:
            named = None
        case FurtherChecks.REPLY_QUEUE:
            named = _local_reply_to(manager, outgoing)
            if named is not None and not may_put(session, named):
                raise CallRefusedError(ReasonCode.NOT_AUTHORIZED, f"{session.user} may not put to {named}")
        case FurtherChecks.DEAD_LETTER_QUEUE:
            named = manager.dead_letter_queue
    reason = None if named is None else manager.refusal(named, length, frozenset(Check))
    if reason is not None:
        raise CallRefusedError(reason, f"{named} {BEYOND}")


def _local_reply_to(manager: QueueManager, outgoing: OutgoingMessage) -> str | None:
    reply = outgoing.reply_destination
    elsewhere = reply is not None and reply.queue_manager not in {None, "", manager.name}
    return None if elsewhere else outgoing.reply_to


def check_queue(manager: QueueManager, queue: str, outgoing: OutgoingMessage, delay: int) -> None:
    """What a delayed send to a queue may not be (DD-19 to DD-24; DD-33, DD-69)."""
    decisions = manager.decisions
    if decisions.binding_refused(delay, *manager.clusters.binding(queue)):
        raise CallRefusedError(decisions.binding_failure, "DEFBIND of a clustered queue is not NOT_FIXED")
    if decisions.retained_refused_on_queue(outgoing.retained, delay):
        raise CallRefusedError(ReasonCode.OPTIONS_ERROR, "a retained message with a delay")
    if delay and decisions.shared_target_refused() and manager.shares(queue):
        raise CallRefusedError(ReasonCode.FUNCTION_NOT_SUPPORTED, "a shared queue")


def check_retained(manager: QueueManager, outgoing: OutgoingMessage, kind: PublicationKind) -> None:
    """DD-33, DD-34."""
    if manager.decisions.retained_refused(outgoing.retained, kind):
        raise CallRefusedError(manager.decisions.retained_failure, "a retained publication with a delay")
