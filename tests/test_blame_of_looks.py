"""Whom a scenario blames for a look that shows what is over, or misses what the staging queue holds."""

import pytest
from msgspec import UNSET
from msgspec.structs import replace
from scenarios_written import misread, preferred, scenario
from test_blame import EXPIRED, Meddled

from mqtck.conformance.contract import World
from mqtck.conformance.judging.judge import judge_trace
from mqtck.conformance.ledger.rules import load
from mqtck.conformance.scenarios.blame_together import blamed_together
from mqtck.conformance.scenarios.features import load_features
from mqtck.conformance.scenarios.fields_of_rules import FIELDS_OF_RULES, speaking_of
from mqtck.conformance.scenarios.running import run_scenario, verdicts_by_rule
from mqtck.conformance.scenarios.steps.types import FIELDS
from mqtck.reference.vocabulary.commands import Browse, Command, GetMode, MqGet
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, ReasonCode
from mqtck.reference.vocabulary.outcomes import (
    Browsed,
    DepthRead,
    ErrorFamily,
    MessageReturned,
    Outcome,
    Refused,
)
from mqtck.reference.vocabulary.results import Verdict


def keeps_elsewhere(world: World, command: Command) -> Outcome:
    """What is delayed is not on the staging queue."""
    outcome = world.execute(command)
    match outcome:
        case Browsed() if command.queue == STAGING_QUEUE:
            return Browsed(())
        case DepthRead() if command.queue == STAGING_QUEUE:
            return DepthRead(0)
        case _:
            return outcome


STAGED = """
    Given a queue ORDERS
    And a MessageProducer for ORDERS with a delivery delay of 4 s
    When "order-1" is sent
    Then the depth of the staging queue is 1
"""
COPIES = """
    Given a topic PRICES
    And the queues PRICES.ONE and PRICES.TWO
    And subscriptions to PRICES that deliver to PRICES.ONE and PRICES.TWO
    And a MessageProducer for the topic PRICES with a time to live of 8 s and a delivery delay of 3 s
    When "price-1" is published and comes due
    Then "price-1" is delivered to PRICES.ONE
    And after the life of "price-1" nothing is on PRICES.ONE, nor on PRICES.TWO
"""
GONE_ON = """
    Given a queue ORDERS
    And a MessageProducer for ORDERS with a time to live of 60 s and a delivery delay of 5 s
    When "order-1" is sent
    And 8 s have passed since "order-1" was sent
    Then MQGET from ORDERS returns "order-1"
    And the remaining expiry of "order-1" is about 520 tenths
"""
REPORTED = """
    Given the queues ORDERS and REPLIES, and a dead-letter queue
    And a MessageProducer for ORDERS with a delivery delay of 3 s
    When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      | report options | MQRO_EXCEPTION |
      | reply to       | REPLIES        |
    Then an exception report about "order-1" arrives on REPLIES
"""


@pytest.mark.parametrize(
    ("own", "blamed"),
    [("DD-25", "DD-07"), ("EX-17", "DD-07"), ("DD-01", "DD-07"), ("DD-11", "DD-11"), ("X-54", "X-54")],
)
def test_a_message_that_is_delayed_elsewhere_breaks_the_rules_about_the_staging_queue(
    own: str, blamed: str
) -> None:
    result = run_scenario(
        Meddled(preferred(), keeps_elsewhere), scenario(STAGED, f"@{own}"), judge=judge_trace
    )
    spared = {} if own == blamed else {own: Verdict.INDETERMINATE}
    assert verdicts_by_rule(result) == {blamed: Verdict.VIOLATES, **spared}


def test_where_others_are_staged_the_scenario_is_about_those_that_are_not() -> None:
    kept = run_scenario(Meddled(preferred(), keeps_elsewhere), scenario(STAGED, "@X-16"), judge=judge_trace)
    staged = run_scenario(preferred(), scenario(STAGED, "@DD-07"), judge=judge_trace)
    assert verdicts_by_rule(blamed_together([kept, staged])[0]) == {
        "DD-07": Verdict.VIOLATES,
        "X-16": Verdict.VIOLATES,
    }


def test_what_blames_one_of_its_own_rules_spares_the_others_for_good() -> None:
    """Though no scenario of the rule that is blamed goes without the others."""
    written = scenario(STAGED, "@DD-07 @DD-25")
    kept = run_scenario(Meddled(preferred(), keeps_elsewhere), written, judge=judge_trace)
    assert [breach.rules for breach in kept.breaches] == [("DD-07",)]
    assert blamed_together([kept]) == (kept,)


