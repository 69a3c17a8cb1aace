"""The words of the features on producers: for which destination, for whom, and with what settings."""

import re
from typing import Final, NamedTuple

from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.constants import DeliveryMode, DestinationPersistence
from mqtck.reference.vocabulary.messages import TopicDestination

from .words import DURATION, QUEUE, Known, any_of, duration, named_in, series


class Setting(NamedTuple):
    """One of the things that a producer or its destination is given."""

    what: str
    value: int


class ProducerPhrase(NamedTuple):
    """Text like "transacted MessageProducer of the user alice for ORDERS with a delivery delay of 2 s"."""

    api: c.ProducerApi
    transacted: bool
    user: str | None
    queue: str | None
    settings: tuple[Setting, ...]


DESTINATION_PERSISTENCE: Final[dict[str, DestinationPersistence]] = {
    "as the queue defines": DestinationPersistence.QUEUE_DEFINITION,
    "persistent": DestinationPersistence.PERSISTENT,
    "non-persistent": DestinationPersistence.NON_PERSISTENT,
}
_SETTINGS: Final[tuple[Known, ...]] = (
    ("delivery delay", rf"a delivery delay of ({DURATION})", duration),
    ("delivery delay", r"a delivery delay of (-\d+) ms", int),
    ("time to live", rf"a time to live of ({DURATION})", duration),
    ("time to live", r"(an unlimited) time to live", lambda _: 0),
    ("priority", r"priority (\d)", int),
    ("delivery mode", r"delivery mode (PERSISTENT|NON_PERSISTENT)", lambda text: DeliveryMode[text]),
    ("message ids", r"(message ids disabled)", lambda _: 0),
    (
        "destination persistence",
        r"a destination whose persistence is (as the queue defines|persistent|non-persistent)",
        lambda text: DESTINATION_PERSISTENCE[text],
    ),
    (
        "destination priority",
        r"a destination whose priority is (as the queue defines|\d)",
        lambda text: -1 if text.startswith("as") else int(text),
    ),
    ("target client", r"(a destination that applications of the MQI read)", lambda _: 1),
)
SETTINGS: Final = series(any_of(known for _, known, _ in _SETTINGS), "and", "and then")
PRODUCER: Final = (
    r"(?:transacted )?(?:MessageProducer|JMSProducer)(?: of the user [a-z]+)?"
    rf"(?: for {QUEUE}| without a destination)(?: with {SETTINGS})?"
)
PUBLISHER: Final = (
    rf"(?:transacted )?(?:MessageProducer|JMSProducer) for the topic {QUEUE}(?: with {SETTINGS})?"
)


class PublisherPhrase(NamedTuple):
    """Text like "MessageProducer for the topic PRICES with a delivery delay of 2 s"."""

    producer: ProducerPhrase
    destination: TopicDestination


def publisher(text: str) -> PublisherPhrase:
    before, _, after = text.partition(" with ")
    api, _, topic = before.partition(" for the topic ")
    chosen = settings(after)
    phrase = ProducerPhrase(
        c.ProducerApi(api.removeprefix("transacted ")), api.startswith("transacted "), None, None, chosen
    )
    return PublisherPhrase(phrase, topic_destination(topic, chosen))


def topic_destination(topic: str, given: tuple[Setting, ...]) -> TopicDestination:
    """The topic with what is said of the destination itself."""
    chosen, plain = {one.what: one.value for one in given}, TopicDestination(topic_string=topic)
    return TopicDestination(
        topic_string=topic,
        persistence=DestinationPersistence(chosen.get("destination persistence", plain.persistence)),
        priority=chosen.get("destination priority", plain.priority),
    )


def settings(text: str) -> tuple[Setting, ...]:
    """The settings in the order in which they are named."""
    return tuple(Setting(what, value) for what, value in named_in(text, _SETTINGS))


def producer(text: str) -> ProducerPhrase:
    before, _, after = text.partition(" with ")
    match = re.fullmatch(
        r"(transacted )?(\w+)(?: of the user ([a-z]+))?(?: for (.+)| without a destination)", before
    )
    assert match is not None
    return ProducerPhrase(
        api=c.ProducerApi(match[2]),
        transacted=match[1] is not None,
        user=match[3],
        queue=match[4],
        settings=settings(after),
    )
