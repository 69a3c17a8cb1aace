"""Where no rule speaks of an answer the judge goes on behind it: with what it still knows.

Each time the other side is tried as well: a fault in what follows is blamed, and no documented or
undocumented answer is.
"""

import pytest
from by_hand import SENT, blamed, browsed, delayed_send, fine, judged, played, returned

from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Advance,
    AlterQueue,
    Browse,
    Command,
    Commit,
    Connect,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    DeleteQueue,
    EndQueueManager,
    GetMode,
    MqBackout,
    MqCommit,
    MqGet,
    MqPut,
    OpenSession,
    ReadDepth,
    Receive,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetPriority,
    SetTimeToLive,
    StartQueueManager,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, ReasonCode, Report
from mqtck.reference.vocabulary.environment import DefineImsBridgeQueue, SetEnforcementVariable
from mqtck.reference.vocabulary.messages import (
    DelayHeader,
    OutgoingMessage,
    PutDescriptor,
    QueueDestination,
    SeenMessage,
)
from mqtck.reference.vocabulary.outcomes import (
    Browsed,
    DepthRead,
    Done,
    ErrorFamily,
    NoMessage,
    Outcome,
    Refused,
    SampleDefinitionRead,
    Sent,
)
from mqtck.reference.vocabulary.publications import (
    CloseSubscriber,
    DefineSubscription,
    DefineTopic,
    DeleteTopic,
    Durability,
    Subscribe,
    Unsubscribe,
)
from mqtck.reference.vocabulary.queue_attributes import AttributeChanges, QueueAttributes
from mqtck.reference.vocabulary.zos import MigrateBack, OperationMode, ReadSampleDefinition, SetOperationMode

REFUSED = Refused(reason=None, family=ErrorFamily.OTHER)
OF_JMS = Refused(reason=None, family=ErrorFamily.JMS_EXCEPTION)
NOTHING = NoMessage()
Q = DefineLocalQueue("Q")
ALIVE = PutDescriptor(expiry=6000)
DUE = (Advance(3001), Receive("Q"))
TRANSACTED = OpenSession("s", Acknowledgement.TRANSACTED)


def with_a_fault_behind(*commands: Command) -> tuple[Command, ...]:
    """A delayed message behind these commands, and the get that must find it."""
    return (*commands, *delayed_send("Q", 3000), *DUE)


@pytest.mark.parametrize(
    "command",
    [
        Q,
        DefineAliasQueue("Q", "OTHER"),
        DefineRemoteQueue("Q", "OTHER", "QM2", "X"),
        DefineImsBridgeQueue("Q"),
        AlterQueue("Q", AttributeChanges(max_depth=0)),
        SetDeadLetterQueue("DLQ"),
        DefineQueueManager("QM1"),
        StartQueueManager(),
        SetOperationMode(OperationMode.NEW_FUNCTION),
        MigrateBack(DefineQueueManager("QM2").version),
        SetEnforcementVariable("x"),
        DefineTopic("T", "PRICES"),
        DeleteTopic("T"),
        DefineSubscription("all", "PRICES", "Q"),
        Subscribe("a", "PRICES"),
        CloseSubscriber("a"),
        Unsubscribe("a"),
        EndQueueManager("QM9"),
        Browse("Q", queue_manager="QM9"),
    ],
    ids=lambda command: type(command).__name__,
)
def test_whoever_refuses_a_fixture_has_done_nothing(command: Command) -> None:
    trace = played(*with_a_fault_behind(Q, command))
    plain = played(*with_a_fault_behind(Q, Advance(0)))
    answers: dict[int, Outcome] = {1: REFUSED, -1: plain.steps[-1].outcome, -3: plain.steps[-3].outcome}
    assert fine(trace, answers)
    assert blamed(trace, {**answers, -1: NOTHING}) == ("DD-10",)


@pytest.mark.parametrize("command", [EndQueueManager(), Connect("c")], ids=["end", "connect"])
def test_of_what_takes_steps_some_may_be_done(command: Command) -> None:
    trace = played(Q, Connect("c", "QM1"), *with_a_fault_behind(command))
    judgement = judged(trace, {2: REFUSED, -1: NOTHING})
    assert bool(judgement.indeterminate) is isinstance(command, EndQueueManager)
    assert bool(judgement.breaches) is isinstance(command, Connect)


def test_a_refusal_that_no_rule_speaks_of_is_alone_in_not_being_judged() -> None:
    trace = played(*with_a_fault_behind(Q, CreateProducer("p"), SetPriority("p", 5)))
    judgement = judged(trace, {2: OF_JMS})
    assert judgement.breaches == ()
    assert judgement.indeterminate.startswith("step 3 alone: no rule speaks of this answer")
    assert blamed(trace, {2: OF_JMS, -1: NOTHING}) == ("DD-10",)


