"""Publishing: which subscriptions get a copy, and whether the topic allows it.

Undelayed publications go to the subscribers' queues at once, as PMSGDLV and NPMSGDLV say; delayed ones
to the staging queue, one copy for each subscription (DD-116).
"""

from typing import TYPE_CHECKING

import msgspec

from implementations.behaviour.publications import AsParent, PublicationFailureAt, SubscriberQueueAtSend
from implementations.decisions.publications import FanOut
from implementations.state.objects import (
    CallRefusedError,
    Delay,
    Message,
    Publication,
    Subscription,
    Tie,
    UnitOfWork,
)
from mqtck.reference.vocabulary.constants import Persistence, ReasonCode
from mqtck.reference.vocabulary.messages import Retention
from mqtck.reference.vocabulary.publications import Durability, MessageDelivery

if TYPE_CHECKING:
    from implementations.simulation.queue_managers.queue_manager import QueueManager


class Publish(msgspec.Struct, frozen=True):
    """A publish call: the message as written, where to, and what the send itself said (MQPER_*)."""

    message: Message
    topic_string: str
    sent_with: int
    retained: Retention | None
    unit: UnitOfWork | None


def publish(manager: "QueueManager", call: Publish) -> None:
    """An undelayed one (DD-34, DD-124)."""
    decisions, topics = manager.decisions, manager.topics
    delivery = topics.delivery(call.topic_string, AsParent.INHERITED)
    persistence = decisions.deciding_persistence(call.message, call.sent_with)
    if decisions.undelayed_refused(persistence, delivery):
        raise _failure(manager)
    wanted = delivery[0] if persistence == Persistence.PERSISTENT else delivery[1]
    ties = topics.matching(call.topic_string)
    length = len(call.message.body)
    if any(
        manager.refusal(tie.queue, length, decisions.checks_at_delivery) is not None
        for tie in ties
        if _must_get(tie, wanted)
    ):
        raise _failure(manager)
    publication = Publication(call.topic_string, topics.known(call.topic_string))
    for tie in ties:
        topics.put_copy(tie, topics.copy(call.message, publication), call.unit)
    if call.retained is not None:
        _retain(manager, call)


def _must_get(tie: Tie, wanted: MessageDelivery) -> bool:
    """Whether the publish fails where this one cannot be reached."""
    match wanted:
        case MessageDelivery.ALL:
            return True
        case MessageDelivery.ALL_DURABLE:
            return isinstance(tie, Subscription) and tie.durability is Durability.DURABLE
        case _:
            return False


def _retain(manager: "QueueManager", call: Publish) -> None:
    def keep() -> None:
        manager.topics.retained[call.topic_string] = call.message

    if call.unit is None:
        keep()
    else:
        call.unit.at_commit.append(keep)


def _failure(manager: "QueueManager") -> CallRefusedError:
    return CallRefusedError(manager.decisions.publication_failure, "the topic does not allow it")


def publish_delayed(manager: "QueueManager", call: Publish, milliseconds: int) -> None:
    decisions, topics = manager.decisions, manager.topics
    ties = topics.matching(call.topic_string)
    delivery = topics.delivery(call.topic_string, manager.behaviour.as_parent)
    persistence = decisions.deciding_persistence(call.message, call.sent_with)
    if decisions.publication_refused(persistence, delivery, len(ties)):
        late = manager.behaviour.publication_failure_at is PublicationFailureAt.COMMIT
        if call.unit is None or not late:
            raise _failure(manager)
        call.unit.checks.append(lambda: decisions.publication_failure)
        return
    _check_queues(manager, call, ties)
    publication = Publication(call.topic_string, topics.known(call.topic_string))
    for delay in _delays(manager, call, ties, milliseconds):
        copy = topics.copy(call.message, publication)
        if not decisions.all_copies_or_none() and manager.processor.refusal(len(copy.body), call.unit):
            continue
        if delay.tie is None or decisions.waits(delay.tie):
            manager.processor.stage(msgspec.structs.replace(delay, original=copy), call.unit)
        else:
            manager.put(delay.target, copy, call.unit)


def _check_queues(manager: "QueueManager", call: Publish, ties: list[Tie]) -> None:
    """The staging queue takes all copies or none, or what fits; subscribers' queues may be asked (DD-113)."""
    length = len(call.message.body)
    needed = len(ties) if manager.decisions.all_copies_or_none() else min(1, len(ties))
    reason = manager.processor.refusal(length, call.unit, needed)
    if manager.behaviour.subscriber_queue_at_send is SubscriberQueueAtSend.REFUSED:
        checks = manager.decisions.checks_at_send
        reasons = [manager.refusal(tie.queue, length, checks) for tie in ties]
        reason = next((found for found in reasons if found is not None), reason)
    if reason is not None:
        raise CallRefusedError(ReasonCode(reason), "a subscriber's queue or the staging queue")


def _delays(manager: "QueueManager", call: Publish, ties: list[Tie], milliseconds: int) -> list[Delay]:
    """What is to be staged: for each subscription, or in a wrong implementation once for all."""
    decisions = manager.decisions
    plain = manager.processor.delay(call.message, "", milliseconds)
    if decisions.fan_out is FanOut.COPY_FOR_EACH:
        return [
            msgspec.structs.replace(plain, target=tie.queue, resolved=tie.queue, tie=tie)
            for tie in decisions.served(ties)
        ]
    return [msgspec.structs.replace(plain, ties=tuple(ties))]
