"""Enforcement of the largest expiry: which puts fail, when, for which reason, and what nobody may judge."""

import pytest
from by_hand import blamed, fine, judged, played
from msgspec.structs import replace

from mqtck.reference.chapters.message_expiry import TENTH
from mqtck.reference.queues.enforcement import Life, contested, counts, life_of, refused
from mqtck.reference.state.expiry import Variable
from mqtck.reference.state.intervals import Answer
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Command,
    CreateProducer,
    DefineLocalQueue,
    MqGet,
    MqPut,
    MqPut1,
    ReadDepth,
    Receive,
    Send,
    SetDeliveryDelay,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import ReasonCode, Report
from mqtck.reference.vocabulary.environment import SetEnforcementVariable, Visibility
from mqtck.reference.vocabulary.messages import (
    Descriptor,
    JmsFolder,
    OutgoingMessage,
    PutDescriptor,
    QueueDestination,
    SeenMessage,
    TopicDestination,
)
from mqtck.reference.vocabulary.outcomes import (
    Browsed,
    DepthRead,
    ErrorFamily,
    MessageReturned,
    Outcome,
    Refused,
    Sent,
)
from mqtck.reference.vocabulary.profile import Platform, Profile
from mqtck.reference.vocabulary.publications import DefineTopic, MessageDelivery, Subscribe

NO, UNSURE, YES = Answer.NO, Answer.UNSURE, Answer.YES
EXPIRY_ERROR = Refused(reason=ReasonCode.EXPIRY_ERROR, family=ErrorFamily.MQI)
ACCEPTED = Sent(descriptor=Descriptor(message_id=f"{0xABC:048x}"))
QUEUES = (DefineLocalQueue("Q"), DefineLocalQueue("R"))
EXPORTED = SetEnforcementVariable("True")
HIDDEN = SetEnforcementVariable("True", Visibility.SHELL_ONLY)
LARGEST, BEYOND, GREATEST = 999_999_999, 1_000_000_000, 2_147_483_647


def put(expiry: int, label: str = "m1", report: int = 0) -> MqPut:
    message = OutgoingMessage(label, report=report, reply_to="R" if report else None)
    return MqPut("Q", message, PutDescriptor(expiry=expiry))


def put1(expiry: int, label: str = "m1") -> MqPut1:
    return MqPut1("Q", OutgoingMessage(label), PutDescriptor(expiry=expiry))


# --- the rules --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expiry", "life"),
    [
        (0, Life.ZERO),
        (1, Life.VALID),
        (LARGEST, Life.VALID),
        (BEYOND, Life.TOO_LONG),
        (GREATEST, Life.TOO_LONG),
        (-1, Life.VALID),
        (-2, Life.NEGATIVE),
    ],
)
def test_the_kinds_of_values(expiry: int, life: Life) -> None:
    assert life_of(expiry) is life


@pytest.mark.parametrize(
    ("variable", "platform", "enforced"),
    [
        (None, Platform.MULTIPLATFORMS, NO),
        (Variable("True", Visibility.SHELL_ONLY), Platform.MULTIPLATFORMS, NO),
        (Variable("True", Visibility.EXPORTED), Platform.MULTIPLATFORMS, YES),
        (Variable("False", Visibility.EXPORTED), Platform.MULTIPLATFORMS, YES),
        (Variable("0", Visibility.EXPORTED), Platform.MULTIPLATFORMS, YES),
        (Variable("", Visibility.EXPORTED), Platform.MULTIPLATFORMS, UNSURE),
        (Variable("True", Visibility.EXPORTED), Platform.ZOS, UNSURE),
        (None, Platform.ZOS, UNSURE),
    ],
)
def test_when_the_limit_is_enforced(variable: Variable | None, platform: Platform, enforced: Answer) -> None:
    assert counts(variable, platform) is enforced


@pytest.mark.parametrize(
    ("life", "enforced", "refusal"),
    [
        (Life.VALID, YES, NO),
        (Life.ZERO, YES, YES),
        (Life.TOO_LONG, YES, YES),
        (Life.NEGATIVE, YES, UNSURE),
        (Life.VALID, NO, NO),
        (Life.ZERO, NO, UNSURE),
        (Life.TOO_LONG, NO, UNSURE),
        (Life.ZERO, UNSURE, UNSURE),
        (Life.NEGATIVE, NO, UNSURE),
    ],
)
def test_which_lives_are_refused(life: Life, enforced: Answer, refusal: Answer) -> None:
    assert refused(life, enforced) is refusal


