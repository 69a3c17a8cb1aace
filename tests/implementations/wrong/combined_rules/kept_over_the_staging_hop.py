"""Misreadings of what else a message keeps over the staging hop."""

# ruff: noqa: ARG002 - as in `decisions`

from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import NO_ID, Delay, Message, Proxy, Publication
from implementations.state.written_headers import TypeElements
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.attempts import Attempts, LaterAttempts, on_the_way
from implementations.wrong.parts.calls import both, browse_next, by_an_alias, jms_receive, looks, under_cursor
from implementations.wrong.parts.messages import Delivered, SecondCopy, original
from implementations.wrong.parts.receivers import OfDelayed, TimestampAnew, shown_in
from implementations.wrong.parts.restarts import keeps
from implementations.wrong.parts.rules import OPTIONS
from implementations.wrong.parts.targets import to_remote
from mqtck.reference.vocabulary.commands import Command, DefineLocalQueue, DeliverySequence, Receive
from mqtck.reference.vocabulary.constants import DEFAULT_PRIORITY, STAGING_QUEUE, UNLIMITED, ReasonCode
from mqtck.reference.vocabulary.messages import DelayHeader, SeenMessage
from mqtck.reference.vocabulary.outcomes import Outcome


@misreading(
    "second copy of default priority",
    "Gives the first copy of a publication alone the priority of the send.",
    *("X-42", "X-28", "HM-24", "HM-48"),
)
class SecondCopyOfDefaultPriority(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        topics = manager.topics
        copy = topics.copy
        copied: list[Publication] = []

        def first_alone(message: Message, publication: Publication) -> Message:
            first = not any(publication is one for one in copied)
            copied.append(publication)
            made = copy(message, publication)
            return made if first else msgspec.structs.replace(made, priority=DEFAULT_PRIORITY)

        topics.copy = first_alone  # type: ignore[method-assign]


keeps("MSGDLVSQ", "delivery_sequence", "X-28", "EX-16")


@misreading(
    "type stays in its queue manager",
    "Passes publications without their JMSType to a queue manager below.",
    *("X-42", "HM-38", "HM-48", "DD-118"),
)
class TypeStays(Attempts):
    def deliver(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
        header = delay.original.header
        if isinstance(delay.tie, Proxy) and header is not None:
            without = replace(header, mcd=TypeElements())
            delay = replace(delay, original=replace(delay.original, header=without))
        reason: ReasonCode | None = deliver(delay)
        return reason


@misreading(
    "delivery mode as at delivery",
    "Writes what DEFPSIST says at the delivery, though the message was put with what it said before.",
    *("X-27", "X-42", "HM-13"),
)
class ModeAsAtDelivery(QueueManagerDecisions):
    def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
        message = delay.original
        if message.header is None:
            return message
        header = msgspec.structs.replace(message.header, delivery_mode=persistence + 1)
        return msgspec.structs.replace(message, header=header)


@misreading(
    "header lost on the way",
    "Delivers a delayed message without the MQRFH2 with which it was sent.",
    *("X-42", "HM-01", "HM-03", "HM-12", "HM-35", "X-41"),
)
class HeaderLost(QueueManagerDecisions):
    def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
        return msgspec.structs.replace(delay.original, header=None)


@misreading(
    "staging queue named at delivery",
    "Names the staging queue in the destination of a delayed message.",
    *("X-42", "HM-01", "HM-03"),
)
class StagingQueueNamed(QueueManagerDecisions):
    def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
        message = delay.original
        if message.header is None:
            return message
        header = msgspec.structs.replace(message.header, destination=f"queue:///{STAGING_QUEUE}")
        return msgspec.structs.replace(message, header=header)


class OtherLater(LaterAttempts):
    """Puts something else."""

    def later(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
        reason: ReasonCode | None = deliver(replace(delay, original=self.other(delay.original)))
        return reason

    def other(self, message: Message) -> Message:
        raise NotImplementedError


LATER = ("X-42", "DD-99", "DD-10")


@misreading("type lost at a later attempt", "Puts messages without their JMSType later.", *LATER, "HM-38")
class TypeLostLater(OtherLater):
    def other(self, message: Message) -> Message:
        header = message.header and replace(message.header, mcd=TypeElements())
        return replace(message, header=header)


@misreading("body cut at a later attempt", "Puts the first fifty characters of a message later.", *LATER)
class BodyCutLater(OtherLater):
    def other(self, message: Message) -> Message:
        return replace(message, body=message.body[:50])


AS_SENT = ("X-42", "X-03", "X-02")
LIVES = ("DD-79", "DD-80", "X-06", "EX-05", "EX-10", "EX-17")


def staged_id(message: Message) -> dict[str, Any]:
    return {"correlation_id": message.message_id}


def unlimited(_: Message) -> dict[str, Any]:
    return {"end_of_life": None, "expiry": UNLIMITED}


def without_options(_: Message) -> dict[str, Any]:
    return {"report": 0}


def without_text(message: Message) -> dict[str, Any]:
    if message.header is None:
        return {}
    return {"header": msgspec.structs.replace(message.header, correlation_id=None)}


def to_shared(manager: QueueManager, name: str) -> bool:
    return manager.shares(name)


def to_clustered(manager: QueueManager, name: str) -> bool:
    return bool(manager.clusters.instances(manager.final_name(name)))


for _row in (
    (
        "shared: as staged",
        "Delivers with the staged correlation id to a shared queue.",
        AS_SENT,
        to_shared,
        staged_id,
    ),
    ("shared: unlimited", "Delivers without an end to a shared queue.", LIVES, to_shared, unlimited),
    (
        "shared: unreported",
        "Takes the report options from what goes to a shared queue.",
        OPTIONS,
        to_shared,
        without_options,
    ),
    (
        "clustered: as staged",
        "Delivers with the staged correlation id to a clustered queue.",
        AS_SENT,
        to_clustered,
        staged_id,
    ),
    ("clustered: unlimited", "Delivers without an end to a clustered queue.", LIVES, to_clustered, unlimited),
    (
        "clustered: unreported",
        "Takes the report options from what goes to a clustered queue.",
        OPTIONS,
        to_clustered,
        without_options,
    ),
    (
        "remote: no string",
        "Leaves the string of a correlation id out of what goes to another queue manager.",
        ("X-42", "HM-46"),
        to_remote,
        without_text,
    ),
):
    on_the_way(*_row)


@misreading(
    "strings of 128 characters staged",
    "Stages 128 characters of a string that correlates.",
    *("X-42", "HM-46"),
)
class LongStringsCut(QueueManagerDecisions):
    def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
        message = super().delivered(delay, now, persistence, priority)
        if message.header is None or message.header.correlation_id is None:
            return message
        header = msgspec.structs.replace(message.header, correlation_id=message.header.correlation_id[:128])
        return msgspec.structs.replace(message, header=header)


@misreading("delivered with priority 0", "Delivers with priority 0.", "X-28", "X-42", "HM-24", "DD-78")
class DeliveredWithPriorityZero(Delivered):
    lost: ClassVar[dict[str, Any]] = {"priority": 0}


@misreading("arrival alone", "Knows no order on a queue but that of arrival.", "X-28", "EX-16")
class ArrivalAlone(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, DefineLocalQueue):
            in_order = replace(command.attributes, delivery_sequence=DeliverySequence.FIFO)
            command = replace(command, attributes=in_order)
        return super().execute(command)


@misreading(
    "delivery mode of the send decides",
    "Chooses between PMSGDLV and NPMSGDLV before the topic has overridden the persistence.",
    *("X-30", "DD-120", "DD-121", "DD-122"),
)
class DeliveryModeOfTheSend(QueueManagerDecisions):
    def deciding_persistence(self, message: Message, sent_with: int) -> int:
        return sent_with


@misreading(
    "second copy not persistent",
    "Stages the first copy of a publication alone as persistent.",
    *("X-42", "HM-08", "HM-10", "DD-115", "X-45", "X-54"),
)
class SecondCopyNotPersistent(SecondCopy):
    def changed(self, message: Message) -> Message:
        return replace(original(message, persistence=0), persistence=0)


@misreading(
    "timestamp element of the arrival",
    "Writes into the MQRFH2 when a delayed message has come.",
    *("X-42", "X-41", "HM-35"),
)
class TimestampOfArrival(TimestampAnew):
    def concerned(self, message: SeenMessage) -> bool:
        return message.header.delivery_time != message.header.timestamp


@misreading(
    "format of the staging queue on the target",
    "Takes the delay header off a message and leaves its name in MQMD.Format.",
    *("X-42", "DD-10"),
)
class StagedFormat(OfDelayed):
    def concerned(self, message: SeenMessage) -> bool:
        return message.delay_header is DelayHeader.ABSENT and message.dead_letter_header is None


@misreading(
    "not persistent behind an alias",
    "Puts what is due anew behind an alias, without its persistence.",
    *("X-42", "HM-10", "DD-10"),
)
class NotPersistentBehindAlias(QueueManagerDecisions):
    def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
        known = delay.resolved == delay.target
        return delay.original if known else msgspec.structs.replace(delay.original, persistence=0)


@misreading(
    "priority 6 as 4 behind a delay",
    "Delivers what was sent with priority 6 with priority 4.",
    *("X-28", "X-42", "HM-24", "DD-78"),
)
class PrioritySixAsFour(QueueManagerDecisions):
    def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
        message = super().delivered(delay, now, persistence, priority)
        return replace(message, priority=4) if message.priority == 6 else message


# --- however it is got ------------------------------------------------------------------------------------


def received_in_a_unit(world: SimulatedWorld, command: Command) -> bool:
    session = world.calls.jms.sessions.get(command.session) if isinstance(command, Receive) else None
    return session is not None and session.unit is not None


shown_in(
    "options not shown by a continued browse",
    "Shows no report options in a continued browse.",
    looks(browse_next),
    {"report": 0},
    *("DD-130", "DD-125", "X-42"),
)
shown_in(
    "reply-to queue not shown under the cursor",
    "Shows no reply-to queue to a get under the cursor.",
    looks(under_cursor),
    {"reply_to_queue": ""},
    *("X-22", "X-42", "HM-04"),
)
shown_in(
    "correlation id not shown by way of an alias",
    "Shows no correlation id to a JMS client that receives by way of an alias.",
    both(by_an_alias, looks(jms_receive)),
    {"correlation_id": NO_ID},
    *("X-03", "X-42", "HM-40", "HM-42"),
)
shown_in(
    "correlation id not shown in a unit of work",
    "Shows no correlation id to a JMS client that receives in a unit of work.",
    received_in_a_unit,
    {"correlation_id": NO_ID},
    *("X-03", "X-42", "HM-40", "HM-42"),
)
