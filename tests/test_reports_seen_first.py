"""A report that is the first to tell where its message has ended must look as that end asks; and its Expiry.

Nobody has looked at the staging queue before, nor at the target.
"""

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from implementations.right import ADAPTERS
from implementations.witnesses.parts.common import DISABLE, EXPIRATION, QUEUES, Trace, delayed, put
from implementations.wrong import WRONG
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.judge import judge_trace
from mqtck.reference.vocabulary.commands import (
    Advance,
    CreateProducer,
    MqGet,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, UNLIMITED, Report
from mqtck.reference.vocabulary.messages import JmsFolder, OutgoingMessage, QueueDestination
from mqtck.reference.vocabulary.outcomes import MessageReturned
from mqtck.reference.vocabulary.traces import Trace as Recorded

ONLY_ITS_REPORT: Trace = (
    *(*QUEUES, SetDeadLetterQueue(None), *delayed(3000, 7000, EXPIRATION), DISABLE),
    *(Advance(9000), MqGet("REPLY")),
)


def blamed(trace: Recorded) -> list[str]:
    judgement = judge_trace(trace)
    assert judgement.indeterminate == ""
    return [breach.rules[0] for breach in judgement.breaches]


@pytest.mark.parametrize(
    ("name", "rule"), [("delay header in the report", "DD-83"), ("report of the staged copy", "DD-82")]
)
def test_a_report_of_a_staged_copy_is_one_also_where_nobody_has_looked_there(name: str, rule: str) -> None:
    trace = run_commands(WRONG[name].factory(), ONLY_ITS_REPORT)
    assert isinstance(trace.steps[-1].outcome, MessageReturned)
    assert rule in {rule for breach in judge_trace(trace).breaches for rule in breach.rules}


@pytest.mark.parametrize("name", list(ADAPTERS))
def test_that_of_a_message_as_sent_is_right(name: str) -> None:
    assert blamed(run_commands(ADAPTERS[name](), ONLY_ITS_REPORT)) == []


@pytest.mark.parametrize(("expiry", "rules"), [(0, ["EX-19"]), (7, []), (UNLIMITED, []), (UNSET, [])])
def test_no_report_has_an_expiry_of_nothing(expiry: int, rules: list[str]) -> None:
    asked: Trace = (*QUEUES, put("m", 20, EXPIRATION), Advance(4000), MqGet("Q"), MqGet("REPLY"))
    assert blamed(showing(expiry, asked)) == rules


def test_what_inherits_a_life_that_is_over_may_have_one() -> None:
    inherits = EXPIRATION | int(Report.PASS_DISCARD_AND_EXPIRY)
    asked: Trace = (*QUEUES, put("m", 20, inherits), Advance(4000), MqGet("Q"), MqGet("REPLY"))
    assert blamed(showing(0, asked)) == []


FOLDERS: dict[str, tuple[JmsFolder, list[str]]] = {
    "the destination of the message": (JmsFolder(destination="queue:///Q", type="invoice"), []),
    "that of the report itself": (JmsFolder(destination="queue:///REPLY", type=None), []),
    "the staging queue": (JmsFolder(destination=f"queue:///{STAGING_QUEUE}"), ["DD-83"]),
    "another type": (JmsFolder(type="none"), ["DD-83"]),
    "another correlation string": (JmsFolder(correlation_id="order 18"), ["DD-83"]),
    "an id that is no string of an application": (JmsFolder(correlation_id="ID:" + "ab" * 24), []),
}


@pytest.mark.parametrize(("folder", "rules"), FOLDERS.values(), ids=FOLDERS)
def test_a_header_in_a_report_says_of_a_staged_message_what_was_sent(
    folder: JmsFolder, rules: list[str]
) -> None:
    message = OutgoingMessage(
        "m", report=EXPIRATION, reply_to="REPLY", jms_type="invoice", correlation_text="order 17"
    )
    sends = (CreateProducer("p", destination=QueueDestination("Q")), SetTimeToLive("p", 7000))
    delay = (SetDeliveryDelay("p", 3000), Send("p", message), DISABLE, Advance(9000), MqGet("REPLY"))
    trace = run_commands(ADAPTERS["preferred"](), (*QUEUES, SetDeadLetterQueue(None), *sends, *delay))
    last = trace.steps[-1]
    assert isinstance(last.outcome, MessageReturned)
    report = MessageReturned(replace(last.outcome.message, folder=folder))
    assert blamed(replace(trace, steps=(*trace.steps[:-1], replace(last, outcome=report)))) == rules


def showing(expiry: int, commands: Trace) -> Recorded:
    """What a right implementation does, but that the message got last has this Expiry."""
    trace = run_commands(ADAPTERS["preferred"](), commands)
    last = trace.steps[-1]
    assert isinstance(last.outcome, MessageReturned)
    message = last.outcome.message
    shown = replace(message, descriptor=replace(message.descriptor, expiry=expiry))
    return replace(trace, steps=(*trace.steps[:-1], replace(last, outcome=MessageReturned(shown))))
