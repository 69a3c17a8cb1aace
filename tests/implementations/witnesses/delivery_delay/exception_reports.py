"""Traces that show misreadings of exception reports about delayed messages."""

from implementations.witnesses.parts.channels import ALIAS_INSTEAD, INHIBITED, inhibit
from implementations.witnesses.parts.clusters_and_zos import QUEUE_OF_CLUSTER, at_z
from implementations.witnesses.parts.common import (
    DISABLE,
    DISABLE_DLQ,
    DISABLE_REPLY,
    DISCARD,
    ENABLE_DLQ,
    EXCEPTION,
    EXPIRATION,
    LOOK,
    QUEUES,
    TO_Q,
    WATCHED,
    Trace,
    delayed,
    failed,
    send,
)
from implementations.witnesses.parts.gets import LOOK_AT_DLQ
from implementations.witnesses.parts.messages import ASKED_IN_UNIT, alike, asked, dead_lettered, failing, late
from implementations.witnesses.parts.publications import SUBSCRIBED_TO_T
from implementations.witnesses.parts.queues import ELSEWHERE, NO_GET, after_restart
from implementations.witnesses.parts.sends import (
    DELAYED_BY_3_S,
    DUE,
    DUE_OF_3_S,
    OWN,
    PRODUCER_TO_ALIAS,
    PRODUCER_TO_REMOTE,
    failed_on,
    not_dead_lettered,
)
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineQueueManager,
    QueueAttributes,
    ReadDepth,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    StartChannel,
    Switch,
    Usage,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, Report
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination

SEEN: Trace = (Advance(5000), Browse("DLQ"), Browse("REPLY"))
FULL_DATA = int(Report.EXCEPTION_WITH_FULL_DATA)
ABROAD: Trace = (
    *QUEUES,
    DefineQueueManager("QM2"),
    DefineLocalQueue("REPLY", queue_manager="QM2"),
    DefineLocalQueue("QM2", QueueAttributes(usage=Usage.TRANSMISSION)),
)
FAILED = int(Report.EXCEPTION | Report.DISCARD_MSG)
GET = AttributeChanges(get=Switch.ENABLED)

TRACES: dict[str, Trace] = {
    "no exception report beside confirmations": not_dead_lettered(EXCEPTION | int(Report.COD)),
    "no exception report beside expiration": not_dead_lettered(EXCEPTION | EXPIRATION),
    "exception report unasked": failed(int(Report.PASS_CORREL_ID)),
    "no exception report": failed(EXCEPTION),
    "no report of a discard": failed(EXCEPTION | DISCARD),
    "abandoned publications reported unasked": (
        *(*SUBSCRIBED_TO_T, DefineLocalQueue("REPLY"), SetDeadLetterQueue(None), SetDeliveryDelay("p", 5000)),
        Send("p", OutgoingMessage("m", reply_to="REPLY")),
        *(AlterQueue("S", AttributeChanges(put=Switch.DISABLED)), Advance(6000), Browse("REPLY")),
    ),
    "disposed of at last and unreported": (
        *(*QUEUES, SetDeadLetterQueue(None), CreateProducer("p", destination=TO_Q)),
        *(SetDeliveryDelay("p", 5000), send(report=EXCEPTION), DISABLE, Advance(6000)),
        *(SetDeadLetterQueue("DLQ"), *SEEN, *SEEN),
    ),
    "no exception reports after a restart": after_restart(EXCEPTION, DISABLE_REPLY),
    "reports stay": (
        *ABROAD,
        CreateProducer("p", destination=TO_Q),
        SetDeliveryDelay("p", 5000),
        Send(
            "p",
            OutgoingMessage(
                "m",
                report=EXCEPTION,
                reply_to="REPLY",
                reply_destination=QueueDestination("REPLY", queue_manager="QM2"),
            ),
        ),
        DISABLE,
        Advance(6000),
        Browse("REPLY"),
        StartChannel("QM2"),
        Advance(1000),
        Browse("REPLY", "QM2"),
    ),
    "unit of work without exception reports": ASKED_IN_UNIT,
    "one exception report for a correlation id": (
        *(*QUEUES, *DELAYED_BY_3_S, alike("m", FAILED), alike("m2", FAILED), DISABLE, DUE_OF_3_S),
        *(ReadDepth("REPLY"), ReadDepth(STAGING_QUEUE), Browse("REPLY")),
    ),
    "unreadable reply-to queue": (
        *(*OWN, send(report=EXCEPTION | DISCARD), DISABLE, AlterQueue("REPLY", NO_GET), DUE),
        *(ReadDepth("REPLY"), AlterQueue("REPLY", GET), *LOOK),
    ),
    "exception report only without data": failed(int(Report.EXCEPTION_WITH_FULL_DATA)),
    "report of type datagram": (*failed(EXCEPTION), Browse("REPLY")),
    "exception reported as expiration": (*failed(EXCEPTION), Browse("REPLY")),
    "reports without data": dead_lettered(FULL_DATA),
    "full data cut": dead_lettered(FULL_DATA),
    "PASS_MSG_ID ignored": dead_lettered(EXCEPTION | Report.PASS_MSG_ID),
    "PASS_CORREL_ID ignored": dead_lettered(EXCEPTION | Report.PASS_CORREL_ID),
    "reply-to alias not resolved": failing(
        asked(EXCEPTION, reply_to="ANSWERS"), DefineAliasQueue("ANSWERS", "REPLY")
    ),
    "reply-to not followed elsewhere": (
        *failing(asked(EXCEPTION, reply_to="ANSWERS"), *ELSEWHERE),
        ReadDepth("QM2"),
    ),
    "too long and unreported": (
        *QUEUES,
        *late(asked(EXCEPTION)),
        AlterQueue("Q", AttributeChanges(max_message_length=0)),
        DUE,
        *LOOK,
        *WATCHED,
    ),
    "failure unreported behind an alias": failed_on(PRODUCER_TO_ALIAS, EXCEPTION, DISABLE),
    "failure unreported behind a remote queue": failed_on(PRODUCER_TO_REMOTE, EXCEPTION, inhibit("X")),
    "failure unreported in a cluster": failed_on(QUEUE_OF_CLUSTER, EXCEPTION, inhibit("C")),
    "failure unreported of a name that became an alias": failed_on(OWN, EXCEPTION, *ALIAS_INSTEAD),
    "failure unreported of a shared queue": at_z(EXCEPTION, INHIBITED),
    "no exception report at a later attempt": (
        *QUEUES,
        *delayed(5000, report=EXCEPTION),
        DISABLE,
        DISABLE_DLQ,
        Advance(6000),
        ENABLE_DLQ,
        *WATCHED,
        *WATCHED,
        *LOOK_AT_DLQ,
        Browse("REPLY"),
    ),
    "failure unreported beside activity": (*(*failed(EXCEPTION | int(Report.ACTIVITY)), Browse("REPLY")),),
    "failure unreported beside both confirmations": (
        *(*failed(EXCEPTION | int(Report.COA | Report.COD)), Browse("REPLY")),
    ),
    "discard unreported with data": (
        *(*failed(int(Report.EXCEPTION_WITH_DATA | Report.DISCARD_MSG)), Browse("REPLY")),
    ),
}
