"""Episodes of queues that trigger by depth: what makes a trigger message, and what does not.

Left out: triggering other than by depth.
"""

from typing import Final

from mqtck.conformance.cases.draft import (
    Draft,
    Steps,
    new_queue,
    own_producer,
    passing,
    together,
    undisturbed,
    until,
)
from mqtck.conformance.cases.vocabulary.calls import PUT_INHIBITED, TENTH, own_lifetime, put, retuned, send
from mqtck.conformance.cases.vocabulary.looks import counted, quiet_look, take
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import AlterQueue, DepthTrigger, QueueAttributes, ReadDepth
from mqtck.reference.vocabulary.constants import UNLIMITED
from mqtck.reference.vocabulary.messages import OutgoingMessage

_FOUR_SECONDS: Final = 4000
_OVER: Final = 2500
"""Ms after which a life of so many tenths of a second is over."""

_TENTHS: Final = 20


def depth_trigger(draft: Draft) -> Steps[None]:
    """Expired messages that are still there count for depth triggering (EX-36)."""
    draws = draft.draws
    initiation = yield from new_queue(draft, "I")
    depth = draws.between(1, 3)
    attributes = QueueAttributes(trigger=DepthTrigger(depth, initiation))
    queue = yield from new_queue(draft, "T", attributes)
    life = own_lifetime(draft)
    for number in range(depth):
        if number and draws.chance(60):
            yield from passing(draft, life * TENTH + 1)
        puts = together(put(draft, queue, draws.one_of((life, UNLIMITED))))
        counts = draft.can(Ability.DEPTH) and draws.chance(60)
        # The depth right behind the put tells whether expired messages were still there to count.
        yield (*puts, ReadDepth(queue), ReadDepth(initiation)) if counts else puts
        if not counts:
            yield from quiet_look(draft, initiation)
    if draft.can(Ability.JMS) and draws.chance(50):
        producer = yield from own_producer(draft, queue)
        producer = yield from retuned(draft, producer, draft.delay(), 0)
        yield from send(draft, producer, queue)
        yield from quiet_look(draft, initiation)
        yield from passing(draft, producer.delay + 1)
    yield from quiet_look(draft, initiation)
    yield from take(draft, queue)
    yield from take(draft, initiation)


def triggered_by_a_delivery(draft: Draft) -> Steps[None]:
    """Nothing but a delayed message reaches the depth that triggers (X-39)."""
    initiation = yield from new_queue(draft, "I")
    depth = draft.draws.between(1, 2)
    queue = yield from new_queue(draft, "T", QueueAttributes(trigger=DepthTrigger(depth, initiation)))
    producer = yield from own_producer(draft, queue)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    for _ in range(depth):
        yield from send(draft, producer, queue)
    yield from quiet_look(draft, initiation)
    yield from until(draft, draft.now + producer.delay + 1)
    yield from quiet_look(draft, initiation)
    yield from take(draft, initiation)


def triggered_and_expired_in_one_advance(draft: Draft) -> Steps[None]:
    """A message comes, triggers, and expires, all in one advance (X-39, DD-10)."""
    initiation = yield from new_queue(draft, "I")
    queue = yield from new_queue(draft, "T", QueueAttributes(trigger=DepthTrigger(1, initiation)))
    producer = yield from own_producer(draft, queue)
    delay = draft.delay()
    producer = yield from retuned(draft, producer, delay, delay + draft.draws.one_of((500, 3000, 60_000)))
    sent = together(send(draft, producer, queue))
    yield (*sent, *together(passing(draft, producer.life + draft.pause())))
    yield from quiet_look(draft, initiation)
    yield from take(draft, initiation)


def not_triggered(draft: Draft) -> Steps[None]:
    """A message triggers its target when it arrives there, and not where it does not (X-39)."""
    draws = draft.draws
    initiation = yield from new_queue(draft, "I")
    queue = yield from new_queue(draft, "T", QueueAttributes(trigger=DepthTrigger(1, initiation)))
    producer = yield from own_producer(draft, queue)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    yield from send(draft, producer, queue)
    due = draft.now + producer.delay
    yield AlterQueue(queue, PUT_INHIBITED)
    yield from until(draft, due - draws.one_of((1, 500)))
    yield from quiet_look(draft, initiation)
    yield from until(draft, due + 1)
    yield from quiet_look(draft, initiation)


@undisturbed
def triggered_beside_expired(draft: Draft) -> Steps[None]:
    """As long as they are there, expired messages help a delivery to reach a depth as well (EX-36, X-39)."""
    draws = draft.draws
    initiation = yield from new_queue(draft, "I")
    several = draws.between(1, 2)
    queue = yield from new_queue(draft, "T", QueueAttributes(trigger=DepthTrigger(several + 1, initiation)))
    delivers = draft.can(Ability.JMS, Ability.DELIVERY_DELAY) and draws.chance(60)
    if delivers:
        producer = yield from own_producer(draft, queue)
        producer = yield from retuned(draft, producer, _FOUR_SECONDS, 0)
        yield from send(draft, producer, queue, OutgoingMessage(draft.name("m")))
    due = draft.now + _FOUR_SECONDS
    for _ in range(several):
        yield from put(draft, queue, _TENTHS, OutgoingMessage(draft.name("m")), 4)
    yield from passing(draft, _OVER)
    if delivers:
        yield from until(draft, due + 1)
    else:
        yield from put(draft, queue, UNLIMITED, OutgoingMessage(draft.name("m")), 4)
    yield from counted(draft, queue)
    yield from counted(draft, initiation)
