"""The header mapping: its small rules, and what contradicts itself."""

from typing import Any

import msgspec
import pytest
from header_traces import AS_DEFINED, FOR_MQI, ID, ORDERS, PERSISTENT
from msgspec.structs import replace

from mqtck.reference.chapters.correlation_fields import correl_id_fits, leading_bytes
from mqtck.reference.chapters.destination_uris import details, is_uri, names, says_more, uri
from mqtck.reference.chapters.header_fields import (
    delivery_mode_elements,
    expiration_type_fits,
    in_uri_form,
    priority_elements,
)
from mqtck.reference.vocabulary.abilities import Ability, abilities_needed
from mqtck.reference.vocabulary.commands import Send
from mqtck.reference.vocabulary.constants import DeliveryMode, DestinationPersistence
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination, TopicDestination
from mqtck.reference.vocabulary.traces import command_decoder

# --- bad input -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"correlation_text": "a", "correlation_bytes": "ff"}, "correlation_text and correlation_bytes"),
        ({"correlation_id": ID, "correlates_with": "m"}, "correlation_id and correlates_with"),
        ({"correlation_id": "ff"}, "correlation_id must be 24 bytes"),
        ({"correlation_id": "g" * 48}, "correlation_id must be 24 bytes"),
        ({"correlation_bytes": "fff"}, "correlation_bytes must be pairs"),
        ({"correlation_bytes": "0x"}, "correlation_bytes must be pairs"),
        ({"reply_destination": {"queue": "R"}}, "queue of reply_destination must be reply_to"),
        ({"reply_to": "S", "reply_destination": {"queue": "R"}}, "'R' is not 'S'"),
    ],
)
def test_a_message_that_contradicts_itself_is_refused(fields: dict[str, Any], complaint: str) -> None:
    send = {"command": "send", "producer": "p", "message": {"label": "m", **fields}}
    with pytest.raises(msgspec.ValidationError, match=complaint):
        command_decoder.decode(msgspec.json.encode(send))


@pytest.mark.parametrize(
    "fields",
    [
        {"jms_type": "t"},
        {"correlation_text": "a"},
        {"correlation_bytes": "ff"},
        {"correlates_with": "n"},
        {"reply_to": "R", "reply_destination": {"queue": "R"}},
    ],
)
@pytest.mark.parametrize("tag", ["mq put", "mq put1"])
def test_what_only_jms_knows_is_refused_by_a_put(fields: dict[str, Any], tag: str) -> None:
    put = {"command": tag, "queue": "Q", "message": {"label": "m", **fields}}
    with pytest.raises(msgspec.ValidationError, match="is a field of a JMS message"):
        command_decoder.decode(msgspec.json.encode(put))


def test_the_forms_of_a_correlation_id_need_their_abilities() -> None:
    def needed(**fields: Any) -> frozenset[Ability]:
        return abilities_needed(Send("p", OutgoingMessage("m", **fields))) - {Ability.JMS}

    assert needed(correlation_id=ID) == set()
    assert needed(correlation_text="a") == needed(jms_type="t") == {Ability.APPLICATION_HEADERS}
    assert needed(correlates_with="n") == {Ability.APPLICATION_HEADERS}
    assert needed(correlation_bytes="ff") == {Ability.CORRELATION_BYTES}
    detailed = QueueDestination("R", priority=3)
    assert needed(reply_to="R", reply_destination=detailed) == {Ability.DESTINATION_PROPERTIES}
    assert needed(reply_to="R", reply_destination=QueueDestination("R")) == set()


# --- the small rules -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "queue:///ORDERS",
        "queue://QM1/ORDERS?persistence=2",
        "QUEUE:ORDERS",
        "queue:?name=ORDERS",
        "queue:///ORDER%53",
    ],
)
def test_any_notation_of_a_uri_will_do(text: str) -> None:
    assert is_uri(text)
    assert names(text, ORDERS)


@pytest.mark.parametrize(
    "text",
    [
        "queue:///ORDERSX",
        "queue:///XORDERS",
        "queue:///ORDERS.NEW",
        "queue:///ORDERS/NEW",
        "topic://ORDERS",
        "queue:///",
    ],
)
def test_another_name_is_not_this_name(text: str) -> None:
    assert not names(text, ORDERS)


@pytest.mark.parametrize(
    "text", ["ORDERS", "", "http://ORDERS", "queue:", "queue:///OR DERS", "queue:///<ORDERS>"]
)
def test_what_is_no_uri_of_a_destination(text: str) -> None:
    assert not is_uri(text)


