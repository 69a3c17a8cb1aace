"""What the kit's own traces never do and recordings may: nobody is accused of it.

Sessions and connections that are opened again, sends that name a second destination, initiation queues that
do not take a trigger message, two subscriptions of one name, delays and lives beyond all clocks or below 0,
queues that are deleted with what is on them, reports that inherit a life unasked.
"""

import pytest
from msgspec.structs import replace

from implementations.behaviour.whole import Behaviour, TransactedDelayFrom
from implementations.simulation.world import SimulatedAdapter
from mqtck.adapters.reference import Reference
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.judge import Judgement, judge_trace
from mqtck.conformance.judging.observer import observed
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Command,
    Commit,
    Connect,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineRemoteQueue,
    DeleteQueue,
    GetMode,
    MatchMessageId,
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
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import DEFAULT_DEAD_LETTER_QUEUE, STAGING_QUEUE, Report
from mqtck.reference.vocabulary.messages import (
    JmsHeader,
    OutgoingMessage,
    PutDescriptor,
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
from mqtck.reference.vocabulary.publications import (
    DefineTopic,
    Durability,
    MessageDelivery,
    ReceivePublication,
    Subscribe,
)
from mqtck.reference.vocabulary.queue_attributes import DepthTrigger, QueueAttributes, Switch, Usage
from mqtck.reference.vocabulary.traces import Step, Trace

Q, OTHER = QueueDestination("Q"), QueueDestination("OTHER")
QUEUES = (DefineLocalQueue("Q"), DefineLocalQueue("OTHER"))
ALL = MessageDelivery.ALL_AVAILABLE
REFUSED = Refused(family=ErrorFamily.JMS_EXCEPTION)
TRANSACTED = OpenSession("s", Acknowledgement.TRANSACTED)


def judged(*steps: tuple[Command, Outcome]) -> Judgement:
    plain = run_commands(Reference(), [command for command, _ in steps])
    told = (replace(step, outcome=outcome) for step, (_, outcome) in zip(plain.steps, steps, strict=True))
    return judge_trace(Trace(plain.head, tuple(told)))


def done(*commands: Command) -> list[tuple[Command, Outcome]]:
    return [(command, Done()) for command in commands]


def sent(label: str, destination: QueueDestination | None = None) -> Send:
    return Send("p", OutgoingMessage(label), destination)


@pytest.mark.parametrize(
    ("answer", "depth"),
    [(Sent(), 0), (Sent(), 1), (REFUSED, 0)],
    ids=["in the new one", "in the old one", "none"],
)
def test_the_producers_of_a_session_that_is_opened_again_are_gone_or_not(answer: Outcome, depth: int) -> None:
    opened = done(*QUEUES, CreateProducer("p", session="s"), TRANSACTED)
    found = judged(*opened, (sent("order-1", Q), answer), (ReadDepth("Q"), DepthRead(depth)))
    assert found.breaches == ()


@pytest.mark.parametrize(("before", "breaches"), [([], 0), ([(sent("order-1", Q), Sent())], 1)])
def test_a_setter_does_not_tell_that_a_producer_lives_on_but_a_send_does(
    before: list[tuple[Command, Outcome]], breaches: int
) -> None:
    opened = done(*QUEUES, CreateProducer("p", session="s"), OpenSession("s"), SetPriority("p", 0))
    found = judged(*opened, *before, (sent("order-2", Q), REFUSED))
    assert len(found.breaches) == breaches


def test_a_session_that_is_opened_again_goes_on_with_new_producers() -> None:
    first = done(*QUEUES, OpenSession("s"), CreateProducer("p", session="s"))
    again = done(OpenSession("s"), CreateProducer("p", session="s"))
    found = judged(*first, *again, (sent("order-1", Q), REFUSED))
    assert [breach.expected for breach in found.breaches] == ["the send succeeds"]


@pytest.mark.parametrize("depth", [0, 1])
def test_what_becomes_of_the_unit_of_work_of_a_session_that_is_opened_again_is_open(depth: int) -> None:
    first = [*done(*QUEUES, TRANSACTED, CreateProducer("p", session="s")), (sent("order-1", Q), Sent())]
    again = done(TRANSACTED, Commit("s"), Advance(1000))
    found = judged(*first, *again, (ReadDepth("Q"), DepthRead(depth)))
    assert found.breaches == ()
    assert found.indeterminate == ""


@pytest.mark.parametrize("depth", [0, 1])
def test_so_of_a_connection(depth: int) -> None:
    put = MqPut("Q", OutgoingMessage("order-1"), syncpoint=Syncpoint.WITHIN, connection="c")
    first = [*done(*QUEUES, Connect("c")), (put, Sent())]
    again = done(Connect("c"), MqCommit("c"), Advance(1000))
    found = judged(*first, *again, (ReadDepth("Q"), DepthRead(depth)))
    assert found.breaches == ()
    assert found.indeterminate == ""


@pytest.mark.parametrize("answer", [Sent(), REFUSED])
def test_a_send_may_not_name_a_destination_where_its_producer_has_one(answer: Outcome) -> None:
    """JMS refuses it; none of these documents says anything of it."""
    found = judged(*done(*QUEUES, CreateProducer("p", destination=Q)), (sent("order-1", OTHER), answer))
    assert found.breaches == ()


@pytest.mark.parametrize(
    "initiation",
    [
        (),
        (DefineLocalQueue("INIT", QueueAttributes(put=Switch.DISABLED)),),
        (DefineLocalQueue("INIT", QueueAttributes(max_depth=0)),),
        (DefineLocalQueue("INIT", QueueAttributes(max_message_length=100)),),
        (DefineAliasQueue("INIT", "OTHER"),),
    ],
    ids=["none", "put-disabled", "full", "for short messages", "an alias"],
)
@pytest.mark.parametrize(("depth", "dead_letters"), [(0, 0), (1, 0), (0, 1)])
def test_what_becomes_of_a_trigger_message_that_is_not_taken_is_open(
    initiation: tuple[Command, ...], depth: int, dead_letters: int
) -> None:
    triggering = DefineLocalQueue("T", QueueAttributes(trigger=DepthTrigger(1, "INIT")))
    defined = done(*QUEUES, SetDeadLetterQueue(DEFAULT_DEAD_LETTER_QUEUE), *initiation, triggering)
    begun = [*defined, (MqPut("T", OutgoingMessage("order-1")), Sent())]
    later = done(DefineLocalQueue("INIT"), Advance(1000))
    looks = {"T": 1, "INIT": depth, DEFAULT_DEAD_LETTER_QUEUE: dead_letters}
    found = judged(*begun, *later, *((ReadDepth(queue), DepthRead(seen)) for queue, seen in looks.items()))
    assert found.breaches == ()


def test_two_subscriptions_of_one_name_are_no_breach_of_conservation() -> None:
    topics = [DefineTopic(topic, topic, ALL, ALL) for topic in ("ONE", "TWO")]
    twice = [Subscribe("s", "ONE", Durability.DURABLE), Subscribe("s", "TWO")]
    producer = [CreateProducer("p", topic=TopicDestination("ONE")), SetDeliveryDelay("p", 1000)]
    told = run_commands(Reference(), [*topics, *twice, *producer, sent("price-1")])
    step = Step(ReadDepth(STAGING_QUEUE), DepthRead(1), told.steps[-1].ended, told.steps[-1].ended)
    assert observed(Trace(told.head, (*told.steps, step))).breaches == ()


IN_UNITS: dict[str, tuple[Command, ...]] = {
    "MQPUT": (MqPut("Q", OutgoingMessage("order-1"), syncpoint=Syncpoint.WITHIN), MqCommit()),
    "send": (
        OpenSession("s", acknowledgement=Acknowledgement.TRANSACTED),
        CreateProducer("p", session="s", destination=Q),
        Send("p", OutgoingMessage("order-1")),
        Commit("s"),
    ),
}


def depth_of_three(*puts: Command) -> set[str]:
    """Who is blamed where two messages are put behind the others, and MAXDEPTH is 2."""
    more = [MqPut("Q", OutgoingMessage(label)) for label in ("order-2", "order-3")]
    commands = [DefineLocalQueue("Q"), *puts[:-1], *more, *puts[-1:], ReadDepth("Q")]
    told = run_commands(Reference(), commands)
    assert told.steps[-1].outcome == DepthRead(3)
    small = replace(told.steps[0], command=DefineLocalQueue("Q", QueueAttributes(max_depth=2)))
    breaches = observed(replace(told, steps=(small, *told.steps[1:]))).breaches
    return {rule for breach in breaches for rule in breach.rules}


@pytest.mark.parametrize("puts", IN_UNITS.values(), ids=IN_UNITS)
def test_what_was_put_in_a_unit_of_work_may_come_on_top_of_a_full_queue(puts: tuple[Command, ...]) -> None:
    """No document says whether it counts before the commit."""
    assert depth_of_three(*puts) == set()


def test_what_was_put_outside_a_unit_of_work_does_not() -> None:
    assert "EX-35" in depth_of_three(MqPut("Q", OutgoingMessage("order-1")), Advance(1))


UNDEFINED: dict[str, tuple[Command, str]] = {
    "a delay beyond all clocks": (SetDeliveryDelay("p", (1 << 63) - 1), "last instant"),
    "a life beyond all clocks": (SetTimeToLive("p", (1 << 63) - 1), "last instant"),
    "a negative delay": (SetDeliveryDelay("p", -1000), "negative"),
    "a negative life": (SetTimeToLive("p", -1000), "negative"),
}


@pytest.mark.parametrize(("setter", "why"), UNDEFINED.values(), ids=UNDEFINED)
@pytest.mark.parametrize("depth", [0, 1])
def test_of_a_send_with_such_a_time_nothing_is_said(setter: Command, why: str, depth: int) -> None:
    """JMSDeliveryTime and JMSExpiration cannot tell it; the product's own client lets a delay overflow."""
    producer = done(*QUEUES, CreateProducer("p"), setter)
    told = Sent(header=JmsHeader(expiration=0))
    accepted = judged(*producer, (sent("order-1", Q), told), (ReadDepth("Q"), DepthRead(depth)))
    assert accepted.breaches == ()
    assert why in accepted.indeterminate
    refused = judged(*producer, (sent("order-1", Q), REFUSED), (ReadDepth("Q"), DepthRead(0)))
    assert (refused.breaches, refused.indeterminate) == ((), "")


NEGATIVE_FIRST: dict[str, tuple[Command, Command]] = {
    "a delay": (SetDeliveryDelay("p", -1000), SetTimeToLive("p", 500)),
    "a life": (SetTimeToLive("p", -1000), SetDeliveryDelay("p", 500)),
}


@pytest.mark.parametrize(("first", "second"), NEGATIVE_FIRST.values(), ids=NEGATIVE_FIRST)
@pytest.mark.parametrize("answer", [Done(), REFUSED])
def test_how_a_negative_value_compares_is_not_said(first: Command, second: Command, answer: Outcome) -> None:
    found = judged(*done(*QUEUES, CreateProducer("p"), first), (second, answer))
    assert (found.breaches, found.indeterminate) == ((), "")


@pytest.mark.parametrize("again", [(), (DefineLocalQueue("Q"),)], ids=["gone", "defined again"])
@pytest.mark.parametrize("depth", [0, 1])
def test_whoever_deletes_a_queue_may_delete_its_messages_with_it(
    again: tuple[Command, ...], depth: int
) -> None:
    begun = [
        *done(*QUEUES),
        (MqPut("Q", OutgoingMessage("order-1")), Sent()),
        *done(DeleteQueue("Q"), *again),
    ]
    answer = DepthRead(depth) if again else Refused(family=ErrorFamily.OTHER)
    found = judged(*begun, (ReadDepth("Q"), answer))
    assert (found.breaches, found.indeterminate) == ((), "")


DISPOSED_OF: tuple[Command, ...] = (
    *QUEUES,
    DefineLocalQueue(DEFAULT_DEAD_LETTER_QUEUE),
    SetDeadLetterQueue(DEFAULT_DEAD_LETTER_QUEUE),
    CreateProducer("p"),
    SetTimeToLive("p", 8000),
    SetDeliveryDelay("p", 5000),
    Send("p", OutgoingMessage("order-1", report=Report.EXCEPTION, reply_to="OTHER"), Q),
    DeleteQueue("Q"),
    Advance(5001),
)


@pytest.mark.parametrize(("later", "rules"), [(1000, ["DD-101"]), (4000, [])])
def test_an_exception_report_may_live_no_longer_than_its_message(later: int, rules: list[str]) -> None:
    """Whether a report inherits a life without being asked to is open (chapter 9, item 21)."""
    trace = run_commands(Reference(), [*DISPOSED_OF, Advance(later), Browse("OTHER")])
    assert isinstance(trace.steps[-1].outcome, Browsed)
    missed = replace(trace.steps[-1], outcome=Browsed(()))
    found = judge_trace(Trace(trace.head, (*trace.steps[:-1], missed)))
    assert [breach.rules[0] for breach in found.breaches] == rules


@pytest.mark.parametrize(
    "message",
    [
        OutgoingMessage("order-1", correlation_text="ID:12"),
        OutgoingMessage("order-1", correlation_text="ID:" + "AB" * 24),
        OutgoingMessage("order-1", correlation_text=""),
        OutgoingMessage("order-1", correlation_bytes=""),
    ],
)
def test_a_correlation_id_of_which_nothing_is_said_may_be_refused(message: OutgoingMessage) -> None:
    """Chapter 9, item 28."""
    found = judged(*done(*QUEUES, CreateProducer("p")), (Send("p", message, Q), REFUSED))
    assert (found.breaches, found.indeterminate) == ((), "")


@pytest.mark.parametrize(
    ("priorities", "rules"), [((4, 9), []), ((9, 4), ["EX-15"]), ((4, 4), ["EX-15"])], ids=str
)
def test_the_queue_of_a_subscription_may_go_by_priority_or_not(
    priorities: tuple[int, int], rules: list[str]
) -> None:
    """The second price comes first or second; of MSGDLVSQ of a queue that nobody defined nothing is said."""
    topic = TopicDestination("PRICES")
    begun = done(DefineTopic("PRICES", "PRICES", ALL, ALL), Subscribe("s", "PRICES"))
    for number, priority in enumerate(priorities, start=1):
        begun += done(CreateProducer(f"p{number}", topic=topic), SetPriority(f"p{number}", priority))
        begun.append((Send(f"p{number}", OutgoingMessage(f"price-{number}")), Sent()))
    found = {
        first: [
            breach.rules[0]
            for breach in judged(
                *begun,
                *(
                    (ReceivePublication("s"), MessageReturned(SeenMessage(body=f"price-{number}")))
                    for number in (first, 3 - first)
                ),
            ).breaches
        ]
        for first in (1, 2)
    }
    assert found == {1: [], 2: rules}


@pytest.mark.parametrize(("off", "rules"), [(-900, []), (-5000, ["HM-19"])])
def test_what_a_receiver_works_out_says_nothing_of_what_was_written(off: int, rules: list[str]) -> None:
    """Where the sender was shown nothing, the header is compared with the receiver's JMSExpiration (X-05)."""
    sends = (*QUEUES, CreateProducer("p"), SetTimeToLive("p", 60_000), sent("order-1", Q), Receive("Q"))
    played = run_commands(Reference(), sends)
    *begun, send, receive = played.steps
    assert isinstance(receive.outcome, MessageReturned)
    shown = receive.outcome.message
    assert isinstance(shown.header.expiration, int)
    worked_out = replace(shown, header=replace(shown.header, expiration=shown.header.expiration + off))
    steps = (*begun, replace(send, outcome=Sent()), replace(receive, outcome=MessageReturned(worked_out)))
    found = judge_trace(Trace(played.head, steps))
    assert [breach.rules[0] for breach in found.breaches] == rules


@pytest.mark.parametrize(
    ("waited", "mode", "rules"),
    [
        (0, GetMode.BROWSE_FIRST, []),
        (9000, GetMode.BROWSE_FIRST, []),
        (9000, GetMode.BROWSE_FIRST_AND_LOCK, ["EX-41"]),
    ],
    ids=["taken", "expired", "expired under its lock"],
)
def test_why_nothing_is_under_the_cursor_is_said_of_an_expired_message_that_was_locked_alone(
    waited: int, mode: GetMode, rules: list[str]
) -> None:
    put = MqPut("Q", OutgoingMessage("order-1"), PutDescriptor(expiry=50))
    shown = MessageReturned(SeenMessage(body="order-1"))
    begun = [*done(*QUEUES), (put, Sent()), (MqGet("Q", mode), shown)]
    between = done(Advance(waited)) if waited else [(MqGet("Q", connection="another"), shown)]
    found = judged(*begun, *between, (MqGet("Q", GetMode.UNDER_CURSOR), NoMessage(reason=2033)))
    assert [breach.rules[0] for breach in found.breaches] == rules


@pytest.mark.parametrize("queue", ["Q", "X1"], ids=["on a local queue", "on a transmission queue"])
def test_where_a_cursor_stands_that_a_browse_by_id_found_nothing_for_is_open(queue: str) -> None:
    """On a transmission queue it is open as well whose the id is that is asked for."""
    defined = done(
        *QUEUES,
        DefineLocalQueue("X1", QueueAttributes(usage=Usage.TRANSMISSION)),
        DefineRemoteQueue("RQ1", "STOCK", "QM9", "X1"),
    )
    to = queue if queue == "Q" else "RQ1"
    expired = MqPut(to, OutgoingMessage("order-1"), PutDescriptor(expiry=50))
    puts = [(expired, Sent()), (MqPut(to, OutgoingMessage("order-2"), PutDescriptor()), Sent())]
    found = judged(
        *(*defined, *puts, *done(Advance(9000))),
        (MqGet(queue, GetMode.BROWSE_FIRST), MessageReturned(SeenMessage(body="order-2"))),
        (MqGet(queue, GetMode.BROWSE_FIRST, MatchMessageId("order-1")), NoMessage()),
        (MqGet(queue, GetMode.UNDER_CURSOR), NoMessage(reason=2034)),
    )
    assert found.breaches == ()


@pytest.mark.parametrize("since", TransactedDelayFrom)
@pytest.mark.parametrize("at_once", [[Advance(8000), Advance(12_000)], [Advance(20_000)]])
def test_a_delay_may_count_from_the_commit_however_far_the_clock_goes_at_once(
    since: TransactedDelayFrom, at_once: list[Command]
) -> None:
    """DD-43, DD-82: it expires while staged, or is discarded as its target is closed; both are reported."""
    report = Report.EXCEPTION | Report.EXPIRATION | Report.DISCARD_MSG
    commands: list[Command] = [
        *(DefineLocalQueue("ORDERS"), DefineLocalQueue("REPLIES")),
        OpenSession("tx", Acknowledgement.TRANSACTED),
        *(CreateProducer("p", session="tx"), SetDeliveryDelay("p", 10_000), SetTimeToLive("p", 12_000)),
        Send("p", OutgoingMessage("order-1", report=report, reply_to="REPLIES"), QueueDestination("ORDERS")),
        *(Advance(5000), Commit("tx"), AlterQueue("ORDERS", AttributeChanges(put=Switch.DISABLED))),
        *(*at_once, Browse("REPLIES"), Browse(STAGING_QUEUE)),
    ]
    adapter = SimulatedAdapter(behaviour=Behaviour(transacted_delay_from=since))
    judgement = observed(run_commands(adapter, commands))
    assert not judgement.breaches
    assert not judgement.indeterminate


@pytest.mark.parametrize(
    ("reason", "blamed"),
    [(2046, []), (2085, ["DD-51"])],
    ids=["for its options", "as there is no such queue"],
)
def test_a_browse_that_is_refused_for_its_options_does_not_say_that_there_is_no_staging_queue(
    reason: int, blamed: list[str]
) -> None:
    browse = MqGet(STAGING_QUEUE, GetMode.BROWSE_FIRST, syncpoint=Syncpoint.WITHIN)
    found = judged((browse, Refused(reason=reason, family=ErrorFamily.MQI)))
    assert [breach.rules[0] for breach in found.breaches] == blamed
