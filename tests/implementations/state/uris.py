"""Destinations as URIs, in several spellings, and back again.

The documents leave the notation to another one; what is said here is that a queue shows by its name and
that different destinations look different.
"""

from typing import NamedTuple
from urllib.parse import quote, unquote

from implementations.behaviour.headers import UriNotation
from mqtck.reference.vocabulary.constants import PRIORITY_AS_APPLICATION, DestinationPersistence
from mqtck.reference.vocabulary.messages import QueueDestination, TargetClient, TopicDestination

Destination = QueueDestination | TopicDestination


class _Spelling(NamedTuple):
    """Names of the properties, what stands between them, and characters of a name left as they are."""

    persistence: str
    priority: str
    target_client: str
    separator: str
    safe: str


SPELLINGS = {
    UriNotation.PLAIN: _Spelling("persistence", "priority", "targetClient", "&", "/"),
    UriNotation.ENCODED: _Spelling("persistence", "priority", "targetClient", "&", ""),
    UriNotation.OF_ITS_OWN: _Spelling("x-per", "x-pri", "x-for", ";", "/"),
}
TARGET_CLIENTS = {TargetClient.JMS: "0", TargetClient.MQ: "1"}


def uri_of(destination: Destination, notation: UriNotation, manager: str) -> str:
    """`manager` is the local queue manager, for spellings that name it in any case."""
    spelling = SPELLINGS[notation]
    properties = []
    every = notation is UriNotation.ENCODED
    if every or destination.persistence is not DestinationPersistence.AS_APPLICATION:
        properties.append(f"{spelling.persistence}={int(destination.persistence)}")
    if every or destination.priority != PRIORITY_AS_APPLICATION:
        properties.append(f"{spelling.priority}={destination.priority}")
    if isinstance(destination, TopicDestination):
        base = f"topic://{quote(destination.topic_string, safe=spelling.safe)}"
    else:
        if every or destination.target_client is not TargetClient.JMS:
            properties.append(f"{spelling.target_client}={TARGET_CLIENTS[destination.target_client]}")
        named = destination.queue_manager or (manager if notation is UriNotation.OF_ITS_OWN else "")
        base = f"queue://{quote(named, safe='')}/{quote(destination.queue, safe=spelling.safe)}"
    return base + ("?" if properties else "") + spelling.separator.join(properties)


def destination_of(uri: str) -> Destination | None:
    """What a receiving client makes of it; None for something else than a URI of this client."""
    base, _, query = uri.partition("?")
    scheme, _, path = base.partition("://")
    values = dict(part.split("=") for part in query.replace(";", "&").split("&") if "=" in part)
    persistence, priority, target = (
        next((values[names[place]] for names in SPELLINGS.values() if names[place] in values), None)
        for place in range(3)
    )
    shared_persistence = DestinationPersistence(int(persistence or DestinationPersistence.AS_APPLICATION))
    shared_priority = int(priority or PRIORITY_AS_APPLICATION)
    match scheme:
        case "topic":
            return TopicDestination(unquote(path), shared_persistence, shared_priority)
        case "queue":
            manager, _, queue = path.partition("/")
            return QueueDestination(
                unquote(queue),
                shared_persistence,
                shared_priority,
                unquote(manager) or None,
                TargetClient.MQ if target == "1" else TargetClient.JMS,
            )
        case _:
            return None