@pytest.mark.parametrize(
    ("time_to_live", "range_of_x_09"),
    [
        (50, False),
        (99_999_999_900, False),
        (99_999_999_901, True),
        (100_000_000_000, True),
        (214_748_364_600, True),
        (214_748_364_700, True),
        (214_748_364_800, False),
        (300_000_000_000, False),
    ],
)
def test_the_range_in_which_the_texts_disagree(time_to_live: int, range_of_x_09: object) -> None:
    assert contested(time_to_live) is range_of_x_09


# --- puts ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", ["True", "False", "0", "no", "abc", " "])
@pytest.mark.parametrize("wrong", [put(0), put(BEYOND), put(GREATEST), put1(0), put1(BEYOND)])
def test_the_reference_refuses_what_the_limit_forbids(value: str, wrong: Command) -> None:
    trace = played(*QUEUES, SetEnforcementVariable(value), wrong, ReadDepth("Q"))
    assert trace.steps[-2].outcome == EXPIRY_ERROR
    assert trace.steps[-1].outcome == DepthRead(0)
    assert fine(trace)


@pytest.mark.parametrize(
    ("value", "command", "rule"),
    [
        ("True", put(0), "EX-27"),
        ("True", put(BEYOND), "EX-29"),
        ("True", put(GREATEST), "EX-29"),
        ("abc", put(0), "EX-27"),
        ("True", put1(0), "EX-28"),
        ("True", put1(BEYOND), "EX-28"),
        ("False", put(0), "EX-33"),
        ("0", put1(0), "EX-33"),
        ("NO", put(BEYOND), "EX-33"),
    ],
)
def test_what_must_be_refused_is_not_accepted(value: str, command: Command, rule: str) -> None:
    trace = played(*QUEUES, SetEnforcementVariable(value), command)
    assert blamed(trace, {-1: ACCEPTED}) == (rule,)


@pytest.mark.parametrize("command", [put(0), put(BEYOND), put1(0)])
def test_the_reason_is_the_one_that_is_named(command: Command) -> None:
    trace = played(*QUEUES, EXPORTED, command)
    assert blamed(trace, {-1: Refused(reason=2053, family=ErrorFamily.MQI)})
    assert fine(trace, {-1: Refused(family=ErrorFamily.MQI)})


@pytest.mark.parametrize("expiry", [1, 600, LARGEST, -1])
@pytest.mark.parametrize("call", [put, put1])
def test_what_is_valid_is_accepted_also_under_enforcement(expiry: int, call: object) -> None:
    assert callable(call)
    trace = played(*QUEUES, EXPORTED, call(expiry))
    assert fine(trace)
    assert isinstance(trace.steps[-1].outcome, Sent)
    assert "EX-29" in judged(trace).exercised
    assert blamed(trace, {-1: EXPIRY_ERROR})[0] in {"EX-29", "EX-44"}


@pytest.mark.parametrize("fixture", [None, HIDDEN, SetEnforcementVariable(""), SetEnforcementVariable(None)])
@pytest.mark.parametrize("command", [put(0), put(BEYOND), put1(0), put1(GREATEST)])
@pytest.mark.parametrize("answer", [ACCEPTED, EXPIRY_ERROR])
def test_without_enforcement_every_reading_is_right(
    fixture: Command | None, command: Command, answer: Outcome
) -> None:
    fixtures = QUEUES if fixture is None else (*QUEUES, fixture)
    trace = played(*fixtures, command)
    assert fine(trace, {-1: answer})


def test_only_zero_may_fail_without_the_variable() -> None:
    trace = played(*QUEUES, put(0), put(BEYOND, "m2"), put(0, "m3"))
    assert fine(trace, {-3: EXPIRY_ERROR, -2: ACCEPTED, -1: EXPIRY_ERROR})


