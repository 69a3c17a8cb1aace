"""Traces that show misreadings of delayed publications that cannot be delivered."""

from implementations.witnesses.parts.channels import inhibit
from implementations.witnesses.parts.common import (
    DISABLE,
    DISABLE_DLQ,
    DISABLE_REPLY,
    DISCARD,
    ENABLE_DLQ,
    EXCEPTION,
    LOOK,
    QUEUES,
    TRANSACTED,
    Trace,
    message,
    send,
)
from implementations.witnesses.parts.publications import ALSO, AVAILABLE, NEWS, S, copied, published, topic
from implementations.witnesses.parts.queues import DISABLE_S, limit
from implementations.witnesses.parts.sends import DUE, LOOK_AT_S, OWN, RESTART, outage
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Commit,
    CreateProducer,
    DefineLocalQueue,
    DeleteQueue,
    EndQueueManager,
    ReadDepth,
    Send,
    SetDeliveryDelay,
    SetTimeToLive,
    StartQueueManager,
    Switch,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode, Report
from mqtck.reference.vocabulary.messages import OutgoingMessage, TopicDestination
from mqtck.reference.vocabulary.publications import (
    CloseSubscriber,
    DefineSubscription,
    DefineTopic,
    Durability,
    MessageDelivery,
    ReceivePublication,
    Subscribe,
    Unsubscribe,
)

DURABLE = Durability.DURABLE
ENABLE_S = AlterQueue("S", AttributeChanges(put=Switch.ENABLED))
REPORTED = message(report=EXCEPTION)
ASKED = OutgoingMessage("m", 5000, report=int(Report.EXCEPTION_WITH_FULL_DATA) | DISCARD, reply_to="REPLY")

