"""Misreadings of JMSDeliveryMode."""

# ruff: noqa: ARG002 - as in `decisions`

from typing import Any, ClassVar

import msgspec

from implementations.decisions.client import ClientDecisions
from implementations.simulation.clients.sessions import Producer
from implementations.simulation.world import SimulatedWorld
from implementations.state.uris import Destination
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import absent, as_chosen
from implementations.wrong.parts.calls import (
    Call,
    Row,
    delayed,
    for_mqi,
    long_form,
    named_on_send,
    publishes,
    register,
    sends,
    simplified,
    transacted,
)
from implementations.wrong.parts.messages import Delivered
from implementations.wrong.parts.producers import (
    Afterwards,
    LongFormIgnored,
    SendsWatched,
    begins,
    destination_once,
    producer_of_topics,
)
from implementations.wrong.parts.restarts import Shared, keeps
from implementations.wrong.parts.rules import ANY_WAY, MODES
from mqtck.reference.vocabulary.commands import Command, Rollback, Send, SendArguments, SetDeliveryMode
from mqtck.reference.vocabulary.constants import DEFAULT_DELIVERY_MODE, DeliveryMode
from mqtck.reference.vocabulary.messages import OutgoingMessage
from mqtck.reference.vocabulary.outcomes import Done, Outcome, Sent


@misreading("delivery mode copied", "Copies the number of the delivery mode.", "HM-10", "HM-11")
class DeliveryModeCopied(ClientDecisions):
    def persistence(self, mode: int) -> int:
        return mode


@misreading("preset delivery mode used", "Takes the delivery mode from the message.", "HM-08")
class PresetDeliveryModeUsed(ClientDecisions):
    def delivery_mode(self, chosen: int, message: OutgoingMessage) -> int:
        preset = message.preset and message.preset.delivery_mode
        return preset if preset in tuple(DeliveryMode) else chosen


@misreading(
    "delivery mode of a session",
    "Keeps the delivery mode with the session.",
    *("HM-08", "HM-10", "HM-11", "HM-12"),
)
class ModeOfSession(Shared):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, SetDeliveryMode) and isinstance(outcome, Done):
            for producer in self.of_session(self.calls.jms.producers[command.producer]):
                producer.delivery_mode = command.delivery_mode
        return outcome


keeps("DEFPSIST", "default_persistence", "HM-08", "HM-10", "HM-13")


@misreading(
    "non-persistent for good",
    "Does not go back to PERSISTENT when a producer has been told NON_PERSISTENT.",
    *("HM-08", "HM-10", "HM-12"),
)
class NonPersistentForGood(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, SetDeliveryMode) and command.delivery_mode is DeliveryMode.PERSISTENT:
            return Done()
        return super().execute(command)


@misreading(
    "persistence of a destination kept",
    "Sends whatever comes next with the persistence that a destination has named.",
    *("HM-08", "HM-09", "HM-10", "HM-11", "HM-12"),
)
class PersistenceOfDestinationKept(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, Send) and isinstance(outcome, Sent):
            named = command.destination or command.topic
            if named is not None and named.persistence in tuple(DeliveryMode):
                self.calls.jms.producers[command.producer].delivery_mode = DeliveryMode(
                    int(named.persistence)
                )
        return outcome


def preset_mode(chosen: int, message: OutgoingMessage) -> int:
    mode = None if message.preset is None else message.preset.delivery_mode
    return chosen if mode is None else mode


@misreading(
    "no mode element behind a rollback", "Writes no delivery mode after a rollback.", "HM-12", *ANY_WAY
)
class NoModeBehindRollback(Afterwards):
    after = Rollback
    decision = "mode_element"


LONG_FORM = ("HM-08", "HM-14", "HM-15", "HM-24")


@misreading(
    "long form to a named queue by the producer",
    "Goes by the producer where the long form of send names the destination.",
    *LONG_FORM,
)
class NamedByProducer(SendsWatched):
    def understood(self, command: Send, producer: Producer) -> SendArguments | None:
        return None if command.destination or command.topic else command.arguments


def not_persistent(*_: object) -> int:
    return 0


_PERSISTENCE = ("HM-09", "HM-10", "HM-11", "HM-08", "HM-48", "X-29", "X-30", "HM-02")
destination_once(
    "persistence of a producer's first topic",
    "Lets the persistence of the topic that a producer first published to decide for the others.",
    *("persistence", producer_of_topics, *_PERSISTENCE),
)


@misreading(
    "long form lasts",
    "Keeps what the long form of send says for the next message.",
    *("HM-08", "HM-14", "HM-15", "HM-16", "HM-24", "DD-30"),
)
class LongFormLasts(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, Send) and command.arguments is not None and isinstance(outcome, Sent):
            producer = self.calls.jms.producers[command.producer]
            producer.delivery_mode = command.arguments.delivery_mode
            producer.priority = command.arguments.priority
            producer.time_to_live = command.arguments.time_to_live
        return outcome


begins("delivery_mode", "mode", "HM-08", "HM-10", "HM-11")


