"""Messages of a scenario sent in another way: by MQPUT1, in units of work, through an alias, or twice."""

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from mqtck.conformance.cases.draws import Draws
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Command,
    Commit,
    CreateProducer,
    GetMode,
    MqBackout,
    MqCommit,
    MqGet,
    MqPut,
    MqPut1,
    OpenSession,
    ProducerApi,
    Receive,
    Rollback,
    Send,
    SendArguments,
    SetDeliveryMode,
    SetPriority,
    SetTimeToLive,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import (
    DEFAULT_PRIORITY,
    DEFAULT_QUEUE_MANAGER,
    DeliveryMode,
)
from mqtck.reference.vocabulary.messages import QueueDestination, TopicDestination
from mqtck.reference.vocabulary.publications import ReceivePublication, Subscribe

from .aliases import through_an_alias
from .common import PUTS, Commands, Variation

_COMMITTED: Final = 60
_BACKED_OUT: Final = 15
"""Of a hundred calls within a unit of work, those behind which it is committed, or backed out."""

_OFTEN: Final = 75

_MORE: Final = (1, 1, 1, 2)
"""How many messages follow one that say the same."""


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
    """Most messages are followed by one or two that say the same."""
    more = draws.one_of(_MORE)
    for command in commands:
        yield command
        if isinstance(command, (Send, *PUTS)) and command.message.group is None and draws.chance(_OFTEN):
            for number in range(more):
                label = f"{command.message.label} again" + (f" {number}" if number else "")
                yield replace(command, message=replace(command.message, label=label))


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


def _by_the_long_form(_: Draws, commands: Commands) -> Iterator[Command]:
    """A MessageProducer says on each send what it would send with anyhow."""
    said: dict[str, SendArguments] = {}
    plain = SendArguments(DeliveryMode.PERSISTENT, DEFAULT_PRIORITY, 0)
    for command in commands:
        match command:
            case CreateProducer(producer=name, api=ProducerApi.MESSAGE_PRODUCER):
                said[name] = plain
            case SetDeliveryMode(producer=name) if name in said:
                said[name] = replace(said[name], delivery_mode=command.delivery_mode)
            case SetPriority(producer=name) if name in said:
                said[name] = replace(said[name], priority=command.priority)
            case SetTimeToLive(producer=name) if name in said:
                said[name] = replace(said[name], time_to_live=command.milliseconds)
            case Send(producer=name, arguments=None) if name in said:
                yield replace(command, arguments=said[name])
                continue
            case _:
                pass
        yield command


OF_SENDS: Final[Mapping[str, Variation]] = {
    "MQPUT1 for MQPUT": _put1_for_put,
    "twice": _twice,
    "units of work": _in_units_of_work,
    "the queue manager named": _queue_manager_named,
    "a JMSProducer": _by_jms_producer,
    "the long form": _by_the_long_form,
    "an alias": through_an_alias,
}
