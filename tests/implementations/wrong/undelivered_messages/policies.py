"""Misreadings of policies of dead-letter queues, and headers in clear."""

# ruff: noqa: ARG002 - as in `decisions`

from unittest.mock import patch

import msgspec

from implementations.decisions.channels import NORMAL, End, Holder, Sealing, Trouble, Undelivered
from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.channels.message_channel_agents import Failed, Terms
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Message, Origin, UnitOfWork
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.channels import Agent, Fates, Seals, at_channels, fleeting, number
from implementations.wrong.parts.restarts import RestartOfChannels
from implementations.wrong.parts.rules import BACK, INTOLERANT
from mqtck.reference.vocabulary.channels import DefinePolicy, InitiatorPermission
from mqtck.reference.vocabulary.commands import Command
from mqtck.reference.vocabulary.outcomes import Done, Outcome


@misreading("policies as first defined", "Keeps the first definition of a policy.", "AM-20", "AM-21", "AM-16")
class PoliciesAsFirstDefined(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, DefinePolicy):
            manager = self.simulation.managers.get(command.queue_manager)
            if manager is not None and command.policy in manager.channels.policies:
                return Done()
        return super().execute(command)


@at_channels(
    "policies as first needed",
    "Looks up the policy of a dead-letter queue once.",
    *("AM-07", "AM-08", "AM-15", "AM-16", "AM-18"),
)
class PoliciesAsFirstNeeded(Agent):
    def _dead_letter(self, failed: Failed, terms: Terms, unit: UnitOfWork | None) -> Trouble | None:
        known = self.met.setdefault(str(terms.dead_letter_queues), terms.policies)
        return super()._dead_letter(failed, msgspec.structs.replace(terms, policies=known), unit)


@at_channels("no destination for what is protected", "Names no destination of what is protected.", "AM-26")
class NoDestinationUnderProtection(Agent):
    def _dead_letter(self, failed: Failed, terms: Terms, unit: UnitOfWork | None) -> Trouble | None:
        shielded = failed.message.protection
        return super()._dead_letter(failed._replace(target="") if shielded else failed, terms, unit)


def barred(policy: DefinePolicy | None) -> bool:
    return policy is not None and policy.initiator is InitiatorPermission.NOT_PERMITTED


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
    "tolerant at normal speed",
    "Protects at NPMSPEED(NORMAL) what nobody has protected and the policy does not tolerate.",
    *INTOLERANT,
)
class TolerantAtNormalSpeed(Seals):
    def seal(self, failed: Failed, terms: Terms, policy: DefinePolicy | None, right: Sealing) -> Sealing:
        slow = failed.end is End.RECEIVER and terms.speed is NORMAL
        return Sealing.PROTECTED if slow and right is Sealing.FAILS else right


@at_channels(
    "tolerant of JMS",
    "Protects what a JMS client sent, nobody has protected and the policy does not tolerate.",
    *INTOLERANT,
)
class TolerantOfJms(Seals):
    def seal(self, failed: Failed, terms: Terms, policy: DefinePolicy | None, right: Sealing) -> Sealing:
        of_jms = failed.end is End.RECEIVER and failed.message.origin is Origin.JMS
        return Sealing.PROTECTED if of_jms and right is Sealing.FAILS else right


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


@misreading("dead-letter header lost at restart", "Logs no such header.", "AM-26", "AM-02", "AM-03")
class HeaderLost(RestartOfChannels):
    def forget(self, manager: QueueManager) -> None:
        for queue in manager.local_queues():
            for entry in queue.entries:
                entry.message = msgspec.structs.replace(entry.message, dead_letter=None)


# --- protection -------------------------------------------------------------------------------------------


@misreading(
    "toleration ignored",
    "Protects a message that nobody has protected under a policy without toleration.",
    *("AM-20", "AM-21"),
)
class TolerationIgnored(QueueManagerDecisions):
    def sealing(self, message: Message, policy: DefinePolicy | None, holder: Holder) -> Sealing:
        return Sealing.AS_IS if policy is None or message.protection else Sealing.PROTECTED


@misreading(
    "barred initiator in clear",
    "Places a message in clear where the channel initiator may not protect it.",
    *("AM-22", "AM-07", "AM-16"),
)
class BarredInitiatorInClear(QueueManagerDecisions):
    def sealing(self, message: Message, policy: DefinePolicy | None, holder: Holder) -> Sealing:
        right = super().sealing(message, policy, holder)
        return Sealing.AS_IS if right is Sealing.FAILS else right


@misreading("dead-letter header protected", "Protects the dead-letter header along with the data.", "AM-26")
class DeadLetterHeaderProtected(QueueManagerDecisions):
    def header_in_clear(self) -> bool:
        return False