@misreading("long form's mode ignored", "Heeds setDeliveryMode alone.", "HM-08", "HM-10", "HM-11")
class LongFormsModeIgnored(LongFormIgnored):
    def heeded(self, said: SendArguments, own: SendArguments) -> SendArguments:
        return msgspec.structs.replace(said, delivery_mode=own.delivery_mode)


@misreading("setDeliveryMode ignored", "Heeds the mode of the long form alone.", "HM-08", "HM-11")
class SetDeliveryModeIgnored(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        return Done() if isinstance(command, SetDeliveryMode) else super().execute(command)


@misreading("default delivery mode not written", "Writes NON_PERSISTENT alone.", "HM-12")
class DefaultModeNotWritten(ClientDecisions):
    def mode_element(
        self, chosen: int, mode: int | None, persistence: int, destination: Destination
    ) -> int | None:
        element = super().mode_element(chosen, mode, persistence, destination)
        return None if element == DEFAULT_DELIVERY_MODE else element


@misreading("delivered persistent", "Delivers persistent messages alone.", "HM-11", "X-42", "DD-77", "X-27")
class DeliveredPersistent(Delivered):
    lost: ClassVar[dict[str, Any]] = {"persistence": 1}


# --- delivery mode and priority ---------------------------------------------------------------------------


@misreading(
    "destination's delivery mode ignored",
    "Lets the send win over the destination.",
    *("HM-09", "HM-10", "HM-11"),
)
class DestinationModeIgnored(ClientDecisions):
    def mode_of_destination(self, chosen: int, destination: Destination) -> int | None:
        return chosen


@misreading("no delivery mode element", "Writes no delivery mode.", "HM-12")
class NoModeElement(ClientDecisions):
    def mode_element(
        self, chosen: int, mode: int | None, persistence: int, destination: Destination
    ) -> int | None:
        return None


@misreading("persistence as delivery mode element", "Writes MQPER_* as the delivery mode.", "HM-12")
class PersistenceAsModeElement(ClientDecisions):
    def mode_element(
        self, chosen: int, mode: int | None, persistence: int, destination: Destination
    ) -> int | None:
        return persistence


@misreading(
    "overruled delivery mode written",
    "Writes the delivery mode of the send though the destination decides.",
    *("HM-12", "HM-09"),
)
class OverruledModeWritten(ClientDecisions):
    def mode_element(
        self, chosen: int, mode: int | None, persistence: int, destination: Destination
    ) -> int | None:
        return None if mode is None else chosen


@misreading(
    "delivery mode belied", "Writes the sender's delivery mode where the queue decides.", "HM-13", "X-27"
)
class ModeBelied(ClientDecisions):
    def mode_element(
        self, chosen: int, mode: int | None, persistence: int, destination: Destination
    ) -> int | None:
        return chosen


def sent_again_simply(call: Call, producer: Producer) -> bool:
    again = isinstance(call, Send) and call.message.same_object_as is not None
    return again and simplified(call, producer)


def persistent(*_: object) -> int:
    return DeliveryMode.PERSISTENT


# fmt: off
CLIENT: tuple[Row, ...] = (
    ("destination overruled in a unit of work", "Lets a transacted producer win over the destination.",
     MODES, sends(transacted), "mode_of_destination", as_chosen),
    ("destination of the send overruled", "Heeds the persistence of a producer's own destination alone.",
     MODES, sends(named_on_send), "mode_of_destination", as_chosen),
    ("destination for the MQI overruled",
     "Lets the producer win over a destination that applications of the MQI read.",
     ("HM-08", *MODES, *ANY_WAY), sends(for_mqi), "mode_of_destination", as_chosen),
    ("object sent again by a JMSProducer persistent",
     "Lets a JMSProducer send as PERSISTENT what was sent before.",
     ("HM-08", *MODES), sends(sent_again_simply), "delivery_mode", persistent),
    ("destination overruled with a delay", "Lets a send with a delay win over the destination.",
     (*MODES, "X-42"), sends(delayed), "mode_of_destination", as_chosen),
    ("destination overruled by the long form", "Lets the long form of send win over the destination.",
     MODES, sends(long_form), "mode_of_destination", as_chosen),
    ("no mode element in a unit of work", "Writes no delivery mode in a unit of work.",
     ("HM-12",), sends(transacted), "mode_element", absent),
    ("preset mode used with a delay", "Takes the delivery mode from the message where there is a delay.",
     ("HM-08", "HM-10", "X-42"), sends(delayed), "delivery_mode", preset_mode),
    ("preset mode of publications used", "Takes the delivery mode of a publication from the message.",
     ("HM-08", "HM-10", "HM-48"), sends(publishes), "delivery_mode", preset_mode),
    ("preset mode used for a named destination",
     "Takes the delivery mode from the message where the send names its destination.",
     ("HM-08", "HM-10", "HM-11", *ANY_WAY), sends(named_on_send), "delivery_mode", preset_mode),
    ("delayed not persistent", "Stages what is not persistent.",
     ("HM-10", "X-42", "HM-12", "HM-08"), sends(delayed), "persistence", not_persistent),
)
# fmt: on
for one in CLIENT:
    register(one, "client_decisions")
