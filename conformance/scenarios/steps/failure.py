"""Steps for what becomes of a message that cannot be put to its target, and of the reports about it.

The trouble is caused while the message is delayed, since a target that is unusable at the send refuses
there. Where the messages are afterwards is said in a table, one column a queue, which is the decision
table of the documents read sideways.

Some steps take for granted what is not the scenario's own business ("was discarded", "still waits",
"the report is taken"): where that is not so, the scenario is undecided, and another one blames the rule.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from mqtck.conformance.scenarios.builder import GLANCE, ScriptBuilder, ScriptError
from mqtck.conformance.scenarios.expectations import failure as f
from mqtck.conformance.scenarios.expectations import report_data as d
from mqtck.conformance.scenarios.expectations import reports as r
from mqtck.conformance.scenarios.expectations.calls import before_due, granted
from mqtck.conformance.scenarios.expectations.queues import nothing
from mqtck.conformance.scenarios.expectations.sendings import Fate, Sending
from mqtck.conformance.scenarios.features import FeatureError
from mqtck.conformance.scenarios.scripts import Check, Handle
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, Feedback

from .expectations import take
from .fixtures import delay_over
from .jms import Table
from .messages import its
from .registry import step
from .reports import KINDS

# --- during the delay --------------------------------------------------------------------------------


@step("{queue:Queue} is altered to {attributes:Attributes} during the delay of {label:Label}")
def altered_in_time(script: ScriptBuilder, queue: str, attributes: dict[str, Any], label: str) -> None:
    """Undecided where a real clock shows that it took longer than the delay."""
    changes = msgspec.convert(attributes, c.AttributeChanges)
    name = script.queue(queue)
    alter = c.AlterQueue(queue=name, changes=changes, queue_manager=script.queue_manager)
    _delayed(script, label)
    script.fixture(alter)


@step("{label:Label} comes due while {queue:Queue} has {attributes:Attributes}")
def comes_due_while_altered(
    script: ScriptBuilder, label: str, queue: str, attributes: dict[str, Any]
) -> None:
    """Altered during the delay, until just past the due time."""
    altered_in_time(script, queue, attributes, label)
    delay_over(script, label)


@step("{queue:Queue} is deleted during the delay of {label:Label}")
def deleted_in_time(script: ScriptBuilder, queue: str, label: str) -> None:
    delete = c.DeleteQueue(queue=script.queue(queue), queue_manager=script.queue_manager)
    _delayed(script, label)
    script.fixture(delete)


@step("that was during the delay of {label:Label}")
def was_in_time(script: ScriptBuilder, label: str) -> None:
    """Of the call before. Undecided where a real clock shows that it took longer than the delay."""
    script.expect(before_due(script.last_handle, _delayed(script, label)))


@step("nothing is on {queue:Queue} during the delay of {label:Label}")
def nothing_during_delay(script: ScriptBuilder, queue: str, label: str) -> None:
    """Of what may come to another queue than the target, but not before the delay is over."""
    name, sending = script.queue(queue), _delayed(script, label)
    handle = script.probe(c.Receive(queue=name, session=script.receiver()))
    script.expect(f.unless_due(nothing(handle, name, ()), handle, sending))


@step("nothing is on {queue:Queue} during the life of {label:Label}")
def nothing_during_life(script: ScriptBuilder, queue: str, label: str) -> None:
    """Of what may come when it has expired, but not before."""
    name, sending = script.queue(queue), script.sending(label)
    if sending.life is None or script.since_send(label) >= sending.life:
        raise ScriptError(f'the life of "{label}" is over, or has no end')
    handle = script.probe(c.Receive(queue=name, session=script.receiver()))
    script.expect(f.unless_over(nothing(handle, name, ()), handle, sending))


def _delayed(script: ScriptBuilder, label: str) -> Sending:
    if script.time_to_due(label) <= 0:
        raise ScriptError(f'the delay of "{label}" is over')
    return script.sending(label)


# --- what is taken for granted -------------------------------------------------------------------------


@step("{label:Label} still waits on the staging queue")
def still_waits(script: ScriptBuilder, label: str) -> None:
    """And nothing else does."""
    sendings = tuple(script.sendings.values())
    _browse(script, STAGING_QUEUE, lambda handle: f.holds(handle, STAGING_QUEUE, (label,), sendings))


@step("{label:Label} was dead-lettered")
def was_dead_lettered(script: ScriptBuilder, label: str) -> None:
    """The message stays where it is."""
    _browse(script, STAGING_QUEUE, lambda handle: f.has_not(handle, STAGING_QUEUE, label))
    queue = script.queue("the dead-letter queue")
    _browse(script, queue, lambda handle: f.has(handle, queue, label))


@step("{label:Label} was discarded")
def was_discarded(script: ScriptBuilder, label: str) -> None:
    """Neither on the staging queue any more nor on the dead-letter queue."""
    sending = script.sending(label)
    _browse(script, STAGING_QUEUE, lambda handle: f.is_gone(handle, STAGING_QUEUE, sending))
    queue = script.queue("the dead-letter queue")
    _browse(script, queue, lambda handle: f.has_not(handle, queue, label))


def _browse(script: ScriptBuilder, queue: str, check: Callable[[Handle], Check]) -> None:
    browse = c.Browse(queue=queue, queue_manager=script.queue_manager)
    script.eventually(browse, lambda handle: granted(check(handle)))


@step("the expiration report about {label:Label} is taken from {queue:Queue}")
def take_expiration_report(script: ScriptBuilder, label: str, queue: str) -> None:
    take_report(script, "an expiration", label, queue)


@step("the exception report about {label:Label} is taken from {queue:Queue}")
def take_exception_report(script: ScriptBuilder, label: str, queue: str) -> None:
    take_report(script, "an exception", label, queue)


def take_report(script: ScriptBuilder, kind: str, label: str, queue: str) -> None:
    """Whatever its ids, which a following step may look at."""
    sending = script.sending(label)
    take(script, queue, lambda handle: granted(r.report_caused_by(handle, kind, KINDS[kind], sending)))


# --- where messages and reports are ----------------------------------------------------------------------


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
            lambda handle, queue=queue: f.holds(handle, queue, expected[queue], sendings),  # type: ignore[misc]
        )


def _contents(text: str, sendings: tuple[Sending, ...]) -> tuple[str, ...]:
    parts = () if text == "nothing" else tuple(text.split(" and "))
    known = {f.REPORT, *(sending.label for sending in sendings)}
    if unknown := set(parts) - known:
        listed = ", ".join(sorted(known))
        raise FeatureError(f'"{unknown.pop()}" is nothing to be found; known are nothing, {listed}.')
    return parts


@step("{label:Label} is on {queue:Queue} if its send was accepted")
def on_queue_if_accepted(script: ScriptBuilder, label: str, queue: str) -> None:
    """A browser shows it and nothing else, and nothing at all where the send was refused."""
    name, sending = script.queue(queue), script.sending(label)
    before = tuple(one for one in script.sendings.values() if one.label != label)
    script.eventually(
        c.Browse(queue=name, queue_manager=script.queue_manager),
        lambda handle: f.holds_if_accepted(handle, name, sending, before),
    )


@step("a browser shows nothing on {queues:Queues}, nor on {last:Queue}, if the commit was refused")
def nothing_if_commit_refused(script: ScriptBuilder, queues: tuple[str, ...], last: str) -> None:
    """That of the last attempt. Where it was accepted, what it has sent is looked at elsewhere."""
    for queue in (*queues, last):
        name = script.queue(queue)
        handle = script.probe(c.Browse(queue=name, queue_manager=script.queue_manager))
        script.expect(f.holds_nothing_if_refused(handle, name, script.last_attempt))


@step("a browser shows {label:Label} on {queue:Queue} if the commit was refused")
def there_if_commit_refused(script: ScriptBuilder, label: str, queue: str) -> None:
    """A refused commit is that of the last attempt, and has put back what its unit of work had got."""
    name, calls = script.queue(queue), script.last_attempt
    script.eventually(
        c.Browse(queue=name, queue_manager=script.queue_manager),
        lambda handle: f.holds_if_refused(handle, name, label, calls),
    )


@step(
    "within {time:Duration} there are as many exception reports about {label:Label} on {replies:Queue} "
    "as copies of it on {queue:Queue}"
)
def as_many_reports(script: ScriptBuilder, time: int, label: str, replies: str, queue: str) -> None:
    """None and none, or one and one. Nobody says how long a report lives: it is got when it comes."""
    sending, name = script.sending(label), script.queue(replies)
    kind = "an exception"
    reported = script.look_out(
        c.Receive(queue=name, session=script.receiver()),
        time,
        lambda handle: f.or_nothing(handle, r.report_about(handle, kind, KINDS[kind], sending)),
    )
    copies = script.probe(c.Browse(queue=script.queue(queue), queue_manager=script.queue_manager))
    script.expect(f.as_many_reports(copies, reported, sending))


# --- reports that may or may not come ------------------------------------------------------------------


def _no_report(name: str, kinds: frozenset[Feedback]) -> None:
    @step(f"no {name} report is on {{queue:Queue}}")
    def no_report(script: ScriptBuilder, queue: str) -> None:
        """A browser shows none of that kind. Others are not what the scenario is about."""
        handle = script.probe(c.Browse(queue=script.queue(queue), queue_manager=script.queue_manager))
        script.expect(f.none_of_kind(handle, script.queue(queue), name, kinds))


_no_report("COA", frozenset({Feedback.COA}))
_no_report("COD", frozenset({Feedback.COD}))
_no_report("PAN or NAN", frozenset({Feedback.PAN, Feedback.NAN}))
_no_report("activity", frozenset({Feedback.ACTIVITY}))


@step("{kind:Kind} report about {label:Label} arrives on {queue:Queue}, or nothing")
def report_or_nothing(script: ScriptBuilder, kind: str, label: str, queue: str) -> None:
    """Either is right; the answer is yes or no."""
    sending = script.sending(label)
    handle = glance(script, queue)
    script.expect(f.or_nothing(handle, r.report_about(handle, kind, KINDS[kind], sending)))


@step("a COA and a COD report about {label:Label} arrive on {queue:Queue}, or one of them, or nothing")
def confirmations_or_nothing(script: ScriptBuilder, label: str, queue: str) -> None:
    """All are right, in any order; the answer is which came."""
    sending = script.sending(label)
    handles = (glance(script, queue), glance(script, queue))
    kinds = {"a COA": Feedback.COA, "a COD": Feedback.COD}
    script.expect(f.one_of_each_at_most(handles, kinds, sending))


@step("{kind:Kind} report arrives on {queue:Queue}, caused by {label:Label}, or nothing")
def uncorrelated_report_or_nothing(script: ScriptBuilder, kind: str, queue: str, label: str) -> None:
    """The same, whatever its correlation id."""
    sending = script.sending(label)
    handle = glance(script, queue)
    script.expect(f.or_nothing(handle, r.report_caused_by(handle, kind, KINDS[kind], sending)))


@step(
    "{label:Label} is delivered to {queue:Queue}, "
    "or else {kind:Kind} report about it arrives on {replies:Queue}"
)
def delivered_or_reported(script: ScriptBuilder, label: str, queue: str, kind: str, replies: str) -> None:
    """Exactly one of the two, and neither where the send was refused; the answer is which."""
    sending = script.sending(label)
    message, report = glance(script, queue), glance(script, replies)
    script.expect(f.delivered_or_reported(message, script.queue(queue), report, kind, KINDS[kind], sending))
    script.settle_fate((label,), Fate.TAKEN)


def glance(script: ScriptBuilder, queue: str) -> Handle:
    """What is there soon, if anything is."""
    return script.probe(c.Receive(queue=script.queue(queue), session=script.receiver(), wait=GLANCE))


# --- the data of a report -------------------------------------------------------------------------------


@step("its data are the beginning of those of {label:Label} as sent")
def data_begin(script: ScriptBuilder, label: str) -> None:
    """Not nothing, and nothing in front of them. How many there are is not documented here."""
    script.expect(d.data_begin(its(script), script.sending(label)))


@step(
    "the expiration reports about {first:Label} on {one:Queue} and about {second:Label} on {other:Queue} "
    "have equally many data"
)
def equally_many_data(script: ScriptBuilder, first: str, one: str, second: str, other: str) -> None:
    """Of messages of the same length, one of which was not delayed. That the reports come is granted."""
    take_expiration_report(script, first, one)
    before = its(script)
    take_expiration_report(script, second, other)
    check = d.equally_many_data(before, script.sending(first), its(script), script.sending(second))
    script.expect(check)
