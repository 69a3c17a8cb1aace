"""A finding about a destination shows it as a URI, not as a value of the kit's own language."""

import pytest

from mqtck.reference.comparisons.compared import Compared, sifted
from mqtck.reference.vocabulary.constants import DestinationPersistence
from mqtck.reference.vocabulary.messages import QueueDestination, TargetClient, TopicDestination
from mqtck.reference.vocabulary.results import Breach

PERSISTENT = DestinationPersistence.PERSISTENT


@pytest.mark.parametrize(
    ("destination", "text"),
    [
        (QueueDestination("ORDERS"), "queue:///ORDERS"),
        (QueueDestination("ORDERS", PERSISTENT, 7), "queue:///ORDERS?persistence=2&priority=7"),
        (QueueDestination("ORDERS", target_client=TargetClient.MQ), "queue:///ORDERS?targetClient=1"),
        (TopicDestination("NEWS", PERSISTENT), "topic://NEWS?persistence=2"),
    ],
)
def test_a_breach_shows_both_destinations_as_uris(
    destination: QueueDestination | TopicDestination, text: str
) -> None:
    compared = Compared(("HM-02",), "JMSDestination", destination, QueueDestination("OTHER"), holds=False)
    assert sifted([compared])[0] == (Breach(("HM-02",), f"JMSDestination {text}", "queue:///OTHER"),)
