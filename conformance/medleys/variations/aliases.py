"""What a scenario sends to a queue goes to an alias of it, where the sender is.

Left out are destinations that name another queue manager than the sender's, and names that leave no room.
"""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from mqtck.conformance.cases.draws import Draws
from mqtck.reference.vocabulary.commands import (
    Command,
    Connect,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    DefineSharedQueue,
    MqPut,
    MqPut1,
    OpenSession,
    Send,
)
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER, STAGING_QUEUE
from mqtck.reference.vocabulary.environment import DefineImsBridgeQueue
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination

from .common import HALF, Commands

_LONGEST_NAME: Final = 48


def through_an_alias(draws: Draws, commands: Commands) -> Iterator[Command]:
    """Replies and reports go to an alias, too, in half of the scenarios."""
    senders, aliases = _Senders(), _Aliases()
    replies = draws.chance(HALF)
    for command in commands:
        senders.notice(command)
        match command:
            case MqPut() | MqPut1():
                here = senders.connections.get(command.connection, DEFAULT_QUEUE_MANAGER)
                message = aliases.answered(here, command.message) if replies else command.message
                yield replace(command, queue=aliases.of(here, command.queue), message=message)
            case Send():
                here = senders.producers.get(command.producer, DEFAULT_QUEUE_MANAGER)
                message = aliases.answered(here, command.message) if replies else command.message
                yield replace(
                    command, destination=aliases.leading(here, command.destination), message=message
                )
            case CreateProducer():
                here = senders.producers[command.producer]
                yield replace(command, destination=aliases.leading(here, command.destination))
            case _:
                yield command
                yield from aliases.defined(command)


class _Senders:
    """The queue managers of producers and connections."""

    def __init__(self) -> None:
        self.sessions: dict[str, str] = {}
        self.producers: dict[str, str] = {}
        self.connections: dict[str, str] = {}

    def notice(self, command: Command) -> None:
        match command:
            case OpenSession():
                self.sessions[command.session] = command.queue_manager
            case Connect():
                self.connections[command.connection] = command.queue_manager
            case CreateProducer():
                self.producers[command.producer] = self.sessions.get(command.session, DEFAULT_QUEUE_MANAGER)
            case _:
                pass


class _Aliases:
    """The aliases that are defined, by queue manager and queue."""

    def __init__(self) -> None:
        self._names: dict[tuple[str, str], str] = {}
        self._members: dict[str, list[str]] = {}

    def defined(self, command: Command) -> Iterator[Command]:
        """The definitions of aliases behind that of their queue; QM1 has one of each queue of a cluster."""
        match command:
            case DefineQueueManager(name=name, queue_sharing_group=str() as group):
                self._members.setdefault(group, []).append(name)
            case DefineSharedQueue(queue=queue, queue_sharing_group=group):
                for member in self._members.get(group, ()):
                    yield from self._defined(member, queue)
            case (
                DefineLocalQueue(queue=queue, queue_manager=there)
                | DefineRemoteQueue(queue=queue, queue_manager=there)
                | DefineImsBridgeQueue(queue=queue, queue_manager=there)
            ):
                yield from self._defined(there, queue)
                if isinstance(command, DefineLocalQueue) and command.attributes.cluster is not None:
                    yield from self._defined(DEFAULT_QUEUE_MANAGER, queue)
            case _:
                pass

    def _defined(self, queue_manager: str, queue: str) -> Iterator[Command]:
        alias = f"ALIAS.OF.{queue}"
        if (
            queue != STAGING_QUEUE
            and (queue_manager, queue) not in self._names
            and len(alias) <= _LONGEST_NAME
        ):
            self._names[queue_manager, queue] = alias
            yield DefineAliasQueue(alias, queue, queue_manager)

    def of(self, queue_manager: str, queue: str) -> str:
        return self._names.get((queue_manager, queue), queue)

    def leading(self, here: str, destination: QueueDestination | None) -> QueueDestination | None:
        """To the alias, where the destination is a queue here."""
        if destination is None or destination.queue_manager not in {None, here}:
            return destination
        return replace(destination, queue=self.of(here, destination.queue))

    def answered(self, here: str, message: OutgoingMessage) -> OutgoingMessage:
        if message.reply_to is None or message.reply_destination is not None:
            return message
        return replace(message, reply_to=self.of(here, message.reply_to))