@pytest.mark.parametrize("fixture", [EXPORTED, None])
@pytest.mark.parametrize("answer", [ACCEPTED, EXPIRY_ERROR])
def test_other_negative_values_are_open(fixture: Command | None, answer: Outcome) -> None:
    fixtures = QUEUES if fixture is None else (*QUEUES, fixture)
    assert fine(played(*fixtures, put(-2)), {-1: answer})


@pytest.mark.parametrize("life", [50, 150_000_000_000])
def test_a_life_that_makes_the_send_fail_may_be_refused_where_it_is_set(life: int) -> None:
    """X-09: 2013 is tolerated for it, and which call refuses a life is not said. X-11: so is any reason."""
    trace = played(*QUEUES, CreateProducer("p"), SetTimeToLive("p", life))
    refused = Refused(reason=ReasonCode.EXPIRY_ERROR, family=ErrorFamily.JMS_EXCEPTION)
    assert fine(trace, {-1: refused})
    otherwise = {-1: replace(refused, reason=ReasonCode.OPTIONS_ERROR)}
    assert fine(trace, otherwise) if life < TENTH else blamed(trace, otherwise) == ("DD-29",)


@pytest.mark.parametrize("shown", [-2, -1, 1])
def test_what_another_negative_value_is_taken_for_is_open(shown: int) -> None:
    returned = MessageReturned(SeenMessage(body="m1", descriptor=Descriptor(expiry=shown)))
    assert fine(played(*QUEUES, put(-2), MqGet("Q")), {-2: ACCEPTED, -1: returned})


@pytest.mark.parametrize("answer", [ACCEPTED, EXPIRY_ERROR])
def test_z_os_is_open(answer: Outcome) -> None:
    trace = played(*QUEUES, EXPORTED, put(0))
    head = replace(trace.head, profile=Profile(platform=Platform.ZOS))
    assert fine(replace(trace, head=head), {-1: answer})


def test_a_variable_that_is_removed_counts_no_more() -> None:
    trace = played(*QUEUES, EXPORTED, put(BEYOND), SetEnforcementVariable(None), put(BEYOND, "m2"))
    assert trace.steps[-3].outcome == EXPIRY_ERROR
    assert isinstance(trace.steps[-1].outcome, Sent)
    assert fine(trace)
    assert fine(trace, {-1: EXPIRY_ERROR})


def test_another_queue_manager_has_a_variable_of_its_own() -> None:
    elsewhere = SetEnforcementVariable("True", queue_manager="QM2")
    assert fine(played(*QUEUES, elsewhere, put(BEYOND)))


def test_a_variable_that_is_not_exported_changes_nothing() -> None:
    """What was accepted without it is accepted with it; the same call, and the same value."""
    trace = played(*QUEUES, put(BEYOND), HIDDEN, put(BEYOND, "m2"))
    assert fine(trace)
    assert blamed(trace, {-1: EXPIRY_ERROR}) == ("EX-32",)
    other = played(*QUEUES, put(BEYOND), HIDDEN, put1(BEYOND, "m2"))
    assert fine(other, {-1: EXPIRY_ERROR})
    refused_before = played(*QUEUES, put(BEYOND), HIDDEN, put(BEYOND, "m2"))
    assert fine(refused_before, {-3: EXPIRY_ERROR, -1: EXPIRY_ERROR})


# --- nothing is left behind --------------------------------------------------------------------------------


@pytest.mark.parametrize("option", [Report.EXPIRATION_WITH_FULL_DATA, Report.EXCEPTION_WITH_FULL_DATA])
def test_no_report_is_generated(option: Report) -> None:
    """Told by the data or, of a report without any, by the queue."""
    trace = played(*QUEUES, EXPORTED, put(0, report=option), Browse("R"))
    assert fine(trace)
    assert "EX-30" in judged(trace).exercised
    feedback = 258 if option is Report.EXPIRATION_WITH_FULL_DATA else 2013
    for body in ("m1", ""):
        report = SeenMessage(body=body, descriptor=Descriptor(feedback=feedback, message_type=4))
        assert blamed(trace, {-1: Browsed((report,))}) == ("EX-30",)


def test_a_report_is_counted_as_well() -> None:
    trace = played(*QUEUES, EXPORTED, put(0, report=Report.EXPIRATION), ReadDepth("R"))
    assert fine(trace)
    assert blamed(trace, {-1: DepthRead(1)}) == ("EX-30",)