TRACES: dict[str, Trace] = {
    "copies gone in another session": (
        *(*topic(), Subscribe("a", "news", DURABLE, "s"), *published()),
        *(CloseSubscriber("a"), Subscribe("a", "news", DURABLE, "other"), DUE, ReceivePublication("a")),
    ),
    "a deleted queue is a subscriber gone": (
        *(*QUEUES, *topic(), *S, *published(), DeleteQueue("S"), DUE, DefineLocalQueue("S")),
        *(*published(outgoing=OutgoingMessage("again")), ReadDepth(STAGING_QUEUE), Browse("DLQ")),
    ),
    "unsubscribed when away": (
        *(*QUEUES, *topic(), Subscribe("a", "news", Durability.DURABLE), *published()),
        *(CloseSubscriber("a"), Unsubscribe("a"), DUE, Browse("DLQ")),
    ),
    "administrative subscriptions unreported": (
        *(*QUEUES, *topic(), *S, *published(outgoing=REPORTED), Unsubscribe("s"), DUE, Browse("REPLY")),
    ),
    "copies know their queue alone": (
        *(*QUEUES, *topic(), *S, *published(), Unsubscribe("s"), *ALSO, DUE, Browse("S")),
    ),
    "subscription that ended before the commit served": (
        *(DefineTopic("T", "T", AVAILABLE, AVAILABLE), DefineLocalQueue("S")),
        *(DefineSubscription("s", "T", "S"), TRANSACTED),
        *(CreateProducer("p", session="t", topic=TopicDestination("T")), SetDeliveryDelay("p", 2000), send()),
        *(Unsubscribe("s"), Commit("t"), Advance(3000), Browse("S"), Browse(STAGING_QUEUE)),
    ),
    "copies belong to nobody after a restart": (
        DefineTopic("NEWS", "news", MessageDelivery.ALL_AVAILABLE, MessageDelivery.ALL_AVAILABLE),
        DefineLocalQueue("S"),
        DefineSubscription("s", "news", "S"),
        CreateProducer("p", topic=TopicDestination("news")),
        SetDeliveryDelay("p", 5000),
        send(),
        *outage(1000),
        Unsubscribe("s"),
        Advance(6000),
        Browse("S"),
    ),
    "non-durable over a restart": (
        DefineTopic("NEWS", "news", MessageDelivery.ALL_AVAILABLE, MessageDelivery.ALL_AVAILABLE),
        *(*QUEUES, Subscribe("alice", "news"), CreateProducer("p", topic=TopicDestination("news"))),
        *(SetDeliveryDelay("p", 3000), send("m", EXCEPTION)),
        *(EndQueueManager(), StartQueueManager(), Advance(5000), Browse("REPLY")),
    ),
    "durable while the queue manager runs": (
        *topic(),
        Subscribe("connected", "news", Durability.DURABLE),
        CreateProducer("p", topic=NEWS),
        SetDeliveryDelay("p", 5000),
        send(),
        *RESTART,
        DUE,
        Subscribe("connected", "news", Durability.DURABLE),
        ReceivePublication("connected"),
    ),
    "publication without subscriber dead-lettered": (
        *QUEUES,
        *topic(),
        Subscribe("a", "news", Durability.DURABLE),
        *published(),
        Unsubscribe("a"),
        Advance(6000),
        *LOOK_AT_S,
    ),
    "disconnected dead-lettered": (
        *QUEUES,
        *topic(),
        Subscribe("a", "news"),
        *published(),
        CloseSubscriber("a"),
        Advance(6000),
        *LOOK_AT_S,
    ),
    "durable subscriber away": (
        *topic(),
        Subscribe("a", "news", Durability.DURABLE),
        *published(),
        CloseSubscriber("a"),
        Advance(6000),
        Subscribe("a", "news", Durability.DURABLE),
        ReceivePublication("a"),
    ),
    "silent without report": (
        *QUEUES,
        *topic(),
        Subscribe("a", "news", Durability.DURABLE),
        *published(5000, REPORTED),
        Unsubscribe("a"),
        Advance(6000),
        *LOOK_AT_S,
    ),
    "silent without report where it would have ended": (
        *(*QUEUES, *topic(), Subscribe("a", "news", Durability.DURABLE)),
        *(CreateProducer("p", topic=NEWS), SetTimeToLive("p", 60_000), SetDeliveryDelay("p", 5000)),
        *(Send("p", REPORTED), Unsubscribe("a"), Advance(6000), *LOOK_AT_S),
    ),
    "kept for a report that fits nowhere": (
        *QUEUES,
        *topic(),
        Subscribe("a", "news", Durability.DURABLE),
        DISABLE_REPLY,
        DISABLE_DLQ,
        *published(5000, REPORTED, DeliveryMode.NON_PERSISTENT),
        Unsubscribe("a"),
        Advance(6000),
        ReadDepth(STAGING_QUEUE),
    ),
    "publication tried again": (
        *QUEUES,
        *topic(),
        *S,
        *published(),
        DISABLE_S,
        DISABLE_DLQ,
        Advance(6000),
        ReadDepth(STAGING_QUEUE),
        ENABLE_S,
        ENABLE_DLQ,
        Advance(3_600_000),
        Browse("S"),
    ),
    "undeliverable publication dropped": (
        *QUEUES,
        *topic(),
        *S,
        *published(),
        DISABLE_S,
        Advance(6000),
        *LOOK_AT_S,
    ),
    "publication dead-lettered though discard was asked": (
        *QUEUES,
        *topic(),
        *S,
        *published(5000, message(report=DISCARD)),
        DISABLE_S,
        Advance(6000),
        *LOOK_AT_S,
    ),
    "copy overfills the dead-letter queue": copied(inhibit("S"), limit("DLQ", 0)),
    "copy too long for the dead-letter queue": copied(inhibit("S"), limit("DLQ", None, 1000), length=5000),
    "report too long for the dead-letter queue": (
        *(*OWN, DISABLE_REPLY, limit("DLQ", None, 1000), Send("p", ASKED), DISABLE, DUE, *LOOK),
    ),
}
