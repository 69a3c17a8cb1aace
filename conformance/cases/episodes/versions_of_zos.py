"""Episodes of what an older version on z/OS knows: OPMODE, and migration back to 8.0.

Left out: queue managers before 8.0, which refuse a delay (`refused_sends`).
"""

from typing import Final

from mqtck.conformance.cases.draft import Draft, Steps, until
from mqtck.conformance.cases.vocabulary.queue_managers import (
    count_there,
    define_staging_queue,
    look_there,
    new_home,
    new_manager,
    new_queue_there,
    send_there,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode
from mqtck.reference.vocabulary.profile import Edition, Version
from mqtck.reference.vocabulary.zos import MigrateBack, OperationMode, SetOperationMode

VERSION_8: Final = Version(8, 0)


def operation_mode(draft: Draft) -> Steps[None]:
    """OPMODE does not matter (DD-67): where the case is about the older edition, and nowhere else."""
    if draft.profile.edition is not Edition.VERSION_8_0:
        return
    manager = yield from new_manager(draft, version=VERSION_8)
    yield from define_staging_queue(draft, manager)
    queue = yield from new_queue_there(draft, manager)
    yield SetOperationMode(draft.draws.one_of(tuple(OperationMode)), manager)
    home = yield from new_home(draft, manager)
    delay = draft.delay()
    yield from send_there(draft, home, queue, delay)
    due = draft.now + delay
    yield from count_there(draft, home, STAGING_QUEUE)
    yield from until(draft, due + 1)
    yield from look_there(draft, home, queue)


def migration_back(draft: Draft) -> Steps[None]:
    """Staged messages are marooned (DD-68): as above."""
    if draft.profile.edition is not Edition.VERSION_8_0:
        return
    manager = yield from new_manager(draft, version=VERSION_8)
    yield from define_staging_queue(draft, manager)
    queue = yield from new_queue_there(draft, manager)
    home = yield from new_home(draft, manager)
    delay = draft.delay()
    for _ in range(draft.draws.between(1, 2)):
        yield from send_there(draft, home, queue, delay, 0, DeliveryMode.PERSISTENT)
    due = draft.now + delay
    yield MigrateBack(draft.draws.one_of((Version(7, 1), Version(7, 0, 1))), manager)
    home = yield from new_home(draft, manager)
    yield from until(draft, due + 1)
    yield from count_there(draft, home, STAGING_QUEUE)
    yield from look_there(draft, home, queue)
    yield from send_there(draft, home, queue, draft.draws.one_of((0, delay)))
