"""Publish/subscribe: the rules as values, wrong traces that are blamed, and right ones that are not.

A wrong trace is one of the reference with one answer changed; a right variant is one in which another of
the documented answers is given.
"""

import msgspec
import pytest
from msgspec.structs import replace

from mqtck.adapters.reference import Reference
from mqtck.conformance.campaign_conservation import observed
from mqtck.conformance.execution import run_commands
from mqtck.conformance.judge import Judgement, judge_trace
from mqtck.reference.client_restrictions import retention_conflict
from mqtck.reference.failure_to_put import (
    Action,
    Asked,
    Destination,
    Fate,
    Kept,
    ReplyQueue,
    ReportFate,
    Row,
    Slots,
    Target,
    procedure,
    tolerated,
)
from mqtck.reference.intervals import Answer, Interval
from mqtck.reference.model import initial_state
from mqtck.reference.state import State, Subscriber, Subscription, Topic
from mqtck.reference.subscriptions import delivery_allows_delay, matching
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Command,
    Commit,
    CreateProducer,
    DefineLocalQueue,
    DefineQueueManager,
    OpenSession,
    ReadDepth,
    Receive,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetDeliveryMode,
    Switch,
)
from mqtck.reference.vocabulary.constants import (
    DEFAULT_DEAD_LETTER_QUEUE,
    STAGING_QUEUE,
    DeliveryMode,
    DestinationPersistence,
    Feedback,
    Persistence,
    ReasonCode,
    Report,
)
from mqtck.reference.vocabulary.messages import (
    Descriptor,
    OutgoingMessage,
    QueueDestination,
    Retention,
    SeenMessage,
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
)
from mqtck.reference.vocabulary.profile import ClockKind, Profile
from mqtck.reference.vocabulary.publications import (
    CloseSubscriber,
    DefineSubscription,
    DefineTopic,
    Durability,
    JoinHierarchy,
    MessageDelivery,
    ReceivePublication,
    Subscribe,
    Unsubscribe,
)
from mqtck.reference.vocabulary.traces import command_decoder

YES, UNSURE, NO = Answer.YES, Answer.UNSURE, Answer.NO
ALL, ALLDUR, ALLAVAIL = MessageDelivery.ALL, MessageDelivery.ALL_DURABLE, MessageDelivery.ALL_AVAILABLE
ASPARENT = MessageDelivery.AS_PARENT
PERSISTENT, NOT_PERSISTENT = Persistence.PERSISTENT, Persistence.NOT_PERSISTENT

# --- the rules themselves ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("persistent", "other", "persistence", "allowed"),
    [
        (ALLAVAIL, ALLAVAIL, PERSISTENT, YES),
        (ALLAVAIL, ALLAVAIL, NOT_PERSISTENT, YES),
        (ALL, ALLAVAIL, PERSISTENT, NO),
        (ALLDUR, ALLAVAIL, PERSISTENT, NO),
        (ALLAVAIL, ALL, PERSISTENT, UNSURE),
        (ALLAVAIL, ALLDUR, NOT_PERSISTENT, NO),
        (ALLDUR, ALLAVAIL, NOT_PERSISTENT, UNSURE),
        (ALLAVAIL, ASPARENT, PERSISTENT, UNSURE),
        (ASPARENT, ALL, PERSISTENT, UNSURE),
        (ASPARENT, ALL, NOT_PERSISTENT, NO),
    ],
)
def test_which_attribute_allows_a_delay(
    persistent: MessageDelivery, other: MessageDelivery, persistence: Persistence, allowed: Answer
) -> None:
    topics = fresh().topics.set("QM1/OBJECT", Topic("PRICES", persistent, other))
    state = replace(fresh(), topics=topics)
    assert delivery_allows_delay(state, "QM1", "PRICES", persistence) is allowed


def test_nothing_is_said_of_a_topic_string_without_a_topic_object() -> None:
    assert delivery_allows_delay(fresh(), "QM1", "PRICES", PERSISTENT) is UNSURE


def fresh() -> State:
    return initial_state(ClockKind.VIRTUAL, Profile(), 0)


def test_who_is_subscribed_to_the_same_topic_on_the_same_queue_manager_is_matched() -> None:
    subscriptions = fresh().subscriptions
    for name, manager, topic in (("a", "QM1", "PRICES"), ("b", "QM2", "PRICES"), ("c", "QM1", "ORDERS")):
        made = Subscription(Subscriber.DURABLE, manager, topic, f"{manager}/{name}", Interval(0, 0))
        subscriptions = subscriptions.set(name, made)
    assert matching(replace(fresh(), subscriptions=subscriptions), "QM1", "PRICES") == ["a"]


