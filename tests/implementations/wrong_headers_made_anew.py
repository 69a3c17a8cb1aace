"""Misreadings of a client that composes headers of its own: what an argument, a preset, a string means.

A client over another broker translates each call; what it takes for missing, for an id or for too long
is where it differs.
"""

# ruff: noqa: ARG002 - as in `decisions`

import re

import msgspec

from mqtck.reference.vocabulary.commands import Command, Receive, Send, SendArguments
from mqtck.reference.vocabulary.constants import DEFAULT_PRIORITY
from mqtck.reference.vocabulary.outcomes import MessageReturned, Outcome

from .client_decisions import ClientDecisions
from .jms_client import Producer
from .misreading import misreading
from .world import SimulatedWorld
from .written_headers import TypeElements

TYPE = ("HM-38",)
LONG_FORM = ("HM-08", "HM-14", "HM-15", "HM-24")


class Sends(SimulatedWorld):
    """Sends with other arguments than those given."""

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, Send) and (producer := self.calls.jms.producers.get(command.producer)):
            command = msgspec.structs.replace(command, arguments=self.understood(command, producer))
        return super().execute(command)

    def understood(self, command: Send, producer: Producer) -> SendArguments | None:
        """None: what the producer says."""
        raise NotImplementedError


@misreading(
    "long form to a named queue by the producer",
    "Goes by the producer where the long form of send names the destination.",
    *LONG_FORM,
)
class NamedByProducer(Sends):
    def understood(self, command: Send, producer: Producer) -> SendArguments | None:
        return None if command.destination or command.topic else command.arguments


@misreading(
    "priority 0 of the long form is none", "Takes priority 0 of the long form for none given.", "HM-24"
)
class PriorityOrProducers(Sends):
    def understood(self, command: Send, producer: Producer) -> SendArguments | None:
        given = command.arguments
        if given is None:
            return None
        return msgspec.structs.replace(given, priority=given.priority or producer.priority)


@misreading(
    "preset expiration makes the life",
    "Lets a message live until the JMSExpiration that was set on it.",
    *("HM-14", "HM-15", "HM-16", "HM-17", "HM-18"),
)
class UntilPreset(Sends):
    def understood(self, command: Send, producer: Producer) -> SendArguments | None:
        preset = command.message.preset
        if preset is None or not preset.expiration or preset.expiration <= self.now():
            return command.arguments
        given = command.arguments or SendArguments(producer.delivery_mode, producer.priority, 0)
        return msgspec.structs.replace(given, time_to_live=preset.expiration - self.now())


@misreading("types of a byte a character", "Writes JMSType in Latin-1.", *TYPE)
class TypeInLatin1(ClientDecisions):
    def type_elements(self, jms_type: str | None) -> TypeElements:
        return super().type_elements(jms_type and jms_type.encode("latin-1", "replace").decode("latin-1"))


@misreading("types of 128 characters", "Cuts JMSType off behind 128 characters.", *TYPE)
class TypeCut(ClientDecisions):
    def type_elements(self, jms_type: str | None) -> TypeElements:
        return super().type_elements(jms_type and jms_type[:128])


@misreading("blanks of types made one", "Writes one blank where JMSType has several.", *TYPE)
class TypeCleanedUp(ClientDecisions):
    def type_elements(self, jms_type: str | None) -> TypeElements:
        return super().type_elements(jms_type and re.sub(" +", " ", jms_type))


@misreading(
    "digits taken for an id",
    "Takes 48 hexadecimal digits for a message id, with ID: in front of them or without.",
    *("HM-46", "HM-47"),
)
class DigitsAreAnId(ClientDecisions):
    def is_message_id(self, text: str) -> bool:
        return re.fullmatch("(ID:)?[0-9a-fA-F]{48}", text) is not None


@misreading("priority 4 for receivers", "Shows every receiver JMSPriority 4.", *("HM-24", "DD-78", "X-28"))
class PriorityForReceivers(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if not isinstance(command, Receive) or not isinstance(outcome, MessageReturned):
            return outcome
        header = msgspec.structs.replace(outcome.message.header, priority=DEFAULT_PRIORITY)
        return MessageReturned(msgspec.structs.replace(outcome.message, header=header))
