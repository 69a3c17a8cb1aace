"""Blame for reports: one that is missing, one that is there too soon, and one that nobody asked for.

As in `messages`: the most telling rule first, and an empty answer where no rule of the ledger speaks of it.
"""

from mqtck.reference.chapters.combined import expired_while_staged, of_early_report, of_failure, of_report
from mqtck.reference.chapters.report_messages import asks_for, passed_on_untouched, reported_on_its_way
from mqtck.reference.chapters.resolution import resolved_key
from mqtck.reference.state.beliefs import has_expired
from mqtck.reference.state.messages import Kind, Message
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Cause, Ended, Never, Status
from mqtck.reference.vocabulary.constants import Feedback

from . import channels as channel_blame
from .beside import behind_exception_report, circumstances, of_another_reply_queue, uncommitted


def missing_expiration_report_rules(state: State, report: Message) -> tuple[str, ...]:
    """An expiration report that must be there."""
    beside = _beside_report(state, report)
    subject = report if report.subject is None else state.messages[report.subject]
    if "EX-16" in state.passed.get(subject.serial, ()):
        return ("EX-16", "EX-21", "EX-39", *beside)
    if not subject.delay:
        return ("EX-21", *(("EX-26",) if subject.onward else ()), "EX-39")
    return ("EX-21", "DD-82", "EX-26", "EX-39", *circumstances(state, subject), *beside)


def _beside_report(state: State, report: Message) -> tuple[str, ...]:
    return () if report.subject is None else of_report(state, report, state.messages[report.subject])


def missing_exception_report_rules(state: State, report: Message, queue_key: str) -> tuple[str, ...]:
    """An exception report that must be there: on its reply-to queue, or on the dead-letter queue."""
    usual = "DD-101" if queue_key == _reply_key(state, report) else "DD-103"
    beside = (*behind_exception_report(state, report), *_beside_report(state, report))
    return (*_about_silenced(state, report, usual), usual, *beside)


def _about_silenced(state: State, report: Message, usual: str) -> tuple[str, ...]:
    """DD-108, X-38: a report about a publication that was discarded without a word."""
    subject = None if report.subject is None else state.messages[report.subject]
    if subject is None or subject.topic is None:
        return ()
    copies = (subject.serial,) if subject.publication is None else state.copies[subject.publication]
    silenced = any(Ended(Cause.SILENCED) in state.beliefs[copy] for copy in copies)
    return (("DD-108",) if usual == "DD-101" else ("X-38",)) if silenced else ("DD-123",)


def report_sighting_rules(state: State, report: Message, status: Status) -> tuple[str, ...]:
    """A report is shown that cannot be there yet, or that was got before."""
    subject = None if report.subject is None else state.messages[report.subject]
    listed = bool(passed_on_untouched(state.profile.edition))
    staged = subject is not None and subject.delay > 0 and listed
    beside = _beside_report(state, report)
    match report.kind, status:
        case Kind.EXPIRATION, Never() if wrong := channel_blame.report_rules(
            state, report.subject, Feedback.EXPIRATION
        ):
            return wrong
        case Kind.EXPIRATION, Never():
            early = () if report.subject is None else of_early_report(subject, state.beliefs[report.subject])
            return ("EX-37", "EX-21", *early)
        case Kind.EXCEPTION, Never():
            gone = subject is not None and expired_while_staged(state.beliefs[subject.serial]) is not None
            return ("DD-100", "DD-102", *(("X-13", "X-18") if gone else ()), *beside)
        case Kind.COA, Never():
            return ("DD-126", *beside) if staged else ()
        case Kind.COD, Never() if subject is not None and subject.serial in state.confirmable:
            # Whether a browse is a delivery, or a get before its commit, is said nowhere.
            return ()
        case Kind.COD, Ended(cause=Cause.CONSUMED) if _perhaps_again(state, report.subject):
            return ()
        case Kind.COD, Never():
            # A discard by expiry is no delivery.
            seen_to_end = subject is not None and has_expired(state.beliefs[subject.serial])
            return ("DD-127", *beside) if staged else ("EX-22",) if seen_to_end else ()
        case ((Kind.COA | Kind.COD), Ended(cause=Cause.CONSUMED)):
            return ("DD-126" if report.kind is Kind.COA else "DD-127", *beside) if staged else ()
        case Kind.EXCEPTION, Ended(cause=Cause.CONSUMED):
            return ("DD-100", "DD-101", *beside)
        case Kind.EXPIRATION, Ended(cause=Cause.CONSUMED):
            return ("EX-21", "EX-39", "DD-82", *beside)
        case Kind.EXCEPTION, _:
            return ("DD-101", "DD-103", "DD-105", *beside)
        case _:
            return ()


