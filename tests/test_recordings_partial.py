"""What was not recorded is unknown: no right implementation is accused, and what is shown still counts."""

from collections.abc import Sequence
from random import Random

import pytest
from msgspec.json import encode
from msgspec.structs import replace
from recorded import accused, judged, partly, random_trace, some_right

from implementations import right, wrong
from implementations.simulation.world import SimulatedAdapter
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.judge import judge_trace
from mqtck.conformance.recordings.commuting import client_of
from mqtck.conformance.recordings.results import Judged, Line
from mqtck.conformance.recordings.traces import judge_recording
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Command,
    CreateProducer,
    DefineLocalQueue,
    DisableMessageId,
    MqGet,
    MqPut,
    MqPut1,
    OpenSession,
    PutDescriptor,
    QueueAttributes,
    Receive,
    Send,
    SendArguments,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetPriority,
    SetTimeToLive,
    Switch,
)
from mqtck.reference.vocabulary.constants import (
    DEFAULT_DEAD_LETTER_QUEUE,
    STAGING_QUEUE,
    UNLIMITED,
    Feedback,
    Persistence,
    Report,
)
from mqtck.reference.vocabulary.messages import (
    Descriptor,
    JmsFolder,
    JmsHeader,
    OutgoingMessage,
    QueueDestination,
    SeenMessage,
)
from mqtck.reference.vocabulary.outcomes import Browsed, Done, MessageReturned, NoMessage, Sent
from mqtck.reference.vocabulary.profile import ClockKind, Platform, Profile
from mqtck.reference.vocabulary.recordings import Observed, Record
from mqtck.reference.vocabulary.results import Verdict
from mqtck.reference.vocabulary.traces import Step, Trace, TraceHead, decode_lines

OF_PRODUCERS = (
    CreateProducer,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetPriority,
    SetTimeToLive,
    DisableMessageId,
)
SENDS = (Send, MqPut, MqPut1)
SEEDS = 24


def thinned(step: Step, random: Random) -> Step:
    """The step with some fields of what was shown left out."""

    def less(seen: SeenMessage) -> SeenMessage:
        return SeenMessage(
            body=seen.body,
            header=random.choice([seen.header, JmsHeader(message_id=seen.header.message_id), JmsHeader()]),
            descriptor=random.choice([seen.descriptor, Descriptor()]),
            folder=random.choice([seen.folder, JmsFolder()]),
        )

    match step.outcome:
        case MessageReturned(message=seen):
            outcome = MessageReturned(less(seen))
        case Browsed(messages=messages):
            outcome = Browsed(tuple(less(seen) for seen in messages))
        case Sent():
            outcome = random.choice([step.outcome, Sent()])
        case _:
            return step
    return Step(step.command, outcome, step.started, step.ended)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_commands_and_fields_left_out_accuse_nobody(seed: int) -> None:
    trace, random = random_trace(seed), Random(seed)  # noqa: S311 - reproducible
    share = random.choice([0.3, 0.7, 0.95])
    whole = random.random() < 0.5
    steps = [
        thinned(step, random)
        for step in trace.steps
        if random.random() < share or (whole and isinstance(step.command, OF_PRODUCERS))
    ]
    found = judged(partly(trace, producers="all" if whole else ()), steps)
    assert not found.findings, accused(found)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_queues_left_out_accuse_nobody(seed: int) -> None:
    trace, random = random_trace(seed), Random(seed)  # noqa: S311 - reproducible
    defined = {step.command.queue for step in trace.steps if isinstance(step.command, DefineLocalQueue)}
    queues = tuple(queue for queue in sorted(defined) if random.random() < 0.6)
    share = random.choice([0, 0.5, 1])

    def others(step: Step) -> bool:
        return getattr(step.command, "queue", None) not in {None, *queues}

    steps = [step for step in trace.steps if not others(step) or random.random() < share]
    found = judged(partly(trace, producers="all", queues=queues), steps)
    assert not found.findings, accused(found)


