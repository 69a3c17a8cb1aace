"""Traces that show the faults of `wrong_reports_`, `wrong_staged_` and `wrong_senders_in_one_corner`."""

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
    DefineRemoteQueue,
    DeleteQueue,
    EndQueueManager,
    FailDelayProcessor,
    GetMode,
    MatchCorrelationId,
    MqBackout,
    MqGet,
    QueueAttributes,
    ReadDepth,
    Receive,
    Send,
    SendArguments,
    SetDeliveryDelay,
    SetTimeToLive,
    StartChannel,
    StartQueueManager,
    Switch,
    Usage,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode, Report
from mqtck.reference.vocabulary.messages import GroupMembership, OutgoingMessage, QueueDestination, Retention
from mqtck.reference.vocabulary.publications import CloseSubscriber, Durability, ReceivePublication, Subscribe

from .witness_parts import (
    AS_QUEUE,
    DISABLE,
    DISCARD,
    ENABLE,
    EXCEPTION,
    EXPIRATION,
    LOOK,
    QUEUES,
    REMOTE,
    TO_Q,
    WATCHED,
    WITHIN,
    P,
    Q,
    Trace,
    delayed,
    message,
    send,
)
from .witnesses_publications import NEWS, S, T, topic

OTHER_ID = "ab" * 24
RESTART: Trace = (EndQueueManager(), StartQueueManager())
DUE = Advance(6000)
ORIGINAL = MatchCorrelationId("m")


def asked(*options: Report | int, reply_to: str = "REPLY") -> OutgoingMessage:
    """A message m with a correlation id of its own, and report options."""
    report = 0
    for option in options:
        report |= int(option)
    return OutgoingMessage("m", report=report, reply_to=reply_to, correlation_id=OTHER_ID)


def late(
    outgoing: OutgoingMessage,
    destination: QueueDestination = TO_Q,
    mode: DeliveryMode = DeliveryMode.PERSISTENT,
    delay: int = 5000,
    life: int = 0,
) -> Trace:
    """It is sent with a delay of 5 s."""
    return (
        CreateProducer("p", destination=destination),
        SetDeliveryDelay("p", delay),
        Send("p", outgoing, arguments=SendArguments(mode, 4, life)),
    )


def failing(
    outgoing: OutgoingMessage, *fixtures: Command, mode: DeliveryMode = DeliveryMode.PERSISTENT
) -> Trace:
    """Its target fails."""
    return (*QUEUES, *fixtures, *late(outgoing, mode=mode), DISABLE, DUE, *LOOK)


