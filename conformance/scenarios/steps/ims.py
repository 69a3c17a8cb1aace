"""Steps for the IMS bridge."""

from mqtck.conformance.scenarios.builder import GETTER, ScriptBuilder
from mqtck.conformance.scenarios.expectations.messages import remaining_expiry
from mqtck.conformance.scenarios.expectations.queues import in_time
from mqtck.conformance.scenarios.expectations.sendings import Fate
from mqtck.conformance.scenarios.expectations.transmission import replied
from mqtck.reference.vocabulary.commands import MqGet
from mqtck.reference.vocabulary.environment import DefineImsBridgeQueue

from .messages import its
from .registry import step


@step("a queue {queue:Queue} that the IMS bridge reads")
def bridge_queue(script: ScriptBuilder, queue: str) -> None:
    """The transaction behind the bridge echoes what it is sent."""
    script.fixture(DefineImsBridgeQueue(queue, script.queue_manager))


@step("the reply to {label:Label} arrives on {queue:Queue}")
def reply_arrives(script: ScriptBuilder, label: str, queue: str) -> None:
    """Got from the queue, waiting for it on a real clock."""
    sending = script.sending(label)
    command = MqGet(queue=script.queue(queue), connection=GETTER)
    script.last_returned = script.eventually(command, lambda handle: in_time(replied(handle, sending)))
    script.settle_fate((label,), Fate.GONE)


@step("the reply to {label:Label} has about {tenths:Tenths} left")
def reply_has_left(script: ScriptBuilder, label: str, tenths: int) -> None:
    """MQMD.Expiry of the reply just returned: the bridge was shown a rest, and so is who gets the reply."""
    sending = script.sending(label)
    script.expect(remaining_expiry(its(script), sending, tenths, script.since_send(label), looks=2))
