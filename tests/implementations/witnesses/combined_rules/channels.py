"""Traces that show misreadings of dead letters of channels, and their lives."""

from msgspec.structs import replace

from implementations.witnesses.parts.channels import (
    AT_RECEIVER,
    AT_SENDER,
    DEADQ_B,
    IN_RETRY,
    LOOKS,
    OF_PUTTER,
    PAIR,
    TOLERANT_A,
    A,
    B,
    ends,
)
from implementations.witnesses.parts.common import EXPIRATION, Trace
from implementations.witnesses.parts.messages import full, long
from implementations.witnesses.parts.sends import LOST
from mqtck.reference.vocabulary.channels import ChannelAttributes, DefineSenderChannel
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    CreateProducer,
    DefineLocalQueue,
    OpenSession,
    ReadDepth,
    Send,
    SendArguments,
    SetTimeToLive,
    StartChannel,
    StopChannel,
)
from mqtck.reference.vocabulary.constants import DeliveryMode
from mqtck.reference.vocabulary.messages import OutgoingMessage, PutDescriptor, QueueDestination

TRACES: dict[str, Trace] = {
    "dead letters of channels unreported": (
        *(*AT_SENDER, long(expiry=600, report=EXPIRATION), StartChannel("X", A), Advance(1000)),
        *(Browse("D", A), Advance(70_000), Browse("D", A), Browse("R", A)),
    ),
    "dead letters of channels without their MQRFH2": (
        *(*AT_SENDER, OpenSession("s", queue_manager=A), CreateProducer("p", session="s")),
        *(Send("p", OutgoingMessage("m", 40_000), QueueDestination("RQ")), *LOOKS),
    ),
    "dead letters of channels with replies for others": (*AT_SENDER, long(report=EXPIRATION), *LOOKS),
    "receiver's discard reported as expiry": (
        *(*AT_RECEIVER, long(persistence=LOST, expiry=6000, report=EXPIRATION, length=None), *LOOKS),
        Browse("R", A),
    ),
    "receiver's discard reported where it was": (
        *(*AT_RECEIVER, DefineLocalQueue("R", queue_manager=B)),
        *(OpenSession("s", queue_manager=A), CreateProducer("p", session="s")),
        Send(
            "p",
            OutgoingMessage(
                "m", report=EXPIRATION, reply_to="R", reply_destination=QueueDestination("R", queue_manager=B)
            ),
            QueueDestination("RQ"),
            arguments=SendArguments(DeliveryMode.NON_PERSISTENT, 4, 600_000),
        ),
        *(*LOOKS, Browse("R", B)),
    ),
    "a new life in retry": (
        *(*IN_RETRY, long(expiry=1200), Advance(30_000), StartChannel("X", A), Advance(1000)),
        Browse("X", A),
    ),
    "dead-lettered for good": (*AT_SENDER, long(expiry=600), *LOOKS),
    "dead-lettered with a new life": (*AT_SENDER, long(expiry=600), Advance(20_000), *LOOKS),
    "no ageing in retry": (
        *(
            *PAIR,
            *ends(),
            long("n", expiry=1200, length=None),
            long(),
            StartChannel("X", A),
            Advance(90_000),
            StopChannel("X", A),
        ),
        *(DefineSenderChannel("X", ChannelAttributes(), A), *LOOKS),
    ),
    "discard reported as expiry": (
        *(*PAIR, *ends(), long(persistence=LOST, expiry=6000, report=EXPIRATION), *LOOKS, ReadDepth("R", A)),
    ),
    "sender's dead letters of another id": (*AT_SENDER, full(), *LOOKS),
    "receiver's dead letters without correlation id": (*(*AT_RECEIVER, DEADQ_B, full(length=None), *LOOKS),),
    "dead letters of channels are reports": (*AT_SENDER, full(), *LOOKS),
    "priority 0 under protection": (*AT_SENDER, TOLERANT_A, full(), *LOOKS),
    "not persistent where it stays protected": (
        *(*AT_RECEIVER, DEADQ_B, OF_PUTTER, full(length=None), *LOOKS),
    ),
    "non-persistent dead letters report nothing": (*AT_SENDER, full(persistence=LOST), *LOOKS),
    "protected data cut": (*AT_RECEIVER, DEADQ_B, OF_PUTTER, full(), *LOOKS),
    "life begun anew for dead letters of JMS": (
        *(*AT_SENDER, OpenSession("s", queue_manager=A), CreateProducer("p", session="s")),
        *(SetTimeToLive("p", 60_000), Send("p", OutgoingMessage("m", 40_000), QueueDestination("RQ"))),
        *(Advance(10_000), *LOOKS),
    ),
    "life begun anew for dead letters with a correlation id": (
        *(*AT_SENDER, replace(full(), descriptor=PutDescriptor(expiry=600)), Advance(10_000), *LOOKS),
    ),
    "life begun anew for dead letters with long lives": (
        *(*AT_SENDER, long(expiry=864_000), Advance(10_000), *LOOKS),
    ),
}
