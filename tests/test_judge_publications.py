"""What an independent right implementation does with publications is not held against it.

Each trace was once taken for wrong: where the documents leave a matter open, or where reports look alike,
another reading was counted as a breach.
"""

import pytest
from by_hand import blamed, fine, judged, played
from msgspec.structs import replace

from implementations.behaviour.publications import (
    AsParent,
    PublicationFailureAt,
    PublicationIds,
    UndeliverableCopy,
)
from implementations.behaviour.whole import (
    Background,
    Behaviour,
    Confirmations,
    ExpiredDiscard,
    SameInstant,
    TransactedDelayFrom,
)
from implementations.simulation.world import SimulatedAdapter
from implementations.witnesses.parts.common import EXCEPTION, EXPIRATION, Trace
from mqtck.adapters.reference import Reference
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.judge import judge_trace
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Commit,
    CreateProducer,
    DefineLocalQueue,
    DefineQueueManager,
    GetMode,
    MatchCorrelationId,
    MqGet,
    MqPut,
    OpenSession,
    QueueAttributes,
    ReadDepth,
    Receive,
    Send,
    SendArguments,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetTimeToLive,
    Switch,
)
from mqtck.reference.vocabulary.constants import (
    PRIORITY_AS_QUEUE_DEFINITION,
    STAGING_QUEUE,
    DeliveryMode,
    Feedback,
    Report,
)
from mqtck.reference.vocabulary.messages import (
    Descriptor,
    DestinationPersistence,
    JmsHeader,
    OutgoingMessage,
    PutDescriptor,
    QueueDestination,
    Retention,
    SeenMessage,
    TopicDestination,
)
from mqtck.reference.vocabulary.outcomes import (
    Browsed,
    DepthRead,
    MessageReturned,
)
from mqtck.reference.vocabulary.publications import (
    CloseSubscriber,
    DefineSubscription,
    DefineTopic,
    Durability,
    JoinHierarchy,
    MessageDelivery,
    ReceivePublication,
    Subscribe,
    Unsubscribe,
)

AVAILABLE = MessageDelivery.ALL_AVAILABLE
NEWS = TopicDestination("news")
TOPIC: Trace = (DefineTopic("NEWS", "news", AVAILABLE, AVAILABLE), DefineLocalQueue("REPLY"))
CONFIRMED = int(Report.COA | Report.COD)
FULL_DATA = int(Report.EXCEPTION_WITH_FULL_DATA)


def published(
    label: str, delay: int = 0, report: int = 0, life: int = 0, priority: int = 4, length: int | None = None
) -> Trace:
    outgoing = OutgoingMessage(label, length, report=report, reply_to="REPLY" if report else None)
    return (
        CreateProducer(label, topic=NEWS),
        SetDeliveryDelay(label, delay),
        Send(label, outgoing, arguments=SendArguments(DeliveryMode.PERSISTENT, priority, life)),
    )


def retained(label: str, life: int = 0) -> Trace:
    outgoing = OutgoingMessage(label, retained=Retention.RETAIN_PUBLICATION)
    arguments = SendArguments(DeliveryMode.PERSISTENT, 4, life)
    return (CreateProducer(label, topic=NEWS), Send(label, outgoing, arguments=arguments))


def elsewhere(attributes: QueueAttributes | None = None) -> Trace:
    """A subscription on another queue manager of the hierarchy."""
    return (
        *TOPIC,
        DefineQueueManager("QM2"),
        JoinHierarchy("QM1", "QM2"),
        DefineLocalQueue("FAR", attributes or QueueAttributes(), "QM2"),
        DefineSubscription("far", "news", "FAR", "QM2"),
        Advance(1),
    )


FAR, FAR_DEPTH = Browse("FAR", "QM2"), ReadDepth("FAR", "QM2")
OWN = Behaviour(publication_ids=PublicationIds.OWN)
CONFIRMS = Behaviour(confirmations=Confirmations.AT_TARGET)

