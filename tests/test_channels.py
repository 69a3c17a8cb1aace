"""Undelivered messages of channels: the tables, wrong traces blamed for the right rule, right ones let be.

A trace is played by the reference up to the looks at the end, whose outcomes are written by hand: what the
transmission queue, the target and the dead-letter queues of both ends hold, and the status of the channel.
"""

from collections.abc import Iterable
from itertools import product
from typing import NamedTuple

import msgspec
import pytest

from mqtck.adapters.reference import Reference
from mqtck.conformance.execution import run_commands
from mqtck.conformance.expectations import Sending
from mqtck.conformance.expectations_channels import if_shown, in_clear, on_queue, protected, status_is
from mqtck.conformance.features import FeatureError
from mqtck.conformance.judge import Judgement, judge_trace
from mqtck.conformance.scripts import HELD, Broken, Finding, Held, NotObserved, Record, Undecided
from mqtck.conformance.steps_types_channels import channel_attributes, channel_queue
from mqtck.reference.channel_state import Policy
from mqtck.reference.failure_to_put import Kept
from mqtck.reference.state import QueueManager
from mqtck.reference.undelivered_messages import (
    DeadLetter,
    Fate,
    Found,
    NamedBy,
    Put,
    at_receiver,
    at_sender,
    intercepted,
    protection,
)
from mqtck.reference.vocabulary.abilities import Ability, abilities_needed
from mqtck.reference.vocabulary.channels import (
    ChannelAttributes,
    ChannelProtection,
    ChannelStatus,
    DefinePolicy,
    DefineReceiverChannel,
    DefineSenderChannel,
    DeletePolicy,
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
    ReadDepth,
    SetDeadLetterQueue,
    StartChannel,
    StopChannel,
    Switch,
    Usage,
)
from mqtck.reference.vocabulary.constants import (
    DEFAULT_DEAD_LETTER_QUEUE,
    Feedback,
    MessageType,
    Persistence,
    Report,
)
from mqtck.reference.vocabulary.messages import (
    DeadLetterHeader,
    Descriptor,
    OutgoingMessage,
    Protection,
    PutDescriptor,
    SeenMessage,
    TransmissionHeader,
)
from mqtck.reference.vocabulary.outcomes import (
    Browsed,
    ChannelStatusRead,
    DepthRead,
    Done,
    MessageReturned,
    Outcome,
    Refused,
)
from mqtck.reference.vocabulary.profile import ClockKind, Platform, Version
from mqtck.reference.vocabulary.traces import Step, Trace

FAST, NORMAL = NonPersistentSpeed.FAST, NonPersistentSpeed.NORMAL
REMOVE, PASS = ChannelProtection.REMOVE, ChannelProtection.PASS_THROUGH
AS_POLICY = ChannelProtection.AS_POLICY
LASTING, FLEETING = Persistence.PERSISTENT, Persistence.NOT_PERSISTENT
ON, OFF = Toleration.ON, Toleration.OFF
RUNNING, RETRYING, STOPPED = ChannelStatus.RUNNING, ChannelStatus.RETRYING, ChannelStatus.STOPPED
A, B = "QMA", "QMB"
LIMIT, LONG = 20_000, 40_000


# --- traces by hand ------------------------------------------------------------------------------------


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

