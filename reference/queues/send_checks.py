"""What a queue manager checks when a message is sent: "Authorization" and the checks of "Failure to put".

Covers DD-38, DD-39, DD-46 to DD-48, DD-53, DD-56, DD-75, DD-94, DD-110 to DD-113 for delayed messages,
and the same obstacles for undelayed ones, of which these documents state only the count of expired messages
(EX-35).

Silent points: reason codes of these refusals are not in the texts, so every reason is accepted and the
usual one preferred; whose maximum length counts is open; a check may count staged messages as well
(DD-112, DD-113); the delay header adds a length that is not documented; authority for the queue behind an
alias or a remote queue may be asked for beside that for its name.
"""

from itertools import islice
from typing import Final

import msgspec
from msgspec.structs import replace

from mqtck.reference.chapters.resolution import Resolved, delivery_targets, nested
from mqtck.reference.chapters.staging_queue import older_edition_counts, runs
from mqtck.reference.chapters.tampering import tampered
from mqtck.reference.preference import preferred_depth
from mqtck.reference.state.beliefs import at_most
from mqtck.reference.state.intervals import Answer, answer, opposite
from mqtck.reference.state.messages import Aim
from mqtck.reference.state.queue_keys import key
from mqtck.reference.state.state import Alias, Definition, Queue, Remote, State
from mqtck.reference.state.statuses import Cause, Ended
from mqtck.reference.vocabulary.commands import QueueAttributes, Switch
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, ReasonCode
from mqtck.reference.vocabulary.profile import Platform

from .in_hand import perhaps_away, perhaps_back_later
from .unseen_reports import perhaps_unseen

HEADER_ALLOWANCE: Final = 2048
"""Bytes that headers may add to the application's data; within it a length limit is undecided."""


LOOKED_AT: Final = 16
"""How many messages that may have expired are looked at to tell whether fullness is about them."""


class Obstacle(msgspec.Struct, frozen=True, gc=False):
    """Why a put may or must be refused; any reason is accepted where the documents give none.

    `full` names the queue that is or may be full. `counted` is what the reference makes of an undecided
    one: it refuses where `refuses` says so.
    """

    reason: ReasonCode
    refusal: Answer
    rules: tuple[str, ...]
    full: str = ""
    counted: Answer = Answer.NO

    @property
    def refuses(self) -> Answer:
        """What the reference itself does: it counts what it has not discarded."""
        return max(self.refusal, self.counted)


class Arriving(msgspec.Struct, frozen=True, gc=False):
    """How many messages one send puts to a queue, as far as that is known."""

    fewest: int
    most: int


ONE: Final = Arriving(1, 1)

FULL: Final = ("EX-35",)
"""Why a put without a delay to a full queue is refused."""


def full(state: State, queue_key: str, attributes: QueueAttributes, arriving: Arriving = ONE) -> Answer:
    """DD-112, EX-35: whether there is no room for so many more; undiscarded expired messages count.

    What is in an attempt to put it elsewhere need not count meanwhile.
    """
    limit = attributes.max_depth
    queue = state.queues.get(queue_key, Queue())
    few, many = queue.fewest + arriving.fewest, queue.most + arriving.most
    many += perhaps_unseen(state, queue_key, limit + 1 - many)
    return answer(few > limit and few - perhaps_away(state, queue_key) > limit, many > limit)


def too_long(length: int, attributes: QueueAttributes) -> Answer:
    """DD-111, DD-53."""
    limit = attributes.max_message_length
    return answer(length > limit, length + HEADER_ALLOWANCE > limit)


def may_put(state: State, user: str | None, queue_key: str) -> Answer:
    """DD-46: authority of a user for the queue as the application named it."""
    if user is None:
        return Answer.YES
    one = (user, queue_key)
    return answer(one in state.authorities and one not in state.perhaps_gone, one in state.authorities)


def may_send(
    state: State, user: str | None, queue_manager: str, queue: str, resolved: Resolved | None
) -> Answer:
    """DD-46: authority for the queue that the application named.

    Whether the queue behind an alias, or the transmission queue of a remote one, is asked for too is open.
    """
    named = may_put(state, user, key(queue_manager, queue))
    leads_on = isinstance(state.definitions.get(key(queue_manager, queue)), Alias | Remote)
    if named is Answer.NO or not leads_on or resolved is None:
        return named
    return min(named, max(may_put(state, user, resolved.local), Answer.UNSURE))


