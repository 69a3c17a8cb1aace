"""Scenarios in which a call is refused for no reason that MQ has, as where a broker is away or overtaxed.

That tells nothing of the rules, unless it is the very call that they say is accepted.
"""

import pytest
from scenarios_written import preferred, scenario

from mqtck.conformance.contract import Information, World
from mqtck.conformance.judging.judge import judge_trace
from mqtck.conformance.scenarios.running import ScenarioResult, overall, run_scenario
from mqtck.reference.vocabulary.commands import (
    Browse,
    Command,
    CreateProducer,
    GetMode,
    MqGet,
    OpenSession,
    ReadDepth,
    Receive,
    Send,
)
from mqtck.reference.vocabulary.constants import ReasonCode
from mqtck.reference.vocabulary.outcomes import ErrorFamily, Outcome, Refused
from mqtck.reference.vocabulary.results import Verdict


class Denying:
    """A right implementation that is never to be had for commands of one kind."""

    def __init__(self, denied: type[Command]) -> None:
        self.inner = preferred()
        self.denied = denied

    @property
    def information(self) -> Information:
        return self.inner.information

    def open_world(self) -> World:
        return DenyingWorld(self.inner.open_world(), self.denied)

    def close(self) -> None:
        self.inner.close()


class DenyingWorld:
    def __init__(self, inner: World, denied: type[Command]) -> None:
        self.inner, self.denied = inner, denied
        self.now, self.close = inner.now, inner.close

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, self.denied):
            return Refused(None, ErrorFamily.JMS_EXCEPTION, "no answer in time")
        return self.inner.execute(command)


def played(look: str, denied: type[Command]) -> ScenarioResult:
    text = scenario(f"""
        Given a queue ORDERS
        And a MessageProducer for ORDERS with a delivery delay of 4 s
        When "order-1" is sent
        {look}
    """)
    return run_scenario(Denying(denied), text, judge=judge_trace)


@pytest.mark.parametrize(
    ("look", "denied"),
    [
        ("Then nothing is on ORDERS yet", Receive),
        ('When 6 s pass\nThen "order-1" is delivered to ORDERS', Receive),
        ("Then a browser shows nothing on ORDERS", Browse),
        ("Then the depth of ORDERS is 0", ReadDepth),
        ("Then the send is accepted", CreateProducer),
        ("When a transacted MessageProducer for ORDERS is created\nThen every call is accepted", OpenSession),
    ],
    ids=["absent", "delivered", "browse", "depth", "producer", "session"],
)
def test_what_is_refused_for_no_reason_of_mq_shows_nothing(look: str, denied: type[Command]) -> None:
    result = played(look, denied)
    assert (overall(result), result.breaches) == (Verdict.INDETERMINATE, ())
    assert "no answer in time" in result.reason


def test_a_refused_send_that_has_to_be_accepted_is_a_violation() -> None:
    assert overall(played("Then the send is accepted", Send)) is Verdict.VIOLATES


class LocklessWorld(DenyingWorld):
    """A queue manager that browses and does not lock, as not all do."""

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, MqGet) and command.mode is GetMode.BROWSE_FIRST_AND_LOCK:
            return Refused(
                ReasonCode.OPTIONS_ERROR, ErrorFamily.MQI, "MQGMO_LOCK is not for this queue manager"
            )
        return self.inner.execute(command)


class Lockless(Denying):
    def open_world(self) -> World:
        return LocklessWorld(self.inner.open_world(), MqGet)


@pytest.mark.parametrize("queue", ["ORDERS", "the staging queue"])
def test_a_lock_that_is_not_to_be_had_shows_nothing(queue: str) -> None:
    text = scenario(f"""
        Given a queue ORDERS
        And a MessageProducer for ORDERS with a delivery delay of 4 s
        When "order-1" is sent
        Then MQGET from {queue} with MQGMO_BROWSE_FIRST and MQGMO_LOCK returns "order-1"
    """)
    result = run_scenario(Lockless(MqGet), text, judge=judge_trace)
    assert (overall(result), result.breaches) == (Verdict.INDETERMINATE, ())
    assert "MQGMO_LOCK" in result.reason
