"""Traces that show the faults of `wrong_meanwhile`, `wrong_behind_halts` and `wrong_refused_once`."""

from msgspec.structs import replace

from mqtck.reference.vocabulary.clusters import DefaultBinding
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Connect,
    CreateProducer,
    DefineLocalQueue,
    DefineQueueManager,
    DepthTrigger,
    MatchCorrelationId,
    MqBackout,
    MqCommit,
    MqGet,
    OpenSession,
    QueueAttributes,
    ReadDepth,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetPriority,
    SetTimeToLive,
    Switch,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DestinationPersistence, Report
from mqtck.reference.vocabulary.messages import (
    GroupMembership,
    OutgoingMessage,
    QueueDestination,
    Retention,
    TopicDestination,
)
from mqtck.reference.vocabulary.profile import Version
from mqtck.reference.vocabulary.publications import (
    CloseSubscriber,
    DefineTopic,
    DeleteTopic,
    Durability,
    JoinHierarchy,
    MessageDelivery,
    ReceivePublication,
    Subscribe,
)

from .witness_parts import DISABLE, EXPIRATION, QUEUES, WITHIN, P, Q, Trace, message, put, send
from .witnesses_clusters_zos import GET_OFF, GET_ON, ON_Z, PUT_OFF, PUT_ON, SEEN, clustered

DUE = Advance(6000)
BOUND = AlterQueue("Q", AttributeChanges(default_binding=DefaultBinding.ON_OPEN))
ALL = MessageDelivery.ALL_AVAILABLE
TOPIC: Trace = (DefineTopic("T", "T", ALL, ALL),)
NEWS = TopicDestination("T")
ANY: Trace = (CreateProducer("p"), SetPriority("p", 2))
"""A producer without a destination."""

PUBLISHER: Trace = (CreateProducer("p", topic=NEWS), SetDeliveryDelay("p", 5000))
BELOW: Trace = (
    *(DefineQueueManager("QM2"), JoinHierarchy("QM1", "QM2"), *TOPIC, OpenSession("s", queue_manager="QM2")),
    *(Subscribe("b", "T", session="s"), Advance(1000)),
)
TWO = int(Report.PAN), int(Report.NAN)


def to(label: str, destination: QueueDestination | TopicDestination) -> Send:
    named = "topic" if isinstance(destination, TopicDestination) else "destination"
    return replace(Send("p", OutgoingMessage(label)), **{named: destination})


def published(*destinations: TopicDestination) -> Trace:
    sends = (to(f"m{number}", destination) for number, destination in enumerate(destinations))
    return (*TOPIC, Subscribe("a", "T"), *ANY, *sends)


def again(label: str, report: int) -> Send:
    """The object of m sent again."""
    return Send("p", OutgoingMessage(label, report=report, reply_to="REPLY", same_object_as="m"))


OLD: Trace = (DefineQueueManager("OLD", version=Version(7, 5)), OpenSession("o", queue_manager="OLD"))
RETAINED = OutgoingMessage("m", retained=Retention.RETAIN_PUBLICATION)
GROUPED = OutgoingMessage("m", group=GroupMembership("batch", 1))

IN_UNIT = MqGet("Q", syncpoint=WITHIN)