LOOKS: dict[str, tuple[Command, str]] = {
    "receive": (Receive("Q"), ""),
    "browse by a get": (MqGet("Q", GetMode.BROWSE_FIRST), "DD-10"),
    "browse": (Browse("Q"), "DD-10"),
}


@pytest.mark.parametrize(("look", "rule"), LOOKS.values(), ids=LOOKS)
def test_whoever_refuses_a_look_has_taken_nothing_but_perhaps_by_a_get(look: Command, rule: str) -> None:
    trace = played(*with_a_fault_behind(Q, look))
    judgement = judged(trace, {1: OF_JMS, -1: NOTHING})
    assert [found.rules[0] for found in judgement.breaches] == ([rule] if rule else [])
    assert judgement.indeterminate


def test_a_sample_that_nobody_has_to_supply_is_recorded() -> None:
    trace = played(*with_a_fault_behind(Q, ReadSampleDefinition()))
    assert fine(trace, {1: SampleDefinitionRead()})


def test_a_negative_time_to_live_may_be_refused_for_any_reason() -> None:
    trace = played(CreateProducer("p"), SetDeliveryDelay("p", 3000), SetTimeToLive("p", -1))
    assert fine(trace, {-1: OF_JMS})


# --- sessions and connections that are opened again ---------------------------------------------------------


AGAIN: dict[str, tuple[OpenSession, set[int]]] = {
    "as it was": (OpenSession("s"), {1}),
    "transacted": (TRANSACTED, {0, 1}),
    "on another queue manager": (OpenSession("s", queue_manager="QM2"), {0, 1}),
}


@pytest.mark.parametrize(("again", "depths"), AGAIN.values(), ids=AGAIN)
def test_a_producer_of_a_session_that_was_opened_again_lives_on_or_not(
    again: OpenSession, depths: set[int]
) -> None:
    queues = (DefineQueueManager("QM2"), Q, DefineLocalQueue("Q", queue_manager="QM2"))
    begun = (*queues, CreateProducer("p", session="s"), again, SetDeliveryDelay("p", 3000))
    send = Send("p", OutgoingMessage("m1"), QueueDestination("Q"))
    trace = played(*begun, send, Advance(3001), ReadDepth("Q"))
    assert fine(trace, {5: OF_JMS, 6: OF_JMS})
    for depth in (0, 1):
        found = judged(trace, {5: Done(), 6: Sent(), -1: DepthRead(depth)})
        assert bool(found.breaches) is (depth not in depths)
        assert not found.indeterminate


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("later", [0, 1])
def test_what_a_connection_leaves_in_a_unit_of_work_may_be_ended_at_any_time(first: int, later: int) -> None:
    put = MqPut("Q", OutgoingMessage("m1"), syncpoint=Syncpoint.WITHIN, connection="c")
    again = (Connect("c"), MqCommit("c"), ReadDepth("Q"), Advance(1000), Browse("Q"))
    trace = played(Q, put, *again, *with_a_fault_behind(DefineLocalQueue("Q2"))[:-1], ReadDepth("Q"))
    shown = browsed("m1") if later else Browsed(())
    answers: dict[int, Outcome] = {4: DepthRead(first), 6: shown, -1: DepthRead(1 + later)}
    assert fine(trace, answers)
    assert judged(trace, {**answers, -1: DepthRead(3)}).breaches


def test_what_is_seen_of_a_unit_of_work_that_was_left_is_there_from_then_on() -> None:
    put = MqPut("Q", OutgoingMessage("m1"), ALIVE, Syncpoint.WITHIN, "c")
    trace = played(Q, put, Connect("c"), Browse("Q"), Browse("Q"))
    assert fine(trace, {3: browsed("m1"), 4: browsed("m1")})
    assert not fine(trace, {3: browsed("m1"), 4: Browsed(())})


def test_what_is_got_in_a_unit_of_work_that_was_left_is_back_or_not() -> None:
    get = MqGet("Q", syncpoint=Syncpoint.WITHIN, connection="c")
    put = MqPut("Q", OutgoingMessage("m1"), ALIVE)
    trace = played(Q, put, get, Connect("c"), Browse("Q"), Advance(1), Browse("Q"))
    for first, second in ((Browsed(()), Browsed(())), (Browsed(()), browsed("m1")), (browsed("m1"),) * 2):
        assert fine(trace, {4: first, 6: second})
    assert not fine(trace, {4: browsed("m1"), 6: Browsed(())})


def test_of_a_unit_of_work_with_delayed_messages_that_is_left_too_much_is_open() -> None:
    begun = (Q, TRANSACTED, *delayed_send("Q", 3000, "s"), TRANSACTED, Commit("s"), *DUE)
    for answer in (NOTHING, returned()):
        found = judged(played(*begun), {-1: answer})
        assert found.breaches == ()
        assert "unit of work" in found.indeterminate


