"""Traces that show misreadings of whether a dead letter is protected."""

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
from implementations.witnesses.parts.messages import long, short
from implementations.witnesses.parts.sends import SYSTEM
from mqtck.reference.vocabulary.channels import (
    ChannelAttributes,
    ChannelProtection,
    DefinePolicy,
    DefineReceiverChannel,
    DefineSenderChannel,
    DeletePolicy,
    Toleration,
)
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Command,
    CreateProducer,
    DefineLocalQueue,
    MqPut,
    OpenSession,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    StartChannel,
    StopChannel,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination

LONG = "ORDERS.OF.ALL.SHOPS.IN.TOWN.AND.IN.THE.COUNTRY.A"


PASSING_AT_NORMAL: Trace = (
    DefineSenderChannel("X", ChannelAttributes(non_persistent_speed=NORMAL), A),
    OF_PUTTER,
)


def undeliverable(queue: str) -> Trace:
    """A message that is too long for the channel, for a dead-letter queue of this name with a policy."""
    return (
        *(*PAIR, *ends(), DefineLocalQueue(queue, queue_manager=A), SetDeadLetterQueue(queue, A)),
        *(DefinePolicy(queue, Toleration.ON, queue_manager=A), long()),
        *(StartChannel("X", A), Advance(1000), Browse(queue, A)),
    )


def passing_small() -> tuple[Command, ...]:
    """A sender that passes protection through, on a channel that is too small."""
    sender = ChannelAttributes(max_message_length=20_000)
    return (DefineSenderChannel("X", sender, A), DefineReceiverChannel(A, B))


TRACES: dict[str, Trace] = {
    "deleted policies used": (*AT_SENDER, TOLERANT_A, DeletePolicy("D", A), long(), *LOOKS),
    "policies by the beginning of a name": (
        *(*AT_SENDER, DefinePolicy("D.OLD", Toleration.ON, queue_manager=A), long(), *LOOKS),
    ),
    "persistent not unprotected for the queue of the system": (
        *(*PAIR, *ends(), SetDeadLetterQueue(SYSTEM, A), OF_PUTTER, long(), *LOOKS),
    ),
    "bared at normal speed": (*PAIR, *ends(NORMAL), NO_TARGET, DEADQ_B, *PASSING_AT_NORMAL, short(), *LOOKS),
    "policy for the first alone": (*AT_SENDER, TOLERANT_A, long(), long("n"), *LOOKS),
    "policy for unlimited lives alone": (*AT_SENDER, TOLERANT_A, long(expiry=6000), *LOOKS),
    "intolerant in clear behind SPLPROT(ASPOLICY)": (
        *(*AT_RECEIVER, DEADQ_B, STRICT_B),
        DefineReceiverChannel(A, B, ChannelAttributes(protection=ChannelProtection.AS_POLICY)),
        *(short(), *LOOKS),
    ),
    "delayed in clear at a sender": (
        *(*AT_SENDER, TOLERANT_A, DefineLocalQueue(STAGING_QUEUE, queue_manager=A)),
        *(OpenSession("s", queue_manager=A), CreateProducer("p", session="s"), SetDeliveryDelay("p", 2000)),
        Send("p", OutgoingMessage("m", length=40_000), QueueDestination("RQ")),
        *(Advance(3000), *LOOKS),
    ),
    "intolerant in clear where nobody had protected": (
        *(*AT_SENDER, DefinePolicy("D", Toleration.OFF, queue_manager=A), long(), *LOOKS),
    ),
    "receiver's first policy": (
        *(*AT_RECEIVER, DEADQ_B, short(), *LOOKS, StopChannel("X", A), TOLERANT_B, short("m"), *LOOKS),
    ),
    "bared by a sender that passes through": (
        *(*PAIR, *passing_small(), SetDeadLetterQueue(SYSTEM, A), OF_PUTTER, long(), *LOOKS),
    ),
    "policies of both ends": (*AT_SENDER, TOLERANT_B, long(), *LOOKS),
    "policy of the transmission queue used": (
        *(*AT_SENDER, DefinePolicy("X", Toleration.ON, queue_manager=A), long(), *LOOKS),
    ),
    "applications protected on the system's queue": (
        *(*PAIR, DefinePolicy(SYSTEM, Toleration.ON, queue_manager=A)),
        MqPut(SYSTEM, OutgoingMessage("m"), connection="a"),
        Browse(SYSTEM, A),
    ),
    "policies forgotten at restart": (*AT_SENDER, TOLERANT_A, long(), *RESTART_OF_A, *LOOKS),
    "protection lost at restart": (*AT_SENDER, TOLERANT_A, long(), *LOOKS, *RESTART_OF_A, Browse("D", A)),
    "policies as at the first start": (
        *(*AT_SENDER, long(), *LOOKS, StopChannel("X", A), TOLERANT_A, long("n"), *LOOKS),
    ),
    "policy at senders alone": (*AT_RECEIVER, TOLERANT_B, DEADQ_B, short(), *LOOKS),
    "policy at receivers alone": (*AT_SENDER, TOLERANT_A, long(), *LOOKS),
    "DEADQ of 47 characters": undeliverable(LONG),
    "any SYSTEM a queue of the system": undeliverable("SYSTEMS.FAILED"),
    "SYSTEM anywhere a queue of the system": undeliverable("FAILED.SYSTEM.OLD"),
    "policy of the system's queue used": (
        *(
            *PAIR,
            *ends(),
            SetDeadLetterQueue(SYSTEM, A),
            DefinePolicy(SYSTEM, Toleration.ON, queue_manager=A),
        ),
        *(long(), *LOOKS),
    ),
    "policy of the dead-letter queue ignored": (*AT_SENDER, TOLERANT_A, long(), *LOOKS),
    "policy of the target used": (
        *(*AT_RECEIVER, DEADQ_B, DefinePolicy("T", Toleration.ON, queue_manager=B), short(), *LOOKS),
    ),
    "protection taken off everywhere": (*AT_RECEIVER, DEADQ_B, OF_PUTTER, short(), *LOOKS),
    "protected twice": (*AT_RECEIVER, DEADQ_B, OF_PUTTER, TOLERANT_B, short(), *LOOKS),
    "re-protected under the other policy": (*AT_RECEIVER, DEADQ_B, OF_PUTTER, TOLERANT_B, short(), *LOOKS),
    "original protection restored": (*AT_SENDER, OF_PUTTER, long(), *LOOKS),
    "tolerant in clear": (*AT_SENDER, TOLERANT_A, long(), *LOOKS),
}