@pytest.mark.parametrize(("own", "blamed"), [("DD-126", "EX-18"), ("X-13", "X-13"), ("X-13 @EX-34", "EX-34")])
def test_what_a_browser_shows_past_its_life_is_blamed_on_a_rule_about_lives(own: str, blamed: str) -> None:
    emptied = EXPIRED.replace("nothing is on ORDERS", "ORDERS becomes empty")
    result = run_scenario(misread("expired browsed"), scenario(emptied, f"@{own}"), judge=judge_trace)
    assert [breach.rules for breach in result.breaches] == [(blamed,)]


@pytest.mark.parametrize(
    ("own", "blamed"), [("X-28 @X-06", "X-06"), ("DD-99 @X-42", "DD-79"), ("DD-79 @DD-99", "DD-79")]
)
def test_a_life_that_does_not_go_on_is_blamed_on_rules_about_lives(own: str, blamed: str) -> None:
    result = run_scenario(
        misread("life restarted at delivery"), scenario(GONE_ON, f"@{own}"), judge=judge_trace
    )
    assert [breach.rules for breach in result.breaches] == [(blamed,)]


@pytest.mark.parametrize(
    ("own", "blamed"), [("EX-05 @X-35", "DD-101"), ("DD-101", "DD-101"), ("X-52 @X-22", "X-22")]
)
def test_a_report_that_was_not_sent_says_nothing_of_its_life(own: str, blamed: str) -> None:
    result = run_scenario(misread("no exception report"), scenario(REPORTED, f"@{own}"), judge=judge_trace)
    assert [breach.rules for breach in result.breaches] == [(blamed,)]


def test_a_copy_that_has_expired_is_not_one_that_another_subscriber_was_given() -> None:
    result = run_scenario(misread("expired received"), scenario(COPIES, "@X-52"))
    assert [(breach.rules, breach.seen) for breach in result.breaches] == [
        (("EX-17",), 'message "price-1", which has expired')
    ]


@pytest.mark.parametrize(
    ("first", "then", "rules", "expected"),
    [
        (570, 570, ("EX-05", "EX-10"), "MQMD.Expiry of 360 to 381"),
        (-1, 370, ("EX-62",), "MQMD.Expiry -1"),
        (100, 1, ("EX-17",), "nothing, its life being over"),
        (100, 90, ("EX-05", "EX-10"), "nothing, its life being over"),
    ],
)
def test_a_report_whose_life_has_not_gone_on_is_blamed_for_what_it_shows(
    first: int, then: int, rules: tuple[str, ...], expected: str
) -> None:
    def shows(world: World, command: Command) -> Outcome:
        outcome = world.execute(command)
        if not isinstance(outcome, MessageReturned) or outcome.message.descriptor.feedback in {0, UNSET}:
            return outcome
        browsed = isinstance(command, MqGet) and command.mode is GetMode.BROWSE_FIRST
        descriptor = replace(outcome.message.descriptor, expiry=first if browsed else then)
        return MessageReturned(replace(outcome.message, descriptor=descriptor))

    about = next(each for each in load_features() if each.name.startswith("Whatever life a report has"))
    result = run_scenario(Meddled(preferred(), shows), about)
    assert [(breach.rules, breach.expected) for breach in result.breaches] == [(rules, expected)]


@pytest.mark.parametrize(
    ("field", "own", "blamed"),
    [
        ("jms.Pri", "X-02 X-28 X-42", "X-28 X-42"),
        ("jms.Pri", "X-02 X-42", "X-42"),
        ("jms.Pri", "X-02 X-22", "X-02 X-22"),
        ("MQMD.CorrelId", "X-03 X-06 X-21 DD-98", "DD-98 X-03 X-21"),
        ("MQMD.Feedback", "X-02 X-06", "X-02 X-06"),
        ("", "X-02 X-06", "X-02 X-06"),
    ],
)
def test_a_rule_that_speaks_of_one_field_is_not_broken_by_another(field: str, own: str, blamed: str) -> None:
    assert speaking_of(frozenset(own.split()), field) == tuple(blamed.split())


def test_rules_and_fields_of_the_table_are_there() -> None:
    ledger = load()
    for rule, fields in FIELDS_OF_RULES.items():
        assert ledger.rule(rule).id == rule
        assert fields <= FIELDS.keys()


def test_a_field_that_is_wrong_is_blamed_on_the_rules_that_may_speak_of_it() -> None:
    seen = GONE_ON.replace('the remaining expiry of "order-1" is about 520 tenths', "its MQMD.Priority is 7")
    result = run_scenario(preferred(), scenario(seen, "@X-02 @X-28 @X-42"), judge=judge_trace)
    assert [breach.rules for breach in result.breaches] == [("X-28", "X-42")]


KEPT = """
    Given a queue ORDERS
    And a MessageProducer for ORDERS with a delivery delay of 3 s
    When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
"""
AS_A_TABLE = """
    Then nothing but this is on the queues
      | the staging queue | ORDERS  |
      | order-1           | nothing |
"""
ONE_BY_ONE = """
    Then a browser shows "order-1" on the staging queue
    And a browser shows nothing on ORDERS
"""


