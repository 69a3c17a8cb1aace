"""Misreadings that make exceptions where none is: a form of a name, a flag beside another, a second time.

What is right for most messages is wrong for these few, of which the documents say nothing special.
"""

# ruff: noqa: ARG002 - as in `decisions`

from unittest.mock import patch

import msgspec
from msgspec.structs import replace

from mqtck.reference.vocabulary.clusters import DefaultBinding
from mqtck.reference.vocabulary.commands import Command, MqPut, MqPut1, Send, SetDeliveryDelay, SetTimeToLive
from mqtck.reference.vocabulary.constants import (
    PASS_EXPIRATION,
    PRIORITY_AS_APPLICATION,
    UNLIMITED,
    Persistence,
    Report,
)
from mqtck.reference.vocabulary.messages import QueueDestination
from mqtck.reference.vocabulary.outcomes import Outcome

from . import jms_client
from .client_decisions import ClientDecisions
from .decisions import QueueManagerDecisions
from .jms_client import Producer
from .misreading import misreading
from .objects import Message, RemoteQueue
from .uris import Destination
from .world import SimulatedWorld
from .wrong_in_some_calls import STAGED, Row, default_priority, no, publishes, register, sends, zero

# --- the form of a send ----------------------------------------------------------------------------------


def named_with_its_manager(command: Send | SetDeliveryDelay | SetTimeToLive, _: Producer) -> bool:
    """A destination that names the queue manager as well."""
    named = command.destination if isinstance(command, Send) else None
    return named is not None and named.queue_manager is not None


def sent_before(command: Send | SetDeliveryDelay | SetTimeToLive, _: Producer) -> bool:
    return isinstance(command, Send) and command.message.same_object_as is not None


def published_in_long_form(command: Send | SetDeliveryDelay | SetTimeToLive, producer: Producer) -> bool:
    return isinstance(command, Send) and command.arguments is not None and publishes(command, producer)


def to_a_remote_queue(command: Send | SetDeliveryDelay | SetTimeToLive, producer: Producer) -> bool:
    named = command.destination if isinstance(command, Send) else None
    destination = named or producer.destination
    if not isinstance(destination, QueueDestination):
        return False
    return isinstance(producer.session.manager.definitions.get(destination.queue), RemoteQueue)


def puts_without_persistence(_: SimulatedWorld, command: Command) -> bool:
    if not isinstance(command, MqPut | MqPut1):
        return False
    return command.descriptor.persistence == Persistence.NOT_PERSISTENT


# fmt: off
CLIENT: tuple[Row, ...] = (
    ("queue manager named and no delay", "Sends at once where the queue manager is named.",
     STAGED, sends(named_with_its_manager), "effective_delay", zero),
    ("group of an object sent before accepted", "Takes a delayed message of a group that was sent before.",
     ("DD-36",), sends(sent_before), "group_refused", no),
    ("group on its way elsewhere accepted", "Takes a delayed message of a group for a remote queue.",
     ("DD-36",), sends(to_a_remote_queue), "group_refused", no),
    ("long form of a publication without its priority", "Publishes in the long form with priority 4.",
     ("HM-24", "HM-48"), sends(published_in_long_form), "priority", default_priority),
)
QUEUE_MANAGER: tuple[Row, ...] = (
    ("limit of Expiry for the persistent alone", "Enforces the largest Expiry for persistent messages alone.",
     ("EX-27", "EX-28", "EX-29"), puts_without_persistence, "expiry_refused", no),
)
# fmt: on
for one in CLIENT:
    register(one, "client_decisions")
for one in QUEUE_MANAGER:
    register(one, "decisions")


class ForSomeSends(SimulatedWorld):
    """Does something else for sends to some queues."""

    def otherwise(self, command: Send, queue: QueueDestination) -> bool:
        raise NotImplementedError

    def sent_otherwise(self, command: Send) -> Outcome:
        raise NotImplementedError

    def execute(self, command: Command) -> Outcome:
        producer = self.calls.jms.producers.get(command.producer) if isinstance(command, Send) else None
        if not isinstance(command, Send) or producer is None:
            return super().execute(command)
        destination = command.destination or producer.destination
        if isinstance(destination, QueueDestination) and self.otherwise(command, destination):
            return self.sent_otherwise(command)
        return super().execute(command)


@misreading(
    "authority not asked where the queue manager is named",
    "Lets everybody put to a queue that is named with its queue manager.",
    *("DD-46", "DD-47", "DD-32"),
)
class NamedWithItsManager(ForSomeSends):
    def otherwise(self, command: Send, queue: QueueDestination) -> bool:
        return queue.queue_manager is not None

    def sent_otherwise(self, command: Send) -> Outcome:
        with patch.object(jms_client, "_may_put", lambda *_: True):
            return SimulatedWorld.execute(self, command)


# --- a second time, another flag, another form -----------------------------------------------------------


@misreading("binding asked once", "Asks DEFBIND for the first delayed send alone.", "DD-19", "DD-20")
class BindingAskedOnce(QueueManagerDecisions):
    asked = False

    def binding_refused(self, delay: int, binding: DefaultBinding, cluster: str | None) -> bool:
        refused = not self.asked and super().binding_refused(delay, binding, cluster)
        self.asked = self.asked or refused
        return refused


@misreading(
    "flags for IMS compared as a whole",
    "Passes the life of a request to its reply where no other flag is set.",
    "EX-61",
)
class FlagsAsAWhole(QueueManagerDecisions):
    def reply_expiry(self, flags: int, request: Message, now: int) -> int:
        return super().reply_expiry(flags, request, now) if flags == PASS_EXPIRATION else UNLIMITED


@misreading(
    "any flag for IMS passes the life",
    "Passes the life of a request to its reply where any flag is set.",
    "EX-60",
)
class AnyFlag(QueueManagerDecisions):
    def reply_expiry(self, flags: int, request: Message, now: int) -> int:
        return super().reply_expiry(PASS_EXPIRATION if flags else flags, request, now)


@misreading(
    "correlation id of a text not passed on",
    "Passes a correlation id on to a report where it was given as bytes alone.",
    *("X-21", "X-12"),
)
class TextNotPassedOn(QueueManagerDecisions):
    def reported_as(self, message: Message) -> Message:
        about = super().reported_as(message)
        text = None if about.header is None else about.header.correlation_id
        if about.report & Report.PASS_CORREL_ID and text is not None:
            return msgspec.structs.replace(about, correlation_id="00" * 24)
        return about


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
