"""Traces that show the faults of `wrong_for_some` and `wrong_beside_others`."""

from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineQueueManager,
    DepthTrigger,
    EndQueueManager,
    MatchMessageId,
    MqGet,
    OpenSession,
    QueueAttributes,
    ReadDepth,
    Send,
    SendArguments,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetPriority,
    SetTimeToLive,
    StartQueueManager,
    Switch,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode, Report
from mqtck.reference.vocabulary.messages import (
    OutgoingMessage,
    QueueDestination,
    Retention,
    TargetClient,
    TopicDestination,
)
from mqtck.reference.vocabulary.publications import (
    AlterTopic,
    CloseSubscriber,
    DefineSubscription,
    DefineTopic,
    Durability,
    MessageDelivery,
    Subscribe,
)

from .witness_parts import (
    DISABLE,
    DISCARD,
    EXCEPTION,
    EXPIRATION,
    QUEUES,
    TO_Q,
    P,
    Q,
    Trace,
    delayed,
    failed,
    message,
    send,
)

DAY = 86_400_000
HALFWAY: Trace = (Advance(2000), Browse("Q"))
DELAY = SetDeliveryDelay("p", 5000)
ANONYMOUS: Trace = (*Q, CreateProducer("p"), DELAY)
OWN_ID = "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8"
NON_PERSISTENT = SendArguments(DeliveryMode.NON_PERSISTENT, 4, 0)
NEWS = TopicDestination("news")
AVAILABLE = MessageDelivery.ALL_AVAILABLE
TOPIC: Trace = (
    DefineTopic("NEWS", "news", AVAILABLE, AVAILABLE),
    CreateProducer("p", topic=NEWS),
    DELAY,
)
TWO_SUBSCRIPTIONS: Trace = (
    DefineLocalQueue("S"),
    DefineSubscription("one", "news", "S"),
    DefineSubscription("two", "news", "S"),
)
AT_QM2: Trace = (
    DefineQueueManager("QM2"),
    DefineLocalQueue("Q", queue_manager="QM2"),
    DefineLocalQueue("DLQ", queue_manager="QM2"),
    SetDeadLetterQueue("DLQ", "QM2"),
    OpenSession("s", queue_manager="QM2"),
    CreateProducer("p", session="s", destination=TO_Q),
    DELAY,
    send(),
)
OUTAGE: Trace = (EndQueueManager(), Advance(8000), StartQueueManager(), Advance(2000))


def short_delay(milliseconds: int) -> Trace:
    return (*Q, *delayed(milliseconds), Browse("Q"), Browse(STAGING_QUEUE))


def of_priority(priority: int) -> Trace:
    return (*P, DELAY, SetPriority("p", priority), send(), *HALFWAY)


def full_by(*arguments: SendArguments, limit: int) -> Trace:
    """Two messages on a queue that takes so many, and a delayed one for it."""
    sends = [Send("p", message(f"m{number}"), arguments=one) for number, one in enumerate(arguments)]
    lowered = AlterQueue("Q", AttributeChanges(max_depth=limit))
    return (*P, *sends, lowered, DELAY, send("late"))


def not_dead_lettered(report: int) -> Trace:
    return (*failed(report), Browse("REPLY"))


FOR_SOME: dict[str, Trace] = {
    "delay in 32 bits": (*Q, *delayed(60 * DAY), Advance(30 * DAY), Browse("Q")),
    "delay of 1 ms ignored": short_delay(1),
    "delay below a tenth ignored": short_delay(99),
    "low priorities wait": (
        *P,
        SetDeliveryDelay("p", 60_000),
        SetPriority("p", 9),
        send("high"),
        DELAY,
        SetPriority("p", 0),
        send("low"),
        Advance(10_000),
        Browse("Q"),
        Browse(STAGING_QUEUE),
    ),
    "lowest priority without delay": of_priority(0),
    "highest priority without delay": of_priority(9),
    "native messages without delay": (
        *ANONYMOUS,
        Send("p", message(), QueueDestination("Q", target_client=TargetClient.MQ)),
        *HALFWAY,
    ),
    "replies without delay": (
        *P,
        send("request"),
        DELAY,
        Send("p", OutgoingMessage("reply", correlates_with="request")),
        *HALFWAY,
    ),
    "another queue manager without delay": (*AT_QM2, Advance(2000), Browse("Q", "QM2")),
    "existence behind an alias not asked": (
        DefineAliasQueue("A", "NOWHERE"),
        CreateProducer("p"),
        DELAY,
        Send("p", message(), QueueDestination("A")),
    ),
    "retained accepted without a subscriber": (
        *TOPIC,
        Send("p", OutgoingMessage("m", retained=Retention.RETAIN_PUBLICATION)),
    ),
    "first queue alone delayed": (
        *ANONYMOUS,
        DefineLocalQueue("R"),
        Send("p", message("first"), QueueDestination("R")),
        Send("p", message("second"), TO_Q),
        *HALFWAY,
    ),
    "object keeps its delay": (
        *P,
        DELAY,
        send("first"),
        SetDeliveryDelay("p", 0),
        Send("p", OutgoingMessage("second", same_object_as="first")),
        Browse("Q"),
        Browse(STAGING_QUEUE),
    ),
    "delay gone with a refused send": (
        *P,
        DELAY,
        DISABLE,
        send("refused"),
        AlterQueue("Q", AttributeChanges(put=Switch.ENABLED)),
        send("accepted"),
        *HALFWAY,
    ),
    "conflict with a former life": (*P, SetTimeToLive("p", 2000), SetTimeToLive("p", 0), DELAY, send()),
    "conflict with the life of an earlier send": (
        *P,
        Send("p", message("short"), arguments=SendArguments(DeliveryMode.PERSISTENT, 4, 2000)),
        DELAY,
        send("late"),
    ),
    "staged found by the original id": (*Q, *delayed(5000), MqGet(STAGING_QUEUE, match=MatchMessageId("m"))),
    "get-disabled target failed": (
        *QUEUES,
        *delayed(5000),
        AlterQueue("Q", AttributeChanges(get=Switch.DISABLED)),
        Advance(6000),
        Browse("DLQ"),
    ),
    "staged correlation id kept where there is one": (
        *P,
        DELAY,
        Send("p", OutgoingMessage("m", correlation_id=OWN_ID)),
        Browse(STAGING_QUEUE),
    ),
    "staged id new for the persistent alone": (
        *P,
        DELAY,
        Send("p", message(), arguments=NON_PERSISTENT),
        Browse(STAGING_QUEUE),
    ),
    "long messages cut": (
        *P,
        DELAY,
        Send("p", OutgoingMessage("m", length=50_000)),
        Advance(6000),
        Browse("Q"),
    ),
}

