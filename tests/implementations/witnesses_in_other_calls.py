"""Traces that show the faults of `wrong_in_other_calls`."""

from mqtck.reference.vocabulary.clusters import DefaultBinding, JoinCluster
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Commit,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DisableMessageId,
    EndQueueManager,
    FailDelayProcessor,
    GetMode,
    GrantPut,
    MatchMessageId,
    MqGet,
    MqPut,
    MqPut1,
    OpenSession,
    ProducerApi,
    QueueAttributes,
    ReadDepth,
    Receive,
    Send,
    SendArguments,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetPriority,
    SetTimeToLive,
    StartQueueManager,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode
from mqtck.reference.vocabulary.environment import SetEnforcementVariable
from mqtck.reference.vocabulary.messages import OutgoingMessage, PutDescriptor, QueueDestination
from mqtck.reference.vocabulary.publications import (
    DefineSubscription,
    DefineTopic,
    MessageDelivery,
    ReceivePublication,
    Subscribe,
)

from .witness_parts import (
    DISABLE,
    DISABLE_DLQ,
    ENABLE,
    ENABLE_DLQ,
    EXCEPTION,
    EXPIRATION,
    QUEUES,
    TO_Q,
    TP,
    TRANSACTED,
    WATCHED,
    WITHIN,
    Q,
    Trace,
    delayed,
    send,
)
from .witnesses_clusters_zos import END, GET_OFF, GET_ON, ON_Z, PUT_OFF, PUT_ON
from .witnesses_in_some_calls import (
    ALL_AVAILABLE,
    DELAY,
    EXPIRED,
    GROUPED,
    HALF_OVER,
    NEWS,
    NON_PERSISTENT,
    ON_ITS_STAGING_QUEUE,
    PUBLISHER,
    RECALL,
    RETAINED,
    SHORT,
)

DAY = 86_400_000
SIMPLIFIED: Trace = (*Q, CreateProducer("p", ProducerApi.JMS_PRODUCER, destination=TO_Q))
NAMELESS: Trace = (*Q, CreateProducer("p"))
IN_UNIT: Trace = (*Q, TRANSACTED, CreateProducer("p", session="t", destination=TO_Q))
TO_Q_NAMED = Send("p", OutgoingMessage("m"), TO_Q)
LONG = Send("p", OutgoingMessage("m"), arguments=SendArguments(DeliveryMode.PERSISTENT, 4, 0))
SIMPLIFIED_PUBLISHER: Trace = (*PUBLISHER[:-1], CreateProducer("p", ProducerApi.JMS_PRODUCER, topic=NEWS))
WRONG_TOPIC: Trace = (
    DefineTopic("NEWS", "news", MessageDelivery.ALL, MessageDelivery.ALL),
    DefineLocalQueue("S"),
    DefineSubscription("s", "news", "S"),
)
READER: Trace = (
    DefineTopic("NEWS", "news", ALL_AVAILABLE, ALL_AVAILABLE),
    DefineLocalQueue("REPLY"),
    Subscribe("alice", "news"),
    CreateProducer("p", topic=NEWS),
)
LIFE = SetTimeToLive("p", 20_000)
FULL = DefineLocalQueue("Q", QueueAttributes(max_depth=0))
SMALL = DefineLocalQueue("Q", QueueAttributes(max_message_length=10))
WITHOUT_TARGET: Trace = (TRANSACTED, CreateProducer("p", session="t", destination=TO_Q), DELAY)
LOCKED = MqGet("Q", GetMode.BROWSE_FIRST_AND_LOCK)
BOUND: Trace = (
    JoinCluster("C"),
    DefineLocalQueue("Q", QueueAttributes(cluster="C", default_binding=DefaultBinding.ON_OPEN)),
)
AS_ANN: Trace = (*Q, GrantPut("ann", "OTHER"))
BEYOND = PutDescriptor(expiry=1_000_000_000)
SHORT_LIFE = PutDescriptor(expiry=20)
NOT_TRIED_YET: Trace = (*QUEUES, SetDeadLetterQueue(None))
LOOK: Trace = (Browse("Q"), Browse("DLQ"), Browse(STAGING_QUEUE))


