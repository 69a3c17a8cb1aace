"""Episodes on z/OS: the processor stopped and started, staging queues, shared queues, OPMODE, migration.

Each episode has a queue manager of its own (or QM1 where the case is about z/OS), and sessions of its own
there. What a queue manager that is down could be asked for is asked of another one, in one run of
commands, so that no other episode comes in between.
"""

from typing import Final

from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    AlterQueue,
    AttributeChanges,
    Commit,
    DefineSharedQueue,
    DeleteQueue,
    EndQueueManager,
    FailDelayProcessor,
    GetMode,
    MatchCorrelationId,
    MqGet,
    MqPut,
    OpenSession,
    StartQueueManager,
    Switch,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, UNLIMITED, DeliveryMode
from mqtck.reference.vocabulary.messages import OutgoingMessage, PutDescriptor
from mqtck.reference.vocabulary.profile import Edition, Platform, Version
from mqtck.reference.vocabulary.zos import MigrateBack, OperationMode, ReadSampleDefinition, SetOperationMode

from .calls import DELIVERY_MODES, own_lifetime
from .draft import Draft, Steps, passing, together, until
from .homes import Home, counted, new_manager, opened, own_queue, seen, sent, staging_defined

VERSION_8: Final = Version(8, 0)
_GROUP: Final = "QSG"


# --- the processor -----------------------------------------------------------------------------------


def _altered(draft: Draft, manager: str, put: Switch | None = None, get: Switch | None = None) -> Steps[None]:
    if draft.can(Ability.PUT_INHIBIT):
        yield AlterQueue(STAGING_QUEUE, AttributeChanges(put=put, get=get), manager)


def _toggled(draft: Draft, manager: str) -> Steps[None]:
    """PUT from ENABLED to DISABLED and back."""
    yield from _altered(draft, manager, put=Switch.DISABLED)
    yield from _altered(draft, manager, put=Switch.ENABLED)


def _restarted(draft: Draft, home: Home) -> Steps[Home]:
    """End and start, perhaps a while later; sessions and connections are opened anew."""
    down = draft.pause() if draft.draws.chance(40) else 0
    outage = together(passing(draft, down))
    yield (EndQueueManager(home.queue_manager), *outage, StartQueueManager(home.queue_manager))
    return (yield from opened(draft, home.queue_manager))


def _event(draft: Draft, home: Home) -> Steps[Home]:
    """One thing that may stop or start the processor."""
    manager = home.queue_manager
    kinds = ["get off", "get on", "get off", "get on", "put off", "put on", "toggle"]
    if draft.can(Ability.PROCESSOR_FAULTS):
        kinds += ["error", "error"]
    if draft.can(Ability.RESTART):
        kinds.append("restart")
    match draft.draws.one_of(kinds):
        case "get off":
            yield from _altered(draft, manager, get=Switch.DISABLED)
        case "get on":
            yield from _altered(draft, manager, get=Switch.ENABLED)
        case "put off":
            yield from _altered(draft, manager, put=Switch.DISABLED)
        case "put on":
            yield from _altered(draft, manager, put=Switch.ENABLED)
        case "toggle":
            yield from _toggled(draft, manager)
        case "error":
            yield FailDelayProcessor(manager)
        case _:
            return (yield from _restarted(draft, home))
    return home


def processor(draft: Draft) -> Steps[None]:
    """Sends, and what stops and starts the processor, around the due times (DD-86 to DD-94)."""
    draws = draft.draws
    manager = yield from new_manager(draft)
    yield from staging_defined(draft, manager)
    home = yield from opened(draft, manager)
    queue = yield from own_queue(draft, manager)
    delay = draft.delay()
    due = draft.now + delay
    yield from sent(draft, home, queue, delay, _life(draft, delay), draws.one_of(DELIVERY_MODES))
    for _ in range(draws.between(1, 3)):
        home = yield from _event(draft, home)
        if draws.chance(50):
            yield from until(draft, due + draft.offset())
        if draws.chance(40):
            yield from counted(draft, home, draws.one_of((queue, STAGING_QUEUE)))
        if draws.chance(25):
            yield from sent(draft, home, queue, delay, 0, DeliveryMode.PERSISTENT)
    yield from until(draft, max(due, draft.now) + 1)
    yield from counted(draft, home, STAGING_QUEUE)
    yield from seen(draft, home, queue)
    yield from _toggled(draft, manager)
    yield from _altered(draft, manager, get=Switch.ENABLED)
    yield from passing(draft, 1)
    yield from seen(draft, home, queue)
    yield from counted(draft, home, STAGING_QUEUE)


def _life(draft: Draft, delay: int) -> int:
    return draft.life_beyond(delay) if draft.draws.chance(25) else 0


