"""Refused sends: whether a text of the application is to blame where no reason is given, and what is told."""

import pytest
from by_hand import edited, judged, played
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from mqtck.adapters.reference import Reference
from mqtck.conformance.execution.profiles import under
from mqtck.conformance.execution.worlds import run_commands
from mqtck.reference.possibilities import describe
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Command,
    CreateProducer,
    DefineLocalQueue,
    DefineQueueManager,
    GrantPut,
    OpenSession,
    QueueAttributes,
    Receive,
    Send,
    SendArguments,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode, ReasonCode
from mqtck.reference.vocabulary.messages import (
    Descriptor,
    GroupMembership,
    OutgoingMessage,
    QueueDestination,
    TopicDestination,
)
from mqtck.reference.vocabulary.outcomes import Done, ErrorFamily, Outcome, Refused, Sent
from mqtck.reference.vocabulary.profile import Platform, Profile, Version
from mqtck.reference.vocabulary.publications import (
    DefineTopic,
    MessageDelivery,
    ReceivePublication,
    Subscribe,
)
from mqtck.reference.vocabulary.traces import Trace

CART = "🛒 für Zoë"
BYTES = "80818283fffefdfc"
REFUSED = Refused(reason=None, family=ErrorFamily.JMS_EXCEPTION, text="A broker error occurred.")


def send(label: str, correlation: str | None = None, kind: str | None = None) -> Send:
    message = OutgoingMessage(label, correlation_text=correlation, jms_type=kind)
    return Send("p", message, QueueDestination("ORDERS"))


def send_bytes(label: str, correlation: str) -> Send:
    return Send("p", OutgoingMessage(label, correlation_bytes=correlation), QueueDestination("ORDERS"))


def publish(label: str, correlation: str | None = None) -> Send:
    return Send("p", OutgoingMessage(label, correlation_text=correlation), topic=TopicDestination("PRICES"))


def verdict(*commands: Command, refused: dict[int, Outcome]) -> tuple[tuple[str, ...], bool]:
    """The first rule of each breach, and whether all of it was judged."""
    judgement = judged(edited(played(DefineLocalQueue("ORDERS"), CreateProducer("p"), *commands), refused))
    return tuple(breach.rules[0] for breach in judgement.breaches), not judgement.indeterminate


DELAYED = (SetDeliveryDelay("p", 2000),)
SHORT = SendArguments(DeliveryMode.PERSISTENT, 4, time_to_live=1000)


@pytest.mark.parametrize("before", [(), DELAYED], ids=["at once", "delayed"])
def test_the_text_is_to_blame_where_a_like_message_without_it_is_accepted(
    before: tuple[Command, ...],
) -> None:
    refused = {-1: REFUSED}
    assert verdict(*before, send("m1"), send("m2", CART), refused=refused) == (("HM-46",), True)
    assert verdict(*before, send("m1"), send("m2", kind=CART), refused=refused) == (("HM-38",), True)
    assert verdict(*before, send("m1", "ä"), send("m2", CART), refused=refused) == (("HM-46",), True)


@pytest.mark.parametrize("before", [(), DELAYED], ids=["at once", "delayed"])
@pytest.mark.parametrize(("length", "rule"), [(1, "HM-43"), (23, "HM-43"), (24, "HM-42"), (25, "HM-44")])
def test_so_are_the_bytes_of_a_correlation_id(length: int, rule: str, before: tuple[Command, ...]) -> None:
    calls = (*before, send("m1"), send_bytes("m2", length * "80"))
    assert verdict(*calls, refused={-1: REFUSED}) == ((rule,), True)


def test_an_id_that_is_too_long_is_no_failure_of_a_publication_either() -> None:
    send = Send("p", OutgoingMessage("m1", correlation_bytes=25 * "80"), topic=TopicDestination("PRICES"))
    assert verdict(send, refused={-1: REFUSED}) == (("HM-44",), True)