SENDER = {
    "too big, dead-lettered": (Ends(), (*named(A), *LONG_ONE), Seen(here=(dead(),))),
    "USEDLQ(NO), kept": (NO_USE, (*named(A), *LONG_ONE), Seen(waits=(shown("m1", length=LONG),))),
    "USEDLQ(NO), discarded": (NO_USE, (*named(A), *LONG_ONE), Seen()),
    "NORMAL, unusable queue": (
        NORMAL_ENDS,
        (*unusable(A), put("m0"), put("m1", LONG), put("m2"), START),
        Seen(waits=WAITING_THREE, status=RETRYING),
    ),
    "FAST, persistent, unusable queue": (
        Ends(),
        (*unusable(A), *THREE),
        Seen(WAITING_THREE, status=RETRYING),
    ),
    "FAST, not persistent, unusable queue": (
        Ends(),
        (*unusable(A), *BEHIND),
        Seen(stock=(shown("m2"),), status=RUNNING),
    ),
    "persistent, no queue": (Ends(), THREE, Seen(WAITING_THREE, status=RETRYING)),
    "FAST, not persistent, no queue": (Ends(), BEHIND, Seen(stock=(shown("m2"),), status=RUNNING)),
    "NORMAL, not persistent, no queue: back": (
        NORMAL_ENDS,
        LONG_ONE,
        Seen(waits=(shown("m1", length=LONG),), status=RETRYING),
    ),
    "NORMAL, not persistent, no queue: away": (NORMAL_ENDS, LONG_ONE, Seen(status=RUNNING)),
    "FAST, mixed batch: what is not persistent travels": (
        Ends(),
        (*unusable(A), put("m0"), put("m1", LONG, LASTING), START),
        Seen(waits=(shown("m1", length=LONG),), stock=(shown("m0"),), status=RETRYING),
    ),
    "FAST, mixed batch: it does not travel": (
        Ends(),
        (*unusable(A), put("m0"), put("m1", LONG, LASTING), START),
        Seen(waits=(shown("m0"), shown("m1", length=LONG)), status=RETRYING),
    ),
    "small batches: what was committed before is delivered": (
        Ends(NORMAL, batch_size=1),
        (*unusable(A), put("m0"), put("m1", LONG), START),
        Seen(waits=(shown("m1", length=LONG),), stock=(shown("m0"),), status=RETRYING),
    ),
    "a message from later is open": (
        NORMAL_ENDS,
        (*unusable(A), put("m1", LONG), START, put("m2")),
        Seen(waits=(shown("m1", length=LONG),), stock=(shown("m2"),), status=RETRYING),
    ),
    "a sender that leaves the protection on may do otherwise": (
        PASSING,
        (*named(A), *LONG_LASTING_ONE),
        Seen(waits=(shown("m1", length=LONG),), status=RETRYING),
    ),
}
"""What a right sender may leave behind."""

RECEIVER = {
    "dead-lettered": (
        PASSING,
        (*named(B), INHIBITED, put("m1"), START),
        Seen(there=(shown("m1", header=HEADER),)),
    ),
    "not dead-lettered, kept": (
        PASSING,
        (*named(B), INHIBITED, put("m1", kept=LASTING), START),
        Seen(waits=(shown("m1"),), status=RETRYING),
    ),
    "not dead-lettered, discarded": (PASSING, (*named(B), INHIBITED, put("m1"), START), Seen()),
    "no queue, persistent": (
        PASSING,
        (INHIBITED, put("m1", kept=LASTING), START),
        Seen(waits=(shown("m1"),), status=RETRYING),
    ),
    "no queue, not persistent": (PASSING, (INHIBITED, put("m1"), START), Seen(status=RUNNING)),
    "unusable queue, not persistent: back": (
        PASSING,
        (*unusable(B), INHIBITED, put("m1"), START),
        Seen(waits=(shown("m1"),)),
    ),
    "unusable queue, not persistent: away": (PASSING, (*unusable(B), INHIBITED, put("m1"), START), Seen()),
}

PROTECTED = {
    "sender's policy protects": (
        Ends(),
        (*named(A), policy("FAILED", A), *LONG_ONE),
        Seen(here=(dead(under="FAILED"),)),
    ),
    "strict policy at the sender: protected": (
        Ends(),
        (*named(A), policy("FAILED", A, OFF), *LONG_LASTING_ONE),
        Seen(here=(dead(under="FAILED"),)),
    ),
    "strict policy at the sender: the put fails": (
        Ends(),
        (*named(A), policy("FAILED", A, OFF), *LONG_LASTING_ONE),
        Seen(waits=(shown("m1", length=LONG),), status=RETRYING),
    ),
    "barred initiator: the put fails": (
        Ends(),
        (*named(A), policy("FAILED", A, ON, BARRED), *LONG_ONE),
        Seen(),
    ),
    "barred initiator: protected": (
        Ends(),
        (*named(A), policy("FAILED", A, ON, BARRED), *LONG_ONE),
        Seen(here=(dead(under="FAILED"),)),
    ),
    "strict policy at a receiver with SPLPROT(ASPOLICY): protected by it": (
        Ends(sender=PASS, receiver=AS_POLICY),
        (*named(B), policy("FAILED", B, OFF), INHIBITED, put("m1"), START),
        Seen(there=(shown("m1", Protection("FAILED", 1), header=HEADER),)),
    ),
    "the target's policy at a receiver with SPLPROT(ASPOLICY)": (
        Ends(sender=PASS, receiver=AS_POLICY),
        (*named(B), policy("FAILED", B, OFF), policy("STOCK", B), INHIBITED, put("m1"), START),
        Seen(there=(shown("m1", Protection("STOCK", 1), header=HEADER),)),
    ),
    "the protection is not shown": (
        Ends(),
        (*named(A), policy("FAILED", A), *LONG_ONE),
        Seen(here=(dead(protection=msgspec.UNSET),)),
    ),
    "policy and layers are not shown": (
        Ends(),
        (*named(A), policy("FAILED", A), *LONG_ONE),
        Seen(here=(dead(protection=Protection()),)),
    ),
    "a changed DEADQ may have reached the channel": (
        Ends(),
        (*named(A), policy("FAILED", A), START, *dead_letters("LOST", A), put("m1", LONG)),
        Seen(here=(dead(under="FAILED"),)),
    ),
}