@pytest.mark.parametrize(
    "destination",
    [
        ORDERS,
        PERSISTENT,
        FOR_MQI,
        QueueDestination("A/B%C", priority=3, queue_manager="QM7"),
        TopicDestination("news/sport & more"),
        TopicDestination("news", DestinationPersistence.PERSISTENT, 9),
    ],
)
def test_the_notation_of_the_reference_keeps_its_own_rules(
    destination: QueueDestination | TopicDestination,
) -> None:
    text = uri(destination)
    assert is_uri(text)
    assert names(text, destination)
    assert not isinstance(destination, QueueDestination) or says_more(text, destination)


def test_properties_need_more_than_a_name() -> None:
    assert says_more("queue:///ORDERS", ORDERS)
    assert not says_more("queue:///ORDERS", PERSISTENT)
    assert not says_more("queue://QM7/ORDERS", replace(PERSISTENT, queue_manager="QM7"))
    assert says_more("queue:///ORDERS?x=1", PERSISTENT)


def test_a_queue_manager_is_no_detail() -> None:
    assert details(ORDERS) == details(replace(ORDERS, queue_manager="QM1"))
    assert len({details(one) for one in (ORDERS, PERSISTENT, FOR_MQI, AS_DEFINED)}) == 4


@pytest.mark.parametrize(
    ("destination", "mode", "accepted"),
    [
        (ORDERS, DeliveryMode.PERSISTENT, (2,)),
        (PERSISTENT, DeliveryMode.PERSISTENT, (2,)),
        (AS_DEFINED, DeliveryMode.NON_PERSISTENT, (None, 1)),
        (TopicDestination("t"), DeliveryMode.PERSISTENT, (2, None)),
    ],
)
def test_when_the_delivery_mode_is_written(
    destination: QueueDestination | TopicDestination, mode: DeliveryMode, accepted: tuple[object, ...]
) -> None:
    assert delivery_mode_elements(destination, mode) == accepted


def test_when_the_priority_is_written() -> None:
    assert [priority_elements(ORDERS, priority) for priority in (0, 4, 9)] == [(0,), (None, 4), (9,)]
    assert priority_elements(QueueDestination("ORDERS", priority=7), 7) == (7, None)


def test_the_type_of_the_expiration() -> None:
    assert [expiration_type_fits(one) for one in (None, "i8", "i4", "string", "")] == [
        True,
        True,
        *[False] * 3,
    ]


def test_types_in_uri_form() -> None:
    assert in_uri_form("mcd://mrm/set/type?format=xml")
    assert in_uri_form("urn:x:y")
    assert not in_uri_form("invoice, 2nd class: paid")


@pytest.mark.parametrize(
    ("given", "shown", "fits"),
    [
        ("ID:" + ID, ID, True),
        ("ID:" + ID, ID[:-1] + "0", False),
        ("ID:" + ID.upper(), ID, None),  # upper case is open
        ("ID:12", "12" + "0" * 46, None),
        (b"\1\2", "0102" + "00" * 22, True),
        (b"\1\2", "0102" + "20" * 22, False),
        (b"\1\2", "00" * 22 + "0102", False),
        (bytes(range(30)), bytes(range(24)).hex(), True),
        (bytes(range(30)), bytes(range(6, 30)).hex(), False),
        ("order 17", b"order 17".hex() + "00" * 16, True),
        ("order 17", b"order 17".hex() + "20" * 16, True),
        ("order 17", b"order 17".hex(), True),
        ("order 17", b"order 1".hex() + "00" * 17, False),
        ("x" * 23 + "ä", b"x".hex() * 23 + "c3", True),  # the cut character, split
        ("x" * 23 + "ä", b"x".hex() * 23 + "00", True),  # or left out
        ("x" * 23 + "ä", b"x".hex() * 22 + "0000", False),
        ("ä" * 24, "ä".encode("latin-1").hex() * 24, False),
    ],
)
def test_the_bytes_of_a_correlation_id(given: str | bytes, shown: str, fits: object) -> None:
    assert correl_id_fits(given, shown) is fits


def test_leading_bytes_are_whole_characters() -> None:
    assert leading_bytes("x" * 23 + "ä") == b"x" * 23
    assert leading_bytes("ä" * 13) == "ä".encode() * 12
    assert leading_bytes("é") == "é".encode()
