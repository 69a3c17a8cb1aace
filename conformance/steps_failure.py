"""Steps for what becomes of a message that cannot be put to its target, and of the reports about it.

The trouble is caused while the message is delayed, since a target that is unusable at the send refuses
there. Where the messages are afterwards is said in a table, one column a queue, which is the decision
table of the documents read sideways.

What a real clock can tell: what should have gone from the staging queue, or come to another queue, may be
late. What has come to a queue where it should not be is wrong at once, and so is what has gone from the
staging queue though it should be kept, unless the processor may just have it in its unit of work.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec
from msgspec import UNSET

from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.commands import Send
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, Feedback, MessageType
from mqtck.reference.vocabulary.messages import SeenMessage, body_of
from mqtck.reference.vocabulary.profile import ClockKind

from . import expectations_messages as m
from .expectations import Fate, Sending, label_of, was_refused
from .expectations_queues import delivered, nothing
from .features import FeatureError
from .narration import said_outcome
from .script_builder import ScriptBuilder, ScriptError
from .scripts import HELD, Broken, Check, Finding, Handle, Held, NotObserved, Record, Undecided
from .steps_expectations import take
from .steps_jms import Table
from .steps_messages import its
from .steps_registry import step
from .steps_reports import KINDS

GLANCE: Final = 3000
"""Ms that a receive waits on a real clock for what need not come."""

IN_WORK: Final = 15_000
"""Ms after the due time for which a message that a browser does not show may be in an attempt to put it."""

# --- trouble during the delay ------------------------------------------------------------------------


@step("{queue:Queue} is altered to {attributes:Attributes} during the delay of {label:Label}")
def altered_in_time(script: ScriptBuilder, queue: str, attributes: dict[str, Any], label: str) -> None:
    """Undecided where a real clock shows that it took longer than the delay."""
    changes = msgspec.convert(attributes, c.AttributeChanges)
    name = script.queue(queue)
    alter = c.AlterQueue(queue=name, changes=changes, queue_manager=script.queue_manager)
    _in_time(script, script.fixture(alter), label)


@step("{queue:Queue} is deleted during the delay of {label:Label}")
def deleted_in_time(script: ScriptBuilder, queue: str, label: str) -> None:
    name = script.queue(queue)
    delete = c.DeleteQueue(queue=name, queue_manager=script.queue_manager)
    _in_time(script, script.fixture(delete), label)


def _in_time(script: ScriptBuilder, fixture: Handle, label: str) -> None:
    if script.time_to_due(label) <= 0:
        raise ScriptError(f'the delay of "{label}" is over')
    sending = script.sending(label)

    def check(record: Record) -> Finding:
        if record.steps[fixture].ended >= record.steps[sending.send].started + sending.delay:
            return Undecided(f'The machine was too slow: "{label}" may have been due already.')
        return HELD

    script.expect(check)


# --- what is taken for granted -------------------------------------------------------------------------


@step("{label:Label} still waits on the staging queue")
def still_waits(script: ScriptBuilder, label: str) -> None:
    """Where it does not, the scenario, which is about what follows, learns nothing."""
    sendings = tuple(script.sendings.values())
    script.eventually(
        c.Browse(queue=STAGING_QUEUE, queue_manager=script.queue_manager),
        lambda handle: granted(holds(handle, STAGING_QUEUE, (label,), sendings)),
    )


@step("{label:Label} was dead-lettered")
def was_dead_lettered(script: ScriptBuilder, label: str) -> None:
    """For scenarios about what follows. The message stays where it is."""
    _disposed(script, label, script.queue("the dead-letter queue"))


@step("{label:Label} was discarded")
def was_discarded(script: ScriptBuilder, label: str) -> None:
    """Neither on the staging queue any more nor on the dead-letter queue."""
    _disposed(script, label, None)


def _disposed(script: ScriptBuilder, label: str, place: str | None) -> None:
    for queue in (STAGING_QUEUE, script.queue("the dead-letter queue")):
        there = queue == place
        script.eventually(
            c.Browse(queue=queue, queue_manager=script.queue_manager),
            lambda handle, queue=queue, there=there: granted(  # type: ignore[misc]
                _has(handle, queue, label, there=there)
            ),
        )


def _has(handle: Handle, queue: str, label: str, *, there: bool) -> Check:
    wanted = f'{"" if there else "no "}"{label}" on {queue}'

    def check(record: Record) -> Finding:
        outcome = record.steps[handle].outcome
        if not isinstance(outcome, o.Browsed):
            return Broken(wanted, said_outcome(outcome), handle)
        found = {_what(record, message, ()) for message in outcome.messages}
        return HELD if (label in found) is there else Broken(wanted, said_outcome(outcome), handle)

    return check


@step("the expiration report about {label:Label} is taken from {queue:Queue}")
def take_expiration_report(script: ScriptBuilder, label: str, queue: str) -> None:
    _take_report(script, "an expiration", label, queue)


@step("the exception report about {label:Label} is taken from {queue:Queue}")
def take_exception_report(script: ScriptBuilder, label: str, queue: str) -> None:
    _take_report(script, "an exception", label, queue)


def _take_report(script: ScriptBuilder, kind: str, label: str, queue: str) -> None:
    """Whatever its ids. Where it does not come, the scenario, which is about its contents, learns nothing."""
    sending = script.sending(label)
    take(script, queue, lambda handle: granted(m.report_caused_by(handle, kind, KINDS[kind], sending)))


def granted(check: Check) -> Check:
    """What is not as expected leaves the scenario undecided."""

    def check_granted(record: Record) -> Finding:
        finding = check(record)
        if isinstance(finding, Broken):
            return Undecided(
                f"The scenario could not go on: expected {finding.expected}; seen {finding.seen}."
            )
        return finding

    return check_granted


# --- where messages and reports are -------------------------------------------------------------------

REPORT: Final = "its report"


@step("nothing but this is on the queues")
def queues_hold(script: ScriptBuilder, table: Table) -> None:
    """Two rows: queues, and what each holds: "nothing", the label of a message, or "its report".

    "order-1 and its report" stands for both, in whatever order. The report is an exception report,
    whatever its ids. Nothing is taken away.
    """
    if len(table) != 2 or not script.sendings:  # noqa: PLR2004 - the names and the contents
        raise ScriptError("it takes a row of queues and a row of what they hold, after a send")
    sendings = tuple(script.sendings.values())
    expected = {script.queue(queue): _contents(text, sendings) for queue, text in zip(*table, strict=True)}
    for queue in sorted(expected, key=lambda name: name != STAGING_QUEUE):
        script.eventually(
            c.Browse(queue=queue, queue_manager=script.queue_manager),
            lambda handle, queue=queue: holds(handle, queue, expected[queue], sendings),  # type: ignore[misc]
        )


def _contents(text: str, sendings: tuple[Sending, ...]) -> tuple[str, ...]:
    parts = () if text == "nothing" else tuple(text.split(" and "))
    known = {REPORT, *(sending.label for sending in sendings)}
    if unknown := set(parts) - known:
        raise FeatureError(
            f'"{unknown.pop()}" is nothing to be found; known are nothing, {", ".join(known)}.'
        )
    return parts


def holds(handle: Handle, queue: str, expected: tuple[str, ...], sendings: tuple[Sending, ...]) -> Check:
    """A browse shows these messages, in any order."""
    wanted = f"{' and '.join(expected) or 'nothing'} on {queue}"

    def check(record: Record) -> Finding:
        outcome = record.steps[handle].outcome
        if not isinstance(outcome, o.Browsed):
            return Broken(wanted, said_outcome(outcome), handle)
        found = [_what(record, message, sendings) for message in outcome.messages]
        if None in found:
            return NotObserved("what a message on a queue is")
        if sorted(map(str, found)) == sorted(expected):
            return HELD
        if record.clock is ClockKind.REAL:
            missing, beyond = _without(expected, found), _without(found, expected)
            if queue != STAGING_QUEUE:
                undecided = missing and not beyond
            else:
                undecided = not missing or _may_be_in_work(record, handle, sendings)
            if undecided:
                return Undecided(f"{wanted} is late, or never: {said_outcome(outcome)}.")
        return Broken(wanted, " and ".join(map(str, found)) or "nothing", handle)

    return check


def _may_be_in_work(record: Record, handle: Handle, sendings: tuple[Sending, ...]) -> bool:
    """Whether a message that is not seen may just be in the processor's own unit of work."""
    due = max(record.steps[sending.send].ended + sending.delay for sending in sendings)
    return record.steps[handle].started < due + IN_WORK


