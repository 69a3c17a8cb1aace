"""Traces that show the faults of `wrong_by_exception`."""

from mqtck.reference.vocabulary.clusters import DefaultBinding, JoinCluster
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    CreateProducer,
    DefineLocalQueue,
    DefineRemoteQueue,
    MqPut,
    OpenSession,
    QueueAttributes,
    Send,
    SendArguments,
    SetDeliveryDelay,
    Switch,
    Usage,
)
from mqtck.reference.vocabulary.constants import (
    PASS_EXPIRATION,
    STAGING_QUEUE,
    DeliveryMode,
    Persistence,
    Report,
)
from mqtck.reference.vocabulary.environment import DefineImsBridgeQueue, SetEnforcementVariable
from mqtck.reference.vocabulary.messages import (
    GroupMembership,
    ImsHeader,
    OutgoingMessage,
    PutDescriptor,
    QueueDestination,
)

from .witness_parts import QUEUES, TO_Q, P, Q, Trace, send
from .witnesses_publications import NEWS, topic

DELAYED = SetDeliveryDelay("p", 5000)
NAMED = QueueDestination("Q", queue_manager="QM1")
GROUP = GroupMembership("g", 1)


def request(flags: int) -> Trace:
    """A request to IMS with these flags, and its reply."""
    outgoing = OutgoingMessage("m", reply_to="REPLY", ims_header=ImsHeader(flags))
    return (
        DefineImsBridgeQueue("IMS"),
        DefineLocalQueue("REPLY"),
        MqPut("IMS", outgoing, PutDescriptor(expiry=600)),
        Advance(1000),
        Browse("REPLY"),
    )


BY_EXCEPTION: dict[str, Trace] = {
    "queue manager named and no delay": (
        *Q,
        CreateProducer("p"),
        DELAYED,
        Send("p", OutgoingMessage("m"), NAMED),
        Browse("Q"),
    ),
    "group of an object sent before accepted": (
        *P,
        send("m"),
        DELAYED,
        Send("p", OutgoingMessage("n", same_object_as="m", group=GROUP)),
    ),
    "group on its way elsewhere accepted": (
        DefineLocalQueue("X", QueueAttributes(usage=Usage.TRANSMISSION)),
        DefineRemoteQueue("R", "STOCK", "QM9", "X"),
        CreateProducer("p", destination=QueueDestination("R")),
        DELAYED,
        Send("p", OutgoingMessage("m", group=GROUP)),
    ),
    "long form of a publication without its priority": (
        *topic(),
        CreateProducer("p", topic=NEWS),
        Send("p", OutgoingMessage("m"), arguments=SendArguments(DeliveryMode.PERSISTENT, 7, 0)),
    ),
    "limit of Expiry for the persistent alone": (
        *Q,
        SetEnforcementVariable("True"),
        MqPut("Q", OutgoingMessage("m"), PutDescriptor(expiry=0, persistence=Persistence.NOT_PERSISTENT)),
    ),
    "authority not asked where the queue manager is named": (
        *Q,
        OpenSession("a", user="alice"),
        CreateProducer("p", session="a"),
        DELAYED,
        Send("p", OutgoingMessage("m"), NAMED),
        Browse(STAGING_QUEUE),
    ),
    "binding asked once": (
        JoinCluster("C"),
        DefineLocalQueue("Q", QueueAttributes(cluster="C", default_binding=DefaultBinding.ON_OPEN)),
        CreateProducer("p", destination=TO_Q),
        DELAYED,
        send("m"),
        send("n"),
    ),
    "flags for IMS compared as a whole": request(PASS_EXPIRATION | 0x8),
    "any flag for IMS passes the life": request(0x8),
    "correlation id of a text not passed on": (
        *QUEUES,
        CreateProducer("p", destination=TO_Q),
        DELAYED,
        Send(
            "p",
            OutgoingMessage(
                "m",
                report=Report.EXCEPTION | Report.PASS_CORREL_ID,
                reply_to="REPLY",
                correlation_text="order 17 of the day, cake",
            ),
        ),
        AlterQueue("Q", AttributeChanges(put=Switch.DISABLED)),
        Advance(6000),
        Browse("REPLY"),
    ),
    "priority 0 of a destination not written": (
        *Q,
        CreateProducer("p"),
        Send("p", OutgoingMessage("m"), TO_Q),
        Send("p", OutgoingMessage("n"), QueueDestination("Q", priority=0)),
    ),
}
