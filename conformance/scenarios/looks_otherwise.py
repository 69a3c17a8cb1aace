"""Looks without a queue browser: what a scenario sends instead where the adapter has none.

With MQI calls a queue is browsed by gets that browse, on a connection of their own. Without them messages are
received, at the end of a scenario only, where nothing depends any more on what is on their queue; what was
received before is taken for shown again.

Left out: the staging queue, from which a receive would recall; transmission queues without MQI calls, which a
channel empties; scenarios with confirmations of delivery, which a receive would cause; with protection, which
it may take off; with triggers; and queues that are deleted later, as a handle that is kept open may count
there.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from mqtck.reference.vocabulary.abilities import Ability, abilities_needed
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    Browse,
    Command,
    Connect,
    DefineLocalQueue,
    DefineQueueManager,
    DeleteQueue,
    EndQueueManager,
    GetMode,
    MqGet,
    MqPut,
    MqPut1,
    OpenSession,
    QueueAttributes,
    ReadDepth,
    Receive,
    Send,
    SetTimeToLive,
    Usage,
)
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER, STAGING_QUEUE, Report
from mqtck.reference.vocabulary.messages import SeenMessage
from mqtck.reference.vocabulary.outcomes import Browsed, Done, MessageReturned, NoMessage
from mqtck.reference.vocabulary.traces import Step
from mqtck.reference.vocabulary.zos import MigrateBack, SetOperationMode

MOST: Final = 1000
"""Messages after which a queue is looked at no further."""

_SEVERAL_NAMES: Final = frozenset({Ability.SHARED_QUEUES, Ability.ALIAS_QUEUES})
_TAKING_COUNTS: Final = _SEVERAL_NAMES | frozenset(
    {Ability.TRIGGERING, Ability.DELETE_QUEUE, Ability.CLUSTERS, Ability.MESSAGE_PROTECTION}
)
_ON_RECEIPT: Final = int(Report.COD) | int(Report.ACTIVITY)

Run = Callable[[Command], Step]
Placed = Mapping[int, Command]
"""The commands of a script by their handles, in order."""


class Ways(NamedTuple):
    """How a script may look: which browses become gets that browse, and which become receives."""

    by_gets: frozenset[int] = frozenset()
    by_receives: frozenset[int] = frozenset()


def ways(commands: Placed, abilities: frozenset[Ability]) -> Ways:
    """For an adapter with these abilities."""
    if Ability.BROWSE in abilities or not any(isinstance(command, Browse) for command in commands.values()):
        return Ways()
    needed = frozenset[Ability]().union(*map(abilities_needed, commands.values()))
    if Ability.MQI in abilities:
        return Ways(by_gets=frozenset(_looks_that_may_stay(commands, needed)))
    if needed & _TAKING_COUNTS or any(map(_is_confirmed, commands.values())):
        return Ways()
    # A channel fills the room that is made between two receives.
    if Ability.REMOTE_QUEUES in needed and any(map(_limits_depth, commands.values())):
        return Ways()
    return Ways(by_receives=frozenset(_last_looks(commands)))


def _looks_that_may_stay(commands: Placed, needed: frozenset[Ability]) -> Iterator[int]:
    """The browses whose handle may be kept open: nothing that comes later depends on it."""
    unsure = bool(needed & _SEVERAL_NAMES) and Ability.DELETE_QUEUE in needed
    if Ability.TRIGGERING in needed or unsure:
        return
    deleted: set[tuple[str, str]] = set()
    for handle, command in reversed(tuple(commands.items())):
        match command:
            case DeleteQueue(queue=queue, queue_manager=manager):
                deleted.add((manager, queue))
            case Browse(queue=queue, queue_manager=manager) if (manager, queue) not in deleted:
                yield handle
            case _:
                pass


def gives_life(command: Command) -> bool:
    """Whether what is sent from now on may expire: then a look may discard something (EX-12, EX-13)."""
    match command:
        case SetTimeToLive(milliseconds=life):
            return life > 0
        case Send(arguments=arguments):
            return arguments is not None and arguments.time_to_live > 0
        case MqPut(message=message, descriptor=descriptor) | MqPut1(message=message, descriptor=descriptor):
            return descriptor.expiry >= 0 or message.transmission_header is not None
        case _:
            return False


def _last_looks(commands: Placed) -> Iterator[int]:
    """The browses behind which nothing depends on what is on their queue, nor on its room."""
    limited = any(map(_limits_depth, commands.values()))
    emptied = {place for place in map(_transmission_queue, commands.values()) if place is not None}
    looked_at: set[tuple[str, str]] = set()
    needed: set[tuple[str, str]] = set()
    for handle, command in reversed(tuple(commands.items())):
        match command:
            case Browse(queue=queue, queue_manager=manager):
                place = manager, queue
                stays = queue != STAGING_QUEUE and place not in emptied | needed
                if stays and (not limited or looked_at <= {place}):
                    yield handle
                looked_at.add(place)
            case ReadDepth(queue=queue, queue_manager=manager):
                looked_at.add((manager, queue))
                needed.add((manager, queue))
            case Receive(queue=queue):
                # Of which queue manager, its session knows.
                managers = {DEFAULT_QUEUE_MANAGER, *_managers(commands)}
                looked_at |= {(manager, queue) for manager in managers}
                needed |= {(manager, queue) for manager in managers}
            case _:
                return


def _managers(commands: Placed) -> Iterator[str]:
    for command in commands.values():
        if isinstance(command, DefineQueueManager):
            yield command.name


def _transmission_queue(command: Command) -> tuple[str, str] | None:
    match command:
        case DefineLocalQueue(queue=queue, attributes=attributes, queue_manager=manager):
            return (manager, queue) if attributes.usage is Usage.TRANSMISSION else None
        case _:
            return None


def _limits_depth(command: Command) -> bool:
    match command:
        case DefineLocalQueue(attributes=attributes):
            return attributes.max_depth != QueueAttributes().max_depth
        case AlterQueue(changes=changes):
            return changes.max_depth is not None
        case _:
            return False


def _is_confirmed(command: Command) -> bool:
    """Whether a receipt of the message may be reported."""
    match command:
        case Send(message=message) | MqPut(message=message) | MqPut1(message=message):
            return message.report & _ON_RECEIPT != 0
        case _:
            return False


class Looker:
    """Looks in the place of the browses of one run of a script."""

    def __init__(self, run: Run, chosen: Ways) -> None:
        self._run = run
        self._ways = chosen
        self._restarts = 0
        self._connected: set[str] = set()
        self._received: dict[tuple[str, str], tuple[SeenMessage, ...]] = {}

    def note(self, command: Command) -> None:
        """Connections to a queue manager that ends are gone."""
        if isinstance(command, EndQueueManager | SetOperationMode | MigrateBack):
            self._restarts += 1

    def look(self, browse: Browse, handle: int) -> Step | None:
        """The first get with what a browse would show, or the step that failed; None where nothing helps."""
        if handle in self._ways.by_gets:
            return self._browsed(browse)
        return self._taken(browse) if handle in self._ways.by_receives else None

    def _browsed(self, browse: Browse) -> Step:
        manager = browse.queue_manager
        connection = f"looker {self._restarts} at {manager}"
        if manager != DEFAULT_QUEUE_MANAGER and connection not in self._connected:
            connected = self._run(Connect(connection, manager))
            if not isinstance(connected.outcome, Done):
                return connected
            self._connected.add(connection)
        first = self._run(MqGet(browse.queue, GetMode.BROWSE_FIRST, connection=connection))
        following = MqGet(browse.queue, GetMode.BROWSE_NEXT, connection=connection)
        return self._shown(first, following, ())

    def _taken(self, browse: Browse) -> Step:
        manager = browse.queue_manager
        session = "looker" if manager == DEFAULT_QUEUE_MANAGER else f"looker {self._restarts} at {manager}"
        if manager != DEFAULT_QUEUE_MANAGER and session not in self._connected:
            opened = self._run(OpenSession(session, queue_manager=manager))
            if not isinstance(opened.outcome, Done):
                return opened
            self._connected.add(session)
        receive = Receive(browse.queue, session)
        before = self._received.get((manager, browse.queue), ())
        shown = self._shown(self._run(receive), receive, before)
        if isinstance(shown.outcome, Browsed):
            self._received[manager, browse.queue] = shown.outcome.messages
        return shown

    def _shown(self, first: Step, following: Command, before: tuple[SeenMessage, ...]) -> Step:
        messages, step = list(before), first
        while isinstance(step.outcome, MessageReturned) and len(messages) < MOST:
            messages.append(step.outcome.message)
            step = self._run(following)
        if not isinstance(step.outcome, NoMessage | MessageReturned):
            return step
        return Step(first.command, Browsed(tuple(messages)), first.started, step.ended)
