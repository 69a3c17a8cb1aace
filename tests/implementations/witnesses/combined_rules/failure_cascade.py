"""Traces that show misreadings of the cascade behind a failed put: dead letters, reports, lives."""

from implementations.witnesses.parts.common import (
    DISABLE,
    DISABLE_DLQ,
    ENABLE,
    ENABLE_DLQ,
    EXCEPTION,
    EXPIRATION,
    LOOK,
    QUEUES,
    TO_Q,
    WATCHED,
    P,
    Trace,
    delayed,
    failed,
    message,
    send,
)
from implementations.witnesses.parts.gets import LOOK_AT_DLQ
from implementations.witnesses.parts.messages import dead_lettered, dead_lettered_with_life
from implementations.witnesses.parts.publications import (
    AVAILABLE,
    NEWS_WITH_SUBSCRIBER,
    TO_T,
    TWO_SUBSCRIPTIONS,
    S,
    T,
    published,
    topic,
)
from implementations.witnesses.parts.queues import DISABLE_S
from implementations.witnesses.parts.sends import DUE, HOUR, LOOK_AT_S, TWIN, kept, tried_again
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    CreateProducer,
    DefineLocalQueue,
    MqGet,
    Send,
    SetDeliveryDelay,
    SetTimeToLive,
    Switch,
)
from mqtck.reference.vocabulary.constants import DeliveryMode
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination, TopicDestination
from mqtck.reference.vocabulary.publications import DefineSubscription, DefineTopic

LONG_NAME = "QUEUE.OF.THE.NORTHERN.AND.THE.SOUTHERN.BRANCHES"
DEAD: Trace = (
    *(*QUEUES, CreateProducer("p", destination=TO_Q), SetDeliveryDelay("p", 5000)),
    Send("p", OutgoingMessage("m", report=EXPIRATION, reply_to="REPLY", jms_type="invoice")),
    *(DISABLE, Advance(6000), *LOOK),
)
TO_B = QueueDestination("B")
DISABLE_B = AlterQueue("B", AttributeChanges(put=Switch.DISABLED))
REPLY = QueueDestination("REPLY", queue_manager="QM7")
ELSEWHERE = OutgoingMessage("m", reply_to="REPLY", reply_destination=REPLY)

TRACES: dict[str, Trace] = {
    "dead-letter header of twenty characters": (
        *QUEUES,
        DefineLocalQueue(LONG_NAME),
        CreateProducer("p", destination=QueueDestination(LONG_NAME)),
        SetDeliveryDelay("p", 5000),
        send(),
        AlterQueue(LONG_NAME, AttributeChanges(put=Switch.DISABLED)),
        DUE,
        Browse("DLQ"),
    ),
    "header on the dead-letter queue always": (
        *QUEUES,
        CreateProducer("p", destination=QueueDestination("DLQ")),
        SetDeliveryDelay("p", 5000),
        send(),
        DUE,
        Browse("DLQ"),
    ),
    "one report a message": (
        *QUEUES,
        *delayed(5000, 20_000, EXCEPTION | EXPIRATION),
        DISABLE,
        Advance(22_000),
        Browse("DLQ"),
        Browse("REPLY"),
    ),
    "dead letters of publications unlimited": (
        *QUEUES,
        *NEWS_WITH_SUBSCRIBER,
        *TWO_SUBSCRIPTIONS,
        SetTimeToLive("p", 60_000),
        send(),
        AlterQueue("S", AttributeChanges(put=Switch.DISABLED)),
        Advance(20_000),
        Browse("DLQ"),
    ),
    "dead-lettered publications without their header": (
        *(*QUEUES, DefineTopic("T", "T", AVAILABLE, AVAILABLE), DefineSubscription("s", "T", "Q")),
        *(CreateProducer("p", topic=TO_T), SetDeliveryDelay("p", 5000), Send("p", message())),
        *(DISABLE, Advance(6000), Browse("DLQ")),
    ),
    "dead letters persistent": (*dead_lettered_with_life(DeliveryMode.NON_PERSISTENT), Browse("DLQ")),
    "dead letters of one priority": (*dead_lettered_with_life(DeliveryMode.PERSISTENT), Browse("DLQ")),
    "dead-letter header of the first": (
        *(*QUEUES, DefineLocalQueue("B"), CreateProducer("p"), SetDeliveryDelay("p", 5000)),
        *(Send("p", message(), TO_Q), DISABLE, Advance(6000), MqGet("DLQ")),
        *(Send("p", message("m2"), TO_B), DISABLE_B, Advance(6000), Browse("DLQ")),
    ),
    "dead letters without reply-to queue manager": (
        *(*QUEUES, *P[1:], SetDeliveryDelay("p", 5000), Send("p", ELSEWHERE)),
        *(DISABLE, Advance(6000), Browse("DLQ")),
    ),
    "publications dead-lettered for the staging queue": (
        *(*QUEUES, DefineTopic("T", "T", AVAILABLE, AVAILABLE), DefineSubscription("s", "T", "Q")),
        *(CreateProducer("p", topic=TopicDestination("T")), SetDeliveryDelay("p", 5000)),
        *(Send("p", OutgoingMessage("m")), DISABLE, Advance(6000), Browse("DLQ")),
    ),
    "kept for its report without an end": kept(HOUR, (Advance(HOUR),)),
    "one failure ends the copies that are not persistent": (
        *(*QUEUES, *topic(), *S, *T, *published(mode=DeliveryMode.NON_PERSISTENT), DISABLE_S),
        *(Advance(6000), Browse("T"), *LOOK_AT_S),
    ),
    "one failure ends all copies": (
        *QUEUES,
        *topic(),
        *S,
        *T,
        *published(),
        DISABLE_S,
        Advance(6000),
        Browse("T"),
        *LOOK_AT_S,
    ),
    "kept without end": (
        *tried_again(life=20_000),
        Advance(60_000),
        ENABLE,
        ENABLE_DLQ,
        Advance(7_200_000),
        MqGet("Q"),
        MqGet("DLQ"),
    ),
    "timestamp element of the burial": (*failed(0), Browse("DLQ")),
    "format of the staging queue on the dead-letter queue": (
        *(*QUEUES, *TWIN, MqGet("Q"), *delayed(5000), DISABLE, Advance(6000), MqGet("DLQ")),
    ),
    "dead letters without MQRFH2": DEAD,
    "dead letters say that they were sent to the dead-letter queue": DEAD,
    "reason as the feedback": DEAD,
    "reply queue in the dead-letter header": DEAD,
    "dead letters of another id": dead_lettered(),
    "dead letters without correlation id": dead_lettered(),
    "dead letters report nothing": (
        *dead_lettered(EXPIRATION),
        Advance(90_000),
        Browse("DLQ"),
        Browse("REPLY"),
    ),
    "dead letters without report options": dead_lettered(EXPIRATION),
    "dead letters for the staging queue": dead_lettered(),
    "no expiration report by a later attempt itself": (
        *(*QUEUES, *delayed(5000, 20_000, EXPIRATION), DISABLE, DISABLE_DLQ),
        *((Advance(4000), Browse("REPLY")) * 20),
        *(*WATCHED, *WATCHED, *LOOK_AT_DLQ),
    ),
    "no expiration report at a later attempt": (
        *QUEUES,
        *delayed(5000, 20_000, EXPIRATION),
        DISABLE,
        DISABLE_DLQ,
        Advance(6000),
        *WATCHED,
        *WATCHED,
        *LOOK_AT_DLQ,
        Browse("REPLY"),
    ),
}
