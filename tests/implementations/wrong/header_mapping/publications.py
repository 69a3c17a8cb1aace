"""Misreadings of headers of publications, which are those of sends."""

from msgspec.structs import replace

from implementations.decisions.client import ClientDecisions
from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Delay, Message, Publication
from implementations.state.uris import Destination
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import as_chosen
from implementations.wrong.parts.calls import Row, publishes, register, sends
from implementations.wrong.parts.rules import MODES
from mqtck.reference.vocabulary.messages import TopicDestination


@misreading("no header for topics", "Writes no destination for a publication.", "HM-48", "HM-01", "HM-03")
class NoHeaderForTopics(ClientDecisions):
    def destination_element(self, destination: Destination, manager: str) -> str | None:
        if isinstance(destination, TopicDestination):
            return None
        return super().destination_element(destination, manager)


@misreading(
    "topic by name alone", "Leaves the properties of a topic out of its URI.", "HM-48", "HM-02", "HM-01"
)
class TopicByNameAlone(ClientDecisions):
    def destination_element(self, destination: Destination, manager: str) -> str | None:
        if isinstance(destination, TopicDestination):
            destination = TopicDestination(destination.topic_string)
        return super().destination_element(destination, manager)


@misreading(
    "topic by its last level", "Names the last level of a topic string.", "HM-48", "HM-01", "HM-02", "HM-03"
)
class TopicByLastLevel(ClientDecisions):
    def destination_element(self, destination: Destination, manager: str) -> str | None:
        if isinstance(destination, TopicDestination):
            destination = TopicDestination(destination.topic_string.rpartition("/")[2])
        return super().destination_element(destination, manager)


def by_name_alone(message: Message) -> Message:
    if message.header is None or message.header.destination is None:
        return message
    destination = message.header.destination.partition("?")[0]
    return replace(message, header=replace(message.header, destination=destination))


@misreading(
    "copies name the topic alone",
    "Leaves the properties of the topic out of the copies that subscribers get.",
    *("HM-48", "HM-02", "HM-01", "X-42"),
)
class CopiesByNameAlone(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        copy = manager.topics.copy

        def copied(message: Message, publication: Publication) -> Message:
            return by_name_alone(copy(message, publication))

        manager.topics.copy = copied  # type: ignore[method-assign]


@misreading(
    "delayed copies name the topic alone",
    "Leaves the properties of the topic out of what was staged for a subscriber.",
    *("X-42", "HM-48", "HM-02", "HM-01"),
)
class DelayedCopiesByNameAlone(QueueManagerDecisions):
    def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
        message = super().delivered(delay, now, persistence, priority)
        return message if delay.tie is None else by_name_alone(message)


# fmt: off
CLIENT: tuple[Row, ...] = (
    ("topic overruled", "Lets a publish win over the topic object.",
     ("HM-48", *MODES), sends(publishes), "mode_of_destination", as_chosen),
)
# fmt: on
for one in CLIENT:
    register(one, "client_decisions")