def _without(these: Iterable[object], others: Iterable[object]) -> list[object]:
    left = list(these)
    for other in others:
        if other in left:
            left.remove(other)
    return left


def _what(record: Record, message: SeenMessage, sendings: tuple[Sending, ...]) -> str | None:
    """The label of a message, REPORT for an exception report, or what else it is."""
    if not _is_report(message):
        return label_of(record, message, sendings)
    feedback = message.descriptor.feedback
    if feedback is UNSET:
        return None
    is_exception = m.FIRST_REASON_CODE <= feedback <= m.LAST_REASON_CODE
    return REPORT if is_exception else f"a report with feedback {feedback}"


def _is_report(message: SeenMessage) -> bool:
    descriptor = message.descriptor
    if descriptor.feedback is not UNSET:
        return descriptor.feedback != Feedback.NONE
    return descriptor.message_type is not UNSET and descriptor.message_type == MessageType.REPORT


@step("{label:Label} is on {queue:Queue} if its send was accepted")
def on_queue_if_accepted(script: ScriptBuilder, label: str, queue: str) -> None:
    """A browser shows it and nothing else, and nothing at all where the send was refused."""
    name, sending = script.queue(queue), script.sending(label)

    def shown(handle: Handle) -> Check:
        def check(record: Record) -> Finding:
            sent = sending.send in record.steps and not was_refused(record, sending.send)
            return holds(handle, name, (label,) if sent else (), (sending,))(record)

        return check

    script.eventually(c.Browse(queue=name, queue_manager=script.queue_manager), shown)


