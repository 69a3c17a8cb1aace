"""Channels that somebody has defined: batches, undelivered messages, AMS protection, retry (AM-02 to AM-28).

Interception is in use on z/OS from 9.1.3; elsewhere the same is done without protection, as nothing is
said. Channels that nobody has defined are in `transmission`. Left out: exits, sequence numbers, a partner
that is lost within a batch.
"""

import sys
from typing import TYPE_CHECKING

import msgspec

from implementations.behaviour.channels import (
    BehindDeadLetter,
    ChangesTakenUp,
    ChannelRetry,
    IdleChannel,
)
from implementations.simulation.channels.message_channel_agents import Ends, MessageChannelAgent, Terms
from implementations.simulation.channels.transmission import run_channel
from implementations.state.objects import CallRefusedError, Entry, LocalQueue, Message, UnitOfWork
from mqtck.reference.vocabulary.channels import (
    ChannelAttributes,
    ChannelProtection,
    ChannelStatus,
    DefinePolicy,
)
from mqtck.reference.vocabulary.commands import Switch

if TYPE_CHECKING:
    from implementations.simulation.queue_managers.queue_manager import QueueManager

MINUTE = 60_000
INTERVALS = {
    ChannelRetry.EACH_MINUTE: MINUTE,
    ChannelRetry.EACH_TWENTY_MINUTES: 20 * MINUTE,
    ChannelRetry.EACH_HOUR: 60 * MINUTE,
}


class Channel:
    """A started sender channel; `again` is when it tries again, if it is in retry."""

    def __init__(self) -> None:
        self.terms: dict[str, Terms] = {}
        self.again: int | None = None


