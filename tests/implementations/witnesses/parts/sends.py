"""Producers, delays, units of work and waits."""

from implementations.witnesses.parts.common import (
    DISABLE,
    DISABLE_DLQ,
    DISABLE_REPLY,
    ENABLE,
    EXPIRATION,
    LOOK,
    QUEUES,
    TO_Q,
    TP,
    TRANSACTED,
    WATCHED,
    P,
    Q,
    Trace,
    delayed,
    failed,
    message,
    put,
    send,
)
from implementations.witnesses.parts.gets import DEAD_IN_UNIT
from implementations.witnesses.parts.queues import QUEUES_AND_ALIAS
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Advance,
    Browse,
    Command,
    Commit,
    Connect,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    DeleteQueue,
    EndQueueManager,
    GetMode,
    MqGet,
    MqPut,
    OpenSession,
    ProducerApi,
    QueueAttributes,
    ReadDepth,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetPriority,
    SetTimeToLive,
    StartQueueManager,
    Usage,
)
from mqtck.reference.vocabulary.constants import (
    DEFAULT_DEAD_LETTER_QUEUE,
    STAGING_QUEUE,
    DeliveryMode,
    DestinationPersistence,
    Persistence,
    Report,
)
from mqtck.reference.vocabulary.environment import SetEnforcementVariable
from mqtck.reference.vocabulary.messages import PutDescriptor, QueueDestination, TargetClient

DUE = Advance(6000)
HOURS = Advance(2 * 3_600_000)
LATE: Trace = (
    *Q,
    SetDeadLetterQueue("Q"),
    *delayed(5000, 36_000_000),
    DISABLE,
    Advance(60_000),
    ENABLE,
    HOURS,
    Browse("Q"),
)
"""Whether the target or the disposal is tried again, it leads to Q."""
DAY = 86_400_000


