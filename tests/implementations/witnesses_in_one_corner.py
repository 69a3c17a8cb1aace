"""Traces that show the faults of `wrong_in_one_corner`, `wrong_headers_in_one_corner` and `wrong_batches`."""

from mqtck.reference.vocabulary.channels import DefinePolicy, DeletePolicy, Toleration
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Commit,
    CreateProducer,
    DefineLocalQueue,
    DeliverySequence,
    EndQueueManager,
    GetMode,
    MqBackout,
    MqCommit,
    MqGet,
    MqPut,
    QueueAttributes,
    ReadDepth,
    Receive,
    Rollback,
    Send,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetPriority,
    SetTimeToLive,
    StartChannel,
    StartQueueManager,
    Switch,
    Usage,
)
from mqtck.reference.vocabulary.constants import DeliveryMode, DestinationPersistence, Report
from mqtck.reference.vocabulary.environment import SetEnforcementVariable
from mqtck.reference.vocabulary.messages import (
    OutgoingMessage,
    PresetHeaders,
    PutDescriptor,
    QueueDestination,
    TopicDestination,
    TransmissionHeader,
)
from mqtck.reference.vocabulary.publications import ReceivePublication, Subscribe

from .witness_parts import (
    EXPIRATION,
    QUEUES,
    REMOTE,
    TO_Q,
    TRANSACTED,
    WITHIN,
    P,
    Q,
    Trace,
    message,
    put,
    send,
)
from .witnesses_channels import (
    AT_RECEIVER,
    AT_SENDER,
    DEADQ_A,
    DEADQ_B,
    LOOKS,
    LOST,
    PAIR,
    STRICT_B,
    TOLERANT_A,
    TOLERANT_B,
    UNUSABLE,
    A,
    ends,
    long,
    short,
)
from .witnesses_headers import NOT_PERSISTENT

DAY = 86_400_000
GET = MqGet("Q")
BROWSE = MqGet("Q", GetMode.BROWSE_FIRST)
LOOK: Trace = (Browse("Q"), Browse("REPLY"))
BY_PRIORITY: Trace = (DefineLocalQueue("Q", QueueAttributes(delivery_sequence=DeliverySequence.PRIORITY)),)
IN_LAST_TENTH: Trace = (*Q, put(expiry=20), Advance(1950))
EXPIRING = put(expiry=20, report=EXPIRATION)
UNIT: Trace = (*Q, TRANSACTED, CreateProducer("p", session="t", destination=TO_Q))
LOWERED = QueueDestination("Q", DestinationPersistence.NON_PERSISTENT)
TO_LOWERED = CreateProducer("p", destination=LOWERED)
IN_UNIT_TO_LOWERED: Trace = (*Q, TRANSACTED, CreateProducer("p", session="t", destination=LOWERED))
DELAY = SetDeliveryDelay("p", 5000)
PRESET = Send("p", OutgoingMessage("m", preset=PresetHeaders("ID:" + "ab" * 24, 1, 1)))
PRICES = TopicDestination("prices")
GOLD = TopicDestination("prices/gold")
PUBLISHER: Trace = (Subscribe("s", "prices"), CreateProducer("p", topic=PRICES))
LONG_NAME = "N" * 48
LONG_REPLY = Send("p", OutgoingMessage("m", reply_to=LONG_NAME))
ODD_NAME = "N/%"
ODD_REPLY = Send("p", OutgoingMessage("m", reply_to=ODD_NAME))
ELSEWHERE = QueueDestination("R", queue_manager="QM7")
ABROAD: Trace = (
    *(*REMOTE, CreateProducer("p", destination=TO_Q)),
    *(Send("p", OutgoingMessage("m", correlation_text="order 17")), StartChannel("XMIT"), Advance(1000)),
    Browse("FAR", "QM2"),
)
ROOM_FOR_ONE = AlterQueue("D", AttributeChanges(max_depth=1), A)


def corresponding(text: str) -> Trace:
    return (*P, Send("p", OutgoingMessage("m", correlation_text=text)), Receive("Q"))


def typed(text: str) -> Trace:
    return (*P, Send("p", OutgoingMessage("m", jms_type=text)), Receive("Q"))