RIGHT = SENDER | RECEIVER | PROTECTED


@pytest.mark.parametrize("name", RIGHT)
def test_what_the_documents_allow_is_not_accused(name: str) -> None:
    ends, commands, seen = RIGHT[name]
    judgement = judged((*ends.commands(), *queues(), *commands), seen)
    assert not judgement.breaches
    assert not judgement.indeterminate


WRONG = {
    "left on the transmission queue": (
        Ends(),
        (*named(A), *LONG_ONE),
        Seen((shown("m1", length=LONG),)),
        "AM-02",
    ),
    "moved, and left there as well": (
        Ends(),
        (*named(A), *LONG_ONE),
        Seen(waits=(shown("m1", length=LONG),), here=(dead(),)),
        "AM-02",
    ),
    "on the other dead-letter queue": (Ends(), (*named(A, B), *LONG_ONE), Seen(there=(dead(),)), "AM-02"),
    "delivered though too big": (
        Ends(),
        (*named(A), *LONG_ONE),
        Seen(stock=(shown("m1", length=LONG),)),
        "AM-02",
    ),
    "lost": (Ends(), (*named(A), *LONG_ONE), Seen(), "AM-02"),
    "no dead-letter header": (
        Ends(),
        (*named(A), *LONG_ONE),
        Seen(here=(dead(dead_letter_header=None),)),
        "AM-02",
    ),
    "USEDLQ ignored": (NO_USE, (*named(A), *LONG_ONE), Seen(here=(dead(),)), "AM-04"),
    "NORMAL: discarded": (
        NORMAL_ENDS,
        (*unusable(A), put("m0"), put("m1", LONG), put("m2"), START),
        Seen(waits=(shown("m0"), shown("m2"))),
        "AM-09",
    ),
    "NORMAL: batch not backed out": (
        NORMAL_ENDS,
        (*unusable(A), put("m0"), put("m1", LONG), put("m2"), START),
        Seen(waits=(shown("m1", length=LONG), shown("m2")), stock=(shown("m0"),)),
        "AM-09",
    ),
    "NORMAL: goes on with the next": (
        NORMAL_ENDS,
        (*unusable(A), put("m1", LONG), put("m2"), START),
        Seen(waits=(shown("m1", length=LONG),), stock=(shown("m2"),)),
        "AM-09",
    ),
    "NORMAL: status": (
        NORMAL_ENDS,
        (*unusable(A), *LONG_ONE),
        Seen((shown("m1", length=LONG),), status=RUNNING),
        "AM-09",
    ),
    "FAST: persistent discarded": (Ends(), (*unusable(A), *LONG_LASTING_ONE), Seen(), "AM-10"),
    "FAST: persistent batch split": (
        Ends(),
        (*unusable(A), *THREE),
        Seen(waits=WAITING_THREE[1:], stock=WAITING_THREE[:1]),
        "AM-10",
    ),
    "FAST: status": (Ends(), (*unusable(A), *THREE), Seen(WAITING_THREE, status=STOPPED), "AM-10"),
    "FAST: not persistent kept": (
        Ends(),
        (*unusable(A), *LONG_ONE),
        Seen((shown("m1", length=LONG),)),
        "AM-11",
    ),
    "FAST: the next one stuck": (Ends(), (*unusable(A), *BEHIND), Seen(waits=(shown("m2"),)), "AM-11"),
    "FAST: in retry behind a discard": (
        Ends(),
        (*unusable(A), *BEHIND),
        Seen(stock=(shown("m2"),), status=RETRYING),
        "AM-11",
    ),
    "no queue: persistent discarded": (Ends(), LONG_LASTING_ONE, Seen(), "AM-27"),
    "no queue: goes on": (Ends(), THREE, Seen(WAITING_THREE[1:2], stock=(shown("m0"), shown("m2"))), "AM-27"),
    "no queue: status": (Ends(), THREE, Seen(WAITING_THREE, status=RUNNING), "AM-27"),
    "no queue: not persistent kept": (Ends(), BEHIND, Seen((shown("m1", length=LONG), shown("m2"))), "AM-28"),
    "no queue: dead-lettered all the same": (Ends(), LONG_ONE, Seen(here=(dead(),)), "AM-28"),
    "no queue: stopped": (Ends(), BEHIND, Seen(stock=(shown("m2"),), status=STOPPED), "AM-28"),
    "receiver: persistent discarded": (PASSING, (INHIBITED, put("m1", kept=LASTING), START), Seen(), "AM-27"),
    "receiver: not persistent kept": (PASSING, (INHIBITED, put("m1"), START), Seen((shown("m1"),)), "AM-28"),
    "system queue: the sender protects again": (
        Ends(),
        (SetDeadLetterQueue(DEFAULT_DEAD_LETTER_QUEUE, A), policy("ORDERS", A), *LONG_ONE),
        Seen(here=(dead(under="ORDERS"),)),
        "AM-05",
    ),
    "system queue: its policy counts": (
        Ends(),
        (SetDeadLetterQueue(DEFAULT_DEAD_LETTER_QUEUE, A), policy(DEFAULT_DEAD_LETTER_QUEUE, A), *LONG_ONE),
        Seen(here=(dead(under=DEFAULT_DEAD_LETTER_QUEUE),)),
        "AM-06",
    ),
    "sender: policy ignored": (
        Ends(),
        (*named(A), policy("FAILED", A), *LONG_ONE),
        Seen(here=(dead(),)),
        "AM-07",
    ),
    "sender: another policy": (
        Ends(),
        (*named(A), policy("FAILED", A), policy("ORDERS", A), *LONG_ONE),
        Seen(here=(dead(under="ORDERS"),)),
        "AM-07",
    ),
    "sender: protected without a policy": (
        Ends(),
        (*named(A), policy("ORDERS", A), *LONG_ONE),
        Seen(here=(dead(under="ORDERS"),)),
        "AM-08",
    ),
    "system queue: the receiver unprotects": (
        PASSING,
        (SetDeadLetterQueue(DEFAULT_DEAD_LETTER_QUEUE, B), policy("ORDERS", A), INHIBITED, put("m1"), START),
        Seen(there=(shown("m1", header=HEADER),)),
        "AM-12",
    ),
    "system queue: the receiver protects": (
        PASSING,
        (SetDeadLetterQueue(DEFAULT_DEAD_LETTER_QUEUE, B), policy("STOCK", B), INHIBITED, put("m1"), START),
        Seen(there=(shown("m1", Protection("STOCK", 1), header=HEADER),)),
        "AM-13",
    ),
    "the receiver unprotects": (
        PASSING,
        (*named(B), policy("ORDERS", A), INHIBITED, put("m1"), START),
        Seen(there=(shown("m1", header=HEADER),)),
        "AM-14",
    ),
    "the receiver uses the target's policy": (
        PASSING,
        (*named(B), policy("STOCK", B), INHIBITED, put("m1"), START),
        Seen(there=(shown("m1", Protection("STOCK", 1), header=HEADER),)),
        "AM-15",
    ),
    "the receiver ignores the policy": (
        PASSING,
        (*named(B), policy("FAILED", B), INHIBITED, put("m1"), START),
        Seen(there=(shown("m1", header=HEADER),)),
        "AM-16",
    ),
    "protected twice": (
        PASSING,
        (*named(B), policy("FAILED", B), policy("ORDERS", A), INHIBITED, put("m1"), START),
        Seen(there=(shown("m1", Protection("FAILED", 2), header=HEADER),)),
        "AM-17",
    ),
    "protected anew": (
        PASSING,
        (*named(B), policy("FAILED", B), policy("ORDERS", A), INHIBITED, put("m1"), START),
        Seen(there=(shown("m1", Protection("FAILED", 1), header=HEADER),)),
        "AM-17",
    ),
    "tolerated": (
        PASSING,
        (*named(B), policy("FAILED", B, OFF), INHIBITED, put("m1"), START),
        Seen(there=(shown("m1", header=HEADER),)),
        "AM-20",
    ),
    "protected instead of failing": (
        PASSING,
        (*named(B), policy("FAILED", B, OFF), INHIBITED, put("m1", kept=LASTING), START),
        Seen(there=(shown("m1", Protection("FAILED", 1), header=HEADER),)),
        "AM-20",
    ),
    "failed put loses a persistent message": (
        PASSING,
        (*named(B), policy("FAILED", B, OFF), INHIBITED, put("m1", kept=LASTING), START),
        Seen(),
        "AM-20",
    ),
    "barred initiator: in clear": (
        Ends(),
        (*named(A), policy("FAILED", A, ON, BARRED), *LONG_ONE),
        Seen(here=(dead(),)),
        "AM-22",
    ),
    "strict policy at the sender: in clear": (
        Ends(),
        (*named(A), policy("FAILED", A, OFF), *LONG_ONE),
        Seen(here=(dead(),)),
        "AM-07",
    ),
    "protected data hide the header": (
        Ends(),
        (*named(A), policy("FAILED", A), *LONG_ONE),
        Seen(here=(dead(under="FAILED", dead_letter_header=None),)),
        "AM-26",
    ),
    "no reason in the header": (
        Ends(),
        (*named(A), *LONG_ONE),
        Seen(here=(dead(dead_letter_header=DeadLetterHeader(reason=0)),)),
        "AM-02",
    ),
    "other data below the protection": (
        Ends(),
        (*named(A), policy("FAILED", A), *LONG_ONE),
        Seen(here=(dead(under="FAILED", body="m1: and more"),)),
        "AM-07",
    ),
    "life begun anew": (
        Ends(),
        (*named(A), put("m1", LONG, expiry=600), Advance(20_000), START),
        Seen(here=(dead(descriptor=Descriptor(expiry=600)),)),
        "X-47",
    ),
    "life made unlimited by the policy": (
        Ends(),
        (*named(A), policy("FAILED", A), put("m1", LONG, expiry=600), START),
        Seen(here=(dead(under="FAILED"),)),
        "X-47",
    ),
}


