"""Traces that show the faults of `wrong_on_every_way`."""

from mqtck.conformance.execution.profiles import STAGING_ATTRIBUTES
from mqtck.reference.vocabulary.clusters import DefaultBinding, JoinCluster
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Commit,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineQueueManager,
    DefineSharedQueue,
    EndQueueManager,
    MqGet,
    OpenSession,
    QueueAttributes,
    ReadDepth,
    Rollback,
    Send,
    SendArguments,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetTimeToLive,
    StartQueueManager,
    Switch,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode, Report
from mqtck.reference.vocabulary.messages import (
    GroupMembership,
    OutgoingMessage,
    QueueDestination,
    Retention,
    TopicDestination,
)
from mqtck.reference.vocabulary.profile import Platform, Version
from mqtck.reference.vocabulary.publications import (
    DefineTopic,
    MessageDelivery,
    ReceivePublication,
    Subscribe,
)

from .witness_parts import DISABLE, EXPIRATION, QUEUES, REMOTE, TO_Q, TP, P, Trace, put

QUIET = int(Report.ACTIVITY | Report.PAN | Report.NAN)
WHOLE = OutgoingMessage("m", report=QUIET, reply_to="REPLY", correlation_bytes="00ff80017f")
STRING = OutgoingMessage("m", correlation_text="1234567890" * 30, jms_type="1234567890" * 30)
LONG_FORM = SendArguments(DeliveryMode.PERSISTENT, 4, 0)
LIMITED: Trace = (CreateProducer("p"), SetTimeToLive("p", 60_000), SetDeliveryDelay("p", 5000))
CLUSTER: Trace = (JoinCluster("C"), DefineQueueManager("QM2"), JoinCluster("C", "QM2"))


def clustered(binding: DefaultBinding) -> Trace:
    attributes = QueueAttributes(cluster="C", default_binding=binding)
    return (*CLUSTER, DefineLocalQueue("CQ", attributes, "QM2"))


SHARED: Trace = (
    DefineQueueManager("Z1", Version(), Platform.ZOS, "G"),
    DefineLocalQueue(STAGING_QUEUE, STAGING_ATTRIBUTES, "Z1"),
    *(DefineLocalQueue("REPLY", queue_manager="Z1"), DefineSharedQueue("SQ", "G")),
    *(OpenSession("z", queue_manager="Z1"), CreateProducer("p", session="z")),
    *(SetTimeToLive("p", 60_000), SetDeliveryDelay("p", 5000)),
    *(Send("p", WHOLE, QueueDestination("SQ")), Advance(8000), Browse("SQ", "Z1")),
)
TO_CLUSTER: Trace = (
    *(DefineLocalQueue("REPLY"), *clustered(DefaultBinding.NOT_FIXED), *LIMITED),
    *(Send("p", WHOLE, QueueDestination("CQ")), Advance(8000), Browse("CQ", "QM2")),
)
TO_REMOTE: Trace = (*REMOTE, CreateProducer("p"), SetDeliveryDelay("p", 5000), Send("p", STRING, TO_Q))
TOPIC: Trace = (
    DefineTopic("T", "T", MessageDelivery.ALL_AVAILABLE, MessageDelivery.ALL_AVAILABLE),
    *(Subscribe("s", "T"), CreateProducer("p", topic=TopicDestination("T")), SetDeliveryDelay("p", 5000)),
)
CONFIRMED = OutgoingMessage("m", report=int(Report.COA | Report.COD), reply_to="REPLY")
DELAYED: Trace = (*P, SetDeliveryDelay("p", 5000))
PERSISTENT: Trace = (*DELAYED, SetDeliveryMode("p", DeliveryMode.PERSISTENT))
MANY = tuple(Send("p", OutgoingMessage(f"m{number}")) for number in range(12))
RESTART: Trace = (EndQueueManager(), StartQueueManager())
ALIAS: Trace = (*QUEUES, DefineAliasQueue("A", "Q"))
GROUPED = OutgoingMessage("m", group=GroupMembership("g"))
RETAINED = OutgoingMessage("m", retained=Retention.RETAIN_PUBLICATION)
AFTERWARDS: Trace = (ReadDepth(STAGING_QUEUE), Advance(6000), Browse("Q"))


def expired(queue: str) -> Trace:
    """A message that is over, and one that is not, behind an alias."""
    return (*ALIAS, put("m", 20, EXPIRATION), put("n", 600), Advance(10_000), MqGet(queue), Browse("REPLY"))