def test_which_of_two_texts_is_to_blame_stays_open_until_one_was_accepted() -> None:
    both = Send(
        "p", OutgoingMessage("m2", correlation_bytes=BYTES, jms_type=CART), QueueDestination("ORDERS")
    )
    assert verdict(send("m1"), both, refused={-1: REFUSED}) == ((), False)
    assert verdict(send("m1", kind=CART), both, refused={-1: REFUSED}) == (("HM-43",), True)
    assert verdict(send_bytes("m1", BYTES), both, refused={-1: REFUSED}) == (("HM-38",), True)


def test_an_object_that_is_sent_again_has_the_texts_that_it_is_given_then() -> None:
    again = OutgoingMessage("m2", same_object_as="m1", correlation_bytes=BYTES)
    calls = (*DELAYED, send("m1"), Send("p", again, QueueDestination("ORDERS")))
    assert verdict(*calls, refused={-1: REFUSED}) == (("HM-43",), True)


def test_an_object_that_was_never_made_cannot_be_sent() -> None:
    """Nor does an adapter have one for a message whose send is left out of a trace."""
    again = Send("p", OutgoingMessage("m2", same_object_as="m1"), QueueDestination("ORDERS"))
    assert verdict(*DELAYED, again, refused={-1: REFUSED}) == ((), False)


def test_whether_the_life_or_a_text_is_to_blame_stays_open() -> None:
    calls = (SetTimeToLive("p", 214_748_364_700), send_bytes("m2", BYTES))
    assert verdict(send("m1"), *calls, refused={-1: REFUSED}) == ((), False)


@pytest.mark.parametrize("life", [1, 99])
def test_a_life_below_a_tenth_may_be_refused_with_any_reason_or_none(life: int) -> None:
    calls = (SetTimeToLive("p", life), send("m2"))
    for refused in (REFUSED, replace(REFUSED, reason=2010)):
        assert verdict(send("m1"), *calls, refused={-1: refused}) == ((), True)
        assert verdict(send("m1"), *calls, refused={-2: refused}) == ((), True)
    assert verdict(send("m1"), SetTimeToLive("p", 100), send("m2"), refused={-1: REFUSED}) == (
        ("DD-29",),
        True,
    )


def test_it_is_not_where_the_same_text_was_accepted_before() -> None:
    twice = (send_bytes("m1", BYTES), *DELAYED, send_bytes("m2", BYTES))
    assert verdict(*twice, refused={-1: REFUSED}) == (("DD-28",), True)
    assert verdict(send("m1", CART), *DELAYED, send("m2", CART), refused={-1: REFUSED}) == (("DD-28",), True)


@pytest.mark.parametrize("sent", [send("m"), publish("m")], ids=["to a queue", "to a topic"])
@pytest.mark.parametrize(("tenths", "rule"), [((1 << 31) - 2, None), (1 << 31, "HM-20"), (600, "HM-18")])
def test_an_undelayed_life_that_is_refused_breaks_the_rule_of_its_size(
    tenths: int, rule: str | None, sent: Send
) -> None:
    """X-09: one that Expiry holds, and that is above its limit, may be refused."""
    calls = (DefineLocalQueue("ORDERS"), CreateProducer("p"), SetTimeToLive("p", 100 * tenths), sent)
    told = Refused(reason=ReasonCode.EXPIRY_ERROR, family=ErrorFamily.JMS_EXCEPTION, text="A broker error.")
    breaches = judged(edited(played(*calls), {-1: told})).breaches
    assert [breach.rules for breach in breaches] == ([] if rule is None else [("DD-29", rule)])


def test_what_a_client_accepts_that_is_not_persistent_says_nothing_of_the_queue_manager() -> None:
    """In Open MQ the client does not wait for the broker, which cannot store the text and loses it."""
    unanswered = SetDeliveryMode("p", DeliveryMode.NON_PERSISTENT)
    answered = SetDeliveryMode("p", DeliveryMode.PERSISTENT)
    calls = (unanswered, send("m1"), send("m2", CART), answered, send("m3"), send("m4", CART))
    assert verdict(*calls, refused={-1: REFUSED}) == (("HM-46",), True)
    calls = (unanswered, send("m1"), send("m2", CART), send("m3", CART))
    assert "HM-46" not in verdict(*calls, refused={-1: REFUSED})[0]


def test_nor_where_a_like_message_without_it_is_refused_too() -> None:
    calls = (*DELAYED, send("m1"), send("m2", CART))
    assert verdict(*calls, refused={-2: REFUSED, -1: REFUSED})[0] == ("DD-28",)