RIGHT: dict[str, tuple[Behaviour, Trace]] = {
    "a queue elsewhere takes nothing": (
        Behaviour(),
        (*elsewhere(QueueAttributes(put=Switch.DISABLED)), *published("m", 2000), Advance(3000), FAR),
    ),
    "a queue elsewhere takes nothing so long": (
        Behaviour(),
        (
            *elsewhere(QueueAttributes(max_message_length=20)),
            *published("m", 2000, length=60),
            *(Advance(3000), FAR_DEPTH),
        ),
    ),
    "a queue elsewhere takes one of two": (
        Behaviour(undeliverable_copy=UndeliverableCopy.DEAD_LETTERED),
        (
            *elsewhere(QueueAttributes(max_depth=1)),
            *(DefineLocalQueue("DLQ", queue_manager="QM2"), SetDeadLetterQueue("DLQ", "QM2")),
            *(*published("m", 2000), *published("n", 2000, priority=9)),
            *(Advance(3000), FAR, Browse("DLQ", "QM2")),
        ),
    ),
    "reports about copies with ids of their own": (
        Behaviour(publication_ids=PublicationIds.OWN, same_instant=SameInstant.LAST_STAGED_FIRST),
        (
            *(*TOPIC, Subscribe("alice", "news"), *published("m", 2000, FULL_DATA)),
            *(*published("n", 2000, EXCEPTION), CloseSubscriber("alice"), Advance(3000), Browse("REPLY")),
        ),
    ),
    "reports about a put and a copy with an id of its own": (
        OWN,
        (
            *(*TOPIC, DefineLocalQueue("Q"), Subscribe("alice", "news")),
            MqPut("Q", OutgoingMessage("put", report=EXPIRATION, reply_to="REPLY"), PutDescriptor(expiry=20)),
            *(*published("m", 2000, EXPIRATION, 3000), Advance(90_000), ReceivePublication("alice")),
            *(Browse("REPLY"), Receive("Q"), Browse("REPLY")),
        ),
    ),
    "a confirmation outlives the subscription": (
        CONFIRMS,
        (
            *(*TOPIC, Subscribe("alice", "news"), *published("m", report=CONFIRMED)),
            *(CloseSubscriber("alice"), ReadDepth("REPLY"), Browse("REPLY")),
        ),
    ),
    "a confirmation from elsewhere": (
        CONFIRMS,
        (
            *(*elsewhere(), *published("m", 2000, CONFIRMED), Advance(3000), ReadDepth("REPLY")),
            *(Browse("FAR", "QM2"), Browse("REPLY")),
        ),
    ),
    "one of several staged copies by its correlation id": (
        Behaviour(),
        (
            *(*TOPIC, Subscribe("alice", "news"), *published("m", 2000, priority=1)),
            *published("n", 2000, priority=9),
            MqGet(STAGING_QUEUE, match=MatchCorrelationId("m")),
        ),
    ),
    "copies expire one after the other": (
        Behaviour(expired_discard=ExpiredDiscard.WHEN_A_GET_WOULD_RETURN_IT),
        (
            *(*TOPIC, Subscribe("alice", "news"), Subscribe("bob", "news"), Subscribe("carol", "news")),
            *(*published("m", report=EXPIRATION, life=1000), Advance(2000)),
            *(ReceivePublication("bob"), ReceivePublication("carol"), SetDeadLetterQueue(None)),
            Browse("REPLY"),
            *(ReceivePublication("alice"), Browse("REPLY")),
        ),
    ),
    "a publication arrives later, also at a late subscriber": (
        Behaviour(confirmations=Confirmations.AT_TARGET, background=Background.NEXT_ADVANCE),
        (
            *(*elsewhere(), OpenSession("there", queue_manager="QM2"), *published("m", report=CONFIRMED)),
            *(FAR_DEPTH, Subscribe("late", "news", session="there"), Advance(1), FAR_DEPTH),
            *(ReadDepth("REPLY"), ReceivePublication("late"), Advance(1), Browse("REPLY")),
        ),
    ),
    "a queue elsewhere fails after somebody has subscribed here": (
        Behaviour(),
        (
            *(*elsewhere()[:-1], *published("m", 5000), Subscribe("alice", "news")),
            AlterQueue("FAR", AttributeChanges(put=Switch.DISABLED), "QM2"),
            *(Advance(60_000), FAR, FAR_DEPTH),
        ),
    ),
    "one of two staged copies is locked": (
        Behaviour(),
        (
            *(*TOPIC, Subscribe("alice", "news"), Subscribe("bob", "news"), *published("m", 5000)),
            *(MqGet(STAGING_QUEUE, GetMode.BROWSE_FIRST_AND_LOCK), Browse(STAGING_QUEUE)),
        ),
    ),
    "one of two subscribers elsewhere ends before the delay that counts from the commit": (
        Behaviour(transacted_delay_from=TransactedDelayFrom.COMMIT),
        (
            *(*elsewhere(), OpenSession("there", queue_manager="QM2")),
            Subscribe("near", "news", Durability.DURABLE, session="there"),
            *(Advance(1), OpenSession("tx", Acknowledgement.TRANSACTED)),
            *(CreateProducer("p", session="tx", topic=NEWS), SetDeliveryDelay("p", 5000)),
            *(Send("p", OutgoingMessage("m")), Advance(5050), Commit("tx"), Unsubscribe("near")),
            *(FAR, Advance(60_000), FAR),
        ),
    ),
    "a commit refuses what is published to nobody": (
        Behaviour(publication_failure_at=PublicationFailureAt.COMMIT, as_parent=AsParent.ANOTHER_VALUE),
        (
            *(DefineTopic("NEWS", "news"), DefineLocalQueue("Q")),
            *(OpenSession("tx", Acknowledgement.TRANSACTED), CreateProducer("p", session="tx")),
            *(SetDeliveryDelay("p", 5000), Send("p", OutgoingMessage("m"), topic=NEWS)),
            *(Send("p", OutgoingMessage("n"), QueueDestination("Q")), Commit("tx")),
        ),
    ),
    "a retained publication expires on the queue of a later subscription": (
        Behaviour(),
        (
            *(*TOPIC, DefineLocalQueue("Q"), *retained("m", 2000), DefineSubscription("late", "news", "Q")),
            *(Browse("Q"), Advance(3000), MqGet("Q")),
        ),
    ),
    "a retained publication is dead-lettered": (
        Behaviour(undeliverable_copy=UndeliverableCopy.DEAD_LETTERED),
        (
            *(*TOPIC, DefineLocalQueue("Q", QueueAttributes(max_depth=0)), DefineLocalQueue("DLQ")),
            *(SetDeadLetterQueue("DLQ"), *retained("m"), DefineSubscription("late", "news", "Q")),
            *(Browse("DLQ"), ReadDepth("Q")),
        ),
    ),
    "nobody to publish to": (
        Behaviour(),
        (
            *(*TOPIC, DefineLocalQueue("Q"), CreateProducer("p", destination=QueueDestination("Q"))),
            *(SetDeliveryDelay("p", 5000), Send("p", OutgoingMessage("queued"))),
            AlterQueue(STAGING_QUEUE, AttributeChanges(max_depth=0)),
            *(*published("m", 2000), ReadDepth(STAGING_QUEUE)),
        ),
    ),
}


