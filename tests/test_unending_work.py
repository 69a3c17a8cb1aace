"""Internal work that undoes what it has done is given up: the judge says so, and does not hang."""

import pytest
from msgspec.structs import replace

from mqtck.conformance.judging.judge import judge_trace
from mqtck.reference.internal_work import work
from mqtck.reference.state.agenda import push
from mqtck.reference.state.intervals import Moment
from mqtck.reference.state.state import State
from mqtck.reference.vocabulary.commands import Advance, DefineLocalQueue, MqPut, PutDescriptor, ReadDepth
from mqtck.reference.vocabulary.messages import OutgoingMessage
from mqtck.reference.vocabulary.outcomes import DepthRead, Done, Sent
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.traces import Step, Trace, TraceHead


def test_work_that_always_finds_more_ends_the_judgement(monkeypatch: pytest.MonkeyPatch) -> None:
    done = work.work

    def never_done(state: State, serial: int, moment: Moment) -> State:
        after = done(state, serial, moment)
        return replace(after, agenda=push(after.agenda, after.previous, serial))

    monkeypatch.setattr(work, "work", never_done)
    steps = (
        Step(DefineLocalQueue("Q"), Done(), 0, 0),
        Step(MqPut("Q", OutgoingMessage("m"), PutDescriptor(expiry=10)), Sent(), 0, 0),
        Step(Advance(5000), Done(), 0, 5000),
        Step(ReadDepth("Q"), DepthRead(7), 5000, 5000),
    )
    judgement = judge_trace(Trace(TraceHead(1, "by hand", ClockKind.VIRTUAL), steps))
    assert judgement.breaches == ()
    assert judgement.indeterminate == ("step 3: the model comes to no end (message 1 is looked at for ever)")
