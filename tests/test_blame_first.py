"""Whom the judge blames first: of several rules that one fault may break, the one that it is about."""

import pytest
from msgspec.structs import replace

from implementations.simulation.queue_managers.report_messages import delivery_report
from implementations.simulation.world import SimulatedAdapter, SimulatedWorld
from implementations.witnesses.parts.common import (
    EXCEPTION,
    EXPIRATION,
    QUEUES,
    P,
    Trace,
    delayed,
    failed,
    put,
    send,
)
from implementations.witnesses.parts.publications import NEIGHBOUR, NEWS, topic
from implementations.wrong import WRONG
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.judge import judge_trace
from mqtck.reference.vocabulary.channels import (
    DefinePolicy,
    DefineReceiverChannel,
    DefineSenderChannel,
    Toleration,
)
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
    DefineRemoteQueue,
    DisableMessageId,
    MqGet,
    MqPut,
    OpenSession,
    QueueAttributes,
    ReadDepth,
    Receive,
    Rollback,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetTimeToLive,
    StartChannel,
    Switch,
    Syncpoint,
    Usage,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, Feedback, Persistence, Report
from mqtck.reference.vocabulary.messages import OutgoingMessage, PutDescriptor, QueueDestination
from mqtck.reference.vocabulary.outcomes import MessageReturned, Outcome
from mqtck.reference.vocabulary.profile import Edition, Platform, Profile
from mqtck.reference.vocabulary.publications import JoinHierarchy, ReceivePublication, Subscribe

EXPIRED_ABOVE_LIVE: Trace = (
    *QUEUES,
    put("low", priority=1),
    put("high", expiry=20, report=EXPIRATION, priority=9),
    Advance(3000),
    MqGet("Q"),
)


def first_blamed(name: str, trace: Trace) -> str:
    (breach, *_) = judge_trace(run_commands(WRONG[name].factory(), trace)).breaches
    return breach.rules[0]


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("arrival alone", "X-28"),
        ("two hundred characters too many", "DD-111"),
        ("no room for dead letters", "DD-98"),
    ],
)
def test_the_rule_of_the_fault_comes_first(name: str, rule: str) -> None:
    assert first_blamed(name, WRONG[name].witness) == rule


@pytest.mark.parametrize("look", [ReadDepth("Q"), Browse("REPLY")])
def test_who_never_comes_to_an_expired_message_of_higher_priority_breaks_ex_16(
    look: ReadDepth | Browse,
) -> None:
    """Not EX-12 or EX-21, which a get keeps that knows the order of arrival alone."""
    assert first_blamed("arrival alone", (*EXPIRED_ABOVE_LIVE, look)) == "EX-16"


class _ConfirmsBrowses(SimulatedWorld):
    """A browse is a delivery of which a COD tells, where it is asked for."""

    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        queue = self._manager("QM1").local(command.queue) if isinstance(command, Browse) else None
        for entry in () if queue is None else tuple(queue.entries):
            if entry.message.report & Report.COD:
                manager = self._manager("QM1")
                manager.send_report(delivery_report(entry.message, manager), entry.message)
        return outcome


@pytest.mark.parametrize("look", [ReadDepth("REPLY"), MqGet("REPLY")])
@pytest.mark.parametrize("expiry", [-1, 30])
def test_whether_a_browse_without_a_delay_is_a_delivery_is_not_judged(
    expiry: int, look: ReadDepth | MqGet
) -> None:
    """DD-127 is about delayed messages, EX-22 about what expires; COD itself stands in other documents."""
    asking = put(expiry=expiry, report=int(Report.COD))
    steps = (*QUEUES, asking, Advance(2000), Browse("Q"), look, Advance(2000), MqGet("Q"), look)
    assert judge_trace(run_commands(SimulatedAdapter(world=_ConfirmsBrowses), steps)).breaches == ()


RESTING: Trace = (
    DefineQueueManager("QM2", platform=Platform.ZOS),
    DefineLocalQueue("STOCK", QueueAttributes(put=Switch.DISABLED), queue_manager="QM2"),
    DefineLocalQueue("FAILED", queue_manager="QM2"),
    SetDeadLetterQueue("FAILED", queue_manager="QM2"),
    DefinePolicy("FAILED", toleration=Toleration.OFF, queue_manager="QM2"),
    DefineLocalQueue(STAGING_QUEUE, queue_manager="QM2"),
    DefineLocalQueue("TO.QM2", QueueAttributes(usage=Usage.TRANSMISSION)),
    DefineRemoteQueue("ORDERS", "STOCK", "QM2", "TO.QM2"),
    DefineSenderChannel("TO.QM2"),
    DefineReceiverChannel("QM1", "QM2"),
    MqPut("ORDERS", OutgoingMessage("order-1"), PutDescriptor(persistence=Persistence.PERSISTENT)),
    OpenSession("there", queue_manager="QM2"),
    CreateProducer("p", session="there"),
    SetDeliveryDelay("p", 1000),
    Send("p", OutgoingMessage("late"), QueueDestination("FAILED")),
    AlterQueue(STAGING_QUEUE, AttributeChanges(put=Switch.DISABLED), queue_manager="QM2"),
    Advance(2000),
    StartChannel("TO.QM2"),
    Advance(2000),
    ReadDepth("FAILED", queue_manager="QM2"),
)


def test_what_a_channel_has_decided_on_is_likelier_to_be_counted_than_what_rests() -> None:
    """AM-20, and not DD-94, by which a message for the same queue is kept on the staging queue."""
    adapter = WRONG["toleration ignored"].factory().under(Profile(Platform.ZOS))
    (breach, *_) = judge_trace(run_commands(adapter, RESTING)).breaches
    assert breach.rules[0] == "AM-20"


