"""Steps for expired messages: depth, fullness, triggers and reports that must agree; and other hosts.

Where an expired message may be there or not, a step accepts both and looks at whether everything tells
the same. The steps that end in "on QM2" look at a queue of another queue manager, through a JMS session
there; for an adapter without a JMS client `in_mqi` makes a connection of it.
"""

from mqtck.conformance.scenarios.builder import GETTER, PATIENCE, ScriptBuilder
from mqtck.conformance.scenarios.expectations import expiry as x
from mqtck.conformance.scenarios.expectations import queues as q
from mqtck.conformance.scenarios.expectations.failure import or_nothing
from mqtck.conformance.scenarios.expectations.messages import remaining_expiry
from mqtck.conformance.scenarios.expectations.sendings import Fate
from mqtck.conformance.scenarios.scripts import Handle
from mqtck.reference.vocabulary import commands as c

from .expectations import delivered_or_nothing
from .fixtures import queue_elsewhere, queue_manager, transmission_queue
from .fixtures import remote_queue as remote_queue_definition
from .messages import its
from .mqi import mqget
from .registry import step
from .types import GetOptions

# --- depth and fullness ------------------------------------------------------------------------------


def _read_depth(script: ScriptBuilder, queue: str) -> Handle:
    return script.probe(c.ReadDepth(queue=script.queue(queue), queue_manager=script.queue_manager))


@step("the depth of {queue:Queue} is read")
def depth_is_read(script: ScriptBuilder, queue: str) -> None:
    """CURDEPTH, for a later step to compare with."""
    _read_depth(script, queue)


@step("{calls:Calls} is accepted, or refused if the depth of {queue:Queue} was {limit:Number}")
def refused_only_when_full(script: ScriptBuilder, calls: frozenset[str], queue: str, limit: int) -> None:
    """The depth is the one that was read before the call. The answer is what became of the call."""
    attempt = script.take_attempt()
    script.expect(x.refused_only_when_full(attempt, calls, script.queue(queue), limit))


@step("MQGET from {queue:Queue} returns {label:Label} if it was accepted, and else no message")
def get_returns_if_accepted(script: ScriptBuilder, queue: str, label: str) -> None:
    sending = script.sending(label)
    handle = script.probe(c.MqGet(queue=script.queue(queue), connection=GETTER))
    script.expect(x.returned_if_sent(handle, script.queue(queue), sending))
    script.last_returned = handle
    script.settle_fate((label,), Fate.TAKEN)


@step(
    "a trigger message is on {initiation_queue:Queue} if the depth of {queue:Queue} has reached "
    "{depth:Number}, and only then"
)
def triggered(script: ScriptBuilder, initiation_queue: str, queue: str, depth: int) -> None:
    """Judged by the depth before the put, read by an earlier step, and the depth now."""
    after = _read_depth(script, queue)
    triggers = _read_depth(script, initiation_queue)
    script.expect(x.triggered_at_depth(after, triggers, script.queue(queue), depth))


# --- the value that a get shows ----------------------------------------------------------------------


@step("MQGET from {queue:Queue} returns {label:Label} with a positive expiry, or no message")
def get_returns_alive(script: ScriptBuilder, queue: str, label: str) -> None:
    """Near the end of its life a message may have expired already; returned, it shows a life to come."""
    handle = script.probe(c.MqGet(queue=script.queue(queue), connection=GETTER))
    script.expect(x.returned_alive_or_nothing(handle, script.queue(queue), script.sending(label)))
    script.settle_fate((label,), Fate.TAKEN)


@step(
    "MQGET from {queue:Queue} with {options:GetOptions} returns {label:Label} with a positive expiry, "
    "or no message"
)
def get_with_returns_alive(script: ScriptBuilder, queue: str, options: GetOptions, label: str) -> None:
    handle = script.probe(mqget(script, queue, options))
    script.expect(x.returned_alive_or_nothing(handle, script.queue(queue), script.sending(label)))
    script.settle_fate((label,), Fate.GONE)


@step("the sender itself receives {label:Label} from {queue:Queue} with a positive expiry, or no message")
def sender_receives_alive(script: ScriptBuilder, label: str, queue: str) -> None:
    """In the session of the producer created last."""
    handle = script.probe(c.Receive(queue=script.queue(queue), session=script.producer.session))
    script.expect(x.returned_alive_or_nothing(handle, script.queue(queue), script.sending(label)))
    script.settle_fate((label,), Fate.TAKEN)


@step("{label:Label} is dead-lettered with about {tenths:Tenths} left, or not at all")
def dead_lettered_alive(script: ScriptBuilder, label: str, tenths: int) -> None:
    """Where no document says whether it is dead-lettered: within 10 tenths if it is."""
    delivered_alive(script, label, "the dead-letter queue", tenths)