UNDER = MqGet("Q", GetMode.UNDER_CURSOR, connection="c")
LOCKED = (Q, MqPut("Q", OutgoingMessage("m1")), MqGet("Q", GetMode.BROWSE_FIRST_AND_LOCK, connection="c"))
NOT_UNDER = NoMessage(reason=int(ReasonCode.NO_MSG_UNDER_CURSOR))


def test_a_cursor_of_a_connection_that_was_opened_again_may_be_gone() -> None:
    trace = played(*LOCKED, Connect("c"), UNDER)
    assert fine(trace)
    assert fine(trace, {-1: NOT_UNDER})
    assert not fine(played(*LOCKED, UNDER), {-1: NOT_UNDER})


def test_its_lock_may_be_gone() -> None:
    trace = played(*LOCKED, Connect("c"), MqGet("Q", connection="d"))
    assert fine(trace, {-1: returned()})
    assert fine(trace, {-1: NoMessage(reason=int(ReasonCode.NO_MSG_AVAILABLE))})


def test_whether_a_cursor_stands_on_a_message_that_is_back_is_open() -> None:
    held = MqGet("Q", GetMode.UNDER_CURSOR, syncpoint=Syncpoint.WITHIN, connection="c")
    trace = played(*LOCKED, held, MqBackout("c"), UNDER)
    assert fine(trace)
    assert fine(trace, {-1: NOT_UNDER})


def test_the_subscribers_of_a_session_that_is_opened_again_are_closed_or_not() -> None:
    begun = (DefineTopic("T", "PRICES"), Subscribe("a", "PRICES", Durability.DURABLE, "s"), OpenSession("s"))
    trace = played(*begun, CloseSubscriber("a"))
    assert fine(trace)
    assert fine(trace, {-1: OF_JMS})


# --- staging queues that hold something else ---------------------------------------------------------------

BY_HAND = MqPut(STAGING_QUEUE, OutgoingMessage("by hand"))
PLAIN = SeenMessage(body="by hand", delay_header=DelayHeader.ABSENT)
LED_THERE: dict[str, tuple[Command, ...]] = {
    "put": (BY_HAND,),
    "put through an alias": (DefineAliasQueue("A", STAGING_QUEUE), MqPut("A", BY_HAND.message)),
    "report": (
        Q,
        MqPut("Q", OutgoingMessage("m2", report=int(Report.COA), reply_to=STAGING_QUEUE)),
        MqGet("Q"),
    ),
}


@pytest.mark.parametrize("led", LED_THERE.values(), ids=LED_THERE)
def test_what_becomes_of_what_nobody_has_delayed_on_the_staging_queue_is_open(
    led: tuple[Command, ...],
) -> None:
    more = (Browse(STAGING_QUEUE), Advance(3001), ReadDepth(STAGING_QUEUE), Browse("Q"))
    trace = played(Q, *led, *delayed_send("Q", 3000), *more)
    for shown in (Browsed((PLAIN,)), Browsed(()), browsed("m1")):
        for depth in (0, 1, 2):
            for found in (Browsed(()), browsed("m1")):
                assert judged(trace, {-4: shown, -2: DepthRead(depth), -1: found}).breaches == ()
    assert fine(trace, {-5: OF_JMS, -4: Browsed(()), -2: DepthRead(1), -1: Browsed(())})


def test_it_may_turn_up_on_the_dead_letter_queue() -> None:
    begun = (DefineLocalQueue("DLQ"), SetDeadLetterQueue("DLQ"), BY_HAND, Advance(3001), Browse("DLQ"))
    trace = played(*begun, ReadDepth("DLQ"))
    assert judged(trace, {-2: Browsed((PLAIN,)), -1: DepthRead(1)}).breaches == ()


def test_what_is_not_delayed_is_judged_beside_it() -> None:
    short = QueueAttributes(max_depth=0)
    trace = played(Q, BY_HAND, DefineLocalQueue("FULL", short), MqPut("FULL", OutgoingMessage("m1")))
    assert fine(trace)
    assert blamed(trace, {-1: SENT}) == ("EX-35",)


def test_without_its_staging_queue_a_queue_manager_may_refuse_what_is_delayed() -> None:
    trace = played(Q, DeleteQueue(STAGING_QUEUE), *delayed_send("Q", 3000), *DUE)
    assert fine(trace, {-3: OF_JMS, -1: NOTHING})
    assert judged(trace, {-3: SENT, -1: NOTHING}).breaches == ()


# --- subscriptions -----------------------------------------------------------------------------------------


def test_a_subscription_made_anew_is_judged_where_nothing_of_the_former_is_on_its_way() -> None:
    again = (Subscribe("a", "PRICES"), Unsubscribe("a"), Subscribe("a", "PRICES"))
    trace = played(Q, DefineTopic("T", "PRICES"), *again, *delayed_send("Q", 3000), *DUE)
    assert fine(trace)
    assert blamed(trace, {-1: NOTHING}) == ("DD-10",)
