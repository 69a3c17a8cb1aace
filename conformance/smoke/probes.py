"""What `mqtck smoke` asks an adapter for: short runs of commands that bring each kind of answer about.

Each command of the vocabulary is asked for, each inspection once of something and once of nothing, and each
call that a documented rule refuses. What comes back is not compared with any rule: an implementation may
accept what is refused elsewhere. Commands that need an ability which the adapter lacks are left out, and so
are those about what these would have defined (`asking`).
"""

from typing import Final, NamedTuple

from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.base import DEFAULT_SESSION
from mqtck.reference.vocabulary.channels import (
    DefinePolicy,
    DefineReceiverChannel,
    DefineSenderChannel,
    DeletePolicy,
    ReadChannelStatus,
)
from mqtck.reference.vocabulary.clusters import JoinCluster
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode, Report
from mqtck.reference.vocabulary.environment import DefineImsBridgeQueue, SetEnforcementVariable
from mqtck.reference.vocabulary.messages import (
    GroupMembership,
    OutgoingMessage,
    PutDescriptor,
    QueueDestination,
    TopicDestination,
)
from mqtck.reference.vocabulary.profile import Platform, Version
from mqtck.reference.vocabulary.publications import (
    AlterTopic,
    CloseSubscriber,
    DefineSubscription,
    DefineTopic,
    DeleteTopic,
    Durability,
    JoinHierarchy,
    ReceivePublication,
    Subscribe,
    Unsubscribe,
)
from mqtck.reference.vocabulary.queue_attributes import AttributeChanges, QueueAttributes, Switch, Usage
from mqtck.reference.vocabulary.zos import MigrateBack, OperationMode, ReadSampleDefinition, SetOperationMode

Q: Final = "MQTCK.SMOKE"
DLQ: Final = "MQTCK.SMOKE.DEAD"
REPLIES: Final = "MQTCK.SMOKE.REPLIES"
UNUSUAL: Final = "MQTCK/SMOKE%_1.2"
"""With every character that a name may have beside letters and digits."""

OTHER: Final = "QM2"
TOPIC: Final = "mqtck/smoke"
_SHORT: Final = 200
"""Ms that are waited for; on a real clock these add up."""


NOBODY: Final = "NOBODY"
"""A queue manager that nobody has created; random cases may have one, and a refusal is no surprise."""


class Probe(NamedTuple):
    """`what` completes the sentence: answers about ...

    That is said only of an adapter with one of the abilities `of`, where there are any: commands of other
    abilities, which lead up to it, do not tell.
    """

    what: str
    commands: tuple[c.Command, ...]
    of: frozenset[Ability] = frozenset()


def _send(producer: str, label: str, queue: str = Q, **fields: object) -> c.Send:
    return c.Send(producer, OutgoingMessage(label, **fields), QueueDestination(queue))  # type: ignore[arg-type]


def _producers(session: str = DEFAULT_SESSION) -> tuple[c.Command, ...]:
    return (
        c.CreateProducer("p", c.ProducerApi.MESSAGE_PRODUCER, session),
        c.CreateProducer("j", c.ProducerApi.JMS_PRODUCER, session),
    )


_REPORTS: Final = int(Report.EXCEPTION | Report.EXPIRATION | Report.COA | Report.COD)

