"""Recorded refusals of which the cause was not seen: what they throw is known all the same (DD-16)."""

import pytest
from recorded import accused, judged, partly

from implementations import wrong
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.recordings.results import Judged
from mqtck.reference.vocabulary.commands import (
    Command,
    CreateProducer,
    ProducerApi,
    Receive,
    Send,
    SetDeliveryDelay,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import ReasonCode
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination, TopicDestination
from mqtck.reference.vocabulary.outcomes import Done, ErrorFamily, NoMessage, Outcome, Refused
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.traces import Step, Trace, TraceHead

CHECKED, UNCHECKED = ErrorFamily.JMS_EXCEPTION, ErrorFamily.JMS_RUNTIME_EXCEPTION
CLASSIC, SIMPLE = ProducerApi.MESSAGE_PRODUCER, ProducerApi.JMS_PRODUCER
TO_QUEUE = Send("p", OutgoingMessage("m"), QueueDestination("Q"))
TO_TOPIC = Send("p", OutgoingMessage("m"), topic=TopicDestination("prices"))


def refused(
    command: Command, outcome: Outcome, api: ProducerApi, delay: int, *, producers: str | None = "all"
) -> Judged:
    """What is said of one refused call on a producer with a delay."""
    calls: list[tuple[Command, Outcome]] = [
        (CreateProducer("p", api), Done()),
        (SetDeliveryDelay("p", delay), Done()),
        (command, outcome),
        (Receive("Q"), NoMessage()),
    ]
    steps = [Step(one, answer, place, place) for place, (one, answer) in enumerate(calls)]
    head = TraceHead(1, "by hand", ClockKind.REAL)
    observed = {} if producers is None else {"producers": producers}
    return judged(partly(Trace(head, tuple(steps)), **observed), steps)


@pytest.mark.parametrize("reason", [ReasonCode.Q_FULL, ReasonCode.NOT_AUTHORIZED, ReasonCode.OPTIONS_ERROR])
@pytest.mark.parametrize(("api", "family"), [(CLASSIC, UNCHECKED), (SIMPLE, CHECKED)])
@pytest.mark.parametrize("send", [TO_QUEUE, TO_TOPIC])
def test_a_delayed_send_that_is_refused_throws_what_its_producer_throws(
    send: Send, api: ProducerApi, family: ErrorFamily, reason: ReasonCode
) -> None:
    found = refused(send, Refused(reason, family), api, 5000)
    assert [one.breach.rules for one in found.findings] == [("DD-16", "DD-15")]
    right = refused(send, Refused(reason, CHECKED if family is UNCHECKED else UNCHECKED), api, 5000)
    assert not right.findings, accused(right)
    assert {"DD-16"} <= {*right.exercised}


@pytest.mark.parametrize("command", [SetDeliveryDelay("p", 5000), SetTimeToLive("p", 9000)])
@pytest.mark.parametrize("reason", [ReasonCode.FUNCTION_NOT_SUPPORTED, ReasonCode.Q_MGR_NOT_AVAILABLE])
def test_so_does_a_delay_that_a_queue_manager_cannot_do(command: Command, reason: ReasonCode) -> None:
    found = refused(command, Refused(reason, CHECKED), SIMPLE, 0)
    certain = isinstance(command, SetDeliveryDelay) and reason is ReasonCode.FUNCTION_NOT_SUPPORTED
    assert bool(found.findings) == certain, accused(found)


@pytest.mark.parametrize(
    ("outcome", "delay"),
    [
        (Refused(ReasonCode.Q_FULL, UNCHECKED), 0),  # no rule speaks of what is sent without delay
        (Refused(ReasonCode.Q_MGR_NOT_AVAILABLE, UNCHECKED), 5000),  # nor of a connection that is broken
        (Refused(family=UNCHECKED), 5000),
        (Refused(None, UNCHECKED), 5000),
        (Refused(ReasonCode.Q_FULL), 5000),
        (Refused(ReasonCode.Q_FULL, ErrorFamily.MQI), 5000),  # what is below the client
        (Refused(ReasonCode.Q_FULL, ErrorFamily.OTHER), 5000),
    ],
)
def test_nothing_is_said_of_a_refusal_for_a_reason_or_of_a_family_that_tells_nothing(
    outcome: Outcome, delay: int
) -> None:
    found = refused(TO_QUEUE, outcome, CLASSIC, delay)
    assert not found.findings, accused(found)
    assert "DD-16" not in found.exercised


def test_nothing_is_said_where_the_producer_may_have_been_set_unseen() -> None:
    found = refused(TO_QUEUE, Refused(ReasonCode.Q_FULL, UNCHECKED), CLASSIC, 5000, producers=None)
    assert not found.findings, accused(found)


@pytest.mark.parametrize(
    "name",
    [
        "JMSProducer throws checked for full queues",
        "JMSProducer throws checked for want of authority",
        "JMSProducer throws checked for groups",
        "JMSProducer throws checked for topics",
        "checked exceptions only",
    ],
)
def test_producers_of_wrong_implementations_are_found_by_their_refusals(name: str) -> None:
    misreading = wrong.WRONG[name]
    trace = run_commands(misreading.factory(), misreading.witness)
    found = judged(partly(trace, producers="all"), trace.steps)
    assert {rule for one in found.findings for rule in one.breach.rules} & misreading.rules