ELSEWHERE: Trace = (
    DefineQueueManager("QM2"),
    DefineLocalQueue("FAR", queue_manager="QM2"),
    DefineLocalQueue("XMIT", QueueAttributes(usage=Usage.TRANSMISSION)),
    DefineRemoteQueue("ANSWERS", "FAR", "QM2", "XMIT"),
)
KEPT: Trace = (*QUEUES, AlterQueue("DLQ", AttributeChanges(put=Switch.DISABLED)))
EXPIRING: Trace = (*late(asked(EXPIRATION, reply_to="ANSWERS"), life=9000), DISABLE, Advance(12_000), *LOOK)
REPORTS: dict[str, Trace] = {
    "PASS_CORREL_ID ignored with a discard": failing(asked(EXCEPTION, DISCARD, Report.PASS_CORREL_ID)),
    "PASS_CORREL_ID ignored for the non-persistent": failing(
        asked(EXCEPTION, Report.PASS_CORREL_ID), mode=DeliveryMode.NON_PERSISTENT
    ),
    "reply-to alias not resolved": failing(
        asked(EXCEPTION, reply_to="ANSWERS"), DefineAliasQueue("ANSWERS", "REPLY")
    ),
    "reply-to not followed elsewhere": (
        *failing(asked(EXCEPTION, reply_to="ANSWERS"), *ELSEWHERE),
        ReadDepth("XMIT"),
    ),
    "expiration report behind an alias dropped": (
        *KEPT,
        DefineAliasQueue("ANSWERS", "REPLY"),
        *EXPIRING,
        Browse("REPLY"),
    ),
    "expiration report elsewhere dropped": (
        *KEPT,
        *ELSEWHERE,
        *EXPIRING,
        ReadDepth("XMIT"),
    ),
    "too long and unreported": (
        *QUEUES,
        *late(asked(EXCEPTION)),
        AlterQueue("Q", AttributeChanges(max_message_length=0)),
        DUE,
        *LOOK,
        *WATCHED,
    ),
    "report for its own target dropped": failing(asked(EXCEPTION, DISCARD, reply_to="Q")),
    "recall reported as expired": (
        *QUEUES,
        *late(asked(EXPIRATION), life=9000),
        MqGet(STAGING_QUEUE, match=ORIGINAL),
        Browse("REPLY"),
    ),
    "browsed as delivered": (*QUEUES, *late(asked(Report.COD)), DUE, Browse("Q"), Browse("REPLY")),
    "delivered without exception options": (*QUEUES, *late(asked(EXCEPTION)), DUE, Browse("Q")),
    "delivered without PASS options": (*QUEUES, *late(asked(Report.PASS_MSG_ID)), DUE, Browse("Q")),
    "delivered without MQRO_DISCARD_MSG": (*QUEUES, *late(asked(DISCARD)), DUE, Browse("Q")),
    "dead letters without what passes through": failing(asked(Report.PAN, Report.ACTIVITY)),
    "dead letters near their end unlimited": (
        *QUEUES,
        *late(message(), life=6500),
        DISABLE,
        DUE,
        Browse("DLQ"),
        Advance(2000),
        Browse("DLQ"),
    ),
    "discard behind a kept message": (
        *KEPT,
        *late(OutgoingMessage("kept")),
        *late(asked(DISCARD), delay=6000),
        DISABLE,
        Advance(7000),
        *LOOK,
    ),
    "a target that failed once": (
        *QUEUES,
        *late(OutgoingMessage("failed")),
        DISABLE,
        DUE,
        ENABLE,
        *late(message()),
        DUE,
        *LOOK,
    ),
    "dropped behind an alias": (
        *QUEUES,
        DefineAliasQueue("A", "Q"),
        *late(message(), QueueDestination("A")),
        DISABLE,
        DUE,
        *LOOK,
    ),
    "given up at a short queue": failing(
        message(), AlterQueue("DLQ", AttributeChanges(max_message_length=0))
    ),
    "discarded comes back at restart": (
        *QUEUES,
        *late(asked(DISCARD)),
        DISABLE,
        DUE,
        ENABLE,
        *RESTART,
        DUE,
        *LOOK,
    ),
}


def recalled(*gets: Command) -> Trace:
    return (*Q, *delayed(5000), *gets, DUE, Browse("Q"))


def by_way_of(queue: str, *fixtures: Command) -> Trace:
    """Not persistent, priority 4, with all that may be lost."""
    return (
        DefineLocalQueue("REPLY"),
        *fixtures,
        *late(asked(EXCEPTION), QueueDestination(queue), DeliveryMode.NON_PERSISTENT, life=20_000),
        DUE,
    )


