"""Steps for what is expected of calls and of queues: accepted, refused, delivered, shown, nothing.

A call that no step speaks of is taken for accepted: a refusal leaves the scenario undecided, since that
is not what it is about. "every call is accepted" makes it a point. "is delivered" waits on a real clock,
"nothing is on" looks once. A scenario closes its world with "nothing else is on ORDERS".
"""

from typing import Final

from mqtck.conformance.scenarios.builder import GETTER, GLANCE, PATIENCE, ScriptBuilder
from mqtck.conformance.scenarios.expectations import calls as expected
from mqtck.conformance.scenarios.expectations import queues as q
from mqtck.conformance.scenarios.expectations.browses_and_depths import (
    depth,
    discards_are_done,
    shown,
    shown_or_nothing,
)
from mqtck.conformance.scenarios.expectations.sendings import Fate
from mqtck.conformance.scenarios.scripts import Handle
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, ReasonCode
from mqtck.reference.vocabulary.outcomes import ErrorFamily

from .registry import step

# --- calls -------------------------------------------------------------------------------------------


_COMMITS: Final = frozenset({"commit", "MQCMIT"})


def _not_sent(script: ScriptBuilder, calls: tuple[tuple[Handle, str], ...], at: frozenset[str]) -> None:
    """What was refused at one of the calls named `at` counts as not sent from here on.

    That is the last message, as those before it were accepted; all of them where the commit was refused.
    """
    handles = {handle for handle, _ in calls}
    sent = [sending for sending in script.sendings.values() if sending.send in handles]
    refused = sent if at & _COMMITS else sorted(sent, key=lambda sending: sending.send)[-1:]
    script.settle_fate([sending.label for sending in refused], Fate.NEVER_SENT)


@step("{calls:Calls} is refused with {reasons:Reasons}")
def refused_with(script: ScriptBuilder, calls: frozenset[str], reasons: frozenset[ReasonCode]) -> None:
    """One of these calls, and none before it, is refused for one of these reasons; the answer is which."""
    attempt = script.take_attempt()
    script.expect(expected.refused(attempt, calls, frozenset(reasons)))
    _not_sent(script, attempt, calls)


@step("{calls:Calls} is refused")
def is_refused(script: ScriptBuilder, calls: frozenset[str]) -> None:
    """For whatever reason, where the documents name none."""
    attempt = script.take_attempt()
    script.expect(expected.refused(attempt, calls))
    _not_sent(script, attempt, calls)


@step("{calls:Calls} has been refused")
def has_been_refused(script: ScriptBuilder, calls: frozenset[str]) -> None:
    """The same as a condition of what follows: where everything was accepted, nothing is learnt."""
    attempt = script.take_attempt()
    script.expect(expected.granted(expected.refused(attempt, calls)))
    _not_sent(script, attempt, calls)


@step("{calls:Calls} is accepted, or refused with {reason:Reason}")
def accepted_or_refused(script: ScriptBuilder, calls: frozenset[str], reason: ReasonCode) -> None:
    """Either way is right; which one was taken is the answer."""
    script.expect(expected.accepted_or_refused(script.take_attempt(), calls, frozenset({int(reason)})))


@step("{calls:Calls} is accepted, or refused")
def accepted_or_refused_anyhow(script: ScriptBuilder, calls: frozenset[str]) -> None:
    script.expect(expected.accepted_or_refused(script.take_attempt(), calls))


@step("every call is accepted")
@step("the send is accepted")
def accepted(script: ScriptBuilder) -> None:
    """Said where it is the point. Where no step says so, a refusal leaves the scenario undecided.

    So does that of a connection or of a createProducer, which is told neither a delay nor a life: what it is
    about is not said.
    """
    for pending in script.take_pending():
        check = expected.went_on if pending.name in {"connect", "createProducer"} else expected.accepted
        script.expect(check(pending.handle, pending.name))


