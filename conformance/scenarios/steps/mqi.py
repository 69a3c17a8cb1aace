"""Steps for the MQI: puts, gets with the options of MQGET, units of work.

Two applications are at work unless a step says otherwise: one that puts and one that gets, each with a
connection and a unit of work of its own.
"""

from typing import Any

from mqtck.conformance.scenarios.builder import GETTER, PUTTER, ScriptBuilder
from mqtck.conformance.scenarios.expectations.queues import delivered, get_failed, nothing
from mqtck.conformance.scenarios.expectations.sendings import Fate, Phase
from mqtck.conformance.scenarios.scripts import Handle
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.constants import ReasonCode
from mqtck.reference.vocabulary.messages import PutDescriptor

from .jms import Table, outgoing
from .registry import step
from .types import GetOptions

_PLAIN = GetOptions()
_BROWSE = GetOptions(mode=c.GetMode.BROWSE_FIRST)

# --- puts --------------------------------------------------------------------------------------------


def _put(
    script: ScriptBuilder,
    labels: tuple[str, ...],
    queue: str,
    fields: dict[str, Any],
    table: Table,
    syncpoint: c.Syncpoint = c.Syncpoint.OUTSIDE,
    connection: str = PUTTER,
) -> None:
    for label in labels:
        command = c.MqPut(
            queue=script.queue(queue),
            message=outgoing(label, table),
            descriptor=PutDescriptor(**fields),
            syncpoint=syncpoint,
            connection=connection,
        )
        script.put(command, "MQPUT")


@step("{labels:Labels} are put to {queue:Queue}")
@step("{labels:Labels} is put to {queue:Queue}")
def put(script: ScriptBuilder, labels: tuple[str, ...], queue: str, table: Table = ()) -> None:
    """MQPUT with the initial values of the descriptor; a table gives properties as for a JMS send."""
    _put(script, labels, queue, {}, table)


@step("{labels:Labels} are put to {queue:Queue} with {fields:PutFields}")
@step("{labels:Labels} is put to {queue:Queue} with {fields:PutFields}")
def put_with(
    script: ScriptBuilder, labels: tuple[str, ...], queue: str, fields: dict[str, Any], table: Table = ()
) -> None:
    """Fields: an expiry of N tenths, an expiry of MQEI_UNLIMITED, priority N, MQPER_PERSISTENT."""
    _put(script, labels, queue, fields, table)


@step("{labels:Labels} are put to {queue:Queue} in syncpoint")
@step("{labels:Labels} is put to {queue:Queue} in syncpoint")
def put_in_syncpoint(script: ScriptBuilder, labels: tuple[str, ...], queue: str, table: Table = ()) -> None:
    _put(script, labels, queue, {}, table, c.Syncpoint.WITHIN)


@step("{labels:Labels} are put to {queue:Queue} in syncpoint with {fields:PutFields}")
@step("{labels:Labels} is put to {queue:Queue} in syncpoint with {fields:PutFields}")
def put_in_syncpoint_with(
    script: ScriptBuilder, labels: tuple[str, ...], queue: str, fields: dict[str, Any], table: Table = ()
) -> None:
    _put(script, labels, queue, fields, table, c.Syncpoint.WITHIN)


@step("{label:Label} is put to {queue:Queue} by the getting application")
def put_by_getter(script: ScriptBuilder, label: str, queue: str, table: Table = ()) -> None:
    """Over the connection over which it gets."""
    _put(script, (label,), queue, {}, table, connection=GETTER)


@step("{label:Label} is put to {queue:Queue} by the getting application with {fields:PutFields}")
def put_by_getter_with(script: ScriptBuilder, label: str, queue: str, fields: dict[str, Any]) -> None:
    _put(script, (label,), queue, fields, (), connection=GETTER)


@step("{label:Label} is put to {queue:Queue} by MQPUT1")
def put1(script: ScriptBuilder, label: str, queue: str, table: Table = ()) -> None:
    put1_with(script, label, queue, {}, table)