REMOTELY: Trace = (*by_way_of("Q", *REMOTE), StartChannel("XMIT"), Browse("FAR", "QM2"))
BEHIND: Trace = (*by_way_of("A", *Q, DefineAliasQueue("A", "Q")), Browse("Q"))
PUBLISHED: Trace = (*topic(), *S, *T, CreateProducer("p", topic=NEWS), SetDeliveryDelay("p", 5000))
BOTH: Trace = (Browse("S"), Browse("T"))
QM2 = DefineQueueManager("QM2")
STAGED: dict[str, Trace] = {
    "recalled under the cursor but delivered": recalled(
        MqGet(STAGING_QUEUE, GetMode.BROWSE_FIRST), MqGet(STAGING_QUEUE, GetMode.UNDER_CURSOR)
    ),
    "recalled without an id but delivered": recalled(MqGet(STAGING_QUEUE)),
    "recalled by a receive but delivered": recalled(Receive(STAGING_QUEUE)),
    "recalled for good under the cursor": recalled(
        MqGet(STAGING_QUEUE, GetMode.BROWSE_FIRST),
        MqGet(STAGING_QUEUE, GetMode.UNDER_CURSOR, syncpoint=WITHIN),
        MqBackout(),
    ),
    "kept for a cursor": recalled(MqGet(STAGING_QUEUE, GetMode.BROWSE_FIRST)),
    "open recall committed at the end": recalled(
        MqGet(STAGING_QUEUE, match=ORIGINAL, syncpoint=WITHIN), *RESTART
    ),
    "recalled again with the same rest": (
        *Q,
        *delayed(20_000, 60_000),
        MqGet(STAGING_QUEUE, match=ORIGINAL, syncpoint=WITHIN),
        MqBackout(),
        Advance(10_000),
        MqGet(STAGING_QUEUE, match=ORIGINAL),
    ),
    "staged under the id of the first send": (
        *P,
        send("first"),
        SetDeliveryDelay("p", 5000),
        Send("p", OutgoingMessage("m", same_object_as="first")),
        Browse(STAGING_QUEUE),
    ),
    "queue definition at a later attempt": (
        *KEPT,
        *late(message(), AS_QUEUE),
        AlterQueue("Q", AttributeChanges(put=Switch.DISABLED, default_priority=7)),
        DUE,
        ENABLE,
        Advance(7_200_000),
        Browse("Q"),
    ),
    "queue definition behind a new alias": (
        *Q,
        *late(message(), AS_QUEUE),
        DeleteQueue("Q"),
        DefineLocalQueue("N", QueueAttributes(default_priority=7)),
        DefineAliasQueue("Q", "N"),
        DUE,
        Browse("N"),
    ),
    "alias: as staged": BEHIND,
    "alias: unlimited": BEHIND,
    "remote: as staged": REMOTELY,
    "remote: unreported": REMOTELY,
    "remote: no reply-to": REMOTELY,
    "remote: priority 0": REMOTELY,
    "remote: persistent": REMOTELY,
    "a lowered limit clears": (
        *Q,
        *delayed(5000),
        AlterQueue(STAGING_QUEUE, AttributeChanges(max_message_length=0)),
        DUE,
        Browse("Q"),
    ),
    "delay header stays after a restart": (*Q, *delayed(5000), *RESTART, DUE, Browse("Q")),
    "delay header stays after a failure": (
        *KEPT,
        *late(message()),
        DISABLE,
        DUE,
        ENABLE,
        Advance(7_200_000),
        Browse("Q"),
    ),
    "copies for those away lost at restart": (
        *topic(),
        Subscribe("away", "news", Durability.DURABLE),
        CloseSubscriber("away"),
        CreateProducer("p", topic=NEWS),
        SetDeliveryDelay("p", 5000),
        send(),
        *RESTART,
        DUE,
        Subscribe("away", "news", Durability.DURABLE),
        ReceivePublication("away"),
    ),
    "second copy not persistent": (*PUBLISHED, send(), DUE, *BOTH),
    "second copy cut": (*PUBLISHED, Send("p", OutgoingMessage("m", length=100)), DUE, *BOTH),
    "refused after a group": (
        *P,
        SetDeliveryDelay("p", 5000),
        Send("p", OutgoingMessage("grouped", group=GroupMembership("g"))),
        send(),
    ),
    "refused after a conflict": (
        *P,
        SetDeliveryDelay("p", 5000),
        Send("p", OutgoingMessage("short"), arguments=SendArguments(DeliveryMode.PERSISTENT, 4, 3000)),
        send(),
    ),
    "refused after one to be retained": (
        *PUBLISHED,
        Send("p", OutgoingMessage("kept", retained=Retention.RETAIN_PUBLICATION)),
        send(),
    ),
    "life compared until the first send": (
        *P,
        SetTimeToLive("p", 9000),
        SetDeliveryDelay("p", 5000),
        send("first"),
        SetTimeToLive("p", 3000),
        send(),
    ),
    "long form compared in seconds": (*Q, *late(message(), delay=3900, life=3100)),
    "ends with another queue manager": (*Q, QM2, *delayed(5000), EndQueueManager("QM2"), DUE, Browse("Q")),
    "fails with another queue manager": (
        *Q,
        QM2,
        *delayed(5000),
        FailDelayProcessor("QM2"),
        DUE,
        Browse("Q"),
    ),
    "dropped when its queue manager ends": (
        *REMOTE,
        *delayed(5000),
        EndQueueManager("QM2"),
        StartQueueManager("QM2"),
        DUE,
        Browse("XMIT"),
        ReadDepth("XMIT"),
    ),
}

IN_MORE_CORNERS: dict[str, Trace] = {**REPORTS, **STAGED}
