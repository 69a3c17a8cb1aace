"""Commands that make sense one behind the other: what is there is not made again, and what is gone is.

Scenarios that meet in one world open the same sessions and create the same producers. And one of them may end
a queue manager with whose sessions another one goes on: like an application, that opens them again, creates
its producers as they were set, and subscribes anew. Of a queue that another has replaced by an alias nothing
is altered: that is for local queues.

Left out: what is asked of a queue manager through a session while it is ended.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    Command,
    Connect,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    DeleteQueue,
    DisableMessageId,
    EndQueueManager,
    OpenSession,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetPriority,
    SetTimeToLive,
    StartQueueManager,
)
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER
from mqtck.reference.vocabulary.publications import (
    CloseSubscriber,
    DefineSubscription,
    DefineTopic,
    DeleteTopic,
    JoinHierarchy,
    Subscribe,
    Unsubscribe,
)

Thing = tuple[str, ...]
"""What is made and used by name: the field that has the name, and the name."""

_USED: Final = ("session", "connection", "producer", "subscription")
_SETTERS: Final = (SetDeliveryDelay, SetTimeToLive, SetPriority, SetDeliveryMode, DisableMessageId)


def going_on(commands: Iterable[Command]) -> tuple[Command, ...]:
    """The commands, less what is there already, and with what an application makes again."""
    world = _World()
    return tuple(one for command in commands for one in world.sent(command))


class _World:
    """What there is, as far as it follows from the commands."""

    def __init__(self) -> None:
        self._there: set[Thing] = set()
        self._ended: set[str] = set()
        self._parents: dict[str, str] = {}
        self._makers: dict[Thing, dict[type, Command]] = {}
        # Aliases and remote queues, by their queue managers.
        self._leading: set[tuple[str, str]] = set()

    def sent(self, command: Command) -> Iterator[Command]:
        """What is sent for a command: nothing, the command, or what it needs before it."""
        match command:
            case EndQueueManager(queue_manager=name):
                if name not in self._ended:
                    self._ended.add(name)
                    self._there -= {thing for thing in self._there if self._queue_manager(thing) == name}
                    yield command
            case StartQueueManager(queue_manager=name):
                if name in self._ended:
                    self._ended.remove(name)
                    yield command
            case JoinHierarchy(parent=parent, queue_manager=name):
                if name not in self._parents and name not in self._above(parent):
                    self._parents[name] = parent
                    yield command
            case AlterQueue(queue=queue, queue_manager=name):
                if (queue, name) not in self._leading:
                    yield command
            case (
                DefineAliasQueue(queue=queue, queue_manager=name)
                | DefineRemoteQueue(queue=queue, queue_manager=name)
            ):
                self._leading.add((queue, name))
                yield command
            case (
                DefineLocalQueue(queue=queue, queue_manager=name)
                | DeleteQueue(queue=queue, queue_manager=name)
            ):
                self._leading.discard((queue, name))
                yield command
            case _ if (made := _made(command)) is not None:
                if made not in self._there:
                    yield from self._make(made, command)
            case _:
                yield from self._use(command)

    def _make(self, thing: Thing, command: Command) -> Iterator[Command]:
        if isinstance(command, OpenSession | Connect) and command.queue_manager in self._ended:
            return
        if thing[0] in _USED:
            yield from self._again(command)
            self._makers[thing] = {type(command): command}
        self._there.add(thing)
        yield command

    def _use(self, command: Command) -> Iterator[Command]:
        used = [(field, name) for field in _USED if (name := getattr(command, field, None)) is not None]
        if any(self._queue_manager(thing) in self._ended for thing in used):
            return
        yield from self._again(command)
        if isinstance(command, _SETTERS):
            self._makers.get(("producer", command.producer), {})[type(command)] = command
        self._there -= _unmade(command)
        yield command

    def _again(self, command: Command) -> Iterator[Command]:
        """Make again what the command uses and an ended queue manager has taken along."""
        for field in _USED:
            thing = (field, getattr(command, field, ""))
            makers = self._makers.get(thing, {})
            if thing in self._there or command in makers.values():
                continue
            for maker in makers.values():
                yield from self._again(maker)
                yield maker
            if makers:
                self._there.add(thing)

    def _queue_manager(self, thing: Thing) -> str:
        """The queue manager of a session, connection, producer or subscriber; "" for other things."""
        if thing[0] not in _USED:
            return ""
        for maker in self._makers.get(thing, {}).values():
            match maker:
                case OpenSession(queue_manager=name) | Connect(queue_manager=name):
                    return name
                case CreateProducer(session=session) | Subscribe(session=session):
                    return self._queue_manager(("session", session))
                case _:
                    break
        return DEFAULT_QUEUE_MANAGER

    def _above(self, name: str) -> set[str]:
        above = {name}
        while (name := self._parents.get(name, "")) and name not in above:
            above.add(name)
        return above


def _made(command: Command) -> Thing | None:
    match command:
        case DefineQueueManager(name=name):
            return ("queue manager", name)
        case DefineTopic(topic=topic, queue_manager=name):
            return ("topic", topic, name)
        case OpenSession(session=name):
            return ("session", name)
        case Connect(connection=name):
            return ("connection", name)
        case CreateProducer(producer=name):
            return ("producer", name)
        case Subscribe(subscription=name):
            return ("subscription", name)
        case DefineSubscription(subscription=name):
            return ("administrative subscription", name)
        case _:
            return None


def _unmade(command: Command) -> set[Thing]:
    match command:
        case DeleteTopic(topic=topic, queue_manager=name):
            return {("topic", topic, name)}
        case CloseSubscriber(subscription=name):
            return {("subscription", name)}
        case Unsubscribe(subscription=name):
            return {("subscription", name), ("administrative subscription", name)}
        case _:
            return set()