@step("{label:Label} is put to {queue:Queue} by MQPUT1 with {fields:PutFields}")
def put1_with(
    script: ScriptBuilder,
    label: str,
    queue: str,
    fields: dict[str, Any],
    table: Table = (),
    syncpoint: c.Syncpoint = c.Syncpoint.OUTSIDE,
) -> None:
    command = c.MqPut1(
        queue=script.queue(queue),
        message=outgoing(label, table),
        descriptor=PutDescriptor(**fields),
        syncpoint=syncpoint,
        connection=PUTTER,
    )
    script.put(command, "MQPUT1")


@step("{label:Label} is put to {queue:Queue} by MQPUT1 in syncpoint with {fields:PutFields}")
def put1_in_syncpoint(
    script: ScriptBuilder, label: str, queue: str, fields: dict[str, Any], table: Table = ()
) -> None:
    put1_with(script, label, queue, fields, table, c.Syncpoint.WITHIN)


# --- gets --------------------------------------------------------------------------------------------


def mqget(script: ScriptBuilder, queue: str, options: GetOptions, connection: str = GETTER) -> c.MqGet:
    """MQGET with these options, by the getting application unless told otherwise."""
    script.speaks_mqi = True
    return c.MqGet(
        queue=script.queue(queue),
        mode=options.mode,
        match=options.match,
        syncpoint=options.syncpoint,
        connection=connection,
    )


def _returns(script: ScriptBuilder, queue: str, options: GetOptions, label: str) -> Handle:
    sending, name = script.sendings.get(label), script.queue(queue)
    others = script.undelivered(name)
    handle = script.eventually(
        mqget(script, queue, options), lambda handle: delivered(handle, label, name, sending, others)
    )
    script.last_returned = handle
    if options.mode in {c.GetMode.DESTRUCTIVE, c.GetMode.UNDER_CURSOR}:
        script.settle_fate((label,), Fate.TAKEN)
    return handle


@step("MQGET from {queue:Queue} returns {label:Label}")
def get_returns(script: ScriptBuilder, queue: str, label: str) -> None:
    """A destructive get by the getting application."""
    _returns(script, queue, _PLAIN, label)


@step("MQGET from {queue:Queue} with {options:GetOptions} returns {label:Label}")
def get_with_returns(script: ScriptBuilder, queue: str, options: GetOptions, label: str) -> None:
    """Options: MQGMO_BROWSE_FIRST, MQGMO_LOCK, MQGMO_SYNCPOINT, MQMO_MATCH_MSG_ID of "order-1", ..."""
    _returns(script, queue, options, label)


@step("an MQGET by correlation id recalls {label:Label} from the staging queue")
def recall(script: ScriptBuilder, label: str) -> None:
    """The correlation id is the message id that the sender was given (DD-61)."""
    _recall(script, label, c.Syncpoint.OUTSIDE)


@step("an MQGET in syncpoint by correlation id recalls {label:Label} from the staging queue")
def recall_in_syncpoint(script: ScriptBuilder, label: str) -> None:
    """Within the unit of work of the getting application, which is then to be ended."""
    _recall(script, label, c.Syncpoint.WITHIN)


def _recall(script: ScriptBuilder, label: str, syncpoint: c.Syncpoint) -> None:
    options = GetOptions(match=c.MatchCorrelationId(of=label), syncpoint=syncpoint)
    _recalled(script, label, mqget(script, "the staging queue", options))


@step("an MQGET under the cursor recalls {label:Label} from the staging queue")
def recall_under_cursor(script: ScriptBuilder, label: str) -> None:
    """After a browse that puts the cursor on the first message."""
    _recall_under_cursor(script, label, c.Syncpoint.OUTSIDE)


@step("an MQGET in syncpoint under the cursor recalls {label:Label} from the staging queue")
def recall_under_cursor_in_syncpoint(script: ScriptBuilder, label: str) -> None:
    """The same within the unit of work of the getting application, which is then to be ended."""
    _recall_under_cursor(script, label, c.Syncpoint.WITHIN)


def _recall_under_cursor(script: ScriptBuilder, label: str, syncpoint: c.Syncpoint) -> None:
    script.probe(mqget(script, "the staging queue", _BROWSE))
    options = GetOptions(mode=c.GetMode.UNDER_CURSOR, syncpoint=syncpoint)
    _recalled(script, label, mqget(script, "the staging queue", options))


