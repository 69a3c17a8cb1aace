"""The second implementation publishes as the ledger says; asked of all right ones, no model asked."""

import pytest
from second_implementation import on_every_right_one

from implementations.behaviour.publications import DiscardedPublication, LateRemoteSubscribers, Resubscribed
from implementations.behaviour.whole import Background, Behaviour
from implementations.bench import Bench, with_lasting_reports
from implementations.simulation.world import SimulatedAdapter
from implementations.witnesses.parts.common import (
    DISABLE_DLQ,
    DISABLE_REPLY,
    DISCARD,
    EXCEPTION,
    EXPIRATION,
    QUEUES,
    Trace,
)
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Command,
    Commit,
    CreateProducer,
    DefineLocalQueue,
    DefineQueueManager,
    EndQueueManager,
    OpenSession,
    Rollback,
    Send,
    SendArguments,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetTimeToLive,
    StartQueueManager,
    Switch,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode, DestinationPersistence, Feedback
from mqtck.reference.vocabulary.messages import OutgoingMessage, Retention, TopicDestination
from mqtck.reference.vocabulary.outcomes import Done, MessageReturned, NoMessage, Outcome, Refused, Sent
from mqtck.reference.vocabulary.publications import (
    AlterTopic,
    CloseSubscriber,
    DefineSubscription,
    DefineTopic,
    DeleteTopic,
    Durability,
    JoinHierarchy,
    MessageDelivery,
    ReceivePublication,
    Subscribe,
    Unsubscribe,
)

HOUR = 3_600_000
ALL, DURABLE, AVAILABLE = MessageDelivery.ALL, MessageDelivery.ALL_DURABLE, MessageDelivery.ALL_AVAILABLE
PERSISTENT, NON_PERSISTENT = DeliveryMode.PERSISTENT, DeliveryMode.NON_PERSISTENT
NEWS = TopicDestination("news")
TOPIC: Trace = (DefineTopic("NEWS", "news", AVAILABLE, AVAILABLE),)
ADMIN: Trace = (DefineLocalQueue("S"), DefineSubscription("admin", "news", "S"))
DISABLE_S = AlterQueue("S", AttributeChanges(put=Switch.DISABLED))


on_all_right_ones = on_every_right_one(200, with_lasting_reports)


def bench(behaviour: Behaviour, *fixtures: Command) -> Bench:
    return Bench(SimulatedAdapter(behaviour=behaviour).open_world(), *fixtures)


def message(label: str = "m", report: int = 0) -> OutgoingMessage:
    return OutgoingMessage(label, report=report, reply_to="REPLY" if report else None)


def published(
    report: int = 0, delay: int = 5000, mode: DeliveryMode = PERSISTENT, label: str = "m", life: int = 0
) -> Trace:
    return (
        CreateProducer(label, topic=NEWS),
        SetDeliveryDelay(label, delay),
        Send(label, message(label, report), arguments=SendArguments(mode, 4, life)),
    )


def body(outcome: Outcome) -> object:
    return outcome.message.body if isinstance(outcome, MessageReturned) else None


@on_all_right_ones
def test_subscribers_of_the_send_receive_once_after_the_delay(any_right: Bench) -> None:
    """DD-76, DD-115, DD-116, DD-117."""
    any_right.do(*TOPIC, Subscribe("a", "news"), Subscribe("b", "news", Durability.DURABLE), *ADMIN)
    any_right.do(Subscribe("other", "sports"))
    any_right.sent(*published())
    assert any_right.depth(STAGING_QUEUE) == 3
    any_right.do(Subscribe("late", "news"), Advance(4000))
    for name in ("a", "b", "late", "other"):
        assert isinstance(any_right.do(ReceivePublication(name)), NoMessage)
    assert any_right.depth("S") == 0
    any_right.do(Advance(2000))
    assert [body(any_right.do(ReceivePublication(name))) for name in ("a", "b", "late")] == ["m", "m", None]
    assert body(any_right.do(ReceivePublication("a"))) is None
    assert (any_right.depth("S"), any_right.depth(STAGING_QUEUE)) == (1, 0)


