"""Channel agents and batches that a misreading changes."""

# ruff: noqa: ARG002 - as in `decisions`

from collections.abc import Callable, Sequence
from typing import Any, ClassVar
from unittest.mock import patch

import msgspec

from implementations.decisions.channels import End, Holder, Sealing, Trouble, Undelivered
from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.channels import channels
from implementations.simulation.channels.message_channel_agents import Failed, MessageChannelAgent, Terms
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Entry, LocalQueue, Message, UnitOfWork
from implementations.wrong.misreading import misreading
from mqtck.reference.vocabulary.channels import DefinePolicy, NonPersistentSpeed
from mqtck.reference.vocabulary.commands import Command
from mqtck.reference.vocabulary.constants import Persistence
from mqtck.reference.vocabulary.outcomes import Outcome

Put = tuple[QueueManager, LocalQueue, Message]
"""What was put, where."""


class DeliveredInBatch(SimulatedWorld):
    """Leaves somewhere what a batch has put there and is backed out."""

    def left_there(self, message: Message) -> bool:
        raise NotImplementedError

    def left(self, queue: LocalQueue, put: Sequence[Put]) -> list[Put]:
        """Of what a batch of the queue has put, in that order."""
        return [one for one in put if self.left_there(one[2])]

    def change(self, manager: QueueManager) -> None:
        channels = manager.channels
        back_out = channels._back_out

        def leaving(queue: LocalQueue, unit: UnitOfWork, failed: Entry) -> None:
            put = [
                (owner, there, entry.message)
                for owner in self.simulation.managers.values()
                for there in owner.local_queues()
                for entry in there.entries
                if entry.putter is unit
            ]
            left = self.left(queue, put)
            back_out(queue, unit, failed)
            for owner, there, message in left:
                owner.enter(there, message, None)

        channels._back_out = leaving  # type: ignore[method-assign]


class HandedOn(QueueManagerDecisions):
    """Loses something between two queue managers."""

    lost: ClassVar[dict[str, Any]]

    def after_hop(self, message: Message, now: int) -> Message:
        return msgspec.structs.replace(super().after_hop(message, now), **self.lost)


class Agent(MessageChannelAgent):
    """Remembers, for one world, what it has met."""

    met: ClassVar[dict[str, Any]]


def at_channels(name: str, sentence: str, *rules: str) -> Callable[[type[Agent]], type[Agent]]:
    """Register an agent that works on all channels of a world."""

    def register(agent: type[Agent]) -> type[Agent]:
        class World(SimulatedWorld):
            def __init__(self, *parts: Any) -> None:
                super().__init__(*parts)
                self.agent = type(agent.__name__, (agent,), {"met": {}})

            def execute(self, command: Command) -> Outcome:
                with patch.object(channels, "MessageChannelAgent", self.agent):
                    return super().execute(command)

        misreading(name, sentence, *rules)(World)
        return agent

    return register


def fleeting(message: Message) -> bool:
    return message.persistence != Persistence.PERSISTENT


def number(end: End) -> int:
    """The place in pairs of the sender and the receiver."""
    return 0 if end is End.SENDER else 1


class Fates(Agent):
    """Discards what is to be kept, or keeps what is to be discarded."""

    def fate(self, failed: Failed, trouble: Trouble, terms: Terms) -> Undelivered | None:
        """None: as is right."""
        raise NotImplementedError

    def _undelivered(self, failed: Failed, entry: Entry, terms: Terms, unit: UnitOfWork | None) -> bool:
        right = self.decisions.undelivered

        def fate(end: End, trouble: Trouble, persistence: int, speed: NonPersistentSpeed) -> Undelivered:
            return self.fate(failed, trouble, terms) or right(end, trouble, persistence, speed)

        with patch.object(self.decisions, "undelivered", fate):
            return super()._undelivered(failed, entry, terms, unit)

    def dead_letter_queue(self, failed: Failed, terms: Terms) -> LocalQueue | None:
        """The dead-letter queue of the end that has the message."""
        name = terms.dead_letter_queues[number(failed.end)]
        manager = self.manager if failed.end is End.SENDER else failed.partner
        return None if name is None else manager.local(name)


class Seals(Agent):
    """Protects otherwise."""

    def seal(self, failed: Failed, terms: Terms, policy: DefinePolicy | None, right: Sealing) -> Sealing:
        raise NotImplementedError

    def _dead_letter(self, failed: Failed, terms: Terms, unit: UnitOfWork | None) -> Trouble | None:
        right = self.decisions.sealing

        def sealing(message: Message, policy: DefinePolicy | None, holder: Holder) -> Sealing:
            return self.seal(failed, terms, policy, right(message, policy, holder))

        with patch.object(self.decisions, "sealing", sealing):
            return super()._dead_letter(failed, terms, unit)