@step(
    "there are as many exception reports about {label:Label} on {replies:Queue} "
    "as copies of it on {queue:Queue}"
)
def as_many_reports(script: ScriptBuilder, label: str, replies: str, queue: str) -> None:
    """None and none, or one and one. The answer is the number."""
    sending = script.sending(label)
    browse = (
        c.Browse(queue=script.queue(name), queue_manager=script.queue_manager) for name in (queue, replies)
    )
    copies = script.probe(next(browse))

    def counted(reports: Handle) -> Check:
        def check(record: Record) -> Finding:
            shown = record.steps[copies].outcome, record.steps[reports].outcome
            numbers = []
            for outcome, wanted in zip(shown, (label, REPORT), strict=True):
                if not isinstance(outcome, o.Browsed):
                    return Broken("a browse", said_outcome(outcome), reports)
                found = [_what(record, message, (sending,)) for message in outcome.messages]
                if None in found:
                    return NotObserved("what a message on a queue is")
                numbers.append(found.count(wanted))
            if numbers in ([0, 0], [1, 1]):
                return Held(str(numbers[0]))
            seen = f"{numbers[1]} reports, {numbers[0]} copies"
            if numbers == [1, 0] and record.clock is ClockKind.REAL:
                return Undecided(f"{seen}: the report is late, or never.")
            return Broken(f'as many exception reports as copies of "{label}", at most one', seen, reports)

        return check

    script.eventually(next(browse), counted)


# --- reports that may or may not come ------------------------------------------------------------------


@step("nothing is on {queue:Queue} during the delay of {label:Label}")
def nothing_during_delay(script: ScriptBuilder, queue: str, label: str) -> None:
    """Of what may come to another queue than the target, but not before the delay is over."""
    if script.time_to_due(label) <= 0:
        raise ScriptError(f'the delay of "{label}" is over')
    name, sending = script.queue(queue), script.sending(label)
    handle = script.probe(c.Receive(queue=name, session=script.receiver()))
    is_empty = nothing(handle, name, ())

    def check(record: Record) -> Finding:
        finding = is_empty(record)
        due = record.steps[sending.send].started + sending.delay
        if isinstance(finding, Broken) and record.steps[handle].ended >= due:
            return Undecided(f'The machine was too slow: "{label}" may have been due already.')
        return finding

    script.expect(check)


def _no_report(name: str, kinds: frozenset[Feedback]) -> None:
    @step(f"no {name} report is on {{queue:Queue}}")
    def no_report(script: ScriptBuilder, queue: str) -> None:
        """A browser shows none of that kind. Others are not what the scenario is about."""
        wanted = f"no {name} report on {queue}"
        handle = script.probe(c.Browse(queue=script.queue(queue), queue_manager=script.queue_manager))

        def check(record: Record) -> Finding:
            outcome = record.steps[handle].outcome
            if not isinstance(outcome, o.Browsed):
                return Broken(wanted, said_outcome(outcome), handle)
            found = {message.descriptor.feedback for message in outcome.messages}
            if found & kinds:
                return Broken(wanted, said_outcome(outcome), handle)
            return NotObserved("MQMD.Feedback of a report") if UNSET in found else HELD

        script.expect(check)


_no_report("COD", frozenset({Feedback.COD}))
_no_report("PAN or NAN", frozenset({Feedback.PAN, Feedback.NAN}))
_no_report("activity", frozenset({Feedback.ACTIVITY}))


@step("{kind:Kind} report about {label:Label} arrives on {queue:Queue}, or nothing")
def report_or_nothing(script: ScriptBuilder, kind: str, label: str, queue: str) -> None:
    """Either is right; the answer is yes or no."""
    sending = script.sending(label)
    _or_nothing(script, queue, lambda handle: m.report_about(handle, kind, KINDS[kind], sending))


