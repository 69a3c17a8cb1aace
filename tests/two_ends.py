"""Two queue managers and their channel, and traces whose looks at the end are written by hand.

The reference plays a trace up to the looks, whose outcomes a test writes: what the transmission queue, the
target and the dead-letter queues of both ends hold, and the status of the channel.
"""

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from mqtck.adapters.reference import Reference
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.judge import Judgement, judge_trace
from mqtck.reference.vocabulary.channels import (
    ChannelAttributes,
    ChannelProtection,
    ChannelStatus,
    DefinePolicy,
    DefineReceiverChannel,
    DefineSenderChannel,
    InitiatorPermission,
    NonPersistentSpeed,
    ReadChannelStatus,
    Toleration,
    UseDeadLetterQueue,
)
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Command,
    Connect,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    MqPut,
    QueueAttributes,
    SetDeadLetterQueue,
    StartChannel,
    Switch,
    Usage,
)
from mqtck.reference.vocabulary.constants import Persistence
from mqtck.reference.vocabulary.messages import (
    DeadLetterHeader,
    Descriptor,
    OutgoingMessage,
    Protection,
    PutDescriptor,
    SeenMessage,
)
from mqtck.reference.vocabulary.outcomes import Browsed, ChannelStatusRead, Outcome
from mqtck.reference.vocabulary.profile import Platform, Version
from mqtck.reference.vocabulary.traces import Step, Trace

FAST, NORMAL = NonPersistentSpeed.FAST, NonPersistentSpeed.NORMAL
REMOVE, PASS = ChannelProtection.REMOVE, ChannelProtection.PASS_THROUGH
AS_POLICY = ChannelProtection.AS_POLICY
LASTING, FLEETING = Persistence.PERSISTENT, Persistence.NOT_PERSISTENT
ON, OFF = Toleration.ON, Toleration.OFF
RUNNING, RETRYING, STOPPED = ChannelStatus.RUNNING, ChannelStatus.RETRYING, ChannelStatus.STOPPED
A, B = "QMA", "QMB"
LIMIT, LONG = 20_000, 40_000


class Ends(NamedTuple):
    """Two queue managers and their channel."""

    speed: NonPersistentSpeed = FAST
    use: UseDeadLetterQueue = UseDeadLetterQueue.YES
    sender: ChannelProtection = REMOVE
    receiver: ChannelProtection = PASS
    version: Version = Version(9, 2)
    platform: Platform = Platform.ZOS
    batch_size: int = 50

    def commands(self) -> tuple[Command, ...]:
        sender = ChannelAttributes(self.speed, self.use, LIMIT, self.sender, self.batch_size)
        receiver = ChannelAttributes(self.speed, protection=self.receiver)
        return (
            *(DefineQueueManager(name, self.version, self.platform) for name in (A, B)),
            DefineLocalQueue("STOCK", queue_manager=B),
            DefineLocalQueue("REPLIES", queue_manager=A),
            DefineLocalQueue("X", QueueAttributes(usage=Usage.TRANSMISSION), A),
            DefineRemoteQueue("ORDERS", "STOCK", B, "X", A),
            DefineSenderChannel("X", sender, A),
            DefineReceiverChannel(A, B, receiver),
            Connect("c", A),
        )


def put(
    label: str, length: int | None = None, kept: Persistence = FLEETING, expiry: int = -1, report: int = 0
) -> Command:
    message = OutgoingMessage(label, length=length, report=report, reply_to="REPLIES" if report else None)
    return MqPut("ORDERS", message, PutDescriptor(expiry, persistence=kept), connection="c")


def dead_letters(name: str, manager: str) -> tuple[Command, ...]:
    return (DefineLocalQueue(name, queue_manager=manager), SetDeadLetterQueue(name, manager))


START = StartChannel("X", A)
INHIBITED = AlterQueue("STOCK", AttributeChanges(put=Switch.DISABLED), B)
HEADER = DeadLetterHeader(reason=2218, destination_queue="STOCK")


