"""Looks at queues, drawn among those that the implementation can do.

Where it has no browser, gets browse over a connection of their own; where it has no MQI either, a message is
received and given back by a rollback, or taken, or nobody looks. Left out: looks through a session or a
connection of another queue manager (`queue_managers`).
"""

from collections.abc import Callable
from typing import Final

from mqtck.conformance.cases.draft import Draft, Steps, passing, until
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Browse,
    Command,
    Connect,
    GetMode,
    MatchCorrelationId,
    MatchMessageId,
    MqGet,
    OpenSession,
    ReadDepth,
    Receive,
    Rollback,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER, STAGING_QUEUE

from .calls import get, receive

Look = Callable[[Draft, str], Command | tuple[Command, ...]]
_TIMES: Final = 2
"""How often a message of a queue is given back: some brokers put aside what comes back for too long."""

_REPORTS_TAKEN: Final = 75
"""Of a hundred looks at reports without a browser: the more there are, the less is told which is which."""

_QUIET: Final = (Ability.DEPTH, Ability.BROWSE)
_SHOWN: Final = 4
"""Messages of a queue after which gets browse no further."""


def _one_look(draft: Draft, queue: str, table: tuple[tuple[int, Ability, Look], ...]) -> Steps[None]:
    if queue in draft.gone or (queue == STAGING_QUEUE and not draft.can(Ability.STAGING_QUEUE)):
        return
    possible = [row for row in table if draft.can(row[1])]
    if not possible:
        return
    draft.see(queue)
    drawn = draft.draws.below(sum(weight for weight, _, _ in possible))
    for weight, _, make in possible:
        if drawn < weight:
            yield make(draft, queue)
            return
        drawn -= weight


def _read_depth(_: Draft, queue: str) -> Command:
    return ReadDepth(queue)


def _browse(_: Draft, queue: str) -> Command:
    return Browse(queue)


def _receive(draft: Draft, queue: str) -> Command:
    return receive(draft, queue, draft.reader())


def _get(draft: Draft, queue: str) -> Command:
    return get(draft, queue, GetMode.DESTRUCTIVE)


def _get_in_unit(draft: Draft, queue: str) -> Command:
    return get(draft, queue, GetMode.DESTRUCTIVE, Syncpoint.WITHIN)


def _browse_by_mqi(draft: Draft, queue: str) -> Command:
    return get(draft, queue, draft.draws.one_of((GetMode.BROWSE_FIRST, GetMode.BROWSE_NEXT)))


def _get_matching(draft: Draft, queue: str) -> Command:
    if not draft.posted:
        return _get(draft, queue)
    label = draft.draws.one_of(draft.posted).label
    match = MatchMessageId(label) if draft.draws.chance(60) else MatchCorrelationId(label)
    return get(draft, queue, GetMode.DESTRUCTIVE, match=match)


_LOOKS: Final[tuple[tuple[int, Ability, Look], ...]] = (
    (5, Ability.DEPTH, _read_depth),
    (5, Ability.BROWSE, _browse),
    (5, Ability.JMS, _receive),
    (2, Ability.MQI, _get),
    (1, Ability.MQI, _get_in_unit),
    (1, Ability.MQI, _browse_by_mqi),
    (2, Ability.MQI, _get_matching),
)


def _browse_by_gets(draft: Draft, queue: str) -> tuple[Command, ...]:
    """What a browser would show, or the beginning of it."""
    return browsing_gets(draft, queue, f"looker{draft.epoch}")


_BROWSING: Final = (5, Ability.MQI, _browse_by_gets)


def look(draft: Draft, queue: str) -> Steps[None]:
    """One look at a queue, a taking one among them."""
    browser = draft.can(Ability.BROWSE) or queue in draft.replies
    yield from _one_look(draft, queue, _LOOKS if browser else (*_LOOKS, _BROWSING))


def _given_back(draft: Draft, queue: str) -> tuple[Command, ...]:
    """The first message, received in a unit of work that is rolled back at once."""
    session = f"peeker{draft.epoch}"
    opened = () if session in draft.transacted else (OpenSession(session, Acknowledgement.TRANSACTED),)
    draft.transacted[session] = None
    draft.given_back[queue] = draft.given_back.get(queue, 0) + 1
    draft.uncounted += 1 + len(opened)
    return (*opened, Receive(queue, session), Rollback(session))


