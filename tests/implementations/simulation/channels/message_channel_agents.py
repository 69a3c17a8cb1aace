"""Message channel agents: one message from a transmission queue to its target, or what becomes of it.

The sender takes protection off, the receiver may put it on; either may put what it cannot deliver to the
dead-letter queue of its own queue manager, as its policy has it, or give the batch back, or discard.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from implementations.behaviour.channels import BadHeaderAtSender
from implementations.decisions.channels import End, Holder, Sealing, Trouble, Undelivered
from implementations.simulation.channels.transmission import unpacked
from implementations.simulation.channels.transmission_headers import own_route
from implementations.simulation.queue_managers.report_messages import exception_report, expiration_report
from implementations.state.objects import Entry, LocalQueue, Message, UnitOfWork
from mqtck.reference.vocabulary.channels import (
    ChannelAttributes,
    DefinePolicy,
    NonPersistentSpeed,
    UseDeadLetterQueue,
)
from mqtck.reference.vocabulary.constants import ReasonCode

if TYPE_CHECKING:
    from implementations.simulation.queue_managers.queue_manager import QueueManager


class Ends(msgspec.Struct, frozen=True):
    """What the two ends do with protection."""

    removes: bool
    applies: bool
    sender_defined: bool
    receiver_defined: bool


class Terms(msgspec.Struct, frozen=True):
    """All that counts for a channel to one partner; pairs are of the sender and the receiver."""

    sender: ChannelAttributes
    receiver: ChannelAttributes
    ends: Ends
    dead_letter_queues: tuple[str | None, str | None]
    policies: tuple[dict[str, DefinePolicy], dict[str, DefinePolicy]]

    @property
    def speed(self) -> NonPersistentSpeed:
        """Fast where both ends are."""
        both = {self.sender.non_persistent_speed, self.receiver.non_persistent_speed}
        return NonPersistentSpeed.NORMAL if NonPersistentSpeed.NORMAL in both else NonPersistentSpeed.FAST


class Failed(NamedTuple):
    """A message that an end has in hand and cannot deliver to the queue `target`."""

    end: End
    message: Message
    reason: ReasonCode
    target: str
    partner: "QueueManager"


class MessageChannelAgent:
    """Both ends for one message; `unit` is the batch."""

    def __init__(self, manager: "QueueManager", queue: LocalQueue, unit: UnitOfWork) -> None:
        self.manager = manager
        self.decisions = manager.decisions
        self.queue = queue
        self.batch = unit
        self.sent_outside = False
        self.dead_lettered = False

    def handle(self, entry: Entry, terms_with: Callable[[str], Terms]) -> bool:
        """False where the batch is to be backed out."""
        message = entry.message
        route = message.route or own_route(message.own_header)
        if route is None:
            return self._bad_header(entry, terms_with(self.manager.name))
        partner = self.manager.simulation.managers.get(route.queue_manager)
        if partner is None or not partner.running:
            return False
        terms = terms_with(partner.name)
        unit = self.batch if self.decisions.in_batch(message.persistence, terms.speed) else None
        message = self.decisions.after_hop(unpacked(self.manager, message), self.manager.now)
        if terms.ends.removes:
            message = msgspec.structs.replace(message, protection=())
        limit = min(terms.sender.max_message_length, terms.receiver.max_message_length)
        if self.decisions.length(message) > limit:
            reason = ReasonCode.MSG_TOO_BIG_FOR_Q
            moved = self.decisions.moved_by_sender(message, entry.message)
            failed = Failed(End.SENDER, moved, reason, route.queue, partner)
            return self._undelivered(failed, entry, terms, unit)
        arrived = self._as_policy(message, route.queue, terms)
        before = self.decisions.protects_before_put()
        put_reason = partner.put(route.queue, arrived, unit, instance=partner.name)
        if put_reason is None:
            self._gone(entry, unit)
            return True
        held = arrived if before else message
        failed = Failed(End.RECEIVER, held, put_reason, route.queue, partner)
        return self._undelivered(failed, entry, terms, unit)

    def _as_policy(self, message: Message, target: str, terms: Terms) -> Message:
        """SPLPROT(ASPOLICY) at the receiver."""
        applies = terms.ends.applies and target in terms.policies[1] and not self.decisions.is_system(target)
        if not applies or message.protection:
            return message
        return msgspec.structs.replace(message, protection=(target,))

    def _gone(self, entry: Entry, unit: UnitOfWork | None) -> None:
        """Off the transmission queue, with the batch or at once."""
        manager, queue = self.manager, self.queue
        if unit is None:
            manager.take_off(queue, entry)
            self.sent_outside = True
            return
        queue.hold(entry, unit)

        def back() -> None:
            queue.give_back(entry)
            if entry.available:
                manager.became_available(queue, entry)

        unit.at_commit.append(lambda: manager.take_off(queue, entry))
        unit.at_rollback.append(back)

    def _bad_header(self, entry: Entry, terms: Terms) -> bool:
        """AM-24."""
        message = entry.message
        unit = self.batch if self.decisions.in_batch(message.persistence, terms.speed) else None
        match self.decisions.bad_header():
            case BadHeaderAtSender.KEPT:
                return False
            case BadHeaderAtSender.DISCARDED:
                self._gone(entry, unit)
                return True
            case BadHeaderAtSender.DEAD_LETTERED:
                target = "" if message.own_header is None else message.own_header.remote_queue
                reason = ReasonCode.UNKNOWN_OBJECT_NAME
                failed = Failed(End.SENDER, message, reason, target, self.manager)
                return self._undelivered(failed, entry, terms, unit)

    # --- what cannot be delivered -------------------------------------------------------------------

    def _undelivered(self, failed: Failed, entry: Entry, terms: Terms, unit: UnitOfWork | None) -> bool:
        """False where the batch is to be backed out."""
        decisions, message, end = self.decisions, failed.message, failed.end
        trouble = self._dead_letter(failed, terms, unit)
        if trouble is not None:
            if decisions.undelivered(end, trouble, message.persistence, terms.speed) is Undelivered.BACK:
                return False
            if decisions.discard_reported_as_expiry(message):
                self.manager.send_report(expiration_report(message, self.manager), message)
        if decisions.exception_reported(message):
            at = self.manager if end is End.SENDER else failed.partner
            at.put_report(exception_report(message, failed.reason, at), message, unit)
        self._gone(entry, unit)
        return trouble is None or decisions.goes_on()

    def _dead_letter(self, failed: Failed, terms: Terms, unit: UnitOfWork | None) -> Trouble | None:
        """To the dead-letter queue of the end that has the message; or why not."""
        decisions, end = self.decisions, failed.end
        place = decisions.dead_letters_at(end)
        at, number = (self.manager, 0) if place is End.SENDER else (failed.partner, 1)
        queue = terms.dead_letter_queues[number]
        if queue is None:
            return Trouble.NO_QUEUE
        attributes = terms.sender if end is End.SENDER else terms.receiver
        if not decisions.dead_letters(end, attributes.use_dead_letter_queue):
            used = attributes.use_dead_letter_queue is UseDeadLetterQueue.YES
            return Trouble.NOT_TRIED if used else Trouble.NOT_USED
        policy = terms.policies[number].get(decisions.policy_name(queue, failed.target))
        defined = terms.ends.sender_defined if place is End.SENDER else terms.ends.receiver_defined
        in_use = defined and decisions.intercepts(at.platform, at.version)
        if not in_use or decisions.is_system(queue):
            policy = None
        holder = Holder(end, not failed.message.first_policy and not terms.ends.applies)
        message = self._sealed(failed.message, policy, holder)
        if message is None:
            return Trouble.NOT_PUT
        message = decisions.mca_copy(message, at.now)
        copy = decisions.dead_letter_copy(message, failed.reason, failed.target, at.now)
        self.dead_lettered = at.put(queue, copy, unit) is None
        return None if self.dead_lettered else Trouble.NOT_PUT

    def _sealed(self, message: Message, policy: DefinePolicy | None, holder: Holder) -> Message | None:
        """As it is put there; None where the policy does not let it."""
        match self.decisions.sealing(message, policy, holder):
            case Sealing.AS_IS:
                return message
            case Sealing.FAILS:
                return None
            case Sealing.BARED:
                return msgspec.structs.replace(message, protection=())
            case Sealing.PROTECTED:
                name = message.first_policy if policy is None else policy.policy
                layers = self.decisions.layers(message, name)
                return msgspec.structs.replace(message, protection=layers)
