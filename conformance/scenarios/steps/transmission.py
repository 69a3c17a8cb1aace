"""Steps for messages behind a transmission-queue header, which have two Expiry fields.

"Its header" is the one in front of the message that the step before returned. A header that an
application writes leads to STOCK on QM2.
"""

from typing import Any, Final

from mqtck.conformance.scenarios.builder import GETTER, PUTTER, ScriptBuilder
from mqtck.conformance.scenarios.expectations import transmission as t
from mqtck.conformance.scenarios.expectations.sendings import Fate
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.messages import PutDescriptor, TransmissionHeader

from .jms import Table, outgoing
from .messages import its
from .mqi import mqget
from .registry import step
from .types import GetOptions

_QUEUE: Final = "STOCK"
_QUEUE_MANAGER: Final = "QM2"


def _put(
    script: ScriptBuilder,
    label: str,
    queue: str,
    separate: dict[str, Any],
    header: dict[str, Any],
    table: Table = (),
    call: type[c.MqPut | c.MqPut1] = c.MqPut,
    syncpoint: c.Syncpoint = c.Syncpoint.OUTSIDE,
) -> None:
    message = outgoing(label, table)
    own = TransmissionHeader(_QUEUE, _QUEUE_MANAGER, **header)
    properties = {name: getattr(message, name) for name in message.__struct_fields__}
    command = call(
        queue=script.queue(queue),
        message=type(message)(**{**properties, "transmission_header": own}),
        descriptor=PutDescriptor(**separate),
        syncpoint=syncpoint,
        connection=PUTTER,
    )
    script.put(command, call.__name__.upper())


@step(
    "{label:Label} is put to {queue:Queue} with {fields:PutFields} "
    "behind a transmission-queue header with {header:PutFields}"
)
def put_behind_header(
    script: ScriptBuilder,
    label: str,
    queue: str,
    fields: dict[str, Any],
    header: dict[str, Any],
    table: Table = (),
) -> None:
    """The first expiry is that of the message, the second one that of the descriptor in the header."""
    _put(script, label, queue, fields, header, table)


@step(
    "{label:Label} is put to {queue:Queue} by MQPUT1 with {fields:PutFields} "
    "behind a transmission-queue header with {header:PutFields}"
)
def put1_behind_header(
    script: ScriptBuilder, label: str, queue: str, fields: dict[str, Any], header: dict[str, Any]
) -> None:
    _put(script, label, queue, fields, header, call=c.MqPut1)


@step(
    "{label:Label} is put to {queue:Queue} in syncpoint with {fields:PutFields} "
    "behind a transmission-queue header with {header:PutFields}"
)
def put_behind_header_in_syncpoint(
    script: ScriptBuilder, label: str, queue: str, fields: dict[str, Any], header: dict[str, Any]
) -> None:
    _put(script, label, queue, fields, header, syncpoint=c.Syncpoint.WITHIN)


@step(
    "{label:Label} is put to {queue:Queue} with {fields:PutFields} "
    "as the first {count:Number} bytes of a transmission-queue header"
)
def put_cut_off(script: ScriptBuilder, label: str, queue: str, fields: dict[str, Any], count: int) -> None:
    """Nothing stands behind them. The header as a whole has 428 bytes."""
    _put(script, label, queue, fields, {**fields, "length": count})


@step(
    "{label:Label} is put to {queue:Queue} in syncpoint with {fields:PutFields} "
    "as the first {count:Number} bytes of a transmission-queue header"
)
def put_cut_off_in_syncpoint(
    script: ScriptBuilder, label: str, queue: str, fields: dict[str, Any], count: int
) -> None:
    _put(script, label, queue, fields, {**fields, "length": count}, syncpoint=c.Syncpoint.WITHIN)


@step("MQGET from {queue:Queue} returns the {count:Number} bytes of {label:Label}")
def get_returns_cut_off(script: ScriptBuilder, queue: str, count: int, label: str) -> None:
    """As they were put, and nothing behind them."""
    handle = script.probe(c.MqGet(queue=script.queue(queue), connection=GETTER))
    script.expect(t.returned_cut_off(handle, count, label))
    script.last_returned = handle
    script.settle_fate((label,), Fate.TAKEN)


@step("MQGET from {queue:Queue} with {options:GetOptions} returns the {count:Number} bytes of {label:Label}")
def get_with_returns_cut_off(
    script: ScriptBuilder, queue: str, options: GetOptions, count: int, label: str
) -> None:
    """The same with options of MQGET, in a unit of work or as a browse."""
    handle = script.probe(mqget(script, queue, options))
    script.expect(t.returned_cut_off(handle, count, label))
    script.last_returned = handle
    if options.mode in {c.GetMode.DESTRUCTIVE, c.GetMode.UNDER_CURSOR}:
        script.settle_fate((label,), Fate.TAKEN)


@step("it begins with a transmission-queue header")
def begins_with_header(script: ScriptBuilder) -> None:
    script.expect(t.has_header(its(script)))


@step("the Expiry in its header is {values:Values}")
def embedded_is(script: ScriptBuilder, values: tuple[Any, ...]) -> None:
    """Exactly one of these; the answer is which."""
    script.expect(t.embedded_is(its(script), values))


@step("the Expiry in its header, if it was accepted, is {values:Values}")
def embedded_is_if_accepted(script: ScriptBuilder, values: tuple[Any, ...]) -> None:
    """Of the message that the MQGET before has returned if its put was accepted."""
    script.expect(t.embedded_is_if_returned(its(script), values))


@step("the remaining expiry of {label:Label} in its header is about {tenths:Tenths}")
def embedded_is_about(script: ScriptBuilder, label: str, tenths: int) -> None:
    """Within 10 tenths, and never below 0."""
    check = t.embedded_is_about(its(script), script.sending(label), tenths, script.since_send(label))
    script.expect(check)


@step("both its Expiry fields are the same")
def both_the_same(script: ScriptBuilder) -> None:
    """A tenth of a second is allowed for, as each is rounded by itself."""
    script.expect(t.fields_are_the_same(its(script)))
