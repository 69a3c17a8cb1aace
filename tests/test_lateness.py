"""What comes late on a real clock is slow, never wrong; what never comes, or is held up, is missed."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from mqtck.adapters.reference import Reference
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.judge import judge_trace
from mqtck.conformance.scenarios.expectations.browses_and_depths import shown
from mqtck.conformance.scenarios.expectations.failure import holds_if_accepted
from mqtck.conformance.scenarios.expectations.queues import LATENESS, delivered
from mqtck.conformance.scenarios.expectations.reports import report_caused_by
from mqtck.conformance.scenarios.expectations.sendings import Phase, Sending, Waiting
from mqtck.conformance.scenarios.scripts import Broken, Held, Record, Undecided
from mqtck.reference.state.lateness import LOOKS_IN_VAIN, MOVE_TIME, REPORT_TIME
from mqtck.reference.vocabulary.channels import ChannelAttributes, DefineReceiverChannel, DefineSenderChannel
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Command,
    CreateProducer,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    MqPut,
    QueueAttributes,
    ReadDepth,
    Receive,
    Send,
    SendArguments,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    StartChannel,
    Switch,
    Usage,
)
from mqtck.reference.vocabulary.constants import (
    DEFAULT_DEAD_LETTER_QUEUE,
    STAGING_QUEUE,
    DeliveryMode,
    Feedback,
    Persistence,
    Report,
)
from mqtck.reference.vocabulary.messages import (
    Descriptor,
    OutgoingMessage,
    PutDescriptor,
    QueueDestination,
    SeenMessage,
)
from mqtck.reference.vocabulary.outcomes import (
    Browsed,
    DepthRead,
    Done,
    MessageReturned,
    NoMessage,
    Outcome,
    Sent,
)
from mqtck.reference.vocabulary.profile import ClockKind, Platform, Profile
from mqtck.reference.vocabulary.results import Breach
from mqtck.reference.vocabulary.traces import Step, Trace, TraceHead, decode_lines

FILE = Path(__file__).parent / "right_traces" / "a_report_comes_a_moment_after_the_discard.jsonl"


@pytest.mark.parametrize(
    ("later", "depth", "rules"),
    [
        (100, 0, set()),
        (100, 1, set()),
        (REPORT_TIME - 200, 0, set()),
        (REPORT_TIME + 200, 0, {"EX-21"}),
        (REPORT_TIME + 200, 1, set()),
    ],
)
def test_a_report_is_missed_when_it_is_certainly_there(later: int, depth: int, rules: set[str]) -> None:
    """The depth of the expired message's own queue has shown that it is gone."""
    trace = decode_lines(FILE.read_bytes().splitlines(), FILE.name)
    gone = next(step.ended for step in trace.steps if step.command == ReadDepth("Q5"))
    look = Step(ReadDepth("R1"), DepthRead(depth), gone + later, gone + later)
    steps = [step for step in trace.steps if step.ended < look.started]
    breaches = judge_trace(replace(trace, steps=(*steps, look))).breaches
    assert {breach.rules[0] for breach in breaches} == rules


@pytest.mark.parametrize(
    ("clock", "delay", "got_at", "finding"),
    [
        (ClockKind.REAL, 3000, 3100, Undecided),
        (ClockKind.REAL, 3000, 3000 + LATENESS, Broken),
        (ClockKind.REAL, 0, 100, Broken),
        (ClockKind.VIRTUAL, 3000, 3100, Broken),
    ],
)
def test_a_delayed_message_may_be_overtaken_but_not_held_up(
    clock: ClockKind, delay: int, got_at: int, finding: type
) -> None:
    """DD-02, DD-12: another message was got where this one was expected."""
    sent = Step(Send("p", OutgoingMessage("order-1")), Sent(), 0, 0)
    waited = Step(Advance(got_at), Done(), 0, got_at)
    got = Step(Receive("ORDERS"), MessageReturned(SeenMessage(body="order-2")), got_at, got_at)
    sending = Sending("order-1", "ORDERS", send=0, delay=delay)
    found = delivered(2, "order-1", "ORDERS", sending)(Record(clock, {0: sent, 1: waited, 2: got}))
    assert isinstance(found, finding)


def test_a_message_is_not_held_up_by_calls_that_take_long() -> None:
    """What is as slow as its calls may do its own work as slowly: here nobody has waited for long."""
    sent = Step(Send("p", OutgoingMessage("order-1")), Sent(), 0, 4000)
    again = Step(Send("p", OutgoingMessage("order-2")), Sent(), 7001, 7001 + LATENESS)
    got = Step(Receive("ORDERS"), MessageReturned(SeenMessage(body="order-2")), 8000 + LATENESS, 20_000)
    sending = Sending("order-1", "ORDERS", send=0, delay=3000)
    steps = {0: sent, 1: Step(Advance(3001), Done(), 4000, 7001), 2: again, 3: got}
    assert isinstance(delivered(3, "order-1", "ORDERS", sending)(Record(ClockKind.REAL, steps)), Undecided)


