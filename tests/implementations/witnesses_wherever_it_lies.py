"""Traces that show the faults of `wrong_wherever_it_lies`."""

from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Connect,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineQueueManager,
    FailDelayProcessor,
    GetMode,
    MatchCorrelationId,
    MatchMessageId,
    MqBackout,
    MqGet,
    MqPut,
    MqPut1,
    OpenSession,
    ReadDepth,
    Receive,
    Send,
    SetDeliveryDelay,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.environment import SetEnforcementVariable
from mqtck.reference.vocabulary.messages import OutgoingMessage, PutDescriptor, TopicDestination
from mqtck.reference.vocabulary.publications import (
    DefineTopic,
    Durability,
    JoinHierarchy,
    MessageDelivery,
    ReceivePublication,
    Subscribe,
)

from .witness_parts import (
    DISABLE,
    EXPIRATION,
    QUEUES,
    REMOTE,
    WITHIN,
    P,
    Q,
    Trace,
    delayed,
    message,
    put,
    send,
)
from .witnesses_clusters_zos import END, GET_OFF, ON_Z, PUT_OFF, PUT_ON

ALL, AVAILABLE = MessageDelivery.ALL, MessageDelivery.ALL_AVAILABLE
ONE_IN_UNIT = MqGet("Q", match=MatchMessageId("m"), syncpoint=WITHIN)
RECALL = MqGet(STAGING_QUEUE, match=MatchCorrelationId("m"), syncpoint=WITHIN)
DEAD_IN_UNIT = MqGet("DLQ", syncpoint=WITHIN)
ALIAS = DefineAliasQueue("A", "Q")
ALIAS_IN_UNIT = MqGet("A", syncpoint=WITHIN)
LAST_TENTH = Advance(1950)
OVER = Advance(5000)
PUBLISHER = CreateProducer("p", topic=TopicDestination("T"))
TOPIC: Trace = (DefineTopic("T", "T", AVAILABLE, AVAILABLE), DefineLocalQueue("REPLY"), PUBLISHER)


def dead(life: int, report: int = 0) -> Trace:
    return (*QUEUES, *delayed(3000, life, report), DISABLE, Advance(life + 5000), DEAD_IN_UNIT)


def put_to_remote(expiry: int, report: int = 0) -> Trace:
    return (*REMOTE, DefineLocalQueue("REPLY"), put(expiry=expiry, report=report))