@pytest.mark.parametrize(
    ("retained", "delay", "conflict"),
    [
        (Retention.RETAIN_PUBLICATION, 1, YES),
        (Retention.RETAIN_PUBLICATION, 0, NO),
        (None, 5000, NO),
    ],
)
def test_retained_publications_and_delay(retained: Retention | None, delay: int, conflict: Answer) -> None:
    assert retention_conflict(retained, delay) is conflict


def row(
    target: Target,
    *,
    action: Action = Action.DEAD_LETTER,
    slots: Slots = Slots.SEVERAL,
    asked: Asked = Asked.NO,
    reply: ReplyQueue = ReplyQueue.USABLE,
    kept: Kept = Kept.PERSISTENT,
) -> tuple[Row, tuple[Row, ...]]:
    main = procedure(target, action, slots, asked, reply, kept, Destination.SUBSCRIBER)
    return main, tolerated(main, slots, asked, reply, kept)


@pytest.mark.parametrize("action", list(Action))
@pytest.mark.parametrize("kept", list(Kept))
@pytest.mark.parametrize("slots", list(Slots))
def test_without_a_subscriber_the_options_do_not_matter(action: Action, kept: Kept, slots: Slots) -> None:
    main, more = row(Target.GONE, action=action, kept=kept, slots=slots)
    assert (main.fate, main.report, more) == (Fate.SILENCED, ReportFate.NONE, ())


def test_a_copy_without_a_subscriber_is_reported_where_that_was_asked_for() -> None:
    asked, dead = Asked.YES, ReplyQueue.UNUSABLE
    main, more = row(Target.GONE, asked=asked)
    assert (main.report, more) == (ReportFate.SENT, ())
    main, more = row(Target.GONE, asked=asked, reply=dead)
    assert (main.report, more[0].report) == (ReportFate.DEAD_LETTERED, ReportFate.DROPPED)
    main, more = row(Target.GONE, asked=asked, reply=dead, slots=Slots.NONE)
    assert (main.fate, more[0].fate) == (Fate.SILENCED, Fate.RETRIED)
    main, more = row(Target.GONE, asked=asked, reply=dead, slots=Slots.NONE, kept=Kept.NON_PERSISTENT)
    assert (main.fate, main.report, more) == (Fate.SILENCED, ReportFate.DROPPED, ())


@pytest.mark.parametrize("kept", list(Kept))
@pytest.mark.parametrize("asked", list(Asked))
def test_a_publication_that_fits_nowhere_is_discarded_and_a_message_for_a_queue_kept(
    kept: Kept, asked: Asked
) -> None:
    main, more = row(Target.UNUSABLE, slots=Slots.NONE, kept=kept, asked=asked)
    assert main.fate is Fate.ABANDONED
    assert [one.report for one in more] == ([ReportFate.SENT] if asked is Asked.YES else [])
    factors = (Target.UNUSABLE, Action.DEAD_LETTER, Slots.NONE, asked, ReplyQueue.USABLE, kept)
    assert procedure(*factors).fate is Fate.RETRIED


@pytest.mark.parametrize("action", list(Action))
@pytest.mark.parametrize("slots", [Slots.ONE, Slots.SEVERAL])
@pytest.mark.parametrize("asked", list(Asked))
@pytest.mark.parametrize("reply", list(ReplyQueue))
@pytest.mark.parametrize("kept", list(Kept))
def test_everything_else_is_the_same_for_queues_and_subscribers(
    action: Action, slots: Slots, asked: Asked, reply: ReplyQueue, kept: Kept
) -> None:
    factors = (Target.UNUSABLE, action, slots, asked, reply, kept)
    assert procedure(*factors, Destination.SUBSCRIBER) == procedure(*factors)


# --- bad input ---------------------------------------------------------------------------------------