def stopped_once(draft: Draft) -> Steps[None]:
    """One way to stop the processor, a look past the due time, and the documented way to start it."""
    draws = draft.draws
    manager = yield from new_manager(draft)
    yield from staging_defined(draft, manager)
    home = yield from opened(draft, manager)
    queue = yield from own_queue(draft, manager)
    delay = draft.delay()
    yield from sent(draft, home, queue, delay, 0, DeliveryMode.PERSISTENT)
    due = draft.now + delay
    ways = ["get", "put"] + ["error"] * draft.can(Ability.PROCESSOR_FAULTS)
    way = draws.one_of(ways)
    match way:
        case "get":
            yield from _altered(draft, manager, get=Switch.DISABLED)
        case "put":
            yield from _altered(draft, manager, put=Switch.DISABLED)
            if draws.chance(50):
                yield from sent(draft, home, queue, delay)
        case _:
            yield FailDelayProcessor(manager)
    # Where it starts again in time, nothing comes early.
    yield from until(draft, due + draws.one_of((1000, 1000, -1, -1000)))
    yield from counted(draft, home, STAGING_QUEUE)
    yield from seen(draft, home, queue)
    restarts = draft.can(Ability.RESTART) and way != "put" and draws.chance(30)
    if restarts:
        home = yield from _restarted(draft, home)
    if way == "get":
        yield from _altered(draft, manager, get=Switch.ENABLED)
    elif restarts:
        yield from counted(draft, home, STAGING_QUEUE)
    else:
        if way == "error":
            yield from _altered(draft, manager, put=Switch.DISABLED)
            yield from counted(draft, home, STAGING_QUEUE)
        yield from _altered(draft, manager, put=Switch.ENABLED)
    yield from passing(draft, 1)
    yield from seen(draft, home, queue)
    yield from until(draft, due + 1)
    yield from seen(draft, home, queue)
    yield from counted(draft, home, STAGING_QUEUE)


def restarted_in_time(draft: Draft) -> Steps[None]:
    """The queue manager is restarted during a delay, or over its end (DD-86, DD-87)."""
    manager = yield from new_manager(draft)
    yield from staging_defined(draft, manager)
    home = yield from opened(draft, manager)
    queue = yield from own_queue(draft, manager)
    delay = draft.delay()
    yield from sent(draft, home, queue, delay, 0, DeliveryMode.PERSISTENT)
    due = draft.now + delay
    home = yield from _restarted(draft, home)
    yield from until(draft, due + draft.offset())
    yield from counted(draft, home, queue)
    yield from until(draft, max(draft.now, due) + 1)
    yield from seen(draft, home, queue)


# --- the staging queue -------------------------------------------------------------------------------


def missing_staging_queue(draft: Draft) -> Steps[None]:
    """Sends before the staging queue is defined and after (DD-56, DD-88, DD-91)."""
    draws = draft.draws
    manager = yield from new_manager(draft)
    home = yield from opened(draft, manager)
    queue = yield from own_queue(draft, manager)
    delay = draft.delay()
    if draws.chance(40):
        yield from staging_defined(draft, manager)
        if draft.can(Ability.DELETE_QUEUE):
            yield DeleteQueue(STAGING_QUEUE, manager)
    else:
        yield from sent(draft, home, queue, delay)
        if draft.can(Ability.TRANSACTIONS) and draws.chance(40):
            yield from _sent_in_unit(draft, manager, queue, delay)
    yield from sent(draft, home, queue, 0)
    yield from passing(draft, draws.one_of((0, 1, 1000)))
    yield from seen(draft, home, queue)
    yield from staging_defined(draft, manager)
    yield from sent(draft, home, queue, delay)
    due = draft.now + delay
    yield from counted(draft, home, STAGING_QUEUE)
    yield from until(draft, due + 1)
    yield from seen(draft, home, queue)
    yield from counted(draft, home, STAGING_QUEUE)


def _sent_in_unit(draft: Draft, manager: str, queue: str, delay: int) -> Steps[None]:
    session = draft.name("zt")
    yield OpenSession(session, Acknowledgement.TRANSACTED, queue_manager=manager)
    yield from sent(draft, Home(manager, session, ""), queue, delay)
    yield Commit(session)


def recall_there(draft: Draft) -> Steps[None]:
    """A staged message is got back through a connection to its queue manager (DD-61)."""
    manager = yield from new_manager(draft)
    yield from staging_defined(draft, manager)
    home = yield from opened(draft, manager)
    queue = yield from own_queue(draft, manager)
    delay = draft.delay()
    label = yield from sent(draft, home, queue, delay)
    due = draft.now + delay
    match = MatchCorrelationId(label)
    yield MqGet(STAGING_QUEUE, GetMode.DESTRUCTIVE, match, connection=home.connection)
    yield MqPut(queue, OutgoingMessage(put := draft.name("m")), connection=home.connection)
    draft.post(put, queue, 0, 0, manager)
    yield from until(draft, due + 1)
    yield from seen(draft, home, queue)
    yield from counted(draft, home, STAGING_QUEUE)


