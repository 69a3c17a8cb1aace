"""The JMS adapter against a real broker, Apache Artemis, embedded: messages, sessions and refusals.

Where Artemis does not do what IBM MQ does, the test says what it does: the adapter must show it, not hide it.
"""

import time
from collections.abc import Callable

import pytest
from artemis_asked import BOTH_APIS, ORDERS, browsed, depth, done, received, sent

from mqtck.adapters.artemis import Artemis
from mqtck.adapters.jms import JmsWorld
from mqtck.adapters.jms_jvm import java_class
from mqtck.adapters.jms_messages import fill
from mqtck.adapters.jms_refusals import refusal
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Browse,
    Command,
    Commit,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DeliverySequence,
    DisableMessageId,
    OpenSession,
    ProducerApi,
    QueueAttributes,
    ReadDepth,
    Receive,
    Rollback,
    Send,
    SendArguments,
    SetDeliveryDelay,
    SetPriority,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import DeliveryMode
from mqtck.reference.vocabulary.messages import (
    GroupMembership,
    OutgoingMessage,
    PresetHeaders,
    QueueDestination,
    TopicDestination,
)
from mqtck.reference.vocabulary.outcomes import ErrorFamily, MessageReturned, NoMessage, Refused, Unsupported
from mqtck.reference.vocabulary.publications import Subscribe

LONG_FORM = SendArguments(DeliveryMode.NON_PERSISTENT, priority=8, time_to_live=60_000)


# --- what is seen of a message -----------------------------------------------------------------------


@BOTH_APIS
def test_a_message_comes_back_as_it_was_sent(world: JmsWorld, api: ProducerApi) -> None:
    done(
        world, DefineLocalQueue("REPLIES"), CreateProducer("p", api, destination=ORDERS), SetPriority("p", 7)
    )
    message = OutgoingMessage(
        "m", length=300_000, reply_to="REPLIES", correlation_id="0a" * 24, group=GroupMembership("g", 3)
    )
    before = world.now()
    header = sent(world, Send("p", message)).header
    after = world.now()

    outcome = world.execute(Receive("ORDERS"))
    assert isinstance(outcome, MessageReturned)
    assert outcome.message.header == header
    assert isinstance(outcome.message.body, str)
    assert len(outcome.message.body) == 300_000
    assert isinstance(header.message_id, str)
    assert header.message_id.startswith("ID:")
    assert isinstance(header.timestamp, int)
    assert before <= header.timestamp <= after
    assert header.priority == 7
    assert header.delivery_mode == DeliveryMode.PERSISTENT
    assert header.expiration == 0
    assert header.correlation_id == "ID:" + "0a" * 24
    assert header.reply_to == "REPLIES"


@BOTH_APIS
@pytest.mark.parametrize(
    ("message", "shown"),
    [
        (OutgoingMessage("m", correlation_text="für Zoë & 17 €"), {"correlation_id": "für Zoë & 17 €"}),
        (OutgoingMessage("m", correlation_bytes="80ff00"), {"correlation_bytes": "80ff00"}),
        (OutgoingMessage("m", jms_type="a < b & c"), {"type": "a < b & c"}),
        (OutgoingMessage("m", reply_to="ORDERS"), {"reply_to": "ORDERS"}),
        (OutgoingMessage("m"), {"destination": ORDERS, "type": None, "correlation_id": None}),
    ],
)
def test_what_the_application_sets_comes_back(
    world: JmsWorld, api: ProducerApi, message: OutgoingMessage, shown: dict[str, object]
) -> None:
    done(world, CreateProducer("p", api))
    header = sent(world, Send("p", message, ORDERS)).header
    outcome = world.execute(Receive("ORDERS"))
    assert isinstance(outcome, MessageReturned)
    assert {name: getattr(header, name) for name in shown} == shown
    assert {name: getattr(outcome.message.header, name) for name in shown} == shown


def test_a_reply_carries_the_id_that_the_broker_gave(world: JmsWorld) -> None:
    done(world, DefineLocalQueue("REPLIES"), CreateProducer("p"))
    request = sent(world, Send("p", OutgoingMessage("request"), ORDERS)).header.message_id
    reply = OutgoingMessage("reply", correlates_with="request")
    sent(world, Send("p", reply, QueueDestination("REPLIES")))
    outcome = world.execute(Receive("REPLIES"))
    assert isinstance(outcome, MessageReturned)
    assert outcome.message.header.correlation_id == request


def test_a_reply_to_a_message_without_an_id_cannot_be_sent(world: JmsWorld) -> None:
    done(world, CreateProducer("p"), DisableMessageId("p"))
    sent(world, Send("p", OutgoingMessage("request"), ORDERS))
    outcome = world.execute(Send("p", OutgoingMessage("reply", correlates_with="request"), ORDERS))
    assert isinstance(outcome, Unsupported)
    assert outcome.ability == Ability.APPLICATION_HEADERS