@pytest.mark.parametrize("name", RIGHT)
def test_what_is_open_is_not_held_against_a_right_implementation(name: str) -> None:
    behaviour, commands = RIGHT[name]
    judgement = judge_trace(run_commands(SimulatedAdapter(behaviour=behaviour), commands))
    assert not judgement.breaches
    assert not judgement.indeterminate


def beyond(next_one: Trace) -> Trace:
    """A queue manager beyond the next one, with a subscription."""
    return (
        *(*next_one, DefineQueueManager("QM3"), JoinHierarchy("QM2", "QM3")),
        DefineLocalQueue("FARTHER", queue_manager="QM3"),
        *(DefineSubscription("farther", "news", "FARTHER", "QM3"), Advance(1), *published("m", 2000)),
    )


FARTHER = Browse("FARTHER", "QM3")


def test_whether_a_publication_goes_on_beyond_the_next_queue_manager_is_open() -> None:
    """DD-118 is about the queue manager that the proxy subscription is for."""
    trace = played(*beyond(elsewhere()[:-1]), Advance(3000), FAR, FARTHER)
    found = [step.outcome for step in trace.steps[-2:]]
    assert [len(one.messages) for one in found if isinstance(one, Browsed)] == [1, 1]
    assert fine(trace)
    assert fine(trace, {-1: Browsed(())})
    assert blamed(trace, {-2: Browsed(())}) == ("DD-118",)


def test_a_subscription_beyond_the_next_queue_manager_may_stage_a_copy_or_none() -> None:
    trace = played(*beyond(elsewhere()[:4]), ReadDepth(STAGING_QUEUE), Advance(3000), FARTHER)
    assert trace.steps[-3].outcome == DepthRead(1)
    assert fine(trace)
    assert fine(trace, {-1: Browsed(()), -3: DepthRead(0)})


FULL_FOR_TWO: Trace = (
    *(*TOPIC, DefineLocalQueue("Q", QueueAttributes(max_depth=1))),
    *(DefineSubscription("one", "news", "Q"), DefineSubscription("two", "news", "Q")),
    *(*published("m"), ReadDepth("Q")),
)
"""One queue with room for one message gets the copies of two subscriptions."""

BY_TOPIC = TopicDestination("news", priority=PRIORITY_AS_QUEUE_DEFINITION)
UNSAID: dict[str, Trace] = {
    "room for one copy of two": FULL_FOR_TWO,
    "the priority that a topic defines": (
        *(*TOPIC, Subscribe("alice", "news"), CreateProducer("p")),
        *(Send("p", OutgoingMessage("m"), topic=BY_TOPIC), ReceivePublication("alice")),
    ),
    "the expiry of what is retained": (
        *(*TOPIC, CreateProducer("p", topic=NEWS)),
        Send(
            "p",
            OutgoingMessage("m", report=EXPIRATION, reply_to="REPLY", retained=Retention.RETAIN_PUBLICATION),
            arguments=SendArguments(DeliveryMode.PERSISTENT, 4, 2000),
        ),
        *(Advance(10_000), ReadDepth("REPLY")),
    ),
    "a subscription of the same name on another queue manager": (
        *(*elsewhere(), OpenSession("there", queue_manager="QM2")),
        *(Subscribe("alice", "news", Durability.DURABLE), CloseSubscriber("alice")),
        *(Subscribe("alice", "news", Durability.DURABLE, "there"), ReceivePublication("alice")),
    ),
}


