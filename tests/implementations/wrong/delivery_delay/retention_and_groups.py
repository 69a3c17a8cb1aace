"""Misreadings of retained publications and message groups, which take no delay."""

# ruff: noqa: ARG002 - as in `decisions`

from collections.abc import Callable
from unittest.mock import patch

from implementations.decisions.client import ClientDecisions
from implementations.decisions.publications import PublicationKind
from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.clients.sessions import Producer
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import RemoteQueue
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import changed, no
from implementations.wrong.parts.calls import (
    Row,
    for_mqi,
    for_nobody,
    long_form,
    non_persistent,
    published_by,
    publishes,
    register,
    sends,
    simplified,
    transacted,
)
from implementations.wrong.parts.numbers import MINUTE
from implementations.wrong.parts.producers import next_refused
from mqtck.reference.vocabulary.commands import Command, ProducerApi, Send, SetDeliveryDelay, SetTimeToLive
from mqtck.reference.vocabulary.constants import ReasonCode
from mqtck.reference.vocabulary.messages import (
    CORRELATION_FORMS,
    GroupMembership,
    QueueDestination,
    Retention,
)
from mqtck.reference.vocabulary.outcomes import Outcome


@misreading("tenth of a group accepted", "Reads one digit of JMSXGroupSeq.", "DD-36")
class TenthOfGroup(ClientDecisions):
    def group_refused(self, group: GroupMembership | None, delay: int) -> bool:
        many = group is not None and group.sequence is not None and len(str(group.sequence)) > 1
        return not many and super().group_refused(group, delay)


def sent_before(command: Send | SetDeliveryDelay | SetTimeToLive, _: Producer) -> bool:
    return isinstance(command, Send) and command.message.same_object_as is not None


def to_a_remote_queue(command: Send | SetDeliveryDelay | SetTimeToLive, producer: Producer) -> bool:
    named = command.destination if isinstance(command, Send) else None
    destination = named or producer.destination
    if not isinstance(destination, QueueDestination):
        return False
    return isinstance(producer.session.manager.definitions.get(destination.queue), RemoteQueue)


@misreading("groups accepted", "Accepts a grouped message with a delay.", "DD-36")
class GroupsAccepted(ClientDecisions):
    def group_refused(self, group: GroupMembership | None, delay: int) -> bool:
        return False


@misreading("groups refused without delay", "Refuses grouped messages altogether.", "DD-37")
class GroupsRefusedWithoutDelay(ClientDecisions):
    def group_refused(self, group: GroupMembership | None, delay: int) -> bool:
        return group is not None


@misreading("group with a long delay accepted", "Takes a group with a delay of a minute or more.", "DD-36")
class GroupWithLongDelay(ClientDecisions):
    def group_refused(self, group: GroupMembership | None, delay: int) -> bool:
        return delay < MINUTE and super().group_refused(group, delay)


def with_reply_to(command: Send | SetDeliveryDelay | SetTimeToLive, _: Producer) -> bool:
    return isinstance(command, Send) and command.message.reply_to is not None


def correlating(command: Send | SetDeliveryDelay | SetTimeToLive, _: Producer) -> bool:
    return isinstance(command, Send) and any(getattr(command.message, form) for form in CORRELATION_FORMS)


def _property(name: str, sentence: str, field: str, *rules: str) -> None:
    """A property of the message object that is sent again, of which the new message says nothing."""

    class Keeps(SimulatedWorld):
        def execute(self, command: Command) -> Outcome:
            if isinstance(command, Send):
                known = self.__dict__.setdefault("objects", {})
                message = command.message
                kept = getattr(known.get(message.same_object_as), field, None)
                if getattr(message, field) is None and kept is not None:
                    message = changed(message, **{field: kept})
                known[message.label] = message
                command = changed(command, message=message)
            return super().execute(command)

    misreading(name, sentence, *rules)(Keeps)


_property(
    *("group stays with the object", "Leaves the group on a message object that is sent again alone."),
    *("group", "DD-37", "DD-24"),
)
_property(
    *("retention stays with the object", "Leaves JMS_IBM_RETAIN on a message object that is sent again."),
    *("retained", "DD-34", "DD-37"),
)


def of_topics_named_on_sends(name: str, sentence: str, refused: Callable[..., bool], *rules: str) -> None:
    """A misreading about retained publications of a MessageProducer without a destination of its own."""

    class OfTopicsNamedOnSends(SimulatedWorld):
        def execute(self, command: Command) -> Outcome:
            producer = published_by(self, command)
            classic = producer is not None and producer.api is ProducerApi.MESSAGE_PRODUCER
            if not classic or producer is None or producer.destination is not None:
                return super().execute(command)
            with patch.object(self.decisions, "retained_refused", refused):
                return super().execute(command)

    misreading(name, sentence, *rules)(OfTopicsNamedOnSends)


# fmt: off
of_topics_named_on_sends(
    "retained to a topic named on the send", "Delays a retained publication whose topic the send names.",
    lambda *_: False, "DD-33")
of_topics_named_on_sends(
    "never retained to a topic named on the send",
    "Refuses retained publications without a delay, too, whose topic the send names.",
    lambda retained, _: retained is not None, "DD-34")
