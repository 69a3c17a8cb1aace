"""Episodes of targets that are disabled for gets, which take what comes due.

Left out: the staging queue of z/OS, whose processor that stops (`delay_processor`).
"""

from mqtck.conformance.cases.draft import Draft, Steps, new_queue, own_producer, together, undisturbed, until
from mqtck.conformance.cases.vocabulary.calls import retuned, send
from mqtck.conformance.cases.vocabulary.looks import quiet_look, take
from mqtck.reference.vocabulary.commands import AlterQueue, AttributeChanges, ReadDepth, Switch


@undisturbed
def disabled_for_gets(draft: Draft) -> Steps[None]:
    """A target that is disabled for gets takes what comes due; nobody else looks at it then (DD-10)."""
    queue = yield from new_queue(draft)
    producer = yield from own_producer(draft, queue)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    yield from send(draft, producer, queue)
    yield AlterQueue(queue, AttributeChanges(get=Switch.DISABLED))
    yield from until(draft, draft.now + producer.delay + 1)
    yield ReadDepth(queue)
    yield AlterQueue(queue, AttributeChanges(get=Switch.ENABLED))
    yield from quiet_look(draft, queue)


def taken_while_disabled_for_gets(draft: Draft) -> Steps[None]:
    """A target that is disabled for gets takes what comes due, which is there afterwards (DD-10, DD-114)."""
    queue = yield from new_queue(draft)
    producer = yield from own_producer(draft, queue)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    sent = together(send(draft, producer, queue))
    waited = together(until(draft, draft.now + producer.delay + 1))
    disabled, enabled = AttributeChanges(get=Switch.DISABLED), AttributeChanges(get=Switch.ENABLED)
    yield (*sent, AlterQueue(queue, disabled), *waited, AlterQueue(queue, enabled))
    yield from quiet_look(draft, queue)
    yield from take(draft, queue)
