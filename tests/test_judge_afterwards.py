"""What the judge makes of what follows a breach: one fault is not held against several rules."""

from msgspec.structs import replace

from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.judge import Judgement, judge_trace
from mqtck.conformance.mutants.registry import all_mutants, mutant_adapter
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
    MatchCorrelationId,
    MqGet,
    OpenSession,
    ReadDepth,
    Receive,
    Rollback,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetPriority,
    SetTimeToLive,
    Switch,
)
from mqtck.reference.vocabulary.constants import Report
from mqtck.reference.vocabulary.messages import (
    JmsHeader,
    OutgoingMessage,
    QueueDestination,
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
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.publications import ReceivePublication, Subscribe
from mqtck.reference.vocabulary.traces import FORMAT_VERSION, Step, Trace, TraceHead

PRICE = MessageReturned(SeenMessage(body="price-1"))
UNKNOWN = Refused(reason=None, family=ErrorFamily.JMS_EXCEPTION, text="not supported")


def judged(*calls: tuple[Command, Outcome]) -> Judgement:
    """What is said of calls of which none but Advance takes time."""
    head = TraceHead(mqtck_trace=FORMAT_VERSION, adapter="by hand", clock=ClockKind.VIRTUAL)
    steps: list[Step] = []
    now = 0
    for command, outcome in calls:
        began, now = now, now + (command.milliseconds if isinstance(command, Advance) else 0)
        steps.append(Step(command, outcome, began, now))
    return judge_trace(Trace(head, tuple(steps)))


def blamed(*calls: tuple[Command, Outcome]) -> list[str]:
    """The first rules of all breaches, where everything was decided."""
    judgement = judged(*calls)
    assert judgement.indeterminate == ""
    return [breach.rules[0] for breach in judgement.breaches]


def send(label: str, producer: str = "p") -> tuple[Command, Outcome]:
    return Send(producer, OutgoingMessage(label), QueueDestination("ORDERS")), Sent()


def test_a_setter_that_was_refused_against_a_rule_has_no_effect() -> None:
    """A second fault, that the sender does not get its own message (DD-41), does not make the delay count."""
    found = blamed(
        (DefineLocalQueue("ORDERS"), Done()),
        (OpenSession("tx", Acknowledgement.TRANSACTED), Done()),
        (CreateProducer("p", session="tx"), Done()),
        (SetDeliveryDelay("p", 2500), UNKNOWN),
        send("order-1"),
        (Receive("ORDERS", "tx"), NoMessage()),
        (Commit("tx"), Done()),
        (ReadDepth("ORDERS"), DepthRead(1)),
        (Receive("ORDERS"), MessageReturned(SeenMessage(body="order-1"))),
    )
    assert found == ["DD-28", "DD-41"]


def test_a_message_that_was_passed_over_and_comes_later_was_alive() -> None:
    """Its life is so short that it may have been over, until it is returned: no expired one was returned."""
    found = blamed(
        (DefineLocalQueue("ORDERS"), Done()),
        (CreateProducer("p"), Done()),
        (SetTimeToLive("p", 300), Done()),
        send("order-1"),
        (CreateProducer("q"), Done()),
        send("order-2", "q"),
        (Receive("ORDERS"), MessageReturned(SeenMessage(body="order-2"))),
        (Receive("ORDERS"), MessageReturned(SeenMessage(body="order-1"))),
    )
    assert found == ["EX-15"]


def test_a_message_that_was_hidden_is_no_second_one_when_it_is_shown() -> None:
    found = blamed(
        (DefineLocalQueue("ORDERS"), Done()),
        (CreateProducer("p"), Done()),
        send("order-1"),
        (Browse("ORDERS"), Browsed(())),
        (Browse("ORDERS"), Browsed((SeenMessage(body="order-1"),))),
        (Receive("ORDERS"), MessageReturned(SeenMessage(body="order-1"))),
        (Receive("ORDERS"), NoMessage()),
    )
    assert found == ["DD-08"]


def test_a_staged_message_that_a_match_did_not_find_is_staged_and_delivered_all_the_same() -> None:
    """That its correlation id does not find it is one fault: it was there, and nothing is lost or doubled."""
    staging = "SYSTEM.DDELAY.LOCAL.QUEUE"
    order = SeenMessage(body="order-1")
    recall = MqGet(staging, match=MatchCorrelationId("order-1"))
    judgement = judged(
        (DefineLocalQueue("ORDERS"), Done()),
        (CreateProducer("p"), Done()),
        (SetDeliveryDelay("p", 1000), Done()),
        (send("order-1")[0], Sent(header=JmsHeader(message_id=f"ID:{1:048x}"))),
        (recall, NoMessage()),
        (Browse(staging), Browsed((order,))),
        (ReadDepth(staging), DepthRead(1)),
        (Advance(2000), Done()),
        (Browse(staging), Browsed(())),
        (Receive("ORDERS"), MessageReturned(order)),
        (Receive("ORDERS"), NoMessage()),
    )
    assert [breach.rules[0] for breach in judgement.breaches] == ["DD-61"]
    assert judgement.indeterminate == ""


def test_a_message_that_was_hidden_keeps_its_place_before_later_ones() -> None:
    """The later one may soon be over its life, but it is not passed over by the one that was hidden."""
    found = blamed(
        (DefineLocalQueue("ORDERS"), Done()),
        (CreateProducer("p"), Done()),
        send("order-1"),
        (Browse("ORDERS"), Browsed(())),
        (SetTimeToLive("p", 1000), Done()),
        send("order-2"),
        (Receive("ORDERS"), MessageReturned(SeenMessage(body="order-1"))),
        (Receive("ORDERS"), MessageReturned(SeenMessage(body="order-2"))),
    )
    assert found == ["DD-08"]


def test_a_copy_that_was_passed_over_and_comes_later_was_alive() -> None:
    """As for queues: no expired one is returned, an earlier one was passed over."""
    topic = TopicDestination("PRICES")
    found = blamed(
        (Subscribe("alice", "PRICES"), Done()),
        (CreateProducer("p", topic=topic), Done()),
        (SetPriority("p", 9), Done()),
        (SetTimeToLive("p", 1000), Done()),
        (Send("p", OutgoingMessage("price-1")), Sent()),
        (SetPriority("p", 4), Done()),
        (SetTimeToLive("p", 0), Done()),
        (Send("p", OutgoingMessage("price-2")), Sent()),
        (ReceivePublication("alice"), MessageReturned(SeenMessage(body="price-2"))),
        (ReceivePublication("alice"), MessageReturned(SeenMessage(body="price-1"))),
    )
    assert found == ["EX-16"]


def test_a_depth_that_counts_what_was_hidden_is_not_judged() -> None:
    judgement = judged(
        (DefineLocalQueue("ORDERS"), Done()),
        (CreateProducer("p"), Done()),
        (SetDeliveryDelay("p", 1000), Done()),
        send("order-1"),
        (SetDeliveryDelay("p", 0), Done()),
        send("order-2"),
        (Browse("ORDERS"), Browsed(())),
        (ReadDepth("ORDERS"), DepthRead(1)),
    )
    assert [breach.rules[0] for breach in judgement.breaches] == ["DD-08"]
    assert "depth" in judgement.indeterminate


def stays_open(*calls: tuple[Command, Outcome]) -> list[str]:
    """The first rules of all breaches up to where nothing tells any more what must be."""
    judgement = judged(*calls)
    assert "a queue that is not there" in judgement.indeterminate
    return [breach.rules[0] for breach in judgement.breaches]


def test_what_was_accepted_for_a_queue_that_is_not_there_may_come_to_it_later() -> None:
    """The queue was there all the time for a broker that makes one for each send."""
    comes_later: tuple[tuple[Command, Outcome], ...] = (
        (DefineLocalQueue("ORDERS"), Done()),
        (Advance(2000), Done()),
        (ReadDepth("ORDERS"), DepthRead(1)),
        (Receive("ORDERS"), MessageReturned(SeenMessage(body="order-1"))),
    )
    found = stays_open(
        (CreateProducer("p"), Done()),
        (SetDeliveryDelay("p", 2000), Done()),
        send("order-1"),
        *comes_later,
    )
    assert found == ["DD-75"]
    found = stays_open(
        (OpenSession("tx", Acknowledgement.TRANSACTED), Done()),
        (CreateProducer("p", session="tx"), Done()),
        (SetDeliveryDelay("p", 2000), Done()),
        send("order-1"),
        (Commit("tx"), Done()),
        *comes_later[:1],
        send("order-2"),
        (Rollback("tx"), Done()),
        *comes_later[1:],
    )
    assert found == ["DD-75"]


def wrongly_returned_in_a_unit_of_work(*afterwards: tuple[Command, Outcome]) -> list[str]:
    """Bob subscribes after the publish, and gets it all the same."""
    return blamed(
        (CreateProducer("p", topic=TopicDestination("PRICES")), Done()),
        (SetDeliveryDelay("p", 1000), Done()),
        (Subscribe("alice", "PRICES"), Done()),
        (Send("p", OutgoingMessage("price-1")), Sent()),
        (OpenSession("tx", Acknowledgement.TRANSACTED), Done()),
        (Subscribe("bob", "PRICES", session="tx"), Done()),
        (Advance(2000), Done()),
        (ReceivePublication("bob"), PRICE),
        *afterwards,
        (ReceivePublication("alice"), PRICE),
    )


def test_what_was_returned_wrongly_in_a_unit_of_work_may_come_again_after_its_backout() -> None:
    bob, backout, commit = ReceivePublication("bob"), (Rollback("tx"), Done()), (Commit("tx"), Done())
    assert wrongly_returned_in_a_unit_of_work(backout, (bob, PRICE), commit) == ["DD-76"]
    assert wrongly_returned_in_a_unit_of_work(backout, (bob, NoMessage()), commit) == ["DD-76"]
    again = wrongly_returned_in_a_unit_of_work((bob, NoMessage()), commit, (bob, PRICE))
    assert again == ["DD-76", "DD-115"]


def test_a_message_that_should_have_been_discarded_is_not_taken_for_the_report_about_it() -> None:
    """On the dead-letter queue are both; the id, type and feedback of one are those of the message."""
    wrong = mutant_adapter(next(one for one in all_mutants() if one.name == "discard-ignored"))
    asked = OutgoingMessage("order-1", report=Report.EXCEPTION | Report.DISCARD_MSG, reply_to="REPLIES")
    commands: tuple[Command, ...] = (
        *(DefineLocalQueue(queue) for queue in ("ORDERS", "REPLIES", "LOST")),
        SetDeadLetterQueue("LOST"),
        CreateProducer("p", destination=QueueDestination("ORDERS")),
        SetDeliveryDelay("p", 3000),
        Send("p", asked),
        AlterQueue("ORDERS", AttributeChanges(put=Switch.DISABLED)),
        AlterQueue("REPLIES", AttributeChanges(put=Switch.DISABLED)),
        Advance(5000),
        Browse("LOST"),
    )
    trace = run_commands(wrong, commands)
    shown = trace.steps[-1].outcome
    assert isinstance(shown, Browsed)
    report, original = shown.messages
    last = replace(trace.steps[-1], outcome=Browsed((original, report)))
    (found,) = judge_trace(replace(trace, steps=(*trace.steps[:-1], last))).breaches
    assert (found.rules[0], found.expected) == ("DD-97", "order-1 not on QM1:LOST")