@BOTH_APIS
def test_headers_that_were_set_before_the_send_are_overwritten(world: JmsWorld, api: ProducerApi) -> None:
    done(world, CreateProducer("p", api, destination=ORDERS))
    preset = PresetHeaders("ID:mine", timestamp=1, delivery_mode=1, priority=9, expiration=12_345)
    header = sent(world, Send("p", OutgoingMessage("m", preset=preset))).header
    assert header.message_id != "ID:mine"
    assert header.timestamp != 1
    assert (header.delivery_mode, header.priority, header.expiration) == (2, 4, 0)


@BOTH_APIS
def test_a_disabled_message_id_is_none(world: JmsWorld, api: ProducerApi) -> None:
    done(world, CreateProducer("p", api, destination=ORDERS), DisableMessageId("p"))
    assert sent(world, Send("p", OutgoingMessage("m"))).header.message_id is None


def test_the_long_form_of_send_wins_over_the_producer(world: JmsWorld) -> None:
    done(world, CreateProducer("p"), SetPriority("p", 1), SetTimeToLive("p", 0))
    header = sent(world, Send("p", OutgoingMessage("m"), ORDERS, LONG_FORM)).header
    assert (header.delivery_mode, header.priority) == (1, 8)
    assert isinstance(header.expiration, int)
    assert isinstance(header.timestamp, int)
    assert header.expiration >= header.timestamp + 60_000


@BOTH_APIS
def test_a_message_object_can_be_sent_again(world: JmsWorld, api: ProducerApi) -> None:
    done(world, CreateProducer("p", api, destination=ORDERS))
    first = sent(world, Send("p", OutgoingMessage("a", group=GroupMembership("g"))))
    second = sent(world, Send("p", OutgoingMessage("b", same_object_as="a")))
    assert first.header.message_id != second.header.message_id
    assert [received(world), received(world)] == ["a", "b"]


class Properties(dict[str, object]):
    """What `fill` needs of a Java message."""

    setStringProperty = setIntProperty = dict.__setitem__  # noqa: N815 - the names of JMS
    propertyExists = dict.__contains__  # noqa: N815
    clearProperties = dict.clear  # noqa: N815

    def setText(self, text: str) -> None:  # noqa: N802
        """The body is no property."""


def test_a_message_object_that_is_sent_again_is_in_no_group_but_its_own() -> None:
    java_message = Properties()
    fill(java_message, OutgoingMessage("a", group=GroupMembership("g", 1)), None, None)
    assert java_message == {"JMSXGroupID": "g", "JMSXGroupSeq": 1}
    fill(java_message, OutgoingMessage("b", same_object_as="a"), None, None)
    assert java_message == {}


# --- worlds, sessions, depth -------------------------------------------------------------------------


def test_worlds_do_not_see_each_other(artemis: Artemis, world: JmsWorld) -> None:
    other = artemis.open_world()
    done(other, DefineLocalQueue("ORDERS"), CreateProducer("p", destination=ORDERS))
    sent(other, Send("p", OutgoingMessage("m")))
    assert (depth(other), depth(world)) == (1, 0)
    assert received(world) is None
    other.close()


def test_a_closed_world_leaves_no_queue_behind(artemis: Artemis) -> None:
    opened = artemis.open_world()
    done(opened, DefineLocalQueue("ORDERS"), CreateProducer("p", destination=ORDERS))
    sent(opened, Send("p", OutgoingMessage("m")))
    name = java_class("org.apache.activemq.artemis.api.core.SimpleString").of(opened._name("ORDERS"))
    assert artemis._server is not None
    assert artemis._server._server.locateQueue(name) is not None
    opened.close()
    assert artemis._server._server.locateQueue(name) is None


@BOTH_APIS
def test_depth_counts_a_message_as_soon_as_its_send_returns(world: JmsWorld, api: ProducerApi) -> None:
    done(world, CreateProducer("p", api, destination=ORDERS))
    for number in range(1, 301):
        sent(world, Send("p", OutgoingMessage(f"m{number}")))
        assert depth(world) == number


