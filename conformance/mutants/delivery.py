"""Mutants of the way to the target: checks at the send, authority, names resolved twice, defaults."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from mqtck.reference.administration.fixtures import SYSTEM_QUEUE
from mqtck.reference.chapters.failure_to_put import Target
from mqtck.reference.chapters.header_mapping import persistence
from mqtck.reference.chapters.resolution import Resolved
from mqtck.reference.possibilities import Possibility
from mqtck.reference.queues.send_checks import Obstacle
from mqtck.reference.sending.send_controls import Attempted
from mqtck.reference.state.intervals import Interval
from mqtck.reference.state.messages import Demand, Message
from mqtck.reference.state.queue_keys import key
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Cause, Ended, OnQueue, Route
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.constants import (
    PRIORITY_AS_QUEUE_DEFINITION,
    DestinationPersistence,
    ReasonCode,
)

from .changes import ATTEMPT, JMS_MESSAGE, at_delivery
from .parts import Mutant, around, instead

CHECKS: Final = "queues.send_checks.delayed_obstacles"
TARGETS: Final = "chapters.resolution.delivery_targets"


# --- checks at the send ---------------------------------------------------------------------------------


def _without(unchecked: Callable[[Obstacle], bool]) -> Callable[..., list[Obstacle]]:
    def wrong(right: Callable[..., list[Obstacle]], *arguments: Any) -> list[Obstacle]:
        return [obstacle for obstacle in right(*arguments) if not unchecked(obstacle)]

    return wrong


def _for_staging(obstacle: Obstacle) -> bool:
    return obstacle.rules[:1] == ("DD-53",)


def _at_target(reason: ReasonCode) -> Callable[[Obstacle], bool]:
    return lambda obstacle: obstacle.reason is reason and not _for_staging(obstacle)


def _accepted_without_target(
    right: Callable[..., Possibility], state: State, tried: Attempted, at: Interval
) -> Possibility:
    possible = right(state, tried, at)
    outcome = possible.prefer()
    missing = isinstance(outcome, o.Refused) and outcome.reason == ReasonCode.UNKNOWN_OBJECT_NAME
    if not missing or not tried.delay:
        return possible
    return Possibility(o.Sent, lambda _: possible.settle(outcome))


# --- the target, resolved twice ----------------------------------------------------------------------------


def _first_result(_: State, message: Message) -> tuple[Resolved | None, ...]:
    return (Resolved(message.first, None, c.QueueAttributes()),)


def _first_result_if_there(
    right: Callable[..., tuple[Resolved | None, ...]], state: State, message: Message
) -> tuple[Resolved | None, ...]:
    definition = state.definitions.get(message.first)
    if isinstance(definition, c.QueueAttributes):
        return (Resolved(message.first, None, definition),)
    named = key(message.queue_manager, message.name)
    return (None,) if message.first == named else right(state, message)[:1]


def _dropped(right: Callable[..., Any], state: State, message: Message, *rest: Any) -> Any:
    after, steps = right(state, message, *rest)
    if any(isinstance(step, OnQueue) and step.route is Route.MOVED for step in steps):
        return after, steps
    return state, [Ended(Cause.LOST)]


def _authority_again(right: Callable[..., Any], state: State, message: Message) -> Any:
    named = key(message.queue_manager, message.name)
    if message.user is not None and (message.user, named) not in state.authorities:
        return [(None, Target.UNUSABLE)]
    return right(state, message)


def _inhibition_ignored(right: Callable[..., Any], state: State, message: Message) -> Any:
    return [
        (resolved, Target.USABLE) if resolved else (resolved, target)
        for resolved, target in right(state, message)
    ]


def _as_defined(right: Callable[..., Message], state: State, serial: int, tried: Any, *rest: Any) -> Message:
    """What is as the queue is defined is marked by its demand, which means nothing for such a message."""
    message = right(state, serial, tried, *rest)
    persistence = tried.destination.persistence is DestinationPersistence.QUEUE_DEFINITION
    priority = tried.destination.priority == PRIORITY_AS_QUEUE_DEFINITION
    return replace(message, demand=Demand.OPTIONAL) if persistence or priority else message


def _persistence_now(state: State, message: Message, step: OnQueue) -> Message:
    defined = state.definitions.get(step.queue)
    if message.demand is Demand.NEEDED or not isinstance(defined, c.QueueAttributes):
        return message
    mode = defined.default_persistence
    return replace(message, delivery_mode=mode, persistence=persistence(mode))


def _priority_now(state: State, message: Message, step: OnQueue) -> Message:
    defined = state.definitions.get(step.queue)
    if message.demand is Demand.NEEDED or not isinstance(defined, c.QueueAttributes):
        return message
    return replace(message, priority=defined.default_priority)


def _of_staging_queue(right: Callable[..., Any], destination: Any, _: c.QueueAttributes, value: Any) -> Any:
    return right(destination, SYSTEM_QUEUE, value)


MUTANTS: Final[tuple[Mutant, ...]] = (
    Mutant(
        "authority-not-checked",
        "Asks for no authority when a delayed message is sent.",
        ("DD-46", "DD-47"),
        (around(CHECKS, _without(_at_target(ReasonCode.NOT_AUTHORIZED))),),
    ),
    Mutant(
        "authority-checked-at-delivery",
        "Asks for the sender's authority when the message is moved, not when it is sent.",
        ("DD-46", "DD-47", "DD-50"),
        (
            around(CHECKS, _without(_at_target(ReasonCode.NOT_AUTHORIZED))),
            around("internal_work.delivery_attempts._targets", _authority_again),
        ),
    ),
    Mutant(
        "authority-checked-again",
        "Asks for the sender's authority a second time when the message is moved.",
        ("DD-50",),
        (around("internal_work.delivery_attempts._targets", _authority_again),),
    ),
    Mutant(
        "target-handle-kept",
        "Opens the target at the send and puts to that handle when the delay is over, whatever became of it.",
        ("DD-49", "DD-74", "DD-114"),
        (instead(TARGETS, _first_result),),
    ),
    Mutant(
        "staging-limits-ignored",
        "Stages what is too long for the staging queue or no longer fits there.",
        ("DD-39", "DD-38"),
        (around(CHECKS, _without(_for_staging)),),
    ),
    Mutant(
        "resolved-once",
        "Puts to the queue that the name led to at the send, as long as that is there.",
        ("DD-74", "DD-49"),
        (around(TARGETS, _first_result_if_there),),
    ),
    Mutant(
        "existence-not-checked",
        "Accepts a delayed send to a queue that is not there, and stages the message.",
        ("DD-75", "DD-38"),
        (around("sending.sends.send", _accepted_without_target),),
    ),
    Mutant(
        "persistence-taken-at-delivery",
        "Takes the persistence that the queue defines when the message is moved.",
        ("DD-77",),
        (around(JMS_MESSAGE, _as_defined), around(ATTEMPT, at_delivery(_persistence_now))),
    ),
    Mutant(
        "persistence-of-the-staging-queue",
        "Takes persistence as the staging queue defines it.",
        ("DD-77", "HM-08"),
        (around("chapters.resolution.delivery_mode_at_send", _of_staging_queue),),
    ),
    Mutant(
        "priority-taken-at-delivery",
        "Takes the priority that the queue defines when the message is moved.",
        ("DD-78",),
        (around(JMS_MESSAGE, _as_defined), around(ATTEMPT, at_delivery(_priority_now))),
    ),
    Mutant(
        "priority-of-the-staging-queue",
        "Takes the priority that the staging queue defines.",
        ("DD-78", "HM-24"),
        (around("chapters.resolution.priority_at_send", _of_staging_queue),),
    ),
    Mutant(
        "put-inhibition-not-checked",
        "Accepts a delayed send to a put-inhibited queue.",
        ("DD-110",),
        (around(CHECKS, _without(_at_target(ReasonCode.PUT_INHIBITED))),),
    ),
    Mutant(
        "length-not-checked",
        "Accepts a delayed send that is too long for its target.",
        ("DD-111",),
        (around(CHECKS, _without(_at_target(ReasonCode.MSG_TOO_BIG_FOR_Q))),),
    ),
    Mutant(
        "fullness-not-checked",
        "Accepts a delayed send to a full queue.",
        ("DD-112", "DD-39"),
        (around(CHECKS, _without(_at_target(ReasonCode.Q_FULL))),),
    ),
    Mutant(
        "inhibition-ignored-at-delivery",
        "Puts to a target that takes no messages any more.",
        ("DD-114", "DD-97", "DD-98", "DD-99", "DD-104"),
        (around("internal_work.delivery_attempts._targets", _inhibition_ignored),),
    ),
    Mutant(
        "dropped-with-its-target",
        "Drops a delayed message without a trace when its target takes none.",
        ("DD-114", "DD-97", "DD-98", "DD-99", "DD-104"),
        (around(ATTEMPT, _dropped),),
    ),
)
