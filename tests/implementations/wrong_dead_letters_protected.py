"""Misreadings of how channels protect what they cannot deliver, and of what a start or a stop leaves of it.

Each is right but for one policy, one end, or what came before.
"""

# ruff: noqa: ARG002 - as in `decisions`
from unittest.mock import patch

import msgspec

from mqtck.reference.vocabulary.channels import (
    ChannelProtection,
    DefinePolicy,
    InitiatorPermission,
    Toleration,
    UseDeadLetterQueue,
)
from mqtck.reference.vocabulary.commands import Command, MqPut, MqPut1, Send
from mqtck.reference.vocabulary.outcomes import Outcome

from .channels import Channel
from .decisions_channels import NORMAL, End, Holder, Sealing, Trouble, Undelivered
from .mca import Failed, Terms
from .misreading import misreading
from .objects import Message, UnitOfWork
from .queue_manager import QueueManager
from .world import SimulatedWorld
from .wrong_dead_letters import BACK, Agent, Fates, at_channels, fleeting, number

PROTECTION = ("AM-07", "AM-16", "AM-18")
INTOLERANT = ("AM-20", "AM-21")
CLEAR = ("AM-05", "AM-08", "AM-15", "AM-18", "AM-19")


def barred(policy: DefinePolicy | None) -> bool:
    return policy is not None and policy.initiator is InitiatorPermission.NOT_PERMITTED


def intolerant(policy: DefinePolicy | None) -> bool:
    return policy is not None and policy.toleration is Toleration.OFF


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


@at_channels("policy for the first alone", "Protects the first message that it dead-letters.", *PROTECTION)
class PolicyForFirst(Seals):
    def seal(self, failed: Failed, terms: Terms, policy: DefinePolicy | None, right: Sealing) -> Sealing:
        if right is Sealing.PROTECTED and self.met.setdefault("first", failed.message) != failed.message:
            return Sealing.AS_IS
        return right


@at_channels("policy for unlimited lives alone", "Protects what has no end alone.", *PROTECTION)
class PolicyForUnlimited(Seals):
    def seal(self, failed: Failed, terms: Terms, policy: DefinePolicy | None, right: Sealing) -> Sealing:
        limited = failed.message.end_of_life is not None
        return Sealing.AS_IS if right is Sealing.PROTECTED and limited else right


@at_channels(
    "non-persistent in clear where barred",
    "Places a non-persistent message in clear where the channel initiator may not protect it.",
    *("AM-22", "AM-07"),
)
class BarredInClear(Seals):
    def seal(self, failed: Failed, terms: Terms, policy: DefinePolicy | None, right: Sealing) -> Sealing:
        return Sealing.AS_IS if barred(policy) and fleeting(failed.message) else right


@at_channels(
    "in clear at a receiver where barred",
    "Has a receiver place in clear what the channel initiator may not protect.",
    *("AM-22", "AM-16"),
)
class BarredInClearAtReceiver(Seals):
    def seal(self, failed: Failed, terms: Terms, policy: DefinePolicy | None, right: Sealing) -> Sealing:
        return Sealing.AS_IS if barred(policy) and failed.end is End.RECEIVER else right


@at_channels(
    "intolerant in clear behind SPLPROT(ASPOLICY)",
    "Places in clear what the policy does not tolerate where the receiver protects as policies say.",
    *("AM-16", *INTOLERANT),
)
class IntolerantInClearAsPolicy(Seals):
    def seal(self, failed: Failed, terms: Terms, policy: DefinePolicy | None, right: Sealing) -> Sealing:
        at_receiver = failed.end is End.RECEIVER and terms.ends.applies
        return Sealing.AS_IS if at_receiver and intolerant(policy) else right


@at_channels(
    "intolerant in clear where nobody had protected",
    "Has a sender place in clear what nobody had protected and the policy does not tolerate.",
    *("AM-07", *INTOLERANT),
)
class IntolerantInClearAtSender(Seals):
    def seal(self, failed: Failed, terms: Terms, policy: DefinePolicy | None, right: Sealing) -> Sealing:
        untouched = failed.end is End.SENDER and not failed.message.first_policy
        return Sealing.AS_IS if untouched and intolerant(policy) else right