@step("the application can connect")
def connected(script: ScriptBuilder) -> None:
    """Said where the point is that a queue manager runs."""
    for pending in script.take_pending():
        check = expected.accepted if pending.name == "connect" else expected.went_on
        script.expect(check(pending.handle, pending.name))


@step("createProducer is accepted")
def creation_accepted(script: ScriptBuilder) -> None:
    """Said where the creation itself is the point, and the queue is there for everybody."""
    for pending in script.take_pending():
        script.expect(expected.accepted(pending.handle, pending.name))


@step("the exception is a {family:Family}")
def exception_is(script: ScriptBuilder, family: ErrorFamily) -> None:
    """Of the refusal that the step before spoke of; subclasses count."""
    script.expect(expected.family_of_refusal(script.last_attempt, family))


@step("the answer to {question:Question} is recorded")
def recorded(script: ScriptBuilder, question: str) -> None:
    """The answer that the step before found: which call, which of several ways, how late."""
    script.note(question)


@step("the reason of the refusal is recorded")
def reason_recorded_plainly(script: ScriptBuilder) -> None:
    """Under a question that fits any call."""
    reason_recorded(script, "With which reason is the call refused?")


@step("the reason is recorded as the answer to {question:Question}")
def reason_recorded(script: ScriptBuilder, question: str) -> None:
    """Of the refusal that a step before spoke of; where the documents name no reason code."""
    script.expect(expected.reason_of_refusal(script.last_attempt))
    script.note(question)


# --- deliveries --------------------------------------------------------------------------------------


def take(script: ScriptBuilder, queue: str, check: expected.CheckOfHandle) -> Handle:
    """Get a message, waiting for it on a real clock, by the API that the scenario uses."""
    name = script.queue(queue)
    if script.speaks_mqi and not script.producers:
        handle = script.eventually(c.MqGet(queue=name, connection=GETTER), check)
    else:
        handle = script.probe(c.Receive(queue=name, session=script.receiver(), wait=PATIENCE))
        script.expect(check(handle))
    script.last_returned = handle
    return handle


@step("{label:Label} is delivered to {queue:Queue}")
def is_delivered(script: ScriptBuilder, label: str, queue: str) -> None:
    """Got from the queue, and not before it was due. The answer is how long after."""
    sending = script.sendings.get(label)
    if sending is not None:
        script.check_due(label)
    name = script.queue(queue)
    others = script.undelivered(name)
    script.returned[label] = take(
        script, queue, lambda handle: q.delivered(handle, label, name, sending, others)
    )
    script.settle_fate((label,), Fate.TAKEN)


@step("an application that waits on {queue:Queue} receives {label:Label} when its delivery delay is over")
def is_waited_for(script: ScriptBuilder, queue: str, label: str) -> None:
    """By one receive that begins at once: what comes early by few ms is seen, where the clock is real."""
    name, session = script.queue(queue), script.receiver()
    left = script.time_to_due(label)
    waiting = script.probe(c.Receive(queue=name, session=session, wait=left + PATIENCE))
    script.advance(left + 1)
    later = script.probe(c.Receive(queue=name, session=session))
    script.expect(q.waited_for(waiting, later, label, name, script.sending(label)))
    script.settle_fate((label,), Fate.TAKEN)


@step("an application that waits on {queue:Queue} for {wait:Duration} receives nothing")
def is_waited_in_vain(script: ScriptBuilder, queue: str, wait: int) -> None:
    """By one receive, at a time at which that means something."""
    name = script.queue(queue)
    handle = script.probe(c.Receive(queue=name, session=script.receiver(), wait=wait))
    script.expect(q.nothing(handle, name, script.undelivered(name)))


@step("{labels:Labels} are delivered to {queue:Queue} in this order")
def are_delivered(script: ScriptBuilder, labels: tuple[str, ...], queue: str) -> None:
    for label in labels:
        is_delivered(script, label, queue)


def taken_anyhow(script: ScriptBuilder, labels: tuple[str, ...], queue: str) -> tuple[Handle, ...]:
    """The gets that return these messages, each once, in whatever order."""
    return taken_anyhow_in(script, labels, script.queue(queue), script.receiver())


