"""The JMS adapter against a real broker: Apache Artemis, embedded.

What waits, waits side by side (`waited`). Where Artemis does not do what IBM MQ does, the test says what
it does: the adapter must show it, not hide it.
"""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from mqtck.adapters.artemis import Artemis
from mqtck.adapters.jms import JmsWorld
from mqtck.adapters.jms_jvm import java_class
from mqtck.adapters.jms_refusals import refusal
from mqtck.conformance.contract import AdapterUnavailable
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
    Retention,
    TopicDestination,
)
from mqtck.reference.vocabulary.outcomes import (
    Browsed,
    DepthRead,
    Done,
    ErrorFamily,
    MessageReturned,
    NoMessage,
    Outcome,
    Refused,
    Sent,
    Unsupported,
)
from mqtck.reference.vocabulary.publications import (
    CloseSubscriber,
    DefineSubscription,
    DefineTopic,
    Durability,
    MessageDelivery,
    ReceivePublication,
    Subscribe,
    Unsubscribe,
)

ORDERS = QueueDestination("ORDERS")
LONG_FORM = SendArguments(DeliveryMode.NON_PERSISTENT, priority=8, time_to_live=60_000)
BOTH_APIS = pytest.mark.parametrize("api", list(ProducerApi), ids=lambda api: api.value)


@pytest.fixture(scope="module")
def artemis() -> Iterator[Artemis]:
    adapter = Artemis()
    try:
        adapter.open_world().close()
    except AdapterUnavailable as why:
        pytest.skip(f"no Apache Artemis here: {why}")
    yield adapter
    adapter.close()


@pytest.fixture
def world(artemis: Artemis) -> Iterator[JmsWorld]:
    opened = artemis.open_world()
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


