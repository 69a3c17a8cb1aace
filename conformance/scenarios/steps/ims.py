"""Steps for the IMS bridge."""

from mqtck.conformance.scenarios.builder import GETTER, ScriptBuilder
from mqtck.conformance.scenarios.expectations.checks import Fate
from mqtck.conformance.scenarios.expectations.queues import in_time
from mqtck.conformance.scenarios.expectations.transmission import replied
from mqtck.reference.vocabulary.commands import MqGet
from mqtck.reference.vocabulary.environment import DefineImsBridgeQueue

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