def taken_anyhow_in(
    script: ScriptBuilder, labels: tuple[str, ...], queue: str, session: str
) -> tuple[Handle, ...]:
    sendings = tuple(script.sending(label) for label in labels)
    handles = tuple(script.probe(c.Receive(queue=queue, session=session, wait=PATIENCE)) for _ in labels)
    others = script.undelivered(queue)
    script.expect(q.delivered_in_any_order(handles, frozenset(labels), queue, sendings, others))
    script.settle_fate(labels, Fate.TAKEN)
    return handles


@step("{labels:Labels} are delivered to {queue:Queue} in any order")
def are_delivered_anyhow(script: ScriptBuilder, labels: tuple[str, ...], queue: str) -> None:
    """Each once. The answer is the order."""
    taken_anyhow(script, labels, queue)


@step("{label:Label} is delivered to {queue:Queue}, or to {other:Queue}")
def delivered_to_either(script: ScriptBuilder, label: str, queue: str, other: str) -> None:
    """Exactly one of the two, both of which are right; the answer is which."""
    names = tuple(script.queue(name) for name in (queue, other))
    sending = script.sending(label)
    handles = tuple(
        script.probe(c.Receive(queue=name, session=script.receiver(), wait=GLANCE)) for name in names
    )
    script.expect(q.delivered_to_one(handles, names, label, sending))
    script.settle_fate((label,), Fate.TAKEN)


@step("{label:Label} is delivered to {queue:Queue}, or never")
def delivered_or_nothing(script: ScriptBuilder, label: str, queue: str) -> None:
    """Either is right: because it was refused, or because it expired; the answer is which.

    What steps behind this one say of its fields they say of one that has come.
    """
    sending = script.sending(label)
    handle = script.probe(c.Receive(queue=script.queue(queue), session=script.receiver(), wait=GLANCE))
    script.last_returned = handle
    script.expect(q.delivered_or_nothing(handle, label, script.queue(queue), sending))
    script.settle_fate((label,), Fate.TAKEN)


# --- nothing -----------------------------------------------------------------------------------------


@step("nothing is on {queue:Queue} yet")
@step("nothing else is on {queue:Queue}")
@step("nothing is on {queue:Queue}")
def nothing(script: ScriptBuilder, queue: str) -> None:
    """A get, or a browse of the staging queue, finds nothing."""
    name = script.queue(queue)
    if name == STAGING_QUEUE:
        command: c.Command = c.Browse(queue=name, queue_manager=script.queue_manager)
    elif script.speaks_mqi and not script.producers:
        command = c.MqGet(queue=name, connection=GETTER)
    else:
        command = c.Receive(queue=name, session=script.receiver())
    handle = script.probe(command)
    script.expect(q.nothing(handle, name, script.undelivered(name)))


@step("nothing is on {queues:Queues}, nor on {last:Queue}")
def nothing_on_several(script: ScriptBuilder, queues: tuple[str, ...], last: str) -> None:
    for queue in (*queues, last):
        nothing(script, queue)


@step("{label:Label} is delivered to {queue:Queue}, and nothing else is there")
def is_delivered_alone(script: ScriptBuilder, label: str, queue: str) -> None:
    is_delivered(script, label, queue)
    nothing(script, queue)


@step("{labels:Labels} are delivered to {queue:Queue} in this order, and nothing else is there")
def are_delivered_alone(script: ScriptBuilder, labels: tuple[str, ...], queue: str) -> None:
    are_delivered(script, labels, queue)
    nothing(script, queue)


@step("{labels:Labels} are delivered to {queue:Queue} in any order, and nothing else is there")
def are_delivered_anyhow_alone(script: ScriptBuilder, labels: tuple[str, ...], queue: str) -> None:
    are_delivered_anyhow(script, labels, queue)
    nothing(script, queue)


