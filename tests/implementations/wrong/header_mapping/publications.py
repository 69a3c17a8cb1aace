"""Misreadings of headers of publications, which are those of sends."""

from implementations.decisions.client import ClientDecisions
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


# fmt: off
CLIENT: tuple[Row, ...] = (
    ("topic overruled", "Lets a publish win over the topic object.",
     ("HM-48", *MODES), sends(publishes), "mode_of_destination", as_chosen),
)
# fmt: on
for one in CLIENT:
    register(one, "client_decisions")
