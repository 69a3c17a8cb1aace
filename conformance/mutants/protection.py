"""Mutants of AMS protection on the dead-letter queues of channels, and of the policies that decide it."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from mqtck.reference.chapters.undelivered_messages import Found, NamedBy, Put
from mqtck.reference.comparisons.channels import put_by_channel
from mqtck.reference.state.channels import Policy, Safeguard
from mqtck.reference.state.messages import Message
from mqtck.reference.state.queue_keys import owner, queue_name
from mqtck.reference.state.state import State
from mqtck.reference.vocabulary.channels import InitiatorPermission, Toleration
from mqtck.reference.vocabulary.constants import DEFAULT_DEAD_LETTER_QUEUE
from mqtck.reference.vocabulary.messages import Protection

from .parts import Mutant, Patch, around, instead

_GUARDED: Final = "channels.channel_decisions.guarded"
_PROTECTION: Final = "chapters.undelivered_messages.protection"


def _guard(wrong: Callable[[Message, str, Found, Put, Safeguard], Safeguard]) -> Patch:
    """How a message stands on a dead-letter queue, where the documents say how."""

    def patched(
        right: Callable[..., Safeguard | None], message: Message, name: str, found: Any, put: Put, rules: Any
    ) -> Safeguard | None:
        guard = right(message, name, found, put, rules)
        return guard if guard is None else wrong(message, name, found, put, guard)

    return around(_GUARDED, patched)


def _system(name: str) -> bool:
    return name == DEFAULT_DEAD_LETTER_QUEUE


def _sender_leaves_protected(message: Message, _: str, found: Found, put: Put, guard: Safeguard) -> Safeguard:
    kept = found is Found.UNPROTECTED and put is Put.AS_IS
    return Safeguard(message.policy) if kept else guard


def _on(system: bool, wrong: Callable[..., Safeguard]) -> Patch:  # noqa: FBT001 - which of two queues
    def limited(message: Message, name: str, found: Found, put: Put, guard: Safeguard) -> Safeguard:
        return wrong(message, name, found, put, guard) if _system(name) is system else guard

    return _guard(limited)


def _stripped(_: Message, __: str, found: Found, put: Put, guard: Safeguard) -> Safeguard:
    return Safeguard(None) if found is Found.PROTECTED and put is Put.AS_IS else guard


def _always_protected(_: Message, name: str, __: Found, ___: Put, guard: Safeguard) -> Safeguard:
    return Safeguard(name) if guard.policy is None else guard


def _target_policy(message: Message, _: str, found: Found, put: Put, guard: Safeguard) -> Safeguard:
    target = queue_name(message.onward or "")
    return Safeguard(target) if found is Found.NEVER_PROTECTED and put is Put.AS_IS else guard


def _putter_policy(message: Message, _: str, found: Found, put: Put, guard: Safeguard) -> Safeguard:
    return Safeguard(message.name) if found is Found.UNPROTECTED and put is Put.BY_POLICY else guard


def _turned_round(message: Message, name: str, found: Found, put: Put, guard: Safeguard) -> Safeguard:
    if put is not Put.AS_IS:
        return guard
    return Safeguard(None) if found is Found.PROTECTED else Safeguard(message.policy or name)


def _protect(wrong: Callable[[NamedBy, Found, Policy | None], tuple[NamedBy, Found, Policy | None]]) -> Patch:
    """The table of protection asked about another situation."""
    return around(_PROTECTION, lambda right, *situation: right(*wrong(*situation)))


def _without_policy(*ignoring: Found) -> Patch:
    return _protect(lambda named, found, policy: (named, found, None if found in ignoring else policy))


def _tolerated(right: Callable[..., Any], named: NamedBy, found: Found, policy: Policy | None) -> Any:
    covering = right(named, found, policy)
    strict = policy is not None and policy.toleration is Toleration.OFF
    return covering._replace(puts=(Put.AS_IS,)) if strict and found is Found.NEVER_PROTECTED else covering


def _in_clear_if_barred(
    right: Callable[..., Any], named: NamedBy, found: Found, policy: Policy | None
) -> Any:
    covering = right(named, found, policy)
    barred = policy is not None and policy.initiator is InitiatorPermission.NOT_PERMITTED
    return covering._replace(puts=(Put.AS_IS,)) if barred else covering


def _asked_for_protection(named: NamedBy, found: Found, policy: Policy | None) -> tuple[Any, Any, Any]:
    return named, Found.CLEAR if found is Found.NEVER_PROTECTED else found, policy


def _any_policy(right: Callable[..., Policy | None], end: Any, name: str) -> Policy | None:
    of_manager = sorted(known for known in end.terms.policies if owner(known) == end.manager)
    return right(end, name) or (end.terms.policies[of_manager[0]] if of_manager else None)


def _first_start_only(right: Callable[..., State], state: State, queue_key: str) -> State:
    before = state.runs.get(queue_key)
    started = right(state, queue_key)
    if before is None:
        return started
    first = before.terms[-1]
    known = started.runs[queue_key].terms[0]._replace(queue_managers=first.queue_managers)
    return replace(
        started, runs=started.runs.set(queue_key, replace(started.runs[queue_key], terms=(known,)))
    )


def _twice(right: Callable[..., Protection | None], state: State, message: Message, queue_key: str) -> Any:
    shown = right(state, message, queue_key)
    if (
        shown is None
        or not put_by_channel(state, message.serial, queue_key)
        or queue_key not in state.policies
    ):
        return shown
    own = queue_name(queue_key)
    return shown if shown.policy == own else Protection(policy=own, layers=2)


MUTANTS: Final[tuple[Mutant, ...]] = (
    Mutant(
        "sender-leaves-the-system-queue-protected",
        "What the sender has unprotected is protected again on the dead-letter queue of the system.",
        ("AM-05", "AM-06"),
        (_on(system=True, wrong=_sender_leaves_protected),),
    ),
    Mutant(
        "policy-of-a-system-queue-counts",
        "A policy named after the dead-letter queue of the system protects what channels put there.",
        ("AM-06", "AM-05", "AM-13"),
        (_protect(lambda _, found, policy: (NamedBy.ADMINISTRATOR, found, policy)),),
    ),
    Mutant(
        "sender-ignores-the-policy-of-its-dead-letter-queue",
        "What the sender has unprotected is put in clear even where the dead-letter queue has a policy.",
        ("AM-07", "AM-16", "AM-18"),
        (_without_policy(Found.UNPROTECTED),),
    ),
    Mutant(
        "sender-protects-under-the-policy-of-the-put",
        "The sender protects under the policy of the queue to which the application has put the message.",
        ("AM-07", "AM-18"),
        (_guard(_putter_policy),),
    ),
    Mutant(
        "sender-leaves-named-queues-protected",
        "What the sender has unprotected is protected again on a named dead-letter queue without a policy.",
        ("AM-08",),
        (_on(system=False, wrong=_sender_leaves_protected),),
    ),
    Mutant(
        "system-queue-strips-protection",
        "Everything is in clear on the dead-letter queue of the system, protected messages too.",
        ("AM-12",),
        (_on(system=True, wrong=_stripped),),
    ),
    Mutant(
        "system-queue-protects",
        "The dead-letter queue of the system protects what is put there in clear.",
        ("AM-13", "AM-05", "AM-06"),
        (_on(system=True, wrong=_always_protected),),
    ),
    Mutant(
        "named-queue-strips-protection",
        "A message that arrived protected is in clear on a named dead-letter queue.",
        ("AM-14", "AM-17", "AM-19"),
        (_on(system=False, wrong=_stripped),),
    ),
    Mutant(
        "receiver-uses-the-target-policy",
        "On a dead-letter queue without a policy the receiver protects under the policy of the target queue.",
        ("AM-15", "AM-19"),
        (_on(system=False, wrong=_target_policy),),
    ),
    Mutant(
        "receiver-ignores-the-policy-of-its-dead-letter-queue",
        "What arrives in clear stays in clear on a dead-letter queue that has a policy.",
        ("AM-16",),
        (_without_policy(Found.NEVER_PROTECTED, Found.CLEAR),),
    ),
    Mutant(
        "protected-message-is-protected-again",
        "The policy of the dead-letter queue is applied on top of the protection that a message has.",
        ("AM-17", "AM-12"),
        (around("showing._protection", _twice),),
    ),
    Mutant(
        "protection-is-replaced",
        "The policy of the dead-letter queue takes the place of the protection that a message has.",
        ("AM-17",),
        (
            _protect(
                lambda named, found, policy: (
                    named,
                    Found.CLEAR if found is Found.PROTECTED and policy is not None else found,
                    policy,
                )
            ),
        ),
    ),
    Mutant(
        "policy-of-another-queue-counts",
        "Any policy of the queue manager protects what is put to its dead-letter queue.",
        ("AM-18", "AM-08", "AM-15", "AM-05"),
        (around("channels.channel_decisions.policy_of_name", _any_policy),),
    ),
    Mutant(
        "channel-remembers-its-first-deadq",
        "A channel that is started again goes by the DEADQ of its first start.",
        ("AM-18", "AM-02"),
        (
            around("channels.batches.start", _first_start_only),
            instead("channels.batches.noticed", lambda state: state),
        ),
    ),
    Mutant(
        "as-it-is-is-turned-round",
        "On a dead-letter queue without a policy what was protected is in clear, and the other way round.",
        ("AM-19", "AM-14", "AM-15", "AM-12"),
        (_guard(_turned_round),),
    ),
    Mutant(
        "policy-without-toleration-tolerates",
        "A message that nobody has protected is put in clear under a policy without toleration.",
        ("AM-20", "AM-21"),
        (around(_PROTECTION, _tolerated),),
    ),
    Mutant(
        "policy-without-toleration-protects-at-the-receiver",
        "A message that nobody has protected is protected where its put must fail.",
        ("AM-21", "AM-20"),
        (_protect(_asked_for_protection),),
    ),
    Mutant(
        "barred-initiator-puts-in-clear",
        "Where the channel initiator may not protect, the message is put in clear.",
        ("AM-22", "AM-07"),
        (around(_PROTECTION, _in_clear_if_barred),),
    ),
)