@on_all_right_ones
def test_rolled_back_publish_reaches_nobody(any_right: Bench) -> None:
    any_right.do(*TOPIC, *ADMIN, OpenSession("t", Acknowledgement.TRANSACTED))
    any_right.do(CreateProducer("p", session="t", topic=NEWS), SetDeliveryDelay("p", 2000))
    any_right.sent(Send("p", message("gone")))
    any_right.do(Rollback("t"))
    any_right.sent(Send("p", message("kept")))
    assert any_right.browsed(STAGING_QUEUE) == ()
    any_right.do(Commit("t"))
    assert len(any_right.browsed(STAGING_QUEUE)) == 1
    any_right.do(Advance(3000))
    assert [seen.body for seen in any_right.browsed("S")] == ["kept"]


# --- the topic --------------------------------------------------------------------------------------

FAILURES = [
    (PERSISTENT, ALL, AVAILABLE, True),
    (PERSISTENT, DURABLE, AVAILABLE, True),
    (PERSISTENT, AVAILABLE, AVAILABLE, False),
    (NON_PERSISTENT, AVAILABLE, ALL, True),
    (NON_PERSISTENT, AVAILABLE, DURABLE, True),
    (NON_PERSISTENT, AVAILABLE, AVAILABLE, False),
    (NON_PERSISTENT, ALL, DURABLE, True),
]


@pytest.mark.parametrize(("mode", "persistent", "non_persistent", "fails"), FAILURES)
@on_all_right_ones
def test_topic_must_be_all_available(
    any_right: Bench,
    mode: DeliveryMode,
    persistent: MessageDelivery,
    non_persistent: MessageDelivery,
    fails: bool,  # noqa: FBT001 - a column of the table
) -> None:
    """DD-120 to DD-122, DD-124."""
    any_right.do(DefineTopic("NEWS", "news", persistent, non_persistent), *ADMIN)
    outcome = any_right.do(*published(mode=mode))
    assert isinstance(outcome, Refused if fails else Sent)
    if isinstance(outcome, Refused):
        assert outcome.reason == 2502
        assert any_right.depth(STAGING_QUEUE) == 0
    any_right.sent(*published(delay=0, mode=mode, label="n"))


@on_all_right_ones
def test_failure_may_come_with_the_commit(any_right: Bench) -> None:
    """DD-122: the call is not named."""
    any_right.do(DefineTopic("NEWS", "news", ALL, ALL), *ADMIN, OpenSession("t", Acknowledgement.TRANSACTED))
    any_right.do(CreateProducer("p", session="t", topic=NEWS), SetDeliveryDelay("p", 2000))
    outcomes = [any_right.do(Send("p", message())), any_right.do(Commit("t"))]
    assert [outcome.reason for outcome in outcomes if isinstance(outcome, Refused)] == [2502]
    any_right.do(Advance(HOUR))
    assert (any_right.depth("S"), any_right.depth(STAGING_QUEUE)) == (0, 0)


@on_all_right_ones
def test_effective_persistence_decides(any_right: Bench) -> None:
    """X-30: the topic overrides the send."""
    any_right.do(DefineTopic("NEWS", "news", ALL, AVAILABLE), *ADMIN, CreateProducer("p"))
    any_right.do(SetDeliveryDelay("p", 2000))
    destination = TopicDestination("news", DestinationPersistence.PERSISTENT)
    arguments = SendArguments(NON_PERSISTENT, 4, 0)
    refused = any_right.do(Send("p", message(), arguments=arguments, topic=destination))
    assert isinstance(refused, Refused)
    assert refused.reason == 2502


