"""Misreadings of JMSTimestamp."""

# ruff: noqa: ARG002 - as in `decisions`

import msgspec

from implementations.decisions.client import ClientDecisions
from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Message
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.calls import Row, delayed, long_form, publishes, register, sends, transacted
from implementations.wrong.parts.receivers import TimestampAnew
from implementations.wrong.parts.rules import ANY_WAY
from mqtck.reference.vocabulary.commands import Command
from mqtck.reference.vocabulary.messages import OutgoingMessage, SeenMessage, TopicDestination
from mqtck.reference.vocabulary.outcomes import Outcome, Sent


class HeaderHandedOn(QueueManagerDecisions):
    """Changes the MQRFH2 between two queue managers."""

    def after_hop(self, message: Message, now: int) -> Message:
        hopped = super().after_hop(message, now)
        if hopped.header is None or hopped.header.timestamp is None:
            return hopped
        shown = self.timestamp(hopped.header.timestamp, now)
        return msgspec.structs.replace(hopped, header=msgspec.structs.replace(hopped.header, timestamp=shown))

    def timestamp(self, written: int, now: int) -> int:
        raise NotImplementedError


@misreading(
    "timestamp in seconds behind a channel",
    "Cuts the timestamp in the MQRFH2 to seconds at another queue manager.",
    *("HM-35", "HM-34", "X-41", "X-42"),
)
class SecondsBehindChannel(HeaderHandedOn):
    def timestamp(self, written: int, now: int) -> int:
        return written - written % 1000


@misreading(
    "timestamp of the channel",
    "Writes into the MQRFH2 when a message has come to another queue manager.",
    *("HM-35", "HM-34", "X-41", "X-42"),
)
class TimestampOfChannel(HeaderHandedOn):
    def timestamp(self, written: int, now: int) -> int:
        return now


def preset_timestamp(now: int, message: OutgoingMessage) -> int:
    timestamp = None if message.preset is None else message.preset.timestamp
    return now if timestamp is None else timestamp


PRESET = ("HM-36", "HM-34")


@misreading(
    "timestamp element of the receipt",
    "Writes into the MQRFH2 of a publication when it is received.",
    *("HM-35", "HM-48"),
)
class TimestampOfReceipt(TimestampAnew):
    def concerned(self, message: SeenMessage) -> bool:
        return isinstance(message.header.topic, TopicDestination)


# --- header mapping ---------------------------------------------------------------------------------------


@misreading("preset timestamp kept", "Keeps a timestamp that the application set.", "HM-36", "HM-34")
class PresetTimestampKept(ClientDecisions):
    def timestamp(self, now: int, message: OutgoingMessage) -> int:
        preset = message.preset.timestamp if message.preset is not None else None
        return now if preset is None else preset


@misreading("timestamp in seconds", "Cuts the timestamp to whole seconds.", "HM-34", "HM-35")
class TimestampInSeconds(ClientDecisions):
    def timestamp(self, now: int, message: OutgoingMessage) -> int:
        return now - now % 1000


@misreading(
    "timestamp element of the delivery", "Writes the time of the delivery into the MQRFH2.", "HM-35", "X-41"
)
class TimestampElementOfDelivery(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(outcome, Sent):
            folder = msgspec.structs.replace(outcome.folder, timestamp=outcome.header.delivery_time)
            return msgspec.structs.replace(outcome, folder=folder)
        return outcome


# fmt: off
CLIENT: tuple[Row, ...] = (
    ("preset timestamp kept with a delay", "Keeps a timestamp that was set where there is a delay.",
     (*PRESET, "X-41"), sends(delayed), "timestamp", preset_timestamp),
    ("preset timestamp of publications kept", "Keeps a timestamp that was set on a publication.",
     (*PRESET, "HM-48"), sends(publishes), "timestamp", preset_timestamp),
    ("preset timestamp kept in the long form", "Keeps a timestamp that was set, in the long form of send.",
     (*PRESET, *ANY_WAY), sends(long_form), "timestamp", preset_timestamp),
    ("preset timestamp kept in a unit of work", "Keeps a timestamp that was set, in a unit of work.",
     (*PRESET, *ANY_WAY), sends(transacted), "timestamp", preset_timestamp),
)
# fmt: on
for one in CLIENT:
    register(one, "client_decisions")