def _look_of_a_client(draft: Draft, queue: str) -> Steps[None]:
    """By receives alone: a message is given back or taken, or left alone."""
    chance = draft.draws.below(10)
    again = draft.can(Ability.TRANSACTIONS) and draft.given_back.get(queue, 0) < _TIMES
    if chance < 4 and again and queue != STAGING_QUEUE:  # noqa: PLR2004 - four of ten
        yield from _one_look(draft, queue, ((1, Ability.JMS, _given_back),))
    elif chance < 7:  # noqa: PLR2004 - three of ten, or seven
        yield from _one_look(draft, queue, _LOOKS)


def quiet_look(draft: Draft, queue: str) -> Steps[None]:
    """One look that leaves the messages where they are, as far as there is one."""
    quiet = tuple(row for row in _LOOKS if row[1] in _QUIET and draft.can(row[1]))
    if not quiet and not draft.can(Ability.MQI):
        yield from _look_of_a_client(draft, queue)
    elif not quiet and queue in draft.replies and draft.draws.chance(_REPORTS_TAKEN):
        yield from take(draft, queue)
    else:
        yield from _one_look(draft, queue, quiet if draft.can(Ability.BROWSE) else (*quiet, _BROWSING))


def take(draft: Draft, queue: str) -> Steps[None]:
    """One destructive get of whatever comes first."""
    yield from _one_look(draft, queue, tuple(row for row in _LOOKS if row[2] in (_receive, _get)))


def look_elsewhere(draft: Draft, queue: str, queue_manager: str) -> Steps[None]:
    """A look at a queue of another queue manager, where only looks without a session reach."""
    if queue_manager == DEFAULT_QUEUE_MANAGER:
        yield from look(draft, queue)
        return
    draft.see(queue, queue_manager)
    if draft.can(Ability.DEPTH) and draft.draws.chance(50):
        yield ReadDepth(queue, queue_manager)
    else:
        yield from shown(draft, queue, queue_manager)


def shown(draft: Draft, queue: str, queue_manager: str = DEFAULT_QUEUE_MANAGER) -> Steps[None]:
    """What is on a queue of any queue manager and stays there, where anything can show it."""
    if draft.can(Ability.BROWSE):
        yield Browse(queue, queue_manager)
    elif draft.can(Ability.MQI):
        if queue_manager == DEFAULT_QUEUE_MANAGER:
            yield _browse_by_gets(draft, queue)
            return
        connection = draft.name("looker")
        yield Connect(connection, queue_manager), *browsing_gets(draft, queue, connection)


def counted(draft: Draft, queue: str, queue_manager: str = DEFAULT_QUEUE_MANAGER) -> Steps[None]:
    """How many are there, or, where nobody counts them, which."""
    if draft.can(Ability.DEPTH):
        yield ReadDepth(queue, queue_manager)
    else:
        yield from shown(draft, queue, queue_manager)


def browsing_gets(draft: Draft, queue: str, connection: str) -> tuple[Command, ...]:
    """A get that browses from the beginning, and some that go on, over a connection for nothing else."""
    expected = min(_SHOWN, sum(posted.queue == queue for posted in draft.posted))
    draft.uncounted += 1 + expected
    following = MqGet(queue, GetMode.BROWSE_NEXT, connection=connection)
    first = MqGet(queue, GetMode.BROWSE_FIRST, connection=connection)
    return (first, *(following for _ in range(1 + expected)))


def watched(draft: Draft, queue: str, due: int, looks: int) -> Steps[None]:
    """Looks at the target and the staging queue before, around and after a due time."""
    before = due - draft.now
    if before > 1:
        yield from passing(draft, draft.draws.between(0, before - 1))
        yield from quiet_look(draft, STAGING_QUEUE if draft.draws.chance(40) else queue)
        if draft.draws.chance(40):
            yield from look(draft, queue)
    yield from until(draft, due + draft.draws.one_of((0, draft.offset())))
    for _ in range(looks):
        yield from look(draft, queue)
    yield from until(draft, due + 1)
