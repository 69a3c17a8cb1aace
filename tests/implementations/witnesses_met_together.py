"""Traces that show the faults of `wrong_met_together`."""

from mqtck.reference.vocabulary.clusters import DefaultBinding, JoinCluster
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Connect,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineQueueManager,
    DefineSharedQueue,
    DepthTrigger,
    GetMode,
    MqBackout,
    MqGet,
    MqPut,
    OpenSession,
    QueueAttributes,
    ReadDepth,
    Receive,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DestinationPersistence, Report
from mqtck.reference.vocabulary.messages import (
    GroupMembership,
    OutgoingMessage,
    PutDescriptor,
    QueueDestination,
    Retention,
    TopicDestination,
)
from mqtck.reference.vocabulary.profile import Platform, Version
from mqtck.reference.vocabulary.publications import (
    DefineSubscription,
    DefineTopic,
    MessageDelivery,
    Subscribe,
)

from .witness_parts import (
    DISABLE,
    ENABLE,
    EXPIRATION,
    QUEUES,
    TO_Q,
    WITHIN,
    P,
    Q,
    Trace,
    message,
    put,
)

ALL = MessageDelivery.ALL_AVAILABLE
SHORT = AlterQueue("Q", AttributeChanges(max_message_length=100))
CONFIRMED = int(Report.COA | Report.COD)
LAST_TENTH = Advance(1950)
OVER = Advance(5000)
TO_T = TopicDestination("T")
UNDER_CURSOR = MqGet("Q", GetMode.UNDER_CURSOR, syncpoint=WITHIN)


def at_shared_queue(*expiries: int, report: int = 0) -> Trace:
    return (
        DefineQueueManager("ZQM1", Version(), Platform.ZOS, "QSG1"),
        DefineSharedQueue("Z", "QSG1"),
        DefineLocalQueue("REPLY", queue_manager="ZQM1"),
        Connect("c", "ZQM1"),
        *(
            MqPut("Z", message(f"m{number}", report), PutDescriptor(expiry=expiry), connection="c")
            for number, expiry in enumerate(expiries)
        ),
    )


def elsewhere(expiry: int) -> Trace:
    return (
        DefineQueueManager("QM2"),
        DefineLocalQueue("Q2", queue_manager="QM2"),
        Connect("c", "QM2"),
        MqPut("Q2", message(), PutDescriptor(expiry=expiry), connection="c"),
    )


def browsed(expiry: int, report: int = 0) -> Trace:
    return (*QUEUES, put(expiry=expiry, report=report), MqGet("Q", GetMode.BROWSE_FIRST))


def typed(*before: AlterQueue, length: int | None = None, user: str | None = None) -> Trace:
    return (
        *(*Q, *before, OpenSession("s", user=user), CreateProducer("p", session="s")),
        SetDeliveryDelay("p", 5000),
        Send("p", OutgoingMessage("m", length=length, jms_type="invoice"), TO_Q),
        ReadDepth(STAGING_QUEUE),
    )


def kept_and_put_later(sent: OutgoingMessage) -> Trace:
    """No dead-letter queue but the target itself, which takes nothing at first."""
    return (
        *(*P, SetDeadLetterQueue("Q"), SetDeliveryDelay("p", 5000), Send("p", sent), DISABLE),
        *(Advance(60_000), ENABLE, Advance(7_200_000), Browse("Q")),
    )


TRIGGERED_LATER: Trace = (
    DefineLocalQueue("INITIATION"),
    DefineLocalQueue("Q", QueueAttributes(trigger=DepthTrigger(1, "INITIATION"))),
    *(CreateProducer("p", destination=TO_Q), SetDeliveryDelay("p", 5000), Send("p", message()), DISABLE),
    *(Advance(60_000), ENABLE, Advance(7_200_000), Browse("Q"), Advance(60_000), ReadDepth("INITIATION")),
)

CONFIRMED_AND_PUT_BACK: Trace = (
    *(*QUEUES, CreateProducer("p", destination=TO_Q), SetDeliveryDelay("p", 5000)),
    *(Send("p", message(report=CONFIRMED)), Advance(6000)),
    *(MqGet("Q", syncpoint=WITHIN), MqBackout(), MqGet("Q", syncpoint=WITHIN), MqBackout(), Receive("Q")),
    *(ReadDepth("REPLY"), Browse("REPLY")),
)

