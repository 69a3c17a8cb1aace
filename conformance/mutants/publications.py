"""Mutants of publish/subscribe: whom a publication is for, and what fails."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from mqtck.reference.chapters.failure_to_put import Action, Destination, Fate, ReportFate, Row, Slots, Target
from mqtck.reference.chapters.proxy_subscriptions import Proxy
from mqtck.reference.sending.puts import accept
from mqtck.reference.state.intervals import Interval
from mqtck.reference.state.messages import Message
from mqtck.reference.state.queue_keys import queue_name
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Cause, Ended
from mqtck.reference.state.subscriptions import Subscriber, Subscription

from .parts import Mutant, around, instead

MATCHING: Final = "chapters.subscriptions.matching"
PROCEDURE: Final = "chapters.failure_to_put.procedure"
SUBSCRIBED: Final = "administration.subscription_fixtures._subscribed"
TARGETS: Final = "internal_work.delivery_attempts._targets"

# --- whom it is for --------------------------------------------------------------------------------------


def _delayed_publications(state: State, subscription: Subscription, at: Interval) -> list[Message]:
    """Those of the topic whose delay is not over."""
    place = (subscription.queue_manager, subscription.topic_string)
    return [
        state.messages[serial]
        for serial, belief in state.beliefs.items()
        if belief == (Ended(Cause.PUBLISHED),)
        and (state.messages[serial].queue_manager, state.messages[serial].topic) == place
        and at.earliest < state.messages[serial].sent.earliest + state.messages[serial].delay
    ]


def _for(state: State, publication: Message, name: str, queue: str, due: Interval | None) -> Message:
    """A copy of a publication for one more subscription."""
    return replace(
        publication,
        serial=state.next_serial,
        publication=publication.serial,
        subscription=name,
        first=queue,
        name=queue_name(queue),
        due=due,
    )


def _matched_late(committed: Callable[[State, Message], bool]) -> Callable[..., State]:
    """Who subscribes during the delay gets the publications for which this holds."""

    def wrong(
        right: Callable[..., State], state: State, name: str, made: Subscription, at: Interval
    ) -> State:
        after = right(state, name, made, at)
        for publication in _delayed_publications(state, made, at):
            if committed(state, publication):
                due = publication.sent.plus(publication.delay)
                copy = _for(after, publication, name, made.queue, due)
                after = accept(after, copy, _unit_of(state, publication), at)
                copies = (*after.copies[publication.serial], copy.serial)
                after = replace(after, copies=after.copies.set(publication.serial, copies))
        return after

    return wrong


def _uncommitted(state: State, publication: Message) -> bool:
    return _unit_of(state, publication) is not None


def _unit_of(state: State, publication: Message) -> str | None:
    """The unit of work that is to commit it, None where it is committed."""
    copies = set(state.copies[publication.serial])
    return next((name for name, unit in state.units.items() if copies & set(unit.put)), None)


def _first_alone(
    right: Callable[..., list[str]], state: State, queue_manager: str, topic_string: str
) -> list[str]:
    return right(state, queue_manager, topic_string)[:1]


def _twice_each(
    right: Callable[..., list[str]], state: State, queue_manager: str, topic_string: str
) -> list[str]:
    return [name for name in right(state, queue_manager, topic_string) for _ in range(2)]


def _delivered_at_once(
    right: Callable[..., State], state: State, message: Message, unit: str | None, at: Interval
) -> State:
    waits = message.publication is None or message.proxy is not None
    return right(state, message if waits else replace(message, due=None), unit, at)


def _counted_once(right: Callable[..., int], state: State, key: str) -> int:
    """What is staged of one publication counts as one."""
    depth = right(state, key)
    queue = state.queues.get(key)
    if queue is None or not key.endswith("SYSTEM.DDELAY.LOCAL.QUEUE"):
        return depth
    staged = [state.messages[serial].publication for serial in queue.residents]
    copies = [publication for publication in staged if publication is not None]
    return depth - len(copies) + len(set(copies))


def _unsubscribed_when_closed(state: State, name: str, at: Interval) -> State:
    from mqtck.reference.administration.subscription_fixtures import unsubscribed  # noqa: PLC0415 - as the right one does

    return unsubscribed(state, name, at)


def _distributed_at_once(
    right: Callable[..., State], state: State, tried: Any, copy: Message, proxy: Proxy, at: Interval
) -> State:
    return right(state, tried, replace(copy, due=None), proxy, at)


def _one_for_each_behind(
    right: Callable[..., list[Proxy]], state: State, queue_manager: str, topic_string: str, at: Interval
) -> list[Proxy]:
    return [
        proxy._replace(entitled=frozenset({name}))
        for proxy in right(state, queue_manager, topic_string, at)
        for name in sorted(proxy.entitled)
    ]


# --- what fails ------------------------------------------------------------------------------------------


def _rows(change: Callable[[Row, tuple[Any, ...]], Row]) -> Callable[..., Row]:
    """The right row of the procedure, changed where it is about a subscriber."""

    def wrong(right: Callable[..., Row], *factors: Any) -> Row:
        row = right(*factors)
        return change(row, factors) if factors[-1] is Destination.SUBSCRIBER else row

    return wrong


def _kept_without_subscriber(row: Row, factors: tuple[Any, ...]) -> Row:
    del factors
    return row._replace(fate=Fate.RETRIED, report=ReportFate.NONE) if row.fate is Fate.SILENCED else row


def _silent_towards_all(row: Row, factors: tuple[Any, ...]) -> Row:
    del factors
    return row._replace(report=ReportFate.NONE) if row.fate is Fate.SILENCED else row


def _dead_lettered_with_its_report(row: Row, factors: tuple[Any, ...]) -> Row:
    del factors
    both = row.fate is Fate.SILENCED and row.report is ReportFate.DEAD_LETTERED
    return row._replace(fate=Fate.DEAD_LETTERED) if both else row


def _kept_for_its_report(row: Row, factors: tuple[Any, ...]) -> Row:
    del factors
    lost = row.fate is Fate.SILENCED and row.report is ReportFate.DROPPED
    return row._replace(fate=Fate.RETRIED, report=ReportFate.NONE) if lost else row


def _kept_as_for_a_queue(row: Row, factors: tuple[Any, ...]) -> Row:
    del factors
    return row._replace(fate=Fate.RETRIED) if row.fate is Fate.ABANDONED else row


def _dropped_when_it_fails(row: Row, factors: tuple[Any, ...]) -> Row:
    failed = factors[0] is Target.UNUSABLE
    return row._replace(fate=Fate.SILENCED, report=ReportFate.NONE) if failed else row


def _never_discarded(right: Callable[..., Row], *factors: Any) -> Row:
    target, action, *others = factors
    subscriber = factors[-1] is Destination.SUBSCRIBER
    return right(target, Action.DEAD_LETTER if subscriber else action, *others)


def _as_for_a_subscriber(right: Callable[..., Row], *factors: Any) -> Row:
    target, action, slots, *_ = factors
    nowhere = target is Target.UNUSABLE and action is Action.DEAD_LETTER and slots is Slots.NONE
    return right(*factors[:-1], Destination.SUBSCRIBER) if nowhere else right(*factors)


def _dead_lettered_when_gone(*kinds: Subscriber) -> Callable[..., Any]:
    """A copy without a subscriber is like one that its queue does not take."""

    def wrong(right: Callable[..., Any], state: State, message: Message) -> Any:
        found = right(state, message)
        former = state.former.get(message.subscription or "")
        return [(None, Target.UNUSABLE)] if former in kinds else found

    return wrong


def _all_or_nothing(right: Callable[..., Any], state: State, message: Message) -> Any:
    siblings = state.copies.get(message.publication or 0, ())
    targets = [right(state, state.messages[serial]) for serial in siblings]
    failed = any(all(target is not Target.USABLE for _, target in found) for found in targets)
    return [(None, Target.UNUSABLE)] if failed else right(state, message)


MUTANTS: Final[tuple[Mutant, ...]] = (
    Mutant(
        "matched-at-delivery",
        "Matches a delayed publication with the subscriptions there are when the delay is over.",
        ("DD-76", "DD-115", "DD-116"),
        (around(SUBSCRIBED, _matched_late(lambda *_: True)),),
    ),
    Mutant(
        "matched-at-commit",
        "Matches a delayed publication of a unit of work with the subscriptions there are at its commit.",
        ("DD-76", "DD-115", "DD-116"),
        (around(SUBSCRIBED, _matched_late(_uncommitted)),),
    ),
    Mutant(
        "first-subscriber-alone",
        "Stages a delayed publication for the first of its subscribers.",
        ("DD-115", "DD-116", "DD-76"),
        (around(MATCHING, _first_alone),),
    ),
    Mutant(
        "two-for-each-subscriber",
        "Delivers a publication to each subscriber twice.",
        ("DD-115", "DD-116"),
        (around(MATCHING, _twice_each),),
    ),
    Mutant(
        "one-staged-publication",
        "Stages a publication once, however many subscribers it is for.",
        ("DD-116",),
        (around("preference.preferred_depth", _counted_once),),
    ),
    Mutant(
        "publications-not-staged",
        "Delivers publications at once, delayed or not.",
        ("DD-117", "DD-116", "DD-01"),
        (around("sending.puts.accept", _delivered_at_once),),
    ),
    Mutant(
        "dead-lettered-when-unsubscribed",
        "Dead-letters a publication whose subscriber has unsubscribed.",
        ("DD-106",),
        (around(TARGETS, _dead_lettered_when_gone(Subscriber.DURABLE, Subscriber.ADMINISTRATIVE)),),
    ),
    Mutant(
        "kept-without-subscriber",
        "Keeps a publication on the staging queue when its subscriber is gone.",
        ("DD-106", "DD-107"),
        (around(PROCEDURE, _rows(_kept_without_subscriber)),),
    ),
    Mutant(
        "dead-lettered-when-disconnected",
        "Dead-letters a publication whose non-durable subscriber is gone.",
        ("DD-107", "DD-106"),
        (around(TARGETS, _dead_lettered_when_gone(Subscriber.NON_DURABLE)),),
    ),
    Mutant(
        "durable-ends-when-closed",
        "Takes a durable subscriber that disconnects for one that unsubscribes.",
        ("DD-107", "DD-115"),
        (instead("administration.subscription_fixtures.disconnected", _unsubscribed_when_closed),),
    ),
    Mutant(
        "silent-towards-all",
        "Makes no report about a publication that it discards silently.",
        ("DD-108", "X-38"),
        (around(PROCEDURE, _rows(_silent_towards_all)),),
    ),
    Mutant(
        "dead-lettered-with-its-report",
        "Dead-letters a publication without a subscriber where its report is dead-lettered.",
        ("X-38", "DD-106", "DD-107"),
        (around(PROCEDURE, _rows(_dead_lettered_with_its_report)),),
    ),
    Mutant(
        "kept-for-the-report-without-subscriber",
        "Keeps a publication without a subscriber, persistent or not, until the report about it fits.",
        ("DD-106", "DD-107", "X-38"),
        (around(PROCEDURE, _rows(_kept_for_its_report)),),
    ),
    Mutant(
        "publication-tried-again",
        "Keeps a publication that the dead-letter queue does not take, as it would a message for a queue.",
        ("DD-109", "X-36"),
        (around(PROCEDURE, _rows(_kept_as_for_a_queue)),),
    ),
    Mutant(
        "queues-like-publications",
        "Discards a message for a queue that the dead-letter queue does not take, as it would a publication.",
        ("X-36", "DD-99"),
        (around(PROCEDURE, _as_for_a_subscriber),),
    ),
    Mutant(
        "publication-dropped-when-it-fails",
        "Discards a publication that the queue of its subscriber does not take.",
        ("DD-123", "DD-98", "DD-101", "DD-109"),
        (around(PROCEDURE, _rows(_dropped_when_it_fails)),),
    ),
    Mutant(
        "publication-never-discarded",
        "Dead-letters publications whose sender asked for a discard.",
        ("DD-123", "DD-97"),
        (around(PROCEDURE, _never_discarded),),
    ),
    Mutant(
        "all-copies-or-none",
        "Delivers a publication to nobody where one of its subscribers cannot be served.",
        ("X-52", "DD-115", "DD-106"),
        (around(TARGETS, _all_or_nothing),),
    ),
    Mutant(
        "distributed-at-once",
        "Sends a delayed publication to another queue manager at once.",
        ("DD-118", "DD-117"),
        (around("sending.publishing._towards", _distributed_at_once),),
    ),
    Mutant(
        "staged-for-each-behind-a-proxy",
        "Stages a message for each subscriber behind a proxy subscription.",
        ("DD-118", "DD-116"),
        (around("chapters.proxy_subscriptions.proxies", _one_for_each_behind),),
    ),
)