def refused_by_then(changes: AttributeChanges) -> Trace:
    """A target that does not take its message any more."""
    return (*QUEUES, *delayed(5000), AlterQueue("Q", changes), Advance(6000), Browse("Q"), Browse("DLQ"))


IN_OTHER_CALLS: dict[str, Trace] = {
    "JMSProducer's conflict accepted": (*SIMPLIFIED, DELAY, SHORT, send()),
    "JMSProducer's group accepted": (*SIMPLIFIED, DELAY, GROUPED),
    "JMSProducer's delay in 32 bits": (
        *SIMPLIFIED,
        SetDeliveryDelay("p", 60 * DAY),
        send(),
        Advance(30 * DAY),
        Browse("Q"),
    ),
    "JMSProducer's life ignored": (*SIMPLIFIED, LIFE, send(), Browse("Q")),
    "JMSProducer of default priority": (*SIMPLIFIED, SetPriority("p", 7), send(), Browse("Q")),
    "JMSProducer without id when disabled": (*SIMPLIFIED, DisableMessageId("p"), send()),
    "publications without delay": (*PUBLISHER, DELAY, send(), Advance(2000), Browse("S")),
    "delayed without id when disabled": (*SIMPLIFIED, DELAY, DisableMessageId("p"), send()),
    "delayed publications end later": (*PUBLISHER, LIFE, DELAY, send()),
    "unit of work of default priority": (*IN_UNIT, SetPriority("p", 7), send(), Commit("t"), Browse("Q")),
    "unit of work unlimited": (*IN_UNIT, LIFE, send(), Commit("t"), Browse("Q")),
    "destination of the send unlimited": (*NAMELESS, LIFE, TO_Q_NAMED, Browse("Q")),
    "life of 0 in the long form refused": (*SIMPLIFIED, DELAY, LONG),
    "no id before the commit": (*IN_UNIT, send(), Commit("t")),
    "delayed of default priority": (
        *SIMPLIFIED,
        SetPriority("p", 7),
        DELAY,
        send(),
        Advance(6000),
        Browse("Q"),
    ),
    "delayed not persistent": (*SIMPLIFIED, DELAY, send(), Advance(6000), Browse("Q")),
    "publications without priority element": (*PUBLISHER, SetPriority("p", 7), send(), Browse("S")),
    "publications without expiration element": (*PUBLISHER, LIFE, send(), Browse("S")),
    "publications without correlation element": (
        *PUBLISHER,
        Send("p", OutgoingMessage("m", correlation_text="order 17")),
        Browse("S"),
    ),
    "publications without type": (*PUBLISHER, Send("p", OutgoingMessage("m", jms_type="order")), Browse("S")),
    "conflict asked by setTimeToLive alone": (*SIMPLIFIED, SHORT, DELAY, send()),
    "conflict asked by setDeliveryDelay alone": (*SIMPLIFIED, DELAY, SHORT, send()),
    "JMSProducer's retained accepted": (*SIMPLIFIED_PUBLISHER, DELAY, RETAINED),
    "binding in a unit of work accepted": (*BOUND, *WITHOUT_TARGET, send()),
    "JMSProducer's binding accepted": (
        *BOUND,
        CreateProducer("p", ProducerApi.JMS_PRODUCER, destination=TO_Q),
        DELAY,
        send(),
    ),
    "binding of the send's destination accepted": (*BOUND, CreateProducer("p"), DELAY, TO_Q_NAMED),
    "binding of the non-persistent accepted": (
        *BOUND,
        CreateProducer("p", destination=TO_Q),
        NON_PERSISTENT,
        DELAY,
        send(),
    ),
    "topic in a unit of work not asked": (
        *WRONG_TOPIC,
        OpenSession("t", Acknowledgement.TRANSACTED),
        CreateProducer("p", session="t", topic=NEWS),
        DELAY,
        send(),
        Commit("t"),
    ),
    "JMSProducer's topic not asked": (
        *WRONG_TOPIC,
        CreateProducer("p", ProducerApi.JMS_PRODUCER, topic=NEWS),
        DELAY,
        send(),
    ),
    "put-disabled in a unit of work not asked": (*TP, DISABLE, send(), Commit("t")),
    "length in a unit of work not asked": (
        SMALL,
        *WITHOUT_TARGET,
        Send("p", OutgoingMessage("m", length=5000)),
        Commit("t"),
    ),
    "fullness in a unit of work not asked": (FULL, *WITHOUT_TARGET, send(), Commit("t")),
    "fullness for the non-persistent not asked": (
        FULL,
        CreateProducer("p", destination=TO_Q),
        NON_PERSISTENT,
        DELAY,
        send(),
    ),
    "authority in a unit of work not asked": (
        *AS_ANN,
        OpenSession("t", Acknowledgement.TRANSACTED, user="ann"),
        CreateProducer("p", session="t", destination=TO_Q),
        DELAY,
        send(),
        Commit("t"),
    ),
    "existence in a unit of work not asked": (*WITHOUT_TARGET, send(), Commit("t")),
    "JMSProducer's authority not asked": (
        *AS_ANN,
        OpenSession("s", user="ann"),
        CreateProducer("p", ProducerApi.JMS_PRODUCER, "s", TO_Q),
        DELAY,
        send(),
    ),
    "staging limits in a unit of work ignored": (
        *TP,
        AlterQueue(STAGING_QUEUE, AttributeChanges(max_depth=1)),
        send("m1"),
        send("m2"),
        Commit("t"),
        ReadDepth(STAGING_QUEUE),
    ),
    "length on the staging queue in a unit of work not asked": (
        *TP,
        AlterQueue(STAGING_QUEUE, AttributeChanges(max_message_length=10)),
        Send("p", OutgoingMessage("m", length=5000)),
        Commit("t"),
    ),
    "length on the staging queue of publications not asked": (
        *PUBLISHER,
        Subscribe("alice", "news"),
        DELAY,
        AlterQueue(STAGING_QUEUE, AttributeChanges(max_message_length=10)),
        Send("p", OutgoingMessage("m", length=5000)),
    ),
    "staging limits behind other names ignored": (
        *NAMELESS,
        DefineAliasQueue("A", "Q"),
        AlterQueue(STAGING_QUEUE, AttributeChanges(max_depth=0)),
        DELAY,
        Send("p", OutgoingMessage("m"), QueueDestination("A")),
    ),
    "expired returned by message id": (*EXPIRED, MqGet("Q", match=MatchMessageId("m"))),
    "expired browsed with a lock": (*EXPIRED, LOCKED),
    "expired returned in syncpoint": (*EXPIRED, MqGet("Q", syncpoint=WITHIN)),
    "expired received in a unit of work": (*EXPIRED, TRANSACTED, Receive("Q", "t")),
    "matched get shows the whole life": (*HALF_OVER, MqGet("Q", match=MatchMessageId("m"))),
    "receive shows the whole life": (*HALF_OVER, Receive("Q")),
    "lock shows the whole life": (*HALF_OVER, LOCKED),
    "subscriber shows the whole life": (
        *READER,
        SetTimeToLive("p", 60_000),
        send(),
        Advance(20_000),
        ReceivePublication("alice"),
    ),
    "recall shows the whole life": (
        *ON_ITS_STAGING_QUEUE[:7],
        SetTimeToLive("p", 60_000),
        SetDeliveryDelay("p", 40_000),
        send(),
        Advance(20_000),
        *RECALL,
    ),
    "receive reports nothing": (*EXPIRED, Receive("Q"), Browse("REPLY")),
    "subscriber reports nothing": (
        *READER,
        SetTimeToLive("p", 2000),
        send(report=EXPIRATION),
        Advance(5000),
        ReceivePublication("alice"),
        Browse("REPLY"),
    ),
    "recall reports nothing": (
        *ON_ITS_STAGING_QUEUE,
        *RECALL,
        ReadDepth(STAGING_QUEUE, "Z"),
        Browse("REPLY", "Z"),
    ),
    "lock discards nothing": (*EXPIRED, LOCKED, ReadDepth("Q")),
    "receive discards nothing": (*EXPIRED, Receive("Q"), ReadDepth("Q")),
    "syncpoint discards nothing": (*EXPIRED, MqGet("Q", syncpoint=WITHIN), ReadDepth("Q")),
    "MQPUT1 unlimited": (*Q, MqPut1("Q", OutgoingMessage("m"), SHORT_LIFE), Advance(5000), MqGet("Q")),
    "put in syncpoint unlimited": (
        *Q,
        MqPut("Q", OutgoingMessage("m"), SHORT_LIFE, WITHIN),
        Advance(5000),
        MqGet("Q", syncpoint=WITHIN),
    ),
    "limit outside units of work alone": (
        *Q,
        SetEnforcementVariable("True"),
        MqPut("Q", OutgoingMessage("m"), BEYOND, WITHIN),
    ),
    "limit on local queues alone": (
        *Q,
        DefineAliasQueue("A", "Q"),
        SetEnforcementVariable("True"),
        MqPut("A", OutgoingMessage("m"), BEYOND),
    ),
    "put-disabled target filled": (
        *QUEUES,
        *delayed(5000),
        DISABLE,
        Advance(6000),
        Browse("Q"),
        Browse("DLQ"),
    ),
    "too long for its target by then": refused_by_then(AttributeChanges(max_message_length=0)),
    "full target filled": refused_by_then(AttributeChanges(max_depth=0)),
    "given up without a queue": (
        *NOT_TRIED_YET,
        *delayed(5000),
        DISABLE,
        Advance(6000),
        ENABLE,
        SetDeadLetterQueue("DLQ"),
        Advance(7_200_000),
        *LOOK,
    ),
    "given up at an unusable queue": (
        *QUEUES,
        *delayed(5000),
        DISABLE,
        DISABLE_DLQ,
        Advance(6000),
        ENABLE,
        ENABLE_DLQ,
        Advance(7_200_000),
        *LOOK,
    ),
    "no exception report at a later attempt": (
        *QUEUES,
        *delayed(5000, report=EXCEPTION),
        DISABLE,
        DISABLE_DLQ,
        Advance(6000),
        ENABLE_DLQ,
        *WATCHED,
        *WATCHED,
        *LOOK,
        Browse("REPLY"),
    ),
    "no expiration report at a later attempt": (
        *QUEUES,
        *delayed(5000, 20_000, EXPIRATION),
        DISABLE,
        DISABLE_DLQ,
        Advance(6000),
        *WATCHED,
        *WATCHED,
        *LOOK,
        Browse("REPLY"),
    ),
    "staged before a failure forgotten": (
        *Q,
        *delayed(5000),
        FailDelayProcessor(),
        Advance(6000),
        Browse("Q"),
    ),
    "overdue forgotten at start": (
        *Q,
        *delayed(5000),
        EndQueueManager(),
        Advance(10_000),
        StartQueueManager(),
        Advance(1000),
        Browse("Q"),
    ),
    "overdue forgotten when gets are enabled": (*ON_Z, GET_OFF, Advance(10_000), GET_ON, *END),
    "overdue forgotten when puts are enabled": (*ON_Z, PUT_OFF, Advance(10_000), PUT_ON, *END),
}
