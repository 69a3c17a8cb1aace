"""Destinations as texts in the MQRFH2: the reference's notation, and what any notation must show.

Covers HM-01 to HM-03, HM-06 and HM-07 as far as one text shows it: that it is a URI of the queue or the
topic scheme, that it names the destination, and that it says more than the name where there is more to
say. Left out: the rest of the notation, which another document defines. A text is given unescaped.
"""

import re
from typing import Final
from urllib.parse import quote, unquote

from mqtck.reference.vocabulary.constants import PRIORITY_AS_APPLICATION, DestinationPersistence
from mqtck.reference.vocabulary.messages import QueueDestination, TargetClient, TopicDestination

Destination = QueueDestination | TopicDestination

_URI: Final = re.compile(r'(queue|topic):[^\s<>"{}|\\^`]+', re.IGNORECASE)
_NAME_CHARACTERS: Final = "A-Za-z0-9._%"


def is_uri(text: str) -> bool:
    """HM-03, HM-07: a URI of the queue or the topic scheme."""
    return _URI.fullmatch(text) is not None


def names(text: str, destination: Destination) -> bool:
    """HM-01: the text is about this destination: of its kind, and its name stands in it as a whole."""
    match destination:
        case QueueDestination(queue=name):
            kind = "queue"
        case TopicDestination(topic_string=name):
            kind = "topic"
    if text.partition(":")[0].lower() not in {kind, text.lower()}:
        return False
    return any(_stands_in(name, form, "/") for form in (text, unquote(text)))


def _stands_in(name: str, text: str, beside: str) -> bool:
    """Whether the name stands there as a whole; `beside` are further characters that may not follow it."""
    whole = rf"(?<![{_NAME_CHARACTERS}]){re.escape(name)}(?![{_NAME_CHARACTERS}{beside}])"
    return re.search(whole, text) is not None


def names_queue_manager(text: str, queue_manager: str) -> bool:
    """HM-02: the name stands in it as a whole."""
    return any(_stands_in(queue_manager, form, "") for form in (text, unquote(text)))


def says_more(text: str, destination: Destination) -> bool:
    """HM-02, HM-06: beside scheme and names there is something, where there is more to say."""
    if not more_to_say(destination):
        return True
    rest = text.partition(":")[2]
    match destination:
        case QueueDestination(queue=name, queue_manager=manager):
            rest = rest.replace(manager or "", "", 1)
        case TopicDestination(topic_string=name):
            pass
    return re.search("[A-Za-z0-9]", rest.replace(name, "", 1)) is not None


def more_to_say(destination: Destination) -> bool:
    """HM-02, HM-06: whether it has details beside the names, for which alone there may be another place."""
    match destination:
        case QueueDestination(queue=name):
            return details(destination) != details(QueueDestination(name))
        case TopicDestination(topic_string=name):
            return details(destination) != details(TopicDestination(name))


def details(destination: Destination) -> tuple[object, ...]:
    """What distinguishes a destination from others of its name; two that differ are written differently.

    The queue manager is left out: none and the local one are the same.
    """
    match destination:
        case QueueDestination(queue, persistence, priority, _, target_client):
            return ("queue", queue, persistence, priority, target_client)
        case TopicDestination(topic_string, persistence, priority):
            return ("topic", topic_string, persistence, priority)


def uri(destination: Destination) -> str:
    """The notation of the reference (HM-01, HM-03, HM-06, HM-07)."""
    properties = [
        ("persistence", destination.persistence, DestinationPersistence.AS_APPLICATION),
        ("priority", destination.priority, PRIORITY_AS_APPLICATION),
    ]
    match destination:
        case QueueDestination(queue=queue, queue_manager=manager):
            start = f"queue://{manager or ''}/{quote(queue)}"
        case TopicDestination(topic_string=topic_string):
            start = f"topic://{quote(topic_string)}"
    given = [f"{name}={value:d}" for name, value, plain in properties if value != plain]
    if isinstance(destination, QueueDestination) and destination.target_client is TargetClient.MQ:
        given.append("targetClient=1")
    return start + ("?" + "&".join(given) if given else "")


def destination_element(destination: Destination) -> str:
    """HM-01, HM-03: JMSDestination in the MQRFH2."""
    return uri(destination)


def reply_element(reply: QueueDestination) -> str:
    """HM-06, HM-07: JMSReplyTo in the MQRFH2."""
    return uri(reply)
