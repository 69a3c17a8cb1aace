"""Traces that show the faults of `wrong_left_alone`."""

from msgspec import structs

from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Commit,
    CreateProducer,
    DefineLocalQueue,
    DefineQueueManager,
    EndQueueManager,
    GetMode,
    GrantPut,
    MatchCorrelationId,
    MqCommit,
    MqGet,
    MqPut1,
    OpenSession,
    ReadDepth,
    Receive,
    RevokePut,
    Send,
    SendArguments,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetPriority,
    SetTimeToLive,
    StartQueueManager,
    Switch,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode
from mqtck.reference.vocabulary.environment import SetEnforcementVariable
from mqtck.reference.vocabulary.messages import (
    OutgoingMessage,
    PutDescriptor,
    QueueDestination,
    TopicDestination,
    TransmissionHeader,
)
from mqtck.reference.vocabulary.publications import (
    DefineSubscription,
    DefineTopic,
    JoinHierarchy,
    MessageDelivery,
    Subscribe,
)

from .witness_parts import (
    DISABLE,
    ENABLE,
    EXCEPTION,
    EXPIRATION,
    QUEUES,
    REMOTE,
    TO_Q,
    TP,
    WITHIN,
    P,
    Q,
    Trace,
    message,
    put,
    send,
)

ALL, AVAILABLE = MessageDelivery.ALL, MessageDelivery.ALL_AVAILABLE
RESTART: Trace = (EndQueueManager(), StartQueueManager())
PERSISTENTLY = SendArguments(DeliveryMode.PERSISTENT, 4, 0)
TO_T = TopicDestination("T")
TOPIC: Trace = (DefineTopic("T", "T", AVAILABLE, AVAILABLE), DefineLocalQueue("S"))
SUBSCRIBED: Trace = (*TOPIC, DefineSubscription("s", "T", "S"), CreateProducer("p", topic=TO_T))


def in_syncpoint(expiry: int) -> Trace:
    return (structs.replace(put(expiry=expiry), syncpoint=WITHIN), Advance(10_000), MqCommit())


