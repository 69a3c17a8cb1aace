"""Steps for the fields of a message: "its" is the message that the step before returned.

Field names are those of `types.FIELDS`: JMSPriority, MQMD.Expiry, jms.Exp and so on.
"""

import re
from typing import Any

from mqtck.conformance.scenarios.builder import ScriptBuilder, ScriptError
from mqtck.conformance.scenarios.expectations import messages as m
from mqtck.conformance.scenarios.scripts import Handle
from mqtck.reference.vocabulary.commands import Browse
from mqtck.reference.vocabulary.constants import STAGING_QUEUE

from .registry import step
from .types import FIELDS


def its(script: ScriptBuilder) -> Handle:
    if script.last_returned is None:
        raise ScriptError("no message was returned before this step")
    return script.last_returned


# --- what the receiver gets --------------------------------------------------------------------------


@step("its {field:Field} is {values:Values}")
def its_field(script: ScriptBuilder, field: str, values: tuple[Any, ...]) -> None:
    """One of the values; the answer is which."""
    script.expect(m.field_is(its(script), field, FIELDS[field], values))


@step("its {field:Field} is not {values:Values}")
def its_field_is_not(script: ScriptBuilder, field: str, values: tuple[Any, ...]) -> None:
    script.expect(m.field_is_not(its(script), field, FIELDS[field], values))


@step("its {field:Field} is the {other:Field} that the sender of {label:Label} was given")
def its_field_as_sent(script: ScriptBuilder, field: str, other: str, label: str) -> None:
    """Ids are compared as bytes."""
    send = script.sending(label).send
    script.expect(m.fields_agree(its(script), field, FIELDS[field], send, other, FIELDS[other]))


@step("its {field:Field} agrees with its {other:Field}")
def its_fields_agree(script: ScriptBuilder, field: str, other: str) -> None:
    handle = its(script)
    script.expect(m.fields_agree(handle, field, FIELDS[field], handle, other, FIELDS[other]))


@step("its {field:Field} differs from that of {label:Label}")
def its_field_differs(script: ScriptBuilder, field: str, label: str) -> None:
    """From what stood there in a message that was delivered before."""
    if label not in script.returned:
        raise ScriptError(f'"{label}" was not delivered before this step')
    script.expect(m.all_different((script.returned[label], its(script)), field, FIELDS[field]))


@step("its {field:Field} is the time of the send of {label:Label}")
def its_time_of_send(script: ScriptBuilder, field: str, label: str) -> None:
    its_time_after_send(script, field, label, 0)


@step("its {field:Field} is the time of the send of {label:Label} plus {time:Duration}")
def its_time_after_send(script: ScriptBuilder, field: str, label: str, time: int) -> None:
    """Between the readings before and after the send, plus so much."""
    script.expect(m.time_after_send(its(script), field, FIELDS[field], script.sending(label).send, time))


@step("the remaining expiry of {label:Label} is about {tenths:Tenths}")
def remaining_expiry(script: ScriptBuilder, label: str, tenths: int) -> None:
    """MQMD.Expiry of the message just returned, within 10 tenths."""
    script.expect(m.remaining_expiry(its(script), script.sending(label), tenths, script.since_send(label)))


@step("its expiry is positive or unlimited")
def expiry_positive(script: ScriptBuilder) -> None:
    script.expect(m.expiry_is_positive_or_unlimited(its(script)))


@step("its data are those of {label:Label} as sent")
def data_as_sent(script: ScriptBuilder, label: str) -> None:
    """The body, character by character."""
    script.expect(m.body_as_sent(its(script), script.sending(label)))


@step("it carries no delay header")
def no_delay_header(script: ScriptBuilder) -> None:
    script.expect(m.has_no_delay_header(its(script)))


# --- what the sender sees ----------------------------------------------------------------------------


@step("the sender of {label:Label} sees {field:Field} {values:Values}")
def sender_sees(script: ScriptBuilder, label: str, field: str, values: tuple[Any, ...]) -> None:
    """What the message object shows when the send has returned."""
    script.settle()
    script.expect(m.field_is(script.sending(label).send, field, FIELDS[field], values))


@step("the sender of {label:Label} sees no {field:Field} {values:Values}")
def sender_sees_not(script: ScriptBuilder, label: str, field: str, values: tuple[Any, ...]) -> None:
    script.settle()
    script.expect(m.field_is_not(script.sending(label).send, field, FIELDS[field], values))