def asked(attributes: QueueAttributes, user: str | None = None) -> dict[str, Trace]:
    """A delayed send of 5000 characters to a queue of these attributes, in two forms."""
    message = OutgoingMessage("m", length=5000)
    begun = (DefineLocalQueue("Q", attributes), OpenSession("s", user=user))
    named = (*begun, CreateProducer("p", session="s"), SetDeliveryDelay("p", 5000))
    own = (*begun, CreateProducer("p", session="s", destination=TO_Q), SetDeliveryDelay("p", 5000))
    return {
        "by the long form": (*own, Send("p", message, arguments=LONG_FORM), *AFTERWARDS),
        "to a destination of their own": (*named, Send("p", message, TO_Q), *AFTERWARDS),
    }


ASKED: dict[str, dict[str, Trace]] = {
    "put enabled": asked(QueueAttributes(put=Switch.DISABLED)),
    "length": asked(QueueAttributes(max_message_length=1000)),
    "fullness": asked(QueueAttributes(max_depth=0)),
    "authority": asked(QueueAttributes(), "alice"),
}

ON_EVERY_WAY: dict[str, Trace] = {
    "shared: as staged": SHARED,
    "shared: unlimited": SHARED,
    "shared: unreported": SHARED,
    "clustered: as staged": TO_CLUSTER,
    "clustered: unlimited": TO_CLUSTER,
    "clustered: unreported": TO_CLUSTER,
    "remote: no string": (*TO_REMOTE, Advance(6000), Browse("XMIT")),
    "publications without COA and COD": (
        *(DefineLocalQueue("REPLY"), *TOPIC, Send("p", CONFIRMED), Advance(6000), ReceivePublication("s")),
    ),
    "strings of 128 characters staged": (*DELAYED, Send("p", STRING), Advance(6000), Browse("Q")),
    "correlation id of the message before": (
        *(DefineLocalQueue("REPLY"), *DELAYED, Send("p", WHOLE), Advance(6000), MqGet("Q")),
        *(Send("p", OutgoingMessage("n")), Advance(6000), Browse("Q")),
    ),
    "type of 256 characters": (*P, Send("p", STRING), Browse("Q")),
    "staged as sent for a remote queue": (*TO_REMOTE, Browse(STAGING_QUEUE)),
    "ten outlive a restart": (
        *PERSISTENT,
        *MANY,
        *RESTART,
        ReadDepth(STAGING_QUEUE),
        Advance(6000),
        Browse("Q"),
    ),
    "expiration element lost at restart": (
        *(*PERSISTENT, SetTimeToLive("p", 60_000), Send("p", OutgoingMessage("m"))),
        *(*RESTART, Advance(6000), Browse("Q")),
    ),
    "rolled back with what was committed": (
        *(*TP, Send("p", OutgoingMessage("m")), Commit("t"), Send("p", OutgoingMessage("n")), Rollback("t")),
        *AFTERWARDS,
    ),
    "0 on a dead-letter queue": (
        *(DefineLocalQueue("DLQ"), SetDeadLetterQueue("DLQ"), *DELAYED, SetTimeToLive("p", 9000)),
        *(Send("p", OutgoingMessage("m")), DISABLE, Advance(8950), Browse("DLQ")),
    ),
    "expired returned by an alias": expired("A"),
    "alias discards nothing": (
        *(*ALIAS, put("m", 20), put("n", 600), Advance(10_000), MqGet("A"), ReadDepth("Q")),
    ),
    "alias reports nothing": (*expired("A"), *(Advance(10_000), Browse("REPLY")) * 3),
    "alias shows the whole life": expired("A"),
    "retained by the long form accepted": (*TOPIC, Send("p", RETAINED, arguments=LONG_FORM)),
    "binding by the long form accepted": (
        *(*clustered(DefaultBinding.ON_OPEN), CreateProducer("p", destination=QueueDestination("CQ"))),
        *(SetDeliveryDelay("p", 5000), Send("p", OutgoingMessage("m"), arguments=LONG_FORM)),
    ),
    "group by the long form accepted": (*DELAYED, Send("p", GROUPED, arguments=LONG_FORM)),
    "group of the non-persistent accepted": (
        *(*DELAYED, SetDeliveryMode("p", DeliveryMode.NON_PERSISTENT), Send("p", GROUPED)),
    ),
    **{f"{check} not asked {how}": trace for check, forms in ASKED.items() for how, trace in forms.items()},
}