@pytest.mark.parametrize(("delay", "finding"), [(8000, Undecided), (9000, Broken)])
def test_what_is_delayed_longer_may_come_first_once_it_is_due(delay: int, finding: type) -> None:
    """DD-12, on a machine that took 8.1 s for what the scenario takes to be 3 s."""
    steps = {handle: Step(Send("p", OutgoingMessage(f"order-{handle}")), Sent(), 0, 0) for handle in (1, 2)}
    steps[3] = Step(Receive("ORDERS"), MessageReturned(SeenMessage(body="order-1")), 8100, 8100)
    longer = Waiting(Sending("order-1", "ORDERS", send=1, delay=delay), Phase.DELAYED)
    wanted = Sending("order-2", "ORDERS", send=2, delay=3000)
    found = delivered(3, "order-2", "ORDERS", wanted, (longer,))(Record(ClockKind.REAL, steps))
    assert isinstance(found, finding)


@pytest.mark.parametrize(
    ("clock", "got_at", "finding"),
    [
        (ClockKind.REAL, 6900, Broken),
        (ClockKind.REAL, 7100, Undecided),
        (ClockKind.REAL, 8100, Undecided),
        (ClockKind.VIRTUAL, 8100, Broken),
    ],
)
def test_what_comes_so_late_that_it_has_expired_is_reported_so(
    clock: ClockKind, got_at: int, finding: type
) -> None:
    """X-18: an expiration report where an exception report was waited for."""
    sent = Step(Send("p", OutgoingMessage("order-1")), Sent(), 0, 0)
    report = SeenMessage(descriptor=Descriptor(feedback=int(Feedback.EXPIRATION)))
    got = Step(Receive("REPLIES"), MessageReturned(report), got_at, got_at)
    sending = Sending("order-1", "ORDERS", send=0, delay=3000, life=8000)
    found = report_caused_by(1, "an exception", None, sending)(Record(clock, {0: sent, 1: got}))
    assert isinstance(found, finding)


@pytest.mark.parametrize(
    ("clock", "looked_at", "finding"),
    [
        (ClockKind.REAL, 900, Broken),
        (ClockKind.REAL, 1100, Undecided),
        (ClockKind.REAL, 2100, Undecided),
        (ClockKind.VIRTUAL, 2100, Broken),
    ],
)
def test_what_calls_take_too_long_to_see_is_not_missing(
    clock: ClockKind, looked_at: int, finding: type
) -> None:
    """A message that lives 2 s, looked for by a browser on a slow machine."""
    sent = Step(Send("p", OutgoingMessage("order-1")), Sent(), 0, 800)
    look = Step(Browse("ORDERS"), Browsed(()), 800, looked_at)
    sending = Sending("order-1", "ORDERS", send=0, life=2000)
    found = shown(1, ("order-1",), "ORDERS", (), (sending,))(Record(clock, {0: sent, 1: look}))
    assert isinstance(found, finding)


def in_the_hands_of_a_channel(later: int) -> tuple[Breach, ...]:
    """A depth shows a message on the dead-letter queue and on the transmission queue as well."""
    small = ChannelAttributes(max_message_length=100)
    commands: list[Command] = [
        DefineQueueManager("QM2"),
        DefineLocalQueue("STOCK", queue_manager="QM2"),
        DefineLocalQueue("TO.QM2", QueueAttributes(usage=Usage.TRANSMISSION)),
        DefineRemoteQueue("ORDERS", "STOCK", "QM2", "TO.QM2"),
        DefineSenderChannel("TO.QM2", small),
        DefineReceiverChannel("QM1", "QM2"),
        DefineLocalQueue(DEFAULT_DEAD_LETTER_QUEUE),
        SetDeadLetterQueue(DEFAULT_DEAD_LETTER_QUEUE),
    ]
    message = OutgoingMessage("m", length=500)
    put = MqPut("ORDERS", message, PutDescriptor(persistence=Persistence.PERSISTENT))
    steps = [Step(command, Done(), 0, 0) for command in commands]
    steps += [Step(put, Sent(), 0, 0), Step(StartChannel("TO.QM2"), Done(), 0, 0)]
    steps += [
        Step(ReadDepth(queue), DepthRead(1), later, later) for queue in (DEFAULT_DEAD_LETTER_QUEUE, "TO.QM2")
    ]
    head = TraceHead(1, "by hand", ClockKind.REAL, Profile(Platform.ZOS))
    return judge_trace(Trace(head, tuple(steps))).breaches