def looked_at(commands: tuple[Command, ...]) -> tuple[str, str]:
    """The dead-letter queues to look at: those that DEADQ names, where it names any."""
    deadq = {c.queue_manager: c.queue for c in commands if isinstance(c, SetDeadLetterQueue)}
    return (deadq.get(A) or "FAILED", deadq.get(B) or "FAILED")


@pytest.mark.parametrize("name", WRONG)
def test_what_they_forbid_is_blamed_on_the_rule(name: str) -> None:
    ends, commands, seen, rule = WRONG[name]
    judgement = judged((*ends.commands(), *queues(), *commands), seen, looked_at(commands))
    assert rule in blamed(judgement)[:1], judgement.breaches


@pytest.mark.parametrize("name", WRONG)
@pytest.mark.parametrize(
    "ends",
    [{"platform": Platform.MULTIPLATFORMS}, {"version": Version(9, 1, 2)}],
    ids=["off z/OS", "before 9.1.3"],
)
def test_elsewhere_nothing_is_said_about_what_a_channel_cannot_deliver(
    ends: dict[str, object], name: str
) -> None:
    """AM-01. How long a message lives is not a matter of the platform (X-47)."""
    setting, commands, seen, rule = WRONG[name]
    judgement = judged(
        (*setting._replace(**ends).commands(), *queues(), *commands), seen, looked_at(commands)
    )  # type: ignore[arg-type]
    assert blamed(judgement) == () or rule.startswith("X-")