MEANWHILE: dict[str, Trace] = {
    "delay refused once": (
        *(*OLD, CreateProducer("p", session="o"), SetDeliveryDelay("p", 5000)),
        *(CreateProducer("p2", session="o"), SetDeliveryDelay("p2", 5000)),
    ),
    "group refused once": (*P, SetDeliveryDelay("p", 5000), Send("p", GROUPED), Send("p", GROUPED)),
    "retention refused once": (
        *(*TOPIC, Subscribe("a", "T"), *PUBLISHER, Send("p", RETAINED), Send("p", RETAINED)),
    ),
    "publication refused once": (
        *(DefineTopic("T", "T", MessageDelivery.ALL, MessageDelivery.ALL), Subscribe("a", "T"), *PUBLISHER),
        *(send(), send("m2")),
    ),
    "one publication for each subscriber elsewhere": (
        *(*BELOW, *PUBLISHER, send(), DUE, ReceivePublication("b"), send("m2"), DUE, ReceivePublication("b")),
    ),
    "DEFBIND read once": (
        *(*clustered(DefaultBinding.NOT_FIXED), DUE, BOUND, CreateProducer("p2")),
        *(SetDeliveryDelay("p2", 3000), Send("p2", message("m2"), QueueDestination("Q"))),
    ),
    "persistence of a producer's first topic": published(
        TopicDestination("T", DestinationPersistence.PERSISTENT),
        TopicDestination("T", DestinationPersistence.NON_PERSISTENT),
    ),
    "priority of a producer's first topic": published(TopicDestination("T", priority=7), NEWS),
    "priority of a topic as first published to": published(TopicDestination("T", priority=7), NEWS),
    "priority of a producer's first queue": (
        *(*Q, *ANY, to("m", QueueDestination("Q", priority=7)), to("m2", QueueDestination("Q"))),
        Browse("Q"),
    ),
    "room on the staging queue made unreported": (
        *(*QUEUES, DefineLocalQueue("R"), SetDeadLetterQueue(None), CreateProducer("p")),
        *(SetTimeToLive("p", 8000), SetDeliveryDelay("p", 5000)),
        AlterQueue(STAGING_QUEUE, AttributeChanges(max_depth=1)),
        *(Send("p", message("m", EXPIRATION), QueueDestination("Q")), DISABLE, Advance(9000)),
        *(Send("p", message("m2"), QueueDestination("R")), Browse(STAGING_QUEUE)),
        *(Browse("REPLY"), ReadDepth("REPLY")),
    ),
    "room made unreported at the delivery": (
        *(*QUEUES, AlterQueue("Q", AttributeChanges(max_depth=1)), *P[1:], SetDeliveryDelay("p", 5000)),
        *(send(), put("m2", 20, EXPIRATION), DUE, Browse("Q"), Browse("REPLY"), ReadDepth("REPLY")),
    ),
    "trigger of a delivery without what is over": (
        *(DefineLocalQueue("I"), DefineLocalQueue("Q", QueueAttributes(trigger=DepthTrigger(2, "I")))),
        *(*P[1:], SetDeliveryDelay("p", 5000), send(), put("m2", 20), DUE, ReadDepth("Q"), ReadDepth("I")),
    ),
    "trigger with one that is over": (
        *(DefineLocalQueue("I"), DefineLocalQueue("Q", QueueAttributes(trigger=DepthTrigger(3, "I")))),
        *(put("m", 20), put("m2", 20), Advance(5000), put("m3"), ReadDepth("Q"), ReadDepth("I")),
    ),
    "neighbours' copies gone with a subscriber here": (
        *(*BELOW, Subscribe("a", "T"), *PUBLISHER, send(), CloseSubscriber("a"), DUE),
        ReceivePublication("b"),
    ),
    "neighbours' copies gone with a subscriber there": (
        *(*BELOW, OpenSession("s2", queue_manager="QM2"), Subscribe("a", "T", session="s2"), Advance(1000)),
        *(*PUBLISHER, send(), CloseSubscriber("a"), DUE, ReceivePublication("b")),
    ),
    "copies gone with the second disconnect": (
        *(*TOPIC, Subscribe("a", "T", Durability.DURABLE), *PUBLISHER, send(), CloseSubscriber("a")),
        *(Subscribe("a", "T", Durability.DURABLE), CloseSubscriber("a")),
        *(Subscribe("a", "T", Durability.DURABLE), DUE, ReceivePublication("a")),
    ),
    "copies gone with the topic object": (
        *(*TOPIC, Subscribe("a", "T"), *PUBLISHER, send(), DeleteTopic("T"), DUE, ReceivePublication("a")),
    ),
    "one timer for one end": (
        *(*P, SetTimeToLive("p", 60_000), SetDeliveryDelay("p", 9000), send()),
        *(SetDeliveryDelay("p", 3000), send("m2"), DUE, ReadDepth("Q")),
    ),
    "kept one holds up those behind it": (
        *(*Q, DefineLocalQueue("R"), SetDeadLetterQueue(None), CreateProducer("p")),
        *(SetDeliveryDelay("p", 5000), to("m", QueueDestination("Q")), to("m2", QueueDestination("R"))),
        *(DISABLE, DUE, ReadDepth("R")),
    ),
    "report options of the object sent again": (
        *(*QUEUES, *P[1:], SetDeliveryDelay("p", 5000), send("m", TWO[0]), again("m2", TWO[1]), DUE),
        Browse("Q"),
    ),
    "end of the object sent again": (
        *(*QUEUES, *P[1:], SetDeliveryDelay("p", 5000), SetTimeToLive("p", 60_000), send()),
        *(SetTimeToLive("p", 600_000), again("m2", 0), DUE, Browse("Q")),
    ),
    "browse of staged messages taken off their lives": (
        *(*P, SetTimeToLive("p", 90_000), SetDeliveryDelay("p", 60_000), send(), Advance(10_000)),
        *(Browse(STAGING_QUEUE), Advance(10_000), Browse(STAGING_QUEUE)),
    ),
    "no unit of work behind a commit": (
        *(*Q, put("m", 600), put("m2", 600), IN_UNIT, MqCommit(), IN_UNIT, MqBackout(), Browse("Q")),
    ),
    "begun again without publications": (
        *(*ON_Z[:-1], DefineTopic("T", "T", ALL, ALL, "Z"), OpenSession("s", queue_manager="Z")),
        *(Subscribe("a", "T", session="s"), Send("p", message("m"), topic=NEWS), GET_OFF, DUE, GET_ON),
        *(Advance(1000), ReceivePublication("a")),
    ),
    "begun again without what is in retry": (
        *(*ON_Z, AlterQueue("Q", AttributeChanges(put=Switch.DISABLED), "Z"), DUE, GET_OFF, GET_ON),
        Browse(STAGING_QUEUE, "Z"),
    ),
    "begun again with the first overdue": (*ON_Z, send("m2"), GET_OFF, DUE, GET_ON, Advance(1000), *SEEN),
    "begun again without what is not due": (*ON_Z, PUT_OFF, PUT_ON, DUE, *SEEN),
    "recalled behind a halt": (
        *(
            *ON_Z,
            Connect("c", "Z"),
            PUT_OFF,
            MqGet(STAGING_QUEUE, match=MatchCorrelationId("m"), connection="c"),
        ),
        *(PUT_ON, DUE, *SEEN),
    ),
}
