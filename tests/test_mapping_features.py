"""The header mapping: the checks of the features, which never ask the model."""

from collections.abc import Callable
from typing import Any

import pytest
from header_traces import TEXT
from msgspec import UNSET, UnsetType

from mqtck.conformance.scenarios.expectations import mapping as x
from mqtck.conformance.scenarios.expectations import messages as m
from mqtck.conformance.scenarios.scripts import Broken, Held, NotObserved, Record
from mqtck.reference.vocabulary.commands import Receive, Send
from mqtck.reference.vocabulary.constants import TRANSMISSION_FORMAT
from mqtck.reference.vocabulary.messages import (
    Descriptor,
    JmsFolder,
    JmsHeader,
    SeenMessage,
    SeenTransmissionHeader,
)
from mqtck.reference.vocabulary.outcomes import MessageReturned, Outcome, Sent
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.traces import Step

SHOWN = SeenTransmissionHeader(descriptor=Descriptor(correlation_id="03" * 24))


def finding(check: Callable[[Record], Any], outcome: Outcome, sent: Outcome | None = None) -> Any:
    """What a check of step 1 says, where step 0 is the send."""
    send = Step(Send("p", TEXT), sent or Sent(), 0, 0)
    record = Record(steps={0: send, 1: Step(Receive("ORDERS"), outcome, 0, 0)}, clock=ClockKind.VIRTUAL)
    return check(record)


def folder(**values: Any) -> MessageReturned:
    return MessageReturned(SeenMessage(folder=JmsFolder(**values)))


def header(**values: Any) -> MessageReturned:
    return MessageReturned(SeenMessage(header=JmsHeader(**values)))


def on_transmission_queue(correlation_id: str, header: SeenTransmissionHeader | UnsetType) -> MessageReturned:
    """A message with this correlation id in its separate descriptor."""
    separate = Descriptor(correlation_id=correlation_id, format=TRANSMISSION_FORMAT)
    return MessageReturned(SeenMessage(descriptor=separate, transmission_header=header))


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("queue:///ORDERS", True),
        ("queue://QM1/ORDERS?persistence=1", True),
        ("queue:///ORDERS/NEW", False),
        ("queue:///MY.ORDERS", False),
        ("topic://ORDERS", False),
        ("ORDERS", False),
        (None, False),
    ],
)
def test_the_features_read_uris_by_themselves(text: str | None, named: object) -> None:
    check = x.is_uri_naming(1, "jms.Dst", ("folder", "destination"), "ORDERS")
    assert isinstance(finding(check, folder(destination=text)), Held) is named
    assert isinstance(finding(check, folder()), NotObserved)


@pytest.mark.parametrize(
    ("shown", "kept"),
    [("ID:" + "ab" * 24, True), ("ID:" + "AB" * 24, True), ("ID:" + "ac" * 24, False), ("IDS", False)],
)
def test_an_id_is_kept_in_whatever_case_it_is_shown(shown: str, kept: object) -> None:
    check = m.field_is_not(1, "JMSMessageID", ("header", "message_id"), ("ID:" + "ab" * 24, "ids"))
    assert isinstance(finding(check, header(message_id=shown)), Broken) is kept


def test_the_features_ask_the_receiver_only_where_nothing_was_seen_written() -> None:
    check = x.jms_receiver_sees(1, 0, "JMSType", "x", x.same_value("x"))
    assert isinstance(finding(check, header(type="x")), Held)
    assert isinstance(finding(check, header(type="y")), Broken)
    assert isinstance(finding(check, header()), NotObserved)
    assert isinstance(finding(check, folder(type="x")), Held)
    assert isinstance(finding(check, header(type="y"), Sent(folder=JmsFolder(type="x"))), Held)


def test_the_features_compare_twins_element_by_element() -> None:
    check = x.header_as_of_twin(1, 0)
    steps = {
        0: folder(type="x", timestamp=1),
        1: folder(type="x", timestamp=2),
        2: folder(type="y", timestamp=1),
    }
    record = Record(
        steps={place: Step(Receive("ORDERS"), outcome, 0, 0) for place, outcome in steps.items()},
        clock=ClockKind.VIRTUAL,
    )
    assert isinstance(check(record), Held)
    assert isinstance(x.header_as_of_twin(2, 0)(record), Broken)


@pytest.mark.parametrize("header", [SHOWN, UNSET], ids=["header shown", "header not shown"])
def test_the_ids_in_front_of_a_transmission_queue_header_may_be_its_own(
    header: SeenTransmissionHeader | UnsetType,
) -> None:
    """A new MsgId, say, and as CorrelId the MsgId of the message: the documents do not speak of it."""
    check = x.header_as_of_twin(1, 0)
    steps = {
        place: Step(Receive("TO.QM2"), on_transmission_queue(separate, header), 0, 0)
        for place, separate in enumerate(("01" * 24, "02" * 24))
    }
    assert not isinstance(check(Record(steps=steps, clock=ClockKind.VIRTUAL)), Broken)


def test_the_ids_behind_a_transmission_queue_header_are_those_of_the_message() -> None:
    check = x.header_as_of_twin(1, 0)
    other = SeenTransmissionHeader(descriptor=Descriptor(correlation_id="02" * 24))
    steps = {
        place: Step(Receive("TO.QM2"), on_transmission_queue("01" * 24, header), 0, 0)
        for place, header in enumerate((SHOWN, other))
    }
    assert isinstance(check(Record(steps=steps, clock=ClockKind.VIRTUAL)), Broken)


def test_the_properties_of_a_destination_may_stand_in_another_order_in_a_twin() -> None:
    written = (
        "queue:///A?priority=1&persistence=2",
        "queue:///A?persistence=2&priority=1",
        "queue:///A?priority=1",
    )
    steps = {place: Step(Receive("A"), folder(destination=uri), 0, 0) for place, uri in enumerate(written)}
    record = Record(steps=steps, clock=ClockKind.VIRTUAL)
    assert isinstance(x.header_as_of_twin(1, 0)(record), Held)
    assert isinstance(x.header_as_of_twin(2, 0)(record), Broken)
