"""Whom a scenario blames: the rule of the fault that it met, which is not always what it is about."""

import pytest
from scenarios_written import misread, scenario

from mqtck.conformance.scenarios import run_scenario, verdicts_by_rule
from mqtck.reference.vocabulary.results import Verdict

ROLLED_BACK = """
    Given a queue ORDERS
    And a transacted MessageProducer for ORDERS with a delivery delay of 4 s
    When "order-1" is sent
    And the unit of work is rolled back
    And 6 s pass
    Then nothing is on ORDERS
"""
EXPIRED = """
    Given a queue ORDERS
    And a MessageProducer for ORDERS with a time to live of 3 s
    When "order-1" is sent
    And 6 s pass
    Then nothing is on ORDERS
"""
SHOWN_EXPIRED = EXPIRED.replace("nothing is on", "a browser shows nothing on")
EARLY = """
    Given a queue ORDERS
    And a MessageProducer for ORDERS with a delivery delay of 4 s
    When "order-1" is sent
    Then nothing is on ORDERS yet
"""
SHOWN_EARLY = EARLY.replace("nothing is on ORDERS yet", "a browser shows nothing on ORDERS")
RECALLED = """
    Given a queue ORDERS
    And a MessageProducer for ORDERS with a delivery delay of 4 s
    When "order-1" is sent
    And a receive by a JMS client recalls "order-1" from the staging queue
    And 6 s pass
    Then nothing is on ORDERS
"""
REFUSED = """
    Given a queue ORDERS
    And a MessageProducer for ORDERS with a delivery delay of 4 s
    When "order-1" is sent as message 1 of the group "g"
    Then the send is refused with MQRC_OPTIONS_ERROR (2046)
    When 6 s pass
    Then nothing is on ORDERS
"""
UNLIMITED = """
    Given a queue ORDERS
    And a MessageProducer for ORDERS
    When "order-1" is sent
    Then "order-1" is delivered to ORDERS
"""
DELAYED_COPIES = """
    Given a topic PRICES
    And a non-durable subscriber alice to PRICES
    And a MessageProducer for the topic PRICES with a delivery delay of 4 s
    When "price-1" is published
    And 6 s pass
    Then "price-1" is delivered to the subscriber alice
    And nothing else is delivered to the subscriber alice
"""
INHIBITED = """
    Given a queue ORDERS
    And a MessageProducer for ORDERS with a delivery delay of 4 s
    When "order-1" is sent
    And ORDERS is altered to PUT(DISABLED) during the delay of "order-1"
    And 6 s pass
    Then nothing is on ORDERS
"""


@pytest.mark.parametrize(
    ("fault", "text", "rule"),
    [
        ("rolled back but delivered", ROLLED_BACK, "DD-44"),
        ("expired received", EXPIRED, "EX-17"),
        ("expired browsed", SHOWN_EXPIRED, "EX-18"),
        ("not staged", EARLY, "DD-01"),
        ("not staged", SHOWN_EARLY, "DD-06"),
        ("recalled but delivered", RECALLED, "DD-61"),
        ("staged before it is refused", REFUSED, "DD-32"),
        ("unlimited as 0", UNLIMITED, "HM-16"),
        ("two copies", DELAYED_COPIES, "DD-10"),
        ("put-disabled target filled", INHIBITED, "DD-114"),
    ],
)
def test_another_fault_is_blamed_on_its_own_rule(fault: str, text: str, rule: str) -> None:
    result = run_scenario(misread(fault), scenario(text, "@HM-38"))
    assert verdicts_by_rule(result) == {rule: Verdict.VIOLATES, "HM-38": Verdict.INDETERMINATE}


@pytest.mark.parametrize(
    ("fault", "text", "rule"),
    [
        ("rolled back but delivered", ROLLED_BACK, "X-54"),
        ("expired received", EXPIRED, "EX-25"),
        ("clock from the setter", EARLY, "DD-05"),
    ],
)
def test_a_scenario_about_the_same_keeps_its_own_rule(fault: str, text: str, rule: str) -> None:
    slow = text.replace(
        'When "order-1" is sent', 'When 3 s pass\n    And "order-1" is sent\n    And 2 s pass'
    )
    result = run_scenario(misread(fault), scenario(slow, f"@{rule} @HM-38"))
    assert verdicts_by_rule(result) == {rule: Verdict.VIOLATES, "HM-38": Verdict.INDETERMINATE}