LEFT_ALONE: dict[str, Trace] = {
    "no delay behind another setter": (
        *P,
        SetDeliveryDelay("p", 5000),
        SetPriority("p", 7),
        send(),
        Receive("Q"),
    ),
    "no life behind another setter": (
        *P,
        SetTimeToLive("p", 5000),
        SetPriority("p", 7),
        send(),
        Receive("Q"),
    ),
    "authority once for a session": (
        *(*Q, GrantPut("clerk", "Q"), GrantPut("clerk", STAGING_QUEUE), OpenSession("s", user="clerk")),
        *(CreateProducer("p", session="s"), SetDeliveryDelay("p", 5000)),
        *(Send("p", message("m1"), TO_Q), RevokePut("clerk", "Q"), Send("p", message("m2"), TO_Q)),
    ),
    "units of work end with another queue manager": (
        *(DefineQueueManager("QM2"), *TP, send(), EndQueueManager("QM2"), Commit("t")),
        *(Advance(6000), Receive("Q")),
    ),
    "the topmost topic decides": (
        *(DefineTopic("T", "T", AVAILABLE, AVAILABLE), DefineTopic("T.U", "T/U", ALL, ALL)),
        *(Subscribe("s", "T/U"), CreateProducer("p", topic=TopicDestination("T/U"))),
        *(SetDeliveryDelay("p", 5000), send()),
    ),
    "a copy for a deserted neighbour": (
        *(DefineQueueManager("QM2"), JoinHierarchy("QM2", "QM1"), *SUBSCRIBED),
        *(SetDeliveryDelay("p", 5000), send(), ReadDepth(STAGING_QUEUE)),
    ),
    "one copy recalled, none delivered": (
        *(*SUBSCRIBED, DefineLocalQueue("S2"), DefineSubscription("s2", "T", "S2")),
        *(SetDeliveryDelay("p", 5000), send(), MqGet(STAGING_QUEUE)),
        *(Advance(6000), ReadDepth("S"), ReadDepth("S2")),
    ),
    "abandoned publications reported unasked": (
        *(*SUBSCRIBED, DefineLocalQueue("REPLY"), SetDeadLetterQueue(None), SetDeliveryDelay("p", 5000)),
        Send("p", OutgoingMessage("m", reply_to="REPLY")),
        *(AlterQueue("S", AttributeChanges(put=Switch.DISABLED)), Advance(6000), Browse("REPLY")),
    ),
    "one kept message at a time": (
        *(*QUEUES, SetDeadLetterQueue(None), CreateProducer("p", destination=TO_Q)),
        *(SetDeliveryDelay("p", 5000), send("m1"), send("m2"), DISABLE, Advance(60_000), ENABLE),
        *(SetDeadLetterQueue("DLQ"), Advance(7_200_000), ReadDepth(STAGING_QUEUE)),
    ),
    "expiration reports dead-lettered besides": (
        *(*QUEUES, put(expiry=20, report=EXPIRATION), Advance(5000), MqGet("Q"), MqGet("REPLY")),
        ReadDepth("DLQ"),
    ),
    "nothing discarded under the cursor": (
        *(*Q, put(expiry=40), MqGet("Q", GetMode.BROWSE_FIRST), Advance(8000)),
        *(MqGet("Q", GetMode.UNDER_CURSOR), ReadDepth("Q")),
    ),
    "nothing discarded by correlation id": (
        *(*P, send("request"), Receive("Q"), SetTimeToLive("p", 2000)),
        *(Send("p", OutgoingMessage("reply", correlates_with="request")), Advance(5000)),
        *(MqGet("Q", match=MatchCorrelationId("request")), ReadDepth("Q")),
    ),
    "header of a browse not over": (
        *Q,
        structs.replace(
            put(expiry=600),
            message=OutgoingMessage("m", transmission_header=TransmissionHeader("FAR", "QM2", 20)),
        ),
        *(Advance(8000), MqGet("Q", GetMode.BROWSE_FIRST)),
    ),
    "remote life begun by the commit": (*REMOTE, *in_syncpoint(200), MqGet("XMIT")),
    "life of a publication begun by the commit": (
        *(*TOPIC, DefineSubscription("s", "T", "S"), OpenSession("t", Acknowledgement.TRANSACTED)),
        *(CreateProducer("p", session="t", topic=TO_T), SetTimeToLive("p", 20_000), send()),
        *(Advance(10_000), Commit("t"), MqGet("S")),
    ),
    "limit not enforced for remote queues": (
        *(*REMOTE, SetEnforcementVariable("True"), MqPut1("Q", message(), PutDescriptor(expiry=0))),
    ),
    "long messages cut at restart": (
        *(*P, SetDeliveryDelay("p", 5000)),
        *(Send("p", OutgoingMessage("m", length=5000), arguments=PERSISTENTLY), *RESTART),
        *(Advance(6000), Receive("Q")),
    ),
    "reply-to queue manager lost at restart": (
        *(*QUEUES, CreateProducer("p", destination=TO_Q), SetDeliveryDelay("p", 5000)),
        Send(
            "p",
            OutgoingMessage(
                "m",
                report=EXCEPTION,
                reply_to="REPLY",
                reply_destination=QueueDestination("REPLY", queue_manager="QM7"),
            ),
            arguments=PERSISTENTLY,
        ),
        *(DISABLE, *RESTART, Advance(6000), Browse("REPLY")),
    ),
    "life of a publication begun anew at restart": (
        *(*SUBSCRIBED, SetDeliveryDelay("p", 5000)),
        Send("p", message(), arguments=SendArguments(DeliveryMode.PERSISTENT, 4, 60_000)),
        *(Advance(4000), *RESTART, Advance(6000), MqGet("S")),
    ),
    "replies to another queue manager": (
        *P,
        Send("p", OutgoingMessage("m", reply_to="REPLY")),
        Receive("Q"),
    ),
}
