"""Episodes of copies that fail: queues of subscriptions that take nothing, subscribers who are gone.

The reply-to and dead-letter queues may be those of all. Left out: copies that expire
(`delayed_publications`).
"""

from typing import Final

from mqtck.conformance.cases.draft import Draft, Place, Steps, new_queue, passing, undisturbed, until
from mqtck.conformance.cases.vocabulary.calls import PUT_ENABLED, PUT_INHIBITED
from mqtck.conformance.cases.vocabulary.looks import quiet_look, take
from mqtck.conformance.cases.vocabulary.publish_subscribe import (
    leave,
    leave_for_good,
    new_audience,
    new_publisher,
    new_topic,
    publish,
    receive_all,
    wait_and_look,
)
from mqtck.conformance.cases.vocabulary.report_options import DISPOSITION_OPTIONS, EXCEPTION_OPTIONS
from mqtck.conformance.cases.vocabulary.unusable_queues import (
    HOUR,
    NO_ROOM,
    dead_letter_queue,
    reply_queue,
    unusable_dead_letter_queue,
)
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    QueueAttributes,
    SetDeadLetterQueue,
    SetDeliveryMode,
    Switch,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode, Report
from mqtck.reference.vocabulary.messages import OutgoingMessage
from mqtck.reference.vocabulary.publications import DefineSubscription

_KEPT: Final = tuple(fate for fate in DISPOSITION_OPTIONS if not fate & Report.DISCARD_MSG)


def _harm(draft: Draft, queue: str) -> Steps[None]:
    """The queue of a subscription takes nothing any more, or little."""
    changes: list[AttributeChanges] = []
    if draft.can(Ability.PUT_INHIBIT):
        changes.append(PUT_INHIBITED)
    if draft.can(Ability.QUEUE_LIMITS):
        changes += [NO_ROOM, AttributeChanges(max_message_length=1)]
    if changes:
        yield AlterQueue(queue, draft.draws.one_of(changes))


def _repair(draft: Draft, queue: str) -> Steps[None]:
    put = Switch.ENABLED if draft.can(Ability.PUT_INHIBIT) else None
    limits = draft.can(Ability.QUEUE_LIMITS)
    if put is not None or limits:
        depth, length = (5000, 4_194_304) if limits else (None, None)
        yield AlterQueue(queue, AttributeChanges(put=put, max_depth=depth, max_message_length=length))


def undeliverable_copies(draft: Draft) -> Steps[None]:
    """Copies that fail, with all report options (DD-106 to DD-109, DD-123, X-36, X-38, X-52)."""
    draws = draft.draws
    topic = yield from new_topic(draft)
    audience = yield from new_audience(draft, topic, draws.one_of((1, 1, 3)), queues=65)
    reply = yield from reply_queue(draft)
    publisher = yield from new_publisher(draft, topic)
    delay = draft.delay()
    report = int(draws.one_of(DISPOSITION_OPTIONS)) if draft.can(Ability.REPORT_OPTIONS) else 0
    message = OutgoingMessage(draft.name("m"), report=report, reply_to=reply if report else None)
    yield from publish(draft, publisher, message, delay, draft.life_beyond(delay))
    due = draft.now + delay
    dead_letter = yield from dead_letter_queue(draft)
    harmed = [queue for queue in audience.queues if draws.chance(75)]
    for queue in harmed:
        yield from _harm(draft, queue)
    for _ in range(draws.between(0, 1 if harmed else 2)):
        yield from leave(draft, audience)
    yield from wait_and_look(draft, audience, due)
    for place in (reply, dead_letter):
        if place is not None and Place(place) in draft.places:
            yield from quiet_look(draft, place)
            yield from take(draft, place) if draws.chance(40) else ()
    for queue in harmed:
        yield from _repair(draft, queue)
    if draft.virtual and draws.chance(40):
        yield from passing(draft, HOUR + 1)
    yield from receive_all(draft, audience)


