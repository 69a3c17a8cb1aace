"""Episodes of shared queues: delayed messages for them, and lives that end on them.

Left out: the staging queue, which is private for shared queues too.
"""

from typing import Final

from mqtck.conformance.cases.draft import Draft, Steps, passing, together, until
from mqtck.conformance.cases.vocabulary.calls import own_lifetime, perhaps_a_life
from mqtck.conformance.cases.vocabulary.queue_managers import (
    count_there,
    define_staging_queue,
    look_there,
    new_home,
    new_manager,
    new_queue_there,
    send_there,
)
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    DefineSharedQueue,
    EndQueueManager,
    GetMode,
    MqGet,
    MqPut,
    StartQueueManager,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, UNLIMITED, DeliveryMode
from mqtck.reference.vocabulary.messages import OutgoingMessage, PutDescriptor

_GROUP: Final = "QSG"


def shared_queue(draft: Draft) -> Steps[None]:
    """A delayed message for a shared queue; a member of the group may be down (DD-54, DD-69 to DD-72)."""
    draws = draft.draws
    group = draft.name(_GROUP)
    owner = yield from new_manager(draft, group)
    other = yield from new_manager(draft, group)
    yield from define_staging_queue(draft, owner)
    yield from define_staging_queue(draft, other)
    queue = draft.name("ZQ")
    draft.see(queue, owner)
    yield DefineSharedQueue(queue, group)
    here, there = (yield from new_home(draft, owner)), (yield from new_home(draft, other))
    delay = draft.delay()
    mode = DeliveryMode.PERSISTENT if draws.chance(60) else DeliveryMode.NON_PERSISTENT
    life = delay + 60_000 if draws.chance(40) else perhaps_a_life(draft, delay)
    yield from send_there(draft, here, queue, delay, life, mode)
    due = draft.now + delay
    if draws.chance(30):
        yield from send_there(draft, there, queue, draft.delay(), 0, mode)
    if draws.chance(40):
        yield from send_there(draft, here, (yield from new_queue_there(draft, owner)), delay, 0, mode)
    for home in (here, there):
        yield from count_there(draft, home, STAGING_QUEUE)
    yield from look_there(draft, there, queue)
    if draft.can(Ability.RESTART) and draws.chance(60):
        down, up = (here, there) if draws.chance(70) else (there, here)
        wait = together(passing(draft, max(0, due + draft.offset() - draft.now)))
        looked = together(look_there(draft, up, queue))
        yield (EndQueueManager(down.queue_manager), *wait, *looked, StartQueueManager(down.queue_manager))
        again = yield from new_home(draft, down.queue_manager)
        here, there = (again, there) if down is here else (here, again)
    yield from until(draft, max(due, draft.now) + 1)
    yield from look_there(draft, draws.one_of((here, there)), queue)
    yield from count_there(draft, here, STAGING_QUEUE)
    yield from look_there(draft, there, queue)


def expired_on_a_shared_queue(draft: Draft) -> Steps[None]:
    """A get at any member discards what has expired on a shared queue (EX-05, EX-12, EX-15, EX-17, EX-19)."""
    draws = draft.draws
    group = draft.name(_GROUP)
    here = yield from new_home(draft, (yield from new_manager(draft, group)))
    there = yield from new_home(draft, (yield from new_manager(draft, group)))
    queue = draft.name("ZQ")
    draft.see(queue, here.queue_manager)
    yield DefineSharedQueue(queue, group)
    life = own_lifetime(draft)
    for _ in range(draws.between(2, 4)):
        label, expiry = draft.name("m"), draws.one_of((life, life, UNLIMITED, 600))
        draft.post(label, queue, 0, max(0, expiry) * 100, here.queue_manager)
        yield MqPut(queue, OutgoingMessage(label), PutDescriptor(expiry), connection=here.connection)
    yield from passing(draft, life * 100 + draws.one_of((-30, 1, 1000)))
    mode = draws.one_of((GetMode.DESTRUCTIVE, GetMode.DESTRUCTIVE, GetMode.BROWSE_FIRST))
    yield MqGet(queue, mode, connection=draws.one_of((here, there)).connection)
    yield from count_there(draft, there, queue)
    yield from look_there(draft, here, queue)