TWICE = '"destination": {"queue": "Q"}, "topic": {"topic_string": "T"}}'


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ('{"command": "define topic", "topic": "T", "topic_string": ""}', "topic_string"),
        ('{"command": "define topic", "topic": "T", "topic_string": "Prices/#"}', "topic_string"),
        ('{"command": "define topic", "topic": "A B", "topic_string": "Prices"}', "topic"),
        (
            '{"command": "define topic", "topic": "T", "topic_string": "P", "persistent_delivery": "some"}',
            "persistent_delivery",
        ),
        ('{"command": "subscribe", "subscription": "s", "topic_string": "+/Fruit"}', "topic_string"),
        ('{"command": "subscribe", "subscription": "", "topic_string": "Prices"}', "subscription"),
        (
            '{"command": "subscribe", "subscription": "s", "topic_string": "P", "durability": "x"}',
            "durability",
        ),
        ('{"command": "define subscription", "subscription": "s", "topic_string": "P"}', "queue"),
        ('{"command": "join hierarchy", "parent": "QM1"}', "parent"),
        (f'{{"command": "send", "producer": "p", "message": {{"label": "m"}}, {TWICE}', "topic"),
        (f'{{"command": "create producer", "producer": "p", {TWICE}', "topic"),
        (
            '{"command": "send", "producer": "p", "message": {"label": "m"}, "topic": {"topic_string": "#"}}',
            "topic_string",
        ),
        (
            '{"command": "send", "producer": "p", "message": {"label": "m", "retained": "ever"}}',
            "retained",
        ),
    ],
)
def test_what_the_documents_do_not_know_is_refused_with_its_field(line: str, field: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=rf"\b{field}\b"):
        command_decoder.decode(line)


# --- traces ------------------------------------------------------------------------------------------

EXCEPTION = int(Report.EXCEPTION)
RETAINED = Retention.RETAIN_PUBLICATION
DLQ = DEFAULT_DEAD_LETTER_QUEUE
INHIBITED = AttributeChanges(put=Switch.DISABLED)
FOUND = MessageReturned(SeenMessage(body="price"))
ABOUT = MessageReturned(
    SeenMessage(body="", descriptor=Descriptor(message_type=4, feedback=int(ReasonCode.PUT_INHIBITED)))
)
OF_EXPIRATION = MessageReturned(
    SeenMessage(body="", descriptor=Descriptor(message_type=4, feedback=int(Feedback.EXPIRATION)))
)
EMPTY = NoMessage()
AFTER = Advance(3001)


def topic(persistent: MessageDelivery = ALLAVAIL, other: MessageDelivery = ALLAVAIL) -> Command:
    return DefineTopic("PRICES", "PRICES", persistent, other)


def publisher(delay: int = 3000, session: str = "session") -> tuple[Command, ...]:
    destination = TopicDestination("PRICES")
    return (CreateProducer("p", session=session, topic=destination), SetDeliveryDelay("p", delay))


def published(**properties: object) -> Command:
    return Send("p", OutgoingMessage("price", **properties))  # type: ignore[arg-type]


def to_queue(name: str = "ALL") -> tuple[Command, ...]:
    return (DefineLocalQueue(name), DefineSubscription(f"to{name}", "PRICES", name))


def subscribe(name: str, durability: Durability = Durability.NON_DURABLE) -> Command:
    return Subscribe(name, "PRICES", durability, f"session of {name}")


def judged(commands: tuple[Command, ...], *answers: Outcome | None) -> Judgement:
    """The judgement of the reference's own trace, with the last answers replaced; None leaves one."""
    trace = run_commands(Reference(), commands)
    steps = list(trace.steps)
    for place, answer in enumerate(answers, start=len(steps) - len(answers)):
        if answer is not None:
            steps[place] = replace(steps[place], outcome=answer)
    return judge_trace(replace(trace, steps=tuple(steps)))


def blamed(commands: tuple[Command, ...], *answers: Outcome | None) -> str:
    """The rule that is blamed first."""
    assert judged(commands).breaches == ()
    found = judged(commands, *answers).breaches
    return found[0].rules[0] if found else "nothing"


def refused(reason: ReasonCode, family: ErrorFamily = ErrorFamily.JMS_EXCEPTION) -> Refused:
    return Refused(reason=int(reason), family=family)