LIVES: dict[str, Trace] = {
    "rounded up to seconds": (*Q, put(expiry=605), GET),
    "life in 31 bits of ms": (*Q, put(expiry=30_000_000), Advance(60_000), GET),
    "life by the time of day": (*Q, put(expiry=600), Advance(DAY + 5000), GET),
    "ends forgotten when a queue is altered": (
        *(*Q, put(expiry=50), AlterQueue("Q", AttributeChanges(max_depth=100)), Advance(10_000), GET),
    ),
    "reply inherits": (*Q, put(expiry=600), GET, put("n"), Advance(100_000), GET),
    "embedded 0 not checked": (
        DefineLocalQueue("X", QueueAttributes(usage=Usage.TRANSMISSION)),
        SetEnforcementVariable("True"),
        MqPut(
            "X",
            OutgoingMessage("m", transmission_header=TransmissionHeader("FAR", "QM2", 0)),
            PutDescriptor(expiry=600),
        ),
    ),
    "top priority alone": (
        *(*BY_PRIORITY, put(expiry=20, priority=9), put("n", priority=5), Advance(5000), GET),
    ),
    "arrival order after a discard": (
        *(*BY_PRIORITY, put(expiry=20, priority=9), put("n", priority=2), put("k", priority=5)),
        *(Advance(5000), GET),
    ),
    "next message under the cursor": (
        *(*Q, put(expiry=20), put("n"), MqGet("Q", GetMode.BROWSE_FIRST_AND_LOCK), Advance(5000)),
        MqGet("Q", GetMode.UNDER_CURSOR),
    ),
    "expired make room": (
        DefineLocalQueue("Q", QueueAttributes(max_depth=1)),
        *(put(expiry=20), Advance(5000), put("n"), ReadDepth("Q")),
    ),
    "clock stops in a unit of work": (
        *(*Q, put(expiry=40), MqGet("Q", syncpoint=WITHIN), Advance(6000), MqBackout(), GET),
    ),
    "JMS life from the commit": (
        *(*UNIT, SetTimeToLive("p", 20_000), send(), Advance(10_000), Commit("t"), GET),
    ),
    "one expired drops all": (
        *Q,
        MqPut("Q", message(), PutDescriptor(expiry=20), WITHIN),
        MqPut("Q", message("n"), syncpoint=WITHIN),
        *(Advance(6000), MqCommit(), GET),
    ),
    "expiration report of another message": (
        *(*QUEUES, DefineLocalQueue("OTHER"), EXPIRING, MqPut("Q", OutgoingMessage("n", reply_to="OTHER"))),
        *(Advance(5000), GET, *LOOK, Browse("OTHER")),
    ),
    "departure reported at expiry": (
        *(*QUEUES, put(expiry=20, report=int(Report.COD)), Advance(5000), GET, *LOOK),
    ),
    "report repeated at the backout": (
        *(*QUEUES, EXPIRING, Advance(5000), MqGet("Q", syncpoint=WITHIN), MqBackout(), *LOOK),
    ),
    "0 in a JMS browser": (*IN_LAST_TENTH, Browse("Q")),
    "0 in syncpoint": (*IN_LAST_TENTH, MqGet("Q", syncpoint=WITHIN)),
    "0 to a JMS client": (*IN_LAST_TENTH, Receive("Q")),
    "JMS unit of work holds the discard": (
        *(*Q, put(expiry=20), put("n"), TRANSACTED, Advance(5000), Receive("Q", "t"), Rollback("t")),
        ReadDepth("Q"),
    ),
    "JMS unit of work holds the report": (
        *(*QUEUES, EXPIRING, TRANSACTED, Advance(5000), Receive("Q", "t"), Browse("REPLY")),
    ),
}
HEADERS: dict[str, Trace] = {
    "priority 1 not written": (*P, SetPriority("p", 1), send(), Receive("Q")),
    "digits as a number": corresponding("0017"),
    "blanks collapsed": corresponding("order     17"),
    "type of 48 characters": typed("x" * 60),
    "type with apostrophes marked": typed("the 'new' invoice"),
    "tabs as blanks": typed("invoice\t2nd class"),
    "topic by name alone": (
        *(*PUBLISHER, send(), CreateProducer("q", topic=TopicDestination("prices", priority=7))),
        Send("q", OutgoingMessage("n")),
    ),
    "topic by its last level": (
        *(Subscribe("s", "prices/gold"), CreateProducer("p", topic=GOLD), send(), ReceivePublication("s")),
    ),
    "destination of 47 characters": (
        *(DefineLocalQueue(LONG_NAME), CreateProducer("p", destination=QueueDestination(LONG_NAME)), send()),
    ),
    "reply-to queue of 47 characters": (*P, DefineLocalQueue(LONG_NAME), LONG_REPLY, Receive("Q")),
    "reply-to by the last part of its name": (*P, DefineLocalQueue(ODD_NAME), ODD_REPLY, Receive("Q")),
    "reply-to queue escaped": (*P, DefineLocalQueue(ODD_NAME), ODD_REPLY, Receive("Q")),
    "bytes that are characters written": (
        *(*P, Send("p", OutgoingMessage("m", correlation_bytes="4f524445522d3137")), Receive("Q")),
    ),
    "ids begin again at a restart": (
        *(*P, send(), EndQueueManager(), StartQueueManager(), CreateProducer("p", destination=TO_Q)),
        *(send("n"), Browse("Q")),
    ),
    "ids of a rollback used again": (*UNIT, send(), Rollback("t"), send("n"), Commit("t")),
    "one id for a unit of work": (*UNIT, send(), send("n"), Commit("t")),
    "non-persistent for good": (
        *(*P, SetDeliveryMode("p", DeliveryMode.NON_PERSISTENT), send()),
        *(SetDeliveryMode("p", DeliveryMode.PERSISTENT), send("n"), Browse("Q")),
    ),
    "correlation id stays with the object": (
        *P,
        Send("p", OutgoingMessage("m", correlation_text="one")),
        Send("p", OutgoingMessage("n", correlation_text="two", same_object_as="m")),
        Browse("Q"),
    ),
    "destination overruled in a unit of work": (*IN_UNIT_TO_LOWERED, send(), Commit("t"), Receive("Q")),
    "destination of the send overruled": (
        *(*Q, CreateProducer("p"), Send("p", OutgoingMessage("m"), LOWERED), Receive("Q")),
    ),
    "destination overruled with a delay": (*Q, TO_LOWERED, DELAY, send(), Advance(6000), Receive("Q")),
    "destination overruled by the long form": (
        *(*Q, CreateProducer("p", destination=QueueDestination("Q", DestinationPersistence.PERSISTENT))),
        *(Send("p", OutgoingMessage("m"), arguments=NOT_PERSISTENT), Receive("Q")),
    ),
    "topic overruled": (
        Subscribe("s", "prices"),
        CreateProducer("p", topic=TopicDestination("prices", DestinationPersistence.NON_PERSISTENT)),
        *(send(), ReceivePublication("s")),
    ),
    "no mode element in a unit of work": (*UNIT, send(), Commit("t"), Receive("Q")),
    "preset mode used with a delay": (*P, DELAY, PRESET, Advance(6000), Receive("Q")),
    "preset mode of publications used": (*PUBLISHER, PRESET, ReceivePublication("s")),
    "preset timestamp kept with a delay": (*P, DELAY, PRESET),
    "preset timestamp of publications kept": (*PUBLISHER, PRESET),
    "preset id kept in a unit of work": (*UNIT, PRESET, Commit("t"), Receive("Q")),
}
BATCHES: dict[str, Trace] = {
    "everything discarded after a discard": (
        *(*AT_SENDER, *UNUSABLE, long(persistence=LOST), long("n"), *LOOKS),
    ),
    "delivered and backed out": (*AT_SENDER, *UNUSABLE, short(), long(), *LOOKS),
    "dead-lettered and backed out": (
        *(*PAIR, *ends(), DEADQ_A, ROOM_FOR_ONE, long(), long("n"), *LOOKS, Browse("X", A)),
    ),
    "in retry for good": (
        *(*AT_SENDER, *UNUSABLE, long(), *LOOKS),
        *(AlterQueue("D", AttributeChanges(put=Switch.ENABLED), A), Advance(7_200_000), *LOOKS[2:]),
    ),
    "policies as first defined": (*(*AT_RECEIVER, DEADQ_B, TOLERANT_B, STRICT_B, short(), *LOOKS),),
    "deleted policies used": (*AT_SENDER, TOLERANT_A, DeletePolicy("D", A), long(), *LOOKS),
    "policies by the beginning of a name": (
        *(*AT_SENDER, DefinePolicy("D.OLD", Toleration.ON, queue_manager=A), long(), *LOOKS),
    ),
}
HANDED_ON: dict[str, Trace] = {
    "another id behind a channel": ABROAD,
    "no correlation id behind a channel": ABROAD,
    "timestamp in seconds behind a channel": (Advance(123), *ABROAD),
    "timestamp of the channel": (
        *(*REMOTE, CreateProducer("p", destination=TO_Q), Send("p", OutgoingMessage("m")), Advance(1000)),
        *(StartChannel("XMIT"), Advance(1000), Browse("FAR", "QM2")),
    ),
    "reply-to manager of the channel": (
        *(*REMOTE, CreateProducer("p", destination=TO_Q)),
        Send("p", OutgoingMessage("m", reply_to="R", reply_destination=ELSEWHERE)),
        *(StartChannel("XMIT"), Advance(1000), Browse("FAR", "QM2")),
    ),
    "dead letters of channels unreported": (
        *(*AT_SENDER, long(expiry=600, report=EXPIRATION), StartChannel("X", A), Advance(1000)),
        *(Browse("D", A), Advance(70_000), Browse("D", A), Browse("R", A)),
    ),
}
IN_ONE_CORNER: dict[str, Trace] = {**LIVES, **HEADERS, **BATCHES, **HANDED_ON}