@pytest.mark.parametrize("name", UNSAID)
def test_where_nothing_is_said_nothing_is_judged(name: str) -> None:
    judgement = judge_trace(run_commands(SimulatedAdapter(), UNSAID[name]))
    assert not judgement.breaches
    assert judgement.indeterminate.split(": ")[1].startswith("no rule speaks of ")


def test_the_reference_itself_puts_no_more_copies_on_a_queue_than_fit() -> None:
    *_, read = run_commands(Reference(), FULL_FOR_TWO).steps
    assert read.outcome == DepthRead(1)


def test_the_confirmation_about_one_copy_may_fill_the_queue_that_another_one_is_for() -> None:
    trace = played(
        DefineLocalQueue("READ", QueueAttributes(max_depth=1)),
        Subscribe("A", "news"),
        DefineSubscription("B", "news", "READ"),
        CreateProducer("p", topic=NEWS),
        Send("p", OutgoingMessage("news-1", report=int(Report.COA), reply_to="READ")),
        Browse("READ"),
    )
    confirmation = SeenMessage(descriptor=Descriptor(message_type=4, feedback=int(Feedback.COA)))
    assert judged(trace, {-1: Browsed((confirmation,))}).breaches == ()


def test_a_subscription_between_a_publish_for_nobody_and_its_commit_may_get_a_copy() -> None:
    trace = played(
        OpenSession("s", Acknowledgement.TRANSACTED),
        CreateProducer("p", session="s", topic=NEWS),
        Send("p", OutgoingMessage("news-1")),
        Subscribe("A", "news"),
        Commit("s"),
        ReceivePublication("A"),
    )
    copy = SeenMessage("news-1", JmsHeader(message_id="ID:" + "ab" * 24))
    assert judged(trace, {-1: MessageReturned(copy)}).breaches == ()


def test_what_may_have_left_everything_open_is_no_ground_for_a_breach_afterwards() -> None:
    # The delay may have stayed off or not; only if it has not must the commit fail.
    trace = played(
        DefineTopic("NEWS", "news", MessageDelivery.ALL, AVAILABLE),
        Subscribe("A", "news"),
        OpenSession("s", Acknowledgement.TRANSACTED),
        CreateProducer("p", session="s", topic=NEWS),
        SetTimeToLive("p", 2000),
        SetDeliveryDelay("p", 3000),
        Send("p", OutgoingMessage("news-1"), arguments=SendArguments(DeliveryMode.PERSISTENT, 4, 0)),
        Subscribe("B", "news"),
        Commit("s"),
    )
    assert judged(trace).breaches == ()


def test_which_persistence_a_topic_defines_does_not_matter_for_a_publication_that_nobody_gets() -> None:
    defined = TopicDestination("news", persistence=DestinationPersistence.QUEUE_DEFINITION)
    trace = played(
        OpenSession("s", Acknowledgement.TRANSACTED),
        CreateProducer("p", session="s", topic=defined),
        *(Send("p", OutgoingMessage(f"for nobody {number}")) for number in range(8)),
        Commit("s"),
        Subscribe("A", "news"),
        Send("p", OutgoingMessage("news-1")),
        Commit("s"),
        ReceivePublication("A"),
    )
    for mode in DeliveryMode:
        header = JmsHeader(message_id="ID:" + "ab" * 24, delivery_mode=mode)
        judgement = judged(trace, {-1: MessageReturned(SeenMessage("news-1", header))})
        assert (judgement.breaches, judgement.indeterminate) == ((), "")
        assert judgement.most_states == 2


@pytest.mark.parametrize(("delay", "rules"), [(2000, ("HM-48",)), (0, ())])
def test_a_delayed_publication_keeps_the_queue_for_the_reports_about_it(
    delay: int, rules: tuple[str, ...]
) -> None:
    """X-22; without a delay its copies are the business of the queue manager alone (HM-48)."""
    subscribed = (*TOPIC, Subscribe("alice", "news"), *published("m", delay, EXCEPTION))
    trace = played(*subscribed, Advance(3000), ReceivePublication("alice"))
    outcome = trace.steps[-1].outcome
    assert isinstance(outcome, MessageReturned)
    seen = replace(outcome.message, descriptor=replace(outcome.message.descriptor, reply_to_queue="OTHER"))
    assert blamed(trace, {-1: MessageReturned(seen)}) == rules