@at_channels(
    "tolerant at normal speed",
    "Protects at NPMSPEED(NORMAL) what nobody has protected and the policy does not tolerate.",
    *INTOLERANT,
)
class TolerantAtNormalSpeed(Seals):
    def seal(self, failed: Failed, terms: Terms, policy: DefinePolicy | None, right: Sealing) -> Sealing:
        slow = failed.end is End.RECEIVER and terms.speed is NORMAL
        return Sealing.PROTECTED if slow and right is Sealing.FAILS else right


@at_channels(
    "persistent lost where its policy fails",
    "Has a sender discard what the policy keeps from the dead-letter queue.",
    *("AM-22", "AM-20", "AM-07", *BACK),
)
class LostWherePolicyFails(Fates):
    def fate(self, failed: Failed, trouble: Trouble, terms: Terms) -> Undelivered | None:
        policy = terms.policies[0].get(terms.dead_letter_queues[0] or "")
        by_policy = trouble is Trouble.NOT_PUT and policy is not None and failed.end is End.SENDER
        return Undelivered.DISCARDED if by_policy else None


@at_channels(
    "receiver's first policy", "Has a receiver go by the policy of the first DEADQ.", "AM-18", "AM-16"
)
class FirstPolicyAtReceiver(Agent):
    def _sealed(self, message: Message, policy: DefinePolicy | None, holder: Holder) -> Message | None:
        first = self.met.setdefault("policy", policy) if holder.end is End.RECEIVER else policy
        return super()._sealed(message, first, holder)


@at_channels(
    "header behind the receiver's policy",
    "Has a receiver protect the dead-letter header along with the data.",
    "AM-26",
)
class HeaderBehindReceiversPolicy(Agent):
    def _dead_letter(self, failed: Failed, terms: Terms, unit: UnitOfWork | None) -> Trouble | None:
        right = self.decisions.dead_letter_copy

        def copied(message: Message, reason: int, target: str, now: int) -> Message:
            copy = right(message, reason, target, now)
            own = copy.protection[:1] == (terms.dead_letter_queues[number(End.RECEIVER)],)
            hidden = own and failed.end is End.RECEIVER
            return msgspec.structs.replace(copy, dead_letter=None) if hidden else copy

        with patch.object(self.decisions, "dead_letter_copy", copied):
            return super()._dead_letter(failed, terms, unit)


@at_channels(
    "bared by a sender that passes through",
    "Takes protection off at the sender, whatever SPLPROT, where it dead-letters.",
    *("AM-12", "AM-14", "AM-17", "AM-19"),
)
class BaredBySender(Seals):
    def seal(self, failed: Failed, terms: Terms, policy: DefinePolicy | None, right: Sealing) -> Sealing:
        return Sealing.BARED if failed.end is End.SENDER and failed.message.protection else right


class OtherPolicies(Agent):
    """Goes by other policies."""

    def pairs(self, terms: Terms, failed: Failed) -> tuple[dict[str, DefinePolicy], ...]:
        raise NotImplementedError

    def _dead_letter(self, failed: Failed, terms: Terms, unit: UnitOfWork | None) -> Trouble | None:
        other = msgspec.structs.replace(terms, policies=self.pairs(terms, failed))
        return super()._dead_letter(failed, other, unit)


@at_channels("policies of both ends", "Goes by the policies of the other end as well.", *CLEAR)
class PoliciesOfBoth(OtherPolicies):
    def pairs(self, terms: Terms, failed: Failed) -> tuple[dict[str, DefinePolicy], ...]:
        here, there = terms.policies
        return {**there, **here}, {**here, **there}


@at_channels(
    "policy of the transmission queue used",
    "Protects under the policy of the transmission queue what has none of its own.",
    *CLEAR,
)
class PolicyOfTransmissionQueue(OtherPolicies):
    def pairs(self, terms: Terms, failed: Failed) -> tuple[dict[str, DefinePolicy], ...]:
        queue, here = terms.dead_letter_queues[0], terms.policies[0]
        if queue is not None and self.queue.name in here and queue not in here:
            here = {**here, queue: msgspec.structs.replace(here[self.queue.name], policy=queue)}
        return here, terms.policies[1]