FAILURE = refused(ReasonCode.PUBLICATION_FAILURE)
NOT_DELAYED = publisher(0)
GET = ReceivePublication("a")
LATE = ReceivePublication("late")
OVERRIDDEN = TopicDestination("PRICES", DestinationPersistence.PERSISTENT)
TWO = (topic(), subscribe("a"), subscribe("b", Durability.DURABLE), *publisher(), published())
ONE_QUEUE = (topic(), *to_queue(), *publisher())
FAILING = (*ONE_QUEUE, DefineLocalQueue("R"))
HARMED = (AlterQueue("ALL", INHIBITED), AFTER)
BEHIND = (
    *(DefineQueueManager("QM2"), JoinHierarchy("QM1", "QM2"), OpenSession("there", queue_manager="QM2")),
    *(topic(), Subscribe("a", "PRICES", session="there"), Subscribe("b", "PRICES", session="there")),
    *(Advance(1), *publisher(), published()),
)


@pytest.mark.parametrize(
    ("rule", "commands", "answers"),
    [
        ("DD-76", (*TWO, subscribe("late"), AFTER, LATE), (FOUND,)),
        ("DD-116", (*TWO, ReadDepth(STAGING_QUEUE)), (DepthRead(1),)),
        ("DD-116", (topic(), *publisher(), published(), ReadDepth(STAGING_QUEUE)), (DepthRead(1),)),
        ("DD-117", (*TWO, GET), (FOUND,)),
        ("DD-115", (*TWO, AFTER, GET), (EMPTY,)),
        ("DD-115", (*TWO, AFTER, *(GET,) * 2), (None, FOUND)),
        ("DD-116", (*TWO, Unsubscribe("a"), ReadDepth(STAGING_QUEUE)), (DepthRead(1),)),
        ("DD-106", (*TWO, Unsubscribe("b"), AFTER, ReadDepth(STAGING_QUEUE)), (DepthRead(1),)),
        (
            "DD-106",
            (SetDeadLetterQueue(DLQ), *TWO, Unsubscribe("b"), AFTER, Receive(DLQ)),
            (FOUND,),
        ),
        ("DD-107", (*TWO, CloseSubscriber("a"), AFTER, ReadDepth(STAGING_QUEUE)), (DepthRead(1),)),
        (
            "DD-107",
            (SetDeadLetterQueue(DLQ), *TWO, CloseSubscriber("a"), AFTER, ReadDepth(DLQ)),
            (DepthRead(1),),
        ),
        (
            "DD-107",
            (*TWO, CloseSubscriber("b"), AFTER, subscribe("b", Durability.DURABLE), ReceivePublication("b")),
            (EMPTY,),
        ),
        (
            "DD-108",
            (
                *(topic(), DefineLocalQueue("R"), subscribe("a"), *publisher()),
                *(published(report=EXCEPTION, reply_to="R"), CloseSubscriber("a"), AFTER, Receive("R")),
            ),
            (EMPTY,),
        ),
        (
            "DD-100",
            (
                *(topic(), DefineLocalQueue("R"), subscribe("a"), *publisher()),
                *(published(report=EXCEPTION, reply_to="R"), CloseSubscriber("a"), ReadDepth("R")),
            ),
            (DepthRead(1),),
        ),
        ("DD-109", (*ONE_QUEUE, published(), *HARMED, ReadDepth(STAGING_QUEUE)), (DepthRead(1),)),
        (
            "DD-109",
            (
                *(*ONE_QUEUE, published(), *HARMED, AlterQueue("ALL", AttributeChanges(put=Switch.ENABLED))),
                *(Advance(7_200_000), Receive("ALL")),
            ),
            (FOUND,),
        ),
        (
            "DD-123",
            (SetDeadLetterQueue(DLQ), *ONE_QUEUE, published(), *HARMED, Receive(DLQ)),
            (EMPTY,),
        ),
        (
            "DD-123",
            (
                *(SetDeadLetterQueue(DLQ), *FAILING, published(report=EXCEPTION, reply_to="R"), *HARMED),
                Receive("R"),
            ),
            (EMPTY,),
        ),
        (
            "X-52",
            (
                topic(),
                *to_queue(),
                subscribe("a"),
                *publisher(),
                published(),
                *HARMED,
                GET,
            ),
            (EMPTY,),
        ),
        ("DD-122", (topic(ALL), subscribe("a"), *publisher(), published()), (Sent(),)),
        ("DD-122", (topic(ALLDUR), subscribe("a"), *publisher(), published()), (refused(ReasonCode.Q_FULL),)),
        (
            "DD-122",
            (
                *(topic(ALLAVAIL, ALL), subscribe("a"), *publisher()),
                *(SetDeliveryMode("p", DeliveryMode.NON_PERSISTENT), published()),
            ),
            (Sent(),),
        ),
        (
            "DD-120",
            (topic(), subscribe("a"), *publisher(), published()),
            (FAILURE,),
        ),
        (
            "DD-121",
            (
                *(topic(), subscribe("a"), *publisher()),
                *(SetDeliveryMode("p", DeliveryMode.NON_PERSISTENT), published()),
            ),
            (FAILURE,),
        ),
        (
            "X-30",
            (
                *(topic(ALL), subscribe("a"), CreateProducer("p"), SetDeliveryDelay("p", 3000)),
                SetDeliveryMode("p", DeliveryMode.NON_PERSISTENT),
                Send(
                    "p",
                    OutgoingMessage("price"),
                    topic=OVERRIDDEN,
                ),
            ),
            (Sent(),),
        ),
        (
            "DD-124",
            (topic(ALL, ALL), subscribe("a"), *NOT_DELAYED, published()),
            (FAILURE,),
        ),
        (
            "DD-124",
            (topic(ALL, ALL), subscribe("a"), *NOT_DELAYED, published(), GET),
            (EMPTY,),
        ),
        ("DD-33", (topic(), subscribe("a"), *publisher(), published(retained=RETAINED)), (Sent(),)),
        (
            "DD-33",
            (
                topic(),
                subscribe("a"),
                *publisher(),
                published(retained=RETAINED),
                AFTER,
                GET,
            ),
            (FOUND,),
        ),
        (
            "DD-34",
            (topic(), *NOT_DELAYED, published(retained=RETAINED)),
            (refused(ReasonCode.OPTIONS_ERROR),),
        ),
        ("DD-34", (topic(), subscribe("a"), *publisher(), published()), (refused(ReasonCode.OPTIONS_ERROR),)),
        ("DD-118", (*BEHIND, GET), (FOUND,)),
        ("DD-118", (*BEHIND, AFTER, Advance(1), ReceivePublication("b")), (EMPTY,)),
        ("DD-116", (*BEHIND, ReadDepth(STAGING_QUEUE)), (DepthRead(2),)),
        ("DD-76", (*BEHIND, Subscribe("late", "PRICES"), AFTER, LATE), (FOUND,)),
    ],
)
def test_a_wrong_answer_is_blamed_on_its_rule(
    rule: str, commands: tuple[Command, ...], answers: tuple[Outcome | None, ...]
) -> None:
    assert blamed(commands, *answers) == rule


