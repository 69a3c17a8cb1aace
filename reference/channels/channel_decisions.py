"""What may become of one message that a channel takes up: the situation put to the tables of the chapter.

`decisions` finds the factors (does the message fit through the channel, does the target queue take it,
does the dead-letter queue, who has protected it), asks `undelivered_messages` for every combination that
is possible, and says where the message may be then. A factor may be open because a queue may be full, or
because a change of DEADQ or of a policy may not have reached the channel yet (AM-18).

A receiver that is to protect under a policy of the target, which bars its channel initiator, may deliver the
message or not: AM-22 speaks of dead-letter queues alone.
What MQRO_DISCARD_MSG makes of a message that cannot be delivered stands in other documents: it may be gone.
Where the chapter does not apply (AM-01) everything is accepted of a message that cannot be delivered, and
nothing is said about its protection.
"""

from itertools import product
from typing import Final, NamedTuple

from mqtck.reference.chapters.failure_to_put import persistence_of
from mqtck.reference.chapters.resolution import resolve, resolve_local
from mqtck.reference.chapters.undelivered_messages import (
    BARRED,
    Covering,
    DeadLetter,
    Fate,
    Found,
    NamedBy,
    Put,
    Row,
    at_receiver,
    at_sender,
    protection,
)
from mqtck.reference.queues.room import counted_full, room_for
from mqtck.reference.queues.transmission_queues import Shape, shape_of
from mqtck.reference.state.channels import Policy, Safeguard, Terms
from mqtck.reference.state.intervals import Answer
from mqtck.reference.state.messages import Message
from mqtck.reference.state.queue_keys import key, owner_and_name, queue_name
from mqtck.reference.state.state import State
from mqtck.reference.vocabulary.channels import (
    ChannelAttributes,
    ChannelProtection,
    UseDeadLetterQueue,
)
from mqtck.reference.vocabulary.constants import DEFAULT_DEAD_LETTER_QUEUE, Persistence, Report

from .channel_ends import PROTECTION_ALLOWANCE, End, Way, differing_terms, ends, speeds, too_big
from .channel_hops import leg_of, may_lead_to

SYSTEM_QUEUES: Final = "SYSTEM."


class Decision(NamedTuple):
    """One documented fate: the queue on which it leaves the message, if any, and how it stands there.

    `onward` is the remote queue that it is meant for there, where that is one more transmission queue.
    """

    fate: Fate
    queue: str = ""
    safeguard: Safeguard | None = None
    rules: tuple[str, ...] = ()
    onward: str = ""


def policy_of_put(state: State, queue_manager: str, queue: str) -> str | None:
    """The policy under which an application's put to a queue is protected; none for system queues (AM-06)."""
    if queue.startswith(SYSTEM_QUEUES) or key(queue_manager, queue) not in state.policies:
        return None
    return queue


def decisions(state: State, message: Message, transmission_queue: str) -> tuple[Decision, ...]:
    """Every fate that the message may have if the channel takes it up now, the preferred one first."""
    found = (
        decision
        for onward in may_lead_to(state, message, transmission_queue)
        for decision in _decisions_towards(state, message, transmission_queue, onward)
    )
    return tuple(dict.fromkeys(found))


def _decisions_towards(
    state: State, message: Message, transmission_queue: str, onward: str
) -> list[Decision]:
    remote, name = owner_and_name(onward)
    known = remote in state.queue_managers
    leg = leg_of(state, message, transmission_queue)
    way = Way(message, transmission_queue, resolve(state, remote, name) if known else None, onward, leg)
    found: list[Decision] = []
    for terms in differing_terms(state, transmission_queue, remote, name):
        found += _decisions_under(state, way, terms)
    return found


