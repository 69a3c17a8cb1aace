"""Traces that show the faults of `wrong_now_and_then`."""

from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Commit,
    CreateProducer,
    DefineLocalQueue,
    EndQueueManager,
    MqGet,
    MqPut,
    Receive,
    Send,
    SendArguments,
    SetDeliveryDelay,
    SetPriority,
    SetTimeToLive,
    StartQueueManager,
)
from mqtck.reference.vocabulary.constants import DeliveryMode, Persistence, Report
from mqtck.reference.vocabulary.messages import OutgoingMessage, PutDescriptor, TopicDestination
from mqtck.reference.vocabulary.publications import (
    DefineSubscription,
    DefineTopic,
    MessageDelivery,
    Unsubscribe,
)

from .witness_parts import (
    DISABLE,
    DISCARD,
    EXCEPTION,
    EXPIRATION,
    QUEUES,
    TO_Q,
    TP,
    P,
    Q,
    Trace,
    delayed,
    failed,
    message,
    send,
)

DAY = 86_400_000
LIFE = 214_748_364_800
"""Ms: more than Expiry can hold."""
TWO: Trace = (*P, CreateProducer("p2", destination=TO_Q))
SECOND = Send("p2", message("second"))
LONG_FORM = Send("p", message("first"), arguments=SendArguments(DeliveryMode.NON_PERSISTENT, 7, 60_000))
LASTING = PutDescriptor(expiry=600, persistence=Persistence.PERSISTENT)


def outage(milliseconds: int) -> Trace:
    return (EndQueueManager(), Advance(milliseconds), StartQueueManager())


def sent_with(text: str) -> Trace:
    return (*P, Send("p", OutgoingMessage("m", correlation_text=text)))


def dead_lettered(mode: DeliveryMode, life: int = 0) -> Trace:
    """A delayed message on the dead-letter queue; EXPIRATION is asked for."""
    return (
        *QUEUES,
        CreateProducer("p", destination=TO_Q),
        SetDeliveryDelay("p", 5000),
        Send("p", message(report=EXPIRATION), arguments=SendArguments(mode, 4, life)),
        DISABLE,
        Advance(6000),
    )


NOW_AND_THEN: dict[str, Trace] = {
    "short delays ignored": (*Q, *delayed(900), Browse("Q")),
    "delay in 31 bits": (*Q, *delayed(30 * DAY), Advance(10 * DAY), Browse("Q")),
    "a millisecond early": (*Q, *delayed(5000), Advance(4999), Browse("Q")),
    "late commit forgotten": (*TP, send(), Advance(9000), Commit("t"), Advance(9000), Browse("Q")),
    "delay of a session": (*TWO, SetDeliveryDelay("p", 5000), SECOND, Browse("Q")),
    "life of a session": (*TWO, SetTimeToLive("p", 2000), SECOND, Browse("Q")),
    "long form lasts": (*P, LONG_FORM, send("next")),
    "setPriority ignored": (*P, SetPriority("p", 7), send()),
    "life stops while down": (*Q, MqPut("Q", message(), LASTING), *outage(20_000), MqGet("Q")),
    "delay stops while down": (*Q, *delayed(5000), *outage(10_000), Advance(1000), Browse("Q")),
    "priority lost at restart": (
        *P,
        SetPriority("p", 7),
        SetDeliveryDelay("p", 5000),
        send(),
        *outage(1000),
        Advance(6000),
        Browse("Q"),
    ),
    "header lost at restart": (*Q, *delayed(5000), *outage(1000), Advance(6000), Browse("Q")),
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
    "conflict by 1 ms accepted": (*P, SetDeliveryDelay("p", 5000), SetTimeToLive("p", 4999), send()),
    "life compared in 32 bits": (
        *P,
        SetDeliveryDelay("p", 5000),
        SetTimeToLive("p", (1 << 32) + 1000),
        send(),
    ),
    "long lives not compared": (*P, SetDeliveryDelay("p", 2 * LIFE), SetTimeToLive("p", LIFE), send()),
    "id of the millisecond": (*P, send("one"), send("two")),
    "text in modified UTF-8": sent_with("🛒 für Zoë"),
    "text of 255 characters": sent_with("1234567890" * 30),
    "text without its blanks": sent_with("  order 17 "),
    "priority in two classes": (*P, SetPriority("p", 2), send()),
    "discard by equality": failed(DISCARD | EXCEPTION),
    "exception report only without data": failed(int(Report.EXCEPTION_WITH_FULL_DATA)),
    "expiration report of the persistent": (
        *QUEUES,
        MqPut(
            "Q", message(report=EXPIRATION), PutDescriptor(expiry=20, persistence=Persistence.NOT_PERSISTENT)
        ),
        Advance(5000),
        Receive("Q"),
        Browse("REPLY"),
    ),
    "dead letters unreported": (
        *dead_lettered(DeliveryMode.PERSISTENT, 20_000),
        Advance(22_000),
        Browse("DLQ"),
        Browse("REPLY"),
    ),
    "dead letters persistent": (*dead_lettered(DeliveryMode.NON_PERSISTENT), Browse("DLQ")),
    "dead letters of one priority": (*dead_lettered(DeliveryMode.PERSISTENT), Browse("DLQ")),
    "report of type datagram": (*failed(EXCEPTION), Browse("REPLY")),
    "exception reported as expiration": (*failed(EXCEPTION), Browse("REPLY")),
    "one reason for all": (*P, SetDeliveryDelay("p", 5000), SetTimeToLive("p", 3000), send()),
    "every tenth lost": (*P, *(send(f"m{number}") for number in range(10)), Browse("Q")),
}
