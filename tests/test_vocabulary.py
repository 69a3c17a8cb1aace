"""The vocabulary: JSON both ways, a schema, the real numbers, and clear errors for bad trace files."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import jsonschema
import msgspec
import pytest

from mqtck.adapters.reference import Reference
from mqtck.conformance.cases.generator import case, case_seed
from mqtck.conformance.execution.worlds import run_commands
from mqtck.reference.vocabulary import constants
from mqtck.reference.vocabulary.abilities import Ability, abilities_needed
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    Command,
    CreateProducer,
    DefineLocalQueue,
    MqGet,
    ProducerApi,
    QueueAttributes,
    Receive,
    Send,
)
from mqtck.reference.vocabulary.messages import (
    OutgoingMessage,
    QueueDestination,
    TopicDestination,
    body_of,
    label_in,
)
from mqtck.reference.vocabulary.nesting import DEEPEST, is_too_deep
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.traces import Trace, TraceError, decode_lines, encode_lines, json_schema
from mqtck.reports.forms import schema as report_schema


@pytest.fixture(scope="module")
def trace() -> Trace:
    commands = [
        c for i in range(15) for c in case(case_seed(7, i), frozenset(Ability), ClockKind.VIRTUAL, 60)
    ]
    return run_commands(Reference(), commands)


def test_a_trace_survives_json(trace: Trace) -> None:
    assert decode_lines(encode_lines(trace).splitlines(), "here") == trace


def test_the_published_schema_describes_every_line(trace: Trace) -> None:
    validator = jsonschema.Draft202012Validator(json_schema())
    for line in encode_lines(trace).splitlines():
        validator.validate(json.loads(line))


@pytest.mark.parametrize(
    ("name", "schema"), [("trace.schema.json", json_schema), ("report.schema.json", report_schema)]
)
def test_the_published_schemas_are_up_to_date(name: str, schema: Callable[[], object]) -> None:
    """`make schemas` writes them anew."""
    published = (Path(__file__).parent.parent / "docs" / name).read_text(encoding="utf-8")
    assert json.loads(published) == json.loads(json.dumps(schema()))


def test_the_published_schema_refuses_an_unknown_command() -> None:
    line = {"command": {"command": "explode"}, "outcome": {"outcome": "done"}, "started": 0, "ended": 0}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(line, json_schema())


def test_a_cut_off_file_is_refused_with_its_line(trace: Trace) -> None:
    lines = encode_lines(trace).splitlines()
    lines[4] = lines[4][:-7]
    with pytest.raises(TraceError, match=r"order\.jsonl, line 5: .*complete step"):
        decode_lines(lines, "order.jsonl")


@pytest.mark.parametrize(
    "line",
    [
        b'{"command":{"command":"receive","queue":"\xe9"},"outcome":{"outcome":"done"},"started":0,"ended":0}',
        b'{"command":' + b"[" * 100_000,
    ],
)
def test_what_is_not_utf8_or_too_deep_is_refused_with_its_line(trace: Trace, line: bytes) -> None:
    head, *rest = encode_lines(trace).splitlines()
    with pytest.raises(TraceError, match=r"order\.jsonl, line 3: .*complete step"):
        decode_lines([head, rest[0], line, *rest[1:]], "order.jsonl")
    with pytest.raises(TraceError, match=r"order\.jsonl, line 1: not the head"):
        decode_lines([line], "order.jsonl")


def test_a_file_of_another_version_is_refused(trace: Trace) -> None:
    head, *rest = encode_lines(trace).splitlines()
    other = head.replace(b'"mqtck_trace":1', b'"mqtck_trace":99')
    with pytest.raises(TraceError, match=r"format version 99; .* reads version 1"):
        decode_lines([other, *rest], "old.jsonl")


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [([], "empty"), ([b"[]"], "head of a trace"), ([b"not json"], "head of a trace")],
)
def test_what_is_no_trace_is_refused(lines: list[bytes], complaint: str) -> None:
    with pytest.raises(TraceError, match=complaint):
        decode_lines(lines, "x.jsonl")


@pytest.mark.parametrize(
    ("line", "field"),
    [
        (b'{"command":"define local queue","queue":""}', "queue"),
        (b'{"command":"define local queue","queue":"Q","attributes":{"max_depth":-1}}', "max_depth"),
        (b'{"command":"set priority","producer":"p","priority":10}', "priority"),
        (b'{"command":"advance","milliseconds":-5}', "milliseconds"),
        (b'{"command":"send","producer":"p"}', "message"),
    ],
)
def test_a_fixture_that_cannot_be_is_refused_with_its_field(line: bytes, field: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=field):
        msgspec.json.decode(line, type=Command)


NUMBERS = {
    "ReasonCode": {
        "EXPIRY_ERROR": 2013,
        "GET_INHIBITED": 2016,
        "MSG_TOO_BIG_FOR_Q": 2030,
        "NO_MSG_AVAILABLE": 2033,
        "NO_MSG_UNDER_CURSOR": 2034,
        "NOT_AUTHORIZED": 2035,
        "OPTIONS_ERROR": 2046,
        "PUT_INHIBITED": 2051,
        "Q_FULL": 2053,
        "UNKNOWN_OBJECT_NAME": 2085,
        "FUNCTION_NOT_SUPPORTED": 2298,
        "PUBLICATION_FAILURE": 2502,
    },
    "Feedback": {"EXPIRATION": 258, "COA": 259, "COD": 260, "PAN": 275, "NAN": 276},
    "MessageType": {"REQUEST": 1, "REPLY": 2, "REPORT": 4, "DATAGRAM": 8},
    "Persistence": {"NOT_PERSISTENT": 0, "PERSISTENT": 1, "AS_Q_DEF": 2},
    "DeliveryMode": {"NON_PERSISTENT": 1, "PERSISTENT": 2},
    "Report": {
        "PASS_CORREL_ID": 64,
        "PASS_MSG_ID": 128,
        "PASS_DISCARD_AND_EXPIRY": 16384,
        "COA": 256,
        "COD": 2048,
        "EXPIRATION": 2097152,
        "EXPIRATION_WITH_DATA": 6291456,
        "EXPIRATION_WITH_FULL_DATA": 14680064,
        "EXCEPTION": 16777216,
        "EXCEPTION_WITH_DATA": 50331648,
        "EXCEPTION_WITH_FULL_DATA": 117440512,
        "DISCARD_MSG": 134217728,
    },
}
"""As the constants headers of two public client libraries have them."""


@pytest.mark.parametrize("enumeration", list(NUMBERS))
def test_the_enumerations_carry_the_mq_numbers(enumeration: str) -> None:
    members = getattr(constants, enumeration).__members__
    for name, number in NUMBERS[enumeration].items():
        assert int(members[name]) == number, name


def test_a_reason_code_has_its_mq_name() -> None:
    assert constants.ReasonCode.EXPIRY_ERROR.mq_name == "MQRC_EXPIRY_ERROR"


@pytest.mark.parametrize(
    ("command", "needed"),
    [
        (DefineLocalQueue("Q"), {Ability.LOCAL_QUEUES}),
        (
            DefineLocalQueue("Q", QueueAttributes(max_depth=2)),
            {Ability.LOCAL_QUEUES, Ability.QUEUE_LIMITS},
        ),
        (Receive("Q"), {Ability.JMS, Ability.LOCAL_QUEUES}),
        (Receive(constants.STAGING_QUEUE), {Ability.JMS, Ability.STAGING_QUEUE}),
        (MqGet("Q"), {Ability.MQI, Ability.LOCAL_QUEUES}),
        (Send("p", OutgoingMessage("m"), QueueDestination("Q")), {Ability.JMS, Ability.LOCAL_QUEUES}),
        (Send("p", OutgoingMessage("m"), None, None, TopicDestination("T")), {Ability.JMS, Ability.TOPICS}),
        (CreateProducer("p", ProducerApi.JMS_PRODUCER), {Ability.JMS, Ability.JMS_PRODUCER}),
        (AlterQueue("Q", AttributeChanges(max_depth=1)), {Ability.QUEUE_LIMITS}),
    ],
)
def test_abilities_that_a_command_needs(command: Command, needed: set[Ability]) -> None:
    assert abilities_needed(command) == needed


def test_the_body_of_a_message_starts_with_its_label() -> None:
    assert body_of(OutgoingMessage("order-1")) == "order-1"
    padded = body_of(OutgoingMessage("order-1", length=20))
    assert len(padded) == 20
    assert label_in(padded) == "order-1"
    assert label_in(padded + " and more", {"order-1"}) == "order-1"


@pytest.mark.parametrize("label", ["ID:414d5120", "order:1", "order-1:", "::", "order-1"])
def test_a_label_may_have_colons_in_it(label: str) -> None:
    for length in (None, len(label) + 1, 20):
        body = body_of(OutgoingMessage(label, length=length))
        assert label_in(body, {label, "order-2"}) == label, length


def test_no_rule_id_of_the_reference_is_unknown_and_none_of_the_scope_is_forgotten() -> None:
    """Each testable rule is named by a function or table of the reference; each name is in the ledger."""
    import re  # noqa: PLC0415

    from mqtck.conformance.ledger.rules import every_testable, load  # noqa: PLC0415

    root = Path(__file__).parent.parent / "reference"
    modules = [path for path in root.rglob("*.py") if path.parent.name != "vocabulary"]
    text = "\n".join(path.read_text(encoding="utf-8") for path in modules)
    named = set(re.findall(r"\b(?:DD|EX|AM|HM|X)-\d{2,3}\b", text))
    for first, last in re.findall(r"\b((?:DD|EX|HM)-\d{2,3}) to ((?:DD|EX|HM)-\d{2,3})\b", text):
        family, low = first.split("-")
        named |= {f"{family}-{n:02d}" for n in range(int(low), int(last.split("-")[1]) + 1)}
    assert named <= set(load().rules)
    assert set(every_testable()) <= named, sorted(set(every_testable()) - named)


@pytest.mark.parametrize(
    ("text", "deep"),
    [
        (b"[" * 5000, True),
        (b'{"x":' * 5000, True),
        (b"[" * (DEEPEST + 1) + b"]" * (DEEPEST + 1), True),
        (b"[" * DEEPEST + b"]" * DEEPEST, False),
        (b"[" + b"[]," * 5000 + b"[]]", False),
        (b'["' + b"[{" * 5000 + b'"]', False),
        (b'["\\"' + b"[" * 5000 + b'\\\\"]', False),
        (b'["\\\\",' + b"[" * 5000, True),
        (b'"' + b"[" * 5000, False),
    ],
)
def test_how_deep_a_text_is_nested_is_known_before_it_is_decoded(text: bytes, *, deep: bool) -> None:
    """Where the stack of a thread is small, decoding it ends the process under Python 3.13."""
    assert is_too_deep(text) is deep


def test_a_deep_text_is_refused_in_a_thread_of_a_small_stack() -> None:
    program = """
import threading
from mqtck.reference.vocabulary.traces import TraceError, decode_lines

def read():
    try:
        decode_lines([b"[" * 100_000], "deep.jsonl")
    except TraceError as error:
        print(error)

threading.stack_size(256 * 1024)
thread = threading.Thread(target=read)
thread.start()
thread.join()
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("deep.jsonl, line 1: not the head of a trace")