def _decisions_under(state: State, way: Way, terms: Terms) -> list[Decision]:
    sender, receiver = ends(way, terms)
    partner = state.queue_managers.get(way.remote)
    if partner is not None and not partner.running:
        return _unreachable(state, way, sender)
    if begins_badly(way.message):
        return _at_sender(state, way, sender)
    if partner is None:
        return _anything(state, way, sender)
    found: list[Decision] = []
    oversized = too_big(way, terms)
    if oversized is not Answer.YES:
        found += _on_arrival(state, way, sender, receiver)
    if oversized is not Answer.NO:
        found += _at_sender(state, way, sender)
    if oversized is Answer.UNSURE:
        # Where only the receiver takes so little, it may be the one that cannot deliver (AM-23).
        found += _at_receiver(state, way, sender, receiver)
    return found


def begins_badly(message: Message) -> bool:
    """AM-24: an application has put it to the transmission queue behind a header that is none."""
    return shape_of(message.transmission_header) is Shape.BAD


# --- the sender ----------------------------------------------------------------------------------------


def _at_sender(state: State, way: Way, sender: End) -> list[Decision]:
    """A message that this end cannot deliver; of a bad header only a "generally" is written (AM-24).

    So a channel may also stay behind one: whether "cannot be processed" is "undelivered" (AM-28) is open.
    """
    if sender.attributes is None:
        return _anything(state, way, sender)
    attributes = sender.attributes
    found: list[Decision] = []
    safe = _found_by_sender(way, attributes)
    shielded = attributes.protection
    if begins_badly(way.message):
        shielded = ChannelProtection.PASS_THROUGH
    for speed in speeds(sender.terms, way):
        for dead_letter, queue, guard, why in _dead_letter(state, way, sender, safe):
            use = attributes.use_dead_letter_queue
            row = at_sender(use, shielded, dead_letter, speed, persistence_of(way.message))
            if begins_badly(way.message):
                guard = None  # noqa: PLW2901 - how it stands there is open
                either = (Fate.BACKED_OUT, *((Fate.DISCARDED,) if dead_letter is DeadLetter.FAILS else ()))
                row = row._replace(fates=tuple(dict.fromkeys((*row.fates, *either))))
            found += _decided(row._replace(rules=(*why, *row.rules)), queue, guard)
    return [*found, *_unwanted(way.message)]


def _found_by_sender(way: Way, attributes: ChannelAttributes) -> Found | None:
    """AM-05, AM-07, AM-08 against AM-12, AM-14: whether this sender has taken the protection off.

    Whether a delayed message is protected when it comes due is open, which is all the same once it is undone.
    """
    if attributes.protection is ChannelProtection.REMOVE and way.policy_is_known:
        return Found.UNPROTECTED
    if way.message.delay or not way.policy_is_known:
        return None
    return Found.CLEAR if way.message.policy is None else Found.PROTECTED


# --- the receiver --------------------------------------------------------------------------------------


def _on_arrival(state: State, way: Way, sender: End, receiver: End) -> list[Decision]:
    """The target queue takes the message, or the receiver has to do something else with it."""
    target, message = way.target, way.message
    room = room_for(state, target, message.length, message.serial)
    found: list[Decision] = []
    if target is not None and room is not Answer.NO:
        guard = Safeguard(_policy_on_target(message, way, sender, receiver)) if way.policy_is_known else None
        found.append(Decision(Fate.DELIVERED, target.local, guard, onward=target.onward or ""))
    if room is Answer.YES and not _may_be_barred(message, way, sender, receiver):
        return found
    failed = _at_receiver(state, way, sender, receiver)
    return [*failed, *found] if counted_full(state, target, message.serial) else [*found, *failed]