def test_values_are_inherited_and_altered() -> None:
    run = bench(
        Behaviour(), DefineTopic("NEWS", "news", AVAILABLE, AVAILABLE), DefineTopic("X", "news/x", ALL)
    )
    for topic, outcome in (("news/y", Sent), ("news/x", Refused), ("newspaper", Refused)):
        run.do(Subscribe(topic, topic), CreateProducer("p", topic=TopicDestination(topic)))
        assert isinstance(run.do(SetDeliveryDelay("p", 2000), Send("p", message(topic))), outcome), topic
    run.do(CreateProducer("p", topic=TopicDestination("news/x")), SetDeliveryDelay("p", 2000))
    run.do(AlterTopic("X", persistent_delivery=AVAILABLE))
    run.sent(Send("p", message("altered")))
    run.do(AlterTopic("X", persistent_delivery=ALL), DeleteTopic("X"))
    run.sent(Send("p", message("deleted")))


def retained(delay: int, label: str) -> Trace:
    outgoing = OutgoingMessage(label, retained=Retention.RETAIN_PUBLICATION)
    return (CreateProducer("p", topic=NEWS), SetDeliveryDelay("p", delay), Send("p", outgoing))


@on_all_right_ones
def test_retained_publication_cannot_be_delayed(any_right: Bench) -> None:
    """DD-33, DD-34."""
    any_right.do(*TOPIC, *ADMIN)
    any_right.sent(*retained(0, "first"))
    refused = any_right.do(*retained(5000, "second"))
    assert isinstance(refused, Refused)
    assert (refused.reason, any_right.depth(STAGING_QUEUE)) == (2046, 0)
    any_right.do(Subscribe("late", "news"))
    assert body(any_right.do(ReceivePublication("late"))) == "first"


# --- failures ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", [PERSISTENT, NON_PERSISTENT])
@pytest.mark.parametrize("end", ["unsubscribed", "non-durable closed", "durable closed"])
@on_all_right_ones
def test_publication_without_its_subscriber(any_right: Bench, end: str, mode: DeliveryMode) -> None:
    """DD-106, DD-107, DD-108: discarded silently, and the report still comes; a durable one gets it."""
    durability = Durability.NON_DURABLE if end == "non-durable closed" else Durability.DURABLE
    any_right.do(*QUEUES, *TOPIC, Subscribe("a", "news", durability), *published(EXCEPTION, mode=mode))
    any_right.do(Unsubscribe("a") if end == "unsubscribed" else CloseSubscriber("a"), Advance(6000))
    gone = end != "durable closed"
    reports = [seen.descriptor.feedback for seen in any_right.browsed("REPLY")]
    assert (any_right.depth("DLQ"), any_right.depth(STAGING_QUEUE)) == (0, 0)
    assert len(reports) == gone
    assert Feedback.EXPIRATION not in reports
    any_right.do(Subscribe("a", "news", durability))
    assert body(any_right.do(ReceivePublication("a"))) == (None if gone else "m")


@on_all_right_ones
def test_silent_discard_without_a_report_option(any_right: Bench) -> None:
    any_right.do(*QUEUES, *TOPIC, Subscribe("a", "news"), *published(), CloseSubscriber("a"), Advance(HOUR))
    assert [any_right.depth(queue) for queue in ("REPLY", "DLQ", STAGING_QUEUE)] == [0, 0, 0]


# report options, dead-letter queue, reply queue; what the dead-letter, reply and staging queues hold
GOOD = AlterQueue("DLQ", AttributeChanges())
FAILED = [
    (0, GOOD, GOOD, (1, 0, 0)),
    (DISCARD, GOOD, GOOD, (0, 0, 0)),
    (EXCEPTION, GOOD, GOOD, (1, 1, 0)),
    (EXCEPTION, GOOD, DISABLE_REPLY, (2, 0, 0)),
    (EXCEPTION | DISCARD, GOOD, GOOD, (0, 1, 0)),
    (0, DISABLE_DLQ, GOOD, (0, 0, 0)),
]


