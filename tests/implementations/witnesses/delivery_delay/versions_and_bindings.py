"""Traces that show misreadings of what old queue managers and bindings of clustered queues refuse."""

from implementations.witnesses.parts.clusters_and_zos import NOT_FIXED, SHARED_SQ, cluster_of_two
from implementations.witnesses.parts.common import OLD, REMOTE, TO_Q, P, Q, Trace, message, send
from implementations.witnesses.parts.messages import GROUPED, PERSISTENT_FORM, TO_Q_NAMED, to_q
from implementations.witnesses.parts.queues import q
from implementations.witnesses.parts.sends import (
    DELAY,
    DELETE_Q,
    DUE,
    MQI,
    NON_PERSISTENT,
    TO_Q_DELAYED,
    WITHOUT_TARGET,
)
from mqtck.reference.vocabulary.clusters import DefaultBinding, JoinCluster
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineQueueManager,
    OpenSession,
    ProducerApi,
    QueueAttributes,
    Send,
    SetDeliveryDelay,
)
from mqtck.reference.vocabulary.constants import DestinationPersistence
from mqtck.reference.vocabulary.messages import (
    GroupMembership,
    OutgoingMessage,
    QueueDestination,
    TopicDestination,
)
from mqtck.reference.vocabulary.profile import Version
from mqtck.reference.vocabulary.publications import DefineTopic, MessageDelivery, Subscribe

SIMPLIFIED: Trace = (*Q, CreateProducer("p", ProducerApi.JMS_PRODUCER), SetDeliveryDelay("p", 5000))
BOTH: Trace = (*P, *OLD[:-1], CreateProducer("q", session="s"))
OPEN = DefaultBinding.ON_OPEN
GROUP = DefaultBinding.ON_GROUP


def clustered(binding: DefaultBinding, delay: int = 5000) -> Trace:
    """A message m to a clustered queue of this queue manager."""
    return (
        JoinCluster("C"),
        DefineLocalQueue("Q", QueueAttributes(cluster="C", default_binding=binding)),
        CreateProducer("p", destination=TO_Q),
        SetDeliveryDelay("p", delay),
        send(),
    )


def named(queue: str) -> Send:
    return Send("p", message(), QueueDestination(queue))


BOUND: Trace = (
    JoinCluster("C"),
    DefineLocalQueue("Q", QueueAttributes(cluster="C", default_binding=DefaultBinding.ON_OPEN)),
)
BIND_ON_OPEN = AlterQueue("Q", AttributeChanges(default_binding=DefaultBinding.ON_OPEN))
OLD_AND_CURRENT: Trace = (
    DefineQueueManager("OLD", version=Version(7, 5)),
    OpenSession("o", queue_manager="OLD"),
)
SALES: Trace = (DefineQueueManager("QM2"), JoinCluster("SALES"), JoinCluster("SALES", "QM2"))
CLUSTERED = QueueAttributes(cluster="SALES", default_binding=DefaultBinding.ON_OPEN)
SALES_NOT_FIXED = QueueAttributes(cluster="SALES", default_binding=DefaultBinding.NOT_FIXED)

