"""Activity reports: the processor makes none (DD-129); of others, and of publishes, nothing is said."""

import pytest

from implementations.right.confirmations import CONFIRMATIONS
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.queue_managers.report_messages import plain_report
from implementations.simulation.world import SimulatedAdapter, SimulatedWorld
from implementations.state.objects import Message, Publication
from implementations.witnesses.parts.common import DISABLE, REMOTE, Q, Trace, delayed, put
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.judge import Judgement, judge_trace
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Command,
    CreateProducer,
    DefineLocalQueue,
    MqBackout,
    MqGet,
    ReadDepth,
    Receive,
    Send,
    SetDeliveryDelay,
    StartChannel,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER, STAGING_QUEUE, Feedback, Report
from mqtck.reference.vocabulary.messages import OutgoingMessage, TopicDestination
from mqtck.reference.vocabulary.outcomes import Outcome
from mqtck.reference.vocabulary.publications import DefineTopic, MessageDelivery, Subscribe

AVAILABLE = MessageDelivery.ALL_AVAILABLE
BOTH = Report.ACTIVITY | Report.EXPIRATION
LOOKS = pytest.mark.parametrize("look", [Browse("REPLY"), ReadDepth("REPLY")])
TO_REMOTE_QUEUE: Trace = (*REMOTE, StartChannel("XMIT"))


class Reporting(SimulatedWorld):
    """Reports an activity of each message, wherever it is when time has passed."""

    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, Advance):
            home = self.simulation.managers[DEFAULT_QUEUE_MANAGER]
            for manager in self.simulation.managers.values():
                for queue in manager.local_queues():
                    for message in [entry.message for entry in queue.entries]:
                        original = message if message.delay is None else message.delay.original
                        if original.report:
                            home.put_report(plain_report(original, Feedback.ACTIVITY, home), original)
        return outcome


def judged(target: Trace, wait: int, look: Command) -> Judgement:
    """Of a message with a delay of 5 s, so long after it was sent."""
    trace = (*target, DefineLocalQueue("REPLY"), *delayed(5000, 0, int(Report.ACTIVITY)), Advance(wait), look)
    return judge_trace(run_commands(SimulatedAdapter(world=Reporting), trace))


class ReportingPublishes(SimulatedWorld):
    """Reports each publish as an activity, before its copies are staged."""

    def change(self, manager: QueueManager) -> None:
        copy = manager.topics.copy

        def copied(message: Message, publication: Publication) -> Message:
            manager.send_report(plain_report(message, Feedback.ACTIVITY, manager), message)
            return copy(message, publication)

        manager.topics.copy = copied  # type: ignore[method-assign]


@LOOKS
@pytest.mark.parametrize("wait", [2000, 8000])
def test_the_report_of_a_publish_is_not_held_against_the_processor(look: Command, wait: int) -> None:
    message = OutgoingMessage("m", report=int(Report.ACTIVITY), reply_to="REPLY")
    trace = (
        *(DefineLocalQueue("REPLY"), DefineTopic("T", "T", AVAILABLE, AVAILABLE), Subscribe("alice", "T")),
        *(CreateProducer("p", topic=TopicDestination("T")), SetDeliveryDelay("p", 5000)),
        *(Send("p", message), Advance(wait), look),
    )
    found = judge_trace(run_commands(SimulatedAdapter(world=ReportingPublishes), trace))
    assert found.breaches == ()
    assert found.indeterminate


@LOOKS
def test_the_report_of_a_channel_is_not_held_against_the_processor(look: Command) -> None:
    found = judged(TO_REMOTE_QUEUE, 8000, look)
    assert found.breaches == ()
    assert found.indeterminate


@LOOKS
@pytest.mark.parametrize(("target", "wait"), [(Q, 8000), (Q, 2000), (TO_REMOTE_QUEUE, 2000)])
def test_where_no_channel_was_at_work_it_is(target: Trace, wait: int, look: Command) -> None:
    assert judged(target, wait, look).breaches[0].rules[0] == "DD-129"


def received(*gets: Command, look: Command) -> Judgement:
    """Of a message with a delay of 5 s of which gets are reported, and what comes between two of them."""
    reply = DefineLocalQueue("REPLY")
    trace = (*Q, reply, *delayed(5000, 0, int(Report.ACTIVITY)), *gets, look)
    return judge_trace(run_commands(CONFIRMATIONS["reports gets as activities"](), trace))


@LOOKS
@pytest.mark.parametrize(
    "gets",
    [
        (Advance(8000), Receive("Q")),
        (Advance(8000), MqGet("Q", syncpoint=Syncpoint.WITHIN)),
        (Advance(8000), MqGet("Q", syncpoint=Syncpoint.WITHIN), MqBackout()),
        (MqGet(STAGING_QUEUE, syncpoint=Syncpoint.WITHIN), MqBackout()),
    ],
    ids=["got", "in a unit of work", "backed out", "recalled and backed out"],
)
def test_the_report_of_a_get_is_not_held_against_the_processor(
    gets: tuple[Command, ...], look: Command
) -> None:
    assert received(*gets, look=look).breaches == ()


class ReportingDiscards(SimulatedWorld):
    """Reports the discard of an expired message as an activity, wherever that message was put."""

    def change(self, manager: QueueManager) -> None:
        report = manager._report_expiration

        def both(message: Message) -> None:
            report(message)
            original = message if message.delay is None else message.delay.original
            manager.send_report(plain_report(original, Feedback.ACTIVITY, manager), original)

        manager._report_expiration = both  # type: ignore[method-assign]


def discarded(*sent: Command, look: Command) -> Judgement:
    """Of a message that expires within 8 s and is discarded by a get."""
    reply = DefineLocalQueue("REPLY")
    trace = (*Q, reply, *sent, Advance(8000), Receive("Q"), Receive(STAGING_QUEUE), look)
    return judge_trace(run_commands(SimulatedAdapter(world=ReportingDiscards), trace))


@LOOKS
def test_what_discards_an_undelayed_message_may_report_that(look: Command) -> None:
    assert discarded(put(expiry=50, report=int(BOTH)), look=look).breaches == ()


@LOOKS
def test_what_discards_a_message_on_its_target_may_report_that(look: Command) -> None:
    assert discarded(*delayed(3000, 5000, int(BOTH)), look=look).breaches == ()


@LOOKS
def test_what_discards_a_message_on_the_staging_queue_may_not(look: Command) -> None:
    found = discarded(*delayed(3000, 5000, int(BOTH)), DISABLE, look=look)
    assert "DD-129" in found.breaches[0].rules