@pytest.mark.parametrize(("report", "dead_letter", "reply", "expected"), FAILED)
@pytest.mark.parametrize("mode", [PERSISTENT, NON_PERSISTENT])
@on_all_right_ones
def test_publication_that_its_queue_does_not_take(
    any_right: Bench,
    report: int,
    dead_letter: Command,
    reply: Command,
    expected: tuple[int, int, int],
    mode: DeliveryMode,
) -> None:
    """DD-109, DD-123, and DD-97 to DD-103 for a copy of a publication; the other copy arrives (X-52)."""
    any_right.do(*QUEUES, *TOPIC, *ADMIN, Subscribe("b", "news"), *published(report, mode=mode))
    any_right.do(DISABLE_S, dead_letter, reply, Advance(6000))
    assert tuple(any_right.depth(queue) for queue in ("DLQ", "REPLY", STAGING_QUEUE)) == expected
    assert body(any_right.do(ReceivePublication("b"))) == "m"
    for queue in ("S", "DLQ", "REPLY"):
        any_right.do(AlterQueue(queue, AttributeChanges(put=Switch.ENABLED)))
    any_right.do(Advance(HOUR))
    assert any_right.depth("S") == 0


@pytest.mark.parametrize("choice", DiscardedPublication)
def test_report_about_a_publication_that_nothing_took(choice: DiscardedPublication) -> None:
    """DD-109, X-36: whether there is a report is open."""
    run = bench(Behaviour(discarded_publication=choice), *QUEUES, *TOPIC, *ADMIN, *published(EXCEPTION))
    run.do(DISABLE_S, SetDeadLetterQueue(None), Advance(6000))
    assert run.depth(STAGING_QUEUE) == 0
    assert run.depth("REPLY") == (choice is not DiscardedPublication.NOT_REPORTED)


@on_all_right_ones
def test_report_of_a_discard_that_fits_nowhere_brings_a_persistent_one_back(any_right: Bench) -> None:
    """DD-104 for a publication, X-37."""
    any_right.do(*QUEUES, *TOPIC, *ADMIN, *published(EXCEPTION | DISCARD))
    any_right.do(DISABLE_S, DISABLE_DLQ, DISABLE_REPLY, Advance(6000))
    assert any_right.depth(STAGING_QUEUE) == 1
    any_right.do(AlterQueue("REPLY", AttributeChanges(put=Switch.ENABLED)), Advance(HOUR))
    assert (any_right.depth(STAGING_QUEUE), any_right.depth("REPLY")) == (0, 1)


@on_all_right_ones
def test_copies_expire_by_themselves(any_right: Bench) -> None:
    """X-52: both expire in a restart that takes too long; one report at least, two at most."""
    any_right.do(*QUEUES, *TOPIC, *ADMIN, DefineLocalQueue("T"), DefineSubscription("second", "news", "T"))
    any_right.do(*published(EXPIRATION, life=8000), EndQueueManager(), Advance(20000), StartQueueManager())
    # They may have been moved though they had expired (DD-84): a look discards them.
    any_right.do(Advance(HOUR), Browse("S"), Browse("T"))
    assert [any_right.depth(queue) for queue in ("S", "T", "DLQ", STAGING_QUEUE)] == [0, 0, 0, 0]
    assert 1 <= any_right.depth("REPLY") <= 2


@on_all_right_ones
def test_restart_ends_non_durable_subscriptions(any_right: Bench) -> None:
    any_right.do(*TOPIC, Subscribe("a", "news"), Subscribe("b", "news", Durability.DURABLE), *published())
    any_right.do(EndQueueManager(), StartQueueManager(), Advance(6000))
    any_right.do(Subscribe("a", "news"), Subscribe("b", "news", Durability.DURABLE))
    assert [body(any_right.do(ReceivePublication(name))) for name in ("a", "b")] == [None, "m"]


@pytest.mark.parametrize("choice", Resubscribed)
def test_new_subscription_of_an_old_name(choice: Resubscribed) -> None:
    """Chapter 9, item 8."""
    run = bench(Behaviour(resubscribed=choice), *TOPIC, Subscribe("a", "news", Durability.DURABLE))
    run.do(*published(), Unsubscribe("a"), Subscribe("a", "news", Durability.DURABLE), Advance(6000))
    assert body(run.do(ReceivePublication("a"))) == (None if choice is Resubscribed.DISCARDED else "m")