def test_what_is_to_blame_stays_open_where_nothing_tells() -> None:
    assert verdict(send("m1", CART), refused={-1: REFUSED}) == ((), False)
    assert verdict(send_bytes("m1", BYTES), refused={-1: REFUSED}) == ((), False)
    assert verdict(send("m1"), *DELAYED, send("m2", CART), refused={-1: REFUSED}) == ((), False)


@pytest.mark.parametrize(
    ("before", "blamed"), [((), "DD-08"), (DELAYED, "DD-75")], ids=["at once", "delayed"]
)
def test_nor_is_a_text_to_blame_where_the_queue_was_not_there_when_the_producer_was_made(
    before: tuple[Command, ...], blamed: str
) -> None:
    """Joram's producer keeps the address that it was made with, where nothing was then."""
    made = CreateProducer("p", destination=QueueDestination("LATER"))
    commands = (send("m0"), made, *before, DefineLocalQueue("LATER"))
    plain, text = Send("p", OutgoingMessage("m1")), Send("p", OutgoingMessage("m1", correlation_text=CART))
    last = 2 + len(commands)
    assert verdict(*commands, plain, refused={last: REFUSED}) == ((blamed,), True)
    assert verdict(*commands, text, refused={last: REFUSED}) == ((), False)


def test_a_text_of_plain_characters_is_never_the_reason() -> None:
    assert verdict(send("m1", "order 17"), refused={-1: REFUSED}) == (("DD-08",), True)


def test_an_object_that_was_refused_may_be_refused_again_for_the_same_reason() -> None:
    again = Send("p", OutgoingMessage("m3", same_object_as="m2"), QueueDestination("ORDERS"))
    calls = (send("m1"), send("m2", CART), again)
    assert verdict(*calls, refused={-2: REFUSED, -1: REFUSED})[0] == ("HM-46",)
    assert verdict(send("m1"), send("m2", CART), again, refused={-1: REFUSED})[0] == ("DD-08",)


@pytest.mark.parametrize(
    ("correlation", "rules"), [("ID:", ()), ("", ()), ("ID:" + 48 * "0", ("DD-30",)), ("order", ("DD-30",))]
)
def test_an_id_of_which_nothing_is_said_may_be_told_before_a_conflict_by_its_object_too(
    correlation: str, rules: tuple[str, ...]
) -> None:
    nowhere = QueueDestination("NOWHERE")
    first = Send("p", OutgoingMessage("m1", correlation_text=correlation), nowhere)
    again = Send("p", OutgoingMessage("m2", same_object_as="m1"), QueueDestination("ORDERS"), arguments=SHORT)
    assert verdict(*DELAYED, first, again, refused={-1: REFUSED})[0] == rules


def test_a_reason_that_the_documents_name_tells_enough() -> None:
    conflict = Refused(reason=2013, family=ErrorFamily.JMS_EXCEPTION)
    assert verdict(*DELAYED, send("m1", CART), refused={-1: conflict}) == (("DD-28",), True)


def test_a_refusal_that_is_tolerated_for_another_reason_is_no_breach_of_that_reason() -> None:
    """X-09: such a life may be refused with MQRC_EXPIRY_ERROR."""
    long = SetTimeToLive("p", 10_000_000_000_000)
    assert verdict(long, send("m1"), send("m2", CART), refused={-1: REFUSED}) == (("HM-46",), True)
    assert verdict(long, send("m2", CART), refused={-1: REFUSED}) == ((), False)


def test_publications_are_treated_alike() -> None:
    assert verdict(publish("m1"), publish("m2", CART), refused={-1: REFUSED}) == (("HM-46",), True)
    assert verdict(send("m1"), publish("m2", CART), refused={-1: REFUSED}) == ((), False)


MANY = tuple(f"producer {number}" for number in range(8))
CONFLICT = Refused(reason=int(ReasonCode.EXPIRY_ERROR), family=ErrorFamily.JMS_EXCEPTION)