def test_an_end_that_nobody_defined_is_not_judged() -> None:
    ends = tuple(c for c in Ends().commands() if not isinstance(c, DefineReceiverChannel))
    commands = (*ends, *queues(), *named(B), policy("FAILED", B), INHIBITED, put("m1"), START)
    for seen in (Seen(there=(shown("m1"),)), Seen(), Seen(waits=(shown("m1"),))):
        assert blamed(judged(commands, seen)) == ()


# --- time ----------------------------------------------------------------------------------------------


def in_retry(expiry: int = -1, report: int = 0) -> tuple[Command, ...]:
    message = put("m1", LONG, LASTING, expiry, report)
    return (*Ends().commands(), *queues(), message, put("m2", kept=LASTING), START, Advance(1000))


REPAIR = (DefineSenderChannel("X", ChannelAttributes(protection=REMOVE), A), StopChannel("X", A), START)


def test_a_channel_in_retry_may_try_again_at_any_time_and_has_after_an_hour() -> None:
    enabled = AlterQueue("FAILED", AttributeChanges(put=Switch.ENABLED), A)
    before = (*Ends().commands(), *queues(), *unusable(A))
    repaired = (*before, put("m1", LONG, LASTING), put("m2", kept=LASTING), START, Advance(1000), enabled)
    for seen in (
        Seen(here=(dead(),), stock=(shown("m2"),)),
        Seen(waits=(shown("m1", length=LONG), shown("m2")), status=RETRYING),
    ):
        assert blamed(judged((*repaired, Advance(1_000_000)), seen)) == ()
    stuck = Seen(waits=(shown("m1", length=LONG), shown("m2")))
    assert blamed(judged((*repaired, Advance(3_600_000)), stuck))[0] == "AM-02"


def test_a_changed_deadq_reaches_a_channel_at_its_next_start_at_the_latest() -> None:
    named_later = (*in_retry(), *named(A), Advance(7_200_000))
    stuck = Seen(waits=(shown("m1", length=LONG), shown("m2")))
    moved = Seen(here=(dead(),), stock=(shown("m2"),))
    assert blamed(judged(named_later, stuck)) == ()
    assert blamed(judged(named_later, moved)) == ()
    again = (*named_later, StopChannel("X", A), START)
    assert blamed(judged(again, moved)) == ()
    assert blamed(judged(again, stuck))[0] == "AM-02"