def delayed_obstacles(
    state: State, queue_manager: str, queue: str, user: str | None, resolved: Resolved | None, length: int
) -> list[Obstacle]:
    """What stands in the way of a delayed send."""
    if resolved is None:
        return [Obstacle(ReasonCode.UNKNOWN_OBJECT_NAME, Answer.YES, ("DD-75", "DD-38"))]
    target = resolved.attributes
    staging_key = key(queue_manager, STAGING_QUEUE)
    of_target = [
        Obstacle(ReasonCode.PUT_INHIBITED, _inhibited(target), ("DD-110",)),
        Obstacle(ReasonCode.MSG_TOO_BIG_FOR_Q, too_long(length, target), ("DD-111",)),
        _full_obstacle(
            state,
            resolved.local,
            target,
            ("DD-112", "DD-39", *_filled_by_expired(state, resolved.local, "X-25")),
        ),
        Obstacle(ReasonCode.Q_FULL, _full_with_staged(state, staging_key, resolved), ("DD-112", "DD-113")),
    ]
    if isinstance(state.definitions.get(key(queue_manager, queue)), Alias | Remote):
        # Of these only the double resolution is documented, not what of their target is checked at the send;
        # so that the send is accepted does not show room there either.
        of_target = [
            replace(one, refusal=min(one.refusal, Answer.UNSURE), counted=one.refuses, full="")
            for one in of_target
        ]
    found = [
        Obstacle(
            ReasonCode.NOT_AUTHORIZED,
            opposite(may_send(state, user, queue_manager, queue, resolved)),
            ("DD-47", "DD-46"),
        ),
        _nested(state, queue_manager, queue),
        *_of_any_instance(resolved, of_target),
        *staging_obstacles(state, queue_manager, user, length),
    ]
    return [obstacle for obstacle in found if obstacle.refusal is not Answer.NO]


def staging_obstacles(
    state: State, queue_manager: str, user: str | None, length: int, arriving: Arriving = ONE
) -> list[Obstacle]:
    """What of the staging queue stands in the way of so many messages: DD-53, DD-56, DD-94."""
    staging_key = key(queue_manager, STAGING_QUEUE)
    staged_on = state.definitions.get(staging_key)
    found = zos_obstacles(state, queue_manager, staged_on)
    found.append(Obstacle(ReasonCode.NONE, min(_yes(tampered(state, queue_manager)), Answer.UNSURE), ()))
    if isinstance(staged_on, QueueAttributes):
        found += [
            _full_obstacle(
                state,
                staging_key,
                staged_on,
                ("DD-53", "DD-39", "DD-38", *_filled_by_expired(state, staging_key, "X-26")),
                arriving,
            ),
            Obstacle(ReasonCode.MSG_TOO_BIG_FOR_Q, too_long(length, staged_on), ("DD-53", "DD-38")),
            Obstacle(ReasonCode.PUT_INHIBITED, min(_inhibited(staged_on), Answer.UNSURE), ("DD-113",)),
            Obstacle(ReasonCode.GET_INHIBITED, _unattended(staged_on), ("DD-113",)),
            Obstacle(
                ReasonCode.NOT_AUTHORIZED,
                min(opposite(may_put(state, user, staging_key)), Answer.UNSURE),
                ("DD-48",),
            ),
        ]
    return [obstacle for obstacle in found if obstacle.refusal is not Answer.NO]


def zos_obstacles(state: State, queue_manager: str, staged_on: Definition | None) -> list[Obstacle]:
    """What stands in the way on z/OS: a staging queue that is missing (DD-56) or inhibited (DD-94).

    Whether sends work while the processor is not running is open, with GET(DISABLED) for example; so is
    OPMODE of anything but version 8.0 (DD-67).
    """
    manager = state.queue_managers[queue_manager]
    if manager.platform is not Platform.ZOS:
        return []
    missing = _yes(not isinstance(staged_on, QueueAttributes))
    inhibited = _inhibited(staged_on) if isinstance(staged_on, QueueAttributes) else Answer.NO
    idle = min(opposite(runs(state, queue_manager)), Answer.UNSURE)
    gated = manager.operation_mode is not None and not older_edition_counts(state, queue_manager)
    return [
        Obstacle(ReasonCode.UNKNOWN_OBJECT_NAME, missing, ("DD-56", "DD-38")),
        Obstacle(ReasonCode.PUT_INHIBITED, inhibited, ("DD-94", "DD-38")),
        Obstacle(ReasonCode.NONE, idle, ()),
        Obstacle(ReasonCode.NONE, min(_yes(gated), Answer.UNSURE), ()),
    ]