@step("the sender itself finds nothing on {queue:Queue}")
def sender_finds_nothing(script: ScriptBuilder, queue: str) -> None:
    """A receive in the session, and so in the unit of work, of the producer created last."""
    name = script.queue(queue)
    handle = script.probe(c.Receive(queue=name, session=script.producer.session))
    script.expect(q.nothing(handle, name, script.undelivered(name)))


# --- browse and depth --------------------------------------------------------------------------------


@step("a browser shows nothing on {queue:Queue}")
def browser_shows_nothing(script: ScriptBuilder, queue: str) -> None:
    name = script.queue(queue)
    handle = script.probe(c.Browse(queue=name, queue_manager=script.queue_manager))
    script.expect(q.nothing(handle, name, script.undelivered(name)))


@step("a browser shows {labels:Labels} on {queue:Queue}")
def browser_shows(script: ScriptBuilder, labels: tuple[str, ...], queue: str) -> None:
    """In whatever order, and nothing else. Steps about "its" fields may follow where it is one message."""
    name = script.queue(queue)
    handle = script.probe(c.Browse(queue=name, queue_manager=script.queue_manager))
    waiting = script.undelivered(name) if name == STAGING_QUEUE else ()
    sent = tuple(script.sendings[label] for label in labels if label in script.sendings)
    script.expect(shown(handle, labels, name, waiting, sent))
    if len(labels) == 1:
        script.last_returned = handle


@step("a browser shows {label:Label} on {queue:Queue}, or nothing")
def browser_may_show(script: ScriptBuilder, label: str, queue: str) -> None:
    """Either is right, as long as the message is due; the answer is yes or no. The message stays."""
    name = script.queue(queue)
    handle = script.probe(c.Browse(queue=name, queue_manager=script.queue_manager))
    script.expect(shown_or_nothing(handle, label, name, script.sending(label)))


@step("a browser shows {count:Number} message on {queue:Queue}")
@step("a browser shows {count:Number} messages on {queue:Queue}")
def browser_counts(script: ScriptBuilder, count: int, queue: str) -> None:
    name = script.queue(queue)
    handle = script.probe(c.Browse(queue=name, queue_manager=script.queue_manager))
    script.expect(depth(handle, range(count, count + 1), name, script.undelivered(name)))


def _depth(script: ScriptBuilder, queue: str, count: range) -> None:
    name = script.queue(queue)
    handle = script.eventually(
        c.ReadDepth(queue=name, queue_manager=script.queue_manager),
        lambda handle: discards_are_done(handle, count, name),
    )
    script.expect(depth(handle, count, name, script.undelivered(name)))


@step("the depth of {queue:Queue} is {count:Number}")
def depth_is(script: ScriptBuilder, queue: str, count: int) -> None:
    """CURDEPTH, read at once; on a real clock a little later where a discard may be under way."""
    _depth(script, queue, range(count, count + 1))


@step("the depth of {queue:Queue} is {least:Number} or {most:Number}")
@step("the depth of {queue:Queue} is {least:Number} to {most:Number}")
def depth_between(script: ScriptBuilder, queue: str, least: int, most: int) -> None:
    """The answer is the depth."""
    _depth(script, queue, range(least, most + 1))


@step("the depth of {queue:Queue} becomes {count:Number}")
def depth_becomes(script: ScriptBuilder, queue: str, count: int) -> None:
    """The same, waiting for it on a real clock."""
    name = script.queue(queue)
    wanted = range(count, count + 1)
    script.eventually(
        c.ReadDepth(queue=name, queue_manager=script.queue_manager),
        lambda handle: q.in_time(depth(handle, wanted, name, ())),
    )


@step("{queue:Queue} becomes empty")
def becomes_empty(script: ScriptBuilder, queue: str) -> None:
    """A browser shows nothing any more; waits for that on a real clock."""
    name = script.queue(queue)
    script.eventually(
        c.Browse(queue=name, queue_manager=script.queue_manager),
        lambda handle: q.in_time(q.nothing(handle, name, ())),
    )