@step("{label:Label} is delivered to {queue:Queue} with about {tenths:Tenths} left, or never")
def delivered_alive(script: ScriptBuilder, label: str, queue: str, tenths: int) -> None:
    """Where no document says whether it comes there: within 10 tenths if it does."""
    delivered_or_nothing(script, label, queue)
    nominal = script.since_send(label)
    check = remaining_expiry(its(script), script.sending(label), tenths, nominal)
    script.expect(or_nothing(its(script), check))


@step("a browser shows {label:Label} on {queue:Queue} with a positive expiry, or nothing")
def browser_shows_alive(script: ScriptBuilder, label: str, queue: str) -> None:
    handle = script.probe(c.Browse(queue=script.queue(queue), queue_manager=script.queue_manager))
    script.expect(x.shown_alive_or_nothing(handle, script.queue(queue), script.sending(label)))


@step("its expiry is at most {tenths:Tenths}")
def expiry_at_most(script: ScriptBuilder, tenths: int) -> None:
    """MQMD.Expiry of the message just returned; the answer is the value."""
    script.expect(x.expiry_at_most(its(script), tenths))


# --- reports -----------------------------------------------------------------------------------------


@step(
    "of {count:Number} expired messages as many are reported on {reports:Queue} "
    "as are gone from {queue:Queue}"
)
def reported_as_gone(script: ScriptBuilder, count: int, reports: str, queue: str) -> None:
    """By their depths, so that nothing is discarded by looking. The answer is how many are gone."""
    before = _read_depth(script, reports)
    left = _read_depth(script, queue)
    after = _read_depth(script, reports)
    script.expect(x.reported_as_gone(before, left, after, count, script.queue(queue)))


@step("a browser shows an expiration report about {labels:Labels} on {queue:Queue}")
def browser_shows_reports(script: ScriptBuilder, labels: tuple[str, ...], queue: str) -> None:
    """One about each and nothing else, through a connection of its own; the reports stay."""
    name = script.queue(queue)
    sendings = tuple(script.sending(label) for label in labels)
    script.eventually(
        c.Browse(queue=name, queue_manager=script.queue_manager),
        lambda handle: q.in_time(x.shows_expiration_reports(handle, name, sendings)),
    )


@step("a browser shows one expiration report on {queue:Queue}, whatever else")
def browser_shows_one_report(script: ScriptBuilder, queue: str) -> None:
    """Reports of activities, for example, may be there."""
    name = script.queue(queue)
    script.eventually(
        c.Browse(queue=name, queue_manager=script.queue_manager),
        lambda handle: q.in_time(x.shows_one_expiration_report(handle, name)),
    )


@step("a browser shows no expiration report on {queue:Queue}")
def browser_shows_no_report(script: ScriptBuilder, queue: str) -> None:
    """Confirmations, for example, may be there."""
    name = script.queue(queue)
    handle = script.probe(c.Browse(queue=name, queue_manager=script.queue_manager))
    script.expect(x.shows_no_expiration_report(handle, name))


# --- other queue managers ----------------------------------------------------------------------------


def _receive_on(script: ScriptBuilder, queue: str, name: str, wait: int) -> Handle:
    return script.probe(c.Receive(queue=queue, session=script.receiver_at(name), wait=wait))


@step(
    "a remote queue {queue:Queue} that leads through {transmission:Queue} "
    "to {remote_queue:Queue} on {name:QueueManager}"
)
@step(
    "a remote queue {queue:Queue} is defined that leads through {transmission:Queue} "
    "to {remote_queue:Queue} on {name:QueueManager}"
)
def way_to_another_queue_manager(
    script: ScriptBuilder, queue: str, transmission: str, remote_queue: str, name: str
) -> None:
    """With all that belongs to it: queue manager, destination, transmission queue; the channel is stopped."""
    queue_manager(script, name)
    queue_elsewhere(script, remote_queue, name)
    transmission_queue(script, transmission)
    remote_queue_definition(script, queue, remote_queue, name, transmission)


@step("{label:Label} is delivered to {queue:Queue} on {name:QueueManager}")
def delivered_on(script: ScriptBuilder, label: str, queue: str, name: str) -> None:
    """By a receive there."""
    handle = _receive_on(script, queue, name, PATIENCE)
    script.expect(q.delivered(handle, label, queue, script.sending(label)))
    script.settle_fate((label,), Fate.TAKEN)
    script.last_returned = handle


@step("nothing else is on {queue:Queue} on {name:QueueManager}")
@step("nothing is on {queue:Queue} on {name:QueueManager}")
def nothing_on(script: ScriptBuilder, queue: str, name: str) -> None:
    """A receive there finds nothing, whatever was sent to wherever."""
    waiting = tuple(
        found for sending in script.sendings.values() for found in script.undelivered(sending.queue)
    )
    handle = _receive_on(script, script.queue(queue), name, 0)
    script.expect(q.nothing(handle, queue, tuple(dict.fromkeys(waiting))))


@step("{label:Label} is delivered to {queue:Queue} on {name:QueueManager}, and nothing else is there")
def delivered_alone_on(script: ScriptBuilder, label: str, queue: str, name: str) -> None:
    delivered_on(script, label, queue, name)
    nothing_on(script, queue, name)
