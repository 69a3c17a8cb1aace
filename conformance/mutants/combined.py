"""Mutants of the rules that combine lives, restarts and triggers with the delay."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from mqtck.reference.chapters.failure_to_put import Target
from mqtck.reference.chapters.header_mapping import BOUND
from mqtck.reference.chapters.report_messages import asks_for
from mqtck.reference.chapters.resolution import Resolved
from mqtck.reference.queues.get_requests import Request
from mqtck.reference.queues.send_checks import Obstacle
from mqtck.reference.queues.triggering import triggered
from mqtck.reference.state.agenda import push
from mqtck.reference.state.intervals import Answer, Interval, Moment
from mqtck.reference.state.messages import Kind, Message
from mqtck.reference.state.queue_keys import is_staging
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Cause, Ended, Staged, Status
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.constants import UNLIMITED, ReasonCode
from mqtck.reference.vocabulary.messages import DeadLetterHeader, SeenMessage

from .combined_headers import SHOWN, Show, with_descriptor
from .parts import Mutant, Patch, answering, around

LIFE: Final = "chapters.message_expiry.remaining_expiry"

# --- life --------------------------------------------------------------------------------------------------


def _from_delivery(right: Callable[..., int], message: Message, at: Interval) -> int:
    if message.due is None or message.expiry[0] == UNLIMITED:
        return right(message, at)
    since = max(0, at.earliest - max(message.due.earliest, message.sent.earliest))
    return max(1, message.expiry[0] - since // 100)


def _unlimited_decremented(right: Callable[..., int], message: Message, at: Interval) -> int:
    left = right(message, at)
    return left - message.delay // 100 if left == UNLIMITED else left


def _commit_subtracted(right: Callable[..., int], message: Message, at: Interval) -> int:
    left = right(message, at)
    if message.committed is None or left == UNLIMITED:
        return left
    return max(1, left - (message.committed.earliest - message.sent.earliest) // 100)


def _whole_when_dead_lettered(
    right: Show, state: State, message: Message, queue_key: str, at: Interval
) -> SeenMessage:
    seen = right(state, message, queue_key, at)
    dead_lettered = isinstance(seen.dead_letter_header, DeadLetterHeader)
    return with_descriptor(seen, expiry=message.expiry[0]) if dead_lettered else seen


def _as_mapped(right: Callable[[int, int], Answer], time_to_live: int, delay: int) -> Answer:
    return Answer.YES if time_to_live > BOUND and delay > 0 else right(time_to_live, delay)


def _short_is_unlimited(right: Callable[[int], tuple[int, ...]], time_to_live: int) -> tuple[int, ...]:
    return (UNLIMITED,) if 0 < time_to_live < 100 else right(time_to_live)  # noqa: PLR2004 - a tenth


def _alive_until_commit(right: Callable[..., State], state: State, serial: int, at: Interval) -> State:
    """The life begins with the commit."""
    message = state.messages[serial]
    if message.life_end is None:
        return right(state, serial, at)
    waited = at.earliest - message.sent.earliest
    renewed = replace(message, sent=at, life_end=message.life_end.plus(waited))
    return right(replace(state, messages=state.messages.set(serial, renewed)), serial, at)


def _one_second_staged(right: Callable[..., Message], state: State, *arguments: Any) -> Message:
    """Whatever asks for expiration reports lives for a second."""
    message = right(state, *arguments)
    if not message.delay or message.life_end is None or not asks_for(message, Kind.EXPIRATION):
        return message
    end = message.sent.plus(1000)
    return replace(message, expiry=(10,), life_end=end)


def _forgotten_at_once(right: Callable[..., Message], state: State, *arguments: Any) -> Message:
    """A message that lives as long as it is delayed is dropped without a word."""
    message = right(state, *arguments)
    if not message.delay or message.time_to_live != message.delay:
        return message
    return replace(message, report=0, expiry=(10,), life_end=message.sent.plus(1000))


def _recalled_though_expired(
    right: Callable[..., bool], state: State, serial: int, request: Request, at: Interval
) -> bool:
    recalled = request.wanted is not None and is_staging(request.queue_key)
    return recalled or right(state, serial, request, at)


def _kept_though_expired(
    right: Callable[..., tuple[State, list[Status]]], *arguments: Any
) -> tuple[State, list[Status]]:
    """What has expired stays where it is until a get passes it, also on the staging queue."""
    state, steps = right(*arguments)
    return state, sorted(steps, key=lambda status: isinstance(status, Ended))


def _without_obstacle(rule: str) -> Patch:
    """What has expired does not fill the queue."""

    def obstacles(right: Callable[..., list[Obstacle]], *arguments: Any) -> list[Obstacle]:
        return [obstacle for obstacle in right(*arguments) if rule not in obstacle.rules]

    return around("queues.send_checks.delayed_obstacles", obstacles)


# --- restarts, triggers, sends -----------------------------------------------------------------------------


def _delayed_anew(right: Callable[..., State], state: State, command: Any, at: Interval) -> State:
    after = right(state, command, at)
    if not isinstance(command, c.StartQueueManager):
        return after
    for serial, belief in state.beliefs.items():
        message = state.messages[serial]
        if message.delay and isinstance(belief[0], Staged):
            due = at.plus(message.delay)
            renewed = replace(message, due=due)
            after = replace(
                after,
                messages=after.messages.set(serial, renewed),
                agenda=push(after.agenda, due.earliest, serial),
            )
    return after


def _triggered_when_staged(
    right: Callable[..., State], state: State, message: Message, unit: str | None, at: Interval
) -> State:
    state = right(state, message, unit, at)
    definition = state.definitions.get(message.first)
    if message.due is None or not isinstance(definition, c.QueueAttributes) or definition.trigger is None:
        return state
    lowered = replace(definition, trigger=replace(definition.trigger, depth=0))
    fired = triggered(
        replace(state, definitions=state.definitions.set(message.first, lowered)), message.first, at, message
    )
    return replace(fired, definitions=state.definitions)


def _inheriting_trigger(
    right: Callable[..., SeenMessage], state: State, serial: int, queue_key: str, at: Interval
) -> SeenMessage:
    seen = right(state, serial, queue_key, at)
    is_trigger = state.messages[serial].kind is Kind.TRIGGER
    return with_descriptor(seen, expiry=600) if is_trigger else seen


def _checked_on_the_new_target(
    right: Callable[..., list[tuple[Resolved | None, Target]]], state: State, message: Message
) -> list[tuple[Resolved | None, Target]]:
    return [
        (found, Target.UNUSABLE)
        if found is not None
        and found.local != message.first
        and message.user is not None
        and (message.user, found.local) not in state.authorities
        else (found, target)
        for found, target in right(state, message)
    ]


def _every_seventh_lost(
    right: Callable[..., tuple[State, list[Status]]],
    state: State,
    message: Message,
    status: Staged,
    moment: Moment,
) -> tuple[State, list[Status]]:
    state, steps = right(state, message, status, moment)
    return (state, [Ended(Cause.LOST)]) if message.serial % 7 == 0 else (state, steps)


def _another_reason(command: c.Command, outcome: o.Outcome) -> o.Outcome:
    """A refusal that has to do with the life tells of a full queue."""
    match command, outcome:
        case ((c.SetTimeToLive() | c.Send()), o.Refused(reason=ReasonCode.EXPIRY_ERROR)):
            return replace(outcome, reason=int(ReasonCode.Q_FULL))
        case _:
            return outcome


MUTANTS: Final[tuple[Mutant, ...]] = (
    Mutant(
        "life-from-delivery",
        "Begins to count Expiry down at the delivery, whatever JMSExpiration says.",
        ("X-06", "DD-79", "DD-80", "X-24", "X-45"),
        (around(LIFE, _from_delivery),),
    ),
    Mutant(
        "unlimited-less-the-delay",
        "Takes the delay off an unlimited life.",
        ("X-07", "EX-62", "X-08"),
        (around(LIFE, _unlimited_decremented),),
    ),
    Mutant(
        "conflict-by-mapped-expiry",
        "Compares the delay with what Expiry holds, -1 for the longest lives.",
        ("X-08", "DD-25"),
        (around("chapters.client_restrictions.expiry_conflict", _as_mapped),),
    ),
    Mutant(
        "short-life-unlimited",
        "Makes a life of less than a tenth of a second an unlimited one.",
        ("X-11", "HM-15"),
        (around("chapters.header_mapping.expiry_values", _short_is_unlimited),),
    ),
    Mutant(
        "reported-before-its-end",
        "Discards and reports a staged message after a second.",
        ("X-14", "DD-82", "X-18", "X-12", "DD-79"),
        (around("sending.sends._jms_message", _one_second_staged),),
    ),
    Mutant(
        "whole-life-on-the-dead-letter-queue",
        "Shows on the dead-letter queue the life with which the message was sent.",
        ("X-16", "EX-46", "EX-47"),
        (around(SHOWN, _whole_when_dead_lettered),),
    ),
    Mutant(
        "alive-until-the-commit",
        "Begins the life of a message with the commit of its unit of work.",
        ("X-23", "X-24", "EX-23", "DD-79"),
        (around("administration.units_of_work._commit_put", _alive_until_commit),),
    ),
    Mutant(
        "wait-for-commit-twice",
        "Takes the wait for the commit off the life once more.",
        ("X-24", "EX-23", "DD-79"),
        (around(LIFE, _commit_subtracted),),
    ),
    Mutant(
        "expired-do-not-fill-the-target",
        "Counts only messages that have not expired when a delayed send asks for room on its target.",
        ("X-25", "EX-35", "DD-112"),
        (_without_obstacle("X-25"),),
    ),
    Mutant(
        "expired-do-not-fill-staging",
        "Counts only messages that have not expired when it asks for room on the staging queue.",
        ("X-26", "EX-35"),
        (
            _without_obstacle("X-26"),
            around("internal_work.status_transitions._perhaps_expired", _kept_though_expired),
        ),
    ),
    Mutant(
        "triggered-when-staged",
        "Triggers the target when a message for it is staged.",
        ("X-39",),
        (around("sending.puts.accept", _triggered_when_staged),),
    ),
    Mutant(
        "reason-of-no-restriction",
        "Tells of a full queue when a life is too short for the delay.",
        ("X-43", "DD-25", "DD-26", "DD-30"),
        execute=answering(_another_reason),
    ),
    Mutant(
        "authority-on-the-new-target",
        "Checks the sender's authority for the queue that the second resolution finds.",
        ("X-44", "DD-50", "DD-74"),
        (around("internal_work.delivery_attempts._targets", _checked_on_the_new_target),),
    ),
    Mutant(
        "delayed-anew-after-a-restart",
        "Begins the delay of staged messages anew when the queue manager starts.",
        ("X-45", "DD-95"),
        (around("administration.fixtures.apply", _delayed_anew),),
    ),
    Mutant(
        "expired-taken-back",
        "Returns an expired message to whoever takes it back from the staging queue.",
        ("X-46", "EX-17"),
        (around("queues.get_requests.returnable", _recalled_though_expired),),
    ),
    Mutant(
        "as-long-as-delayed-forgotten",
        "Forgets a message that lives just as long as it is delayed.",
        ("X-53", "DD-27", "X-54"),
        (around("sending.sends._jms_message", _forgotten_at_once),),
    ),
    Mutant(
        "every-seventh-lost",
        "Loses every seventh message when it is moved.",
        ("X-54", "DD-10"),
        (around("internal_work.delivery_attempts.attempt", _every_seventh_lost),),
    ),
    Mutant(
        "trigger-message-expires",
        "Gives trigger messages a life of a minute.",
        ("EX-48", "X-39"),
        (around("showing.show", _inheriting_trigger),),
    ),
)