def _of_any_instance(resolved: Resolved, found: list[Obstacle]) -> list[Obstacle]:
    """What a queue elsewhere in a cluster does not take need not be known to the sender's queue manager."""
    if not resolved.instances:
        return found
    return [
        replace(obstacle, refusal=min(obstacle.refusal, Answer.UNSURE), counted=Answer.NO, full="")
        for obstacle in found
    ]


def _nested(state: State, queue_manager: str, queue: str) -> Obstacle:
    """An alias of an alias or of a remote queue may be refused."""
    refusal = min(_yes(nested(state, queue_manager, queue)), Answer.UNSURE)
    return Obstacle(ReasonCode.UNKNOWN_OBJECT_NAME, refusal, ())


def _yes(value: bool) -> Answer:  # noqa: FBT001 - a truth value as an answer
    return Answer.YES if value else Answer.NO


def undelayed_obstacles(
    state: State, queue_manager: str, queue: str, user: str | None, resolved: Resolved | None, length: int
) -> list[Obstacle]:
    """What stands in the way of a direct put. Only the count of messages has a rule here (EX-35)."""
    if resolved is None:
        return [Obstacle(ReasonCode.UNKNOWN_OBJECT_NAME, Answer.YES, ())]
    target = resolved.attributes
    of_target = [
        Obstacle(ReasonCode.PUT_INHIBITED, _inhibited(target), ()),
        Obstacle(ReasonCode.MSG_TOO_BIG_FOR_Q, too_long(length, target), ()),
        _full_obstacle(state, resolved.local, target, FULL),
    ]
    unauthorized = opposite(may_send(state, user, queue_manager, queue, resolved))
    found = [
        Obstacle(ReasonCode.NOT_AUTHORIZED, unauthorized, ()),
        _nested(state, queue_manager, queue),
        *_of_any_instance(resolved, of_target),
    ]
    return [obstacle for obstacle in found if obstacle.refusal is not Answer.NO]


def _filled_by_expired(state: State, queue_key: str, rule: str) -> tuple[str, ...]:
    """X-25, X-26: the rule, where messages may be there that have perhaps expired and been discarded."""
    queue = state.queues.get(queue_key, Queue())
    perhaps = any(
        isinstance(status, Ended) and status.cause is Cause.EXPIRED
        for serial in islice(queue.unsure, LOOKED_AT)
        for status in state.beliefs[serial]
    )
    return (rule,) if perhaps else ()


def _full_obstacle(
    state: State,
    queue_key: str,
    attributes: QueueAttributes,
    rules: tuple[str, ...],
    arriving: Arriving = ONE,
) -> Obstacle:
    """A queue that is or may be full; the reference counts every expired message that is still there."""
    refusal = full(state, queue_key, attributes, arriving)
    counted = Answer.NO
    room = attributes.max_depth - arriving.most
    if refusal is Answer.UNSURE and preferred_depth(state, queue_key) > room:
        counted = Answer.YES
    return Obstacle(ReasonCode.Q_FULL, refusal, rules, queue_key, counted)


def room_left(state: State, obstacles: list[Obstacle], arrived: int = 1) -> State:
    """An accepted put or publish shows that no queue was too full for what came of it (EX-35)."""
    for obstacle in obstacles if arrived else ():
        attributes = state.definitions.get(obstacle.full)
        if obstacle.refusal is Answer.UNSURE and isinstance(attributes, QueueAttributes):
            left = attributes.max_depth - arrived + perhaps_back_later(state, obstacle.full)
            state = at_most(state, obstacle.full, left)
    return state


def _inhibited(attributes: QueueAttributes) -> Answer:
    return Answer.YES if attributes.put is Switch.DISABLED else Answer.NO


def _unattended(attributes: QueueAttributes) -> Answer:
    """Whether a staging queue from which nothing can be got takes messages is open, on any platform."""
    return Answer.UNSURE if attributes.get is Switch.DISABLED else Answer.NO


def _full_with_staged(state: State, staging_key: str, resolved: Resolved) -> Answer:
    """Whether the target would be full if the messages staged for it were counted (tolerated)."""
    limit = resolved.attributes.max_depth
    target = state.queues.get(resolved.local, Queue())
    staged = state.queues.get(staging_key, Queue())
    if target.most + len(staged.residents) < limit:
        return Answer.NO
    aimed = sum(count for aim, count in staged.aims.items() if _may_come_to(state, aim, resolved.local))
    return Answer.UNSURE if target.most + aimed >= limit else Answer.NO


def _may_come_to(state: State, aim: Aim, queue_key: str) -> bool:
    """Whether staged messages are aimed at the queue by their first resolution or by one made now."""
    return aim.first == queue_key or any(
        target is not None and target.local == queue_key for target in delivery_targets(state, aim)
    )
