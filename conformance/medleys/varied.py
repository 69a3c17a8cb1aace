"""A scenario with something else about it: other priorities, a unit of work around it, each message twice.

Implementations go wrong for one value alone, or for the second of a kind, where a scenario has another value
and one of a kind. Nobody knows what the scenario expects then; it is judged like every trace.

Left out are other names and places (`another`).
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from mqtck.conformance.cases.draws import Draws
from mqtck.reference.vocabulary.abilities import Ability, abilities_needed
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Command,
    Commit,
    CreateProducer,
    DefineLocalQueue,
    GetMode,
    MqBackout,
    MqCommit,
    MqGet,
    MqPut,
    MqPut1,
    OpenSession,
    ProducerApi,
    ReadDepth,
    Receive,
    Rollback,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetPriority,
    SetTimeToLive,
    Switch,
    Syncpoint,
    Usage,
)
from mqtck.reference.vocabulary.constants import (
    DEFAULT_QUEUE_MANAGER,
    STAGING_QUEUE,
    DeliveryMode,
    Persistence,
    Report,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination, TopicDestination
from mqtck.reference.vocabulary.publications import ReceivePublication, Subscribe

Commands = tuple[Command, ...]
Variation = Callable[[Draws, Commands], Iterator[Command]]

_PUTS: Final = (MqPut, MqPut1)
_PRIORITIES: Final = (0, 1, 4, 5, 8, 9)
_DELAYS: Final = (1000, 2000, 5000, 60_000)
_LIVES: Final = (1000, 2000, 3000, 5000, 10_000, 61_000, 3_600_000)
_TENTH: Final = 100
_COMMITTED: Final = 60
_BACKED_OUT: Final = 15
"""Of a hundred calls within a unit of work, those behind which it is committed, or backed out."""

_VARIED: Final = 50
"""Of a hundred scenarios, those that are varied."""

_HOW_MANY: Final = (1, 1, 2, 3)
"""Variations that are drawn for one that is."""

_OFTEN: Final = 75
_HALF: Final = 50
_QUARTER: Final = 25

_REPORTS: Final = (
    Report.EXPIRATION,
    Report.EXPIRATION_WITH_FULL_DATA,
    Report.EXCEPTION,
    Report.EXCEPTION_WITH_FULL_DATA,
    Report.DISCARD_MSG,
    Report.EXCEPTION | Report.DISCARD_MSG,
    Report.EXPIRATION | Report.EXCEPTION,
    Report.EXPIRATION | Report.PASS_DISCARD_AND_EXPIRY,
    Report.EXCEPTION | Report.PASS_DISCARD_AND_EXPIRY | Report.DISCARD_MSG,
)


# --- what a message has ----------------------------------------------------------------------------------


def _another_priority(draws: Draws, commands: Commands) -> Iterator[Command]:
    priority = draws.one_of(_PRIORITIES)
    for command in commands:
        match command:
            case CreateProducer(producer=name):
                yield command
                yield SetPriority(name, priority)
            case SetPriority() | Send(arguments=None):
                yield command
            case Send(arguments=arguments) if arguments is not None:
                yield replace(command, arguments=replace(arguments, priority=priority))
            case MqPut() | MqPut1():
                yield replace(command, descriptor=replace(command.descriptor, priority=priority))
            case _:
                yield command


def _another_persistence(draws: Draws, commands: Commands) -> Iterator[Command]:
    persistent = draws.chance(_HALF)
    mode = DeliveryMode.PERSISTENT if persistent else DeliveryMode.NON_PERSISTENT
    persistence = Persistence.PERSISTENT if persistent else Persistence.NOT_PERSISTENT
    for command in commands:
        match command:
            case CreateProducer(producer=name):
                yield command
                yield SetDeliveryMode(name, mode)
            case Send(arguments=arguments) if arguments is not None:
                yield replace(command, arguments=replace(arguments, delivery_mode=mode))
            case MqPut() | MqPut1():
                yield replace(command, descriptor=replace(command.descriptor, persistence=persistence))
            case _:
                yield command


def _another_life(draws: Draws, commands: Commands) -> Iterator[Command]:
    life = draws.one_of(_LIVES)
    for command in commands:
        match command:
            case CreateProducer(producer=name):
                yield command
                yield SetTimeToLive(name, life)
            case MqPut() | MqPut1():
                yield replace(command, descriptor=replace(command.descriptor, expiry=life // _TENTH))
            case _:
                yield command


def _a_delay(draws: Draws, commands: Commands) -> Iterator[Command]:
    delay = draws.one_of(_DELAYS)
    for command in commands:
        yield command
        if isinstance(command, CreateProducer):
            yield SetDeliveryDelay(command.producer, delay)


def _with_reports(draws: Draws, commands: Commands) -> Iterator[Command]:
    queues = _queues(commands)
    report = draws.one_of(_REPORTS)
    for command in commands:
        if queues and isinstance(command, (Send, *_PUTS)) and not command.message.report:
            reply_to = command.message.reply_to or draws.one_of(queues)
            yield replace(command, message=replace(command.message, report=int(report), reply_to=reply_to))
        else:
            yield command


def _longer(draws: Draws, commands: Commands) -> Iterator[Command]:
    length = draws.one_of((0, 1, 101, 1000, 5000))
    for command in commands:
        if isinstance(command, (Send, *_PUTS)) and _is_plain(command.message):
            yield replace(command, message=replace(command.message, length=length))
        else:
            yield command


def _header_field_once(draws: Draws, commands: Commands) -> Iterator[Command]:
    """Some messages have a header field that the others of the producer have not."""
    for command in commands:
        if isinstance(command, Send) and draws.chance(_HALF):
            message = command.message
            if draws.chance(_HALF):
                message = replace(message, jms_type="urgent")
            elif message.correlation_id is message.correlation_bytes is message.correlates_with is None:
                message = replace(message, correlation_text="one")
            yield replace(command, message=message)
        else:
            yield command


# --- how it is sent --------------------------------------------------------------------------------------


def _put1_for_put(_: Draws, commands: Commands) -> Iterator[Command]:
    for command in commands:
        match command:
            case MqPut(queue, message, descriptor, syncpoint, connection):
                yield MqPut1(queue, message, descriptor, syncpoint, connection)
            case MqPut1(queue, message, descriptor, syncpoint, connection):
                yield MqPut(queue, message, descriptor, syncpoint, connection)
            case _:
                yield command


def _twice(draws: Draws, commands: Commands) -> Iterator[Command]:
    """Most messages are followed by one that says the same."""
    for command in commands:
        yield command
        if isinstance(command, (Send, *_PUTS)) and command.message.group is None and draws.chance(_OFTEN):
            message = replace(command.message, label=f"{command.message.label} again")
            yield replace(command, message=message)


def _in_units_of_work(draws: Draws, commands: Commands) -> Iterator[Command]:
    """All sessions are transacted, and calls of the MQI are within syncpoint."""
    sessions: dict[str, str] = {}
    opened: set[str] = set()
    for command in commands:
        used = getattr(command, "session", None)
        if isinstance(command, OpenSession):
            opened.add(command.session)
            yield replace(command, acknowledgement=Acknowledgement.TRANSACTED)
            continue
        if used is not None and used not in opened:
            opened.add(used)
            yield OpenSession(used, Acknowledgement.TRANSACTED)
        match command:
            case CreateProducer(producer=name) | Subscribe(subscription=name):
                sessions[name] = command.session
                yield command
            case Send(producer=name) | ReceivePublication(subscription=name):
                yield command
                if name in sessions:
                    yield from _ended(draws, Commit(sessions[name]), Rollback(sessions[name]))
            case Receive(session=session):
                yield command
                yield from _ended(draws, Commit(session), Rollback(session))
            case (
                MqPut(syncpoint=Syncpoint.OUTSIDE)
                | MqPut1(syncpoint=Syncpoint.OUTSIDE)
                | MqGet(mode=GetMode.DESTRUCTIVE, syncpoint=Syncpoint.OUTSIDE)
            ):
                yield replace(command, syncpoint=Syncpoint.WITHIN)
                yield from _ended(draws, MqCommit(command.connection), MqBackout(command.connection))
            case _:
                yield command


def _ended(draws: Draws, commit: Command, rollback: Command) -> Iterator[Command]:
    number = draws.below(100)
    if number < _COMMITTED:
        yield commit
    elif number < _COMMITTED + _BACKED_OUT:
        yield rollback


def _queue_manager_named(_: Draws, commands: Commands) -> Iterator[Command]:
    """Only where all sessions are on QM1, as no rule speaks of destinations on other queue managers."""
    opened = (command for command in commands if isinstance(command, OpenSession))
    here = all(command.queue_manager == DEFAULT_QUEUE_MANAGER for command in opened)
    for command in commands:
        destination = getattr(command, "destination", None)
        if here and destination is not None and destination.queue_manager is None:
            named = replace(destination, queue_manager=DEFAULT_QUEUE_MANAGER)
            yield replace(command, destination=named)
        else:
            yield command


def _by_jms_producer(_: Draws, commands: Commands) -> Iterator[Command]:
    """A JMSProducer names its destination on each send and has no long form."""
    destinations: dict[str, tuple[QueueDestination | None, TopicDestination | None]] = {}
    for command in commands:
        match command:
            case CreateProducer(producer=name):
                destinations[name] = (command.destination, command.topic)
                yield replace(command, api=ProducerApi.JMS_PRODUCER, destination=None, topic=None)
            case Send(producer=name, destination=None, topic=None):
                destination, topic = destinations.get(name, (None, None))
                yield replace(command, destination=destination, topic=topic, arguments=None)
            case Send():
                yield replace(command, arguments=None)
            case _:
                yield command


# --- what is beside it -----------------------------------------------------------------------------------


def _looked_at(draws: Draws, commands: Commands) -> Iterator[Command]:
    queues = (*_queues(commands), STAGING_QUEUE)
    for command in commands:
        yield command
        if draws.chance(_QUARTER):
            queue = draws.one_of(queues)
            yield ReadDepth(queue) if queue == STAGING_QUEUE or draws.chance(_HALF) else Browse(queue)


def _held(draws: Draws, commands: Commands) -> Iterator[Command]:
    """Another application has a unit of work open on a queue, or a lock on a message there."""
    queues = _queues(commands)
    number = 0
    for command in commands:
        yield command
        if queues and not isinstance(command, DefineLocalQueue) and draws.chance(_QUARTER):
            number += 1
            queue = draws.one_of(queues)
            match draws.below(4):
                case 0:
                    yield MqGet(queue, syncpoint=Syncpoint.WITHIN, connection="holder")
                case 1:
                    yield MqGet(queue, GetMode.BROWSE_FIRST_AND_LOCK, connection="holder")
                case 2:
                    message = OutgoingMessage(f"held {number}")
                    yield MqPut(queue, message, syncpoint=Syncpoint.WITHIN, connection="holder")
                case _:
                    yield MqBackout("holder") if draws.chance(_HALF) else MqCommit("holder")


def _refusing(draws: Draws, commands: Commands) -> Iterator[Command]:
    """A queue takes nothing for a while."""
    queues = _queues(commands)
    changed: list[tuple[str, AttributeChanges]] = []
    for command in commands:
        if queues and isinstance(command, Advance) and draws.chance(_HALF):
            if changed and draws.chance(_HALF):
                yield AlterQueue(*changed.pop())
            else:
                queue = draws.one_of(queues)
                if draws.chance(_HALF):
                    changed.append((queue, AttributeChanges(put=Switch.ENABLED)))
                    yield AlterQueue(queue, AttributeChanges(put=Switch.DISABLED))
                else:
                    changed.append((queue, AttributeChanges(max_depth=5000)))
                    yield AlterQueue(queue, AttributeChanges(max_depth=draws.below(3)))
        yield command


def _dead_letters(draws: Draws, commands: Commands) -> Iterator[Command]:
    """The dead-letter queue is one of the queues of the scenario, or there is none."""
    defined = [place for place, one in enumerate(commands) if isinstance(one, DefineLocalQueue)]
    queues = _queues(commands)
    for place, command in enumerate(commands):
        yield command
        if queues and defined and place == defined[-1]:
            yield SetDeadLetterQueue(draws.one_of((*queues, *queues, None)))


def _is_plain(message: OutgoingMessage) -> bool:
    return message.length is None and message.transmission_header is None


def _queues(commands: Commands) -> tuple[str, ...]:
    """Queues of the scenario at its own queue manager, for messages to stay on.

    Not transmission queues, from which a channel would take what is kept there, back to where it failed.
    """
    return tuple(
        one.queue
        for one in commands
        if isinstance(one, DefineLocalQueue)
        and one.queue_manager == DEFAULT_QUEUE_MANAGER
        and one.queue != STAGING_QUEUE
        and one.attributes.usage is Usage.NORMAL
    )


VARIATIONS: Final[Mapping[str, Variation]] = {
    "another priority": _another_priority,
    "another persistence": _another_persistence,
    "another life": _another_life,
    "a delay": _a_delay,
    "reports": _with_reports,
    "another length": _longer,
    "header fields of one message": _header_field_once,
    "MQPUT1 for MQPUT": _put1_for_put,
    "twice": _twice,
    "units of work": _in_units_of_work,
    "the queue manager named": _queue_manager_named,
    "a JMSProducer": _by_jms_producer,
    "looked at": _looked_at,
    "held": _held,
    "refused": _refusing,
    "dead letters": _dead_letters,
}


def varied(draws: Draws, commands: Commands, abilities: frozenset[Ability]) -> Commands:
    """The commands with some of the variations, if any; each of them once, and none that asks for more."""
    if not draws.chance(_VARIED):
        return commands
    for name in dict.fromkeys(draws.one_of(tuple(VARIATIONS)) for _ in range(draws.one_of(_HOW_MANY))):
        other = tuple(VARIATIONS[name](draws, commands))
        if all(abilities_needed(command) <= abilities for command in other):
            commands = other
    return commands
