"""Publish/subscribe: the rules as values, and what the documents do not know."""

import msgspec
import pytest
from msgspec.structs import replace
from prices import ALL, ALLAVAIL, ALLDUR, ASPARENT

from mqtck.reference.chapters.client_restrictions import retention_conflict
from mqtck.reference.chapters.failure_to_put import (
    Action,
    Asked,
    Destination,
    Fate,
    MessagePersistence,
    ReplyQueue,
    ReportFate,
    Row,
    Slots,
    Target,
    procedure,
    tolerated,
)
from mqtck.reference.chapters.subscriptions import delivery_allows_delay, matching
from mqtck.reference.model import initial_state
from mqtck.reference.state.intervals import Answer, Interval
from mqtck.reference.state.queue_keys import key
from mqtck.reference.state.state import State
from mqtck.reference.state.subscriptions import Subscriber, Subscription, Topic
from mqtck.reference.vocabulary.constants import Persistence
from mqtck.reference.vocabulary.messages import Retention
from mqtck.reference.vocabulary.profile import ClockKind, Profile
from mqtck.reference.vocabulary.publications import MessageDelivery
from mqtck.reference.vocabulary.traces import command_decoder

YES, UNSURE, NO = Answer.YES, Answer.UNSURE, Answer.NO


PERSISTENT, NOT_PERSISTENT = Persistence.PERSISTENT, Persistence.NOT_PERSISTENT


# --- the rules themselves ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("persistent", "other", "persistence", "allowed"),
    [
        (ALLAVAIL, ALLAVAIL, PERSISTENT, YES),
        (ALLAVAIL, ALLAVAIL, NOT_PERSISTENT, YES),
        (ALL, ALLAVAIL, PERSISTENT, NO),
        (ALLDUR, ALLAVAIL, PERSISTENT, NO),
        (ALLAVAIL, ALL, PERSISTENT, UNSURE),
        (ALLAVAIL, ALLDUR, NOT_PERSISTENT, NO),
        (ALLDUR, ALLAVAIL, NOT_PERSISTENT, UNSURE),
        (ALLAVAIL, ASPARENT, PERSISTENT, UNSURE),
        (ASPARENT, ALL, PERSISTENT, UNSURE),
        (ASPARENT, ALL, NOT_PERSISTENT, NO),
    ],
)
def test_which_attribute_allows_a_delay(
    persistent: MessageDelivery, other: MessageDelivery, persistence: Persistence, allowed: Answer
) -> None:
    topics = fresh().topics.set("QM1:OBJECT", Topic("PRICES", persistent, other))
    state = replace(fresh(), topics=topics)
    assert delivery_allows_delay(state, "QM1", "PRICES", persistence) is allowed


def test_nothing_is_said_of_a_topic_string_without_a_topic_object() -> None:
    assert delivery_allows_delay(fresh(), "QM1", "PRICES", PERSISTENT) is UNSURE


def fresh() -> State:
    return initial_state(ClockKind.VIRTUAL, Profile(), 0)


def test_who_is_subscribed_to_the_same_topic_on_the_same_queue_manager_is_matched() -> None:
    subscriptions = fresh().subscriptions
    for name, manager, topic in (("a", "QM1", "PRICES"), ("b", "QM2", "PRICES"), ("c", "QM1", "ORDERS")):
        made = Subscription(Subscriber.DURABLE, manager, topic, key(manager, name), Interval(0, 0))
        subscriptions = subscriptions.set(name, made)
    assert matching(replace(fresh(), subscriptions=subscriptions), "QM1", "PRICES") == ["a"]


@pytest.mark.parametrize(
    ("retained", "delay", "conflict"),
    [
        (Retention.RETAIN_PUBLICATION, 1, YES),
        (Retention.RETAIN_PUBLICATION, 0, NO),
        (None, 5000, NO),
    ],
)
def test_retained_publications_and_delay(retained: Retention | None, delay: int, conflict: Answer) -> None:
    assert retention_conflict(retained, delay) is conflict


def row(
    target: Target,
    *,
    action: Action = Action.DEAD_LETTER,
    slots: Slots = Slots.SEVERAL,
    asked: Asked = Asked.NO,
    reply: ReplyQueue = ReplyQueue.USABLE,
    persistence: MessagePersistence = MessagePersistence.PERSISTENT,
) -> tuple[Row, tuple[Row, ...]]:
    main = procedure(target, action, slots, asked, reply, persistence, Destination.SUBSCRIBER)
    return main, tolerated(main, slots, asked, reply, persistence)


