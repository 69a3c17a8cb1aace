"""What else may explain what is wrong: the rules that stand behind the most telling one in a blame.

A message that is missing, late or too many has several possible stories. The judge names first what is
literally broken (`messages`, `depths`); these functions add what the state knows of the circumstances:
an early move, an attempt that failed before, a restart, a recall, a life, a unit of work, options that
the processor passes through. Combinations of chapters (X) are in `combined`.
"""

from typing import Final

from mqtck.reference.chapters.failure_to_put import Action, requested_action
from mqtck.reference.chapters.report_messages import asks_for
from mqtck.reference.state.beliefs import NEVER
from mqtck.reference.state.intervals import Answer, Interval
from mqtck.reference.state.messages import Kind, Message
from mqtck.reference.state.queue_keys import key
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Belief, Cause, Ended, OnQueue, Route, Uncommitted
from mqtck.reference.vocabulary.commands import GetMode
from mqtck.reference.vocabulary.constants import Persistence, Report
from mqtck.reference.vocabulary.messages import SeenMessage
from mqtck.reference.vocabulary.profile import Platform

Rules = tuple[str, ...]

HARDLY_ANY: Final = 10
"""Tenths of a life to come that a message may show which its implementation takes for expired (EX-09)."""


def circumstances(state: State, message: Message) -> Rules:
    """What else may have taken a staged message along: its life, a restart, a failure, a recall."""
    manager = state.queue_managers[message.queue_manager]
    begun = message.sent.earliest
    restarted = not manager.running or (manager.started or 0) >= begun
    zos = manager.platform is Platform.ZOS
    also = {
        "EX-04": message.life_end is not None,
        "DD-86" if zos else "DD-95": restarted,
        "DD-96": not zos and (manager.processor_failed or 0) >= begun,
        "DD-61": _recalled(state),
    }
    return tuple(rule for rule, explains in also.items() if explains)


def of_another_reply_queue(state: State, serial: int | None, kind: Kind, queue_key: str) -> Rules:
    """X-22: a report on the local queue of the name that was given for a queue of another queue manager."""
    message = None if serial is None else state.messages[serial]
    reply = None if message is None or message.fields is None else message.fields.reply
    if message is None or reply is None or not message.delay or not asks_for(message, kind):
        return ()
    if kind not in {Kind.EXCEPTION, Kind.EXPIRATION}:
        return ()
    elsewhere = reply.queue_manager not in {None, "", message.queue_manager}
    return ("X-22",) if elsewhere and queue_key == key(message.queue_manager, reply.queue) else ()


def _recalled(state: State) -> bool:
    """Whether some message was got from the staging queue before its time."""
    dues = (state.messages[serial].due for serial in state.recalled)
    return any(due is not None and due.earliest > state.previous for due in dues)


def tried_again(message: Message, status: OnQueue) -> Rules:
    """DD-99 where the message came later than it was due, so that an attempt had failed before."""
    late = message.due is not None and status.arrival.earliest > message.due.latest
    return ("DD-99", *unsent_report(message)) if late else ()


def unsent_report(message: Message) -> Rules:
    """What decides about a message whose exception report may fit nowhere (DD-103 to DD-105)."""
    if not asks_for(message, Kind.EXCEPTION):
        return ()
    return ("DD-103", "DD-104" if message.persistence is Persistence.PERSISTENT else "DD-105")


def reported(state: State, message: Message) -> Rules:
    """Where its exception report was seen, or counted, before the message was (DD-100, DD-126 to DD-129)."""
    known = any(
        state.messages[child].kind is Kind.EXCEPTION and NEVER not in state.beliefs[child]
        for child in state.children.get(message.serial, ())
    )
    return ("DD-100", *passed_through(message)) if known else ()


def behind_exception_report(state: State, report: Message) -> Rules:
    """What an exception report follows from: its subject was staged, came due, and was disposed of."""
    subject = report if report.subject is None else state.messages[report.subject]
    action = "DD-97" if requested_action(subject.report) is Action.DISCARD else "DD-98"
    return (action, "DD-114", "DD-12", "DD-01")


def returned_too_late(
    message: Message, belief: Belief, mode: GetMode, seen: SeenMessage, at: Interval
) -> Rules:
    """A message is returned though its life is over: by what get, and where it had spent it.

    One that was delayed and shows an end that is still to come has had its life begun anew (DD-79).
    """
    match mode:
        case GetMode.UNDER_CURSOR:
            first: Rules = ("EX-17", "EX-41", "EX-04")
        case GetMode.DESTRUCTIVE:
            first = ("EX-17", "EX-04")
        case _:
            first = ("EX-18", "EX-17")
    routes = [status.route for status in belief if isinstance(status, OnQueue) and status.route in _LIVED]
    lived = tuple(dict.fromkeys(_LIVED[route] for route in routes))
    if not message.delay:
        return (*first, *lived)
    if shows_more_life(seen, at.latest) is Answer.YES:
        return ("DD-79", *first, *lived, "DD-84")
    return (*first, *lived, "DD-84", "DD-79")


def shows_more_life(seen: SeenMessage, now: int) -> Answer:
    """Whether an end that is still to come, or none, is told by its descriptor or else by its header."""
    left, end = seen.descriptor.expiry, seen.header.expiration
    if isinstance(left, int):
        return Answer.NO if 0 <= left <= HARDLY_ANY else Answer.YES
    if isinstance(end, int):
        return Answer.NO if 0 < end <= now else Answer.YES
    return Answer.UNSURE


_LIVED: Final = {
    Route.COMMITTED: "EX-25",
    Route.TRANSFERRED: "EX-06",
    Route.DEAD_LETTERED: "EX-47",
    Route.RETURNED: "EX-40",
}
"""What says that a life goes on, by the way that a message came to its queue."""


def uncommitted(belief: Belief) -> bool:
    """Put in a unit of work that is open or was rolled back: nothing happens to it (EX-25, DD-43, DD-44)."""
    return any(isinstance(status, Uncommitted) or status == Ended(Cause.ROLLED_BACK) for status in belief)


def passed_through(message: Message) -> Rules:
    """The options on a delayed message that the processor does not act on (DD-126 to DD-129)."""
    options = {
        Report.COA: "DD-126",
        Report.COD: "DD-127",
        Report.PAN: "DD-128",
        Report.NAN: "DD-128",
        Report.ACTIVITY: "DD-129",
    }
    asked = [rule for option, rule in options.items() if message.delay and message.report & option]
    return tuple(dict.fromkeys(asked))
