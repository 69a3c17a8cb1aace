"""Traces that show misreadings of triggers, and of several reasons to refuse."""

from implementations.witnesses.parts.common import (
    DISABLE,
    ENABLE,
    TO_Q,
    TRANSACTED,
    Trace,
    delayed,
    message,
    send,
)
from implementations.witnesses.parts.queues import TRIGGERING
from implementations.witnesses.parts.sends import DELAYED_BY_3_S, DUE_OF_3_S
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Commit,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DepthTrigger,
    EndQueueManager,
    QueueAttributes,
    ReadDepth,
    Send,
    SendArguments,
    SetDeliveryDelay,
    StartQueueManager,
)
from mqtck.reference.vocabulary.messages import GroupMembership, OutgoingMessage, QueueDestination

AT_ONE = QueueAttributes(trigger=DepthTrigger(depth=1, initiation_queue="INIT"))
TRIGGERED: Trace = (DefineLocalQueue("INIT"), DefineLocalQueue("Q", AT_ONE))
TRIGGERED_LATER: Trace = (
    DefineLocalQueue("INITIATION"),
    DefineLocalQueue("Q", QueueAttributes(trigger=DepthTrigger(1, "INITIATION"))),
    *(CreateProducer("p", destination=TO_Q), SetDeliveryDelay("p", 5000), Send("p", message()), DISABLE),
    *(Advance(60_000), ENABLE, Advance(7_200_000), Browse("Q"), Advance(60_000), ReadDepth("INITIATION")),
)

TRACES: dict[str, Trace] = {
    "two restrictions and another reason": (
        *(DefineLocalQueue("Q"), CreateProducer("p", destination=TO_Q), SetDeliveryDelay("p", 5000)),
        Send("p", OutgoingMessage("m", group=GroupMembership("g", 1)), arguments=SendArguments(2, 4, 3000)),
    ),
    "no trigger by the processor": (
        DefineLocalQueue("INIT"),
        DefineLocalQueue("Q", QueueAttributes(trigger=DepthTrigger(1, "INIT"))),
        *delayed(5000),
        Advance(6000),
        Browse("Q"),
        Browse("INIT"),
    ),
    "no trigger by the processor through an alias": (
        *(*TRIGGERED, DefineAliasQueue("A", "Q"), CreateProducer("p", destination=QueueDestination("A"))),
        *(SetDeliveryDelay("p", 5000), send(), Advance(6000), Browse("Q"), Browse("INIT")),
    ),
    "no trigger by what is overdue at the start": (
        *(*TRIGGERED, *delayed(2000), EndQueueManager(), Advance(3000), StartQueueManager()),
        *(Advance(1000), Browse("Q"), Browse("INIT")),
    ),
    "no trigger by what is overdue at its commit": (
        *(*TRIGGERED, TRANSACTED, CreateProducer("p", session="t", destination=TO_Q)),
        *(SetDeliveryDelay("p", 5000), send(), Advance(6000), Commit("t")),
        *(Advance(1000), Browse("Q"), Browse("INIT")),
    ),
    "no trigger at a later attempt": TRIGGERED_LATER,
    "trigger before the delivery": (
        *(DefineLocalQueue("I"), DefineLocalQueue("Q", QueueAttributes(trigger=DepthTrigger(1, "I")))),
        *(*DELAYED_BY_3_S, send(), DISABLE, DUE_OF_3_S, ReadDepth("I")),
    ),
    "triggered by the send": (*TRIGGERING, *delayed(5000), ReadDepth("INIT")),
}