@pytest.mark.parametrize(
    ("command", "ability"),
    [
        (DefineAliasQueue("A", "ORDERS"), Ability.ALIAS_QUEUES),
        (DefineLocalQueue("Q", queue_manager="QM2"), Ability.OTHER_QUEUE_MANAGERS),
        (
            DefineLocalQueue("Q", QueueAttributes(delivery_sequence=DeliverySequence.FIFO)),
            Ability.QUEUE_DEFAULTS,
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


# --- what waits --------------------------------------------------------------------------------------

Observed = dict[str, object]


def until(condition: Callable[[], bool]) -> None:
    """Wait for something that must come, a machine that is busy granted."""
    give_up = time.monotonic() + 30
    while not condition() and time.monotonic() < give_up:
        time.sleep(0.05)


def delayed(world: JmsWorld, api: ProducerApi) -> Observed:
    done(world, CreateProducer("p", api, destination=ORDERS), SetDeliveryDelay("p", 1500))
    before = world.now()
    header = sent(world, Send("p", OutgoingMessage("m", group=GroupMembership("g")))).header
    early = (received(world), browsed(world), depth(world))
    body = received(world, wait=20_000)
    return {
        "early": early,
        "body": body,
        "elapsed": world.now() - before,
        "delivery time": header.delivery_time,
        "sent": (before, header.timestamp),
        "left": depth(world),
    }


def expiring_while_delayed(world: JmsWorld, api: ProducerApi) -> Observed:
    done(
        world,
        CreateProducer("p", api, destination=ORDERS),
        SetDeliveryDelay("p", 2500),
        SetTimeToLive("p", 200),
    )
    sent(world, Send("p", OutgoingMessage("m")))
    time.sleep(1.0)
    expired = (depth(world), browsed(world))
    until(lambda: depth(world) == 0)
    return {"expired": expired, "received": received(world), "left": depth(world)}


def overtaking(world: JmsWorld, api: ProducerApi) -> Observed:
    done(
        world,
        CreateProducer("late", api, destination=ORDERS),
        CreateProducer("now", api, destination=ORDERS),
        SetDeliveryDelay("late", 1000),
    )
    sent(world, Send("late", OutgoingMessage("delayed")))
    undelayed = sent(world, Send("now", OutgoingMessage("waiting"))).header.delivery_time
    before = browsed(world)
    until(lambda: len(browsed(world)) == 2)
    return {"before": before, "after": browsed(world), "undelayed": undelayed}


def committed_late(world: JmsWorld, api: ProducerApi) -> Observed:
    done(
        world,
        OpenSession("t", Acknowledgement.TRANSACTED),
        CreateProducer("p", api, "t", ORDERS),
        SetDeliveryDelay("p", 500),
    )
    sent(world, Send("p", OutgoingMessage("m")))
    time.sleep(1.0)
    early = received(world)
    done(world, Commit("t"))
    return {"early": early, "at once": received(world)}


Waiting = Callable[[JmsWorld, ProducerApi], Observed]


@pytest.fixture(scope="module")
def waited(artemis: Artemis) -> dict[tuple[Waiting, ProducerApi], Observed]:
    """All that waits, each in a world and a thread of its own."""
    scenarios: list[tuple[Waiting, ProducerApi]] = [
        (scenario, api)
        for scenario in (delayed, expiring_while_delayed, overtaking, committed_late)
        for api in ProducerApi
    ]

    def run(scenario: Waiting, api: ProducerApi) -> Observed:
        opened = artemis.open_world()
        try:
            done(opened, DefineLocalQueue("ORDERS"))
            return scenario(opened, api)
        finally:
            opened.close()

    with ThreadPoolExecutor(len(scenarios)) as threads:
        futures = {key: threads.submit(run, *key) for key in scenarios}
        return {key: future.result() for key, future in futures.items()}


@BOTH_APIS
def test_a_delayed_message_of_a_group_comes_at_its_delivery_time(
    waited: dict[tuple[Waiting, ProducerApi], Observed], api: ProducerApi
) -> None:
    seen = waited[delayed, api]
    assert seen["early"] == (None, [], 1)
    assert (seen["body"], seen["left"]) == ("m", 0)
    match seen:
        case {"elapsed": int(elapsed), "delivery time": int(due), "sent": (int(before), int(timestamp))}:
            assert elapsed >= 1500
            assert due >= before + 1500
            assert timestamp >= before
        case _:
            pytest.fail(repr(seen))


@BOTH_APIS
def test_a_message_that_expires_while_delayed_is_kept_until_its_delivery_time(
    waited: dict[tuple[Waiting, ProducerApi], Observed], api: ProducerApi
) -> None:
    assert waited[expiring_while_delayed, api] == {"expired": (1, []), "received": None, "left": 0}


@BOTH_APIS
def test_a_due_message_overtakes_those_that_wait(
    waited: dict[tuple[Waiting, ProducerApi], Observed], api: ProducerApi
) -> None:
    assert waited[overtaking, api] == {
        "before": ["waiting"],
        "after": ["delayed", "waiting"],
        "undelayed": 0,
    }


@BOTH_APIS
def test_a_delay_that_passed_before_the_commit_is_over_with_it(
    waited: dict[tuple[Waiting, ProducerApi], Observed], api: ProducerApi
) -> None:
    assert waited[committed_late, api] == {"early": None, "at once": "m"}


# --- starting and stopping ---------------------------------------------------------------------------


@pytest.mark.usefixtures("artemis")
def test_a_second_broker_works_beside_the_first_and_after_it() -> None:
    outcomes: list[Outcome] = []
    for _ in range(2):
        second = Artemis()
        opened = second.open_world()
        outcomes += [opened.execute(command) for command in (DefineLocalQueue("Q"), ReadDepth("Q"))]
        opened.close()
        second.close()
    assert outcomes == [Done(), DepthRead(0)] * 2


def test_a_world_survives_the_end_of_another_broker(artemis: Artemis, world: JmsWorld) -> None:
    second = Artemis()
    second.open_world().close()
    second.close()
    done(world, CreateProducer("p", destination=ORDERS), SetDeliveryDelay("p", 50))
    sent(world, Send("p", OutgoingMessage("m")))
    assert received(world, wait=20_000) == "m"
    assert artemis.information.name == "Apache Artemis"


def run_python(program: str) -> str:
    """What a Python process prints; fails where it does not end, as one with idle threads would not."""
    answer = subprocess.run(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        timeout=40,
    )
    return answer.stdout.decode()


def test_the_information_is_there_without_java() -> None:
    program = (
        "import sys\n"
        "from mqtck.adapters.artemis import Artemis\n"
        "information = Artemis().information\n"
        "print(information.name, information.clock.value, 'jpype' in sys.modules)\n"
    )
    assert run_python(program) == "Apache Artemis real False\n"


@pytest.mark.usefixtures("artemis")
@pytest.mark.parametrize("ending", ["adapter.close()", "pass"], ids=["closed", "forgotten"])
def test_the_process_ends_and_the_broker_says_nothing(ending: str) -> None:
    program = (
        "from mqtck.adapters.artemis import Artemis\n"
        "from mqtck.reference.vocabulary.commands import DefineLocalQueue, Receive\n"
        "adapter = Artemis()\n"
        "world = adapter.open_world()\n"
        "world.execute(DefineLocalQueue('Q'))\n"
        "print(type(world.execute(Receive('Q'))).__name__)\n"
        f"{ending}\n"
    )
    assert run_python(program) == "NoMessage\n"


def test_jars_that_cannot_be_had_make_the_adapter_unavailable(
    monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    monkeypatch.setenv("MQTCK_ARTEMIS_JARS", str(tmp_path))
    with pytest.raises(AdapterUnavailable, match="lacks the jar of artemis-server"):
        Artemis().open_world()


# --- topics --------------------------------------------------------------------------------------------

PRICES = TopicDestination("PRICES")


def subscribe(name: str, durability: Durability = Durability.NON_DURABLE) -> Subscribe:
    return Subscribe(name, "PRICES", durability, f"session of {name}")


def publications(world: JmsWorld, name: str, wait: int = 300) -> list[object]:
    """The bodies of what a subscriber gets until it gets nothing more."""
    found = []
    while isinstance(outcome := world.execute(ReceivePublication(name, wait)), MessageReturned):
        found.append(outcome.message.body)
    assert outcome == NoMessage()
    return found


@pytest.mark.parametrize("api", list(ProducerApi), ids=lambda api: api.value)
def test_a_delayed_publication_is_for_those_who_are_subscribed_when_it_is_sent(
    world: JmsWorld, api: ProducerApi
) -> None:
    own = PRICES if api is ProducerApi.MESSAGE_PRODUCER else None
    done(world, CreateProducer("p", api, topic=own), SetDeliveryDelay("p", 1500))
    done(world, subscribe("early"), subscribe("durable", Durability.DURABLE))
    shown = sent(world, Send("p", OutgoingMessage("price"), topic=None if own else PRICES))
    assert shown.header.topic == PRICES
    done(world, subscribe("late"), CloseSubscriber("durable"))
    assert publications(world, "early", 0) == []
    time.sleep(2)
    done(world, subscribe("durable", Durability.DURABLE))
    assert publications(world, "early") == ["price"]
    assert publications(world, "durable") == ["price"]
    assert publications(world, "late") == []


def test_a_subscription_ends_when_it_is_unsubscribed_and_a_non_durable_one_when_it_is_closed(
    world: JmsWorld,
) -> None:
    done(world, CreateProducer("p", topic=PRICES))
    done(world, subscribe("a"), subscribe("b", Durability.DURABLE), CloseSubscriber("a"), Unsubscribe("b"))
    sent(world, Send("p", OutgoingMessage("price")))
    done(world, subscribe("a"), subscribe("b", Durability.DURABLE))
    assert publications(world, "a") == publications(world, "b") == []
    for command in (CloseSubscriber("nobody"), Unsubscribe("nobody"), ReceivePublication("nobody")):
        assert isinstance(world.execute(command), Refused)


def test_a_publication_that_is_rolled_back_is_there_again(world: JmsWorld) -> None:
    done(world, OpenSession("tx", Acknowledgement.TRANSACTED), CreateProducer("p", topic=PRICES))
    done(world, Subscribe("a", "PRICES", session="tx"))
    sent(world, Send("p", OutgoingMessage("price")))
    assert publications(world, "a") == ["price"]
    done(world, Rollback("tx"))
    assert publications(world, "a") == ["price"]
    done(world, Commit("tx"))
    assert publications(world, "a") == []


def test_a_queue_and_a_topic_of_one_name_are_two_places(world: JmsWorld) -> None:
    done(world, DefineLocalQueue("PRICES"), DefineTopic("PRICES", "PRICES"), subscribe("a"))
    done(
        world, CreateProducer("p", topic=PRICES), CreateProducer("q", destination=QueueDestination("PRICES"))
    )
    sent(world, Send("p", OutgoingMessage("price")))
    sent(world, Send("q", OutgoingMessage("order")))
    assert publications(world, "a") == ["price"]
    outcome = world.execute(Receive("PRICES"))
    assert isinstance(outcome, MessageReturned)
    assert outcome.message.body == "order"


def test_topics_of_one_world_are_not_those_of_another(artemis: Artemis, world: JmsWorld) -> None:
    other = artemis.open_world()
    try:
        done(world, subscribe("a"))
        done(other, subscribe("a"), CreateProducer("p", topic=PRICES))
        sent(other, Send("p", OutgoingMessage("price")))
        assert publications(world, "a") == []
        assert publications(other, "a") == ["price"]
    finally:
        other.close()


@pytest.mark.parametrize(
    "command",
    [
        DefineTopic("PRICES", "PRICES", MessageDelivery.ALL),
        DefineSubscription("s", "PRICES", "ORDERS"),
        Send("p", OutgoingMessage("m", retained=Retention.RETAIN_PUBLICATION), topic=PRICES),
    ],
    ids=lambda command: type(command).__name__,
)
def test_what_jms_knows_nothing_of_is_unsupported(world: JmsWorld, command: Command) -> None:
    done(world, CreateProducer("p"))
    assert isinstance(world.execute(command), Unsupported)
