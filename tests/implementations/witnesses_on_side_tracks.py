"""Traces that show the faults of `wrong_on_side_tracks`."""

from msgspec.structs import replace

from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    Browse,
    CreateProducer,
    DefineLocalQueue,
    EndQueueManager,
    MqCommit,
    MqGet,
    MqPut,
    OpenSession,
    QueueAttributes,
    ReadDepth,
    Send,
    SendArguments,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetTimeToLive,
    StartChannel,
    StartQueueManager,
    Switch,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode, Report
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination, TopicDestination
from mqtck.reference.vocabulary.publications import (
    CloseSubscriber,
    DefineSubscription,
    DefineTopic,
    MessageDelivery,
    Subscribe,
)

from .witness_parts import (
    DISABLE,
    DISABLE_DLQ,
    DISABLE_REPLY,
    DISCARD,
    EXCEPTION,
    EXPIRATION,
    QUEUES,
    REMOTE,
    TO_Q,
    P,
    Trace,
    delayed,
    put,
    send,
)
from .witnesses_transmission import EXPORTED, XMIT, behind

ALL = MessageDelivery.ALL_AVAILABLE


def in_syncpoint(put: MqPut) -> Trace:
    return (replace(put, syncpoint=Syncpoint.WITHIN), MqCommit(), MqGet("X"))


REPLY = QueueDestination("REPLY", queue_manager="QM7")
ELSEWHERE = OutgoingMessage("m", reply_to="REPLY", reply_destination=REPLY)

FLEETING = SendArguments(DeliveryMode.NON_PERSISTENT, 4, 0)
LASTING = SendArguments(DeliveryMode.PERSISTENT, 4, 0)
TOO_LONG = OutgoingMessage("m", length=5000)


def unasked(
    attributes: QueueAttributes | None,
    named: QueueDestination | None,
    arguments: SendArguments | None,
    user: str | None = None,
) -> Trace:
    """A delayed send to a queue of these attributes, or to none."""
    defined = () if attributes is None else (DefineLocalQueue("Q", attributes),)
    return (
        *(*defined, OpenSession("s", user=user)),
        *(CreateProducer("p", session="s", destination=None if named else TO_Q), SetDeliveryDelay("p", 5000)),
        *(Send("p", TOO_LONG, named, arguments), ReadDepth(STAGING_QUEUE)),
    )


def after_restart(report: int, *fixtures: AlterQueue) -> Trace:
    """A delayed message whose target takes nothing when it is due, behind a restart."""
    return (
        *(*QUEUES, *P[1:], SetDeliveryDelay("p", 5000), send("m", report), DISABLE, *fixtures),
        *(EndQueueManager(), StartQueueManager(), Advance(6000), Browse("DLQ"), Browse(STAGING_QUEUE)),
    )


OVER: Trace = (
    *(*QUEUES, *P[1:], SetDeliveryDelay("p", 2000), SetTimeToLive("p", 5000), send("m", EXPIRATION)),
    *(EndQueueManager(), StartQueueManager(), Advance(9000), MqGet("Q"), ReadDepth("Q")),
)
ON_SIDE_TRACKS: dict[str, Trace] = {
    "embedded field not checked in syncpoint": (*EXPORTED, *XMIT, *in_syncpoint(behind("X", 600, 0))),
    "short header accepted in syncpoint": (*XMIT, *in_syncpoint(behind("X", 600, 600, 100))),
    "dead letters without reply-to queue manager": (
        *(*QUEUES, *P[1:], SetDeliveryDelay("p", 5000), Send("p", ELSEWHERE)),
        *(DISABLE, Advance(6000), Browse("DLQ")),
    ),
    "dead letters unlimited after a restart": (
        *(*QUEUES, *delayed(5000, 60_000), DISABLE, Advance(6000)),
        *(EndQueueManager(), StartQueueManager(), Advance(10_000), Browse("DLQ")),
        *(Advance(60_000), Browse("DLQ")),
    ),
    "publications dead-lettered for the staging queue": (
        *(*QUEUES, DefineTopic("T", "T", ALL, ALL), DefineSubscription("s", "T", "Q")),
        *(CreateProducer("p", topic=TopicDestination("T")), SetDeliveryDelay("p", 5000)),
        *(Send("p", OutgoingMessage("m")), DISABLE, Advance(6000), Browse("DLQ")),
    ),
    "put enabled not asked of the non-persistent": unasked(
        QueueAttributes(put=Switch.DISABLED), None, FLEETING
    ),
    "length not asked of the non-persistent": unasked(QueueAttributes(max_message_length=9), None, FLEETING),
    "authority not asked of the non-persistent": unasked(QueueAttributes(), None, FLEETING, "alice"),
    "exists not asked of the non-persistent": unasked(None, None, FLEETING),
    "exists not asked by the long form": unasked(None, None, LASTING),
    "exists not asked where a send names it": unasked(None, TO_Q, None),
    "reports without feedback": (
        *(*QUEUES, put("m", 20, int(Report.EXPIRATION_WITH_FULL_DATA)), Advance(5000)),
        *(MqGet("Q"), Browse("REPLY")),
    ),
    "arrival reported of what expires staged": (
        *(*QUEUES, SetDeadLetterQueue(None), *delayed(5000, 8000, int(Report.COA)), DISABLE),
        *(Advance(9000), Browse(STAGING_QUEUE), Browse("REPLY")),
    ),
    "refusal reported of what is discarded silently": (
        *(*QUEUES, DefineTopic("T", "T", ALL, ALL), OpenSession("s"), Subscribe("alice", "T", session="s")),
        *(CreateProducer("p", topic=TopicDestination("T")), SetDeliveryDelay("p", 5000)),
        *(send("m", int(Report.NAN)), CloseSubscriber("alice"), Advance(6000), Browse("REPLY")),
    ),
    "options taken off for a remote queue": (
        *(*REMOTE, DefineLocalQueue("REPLY"), StartChannel("XMIT"), *delayed(5000, 0, int(Report.NAN))),
        *(Advance(8000), Browse("FAR", queue_manager="QM2")),
    ),
    "no exception reports after a restart": after_restart(EXCEPTION, DISABLE_REPLY),
    "disposal stands after a restart": after_restart(EXCEPTION | DISCARD, DISABLE_REPLY, DISABLE_DLQ),
    "given up after a restart": after_restart(0, DISABLE_DLQ),
    "no expiration reports after a restart": (*OVER, Browse("REPLY")),
    "gets discard nothing after a restart": OVER,
    "unsendable reports dropped after a restart": after_restart(EXCEPTION | DISCARD, DISABLE_REPLY),
}