@step("{kind:Kind} report arrives on {queue:Queue}, caused by {label:Label}, or nothing")
def uncorrelated_report_or_nothing(script: ScriptBuilder, kind: str, queue: str, label: str) -> None:
    """The same, whatever its correlation id."""
    sending = script.sending(label)
    _or_nothing(script, queue, lambda handle: m.report_caused_by(handle, kind, KINDS[kind], sending))


def _or_nothing(script: ScriptBuilder, queue: str, is_report: Callable[[Handle], Check]) -> None:
    name = script.queue(queue)
    handle = script.probe(c.Receive(queue=name, session=script.receiver(), wait=GLANCE))
    arrived = is_report(handle)

    def check(record: Record) -> Finding:
        if isinstance(record.steps[handle].outcome, o.NoMessage):
            return Held("no")
        finding = arrived(record)
        return Held("yes") if isinstance(finding, Held) else finding

    script.expect(check)


@step(
    "{label:Label} is delivered to {queue:Queue}, "
    "or else {kind:Kind} report about it arrives on {replies:Queue}"
)
def delivered_or_reported(script: ScriptBuilder, label: str, queue: str, kind: str, replies: str) -> None:
    """Exactly one of the two, and neither where the send was refused; the answer is which."""
    name, sending = script.queue(queue), script.sending(label)
    message = script.probe(c.Receive(queue=name, session=script.receiver(), wait=GLANCE))
    report = script.probe(c.Receive(queue=script.queue(replies), session=script.receiver(), wait=GLANCE))
    is_delivered = delivered(message, label, name, sending)
    is_reported = m.report_about(report, kind, KINDS[kind], sending)

    def check(record: Record) -> Finding:
        came = [
            handle
            for handle in (message, report)
            if not isinstance(record.steps[handle].outcome, o.NoMessage)
        ]
        wanted = f'either "{label}" on {queue} or {kind} report about it on {replies}'
        match came:
            case [] if sending.send not in record.steps or was_refused(record, sending.send):
                return Held("neither, as it was refused")
            case [] if record.clock is ClockKind.REAL:
                return Undecided(f"{wanted} was waited for in vain, which is late or never.")
            case [handle] if sending.send in record.steps and not was_refused(record, sending.send):
                finding = is_delivered(record) if handle == message else is_reported(record)
                if not isinstance(finding, Held):
                    return finding
                return Held("delivered" if handle == message else "reported")
            case _:
                seen = "; ".join(said_outcome(record.steps[handle].outcome) for handle in came)
                return Broken(wanted, seen or "neither", report)

    script.expect(check)
    script.settle_fate((label,), Fate.TAKEN)


# --- the data of a report -------------------------------------------------------------------------------


@step("its data are the beginning of those of {label:Label} as sent")
def data_begin(script: ScriptBuilder, label: str) -> None:
    """Not nothing, and nothing in front of them. How many there are is not documented here."""
    handle, sending = its(script), script.sending(label)

    def check(record: Record) -> Finding:
        outcome, sent = record.steps[handle].outcome, record.steps[sending.send]
        if not isinstance(outcome, o.MessageReturned):
            return Broken("a report", said_outcome(outcome), handle)
        body = outcome.message.body
        if body is UNSET:
            return NotObserved("the data of a report")
        assert isinstance(sent.command, Send)
        if body and body_of(sent.command.message).startswith(body):
            return Held(f"{len(body)} characters")
        return Broken(f'the beginning of the data of "{label}"', f"{body:.60}" or "no data", handle)

    script.expect(check)


@step(
    "the expiration reports about {first:Label} on {one:Queue} and about {second:Label} on {other:Queue} "
    "have equally many data"
)
def equally_many_data(script: ScriptBuilder, first: str, one: str, second: str, other: str) -> None:
    """Of messages of the same length, one of which was not delayed. That the reports come is granted."""
    handles = []
    for label, queue in ((first, one), (second, other)):
        take_expiration_report(script, label, queue)
        handles.append(its(script))

    def check(record: Record) -> Finding:
        lengths = []
        for handle in handles:
            outcome = record.steps[handle].outcome
            assert isinstance(outcome, o.MessageReturned)
            if outcome.message.body is UNSET:
                return NotObserved("the data of a report")
            lengths.append(len(outcome.message.body))
        if lengths[0] == lengths[1]:
            return Held(f"{lengths[0]} characters")
        return Broken(f"{lengths[0]} characters of data", f"{lengths[1]} characters", handles[1])

    script.expect(check)
