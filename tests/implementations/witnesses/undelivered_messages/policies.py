"""Traces that show misreadings of policies of dead-letter queues, and headers in clear."""

from implementations.witnesses.parts.channels import (
    AT_RECEIVER,
    AT_SENDER,
    DEADQ_B,
    LOOKS,
    NO_TARGET,
    NORMAL,
    OF_PUTTER,
    PAIR,
    RESTART_OF_A,
    STRICT_B,
    TOLERANT_A,
    TOLERANT_B,
    A,
    B,
    ends,
)
from implementations.witnesses.parts.common import Trace
from implementations.witnesses.parts.messages import full, long, short
from implementations.witnesses.parts.sends import LOST
from mqtck.reference.vocabulary.channels import DefinePolicy, InitiatorPermission, Toleration
from mqtck.reference.vocabulary.commands import Browse, CreateProducer, OpenSession, Send, StopChannel
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination

STOP = StopChannel("X", A)

TRACES: dict[str, Trace] = {
    "policies as first defined": (*(*AT_RECEIVER, DEADQ_B, TOLERANT_B, STRICT_B, short(), *LOOKS),),
    "policies as first needed": (*AT_SENDER, long(), *LOOKS, STOP, TOLERANT_A, long("n"), *LOOKS),
    "no destination for what is protected": (*(*AT_RECEIVER, DEADQ_B, OF_PUTTER, full(length=None), *LOOKS),),
    "non-persistent in clear where barred": (
        *AT_SENDER,
        DefinePolicy("D", Toleration.ON, InitiatorPermission.NOT_PERMITTED, A),
        *(long(persistence=LOST), *LOOKS),
    ),
    "in clear at a receiver where barred": (
        *(*AT_RECEIVER, DEADQ_B),
        DefinePolicy("D", Toleration.ON, InitiatorPermission.NOT_PERMITTED, B),
        *(short(), *LOOKS),
    ),
    "tolerant at normal speed": (*(*PAIR, *ends(NORMAL), NO_TARGET, DEADQ_B, STRICT_B, short(), *LOOKS),),
    "tolerant of JMS": (
        *(*AT_RECEIVER, DEADQ_B, STRICT_B, OpenSession("s", queue_manager=A)),
        *(CreateProducer("p", session="s"), Send("p", OutgoingMessage("m"), QueueDestination("RQ")), *LOOKS),
    ),
    "persistent lost where its policy fails": (
        *(*AT_SENDER, DefinePolicy("D", Toleration.ON, InitiatorPermission.NOT_PERMITTED, A)),
        *(long(), *LOOKS),
    ),
    "header behind the receiver's policy": (*AT_RECEIVER, DEADQ_B, TOLERANT_B, short(), *LOOKS),
    "dead-letter header lost at restart": (
        *AT_SENDER,
        TOLERANT_A,
        long(),
        *LOOKS,
        *RESTART_OF_A,
        Browse("D", A),
    ),
    "toleration ignored": (*AT_RECEIVER, DEADQ_B, STRICT_B, short(), *LOOKS),
    "barred initiator in clear": (
        *(*AT_SENDER, DefinePolicy("D", Toleration.ON, InitiatorPermission.NOT_PERMITTED, A)),
        *(long(), *LOOKS),
    ),
    "dead-letter header protected": (*AT_SENDER, TOLERANT_A, long(), *LOOKS),
}