@undisturbed
def copies_that_nothing_takes(draft: Draft) -> Steps[None]:
    """Neither its subscriber nor the dead-letter queue takes a copy: it is gone for good (DD-109, X-36)."""
    draws = draft.draws
    topic = yield from new_topic(draft)
    audience = yield from new_audience(draft, topic, 1, queues=100)
    reply = yield from reply_queue(draft)
    publisher = yield from new_publisher(draft, topic)
    yield from unusable_dead_letter_queue(draft)
    delay = draft.delay()
    report = int(draws.one_of(_KEPT)) if draft.can(Ability.REPORT_OPTIONS) else 0
    message = OutgoingMessage(draft.name("m"), report=report, reply_to=reply if report else None)
    yield from publish(draft, publisher, message, delay, 0)
    for queue in audience.queues:
        yield from _harm(draft, queue)
    yield from until(draft, draft.now + delay + 1)
    yield from quiet_look(draft, STAGING_QUEUE)
    for queue in audience.queues:
        yield from _repair(draft, queue)
    if draft.virtual:
        yield from passing(draft, HOUR + 1)
    yield from receive_all(draft, audience)
    yield from quiet_look(draft, STAGING_QUEUE)


@undisturbed
def all_subscribers_gone(draft: Draft) -> Steps[None]:
    """All subscribers are gone when a copy is due, and a report was asked for (DD-106 to DD-108, X-38)."""
    topic = yield from new_topic(draft)
    audience = yield from new_audience(draft, topic, 2)
    reply = yield from reply_queue(draft)
    publisher = yield from new_publisher(draft, topic)
    dead_letter = yield from dead_letter_queue(draft)
    delay = draft.delay()
    message = OutgoingMessage(
        draft.name("m"), report=int(draft.draws.one_of(EXCEPTION_OPTIONS)), reply_to=reply
    )
    yield from publish(draft, publisher, message, delay, 0)
    yield from leave_for_good(draft, audience)
    yield from until(draft, draft.now + delay + 1)
    yield from quiet_look(draft, STAGING_QUEUE)
    for place in (reply, dead_letter):
        if place is not None and Place(place) in draft.places:
            yield from quiet_look(draft, place)


@undisturbed
def copies_disposed_of_as_asked(draft: Draft) -> Steps[None]:
    """What becomes of a copy that its subscriber's queue does not take: as asked (DD-123, DD-97, DD-98)."""
    draws = draft.draws
    dead_letters = yield from new_queue(draft, "D")
    yield SetDeadLetterQueue(dead_letters)
    topic = yield from new_topic(draft)
    queue = yield from new_queue(draft, "P")
    yield DefineSubscription(f"to{queue}", topic, queue)
    publisher = yield from new_publisher(draft, topic)
    delay = draft.delay()
    report = int(draws.one_of((Report.DISCARD_MSG, Report.DISCARD_MSG, Report.NONE)))
    yield from publish(draft, publisher, OutgoingMessage(draft.name("m"), report=report), delay, 0)
    yield AlterQueue(queue, PUT_INHIBITED)
    yield from until(draft, draft.now + delay + 1)
    yield from quiet_look(draft, dead_letters)
    yield AlterQueue(queue, PUT_ENABLED)
    yield from quiet_look(draft, queue)


@undisturbed
def all_subscribers_gone_and_no_report(draft: Draft) -> Steps[None]:
    """A copy for nobody is not kept for a report that fits nowhere (DD-106, DD-107, X-38)."""
    topic = yield from new_topic(draft)
    audience = yield from new_audience(draft, topic, 1)
    reply = yield from new_queue(draft, "R", QueueAttributes(put=Switch.DISABLED))
    publisher = yield from new_publisher(draft, topic)
    yield (SetDeadLetterQueue(None), SetDeliveryMode(publisher.name, DeliveryMode.NON_PERSISTENT))
    message = OutgoingMessage(
        draft.name("m"), report=int(draft.draws.one_of(EXCEPTION_OPTIONS)), reply_to=reply
    )
    delay = draft.delay()
    yield from publish(draft, publisher, message, delay, 0)
    yield from leave_for_good(draft, audience)
    yield from passing(draft, delay + 1)
    yield from quiet_look(draft, STAGING_QUEUE)