def refused_setters() -> Trace:
    """The time to live of each of many producers is 8 s, or 3 s by a setter that was refused; each sends."""
    calls: list[Command] = [DefineLocalQueue("ORDERS")]
    refused: dict[int, Outcome] = {}
    for name in MANY:
        calls += [CreateProducer(name, destination=QueueDestination("ORDERS")), SetTimeToLive(name, 8000)]
        calls += [SetDeliveryDelay(name, 5000), SetTimeToLive(name, 3000)]
        refused[len(calls) - 1] = CONFLICT
    for name in MANY:
        calls += [SetDeliveryDelay(name, 0), SetDeliveryMode(name, DeliveryMode.PERSISTENT)]
        calls.append(Send(name, OutgoingMessage(f"message of {name}")))
    return edited(played(*calls), refused)


def with_expiry(tenths: int) -> Sent:
    return Sent(descriptor=Descriptor(expiry=tenths))


@pytest.mark.parametrize("tenths", [80, 30])
def test_what_many_producers_hold_after_refused_setters_is_open_for_each_alone(tenths: int) -> None:
    trace = refused_setters()
    last = {-1: with_expiry(tenths)}
    assert judged(trace, last)[0::2] == ((), "")
    assert judged(trace, last).most_states <= 2
    other = judged(trace, {-1: with_expiry(110 - tenths), -4: with_expiry(tenths)})
    assert (other.breaches, other.indeterminate) == ((), "")


def test_what_they_cannot_hold_is_not() -> None:
    breaches = judged(refused_setters(), {-4: with_expiry(50)}).breaches
    assert [breach.rules[0] for breach in breaches] == ["HM-15"]


def test_a_producer_that_was_seen_to_hold_the_old_value_does_not_hold_the_new_one_later() -> None:
    again = Send(MANY[-1], OutgoingMessage("again"))
    trace = refused_setters()
    longer = run_commands(under(Reference(), Profile()), [*(step.command for step in trace.steps), again])
    refused = {place: step.outcome for place, step in enumerate(trace.steps) if step.outcome == CONFLICT}
    seen = {**refused, -2: with_expiry(80), -1: with_expiry(30)}
    assert judged(longer, seen).breaches
    assert not judged(longer, {**seen, -1: with_expiry(80)}).breaches


@pytest.mark.parametrize(
    ("reason", "told"), [(2053, "2053"), (None, "no MQRC_* found"), (UNSET, "reason not shown")]
)
def test_a_refusal_is_told_with_its_reason_or_with_why_there_is_none(
    reason: int | None | UnsetType, told: str
) -> None:
    assert describe(Refused(reason=reason, text="the queue")) == f"refused ({told}) the queue"


DELAY, LIFE = SetDeliveryDelay("p", 2000), SetTimeToLive("p", 1000)


@pytest.mark.parametrize(("setters", "blamed"), [((DELAY, LIFE), "DD-25"), ((LIFE, DELAY), "DD-26")])
def test_a_conflict_that_nothing_reports_is_blamed_on_the_rule_of_the_last_setter(
    setters: tuple[Command, ...], blamed: str
) -> None:
    accepted = {number: Done() for number in (2, 3)} | {4: Sent()}
    found, _ = verdict(*setters, send("order-1"), refused=accepted)
    assert found == (blamed,)


def test_a_delay_of_0_is_supported_on_any_queue_manager_whatever_was_refused_before() -> None:
    """DD-18: DD-31 leaves open what a producer holds behind a refused setter, not that."""
    unsupported = Refused(int(ReasonCode.FUNCTION_NOT_SUPPORTED), ErrorFamily.JMS_EXCEPTION)
    commands = (
        DefineQueueManager("OLD", Version(7, 5)),
        OpenSession("s", queue_manager="OLD"),
        CreateProducer("p", session="s"),
        SetDeliveryDelay("p", 2000),
        SetDeliveryDelay("p", 0),
    )
    trace = played(*commands)
    assert trace.steps[3].outcome == unsupported
    assert judged(trace).breaches == ()
    (breach,) = judged(edited(trace, {4: unsupported})).breaches
    assert breach.rules[0] == "DD-18"