def sample(draft: Draft) -> Steps[None]:
    """The supplied definition (DD-62, DD-63, DD-65)."""
    if draft.profile.platform is Platform.ZOS and draft.draws.chance(50):
        yield ReadSampleDefinition()
        return
    manager = yield from new_manager(draft)
    yield ReadSampleDefinition(queue_manager=manager)


# --- shared queues -----------------------------------------------------------------------------------


def shared(draft: Draft) -> Steps[None]:
    """A delayed message for a shared queue; a member of the group may be down (DD-54, DD-69 to DD-72)."""
    draws = draft.draws
    group = draft.name(_GROUP)
    owner = yield from new_manager(draft, group)
    other = yield from new_manager(draft, group)
    yield from staging_defined(draft, owner)
    yield from staging_defined(draft, other)
    queue = draft.name("ZQ")
    draft.see(queue, owner)
    yield DefineSharedQueue(queue, group)
    here, there = (yield from opened(draft, owner)), (yield from opened(draft, other))
    delay = draft.delay()
    mode = DeliveryMode.PERSISTENT if draws.chance(60) else DeliveryMode.NON_PERSISTENT
    life = delay + 60_000 if draws.chance(40) else _life(draft, delay)
    yield from sent(draft, here, queue, delay, life, mode)
    due = draft.now + delay
    if draws.chance(30):
        yield from sent(draft, there, queue, draft.delay(), 0, mode)
    if draws.chance(40):
        yield from sent(draft, here, (yield from own_queue(draft, owner)), delay, 0, mode)
    for home in (here, there):
        yield from counted(draft, home, STAGING_QUEUE)
    yield from seen(draft, there, queue)
    if draft.can(Ability.RESTART) and draws.chance(60):
        down, up = (here, there) if draws.chance(70) else (there, here)
        wait = together(passing(draft, max(0, due + draft.offset() - draft.now)))
        looked = together(seen(draft, up, queue))
        yield (EndQueueManager(down.queue_manager), *wait, *looked, StartQueueManager(down.queue_manager))
        again = yield from opened(draft, down.queue_manager)
        here, there = (again, there) if down is here else (here, again)
    yield from until(draft, max(due, draft.now) + 1)
    yield from seen(draft, draws.one_of((here, there)), queue)
    yield from counted(draft, here, STAGING_QUEUE)
    yield from seen(draft, there, queue)


def over_on_a_shared_queue(draft: Draft) -> Steps[None]:
    """A get at any member discards what has expired on a shared queue (EX-05, EX-12, EX-15, EX-17, EX-19)."""
    draws = draft.draws
    group = draft.name(_GROUP)
    here = yield from opened(draft, (yield from new_manager(draft, group)))
    there = yield from opened(draft, (yield from new_manager(draft, group)))
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
    yield from counted(draft, there, queue)
    yield from seen(draft, here, queue)


# --- version 8.0 -------------------------------------------------------------------------------------


def operation_mode(draft: Draft) -> Steps[None]:
    """OPMODE does not matter (DD-67): where the case is about the older edition, and nowhere else."""
    if draft.profile.edition is not Edition.VERSION_8_0:
        return
    manager = yield from new_manager(draft, version=VERSION_8)
    yield from staging_defined(draft, manager)
    queue = yield from own_queue(draft, manager)
    yield SetOperationMode(draft.draws.one_of(tuple(OperationMode)), manager)
    home = yield from opened(draft, manager)
    delay = draft.delay()
    yield from sent(draft, home, queue, delay)
    due = draft.now + delay
    yield from counted(draft, home, STAGING_QUEUE)
    yield from until(draft, due + 1)
    yield from seen(draft, home, queue)


def migration_back(draft: Draft) -> Steps[None]:
    """Staged messages are marooned (DD-68): as above."""
    if draft.profile.edition is not Edition.VERSION_8_0:
        return
    manager = yield from new_manager(draft, version=VERSION_8)
    yield from staging_defined(draft, manager)
    queue = yield from own_queue(draft, manager)
    home = yield from opened(draft, manager)
    delay = draft.delay()
    for _ in range(draft.draws.between(1, 2)):
        yield from sent(draft, home, queue, delay, 0, DeliveryMode.PERSISTENT)
    due = draft.now + delay
    yield MigrateBack(draft.draws.one_of((Version(7, 1), Version(7, 0, 1))), manager)
    home = yield from opened(draft, manager)
    yield from until(draft, due + 1)
    yield from counted(draft, home, STAGING_QUEUE)
    yield from seen(draft, home, queue)
    yield from sent(draft, home, queue, draft.draws.one_of((0, delay)))
