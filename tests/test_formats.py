"""MQMD.Format of delayed messages, which is that of their undelayed twins where the two can be compared."""

import pytest
from msgspec.structs import replace

from implementations.simulation.world import SimulatedAdapter, SimulatedWorld
from implementations.witnesses.parts.common import (
    DISABLE,
    EXCEPTION,
    QUEUES,
    REMOTE,
    TO_Q,
    P,
    Trace,
    delayed,
    send,
)
from implementations.witnesses.parts.sends import REPORTED, TWIN
from implementations.wrong.parts.receivers import STAGED, OfDelayed
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.judge import judge_trace
from mqtck.reference.vocabulary.channels import DefinePolicy
from mqtck.reference.vocabulary.commands import (
    Advance,
    Command,
    CreateProducer,
    MqGet,
    MqPut,
    Receive,
    SetDeadLetterQueue,
)
from mqtck.reference.vocabulary.constants import Report
from mqtck.reference.vocabulary.messages import (
    DeadLetterHeader,
    OutgoingMessage,
    QueueDestination,
    SeenMessage,
    TargetClient,
)
from mqtck.reference.vocabulary.outcomes import MessageReturned, Outcome
from mqtck.reference.vocabulary.results import Breach

DELAYED: Trace = (*delayed(5000), Advance(6000), MqGet("Q"))
FULL_EXCEPTION = int(Report.EXCEPTION_WITH_FULL_DATA)


class Staged(OfDelayed):
    """Leaves the format of the delay header wherever a delayed message is."""

    def concerned(self, message: SeenMessage) -> bool:
        return isinstance(message, SeenMessage)


def breaches(world: type[SimulatedWorld], trace: Trace) -> tuple[Breach, ...]:
    return judge_trace(run_commands(SimulatedAdapter(world=world), trace)).breaches


class Unwrapped(OfDelayed):
    """Takes the dead-letter header off what it shows, and shows the format of what is behind it."""

    def concerned(self, message: SeenMessage) -> bool:
        return isinstance(message.dead_letter_header, DeadLetterHeader)

    def changed(self, message: SeenMessage) -> SeenMessage:
        return replace(message, descriptor=replace(message.descriptor, format="MQHRF2"))


BURIED: Trace = (*QUEUES, *TWIN, MqGet("Q"), *delayed(5000), DISABLE, Advance(6000), MqGet("DLQ"))


def test_behind_a_dead_letter_header_its_format_or_that_of_the_message_is_right() -> None:
    assert breaches(SimulatedWorld, BURIED) == ()
    assert breaches(Unwrapped, BURIED) == ()
    assert breaches(Staged, BURIED) != ()


@pytest.mark.parametrize(
    "twin",
    [
        pytest.param((), id="none was seen"),
        pytest.param((send("twin"), Receive("Q")), id="a JMS client may show the format behind the MQRFH2"),
        pytest.param((MqPut("Q", OutgoingMessage("twin")), MqGet("Q")), id="it has no MQRFH2"),
        pytest.param(
            (
                CreateProducer("p", destination=QueueDestination("Q", target_client=TargetClient.MQ)),
                *(send("twin"), MqGet("Q")),
            ),
            id="its target client reads no MQRFH2",
        ),
        pytest.param(
            (DefinePolicy("ELSEWHERE"), send("twin"), MqGet("Q")), id="policies change what data begin with"
        ),
    ],
)
def test_without_a_twin_that_tells_nothing_is_said_of_formats(twin: Trace) -> None:
    assert breaches(Staged, (*P, *twin, *DELAYED)) == ()


def test_a_twin_that_was_got_in_the_same_way_tells() -> None:
    (found,) = breaches(Staged, (*TWIN, MqGet("Q"), *DELAYED))
    assert found.rules == ("X-42", "DD-10")


TWINS: Trace = REPORTED[:11]
"""An undelayed message was reported in full when it had expired."""


def after_a_failure(report: int) -> Trace:
    failing = (SetDeadLetterQueue("DLQ"), *delayed(3000, report=report), DISABLE, Advance(10_000))
    return (*TWINS, *failing, MqGet("REPLY"))


def test_an_exception_report_with_all_data_has_the_format_of_an_expiration_report_with_all() -> None:
    """X-19: it has no twin of its own."""
    trace = after_a_failure(FULL_EXCEPTION)
    assert breaches(SimulatedWorld, trace) == ()
    (found,) = breaches(Staged, trace)
    assert found.rules[0] == "X-19"
    assert STAGED in found.seen


def test_an_exception_report_without_data_is_not_compared_with_one_that_has_all() -> None:
    assert breaches(ReportedWithoutData, after_a_failure(EXCEPTION)) == ()


class ReportedWithoutData(SimulatedWorld):
    """Shows of reports without data that there are none."""

    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if not isinstance(outcome, MessageReturned) or outcome.message.body:
            return outcome
        return MessageReturned(
            replace(outcome.message, descriptor=replace(outcome.message.descriptor, format=""))
        )


def test_on_a_transmission_queue_the_separate_descriptor_may_have_the_format_of_the_header() -> None:
    sending = CreateProducer("p", destination=TO_Q)
    trace = (*REMOTE, sending, send("twin"), MqGet("XMIT"), *delayed(5000), Advance(6000), MqGet("XMIT"))
    assert breaches(SimulatedWorld, trace) == ()
    (found,) = breaches(Staged, trace)
    assert found.rules == ("X-31", "DD-10")
