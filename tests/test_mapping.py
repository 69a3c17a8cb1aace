"""The header mapping: its small rules, right traces in every documented variant, and wrong ones."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec import UNSET
from msgspec.structs import replace

from mqtck.adapters.reference import Reference
from mqtck.conformance import expectations_mapping as x
from mqtck.conformance.campaign_shrinking import finding_in, shrunk
from mqtck.conformance.execution import run_commands
from mqtck.conformance.judge import judge_trace
from mqtck.conformance.scripts import Broken, Held, NotObserved, Record
from mqtck.reference.correlation_fields import correl_id_fits, leading_bytes, passed_on_fits
from mqtck.reference.destination_uris import details, is_uri, names, says_more, uri
from mqtck.reference.header_fields import (
    delivery_mode_elements,
    expiration_type_fits,
    header_fields,
    in_uri_form,
    priority_elements,
)
from mqtck.reference.intervals import Interval
from mqtck.reference.mapping import sent_findings
from mqtck.reference.model import initial_state
from mqtck.reference.showing import sent_descriptor, sent_folder, sent_header
from mqtck.reference.state import Kind, Message, Producer, State
from mqtck.reference.vocabulary.abilities import Ability, abilities_needed
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Command,
    CreateProducer,
    DefineLocalQueue,
    MatchCorrelationId,
    MqGet,
    ProducerApi,
    Receive,
    Send,
    SetDeliveryDelay,
    SetPriority,
    SetTimeToLive,
    Switch,
)
from mqtck.reference.vocabulary.constants import DeliveryMode, DestinationPersistence, Persistence, Report
from mqtck.reference.vocabulary.messages import (
    Descriptor,
    JmsFolder,
    JmsHeader,
    OutgoingMessage,
    QueueDestination,
    SeenMessage,
    TargetClient,
    TopicDestination,
)
from mqtck.reference.vocabulary.outcomes import MessageReturned, NoMessage, Outcome, Sent
from mqtck.reference.vocabulary.profile import ClockKind, Profile
from mqtck.reference.vocabulary.traces import Step, Trace, command_decoder

ID = "414d51204f544845522020202020202001020304050607ff"
ORDERS = QueueDestination("ORDERS")
AS_DEFINED = QueueDestination("ORDERS", DestinationPersistence.QUEUE_DEFINITION)
PERSISTENT = QueueDestination("ORDERS", DestinationPersistence.PERSISTENT)
FOR_MQI = QueueDestination("ORDERS", target_client=TargetClient.MQ)


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
        ("ID:" + ID, ID.upper(), True),
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


# --- traces ----------------------------------------------------------------------------------------


def trace_of(*commands: Command) -> Trace:
    """What the reference answers, with two queues and a producer."""
    fixtures = (DefineLocalQueue("ORDERS"), DefineLocalQueue("REPLIES"), CreateProducer("p"))
    return run_commands(Reference(), (*fixtures, *commands))


def delayed(message: OutgoingMessage, destination: QueueDestination = ORDERS, delay: int = 2000) -> Trace:
    return trace_of(
        SetDeliveryDelay("p", delay),
        Send("p", message, destination),
        Advance(delay + 1000),
        Receive("ORDERS"),
    )


def undelayed(message: OutgoingMessage, destination: QueueDestination = ORDERS, *first: Command) -> Trace:
    return trace_of(*first, Send("p", message, destination), Receive("ORDERS"))


Part = JmsHeader | Descriptor | JmsFolder


def with_outcomes(trace: Trace, change: Callable[[Outcome], Outcome]) -> Trace:
    steps = tuple(Step(one.command, change(one.outcome), one.started, one.ended) for one in trace.steps)
    return Trace(trace.head, steps)


def at_send(trace: Trace, part: str, **values: Any) -> Trace:
    """The trace with other values in what the senders see."""

    def change(outcome: Outcome) -> Outcome:
        if not isinstance(outcome, Sent):
            return outcome
        return replace(outcome, **{part: replace(getattr(outcome, part), **values)})

    return with_outcomes(trace, change)


def at_receipt(trace: Trace, part: str, **values: Any) -> Trace:
    """The trace with other values in what the receivers see."""

    def change(outcome: Outcome) -> Outcome:
        if not isinstance(outcome, MessageReturned):
            return outcome
        message = outcome.message
        return MessageReturned(replace(message, **{part: replace(getattr(message, part), **values)}))

    return with_outcomes(trace, change)


def only_jms(trace: Trace) -> Trace:
    """The trace as a client shows it that knows JMS alone."""

    def change(outcome: Outcome) -> Outcome:
        match outcome:
            case Sent(header=header):
                return Sent(header)
            case MessageReturned(message=message):
                return MessageReturned(SeenMessage(body=message.body, header=message.header))
            case _:
                return outcome

    return with_outcomes(trace, change)


def only_receipts(trace: Trace) -> Trace:
    """The trace with nothing but ids and times in what the senders see."""

    def change(outcome: Outcome) -> Outcome:
        return Sent(outcome.header) if isinstance(outcome, Sent) else outcome

    return with_outcomes(trace, change)


def blamed(trace: Trace) -> list[str]:
    judgement = judge_trace(trace)
    assert not judgement.indeterminate
    return [breach.rules[0] for breach in judgement.breaches]


TEXT = OutgoingMessage("m", correlation_text="order 17 & more", jms_type="invoice", reply_to="REPLIES")
BYTES = OutgoingMessage("m", correlation_bytes="80ff00")
LONG_BYTES = OutgoingMessage("m", correlation_bytes="01" * 30)
WHOLE_BYTES = OutgoingMessage("m", correlation_bytes="ab" * 24)
PROVIDER = OutgoingMessage("m", correlation_id=ID)
DETAILED = OutgoingMessage(
    "m", reply_to="REPLIES", reply_destination=QueueDestination("REPLIES", priority=7, queue_manager="QM7")
)
PLAIN = OutgoingMessage("m")


@pytest.mark.parametrize("message", [TEXT, BYTES, LONG_BYTES, WHOLE_BYTES, PROVIDER, DETAILED, PLAIN])
@pytest.mark.parametrize("destination", [ORDERS, AS_DEFINED, PERSISTENT, FOR_MQI])
@pytest.mark.parametrize(
    "seen", [lambda trace: trace, only_jms, only_receipts], ids=["all", "jms", "receipts"]
)
@pytest.mark.parametrize("send", [delayed, undelayed])
def test_the_reference_is_right(
    message: OutgoingMessage,
    destination: QueueDestination,
    seen: Callable[[Trace], Trace],
    send: Callable[..., Trace],
) -> None:
    assert blamed(seen(send(message, destination))) == []


@pytest.mark.parametrize(
    ("message", "part", "values"),
    [
        (TEXT, "folder", {"destination": "queue://QM1/ORDERS"}),
        (TEXT, "folder", {"destination": "QUEUE:ORDERS?x=1"}),
        (TEXT, "folder", {"priority": 4}),
        (TEXT, "folder", {"set": "s", "format": "f"}),
        (TEXT, "folder", {"reply_to": "queue://QM1/REPLIES"}),
        (TEXT, "descriptor", {"reply_to_queue": "REPLIES".ljust(48)}),
        (TEXT, "descriptor", {"reply_to_queue_manager": " " * 48}),
        (TEXT, "descriptor", {"reply_to_queue_manager": "QM1"}),
        (TEXT, "descriptor", {"message_type": 1}),
        (TEXT, "descriptor", {"correlation_id": b"order 17 & more".hex() + "20" * 9}),
        (PROVIDER, "descriptor", {"correlation_id": ID.upper()}),
        (PLAIN, "descriptor", {"correlation_id": "ff" * 24}),
        (PLAIN, "folder", {"correlation_id": "anything", "reply_to": "anything", "type": "anything"}),
    ],
)
@pytest.mark.parametrize("send", [delayed, undelayed])
def test_documented_variants_are_right(
    message: OutgoingMessage, part: str, values: dict[str, Any], send: Callable[..., Trace]
) -> None:
    assert blamed(at_receipt(at_send(send(message), part, **values), part, **values)) == []
    assert blamed(at_receipt(only_receipts(send(message)), part, **values)) == []


@pytest.mark.parametrize("written", [None, 4, 7, 9])
@pytest.mark.parametrize("send", [delayed, undelayed])
def test_nothing_is_expected_of_a_written_priority_that_the_destination_overrides(
    written: int | None, send: Callable[..., Trace]
) -> None:
    """Destinations that override a priority are left open by the documents."""
    trace = send(PLAIN, QueueDestination("ORDERS", priority=7))
    assert blamed(at_receipt(at_send(trace, "folder", priority=written), "folder", priority=written)) == []


def test_variants_of_a_limited_life_are_right() -> None:
    trace = undelayed(PLAIN, ORDERS, SetTimeToLive("p", 20_000))
    assert (
        blamed(at_receipt(at_send(trace, "folder", expiration_type=None), "folder", expiration_type=None))
        == []
    )


@pytest.mark.parametrize("mode", [None, 1])
def test_the_mode_that_the_queue_decides_is_written_or_not(mode: int | None) -> None:
    """The queue is not persistent. The client itself knows neither its mode nor its priority yet."""
    trace = at_send(delayed(PLAIN, AS_DEFINED), "folder", delivery_mode=mode)
    trace = at_send(trace, "descriptor", persistence=2)
    assert blamed(at_receipt(at_send(trace, "header", delivery_mode=2), "folder", delivery_mode=mode)) == []


def test_a_header_may_be_there_or_not_for_another_target_client() -> None:
    empty = dict.fromkeys(JmsFolder.__struct_fields__)
    trace = undelayed(TEXT, FOR_MQI)
    assert blamed(at_receipt(at_send(trace, "folder", **empty), "folder", **empty)) == []
    assert (
        blamed(at_receipt(trace, "header", timestamp=1_700_000_000_010, type=None, correlation_id=None)) == []
    )


def test_what_a_receiver_makes_of_it_is_open_where_it_was_written_right() -> None:
    trace = delayed(TEXT)
    odd = {
        "type": None,
        "correlation_id": "something",
        "destination": QueueDestination("OTHER"),
        "reply_to": None,
    }
    assert blamed(at_receipt(trace, "header", **odd, reply_destination=QueueDestination("OTHER"))) == []


@pytest.mark.parametrize(
    ("message", "part", "values", "rule"),
    [
        (TEXT, "folder", {"destination": None}, "HM-01"),
        (TEXT, "folder", {"destination": "queue:///REPLIES"}, "HM-01"),
        (TEXT, "folder", {"destination": "topic://ORDERS"}, "HM-01"),
        (TEXT, "folder", {"destination": "ORDERS"}, "HM-03"),
        (TEXT, "folder", {"destination": "queue:///SYSTEM.DDELAY.LOCAL.QUEUE"}, "HM-01"),
        (TEXT, "descriptor", {"reply_to_queue": ""}, "HM-04"),
        (TEXT, "descriptor", {"reply_to_queue": "ORDERS"}, "HM-04"),
        (TEXT, "descriptor", {"reply_to_queue_manager": "QM7"}, "HM-05"),
        (DETAILED, "descriptor", {"reply_to_queue_manager": ""}, "HM-05"),
        (DETAILED, "descriptor", {"reply_to_queue_manager": "QM1"}, "HM-05"),
        (TEXT, "folder", {"reply_to": None}, "HM-06"),
        (DETAILED, "folder", {"reply_to": "queue://QM7/REPLIES"}, "HM-06"),
        (DETAILED, "folder", {"reply_to": "REPLIES priority=7"}, "HM-07"),
        (TEXT, "folder", {"delivery_mode": None}, "HM-12"),
        (TEXT, "folder", {"delivery_mode": 1}, "HM-12"),
        (TEXT, "folder", {"priority": 5}, "HM-26"),
        (TEXT, "folder", {"type": None}, "HM-38"),
        (TEXT, "folder", {"type": "INVOICE"}, "HM-38"),
        (PROVIDER, "descriptor", {"correlation_id": "00" * 24}, "HM-40"),
        (PROVIDER, "descriptor", {"correlation_id": f"ID:{ID}".encode()[:24].hex()}, "HM-40"),
        (PROVIDER, "folder", {"correlation_id": "ID:" + ID}, "HM-41"),
        (WHOLE_BYTES, "descriptor", {"correlation_id": "ab" * 23 + "00"}, "HM-42"),
        (BYTES, "descriptor", {"correlation_id": "80ff00" + "20" * 21}, "HM-43"),
        (BYTES, "descriptor", {"correlation_id": "00" * 21 + "80ff00"}, "HM-43"),
        (LONG_BYTES, "descriptor", {"correlation_id": "00" * 24}, "HM-44"),
        (BYTES, "folder", {"correlation_id": "ID:80ff00"}, "HM-45"),
        (LONG_BYTES, "folder", {"correlation_id": "01" * 30}, "HM-45"),
        (TEXT, "folder", {"correlation_id": None}, "HM-46"),
        (TEXT, "folder", {"correlation_id": "order 17 "}, "HM-46"),
        (TEXT, "folder", {"correlation_id": "order 17 &amp; more"}, "HM-46"),
        (TEXT, "descriptor", {"correlation_id": "00" * 24}, "HM-47"),
        (TEXT, "descriptor", {"correlation_id": "order 17 & more".encode("utf-16-be").hex()[:48]}, "HM-47"),
    ],
)
def test_wrong_writing_is_blamed_on_its_rule(
    message: OutgoingMessage, part: str, values: dict[str, Any], rule: str
) -> None:
    """Seen by the sender, or by a receiver of whose message the sender saw nothing."""
    assert blamed(at_send(undelayed(message), part, **values))[0] == rule
    assert blamed(at_receipt(only_receipts(undelayed(message)), part, **values))[0] == rule


def test_a_priority_that_is_not_the_default_must_be_written() -> None:
    trace = undelayed(PLAIN, ORDERS, SetPriority("p", 7))
    assert blamed(at_send(trace, "folder", priority=None)) == ["HM-25"]
    assert blamed(at_send(trace, "folder", priority=4)) == ["HM-25"]


@pytest.mark.parametrize(
    ("life", "values", "rule"),
    [
        (20_000, {"expiration": None}, "HM-19"),
        (20_000, {"expiration": 20_000}, "HM-19"),
        (20_000, {"expiration": 1_700_000_020_000 % (1 << 32)}, "HM-19"),
        (20_000, {"expiration_type": "i4"}, "HM-19"),
        (300_000_000_000, {"expiration": None}, "HM-21"),
        (300_000_000_000, {"expiration_type": "string"}, "HM-21"),
        (0, {"expiration": 0}, "HM-17"),
    ],
)
def test_a_wrong_expiration_in_the_header(life: int, values: dict[str, Any], rule: str) -> None:
    assert blamed(at_send(undelayed(PLAIN, ORDERS, SetTimeToLive("p", life)), "folder", **values))[0] == rule


def test_a_mode_that_belies_the_message_is_wrong() -> None:
    assert blamed(at_send(undelayed(PLAIN, AS_DEFINED), "folder", delivery_mode=2)) == ["HM-13"]


def test_a_destination_that_overrides_must_be_obeyed() -> None:
    assert blamed(at_send(undelayed(PLAIN, PERSISTENT), "descriptor", persistence=0)) == ["HM-09"]
    assert blamed(at_receipt(only_jms(undelayed(PLAIN, PERSISTENT)), "header", delivery_mode=1)) == ["HM-09"]


def test_one_notation_for_two_destinations_lets_nobody_rebuild_both() -> None:
    trace = trace_of(
        Send("p", PLAIN, ORDERS),
        Send("p", OutgoingMessage("n"), PERSISTENT),
        Receive("ORDERS"),
        Receive("ORDERS"),
    )
    assert blamed(at_send(trace, "folder", destination="queue:///ORDERS?a=1"))[0] == "HM-02"


# --- over the staging hop --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("message", "values", "rule"),
    [
        (TEXT, {"destination": "queue:///SYSTEM.DDELAY.LOCAL.QUEUE"}, "X-42"),
        (TEXT, {"destination": None}, "X-42"),
        (TEXT, {"destination": "queue://QM1/ORDERS"}, "X-42"),
        (TEXT, {"reply_to": None}, "X-42"),
        (TEXT, {"type": None}, "X-42"),
        (TEXT, {"correlation_id": None}, "X-42"),
        (TEXT, {"delivery_mode": 1}, "X-42"),
        (PROVIDER, {"correlation_id": "ID:" + ID}, "X-42"),
        (PLAIN, {"type": "added"}, "X-42"),
    ],
)
def test_what_the_hop_changes_is_blamed_on_the_hop(
    message: OutgoingMessage, values: dict[str, Any], rule: str
) -> None:
    trace = delayed(message)
    if message is PLAIN:
        trace = at_send(trace, "folder", type=None)
    assert blamed(at_receipt(trace, "folder", **values))[0] == rule


@pytest.mark.parametrize("message", [TEXT, PROVIDER, BYTES, LONG_BYTES])
def test_a_correlation_id_that_is_not_restored(message: OutgoingMessage) -> None:
    trace = delayed(message)
    original = next(one.outcome for one in trace.steps if isinstance(one.outcome, Sent)).descriptor.message_id
    assert blamed(at_receipt(trace, "descriptor", correlation_id=original)) == ["X-03"]
    assert blamed(at_receipt(trace, "descriptor", correlation_id="00" * 24)) == ["X-03"]
    assert blamed(at_receipt(only_receipts(trace), "descriptor", correlation_id=original)) == ["X-03"]


def test_a_wrong_write_is_not_blamed_on_the_hop_as_well() -> None:
    values = {"type": "INVOICE"}
    assert blamed(at_receipt(at_send(delayed(TEXT), "folder", **values), "folder", **values)) == ["HM-38"]


def as_altered() -> Trace:
    """DEFPSIST is NO at the send, and altered during the delay."""
    return trace_of(
        SetDeliveryDelay("p", 2000),
        Send("p", PLAIN, AS_DEFINED),
        AlterQueue("ORDERS", AttributeChanges(default_persistence=DeliveryMode.PERSISTENT)),
        Advance(3000),
        Receive("ORDERS"),
    )


def test_a_mode_that_is_decided_again_at_the_delivery() -> None:
    assert blamed(as_altered()) == []
    assert blamed(at_receipt(as_altered(), "folder", delivery_mode=2)) == ["X-27"]
    assert blamed(at_receipt(only_receipts(as_altered()), "folder", delivery_mode=2)) == ["X-27"]
    assert blamed(at_receipt(only_receipts(as_altered()), "folder", delivery_mode=1)) == []
    assert blamed(at_receipt(only_jms(as_altered()), "header", delivery_mode=2)) == ["X-27"]


# --- replies ---------------------------------------------------------------------------------------


def reply(delay: int = 0) -> Trace:
    return trace_of(
        Send("p", OutgoingMessage("request"), ORDERS),
        SetDeliveryDelay("p", delay),
        Send("p", OutgoingMessage("m", correlates_with="request"), QueueDestination("REPLIES")),
        Advance(delay + 1000),
        MqGet("REPLIES", match=MatchCorrelationId("request")),
        Receive("ORDERS"),
    )


def only_reply(trace: Trace, part: str, **values: Any) -> Trace:
    """The trace with other values in the send of the reply."""

    def change(step: Step) -> Step:
        if isinstance(step.command, Send) and step.command.message.label == "m":
            assert isinstance(step.outcome, Sent)
            changed = replace(step.outcome, **{part: replace(getattr(step.outcome, part), **values)})
            return Step(step.command, changed, step.started, step.ended)
        return step

    return Trace(trace.head, tuple(change(step) for step in trace.steps))


@pytest.mark.parametrize("delay", [0, 3000])
def test_a_reply_carries_the_bytes_of_the_request(delay: int) -> None:
    trace = reply(delay)
    assert blamed(trace) == []
    assert blamed(only_reply(trace, "descriptor", correlation_id="00" * 24))[0] == "X-40"
    assert blamed(only_reply(trace, "folder", correlation_id="ID:" + ID))[0] == "X-40"


@pytest.mark.parametrize("delay", [0, 3000])
def test_a_reply_is_got_by_that_id_and_must_be(delay: int) -> None:
    trace = reply(delay)

    def lost(step: Step) -> Step:
        wrong = NoMessage() if isinstance(step.command, MqGet) else step.outcome
        return Step(step.command, wrong, step.started, step.ended)

    judged = judge_trace(Trace(trace.head, tuple(lost(step) for step in trace.steps)))
    assert judged.breaches


def test_an_id_that_was_not_seen_is_not_compared() -> None:
    def hidden(outcome: Outcome) -> Outcome:
        if not isinstance(outcome, Sent):
            return outcome
        header = replace(outcome.header, message_id=UNSET)
        return Sent(header, replace(outcome.descriptor, message_id=UNSET), outcome.folder)

    trace = with_outcomes(reply(), hidden)
    assert blamed(only_reply(trace, "descriptor", correlation_id="00" * 24)) == []


def test_a_request_that_was_refused_has_no_id_to_answer() -> None:
    trace = trace_of(
        AlterQueue("ORDERS", AttributeChanges(put=Switch.DISABLED)),
        Send("p", OutgoingMessage("request"), ORDERS),
        Send("p", OutgoingMessage("m", correlates_with="request"), QueueDestination("REPLIES")),
        MqGet("REPLIES", match=MatchCorrelationId("request")),
        MqGet("REPLIES"),
    )
    assert isinstance(trace.steps[-3].outcome, Sent)
    assert [type(step.outcome) for step in trace.steps[-2:]] == [NoMessage, MessageReturned]
    assert blamed(trace) == []


def test_a_report_passes_on_the_string_of_the_application() -> None:
    message = OutgoingMessage(
        "m",
        report=int(Report.EXPIRATION | Report.PASS_CORREL_ID),
        reply_to="REPLIES",
        correlation_text="order 17",
    )
    trace = trace_of(
        SetTimeToLive("p", 4000),
        SetDeliveryDelay("p", 2000),
        Send("p", message, ORDERS),
        Advance(9000),
        Receive("ORDERS"),
        Receive("REPLIES"),
    )
    assert isinstance(trace.steps[-1].outcome, MessageReturned)
    assert blamed(trace) == []
    assert blamed(at_receipt(trace, "descriptor", correlation_id=b"order 17".hex() + "20" * 16)) == []


@pytest.mark.parametrize(
    ("message", "shown", "fits"),
    [
        (OutgoingMessage("m", correlation_text="order 17"), b"order 17".hex() + "20" * 16, True),
        (OutgoingMessage("m", correlation_text="order 17"), "00" * 24, False),
        (BYTES, "80ff00" + "00" * 21, True),
        (BYTES, "80ff00" + "20" * 21, False),
        (PLAIN, "00" * 24, True),
        (PLAIN, "11" * 24, False),
        (OutgoingMessage("m", same_object_as="l"), "11" * 24, None),
        (OutgoingMessage("m", correlation_text="ID:17"), "11" * 24, None),
    ],
)
def test_which_correlation_id_a_report_passes_on(message: OutgoingMessage, shown: str, fits: object) -> None:
    state, subject, _, _ = publication(message, NEWS)
    assert passed_on_fits(state, subject, shown) is fits


# --- what a JMS receiver sees ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("message", "values", "rule"),
    [
        (TEXT, {"destination": QueueDestination("REPLIES")}, "HM-02"),
        (TEXT, {"destination": PERSISTENT}, "HM-02"),
        (TEXT, {"destination": UNSET, "topic": TopicDestination("ORDERS")}, "HM-02"),
        (TEXT, {"reply_to": None, "reply_destination": UNSET}, "HM-06"),
        (TEXT, {"reply_destination": QueueDestination("ORDERS")}, "HM-06"),
        (DETAILED, {"reply_destination": QueueDestination("REPLIES", queue_manager="QM7")}, "HM-06"),
        (TEXT, {"type": None}, "HM-38"),
        (OutgoingMessage("m", jms_type="mcd://a/b"), {"type": "b"}, "HM-39"),
        (PROVIDER, {"correlation_id": None}, "HM-41"),
        (TEXT, {"correlation_id": "order 17 "}, "HM-46"),
    ],
)
@pytest.mark.parametrize("send", [delayed, undelayed])
def test_a_receiver_decides_where_nothing_else_does(
    message: OutgoingMessage, values: dict[str, Any], rule: str, send: Callable[..., Trace]
) -> None:
    judgement = judge_trace(at_receipt(only_jms(send(message)), "header", **values))
    rules = [breach.rules for breach in judgement.breaches]
    assert rules[0][0] == rule
    assert ("X-42" in rules[0]) is (send is delayed)


def test_a_receiver_of_bytes_decides_behind_a_delay_alone() -> None:
    wrong = {"correlation_bytes": "ab" * 23}
    assert blamed(at_receipt(only_jms(delayed(WHOLE_BYTES)), "header", **wrong)) == ["X-03"]
    assert blamed(at_receipt(only_jms(undelayed(WHOLE_BYTES)), "header", **wrong)) == []
    assert blamed(at_receipt(only_jms(delayed(BYTES)), "header", **wrong)) == []


def test_a_receiver_may_see_the_local_queue_manager_filled_in() -> None:
    named = replace(ORDERS, queue_manager="QM1")
    assert blamed(at_receipt(only_jms(undelayed(TEXT)), "header", destination=named)) == []
    other = replace(ORDERS, queue_manager="QM7")
    assert blamed(at_receipt(only_jms(undelayed(TEXT)), "header", destination=other)) == ["HM-02"]


# --- the features' own checks ----------------------------------------------------------------------


def finding(check: Callable[[Record], Any], outcome: Outcome, sent: Outcome | None = None) -> Any:
    """What a check of step 1 says, where step 0 is the send."""
    send = Step(Send("p", TEXT), sent or Sent(), 0, 0)
    record = Record(steps={0: send, 1: Step(Receive("ORDERS"), outcome, 0, 0)}, clock=ClockKind.VIRTUAL)
    return check(record)


def folder(**values: Any) -> MessageReturned:
    return MessageReturned(SeenMessage(folder=JmsFolder(**values)))


def header(**values: Any) -> MessageReturned:
    return MessageReturned(SeenMessage(header=JmsHeader(**values)))


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


# --- publications ----------------------------------------------------------------------------------


NEWS = TopicDestination("news/sport")


def publication(outgoing: OutgoingMessage, topic: TopicDestination) -> tuple[State, Message, Sent, Interval]:
    """A message for a topic as it was sent, and what the reference shows its sender."""
    at = Interval(1_700_000_000_000, 1_700_000_000_000)
    state = initial_state(ClockKind.VIRTUAL, Profile(), at.earliest)
    message = Message(
        serial=1,
        label=outgoing.label,
        length=1,
        kind=Kind.APPLICATION,
        queue_manager="QM1",
        name="",
        first="",
        sent=at,
        time_to_live=20_000,
        expiry=(200,),
        delivery_mode=DeliveryMode.PERSISTENT,
        persistence=Persistence.PERSISTENT,
        priority=7,
        fields=header_fields(topic, outgoing, None),
    )
    seen = sent_header(state, message, at)
    outcome = Sent(seen, sent_descriptor(state, message), sent_folder(state, message, seen))
    return state, message, outcome, at


def findings(
    outgoing: OutgoingMessage, part: str, topic: TopicDestination = NEWS, **values: Any
) -> list[Any]:
    state, message, outcome, at = publication(outgoing, topic)
    changed = replace(outcome, **{part: replace(getattr(outcome, part), **values)})
    breaches, _ = sent_findings(
        state, message, outgoing, Producer("s", ProducerApi.JMS_PRODUCER), changed, at
    )
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


# --- findings --------------------------------------------------------------------------------------


def test_fields_that_fit_only_together_do_not_stop_a_finding_from_shrinking() -> None:
    """A reply-to cannot go before its destination."""

    class Wrong(Reference):
        """Loses MQMD.ReplyToQ."""

        def open_world(self) -> Any:
            return Forgetful(super().open_world())

    class Forgetful:
        def __init__(self, world: Any) -> None:
            self.world = world
            self.now = world.now
            self.close = world.close

        def execute(self, command: Command) -> Outcome:
            outcome: Outcome = self.world.execute(command)
            if isinstance(outcome, Sent):
                return replace(outcome, descriptor=replace(outcome.descriptor, reply_to_queue=""))
            return outcome

    wrong = Wrong()
    finding = finding_in(run_commands(wrong, [step.command for step in delayed(DETAILED).steps]), "HM-04")
    assert finding is not None
    plain = shrunk(wrong, finding)
    assert plain.breach.rules[0] == "HM-04"
    send = plain.trace.steps[-1].command
    assert isinstance(send, Send)
    assert send.message == OutgoingMessage("m", reply_to="REPLIES")