def test_what_a_channel_has_in_its_hands_may_count_twice_for_a_moment() -> None:
    """Nothing is said of the depths while an MCA moves a message; behind that it is moved (AM-02)."""
    assert in_the_hands_of_a_channel(200) == ()
    assert in_the_hands_of_a_channel(REPORT_TIME + 1000) != ()


@pytest.mark.parametrize(
    ("later", "depth", "missed"),
    [(10, 0, False), (10, 1, False), (MOVE_TIME - 100, 0, False), (MOVE_TIME + 100, 0, True)],
)
def test_a_message_may_be_between_two_queues_for_a_moment(later: int, depth: int, *, missed: bool) -> None:
    """The staging queue has it no longer, and the target not yet."""
    commands = [
        DefineLocalQueue("ORDERS"),
        CreateProducer("p"),
        SetDeliveryDelay("p", 1000),
        Send("p", OutgoingMessage("order-1"), QueueDestination("ORDERS")),
        Advance(2000),
        ReadDepth(STAGING_QUEUE),
    ]
    adapter = Reference()
    steps = run_commands(adapter, commands).steps
    assert steps[-1].outcome == DepthRead(0)
    at = steps[-1].ended + later
    look = Step(ReadDepth("ORDERS"), DepthRead(depth), at, at)
    head = TraceHead(1, "test", ClockKind.REAL, adapter.information.profile)
    breaches = judge_trace(Trace(head, (*steps, look))).breaches
    assert [breach.rules[0] for breach in breaches] == (["DD-10"] if missed else [])


REFUSING = AlterQueue("ORDERS", AttributeChanges(put=Switch.DISABLED))
STAGED = Browsed((SeenMessage(body="order-1"),))
GONE = Browsed(())


def rules_of(prepared: list[Command], report: int, looks: list[tuple[int, Command, Outcome]]) -> list[str]:
    """What a judge says of looks so many ms after the delay of order-1 has ended."""
    first: list[Command] = [DefineLocalQueue("ORDERS"), DefineLocalQueue("REPLIES")]
    return rules_of_looks(first, looks, prepared, report)


def rules_of_looks(
    first: list[Command],
    looks: list[tuple[int, Command, Outcome]],
    prepared: Sequence[Command] = (),
    report: int = 0,
) -> list[str]:
    """The same where other queues are defined first."""
    order = OutgoingMessage("order-1", report=report, reply_to="REPLIES")
    delayed = (CreateProducer("p"), SetDeliveryDelay("p", 1000), Send("p", order, QueueDestination("ORDERS")))
    adapter = Reference()
    steps = run_commands(adapter, [*first, *delayed, *prepared]).steps
    due = steps[-1].ended + 1000
    seen = tuple(Step(command, outcome, due + at, due + at) for at, command, outcome in looks)
    head = TraceHead(1, "test", ClockKind.REAL, adapter.information.profile)
    return [breach.rules[0] for breach in judge_trace(Trace(head, (*steps, *seen))).breaches]


@pytest.mark.parametrize(
    ("reports", "late", "rules"),
    [(1, 800, []), (2, 800, ["DD-102"]), (0, 8000, ["DD-101"])],
)
def test_a_report_may_be_about_a_message_between_two_queues(
    reports: int, late: int, rules: list[str]
) -> None:
    """DD-101: no look has found it on the staging queue, nor on the dead-letter queue, where it comes."""
    report = SeenMessage(body="", descriptor=Descriptor(feedback=2051))
    receive = Receive("REPLIES")
    looks: list[tuple[int, Command, Outcome]] = [
        (490, Browse(STAGING_QUEUE), GONE),
        (500, Browse("DLQ"), GONE),
        *((600, receive, MessageReturned(report)) for _ in range(reports)),
        (700, Receive("DLQ"), MessageReturned(SeenMessage(body="order-1"))),
        (late, receive, NoMessage()),
    ]
    prepared = [DefineLocalQueue("DLQ"), SetDeadLetterQueue("DLQ"), REFUSING]
    assert rules_of(prepared, Report.EXCEPTION, looks) == rules


