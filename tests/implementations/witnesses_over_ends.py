"""Traces that show the faults of `wrong_over_ends`."""

from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Commit,
    CreateProducer,
    DefineLocalQueue,
    EndQueueManager,
    MqBackout,
    MqGet,
    MqPut,
    ReadDepth,
    Send,
    SendArguments,
    SetDeliveryDelay,
    SetTimeToLive,
    StartChannel,
    StartQueueManager,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode, Persistence, Report
from mqtck.reference.vocabulary.messages import OutgoingMessage, PutDescriptor, TopicDestination
from mqtck.reference.vocabulary.publications import (
    CloseSubscriber,
    DefineTopic,
    Durability,
    MessageDelivery,
    ReceivePublication,
    Subscribe,
)

from .witness_parts import (
    DISABLE,
    DISABLE_DLQ,
    DISABLE_REPLY,
    ENABLE,
    EXPIRATION,
    QUEUES,
    REMOTE,
    TO_Q,
    TP,
    WITHIN,
    Trace,
    delayed,
    message,
    send,
)

HOUR = 3_600_000
RESTART: Trace = (EndQueueManager(), StartQueueManager())
DOWN: Trace = (EndQueueManager(), Advance(6000), StartQueueManager())
VOLATILE = SendArguments(DeliveryMode.NON_PERSISTENT, 4, 0)
GET = MqGet("Q", syncpoint=WITHIN)
AVAILABLE = MessageDelivery.ALL_AVAILABLE
ALICE = Subscribe("alice", "T", durability=Durability.DURABLE)
PASSED = Report.EXPIRATION | Report.PASS_CORREL_ID
IDS = OutgoingMessage("m", report=int(PASSED), reply_to="REPLY", correlation_id="41" * 24)


def persistent(label: str = "m", expiry: int = -1) -> MqPut:
    descriptor = PutDescriptor(expiry=expiry, persistence=Persistence.PERSISTENT)
    return MqPut("Q", message(label, EXPIRATION), descriptor)


def kept(time_to_live: int, *afterwards: Trace) -> Trace:
    """A message that is to be discarded and reported, and whose report fits nowhere."""
    return (
        *(*QUEUES, CreateProducer("p", destination=TO_Q), SetTimeToLive("p", time_to_live)),
        *(SetDeliveryDelay("p", 2000), send(report=int(Report.EXCEPTION | Report.DISCARD_MSG))),
        *(DISABLE, DISABLE_REPLY, DISABLE_DLQ, Advance(3000), ReadDepth(STAGING_QUEUE)),
        *(command for commands in afterwards for command in commands),
        *(ENABLE, Advance(2 * HOUR), Browse("Q"), Browse(STAGING_QUEUE)),
    )


OVER_ENDS: dict[str, Trace] = {
    "ended while down and unreported": (
        *(*QUEUES, persistent(expiry=40), Advance(1000), *DOWN),
        *(Browse("Q"), ReadDepth("Q"), Browse("REPLY")),
    ),
    "dead letters ended while down and unreported": (
        *(*QUEUES, *delayed(2000, 8000, EXPIRATION), DISABLE, Advance(4000), ReadDepth("DLQ"), *DOWN),
        *(Browse("DLQ"), ReadDepth("DLQ"), Browse("REPLY")),
    ),
    "ended on the way while down and unreported": (
        *(*REMOTE, DefineLocalQueue("REPLY"), persistent(expiry=40), Advance(1000), *DOWN),
        *(StartChannel("XMIT"), Advance(2000), ReadDepth("XMIT"), Browse("REPLY")),
    ),
    "publications ended while down and unreported": (
        *(DefineTopic("T", "T", AVAILABLE, AVAILABLE), DefineLocalQueue("REPLY"), ALICE),
        *(CreateProducer("p", topic=TopicDestination("T")), SetTimeToLive("p", 4000)),
        *(send(report=EXPIRATION), Advance(1000), *DOWN),
        *(ALICE, ReceivePublication("alice"), Advance(1000), Browse("REPLY")),
    ),
    "report of what ended while down without passed ids": (
        *(*QUEUES, CreateProducer("p", destination=TO_Q), SetTimeToLive("p", 5000)),
        *(SetDeliveryDelay("p", 3000), Send("p", IDS), DISABLE, *DOWN, Advance(1000)),
        *(Browse(STAGING_QUEUE), Browse("REPLY")),
    ),
    "life begun anew where the end undoes a get": (
        *(*QUEUES, persistent(expiry=600), Advance(5000), GET, Advance(15_000), *RESTART, Browse("Q")),
    ),
    "dead letters lost where the end undoes a get": (
        *(*QUEUES, *delayed(2000), DISABLE, Advance(3000), MqGet("DLQ", syncpoint=WITHIN), *RESTART),
        *(Browse("DLQ"), ReadDepth("DLQ")),
    ),
    "delivery confirmed where the end undoes a get": (
        *(*QUEUES, *delayed(2000, report=int(Report.COD)), Advance(3000), GET, *RESTART),
        *(MqGet("Q"), Advance(1000), Browse("REPLY")),
    ),
    "discards undone by the end": (
        *(*QUEUES, persistent("m1", expiry=20), persistent("m2"), Advance(4000), GET, Browse("REPLY")),
        *(*RESTART, MqGet("Q"), MqGet("Q"), Browse("REPLY")),
    ),
    "backed out and lost at a restart": (
        *(*QUEUES, *delayed(2000), Advance(3000), GET, MqBackout(), *RESTART, Browse("Q")),
    ),
    "lost with what else its unit of work has sent": (
        *(*TP, send("m1"), Send("p", message("m2"), arguments=VOLATILE), Commit("t"), *RESTART),
        *(Advance(6000), Browse("Q")),
    ),
    "what waits for those away lost at a restart": (
        *(DefineTopic("T", "T", AVAILABLE, AVAILABLE), ALICE),
        *(CreateProducer("p", topic=TopicDestination("T")), SetDeliveryDelay("p", 1000), send()),
        *(CloseSubscriber("alice"), Advance(2000), *RESTART, ALICE, ReceivePublication("alice")),
    ),
    "kept for its report and lost at a restart": kept(0, (*RESTART, Browse(STAGING_QUEUE))),
    "kept for its report without an end": kept(HOUR, (Advance(HOUR),)),
    "life begun anew where it is kept for its report": kept(3 * HOUR, (Advance(2 * HOUR),)),
}
