"""Which priority a report has is said by no document here, so its place among others is open."""

import pytest

from mqtck.conformance.judging.judge import judge_trace
from mqtck.reference.vocabulary.commands import Advance, Command, DefineLocalQueue, MqGet, MqPut
from mqtck.reference.vocabulary.constants import Feedback, ReasonCode, Report
from mqtck.reference.vocabulary.messages import Descriptor, OutgoingMessage, PutDescriptor, SeenMessage
from mqtck.reference.vocabulary.outcomes import Done, MessageReturned, NoMessage, Outcome, Sent
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.traces import FORMAT_VERSION, Step, Trace, TraceHead

REPORT = MessageReturned(SeenMessage(descriptor=Descriptor(feedback=int(Feedback.EXPIRATION))))
WAITING = MessageReturned(SeenMessage(body="waiting"))
ASKED = OutgoingMessage("order-1", report=Report.EXPIRATION, reply_to="REPLIES")


def blamed(*replies: Outcome) -> list[str]:
    """What is said where a message of priority 5 waits for which a report about one of priority 0 comes."""
    calls: list[tuple[Command, Outcome, int]] = [
        (DefineLocalQueue("ORDERS"), Done(), 0),
        (DefineLocalQueue("REPLIES"), Done(), 0),
        (MqPut("REPLIES", OutgoingMessage("waiting"), PutDescriptor(priority=5)), Sent(), 0),
        (MqPut("ORDERS", ASKED, PutDescriptor(20, priority=0)), Sent(), 0),
        (Advance(4000), Done(), 0),
        (MqGet("ORDERS"), NoMessage(reason=int(ReasonCode.NO_MSG_AVAILABLE)), 4000),
        *((MqGet("REPLIES"), reply, 4000) for reply in replies),
    ]
    head = TraceHead(mqtck_trace=FORMAT_VERSION, adapter="by hand", clock=ClockKind.VIRTUAL)
    steps = tuple(
        Step(command, outcome, at, 4000 if isinstance(command, Advance) else at)
        for command, outcome, at in calls
    )
    judgement = judge_trace(Trace(head, steps))
    assert judgement.indeterminate == ""
    return [breach.rules[0] for breach in judgement.breaches]


@pytest.mark.parametrize("replies", [(REPORT, WAITING), (WAITING, REPORT)], ids=["before", "behind"])
def test_a_report_comes_before_or_behind_a_message_of_higher_priority(replies: tuple[Outcome, ...]) -> None:
    assert blamed(*replies) == []
