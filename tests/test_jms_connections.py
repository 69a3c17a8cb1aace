"""What the JMS adapter does for clients in general, tried with that of Artemis: threads and connections."""

import re
import threading
from functools import partial
from typing import Any

import pytest
from artemis_asked import done
from command_line_calls import run_python

from mqtck.adapters.artemis import Artemis
from mqtck.adapters.jms import JmsWorld
from mqtck.adapters.jms_connections import BrokenConnectionError
from mqtck.adapters.jms_jvm import java_class
from mqtck.reference.vocabulary.commands import (
    Browse,
    Command,
    CreateProducer,
    DefineLocalQueue,
    ProducerApi,
    Receive,
)
from mqtck.reference.vocabulary.messages import QueueDestination
from mqtck.reference.vocabulary.outcomes import NoMessage, Refused, Unsupported


def test_a_call_on_a_connection_that_an_earlier_call_broke_is_no_answer_of_the_broker(
    artemis: Artemis,
) -> None:
    """The call that broke it was refused; RabbitMQ, say, ends the connection of what it refuses."""
    assert artemis._server is not None
    other = JmsWorld(artemis._server.broker)
    try:
        done(other, DefineLocalQueue("NEW"))
        assert other.execute(Receive("NEW")) == NoMessage()
        assert isinstance(
            other.execute(CreateProducer("p", destination=QueueDestination("NOWHERE"))), Refused
        )
        assert isinstance(
            other.execute(CreateProducer("p", destination=QueueDestination("NOWHERE"))), Refused
        )
        other._connection.close()  # type: ignore[union-attr]
        first = other.execute(Receive("NEW"))
        assert isinstance(first, Refused)
        with pytest.raises(BrokenConnectionError, match=re.escape(first.text)):
            other.execute(Receive("NEW"))
    finally:
        other.close()


class Factory:
    """A connection factory; it opens the connections of `factories`, one after the other."""

    def __init__(self, *factories: Any) -> None:
        self.factories = iter(factories)

    def createConnection(self) -> Any:  # noqa: N802 - the name in Java
        return next(self.factories).createConnection()

    def createContext(self, mode: int) -> Any:  # noqa: N802 - the name in Java
        return next(self.factories).createContext(mode)


def nobody() -> Any:
    """A factory for a broker that is not there."""
    return java_class("org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory")("vm://4711")


QUEUE = QueueDestination("NEW")


@pytest.mark.parametrize(
    "command",
    [
        CreateProducer("p", destination=QUEUE),
        CreateProducer("p", ProducerApi.JMS_PRODUCER),
        Receive("NEW"),
        Browse("NEW"),
    ],
    ids=["producer", "context", "receive", "browse"],
)
def test_a_broker_that_is_not_there_has_refused_nothing(artemis: Artemis, command: Command) -> None:
    """Who forgot to start it is told so, and not that it breaks the rules about what has to be accepted."""
    assert artemis._server is not None
    absent = artemis._server.broker._replace(connection_factory=nobody(), browser_factory=nobody())
    other = JmsWorld(absent)
    try:
        done(other, DefineLocalQueue("NEW"))
        for _ in range(2):
            with pytest.raises(BrokenConnectionError, match="no connection to the broker can be opened: JMS"):
                other.execute(command)
    finally:
        other.close()


def test_a_broker_that_has_gone_has_not_refused_the_call_that_found_out(artemis: Artemis) -> None:
    assert artemis._server is not None
    broker = artemis._server.broker
    other = JmsWorld(broker._replace(connection_factory=Factory(broker.connection_factory, nobody())))
    try:
        done(other, DefineLocalQueue("NEW"))
        assert other.execute(Receive("NEW")) == NoMessage()
        other._connection.close()  # type: ignore[union-attr]
        with pytest.raises(BrokenConnectionError, match=r"connection to the broker broke \(.*; now no conn"):
            other.execute(Receive("NEW"))
    finally:
        other.close()


def test_a_client_without_contexts_cannot_do_what_needs_one(artemis: Artemis) -> None:
    class WithoutContexts(Factory):
        def createContext(self, mode: int) -> Any:  # noqa: ARG002, N802 - the name in Java
            raise java_class("java.lang.UnsupportedOperationException")("no simplified API")

    assert artemis._server is not None
    other = JmsWorld(artemis._server.broker._replace(connection_factory=WithoutContexts()))
    try:
        outcome = other.execute(CreateProducer("p", ProducerApi.JMS_PRODUCER))
        assert isinstance(outcome, Unsupported)
        assert "no simplified API" in outcome.why
    finally:
        other.close()


def test_a_client_may_load_its_classes_by_the_thread_that_calls_it(artemis: Artemis) -> None:
    """A thread of Python has no class loader in Java, unless it is given one."""
    assert artemis._server is not None
    found = list[Any]()

    def find(_name: str) -> None:
        loader = java_class("java.lang.Thread").currentThread().getContextClassLoader()
        found.append(java_class("java.lang.Class").forName("org.jpype.JPypeContext", True, loader))  # noqa: FBT003

    other = JmsWorld(artemis._server.broker._replace(create_queue=find, delete_queue=find))
    for call in (partial(other.execute, DefineLocalQueue("NEW")), other.close):
        thread = threading.Thread(target=call)
        thread.start()
        thread.join()
    assert [str(loaded.getName()) for loaded in found] == 2 * ["org.jpype.JPypeContext"]


def test_no_two_processes_have_worlds_of_one_name_in_a_broker() -> None:
    """Nor has one that was forked when the module was there already."""
    asked = "from mqtck.adapters.jms_connections import prefix_of_world as name; import os\n"
    forked = "if os.fork() == 0: print(name()); os._exit(0)\nos.wait(); print(name(), name())"
    told = [
        run_python("-u", "-c", asked + forked, capture_output=True, text=True).stdout.split()
        for _ in range(2)
    ]
    assert [len(names) for names in told] == [3, 3]
    assert len({*told[0], *told[1]}) == 6
