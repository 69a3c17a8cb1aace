"""The header mapping of publications."""

from typing import Any

import pytest
from header_traces import BYTES, DETAILED, NEWS, PLAIN, PROVIDER, TEXT, publication
from msgspec.structs import replace

from mqtck.reference.sending.mapping import sent_findings
from mqtck.reference.sending.send_controls import Attempted
from mqtck.reference.state.clients import Producer, Session
from mqtck.reference.vocabulary.commands import ProducerApi
from mqtck.reference.vocabulary.constants import DeliveryMode, DestinationPersistence
from mqtck.reference.vocabulary.messages import OutgoingMessage, TopicDestination


def findings(
    outgoing: OutgoingMessage, part: str, topic: TopicDestination = NEWS, **values: Any
) -> list[Any]:
    state, message, outcome, at = publication(outgoing, topic)
    changed = replace(outcome, **{part: replace(getattr(outcome, part), **values)})
    producer, session = Producer("s", ProducerApi.JMS_PRODUCER), Session("QM1")
    tried = Attempted(
        producer, session, "s", topic, outgoing, 0, 20_000, DeliveryMode.PERSISTENT, message.priority
    )
    breaches, _ = sent_findings(state, message, tried, changed, at)
    return [breach.rules[:2] for breach in breaches]


@pytest.mark.parametrize("message", [TEXT, BYTES, PROVIDER, DETAILED, PLAIN])
def test_a_publication_is_written_as_a_message_is(message: OutgoingMessage) -> None:
    assert findings(message, "header") == []
    assert findings(message, "folder", delivery_mode=None) == []
    as_defined = TopicDestination("news", DestinationPersistence.QUEUE_DEFINITION)
    assert findings(message, "folder", as_defined, delivery_mode=1) == []
    assert findings(message, "descriptor", as_defined, persistence=0) == []


@pytest.mark.parametrize(
    ("message", "part", "values", "rule"),
    [
        (TEXT, "folder", {"destination": None}, "HM-01"),
        (TEXT, "folder", {"destination": "queue:///news"}, "HM-01"),
        (TEXT, "folder", {"destination": "news/sport"}, "HM-03"),
        (TEXT, "folder", {"delivery_mode": 1}, "HM-12"),
        (TEXT, "folder", {"priority": None}, "HM-25"),
        (TEXT, "folder", {"expiration": None}, "HM-19"),
        (TEXT, "folder", {"type": None}, "HM-38"),
        (TEXT, "descriptor", {"reply_to_queue": ""}, "HM-04"),
        (TEXT, "descriptor", {"correlation_id": "00" * 24}, "HM-47"),
        (BYTES, "folder", {"correlation_id": "ID:80ff00"}, "HM-45"),
        (PROVIDER, "descriptor", {"correlation_id": "00" * 24}, "HM-40"),
        (PLAIN, "descriptor", {"expiry": 20_000}, "HM-15"),
    ],
)
def test_a_publication_that_is_written_otherwise_breaks_the_rule_for_both(
    message: OutgoingMessage, part: str, values: dict[str, Any], rule: str
) -> None:
    assert findings(message, part, **values)[0] == ("HM-48", rule)