def test_what_expired_while_the_channel_was_in_retry_is_never_delivered() -> None:
    commands = (*in_retry(100), Advance(20_000), *REPAIR)
    delivered = Seen(stock=(shown("m1", length=LONG, expiry=1), shown("m2")))
    assert blamed(judged(commands, delivered))[0] == "X-48"
    assert blamed(judged(commands, Seen(stock=(shown("m2"),)))) == ()


def test_backed_out_messages_do_not_begin_their_lives_anew() -> None:
    commands = (*in_retry(600), Advance(20_000), *REPAIR)
    fresh = Seen(stock=(shown("m1", length=LONG, expiry=600), shown("m2")))
    right = Seen(stock=(shown("m1", length=LONG, expiry=380), shown("m2")))
    assert blamed(judged(commands, fresh)) == ("X-48",)
    assert blamed(judged(commands, right)) == ()


def test_a_message_that_is_not_fetched_any_more_does_not_stop_the_channel_for_ever() -> None:
    """The hour counts from the end of its life."""
    commands = (*in_retry(100), Advance(7_200_000))
    assert blamed(judged(commands, Seen(stock=(shown("m2"),)))) == ()
    still = Seen(waits=(shown("m2"),))
    assert blamed(judged(commands, still)) != () or judged(commands, still).indeterminate


def report_about(commands: tuple[Command, ...], feedback: int) -> SeenMessage:
    """A report on REPLIES about the only message asked for one."""
    played = run_commands(Reference(), commands)
    sent = next(
        step.outcome
        for step in played.steps
        if isinstance(step.command, MqPut) and step.command.message.report
    )
    about = sent.descriptor.message_id  # type: ignore[union-attr]
    return SeenMessage(
        body="",
        descriptor=Descriptor(
            correlation_id=about, message_type=int(MessageType.REPORT), feedback=feedback, expiry=-1
        ),
    )


def with_reports(commands: tuple[Command, ...], outcome: Outcome, look: Command) -> Judgement:
    played = run_commands(Reference(), (*commands, Advance(1000)))
    now = played.steps[-1].ended
    return judge_trace(Trace(played.head, (*played.steps, Step(look, outcome, now, now))))


DISCARDED = (
    *Ends().commands(),
    *queues(),
    put("m1", LONG, FLEETING, 6000, int(Report.EXPIRATION | Report.EXCEPTION)),
    START,
)


def test_nobody_reports_that_a_discarded_message_has_expired() -> None:
    look = Browse("REPLIES", A)
    expired = Browsed((report_about(DISCARDED, Feedback.EXPIRATION),))
    assert blamed(with_reports(DISCARDED, expired, look)) == ("X-49",)
    assert "X-49" in with_reports(DISCARDED, Browsed(()), look).exercised
    only_expiration = (
        *Ends().commands(),
        *queues(),
        put("m1", LONG, FLEETING, 6000, int(Report.EXPIRATION)),
        START,
    )
    counted = with_reports(only_expiration, DepthRead(1), ReadDepth("REPLIES", A))
    assert "X-49" in counted.breaches[0].rules


def test_an_exception_report_of_a_channel_is_open() -> None:
    exception = Browsed((report_about(DISCARDED, 2218),))
    for outcome in (exception, Browsed(())):
        judgement = with_reports(DISCARDED, outcome, Browse("REPLIES", A))
        assert not judgement.breaches
        assert not judgement.indeterminate
    for depth in (0, 1):
        assert not with_reports(DISCARDED, DepthRead(depth), ReadDepth("REPLIES", A)).breaches


# --- bad headers -----------------------------------------------------------------------------------------

BAD = MqPut(
    "X",
    OutgoingMessage("m1", transmission_header=TransmissionHeader("STOCK", B, structure_id="????")),
    connection="c",
)


@pytest.mark.parametrize(
    "seen",
    [
        Seen(here=(shown("m1", header=HEADER),)),
        Seen(waits=(shown("m1"),), status=RETRYING),
        Seen(),
    ],
)
def test_what_a_sender_does_with_a_bad_header_is_recorded_only(seen: Seen) -> None:
    judgement = judged((*Ends().commands(), *queues(), *named(A), BAD, START), seen)
    assert not judgement.breaches
    assert not judgement.indeterminate