@pytest.mark.parametrize(("queues", "rules"), [(("Q",), set()), (("Q", STAGING_QUEUE), {"DD-56"})])
def test_somebody_may_have_defined_the_staging_queue_on_zos(queues: tuple[str, ...], rules: set[str]) -> None:
    """A delayed send succeeds; without a staging queue it would not (DD-56)."""
    steps = [
        Step(DefineLocalQueue("Q"), Done(), 0, 0),
        Step(CreateProducer("p"), Done(), 1, 1),
        Step(SetDeliveryDelay("p", 1000), Done(), 2, 2),
        Step(Send("p", OutgoingMessage("m"), QueueDestination("Q")), Sent(), 3, 3),
    ]
    head = TraceHead(1, "by hand", ClockKind.REAL, Profile(Platform.ZOS))
    found = judged(partly(Trace(head, tuple(steps)), producers="all", queues=queues), steps)
    assert {one.breach.rules[0] for one in found.findings} == rules
    assert any("somebody has to define the staging queue" in why for why in found.undecided) == (not rules)


def test_a_beginning_or_an_end_left_out_accuses_nobody() -> None:
    for seed in range(100, 110):
        trace = random_trace(seed)
        middle = len(trace.steps) // 2
        for steps in (trace.steps[middle:], trace.steps[:middle]):
            found = judged(partly(trace, producers="all"), steps)
            assert not found.findings, accused(found)


def overlapping(steps: Sequence[Step], random: Random) -> list[Step]:
    """The steps as recorded with readings well before and after the calls, each client's own ones in turn."""
    steps = [step for step in steps if not isinstance(step.command, Advance)]
    sessions: dict[str, str] = {}
    clients: list[str | None] = []
    for step in steps:
        client = client_of(step.command)
        if isinstance(step.command, CreateProducer):
            sessions[f"producer {step.command.producer}"] = f"session {step.command.session}"
        if isinstance(step.command, OpenSession):
            client = f"session {step.command.session}"
        clients.append(client and sessions.get(client, client))
    ended: dict[str | None, int] = {}
    found: list[Step] = []
    for number, (step, client) in enumerate(zip(steps, clients, strict=True)):
        before, after = step.started, step.ended
        if client is not None:
            later = range(number + 1, len(steps))
            limit = next((steps[one].started for one in later if clients[one] == client), after + 9999)
            earliest = ended.get(client, ended.get(None, 0))
            before = max(before - random.choice([0, 0, 5, 40, 3000]), earliest)
            after = max(step.ended, min(after + random.choice([0, 0, 5, 40, 2500]), limit))
        ended[client] = after
        found.append(Step(step.command, step.outcome, before, after))
    return sorted(found, key=lambda step: step.started)


OVERLAPPING = 120
"""Steps of which the calls overlap: what orders they allow is tried for each."""


@pytest.mark.parametrize("seed", range(SEEDS))
def test_calls_that_overlap_accuse_nobody(seed: int) -> None:
    trace, random = random_trace(seed), Random(seed)  # noqa: S311 - reproducible
    steps = trace.steps[:OVERLAPPING]
    defined = {step.command.queue for step in steps if isinstance(step.command, DefineLocalQueue)}
    queues = tuple(sorted(queue for queue in defined if not queue.startswith(("D", "X", "SYSTEM"))))
    on_a_real_clock = replace(partly(trace, producers="all", queues=queues), clock=ClockKind.REAL)
    found = judged(on_a_real_clock, overlapping(steps, random))
    assert not found.findings, accused(found)


REPORTS = (
    *(Report.COA, Report.COA_WITH_DATA, Report.COA_WITH_FULL_DATA, 0),
    *(Report.COD, Report.COD_WITH_DATA, Report.COD_WITH_FULL_DATA, 0),
    *(Report.EXPIRATION, Report.EXCEPTION, Report.EXCEPTION_WITH_FULL_DATA, Report.PASS_MSG_ID),
    *(Report.PASS_DISCARD_AND_EXPIRY, Report.DISCARD_MSG, 0, 0),
)


