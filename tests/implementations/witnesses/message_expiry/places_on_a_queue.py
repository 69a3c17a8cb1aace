"""Traces that show misreadings of places on a queue.

Given back by what is discarded, not taken by what is refused.
"""

from implementations.witnesses.parts.common import (
    DISABLE,
    ENABLE,
    EXPIRATION,
    QUEUES,
    REMOTE,
    TO_Q,
    WITHIN,
    P,
    Q,
    Trace,
    message,
    put,
    send,
)
from implementations.witnesses.parts.gets import GET_IN_UNIT, LOCK, UNDER
from implementations.witnesses.parts.messages import LONG_MESSAGE
from implementations.witnesses.parts.publications import ALL, AVAILABLE, S, published, topic
from implementations.witnesses.parts.queues import ROOM_FOR_TWO, STAGED_ONE
from implementations.witnesses.parts.sends import DUE, OVER
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Command,
    CreateProducer,
    DefineLocalQueue,
    EndQueueManager,
    GetMode,
    GrantPut,
    MatchCorrelationId,
    MatchMessageId,
    MqBackout,
    MqCommit,
    MqGet,
    MqPut,
    OpenSession,
    QueueAttributes,
    ReadDepth,
    Receive,
    Send,
    SendArguments,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetTimeToLive,
    StartChannel,
    StartQueueManager,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode
from mqtck.reference.vocabulary.environment import SetEnforcementVariable
from mqtck.reference.vocabulary.messages import GroupMembership, OutgoingMessage
from mqtck.reference.vocabulary.publications import AlterTopic

ONE = AttributeChanges(max_depth=1)
ROOM_FOR_ONE = AlterQueue(STAGING_QUEUE, ONE)
DELAYED: Trace = (*P, SetDeliveryDelay("p", 5000), ROOM_FOR_ONE)
SECOND: Trace = (send("m2"), Advance(6000), Browse("Q"))
ONE_ON_Q: Trace = (DefineLocalQueue("Q", QueueAttributes(max_depth=1)),)
DEAD: Trace = (*QUEUES, AlterQueue("DLQ", ONE), CreateProducer("p", destination=TO_Q))
BOTH_DEAD: Trace = (DISABLE, DUE, MqGet("DLQ"), ENABLE, send("m2"), DISABLE, DUE, Browse("DLQ"))


def altered(**changes: int) -> Command:
    return AlterQueue("Q", AttributeChanges(**changes))


def lasting(label: str) -> MqPut:
    return put(label, 20, EXPIRATION)


MORE: Trace = (put("m2"), put("m3"), ReadDepth("Q"))
FIRST = GetMode.BROWSE_FIRST


def room(*gone: Command) -> Trace:
    """A queue for two, on which something was that has gone: two messages fit."""
    return (*ROOM_FOR_TWO, *gone, *MORE)


TO_QM2: Trace = (*REMOTE, AlterQueue("XMIT", AttributeChanges(max_depth=1)))

