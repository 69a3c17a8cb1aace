"""Traces that show misreadings of delays that are lost: some messages go at once."""

from implementations.witnesses.parts.common import (
    EXPIRATION,
    QUEUES,
    TO_Q,
    TP,
    P,
    Q,
    Trace,
    delayed,
    message,
    put,
    send,
)
from implementations.witnesses.parts.messages import PERSISTENT_FORM
from implementations.witnesses.parts.publications import PUBLISHER
from implementations.witnesses.parts.sends import (
    AT_QM2,
    DAY,
    DELAY,
    DELAYED,
    EXPIRED2,
    HALFWAY,
    NON_PERSISTENT,
    Q_OF_QM1,
    UNIT,
    held_back,
)
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Commit,
    CreateProducer,
    DefineLocalQueue,
    EndQueueManager,
    MqGet,
    OpenSession,
    ProducerApi,
    Receive,
    Rollback,
    Send,
    SendArguments,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetPriority,
    SetTimeToLive,
    StartQueueManager,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination, TargetClient

ANONYMOUS: Trace = (*Q, CreateProducer("p"), DELAY)


def short_delay(milliseconds: int) -> Trace:
    return (*Q, *delayed(milliseconds), Browse("Q"), Browse(STAGING_QUEUE))


def of_priority(priority: int) -> Trace:
    return (*P, DELAY, SetPriority("p", priority), send(), *HALFWAY)


LIVING: Trace = (SetTimeToLive("p", 60_000),)
OTHERWISE: Trace = (SetDeliveryMode("p", DeliveryMode.NON_PERSISTENT), SetPriority("p", 7))
OUTSIDE: Trace = (*Q, CreateProducer("p", session="s", destination=TO_Q))
SENT: Trace = (send("m2"), Receive("Q"))


def after_a_receive(settings: Trace) -> Trace:
    return (*OUTSIDE, *settings, Receive("Q", session="s"), *SENT)


def after_a_rollback(settings: Trace) -> Trace:
    return (*UNIT, *settings, Rollback("t"), send("m2"), Commit("t"), Receive("Q"))


def after_another_session(settings: Trace) -> Trace:
    return (*OUTSIDE, *settings, OpenSession("u"), OpenSession("u"), *SENT)


LOOK_EARLY: Trace = (Advance(2000), Browse("Q"))
SHORT = SetDeliveryDelay("p", 733)
SEEN: Trace = (Browse("Q"), Browse(STAGING_QUEUE))
AGAIN: Trace = (EndQueueManager(), StartQueueManager())

TRACES: dict[str, Trace] = {
    "delay without lower bits ignored": held_back(1 << 32),
    "delay of one day ignored": held_back(DAY),
    "JMSProducer without delay": (
        *Q,
        CreateProducer("p", ProducerApi.JMS_PRODUCER),
        SetDeliveryDelay("p", 5000),
        Send("p", message(), TO_Q),
        Receive("Q"),
    ),
    "no delay behind a receive": (
        *TP,
        DefineLocalQueue("ASKED"),
        CreateProducer("asks", destination=QueueDestination("ASKED")),
        Send("asks", OutgoingMessage("question")),
        Receive("ASKED", "t"),
        send(),
        Commit("t"),
        Browse("Q"),
    ),
    "delay of 1 ms ignored": short_delay(1),
    "delay below a tenth ignored": short_delay(99),
    "first queue alone delayed": (
        *ANONYMOUS,
        DefineLocalQueue("R"),
        Send("p", message("first"), QueueDestination("R")),
        Send("p", message("second"), TO_Q),
        *HALFWAY,
    ),
    "delay lost in a receive": after_a_receive(DELAYED),
    "delay lost with another session": after_another_session(DELAYED),
    "life lost in a receive": after_a_receive(LIVING),
    "life lost in a rollback": after_a_rollback(LIVING),
    "life lost with another session": after_another_session(LIVING),
    "defaults behind a receive": after_a_receive(OTHERWISE),
    "defaults behind a rollback": after_a_rollback(OTHERWISE),
    "defaults behind another session": after_another_session(OTHERWISE),
    "no delays behind a rollback": (
        *(*UNIT, SHORT, send("first"), Rollback("t")),
        *(send(), Commit("t"), *SEEN),
    ),
    "expired returned behind a rollback": (*UNIT, send("first"), Rollback("t"), *EXPIRED2),
    "short delays ignored behind a restart": (*Q, *AGAIN, *delayed(733), *SEEN),
    "no conflict behind a restart": (
        *(*Q, *AGAIN, CreateProducer("p", destination=TO_Q), SetDeliveryDelay("p", 5000)),
        *(SetTimeToLive("p", 3000), send()),
    ),
    "nothing reported behind a restart": (
        *(*QUEUES, *AGAIN, put(expiry=20, report=EXPIRATION), Advance(4000), MqGet("Q")),
        *(Browse("Q"), Browse("REPLY")),
    ),
    "no delay behind another setter": (
        *P,
        SetDeliveryDelay("p", 5000),
        SetPriority("p", 7),
        send(),
        Receive("Q"),
    ),
    "short delays ignored": (*Q, *delayed(900), Browse("Q")),
    "queue manager named and no delay": (
        *Q,
        CreateProducer("p"),
        DELAY,
        Send("p", OutgoingMessage("m"), Q_OF_QM1),
        Browse("Q"),
    ),
    "publications without delay": (*PUBLISHER, DELAY, send(), Advance(2000), Browse("S")),
    "long form without delay": (
        *P,
        DELAY,
        Send("p", OutgoingMessage("m"), arguments=SendArguments(DeliveryMode.PERSISTENT, 4, 0)),
        *LOOK_EARLY,
    ),
    "destination of the send without delay": (
        *Q,
        CreateProducer("p"),
        DELAY,
        Send("p", OutgoingMessage("m"), TO_Q),
        *LOOK_EARLY,
    ),
    "unit of work without delay": (*TP, send(), Commit("t"), *LOOK_EARLY),
    "non-persistent without delay": (*P, NON_PERSISTENT, DELAY, send(), *LOOK_EARLY),
    "short delays in a unit of work ignored": (*UNIT, SHORT, send(), Commit("t"), *SEEN),
    "short delays to destinations of the send ignored": (
        *(*Q, CreateProducer("p"), SHORT),
        *(Send("p", OutgoingMessage("m"), TO_Q), *SEEN),
    ),
    "short delays of the long form ignored": (
        *(*P, SHORT, Send("p", OutgoingMessage("m"), arguments=PERSISTENT_FORM), *SEEN),
    ),
    "short delays of typed messages ignored": (
        *(*P, SHORT, Send("p", OutgoingMessage("m", jms_type="invoice")), *SEEN),
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
}