def trace_with_reports(seed: int) -> Trace:
    """A right implementation under messages that ask for reports of every kind, read again and again."""
    random = Random(seed)  # noqa: S311 - reproducible
    commands: list[Command] = [
        SetDeadLetterQueue(random.choice([None, DEFAULT_DEAD_LETTER_QUEUE])),
        DefineLocalQueue("Q", QueueAttributes(max_depth=random.choice([3, 5000]))),
        DefineLocalQueue("R"),
    ]
    for number, delay in enumerate((0, 0, 2000, 5000)):
        commands += [CreateProducer(f"p{number}"), SetDeliveryDelay(f"p{number}", delay)]
    for number in range(40):
        report = sum({random.choice(REPORTS) for _ in range(3)})
        message = OutgoingMessage(f"m{number}", report=report, reply_to="R")
        life = random.choice([0, 0, 6000, 9000])
        put = PutDescriptor(expiry=life // 100 or UNLIMITED, persistence=random.choice(list(Persistence)))
        send = SendArguments(random.choice([1, 2]), random.choice([0, 4, 9]), life)
        commands.append(
            random.choice(
                [
                    Send(f"p{random.randrange(4)}", message, QueueDestination("Q"), arguments=send),
                    Send(f"p{random.randrange(4)}", message, QueueDestination("Q"), arguments=send),
                    MqPut("Q", message, put),
                    Advance(random.choice([1, 100, 1000, 5000])),
                    Receive("Q"),
                    MqGet("Q"),
                    AlterQueue("Q", AttributeChanges(put=random.choice(list(Switch)))),
                    Browse("Q"),
                    Browse("R"),
                    Receive("R"),
                    MqGet("R"),
                ]
            )
        )
    adapter = some_right(seed) if seed % 2 else right.ADAPTERS["confirms"]()
    return run_commands(adapter, [*commands, Advance(9000), Browse("R"), Browse("Q")])


@pytest.mark.parametrize("seed", range(SEEDS))
def test_reports_of_which_the_rest_is_not_known_accuse_nobody(seed: int) -> None:
    trace, random = trace_with_reports(seed), Random(seed)  # noqa: S311 - reproducible
    head = partly(trace, producers="all")
    share = random.choice([0.3, 0.7, 1])
    steps = [
        step for step in trace.steps if isinstance(step.command, OF_PRODUCERS) or random.random() < share
    ]
    for some in (steps, [thinned(step, random) for step in steps]):
        found = judged(head, some)
        assert not found.findings, accused(found)
    found = judged(replace(head, clock=ClockKind.REAL), overlapping(trace.steps, random))
    assert not found.findings, accused(found)


ASKED = Report.COA | Report.COD_WITH_FULL_DATA | Report.EXCEPTION | Report.PASS_CORREL_ID


def confirmed(delay: int, *, gets: bool = True) -> Trace:
    """A message whose arrival and delivery is confirmed."""
    message = OutgoingMessage("m", report=ASKED & ~Report.PASS_CORREL_ID, reply_to="R")
    commands: list[Command] = [
        *(DefineLocalQueue("Q"), DefineLocalQueue("R")),
        *(CreateProducer("p"), SetDeliveryDelay("p", delay)),
        Send("p", message, QueueDestination("Q"), arguments=SendArguments(2, 7, 0)),
        Advance(6000),
        *((Receive("Q"),) if gets else ()),
        Browse("R"),
    ]
    return run_commands(right.ADAPTERS["confirms"](), commands)


def reported(trace: Trace, kind: Feedback, at: int, **changes: object) -> Judged:
    """What is said where one report of the trace was seen, so long after the beginning and so changed."""
    shown = trace.steps[-1].outcome
    assert isinstance(shown, Browsed)
    (report,) = (one for one in shown.messages if one.descriptor.feedback == kind)
    seen = replace(report, descriptor=replace(report.descriptor, **changes))
    when = trace.steps[0].started + at
    steps = [step for step in trace.steps[:-1] if step.ended <= when]
    return judged(partly(trace, producers="all"), [*steps, Step(Browse("R"), Browsed((seen,)), when, when)])


@pytest.mark.parametrize("delay", [0, 5000])
@pytest.mark.parametrize("feedback", [Feedback.COA, Feedback.COD])
def test_a_confirmation_is_judged_with_its_message_alone(feedback: Feedback, delay: int) -> None:
    """Whether or not the message was got before its eyes; other reports may have been got unseen."""
    trace = confirmed(delay)
    found = reported(trace, feedback, 6000)
    assert (found.findings, found.undecided) == ((), ())
    assert ("X-32" in found.exercised) is (delay > 0)


@pytest.mark.parametrize(("feedback", "rule"), [(Feedback.COA, "DD-126"), (2053, "DD-100")])
def test_a_report_before_its_message_is_due_is_found(feedback: int, rule: str) -> None:
    trace = confirmed(5000)
    found = reported(trace, Feedback.COA, 1000, feedback=feedback)
    assert rule in {one for finding in found.findings for one in finding.breach.rules}


def test_a_delivery_confirmed_before_the_message_is_due_may_be_an_unseen_recall() -> None:
    found = reported(confirmed(5000), Feedback.COD, 1000)
    assert (found.findings, found.undecided) == ((), ())
    assert "DD-127" not in found.exercised


def test_what_nobody_asked_for_may_be_from_a_program() -> None:
    trace = confirmed(5000)
    for feedback in (Feedback.PAN, Feedback.NAN, Feedback.ACTIVITY, 7):
        assert not reported(trace, Feedback.COA, 6000, feedback=feedback).findings


SHOWN_BY_MESSAGES = (
    *("TTL 0 below the delay", "conflict in tenths", "groups accepted", "priority shifted"),
    *("expiry in milliseconds", "id cut short", "delay in hundredths", "expired returned"),
    *("staged copy keeps its id", "life restarted at delivery", "expiry taken for an exception"),
    *("no priority element", "text cut short", "correlation id lost on the way", "delivered at restart"),
    *("priority at delivery", "priority 0 decided anew"),
)


@pytest.mark.parametrize("name", SHOWN_BY_MESSAGES)
def test_what_messages_show_by_themselves_is_found_without_the_rest(name: str) -> None:
    misreading = wrong.WRONG[name]
    trace = run_commands(misreading.factory(), misreading.witness)
    seen = (MessageReturned, Browsed)
    steps = [
        step
        for step in trace.steps
        if isinstance(step.command, (*OF_PRODUCERS, *SENDS)) or isinstance(step.outcome, seen)
    ]
    found = judged(partly(trace, producers="all"), steps)
    blamed = {rule for one in found.findings for rule in one.breach.rules}
    assert blamed & misreading.rules, f"{misreading.sentence}: {found}"


SHOWN_BY_QUEUES = (
    *("id used twice", "rolled back but delivered", "recalled but delivered", "fullness not checked"),
    *(
        "put-disabled not checked",
        "stops at the first expired",
        "no expiration report",
    ),
    *("2033 under the cursor", "groups refused without delay", "report in the unit of work"),
)


@pytest.mark.parametrize("name", SHOWN_BY_QUEUES)
def test_what_queues_show_is_found_where_they_were_recorded_completely(name: str) -> None:
    misreading = wrong.WRONG[name]
    # What a look discards and reports may be there for, or come after, a moment where the clock is real.
    *_, before, look = misreading.witness
    later = (Advance(1000), before, Advance(4500), look)
    trace = run_commands(misreading.factory(), (*misreading.witness, *later))
    defined = {step.command.queue for step in trace.steps if isinstance(step.command, DefineLocalQueue)}
    alone = judged(partly(trace, producers="all"), trace.steps)
    assert not alone.findings
    queues = tuple(sorted(defined - {"DLQ"}))
    found = judged(partly(trace, producers="all", queues=queues), trace.steps)
    blamed = {rule for one in found.findings for rule in one.breach.rules}
    assert blamed & misreading.rules, f"{misreading.sentence}: {found}"
    records = decode_lines(found.findings[0].trace.encode().splitlines(), name).steps
    assert len(records) <= len(trace.steps)


def test_a_producer_whose_setters_may_be_missing_tells_nothing_of_a_complete_queue() -> None:
    """The life was set by a call that nobody recorded, and nobody said that all of them are."""
    set_up = (DefineLocalQueue("ORDERS"), CreateProducer("p"), SetTimeToLive("p", 4000))
    sent = (Send("p", OutgoingMessage("order-1"), QueueDestination("ORDERS")), Advance(9000))
    trace = run_commands(SimulatedAdapter(), (*set_up, *sent, Browse("ORDERS")))
    recorded = [step for step in trace.steps if not isinstance(step.command, SetTimeToLive)]
    found = judged(partly(trace, queues=("ORDERS",)), recorded)
    assert not found.findings, accused(found)
    wrong_life = judged(partly(trace, producers="all", queues=("ORDERS",)), recorded)
    assert wrong_life.findings, "where all calls are said to be recorded, the life is wrong"


def test_of_a_complete_trace_the_judge_says_the_same_as_ever() -> None:
    for name in list(wrong.WRONG)[::25]:
        misreading = wrong.WRONG[name]
        trace = run_commands(misreading.factory(), misreading.witness)
        expected = {breach.rules for breach in judge_trace(trace).breaches}
        found = judged(trace.head, trace.steps)
        assert {one.breach.rules for one in found.findings} == expected
        assert found.verdict is Verdict.VIOLATES


def test_what_was_put_under_a_name_that_was_not_recorded_is_told_and_accuses_nobody() -> None:
    """The look that shows it is followed by another in the same millisecond."""
    seen = MessageReturned(SeenMessage(body="m"))
    steps = [
        Step(DefineLocalQueue("Q"), Done(), 0, 0),
        Step(CreateProducer("p"), Done(), 1, 1),
        Step(Send("p", OutgoingMessage("m"), QueueDestination("ALIAS")), Sent(), 2, 2),
        Step(Receive("Q"), seen, 3, 3),
        Step(Receive("Q"), NoMessage(), 3, 3),
        Step(Receive("Q"), NoMessage(), 4, 4),
    ]
    head = TraceHead(1, "by hand", ClockKind.VIRTUAL)
    found = judged(partly(Trace(head, tuple(steps)), producers="all", queues=("Q",)), steps)
    assert not found.findings, accused(found)
    assert any("on Q is a message of which no send to it was recorded" in why for why in found.undecided)


REPORTED = SeenMessage(body="", descriptor=Descriptor(message_type=4, feedback=Feedback.EXPIRATION))
IN_DOUBT = (
    Step(DefineLocalQueue("ORDERS"), Done(), 0, 0),
    Step(DefineLocalQueue("REPLY"), Done(), 0, 0),
    Step(Advance(2500), Done(), 0, 2500),
    Step(Browse("REPLY"), Browsed((REPORTED,)), 2500, 2500),
    Step(MqGet("ORDERS"), NoMessage(), 2500, 2500),
)
"""A report comes from a queue that was not recorded; in the same millisecond something else happens."""


@pytest.mark.parametrize(
    ("position", "step"),
    [
        (9, Step(MqGet("ORDERS"), NoMessage(), 2500, 2500)),
        (6, Step(MqPut("BILLS", OutgoingMessage("bill-1", reply_to="REPLY")), Sent(), 2500, 2500)),
    ],
    ids=["a gap", "a queue proves to be incomplete"],
)
def test_what_was_found_in_doubt_is_taken_back_where_a_recording_breaks_off(
    position: int, step: Step
) -> None:
    head = TraceHead(1, "shop", ClockKind.VIRTUAL, observed=Observed(queues=("ORDERS", "REPLY")))
    records = [
        Record(one.command, one.outcome, one.started, one.ended, position=place)
        for place, one in zip((1, 2, 3, 4, 5, position), (*IN_DOUBT, step), strict=True)
    ]
    lines = [Line("a.jsonl", place, encode(record)) for place, record in enumerate(records, start=2)]
    found = judge_recording("a", lines, {"a.jsonl": encode(head)}, {})
    assert not found.findings, accused(found)
    assert len(found.undecided) == 1