WHEREVER_IT_LIES: dict[str, Trace] = {
    "nothing discarded by id in syncpoint": (*Q, put(expiry=20), OVER, ONE_IN_UNIT, ReadDepth("Q")),
    "an id in syncpoint shows the whole life": (*Q, put(expiry=600), Advance(20_000), ONE_IN_UNIT),
    "0 to durable subscribers": (
        *(*TOPIC, Subscribe("s", "T", Durability.DURABLE), SetTimeToLive("p", 2000), send()),
        *(LAST_TENTH, ReceivePublication("s")),
    ),
    "transacted subscribers report nothing": (
        *(*TOPIC, OpenSession("t", Acknowledgement.TRANSACTED), Subscribe("s", "T", session="t")),
        *(SetTimeToLive("p", 2000), send(report=EXPIRATION), OVER, ReceivePublication("s"), Browse("REPLY")),
        Browse("REPLY"),
    ),
    "expired dead letters returned in syncpoint": dead(6000),
    "recall in syncpoint shows the whole life": (*Q, *delayed(60_000, 90_000), Advance(20_000), RECALL),
    "expired returned to a JMS client by an alias": (*Q, ALIAS, put(expiry=20), OVER, Receive("A")),
    "nothing reported of what is on its way in syncpoint": (
        *(*put_to_remote(20, EXPIRATION), OVER, MqGet("XMIT", syncpoint=WITHIN), Browse("REPLY")),
        ReadDepth("XMIT"),
    ),
    "0 elsewhere in syncpoint": (
        *(DefineQueueManager("QM2"), DefineLocalQueue("Q2", queue_manager="QM2"), Connect("c", "QM2")),
        MqPut("Q2", message(), PutDescriptor(expiry=20), connection="c"),
        *(LAST_TENTH, MqGet("Q2", syncpoint=WITHIN, connection="c")),
    ),
    "the unit of work of an alias holds the report": (
        *(*QUEUES, ALIAS, put(expiry=20, report=EXPIRATION), OVER, ALIAS_IN_UNIT),
        *(Browse("REPLY"), ReadDepth("Q")),
    ),
    "the unit of work holds the discard of one asked for": (
        *(*Q, put(expiry=20), OVER, ONE_IN_UNIT, MqBackout(), ReadDepth("Q")),
    ),
    "the unit of work holds the report of dead letters": (*dead(6000, EXPIRATION), Browse("REPLY")),
    "2033 under the cursor of an alias": (
        *(*Q, ALIAS, put(expiry=20), MqGet("A", GetMode.BROWSE_FIRST_AND_LOCK), OVER),
        MqGet("A", GetMode.UNDER_CURSOR),
    ),
    "staging limits ignored by typed messages": (
        *(*P, SetDeliveryDelay("p", 5000), AlterQueue(STAGING_QUEUE, AttributeChanges(max_depth=0))),
        Send("p", OutgoingMessage("m", jms_type="invoice")),
    ),
    "message delivery not asked for weeks": (
        *(DefineTopic("T", "T", ALL, ALL), Subscribe("s", "T"), PUBLISHER),
        *(SetTimeToLive("p", 7_776_000_000), SetDeliveryDelay("p", 5000), send()),
    ),
    "limit ignored by MQPUT1 in syncpoint": (
        *(*Q, SetEnforcementVariable("True")),
        MqPut1("Q", message(), PutDescriptor(expiry=1_000_000_000), WITHIN),
    ),
    "long delays in minutes": (*Q, *delayed(3_661_000), Advance(3_660_500), ReadDepth("Q")),
    "a life stays beside a delay": (
        *(*P, SetDeliveryDelay("p", 3000), SetTimeToLive("p", 60_000), SetTimeToLive("p", 0), send()),
        *(Advance(3001), MqGet("Q")),
    ),
    "percent signs read": (*P, Send("p", OutgoingMessage("m", correlation_text="50%25 off")), Browse("Q")),
    "percent signs of types read": (*P, Send("p", OutgoingMessage("m", jms_type="50%25 off")), Browse("Q")),
    "down after a second failure": (
        *(*Q, *delayed(5000), FailDelayProcessor(), FailDelayProcessor(), Advance(6000), ReadDepth("Q")),
        ReadDepth(STAGING_QUEUE),
    ),
    "first neighbour alone": (
        *(DefineQueueManager("QM2"), JoinHierarchy("QM1", "QM2")),
        *(DefineQueueManager("QM3"), JoinHierarchy("QM1", "QM3"), *TOPIC),
        *(OpenSession("s2", queue_manager="QM2"), Subscribe("two", "T", session="s2")),
        *(OpenSession("s3", queue_manager="QM3"), Subscribe("three", "T", session="s3"), Advance(1000)),
        *(SetDeliveryDelay("p", 3000), send(), Advance(5000)),
        *(ReceivePublication("two"), ReceivePublication("three")),
    ),
    "no staging queue needed for topics": (
        *(*ON_Z[:1], DefineTopic("T", "T", AVAILABLE, AVAILABLE, "Z"), OpenSession("s", queue_manager="Z")),
        *(Subscribe("a", "T", session="s"), CreateProducer("p", session="s", topic=TopicDestination("T"))),
        *(SetDeliveryDelay("p", 3000), send()),
    ),
    "PUT starts the processor whatever GET is": (*ON_Z, GET_OFF, PUT_OFF, PUT_ON, *END),
}
