"""Steps for header fields of a send that may be refused instead: Expiry may not hold so long a life."""

from typing import Any

from mqtck.conformance.scenarios.builder import ScriptBuilder
from mqtck.conformance.scenarios.expectations import messages as m
from mqtck.conformance.scenarios.expectations.calls import was_refused
from mqtck.conformance.scenarios.scripts import Check, CheckResult, Handle, Held, Record

from .registry import step
from .types import FIELDS


def or_refused(send: Handle, check: Check) -> Check:
    """The check of what was sent, where something was."""

    def check_if_sent(record: Record) -> CheckResult:
        return Held("refused") if was_refused(record, send) or send not in record.steps else check(record)

    return check_if_sent


@step("the sender of {label:Label}, if it was accepted, sees {field:Field} {values:Values}")
def sender_sees_if_accepted(script: ScriptBuilder, label: str, field: str, values: tuple[Any, ...]) -> None:
    send = script.sending(label).send
    script.expect(or_refused(send, m.field_is(send, field, FIELDS[field], values)))


@step(
    "the sender of {label:Label}, if it was accepted, sees as {field:Field} the time of the send "
    "plus {time:Duration}"
)
def sender_sees_time_if_accepted(script: ScriptBuilder, label: str, field: str, time: int) -> None:
    send = script.sending(label).send
    script.expect(or_refused(send, m.time_after_send(send, field, FIELDS[field], send, time)))