@pytest.mark.parametrize(
    ("commands", "answers"),
    [
        # the attribute of the other persistence, and what is inherited (DD-121, DD-122)
        (
            (topic(ALLAVAIL, ALL), subscribe("a"), *publisher(), published()),
            (FAILURE,),
        ),
        (
            (topic(ASPARENT, ALL), subscribe("a"), *publisher(), published()),
            (FAILURE,),
        ),
        ((subscribe("a"), *publisher(), published()), (FAILURE,)),
        # nobody is subscribed
        ((topic(ALL), *publisher(), published()), (FAILURE,)),
        # a queue that takes nothing at the send already
        (
            (*ONE_QUEUE, AlterQueue("ALL", INHIBITED), published(), ReadDepth(STAGING_QUEUE)),
            (refused(ReasonCode.PUT_INHIBITED), DepthRead(0)),
        ),
        # a report about what the dead-letter queue did not take
        (
            (*FAILING, published(report=EXCEPTION, reply_to="R"), *HARMED, Receive("R")),
            (ABOUT,),
        ),
        # a report about a silently discarded copy that is dropped instead of dead-lettered
        (
            (
                *(SetDeadLetterQueue(DLQ), topic(), DefineLocalQueue("R"), AlterQueue("R", INHIBITED)),
                *(subscribe("a"), *publisher(), published(report=EXCEPTION, reply_to="R"), Unsubscribe("a")),
                *(AFTER, ReadDepth(STAGING_QUEUE), ReadDepth(DLQ)),
            ),
            (DepthRead(0), DepthRead(0)),
        ),
        # a late subscriber of another queue manager (DD-119)
        (
            (
                *BEHIND,
                Subscribe("late", "PRICES", session="there"),
                AFTER,
                Advance(1),
                LATE,
            ),
            (FOUND,),
        ),
        # a retained publication that a new subscriber does not get: no rule speaks of it
        (
            (topic(), *NOT_DELAYED, published(retained=RETAINED), subscribe("a"), GET),
            (EMPTY,),
        ),
    ],
)
def test_another_documented_answer_is_right(
    commands: tuple[Command, ...], answers: tuple[Outcome | None, ...]
) -> None:
    judgement = judged(commands, *answers)
    assert judgement.breaches == ()
    assert judgement.indeterminate == ""