PROBES: Final = (
    Probe(
        "messages and their headers",
        (
            c.DefineLocalQueue(Q),
            *_producers(),
            c.SetPriority("p", 4),
            c.SetDeliveryMode("p", DeliveryMode.PERSISTENT),
            c.DisableMessageId("p"),
            c.SetTimeToLive("p", 60_000),
            _send("p", "m1"),
            _send("j", "m2"),
            _send("p", "m3", jms_type="kind", correlation_text="text"),
            _send("p", "m4", correlation_bytes="0102"),
            _send("p", "m5", report=_REPORTS, reply_to=REPLIES),
            _send("p", "m6", group=GroupMembership("group", 1)),
            c.Browse(Q),
            c.ReadDepth(Q),
            *(c.Receive(Q, wait=_SHORT) for _ in range(6)),
            c.Receive(Q),
            c.Browse(Q),
            c.ReadDepth(Q),
        ),
    ),
    Probe(
        "queues of unusual names",
        (
            c.DefineLocalQueue(UNUSUAL),
            c.CreateProducer("p", destination=QueueDestination(UNUSUAL)),
            c.Send("p", OutgoingMessage("m1")),
            c.Receive(UNUSUAL, wait=_SHORT),
            c.MqPut(UNUSUAL, OutgoingMessage("m2")),
            c.MqGet(UNUSUAL),
        ),
    ),
    Probe(
        "delayed messages",
        (
            c.DefineLocalQueue(Q),
            *_producers(),
            c.SetDeliveryDelay("p", _SHORT),
            c.SetDeliveryDelay("j", _SHORT),
            _send("p", "m1"),
            _send("j", "m2"),
            c.Browse(STAGING_QUEUE),
            c.ReadDepth(STAGING_QUEUE),
            c.MqGet(STAGING_QUEUE, c.GetMode.BROWSE_FIRST),
            c.MqGet(STAGING_QUEUE, match=c.MatchCorrelationId("m2")),
            c.FailDelayProcessor(),
            c.Advance(2 * _SHORT),
            c.Receive(Q, wait=_SHORT),
            c.Receive(Q, wait=_SHORT),
            c.AlterQueue(STAGING_QUEUE, AttributeChanges(put=Switch.DISABLED)),
            _send("p", "m3"),
        ),
        of=frozenset({Ability.DELIVERY_DELAY}),
    ),
    Probe(
        "calls that are refused",
        (
            c.DefineLocalQueue(Q),
            *_producers(),
            c.SetDeliveryDelay("p", -1),
            c.SetDeliveryDelay("j", -1),
            c.SetTimeToLive("p", 1000),
            c.SetDeliveryDelay("p", 2000),
            _send("p", "m1"),
            c.SetDeliveryDelay("j", 2000),
            c.SetTimeToLive("j", 1000),
            _send("j", "m2"),
            *_producers(),
            c.CreateProducer("fresh"),
            c.SetDeliveryDelay("fresh", 2000),
            c.SetTimeToLive("fresh", 1000),
            _send("fresh", "m3"),
            c.CreateProducer("grouped"),
            c.SetDeliveryDelay("grouped", 2000),
            _send("grouped", "m4", group=GroupMembership("group", 1)),
            c.CreateProducer("plain"),
            c.AlterQueue(Q, AttributeChanges(put=Switch.DISABLED)),
            _send("plain", "m6"),
            c.MqPut(Q, OutgoingMessage("m7")),
            c.MqPut1(Q, OutgoingMessage("m8")),
            c.AlterQueue(Q, AttributeChanges(put=Switch.ENABLED, get=Switch.DISABLED)),
            c.Receive(Q),
            c.Browse(Q),
            c.MqGet(Q),
        ),
    ),
    Probe(
        "limits of a queue",
        (
            c.DefineLocalQueue(Q),
            c.AlterQueue(Q, AttributeChanges(max_depth=0)),
            *_producers(),
            _send("p", "m1"),
            c.MqPut(Q, OutgoingMessage("m2")),
            c.MqPut1(Q, OutgoingMessage("m3")),
            c.AlterQueue(Q, AttributeChanges(max_depth=10, max_message_length=10)),
            _send("p", "m4", length=100),
            c.MqPut(Q, OutgoingMessage("m5", length=100)),
        ),
        frozenset({Ability.QUEUE_LIMITS}),
    ),
    Probe(
        "transacted sessions",
        (
            c.DefineLocalQueue(Q),
            c.OpenSession("s", c.Acknowledgement.TRANSACTED),
            *_producers("s"),
            _send("p", "m1"),
            c.Commit("s"),
            c.Receive(Q, "s", _SHORT),
            c.Rollback("s"),
            c.Receive(Q, "s", _SHORT),
            c.Commit("s"),
        ),
        frozenset({Ability.TRANSACTIONS}),
    ),
    Probe(
        "MQI calls",
        (
            c.Connect("c"),
            c.DefineLocalQueue(Q),
            c.MqPut(Q, OutgoingMessage("m1"), connection="c"),
            c.MqPut1(Q, OutgoingMessage("m2"), PutDescriptor(expiry=600), c.Syncpoint.WITHIN, "c"),
            c.MqCommit("c"),
            c.MqPut(Q, OutgoingMessage("m3"), syncpoint=c.Syncpoint.WITHIN, connection="c"),
            c.MqBackout("c"),
            c.MqGet(Q, c.GetMode.BROWSE_FIRST_AND_LOCK, connection="c"),
            c.MqGet(Q, c.GetMode.UNDER_CURSOR, connection="c"),
            c.MqGet(Q, match=c.MatchMessageId("m2")),
            c.MqGet(Q),
            c.MqGet(Q, c.GetMode.UNDER_CURSOR),
            c.MqPut(Q, OutgoingMessage("m4"), PutDescriptor(expiry=0)),
            c.MqPut1(Q, OutgoingMessage("m5"), PutDescriptor(expiry=0)),
        ),
        frozenset({Ability.MQI}),
    ),
    Probe(
        "queues that go",
        (
            c.DefineLocalQueue(Q),
            c.DefineAliasQueue("MQTCK.SMOKE.ALIAS", Q),
            c.CreateProducer("p"),
            _send("p", "m1", "MQTCK.SMOKE.ALIAS"),
            c.Receive(Q, wait=_SHORT),
            c.DeleteQueue("MQTCK.SMOKE.ALIAS"),
            c.DeleteQueue(Q),
            _send("p", "m2"),
            c.ReadDepth(Q),
            c.Browse(Q),
            c.Receive(Q),
        ),
        frozenset({Ability.DELETE_QUEUE}),
    ),
    Probe(
        "authority",
        (
            c.DefineLocalQueue(Q),
            c.GrantPut("user", Q),
            c.OpenSession("s", user="user"),
            c.CreateProducer("p", session="s"),
            _send("p", "m1"),
            c.RevokePut("user", Q),
            _send("p", "m2"),
        ),
        frozenset({Ability.AUTHORITY}),
    ),
    Probe(
        "dead-lettered messages and reports",
        (
            c.DefineLocalQueue(Q),
            c.DefineLocalQueue(REPLIES),
            c.DefineLocalQueue(DLQ),
            c.SetDeadLetterQueue(DLQ),
            c.CreateProducer("p"),
            c.SetDeliveryDelay("p", _SHORT),
            _send("p", "m1", report=int(Report.EXCEPTION), reply_to=REPLIES),
            c.AlterQueue(Q, AttributeChanges(put=Switch.DISABLED)),
            c.Advance(2 * _SHORT),
            c.Browse(DLQ),
            c.Receive(DLQ, wait=_SHORT),
            c.Receive(REPLIES, wait=_SHORT),
        ),
        frozenset({Ability.DEAD_LETTER_QUEUE, Ability.REPORT_OPTIONS}),
    ),
    Probe(
        "a restart",
        (
            c.DefineLocalQueue(Q),
            c.EndQueueManager(),
            c.StartQueueManager(),
            c.ReadDepth(Q),
        ),
        frozenset({Ability.RESTART}),
    ),
    Probe(
        "publications",
        (
            DefineTopic("MQTCK.SMOKE.TOPIC", TOPIC),
            AlterTopic("MQTCK.SMOKE.TOPIC"),
            Subscribe("here", TOPIC),
            Subscribe("lasting", TOPIC, Durability.DURABLE),
            c.DefineLocalQueue(Q),
            DefineSubscription("queue", TOPIC, Q),
            c.CreateProducer("p"),
            c.Send("p", OutgoingMessage("m1"), topic=TopicDestination(TOPIC)),
            ReceivePublication("here", _SHORT),
            ReceivePublication("lasting", _SHORT),
            ReceivePublication("here"),
            c.Receive(Q, wait=_SHORT),
            CloseSubscriber("here"),
            CloseSubscriber("lasting"),
            Unsubscribe("lasting"),
            Unsubscribe("queue"),
            DeleteTopic("MQTCK.SMOKE.TOPIC"),
        ),
        frozenset({Ability.TOPICS}),
    ),
    Probe(
        "channels",
        (
            c.DefineQueueManager(OTHER),
            c.DefineLocalQueue("TO.QM2", QueueAttributes(usage=Usage.TRANSMISSION)),
            c.DefineLocalQueue(Q, queue_manager=OTHER),
            c.DefineRemoteQueue("MQTCK.SMOKE.REMOTE", Q, OTHER, "TO.QM2"),
            DefineSenderChannel("TO.QM2"),
            DefineReceiverChannel("QM1", OTHER),
            c.CreateProducer("p"),
            _send("p", "m1", "MQTCK.SMOKE.REMOTE"),
            c.MqPut("MQTCK.SMOKE.REMOTE", OutgoingMessage("m2")),
            c.Browse("TO.QM2"),
            ReadChannelStatus("TO.QM2"),
            c.StartChannel("TO.QM2"),
            c.Advance(_SHORT),
            ReadChannelStatus("TO.QM2"),
            c.Browse(Q, OTHER),
            c.StopChannel("TO.QM2"),
            c.Connect("c", OTHER),
            c.MqGet(Q, connection="c"),
        ),
        frozenset({Ability.REMOTE_QUEUES}),
    ),
    Probe(
        "further queue managers",
        (
            c.DefineQueueManager(OTHER),
            JoinHierarchy(OTHER),
            JoinCluster("MQTCK.CLUSTER"),
            JoinCluster("MQTCK.CLUSTER", OTHER),
            c.DefineLocalQueue(Q, QueueAttributes(cluster="MQTCK.CLUSTER"), OTHER),
            c.CreateProducer("p"),
            _send("p", "m1"),
            c.OpenSession("s", queue_manager=OTHER),
            c.Receive(Q, "s", _SHORT),
        ),
        frozenset({Ability.OTHER_QUEUE_MANAGERS}),
    ),
    Probe(
        "the end and the start of a queue manager that nobody has created, and a queue there",
        (
            c.DefineLocalQueue(Q, queue_manager=NOBODY),
            c.EndQueueManager(NOBODY),
            c.StartQueueManager(NOBODY),
        ),
        frozenset({Ability.RESTART, Ability.OTHER_QUEUE_MANAGERS}),
    ),
    Probe(
        "queue managers on z/OS",
        (
            c.DefineQueueManager(OTHER, platform=Platform.ZOS, queue_sharing_group="QSG1"),
            c.DefineSharedQueue(Q, "QSG1"),
            SetOperationMode(OperationMode.NEW_FUNCTION, OTHER),
            ReadSampleDefinition(queue_manager=OTHER),
            c.Connect("c", OTHER),
            c.MqPut(Q, OutgoingMessage("m1"), connection="c"),
            c.MqGet(Q, connection="c"),
            MigrateBack(Version(8, 0), OTHER),
        ),
        frozenset({Ability.ZOS}),
    ),
    Probe(
        "AMS policies",
        (
            c.DefineLocalQueue(Q),
            DefinePolicy(Q),
            c.MqPut(Q, OutgoingMessage("m1")),
            c.Browse(Q),
            DeletePolicy(Q),
            c.Browse(Q),
        ),
        frozenset({Ability.MESSAGE_PROTECTION}),
    ),
    Probe(
        "enforcement, and the IMS bridge",
        (
            SetEnforcementVariable("1"),
            c.DefineLocalQueue(REPLIES),
            DefineImsBridgeQueue("MQTCK.SMOKE.IMS"),
            c.MqPut("MQTCK.SMOKE.IMS", OutgoingMessage("m1", reply_to=REPLIES)),
            c.Advance(_SHORT),
            c.MqGet(REPLIES),
        ),
        frozenset({Ability.ENFORCEMENT, Ability.IMS_BRIDGE}),
    ),
)