def test_a_confirmation_may_be_about_a_message_between_two_queues() -> None:
    """DD-130: it has been put to its target, where no look has found it so far."""
    confirmation = SeenMessage(body="", descriptor=Descriptor(feedback=Feedback.COA))
    looks: list[tuple[int, Command, Outcome]] = [
        (100, Browse(STAGING_QUEUE), GONE),
        (110, Browse("ORDERS"), GONE),
        (150, Receive("REPLIES"), MessageReturned(confirmation)),
        (200, Receive("ORDERS"), MessageReturned(SeenMessage(body="order-1"))),
    ]
    assert rules_of([], Report.COA, looks) == []


def test_a_message_may_expire_between_two_queues() -> None:
    """EX-26: who has it in hand then discards it, with its report."""
    report = SeenMessage(body="", descriptor=Descriptor(feedback=Feedback.EXPIRATION))
    living = SendArguments(DeliveryMode.PERSISTENT, 4, 2000)
    again = Send("p", OutgoingMessage("order-2", report=Report.EXPIRATION, reply_to="REPLIES"))
    sent = replace(again, destination=QueueDestination("ORDERS"), arguments=living)
    looks: list[tuple[int, Command, Outcome]] = [
        (100, Browse(STAGING_QUEUE), GONE),
        (110, Browse("ORDERS"), Browsed((SeenMessage(body="order-1"),))),
        (1100, Receive("REPLIES"), MessageReturned(report)),
        (1200, Receive("ORDERS"), MessageReturned(SeenMessage(body="order-1"))),
        (1210, Receive("ORDERS"), NoMessage()),
    ]
    assert rules_of([sent], 0, looks) == []


def again_and_again(looks: int, outcome: Outcome) -> list[tuple[int, Outcome]]:
    """So many looks that no one attempt explains, as each begins when that of the look before is over."""
    each = MOVE_TIME + 100
    return [(1000 + look * each, outcome) for look in range(looks)]


@pytest.mark.parametrize(
    ("looks", "rules"),
    [
        ([(500, GONE), (900, STAGED)], []),
        ([(500, GONE), (900, GONE), (1600, STAGED)], []),
        ([(500, GONE), (900, STAGED), (5000, GONE), (5100, STAGED)], []),
        ([(500, DepthRead(0)), (900, DepthRead(1)), (5000, DepthRead(0))], []),
        ([(500, GONE), (2800, GONE), (2900, STAGED)], []),
        (again_and_again(LOOKS_IN_VAIN, GONE), []),
        (again_and_again(LOOKS_IN_VAIN, DepthRead(0)), []),
        (again_and_again(LOOKS_IN_VAIN + 1, GONE), ["DD-99"]),
        (again_and_again(LOOKS_IN_VAIN + 1, DepthRead(0)), ["DD-99"]),
        ([(500, GONE)] * 30, []),
        ([(500, GONE), (900, STAGED), *again_and_again(LOOKS_IN_VAIN, GONE)], []),
        ([(500, GONE), (900, STAGED), *again_and_again(LOOKS_IN_VAIN + 1, GONE)], ["DD-99"]),
        ([(-500, GONE)], ["DD-07"]),
    ],
)
def test_a_message_may_be_in_an_attempt_to_put_it(looks: list[tuple[int, Outcome]], rules: list[str]) -> None:
    """DD-99: it is kept, but for a moment it is in the unit of work of the processor, as it fails."""
    seen: list[tuple[int, Command, Outcome]] = [
        (at, ReadDepth(STAGING_QUEUE) if isinstance(outcome, DepthRead) else Browse(STAGING_QUEUE), outcome)
        for at, outcome in looks
    ]
    assert rules_of([REFUSING], 0, seen) == rules


@pytest.mark.parametrize(
    ("clock", "found", "delay", "finding"),
    [
        (ClockKind.REAL, "order-1", 3000, Undecided),
        (ClockKind.REAL, "order-1", 0, Broken),
        (ClockKind.REAL, "order-2", 3000, Held),
        (ClockKind.VIRTUAL, "order-1", 3000, Broken),
    ],
)
def test_what_should_have_filled_the_queue_before_may_be_as_late_as_the_other(
    clock: ClockKind, found: str, delay: int, finding: type
) -> None:
    """DD-113: a processor that looks at its queue seldom finds both due at once."""
    steps = {handle: Step(Send("p", OutgoingMessage(f"order-{handle}")), Sent(), 0, 0) for handle in (1, 2)}
    steps[3] = Step(Browse("DLQ"), Browsed((SeenMessage(body=found),)), 12_000, 12_000)
    first, second = (
        Sending(f"order-{one}", "ORDERS", send=one, delay=ms) for one, ms in ((1, delay), (2, 9000))
    )
    check = holds_if_accepted(3, "DLQ", second, (first,))
    assert isinstance(check(Record(clock, steps)), finding)
