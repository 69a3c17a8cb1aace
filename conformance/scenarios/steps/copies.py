"""Steps for the copies of a publication: what subscribers get, and the reports about copies on a queue.

Whether a copy has been taken is not kept, since each subscriber has its own.
"""

from mqtck.conformance.scenarios.builder import GLANCE, PATIENCE, ScriptBuilder
from mqtck.conformance.scenarios.expectations import publications as p
from mqtck.conformance.scenarios.expectations import queues as q
from mqtck.conformance.scenarios.expectations import reports as r
from mqtck.conformance.scenarios.expectations.calls import granted
from mqtck.conformance.scenarios.expectations.expiry import returned_alive_or_nothing
from mqtck.conformance.scenarios.expectations.sendings import Fate, topic_place
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.publications import ReceivePublication

from .registry import step

# --- what subscribers get ----------------------------------------------------------------------------


@step("{label:Label} is delivered to the subscriber {name:Name}")
def is_delivered(script: ScriptBuilder, label: str, name: str) -> None:
    """Received, and not before it was due. The answer is how long after."""
    sending = script.sending(label)
    script.check_due(label)
    handle = script.probe(ReceivePublication(subscription=name, wait=PATIENCE))
    others = script.undelivered(topic_place(script.topic_of(name)))
    script.expect(q.delivered(handle, label, f"the subscriber {name}", sending, others))
    script.last_returned = handle
    script.returned[label] = handle


@step("{label:Label} is delivered to the subscribers {names:Names}")
def is_delivered_to_all(script: ScriptBuilder, label: str, names: tuple[str, ...]) -> None:
    for name in names:
        is_delivered(script, label, name)


@step("nothing is delivered to the subscriber {name:Name} yet")
@step("nothing else is delivered to the subscriber {name:Name}")
@step("nothing is delivered to the subscriber {name:Name}")
def nothing(script: ScriptBuilder, name: str) -> None:
    """A receive without waiting finds nothing."""
    handle = script.probe(ReceivePublication(subscription=name))
    waiting = script.undelivered(topic_place(script.topic_of(name)))
    script.expect(q.nothing(handle, f"the subscriber {name}", waiting))


@step("{label:Label} is delivered to the subscriber {name:Name}, and nothing else")
def is_delivered_alone(script: ScriptBuilder, label: str, name: str) -> None:
    is_delivered(script, label, name)
    nothing(script, name)


@step("nothing is delivered to the subscribers {names:Names} yet")
@step("nothing else is delivered to the subscribers {names:Names}")
def nothing_to_all(script: ScriptBuilder, names: tuple[str, ...]) -> None:
    for name in names:
        nothing(script, name)


@step("{label:Label} is delivered to the subscriber {name:Name}, or nothing")
def is_delivered_or_nothing(script: ScriptBuilder, label: str, name: str) -> None:
    """Either is right, but not before it was due; the answer is which."""
    handle = script.probe(ReceivePublication(subscription=name, wait=GLANCE))
    script.expect(q.delivered_or_nothing(handle, label, f"the subscriber {name}", script.sending(label)))


@step("{label:Label} is delivered to {queue:Queue}, or never where {other:Label} was not staged")
def is_delivered_where_staged(script: ScriptBuilder, label: str, queue: str, other: str) -> None:
    """What an earlier step has read of the depth of the staging queue tells; the answer is which."""
    name, sending = script.queue(queue), script.sending(label)
    handle = script.probe(c.Receive(queue=name, session=script.receiver(), wait=GLANCE))
    script.last_returned = handle
    script.expect(p.delivered_where_staged(handle, label, name, sending, script.sending(other)))
    script.settle_fate((label,), Fate.TAKEN)


@step("{label:Label} is delivered to the subscriber {name:Name} with a positive expiry, or nothing")
def is_delivered_alive_or_nothing(script: ScriptBuilder, label: str, name: str) -> None:
    """Near the end of its life a publication may have expired already."""
    handle = script.probe(ReceivePublication(subscription=name, wait=GLANCE))
    script.expect(returned_alive_or_nothing(handle, f"the subscriber {name}", script.sending(label)))


@step("{label:Label} was delivered to the subscriber {name:Name}")
def was_delivered(script: ScriptBuilder, label: str, name: str) -> None:
    """Taken for granted: where it was not, nothing is learnt."""
    handle = script.probe(ReceivePublication(subscription=name, wait=PATIENCE))
    delivered = q.delivered(handle, label, f"the subscriber {name}", script.sending(label))
    script.expect(granted(delivered))


# --- copies on queues, and reports about them --------------------------------------------------------


@step(
    "the send is refused and leaves nothing on {queue:Queue}, or accepted and leaves {count:Number} message"
)
def refused_or_leaves(script: ScriptBuilder, queue: str, count: int) -> None:
    """No document says what becomes of a publication of which not all copies fit."""
    calls = script.take_pending()
    name = script.queue(queue)
    depth = script.probe(c.ReadDepth(queue=name, queue_manager=script.queue_manager))
    script.expect(p.leaves_none_or(calls[-1].handle, depth, count))


@step("at least one and at most {most:Number} exception reports are on {queue:Queue}")
def some_exception_reports(script: ScriptBuilder, most: int, queue: str) -> None:
    """A browser shows so many, and nothing else. The answer is the number."""
    name = script.queue(queue)
    script.eventually(
        c.Browse(queue=name, queue_manager=script.queue_manager),
        lambda handle: q.in_time(p.so_many_reports(handle, name, range(1, most + 1), r.tells_a_failure)),
    )


@step("at least one and at most {most:Number} expiration reports are on {queue:Queue}")
def some_expiration_reports(script: ScriptBuilder, most: int, queue: str) -> None:
    name = script.queue(queue)
    script.eventually(
        c.Browse(queue=name, queue_manager=script.queue_manager),
        lambda handle: q.in_time(p.so_many_reports(handle, name, range(1, most + 1), p.tells_an_end)),
    )


@step("an exception report is on {queue:Queue}, or nothing")
def exception_report_or_nothing(script: ScriptBuilder, queue: str) -> None:
    """Either is right; the answer is the number."""
    name = script.queue(queue)
    handle = script.probe(c.Browse(queue=name, queue_manager=script.queue_manager))
    script.expect(p.so_many_reports(handle, name, range(2), r.tells_a_failure))