_ON_IGNORED_OPTIONS = frozenset({Feedback.COA, Feedback.COD, Feedback.PAN, Feedback.NAN, Feedback.ACTIVITY})


def stray_report_rules(state: State, feedback: object, serial: int | None, queue_key: str) -> tuple[str, ...]:
    """A report that was not requested, or whose time has not come; None if about nobody knows what."""
    rules = _stray(state, feedback, serial)
    if feedback in _ON_IGNORED_OPTIONS:
        return rules
    kind = Kind.EXPIRATION if feedback == Feedback.EXPIRATION else Kind.EXCEPTION
    return (*of_another_reply_queue(state, serial, kind, queue_key), *rules)


def _stray(state: State, feedback: object, serial: int | None) -> tuple[str, ...]:
    match feedback:
        case Feedback.EXPIRATION:
            return _stray_expiration_report(state, serial)
        case Feedback.COA | Feedback.COD | Feedback.PAN | Feedback.NAN | Feedback.ACTIVITY:
            return _stray_on_ignored_option(state, feedback, serial)
        case int() if feedback not in tuple(Feedback):
            return _stray_exception_report(state, serial)
        case _:
            return ()


def _stray_expiration_report(state: State, serial: int | None) -> tuple[str, ...]:
    """EX-22: it was not asked for. EX-37: its message has not been discarded."""
    if serial is None:
        return ("EX-22", "DD-82")
    message, belief = state.messages[serial], state.beliefs[serial]
    delayed = message.delay > 0
    if uncommitted(belief):
        early = of_early_report(message, belief) if delayed else ()
        return ("EX-25", "EX-37", "DD-44" if delayed else "EX-22", *early)
    if asks_for(message, Kind.EXPIRATION):
        return ("EX-37", "DD-82", *of_early_report(message, belief), *_of_an_exception(message))
    return ("EX-22", "DD-82", *(("X-13",) if delayed else ()), *_of_an_exception(message))


def _stray_on_ignored_option(state: State, feedback: object, serial: int | None) -> tuple[str, ...]:
    """DD-126 to DD-129, where the edition has them. Of an undelayed message EX-22: expiry is no delivery."""
    message = None if serial is None else state.messages[serial]
    if message is not None and not message.delay:
        expires = message.life_end is not None and serial not in state.confirmable
        return ("EX-22",) if expires and feedback == Feedback.COD else ()
    if not passed_on_untouched(state.profile.edition):
        return ()
    match feedback:
        case Feedback.COA:
            return ("DD-126", "X-32")
        case Feedback.COD if _perhaps_again(state, serial):
            return ()
        case Feedback.COD:
            return ("DD-127", "EX-22", "X-33" if _expired_while_staged(state, serial) else "X-32")
        case Feedback.PAN | Feedback.NAN:
            return ("DD-128",)
        case Feedback.ACTIVITY if not reported_on_its_way(state, message):
            return ("DD-129",)
        case _:
            return ()


def _stray_exception_report(state: State, serial: int | None) -> tuple[str, ...]:
    """DD-100: nothing has failed yet. DD-102: it was not asked for. Undelayed puts fail at their callers."""
    message = None if serial is None else state.messages[serial]
    if message is not None and not message.delay:
        return ()
    gone = _expired_while_staged(state, serial)
    failed = ("X-13", "X-18") if gone else () if message is None else of_failure(message)
    requested = message is not None and asks_for(message, Kind.EXCEPTION)
    early = ("DD-100",) if requested else ("DD-102", "DD-101")
    return (*early, *failed, *_of_an_expiration(message))


def _expired_while_staged(state: State, serial: int | None) -> bool:
    return serial is not None and expired_while_staged(state.beliefs[serial]) is not None


def _perhaps_again(state: State, serial: int | None) -> bool:
    """Whether a COD may be one of several: what becomes of one whose get is backed out is said nowhere.

    None stands for any message.
    """
    if serial is None:
        return any(looks > 1 for looks in state.confirmable.values())
    return state.confirmable.get(serial, 0) > 1


def _of_an_exception(message: Message | None) -> tuple[str, ...]:
    """DD-101: an exception report may have been given the feedback of an expiration report."""
    return ("DD-101",) if message is not None and asks_for(message, Kind.EXCEPTION) else ()


def _of_an_expiration(message: Message | None) -> tuple[str, ...]:
    """EX-21: an expiration report may have been given a reason code for its feedback."""
    return ("EX-21", "DD-82") if message is not None and asks_for(message, Kind.EXPIRATION) else ()


def _reply_key(state: State, report: Message) -> str:
    return resolved_key(state, report.queue_manager, report.name)