def test_a_message_behind_a_bad_header_arrives_nowhere() -> None:
    delivered = judged((*Ends().commands(), *queues(), *named(A), BAD, START), Seen(stock=(shown("m1"),)))
    assert blamed(delivered) == ("AM-24",)


def test_a_bad_header_may_be_refused_by_the_put() -> None:
    played = run_commands(Reference(), (*Ends().commands(), BAD))
    refused = played.steps[-1]
    steps = (*played.steps[:-1], Step(BAD, Refused(reason=2142), refused.started, refused.ended))
    assert not judge_trace(Trace(played.head, steps)).breaches


# --- the tables ------------------------------------------------------------------------------------------


def test_every_situation_of_a_sender_has_a_row() -> None:
    for use, splprot, dead_letter, speed, kept in product(
        UseDeadLetterQueue, ChannelProtection, DeadLetter, NonPersistentSpeed, Kept
    ):
        row = at_sender(use, splprot, dead_letter, speed, kept)
        assert row.fates
        assert row.rules
        if use is UseDeadLetterQueue.NO or dead_letter is not DeadLetter.TAKES:
            assert Fate.DEAD_LETTERED not in row.fates
        if splprot is REMOVE and use is UseDeadLetterQueue.YES and kept is Kept.PERSISTENT:
            assert Fate.DISCARDED not in row.fates


def test_every_situation_of_a_receiver_has_a_row() -> None:
    for use, dead_letter, speed, kept in product(UseDeadLetterQueue, DeadLetter, NonPersistentSpeed, Kept):
        row = at_receiver(use, dead_letter, speed, kept)
        assert (Fate.DEAD_LETTERED in row.fates) <= (dead_letter is DeadLetter.TAKES)
        if use is UseDeadLetterQueue.YES and kept is Kept.PERSISTENT:
            assert Fate.DISCARDED not in row.fates


POLICIES = (
    None,
    *(Policy(toleration, initiator) for toleration in Toleration for initiator in InitiatorPermission),
)


def test_under_a_policy_of_the_queue_nothing_is_placed_in_clear() -> None:
    for found, each in product(Found, POLICIES):
        covering = protection(NamedBy.ADMINISTRATOR, found, each)
        if each is not None and found is not Found.PROTECTED:
            assert Put.AS_IS not in covering.puts
        if found is Found.PROTECTED:
            assert covering.puts[0] is Put.AS_IS
        assert protection(NamedBy.SYSTEM, found, each).puts == (Put.AS_IS,)


@pytest.mark.parametrize(
    ("platform", "version", "applies"),
    [
        (Platform.ZOS, Version(9, 1, 3), True),
        (Platform.ZOS, Version(9, 1, 2), False),
        (Platform.ZOS, Version(9, 0, 5), False),
        (Platform.ZOS, Version(10), True),
        (Platform.MULTIPLATFORMS, Version(9, 4), False),
    ],
)
def test_where_the_text_applies(platform: Platform, version: Version, applies: bool) -> None:  # noqa: FBT001
    assert intercepted(QueueManager(version, platform=platform)) is applies


# --- fixtures --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "field"),
    [
        (b'{"transmission_queue": "X", "attributes": {"protection": "as policy"}}', "attributes.protection"),
        (b'{"transmission_queue": "X", "attributes": {"batch_size": 0}}', "batch_size"),
        (b'{"transmission_queue": "X", "attributes": {"batch_size": 10000}}', "batch_size"),
        (b'{"transmission_queue": "X", "attributes": {"max_message_length": -1}}', "max_message_length"),
        (
            b'{"transmission_queue": "X", "attributes": {"non_persistent_speed": "slow"}}',
            "non_persistent_speed",
        ),
        (
            b'{"transmission_queue": "X", "attributes": {"use_dead_letter_queue": "maybe"}}',
            "use_dead_letter_queue",
        ),
        (b'{"transmission_queue": ""}', "transmission_queue"),
    ],
)
def test_a_sender_channel_that_cannot_be_is_refused_with_the_field_named(text: bytes, field: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=field):
        msgspec.json.decode(text.replace(b"{", b'{"command": "define sender channel", ', 1), type=Command)


@pytest.mark.parametrize(
    ("text", "field"),
    [
        (
            b'{"partner": "A", "queue_manager": "B", "attributes": {"protection": "remove"}}',
            "attributes.protection",
        ),
        (b'{"partner": "", "queue_manager": "B"}', "partner"),
        (b'{"partner": "A"}', "queue_manager"),
    ],
)
def test_a_receiver_channel_that_cannot_be_is_refused_with_the_field_named(text: bytes, field: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=field):
        msgspec.json.decode(text.replace(b"{", b'{"command": "define receiver channel", ', 1), type=Command)


