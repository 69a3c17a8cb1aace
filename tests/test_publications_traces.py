"""Publish/subscribe in traces: wrong answers are blamed, other documented ones are not.

A wrong trace is one of the reference with one answer changed; a right variant is one in which another of
the documented answers is given.
"""

import pytest
from msgspec.structs import replace
from prices import (
    AFTER,
    ALL,
    ALLAVAIL,
    ALLDUR,
    ASPARENT,
    DEAD_LETTERS,
    EMPTY,
    EXCEPTION,
    FAILURE,
    FOUND,
    GET,
    INHIBITED,
    NOT_DELAYED,
    RETAINED,
    blamed,
    judged,
    published,
    publisher,
    refused,
    subscribe,
    to_queue,
    topic,
)

from mqtck.adapters.reference import Reference
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.judge import judge_trace
from mqtck.conformance.judging.observer import observed
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
    STAGING_QUEUE,
    DeliveryMode,
    DestinationPersistence,
    ReasonCode,
)
from mqtck.reference.vocabulary.messages import (
    Descriptor,
    OutgoingMessage,
    QueueDestination,
    SeenMessage,
    TopicDestination,
)
from mqtck.reference.vocabulary.outcomes import Browsed, DepthRead, Done, MessageReturned, Outcome, Sent
from mqtck.reference.vocabulary.publications import (
    CloseSubscriber,
    Durability,
    JoinHierarchy,
    ReceivePublication,
    Subscribe,
    Unsubscribe,
)

ABOUT = MessageReturned(
    SeenMessage(body="", descriptor=Descriptor(message_type=4, feedback=int(ReasonCode.PUT_INHIBITED)))
)


DEAD_LETTERED = (DefineLocalQueue(DEAD_LETTERS), SetDeadLetterQueue(DEAD_LETTERS))
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
            (*DEAD_LETTERED, *TWO, Unsubscribe("b"), AFTER, Receive(DEAD_LETTERS)),
            (FOUND,),
        ),
        ("DD-107", (*TWO, CloseSubscriber("a"), AFTER, ReadDepth(STAGING_QUEUE)), (DepthRead(1),)),
        (
            "DD-107",
            (*DEAD_LETTERED, *TWO, CloseSubscriber("a"), AFTER, ReadDepth(DEAD_LETTERS)),
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
            (*DEAD_LETTERED, *ONE_QUEUE, published(), *HARMED, Receive(DEAD_LETTERS)),
            (EMPTY,),
        ),
        (
            "DD-123",
            (
                *(
                    *DEAD_LETTERED,
                    *FAILING,
                    published(report=EXCEPTION, reply_to="R"),
                    *HARMED,
                ),
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
                *(
                    *DEAD_LETTERED,
                    topic(),
                    DefineLocalQueue("R"),
                    AlterQueue("R", INHIBITED),
                ),
                *(subscribe("a"), *publisher(), published(report=EXCEPTION, reply_to="R"), Unsubscribe("a")),
                *(AFTER, ReadDepth(STAGING_QUEUE), ReadDepth(DEAD_LETTERS)),
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
    *(*DEAD_LETTERED, topic(), DefineLocalQueue("R"), *to_queue("ONE"), *to_queue("TWO")),
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