def shows_staged(world: World, command: Command) -> Outcome:
    """A browser shows what is staged on its target as well."""
    outcome = world.execute(command)
    if isinstance(command, Browse) and command.queue == "ORDERS" and isinstance(outcome, Browsed):
        staged = world.execute(replace(command, queue=STAGING_QUEUE))
        assert isinstance(staged, Browsed)
        return Browsed((*outcome.messages, *staged.messages))
    return outcome


@pytest.mark.parametrize("looks", [AS_A_TABLE, ONE_BY_ONE])
@pytest.mark.parametrize("own", ["X-37", "DD-99", "DD-114", "HM-38"])
def test_a_browser_that_shows_what_is_kept_on_its_target_too_breaks_no_rule_about_why_it_is_kept(
    own: str, looks: str
) -> None:
    result = run_scenario(Meddled(preferred(), shows_staged), scenario(KEPT + looks, f"@{own}"))
    assert "order-1" in result.breaches[0].seen
    assert result.breaches[0].seen.endswith("which is shown on the staging queue as well")
    assert verdicts_by_rule(result) == {"DD-06": Verdict.VIOLATES, own: Verdict.INDETERMINATE}


OUTLIVED = """
    Given a queue ORDERS
    And a MessageProducer for ORDERS
    When "order-1" is sent, and the time to live is set to 2 s
    And "order-2" is sent, and 5 s pass
    Then "order-1" is delivered to ORDERS, and nothing else is on ORDERS
"""


@pytest.mark.parametrize(
    ("own", "verdict"),
    [("EX-24", Verdict.INDETERMINATE), ("DD-10", Verdict.INDETERMINATE), ("DD-79", Verdict.VIOLATES)],
)
def test_what_is_returned_past_its_life_breaks_no_rule_but_those_about_lives(
    own: str, verdict: Verdict
) -> None:
    """Even where no scenario of the rule that the judge names bears that out."""
    result = run_scenario(misread("expired received"), scenario(OUTLIVED, f"@{own}"), judge=judge_trace)
    found = verdicts_by_rule(blamed_together([result])[0])
    assert found.pop(own) is verdict
    assert set(found) <= {"EX-17"}


COUNTED_DOWN = """
    Given a queue ORDERS
    And a MessageProducer for ORDERS with a time to live of 60 s
    When "order-1" is sent, and 20 s pass
    Then "order-1" is delivered to ORDERS with about 400 tenths left
"""


def keeps_the_interval(world: World, command: Command) -> Outcome:
    """A message shows the life with which it was put."""
    outcome = world.execute(command)
    if not isinstance(outcome, MessageReturned):
        return outcome
    shown = replace(outcome.message, descriptor=replace(outcome.message.descriptor, expiry=600))
    return replace(outcome, message=shown)


@pytest.mark.parametrize(("own", "blamed"), [("EX-40", "EX-05"), ("DD-79", "EX-05"), ("EX-05", "EX-05")])
def test_a_life_that_is_not_counted_down_says_nothing_of_backouts_and_delays(own: str, blamed: str) -> None:
    counted = scenario(COUNTED_DOWN, "@EX-05")
    wrong = Meddled(preferred(), keeps_the_interval)
    results = [
        run_scenario(wrong, one, judge=judge_trace) for one in (scenario(COUNTED_DOWN, f"@{own}"), counted)
    ]
    spared = {} if own == blamed else {own: Verdict.INDETERMINATE}
    assert verdicts_by_rule(blamed_together(results)[0]) == {blamed: Verdict.VIOLATES, **spared}


def refuses_browses(world: World, command: Command) -> Outcome:
    if isinstance(command, Browse):
        return Refused(ReasonCode.GET_INHIBITED, ErrorFamily.JMS_EXCEPTION)
    return world.execute(command)


BROWSED = """
    Given a queue ORDERS
    And a MessageProducer for ORDERS
    When "order-1" is sent
    Then a browser shows "order-1" on ORDERS
"""


@pytest.mark.parametrize(
    ("own", "verdict", "reason"),
    [
        (
            "X-37",
            Verdict.INDETERMINATE,
            "Browse was refused with MQRC_GET_INHIBITED (2016), JMSException, of which no rule here speaks.",
        ),
        ("EX-41", Verdict.VIOLATES, ""),
    ],
)
def test_a_look_that_is_refused_breaks_only_rules_that_speak_of_looks(
    own: str, verdict: Verdict, reason: str
) -> None:
    wrong = Meddled(preferred(), refuses_browses)
    result = run_scenario(wrong, scenario(BROWSED, f"@{own}"), judge=judge_trace)
    assert verdicts_by_rule(result) == {own: verdict}
    assert result.reason == reason