def held_back(milliseconds: int) -> Trace:
    """A look after half of the delay."""
    return (*Q, *delayed(milliseconds), Advance(min(DAY, milliseconds) // 2), *LOOK[:1])


DELAY = SetDeliveryDelay("p", 5000)
UNIT_WITH_DELAY: Trace = (
    *(*QUEUES, OpenSession("t", Acknowledgement.TRANSACTED)),
    *(CreateProducer("p", session="t", destination=TO_Q), DELAY),
)
COMMITTED: Trace = (Commit("t"), DUE, *LOOK)
P_DELAYED_BY_2_S: Trace = (*P, SetDeliveryDelay("p", 2000))
Q_OF_QM1 = QueueDestination("Q", queue_manager="QM1")
SYSTEM = DEFAULT_DEAD_LETTER_QUEUE
LOST = Persistence.NOT_PERSISTENT
TWO_PRODUCERS: Trace = (
    *P,
    CreateProducer("other", destination=TO_Q),
)
PERSISTENTLY_PUT = Persistence.PERSISTENT
QUEUES_OF_BOTH: Trace = (*Q, DefineLocalQueue("REPLY"))
NAMED_ON_SEND: Trace = (*QUEUES_OF_BOTH, CreateProducer("p"))
UNIT_WITH_REPLY: Trace = (*QUEUES_OF_BOTH, TRANSACTED, CreateProducer("p", session="t", destination=TO_Q))
OVERRIDING = QueueDestination("Q", DestinationPersistence.NON_PERSISTENT)
OVERRIDING_FOR_MQI = QueueDestination("Q", DestinationPersistence.PERSISTENT, target_client=TargetClient.MQ)
MQI = QueueDestination("Q", target_client=TargetClient.MQ)
FOR_MQI: Trace = (*Q, CreateProducer("p", destination=MQI), SetDeliveryDelay("p", 5000))
HALFWAY: Trace = (Advance(2000), Browse("Q"))
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


def not_dead_lettered(report: int) -> Trace:
    return (*failed(report), Browse("REPLY"))


DELAYED: Trace = (SetDeliveryDelay("p", 5000),)
DETAILED = QueueDestination("Q", DestinationPersistence.PERSISTENT, 7)
AS_DEFINED = QueueDestination("Q", DestinationPersistence.QUEUE_DEFINITION)
CROWD = 40
PERSISTENT: Trace = (*QUEUES, *P[1:], SetDeliveryMode("p", DeliveryMode.PERSISTENT))


def crowd(report: int = 0) -> Trace:
    return tuple(send(f"m{number}", report) for number in range(CROWD))


RESTART: Trace = (EndQueueManager(), StartQueueManager())
COD = int(Report.COD)
REPLY = DefineLocalQueue("REPLY")


def staged(report: int) -> Trace:
    return (
        *(*QUEUES, SetDeadLetterQueue(None), *delayed(5000, 8000, report), DISABLE, Advance(6000)),
        *WATCHED,
    )


EXPIRING = put(expiry=20, report=EXPIRATION)
UNIT: Trace = (*Q, TRANSACTED, CreateProducer("p", session="t", destination=TO_Q))
SIMPLIFIED: Trace = (*Q, CreateProducer("p", ProducerApi.JMS_PRODUCER, destination=TO_Q))
NAMELESS: Trace = (*Q, CreateProducer("p"))
LIFE = SetTimeToLive("p", 20_000)
WITHOUT_TARGET: Trace = (TRANSACTED, CreateProducer("p", session="t", destination=TO_Q), DELAY)
NON_PERSISTENT = SetDeliveryMode("p", DeliveryMode.NON_PERSISTENT)
EXPIRED: Trace = (*QUEUES, put(expiry=20, report=EXPIRATION), Advance(5000))
EXPIRED2: Trace = (put(expiry=20), Advance(4000), MqGet("Q"))
DEAD: Trace = (*QUEUES, *delayed(3000, 9000), DISABLE)
ANY: Trace = (CreateProducer("p"), SetPriority("p", 2))
"""A producer without a destination."""
OVER = Advance(5000)


def elsewhere(expiry: int) -> Trace:
    return (
        DefineQueueManager("QM2"),
        DefineLocalQueue("Q2", queue_manager="QM2"),
        Connect("c", "QM2"),
        MqPut("Q2", message(), PutDescriptor(expiry=expiry), connection="c"),
    )


def browsed(expiry: int, report: int = 0) -> Trace:
    return (*QUEUES, put(expiry=expiry, report=report), MqGet("Q", GetMode.BROWSE_FIRST))


P_AND_P2: Trace = (*P, CreateProducer("p2", destination=TO_Q))
SECOND = Send("p2", message("second"))


def outage(milliseconds: int) -> Trace:
    return (EndQueueManager(), Advance(milliseconds), StartQueueManager())


ASKING: Trace = (*QUEUES, CreateProducer("p", destination=TO_Q), SetTimeToLive("p", 2000))
OF_SESSION: Trace = (*P, CreateProducer("q", ProducerApi.MESSAGE_PRODUCER, destination=TO_Q))
BY_Q: Trace = (Send("q", message()), Browse("Q"))
TWO_UNITS: Trace = (
    *TP,
    OpenSession("u", Acknowledgement.TRANSACTED),
    CreateProducer("o", session="u", destination=TO_Q),
    SetDeliveryDelay("o", 5000),
    send("first"),
    Send("o", message()),
)
QUIET = int(Report.ACTIVITY | Report.PAN | Report.NAN)
P_DELAYED: Trace = (*P, SetDeliveryDelay("p", 5000))


def expired(queue: str) -> Trace:
    """A message that is over, and one that is not, behind an alias."""
    return (
        *QUEUES_AND_ALIAS,
        put("m", 20, EXPIRATION),
        put("n", 600),
        Advance(10_000),
        MqGet(queue),
        Browse("REPLY"),
    )


EXPIRED_BEHIND_RESTART: Trace = (
    *(*QUEUES, *P[1:], SetDeliveryDelay("p", 2000), SetTimeToLive("p", 5000), send("m", EXPIRATION)),
    *(EndQueueManager(), StartQueueManager(), Advance(9000), MqGet("Q"), ReadDepth("Q")),
)
DELAYED_TO_Q: Trace = (CreateProducer("p", destination=TO_Q), SetDeliveryDelay("p", 5000))
HOUR = 3_600_000
DOWN: Trace = (EndQueueManager(), Advance(6000), StartQueueManager())


def persistent(label: str = "m", expiry: int = -1) -> MqPut:
    descriptor = PutDescriptor(expiry=expiry, persistence=Persistence.PERSISTENT)
    return MqPut("Q", message(label, EXPIRATION), descriptor)


def kept(time_to_live: int, *afterwards: Trace) -> Trace:
    """A message that is to be discarded and reported, and whose report fits nowhere."""
    return (
        *(*QUEUES, CreateProducer("p", destination=TO_Q), SetTimeToLive("p", time_to_live)),
        *(SetDeliveryDelay("p", 2000), send(report=int(Report.EXCEPTION | Report.DISCARD_MSG))),
        *(DISABLE, DISABLE_REPLY, DISABLE_DLQ, Advance(3000), ReadDepth(STAGING_QUEUE)),
        *(command for commands in afterwards for command in commands),
        *(ENABLE, Advance(2 * HOUR), Browse("Q"), Browse(STAGING_QUEUE)),
    )


LOOK_AT_S: Trace = (
    Browse("REPLY"),
    Browse("DLQ"),
    Browse(STAGING_QUEUE),
)


def tried_again(delay: int = 5000, life: int = 0, report: int = 0) -> Trace:
    """A message that neither its target nor a dead-letter queue has taken."""
    return (*QUEUES, *delayed(delay, life, report), DISABLE, DISABLE_DLQ, Advance(6000))


SENDING: Trace = (CreateProducer("p", destination=TO_Q),)
TWIN: Trace = (*P, send("twin"))
WITH_FULL_DATA = int(Report.EXPIRATION_WITH_FULL_DATA)
REPORTED: Trace = (
    *(*QUEUES, SetDeadLetterQueue(None), *SENDING, SetTimeToLive("p", 2000), send("twin", WITH_FULL_DATA)),
    *(Advance(5000), MqGet("Q"), MqGet("REPLY")),
    *(*delayed(3000, 6000, WITH_FULL_DATA), DISABLE, Advance(10_000), Browse(STAGING_QUEUE), MqGet("REPLY")),
)
"""An undelayed message is reported in full, and a delayed one that has expired on the staging queue."""
EXPORTED: Trace = (*QUEUES, SetEnforcementVariable("True"))
DELAYED_BY_3_S: Trace = (*P[1:], SetDeliveryDelay("p", 3000))
LENGTH = 4000
DUE_OF_3_S = Advance(4000)


def producer_to(queue: str) -> Trace:
    """A producer with a delay."""
    return (CreateProducer("p", destination=QueueDestination(queue)), DELAY)


PRODUCER_TO_ALIAS: Trace = (*QUEUES, DefineAliasQueue("A", "Q"), *producer_to("A"))
PRODUCER_TO_REMOTE: Trace = (
    *(*QUEUES, DefineLocalQueue("X", QueueAttributes(usage=Usage.TRANSMISSION))),
    *(DefineRemoteQueue("R", "STOCK", "QM9", "X"), *producer_to("R")),
)
OWN: Trace = (*QUEUES, *producer_to("Q"))


def failed_on(way: Trace, report: int, *harm: Command) -> Trace:
    return (*way, send(report=report), *harm, DUE, *LOOK)


def dead(life: int, report: int = 0) -> Trace:
    return (*QUEUES, *delayed(3000, life, report), DISABLE, Advance(life + 5000), DEAD_IN_UNIT)


DELETE_Q = DeleteQueue("Q")
TO_Q_DELAYED: Trace = (CreateProducer("p"), SetDeliveryDelay("p", 5000))