class Channels:
    """The channels of one queue manager, and the policies that it has."""

    def __init__(self, manager: "QueueManager") -> None:
        self.manager = manager
        self.senders: dict[str, ChannelAttributes] = {}
        self.receivers: dict[str, ChannelAttributes] = {}
        self.policies: dict[str, DefinePolicy] = {}
        self.started: dict[str, Channel] = {}

    # --- definitions --------------------------------------------------------------------------------

    def define_policy(self, policy: DefinePolicy) -> None:
        if self.manager.decisions.policy_refused(policy.policy):
            raise CallRefusedError(None, f"{policy.policy} is a queue of the system")
        self.policies[policy.policy] = policy

    def delete_policy(self, name: str) -> None:
        """One that is not there is gone already."""
        self.policies.pop(name, None)

    def put_by_application(self, queue: str, message: Message) -> Message:
        """Protected where the queue has a policy, though not one of the system's."""
        if queue not in self.policies or self.manager.decisions.is_system(queue):
            return message
        return msgspec.structs.replace(message, protection=(queue,), first_policy=queue)

    def start(self, name: str) -> None:
        channel = self.started.pop(name, None) or Channel()
        channel.again = None
        channel.terms = self._all_terms(name)
        self.started[name] = channel

    def stop(self, name: str) -> None:
        self.started.pop(name, None)

    def status(self, name: str) -> ChannelStatus | None:
        channel, queue = self.started.get(name), self.manager.local(name)
        if channel is None:
            return ChannelStatus.STOPPED
        if channel.again is not None:
            return ChannelStatus.RETRYING
        idle = queue is None or not queue.entries
        if idle and self.manager.behaviour.idle_channel is IdleChannel.UNNAMED:
            return None
        return ChannelStatus.RUNNING

    # --- work ---------------------------------------------------------------------------------------

    def next_instant(self) -> int | None:
        instants = [channel.again for channel in self.started.values() if channel.again is not None]
        return min(instants, default=None)

    def work(self) -> bool:
        worked = False
        for name, channel in list(self.started.items()):
            if not self._defined(name):
                worked |= run_channel(self.manager, name)
            elif channel.again is None or channel.again <= self.manager.now:
                worked |= self._attempt(name, channel)
        return worked

    def _defined(self, name: str) -> bool:
        """Whether either end has been defined."""
        partners = self.manager.simulation.managers.values()
        return name in self.senders or any(
            self.manager.name in partner.channels.receivers for partner in partners
        )

    def _attempt(self, name: str, channel: Channel) -> bool:
        """Take what waits, batch by batch; True if anything changed."""
        manager, queue = self.manager, self.manager.local(name)
        if queue is None or queue.attributes.get is Switch.DISABLED:
            return False
        if channel.again is not None and manager.behaviour.changes_taken_up is ChangesTakenUp.AT_ATTEMPT:
            channel.terms = self._all_terms(name)
        was_in_retry, channel.again = channel.again is not None, None
        unit, taken, worked = UnitOfWork(), 0, False
        for entry in [entry for entry in queue.entries if entry.available]:
            if manager.decisions.expired(entry.message, manager.now):
                manager.discard(queue, entry)
                worked = True
                continue
            agent = MessageChannelAgent(manager, queue, unit)
            if not agent.handle(entry, lambda partner: self._terms(name, channel, partner)):
                self._back_out(queue, unit, entry)
                self._retry(channel, queue)
                return worked or agent.sent_outside
            worked = True
            if agent.dead_lettered and manager.behaviour.behind_dead_letter is BehindDeadLetter.ENDS:
                unit.commit()
                self.stop(name)
                return True
            taken += 1
            if taken >= self._attributes(name, channel).batch_size:
                unit.commit()
                unit, taken = UnitOfWork(), 0
        unit.commit()
        return worked or was_in_retry

    def _back_out(self, queue: LocalQueue, unit: UnitOfWork, failed: Entry) -> None:
        manager = self.manager
        if not manager.decisions.backs_out_batch():
            unit.commit()
            return
        held = [entry for entry in queue.entries if entry.getter is unit]
        unit.rollback()
        for entry in (*held, failed):
            entry.message = manager.decisions.ages_in_retry(entry.message, manager.now)

    def _retry(self, channel: Channel, queue: LocalQueue) -> None:
        """Attempts that cannot but fail the same way are left out."""
        now, interval = self.manager.now, INTERVALS[self.manager.behaviour.channel_retry]
        ends = (self.manager.decisions.first_expired_instant(entry.message) for entry in queue.entries)
        horizon = min(
            self.manager.simulation.next_change_but_channels(),
            min((end for end in ends if end is not None and end > now), default=sys.maxsize),
        )
        channel.again = now + max(1, -((now - horizon) // interval)) * interval

    # --- what counts --------------------------------------------------------------------------------

    def _attributes(self, name: str, channel: Channel) -> ChannelAttributes:
        if self.manager.behaviour.changes_taken_up is ChangesTakenUp.AT_ONCE:
            return self.senders.get(name, ChannelAttributes())
        return next((terms.sender for terms in channel.terms.values()), ChannelAttributes())

    def _terms(self, name: str, channel: Channel, partner: str) -> Terms:
        taken_up = self.manager.behaviour.changes_taken_up
        if taken_up is ChangesTakenUp.AT_ONCE or partner not in channel.terms:
            return self._all_terms(name)[partner]
        return channel.terms[partner]

    def _all_terms(self, name: str) -> dict[str, Terms]:
        """As everything is defined now, for each queue manager that may be the partner."""
        here = self.manager
        sender = self.senders.get(name)
        found = {}
        for partner in here.simulation.managers.values():
            receiver = partner.channels.receivers.get(here.name)
            ends = Ends(
                removes=sender is not None
                and sender.protection is ChannelProtection.REMOVE
                and here.decisions.intercepts(here.platform, here.version),
                applies=receiver is not None
                and receiver.protection is ChannelProtection.AS_POLICY
                and partner.decisions.intercepts(partner.platform, partner.version),
                sender_defined=sender is not None,
                receiver_defined=receiver is not None,
            )
            found[partner.name] = Terms(
                sender=sender or ChannelAttributes(),
                receiver=receiver or ChannelAttributes(),
                ends=ends,
                dead_letter_queues=(here.dead_letter_queue, partner.dead_letter_queue),
                policies=(dict(here.channels.policies), dict(partner.channels.policies)),
            )
        return found