@step(
    "the sender of {label:Label} sees as {field:Field} the {other:Field} "
    "that the sender of {earlier:Label} was given"
)
def sender_sees_that_of(script: ScriptBuilder, label: str, field: str, other: str, earlier: str) -> None:
    """Ids are compared as bytes."""
    script.settle()
    send, given = script.sending(label).send, script.sending(earlier).send
    script.expect(m.fields_agree(send, field, FIELDS[field], given, other, FIELDS[other]))


@step("the sender of {label:Label} sees as {field:Field} the time of the send")
def sender_sees_time(script: ScriptBuilder, label: str, field: str) -> None:
    sender_sees_time_after(script, label, field, 0)


@step("the sender of {label:Label} sees as {field:Field} the time of the send plus {time:Duration}")
def sender_sees_time_after(script: ScriptBuilder, label: str, field: str, time: int) -> None:
    script.settle()
    send = script.sending(label).send
    script.expect(m.time_after_send(send, field, FIELDS[field], send, time))


@step("the {field:Field} that the sender of {label:Label} sees is compared with the time of the send")
def sender_compares(script: ScriptBuilder, field: str, label: str) -> None:
    """Any value is right; the answer is how far it is from the send."""
    script.settle()
    script.expect(m.compared_with_send(script.sending(label).send, field, FIELDS[field]))


@step("the sender of {label:Label} sees a JMSMessageID of ID: and 48 hexadecimal digits")
def sender_sees_id(script: ScriptBuilder, label: str) -> None:
    script.settle()
    script.expect(
        m.field_matches(
            script.sending(label).send,
            "JMSMessageID",
            FIELDS["JMSMessageID"],
            lambda value: isinstance(value, str) and re.fullmatch("ID:[0-9a-fA-F]{48}", value) is not None,
            "ID: and 48 hexadecimal digits",
        )
    )


@step("the senders of {labels:Labels} see a different {field:Field} each")
def senders_see_different(script: ScriptBuilder, labels: tuple[str, ...], field: str) -> None:
    script.settle()
    handles = tuple(script.sending(label).send for label in labels)
    script.expect(m.all_different(handles, field, FIELDS[field]))


# --- the staged copy ---------------------------------------------------------------------------------


def _look(script: ScriptBuilder) -> Handle:
    return script.probe(Browse(queue=STAGING_QUEUE, queue_manager=script.queue_manager))


def _staged(script: ScriptBuilder, label: str, look: Any) -> None:
    handle = script.staged_looks[label] = _look(script)
    script.expect(m.staged(handle, script.sending(label), look))


@step("the staged copy of {label:Label} has a message id of its own")
def staged_new_id(script: ScriptBuilder, label: str) -> None:
    _staged(script, label, m.has_new_id)


@step("the staged copy of {label:Label} still has that message id")
def staged_same_id(script: ScriptBuilder, label: str) -> None:
    """The one that it had at the look before, whoever looked in between."""
    before = _look_before(script, label)
    script.expect(m.staged_with_id_as_before(before, _look(script), script.sending(label)))


@step("the staged copy of {label:Label} has another message id than that of {other:Label}")
def staged_other_id(script: ScriptBuilder, label: str, other: str) -> None:
    """Than that copy had when it was looked at."""
    before = _look_before(script, other)
    script.expect(
        m.staged_with_another_id(before, script.sending(other), _look(script), script.sending(label))
    )


def _look_before(script: ScriptBuilder, label: str) -> Handle:
    if label not in script.staged_looks:
        raise ScriptError(f'no step before this one looked at the staged copy of "{label}"')
    return script.staged_looks[label]


@step("the staged copy of {label:Label} has the original message id as its correlation id")
def staged_correlation_id(script: ScriptBuilder, label: str) -> None:
    """The original id is the one that the sender was given in JMSMessageID."""
    _staged(script, label, m.has_original_id_as_correlation)


@step("the staged copy of {label:Label} carries a header beside the data that were sent")
def staged_header(script: ScriptBuilder, label: str) -> None:
    """Its layout is not documented."""
    _staged(script, label, m.has_delay_header)


# --- another put of the message just got ---------------------------------------------------------------