@BOTH_APIS
def test_a_transaction_is_seen_when_committed_and_never_when_rolled_back(
    world: JmsWorld, api: ProducerApi
) -> None:
    done(
        world,
        OpenSession("t", Acknowledgement.TRANSACTED),
        CreateProducer("p", api, "t", ORDERS),
        CreateProducer("q", api, "t", ORDERS),
    )
    for label, end in (("a", Rollback("t")), ("b", Commit("t"))):
        sent(world, Send("p", OutgoingMessage(label)))
        sent(world, Send("q", OutgoingMessage(label + label)))
        assert browsed(world) == []
        done(world, end)
    assert browsed(world) == ["b", "bb"]

    assert received(world, session="t") == "b"
    done(world, Rollback("t"))
    assert browsed(world) == ["b", "bb"]
    assert received(world, session="t") == "b"
    done(world, Commit("t"))
    assert (browsed(world), depth(world)) == (["bb"], 1)


def test_two_producers_in_two_apis_share_a_transacted_session(world: JmsWorld) -> None:
    done(world, OpenSession("t", Acknowledgement.TRANSACTED))
    for api in ProducerApi:
        done(world, CreateProducer(api.name, api, "t", ORDERS))
        sent(world, Send(api.name, OutgoingMessage(api.value)))
    assert depth(world) == 0
    done(world, Commit("t"))
    assert depth(world) == 2


def test_settings_leak_between_jms_producers_of_one_context_and_only_there(world: JmsWorld) -> None:
    done(world, OpenSession("one context", Acknowledgement.TRANSACTED))
    seen = {}
    for session in ("one context", "a context each"):
        done(
            world,
            CreateProducer("first", ProducerApi.JMS_PRODUCER, session, ORDERS),
            SetPriority("first", 9),
            CreateProducer("second", ProducerApi.JMS_PRODUCER, session, ORDERS),
        )
        seen[session] = sent(world, Send("second", OutgoingMessage("m"))).header.priority
    assert seen == {"one context": 9, "a context each": 4}


# --- refusals ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "family"),
    [
        (Receive("NOWHERE", "s"), ErrorFamily.JMS_EXCEPTION),
        (CreateProducer("p", destination=QueueDestination("NOWHERE")), ErrorFamily.JMS_EXCEPTION),
        (Commit("s"), ErrorFamily.JMS_EXCEPTION),
        (Send("context", OutgoingMessage("m")), ErrorFamily.JMS_RUNTIME_EXCEPTION),
        (Send("bound", OutgoingMessage("m"), ORDERS), ErrorFamily.OTHER),
        (Send("unbound", OutgoingMessage("m")), ErrorFamily.OTHER),
        (Send("nobody", OutgoingMessage("m")), ErrorFamily.OTHER),
        (ReadDepth("NOWHERE"), ErrorFamily.OTHER),
    ],
)
def test_a_failed_call_is_refused_with_its_family_and_without_a_reason(
    world: JmsWorld, command: Command, family: ErrorFamily
) -> None:
    done(
        world,
        CreateProducer("bound", destination=ORDERS),
        CreateProducer("unbound"),
        CreateProducer("context", ProducerApi.JMS_PRODUCER, "c"),
    )
    outcome = world.execute(command)
    assert isinstance(outcome, Refused)
    assert (outcome.reason, outcome.family) == (None, family)
    assert outcome.text


def chained(linked: str) -> object:
    exception = java_class("jakarta.jms.JMSException")("outer", "JMSCMQ0001")
    exception.setLinkedException(java_class("java.lang.Exception")(linked))
    return exception


@pytest.mark.usefixtures("artemis")
@pytest.mark.parametrize(
    ("make", "reason", "family"),
    [
        (lambda: java_class("jakarta.jms.JMSException")("full", "2053"), 2053, ErrorFamily.JMS_EXCEPTION),
        (
            lambda: java_class("jakarta.jms.JMSException")("full", "MQRC_Q_FULL"),
            2053,
            ErrorFamily.JMS_EXCEPTION,
        ),
        (lambda: chained("failed, MQRC_EXPIRY_ERROR it was"), 2013, ErrorFamily.JMS_EXCEPTION),
        (lambda: chained("compcode '2' ('MQCC_FAILED') reason '2046'"), 2046, ErrorFamily.JMS_EXCEPTION),
        (
            lambda: java_class("jakarta.jms.JMSRuntimeException")(
                "outer", None, java_class("java.lang.Exception")("reason 2298")
            ),
            2298,
            ErrorFamily.JMS_RUNTIME_EXCEPTION,
        ),
        (lambda: java_class("java.lang.IllegalArgumentException")("2053 things"), None, ErrorFamily.OTHER),
        (lambda: chained("AMQ229102: address is full at 2046"), None, ErrorFamily.JMS_EXCEPTION),
    ],
)
def test_the_reason_is_found_anywhere_in_the_chain(
    make: Callable[[], object], reason: int | None, family: ErrorFamily
) -> None:
    outcome = refusal(make(), "jakarta.jms")
    assert (outcome.reason, outcome.family) == (reason, family)


