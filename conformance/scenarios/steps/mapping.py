"""Steps for the application's header fields: destination, reply-to, type and correlation id.

"a receiver with JMS alone" is one that nothing shows what was written: where the elements of the header
can be seen, they decide, and these steps hold whatever the client makes of them.
"""

from mqtck.conformance.scenarios.builder import GETTER, ScriptBuilder, ScriptError
from mqtck.conformance.scenarios.expectations import mapping as x
from mqtck.conformance.scenarios.expectations.queues import delivered
from mqtck.conformance.scenarios.expectations.sendings import Fate
from mqtck.conformance.scenarios.scripts import Handle
from mqtck.reference.vocabulary import commands as c

from .messages import its
from .registry import step
from .types import FIELDS


@step("its {field:Field} is a URI that names {queue:Queue}")
def its_uri(script: ScriptBuilder, field: str, queue: str) -> None:
    script.expect(x.is_uri_naming(its(script), field, FIELDS[field], queue))


@step("the sender of {label:Label} sees as {field:Field} a URI that names {queue:Queue}")
def sender_sees_uri(script: ScriptBuilder, label: str, field: str, queue: str) -> None:
    script.settle()
    script.expect(x.is_uri_naming(script.sending(label).send, field, FIELDS[field], queue))


@step("the sender of {label:Label} sees as {field:Field} a URI that names {queue:Queue}, or none")
def sender_sees_uri_or_none(script: ScriptBuilder, label: str, field: str, queue: str) -> None:
    script.settle()
    script.expect(x.is_uri_naming_or_none(script.sending(label).send, field, FIELDS[field], queue))


@step("its {field:Field} is a URI that names {queue:Queue} on {manager:QueueManager}")
def its_uri_with_manager(script: ScriptBuilder, field: str, queue: str, manager: str) -> None:
    its_uri(script, field, queue)
    script.expect(x.names_queue_manager(its(script), field, FIELDS[field], manager))


@step(
    "the sender of {label:Label} sees as {field:Field} "
    "a URI that names {queue:Queue} on {manager:QueueManager}"
)
def sender_sees_uri_with_manager(
    script: ScriptBuilder, label: str, field: str, queue: str, manager: str
) -> None:
    sender_sees_uri(script, label, field, queue)
    script.expect(x.names_queue_manager(script.sending(label).send, field, FIELDS[field], manager))


@step("its {field:Field} is a URI that names the topic {topic:Queue}")
def its_uri_of_topic(script: ScriptBuilder, field: str, topic: str) -> None:
    script.expect(x.is_uri_naming(its(script), field, FIELDS[field], topic, "topic"))


@step("the sender of {label:Label} sees as {field:Field} a URI that names the topic {topic:Queue}")
def sender_sees_uri_of_topic(script: ScriptBuilder, label: str, field: str, topic: str) -> None:
    script.settle()
    script.expect(x.is_uri_naming(script.sending(label).send, field, FIELDS[field], topic, "topic"))


@step("its {field:Field} begins with {start:Hex}")
def its_field_begins(script: ScriptBuilder, field: str, start: str) -> None:
    """Bytes in hexadecimal; what stands behind them is open."""
    script.expect(x.begins_with(its(script), field, FIELDS[field], start))


@step("the sender of {label:Label} sees {field:Field} that begins with {start:Hex}")
def sender_sees_beginning(script: ScriptBuilder, label: str, field: str, start: str) -> None:
    script.settle()
    script.expect(x.begins_with(script.sending(label).send, field, FIELDS[field], start))


# --- what a JMS receiver sees ------------------------------------------------------------------------


def _received(script: ScriptBuilder) -> tuple[Handle, Handle]:
    """The message just returned, and its send."""
    handle = its(script)
    for label, returned in script.returned.items():
        if returned == handle:
            return handle, script.sending(label).send
    raise ScriptError('the message before this step was not one that "is delivered"')


@step("a receiver with JMS alone sees {field:Field} {text:Label}")
def receiver_sees(script: ScriptBuilder, field: str, text: str) -> None:
    """A JMS header field, character by character; the case of an id is open."""
    handle, send = _received(script)
    script.expect(x.jms_receiver_sees(handle, send, field, text, x.same_value(text)))


@step("a receiver with JMS alone sees a JMSDestination that names {queue:Queue}")
def receiver_sees_destination(script: ScriptBuilder, queue: str) -> None:
    handle, send = _received(script)
    wanted = f"that names {queue}"
    script.expect(x.jms_receiver_sees(handle, send, "JMSDestination", wanted, x.names_queue(queue)))


@step("a receiver with JMS alone sees a JMSDestination that names the topic {topic:Queue}")
def receiver_sees_topic(script: ScriptBuilder, topic: str) -> None:
    handle, send = _received(script)
    wanted = f"that names the topic {topic}"
    script.expect(x.jms_receiver_sees(handle, send, "JMSDestination", wanted, x.names_topic(topic)))


@step("a receiver with JMS alone sees as {field:Field} the {other:Field} of {label:Label}")
def receiver_sees_as_sender(script: ScriptBuilder, field: str, other: str, label: str) -> None:
    """The one that the sender of that message was shown; ids are compared as bytes."""
    handle, send = _received(script)
    script.expect(x.as_shown_to_sender(handle, send, field, script.sending(label).send, other))


@step("a receiver with JMS alone sees the JMSReplyTo that {label:Label} was sent with")
def receiver_sees_reply_destination(script: ScriptBuilder, label: str) -> None:
    script.expect(x.reply_destination_as_sent(its(script), script.sending(label)))


# --- over the staging hop ----------------------------------------------------------------------------


@step("its header says what the header of {label:Label} says")
def header_as_of_twin(script: ScriptBuilder, label: str) -> None:
    """Element by element, times apart; of a message that was delivered before."""
    if label not in script.returned:
        raise ScriptError(f'"{label}" was not delivered before this step')
    script.expect(x.header_as_of_twin(its(script), script.returned[label], script.sending(label).send))


@step(
    "an MQGET from {queue:Queue} by the message id of {request:Label} as correlation id returns {label:Label}"
)
def get_by_correlation_id(script: ScriptBuilder, queue: str, request: str, label: str) -> None:
    """MQMO_MATCH_CORREL_ID with the id that the sender of the request was given."""
    sending = script.sending(label)
    script.check_due(label)
    name = script.queue(queue)
    command = c.MqGet(queue=name, match=c.MatchCorrelationId(of=request), connection=GETTER)
    handle = script.eventually(command, lambda handle: delivered(handle, label, name, sending))
    script.last_returned = handle
    script.returned[label] = handle
    script.settle_fate((label,), Fate.TAKEN)