# fmt: on


@misreading("group refused once", "Refuses one grouped message with a delay.", "DD-36")
class GroupRefusedOnce(ClientDecisions):
    asked = False

    def group_refused(self, group: GroupMembership | None, delay: int) -> bool:
        refused = not self.asked and super().group_refused(group, delay)
        self.asked = self.asked or refused
        return refused


@misreading("retention refused once", "Refuses one delayed publication that is to be retained.", "DD-33")
class RetentionRefusedOnce(QueueManagerDecisions):
    asked = False

    def retained_refused(self, retained: Retention | None, kind: PublicationKind) -> bool:
        refused = not self.asked and super().retained_refused(retained, kind)
        self.asked = self.asked or refused
        return refused


next_refused(
    "refused after a group",
    "Takes the message after a refused one of a group for one of the group.",
    ("DD-37", "DD-36"),
    lambda command, _: command.message.group is not None,
    "client_decisions",
    "group_refused",
)
next_refused(
    "refused after one to be retained",
    "Takes the publication after a refused one for one to be retained.",
    ("DD-34", "DD-33"),
    lambda command, _: command.message.retained is not None,
    "decisions",
    "retained_refused",
)

# --- what the topic must allow ----------------------------------------------------------------------------


@misreading("retained accepted", "Delays a publication that is marked as retained.", "DD-33")
class RetainedAccepted(QueueManagerDecisions):
    def retained_refused(self, retained: Retention | None, kind: PublicationKind) -> bool:
        return False


@misreading("retained of another reason", "Refuses a delayed retained publication with 2298.", "DD-33")
class RetainedOfAnotherReason(QueueManagerDecisions):
    retained_failure = ReasonCode.FUNCTION_NOT_SUPPORTED


@misreading("retained never accepted", "Refuses retained publications without a delay as well.", "DD-34")
class RetainedNeverAccepted(QueueManagerDecisions):
    def retained_refused(self, retained: Retention | None, kind: PublicationKind) -> bool:
        return retained is not None


@misreading(
    "no delayed publications",
    "Refuses every delayed publication as if it were marked as retained.",
    *("DD-34", "DD-120", "DD-121"),
)
class NoDelayedPublications(QueueManagerDecisions):
    def retained_refused(self, retained: Retention | None, kind: PublicationKind) -> bool:
        return kind is PublicationKind.DELAYED


# fmt: off
CLIENT: tuple[Row, ...] = (
    ("group of an object sent before accepted", "Takes a delayed message of a group that was sent before.",
     ("DD-36",), sends(sent_before), "group_refused", no),
    ("group on its way elsewhere accepted", "Takes a delayed message of a group for a remote queue.",
     ("DD-36",), sends(to_a_remote_queue), "group_refused", no),
    ("group for the MQI accepted", "Takes a group with a delay where no JMS application reads it.",
     ("DD-36",), sends(for_mqi), "group_refused", no),
    ("JMSProducer's group accepted", "Refuses groups with a delay of a MessageProducer alone.",
     ("DD-36", "DD-15"), sends(simplified), "group_refused", no),
    ("group of publications accepted", "Takes a group with a delay when it is published.",
     ("DD-36",), sends(publishes), "group_refused", no),
    ("group in a unit of work accepted", "Takes a group with a delay in a unit of work.",
     ("DD-36",), sends(transacted), "group_refused", no),
    ("group with a reply-to accepted", "Takes a message of a group with a delay if it wants a reply.",
     ("DD-36",), sends(with_reply_to), "group_refused", no),
    (
        "group by the long form accepted",
        "Takes a group with a delay by the long form of send.",
        ("DD-36",),
        sends(long_form),
        "group_refused",
        no,
    ),
    (
        "group of the non-persistent accepted",
        "Takes a group with a delay that is not persistent.",
        ("DD-36",),
        sends(non_persistent),
        "group_refused",
        no,
    ),
)
# fmt: on
# fmt: off
QUEUE_MANAGER: tuple[Row, ...] = (
    ("retained accepted without a subscriber", "Delays what is to be retained where nobody subscribes.",
     ("DD-33",), sends(for_nobody), "retained_refused", no),
    ("JMSProducer's retained accepted", "Delays what is to be retained through a JMSProducer.",
     ("DD-33", "DD-15"), sends(simplified), "retained_refused", no),
    ("retained in a unit of work accepted", "Delays what is to be retained in a unit of work.",
     ("DD-33",), sends(transacted), "retained_refused", no),
    ("retained and not persistent accepted", "Delays what is to be retained but is not persistent.",
     ("DD-33",), sends(non_persistent), "retained_refused", no),
    ("retained publications that correlate accepted", "Delays what is to be retained if it correlates.",
     ("DD-33",), sends(correlating), "retained_refused", no),
    # --- what a send asks, in one form of it
    (
        "retained by the long form accepted",
        "Delays what is to be retained and sent by the long form.",
        ("DD-33",),
        sends(long_form),
        "retained_refused",
        no,
    ),
)
# fmt: on
for one in CLIENT:
    register(one, "client_decisions")
for one in QUEUE_MANAGER:
    register(one, "decisions")
