"""Steps for rules that combine chapters: several messages at once, one end of a life, own units of work."""

import re

from mqtck.conformance.scenarios.builder import PATIENCE, PUTTER, ScriptBuilder
from mqtck.conformance.scenarios.expectations import combined as b
from mqtck.conformance.scenarios.expectations import queues as q
from mqtck.conformance.scenarios.expectations.sendings import Fate
from mqtck.conformance.scenarios.features import FeatureError
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.constants import STAGING_QUEUE

from .expectations import are_delivered_anyhow, is_delivered, take, taken_anyhow_in
from .jms import Table, send, send_by_first
from .messages import its, senders_see_different
from .registry import step
from .types import FIELDS

# --- many messages ---------------------------------------------------------------------------------------


def series(first: str, last: str) -> tuple[str, ...]:
    """The labels from the first to the last: "order-1" to "order-3" are three."""
    begin, end = (re.fullmatch(r"(.*?)(\d+)", text) for text in (first, last))
    if begin is None or end is None or begin[1] != end[1] or int(begin[2]) > int(end[2]):
        raise FeatureError(f'"{first}" to "{last}" is no series of labels; "order-1" to "order-9" is one.')
    return tuple(f"{begin[1]}{number}" for number in range(int(begin[2]), int(end[2]) + 1))


@step("{first:Label} to {last:Label} are sent")
def send_series(script: ScriptBuilder, first: str, last: str, table: Table = ()) -> None:
    """One send a label, by the producer created last."""
    send(script, series(first, last), table)


@step("{first:Label} to {last:Label} are sent by the first producer")
def send_series_by_first(script: ScriptBuilder, first: str, last: str, table: Table = ()) -> None:
    for label in series(first, last):
        send_by_first(script, label, table)


@step("the senders of {first:Label} to {last:Label} see a different {field:Field} each")
def senders_of_series_see_different(script: ScriptBuilder, first: str, last: str, field: str) -> None:
    senders_see_different(script, series(first, last), field)


@step("{first:Label} to {last:Label} are delivered to {queue:Queue} in any order")
def series_is_delivered(script: ScriptBuilder, first: str, last: str, queue: str) -> None:
    """Each once. The answer is the order."""
    are_delivered_anyhow(script, series(first, last), queue)


@step("{first:Label} to {last:Label} are delivered to {queue:Queue} on {name:QueueManager} in any order")
def series_is_delivered_on(script: ScriptBuilder, first: str, last: str, queue: str, name: str) -> None:
    """By receives there, each once. The answer is the order."""
    taken_anyhow_in(script, series(first, last), queue, script.receiver_at(name))


@step("the depths of {queues:Queues} add up to {count:Number}")
def depths_add_up(script: ScriptBuilder, queues: tuple[str, ...], count: int) -> None:
    """CURDEPTH of each, read one behind the other. The answer is the depths."""
    names = tuple(script.queue(queue) for queue in queues)
    handles = tuple(
        script.probe(c.ReadDepth(queue=name, queue_manager=script.queue_manager)) for name in names
    )
    script.expect(b.depths_add_up(handles, names, count))


@step(
    "the depth of {queue:Queue} is {less:Number} if the send of {label:Label} was accepted, "
    "and else at most {more:Number}"
)
def depth_after_send(script: ScriptBuilder, queue: str, less: int, label: str, more: int) -> None:
    """What has filled a queue is gone where a send was accepted; where it was refused it may have gone since.

    The answer is the depth.
    """
    name = script.queue(queue)
    handle = script.probe(c.ReadDepth(queue=name, queue_manager=script.queue_manager))
    script.expect(b.depth_after_send(handle, name, script.sending(label), less, more))


# --- a message -------------------------------------------------------------------------------------------


@step("its MQMD.Expiry and its JMSExpiration tell of the same end")
def same_end(script: ScriptBuilder) -> None:
    """Of the message just returned, within the tolerance of expiry."""
    script.expect(b.same_end(its(script)))


@step("{one:Label} on {queue:Queue} and {other:Label} on {second:Queue} have the same {field:Field}")
def same_field(script: ScriptBuilder, one: str, queue: str, other: str, second: str, field: str) -> None:
    """Both are taken. The answer is what they have."""
    is_delivered(script, one, queue)
    before = its(script)
    is_delivered(script, other, second)
    script.expect(b.same_field(before, its(script), field, FIELDS[field]))


@step(
    "the staged copies of {first:Label} and {second:Label} have a different correlation id each, "
    "none of them empty"
)
def staged_copies_differ(script: ScriptBuilder, first: str, second: str) -> None:
    browse = script.probe(c.Browse(queue=STAGING_QUEUE, queue_manager=script.queue_manager))
    script.expect(b.different_correlation_ids(browse, (script.sending(first), script.sending(second))))


@step("a trigger message arrives on {queue:Queue}")
def trigger_message(script: ScriptBuilder, queue: str) -> None:
    """Whatever there is on an initiation queue."""
    name = script.queue(queue)
    take(script, queue, lambda handle: b.a_trigger_message(handle, name))


# --- units of work ---------------------------------------------------------------------------------------


@step("the sender itself receives {label:Label} from {queue:Queue}")
def sender_receives(script: ScriptBuilder, label: str, queue: str) -> None:
    """In the session, and so in the unit of work, of its producer; what was delayed may be late."""
    name = script.queue(queue)
    sending = script.sendings.get(label)
    wait = PATIENCE if sending is not None and sending.delay else 0
    handle = script.probe(c.Receive(queue=name, session=script.producer.session, wait=wait))
    script.last_returned = handle
    script.expect(q.delivered(handle, label, name, None))
    script.settle_fate((label,), Fate.TAKEN)


@step("the putting application itself gets {label:Label} from {queue:Queue} in syncpoint")
def putter_gets(script: ScriptBuilder, label: str, queue: str) -> None:
    """By the connection, and so in the unit of work, of its put."""
    name = script.queue(queue)
    handle = script.probe(c.MqGet(queue=name, syncpoint=c.Syncpoint.WITHIN, connection=PUTTER))
    script.last_returned = handle
    script.expect(q.delivered(handle, label, name, None))
    script.settle_fate((label,), Fate.TAKEN)


@step("the session of the first producer is rolled back")
def first_rolls_back(script: ScriptBuilder) -> None:
    session = script.producers[0].session
    script.roll_back(c.Rollback(session=session), session, "rollback")


@step("the session of the first producer is committed")
def first_commits(script: ScriptBuilder) -> None:
    session = script.producers[0].session
    script.commit(c.Commit(session=session), session, "commit")