BESIDE_OTHERS: dict[str, Trace] = {
    "full by equality": full_by(NON_PERSISTENT, NON_PERSISTENT, limit=1),
    "full by the persistent": full_by(NON_PERSISTENT, NON_PERSISTENT, limit=2),
    "no exception report beside confirmations": not_dead_lettered(EXCEPTION | int(Report.COD)),
    "no exception report beside expiration": not_dead_lettered(EXCEPTION | EXPIRATION),
    "no expiration report with discard": (
        *QUEUES,
        *delayed(3000, 6000, EXPIRATION | DISCARD),
        *OUTAGE,
        Browse(STAGING_QUEUE),
        Browse("Q"),
        Browse("REPLY"),
    ),
    "one report a message": (
        *QUEUES,
        *delayed(5000, 20_000, EXCEPTION | EXPIRATION),
        DISABLE,
        Advance(22_000),
        Browse("DLQ"),
        Browse("REPLY"),
    ),
    "NAN of a discard": not_dead_lettered(DISCARD | int(Report.NAN)),
    "report to a short queue dropped": (
        *QUEUES,
        AlterQueue("REPLY", AttributeChanges(max_message_length=1)),
        CreateProducer("p", destination=TO_Q),
        DELAY,
        send(report=int(Report.EXCEPTION_WITH_FULL_DATA) | DISCARD),
        Send("p", OutgoingMessage("n", 500, int(Report.EXCEPTION_WITH_FULL_DATA) | DISCARD, "REPLY")),
        DISABLE,
        Advance(6000),
        Browse("DLQ"),
    ),
    "another queue manager's dead letters lost": (
        *AT_QM2,
        AlterQueue("Q", AttributeChanges(put=Switch.DISABLED), "QM2"),
        Advance(6000),
        Browse("DLQ", "QM2"),
    ),
    "no trigger by the processor": (
        DefineLocalQueue("INIT"),
        DefineLocalQueue("Q", QueueAttributes(trigger=DepthTrigger(1, "INIT"))),
        *delayed(5000),
        Advance(6000),
        Browse("Q"),
        Browse("INIT"),
    ),
    "dead letters of publications unlimited": (
        *QUEUES,
        *TOPIC,
        *TWO_SUBSCRIPTIONS,
        SetTimeToLive("p", 60_000),
        send(),
        AlterQueue("S", AttributeChanges(put=Switch.DISABLED)),
        Advance(20_000),
        Browse("DLQ"),
    ),
    "second copy of default priority": (
        *TOPIC,
        *TWO_SUBSCRIPTIONS,
        SetPriority("p", 7),
        send(),
        Advance(6000),
        Browse("S"),
    ),
    "one copy for a queue": (*TOPIC, *TWO_SUBSCRIPTIONS, send(), ReadDepth(STAGING_QUEUE)),
    "away at the publish": (
        *TOPIC,
        Subscribe("s", "news", Durability.DURABLE),
        CloseSubscriber("s"),
        send(),
        ReadDepth(STAGING_QUEUE),
    ),
    "message delivery asked once": (
        *TOPIC,
        *TWO_SUBSCRIPTIONS,
        send("first"),
        AlterTopic("NEWS", MessageDelivery.ALL, MessageDelivery.ALL),
        send("second"),
    ),
    "a copy for nobody": (*TOPIC, send(), ReadDepth(STAGING_QUEUE)),
}
