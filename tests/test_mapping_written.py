"""The header mapping in traces: every documented variant of what is written is right, the rest is wrong."""

from collections.abc import Callable
from typing import Any

import pytest
from header_traces import (
    AS_DEFINED,
    BYTES,
    DETAILED,
    FOR_MQI,
    ID,
    LONG_BYTES,
    ORDERS,
    PERSISTENT,
    PLAIN,
    PROVIDER,
    TEXT,
    WHOLE_BYTES,
    at_receipt,
    at_send,
    blamed,
    delayed,
    only_jms,
    only_receipts,
    trace_of,
    undelayed,
)
from msgspec import UNSET
from msgspec.structs import replace

from mqtck.adapters.reference import Reference
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.judge import judge_trace
from mqtck.conformance.shrinking.shrinking import finding_in, shrunk
from mqtck.reference.vocabulary.commands import Command, Receive, Send, SetPriority, SetTimeToLive
from mqtck.reference.vocabulary.messages import (
    JmsFolder,
    OutgoingMessage,
    PresetHeaders,
    QueueDestination,
    TopicDestination,
)
from mqtck.reference.vocabulary.outcomes import Outcome, Sent
from mqtck.reference.vocabulary.traces import Trace


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
        (DETAILED, "folder", {"reply_to": None}, "HM-06"),
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


@pytest.mark.parametrize("shown", ["ab" * 24, "AB" * 24])
def test_a_preset_id_is_kept_in_whatever_case_it_is_shown(shown: str) -> None:
    trace = undelayed(replace(TEXT, preset=PresetHeaders("ID:" + "ab" * 24, 1, 1)), ORDERS)
    kept = at_send(trace, "header", message_id=f"ID:{shown}")
    assert blamed(trace) == []
    assert blamed(at_send(kept, "descriptor", message_id=shown))[0] == "HM-32"


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