TRACES: dict[str, Trace] = {
    "room not given back by a delivery": (*DELAYED, send(), DUE, Receive("Q"), *SECOND),
    "room not given back at a later attempt": (
        *(*QUEUES, *DELAYED[1:], SetDeadLetterQueue(None), send(), DISABLE, DUE),
        *(SetDeadLetterQueue("DLQ"), ENABLE, Advance(7_200_000), *SECOND),
    ),
    "room not given back by a recall under the cursor": (
        *(*DELAYED, send(), MqGet(STAGING_QUEUE, GetMode.BROWSE_FIRST)),
        *(MqGet(STAGING_QUEUE, GetMode.UNDER_CURSOR), *SECOND),
    ),
    "room not given back by a recall that is committed": (
        *(*DELAYED, send(), MqGet(STAGING_QUEUE, match=MatchCorrelationId("m"), syncpoint=WITHIN)),
        *(MqCommit(), *SECOND),
    ),
    "room not given back by a dead letter": (*DEAD, SetDeliveryDelay("p", 5000), send(), *BOTH_DEAD),
    "room not given back by a dead letter that is over": (
        *(*DEAD, SetTimeToLive("p", 9000), SetDeliveryDelay("p", 5000), send(), DISABLE, Advance(10_000)),
        *(Browse("DLQ"), SetTimeToLive("p", 0), *BOTH_DEAD[2:]),
    ),
    "room not given back by a report": (
        *(*QUEUES, AlterQueue("REPLY", ONE), lasting("m1"), Advance(5000), MqGet("Q"), MqGet("REPLY")),
        *(lasting("m2"), Advance(5000), MqGet("Q"), Browse("REPLY")),
    ),
    "room not given back by what was delayed": (
        *(*P, altered(max_depth=1), SetDeliveryDelay("p", 5000), send(), DUE, Receive("Q"), *SECOND),
    ),
    "room not given back by the end of a queue manager": (
        *(*ONE_ON_Q, MqPut("Q", message(), syncpoint=WITHIN)),
        *(EndQueueManager("QM1"), StartQueueManager("QM1"), MqPut("Q", message("m2"), connection="c2")),
    ),
    "room not given back by a match in vain": (
        *(*ONE_ON_Q, put("m", 20), Advance(5000), MqGet("Q", match=MatchMessageId("m"))),
        *(ReadDepth("Q"), put("m2")),
    ),
    "staging place taken by a group": (
        *(*DELAYED, Send("p", OutgoingMessage("m", group=GroupMembership("G"))), *SECOND),
    ),
    "staging place taken by a life below the delay": (
        *(*DELAYED, Send("p", message(), arguments=SendArguments(DeliveryMode.PERSISTENT, 4, 1000)), *SECOND),
    ),
    "staging place taken by a target that takes no puts": (*DELAYED, DISABLE, send(), ENABLE, *SECOND),
    "staging place taken by a target that is full": (
        *(*DELAYED, altered(max_depth=0), send(), altered(max_depth=9), *SECOND),
    ),
    "staging place taken by a message too long": (
        *(*DELAYED, altered(max_message_length=1000), Send("p", LONG_MESSAGE)),
        *(altered(max_message_length=100_000), *SECOND),
    ),
    "staging place taken by a user without authority": (
        *(*Q, OpenSession("a", user="alice"), CreateProducer("p", session="a"), SetDeliveryDelay("p", 5000)),
        *(GrantPut("alice", STAGING_QUEUE), ROOM_FOR_ONE, Send("p", message(), TO_Q)),
        *(GrantPut("alice", "Q"), Send("p", message("m2"), TO_Q)),
    ),
    "staging place taken by a queue that is none": (
        *(CreateProducer("p"), SetDeliveryDelay("p", 5000), ROOM_FOR_ONE, Send("p", message(), TO_Q)),
        *(*Q, Send("p", message("m2"), TO_Q)),
    ),
    "staging place taken by a topic that does not allow it": (
        *(*topic(ALL, ALL), *S, ROOM_FOR_ONE, *published()),
        *(AlterTopic("NEWS", AVAILABLE, AVAILABLE), send("m2")),
    ),
    "place of a put taken by a queue that takes no puts": (*ONE_ON_Q, DISABLE, put(), ENABLE, put("m2")),
    "place of a put taken by a queue that is full": (*ONE_ON_Q, put(), put("m2"), MqGet("Q"), put("m3")),
    "place of a put taken by a message too long": (
        *(*ONE_ON_Q, altered(max_message_length=1000), MqPut("Q", LONG_MESSAGE), ReadDepth("Q")),
        *(altered(max_message_length=100_000), put("m2")),
    ),
    "place of a put taken by an expiry too large": (
        *(*ONE_ON_Q, SetEnforcementVariable("True"), put(expiry=0), ReadDepth("Q"), put("m2")),
    ),
    "place of an undelayed message taken by a user without authority": (
        *(*ONE_ON_Q, OpenSession("a", user="alice"), CreateProducer("p", session="a")),
        *(Send("p", message(), TO_Q), GrantPut("alice", "Q"), Send("p", message("m2"), TO_Q)),
    ),
    "full until it is empty": (
        *(DefineLocalQueue("Q", QueueAttributes(max_depth=2)), put("m1"), put("m2"), put("m3")),
        *(MqGet("Q"), put("m4")),
    ),
    "room not given back under the cursor": room(put(), MqGet("Q", FIRST), MqGet("Q", UNDER)),
    "room not given back by a commit": room(put(), GET_IN_UNIT, MqCommit()),
    "room not given back by a match": room(put(), MqGet("Q", match=MatchMessageId("m"))),
    "room not given back to a JMS client": room(put(), Receive("Q")),
    "room not given back by a rollback": room(
        MqPut("Q", message(), syncpoint=WITHIN), MqBackout(), ReadDepth("Q")
    ),
    "room not given back by a browser": room(put("m", 20), OVER, Browse("Q"), ReadDepth("Q")),
    "room not given back by what was over under the cursor": room(
        put("m", 20), MqGet("Q", LOCK), OVER, MqGet("Q", UNDER), ReadDepth("Q")
    ),
    "room not given back by what was over in syncpoint": room(
        put("m", 20), OVER, GET_IN_UNIT, MqCommit(), ReadDepth("Q")
    ),
    "room not given back by a recall": (
        *(*P, SetDeliveryDelay("p", 3000), STAGED_ONE, send()),
        *(MqGet(STAGING_QUEUE, match=MatchCorrelationId("m")), ReadDepth(STAGING_QUEUE), send("m2")),
    ),
    "room not given back by a channel": (
        *(*TO_QM2, put(), StartChannel("XMIT"), Advance(1000), ReadDepth("XMIT")),
        *(put("m2"), Advance(1000), ReadDepth("FAR", "QM2")),
    ),
}