# --- hierarchies ------------------------------------------------------------------------------------

CHILD: Trace = (
    DefineQueueManager("QM2"),
    JoinHierarchy("QM1", "QM2"),
    OpenSession("far", queue_manager="QM2"),
)


@on_all_right_ones
def test_remote_subscribers_receive_after_the_delay(any_right: Bench) -> None:
    """DD-118, DD-119: one copy for the proxy subscription; who came late may receive."""
    any_right.do(*TOPIC, *CHILD, *ADMIN, Subscribe("far1", "news", session="far"))
    any_right.do(Subscribe("far2", "news", session="far"))
    any_right.sent(*published())
    assert any_right.depth(STAGING_QUEUE) == 2
    any_right.do(Subscribe("late", "news", session="far"), Advance(4000))
    assert isinstance(any_right.do(ReceivePublication("far1")), NoMessage)
    any_right.do(Advance(2000))
    assert [body(any_right.do(ReceivePublication(name))) for name in ("far1", "far2")] == ["m", "m"]
    late = any_right.world.behaviour.late_remote_subscribers is LateRemoteSubscribers.RECEIVE
    assert body(any_right.do(ReceivePublication("late"))) == ("m" if late else None)


@on_all_right_ones
def test_undelayed_publication_reaches_grandchildren(any_right: Bench) -> None:
    any_right.do(*TOPIC, *CHILD, DefineQueueManager("QM3"), JoinHierarchy("QM2", "QM3"))
    any_right.do(OpenSession("farther", queue_manager="QM3"), Subscribe("a", "news", session="farther"))
    any_right.sent(*published(delay=0))
    if any_right.world.behaviour.background is Background.NEXT_ADVANCE:
        any_right.do(Advance(1000))
    assert body(any_right.do(ReceivePublication("a"))) == "m"


@on_all_right_ones
def test_publication_waits_for_a_neighbour(any_right: Bench) -> None:
    any_right.do(*TOPIC, *CHILD, DefineLocalQueue("S", queue_manager="QM2"))
    any_right.do(DefineSubscription("admin", "news", "S", "QM2"), *published(), EndQueueManager("QM2"))
    any_right.do(Advance(6000), StartQueueManager("QM2"), Advance(1000))
    assert [seen.body for seen in any_right.browsed("S", "QM2")] == ["m"]


@on_all_right_ones
def test_no_circle_of_queue_managers(any_right: Bench) -> None:
    any_right.do(*CHILD)
    assert isinstance(any_right.do(JoinHierarchy("QM2")), Refused)
    assert any_right.do(DefineQueueManager("QM3")) == Done()
    assert isinstance(any_right.do(JoinHierarchy("QM3", "QM2")), Refused)


@on_all_right_ones
def test_life_goes_on_for_publications(any_right: Bench) -> None:
    any_right.do(*TOPIC, Subscribe("a", "news"), CreateProducer("p", topic=NEWS))
    any_right.do(SetDeliveryDelay("p", 5000), SetTimeToLive("p", 20000), Send("p", message()), Advance(15000))
    outcome = any_right.do(ReceivePublication("a"))
    assert isinstance(outcome, MessageReturned)
    assert isinstance(outcome.message.descriptor.expiry, int)
    assert 40 <= outcome.message.descriptor.expiry <= 60


@on_all_right_ones
def test_report_goes_back_over_the_hierarchy(any_right: Bench) -> None:
    """The copy expires on a queue of another queue manager; the reply-to queue is here."""
    any_right.do(*QUEUES, *TOPIC, *CHILD, DefineLocalQueue("S", queue_manager="QM2"))
    any_right.do(DefineSubscription("admin", "news", "S", "QM2"), *published(EXPIRATION, life=20000))
    any_right.do(Advance(HOUR), Browse("S", "QM2"), Advance(1))
    assert [seen.descriptor.feedback for seen in any_right.browsed("REPLY")] == [Feedback.EXPIRATION]
