"""Which commands of a probe an adapter can be asked, by its abilities and by what was answered before.

A command that is left out defines nothing: commands about what it would have defined are left out as well.
"""

from collections.abc import Container, Iterator

from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.abilities import Ability, abilities_needed
from mqtck.reference.vocabulary.environment import DefineImsBridgeQueue
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination
from mqtck.reference.vocabulary.publications import DefineSubscription, DefineTopic, Subscribe


class Askable:
    """What may be asked of an adapter of these abilities, given what was asked and answered before."""

    def __init__(self, abilities: Container[Ability]) -> None:
        self._abilities = abilities
        self._lacking: set[str] = set()
        self._sent: set[str] = set()

    def __call__(self, command: c.Command) -> bool:
        able = all(ability in self._abilities for ability in abilities_needed(command))
        if able and self._lacking.isdisjoint(_names_in(command)) and self._has_sent(command):
            return True
        self._lacking.update(_defined_by(command))
        return False

    def sent(self, command: c.Command) -> None:
        """The command was answered as a send that succeeded."""
        if isinstance(command, c.Send | c.MqPut | c.MqPut1):
            self._sent.add(command.message.label)

    def _has_sent(self, command: c.Command) -> bool:
        match command:
            case c.MqGet(match=c.MatchMessageId(of=label) | c.MatchCorrelationId(of=label)):
                return label in self._sent
            case _:
                return True


def _defined_by(command: c.Command) -> tuple[str, ...]:
    """The names that can only be used after the command."""
    match command:
        case c.CreateProducer(producer=name) | c.OpenSession(session=name) | c.Connect(connection=name):
            return (name,)
        case c.DefineQueueManager(name=name) | DefineTopic(topic=name):
            return (name,)
        case Subscribe(subscription=name) | DefineSubscription(subscription=name):
            return (name,)
        case (
            c.DefineLocalQueue(queue=name)
            | c.DefineSharedQueue(queue=name)
            | c.SetDeadLetterQueue(queue=name)
        ):
            return () if name is None else (name,)
        case (
            c.DefineAliasQueue(queue=name)
            | c.DefineRemoteQueue(queue=name)
            | DefineImsBridgeQueue(queue=name)
        ):
            return (name,)
        case _:
            return ()


def _names_in(command: c.Command) -> Iterator[str]:
    for field in command.__struct_fields__:
        match getattr(command, field):
            case str() as name:
                yield name
            case QueueDestination(queue=name):
                yield name
            case OutgoingMessage(reply_to=str() as name):
                yield name
            case _:
                pass
