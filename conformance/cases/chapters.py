"""What the episodes of cases are said to be about, and what adapters must be able to do for them."""

from collections.abc import Callable
from enum import StrEnum
from typing import Final, NamedTuple

from mqtck.reference.vocabulary.abilities import Ability

from .draft import Draft, Steps


class Chapter(StrEnum):
    """What a case may be about. ANY belongs to every case."""

    ANY = "any"
    CLIENT = "client"
    UNITS = "units of work"
    HEADERS = "headers"
    LIFE = "life"
    QUEUES = "queues"
    FAILURE = "failure"
    STAGING = "staging"
    CHANNELS = "channels"
    TOPICS = "topics"
    CLUSTERS = "clusters"
    ZOS = "z/os"
    ENFORCEMENT = "enforcement"
    TRANSMISSION = "transmission"


class Episode(NamedTuple):
    """A subject: its generator of commands, its chapter, how often it is drawn, and what it needs.

    `without` is an ability in the place of which it is: who has that has better episodes of the same.
    """

    story: Callable[[Draft], Steps[None]]
    chapter: Chapter
    weight: int
    needs: frozenset[Ability] = frozenset()
    without: Ability | None = None

    @property
    def name(self) -> str:
        return self.story.__name__

    def is_for(self, abilities: frozenset[Ability]) -> bool:
        """Whether it is drawn for an adapter with these abilities."""
        return self.needs <= abilities and self.without not in abilities


JMS: Final = frozenset({Ability.LOCAL_QUEUES, Ability.JMS})
MQI: Final = frozenset({Ability.LOCAL_QUEUES, Ability.MQI})
DELAYED: Final = JMS | {Ability.DELIVERY_DELAY}
RESTART: Final = DELAYED | {Ability.RESTART}
STAGING: Final = DELAYED | {Ability.STAGING_QUEUE}
CHANNELS: Final = MQI | {Ability.REMOTE_QUEUES, Ability.OTHER_QUEUE_MANAGERS}
TOPICS: Final = JMS | {Ability.TOPICS}
HEADERS: Final = MQI | {Ability.TRANSMISSION_HEADERS}
LONG_FORM: Final = JMS | {Ability.MESSAGE_PRODUCER}
ZOS: Final = STAGING | {Ability.ZOS, Ability.OTHER_QUEUE_MANAGERS}
CLUSTERS: Final = JMS | {Ability.CLUSTERS, Ability.OTHER_QUEUE_MANAGERS}
