"""Steps that look at many fields of one message at once, in a table of two columns.

A row names a field and what stands in it: a value, one of several ("absent or 4"), "the time of the send",
perhaps "plus 60 s", "a URI that names ORDERS" or "a URI that names the topic PRICES", "begins with" and bytes
in hexadecimal, "ID: and 48 hexadecimal digits", "not" and a value, or "other than that of" another message.
What is not as its row says is blamed on the rules of that field, whatever the scenario is about; but "its
fields are" says the same as many steps, which are blamed on the rules of the scenario.
"""

import re
from typing import Final

from mqtck.conformance.scenarios.builder import ScriptBuilder
from mqtck.conformance.scenarios.expectations import mapping as x
from mqtck.conformance.scenarios.expectations import messages as m
from mqtck.conformance.scenarios.expectations.sendings import Sending, label_of
from mqtck.conformance.scenarios.features import FeatureError
from mqtck.conformance.scenarios.scripts import HELD, Broken, Check, CheckResult, Handle, NotObserved, Record
from mqtck.reference.vocabulary.commands import Send
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination, TargetClient
from mqtck.reference.vocabulary.outcomes import MessageReturned

from .expectations import taken_anyhow
from .jms import Table
from .registry import read_step, step
from .types import FIELDS, TYPES
from .words import duration

COLUMNS: Final = 2

_CORREL_ID_BYTES: Final = 24

RULES: Final[dict[str, tuple[str, ...]]] = {
    "JMSMessageID": ("HM-30", "HM-31"),
    "JMSTimestamp": ("HM-34", "HM-36"),
    "jms.Tms": ("HM-35",),
    "JMSExpiration": ("HM-14",),
    "jms.Exp": ("HM-19",),
    "dt of jms.Exp": ("HM-19",),
    "MQMD.Expiry": ("HM-15", "HM-18"),
    "MQMD.Persistence": ("HM-08", "HM-09", "HM-10", "HM-11"),
    "jms.Dlv": ("HM-12",),
    "MQMD.Priority": ("HM-24",),
    "jms.Pri": ("HM-25",),
    "jms.Dst": ("HM-01", "HM-03"),
    "jms.Rto": ("HM-06", "HM-07"),
    "MQMD.ReplyToQ": ("HM-04",),
    "MQMD.ReplyToQMgr": ("HM-05",),
    "mcd.Type": ("HM-38",),
}
"""The rules of each field, but for those of the correlation id, which depend on how it was given."""

SPECIAL: Final[dict[tuple[str, str], tuple[str, ...]]] = {
    ("JMSMessageID", "not"): ("HM-32",),
    ("JMSMessageID", "other"): ("HM-27",),
    ("jms.Dst", "other"): ("HM-01", "HM-02"),
    ("jms.Rto", "other"): ("HM-06",),
}
"""Those of a field by the first word of what is said of it."""

WHILE_IT_WAITS: Final = frozenset({"MQMD.Expiry"})
"""What a receiver sees otherwise than the sender."""

OF_THE_MQRFH2: Final = frozenset({"JMSTimestamp", "JMSExpiration"})
"""What a receiver knows exactly from there alone."""


@step("the sender of {label:Label} sees")
def sender_sees_fields(script: ScriptBuilder, label: str, table: Table) -> None:
    """What the message object, and the message as it was put, show when the send has returned."""
    script.settle()
    sending = script.sending(label)
    for field, text in _rows(table):
        script.expect(_blamed(_check(script, sending.send, sending.send, field, text), field, text, sending))
    script.seen_by_senders[label] = table


@step("its fields are")
def its_fields(script: ScriptBuilder, table: Table) -> None:
    """Each row is read as a step "its ... is ...", and blamed as one: on the rules of the scenario."""
    for field, text in _rows(table):
        read_step(script, f"its {field} is {text}")


@step("{labels:Labels} are delivered to {queue:Queue} in any order, as their senders saw them")
def delivered_as_seen(script: ScriptBuilder, labels: tuple[str, ...], queue: str) -> None:
    """With the same in the fields of which the steps before spoke, but for what is left of a life."""
    handles = taken_anyhow(script, labels, queue)
    for label in labels:
        sending = script.sending(label)
        for field, text in _rows(script.seen_by_senders[label]):
            if field not in WHILE_IT_WAITS and not text.startswith("other than"):
                checks = {handle: _check(script, handle, sending.send, field, text) for handle in handles}
                shown = _blamed(_of_that(checks, sending), field, text, sending)
                script.expect(_where_an_mqrfh2_is(shown, sending) if field in OF_THE_MQRFH2 else shown)