class SlowConsumer:
    """Of a client that fetches in the background, on a machine that is too busy for it at first."""

    def __init__(self, slow: int) -> None:
        self.waits: list[int] = []
        self._slow = slow

    def receive(self, wait: int) -> None:
        self.waits.append(wait)
        if len(self.waits) <= self._slow:
            time.sleep(0.2)


def test_a_client_that_fetches_is_asked_until_the_machine_keeps_the_time(artemis: Artemis) -> None:
    assert artemis._server is not None
    world = JmsWorld(artemis._server.broker._replace(shortest_wait=1))
    consumer = SlowConsumer(slow=3)
    assert world._received(consumer, 0) == NoMessage()
    assert consumer.waits[0] == 1
    assert len(consumer.waits) >= 4


class NotImplementedProducer:
    """A producer of a client that has no delivery delay, as JMS 1.1 had none."""

    def setDeliveryDelay(self, _: int) -> None:  # noqa: N802 - as JMS has it
        raise java_class("java.lang.UnsupportedOperationException")("setDeliveryDelay() is not supported")


def test_what_a_client_does_not_implement_is_unsupported_and_not_refused(world: JmsWorld) -> None:
    done(world, CreateProducer("p", destination=ORDERS))
    world._producers["p"] = world._producers["p"]._replace(java=NotImplementedProducer())
    assert world.execute(SetDeliveryDelay("p", 2000)) == Unsupported(
        ability="call SetDeliveryDelay",
        why="UnsupportedOperationException: setDeliveryDelay() is not supported",
    )


@pytest.mark.usefixtures("artemis")
def test_the_text_of_a_refusal_tells_what_the_chain_tells() -> None:
    """Management calls wrap what went wrong; a cause that says the same again is left out."""
    assert refusal(chained("inner"), "jakarta.jms").text == "JMSException: outer, because of Exception: inner"
    assert refusal(chained("outer"), "jakarta.jms").text == "JMSException: outer"
    nameless = java_class("java.lang.IllegalStateException")()
    assert refusal(nameless, "jakarta.jms").text == "IllegalStateException"


def test_a_broker_may_spell_names_in_its_own_way(artemis: Artemis) -> None:
    """Queues and topic strings of IBM MQ have characters that some brokers do not take."""
    assert artemis._server is not None
    broker, made = artemis._server.broker, list[str]()

    def create(name: str) -> None:
        made.append(name)
        broker.create_queue(name)

    spelled = broker._replace(
        create_queue=create, spelled=lambda name: name.replace("/", "_s").replace("%", "_p")
    )
    other = JmsWorld(spelled)
    try:
        new, price = QueueDestination("NEW/100%"), TopicDestination("prices/fruit")
        done(other, DefineLocalQueue("NEW/100%"), Subscribe("alice", "prices/fruit"), CreateProducer("p"))
        assert made == [f"{other._prefix}NEW_s100_p"]
        assert sent(other, Send("p", OutgoingMessage("m1"), new)).header.destination == new
        assert sent(other, Send("p", OutgoingMessage("m2"), topic=price)).header.topic == price
        outcome = other.execute(Receive("NEW/100%"))
        assert isinstance(outcome, MessageReturned)
        assert outcome.message.header.destination == new
    finally:
        other.close()


@pytest.mark.parametrize(
    ("command", "ability"),
    [
        (DefineAliasQueue("A", "ORDERS"), Ability.ALIAS_QUEUES),
        (DefineLocalQueue("Q", queue_manager="QM2"), Ability.OTHER_QUEUE_MANAGERS),
        (
            DefineLocalQueue("Q", QueueAttributes(delivery_sequence=DeliverySequence.FIFO)),
            Ability.DELIVERY_SEQUENCE,
        ),
        (Browse("SYSTEM.DEAD.LETTER.QUEUE"), Ability.DEAD_LETTER_QUEUE),
        (Browse("SYSTEM.DDELAY.LOCAL.QUEUE"), Ability.STAGING_QUEUE),
        (Send("j", OutgoingMessage("m"), arguments=LONG_FORM), Ability.MESSAGE_PRODUCER),
        (Send("j", OutgoingMessage("m", reply_to="NOWHERE")), Ability.LOCAL_QUEUES),
        (SetDeliveryDelay("j", 2**63), "numbers that large"),
    ],
)
def test_what_the_broker_cannot_do_is_unsupported(world: JmsWorld, command: Command, ability: str) -> None:
    done(world, CreateProducer("j", ProducerApi.JMS_PRODUCER, destination=ORDERS))
    outcome = world.execute(command)
    assert isinstance(outcome, Unsupported)
    assert outcome.ability == ability
