"""Misreadings of JMSDestination and JMSReplyTo."""

# ruff: noqa: ARG002 - as in `decisions`

import re
from collections.abc import Callable
from unittest.mock import patch
from urllib.parse import quote

import msgspec
from msgspec.structs import replace

from implementations.decisions.client import ClientDecisions
from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.clients.sessions import Producer
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Message
from implementations.state.uris import Destination
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import changed
from implementations.wrong.parts.calls import Row, for_mqi, named_on_send, register, sends
from implementations.wrong.parts.numbers import FIELD
from implementations.wrong.parts.producers import OfItsObject, keeps_of
from implementations.wrong.parts.rules import ANY_WAY
from mqtck.reference.vocabulary.commands import Command, ProducerApi, Send
from mqtck.reference.vocabulary.constants import (
    DEFAULT_QUEUE_MANAGER,
    PRIORITY_AS_APPLICATION,
    STAGING_QUEUE,
    DestinationPersistence,
)
from mqtck.reference.vocabulary.messages import QueueDestination, TopicDestination
from mqtck.reference.vocabulary.outcomes import Outcome


@misreading("reply-to queue in capitals", "Writes MQMD.ReplyToQ in capitals.", "HM-04", "X-22")
class ReplyInCapitals(ClientDecisions):
    def reply_queue(self, reply: QueueDestination) -> str:
        return super().reply_queue(reply).upper()


@misreading(
    "reply-to manager of the channel",
    "Names in MQMD.ReplyToQMgr the queue manager from which a message comes.",
    *("HM-05", "X-22", "X-42"),
)
class ReplyManagerOfChannel(QueueManagerDecisions):
    def after_hop(self, message: Message, now: int) -> Message:
        hopped = super().after_hop(message, now)
        if hopped.header is None or not hopped.reply_manager_field:
            return hopped
        return msgspec.structs.replace(hopped, reply_manager_field=DEFAULT_QUEUE_MANAGER)


@misreading(
    "priority 0 of a destination not written",
    "Writes the priority of a destination where it is not 0.",
    *("HM-02", "HM-01", "HM-03"),
)
class PriorityZeroNotWritten(ClientDecisions):
    def destination_element(self, destination: Destination, manager: str) -> str | None:
        plain = destination.priority == 0
        written = replace(destination, priority=PRIORITY_AS_APPLICATION) if plain else destination
        return super().destination_element(written, manager)


def local_manager(_: object, manager: str) -> str:
    return manager


def of_jms_producer(_: object, producer: Producer) -> bool:
    return producer.api is ProducerApi.JMS_PRODUCER


class ByName(SimulatedWorld):
    """Leaves properties of a destination out where some sends write it."""

    element: str
    concerned: Callable[[object, Producer], bool]

    def execute(self, command: Command) -> Outcome:
        producer = self.calls.jms.producers.get(command.producer) if isinstance(command, Send) else None
        if producer is None or not type(self).concerned(command, producer):
            return super().execute(command)
        right = getattr(self.client_decisions, self.element)

        def by_name(destination: Destination, manager: str) -> str | None:
            if isinstance(destination, TopicDestination):
                return right(TopicDestination(destination.topic_string), manager)  # type: ignore[no-any-return]
            plain = QueueDestination(destination.queue, queue_manager=destination.queue_manager)
            return right(plain, manager)  # type: ignore[no-any-return]

        with patch.object(self.client_decisions, self.element, by_name):
            return super().execute(command)


@misreading(
    "reply-to by name of a JMSProducer",
    "Leaves the properties of JMSReplyTo to a MessageProducer.",
    "HM-06",
    *ANY_WAY,
)
class ReplyByName(ByName):
    element = "reply_element"
    concerned = staticmethod(of_jms_producer)


@misreading(
    "destination by name where the send names it",
    "Leaves the properties of a destination out that the send names.",
    *("HM-01", "HM-02", *ANY_WAY),
)
class DestinationByName(ByName):
    element = "destination_element"
    concerned = staticmethod(named_on_send)


