"""Steps for clusters: their members, clustered queues, and a message that comes to one of several queues."""

from typing import Any

from mqtck.conformance.scenarios.builder import GLANCE, ScriptBuilder
from mqtck.conformance.scenarios.expectations import queues as q
from mqtck.conformance.scenarios.expectations.sendings import Fate
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.clusters import JoinCluster
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER

from .registry import step


@step("a cluster {cluster:Queue} of {names:QueueManagers}")
def cluster(script: ScriptBuilder, cluster: str, names: tuple[str, ...]) -> None:
    """Its members, of which all but the first queue manager are new."""
    for name in names:
        if name != DEFAULT_QUEUE_MANAGER:
            script.fixture(c.DefineQueueManager(name=name))
        script.fixture(JoinCluster(cluster=cluster, queue_manager=name))


@step("a queue {queue:Queue} with {attributes:Attributes} on {names:QueueManagers}")
def queue_with_on(
    script: ScriptBuilder, queue: str, attributes: dict[str, Any], names: tuple[str, ...]
) -> None:
    """One of that name on each of them; CLUSTER(SALES) makes them instances of one clustered queue."""
    for name in names:
        script.fixture(
            c.DefineLocalQueue(queue=queue, attributes=c.QueueAttributes(**attributes), queue_manager=name)
        )


@step("{label:Label} is delivered to {queue:Queue} on one of {names:QueueManagers}")
def delivered_to_one(script: ScriptBuilder, label: str, queue: str, names: tuple[str, ...]) -> None:
    """To exactly one of the queues of that name; the answer is where."""
    sending = script.sending(label)
    script.check_due(label)
    handles = tuple(
        script.probe(c.Receive(queue=queue, session=script.receiver_at(name), wait=GLANCE)) for name in names
    )
    script.expect(q.delivered_to_one(handles, names, label, sending))
    script.settle_fate((label,), Fate.TAKEN)


@step("nothing is on {queue:Queue} of {names:QueueManagers}")
@step("nothing else is on {queue:Queue} of {names:QueueManagers}")
def nothing_on_any(script: ScriptBuilder, queue: str, names: tuple[str, ...]) -> None:
    for name in names:
        handle = script.probe(c.Receive(queue=queue, session=script.receiver_at(name)))
        script.expect(q.nothing(handle, f"{queue} of {name}", script.undelivered(queue)))