@pytest.mark.parametrize("action", list(Action))
@pytest.mark.parametrize("persistence", list(MessagePersistence))
@pytest.mark.parametrize("slots", list(Slots))
def test_without_a_subscriber_the_options_do_not_matter(
    action: Action, persistence: MessagePersistence, slots: Slots
) -> None:
    main, more = row(Target.GONE, action=action, persistence=persistence, slots=slots)
    assert (main.fate, main.report, more) == (Fate.SILENCED, ReportFate.NONE, ())


def test_a_copy_without_a_subscriber_is_reported_where_that_was_asked_for() -> None:
    asked, dead = Asked.YES, ReplyQueue.UNUSABLE
    main, more = row(Target.GONE, asked=asked)
    assert (main.report, more) == (ReportFate.SENT, ())
    main, more = row(Target.GONE, asked=asked, reply=dead)
    assert (main.report, more[0].report) == (ReportFate.DEAD_LETTERED, ReportFate.DROPPED)
    main, more = row(Target.GONE, asked=asked, reply=dead, slots=Slots.NONE)
    assert (main.fate, more[0].fate) == (Fate.SILENCED, Fate.RETRIED)
    main, more = row(
        Target.GONE, asked=asked, reply=dead, slots=Slots.NONE, persistence=MessagePersistence.NOT_PERSISTENT
    )
    assert (main.fate, main.report, more) == (Fate.SILENCED, ReportFate.DROPPED, ())


@pytest.mark.parametrize("persistence", list(MessagePersistence))
@pytest.mark.parametrize("asked", list(Asked))
def test_a_publication_that_fits_nowhere_is_discarded_and_a_message_for_a_queue_kept(
    persistence: MessagePersistence, asked: Asked
) -> None:
    main, more = row(Target.UNUSABLE, slots=Slots.NONE, persistence=persistence, asked=asked)
    assert main.fate is Fate.ABANDONED
    assert [one.report for one in more] == ([ReportFate.SENT] if asked is Asked.YES else [])
    factors = (Target.UNUSABLE, Action.DEAD_LETTER, Slots.NONE, asked, ReplyQueue.USABLE, persistence)
    assert procedure(*factors).fate is Fate.RETRIED


@pytest.mark.parametrize("action", list(Action))
@pytest.mark.parametrize("slots", [Slots.ONE, Slots.SEVERAL])
@pytest.mark.parametrize("asked", list(Asked))
@pytest.mark.parametrize("reply", list(ReplyQueue))
@pytest.mark.parametrize("persistence", list(MessagePersistence))
def test_everything_else_is_the_same_for_queues_and_subscribers(
    action: Action, slots: Slots, asked: Asked, reply: ReplyQueue, persistence: MessagePersistence
) -> None:
    factors = (Target.UNUSABLE, action, slots, asked, reply, persistence)
    assert procedure(*factors, Destination.SUBSCRIBER) == procedure(*factors)


# --- bad input ---------------------------------------------------------------------------------------


TWICE = '"destination": {"queue": "Q"}, "topic": {"topic_string": "T"}}'


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ('{"command": "define topic", "topic": "T", "topic_string": ""}', "topic_string"),
        ('{"command": "define topic", "topic": "T", "topic_string": "Prices/#"}', "topic_string"),
        ('{"command": "define topic", "topic": "A B", "topic_string": "Prices"}', "topic"),
        (
            '{"command": "define topic", "topic": "T", "topic_string": "P", "persistent_delivery": "some"}',
            "persistent_delivery",
        ),
        ('{"command": "subscribe", "subscription": "s", "topic_string": "+/Fruit"}', "topic_string"),
        ('{"command": "subscribe", "subscription": "", "topic_string": "Prices"}', "subscription"),
        (
            '{"command": "subscribe", "subscription": "s", "topic_string": "P", "durability": "x"}',
            "durability",
        ),
        ('{"command": "define subscription", "subscription": "s", "topic_string": "P"}', "queue"),
        ('{"command": "join hierarchy", "parent": "QM1"}', "parent"),
        (f'{{"command": "send", "producer": "p", "message": {{"label": "m"}}, {TWICE}', "topic"),
        (f'{{"command": "create producer", "producer": "p", {TWICE}', "topic"),
        (
            '{"command": "send", "producer": "p", "message": {"label": "m"}, "topic": {"topic_string": "#"}}',
            "topic_string",
        ),
        (
            '{"command": "send", "producer": "p", "message": {"label": "m", "retained": "ever"}}',
            "retained",
        ),
    ],
)
def test_what_the_documents_do_not_know_is_refused_with_its_field(line: str, field: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=rf"\b{field}\b"):
        command_decoder.decode(line)