@misreading(
    "applications protected on the system's queue",
    "Protects what an application puts to SYSTEM.DEAD.LETTER.QUEUE.",
    "AM-06",
)
class ApplicationsOnSystemQueue(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if not isinstance(command, MqPut | MqPut1 | Send):
            return super().execute(command)
        with patch.object(self.decisions, "is_system", lambda _: False):
            return super().execute(command)


class Restarted(SimulatedWorld):
    """Forgets something when a queue manager starts."""

    def forget(self, manager: QueueManager) -> None:
        raise NotImplementedError

    def _start(self, name: str) -> None:
        super()._start(name)
        self.forget(self.simulation.managers[name])


@misreading("policies forgotten at restart", "Has its policies in memory alone.", *PROTECTION)
class PoliciesForgotten(Restarted):
    def forget(self, manager: QueueManager) -> None:
        manager.channels.policies.clear()


@misreading("protection lost at restart", "Logs messages without their protection.", *PROTECTION, "AM-14")
class ProtectionLost(Restarted):
    def forget(self, manager: QueueManager) -> None:
        for queue in manager.local_queues():
            for entry in queue.entries:
                entry.message = msgspec.structs.replace(entry.message, protection=())


@misreading("dead-letter header lost at restart", "Logs no such header.", "AM-26", "AM-02", "AM-03")
class HeaderLost(Restarted):
    def forget(self, manager: QueueManager) -> None:
        for queue in manager.local_queues():
            for entry in queue.entries:
                entry.message = msgspec.structs.replace(entry.message, dead_letter=None)


@misreading(
    "policies as at the first start",
    "Reads its policies when a channel is started first.",
    *PROTECTION,
    "AM-07",
)
class PoliciesOfFirstStart(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        right = manager.channels._all_terms
        first: dict[str, dict[str, Terms]] = {}

        def all_terms(channel: str) -> dict[str, Terms]:
            now = right(channel)
            kept = first.setdefault(channel, now)
            return {
                partner: msgspec.structs.replace(terms, policies=kept.get(partner, terms).policies)
                for partner, terms in now.items()
            }

        manager.channels._all_terms = all_terms  # type: ignore[method-assign]


@misreading("batch lost with a stop", "Drops what waits in retry when its channel is stopped.", *BACK)
class LostWhenStopped(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        right = manager.channels.stop

        def stop(channel: str) -> None:
            started: Channel | None = manager.channels.started.get(channel)
            queue = manager.local(channel)
            if started is not None and started.again is not None and queue is not None:
                for entry in list(queue.entries):
                    manager.take_off(queue, entry)
            right(channel)

        manager.channels.stop = stop  # type: ignore[method-assign]


@at_channels(
    "kept persistent for a queue alone",
    "Discards even what is persistent where neither USEDLQ nor DEADQ speaks of a queue.",
    *("AM-27", "AM-10"),
)
class KeptForQueueAlone(Fates):
    def fate(self, failed: Failed, trouble: Trouble, terms: Terms) -> Undelivered | None:
        return Undelivered.DISCARDED if _without_any(trouble, terms) else None


@at_channels(
    "discarded for want of a queue alone",
    "Keeps even what is not persistent where neither USEDLQ nor DEADQ speaks of a queue.",
    "AM-28",
)
class DiscardedForQueueAlone(Fates):
    def fate(self, failed: Failed, trouble: Trouble, terms: Terms) -> Undelivered | None:
        return Undelivered.BACK if _without_any(trouble, terms) else None


def _without_any(trouble: Trouble, terms: Terms) -> bool:
    return trouble is Trouble.NO_QUEUE and terms.sender.use_dead_letter_queue is UseDeadLetterQueue.NO


@at_channels(
    "what it leaves protected is lost",
    "Discards what fits on no dead-letter queue, at a sender that takes no protection off.",
    "AM-10",
)
class LeftProtectedAndLost(Fates):
    def fate(self, failed: Failed, trouble: Trouble, terms: Terms) -> Undelivered | None:
        passing = terms.sender.protection is ChannelProtection.PASS_THROUGH
        return Undelivered.DISCARDED if passing and trouble is Trouble.NOT_PUT else None