@pytest.mark.parametrize(("expiry", "rule"), [(0, "EX-27"), (BEYOND, "EX-29")])
def test_a_refused_put_leaves_no_message(expiry: int, rule: str) -> None:
    counted = played(*QUEUES, EXPORTED, put(expiry), ReadDepth("Q"))
    assert blamed(counted, {-1: DepthRead(1)}) == (rule,)
    got = played(*QUEUES, EXPORTED, put(expiry), MqGet("Q"))
    assert blamed(got, {-1: MessageReturned(SeenMessage(body="m1"))}) == (rule,)


# --- JMS ---------------------------------------------------------------------------------------------------


def send(time_to_live: int, delay: int = 0) -> tuple[Command, ...]:
    return (
        CreateProducer("p"),
        SetTimeToLive("p", time_to_live),
        *((SetDeliveryDelay("p", delay),) if delay else ()),
        Send("p", OutgoingMessage("m1"), QueueDestination("Q")),
    )


def stored(expiry: int, time_to_live: int) -> Sent:
    return Sent(descriptor=Descriptor(expiry=expiry), folder=JmsFolder(expiration=time_to_live))


@pytest.mark.parametrize("time_to_live", [100_000_000_000, 214_748_364_600])
@pytest.mark.parametrize("delay", [0, 5000])
def test_lives_about_which_the_texts_disagree(time_to_live: int, delay: int) -> None:
    """Stored or refused, with or without the variable; avoided by the client where it is enforced."""
    refusal = Refused(reason=ReasonCode.EXPIRY_ERROR, family=ErrorFamily.JMS_EXCEPTION)
    tenths = time_to_live // 100
    plain = played(*QUEUES, *send(time_to_live, delay))
    enforced = played(*QUEUES, EXPORTED, *send(time_to_live, delay))
    for trace in (plain, enforced):
        assert fine(trace)
        assert fine(trace, {-1: refusal})
        assert fine(trace, {-1: stored(tenths, time_to_live)})
        assert {"X-09", "X-10"} & judged(trace).exercised == ({"X-09", "X-10"} if delay else {"X-09"})
    assert fine(enforced, {-1: stored(LARGEST, time_to_live)})
    assert fine(enforced, {-1: stored(-1, time_to_live)})
    assert blamed(plain, {-1: stored(-1, time_to_live)})
    assert blamed(plain, {-1: Refused(reason=2046, family=ErrorFamily.JMS_EXCEPTION)})


@pytest.mark.parametrize("expiry", [1_000_000_000, LARGEST, -1])
def test_a_publication_of_such_a_life_is_no_exception(expiry: int) -> None:
    """HM-48: the same three values where the limit is enforced."""
    available = MessageDelivery.ALL_AVAILABLE
    topic = (DefineTopic("T", "news", available, available), Subscribe("alice", "news"))
    life = (CreateProducer("p", topic=TopicDestination("news")), SetTimeToLive("p", 100_000_000_000))
    trace = played(*topic, EXPORTED, *life, Send("p", OutgoingMessage("m1")))
    assert fine(trace, {-1: stored(expiry, 100_000_000_000)})


def test_a_client_that_keeps_out_of_the_range_tells_of_two_ends() -> None:
    """X-06 compares Expiry and JMSExpiration, but not where Expiry may not hold the life."""
    plain = played(*QUEUES, EXPORTED, *send(200_000_000_000, 5000), Advance(6000), Receive("Q"))
    sent, received = plain.steps[-3].outcome, plain.steps[-1].outcome
    assert isinstance(sent, Sent)
    assert isinstance(received, MessageReturned)
    message = received.message
    capped = replace(message, descriptor=replace(message.descriptor, expiry=LARGEST - 60))
    stored_so = replace(sent, descriptor=replace(sent.descriptor, expiry=LARGEST))
    assert fine(plain, {-3: stored_so, -1: MessageReturned(capped)})


def test_up_to_the_limit_the_header_mapping_is_strict_also_under_enforcement() -> None:
    trace = played(*QUEUES, EXPORTED, *send(99_999_999_900))
    assert fine(trace)
    assert blamed(trace, {-1: Refused(reason=2013, family=ErrorFamily.JMS_EXCEPTION)}) == ("DD-29",)
