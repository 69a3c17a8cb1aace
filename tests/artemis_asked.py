"""A real broker and its worlds, and what a test asks of one, with the outcomes that it takes for granted."""

from collections.abc import Iterator
from typing import TypeVar

import pytest

from mqtck.adapters.activemq import ActiveMQ
from mqtck.adapters.artemis import Artemis
from mqtck.adapters.jms import JmsWorld
from mqtck.conformance.contract import AdapterUnavailable
from mqtck.reference.vocabulary.commands import (
    Browse,
    Command,
    DefineLocalQueue,
    ProducerApi,
    ReadDepth,
    Receive,
    Send,
)
from mqtck.reference.vocabulary.messages import QueueDestination
from mqtck.reference.vocabulary.outcomes import Browsed, DepthRead, Done, MessageReturned, NoMessage, Sent

ORDERS = QueueDestination("ORDERS")


BOTH_APIS = pytest.mark.parametrize("api", list(ProducerApi), ids=lambda api: api.value)


Broker = TypeVar("Broker", Artemis, ActiveMQ)


def running(adapter: Broker, name: str) -> Iterator[Broker]:
    """Until the fixture ends; where it cannot be had, its tests are skipped."""
    try:
        adapter.open_world().close()
    except AdapterUnavailable as why:
        pytest.skip(f"no {name} here: {why}")
    yield adapter
    adapter.close()


def opened_with_orders(adapter: Artemis | ActiveMQ) -> Iterator[JmsWorld]:
    """A world of its own with a queue ORDERS, until the fixture ends."""
    opened = adapter.open_world()
    done(opened, DefineLocalQueue("ORDERS"))
    yield opened
    opened.close()


def done(world: JmsWorld, *commands: Command) -> None:
    for command in commands:
        assert world.execute(command) == Done(), command


def sent(world: JmsWorld, command: Send) -> Sent:
    outcome = world.execute(command)
    assert isinstance(outcome, Sent), outcome
    return outcome


def received(world: JmsWorld, wait: int = 0, session: str = "receiver") -> str | None:
    """The body of the next message on ORDERS; None for no message."""
    match world.execute(Receive("ORDERS", session, wait)):
        case MessageReturned(message=message):
            assert isinstance(message.body, str)
            return message.body
        case NoMessage():
            return None
        case outcome:
            pytest.fail(repr(outcome))


def browsed(world: JmsWorld) -> list[object]:
    outcome = world.execute(Browse("ORDERS"))
    assert isinstance(outcome, Browsed), outcome
    return [message.body for message in outcome.messages]


def depth(world: JmsWorld) -> int:
    outcome = world.execute(ReadDepth("ORDERS"))
    assert isinstance(outcome, DepthRead), outcome
    return outcome.depth