def _at_receiver(state: State, way: Way, sender: End, receiver: End) -> list[Decision]:
    if receiver.attributes is None:
        # It may also send the message back, and its sender dead-letter it.
        back = _at_sender(state, way, sender)
        return [*_anything(state, way, receiver), *(one for one in back if one.fate is Fate.DEAD_LETTERED)]
    found: list[Decision] = []
    for speed, safe in product(speeds(receiver.terms, way), _found_by_receiver(way, sender, receiver)):
        for dead_letter, queue, guard, why in _dead_letter(state, way, receiver, safe):
            use = receiver.attributes.use_dead_letter_queue
            row = at_receiver(use, dead_letter, speed, persistence_of(way.message))
            found += _decided(row._replace(rules=(*why, *row.rules)), queue, guard)
    return [*found, *_unwanted(way.message)]


def _unwanted(message: Message) -> tuple[Decision, ...]:
    """A message that its sender wants to be discarded rather than dead-lettered."""
    return (Decision(Fate.DISCARDED),) if message.report & Report.DISCARD_MSG else ()


def _found_by_receiver(way: Way, sender: End, receiver: End) -> list[Found | None]:
    """AM-21: never protected by anybody on its way; else in clear or protected, None where that is open."""
    message, attributes = way.message, receiver.attributes
    assert attributes is not None
    sent = sender.terms.senders.get(way.transmission_queue, ChannelAttributes())
    unsaid = message.delay or not way.policy_is_known
    if unsaid or (sender.attributes is None and sent.protection is ChannelProtection.REMOVE):
        return [None]
    removed = message.policy is not None and sent.protection is ChannelProtection.REMOVE
    in_clear = message.policy is None or removed
    if attributes.protection is not ChannelProtection.AS_POLICY:
        if message.policy is None:
            return [Found.NEVER_PROTECTED]
        return [Found.CLEAR if removed else Found.PROTECTED]
    if _target_policy(way, receiver) is None:
        return [Found.CLEAR if in_clear else Found.PROTECTED]
    return [None]


def _target_policy(way: Way, receiver: End) -> str | None:
    """The policy of the target queue's name, by which SPLPROT(ASPOLICY) protects what comes in."""
    name = queue_name(way.onward)
    has_one = key(receiver.manager, name) in receiver.terms.policies and not name.startswith(SYSTEM_QUEUES)
    return name if has_one else None


def _policy_on_target(message: Message, way: Way, sender: End, receiver: End) -> str | None:
    """How the reference delivers a message; no rule speaks of it."""
    left = message.policy
    if sender.attributes is not None and sender.attributes.protection is ChannelProtection.REMOVE:
        left = None
    if receiver.attributes is None or receiver.attributes.protection is not ChannelProtection.AS_POLICY:
        return left
    return left or _target_policy(way, receiver)


def _may_be_barred(message: Message, way: Way, sender: End, receiver: End) -> bool:
    """The receiver is to protect the message under a policy that does not let it."""
    name = _target_policy(way, receiver)
    if name is None or _policy_on_target(message, way, sender, receiver) != name:
        return False
    return receiver.terms.policies[key(receiver.manager, name)].initiator is BARRED


# --- the dead-letter queue of either end -----------------------------------------------------------------


def _dead_letter(
    state: State, way: Way, end: End, found: Found | None
) -> list[tuple[DeadLetter, str, Safeguard | None, tuple[str, ...]]]:
    """How the dead-letter queue of this end may receive the message, and by which rules its put fails.

    Whether one that DEADQ names, and that is not there, is defined is open: it takes no message either way.
    """
    message = way.message
    name = end.terms.queue_managers[end.manager].dead_letter_queue
    if name is None:
        return [(DeadLetter.NOT_DEFINED, "", None, ())]
    resolved = resolve_local(state, key(end.manager, name))
    if resolved is None:
        unused = end.attributes is not None and end.attributes.use_dead_letter_queue is UseDeadLetterQueue.NO
        readings = (DeadLetter.FAILS,) if unused else (DeadLetter.NOT_DEFINED, DeadLetter.FAILS)
        return [(reading, "", None, ()) for reading in readings]
    policy = policy_of_name(end, name)
    options: list[tuple[DeadLetter, str, Safeguard | None, tuple[str, ...]]] = []
    failing: tuple[DeadLetter, str, Safeguard | None, tuple[str, ...]] = (DeadLetter.FAILS, "", None, ())
    clear = policy is None and message.policy is None and way.policy_is_known
    longest = message.length + (0 if clear else PROTECTION_ALLOWANCE)
    room = min(
        room_for(state, resolved, message.length, message.serial),
        max(Answer.UNSURE, room_for(state, resolved, longest, message.serial)),
    )
    if room is not Answer.NO:
        for put, covering in _coverings(name, found, policy):
            if put is Put.FAILS:
                options.append((DeadLetter.FAILS, "", None, covering.rules))
            else:
                guard = guarded(message, name, found, put, covering.rules)
                options.append((DeadLetter.TAKES, resolved.local, guard, ()))
    if room is not Answer.YES:
        options.append(failing)
    if counted_full(state, resolved, message.serial):
        options.sort(key=lambda option: option[0] is not DeadLetter.FAILS)
    return options