def test_a_target_that_is_full_of_what_is_delayed_is_no_full_target() -> None:
    """DD-06: whoever counts it refuses the next message, with a reason or without."""
    full = Refused(int(ReasonCode.Q_FULL), ErrorFamily.JMS_EXCEPTION)
    commands = (
        DefineLocalQueue("SMALL", QueueAttributes(max_depth=1)),
        CreateProducer("p", destination=QueueDestination("SMALL")),
        CreateProducer("q", destination=QueueDestination("SMALL")),
        SetDeliveryDelay("p", 2000),
        Send("p", OutgoingMessage("order-1")),
        Send("q", OutgoingMessage("order-2")),
    )
    trace = played(*commands)
    for refused in (full, REFUSED):
        (breach,) = judged(edited(trace, {-1: refused})).breaches
        assert breach.rules == ("DD-06", "DD-08", "DD-29")


@pytest.mark.parametrize(
    ("platform", "blamed"), [(Platform.MULTIPLATFORMS, "DD-52"), (Platform.ZOS, "DD-75")], ids=str
)
def test_on_multiplatforms_it_is_the_staging_queue_that_is_not_found(platform: Platform, blamed: str) -> None:
    """The target is there; on z/OS somebody has defined the staging queue (DD-56)."""
    unknown = Refused(int(ReasonCode.UNKNOWN_OBJECT_NAME), ErrorFamily.JMS_EXCEPTION)
    commands = (
        DefineQueueManager("QM9", platform=platform),
        *((DefineLocalQueue(STAGING_QUEUE, queue_manager="QM9"),) if platform is Platform.ZOS else ()),
        DefineLocalQueue("ORDERS", queue_manager="QM9"),
        OpenSession("s", queue_manager="QM9"),
        CreateProducer("p", session="s"),
        SetDeliveryDelay("p", 2000),
        send("order-1"),
    )
    (breach,) = judged(edited(played(*commands), {-1: unknown})).breaches
    assert breach.rules[0] == blamed


ALICE = (
    DefineTopic("PRICES", "PRICES", MessageDelivery.ALL_AVAILABLE),
    Subscribe("alice", "PRICES", session="s"),
)


def grouped(sent: Send) -> Send:
    return replace(sent, message=replace(sent.message, group=GroupMembership("g", 1)))


@pytest.mark.parametrize(
    ("before", "sent", "looks"),
    [
        ((), grouped(send("m")), (Browse(STAGING_QUEUE), Receive("ORDERS"))),
        (ALICE, grouped(publish("m")), (Browse(STAGING_QUEUE), ReceivePublication("alice"))),
    ],
    ids=["to a queue", "to a topic"],
)
def test_a_message_that_had_to_be_refused_is_not_missed_besides(
    before: tuple[Command, ...], sent: Send, looks: tuple[Command, ...]
) -> None:
    """A silent loss is told at the send; the same loss is no fault of each rule about what is staged."""
    commands = (*before, *DELAYED, sent, looks[0], Advance(3000), looks[1])
    assert verdict(*commands, refused={-4: Sent()}) == (("DD-36",), True)


@pytest.mark.parametrize(
    ("delay", "granted", "blamed"),
    [
        (2000, (), ()),
        (2000, (GrantPut("alice", "REPLIES"),), ("DD-46",)),
        (0, (), ("DD-08",)),
    ],
    ids=["delayed, without authority to the reply-to queue", "with it", "not delayed"],
)
def test_authority_to_the_reply_to_queue_may_be_asked_for_with_a_delay(
    delay: int, granted: tuple[Command, ...], blamed: tuple[str, ...]
) -> None:
    """DD-113 allows further checks; those of an undelayed send are not extended."""
    refused = Refused(int(ReasonCode.NOT_AUTHORIZED), ErrorFamily.JMS_EXCEPTION)
    commands = (
        DefineLocalQueue("REPLIES"),
        GrantPut("alice", "ORDERS"),
        GrantPut("alice", STAGING_QUEUE),
        *granted,
        OpenSession("s", user="alice"),
        CreateProducer("a", session="s"),
        SetDeliveryDelay("a", delay),
        Send("a", OutgoingMessage("order-1", reply_to="REPLIES"), QueueDestination("ORDERS")),
    )
    assert verdict(*commands, refused={-1: refused}) == (blamed, True)
