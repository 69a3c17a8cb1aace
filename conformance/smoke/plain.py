"""The plain commands that an adapter is asked for: a place, a message put there, and a get of it.

By the API that the adapter has, and for topics where it has no queues. And what a new world answers to any
commands, where the adapter can do them.
"""

from collections.abc import Callable
from typing import Final

from mqtck.conformance.contract import Adapter
from mqtck.conformance.execution.worlds import Limits, run_commands
from mqtck.reference.vocabulary.abilities import Ability, abilities_needed
from mqtck.reference.vocabulary.commands import (
    Command,
    CreateProducer,
    DefineLocalQueue,
    MqGet,
    MqPut,
    ProducerApi,
    Receive,
    Send,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination, TopicDestination
from mqtck.reference.vocabulary.outcomes import AdapterError, Outcome
from mqtck.reference.vocabulary.publications import ReceivePublication, Subscribe

from .probes import TOPIC, Q

_SUBSCRIBER: Final = "subscriber"
_PRODUCERS: Final = frozenset({Ability.MESSAGE_PRODUCER, Ability.JMS_PRODUCER})


def putting(adapter: Adapter) -> tuple[list[Command], Callable[[OutgoingMessage], Command]]:
    """What is done once, and the call that puts a message, by the API that the adapter has."""
    able = adapter.information.abilities
    if Ability.MQI in able and (Ability.JMS not in able or able.isdisjoint(_PRODUCERS)):
        return [], lambda message: MqPut(Q, message)
    topics = _has_topics_alone(adapter)
    queue = None if topics else QueueDestination(Q)
    topic = TopicDestination(TOPIC) if topics else None
    return [CreateProducer("producer", producer_api(adapter))], lambda message: Send(
        "producer", message, queue, topic=topic
    )


def producer_api(adapter: Adapter) -> ProducerApi:
    """The one that the adapter has, the older where it has both."""
    able = adapter.information.abilities
    return ProducerApi.MESSAGE_PRODUCER if Ability.MESSAGE_PRODUCER in able else ProducerApi.JMS_PRODUCER


def answers(adapter: Adapter, limits: Limits, *commands: Command) -> tuple[Outcome, ...]:
    """What a new world answers; nothing where the adapter does not claim to be able to do all, or failed."""
    able = adapter.information.abilities
    if any(not abilities_needed(command) <= able for command in commands):
        return ()
    trace = run_commands(adapter, commands, limits=limits, title="smoke")
    if isinstance(trace.steps[-1].outcome, AdapterError):
        return ()
    return tuple(step.outcome for step in trace.steps)


def place(adapter: Adapter) -> Command:
    """What makes the place to get from: a queue, or a subscriber where there are topics alone."""
    return Subscribe(_SUBSCRIBER, TOPIC) if _has_topics_alone(adapter) else DefineLocalQueue(Q)


def getting(adapter: Adapter, wait: int = 0) -> Command:
    if _has_topics_alone(adapter):
        return ReceivePublication(_SUBSCRIBER, wait)
    return MqGet(Q) if _speaks_only_mqi(adapter) else Receive(Q, wait=wait)


def _has_topics_alone(adapter: Adapter) -> bool:
    able = adapter.information.abilities
    return Ability.LOCAL_QUEUES not in able and {Ability.JMS, Ability.TOPICS} <= able


def _speaks_only_mqi(adapter: Adapter) -> bool:
    able = adapter.information.abilities
    return Ability.MQI in able and Ability.JMS not in able