def first_property(uri: str | None) -> str | None:
    return uri and re.split("[&;]", uri)[0]


@misreading("one property of a destination", "Writes one property of a destination.", "HM-02", "HM-01")
class OnePropertyOfDestination(ClientDecisions):
    def destination_element(self, destination: Destination, manager: str) -> str | None:
        return first_property(super().destination_element(destination, manager))


@misreading("one property of a reply-to", "Writes one property of JMSReplyTo.", "HM-06", "HM-07")
class OnePropertyOfReply(ClientDecisions):
    def reply_element(self, reply: QueueDestination, manager: str) -> str | None:
        return first_property(super().reply_element(reply, manager))


@misreading(
    "replies to another queue manager",
    "Writes another queue manager into the URI of JMSReplyTo than the destination names.",
    *("HM-06", "HM-07", "X-42"),
)
class OtherReplyManager(ClientDecisions):
    def reply_element(self, reply: QueueDestination, manager: str) -> str | None:
        return super().reply_element(msgspec.structs.replace(reply, queue_manager="QM8"), manager)


def _reply_manager(message: Message, former: Message) -> Message:
    if not message.reply_to or not former.reply_manager_field:
        return message
    return changed(message, reply_manager_field=former.reply_manager_field)


keeps_of(
    *("reply-to queue manager stays with the object", "Leaves MQMD.ReplyToQMgr on an object sent again."),
    *(OfItsObject, _reply_manager, "HM-05"),
)


@misreading(
    "destinations without their queue manager",
    "Leaves the queue manager out of the URI of a destination.",
    *("HM-02", "HM-01"),
)
class WithoutQueueManager(ClientDecisions):
    def destination_element(self, destination: Destination, manager: str) -> str | None:
        if isinstance(destination, QueueDestination):
            destination = replace(destination, queue_manager=None)
        return super().destination_element(destination, manager)


# --- destination and reply-to -----------------------------------------------------------------------------


@misreading("no destination element", "Writes no JMSDestination.", "HM-01", "HM-03")
class NoDestinationElement(ClientDecisions):
    def destination_element(self, destination: Destination, manager: str) -> str | None:
        return None


@misreading(
    "staging queue as destination", "Names the staging queue as JMSDestination.", "HM-01", "HM-03", "X-42"
)
class StagingQueueAsDestination(ClientDecisions):
    def destination_element(self, destination: Destination, manager: str) -> str | None:
        return super().destination_element(QueueDestination(STAGING_QUEUE), manager)


@misreading(
    "destination by name alone",
    "Leaves the properties of a destination out of its URI.",
    *("HM-02", "HM-01"),
)
class DestinationByNameAlone(ClientDecisions):
    def destination_element(self, destination: Destination, manager: str) -> str | None:
        if isinstance(destination, QueueDestination):
            destination = QueueDestination(destination.queue)
        return super().destination_element(destination, manager)


@misreading("destination without scheme", "Writes the bare name of the destination.", "HM-03", "HM-01")
class DestinationWithoutScheme(ClientDecisions):
    def destination_element(self, destination: Destination, manager: str) -> str | None:
        return destination.queue if isinstance(destination, QueueDestination) else destination.topic_string


@misreading("no reply-to queue", "Leaves MQMD.ReplyToQ blank.", "HM-04")
class NoReplyQueue(ClientDecisions):
    def reply_queue(self, reply: QueueDestination) -> str:
        return ""


@misreading("reply-to queue as URI", "Puts the URI into MQMD.ReplyToQ.", "HM-04")
class ReplyQueueAsUri(ClientDecisions):
    def reply_queue(self, reply: QueueDestination) -> str:
        return f"queue:///{reply.queue}"


@misreading(
    "reply-to manager always local", "Names the local queue manager in MQMD.ReplyToQMgr always.", "HM-05"
)
class ReplyManagerAlwaysLocal(ClientDecisions):
    def reply_manager(self, reply: QueueDestination, manager: str) -> str:
        return manager