TRACES: dict[str, Trace] = {
    "binding asked once": (
        JoinCluster("C"),
        DefineLocalQueue("Q", QueueAttributes(cluster="C", default_binding=DefaultBinding.ON_OPEN)),
        CreateProducer("p", destination=TO_Q),
        DELAY,
        send("m"),
        send("n"),
    ),
    "CLUSTER of the former queue": (
        *(*SALES, DefineLocalQueue("Q", CLUSTERED), DELETE_Q, q(default_binding=DefaultBinding.ON_OPEN)),
        *(*TO_Q_DELAYED, to_q()),
    ),
    "DEFBIND of the former queue": (
        *(*SALES, DefineLocalQueue("Q", CLUSTERED), DELETE_Q, DefineLocalQueue("Q", SALES_NOT_FIXED)),
        *(*TO_Q_DELAYED, to_q()),
    ),
    "JMSProducer throws checked for groups": (*SIMPLIFIED, Send("p", GROUPED, TO_Q)),
    "JMSProducer throws checked for versions": (
        *(*OLD[:-1], CreateProducer("p", ProducerApi.JMS_PRODUCER, "s"), SetDeliveryDelay("p", 5000)),
    ),
    "JMSProducer throws checked for topics": (
        *(DefineTopic("NEWS", "news", MessageDelivery.ALL, MessageDelivery.ALL), Subscribe("a", "news")),
        *(*SIMPLIFIED, Send("p", message(), topic=TopicDestination("news"))),
    ),
    "version of the first connection": (*BOTH, SetDeliveryDelay("q", 5000)),
    "version of the last connection": (*BOTH, SetDeliveryDelay("p", 5000), send()),
    "DEFBIND read once": (
        *(*clustered(DefaultBinding.NOT_FIXED), DUE, BIND_ON_OPEN, CreateProducer("p2")),
        *(SetDeliveryDelay("p2", 3000), Send("p2", message("m2"), QueueDestination("Q"))),
    ),
    "delay refused once": (
        *(*OLD_AND_CURRENT, CreateProducer("p", session="o"), SetDeliveryDelay("p", 5000)),
        *(CreateProducer("p2", session="o"), SetDeliveryDelay("p2", 5000)),
    ),
    "delay of less than a tenth on version 7": (*OLD, SetDeliveryDelay("p", 1)),
    "binding with a short delay accepted": clustered(OPEN, 1),
    "binding with a long delay accepted": clustered(OPEN, 3_600_000),
    "delay refused at send": (*OLD, SetDeliveryDelay("p", 5000)),
    "delay on version 7": (*OLD, SetDeliveryDelay("p", 5000)),
    "delay of 0 refused": (*OLD, SetDeliveryDelay("p", 0), send()),
    "checked exceptions only": (
        *Q,
        CreateProducer("p", ProducerApi.JMS_PRODUCER),
        SetDeliveryDelay("p", 5000),
        Send("p", OutgoingMessage("m", group=GroupMembership("g", 1)), TO_Q),
    ),
    "bound on open accepted": clustered(OPEN),
    "bound on group accepted": clustered(GROUP),
    "clustered queues refused": clustered(NOT_FIXED),
    "binding refused without delay": clustered(OPEN, 0),
    "binding of any queue": (
        DefineLocalQueue("Q", QueueAttributes(default_binding=GROUP)),
        CreateProducer("p", destination=QueueDestination("Q")),
        SetDeliveryDelay("p", 5000),
        send(),
    ),
    "binding behind an alias": (*Q, DefineAliasQueue("A", "Q"), CreateProducer("p"), DELAY, named("A")),
    "binding of a transmission queue": (*REMOTE, CreateProducer("p"), DELAY, named("Q")),
    "binding of a shared queue": (
        *(*SHARED_SQ, OpenSession("s", queue_manager="Z"), CreateProducer("p", session="s"), DELAY),
        named("SQ"),
    ),
    "creation for a bound queue refused": clustered(OPEN),
    "binding refused without delay in a unit of work": (*BOUND, *WITHOUT_TARGET[:-1], send()),
    "binding of the non-persistent refused without delay": (
        *(*BOUND, CreateProducer("p", destination=TO_Q), NON_PERSISTENT, send()),
    ),
    "JMSProducer throws checked for full queues": (
        *(*SIMPLIFIED, AlterQueue("Q", AttributeChanges(max_depth=0))),
        Send("p", OutgoingMessage("m"), TO_Q),
    ),
    "JMSProducer throws checked for want of authority": (
        *(*Q, OpenSession("s", user="alice")),
        CreateProducer("p", ProducerApi.JMS_PRODUCER, session="s"),
        *(SetDeliveryDelay("p", 5000), Send("p", OutgoingMessage("m"), TO_Q)),
    ),
    "binding of another reason": clustered(OPEN),
    "binding asked by the setter": clustered(OPEN),
    "binding of messages for the MQI not asked": (
        JoinCluster("C"),
        DefineLocalQueue("Q", QueueAttributes(cluster="C", default_binding=DefaultBinding.ON_OPEN)),
        CreateProducer("p", destination=MQI),
        SetDeliveryDelay("p", 5000),
        send(),
    ),
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
    "binding of overriding destinations not asked": (
        JoinCluster("C"),
        DefineLocalQueue("CQ", QueueAttributes(cluster="C", default_binding=DefaultBinding.ON_OPEN)),
        *(CreateProducer("p"), SetDeliveryDelay("p", 5000)),
        Send("p", message(), QueueDestination("CQ", DestinationPersistence.PERSISTENT)),
    ),
    "binding by the long form accepted": (
        *(*cluster_of_two(DefaultBinding.ON_OPEN), CreateProducer("p", destination=QueueDestination("CQ"))),
        *(SetDeliveryDelay("p", 5000), Send("p", OutgoingMessage("m"), arguments=PERSISTENT_FORM)),
    ),
}