SEVERAL_FAIL = (
    *(SetDeadLetterQueue(DLQ), topic(), DefineLocalQueue("R"), *to_queue("ONE"), *to_queue("TWO")),
    *(*publisher(), published(report=EXCEPTION, reply_to="R")),
    *(AlterQueue("ONE", INHIBITED), AlterQueue("TWO", INHIBITED), AFTER),
)


@pytest.mark.parametrize("number", [1, 2])
def test_one_report_or_one_for_each_copy_is_right(number: int) -> None:
    assert judged((*SEVERAL_FAIL, ReadDepth("R")), DepthRead(number)).breaches == ()
    reports = (ABOUT,) * number + (EMPTY,) * (2 - number)
    assert judged((*SEVERAL_FAIL, Receive("R"), Receive("R")), *reports).breaches == ()


@pytest.mark.parametrize("number", [0, 3])
def test_no_report_and_more_than_there_are_copies_is_wrong(number: int) -> None:
    rules = judged((*SEVERAL_FAIL, ReadDepth("R")), DepthRead(number)).breaches[0].rules
    assert rules[0] in {"DD-123", "DD-100"}


def test_any_of_two_copies_may_be_recalled() -> None:
    """Staged copies look alike, so that either subscriber may be the one that gets nothing."""
    recalled = (*TWO, Receive(STAGING_QUEUE), AFTER, GET, ReceivePublication("b"))
    for answers in ((FOUND, EMPTY), (EMPTY, FOUND)):
        assert judged(recalled, *answers).breaches == ()
    for answers in ((FOUND, FOUND), (EMPTY, EMPTY)):
        assert judged(recalled, *answers).breaches != ()


def transacted(*commands: Command) -> tuple[Command, ...]:
    opened = OpenSession("session", Acknowledgement.TRANSACTED)
    return (topic(ALL), subscribe("a"), opened, *publisher(), *commands)


def test_a_publish_in_a_unit_of_work_may_fail_at_the_commit_but_not_later() -> None:
    commands = transacted(published(), Commit("session"), Browse(STAGING_QUEUE))
    assert judged(commands, FAILURE, Done(), Browsed(())).breaches == ()
    assert judged(commands, Sent(), FAILURE, Browsed(())).breaches == ()
    assert judged(commands, Sent(), Done(), Browsed(())).breaches[0].rules[0] == "DD-122"
    assert judged(commands, Sent(), refused(ReasonCode.Q_FULL), None).breaches[0].rules[0] == "DD-122"


def test_nothing_is_said_of_a_subscription_that_is_made_again() -> None:
    again = (*TWO, Unsubscribe("a"), subscribe("a"), AFTER, GET)
    for answer in (FOUND, EMPTY):
        found = judged(again, answer)
        assert (found.breaches, bool(found.indeterminate)) == ((), True)


def test_a_publication_counts_once_for_each_subscription() -> None:
    """X-54: two copies are two messages, and a third would be one too many."""
    commands = (topic(), *to_queue("ONE"), *to_queue("TWO"), *publisher(), published(), AFTER)
    trace = run_commands(
        Reference(), (*commands, ReadDepth("ONE"), ReadDepth("TWO"), ReadDepth(STAGING_QUEUE))
    )
    assert observed(trace).breaches == ()
    more = replace(trace.steps[-1], outcome=DepthRead(1))
    assert observed(replace(trace, steps=(*trace.steps[:-1], more))).breaches != ()


def test_queues_and_topics_of_one_name_are_two_places() -> None:
    commands = (DefineLocalQueue("PRICES"), topic(), subscribe("a"), *NOT_DELAYED, published())
    to_the_queue = (CreateProducer("q"), Send("q", OutgoingMessage("m"), QueueDestination("PRICES")))
    looks = (Receive("PRICES"), Receive("PRICES"), GET, GET)
    trace = run_commands(Reference(), (*commands, *to_the_queue, *looks))
    assert [body(step.outcome) for step in trace.steps[-4:]] == ["m", None, "price", None]
    assert judge_trace(trace).breaches == ()


def body(outcome: Outcome) -> object:
    return outcome.message.body if isinstance(outcome, MessageReturned) else None