@misreading("reply-to manager left out", "Leaves MQMD.ReplyToQMgr blank always.", "HM-05")
class ReplyManagerLeftOut(ClientDecisions):
    def reply_manager(self, reply: QueueDestination, manager: str) -> str:
        return ""


@misreading("reply-to by name alone", "Leaves the properties of JMSReplyTo out of its URI.", "HM-06", "HM-07")
class ReplyByNameAlone(ClientDecisions):
    def reply_element(self, reply: QueueDestination, manager: str) -> str | None:
        return super().reply_element(QueueDestination(reply.queue), manager)


@misreading(
    "reply-to persistence of the queue left out",
    "Says nothing in the URI of JMSReplyTo where answers are to be as persistent as the queue defines.",
    *("HM-06", "HM-07"),
)
class ReplyPersistenceLeftOut(ClientDecisions):
    def reply_element(self, reply: QueueDestination, manager: str) -> str | None:
        if reply.persistence is DestinationPersistence.QUEUE_DEFINITION:
            reply = msgspec.structs.replace(reply, persistence=DestinationPersistence.AS_APPLICATION)
        return super().reply_element(reply, manager)


@misreading("no reply-to element", "Leaves JMSReplyTo to the descriptor.", "HM-06", "HM-07")
class NoReplyElement(ClientDecisions):
    def reply_element(self, reply: QueueDestination, manager: str) -> str | None:
        return None


@misreading("reply-to without scheme", "Writes the bare name of the reply-to queue.", "HM-07", "HM-06")
class ReplyWithoutScheme(ClientDecisions):
    def reply_element(self, reply: QueueDestination, manager: str) -> str | None:
        return reply.queue


# --- destinations -----------------------------------------------------------------------------------------


@misreading(
    "destination of 47 characters", "Cuts the name of a destination by one.", "HM-01", "HM-02", "HM-03"
)
class DestinationCut(ClientDecisions):
    def destination_element(self, destination: Destination, manager: str) -> str | None:
        if isinstance(destination, QueueDestination):
            destination = msgspec.structs.replace(destination, queue=destination.queue[: FIELD - 1])
        return super().destination_element(destination, manager)


@misreading("reply-to queue of 47 characters", "Ends MQMD.ReplyToQ with a null.", "HM-04")
class ReplyQueueCut(ClientDecisions):
    def reply_queue(self, reply: QueueDestination) -> str:
        return super().reply_queue(reply)[: FIELD - 1]


@misreading(
    "reply-to by the last part of its name",
    "Names in the URI of JMSReplyTo what stands behind the last slash of the name of the queue.",
    *("HM-06", "HM-07"),
)
class ReplyByLastPart(ClientDecisions):
    def reply_element(self, reply: QueueDestination, manager: str) -> str | None:
        last = msgspec.structs.replace(reply, queue=reply.queue.rpartition("/")[2])
        return super().reply_element(last, manager)


@misreading("reply-to queue escaped", "Escapes the name in MQMD.ReplyToQ as in a URI.", "HM-04")
class ReplyQueueEscaped(ClientDecisions):
    def reply_queue(self, reply: QueueDestination) -> str:
        return quote(super().reply_queue(reply), safe="")


# fmt: off
CLIENT: tuple[Row, ...] = (
    ("reply-to manager local for a named destination",
     "Names the local queue manager for the reply where the send names its destination.",
     ("HM-05", *ANY_WAY), sends(named_on_send), "reply_manager", local_manager),
    ("reply-to manager local for the MQI",
     "Names the local queue manager for the reply where applications of the MQI read the message.",
     ("HM-05", "X-22", *ANY_WAY), sends(for_mqi), "reply_manager", local_manager),
)
# fmt: on
for one in CLIENT:
    register(one, "client_decisions")


@misreading(
    "queue manager of a reply-to in capitals",
    "Writes MQMD.ReplyToQMgr in capitals.",
    "HM-05",
    *ANY_WAY,
)
class ManagerInCapitals(ClientDecisions):
    def reply_manager(self, reply: QueueDestination, manager: str) -> str:
        return super().reply_manager(reply, manager).upper()
