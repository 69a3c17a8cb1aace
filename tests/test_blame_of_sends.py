"""A life, a mode or a priority that is wrong from the send on: what follows breaks no further rule."""

import pytest
from answered_otherwise import Answer, Otherwise, as_ever
from msgspec.structs import replace
from scenarios_written import scenario

from mqtck.adapters.reference import ReferenceWorld
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.judge import judge_trace
from mqtck.conformance.scenarios.running import run_scenario, verdicts_by_rule
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.constants import DeliveryMode
from mqtck.reference.vocabulary.messages import Descriptor, OutgoingMessage, QueueDestination
from mqtck.reference.vocabulary.results import Verdict


def without(setter: type) -> Answer:
    """Accepts this setting of a producer, and forgets it."""

    def answer(world: ReferenceWorld, command: c.Command) -> o.Outcome:
        return o.Done() if isinstance(command, setter) else as_ever(world, command)

    return answer


def without_descriptor(fault: Answer) -> Answer:
    """The same, as a client shows it that does not show its sender the MQMD."""

    def answer(world: ReferenceWorld, command: c.Command) -> o.Outcome:
        outcome = fault(world, command)
        return replace(outcome, descriptor=Descriptor()) if isinstance(outcome, o.Sent) else outcome

    return answer


def shown_at_the_send_alone(world: ReferenceWorld, command: c.Command) -> o.Outcome:
    """Shows the sender priority 2, and keeps the one that was asked for."""
    outcome = as_ever(world, command)
    if not isinstance(outcome, o.Sent):
        return outcome
    header, descriptor = (replace(part, priority=2) for part in (outcome.header, outcome.descriptor))
    return replace(outcome, header=header, descriptor=descriptor)


def dead_lettered(setting: c.Setter) -> tuple[c.Command, ...]:
    """A delayed message of a producer with this setting whose target does not take it."""
    return (
        c.DefineLocalQueue("ORDERS"),
        c.DefineLocalQueue("DLQ"),
        c.SetDeadLetterQueue("DLQ"),
        c.OpenSession("s"),
        c.CreateProducer("p", c.ProducerApi.MESSAGE_PRODUCER, "s", QueueDestination("ORDERS")),
        setting,
        c.SetDeliveryDelay("p", 3000),
        c.Send("p", OutgoingMessage("order-1")),
        c.AlterQueue("ORDERS", c.AttributeChanges(put=c.Switch.DISABLED)),
        c.Advance(8000),
        c.Browse("DLQ"),
        c.MqGet("DLQ"),
    )


@pytest.mark.parametrize(
    ("fault", "setting", "rules"),
    [
        (without(c.SetPriority), c.SetPriority("p", 7), {"HM-24"}),
        (without(c.SetDeliveryMode), c.SetDeliveryMode("p", DeliveryMode.NON_PERSISTENT), {"HM-08"}),
        (without(c.SetTimeToLive), c.SetTimeToLive("p", 5000), {"HM-14", "HM-15"}),
        (without(c.SetTimeToLive), c.SetTimeToLive("p", 20_000), {"HM-14", "HM-15"}),
    ],
)
def test_what_is_dead_lettered_as_it_was_sent_breaks_the_rule_of_the_send_alone(
    fault: Answer, setting: c.Setter, rules: set[str]
) -> None:
    breaches = judge_trace(run_commands(Otherwise(fault), dead_lettered(setting))).breaches
    assert {breach.rules[0] for breach in breaches} == rules
    assert {breach.step for breach in breaches} == {8}


def test_a_priority_that_was_shown_wrong_at_the_send_alone_is_right_behind_it() -> None:
    trace = run_commands(Otherwise(shown_at_the_send_alone), dead_lettered(c.SetPriority("p", 7)))
    assert {breach.step for breach in judge_trace(trace).breaches} == {8}


def test_one_that_is_wrong_in_another_way_on_the_dead_letter_queue_is_blamed_again() -> None:
    def changed(world: ReferenceWorld, command: c.Command) -> o.Outcome:
        outcome = shown_at_the_send_alone(world, command)
        if not isinstance(outcome, o.MessageReturned):
            return outcome
        other = replace(outcome.message.descriptor, priority=1)
        return replace(outcome, message=replace(outcome.message, descriptor=other))

    trace = run_commands(Otherwise(changed), dead_lettered(c.SetPriority("p", 7)))
    assert [(breach.step, breach.rules[0]) for breach in judge_trace(trace).breaches] == [
        (8, "HM-24"),
        (12, "X-17"),
    ]


IN_ORDER = """
    Given a MessageProducer for a queue ORDERS with a delivery delay of 3 s
    And a MessageProducer for ORDERS with a delivery delay of 3 s and priority 9
    When "order-1" is sent by the first producer, and "order-2" is sent by the second producer
    And the delivery delay of "order-2" is over
    Then "order-2" and "order-1" are delivered to ORDERS in this order
"""
AS_SENT = """
    Given a queue ORDERS
    And a MessageProducer for ORDERS with a delivery delay of 3 s and priority 7
    When "order-1" is sent and comes due
    Then "order-1" is delivered to ORDERS with MQMD.Priority 7
"""
IN_ITS_MODE = """
    Given a queue ORDERS
    And a MessageProducer for ORDERS with delivery mode NON_PERSISTENT
    When "order-1" is sent
    Then "order-1" is delivered to ORDERS with MQMD.Persistence 0
"""
EXPIRED = """
    Given a queue ORDERS
    And a MessageProducer for ORDERS with a time to live of 3 s
    When "order-1" is sent, and its life is over
    Then nothing is on ORDERS
"""


@pytest.mark.parametrize(
    ("fault", "text", "own", "rule"),
    [
        (without(c.SetPriority), IN_ORDER, "X-28", "HM-24"),
        (without(c.SetPriority), AS_SENT, "X-28", "HM-24"),
        (without(c.SetDeliveryMode), IN_ITS_MODE, "HM-11", "HM-08"),
        (without(c.SetTimeToLive), EXPIRED, "EX-17", "HM-15"),
        (without_descriptor(without(c.SetTimeToLive)), EXPIRED, "EX-17", "HM-14"),
    ],
)
def test_a_scenario_of_what_follows_blames_the_rule_of_the_send(
    fault: Answer, text: str, own: str, rule: str
) -> None:
    result = run_scenario(Otherwise(fault), scenario(text, f"@{own}"), judge=judge_trace)
    assert verdicts_by_rule(result) == {rule: Verdict.VIOLATES, own: Verdict.INDETERMINATE}