def _where_an_mqrfh2_is(check: Check, sending: Sending) -> Check:
    """The check, but of a destination that applications of the MQI read.

    There need not be an MQRFH2 (chapter 9, item 26): a receiver may know MQMD.PutTime, in hundredths of a
    second and perhaps that of the move, and no end of its life but MQMD.Expiry, which tells in tenths what is
    left, or none (item 29).
    """

    def check_if_written(record: Record) -> CheckResult:
        command = record.steps[sending.send].command
        named = command.destination if isinstance(command, Send) else None
        for_mqi = isinstance(named, QueueDestination) and named.target_client is TargetClient.MQ
        return HELD if for_mqi else check(record)

    return check_if_written


def _of_that(checks: dict[Handle, Check], sending: Sending) -> Check:
    """The check of the message of that send, whichever get returned it."""

    def check(record: Record) -> CheckResult:
        for handle, fits in checks.items():
            outcome = record.steps[handle].outcome
            if (
                isinstance(outcome, MessageReturned)
                and label_of(record, outcome.message, (sending,)) == sending.label
            ):
                return fits(record)
        return NotObserved(f'which message is "{sending.label}"')

    return check


def _rows(table: Table) -> tuple[tuple[str, str], ...]:
    for row in table:
        if len(row) != COLUMNS or row[0] not in FIELDS:
            raise FeatureError(f"a row has a field and what stands in it, not {' | '.join(row)}")
    return tuple((row[0], row[1]) for row in table)


def _check(script: ScriptBuilder, handle: Handle, send: Handle, field: str, text: str) -> Check:
    place = FIELDS[field]
    if found := re.fullmatch(r'other than that of "([^"]+)"', text):
        return m.all_different((script.sending(found[1]).send, handle), field, place)
    if found := re.fullmatch(r"the time of the send(?: plus (.+))?", text):
        return m.time_after_send(handle, field, place, send, duration(found[1]) if found[1] else 0)
    if found := re.fullmatch(r"a URI that names (the topic )?(\S+)", text):
        return x.is_uri_naming(handle, field, place, found[2], "topic" if found[1] else "queue")
    if found := re.fullmatch(r"begins with ([0-9a-f]+)", text):
        return x.begins_with(handle, field, place, found[1])
    if text == "ID: and 48 hexadecimal digits":
        return m.field_matches(handle, field, place, _is_id, text)
    if text.startswith("not "):
        return m.field_is_not(handle, field, place, TYPES["Values"](text.removeprefix("not ")))
    return m.field_is(handle, field, place, TYPES["Values"](text))


def _is_id(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch("ID:[0-9a-fA-F]{48}", value) is not None


def _blamed(check: Check, field: str, text: str, sending: Sending) -> Check:
    """Blame the field's own rules, and what keeps it over a delay where it was right at the send."""

    def check_and_blame(record: Record) -> CheckResult:
        result = check(record)
        if not isinstance(result, Broken):
            return result
        command = record.steps[sending.send].command
        assert isinstance(command, Send)
        rules = _rules(field, text, command.message)
        if sending.delay and result.step != sending.send:
            rules = ("X-42", *rules)
        return result._replace(rules=rules)

    return check_and_blame


def _rules(field: str, text: str, message: OutgoingMessage) -> tuple[str, ...]:
    if special := SPECIAL.get((field, text.split(maxsplit=1)[0])):
        return special
    written = field == "jms.Cid"
    if not written and field != "MQMD.CorrelId":
        return RULES.get(field, ())
    if message.correlation_bytes is not None:
        return ("HM-45",) if written else (_rule_of_bytes(len(message.correlation_bytes) // 2),)
    if message.correlation_text is not None:
        return ("HM-46",) if written else ("HM-47",)
    return ("HM-41",) if written else ("HM-40",)


def _rule_of_bytes(length: int) -> str:
    """HM-42 to HM-44, by how many bytes there are; MQMD.CorrelId has 24."""
    if length == _CORREL_ID_BYTES:
        return "HM-42"
    return "HM-43" if length < _CORREL_ID_BYTES else "HM-44"