class NoIdsWhereHinted(SimulatedWorld):
    """Heeds the hint to do without message ids: nobody who receives such a message is shown one."""

    hinted = False

    def execute(self, command: Command) -> Outcome:
        self.hinted |= isinstance(command, DisableMessageId)
        outcome = super().execute(command)
        if not self.hinted or not isinstance(outcome, MessageReturned):
            return outcome
        message = outcome.message
        return MessageReturned(replace(message, header=replace(message.header, message_id=None)))


@pytest.mark.parametrize(
    ("sender", "sent"),
    [
        (P, (send(), Receive("Q"))),
        (
            (*topic(), CreateProducer("p", topic=NEWS)),
            (Subscribe("a", "news"), send(), ReceivePublication("a")),
        ),
        (
            (*NEIGHBOUR, *topic(), CreateProducer("p", topic=NEWS), SetDeliveryDelay("p", 1000)),
            (send(), Advance(6000), ReceivePublication("a"), ReceivePublication("a")),
        ),
    ],
    ids=["from a queue", "as a subscriber", "as a subscriber at another queue manager"],
)
def test_an_id_that_a_receiver_lacks_for_the_hint_is_a_matter_of_the_hint(sender: Trace, sent: Trace) -> None:
    trace = (*sender, DisableMessageId("p"), *sent)
    breaches = judge_trace(run_commands(SimulatedAdapter(world=NoIdsWhereHinted), trace)).breaches
    assert [breach.rules[0] for breach in breaches] == ["HM-31"]


REPORTS_OF_ALL = [
    ("PAN and NAN by the processor", Report.NAN, "DD-128"),
    ("activity report by the processor", Report.ACTIVITY, "DD-129"),
]


@pytest.mark.parametrize("looks", [(Browse("REPLY"),), (MqGet("REPLY"), MqGet("REPLY"))])
@pytest.mark.parametrize(("name", "option", "rule"), REPORTS_OF_ALL)
def test_a_report_that_nobody_makes_is_not_taken_for_the_exception_report_beside_it(
    name: str, option: Report, rule: str, looks: Trace
) -> None:
    """By the older edition, which breaks off before it says which options count, it is nobody's fault."""
    trace = (*failed(EXCEPTION | option)[:-3], *looks)
    breaches = judge_trace(run_commands(WRONG[name].factory(), trace)).breaches
    assert [breach.rules[0] for breach in breaches] == [rule]
    before = WRONG[name].factory().under(Profile(edition=Edition.VERSION_8_0))
    assert judge_trace(run_commands(before, trace)).breaches == ()


def test_an_exception_report_may_be_shown_with_the_feedback_of_one_that_nobody_asked_for() -> None:
    breaches = judge_trace(
        run_commands(SimulatedAdapter(world=Notifies), (*failed(EXCEPTION)[:-3], MqGet("REPLY")))
    ).breaches
    assert [breach.rules[0] for breach in breaches] == ["DD-101"]


class Notifies(SimulatedWorld):
    """Gives exception reports the feedback of a negative notification."""

    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if not isinstance(outcome, MessageReturned):
            return outcome
        descriptor = replace(outcome.message.descriptor, feedback=int(Feedback.NAN))
        return MessageReturned(replace(outcome.message, descriptor=descriptor))


class LosesWhatIsBackedOut(SimulatedWorld):
    """A rollback that is as good as a commit, for what has been received."""

    def execute(self, command: Command) -> Outcome:
        return super().execute(Commit(command.session) if isinstance(command, Rollback) else command)


@pytest.mark.parametrize(("life", "rules"), [(0, ("DD-10",)), (60_000, ("DD-10", "EX-04"))])
def test_that_a_copy_is_lost_in_a_rollback_is_no_fault_of_its_distribution(
    life: int, rules: tuple[str, ...]
) -> None:
    """Not DD-118: the subscriber had it."""
    trace = (
        *(DefineQueueManager("QM2"), JoinHierarchy("QM1", "QM2"), *topic()),
        OpenSession("far", Acknowledgement.TRANSACTED, queue_manager="QM2"),
        *(Subscribe("a", "news", session="far"), Advance(1000)),
        *(CreateProducer("p", topic=NEWS), SetTimeToLive("p", life), SetDeliveryDelay("p", 3000), send()),
        *(Advance(5000), ReceivePublication("a"), Rollback("far"), ReceivePublication("a")),
    )
    (breach,) = judge_trace(run_commands(SimulatedAdapter(world=LosesWhatIsBackedOut), trace)).breaches
    assert set(rules) <= set(breach.rules)
    assert breach.rules[0] == rules[0]
    assert "DD-118" not in breach.rules


@pytest.mark.parametrize("name", ["discard in the unit of work", "report in the unit of work"])
@pytest.mark.parametrize("delay", [0, 2000])
def test_a_report_that_waits_for_a_commit_is_a_matter_of_the_unit_of_work(delay: int, name: str) -> None:
    """EX-39, whether the message was delayed or not."""
    sent = (*QUEUES, *delayed(delay, 5000, EXPIRATION), Advance(10_000))
    trace = (*sent, MqGet("Q", syncpoint=Syncpoint.WITHIN), ReadDepth("REPLY"))
    (breach, *_) = judge_trace(run_commands(WRONG[name].factory(), trace)).breaches
    assert {"EX-21", "EX-39"} <= set(breach.rules)