MET_TOGETHER: dict[str, Trace] = {
    "expired returned from shared queues": (*at_shared_queue(20), OVER, MqGet("Z", connection="c")),
    "shared queues show the whole life": (*at_shared_queue(600), Advance(20_000), MqGet("Z", connection="c")),
    "nothing discarded on shared queues": (
        *(*at_shared_queue(20, -1), OVER, MqGet("Z", connection="c"), ReadDepth("Z", "ZQM1")),
    ),
    "one discarded on shared queues": (*at_shared_queue(20, -1), OVER, MqGet("Z", connection="c")),
    "nothing reported of shared queues": (
        *(*at_shared_queue(20, report=EXPIRATION), OVER, MqGet("Z", connection="c")),
        Browse("REPLY", "ZQM1"),
    ),
    "0 on shared queues": (*at_shared_queue(20), LAST_TENTH, MqGet("Z", connection="c")),
    "0 by an alias": (*Q, DefineAliasQueue("A", "Q"), put(expiry=20), LAST_TENTH, MqGet("A")),
    "0 at another queue manager": (*elsewhere(20), LAST_TENTH, MqGet("Q2", connection="c")),
    "another queue manager shows the whole life": (
        *(*elsewhere(600), Advance(20_000), MqGet("Q2", connection="c")),
    ),
    "cursor in syncpoint shows the whole life": (*browsed(600), Advance(20_000), UNDER_CURSOR),
    "nothing reported of the cursor in syncpoint": (
        *(*browsed(20, EXPIRATION), OVER, UNDER_CURSOR, Browse("Q"), Browse("REPLY")),
    ),
    "0 under the cursor in syncpoint": (*browsed(20), LAST_TENTH, UNDER_CURSOR),
    "binding of overriding destinations not asked": (
        JoinCluster("C"),
        DefineLocalQueue("CQ", QueueAttributes(cluster="C", default_binding=DefaultBinding.ON_OPEN)),
        *(CreateProducer("p"), SetDeliveryDelay("p", 5000)),
        Send("p", message(), QueueDestination("CQ", DestinationPersistence.PERSISTENT)),
    ),
    "retained publications that correlate accepted": (
        *(DefineTopic("T", "T", ALL, ALL), Subscribe("s", "T"), CreateProducer("p", topic=TO_T)),
        SetDeliveryDelay("p", 5000),
        Send("p", OutgoingMessage("m", correlation_text="order 17", retained=Retention.RETAIN_PUBLICATION)),
    ),
    "group with a reply-to accepted": (
        *(*QUEUES, CreateProducer("p", destination=TO_Q), SetDeliveryDelay("p", 5000)),
        Send("p", OutgoingMessage("m", reply_to="REPLY", group=GroupMembership("g", 1))),
    ),
    "inhibited for no typed messages": typed(DISABLE),
    "no typed message too long": typed(
        AlterQueue("Q", AttributeChanges(max_message_length=100)), length=5000
    ),
    "full for no typed messages": typed(AlterQueue("Q", AttributeChanges(max_depth=0))),
    "authority of no typed messages": typed(user="clerk"),
    "arrival confirmed again": CONFIRMED_AND_PUT_BACK,
    "delivery confirmed at each get": CONFIRMED_AND_PUT_BACK,
    "type lost at a later attempt": kept_and_put_later(OutgoingMessage("m", jms_type="invoice")),
    "body cut at a later attempt": kept_and_put_later(OutgoingMessage("m", length=5000)),
    "no trigger at a later attempt": TRIGGERED_LATER,
    "dead-lettered publications without their header": (
        *(*QUEUES, DefineTopic("T", "T", ALL, ALL), DefineSubscription("s", "T", "Q")),
        *(CreateProducer("p", topic=TO_T), SetDeliveryDelay("p", 5000), Send("p", message())),
        *(DISABLE, Advance(6000), Browse("DLQ")),
    ),
}
