"""Recorded replies that carry the data of their requests, as those of an IMS bridge may."""

import pytest
from recorded import judged, partly

from mqtck.reference.vocabulary.commands import Browse, MqPut, PutDescriptor
from mqtck.reference.vocabulary.constants import MessageType
from mqtck.reference.vocabulary.messages import Descriptor, OutgoingMessage, SeenMessage
from mqtck.reference.vocabulary.outcomes import Browsed, Sent
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.traces import Step, Trace, TraceHead


@pytest.mark.parametrize(("kind", "rules"), [(MessageType.REPLY, set()), (MessageType.DATAGRAM, {"EX-18"})])
def test_a_reply_is_not_taken_for_its_request(kind: MessageType, rules: set[str]) -> None:
    """The request has lived for 1 s, and the reply is looked at a minute later."""
    shown = SeenMessage(body="order", descriptor=Descriptor(message_type=kind))
    steps = (
        Step(MqPut("REQUESTS", OutgoingMessage("order"), PutDescriptor(expiry=10)), Sent(), 1, 1),
        Step(Browse("REPLIES"), Browsed((shown,)), 60_000, 60_000),
    )
    found = judged(partly(Trace(TraceHead(1, "by hand", ClockKind.REAL), steps)), steps)
    assert {one.breach.rules[0] for one in found.findings} == rules
