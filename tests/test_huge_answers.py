"""What an implementation answers may be huge: it is told in a few words, and stands whole in the trace."""

from by_hand import edited, judged, played
from msgspec.structs import replace

from mqtck.conformance.judging.narration import lines_of
from mqtck.reference.vocabulary.commands import CreateProducer, DefineLocalQueue, Receive, Send
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination
from mqtck.reference.vocabulary.outcomes import MessageReturned
from mqtck.reference.vocabulary.results import MOST_TOLD

HUGE = "x" * 1_000_000


def test_a_huge_body_is_told_in_a_few_words() -> None:
    trace = played(
        DefineLocalQueue("ORDERS"),
        CreateProducer("p", destination=QueueDestination("ORDERS")),
        Send("p", OutgoingMessage("m1")),
        Receive("ORDERS"),
    )
    returned = trace.steps[-1].outcome
    assert isinstance(returned, MessageReturned)
    strange = edited(trace, {-1: replace(returned, message=replace(returned.message, body=HUGE))})
    breaches = judged(strange).breaches
    assert breaches
    for text in (*(breach.seen for breach in breaches), *lines_of(strange)):
        assert len(text) < 2 * MOST_TOLD
    assert f"({len(HUGE) - MOST_TOLD} more characters)" in lines_of(strange)[-1]
