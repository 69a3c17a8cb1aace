"""Misreadings of whether a dead letter is protected."""

# ruff: noqa: ARG002 - as in `decisions`

from unittest.mock import patch

import msgspec
from msgspec.structs import replace

from implementations.decisions.channels import End, Holder, Sealing, Trouble
from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.channels.message_channel_agents import Failed, Terms
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Message, UnitOfWork
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.channels import Agent, Seals, at_channels, fleeting
from implementations.wrong.parts.restarts import RestartOfChannels
from implementations.wrong.parts.rules import INTOLERANT
from mqtck.reference.vocabulary.channels import DefinePolicy, DeletePolicy, NonPersistentSpeed, Toleration
from mqtck.reference.vocabulary.commands import Command, MqPut, MqPut1, Send, SetDeadLetterQueue, StartChannel
from mqtck.reference.vocabulary.constants import DEFAULT_DEAD_LETTER_QUEUE
from mqtck.reference.vocabulary.outcomes import Done, Outcome

ALL_BUT_ONE = 47


@misreading(
    "deleted policies used", "Goes by policies that have been deleted.", "AM-08", "AM-14", "AM-15", "AM-19"
)
class DeletedPoliciesUsed(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        return Done() if isinstance(command, DeletePolicy) else super().execute(command)


@misreading(
    "policies by the beginning of a name",
    "Takes the policy of a queue whose name begins like that of the dead-letter queue.",
    *("AM-08", "AM-14", "AM-15", "AM-18", "AM-19"),
)
class PoliciesByBeginning(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, StartChannel):
            for manager in self.simulation.managers.values():
                queue, policies = manager.dead_letter_queue, manager.channels.policies
                like = [one for one in policies if queue and (one.startswith(queue) or queue.startswith(one))]
                if queue and queue not in policies and like:
                    policies[queue] = msgspec.structs.replace(policies[like[0]], policy=queue)
        return super().execute(command)


PROTECTION = ("AM-07", "AM-16", "AM-18")
CLEAR = ("AM-05", "AM-08", "AM-15", "AM-18", "AM-19")


def intolerant(policy: DefinePolicy | None) -> bool:
    return policy is not None and policy.toleration is Toleration.OFF


@at_channels(
    "persistent not unprotected for the queue of the system",
    "Leaves what is persistent protected where the sender puts it on SYSTEM.DEAD.LETTER.QUEUE.",
    *("AM-05", "AM-13"),
)
class PersistentNotUnprotected(Seals):
    def seal(self, failed: Failed, terms: Terms, policy: DefinePolicy | None, right: Sealing) -> Sealing:
        message = failed.message
        taken_off = terms.ends.removes and message.first_policy and failed.end is End.SENDER
        system = terms.dead_letter_queues[0] == DEFAULT_DEAD_LETTER_QUEUE
        return Sealing.PROTECTED if taken_off and system and not fleeting(message) else right


@at_channels(
    "bared at normal speed",
    "Takes protection off at NPMSPEED(NORMAL) where it dead-letters.",
    *("AM-12", "AM-14", "AM-17", "AM-19"),
)
class BaredAtNormalSpeed(Seals):
    def seal(self, failed: Failed, terms: Terms, policy: DefinePolicy | None, right: Sealing) -> Sealing:
        bared = terms.speed is NonPersistentSpeed.NORMAL and failed.message.protection
        return Sealing.BARED if bared else right


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
    "intolerant in clear behind SPLPROT(ASPOLICY)",
    "Places in clear what the policy does not tolerate where the receiver protects as policies say.",
    *("AM-16", *INTOLERANT),
)
class IntolerantInClearAsPolicy(Seals):
    def seal(self, failed: Failed, terms: Terms, policy: DefinePolicy | None, right: Sealing) -> Sealing:
        at_receiver = failed.end is End.RECEIVER and terms.ends.applies
        return Sealing.AS_IS if at_receiver and intolerant(policy) else right


@at_channels(
    "delayed in clear at a sender",
    "Has a sender place in clear on a dead-letter queue with a policy what was delayed.",
    *PROTECTION,
)
class DelayedInClearAtSender(Seals):
    def seal(self, failed: Failed, terms: Terms, policy: DefinePolicy | None, right: Sealing) -> Sealing:
        message = failed.message
        delayed = message.timestamp is not None and message.delivery_time > message.timestamp
        return Sealing.AS_IS if delayed and failed.end is End.SENDER else right


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
    "receiver's first policy", "Has a receiver go by the policy of the first DEADQ.", "AM-18", "AM-16"
)
class FirstPolicyAtReceiver(Agent):
    def _sealed(self, message: Message, policy: DefinePolicy | None, holder: Holder) -> Message | None:
        first = self.met.setdefault("policy", policy) if holder.end is End.RECEIVER else policy
        return super()._sealed(message, first, holder)


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


@misreading("policies forgotten at restart", "Has its policies in memory alone.", *PROTECTION)
class PoliciesForgotten(RestartOfChannels):
    def forget(self, manager: QueueManager) -> None:
        manager.channels.policies.clear()


@misreading("protection lost at restart", "Logs messages without their protection.", *PROTECTION, "AM-14")
class ProtectionLost(RestartOfChannels):
    def forget(self, manager: QueueManager) -> None:
        for queue in manager.local_queues():
            for entry in queue.entries:
                entry.message = msgspec.structs.replace(entry.message, protection=())


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


