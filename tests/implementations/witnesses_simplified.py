"""Traces that show the faults of `wrong_simplified`."""

from mqtck.reference.vocabulary.commands import (
    DEFAULT_CONNECTION,
    Acknowledgement,
    Advance,
    AlterQueue,
    Browse,
    Connect,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineQueueManager,
    DefineSharedQueue,
    EndQueueManager,
    GetMode,
    MqBackout,
    MqGet,
    MqPut,
    OpenSession,
    ReadDepth,
    Rollback,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    StartQueueManager,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, Report
from mqtck.reference.vocabulary.environment import SetEnforcementVariable
from mqtck.reference.vocabulary.messages import (
    OutgoingMessage,
    PutDescriptor,
    QueueDestination,
    TopicDestination,
    TransmissionHeader,
)
from mqtck.reference.vocabulary.profile import Platform, Version
from mqtck.reference.vocabulary.publications import DefineTopic, MessageDelivery, Subscribe

from .witness_parts import (
    DISABLE,
    EXPIRATION,
    QUEUES,
    REMOTE,
    TRANSACTED,
    WITHIN,
    P,
    Q,
    Trace,
    delayed,
    message,
    send,
)

ALL, AVAILABLE = MessageDelivery.ALL, MessageDelivery.ALL_AVAILABLE
OVER = Advance(5000)
LAST_TENTH = Advance(1950)
LOCK, UNDER = GetMode.BROWSE_FIRST_AND_LOCK, GetMode.UNDER_CURSOR
SHARED: Trace = (
    DefineQueueManager("Z", Version(), Platform.ZOS, "QSG"),
    DefineSharedQueue("SQ", "QSG"),
    DefineLocalQueue(STAGING_QUEUE, queue_manager="Z"),
    DefineLocalQueue("REPLY", queue_manager="Z"),
    Connect("c", "Z"),
)
SHARED_IN_UNIT = MqGet("SQ", syncpoint=WITHIN, connection="c")
HELD: Trace = (*QUEUES, SetDeadLetterQueue(None), *delayed(3000, 20_000), DISABLE, Advance(4000))
DEAD: Trace = (*QUEUES, *delayed(3000, 20_000), DISABLE, Advance(4000))
PASS_ALL = int(Report.EXCEPTION | Report.PASS_MSG_ID | Report.PASS_CORREL_ID)
CORRELATED = "0102030405060708090a0b0c0d0e0f101112131415161718"


def on_shared(expiry: int, report: int = 0) -> Trace:
    return (*SHARED, MqPut("SQ", message(report=report), PutDescriptor(expiry=expiry), connection="c"))


def locked(queue: str, connection: str = DEFAULT_CONNECTION) -> Trace:
    """A lock that outlasts its message."""
    return (
        MqGet(queue, LOCK, connection=connection),
        Advance(30_000),
        MqGet(queue, UNDER, connection=connection),
    )


def in_unit(queue: str) -> Trace:
    """Sent in a unit of work that is rolled back."""
    return (
        TRANSACTED,
        CreateProducer("p", session="t", destination=QueueDestination(queue)),
        *(
            SetDeliveryDelay("p", 3000),
            send(),
            Browse(STAGING_QUEUE),
            Rollback("t"),
            ReadDepth(STAGING_QUEUE),
        ),
    )


def reported(options: int, *during: AlterQueue | EndQueueManager | StartQueueManager) -> Trace:
    """A message with a correlation id whose target does not take it."""
    asked = OutgoingMessage("m", report=options, reply_to="REPLY", correlation_id=CORRELATED)
    return (
        *QUEUES,
        *P[1:],
        SetDeliveryDelay("p", 3000),
        Send("p", asked),
        *during,
        Advance(4000),
        Browse("REPLY"),
    )


SIMPLIFIED: dict[str, Trace] = {
    "2033 under the cursor of a shared queue": (*on_shared(100), *locked("SQ", "c")),
    "2033 under the cursor of the staging queue": (*HELD, *locked(STAGING_QUEUE)),
    "2033 under the cursor of dead letters": (*DEAD, *locked("DLQ")),
    "expired returned in syncpoint from shared queues": (*on_shared(20), OVER, SHARED_IN_UNIT),
    "0 in syncpoint at shared queues": (*on_shared(20), LAST_TENTH, SHARED_IN_UNIT),
    "nothing reported in syncpoint at shared queues": (
        *(*on_shared(20, EXPIRATION), OVER, SHARED_IN_UNIT, Browse("REPLY", "Z")),
    ),
    "the unit of work holds the discard from a shared queue": (
        *(*on_shared(20), OVER, SHARED_IN_UNIT, MqBackout("c"), ReadDepth("SQ", "Z")),
    ),
    "header untouched under the cursor": (
        *Q,
        MqPut(
            "Q",
            OutgoingMessage("m", transmission_header=TransmissionHeader("STOCK", "QM9", 300)),
            PutDescriptor(expiry=600),
        ),
        *(MqGet("Q", LOCK), Advance(10_000), MqGet("Q", UNDER)),
    ),
    "limit ignored for dead letters": (
        *(*QUEUES, SetEnforcementVariable("True")),
        MqPut("DLQ", message(), PutDescriptor(expiry=1_000_000_000)),
    ),
    "message delivery not asked elsewhere": (
        *(DefineQueueManager("QM2"), DefineTopic("T", "T", ALL, ALL, "QM2")),
        *(OpenSession("s", queue_manager="QM2"), Subscribe("a", "T", session="s")),
        CreateProducer("p", session="s", topic=TopicDestination("T")),
        *(SetDeliveryDelay("p", 3000), send()),
    ),
    "staged at once for an alias": (*Q, DefineAliasQueue("A", "Q"), *in_unit("A")),
    "staged at once for a remote queue": (*REMOTE, *in_unit("Q")),
    "staged at once for a shared queue": (
        *SHARED,
        OpenSession("t", Acknowledgement.TRANSACTED, queue_manager="Z"),
        CreateProducer("p", session="t", destination=QueueDestination("SQ")),
        *(SetDeliveryDelay("p", 3000), send(), Browse(STAGING_QUEUE, "Z"), Rollback("t")),
        ReadDepth(STAGING_QUEUE, "Z"),
    ),
    "correlation id not passed beside a life": reported(PASS_ALL | Report.PASS_DISCARD_AND_EXPIRY, DISABLE),
    "message id not passed beside a life": reported(PASS_ALL | Report.PASS_DISCARD_AND_EXPIRY, DISABLE),
    "passed ids forgotten by a restart": reported(
        PASS_ALL, DISABLE, EndQueueManager("QM1"), StartQueueManager("QM1")
    ),
    "not persistent behind an alias": (
        *Q,
        DefineAliasQueue("A", "Q"),
        CreateProducer("p", destination=QueueDestination("A")),
        SetDeliveryDelay("p", 3000),
        send(),
        OVER,
        Browse("Q"),
    ),
    "one report for a correlation id": (
        *QUEUES,
        *(
            MqPut(
                "Q",
                OutgoingMessage(label, report=EXPIRATION, reply_to="REPLY", correlation_id=CORRELATED),
                PutDescriptor(expiry=20),
            )
            for label in ("m", "n")
        ),
        *(OVER, MqGet("Q"), ReadDepth("Q"), Browse("REPLY")),
    ),
    "topics above by their first letters": (
        *(
            DefineTopic("T", "T", AVAILABLE, AVAILABLE),
            DefineTopic("TT", "TT", ALL, ALL),
            Subscribe("a", "TT"),
        ),
        *(CreateProducer("p", topic=TopicDestination("TT")), SetDeliveryDelay("p", 3000), send()),
    ),
    "number signs end a type": (*P, Send("p", OutgoingMessage("m", jms_type="invoice #7")), Browse("Q")),
    "backslashes of texts read": (*P, Send("p", OutgoingMessage("m", correlation_text="a\\b")), Browse("Q")),
    "delays beyond a minute in tenths": (*Q, *delayed(65_099), Advance(65_050), ReadDepth("Q")),
}