def policy_of_name(end: End, name: str) -> Policy | None:
    """AM-18: the policy named as DEADQ says, not as the target or the transmission queue is named."""
    return end.terms.policies.get(key(end.manager, name))


def _coverings(name: str, found: Found | None, policy: Policy | None) -> list[tuple[Put, Covering]]:
    """The ways of the put; of other system queues than the dead-letter queue nothing is said here."""
    if name != DEFAULT_DEAD_LETTER_QUEUE and name.startswith(SYSTEM_QUEUES):
        found = None
    named = NamedBy.SYSTEM if name == DEFAULT_DEAD_LETTER_QUEUE else NamedBy.ADMINISTRATOR
    if found is not None:
        covering = protection(named, found, policy)
        return [(put, covering) for put in covering.puts]
    open_puts = (Put.AS_IS,) if policy is None or named is NamedBy.SYSTEM else (Put.AS_IS, Put.FAILS)
    return [(put, Covering(open_puts, ())) for put in open_puts]


def guarded(
    message: Message, name: str, found: Found | None, put: Put, rules: tuple[str, ...]
) -> Safeguard | None:
    """AM-05, AM-08, AM-12 to AM-15: as it is, in clear or protected; AM-07, AM-16: by the queue's policy."""
    if found is None:
        return None
    if put is Put.BY_POLICY:
        return Safeguard(name, rules)
    return Safeguard(message.policy if found is Found.PROTECTED else None, rules)


def _decided(row: Row, queue: str, guard: Safeguard | None) -> list[Decision]:
    return [
        Decision(fate, queue, guard, row.rules)
        if fate is Fate.DEAD_LETTERED
        else Decision(fate, rules=row.rules)
        for fate in row.fates
        if queue or fate is not Fate.DEAD_LETTERED
    ]


def _anything(state: State, way: Way, end: End) -> list[Decision]:
    """No rule speaks here: the message may be delivered all the same, stay, be dead-lettered or be gone."""
    target = way.target
    found = [] if target is None else [Decision(Fate.DELIVERED, target.local, onward=target.onward or "")]
    found.append(Decision(Fate.BACKED_OUT))
    manager = end.terms.queue_managers.get(end.manager)
    if manager is not None and manager.dead_letter_queue is not None:
        queue = resolve_local(state, key(end.manager, manager.dead_letter_queue))
        found += [] if queue is None else [Decision(Fate.DEAD_LETTERED, queue.local)]
    return [*found, Decision(Fate.DISCARDED)]


def _unreachable(state: State, way: Way, sender: End) -> list[Decision]:
    """The partner is down: whether a sender that has got a message then has failed to deliver it is open."""
    lasting = way.message.persistence is Persistence.PERSISTENT
    fates = [one for one in _anything(state, way, sender) if one.fate is not Fate.DELIVERED]
    return [one for one in fates if one.fate is not Fate.DISCARDED or not lasting]