def test_a_policy_of_an_unknown_toleration_is_refused() -> None:
    text = b'{"command": "define policy", "policy": "Q", "toleration": "sometimes"}'
    with pytest.raises(msgspec.ValidationError, match="toleration"):
        msgspec.json.decode(text, type=Command)


def test_what_channels_need_is_said() -> None:
    assert Ability.CHANNEL_ATTRIBUTES in abilities_needed(DefineSenderChannel("X"))
    assert Ability.MESSAGE_PROTECTION in abilities_needed(DefinePolicy("Q"))
    assert Ability.CHANNEL_STATUS in abilities_needed(ReadChannelStatus("X"))


def test_a_policy_of_a_system_queue_may_be_refused_and_a_deleted_one_protects_nothing() -> None:
    system = DefinePolicy(DEFAULT_DEAD_LETTER_QUEUE, queue_manager=A)
    commands = (*Ends().commands(), *queues(), *named(A), policy("FAILED", A), DeletePolicy("FAILED", A))
    played = run_commands(Reference(), (*commands, system))
    last = played.steps[-1]
    refused = Trace(played.head, (*played.steps[:-1], Step(system, Refused(), last.started, last.ended)))
    assert not judge_trace(refused).indeterminate
    assert blamed(judged((*commands, *LONG_ONE), Seen(here=(dead(under="FAILED"),)))) == ("AM-08",)
    assert blamed(judged((*commands, *LONG_ONE), Seen(here=(dead(),)))) == ()


# --- checks and words of the features ----------------------------------------------------------------------

SENDING = Sending("m1", "ORDERS", 0)


def found(check: object, outcome: Outcome, clock: ClockKind = ClockKind.VIRTUAL) -> Finding:
    return check(Record(clock, {1: Step(Browse("FAILED"), outcome, 0, 0)}))  # type: ignore[operator]


def test_a_message_is_looked_for_among_those_shown() -> None:
    check = on_queue(protected(1, "FAILED"), 1, "FAILED", SENDING)
    assert found(check, Browsed((shown("m0"), dead(under="FAILED")))) == HELD
    assert isinstance(found(check, Browsed((shown("m0"),))), Broken)
    assert isinstance(found(check, Browsed((shown("m0"),)), ClockKind.REAL), Undecided)
    assert isinstance(found(check, Browsed((SeenMessage(),))), NotObserved)
    assert isinstance(found(check, Browsed((dead(protection=msgspec.UNSET),))), NotObserved)
    assert isinstance(found(check, Browsed((dead(under="FAILED", layers=2),))), Broken)
    assert isinstance(found(check, Browsed((dead(under="ORDERS"),))), Broken)
    assert found(check, Browsed((dead(protection=Protection()),))) == HELD
    clear = on_queue(in_clear(1), 1, "FAILED", SENDING)
    assert found(clear, Browsed((dead(),))) == HELD
    assert isinstance(found(clear, Browsed((dead(under="FAILED"),))), Broken)
    either = if_shown(check, 1, SENDING)
    assert found(either, Browsed(())) == Held("not there")
    assert found(either, Browsed((dead(under="FAILED"),))) == Held("there")
    assert isinstance(found(either, Browsed((dead(),))), Broken)
    assert isinstance(found(either, Refused()), Broken)


def test_a_status_may_be_late_on_a_real_clock() -> None:
    check = status_is(1, frozenset({RETRYING}), "in retry")
    assert isinstance(found(check, ChannelStatusRead(RETRYING)), Held)
    assert isinstance(found(check, ChannelStatusRead(None)), Broken)
    assert isinstance(found(check, ChannelStatusRead(RUNNING), ClockKind.REAL), Undecided)
    assert isinstance(found(check, Done()), Broken)


def test_attributes_of_channels_are_read_as_mqsc_writes_them() -> None:
    assert channel_attributes("NPMSPEED(FAST), SPLPROT(ASPOLICY) and BATCHSZ(5)") == {
        "non_persistent_speed": FAST,
        "protection": AS_POLICY,
        "batch_size": 5,
    }
    with pytest.raises(FeatureError, match=r"NPMSPEED\(SLOW\) is no attribute of a channel"):
        channel_attributes("NPMSPEED(SLOW)")
    assert channel_queue("STOCK on QMB") == ("STOCK", "QMB")
    assert channel_queue("TO.QMB") == ("TO.QMB", "")


def test_a_message_may_still_be_returned_by_a_get_from_the_dead_letter_queue() -> None:
    played = run_commands(Reference(), (*Ends().commands(), *queues(), *named(A), *LONG_ONE, Advance(1)))
    assert not judge_trace(played).breaches
    assert MessageReturned(dead()).message.protection is None
