"""Recorded puts that were refused, where the queue may be one for transmission."""

import pytest
from recorded import judged, partly

from mqtck.reference.vocabulary.commands import DefineLocalQueue, MqPut, QueueAttributes, Usage
from mqtck.reference.vocabulary.constants import ReasonCode
from mqtck.reference.vocabulary.messages import OutgoingMessage
from mqtck.reference.vocabulary.outcomes import Done, ErrorFamily, Refused
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.traces import Step, Trace, TraceHead

REFUSED = Step(
    MqPut("Q", OutgoingMessage("m")), Refused(ReasonCode.EXPIRY_ERROR, ErrorFamily.MQI, "no life"), 1, 1
)


@pytest.mark.parametrize(
    ("definition", "rules"),
    [
        (None, set()),  # perhaps a transmission queue, and a header in front of the data
        (QueueAttributes(usage=Usage.TRANSMISSION), set()),
        (QueueAttributes(), {"EX-44"}),
    ],
)
def test_only_of_an_ordinary_queue_the_life_of_the_message_alone_decides(
    definition: QueueAttributes | None, rules: set[str]
) -> None:
    defined = [] if definition is None else [Step(DefineLocalQueue("Q", definition), Done(), 0, 0)]
    trace = Trace(TraceHead(1, "by hand", ClockKind.REAL), (*defined, REFUSED))
    found = judged(partly(trace, producers="all"), trace.steps)
    assert {one.breach.rules[0] for one in found.findings} == rules
