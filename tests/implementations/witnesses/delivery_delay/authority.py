"""Traces that show misreadings of the authority that is asked for at a delayed send."""

from implementations.witnesses.parts.common import EXPIRATION, LOOK, QUEUES, TO_Q, Q, Trace, message, send
from implementations.witnesses.parts.messages import NON_PERSISTENT_FORM, typed, unasked
from implementations.witnesses.parts.sends import COMMITTED, DELAY, DELAYED, DUE, Q_OF_QM1, RESTART
from mqtck.reference.vocabulary.clusters import DefaultBinding, JoinCluster
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Browse,
    Command,
    Commit,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineQueueManager,
    GrantPut,
    OpenSession,
    ProducerApi,
    QueueAttributes,
    RevokePut,
    Send,
    SetDeliveryDelay,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination

USER: Trace = (
    *(*Q, GrantPut("u", "Q"), GrantPut("u", STAGING_QUEUE)),
    *(OpenSession("s", user="u"), CreateProducer("p", session="s", destination=TO_Q), DELAY),
)
UNAUTHORIZED: Trace = (
    *(*Q, GrantPut("u", STAGING_QUEUE)),
    *(OpenSession("s", user="u"), CreateProducer("p", session="s", destination=TO_Q), DELAY),
)


def of_user(session: str, *grants: str) -> Trace:
    """A transacted producer of somebody who may put to these queues."""
    return (
        *(*QUEUES, *(GrantPut("u", queue) for queue in grants), GrantPut("u", STAGING_QUEUE)),
        OpenSession(session, Acknowledgement.TRANSACTED, "u"),
        *(CreateProducer("p", session=session, destination=TO_Q), DELAY),
    )


ALICE = "alice"


def by_alice(queue: str, *fixtures: Command, queue_manager: str = "QM1") -> Trace:
    """A delayed send of a user who may not put to the queue."""
    return (
        *fixtures,
        OpenSession("a", user=ALICE, queue_manager=queue_manager),
        CreateProducer("p", session="a", destination=QueueDestination(queue)),
        SetDeliveryDelay("p", 5000),
        send(),
        Browse(STAGING_QUEUE, queue_manager),
    )


AS_ANN: Trace = (*Q, GrantPut("ann", "OTHER"))

TRACES: dict[str, Trace] = {
    "authority when created": (*USER, RevokePut("u", "Q"), send(), DUE, *LOOK[:1]),
    "no authority when created": (*UNAUTHORIZED, GrantPut("u", "Q"), send(), DUE, *LOOK[:1]),
    "lost to a revocation before its commit": (*of_user("t", "Q"), send(), RevokePut("u", "Q"), *COMMITTED),
    "authority at the commit": (*of_user("t"), send(), GrantPut("u", "Q"), *COMMITTED),
    "authority missed once": (*UNAUTHORIZED, send(), send("n"), DUE, *LOOK[:1]),
    "authority not asked where the queue manager is named": (
        *Q,
        OpenSession("a", user="alice"),
        CreateProducer("p", session="a"),
        DELAY,
        Send("p", OutgoingMessage("m"), Q_OF_QM1),
        Browse(STAGING_QUEUE),
    ),
    "user of the last session": (
        *Q,
        OpenSession("s", user="u"),
        OpenSession("other"),
        CreateProducer("p", session="s", destination=TO_Q),
        SetDeliveryDelay("p", 2000),
        send(),
    ),
    "authority not at send": (
        *Q,
        OpenSession("s", user="ann"),
        CreateProducer("p", session="s", destination=TO_Q),
        SetDeliveryDelay("p", 5000),
        send(),
    ),
    "authority once for a session": (
        *(*Q, GrantPut("clerk", "Q"), GrantPut("clerk", STAGING_QUEUE), OpenSession("s", user="clerk")),
        *(CreateProducer("p", session="s"), SetDeliveryDelay("p", 5000)),
        *(Send("p", message("m1"), TO_Q), RevokePut("clerk", "Q"), Send("p", message("m2"), TO_Q)),
    ),
    "authority of no typed messages": typed(user="clerk"),
    "authority not asked of the non-persistent": unasked(
        QueueAttributes(), None, NON_PERSISTENT_FORM, "alice"
    ),
    "refused for good": (
        *(*Q, OpenSession("a", user="alice"), CreateProducer("p", session="a"), SetDeliveryDelay("p", 5000)),
        *(GrantPut("alice", STAGING_QUEUE), Send("p", message(), TO_Q)),
        *(GrantPut("alice", "Q"), Send("p", message("m2"), TO_Q)),
    ),
    "not granted again": (
        *(*Q, OpenSession("a", user="alice"), CreateProducer("p", session="a"), SetDeliveryDelay("p", 5000)),
        *(GrantPut("alice", STAGING_QUEUE), GrantPut("alice", "Q"), RevokePut("alice", "Q")),
        *(GrantPut("alice", "Q"), Send("p", message(), TO_Q)),
    ),
    "authority of aliases not asked": by_alice("A", *Q, DefineAliasQueue("A", "Q")),
    "authority of queues elsewhere not asked": by_alice(
        "F",
        JoinCluster("C"),
        DefineQueueManager("QM2"),
        JoinCluster("C", "QM2"),
        DefineLocalQueue("F", QueueAttributes(cluster="C", default_binding=DefaultBinding.NOT_FIXED), "QM2"),
    ),
    "authority by the beginning of a name": by_alice(
        "QX", *Q, DefineLocalQueue("QX"), GrantPut(ALICE, "Q"), GrantPut(ALICE, STAGING_QUEUE)
    ),
    "authority of any queue manager": by_alice(
        "Q",
        *Q,
        DefineQueueManager("QM2"),
        DefineLocalQueue("Q", queue_manager="QM2"),
        GrantPut(ALICE, "Q"),
        queue_manager="QM2",
    ),
    "authority back with a restart": by_alice("Q", *Q, GrantPut(ALICE, "Q"), RevokePut(ALICE, "Q"), *RESTART),
    "authority with reports not asked": (
        *(*Q, DefineLocalQueue("REPLY"), OpenSession("s", user="clerk"), CreateProducer("p", session="s")),
        *(*DELAYED, Send("p", message(report=EXPIRATION), TO_Q)),
    ),
    "authority in a unit of work not asked": (
        *AS_ANN,
        OpenSession("t", Acknowledgement.TRANSACTED, user="ann"),
        CreateProducer("p", session="t", destination=TO_Q),
        DELAY,
        send(),
        Commit("t"),
    ),
    "JMSProducer's authority not asked": (
        *AS_ANN,
        OpenSession("s", user="ann"),
        CreateProducer("p", ProducerApi.JMS_PRODUCER, "s", TO_Q),
        DELAY,
        send(),
    ),
}
