"""What a get, receive or browse asks for, and which messages it may look at.

Covers DD-42, DD-43, EX-17, EX-18, EX-25 and EX-41 as far as they say what may be shown. Left out: what
follows from what was seen (`gets`, `returned_messages`).
"""

from collections.abc import Iterator
from enum import Enum
from itertools import chain

import msgspec

from mqtck.reference.chapters.message_expiry import nominally_expired
from mqtck.reference.preference import preferred
from mqtck.reference.state.clients import Cursor
from mqtck.reference.state.intervals import Answer, Interval
from mqtck.reference.state.queue_keys import owner
from mqtck.reference.state.state import Queue, Resident, State
from mqtck.reference.state.statuses import OnQueue, Staged, Status, Uncommitted
from mqtck.reference.vocabulary.commands import GetMode, QueueAttributes, Switch

from .arrival_order import in_order


class Match(Enum):
    """Whether it is known which messages a get asks for."""

    KNOWN = "known"
    OPEN = "by an id that copies of a publication may have or not"


class Reader(Enum):
    """Through what an application reads."""

    MQI = "the MQI"
    JMS_CLIENT = "a JMS client"


class Request(msgspec.Struct, frozen=True, gc=False):
    """A get or browse of one message.

    `unit` is the unit of work of the caller; `within` the one that the get belongs to, if any. `wanted`
    lists the serials that may be returned, None for any, in order unless the `match` is open. `rules` tell
    why it is wanted. `through` is the queue manager of the caller, which matters for a shared queue.
    """

    queue_key: str
    unit: str
    within: str | None = None
    mode: GetMode = GetMode.DESTRUCTIVE
    wanted: tuple[int, ...] | None = None
    rules: tuple[str, ...] = ()
    through: str = ""
    match: Match = Match.KNOWN
    reader: Reader = Reader.MQI


def returnable(state: State, serial: int, request: Request, at: Interval) -> bool:
    """EX-17, EX-18: visible to the caller and not expired; a lock keeps nothing alive (EX-41)."""
    return visible(preferred(state, serial), request) and not nominally_expired(state.messages[serial], at)


def candidates(state: State, request: Request) -> Iterator[int]:
    """The serials that the caller asks for, in order of delivery."""
    queue = state.queues.get(request.queue_key, Queue())
    cursor = cursor_of(state, request)
    if request.mode is GetMode.UNDER_CURSOR:
        return iter(() if cursor.under is None else (cursor.under,))
    goes_on = request.mode is GetMode.BROWSE_NEXT
    if request.wanted is not None:
        passed = cursor.shown if goes_on else ()
        return (one for one in request.wanted if one in queue.residents and one not in passed)
    if goes_on:
        # Onwards first: on a deep queue the way from its head to the cursor is long.
        stands = stands_on(queue, cursor)
        onwards = in_order(queue) if stands is None else chain(in_order(queue, stands), in_order(queue))
        return (serial for serial in onwards if serial not in cursor.shown)
    return in_order(queue)


def cursor_of(state: State, request: Request) -> Cursor:
    """The browse cursor of the caller on the queue; one that has shown nothing where there was no browse."""
    return state.cursors.get((request.unit, request.queue_key), Cursor())


def perhaps_moved(state: State, unit: str) -> State:
    """The state where the browse cursors of a connection may stand nowhere by now.

    What a commit, a backout or a get that takes a message does to a browse cursor is said nowhere.
    """
    cursors = state.cursors
    for handle, cursor in state.cursors.items():
        if handle[0] == unit and cursor.stands is Answer.YES:
            cursors = cursors.set(handle, msgspec.structs.replace(cursor, stands=Answer.UNSURE))
    return state if cursors is state.cursors else msgspec.structs.replace(state, cursors=cursors)


def stands_on(queue: Queue, cursor: Cursor) -> Resident | None:
    """The place of the message under the cursor, where that may still be on its queue."""
    return None if cursor.under is None else queue.residents.get(cursor.under)


def visible(status: Status, request: Request) -> bool:
    """Whether a message with this status may be shown to the caller (DD-42, DD-43, EX-25)."""
    match status:
        case OnQueue(queue=queue) | Staged(queue=queue):
            return queue == request.queue_key
        case Uncommitted(session=session, queue=queue):
            return queue == request.queue_key and session == request.unit
        case _:
            return False


def unlocked(state: State, serial: int, request: Request) -> bool:
    """Whether the caller may be given the message: nobody else has locked it."""
    return state.locks.get(serial, request.unit) == request.unit


def certainly_unlocked(state: State, serial: int, request: Request) -> bool:
    """Whether no lock stands in the way.

    That of the caller itself lets it look, and get what is under its cursor; of other gets nothing says so.
    """
    if request.mode in (GetMode.DESTRUCTIVE, GetMode.BROWSE_FIRST_AND_LOCK):
        return serial not in state.locks
    return unlocked(state, serial, request)


def disabled_for_gets(state: State, request: Request) -> bool:
    """Whether GET is disabled. Silent: whether a look is refused then, or finds nothing whatever is there."""
    definition = state.definitions.get(request.queue_key)
    return isinstance(definition, QueueAttributes) and definition.get is Switch.DISABLED


def refusal_fits(state: State, request: Request) -> bool:
    """Whether a look is rightly refused: there is no such queue, GET is disabled, or nothing runs."""
    definition = state.definitions.get(request.queue_key)
    manager = state.queue_managers.get(request.through or owner(request.queue_key))
    return (
        not isinstance(definition, QueueAttributes)
        or disabled_for_gets(state, request)
        or manager is None
        or not manager.running
    )
