"""Traces that show the faults of `wrong_for_other_destinations`."""

from mqtck.reference.vocabulary.clusters import DefaultBinding, JoinCluster
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Command,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineQueueManager,
    GrantPut,
    OpenSession,
    QueueAttributes,
    RevokePut,
    Send,
    SendArguments,
    SetDeliveryDelay,
    SetTimeToLive,
    Switch,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode
from mqtck.reference.vocabulary.messages import (
    GroupMembership,
    OutgoingMessage,
    QueueDestination,
    TargetClient,
)
from mqtck.reference.vocabulary.publications import (
    DefineTopic,
    Durability,
    MessageDelivery,
    ReceivePublication,
    Subscribe,
)

from .witness_parts import Q, Trace, message, send
from .witnesses_in_more_corners import DUE, RESTART
from .witnesses_publications import FAR, NEWS, published, topic

MQI = QueueDestination("Q", target_client=TargetClient.MQ)
FOR_MQI: Trace = (*Q, CreateProducer("p", destination=MQI), SetDeliveryDelay("p", 5000))
ALICE = "alice"


def by_alice(queue: str, *fixtures: Command, queue_manager: str = "QM1") -> Trace:
    """A delayed send of a user who may not put to the queue."""
    return (
        *fixtures,
        OpenSession("a", user=ALICE, queue_manager=queue_manager),
        CreateProducer("p", session="a", destination=QueueDestination(queue)),
        SetDeliveryDelay("p", 5000),
        send(),
        Browse(STAGING_QUEUE, queue_manager),
    )


def subscribers(*names: str, durability: Durability) -> Trace:
    return tuple(Subscribe(name, "news", durability) for name in names)


OTHER_DESTINATIONS: dict[str, Trace] = {
    "conflict of a message for the MQI accepted": (*FOR_MQI, SetTimeToLive("p", 3000), send()),
    "group for the MQI accepted": (*FOR_MQI, Send("p", OutgoingMessage("m", group=GroupMembership("g")))),
    "binding of messages for the MQI not asked": (
        JoinCluster("C"),
        DefineLocalQueue("Q", QueueAttributes(cluster="C", default_binding=DefaultBinding.ON_OPEN)),
        CreateProducer("p", destination=MQI),
        SetDeliveryDelay("p", 5000),
        send(),
    ),
    "targets of messages for the MQI not looked at": (
        *FOR_MQI,
        AlterQueue("Q", AttributeChanges(put=Switch.DISABLED)),
        send(),
    ),
    "staged messages for the MQI lost at restart": (*FOR_MQI, send(), *RESTART, DUE, Browse("Q")),
    "no correlation id for an alias": (
        *Q,
        DefineAliasQueue("A", "Q"),
        CreateProducer("p", destination=QueueDestination("A")),
        SetDeliveryDelay("p", 5000),
        send(),
        Browse(STAGING_QUEUE),
    ),
    "authority of aliases not asked": by_alice("A", *Q, DefineAliasQueue("A", "Q")),
    "authority of queues elsewhere not asked": by_alice(
        "F",
        JoinCluster("C"),
        DefineQueueManager("QM2"),
        JoinCluster("C", "QM2"),
        DefineLocalQueue("F", QueueAttributes(cluster="C", default_binding=DefaultBinding.NOT_FIXED), "QM2"),
    ),
    "authority by the beginning of a name": by_alice(
        "QX", *Q, DefineLocalQueue("QX"), GrantPut(ALICE, "Q"), GrantPut(ALICE, STAGING_QUEUE)
    ),
    "authority of any queue manager": by_alice(
        "Q",
        *Q,
        DefineQueueManager("QM2"),
        DefineLocalQueue("Q", queue_manager="QM2"),
        GrantPut(ALICE, "Q"),
        queue_manager="QM2",
    ),
    "authority back with a restart": by_alice("Q", *Q, GrantPut(ALICE, "Q"), RevokePut(ALICE, "Q"), *RESTART),
    "namesake of the first queue manager": (
        *Q,
        DefineQueueManager("QM2"),
        DefineLocalQueue("Q", queue_manager="QM2"),
        OpenSession("s", queue_manager="QM2"),
        CreateProducer("p", session="s", destination=QueueDestination("Q")),
        SetDeliveryDelay("p", 5000),
        send(),
        DUE,
        Browse("Q"),
        Browse("Q", "QM2"),
    ),
    "topics of the first queue manager": (
        *topic(),
        DefineQueueManager("QM2"),
        DefineTopic("NEWS", "news", MessageDelivery.ALL, MessageDelivery.ALL, "QM2"),
        OpenSession("s", queue_manager="QM2"),
        Subscribe("one", "news", Durability.NON_DURABLE, "s"),
        CreateProducer("p", session="s", topic=NEWS),
        SetDeliveryDelay("p", 5000),
        send(),
    ),
    "non-persistent publications stay in their queue manager": (
        *topic(),
        *FAR,
        Advance(1),
        *published(mode=DeliveryMode.NON_PERSISTENT),
        DUE,
        Browse("S", "QM2"),
    ),
    "type stays in its queue manager": (
        *topic(),
        *FAR,
        *published(outgoing=OutgoingMessage("m", jms_type="quotation")),
        DUE,
        Browse("S", "QM2"),
    ),
    "five subscribers at most": (
        *topic(),
        *subscribers("a", "b", "c", "d", "e", "f", durability=Durability.NON_DURABLE),
        *published(),
        DUE,
        ReceivePublication("f"),
    ),
    "one durable subscriber of a topic": (
        *topic(),
        *subscribers("a", "b", durability=Durability.DURABLE),
        CreateProducer("p", topic=NEWS),
        SetDeliveryDelay("p", 5000),
        Send("p", message(), arguments=SendArguments(DeliveryMode.PERSISTENT, 4, 0)),
        DUE,
        ReceivePublication("a"),
        ReceivePublication("b"),
    ),
}