def shown(
    label: str,
    protection: Protection | None = None,
    length: int | None = None,
    header: DeadLetterHeader | None = None,
    expiry: int = -1,
) -> SeenMessage:
    body = label if length is None else f"{label}:".ljust(length, ".")
    return SeenMessage(
        body=body, dead_letter_header=header, protection=protection, descriptor=Descriptor(expiry=expiry)
    )


def dead(label: str = "m1", under: str | None = None, layers: int = 1, **changes: object) -> SeenMessage:
    """A long message on a dead-letter queue."""
    layer = None if under is None else Protection(policy=under, layers=layers)
    long = shown(label, layer, LONG, HEADER)
    return msgspec.structs.replace(long, **changes)


class Seen(NamedTuple):
    """What the looks at the end show; a status of None is not asked for."""

    waits: tuple[SeenMessage, ...] = ()
    stock: tuple[SeenMessage, ...] = ()
    here: tuple[SeenMessage, ...] = ()
    there: tuple[SeenMessage, ...] = ()
    status: ChannelStatus | None = None


def trace(commands: Iterable[Command], seen: Seen, names: tuple[str, str] = ("FAILED", "FAILED")) -> Trace:
    """The commands as the reference answers them, and the looks as written."""
    looks: list[tuple[Command, Outcome]] = [
        (Browse("X", A), Browsed(seen.waits)),
        (Browse("STOCK", B), Browsed(seen.stock)),
        (Browse(names[0], A), Browsed(seen.here)),
        (Browse(names[1], B), Browsed(seen.there)),
    ]
    if seen.status is not None:
        looks.insert(0, (ReadChannelStatus("X", A), ChannelStatusRead(seen.status)))
    played = run_commands(Reference(), (*commands, Advance(1000)))
    now = played.steps[-1].ended
    return Trace(
        played.head, (*played.steps, *(Step(look, seen_there, now, now) for look, seen_there in looks))
    )


def judged(
    commands: Iterable[Command], seen: Seen, names: tuple[str, str] = ("FAILED", "FAILED")
) -> Judgement:
    return judge_trace(trace(commands, seen, names))


def blamed(judgement: Judgement) -> tuple[str, ...]:
    return tuple(found.rules[0] for found in judgement.breaches)


def queues(*commands: Command) -> tuple[Command, ...]:
    """Both dead-letter queues exist, so that they can be looked at; DEADQ names neither yet."""
    return (
        DefineLocalQueue("FAILED", queue_manager=A),
        DefineLocalQueue("FAILED", queue_manager=B),
        *commands,
    )


def named(*managers: str) -> tuple[Command, ...]:
    return tuple(SetDeadLetterQueue("FAILED", manager) for manager in managers)


def unusable(manager: str) -> tuple[Command, ...]:
    return (
        SetDeadLetterQueue("FAILED", manager),
        AlterQueue("FAILED", AttributeChanges(put=Switch.DISABLED), manager),
    )


def policy(
    name: str,
    manager: str,
    toleration: Toleration = ON,
    initiator: InitiatorPermission = InitiatorPermission.PERMITTED,
) -> Command:
    return DefinePolicy(name, toleration, initiator, manager)


LONG_ONE = (put("m1", LONG), START)
LONG_LASTING_ONE = (put("m1", LONG, LASTING), START)
THREE = (put("m0", kept=LASTING), put("m1", LONG, LASTING), put("m2", kept=LASTING), START)
BEHIND = (put("m1", LONG), put("m2"), START)
WAITING_THREE = (shown("m0"), shown("m1", length=LONG), shown("m2"))
BARRED = InitiatorPermission.NOT_PERMITTED
NORMAL_ENDS, NO_USE = Ends(NORMAL), Ends(use=UseDeadLetterQueue.NO)
PASSING = Ends(sender=PASS)