class PolicyAtOneEnd(QueueManagerDecisions):
    end: End

    def sealing(self, message: Message, policy: DefinePolicy | None, holder: Holder) -> Sealing:
        return super().sealing(message, policy if holder.end is self.end else None, holder)


@misreading("policy at senders alone", "Lets receivers dead-letter as it is.", "AM-16", "AM-18", "AM-20")
class PolicyAtSendersAlone(PolicyAtOneEnd):
    end = End.SENDER


@misreading("policy at receivers alone", "Lets senders dead-letter as it is.", "AM-07", "AM-16", "AM-18")
class PolicyAtReceiversAlone(PolicyAtOneEnd):
    end = End.RECEIVER


# --- names of queues --------------------------------------------------------------------------------------


@misreading(
    "DEADQ of 47 characters",
    "Cuts the name of the dead-letter queue by one.",
    *("AM-07", "AM-02", "AM-16", "AM-18"),
)
class ShortDeadLetterQueue(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, SetDeadLetterQueue) and command.queue is not None:
            command = replace(command, queue=command.queue[:ALL_BUT_ONE])
        return super().execute(command)


@misreading(
    "any SYSTEM a queue of the system",
    "Takes each queue whose name begins with SYSTEM for one of the system.",
    *("AM-07", "AM-06", "AM-16"),
)
class AnySystem(QueueManagerDecisions):
    def is_system(self, queue: str) -> bool:
        return queue.startswith("SYSTEM")


@misreading(
    "SYSTEM anywhere a queue of the system",
    "Looks for SYSTEM. in the whole name of a queue.",
    *("AM-07", "AM-06", "AM-16"),
)
class SystemAnywhere(QueueManagerDecisions):
    def is_system(self, queue: str) -> bool:
        return "SYSTEM." in queue


# --- protection -------------------------------------------------------------------------------------------


@misreading(
    "policy of the system's queue used",
    "Protects what is put to SYSTEM.DEAD.LETTER.QUEUE under a policy of that name.",
    *("AM-06", "AM-05", "AM-13"),
)
class PolicyOfSystemQueueUsed(QueueManagerDecisions):
    def is_system(self, queue: str) -> bool:
        return False


@misreading(
    "policy of the dead-letter queue ignored",
    "Puts everything as it is, whatever policy the dead-letter queue has.",
    *("AM-07", "AM-16", "AM-18"),
)
class PolicyOfDeadLetterQueueIgnored(QueueManagerDecisions):
    def sealing(self, message: Message, policy: DefinePolicy | None, holder: Holder) -> Sealing:
        return Sealing.AS_IS


@misreading(
    "policy of the target used",
    "Protects a dead-lettered message under the policy of its target.",
    *("AM-15", "AM-19", "AM-16", "AM-18", "AM-07"),
)
class PolicyOfTargetUsed(QueueManagerDecisions):
    def policy_name(self, dead_letter_queue: str, target: str) -> str:
        return target


@misreading(
    "protection taken off everywhere",
    "Puts every message to a dead-letter queue in clear, as if the sender had unprotected it.",
    *("AM-12", "AM-14", "AM-17", "AM-19"),
)
class ProtectionTakenOff(QueueManagerDecisions):
    def sealing(self, message: Message, policy: DefinePolicy | None, holder: Holder) -> Sealing:
        if message.protection:
            return Sealing.BARED
        return super().sealing(message, policy, holder)


@misreading(
    "protected twice",
    "Protects under the dead-letter queue's policy what is protected already.",
    "AM-17",
)
class ProtectedTwice(QueueManagerDecisions):
    def sealing(self, message: Message, policy: DefinePolicy | None, holder: Holder) -> Sealing:
        return Sealing.AS_IS if policy is None else Sealing.PROTECTED

    def layers(self, message: Message, policy: str) -> tuple[str, ...]:
        return (policy, *message.protection)


@misreading(
    "re-protected under the other policy",
    "Replaces a message's own protection by that of the dead-letter queue.",
    "AM-17",
)
class ReProtected(QueueManagerDecisions):
    def sealing(self, message: Message, policy: DefinePolicy | None, holder: Holder) -> Sealing:
        return Sealing.AS_IS if policy is None else Sealing.PROTECTED


@misreading(
    "original protection restored",
    "Protects again, under the old policy, what the sender has unprotected.",
    *("AM-05", "AM-08"),
)
class OriginalProtectionRestored(QueueManagerDecisions):
    def sealing(self, message: Message, policy: DefinePolicy | None, holder: Holder) -> Sealing:
        if policy is None and message.first_policy and holder.end is End.SENDER:
            return Sealing.PROTECTED
        return super().sealing(message, policy, holder)


@misreading(
    "tolerant in clear",
    "Takes toleration for leave to place a message in clear.",
    *("AM-16", "AM-07"),
)
class TolerantInClear(QueueManagerDecisions):
    def sealing(self, message: Message, policy: DefinePolicy | None, holder: Holder) -> Sealing:
        right = super().sealing(message, policy, holder)
        return Sealing.AS_IS if right is Sealing.PROTECTED else right