@step("a browse by MQGET puts a cursor on {label:Label} on the staging queue")
def cursor_on_staged(script: ScriptBuilder, label: str) -> None:
    """The cursor stays there: nothing is taken."""
    _recalled(script, label, mqget(script, "the staging queue", _BROWSE))


@step("an MQGET of the first message recalls {label:Label} from the staging queue")
def recall_the_first(script: ScriptBuilder, label: str) -> None:
    """Without match options."""
    _recalled(script, label, mqget(script, "the staging queue", _PLAIN))


@step("a receive by a JMS client recalls {label:Label} from the staging queue")
def recall_by_receive(script: ScriptBuilder, label: str) -> None:
    """Not in the sender's session."""
    queue = script.queue("the staging queue")
    _recalled(script, label, c.Receive(queue=queue, session=script.receiver()))


def _recalled(script: ScriptBuilder, label: str, command: c.MqGet | c.Receive) -> None:
    handle = script.probe(command)
    script.expect(delivered(handle, label, script.queue("the staging queue"), None))
    script.last_returned = handle
    script.settle_fate((label,), Fate.GONE)


@step("MQGET from {queue:Queue} finds no message")
def get_finds_nothing(script: ScriptBuilder, queue: str) -> None:
    """MQRC_NO_MSG_AVAILABLE, at a time at which that means something."""
    handle = script.probe(mqget(script, queue, _PLAIN))
    script.expect(nothing(handle, script.queue(queue), script.undelivered(script.queue(queue))))


@step("the putting application itself finds nothing on {queue:Queue} in its unit of work")
def putter_finds_nothing(script: ScriptBuilder, queue: str) -> None:
    """MQGMO_SYNCPOINT over the connection over which it puts."""
    putter_finds_nothing_with(script, queue, GetOptions(syncpoint=c.Syncpoint.WITHIN))


@step("the putting application itself finds nothing on {queue:Queue} with {options:GetOptions}")
def putter_finds_nothing_with(script: ScriptBuilder, queue: str, options: GetOptions) -> None:
    """Over the connection over which it puts."""
    handle = script.probe(mqget(script, queue, options, PUTTER))
    script.expect(nothing(handle, script.queue(queue), script.undelivered(script.queue(queue))))


@step("MQGET from {queue:Queue} with {options:GetOptions} finds no message")
def get_with_finds_nothing(script: ScriptBuilder, queue: str, options: GetOptions) -> None:
    handle = script.probe(mqget(script, queue, options))
    script.expect(nothing(handle, script.queue(queue), script.undelivered(script.queue(queue))))


@step("MQGET from {queue:Queue} with {options:GetOptions} fails with {reason:Reason}")
def get_fails(script: ScriptBuilder, queue: str, options: GetOptions, reason: ReasonCode) -> None:
    """MQRC_NO_MSG_AVAILABLE or MQRC_NO_MSG_UNDER_CURSOR, told apart."""
    handle = script.probe(mqget(script, queue, options))
    expired = tuple(
        waiting for waiting in script.undelivered(script.queue(queue)) if waiting.phase is Phase.EXPIRED
    )
    script.expect(get_failed(handle, reason, expired))


# --- units of work -----------------------------------------------------------------------------------


@step("the putting application commits")
def putter_commits(script: ScriptBuilder) -> None:
    script.commit(c.MqCommit(connection=PUTTER), PUTTER, "MQCMIT")


@step("the putting application backs out")
def putter_backs_out(script: ScriptBuilder) -> None:
    script.roll_back(c.MqBackout(connection=PUTTER), PUTTER, "MQBACK")


@step("the getting application commits")
def getter_commits(script: ScriptBuilder) -> None:
    script.call(c.MqCommit(connection=GETTER), "MQCMIT")


@step("the getting application backs out, which puts back {labels:Labels}")
@step("the getting application, which has not got {labels:Labels}, backs out")
def getter_backs_out(script: ScriptBuilder, labels: tuple[str, ...]) -> None:
    """The messages got in the unit of work may be found again."""
    script.call(c.MqBackout(connection=GETTER), "MQBACK")
    script.settle_fate(labels, Fate.OPEN)
